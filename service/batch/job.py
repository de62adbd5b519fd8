"""A batch job: shards of the input, a log that says which are done, and an engine that works off the rest.

::

    OUTPUT/job.json                     what the job is: task, options, model, code, input; a rerun must be the same job
           shards.jsonl                 a line for each shard that is done; a rerun goes on with the others
           part-00000-000000.jsonl      the results of a shard (input file, shard), in the order of its rows
           summary.json                 counts, failures, and the scores of a scoring job; written when all is done

A part is written under a temporary name and renamed, then noted. A job that is killed at any moment and run again gives
the parts and the summary that an undisturbed run gives, byte for byte.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from extractor.bundle import MANIFEST, file_sha256, find_bundle, read_manifest
from extractor.errors import CaptupleError, Fault, InvalidInputError, ResourceError
from formats import CaptionFile, caption_files, survey
from formats.files import whole_file
from formats.sources import dataset_files
from scoring import COMPONENTS, BastStatistics, signature
from scoring.bast.components import components_of
from scoring.conventions import NO_MODEL, captuple_version
from scoring.graded.score import graded_signature
from scoring.grounding import get_grounding, grounding_label
from scoring.grounding.registry import grounding_source
from service.batch.references import References
from service.batch.shard import (
    GRADED_FIGURES,
    GRADED_UNIT,
    OutputFormat,
    ScoreOptions,
    Shard,
    ShardResult,
    TaskOptions,
    WorkerOptions,
    cut_shards,
    part_path,
)
from service.pipeline.tuple_cache import code_sha256, code_version
from service.similarities import check_similarity, load_similarity

JOB_SCHEMA = "captuple.job/1"
JOB_FILE = "job.json"
SHARDS_FILE = "shards.jsonl"
SUMMARY_FILE = "summary.json"
Engine = Literal["local", "ray"]
_LOCK_FILE = ".lock"
_MIN_ROWS_TO_JUDGE = 1_000
_N_ERRORS_SHOWN = 5


class FailureRateError(CaptupleError):
    """Too many rows of a job failed."""


class StoppedError(CaptupleError):
    """A job was asked to stop; run again, it goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobOptions:
    """How a job is run; none of it changes what stands in the parts but ``output_format`` and ``shard_rows``.

    Attributes:
        output_format: Of the parts.
        shard_rows: Rows of a shard, at least 1.
        workers: Processes, or actors of Ray, at least 1.
        engine: What runs the shards.
        max_failure_rate: Share of failed rows above which the job stops, from 0 to 1.
        cache: Folder that keeps the tuples of captions; None keeps none.
    """

    output_format: OutputFormat = "jsonl"
    shard_rows: int = 2_000
    workers: int = 2
    engine: Engine = "local"
    max_failure_rate: float = 0.01
    cache: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobProgress:
    """How far a job is.

    Attributes:
        n_rows: Rows of all shards that are done.
        n_failed: Of them with an error.
        n_resumed: Rows that an earlier run had done.
        n_expected: About how many rows there are in all.
    """

    n_rows: int
    n_failed: int
    n_resumed: int
    n_expected: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JobResult:
    """What a job came to.

    Attributes:
        n_rows: Rows of all parts.
        n_failed: Rows with an error.
        n_resumed: Rows that an earlier run had done.
        summary: The contents of ``summary.json``.
    """

    n_rows: int
    n_failed: int
    n_resumed: int
    summary: Mapping[str, Any]


def run_job(
    task: TaskOptions,
    *,
    input_pattern: str,
    output: Path,
    options: JobOptions | None = None,
    progress: Callable[[JobProgress], None] | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> JobResult:
    """Run a job, or go on with one that was stopped.

    Args:
        task: What to do with each row.
        input_pattern: A file, a folder or a glob.
        output: The job's folder; made where it is missing.
        options: How to run it.
        progress: Called at the start and for each shard that is done.
        should_stop: Asked between shards; where it says yes, the shards that run are ended and noted.

    Raises:
        InvalidInputError: The input is faulty or empty, or the folder holds another job or other files; nothing there
            is touched.
        FailureRateError: Too many rows failed; the parts that are done stay.
        StoppedError: ``should_stop`` said yes before all was done.
        ResourceError: Something could not be read or written, or a worker died; the job can be run again.
    """
    options = options or JobOptions()
    if isinstance(task, ScoreOptions):
        get_grounding(task.grounding, model=task.model)
        if task.graded is not None:
            check_similarity(task.graded, task.model)
    references = None
    if isinstance(task, ScoreOptions) and task.references is not None:
        references = References.read(task.references, fields=task.fields, rule=task.match_ids)
    in_rows = isinstance(task, ScoreOptions) and references is None
    files = caption_files(input_pattern, needs_references=in_rows, fields=task.fields)
    if references is not None:
        references.check(files)
    identity = _identity(task, files, options)
    n_expected = _check_folder(output, identity)
    if n_expected is None:
        n_expected = survey(files)
    with _claimed(output, identity, n_expected):
        totals = _Totals(task, options.max_failure_rate)
        done = _read_done(output, options.output_format, totals)
        n_resumed = totals.n_rows

        def report() -> None:
            if progress:
                progress(
                    JobProgress(
                        n_rows=totals.n_rows,
                        n_failed=totals.n_failed,
                        n_resumed=n_resumed,
                        n_expected=max(n_expected, totals.n_rows),
                    )
                )

        report()
        if _noted_shards(output) != totals.n_shards:
            results = _run(task, output, options, files, done, references, should_stop)
            with contextlib.closing(results):
                for result in results:
                    _note(output, result)
                    totals.add(result)
                    report()
                    totals.check()
            if should_stop() and not _all_done(files, options, output):
                raise StoppedError(
                    f"stopped after {totals.n_rows} rows, all kept in {output}; run the same command again to go on"
                )
        totals.check(at_end=True)
        _check_unchanged(files, identity)
        summary = _summary(task, totals)
        _write(output / SUMMARY_FILE, json.dumps(summary, indent=1).encode() + b"\n")
    return JobResult(n_rows=totals.n_rows, n_failed=totals.n_failed, n_resumed=n_resumed, summary=summary)


def _run(
    task: TaskOptions,
    output: Path,
    options: JobOptions,
    files: Sequence[CaptionFile],
    done: Mapping[int, frozenset[int]],
    references: References | None,
    should_stop: Callable[[], bool],
) -> Generator[ShardResult]:
    worker_options = WorkerOptions(
        task=task, output=output.resolve(), output_format=options.output_format, cache=options.cache
    )
    if options.engine == "ray":
        from service.batch.engines.on_ray import run_on_ray

        return run_on_ray(
            worker_options,
            files,
            shard_rows=options.shard_rows,
            done_by_file=done,
            references=references,
            workers=options.workers,
            should_stop=should_stop,
        )
    from service.batch.engines.local import run_locally

    shards = _shards(files, options, done, references)
    return run_locally(worker_options, shards, workers=options.workers, should_stop=should_stop)


def _shards(
    files: Sequence[CaptionFile],
    options: JobOptions,
    done: Mapping[int, frozenset[int]],
    references: References | None = None,
) -> Iterator[Shard]:
    for number, file in enumerate(files):
        yield from cut_shards(
            number,
            file,
            shard_rows=options.shard_rows,
            done=done.get(number, frozenset()),
            references=references,
        )


def _noted_shards(output: Path) -> int | None:
    """The shards of the summary of a job that came to its end; None where there is none."""
    try:
        record = json.loads((output / SUMMARY_FILE).read_bytes())
        n_shards = record["n_shards"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return n_shards if isinstance(n_shards, int) else None


def _all_done(files: Sequence[CaptionFile], options: JobOptions, output: Path) -> bool:
    """Whether a job that was asked to stop happens to be done."""
    done = _read_done(output, options.output_format, None)
    return next(_shards(files, options, done), None) is None


def _check_unchanged(files: Sequence[CaptionFile], identity: Mapping[str, Any]) -> None:
    """See that the input is what it was at the start.

    Raises:
        InvalidInputError: A file has changed, so parts may hold rows of either; the job has no summary.
    """
    faults = [
        Fault(
            where=str(file.path),
            problem="has changed while the job ran: its parts may hold old and new rows; run it anew in another folder",
            file=str(file.path),
        )
        for file, fingerprint in zip(files, identity["input"], strict=True)
        if file.fingerprint() != fingerprint
    ]
    if faults:
        raise InvalidInputError(faults)


def _identity(task: TaskOptions, files: Sequence[CaptionFile], options: JobOptions) -> dict[str, Any]:
    folder = find_bundle(task.model)
    manifest = read_manifest(folder)
    settings = {name: value for name, value in asdict(task).items() if name not in ("model", "references")}
    scoring: dict[str, Any] = {}
    if isinstance(task, ScoreOptions):
        # What a grounding takes from a bundle it takes from this one.
        scoring = {
            "scoring_sha256": code_sha256("scoring"),
            "grounding": grounding_label(get_grounding(task.grounding, model=folder)),
            "grounding_source": grounding_source(task.grounding),
            "references": None if task.references is None else _fingerprints(task.references),
        }
    return {
        "schema": JOB_SCHEMA,
        "task": "score" if isinstance(task, ScoreOptions) else "extract",
        "options": settings,
        "model": f"{manifest.name}@{manifest.version}",
        "model_sha256": file_sha256(folder / MANIFEST),
        "version": captuple_version(),
        "code_sha256": code_version(),
        **scoring,
        "output_format": options.output_format,
        "shard_rows": options.shard_rows,
        "input": [file.fingerprint() for file in files],
    }


def _fingerprints(path: Path) -> list[str]:
    """Of a file, or of the files of a saved data set."""
    files = dataset_files(path) or [CaptionFile(path, "text")]
    return [file.fingerprint() for file in files]


def _check_folder(output: Path, identity: Mapping[str, Any]) -> int | None:
    """See that a folder is free or this job's; nothing is written.

    Returns:
        The expected rows of the job that is there; None for a free folder.
    """
    path = output / JOB_FILE
    if not path.is_file():
        if output.exists() and (not output.is_dir() or any(_visible(output))):
            raise InvalidInputError(f"{output} exists and holds no job; choose another folder")
        return None
    try:
        found = json.loads(path.read_bytes())
        if not isinstance(found, dict):
            raise ValueError("no JSON object")
    except ValueError as error:
        raise InvalidInputError(
            f"{path} is damaged ({error}); nothing was changed; choose another folder"
        ) from error
    here = json.loads(json.dumps(identity))
    shown = [f"{name}: {_short(found.get(name))} there, {_short(here[name])} here" for name in here
             if found.get(name) != here[name]]  # fmt: skip
    if shown:
        raise InvalidInputError(
            f"{output} holds another job; nothing was changed; choose another folder, or run it as it was begun:\n"
            + "\n".join(shown)
        )
    expected = found.get("n_expected")
    return expected if isinstance(expected, int) else 0


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


def _visible(output: Path) -> Iterator[Path]:
    """What is in a folder but the traces of a job that was killed in its first moment."""
    return (
        path
        for path in output.iterdir()
        if path.name != _LOCK_FILE and not (path.name.startswith(f".{JOB_FILE}.") and path.suffix == ".tmp")
    )


@contextlib.contextmanager
def _claimed(output: Path, identity: Mapping[str, Any], n_expected: int) -> Iterator[None]:
    """Hold the job's folder, which is made where it is not there; two runs of one job exclude each other."""
    try:
        output.mkdir(parents=True, exist_ok=True)
        lock = os.open(output / _LOCK_FILE, os.O_CREAT | os.O_RDWR, 0o666)
    except OSError as error:
        raise ResourceError(f"{output} cannot be written: {error.strerror}") from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ResourceError(f"another process is running the job in {output}") from error
        if _check_folder(output, identity) is None:  # again: another run may have come first
            _write(
                output / JOB_FILE,
                json.dumps({**identity, "n_expected": n_expected}, indent=1).encode() + b"\n",
            )
        for leftover in output.glob(".*.tmp"):
            leftover.unlink(missing_ok=True)
        yield
    finally:
        os.close(lock)


def _note(output: Path, result: ShardResult) -> None:
    try:
        with (output / SHARDS_FILE).open("ab") as log:
            log.write(msgspec.json.encode(result) + b"\n")
    except OSError as error:
        raise ResourceError(f"{output / SHARDS_FILE} cannot be written: {error.strerror}") from error


def _read_done(
    output: Path, output_format: OutputFormat, totals: _Totals | None
) -> dict[int, frozenset[int]]:
    """The shards that are noted and whose part is there and whole, by number of the file; a torn line is dropped."""
    path = output / SHARDS_FILE
    done: defaultdict[int, set[int]] = defaultdict(set)
    if not path.is_file():
        return {}
    kept = path.with_name(f".{SHARDS_FILE}.tmp")
    try:
        with path.open("rb") as log, kept.open("wb") as copy:
            for line in log:
                try:
                    result = msgspec.json.decode(line, type=ShardResult)
                except (msgspec.MsgspecError, UnicodeDecodeError):
                    continue
                part = part_path(output, result.file, result.number, output_format)
                is_whole = part.is_file() and part.stat().st_size == result.n_bytes
                if is_whole and result.number not in done[result.file]:
                    done[result.file].add(result.number)
                    copy.write(msgspec.json.encode(result) + b"\n")
                    if totals is not None:
                        totals.add(result)
        kept.replace(path)
    except OSError as error:
        raise ResourceError(f"{path} cannot be read or written: {error.strerror}") from error
    return {file: frozenset(numbers) for file, numbers in done.items()}


class _Totals:
    def __init__(self, task: TaskOptions, max_failure_rate: float) -> None:
        self._max_failure_rate = max_failure_rate
        self.n_rows = self.n_failed = self.n_shards = 0
        self.errors: list[str] = []
        self.models: set[str] = set()
        components = components_of(task.conventions) if isinstance(task, ScoreOptions) else COMPONENTS
        self.statistics = BastStatistics(components)
        self.graded = dict.fromkeys(GRADED_FIGURES, 0)
        self.n_graded = self.n_wordless = 0

    def add(self, result: ShardResult) -> None:
        self.n_shards += 1
        self.n_rows += result.n_rows
        self.n_failed += result.n_failed
        self.errors = [*self.errors, *result.errors][:_N_ERRORS_SHOWN]
        self.models |= set(result.models)
        self.n_graded += result.n_graded
        self.n_wordless += result.n_wordless
        for name, value in (result.graded or {}).items():
            self.graded[name] += value
        if result.statistics is not None:
            self.statistics = self.statistics.merge(BastStatistics.from_record(result.statistics))

    def check(self, *, at_end: bool = False) -> None:
        if self.n_rows < _MIN_ROWS_TO_JUDGE and not at_end:
            return
        if self.n_failed > self._max_failure_rate * self.n_rows:
            shown = "\n".join(self.errors)
            raise FailureRateError(
                f"{self.n_failed} of {self.n_rows} rows failed, more than the share of {self._max_failure_rate} that "
                f"is allowed (--max-failure-rate); what is done is kept, and a higher limit goes on; first errors:\n"
                f"{shown}"
            )


def _summary(task: TaskOptions, totals: _Totals) -> dict[str, Any]:
    manifest = read_manifest(find_bundle(task.model))
    model = f"{manifest.name}@{manifest.version}"
    summary: dict[str, Any] = {
        "schema": "captuple.job-summary/2",
        "model": model,
        "version": captuple_version(),
        "n_shards": totals.n_shards,
        "n_rows": totals.n_rows,
        "n_failed": totals.n_failed,
    }
    if isinstance(task, ScoreOptions) and totals.statistics.n_images:
        scores = totals.statistics.scores(task.conventions)
        grounding = grounding_label(get_grounding(task.grounding, model=task.model))
        summary["signature"] = signature(
            task.conventions,
            grounding=grounding,
            model="+".join(sorted(totals.models)) or NO_MODEL,
            missing_candidates=task.missing_candidates,
        )
        summary["n_images"] = totals.statistics.n_images
        summary["overall_f1"] = scores.overall_f1
        summary["overall_n_components"] = scores.n_components
        summary["components"] = {
            name: {"precision": scores[name].precision, "recall": scores[name].recall, "f1": scores[name].f1}
            for name in totals.statistics.components
        }
        if task.graded is not None and totals.n_graded:
            summary["graded"] = _graded_summary(task, task.graded, totals)
    return summary


def _graded_summary(task: ScoreOptions, similarity: str, totals: _Totals) -> dict[str, Any]:
    return {
        "signature": graded_signature(
            load_similarity(similarity, task.model),
            version=task.graded_version,
            missing_candidates=task.missing_candidates,
            model="+".join(sorted(totals.models)) or NO_MODEL,
        ),
        "n_images": totals.n_graded,
        "n_wordless": totals.n_wordless,
        **{name: value / GRADED_UNIT / totals.n_graded for name, value in totals.graded.items()},
    }


def _write(path: Path, content: bytes) -> None:
    with whole_file(path, durable=True) as file:
        file.write(content)
