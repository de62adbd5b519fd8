"""Label Studio: tasks in its JSON format with regions and relations, and the labelling configuration.

A region is a ``labels`` result; kind, negation, preposition and tacit value are results of other controls with the
region's id. Relations run from the predicate to its arguments. Offsets are code points; those of old versions, which
counted UTF-16 units, are understood by the text that stands beside them.

References:
    Label Studio documentation: Label Studio JSON format of annotated tasks; Relations; TextArea; Choices.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import LOCATIVE_KINDS
from formats.records import AnnotationRecord
from formats.tools.regions import (
    ALL_LABELS,
    Imported,
    MarkedCaption,
    Region,
    checked_kind,
    checked_label,
    ids_and_tokens,
    mark,
    unmark,
)

TASKS_FILE = "tasks.json"
CONFIG_FILE = "labeling_config.xml"
LABELING_CONFIG = f"""\
<View>
  <Relations><Relation value="argument"/></Relations>
  <Labels name="slot" toName="caption">
    {"".join(f'<Label value="{label}"/>' for label in ALL_LABELS)}
  </Labels>
  <Text name="caption" value="$caption" granularity="word"/>
  <Choices name="kind" toName="caption" perRegion="true" choice="single" whenTagName="slot">
    {"".join(f'<Choice value="{kind}"/>' for kind in LOCATIVE_KINDS)}
  </Choices>
  <TextArea name="preposition" toName="caption" perRegion="true" maxSubmissions="1" editable="true"
            placeholder="preposition of a locative: in, next-to, in-front-of"/>
  <TextArea name="value" toName="caption" perRegion="true" maxSubmissions="1" editable="true"
            placeholder="what a tacit predicate or argument stands for: hold"/>
  <Choices name="negated" toName="caption" perRegion="true" choice="multiple">
    <Choice value="negated"/>
  </Choices>
</View>
"""


class _Value(msgspec.Struct, kw_only=True):
    """The value of a result; Label Studio adds more, which is skipped."""

    start: int | None = None
    end: int | None = None
    text: str | list[str] | None = None
    labels: list[str] = []
    choices: list[str] = []


class _Result(msgspec.Struct, kw_only=True):
    """A result of an annotation: a region, what another control says of a region, or a relation."""

    type: Literal["labels", "choices", "textarea", "relation"]
    id: str | None = None
    from_name: str | None = None
    value: _Value | None = None
    from_id: str | None = None
    to_id: str | None = None


class _Annotation(msgspec.Struct, kw_only=True):
    result: list[_Result]
    was_cancelled: bool = False
    ground_truth: bool = False


class _Task(msgspec.Struct, kw_only=True):
    id: int | str | None = None
    data: dict[str, Any]
    annotations: list[_Annotation] = []


def export_files(records: Iterable[AnnotationRecord], *, model: str | None = None) -> dict[str, bytes]:
    """The files to import into Label Studio, by name: tasks, and the labelling configuration.

    Args:
        records: The annotations.
        model: The model that made them (its tasks hold predictions, for people to correct); None where people did.

    Raises:
        InvalidInputError: Records are faulty; all faults are named.
    """
    faults: list[Fault] = []
    tasks = []
    for i, record in enumerate(records):
        try:
            tasks.append(_task(mark(record, where=f"records[{i}]"), model))
        except InvalidInputError as error:
            faults.extend(error.faults)
    if faults:
        raise InvalidInputError(faults)
    lines = ",\n".join(json.dumps(task, ensure_ascii=False) for task in tasks)
    return {TASKS_FILE: f"[\n{lines}\n]\n".encode(), CONFIG_FILE: LABELING_CONFIG.encode()}


def _task(marked: MarkedCaption, model: str | None) -> dict[str, object]:
    data = {"caption": marked.caption, "image_id": marked.image_id, "caption_id": marked.caption_id}
    if marked.tokens is not None:
        data["tokens"] = marked.tokens  # type: ignore[assignment]  # data holds any JSON
    result = list(itertools.chain.from_iterable(_results(marked, region) for region in marked.regions))
    result += [
        {"type": "relation", "from_id": start, "to_id": end, "direction": "right", "labels": ["argument"]}
        for start, end in marked.links
    ]
    if model is None:
        return {"data": data, "annotations": [{"result": result}]}
    return {"data": data, "predictions": [{"model_version": model, "result": result}]}


def _results(marked: MarkedCaption, region: Region) -> list[dict[str, object]]:
    place = {"start": region.start, "end": region.end}
    text = marked.caption[region.start : region.end]

    def result(name: str, type_: str, value: Mapping[str, object]) -> dict[str, object]:
        return {
            "id": region.id,
            "from_name": name,
            "to_name": "caption",
            "type": type_,
            "value": {**place, **value},
        }

    results = [result("slot", "labels", {"text": text, "labels": [region.label]})]
    if region.kind is not None:
        results.append(result("kind", "choices", {"choices": [region.kind]}))
    if region.preposition is not None:
        results.append(result("preposition", "textarea", {"text": [region.preposition]}))
    if region.value is not None:
        results.append(result("value", "textarea", {"text": [region.value]}))
    if region.negated:
        results.append(result("negated", "choices", {"choices": ["negated"]}))
    return results


def import_files(files: Mapping[str, bytes]) -> Imported:
    """The annotations of Label Studio's JSON exports, by name; tasks without an annotation are counted and left out.

    Raises:
        InvalidInputError: A file is faulty; every fault is named with its file, task and region.
    """
    imported = Imported()
    faults: list[Fault] = []
    for name, data in files.items():
        try:
            tasks = msgspec.json.decode(data)
            if not isinstance(tasks, list):
                raise ValueError(f"a list of tasks is needed, not {shorten(tasks)}")
        except (ValueError, UnicodeDecodeError, RecursionError) as error:
            faults.append(Fault(where=name, problem=f"no JSON export of Label Studio: {error}"))
            continue
        for i, value in enumerate(tasks):
            _import_task(value, imported, faults, where=f"{name}: [{i}]", number=i)
    if faults:
        raise InvalidInputError(faults)
    return imported


def _import_task(value: object, imported: Imported, faults: list[Fault], *, where: str, number: int) -> None:
    try:
        task = msgspec.convert(value, _Task)
        where += "" if task.id is None else f" (task {task.id})"
        caption = task.data.get("caption")
        if not isinstance(caption, str):
            raise ValueError(f"data.caption: a text is needed, not {shorten(caption)}")
        fields = ids_and_tokens(task.data, fallback=number if task.id is None else task.id)
        annotation = _annotation(task)
    except ValueError as error:
        faults.append(Fault(where=where, problem=str(error)))
        return
    if annotation is None:
        imported.n_unannotated += 1
        return
    marked = MarkedCaption(caption=caption, **fields)  # type: ignore[arg-type]  # ids_and_tokens has checked them
    _read_results(marked, annotation.result, faults, where=where)
    try:
        imported.records.append(unmark(marked, where=where))
    except InvalidInputError as error:
        faults.extend(error.faults)


def _annotation(task: _Task) -> _Annotation | None:
    """The annotation of a task: the only one, or the only one that is ground truth."""
    annotations = [annotation for annotation in task.annotations if not annotation.was_cancelled]
    if len(annotations) > 1:
        annotations = [annotation for annotation in annotations if annotation.ground_truth]
        if len(annotations) != 1:
            raise ValueError("annotations: there are several; mark one as ground truth")
    return annotations[0] if annotations else None


def _read_results(marked: MarkedCaption, results: list[_Result], faults: list[Fault], *, where: str) -> None:
    fields_by_id: dict[str, dict[str, Any]] = {}
    unreadable: set[str | None] = set()
    for number, result in enumerate(results):
        place = f"{where}: region {result.id}" if result.id is not None else f"{where}: result[{number}]"
        try:
            if result.type == "relation":
                if result.from_id is None or result.to_id is None:
                    raise ValueError("a relation needs from_id and to_id")
                marked.links.append((result.from_id, result.to_id))
            elif result.id is None or result.value is None:
                raise ValueError(f"{result.type} needs id and value")
            else:
                fields_by_id.setdefault(result.id, {}).update(_result_fields(marked, result, result.value))
        except ValueError as error:
            faults.append(Fault(where=place, problem=str(error)))
            unreadable.add(result.id)
    for region_id, fields in fields_by_id.items():
        if "label" in fields:
            marked.regions.append(Region(id=region_id, **fields))
        elif region_id not in unreadable:
            faults.append(Fault(where=f"{where}: region {region_id}", problem="has no label"))


def _result_fields(marked: MarkedCaption, result: _Result, value: _Value) -> dict[str, object]:
    """What one result says of its region."""
    if result.type == "labels":
        if len(value.labels) != 1 or value.start is None or value.end is None:
            raise ValueError(
                f"needs start, end and one label, not {value.start}, {value.end}, {value.labels}"
            )
        text = value.text if isinstance(value.text, str) else None
        start, end = _code_points(marked.caption, value.start, value.end, text)
        return {"label": checked_label(value.labels[0]), "start": start, "end": end}
    if result.from_name == "kind":
        if len(value.choices) > 1:
            raise ValueError(f"kind: one is allowed, not {value.choices}")
        return {"kind": checked_kind(value.choices[0]) if value.choices else None}
    if result.from_name == "negated":
        return {"negated": bool(value.choices)}
    if result.from_name in ("preposition", "value"):
        texts = [value.text] if isinstance(value.text, str) else value.text or []
        if len(texts) > 1:
            raise ValueError(f"{result.from_name}: one text is allowed, not {texts}")
        return {result.from_name: texts[0] if texts else None}
    raise ValueError(
        f"from_name: unknown {shorten(result.from_name)}; allowed: slot, kind, negated, preposition, value"
    )


def _code_points(caption: str, start: int, end: int, text: str | None) -> tuple[int, int]:
    """The span in code points; one in UTF-16 units shows itself by its text."""
    if text is None or " ".join(caption[start:end].split()) == " ".join(text.split()):
        return start, end
    units = caption.encode("utf-16-le")
    before = units[: 2 * start].decode("utf-16-le", errors="ignore")
    inside = units[2 * start : 2 * end].decode("utf-16-le", errors="ignore")
    if inside == text:
        return len(before), len(before) + len(inside)
    raise ValueError(
        f"text {shorten(text)} differs from the caption's {shorten(caption[start:end])} at {start}-{end}"
    )
