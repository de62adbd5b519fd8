"""The queue between calls and workers: turns, limits, what is dropped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

import pytest
from captuple.errors import DeadlineError, OverloadedError

from extractor.errors import InvalidInputError
from service.rpc.workers.batcher import LONG_CODE_POINTS, Batcher, BatchLimits, Job, Outcome
from service.rpc.workers.suspects import REMEMBERED_S


class NoMeter:
    def caption_refused(self, *, length: int) -> None: ...

    def batch_taken(self, jobs: Sequence[Job], *, delay_s: Sequence[float]) -> None: ...


def run(test: Callable[[Batcher], Awaitable[None]], *, n_workers: int = 1, **limits: float) -> None:
    async def main() -> None:
        batcher = Batcher(BatchLimits(**limits), NoMeter(), n_workers=n_workers)
        async with asyncio.timeout(20):
            await test(batcher)
        # All calls have ended: whatever became of their captions, none waits.
        assert batcher.n_waiting(is_large=False) == batcher.n_waiting(is_large=True) == 0

    asyncio.run(main())


def job(name: str, *, length: int = 10, expires_at: float = float("inf")) -> Job:
    return Job("extract", name.encode(), length, 0.0, expires_at)


def names(jobs: Sequence[Job]) -> str:
    return " ".join(sorted(job.payload.decode() for job in jobs))


def test_small_calls_go_first_but_every_fourth_batch_is_for_large_ones() -> None:
    async def test(batcher: Batcher) -> None:
        with (
            batcher.open_call(is_large=True) as large,
            batcher.open_call(is_large=False, n_captions=7) as small,
        ):
            for i in range(4):
                await large.submit(job(f"L{i}"))
            for i in range(7):
                await small.submit(job(f"s{i}"))
            taken = [names(await batcher.next_batch()) for _ in range(6)]
        assert taken == ["s0 s1", "s2 s3", "s4 s5", "L0 L1", "s6", "L2 L3"]

    run(test, max_batch_size=2)


def test_calls_take_turns() -> None:
    async def test(batcher: Batcher) -> None:
        with batcher.open_call(is_large=True) as a, batcher.open_call(is_large=True) as b:
            for i in range(6):
                await a.submit(job(f"a{i}"))
            await b.submit(job("b0"))
            assert names(await batcher.next_batch()) == "a0 a1 b0"

    run(test, max_batch_size=3)


def test_batches_are_sorted_by_length_and_closed_by_long_captions() -> None:
    async def test(batcher: Batcher) -> None:
        with batcher.open_call(is_large=True) as call:
            for name, length in (("a", 30), ("b", 10), ("c", 300), ("d", 8_000), ("e", 8_192), ("f", 5)):
                await call.submit(job(name, length=length))
            batches = [[j.payload.decode() for j in await batcher.next_batch()] for _ in range(2)]
        assert batches == [["b", "a", "c", "d"], ["f", "e"]]

    run(test)


LONG = LONG_CODE_POINTS + 1


def test_very_long_captions_go_alone_and_leave_workers_to_short_ones() -> None:
    async def test(batcher: Batcher) -> None:
        with (
            batcher.open_call(is_large=True) as stream,
            batcher.open_call(is_large=False, n_captions=6) as call,
        ):
            for i in range(6):
                await call.submit(job(f"L{i}", length=LONG))
            # Four workers: one of them takes no long captions.
            held = [await batcher.next_batch() for _ in range(3)]
            assert [names(jobs) for jobs in held] == ["L0", "L1", "L2"]
            fourth = asyncio.create_task(batcher.next_batch())
            await asyncio.sleep(0)
            assert not fourth.done()
            await stream.submit(job("a"))
            assert names(await fourth) == "a"
            waiting = asyncio.create_task(batcher.next_batch())
            await asyncio.sleep(0)
            assert not waiting.done()
            batcher.done(held[0])
            assert names(await waiting) == "L3"
            batcher.give_back(held[1], worker_died=False)
            assert names(await batcher.next_batch()) == "L1"  # what was begun is first, alone
            batcher.done(held[2])
            await stream.submit(job("b"))
            batches = [await batcher.next_batch() for _ in range(2)]
            assert sorted(map(names, batches)) == ["L4", "b"]

    run(test, n_workers=4)


@pytest.mark.parametrize(("n_workers", "n_long"), [(0, 1), (1, 1), (2, 1), (3, 2), (4, 3), (8, 6)])
def test_how_many_workers_take_long_captions(n_workers: int, n_long: int) -> None:
    async def test(batcher: Batcher) -> None:
        with batcher.open_call(is_large=True) as stream:
            for i in range(20):
                await stream.submit(job(f"L{i}", length=LONG))
            for _ in range(n_long):
                await batcher.next_batch()
            one_more = asyncio.create_task(batcher.next_batch())
            await asyncio.sleep(0)
            assert not one_more.done()
            one_more.cancel()

    run(test, n_workers=n_workers)


def test_long_captions_of_several_calls_take_turns_and_are_dropped_with_their_call() -> None:
    async def test(batcher: Batcher) -> None:
        with batcher.open_call(is_large=True) as first, batcher.open_call(is_large=True) as second:
            with batcher.open_call(is_large=True) as gone:
                for i in range(3):
                    await first.submit(job(f"a{i}", length=LONG))
                    await gone.submit(job(f"x{i}", length=LONG))
                    await second.submit(job(f"b{i}", length=LONG))
            taken = []
            for _ in range(6):
                jobs = await batcher.next_batch()
                taken.append(names(jobs))
                batcher.done(jobs)
        assert taken == ["a0", "b0", "a1", "b1", "a2", "b2"]

    run(test)


def test_a_lone_call_does_not_wait_and_many_wait_for_each_other() -> None:
    async def test(batcher: Batcher) -> None:
        async def call(name: str) -> None:
            with batcher.open_call(is_large=False, n_captions=1) as place:
                await (await place.submit(job(name)))

        async def answer() -> int:
            jobs = await batcher.next_batch()
            for item in jobs:
                item.future.set_result(Outcome(b""))
            return len(jobs)

        calls = [asyncio.create_task(call(f"{i}")) for i in range(3)]
        await asyncio.sleep(0)
        assert await answer() == 3
        # The batch before answered three calls: the next waits until as many are there, long before the delay is over.
        batch = asyncio.create_task(answer())
        for i in range(3):
            calls.append(asyncio.create_task(call(f"{i}")))
            await asyncio.sleep(0)
        assert await batch == 3
        calls.append(asyncio.create_task(call("late")))
        began = time.monotonic()
        batch = asyncio.create_task(answer())
        assert await batch == 1
        waited_s = time.monotonic() - began
        assert (
            0.05 <= waited_s < 0.2
        )  # company was expected, but nobody came for a quarter of the longest wait
        calls.append(asyncio.create_task(call("alone")))
        began = time.monotonic()
        assert await answer() == 1
        assert time.monotonic() - began < 0.2
        await asyncio.gather(*calls)

    run(test, max_queue_delay_ms=200)


def test_the_worker_that_came_last_takes_the_next_batch() -> None:
    async def test(batcher: Batcher) -> None:
        first, second, third = (asyncio.create_task(batcher.next_batch()) for _ in range(3))
        await asyncio.sleep(0)
        with batcher.open_call(is_large=True) as call:
            await call.submit(job("a"))
            assert names(await third) == "a"
            await call.submit(job("b"))
            second.cancel()  # woken, but it ends before it takes anything: nothing is lost
            assert names(await first) == "b"
        assert second.cancelled()

    run(test)


def test_every_idle_worker_is_woken_while_there_is_work() -> None:
    async def test(batcher: Batcher) -> None:
        workers = [asyncio.create_task(batcher.next_batch()) for _ in range(3)]
        await asyncio.sleep(0)
        with batcher.open_call(is_large=True) as call:
            for name in "abcd":
                await call.submit(job(name))
            batches = await asyncio.gather(*workers)
            assert sorted(map(names, batches)) == ["a", "b", "c"]
            assert names(await batcher.next_batch()) == "d"

    run(test, max_batch_size=1)


def test_the_queue_of_small_calls_is_bounded() -> None:
    async def test(batcher: Batcher) -> None:
        with batcher.open_call(is_large=False, n_captions=3) as call:
            for i in range(3):
                await call.submit(job(f"{i}"))
            with (
                pytest.raises(OverloadedError, match="3 captions wait"),
                batcher.open_call(is_large=False, n_captions=2),
            ):
                pass
            with batcher.open_call(is_large=True):
                pass
        with batcher.open_call(is_large=False, n_captions=4):
            pass

    run(test, max_queue_size=4)


def test_what_nobody_waits_for_is_dropped() -> None:
    async def test(batcher: Batcher) -> None:
        with batcher.open_call(is_large=False, n_captions=2) as gone:
            futures = [await gone.submit(job("gone")) for _ in range(2)]
        assert all(future.cancelled() for future in futures)
        with batcher.open_call(is_large=False, n_captions=2) as call:
            expired = await call.submit(job("expired", expires_at=time.monotonic() - 1))
            await call.submit(job("kept"))
            assert names(await batcher.next_batch()) == "kept"
            assert isinstance(expired.exception(), DeadlineError)

    run(test)


def test_a_call_has_only_so_much_in_the_works() -> None:
    async def test(batcher: Batcher) -> None:
        with batcher.open_call(is_large=True) as call:
            for i in range(batcher.window):
                await call.submit(job(f"{i}"))
            more = asyncio.create_task(call.submit(job("more")))
            await asyncio.sleep(0)
            assert not more.done()
            for item in await batcher.next_batch():
                item.future.set_result(Outcome(b""))
            await more

    run(test, max_batch_size=2)


def test_a_caption_that_ended_two_workers_is_refused_in_other_calls_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(batcher: Batcher) -> None:
        def caption(call_number: int, text: str) -> Job:
            return Job("extract", f"{call_number} {text}".encode(), 1, 0.0, float("inf"), content=text)

        with batcher.open_call(is_large=False, n_captions=1) as call:
            await call.submit(caption(1, "deadly"))
            for _ in range(2):
                batcher.give_back(await batcher.next_batch(), worker_died=True)
        with batcher.open_call(is_large=True) as call:
            refused = await call.submit(caption(2, "deadly"))
            assert isinstance(refused.exception(), InvalidInputError)
            await call.submit(caption(3, "harmless"))
            assert names(await batcher.next_batch()) == "3 harmless"
            later = time.monotonic() + REMEMBERED_S + 1
            monkeypatch.setattr("service.rpc.workers.suspects.time.monotonic", lambda: later)
            await call.submit(caption(4, "deadly"))
            assert names(await batcher.next_batch()) == "4 deadly"

    run(test)


def test_a_caption_whose_call_has_gone_is_tried_alone_when_it_comes_again_and_cleared_when_it_is_done() -> (
    None
):
    async def test(batcher: Batcher) -> None:
        with batcher.open_call(is_large=False, n_captions=2) as call:
            for name in "ab":
                await call.submit(job(name))
            batcher.give_back(await batcher.next_batch(), worker_died=True)
        with batcher.open_call(is_large=False, n_captions=3) as call:
            for name in "xab":
                await call.submit(job(name))
            taken = [await batcher.next_batch() for _ in range(3)]
            assert [names(jobs) for jobs in taken] == ["a", "b", "x"]
            batcher.done(taken[0])
            batcher.give_back(taken[1], worker_died=True)
        with batcher.open_call(is_large=False, n_captions=3) as call:
            futures = [await call.submit(job(name)) for name in "xab"]
            assert isinstance(futures[2].exception(), InvalidInputError)
            assert names(await batcher.next_batch()) == "a x"

    run(test)


def test_a_popular_caption_is_not_refused_for_the_company_it_kept() -> None:
    async def test(batcher: Batcher) -> None:
        with batcher.open_call(is_large=False, n_captions=6) as call:
            for _ in range(2):  # in the batches of two workers that end, twice in either
                for name in ("popular", "popular", "other"):
                    await call.submit(Job("extract", name.encode(), 1, 0.0, float("inf"), content=name))
            both = [await batcher.next_batch() for _ in range(2)]
            assert [names(jobs) for jobs in both] == ["other popular popular"] * 2
            for jobs in both:
                batcher.give_back(jobs, worker_died=True)
            for _ in range(6):
                [alone] = await batcher.next_batch()
                assert not alone.future.done()
                alone.future.set_result(Outcome(b""))
                batcher.done([alone])
            futures = [await call.submit(job("popular")) for _ in range(2)]
            assert names(await batcher.next_batch()) == "popular popular"
            assert not any(future.done() for future in futures)

    run(test, max_batch_size=3)


def test_jobs_of_a_dead_worker_go_alone_and_fail_the_second_time() -> None:
    async def test(batcher: Batcher) -> None:
        with batcher.open_call(is_large=True) as call:
            futures = [await call.submit(job(name)) for name in "abc"]
            batcher.give_back(await batcher.next_batch(), worker_died=True)
            first = await batcher.next_batch()
            assert names(first) == "a"
            batcher.give_back(first, worker_died=True)
            with pytest.raises(
                InvalidInputError, match="2 workers ended over this caption; it is refused for 10 min"
            ):
                futures[0].result()
            assert [names(await batcher.next_batch()) for _ in range(2)] == ["b", "c"]
            waiting = asyncio.create_task(batcher.next_batch())
            await asyncio.sleep(0)
            assert not waiting.done()
            waiting.cancel()

    run(test)
