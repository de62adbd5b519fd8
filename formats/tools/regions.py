"""Annotations as the tools that people annotate with see them: marked regions of a caption, and links between them.

A tuple is a region labelled ``predicate`` and links from it to regions labelled ``agent``, ``patient`` or
``locative``. An argument that several tuples share in the same way is one region, so that a correction of it holds
for them all. What is tacit has no place of its own: its region, labelled ``tacit-predicate`` and so on, stands where a
person will see it (on an argument, or on the predicate), and its place means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

from extractor.errors import Fault, InvalidInputError
from extractor.types import LOCATIVE_KINDS, LocativeKind
from formats.records import (
    AnnotationArgument,
    AnnotationLocative,
    AnnotationRecord,
    AnnotationTuple,
    annotation_tuples,
)

SLOTS = ("agent", "patient", "locative")
LABELS = ("predicate", *SLOTS)
TACIT_PREFIX = "tacit-"
ALL_LABELS = (*LABELS, *(TACIT_PREFIX + label for label in LABELS))
PREPOSITIONS: tuple[str, ...] = (
    "in",
    "on",
    "at",
    "with",
    "through",
    "down",
    "near",
    "into",
    "over",
    "outside",
    "next-to",
    "by",
    "along",
    "in-front-of",
    "off",
    "behind",
    "across",
    "around",
    "beside",
    "out-of",
    "from",
    "for",
    "under",
    "up",
    "towards",
    "above",
    "against",
    "to",
    "onto",
    "past",
    "between",
    "among",
    "inside",
    "on-top-of",
    "away-from",
    "during",
    "below",
    "underneath",
    "in-the-middle-of",
)
"""Prepositions that tools offer for choice; others may be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A marked stretch of a caption.

    Attributes:
        id: Unique within its caption.
        label: ``predicate``, ``agent``, ``patient`` or ``locative``, with ``tacit-`` in front where it is tacit.
        start: First code point.
        end: Code point behind the last.
        value: What a tacit one stands for; None where nothing is known.
        negated: Its absence is stated.
        preposition: Of a locative.
        kind: Of a locative.
    """

    id: str
    label: str
    start: int
    end: int
    value: str | None = None
    negated: bool = False
    preposition: str | None = None
    kind: LocativeKind | None = None

    @property
    def slot(self) -> str:
        """The label without ``tacit-``."""
        return self.label.removeprefix(TACIT_PREFIX)

    @property
    def tacit(self) -> bool:
        """Whether it is understood and not written."""
        return self.label.startswith(TACIT_PREFIX)


@dataclass(slots=True, kw_only=True)
class MarkedCaption:
    """A caption with its regions and links.

    Attributes:
        caption: The text.
        image_id: The image, as given.
        caption_id: The caption, as given.
        tokens: The tokens of a pretokenized caption.
        regions: The regions; predicates in the order of the tuples.
        links: Pairs of a predicate's and an argument's region id, in the order of the arguments.
    """

    caption: str
    image_id: str | int
    caption_id: str | int
    tokens: list[str] | None = None
    regions: list[Region] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Imported:
    """What a tool's files held.

    Attributes:
        records: The annotations, in the order of the files.
        n_unannotated: Captions that nobody has annotated; they are left out.
    """

    records: list[AnnotationRecord] = field(default_factory=list)
    n_unannotated: int = 0


def mark(record: AnnotationRecord, *, where: str) -> MarkedCaption:
    """The regions and links of a record.

    Raises:
        InvalidInputError: The record's spans are faulty; all faults are named.
    """
    annotation_tuples(record, where=where)
    marked = MarkedCaption(
        caption=record.caption, image_id=record.image_id, caption_id=record.caption_id, tokens=record.tokens
    )
    id_by_argument: dict[tuple[object, ...], str] = {}
    for item in record.tuples:
        written = [a for a in (*item.agents, *item.patients, *item.locatives) if not a.tacit]
        predicate = _region(marked, "predicate", item.predicate, anchor=written[0] if written else None)
        slots: tuple[tuple[str, Sequence[AnnotationArgument]], ...] = (
            ("agent", item.agents),
            ("patient", item.patients),
            ("locative", item.locatives),
        )
        for slot, arguments in slots:
            for argument in arguments:
                key = (slot, *(getattr(argument, name) for name in argument.__struct_fields__))
                if argument.tacit or key not in id_by_argument:
                    anchor = None if item.predicate.tacit else item.predicate
                    id_by_argument[key] = _region(marked, slot, argument, anchor=anchor).id
                marked.links.append((predicate.id, id_by_argument[key]))
    return marked


def _region(
    marked: MarkedCaption, slot: str, item: AnnotationArgument, *, anchor: AnnotationArgument | None
) -> Region:
    place = anchor if item.tacit else item
    start, end = (place.start, place.end) if place else (0, len(marked.caption))
    locative = item if isinstance(item, AnnotationLocative) else None
    region = Region(
        id=f"r{len(marked.regions) + 1}",
        label=TACIT_PREFIX + slot if item.tacit else slot,
        start=start or 0,
        end=len(marked.caption) if end is None else end,
        value=item.value,
        negated=item.negated,
        preposition=locative.preposition if locative else None,
        kind=locative.kind if locative else None,
    )
    marked.regions.append(region)
    return region


def unmark(marked: MarkedCaption, *, where: str) -> AnnotationRecord:
    """The record of regions and links, as a person left them.

    A link counts in either direction. A predicate without arguments is a tuple; an argument without a predicate is
    a fault, as is anything that no annotation can hold.

    Raises:
        InvalidInputError: Something is wrong with regions or links; all faults are named.
    """
    faults: list[Fault] = []
    region_by_id = _region_by_id(marked, faults, where=where)
    arguments_by_predicate: dict[str, list[Region]] = {
        region.id: [] for region in marked.regions if region.slot == "predicate"
    }
    linked: set[str] = set()
    for link in dict.fromkeys(marked.links):
        if missing := [end for end in link if end not in region_by_id]:
            faults.append(
                Fault(where=where, problem=f"a link names the region {missing[0]}, which does not exist")
            )
            continue
        ends = sorted((region_by_id[end] for end in link), key=lambda region: region.slot != "predicate")
        if [end.slot == "predicate" for end in ends] != [True, False]:
            joined = " with ".join(f"{end.label} {_quoted(marked, end)}" for end in ends)
            problem = f"a link joins {joined}; allowed are a predicate and an argument"
            faults.append(Fault(where=where, problem=problem))
            linked.update(link)
            continue
        if ends[1] not in arguments_by_predicate[ends[0].id]:
            arguments_by_predicate[ends[0].id].append(ends[1])
        linked.add(ends[1].id)
    for region in marked.regions:
        if region.slot != "predicate" and region.id not in linked:
            problem = f"{region.label} {_quoted(marked, region)} belongs to no predicate"
            faults.append(Fault(where=f"{where}: region {region.id}", problem=problem))
    record = AnnotationRecord(
        image_id=marked.image_id,
        caption_id=marked.caption_id,
        caption=marked.caption,
        tokens=marked.tokens,
        tuples=[
            _tuple(marked, region_by_id[predicate], arguments)
            for predicate, arguments in arguments_by_predicate.items()
        ],
    )
    try:
        annotation_tuples(record, where=where)
    except InvalidInputError as error:
        faults.extend(error.faults)
    if faults:
        raise InvalidInputError(faults)
    return record


def _region_by_id(marked: MarkedCaption, faults: list[Fault], *, where: str) -> dict[str, Region]:
    region_by_id: dict[str, Region] = {}
    for region in marked.regions:
        place = f"{where}: region {region.id}"
        if region.id in region_by_id:
            faults.append(Fault(where=place, problem="has an id that another region has"))
        if region.slot != "locative" and (region.preposition is not None or region.kind is not None):
            faults.append(
                Fault(where=place, problem=f"only a locative has a preposition or a kind, no {region.label}")
            )
        region_by_id[region.id] = region
    return region_by_id


def _quoted(marked: MarkedCaption, region: Region) -> str:
    return repr(region.value if region.tacit else marked.caption[region.start : region.end])


def _tuple(marked: MarkedCaption, predicate: Region, arguments: Iterable[Region]) -> AnnotationTuple:
    result = AnnotationTuple(predicate=_argument(marked, predicate), agents=[], patients=[], locatives=[])
    for argument in arguments:
        if argument.slot == "agent":
            result.agents.append(_argument(marked, argument))
        elif argument.slot == "patient":
            result.patients.append(_argument(marked, argument))
        else:
            result.locatives.append(_locative(marked, argument))
    return result


def _argument(marked: MarkedCaption, region: Region) -> AnnotationArgument:
    if region.tacit:
        return AnnotationArgument(tacit=True, value=region.value, negated=region.negated)
    return AnnotationArgument(
        text=marked.caption[region.start : region.end],
        start=region.start,
        end=region.end,
        value=region.value,
        negated=region.negated,
    )


def _locative(marked: MarkedCaption, region: Region) -> AnnotationLocative:
    argument = _argument(marked, region)
    return AnnotationLocative(
        text=argument.text,
        start=argument.start,
        end=argument.end,
        tacit=argument.tacit,
        value=argument.value,
        negated=argument.negated,
        preposition=region.preposition,
        kind=region.kind,
    )


def checked_label(label: object) -> str:
    """The label of a region.

    Raises:
        ValueError: It is none of ours.
    """
    if label not in ALL_LABELS:
        raise ValueError(f"label {label!r} is unknown; allowed: {', '.join(ALL_LABELS)}")
    return str(label)


def checked_kind(kind: object) -> LocativeKind:
    """The kind of a locative.

    Raises:
        ValueError: It is none of ours.
    """
    if kind not in get_args(LocativeKind):
        raise ValueError(f"kind {kind!r} is unknown; allowed: {', '.join(LOCATIVE_KINDS)}")
    return kind  # type: ignore[return-value]  # one of the literals, as just checked


def ids_and_tokens(data: Mapping[str, object], *, fallback: str | int) -> dict[str, object]:
    """``image_id``, ``caption_id`` and ``tokens`` as a tool kept them; what it never had gets the tool's own id.

    Raises:
        ValueError: One of them has another shape; the message names the field.
    """
    caption_id = data.get("caption_id")
    caption_id = fallback if caption_id is None else caption_id
    image_id = data.get("image_id")
    image_id = caption_id if image_id is None else image_id
    for name, value in (("image_id", image_id), ("caption_id", caption_id)):
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise ValueError(f"{name}: expected str or int, not {value!r}")
    tokens = data.get("tokens")
    if tokens is not None and not (
        isinstance(tokens, list) and all(isinstance(token, str) for token in tokens)
    ):
        raise ValueError(f"tokens: expected a list of str, not {tokens!r}")
    return {"image_id": image_id, "caption_id": caption_id, "tokens": tokens}
