"""Forms in -ing and -ed. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            a DET 2 det DT
            pencil NOUN 0 root NN
            drawing VERB 2 acl VBG
            of ADP 5 case IN
            cat NOUN 3 obl NN
            """,
            [
                "a/DET<drawing:det",
                "pencil/NOUN<drawing:compound",
                "drawing/NOUN<-:root",
                "cat/NOUN<drawing:nmod",
            ],
            id="a work in -ing",
        ),
        pytest.param(
            """
            black ADJ 0 root JJ
            and CCONJ 3 cc CC
            white ADJ 1 conj JJ
            drawing VERB 1 acl VBG
            of ADP 6 case IN
            ship NOUN 4 obl NN
            """,
            ["black/ADJ<drawing:amod", "drawing/NOUN<-:root", "ship/NOUN<drawing:nmod"],
            id="a work in black and white",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            drawing VERB 1 acl VBG
            cats NOUN 2 obj NNS
            of ADP 5 case IN
            clay NOUN 3 nmod NN
            """,
            [],
            id="who draws",
        ),
        pytest.param(
            """
            sign NOUN 0 root NN
            with SCONJ 3 mark IN
            writing VERB 1 advcl VBG
            on ADP 5 case IN
            it NOUN 3 obl NN
            """,
            ["with/SCONJ<writing:case", "writing/NOUN<sign:nmod", "it/PRON<writing:nmod"],
            id="what is written",
        ),
        pytest.param(
            """
            dog NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            asleep VERB 0 root VBN
            """,
            ["dog/NOUN<asleep:nsubj", "is/AUX<asleep:cop", "asleep/ADJ<-:root"],
            id="no form of a verb",
        ),
        pytest.param(
            """
            there PRON 2 expl EX
            is VERB 0 root VBZ
            blunting VERB 2 csubj VBG
            of ADP 5 case IN
            angle NOUN 3 obl NN
            """,
            ["blunting/NOUN<is:nsubj", "angle/NOUN<blunting:nmod"],
            id="an act of nobody is a thing",
        ),
        pytest.param(
            """
            shirt NOUN 0 root NN
            with ADP 3 case IN
            contrast NOUN 1 nmod NN
            piping VERB 1 acl VBG
            """,
            ["with/ADP<piping:case", "contrast/NOUN<piping:compound", "piping/NOUN<shirt:nmod"],
            id="stuff in -ing",
        ),
        pytest.param(
            """
            shirt NOUN 0 root NN
            with ADP 4 case IN
            contrast NOUN 4 compound NN
            piping VERB 1 acl VBG
            and CCONJ 7 cc CC
            two NUM 7 nummod CD
            buttons NOUN 4 conj NNS
            """,
            ["piping/NOUN<shirt:nmod"],
            id="what has a preposition and a first part is a thing",
        ),
        pytest.param(
            """
            shirt NOUN 0 root NN
            with SCONJ 4 mark IN
            contrast NOUN 4 nsubj NN
            piping VERB 1 acl VBG
            and CCONJ 7 cc CC
            two NUM 7 nummod CD
            buttons NOUN 4 conj NNS
            """,
            ["with/ADP<piping:case", "contrast/NOUN<piping:compound", "piping/NOUN<shirt:nmod"],
            id="beside a thing it is no clause either",
        ),
        pytest.param(
            """
            street NOUN 0 root NN
            with SCONJ 4 mark IN
            music NOUN 4 nsubj NN
            playing VERB 1 acl VBG
            and CCONJ 7 cc CC
            two NUM 7 nummod CD
            dancers NOUN 4 conj NNS
            """,
            [],
            id="what is mostly done is done",
        ),
        pytest.param(
            "parking VERB 2 compound VBG\nlots NOUN 0 root NNS",
            ["parking/NOUN<lots:compound"],
            id="a first part in -ing",
        ),
        pytest.param(
            """
            scan NOUN 2 nsubj NN
            shows VERB 0 root VBZ
            plaque NOUN 2 obj NN
            and CCONJ 5 cc CC
            bleeding VERB 2 conj VBG
            along ADP 7 case IN
            gums NOUN 5 obl NNS
            """,
            ["bleeding/NOUN<plaque:conj", "gums/NOUN<bleeding:nmod"],
            id="a second thing in -ing",
        ),
        pytest.param(
            """
            woman NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            her PRON 4 nmod:poss PRP$
            legs NOUN 5 nsubj:pass NNS
            dangling VERB 2 advcl VBN
            """,
            ["legs/NOUN<dangling:nsubj", "dangling/VERB<sits:advcl"],
            id="no passive in -ing",
        ),
        pytest.param(
            """
            a DET 2 det DT
            brick NOUN 0 root NN
            building VERB 2 acl VBG
            behind ADP 5 case IN
            bus NOUN 3 obl NN
            """,
            [
                "a/DET<building:det",
                "brick/NOUN<building:compound",
                "building/NOUN<-:root",
                "bus/NOUN<building:nmod",
            ],
            id="bricks build nothing",
        ),
        pytest.param(
            """
            room NOUN 0 root NN
            with ADP 3 case IN
            sheets NOUN 1 nmod NNS
            and CCONJ 5 cc CC
            hanging VERB 1 conj VBG
            lights NOUN 5 obj NNS
            """,
            ["and/CCONJ<lights:cc", "hanging/VERB<lights:amod", "lights/NOUN<sheets:conj"],
            id="what hangs in a list",
        ),
        pytest.param(
            """
            cake NOUN 0 root NN
            with ADP 3 case IN
            cherries NOUN 1 nmod NNS
            and CCONJ 5 cc CC
            filling VERB 1 conj VBG
            """,
            ["filling/NOUN<cherries:conj"],
            id="a thing in a list",
        ),
        pytest.param(
            """
            cat NOUN 2 nsubj NN
            asleep VERB 0 root VBG
            in ADP 4 case IN
            chair NOUN 2 obl NN
            """,
            ["cat/NOUN<-:root", "asleep/ADJ<cat:amod", "chair/NOUN<cat:nmod"],
            id="asleep without a verb",
        ),
        pytest.param(
            """
            steam NOUN 0 root NN
            off ADP 3 case IN
            cocoa NOUN 1 nmod NN
            topped VERB 1 acl VBD
            with ADP 6 case IN
            cream NOUN 4 obl NN
            """,
            ["topped/VERB<cocoa:acl"],
            id="how a thing is, and no past",
        ),
        pytest.param(
            """
            a DET 3 det DT
            tower NOUN 3 compound NN
            building VERB 0 root VBG
            with ADP 5 case IN
            clock NOUN 3 obl NN
            """,
            ["building/NOUN<-:root", "clock/NOUN<building:nmod"],
            id="towers build nothing",
        ),
        pytest.param(
            """
            boat NOUN 0 root NN
            visible ADJ 1 acl JJ
            behind ADP 4 case IN
            trees NOUN 2 obl NNS
            """,
            ["visible/ADJ<boat:amod", "trees/NOUN<boat:nmod"],
            id="where what can be seen is",
        ),
        pytest.param(
            """
            bird NOUN 0 root NN
            alone VERB 1 acl RB
            on ADP 4 case IN
            branch NOUN 2 obl NN
            """,
            ["alone/ADJ<bird:amod", "branch/NOUN<bird:nmod"],
            id="where who is alone is",
        ),
        pytest.param(
            """
            vase NOUN 5 nsubj NN
            of ADP 4 case IN
            wilting VERB 1 acl VBG
            tulips NOUN 3 obj NNS
            stands VERB 0 root VBZ
            """,
            ["wilting/VERB<tulips:amod", "tulips/NOUN<vase:nmod"],
            id="how what stands behind of is",
        ),
        pytest.param(
            """
            vase NOUN 4 nsubj NN
            holding VERB 1 acl VBG
            tulips NOUN 2 obj NNS
            stands VERB 0 root VBZ
            """,
            [],
            id="what a vase does",
        ),
        pytest.param(
            """
            The DET 2 det DT
            shelf NOUN 4 nsubj NN
            is AUX 4 cop VBZ
            cluttered ADJ 0 root JJ
            with ADP 6 case IN
            jars NOUN 4 obl NNS
            """,
            ["shelf/NOUN<cluttered:nsubj:pass", "is/AUX<cluttered:aux:pass", "cluttered/VERB<-:root"],
            id="what covers it",
        ),
        pytest.param(
            """
            The DET 2 det DT
            nurse NOUN 4 nsubj NN
            is AUX 4 cop VBZ
            pleased ADJ 0 root JJ
            with ADP 6 case IN
            jars NOUN 4 obl NNS
            """,
            [],
            id="what pleases covers nobody",
        ),
        pytest.param(
            """
            A DET 2 det DT
            plum NOUN 3 nsubj NN
            cut VERB 0 root VBP
            in ADP 5 case IN
            two NUM 3 obl CD
            """,
            ["plum/NOUN<-:root", "cut/VERB<plum:acl"],
            id="what is cut in two",
        ),
        pytest.param(
            """
            A DET 3 det DT
            plum NOUN 3 compound NN
            cut NOUN 0 root NN
            into ADP 5 case IN
            wedges NOUN 3 nmod NNS
            """,
            ["A/DET<plum:det", "plum/NOUN<-:root", "cut/VERB<plum:acl", "wedges/NOUN<cut:obl"],
            id="what is cut into wedges",
        ),
        pytest.param(
            """
            A DET 3 det DT
            paper NOUN 3 compound NN
            cut NOUN 0 root NN
            into ADP 5 case IN
            trees NOUN 3 nmod NNS
            """,
            [],
            id="no pieces",
        ),
        pytest.param(
            """
            lemon NOUN 0 root NN
            cut VERB 1 acl NN
            on ADP 4 case IN
            board NOUN 2 obl NN
            """,
            ["cut/VERB<lemon:acl"],
            id="a verb with the tag of a noun",
        ),
        pytest.param(
            """
            Two NUM 4 nsubj CD
            of ADP 3 case IN
            boys NOUN 1 nmod NNS
            asleep VERB 0 root VBG
            in ADP 6 case IN
            car NOUN 4 obl NN
            """,
            ["Two/NUM<-:root", "asleep/ADJ<Two:amod", "car/NOUN<Two:nmod"],
            id="two of them asleep",
        ),
        pytest.param(
            """
            dresser NOUN 4 nsubj NN
            painted ADJ 1 amod JJ
            green ADJ 1 appos JJ
            stands VERB 0 root VBZ
            """,
            ["painted/VERB<dresser:acl", "green/ADJ<painted:xcomp"],
            id="what it has been painted",
        ),
        pytest.param(
            """
            a DET 3 det DT
            painted ADJ 3 amod JJ
            dresser NOUN 4 nsubj NN
            stands VERB 0 root VBZ
            """,
            [],
            id="how a dresser is",
        ),
        pytest.param(
            """
            books NOUN 2 nsubj NNS
            surround VERB 0 root VBP
            man NOUN 2 obj NN
            asleep VERB 2 xcomp VBG
            at ADP 6 case IN
            desk NOUN 4 obl NN
            """,
            ["asleep/ADJ<man:amod", "desk/NOUN<man:nmod"],
            id="who is surrounded asleep",
        ),
        pytest.param(
            """
            cook NOUN 0 root NN
            and CCONJ 6 cc CC
            a DET 4 det DT
            boy NOUN 6 compound NN
            peeling NOUN 6 compound NN
            carrots NOUN 1 conj NNS
            """,
            [
                "and/CCONJ<boy:cc",
                "boy/NOUN<cook:conj",
                "peeling/VERB<boy:acl",
                "carrots/NOUN<peeling:obj",
            ],
            id="an article before what is many",
        ),
        pytest.param(
            """
            cook NOUN 0 root NN
            and CCONJ 6 cc CC
            two NUM 6 nummod CD
            boy NOUN 6 compound NN
            peeling NOUN 6 compound NN
            carrots NOUN 1 conj NNS
            """,
            [],
            id="many of one name",
        ),
        pytest.param(
            """
            Having VERB 5 aux VBG
            washed VERB 5 advcl VBN
            pans NOUN 2 obj NNS
            cooks NOUN 5 nsubj NNS
            rest VERB 0 root VBP
            """,
            ["Having/AUX<washed:aux"],
            id="said of the participle behind it",
        ),
        pytest.param(
            """
            cooks NOUN 5 nsubj NNS
            having VERB 1 acl VBG
            washed VERB 2 xcomp VBN
            pans NOUN 3 obj NNS
            rest VERB 0 root VBP
            """,
            ["having/AUX<washed:aux", "washed/VERB<cooks:acl"],
            id="nobody has anything",
        ),
        pytest.param(
            """
            cooks NOUN 3 nsubj NNS
            having VERB 1 acl VBG
            rest VERB 0 root VBP
            """,
            [],
            id="a thing that is had",
        ),
        pytest.param(
            """
            poster NOUN 3 nsubj NN
            is AUX 3 cop VBZ
            painted VERB 0 root VBN
            """,
            ["poster/NOUN<painted:nsubj:pass", "is/AUX<painted:aux:pass"],
            id="what is painted",
        ),
        pytest.param(
            """
            A DET 4 det DT
            bench ADJ 4 amod JJ
            painted ADJ 4 amod JJ
            red NOUN 5 nsubj NN
            stands VERB 0 root VBZ
            """,
            ["A/DET<bench:det", "bench/NOUN<stands:nsubj", "painted/VERB<bench:acl", "red/ADJ<painted:xcomp"],
            id="no red stands",
        ),
    ],
)
def test_forms_in_ing_and_ed(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Boots NOUN 0 root NNS
            with ADP 4 case IN
            a DET 4 det DT
            heel NOUN 1 nmod NN
            and CCONJ 6 cc CC
            zip NOUN 7 compound NN
            fastening VERB 1 conj VBG
            """,
            ["fastening/NOUN<heel:conj"],
            id="no act of boots",
        ),
        pytest.param(
            """
            The DET 2 det DT
            dice NOUN 6 nsubj:pass NNS
            are AUX 6 cop VBP
            on ADP 6 case IN
            smooth ADJ 6 amod JJ
            felt VERB 0 root VBN
            """,
            ["dice/NOUN<felt:nsubj", "felt/NOUN<-:root"],
            id="behind a preposition",
        ),
    ],
)
def test_stuff_that_is_listed(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            boy NOUN 0 root NN
            taller VERB 2 acl JJR
            than ADP 6 case IN
            a DET 6 det DT
            hedge NOUN 3 obl NN
            on ADP 9 case IN
            a DET 9 det DT
            wall NOUN 3 obl NN
            """,
            ["taller/ADJ<boy:amod", "hedge/NOUN<boy:nmod", "wall/NOUN<boy:nmod"],
            id="no act",
        ),
    ],
)
def test_how_much_more_something_is(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Six NUM 2 nummod CD
            cups NOUN 0 root NNS
            on ADP 5 case IN
            a DET 5 det DT
            desk NOUN 2 nmod NN
            , PUNCT 10 punct ,
            one NUM 10 nsubj CD
            of ADP 9 case IN
            them PRON 7 nmod PRP
            broken VERB 2 parataxis VBD
            """,
            ["one/NUM<broken:nsubj:pass", "broken/VERB<cups:parataxis"],
            id="how one of them is",
        ),
        pytest.param(
            """
            Six NUM 2 nummod CD
            cups NOUN 0 root NNS
            on ADP 5 case IN
            a DET 5 det DT
            desk NOUN 2 nmod NN
            , PUNCT 10 punct ,
            one NUM 10 nsubj CD
            of ADP 9 case IN
            them PRON 7 nmod PRP
            cracked VERB 2 parataxis VBD
            """,
            ["one/NUM<cracked:nsubj:pass", "cracked/VERB<cups:parataxis"],
            id="how one of them is, in another form",
        ),
    ],
)
def test_parts_that_are_so(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Carrots NOUN 2 nsubj NNS
            cut VERB 0 root VBP
            into ADP 4 case IN
            strips NOUN 2 obl NNS
            on ADP 7 case IN
            a DET 7 det DT
            board NOUN 2 obl NN
            """,
            ["Carrots/NOUN<-:root", "cut/VERB<Carrots:acl"],
            id="into strips",
        ),
        pytest.param(
            """
            Nuns NOUN 2 nsubj NNS
            cut VERB 0 root VBP
            into ADP 5 case IN
            a DET 5 det DT
            pie NOUN 2 obl NN
            on ADP 8 case IN
            a DET 8 det DT
            board NOUN 2 obl NN
            """,
            [],
            id="who cuts",
        ),
    ],
)
def test_what_is_cut_into_shapes(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            plum NOUN 7 nsubj NN
            with ADP 5 case IN
            a DET 5 det DT
            stone NOUN 2 nmod NN
            , PUNCT 7 punct ,
            cut VERB 0 root VBP
            in ADP 9 case IN
            half NOUN 7 obl NN
            """,
            ["plum/NOUN<-:root", ",/PUNCT<plum:punct", "cut/VERB<plum:acl"],
            id="one plum",
        ),
        pytest.param(
            """
            Nuns NOUN 5 nsubj NNS
            with ADP 3 case IN
            knives NOUN 1 nmod NNS
            , PUNCT 5 punct ,
            cut VERB 0 root VBP
            in ADP 7 case IN
            half NOUN 5 obl NN
            """,
            [],
            id="many who cut",
        ),
    ],
)
def test_what_is_cut_behind_a_comma(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("case", "first", "form", "behind", "after"),
    [
        pytest.param(
            "at",
            "railway",
            "crossing",
            "twice ADV 2 advmod RB",
            [
                "at/ADP<crossing:case",
                "a/DET<crossing:det",
                "railway/NOUN<crossing:compound",
                "crossing/NOUN<waits:obl",
            ],
            id="where one waits",
        ),
        pytest.param("at", "railway", "crossing", "streets NOUN 6 obj NNS", [], id="what is crossed"),
        pytest.param(
            "of", "train", "heading", "twice ADV 2 advmod RB", ["heading/VERB<train:acl"], id="of what"
        ),
        pytest.param("at", "desk", "yawning", "twice ADV 2 advmod RB", [], id="no place"),
    ],
)
def test_places_in_ing(
    case: str, first: str, form: str, behind: str, after: list[str], lexicon: Lexicon
) -> None:
    rows = f"""
        nun NOUN 2 nsubj NN
        waits VERB 0 root VBZ
        {case} ADP 5 case IN
        a DET 5 det DT
        {first} NOUN 2 obl NN
        {form} VERB 2 advcl VBG
        {behind}
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            table NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            cluttered ADJ 0 root JJ
            with ADP 5 case IN
            cups NOUN 3 obl NNS
            """,
            ["cluttered/VERB<-:root"],
            id="a participle that was taken for an adjective",
        ),
    ],
)
def test_passives_of_adjectives(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
