"""Classes of nouns: what captions mean by a word."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from training.syntax.lexicon import WORDNET_FOLDER, build_lexicon


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(build_lexicon(WORDNET_FOLDER, []))


@pytest.mark.parametrize(
    ("noun", "sense", "noun_class"),
    [
        ("mug", "artifact", "container"),
        ("toaster", "artifact", "artifact"),
        ("monitor", "artifact", "device"),
        ("burger", "food", "food"),
        ("poster", "communication", "sign"),
        ("nurse", "person", "person"),
        ("goat", "animal", "animal"),
        ("bench", "artifact", "seat"),
    ],
)
def test_what_captions_mean(lexicon: Lexicon, noun: str, sense: str, noun_class: str) -> None:
    assert lexicon.supersenses(noun, "noun")[0] == sense
    assert lexicon.noun_class(noun) == noun_class


def test_a_sense_that_captions_prefer_comes_once(lexicon: Lexicon) -> None:
    senses = list(lexicon.supersenses("mug", "noun"))
    assert len(senses) == len(set(senses))
