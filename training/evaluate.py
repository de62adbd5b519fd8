"""Say how good an extractor is: cross-validation, agreement with human tuples, the paper's Table 1."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.model_selection import GroupKFold

from extractor.assembly import assemble
from extractor.extractor import Extractor, lemmatized
from extractor.linear import LinearModel
from extractor.types import CaptionId, SemanticTuple
from scoring.bast import COMPONENTS
from scoring.conventions import Conventions
from scoring.score import score_images
from training.corpora.annotated import AnnotatedCaption
from training.links import DEFAULT_OPTIONS, LinkOptions, TrainingCaption, train_links
from training.report import Report, silent

N_OUTER_FOLDS = 5

CaptionKey = tuple[CaptionId, CaptionId]
"""The ids of an image and one of its captions."""

# Table 1 of Ellebracht et al. 2015: F1 of automatic against human tuples on the captions of two systems.
TABLE_1: Mapping[str, tuple[float, float]] = {
    "PA": (0.967, 0.865),
    "PR": (0.703, 0.808),
    "LO": (0.793, 0.819),
    "PA-PR": (0.884, 0.812),
    "PR-LO": (0.779, 0.723),
    "PA-LO": (0.849, 0.757),
    "PA-PR-LO": (0.815, 0.704),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TupleFigures:
    """Agreement of automatic with human tuples.

    Attributes:
        n_captions: Captions compared.
        micro: (precision, recall, F1) by component, from 0 to 1, from counts over all captions.
        macro: The same as means over captions.
        macro_images: The same as means over images, whose BASTs are unions over their captions.
    """

    n_captions: int
    micro: dict[str, tuple[float, float, float]]
    macro: dict[str, tuple[float, float, float]]
    macro_images: dict[str, tuple[float, float, float]]

    def as_record(self) -> dict[str, object]:
        """The figures as JSON values, rounded to four digits."""

        def rounded(figures: Mapping[str, tuple[float, float, float]]) -> dict[str, list[float]]:
            return {component: [round(value, 4) for value in values] for component, values in figures.items()}

        return {
            "n_captions": self.n_captions,
            "micro": rounded(self.micro),
            "macro": rounded(self.macro),
            "macro_images": rounded(self.macro_images),
        }


def compare_tuples(
    ours: Mapping[CaptionKey, Sequence[SemanticTuple]],
    gold: Mapping[CaptionKey, Sequence[SemanticTuple]],
) -> TupleFigures:
    """Compare tuples of the same captions, by (image, caption); ``lemma.v1``, ``null: exclude``.

    A caption's automatic tuples are the candidate and its human ones the reference, so the counts are those of
    the score itself.
    """
    keys = [f"{image}\t{caption}" for image, caption in gold]
    candidates = dict(zip(keys, (ours[key] for key in gold), strict=True))
    references = dict(zip(keys, ([tuples] for tuples in gold.values()), strict=True))
    ours_by_image: dict[str, list[SemanticTuple]] = defaultdict(list)
    gold_by_image: dict[str, list[Sequence[SemanticTuple]]] = defaultdict(list)
    for (image, caption), tuples in gold.items():
        ours_by_image[str(image)].extend(ours[image, caption])
        gold_by_image[str(image)].append(tuples)

    def figures(
        candidates: Mapping[str, Sequence[SemanticTuple]],
        references: Mapping[str, Sequence[Sequence[SemanticTuple]]],
        conventions: Conventions,
    ) -> dict[str, tuple[float, float, float]]:
        scores = score_images(candidates, references, conventions=conventions).scores
        return {
            component: (scores[component].precision, scores[component].recall, scores[component].f1)
            for component in COMPONENTS
        }

    return TupleFigures(
        n_captions=len(keys),
        micro=figures(candidates, references, Conventions(average="micro")),
        macro=figures(candidates, references, Conventions(average="macro")),
        macro_images=figures(ours_by_image, gold_by_image, Conventions(average="macro")),
    )


def cross_validate(
    data: Sequence[TrainingCaption],
    roles: LinearModel,
    *,
    options: LinkOptions = DEFAULT_OPTIONS,
    report: Report = silent,
) -> tuple[TupleFigures, float]:
    """Train on four fifths of the images and extract from the last fifth, five times.

    Whatever the training chooses it chooses inside the four fifths.

    Returns:
        The figures over all captions, and the expected calibration error of the confidences of their links.
    """
    groups = [item.caption.image_id for item in data]
    ours = {}
    confidences: list[tuple[float, bool]] = []
    for fold, (train, test) in enumerate(GroupKFold(N_OUTER_FOLDS).split(data, groups=groups), 1):
        report(f"cross-validation: fold {fold} of {N_OUTER_FOLDS}")
        model = train_links([data[i] for i in train], roles, options=options, report=report)
        held_out = [data[i] for i in test]
        decisions = model.decide([item.features for item in held_out])
        for item, found in zip(held_out, decisions, strict=True):
            ours[item.caption.image_id, item.caption.caption_id] = assemble(item.features, found)
            for decision in found:
                known = decision.candidate in item.candidates
                k = item.candidates.index(decision.candidate) if known else -1
                for argument in decision.arguments:
                    column = model.slots.labels.index(argument.slot)
                    right = known and bool(item.slots[k][item.pairs[k].index(argument.index), column])
                    confidences.append((argument.confidence, right))
    gold = {(item.caption.image_id, item.caption.caption_id): item.tuples for item in data}
    return compare_tuples(ours, gold), expected_calibration_error(confidences)


def expected_calibration_error(confidences: Sequence[tuple[float, bool]], *, n_bins: int = 10) -> float:
    """Mean distance of confidence from accuracy over equally wide bins, weighted by their sizes; from 0 to 1.

    References:
        Guo et al., 2017: On Calibration of Modern Neural Networks, equation 3.
    """
    if not confidences:
        return 0.0
    values = np.array([confidence for confidence, _ in confidences])
    right = np.array([label for _, label in confidences], dtype=float)
    bins = np.minimum((values * n_bins).astype(int), n_bins - 1)
    error = 0.0
    for b in range(n_bins):
        inside = bins == b
        if inside.any():
            error += inside.mean() * abs(values[inside].mean() - right[inside].mean())
    return float(error)


def evaluate_extractor(extractor: Extractor, annotated: Sequence[AnnotatedCaption]) -> TupleFigures:
    """Extract from annotated captions and compare."""
    extractions = extractor.extract([item.caption for item in annotated])
    ours = {(e.caption.image_id, e.caption.caption_id): e.tuples for e in extractions}
    gold = {
        (item.caption.image_id, item.caption.caption_id): tuple(
            lemmatized(t, extractor.lexicon) for t in item.tuples
        )
        for item in annotated
    }
    return compare_tuples(ours, gold)
