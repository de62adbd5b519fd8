"""What is heard doing something, behind a preposition. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            bang NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            followed VERB 0 root VBN
            by ADP 6 case IN
            glass NOUN 6 compound NN
            breaking NOUN 3 obl:agent NN
            """,
            ["by/ADP<glass:case", "glass/NOUN<followed:obl:agent", "breaking/VERB<glass:acl"],
            id="the name of an act",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            speaks VERB 0 root VBZ
            followed VERB 2 advcl VBN
            by ADP 5 case IN
            water NOUN 6 nsubj NN
            running VERB 3 advcl VBG
            """,
            ["water/NOUN<followed:obl:agent", "running/VERB<water:acl"],
            id="a subject behind a preposition",
        ),
        pytest.param(
            """
            shots NOUN 2 nsubj NNS
            echo VERB 0 root VBP
            followed VERB 2 advcl VBN
            by SCONJ 6 mark IN
            tires NOUN 3 obl:agent NNS
            screeching VERB 3 advcl VBG
            """,
            ["by/ADP<tires:case", "screeching/VERB<tires:acl"],
            id="the preposition of the act",
        ),
        pytest.param(
            """
            gulls NOUN 0 root NNS
            cawing VERB 1 acl VBG
            followed VERB 1 acl VBN
            by ADP 5 case IN
            paper NOUN 3 obl:agent NN
            crumpling VERB 2 advcl VBG
            """,
            ["crumpling/VERB<paper:acl"],
            id="what follows does it, and not what is followed",
        ),
        pytest.param(
            """
            voices NOUN 0 root NNS
            of ADP 3 case IN
            men NOUN 1 nmod NNS
            speaking VERB 1 acl VBG
            """,
            ["speaking/VERB<men:acl"],
            id="whose voices they are",
        ),
        pytest.param(
            """
            sound NOUN 6 nsubj:pass NN
            of ADP 4 case IN
            door NOUN 4 compound NN
            closing VERB 1 acl VBG
            is AUX 6 aux:pass VBZ
            heard VERB 0 root VBN
            """,
            ["of/ADP<door:case", "door/NOUN<sound:nmod", "closing/VERB<door:acl"],
            id="the sound of it",
        ),
        pytest.param(
            """
            Sounds NOUN 0 root NNS
            of ADP 3 case IN
            people NOUN 1 nmod NNS
            laughing VERB 1 acl VBG
            """,
            ["laughing/VERB<people:acl"],
            id="sounds of somebody",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            speaks VERB 0 root VBZ
            over ADP 5 case IN
            an DET 5 det DT
            engine NOUN 2 obl NN
            humming VERB 2 advcl VBG
            """,
            ["humming/VERB<engine:acl"],
            id="over what hums",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            looks VERB 0 root VBZ
            over ADP 5 case IN
            a DET 5 det DT
            fence NOUN 2 obl NN
            smiling VERB 2 advcl VBG
            """,
            [],
            id="no fence smiles",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            speaks VERB 0 root VBZ
            over ADP 5 case IN
            a DET 5 det DT
            phone NOUN 2 obl NN
            walking VERB 2 advcl VBG
            down ADP 9 case IN
            a DET 9 det DT
            street NOUN 6 obl NN
            """,
            [],
            id="nor does a phone walk",
        ),
        pytest.param(
            """
            hut NOUN 0 root NN
            followed VERB 1 acl VBN
            by ADP 5 case IN
            brick NOUN 5 compound NN
            building NOUN 2 obl:agent NN
            """,
            [],
            id="the name of a thing",
        ),
        pytest.param(
            """
            hut NOUN 0 root NN
            covered VERB 1 acl VBN
            by ADP 5 case IN
            wood NOUN 5 compound NN
            rotting NOUN 2 obl:agent NN
            """,
            [],
            id="no sound",
        ),
    ],
)
def test_what_is_heard(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


SOUNDS = """
    sounds NOUN {top} NNS
    of ADP 3 case IN
    birds NOUN 1 nmod NNS
    singing VERB 3 acl VBG
    and CCONJ {cc} cc CC
    bell NOUN {second} NN
    ringing {act}
    are AUX 9 aux:pass VBP
    heard VERB {verb} VBN
"""


@pytest.mark.parametrize(
    ("top", "cc", "second", "act", "verb", "after"),
    [
        pytest.param(
            "0 root",
            9,
            "9 nsubj:pass",
            "VERB 6 acl VBG",
            "4 conj",
            [
                "sounds/NOUN<heard:nsubj:pass",
                "and/CCONJ<bell:cc",
                "bell/NOUN<birds:conj",
                "ringing/VERB<bell:acl",
                "heard/VERB<-:root",
            ],
            id="the subject of what is told of the sounds",
        ),
        pytest.param(
            "9 nsubj:pass",
            7,
            "7 compound",
            "NOUN 1 conj NN",
            "0 root",
            ["and/CCONJ<bell:cc", "bell/NOUN<birds:conj", "ringing/VERB<bell:acl"],
            id="a name of a sound",
        ),
        pytest.param(
            "9 nsubj:pass", 6, "1 conj", "ADJ 6 amod JJ", "0 root", [], id="nothing that anybody does"
        ),
    ],
)
def test_of_what_sounds_are(
    lexicon: Lexicon, top: str, cc: int, second: str, act: str, verb: str, after: list[str]
) -> None:
    rows = SOUNDS.format(top=top, cc=cc, second=second, act=act, verb=verb)
    assert mended_words(rows, lexicon) == after
