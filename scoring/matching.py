"""Rules by which ids of candidates and of references are one image's, and which rule would match those that do not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from typing import Literal, get_args

from extractor.errors import InvalidInputError, shorten

MatchIds = Literal["exact", "stem", "number"]
MATCH_RULES: tuple[MatchIds, ...] = get_args(MatchIds)

_ENDING = re.compile(r"(\.[A-Za-z][A-Za-z0-9]{0,4})?(#\d+)?$")


def id_key(image_id: object, rule: MatchIds = "exact") -> str | None:
    """What must be equal for two ids to be one image's.

    Args:
        image_id: A text or a number.
        rule: ``exact``: the id's text. ``stem``: without folders, ending and a caption's ``#0``. ``number``: the number
            at the stem's end, without leading zeros.

    Returns:
        The key; None where the rule is ``number`` and the id ends in none.

    Examples:
        >>> [id_key("val/0007.jpg", rule) for rule in MATCH_RULES]
        ['val/0007.jpg', '0007', '7']
        >>> id_key("a_cat.jpg", "number")
    """
    text = str(image_id)
    if rule == "exact":
        return text
    text = text.strip()
    stem = _ENDING.sub("", text[max(text.rfind("/"), text.rfind("\\")) + 1 :]) or text
    return stem if rule == "stem" else _last_number(stem)


def check_rule(rule: str) -> None:
    """Check the name of a rule.

    Raises:
        InvalidInputError: There is no such rule.
    """
    if rule not in MATCH_RULES:
        raise InvalidInputError(
            f"match_ids: {shorten(rule)} is not allowed; allowed: {', '.join(MATCH_RULES)}"
        )


def better_rule(
    candidates: Collection[object], references: Collection[object], *, rule: MatchIds
) -> tuple[MatchIds, int] | None:
    """The first rule that matches more of some ids than another does, and how many it matches.

    Args:
        candidates: Ids, none twice.
        references: Ids, none twice.
        rule: The rule that is used.

    Returns:
        None where no rule matches any more. A rule that takes two ids of one side for one image is none.
    """
    best: tuple[MatchIds, int] | None = None
    known = _n_matched(candidates, references, rule)
    for name in MATCH_RULES:
        n = _n_matched(candidates, references, name)
        if n > (known if best is None else best[1]):
            best = name, n
    return best


def _last_number(stem: str) -> str | None:
    """By steps from the end: a regular expression would take hours for an id of a million zeros and a letter."""
    start = len(stem)
    while start and stem[start - 1].isdecimal():
        start -= 1
    return (stem[start:].lstrip("0") or "0") if start < len(stem) else None


def _n_matched(candidates: Collection[object], references: Collection[object], rule: MatchIds) -> int:
    ours, theirs = (
        Counter(key for image_id in ids if (key := id_key(image_id, rule)) is not None)
        for ids in (candidates, references)
    )
    if any(n > 1 for counts in (ours, theirs) for n in counts.values()):
        return 0
    return len(ours.keys() & theirs.keys())
