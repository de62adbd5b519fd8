from __future__ import annotations

import pytest

from extractor.errors import UnknownNameError
from extractor.types import Argument, Predicate
from scoring import GroundingFunction, UngroundableError, get_grounding

LEMMA = get_grounding("lemma.v1")


@pytest.mark.parametrize(
    ("lemma", "value"),
    [
        ("dog", "dog"),
        ("Jesus", "jesus"),
        ("him", "him"),  # a pronoun stays one
        ("pick-up", "pick-up"),
        ("cafe\u0301", "caf\u00e9"),  # composed
        ("\u0130", "i\u0307"),  # capital I with dot: lower case has no composed form
        ("\u212b", "\u00e5"),  # the angstrom sign is the letter
        ("", None),
    ],
)
def test_lemma_values(lemma: str, value: str | None) -> None:
    assert LEMMA.ground_arguments([Argument(text="", lemma=lemma, tacit=True)]) == [value]
    assert LEMMA.ground_predicates([Predicate(text="", lemma=lemma, tacit=True)]) == [value]


def test_lemma_of_tacit_items_without_value() -> None:
    assert LEMMA.ground_arguments([Argument(text="", lemma=None, tacit=True)]) == [None]
    assert LEMMA.ground_predicates([]) == []


def test_lemma_refuses_to_guess() -> None:
    batch = [
        Argument(text="dogs", lemma=None),
        Argument(text="cat", lemma="cat"),
        Argument(text="x" * 99, lemma=""),
    ]
    with pytest.raises(UngroundableError, match=r"items\[0\]: 'dogs' has no lemma; lemmatize") as caught:
        LEMMA.ground_arguments(batch)
    assert list(caught.value.problem_by_index) == [0, 2]
    assert len(caught.value.faults[1].problem) < 150


def test_the_same_object_every_time() -> None:
    assert get_grounding("lemma.v1") is get_grounding("lemma.v1")
    assert isinstance(get_grounding("lemma.v1"), GroundingFunction)


@pytest.mark.parametrize(
    "name", ["lemma", "lemma.v2", "", "os.path", "scoring.grounding.lemma:LemmaGrounding"]
)
def test_unknown_names_are_never_imported(name: str) -> None:
    with pytest.raises(UnknownNameError, match=r"unknown grounding .*; known: .*lemma\.v1"):
        get_grounding(name)
