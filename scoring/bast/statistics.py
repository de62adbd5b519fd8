"""Statistics of many images: whole numbers that add, from which every average is computed at the end.

For each component the state holds how many images had which counts, apart for images of one, two, ... components, since
the overall F1 of an image is a mean over its own. That is exact, does not depend on the order of images or shards,
stays small (some thousand entries for any number of images), and serves every convention of ``empty`` and ``average``
alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from extractor.errors import Fault, InvalidInputError, shorten
from scoring.bast.agreement import PRF, Counts, ExactPRF, count_agreement, exact_prf
from scoring.bast.bag import Bast
from scoring.bast.components import COMPONENTS, components_of, is_counted
from scoring.conventions import DEFAULT_CONVENTIONS, Conventions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Entry = tuple[int, Counts]
"""How many components one side or the other of an image has, and the counts of one component."""

STATISTICS_SCHEMA = "captuple.statistics/2"
_ALL_CONVENTIONS = [
    Conventions(roles=roles, modifiers=modifiers)
    for roles in ("pooled", "split")
    for modifiers in ("off", "on")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class BastScores:
    """Precision, recall and F1 of every component, and their one summary.

    Attributes:
        by_component: The components that were asked for, the paper's seven first.
        overall_f1: Image by image the mean F1 of the components that the candidate or a reference has, from 0 to 1; see
            `BastStatistics.scores`.
        n_components: How many components counted: of one image, and under ``micro``, a whole number from 0 to 7, more
            where roles or modifiers are asked for; under ``macro`` the mean over images.
    """

    by_component: Mapping[str, PRF]
    overall_f1: float
    n_components: float

    def __getitem__(self, component: str) -> PRF:
        return self.by_component[component]


class BastStatistics:
    """How many images had which counts, for each component, by how many components the image has.

    Statistics of shards merge to those of the whole, exactly and in any order.

    Args:
        components: Those that are counted, the paper's seven first; see ``scoring.bast.components.components_of``.
    """

    __slots__ = ("_n_images_by_entry",)

    def __init__(self, components: Sequence[str] = COMPONENTS) -> None:
        self._n_images_by_entry: dict[str, Counter[Entry]] = {name: Counter() for name in components}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BastStatistics):
            return NotImplemented
        return self._n_images_by_entry == other._n_images_by_entry

    __hash__ = None  # type: ignore[assignment]  # mutable, as a list is

    def __repr__(self) -> str:
        return f"BastStatistics(n_images={self.n_images})"

    @property
    def components(self) -> tuple[str, ...]:
        """The components that are counted."""
        return tuple(self._n_images_by_entry)

    @property
    def n_images(self) -> int:
        """Number of images added."""
        return self._n_images_by_entry[COMPONENTS[0]].total()

    @property
    def counts_by_component(self) -> dict[str, Counts]:
        """The counts of all images, summed."""
        return {
            component: Counts(
                sum(counts.matched * n for (_, counts), n in n_images_by_entry.items()),
                sum(counts.n_candidate * n for (_, counts), n in n_images_by_entry.items()),
                sum(counts.n_reference * n for (_, counts), n in n_images_by_entry.items()),
            )
            for component, n_images_by_entry in self._n_images_by_entry.items()
        }

    def add(self, counts_by_component: Mapping[str, Counts]) -> None:
        """Add one image.

        Args:
            counts_by_component: The image's counts of each component.

        Raises:
            InvalidInputError: Components are missing or unknown.
        """
        if set(counts_by_component) != set(self.components):
            got = ", ".join(counts_by_component) or "none"
            raise InvalidInputError(f"counts are needed for exactly {', '.join(self.components)}; got {got}")
        n_present = sum(
            counts.is_present for component, counts in counts_by_component.items() if is_counted(component)
        )
        for component, counts in counts_by_component.items():
            self._n_images_by_entry[component][n_present, counts] += 1

    def merge(self, other: BastStatistics) -> BastStatistics:
        """The statistics of both sets of images; neither is changed. The two sets must be disjoint.

        Raises:
            InvalidInputError: They count other components.
        """
        if self.components != other.components:
            raise InvalidInputError(
                f"statistics of {', '.join(self.components)} and of {', '.join(other.components)} do not merge"
            )
        merged = BastStatistics(self.components)
        for component in self.components:
            merged._n_images_by_entry[component] = (
                self._n_images_by_entry[component] + other._n_images_by_entry[component]
            )
        return merged

    def scores(self, conventions: Conventions = DEFAULT_CONVENTIONS) -> BastScores:
        """Precision, recall and F1 of every component over all images.

        Under ``macro`` each of the three is the mean of the images' own precision, recall and F1: macro F1
        is the mean of the images' F1, not the harmonic mean of macro precision and macro recall. Under
        ``micro`` they come from the summed counts. Sums are exact; the result is rounded once, at the end.

        ``overall_f1`` is, image by image, the mean F1 of the components that the candidate or a reference has: what
        both lack says nothing about the candidate. Under ``macro`` it is the mean over images, under ``micro`` the mean
        of the components with any counts. An image (under ``micro``: a set of images) without any component counts by
        the convention ``empty``: 1 (``one``), for nothing was to be said and nothing was said, or 0 (``zero``).

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
        exact = {component: average(component, conventions) for component in self.components}
        overall, n_components = _macro_overall(
            self if conventions.average == "macro" else self._as_one_image(), conventions
        )
        return BastScores(
            by_component={component: scores.rounded() for component, scores in exact.items()},
            overall_f1=float(overall),
            n_components=float(n_components),
        )

    def _macro(self, component: str, conventions: Conventions) -> ExactPRF:
        precision = recall = f1 = Fraction(0)
        for (_, counts), n_images in self._n_images_by_entry[component].items():
            image = exact_prf(counts, empty=conventions.empty)
            precision += n_images * image.precision
            recall += n_images * image.recall
            f1 += n_images * image.f1
        n = self.n_images
        return ExactPRF(precision=precision / n, recall=recall / n, f1=f1 / n)

    def _micro(self, component: str, conventions: Conventions) -> ExactPRF:
        return exact_prf(self.counts_by_component[component], empty=conventions.empty)

    def _as_one_image(self) -> BastStatistics:
        whole = BastStatistics(self.components)
        whole.add(self.counts_by_component)
        return whole

    @property
    def n_images_by_entry(self) -> Mapping[str, Mapping[Entry, int]]:
        """By component, how many images have so many components and these counts."""
        return self._n_images_by_entry

    def as_record(self) -> dict[str, object]:
        """The state as plain JSON values, in a fixed order: equal statistics give equal records."""
        return {
            "schema": STATISTICS_SCHEMA,
            "components": {
                component: [
                    [n_present, counts.matched, counts.n_candidate, counts.n_reference, n_images]
                    for (n_present, counts), n_images in sorted(n_images_by_entry.items(), key=_sort_key)
                ]
                for component, n_images_by_entry in self._n_images_by_entry.items()
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
        known = {frozenset(names): names for names in map(components_of, _ALL_CONVENTIONS)}
        names = known.get(frozenset(components)) if isinstance(components, dict) else None
        if names is None or not isinstance(components, dict):
            raise InvalidInputError(
                f"components must be exactly {', '.join(COMPONENTS)}, and all or none of those of roles and modifiers"
            )
        statistics = cls(names)
        faults: list[Fault] = []
        for component in names:
            statistics._n_images_by_entry[component] = _read_entries(
                component, components[component], faults, most=sum(map(is_counted, names))
            )
        if not faults:
            faults += statistics._inconsistencies()
        if faults:
            raise InvalidInputError(faults)
        return statistics

    def _inconsistencies(self) -> list[Fault]:
        """Whether the components tell of the same images: as many, with as many components each."""
        faults = []
        totals = {entries.total() for entries in self._n_images_by_entry.values()}
        if len(totals) > 1:
            faults.append(Fault(where="components", problem=f"numbers of images differ: {sorted(totals)}"))
        n_images, n_present_in_all = Counter[int](), Counter[int]()
        counted = [entries for name, entries in self._n_images_by_entry.items() if is_counted(name)]
        for entries in counted:
            for (n_present, counts), n in entries.items():
                n_images[n_present] += n
                n_present_in_all[n_present] += n * counts.is_present
        if any(n_present_in_all[k] * len(counted) != k * n for k, n in n_images.items()):
            faults.append(Fault(where="components", problem="numbers of components do not fit the counts"))
        return faults


def _macro_overall(statistics: BastStatistics, conventions: Conventions) -> tuple[Fraction, Fraction]:
    """The mean over images of their mean F1, and of the number of components that it is of."""
    f1_sum_by_n_present: defaultdict[int, Fraction] = defaultdict(Fraction)
    for component, n_images_by_entry in statistics.n_images_by_entry.items():
        for (n_present, counts), n_images in n_images_by_entry.items():
            if counts.is_present and is_counted(component):
                f1_sum_by_n_present[n_present] += n_images * exact_prf(counts).f1
    n_images_by_n_present = Counter[int]()
    for (n_present, _), n_images in statistics.n_images_by_entry[COMPONENTS[0]].items():
        n_images_by_n_present[n_present] += n_images
    total = sum((f1_sum / n_present for n_present, f1_sum in f1_sum_by_n_present.items()), Fraction())
    if conventions.empty == "one":
        total += n_images_by_n_present[0]
    n_components = sum(n_present * n_images for n_present, n_images in n_images_by_n_present.items())
    return total / statistics.n_images, Fraction(n_components, statistics.n_images)


def count_basts(
    candidate: Bast, reference: Bast, components: Sequence[str] = COMPONENTS
) -> dict[str, Counts]:
    """The counts of one image: of each component, what the candidate and the gold BAST share."""
    return {
        component: count_agreement(candidate[component], reference[component]) for component in components
    }


def _sort_key(item: tuple[Entry, int]) -> tuple[int, int, int, int]:
    (n_present, counts), _ = item
    return n_present, counts.matched, counts.n_candidate, counts.n_reference


def _read_entries(component: str, entries: object, faults: list[Fault], *, most: int) -> Counter[Entry]:
    n_images_by_entry: Counter[Entry] = Counter()
    for entry in entries if isinstance(entries, list) else [entries]:
        if (
            isinstance(entry, list)
            and len(entry) == 5
            and all(type(number) is int for number in entry)
            and 0 <= entry[0] <= most
            and 0 <= entry[1] <= min(entry[2], entry[3])
            and entry[4] > 0
        ):
            n_images_by_entry[entry[0], Counts(entry[1], entry[2], entry[3])] += entry[4]
        else:
            problem = f"{shorten(entry)} is not [n_components, matched, n_candidate, n_reference, n_images]"
            faults.append(Fault(where=f"components.{component}", problem=problem))
    return n_images_by_entry
