"""A tuple is right when all of it is: hand-worked cases."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from extractor.errors import InvalidInputError
from extractor.types import Argument, Caption, Predicate, SemanticTuple
from formats.corpora.annotated import AnnotatedCaption
from scoring.bast.agreement import Counts
from service.cli.commands.evaluate import evaluate
from service.cli.gold import read_groups
from training.links.evaluate import ComparedCaption, compare_tuples, count_exact

if TYPE_CHECKING:
    from pathlib import Path


def tuple_of(text: str) -> SemanticTuple:
    """The tuple of ``predicate | agents | patients | locatives``, written in lemmas."""
    predicate, *slots = (part.strip() for part in text.split("|"))
    agents, patients, locatives = (
        tuple(argument(word) for word in slot.split(", ") if word) for slot in slots
    )
    tacit = predicate.startswith("~")
    lemma = predicate.strip("~") or None
    head = Predicate(text="" if tacit else predicate, lemma=lemma, tacit=tacit)
    return SemanticTuple(predicate=head, agents=agents, patients=patients, locatives=locatives)


def argument(text: str) -> Argument:
    preposition, _, lemma = text.rpartition(" ")
    negated = lemma.startswith("!")
    lemma = lemma.lstrip("!")
    return Argument(text=lemma, lemma=lemma, preposition=preposition or None, negated=negated)


@pytest.mark.parametrize(
    ("ours", "gold", "counts"),
    [
        ([], [], (0, 0, 0)),
        (["sit | man | | on bench"], ["sit | man | | on bench"], (1, 1, 1)),
        (["eat | man, boy | cake |"], ["eat | boy, man | cake |"], (1, 1, 1)),  # in any order
        (["eat | man | cake |"], ["eat | man, boy | cake |"], (0, 1, 1)),  # a filler is missing
        (["eat | man, boy | cake |"], ["eat | man | cake |"], (0, 1, 1)),  # a filler too many
        (["eat | | man |"], ["eat | man | |"], (0, 1, 1)),  # in another slot
        (["sit | man | | on bench"], ["sit | man | | near bench"], (0, 1, 1)),
        (["sit | man | | bench"], ["sit | man | | on bench"], (0, 1, 1)),
        (["be | !boat | |"], ["be | boat | |"], (0, 1, 1)),
        (["pick-up | man | bag |"], ["pick | man | bag |"], (0, 1, 1)),
        (["~ | dog | | in snow"], ["~ | dog | | in snow"], (1, 1, 1)),
        (["~ | dog | bone |"], ["~hold | dog | bone |"], (0, 1, 1)),  # a tacit predicate of another value
        (["hold | dog | bone |"], ["~hold | dog | bone |"], (0, 1, 1)),  # written, not tacit
        (["run | dog | |", "run | dog | |"], ["run | dog | |"], (1, 2, 1)),  # each needs one of its own
        (["run | dog | |"], ["run | dog | |", "bark | dog | |"], (1, 1, 2)),
        (["see | man, man | |"], ["see | man | |"], (0, 1, 1)),  # two men are not one
    ],
)
def test_count_of_exact_tuples(ours: list[str], gold: list[str], counts: tuple[int, int, int]) -> None:
    found = count_exact([tuple_of(text) for text in ours], [tuple_of(text) for text in gold])
    assert found == Counts(*counts)


def test_what_does_not_count() -> None:
    ours = SemanticTuple(
        predicate=Predicate(text="sits", lemma="sit", start=2, end=6, confidence=0.5),
        locatives=(Argument(text="bench", lemma="bench", preposition="on", kind="object", confidence=0.5),),
    )
    gold = SemanticTuple(
        predicate=Predicate(text="sit", lemma="sit"),
        locatives=(Argument(text="benches", lemma="bench", preposition="on", kind="scene"),),
    )
    assert count_exact([ours], [gold]) == Counts(1, 1, 1)


def test_figures_overall_and_by_group() -> None:
    run, bark = tuple_of("run | dog | |"), tuple_of("bark | dog | |")
    captions = [
        ComparedCaption(image="1", ours=[run, bark], gold=[run], groups=["audio"]),
        ComparedCaption(image="2", ours=[], gold=[bark], groups=["audio", "short"]),
        ComparedCaption(image="3", ours=[run], gold=[run]),
    ]
    exact = compare_tuples(captions).exact
    assert exact.overall == Counts(2, 3, 3)  # of the groups (1, 2, 2), of the third caption (1, 1, 1)
    assert exact.by_group == {"audio": Counts(1, 2, 2), "short": Counts(0, 0, 1)}
    assert compare_tuples(captions).as_record()["exact_tuples"] == {
        "precision": 0.6667,
        "recall": 0.6667,
        "n_right": 2,
        "n_ours": 3,
        "n_gold": 3,
        "by_group": {
            "audio": {"precision": 0.5, "recall": 0.5, "n_right": 1, "n_ours": 2, "n_gold": 2},
            "short": {"precision": 1.0, "recall": 0.0, "n_right": 0, "n_ours": 0, "n_gold": 1},
        },
    }


def test_groups_of_captions(tmp_path: Path) -> None:
    captions = [AnnotatedCaption(caption=Caption(text="A", caption_id=name), tuples=()) for name in ("a", 7)]
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    first.write_text('{"a": "coco", "unused": "video"}')
    second.write_text('{"7": ["short", "lists"]}')
    assert read_groups([first, second], captions) == [["coco"], ["short", "lists"]]
    with pytest.raises(InvalidInputError, match=r"caption 7 is not in .*first\.json"):
        read_groups([first], captions)
    first.write_text('["coco"]')
    with pytest.raises(InvalidInputError, match=r"first\.json: expected a JSON object"):
        read_groups([first], captions)
    first.write_bytes(b'{"a": "\xff"}')
    with pytest.raises(InvalidInputError, match=r"first\.json: expected a JSON object"):
        read_groups([first], captions)


def test_evaluate_prints_them(tmp_path: Path) -> None:
    text = "A dog runs."
    record = {
        "schema": "captuple.annotation/1",
        "image_id": "i",
        "caption_id": "d",
        "caption": text,
        "tuples": [
            {
                "predicate": {"text": "runs", "start": 6, "end": 10},
                "agents": [{"text": "dog", "start": 2, "end": 5}],
            }
        ],
    }
    gold, kinds = tmp_path / "gold.jsonl", tmp_path / "kinds.json"
    gold.write_text(json.dumps(record) + "\n")
    kinds.write_text('{"d": "short"}')
    result = CliRunner().invoke(evaluate, ["--gold", str(gold), "--by", str(kinds)])
    assert result.exit_code == 0, result.output
    lines = [line.split() for line in result.output.splitlines()]
    assert ["exact", "tuples", "P", "R", "right", "ours", "gold"] in lines
    assert ["all", "1.0000", "1.0000", "1", "1", "1"] in lines
    assert ["short", "1.0000", "1.0000", "1", "1", "1"] in lines
    result = CliRunner().invoke(evaluate, ["--gold", str(gold), "--by", str(kinds), "--format", "json"])
    assert json.loads(result.stdout)["gold"]["exact_tuples"]["by_group"]["short"]["n_right"] == 1
    result = CliRunner().invoke(evaluate, ["--coreference", str(gold), "--by", str(kinds)])
    assert (result.exit_code, "--by goes with --gold" in result.output) == (2, True)
