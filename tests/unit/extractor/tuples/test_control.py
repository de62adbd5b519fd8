"""Whose act an infinitive tells, and what a passive below a verb is done to."""

from __future__ import annotations

import pytest

from tests.unit.extractor.tuples.test_clauses import tuples


@pytest.mark.parametrize(
    ("rows", "decided", "expected"),
    [
        pytest.param(
            """
            sailors NOUN 2 nsubj NNS
            order VERB 0 root VBP
            boy NOUN 2 iobj NN
            to PART 5 mark TO
            row VERB 2 advcl VB
            """,
            ["order: agent sailors, patient boy", "row: agent sailors"],
            ["order agent sailors patient boy", "row agent boy"],
            id="who is told to do it",
        ),
        pytest.param(
            """
            sailors NOUN 2 nsubj NNS
            buy VERB 0 root VBP
            boy NOUN 2 obj NN
            to PART 5 mark TO
            row VERB 2 advcl VB
            """,
            ["buy: agent sailors, patient boy", "row: agent sailors"],
            ["buy agent sailors patient boy", "row agent sailors"],
            id="nobody is told by what is bought",
        ),
        pytest.param(
            """
            sailors NOUN 2 nsubj NNS
            show VERB 0 root VBP
            boy NOUN 2 iobj NN
            how ADV 6 advmod WRB
            to PART 6 mark TO
            row VERB 2 ccomp VB
            """,
            ["show: agent sailors, patient boy", "row: agent sailors"],
            ["show agent sailors patient boy", "row agent boy"],
            id="who is shown how",
        ),
        pytest.param(
            """
            cars NOUN 2 nsubj NNS
            stop VERB 0 root VBP
            for ADP 4 case IN
            geese NOUN 2 obl NNS
            to PART 6 mark TO
            cross VERB 2 advcl VB
            """,
            ["stop: agent cars, patient geese", "cross: agent cars"],
            ["stop agent cars patient geese", "cross agent geese"],
            id="who is waited for",
        ),
        pytest.param(
            """
            seals NOUN 2 nsubj NNS
            wait VERB 0 root VBP
            for ADP 4 case IN
            fish NOUN 2 obl NN
            to PART 7 mark TO
            be AUX 7 aux:pass VB
            thrown VERB 2 advcl VBN
            """,
            ["wait: agent seals, patient fish", "thrown: agent seals"],
            ["wait agent seals patient fish", "thrown patient fish"],
            id="what is waited for until it is done to it",
        ),
        pytest.param(
            """
            calves NOUN 2 nsubj NNS
            wait VERB 0 root VBP
            to PART 5 mark TO
            be AUX 5 aux:pass VB
            fed VERB 2 advcl VBN
            by ADP 7 case IN
            boy NOUN 5 obl:agent NN
            """,
            ["wait: agent calves", "fed: agent boy"],
            ["wait agent calves", "fed agent boy patient calves"],
            id="what waits to be acted upon",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            on ADP 4 case IN
            rug NOUN 2 obl NN
            surrounded VERB 2 advcl VBN
            by ADP 7 case IN
            toys NOUN 5 obl:agent NNS
            """,
            ["sits: agent boy, locative rug", "surrounded: agent toys"],
            ["sits agent boy on rug", "surrounded agent toys patient boy"],
            id="who sits surrounded",
        ),
        pytest.param(
            """
            signs NOUN 2 nsubj NNS
            mark VERB 0 root VBP
            road NOUN 2 obj NN
            used VERB 2 advcl VBN
            by ADP 6 case IN
            boy NOUN 4 obl:agent NN
            """,
            ["mark: agent signs, patient road", "used: agent boy"],
            ["mark agent signs patient road", "used agent boy"],
            id="no sign is used",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            in ADP 4 case IN
            valley NOUN 2 obl NN
            surrounded VERB 2 advcl VBN
            by ADP 7 case IN
            hills NOUN 5 obl:agent NNS
            """,
            ["sits: agent boy, locative valley", "surrounded: agent hills"],
            ["sits agent boy in valley", "surrounded agent hills"],
            id="a place that is surrounded",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            show VERB 0 root VBP
            boy NOUN 2 obj NN
            how ADV 6 advmod WRB
            to PART 6 mark TO
            floss VERB 2 ccomp VB
            """,
            ["show: agent boys, patient boy"],
            ["show agent boys patient boy", "floss agent boy"],
            id="what no link found",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            watch VERB 0 root VBP
            duck NOUN 2 obj NN
            eat VERB 2 xcomp VB
            pie NOUN 4 obj NN
            """,
            ["watch: agent boy, patient duck", "eat: agent boy, patient pie"],
            ["watch agent boy patient duck", "eat agent duck patient pie"],
            id="whom one watches",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            take VERB 0 root VBP
            spoon NOUN 2 obj NN
            to PART 5 mark TO
            eat VERB 2 advcl VB
            pie NOUN 5 obj NN
            """,
            ["take: agent boy, patient spoon", "eat: agent boy, patient pie"],
            ["take agent boy patient spoon", "eat agent boy patient pie"],
            id="what one does to eat",
        ),
        pytest.param(
            """
            hut NOUN 0 root NN
            and CCONJ 3 cc CC
            fence NOUN 1 conj NN
            covered VERB 1 acl VBN
            with ADP 6 case IN
            snow NOUN 4 obl NN
            """,
            ["covered: agent snow, patient hut"],
            ["covered agent snow patient hut patient fence"],
            id="a list before a participle",
        ),
        pytest.param(
            """
            hut NOUN 0 root NN
            and CCONJ 3 cc CC
            fence NOUN 1 conj NN
            covered VERB 3 acl VBN
            with ADP 6 case IN
            snow NOUN 4 obl NN
            """,
            ["covered: agent snow, patient fence"],
            ["covered agent snow patient fence"],
            id="the last of a list before a participle",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            wait VERB 0 root VBP
            for ADP 4 case IN
            turn NOUN 2 obl NN
            to PART 6 mark TO
            leave VERB 2 advcl VB
            """,
            ["wait: agent boy, patient turn", "leave: agent boy"],
            ["wait agent boy patient turn", "leave agent boy"],
            id="a turn that is waited for",
        ),
        pytest.param(
            """
            cart NOUN 4 nsubj NN
            is AUX 4 cop VBZ
            in ADP 4 case IN
            barn NOUN 0 root NN
            parked VERB 4 acl VBN
            """,
            ["is: agent cart, locative barn", "parked: agent barn"],
            ["is agent cart in barn", "parked agent cart"],
            id="what is parked where it is",
        ),
    ],
)
def test_whose_act_it_is(rows: str, decided: list[str], expected: list[str]) -> None:
    assert tuples(rows, *decided) == expected


@pytest.mark.parametrize(
    ("verb", "form", "mark", "agent"),
    [
        pytest.param("sends", "VBZ", "", "hat", id="what is sent"),
        pytest.param("drops", "VBZ", "", "man", id="who drops it"),
        pytest.param("keep", "VB", "from", "hat", id="what is to be kept from it"),
    ],
)
def test_what_is_made_to_do_it(verb: str, form: str, mark: str, agent: str) -> None:
    rows = f"""
        man NOUN 2 nsubj NN
        {verb} VERB 0 root {form}
        hat NOUN 2 obj NN
        {"from SCONJ 5 mark IN" if mark else ""}
        flying VERB 2 advcl VBG
    """
    found = tuples(rows, f"{verb}: agent man, patient hat", "flying: agent man")
    assert found == [f"{verb} agent man patient hat", f"flying agent {agent}"]


def test_who_is_shouted_at_to_do_it() -> None:
    rows = """
        man NOUN 2 nsubj NN
        shout VERB 0 root VBP
        at ADP 4 case IN
        boy NOUN 2 obl NN
        to PART 6 mark TO
        leave VERB 2 advcl VB
    """
    found = tuples(rows, "shout: agent man, patient boy", "leave: agent man")
    assert found == ["shout agent man patient boy", "leave agent boy"]


def test_who_acts_means_it() -> None:
    rows = """
        man NOUN 2 nsubj NN
        stops VERB 0 root VBZ
        to PART 4 mark TO
        listen VERB 2 xcomp VB
    """
    assert tuples(rows, "stops: agent man", "listen:") == ["stops agent man", "listen agent man"]


@pytest.mark.parametrize(
    ("verb", "told", "agent"),
    [
        pytest.param("signal", "car", "car", id="what is driven"),
        pytest.param("motion", "boy", "boy", id="somebody"),
        pytest.param("order", "car", "man", id="what is bought"),
        pytest.param("signal", "hat", "man", id="what nobody steers"),
    ],
)
def test_what_somebody_steers_is_told_to_do_it(verb: str, told: str, agent: str) -> None:
    rows = f"""
        man NOUN 2 nsubj NN
        {verb} VERB 0 root VBP
        {told} NOUN 2 obj NN
        to PART 5 mark TO
        stop VERB 2 advcl VB
    """
    found = tuples(rows, f"{verb}: agent man, patient {told}", "stop: agent man")
    assert found == [f"{verb} agent man patient {told}", f"stop agent {agent}"]


def test_who_is_signalled_to_by_a_preposition() -> None:
    rows = """
        man NOUN 2 nsubj NN
        signal VERB 0 root VBP
        to ADP 4 case IN
        boy NOUN 2 obl NN
        to PART 6 mark TO
        stop VERB 2 advcl VB
    """
    found = tuples(rows, "signal: agent man, patient boy", "stop: agent man")
    assert found == ["signal agent man patient boy", "stop agent boy"]
