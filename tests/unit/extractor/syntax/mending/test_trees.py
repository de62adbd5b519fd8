"""Word classes that number and place rule out, on trees as a parser got them wrong."""

from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.lexicon import Lexicon
from extractor.syntax.graph import Graph
from extractor.syntax.mending import mended
from extractor.syntax.mending.tree import Tree
from tests.parses import mended_words, parse_of


def test_a_list_member_behind_a_participle_is_no_finite_verb(lexicon: Lexicon) -> None:
    rows = """
        farmer NOUN 0 root NN
        wearing VERB 1 acl VBG
        a DET 4 det DT
        coat NOUN 2 obj NN
        and CCONJ 6 cc CC
        sandals VERB 1 conj VBZ
    """
    assert mended_words(rows, lexicon) == ["sandals/NOUN<coat:conj"]


@pytest.mark.parametrize(("form", "mends"), [("boxes", True), ("smiles", False), ("sits", False)])
def test_behind_a_finite_verb_the_dictionary_decides(lexicon: Lexicon, form: str, *, mends: bool) -> None:
    rows = f"""
        girl NOUN 2 nsubj NN
        dries VERB 0 root VBZ
        dishes NOUN 2 obj NNS
        and CCONJ 5 cc CC
        {form} VERB 2 conj VBZ
    """
    assert mended_words(rows, lexicon) == ([f"{form}/NOUN<dishes:conj"] if mends else [])


def test_a_verb_with_a_place_of_its_own_stays(lexicon: Lexicon) -> None:
    rows = """
        girl NOUN 2 nsubj NN
        dries VERB 0 root VBZ
        dishes NOUN 2 obj NNS
        and CCONJ 5 cc CC
        boxes VERB 2 conj VBZ
        outside ADV 5 advmod RB
    """
    assert mended_words(rows, lexicon) == []


def test_an_object_is_a_noun(lexicon: Lexicon) -> None:
    rows = """
        girl NOUN 2 nsubj NN
        dries VERB 0 root VBZ
        dishes VERB 2 obj VBZ
    """
    assert mended_words(rows, lexicon) == ["dishes/NOUN<dries:obj"]


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
    assert mended_words(rows, lexicon) == [
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
    assert mended_words(RACE.format(det=det, noun=noun, verb=verb), lexicon) == []


@pytest.mark.parametrize(("form", "mends"), [("sneezing", True), ("amazing", False), ("charming", False)])
def test_an_ing_that_is_no_adjective_is_an_act(lexicon: Lexicon, form: str, *, mends: bool) -> None:
    rows = f"""
        it PRON 3 nsubj PRP
        is AUX 3 cop VBZ
        {form} ADJ 0 root JJ
    """
    assert mended_words(rows, lexicon) == ([f"is/AUX<{form}:aux", f"{form}/VERB<-:root"] if mends else [])


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
    assert mended_words(rows, lexicon) == ["at/ADP<right:case", "right/NOUN<is:obl", "there/PRON<is:expl"]


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
    found = mended_words(rows, lexicon)
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
    assert (f"{noun}/NOUN<{form}:nsubj" in mended_words(rows, lexicon)) is mends


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
    assert "ships/NOUN<river:nmod" in mended_words(rows, lexicon)


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
    assert mended_words(rows, lexicon) == expected


@pytest.mark.parametrize(
    ("form", "verb", "mends"),
    [("out", "pulls", True), ("in", "reels", True), ("up", "rounds", True), ("in", "sits", False)],
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
    assert ("trout/NOUN<" + verb + ":obj" in mended_words(rows, lexicon)) is mends


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
        pytest.param("dogs NOUN 0 root NNS\nand CCONJ 3 cc CC\nrun VERB 1 conj VBP", id="dogs that run"),
        pytest.param(
            """
            nun NOUN 6 nsubj NN
            and CCONJ 3 cc CC
            boy NOUN 1 conj NN
            with ADP 5 case IN
            kite NOUN 1 nmod NN
            walk VERB 0 root VBP
            """,
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
            id="a name that is called a verb",
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
            id="his own face",
        ),
        pytest.param(
            """
            Traffic NOUN 2 compound NN
            lights NOUN 5 nsubj NNS
            and CCONJ 4 cc CC
            signs NOUN 2 conj NNS
            hang VERB 0 root VBP
            """,
            id="two nouns that do one thing",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            leans VERB 0 root VBZ
            against ADP 4 case IN
            wall NOUN 2 obl NN
            reading VERB 2 advcl VBG
            """,
            id="no wall reads",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            with ADP 3 case IN
            dog NOUN 1 nmod NN
            and CCONJ 5 cc CC
            woman NOUN 1 conj NN
            """,
            id="two people, one with a dog",
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
            id="a dash between spaces joins nothing",
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
            id="a woman is not held",
        ),
        pytest.param(
            """
            Street NOUN 2 compound NN
            signs NOUN 0 root NNS
            on ADP 4 case IN
            pole NOUN 2 nmod NN
            """,
            id="two nouns are two nouns",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            walks VERB 0 root VBZ
            up ADP 4 case IN
            hill NOUN 2 obl NN
            """,
            id="where somebody walks",
        ),
        pytest.param(
            """
            leaves VERB 0 root VBZ
            suitcase NOUN 1 obj NN
            unattended ADJ 2 acl JJ
            """,
            id="no form of a verb",
        ),
        pytest.param(
            "rain NOUN 2 nsubj NN\nfalls VERB 0 root VBZ\non ADP 4 case IN\nroof NOUN 2 obl NN",
            id="rain does fall",
        ),
        pytest.param(
            "dog NOUN 5 nsubj NN\nthat PRON 4 nsubj WDT\nis AUX 4 aux VBZ\npassing VERB 1 acl:relcl VBG\n"
            "by ADP 4 advmod RB\nbarks VERB 0 root VBZ",
            id="a particle at the end",
        ),
        pytest.param(
            "sit VERB 0 root VB\nand CCONJ 3 cc CC\nrest VERB 1 conj VB\non ADP 5 case IN\nbench NOUN 3 obl NN",
            id="two bare verbs",
        ),
        pytest.param(
            "man NOUN 2 nsubj NN\nsits VERB 0 root VBZ\n, PUNCT 6 punct ,\nhis PRON 5 nmod:poss PRP$\n"
            "dog NOUN 6 nsubj NN\nsleeps VERB 2 parataxis VBZ\non ADP 8 case IN\nrug NOUN 6 obl NN",
            id="two clauses",
        ),
        pytest.param(
            "hut NOUN 2 nsubj NN\nhas VERB 0 root VBZ\na DET 5 det DT\ncream NOUN 5 compound NN\ncolor NOUN 2 obj NN",
            id="a color of its own",
        ),
        pytest.param(
            "plane NOUN 0 root NN\nlanding VERB 1 acl VBG\non ADP 4 case IN\nrunway NOUN 2 obl NN",
            id="planes land",
        ),
        pytest.param(
            """
            swimmer NOUN 2 nsubj NN
            kicks VERB 0 root VBZ
            off ADP 4 case IN
            wall NOUN 2 obl NN
            """,
            id="what somebody kicks off",
        ),
        pytest.param(
            """
            boy NOUN 0 root NN
            dressed VERB 1 acl VBN
            as ADP 4 case IN
            wizard NOUN 2 obl NN
            waving VERB 1 acl VBG
            """,
            id="who is dressed as somebody waves",
        ),
        pytest.param(
            """
            postcard NOUN 0 root NN
            of ADP 3 case IN
            woman NOUN 1 nmod NN
            hanging VERB 1 acl VBG
            """,
            id="pictures hang",
        ),
        pytest.param(
            """
            ad NOUN 0 root NN
            for ADP 3 case IN
            phone NOUN 1 nmod NN
            lying VERB 1 acl VBG
            """,
            id="an ad lies somewhere",
        ),
        pytest.param(
            """
            thumb NOUN 0 root NN
            tucked VERB 1 acl VBN
            in ADP 4 case IN
            mouth NOUN 2 obl NN
            """,
            id="where a thing is tucked",
        ),
        pytest.param(
            """
            nurse NOUN 2 nsubj NN
            washes VERB 0 root VBZ
            her PRON 4 nmod:poss PRP$
            hands NOUN 2 obj NNS
            standing VERB 2 advcl VBG
            """,
            id="no comma, no clause",
        ),
        pytest.param(
            """
            girl NOUN 5 nsubj NN
            , PUNCT 3 punct ,
            boy NOUN 1 conj NN
            , PUNCT 1 punct ,
            walk VERB 0 root VBP
            """,
            id="two walk",
        ),
        pytest.param(
            "man NOUN 7 nsubj NN\nwith ADP 3 case IN\nhat NOUN 1 nmod NN\nand CCONJ 7 cc CC\na DET 6 det DT\n"
            "beard NOUN 7 nsubj NN\nreads VERB 0 root VBZ",
            id="a beard reads nothing",
        ),
    ],
)
def test_trees_that_are_right_stay(lexicon: Lexicon, rows: str) -> None:
    assert mended_words(rows, lexicon) == []


def test_what_makes_a_circle_is_taken_back() -> None:
    rows = """
        dog NOUN 2 nsubj NN
        runs VERB 0 root VBZ
        home ADV 2 advmod RB
    """
    words = Tree(parse_of(rows).words)
    before = words.words()
    words[2] = dataclasses.replace(words[2], head=0)
    assert words.keep()
    kept = words.words()
    words[1] = dataclasses.replace(words[1], head=2)
    words[0] = dataclasses.replace(words[0], deprel="obj")
    assert not words.keep()
    assert words.words() == kept != before
    assert [words.children(i) for i in range(3)] == [[2], [0], []]
    # Nothing of what was taken back is left for the next time.
    words[0] = dataclasses.replace(words[0], deprel="obl")
    assert words.keep()


@given(
    shape=st.integers(2, 7).flatmap(
        lambda n: st.tuples(st.permutations(range(n)), st.randoms(use_true_random=False))
    )
)
def test_odd_trees_come_to_an_end(shape: tuple[list[int], random.Random], lexicon: Lexicon) -> None:
    order, draw = shape
    tags = [("NOUN", "NN"), ("VERB", "VBG"), ("VERB", "VBZ"), ("ADP", "IN"), ("PRON", "PRP"), ("NUM", "CD")]
    tags += [("SCONJ", "IN"), ("CCONJ", "CC"), ("ADJ", "JJ"), ("ADV", "RB"), ("PUNCT", ","), ("PRON", "WDT")]
    forms = {
        "NN": "dog",
        "VBG": "sitting",
        "VBZ": "sits",
        "IN": "with",
        "PRP": "it",
        "CD": "two",
        "CC": "and",
    }
    forms |= {"JJ": "other", "RB": "there", ",": ",", "WDT": "that"}
    relations = (
        "acl advcl nsubj obj obl nmod conj case mark cop appos orphan acl:relcl parataxis expl".split()
    )
    heads = {word: order[draw.randrange(k)] for k, word in enumerate(order) if k}
    rows = []
    for i in range(len(order)):
        upos, xpos = draw.choice(tags)
        relation = draw.choice(relations) if i in heads else "root"
        rows.append(f"{forms[xpos]} {upos} {heads.get(i, -1) + 1} {relation} {xpos}")
    after = mended(parse_of("\n".join(rows)), lexicon)
    for i in range(len(after.words)):
        seen = set()
        while i >= 0:
            assert i not in seen
            seen.add(i)
            i = after.words[i].head
