"""What speaks against what: sides of a place, parts of a picture, and words that one thing cannot bear together."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from types import MappingProxyType

REGION = "image-region"
"""The label of places in the picture: ``on the left``."""

_PLACES = (
    "in inside within into among amid amidst throughout between",
    "on on-top-of atop upon onto across along over aboard",
    "near by beside next-to close-to alongside with around against at",
    "under below beneath underneath",
    "above over",
    "behind in-back-of after",
    "in-front-of before ahead-of",
    "outside outside-of out-of off from away-from",
    "through past",
    "to toward towards",
    "left-of",
    "right-of",
)
_GROUPS_BY_PREPOSITION: Mapping[str, frozenset[int]] = MappingProxyType(
    {
        word: frozenset(number for number, words in enumerate(_PLACES) if word in words.split())
        for words in _PLACES
        for word in words.split()
    }
)
# Sides of a place of which only one can hold: in and out, on and under, above and below, behind and in front, left and
# right.
_OPPOSITE_GROUPS = ((0, 7), (1, 3), (4, 3), (5, 6), (10, 11))
_OPPOSITES = frozenset(
    pair
    for first, second in _OPPOSITE_GROUPS
    for one in _PLACES[first].split()
    for other in _PLACES[second].split()
    if not (_GROUPS_BY_PREPOSITION[one] & _GROUPS_BY_PREPOSITION[other])
    for pair in ((one, other), (other, one))
)
_OTHER_PLACE = 0.5
_SIDE_OF = re.compile(r"(?:(?:to|on|at|in|from)-(?:the-)?)?(left|right)(?:-(?:hand-)?side)?-of")
_OPPOSITE_REGIONS = frozenset(
    pair
    for one, other in (("left", "right"), ("top", "bottom"), ("foreground", "background"))
    for pair in ((one, other), (other, one))
)
# Kinds of modifiers of which a noun has one: another one speaks against it.
_EXCLUSIVE = frozenset({"colour", "material", "count"})
# Words of colour that go with any colour, unless they are of two poles.
_SHADES = frozenset("dark light colored colorful multicolored".split())
# Of two poles one holds; between words of one pole there is no quarrel (``tall`` and ``large``).
_POLES = (
    (
        "big broad bulky enormous fat giant gigantic great huge large long massive tall thick wide",
        "little low mini miniature narrow short skinny slender slim small thin tiny",
    ),
    ("aged ancient elderly old older senior", "new newborn young younger youthful"),
    ("open opened", "closed shut"),
    ("full crowded filled packed", "deserted empty vacant"),
    ("clean tidy neat", "dirty messy cluttered dusty muddy"),
    ("dark dim", "bright light lit"),
    ("frozen cold icy snowy", "hot"),
    ("male", "female"),
    ("clear cloudless sunny", "cloudy overcast"),
    ("smooth", "rough"),
    ("lit on", "off unlit"),
    ("left", "right"),
    ("upper top", "lower bottom"),
    ("front", "back rear"),
    ("sitting seated", "standing lying"),
    ("standing", "lying"),
    ("happy smiling", "sad crying"),
)
_POLE_WORDS = tuple((frozenset(one.split()), frozenset(other.split())) for one, other in _POLES)
_OPPOSED_WORDS = frozenset(
    pair
    for first, second in _POLES
    for one in first.split()
    for other in second.split()
    for pair in ((one, other), (other, one))
)


@functools.lru_cache(maxsize=4_096)
def label_likeness(label: str, other: str) -> float:
    """How like two prepositions of places are: 1 for like ones, half for others, 0 for opposite sides."""
    first, second = _normal(label), _normal(other)
    if first == second:
        return 1.0
    if (first, second) in _OPPOSITES:
        return 0.0
    both = (_GROUPS_BY_PREPOSITION.get(name, frozenset()) for name in (first, second))
    one, two = both
    return 1.0 if one & two else _OTHER_PLACE


@functools.lru_cache(maxsize=4_096)
def are_opposite_sides(label: str, other: str) -> bool:
    """Whether two prepositions are of opposite sides, such as ``on`` and ``from-under``."""
    return (_normal(label), _normal(other)) in _OPPOSITES


def _normal(label: str) -> str:
    """A preposition without where the way comes from, and the sides of a thing in one form."""
    side = _SIDE_OF.fullmatch(label)
    if side is not None:
        return f"{side.group(1)}-of"
    bare = label.removeprefix("from-")
    return bare if bare in _GROUPS_BY_PREPOSITION else label


@functools.lru_cache(maxsize=1_024)
def region_likeness(region: str, other: str) -> float:
    """How much two parts of a picture share: ``top-left`` and ``left`` half, ``left`` and ``right`` nothing."""
    first, second = set(region.split("-")), set(other.split("-"))
    return len(first & second) / len(first | second)


@functools.lru_cache(maxsize=1_024)
def are_opposite_regions(region: str, other: str) -> bool:
    """Whether nothing is in both parts of a picture."""
    return any(
        (one, two) in _OPPOSITE_REGIONS for one in region.split("-") for two in other.split("-")
    ) and not set(region.split("-")) & set(other.split("-"))


@functools.lru_cache(maxsize=65_536)
def are_rivals(kind: str, value: str, other_kind: str, other: str) -> bool:
    """Whether a thing cannot have both modifiers: two colours, materials or numbers, or words of opposite poles.

    Args:
        kind: Of the first, see `scoring.bast.modifiers.modifier_kind`.
        value: The first, as `scoring.bast.modifiers.modifier_value` has it.
        other_kind: Of the second.
        other: The second.

    Examples:
        >>> are_rivals("colour", "black", "colour", "white"), are_rivals("size", "tall", "size", "large")
        (True, False)
    """
    if (value, other) in _OPPOSED_WORDS:
        return True
    if kind != other_kind or kind not in _EXCLUSIVE or value == other:
        return False
    if kind == "count":
        return value.isdigit() and other.isdigit()
    return not _SHADES & {value, other}


@functools.lru_cache(maxsize=65_536)
def are_of_one_pole(value: str, other: str) -> bool:
    """Whether two words say like things, as ``old`` and ``elderly`` do."""
    return value == other or any(value in pole and other in pole for pair in _POLE_WORDS for pole in pair)
