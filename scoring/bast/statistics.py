"""Statistics of many images: whole numbers that add, from which every average is computed at the end.

For each component the state holds how many images had which counts. That is exact, does not depend on the
order of images or shards, stays small (a few thousand entries for any number of images), and serves every
convention of ``empty`` and ``average`` alike.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from extractor.errors import Fault, InvalidInputError, shorten
from scoring.bast.agreement import PRF, Counts, ExactPRF, count_agreement, exact_prf
from scoring.bast.bag import COMPONENTS, Bast
from scoring.conventions import DEFAULT_CONVENTIONS, Conventions

if TYPE_CHECKING:
    from collections.abc import Mapping

STATISTICS_SCHEMA = "captuple.statistics/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class BastScores:
    """Precision, recall and F1 of every component, and their one summary.

    Attributes:
        by_component: The seven components in the order of `COMPONENTS`.
        overall_f1: The plain mean of the seven F1, from 0 to 1.
    """

    by_component: Mapping[str, PRF]
    overall_f1: float

    def __getitem__(self, component: str) -> PRF:
        return self.by_component[component]


class BastStatistics:
    """How many images had which counts, for each component.

    Statistics of shards merge to those of the whole, exactly and in any order.
    """

    __slots__ = ("_n_images_by_counts",)

    def __init__(self) -> None:
        self._n_images_by_counts: dict[str, Counter[Counts]] = {name: Counter() for name in COMPONENTS}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BastStatistics):
            return NotImplemented
        return self._n_images_by_counts == other._n_images_by_counts

    __hash__ = None  # type: ignore[assignment]  # mutable, as a list is

    def __repr__(self) -> str:
        return f"BastStatistics(n_images={self.n_images})"

    @property
    def n_images(self) -> int:
        """Number of images added."""
        return self._n_images_by_counts[COMPONENTS[0]].total()

    @property
    def counts_by_component(self) -> dict[str, Counts]:
        """The counts of all images, summed."""
        return {
            component: Counts(
                sum(counts.matched * n for counts, n in n_images_by_counts.items()),
                sum(counts.n_candidate * n for counts, n in n_images_by_counts.items()),
                sum(counts.n_reference * n for counts, n in n_images_by_counts.items()),
            )
            for component, n_images_by_counts in self._n_images_by_counts.items()
        }

    def add(self, counts_by_component: Mapping[str, Counts]) -> None:
        """Add one image.

        Args:
            counts_by_component: The image's counts of each of the seven components.

        Raises:
            InvalidInputError: Components are missing or unknown.
        """
        if set(counts_by_component) != set(COMPONENTS):
            got = ", ".join(counts_by_component) or "none"
            raise InvalidInputError(f"counts are needed for exactly {', '.join(COMPONENTS)}; got {got}")
        for component, counts in counts_by_component.items():
            self._n_images_by_counts[component][counts] += 1

    def merge(self, other: BastStatistics) -> BastStatistics:
        """The statistics of both sets of images; neither is changed. The two sets must be disjoint."""
        merged = BastStatistics()
        for component in COMPONENTS:
            merged._n_images_by_counts[component] = (
                self._n_images_by_counts[component] + other._n_images_by_counts[component]
            )
        return merged

    def scores(self, conventions: Conventions = DEFAULT_CONVENTIONS) -> BastScores:
        """Precision, recall and F1 of every component over all images.

        Under ``macro`` each of the three is the mean of the images' own precision, recall and F1: macro F1
        is the mean of the images' F1, not the harmonic mean of macro precision and macro recall. Under
        ``micro`` they come from the summed counts. Sums are exact; the result is rounded once, at the end.

        Args:
            conventions: The options of the score (``null`` has done its work before: it shapes the BASTs).

        Returns:
            The scores, from 0 to 1.

        Raises:
            InvalidInputError: No image was added: a mean over no images does not exist.

        References:
            Ellebracht et al. 2015, the BAST metric: scores of images are averaged. The authors' released
            evaluator leaves images without gold tuples out of the mean; here ``empty`` says what they count.
        """
        if self.n_images == 0:
            raise InvalidInputError("there are no images to score")
        average = self._macro if conventions.average == "macro" else self._micro
        exact = {component: average(component, conventions) for component in COMPONENTS}
        overall_f1 = sum((scores.f1 for scores in exact.values()), Fraction(0)) / len(COMPONENTS)
        return BastScores(
            by_component={component: scores.rounded() for component, scores in exact.items()},
            overall_f1=float(overall_f1),
        )

    def _macro(self, component: str, conventions: Conventions) -> ExactPRF:
        precision = recall = f1 = Fraction(0)
        for counts, n_images in self._n_images_by_counts[component].items():
            image = exact_prf(counts, empty=conventions.empty)
            precision += n_images * image.precision
            recall += n_images * image.recall
            f1 += n_images * image.f1
        n = self.n_images
        return ExactPRF(precision=precision / n, recall=recall / n, f1=f1 / n)

    def _micro(self, component: str, conventions: Conventions) -> ExactPRF:
        return exact_prf(self.counts_by_component[component], empty=conventions.empty)

    def as_record(self) -> dict[str, object]:
        """The state as plain JSON values, in a fixed order: equal statistics give equal records."""
        return {
            "schema": STATISTICS_SCHEMA,
            "components": {
                component: [
                    [counts.matched, counts.n_candidate, counts.n_reference, n_images]
                    for counts, n_images in sorted(n_images_by_counts.items(), key=_sort_key)
                ]
                for component, n_images_by_counts in self._n_images_by_counts.items()
            },
        }

    @classmethod
    def from_record(cls, record: object) -> BastStatistics:
        """The state of a record that `as_record` made.

        Raises:
            InvalidInputError: The record is of another schema or damaged.
        """
        if not isinstance(record, dict) or record.get("schema") != STATISTICS_SCHEMA:
            raise InvalidInputError(f"not a record of {STATISTICS_SCHEMA}: {shorten(record)}")
        components = record.get("components")
        if not isinstance(components, dict) or set(components) != set(COMPONENTS):
            raise InvalidInputError(f"components must be exactly {', '.join(COMPONENTS)}")
        statistics = cls()
        faults: list[Fault] = []
        for component in COMPONENTS:
            entries = _read_entries(component, components[component], faults)
            statistics._n_images_by_counts[component] = entries
        totals = {entries.total() for entries in statistics._n_images_by_counts.values()}
        if not faults and len(totals) > 1:
            faults.append(Fault(where="components", problem=f"numbers of images differ: {sorted(totals)}"))
        if faults:
            raise InvalidInputError(faults)
        return statistics


def count_basts(candidate: Bast, reference: Bast) -> dict[str, Counts]:
    """The counts of one image: of each component, what the candidate and the gold BAST share."""
    return {
        component: count_agreement(candidate[component], reference[component]) for component in COMPONENTS
    }


def _sort_key(entry: tuple[Counts, int]) -> tuple[int, int, int]:
    counts, _ = entry
    return counts.matched, counts.n_candidate, counts.n_reference


def _read_entries(component: str, entries: object, faults: list[Fault]) -> Counter[Counts]:
    n_images_by_counts: Counter[Counts] = Counter()
    for entry in entries if isinstance(entries, list) else [entries]:
        if (
            isinstance(entry, list)
            and len(entry) == 4
            and all(type(number) is int for number in entry)
            and 0 <= entry[0] <= min(entry[1], entry[2])
            and entry[3] > 0
        ):
            n_images_by_counts[Counts(entry[0], entry[1], entry[2])] += entry[3]
        else:
            problem = f"{shorten(entry)} is not [matched, n_candidate, n_reference, n_images]"
            faults.append(Fault(where=f"components.{component}", problem=problem))
    return n_images_by_counts
