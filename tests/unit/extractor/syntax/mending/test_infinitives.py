"""What somebody is let do, watched doing, or wants to do. Trees as a parser got them wrong."""

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
            nun NOUN 3 nsubj NN
            watches VERB 0 root VBZ
            a DET 6 det DT
            boy ADJ 6 amod JJ
            stand NOUN 3 obj NN
            """,
            ["a/DET<boy:det", "boy/NOUN<watches:obj", "stand/VERB<watches:xcomp"],
            id="no boy stand",
        ),
        pytest.param(
            """
            A DET 2 det DT
            crowd NOUN 3 nsubj NN
            watches VERB 0 root VBZ
            a DET 6 det DT
            dog ADJ 6 amod JJ
            show NOUN 3 obj NN
            """,
            [],
            id="a show of dogs",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            watches VERB 0 root VBZ
            a DET 6 det DT
            boy ADJ 6 amod JJ
            scout NOUN 3 obj NN
            """,
            [],
            id="a scout",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            makes VERB 0 root VBZ
            a DET 5 det DT
            dog NOUN 3 obj NN
            play VERB 3 xcomp NN
            """,
            ["play/VERB<makes:xcomp"],
            id="what a dog is made do",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            makes VERB 0 root VBZ
            a DET 6 det DT
            dog ADJ 6 amod JJ
            house NOUN 3 obj NN
            """,
            [],
            id="what is made",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            helps VERB 0 root VBZ
            a DET 5 det DT
            child NOUN 6 amod NN
            snowboard VERB 3 obj NN
            on ADP 9 case IN
            a DET 9 det DT
            mat NOUN 6 obl NN
            """,
            ["child/NOUN<helps:obj", "snowboard/VERB<helps:xcomp"],
            id="what a child is helped do, and where",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            lets VERB 0 root VBZ
            the DET 5 det DT
            girls NOUN 3 obj NNS
            soar ADV 3 xcomp RB
            """,
            ["soar/VERB<lets:xcomp"],
            id="no adverb",
        ),
        pytest.param(
            """
            Two NUM 2 nummod CD
            nuns NOUN 6 nsubj NNS
            watching VERB 2 acl VBG
            a DET 5 det DT
            band NOUN 3 obj NN
            play VERB 0 root VBP
            near ADP 9 case IN
            a DET 9 det DT
            church NOUN 6 obl NN
            """,
            ["nuns/NOUN<-:root", "play/VERB<watching:xcomp"],
            id="the band plays",
        ),
    ],
)
def test_what_somebody_is_watched_doing(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            dog NOUN 7 nsubj NN
            that PRON 4 nsubj WDT
            likes VERB 2 acl:relcl VBZ
            to PART 6 mark TO
            row NOUN 4 xcomp NN
            sits VERB 0 root VBZ
            on ADP 10 case IN
            a DET 10 det DT
            rug NOUN 7 obl NN
            """,
            ["row/VERB<likes:xcomp"],
            id="likes to do",
        ),
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 3 nsubj NN
            stops VERB 0 root VBZ
            to ADP 5 case IN
            soar NOUN 3 obl NN
            """,
            ["to/PART<soar:mark", "soar/VERB<stops:xcomp"],
            id="what one stops for",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            tells VERB 0 root VBZ
            a DET 5 det DT
            boy NOUN 3 iobj NN
            to PART 7 mark TO
            skateboard NOUN 3 obl NN
            near ADP 10 case IN
            a DET 10 det DT
            wall NOUN 7 obl NN
            """,
            ["skateboard/VERB<tells:advcl"],
            id="is told to do",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            walks VERB 0 root VBZ
            to ADP 5 case IN
            work NOUN 3 obl NN
            """,
            [],
            id="where one walks",
        ),
    ],
)
def test_what_somebody_wants_to_do(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            girl NOUN 3 nsubj NN
            watches VERB 0 root VBZ
            a DET 5 det DT
            man NOUN 3 obj NN
            cut VERB 5 acl VBN
            down ADP 9 case IN
            a DET 9 det DT
            tree NOUN 6 obl NN
            """,
            ["cut/VERB<watches:xcomp", "down/ADP<cut:compound:prt", "tree/NOUN<cut:obj"],
            id="who is watched does it",
        ),
        pytest.param(
            """
            A DET 2 det DT
            girl NOUN 3 nsubj NN
            watches VERB 0 root VBZ
            a DET 6 det DT
            film ADJ 6 amod JJ
            cut NOUN 3 obj NN
            in ADP 8 case IN
            half NOUN 3 obl NN
            """,
            [],
            id="nobody who is watched",
        ),
    ],
)
def test_pasts_of_one_form(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            watches VERB 0 root VBZ
            man NOUN 4 nsubj NN
            dance VERB 2 xcomp VBP
            """,
            ["man/NOUN<watches:obj", "dance/VERB<watches:xcomp"],
            id="no clause of his own",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sees VERB 0 root VBZ
            that SCONJ 5 mark IN
            men NOUN 5 nsubj NNS
            dance VERB 2 ccomp VBP
            """,
            [],
            id="a clause",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            makes VERB 0 root VBZ
            dog NOUN 2 obj NN
            jog VERB 2 xcomp VBG
            """,
            ["jog/VERB<makes:xcomp"],
            id="a base form",
        ),
        pytest.param(
            """
            cow NOUN 0 root NN
            that PRON 3 nsubj WDT
            likes VERB 1 acl:relcl VBZ
            to PART 5 mark TO
            row NOUN 3 xcomp VB
            """,
            ["row/VERB<likes:xcomp"],
            id="two tags",
        ),
        pytest.param(
            "kids NOUN 3 nsubj:pass NNS\nare AUX 3 aux:pass VBP\nused VERB 0 root VBN\nto SCONJ 5 mark IN\n"
            "playing VERB 3 advcl VBG",
            ["kids/NOUN<used:nsubj", "are/AUX<used:cop", "used/ADJ<-:root", "playing/VERB<used:xcomp"],
            id="what one is used to",
        ),
        pytest.param(
            "knives NOUN 3 nsubj:pass NNS\nare AUX 3 aux:pass VBP\nused VERB 0 root VBN\nto PART 5 mark TO\n"
            "cut VERB 3 xcomp VB",
            [],
            id="what something is used for",
        ),
    ],
)
def test_infinitives_that_were_half_right(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("verb", "form", "after"),
    [
        ("makes", "walk VERB 1 xcomp VB", ["mule/NOUN<makes:obj"]),
        ("wants", "walk VERB 1 xcomp VB", []),
    ],
)
def test_who_is_made_to_do_it(lexicon: Lexicon, verb: str, form: str, after: list[str]) -> None:
    rows = f"{verb} VERB 0 root VBZ\na DET 3 det DT\nmule NOUN 4 amod NN\n{form}"
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            waits VERB 0 root VBZ
            for SCONJ 7 mark IN
            a DET 5 det DT
            girl NOUN 7 nsubj NN
            to PART 7 mark TO
            laugh VERB 2 advcl VB
            """,
            ["girl/NOUN<waits:obl"],
            id="waited for",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sings VERB 0 root VBZ
            for SCONJ 7 mark IN
            a DET 5 det DT
            girl NOUN 7 nsubj NN
            to PART 7 mark TO
            laugh VERB 2 advcl VB
            """,
            [],
            id="sung for",
        ),
    ],
)
def test_who_is_awaited(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize("relation", ["obj", "xcomp"])
def test_who_lets_go_of_a_rope_lets_nobody_go(lexicon: Lexicon, relation: str) -> None:
    rows = f"""
        nun NOUN 2 nsubj NN
        lets VERB 0 root VBZ
        go VERB 2 {relation} VB
        of ADP 5 case IN
        rope NOUN 3 obl NN
    """
    assert mended_words(rows, lexicon) == ["go/ADP<lets:compound:prt", "rope/NOUN<lets:obj"]
    assert mended_words(rows.replace("of ADP", "to ADP").replace("lets VERB", "plans VERB"), lexicon) == []
