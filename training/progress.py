"""How long work says where it is: a callable that takes a line."""

from __future__ import annotations

from collections.abc import Callable

Report = Callable[[str], None]


def silent(_line: str) -> None:
    """Report nothing."""
