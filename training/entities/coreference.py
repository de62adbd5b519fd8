"""Learn which mentions of an image's captions are one entity, and say how well that is known.

A linear SVM learns pairs; the weight of its errors and the threshold of the clustering are chosen in a cross-validation
by image inside the training images, so that figures on other images are honest.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import KFold

from extractor.errors import InvalidInputError
from extractor.linear.model import LinearModel
from scoring.entities.clustering import Scores, cluster, score_matrix
from scoring.entities.features import Pair, PairFeatures
from scoring.entities.mention import EntityImage, Mention
from scoring.entities.metrics import CoreferenceFigures, Partition, coreference_figures, partition_of
from scoring.entities.model import LABEL, CoreferenceModel
from scoring.graded.thesaurus import Thesaurus
from training.links.fit import fit_linear
from training.progress import Report, silent

N_FOLDS = 5
MIN_IMAGES = 20
_N_INNER_FOLDS = 4
_MIN_COUNT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreferenceOptions:
    """What the training may choose from.

    Attributes:
        c: Weights of the SVM's errors.
        thresholds: Of the clustering.
        seed: Of the folds and the solver.
    """

    c: tuple[float, ...] = (0.01, 0.03)
    thresholds: tuple[float, ...] = (-0.3, -0.25, -0.2, -0.15, -0.1, -0.05, 0.0)
    seed: int = 0


DEFAULT_OPTIONS = CoreferenceOptions()


@dataclass(frozen=True, slots=True)
class _Prepared:
    """One image with the features of its pairs."""

    image: EntityImage
    pairs: list[Pair]
    rows: list[list[str]] = field(repr=False)

    @property
    def labels(self) -> list[bool]:
        return [self.image.entities[i] == self.image.entities[j] for i, j in self.pairs]

    @property
    def gold(self) -> Partition:
        return partition_of(dict(enumerate(self.image.entities)))

    def scores(self, margins: npt.NDArray[np.float64]) -> Scores:
        return score_matrix(len(self.image.mentions), self.pairs, margins)


def train_coreference(
    images: Sequence[EntityImage],
    *,
    thesaurus: Thesaurus,
    options: CoreferenceOptions = DEFAULT_OPTIONS,
    meta: Mapping[str, Any] | None = None,
    report: Report = silent,
) -> CoreferenceModel:
    """Choose, fit and return a model.

    Args:
        images: At least `MIN_IMAGES` images with annotated mentions.
        thesaurus: Of the bundle that the model is for.
        options: What to choose from.
        meta: Put into the file for people.
        report: Called with a line about each choice.

    Raises:
        InvalidInputError: There are too few images, or all pairs or none are one entity.
    """
    features = PairFeatures(thesaurus)
    return _train(_prepare(images, features), features, thesaurus, options, meta, report)


def cross_validate_coreference(
    images: Sequence[EntityImage],
    *,
    thesaurus: Thesaurus,
    found: Sequence[Sequence[Mention]] | None = None,
    options: CoreferenceOptions = DEFAULT_OPTIONS,
    report: Report = silent,
) -> list[list[int]]:
    """The entities of each image's mentions, by models that have not seen the image (`N_FOLDS` folds).

    Args:
        images: The annotation to learn from.
        thesaurus: Of the bundle.
        found: By image, the mentions to make entities of; None takes the annotated ones.
        options: What the training may choose from.
        report: Called with lines of progress.

    Raises:
        InvalidInputError: As `train_coreference`.
    """
    features = PairFeatures(thesaurus)
    prepared = _prepare(images, features)
    result: list[list[int]] = [[] for _ in images]
    for fold, (train, test) in enumerate(_folds(len(prepared), N_FOLDS, options.seed), 1):
        report(f"cross-validation: fold {fold} of {N_FOLDS}")
        model = _train([prepared[i] for i in train], features, thesaurus, options, None, report)
        for i in test:
            if found is not None:
                result[i] = model.entities(found[i])
                continue
            margins = model.linear.margins(prepared[i].rows)[:, 0]
            result[i] = cluster(prepared[i].scores(margins), threshold=model.threshold)
    return result


def head_match(image: EntityImage) -> list[Hashable]:
    """The baseline: mentions with the same head lemma are one entity."""
    return [mention.head for mention in image.mentions]


def type_match(image: EntityImage) -> list[Hashable]:
    """The baseline: mentions of the same type (of the same two, where they have two) are one entity."""
    return [mention.types for mention in image.mentions]


BASELINES: Mapping[str, Callable[[EntityImage], list[Hashable]]] = {
    "same head": head_match,
    "same type": type_match,
}


def figures_of(images: Sequence[EntityImage], entities: Sequence[Sequence[Hashable]]) -> CoreferenceFigures:
    """The figures of a response to the annotated mentions.

    Args:
        images: The gold.
        entities: A name of the entity of each mention of each image.
    """
    return coreference_figures(
        (partition_of(dict(enumerate(image.entities))), partition_of(dict(enumerate(names))))
        for image, names in zip(images, entities, strict=True)
    )


def _prepare(images: Sequence[EntityImage], features: PairFeatures) -> list[_Prepared]:
    if len(images) < MIN_IMAGES:
        raise InvalidInputError(f"coreference needs at least {MIN_IMAGES} images; got {len(images)}")
    prepared = []
    for image in images:
        rows = list(features.rows(image.mentions))
        prepared.append(_Prepared(image, [pair for pair, _ in rows], [row for _, row in rows]))
    return prepared


def _train(
    prepared: Sequence[_Prepared],
    features: PairFeatures,
    thesaurus: Thesaurus,
    options: CoreferenceOptions,
    meta: Mapping[str, Any] | None,
    report: Report,
) -> CoreferenceModel:
    labels = [label for item in prepared for label in item.labels]
    if len(set(labels)) < 2:
        raise InvalidInputError(
            "coreference needs pairs of mentions that are one entity and pairs that are two, in captions of one "
            f"image; got {len(labels)} pairs, {sum(labels)} of them one entity"
        )
    trials = []
    for c in options.c:
        held_out = _held_out_scores(prepared, c, options.seed)
        for threshold in options.thresholds:
            figures = coreference_figures(
                (item.gold, partition_of(dict(enumerate(cluster(scores, threshold=threshold)))))
                for item, scores in zip(prepared, held_out, strict=True)
            )
            trials.append(((figures["b3"].f1 + figures["pairwise"].f1) / 2, c, threshold))
    score, c, threshold = max(trials)
    report(f"coreference: C {c}, threshold {threshold}: mean of B3 and pairwise F1 {score:.4f} within")
    return CoreferenceModel(
        linear=_fit(prepared, c, options.seed),
        threshold=threshold,
        features=features,
        thesaurus_digest=thesaurus.digest,
        meta=dict(meta or {}),
    )


def _held_out_scores(prepared: Sequence[_Prepared], c: float, seed: int) -> list[Scores]:
    result: list[Scores] = [np.zeros((0, 0))] * len(prepared)
    for train, test in _folds(len(prepared), _N_INNER_FOLDS, seed):
        linear = _fit([prepared[i] for i in train], c, seed)
        for i in test:
            result[i] = prepared[i].scores(linear.margins(prepared[i].rows)[:, 0])
    return result


def _fit(prepared: Sequence[_Prepared], c: float, seed: int) -> LinearModel:
    rows = [row for item in prepared for row in item.rows]
    labels = np.array([label for item in prepared for label in item.labels], dtype=bool)[:, None]
    return fit_linear(rows, labels, (LABEL,), c=c, min_count=_MIN_COUNT, seed=seed)


def _folds(n_images: int, n_folds: int, seed: int) -> list[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    return list(KFold(n_folds, shuffle=True, random_state=seed).split(np.zeros(n_images)))
