"""From annotated captions to a new bundle: cross-validate, train, write."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from extractor.bundle import MANIFEST, TrainingData, file_sha256, find_bundle, read_manifest, read_state
from extractor.errors import BundleError, CaptupleError, InvalidInputError
from extractor.extractor import Extractor
from extractor.lexicon import Lexicon
from extractor.linear.model import LinearModel
from extractor.syntax.parser import load_parser, parser_of
from formats.corpora.annotated import AnnotatedCaption
from formats.corpora.factual import read_factual
from scoring.conventions import Conventions
from scoring.inference.intervals import bast_table
from scoring.inference.significance import paired_differences
from training.bundles.card import write_card
from training.bundles.writer import (
    LEXICON_FILE,
    ROLES_EVALUATION_FILE,
    ROLES_FILE,
    TRAINING_DATA_FILE,
    write_bundle,
)
from training.links.evaluate import TupleFigures, cross_validate, evaluate_extractor
from training.links.fit_links import LinkOptions, prepare, train_links
from training.links.validation import check_annotations
from training.links.weak import weak_examples
from training.progress import Report, silent

SYNTAX_EVALUATION_FILE = "syntax.eval.json"


class WorseModelError(CaptupleError):
    """A newly trained model is worse than the one that it was to replace."""


def retrain_links(
    gold: Mapping[str, Sequence[AnnotatedCaption]],
    *,
    base: str,
    name: str,
    bundle_version: str,
    output: Path,
    data_files: Mapping[Path, str],
    seed: int = 0,
    force: bool = False,
    factual: Path | None = None,
    ablation: Mapping[str, Any] | None = None,
    report: Report = silent,
) -> Path:
    """Cross-validate, train and write a bundle.

    Args:
        gold: The annotated captions by the name of their source.
        base: A model's name, or a folder with syntax models, lexicon and roles.
        name: Of the new model.
        bundle_version: Of the new model.
        output: Folder of bundles.
        data_files: The gold's files with the names that the manifest and the card give them.
        seed: Of the solvers.
        force: Write the bundle even when it is worse than its base.
        factual: A FACTUAL file, for weak supervision of *is a predicate*.
        ablation: What ``benchmarks/ablation.py`` wrote, for the card.
        report: Called with lines of progress.

    Returns:
        The new bundle's folder.

    Raises:
        InvalidInputError: The data or the version are faulty.
        WorseModelError: The new model is worse than its base, and ``force`` is false; nothing is written.
        BundleError: The base lacks a part.
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+", bundle_version):
        raise InvalidInputError(f"version {bundle_version!r} is not three numbers such as 0.2.0")
    if (output / name / bundle_version).exists():
        raise InvalidInputError(f"{output / name / bundle_version} exists: bundles are immutable")
    folder = Path(base) if Path(base).is_dir() else find_bundle(base)
    missing = [part for part in ("syntax", LEXICON_FILE, ROLES_FILE) if not (folder / part).exists()]
    if missing:
        raise BundleError(f"{folder} lacks {', '.join(missing)}")
    lexicon = Lexicon.load(folder / LEXICON_FILE)
    annotated = [item for source in gold.values() for item in source]
    check_annotations(annotated, lexicon)
    roles = LinearModel.from_state(read_state(folder / ROLES_FILE), where=str(folder / ROLES_FILE))
    syntax = folder / "syntax"
    parser = load_parser(parser_of(syntax), syntax)
    data = prepare(annotated, parser=parser, lexicon=lexicon)
    weak = None
    if factual is not None:
        weak = weak_examples(list(read_factual(factual)), parser=parser, lexicon=lexicon)
        data_files = {**data_files, factual: f"factual/{factual.name}"}
    options = LinkOptions(seed=seed, weak=weak)
    validation = cross_validate(data, roles, options=options, report=report)
    if (folder / MANIFEST).is_file():
        _compare(folder, annotated, validation.figures(), data_files, force=force, report=report)
    model = train_links(data, roles, options=options, report=report)
    training_data = [*_base_data(folder), *_named(data_files)]
    evaluation = {
        "schema": "captuple.evaluation/1",
        "syntax": _part_evaluation(folder, SYNTAX_EVALUATION_FILE, "syntax"),
        "roles": _part_evaluation(folder, ROLES_EVALUATION_FILE, "roles"),
        "cross_validation": {
            "expected_calibration_error": round(validation.calibration_error, 4),
            "by_gold": {
                name: validation.figures(range(end - len(gold[name]), end)).as_record()
                for name, end in zip(gold, itertools.accumulate(map(len, gold.values())), strict=True)
            },
        },
        "thresholds": dict(model.thresholds),
        **({"ablation": ablation} if ablation else {}),
    }
    for part in ("thesaurus", "coreference"):
        figures = _part_evaluation(folder, f"{part}.eval.json", part)
        if figures is not None:
            evaluation[part] = figures
    return write_bundle(
        output,
        name=name,
        bundle_version=bundle_version,
        base=folder,
        links=model,
        evaluation=evaluation,
        card=write_card(
            name=name,
            bundle_version=bundle_version,
            parser=parser.name,
            evaluation=evaluation,
            training_data=training_data,
        ),
        seed=seed,
        training_data=training_data,
    )


def _compare(
    base: Path,
    annotated: Sequence[AnnotatedCaption],
    new: TupleFigures,
    data_files: Mapping[Path, str],
    *,
    force: bool,
    report: Report,
) -> None:
    """Report the base's figures beside those of the new model in cross-validation.

    A base that was trained on the same file knows the answers: then its figure is too good to decide by, and says so.
    """
    extractor = Extractor.load(base)
    old = evaluate_extractor(extractor, annotated)
    tables = [
        bast_table(figures.counts_by_image.values(), Conventions(average="micro")) for figures in (old, new)
    ]
    *_, difference = paired_differences(tables[0], tables[1])  # the last figure is the overall F1
    report(
        f"mean micro F1: {extractor.model} {100 * difference.first:.2f}, new {100 * difference.second:.2f}, difference "
        f"{100 * difference.interval.low:+.2f} to {100 * difference.interval.high:+.2f} (95% by images), "
        f"p = {difference.p_bootstrap:.3f}"
    )
    seen = {entry.sha256 for entry in read_manifest(base).training_data}
    if any(file_sha256(path) in seen for path in data_files):
        report(
            f"{extractor.model} was trained on this gold: its figure is no measure, and the new model is written"
        )
    elif difference.second < difference.first and not force:
        raise WorseModelError(
            f"the new model is worse than {extractor.model}: {100 * difference.second:.2f} against "
            f"{100 * difference.first:.2f}; nothing was written (--force writes it all the same)"
        )


def _named(files: Mapping[Path, str]) -> list[TrainingData]:
    return [TrainingData(name=name, sha256=file_sha256(path)) for path, name in files.items()]


def _base_data(folder: Path) -> list[TrainingData]:
    """What the base's syntax and roles were trained on; links data of a base bundle is not handed on."""
    record = folder / TRAINING_DATA_FILE
    if record.is_file():
        return [TrainingData(**entry) for entry in json.loads(record.read_text(encoding="utf-8"))]
    if (folder / MANIFEST).is_file():
        return [entry for entry in read_manifest(folder).training_data if not entry.name.startswith("links:")]
    return []


def _part_evaluation(folder: Path, file: str, part: str) -> Any:
    """The figures of a part: from its own file, or from the ``eval.json`` of a bundle."""
    if (folder / file).is_file():
        return json.loads((folder / file).read_text(encoding="utf-8"))
    if (folder / "eval.json").is_file():
        return json.loads((folder / "eval.json").read_text(encoding="utf-8")).get(part)
    return None
