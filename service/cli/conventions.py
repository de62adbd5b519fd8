"""The options of a score's conventions, which every command that scores has alike."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

_Command = Callable[..., None]
# The default first, as in ``scoring.conventions.ALLOWED``, which is not imported for the help's sake.
_OPTIONS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("null", ("exclude", "locative"), "What an empty locative slot is: no value, or the value NULL."),
    (
        "empty",
        ("one", "zero"),
        "Precision where nothing was predicted and recall where there is no gold: 1 or 0.",
    ),
    ("average", ("macro", "micro"), "Mean of the images' scores, or score of the summed counts."),
    (
        "image-regions",
        ("use", "leave"),
        "Places in the picture (on the left) are locatives like others, or left out.",
    ),
    (
        "roles",
        ("pooled", "split"),
        "split: agents and patients apart (AG, PT and their pairs), beside the seven components.",
    ),
    (
        "modifiers",
        ("off", "on"),
        "on: what describes or counts arguments (MOD, and its shares by kind), beside the others.",
    ),
)


def with_conventions(command: _Command) -> _Command:
    """Give a command the options ``--null``, ``--empty``, ...; it gets them as the argument ``conventions``."""

    @functools.wraps(command)
    def with_one_argument(**arguments: Any) -> None:
        from scoring.conventions import Conventions

        names = [name.replace("-", "_") for name, *_ in _OPTIONS]
        chosen = {name: arguments.pop(f"{name}_convention") for name in names}
        command(conventions=Conventions(**chosen), **arguments)

    decorated: _Command = with_one_argument
    for name, allowed, text in reversed(_OPTIONS):
        option = click.option(
            f"--{name}",
            f"{name.replace('-', '_')}_convention",
            type=click.Choice(allowed),
            default=allowed[0],
            show_default=True,
            help=text,
        )
        decorated = option(decorated)
    return decorated
