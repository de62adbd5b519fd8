"""Word classes that number and place rule out, on trees as a parser got them wrong."""

from __future__ import annotations

import dataclasses

import pytest

from extractor.bundle import find_bundle
from extractor.lexicon import Lexicon
from extractor.syntax.graph import Graph
from extractor.syntax.mending import mended
from tests.parses import parse_of


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load(find_bundle("en-captions") / "lexicon.json.gz")


def read(rows: str, lexicon: Lexicon) -> list[str]:
    """``form/upos<head:relation`` of the words that were mended."""
    parse = parse_of(rows)
    after = mended(parse, lexicon)
    if after == parse:
        assert after is parse
    return [
        f"{new.text}/{new.upos}<{after.words[new.head].text if new.head >= 0 else '-'}:{new.deprel}"
        for old, new in zip(parse.words, after.words, strict=True)
        if old != new
    ]


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            cats NOUN 0 root NNS
            sleeping VERB 1 acl VBG
            with SCONJ 6 mark IN
            several ADJ 5 amod JJ
            guests NOUN 2 obl NNS
            waiting VERB 2 advcl VBG
            """,
            ["with/SCONJ<guests:case", "waiting/VERB<guests:acl"],
            id="whose subject hangs before",
        ),
        pytest.param(
            """
            bread NOUN 0 root NN
            lies VERB 1 acl VBZ
            with ADP 6 mark IN
            candles NOUN 2 obl NNS
            on ADP 6 case IN
            it PRON 2 advcl PRP
            """,
            ["with/ADP<candles:case", "it/PRON<candles:nmod"],
            id="a place is no clause",
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
            nurse NOUN 0 root NN
            in ADP 3 case IN
            goggles NOUN 1 nmod NNS
            and CCONJ 6 cc CC
            blue ADJ 6 amod JJ
            coat NOUN 1 conj NN
            """,
            ["coat/NOUN<goggles:conj"],
            id="what he is in, too",
        ),
        pytest.param(
            """
            lizard NOUN 2 nsubj NN
            creeps VERB 0 root VBZ
            over ADP 4 case IN
            pebbles NOUN 2 obl NNS
            covering VERB 2 advcl VBG
            the DET 7 det DT
            path NOUN 5 obj NN
            """,
            ["covering/VERB<pebbles:acl"],
            id="what lies on a path",
        ),
        pytest.param("dogs NOUN 0 root NNS\nand CCONJ 3 cc CC\nrun VERB 1 conj VBP", [], id="dogs that run"),
        pytest.param(
            """
            nun NOUN 6 nsubj NN
            and CCONJ 3 cc CC
            boy NOUN 1 conj NN
            with ADP 5 case IN
            kite NOUN 1 nmod NN
            walk VERB 0 root VBP
            """,
            [],
            id="two who walk",
        ),
        pytest.param(
            """
            girls NOUN 2 nsubj NNS
            draw VERB 0 root VBP
            robots NOUN 2 obj NN
            and CCONJ 6 cc CC
            marvel VERB 2 conj NN
            rockets NOUN 3 conj NNS
            """,
            [],
            id="a name that is called a verb",
        ),
        pytest.param(
            """
            Lying VERB 0 root VBG
            outside ADV 1 advmod RB
            , PUNCT 1 punct ,
            a DET 5 det DT
            dog NOUN 6 nsubj NN
            sleeps VERB 1 parataxis VBZ
            """,
            ["Lying/VERB<sleeps:advcl", "sleeps/VERB<-:root"],
            id="before its clause",
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
            tractor NOUN 2 nsubj NN
            pulls VERB 0 root VBZ
            trailer NOUN 2 obj NN
            loaded VERB 3 acl VBN
            along ADP 6 case IN
            lane NOUN 4 obl NN
            """,
            ["lane/NOUN<pulls:obl"],
            id="where what is loaded goes",
        ),
        pytest.param(
            """
            person NOUN 6 nsubj NN
            in ADP 3 case IN
            shorts NOUN 1 nmod NNS
            and CCONJ 5 cc CC
            cap NOUN 1 conj NN
            waits VERB 0 root VBZ
            """,
            ["cap/NOUN<shorts:conj"],
            id="shorts and a cap",
        ),
        pytest.param(
            """
            person NOUN 6 nsubj NN
            wearing VERB 1 acl VBG
            clothes NOUN 2 obj NNS
            and CCONJ 5 cc CC
            helmet NOUN 1 conj NN
            rides VERB 0 root VBZ
            """,
            ["helmet/NOUN<clothes:conj"],
            id="a helmet is worn",
        ),
        pytest.param(
            """
            desk NOUN 0 root NN
            with ADP 4 case IN
            a DET 4 det DT
            person NOUN 1 nmod NN
            dusting VERB 1 acl VBG
            """,
            ["dusting/VERB<person:acl"],
            id="a person is somebody",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            on ADP 4 case IN
            bench NOUN 2 obl NN
            covering VERB 2 advcl VBG
            his PRON 7 nmod:poss PRP$
            face NOUN 5 obj NN
            """,
            [],
            id="his own face",
        ),
    ],
)
def test_phrases_and_lists_of_captions(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert read(rows, lexicon) == after


def test_a_list_member_behind_a_participle_is_no_finite_verb(lexicon: Lexicon) -> None:
    rows = """
        farmer NOUN 0 root NN
        wearing VERB 1 acl VBG
        a DET 4 det DT
        coat NOUN 2 obj NN
        and CCONJ 6 cc CC
        sandals VERB 1 conj VBZ
    """
    assert read(rows, lexicon) == ["sandals/NOUN<coat:conj"]


@pytest.mark.parametrize(("form", "mends"), [("boxes", True), ("smiles", False), ("sits", False)])
def test_behind_a_finite_verb_the_dictionary_decides(lexicon: Lexicon, form: str, *, mends: bool) -> None:
    rows = f"""
        girl NOUN 2 nsubj NN
        dries VERB 0 root VBZ
        dishes NOUN 2 obj NNS
        and CCONJ 5 cc CC
        {form} VERB 2 conj VBZ
    """
    assert read(rows, lexicon) == ([f"{form}/NOUN<dishes:conj"] if mends else [])


def test_a_verb_with_a_place_of_its_own_stays(lexicon: Lexicon) -> None:
    rows = """
        girl NOUN 2 nsubj NN
        dries VERB 0 root VBZ
        dishes NOUN 2 obj NNS
        and CCONJ 5 cc CC
        boxes VERB 2 conj VBZ
        outside ADV 5 advmod RB
    """
    assert read(rows, lexicon) == []


def test_an_object_is_a_noun(lexicon: Lexicon) -> None:
    rows = """
        girl NOUN 2 nsubj NN
        dries VERB 0 root VBZ
        dishes VERB 2 obj VBZ
    """
    assert read(rows, lexicon) == ["dishes/NOUN<dries:obj"]


RACE = """
    {det} DET 2 det DT
    {noun} NOUN 3 nsubj NN
    {verb} VERB 0 root VBP
    in ADP 6 case IN
    a DET 6 det DT
    park NOUN 3 obl NN
"""


def test_one_of_them_takes_an_s(lexicon: Lexicon) -> None:
    rows = RACE.format(det="a", noun="dog", verb="race")
    assert read(rows, lexicon) == [
        "a/DET<race:det",
        "dog/NOUN<race:compound",
        "race/NOUN<-:root",
        "park/NOUN<race:nmod",
    ]


@pytest.mark.parametrize(
    ("det", "noun", "verb"),
    [("a", "couple", "race"), ("the", "fish", "race"), ("a", "man", "stand"), ("a", "man", "walk")],
)
def test_collectives_and_verbs_that_are_hardly_nouns_stay(
    lexicon: Lexicon, det: str, noun: str, verb: str
) -> None:
    assert read(RACE.format(det=det, noun=noun, verb=verb), lexicon) == []


@pytest.mark.parametrize(("form", "mends"), [("sneezing", True), ("amazing", False), ("charming", False)])
def test_an_ing_that_is_no_adjective_is_an_act(lexicon: Lexicon, form: str, *, mends: bool) -> None:
    rows = f"""
        it PRON 3 nsubj PRP
        is AUX 3 cop VBZ
        {form} ADJ 0 root JJ
    """
    assert read(rows, lexicon) == ([f"is/AUX<{form}:aux", f"{form}/VERB<-:root"] if mends else [])


def test_what_stands_before_is_is_the_place() -> None:
    graph = Graph(
        parse_of(
            """
            behind ADP 2 case IN
            it PRON 5 nmod PRP
            is AUX 5 cop VBZ
            a DET 5 det DT
            shelf NOUN 0 root NN
            """
        )
    )
    assert graph.heads == [1, -1, 1, 4, 1]
    assert graph.relations[4] == "nsubj"


def test_the_thing_before_a_participle_moves_and_not_the_scene() -> None:
    rows = """
        {head} NOUN 0 root NN
        with ADP 4 case IN
        a DET 4 det DT
        ball NOUN 1 nmod NN
        rolling VERB 1 acl VBG
    """
    assert Graph(parse_of(rows.format(head="yard"))).heads[4] == 3
    assert Graph(parse_of(rows.format(head="girl"))).heads[4] == 0


@pytest.mark.parametrize(
    ("rows", "mends"),
    [
        pytest.param(
            """
            Food NOUN 2 compound NN
            sizzles VERB 0 root VBZ
            """,
            ["Food/NOUN<sizzles:nsubj"],
            id="nothing is a part of a finite verb",
        ),
        pytest.param(
            """
            horse NOUN 5 nsubj NN
            fishes VERB 5 nsubj VBZ
            and CCONJ 4 cc CC
            swan NOUN 2 conj NN
            swims VERB 0 root VBZ
            """,
            [
                "horse/NOUN<fishes:nsubj",
                "fishes/VERB<-:root",
                "and/CCONJ<swims:cc",
                "swan/NOUN<swims:nsubj",
                "swims/VERB<fishes:conj",
            ],
            id="two nouns each with its verb",
        ),
        pytest.param(
            """
            Water NOUN 2 compound NN
            splashes NOUN 5 nsubj NNS
            and CCONJ 4 cc CC
            men NOUN 2 conj NNS
            sing VERB 0 root VBP
            """,
            [
                "Water/NOUN<splashes:nsubj",
                "splashes/VERB<-:root",
                "and/CCONJ<sing:cc",
                "men/NOUN<sing:nsubj",
                "sing/VERB<splashes:conj",
            ],
            id="a verb that was taken for a noun",
        ),
        pytest.param(
            """
            Traffic NOUN 2 compound NN
            lights NOUN 5 nsubj NNS
            and CCONJ 4 cc CC
            signs NOUN 2 conj NNS
            hang VERB 0 root VBP
            """,
            [],
            id="two nouns that do one thing",
        ),
        pytest.param(
            """
            Leaves NOUN 0 root NNS
            rustle NOUN 1 acl NN
            in ADP 4 case IN
            yard NOUN 2 obl NN
            """,
            ["Leaves/NOUN<rustle:nsubj", "rustle/VERB<-:root"],
            id="a plural before a verb",
        ),
        pytest.param(
            """
            top NOUN 3 nsubj NN
            there PRON 3 expl EX
            is AUX 0 root VBZ
            sky NOUN 3 nsubj NN
            at ADP 1 case IN
            """,
            ["top/NOUN<is:obl"],
            id="a place before there",
        ),
        pytest.param(
            """
            there PRON 2 expl EX
            is AUX 0 root VBZ
            chair NOUN 2 nsubj NN
            and CCONJ 9 cc CC
            on ADP 7 case IN
            the DET 7 det DT
            chair NOUN 3 conj NN
            there PRON 9 expl EX
            is AUX 2 conj VBZ
            bag NOUN 9 nsubj NN
            """,
            ["chair/NOUN<is:obl"],
            id="the place of the second clause",
        ),
        pytest.param(
            """
            nurse NOUN 2 nsubj NN
            pets VERB 0 root VBZ
            dog NOUN 2 obj NN
            wearing VERB 2 advcl VBG
            hat NOUN 4 obj NN
            """,
            ["wearing/VERB<dog:acl"],
            id="who stands right before it wears it",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            leans VERB 0 root VBZ
            against ADP 4 case IN
            wall NOUN 2 obl NN
            reading VERB 2 advcl VBG
            """,
            [],
            id="no wall reads",
        ),
        pytest.param(
            """
            crane NOUN 0 root NN
            with ADP 3 case IN
            hook NOUN 1 nmod NN
            lowered VERB 1 acl VBN
            """,
            ["lowered/VERB<hook:acl"],
            id="what stands right before it is so",
        ),
        pytest.param(
            """
            jacket NOUN 0 root NN
            with ADP 3 case IN
            pockets NOUN 1 nmod NNS
            and CCONJ 5 cc CC
            zipper NOUN 1 conj NN
            """,
            ["zipper/NOUN<pockets:conj"],
            id="a list behind with",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            with ADP 3 case IN
            dog NOUN 1 nmod NN
            and CCONJ 5 cc CC
            woman NOUN 1 conj NN
            """,
            [],
            id="two people, one with a dog",
        ),
        pytest.param(
            """
            bears NOUN 2 nsubj:pass NNS
            lined VERB 0 root VBN
            up ADP 5 case IN
            on ADP 5 case IN
            shelf NOUN 2 obl NN
            """,
            ["up/ADP<lined:compound:prt"],
            id="two prepositions in a row",
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
            man NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            flag NOUN 2 obj NN
            not ADV 5 advmod RB
            kettle NOUN 2 parataxis NN
            """,
            ["kettle/NOUN<flag:conj"],
            id="what is held against something",
        ),
        pytest.param(
            """
            shirt NOUN 0 root NN
            with ADP 3 case IN
            button NOUN 1 nmod NN
            - PUNCT 1 punct .
            down ADP 6 case IN
            collar NOUN 1 nmod NN
            """,
            [],
            id="a dash between spaces joins nothing",
        ),
        pytest.param(
            """
            tray NOUN 6 nsubj NN
            holding VERB 1 acl VBG
            cupcakes NOUN 2 obj NNS
            and CCONJ 5 cc CC
            candle NOUN 1 conj NN
            stands VERB 0 root VBZ
            """,
            ["candle/NOUN<cupcakes:conj"],
            id="one stands, so the second is held",
        ),
        pytest.param(
            """
            tray NOUN 0 root NN
            holding VERB 1 acl VBG
            cups NOUN 2 obj NNS
            and CCONJ 6 cc CC
            kettle NOUN 6 nsubj NN
            stands VERB 1 conj VBZ
            """,
            ["tray/NOUN<stands:nsubj", "and/CCONJ<kettle:cc", "kettle/NOUN<cups:conj", "stands/VERB<-:root"],
            id="the tray has no other verb",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            holding VERB 1 acl VBG
            cup NOUN 2 obj NN
            and CCONJ 6 cc CC
            woman NOUN 6 nsubj NN
            waits VERB 1 conj VBZ
            """,
            [],
            id="a woman is not held",
        ),
        pytest.param(
            """
            Laundry NOUN 2 compound NN
            flaps NOUN 0 root NNS
            on ADP 4 case IN
            line NOUN 2 obl NN
            between ADP 6 case IN
            houses NOUN 2 nmod NNS
            """,
            ["Laundry/NOUN<flaps:nsubj", "flaps/VERB<-:root", "houses/NOUN<flaps:obl"],
            id="what hangs on verbs alone",
        ),
        pytest.param(
            """
            Street NOUN 2 compound NN
            signs NOUN 0 root NNS
            on ADP 4 case IN
            pole NOUN 2 nmod NN
            """,
            [],
            id="two nouns are two nouns",
        ),
        pytest.param(
            """
            Wind NOUN 2 nsubj NN
            blows VERB 0 root VBZ
            and CCONJ 4 cc CC
            leaves VERB 2 conj VBZ
            rustle NOUN 4 obj NN
            """,
            ["and/CCONJ<rustle:cc", "leaves/NOUN<rustle:nsubj", "rustle/VERB<blows:conj"],
            id="a plural that was taken for a verb",
        ),
        pytest.param(
            """
            sofa NOUN 2 nsubj NN
            faces VERB 0 root VBZ
            fireplace NOUN 2 obj NN
            in ADP 5 case IN
            which PRON 7 obl WDT
            logs NOUN 7 nsubj NNS
            burn VERB 2 advcl VBP
            """,
            ["burn/VERB<fireplace:acl:relcl"],
            id="the clause of which",
        ),
        pytest.param(
            """
            kitchen NOUN 0 root NN
            where ADV 4 advmod WRB
            duck NOUN 4 nsubj NN
            yawns VERB 1 advcl VBZ
            """,
            ["yawns/VERB<kitchen:acl:relcl"],
            id="the clause of where",
        ),
        pytest.param(
            """
            cabin NOUN 0 root NN
            behind ADP 4 case IN
            which DET 4 det WDT
            cows NOUN 5 nsubj NNS
            graze VERB 1 acl:relcl VBP
            """,
            ["behind/ADP<which:case", "which/PRON<graze:obl"],
            id="behind which",
        ),
        pytest.param(
            """
            stadium NOUN 7 nsubj NN
            , PUNCT 5 punct ,
            next ADV 5 case RB
            to ADP 5 case IN
            which PRON 7 obl WDT
            runs VERB 5 acl:relcl VBZ
            stands VERB 0 root VBZ
            """,
            ["which/PRON<runs:obl", "runs/VERB<stadium:acl:relcl"],
            id="next to which",
        ),
        pytest.param(
            """
            beside ADP 3 case IN
            her PRON 3 nmod:poss PRP$
            there NOUN 4 obl NN
            is VERB 0 root VBZ
            hut NOUN 4 nsubj NN
            """,
            ["beside/ADP<her:case", "her/PRON<is:obl", "there/PRON<is:expl"],
            id="there is nobody's",
        ),
        pytest.param(
            """
            there PRON 2 expl EX
            is VERB 0 root VBZ
            chair NOUN 2 nsubj NN
            with ADP 5 case IN
            hat NOUN 2 obl NN
            """,
            ["hat/NOUN<chair:nmod"],
            id="what is there has it",
        ),
        pytest.param(
            """
            chair NOUN 0 root NN
            with SCONJ 5 mark IN
            hat NOUN 5 nsubj NN
            on ADP 5 case IN
            it PRON 1 acl PRP
            """,
            ["with/SCONJ<hat:case", "hat/NOUN<chair:nmod", "it/PRON<hat:nmod"],
            id="a with-phrase that looks like a clause",
        ),
        pytest.param(
            """
            gather VERB 0 root VBP
            around ADP 4 case IN
            a DET 4 det DT
            woman ADJ 5 amod JJ
            juggling VERB 1 advcl VBG
            """,
            ["woman/NOUN<gather:obl", "juggling/VERB<woman:acl"],
            id="what has an article is a noun",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            holding VERB 1 acl VBG
            cup NOUN 2 obj NN
            and CCONJ 5 cc CC
            woman NOUN 1 conj NN
            singing VERB 1 acl VBG
            """,
            ["singing/VERB<woman:acl"],
            id="each has a participle",
        ),
        pytest.param(
            """
            sound NOUN 0 root NN
            of ADP 3 case IN
            rain NOUN 1 nmod NN
            falling VERB 1 acl VBG
            """,
            ["falling/VERB<rain:acl"],
            id="what is heard falls",
        ),
        pytest.param(
            """
            birds NOUN 0 root NNS
            chirping VERB 1 acl VBG
            and CCONJ 4 cc CC
            insects NOUN 2 conj NNS
            buzzing VERB 1 acl VBG
            """,
            ["insects/NOUN<birds:conj", "buzzing/VERB<insects:acl"],
            id="two that are heard",
        ),
        pytest.param(
            """
            road NOUN 0 root NN
            with ADP 3 case IN
            cars NOUN 1 nmod NNS
            parked VERB 1 acl VBN
            """,
            ["parked/VERB<cars:acl"],
            id="no road is parked",
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
            crowd NOUN 2 nsubj NN
            boos VERB 0 root VBZ
            and CCONJ 4 cc CC
            man NOUN 1 conj NN
            shouts VERB 2 conj VBZ
            """,
            ["and/CCONJ<shouts:cc", "man/NOUN<shouts:nsubj"],
            id="no list goes on behind its verb",
        ),
        pytest.param(
            """
            stove NOUN 3 obl NN
            Beside ADP 1 case IN
            stands VERB 0 root VBZ
            basket NOUN 3 obj NN
            """,
            ["basket/NOUN<stands:nsubj"],
            id="a subject behind its verb",
        ),
        pytest.param(
            """
            Goats NOUN 3 nsubj:pass NNS
            have AUX 3 aux VBP
            climbed VERB 0 root VBN
            """,
            ["Goats/NOUN<climbed:nsubj"],
            id="a perfect is no passive",
        ),
        pytest.param(
            """
            pecks VERB 0 root VBZ
            seeds NOUN 1 obl NNS
            that PRON 5 obl WDT
            someone PRON 1 nsubj NN
            scattered VERB 4 acl VBN
            """,
            ["that/PRON<scattered:obj", "someone/PRON<scattered:nsubj", "scattered/VERB<seeds:acl:relcl"],
            id="the subject of a relative clause",
        ),
        pytest.param(
            """
            stagehand NOUN 2 nsubj NN
            rolls VERB 0 root VBZ
            up ADP 4 case IN
            carpet NOUN 2 obl NN
            """,
            ["up/ADP<rolls:compound:prt", "carpet/NOUN<rolls:obj"],
            id="a particle before the object",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            walks VERB 0 root VBZ
            up ADP 4 case IN
            hill NOUN 2 obl NN
            """,
            [],
            id="where somebody walks",
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
            dog NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            taught VERB 0 root VBN
            to PART 5 mark TO
            roll VERB 3 xcomp VB
            by ADP 7 case IN
            trainer NOUN 5 obl NN
            """,
            ["trainer/NOUN<taught:obl:agent"],
            id="who teaches",
        ),
        pytest.param(
            """
            nest NOUN 0 root NN
            with ADP 3 case IN
            eggs NOUN 1 nmod NNS
            in ADP 5 case IN
            it PRON 1 nmod PRP
            """,
            ["it/PRON<eggs:nmod"],
            id="what is in it",
        ),
        pytest.param(
            """
            plays VERB 0 root VBZ
            and CCONJ 6 cc CC
            behind ADP 4 case IN
            him PRON 1 obl PRP
            there PRON 6 expl EX
            is VERB 1 conj VBZ
            dog NOUN 6 nsubj NN
            """,
            ["him/PRON<is:obl"],
            id="a place right before there",
        ),
        pytest.param(
            """
            board NOUN 0 root NN
            with ADP 3 case IN
            piece NOUN 1 nmod NN
            knocked VERB 1 acl VBN
            """,
            ["knocked/VERB<piece:acl"],
            id="what was done to a part",
        ),
    ],
)
def test_heads_that_the_rest_of_the_tree_rules_out(lexicon: Lexicon, rows: str, mends: list[str]) -> None:
    assert read(rows, lexicon) == mends


def test_a_hyphen_makes_verb_and_particle_one_description(lexicon: Lexicon) -> None:
    rows = """
        shirt NOUN 0 root NN
        featuring VERB 1 acl VBG
        button NOUN 2 obj NN
        - PUNCT 1 punct .
        down ADP 6 case IN
        collar NOUN 2 obl NN
    """
    apart = parse_of(rows)
    start, tokens = 0, []
    for token in apart.tokens:
        end = start + len(token.text)
        tokens.append(dataclasses.replace(token, start=start, end=end))
        start = end if token.text in ("button", "-") else end + 1
    joined = dataclasses.replace(apart, tokens=tuple(tokens))
    words = mended(joined, lexicon).words
    assert [(word.text, word.head, word.deprel) for word in words[2:]] == [
        ("button", 5, "amod"),
        ("-", 2, "punct"),
        ("down", 2, "compound:prt"),
        ("collar", 1, "obj"),
    ]
    assert mended(apart, lexicon) is apart


def test_a_tree_stays_a_tree(lexicon: Lexicon) -> None:
    # `that is sound that`: the clause of `which` and its subject would hang on each other.
    rows = """
        in ADP 2 obl IN
        that PRON 0 root WDT
        is VERB 2 acl:relcl VBZ
        sound NOUN 2 advcl NN
        that PRON 2 case WDT
    """
    parse = parse_of(rows)
    assert mended(parse, lexicon) is parse


def test_side_before_there(lexicon: Lexicon) -> None:
    rows = """
        at ADP 3 case IN
        right ADJ 3 amod JJ
        there ADV 4 obl RB
        is AUX 0 root VBZ
        hut NOUN 4 nsubj NN
    """
    assert read(rows, lexicon) == ["at/ADP<right:case", "right/NOUN<is:obl", "there/PRON<is:expl"]


CLAUSES_IN_ONE_SUBJECT = """
    Metal NOUN 2 compound NN
    scrapes NOUN 8 nsubj NNS
    against ADP 4 case IN
    stone NOUN 2 nmod NN
    and CCONJ 7 cc CC
    a DET 7 det DT
    hammer NOUN 2 conj NN
    strikes VERB 0 root VBZ
"""
TWO_SUBJECTS = """
    goats NOUN 3 nsubj NNS
    butt NOUN 3 nsubj NN
    heads NOUN 0 root NNS
"""
NAME_OF_AN_OBJECT = """
    girl NOUN 0 root NN
    wearing VERB 1 acl VBG
    roller NOUN 2 obj NN
    skates VERB 1 nmod VBZ
"""
TITLE = """
    Cushion NOUN 2 nsubj NN
    cover VERB 0 root VBP
    with ADP 4 case IN
    tassels NOUN 2 obl NNS
"""
MARKED = """
    girl NOUN 2 nsubj NN
    sings VERB 0 root VBZ
    while SCONJ 6 mark IN
    a DET 6 det DT
    goat ADJ 6 amod JJ
    pants NOUN 2 obl NNS
"""
LISTED_CLAUSES = """
    bell NOUN 2 nsubj NN
    rings VERB 0 root VBZ
    , PUNCT 4 punct ,
    coins NOUN 5 compound NNS
    jingle NOUN 2 conj NN
"""


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            CLAUSES_IN_ONE_SUBJECT,
            [
                "Metal/NOUN<scrapes:nsubj",
                "scrapes/VERB<-:root",
                "stone/NOUN<scrapes:obl",
                "and/CCONJ<strikes:cc",
                "hammer/NOUN<strikes:nsubj",
                "strikes/VERB<scrapes:conj",
            ],
        ),
        (TWO_SUBJECTS, ["goats/NOUN<butt:nsubj", "butt/VERB<-:root", "heads/NOUN<butt:obj"]),
        (NAME_OF_AN_OBJECT, ["roller/NOUN<skates:compound", "skates/NOUN<wearing:obj"]),
        (TITLE, ["Cushion/NOUN<cover:compound", "cover/NOUN<-:root", "tassels/NOUN<cover:nmod"]),
        (MARKED, ["a/DET<goat:det", "goat/NOUN<pants:nsubj", "pants/VERB<sings:advcl"]),
        (LISTED_CLAUSES, ["coins/NOUN<jingle:nsubj", "jingle/VERB<rings:conj"]),
    ],
    ids=["two clauses", "two subjects", "name", "title", "mark", "list"],
)
def test_what_a_clause_and_a_name_cannot_be(rows: str, expected: list[str], lexicon: Lexicon) -> None:
    found = read(rows, lexicon)
    assert [item for item in expected if item not in found] == []


@pytest.mark.parametrize(
    ("noun", "form", "mends"),
    [("Laundry", "flaps", True), ("Rain", "patters", True), ("Ski", "pants", False)],
)
def test_a_bare_noun_acts_where_the_form_behind_it_names_no_thing(
    noun: str, form: str, lexicon: Lexicon, *, mends: bool
) -> None:
    rows = f"""
        {noun} NOUN 2 compound NN
        {form} NOUN 0 root NNS
        on ADP 5 case IN
        a DET 5 det DT
        line NOUN 2 nmod NN
    """
    assert (f"{noun}/NOUN<{form}:nsubj" in read(rows, lexicon)) is mends


def test_what_is_on_it_is_had_by_the_noun_before_with(lexicon: Lexicon) -> None:
    rows = """
        road NOUN 2 nsubj NN
        crosses VERB 0 root VBZ
        a DET 4 det DT
        river NOUN 2 obj NN
        with SCONJ 8 mark IN
        ships NOUN 8 nsubj NNS
        on ADP 8 case IN
        it PRON 2 advcl PRP
    """
    assert "ships/NOUN<river:nmod" in read(rows, lexicon)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            """
            plate NOUN 2 nsubj NN
            topped VERB 0 root VBD
            with ADP 4 case IN
            nuts NOUN 2 obl NNS
            """,
            ["plate/NOUN<-:root", "topped/VERB<plate:acl"],
        ),
        (
            """
            people NOUN 2 nsubj NNS
            march VERB 0 root VBP
            down ADP 5 case IN
            a DET 5 det DT
            street NOUN 2 obl NN
            lined VERB 1 acl VBN
            with ADP 8 case IN
            trees NOUN 6 obl NNS
            """,
            ["lined/VERB<street:acl"],
        ),
        (
            """
            man NOUN 2 nsubj NN
            climbs VERB 0 root VBZ
            a DET 4 det DT
            ladder NOUN 2 obj NN
            leaning VERB 2 advcl VBG
            """,
            ["leaning/VERB<ladder:acl"],
        ),
        (
            """
            cook NOUN 7 nsubj NN
            , PUNCT 4 punct ,
            an DET 4 det DT
            apron NOUN 1 appos NN
            tied VERB 1 acl VBN
            , PUNCT 1 punct ,
            waits VERB 0 root VBZ
            """,
            ["tied/VERB<apron:acl"],
        ),
    ],
    ids=["past", "behind the verb", "who climbs does not lean", "absolute"],
)
def test_how_something_is_is_said_of_what_stands_before(
    rows: str, expected: list[str], lexicon: Lexicon
) -> None:
    assert read(rows, lexicon) == expected


@pytest.mark.parametrize(
    ("form", "verb", "mends"), [("out", "pulls", True), ("in", "reels", True), ("in", "sits", False)]
)
def test_a_verb_takes_its_particle_before_its_object(
    form: str, verb: str, lexicon: Lexicon, *, mends: bool
) -> None:
    rows = f"""
        man NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        {form} ADP 5 case IN
        a DET 5 det DT
        trout NOUN 2 obl NN
    """
    assert ("trout/NOUN<" + verb + ":obj" in read(rows, lexicon)) is mends


def test_a_preposition_within_an_adjective_governs_nothing(lexicon: Lexicon) -> None:
    parse = parse_of(
        """
        Off ADP 5 case IN
        - PUNCT 5 punct .
        shoulder NOUN 5 amod NN
        cotton NOUN 5 compound NN
        blouse NOUN 0 root NN
        """
    )
    tokens = list(parse.tokens)
    tokens[1] = dataclasses.replace(tokens[1], start=tokens[0].end, end=tokens[0].end + 1)
    tokens[2] = dataclasses.replace(tokens[2], start=tokens[0].end + 1)
    after = mended(dataclasses.replace(parse, tokens=tuple(tokens)), lexicon)
    assert after.words[0].deprel == "compound"


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            cubes NOUN 2 nsubj NNS
            clink VERB 0 root VBP
            in ADP 4 case IN
            glass NOUN 2 obl NN
            and CCONJ 7 cc CC
            thunder NOUN 7 compound NN
            rolls NOUN 4 conj NNS
            """,
            ["thunder/NOUN<rolls:nsubj", "rolls/VERB<clink:conj"],
            id="a bare noun and its act",
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
            pleural NOUN 4 nsubj NN
            effusion NOUN 4 nsubj NN
            is AUX 4 aux:pass VBZ
            seen VERB 0 root VBN
            """,
            ["pleural/NOUN<effusion:compound"],
            id="a part of the subject's name",
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
            pulls VERB 0 root VBZ
            out ADP 1 compound:prt RP
            a DET 4 det DT
            slice NOUN 1 obl NN
            """,
            ["slice/NOUN<pulls:obj"],
            id="right behind a particle",
        ),
        pytest.param(
            """
            throws VERB 0 root VBZ
            the DET 3 det DT
            orange NOUN 1 obj NN
            away NOUN 1 obj NN
            """,
            ["away/ADP<throws:compound:prt"],
            id="a particle behind the object",
        ),
        pytest.param(
            """
            bus NOUN 0 root NN
            that PRON 5 obj WDT
            a DET 4 det DT
            farmer NOUN 5 nsubj NN
            painted VERB 1 acl:relcl VBN
            """,
            ["painted/VERB<bus:acl:relcl"],
            id="who has a subject acts",
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
            person NOUN 0 root NN
            wearing VERB 1 acl VBG
            jeans NOUN 2 obj NNS
            and CCONJ 5 cc CC
            sneakers NOUN 1 conj NNS
            """,
            ["sneakers/NOUN<jeans:conj"],
            id="worn, too",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            plays VERB 0 root VBZ
            as SCONJ 5 mark IN
            people NOUN 5 nsubj NNS
            dance VERB 2 advcl VBP
            and CCONJ 7 cc CC
            clap VERB 2 conj VBP
            """,
            ["clap/VERB<dance:conj"],
            id="of one number",
        ),
        pytest.param(
            """
            waiter NOUN 2 nsubj NN
            peels VERB 0 root VBZ
            pears NOUN 2 obj NNS
            and CCONJ 5 cc CC
            sneezes NOUN 2 conj NNS
            """,
            ["sneezes/VERB<peels:conj"],
            id="hardly ever a thing",
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
            On ADP 3 case IN
            the DET 5 det DT
            left ADJ 5 amod JJ
            two NUM 5 nummod CD
            dogs NOUN 6 nsubj NNS
            sleep VERB 0 root VBP
            """,
            ["the/DET<left:det", "left/NOUN<sleep:obl"],
            id="a side before the subject",
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
            baker NOUN 0 root NN
            with ADP 3 case IN
            flour NOUN 1 nmod NN
            kneads NOUN 1 conj NNS
            dough NOUN 4 obj NN
            """,
            ["baker/NOUN<kneads:nsubj", "kneads/VERB<-:root"],
            id="what has an object",
        ),
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
            kitchen NOUN 0 root NN
            with ADP 3 case IN
            rug NOUN 1 nmod NN
            and CCONJ 5 cc CC
            table NOUN 1 conj NN
            with ADP 7 case IN
            lilies NOUN 9 nsubj NNS
            on ADP 9 case IN
            it PRON 1 acl PRP
            """,
            ["table/NOUN<rug:conj", "lilies/NOUN<table:nmod", "it/PRON<lilies:nmod"],
            id="with a thing on the second",
        ),
        pytest.param(
            """
            lane NOUN 0 root NN
            with ADP 3 case IN
            shops NOUN 1 nmod NNS
            , PUNCT 5 punct ,
            trees NOUN 3 conj NNS
            and CCONJ 7 cc CC
            cars NOUN 3 conj NNS
            driving VERB 1 acl VBG
            """,
            ["driving/VERB<cars:acl"],
            id="what is driven",
        ),
        pytest.param(
            """
            square NOUN 0 root NN
            with ADP 3 case IN
            fountain NOUN 1 nmod NN
            in ADP 5 case IN
            center NOUN 1 nmod NN
            and CCONJ 7 cc CC
            paths NOUN 1 conj NNS
            circling VERB 1 acl VBG
            it PRON 8 obj PRP
            """,
            ["paths/NOUN<fountain:conj", "circling/VERB<paths:acl"],
            id="around what has it",
        ),
        pytest.param(
            """
            room NOUN 0 root NN
            with ADP 3 case IN
            rugs NOUN 1 nmod NNS
            , PUNCT 5 punct ,
            chairs NOUN 3 conj NNS
            and CCONJ 7 cc CC
            farmers NOUN 1 conj NNS
            """,
            ["farmers/NOUN<rugs:conj"],
            id="the last of a list of three",
        ),
        pytest.param(
            """
            painting NOUN 0 root NN
            of ADP 3 case IN
            boat NOUN 1 nmod NN
            on ADP 5 case IN
            lake NOUN 1 nmod NN
            """,
            ["lake/NOUN<boat:nmod"],
            id="a place in a picture",
        ),
        pytest.param(
            """
            painting NOUN 0 root NN
            of ADP 3 case IN
            woman NOUN 1 nmod NN
            with ADP 5 case IN
            parasol NOUN 3 nmod NN
            standing VERB 1 acl VBG
            """,
            ["standing/VERB<woman:acl"],
            id="an act in a picture",
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
            "Kids NOUN 3 nsubj NNS\n' PUNCT 3 punct ''\nraincoat NOUN 0 root NN",
            ["Kids/NOUN<raincoat:nmod:poss", "'/PART<Kids:case"],
            id="whose it is",
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
            girl NOUN 0 root NN
            in ADP 3 case IN
            skirt NOUN 1 nmod NN
            and CCONJ 5 cc CC
            loafers NOUN 1 conj NNS
            """,
            ["loafers/NOUN<skirt:conj"],
            id="clothes by name",
        ),
        pytest.param(
            """
            jacket NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            worn VERB 0 root VBN
            over ADP 5 case IN
            blouse NOUN 3 obl NN
            and CCONJ 7 cc CC
            jeans NOUN 3 conj NNS
            """,
            ["jeans/NOUN<blouse:conj"],
            id="a second place",
        ),
        pytest.param(
            """
            scan NOUN 0 root NN
            with ADP 3 case IN
            cysts NOUN 1 nmod NNS
            in ADP 5 case IN
            kidney NOUN 1 nmod NN
            """,
            ["kidney/NOUN<cysts:nmod"],
            id="a place in a frame",
        ),
        pytest.param(
            """
            scan NOUN 0 root NN
            with ADP 3 case IN
            disc NOUN 1 nmod NN
            pressing VERB 1 acl VBG
            """,
            ["pressing/VERB<disc:acl"],
            id="an act in a frame",
        ),
        pytest.param(
            """
            ring NOUN 2 nsubj NN
            set VERB 0 root VBN
            with ADP 4 case IN
            pearl NOUN 2 obl NN
            """,
            ["ring/NOUN<-:root", "set/VERB<ring:acl"],
            id="a participle at the top",
        ),
        pytest.param(
            """
            table NOUN 2 nsubj NN
            set VERB 0 root NN
            with ADP 4 case IN
            plates NOUN 2 obl NNS
            """,
            ["table/NOUN<-:root", "set/VERB<table:acl"],
            id="a participle that is called a noun",
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
            engraving NOUN 0 root NN
            of ADP 3 case IN
            castle NOUN 1 nmod NN
            on ADP 5 case IN
            cliff NOUN 3 nmod NN
            above ADP 7 case IN
            sea NOUN 1 nmod NN
            """,
            ["sea/NOUN<castle:nmod"],
            id="a second place in a picture",
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
            crowd NOUN 2 nsubj NN
            murmurs VERB 0 root VBZ
            a DET 5 det DT
            gavel ADJ 5 amod JJ
            bangs NOUN 2 conj NNS
            """,
            ["a/DET<gavel:det", "gavel/NOUN<bangs:nsubj", "bangs/VERB<murmurs:conj"],
            id="one that does something in a list",
        ),
        pytest.param(
            """
            a DET 2 det DT
            cow NOUN 3 nsubj NN
            moos NOUN 0 root NN
            """,
            ["moos/VERB<-:root"],
            id="one that does something",
        ),
        pytest.param(
            """
            someone PRON 2 nsubj NN
            sneezes VERB 0 root VBZ
            twice ADV 2 advmod RB
            , PUNCT 5 punct ,
            sniffles VERB 2 conj NNS
            """,
            ["sniffles/VERB<sneezes:conj"],
            id="two tags of one verb",
        ),
        pytest.param(
            """
            woman NOUN 2 nsubj NN
            lets VERB 0 root VBZ
            it PRON 2 obj PRP
            dry ADJ 2 xcomp JJ
            """,
            ["dry/VERB<lets:xcomp"],
            id="what something is let do",
        ),
        pytest.param(
            """
            toilet NOUN 2 nsubj NN
            flushes VERB 0 root VBZ
            and CCONJ 5 cc CC
            water NOUN 5 nsubj NN
            gurgles VERB 2 conj VBZ
            down ADP 7 case IN
            drain NOUN 2 obl NN
            """,
            ["drain/NOUN<gurgles:obl"],
            id="a place behind the second of two clauses",
        ),
        pytest.param(
            """
            pen NOUN 2 nsubj NN
            scribbles NOUN 5 nsubj:pass VBZ
            pages NOUN 5 nsubj:pass NNS
            are AUX 5 aux:pass VBP
            turned VERB 0 root VBN
            """,
            [
                "scribbles/VERB<-:root",
                "turned/VERB<scribbles:conj",
            ],
            id="two that are turned together",
        ),
        pytest.param(
            """
            cow NOUN 2 nsubj NN
            moos VERB 0 root VBZ
            , PUNCT 4 punct ,
            flies VERB 2 conj VBZ
            buzz NOUN 4 obj NN
            """,
            [",/PUNCT<buzz:punct", "flies/NOUN<buzz:nsubj", "buzz/VERB<moos:conj"],
            id="insects in a list",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            speaks VERB 0 root VBZ
            with ADP 4 case IN
            thunder NOUN 2 obl NN
            rolling VERB 2 advcl VBG
            """,
            ["rolling/VERB<thunder:acl"],
            id="what is heard",
        ),
        pytest.param(
            """
            sign NOUN 0 root NN
            with ADP 3 case IN
            arrow NOUN 1 nmod NN
            pointing VERB 1 acl VBG
            """,
            ["pointing/VERB<arrow:acl"],
            id="what points",
        ),
        pytest.param(
            """
            man NOUN 3 nsubj NN
            mops VERB 3 nsubj VBZ
            sweat VERB 0 root VBP
            from ADP 5 case IN
            brow NOUN 3 obl NN
            """,
            ["man/NOUN<mops:nsubj", "mops/VERB<-:root", "sweat/NOUN<mops:obj", "brow/NOUN<mops:obl"],
            id="a verb between a subject and a thing",
        ),
        pytest.param(
            """
            fans NOUN 2 nsubj NNS
            wave VERB 0 root VBP
            flags NOUN 2 obj NNS
            and CCONJ 5 cc CC
            chant VERB 2 conj VBP
            slogans NOUN 2 obj NNS
            """,
            ["slogans/NOUN<chant:obj"],
            id="the object of the second",
        ),
        pytest.param(
            """
            Kids NOUN 2 nsubj NNS
            take VERB 0 root VBP
            turns NOUN 2 obj NNS
            hitting VERB 3 acl VBG
            """,
            ["hitting/VERB<take:advcl"],
            id="who takes turns",
        ),
        pytest.param(
            """
            Smoke NOUN 2 nsubj NN
            rises VERB 0 root VBZ
            from ADP 4 case IN
            house NOUN 2 obl NN
            hit VERB 2 obl VBN
            by ADP 7 case IN
            bomb NOUN 5 obl:agent NN
            """,
            ["hit/VERB<house:acl"],
            id="a participle that was taken for a place",
        ),
        pytest.param(
            """
            Wind NOUN 2 nsubj NN
            howls NOUN 0 root VBZ
            and CCONJ 4 cc CC
            something PRON 2 conj NN
            rattles VERB 2 conj VBZ
            """,
            ["howls/VERB<-:root", "and/CCONJ<rattles:cc", "something/PRON<rattles:nsubj"],
            id="something that rattles",
        ),
        pytest.param(
            """
            rain NOUN 2 nsubj NN
            pours VERB 0 root VBZ
            and CCONJ 4 cc CC
            splatters VERB 2 conj NNS
            on ADP 6 case IN
            ground NOUN 4 obl NN
            """,
            ["splatters/VERB<pours:conj"],
            id="two tags of a verb with a place",
        ),
        pytest.param(
            """
            fans NOUN 2 nsubj NNS
            wave VERB 0 root VBP
            flags NOUN 2 obj NNS
            and CCONJ 6 cc CC
            chant VERB 2 conj VBP
            slogans NOUN 3 conj NNS
            """,
            ["and/CCONJ<chant:cc", "slogans/NOUN<chant:obj"],
            id="an object of the second that was listed with the first",
        ),
        pytest.param(
            """
            bowl NOUN 4 nsubj NN
            of ADP 3 case IN
            oats NOUN 1 nmod NN
            topped VERB 0 root VBD
            with ADP 6 case IN
            berries NOUN 4 obl NNS
            """,
            ["bowl/NOUN<-:root", "topped/VERB<bowl:acl"],
            id="a bowl of something with something on top",
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
            """
            at ADP 4 case IN
            the DET 4 det DT
            back ADJ 4 amod JJ
            there PRON 5 expl EX
            are VERB 0 root VBP
            hills NOUN 5 nsubj NNS
            """,
            ["at/ADP<back:case", "the/DET<back:det", "back/NOUN<are:obl"],
            id="the back before there",
        ),
        pytest.param(
            """
            woman NOUN 2 nsubj NN
            hits VERB 0 root VBZ
            ball NOUN 2 obj NN
            out ADP 6 case IN
            of ADP 6 case IN
            bunker NOUN 2 obl NN
            and CCONJ 9 cc CC
            onto ADP 9 case IN
            grass NOUN 2 conj NN
            """,
            ["grass/NOUN<hits:obl"],
            id="the second of two places",
        ),
        pytest.param(
            """
            sits VERB 0 root VBZ
            in ADP 3 case IN
            front NOUN 1 obl NN
            of ADP 5 case IN
            table NOUN 3 nmod NN
            , PUNCT 9 punct ,
            on ADP 8 case IN
            which PRON 9 obl WDT
            are VERB 1 advcl VBP
            cups NOUN 9 nsubj NNS
            """,
            ["are/VERB<table:acl:relcl"],
            id="which behind a comma",
        ),
        pytest.param(
            """
            is VERB 0 root VBZ
            road NOUN 1 nsubj NN
            , PUNCT 7 punct ,
            on ADP 5 case IN
            it PRON 1 advcl PRP
            there PRON 7 expl EX
            are VERB 1 parataxis VBP
            cars NOUN 7 nsubj NNS
            """,
            ["it/PRON<are:obl"],
            id="on it there are",
        ),
        pytest.param(
            """
            box NOUN 2 nsubj NN
            turned VERB 0 root VBD
            upside ADV 2 xcomp JJ
            down ADP 2 compound:prt RP
            """,
            ["box/NOUN<-:root", "turned/VERB<box:acl"],
            id="how a box lies",
        ),
        pytest.param(
            """
            Metal NOUN 2 amod JJ
            scrapes NOUN 0 root NNS
            against ADP 4 case IN
            stone NOUN 2 nmod NN
            and CCONJ 7 cc CC
            man NOUN 7 nsubj NN
            sings VERB 2 conj VBZ
            """,
            ["Metal/NOUN<scrapes:nsubj", "scrapes/VERB<-:root", "stone/NOUN<scrapes:obl"],
            id="what a clause hangs on",
        ),
        pytest.param(
            """
            Crickets NOUN 5 nsubj NNS
            chirp NOUN 5 nsubj NN
            and CCONJ 4 cc CC
            fire NOUN 2 conj NN
            crackles VERB 0 root VBZ
            """,
            [
                "Crickets/NOUN<chirp:nsubj",
                "chirp/VERB<-:root",
                "and/CCONJ<crackles:cc",
                "fire/NOUN<crackles:nsubj",
                "crackles/VERB<chirp:conj",
            ],
            id="many that do something, and one that does",
        ),
        pytest.param(
            """
            bus NOUN 2 nsubj NN
            idles VERB 0 root VBZ
            its PRON 4 nmod:poss PRP$
            brakes NOUN 5 nsubj NNS
            hiss NOUN 2 conj VBP
            """,
            ["hiss/VERB<idles:conj"],
            id="what has a subject",
        ),
        pytest.param(
            """
            bag NOUN 0 root NN
            with ADP 3 case IN
            oranges NOUN 1 nmod NNS
            falling VERB 1 acl VBG
            out ADP 7 case IN
            of ADP 7 case IN
            it PRON 4 obl PRP
            """,
            ["falling/VERB<oranges:acl"],
            id="what falls out of it",
        ),
        pytest.param(
            """
            clock NOUN 0 root NN
            shaped VERB 1 acl VBN
            like ADP 4 case IN
            birdhouse NOUN 2 obl NN
            with SCONJ 7 mark IN
            tassels NOUN 2 obl NNS
            hanging VERB 1 acl VBG
            """,
            ["with/SCONJ<tassels:case", "tassels/NOUN<clock:nmod", "hanging/VERB<tassels:acl"],
            id="what hangs between with and hanging",
        ),
        pytest.param(
            """
            cars NOUN 2 nsubj NNS
            pass VERB 0 root VBP
            and CCONJ 9 cc CC
            on ADP 5 case IN
            side NOUN 1 conj NN
            of ADP 7 case IN
            road NOUN 5 nmod NN
            there PRON 9 expl EX
            are VERB 2 conj VBP
            poles NOUN 9 nsubj NNS
            """,
            ["side/NOUN<are:obl"],
            id="the side of a road before there",
        ),
    ],
)
def test_each_rule_has_a_tree_that_nothing_else_mends(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert read(rows, lexicon) == after


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(
            "man NOUN 0 root NN\non ADP 3 case IN\nbench NOUN 1 nmod NN\nand CCONJ 6 cc CC\na DET 6 det DT\n"
            "swing NOUN 3 conj NN",
            id="two places of one",
        ),
        pytest.param(
            "man NOUN 0 root NN\nand CCONJ 3 cc CC\nwoman NOUN 1 conj NN\non ADP 5 case IN\nbench NOUN 1 nmod NN",
            id="one place of two",
        ),
        pytest.param(
            "woman NOUN 2 nsubj NN\npeels VERB 0 root VBZ\npears NOUN 2 obj NNS\nand CCONJ 5 cc CC\n"
            "lemons NOUN 3 conj NNS",
            id="two things",
        ),
        pytest.param(
            "the DET 3 det DT\nleft ADJ 3 amod JJ\ndog NOUN 4 nsubj NN\nsleeps VERB 0 root VBZ",
            id="the left one",
        ),
        pytest.param(
            "rings VERB 0 root VBZ\nwhile SCONJ 4 mark IN\nhe PRON 4 nsubj PRP\nleaves VERB 1 advcl VBZ\n"
            "work NOUN 4 obj NN",
            id="who leaves",
        ),
        pytest.param(
            "box NOUN 0 root NN\nof ADP 3 case IN\nkittens NOUN 1 nmod NNS\nwith ADP 5 case IN\nlid NOUN 1 nmod NN",
            id="a box with a lid",
        ),
        pytest.param(
            "painting NOUN 0 root NN\nof ADP 3 case IN\nboat NOUN 1 nmod NN\non ADP 5 case IN\nwall NOUN 1 nmod NN",
            id="a painting on a wall",
        ),
        pytest.param(
            "train NOUN 0 root NN\nwith ADP 3 case IN\ncars NOUN 1 nmod NNS\ntraveling VERB 1 acl VBG",
            id="a train that travels",
        ),
        pytest.param(
            "harbor NOUN 0 root NN\nwith ADP 3 case IN\nsmoke NOUN 1 nmod NN\nrising VERB 3 acl VBG",
            id="smoke that rises",
        ),
        pytest.param(
            "mural NOUN 0 root NN\nof ADP 3 case IN\njaguar NOUN 1 nmod NN\npainted VERB 1 acl VBN",
            id="a painted mural",
        ),
        pytest.param(
            "remote NOUN 0 root NN\nwith ADP 3 case IN\nbuttons NOUN 1 nmod NNS\nheld VERB 1 acl VBN",
            id="buttons are not held",
        ),
        pytest.param(
            "child NOUN 0 root NN\nwith ADP 3 case IN\npants NOUN 1 nmod NNS\nholding VERB 1 acl VBG",
            id="pants do nothing",
        ),
        pytest.param(
            "cans NOUN 0 root NNS\nof ADP 3 case IN\nbeans NOUN 1 nmod NNS\nlined VERB 1 acl VBN",
            id="cans in a line",
        ),
    ],
)
def test_trees_that_are_right_stay(lexicon: Lexicon, rows: str) -> None:
    assert read(rows, lexicon) == []
