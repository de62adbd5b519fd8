from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.caption_features import CaptionFeatures
from extractor.syntax.graph import Graph
from extractor.tuples.absolutes import held_things
from tests.parses import parse_of

LEXICON = Lexicon(
    LexiconTable(
        noun={"woman": ("person", 9), "girl": ("person", 9), "cup": ("artifact", 9), "hand": ("body", 9)},
        verb={"walk": ("motion", 9)},
        noun_classes={},
        adjective=[],
        adverb=[],
        noun_forms={},
        verb_forms={},
    )
)
WALKS = "woman NOUN 2 nsubj\nwalks VERB 0 root"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (f"{WALKS}\n, PUNCT 2 punct\ncup NOUN 2 obl\nin ADP 6 case\nhand NOUN 4 nmod", [("woman", "cup")]),
        # the parser's attachments do not matter
        (f"{WALKS}\n, PUNCT 2 punct\ncup NOUN 1 conj\nin ADP 6 case\nhand NOUN 1 nmod", [("woman", "cup")]),
        # first the phrase, then the person
        (
            "cup NOUN 6 obl\nin ADP 3 case\nhand NOUN 1 nmod\n, PUNCT 6 punct\ngirl NOUN 6 nsubj\nwalks VERB 0 root",
            [("girl", "cup")],
        ),
        # with adjectives, and `with`
        (
            f"{WALKS}\nwith ADP 5 case\nhot ADJ 5 amod\ncup NOUN 2 obl\nin ADP 7 case\nhand NOUN 2 obl",
            [("woman", "cup")],
        ),
        # an article: that says where the cup is
        (f"{WALKS}\n, PUNCT 2 punct\na DET 5 det\ncup NOUN 2 obl\nin ADP 7 case\nhand NOUN 5 nmod", []),
        (f"{WALKS}\n, PUNCT 2 punct\ncup NOUN 2 obl\nin ADP 7 case\nher PRON 7 nmod:poss\nhand NOUN 4 nmod", []),
        # nothing opens the phrase
        (f"{WALKS}\ncup NOUN 2 obj\nin ADP 5 case\nhand NOUN 2 obl", []),
        # nobody holds it
        ("cup NOUN 0 root\nin ADP 3 case\nhand NOUN 1 nmod", []),
        # another sentence's person does not
        (f"{WALKS}\n\ncup NOUN 0 root\nin ADP 3 case\nhand NOUN 1 nmod", []),
    ],
)  # fmt: skip
def test_absolute_phrases(rows: str, expected: list[tuple[str, str]]) -> None:
    features = CaptionFeatures(Graph(parse_of(rows)), LEXICON)
    words = features.graph.lowered
    assert [(words[item.holder], words[item.thing]) for item in held_things(features)] == expected
