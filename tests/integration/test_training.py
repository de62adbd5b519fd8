"""Training on the project's own annotated captions, through the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from extractor import Caption, Extractor
from extractor.bundle import find_bundle, load_bundle
from extractor.types import Argument, Predicate, SemanticTuple
from formats.corpora.annotated import image_keys
from service.cli.gold import read_gold
from training.links.evaluate import (
    ComparedCaption,
    compare_tuples,
    evaluate_extractor,
    expected_calibration_error,
)
from training.links.fit import calibrate, fit_linear
from training.links.retrain import WorseModelError, retrain_links

if TYPE_CHECKING:
    from extractor.types import LocativeKind
    from formats.corpora.annotated import AnnotatedCaption

CORPUS = Path("tests/data/captions/captions.jsonl")
COMMAND = (sys.executable, "-m", "service.cli")


def captuple(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def small_gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first eighty captions of the corpus."""
    path = tmp_path_factory.mktemp("gold") / "small.jsonl"
    lines = CORPUS.read_text(encoding="utf-8").split("\n")[:80]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def trained(small_gold: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """Two bundles trained alike, at the same time, and what the first run reported."""
    runs = [
        subprocess.Popen(
            [
                *(
                    *COMMAND,
                    "train",
                    "links",
                    "--gold",
                    str(small_gold),
                    "--base",
                    "en-captions",
                    "--name",
                    "ours",
                ),
                *("--version", "1.0.0", "--output", str(tmp_path_factory.mktemp(name)), "--force"),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("one", "two")
    ]
    (one, report), (two, errors) = [run.communicate() for run in runs]
    assert [run.returncode for run in runs] == [0, 0], report + errors
    return Path(one.strip()), Path(two.strip()), report


def test_a_trained_bundle_loads_and_extracts(trained: tuple[Path, Path, str]) -> None:
    folder, _, _ = trained
    extractor = Extractor.load(folder)
    assert extractor.model == "ours@1.0.0"
    (extraction,) = extractor.extract([Caption(text="A man is riding a horse on the beach.")])
    assert [item.predicate.lemma for item in extraction.tuples] == ["ride"]


def test_the_same_data_and_seed_give_the_same_bytes(trained: tuple[Path, Path, str]) -> None:
    one, two, _ = trained
    names = sorted(str(path.relative_to(one)) for path in one.rglob("*") if path.is_file())
    assert names == sorted(str(path.relative_to(two)) for path in two.rglob("*") if path.is_file())
    for name in names:
        assert (one / name).read_bytes() == (two / name).read_bytes(), name


def test_the_bundle_says_what_it_was_made_of(trained: tuple[Path, Path, str], small_gold: Path) -> None:
    folder, _, report = trained
    manifest = load_bundle(folder).manifest
    assert "links: small.jsonl" in {entry.name for entry in manifest.training_data}
    evaluation = json.loads((folder / "eval.json").read_text(encoding="utf-8"))
    figures = evaluation["cross_validation"]["by_gold"]["small.jsonl"]
    assert figures["n_captions"] == 80
    assert figures["locative_kinds"]["n_locatives"] > 20
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert card.startswith("---\nlanguage: en") and "### small.jsonl, 80 captions" in card
    assert "Kinds of the" in card
    assert "mean micro F1: en-captions@" in report  # old against new


def test_a_version_is_never_written_over(small_gold: Path, trained: tuple[Path, Path, str]) -> None:
    folder, _, _ = trained
    done = captuple(
        *("train", "links", "--gold", str(small_gold), "--base", "en-captions", "--name", "ours"),
        *("--version", "1.0.0", "--output", str(folder.parents[1])),
    )
    assert done.returncode == 2
    assert "exists: bundles are immutable" in done.stderr


def test_faulty_gold_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    record = json.loads(CORPUS.read_text(encoding="utf-8").split("\n")[0])
    record["tuples"][0]["predicate"]["end"] += 900
    gold = tmp_path / "bad.jsonl"
    gold.write_text(json.dumps(record) + "\n" + '{"schema": "captuple.annotation/1"}\n', encoding="utf-8")
    done = captuple(
        *("train", "links", "--gold", str(gold), "--base", "en-captions", "--version", "1.0.0"),
        *("--output", str(tmp_path / "out")),
    )
    assert done.returncode == 2
    assert "bad.jsonl:1: tuples[0].predicate" in done.stderr
    assert "bad.jsonl:2" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_worse_model_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gold whose agents and patients are gone teaches a model that finds less than its base."""
    annotated = read_gold([CORPUS], None)[:60]
    scrambled = [_without_every_other_caption_s_tuples(item, k) for k, item in enumerate(annotated)]
    monkeypatch.setattr(
        "training.links.retrain.evaluate_extractor",
        lambda extractor, _: evaluate_extractor(extractor, annotated),
    )
    with pytest.raises(WorseModelError, match="nothing was written"):
        retrain_links(
            {"scrambled": scrambled},
            base=str(find_bundle("en-captions")),
            name="worse",
            bundle_version="1.0.0",
            output=tmp_path / "out",
            data_files={},
        )
    assert not (tmp_path / "out").exists()


def _without_every_other_caption_s_tuples(item: AnnotatedCaption, k: int) -> AnnotatedCaption:
    import dataclasses

    return dataclasses.replace(item, tuples=item.tuples if k % 2 else ())


def test_human_tuples_agree_with_themselves() -> None:
    extractor = Extractor.load()
    annotated = read_gold([CORPUS], None)
    gold = [extractor.lemmatize([item.tuples])[0] for item in annotated]
    images = image_keys([item.caption for item in annotated])
    figures = compare_tuples(
        [ComparedCaption(image=i, ours=tuples, gold=tuples) for i, tuples in zip(images, gold, strict=True)]
    )
    assert all(
        values == (1.0, 1.0, 1.0) for values in (*figures.micro.values(), *figures.macro_images.values())
    )


def test_the_shipped_model_knows_our_captions() -> None:
    """It learned from them: a floor that falls when the extractor breaks, no measure of how good it is."""
    figures = evaluate_extractor(Extractor.load(), read_gold([CORPUS], None))
    assert figures.micro["PA"][2] > 0.85
    assert figures.micro["PR"][2] > 0.85
    assert figures.micro["LO"][2] > 0.80


def test_kinds_are_compared_where_both_sides_have_the_place() -> None:
    def places(*kinds: LocativeKind) -> list[SemanticTuple]:
        locatives = tuple(
            Argument(text="x", lemma="x", start=2 * k, end=2 * k + 1, kind=kind)
            for k, kind in enumerate(kinds)
        )
        return [SemanticTuple(predicate=Predicate(text="be", lemma="be"), locatives=locatives)]

    first = ComparedCaption(
        image="i", ours=places("scene", "scene", "object", "event"), gold=places("scene", "object", "object")
    )
    kinds = compare_tuples([first, ComparedCaption(image="i", ours=places("scene"), gold=[])]).kinds
    # Three places on both sides: scene right, object taken for scene, object right. The fourth has no gold.
    assert (kinds.n_locatives, kinds.accuracy, kinds.majority) == (
        3,
        pytest.approx(2 / 3),
        pytest.approx(2 / 3),
    )
    assert kinds.by_kind == {
        "object": (1.0, 0.5, pytest.approx(2 / 3)),
        "scene": (0.5, 1.0, pytest.approx(2 / 3)),
    }


def test_linear_models_learn_and_are_calibrated() -> None:
    rng = np.random.default_rng(0)
    rows, labels = [], []
    for _ in range(400):
        holds = bool(rng.random() < 0.5)
        # The feature tells the truth nine times out of ten.
        says = holds if rng.random() < 0.9 else not holds
        rows.append(["yes" if says else "no", f"noise={rng.integers(50)}"])
        labels.append([holds])
    truth = np.array(labels)
    model = fit_linear(rows, truth, ("holds",), c=0.1)
    model = calibrate(model, model.margins(rows), truth)
    probabilities = model.probabilities(model.margins([["yes"], ["no"]]))[:, 0]
    assert probabilities[0] == pytest.approx(0.9, abs=0.06)
    assert probabilities[1] == pytest.approx(0.1, abs=0.06)


def test_calibration_error_by_hand() -> None:
    # Bin 0.9-1.0: confidence 0.95, accuracy 0.5, weight 2/4; bin 0.2-0.3: 0.25 against 0, weight 2/4.
    pairs = [(0.95, True), (0.95, False), (0.25, False), (0.25, False)]
    assert expected_calibration_error(pairs) == pytest.approx(0.5 * 0.45 + 0.5 * 0.25)
    assert expected_calibration_error([]) == 0.0
