"""Whose place it is that an owner and what it has were both given."""

from __future__ import annotations

import time

import pytest

from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.syntax.graph import Graph
from extractor.tuples.joint import agreed
from tests.parses import parse_of
from tests.unit.extractor.tuples.test_clauses import LEXICON, tuples


@pytest.mark.parametrize(
    ("owner", "thing", "place", "expected"),
    [
        ("cake", "candles", "on stand", "~ agent cake on stand"),
        ("man", "cane", "on ferry", "~ agent man on ferry"),
        ("castle", "flags", "in valley", "~ agent castle in valley"),
        ("castle", "flags", "behind fence", "~ agent flags behind fence"),
        ("kitchen", "kettle", "on stove", "~ agent kettle on stove"),
        ("cart", "boy", "on seat", "~ agent boy on seat"),
        # who is with somebody
        ("man", "boy", "on ferry", "~ agent man with boy on ferry"),
        # what is one's own
        ("horse", "its mane", "under tarp", "~ agent mane under tarp"),
        ("van", "kettle", "in its cargo", "~ agent kettle in cargo"),
        ("van", "sign", "in the window", "~ agent sign in window"),
        ("man", "bag", "in mane", "~ agent bag in mane"),
    ],
)
def test_a_place_is_that_of_the_owner_or_of_what_it_has(
    owner: str, thing: str, place: str, expected: str
) -> None:
    *own, noun = thing.split()
    preposition, *mine, where = place.split()
    rows = [f"{owner} NOUN 0 root NN", f"with ADP {3 + len(own)} case IN"]
    rows += [f"{word} PRON {3 + len(own)} nmod:poss PRP$" for word in own]
    rows += [f"{noun} NOUN 1 nmod {'NNS' if noun.endswith('s') else 'NN'}"]
    last = len(rows) + 2 + len(mine)
    rows += [f"{preposition} ADP {last} case IN"]
    rows += [
        f"{word} DET {last} det DT" if word == "the" else f"{word} PRON {last} nmod:poss PRP$"
        for word in mine
    ]
    rows += [f"{where} NOUN 1 nmod NN"]
    decided = [f"~{word}: agent {word}, locative {where}" for word in (owner, noun)]
    assert tuples("\n".join(rows), *decided) == [expected]


def test_a_place_before_what_is_had_is_that_of_the_owner() -> None:
    rows = """
        castle NOUN 0 root NN
        behind ADP 3 case IN
        fence NOUN 1 nmod NN
        with ADP 5 case IN
        flags NOUN 1 nmod NNS
    """
    decided = [f"~{word}: agent {word}, locative fence" for word in ("castle", "flags")]
    assert tuples(rows, *decided) == ["~ agent castle behind fence"]


@pytest.mark.parametrize(
    ("participle", "behind", "expected"),
    [
        ("call", ["Tom PROPN 2 xcomp NNP"], ["sits"]),
        ("name", ["Tom PROPN 2 obj NNP"], ["sits"]),
        ("call", ["Tom PROPN 2 dep NNP"], ["sits"]),
        ("know", ["as ADP 4 case IN", "Tom PROPN 2 obl NNP"], ["sits"]),
        ("make", ["of ADP 4 case IN", "wood NOUN 2 obl NN"], ["sits"]),
        ("call", ["by ADP 4 case IN", "boy NOUN 2 obl:agent NN"], ["call", "sits"]),
        ("know", ["to ADP 4 case IN", "boy NOUN 2 obl NN"], ["know", "sits"]),
        ("hold", ["Tom PROPN 2 obj NNP"], ["hold", "sits"]),
    ],
)
def test_a_participle_that_only_names_is_no_predicate(
    participle: str, behind: list[str], expected: list[str]
) -> None:
    verb = 3 + len(behind)
    rows = [
        f"cat NOUN {verb} nsubj NN",
        f"{participle} VERB 1 acl VBN",
        *behind,
        "sits VERB 0 root VBZ",
        f"on ADP {verb + 2} case IN",
        f"mat NOUN {verb} obl NN",
    ]
    decided = [f"{participle}: agent cat, locative mat", "sits: agent cat, locative mat"]
    found = tuples("\n".join(rows), *decided)
    assert [item.split()[0] for item in found] == expected


def test_a_place_of_the_clause_behind_is_none_of_what_is_at_the_top() -> None:
    rows = """
        cat NOUN 0 root NN
        whereas SCONJ 6 mark IN
        dogs NOUN 6 nsubj NNS
        on ADP 5 case IN
        mat NOUN {head} nmod NN
        awake ADJ 1 advcl JJ
    """
    decided = "~cat: agent cat, locative mat"
    assert tuples(rows.format(head=3), decided) == []
    assert tuples(rows.format(head=1), decided) == ["~ agent cat on mat"]


def test_whom_one_act_is_meant_for_is_no_place_of_another() -> None:
    rows = """
        man NOUN 5 nsubj NN
        dressed VERB 1 acl VBN
        as ADP 4 case IN
        pirate NOUN 2 obl NN
        waves VERB 0 root VBZ
        {preposition} ADP 7 case IN
        {place} NOUN 5 obl {tag}
    """
    decided = "dressed: agent man, locative {0}", "waves: agent man, {1} {0}"
    crowd = rows.format(preposition="at", place="crowd", tag="NN")
    assert tuples(crowd, *(d.format("crowd", "patient") for d in decided)) == [
        "dressed agent man",
        "waves agent man patient crowd",
    ]
    hall = rows.format(preposition="in", place="hall", tag="NN")
    assert tuples(hall, *(d.format("hall", "locative") for d in decided)) == [
        "dressed agent man in hall",
        "waves agent man in hall",
    ]


def test_what_is_somewhere_by_itself_is_not_where_somebody_acts() -> None:
    rows = """
        nun NOUN 6 nsubj NN
        with ADP 3 case IN
        hands NOUN 1 nmod NNS
        in ADP 5 case IN
        air NOUN {head} nmod NN
        runs VERB 0 root VBZ
        in ADP 8 case IN
        hall NOUN 6 obl NN
    """
    decided = "~hands: agent hands, locative air, locative hall", "runs: agent nun, locative hall"
    assert tuples(rows.format(head=3), *decided) == ["~ agent hands in air", "runs agent nun in hall"]
    # Without a place of its own it is where the act is.
    decided = "~hands: agent hands, locative hall", "runs: agent nun, locative hall"
    assert tuples(rows.format(head=1), *decided) == ["~ agent hands in hall", "runs agent nun in hall"]


def test_when_it_is_is_no_place_of_what_somebody_has() -> None:
    rows = """
        man NOUN 2 nsubj NN
        runs VERB 0 root VBZ
        with ADP 4 case IN
        hat NOUN 2 obl NN
        in ADP 6 case IN
        winter NOUN 2 obl NN
    """
    decided = "runs: agent man, locative winter", "~hat: agent hat, locative winter"
    assert tuples(rows, *decided) == ["runs agent man in winter"]
    top = """
        hat NOUN 0 root NN
        in ADP 3 case IN
        winter NOUN 1 nmod NN
    """
    assert tuples(top, "~hat: agent hat, locative winter") == ["~ agent hat in winter"]


def test_a_text_of_many_things_with_places_takes_linear_time() -> None:
    def seconds(n: int) -> float:
        rows = ["man NOUN 0 root NN"]
        for k in range(n):
            rows += [f"with ADP {4 * k + 3} case IN", "cup NOUN 1 nmod NN"]
            rows += [f"on ADP {4 * k + 5} case IN", f"table NOUN {4 * k + 3} nmod NN"]
        graph = Graph(parse_of("\n".join(rows)))
        arguments = [
            ArgumentDecision(index=4 * k + place, slot=slot, kind=kind, confidence=0.9)
            for k in range(n)
            for place, slot, kind in ((2, "patient", None), (4, "locative", "object"))
        ]
        decision = PredicateDecision(
            candidate=PredicateCandidate(0, tacit=True),
            particle=-1,
            confidence=0.9,
            arguments=tuple(arguments),
        )
        features = CaptionFeatures(graph, LEXICON)
        began = time.process_time()
        agreed(features, [decision])
        return time.process_time() - began

    # Sixteen times the length; the square would be 256. A busy machine may disturb one measurement, not three.
    assert any(seconds(1_600) < 48 * max(seconds(100), 0.001) for _ in range(3))


def test_a_text_of_many_who_act_in_places_takes_linear_time() -> None:
    def seconds(n: int) -> float:
        rows: list[str] = []
        for k in range(n):
            rows += [f"man NOUN {4 * k + 4} nsubj NN", f"on ADP {4 * k + 3} case IN"]
            rows += [f"mat NOUN {4 * k + 1} nmod NN", "sits VERB 0 root VBZ", ""]
        decisions = [
            PredicateDecision(
                candidate=PredicateCandidate(4 * k + 3),
                particle=-1,
                confidence=0.9,
                arguments=(
                    ArgumentDecision(index=4 * k, slot="agent", kind=None, confidence=0.9),
                    ArgumentDecision(index=4 * k + 2, slot="locative", kind="object", confidence=0.9),
                ),
            )
            for k in range(n)
        ]
        features = CaptionFeatures(Graph(parse_of("\n".join(rows))), LEXICON)
        began = time.process_time()
        agreed(features, decisions)
        return time.process_time() - began

    # As above.
    assert any(seconds(1_600) < 48 * max(seconds(100), 0.001) for _ in range(3))


def test_the_subject_acts_and_nobody_else() -> None:
    rows = """
        hats NOUN 5 nsubj:pass NNS
        beside ADP 3 case IN
        man NOUN 1 nmod NN
        nearby ADV 5 advmod RB
        scatter VERB 0 root VBN
    """
    assert tuples(rows, "scatter: agent man, agent hats")[0].startswith("scatter agent hats")


TICKET = """
    ticket NOUN 0 root NN
    of ADP 3 case IN
    woman NOUN 1 nmod NN
    with ADP 5 case IN
    cane NOUN {owner} nmod NN
"""


@pytest.mark.parametrize(("owner", "expected"), [(3, "woman"), (1, "ticket")])
def test_a_thing_is_had_by_that_on_which_it_hangs(owner: int, expected: str) -> None:
    decided = [f"~{word}: agent {word}, patient cane" for word in ("ticket", "woman")]
    found = tuples(TICKET.format(owner=owner), *decided)
    assert len([t for t in found if f"agent {expected}" in t]) == 1
    if owner == 3:
        assert not any("agent ticket" in t for t in found)


def test_a_number_is_told_of_for_the_whole() -> None:
    rows = """
        hawks NOUN 0 root NNS
        : PUNCT 3 punct :
        two NUM 1 appos CD
        on ADP 5 case IN
        roof NOUN 3 nmod NN
    """
    found = tuples(rows, "~hawks: agent hawks", "~two: agent two, locative roof")
    assert found == ["~ agent two on roof"]


@pytest.mark.parametrize("noun", ["shape", "hands"])
def test_of_a_shape_nothing_is_somewhere(noun: str) -> None:
    rows = f"""
        pie NOUN 0 root NN
        in ADP 3 case IN
        {noun} NOUN 1 nmod NN
        of ADP 5 case IN
        woman NOUN 3 nmod NN
        on ADP 7 case IN
        table NOUN 5 nmod NN
    """
    found = tuples(rows, "~woman: agent woman, locative table")
    found = tuples(rows, "~woman: agent woman, locative table")
    assert ("~ agent woman on table" in found) == (noun == "hands")


@pytest.mark.parametrize("where", ["", ", locative pole"])
def test_what_only_describes_what_is_somewhere(where: str) -> None:
    rows = """
        sign NOUN 0 root NN
        on ADP 3 case IN
        pole NOUN 1 nmod NN
        with ADP 5 case IN
        sky NOUN 1 nmod NN
    """
    (found,) = tuples(rows, f"~sign: agent sign, patient sky{where}")
    assert ("sky" in found) != bool(where)


def test_each_of_a_list_does_what_its_clause_tells() -> None:
    rows = """
        boys NOUN 0 root NNS
        that PRON 3 nsubj WDT
        sing VERB 1 acl:relcl VBP
        and CCONJ 5 cc CC
        girls NOUN 1 conj NNS
        that PRON 7 nsubj WDT
        dance VERB 5 acl:relcl VBP
    """
    assert tuples(rows, "sing: agent boys", "dance: agent girls") == ["sing agent boys", "dance agent girls"]


def test_the_place_of_a_place_is_that_of_nothing_else() -> None:
    rows = """
        hat NOUN 0 root NN
        on ADP 3 case IN
        castle NOUN 1 nmod NN
        which PRON 7 nsubj WDT
        is AUX 7 cop VBZ
        near ADP 7 case IN
        valley NOUN 3 acl:relcl NN
    """
    found = tuples(
        rows, "~hat: agent hat, locative castle, locative valley", "is: agent castle, locative valley"
    )
    assert found == ["~ agent hat on castle", "is agent castle near valley"]


@pytest.mark.parametrize("preposition", ["by", "near", "over"])
def test_two_things_with_a_place_each(preposition: str) -> None:
    rows = f"""
        castle NOUN 0 root NN
        with ADP 3 case IN
        hat NOUN 1 nmod NN
        {preposition} ADP 5 case IN
        barn NOUN 3 nmod NN
        and CCONJ 7 cc CC
        dress NOUN 3 conj NN
        {preposition} ADP 9 case IN
        kitchen NOUN 7 nmod NN
    """
    found = tuples(rows, "~hat: agent hat, locative barn", "~dress: agent dress, locative kitchen")
    assert found == [f"~ agent hat {preposition} barn", f"~ agent dress {preposition} kitchen"]
