"""Treebanks as an encoder sees them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from extractor.syntax.encoder.parser import _lemma, _rule
from training.syntax.encoder.data import as_read, label_sets, lemma_rule, tree_sentence

# "Dogs", he says, bark -- here.
ROWS = [
    row.split()
    for row in (
        '1 " " PUNCT `` _ 2 punct _ _ _ _ _',
        "2 Dogs dog NOUN NNS Number=Plur|Typo=Yes 7 nsubj _ _ _ ARG0 _",
        "3 \" \" PUNCT '' _ 2 punct _ _ _ _ _",
        "4 , , PUNCT , _ 6 punct _ _ _ _ _",
        "5 he he PRON PRP _ 6 nsubj _ _ _ _ ARG0",
        "6 says say VERB VBZ _ 7 parataxis _ _ say.01 _ _",
        "7 bark bark VERB VBP _ 0 root _ _ bark.01 _ ARG1",
        "8 -- -- PUNCT : _ 9 punct _ _ _ _ _",
        "9 here here ADV RB _ 7 advmod _ _ _ ARGM-LOC _",
        "10 . . PUNCT . _ 7 punct _ _ _ _ _",
    )
]


def test_a_sentence_as_captions_are_read() -> None:
    sentence = tree_sentence(ROWS)
    assert sentence.labels["feats"][1] == "Number=Plur"
    # Predicates stand in the order of the text: says has the first column of roles, bark the second.
    assert sentence.roles == {5: {1: "A0", 8: "AM-LOC"}, 6: {4: "A0"}}
    read = as_read(sentence)
    assert read.forms == ("dogs", ",", "he", "says", "bark", "here", ".")
    # bark is word 5 now, and the head of what hung on it; the full stop hangs on the root.
    assert read.heads == (5, 4, 4, 5, 0, 5, 5)
    assert read.labels["deprel"] == ("nsubj", "punct", "nsubj", "parataxis", "root", "advmod", "punct")
    assert read.roles == {3: {0: "A0", 5: "AM-LOC"}, 4: {2: "A0"}}


def test_a_mark_that_governs_stays() -> None:
    rows = ["1 -- -- PUNCT : _ 0 root _ _".split(), "2 dogs dog NOUN NNS _ 1 dep _ _".split()]
    assert as_read(tree_sentence(rows)).forms == ("--", "dogs", ".")
    assert tree_sentence(rows).roles is None


def test_labels_of_a_tiny_treebank() -> None:
    labels = label_sets([tree_sentence(ROWS)])
    assert labels["upos"] == ["ADV", "NOUN", "PRON", "PUNCT", "VERB"]
    assert "root" in labels["deprel"]
    assert labels["role"][:2] == ["-", "A0"]
    assert "0|" in labels["lemma"]


@given(st.text(max_size=9), st.text(min_size=1, max_size=9))
def test_a_rule_gives_back_the_lemma(form: str, lemma: str) -> None:
    assert _lemma(form, _rule(lemma_rule(form, lemma))) == lemma


def test_a_rule_that_cuts_more_than_there_is_leaves_the_word() -> None:
    assert _lemma("ox", (3, "en")) == "ox"
    assert _lemma("ox", (2, "")) == "ox"
