"""Is a caption English? What is surely in another language has no tuples, but a warning that names the language.

Most captions show by their words alone that they are English; py3langid is asked about the others, and loaded only
then. A caption of one or two words, or of names, is never taken for foreign: too little tells of its language.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
# What no other language in Latin script says so often, and what English captions can hardly do without.
_ENGLISH = frozenset(
    """the and with his her their while this that there through from its are someone into another each other he she they
    standing sitting wearing holding looking playing riding walking behind above beneath beside between which who these
    those two three men women""".split()
)
_SHARED = frozenset({"a", "an", "on", "in", "is", "of", "at", "by", "to", "for", "as", "it", "i"})
_LEAST_WORDS = 3
_ENGLISH_SHARE = 0.1
_KNOWN_SHARE = 0.7
_LEAST_PROBABILITY = 0.3
_LEAST_PROBABILITY_OF_FEW = 0.8
_LEAST_PROBABILITY_OF_NAMES = 0.9
# A paragraph tells its language in its beginning.
_READ_CHARS = 600
# English as people write it elsewhere, and what py3langid takes English of few words for.
# `zxx` is no language at all.
_ENGLISHES = frozenset({"en", "pcm", "sco", "jam", "und", "zxx"})


def foreign_language(text: str, knows: Callable[[str], bool]) -> str | None:
    """The language of a caption that is not English.

    Args:
        text: The caption; its first 600 code points are looked at.
        knows: Whether a word in lower case is in an English dictionary.

    Returns:
        An ISO 639 code (``de``), ``und`` for a script whose language is not known; None where the caption is English,
        or where nothing surely tells that it is not: fewer than three words, names, numbers.
    """
    words = _WORD.findall(text[:_READ_CHARS])
    if not words:
        return None
    letters = "".join(words)
    n_foreign = 0 if letters.isascii() else sum(not _is_latin(letter) for letter in letters)
    if 2 * n_foreign > len(letters):
        language, _ = _identified(text[:_READ_CHARS])
        return "und" if language in _ENGLISHES else language
    if len(words) < _LEAST_WORDS:
        return None
    lowered = [word.lower() for word in words]
    if sum(word in _ENGLISH for word in lowered) >= _ENGLISH_SHARE * len(words):
        return None
    n_known = sum(word in _SHARED or knows(word) for word in lowered)
    if n_known >= _KNOWN_SHARE * len(words):
        return None
    language, probability = _identified(text[:_READ_CHARS])
    least = _LEAST_PROBABILITY_OF_FEW if len(words) == _LEAST_WORDS else _LEAST_PROBABILITY
    if sum(word[0].isupper() for word in words) > len(words) / 2:
        least = _LEAST_PROBABILITY_OF_NAMES
    return None if language in _ENGLISHES or probability < least else language


@lru_cache(4_096)
def _is_latin(letter: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith(
        ("LATIN", "MODIFIER", "FULLWIDTH LATIN")
    )


class _Identifier:
    """py3langid, loaded when it is first asked; a lock, since several threads may ask at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: LanguageIdentifier | None = None

    def __call__(self, text: str) -> tuple[str, float]:
        with self._lock:
            if self._loaded is None:
                from py3langid.langid import MODEL_FILE, LanguageIdentifier

                self._loaded = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
        language, probability = self._loaded.classify(text)
        return str(language), float(probability)


_identified = _Identifier()
