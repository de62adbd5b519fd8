from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click.testing
import pytest

from extractor.errors import InvalidInputError
from extractor.types import Caption
from service.cli.group import cli

if TYPE_CHECKING:
    from extractor import Extractor

CASES = [
    ("A man in a red hat holds a dog.", {("man", "hold", "dog"), ("man", "in", "hat")}),
    ("Two kites above the sea.", {("kite", "above", "sea")}),
    ("A chef without an apron stirs soup.", {("chef", "stir", "soup")}),
    ("A horse pulls a cart. It carries hay.", {("horse", "pull", "cart"), ("horse", "carry", "hay")}),
    ("Run!", set()),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_relations(extractor: Extractor, text: str, expected: set[tuple[str, str, str]]) -> None:
    [found] = extractor.relations([Caption(text=text)])
    assert {(r.subject.lemma, r.name, r.object.lemma) for r in found} == expected


def test_a_batch_is_its_captions(extractor: Extractor) -> None:
    captions = [Caption(text=text) for text, _ in CASES]
    assert extractor.relations(captions) == [extractor.relations([caption])[0] for caption in captions]
    assert extractor.relations([]) == []
    with pytest.raises(InvalidInputError, match="min_confidence"):
        extractor.relations(captions, min_confidence=2.0)


def test_command() -> None:
    run = click.testing.CliRunner().invoke
    shown = run(cli, ["extract", "--relations", CASES[0][0], "Run!"])
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.splitlines() == [
        CASES[0][0],
        "  (man, hold, dog)",
        "  (man, in, hat)",
        "Run!",
        "  (no relations)",
    ]
    lines = run(cli, ["extract", "--relations", "--format", "jsonl", CASES[0][0]])
    record = json.loads(lines.stdout)
    assert record["schema"] == "captuple.relations/1" and record["model"].startswith("en-captions@")
    assert record["relations"][1] == {
        "subject": {
            "text": "man",
            "lemma": "man",
            "type": "people",
            "start": 2,
            "end": 5,
            "phrase_start": 0,
            "phrase_end": 5,
        },
        "relation": "in",
        "object": {
            "text": "hat",
            "lemma": "hat",
            "type": "clothing",
            "start": 15,
            "end": 18,
            "phrase_start": 9,
            "phrase_end": 18,
        },
    }
    assert run(cli, ["extract", "--relations"]).exit_code == 2
