"""The caption treebank: every sentence is a tree in Universal Dependencies, and says what its caption says."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from formats.corpora.conllu import read_trees
from service.cli.gold import read_gold
from tests.data.captions import build

DATA = Path(__file__).parents[1] / "data"
UPOS = frozenset("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split())
RELATIONS = frozenset(
    "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl "
    "fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative "
    "xcomp".split()
)
SUBTYPES = frozenset(
    "acl:relcl advcl:relcl aux:pass cc:preconj compound:prt csubj:pass det:predet nmod:desc nmod:poss nmod:unmarked "
    "nsubj:outer nsubj:pass obl:agent obl:unmarked".split()
)
SENTENCES = read_trees(DATA / "captions" / "trees.conllu")  # one root, no circles, heads in range
IDS = [sentence.comments["sent_id"] for sentence in SENTENCES]


def test_400_of_two_sources_none_twice() -> None:
    assert Counter(sent_id.split("-")[0] for sent_id in IDS) == {"captions": 200, "kinds": 200}
    assert len(set(IDS)) == 400
    assert len({sentence.comments["text"] for sentence in SENTENCES}) == 400


def test_columns() -> None:
    for sentence in SENTENCES:
        where = sentence.comments["sent_id"]
        text = ""
        for row in sentence.rows:
            form, lemma, upos, xpos, features, head, relation = row[1:8]
            assert len(row) == 10, where
            assert upos in UPOS, where
            assert lemma not in ("", "_"), where
            assert xpos not in ("", "_"), where
            assert features == "_", where
            assert relation in RELATIONS | SUBTYPES, where
            assert (relation == "root") == (head == "0"), where
            assert row[9] in ("_", "SpaceAfter=No"), where
            text += form + ("" if row[9] == "SpaceAfter=No" else " ")
        assert text.strip() == sentence.comments["text"]


def test_no_edges_cross() -> None:
    for sentence in SENTENCES:
        edges = [sorted((int(row[0]), int(row[6]))) for row in sentence.rows if row[6] != "0"]
        crossing = [(e, f) for e in edges for f in edges if e[0] < f[0] < e[1] < f[1]]
        assert not crossing, sentence.comments["sent_id"]


def test_nothing_hangs_on_function_words_but_what_may() -> None:
    for sentence in SENTENCES:
        relations = {row[0]: row[7] for row in sentence.rows}
        for row in sentence.rows:
            above = relations.get(row[6], "")
            may = above not in ("cc", "punct", "det", "aux", "aux:pass", "cop", "fixed")
            if above in ("case", "mark"):
                may = row[7] == "fixed"
            assert may, f"{sentence.comments['sent_id']}: {row[1]}"


def test_all_are_sentences_of_our_captions() -> None:
    captions = {item.caption.text for item in read_gold([build.CAPTIONS.records], None)}
    kinds = "\n".join(
        (DATA / "kinds" / f"{name}.txt").read_text(encoding="utf-8") for name in ("train", "held_out")
    )
    captions |= {match[1] for match in re.finditer(r"^([^@ %].*) \{\w+\}$", kinds, flags=re.MULTILINE)}
    found = {part for caption in captions for part in [caption, *re.split(r"(?<=[.!?])\s+", caption)]}
    assert {sentence.comments["text"] for sentence in SENTENCES} <= found
