"""MUC, B3, CEAF-e, their mean (CoNLL) and pairwise figures of partitions of mentions into entities.

A partition is a sequence of clusters, each a set of mentions; gold and response need not hold the same mentions. All
figures are sums of numerators over sums of denominators, so those of several images add, and are divided last.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from extractor.errors import Fault, InvalidInputError, shorten
from scoring.bast.agreement import PRF, harmonic_prf

Partition = Sequence[Set[Hashable]]

METRICS = ("muc", "b3", "ceaf_e", "pairwise")
_CONLL = ("muc", "b3", "ceaf_e")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What precision and recall of one figure are divided from; tallies add.

    Attributes:
        right_response: Numerator of the precision.
        n_response: Its denominator.
        right_gold: Numerator of the recall.
        n_gold: Its denominator.
    """

    right_response: float = 0.0
    n_response: float = 0.0
    right_gold: float = 0.0
    n_gold: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            right_response=self.right_response + other.right_response,
            n_response=self.n_response + other.n_response,
            right_gold=self.right_gold + other.right_gold,
            n_gold=self.n_gold + other.n_gold,
        )

    def __radd__(self, other: Literal[0]) -> Tally:
        return self if other == 0 else NotImplemented

    def prf(self) -> PRF:
        """Precision, recall and F1; precision is 1 where there is no response, recall where there is no gold."""
        precision = self.right_response / self.n_response if self.n_response else 1.0
        recall = self.right_gold / self.n_gold if self.n_gold else 1.0
        return harmonic_prf(precision, recall)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreferenceFigures:
    """Figures of partitions, from 0 to 1.

    Attributes:
        by_metric: Of each of `METRICS`.
        conll_f1: The mean F1 of MUC, B3 and CEAF-e.
    """

    by_metric: Mapping[str, PRF]
    conll_f1: float

    def __getitem__(self, metric: str) -> PRF:
        """The figures of one of `METRICS`."""
        return self.by_metric[metric]


def coreference_figures(images: Iterable[tuple[Partition, Partition]]) -> CoreferenceFigures:
    """The figures over all images.

    Args:
        images: The gold and the response of each; images without mentions count for nothing.

    Raises:
        InvalidInputError: A mention is in two clusters of a partition; all images with such are named.

    References:
        Vilain et al. 1995 (MUC); Bagga and Baldwin 1998 (B3); Luo 2005 (CEAF, similarity phi 4); Pradhan et al. 2012
        (CoNLL). In B3 a response mention that is not in the gold has precision 0, a gold one that is not found
        recall 0.
    """
    totals = dict.fromkeys(METRICS, Tally())
    faults: list[Fault] = []
    for index, (gold, response) in enumerate(images):
        faults += partition_faults(gold, where=f"images[{index}].gold")
        faults += partition_faults(response, where=f"images[{index}].response")
        if not faults:
            for name, tally in _TALLIES.items():
                totals[name] += tally(gold, response)
    if faults:
        raise InvalidInputError(faults)
    by_metric = {name: tally.prf() for name, tally in totals.items()}
    return CoreferenceFigures(
        by_metric=MappingProxyType(by_metric),
        conll_f1=sum(by_metric[name].f1 for name in _CONLL) / len(_CONLL),
    )


def partition_of(names: Mapping[Hashable, Hashable]) -> list[set[Hashable]]:
    """The partition of a mapping from mentions to the names of their entities.

    Examples:
        >>> [sorted(cluster) for cluster in partition_of({1: "man", 2: "dog", 3: "man"})]
        [[1, 3], [2]]
    """
    clusters: dict[Hashable, set[Hashable]] = {}
    for mention, name in names.items():
        clusters.setdefault(name, set()).add(mention)
    return list(clusters.values())


def partition_faults(partition: Partition, *, where: str) -> list[Fault]:
    """Mentions in two clusters, and clusters without mentions."""
    seen: set[Hashable] = set()
    faults = []
    for index, mentions in enumerate(partition):
        if not mentions:
            faults.append(Fault(where=f"{where}[{index}]", problem="a cluster holds at least one mention"))
        twice = sorted(map(shorten, mentions & seen))
        if twice:
            faults.append(
                Fault(where=f"{where}[{index}]", problem=f"in another cluster, too: {', '.join(twice[:5])}")
            )
        seen |= mentions
    return faults


def muc(gold: Partition, response: Partition) -> Tally:
    """Links that would have to be added: a cluster that the other side cuts in k pieces lacks k - 1."""
    right_gold, n_gold = _muc_links(gold, response)
    right_response, n_response = _muc_links(response, gold)
    return Tally(right_response=right_response, n_response=n_response, right_gold=right_gold, n_gold=n_gold)


def b_cubed(gold: Partition, response: Partition) -> Tally:
    """Of each mention, the share of its cluster that the other side puts together with it."""
    overlaps = _overlaps(gold, response)
    squares = overlaps**2
    gold_sizes, response_sizes = _sizes(gold), _sizes(response)
    return Tally(
        right_response=float((squares.sum(axis=0) / response_sizes).sum()),
        n_response=float(response_sizes.sum()),
        right_gold=float((squares.sum(axis=1) / gold_sizes).sum()),
        n_gold=float(gold_sizes.sum()),
    )


def ceaf_e(gold: Partition, response: Partition) -> Tally:
    """The best one-to-one alignment of entities, by the Dice coefficient of their mentions."""
    overlaps = _overlaps(gold, response)
    totals = _sizes(gold)[:, None] + _sizes(response)[None, :]
    likeness = 2 * overlaps / totals if overlaps.size else overlaps
    rows, columns = linear_sum_assignment(likeness, maximize=True)
    aligned = float(likeness[rows, columns].sum())
    return Tally(
        right_response=aligned,
        n_response=float(len(response)),
        right_gold=aligned,
        n_gold=float(len(gold)),
    )


def pairwise(gold: Partition, response: Partition) -> Tally:
    """Pairs of mentions that both sides put together."""
    shared = float(_n_pairs(_overlaps(gold, response)).sum())
    return Tally(
        right_response=shared,
        n_response=float(_n_pairs(_sizes(response)).sum()),
        right_gold=shared,
        n_gold=float(_n_pairs(_sizes(gold)).sum()),
    )


_TALLIES = MappingProxyType({"muc": muc, "b3": b_cubed, "ceaf_e": ceaf_e, "pairwise": pairwise})


def _muc_links(clusters: Partition, others: Partition) -> tuple[float, float]:
    name_by_mention = {mention: k for k, cluster in enumerate(others) for mention in cluster}
    right = total = 0
    for cluster in clusters:
        # A mention that the other side does not have is a piece of its own.
        pieces = {name_by_mention[mention] for mention in cluster if mention in name_by_mention}
        n_pieces = len(pieces) + sum(mention not in name_by_mention for mention in cluster)
        right += len(cluster) - n_pieces
        total += len(cluster) - 1
    return float(right), float(total)


def _sizes(partition: Partition) -> npt.NDArray[np.float64]:
    return np.array([len(cluster) for cluster in partition], dtype=np.float64)


def _overlaps(gold: Partition, response: Partition) -> npt.NDArray[np.float64]:
    """How many mentions each gold cluster shares with each response cluster."""
    number_by_mention = {mention: k for k, cluster in enumerate(response) for mention in cluster}
    result = np.zeros((len(gold), len(response)))
    for row, cluster in enumerate(gold):
        for mention in cluster:
            column = number_by_mention.get(mention)
            if column is not None:
                result[row, column] += 1
    return result


def _n_pairs(sizes: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return sizes * (sizes - 1) / 2
