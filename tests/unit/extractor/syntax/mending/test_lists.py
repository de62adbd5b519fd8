"""Members of lists and their places. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            climbs VERB 0 root VBZ
            with ADP 3 case IN
            rope NOUN 1 obl NN
            tied VERB 3 acl VBN
            around ADP 6 case IN
            waist NOUN 4 obl NN
            and CCONJ 9 cc CC
            a DET 9 det DT
            helmet NOUN 3 conj NN
            on ADP 11 case IN
            head NOUN 4 obl NN
            """,
            ["head/NOUN<helmet:nmod"],
            id="the place of a second behind a participle of the first",
        ),
        pytest.param(
            """
            holds VERB 0 root VBZ
            bottles NOUN 1 obj NNS
            of ADP 4 case IN
            soap NOUN 2 nmod NN
            , PUNCT 7 punct ,
            a DET 7 det DT
            plant NOUN 2 conj NN
            and CCONJ 10 cc CC
            a DET 10 det DT
            radio NOUN 4 conj NN
            """,
            ["radio/NOUN<bottles:conj"],
            id="the third of a list",
        ),
        pytest.param(
            """
            is VERB 0 root VBZ
            shelf NOUN 1 nsubj NN
            with ADP 4 case IN
            phone NOUN 2 nmod NN
            and CCONJ 6 cc CC
            melon NOUN 4 conj NN
            on ADP 8 case IN
            it PRON 1 obl PRP
            """,
            ["it/PRON<melon:nmod"],
            id="on what has a list",
        ),
        pytest.param(
            """
            desk NOUN 0 root NN
            with ADP 3 case IN
            jar NOUN 1 nmod NN
            on ADP 5 case IN
            it PRON 3 nmod PRP
            and CCONJ 9 cc CC
            hen NOUN 3 conj NN
            under ADP 9 case IN
            it PRON 1 conj PRP
            """,
            ["and/CCONJ<hen:cc", "it/PRON<hen:nmod"],
            id="under what has a list",
        ),
        pytest.param(
            """
            shows VERB 0 root VBZ
            ring NOUN 1 obj NN
            on ADP 4 case IN
            finger NOUN 1 obl NN
            and CCONJ 7 cc CC
            a DET 7 det DT
            crack NOUN 4 conj NN
            in ADP 9 case IN
            wrist NOUN 7 nmod NN
            """,
            ["crack/NOUN<ring:conj"],
            id="in a place of its own",
        ),
        pytest.param(
            """
            shows VERB 0 root VBZ
            cyst NOUN 1 obj NN
            in ADP 4 case IN
            liver NOUN 1 obl NN
            and CCONJ 6 cc CC
            stones NOUN 4 conj NNS
            in ADP 8 case IN
            kidney NOUN 6 nmod NN
            """,
            ["stones/NOUN<cyst:conj"],
            id="many in a place of their own",
        ),
        pytest.param(
            """
            there PRON 2 expl EX
            are VERB 0 root VBP
            beds NOUN 2 nsubj NNS
            , PUNCT 5 punct ,
            desk NOUN 3 conj NN
            and CCONJ 7 cc CC
            lamp NOUN 3 conj NN
            in ADP 9 case IN
            room NOUN 7 nmod NN
            """,
            ["room/NOUN<beds:nmod"],
            id="where all are",
        ),
        pytest.param(
            """
            holds VERB 0 root VBZ
            fork NOUN 1 obj NN
            and CCONJ 4 cc CC
            plate NOUN 2 conj NN
            in ADP 7 case IN
            her PRON 7 nmod:poss PRP$
            hands NOUN 4 nmod NNS
            """,
            ["hands/NOUN<holds:obl"],
            id="in whose hands all are",
        ),
        pytest.param(
            """
            man NOUN 5 nsubj NN
            , PUNCT 3 punct ,
            violinist NOUN 1 conj NN
            , PUNCT 1 punct ,
            bows VERB 0 root VBZ
            """,
            ["violinist/NOUN<man:appos"],
            id="one who is named twice",
        ),
        pytest.param(
            """
            A DET 2 det DT
            cup NOUN 0 root NN
            on ADP 5 case IN
            a DET 5 det DT
            shelf NOUN 2 nmod NN
            and CCONJ 8 cc CC
            a DET 8 det DT
            doll NOUN 2 conj NN
            under ADP 11 case IN
            a DET 11 det DT
            chair NOUN 2 nmod NN
            . PUNCT 2 punct .
            """,
            ["chair/NOUN<doll:nmod"],
            id="each with a place",
        ),
        pytest.param(
            """
            A DET 2 det DT
            kitchen NOUN 0 root NN
            with ADP 5 case IN
            a DET 5 det DT
            lamp NOUN 2 nmod NN
            and CCONJ 8 cc CC
            a DET 8 det DT
            shelf NOUN 2 conj NN
            with ADP 11 case IN
            glass NOUN 11 amod JJ
            doors NOUN 2 nmod NNS
            . PUNCT 2 punct .
            """,
            ["shelf/NOUN<lamp:conj", "doors/NOUN<shelf:nmod"],
            id="doors of a shelf",
        ),
        pytest.param(
            """
            hall NOUN 0 root NN
            with ADP 3 case IN
            shoes NOUN 1 nmod NNS
            by ADP 5 case IN
            door NOUN 1 nmod NN
            and CCONJ 7 cc CC
            coats NOUN 3 conj NNS
            on ADP 9 case IN
            hooks NOUN 7 nmod NNS
            """,
            ["door/NOUN<shoes:nmod"],
            id="the place of the first",
        ),
        pytest.param(
            """
            hall NOUN 0 root NN
            with ADP 3 case IN
            shoes NOUN 1 nmod NNS
            by ADP 5 case IN
            door NOUN 1 nmod NN
            and CCONJ 7 cc CC
            coats NOUN 3 conj NNS
            """,
            [],
            id="the place of all",
        ),
        pytest.param(
            """
            monks NOUN 8 nsubj NNS
            one NUM 1 appos CD
            on ADP 4 case IN
            mule NOUN 1 nmod NN
            one NUM 1 conj CD
            on ADP 7 case IN
            horse NOUN 8 obl NN
            ride VERB 0 root VBP
            """,
            ["mule/NOUN<one:nmod", "horse/NOUN<one:nmod"],
            id="parts of a group",
        ),
        pytest.param(
            """
            cups NOUN 0 root NNS
            two NUM 1 appos CD
            of ADP 4 case IN
            them PRON 2 nmod PRP
            on ADP 6 case IN
            tray NOUN 1 nmod NN
            """,
            ["tray/NOUN<two:nmod"],
            id="two of them",
        ),
        pytest.param(
            """
            cups NOUN 0 root NNS
            jugs NOUN 1 appos NNS
            on ADP 4 case IN
            tray NOUN 1 nmod NN
            """,
            [],
            id="no part",
        ),
        pytest.param(
            """
            woman NOUN 0 root NN
            walking VERB 1 acl VBG
            dog NOUN 2 obj NN
            and CCONJ 6 cc CC
            two NUM 6 nummod CD
            kids NOUN 1 conj NNS
            on ADP 8 case IN
            scooters NOUN 2 obl NNS
            """,
            ["scooters/NOUN<kids:nmod"],
            id="where the last are",
        ),
        pytest.param(
            """
            radio NOUN 7 nsubj:pass NN
            , PUNCT 3 punct ,
            clock NOUN 1 appos NN
            and CCONJ 5 cc CC
            vase NOUN 1 conj NN
            are AUX 7 aux:pass VBP
            sold VERB 0 root VBN
            """,
            ["clock/NOUN<radio:conj"],
            id="the middle of a list",
        ),
        pytest.param(
            """
            nun NOUN 7 nsubj:pass NN
            , PUNCT 3 punct ,
            pianist NOUN 1 appos NN
            and CCONJ 5 cc CC
            boy NOUN 1 conj NN
            are AUX 7 aux:pass VBP
            paid VERB 0 root VBN
            """,
            [],
            id="somebody by another name",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            map NOUN 2 obj NN
            in ADP 5 case IN
            hand NOUN 2 obl NN
            and CCONJ 7 cc CC
            bag NOUN 1 conj NN
            in ADP 10 case IN
            other ADJ 10 amod JJ
            hand NOUN 7 nmod NN
            """,
            ["bag/NOUN<map:conj", "hand/NOUN<holds:obl"],
            id="in the other hand",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            map NOUN 2 obj NN
            in ADP 5 case IN
            hand NOUN 2 obl NN
            and CCONJ 7 cc CC
            bag NOUN 5 conj NN
            in ADP 9 case IN
            other ADJ 7 nmod JJ
            """,
            ["bag/NOUN<map:conj", "other/ADJ<hand:conj"],
            id="in the other",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            map NOUN 2 obj NN
            in ADP 5 case IN
            hand NOUN 2 obl NN
            and CCONJ 7 cc CC
            bag NOUN 5 conj NN
            in ADP 9 case IN
            hall NOUN 7 nmod NN
            """,
            ["bag/NOUN<map:conj", "hall/NOUN<holds:obl"],
            id="in another thing",
        ),
        pytest.param(
            """
            harp NOUN 12 nsubj NN
            , PUNCT 4 punct ,
            a DET 4 det DT
            score NOUN 1 conj NN
            on ADP 7 case IN
            a DET 7 det DT
            stand NOUN 1 nmod NN
            , PUNCT 11 punct ,
            and CCONJ 11 cc CC
            a DET 11 det DT
            stool NOUN 1 conj NN
            fall VERB 0 root VBP
            """,
            ["stand/NOUN<score:nmod"],
            id="a member between commas",
        ),
        pytest.param(
            """
            harp NOUN 9 nsubj NN
            , PUNCT 4 punct ,
            a DET 4 det DT
            score NOUN 1 conj NN
            and CCONJ 6 cc CC
            stool NOUN 1 conj NN
            on ADP 8 case IN
            stand NOUN 1 nmod NN
            fall VERB 0 root VBP
            """,
            [],
            id="the last of a list",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            with ADP 3 case IN
            veil NOUN 1 nmod NN
            and CCONJ 5 cc CC
            freckles NOUN 3 conj NNS
            on ADP 7 case IN
            cheeks NOUN 1 nmod NNS
            """,
            ["cheeks/NOUN<freckles:nmod"],
            id="on a body",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            with ADP 3 case IN
            veil NOUN 1 nmod NN
            and CCONJ 5 cc CC
            freckles NOUN 3 conj NNS
            on ADP 7 case IN
            bench NOUN 1 nmod NN
            """,
            [],
            id="on a bench",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            with ADP 3 case IN
            melons NOUN 1 nmod NNS
            on ADP 6 case IN
            the DET 6 det DT
            back NOUN 1 nmod NN
            of ADP 8 case IN
            van NOUN 6 nmod NN
            """,
            [],
            id="on the back of a van",
        ),
        pytest.param(
            """
            sits VERB 0 root VBZ
            on ADP 3 case IN
            field NOUN 1 obl NN
            near ADP 5 case IN
            trees NOUN 1 obl NNS
            , PUNCT 7 punct ,
            well NOUN 5 conj NN
            and CCONJ 9 cc CC
            huts NOUN 5 conj NNS
            in ADP 11 case IN
            distance NOUN 9 nmod NN
            """,
            [],
            id="a list of places",
        ),
    ],
)
def test_members_of_lists(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            One NUM 2 nummod CD
            boot NOUN 0 root NN
            on ADP 5 case IN
            the DET 5 det DT
            stairs NOUN 2 nmod NNS
            and CCONJ 7 cc CC
            another DET 2 conj DT
            under ADP 10 case IN
            the DET 10 det DT
            stool NOUN 2 conj NN
            """,
            ["stool/NOUN<another:nmod"],
            id="another has its own place",
        ),
        pytest.param(
            """
            One NUM 2 nummod CD
            jar NOUN 0 root NN
            on ADP 5 case IN
            a DET 5 det DT
            shelf NOUN 2 nmod NN
            , PUNCT 7 punct ,
            another DET 2 appos DT
            on ADP 10 case IN
            the DET 10 det DT
            floor NOUN 2 nmod NN
            """,
            ["another/DET<jar:conj", "floor/NOUN<another:nmod"],
            id="another is no other name",
        ),
        pytest.param(
            """
            A DET 2 det DT
            jug NOUN 8 nsubj NN
            with ADP 4 case IN
            cracks NOUN 2 nmod NNS
            on ADP 7 case IN
            the DET 7 det DT
            rim NOUN 2 nmod NN
            stands VERB 0 root VBZ
            on ADP 11 case IN
            a DET 11 det DT
            shelf NOUN 8 obl NN
            """,
            ["rim/NOUN<cracks:nmod"],
            id="on a part of it",
        ),
        pytest.param(
            """
            A DET 2 det DT
            jug NOUN 8 nsubj NN
            with ADP 4 case IN
            cracks NOUN 2 nmod NNS
            on ADP 7 case IN
            the DET 7 det DT
            shelf NOUN 2 nmod NN
            stands VERB 0 root VBZ
            near ADP 11 case IN
            a DET 11 det DT
            stove NOUN 8 obl NN
            """,
            [],
            id="on no part of it",
        ),
        pytest.param(
            """
            Clouds NOUN 2 nsubj NNS
            drift VERB 0 root VBP
            over ADP 5 case IN
            a DET 5 det DT
            meadow NOUN 2 obl NN
            with ADP 10 mark IN
            a DET 8 det DT
            mare NOUN 2 obl NN
            in ADP 10 case IN
            it PRON 2 advcl PRP
            and CCONJ 12 cc CC
            larks NOUN 10 conj NNS
            rising VERB 2 advcl VBG
            above ADV 13 advmod RB
            """,
            ["with/ADP<mare:case", "it/PRON<mare:nmod", "larks/NOUN<mare:conj", "rising/VERB<larks:acl"],
            id="no place is listed with it",
        ),
        pytest.param(
            """
            A DET 2 det DT
            waiter NOUN 3 nsubj NN
            poses VERB 0 root VBZ
            with ADP 6 case IN
            a DET 6 det DT
            cook NOUN 3 obl NN
            and CCONJ 9 cc CC
            a DET 9 det DT
            maid NOUN 6 conj NN
            beside ADP 11 case IN
            him PRON 3 obl PRP
            """,
            ["him/PRON<maid:nmod"],
            id="beside whom both are",
        ),
    ],
)
def test_places_of_parts_and_lists(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            square NOUN 12 nsubj NN
            with ADP 5 case IN
            a DET 5 det DT
            fountain NOUN 2 nmod NN
            at ADP 8 case IN
            its PRON 8 nmod:poss PRP$
            center NOUN 2 nmod NN
            is AUX 12 cop VBZ
            near ADP 12 case IN
            a DET 12 det DT
            hall NOUN 0 root NN
            """,
            ["center/NOUN<fountain:nmod"],
            id="at its own center",
        ),
    ],
)
def test_a_place_on_its_own_part(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("owner", "after"),
    [
        pytest.param("blouse", ["bottom/NOUN<closure:nmod"], id="of clothes"),
        pytest.param("hall", [], id="of a hall"),
    ],
)
def test_a_part_of_clothes(lexicon: Lexicon, owner: str, after: list[str]) -> None:
    rows = f"""
        {owner} NOUN 0 root NN
        with ADP 3 case IN
        closure NOUN 1 nmod NN
        at ADP 6 case IN
        the DET 6 det DT
        bottom NOUN 1 nmod NN
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            bowl NOUN 0 root NN
            of ADP 4 case IN
            soup NOUN 2 nmod NN
            with ADP 6 case IN
            sausage NOUN 2 nmod NN
            in ADP 8 case IN
            it PRON 2 nmod PRP
            and CCONJ 10 cc CC
            chopsticks VERB 2 conj NNS
            on ADP 13 case IN
            the DET 13 det DT
            side NOUN 10 nmod NN
            """,
            ["it/PRON<sausage:nmod", "chopsticks/NOUN<sausage:conj"],
            id="on the side",
        ),
    ],
)
def test_a_second_with_a_side(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            skater NOUN 0 root NN
            with ADP 4 case IN
            pads NOUN 2 nmod NNS
            on ADP 7 case IN
            her PRON 7 nmod:poss PRP$
            knees NOUN 2 nmod NNS
            and CCONJ 9 cc CC
            elbows NOUN 2 conj NNS
            """,
            ["knees/NOUN<pads:nmod", "elbows/NOUN<knees:conj"],
            id="on both",
        ),
        pytest.param(
            """
            A DET 2 det DT
            skater NOUN 0 root NN
            with ADP 4 case IN
            pads NOUN 2 nmod NNS
            on ADP 7 case IN
            her PRON 7 nmod:poss PRP$
            knees NOUN 2 nmod NNS
            and CCONJ 10 cc CC
            a DET 10 det DT
            dog NOUN 2 conj NN
            """,
            ["knees/NOUN<pads:nmod"],
            id="no part of a body",
        ),
    ],
)
def test_two_parts_of_a_body(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            wears VERB 0 root VBZ
            a DET 5 det DT
            vest NOUN 3 obj NN
            with ADP 8 case IN
            a DET 8 det DT
            zipper NOUN 3 obl NN
            and CCONJ 11 cc CC
            a DET 11 det DT
            pair NOUN 8 conj NN
            of ADP 13 case IN
            sandals NOUN 11 nmod NNS
            """,
            ["zipper/NOUN<vest:nmod", "pair/NOUN<vest:conj"],
            id="a pair of clothes",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            wears VERB 0 root VBZ
            a DET 5 det DT
            vest NOUN 3 obj NN
            with ADP 8 case IN
            a DET 8 det DT
            zipper NOUN 5 nmod NN
            and CCONJ 10 cc CC
            pockets NOUN 8 conj NNS
            """,
            [],
            id="a second part",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            paints VERB 0 root VBZ
            a DET 5 det DT
            vest NOUN 3 obj NN
            with ADP 8 case IN
            a DET 8 det DT
            brush NOUN 5 nmod NN
            and CCONJ 11 cc CC
            a DET 11 det DT
            ladder NOUN 8 conj NN
            """,
            [],
            id="no clothes",
        ),
    ],
)
def test_clothes_behind_a_part_of_clothes(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Crates NOUN 0 root NNS
            , PUNCT 3 punct ,
            rolled VERB 1 acl VBN
            up ADP 3 compound:prt RP
            mats NOUN 3 obj NNS
            , PUNCT 9 punct ,
            and CCONJ 9 cc CC
            a DET 9 det DT
            lamp NOUN 1 conj NN
            """,
            [",/PUNCT<mats:punct", "rolled/ADJ<mats:amod", "mats/NOUN<Crates:conj"],
            id="between commas",
        ),
        pytest.param(
            """
            Eggs NOUN 5 nsubj NNS
            and CCONJ 3 cc CC
            peeled VERB 1 acl VBN
            carrots NOUN 3 obj NNS
            lie VERB 0 root VBP
            """,
            ["and/CCONJ<carrots:cc", "peeled/ADJ<carrots:amod", "carrots/NOUN<Eggs:conj"],
            id="behind and",
        ),
        pytest.param(
            """
            Crates NOUN 0 root NNS
            , PUNCT 3 punct ,
            rolled VERB 1 acl VBN
            up ADP 3 compound:prt RP
            on ADP 6 case IN
            mats NOUN 3 obl NNS
            , PUNCT 10 punct ,
            and CCONJ 10 cc CC
            a DET 10 det DT
            lamp NOUN 1 conj NN
            """,
            [],
            id="on mats",
        ),
    ],
)
def test_what_is_done_to_one_of_a_list(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            hall NOUN 3 nsubj NN
            has VERB 0 root VBZ
            a DET 5 det DT
            lamp NOUN 3 obj NN
            hanging VERB 5 acl VBG
            over ADP 8 case IN
            it PRON 6 obl PRP
            , PUNCT 12 punct ,
            and CCONJ 12 cc CC
            no DET 12 det DT
            rug NOUN 8 conj NN
            """,
            ["rug/NOUN<lamp:conj"],
            id="behind a comma",
        ),
        pytest.param(
            """
            A DET 2 det DT
            hall NOUN 3 nsubj NN
            has VERB 0 root VBZ
            a DET 5 det DT
            lamp NOUN 3 obj NN
            hanging VERB 5 acl VBG
            over ADP 8 case IN
            it PRON 6 obl PRP
            , PUNCT 12 punct ,
            and CCONJ 12 cc CC
            no DET 12 det DT
            rug NOUN 6 conj NN
            """,
            ["rug/NOUN<lamp:conj"],
            id="with no act",
        ),
        pytest.param(
            """
            A DET 2 det DT
            hall NOUN 3 nsubj NN
            has VERB 0 root VBZ
            a DET 5 det DT
            lamp NOUN 3 obj NN
            hanging VERB 5 acl VBG
            over ADP 8 case IN
            it PRON 6 obl PRP
            now ADV 6 advmod RB
            and CCONJ 12 cc CC
            no DET 12 det DT
            rug NOUN 8 conj NN
            """,
            [],
            id="without a comma",
        ),
    ],
)
def test_what_is_listed_with_no_pronoun(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Boxes NOUN 8 nsubj NNS
            , PUNCT 3 punct ,
            rolled VERB 1 conj VBN
            mats NOUN 3 obj NNS
            and CCONJ 7 cc CC
            a DET 7 det DT
            lamp NOUN 1 conj NN
            lie VERB 0 root VBP
            """,
            [",/PUNCT<mats:punct", "rolled/ADJ<mats:amod", "mats/NOUN<Boxes:conj"],
            id="beside the first",
        ),
    ],
)
def test_one_of_a_list_that_was_taken_for_an_act(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            doll NOUN 0 root NN
            with ADP 5 case IN
            a DET 5 det DT
            scarf NOUN 2 nmod NN
            wrapped VERB 5 acl VBN
            around ADP 9 case IN
            its PRON 9 nmod:poss PRP$
            neck NOUN 6 obl NN
            and CCONJ 11 cc CC
            mittens NOUN 9 conj NNS
            on ADP 14 case IN
            its PRON 14 nmod:poss PRP$
            paws NOUN 11 nmod NNS
            """,
            ["mittens/NOUN<scarf:conj"],
            id="with a place of its own",
        ),
        pytest.param(
            """
            A DET 2 det DT
            doll NOUN 0 root NN
            with ADP 5 case IN
            a DET 5 det DT
            scarf NOUN 2 nmod NN
            wrapped VERB 5 acl VBN
            around ADP 9 case IN
            its PRON 9 nmod:poss PRP$
            neck NOUN 6 obl NN
            and CCONJ 11 cc CC
            arms NOUN 9 conj NNS
            """,
            [],
            id="around both",
        ),
    ],
)
def test_what_is_around_something_else(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("relation", "after"),
    [
        ("conj", [",/PUNCT<mats:punct", "rolled/ADJ<mats:amod"]),
        ("nmod", [",/PUNCT<mats:punct", "rolled/ADJ<mats:amod", "mats/NOUN<Crates:conj"]),
    ],
)
def test_a_participle_beside_the_noun_behind_it(lexicon: Lexicon, relation: str, after: list[str]) -> None:
    rows = f"""
        Crates NOUN 9 nsubj NNS
        , PUNCT 3 punct ,
        rolled VERB 1 conj VBN
        up ADP 3 compound:prt RP
        mats NOUN 1 {relation} NNS
        and CCONJ 8 cc CC
        a DET 8 det DT
        kettle NOUN 1 conj NN
        lie VERB 0 root VBP
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("place", "after"),
    [("against", ["couch/NOUN<fan:conj"]), ("with", [])],
)
def test_what_stands_against_something_is_no_second_ceiling(
    lexicon: Lexicon, place: str, after: list[str]
) -> None:
    rows = f"""
        room NOUN 0 root NN
        with ADP 3 case IN
        fan NOUN 1 nmod NN
        on ADP 5 case IN
        ceiling NOUN 3 nmod NN
        and CCONJ 8 cc CC
        a DET 8 det DT
        couch NOUN 5 conj NN
        {place} ADP 11 case IN
        the DET 11 det DT
        wall NOUN 8 nmod NN
    """
    assert mended_words(rows, lexicon) == after
