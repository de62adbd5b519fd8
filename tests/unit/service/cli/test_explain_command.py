"""``captuple explain``, and the options of a score's conventions."""

from __future__ import annotations

import json
from pathlib import Path

import click.testing
import pytest

from service.cli.group import cli

REFERENCES = ("--reference", "A white goat pulls a cart.", "--reference", "The white goat draws a cart.")


def run(*arguments: str) -> click.testing.Result:
    return click.testing.CliRunner().invoke(cli, list(arguments))


def test_explain() -> None:
    done = run("explain", "A black goat pulls a kite.", *REFERENCES)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[:4] == [
        "A black goat pulls a kite.",
        "  <pull; goat; kite; ->",
        "reference: A white goat pulls a cart.",
        "reference: The white goat draws a cart.",
    ]
    assert "wrong colour: black goat for white goat (1.00)" in lines
    assert any(line.startswith("invented: kite (") for line in lines)
    assert "missing: cart (1.00)" in lines
    assert "words: pull, goat" in lines
    assert any(line.startswith("no match: ") and "kite" in line for line in lines)
    assert lines[-1].startswith("captuple-graded.v2|sim:thesaurus.v1|")
    assert "\x1b" not in done.stdout  # colours are for terminals


def test_explain_as_json() -> None:
    done = run("explain", "A cart pulls a goat.", *REFERENCES, "--format", "json")
    assert done.exit_code == 0, done.output
    record = json.loads(done.stdout)
    assert record["schema"] == "captuple.explanation/1"
    assert record["score"] == pytest.approx(sum(summand["value"] for summand in record["summands"]))
    assert [d["kind"] for d in record["differences"]][:1] == ["roles exchanged"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("explain", "", *REFERENCES), "CANDIDATE: the caption is empty"),
        (("explain", "A goat.", "--reference", " "), "--reference 1: the caption is empty"),
        (("explain", "A goat."), "Missing option '--reference'"),
        (("explain", "A goat.", *REFERENCES, "--graded", "thesaurs.v1"), "unknown similarity 'thesaurs.v1'"),
        (
            (
                "explain",
                "A goat.",
                *REFERENCES,
                "--reference",
                "Eine Ziege steht auf einer Wiese.",
                "--strict-language",
            ),
            "--reference 3: the caption is not English (language de)",
        ),
    ],
)
def test_what_is_wrong_is_named(arguments: tuple[str, ...], problem: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert problem in done.output


def test_a_model_without_an_encoder_is_named(tmp_path: Path) -> None:
    done = run("explain", "A goat.", *REFERENCES, "--graded", "encoder.v1")
    assert done.exit_code == 1
    assert "encoder.v1: en-captions@" in done.output
    assert "has no sentence encoder" in done.output


def test_roles_and_modifiers_of_score(tmp_path: Path) -> None:
    (tmp_path / "c.tsv").write_text("1\tA black cart pulls two goats.\n")
    (tmp_path / "r.tsv").write_text("1\tTwo goats pull a red cart.\n")
    files = ("--candidates", str(tmp_path / "c.tsv"), "--references", str(tmp_path / "r.tsv"))
    done = run("score", *files, "--roles", "split", "--modifiers", "on")
    assert done.exit_code == 0, done.output
    rows = {line.split()[0]: line.split() for line in done.stdout.splitlines() if line}
    assert (rows["PA"][3], rows["AG"][3], rows["PT"][3], rows["AG-PT"][3]) == (
        "1.0000",
        "0.0000",
        "0.0000",
        "0.0000",
    )
    assert rows["MOD"][4:7] == ["1", "2", "2"]
    assert rows["MOD:count"][4:7] == ["1", "1", "1"]
    assert rows["MOD:colour"][4:7] == ["0", "1", "1"]
    assert "|roles:split|modifiers:on|" in done.stdout
    assert "of 14)" in done.stdout
    plain = run("score", *files)
    assert "AG" not in {line.split()[0] for line in plain.stdout.splitlines() if line}
    assert "roles" not in plain.stdout
    refused = run("score", *files, "--roles", "mixed")
    assert refused.exit_code == 2
    assert "'mixed' is not one of 'pooled', 'split'" in refused.output
