"""``captuple annotate-import``: the tuples that people made in an annotation tool."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from extractor.errors import Fault, InvalidInputError, ResourceError, shorten
from formats.files import write_file
from formats.text import read_bytes, read_plain
from service.cli.commands.annotate_export import TOOLS
from service.cli.options import say

if TYPE_CHECKING:
    from formats.records import AnnotationArgument, AnnotationRecord
    from formats.tools.regions import Imported

_PUNCTUATION = '.,;:!?"()[]{}\u2018\u2019\u201c\u201d\u2026'
_N_SHOWN = 20
_SUFFIXES = {"label-studio": (".json",), "doccano": (".jsonl",), "brat": (".txt", ".ann", ".jsonl")}


@click.command("annotate-import")
@click.option("--from", "tool", type=click.Choice(list(TOOLS)), required=True, help="The annotation tool.")
@click.option(
    "--input",
    "input_path",
    type=click.Path(path_type=Path),
    required=True,
    help="The file that the tool exported, or a folder of such; of brat its folder.",
)
@click.option(
    "--output", type=click.Path(path_type=Path), required=True, help="JSON Lines of captuple.annotation/1."
)
def annotate_import(tool: str, input_path: Path, output: Path) -> None:
    """Take annotations from an annotation tool.

    Writes the tuples that people made there as captuple.annotation/1, for training and evaluation.
    """
    imported: Imported = importlib.import_module(TOOLS[tool]).import_files(_files(tool, input_path))
    if imported.n_unannotated:
        click.echo(f"{imported.n_unannotated} captions without annotation left out", err=True)
    faults = _duplicates(imported.records, where=str(input_path))
    if not imported.records:
        faults.append(Fault(where=str(input_path), problem="holds no annotated caption"))
    if faults:
        raise InvalidInputError(faults)
    for line in _odd_heads(imported.records):
        say(line)
    write_file(output, b"".join(msgspec.json.encode(record) + b"\n" for record in imported.records))
    click.echo(f"{len(imported.records)} captions in {output}", err=True)


def _files(tool: str, path: Path) -> dict[str, bytes]:
    """The files to read, by name."""
    if not path.is_dir():
        if tool == "brat":
            raise InvalidInputError(
                f"{path} is no folder; brat's annotations are a folder of .txt and .ann files"
            )
        return {str(path): read_plain(path)}
    try:
        found = sorted(file for file in path.iterdir() if file.suffix in _SUFFIXES[tool] and file.is_file())
    except OSError as e:
        raise ResourceError(f"{path}: cannot be read: {e.strerror}") from e
    if not found:
        raise InvalidInputError(f"{path} holds no file of {tool}: {', '.join(_SUFFIXES[tool])}")
    if tool == "brat":
        # Offsets count from the file's very first character.
        return {file.name: read_bytes(file) for file in found}
    return {str(file): read_plain(file) for file in found}


def _odd_heads(records: Sequence[AnnotationRecord]) -> list[str]:
    """What to say of heads that took the punctuation beside them along: they are no words, and match nothing."""
    found = []
    for record in records:
        for number, item in enumerate(record.tuples):
            members: dict[str, Sequence[AnnotationArgument]] = {
                "predicate": [item.predicate],
                "agents": item.agents,
                "patients": item.patients,
                "locatives": item.locatives,
            }
            for slot, arguments in members.items():
                found += [
                    f"caption {shorten(record.caption_id)}: tuples[{number}].{slot}: {shorten(argument.text)} has "
                    f"punctuation at its end; mark the word alone"
                    for argument in arguments
                    if argument.text and argument.text.strip(_PUNCTUATION) != argument.text
                ]
    rest = (
        [f"{len(found) - _N_SHOWN} more heads have punctuation at their end"] if len(found) > _N_SHOWN else []
    )
    return [*found[:_N_SHOWN], *rest]


def _duplicates(records: Sequence[AnnotationRecord], *, where: str) -> list[Fault]:
    """A fault for every caption whose ids another has; ids compare as text, as the readers do."""
    seen: set[tuple[str, str]] = set()
    faults = []
    for record in records:
        key = (str(record.image_id), str(record.caption_id))
        if key in seen:
            problem = f"caption_id {shorten(record.caption_id)} of image {shorten(record.image_id)} stands here twice"
            faults.append(Fault(where=where, problem=problem))
        seen.add(key)
    return faults
