"""Who talks. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            carries VERB 0 root VBZ
            lamb NOUN 2 obj NN
            chatting VERB 3 acl VBG
            """,
            ["chatting/VERB<carries:advcl"],
            id="behind an animal",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            carrying VERB 1 acl VBG
            lamb NOUN 2 obj NN
            chatting VERB 3 acl VBG
            """,
            ["chatting/VERB<nun:acl"],
            id="behind an animal of a participle",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            carries VERB 0 root VBZ
            lamb NOUN 2 obj NN
            chatting VERB 2 advcl VBG
            """,
            [],
            id="taken for the act of an animal",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            carries VERB 0 root VBZ
            girl NOUN 2 obj NN
            chatting VERB 3 acl VBG
            """,
            [],
            id="behind somebody",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            carries VERB 0 root VBZ
            lamb NOUN 2 obj NN
            bleating VERB 3 acl VBG
            """,
            [],
            id="what animals do",
        ),
        pytest.param(
            """
            nun NOUN 3 nsubj NN
            is AUX 3 aux VBZ
            holding VERB 0 root VBG
            cake NOUN 3 obj NN
            that PRON 6 nsubj WDT
            stands VERB 4 acl:relcl VBZ
            and CCONJ 8 cc CC
            smiling VERB 6 conj VBG
            """,
            ["smiling/VERB<holding:conj"],
            id="a cake does not smile",
        ),
        pytest.param(
            """
            nun NOUN 3 nsubj NN
            is AUX 3 aux VBZ
            holding VERB 0 root VBG
            girl NOUN 3 obj NN
            that PRON 6 nsubj WDT
            stands VERB 4 acl:relcl VBZ
            and CCONJ 8 cc CC
            smiling VERB 6 conj VBG
            """,
            [],
            id="a girl smiles",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            fills VERB 0 root VBZ
            cup NOUN 2 obj NN
            that PRON 5 nsubj WDT
            leaks VERB 3 acl:relcl VBZ
            and CCONJ 7 cc CC
            smiles VERB 5 conj VBZ
            """,
            ["smiles/VERB<fills:conj"],
            id="a cup hands nothing",
        ),
    ],
)
def test_who_talks(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
