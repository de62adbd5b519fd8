"""Subjects and their verbs. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words

BENT = """
    A DET 2 det DT
    reed NOUN 0 root NN
    bent VERB 2 acl VBN
    by ADP 6 case IN
    the DET 6 det DT
    wind NOUN 7 compound NN
    sways VERB 3 obl VBZ
    at ADP 9 case IN
    dawn NOUN 3 obl NN
"""


def test_a_finite_verb_has_no_preposition(lexicon: Lexicon) -> None:
    assert mended_words(BENT, lexicon) == [
        "reed/NOUN<sways:nsubj",
        "wind/NOUN<bent:obl:agent",
        "sways/VERB<-:root",
        "dawn/NOUN<sways:obl",
    ]


def test_a_noun_behind_a_preposition_is_no_subject_of_another(lexicon: Lexicon) -> None:
    placed = BENT.replace("sways VERB 3 obl VBZ", "vanes NOUN 3 obl NNS")
    assert mended_words(placed, lexicon) == ["by/ADP<vanes:case"]


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            spray NOUN 4 nsubj NN
            can AUX 4 aux MD
            hisses VERB 0 root VBZ
            """,
            ["A/DET<can:det", "spray/NOUN<can:compound", "can/NOUN<hisses:nsubj"],
            id="a can that hisses",
        ),
        pytest.param(
            """
            A DET 2 det DT
            snake NOUN 4 nsubj NN
            can AUX 4 aux MD
            hiss VERB 0 root VB
            """,
            [],
            id="what can be",
        ),
        pytest.param(
            """
            Static ADJ 2 amod JJ
            crackles VERB 0 root VBZ
            """,
            ["Static/NOUN<crackles:nsubj"],
            id="no adjective before a verb",
        ),
        pytest.param(
            """
            loudly ADV 3 advmod RB
            static ADJ 3 amod JJ
            crackles VERB 0 root VBZ
            """,
            [],
            id="what stands later may be no subject",
        ),
        pytest.param(
            """
            Steam NOUN 2 compound NN
            gurgles NOUN 0 root NNS
            down ADP 4 case IN
            pipe NOUN 2 nmod NN
            """,
            ["Steam/NOUN<gurgles:nsubj", "gurgles/VERB<-:root", "pipe/NOUN<gurgles:obl"],
            id="the way of a stuff",
        ),
        pytest.param(
            """
            Steam NOUN 2 compound NN
            whistles NOUN 0 root NNS
            beside ADP 4 case IN
            pipe NOUN 2 nmod NN
            """,
            [],
            id="a place of things",
        ),
        pytest.param(
            """
            fan NOUN 2 nsubj NN
            hums VERB 0 root VBZ
            overhead ADV 2 advmod RB
            , PUNCT 6 punct ,
            its PRON 6 nmod:poss PRP$
            blades NOUN 2 parataxis NNS
            whirring VERB 2 advcl VBG
            """,
            ["blades/NOUN<whirring:nsubj"],
            id="its own behind a comma",
        ),
        pytest.param(
            """
            girl NOUN 0 root NN
            in ADP 5 case IN
            a DET 5 det DT
            bonnet NOUN 5 amod NN
            twirls VERB 1 nmod VBZ
            near ADP 7 case IN
            pond NOUN 5 obl NN
            """,
            [
                "girl/NOUN<twirls:nsubj",
                "in/ADP<bonnet:case",
                "a/DET<bonnet:det",
                "bonnet/NOUN<girl:nmod",
                "twirls/VERB<-:root",
            ],
            id="a finite verb behind a hat",
        ),
        pytest.param(
            """
            girl NOUN 6 nsubj NN
            in ADP 5 case IN
            a DET 5 det DT
            bonnet NOUN 5 compound NN
            box NOUN 1 nmod NN
            twirls VERB 0 root VBZ
            """,
            [],
            id="a name behind a preposition",
        ),
        pytest.param(
            """
            van NOUN 0 root NN
            with ADP 4 case IN
            its PRON 4 nmod:poss PRP$
            lamps NOUN 1 nmod NNS
            flashing VERB 1 acl VBG
            blocks VERB 5 compound:prt VBZ
            road NOUN 5 obj NN
            """,
            [
                "van/NOUN<blocks:nsubj",
                "flashing/VERB<lamps:acl",
                "blocks/VERB<-:root",
                "road/NOUN<blocks:obj",
            ],
            id="no particle ends in s",
        ),
        pytest.param(
            """
            van NOUN 0 root NN
            blocking VERB 1 acl VBG
            off ADP 2 compound:prt RP
            road NOUN 2 obj NN
            """,
            [],
            id="a particle",
        ),
        pytest.param(
            """
            maid NOUN 3 nsubj NN
            sprinkles VERB 1 acl VBZ
            feed VERB 0 root VBP
            on ADP 5 case IN
            ground NOUN 3 obl NN
            """,
            [
                "maid/NOUN<sprinkles:nsubj",
                "sprinkles/VERB<-:root",
                "feed/NOUN<sprinkles:obj",
                "ground/NOUN<sprinkles:obl",
            ],
            id="one maid does not feed",
        ),
        pytest.param(
            """
            maids NOUN 3 nsubj NNS
            chosen VERB 1 acl VBN
            feed VERB 0 root VBP
            hens NOUN 3 obj NNS
            """,
            [],
            id="maids feed",
        ),
        pytest.param(
            """
            Rain NOUN 2 compound NN
            drums NOUN 7 nsubj NNS
            on ADP 4 case IN
            roof NOUN 2 nmod NN
            and CCONJ 6 cc CC
            bell NOUN 2 conj NN
            rings VERB 0 root VBZ
            """,
            [
                "Rain/NOUN<drums:nsubj",
                "drums/VERB<-:root",
                "roof/NOUN<drums:obl",
                "and/CCONJ<rings:cc",
                "bell/NOUN<rings:nsubj",
                "rings/VERB<drums:conj",
            ],
            id="one of two does it",
        ),
        pytest.param(
            """
            Rain NOUN 2 compound NN
            drums NOUN 7 nsubj NNS
            on ADP 4 case IN
            roof NOUN 2 nmod NN
            and CCONJ 6 cc CC
            bell NOUN 2 conj NN
            ring VERB 0 root VBP
            """,
            [],
            id="both do it",
        ),
        pytest.param(
            """
            van NOUN 0 root NN
            with ADP 4 case IN
            its PRON 4 nmod:poss PRP$
            lamps NOUN 1 nmod NNS
            flashing VERB 1 acl VBG
            blocks VERB 7 case VBZ
            road NOUN 5 obl NN
            """,
            [
                "van/NOUN<blocks:nsubj",
                "flashing/VERB<lamps:acl",
                "blocks/VERB<-:root",
                "road/NOUN<blocks:obj",
            ],
            id="no preposition ends so",
        ),
        pytest.param(
            """
            plate NOUN 8 nsubj NN
            filled VERB 1 acl VBN
            with ADP 4 case IN
            ribs NOUN 2 obl NNS
            and CCONJ 7 cc CC
            a DET 7 det DT
            bowl NOUN 4 conj NN
            sit VERB 0 root VBP
            """,
            ["bowl/NOUN<plate:conj"],
            id="one does not sit",
        ),
        pytest.param(
            """
            plate NOUN 8 nsubj NN
            filled VERB 1 acl VBN
            with ADP 4 case IN
            ribs NOUN 2 obl NNS
            and CCONJ 7 cc CC
            a DET 7 det DT
            roll NOUN 4 conj NN
            sits VERB 0 root VBZ
            """,
            [],
            id="one sits",
        ),
        pytest.param(
            """
            boy NOUN 8 nsubj NN
            with ADP 4 case IN
            two NUM 4 nummod CD
            dogs NOUN 1 nmod NNS
            and CCONJ 7 cc CC
            one NUM 7 nummod CD
            cat NOUN 1 conj NN
            sits VERB 0 root VBZ
            """,
            ["cat/NOUN<dogs:conj"],
            id="with two dogs and a cat",
        ),
        pytest.param(
            """
            monk NOUN 6 nsubj NN
            with ADP 3 case IN
            veil NOUN 1 nmod NN
            and CCONJ 5 cc CC
            nun NOUN 1 conj NN
            sits VERB 0 root VBZ
            """,
            [],
            id="with a veil and somebody",
        ),
    ],
)
def test_who_does_it(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            catheter NOUN 4 nsubj NN
            tip VERB 4 nsubj VBP
            projects VERB 0 root VBZ
            over ADP 8 case IN
            the DET 8 det DT
            superior ADJ 9 amod JJ
            vena PROPN 9 compound NNP
            cava PROPN 4 obl NNP
            """,
            ["A/DET<tip:det", "catheter/NOUN<tip:compound", "tip/NOUN<projects:nsubj", "over/ADP<cava:case"],
            id="a tip is no act",
        ),
    ],
)
def test_the_first_part_of_a_subject_that_was_taken_for_a_verb(
    lexicon: Lexicon, rows: str, after: list[str]
) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            one NOUN 5 nsubj NN
            on ADP 5 case IN
            the DET 5 det DT
            right ADJ 5 amod JJ
            mends VERB 0 root VBZ
            net NOUN 5 obj NN
            """,
            ["on/ADP<right:case", "the/DET<right:det", "right/NOUN<one:nmod", "mends/VERB<-:root"],
            id="no verb has an article",
        ),
        pytest.param(
            """
            one NOUN 5 nsubj NN
            on ADP 5 case IN
            the DET 6 det DT
            right ADJ 6 amod JJ
            mends VERB 0 root VBZ
            net NOUN 5 obj NN
            """,
            ["on/ADP<right:case", "the/DET<right:det", "right/NOUN<one:nmod", "mends/VERB<-:root"],
            id="nothing before the verb describes its object",
        ),
        pytest.param(
            """
            nun NOUN 5 nsubj NN
            on ADP 5 case IN
            the DET 5 det DT
            right ADJ 5 amod JJ
            train NOUN 0 root NN
            """,
            ["nun/NOUN<-:root", "train/NOUN<nun:nmod"],
            id="no verb",
        ),
        pytest.param(
            """
            one NOUN 6 nsubj NN
            on ADP 5 case IN
            the DET 5 det DT
            left ADJ 5 amod JJ
            drinks NOUN 1 nmod NNS
            milk VERB 0 root VBP
            """,
            [
                "one/NOUN<drinks:nsubj",
                "on/ADP<left:case",
                "the/DET<left:det",
                "left/NOUN<one:nmod",
                "drinks/VERB<-:root",
                "milk/NOUN<drinks:obj",
            ],
            id="what the one drinks",
        ),
        pytest.param(
            """
            girl NOUN 2 nsubj NN
            peels VERB 0 root VBZ
            pears NOUN 2 obj NNS
            whereas SCONJ 9 mark IN
            one NOUN 9 nsubj NN
            on ADP 9 case IN
            the DET 9 det DT
            right ADJ 9 amod JJ
            cuts NOUN 1 nmod NNS
            onion NOUN 2 obj NN
            """,
            [
                "on/ADP<right:case",
                "the/DET<right:det",
                "right/NOUN<one:nmod",
                "cuts/VERB<peels:advcl",
                "onion/NOUN<cuts:obj",
            ],
            id="a clause of the verb",
        ),
    ],
)
def test_the_side_is_of_the_subject(rows: str, after: list[str], lexicon: Lexicon) -> None:
    assert mended_words(rows, lexicon) == after


def test_what_two_do_has_a_name_of_two_words(lexicon: Lexicon) -> None:
    rows = """
        nuns NOUN {head} nsubj NNS
        are AUX 4 aux VBP
        roller NOUN 4 compound NN
        skating VERB 0 root VBG
    """
    assert mended_words(rows.format(head=3), lexicon) == ["nuns/NOUN<skating:nsubj"]
    assert mended_words(rows.format(head=4), lexicon) == []


@pytest.mark.parametrize(
    ("subject", "part", "after"),
    [
        (
            "nun NOUN 3 nsubj NN",
            "horseback",
            [
                "nun/NOUN<riding:nsubj",
                "is/AUX<riding:aux",
                "horseback/NOUN<riding:compound",
                "riding/VERB<-:root",
            ],
        ),
        (
            "nun NOUN 2 nsubj NN",
            "horseback",
            [
                "nun/NOUN<riding:nsubj",
                "is/AUX<riding:aux",
                "horseback/NOUN<riding:compound",
                "riding/VERB<-:root",
            ],
        ),
        ("there PRON 3 expl EX", "food", []),
        ("nun NOUN 3 nsubj NN", "farmer", []),
    ],
)
def test_what_somebody_does_is_no_noun_with_a_participle(
    subject: str, part: str, after: list[str], lexicon: Lexicon
) -> None:
    rows = f"{subject}\nis AUX 3 cop VBZ\n{part} NOUN 0 root NN\nriding VERB 3 acl VBG"
    assert mended_words(rows, lexicon) == after
