"""Tuples, BASTs and scores as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from extractor.types import Argument, SemanticTuple, depicted
from scoring import COMPONENTS, Bast, BastScores, Counts
from scoring.bast.components import ALL_COMPONENTS, is_counted
from scoring.inference.intervals import OVERALL, Interval

TACIT = "TACIT"
NO_FILLER = "-"


def printable(text: str) -> str:
    """The text with everything that a terminal would act on written as an escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def tuple_line(item: SemanticTuple) -> str:
    """``<predicate; agents; patients; locatives>``: lemmas, several fillers of a slot joined by a comma.

    A tacit predicate whose value is known is shown as ``TACIT hold``; what is not depicted has its reason behind it.
    """
    predicate = item.predicate.lemma or item.predicate.text
    if item.predicate.tacit:
        predicate = f"{TACIT} {predicate}".rstrip()
    slots = (item.agents, item.patients, item.locatives)
    fillers = (", ".join(_filler(argument) for argument in slot) or NO_FILLER for slot in slots)
    reason = f" [{item.reason}]" if item.reason else ""
    return printable(f"<{'; '.join((predicate, *fillers))}>{reason}")


def caption_lines(caption: str, tuples: Iterable[SemanticTuple], *, show_all: bool = False) -> Iterator[str]:
    """A caption and, below it, its tuples: those that are depicted, or all, each with the reason why it is not."""
    yield printable(caption)
    lines = [f"  {tuple_line(item)}" for item in (tuples if show_all else depicted(tuples))]
    yield from lines or ["  (no tuples)"]


def bast_lines(bast: Bast) -> Iterator[str]:
    """The seven components, one a line, and those of ours that hold anything."""
    for name in ALL_COMPONENTS:
        if name not in COMPONENTS and not bast[name]:
            continue
        values = ", ".join("-".join(value) for value in sorted(bast[name]))
        yield f"{name:<12} {{{printable(values)}}}"


def score_lines(
    scores: BastScores,
    counts_by_component: Mapping[str, Counts],
    intervals: Mapping[tuple[str, str], Interval] | None = None,
) -> Iterator[str]:
    """Precision, recall, F1 and counts, one component a line, and the overall F1; intervals of F1 where given."""
    head = "" if intervals is None else "  95% of F1       "
    width = name_width(scores.by_component)
    yield f"{'component':<{width}}       P       R      F1{head}   matched  candidate  reference"
    for name in scores.by_component:
        prf, counts = scores[name], counts_by_component[name]
        yield (
            f"{name:<{width}}  {prf.precision:6.4f}  {prf.recall:6.4f}  {prf.f1:6.4f}{_interval(intervals, name)}"
            f"  {counts.matched:>8}  {counts.n_candidate:>9}  {counts.n_reference:>9}"
        )
    overall = _interval(intervals, OVERALL)
    text = components_text(scores.n_components, scores.by_component)
    yield f"{'overall':<{width}}  {'':6}  {'':6}  {scores.overall_f1:6.4f}{overall}  ({text})"


def name_width(components: Iterable[str]) -> int:
    """How wide a column of components' names is."""
    return max(9, *map(len, components))


def components_text(n_components: float, components: Iterable[str]) -> str:
    """What an overall F1 is the mean of."""
    number = f"{n_components:.0f}" if n_components.is_integer() else f"{n_components:.2f} on average"
    n_counted = sum(map(is_counted, components))
    return f"mean F1 of the components that one side has: {number} of {n_counted}"


def _interval(intervals: Mapping[tuple[str, str], Interval] | None, name: str) -> str:
    if intervals is None:
        return ""
    interval = intervals[name, "f1"]
    return f"  {interval.low:.4f}-{interval.high:.4f}"


def _filler(argument: Argument) -> str:
    name = argument.lemma or (TACIT if argument.tacit else argument.text)
    if argument.negated:
        name = f"no {name}"
    if argument.reason:
        name = f"{name} [{argument.reason}]"
    return f"{argument.preposition} {name}" if argument.preposition else name
