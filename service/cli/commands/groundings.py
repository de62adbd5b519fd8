"""``captuple groundings``: the grounding functions that are installed."""

from __future__ import annotations

import click

from scoring import list_groundings


@click.command()
def groundings() -> None:
    """List the installed grounding functions."""
    for info in list_groundings():
        state = info.description if info.error is None else f"cannot be used: {info.error}"
        click.echo(f"{info.name}\t{info.source}\t{state}")
