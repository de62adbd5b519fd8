"""Whether captions of one image are of one language: a guess from scripts and function words, sure or none."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from types import MappingProxyType

_WORD = re.compile(r"[^\W\d_]+")
_LEAST_WORDS = 3
_LEAST_FOREIGN = 2
_FUNCTION_WORDS = MappingProxyType(
    {
        "English": "a an the of in on at with and or is are was were to from by for his her its their that this there "
        "two three some while near next front over under behind up down out off into it he she they who which",
        "German": "der die das ein eine einen einem einer und mit auf im ist sind von vor dem den zwei neben unter "
        "über sich nicht steht sitzt",
        "French": "le la les un une des du et dans sur avec est sont au aux deux devant sous qui pour par son sa ses",
        "Spanish": "el la los las un una unos unas y en con de del al está están dos sobre junto por para su sus que",
        "Italian": "il lo la gli le un uno una e di del della nel nella con su sono è due che per sul sulla",
        "Portuguese": "os um uma uns umas em na nos nas com da está estão dois duas sobre ao",
        "Dutch": "de het een en van met op in is zijn twee naast voor onder over aan bij die staat zit",
    }
)
_WORDS_BY_LANGUAGE = MappingProxyType(
    {name: frozenset(words.split()) for name, words in _FUNCTION_WORDS.items()}
)


def language_of(text: str) -> str | None:
    """The language of a caption where it shows, else None.

    A text in letters of another script is of that script (``CJK``, ``CYRILLIC``, ...); one in Latin letters is of the
    language whose function words it has, where no other language has as many.

    Examples:
        >>> [language_of(text) for text in ("A dog runs in the park.", "Ein Hund steht auf einer Wiese.", "dogs")]
        ['English', 'German', None]
    """
    if not text.isascii():
        scripts = Counter(unicodedata.name(c, "?").partition(" ")[0] for c in text if c.isalpha())
        if scripts and scripts.most_common(1)[0][0] != "LATIN":
            return scripts.most_common(1)[0][0]
    words = [word.lower() for word in _WORD.findall(text)]
    if len(words) < _LEAST_WORDS:
        return None
    counts = {name: len(known.intersection(words)) for name, known in _WORDS_BY_LANGUAGE.items()}
    best = max(counts, key=counts.__getitem__)
    others = [n for name, n in counts.items() if name != best]
    if counts["English"] >= 1 and best != "English" and counts["English"] * 2 >= counts[best]:
        return None
    if counts[best] <= max(others):
        return None
    return best if best == "English" or counts[best] >= _LEAST_FOREIGN else None


def foreign_captions(texts: Sequence[str]) -> dict[int, tuple[str, str]]:
    """Captions of another language than most of their fellows, where both languages show.

    Args:
        texts: The references of one image.

    Returns:
        By index the caption's language and that of most others; empty where all are of one.
    """
    languages = [language_of(text) for text in texts]
    known = Counter(language for language in languages if language is not None)
    if len(known) < 2:
        return {}
    usual = max(known, key=lambda language: (known[language], language == "English"))
    return {
        i: (language, usual)
        for i, language in enumerate(languages)
        if language is not None and language != usual
    }
