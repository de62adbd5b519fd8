"""Kinds of difference in words for people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extractor.errors import InvalidInputError
from extractor.types import Argument, Predicate, SemanticTuple
from scoring import DescribedCaption, grade_images
from scoring.graded.explain import DIFFERENCE_KINDS, Explanation, count_differences, explain, sum_text


def noun(lemma: str, *modifiers: str, preposition: str | None = None, negated: bool = False) -> Argument:
    return Argument(text=lemma, lemma=lemma, modifiers=modifiers, preposition=preposition, negated=negated)


def caption(
    verb: str | None, agent: Argument, patient: Argument | None = None, place: Argument | None = None
) -> DescribedCaption:
    item = SemanticTuple(
        predicate=Predicate(text=verb or "", lemma=verb, tacit=verb is None),
        agents=(agent,),
        patients=() if patient is None else (patient,),
        locatives=() if place is None else (place,),
    )
    return DescribedCaption(tuples=[item])


def explained(candidate: DescribedCaption, *references: DescribedCaption) -> Explanation:
    return explain(grade_images({1: candidate}, {1: references}).images[1])


def described(modifier: str) -> DescribedCaption:
    return caption(None, noun("dog", modifier))


DOG, CAT = noun("dog"), noun("cat")


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        (caption("see", CAT, DOG), caption("see", DOG, CAT), ("roles exchanged", "cat > dog", "dog > cat")),
        (
            caption(None, noun("dog", "red")),
            caption(None, noun("dog", "blue")),
            ("wrong colour", "red dog", "blue dog"),
        ),
        (
            caption(None, noun("box", "metal")),
            caption(None, noun("box", "glass")),
            ("wrong material", "metal box", "glass box"),
        ),
        (
            caption(None, noun("dog", "big")),
            caption(None, noun("dog", "tiny")),
            ("wrong size", "big dog", "tiny dog"),
        ),
        (
            caption(None, noun("dog", "two")),
            caption(None, noun("dog", "three")),
            ("wrong count", "2 dog", "3 dog"),
        ),
        (
            caption(None, DOG, place=noun("table", preposition="on")),
            caption(None, DOG, place=noun("table", preposition="under")),
            ("wrong place", "dog on table", "dog under table"),
        ),
        (
            caption(None, noun("cup"), place=noun("box", preposition="in")),
            caption(None, noun("box"), place=noun("cup", preposition="in")),
            ("places exchanged", "cup in box", "box in cup"),
        ),
        (
            caption("see", DOG, noun("cat", negated=True)),
            caption("see", DOG, CAT),
            ("denied", "no cat", "cat"),
        ),
        (
            caption("see", DOG, CAT),
            caption("see", DOG, noun("cat", negated=True)),
            ("denied", "cat", "no cat"),
        ),
    ],
)
def test_contradictions(
    candidate: DescribedCaption, reference: DescribedCaption, expected: tuple[str, str, str]
) -> None:
    differences = [(d.kind, d.said, d.meant) for d in explained(candidate, reference).differences]
    assert differences[0] == expected


def of_two(first: Argument, second: Argument) -> DescribedCaption:
    """Two things that are there, told apart by their numbers."""
    things = replace(first, entity=0), replace(second, entity=1)
    return DescribedCaption(tuples=[item for thing in things for item in caption(None, thing).tuples])


def test_who_does_what_of_two_is_no_question_of_number() -> None:
    first, second = replace(CAT, entity=0), replace(DOG, entity=1)
    found = explained(
        caption("see", first, second), caption("see", replace(DOG, entity=0), replace(CAT, entity=1))
    )
    assert {(d.kind, d.said) for d in found.differences} == {
        ("roles exchanged", "cat > dog"),
        ("roles exchanged", "cat see"),
        ("roles exchanged", "see dog"),
    }


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("big", "wrong size"),
        ("red", "wrong colour"),
        ("glass", "wrong material"),
        ("open", "wrong state"),
        ("famous", "wrong state"),
    ],
)
def test_an_attribute_of_the_other_one_has_its_kind(word: str, kind: str) -> None:
    found = explained(
        of_two(noun("dog", word), noun("cat", "plain")), of_two(noun("dog", "plain"), noun("cat", word))
    )
    assert {d.kind for d in found.differences if d.said == f"{word} dog"} == {kind}


def test_of_exchanged_colours_each_is_beside_that_of_the_same_thing() -> None:
    found = explained(
        of_two(noun("dog", "white"), noun("cat", "black")), of_two(noun("cat", "white"), noun("dog", "black"))
    )
    assert {(d.kind, d.said, d.meant) for d in found.differences} == {
        ("wrong colour", "white dog", "black dog"),
        ("wrong colour", "black cat", "white cat"),
    }


def test_what_is_invented_and_what_is_missing() -> None:
    found = explained(
        caption("see", DOG, noun("kite")),
        caption("see", DOG, CAT),
        caption("see", DOG, noun("fox")),
        caption("see", DOG, CAT),
    )
    # Two of three references have a cat, one a fox: the fox alone is no lack.
    assert [(d.kind, d.said, d.meant, round(d.degree, 2)) for d in found.differences] == [
        ("invented", "kite", "", 1.0),
        ("missing", "", "cat", 0.67),
    ]
    assert [(w.word, w.match) for w in found.words] == [("see", "see"), ("dog", "dog"), ("kite", None)]
    assert [(f.word, f.match) for f in found.facts] == [("dog see", "dog see")]


def test_same_captions_do_not_differ() -> None:
    found = explained(caption("see", DOG, CAT), caption("see", DOG, CAT))
    assert found.differences == ()
    assert sum_text(found).startswith(f"{found.score:.4f} = ")


def test_counts_are_of_images() -> None:
    wrong = explained(caption(None, noun("dog", "red", "big")), caption(None, noun("dog", "blue", "tiny")))
    right = explained(caption(None, DOG), caption(None, DOG))
    counts = count_differences([wrong, right, wrong])
    assert tuple(counts) == DIFFERENCE_KINDS
    assert (counts["wrong colour"], counts["wrong size"], counts["roles exchanged"]) == (2, 2, 0)


def test_the_former_version_cannot_be_explained() -> None:
    image = grade_images({1: caption(None, DOG)}, {1: [caption(None, DOG)]}, version="v1").images[1]
    with pytest.raises(InvalidInputError, match="v1 knows no facts"):
        explain(image)
    with pytest.raises(InvalidInputError, match="graded version: 'v9' is not allowed; allowed: v2, v1"):
        grade_images({1: caption(None, DOG)}, {1: [caption(None, DOG)]}, version="v9")
