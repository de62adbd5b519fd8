"""``captuple extract``: the semantic tuples of captions."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from extractor.errors import InvalidInputError
from extractor.types import Caption, SemanticTuple
from formats import FORMATS, FormatName, read_captions, read_stream
from formats.entries import CaptionEntry, complete_tuples, entry_faults, needs_extractor

if TYPE_CHECKING:
    from service.pipeline.tuple_cache import TupleCache


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
def extract(
    captions: tuple[str, ...],
    input_path: str | None,
    input_format: FormatName | None,
    output_format: str,
    model: str,
    min_confidence: float,
    relations: bool,  # noqa: FBT001  # click passes flags so
    cache: Path | None,
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
    if relations:
        from service.cli.output.relations import echo_relations

        echo_relations(entries, model=model, min_confidence=min_confidence, output_format=output_format)
        return

    with _opened(cache, model) as store:
        if store is not None:
            entries = store.fill(entries, min_confidence=min_confidence)
        model_name, tuples = _tuples(entries, model, min_confidence, store)
    if output_format == "table":
        from service.cli.output.tables import caption_lines

        for entry, found in zip(entries, tuples, strict=True):
            for line in caption_lines(entry.caption.text, found):
                click.echo(line)
    else:
        import msgspec

        from extractor.types import Extraction
        from formats.records import extraction_record

        for entry, found in zip(entries, tuples, strict=True):
            extraction = Extraction(caption=entry.caption, model=model_name, tuples=found)
            click.echo(msgspec.json.encode(extraction_record(extraction)))


def _tuples(
    entries: list[CaptionEntry], model: str, min_confidence: float, store: TupleCache | None
) -> tuple[str, list[tuple[SemanticTuple, ...]]]:
    """The name of the model, which is not loaded where all tuples are known, and the tuples."""
    from service.cli.output.progress import gather

    known_models = {entry.model for entry in entries}
    if not needs_extractor(entries) and len(known_models) == 1 and None not in known_models:
        chunks = complete_tuples(entries, None, min_confidence=min_confidence)
        return str(known_models.pop()), gather(chunks, n_captions=len(entries))
    from service.process import load_extractor

    extractor = load_extractor(model)
    faults = [fault for _, fault in entry_faults(entries, extractor)]
    if faults:
        raise InvalidInputError(faults)
    chunks = complete_tuples(entries, extractor, min_confidence=min_confidence)
    if store is not None:
        chunks = store.keeping(entries, chunks, min_confidence=min_confidence)
    return extractor.model, gather(chunks, n_captions=len(entries))


@contextlib.contextmanager
def _opened(folder: Path | None, model: str) -> Iterator[TupleCache | None]:
    if folder is None:
        yield None
        return
    from service.pipeline.tuple_cache import TupleCache

    with TupleCache(folder, model) as cache:
        if cache.rebuilt:
            click.echo(cache.rebuilt, err=True)
        yield cache
