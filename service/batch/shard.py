"""What is done with one shard, whatever engine runs it: rows in, one output file out, counts back."""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import msgspec

from extractor.errors import InvalidInputError
from extractor.types import CaptionEntry
from formats import CaptionFile, CaptionRow, FieldNames, read_rows
from formats.files import whole_file
from formats.records import EXTRACTION_SCHEMA, extraction_record
from scoring import BastStatistics, Conventions, signature
from scoring.bast.components import components_of
from scoring.bast.score import ImageScore, score_images
from scoring.conventions import NO_MODEL, MissingCandidates
from scoring.entries import NO_REFERENCES, Tuples, image_faults, model_name, needs_extractor
from scoring.graded.score import (
    GRADED_VERSIONS,
    GradedImage,
    GradedVersion,
    grade_images,
    graded_signature,
)
from scoring.graded.similarity import Similarity
from scoring.graded.words import DescribedCaption
from scoring.grounding import get_grounding, grounding_label
from scoring.interfaces.captions import described
from scoring.interfaces.extraction import (
    CaptionExtractor,
    in_halves,
    not_english_faults,
    read_entries,
    surely,
)
from scoring.matching import MatchIds
from service.batch.references import References

OutputFormat = Literal["jsonl", "parquet"]
SCORE_SCHEMA = "captuple.image-score/2"
GRADED_FIGURES = ("score", "precision", "recall", "theme")
# Sums of whole billionths add up to the same in any order of the shards.
GRADED_UNIT = 10**9
_N_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractOptions:
    """Extraction of the tuples of every row.

    Attributes:
        model: A bundle: name, name@version or folder.
        min_confidence: Links less sure than this are left out, from 0 to 1.
        strict_language: Whether a caption that is surely not English is a fault of its row.
        fields: How the fields of the input are called, where it is not by our names.
    """

    model: str = "en-captions"
    min_confidence: float = 0.0
    strict_language: bool = False
    fields: FieldNames = field(default_factory=FieldNames)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreOptions:
    """Scores of every row's caption against its references.

    Attributes:
        model: A bundle: name, name@version or folder.
        grounding: A registered grounding function.
        conventions: Of the score.
        missing_candidates: What an empty candidate is: a fault of its row, or a candidate without tuples (``empty``).
        strict_language: Whether a caption that is surely not English is a fault of its row.
        fields: How the fields of the input and of the references are called, where it is not by our names.
        references: File of the references, by image id; None where the rows have them.
        match_ids: What must be equal for two ids to be one image's, with ``references``.
        graded: The similarity of a graded score beside it; None for no graded score.
        graded_version: Of the graded score.
    """

    model: str = "en-captions"
    grounding: str = "lemma.v1"
    conventions: Conventions = field(default_factory=Conventions)
    missing_candidates: MissingCandidates = "error"
    strict_language: bool = False
    fields: FieldNames = field(default_factory=FieldNames)
    references: Path | None = None
    match_ids: MatchIds = "exact"
    graded: str | None = None
    graded_version: GradedVersion = GRADED_VERSIONS[0]


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
        models: Of a scoring job: every model that had a part in these rows.
        graded: Sums of ``GRADED_FIGURES`` over the rows that have a graded score, in units of ``1 / GRADED_UNIT``.
        n_graded: How many these are.
        n_wordless: Of them without a word of content in the candidate or in all references: they score 0.
    """

    file: int
    number: int
    n_rows: int
    n_failed: int
    n_bytes: int
    errors: tuple[str, ...] = ()
    statistics: dict[str, object] | None = None
    models: tuple[str, ...] = ()
    graded: dict[str, int] | None = None
    n_graded: int = 0
    n_wordless: int = 0


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
    rows: list[CaptionRow]


def cut_shards(
    number: int,
    file: CaptionFile,
    *,
    shard_rows: int,
    done: Container[int] = frozenset(),
    references: References | None = None,
) -> Iterator[Shard]:
    """The shards of a file but those that are done; a shard never holds rows of two files.

    Args:
        number: Of the file.
        file: Is read as the shards are taken.
        shard_rows: Rows of a shard, at least 1.
        done: Numbers of shards to leave out.
        references: Of the rows, where they have none of their own.
    """
    rows = read_rows(file)
    for shard_number in itertools.count():
        shard = list(itertools.islice(rows, shard_rows))
        if not shard:
            return
        if shard_number not in done:
            if references is not None:
                shard = [references.join(row) for row in shard]
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

    def __init__(self, options: WorkerOptions, *, extractor: CaptionExtractor | None = None) -> None:
        self._options = options
        self._task = options.task
        self._extractor: CaptionExtractor = extractor or _load_extractor(options)
        self._similarity: Similarity | None = None
        if isinstance(self._task, ScoreOptions) and self._task.graded is not None:
            from service.similarities import load_similarity

            self._similarity = load_similarity(self._task.graded, self._task.model)

    def run(self, shard: Shard) -> ShardResult:
        """Work off a shard and write its part; a part that was there is replaced.

        Raises:
            ResourceError: The part cannot be written; nothing of it is left.
        """
        statistics = None
        models: set[str] = set()
        graded: list[GradedImage] = []
        if isinstance(self._task, ScoreOptions):
            statistics = BastStatistics(components_of(self._task.conventions))
            records = self._scores(shard.rows, self._task, statistics, models, graded)
        else:
            records = self._extractions(shard.rows, self._task)
        errors = [record["error"] for record in records if record["error"] is not None]
        path = part_path(self._options.output, shard.file, shard.number, self._options.output_format)
        components = None if statistics is None else statistics.components
        write_part(path, records, self._options.output_format, components=components)
        return ShardResult(
            file=shard.file,
            number=shard.number,
            n_rows=len(shard.rows),
            n_failed=len(errors),
            n_bytes=path.stat().st_size,
            errors=tuple(_shown(error, path) for error in errors[:_N_SHOWN]),
            statistics=None if statistics is None or not statistics.n_images else statistics.as_record(),
            models=tuple(sorted(models)),
            graded=graded_sums(graded) if graded else None,
            n_graded=len(graded),
            n_wordless=sum(not (image.n_candidate_words and image.n_reference_words) for image in graded),
        )

    def _extractions(self, rows: Sequence[CaptionRow], task: ExtractOptions) -> list[dict[str, Any]]:
        bare = [replace(row.entry, tuples=None, model=None) for row in rows if row.entry is not None]
        outcomes = iter(
            read_entries(
                bare,
                self._extractor,
                min_confidence=task.min_confidence,
                strict_language=task.strict_language,
            )
        )
        records = []
        for row in rows:
            outcome = InvalidInputError(row.faults) if row.entry is None else next(outcomes)
            caption = None if row.entry is None else row.entry.caption
            failed = isinstance(outcome, Exception)
            parts = None
            if not isinstance(outcome, Exception) and caption is not None:
                parts = extraction_record(replace(outcome, caption=caption, model=self._extractor.model))
            records.append(
                {
                    "schema": EXTRACTION_SCHEMA,
                    "image_id": row.image_id,
                    "caption_id": row.caption_id,
                    "caption": None if caption is None else caption.text,
                    "model": self._extractor.model,
                    # A failed row has no list, lest anyone take it for a caption without tuples.
                    "tuples": None if parts is None else msgspec.to_builtins(parts.tuples),
                    "entities": None if parts is None else msgspec.to_builtins(parts.entities),
                    "language": None if isinstance(outcome, Exception) else outcome.language,
                    "error": _problem(outcome) if failed else None,
                }
            )
        return records

    def _scores(
        self,
        rows: Sequence[CaptionRow],
        options: ScoreOptions,
        statistics: BastStatistics,
        models: set[str],
        graded: list[GradedImage],
    ) -> list[dict[str, Any]]:
        entries_by_row, problems = _sound_rows(rows, options.missing_candidates)
        flat = [entry for entries in entries_by_row.values() for entry in entries]
        read = read_entries(flat, self._extractor, strict_language=options.strict_language)
        warnings_by_entry = {
            id(entry): str(fault)
            for entry, item in zip(flat, read, strict=True)
            for fault in not_english_faults([entry], [item])
        }
        outcomes = iter(read)
        tuples_by_row: dict[int, list[Tuples]] = {}
        described_by_row: dict[int, list[DescribedCaption]] = {}
        for i, entries in entries_by_row.items():
            found = [next(outcomes) for _ in entries]
            try:
                sure = surely(found)
                tuples_by_row[i] = [item.tuples for item in sure]
                described_by_row[i] = list(map(described, sure))
            except Exception as error:  # noqa: BLE001  # whatever it is, it is that row's
                problems[i] = _problem(error)
        grounding = get_grounding(options.grounding, model=options.model)

        def score(numbers: Sequence[int]) -> list[ImageScore]:
            report = score_images(
                {i: tuples_by_row[i][0] for i in numbers},
                {i: tuples_by_row[i][1:] for i in numbers},
                grounding=grounding,
                conventions=options.conventions,
            )
            return list(report.images.values())

        images: dict[int, ImageScore] = {}
        for i, outcome in zip(tuples_by_row, in_halves(score, list(tuples_by_row)), strict=True):
            if isinstance(outcome, Exception):
                problems[i] = _problem(outcome)
            else:
                images[i] = outcome
        grades: dict[int, GradedImage] = {}
        for i, grade in self._grades(described_by_row, list(images), options):
            if isinstance(grade, Exception):
                problems[i] = _problem(grade)
                del images[i]
            else:
                grades[i] = grade
        graded.extend(grades.values())
        records = []
        for i, row in enumerate(rows):
            entries = entries_by_row.get(i, [])
            model = model_name(entries, self._extractor.model if needs_extractor(entries) else None)
            record: dict[str, Any] = {
                "schema": SCORE_SCHEMA,
                "image_id": row.image_id,
                "caption_id": row.caption_id,
                "signature": signature(
                    options.conventions,
                    grounding=grounding_label(grounding),
                    model=model,
                    missing_candidates=options.missing_candidates,
                ),
                "overall_f1": None,
                "overall_n_components": None,
                "components": None,
                "warnings": [warnings_by_entry[id(e)] for e in entries if id(e) in warnings_by_entry],
                "error": problems.get(i),
            }
            if self._similarity is not None:
                record["graded"] = (
                    graded_record(grades[i], self._similarity, options, model) if i in grades else None
                )
            if i in images:
                models |= set(model.split("+")) - {NO_MODEL}
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

    def _grades(
        self,
        described_by_row: Mapping[int, Sequence[DescribedCaption]],
        numbers: Sequence[int],
        options: ScoreOptions,
    ) -> Iterator[tuple[int, GradedImage | Exception]]:
        """The graded score of each of some rows, or why it has none; nothing where none is asked for."""
        if self._similarity is None:
            return
        similarity = self._similarity

        def grade(some: Sequence[int]) -> list[GradedImage]:
            report = grade_images(
                {i: described_by_row[i][0] for i in some},
                {i: described_by_row[i][1:] for i in some},
                similarity=similarity,
                version=options.graded_version,
            )
            return list(report.images.values())

        yield from zip(numbers, in_halves(grade, numbers), strict=True)


def graded_record(
    image: GradedImage, similarity: Similarity, options: ScoreOptions, model: str
) -> dict[str, Any]:
    """The graded score of a row, with its summands."""
    return {
        "signature": graded_signature(
            similarity,
            version=options.graded_version,
            missing_candidates=options.missing_candidates,
            model=model,
        ),
        **{name: getattr(image, name) for name in GRADED_FIGURES},
        "summands": {summand.name: summand.value for summand in image.summands},
    }


def graded_sums(images: Sequence[GradedImage]) -> dict[str, int]:
    """The sums of the graded figures of some images, in units of ``1 / GRADED_UNIT``."""
    return {
        name: sum(round(getattr(image, name) * GRADED_UNIT) for image in images) for name in GRADED_FIGURES
    }


def _sound_rows(
    rows: Sequence[CaptionRow], missing_candidates: MissingCandidates
) -> tuple[dict[int, list[CaptionEntry]], dict[int, str]]:
    """The candidate and the references of each row that can be scored, and what is wrong with the others."""
    problems: dict[int, str] = {}
    entries_by_row: dict[int, list[CaptionEntry]] = {}
    for i, row in enumerate(rows):
        if row.entry is None:
            problems[i] = _problem(InvalidInputError(row.faults))
        elif not row.references:
            problems[i] = f"{row.where}: references: {NO_REFERENCES}"
        elif faults := image_faults([row.entry], row.references, missing_candidates=missing_candidates):
            problems[i] = _problem(InvalidInputError(faults))
        else:
            entries_by_row[i] = [row.entry, *row.references]
    return entries_by_row, problems


def _problem(error: object) -> str:
    if isinstance(error, InvalidInputError):
        return str(error)
    return f"the extractor failed: {type(error).__name__}: {error}"


def _shown(error: str, path: Path) -> str:
    text = error if error.isprintable() else ascii(error)
    return f"{path.name}: {text[:200]}"


def _load_extractor(options: WorkerOptions) -> CaptionExtractor:
    from service.process import load_extractor

    if options.cache is None:
        return load_extractor(options.task.model)
    from service.pipeline.tuple_cache import CachingExtractor, TupleCache

    cache = TupleCache(options.cache, options.task.model)
    return CachingExtractor(lambda: load_extractor(options.task.model), cache)


def part_path(output: Path, file: int, number: int, output_format: OutputFormat) -> Path:
    """Where the part of a shard lies; parts sort by name into the order of the input."""
    return output / f"part-{file:05d}-{number:06d}.{output_format}"


def write_part(
    path: Path,
    records: Sequence[dict[str, Any]],
    output_format: OutputFormat,
    *,
    components: Sequence[str] | None,
) -> None:
    """Write a part under a temporary name and rename it when it is complete and on the disk.

    Args:
        path: Of the part.
        records: Its rows.
        output_format: Of the part.
        components: Of scores; None for extractions.

    Raises:
        ResourceError: It cannot be written; nothing of it is left.
    """
    with whole_file(path, durable=True) as file:
        if output_format == "jsonl":
            for record in records:
                # As ``captuple extract`` writes it; ``error`` is there where there is one.
                if record["error"] is None and components is None:
                    record = {name: value for name, value in record.items() if name != "error"}
                if record.get("language", "") is None:
                    record = {name: value for name, value in record.items() if name != "language"}
                file.write(msgspec.json.encode(record) + b"\n")
        else:
            _write_parquet(file, records, components)


def _write_parquet(file: Any, records: Sequence[dict[str, Any]], components: Sequence[str] | None) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    # A column has one type, and ids may be numbers and text: text holds both, as ids compare everywhere.
    rows = [
        {**record, **{name: _id_text(record[name]) for name in ("image_id", "caption_id")}}
        for record in records
    ]
    for row in rows:
        if row.get("graded"):  # which summands there are is the score's affair: a map
            row["graded"] = {**row["graded"], "summands": list(row["graded"]["summands"].items())}
    has_graded = any("graded" in row for row in rows)
    schema = _extraction_schema() if components is None else _score_schema(components, has_graded=has_graded)
    table = pa.Table.from_pylist(rows, schema=schema)
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
        ("modifier_spans", pa.list_(pa.list_(number))),
        ("confidence", pa.float64()),
        ("depicted", pa.bool_()),
        ("reason", text),
        ("entity", number),
    ]
    fillers = pa.list_(pa.struct(argument))
    item = [
        ("predicate", pa.struct([*predicate, ("confidence", pa.float64())])),
        ("agents", fillers),
        ("patients", fillers),
        ("locatives", pa.list_(pa.struct([*argument, ("preposition", text), ("kind", text)]))),
        ("depicted", pa.bool_()),
        ("reason", text),
    ]
    columns = [(name, text) for name in ("schema", "image_id", "caption_id", "caption", "model")]
    mention = pa.struct([("text", text), ("start", number), ("end", number)])
    entity = pa.struct(
        [("id", number), ("lemma", text), ("mentions", pa.list_(mention)), ("attributes", pa.list_(text))]
    )
    return pa.schema(
        [
            *columns,
            ("tuples", pa.list_(pa.struct(item))),
            ("entities", pa.list_(entity)),
            ("language", text),
            ("error", text),
        ]
    )


def _score_schema(components: Sequence[str], *, has_graded: bool) -> Any:
    import pyarrow as pa

    text, real, whole = pa.string(), pa.float64(), pa.int64()
    component = pa.struct(
        [(name, real) for name in ("precision", "recall", "f1")]
        + [(name, whole) for name in ("matched", "n_candidate", "n_reference")]
    )
    graded = pa.struct(
        [
            ("signature", text),
            *((name, real) for name in GRADED_FIGURES),
            ("summands", pa.map_(text, real)),
        ]
    )
    return pa.schema(
        [
            *((name, text) for name in ("schema", "image_id", "caption_id", "signature")),
            ("overall_f1", real),
            ("overall_n_components", whole),
            ("components", pa.struct([(name, component) for name in components])),
            *([("graded", graded)] if has_graded else []),
            ("warnings", pa.list_(text)),
            ("error", text),
        ]
    )
