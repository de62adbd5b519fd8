"""What the features of a caption are made of, on trees written by hand."""

from __future__ import annotations

import pytest

from extractor.bundle import find_bundle
from extractor.lexicon import Lexicon
from extractor.links.caption_features import CaptionFeatures
from extractor.syntax.graph import Graph
from tests.parses import parse_of


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load(find_bundle("en-captions") / "lexicon.json.gz")


@pytest.mark.parametrize(
    ("form", "tag", "lemma"),
    [("saw", "VB", "saw"), ("saw", "VBD", "see"), ("grind", "VB", "grind"), ("ground", "VBD", "grind")],
)
def test_a_base_form_is_its_own_lemma(lexicon: Lexicon, form: str, tag: str, lemma: str) -> None:
    rows = f"man NOUN 2 nsubj NN\n{form} VERB 0 root {tag}\nplank NOUN 2 obj NN"
    assert CaptionFeatures(Graph(parse_of(rows)), lexicon).verb_lemmas[1] == lemma
