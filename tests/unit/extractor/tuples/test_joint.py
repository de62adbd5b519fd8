"""Whose place it is that an owner and what it has were both given."""

from __future__ import annotations

import pytest

from tests.unit.extractor.tuples.test_clauses import tuples


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
