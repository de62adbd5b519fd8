"""ClearNLP's trees as Universal Dependencies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.syntax.spacy_parser import to_universal

# word, head counted from 1, ClearNLP's relation, UPOS, lemma -> head and relation in UD
TREES: dict[str, list[tuple[str, int, str, str, str, int, str]]] = {
    "a preposition becomes the case of its noun": [
        ("dogs", 2, "nsubj", "NOUN", "dog", 2, "nsubj"),
        ("run", 0, "ROOT", "VERB", "run", 0, "root"),
        ("on", 2, "prep", "ADP", "on", 4, "case"),
        ("sand", 3, "pobj", "NOUN", "sand", 2, "obl"),
    ],
    "of a noun it is a nominal modifier": [
        ("dogs", 0, "ROOT", "NOUN", "dog", 0, "root"),
        ("on", 1, "prep", "ADP", "on", 3, "case"),
        ("sand", 2, "pobj", "NOUN", "sand", 1, "nmod"),
    ],
    "two prepositions in a row are both of the noun": [
        ("runs", 0, "ROOT", "VERB", "run", 0, "root"),
        ("out", 1, "prep", "ADP", "out", 4, "case"),
        ("of", 2, "prep", "ADP", "of", 4, "case"),
        ("water", 3, "pobj", "NOUN", "water", 1, "obl"),
    ],
    "a preposition without a noun is an adverb": [
        ("looks", 0, "ROOT", "VERB", "look", 0, "root"),
        ("on", 1, "prep", "ADP", "on", 1, "advmod"),
    ],
    "the place where something is takes the copula's": [
        ("kite", 2, "nsubj", "NOUN", "kite", 4, "nsubj"),
        ("is", 0, "ROOT", "AUX", "be", 4, "cop"),
        ("in", 2, "prep", "ADP", "in", 4, "case"),
        ("trees", 3, "pobj", "NOUN", "tree", 0, "root"),
        (".", 2, "punct", "PUNCT", ".", 2, "punct"),
    ],
    "so does what something is": [
        ("man", 2, "nsubj", "NOUN", "man", 3, "nsubj"),
        ("is", 0, "ROOT", "AUX", "be", 3, "cop"),
        ("tall", 2, "acomp", "ADJ", "tall", 0, "root"),
    ],
    "what there is is the subject": [
        ("there", 2, "expl", "PRON", "there", 2, "expl"),
        ("is", 0, "ROOT", "VERB", "be", 0, "root"),
        ("cat", 2, "attr", "NOUN", "cat", 2, "nsubj"),
    ],
    "a passive with its agent": [
        ("ball", 3, "nsubjpass", "NOUN", "ball", 3, "nsubj:pass"),
        ("is", 3, "auxpass", "AUX", "be", 3, "aux:pass"),
        ("thrown", 0, "ROOT", "VERB", "throw", 0, "root"),
        ("by", 3, "agent", "ADP", "by", 5, "case"),
        ("girls", 4, "pobj", "NOUN", "girl", 3, "obl"),
    ],
    "conjuncts hang on the first, conjunctions on the next": [
        ("cats", 0, "ROOT", "NOUN", "cat", 0, "root"),
        ("dogs", 1, "conj", "NOUN", "dog", 1, "conj"),
        ("and", 2, "cc", "CCONJ", "and", 4, "cc"),
        ("birds", 2, "conj", "NOUN", "bird", 1, "conj"),
    ],
    "a clause behind a preposition": [
        ("tool", 0, "ROOT", "NOUN", "tool", 0, "root"),
        ("for", 1, "prep", "ADP", "for", 3, "mark"),
        ("cutting", 2, "pcomp", "VERB", "cut", 1, "acl"),
    ],
}


@pytest.mark.parametrize("name", TREES)
def test_trees_by_hand(name: str) -> None:
    rows = TREES[name]
    heads, relations = to_universal(
        [row[1] - 1 for row in rows],
        [row[2] for row in rows],
        [row[3] for row in rows],
        [row[4] for row in rows],
    )
    assert [(head + 1, relation) for head, relation in zip(heads, relations, strict=True)] == [
        row[5:] for row in rows
    ]


_WORDS = st.tuples(
    st.sampled_from(
        ["prep", "pobj", "pcomp", "conj", "cc", "attr", "acomp", "agent", "nsubj", "expl", "dobj", "relcl"]
    ),
    st.sampled_from(["NOUN", "VERB", "AUX", "ADP", "CCONJ", "ADJ", "PRON"]),
    st.sampled_from(["be", "dog"]),
    st.integers(0, 100),
)


@given(st.lists(_WORDS, min_size=1, max_size=9))
def test_a_tree_stays_a_tree(words: list[tuple[str, str, str, int]]) -> None:
    # Each word hangs on an earlier or a later one of those already placed, so that any shape of tree comes up.
    order = sorted(range(len(words)), key=lambda i: (words[i][3], i))
    heads = [-1] * len(words)
    for k, i in enumerate(order[1:], 1):
        heads[i] = order[words[i][3] % k]
    new, relations = to_universal(heads, *([word[k] for word in words] for k in range(3)))
    assert [head < 0 for head in new].count(True) == 1
    assert [relation == "root" for relation in relations] == [head < 0 for head in new]
    for i in range(len(words)):
        seen = {i}
        while new[i] >= 0:
            i = new[i]
            assert i not in seen
            seen.add(i)
