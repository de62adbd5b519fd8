"""The bundle's lexicon: base forms and WordNet supersenses of single words.

Made from WordNet and the treebank by ``training.syntax.lexicon``; one gzipped JSON file.
"""

from __future__ import annotations

import gzip
import math
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from extractor.errors import BundleError

LexicalClass = Literal["noun", "verb"]

_MAX_KEPT = 32_768
_MAX_KEPT_CHARS = 60  # a longer one is no word: kept, thousands of them would take gigabytes
_CLASSES: tuple[LexicalClass, LexicalClass] = ("noun", "verb")
_SUFFIXES: dict[LexicalClass, tuple[tuple[str, str], ...]] = {
    "noun": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("ies", "y"),
        ("men", "man"),
    ),
    "verb": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
}


# Verbs that double their last consonant before -ed and -ing.
_DOUBLES = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]").fullmatch
# Plurals of which WordNet has no singular.
_PLURALS = frozenset({"jeans"})


class LexiconTable(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The file's contents.

    Attributes:
        noun: Supersenses (``person``, ``artifact``) of each noun, the likeliest first, and its count in ``SemCor``.
        verb: The same of each verb.
        noun_classes: What kind of thing a noun names, finer than its supersense (``clothing``, ``vehicle``).
        adjective: Words with an adjective sense.
        adverb: Words with an adverb sense.
        noun_forms: Irregular plurals to their lemmas.
        verb_forms: Irregular verb forms to their lemmas.
    """

    noun: dict[str, tuple[str, int]]
    verb: dict[str, tuple[str, int]]
    noun_classes: dict[str, str]
    adjective: list[str]
    adverb: list[str]
    noun_forms: dict[str, str]
    verb_forms: dict[str, str]


class Lexicon:
    """Base forms and supersenses.

    Args:
        table: The decoded file.
    """

    def __init__(self, table: LexiconTable) -> None:
        self._entries: dict[LexicalClass, dict[str, tuple[str, int]]] = {
            "noun": table.noun,
            "verb": table.verb,
        }
        self._forms: dict[LexicalClass, dict[str, str]] = {"noun": table.noun_forms, "verb": table.verb_forms}
        self._noun_classes = table.noun_classes
        # Captions say the same words again and again.
        self._kept_lemma = lru_cache(_MAX_KEPT)(self._lemma)
        self._kept_preference = lru_cache(_MAX_KEPT)(self._verb_preference)
        self._adjectives = frozenset(table.adjective)
        self._adverbs = frozenset(table.adverb)

    @classmethod
    def load(cls, path: Path) -> Lexicon:
        """Read the file.

        Raises:
            BundleError: It is missing or is no lexicon.
        """
        try:
            return cls(msgspec.json.decode(gzip.decompress(path.read_bytes()), type=LexiconTable))
        except (OSError, EOFError, msgspec.MsgspecError) as error:
            raise BundleError(f"{path} is no readable lexicon: {error}") from error

    def lemma(self, word: str, lexical_class: LexicalClass) -> str:
        """The base form of a word in lower case; an unknown word loses its regular ending.

        >>> table = LexiconTable(noun={"dog": ("animal", 42)}, verb={"ride": ("motion", 9)}, noun_classes={},
        ...     adjective=[], adverb=[],
        ...     noun_forms={"geese": "goose"}, verb_forms={"rode": "ride"})
        >>> lexicon = Lexicon(table)
        >>> lexicon.lemma("Dogs", "noun"), lexicon.lemma("geese", "noun"), lexicon.lemma("riding", "verb")
        ('dog', 'goose', 'ride')
        """
        lemma = self._kept_lemma if len(word) <= _MAX_KEPT_CHARS else self._lemma
        return lemma(word.lower(), lexical_class)

    def _lemma(self, word: str, lexical_class: LexicalClass) -> str:
        entries = self._entries[lexical_class]
        irregular = self._forms[lexical_class].get(word)
        if irregular is not None:
            return irregular
        if word in entries and not self._is_plural(word, lexical_class):
            return word
        stems = [word[: -len(old)] + new for old, new in _SUFFIXES[lexical_class] if word.endswith(old)]
        stems += [
            stem[:-1] for stem in stems if len(stem) > 3 and stem[-1] == stem[-2] and not word.endswith("s")
        ]
        known = [stem for stem in stems if stem in entries and len(stem) > 1]
        if known:
            # A short vowel before one consonant: `taped` has no second p, so nobody tapped.
            longer = [
                stem for stem in known if stem[-1] == "e" and stem[:-1] in known and _DOUBLES(stem[:-1])
            ]
            if longer and lexical_class == "verb":
                return longer[0]
            return max(known, key=lambda stem: entries[stem][1])
        if "-" in word:
            first, _, last = word.rpartition("-")
            return f"{first}-{self.lemma(last, lexical_class)}" if last else word
        if lexical_class == "noun" and word.endswith("men") and len(word) > 4:
            return word[:-3] + "man"
        if (
            lexical_class == "verb"
            and word.endswith("ing")
            and len(word) > 6
            and word not in self._entries["noun"]
        ):
            return self._unknown_participle(word)
        if word.endswith("s") and len(word) > 3 and not word.endswith(("ss", "us", "is")):
            return word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
        return word

    def _is_plural(self, word: str, lexical_class: LexicalClass) -> bool:
        """Whether WordNet has an entry for what captions say of several: ``cows`` (cattle), ``darts`` (the game)."""
        entries = self._entries["noun"]
        if lexical_class != "noun" or not word.endswith("s") or word.endswith("ss"):
            return False
        singular = entries.get(word[:-1])
        return word in _PLURALS or (singular is not None and singular[1] >= entries[word][1])

    def _unknown_participle(self, word: str) -> str:
        """The base form of a verb that is in no list: ``kitesurfing``, ``texting``, ``vaping``."""
        stem = word[:-3]
        entries = self._entries["verb"]
        nouns = self._entries["noun"]
        if any(stem[k:] in entries and stem[:k] in nouns for k in range(3, len(stem) - 2)) or stem in nouns:
            return stem
        if stem + "e" in nouns:
            return stem + "e"
        if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
            return stem[:-1]
        return stem

    def supersenses(self, lemma: str, lexical_class: LexicalClass) -> Sequence[str]:
        """The supersenses of a lemma, the likeliest first; empty for an unknown one."""
        entry = self._entries[lexical_class].get(lemma)
        return entry[0].split() if entry else ()

    def noun_class(self, lemma: str) -> str:
        """What kind of thing a noun names; its likeliest supersense, or "", where no finer class is known."""
        supersenses = self.supersenses(lemma, "noun")
        return self._noun_classes.get(lemma) or (supersenses[0] if supersenses else "")

    def knows(self, lemma: str, lexical_class: LexicalClass) -> bool:
        """Whether the lemma has a sense of the class."""
        return lemma in self._entries[lexical_class]

    def is_word(self, word: str) -> bool:
        """Whether a word in lower case, or its base form, is known in any class."""
        return (
            word in self._adjectives
            or word in self._adverbs
            or any(
                self.lemma(word, lexical_class) in self._entries[lexical_class] for lexical_class in _CLASSES
            )
        )

    def verb_preference(self, word: str) -> int:
        """How much likelier a word is a verb than a noun, as a rounded binary logarithm from -5 to 5; 0 if unknown."""
        return self._kept_preference(word) if len(word) <= _MAX_KEPT_CHARS else self._verb_preference(word)

    def _verb_preference(self, word: str) -> int:
        counts = [
            self._entries[lexical_class].get(self.lemma(word, lexical_class), ("", -1))[1] + 1
            for lexical_class in _CLASSES
        ]
        return max(-5, min(5, round(math.log2((counts[1] + 0.5) / (counts[0] + 0.5)))))

    def is_adjective(self, word: str) -> bool:
        """Whether the word, in lower case, has an adjective sense."""
        return word in self._adjectives

    def is_adverb(self, word: str) -> bool:
        """Whether the word, in lower case, has an adverb sense."""
        return word in self._adverbs
