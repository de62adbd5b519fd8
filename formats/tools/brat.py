"""brat: a folder of text files with standoff annotation, and its configuration.

A caption is a ``.txt`` file, its annotation the ``.ann`` file beside it. A tuple is an event: its trigger is the
predicate, its roles are the slots. Negation and a locative's kind and preposition are attributes; the value of
something tacit is a note ``value: hold``. Ids and tokens, for which brat has no place, stand in ``captions.jsonl``.
Offsets are code points.

References:
    Stenetorp et al., 2012: brat: a Web-based Tool for NLP-Assisted Text Annotation; brat standoff format.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any
from urllib.parse import unquote

import msgspec

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import LOCATIVE_KINDS
from formats.records import AnnotationRecord
from formats.tools.regions import (
    LABELS,
    PREPOSITIONS,
    SLOTS,
    TACIT_PREFIX,
    Imported,
    MarkedCaption,
    Region,
    checked_kind,
    checked_label,
    ids_and_tokens,
    mark,
    unmark,
)

INDEX_FILE = "captions.jsonl"
CONFIG_FILE = "annotation.conf"
_NO_WORD = re.compile(r"[\s%\x00-\x1f\x7f-\x9f]")
_SEGMENT = re.compile(r"[^\r\n]+")
_ROLE = re.compile(r"(?P<slot>[a-z]+)\d*:(?P<id>T\d+)")


def export_files(
    records: Iterable[AnnotationRecord],
    *,
    model: str | None = None,  # noqa: ARG001  # brat keeps no model
) -> dict[str, bytes]:
    """The files of a brat folder, by name.

    Args:
        records: The annotations.
        model: The model that made them; brat has no place for it.

    Raises:
        InvalidInputError: Records are faulty; all faults are named.
    """
    faults: list[Fault] = []
    marked = []
    for i, record in enumerate(records):
        try:
            marked.append(mark(record, where=f"records[{i}]"))
        except InvalidInputError as error:
            faults.extend(error.faults)
    if faults:
        raise InvalidInputError(faults)
    files = {}
    index = []
    width = len(str(len(marked)))
    for number, caption in enumerate(marked, start=1):
        name = f"{number:0{width}}"
        files[f"{name}.txt"] = caption.caption.encode()
        files[f"{name}.ann"] = "".join(line + "\n" for line in _lines(caption)).encode()
        entry: dict[str, Any] = {"file": name, "image_id": caption.image_id, "caption_id": caption.caption_id}
        index.append(entry if caption.tokens is None else {**entry, "tokens": caption.tokens})
    files[INDEX_FILE] = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in index).encode()
    files[CONFIG_FILE] = _config(marked).encode()
    return files


def _config(marked: Iterable[MarkedCaption]) -> str:
    used = (r.preposition for caption in marked for r in caption.regions if r.preposition is not None)
    prepositions = dict.fromkeys([*PREPOSITIONS, *map(_quoted, used)])
    arguments = [f"{prefix}{slot}" for slot in SLOTS for prefix in ("", TACIT_PREFIX)]
    roles = ", ".join(f"{slot}*:{slot}|{TACIT_PREFIX}{slot}" for slot in SLOTS)
    lines = ["[entities]", *arguments, "", "[relations]", "", "[events]"]
    lines += [f"{label}\t{roles}" for label in ("predicate", f"{TACIT_PREFIX}predicate")]
    lines += [
        "",
        "[attributes]",
        "negated\tArg:<ANY>",
        f"kind\tArg:locative, Value:{'|'.join(LOCATIVE_KINDS)}",
    ]
    lines += [f"preposition\tArg:locative, Value:{'|'.join(prepositions)}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Text without the characters that separate fields and lines, as %XX."""
    return _NO_WORD.sub(lambda match: "".join(f"%{byte:02X}" for byte in match.group().encode()), text)


def _lines(caption: MarkedCaption) -> list[str]:
    """The lines of a caption's ``.ann`` file."""
    id_by_region = {region.id: f"T{number}" for number, region in enumerate(caption.regions, start=1)}
    slot_by_region = {region.id: region.slot for region in caption.regions}
    lines = [_text_bound(caption, region, id_by_region[region.id]) for region in caption.regions]
    events: list[tuple[Region, str]] = []
    for region in caption.regions:
        if region.slot != "predicate":
            continue
        event = f"E{len(events) + 1}"
        events.append((region, event))
        ends = [end for start, end in caption.links if start == region.id]
        counts: dict[str, int] = {}
        roles = [f"{region.label}:{id_by_region[region.id]}"]
        for end in ends:
            slot = slot_by_region[end]
            counts[slot] = counts.get(slot, 0) + 1
            roles.append(f"{slot}{counts[slot] if counts[slot] > 1 else ''}:{id_by_region[end]}")
        lines.append(f"{event}\t{' '.join(roles)}")
    event_by_predicate = {region.id: event for region, event in events}
    attributes: list[str] = []
    notes: list[str] = []
    for region in caption.regions:
        owner = event_by_predicate.get(region.id, id_by_region[region.id])
        said = [
            ("negated", "" if region.negated else None),
            ("kind", region.kind),
            ("preposition", None if region.preposition is None else _quoted(region.preposition)),
        ]
        for name, value in said:
            if value is not None:
                attributes.append(
                    f"A{len(attributes) + 1}\t{name} {owner}{f' {value}' if name != 'negated' else ''}"
                )
        if region.value is not None:
            value = re.sub(r"[%\x00-\x1f\x7f-\x9f]", lambda match: _quoted(match.group()), region.value)
            notes.append(f"#{len(notes) + 1}\tAnnotatorNotes {owner}\tvalue: {value}")
    return [*lines, *attributes, *notes]


def _text_bound(caption: MarkedCaption, region: Region, name: str) -> str:
    """A T line; a stretch over a line break becomes a discontinuous one, as brat writes it."""
    text = caption.caption[region.start : region.end]
    segments = [(match.start(), match.end()) for match in _SEGMENT.finditer(text)]
    if not segments or segments[0][0] != 0 or segments[-1][1] != len(text):
        segments = [(0, len(text))]
    places = ";".join(f"{region.start + start} {region.start + end}" for start, end in segments)
    shown = " ".join(re.sub(r"[\r\n]", " ", text[start:end]) for start, end in segments)
    return f"{name}\t{region.label} {places}\t{shown}"


@dataclass(slots=True, kw_only=True)
class _Standoff:
    """The lines of an ``.ann`` file, read."""

    fields_by_id: dict[str, dict[str, Any]] = field(default_factory=dict)
    triggers: dict[str, str] = field(default_factory=dict)
    roles: list[tuple[str, str, str, int]] = field(default_factory=list)
    about: list[tuple[str, str, object, int]] = field(default_factory=list)


def import_files(files: Mapping[str, bytes]) -> Imported:
    """The annotations of a brat folder's files, by name.

    A caption that the index does not name, such as one that people added, has the name of its file as its ids.

    Raises:
        InvalidInputError: A file is faulty; every fault is named with its file and line.
    """
    imported = Imported()
    faults: list[Fault] = []
    names = [PurePath(name).stem for name in files if name.endswith(".txt")]
    faults += [
        Fault(where=name, problem="has no .txt file beside it")
        for name in files
        if name.endswith(".ann") and PurePath(name).stem not in names
    ]
    if not names:
        faults.append(Fault(where="", problem="the folder holds no .txt file"))
    index = _index(files.get(INDEX_FILE, b""), faults)
    ordered = [name for name in index if name in names] + [name for name in names if name not in index]
    for name in ordered:
        annotation = files.get(f"{name}.ann")
        if annotation is None:
            imported.n_unannotated += 1
            continue
        try:
            marked = MarkedCaption(
                caption=files[f"{name}.txt"].decode(),
                **ids_and_tokens(index.get(name, {}), fallback=name),  # type: ignore[arg-type]  # they are checked
            )
            text = annotation.decode()
        except UnicodeDecodeError as error:
            faults.append(Fault(where=name, problem=f"not UTF-8: {error}"))
            continue
        _read_standoff(text, marked, faults, where=f"{name}.ann")
        try:
            imported.records.append(unmark(marked, where=f"{name}.ann"))
        except InvalidInputError as error:
            faults.extend(error.faults)
    if faults:
        raise InvalidInputError(faults)
    return imported


def _index(data: bytes, faults: list[Fault]) -> dict[str, dict[str, Any]]:
    index: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            entry = msgspec.json.decode(line)
            if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
                raise ValueError(f"an object with 'file' is needed, not {shorten(entry)}")
            ids_and_tokens(entry, fallback=entry["file"])
            if entry["file"] in index:
                raise ValueError(f"file: {entry['file']} stands here a second time")
            index[entry["file"]] = entry
        except (ValueError, UnicodeDecodeError, RecursionError) as error:
            faults.append(Fault(where=f"{INDEX_FILE}:{number}", problem=str(error)))
    return index


def _read_standoff(text: str, marked: MarkedCaption, faults: list[Fault], *, where: str) -> None:
    standoff = _Standoff()
    readers: dict[str, Callable[[list[str], _Standoff, int], None]] = {
        "T": lambda columns, standoff, _: _read_text_bound(columns, standoff, marked.caption),
        "E": _read_event,
        "A": _read_attribute,
        "M": _read_attribute,
        "#": _read_note,
    }
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            reader = readers.get(line[0])
            if reader is None:
                raise ValueError(
                    f"{shorten(line)}: T, E, A and # lines are allowed; tuples are events, no relations"
                )
            reader(line.split("\t"), standoff, number)
        except ValueError as error:
            faults.append(Fault(where=f"{where}:{number}", problem=str(error)))
    _apply(standoff, faults, where=where)
    for region_id, fields in standoff.fields_by_id.items():
        marked.regions.append(Region(id=region_id, **fields))
    for region in marked.regions:
        if region.slot == "predicate" and region.id not in standoff.triggers.values():
            problem = f"{region.label} is the trigger of no event"
            faults.append(Fault(where=f"{where}: {region.id}", problem=problem))
    marked.links.extend((standoff.triggers[event], end) for event, _, end, _ in standoff.roles)


def _apply(standoff: _Standoff, faults: list[Fault], *, where: str) -> None:
    """Bring roles and attributes to the regions that they name, which may stand behind them."""
    for event, slot, end, number in standoff.roles:
        region = standoff.fields_by_id.get(end)
        if region is not None and region["label"].removeprefix(TACIT_PREFIX) != slot:
            problem = f"{event} has {end} as its {slot}, but {end} is labelled {region['label']}"
            faults.append(Fault(where=f"{where}:{number}", problem=problem))
    for owner, name, value, number in standoff.about:
        region = standoff.fields_by_id.get(standoff.triggers.get(owner, owner))
        if region is None:
            faults.append(Fault(where=f"{where}:{number}", problem=f"{owner} does not exist"))
        else:
            region[name] = value


def _read_text_bound(columns: list[str], standoff: _Standoff, caption: str) -> None:
    if len(columns) < 3:
        raise ValueError("a T line has an id, a type with offsets, and a text, with tabs between")
    name, type_and_places, text = columns[0], columns[1], "\t".join(columns[2:])
    label, _, places = type_and_places.partition(" ")
    match = re.fullmatch(r"\d+ \d+(?:;\d+ \d+)*", places)
    if match is None:
        raise ValueError(f"{name}: offsets {shorten(places)}: START END[;START END] is allowed")
    segments = [tuple(map(int, part.split(" "))) for part in places.split(";")]
    start, end = segments[0][0], segments[-1][1]
    for (_, before), (after, _) in itertools.pairwise(segments):
        if caption[before:after].strip("\r\n"):
            raise ValueError(f"{name}: {places}: a discontinuous span is allowed over a line break alone")
    if end > len(caption):
        raise ValueError(f"{name}: span {start}-{end} lies outside the caption of {len(caption)} code points")
    if caption[start:end].split() != text.split():
        there = shorten(caption[start:end])
        raise ValueError(f"{name}: text {shorten(text)} differs from the caption's {there} at {start}-{end}")
    if name in standoff.fields_by_id:
        raise ValueError(f"{name} stands here a second time")
    standoff.fields_by_id[name] = {"label": checked_label(label), "start": start, "end": end}


def _read_event(columns: list[str], standoff: _Standoff, number: int) -> None:
    name, *roles = [part for column in columns for part in column.split(" ") if part]
    label, _, trigger = roles[0].partition(":") if roles else ("", "", "")
    if label not in (LABELS[0], f"{TACIT_PREFIX}{LABELS[0]}") or not re.fullmatch(r"T\d+", trigger):
        raise ValueError(f"{name}: an event starts with predicate:T1 or tacit-predicate:T1")
    if name in standoff.triggers or trigger in standoff.triggers.values():
        raise ValueError(f"{name} or its trigger {trigger} stands here a second time")
    found = []
    for role in roles[1:]:
        match = _ROLE.fullmatch(role)
        if match is None or match["slot"] not in SLOTS:
            raise ValueError(
                f"{name}: role {shorten(role)}: allowed are agent:T2, patient:T3 and locative:T4"
            )
        found.append((name, match["slot"], match["id"], number))
    standoff.triggers[name] = trigger
    standoff.roles.extend(found)


def _read_attribute(columns: list[str], standoff: _Standoff, number: int) -> None:
    name, *parts = [part for column in columns for part in column.split(" ") if part]
    attribute, owner, value = [*parts, "", "", ""][:3]
    if attribute == "negated":
        standoff.about.append((owner, "negated", True, number))
    elif attribute == "kind":
        standoff.about.append((owner, "kind", checked_kind(value), number))
    elif attribute == "preposition":
        standoff.about.append((owner, "preposition", unquote(value), number))
    else:
        raise ValueError(f"{name}: attribute {shorten(attribute)}: allowed are negated, kind and preposition")


def _read_note(columns: list[str], standoff: _Standoff, number: int) -> None:
    """A note that says a value; others are people's talk."""
    owner = columns[1].partition(" ")[2] if len(columns) > 1 else ""
    note = "\t".join(columns[2:])
    if note.startswith("value: "):
        standoff.about.append((owner, "value", unquote(note.removeprefix("value: ")), number))
