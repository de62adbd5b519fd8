"""Clauses that end in a preposition, and the verb behind them. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words

SAT_ON = """
    bench NOUN 5 nsubj NN
    the DET 3 det DT
    couple NOUN 5 nsubj NN
    is AUX 5 aux VBZ
    sitting VERB 0 root VBG
    on ADP 7 case IN
    {form} NOUN 5 obl NNS
    {rest}
"""


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            SAT_ON.format(form="faces", rest="a DET 9 det DT\nlake NOUN 7 obj NN"),
            [
                "bench/NOUN<faces:nsubj",
                "sitting/VERB<bench:acl:relcl",
                "on/ADP<sitting:obl",
                "faces/VERB<-:root",
            ],
            id="an object shows the verb",
        ),
        pytest.param(
            SAT_ON.format(form="breaks", rest=""),
            [
                "bench/NOUN<breaks:nsubj",
                "sitting/VERB<bench:acl:relcl",
                "on/ADP<sitting:obl",
                "breaks/VERB<-:root",
            ],
            id="a verb that ends the caption",
        ),
        pytest.param(
            SAT_ON.format(form="walls", rest=""),
            ["bench/NOUN<-:root", "sitting/VERB<bench:acl:relcl"],
            id="what is hardly ever a verb stays a noun",
        ),
        pytest.param(
            """
            path NOUN 5 nsubj NN
            the DET 3 det DT
            riders NOUN 4 nsubj NNS
            go VERB 1 acl:relcl VBP
            leads NOUN 0 root NNS
            to ADP 8 case IN
            a DET 8 det DT
            lake NOUN 5 obl NN
            """,
            ["path/NOUN<-:root", "leads/NOUN<go:obj"],
            id="without a preposition nothing is left open",
        ),
        pytest.param(
            """
            path NOUN 6 nsubj NN
            the DET 3 det DT
            riders NOUN 4 nsubj NNS
            go VERB 1 acl:relcl VBP
            along ADP 4 advmod RB
            leads NOUN 0 root NNS
            to ADP 9 case IN
            a DET 9 det DT
            lake NOUN 6 obl NN
            """,
            ["along/ADP<go:obl", "leads/VERB<-:root"],
            id="the noun at the top is the verb",
        ),
        pytest.param(
            """
            bridge NOUN 4 nsubj NN
            two NUM 3 nummod CD
            cyclists NOUN 4 nsubj NNS
            ride VERB 0 root VBP
            over ADP 4 obl RB
            spans VERB 4 advcl VBZ
            a DET 8 det DT
            river NOUN 6 obj NN
            """,
            [
                "bridge/NOUN<spans:nsubj",
                "ride/VERB<bridge:acl:relcl",
                "over/ADP<ride:obl",
                "spans/VERB<-:root",
            ],
            id="a number begins a clause, too",
        ),
        pytest.param(
            """
            chair NOUN 0 root NN
            that PRON 4 nsubj WDT
            is AUX 4 cop VBZ
            tufted VERB 1 acl:relcl VBN
            with ADP 6 case IN
            buttons NOUN 4 obl NNS
            """,
            [],
            id="with a pronoun for its subject a clause leaves nothing open",
        ),
    ],
)
def test_behind_a_clause_that_ends_in_a_preposition(rows: str, after: list[str], lexicon: Lexicon) -> None:
    assert mended_words(rows, lexicon) == after
