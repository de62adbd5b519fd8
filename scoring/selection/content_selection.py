"""Content selection: which of an image's instances a text mentions, against what several people mentioned.

An *instance* is one thing of an image (an annotated box, an entity, or the value that a word is grounded to). It
does not matter how a text says something, only what it chose to say.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TypeVar

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import SemanticTuple
from scoring.bast.agreement import PRF, harmonic_prf
from scoring.bast.bag import build_basts
from scoring.conventions import (
    ALLOWED,
    NO_MODEL,
    EmptyConvention,
    captuple_version,
    check_options,
    signature_part,
)
from scoring.grounding.protocol import GroundingFunction
from scoring.grounding.registry import get_grounding
from scoring.images import ImageId, check_images

MEASURES = ("precision", "recall", "f1")
GROUNDING = "wordnet_synset.v1"
"""The default of `mentioned_instances`: kid and child are one instance, two dogs of one image are one as well."""

_FEWEST_DESCRIPTIONS = 2
_Id = TypeVar("_Id", bound=ImageId)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Mean and standard deviation over images.

    Attributes:
        mean: From 0 to 1.
        deviation: The sample's (divided by the number of images less one); 0 for one image.
    """

    mean: float
    deviation: float

    @staticmethod
    def of(values: Sequence[float]) -> Spread:
        """Of at least one value."""
        return Spread(
            mean=statistics.fmean(values), deviation=statistics.stdev(values) if len(values) > 1 else 0.0
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionReport:
    """The content selection of many images.

    Attributes:
        signature: How the figures were made.
        images: Of each image precision, recall and F1.
        precision: Over images; so are ``recall`` and ``f1``, which is the mean of the images' F1.
        recall: Over images.
        f1: Over images.
        left_out: Images that take no part, because no description of theirs mentions an instance (of an upper bound:
            fewer than two descriptions do).
    """

    signature: str
    images: Mapping[ImageId, PRF] = field(repr=False)
    precision: Spread
    recall: Spread
    f1: Spread
    left_out: tuple[ImageId, ...] = ()


def select_agreement(
    selected: Set[str], descriptions: Sequence[Set[str]], *, empty: EmptyConvention = "one"
) -> PRF:
    """Precision, recall and F1 of one image's selection.

    Precision is the mean over descriptions of the share of the selected instances that the description mentions; recall
    the mean of the share of the description's instances that are selected; F1 their harmonic mean.

    Args:
        selected: The instances that the system mentions.
        descriptions: Of each gold description the instances that it mentions, at least one instance each.
        empty: Precision where nothing is selected: 1 (``one``) or 0 (``zero``); recall and F1 are 0 there anyway.

    Raises:
        InvalidInputError: There is no description, or one mentions nothing.

    Examples:
        >>> select_agreement({"man", "dog"}, [{"man"}, {"man", "dog", "tree", "sky"}])
        PRF(precision=0.75, recall=0.75, f1=0.75)

    References:
        Wang and Gaizauskas 2015, Generating Image Descriptions with Gold Standard Visual Inputs: Motivation, Evaluation
        and Baselines, section 4 (the fine-grained metric).
    """
    check_options(empty=empty)
    if not descriptions or not all(descriptions):
        raise InvalidInputError("at least one description is needed, and each must mention an instance")
    shared = [len(selected & description) for description in descriptions]
    by_convention = 1.0 if empty == "one" else 0.0
    precision = statistics.fmean(shared) / len(selected) if selected else by_convention
    recall = statistics.fmean(
        n / len(description) for n, description in zip(shared, descriptions, strict=True)
    )
    return harmonic_prf(precision, recall)


def score_selections(
    selected: Mapping[_Id, Set[str]],
    descriptions: Mapping[_Id, Sequence[Set[str]]],
    *,
    empty: EmptyConvention = "one",
    instances: str = "given",
    model: str = NO_MODEL,
) -> SelectionReport:
    """Score what a system mentions of each image.

    Descriptions that mention nothing say nothing of what should be selected, and take no part; images without any other
    description are left out, and named in the report.

    Args:
        selected: By image the instances that the system mentions.
        descriptions: By image and description the instances that are mentioned.
        empty: As in `select_agreement`.
        instances: What the instances are, for the signature: ``given``, or the name of a grounding.
        model: The model that found them.

    Raises:
        InvalidInputError: Images do not match, or no image is left to score; all faults are named.
    """
    check_images(selected, descriptions, missing_candidates="error")
    images: dict[ImageId, PRF] = {}
    left_out: list[ImageId] = []
    for image_id, all_descriptions in descriptions.items():
        gold = [description for description in all_descriptions if description]
        if gold:
            images[image_id] = select_agreement(selected[image_id], gold, empty=empty)
        else:
            left_out.append(image_id)
    return _report(
        images, left_out, line=_signature("content-selection", instances, empty, model), where="references"
    )


def upper_bound(
    descriptions: Mapping[_Id, Sequence[Set[str]]],
    *,
    empty: EmptyConvention = "one",
    instances: str = "given",
    model: str = NO_MODEL,
) -> SelectionReport | None:
    """How well people agree: each description scored against the others of its image.

    An image's precision and recall are the means over its descriptions (and so the same), F1 is their harmonic mean.
    Descriptions that mention nothing take no part on either side.

    Returns:
        The report; None where no image has two descriptions that mention an instance: one description has nothing to be
        compared with.

    References:
        Wang and Gaizauskas 2015, section 5 (the human upper bound).
    """
    images: dict[ImageId, PRF] = {}
    left_out: list[ImageId] = []
    for image_id, all_descriptions in descriptions.items():
        gold = [description for description in all_descriptions if description]
        if len(gold) < _FEWEST_DESCRIPTIONS:
            left_out.append(image_id)
            continue
        figures = [
            select_agreement(description, [*gold[:i], *gold[i + 1 :]]) for i, description in enumerate(gold)
        ]
        images[image_id] = harmonic_prf(
            statistics.fmean(figure.precision for figure in figures),
            statistics.fmean(figure.recall for figure in figures),
        )
    if not images:
        return None
    line = _signature("content-selection-upper-bound", instances, empty, model)
    return _report(images, left_out, line=line, where="references")


def mentioned_instances(
    tuple_lists: Sequence[Sequence[SemanticTuple]],
    *,
    grounding: GroundingFunction | Sequence[GroundingFunction] | str = GROUNDING,
) -> list[frozenset[str]]:
    """The instances that captions mention, without any annotation of the image.

    Every participant and every locative is linked to an instance by its grounding: words with the same value are the
    same instance. What has no value, and what is said to be absent, is no instance; two things of one value (a man
    beside a man) count once.

    Args:
        tuple_lists: The tuples of each caption.
        grounding: A grounding function, or the registered name of one, or a grounding for each caption (see
            `scoring.grounding.caption_groundings`).

    Returns:
        One set for each caption; that of no tuples is empty.

    Raises:
        InvalidInputError: Items cannot be grounded; all are named.
        UnknownNameError: ``grounding`` is not registered.
    """
    ground = get_grounding(grounding) if isinstance(grounding, str) else grounding
    return [
        frozenset(value for (value,) in bast["PA"] | bast["LO"])
        for bast in build_basts(tuple_lists, ground=ground)
    ]


def _report(
    images: Mapping[ImageId, PRF], left_out: Sequence[ImageId], *, line: str, where: str
) -> SelectionReport:
    if not images:
        named = ", ".join(shorten(image_id) for image_id in left_out[:20])
        raise InvalidInputError(
            [Fault(where=where, problem=f"no description of any image mentions an instance: {named}")]
        )
    spreads = {name: Spread.of([getattr(prf, name) for prf in images.values()]) for name in MEASURES}
    return SelectionReport(signature=line, images=images, left_out=tuple(left_out), **spreads)


def _signature(score: str, instances: str, empty: EmptyConvention, model: str) -> str:
    check_options(empty=empty)
    fields = ["captuple", score, f"instances:{signature_part('instances', instances)}"]
    if empty != ALLOWED["empty"][0]:
        fields.append(f"empty:{empty}")
    model = signature_part("model", model.replace("@", "-"))
    return "|".join((*fields, f"model:{model}", f"v:{captuple_version()}"))
