"""Shards on a Ray cluster: Ray Data reads files into shards, and a pool of actors, each with the model, works them off.

Rows never pass through the driver: a reading task streams the shards of a file to the actors. Input and output must
lie where every node sees them under the same path.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from extractor.errors import InvalidInputError, ResourceError
from formats import CaptionFile, FieldNames
from service.batch.references import References
from service.batch.shard import Shard, ShardResult, ShardWorker, WorkerOptions, cut_shards
from service.process import collect_seldom

# Of the local cluster that is started where none is joined: readers count as a CPU each, and must not be starved.
_READERS = 2


class _ShardReader:
    """Reads the shards of one file that are not done."""

    def __init__(
        self,
        done_by_file: Mapping[int, frozenset[int]],
        shard_rows: int,
        fields: FieldNames,
        references: References | None,
    ) -> None:
        self._done_by_file = done_by_file
        self._shard_rows = shard_rows
        self._fields = fields
        self._references = references

    def __call__(self, row: dict[str, Any]) -> Iterator[dict[str, Any]]:
        file = CaptionFile(Path(row["path"]), row["format_name"], self._fields)
        number = int(row["number"])
        done = self._done_by_file.get(number, frozenset())
        for shard in cut_shards(
            number, file, shard_rows=self._shard_rows, done=done, references=self._references
        ):
            yield {"shard": msgspec.msgpack.encode(shard)}


class _ShardActor:
    """What Ray Data calls with batches of one shard."""

    def __init__(self, options: WorkerOptions) -> None:
        self._worker = ShardWorker(options)
        collect_seldom()

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        shards = [msgspec.msgpack.decode(data, type=Shard) for data in batch["shard"]]
        return {"result": [msgspec.json.encode(self._worker.run(shard)) for shard in shards]}


def run_on_ray(
    options: WorkerOptions,
    files: Sequence[CaptionFile],
    *,
    shard_rows: int,
    done_by_file: Mapping[int, frozenset[int]],
    references: References | None = None,
    workers: int,
    should_stop: Callable[[], bool],
) -> Generator[ShardResult]:
    """Work off shards in actors of Ray; joins the cluster that ``RAY_ADDRESS`` names, or starts a local one.

    Args:
        options: Of the workers.
        files: The input.
        shard_rows: Rows of a shard.
        done_by_file: Shards to leave out, by number of the file.
        references: Of the rows, where they have none of their own.
        workers: Actors, at least 1.
        should_stop: Asked after each shard: whether to end.

    Yields:
        Results in the order in which shards are done.

    Raises:
        InvalidInputError: Ray is not installed, or the input is damaged.
        ResourceError: Something could not be read or written, or an actor died.
    """
    try:
        import ray
        import ray.data
        import ray.exceptions
    except ImportError as error:
        raise InvalidInputError("--engine ray needs the extra: pip install 'captuple[ray]'") from error

    logging.getLogger("ray.data").setLevel(logging.ERROR)
    started = not ray.is_initialized()
    if started:
        _start(workers)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    # Blocks of one shard: else a reader gathers 128 MiB before the first actor gets anything.
    context.target_max_block_size = 1
    context.max_errored_blocks = 0
    items = [
        {"number": number, "path": str(file.path.resolve()), "format_name": file.format_name}
        for number, file in enumerate(files)
    ]
    results = (
        ray.data.from_items(items, override_num_blocks=len(items))
        .flat_map(_ShardReader(done_by_file, shard_rows, options.task.fields, references), num_cpus=1)
        .map_batches(
            _ShardActor,
            fn_constructor_args=(options,),
            batch_size=1,
            compute=ray.data.ActorPoolStrategy(size=workers),
            num_cpus=1,
        )
    )
    try:
        for row in results.iter_rows():
            yield msgspec.json.decode(row["result"], type=ShardResult)
            if should_stop():
                return
    except ray.exceptions.RayError as error:
        raise _cause(error) from error
    finally:
        if started:
            ray.shutdown()


def _start(workers: int) -> None:
    import ray
    import ray.exceptions

    address = os.environ.get("RAY_ADDRESS")
    options: dict[str, Any] = {} if address else {"num_cpus": workers + _READERS, "include_dashboard": False}
    try:
        ray.init(log_to_driver=False, logging_level=logging.ERROR, **options)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        what = (
            f"the Ray cluster {address!r} (RAY_ADDRESS) cannot be joined" if address else "Ray does not start"
        )
        raise ResourceError(f"{what}: {_last_line(error)}") from error


def _cause(error: BaseException) -> Exception:
    """Our own error, where one lies below Ray's; else one that says what to do."""
    from extractor.errors import CaptupleError

    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, CaptupleError):
            return cause
        cause = getattr(cause, "cause", None) or cause.__cause__
    return ResourceError(f"Ray failed: {_last_line(error)}; run the job again to go on")


def _last_line(error: BaseException) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
