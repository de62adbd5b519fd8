"""From scores of pairs to entities: average-linkage agglomeration that never joins what must not be one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from scoring.entities.mention import Mention

Scores = npt.NDArray[np.float64]


def may_corefer(one: Mention, other: Mention) -> bool:
    """Whether two mentions can be one entity: not two names of one caption, and a type in common."""
    if one.caption == other.caption and not (one.is_pronoun or other.is_pronoun):
        return False
    return bool(one.types & other.types)


def cluster(scores: Scores, *, threshold: float) -> list[int]:
    """Join the two clusters with the highest mean score of their pairs, again and again.

    Args:
        scores: Symmetric, of shape (mentions, mentions); minus infinity where two must not be one. The diagonal is
            ignored.
        threshold: Clusters whose mean score is not above it stay apart.

    Returns:
        The number of each mention's cluster; clusters are numbered from 0 in the order of their first mention. Of
        equal scores the pair of the earliest mentions is joined.

    Examples:
        >>> import numpy as np
        >>> cluster(np.array([[0.0, 2.0, -1.0], [2.0, 0.0, -np.inf], [-1.0, -np.inf, 0.0]]), threshold=-2.0)
        [0, 0, 1]
    """
    n = len(scores)
    means = np.array(scores, dtype=np.float64)
    if n:
        np.fill_diagonal(means, -np.inf)
    sizes = np.ones(n)
    owner = list(range(n))
    while n:
        i, j = sorted(divmod(int(np.argmax(means)), n))
        if not means[i, j] > threshold:
            break
        joined = (sizes[i] * means[i] + sizes[j] * means[j]) / (sizes[i] + sizes[j])
        joined[i] = joined[j] = -np.inf
        means[i], means[:, i] = joined, joined
        means[j], means[:, j] = -np.inf, -np.inf
        sizes[i] += sizes[j]
        owner = [i if k == j else k for k in owner]
    return numbered(owner)


def score_matrix(
    n_mentions: int, pairs: Sequence[tuple[int, int]], scores: npt.NDArray[np.float64]
) -> Scores:
    """The scores of some pairs as `cluster` wants them: minus infinity for all other pairs.

    Args:
        n_mentions: Of the image.
        pairs: Indices of two mentions each.
        scores: Of each pair.
    """
    result = np.full((n_mentions, n_mentions), -np.inf)
    for (i, j), score in zip(pairs, scores, strict=True):
        result[i, j] = result[j, i] = score
    return result


def numbered(names: Sequence[int]) -> list[int]:
    """Names of clusters to numbers from 0, in the order of appearance."""
    number_by_name: dict[int, int] = {}
    return [number_by_name.setdefault(name, len(number_by_name)) for name in names]
