"""How well scores of captions agree with people: the protocols of some sets of judgements.

A set has items (a candidate with references, to be scored) and units (what is drawn by image in a bootstrap: a judged
caption, or a pair of captions). `Judgements.figures` makes the set's figures from one score for each item.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.stats

from extractor.errors import InvalidInputError
from scoring.inference.intervals import Interval, drawn_images
from scoring.inference.significance import p_values
from scoring.inference.silence import Bools, silent_pairs

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
PASCAL_CATEGORIES = ("HC", "HI", "HM", "MM")
MEAN = "mean"
ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCaption:
    """A caption to score.

    Attributes:
        key: Names it in a file of scores.
        candidate: The caption.
        references: Captions of the image; the candidate is none of them.
    """

    key: str
    candidate: str
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgements:
    """A set of human judgements with its protocol.

    Attributes:
        dataset: Its name.
        items: What is to be scored.
        unit_images: The image of each unit.
        compute: From one score for each item, and indices of units (repeated ones count again), to figures by name.
        decisive: Which figure tests are made on.
        right: Of a set of pairs, whose items are the first and the second caption of each in turn: from one score for
            each item, how right the choice in each pair is, from 0 to 1, shape (draws of references, pairs). None of
            other sets.
        categories: Of each pair; empty for other sets.
    """

    dataset: str
    items: tuple[JudgedCaption, ...]
    unit_images: tuple[str, ...]
    compute: Callable[[Floats, Indices], dict[str, float]]
    decisive: str
    right: Callable[[Floats], Floats] | None = None
    categories: tuple[str, ...] = ()

    def figures(self, scores: Sequence[float] | Floats) -> dict[str, float]:
        """The figures of scores, over all units.

        Raises:
            InvalidInputError: There is not one finite score for each item.
        """
        return self.compute(self._checked(scores), np.arange(len(self.unit_images)))

    def intervals(
        self,
        scores_by_metric: Mapping[str, Sequence[float] | Floats],
        *,
        n_resamples: int = 200,
        confidence: float = 0.95,
        seed: int = 0,
    ) -> tuple[dict[str, dict[str, Interval]], dict[tuple[str, str], float]]:
        """Bootstrap over images, the same resamples for all metrics.

        Args:
            scores_by_metric: Of each metric one score for each item.
            n_resamples: How often the images are drawn.
            confidence: Of the intervals.
            seed: The same seed gives the same result.

        Returns:
            Intervals by metric and figure; for each pair of metrics the two-sided p-value of the difference of their
            decisive figures, by paired bootstrap (the share of resamples whose difference is as far from the observed
            one as that is from 0).
        """
        checked = {name: self._checked(scores) for name, scores in scores_by_metric.items()}
        units_by_image: dict[str, list[int]] = {}
        for unit, image in enumerate(self.unit_images):
            units_by_image.setdefault(image, []).append(unit)
        groups = [np.array(units) for units in units_by_image.values()]
        rng = np.random.default_rng(seed)
        resampled: dict[str, list[dict[str, float]]] = {name: [] for name in checked}
        rows = (row for drawn in drawn_images(len(groups), n_resamples, rng) for row in drawn)
        for row in rows:
            units = np.concatenate([groups[i] for i in row])
            for name, scores in checked.items():
                resampled[name].append(self.compute(scores, units))
        intervals = {
            name: {figure: _interval(np.array([d[figure] for d in draws]), confidence) for figure in draws[0]}
            for name, draws in resampled.items()
        }
        observed = {name: self.figures(scores)[self.decisive] for name, scores in checked.items()}
        drawn = {name: np.array([d[self.decisive] for d in draws]) for name, draws in resampled.items()}
        names = list(checked)
        p_by_pair = {}
        for i, first in enumerate(names):
            for second in names[i + 1 :]:
                difference = np.asarray(observed[first] - observed[second])
                null = drawn[first] - drawn[second] - difference
                p_by_pair[first, second] = float(p_values(null, difference))
        return intervals, p_by_pair

    def where_silent(self, scores: Sequence[float] | Floats) -> dict[str, SilentFigures]:
        """How right scores are where references mention what a pair differs in, and where they are silent.

        Args:
            scores: One for each item.

        Returns:
            By category, and of ``all``; empty for a set that has no pairs. See ``scoring.inference.silence``.

        Raises:
            InvalidInputError: There is not one finite score for each item.
        """
        if self.right is None:
            return {}
        silent, right = silent_pairs(self), self.right(self._checked(scores))
        category = np.asarray(self.categories)
        of_names = {name: category == name for name in dict.fromkeys(self.categories)}
        return {
            name: SilentFigures.of(silent[:, chosen], right[:, chosen])
            for name, chosen in {**of_names, ALL: np.ones(len(category), dtype=np.bool_)}.items()
        }

    def _checked(self, scores: Sequence[float] | Floats) -> Floats:
        array = np.asarray(scores, dtype=np.float64)
        if array.shape != (len(self.items),) or not np.isfinite(array).all():
            raise InvalidInputError(
                f"{self.dataset}: one finite score is needed for each of {len(self.items)} items; got an array of "
                f"shape {array.shape} with {int((~np.isfinite(array)).sum())} that are not finite"
            )
        return array


@dataclass(frozen=True, slots=True, kw_only=True)
class SilentFigures:
    """Pairs on which references are silent beside the others.

    Attributes:
        share: Of silent ones, from 0 to 1.
        silent: How right a score is there, from 0 to 1; None where there are none.
        mentioned: How right it is elsewhere; None where there are none.
    """

    share: float
    silent: float | None
    mentioned: float | None

    @classmethod
    def of(cls, silent: Bools, right: Floats) -> SilentFigures:
        """The figures of some pairs, one row a draw."""

        def mean(chosen: Bools) -> float | None:
            return float(right[chosen].mean()) if chosen.any() else None

        return cls(share=float(silent.mean()), silent=mean(silent), mentioned=mean(~silent))


def crowd_judgements(
    dataset: str, items: Sequence[JudgedCaption], images: Sequence[str], shares: Sequence[float]
) -> Judgements:
    """Flickr8k-CF: Kendall's tau-b between scores and the share of people who said yes.

    Args:
        dataset: Its name.
        items: The captions.
        images: Of each item.
        shares: Of each item, from 0 to 1.

    References:
        Hodosh, Young and Hockenmaier 2013; protocol of Hessel et al. 2021 (CLIPScore).
    """
    human = np.asarray(shares, dtype=np.float64)

    def compute(scores: Floats, units: Indices) -> dict[str, float]:
        drawn = scores[units]
        return {
            "tau_b": kendall(drawn, human[units], "b"),
            "zero_share": float((drawn == 0).mean()),
        }

    return Judgements(
        dataset=dataset, items=tuple(items), unit_images=tuple(images), compute=compute, decisive="tau_b"
    )


def expert_judgements(
    dataset: str, items: Sequence[JudgedCaption], images: Sequence[str], ratings: Sequence[Sequence[int]]
) -> Judgements:
    """Flickr8k-Expert: Kendall's tau-c over each caption's three ratings, flattened; tau-b beside it.

    Args:
        dataset: Its name.
        items: The captions.
        images: Of each item.
        ratings: Of each item three, from 1 to 4.

    References:
        Hodosh, Young and Hockenmaier 2013; protocol of Hessel et al. 2021 (CLIPScore).
    """
    human = np.asarray(ratings, dtype=np.float64)

    def compute(scores: Floats, units: Indices) -> dict[str, float]:
        drawn, judged = np.repeat(scores[units], human.shape[1]), human[units].ravel()
        return {
            "tau_c": kendall(drawn, judged, "c"),
            "tau_b": kendall(drawn, judged, "b"),
            "zero_share": float((drawn == 0).mean()),
        }

    return Judgements(
        dataset=dataset, items=tuple(items), unit_images=tuple(images), compute=compute, decisive="tau_c"
    )


def pair_judgements(
    dataset: str,
    items: Sequence[JudgedCaption],
    *,
    images: Sequence[str],
    categories: Sequence[str],
    first_wins: Sequence[bool],
    n_draws: int,
    seed: int = 0,
) -> Judgements:
    """PASCAL-50S: how often the caption that people preferred has the higher score, for each category.

    Args:
        dataset: Its name.
        items: For each draw of references, for each pair, its two captions.
        images: Of each pair.
        categories: Of each pair, one of `PASCAL_CATEGORIES`.
        first_wins: Of each pair, whether people preferred its first caption.
        n_draws: Of references; figures are means over draws.
        seed: Decides between equal scores.

    References:
        Vedantam, Zitnick and Parikh 2015 (CIDEr); protocol of Hessel et al. 2021: 5 references, mean of 5 draws.
    """
    category = np.asarray(categories)
    wins = np.asarray(first_wins)
    coin = np.random.default_rng(seed).random((n_draws, len(wins))) < 0.5

    def right(scores: Floats) -> Floats:
        first, second = np.moveaxis(scores.reshape(n_draws, len(wins), 2), 2, 0)
        chosen = np.where(first == second, coin, first > second)
        return np.asarray(chosen == wins, dtype=np.float64)

    def compute(scores: Floats, units: Indices) -> dict[str, float]:
        means = right(scores)[:, units].mean(axis=0)
        figures = {
            name: float(means[category[units] == name].mean()) if (category[units] == name).any() else np.nan
            for name in PASCAL_CATEGORIES
        }
        return {**figures, "mean": float(np.mean(list(figures.values())))}

    return Judgements(
        dataset=dataset,
        items=tuple(items),
        unit_images=tuple(images),
        compute=compute,
        decisive="mean",
        right=right,
        categories=tuple(categories),
    )


def twin_judgements(
    dataset: str,
    items: Sequence[JudgedCaption],
    *,
    images: Sequence[str],
    categories: Sequence[str],
    order: Sequence[str],
    decisive: str = MEAN,
) -> Judgements:
    """Two captions of which the first is the better one: how often it has the higher score, by category.

    Equal scores count half: a score that cannot tell twins apart is at 50 percent. ``mean`` is that of the categories,
    ``all`` that of the pairs.

    Args:
        dataset: Its name.
        items: Of each pair its better caption, then the other.
        images: Of each pair.
        categories: Of each pair, one of ``order``.
        order: The categories.
        decisive: The figure that tests are made on.

    References:
        Hsieh et al. 2023 (SugarCrepe); Petryk et al. 2024 (ALOHa, nocaps-FOIL); Zhou et al. 2022 (FENSE, Clotho-Eval).
    """
    category = np.asarray(categories)

    def right(scores: Floats) -> Floats:
        better, worse = np.moveaxis(scores.reshape(1, -1, 2), 2, 0)
        return np.asarray((better > worse) + 0.5 * (better == worse))

    def compute(scores: Floats, units: Indices) -> dict[str, float]:
        drawn, of = right(scores)[0, units], category[units]
        figures = {name: float(drawn[of == name].mean()) for name in order if (of == name).any()}
        return {
            **{name: figures.get(name, np.nan) for name in order},
            MEAN: float(np.mean(list(figures.values()))),
            ALL: float(drawn.mean()),
        }

    return Judgements(
        dataset=dataset,
        items=tuple(items),
        unit_images=tuple(images),
        compute=compute,
        decisive=decisive,
        right=right,
        categories=tuple(categories),
    )


def rubric_judgements(
    dataset: str,
    items: Sequence[JudgedCaption],
    *,
    images: Sequence[str],
    by_human: Sequence[bool],
    judgements: Mapping[str, Sequence[float]],
) -> Judgements:
    """THumB 1.0: Pearson's correlation with precision, recall and the human score, with and without human captions.

    Args:
        dataset: Its name.
        items: The captions.
        images: Of each item.
        by_human: Whether people wrote the item's caption.
        judgements: ``P``, ``R`` and ``human_score`` of each item.

    References:
        Kasai et al. 2022, Transparent Human Evaluation for Image Captioning.
    """
    human = {name: np.asarray(values, dtype=np.float64) for name, values in judgements.items()}
    machine = ~np.asarray(by_human)

    def compute(scores: Floats, units: Indices) -> dict[str, float]:
        figures = {name: pearson(scores[units], values[units]) for name, values in human.items()}
        kept = units[machine[units]]
        figures |= {
            f"{name} without Human": pearson(scores[kept], values[kept]) for name, values in human.items()
        }
        return figures

    return Judgements(
        dataset=dataset,
        items=tuple(items),
        unit_images=tuple(images),
        compute=compute,
        decisive="human_score",
    )


def kendall(scores: Floats, judgements: Floats, variant: str) -> float:
    """Kendall's tau from -1 to 1; 0 where all scores or all judgements are equal, for then nothing is ordered."""
    if len(scores) < 2 or _constant(scores) or _constant(judgements):
        return 0.0
    result: Any = scipy.stats.kendalltau(scores, judgements, variant=variant)
    return float(result.statistic)


def pearson(scores: Floats, judgements: Floats) -> float:
    """Pearson's correlation from -1 to 1; 0 where one side is constant."""
    if len(scores) < 2 or _constant(scores) or _constant(judgements):
        return 0.0
    return float(np.corrcoef(scores, judgements)[0, 1])


def _interval(drawn: Floats, confidence: float) -> Interval:
    """Of the values that are numbers; of none where no draw has the figure, as of a category without a pair."""
    known = drawn[~np.isnan(drawn)]
    if not len(known):
        return Interval(low=np.nan, high=np.nan)
    low, high = np.quantile(known, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(low=float(low), high=float(high))


def _constant(values: Floats) -> bool:
    return bool((values == values[0]).all())
