"""The scores of a submission, by the rules of ``captuple score``; intervals, labels, tests against others."""

from __future__ import annotations

import dataclasses
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec
import numpy as np
import numpy.typing as npt

from extractor.errors import ResourceError
from scoring import Conventions, Counts, get_grounding, score_images
from scoring.entries import Tuples, model_name, pair_by_image
from scoring.graded.score import GradedReport, grade_images
from scoring.graded.words import DescribedCaption
from scoring.images import ImageId
from scoring.inference.intervals import OVERALL, Resamplable, bast_figures, bast_table, mean_table
from scoring.inference.significance import resamples_for
from service.arena.intake import read_submission
from service.arena.task import ScoreSettings, Task, read_task
from service.pipeline.comparisons import GRADED, Comparison, compare_pairs
from service.pipeline.extraction import Progress, extracted
from service.pipeline.scores import (
    GRADED_MEASURES,
    Column,
    GradedColumn,
    break_down,
    breakdown_record,
    score_record,
)
from service.process import load_extractor
from service.similarities import load_similarity

if TYPE_CHECKING:
    from extractor import Extractor
    from formats import FormatName
    from scoring import ScoreReport

Array = npt.NDArray[Any]
RESULTS_SCHEMA = "captuple.arena-results/1"
OWN = "own"
_FEWEST_IMAGES = 2
_NOT_ENGLISH = "warning: not English"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """A submission that another one is tested against.

    Attributes:
        team: Whose it is.
        statistics: The file of its images' figures.
    """

    team: str
    statistics: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """What scoring found.

    Attributes:
        results: `RESULTS_SCHEMA`; figures as exact as they are.
        rank_value: The figure by which boards choose.
        write_statistics: Writes the figures of each image.
    """

    results: Mapping[str, object]
    rank_value: float
    write_statistics: Callable[[BinaryIO], None]


class ReadyTask:
    """A task with the tuples of its references, and the model where it is needed.

    Args:
        folder: The task's files.
        model: The bundle, with its version.
        cache: Keeps the tuples of captions.
        say: Told what happens to the cache, and of captions that are not English.
        load: Loads the model; who has several tasks keeps it.
    """

    def __init__(
        self,
        folder: Path,
        model: str,
        *,
        cache: Path,
        say: Callable[[str], None] = lambda _: None,
        load: Callable[[str], Extractor] = load_extractor,
    ) -> None:
        self._task: Task = read_task(folder)
        self._model = model
        self._cache = cache
        self._load = load
        self._flat = [entry for entries in self._task.references.values() for entry in entries]
        found = extracted(self._flat, model=model, cache=cache, say=say, load=self._load)
        described = iter(found.described())
        self._references: dict[ImageId, list[DescribedCaption]] = {
            image_id: [next(described) for _ in entries]
            for image_id, entries in self._task.references.items()
        }
        tuples = iter(found.tuples)
        self._reference_tuples: dict[ImageId, list[Tuples]] = {
            image_id: [next(tuples) for _ in entries] for image_id, entries in self._task.references.items()
        }
        self._reference_models = {*model_name(found.entries, found.extractor_model).split("+")} - {"none"}

    def score(
        self, path: Path, format_name: FormatName, opponents: Mapping[str, Opponent] | None = None
    ) -> Scored:
        """Score a file that was found fit.

        Args:
            path: The submission.
            format_name: How it is read.
            opponents: What it is tested against, by what they are: ``best``, ``last``.

        Raises:
            CaptupleError: The file cannot be scored after all, or the machine failed.
        """
        settings = self._task.settings.scores
        entries = read_submission(path, format_name=format_name).entries
        candidates, _ = pair_by_image(
            entries,
            self._flat,
            missing_candidates=settings.missing,
            match_ids=self._task.settings.match_ids,
        )
        notes: list[str] = []
        found = extracted(
            list(candidates.values()), model=self._model, cache=self._cache, load=self._load, say=notes.append
        )
        tuples = dict(zip(candidates, found.tuples, strict=True))
        models = self._reference_models | {*model_name(found.entries, found.extractor_model).split("+")}
        model = "+".join(sorted(models - {"none"})) or "none"
        reports = [
            score_images(
                tuples,
                self._reference_tuples,
                grounding=get_grounding(name, model=self._model),
                conventions=settings.conventions.conventions,
                missing_candidates=settings.missing,
                model=model,
            )
            for name in settings.groundings
        ]
        grades = self._grades(dict(zip(candidates, found.described(), strict=True)), model)
        resampling = {"n_resamples": settings.resamples, "seed": settings.seed}
        columns = [Column.of(report, **resampling) for report in reports]
        graded = None if grades is None else GradedColumn.of(grades, **resampling)
        groups = break_down(columns, graded, self._task.ids_by_label, **resampling)
        record = score_record(columns, graded)
        statistics = _arrays(reports[0], grades)
        results: dict[str, object] = {
            "schema": RESULTS_SCHEMA,
            "score": record,
            "by": breakdown_record(groups),
            "tests": self._tests(statistics, opponents or {}),
            "notes": [
                note.replace(str(path), "submission") for note in notes if note.startswith(_NOT_ENGLISH)
            ],
        }
        return Scored(
            results=results,
            rank_value=figure_of(record, settings.rank_by),
            write_statistics=lambda file: np.savez_compressed(file, allow_pickle=False, **statistics),
        )

    def _grades(self, candidates: Mapping[ImageId, DescribedCaption], model: str) -> GradedReport | None:
        settings = self._task.settings.scores
        if settings.graded is None:
            return None
        return grade_images(
            candidates,
            self._references,
            similarity=load_similarity(settings.graded, self._model),
            version=settings.graded_version,
            missing_candidates=settings.missing,
            model=model,
        )

    def _tests(self, own: Mapping[str, Array], opponents: Mapping[str, Opponent]) -> dict[str, object]:
        """Paired tests against others, p-values corrected for all of them together."""
        settings = self._task.settings.scores
        # A team's own last may be the best: they are one opponent then, and tested once.
        name_by_file = {opponent.statistics: name for name, opponent in opponents.items()}
        arrays = {name: load_statistics(file) for file, name in name_by_file.items()}
        known = {name: loaded for name, loaded in arrays.items() if _fits(loaded, own)}
        if not known or len(json_ids(own)) < _FEWEST_IMAGES:
            return {}
        figures = bast_figures(settings.conventions.conventions)
        n_figures = sum(measure == "f1" for _, measure in figures) + (GRADED in own)
        comparisons = compare_pairs(
            [(name, OWN) for name in known],
            {name: _tables(loaded, settings) for name, loaded in {**known, OWN: own}.items()},
            figures,
            resamples=resamples_for(len(known) * n_figures),
            seed=settings.seed,
        )
        return {
            name: {
                "against": opponent.team,
                "figures": [
                    _test_record(item)
                    for item in comparisons
                    if item.first == name_by_file[opponent.statistics]
                ],
            }
            for name, opponent in opponents.items()
            if name_by_file[opponent.statistics] in known
        }


def figure_of(record: Mapping[str, Any], figure: str) -> float:
    """A figure of the JSON record of a score."""
    return float(_place(record, figure)[0])


def interval_of(record: Mapping[str, Any], figure: str) -> list[float] | None:
    """Its interval; None where there is none."""
    return _place(record, figure)[1]


def _place(record: Mapping[str, Any], figure: str) -> tuple[float, list[float] | None]:
    if figure == GRADED:
        part = record["graded"]
        return part["score"], None if part["intervals"] is None else part["intervals"]["score"]
    name, _, grounding = figure.partition("@")
    part = record["groundings"][grounding] if grounding else record
    intervals = part["intervals"]
    if name == OVERALL:
        return part["overall_f1"], None if intervals is None else intervals["overall_f1"]
    return part["components"][name]["f1"], None if intervals is None else intervals[name]["f1"]


def load_statistics(path: Path) -> dict[str, Array]:
    """The figures of each image of a submission; nothing where they cannot be read."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        return {}


def json_ids(arrays: Mapping[str, Array]) -> list[ImageId]:
    """The ids of the images whose figures these are, in order."""
    ids: list[ImageId] = msgspec.json.decode(arrays["images"].tobytes())
    return ids


def image_records(path: Path, settings: ScoreSettings, *, decimals: int) -> list[dict[str, object]]:
    """What a team may see of its own images, where the task allows it: figures, and no value of a reference.

    Raises:
        ResourceError: The file of the figures is not there.
    """
    arrays = load_statistics(path)
    if not arrays:
        raise ResourceError("the figures of this submission's images are not there")
    figures = bast_figures(settings.conventions.conventions)
    f1 = [(i, name) for i, (name, measure) in enumerate(figures) if measure == "f1"]
    table = _bast(arrays, dataclasses.replace(settings.conventions.conventions, average="macro")).table
    ids = json_ids(arrays)
    return [
        {
            "image_id": image_id,
            **{name: round(float(row[i]), decimals) for i, name in f1},
            **({} if GRADED not in arrays else {GRADED: round(float(arrays[GRADED][n, -1]), decimals)}),
        }
        for n, (image_id, row) in enumerate(zip(ids, table, strict=True))
    ]


def _arrays(report: ScoreReport, grades: GradedReport | None) -> dict[str, Array]:
    """The counts of each image at the first grounding, and its graded measures."""
    components = report.statistics.components
    arrays: dict[str, Array] = {
        "images": np.frombuffer(msgspec.json.encode(list(report.images)), dtype=np.uint8),
        "counts": np.array(
            [
                [dataclasses.astuple(image.counts_by_component[name]) for name in components]
                for image in report.images.values()
            ],
            dtype=np.int32,
        ),
    }
    if grades is not None:
        arrays[GRADED] = np.array(
            [[getattr(image, name) for name in GRADED_MEASURES] for image in grades.images.values()]
        )
    return arrays


def _fits(arrays: Mapping[str, Array], own: Mapping[str, Array]) -> bool:
    """Whether two submissions' figures are of the same images and scores."""
    return (
        arrays.keys() == own.keys()
        and np.array_equal(arrays["images"], own["images"])
        and all(arrays[name].shape == own[name].shape for name in own)
    )


def _tables(arrays: Mapping[str, Array], settings: ScoreSettings) -> list[tuple[str, Resamplable]]:
    tables = [("bast", _bast(arrays, settings.conventions.conventions))]
    if GRADED in arrays:
        tables.append((GRADED, mean_table(arrays[GRADED][:, -1:])))
    return tables


def _bast(arrays: Mapping[str, Array], conventions: Conventions) -> Resamplable:
    names = list(dict.fromkeys(name for name, _ in bast_figures(conventions) if name != OVERALL))
    images = (
        {name: Counts(*map(int, counts)) for name, counts in zip(names, image, strict=True)}
        for image in arrays["counts"]
    )
    return bast_table(images, conventions)


def _test_record(item: Comparison) -> dict[str, object]:
    difference = item.difference
    return {
        "figure": item.figure,
        "other": difference.first,
        "own": difference.second,
        "difference": difference.second - difference.first,
        "interval": [difference.interval.low, difference.interval.high],
        "p_bootstrap_corrected": item.p_bootstrap,
        "p_randomization_corrected": item.p_randomization,
        "better": None if item.winner is None else ("own" if item.winner == OWN else "other"),
    }


def prepare(
    task: Task,
    *,
    cache: Path,
    say: Callable[[str], None] = lambda _: None,
    progress: Progress | None = None,
) -> int:
    """Extract a task's references, so that its first submission need not wait; how many captions they are."""
    flat = [entry for entries in task.references.values() for entry in entries]
    extracted(flat, model=task.model, cache=cache, say=say, progress=progress)
    return len(flat)
