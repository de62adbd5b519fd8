"""Positions in the picture, on trees written by hand."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.caption_features import CaptionFeatures
from extractor.syntax.graph import Graph
from extractor.tuples.regions import region_of, with_regions
from extractor.types import Argument, Predicate, SemanticTuple
from tests.parses import parse_of

LEXICON = Lexicon(
    LexiconTable(noun={}, verb={}, noun_classes={}, adjective=[], adverb=[], noun_forms={}, verb_forms={})
)


def features_of(rows: str) -> CaptionFeatures:
    return CaptionFeatures(Graph(parse_of(rows)), LEXICON)


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("left", "left"),
        ("right side", "right"),
        ("top right corner", "top-right"),
        ("upper left corner", "top-left"),
        ("lower half", "bottom"),
        ("background", "background"),
        ("foreground", "foreground"),
        ("center", "centre"),
        ("bottom center", None),
        ("corner", None),
        ("side", None),
        ("other side", None),
    ],
)
def test_the_name_of_a_region(phrase: str, name: str | None) -> None:
    *before, head = phrase.split()
    n = 2 + len(before) + 2
    rows = ["A DET 2 det", "dog NOUN 0 root", f"in ADP {n} case", "the DET 4 det"][:3]
    rows += [f"{word} ADJ {n} amod" for word in ["the", *before]]
    rows += [f"{head} NOUN 2 nmod"]
    features = features_of("\n".join(rows))
    expected = "bottom-centre" if phrase == "bottom center" else name
    assert region_of(features, len(rows) - 1) == expected


@pytest.mark.parametrize(("owner", "name"), [("the", "left"), ("her", None), ("its", None)])
def test_a_hand_of_somebody_is_no_place_in_the_picture(owner: str, name: str | None) -> None:
    relation = "det" if owner == "the" else "nmod:poss"
    rows = f"bag NOUN 0 root\nin ADP 5 case\n{owner} PRON 5 {relation}\nleft ADJ 5 amod\nhand NOUN 1 nmod"
    assert region_of(features_of(rows), 4) == name


def test_a_side_of_a_thing_is_no_region_and_that_of_the_picture_is_one() -> None:
    def rows(whole: str) -> str:
        return f"""
            dog NOUN 0 root
            at ADP 4 case
            the DET 4 det
            bottom NOUN 1 nmod
            of ADP 7 case
            the DET 7 det
            {whole} NOUN 4 nmod
        """

    tree = features_of(rows("image"))
    # The graph folds parts of places: what follows by `of` is then the noun of the place.
    item = SemanticTuple(
        predicate=Predicate(text="", lemma=None, tacit=True),
        agents=(Argument(text="dog", lemma="dog", start=0, end=3),),
        locatives=(
            Argument(text="image", lemma="image", start=25, end=30, preposition="at-the-bottom-of", entity=1),
        ),
    )
    [found] = with_regions(tree, [item], prose=False)
    [place] = found.locatives
    assert (place.text, place.lemma, place.preposition, place.kind) == (
        "bottom",
        "bottom",
        "at",
        "image-region",
    )
    [same] = with_regions(features_of(rows("house")), [item], prose=False)
    assert same == item


def test_in_prose_a_region_beside_a_noun_is_where_it_acts() -> None:
    features = features_of("""
        The DET 2 det
        man NOUN 6 nsubj
        on ADP 5 case
        the DET 5 det
        left NOUN 2 nmod
        reads VERB 0 root
    """)
    item = SemanticTuple(
        predicate=Predicate(text="reads", lemma="read", start=20, end=25),
        agents=(Argument(text="man", lemma="man", start=4, end=7),),
    )
    assert features.graph.parse.tokens[5].start == 20
    [found] = with_regions(features, [item], prose=True)
    assert [(a.preposition, a.lemma, a.kind, a.start) for a in found.locatives] == [
        ("on", "left", "image-region", 15)
    ]
    assert with_regions(features, [item], prose=False) == [item]
