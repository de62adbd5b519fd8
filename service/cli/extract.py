"""``captuple extract``: the semantic tuples of captions."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from extractor.errors import InvalidInputError
from extractor.types import Caption
from service.entries import CaptionEntry, complete_tuples, entry_faults
from service.formats import FORMATS, FormatName, read_captions, read_stream


@click.command()
@click.argument("captions", nargs=-1, metavar="[CAPTION ...]")
@click.option(
    "--input", "input_path", metavar="FILE|-", help="Read captions from a file, or from standard input."
)
@click.option(
    "--input-format",
    type=click.Choice(FORMATS),
    help="What the input is, where its name and content do not say.",
)
@click.option(
    "--format", "output_format", type=click.Choice(["table", "jsonl"]), default="table", show_default=True
)
@click.option(
    "--model", default="en-captions", show_default=True, help="A bundle: NAME, NAME@VERSION or a folder."
)
@click.option(
    "--min-confidence",
    type=click.FloatRange(0.0, 1.0),
    default=0.0,
    show_default=True,
    help="Leave out links less sure than this.",
)
def extract(
    captions: tuple[str, ...],
    input_path: str | None,
    input_format: FormatName | None,
    output_format: str,
    model: str,
    min_confidence: float,
) -> None:
    """Print the semantic tuples of captions.

    Captions come from the arguments, or from a file: plain text (one caption a line), TSV (id, tab, caption),
    JSON Lines, COCO results or annotations, each also as .gz.
    """
    if bool(captions) == bool(input_path):
        raise click.UsageError(
            "Give captions as arguments, or --input FILE (- for standard input); one of the two."
        )
    if input_path == "-":
        entries = read_stream(sys.stdin.buffer, format_name=input_format)
    elif input_path:
        entries = read_captions(Path(input_path), format_name=input_format)
    else:
        entries = [
            CaptionEntry(caption=Caption(text=text), where=f"caption {number}")
            for number, text in enumerate(captions, start=1)
        ]
    entries = [CaptionEntry(caption=entry.caption, where=entry.where) for entry in entries]

    from extractor import Extractor
    from service.cli.progress import gather

    extractor = Extractor.load(model)
    faults = [fault for _, fault in entry_faults(entries, extractor)]
    if faults:
        raise InvalidInputError(faults)
    chunks = complete_tuples(entries, extractor, min_confidence=min_confidence)
    tuples = gather(chunks, n_captions=len(entries))
    if output_format == "table":
        from service.cli.table import caption_lines

        for entry, found in zip(entries, tuples, strict=True):
            for line in caption_lines(entry.caption.text, found):
                click.echo(line)
    else:
        import msgspec

        from extractor.records import extraction_record
        from extractor.types import Extraction

        for entry, found in zip(entries, tuples, strict=True):
            extraction = Extraction(caption=entry.caption, model=extractor.model, tuples=found)
            click.echo(msgspec.json.encode(extraction_record(extraction)))
