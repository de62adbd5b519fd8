"""Denied acts and absent things, on trees written by hand."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.caption_features import CaptionFeatures
from extractor.syntax.graph import Graph
from extractor.tuples.negation import affirmed_places, is_denied, is_negated
from tests.parses import parse_of
from tests.unit.extractor.tuples.test_clauses import tuples

LEXICON = Lexicon(
    LexiconTable(noun={}, verb={}, noun_classes={}, adjective=[], adverb=[], noun_forms={}, verb_forms={})
)


def features_of(rows: str) -> CaptionFeatures:
    return CaptionFeatures(Graph(parse_of(rows)), LEXICON)


@pytest.mark.parametrize("word", ["not", "never", "n't", "n\u2019t"])
def test_a_denied_verb(word: str) -> None:
    features = features_of(f"""
        man NOUN 4 nsubj
        is AUX 4 aux
        {word} PART 4 advmod
        eating VERB 0 root
        bread NOUN 4 obj
    """)
    assert is_denied(features, 3)


@pytest.mark.parametrize("word", ["neither", "none"])
def test_neither_of_them_is_nobody(word: str) -> None:
    features = features_of(f"{word} DET 4 nsubj\nof ADP 3 case\nmen NOUN 1 nmod\nsits VERB 0 root")
    assert is_negated(features, 0)


@pytest.mark.parametrize("relation", ["cc:preconj", "advmod"])
def test_neither_act_is_done(relation: str) -> None:
    features = features_of(f"""
        man NOUN 3 nsubj
        neither CCONJ 3 {relation}
        eats VERB 0 root
        nor CCONJ 5 cc
        drinks VERB 3 conj
    """)
    assert is_denied(features, 2)
    assert is_denied(features, 4)


def test_not_only_is_no_denial() -> None:
    features = features_of("""
        man NOUN 4 nsubj
        not PART 4 advmod
        only ADV 4 advmod
        runs VERB 0 root
    """)
    assert not is_denied(features, 3)


def test_what_is_not_done_rather_than_something_else() -> None:
    features = features_of(
        """
        man NOUN 2 nsubj
        walks VERB 0 root
        rather ADV 5 cc
        than ADP 3 fixed
        runs VERB 2 conj
        """
    )
    assert not is_denied(features, 1)
    assert is_denied(features, 4)


@pytest.mark.parametrize("conjunction", ["or", "nor", "but", "and"])
def test_what_is_coordinated_with_a_denied_verb(conjunction: str) -> None:
    features = features_of(f"""
        man NOUN 4 nsubj
        does AUX 4 aux
        not PART 4 advmod
        run VERB 0 root
        {conjunction} CCONJ 6 cc
        jump VERB 4 conj
    """)
    assert is_denied(features, 3)
    assert is_denied(features, 5) == (conjunction in ("or", "nor"))


def test_what_a_denied_verb_would_have_tried() -> None:
    features = features_of("""
        dog NOUN 4 nsubj
        does AUX 4 aux
        not PART 4 advmod
        try VERB 0 root
        to PART 6 mark
        swim VERB 4 xcomp
        while SCONJ 9 mark
        cats NOUN 9 nsubj
        sleep VERB 4 advcl
    """)
    assert [is_denied(features, i) for i in (5, 8)] == [True, False]


def test_a_clause_with_without() -> None:
    features = features_of("""
        man NOUN 2 nsubj
        walks VERB 0 root
        without SCONJ 4 mark
        looking VERB 2 advcl
    """)
    assert [is_denied(features, i) for i in (1, 3)] == [False, True]


def test_denied_existence_is_an_absent_thing() -> None:
    features = features_of("""
        there PRON 2 expl
        are VERB 0 root
        not PART 2 advmod
        any DET 5 det
        boats NOUN 2 nsubj
        on ADP 7 case
        lakes NOUN 2 obl
    """)
    assert not is_denied(features, 1)
    assert [is_negated(features, i) for i in (4, 6)] == [True, False]


def test_a_list_is_negated_up_to_a_determiner() -> None:
    features = features_of("""
        has VERB 0 root
        no DET 3 det
        stove NOUN 1 obj
        , PUNCT 6 punct
        no DET 6 det
        sink NOUN 3 conj
        , PUNCT 8 punct
        cups NOUN 3 conj
        and CCONJ 11 cc
        a DET 11 det
        window NOUN 3 conj
        plants NOUN 3 conj
    """)
    assert [is_negated(features, i) for i in (2, 5, 7, 10, 11)] == [True, True, True, False, False]


def test_neither_denies_what_nor_adds() -> None:
    features = features_of("""
        neither CCONJ 3 cc
        the DET 3 det
        guard NOUN 7 nsubj
        nor CCONJ 6 cc
        the DET 6 det
        clerk NOUN 3 conj
        notices VERB 0 root
    """)
    assert [is_negated(features, i) for i in (2, 5)] == [True, True]


def test_the_denial_of_where_something_is_hangs_on_the_place() -> None:
    features = features_of(
        """
        cat NOUN 5 nsubj NN
        is AUX 5 cop VBZ
        not ADV 5 advmod RB
        on ADP 5 case IN
        bed NOUN 0 root NN
        """
    )
    assert is_denied(features, 1)
    assert affirmed_places(features, 4) == []


def test_the_place_behind_but_is_told() -> None:
    features = features_of(
        """
        cat NOUN 5 nsubj NN
        is AUX 5 cop VBZ
        not ADV 5 advmod RB
        on ADP 5 case IN
        bed NOUN 0 root NN
        but CCONJ 8 cc CC
        under ADP 8 case IN
        table NOUN 5 conj NN
        """
    )
    assert not is_denied(features, 1)
    assert affirmed_places(features, 4) == [7]


def test_what_a_list_says_is_there_all_the_same() -> None:
    features = features_of(
        """
        are VERB 0 root VBP
        no DET 3 det DT
        men NOUN 1 nsubj NNS
        only ADV 5 advmod RB
        dogs NOUN 3 conj NNS
        and CCONJ 7 cc CC
        swans NOUN 5 conj NNS
        """
    )
    assert [is_negated(features, i) for i in (2, 4, 6)] == [True, False, False]


def test_not_this_thing_but_that() -> None:
    features = features_of(
        """
        holds VERB 0 root VBZ
        fork NOUN 1 obj NN
        not ADV 4 advmod RB
        knife NOUN 2 conj NN
        """
    )
    assert [is_negated(features, i) for i in (1, 3)] == [False, True]


@pytest.mark.parametrize(("degree", "denied"), [("too", True), ("very", False)])
def test_what_is_too_much_for_an_act(degree: str, *, denied: bool) -> None:
    features = features_of(
        f"""
        label NOUN 4 nsubj NN
        is AUX 4 cop VBZ
        {degree} ADV 4 advmod RB
        blurry ADJ 0 root JJ
        to PART 6 mark TO
        read VERB 4 advcl VB
        """
    )
    assert is_denied(features, 5) is denied


@pytest.mark.parametrize(("verb", "denied"), [("refuse", True), ("want", False)])
def test_what_is_refused_is_not_done(verb: str, *, denied: bool) -> None:
    features = features_of(f"""
        dogs NOUN 2 nsubj
        {verb} VERB 0 root
        to PART 4 mark
        jump VERB 2 xcomp
    """)
    assert is_denied(features, 3) is denied


@pytest.mark.parametrize(("verb", "denied"), [("fail", True), ("try", False)])
def test_what_fails_is_not_done(verb: str, *, denied: bool) -> None:
    features = features_of(f"""
        dogs NOUN 2 nsubj
        {verb} VERB 0 root
        to PART 4 mark
        jump VERB 2 xcomp
    """)
    assert 1 in features.graph.folded
    assert is_denied(features, 3) is denied


@pytest.mark.parametrize(
    ("between", "denied"),
    [("but CCONJ 8 cc", ["bats"]), ("only ADV 8 advmod", ["bats"]), ("or CCONJ 8 cc", ["holding"])],
)
def test_what_is_held_in_place_of_what_is_not(between: str, denied: list[str]) -> None:
    features = features_of(f"""
        man NOUN 4 nsubj
        is AUX 4 aux
        not PART 4 advmod
        holding VERB 0 root
        bats NOUN 4 obj
        , PUNCT 8 punct
        {between}
        brooms NOUN 5 conj
    """)
    assert is_denied(features, 3) is ("holding" in denied)
    assert is_negated(features, 4) is ("bats" in denied)
    assert not is_negated(features, 7)


def test_what_somebody_does_that_is_denied_of_another_thing() -> None:
    rows = """
        man NOUN 4 nsubj NN
        does AUX 4 aux VBZ
        not PART 4 advmod RB
        hold VERB 0 root VB
        hats NOUN 4 obj NNS
        {word} CCONJ 7 cc CC
        brooms NOUN 5 conj NNS
    """
    assert tuples(rows.format(word="but")) == ["hold agent man patient !hats patient brooms"]
    assert tuples(rows.format(word="or")) == []
