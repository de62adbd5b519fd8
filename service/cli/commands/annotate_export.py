"""``captuple annotate-export``: captions with the model's tuples, for people to correct in an annotation tool."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import click

from extractor.errors import InvalidInputError
from formats import FORMATS, FieldNames, FormatName, read_captions, read_stream
from formats.files import write_file, write_folder
from service.cli.options import with_fields
from service.cli.output.progress import CaptionsBar
from service.pipeline.annotating import SELECTS, Select, records_to_correct

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
    type=click.Choice(SELECTS),
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
    select: Select,
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
    records, made_by = records_to_correct(entries, model=model, select=select, progress=CaptionsBar())
    n_empty = sum(not entry.caption.text.strip() for entry in entries)
    if n_empty:
        click.echo(f"{n_empty} empty captions left out", err=True)
    records = records[:limit]
    if not records:
        raise InvalidInputError(f"{input_path}: holds no caption to annotate")
    if tool == "jsonl":
        import msgspec

        write_file(output, b"".join(msgspec.json.encode(record) + b"\n" for record in records))
    else:
        write_folder(output, importlib.import_module(TOOLS[tool]).export_files(records, model=made_by))
    click.echo(f"{len(records)} captions for {tool} in {output}", err=True)
