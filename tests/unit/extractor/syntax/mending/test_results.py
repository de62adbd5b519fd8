"""What something is made by an act. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            wall NOUN 4 nsubj NN
            is AUX 4 cop VBZ
            painted VERB 4 amod VBN
            white ADJ 0 root JJ
            . PUNCT 4 punct .
            """,
            [
                "wall/NOUN<painted:nsubj:pass",
                "is/AUX<painted:aux:pass",
                "painted/VERB<-:root",
                "white/ADJ<painted:xcomp",
                "./PUNCT<painted:punct",
            ],
            id="what is painted white",
        ),
        pytest.param(
            """
            hut NOUN 4 nsubj NN
            is AUX 4 cop VBZ
            painted VERB 4 amod JJ
            white NOUN 0 root NN
            """,
            [
                "hut/NOUN<painted:nsubj:pass",
                "is/AUX<painted:aux:pass",
                "painted/VERB<-:root",
                "white/ADJ<painted:xcomp",
            ],
            id="a noun that is a colour",
        ),
        pytest.param(
            """
            hut NOUN 0 root NN
            that PRON 5 nsubj WDT
            is AUX 5 cop VBZ
            painted VERB 5 amod VBN
            white ADJ 1 acl:relcl JJ
            """,
            [
                "that/PRON<painted:nsubj:pass",
                "is/AUX<painted:aux:pass",
                "painted/VERB<hut:acl:relcl",
                "white/ADJ<painted:xcomp",
            ],
            id="a clause of what is painted",
        ),
        pytest.param(
            """
            stool NOUN 0 root NN
            painted VERB 4 amod VBN
            light ADJ 4 amod JJ
            red NOUN 1 nmod NN
            """,
            ["painted/VERB<stool:acl", "red/ADJ<painted:xcomp"],
            id="a participle behind its noun",
        ),
        pytest.param(
            """
            jug NOUN 0 root NN
            painted VERB 1 acl VBN
            gold NOUN 1 nmod NN
            on ADP 5 case IN
            sill NOUN 3 nmod NN
            """,
            ["gold/ADJ<painted:xcomp", "sill/NOUN<painted:obl"],
            id="what is called a colour of its own",
        ),
        pytest.param(
            """
            jug NOUN 0 root NN
            painted VERB 1 acl VBN
            red NOUN 1 conj NN
            """,
            ["red/ADJ<painted:xcomp"],
            id="a colour in a list",
        ),
        pytest.param(
            """
            jug NOUN 0 root NN
            painted VERB 1 acl VBN
            and CCONJ 4 cc CC
            cup NOUN 1 conj NN
            """,
            [],
            id="one of two things",
        ),
        pytest.param(
            """
            is AUX 4 cop VBZ
            a DET 4 det DT
            painted VERB 4 amod VBN
            hut NOUN 0 root NN
            """,
            [],
            id="a painted thing",
        ),
        pytest.param(
            """
            jug NOUN 0 root NN
            painted VERB 1 acl VBN
            a DET 4 det DT
            red NOUN 1 nmod NN
            """,
            [],
            id="with an article",
        ),
        pytest.param(
            """
            gate NOUN 0 root NN
            that PRON 4 obj WDT
            boy NOUN 4 nsubj NN
            props VERB 1 acl:relcl VBZ
            open ADJ 4 obj JJ
            """,
            ["open/ADJ<props:xcomp"],
            id="in a relative clause",
        ),
        pytest.param(
            """
            boy NOUN 0 root NN
            who PRON 3 nsubj WP
            likes VERB 1 acl:relcl VBZ
            red ADJ 3 obj JJ
            """,
            [],
            id="whose own act it is",
        ),
    ],
)
def test_what_it_is_made(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


OPENED = """
    nun NOUN 2 nsubj NN
    {act} VERB 0 root VBZ
    {result}
    {article}
    crate NOUN {head} {relation} NN
    with ADP 7 case IN
    bar NOUN {head} obl NN
"""


@pytest.mark.parametrize(
    ("result", "article", "head", "relation", "after"),
    [
        pytest.param(
            "open ADP 5 case IN",
            "a DET 5 det DT",
            2,
            "obl",
            ["open/ADJ<pulls:xcomp", "crate/NOUN<pulls:obj"],
            id="no place",
        ),
        pytest.param(
            "open VERB 2 xcomp VBP",
            "a DET 5 det DT",
            3,
            "obj",
            ["open/ADJ<pulls:xcomp", "crate/NOUN<pulls:obj", "bar/NOUN<pulls:obl"],
            id="no second act",
        ),
        pytest.param(
            "open ADJ 5 amod JJ", "a DET 5 det DT", 2, "obj", ["open/ADJ<pulls:xcomp"], id="no property"
        ),
        pytest.param(
            "shut ADJ 2 obj JJ",
            "her PRON 5 nmod:poss PRP$",
            2,
            "obj",
            ["shut/ADJ<pulls:xcomp"],
            id="no thing",
        ),
        pytest.param("open ADJ 5 amod JJ", "wooden ADJ 5 amod JJ", 2, "obj", [], id="open crates"),
        pytest.param("near ADP 5 case IN", "a DET 5 det DT", 2, "obl", [], id="a place"),
    ],
)
def test_how_something_is_before_what_it_is(
    result: str, article: str, head: int, relation: str, after: list[str], lexicon: Lexicon
) -> None:
    rows = OPENED.format(act="pulls", result=result, article=article, head=head, relation=relation)
    assert mended_words(rows, lexicon) == after


def test_what_stands_open_opens_nothing(lexicon: Lexicon) -> None:
    rows = OPENED.format(
        act="stands", result="open ADJ 2 xcomp JJ", article="a DET 5 det DT", head=2, relation="obj"
    )
    assert mended_words(rows, lexicon) == []
