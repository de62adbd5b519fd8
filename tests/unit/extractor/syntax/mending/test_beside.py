"""Who does what stands behind him. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            nun NOUN 0 root NN
            praying VERB 1 acl VBG
            on ADP 4 case IN
            bench NOUN 2 obl NN
            next ADV 4 advmod RB
            to ADP 7 case IN
            monk NOUN 5 obl NN
            praying VERB 1 acl VBG
            """,
            ["praying/VERB<monk:acl"],
            id="one act twice",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            praying VERB 1 acl VBG
            on ADP 4 case IN
            bench NOUN 2 obl NN
            praying VERB 1 acl VBG
            """,
            [],
            id="one act twice behind a thing",
        ),
        pytest.param(
            """
            tray NOUN 0 root NN
            with ADP 3 case IN
            cup NOUN 1 nmod NN
            and CCONJ 5 cc CC
            spoon NOUN 3 conj NN
            lying VERB 1 acl VBG
            on ADP 8 case IN
            it PRON 6 obl PRP
            """,
            ["lying/VERB<cup:acl"],
            id="both on what has them",
        ),
        pytest.param(
            """
            tray NOUN 0 root NN
            with ADP 3 case IN
            cup NOUN 1 nmod NN
            and CCONJ 5 cc CC
            spoon NOUN 3 conj NN
            lying VERB 1 acl VBG
            on ADP 8 case IN
            bed NOUN 6 obl NN
            """,
            [],
            id="on something else",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            sitting VERB 1 acl VBG
            beside ADP 4 case IN
            well NOUN 2 obl NN
            and CCONJ 7 cc CC
            a DET 7 det DT
            monk NOUN 2 nsubj NN
            drinking VERB 1 acl VBG
            """,
            ["monk/NOUN<nun:conj", "drinking/VERB<monk:acl"],
            id="who stands behind a participle",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            pointing VERB 1 acl VBG
            at ADP 5 case IN
            a DET 5 det DT
            pot NOUN 2 obl NN
            that PRON 7 nsubj WDT
            has VERB 1 acl:relcl VBZ
            lids NOUN 7 obj NNS
            """,
            ["has/VERB<pot:acl:relcl"],
            id="of what is handled",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            feeding VERB 1 acl VBG
            goat NOUN 2 obj NN
            that PRON 5 nsubj WDT
            grazes VERB 1 acl:relcl VBZ
            """,
            ["grazes/VERB<goat:acl:relcl"],
            id="of an animal",
        ),
        pytest.param(
            """
            plow NOUN 0 root NN
            clearing VERB 1 acl VBG
            road NOUN 2 obj NN
            that PRON 5 nsubj WDT
            winds VERB 1 acl:relcl VBZ
            """,
            ["winds/VERB<road:acl:relcl"],
            id="of what a thing does something with",
        ),
        pytest.param(
            """
            mixer NOUN 0 root NN
            standing VERB 1 acl VBG
            on ADP 4 case IN
            counter NOUN 2 obl NN
            that PRON 6 nsubj WDT
            has VERB 1 acl:relcl VBZ
            bowl NOUN 6 obj NN
            """,
            [],
            id="of what stands somewhere",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            wearing VERB 1 acl VBG
            veils NOUN 2 obj NNS
            that PRON 5 nsubj WDT
            has VERB 1 acl:relcl VBZ
            lids NOUN 5 obj NNS
            """,
            [],
            id="of who handles many",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            wearing VERB 1 acl VBG
            coat NOUN 2 obj NN
            that PRON 6 nsubj WDT
            is AUX 6 aux VBZ
            yawning VERB 1 acl:relcl VBG
            """,
            [],
            id="no coat yawns",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            holding VERB 1 acl VBG
            melon NOUN 2 obj NN
            that PRON 5 nsubj WDT
            smiles VERB 1 acl:relcl VBZ
            """,
            [],
            id="no melon smiles",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            with ADP 3 case IN
            hair NOUN 1 nmod NN
            and CCONJ 5 cc CC
            glasses NOUN 3 conj NNS
            holding VERB 5 acl VBG
            books NOUN 6 obj NNS
            """,
            ["holding/VERB<nun:acl"],
            id="who has glasses on",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            with ADP 3 case IN
            hands NOUN 1 nmod NNS
            holding VERB 3 acl VBG
            books NOUN 4 obj NNS
            """,
            [],
            id="hands hold",
        ),
    ],
)
def test_who_of_two_does_it(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("thing", "preposition", "verb", "after"),
    [
        pytest.param("tray", "on", "is", ["bed/NOUN<tray:acl:relcl"], id="what stands right before it"),
        pytest.param("trays", "on", "is", [], id="of another number"),
        pytest.param("toys", "of", "are", [], id="what is in it"),
        pytest.param("background", "in", "is", [], id="no thing"),
        pytest.param("coat", "in", "is", [], id="what somebody wears"),
    ],
)
def test_the_clause_of_a_place(
    lexicon: Lexicon, thing: str, preposition: str, verb: str, after: list[str]
) -> None:
    rows = f"""
        There PRON 2 expl EX
        is VERB 0 root VBZ
        cup NOUN 2 nsubj NN
        {preposition} ADP 5 case IN
        {thing} NOUN 3 nmod {"NNS" if thing.endswith("s") else "NN"}
        which PRON 10 nsubj WDT
        {verb} AUX 10 cop VBZ
        near ADP 10 case IN
        a DET 10 det DT
        bed NOUN 3 acl:relcl NN
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(("head", "conjunction"), [(1, "and"), (3, "and")])
def test_each_of_a_list_has_its_clause(lexicon: Lexicon, head: int, conjunction: str) -> None:
    rows = f"""
        lamps NOUN 0 root NNS
        that PRON 3 nsubj WDT
        glow VERB 1 acl:relcl VBP
        {conjunction} CCONJ 5 cc CC
        clocks NOUN {head} conj NNS
        that PRON 7 nsubj WDT
        tick VERB 1 acl:relcl VBP
    """
    moved = ["clocks/NOUN<lamps:conj"] if head == 3 else []
    assert mended_words(rows, lexicon) == [*moved, "tick/VERB<clocks:acl:relcl"]


def test_the_clause_of_a_state_is_that_of_the_first(lexicon: Lexicon) -> None:
    rows = """
        boat NOUN 0 root NN
        in ADP 4 case IN
        the DET 4 det DT
        water NOUN 1 nmod NN
        that PRON 8 nsubj WDT
        is AUX 8 cop VBZ
        on ADP 8 case IN
        fire NOUN 1 acl:relcl NN
    """
    assert mended_words(rows, lexicon) == []


@pytest.mark.parametrize(
    ("place", "act", "after"),
    [("wall", "wearing", ["wearing/VERB<sits:advcl"]), ("doll", "wearing", []), ("wall", "bearing", [])],
)
def test_no_wall_wears_anything(place: str, act: str, after: list[str], lexicon: Lexicon) -> None:
    rows = f"""
        nun NOUN 2 nsubj NN
        sits VERB 0 root VBZ
        by ADP 5 case IN
        a DET 5 det DT
        {place} NOUN 2 obl NN
        {act} VERB 5 acl VBG
        veils NOUN 6 obj NNS
    """
    assert mended_words(rows, lexicon) == after
