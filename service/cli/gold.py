"""Human tuples from files: our annotation format, or Flickr-ST's text with its captions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

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
    for file in _distinct(files):
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


def read_groups(files: Sequence[Path], captions: Sequence[AnnotatedCaption]) -> list[Sequence[str]]:
    """The groups of each caption, such as its kind, by files that name them by caption id.

    Args:
        files: JSON objects: a caption's id, and the name of its group or a list of names.
        captions: The captions.

    Returns:
        The groups of each caption, in order.

    Raises:
        InvalidInputError: A file is no such object, or captions are in none of them; all faults are named.
    """
    groups: dict[str, Sequence[str]] = {}
    for file in files:
        try:
            read = msgspec.json.decode(file.read_bytes(), type=dict[str, str | list[str]])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            problem = f'expected a JSON object such as {{"caption-1": "coco"}}: {error}'
            raise InvalidInputError(f"{file}: {problem}") from error
        groups |= {key: [value] if isinstance(value, str) else value for key, value in read.items()}
    names = ", ".join(str(file) for file in files)
    missing = [
        Fault(where=item.where, problem=f"caption {item.caption.caption_id!r} is not in {names}")
        for item in captions
        if str(item.caption.caption_id) not in groups
    ]
    if missing:
        raise InvalidInputError(missing)
    return [groups[str(item.caption.caption_id)] for item in captions]


def data_names(files: Sequence[Path], given: Sequence[str] = ()) -> dict[Path, str]:
    """What records call each file: the names given, then as much of the paths' ends as tells the rest apart.

    Args:
        files: Files, none twice.
        given: Names of the first files.

    Raises:
        InvalidInputError: A file or a name is given twice, or there are more names than files.
    """
    _distinct(files)
    if len(given) > len(files):
        raise InvalidInputError(
            f"{len(given)} names for {len(files)} files: {', '.join(given[len(files) :])}"
        )
    twice = [name for name, n in Counter(given).items() if n > 1]
    if twice:
        raise InvalidInputError(f"names of data must differ; given twice: {', '.join(twice)}")
    names = dict(zip(files, given, strict=False))
    unnamed = {file: file.resolve().parts for file in files[len(given) :]}
    for n_parts in range(1, 1 + max(map(len, unnamed.values()), default=0)):
        ends = {file: "/".join(parts[-n_parts:]) for file, parts in unnamed.items() if file not in names}
        count = Counter([*ends.values(), *names.values()])
        names |= {file: end for file, end in ends.items() if count[end] == 1}
    if len(names) < len(files):  # a given name is another file's whole path
        raise InvalidInputError(f"names of data must differ; a file's path is one: {', '.join(given)}")
    return {file: names[file] for file in files}


def _distinct(files: Sequence[Path]) -> Sequence[Path]:
    """The files.

    Raises:
        InvalidInputError: One is given twice.
    """
    count = Counter(file.resolve() for file in files)
    twice = [str(file) for file in dict.fromkeys(files) if count[file.resolve()] > 1]
    if twice:
        raise InvalidInputError(f"the same file is given twice: {', '.join(twice)}")
    return files


def _read_annotations(file: Path) -> list[AnnotatedCaption]:
    entries = read_captions(file, format_name="jsonl")
    bare = [Fault(where=entry.where, problem="has no tuples") for entry in entries if entry.tuples is None]
    if bare:
        raise InvalidInputError(bare)
    return [
        AnnotatedCaption(caption=entry.caption, tuples=entry.tuples or (), where=entry.where)
        for entry in entries
    ]
