"""Parts of a group, each with an act. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            fill VERB 0 root VBP
            yard NOUN 2 obj NN
            , PUNCT 7 punct ,
            some DET 7 det DT
            welding NOUN 7 compound NN
            pipes NOUN 3 conj NNS
            , PUNCT 10 punct ,
            some DET 10 nsubj DT
            carrying VERB 2 conj VBG
            beams NOUN 10 obj NNS
            and CCONJ 13 cc CC
            others NOUN 11 conj NNS
            driving VERB 13 acl VBG
            mules NOUN 14 obj NNS
            """,
            [
                ",/PUNCT<welding:punct",
                "some/DET<welding:nsubj",
                "welding/VERB<fill:advcl",
                "pipes/NOUN<welding:obj",
                "and/CCONJ<driving:cc",
                "others/NOUN<driving:nsubj",
                "driving/VERB<welding:conj",
            ],
            id="read as names of things",
        ),
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            stand VERB 0 root VBP
            , PUNCT 6 punct ,
            one NUM 6 nummod CD
            washing NOUN 6 compound NN
            dishes NOUN 1 appos NNS
            and CCONJ 10 cc CC
            another DET 10 det DT
            drying VERB 10 amod VBG
            pans NOUN 6 conj NNS
            """,
            [
                ",/PUNCT<washing:punct",
                "one/NUM<washing:nsubj",
                "washing/VERB<stand:advcl",
                "dishes/NOUN<washing:obj",
                "and/CCONJ<drying:cc",
                "another/DET<drying:nsubj",
                "drying/VERB<washing:conj",
                "pans/NOUN<drying:obj",
            ],
            id="one and many",
        ),
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            stand VERB 0 root VBP
            , PUNCT 5 punct ,
            one NUM 5 nsubj CD
            humming VERB 2 advcl VBG
            and CCONJ 9 cc CC
            the DET 8 det DT
            third NOUN 5 conj NN
            counting VERB 5 conj VBG
            coins NOUN 9 obj NNS
            """,
            ["third/NOUN<counting:nsubj", "counting/VERB<humming:conj"],
            id="the third",
        ),
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            stand VERB 0 root VBP
            , PUNCT 6 punct ,
            one NUM 6 nummod CD
            smiling VERB 6 amod VBG
            mule NOUN 1 appos NN
            and CCONJ 10 cc CC
            one NUM 10 nummod CD
            barking VERB 10 amod VBG
            goat NOUN 6 conj NN
            """,
            [],
            id="how they look",
        ),
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            stand VERB 0 root VBP
            , PUNCT 5 punct ,
            one NUM 6 nummod CD
            chewing VERB 2 advcl VBG
            grass NOUN 5 obj NN
            """,
            [],
            id="one alone",
        ),
    ],
)
def test_each_part_does_its_act(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
