"""Relative clauses without a pronoun. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            coat NOUN 4 nsubj NN
            the DET 3 det DT
            girl NOUN 4 nsubj NN
            wearing VERB 0 root VBG
            """,
            ["coat/NOUN<-:root", "wearing/VERB<coat:acl:relcl"],
            id="two subjects",
        ),
        pytest.param(
            """
            shelf NOUN 5 nsubj NN
            the DET 3 det DT
            jars NOUN 5 nsubj NNS
            are AUX 5 cop VBP
            on ADP 0 root IN
            """,
            ["shelf/NOUN<-:root", "jars/NOUN<are:nsubj", "are/VERB<shelf:acl:relcl", "on/ADP<are:obl"],
            id="two subjects of what is on",
        ),
        pytest.param(
            """
            road NOUN 5 nsubj NN
            the DET 3 det DT
            van NOUN 1 appos NN
            is AUX 5 aux VBZ
            driving VERB 0 root VBG
            down ADV 5 advmod RB
            """,
            [
                "road/NOUN<-:root",
                "van/NOUN<driving:nsubj",
                "driving/VERB<road:acl:relcl",
                "down/ADP<driving:obl",
            ],
            id="no apposition",
        ),
        pytest.param(
            """
            chair NOUN 0 root NN
            the DET 3 det DT
            boy NOUN 1 appos NN
            sat VERB 1 acl VBD
            in ADP 3 advmod IN
            """,
            ["boy/NOUN<sat:nsubj", "sat/VERB<chair:acl:relcl", "in/ADP<sat:obl"],
            id="no apposition of the noun at the top",
        ),
        pytest.param(
            """
            desk NOUN 0 root NN
            the DET 3 det DT
            lamp NOUN 1 nsubj NN
            is AUX 5 cop VBZ
            on ADP 1 acl:relcl IN
            """,
            ["lamp/NOUN<is:nsubj", "is/VERB<desk:acl:relcl", "on/ADP<is:obl"],
            id="no subject of a noun",
        ),
        pytest.param(
            """
            basket NOUN 5 nsubj NN
            a DET 3 det DT
            farmer NOUN 1 conj NN
            is AUX 5 aux VBZ
            weaving VERB 0 root VBG
            """,
            ["basket/NOUN<-:root", "farmer/NOUN<weaving:nsubj", "weaving/VERB<basket:acl:relcl"],
            id="no second without and",
        ),
        pytest.param(
            """
            counter NOUN 0 root NN
            in ADP 3 case IN
            which DET 4 det WDT
            pies NOUN 1 nmod NNS
            are AUX 6 aux:pass VBP
            stored VERB 1 acl:relcl VBN
            """,
            ["which/PRON<stored:obl", "pies/NOUN<stored:nsubj:pass"],
            id="behind which",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            looks VERB 0 root VBZ
            at ADP 4 case IN
            lamp NOUN 2 obl NN
            a DET 6 det DT
            nurse NOUN 8 nsubj NN
            is AUX 8 aux VBZ
            holding VERB 2 advcl VBG
            """,
            ["holding/VERB<lamp:acl:relcl"],
            id="the noun before it",
        ),
        pytest.param(
            """
            woman NOUN 8 nsubj NN
            in ADP 3 case IN
            coat NOUN 1 nmod NN
            that PRON 6 obj WDT
            she PRON 6 nsubj PRP
            bought VERB 1 acl:relcl VBD
            is AUX 8 cop VBZ
            outside ADV 0 root RB
            """,
            ["bought/VERB<coat:acl:relcl"],
            id="the noun before that",
        ),
        pytest.param(
            """
            mat NOUN 0 root NN
            that PRON 4 obj WDT
            dogs NOUN 4 nsubj NNS
            sleep VERB 1 acl:relcl VBP
            on ADV 4 advmod RB
            """,
            ["on/ADP<sleep:obl"],
            id="a preposition at the end",
        ),
        pytest.param(
            """
            sofa ADJ 2 amod JJ
            cat NOUN 4 nsubj NN
            is AUX 4 aux VBZ
            sleeping VERB 0 root VBG
            on ADP 4 advmod IN
            """,
            ["sofa/NOUN<-:root", "sleeping/VERB<sofa:acl:relcl", "on/ADP<sleeping:obl"],
            id="a noun right before the subject",
        ),
    ],
)
def test_what_a_clause_is_about(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
