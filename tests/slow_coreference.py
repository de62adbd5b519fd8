"""Coreference figures the slow way: from the definitions, mention by mention, with every alignment tried."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

Partition = Sequence[set[int]]
Sums = tuple[float, float, float, float]
"""Numerator and denominator of the precision, then of the recall."""


def _cluster(partition: Partition, mention: int) -> set[int]:
    return next((cluster for cluster in partition if mention in cluster), set())


def slow_muc(gold: Partition, response: Partition) -> Sums:
    """A spanning chain for each cluster; a link is right when the other side can say it without a gap."""

    def links(clusters: Partition, others: Partition) -> tuple[float, float]:
        right = total = 0
        for cluster in clusters:
            total += len(cluster) - 1
            pieces = [cluster & other for other in others if cluster & other]
            alone = len(cluster) - sum(len(piece) for piece in pieces)
            right += len(cluster) - (len(pieces) + alone)
        return right, total

    return (*links(response, gold), *links(gold, response))


def slow_b_cubed(gold: Partition, response: Partition) -> Sums:
    sums = [0.0, 0.0, 0.0, 0.0]
    for place, one, other in ((0, response, gold), (2, gold, response)):
        for cluster in one:
            for mention in cluster:
                theirs = _cluster(other, mention)
                sums[place] += sum(m in theirs for m in cluster) / len(cluster)
                sums[place + 1] += 1
    return sums[0], sums[1], sums[2], sums[3]


def slow_ceaf_e(gold: Partition, response: Partition) -> Sums:
    small, large = sorted((list(gold), list(response)), key=len)
    best = 0.0
    for chosen in permutations(large, len(small)):
        likeness = (2 * len(a & b) / (len(a) + len(b)) for a, b in zip(small, chosen, strict=True))
        best = max(best, sum(likeness))
    return best, len(response), best, len(gold)


def slow_pairwise(gold: Partition, response: Partition) -> Sums:
    def pairs(partition: Partition) -> set[tuple[int, int]]:
        return {pair for cluster in partition for pair in combinations(sorted(cluster), 2)}

    shared = len(pairs(gold) & pairs(response))
    return shared, len(pairs(response)), shared, len(pairs(gold))


def slow_cluster(scores: Sequence[Sequence[float]], threshold: float) -> list[set[int]]:
    """Average linkage: all means of pairs anew at every step."""
    clusters = [{i} for i in range(len(scores))]
    while True:
        means = {
            (a, b): sum(scores[i][j] for i in clusters[a] for j in clusters[b])
            / (len(clusters[a]) * len(clusters[b]))
            for a, b in combinations(range(len(clusters)), 2)
        }
        best = max(means, key=lambda pair: means[pair], default=None)
        if best is None or not means[best] > threshold:
            return clusters
        joined = clusters[best[0]] | clusters[best[1]]
        clusters = [c for k, c in enumerate(clusters) if k not in best] + [joined]
