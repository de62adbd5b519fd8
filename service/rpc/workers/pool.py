"""The workers of a server, kept alive, and exchanged for those of another model bundle while calls go on.

One *generation* is one model with its queue and its workers. A call leases the generation of the moment and keeps it to
its end, so that all of its captions are answered by one model. An exchange starts a whole new generation, and only
when that is ready it becomes the one that is leased; the old one ends with its last lease.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from captuple.errors import NotReadyError, NoWorkersError

from extractor.bundle import MANIFEST, find_bundle, read_manifest
from extractor.errors import BundleError, CaptupleError
from service.rpc.workers.batcher import Batcher, BatchLimits
from service.rpc.workers.worker import ProcessWorker, ThreadWorker, Worker

if TYPE_CHECKING:
    from pathlib import Path

    from extractor import Extractor
    from service.pipeline.tuple_cache import CachingExtractor
    from service.rpc.observe.metrics import Metrics

_FIRST_RESTART_S = 0.1
_LAST_RESTART_S = 30.0
_WARM_UP = ("A man in a red shirt rides a horse along the beach while two dogs run behind him.", "A cat.")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSource:
    """A model that a server can load.

    Attributes:
        model: ``name@version``.
        load: Gives its extractor; picklable, where worker processes are to load it.
        fingerprint: Differs between bundles.
        folder: Of the bundle, which groundings that need a model take it from; None for the newest installed one.
        parser: The parser that it names.
        feature_schema: Of its features.
        library_versions: That made it, by library.
        training_data: What it was trained on.
    """

    model: str
    load: Callable[[], Extractor | CachingExtractor]
    fingerprint: str = ""
    folder: Path | None = None
    parser: str = ""
    feature_schema: int = 0
    library_versions: dict[str, str] = field(default_factory=dict)
    training_data: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BundleLoader:
    """Loads the bundle of a folder, with a cache before it where one is named; picklable."""

    folder: Path
    cache: Path | None = None

    def __call__(self) -> Extractor | CachingExtractor:
        """The extractor, loaded, and run once: what libraries load at first use is there.

        Raises:
            BundleError: The bundle is damaged, incomplete or of other versions.
            ResourceError: The cache cannot be used.
        """
        from extractor import Caption
        from service.process import load_extractor

        extractor = load_extractor(self.folder)
        extractor.extract([Caption(text=text) for text in _WARM_UP])
        if self.cache is None:
            return extractor
        from service.pipeline.tuple_cache import CachingExtractor, TupleCache

        return CachingExtractor(lambda: extractor, TupleCache(self.cache, str(self.folder)))


def find_model(model: str, *, cache: Path | None = None) -> ModelSource:
    """The bundle of a name, ``name@version`` or folder, as it is now.

    Args:
        model: The name or folder.
        cache: Folder of a tuple cache for its workers.

    Raises:
        UnknownNameError: No such model is installed.
        BundleError: The folder holds no bundle.
    """
    folder = find_bundle(model).resolve()
    manifest = read_manifest(folder)
    digest = hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()
    return ModelSource(
        model=f"{manifest.name}@{manifest.version}",
        load=BundleLoader(folder, cache),
        fingerprint=f"{folder} {digest}",
        folder=folder,
        parser=manifest.parser,
        feature_schema=manifest.feature_schema,
        library_versions=dict(manifest.versions),
        training_data=tuple(data.name for data in manifest.training_data),
    )


class Generation:
    """One model with its queue and its workers.

    Args:
        source: The model.
        n_workers: Worker processes; 0 runs the model in a thread of this process.
        limits: Of the queue.
        batch_timeout_s: Of one batch.
        start_timeout_s: Of a worker's start.
        worker_wait_s: How long calls wait while no worker is ready; then they are refused until one is.
        metrics: Hears of it all.
        prepare_worker: Called first in each worker's process, to set up its logs; picklable.

    Attributes:
        source: The model.
        batcher: Its queue.
        workers: Those that are ready.
        is_ill: Whether calls are refused, as there are none.
        on_change: Called when that changes.
    """

    def __init__(
        self,
        source: ModelSource,
        *,
        n_workers: int,
        limits: BatchLimits,
        batch_timeout_s: float,
        start_timeout_s: float,
        worker_wait_s: float,
        metrics: Metrics,
        prepare_worker: Callable[[], None],
    ) -> None:
        self.source = source
        self.batcher = Batcher(limits, metrics, n_workers=n_workers)
        self.workers: set[Worker] = set()
        self._n_workers = n_workers
        self._batch_timeout_s = batch_timeout_s
        self._start_timeout_s = start_timeout_s
        self._metrics = metrics
        self._prepare_worker = prepare_worker
        self._n_caches_lost = 0
        self._worker_wait_s = worker_wait_s
        self._outage: asyncio.TimerHandle | None = None
        self.is_ill = False
        self.on_change: Callable[[], None] = lambda: None
        self._tasks: list[asyncio.Task[None]] = []
        self._n_leases = 0
        self._unleased = asyncio.Event()
        self._unleased.set()

    @contextmanager
    def lease(self) -> Iterator[Generation]:
        """Keep the generation alive until the block ends."""
        self._n_leases += 1
        self._unleased.clear()
        try:
            yield self
        finally:
            self._n_leases -= 1
            if self._n_leases == 0:
                self._unleased.set()

    async def start(self) -> None:
        """Start all workers; where one cannot start, none runs.

        Raises:
            BundleError: The model cannot be loaded.
            ResourceError: A worker cannot run.
        """
        workers = [self._new_worker() for _ in range(max(1, self._n_workers))]
        try:
            # No TaskGroup: its groups of exceptions would hide the one that says what is wrong.
            for names in await asyncio.gather(*(worker.start() for worker in workers)):
                if names != self.source.model:
                    raise BundleError(f"the bundle of {self.source.model} calls itself {names}")
        except BaseException:
            await asyncio.gather(*(worker.close() for worker in workers), return_exceptions=True)
            raise
        self._tasks = [asyncio.create_task(self._keep_working(worker)) for worker in workers]

    async def retire(self) -> None:
        """End the workers once no call needs them."""
        await self._unleased.wait()
        await self.close()

    async def close(self) -> None:
        """End the workers, whatever they do."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._outage is not None:
            self._outage.cancel()

    def _new_worker(self) -> Worker:
        if self._n_workers == 0:
            return ThreadWorker(self.source.load)
        return ProcessWorker(
            self.source.load,
            batch_timeout_s=self._batch_timeout_s,
            start_timeout_s=self._start_timeout_s,
            prepare=self._prepare_worker,
        )

    async def _keep_working(self, worker: Worker) -> None:
        """Let a worker work; when it dies, another takes its place."""
        while True:
            try:
                self._add(worker)
                try:
                    await self._work(worker)
                finally:
                    self._discard(worker)
            finally:
                await _close(worker)
            self._metrics.worker_deaths.inc()
            _log.error("a worker of %s ended; another takes its place", self.source.model)
            worker = await self._replace_worker()

    async def _replace_worker(self) -> Worker:
        """Another worker, as soon as one can be made and starts: whatever keeps it from that, it is tried again."""
        restart_s = _FIRST_RESTART_S
        while True:
            worker: Worker | None = None
            try:
                worker = self._new_worker()
                await worker.start()
            except Exception as e:  # noqa: BLE001  no file handles, no memory, no bundle: any may come back
                self._metrics.worker_start_failures.inc()
                _log.error("a worker cannot start: %s: %s; next try in %g s", type(e).__name__, e, restart_s)
            except BaseException:
                await _close(worker)
                raise
            else:
                return worker
            await _close(worker)
            await asyncio.sleep(restart_s)
            restart_s = min(2 * restart_s, _LAST_RESTART_S)

    def _add(self, worker: Worker) -> None:
        self.workers.add(worker)
        self._metrics.workers.inc()
        if self._outage is not None:
            self._outage.cancel()
            self._outage = None
        if self.is_ill:
            self.is_ill = False
            self.batcher.accept()
            _log.info("workers of %s answer again", self.source.model)
            self.on_change()

    def _discard(self, worker: Worker) -> None:
        self.workers.discard(worker)
        self._metrics.workers.dec()
        if not self.workers and self._outage is None:
            self._outage = asyncio.get_running_loop().call_later(self._worker_wait_s, self._fall_ill)

    def _fall_ill(self) -> None:
        self.is_ill = True
        problem = f"no worker of the server has been ready for {self._worker_wait_s:g} s"
        _log.error("%s: calls are refused until one is", problem)
        self.batcher.refuse(lambda: NoWorkersError(problem, retry_after_s=1.0))
        self.on_change()

    async def _work(self, worker: Worker) -> None:
        """Give a worker one batch after the other until it dies."""
        had_cache = self._has_cache(worker, had_one=True)
        died = asyncio.ensure_future(worker.died())
        try:
            while jobs := await self.batcher.next_batch(died):
                if died.done():
                    self.batcher.give_back(jobs, worker_died=False)
                    return
                began = time.monotonic()
                try:
                    outcomes = await worker.run(jobs)
                except Exception as e:  # noqa: BLE001  whatever it is, no caption may be lost
                    _log.error("%d captions go to another worker: %s", len(jobs), e)
                    self.batcher.give_back(jobs, worker_died=True)
                    return
                had_cache = self._has_cache(worker, had_one=had_cache)
                self.batcher.done(jobs)
                self._metrics.batch_done(jobs, outcomes, seconds=time.monotonic() - began)
                for job, outcome in zip(jobs, outcomes, strict=True):
                    if not job.future.done():
                        job.future.set_result(outcome)
        finally:
            died.cancel()

    def _has_cache(self, worker: Worker, *, had_one: bool) -> bool:
        """Whether a worker has not given up its cache; that is counted each time, and said once."""
        if had_one and worker.cache_lost:
            self._metrics.caches_given_up.inc()
            if self._n_caches_lost == 0:
                _log.warning("the workers go on without their cache: %s", worker.cache_lost)
            self._n_caches_lost += 1
        return not worker.cache_lost


async def _close(worker: Worker | None) -> None:
    """End a worker; one that cannot be ended has no part in the others' work."""
    if worker is not None:
        try:
            await worker.close()
        except Exception as e:  # noqa: BLE001
            _log.error("a worker cannot be ended: %s: %s", type(e).__name__, e)


class Pool:
    """The generation of the moment, and how it is exchanged.

    Args:
        find: Gives the model to serve, as it is now.
        make_generation: Makes a generation of a model, not started.
        metrics: Hears of it all.

    Attributes:
        on_change: Called when ``is_ill`` may have changed.
    """

    def __init__(
        self,
        find: Callable[[], ModelSource],
        make_generation: Callable[[ModelSource], Generation],
        metrics: Metrics,
    ) -> None:
        self._find = find
        self._make_generation = make_generation
        self._metrics = metrics
        self._current: Generation | None = None
        self._exchanging = asyncio.Lock()
        self._retiring: set[asyncio.Task[None]] = set()
        self._failed: str | None = None
        self.on_change: Callable[[], None] = lambda: None

    @property
    def is_ill(self) -> bool:
        """Whether calls are refused, as the generation of the moment has no workers."""
        return self._current is not None and self._current.is_ill

    @property
    def current(self) -> Generation:
        """The generation of the moment.

        Raises:
            NotReadyError: The first one has not started yet.
        """
        if self._current is None:
            raise NotReadyError("the server is still loading its model", retry_after_s=1.0)
        return self._current

    def n_waiting(self, *, is_large: bool) -> int:
        """How many captions wait for the generation of the moment, of small calls or of large ones."""
        return 0 if self._current is None else self._current.batcher.n_waiting(is_large=is_large)

    @property
    def folder(self) -> Path | None:
        """Of the bundle of the moment; None where there is none."""
        return None if self._current is None else self._current.source.folder

    async def start(self) -> None:
        """Start the first generation.

        Raises:
            UnknownNameError: There is no such model.
            BundleError: The model cannot be loaded.
            ResourceError: A worker cannot run.
        """
        await self._exchange(await asyncio.to_thread(self._find))

    async def reload(self, *, again: bool = True) -> bool:
        """Exchange the generation where there is another bundle now; where that is bad, all stays as it is.

        Args:
            again: Try a bundle that has been refused before.

        Returns:
            Whether there is a new generation.
        """
        async with self._exchanging:
            try:
                source = await asyncio.to_thread(self._find)
                if source.fingerprint == self.current.source.fingerprint:
                    return False
                if source.fingerprint == self._failed and not again:
                    return False
                self._failed = source.fingerprint
                await self._exchange(source)
            except (CaptupleError, OSError) as e:
                self._metrics.reloads.labels("refused").inc()
                _log.error("the new bundle is refused, the old one goes on: %s", e)
                return False
            self._failed = None
            self._metrics.reloads.labels("done").inc()
            return True

    async def watch(self, interval_s: float) -> None:
        """Look for another bundle from time to time, until cancelled; a refused one is tried again ever more seldom."""
        n_left = n_pause = 0
        while True:
            await asyncio.sleep(interval_s)
            n_left -= 1
            tries_again = n_left < 0
            await self.reload(again=tries_again)
            if self._failed is None:
                n_pause = 0
            elif tries_again:
                n_pause = min(2 * n_pause + 1, 60)
                n_left = n_pause

    async def close(self) -> None:
        """End all workers."""
        for task in self._retiring:
            task.cancel()
        await asyncio.gather(*self._retiring, return_exceptions=True)
        if self._current is not None:
            await self._current.close()

    def _changed(self) -> None:
        self.on_change()

    async def _exchange(self, source: ModelSource) -> None:
        generation = self._make_generation(source)
        await generation.start()
        generation.on_change = self._changed
        old, self._current = self._current, generation
        self.on_change()
        _log.info("model %s answers", source.model)
        self._metrics.model_info.clear()
        self._metrics.model_info.labels(source.model).set(1)
        if old is not None:
            task = asyncio.create_task(self._retire(old))
            self._retiring.add(task)
            task.add_done_callback(self._retiring.discard)

    @staticmethod
    async def _retire(generation: Generation) -> None:
        try:
            await generation.retire()
        except asyncio.CancelledError:
            await generation.close()
            raise
