"""Particles and what looks like one. Trees as a parser got them wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extractor.lexicon import Lexicon
from extractor.syntax.mending import mended
from extractor.types import Token
from tests.parses import mended_words, parse_of


@pytest.mark.parametrize(
    ("rows", "after"),
    [
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
            squeezes VERB 0 root VBZ
            lime NOUN 1 obj NN
            over ADP 4 case IN
            it PRON 1 obj PRP
            """,
            ["it/PRON<squeezes:obl"],
            id="no object beside one",
        ),
        pytest.param(
            """
            baker NOUN 2 nsubj NN
            folds VERB 0 root VBZ
            in ADP 4 case IN
            cream NOUN 2 obl NN
            """,
            ["in/ADP<folds:compound:prt", "cream/NOUN<folds:obj"],
            id="what is folded in",
        ),
        pytest.param(
            """
            baker NOUN 2 nsubj NN
            stirs VERB 0 root VBZ
            in ADP 4 case IN
            pot NOUN 2 obl NN
            """,
            [],
            id="in what somebody stirs",
        ),
        pytest.param(
            """
            ferry NOUN 2 nsubj NN
            drops VERB 0 root VBZ
            off ADP 4 case IN
            tourists NOUN 2 obl NNS
            """,
            ["off/ADP<drops:compound:prt", "tourists/NOUN<drops:obj"],
            id="who is left",
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
            runner NOUN 2 nsubj NN
            hands VERB 0 root VBZ
            off ADP 4 case IN
            baton NOUN 2 obl NN
            """,
            ["off/ADP<hands:compound:prt", "baton/NOUN<hands:obj"],
            id="off before the object",
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
            tailor NOUN 2 nsubj NN
            pins VERB 0 root VBZ
            up ADP 5 case IN
            the DET 5 det DT
            hem NOUN 2 obl NN
            """,
            ["up/ADP<pins:compound:prt", "hem/NOUN<pins:obj"],
            id="what is pinned up",
        ),
        pytest.param(
            """
            van NOUN 2 nsubj NN
            drives VERB 0 root VBZ
            by ADV 6 case RB
            on ADP 6 case IN
            a DET 6 det DT
            road NOUN 2 obl NN
            """,
            ["by/ADP<drives:compound:prt"],
            id="by before a place",
        ),
        pytest.param(
            """
            van NOUN 2 nsubj NN
            drives VERB 0 root VBZ
            by ADP 5 case IN
            a DET 5 det DT
            road NOUN 2 obl NN
            """,
            [],
            id="by a place",
        ),
        pytest.param(
            """
            tide NOUN 2 nsubj NN
            rolls VERB 0 root VBZ
            in ADP 6 case IN
            from ADP 6 case IN
            the DET 6 det DT
            sea NOUN 2 obl NN
            """,
            ["in/ADP<rolls:compound:prt"],
            id="in from a place",
        ),
        pytest.param(
            """
            mule NOUN 2 nsubj NN
            rolls VERB 0 root VBZ
            up ADP 6 case IN
            on ADP 6 case IN
            the DET 6 det DT
            sand NOUN 2 obl NN
            """,
            ["up/ADP<rolls:compound:prt"],
            id="up on a place",
        ),
    ],
)
def test_particles(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 3 nsubj NN
            blows VERB 0 root VBZ
            a DET 6 det DT
            box NOUN 6 amod NN
            out ADV 3 compound:prt NN
            """,
            ["a/DET<box:det", "box/NOUN<blows:obj", "out/ADP<blows:compound:prt"],
            id="before its particle",
        ),
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 3 nsubj NN
            brings VERB 0 root VBZ
            back ADP 3 advmod RB
            a DET 6 det DT
            box NOUN 3 obl NN
            """,
            ["box/NOUN<brings:obj"],
            id="behind its particle",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 0 root NN
            leaning VERB 2 acl VBG
            back NOUN 3 advmod NN
            in ADP 7 case IN
            a DET 7 det DT
            chair NOUN 3 obl NN
            """,
            [],
            id="no back",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 0 root NN
            scratching VERB 2 acl VBG
            his PRON 5 nmod:poss PRP$
            back NOUN 3 obj NN
            in ADP 8 case IN
            a DET 8 det DT
            chair NOUN 3 obl NN
            """,
            [],
            id="somebody's back",
        ),
        pytest.param(
            """
            The DET 2 det DT
            box NOUN 10 nsubj NN
            a DET 4 det DT
            man NOUN 5 nsubj NN
            picks VERB 2 acl:relcl VBZ
            up ADP 5 advmod IN
            is AUX 10 cop VBZ
            on ADP 10 case IN
            a DET 10 det DT
            shelf NOUN 0 root NN
            """,
            ["up/ADP<picks:compound:prt"],
            id="of a clause",
        ),
        pytest.param(
            """
            The DET 2 det DT
            wall NOUN 11 nsubj NN
            a DET 4 det DT
            man NOUN 5 nsubj NN
            looks VERB 2 acl:relcl VBZ
            up ADP 5 compound:prt RP
            at ADP 5 obl IN
            is AUX 11 cop VBZ
            in ADP 11 case IN
            a DET 11 det DT
            lane NOUN 0 root NN
            """,
            [],
            id="with a preposition behind it",
        ),
    ],
)
def test_what_particles_stand_by(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 0 root NN
            leaning VERB 2 acl VBG
            back NOUN 3 obj NN
            in ADP 7 case IN
            a DET 7 det DT
            chair NOUN 3 obl NN
            """,
            ["back/ADV<leaning:advmod"],
            id="no back of his",
        ),
    ],
)
def test_back_without_an_article(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            flag NOUN 0 root NN
            held VERB 2 acl VBN
            aloft NOUN 3 obj NN
            by ADP 7 case IN
            a DET 7 det DT
            boy NOUN 3 obl:agent NN
            """,
            ["aloft/ADV<held:advmod"],
            id="no thing that is held",
        ),
        pytest.param(
            """
            A DET 2 det DT
            skylight NOUN 6 nsubj NN
            above ADP 5 case IN
            a DET 5 det DT
            table NOUN 2 nmod NN
            lets VERB 0 root VBZ
            in ADP 8 case IN
            light NOUN 6 obl NN
            """,
            ["in/ADP<lets:compound:prt", "light/NOUN<lets:obj"],
            id="let in",
        ),
    ],
)
def test_what_verb_and_particle_describe(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


def joined(rows: str, first: str, lexicon: Lexicon) -> list[str]:
    """The words that are mended where a word, the hyphen behind it and the word behind that are one."""
    parse = parse_of(rows)
    tokens: list[Token] = []
    end = 0
    for token in parse.tokens:
        start = end if tokens and tokens[-1].text in (first, "-") else end + 1
        end = start + len(token.text)
        tokens.append(replace(token, start=start, end=end))
    parse = replace(parse, tokens=tuple(tokens))
    after = mended(parse, lexicon).words
    return [
        f"{new.text}/{new.upos}<{after[new.head].text if new.head >= 0 else '-'}:{new.deprel}"
        for old, new in zip(parse.words, after, strict=True)
        if old != new
    ]


def test_verbs_with_hyphens_describe(lexicon: Lexicon) -> None:
    wrapped = """
        wrap VERB 0 root VB
        - PUNCT 1 punct .
        around ADP 4 case IN
        sunglasses NOUN 1 obl NNS
    """
    assert joined(wrapped, "wrap", lexicon) == [
        "wrap/ADJ<sunglasses:amod",
        "around/ADP<wrap:compound:prt",
        "sunglasses/NOUN<-:root",
    ]
    turned = """
        trousers NOUN 0 root NNS
        with ADP 3 mark IN
        turn VERB 1 acl VBP
        - PUNCT 1 punct .
        up ADP 3 compound:prt RP
        hems NOUN 3 obl NNS
    """
    assert joined(turned, "turn", lexicon)[:2] == ["with/ADP<hems:case", "turn/ADJ<hems:amod"]
    assert "hems/NOUN<trousers:nmod" in joined(turned, "turn", lexicon)
    laced = """
        lace VERB 0 root VB
        - PUNCT 1 punct .
        up ADP 1 compound:prt RP
        shoes NOUN 1 obj NNS
        with ADP 6 case IN
        soles NOUN 1 obl NNS
    """
    assert joined(laced, "lace", lexicon) == [
        "lace/ADJ<shoes:amod",
        "shoes/NOUN<-:root",
        "soles/NOUN<shoes:nmod",
    ]


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            boat NOUN 3 nsubj NN
            churns VERB 0 root VBZ
            up ADP 6 case IN
            the DET 6 det DT
            water NOUN 3 obl NN
            """,
            ["up/ADP<churns:compound:prt", "water/NOUN<churns:obj"],
            id="up what",
        ),
    ],
)
def test_churning(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("first", "second", "after"),
    [
        ("past", "beneath", ["past/ADP<floats:compound:prt"]),
        ("around", "in", ["around/ADP<floats:compound:prt"]),
        ("out", "above", ["out/ADP<floats:compound:prt"]),
        ("out", "in", []),
        ("up", "above", []),
    ],
)
def test_a_particle_before_a_place(first: str, second: str, after: list[str], lexicon: Lexicon) -> None:
    rows = f"""
        balloon NOUN 2 nsubj NN
        floats VERB 0 root VBZ
        {first} ADP 5 case IN
        {second} ADP 5 case IN
        hill NOUN 2 obl NN
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            van NOUN 3 nsubj NN
            holds VERB 0 root VBZ
            up ADP 6 advmod IN
            to ADP 7 case IN
            nine NUM 7 nummod CD
            nuns NOUN 3 obl NNS
            """,
            ["up/ADV<nine:advmod", "to/ADP<up:fixed", "nuns/NOUN<holds:obj"],
            id="held",
        ),
        pytest.param(
            """
            A DET 2 det DT
            van NOUN 3 nsubj NN
            walks VERB 0 root VBZ
            up ADP 6 advmod IN
            to ADP 7 case IN
            nine NUM 7 nummod CD
            nuns NOUN 3 obl NNS
            """,
            [],
            id="a way",
        ),
    ],
)
def test_up_to_so_many(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("adverb", "relation", "after"),
    [
        ("somewhere", "advmod", ["shade/NOUN<sleeps:obl"]),
        ("deep", "advmod", ["shade/NOUN<sleeps:obl"]),
        ("alone", "advmod", []),
        ("somewhere", "obl", []),
    ],
)
def test_the_place_behind_somewhere_is_of_the_verb(
    adverb: str, relation: str, after: list[str], lexicon: Lexicon
) -> None:
    rows = f"""
        goat NOUN 2 nsubj NN
        sleeps VERB 0 root VBZ
        {adverb} ADV 2 {relation} RB
        in ADP 6 case IN
        the DET 6 det DT
        shade NOUN 3 obl NN
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            van NOUN 0 root NN
            that PRON 4 nsubj WDT
            holds VERB 2 acl:relcl VBZ
            up ADP 8 case IN
            to ADP 8 case IN
            nine NUM 8 nummod CD
            nuns NOUN 4 obl NNS
            """,
            ["up/ADV<nine:advmod", "to/ADP<up:fixed", "nuns/NOUN<holds:obj"],
            id="held",
        ),
    ],
)
def test_up_is_no_particle_of_what_holds_so_many(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("first", "second", "after"),
    [
        ("down", "to", ["down/ADV<drags:advmod"]),
        ("down", "along", []),
        ("close", "to", []),
    ],
)
def test_down_on_the_way_to_a_place(first: str, second: str, after: list[str], lexicon: Lexicon) -> None:
    rows = f"""
        nun NOUN 2 nsubj NN
        drags VERB 0 root VBZ
        sled NOUN 2 obj NN
        {first} ADP 6 case IN
        {second} ADP 6 case IN
        lake NOUN 2 obl NN
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(("thing", "mends"), [("scarf", True), ("lamp", False)])
def test_what_one_has_on(lexicon: Lexicon, thing: str, *, mends: bool) -> None:
    rows = f"""
        nun NOUN 2 nsubj NN
        has VERB 0 root VBZ
        a DET 4 det DT
        {thing} NOUN 2 obj NN
        on ADV 4 advmod RB
    """
    assert mended_words(rows, lexicon) == (["on/ADP<has:compound:prt"] if mends else [])


@pytest.mark.parametrize(
    ("verb", "form", "relation", "after"),
    [
        pytest.param("hops", "on", "advmod", ["on/ADP<branch:case"], id="onto in two words"),
        pytest.param("hops", "in", "compound:prt", ["in/ADP<branch:case"], id="into"),
        pytest.param("holds", "on", "advmod", [], id="one holds on"),
        pytest.param("hops", "back", "advmod", [], id="another adverb"),
    ],
)
def test_onto_in_two_words(lexicon: Lexicon, verb: str, form: str, relation: str, after: list[str]) -> None:
    rows = f"""
        bird NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        {form} ADV 2 {relation} RB
        to ADP 6 case IN
        a DET 6 det DT
        branch NOUN 2 obl NN
    """
    assert mended_words(rows, lexicon) == after
