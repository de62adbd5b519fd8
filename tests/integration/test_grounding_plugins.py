"""Grounding functions of other packages, found through their entry points: installed by hand, offline."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "tests" / "data" / "plugin_grounding"

LIST = """
import json, dataclasses
from scoring import list_groundings
print(json.dumps([dataclasses.asdict(info) for info in list_groundings()]))
"""

USE = """
from scoring import build_bast, get_grounding
from tests.scoring_cases import tuples
ground = get_grounding("acme.first_letter.v1")
print(sorted(build_bast(tuples("run; dog, deer; cat; -"), ground=ground)["PA-PR"]))
"""


def install(site: Path, name: str, entry_points: dict[str, str], *, version: str = "1.2") -> None:
    """Write the metadata that an installer would."""
    dist_info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    dist_info.mkdir(parents=True)
    (dist_info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = ["[captuple.groundings]", *(f"{key} = {target}" for key, target in entry_points.items())]
    (dist_info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def install_acme(site: Path) -> None:
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text())["project"]
    install(site, project["name"], project["entry-points"]["captuple.groundings"], version=project["version"])
    shutil.copy(PLUGIN / "acme_grounding.py", site)


def run(site: Path, code: str) -> str:
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, env=env, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def listing(site: Path) -> dict[tuple[str, str], dict[str, str | None]]:
    return {(info["name"], info["source"]): info for info in json.loads(run(site, LIST))}


def test_a_plugin_is_found_and_used(tmp_path: Path) -> None:
    install_acme(tmp_path)
    assert listing(tmp_path)["acme.first_letter.v1", "acme-grounding 1.2"] == {
        "name": "acme.first_letter.v1",
        "description": "the first letter of the lemma",
        "source": "acme-grounding 1.2",
        "error": None,
    }
    assert run(tmp_path, USE).strip() == "[('c', 'run'), ('d', 'run')]"


BROKEN = {
    "import error": (
        "raise RuntimeError('no licence\\nfile')",
        "broken.v1",
        "RuntimeError: 'no licence\\nfile'",
    ),
    "syntax error": ("def", "broken.v1", "SyntaxError"),
    "exit at import": ("raise SystemExit(3)", "broken.v1", "SystemExit: '3'"),
    "no such attribute": ("", "broken.v1", "AttributeError"),
    "not callable": (
        "Broken = 7",
        "broken.v1",
        "its target must be a callable that returns a GroundingFunction",
    ),
    "not a grounding": ("class Broken: name = 'broken.v1'", "broken.v1", "must be a callable that returns"),
    "fails when made": ("def Broken(): return 1 / 0", "broken.v1", "ZeroDivisionError"),
    "another name": (
        "from scoring.grounding.lemma import LemmaGrounding as Broken",
        "broken.v1",
        "calls itself 'lemma.v1'; names must agree",
    ),
    "no version": ("", "broken", "a name is lower case and ends in its version"),
    "capitals": ("", "Broken.v1", "a name is lower case and ends in its version"),
    "our name": ("class Broken: name = 'lemma.v1'", "lemma.v1", "the name is Captuple's own"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_plugin_is_reported_and_harms_no_other(tmp_path: Path, case: str) -> None:
    source, name, error = BROKEN[case]
    (tmp_path / "broken_plugin.py").write_text(source)
    install(tmp_path, "broken-plugin", {name: "broken_plugin:Broken"})
    install_acme(tmp_path)
    infos = listing(tmp_path)
    assert error in (infos[name, "broken-plugin 1.2"]["error"] or "")
    assert "\n" not in (infos[name, "broken-plugin 1.2"]["error"] or "")
    assert infos["lemma.v1", "captuple"]["error"] is None
    assert infos["acme.first_letter.v1", "acme-grounding 1.2"]["error"] is None


def test_a_broken_plugin_is_an_error_where_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "broken_plugin.py").write_text("raise RuntimeError('no licence')")
    install(tmp_path, "broken-plugin", {"broken.v1": "broken_plugin:Broken"})
    code = """
from extractor.errors import CaptupleError
from scoring import get_grounding
try:
    get_grounding("broken.v1")
except CaptupleError as e:
    print(e, "|", repr(e.__cause__))
"""
    assert run(tmp_path, code).strip() == (
        "grounding 'broken.v1' of broken-plugin 1.2 (broken_plugin:Broken) cannot be loaded: "
        "RuntimeError: 'no licence' | RuntimeError('no licence')"
    )


def test_two_claims_to_one_name_are_both_refused(tmp_path: Path) -> None:
    install_acme(tmp_path)
    install(tmp_path, "rival", {"acme.first_letter.v1": "rival:Grounding"})
    infos = listing(tmp_path)
    for source in ("acme-grounding 1.2", "rival 1.2"):
        error = infos["acme.first_letter.v1", source]["error"]
        assert error is not None
        assert "claimed by several packages: " in error
        assert "acme-grounding 1.2" in error
        assert "rival 1.2" in error


def test_our_own_grounding_needs_no_metadata_and_is_listed_once(tmp_path: Path) -> None:
    assert [name for name, _ in listing(tmp_path)].count("lemma.v1") == 1
    install(tmp_path, "captuple", {"lemma.v1": "scoring.grounding.lemma:LemmaGrounding"}, version="9.9")
    assert [key for key in listing(tmp_path) if key[0] == "lemma.v1"] == [("lemma.v1", "captuple")]
