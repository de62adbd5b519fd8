"""Names of things that a parser took for acts. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            men NOUN 2 nsubj NNS
            work VERB 0 root VBP
            with ADP 4 case IN
            hammers NOUN 2 obl NNS
            and CCONJ 6 cc CC
            drills VERB 2 conj VBZ
            in ADP 8 case IN
            barn NOUN 6 obl NN
            """,
            ["drills/NOUN<hammers:conj", "barn/NOUN<work:obl"],
            id="many do not drills",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            works VERB 0 root VBZ
            with ADP 4 case IN
            hammers NOUN 2 obl NNS
            and CCONJ 6 cc CC
            drills VERB 2 conj VBZ
            in ADP 8 case IN
            barn NOUN 6 obl NN
            """,
            [],
            id="one may drill",
        ),
        pytest.param(
            """
            room NOUN 0 root NN
            with ADP 3 case IN
            desk NOUN 1 nmod NN
            , PUNCT 5 punct ,
            lamp NOUN 3 conj NN
            and CCONJ 7 cc CC
            fan VERB 1 conj VBP
            under ADP 9 case IN
            window NOUN 7 obl NN
            """,
            ["fan/NOUN<desk:conj", "window/NOUN<fan:nmod"],
            id="the last of a list",
        ),
        pytest.param(
            "toilet NOUN 0 root NN\nand CCONJ 3 cc CC\nsink VERB 1 conj VBP",
            ["sink/NOUN<toilet:conj"],
            id="the second of two",
        ),
        pytest.param(
            """
            strip NOUN 0 root NN
            of ADP 3 case IN
            sand NOUN 1 nmod NN
            and CCONJ 5 cc CC
            rocks VERB 1 conj VBZ
            """,
            ["rocks/NOUN<sand:conj"],
            id="sand and rocks",
        ),
        pytest.param(
            """
            shirt NOUN 0 root NN
            with ADP 3 case IN
            collar NOUN 1 nmod NN
            and CCONJ 5 cc CC
            snap VERB 3 conj VB
            buttons NOUN 5 obj NNS
            """,
            ["and/CCONJ<buttons:cc", "snap/NOUN<buttons:compound", "buttons/NOUN<collar:conj"],
            id="a part of the second's name",
        ),
        pytest.param(
            """
            pots NOUN 0 root NNS
            and CCONJ 3 cc CC
            grazes VERB 1 conj NNS
            """,
            ["grazes/NOUN<pots:conj"],
            id="a plural that is called a verb",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            paints VERB 0 root VBZ
            a DET 5 det DT
            wall NOUN 5 compound NN
            blue NOUN 2 obj NN
            """,
            ["a/DET<wall:det", "wall/NOUN<paints:obj", "blue/ADJ<paints:xcomp"],
            id="what is painted",
        ),
        pytest.param(
            """
            painter NOUN 2 nsubj NN
            paints VERB 0 root VBZ
            the DET 5 det DT
            ceiling ADJ 5 amod JJ
            white NOUN 2 obj NN
            """,
            ["the/DET<ceiling:det", "ceiling/NOUN<paints:obj", "white/ADJ<paints:xcomp"],
            id="what is painted in a color that is somebody, too",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            pushes VERB 0 root VBZ
            door NOUN 2 obj NN
            open ADJ 2 obj JJ
            """,
            ["open/ADJ<pushes:xcomp"],
            id="how a door is pushed",
        ),
        pytest.param(
            """
            guard NOUN 2 nsubj NN
            keeps VERB 0 root VBZ
            watch VERB 2 xcomp VB
            """,
            ["watch/NOUN<keeps:obj"],
            id="what a guard keeps",
        ),
        pytest.param(
            "marble NOUN 0 root NN\nbust NOUN 1 acl NN\nof ADP 4 case IN\npoet NOUN 2 nmod NN",
            ["marble/NOUN<bust:compound", "bust/NOUN<-:root"],
            id="a name at the top",
        ),
        pytest.param(
            """
            Cushion NOUN 2 nsubj NN
            cover VERB 0 root NN
            with ADP 4 case IN
            tassels NOUN 2 nmod NNS
            """,
            ["Cushion/NOUN<cover:compound", "cover/NOUN<-:root"],
            id="a title",
        ),
        pytest.param(
            """
            overalls NOUN 0 root NNS
            with ADP 3 case IN
            patch VERB 1 nmod NN
            on ADP 5 case IN
            bib NOUN 3 obl NN
            """,
            ["patch/NOUN<overalls:nmod", "bib/NOUN<patch:nmod"],
            id="a noun by its place",
        ),
        pytest.param(
            """
            Toddler NOUN 2 nsubj NN
            overalls VERB 0 root NNS
            with ADP 4 case IN
            straps NOUN 2 obl NNS
            """,
            ["Toddler/NOUN<overalls:compound", "overalls/NOUN<-:root", "straps/NOUN<overalls:nmod"],
            id="whom it is for",
        ),
        pytest.param(
            """
            hill NOUN 0 root NN
            with ADP 3 case IN
            cows NOUN 1 nmod NNS
            grazing VERB 3 acl VBG
            and CCONJ 6 cc CC
            ruins VERB 4 conj VBZ
            """,
            ["ruins/NOUN<cows:conj"],
            id="a second thing",
        ),
        pytest.param(
            """
            hand NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            bottle NOUN 2 obj NN
            of ADP 5 case IN
            eye NOUN 3 nmod NN
            drops VERB 2 advcl VBZ
            near ADP 8 case IN
            window NOUN 6 obl NN
            """,
            [
                "of/ADP<drops:case",
                "eye/NOUN<drops:compound",
                "drops/NOUN<bottle:nmod",
                "window/NOUN<holds:obl",
            ],
            id="eye drops",
        ),
        pytest.param(
            "Kids NOUN 3 nsubj NNS\n' PUNCT 3 punct ''\nraincoat NOUN 0 root NN",
            ["Kids/NOUN<raincoat:nmod:poss", "'/PART<Kids:case"],
            id="whose it is",
        ),
        pytest.param(
            """
            Boys NOUN 3 nsubj NNS
            ' PUNCT 3 punct ''
            swim VERB 0 root VBP
            trunks NOUN 3 obj NNS
            with ADP 6 case IN
            waist NOUN 3 obl NN
            """,
            [
                "Boys/NOUN<trunks:nmod:poss",
                "'/PART<Boys:case",
                "swim/NOUN<trunks:compound",
                "trunks/NOUN<-:root",
                "waist/NOUN<trunks:nmod",
            ],
            id="whose trunks",
        ),
        pytest.param(
            """
            woman NOUN 0 root NN
            with ADP 3 case IN
            face NOUN 1 nmod NN
            piercings VERB 1 nmod NNS
            """,
            ["with/ADP<piercings:case", "face/NOUN<piercings:compound", "piercings/NOUN<woman:nmod"],
            id="the head of a name",
        ),
        pytest.param(
            """
            opens VERB 0 root VBZ
            oysters VERB 1 obj VBZ
            with ADP 4 case IN
            knife NOUN 2 obl NN
            """,
            ["oysters/NOUN<opens:obj", "knife/NOUN<opens:obl"],
            id="with what somebody opens them",
        ),
        pytest.param(
            "squirts VERB 0 root VBZ\nwater VERB 1 obj VBP\nat ADP 4 case IN\nnun NOUN 1 obl NN",
            ["water/NOUN<squirts:obj"],
            id="what is squirted",
        ),
        pytest.param(
            """
            a DET 2 det DT
            paper NOUN 3 nsubj NN
            roll VERB 0 root VBP
            on ADP 5 case IN
            holder NOUN 3 obl NN
            """,
            ["a/DET<roll:det", "paper/NOUN<roll:compound", "roll/NOUN<-:root", "holder/NOUN<roll:nmod"],
            id="paper does not roll",
        ),
        pytest.param(
            """
            Close VERB 0 root VB
            - PUNCT 1 punct .
            up ADP 1 compound:prt RP
            of ADP 6 case IN
            a DET 6 det DT
            horse NOUN 3 nmod NN
            sleeping VERB 3 acl VBG
            on ADP 10 case IN
            a DET 10 det DT
            couch NOUN 7 obl NN
            . PUNCT 1 punct .
            """,
            [
                "Close/ADJ<up:amod",
                "-/PUNCT<up:punct",
                "up/NOUN<-:root",
                "sleeping/VERB<horse:acl",
                "./PUNCT<up:punct",
            ],
            id="a picture from near",
        ),
        pytest.param(
            """
            sits VERB 0 root VBZ
            in ADP 4 case IN
            a DET 4 det DT
            classroom NOUN 1 obl NN
            setting VERB 1 advcl VBG
            with ADP 7 case IN
            maps NOUN 5 obl NNS
            """,
            [
                "in/ADP<setting:case",
                "a/DET<setting:det",
                "classroom/NOUN<setting:compound",
                "setting/NOUN<sits:obl",
                "maps/NOUN<setting:nmod",
            ],
            id="in a setting",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            in ADP 4 case IN
            a DET 4 det DT
            classroom NOUN 1 nmod NN
            setting VERB 1 acl VBG
            tables NOUN 5 obj NNS
            """,
            [],
            id="who sets something",
        ),
        pytest.param(
            """
            tray NOUN 0 root NN
            with ADP 4 case IN
            a DET 4 det DT
            mug NOUN 1 nmod NN
            setting VERB 4 acl VBG
            on ADP 7 case IN
            it PRON 5 obl PRP
            """,
            [],
            id="what is set on something",
        ),
        pytest.param(
            """
            kiosk NOUN 0 root NN
            with ADP 3 case IN
            Greek ADJ 1 nmod JJ
            writing VERB 1 acl VBG
            on ADP 6 case IN
            it PRON 4 obl PRP
            """,
            [
                "with/ADP<writing:case",
                "Greek/ADJ<writing:amod",
                "writing/NOUN<kiosk:nmod",
                "it/PRON<writing:nmod",
            ],
            id="an adjective with a preposition",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            in ADP 3 case IN
            white ADJ 1 nmod JJ
            writing VERB 1 acl VBG
            notes NOUN 4 obj NNS
            """,
            [],
            id="who writes something",
        ),
        pytest.param(
            """
            has VERB 0 root VBZ
            a DET 3 det DT
            flaky NOUN 1 obj NN
            covering VERB 3 acl VBG
            """,
            ["a/DET<covering:det", "flaky/NOUN<covering:amod", "covering/NOUN<has:obj"],
            id="an adjective as an object",
        ),
    ],
)
def test_names_that_were_taken_for_acts(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            sailor NOUN 3 nsubj NN
            waits VERB 0 root VBZ
            with ADP 6 case IN
            the DET 6 det DT
            nurse NOUN 3 obl NN
            and CCONJ 8 cc CC
            coach VERB 3 conj VBP
            behind ADP 10 case IN
            her PRON 8 obl PRP
            """,
            ["coach/NOUN<nurse:conj", "her/PRON<coach:nmod"],
            id="one does not coach",
        ),
        pytest.param(
            """
            Vans NOUN 3 nsubj:pass NNS
            are AUX 3 aux:pass VBP
            parked VERB 0 root VBN
            in ADP 6 case IN
            the DET 6 det DT
            yard NOUN 3 obl NN
            and CCONJ 8 cc CC
            alley VERB 3 conj VBP
            near ADP 11 case IN
            a DET 11 det DT
            shop NOUN 8 obl NN
            """,
            ["alley/NOUN<yard:conj", "shop/NOUN<parked:obl"],
            id="no verb, and its place",
        ),
        pytest.param(
            """
            Girls NOUN 2 nsubj NNS
            dig VERB 0 root VBP
            in ADP 5 case IN
            the DET 5 det DT
            sand NOUN 2 obl NN
            and CCONJ 7 cc CC
            surf VERB 2 conj VBP
            """,
            [],
            id="of many it may be said",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            wears VERB 0 root VBZ
            hat NOUN 2 obj NN
            and CCONJ 5 cc CC
            watch VERB 2 conj VBP
            near ADP 7 case IN
            wall NOUN 5 obl NN
            """,
            ["watch/NOUN<hat:conj", "wall/NOUN<wears:obl"],
            id="what is worn",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            hat NOUN 2 obj NN
            and CCONJ 5 cc CC
            jump VERB 2 conj VBP
            near ADP 7 case IN
            wall NOUN 5 obl NN
            """,
            [],
            id="an act first of all",
        ),
        pytest.param(
            """
            A DET 2 det DT
            sailors NOUN 4 nsubj NNS
            ' PUNCT 4 punct .
            hut VERB 0 root VBP
            halfway ADV 8 advmod RB
            up ADP 8 case IN
            a DET 8 det DT
            hill NOUN 4 obl NN
            """,
            ["sailors/NOUN<hut:nmod:poss", "'/PART<sailors:case", "hut/NOUN<-:root", "hill/NOUN<hut:nmod"],
            id="a hut is no act",
        ),
        pytest.param(
            """
            Close VERB 0 root VB
            - PUNCT 1 punct .
            up ADP 1 compound:prt RP
            of ADP 6 case IN
            a DET 6 det DT
            fork NOUN 1 obl NN
            , PUNCT 8 punct ,
            spoon NOUN 6 conj NN
            and CCONJ 11 cc CC
            a DET 11 det DT
            jar NOUN 6 conj NN
            """,
            ["Close/ADJ<up:amod", "-/PUNCT<up:punct", "up/NOUN<-:root", "fork/NOUN<up:nmod"],
            id="what is shown hung on the first part",
        ),
    ],
)
def test_a_noun_behind_and_is_no_act_of_one(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Cushion NOUN 2 nsubj NN
            covers VERB 0 root VBZ
            embroidered VERB 2 advcl VBN
            with ADP 5 case IN
            birds NOUN 3 obl NNS
            and CCONJ 7 cc CC
            edged VERB 3 conj VBN
            in ADP 9 case IN
            velvet NOUN 7 obl NN
            """,
            ["Cushion/NOUN<covers:compound", "covers/NOUN<-:root", "embroidered/VERB<covers:acl"],
            id="no cushion covers",
        ),
        pytest.param(
            """
            Bread NOUN 2 nsubj NN
            lies VERB 0 root VBZ
            wrapped VERB 2 acl VBN
            in ADP 5 case IN
            foil NOUN 3 obl NN
            """,
            [],
            id="how it lies",
        ),
    ],
)
def test_names_of_what_was_done_to_things(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Kids NOUN 4 nsubj NNS
            ' PUNCT 4 punct .
            pajama NOUN 4 compound NN
            set VERB 0 root NN
            with ADP 8 case IN
            a DET 8 det DT
            dinosaur NOUN 8 compound NN
            print NOUN 4 obl NN
            """,
            ["Kids/NOUN<set:nmod:poss", "'/PART<Kids:case", "set/NOUN<-:root", "print/NOUN<set:nmod"],
            id="no kid sets",
        ),
    ],
)
def test_sets_of_somebody(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            kid NOUN 0 root NN
            playing VERB 2 acl VBG
            with ADP 6 case IN
            a DET 6 det DT
            bat NOUN 3 obl NN
            and CCONJ 8 cc CC
            ball VERB 3 conj VBP
            on ADP 11 case IN
            a DET 11 det DT
            beach NOUN 8 obl NN
            """,
            ["ball/NOUN<bat:conj", "beach/NOUN<playing:obl"],
            id="where one plays",
        ),
    ],
)
def test_where_both_are(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("last", "after"),
    [
        pytest.param(
            "Lowe PROPN 2 flat NNP",
            ["Pilot/NOUN<Lowe:nmod:desc", "Ann/PROPN<Lowe:compound", "Lowe/PROPN<lands:nsubj"],
            id="a name",
        ),
        pytest.param("wave PROPN 2 flat NNP", [], id="what is no name as it is written"),
        pytest.param("May NOUN 2 flat NN", [], id="what is no name as it was read"),
    ],
)
def test_a_name_is_its_last_word(lexicon: Lexicon, last: str, after: list[str]) -> None:
    rows = f"""
    Pilot NOUN 2 nmod:desc NN
    Ann PROPN 4 nsubj NNP
    {last}
    lands VERB 0 root VBZ
    """
    assert mended_words(rows, lexicon) == after


def test_names_in_a_list(lexicon: Lexicon) -> None:
    rows = """
    Ann PROPN 6 nsubj NNP
    and CCONJ 3 cc CC
    Tom PROPN 1 conj NNP
    van PROPN 3 flat NNP
    Dale PROPN 3 flat NNP
    sing VERB 0 root VBP
    """
    assert mended_words(rows, lexicon) == [
        "and/CCONJ<Dale:cc",
        "Tom/PROPN<Dale:compound",
        "van/PROPN<Dale:compound",
        "Dale/PROPN<Ann:conj",
    ]
