r"""Choose the weights of ``captuple-graded.v2`` by cross-validation, with the captions of an image kept together.

    python -m benchmarks.graded_weights --data ../shared/data --model en-captions-large --similarity encoder.v1 \
        --cache CACHE --output weights.json

Weights are searched for on four fifths of the images of SugarCrepe, Flickr8k-CF and PASCAL-50S and measured on the
rest; what is printed are the figures of the five rests, and the weights that all images together choose. What is
maximized is the mean of SugarCrepe's kinds, plus Kendall's tau-b on Flickr8k-CF, plus the mean of PASCAL-50S. Of the
two large sets a share of the images is taken.
"""

from __future__ import annotations

import argparse
import json
import random
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from extractor.types import Caption, CaptionEntry
from formats.judgements import DATASETS
from scoring.graded.score import grade_images
from scoring.graded.weights import CONTEXT_WEIGHTS, WORD_WEIGHTS
from scoring.inference.judgement import Judgements
from service.pipeline.extraction import extracted
from service.similarities import load_similarity

Floats = npt.NDArray[np.float64]
FOLDERS = {"sugar-crepe": "sugar_crepe", "flickr8k-cf": "flickr8k_cf", "pascal-50s": "pascal50s"}
FIGURES = {"sugar-crepe": "mean", "flickr8k-cf": "tau_b", "pascal-50s": "mean"}
N_FOLDS = 5
_AGAINST = ("contradiction", "broken off", "invention")
_N_DRAWN = 120
_N_ROUNDS = 5
_STEP, _SHRINKAGE = 0.6, 0.75


@dataclass(frozen=True)
class Measured:
    """One set: its protocol, its units by image, and the measures of each item."""

    judgements: Judgements
    measures: Floats
    units: npt.NDArray[np.int64]
    images: list[str]

    def figure(self, name: str, weights: Floats, units: npt.NDArray[np.int64]) -> float:
        """One figure of some units."""
        return self.judgements.compute(self.measures @ weights, units)[name]


def measured(name: str, arguments: argparse.Namespace) -> tuple[list[str], Measured]:
    """The measures of a set, or of a share of its images; those that count against are below 0."""
    judgements = DATASETS[name](arguments.data / FOLDERS[name])
    share = 1.0 if name == "sugar-crepe" else arguments.share
    every = sorted(set(judgements.unit_images))
    kept = set(random.Random(0).sample(every, max(N_FOLDS, round(share * len(every)))))
    units = np.array([u for u, image in enumerate(judgements.unit_images) if image in kept])
    n_units = len(judgements.unit_images)
    wanted = set(units.tolist())
    per_unit = len(judgements.items) // n_units
    # Items of a unit stand together, except for draws of references, which repeat all units.
    span = 2 if per_unit > 1 else 1
    items = {i: item for i, item in enumerate(judgements.items) if (i // span) % n_units in wanted}
    texts = list(dict.fromkeys(t for item in items.values() for t in (item.candidate, *item.references)))
    found = extracted(
        [CaptionEntry(caption=Caption(text=text)) for text in texts],
        model=arguments.model,
        cache=arguments.cache,
    )
    described = dict(zip(texts, found.described(), strict=True))
    report = grade_images(
        {i: described[item.candidate] for i, item in items.items()},
        {i: [described[text] for text in item.references] for i, item in items.items()},
        similarity=load_similarity(arguments.similarity, arguments.model),
    )
    names = [summand.name for summand in report.summands]
    signs = np.array([-1.0 if name in _AGAINST else 1.0 for name in names])
    measures = np.zeros((len(judgements.items), len(names)))
    for i, image in report.images.items():
        measures[int(i)] = signs * [summand.measure for summand in image.summands]
    images = [judgements.unit_images[u] for u in units]
    return names, Measured(judgements, measures, units, images)


def worth(sets: Mapping[str, Measured], weights: Floats, units: Mapping[str, npt.NDArray[np.int64]]) -> float:
    """What is maximized."""
    return sum(sets[name].figure(FIGURES[name], weights, units[name]) for name in sets)


def search(sets: Mapping[str, Measured], units: Mapping[str, npt.NDArray[np.int64]]) -> Floats:
    """The best of some weights drawn at random, and of steps from there, one measure at a time."""
    rng = np.random.default_rng(0)
    spread = np.mean([data.measures[data.measures.any(axis=1)].std(axis=0) for data in sets.values()], axis=0)
    spread = np.maximum(spread, 1e-3)
    drawn = [rng.dirichlet(np.full(len(spread), 0.6)) / spread for _ in range(_N_DRAWN)]
    best = max(drawn, key=lambda weights: worth(sets, weights, units))
    value, step = worth(sets, best, units), _STEP
    for _ in range(_N_ROUNDS):
        for i in range(len(best)):
            for share in (-step / 2, step / 2, -step / 5, step / 5):
                tried = best.copy()
                tried[i] = max(0.0, tried[i] + share * (best[i] + 0.1 / spread[i]))
                new = worth(sets, tried, units)
                if new > value:
                    best, value = tried, new
        step *= _SHRINKAGE
    return best


def main() -> None:
    """Print folds and weights."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--data", type=Path, required=True, help="holds sugar_crepe, flickr8k_cf, pascal50s and coco"
    )
    parser.add_argument("--model", default="en-captions-large")
    parser.add_argument("--similarity", default="encoder.v1")
    parser.add_argument("--share", type=float, default=0.35, help="of the images of the two large sets")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    sets: dict[str, Measured] = {}
    names: list[str] = []
    for name in FOLDERS:
        names, sets[name] = measured(name, arguments)
        print(f"{name}: {len(sets[name].units)} judged", flush=True)
    # Images of one photograph keep their fold in all sets.
    folds = {
        name: np.array([hash_of(image) % N_FOLDS for image in data.images]) for name, data in sets.items()
    }
    held_out: dict[str, list[dict[str, float]]] = {name: [] for name in sets}
    for fold in range(N_FOLDS):
        learned = {name: data.units[folds[name] != fold] for name, data in sets.items()}
        weights = search(sets, learned)
        for name, data in sets.items():
            held_out[name].append(
                data.judgements.compute(data.measures @ weights, data.units[folds[name] == fold])
            )
    weights = search(sets, {name: data.units for name, data in sets.items()})
    signs = np.array([-1.0 if name in _AGAINST else 1.0 for name in names])
    weights = signs * weights / weights[signs > 0].sum()
    shipped = CONTEXT_WEIGHTS if "captions" in names else WORD_WEIGHTS
    record = {
        "similarity": arguments.similarity,
        "held_out": {
            name: {
                figure: round(100 * float(np.nanmean([f[figure] for f in figures])), 2)
                for figure in figures[0]
            }
            for name, figures in held_out.items()
        },
        "all": _figures(sets, signs * weights),
        "shipped": _figures(sets, signs * np.array([shipped.get(name, 0.0) for name in names])),
        "weights": dict(zip(names, weights.round(3).tolist(), strict=True)),
    }
    text = json.dumps(record, indent=1)
    print(text)
    if arguments.output:
        arguments.output.write_text(text + "\n", encoding="utf-8")


def _figures(sets: Mapping[str, Measured], weights: Floats) -> dict[str, dict[str, float]]:
    return {
        name: {
            figure: round(100 * value, 2)
            for figure, value in data.judgements.compute(data.measures @ weights, data.units).items()
        }
        for name, data in sets.items()
    }


def hash_of(image: str) -> int:
    """A number that is the same in every run."""
    return zlib.crc32(image.encode())


if __name__ == "__main__":
    main()
