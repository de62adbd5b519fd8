"""Options that several commands share."""

from __future__ import annotations

import click

strict_language_option = click.option(
    "--strict-language",
    is_flag=True,
    help="A caption that is surely not English is an error; else it has no tuples, and a warning names it.",
)


def say(line: str) -> None:
    """A line to people, on standard error."""
    click.echo(line, err=True)
