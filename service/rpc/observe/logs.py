"""Structured logs: one event a line to standard error, with the id of the call that it belongs to."""

from __future__ import annotations

import logging
import sys
import threading
from typing import Literal

import structlog

_log = logging.getLogger(__name__)


def configure_logs(*, level: str, form: Literal["json", "text"]) -> None:
    """Send every log of this process through structlog.

    Args:
        level: ``debug``, ``info``, ``warning`` or ``error``.
        form: One JSON object a line, or text for people.
    """
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks without the values of variables: these hold captions, tokens and whole requests.
    plain = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    last: list[structlog.typing.Processor] = (
        [structlog.processors.ExceptionRenderer(plain), structlog.processors.JSONRenderer()]
        if form == "json"
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    logging.captureWarnings(capture=True)
    threading.excepthook = _log_failed_thread


def configure_worker_logs(*, level: str, form: Literal["json", "text"]) -> None:
    """``configure_logs`` for a worker's process; what a cache says of itself there, the front says once for all."""
    configure_logs(level=level, form=form)
    logging.getLogger("service.pipeline.tuple_cache").setLevel(logging.ERROR)


def _log_failed_thread(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None:
        name = "?" if failure.thread is None else failure.thread.name
        _log.error("the thread %s failed", name, exc_info=failure.exc_value)
