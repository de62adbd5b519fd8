"""What was read as the sentence's own. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            nun NOUN 4 nsubj NN
            wearing VERB 1 acl VBG
            roller NOUN 2 obj NN
            skates VERB 0 root VBZ
            in ADP 6 case IN
            park NOUN 4 obl NN
            """,
            [
                "nun/NOUN<-:root",
                "roller/NOUN<skates:compound",
                "skates/NOUN<wearing:obj",
                "park/NOUN<wearing:obl",
            ],
            id="a bare name",
        ),
        pytest.param(
            """
            jar NOUN 4 nsubj NN
            labelled VERB 3 amod VBN
            tea NOUN 1 nmod NN
            stands VERB 0 root VBZ
            """,
            ["labelled/VERB<jar:acl", "tea/NOUN<labelled:xcomp"],
            id="what something is called",
        ),
        pytest.param(
            """
            jar NOUN 5 nsubj NN
            of ADP 4 case IN
            labelled VERB 4 amod VBN
            tea NOUN 1 nmod NN
            stands VERB 0 root VBZ
            """,
            [],
            id="labelled tea",
        ),
        pytest.param(
            """
            nun NOUN 7 nsubj NN
            who PRON 4 nsubj WP
            is AUX 4 aux VBZ
            shows VERB 1 acl:relcl VBG
            her PRON 6 nmod:poss PRP$
            board NOUN 4 obj NN
            skills VERB 0 root VBZ
            """,
            [
                "nun/NOUN<-:root",
                "her/PRON<skills:nmod:poss",
                "board/NOUN<skills:compound",
                "skills/NOUN<shows:obj",
            ],
            id="what nobody does",
        ),
        pytest.param(
            """
            nun NOUN 4 nsubj NN
            drinking VERB 1 acl VBG
            water NOUN 2 obj NN
            skates VERB 0 root VBZ
            """,
            [],
            id="what needs no article",
        ),
        pytest.param(
            """
            dog NOUN 5 nsubj NN
            chasing VERB 1 acl VBG
            a DET 4 det DT
            ball NOUN 2 obj NN
            jumps VERB 0 root VBZ
            """,
            [],
            id="who jumps",
        ),
        pytest.param(
            """
            cat NOUN 6 nsubj NN
            that PRON 4 nsubj WDT
            is AUX 4 aux VBZ
            sniffing VERB 1 acl:relcl VBG
            a DET 6 det DT
            mug NOUN 0 root NN
            """,
            ["cat/NOUN<-:root", "mug/NOUN<sniffing:obj"],
            id="what is sniffed at the top",
        ),
        pytest.param(
            """
            nun NOUN 7 nsubj NN
            who PRON 3 nsubj WP
            paints VERB 1 acl:relcl VBZ
            walls NOUN 3 obj NNS
            with ADP 7 case IN
            a DET 7 det DT
            brush NOUN 0 root NN
            """,
            ["nun/NOUN<-:root", "brush/NOUN<paints:obl"],
            id="a tool at the top",
        ),
        pytest.param(
            """
            nun NOUN 6 nsubj NN
            who PRON 3 nsubj WP
            sings VERB 1 acl:relcl VBZ
            is AUX 6 cop VBZ
            a DET 6 det DT
            nurse NOUN 0 root NN
            """,
            [],
            id="what somebody is",
        ),
    ],
)
def test_what_is_of_a_clause_of_the_subject(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Tailor NOUN 2 compound NN
            sewing NOUN 3 compound NN
            trousers NOUN 0 root NNS
            . PUNCT 3 punct .
            """,
            [
                "Tailor/NOUN<-:root",
                "sewing/VERB<Tailor:acl",
                "trousers/NOUN<sewing:obj",
                "./PUNCT<Tailor:punct",
            ],
            id="somebody acts",
        ),
        pytest.param(
            """
            Cotton NOUN 2 compound NN
            sewing NOUN 3 compound NN
            threads NOUN 0 root NNS
            . PUNCT 3 punct .
            """,
            [],
            id="nobody acts",
        ),
    ],
)
def test_a_sentence_of_three_words(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("case", "after"),
    [
        pytest.param(
            "on", ["It/PRON<roof:nsubj", "up/ADV<roof:advmod", "roof/NOUN<-:root"], id="where it is"
        ),
        pytest.param("with", [], id="no place"),
    ],
)
def test_what_is_up_on_something(lexicon: Lexicon, case: str, after: list[str]) -> None:
    rows = f"""
    It PRON 3 nsubj PRP
    is AUX 5 cop VBZ
    up ADV 0 root RB
    {case} ADP 5 case IN
    roof NOUN 3 obl NN
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("form", "case", "after"),
    [
        pytest.param("stands", "for", ["stands/VERB<-:root"], id="set for so many"),
        pytest.param("goats", "for", None, id="no form of a verb"),
    ],
)
def test_what_is_set_for_so_many(lexicon: Lexicon, form: str, case: str, after: list[str] | None) -> None:
    rows = f"""
        bench NOUN 5 nsubj NN
        painted VERB 1 acl VBN
        {case} ADP 4 case IN
        two NUM 2 obl CD
        {form} NOUN 0 root NNS
        in ADP 7 case IN
        hall NOUN 5 obl NN
    """
    found = mended_words(rows, lexicon)
    assert found == after if after else f"{form}/VERB<-:root" not in found
