"""A grounding function as another package would write it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.grounding.lemma import lemma_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.types import Argument, Predicate


class FirstLetterGrounding:
    """The value is the first letter of the lemma."""

    name = "acme.first_letter.v1"
    description = "the first letter of the lemma"

    def ground_arguments(self, arguments: Sequence[Argument]) -> list[str | None]:
        """One letter for each argument; None where there is no lemma."""
        return [lemma[0] if lemma else None for lemma in lemma_values(arguments)]

    def ground_predicates(self, predicates: Sequence[Predicate]) -> list[str | None]:
        """The lemma of each predicate."""
        return lemma_values(predicates)
