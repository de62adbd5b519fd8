"""``lemma.v1``: the value is the lemma, as in the paper."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from extractor.errors import shorten
from extractor.types import Argument, Predicate
from scoring.grounding.protocol import UngroundableError

if TYPE_CHECKING:
    from collections.abc import Sequence


class LemmaGrounding:
    """The value is the lemma of the head, lower case, in Unicode's composed form (NFC).

    Pronouns keep their own lemma: who is meant is for the extractor to resolve, not for the grounding to
    guess.

    References:
        Ellebracht et al. 2015, the BAST metric: grounding by lemma.
    """

    name = "lemma.v1"
    description = "the head's lemma in lower case, as in the paper"

    def ground_arguments(self, arguments: Sequence[Argument]) -> list[str | None]:
        """The lemma of each argument; see `lemma_values`."""
        return lemma_values(arguments)

    def ground_predicates(self, predicates: Sequence[Predicate]) -> list[str | None]:
        """The lemma of each predicate; see `lemma_values`."""
        return lemma_values(predicates)


def lemma_values(items: Sequence[Argument | Predicate]) -> list[str | None]:
    """The lemma of each item, lower case and composed.

    Args:
        items: Arguments or predicates of any tuples.

    Returns:
        One value for each item, in order; None for a tacit item without a lemma.

    Raises:
        UngroundableError: Items were written but nobody lemmatized them (human annotations hold only the
            words); all of them are named.

    Examples:
        >>> lemma_values([Argument(text="Dogs", lemma="Dog"), Argument(text="", lemma=None, tacit=True)])
        ['dog', None]
    """
    values = [unicodedata.normalize("NFC", item.lemma.lower()) if item.lemma else None for item in items]
    problems = {
        index: f"{shorten(item.text)} has no lemma; lemmatize the tuples before they are grounded"
        for index, (item, value) in enumerate(zip(items, values, strict=True))
        if value is None and item.text
    }
    if problems:
        raise UngroundableError(problems)
    return values
