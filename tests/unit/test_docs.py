"""Every ``captuple`` command of these documents runs on the files of the tests."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click.testing
import pytest

from service.cli.group import cli

ROOT = Path(__file__).parents[2]
DOCUMENTS = (
    "docs/content-selection.md",
    "docs/coreference.md",
    "docs/novel-objects.md",
    "docs/tutorial.md",
)
_NEEDS_CORPUS = "annotation_test.json.gz"


def commands() -> Iterator[tuple[str, str]]:
    for document in DOCUMENTS:
        for block in re.findall(
            r"^```\n(.*?)^```", (ROOT / document).read_text(), flags=re.DOTALL | re.MULTILINE
        ):
            for line in block.replace("\\\n", " ").splitlines():
                if line.startswith("captuple ") and _NEEDS_CORPUS not in line:
                    yield document, line


@pytest.mark.parametrize(("document", "line"), list(commands()))
def test_commands_of_documents(
    document: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if " report " in line:
        pytest.importorskip("altair", reason="Vega-Altair is not installed: pip install 'captuple[report]'")
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    result = click.testing.CliRunner().invoke(cli, shlex.split(line)[1:])
    assert result.exit_code == 0, result.output


def test_each_document_has_commands() -> None:
    assert {document for document, _ in commands()} == set(DOCUMENTS)
