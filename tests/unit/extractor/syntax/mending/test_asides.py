"""What is said aside, between commas. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            smith NOUN 8 nsubj NN
            , PUNCT 3 punct ,
            sweat VERB 1 parataxis VBP
            on ADP 6 case IN
            his PRON 6 nmod:poss PRP$
            brow NOUN 3 obl NN
            , PUNCT 1 punct ,
            hammers VERB 0 root VBZ
            """,
            ["sweat/NOUN<smith:appos", "brow/NOUN<sweat:nmod"],
            id="no act",
        ),
        pytest.param(
            """
            smiths NOUN 0 root NNS
            , PUNCT 3 punct ,
            sweat VERB 1 parataxis VBP
            on ADP 6 case IN
            the DET 6 det DT
            beach NOUN 3 obl NN
            """,
            [],
            id="an act",
        ),
        pytest.param(
            """
            guests NOUN 2 nsubj NNS
            sit VERB 0 root VBP
            , PUNCT 4 punct ,
            two NUM 2 nsubj CD
            of ADP 6 case IN
            them PRON 4 nmod PRP
            smoking VERB 8 amod VBG
            pipes NOUN 4 nmod NNS
            """,
            ["two/NUM<smoking:nsubj", "smoking/VERB<sit:advcl", "pipes/NOUN<smoking:obj"],
            id="what two of them do",
        ),
        pytest.param(
            """
            guests NOUN 2 nsubj NNS
            sit VERB 0 root VBP
            , PUNCT 4 punct ,
            two NUM 2 nsubj CD
            with ADP 7 case IN
            smoking VERB 7 amod VBG
            pipes NOUN 4 nmod NNS
            """,
            [],
            id="with pipes",
        ),
        pytest.param(
            """
            performs VERB 0 root VBZ
            on ADP 4 case IN
            a DET 4 det DT
            stage NOUN 5 compound NN
            lit VERB 1 advcl VBN
            from ADP 7 case IN
            below ADV 5 obl RB
            """,
            ["stage/NOUN<performs:obl", "lit/VERB<stage:acl"],
            id="no part of a participle",
        ),
        pytest.param(
            """
            performs VERB 0 root VBZ
            stage NOUN 3 compound NN
            lit VERB 1 advcl VBN
            """,
            [],
            id="a part of a participle",
        ),
    ],
)
def test_asides(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
