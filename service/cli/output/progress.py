"""A progress bar on a terminal, silence elsewhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_MIN_CAPTIONS = 256


class CaptionsBar:
    """How many captions are done; a ``service.pipeline.extraction.Progress``."""

    def __init__(self) -> None:
        self._bar: tuple[Progress, TaskID] | None = None

    def __call__(self, n_done: int, n_captions: int, /) -> None:
        """Move the bar, which comes with the first call and goes with the last."""
        if self._bar is None:
            if n_captions <= _MIN_CAPTIONS or not sys.stderr.isatty():
                return
            from rich.console import Console
            from rich.progress import Progress

            progress = Progress(console=Console(stderr=True), transient=True)
            progress.start()
            self._bar = progress, progress.add_task("captions", total=n_captions)
        progress, task = self._bar
        progress.update(task, completed=n_done)
        if n_done == n_captions:
            progress.stop()
            self._bar = None
