"""Human tuples from files: our annotation format, or Flickr-ST's text with its captions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from extractor.errors import Fault, InvalidInputError
from formats import read_captions
from formats.corpora.annotated import AnnotatedCaption
from formats.corpora.flickr_st import read_flickr_st


def read_gold(files: Sequence[Path], captions: Path | None) -> list[AnnotatedCaption]:
    """The annotated captions of some files; what the Flickr-ST reader met goes to standard error.

    Args:
        files: JSON Lines of ``captuple.annotation/1``, or Flickr-ST's rows (anything but ``.jsonl``).
        captions: The tokenized captions of Flickr-ST's rows.

    Raises:
        InvalidInputError: A file is faulty, or holds captions without tuples; all faults are named.
    """
    result: list[AnnotatedCaption] = []
    for file in files:
        if ".jsonl" in file.suffixes:
            result.extend(_read_annotations(file))
        elif captions is None:
            raise InvalidInputError(f"{file} is no .jsonl: Flickr-ST rows need --captions FILE beside them")
        else:
            annotated, report = read_flickr_st(file, captions)
            for line in report.lines():
                click.echo(f"{file.name}: {line}", err=True)
            result.extend(annotated)
    return result


def _read_annotations(file: Path) -> list[AnnotatedCaption]:
    entries = read_captions(file, format_name="jsonl")
    bare = [Fault(where=entry.where, problem="has no tuples") for entry in entries if entry.tuples is None]
    if bare:
        raise InvalidInputError(bare)
    return [
        AnnotatedCaption(caption=entry.caption, tuples=entry.tuples or (), where=entry.where)
        for entry in entries
    ]
