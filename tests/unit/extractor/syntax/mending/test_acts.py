"""Acts that a parser took for things. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from extractor.syntax.mending import mended
from tests.parses import mended_words, parse_of


@pytest.mark.parametrize(
    ("rows", "after"),
    [
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
            clerk NOUN 2 nsubj NN
            flips VERB 0 root VBZ
            pages NOUN 2 obj NNS
            and CCONJ 5 cc CC
            hums NOUN 3 conj NNS
            """,
            ["hums/VERB<flips:conj"],
            id="hardly ever a thing",
        ),
        pytest.param(
            """
            A DET 2 det DT
            bell NOUN 3 nsubj NN
            rings VERB 0 root VBZ
            while SCONJ 5 mark IN
            leaves VERB 3 advcl VBZ
            rustle NOUN 5 obj NN
            in ADP 9 case IN
            a DET 9 det DT
            yard NOUN 5 obl NN
            . PUNCT 3 punct .
            """,
            [
                "while/SCONJ<rustle:mark",
                "leaves/NOUN<rustle:nsubj",
                "rustle/VERB<rings:advcl",
                "yard/NOUN<rustle:obl",
            ],
            id="a subject behind while",
        ),
        pytest.param(
            """
            A DET 2 det DT
            gardener NOUN 3 nsubj NN
            digs VERB 0 root VBZ
            , PUNCT 5 punct ,
            waters NOUN 3 conj NNS
            and CCONJ 7 cc CC
            weeds VERB 3 conj VBZ
            the DET 9 det DT
            beds NOUN 7 obj NNS
            . PUNCT 3 punct .
            """,
            ["waters/VERB<digs:conj"],
            id="the second of three acts",
        ),
        pytest.param(
            """
            toddler NOUN 3 compound NN
            smears VERB 0 root VBG
            cake NOUN 2 obj NN
            """,
            ["toddler/NOUN<smears:nsubj", "smears/VERB<-:root"],
            id="no participle ends in s",
        ),
        pytest.param(
            """
            toddler NOUN 3 compound NN
            smearing VERB 0 root VBG
            cake NOUN 2 obj NN
            """,
            [],
            id="a participle",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            tells VERB 0 root VBZ
            boy NOUN 2 iobj NN
            to PART 5 mark TO
            sneeze NOUN 2 obl NN
            """,
            ["sneeze/VERB<tells:advcl"],
            id="what to marks",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            reacts VERB 0 root VBZ
            to ADP 5 case IN
            a DET 5 det DT
            sneeze NOUN 2 obl NN
            """,
            [],
            id="to a thing",
        ),
        pytest.param(
            """
            lets VERB 0 root VBZ
            her PRON 4 nmod:poss PRP$
            pony ADJ 4 amod JJ
            drink NOUN 1 obj NN
            from ADP 6 case IN
            trough NOUN 1 obl NN
            """,
            [
                "her/PRON<pony:nmod:poss",
                "pony/NOUN<lets:obj",
                "drink/VERB<lets:xcomp",
                "trough/NOUN<drink:obl",
            ],
            id="let do",
        ),
        pytest.param(
            """
            lets VERB 0 root VBZ
            pony NOUN 1 obj NN
            drink VERB 1 obj VB
            """,
            ["drink/VERB<lets:xcomp"],
            id="an act for an object",
        ),
        pytest.param(
            """
            sells VERB 0 root VBZ
            her PRON 4 nmod:poss PRP$
            pony ADJ 4 amod JJ
            drink NOUN 1 obj NN
            """,
            [],
            id="a drink",
        ),
        pytest.param(
            """
            nun NOUN 3 nsubj NN
            riding VERB 1 acl VBG
            skis VERB 0 root VBZ
            across ADP 5 case IN
            snow NOUN 3 obl NN
            . PUNCT 3 punct .
            """,
            ["nun/NOUN<-:root", "skis/NOUN<riding:obj", "snow/NOUN<riding:obl", "./PUNCT<nun:punct"],
            id="what is ridden",
        ),
        pytest.param(
            """
            nun NOUN 4 nsubj NN
            riding VERB 1 acl VBG
            boards NOUN 2 obj NNS
            skis VERB 0 root VBZ
            """,
            [],
            id="who rides something skis",
        ),
        pytest.param(
            """
            nun NOUN 4 nsubj NN
            watching VERB 1 acl VBG
            pianist NOUN 2 obj NN
            play VERB 0 root VBP
            song NOUN 4 obj NN
            . PUNCT 4 punct .
            """,
            ["nun/NOUN<-:root", "play/VERB<watching:xcomp", "./PUNCT<nun:punct"],
            id="whom one watches play",
        ),
        pytest.param(
            """
            nuns NOUN 4 nsubj NNS
            watching VERB 1 acl VBG
            pianist NOUN 2 obj NN
            play VERB 0 root VBP
            song NOUN 4 obj NN
            """,
            ["nuns/NOUN<-:root", "play/VERB<watching:xcomp"],
            id="whom many watch plays",
        ),
        pytest.param(
            """
            nuns NOUN 4 nsubj NNS
            watching VERB 1 acl VBG
            film NOUN 2 obj NN
            play VERB 0 root VBP
            cards NOUN 4 obj NNS
            """,
            [],
            id="many play",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            watches VERB 0 root VBZ
            bubbles NOUN 2 obj NNS
            burst VERB 2 xcomp VBN
            """,
            ["burst/VERB<watches:xcomp"],
            id="what is watched bursts",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            keeps VERB 0 root VBZ
            doors NOUN 2 obj NNS
            shut VERB 2 xcomp VBN
            """,
            [],
            id="what is kept shut",
        ),
    ],
)
def test_acts_that_were_taken_for_things(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            cook NOUN 3 nsubj NN
            naps VERB 0 root VBZ
            while SCONJ 6 mark IN
            nuns NOUN 6 nsubj NNS
            watch VERB 3 advcl VBP
            a DET 8 det DT
            band NOUN 6 obj NN
            perform VERB 6 xcomp VBP
            """,
            ["perform/VERB<watch:xcomp"],
            id="a band that is watched",
        ),
    ],
)
def test_whom_somebody_watches_acts(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Egg NOUN 2 compound NN
            rolls NOUN 0 root NNS
            fried VERB 2 acl VBN
            in ADP 6 case IN
            a DET 6 det DT
            pan NOUN 3 obl NN
            """,
            [],
            id="no egg rolls",
        ),
    ],
)
def test_names_of_food(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            monk NOUN 0 root NN
            , PUNCT 5 punct ,
            a DET 5 det DT
            boy NOUN 2 conj NN
            ringing VERB 5 acl VBG
            a DET 8 det DT
            bell NOUN 6 obj NN
            and CCONJ 11 cc CC
            a DET 11 det DT
            girl NOUN 2 conj NN
            waving VERB 11 acl VBG
            a DET 14 det DT
            fan NOUN 12 obj NN
            march NOUN 12 obj NN
            through ADP 18 case IN
            a DET 18 det DT
            town NOUN 12 obl NN
            """,
            ["monk/NOUN<march:nsubj", "march/VERB<-:root", "town/NOUN<march:obl"],
            id="a second object",
        ),
        pytest.param(
            """
            A DET 2 det DT
            monk NOUN 0 root NN
            , PUNCT 5 punct ,
            a DET 5 det DT
            boy NOUN 2 conj NN
            ringing VERB 5 acl VBG
            a DET 8 det DT
            bell NOUN 6 obj NN
            and CCONJ 11 cc CC
            a DET 11 det DT
            girl NOUN 2 conj NN
            waving VERB 11 acl VBG
            a DET 14 det DT
            fan NOUN 15 compound NN
            walk NOUN 12 obj NN
            through ADP 18 case IN
            a DET 18 det DT
            town NOUN 15 nmod NN
            """,
            ["monk/NOUN<walk:nsubj", "fan/NOUN<waving:obj", "walk/VERB<-:root", "town/NOUN<walk:obl"],
            id="what was taken for a name",
        ),
        pytest.param(
            """
            A DET 2 det DT
            girl NOUN 0 root NN
            waving VERB 2 acl VBG
            a DET 6 det DT
            fan NOUN 6 compound NN
            walk NOUN 3 obj NN
            through ADP 9 case IN
            a DET 9 det DT
            town NOUN 6 nmod NN
            """,
            [],
            id="of one",
        ),
    ],
)
def test_what_all_of_a_list_do(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Hammering VERB 0 root VBG
            echoes VERB 1 obj VBZ
            through ADP 5 case IN
            a DET 5 det DT
            hall NOUN 2 obl NN
            """,
            ["Hammering/NOUN<echoes:nsubj", "echoes/VERB<-:root"],
            id="no object",
        ),
        pytest.param(
            """
            Hammering VERB 9 nsubj:pass VBG
            echoes VERB 1 obj VBZ
            through ADP 5 case IN
            a DET 5 det DT
            hall NOUN 2 obl NN
            , PUNCT 9 punct ,
            voices NOUN 9 nsubj:pass NNS
            are AUX 9 aux:pass VBP
            heard VERB 0 root VBN
            """,
            ["Hammering/NOUN<echoes:nsubj", "echoes/VERB<-:root", "heard/VERB<echoes:parataxis"],
            id="before a clause",
        ),
        pytest.param(
            """
            Sawing VERB 2 nsubj VBG
            resounds VERB 0 root VBZ
            nearby ADV 2 advmod RB
            """,
            ["Sawing/NOUN<resounds:nsubj"],
            id="a subject",
        ),
        pytest.param(
            """
            Washing VERB 0 root VBG
            dishes NOUN 1 obj NNS
            in ADP 5 case IN
            a DET 5 det DT
            sink NOUN 1 obl NN
            """,
            [],
            id="an object",
        ),
    ],
)
def test_an_act_that_sounds(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Two NUM 2 nummod CD
            nuns NOUN 0 root NNS
            wearing VERB 2 acl VBG
            hats NOUN 3 obj NNS
            ladle NOUN 6 compound NN
            soup NOUN 2 conj NN
            into ADP 8 case IN
            cups NOUN 2 nmod NNS
            """,
            ["nuns/NOUN<ladle:nsubj", "ladle/VERB<-:root", "soup/NOUN<ladle:obj", "cups/NOUN<ladle:obl"],
            id="without and",
        ),
        pytest.param(
            """
            Two NUM 2 nummod CD
            nuns NOUN 0 root NNS
            wearing VERB 2 acl VBG
            hats NOUN 3 obj NNS
            and CCONJ 7 cc CC
            ladle NOUN 7 compound NN
            hooks NOUN 2 conj NNS
            """,
            ["hooks/NOUN<hats:conj"],
            id="with and",
        ),
    ],
)
def test_what_many_do_to_what_stands_last(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            boy NOUN 0 root NN
            riding VERB 2 acl VBG
            mules NOUN 3 obj NNS
            and CCONJ 7 cc CC
            a DET 7 det DT
            girl NOUN 2 conj NN
            holding VERB 7 acl VBG
            a DET 10 det DT
            lamb NOUN 8 obj NN
            walk VERB 8 obj VBP
            along ADP 14 case IN
            a DET 14 det DT
            path NOUN 8 obl NN
            """,
            ["boy/NOUN<walk:nsubj", "walk/VERB<-:root", "path/NOUN<walk:obl"],
            id="of all",
        ),
    ],
)
def test_a_verb_that_was_taken_for_an_object(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(("mark", "tag"), [("and CCONJ 4 cc CC", "VBP"), ("to PART 4 mark TO", "VB")])
def test_what_many_do_beside_what_they_do(lexicon: Lexicon, mark: str, tag: str) -> None:
    rows = f"Nuns NOUN 2 nsubj NNS\nread VERB 0 root VBP\n{mark}\nhum VERB 2 conj VB"
    assert mended(parse_of(rows), lexicon).words[3].xpos == tag


@pytest.mark.parametrize(
    ("mark", "after"),
    [("", ["goats/NOUN<butt:nsubj", "butt/VERB<-:root", "heads/NOUN<butt:obj"]), ("' PART 1 case POS", [])],
)
def test_goats_that_were_taken_for_owners(lexicon: Lexicon, mark: str, after: list[str]) -> None:
    last = 4 if mark else 3
    rows = [
        f"goats NOUN {last} nmod:poss NNS",
        mark,
        f"butt NOUN {last} compound NN",
        "heads NOUN 0 root NNS",
    ]
    assert mended_words("\n".join(row for row in rows if row), lexicon) == after


@pytest.mark.parametrize(
    ("noun", "after"),
    [
        (
            "water NOUN 5 compound NN",
            ["water/NOUN<gurgles:nsubj", "gurgles/VERB<flushes:conj", "drain/NOUN<gurgles:obl"],
        ),
        ("two NUM 5 nummod CD", []),
    ],
)
def test_a_second_verb_with_its_own_subject(lexicon: Lexicon, noun: str, after: list[str]) -> None:
    rows = f"""
        toilet NOUN 2 nsubj NN
        flushes VERB 0 root VBZ
        and CCONJ 5 cc CC
        {noun}
        gurgles NOUN 2 conj NNS
        down ADP 7 case IN
        drain NOUN 2 obl NN
    """
    assert mended_words(rows, lexicon) == after
