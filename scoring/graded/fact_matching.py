"""How the facts of a candidate fare among those of its references, all pairs at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from scoring.bast.modifiers import modifier_kind, modifier_value
from scoring.graded.alignment import Aligned
from scoring.graded.facts import Fact, FactKind, FactMatch
from scoring.graded.opposites import (
    REGION,
    are_of_one_pole,
    are_opposite_regions,
    are_opposite_sides,
    are_rivals,
    label_likeness,
    region_likeness,
)
from scoring.graded.similarity import ContentWord, Floats

# From which likeness on two modifiers say the same.
_SAME = 0.9
_Key = TypeVar("_Key", bound=Hashable)
Pairs = npt.NDArray[Any]


def match_facts(
    candidate: Sequence[Fact],
    references: Sequence[Sequence[Fact]],
    *,
    alike: Floats,
    weights: Floats,
    row_by_word: dict[ContentWord, int],
    said: Sequence[ContentWord],
    said_by_candidate: Sequence[ContentWord],
) -> list[FactMatch]:
    """How each fact of the candidate fares against those of all references together.

    Entities of one caption are told apart by what is said of them: each has at most one counterpart in a reference,
    and what is said of another's counterpart speaks neither for nor against it.

    Args:
        candidate: Its facts.
        references: Those of each.
        alike: The similarity of each pair of words, in the order of ``row_by_word``.
        weights: Of each word.
        row_by_word: The place of each word of a fact, and of what is said.
        said: The nouns that the references say are there.
        said_by_candidate: The nouns that the candidate says are there.
    """
    theirs = [fact for facts in references for fact in facts]
    matches: list[FactMatch | None] = [None] * len(candidate)
    found = _Comparison(candidate, references, alike=alike, row_by_word=row_by_word)
    for i, fact in enumerate(candidate):
        if fact.kind == "denied":
            matches[i] = _denied(fact, said, theirs, alike, weights, row_by_word)
        else:
            rows = row_by_word[fact.first], row_by_word[fact.second]
            matches[i] = found.match(i, weight=float(weights[list(rows)].sum()) / 2)
    result = [match for match in matches if match is not None]
    # What the references deny and the candidate says is there.
    denied = [fact for fact in theirs if fact.kind == "denied"]
    for word in said_by_candidate if denied else ():
        row = row_by_word[word]
        opponent = max(denied, key=lambda fact: float(alike[row, row_by_word[fact.first]]))
        degree = float(alike[row, row_by_word[opponent.first]])
        likest = max((float(alike[row, row_by_word[other]]) for other in said), default=0.0)
        if degree > likest:
            result.append(
                FactMatch(
                    fact=Fact("denied", word, word),
                    weight=float(weights[row]),
                    support=0.0,
                    supporter=None,
                    contradiction=degree - likest,
                    opponent=opponent,
                    is_denied_by_references=True,
                )
            )
    return result


class _Comparison:
    """Every fact of the candidate beside every fact of the references.

    Attributes:
        support: How alike they are, from 0 to 1.
        agreed: As ``support``; of modifiers, how far they say the same of the same.
        opposed: How far one is the opposite of the other.
    """

    def __init__(
        self,
        candidate: Sequence[Fact],
        references: Sequence[Sequence[Fact]],
        *,
        alike: Floats,
        row_by_word: dict[ContentWord, int],
    ) -> None:
        self.candidate = candidate
        self.theirs = [fact for facts in references for fact in facts]
        shape = (len(candidate), len(self.theirs))
        self.support, self.agreed, self.opposed = (np.zeros(shape, np.float32) for _ in range(3))
        for kind in dict.fromkeys(fact.kind for fact in candidate):
            if kind != "denied":
                self._compare(kind, alike, row_by_word)
        if min(shape):
            aligned = Aligned.of(candidate, references, self.support, alike=alike, row_by_word=row_by_word)
            if aligned.is_needed:
                foreign = aligned.foreign(candidate, self.theirs)
                for values in (self.support, self.agreed, self.opposed):
                    values[foreign] = 0

    def match(self, i: int, *, weight: float) -> FactMatch:
        """The best supporter and the worst opponent of a fact."""
        fact = self.candidate[i]
        if not self.theirs:
            return FactMatch(
                fact=fact, weight=weight, support=0.0, supporter=None, contradiction=0.0, opponent=None
            )
        support, opposed = self.support[i], self.opposed[i]
        best, worst = int(support.argmax()), int(opposed.argmax())
        contradiction = max(0.0, float(opposed[worst] - self.agreed[i].max()))
        return FactMatch(
            fact=fact,
            weight=weight,
            support=float(support[best]),
            supporter=self.theirs[best] if support[best] > 0 else None,
            contradiction=contradiction,
            opponent=self.theirs[worst] if contradiction > 0 else None,
        )

    def _compare(self, kind: FactKind, alike: Floats, row_by_word: dict[ContentWord, int]) -> None:
        rows = [i for i, fact in enumerate(self.candidate) if fact.kind == kind]
        columns = [j for j, fact in enumerate(self.theirs) if fact.kind == kind]
        if not columns:
            return
        ours, theirs = [self.candidate[i] for i in rows], [self.theirs[j] for j in columns]
        place = np.ix_(rows, columns)
        firsts, other_firsts = ([row_by_word[f.first] for f in facts] for facts in (ours, theirs))
        seconds, other_seconds = ([row_by_word[f.second] for f in facts] for facts in (ours, theirs))
        first, second = alike[np.ix_(firsts, other_firsts)], alike[np.ix_(seconds, other_seconds)]
        turned = alike[np.ix_(firsts, other_seconds)] * alike[np.ix_(seconds, other_firsts)]
        support: Floats = first * second
        if kind == "order":
            self.opposed[place] = turned
        elif kind == "place":
            support, self.opposed[place] = _places(ours, theirs, first, second, turned)
        self.agreed[place] = self.support[place] = support
        if kind in ("attribute", "count"):
            # Colours are alike in what they are used of, but a thing has one: only the same speaks for it here.
            rival = _table(ours, theirs, _modifier, lambda a, b: are_rivals(*a, *b))
            allied = _table(ours, theirs, _modifier, lambda a, b: are_of_one_pole(a[1], b[1]))
            same = (second >= _SAME) | allied.astype(bool)
            self.opposed[place] = first * (rival.astype(bool) & ~same)
            self.agreed[place] = first * same


def _places(
    ours: Sequence[Fact], theirs: Sequence[Fact], first: Floats, second: Floats, turned: Floats
) -> tuple[Floats, Floats]:
    """Support and opposition of places: by their prepositions, and in the picture by its parts."""
    labels = _table(ours, theirs, _label, label_likeness)
    sides = _table(ours, theirs, _label, are_opposite_sides)
    in_picture = np.array([f.label == REGION for f in ours])[:, None] & np.array(
        [f.label == REGION for f in theirs]
    )
    opposed: Floats = np.maximum(turned * (labels == 1.0), first * second * sides)
    support: Floats = first * second * labels
    if in_picture.any():
        shared = _table(ours, theirs, _region, region_likeness)
        apart = _table(ours, theirs, _region, are_opposite_regions)
        support[in_picture] = (first * shared)[in_picture]
        opposed[in_picture] = (first * apart)[in_picture]
    return support, opposed


def _label(fact: Fact) -> str:
    return fact.label


def _region(fact: Fact) -> str:
    return fact.second.lemma if fact.label == REGION else ""


def _modifier(fact: Fact) -> tuple[str, str]:
    value = modifier_value(fact.second.lemma)
    return fact.label or modifier_kind(value), value


def _table(
    ours: Sequence[Fact],
    theirs: Sequence[Fact],
    key: Callable[[Fact], _Key],
    value: Callable[[_Key, _Key], float],
) -> Pairs:
    """A value for each pair of facts, asked once for each pair of what it depends on."""
    own, other = [key(fact) for fact in ours], [key(fact) for fact in theirs]
    row_by_key, column_by_key = ({k: n for n, k in enumerate(dict.fromkeys(keys))} for keys in (own, other))
    values = np.array([[float(value(a, b)) for b in column_by_key] for a in row_by_key])
    return values[np.ix_([row_by_key[k] for k in own], [column_by_key[k] for k in other])]


def _denied(
    fact: Fact,
    said: Sequence[ContentWord],
    references: Sequence[Fact],
    alike: Floats,
    weights: Floats,
    row_by_word: dict[ContentWord, int],
) -> FactMatch:
    """A noun that the candidate denies: a reference supports it that denies it, and one contradicts it that says it."""
    row = row_by_word[fact.first]
    agreeing = [other for other in references if other.kind == "denied"]
    supports = [float(alike[row, row_by_word[other.first]]) for other in agreeing]
    support = max(supports, default=0.0)
    opposed = [float(alike[row, row_by_word[word]]) for word in said]
    contradiction = max(0.0, max(opposed, default=0.0) - support)
    opponent = said[int(np.argmax(opposed))] if opposed and contradiction > 0 else None
    return FactMatch(
        fact=fact,
        weight=float(weights[row]),
        support=support,
        supporter=agreeing[int(np.argmax(supports))] if support > 0 else None,
        contradiction=contradiction,
        opponent=None if opponent is None else Fact("denied", opponent, opponent),
    )
