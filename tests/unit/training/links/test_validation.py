"""Annotations that cannot be trained on are refused, each fault with file, line and field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.errors import InvalidInputError
from extractor.lexicon import Lexicon, LexiconTable
from extractor.types import Argument, Caption, Predicate, SemanticTuple
from formats.corpora.annotated import AnnotatedCaption
from service.cli.gold import read_gold
from training.links.validation import annotation_faults, check_annotations, known_share

WORDS = "man dog woman bench park street ball hat"
LEXICON = Lexicon(
    LexiconTable(
        noun=dict.fromkeys(WORDS.split(), ("artifact", 1)),
        verb=dict.fromkeys(("sit", "chase", "hold"), ("motion", 1)),
        noun_classes={},
        adjective=["brown", "red"],
        adverb=["quickly"],
        noun_forms={},
        verb_forms={"held": "hold"},
    )
)


def spanned(text: str, word: str, nth: int = 0) -> tuple[int, int]:
    start = -1
    for _ in range(nth + 1):
        start = text.index(word, start + 1)
    return start, start + len(word)


def argument(text: str, start: int, end: int) -> Argument:
    return Argument(text=text[start:end], lemma=None, start=start, end=end)


def annotated(
    text: str,
    predicate: str,
    agent: str,
    patient: str = "",
    locative: str = "",
    *,
    image: int = 0,
    where: str = "",
) -> AnnotatedCaption:
    start, end = spanned(text, predicate)
    slots = {
        slot: (argument(text, *spanned(text, word)),) if word else ()
        for slot, word in (("agents", agent), ("patients", patient), ("locatives", locative))
    }
    item = SemanticTuple(predicate=Predicate(text=predicate, lemma=None, start=start, end=end), **slots)
    return AnnotatedCaption(caption=Caption(text=text, image_id=image), tuples=(item,), where=where)


def good(n: int = 5) -> list[AnnotatedCaption]:
    text = "The brown dog chases a ball in the park."
    return [
        annotated(text, "chases", "dog", "ball", "park", image=i, where=f"good.jsonl:{i + 1}")
        for i in range(n)
    ]


def test_good_annotations_have_no_faults() -> None:
    assert annotation_faults(good(), LEXICON) == []
    check_annotations(good(), LEXICON)


@pytest.mark.parametrize(
    ("predicate", "agent", "patient", "fault"),
    [
        (
            "chases",
            "dog",
            "brown dog",
            "x.jsonl:7: tuples[0].patients[0]: span 4-13 overlaps agents[0] at 10-13",
        ),
        ("dog chases", "dog", "", "x.jsonl:7: tuples[0].agents[0]: span 10-13 overlaps predicate at 10-20"),
        ("chases", "do", "", "x.jsonl:7: tuples[0].agents[0]: span 10-12 cuts a word: 'do'"),
        ("hases", "dog", "", "x.jsonl:7: tuples[0].predicate: span 15-20 cuts a word: 'hases'"),
        ("chases", " ", "", "x.jsonl:7: tuples[0].agents[0]: span 3-4 holds no word, only white space"),
    ],
)
def test_spans(predicate: str, agent: str, patient: str, fault: str) -> None:
    text = "The brown dog chases a ball in the park."
    item = annotated(text, predicate, agent, patient, where="x.jsonl:7")
    assert [str(found) for found in annotation_faults([*good(), item], LEXICON)] == [fault]


def test_one_word_may_stand_in_two_slots() -> None:
    item = annotated("The dog chases the ball.", "chases", "dog", "ball", "ball")
    assert annotation_faults([*good(), item], LEXICON) == []


@pytest.mark.parametrize("slot", ["agents", "patients", "locatives"])
def test_a_slot_on_too_few_images(slot: str) -> None:
    data = good(6)
    for i in (0, 1):
        (item,) = data[i].tuples
        slots = {name: getattr(item, name) for name in ("agents", "patients", "locatives") if name != slot}
        data[i] = AnnotatedCaption(
            caption=data[i].caption,
            tuples=(SemanticTuple(predicate=item.predicate, **slots),),
            where=data[i].where,
        )
    (fault,) = annotation_faults(data, LEXICON)
    assert str(fault) == f"{slot} on 4 images; 5 folds by image need them on 5 at least"
    assert annotation_faults(data, LEXICON, n_folds=4) == []


def test_too_few_images() -> None:
    problems = [fault.problem for fault in annotation_faults(good(3), LEXICON)]
    assert len(problems) == 5
    assert problems[0] == "captions on 3 images; 5 folds by image need them on 5 at least"
    with pytest.raises(InvalidInputError, match="written predicates on 3 images"):
        check_annotations(good(3), LEXICON)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("The men held a purple ball.", 5 / 6),
        ("Two dogs chasing a ball", 1.0),
        ("Ein Mann sitzt auf einer Bank", 0.0),
        ("Hola amigo", 1.0),  # too short to tell
        ("", 1.0),
        ("12 34 56 !", 1.0),
    ],
)
def test_known_share(text: str, share: float) -> None:
    assert known_share(text, LEXICON) == pytest.approx(share)


def test_a_file_with_captions_of_another_language_is_named() -> None:
    german = [
        annotated("Ein Hund jagt einen Ball", "jagt", "Hund", "Ball", image=i, where=f"mixed.jsonl:{i + 1}")
        for i in range(2)
    ]
    english = [AnnotatedCaption(caption=g.caption, tuples=g.tuples, where="mixed.jsonl:9") for g in good(8)]
    (fault,) = annotation_faults([*good(), *german, *english], LEXICON)
    assert fault.where == "mixed.jsonl"
    assert fault.problem.startswith("2 of 10 captions do not look like English")
    assert fault.problem.endswith(
        "mixed.jsonl:1: 'Ein Hund jagt einen Ball'; mixed.jsonl:2: 'Ein Hund jagt einen Ball'"
    )
    # One caption of ten may be a name or a slip of the pen.
    assert annotation_faults([*good(), german[0], *english, *english], LEXICON) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"tuples": [{"agents": []}]}, "gold.jsonl:2: tuples[0]: object missing required field `predicate`"),
        ({"image": 3}, "gold.jsonl:2: object contains unknown field `image`"),
        (
            {"tuples": [{"predicate": {"text": "sit", "start": 4, "end": 40}}]},
            "gold.jsonl:2: tuples[0].predicate: span 4-40 ",
        ),
        (
            {"tuples": [{"predicate": {"text": "", "start": 4, "end": 4}}]},
            "gold.jsonl:2: tuples[0].predicate: span 4-4 ",
        ),
        (
            {
                "tuples": [
                    {
                        "predicate": {"tacit": True},
                        "agents": [
                            {"text": "dogs", "start": 0, "end": 4},
                            {"text": "dogs", "start": 0, "end": 4},
                        ],
                    }
                ]
            },
            "gold.jsonl:2: tuples[0].agents[1]: overlaps another argument of its slot",
        ),
        (
            {"tuples": [{"predicate": {"tacit": True}, "locatives": [{"tacit": True, "kind": "place"}]}]},
            "gold.jsonl:2: tuples[0].locatives[0].kind: invalid enum value 'place'",
        ),
    ],
)
def test_readers_name_file_line_and_field(tmp_path: Path, change: dict[str, object], fault: str) -> None:
    record = {
        "schema": "captuple.annotation/1",
        "image_id": 1,
        "caption_id": 1,
        "caption": "dogs sit",
        "tuples": [{"predicate": {"text": "sit", "start": 5, "end": 8}}],
    }
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(record) + "\n" + json.dumps({**record, "caption_id": 2, **change}) + "\n")
    with pytest.raises(InvalidInputError) as caught:
        read_gold([path], None)
    (found,) = caught.value.faults
    assert str(found).startswith(f"{tmp_path}/{fault}")


def test_the_places_of_captions_reach_the_faults(tmp_path: Path) -> None:
    record = {
        "schema": "captuple.annotation/1",
        "image_id": 1,
        "caption_id": 1,
        "caption": "dogs sit",
        "tuples": [{"predicate": {"text": "si", "start": 5, "end": 7}}],
    }
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(record) + "\n")
    faults = annotation_faults(read_gold([path], None), LEXICON)
    assert str(faults[0]) == f"{path}:1: tuples[0].predicate: span 5-7 cuts a word: 'si'"
