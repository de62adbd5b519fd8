"""The words of a caption that a graded score compares, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from extractor.types import Argument, Entity, Predicate, SemanticTuple
from scoring.graded.facts import verb_of
from scoring.graded.similarity import ContentWord, Similarity

WordSlot = Literal["predicate", "participant", "locative", "modifier", "mention"]

_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
# Articles, conjunctions, forms of to be, possessives, and prepositions that are no adverbs.
_UNFINISHED = frozenset(
    "a an and are as for from her his into is its of onto or that the their then to very was were which while who "
    "with".split()
)


# What no tuple holds of these tells of the picture, and not of what it shows.
_FRAMING = frozenset("depict image observe photo photograph picture see show video view".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedCaption:
    """A caption with its tuples.

    Attributes:
        tuples: What it says.
        text: As written; words of it that no tuple holds count as mentions. Empty where only tuples are known.
        entities: What it speaks of, with all that it says of each, as extraction gives them; empty where that is not
            known.
    """

    tuples: Sequence[SemanticTuple]
    text: str = ""
    entities: Sequence[Entity] = ()


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word of a caption with the first slot that it fills."""

    word: ContentWord
    slot: WordSlot


def content_words(
    caption: DescribedCaption, similarity: Similarity, *, every_word: bool = False
) -> list[PlacedWord]:
    """The words of a caption that are compared, each once, with the first slot that it fills.

    These are predicates, arguments and their modifiers, and words of the text that no tuple holds (mentions), where
    the similarity knows what they are. Negated arguments are left out, with their modifiers.

    Args:
        caption: With its tuples.
        similarity: Knows which words of the text have content.
        every_word: Whether words that say nothing of what is shown count, too, as version ``v1`` of the score has it:
            ``be`` and ``have``, and those of a frame (``In this image we can see``).
    """
    slot_by_word: dict[ContentWord, WordSlot] = {}
    for item in caption.tuples:
        for word, slot in _tuple_words(item, similarity, every_word=every_word):
            slot_by_word.setdefault(word, slot)
    for word in _mentions(caption, similarity):
        if every_word or word.lemma not in _FRAMING:
            slot_by_word.setdefault(word, "mention")
    return [PlacedWord(word, slot) for word, slot in slot_by_word.items()]


def caption_text(caption: DescribedCaption) -> str:
    """What an encoder reads of a caption: its text, or where it has none the lemmas of its tuples in their order."""
    if caption.text.strip():
        return caption.text
    items: list[Predicate | Argument] = []
    for t in caption.tuples:
        items += [*t.agents, t.predicate, *t.patients, *t.locatives]
    lemmas = [item.lemma for item in items if item.lemma and not item.tacit]
    return " ".join(dict.fromkeys(lemmas))


def is_broken_off(text: str) -> bool:
    """Whether a text ends on a word that nothing ends on, as captions do that a system did not finish.

    Examples:
        >>> is_broken_off("A dog and a"), is_broken_off("A dog runs by."), is_broken_off("")
        (True, False, False)
    """
    words = _WORD.findall(text)
    return bool(words) and words[-1].lower() in _UNFINISHED


def _tuple_words(
    item: SemanticTuple, similarity: Similarity, *, every_word: bool
) -> Iterator[tuple[ContentWord, WordSlot]]:
    if not item.depicted:
        return
    verb = verb_of(item.predicate, every_word=every_word)
    if verb is not None:
        yield verb, "predicate"
    participants = (*item.agents, *item.patients)
    for slot, arguments in (("participant", participants), ("locative", item.locatives)):
        for argument in arguments:
            if not argument.present or not argument.lemma:
                continue
            yield ContentWord(argument.lemma.lower(), "n"), cast("WordSlot", slot)
            for modifier in argument.modifiers:
                form = modifier.lower()
                yield similarity.content_word(form) or ContentWord(form, "m"), "modifier"


def _mentions(caption: DescribedCaption, similarity: Similarity) -> Iterator[ContentWord]:
    """Words of content that stand in the text alone."""
    if not caption.text:
        return
    arguments = [
        argument for item in caption.tuples for argument in (*item.agents, *item.patients, *item.locatives)
    ]
    spans = [(argument.start, argument.end) for argument in arguments]
    spans += [(item.predicate.start, item.predicate.end) for item in caption.tuples]
    held = _Held([(start, end) for start, end in spans if start is not None and end is not None])
    described = {modifier.lower() for argument in arguments for modifier in argument.modifiers}
    for match in _WORD.finditer(caption.text):
        form = match.group().lower()
        if held.holds(*match.span()) or form in described:
            continue
        word = similarity.content_word(form)
        if word is not None:
            yield word


class _Held:
    """The places of a text that tuples hold; asked from the left to the right, so that time is linear."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._spans = sorted(spans)
        self._next = 0
        self._end = 0  # of all spans so far

    def holds(self, start: int, end: int) -> bool:
        """Whether a word shares any character with a span."""
        while self._next < len(self._spans) and self._spans[self._next][0] < end:
            self._end = max(self._end, self._spans[self._next][1])
            self._next += 1
        return start < self._end
