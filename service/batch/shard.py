"""What is done with one shard, whatever engine runs it: rows in, one output file out, counts back."""

from __future__ import annotations

import itertools
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from extractor.errors import Fault, InvalidInputError, ResourceError
from extractor.types import Caption
from formats.files import whole_file
from formats.records import EXTRACTION_SCHEMA, extraction_record
from formats.rows import InputFile, InputRow, read_rows
from scoring import BastStatistics, Conventions, signature
from scoring.bast.score import ImageScore, score_images
from scoring.grounding import get_grounding, grounding_label
from service.pipeline.halving import run_halving

if TYPE_CHECKING:
    from extractor.types import Extraction, SemanticTuple

OutputFormat = Literal["jsonl", "parquet"]
SCORE_SCHEMA = "captuple.image-score/2"
_N_SHOWN = 5
_FAULT_PLACE = re.compile(r"captions\[(\d+)\](.*)", re.DOTALL)


class ShardExtractor(Protocol):
    """What a worker needs of an extractor."""

    @property
    def model(self) -> str:
        """``name@version``."""

    def validate(self, captions: Sequence[Caption]) -> list[Fault]:
        """Everything wrong with some captions."""

    def extract(self, captions: Sequence[Caption], *, min_confidence: float = 0.0) -> list[Extraction]:
        """The tuples of captions, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractOptions:
    """Extraction of the tuples of every row.

    Attributes:
        model: A bundle: name, name@version or folder.
        min_confidence: Links less sure than this are left out, from 0 to 1.
    """

    model: str = "en-captions"
    min_confidence: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreOptions:
    """Scores of every row's caption against its references.

    Attributes:
        model: A bundle: name, name@version or folder.
        grounding: A registered grounding function.
        conventions: Of the score.
    """

    model: str = "en-captions"
    grounding: str = "lemma.v1"
    conventions: Conventions = field(default_factory=Conventions)


TaskOptions = ExtractOptions | ScoreOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardResult:
    """What became of a shard.

    Attributes:
        file: Number of its input file, from 0.
        number: Its number within the file, from 0.
        n_rows: Rows read and written.
        n_failed: Rows with an error in place of a result.
        n_bytes: Size of the part.
        errors: The first few errors.
        statistics: Of a scoring job: a record of ``BastStatistics`` over the rows that have scores.
    """

    file: int
    number: int
    n_rows: int
    n_failed: int
    n_bytes: int
    errors: tuple[str, ...] = ()
    statistics: dict[str, object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """Consecutive rows of one input file.

    Attributes:
        file: Number of the file, from 0.
        number: Of the shard within the file, from 0.
        rows: At least one.
    """

    file: int
    number: int
    rows: list[InputRow]


def cut_shards(
    number: int, file: InputFile, *, shard_rows: int, done: Container[int] = frozenset()
) -> Iterator[Shard]:
    """The shards of a file but those that are done; a shard never holds rows of two files.

    Args:
        number: Of the file.
        file: Is read as the shards are taken.
        shard_rows: Rows of a shard, at least 1.
        done: Numbers of shards to leave out.
    """
    rows = read_rows(file)
    for shard_number in itertools.count():
        shard = list(itertools.islice(rows, shard_rows))
        if not shard:
            return
        if shard_number not in done:
            yield Shard(file=number, number=shard_number, rows=shard)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerOptions:
    """What a worker needs to know.

    Attributes:
        task: What to do with each row.
        output: Folder of the parts.
        output_format: Of the parts.
        cache: Folder that keeps the tuples of captions; None keeps none.
    """

    task: TaskOptions
    output: Path
    output_format: OutputFormat
    cache: Path | None = None


class ShardWorker:
    """Loads the model once and works off shards. Engines make one in each of their processes.

    Args:
        options: What to do.
        extractor: Finds the tuples; None loads the model that the task names.
    """

    def __init__(self, options: WorkerOptions, *, extractor: ShardExtractor | None = None) -> None:
        self._options = options
        self._task = options.task
        self._extractor: ShardExtractor = extractor or _load_extractor(options)

    def run(self, shard: Shard) -> ShardResult:
        """Work off a shard and write its part; a part that was there is replaced.

        Raises:
            ResourceError: The part cannot be written; nothing of it is left.
        """
        statistics = None
        if isinstance(self._task, ScoreOptions):
            statistics = BastStatistics()
            records = self._scores(shard.rows, self._task, statistics)
        else:
            records = self._extractions(shard.rows, self._task)
        errors = [record["error"] for record in records if record["error"] is not None]
        path = part_path(self._options.output, shard.file, shard.number, self._options.output_format)
        write_part(path, records, self._options.output_format, is_score=statistics is not None)
        return ShardResult(
            file=shard.file,
            number=shard.number,
            n_rows=len(shard.rows),
            n_failed=len(errors),
            n_bytes=path.stat().st_size,
            errors=tuple(_shown(error, path) for error in errors[:_N_SHOWN]),
            statistics=None if statistics is None or not statistics.n_images else statistics.as_record(),
        )

    def _extract(
        self, captions: Sequence[Caption], *, min_confidence: float = 0.0
    ) -> dict[Caption, Extraction | str]:
        """The extraction of each distinct caption, or what is wrong with it."""
        distinct = list(dict.fromkeys(captions))
        problems: dict[int, str] = {}
        for fault in self._extractor.validate(distinct):
            match = _FAULT_PLACE.fullmatch(fault.where)
            if match is None:
                raise RuntimeError(f"a fault of a caption names no caption: {fault}")
            place = match[2].lstrip(".")
            problem = f"{place}: {fault.problem}" if place else fault.problem
            problems.setdefault(int(match[1]), problem)
        good = [caption for i, caption in enumerate(distinct) if i not in problems]
        found = iter(self._extract_surely(good, min_confidence))
        return {c: problems[i] if i in problems else next(found) for i, c in enumerate(distinct)}

    def _extract_surely(self, captions: Sequence[Caption], min_confidence: float) -> list[Extraction | str]:
        """Extract; where that fails, halve until only the captions that make it fail have failed."""

        def extract(part: Sequence[Caption]) -> list[Extraction | str]:
            return list(self._extractor.extract(part, min_confidence=min_confidence))

        def failed(error: Exception) -> str:
            return f"the extractor failed: {type(error).__name__}: {error}"

        return run_halving(captions, extract, failed, fatal=(ResourceError, MemoryError))

    def _extractions(self, rows: Sequence[InputRow], task: ExtractOptions) -> list[dict[str, Any]]:
        captions = [_caption(row) for row in rows]
        found = self._extract([c for c in captions if c is not None], min_confidence=task.min_confidence)
        records = []
        for row, caption in zip(rows, captions, strict=True):
            result = row.problem if caption is None else found[caption]
            failed = isinstance(result, str)
            records.append(
                {
                    "schema": EXTRACTION_SCHEMA,
                    "image_id": row.image_id,
                    "caption_id": row.caption_id,
                    "caption": row.caption,
                    "model": self._extractor.model,
                    # A failed row has no list, lest anyone take it for a caption without tuples.
                    "tuples": None
                    if isinstance(result, str)
                    else msgspec.to_builtins(extraction_record(result).tuples),
                    "error": result if failed else None,
                }
            )
        return records

    def _scores(
        self, rows: Sequence[InputRow], options: ScoreOptions, statistics: BastStatistics
    ) -> list[dict[str, Any]]:
        found = self._extract(
            [
                Caption(text=text)
                for row in rows
                if row.caption is not None and row.references
                for text in (row.caption, *row.references)
            ]
        )
        extracted = {caption.text: result for caption, result in found.items()}
        grounding = get_grounding(options.grounding, model=options.model)
        line = signature(
            options.conventions, grounding=grounding_label(grounding), model=self._extractor.model
        )
        problems = [_row_problem(row, extracted) for row in rows]
        good = [i for i, problem in enumerate(problems) if problem is None]
        images: Mapping[int | str, ImageScore] = {}
        if good:
            images = score_images(
                {i: _tuples(extracted[rows[i].caption or ""]) for i in good},
                {i: [_tuples(extracted[text]) for text in rows[i].references or ()] for i in good},
                grounding=grounding,
                conventions=options.conventions,
            ).images
        records = []
        for i, row in enumerate(rows):
            record: dict[str, Any] = {
                "schema": SCORE_SCHEMA,
                "image_id": row.image_id,
                "caption_id": row.caption_id,
                "signature": line,
                "overall_f1": None,
                "overall_n_components": None,
                "components": None,
                "error": problems[i],
            }
            if i in images:
                counts_by_component = images[i].counts_by_component
                statistics.add(counts_by_component)
                scores = images[i].scores(options.conventions.empty)
                record["overall_f1"] = scores.overall_f1
                record["overall_n_components"] = int(scores.n_components)
                record["components"] = {
                    component: {
                        "precision": scores[component].precision,
                        "recall": scores[component].recall,
                        "f1": scores[component].f1,
                        "matched": counts.matched,
                        "n_candidate": counts.n_candidate,
                        "n_reference": counts.n_reference,
                    }
                    for component, counts in counts_by_component.items()
                }
            records.append(record)
        return records


def _shown(error: str, path: Path) -> str:
    text = error if error.isprintable() else ascii(error)
    return f"{path.name}: {text[:200]}"


def _caption(row: InputRow) -> Caption | None:
    return None if row.caption is None else Caption(text=row.caption, tokens=row.tokens)


def _load_extractor(options: WorkerOptions) -> ShardExtractor:
    from service.process import load_extractor

    if options.cache is None:
        return load_extractor(options.task.model)
    from service.pipeline.tuple_cache import CachingExtractor, TupleCache

    cache = TupleCache(options.cache, options.task.model)
    return CachingExtractor(lambda: load_extractor(options.task.model), cache)


def _row_problem(row: InputRow, extracted: dict[str, Extraction | str]) -> str | None:
    if row.caption is None:
        return row.problem
    if not row.references:
        return "references: at least one is needed"
    if not row.caption.strip() or not all(text.strip() for text in row.references):
        return "the caption or a reference is empty: there is nothing to score"
    for name, text in (
        ("caption", row.caption),
        *((f"references[{i}]", t) for i, t in enumerate(row.references)),
    ):
        result = extracted[text]
        if isinstance(result, str):
            return f"{name}: {result}"
    return None


def _tuples(extraction: Extraction | str) -> tuple[SemanticTuple, ...]:
    if isinstance(extraction, str):
        raise InvalidInputError(extraction)
    return extraction.tuples


def part_path(output: Path, file: int, number: int, output_format: OutputFormat) -> Path:
    """Where the part of a shard lies; parts sort by name into the order of the input."""
    return output / f"part-{file:05d}-{number:06d}.{output_format}"


def write_part(
    path: Path, records: Sequence[dict[str, Any]], output_format: OutputFormat, *, is_score: bool
) -> None:
    """Write a part under a temporary name and rename it when it is complete and on the disk.

    Raises:
        ResourceError: It cannot be written; nothing of it is left.
    """
    with whole_file(path, durable=True) as file:
        if output_format == "jsonl":
            for record in records:
                # As ``captuple extract`` writes it; ``error`` is there where there is one.
                if record["error"] is None and not is_score:
                    record = {name: value for name, value in record.items() if name != "error"}
                file.write(msgspec.json.encode(record) + b"\n")
        else:
            _write_parquet(file, records, is_score=is_score)


def _write_parquet(file: Any, records: Sequence[dict[str, Any]], *, is_score: bool) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    # A column has one type, and ids may be numbers and text: text holds both, as ids compare everywhere.
    rows = [
        {**record, **{name: _id_text(record[name]) for name in ("image_id", "caption_id")}}
        for record in records
    ]
    table = pa.Table.from_pylist(rows, schema=_score_schema() if is_score else _extraction_schema())
    pq.write_table(table, file, compression="zstd")


def _id_text(value: str | int | None) -> str | None:
    return None if value is None else str(value)


def _extraction_schema() -> Any:
    import pyarrow as pa

    text, number = pa.string(), pa.int32()
    predicate = [("text", text), ("lemma", text), ("start", number), ("end", number), ("tacit", pa.bool_())]
    argument = [
        *predicate,
        ("phrase_start", number),
        ("phrase_end", number),
        ("upos", text),
        ("negated", pa.bool_()),
        ("modifiers", pa.list_(text)),
        ("confidence", pa.float64()),
    ]
    fillers = pa.list_(pa.struct(argument))
    item = [
        ("predicate", pa.struct([*predicate, ("confidence", pa.float64())])),
        ("agents", fillers),
        ("patients", fillers),
        ("locatives", pa.list_(pa.struct([*argument, ("preposition", text), ("kind", text)]))),
    ]
    columns = [(name, text) for name in ("schema", "image_id", "caption_id", "caption", "model")]
    return pa.schema([*columns, ("tuples", pa.list_(pa.struct(item))), ("error", text)])


def _score_schema() -> Any:
    import pyarrow as pa

    from scoring import COMPONENTS

    text, real, whole = pa.string(), pa.float64(), pa.int64()
    component = pa.struct(
        [(name, real) for name in ("precision", "recall", "f1")]
        + [(name, whole) for name in ("matched", "n_candidate", "n_reference")]
    )
    return pa.schema(
        [
            *((name, text) for name in ("schema", "image_id", "caption_id", "signature")),
            ("overall_f1", real),
            ("overall_n_components", whole),
            ("components", pa.struct([(name, component) for name in COMPONENTS])),
            ("error", text),
        ]
    )
