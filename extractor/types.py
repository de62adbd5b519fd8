"""The values that travel through the house: captions, parses, tuples.

Those that clients of the server know as well are of the package ``captuple``, which stands alone.
Every offset is a half-open pair of code points of the caption's own text; every index counts from 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from captuple.types import (
    LOCATIVE_KINDS,
    UNDEPICTED_REASONS,
    Argument,
    Caption,
    CaptionEntry,
    CaptionId,
    Entity,
    Extraction,
    LocativeKind,
    Mention,
    Predicate,
    SemanticTuple,
    UndepictedReason,
)

if TYPE_CHECKING:
    from extractor.word_scores import WordScores

__all__ = [
    "LOCATIVE_KINDS",
    "MAX_CAPTION_CHARS",
    "UNDEPICTED_REASONS",
    "Argument",
    "Caption",
    "CaptionEntry",
    "CaptionId",
    "Entity",
    "Extraction",
    "LocativeKind",
    "Mention",
    "Parse",
    "Predicate",
    "SemanticTuple",
    "Token",
    "UndepictedReason",
    "Word",
    "depicted",
]

MAX_CAPTION_CHARS = 100_000
"""Code points of the longest caption."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One token with its place in the caption.

    Attributes:
        text: The token as written.
        start: First code point.
        end: Code point behind the last.
        sentence: Index of its sentence within the caption.
    """

    text: str
    start: int
    end: int
    sentence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """The syntactic analysis of one token.

    Attributes:
        text: The token as written.
        lemma: Base form, lower case except for proper nouns.
        upos: Universal part of speech.
        xpos: Penn Treebank tag.
        features: UD features such as ``Number=Plur|VerbForm=Part``; empty where there are none.
        head: Index of the head in the same parse, -1 for a root.
        deprel: UD relation to the head, with its subtype (``nsubj:pass``).
    """

    text: str
    lemma: str
    upos: str
    xpos: str
    features: str
    head: int
    deprel: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Parse:
    """The syntactic analysis of a caption: one word for every token; one root for every sentence.

    Attributes:
        caption: The caption.
        tokens: Its tokens.
        words: The words, one for each token.
        scores: What a contextual parser knows of the words beyond the tree; None where it was not asked.
    """

    caption: Caption
    tokens: tuple[Token, ...]
    words: tuple[Word, ...]
    scores: WordScores | None = field(default=None, compare=False, repr=False)


def depicted(tuples: Iterable[SemanticTuple]) -> list[SemanticTuple]:
    """The tuples that are depicted, with those of their arguments that are."""

    def kept(slot: tuple[Argument, ...]) -> tuple[Argument, ...]:
        return slot if all(a.depicted for a in slot) else tuple(a for a in slot if a.depicted)

    return [
        replace(item, agents=kept(item.agents), patients=kept(item.patients), locatives=kept(item.locatives))
        for item in tuples
        if item.depicted
    ]
