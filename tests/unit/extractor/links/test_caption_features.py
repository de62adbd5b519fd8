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


def test_is_with_an_apostrophe(lexicon: Lexicon) -> None:
    rows = "there PRON 2 expl EX\n's VERB 0 root VBZ\nboy NOUN 2 nsubj NN"
    assert CaptionFeatures(Graph(parse_of(rows)), lexicon).verb_lemmas[1] == "be"


@pytest.mark.parametrize(("auxiliary", "passive"), [("having", []), ("being", [1])])
def test_a_perfect_participle_is_active(lexicon: Lexicon, auxiliary: str, passive: list[int]) -> None:
    features = CaptionFeatures(Graph(parse_of(f"{auxiliary} AUX 2 aux VBG\neaten VERB 0 root VBN")), lexicon)
    assert [i for i in range(2) if features.is_passive(i)] == passive


@pytest.mark.parametrize(
    ("head", "noun", "attire"),
    [
        pytest.param("pool", "shape", True, id="how it is shaped"),
        pytest.param("pool", "garden", False, id="where it is"),
        pytest.param("skirt", "navy", True, id="of what colour clothes are"),
    ],
)
def test_what_describes_is_no_place(lexicon: Lexicon, head: str, noun: str, *, attire: bool) -> None:
    rows = f"{head} NOUN 0 root NN\nin ADP 3 case IN\n{noun} NOUN 1 nmod NN"
    assert CaptionFeatures(Graph(parse_of(rows)), lexicon).is_attire(2) is attire


@pytest.mark.parametrize(("article", "attire"), [("a", True), ("the", False)])
def test_in_a_shade_and_in_the_shade(lexicon: Lexicon, article: str, *, attire: bool) -> None:
    rows = f"nun NOUN 0 root NN\nin ADP 4 case IN\n{article} DET 4 det DT\nshade NOUN 1 nmod NN"
    assert CaptionFeatures(Graph(parse_of(rows)), lexicon).is_attire(3) is attire


@pytest.mark.parametrize(
    ("article", "attire"), [("her PRON 3 nmod:poss PRP$", False), ("the DET 3 det DT", True)]
)
def test_in_what_somebody_has_something(lexicon: Lexicon, article: str, *, attire: bool) -> None:
    rows = f"""
        in ADP 3 case IN
        {article}
        boots NOUN 5 obl NNS
        she PRON 5 nsubj PRP
        has VERB 0 root VBZ
        pebbles NOUN 5 obj NNS
    """
    assert CaptionFeatures(Graph(parse_of(rows)), lexicon).is_attire(2) is attire


@pytest.mark.parametrize(("form", "sense"), [("fries", "food"), ("nuns", "person"), ("men", "person")])
def test_a_plural_that_is_called_like_somebody(lexicon: Lexicon, form: str, sense: str) -> None:
    features = CaptionFeatures(Graph(parse_of(f"{form} NOUN 0 root NNS")), lexicon)
    assert features.supersenses == [sense]


@pytest.mark.parametrize(("head", "attire"), [("nun", True), ("shell", False)])
def test_jewelry_is_worn_by_somebody(lexicon: Lexicon, head: str, *, attire: bool) -> None:
    rows = f"{head} NOUN 0 root NN\nin ADP 3 case IN\npearls NOUN 1 nmod NNS"
    assert CaptionFeatures(Graph(parse_of(rows)), lexicon).is_attire(2) is attire
