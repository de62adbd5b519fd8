"""Streams: messages in, answers out, in order, with as much in the works as the queue allows and no more."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from captuple.errors import DeadlineError, DrainingError, QuotaError

from service.rpc.workers.batcher import BatchCall
from service.rpc.workers.pool import Generation, Pool

_MAX_MESSAGES_IN_WORKS = 16

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")
Finish = Callable[[], Awaitable[_Response]]


class Slots:
    """A number of calls that may run at a time.

    Args:
        n_slots: The number.
        noun: What they are, for the message.
        error: What a call gets that finds no slot.
    """

    def __init__(self, n_slots: int, noun: str, error: type[QuotaError] | Callable[[str], Exception]) -> None:
        self._n_slots = n_slots
        self._noun = noun
        self._error = error
        self._n_taken = 0

    @contextmanager
    def take(self) -> Iterator[None]:
        """One slot, until the block ends."""
        if self._n_taken >= self._n_slots:
            raise self._error(f"{self._n_taken} {self._noun} run, as many as the server allows")
        self._n_taken += 1
        try:
            yield
        finally:
            self._n_taken -= 1


@dataclass(slots=True, eq=False)
class Place:
    """A stream's place in the queue of one generation.

    Attributes:
        generation: Leased while the stream has messages in it.
        call: The place.
        n_unanswered: Messages of the stream that this generation has yet to answer.
    """

    generation: Generation
    call: BatchCall
    _stack: ExitStack
    n_unanswered: int = 0

    def close(self) -> None:
        """Give back place and lease."""
        self._stack.close()


@dataclass(slots=True)
class Places:
    """The places of one stream: one, or a few while models are exchanged. Messages go to the newest.

    Attributes:
        pool: Where generations come from.
    """

    pool: Pool
    _places: list[Place] = field(default_factory=list)

    def take(self) -> Place:
        """The place for the next message; to be given back when that is answered."""
        generation = self.pool.current
        if not self._places or self._places[-1].generation is not generation:
            stack = ExitStack()
            stack.enter_context(generation.lease())
            call = stack.enter_context(generation.batcher.open_call(is_large=True))
            self._places.append(Place(generation, call, stack))
        place = self._places[-1]
        place.n_unanswered += 1
        return place

    def give_back(self, place: Place) -> None:
        """A message is answered: places of former generations that have no more of them are closed."""
        place.n_unanswered -= 1
        if place.n_unanswered == 0 and place is not self._places[-1]:
            self._places.remove(place)
            place.close()

    def close(self) -> None:
        """The stream has ended."""
        for place in self._places:
            place.close()
        self._places.clear()


class _Works(Generic[_Response]):
    """What is at work for a stream, in order; and for how long nothing has been.

    Attributes:
        queue: What will give each answer, at the end the reason of the end, or None.
    """

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Finish[_Response] | Exception | None] = asyncio.Queue(
            _MAX_MESSAGES_IN_WORKS
        )
        self._n_unanswered = 0
        self._idle_since = time.monotonic()

    @property
    def idle_s(self) -> float:
        """How long nothing has been at work, in seconds: 0 while something is."""
        return 0.0 if self._n_unanswered else time.monotonic() - self._idle_since

    def began(self) -> None:
        """A message was read."""
        self._n_unanswered += 1

    def answered(self) -> None:
        """The answer to the first of them has gone."""
        self._n_unanswered -= 1
        self._idle_since = time.monotonic()


async def answer_in_order(
    requests: AsyncIterator[_Request],
    begin: Callable[[_Request], Awaitable[Finish[_Response]]],
    *,
    draining: asyncio.Event,
    idle_s: float,
) -> AsyncIterator[_Response]:
    """Answer each request of a stream, in order, while later ones are at work.

    Args:
        requests: The stream.
        begin: Puts a request to work and gives what waits for its answer; it may wait until there is room.
        draining: Once it is set, no more requests are read.
        idle_s: A stream that has nothing at work and sends nothing for so long is ended.

    Yields:
        The answers.

    Raises:
        DrainingError: After the answers of all that was read, because of ``draining``.
        DeadlineError: The stream was idle.
        Exception: What ``begin`` or an answer raised, after the answers of what came before.
    """
    works: _Works[_Response] = _Works()
    reader = asyncio.create_task(_read(requests, begin, works, draining=draining, idle_s=idle_s))
    try:
        while (work := await works.queue.get()) is not None:
            if isinstance(work, Exception):
                raise work
            yield await work()
            works.answered()
    finally:
        reader.cancel()
        await asyncio.wait([reader])


async def _read(
    requests: AsyncIterator[_Request],
    begin: Callable[[_Request], Awaitable[Finish[_Response]]],
    works: _Works[_Response],
    *,
    draining: asyncio.Event,
    idle_s: float,
) -> None:
    end: Exception | None = None
    drained = asyncio.create_task(draining.wait())
    try:
        while True:
            # A read that has begun must not be cancelled while the stream lives: its message would be lost.
            reading: asyncio.Future[_Request] = asyncio.ensure_future(anext(requests))
            done: set[asyncio.Future[Any]] = set()
            both: set[asyncio.Future[Any]] = {reading, drained}
            while not done:
                left_s = idle_s - works.idle_s
                done, _ = await asyncio.wait(both, timeout=left_s, return_when=asyncio.FIRST_COMPLETED)
                if not done and works.idle_s >= idle_s:
                    raise DeadlineError(f"the stream sent nothing for {idle_s:g} s")
            if not reading.done():
                raise DrainingError("the server shuts down: all that it read is answered", retry_after_s=0.1)
            works.began()
            await works.queue.put(await begin(reading.result()))
    except StopAsyncIteration:
        pass
    except Exception as e:  # noqa: BLE001  raised by the answers, in its turn
        end = e
    finally:
        drained.cancel()
        reading.cancel()
    await works.queue.put(end)
