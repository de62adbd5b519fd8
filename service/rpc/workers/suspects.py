"""Captions that workers ended over: remembered for a while, so that one that ends workers does not end them again."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.rpc.workers.batcher import Job

REMEMBERED_S = 600.0
_MAX_REMEMBERED = 4_096
_DEATHS_OF_PROOF = 2


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What is known of a caption.

    Attributes:
        n_deaths: Workers that ended while they had it.
        is_proven: Whether it ended them: it was not the first, and that one had nothing else.
    """

    n_deaths: int = 0
    is_proven: bool = False


class Suspects:
    """What is known of captions that workers ended over, whatever calls they came in, within ``REMEMBERED_S``.

    Only hashes are kept. Where there are none, nothing is computed.
    """

    def __init__(self) -> None:
        self._found: OrderedDict[bytes, tuple[Suspicion, float]] = OrderedDict()  # with the time of its end

    def note_death(self, jobs: Sequence[Job]) -> None:
        """A worker ended that had some jobs; several may be of one caption."""
        for key in {_key(job) for job in jobs}:
            n_deaths = self._of(key).n_deaths + 1
            is_proven = len(jobs) == 1 and n_deaths >= _DEATHS_OF_PROOF
            self._found[key] = (Suspicion(n_deaths, is_proven), time.monotonic() + REMEMBERED_S)
            self._found.move_to_end(key)
        while len(self._found) > _MAX_REMEMBERED:
            self._found.popitem(last=False)

    def of(self, job: Job) -> Suspicion:
        """What is known of what a job is about."""
        return self._of(_key(job)) if self._found else Suspicion()

    def clear(self, job: Job) -> None:
        """A worker has done a job, and lives."""
        if self._found:
            self._found.pop(_key(job), None)

    def _of(self, key: bytes) -> Suspicion:
        suspicion, until = self._found.get(key, (Suspicion(), float("inf")))
        if time.monotonic() >= until:
            del self._found[key]
            return Suspicion()
        return suspicion


def _key(job: Job) -> bytes:
    content = job.content.encode("utf-8", "surrogatepass") if job.content else job.payload
    return hashlib.sha256(job.kind.encode() + b"\0" + content).digest()
