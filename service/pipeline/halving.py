"""Batches that fail for one item: halved until only what makes them fail has failed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def run_halving(
    items: Sequence[_Item],
    run: Callable[[Sequence[_Item]], list[_Result]],
    failed: Callable[[Exception], _Result],
    *,
    fatal: tuple[type[BaseException], ...] = (),
) -> list[_Result]:
    """Run a batch; where that fails, its halves: whatever one item does to the model, the others go on.

    Args:
        items: Any number of items.
        run: Gives the result of each item, in order.
        failed: Gives the result of an item that fails alone.
        fatal: Errors that are no item's, such as a full memory; they are raised.
    """
    if not items:
        return []
    try:
        return run(items)
    except fatal:
        raise
    except Exception as error:  # noqa: BLE001  # whatever a model says of one item is that item's
        if len(items) == 1:
            return [failed(error)]
    middle = len(items) // 2
    return [
        result
        for part in (items[:middle], items[middle:])
        for result in run_halving(part, run, failed, fatal=fatal)
    ]
