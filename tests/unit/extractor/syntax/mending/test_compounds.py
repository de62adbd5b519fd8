"""Names of several words. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            horse NOUN 5 nsubj NN
            drawn VERB 4 amod VBN
            sleigh NOUN 2 nmod NN
            glides VERB 0 root VBZ
            through ADP 8 case IN
            the DET 8 det DT
            snow NOUN 5 obl NN
            """,
            ["A/DET<sleigh:det", "horse/NOUN<sleigh:compound", "sleigh/NOUN<glides:nsubj"],
            id="what a horse draws",
        ),
        pytest.param(
            """
            A DET 5 det DT
            stone ADJ 5 amod JJ
            and CCONJ 4 cc CC
            timber NOUN 2 conj NN
            hut NOUN 0 root NN
            behind ADP 8 case IN
            a DET 8 det DT
            hedge NOUN 5 nmod NN
            """,
            ["timber/NOUN<hut:compound"],
            id="a second first part",
        ),
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
            id="a preposition of the whole name",
        ),
        pytest.param(
            """
            A DET 2 det DT
            pan NOUN 0 root NN
            with ADP 7 case IN
            an DET 7 det DT
            On ADP 6 case IN
            Sale NOUN 7 compound NN
            sticker NOUN 2 nmod NN
            """,
            [],
            id="a name with a preposition of its own",
        ),
    ],
)
def test_names_of_several_words(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            rider NOUN 0 root NN
            on ADP 4 case IN
            horse NOUN 5 amod NN
            back NOUN 2 nmod NN
            in ADP 8 case IN
            a DET 8 det DT
            field NOUN 2 nmod NN
            """,
            ["horse/NOUN<rider:nmod", "back/NOUN<horse:compound"],
            id="on a horse",
        ),
        pytest.param(
            """
            A DET 2 det DT
            rider NOUN 0 root NN
            on ADP 5 case IN
            the DET 5 det DT
            back NOUN 2 nmod NN
            of ADP 8 case IN
            a DET 8 det DT
            horse NOUN 5 nmod NN
            """,
            [],
            id="on its back",
        ),
        pytest.param(
            """
            A DET 2 det DT
            kitchen NOUN 0 root NN
            complete ADJ 2 amod JJ
            with ADP 6 case IN
            an DET 6 det DT
            island NOUN 3 obl NN
            and CCONJ 9 cc CC
            two NUM 9 nummod CD
            ovens NOUN 6 conj NNS
            """,
            ["island/NOUN<kitchen:nmod"],
            id="what it has",
        ),
        pytest.param(
            """
            A DET 2 det DT
            kitchen NOUN 0 root NN
            bright ADJ 2 acl JJ
            with ADP 5 case IN
            lamps NOUN 3 obl NNS
            """,
            ["bright/ADJ<kitchen:amod", "lamps/NOUN<kitchen:nmod"],
            id="how it is",
        ),
    ],
)
def test_mounts_and_what_is_complete(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            hallway NOUN 0 root NN
            complete ADJ 2 acl JJ
            with ADP 6 case IN
            a DET 6 det DT
            toilet NOUN 3 obl NN
            and CCONJ 9 cc CC
            a DET 9 det DT
            window NOUN 6 conj NN
            """,
            ["complete/ADJ<hallway:amod", "toilet/NOUN<hallway:nmod"],
            id="a clause of what it has",
        ),
    ],
)
def test_a_clause_of_what_is_complete(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            The DET 2 det DT
            grey NOUN 6 nsubj NN
            and CCONJ 5 cc CC
            white ADJ 5 amod JJ
            cat NOUN 2 conj NN
            stares VERB 0 root VBZ
            at ADP 9 case IN
            a DET 9 det DT
            laptop NOUN 6 obl NN
            """,
            ["The/DET<cat:det", "grey/ADJ<cat:amod", "cat/NOUN<stares:nsubj"],
            id="one cat",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            walk VERB 0 root VBP
            on ADP 5 case IN
            a DET 5 det DT
            creaky ADJ 2 obl NN
            and CCONJ 7 cc CC
            wet ADJ 8 amod JJ
            floor NOUN 5 conj NN
            """,
            ["on/ADP<floor:case", "a/DET<floor:det", "creaky/ADJ<floor:amod", "floor/NOUN<walk:obl"],
            id="one floor",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            walk VERB 0 root VBP
            on ADP 5 case IN
            a DET 5 det DT
            creaky ADJ 8 amod JJ
            and CCONJ 7 cc CC
            wet ADJ 8 amod JJ
            floor NOUN 2 obl NN
            """,
            ["on/ADP<floor:case", "a/DET<floor:det"],
            id="what is before an adjective is its noun's",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            like VERB 0 root VBP
            old ADJ 2 obj JJ
            and CCONJ 6 cc CC
            the DET 6 det DT
            cats NOUN 3 conj NNS
            """,
            [],
            id="the old, and cats",
        ),
        pytest.param(
            """
            The DET 2 det DT
            nun NOUN 7 nsubj NN
            and CCONJ 6 cc CC
            the DET 6 det DT
            white ADJ 6 amod JJ
            cat NOUN 2 conj NN
            stare VERB 0 root VBP
            at ADP 10 case IN
            a DET 10 det DT
            laptop NOUN 7 obl NN
            """,
            [],
            id="two of them",
        ),
        pytest.param(
            """
            A DET 7 det DT
            large ADJ 3 amod JJ
            white NOUN 7 amod NN
            and CCONJ 7 cc CC
            blue ADJ 7 amod JJ
            soccer ADJ 7 amod JJ
            ball NOUN 0 root NN
            sitting VERB 3 acl VBG
            next ADV 8 advmod RB
            to ADP 12 case IN
            a DET 12 det DT
            bag NOUN 8 obl NN
            """,
            ["sitting/VERB<ball:acl"],
            id="no white sits",
        ),
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 9 nsubj NN
            wearing VERB 2 acl VBG
            a DET 5 det DT
            jacket NOUN 3 obj NN
            and CCONJ 8 cc CC
            a DET 8 det DT
            bow NOUN 2 conj NN
            tie NOUN 0 root VBP
            """,
            [
                "man/NOUN<-:root",
                "and/CCONJ<tie:cc",
                "a/DET<tie:det",
                "bow/NOUN<tie:compound",
                "tie/NOUN<jacket:conj",
            ],
            id="no man ties",
        ),
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 5 nsubj NN
            and CCONJ 4 cc CC
            woman NOUN 2 conj NN
            stand VERB 0 root VBP
            next ADV 5 advmod RB
            to ADP 9 case IN
            a DET 9 det DT
            wall NOUN 6 obl NN
            """,
            [],
            id="two stand",
        ),
        pytest.param(
            """
            Two NUM 3 nummod CD
            panda NOUN 3 nsubj NN
            bears NOUN 0 root NNS
            in ADP 6 case IN
            a DET 6 det DT
            zoo NOUN 3 nmod NN
            """,
            ["panda/NOUN<bears:compound", "bears/NOUN<-:root"],
            id="no panda bears",
        ),
    ],
)
def test_colours_and_names(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            girl NOUN 0 root NN
            feeding VERB 2 acl VBG
            a DET 5 det DT
            goat ADJ 3 obj JJ
            apple NOUN 3 obj NN
            slices NOUN 3 obj NNS
            """,
            ["apple/NOUN<slices:compound"],
            id="slices of apple",
        ),
        pytest.param(
            """
            A DET 2 det DT
            girl NOUN 0 root NN
            feeding VERB 2 acl VBG
            a DET 5 det DT
            goat NOUN 3 obj NN
            slices NOUN 3 obj NNS
            of ADP 8 case IN
            apple NOUN 6 obl NN
            """,
            [],
            id="a goat and slices",
        ),
    ],
)
def test_two_objects_in_a_row(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            cat NOUN 5 nsubj NN
            watching VERB 2 acl VBG
            water NOUN 3 obj NN
            drip VERB 0 root VBP
            from ADP 8 case IN
            a DET 8 det DT
            tap NOUN 5 obl NN
            """,
            ["cat/NOUN<-:root", "drip/VERB<watching:xcomp"],
            id="water drips",
        ),
    ],
)
def test_no_name_behind_watching(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            boy NOUN 9 nsubj NN
            and CCONJ 5 cc CC
            a DET 5 det DT
            girl NOUN 2 conj NN
            holding VERB 5 acl VBG
            a DET 8 det DT
            basket NOUN 6 obj NN
            walk VERB 0 root VBP
            home ADV 9 advmod RB
            """,
            [],
            id="a boy and a girl walk",
        ),
    ],
)
def test_what_two_do_is_no_name(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 4 det DT
            long ADJ 4 amod JJ
            table NOUN 4 compound NN
            set NOUN 0 root NN
            for ADP 6 case IN
            eight NUM 4 nmod CD
            """,
            [
                "A/DET<table:det",
                "long/ADJ<table:amod",
                "table/NOUN<-:root",
                "set/VERB<table:acl",
                "eight/NUM<set:obl",
            ],
            id="at the top",
        ),
        pytest.param(
            """
            A DET 3 det DT
            chess NOUN 3 compound NN
            set NOUN 0 root NN
            for ADP 6 case IN
            two NUM 6 nummod CD
            players NOUN 3 nmod NNS
            """,
            [],
            id="for a thing",
        ),
    ],
)
def test_a_table_set_for_many(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            table NOUN 3 compound NN
            set VERB 0 root NN
            for ADP 5 case IN
            six NUM 3 obl CD
            """,
            ["table/NOUN<-:root", "set/VERB<table:acl"],
            id="at the top",
        ),
    ],
)
def test_a_verb_set_for_many(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            boy NOUN 3 nsubj NN
            is AUX 3 cop VBZ
            rope NOUN 0 root NN
            jumping VERB 3 acl VBG
            . PUNCT 3 punct .
            """,
            [
                "boy/NOUN<jumping:nsubj",
                "is/AUX<jumping:aux",
                "rope/NOUN<jumping:compound",
                "jumping/VERB<-:root",
                "./PUNCT<jumping:punct",
            ],
            id="a clause of the thing",
        ),
        pytest.param(
            """
            man NOUN 3 nsubj NN
            is AUX 4 aux VBZ
            arm NOUN 0 root NN
            wrestling VERB 3 acl VBG
            """,
            ["man/NOUN<wrestling:nsubj", "arm/NOUN<wrestling:compound", "wrestling/VERB<-:root"],
            id="of the act itself",
        ),
        pytest.param(
            """
            People NOUN 4 nsubj NNS
            are AUX 4 aux VBP
            line NOUN 4 nsubj NN
            dancing VERB 0 root VBG
            """,
            ["line/NOUN<dancing:compound"],
            id="two subjects",
        ),
        pytest.param(
            """
            girls NOUN 0 root NNS
            who PRON 4 nsubj WP
            are AUX 4 cop VBP
            horse NOUN 1 acl:relcl NN
            riding VERB 4 acl VBG
            """,
            [
                "who/PRON<riding:nsubj",
                "are/AUX<riding:aux",
                "horse/NOUN<riding:compound",
                "riding/VERB<girls:acl:relcl",
            ],
            id="an animal, and an act that has a name",
        ),
        pytest.param(
            """
            It PRON 3 nsubj PRP
            is AUX 3 cop VBZ
            dog NOUN 0 root NN
            sitting VERB 3 acl VBG
            """,
            [],
            id="a posture",
        ),
        pytest.param(
            """
            It PRON 3 nsubj PRP
            is AUX 3 cop VBZ
            boy NOUN 0 root NN
            jumping VERB 3 acl VBG
            """,
            [],
            id="somebody, without an article",
        ),
        pytest.param(
            """
            It PRON 4 nsubj PRP
            is AUX 4 cop VBZ
            a DET 4 det DT
            rope NOUN 0 root NN
            hanging VERB 4 acl VBG
            """,
            [],
            id="an article",
        ),
        pytest.param(
            """
            There PRON 2 expl EX
            is VERB 0 root VBZ
            water NOUN 2 nsubj NN
            running VERB 3 acl VBG
            """,
            [],
            id="what there is",
        ),
    ],
)
def test_a_thing_in_the_name_of_an_act(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("ruby", ["a/DET<ruby:det", "ruby/NOUN<has:obj", "set/VERB<ruby:acl", "dial/NOUN<set:obl"]),
        ("chess", []),
    ],
)
def test_a_gem_is_set(name: str, after: list[str], lexicon: Lexicon) -> None:
    rows = f"""
        watch NOUN 2 nsubj NN
        has VERB 0 root VBZ
        a DET 5 det DT
        {name} NOUN 5 compound NN
        set NOUN 2 obj NN
        in ADP 8 case IN
        its PRON 8 nmod:poss PRP$
        dial NOUN 5 nmod NN
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("who", "relation", "after"),
    [
        ("dog", "compound", ["a/DET<race:det", "race/NOUN<-:root", "parks/NOUN<race:nmod"]),
        (
            "dog",
            "nsubj",
            ["a/DET<race:det", "dog/NOUN<race:compound", "race/NOUN<-:root", "parks/NOUN<race:nmod"],
        ),
        ("nun", "compound", []),
    ],
)
def test_a_race_of_dogs(who: str, relation: str, after: list[str], lexicon: Lexicon) -> None:
    rows = f"a DET 2 det DT\n{who} NOUN 3 {relation} NN\nrace VERB 0 root NN\nin ADP 5 case IN\nparks NOUN 3 obl NNS"
    assert mended_words(rows, lexicon) == after
