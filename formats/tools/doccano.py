"""doccano: the JSON Lines of its relation extraction projects, and its files of label types.

doccano knows labels of spans and of relations, no more; so they say everything: a span's label reads
``locative:scene``, ``agent:negated`` or ``tacit-predicate=hold``, a relation's type is the slot, of a locative with its
preposition: ``locative:in-front-of``. Spans may overlap: a project needs doccano's options for overlapping spans
and for relations. Offsets are code points.

References:
    doccano documentation: relation extraction, import and export formats.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import LOCATIVE_KINDS
from formats.records import AnnotationRecord
from formats.tools.regions import (
    ALL_LABELS,
    PREPOSITIONS,
    SLOTS,
    Imported,
    MarkedCaption,
    Region,
    checked_kind,
    checked_label,
    ids_and_tokens,
    mark,
    unmark,
)

CAPTIONS_FILE = "captions.jsonl"
SPAN_TYPES_FILE = "span_types.json"
RELATION_TYPES_FILE = "relation_types.json"


class _Entity(msgspec.Struct, kw_only=True):
    id: int | str
    label: str
    start_offset: int
    end_offset: int


class _Relation(msgspec.Struct, kw_only=True):
    id: int | str | None = None
    from_id: int | str
    to_id: int | str
    type: str


def export_files(
    records: Iterable[AnnotationRecord],
    *,
    model: str | None = None,  # noqa: ARG001  # doccano keeps no model
) -> dict[str, bytes]:
    """The files to import into doccano, by name: captions, and the types of spans and relations.

    Args:
        records: The annotations.
        model: The model that made them; doccano has no place for it.

    Raises:
        InvalidInputError: Records are faulty; all faults are named.
    """
    faults: list[Fault] = []
    lines, labels, types = [], dict.fromkeys(_usual_labels()), dict.fromkeys(_usual_types())
    for i, record in enumerate(records):
        try:
            line = _line(mark(record, where=f"records[{i}]"))
        except InvalidInputError as error:
            faults.extend(error.faults)
            continue
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
        labels |= dict.fromkeys(entity["label"] for entity in line["entities"])
        types |= dict.fromkeys(relation["type"] for relation in line["relations"])
    if faults:
        raise InvalidInputError(faults)
    return {
        CAPTIONS_FILE: "".join(lines).encode(),
        SPAN_TYPES_FILE: _types_json(labels),
        RELATION_TYPES_FILE: _types_json(types),
    }


def _usual_labels() -> list[str]:
    return [*ALL_LABELS, *(f"locative:{kind}" for kind in LOCATIVE_KINDS), "agent:negated", "patient:negated"]


def _usual_types() -> list[str]:
    return ["agent", "patient", "locative", *(f"locative:{preposition}" for preposition in PREPOSITIONS)]


def _types_json(names: Iterable[str]) -> bytes:
    return (json.dumps([{"text": name} for name in names], ensure_ascii=False, indent=1) + "\n").encode()


def _line(marked: MarkedCaption) -> dict[str, Any]:
    number_by_id = {region.id: number for number, region in enumerate(marked.regions)}
    region_by_id = {region.id: region for region in marked.regions}
    line: dict[str, Any] = {
        "text": marked.caption,
        "image_id": marked.image_id,
        "caption_id": marked.caption_id,
        "entities": [
            {
                "id": number_by_id[region.id],
                "label": _label(region),
                "start_offset": region.start,
                "end_offset": region.end,
            }
            for region in marked.regions
        ],
        "relations": [
            {
                "id": number,
                "from_id": number_by_id[start],
                "to_id": number_by_id[end],
                "type": _type(region_by_id[end]),
            }
            for number, (start, end) in enumerate(marked.links)
        ],
    }
    return line if marked.tokens is None else {**line, "tokens": marked.tokens}


def _label(region: Region) -> str:
    parts = [region.label, *([region.kind] if region.kind else []), *(["negated"] if region.negated else [])]
    return ":".join(parts) + ("" if region.value is None else f"={region.value}")


def _type(region: Region) -> str:
    return region.slot if region.preposition is None else f"{region.slot}:{region.preposition}"


def import_files(files: Mapping[str, bytes]) -> Imported:
    """The annotations of doccano's JSON Lines exports, by name.

    Raises:
        InvalidInputError: A file is faulty; every fault is named with its file, line and entity or relation.
    """
    imported = Imported()
    faults: list[Fault] = []
    for name, data in files.items():
        for number, line in enumerate(data.split(b"\n"), start=1):
            if not line.strip():
                continue
            where = f"{name}:{number}"
            try:
                value = msgspec.json.decode(line)
                if not isinstance(value, dict):
                    raise ValueError(f"a JSON object is needed on each line, not {shorten(value)}")
                marked = _marked(value, number)
            except (ValueError, UnicodeDecodeError, RecursionError) as error:
                faults.append(Fault(where=where, problem=str(error)))
                continue
            _read_line(value, marked, imported, faults, where=where)
    if faults:
        raise InvalidInputError(faults)
    return imported


def _marked(value: dict[str, Any], number: int) -> MarkedCaption:
    caption = value.get("text", value.get("data"))
    if not isinstance(caption, str):
        raise ValueError(f"text: a text is needed, not {shorten(caption)}")
    for name in ("entities", "relations"):
        if not isinstance(value.get(name), list):
            raise ValueError(f"{name}: a list is needed, as projects with relations export it")
    return MarkedCaption(caption=caption, **ids_and_tokens(value, fallback=value.get("id", number)))  # type: ignore[arg-type]  # they are checked


def _read_line(
    value: dict[str, Any], marked: MarkedCaption, imported: Imported, faults: list[Fault], *, where: str
) -> None:
    region_by_id: dict[str, Region] = {}
    for i, item in enumerate(value["entities"]):
        try:
            region = _region(msgspec.convert(item, _Entity))
            if region.id in region_by_id:
                raise ValueError(f"id: {region.id} is taken by another entity")
            region_by_id[region.id] = region
        except ValueError as error:
            faults.append(Fault(where=f"{where}: entities[{i}]", problem=str(error)))
    relations = []
    for i, item in enumerate(value["relations"]):
        try:
            relations.append(msgspec.convert(item, _Relation))
        except ValueError as error:
            faults.append(Fault(where=f"{where}: relations[{i}]", problem=str(error)))
    _link(marked, region_by_id, relations, faults, where=where)
    try:
        imported.records.append(unmark(marked, where=where))
    except InvalidInputError as error:
        faults.extend(error.faults)


def _region(entity: _Entity) -> Region:
    name, equals, value = entity.label.partition("=")
    label, *marks = name.split(":")
    kinds = [part for part in marks if part != "negated"]
    if len(kinds) > 1 or len(marks) - len(kinds) > 1:
        raise ValueError(f"label {entity.label!r} is unknown; allowed: LABEL[:KIND][:negated][=VALUE]")
    return Region(
        id=str(entity.id),
        label=checked_label(label),
        start=entity.start_offset,
        end=entity.end_offset,
        value=value if equals else None,
        negated="negated" in marks,
        kind=checked_kind(kinds[0]) if kinds else None,
    )


def _link(
    marked: MarkedCaption,
    region_by_id: dict[str, Region],
    relations: list[_Relation],
    faults: list[Fault],
    *,
    where: str,
) -> None:
    """Put regions and links into the caption; prepositions come from the relations.

    A locative that two predicates have with different prepositions becomes two regions.
    """
    marked.regions.extend(region for region in region_by_id.values() if region.slot != "locative")
    locatives: dict[str, Region] = {}
    linked = set()
    for i, relation in enumerate(relations):
        ends = [str(relation.from_id), str(relation.to_id)]
        slot, colon, preposition = relation.type.partition(":")
        regions = [region_by_id[end] for end in ends if end in region_by_id]
        argument = next((region for region in regions if region.slot == slot), None)
        if argument is None or slot not in SLOTS:
            allowed = "allowed: agent, patient, locative, locative:PREPOSITION"
            problem = f"type {relation.type!r} needs a region of this slot at one end; {allowed}"
            faults.append(Fault(where=f"{where}: relations[{i}]", problem=problem))
        elif slot == "locative":
            linked.add(argument.id)
            region = replace(
                argument, id=f"{argument.id}{colon}{preposition}", preposition=preposition if colon else None
            )
            locatives[region.id] = region
            ends[ends.index(argument.id)] = region.id
        elif colon:
            problem = f"type {relation.type!r}: only a locative has a preposition"
            faults.append(Fault(where=f"{where}: relations[{i}]", problem=problem))
        marked.links.append((ends[0], ends[1]))
    marked.regions.extend(locatives.values())
    marked.regions.extend(r for r in region_by_id.values() if r.slot == "locative" and r.id not in linked)
