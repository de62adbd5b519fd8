"""BAST and its scores a second time, by brute force over lists; nothing here comes from `scoring`."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.types import Argument, SemanticTuple

NAMES = ["PA", "PR", "LO", "PA-PR", "PA-LO", "PR-LO", "PA-PR-LO"]


def slow_bast(tuples: Sequence[SemanticTuple], null: str) -> dict[str, list[list[str]]]:
    """Seven lists of values, each value once."""
    found: dict[str, list[list[str]]] = {}
    for name in NAMES:
        found[name] = []
    for item in tuples:
        people: list[str] = []
        for argument in list(item.agents) + list(item.patients):
            people.extend(_values(argument))
        places: list[str] = []
        for argument in item.locatives:
            places.extend(_values(argument))
        if null == "locative" and len(item.locatives) == 0:
            places = ["NULL"]
        verbs: list[str] = []
        if item.predicate.tacit is False and item.predicate.lemma is not None:
            verbs = [_normal(item.predicate.lemma)]
        for person in people:
            _note(found["PA"], [person])
            for verb in verbs:
                _note(found["PA-PR"], [person, verb])
                for place in places:
                    _note(found["PA-PR-LO"], [person, verb, place])
            for place in places:
                _note(found["PA-LO"], [person, place])
        for verb in verbs:
            _note(found["PR"], [verb])
            for place in places:
                _note(found["PR-LO"], [verb, place])
        for place in places:
            _note(found["LO"], [place])
    return found


def slow_gold(references: Sequence[Sequence[SemanticTuple]], null: str) -> dict[str, list[list[str]]]:
    """The union over references: the BAST of all their tuples in one heap, for no value crosses tuples."""
    heap: list[SemanticTuple] = []
    for reference in references:
        heap.extend(reference)
    return slow_bast(heap, null)


def slow_scores(
    images: Sequence[tuple[Sequence[SemanticTuple], Sequence[Sequence[SemanticTuple]]]],
    null: str,
    empty: str,
    average: str,
) -> dict[str, tuple[float, float, float]]:
    """Precision, recall and F1 of each component over (candidate, references) pairs."""
    scores: dict[str, tuple[float, float, float]] = {}
    for name in NAMES:
        rows: list[tuple[int, int, int]] = []
        for candidate, references in images:
            ours = slow_bast(candidate, null)[name]
            gold = slow_gold(references, null)[name]
            rows.append((len([value for value in ours if value in gold]), len(ours), len(gold)))
        if average == "micro":
            rows = [(sum(row[0] for row in rows), sum(row[1] for row in rows), sum(row[2] for row in rows))]
        triples = [_prf(row, 1.0 if empty == "one" else 0.0) for row in rows]
        n = len(triples)
        scores[name] = (
            sum(triple[0] for triple in triples) / n,
            sum(triple[1] for triple in triples) / n,
            sum(triple[2] for triple in triples) / n,
        )
    return scores


def slow_overall(
    images: Sequence[tuple[Sequence[SemanticTuple], Sequence[Sequence[SemanticTuple]]]],
    null: str,
    empty: str,
    average: str,
) -> tuple[float, float]:
    """The overall F1, and how many components it is the mean of; what both sides lack is left out."""
    table: list[list[tuple[int, int, int]]] = []
    for candidate, references in images:
        ours, gold = slow_bast(candidate, null), slow_gold(references, null)
        table.append(
            [
                (
                    len([value for value in ours[name] if value in gold[name]]),
                    len(ours[name]),
                    len(gold[name]),
                )
                for name in NAMES
            ]
        )
    if average == "micro":
        table = [
            [
                (sum(r[k][0] for r in table), sum(r[k][1] for r in table), sum(r[k][2] for r in table))
                for k in range(7)
            ]
        ]
    means: list[float] = []
    numbers: list[int] = []
    for rows in table:
        f1 = [_prf(row, 1.0)[2] for row in rows if row[1] > 0 or row[2] > 0]
        numbers.append(len(f1))
        if f1:
            means.append(sum(f1) / len(f1))
        elif empty == "one":
            means.append(1.0)
        else:
            means.append(0.0)
    return sum(means) / len(means), sum(numbers) / len(numbers)


def _prf(row: tuple[int, int, int], if_empty: float) -> tuple[float, float, float]:
    matched, n_ours, n_gold = row
    precision = if_empty
    if n_ours > 0:
        precision = matched / n_ours
    recall = if_empty
    if n_gold > 0:
        recall = matched / n_gold
    f1 = 0.0
    if precision + recall > 0:
        f1 = 2 * precision * recall / (precision + recall)
    return precision, recall, f1


def _values(argument: Argument) -> list[str]:
    if argument.negated or argument.lemma is None:
        return []
    return [_normal(argument.lemma)]


def _normal(lemma: str) -> str:
    return unicodedata.normalize("NFC", lemma.lower())


def _note(values: list[list[str]], value: list[str]) -> None:
    if value not in values:
        values.append(value)
