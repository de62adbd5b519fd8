"""Roles of the parser's own as features of the links."""

from __future__ import annotations

import numpy as np

from extractor.links.roles import ROLES, word_role_names
from extractor.word_scores import SentenceScores, WordScores


def scores(**probability_by_role: float) -> WordScores:
    """Of a sentence of three words, in which word 0 has the roles for word 1."""
    roles = np.zeros((3, 3, len(ROLES)), dtype=np.float32)
    for role, probability in probability_by_role.items():
        roles[1, 0, ROLES.index(role)] = probability
    sentence = SentenceScores(roles=roles, vectors=np.zeros((3, 4), dtype=np.float32))
    return WordScores(sentences=[sentence], places={i: (0, i) for i in range(3)})


def test_every_role_has_its_step_and_the_surest_is_named() -> None:
    first, third = word_role_names(scores(A0=0.7, A1=0.2, A2=0.01), 1, [0, 2])
    # Steps at .02, .1, .3, .6, .9: .7 is behind the fourth, .2 behind the second, .01 before the first.
    assert first == ["word_role|A0|4", "word_role|A1|2", "word_role_best|A0"]
    assert third == ["word_role_best|none"]


def test_what_is_unsure_names_no_surest_role() -> None:
    [(*_, last)] = word_role_names(scores(A1=0.29), 1, [0])
    assert last == "word_role_best|none"


def test_a_parser_without_scores_gives_no_features() -> None:
    assert word_role_names(None, 1, [0, 2]) == [[], []]
