"""A parse that can be mended: its words, to be replaced one by one, with the children of each at hand."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.vocabulary import (
    COLLECTIVE,
    FINITE,
    GARMENTS,
    LIVING,
    PLURAL_PRESENT,
    THIRD_PERSON,
    WORN,
)
from extractor.types import Word


class Tree(list[Word]):
    """The words of a parse, to be replaced one by one, with the children of each at hand.

    A list of them, since no method of ours looks a word up as fast, and the rules do so all the time; as long as the
    caption is. What a rule has replaced is kept only if every word still leads to a top: see ``keep``.
    """

    def __init__(self, words: Sequence[Word]) -> None:
        super().__init__(words)
        self._replaced: list[tuple[int, Word]] = []
        self._children: list[list[int]] = [[] for _ in words]
        for i, word in enumerate(words):
            if word.head >= 0:
                self._children[word.head].append(i)

    def __setitem__(self, i: int, word: Word) -> None:  # type: ignore[override]  # one word at a time
        self._replaced.append((i, self[i]))
        self._put(i, word)

    def _put(self, i: int, word: Word) -> None:
        old = self[i].head
        if old != word.head:
            if old >= 0:
                self._children[old].remove(i)
            if word.head >= 0:
                insort(self._children[word.head], i)
        super().__setitem__(i, word)

    def children(self, i: int) -> list[int]:
        """The words that hang on a word, in the order of the text."""
        return self._children[i][:]

    def case_of(self, i: int) -> int:
        """The first preposition of a word, -1 where it has none: asked all the time, so that nothing is copied."""
        for k in self._children[i]:
            if self[k].deprel == "case":
                return k
        return -1

    @property
    def is_changed(self) -> bool:
        """Whether anything was replaced since the last time that it was kept."""
        return bool(self._replaced)

    def keep(self) -> bool:
        """Keep what was replaced since the last time; or take it back, where an odd tree made a circle of it.

        Returns:
            Whether it was kept.
        """
        is_tree = all(self._leads_to_a_top(i) for i, _ in self._replaced)
        if not is_tree:
            for i, word in reversed(self._replaced):
                self._put(i, word)
        self._replaced.clear()
        return is_tree

    def _leads_to_a_top(self, i: int) -> bool:
        seen: set[int] = set()
        while i >= 0 and i not in seen:
            seen.add(i)
            i = self[i].head
        return i < 0

    def words(self) -> tuple[Word, ...]:
        """The words as they are now."""
        return tuple(self)


def bare_relation(word: Word) -> str:
    """The relation of a word without its subtype."""
    return word.deprel.partition(":")[0]


def thing_before(words: Tree, i: int) -> int:
    """What stands before the preposition of a word, and before `all` in ``all over it``; -1 where it has none."""
    thing = max(words.case_of(i), 0) - 1
    if thing >= 0 and words[thing].head == i and words[thing].deprel == "advmod":
        return thing - 1
    return thing


def is_living(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word is a person or an animal first of all."""
    lemma = lexicon.lemma(word.text.lower(), "noun")
    senses = lexicon.supersenses(lemma, "noun")[:1]
    if senses == ["time"]:  # whose name is that of somebody, too: `a date stamped on a lid`
        return False
    return bool(LIVING & {lemma, lexicon.noun_class(lemma), *senses})


def is_somebody(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word is a person or an animal, or some of them: ``a crowd``."""
    return is_living(word, lexicon) or word.text.lower() in COLLECTIVE


def is_color(words: Tree, noun: int, lexicon: Lexicon) -> bool:
    """``in white``, ``wearing black``: how somebody is dressed, whoever else is called so."""
    bare = all(words[k].deprel in ("case", "amod", "cc", "conj") for k in words.children(noun))
    worn = (
        words[noun].deprel == "obj" and lexicon.lemma(words[words[noun].head].text.lower(), "verb") == "wear"
    )
    return (
        bare
        and (worn or preposition_of(words, noun) == "in")
        and lexicon.is_adjective(words[noun].text.lower())
    )


def is_garment(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word is the name of clothes; of `shorts` the plural is."""
    form = word.text.lower()
    names = {form, lexicon.lemma(form, "noun")}
    return bool(names & GARMENTS) or any(lexicon.noun_class(name) in WORN for name in names)


def words_below(words: Tree, i: int) -> set[int]:
    """What hangs on a word, directly or on something that does."""
    below = set(words.children(i)) if i >= 0 else set()
    below |= {k for child in below for k in words.children(child)}
    return below | {k for child in below for k in words.children(child)}


def preposition_of(words: Tree, i: int) -> str:
    """The first preposition of a noun, "" where it has none."""
    case = words.case_of(i)
    return words[case].text.lower() if case >= 0 else ""


def is_finite_conjunct(words: Tree, verb: int, of: int) -> bool:
    """Whether a word is a finite verb that is coordinated with another word."""
    if verb >= len(words):
        return False
    return words[verb].head == of and words[verb].deprel == "conj" and words[verb].xpos in FINITE


def as_verb(
    word: Word, lexicon: Lexicon, *, one: bool = True, head: int | None = None, deprel: str | None = None
) -> Word:
    """A word as a finite verb of the present, of one subject or of many; where it stands is kept unless it is given."""
    return replace(
        word,
        upos="VERB",
        xpos="VBZ" if one else "VBP",
        lemma=lexicon.lemma(word.text.lower(), "verb"),
        features=THIRD_PERSON if one else PLURAL_PRESENT,
        head=word.head if head is None else head,
        deprel=word.deprel if deprel is None else deprel,
    )


def as_noun(
    word: Word, lexicon: Lexicon, *, one: bool = False, head: int | None = None, deprel: str | None = None
) -> Word:
    """A word as a noun, of many or of one; where it stands is kept unless it is given."""
    return replace(
        word,
        upos="NOUN",
        xpos="NN" if one else "NNS",
        lemma=lexicon.lemma(word.text.lower(), "noun"),
        features="Number=Sing" if one else "Number=Plur",
        head=word.head if head is None else head,
        deprel=word.deprel if deprel is None else deprel,
    )


def name_by_last(
    words: Tree, first: int, i: int, lexicon: Lexicon, *, one: bool, relation: str = "compound"
) -> None:
    """Let a word be the noun that what stands before it is the first part of, in its place: ``a cup holder``."""
    for k in words.children(first):
        if k != i:
            words[k] = replace(words[k], head=i)
    words[i] = as_noun(words[i], lexicon, one=one, head=words[first].head, deprel=words[first].deprel)
    words[first] = replace(words[first], head=i, deprel=relation)


def places_of_noun(words: Tree, i: int) -> None:
    """Let the places of what was taken for a verb hang on it as on a noun."""
    for k in words.children(i):
        if words[k].deprel == "obl":
            words[k] = replace(words[k], deprel="nmod")
