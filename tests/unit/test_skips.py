"""What CI makes of skipped tests."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT
from tests.skips import ALLOWED

SKIPPED = (
    "import pytest\n"
    "@pytest.mark.parametrize('case', ['a[1]', 'b'])\n"
    "@pytest.mark.skipif(True, reason='no browser')\n"
    "def test_skipped(case): pass\n"
)
SKIPPED_INSIDE = (
    "import pytest\ndef test_skipped(): pytest.importorskip('no_such_library', reason='no Ray')\n"
)
SKIPPED_MODULE = "import pytest\npytest.skip('no Java', allow_module_level=True)\n"
XFAILED = "import pytest\n@pytest.mark.xfail\ndef test_fails(): assert False\n"


def run(folder: Path, test: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_it.py").write_text(test)
    (folder / "test_others.py").write_text("def test_passes(): pass\n")
    (folder / "pytest.ini").write_text("[pytest]\n")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.skips", "-p", "no:cacheprovider", *options],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        timeout=60,
    )


@pytest.mark.parametrize(
    ("test", "line"),
    [
        pytest.param(SKIPPED, "NOT ALLOWED: test_it.py::test_skipped[b]: no browser", id="mark"),
        pytest.param(SKIPPED_INSIDE, "NOT ALLOWED: test_it.py::test_skipped: no Ray", id="call"),
        pytest.param(SKIPPED_MODULE, "NOT ALLOWED: test_it.py: no Java", id="module"),
    ],
)
def test_a_skip_fails_the_run_and_is_named(tmp_path: Path, test: str, line: str) -> None:
    done = run(tmp_path, test, "--no-skips")
    assert done.returncode == 1, done.stdout + done.stderr
    assert line in done.stdout.splitlines()
    assert "0 allowed" in done.stdout
    assert "skips" not in run(tmp_path, test).stdout  # without the option it is as ever


def test_a_run_without_skips_and_an_expected_failure_pass(tmp_path: Path) -> None:
    done = run(tmp_path, XFAILED, "--no-skips")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 skipped: 0 allowed, 0 not (tests/skips.py)" in done.stdout


def test_what_is_allowed_is_named_with_both_reasons(tmp_path: Path) -> None:
    allowed = "import tests.skips\ntests.skips.ALLOWED['test_it.py::test_skipped'] = 'nobody has one'\n"
    (tmp_path / "conftest.py").write_text(allowed)
    done = run(tmp_path, SKIPPED, "--no-skips")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 skipped: 2 allowed, 0 not (tests/skips.py)" in done.stdout
    assert "allowed: test_it.py::test_skipped[a[1]]: no browser\n    nobody has one\n" in done.stdout


def test_a_failure_stays_one(tmp_path: Path) -> None:
    done = run(tmp_path, "def test_fails(): assert False\n" + SKIPPED, "--no-skips")
    assert done.returncode == 1
    assert "1 failed, 1 passed, 2 skipped" in done.stdout


def test_the_list_names_tests_that_there_are() -> None:
    for test in ALLOWED:
        file, _, name = test.partition("::")
        tree = ast.parse((ROOT / file).read_text())
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, test
