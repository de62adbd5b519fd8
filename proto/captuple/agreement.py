"""What a server says of candidates and their references."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from captuple.conventions import Conventions

ImageId = str | int
"""The name of an image, as given."""

Value = tuple[str, ...]
"""One value of a component: a grounded value for each of its slots, in the order of the component's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentAgreement:
    """How well one component agrees.

    Attributes:
        n_matched: Values that candidate and references share.
        n_candidate: Values of the candidate.
        n_reference: Values of the references' union.
        precision: Matched over candidate, from 0 to 1.
        recall: Matched over reference, from 0 to 1.
        f1: Their harmonic mean; over images, under ``macro``, the mean of the images' F1.
    """

    n_matched: int
    n_candidate: int
    n_reference: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageAgreement:
    """The agreement of one image.

    Attributes:
        image_id: The image, as given.
        components: By name (``PA``, ``PA-PR``), the paper's seven first.
        overall_f1: The mean F1 of the components that the candidate or a reference has, from 0 to 1.
        n_components: How many these are.
        candidate: The candidate's BAST: the values of each component.
        reference: The gold BAST: the union over the references.
    """

    image_id: ImageId
    components: Mapping[str, ComponentAgreement] = field(repr=False)
    overall_f1: float
    n_components: int
    candidate: Mapping[str, frozenset[Value]] = field(repr=False)
    reference: Mapping[str, frozenset[Value]] = field(repr=False)

    def matched(self, component: str) -> frozenset[Value]:
        """Values that the candidate and the references have."""
        return self.candidate[component] & self.reference[component]

    def missed(self, component: str) -> frozenset[Value]:
        """Values that only the references have."""
        return self.reference[component] - self.candidate[component]

    def spurious(self, component: str) -> frozenset[Value]:
        """Values that only the candidate has."""
        return self.candidate[component] - self.reference[component]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionAgreement:
    """The agreement of candidates with the references of their images.

    Attributes:
        signature: What the numbers depend on; quote it with them.
        model: The model that found tuples or lemmas, ``name@version``; empty where all tuples were given.
        conventions: The options of the score.
        images: By id, in the order of the references.
        components: Over all images, by name, the paper's seven first.
        overall_f1: Over all images, from 0 to 1.
        n_components: How many components ``overall_f1`` is the mean of; under ``macro`` the mean over images.
    """

    signature: str
    model: str
    conventions: Conventions
    images: Mapping[ImageId, ImageAgreement] = field(repr=False)
    components: Mapping[str, ComponentAgreement]
    overall_f1: float
    n_components: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedScores:
    """The graded score of a call.

    Attributes:
        signature: How it was made.
        score: The mean over images, from 0 to 1.
        summands: By name the mean of what each measure adds to the score.
        score_by_image: Of each image.
        n_wordless: Images that hold no word of content on one side; they score 0.
    """

    signature: str
    score: float
    summands: Mapping[str, float]
    score_by_image: Mapping[ImageId, float] = field(repr=False)
    n_wordless: int
