"""A task as a folder: ``task.json``, the hidden references, and labels of the images; read and checked as a whole."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from extractor.bundle import find_bundle, read_manifest
from extractor.errors import CaptupleError, Fault, InvalidInputError, shorten
from extractor.types import CaptionEntry
from formats import read_captions
from formats.json_values import parse_json
from formats.labels import read_labels
from formats.text import read_bytes
from scoring.bast.components import components_of, is_counted
from scoring.conventions import Conventions
from scoring.entries import image_faults
from scoring.grounding.registry import get_grounding
from scoring.images import MAX_NAMED_IDS, ImageId
from scoring.inference.breakdown import group_by_label
from scoring.inference.intervals import OVERALL
from scoring.matching import MatchIds
from service.pipeline.comparisons import GRADED
from service.similarities import check_similarity

TASK_FILE = "task.json"
MAX_BYTES = 1 << 30
"""Of a submission, whatever a task says."""

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
"""Of a task."""

_T = TypeVar("_T")
_Struct = TypeVar("_Struct", bound=msgspec.Struct)
_Name = Annotated[str, msgspec.Meta(pattern=rf"^{NAME.pattern}\Z")]
_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_Date = Annotated[dt.datetime, msgspec.Meta(tz=True)]
_Count = Annotated[int, msgspec.Meta(ge=1)]


class ConventionSettings(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The conventions of a task's scores, as ``scoring.conventions`` has them."""

    null: Literal["exclude", "locative"] = "exclude"
    empty: Literal["one", "zero"] = "one"
    average: Literal["macro", "micro"] = "macro"
    image_regions: Literal["use", "leave"] = "use"
    roles: Literal["pooled", "split"] = "pooled"
    modifiers: Literal["off", "on"] = "off"

    @property
    def conventions(self) -> Conventions:
        """As scores take them."""
        return Conventions(**msgspec.structs.asdict(self))


class ScoreSettings(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Which scores a task has.

    Attributes:
        groundings: A BAST score for each; tests are made on the first.
        graded: The similarity of a graded score beside them; None for none.
        graded_version: Of the graded score.
        conventions: Of the BAST scores.
        missing: Whether an image without a candidate is a fault, or counts as one without tuples.
        rank_by: The figure of the board: ``overall``, a component, ``graded``; see `ScoreSettings.figures`.
        resamples: Of the intervals.
        seed: Of intervals and tests.
    """

    groundings: Annotated[list[str], msgspec.Meta(min_length=1, max_length=10)] = msgspec.field(
        default_factory=lambda: ["lemma.v1"]
    )
    graded: str | None = None
    graded_version: Literal["v2", "v1"] = "v2"
    conventions: ConventionSettings = ConventionSettings()
    missing: Literal["error", "empty"] = "error"
    rank_by: str = OVERALL
    resamples: Annotated[int, msgspec.Meta(ge=100, le=100_000)] = 1_000
    seed: int = 0

    @property
    def figures(self) -> tuple[str, ...]:
        """What a board may be ordered by: F1 of the first grounding, then of others (``PA@NAME``), then the graded."""
        names = (OVERALL, *(name for name in components_of(self.conventions.conventions) if is_counted(name)))
        others = (f"{name}@{grounding}" for grounding in self.groundings[1:] for name in names)
        return (*names, *others, *([] if self.graded is None else [GRADED]))


class Quota(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """How much a team may submit; who may ask often learns what is hidden.

    Attributes:
        per_day: Submissions of a day (UTC).
        total: Submissions in all; None for any number.
        min_interval_s: Between two submissions, in seconds.
    """

    per_day: _Count = 5
    total: _Count | None = None
    min_interval_s: Annotated[int, msgspec.Meta(ge=0)] = 0


class Shown(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What leaves the server.

    Attributes:
        before_closing: Whether figures are shown while the task is open.
        decimals: Of every figure that is shown, from 1 to 6.
        per_image: Whether a team may see its own figures image by image.
    """

    before_closing: bool = True
    decimals: Annotated[int, msgspec.Meta(ge=1, le=6)] = 3
    per_image: bool = False


class TaskSettings(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """``task.json``.

    Attributes:
        schema: ``captuple.task/1``.
        name: Lower case letters, digits and ``-``; part of addresses.
        title: One line.
        description: For the board's page, as text.
        references: The file of the hidden references, in the folder; any file of captions.
        labels: The file of the images' labels, in the folder; None for none.
        label_field: Of JSON Lines.
        match_ids: The rule by which a submission's ids are the references'.
        model: The bundle that finds the tuples; kept with its version.
        scores: See `ScoreSettings`.
        quota: See `Quota`.
        shown: See `Shown`.
        opens: From when submissions are taken, with a time zone; None for at once.
        closes: Until when; None until an admin closes it.
        max_bytes: Of one submission, also when it is unpacked; at most 1 GiB.
    """

    schema: Literal["captuple.task/1"]
    name: _Name
    title: _Text
    description: Annotated[str, msgspec.Meta(max_length=10_000)] = ""
    references: _Text
    labels: _Text | None = None
    label_field: _Text = "label"
    match_ids: MatchIds = "exact"
    model: _Text = "en-captions"
    scores: ScoreSettings = ScoreSettings()
    quota: Quota = Quota()
    shown: Shown = Shown()
    opens: _Date | None = None
    closes: _Date | None = None
    max_bytes: Annotated[int, msgspec.Meta(ge=1, le=MAX_BYTES)] = 16 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A task that is fit to be scored.

    Attributes:
        settings: Its ``task.json``.
        folder: Where its files lie.
        references: By image, in the order of the file. Hidden.
        ids_by_label: The images of each label; empty where there are no labels.
        sha256_by_file: Of ``task.json``, references and labels.
        model: ``name@version`` of the bundle, or its folder.
    """

    settings: TaskSettings
    folder: Path
    references: Mapping[ImageId, Sequence[CaptionEntry]]
    ids_by_label: Mapping[str, Sequence[ImageId]]
    sha256_by_file: Mapping[str, str]
    model: str


def read_task(folder: Path) -> Task:
    """Read a task's folder and check all of it.

    Raises:
        InvalidInputError: There is no ``task.json``, or anything is wrong with it or with the files that it names; all
            faults are named.
        ResourceError: The machine failed while reading.
    """
    faults: list[Fault] = []
    data = read_bytes(folder / TASK_FILE)
    try:
        parse_json(data.decode())  # is more particular: no field may be there twice
    except ValueError as e:
        raise InvalidInputError([Fault(where=str(folder / TASK_FILE), problem=str(e))]) from e
    settings = parse_settings(data, where=str(folder / TASK_FILE))
    faults += _setting_faults(settings)
    references = _read(folder, settings.references, "references", _references, faults)
    labels = None
    if settings.labels is not None:
        labels = _read(
            folder,
            settings.labels,
            "labels",
            lambda path: read_labels(path, field=settings.label_field),
            faults,
        )
    ids_by_label: Mapping[str, Sequence[ImageId]] = {}
    if references is not None and labels is not None:
        faults += _bare_labels(labels, references)
        try:
            ids_by_label = group_by_label(references, labels)
        except InvalidInputError as e:
            faults += e.faults
    if faults:
        raise InvalidInputError(faults)
    names = (TASK_FILE, *task_files(settings))
    return Task(
        settings=settings,
        folder=folder,
        references=references or {},
        ids_by_label=ids_by_label,
        sha256_by_file={name: file_sha256(folder / name) for name in names},
        model=exact_model(settings.model),
    )


def task_files(settings: TaskSettings) -> tuple[str, ...]:
    """The names of a task's files beside ``task.json``, none twice."""
    return tuple(dict.fromkeys(name for name in (settings.references, settings.labels) if name is not None))


def parse_settings(data: bytes, *, where: str = TASK_FILE) -> TaskSettings:
    """``task.json``, checked by itself.

    Raises:
        InvalidInputError: It is no JSON object, or fields are missing, unknown or of wrong values; all are named.
    """
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise InvalidInputError([Fault(where=where, problem=f"no JSON: {e}", file=where)]) from e
    faults: list[Fault] = []
    settings = _converted(value, TaskSettings, "", faults)
    if settings is None or faults:
        raise InvalidInputError(
            [
                Fault(
                    where=f"{where}: {fault.where}" if fault.where else where,
                    problem=fault.problem,
                    file=where,
                )
                for fault in faults
            ]
        )
    return settings


def exact_model(model: str) -> str:
    """The model of a name with its version, which newer ones do not change; a folder stays a folder, absolute.

    Raises:
        UnknownNameError: There is no such model.
        BundleError: The bundle is damaged.
    """
    folder = find_bundle(model)
    if Path(model).is_dir():
        return str(folder.resolve())
    manifest = read_manifest(folder)
    return f"{manifest.name}@{manifest.version}"


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(read_bytes(path)).hexdigest()


def _converted(value: object, kind: type[_Struct], where: str, faults: list[Fault]) -> _Struct | None:
    """A struct of a JSON value, field by field, so that every fault is named and not the first alone."""
    if not isinstance(value, dict):
        faults.append(Fault(where=where, problem=f"a JSON object is needed, not {shorten(value)}"))
        return None
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    prefix = f"{where}." if where else ""
    for name in value:
        if name not in fields:
            problem = f"no such field; allowed: {', '.join(fields)}"
            faults.append(Fault(where=f"{prefix}{name}", problem=problem))
    found: dict[str, Any] = {}
    for name, field in fields.items():
        if name not in value:
            if field.required:
                faults.append(Fault(where=f"{prefix}{name}", problem="is missing"))
            continue
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            found[field.name] = _converted(value[name], field.type, f"{prefix}{name}", faults)
            continue
        try:
            found[field.name] = msgspec.convert(value[name], type=field.type)
        except msgspec.ValidationError as e:
            problem, _, place = str(e).partition(" - at `$")
            faults.append(Fault(where=f"{prefix}{name}{place.rstrip('`')}", problem=problem))
    return None if faults else kind(**found)


def _setting_faults(settings: TaskSettings) -> list[Fault]:
    """What is wrong with settings that are each of the right kind."""
    faults = []
    scores = settings.scores
    if settings.opens is not None and settings.closes is not None and settings.closes <= settings.opens:
        problem = f"{settings.closes.isoformat()} is not after opens, {settings.opens.isoformat()}"
        faults.append(Fault(where="closes", problem=problem))
    if scores.rank_by not in scores.figures:
        problem = f"{shorten(scores.rank_by)} is not allowed; allowed: {', '.join(scores.figures)}"
        faults.append(Fault(where="scores.rank_by", problem=problem))
    if len(set(scores.groundings)) < len(scores.groundings):
        faults.append(Fault(where="scores.groundings", problem="names one twice"))
    try:
        exact_model(settings.model)
    except CaptupleError as e:
        return [*faults, Fault(where="model", problem=str(e))]
    for index, name in enumerate(scores.groundings):
        try:
            get_grounding(name, model=settings.model)
        except CaptupleError as e:
            faults.append(Fault(where=f"scores.groundings[{index}]", problem=str(e)))
    if scores.graded is not None:
        try:
            check_similarity(scores.graded, settings.model)
        except CaptupleError as e:
            faults.append(Fault(where="scores.graded", problem=str(e)))
    return faults


def _read(folder: Path, name: str, field: str, read: Callable[[Path], _T], faults: list[Fault]) -> _T | None:
    """What a file of the folder holds; None where it is faulty."""
    if Path(name).name != name or name in {".", "..", TASK_FILE}:
        problem = f"{shorten(name)} is no name of a file in the task's folder"
        faults.append(Fault(where=field, problem=problem))
        return None
    if not (folder / name).is_file():
        faults.append(Fault(where=field, problem=f"there is no file {shorten(name)} in {folder}"))
        return None
    try:
        return read(folder / name)
    except InvalidInputError as e:
        faults += e.faults
        return None


def _references(path: Path) -> dict[ImageId, list[CaptionEntry]]:
    """The references by image; ids compare as text."""
    entries = read_captions(path)
    faults = image_faults([], entries)
    faults += [
        entry.fault("has no image_id, by which submissions are paired")
        for entry in entries
        if entry.caption.image_id is None
    ]
    if faults:
        raise InvalidInputError(faults)
    ids: dict[str, ImageId] = {}
    by_image: dict[ImageId, list[CaptionEntry]] = {}
    for entry in entries:
        image_id = entry.caption.image_id
        if image_id is not None:
            by_image.setdefault(ids.setdefault(str(image_id), image_id), []).append(entry)
    return by_image


def _bare_labels(labels: Mapping[str, str], references: Mapping[ImageId, object]) -> list[Fault]:
    """Images that have a label and no reference."""
    known = {str(image_id) for image_id in references}
    bare = [image_id for image_id in labels if image_id not in known]
    faults = [
        Fault(where="labels", problem=f"image {shorten(image_id)} has a label and no reference")
        for image_id in bare[:MAX_NAMED_IDS]
    ]
    if len(bare) > MAX_NAMED_IDS:
        rest = f"{len(bare) - MAX_NAMED_IDS} more images have a label and no reference, {len(bare)} in all"
        faults.append(Fault(where="labels", problem=rest))
    return faults
