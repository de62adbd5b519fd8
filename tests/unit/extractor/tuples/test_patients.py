"""What an act is about, by its preposition."""

from __future__ import annotations

import pytest

from tests.unit.extractor.tuples.test_clauses import tuples


@pytest.mark.parametrize(
    ("rows", "decided", "expected"),
    [
        pytest.param(
            """
            hens NOUN 2 nsubj NNS
            peck VERB 0 root VBP
            at ADP 4 case IN
            grains NOUN 2 obl NNS
            """,
            ["peck: agent hens"],
            ["peck agent hens patient grains"],
            id="what is pecked at",
        ),
        pytest.param(
            """
            hens NOUN 2 nsubj NNS
            sleep VERB 0 root VBP
            at ADP 4 case IN
            gates NOUN 2 obl NNS
            """,
            ["sleep: agent hens"],
            ["sleep agent hens"],
            id="nobody sleeps a gate",
        ),
        pytest.param(
            """
            stickers NOUN 2 nsubj NNS
            stick VERB 0 root VBP
            to ADP 4 case IN
            door NOUN 2 obl NN
            """,
            ["stick: agent stickers, patient door"],
            ["stick agent stickers to door"],
            id="what something sticks to",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            take VERB 0 root VBP
            step NOUN 2 obj NN
            towards ADP 5 case IN
            gate NOUN 3 nmod NN
            """,
            ["take: agent boys, patient step"],
            ["take agent boys patient step towards gate"],
            id="where the act goes that is done",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            see VERB 0 root VBP
            step NOUN 2 obj NN
            towards ADP 5 case IN
            gate NOUN 3 nmod NN
            """,
            ["see: agent boys, patient step"],
            ["see agent boys patient step"],
            id="where what is seen goes",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            shake VERB 0 root VBP
            fists NOUN 2 obj NNS
            at ADP 5 case IN
            goat NOUN 2 obl NN
            """,
            ["shake: agent boys, patient fists"],
            ["shake agent boys patient fists at goat"],
            id="at whom something is shaken",
        ),
        pytest.param(
            """
            bikes NOUN 0 root NNS
            fit VERB 1 acl VBN
            with ADP 4 case IN
            bells NOUN 2 obl NNS
            """,
            ["fit: patient bikes, locative bells"],
            ["fit agent bells patient bikes"],
            id="what something is fitted with",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            tell VERB 0 root VBP
            jokes NOUN 2 obj NNS
            to ADP 5 case IN
            audience NOUN 2 obl NN
            """,
            ["tell: agent boys, patient jokes, locative audience"],
            ["tell agent boys patient jokes patient audience"],
            id="to many who listen",
        ),
        pytest.param(
            """
            hats NOUN 2 nsubj NNS
            lean VERB 0 root VBP
            to ADP 5 case IN
            one NUM 5 nummod CD
            side NOUN 2 obl NN
            """,
            ["lean: agent hats, patient side"],
            ["lean agent hats to side"],
            id="to one side",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            slide VERB 0 root VBP
            on ADP 4 case IN
            ice NOUN 2 obl NN
            """,
            ["slide: agent boys, patient ice"],
            ["slide agent boys on ice"],
            id="on what they slide",
        ),
        pytest.param(
            """
            geese NOUN 2 nsubj NNS
            honk VERB 0 root VBP
            and CCONJ 4 cc CC
            flap VERB 2 conj VBP
            wings NOUN 4 obj NNS
            """,
            ["honk: agent geese", "flap: agent geese, patient wings"],
            ["honk agent geese", "flap agent geese patient wings"],
            id="nobody honks a wing",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            talk VERB 0 root VBP
            about ADP 4 case IN
            hats NOUN 2 obl NNS
            """,
            ["talk: agent boys, locative hats"],
            ["talk agent boys patient hats"],
            id="what they talk about",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            wander VERB 0 root VBP
            about ADP 4 case IN
            castle NOUN 2 obl NN
            """,
            ["wander: agent boys, locative castle"],
            ["wander agent boys about castle"],
            id="where they wander",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            sing VERB 0 root VBP
            for ADP 4 case IN
            man NOUN 2 obl NN
            near ADP 6 case IN
            castle NOUN 2 obl NN
            """,
            ["sing: agent boys, locative castle", "~man: agent man, locative castle"],
            ["sing agent boys patient man near castle"],
            id="for whom they sing",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            roar VERB 0 root VBP
            at ADP 4 case IN
            man NOUN 2 obl NN
            """,
            ["roar: agent boys, locative man"],
            ["roar agent boys patient man"],
            id="at whom they roar",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            take VERB 0 root VBP
            picture NOUN 2 obj NN
            of ADP 5 case IN
            hut NOUN 3 nmod NN
            """,
            ["take: agent boy, patient picture"],
            ["take agent boy patient picture patient hut"],
            id="of what a picture is taken",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            hang VERB 0 root VBP
            picture NOUN 2 obj NN
            of ADP 5 case IN
            hut NOUN 3 nmod NN
            """,
            ["hang: agent boy, patient picture"],
            ["hang agent boy patient picture"],
            id="of what a picture hangs",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            play VERB 0 root VBP
            with ADP 4 case IN
            newspaper NOUN 2 obl NN
            """,
            ["play: agent boy"],
            ["play agent boy patient newspaper"],
            id="what one plays with",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            play VERB 0 root VBP
            chess NOUN 2 obj NN
            with ADP 5 case IN
            newspaper NOUN 2 obl NN
            """,
            ["play: agent boy, patient chess, locative newspaper"],
            ["play agent boy patient chess with newspaper"],
            id="with what one plays a game",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            pass VERB 0 root VBP
            by ADP 4 case IN
            hut NOUN 2 obl NN
            """,
            ["pass: agent boy, locative hut"],
            ["pass agent boy patient hut"],
            id="what is passed by",
        ),
        pytest.param(
            """
            boy NOUN 0 root NN
            sits VERB 1 acl VBG
            in ADP 4 case IN
            kitchen NOUN 2 obl NN
            """,
            ["sits: agent boy"],
            ["sits agent boy in kitchen"],
            id="in what one sits",
        ),
        pytest.param(
            """
            boy NOUN 0 root NN
            sits VERB 1 acl VBG
            in ADP 4 case IN
            silence NOUN 2 obl NN
            """,
            ["sits: agent boy"],
            ["sits agent boy"],
            id="a mood that one sits in",
        ),
        pytest.param(
            """
            cups NOUN 0 root NNS
            stacked VERB 1 acl VBN
            on ADP 5 case IN
            each DET 5 det DT
            other ADJ 2 obl JJ
            """,
            ["stacked: agent cups"],
            ["stacked patient cups on other"],
            id="on each other",
        ),
    ],
)
def test_what_an_act_is_about(rows: str, decided: list[str], expected: list[str]) -> None:
    assert tuples(rows, *decided) == expected


def test_of_what_something_consists() -> None:
    rows = """
        game NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        of ADP 4 case IN
        board NOUN 2 obl NN
        and CCONJ 6 cc CC
        hat NOUN 4 conj NN
    """
    found = tuples(rows.format(verb="consist"), "consist: agent game")
    assert found == ["consist agent game patient board patient hat"]
    assert tuples(rows.format(verb="tires"), "tires: agent game") == ["tires agent game"]


@pytest.mark.parametrize(
    ("verb", "case", "noun", "expected"),
    [
        pytest.param("squabble", "over", "hat", " patient hat", id="what they want"),
        pytest.param("lean", "over", "hat", " over hat", id="where they lean"),
        pytest.param("point", "to", "castle", " patient castle", id="what is pointed to"),
        pytest.param("point", "to", "left", " to left", id="a side"),
        pytest.param("chew", "on", "hat", " patient hat", id="what is chewed"),
        pytest.param("double", "as", "hat", " patient hat", id="what they are, too"),
        pytest.param("spar", "with", "boy", " patient boy", id="with whom"),
        pytest.param("spar", "with", "hat", " with hat", id="with what"),
    ],
)
def test_what_a_preposition_brings_in(verb: str, case: str, noun: str, expected: str) -> None:
    rows = f"""
        men NOUN 2 nsubj NNS
        {verb} VERB 0 root VBP
        {case} ADP 4 case IN
        {noun} NOUN 2 obl NN
    """
    assert tuples(rows, f"{verb}: agent men, locative {noun}") == [f"{verb} agent men{expected}"]


@pytest.mark.parametrize(
    ("verb", "object_", "shared"),
    [
        pytest.param("hauls", "net", True, id="what is done to it"),
        pytest.param("pauses", "net", False, id="nothing is done to anything"),
        pytest.param("enters", "castle", False, id="what somebody comes to"),
    ],
)
def test_what_two_verbs_share(verb: str, object_: str, *, shared: bool) -> None:
    first, second = ("drags", verb) if verb == "enters" else (verb, "dumps")
    rows = f"""
        man NOUN 2 nsubj NN
        {first} VERB 0 root VBZ
        and CCONJ 4 cc CC
        {second} VERB 2 conj VBZ
        {object_} NOUN 4 obj NN
    """
    found = tuples(rows, f"{first}: agent man", f"{second}: agent man, patient {object_}")
    patient = f" patient {object_}" if shared else ""
    assert found == [f"{first} agent man{patient}", f"{second} agent man patient {object_}"]


def test_the_object_of_a_clause_is_that_of_the_act_behind() -> None:
    rows = """
        hat NOUN 0 root NN
        man NOUN 3 nsubj NN
        keeps VERB 1 acl:relcl VBZ
        tossing VERB 3 xcomp VBG
    """
    found = tuples(rows, "keeps: agent man, patient hat", "tossing: agent man")
    assert found == ["keeps agent man", "tossing agent man patient hat"]


def test_what_stands_alone_fills_its_slots() -> None:
    rows = """
        boys NOUN 2 nsubj NNS
        eat VERB 0 root VBP
        what PRON 2 obj WP
        grows VERB 3 acl:relcl VBZ
    """
    assert tuples(rows, "eat: agent boys", "grows:") == ["eat agent boys patient what", "grows agent what"]


@pytest.mark.parametrize(("whose", "expected"), [("whose", ""), ("which", " patient castle")])
def test_of_whom_the_subject_of_a_clause_is(whose: str, expected: str) -> None:
    rows = f"""
        castle NOUN 0 root NN
        {whose} PRON 3 nmod:poss WP$
        towers NOUN 4 nsubj NNS
        touch VERB 1 acl:relcl VBP
        clouds NOUN 4 obj NNS
    """
    found = tuples(rows, "touch: agent towers, patient castle, patient clouds")
    assert found == [f"touch agent towers{expected} patient clouds"]


def test_in_what_something_is_wrapped() -> None:
    rows = """
        box NOUN 0 root NN
        wrap VERB 1 acl VBN
        in ADP 4 case IN
        foil NOUN 2 obl NN
    """
    assert tuples(rows, "wrap: patient box") == ["wrap patient box in foil"]
    assert tuples(rows.replace("wrap", "burn"), "burn: patient box") == ["burn patient box"]


@pytest.mark.parametrize(
    ("verb", "particle", "expected"), [("pick", "up", " patient pie"), ("sit", "down", "")]
)
def test_an_object_behind_a_particle_and_a_second_verb(verb: str, particle: str, expected: str) -> None:
    rows = f"""
        men NOUN 2 nsubj NNS
        {verb} VERB 0 root VBP
        {particle} ADP 2 compound:prt RP
        and CCONJ 5 cc CC
        eat VERB 2 conj VBP
        pie NOUN 5 obj NN
    """
    assert tuples(rows, f"{verb}: agent men", "eat: agent men, patient pie")[0].endswith(
        f"agent men{expected}"
    )


@pytest.mark.parametrize(
    ("thing", "verb", "expected"),
    [
        pytest.param("hat", "fetch", "fetch agent boy patient hat", id="what is fetched"),
        pytest.param("hat", "dance", "dance agent boy", id="nothing is danced"),
        pytest.param("man", "fetch", "fetch agent boy", id="somebody"),
    ],
)
@pytest.mark.parametrize(("head", "relation"), [(2, "advcl"), (3, "acl")])
def test_what_is_there_for_somebody(thing: str, verb: str, expected: str, head: int, relation: str) -> None:
    rows = f"""
        woman NOUN 2 nsubj NN
        throws VERB 0 root VBZ
        {thing} NOUN 2 obj NN
        for SCONJ 7 mark IN
        boy NOUN 7 nsubj NN
        to PART 7 mark TO
        {verb} VERB {head} {relation} VB
    """
    assert tuples(rows, f"throws: agent woman, patient {thing}", f"{verb}: agent boy")[1:] == [expected]


@pytest.mark.parametrize(
    ("verb", "noun", "expected"),
    [
        pytest.param("pose", "camera", "pose agent boy patient camera", id="for whom one poses"),
        pytest.param("smile", "man", "smile agent boy patient man", id="whom one smiles at"),
        pytest.param("pose", "valley", "pose agent boy to valley", id="a place"),
    ],
)
def test_to_whom_something_is_meant(verb: str, noun: str, expected: str) -> None:
    rows = f"boy NOUN 2 nsubj NN\n{verb} VERB 0 root VBP\nto ADP 4 case IN\n{noun} NOUN 2 obl NN"
    assert tuples(rows, f"{verb}: agent boy, locative {noun}") == [expected]


@pytest.mark.parametrize(
    ("second", "relation", "expected"),
    [
        pytest.param("station", "2 obl", "looks agent boy patient map at station", id="where one looks"),
        pytest.param(
            "station", "4 nmod", "looks agent boy patient map at station", id="whatever it hangs on"
        ),
        pytest.param(
            "station", "4 conj", "looks agent boy patient map patient station", id="two that are looked at"
        ),
        pytest.param("man", "2 obl", "looks agent boy patient map patient man", id="somebody"),
    ],
)
def test_the_second_at_is_a_place(second: str, relation: str, expected: str) -> None:
    rows = f"""
        boy NOUN 2 nsubj NN
        looks VERB 0 root VBZ
        at ADP 4 case IN
        map NOUN 2 obl NN
        at ADP 6 case IN
        {second} NOUN {relation} NN
    """
    assert tuples(rows, f"looks: agent boy, patient map, patient {second}") == [expected]


@pytest.mark.parametrize(
    ("first", "second", "thing", "shared"),
    [
        pytest.param("washing", "drying", "cups", True, id="what both are done to"),
        pytest.param("buzzing", "killing", "bugs", False, id="a sound is made of nothing"),
        pytest.param("blowing", "making", "noise", False, id="what comes of it"),
        pytest.param("blowing", "causing", "waves", False, id="what is brought about"),
    ],
)
def test_whether_two_verbs_share(first: str, second: str, thing: str, *, shared: bool) -> None:
    rows = f"""
        machine NOUN 3 nsubj NN
        is AUX 3 aux VBZ
        {first} VERB 0 root VBG
        and CCONJ 5 cc CC
        {second} VERB 3 conj VBG
        {thing} NOUN 5 obj NNS
        """
    found = tuples(rows, f"{first}: agent machine", f"{second}: agent machine, patient {thing}")
    patient = f" patient {thing}"
    assert found == [f"{first} agent machine{patient if shared else ''}", f"{second} agent machine{patient}"]


@pytest.mark.parametrize(
    ("phrase", "noun", "expected"),
    [
        ("the DET 6 det DT\nwhole ADJ 6 amod JJ", "clip", "runs agent engine for clip"),
        ("the DET 6 det DT\nlong ADJ 6 amod JJ", "duration", "runs agent engine for duration"),
        ("a DET 6 det DT\nlong ADJ 6 amod JJ", "time", "runs agent engine for time"),
        ("the DET 6 det DT\nlong ADJ 6 amod JJ", "ball", "runs agent engine patient ball"),
    ],
)
def test_how_long(phrase: str, noun: str, expected: str) -> None:
    rows = f"engine NOUN 2 nsubj NN\nruns VERB 0 root VBZ\nfor ADP 6 case IN\n{phrase}\n{noun} NOUN 2 obl NN"
    assert tuples(rows, f"runs: agent engine, patient {noun}") == [expected]


def test_who_does_something_else_is_not_acted_upon() -> None:
    rows = """
        nun NOUN 2 nsubj NN
        opens VERB 0 root VBZ
        box NOUN 2 obj NN
        while SCONJ 6 mark IN
        they PRON 6 nsubj PRP
        watch VERB 2 advcl VBP
        """
    found = tuples(rows, "opens: agent nun, patient box, patient they", "watch: agent they")
    assert found == ["opens agent nun patient box", "watch agent they"]


def test_what_the_first_verb_is_done_to() -> None:
    rows = """
        boy NOUN 2 nsubj NN
        lifts VERB 0 root VBZ
        bag NOUN 2 obj NN
        and CCONJ 5 cc CC
        walk VERB 2 conj VBP
        """
    found = tuples(rows, "lifts: agent boy, patient bag", "walk: agent boy, patient bag")
    assert found == ["lifts agent boy patient bag", "walk agent boy"]
