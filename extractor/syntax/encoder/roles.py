"""Who fills which PropBank role of a predicate: the probabilities of all words, decided together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from extractor.types import Parse, Word
from extractor.word_scores import ROLES

_ONCE = frozenset(ROLES.index(role) for role in ("A0", "A1", "A2"))


def argument_roles(parse: Parse, predicate: int) -> dict[int, str]:
    """The roles of a predicate's arguments.

    A role must be likelier than all that is not one of ``ROLES`` together. The likeliest are taken first: a predicate
    has each of A0, A1 and A2 once, and the phrases of two arguments do not overlap.

    Args:
        parse: With roles among its scores.
        predicate: The index of any of its words.

    Returns:
        Roles by the index of the argument's head; empty where the parse has no roles.

    References:
        Palmer, Gildea and Kingsbury 2005, The Proposition Bank; Punyakanok, Roth and Yih 2008 on deciding together.
    """
    if parse.scores is None:
        return {}
    probabilities = parse.scores.roles(predicate, range(len(parse.words)))
    rest = 1.0 - probabilities.sum(axis=1)
    rows, columns = np.nonzero(probabilities > np.maximum(rest, 0.0)[:, None])
    order = np.argsort(-probabilities[rows, columns], kind="stable")
    above = {i: _above(parse.words, i, predicate) for i in set(rows.tolist())}
    chosen: dict[int, int] = {}
    for i, role in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        is_taken = i == predicate or i in chosen or (role in _ONCE and role in chosen.values())
        if not is_taken and not any(i in above[j] or j in above[i] for j in chosen):
            chosen[i] = role
    return {i: ROLES[role] for i, role in sorted(chosen.items())}


def _above(words: Sequence[Word], i: int, predicate: int) -> set[int]:
    """The words whose phrases hold a word, up to the predicate, whose own phrase holds all of its arguments."""
    found = set()
    i = words[i].head
    while i not in (-1, predicate):
        found.add(i)
        i = words[i].head
    return found
