"""Ground whole tuples: every filler of every slot with its value and its source, in one batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar

from extractor.errors import CaptupleError, Fault, InvalidInputError, shorten
from extractor.types import Argument, Predicate, SemanticTuple
from scoring.bast.modifiers import modifier_value
from scoring.conventions import NullConvention, check_options
from scoring.grounding.protocol import GroundingFunction, UngroundableError

if TYPE_CHECKING:
    from collections.abc import Callable

NULL = "NULL"
"""The value of an empty locative slot under the convention ``null:locative``. No grounding may return it."""

Slot = Literal["predicate", "agents", "patients", "locatives"]

_Item = TypeVar("_Item", Argument, Predicate)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueSource:
    """An argument or predicate that stands behind a value.

    Attributes:
        tuple_index: Index of the tuple.
        slot: The slot of the tuple.
        argument_index: Index within the slot; None for a predicate, and for the locative slot whose
            emptiness is NULL.
        modifier_index: Index within the argument's modifiers; None for the argument or predicate itself.
    """

    tuple_index: int
    slot: Slot
    argument_index: int | None
    modifier_index: int | None = None


@dataclass(frozen=True, slots=True)
class GroundedFiller:
    """One filler of a slot with its value, and the values of what describes or counts it."""

    value: str
    source: ValueSource
    modifiers: tuple[str, ...] = ()


@dataclass(slots=True)
class GroundedTuple:
    """The fillers of one tuple that have a value."""

    participants: list[GroundedFiller]
    predicates: list[GroundedFiller]
    locatives: list[GroundedFiller]


def ground_tuples(
    tuple_lists: Sequence[Sequence[SemanticTuple]],
    *,
    ground: GroundingFunction | Sequence[GroundingFunction],
    null: NullConvention,
    where: Callable[[int], str],
) -> list[list[GroundedTuple]]:
    """Ground every list of tuples, those with the same grounding in one batch.

    What is not depicted, negated arguments and tacit predicates are left out before the grounding function sees them.

    Args:
        tuple_lists: The tuples of each caption.
        ground: The grounding function, or one for each list (see `scoring.grounding.caption_groundings`).
        null: Whether a tuple without any locative has the locative value NULL.
        where: Names the place of a list, for messages.

    Returns:
        The grounded tuples of each list, in order.

    Raises:
        InvalidInputError: Items cannot be grounded; all are named. Or ``null`` is not allowed.
        CaptupleError: The grounding function broke its contract.
    """
    check_options(null=null)
    places = [(i, t, item) for i, tuples in enumerate(tuple_lists) for t, item in enumerate(tuples)]
    predicates = [
        (i, ValueSource(tuple_index=t, slot="predicate", argument_index=None), item.predicate)
        for i, t, item in places
        if not item.predicate.tacit and item.depicted
    ]
    arguments = [
        (i, ValueSource(tuple_index=t, slot=slot, argument_index=a), argument)
        for i, t, item in places
        if item.depicted
        for slot, fillers in _argument_slots(item)
        for a, argument in enumerate(fillers)
        if argument.present
    ]

    faults: list[Fault] = []
    grounds = list(ground) if isinstance(ground, Sequence) else [ground] * len(tuple_lists)
    argument_values = _values(grounds, "ground_arguments", arguments, where, faults)
    predicate_values = _values(grounds, "ground_predicates", predicates, where, faults)
    if faults:
        raise InvalidInputError(faults)

    grounded = [[_empty_tuple(t, item, null) for t, item in enumerate(tuples)] for tuples in tuple_lists]
    for (i, source, _), value in zip(predicates, predicate_values, strict=True):
        if value is not None:
            grounded[i][source.tuple_index].predicates.append(GroundedFiller(value, source))
    for (i, source, argument), value in zip(arguments, argument_values, strict=True):
        if value is not None:
            target = grounded[i][source.tuple_index]
            part = target.locatives if source.slot == "locatives" else target.participants
            modifiers = tuple(modifier_value(word) for word in argument.modifiers)
            part.append(GroundedFiller(value, source, modifiers))
    return grounded


def _argument_slots(item: SemanticTuple) -> tuple[tuple[Slot, tuple[Argument, ...]], ...]:
    return ("agents", item.agents), ("patients", item.patients), ("locatives", item.locatives)


def _empty_tuple(tuple_index: int, item: SemanticTuple, null: NullConvention) -> GroundedTuple:
    grounded = GroundedTuple([], [], [])
    if null == "locative" and item.depicted and not item.locatives:
        source = ValueSource(tuple_index=tuple_index, slot="locatives", argument_index=None)
        grounded.locatives.append(GroundedFiller(NULL, source))
    return grounded


def _values(
    grounds: Sequence[GroundingFunction],
    method: Literal["ground_arguments", "ground_predicates"],
    placed_items: Sequence[tuple[int, ValueSource, _Item]],
    where: Callable[[int], str],
    faults: list[Fault],
) -> list[str | None]:
    """The value of each item by the grounding of its list; one batch for each grounding."""
    indices_by_ground: dict[int, list[int]] = {}
    for index, (i, _, _) in enumerate(placed_items):
        indices_by_ground.setdefault(id(grounds[i]), []).append(index)
    values: list[str | None] = [None] * len(placed_items)
    for indices in indices_by_ground.values():
        batch = [placed_items[index] for index in indices]
        ground = grounds[batch[0][0]]
        for index, value in zip(
            indices, _ground_batch(ground, getattr(ground, method), batch, where, faults), strict=True
        ):
            values[index] = value
    return values


def _ground_batch(
    ground: GroundingFunction,
    ground_items: Callable[[Sequence[_Item]], list[str | None]],
    placed_items: Sequence[tuple[int, ValueSource, _Item]],
    where: Callable[[int], str],
    faults: list[Fault],
) -> list[str | None]:
    """The values of a batch; what cannot be grounded is added to ``faults`` under the place it came from."""
    try:
        values = ground_items([item for _, _, item in placed_items])
    except UngroundableError as e:
        for index, problem in e.problem_by_index.items():
            i, source, _ = placed_items[index]
            faults.append(
                Fault(where=f"{where(i)}[{source.tuple_index}].{_slot_place(source)}", problem=problem)
            )
        return [None] * len(placed_items)
    if len(values) != len(placed_items):
        raise CaptupleError(
            f"grounding {ground.name!r} returned {len(values)} values for {len(placed_items)} items"
        )
    for value in values:
        if value is not None and (not isinstance(value, str) or value in ("", NULL)):
            raise CaptupleError(f"grounding {ground.name!r} returned {shorten(value)}, which is no value")
    return values


def _slot_place(source: ValueSource) -> str:
    return source.slot if source.argument_index is None else f"{source.slot}[{source.argument_index}]"
