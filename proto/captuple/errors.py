"""The one tree of exceptions.

::

    CaptupleError
    ├── InvalidInputError (also ValueError)   the caller's data or options are wrong
    ├── UnknownNameError (also ValueError)    a name that is not registered; lists the ones that are
    ├── BundleError                           a model bundle is missing, damaged or of another version
    ├── ResourceError                         the machine failed: files, memory, processes, connections
    │   ├── OverloadedError                   the server has too much to do; says when to try again
    │   │   ├── NotReadyError                 it has not loaded its model yet
    │   │   ├── NoWorkersError                all of its workers have ended
    │   │   ├── DrainingError                 it shuts down
    │   │   └── QuotaError                    all of its streams are taken
    │   │       └── CallQuotaError            as many calls run as it allows
    │   └── DeadlineError                     the call's time is over
    └── UnauthenticatedError                  the server does not know the call's token
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


class CaptupleError(Exception):
    """Base of every error that Captuple raises on purpose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing wrong with an input.

    Two faults are equal where they say the same; the attributes behind the first two say the place again, in parts.

    Attributes:
        where: The place: ``file.jsonl:12``, ``captions[3]``, ``references[2].captions[0]``.
        problem: What is wrong there, with the value (shortened) and what is allowed.
        index: Of the faulty one among the things that were given, from 0; None where there is no such list.
        field: The part of it that is faulty, such as ``tokens[2]``; empty for the whole.
        file: The file, as it was named; empty where there is none.
        line: Of the file, from 1; None where there is none.
    """

    where: str
    problem: str
    index: int | None = dataclasses.field(default=None, compare=False)
    field: str = dataclasses.field(default="", compare=False)
    file: str = dataclasses.field(default="", compare=False)
    line: int | None = dataclasses.field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}" if self.where else self.problem


class InvalidInputError(CaptupleError, ValueError):
    """The caller's data or options are wrong.

    Attributes:
        faults: Every fault that was found, in the order of the input.
    """

    def __init__(self, faults: str | Sequence[Fault]) -> None:
        self.faults: tuple[Fault, ...] = (
            (Fault(where="", problem=faults),) if isinstance(faults, str) else tuple(faults)
        )
        super().__init__("\n".join(str(fault) for fault in self.faults))


class UnknownNameError(CaptupleError, ValueError):
    """A name that is not registered.

    Attributes:
        kind: What is named: ``grounding``, ``parser``, ``model``.
        name: The unknown name.
        known: The names that exist, sorted.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(sorted(known))
        close = difflib.get_close_matches(name, self.known, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        listed = ", ".join(self.known) or "none"
        super().__init__(f"unknown {kind} {shorten(name)}; known: {listed}.{hint}")


class NotEnglishWarning(UserWarning):
    """Captions are surely not English, and have no tuples."""


class GuessedFieldsWarning(UserWarning):
    """Which fields of a file are captions and ids was not said, and was guessed."""


class BundleError(CaptupleError):
    """A model bundle is missing, damaged, or made by versions that this one cannot read."""


class ResourceError(CaptupleError):
    """The machine failed: a file cannot be read or written, a process ended, a connection broke."""


class OverloadedError(ResourceError):
    """The server has as much to do as it takes on; try again later.

    Attributes:
        retry_after_s: How long to wait before, in seconds; None where the server does not say.
    """

    reason = "OVERLOADED"

    def __init__(self, message: str, *, retry_after_s: float | None = 0.5) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(message)


class NotReadyError(OverloadedError):
    """The server has not loaded its model yet."""

    reason = "NOT_READY"


class NoWorkersError(OverloadedError):
    """All workers of the server have ended, and none has started again in time."""

    reason = "NO_WORKERS"


class DrainingError(OverloadedError):
    """The server shuts down; another one, or its successor, will answer."""

    reason = "DRAINING"


class QuotaError(OverloadedError):
    """All streams that the server allows are taken."""

    reason = "TOO_MANY_STREAMS"


class CallQuotaError(QuotaError):
    """As many calls run as the server allows."""

    reason = "TOO_MANY_CALLS"


class DeadlineError(ResourceError):
    """The time of the call, or the server's own limit for it, is over."""


class UnauthenticatedError(CaptupleError):
    """The call has no bearer token, or one that the server does not know."""


def shorten(value: object, *, max_length: int = 60) -> str:
    """``repr`` of a value for a message, cut to ``max_length`` characters, no terminal codes."""
    text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    return text if len(text) <= max_length else text[: max_length - 3] + "..."
