"""Words that describe or count an argument: their value, and the kind of thing that they say.

Kinds are colours, materials, sizes, counts, and states: all else, such as ages, postures and looks.
"""

from __future__ import annotations

import unicodedata
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
_TENS = {
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "seventy": "70",
    "eighty": "80",
    "ninety": "90",
}
_VALUES: Mapping[str, str] = MappingProxyType(
    {
        **{word: str(number) for number, word in enumerate(_NUMBERS)},
        **_TENS,
        "hundred": "100",
        "dozen": "12",
        "grey": "gray",
        "greyish": "grayish",
        "blond": "blonde",
        "colourful": "colorful",
        "coloured": "colored",
        "multicoloured": "multicolored",
        "multi-coloured": "multicolored",
        "multi-colored": "multicolored",
        "golden": "gold",
        "silvery": "silver",
        "wood": "wooden",
        "metallic": "metal",
    }
)
_WORDS_BY_KIND = {
    "colour": "amber aqua azure beige black blonde blue bluish bronze brown brownish burgundy charcoal colored "
    "colorful copper cream crimson cyan dark emerald fuchsia gold gray grayish green greenish indigo ivory khaki "
    "lavender light lilac lime magenta maroon mauve multicolored mustard navy olive orange peach pink pinkish purple "
    "red reddish rose rust salmon scarlet silver tan teal turquoise violet white whitish yellow yellowish",
    "material": "aluminum bamboo brass brick canvas cardboard cement ceramic clay cloth concrete cotton denim fabric "
    "fleece fur glass granite iron knit lace leather linen marble metal mud nylon paper plastic plush porcelain rubber "
    "satin silk stainless steel stone straw stucco tile tiled tin velvet vinyl wicker wire wooden wool woolen woven",
    "size": "big broad bulky enormous fat giant gigantic great huge large little long low massive medium mini "
    "miniature narrow short skinny small tall thick thin tiny wide",
    "count": "couple few many multiple numerous pair several single some various",
}
_KIND_BY_VALUE: Mapping[str, str] = MappingProxyType(
    {word: kind for kind, words in _WORDS_BY_KIND.items() for word in words.split()}
)


def modifier_value(word: str) -> str:
    """What a modifier says, whatever its spelling: numbers are digits, and like spellings are one.

    >>> modifier_value("Two"), modifier_value("grey"), modifier_value("striped")
    ('2', 'gray', 'striped')
    """
    plain = unicodedata.normalize("NFC", word.lower())
    return _VALUES.get(plain, plain)


def modifier_kind(value: str) -> str:
    """The kind of a modifier's value: ``colour``, ``material``, ``size``, ``count`` or ``state``.

    >>> [modifier_kind(value) for value in ("gray", "wooden", "tiny", "2", "wet")]
    ['colour', 'material', 'size', 'count', 'state']
    """
    if value.replace(",", "").replace(".", "").isdigit():
        return "count"
    last = value.rpartition("-")[2]
    return _KIND_BY_VALUE.get(value) or _KIND_BY_VALUE.get(last) or "state"
