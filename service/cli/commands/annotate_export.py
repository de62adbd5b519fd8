"""``captuple annotate-export``: captions with the model's tuples, for people to correct in an annotation tool."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from extractor.errors import Fault, InvalidInputError
from extractor.types import Argument, Caption, CaptionEntry, Predicate, SemanticTuple
from formats import FORMATS, FieldNames, FormatName, read_captions, read_stream
from formats.files import write_file, write_folder
from formats.records import AnnotationArgument, AnnotationLocative, AnnotationRecord, AnnotationTuple
from service.cli.options import with_fields

TOOLS = {
    "label-studio": "formats.tools.label_studio",
    "doccano": "formats.tools.doccano",
    "brat": "formats.tools.brat",
}


@click.command("annotate-export")
@click.option(
    "--input", "input_path", metavar="FILE|-", required=True, help="Captions; - for standard input."
)
@click.option(
    "--input-format",
    type=click.Choice(FORMATS),
    help="What the input is, where its name and content do not say.",
)
@with_fields
@click.option(
    "--to", "tool", type=click.Choice([*TOOLS, "jsonl"]), required=True, help="The annotation tool."
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="A new folder of the tool's files; with --to jsonl a file.",
)
@click.option(
    "--model", default="en-captions", show_default=True, help="A bundle: NAME, NAME@VERSION or a folder."
)
@click.option(
    "--select",
    type=click.Choice(["all", "uncertain"]),
    default="all",
    show_default=True,
    help="All in the order of the input, or the least confident first.",
)
@click.option("--limit", type=click.IntRange(min=1), help="Export so many captions at most.")
def annotate_export(
    input_path: str,
    input_format: FormatName | None,
    fields: FieldNames,
    tool: str,
    output: Path,
    model: str,
    select: str,
    limit: int | None,
) -> None:
    """Hand captions to an annotation tool.

    Writes captions with the model's tuples, for people to correct.

    With --select uncertain, captions come by their least confident predicate or argument; those in which the model
    found nothing come first. Captions of which the input has people's tuples go as they are, without a model.
    """
    if input_path == "-":
        entries = read_stream(sys.stdin.buffer, format_name=input_format, fields=fields)
    else:
        entries = read_captions(Path(input_path), format_name=input_format, fields=fields)
    numbered = [
        (number, entry) for number, entry in enumerate(entries, start=1) if entry.caption.text.strip()
    ]
    if len(numbered) < len(entries):
        click.echo(f"{len(entries) - len(numbered)} empty captions left out", err=True)
    records, made_by = _human_records(numbered), None
    if records is None:
        records, made_by = _model_records(numbered, model, select)
    elif select == "uncertain":
        raise click.UsageError(
            "--select uncertain is for captions without tuples: people's have no confidence."
        )
    records = records[:limit]
    if not records:
        raise InvalidInputError(f"{input_path}: holds no caption to annotate")
    if tool == "jsonl":
        import msgspec

        write_file(output, b"".join(msgspec.json.encode(record) + b"\n" for record in records))
    else:
        write_folder(output, importlib.import_module(TOOLS[tool]).export_files(records, model=made_by))
    click.echo(f"{len(records)} captions for {tool} in {output}", err=True)


def _human_records(numbered: Sequence[tuple[int, CaptionEntry]]) -> list[AnnotationRecord] | None:
    """The records of captions that people have annotated; None where they have annotated none.

    Raises:
        InvalidInputError: They have annotated some and others not.
    """
    annotated = [_is_human(entry) for _, entry in numbered]
    if not any(annotated):
        return None
    if not all(annotated):
        problem = "has no tuples of people, and others have; annotated captions go in a file of their own"
        bare = [entry for _, entry in numbered if not _is_human(entry)]
        raise InvalidInputError([Fault(where=entry.where, problem=problem) for entry in bare])
    return [annotation_record(entry.caption, entry.tuples or (), number=number) for number, entry in numbered]


def _is_human(entry: CaptionEntry) -> bool:
    return entry.tuples is not None and entry.model is None


def _model_records(
    numbered: Sequence[tuple[int, CaptionEntry]], model: str, select: str
) -> tuple[list[AnnotationRecord], str]:
    """The records of the model's tuples, and the model's name with its version."""
    from service.cli.output.progress import CaptionsBar
    from service.pipeline.extraction import extracted

    bare = [replace(entry, tuples=None, model=None) for _, entry in numbered]
    found = extracted(bare, model=model, progress=CaptionsBar())
    tuples = found.tuples
    order = list(range(len(numbered)))
    if select == "uncertain":
        order.sort(key=lambda i: least_confidence(tuples[i]))
    records = [annotation_record(numbered[i][1].caption, tuples[i], number=numbered[i][0]) for i in order]
    return records, found.extractor_model or ""


def least_confidence(tuples: Sequence[SemanticTuple]) -> float:
    """The confidence of the least sure predicate or argument; -1 without tuples, which need a person most."""
    members: list[Predicate | Argument] = []
    for item in tuples:
        members += [item.predicate, *item.agents, *item.patients, *item.locatives]
    confidences = [1.0 if member.confidence is None else member.confidence for member in members]
    return min(confidences, default=-1.0)


def annotation_record(caption: Caption, tuples: Sequence[SemanticTuple], *, number: int) -> AnnotationRecord:
    """The annotation of a caption; the place in the input stands for ids that it lacks."""
    caption_id = number if caption.caption_id is None else caption.caption_id
    return AnnotationRecord(
        image_id=caption_id if caption.image_id is None else caption.image_id,
        caption_id=caption_id,
        caption=caption.text,
        tokens=None if caption.tokens is None else list(caption.tokens),
        tuples=[
            AnnotationTuple(
                predicate=_written_or_tacit(caption, item.predicate),
                agents=[_argument(caption, argument) for argument in _disjoint(item.agents)],
                patients=[_argument(caption, argument) for argument in _disjoint(item.patients)],
                locatives=[_locative(caption, argument) for argument in _disjoint(item.locatives)],
            )
            for item in tuples
            if item.depicted  # people annotate what they see
        ],
    )


def _disjoint(arguments: Sequence[Argument]) -> list[Argument]:
    """Arguments of a slot, each word once: two pronouns may stand for the same noun."""
    spans: set[tuple[int | None, int | None]] = set()
    kept = []
    for argument in arguments:
        if argument.tacit or (argument.start, argument.end) not in spans:
            kept.append(argument)
        spans.add((argument.start, argument.end))
    return kept


def _written_or_tacit(caption: Caption, item: Predicate | Argument) -> AnnotationArgument:
    if item.tacit or item.start is None or item.end is None:
        return AnnotationArgument(tacit=True, value=item.lemma)
    text = caption.text[item.start : item.end]
    return AnnotationArgument(text=text, start=item.start, end=item.end)


def _argument(caption: Caption, argument: Argument) -> AnnotationArgument:
    record = _written_or_tacit(caption, argument)
    record.negated = argument.negated
    return record


def _locative(caption: Caption, argument: Argument) -> AnnotationLocative:
    record = _argument(caption, argument)
    return AnnotationLocative(
        text=record.text,
        start=record.start,
        end=record.end,
        tacit=record.tacit,
        value=record.value,
        negated=record.negated,
        preposition=argument.preposition,
        kind=argument.kind,
    )
