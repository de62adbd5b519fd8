"""Score candidates against references: per-image statistics, their aggregate, the score."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from extractor.errors import shorten
from extractor.types import SemanticTuple
from scoring.bast.agreement import Counts
from scoring.bast.bag import Bast, Value, build_basts
from scoring.bast.components import COMPONENTS, components_of
from scoring.bast.statistics import BastScores, BastStatistics, count_basts
from scoring.conventions import (
    DEFAULT_CONVENTIONS,
    NO_MODEL,
    Conventions,
    EmptyConvention,
    MissingCandidates,
    signature,
)
from scoring.grounding.protocol import GroundingFunction, caption_groundings, grounding_label
from scoring.grounding.registry import get_grounding
from scoring.image_regions import without_image_regions
from scoring.images import ImageId, check_images

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_Id = TypeVar("_Id", bound=ImageId)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageScore:
    """The agreement of one image.

    Attributes:
        image_id: The image, as given.
        candidate: The candidate's BAST.
        reference: The gold BAST: the union over the references.
        counts_by_component: Of each component, what the two share.
    """

    image_id: ImageId
    candidate: Bast
    reference: Bast
    counts_by_component: Mapping[str, Counts] = field(repr=False)

    @staticmethod
    def of(
        image_id: ImageId, *, candidate: Bast, reference: Bast, components: Sequence[str] = COMPONENTS
    ) -> ImageScore:
        """The agreement of a candidate's BAST with a gold BAST, in some components."""
        counts = count_basts(candidate, reference, components)
        return ImageScore(
            image_id=image_id, candidate=candidate, reference=reference, counts_by_component=counts
        )

    def matched(self, component: str) -> frozenset[Value]:
        """Values that the candidate and the references have."""
        return self.candidate[component] & self.reference[component]

    def missed(self, component: str) -> frozenset[Value]:
        """Values that only the references have."""
        return self.reference[component] - self.candidate[component]

    def spurious(self, component: str) -> frozenset[Value]:
        """Values that only the candidate has."""
        return self.candidate[component] - self.reference[component]

    def scores(self, empty: EmptyConvention = "one") -> BastScores:
        """Precision, recall and F1 of this image alone, from 0 to 1."""
        statistics = BastStatistics(tuple(self.counts_by_component))
        statistics.add(self.counts_by_component)
        return statistics.scores(Conventions(empty=empty))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreReport:
    """The agreement of many images.

    Attributes:
        signature: How the score was made.
        conventions: The options of the score.
        images: The images in the order of the references.
        statistics: What merges with the statistics of other images.
        scores: Precision, recall and F1 over all images.
    """

    signature: str
    conventions: Conventions
    images: Mapping[ImageId, ImageScore] = field(repr=False)
    statistics: BastStatistics
    scores: BastScores

    @property
    def overall_f1(self) -> float:
        """Image by image the mean F1 of the components that one side or the other has; see `BastStatistics.scores`."""
        return self.scores.overall_f1


def score_images(
    candidates: Mapping[_Id, Sequence[SemanticTuple]],
    references: Mapping[_Id, Sequence[Sequence[SemanticTuple]]],
    *,
    grounding: GroundingFunction | str = "lemma.v1",
    conventions: Conventions = DEFAULT_CONVENTIONS,
    missing_candidates: MissingCandidates = "error",
    model: str = NO_MODEL,
    where: Callable[[_Id, int | None], str] | None = None,
) -> ScoreReport:
    """Score one candidate for each image against the references of the image.

    Macro precision, recall and F1 are means of the images' own; see `BastStatistics.scores`.

    Args:
        candidates: The tuples of the candidate, by image; a caption without tuples is an empty sequence.
        references: For each image the tuples of each reference caption, at least one caption.
        grounding: A grounding function, or the registered name of one; one that needs a model bundle takes the newest
            installed one where it is named (see `get_grounding`).
        conventions: The options of the score.
        missing_candidates: What an image without a candidate is: an error, or a candidate without tuples
            (``empty``).
        model: The model that extracted the tuples, for the signature; ``none`` where they were given.
        where: Names the place of an image's candidate (None) or reference (its index), for messages.

    Returns:
        The report: images in the order of ``references``, with at least one image.

    Raises:
        InvalidInputError: Candidates without references, references without a candidate (unless ``empty``),
            images with no reference captions, no images at all, or items that cannot be grounded; all are
            named, long lists of ids shortened.
        UnknownNameError: ``grounding`` is not registered.

    References:
        Ellebracht et al. 2015, the BAST metric.
    """
    ground = get_grounding(grounding) if isinstance(grounding, str) else grounding
    line = signature(
        conventions, grounding=grounding_label(ground), model=model, missing_candidates=missing_candidates
    )
    check_images(candidates, references, missing_candidates=missing_candidates)
    if conventions.image_regions == "leave":
        candidates = {i: without_image_regions(tuples) for i, tuples in candidates.items()}
        references = {
            i: [without_image_regions(tuples) for tuples in captions] for i, captions in references.items()
        }

    place = where or _place
    image_ids = list(references)
    grounds = {
        image_id: caption_groundings(ground, [candidates.get(image_id, ()), *captions])
        for image_id, captions in references.items()
    }
    candidate_basts = build_basts(
        [candidates.get(image_id, ()) for image_id in image_ids],
        ground=[grounds[image_id][0] for image_id in image_ids],
        null=conventions.null,
        roles=conventions.roles,
        modifiers=conventions.modifiers,
        where=lambda index: place(image_ids[index], None),
    )
    gold_basts = _gold_basts(references, grounds, conventions, place)

    components = components_of(conventions)
    statistics = BastStatistics(components)
    images: dict[ImageId, ImageScore] = {}
    for image_id, candidate in zip(image_ids, candidate_basts, strict=True):
        image = ImageScore.of(
            image_id, candidate=candidate, reference=gold_basts[image_id], components=components
        )
        statistics.add(image.counts_by_component)
        images[image_id] = image
    return ScoreReport(
        signature=line,
        conventions=conventions,
        images=images,
        statistics=statistics,
        scores=statistics.scores(conventions),
    )


def _place(image_id: ImageId, reference: int | None) -> str:
    side = "candidates" if reference is None else "references"
    return f"{side}[{shorten(image_id)}]" + ("" if reference is None else f"[{reference}]")


def _gold_basts(
    references: Mapping[_Id, Sequence[Sequence[SemanticTuple]]],
    grounds: Mapping[_Id, Sequence[GroundingFunction]],
    conventions: Conventions,
    place: Callable[[_Id, int | None], str],
) -> dict[_Id, Bast]:
    owners = [(image_id, c) for image_id, captions in references.items() for c in range(len(captions))]
    basts = build_basts(
        [tuples for captions in references.values() for tuples in captions],
        ground=[ground for image_id in references for ground in grounds[image_id][1:]],
        null=conventions.null,
        roles=conventions.roles,
        modifiers=conventions.modifiers,
        where=lambda index: place(*owners[index]),
    )
    basts_by_image: dict[_Id, list[Bast]] = {image_id: [] for image_id in references}
    for (image_id, _), bast in zip(owners, basts, strict=True):
        basts_by_image[image_id].append(bast)
    return {image_id: Bast.union(items) for image_id, items in basts_by_image.items()}
