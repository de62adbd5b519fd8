"""What a grounding function is, and how it says that it cannot ground."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from extractor.errors import CaptupleError, Fault, InvalidInputError
from extractor.types import Argument, Predicate, SemanticTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

NAME_PATTERN = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*\.v[1-9][0-9]*")
"""A grounding's name ends in its version: ``lemma.v1``. Another meaning is another version."""


@runtime_checkable
class GroundingFunction(Protocol):
    """Maps arguments and predicates to values, a batch at a time.

    An implementation is pure: the value depends on the item alone, never on its neighbours in the batch. It
    is called by several threads at once. It never sees negated arguments or tacit predicates: they are no
    values.
    """

    @property
    def name(self) -> str:
        """The registered, versioned name: ``lemma.v1``."""

    @property
    def description(self) -> str:
        """One line that tells people what the values are."""

    def ground_arguments(self, arguments: Sequence[Argument]) -> list[str | None]:
        """The value of each argument, in order; None where it has none.

        Empty strings and ``NULL`` are no values.

        Raises:
            UngroundableError: Arguments lack what this function needs; all of them are named.
        """

    def ground_predicates(self, predicates: Sequence[Predicate]) -> list[str | None]:
        """The value of each predicate, in order; None where it has none.

        Empty strings and ``NULL`` are no values.

        Raises:
            UngroundableError: Predicates lack what this function needs; all of them are named.
        """


@runtime_checkable
class ImageGrounding(GroundingFunction, Protocol):
    """A grounding whose values depend on the other captions of the image.

    Its own ``ground_arguments`` is what it says of an argument that stands alone.
    """

    def within_image(self, captions: Sequence[Sequence[SemanticTuple]]) -> Sequence[GroundingFunction]:
        """The grounding of each caption of one image, given them all.

        An implementation is pure: each caption's values depend on the captions, never on their order. What cannot be
        grounded is not its to refuse: the groundings that it returns do that, item by item.

        Args:
            captions: The tuples of each caption: the candidate's and the references', in any order.

        Returns:
            One grounding for each caption, in order. The same value in two captions is the same thing.
        """


@runtime_checkable
class ModelGrounding(GroundingFunction, Protocol):
    """A grounding whose values come from a model bundle; it is asked for with the bundle that a score uses."""

    @property
    def model(self) -> str:
        """``name@version`` of the bundle; it stands in the signature."""

    def with_model(self, folder: Path) -> GroundingFunction:
        """The same grounding with the bundle of a folder.

        Raises:
            BundleError: The bundle lacks what the grounding needs.
        """


def grounding_label(*grounds: GroundingFunction) -> str:
    """What a signature says of a grounding: its name, and the bundles that its values come from, if any.

    Args:
        grounds: One, or several of one name: those of a stream whose server took another bundle on its way.

    Examples:
        >>> from scoring.grounding.lemma import LemmaGrounding
        >>> grounding_label(LemmaGrounding())
        'lemma.v1'
    """
    models = sorted({ground.model for ground in grounds if isinstance(ground, ModelGrounding)})
    name = grounds[0].name
    return f"{name}@{'+'.join(model.replace('@', '-') for model in models)}" if models else name


def caption_groundings(
    ground: GroundingFunction, captions: Sequence[Sequence[SemanticTuple]]
) -> list[GroundingFunction]:
    """The grounding of each caption of one image: ``ground`` itself, unless it wants to see them all first.

    Args:
        ground: A grounding.
        captions: The tuples of each caption of the image: the candidate's and the references', in any order.

    Raises:
        CaptupleError: The grounding broke its contract.
    """
    if not isinstance(ground, ImageGrounding):
        return [ground] * len(captions)
    grounds = list(ground.within_image(captions))
    if len(grounds) != len(captions):
        raise CaptupleError(
            f"grounding {ground.name!r} returned {len(grounds)} groundings for {len(captions)} captions"
        )
    return grounds


class UngroundableError(InvalidInputError):
    """Items of a batch lack what a grounding function needs.

    Attributes:
        problem_by_index: What is wrong with the item at each index of the batch. Callers that know where the
            items come from use it to name the place.
    """

    def __init__(self, problem_by_index: Mapping[int, str]) -> None:
        self.problem_by_index = dict(problem_by_index)
        super().__init__(
            [Fault(where=f"items[{index}]", problem=problem) for index, problem in problem_by_index.items()]
        )
