"""How well noun phrases are found, against annotated ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.bast.agreement import Counts
from scoring.grounding.entity_type import ENTITY_TYPES


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedSpan:
    """A phrase of a caption with its type.

    Attributes:
        start: Its first token.
        end: The token behind its last.
        head: The token of its head; of an annotated phrase, whose head is not known, None.
        types: Of `ENTITY_TYPES`; an annotated phrase may have two.
    """

    start: int
    end: int
    head: int | None = None
    types: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionFigures:
    """Agreement of found with annotated phrases; the found are the candidate.

    Attributes:
        spans: Phrases of the same tokens.
        heads: Annotated phrases that hold the head of a found one; of several found in one phrase, one counts.
        typed: By type, phrases of the same tokens and type; one of two annotated types will do.
        right_types: Share of the phrases matched by heads whose type is right, from 0 to 1; 1 where there are none.
    """

    spans: Counts
    heads: Counts
    typed: Mapping[str, Counts]
    right_types: float


def compare_mentions(
    found: Sequence[Sequence[TypedSpan]], annotated: Sequence[Sequence[TypedSpan]]
) -> MentionFigures:
    """Compare the phrases of captions.

    Args:
        found: Of each caption; with heads and one type each.
        annotated: Of the same captions; phrases of one caption do not overlap.
    """
    spans = heads = Counts()
    matched, n_found, n_annotated = Counter[str](), Counter[str](), Counter[str]()
    n_right = 0
    for ours, theirs in zip(found, annotated, strict=True):
        by_place = {(span.start, span.end): span for span in ours}
        same = [span for span in theirs if (span.start, span.end) in by_place]
        spans += Counts(len(same), len(ours), len(theirs))
        holding = [(span, _inside(span, ours)) for span in theirs]
        heads += Counts(sum(inside is not None for _, inside in holding), len(ours), len(theirs))
        n_right += sum(inside is not None and bool(span.types & inside.types) for span, inside in holding)
        n_found.update(_counted(span, by_place) for span in ours)
        for span in theirs:
            kind = _counted(span, by_place)
            n_annotated[kind] += 1
            matched[kind] += (span.start, span.end) in by_place and bool(
                span.types & by_place[span.start, span.end].types
            )
    return MentionFigures(
        spans=spans,
        heads=heads,
        typed={kind: Counts(matched[kind], n_found[kind], n_annotated[kind]) for kind in ENTITY_TYPES},
        right_types=n_right / heads.matched if heads.matched else 1.0,
    )


def _inside(span: TypedSpan, found: Sequence[TypedSpan]) -> TypedSpan | None:
    """The last found phrase whose head is in an annotated one."""
    return next((s for s in reversed(found) if s.head is not None and span.start <= s.head < span.end), None)


def _counted(span: TypedSpan, ours_by_place: Mapping[tuple[int, int], TypedSpan]) -> str:
    """The type under which a phrase counts: of two annotated ones, the one that was found."""
    ours = ours_by_place.get((span.start, span.end))
    shared = span.types & ours.types if ours is not None else frozenset()
    return min(shared or span.types, default="other")
