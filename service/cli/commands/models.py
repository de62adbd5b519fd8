"""``captuple models``: the model bundles that are installed."""

from __future__ import annotations

import click

from extractor.bundle import installed_bundles


@click.command()
def models() -> None:
    """List the installed model bundles."""
    for name, folder in sorted(installed_bundles().items()):
        click.echo(f"{name}\t{folder}")
