"""What a grounding function is, and how it says that it cannot ground."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from extractor.errors import Fault, InvalidInputError
from extractor.types import Argument, Predicate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
