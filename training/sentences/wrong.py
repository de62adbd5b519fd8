"""Captions made wrong in one way, from their parses: what an encoder is to tell from captions of the same picture.

Things exchanged, what describes them exchanged, one of either replaced or added, a verb or a preposition replaced.
What is put in is said by no caption of the picture. Exchanging is left out where it says the same: ``a cat and a dog``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from extractor.lexicon import Lexicon
from extractor.types import Parse, Word

Words = list[str]
_CLASSES = (
    "red blue green yellow black white brown orange purple pink gray grey tan beige silver gold dark bright".split(),
    "big small large little huge tiny tall short long wide narrow thick thin giant".split(),
    "wooden metal plastic glass brick stone concrete leather steel paper".split(),
    "one two three four five six seven eight nine ten several many".split(),
    "young old older elderly adult".split(),
)
_CLASS_BY_WORD = {word: number for number, words in enumerate(_CLASSES) for word in words}
_OTHER_CLASS = len(_CLASSES)
_PLACES = "on under above behind inside beside over outside below near in".split()
_PHRASE = frozenset({"det", "amod", "nummod", "compound", "nmod:poss"})
_DESCRIBING = frozenset({"amod", "nummod"})
# Prepositions of relations that hold both ways.
_MUTUAL = frozenset({"with", "near", "beside", "by", "next", "and", "or"})
_MIN_COUNT = 5
_TRIES = 12


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words that are put into captions, each with how often captions have it.

    Attributes:
        by_kind: By what a word may stand for: its tag and its class (a supersense, a class of adjectives).
    """

    by_kind: Mapping[tuple[str, str], tuple[Sequence[str], Sequence[float]]]

    def draw(self, kind: tuple[str, str], unsaid: frozenset[str], draws: random.Random) -> str | None:
        """A word that no caption of the picture says; None where none is found."""
        forms, weights = self.by_kind.get(kind, ((), ()))
        if not forms:
            return None
        drawn = draws.choices(forms, weights, k=_TRIES)
        return next((form for form in drawn if form not in unsaid), None)


class WrongCaptions:
    """Makes captions wrong.

    Args:
        parses: Of the captions whose words are used.
        lexicon: Knows what nouns stand for.
    """

    def __init__(self, parses: Iterable[Parse], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        counts: dict[tuple[str, str], Counter[str]] = {}
        for parse in parses:
            for word in parse.words:
                kind = self._kind(word)
                if kind is not None and word.text.isalpha():
                    counts.setdefault(kind, Counter())[word.text.lower()] += 1
        known = {
            kind: [(form, count**0.5) for form, count in sorted(counter.items()) if count >= _MIN_COUNT]
            for kind, counter in counts.items()
        }
        self._vocabulary = Vocabulary(
            {
                kind: (tuple(f for f, _ in rows), tuple(w for _, w in rows))
                for kind, rows in known.items()
                if rows
            }
        )
        self._noun_kinds = [kind for kind in self._vocabulary.by_kind if kind[0] == "NN"]

    def __call__(
        self, parse: Parse, said: frozenset[str], draws: random.Random, *, n: int
    ) -> list[tuple[str, Words]]:
        """Up to so many wrong captions, each with the name of what is wrong.

        Args:
            parse: Of the caption.
            said: The words and lemmas of all captions of the picture, in lower case.
            draws: Decides.
            n: How many.
        """
        kinds = list(_SHARES)
        order = sorted(kinds, key=lambda kind: draws.random() ** (1 / _SHARES[kind]), reverse=True)
        makers: dict[str, Callable[[Parse, frozenset[str], random.Random], Words | None]] = {
            "exchange things": self._exchange_things,
            "exchange attributes": self._exchange_attributes,
            "replace thing": self._replace_thing,
            "replace attribute": self._replace_attribute,
            "replace relation": self._replace_relation,
            "add thing": self._add_thing,
            "add attribute": self._add_attribute,
        }
        found: list[tuple[str, Words]] = []
        for kind in order:
            words = makers[kind](parse, said, draws)
            if words is not None:
                found.append((kind, words))
                if len(found) == n:
                    break
        return found

    def _kind(self, word: Word) -> tuple[str, str] | None:
        if word.upos == "NOUN":
            return word.xpos, self._lexicon.noun_class(word.lemma)
        if word.deprel in _DESCRIBING and word.upos in ("ADJ", "NUM"):
            return word.upos, str(_CLASS_BY_WORD.get(word.text.lower(), _OTHER_CLASS))
        if word.upos == "VERB":
            return word.xpos, "verb"
        return None

    def _exchange_things(self, parse: Parse, said: frozenset[str], draws: random.Random) -> Words | None:
        words = parse.words
        phrases = [(_start(words, i), i) for i, word in enumerate(words) if _is_thing(word)]
        pairs = [
            (first, second)
            for k, first in enumerate(phrases)
            for second in phrases[k + 1 :]
            if words[first[1]].lemma != words[second[1]].lemma and not _is_mutual(words, first[1], second[1])
        ]
        if not pairs:
            return None
        (start, end), (later_start, later_end) = draws.choice(pairs)
        if draws.random() < 0.4:  # the nouns alone: each keeps what describes it
            start, later_start = end, later_end
        texts = [word.text for word in words]
        return [
            *texts[:start],
            *texts[later_start : later_end + 1],
            *texts[end + 1 : later_start],
            *texts[start : end + 1],
            *texts[later_end + 1 :],
        ]

    def _exchange_attributes(self, parse: Parse, said: frozenset[str], draws: random.Random) -> Words | None:
        words = parse.words
        describing = [i for i, word in enumerate(words) if word.deprel in _DESCRIBING and word.head >= 0]
        pairs = [
            (i, j)
            for k, i in enumerate(describing)
            for j in describing[k + 1 :]
            if words[i].head != words[j].head
            and words[i].text.lower() != words[j].text.lower()
            and words[words[i].head].lemma != words[words[j].head].lemma
        ]
        texts = [word.text for word in words]
        if pairs:
            i, j = draws.choice(pairs)
            texts[i], texts[j] = texts[j], texts[i]
            return texts
        described = {words[i].head for i in describing}
        plain = [i for i, word in enumerate(words) if _is_thing(word) and i not in described]
        movable = [i for i in describing if words[i].upos == "ADJ"]
        if not plain or not movable:
            return None
        i, j = draws.choice(movable), draws.choice(plain)
        moved = texts.pop(i)
        texts.insert(j if j < i else j - 1, moved)
        return texts

    def _replace_thing(self, parse: Parse, said: frozenset[str], draws: random.Random) -> Words | None:
        return self._replaced(parse, [i for i, w in enumerate(parse.words) if _is_thing(w)], said, draws)

    def _replace_attribute(self, parse: Parse, said: frozenset[str], draws: random.Random) -> Words | None:
        places = [
            i for i, w in enumerate(parse.words) if w.deprel in _DESCRIBING and w.upos in ("ADJ", "NUM")
        ]
        return self._replaced(parse, places, said, draws)

    def _replace_relation(self, parse: Parse, said: frozenset[str], draws: random.Random) -> Words | None:
        words = parse.words
        prepositions = [
            i
            for i, w in enumerate(words)
            if w.upos == "ADP" and w.deprel == "case" and w.text.lower() in _PLACES
        ]
        if prepositions and draws.random() < 0.5:
            i = draws.choice(prepositions)
            others = [place for place in _PLACES if place not in said]
            if others:
                return [*_texts(words[:i]), draws.choice(others), *_texts(words[i + 1 :])]
        return self._replaced(parse, [i for i, w in enumerate(words) if w.upos == "VERB"], said, draws)

    def _replaced(
        self, parse: Parse, places: Sequence[int], said: frozenset[str], draws: random.Random
    ) -> Words | None:
        if not places:
            return None
        i = draws.choice(places)
        kind = self._kind(parse.words[i])
        form = self._vocabulary.draw(kind, said, draws) if kind else None
        if form is None:
            return None
        return [*_texts(parse.words[:i]), form, *_texts(parse.words[i + 1 :])]

    def _add_thing(self, parse: Parse, said: frozenset[str], draws: random.Random) -> Words | None:
        words = parse.words
        places = [i for i, word in enumerate(words) if _is_thing(word)]
        if not places or not self._noun_kinds:
            return None
        i = draws.choice(places)
        form = self._vocabulary.draw(draws.choice(self._noun_kinds), said, draws)
        if form is None:
            return None
        joint = draws.choice(["and", "and", "with", "near"])
        article = "an" if form[0] in "aeiou" else "a"
        return [*_texts(words[: i + 1]), joint, article, form, *_texts(words[i + 1 :])]

    def _add_attribute(self, parse: Parse, said: frozenset[str], draws: random.Random) -> Words | None:
        words = parse.words
        described = {word.head for word in words if word.deprel in _DESCRIBING}
        places = [i for i, word in enumerate(words) if _is_thing(word) and i not in described]
        kinds = [kind for kind in self._vocabulary.by_kind if kind[0] == "ADJ"]
        if not places or not kinds:
            return None
        i = draws.choice(places)
        form = self._vocabulary.draw(draws.choice(kinds), said, draws)
        if form is None:
            return None
        return [*_texts(words[:i]), form, *_texts(words[i:])]


_SHARES = {
    "exchange things": 1.5,
    "exchange attributes": 2.0,
    "replace thing": 0.8,
    "replace attribute": 1.6,
    "replace relation": 1.0,
    "add thing": 0.6,
    "add attribute": 0.8,
}


def _texts(words: Sequence[Word]) -> Words:
    return [word.text for word in words]


def _is_thing(word: Word) -> bool:
    return word.upos == "NOUN" and word.deprel != "compound"


def _start(words: Sequence[Word], head: int) -> int:
    """Where the noun phrase before a head begins."""
    start = head
    while start > 0 and words[start - 1].deprel in _PHRASE and start <= words[start - 1].head <= head:
        start -= 1
    return start


def _is_mutual(words: Sequence[Word], first: int, second: int) -> bool:
    """Whether two nouns stand in a relation that holds both ways."""
    if words[second].deprel == "conj" and words[second].head == first:
        return True
    if words[second].head != first and words[first].head != second:
        return False
    lower = second if words[second].head == first else first
    return any(
        word.head == lower and word.deprel == "case" and word.text.lower() in _MUTUAL for word in words
    )
