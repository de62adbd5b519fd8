"""The roles of a predicate's arguments are decided together."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.syntax.encoder.roles import argument_roles
from extractor.types import Parse
from extractor.word_scores import ROLES, SentenceScores, WordScores
from tests.parses import parse_of

# A boy in a hat gives a girl a book on Monday.
ROWS = """
    boy NOUN 4 nsubj
    in ADP 3 case
    hat NOUN 1 nmod
    gives VERB 0 root
    girl NOUN 4 iobj
    book NOUN 4 obj
    on ADP 8 case
    Monday PROPN 4 obl
"""
GIVES = 3


def scored(probabilities: dict[int, dict[str, float]]) -> Parse:
    parse = parse_of(ROWS)
    n = len(parse.words)
    roles = np.zeros((n, n, len(ROLES)), dtype=np.float32)
    for i, by_role in probabilities.items():
        for role, probability in by_role.items():
            roles[GIVES, i, ROLES.index(role)] = probability
    scores = WordScores(
        sentences=[SentenceScores(roles=roles, vectors=np.zeros((n, 1), np.float32))],
        places={i: (0, i) for i in range(n)},
    )
    return dataclasses.replace(parse, scores=scores)


@pytest.mark.parametrize(
    ("probabilities", "expected"),
    [
        pytest.param({}, {}, id="nothing"),
        pytest.param({0: {"A0": 0.9}, 5: {"A1": 0.7}, 4: {"A2": 0.6}}, {0: "A0", 4: "A2", 5: "A1"}, id="each its own"),
        pytest.param({0: {"A0": 0.4, "A1": 0.3}, 5: {"A1": 0.4}}, {0: "A0"}, id="likelier than the rest together"),
        pytest.param({5: {"A1": 0.8}, 4: {"A1": 0.7}}, {5: "A1"}, id="a core role once"),
        pytest.param({5: {"A1": 0.8}, 4: {"A1": 0.5, "A2": 0.45}}, {5: "A1", 4: "A2"}, id="the second best role"),
        pytest.param({7: {"AM-TMP": 0.8}, 5: {"AM-TMP": 0.7}}, {5: "AM-TMP", 7: "AM-TMP"}, id="others more than once"),
        pytest.param({0: {"A0": 0.7}, 2: {"AM-LOC": 0.8}}, {2: "AM-LOC"}, id="no phrase within another"),
        pytest.param({GIVES: {"A0": 0.9}}, {}, id="not its own argument"),
    ],
)  # fmt: skip
def test_roles(probabilities: dict[int, dict[str, float]], expected: dict[int, str]) -> None:
    assert argument_roles(scored(probabilities), GIVES) == expected


def test_a_parse_without_roles_has_none() -> None:
    assert argument_roles(parse_of(ROWS), GIVES) == {}


@given(
    st.dictionaries(
        st.integers(0, 7), st.dictionaries(st.sampled_from(ROLES), st.floats(0.01, 0.14), max_size=7), max_size=8
    ),
    st.dictionaries(st.integers(0, 7), st.sampled_from(ROLES), max_size=8),
)  # fmt: skip
def test_what_is_left_out_meets_something_likelier(
    low: dict[int, dict[str, float]], high: dict[int, str]
) -> None:
    probabilities = {i: dict(by_role) for i, by_role in low.items()}
    for i, role in high.items():
        probabilities[i] = {role: 0.55 + 0.05 * i}
    found = argument_roles(scored(probabilities), GIVES)
    within = {1: {0, 2}, 2: {0}, 6: {7}}  # whose phrase lies in whose
    for i, role in high.items():
        if i == GIVES or found.get(i) == role:
            continue
        rivals = [
            j
            for j in found
            if (found[j] == role and role in ("A0", "A1", "A2"))
            or j in within.get(i, set())
            or i in within.get(j, set())
        ]
        assert any(max(probabilities[j].values()) >= probabilities[i][role] - 1e-6 for j in rivals)
    core = [role for role in found.values() if role in ("A0", "A1", "A2")]
    assert len(core) == len(set(core))
    assert not {0, 2} <= found.keys()
