"""Options that several commands share."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

_Command = Callable[..., None]

strict_language_option = click.option(
    "--strict-language",
    is_flag=True,
    help="A caption that is surely not English is an error; else it has no tuples, and a warning names it.",
)


def captions_themselves(
    _context: click.Context, _parameter: click.Parameter, value: str | tuple[str, ...]
) -> str | tuple[str, ...]:
    """Refuse names of files where captions are meant: read as captions they have no tuples, or wrong ones."""
    texts = (value,) if isinstance(value, str) else value
    files = [text for text in texts if len(text.split()) == 1 and Path(text).suffix and os.path.isfile(text)]  # noqa: PTH113 -- Path.is_file raises where a name is too long
    if files:
        raise click.BadParameter(
            f"{', '.join(files)}: the name of a file, not a caption. Only --input of captuple extract reads captions "
            "from files."
        )
    return value


# The rules of scoring.matching, which is not imported for the help's sake.
match_ids_option = click.option(
    "--match-ids",
    type=click.Choice(["exact", "stem", "number"]),
    default="exact",
    show_default=True,
    help="Ids are one image's where they are equal; or without folders and endings; or in the number at their end.",
)


def with_fields(command: _Command) -> _Command:
    """Give a command ``--caption-field`` and ``--id-field``; it gets them as the argument ``fields``."""

    @functools.wraps(command)
    def with_one_argument(
        *positional: Any, caption_fields: tuple[str, ...], id_fields: tuple[str, ...], **arguments: Any
    ) -> None:
        from formats import FieldNames

        command(*positional, fields=FieldNames(captions=caption_fields, image_ids=id_fields), **arguments)

    decorated = click.option(
        "--id-field",
        "id_fields",
        multiple=True,
        metavar="NAME",
        help="What the image's id is called in CSV, JSON, Parquet; as --caption-field.",
    )(with_one_argument)
    return click.option(
        "--caption-field",
        "caption_fields",
        multiple=True,
        metavar="NAME",
        help="What the caption is called in CSV, JSON, Parquet; of several names a file has one. Else it is guessed.",
    )(decorated)


def say(line: str) -> None:
    """A line to people, on standard error."""
    click.echo(line, err=True)
