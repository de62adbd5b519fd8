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
    ],
)
def test_who_talks(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
