"""``captuple extract``: the semantic tuples of captions."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from extractor.types import Caption, CaptionEntry
from formats import FORMATS, FieldNames, FormatName, read_captions, read_stream
from service.cli.options import captions_themselves, say, strict_language_option, with_fields


@click.command()
@click.argument("captions", nargs=-1, metavar="[CAPTION ...]", callback=captions_themselves)
@click.option(
    "--input", "input_path", metavar="FILE|-", help="Read captions from a file, or from standard input."
)
@click.option(
    "--input-format",
    type=click.Choice(FORMATS),
    help="What the input is, where its name and content do not say.",
)
@with_fields
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
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help="In the table, show also what is not depicted, with the reason. JSON Lines always hold everything.",
)
@click.option(
    "--relations",
    is_flag=True,
    help="Instead of tuples: pairs of entities with what relates them, (man, hold, dog). The cache is not used.",
)
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CAPTUPLE_CACHE",
    help="Folder that keeps the tuples of captions, so that they are extracted once.",
)
@strict_language_option
def extract(
    captions: tuple[str, ...],
    input_path: str | None,
    input_format: FormatName | None,
    fields: FieldNames,
    output_format: str,
    model: str,
    min_confidence: float,
    show_all: bool,  # noqa: FBT001  # click passes flags so
    relations: bool,  # noqa: FBT001  # click passes flags so
    cache: Path | None,
    strict_language: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Print the semantic tuples of captions.

    Captions come from the arguments, or from a file: plain text (one caption a line), TSV (id, tab, caption), CSV with
    a header, Flickr's token files, JSON Lines, JSON (COCO results or annotations, captions by image), Parquet, a data
    set that Hugging Face's datasets saved; all but the last two also as .gz and .zst.

    Of a caption of three sentences and more, the table shows its entities first, then the tuples by sentence.
    """
    if bool(captions) == bool(input_path):
        raise click.UsageError(
            "Give captions as arguments, or --input FILE (- for standard input); one of the two."
        )
    if input_path == "-":
        entries = read_stream(sys.stdin.buffer, format_name=input_format, fields=fields)
    elif input_path:
        entries = read_captions(Path(input_path), format_name=input_format, fields=fields)
    else:
        entries = [
            CaptionEntry(caption=Caption(text=text), where=f"caption {number}")
            for number, text in enumerate(captions, start=1)
        ]
    entries = [replace(entry, tuples=None, model=None) for entry in entries]
    if relations:
        from service.cli.output.relations import echo_relations

        echo_relations(entries, model=model, min_confidence=min_confidence, output_format=output_format)
        return

    from service.cli.output.progress import CaptionsBar
    from service.pipeline.extraction import extracted

    found = extracted(
        entries,
        model=model,
        min_confidence=min_confidence,
        progress=CaptionsBar(),
        cache=cache,
        strict_language=strict_language,
        say=say,
    )
    from extractor.types import Extraction

    extractions = [
        Extraction(
            caption=entry.caption,
            model=entry.model or found.extractor_model or "",
            tuples=tuples,
            entities=entities,
            language=found.language_by_caption.get(entry.caption),
        )
        for entry, tuples, entities in zip(found.entries, found.tuples, found.entities, strict=True)
    ]
    if output_format == "table":
        from extractor.syntax.tokenization import Tokenizer
        from service.cli.output.long_captions import extraction_lines

        tokenizer = Tokenizer()
        for extraction in extractions:
            for line in extraction_lines(extraction, tokenizer, show_all=show_all):
                click.echo(line)
    else:
        import msgspec

        from formats.records import extraction_record

        for extraction in extractions:
            click.echo(msgspec.json.encode(extraction_record(extraction)))
