"""How the facts of a candidate fare among those of its references, all pairs at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from scoring.bast.modifiers import modifier_kind, modifier_value
from scoring.graded.alignment import Aligned, Bools, Indices
from scoring.graded.facts import WITH, Fact, FactKind, FactMatch
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
# From which likeness on a thing has what another one has.
_LIKE = 0.5
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
    if denied and said_by_candidate:
        own = [row_by_word[word] for word in said_by_candidate]
        against = alike[np.ix_(own, [row_by_word[fact.first] for fact in denied])]
        likest = alike[np.ix_(own, [row_by_word[word] for word in said])].max(axis=1, initial=0.0)
        for word, row, degrees, there in zip(said_by_candidate, own, against, likest.tolist(), strict=True):
            worst = int(degrees.argmax())
            if degrees[worst] > there:
                result.append(
                    FactMatch(
                        fact=Fact("denied", word, word),
                        weight=float(weights[row]),
                        support=0.0,
                        supporter=None,
                        contradiction=float(degrees[worst]) - there,
                        opponent=denied[worst],
                        is_denied_by_references=True,
                    )
                )
    return result


@dataclass(slots=True)
class _Block:
    """The facts of one kind: those of the candidate beside those of the references.

    Kinds are not compared with each other, so blocks keep the pairs few.

    Attributes:
        rows: The places of the candidate's facts among all of its facts.
        columns: Of the references' facts.
        ours: The candidate's facts.
        theirs: The references' facts.
        support: How alike they are, from 0 to 1.
        agreed: As ``support``; of modifiers, how far they say the same of the same.
        opposed: How far one is the opposite of the other.
        turned: How alike they are where one is turned round; 0 where that is no opposite.
        beside: How alike they are without what stands first, and without what stands second; None where that is no
            thing, or says nothing.
        same: Which words that stand first, and which that stand second, are the same.
    """

    rows: list[int]
    columns: list[int]
    ours: list[Fact]
    theirs: list[Fact]
    support: Floats
    agreed: Floats
    opposed: Floats
    turned: Floats
    beside: tuple[Floats, Floats | None]
    same: tuple[Bools, Bools]


class _Comparison:
    """Every fact of the candidate beside every fact of the references of its kind."""

    def __init__(
        self,
        candidate: Sequence[Fact],
        references: Sequence[Sequence[Fact]],
        *,
        alike: Floats,
        row_by_word: dict[ContentWord, int],
    ) -> None:
        self.candidate = candidate
        theirs = [fact for facts in references for fact in facts]
        self._blocks = [
            _block(kind, candidate, theirs, alike, row_by_word)
            for kind in dict.fromkeys(fact.kind for fact in candidate)
            if kind != "denied" and any(fact.kind == kind for fact in theirs)
        ]
        self._place_by_row = {
            row: (block, place) for block in self._blocks for place, row in enumerate(block.rows)
        }
        if self._blocks:
            supports = [(block.rows, block.columns, block.support) for block in self._blocks]
            self._tell_apart(
                Aligned.of(candidate, references, supports, alike=alike, row_by_word=row_by_word)
            )

    def _tell_apart(self, aligned: Aligned) -> None:
        """What is said of one thing speaks neither for nor against another; what is said of the wrong one, against."""
        misplaced: list[tuple[_Block, list[_Misplaced]]] = []
        for block in self._blocks:
            own = [aligned.own_places(block.ours, n) for n in (0, 1)]
            theirs = [aligned.their_places(block.theirs, block.columns, n) for n in (0, 1)]
            found, foreign = [], np.zeros(block.support.shape, dtype=np.bool_)
            for n in (0, 1):
                is_one, are_two = aligned.relation(own[n], theirs[n], block.columns)
                beside = block.beside[n]
                if beside is not None and are_two.any():
                    degrees = _misplaced(beside, is_one, are_two)
                    found.append(_Misplaced(degrees, own[n], aligned.partner(theirs[n])))
                foreign |= are_two & block.same[n]
            block.opposed[foreign] = 0
            # How many there are is known of all together, too: two of the three bottles.
            if block.ours[0].kind != "count":
                block.support[foreign] = 0
                block.agreed[foreign] = 0
            for n in (0, 1):
                block.turned[aligned.relation(own[n], theirs[1 - n], block.columns)[1]] = 0
            np.maximum(block.opposed, block.turned, out=block.opposed)
            misplaced.append((block, found))
        taken = _taken([one for _, found in misplaced for one in found])
        for block, found in misplaced:
            for one in found:
                # Half, and in full where two things are exchanged.
                exchanged = taken.T[one.own[:, None], one.others]
                np.maximum(block.opposed, one.degrees * (1 + exchanged) / 2, out=block.opposed)

    def match(self, i: int, *, weight: float) -> FactMatch:
        """The best supporter and the worst opponent of a fact."""
        fact = self.candidate[i]
        if i not in self._place_by_row:
            return FactMatch(
                fact=fact, weight=weight, support=0.0, supporter=None, contradiction=0.0, opponent=None
            )
        block, place = self._place_by_row[i]
        support, opposed = block.support[place], block.opposed[place]
        best = int(support.argmax())
        # Of two that are as bad, what is said of the same thing: of exchanged colours, its own.
        worst = int(np.lexsort((-np.arange(len(opposed)), block.same[0][place], opposed))[-1])
        contradiction = max(0.0, float(opposed[worst] - block.agreed[place].max()))
        return FactMatch(
            fact=fact,
            weight=weight,
            support=float(support[best]),
            supporter=block.theirs[best] if support[best] > 0 else None,
            contradiction=contradiction,
            opponent=block.theirs[worst] if contradiction > 0 else None,
        )


def _block(
    kind: FactKind,
    candidate: Sequence[Fact],
    references: Sequence[Fact],
    alike: Floats,
    row_by_word: dict[ContentWord, int],
) -> _Block:
    rows = [i for i, fact in enumerate(candidate) if fact.kind == kind]
    columns = [j for j, fact in enumerate(references) if fact.kind == kind]
    ours, theirs = [candidate[i] for i in rows], [references[j] for j in columns]
    firsts, other_firsts = ([row_by_word[f.first] for f in facts] for facts in (ours, theirs))
    seconds, other_seconds = ([row_by_word[f.second] for f in facts] for facts in (ours, theirs))
    first, second = alike[np.ix_(firsts, other_firsts)], alike[np.ix_(seconds, other_seconds)]
    support: Floats = first * second
    opposed: Floats = np.zeros_like(support)
    turned: Floats = np.zeros_like(support)
    beside: tuple[Floats, Floats | None] = (second, None)
    if kind in ("order", "place"):
        turned = alike[np.ix_(firsts, other_seconds)] * alike[np.ix_(seconds, other_firsts)]
        # A man with a dog is a dog with a man.
        are_directed = [np.array([f.label != WITH for f in facts]) for facts in (ours, theirs)]
        turned = turned * (are_directed[0][:, None] & are_directed[1])
    if kind == "order":
        beside = second, first
    elif kind == "place":
        support, opposed, is_same_side = _places(ours, theirs, first, second)
        turned = turned * is_same_side
        beside = second * is_same_side, first * is_same_side
    agreed = support.copy()
    if kind in ("attribute", "count"):
        # Colours are alike in what they are used of, but a thing has one: only the same speaks for it here.
        rival = _table(ours, theirs, _modifier, lambda a, b: are_rivals(*a, *b))
        allied = _table(ours, theirs, _modifier, lambda a, b: are_of_one_pole(a[1], b[1]))
        same = (second >= _SAME) | allied.astype(bool)
        opposed = first * (rival.astype(bool) & ~same)
        agreed = first * same
        beside = same.astype(float), None
    return _Block(
        rows,
        columns,
        ours,
        theirs,
        support,
        agreed,
        opposed,
        turned,
        beside,
        (first >= _SAME, second >= _SAME),
    )


def _places(
    ours: Sequence[Fact], theirs: Sequence[Fact], first: Floats, second: Floats
) -> tuple[Floats, Floats, Bools]:
    """Support and opposition of places, and which prepositions are of one side; in the picture it goes by its parts."""
    labels = _table(ours, theirs, _label, label_likeness)
    sides = _table(ours, theirs, _label, are_opposite_sides)
    in_picture = np.array([f.label == REGION for f in ours])[:, None] & np.array(
        [f.label == REGION for f in theirs]
    )
    opposed: Floats = first * second * sides
    support: Floats = first * second * labels
    if in_picture.any():
        shared = _table(ours, theirs, _region, region_likeness)
        apart = _table(ours, theirs, _region, are_opposite_regions)
        support[in_picture] = (first * shared)[in_picture]
        opposed[in_picture] = (first * apart)[in_picture]
    return support, opposed, labels == 1.0


@dataclass(frozen=True, slots=True)
class _Misplaced:
    """What facts say of the wrong thing.

    Attributes:
        degrees: How far, of each pair of facts.
        own: The thing that the candidate says it of, as `Aligned` numbers them.
        others: The candidate's counterpart of the thing that the reference says it of.
    """

    degrees: Floats
    own: Indices
    others: Indices


def _misplaced(likeness: Floats, is_one: Bools, are_two: Bools) -> Floats:
    """How far each fact of the candidate says of one thing what a reference says of another.

    Nothing is misplaced where the candidate says it of that other thing, too, or a reference of this one.

    Args:
        likeness: Of the facts without the things in question.
        is_one: Which things are counterparts.
        are_two: Which are not, each of them having another.
    """
    told = likeness * is_one
    said_of_both = np.maximum(told.max(axis=1)[:, None], told.max(axis=0))
    result: Floats = np.where(are_two & (likeness >= _LIKE), np.maximum(likeness - said_of_both, 0), 0)
    return result


def _taken(misplaced: Sequence[_Misplaced]) -> Floats:
    """How far each thing of the candidate has what references say of each other thing of the candidate."""
    n_things = 1 + max((int(rows.max()) for one in misplaced for rows in (one.own, one.others)), default=-1)
    result = np.zeros((n_things + 1, n_things + 1))  # the last is no thing
    for one in misplaced:
        rows, columns = np.nonzero(one.degrees)
        np.maximum.at(result, (one.own[rows], one.others[columns]), one.degrees[rows, columns])
    return result


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
