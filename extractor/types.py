"""The values that travel through the house: captions, parses, tuples.

Every offset is a half-open pair of code points of the caption's own text; every index counts from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from extractor.word_scores import WordScores

from extractor.errors import Fault

LocativeKind = Literal["scene", "object", "event", "temporal"]
LOCATIVE_KINDS: tuple[LocativeKind, ...] = ("scene", "object", "event", "temporal")

CaptionId = str | int | None

MAX_CAPTION_CHARS = 100_000
"""Code points of the longest caption."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """One text about one image; it may hold several sentences.

    Attributes:
        text: The text as it was given, never altered.
        image_id: The image, as given.
        caption_id: The caption, as given.
        tokens: The tokens of a pretokenized caption, whose texts occur in ``text`` in this order; None otherwise.
    """

    text: str
    image_id: CaptionId = None
    caption_id: CaptionId = None
    tokens: tuple[str, ...] | None = None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicate:
    """What happens or holds.

    Attributes:
        text: The head as written, with its particle; empty when tacit.
        lemma: The value: base form, particles joined by ``-``; None for a tacit predicate without a known value.
        start: First code point of the head; None when tacit.
        end: Code point behind the head's last; None when tacit.
        tacit: Understood but not written.
        confidence: Calibrated probability from 0 to 1; None for human annotation.
    """

    text: str
    lemma: str | None
    start: int | None = None
    end: int | None = None
    tacit: bool = False
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One filler of a slot.

    Attributes:
        text: The head word as written; empty when tacit.
        lemma: Base form of the head; None where it is not known.
        start: First code point of the head; None when tacit.
        end: Code point behind the head's last; None when tacit.
        phrase_start: First code point of the whole noun phrase; None where it is not known.
        phrase_end: Code point behind the phrase's last; None where it is not known.
        upos: Universal part of speech of the head; None where it is not known.
        preposition: Of a locative: lower case, compounds joined by ``-`` (``in-front-of``); None where there is none.
        kind: Of a locative: what sort of place or time; None for other slots and where it is not known.
        tacit: Understood but not written.
        negated: Its absence is stated (``no people``): never counted as presence.
        modifiers: Words of the noun phrase that describe the head or count it, in lower case and in the order of the
            text (``two``, ``brown``); empty where there are none and where they are not known.
        modifier_spans: Where each of ``modifiers`` stands: first code point, and the one behind its last; empty where
            that is not known.
        confidence: Calibrated probability from 0 to 1; None for human annotation.
    """

    text: str
    lemma: str | None
    start: int | None = None
    end: int | None = None
    phrase_start: int | None = None
    phrase_end: int | None = None
    upos: str | None = None
    preposition: str | None = None
    kind: LocativeKind | None = None
    tacit: bool = False
    negated: bool = False
    modifiers: tuple[str, ...] = ()
    modifier_spans: tuple[tuple[int, int], ...] = ()
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticTuple:
    """One predicate with its agents, patients and locatives, each in the order of the text."""

    predicate: Predicate
    agents: tuple[Argument, ...] = ()
    patients: tuple[Argument, ...] = ()
    locatives: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """The tuples of one caption and the model that found them (``name@version``)."""

    caption: Caption
    model: str
    tuples: tuple[SemanticTuple, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionEntry:
    """One caption with what is known of it.

    Attributes:
        caption: The caption with its ids; its text may be empty where complete tuples are given.
        tuples: Its tuples where they are given; None where they are to be extracted.
        model: The model that found the given tuples; None for human annotation and where there are none.
        where: Its place for messages: ``file:line``, ``file: [index]`` or a request's field path.
        file: The file that it stands in, as it was named; empty where there is none.
        line: Of the file, from 1; None where there is none.
    """

    caption: Caption
    tuples: tuple[SemanticTuple, ...] | None = None
    model: str | None = None
    where: str = ""
    file: str = ""
    line: int | None = None

    def fault(self, problem: str, *, field: str = "", index: int | None = None) -> Fault:
        """What is wrong with the caption or a field of it, at its place."""
        where = f"{self.where}.{field}" if field and self.where else self.where or field
        return Fault(where=where, problem=problem, index=index, field=field, file=self.file, line=self.line)
