"""Whose a with-phrase is. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            jeans NOUN 5 nsubj NNS
            with ADP 5 case IN
            a DET 5 det DT
            button NOUN 5 compound NN
            fly NOUN 0 root NN
            and CCONJ 7 cc CC
            rips VERB 5 conj VBZ
            """,
            ["jeans/NOUN<-:root", "fly/NOUN<jeans:nmod", "rips/NOUN<fly:conj"],
            id="a with-phrase at the top",
        ),
        pytest.param(
            """
            raincoat NOUN 5 nsubj NN
            with ADP 4 case IN
            a DET 4 det DT
            frog NOUN 1 nmod NN
            face VERB 0 root VBP
            on ADP 8 case IN
            the DET 8 det DT
            hood NOUN 5 obl NN
            """,
            [
                "raincoat/NOUN<-:root",
                "with/ADP<face:case",
                "a/DET<face:det",
                "frog/NOUN<face:compound",
                "face/NOUN<raincoat:nmod",
                "hood/NOUN<face:nmod",
            ],
            id="a name behind with",
        ),
        pytest.param(
            """
            ticket NOUN 0 root NN
            of ADP 3 case IN
            passenger NOUN 1 nmod NN
            with ADP 5 case IN
            suitcase NOUN 1 nmod NN
            """,
            ["suitcase/NOUN<passenger:nmod"],
            id="what somebody has",
        ),
        pytest.param(
            """
            stool NOUN 0 root NN
            with ADP 3 case IN
            holder NOUN 1 nmod NN
            and CCONJ 5 cc CC
            carrying VERB 1 conj VBG
            case NOUN 5 obj NN
            """,
            ["and/CCONJ<case:cc", "carrying/NOUN<case:compound", "case/NOUN<holder:conj"],
            id="a second name",
        ),
        pytest.param(
            """
            hand NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            phone NOUN 2 obj NN
            with ADP 5 case IN
            screen NOUN 2 obl NN
            """,
            ["screen/NOUN<phone:nmod"],
            id="what the object has",
        ),
        pytest.param(
            """
            trunks NOUN 0 root NNS
            with ADP 3 case IN
            waist NOUN 1 nmod NN
            and CCONJ 6 cc CC
            mesh NOUN 6 compound NN
            lining VERB 1 conj VBG
            """,
            ["lining/NOUN<waist:conj"],
            id="a second that is made",
        ),
        pytest.param(
            """
            boots NOUN 0 root NNS
            with ADP 3 case IN
            print NOUN 1 nmod NN
            and CCONJ 5 cc CC
            pull VERB 1 conj VBP
            handles NOUN 5 obj NNS
            """,
            ["and/CCONJ<handles:cc", "pull/NOUN<handles:compound", "handles/NOUN<print:conj"],
            id="a second name that is called a verb",
        ),
        pytest.param(
            """
            film NOUN 0 root NN
            with ADP 3 case IN
            volumes NOUN 1 nmod NNS
            and CCONJ 5 cc CC
            crowding VERB 1 conj VBG
            of ADP 7 case IN
            vessels NOUN 5 obl NNS
            """,
            ["crowding/NOUN<volumes:conj", "vessels/NOUN<crowding:nmod"],
            id="a second before of",
        ),
        pytest.param(
            """
            image NOUN 0 root NN
            of ADP 3 case IN
            molar NOUN 1 nmod NN
            with ADP 7 case IN
            a DET 7 det DT
            canal NOUN 7 compound NN
            filling VERB 1 acl VBG
            """,
            ["filling/NOUN<molar:nmod"],
            id="a noun with an article",
        ),
        pytest.param(
            """
            cars NOUN 2 nsubj NNS
            move VERB 0 root VBP
            along ADP 4 case IN
            highway NOUN 2 obl NN
            with ADP 6 case IN
            bridges NOUN 2 obl NNS
            """,
            ["bridges/NOUN<highway:nmod"],
            id="what a place has",
        ),
        pytest.param(
            """
            yard NOUN 0 root NN
            with ADP 3 case IN
            cranes NOUN 1 nmod NNS
            , PUNCT 5 punct ,
            conveyor NOUN 1 conj NN
            belts NOUN 1 conj NNS
            """,
            [",/PUNCT<belts:punct", "conveyor/NOUN<belts:compound", "belts/NOUN<cranes:conj"],
            id="a member of two words",
        ),
        pytest.param(
            """
            abscess NOUN 0 root NN
            with SCONJ 3 mark IN
            surrounding VERB 1 acl VBG
            edema NOUN 3 obj NN
            """,
            ["with/SCONJ<edema:case", "surrounding/VERB<edema:amod", "edema/NOUN<abscess:nmod"],
            id="a participle behind with",
        ),
        pytest.param(
            """
            mold NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            on ADP 4 case IN
            tray NOUN 2 obl NN
            with ADP 6 case IN
            wax NOUN 2 obl NN
            """,
            ["wax/NOUN<tray:nmod"],
            id="what lies has no company",
        ),
        pytest.param(
            """
            trucks NOUN 2 nsubj NNS
            move VERB 0 root VBP
            along ADP 4 case IN
            highway NOUN 2 obl NN
            with ADP 6 case IN
            bridges NOUN 2 obl NNS
            on ADP 9 case IN
            one NUM 9 nummod CD
            side NOUN 2 obl NN
            """,
            ["bridges/NOUN<highway:nmod", "side/NOUN<bridges:nmod"],
            id="where that is",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            with ADP 3 case IN
            hat NOUN 1 nmod NN
            on ADP 1 acl IN
            """,
            ["on/ADV<hat:advmod"],
            id="a hat that is on",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            with ADP 3 case IN
            gloves NOUN 1 nmod NNS
            on SCONJ 5 mark IN
            juggling VERB 1 acl VBG
            """,
            ["on/ADV<gloves:advmod"],
            id="gloves that are on",
        ),
        pytest.param(
            """
            bag NOUN 0 root NN
            with ADP 4 case IN
            its PRON 4 nmod:poss PRP$
            corner NOUN 5 nsubj:pass NN
            torn VERB 1 acl VBN
            """,
            ["corner/NOUN<bag:nmod", "torn/VERB<corner:acl"],
            id="a subject with a preposition",
        ),
        pytest.param(
            """
            owl NOUN 0 root NN
            with ADP 4 case IN
            its PRON 4 nmod:poss PRP$
            wings NOUN 5 nsubj:pass NNS
            spread VERB 1 acl VBN
            """,
            [],
            id="how an owl is",
        ),
        pytest.param(
            """
            coat NOUN 5 nsubj:pass NN
            with ADP 4 case IN
            its PRON 4 nmod:poss PRP$
            collar NOUN 1 nmod NN
            turned VERB 0 root VBN
            """,
            ["coat/NOUN<-:root", "turned/VERB<collar:acl"],
            id="what is done to a part",
        ),
        pytest.param(
            """
            coat NOUN 6 nsubj:pass NN
            with ADP 4 case IN
            its PRON 4 nmod:poss PRP$
            collar NOUN 1 nmod NN
            is AUX 6 aux:pass VBZ
            turned VERB 0 root VBN
            """,
            [],
            id="what is done to a coat",
        ),
        pytest.param(
            """
            nun NOUN 4 nsubj:pass NN
            with ADP 3 case IN
            basket NOUN 1 nmod NN
            seated VERB 0 root VBN
            """,
            ["nun/NOUN<-:root", "seated/VERB<nun:acl"],
            id="how somebody sits",
        ),
        pytest.param(
            """
            shirt NOUN 0 root NN
            with ADP 3 case IN
            sleeves NOUN 1 nmod NNS
            paired VERB 1 acl VBN
            """,
            [],
            id="what a whole thing is paired with",
        ),
        pytest.param(
            """
            bench NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            by ADP 4 case IN
            path NOUN 2 obl NN
            with ADP 6 case IN
            leaves NOUN 2 obl NNS
            scattered VERB 6 acl VBN
            under ADP 9 case IN
            it PRON 7 obl PRP
            """,
            [],
            id="under what stands there",
        ),
        pytest.param(
            """
            bench NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            by ADP 4 case IN
            path NOUN 2 obl NN
            with ADP 6 case IN
            leaves NOUN 2 obl NNS
            scattered VERB 6 acl VBN
            on ADP 9 case IN
            it PRON 7 obl PRP
            """,
            ["leaves/NOUN<path:nmod"],
            id="on the path",
        ),
        pytest.param(
            """
            lamp NOUN 0 root NN
            with ADP 3 case IN
            base NOUN 4 amod NN
            shaped VERB 1 acl VBN
            like ADP 6 case IN
            pear NOUN 4 obl NN
            """,
            ["base/NOUN<lamp:nmod", "shaped/VERB<base:acl"],
            id="what is shaped",
        ),
        pytest.param(
            """
            king NOUN 0 root NN
            napping VERB 1 acl VBG
            with ADP 4 case IN
            magazine NOUN 2 obl NN
            on ADP 7 case IN
            his PRON 7 nmod:poss PRP$
            chest NOUN 2 obl NN
            """,
            ["chest/NOUN<magazine:nmod"],
            id="what lies on somebody",
        ),
        pytest.param(
            """
            king NOUN 2 nsubj NN
            hits VERB 0 root VBZ
            boy NOUN 2 obj NN
            with ADP 5 case IN
            stick NOUN 2 obl NN
            on ADP 8 case IN
            his PRON 8 nmod:poss PRP$
            head NOUN 2 obl NN
            """,
            [],
            id="where somebody is hit",
        ),
        pytest.param(
            """
            nun NOUN 8 nsubj NN
            with ADP 4 case IN
            her PRON 4 nmod:poss PRP$
            hands NOUN 1 nmod NNS
            in ADP 7 case IN
            her PRON 7 nmod:poss PRP$
            lap NOUN 1 nmod NN
            prays VERB 0 root VBZ
            """,
            ["lap/NOUN<hands:nmod"],
            id="where a part of somebody is",
        ),
        pytest.param(
            """
            nun NOUN 7 nsubj NN
            with ADP 4 case IN
            her PRON 4 nmod:poss PRP$
            head NOUN 1 nmod NN
            on ADP 6 case IN
            desk NOUN 1 nmod NN
            sleeps VERB 0 root VBZ
            """,
            ["desk/NOUN<head:nmod"],
            id="on what a part of somebody is",
        ),
        pytest.param(
            """
            nun NOUN 7 nsubj NN
            with ADP 4 case IN
            her PRON 4 nmod:poss PRP$
            dog NOUN 1 nmod NN
            in ADP 6 case IN
            park NOUN 1 nmod NN
            prays VERB 0 root VBZ
            """,
            [],
            id="where somebody is with her dog",
        ),
        pytest.param(
            """
            jersey NOUN 0 root NN
            with ADP 5 case IN
            the DET 5 det DT
            number NOUN 1 nmod NN
            seven NUM 4 flat CD
            on ADP 8 case IN
            its PRON 8 nmod:poss PRP$
            back NOUN 1 nmod NN
            """,
            ["with/ADP<number:case", "back/NOUN<number:nmod"],
            id="where a number is",
        ),
        pytest.param(
            """
            mug NOUN 0 root NN
            with ADP 4 case IN
            the DET 4 det DT
            name NOUN 1 nmod NN
            Tom PROPN 1 appos NNP
            on ADP 7 case IN
            side NOUN 1 nmod NN
            """,
            ["Tom/PROPN<name:flat", "side/NOUN<name:nmod"],
            id="where a name is",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            wears VERB 0 root VBZ
            shirt NOUN 2 obj NN
            with ADP 6 case IN
            the DET 6 det DT
            word NOUN 2 obl NN
            love NOUN 6 appos NN
            on ADP 9 case IN
            it PRON 2 obl PRP
            """,
            ["word/NOUN<shirt:nmod", "it/PRON<word:nmod"],
            id="where a word is on what somebody wears",
        ),
        pytest.param(
            """
            jersey NOUN 0 root NN
            with ADP 4 case IN
            the DET 4 det DT
            number NOUN 1 nmod NN
            and CCONJ 6 cc CC
            stripes NOUN 4 conj NNS
            on ADP 9 case IN
            its PRON 9 nmod:poss PRP$
            back NOUN 1 nmod NN
            """,
            [],
            id="a list is no name",
        ),
        pytest.param(
            """
            nun NOUN 5 nsubj NN
            with ADP 3 case IN
            hat NOUN 1 nmod NN
            on ADP 1 nmod IN
            sings VERB 0 root VBZ
            """,
            ["on/ADV<hat:advmod"],
            id="a hat that is on, before a verb",
        ),
        pytest.param(
            """
            keys NOUN 3 nsubj:pass NNS
            are AUX 3 aux:pass VBP
            covered VERB 0 root VBN
            by ADP 5 case IN
            sheet NOUN 3 obl:agent NN
            with ADP 7 case IN
            letters NOUN 3 obl NNS
            """,
            ["letters/NOUN<sheet:nmod"],
            id="of what covers something",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            can NOUN 2 obj NN
            of ADP 5 case IN
            soup NOUN 3 nmod NN
            with ADP 7 case IN
            label NOUN 2 obl NN
            """,
            ["label/NOUN<can:nmod"],
            id="of what something of stuff is held",
        ),
        pytest.param(
            """
            facing VERB 0 root VBG
            stand NOUN 1 obj NN
            with ADP 4 case IN
            vase NOUN 1 obl NN
            on ADP 6 case IN
            it PRON 1 obl PRP
            """,
            ["vase/NOUN<stand:nmod", "it/PRON<vase:nmod"],
            id="on what something is",
        ),
        pytest.param(
            """
            sign NOUN 6 nsubj NN
            with ADP 3 case IN
            cows NOUN 6 nsubj NNS
            on ADP 5 case IN
            it PRON 3 nmod PRP
            means VERB 0 root VBZ
            danger NOUN 6 obj NN
            """,
            ["cows/NOUN<sign:nmod"],
            id="no second subject",
        ),
        pytest.param(
            """
            cat NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            in ADP 4 case IN
            corner NOUN 2 obl NN
            of ADP 6 case IN
            yard NOUN 4 nmod NN
            with ADP 8 case IN
            bridges NOUN 2 obl NNS
            """,
            ["bridges/NOUN<yard:nmod"],
            id="of a place in a place",
        ),
    ],
)
def test_whose_a_with_phrase_is(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Boots NOUN 0 root NNS
            with ADP 4 case IN
            a DET 4 det DT
            strap NOUN 1 nmod NN
            and CCONJ 7 cc CC
            side NOUN 7 compound NN
            lacing VERB 1 conj VBG
            """,
            ["lacing/NOUN<strap:conj"],
            id="a part of clothes",
        ),
        pytest.param(
            """
            A DET 2 det DT
            van NOUN 0 root NN
            parked VERB 2 acl VBN
            with ADP 5 case IN
            chains NOUN 3 obl NNS
            around ADP 8 case IN
            its PRON 8 nmod:poss PRP$
            wheels NOUN 3 obl NNS
            """,
            ["wheels/NOUN<chains:nmod"],
            id="around its own",
        ),
        pytest.param(
            """
            A DET 2 det DT
            van NOUN 10 nsubj NN
            with ADP 5 case IN
            its PRON 5 nmod:poss PRP$
            lights NOUN 2 nmod NNS
            on ADV 2 acl RB
            is AUX 10 cop VBZ
            in ADP 10 case IN
            a DET 10 det DT
            lane NOUN 0 root NN
            """,
            ["on/ADV<lights:advmod"],
            id="its lights are on",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 0 root NN
            parked VERB 2 acl VBN
            with ADP 5 case IN
            chains NOUN 3 obl NNS
            around ADP 8 case IN
            a DET 8 det DT
            pole NOUN 3 obl NN
            """,
            [],
            id="around another thing",
        ),
    ],
)
def test_what_is_on_and_what_is_around(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            bunch NOUN 10 nsubj:pass NN
            of ADP 4 case IN
            mail NOUN 5 compound NN
            boxes NOUN 2 nmod NNS
            with ADP 7 case IN
            one NUM 2 nmod CD
            of ADP 9 case IN
            them PRON 7 nmod PRP
            opened VERB 0 root VBN
            """,
            ["bunch/NOUN<-:root", "of/ADP<boxes:case", "opened/VERB<one:acl"],
            id="one of them",
        ),
    ],
)
def test_one_of_them_is_so(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            doorway NOUN 0 root NN
            framed VERB 2 acl VBN
            by SCONJ 5 mark IN
            climbing VERB 3 advcl VBG
            roses NOUN 5 obj NNS
            """,
            ["by/SCONJ<roses:case", "climbing/VERB<roses:amod", "roses/NOUN<framed:obl:agent"],
            id="no act of a doorway",
        ),
        pytest.param(
            """
            A DET 2 det DT
            crane NOUN 0 root NN
            made VERB 2 acl VBN
            by ADP 6 case IN
            folding ADJ 6 amod JJ
            paper NOUN 3 obl:agent NN
            """,
            [],
            id="how it is made",
        ),
    ],
)
def test_what_frames_describes(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


def test_the_name_of_a_part_at_the_top(lexicon: Lexicon) -> None:
    rows = "jeans NOUN 4 nsubj NNS\nwith ADP 3 case IN\nbutton NOUN 1 nmod NN\nfly NOUN 0 root NN"
    assert "fly/NOUN<jeans:nmod" in mended_words(rows, lexicon)


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            coat NOUN 0 root NN
            for ADP 3 case IN
            toddlers NOUN 1 nmod NNS
            with ADP 6 case IN
            a DET 6 det DT
            hood NOUN 3 nmod NN
            """,
            ["hood/NOUN<coat:nmod"],
            id="for toddlers",
        ),
        pytest.param(
            """
            cup NOUN 0 root NN
            for ADP 3 case IN
            toddlers NOUN 1 nmod NNS
            with ADP 6 case IN
            a DET 6 det DT
            hood NOUN 3 nmod NN
            """,
            [],
            id="nothing worn",
        ),
    ],
)
def test_with_of_what_is_worn(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("who", "verb", "behind", "after"),
    [
        ("nun", "dusts", "", ["flour/NOUN<dusts:obl"]),
        ("nun", "eats", "", []),
        ("nun", "dusts", "on ADP 7 case IN\nit PRON 5 nmod PRP", []),
        ("cloth", "covers", "", []),
    ],
)
def test_with_what_something_is_covered(
    who: str, verb: str, behind: str, after: list[str], lexicon: Lexicon
) -> None:
    rows = (
        f"{who} NOUN 2 nsubj NN\n{verb} VERB 0 root VBZ\nbread NOUN 2 obj NN\n"
        f"with ADP 5 case IN\nflour NOUN 3 nmod NN\n{behind}"
    )
    assert mended_words(rows, lexicon) == after
