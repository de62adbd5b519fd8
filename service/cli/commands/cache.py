"""``captuple cache``: what the cache of tuples holds, and an end to it."""

from __future__ import annotations

from pathlib import Path

import click

_FOLDER = click.option(
    "--cache",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CAPTUPLE_CACHE",
    help="The folder; else that of CAPTUPLE_CACHE.",
)


@click.group()
def cache() -> None:
    """Look into the cache of tuples, or clear it."""


@cache.command()
@_FOLDER
def info(folder: Path) -> None:
    """Print how many captions the cache holds, and its size."""
    from service.pipeline.tuple_cache import cache_info

    found = cache_info(folder)
    click.echo(f"captions\t{found.n_entries}")
    click.echo(f"used_bytes\t{found.used_bytes}")
    click.echo(f"file_bytes\t{found.file_bytes}")
    click.echo(f"max_bytes\t{found.max_bytes}")


@cache.command()
@_FOLDER
def clear(folder: Path) -> None:
    """Drop everything that the cache holds. Not while others use it: they keep what they have open."""
    from service.pipeline.tuple_cache import clear_cache

    click.echo(f"{clear_cache(folder)} bytes removed")
