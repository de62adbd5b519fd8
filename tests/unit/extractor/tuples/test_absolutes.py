from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.caption_features import CaptionFeatures
from extractor.syntax.graph import Graph
from extractor.tuples.absolutes import held_things
from tests.parses import parse_of

LEXICON = Lexicon(
    LexiconTable(
        noun={
            "woman": ("person", 9),
            "girl": ("person", 9),
            "man": ("person", 9),
            "dog": ("animal", 9),
            "cup": ("artifact", 9),
            "hand": ("body", 9),
            "head": ("body", 9),
            "arm": ("body", 9),
            "bone": ("body", 9),
            "tongue": ("body", 9),
        },
        verb={"walk": ("motion", 9)},
        noun_classes=dict.fromkeys(("head", "bone", "tongue"), "body_part"),
        adjective=[],
        adverb=[],
        noun_forms={"teeth": "tooth"},
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
        # an article behind `with`
        (
            "man NOUN 0 root\nwith ADP 4 case\na DET 4 det\ncup NOUN 1 nmod\nin ADP 6 case\nhand NOUN 1 nmod",
            [("man", "cup")],
        ),
        # an article without an owner: that says where the cup is
        (f"{WALKS}\n, PUNCT 2 punct\na DET 5 det\ncup NOUN 2 obl\nin ADP 7 case\nhand NOUN 5 nmod", []),
        # somebody's own hand, mouth, or each hand
        (
            f"{WALKS}\n, PUNCT 2 punct\na DET 5 det\ncup NOUN 2 obl\nin ADP 8 case\nher PRON 8 nmod:poss\n"
            "hand NOUN 5 nmod",
            [("woman", "cup")],
        ),
        (
            f"{WALKS}\nwith ADP 4 case\ncups NOUN 2 obl\nin ADP 7 case\neach DET 7 det\nhand NOUN 2 obl",
            [("woman", "cups")],
        ),
        (
            "dog NOUN 0 root\nwith ADP 3 case\ncup NOUN 1 nmod\nin ADP 6 case\nits PRON 6 nmod:poss\nmouth NOUN 1 nmod",
            [("dog", "cup")],
        ),
        # who stands right before `with`, if he may have the hand; and else who the tree says
        (
            f"{WALKS}\npast ADP 4 case\nman NOUN 2 obl\nwith ADP 6 case\ncup NOUN 2 obl\nin ADP 9 case\n"
            "his PRON 9 nmod:poss\nhand NOUN 2 obl",
            [("man", "cup")],
        ),
        (
            f"{WALKS}\npast ADP 4 case\nman NOUN 2 obl\nwith ADP 6 case\ncup NOUN 2 obl\nin ADP 9 case\n"
            "her PRON 9 nmod:poss\nhand NOUN 2 obl",
            [("woman", "cup")],
        ),
        (
            "doll NOUN 0 root NN\nwith ADP 3 case\ncup NOUN 1 nmod\nin ADP 6 case\nits PRON 6 nmod:poss\n"
            "hand NOUN 3 nmod",
            [("doll", "cup")],
        ),
        # two things in two hands, and two in one
        (
            f"{WALKS}\nwith ADP 4 case\ncup NOUN 2 obl\nin ADP 7 case\none NUM 7 nummod\nhand NOUN 4 nmod\n"
            "and CCONJ 10 cc\na DET 10 det\nrope NOUN 4 conj\nin ADP 13 case\nthe DET 13 det\nother ADJ 10 nmod",
            [("woman", "cup"), ("woman", "rope")],
        ),
        (
            f"{WALKS}\nwith ADP 4 case\ncup NOUN 2 obl\nand CCONJ 6 cc\nrope NOUN 4 conj\nin ADP 9 case\n"
            "her PRON 9 nmod:poss\nhands NOUN 2 obl",
            [("woman", "cup rope")],
        ),
        # a container, and not what is in it
        (
            f"{WALKS}\nwith ADP 4 case\nbag NOUN 2 obl\nof ADP 6 case\nrope NOUN 4 nmod\nin ADP 9 case\n"
            "her PRON 9 nmod:poss\nhand NOUN 2 obl",
            [("woman", "bag")],
        ),
        # parts of a body are not held, and a verb says itself who does
        (f"{WALKS}\nwith ADP 4 case\nhead NOUN 2 obl\nin ADP 7 case\nher PRON 7 nmod:poss\nhands NOUN 2 obl", []),
        (
            "woman NOUN 2 nsubj\ncarries VERB 0 root\ncup NOUN 2 obj\nin ADP 6 case\nher PRON 6 nmod:poss\n"
            "hand NOUN 2 obl",
            [],
        ),
        # but a bone is, which is no part of who has it
        (
            "dog NOUN 0 root\nwith ADP 4 case\na DET 4 det\nbone NOUN 1 nmod\nin ADP 7 case\n"
            "its PRON 7 nmod:poss PRP$\nmouth NOUN 4 nmod",
            [("dog", "bone")],
        ),
        (
            "dog NOUN 0 root\nwith ADP 4 case\nits PRON 4 nmod:poss PRP$\nbone NOUN 1 nmod\nin ADP 7 case\n"
            "its PRON 7 nmod:poss PRP$\nmouth NOUN 4 nmod",
            [],
        ),
        # between teeth
        (
            f"{WALKS}\n, PUNCT 4 punct\nrope NOUN 2 parataxis\nbetween ADP 7 case\n"
            "her PRON 7 nmod:poss\nteeth NOUN 4 nmod",
            [("woman", "rope")],
        ),
        (
            f"{WALKS}\n, PUNCT 5 punct\nher PRON 5 nmod:poss PRP$\ntongue NOUN 2 parataxis\nbetween ADP 8 case\n"
            "her PRON 8 nmod:poss\nteeth NOUN 5 nmod",
            [],
        ),
        (f"{WALKS}\n, PUNCT 4 punct\nrope NOUN 2 parataxis\nin ADP 7 case\nher PRON 7 nmod:poss\n"
         "teeth NOUN 4 nmod", []),
        # the second of what somebody is with
        (
            "man NOUN 0 root\nwith ADP 3 case\nbag NOUN 1 nmod\non ADP 6 case\nhis PRON 6 nmod:poss\nlap NOUN 3 nmod\n"
            "and CCONJ 9 cc\na DET 9 det\ncup NOUN 3 conj\nin ADP 12 case\nhis PRON 12 nmod:poss\nhand NOUN 9 nmod",
            [("man", "cup")],
        ),
        (
            f"{WALKS}\nwith ADP 4 case\nbag NOUN 2 obl\non ADP 7 case\nher PRON 7 nmod:poss\nlap NOUN 4 nmod\n"
            "and CCONJ 10 cc\na DET 10 det\ncup NOUN 4 conj\nin ADP 13 case\nher PRON 13 nmod:poss\nhand NOUN 10 nmod",
            [("woman", "cup")],
        ),
        # arms of people, and not of chairs
        (
            "man NOUN 0 root\nwith ADP 4 case\na DET 4 det\ndog NOUN 1 nmod\nin ADP 7 case\n"
            "his PRON 7 nmod:poss\narms NOUN 4 nmod",
            [("man", "dog")],
        ),
        (
            "chair NOUN 0 root NN\nwith ADP 4 case\na DET 4 det\nrope NOUN 1 nmod\nin ADP 7 case\n"
            "its PRON 7 nmod:poss\narm NOUN 4 nmod",
            [],
        ),
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
    held = [(words[item.holder], " ".join(words[t] for t in item.things)) for item in held_things(features)]
    assert held == expected
