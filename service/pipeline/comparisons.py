"""Which of two systems is better, figure by figure, with p-values corrected for all comparisons of one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.inference.intervals import Resamplable
from scoring.inference.significance import ALPHA, Difference, holm, paired_differences

GRADED = "graded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One figure of two systems, with p-values corrected for all comparisons of the table."""

    figure: str
    first: str
    second: str
    difference: Difference
    p_bootstrap: float
    p_randomization: float

    @property
    def winner(self) -> str | None:
        """The better system where randomisation says that it is no chance (corrected p below 0.05); None otherwise."""
        gain = self.difference.second - self.difference.first
        if self.p_randomization >= ALPHA or gain == 0:
            return None
        return self.second if gain > 0 else self.first


def compare_pairs(
    pairs: Iterable[tuple[str, str]],
    tables: Mapping[str, list[tuple[str, Resamplable]]],
    figures: Sequence[tuple[str, str]],
    *,
    resamples: int,
    seed: int,
) -> list[Comparison]:
    """Compare pairs of systems figure by figure: F1 of BAST scores, and graded scores.

    Args:
        pairs: By name.
        tables: Of each system its scores' tables, ``bast`` or `GRADED`, in one order for all.
        figures: Of the BAST tables, as ``bast_figures`` has them.
        resamples: Of each test.
        seed: The same seed gives the same figures.

    Returns:
        The comparisons, p-values corrected for all of them together by Holm's method.
    """
    found: list[tuple[str, str, str, Difference]] = []
    f1 = [i for i, (_, measure) in enumerate(figures) if measure == "f1"]
    for first, second in pairs:
        for (kind, one), (_, other) in zip(tables[first], tables[second], strict=True):
            differences = paired_differences(one, other, n_resamples=resamples, seed=seed)
            if kind == GRADED:
                found.append((GRADED, first, second, differences[0]))
            else:
                found += [(figures[i][0], first, second, differences[i]) for i in f1]
    bootstrap = holm([difference.p_bootstrap for *_, difference in found])
    randomization = holm([difference.p_randomization for *_, difference in found])
    return [
        Comparison(
            figure=figure,
            first=first,
            second=second,
            difference=difference,
            p_bootstrap=bootstrap[i],
            p_randomization=randomization[i],
        )
        for i, (figure, first, second, difference) in enumerate(found)
    ]
