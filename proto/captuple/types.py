"""The values that travel: captions, tuples, entities.

Every offset is a half-open pair of code points of the caption's own text; every index counts from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from captuple.errors import Fault

LocativeKind = Literal["scene", "object", "event", "temporal", "image-region"]
LOCATIVE_KINDS: tuple[LocativeKind, ...] = ("scene", "object", "event", "temporal", "image-region")

UndepictedReason = Literal["frame", "judgement", "hedged", "negated", "imagined"]
UNDEPICTED_REASONS: tuple[UndepictedReason, ...] = ("frame", "judgement", "hedged", "negated", "imagined")
"""Why what a caption says is not in the picture: it speaks of the picture itself or its onlookers (frame), says how
something seems to the writer (judgement), guesses (hedged), denies (negated), or tells what could be (imagined)."""

CaptionId = str | int | None


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
        kind: Of a locative: what sort of place or time; None for other slots and where it is not known. The lemma of an
            ``image-region`` is its normal name (``left``, ``top-right``, ``foreground``), whatever words say it.
        tacit: Understood but not written.
        negated: Its absence is stated (``no people``): never counted as presence.
        modifiers: Words of the noun phrase that describe the head or count it, in lower case and in the order of the
            text (``two``, ``brown``); empty where there are none and where they are not known.
        modifier_spans: Where each of ``modifiers`` stands: first code point, and the one behind its last; empty where
            that is not known.
        confidence: Calibrated probability from 0 to 1; None for human annotation.
        reason: Why it is not in the picture, though its tuple is; None where it is in the picture.
        entity: Number of the person, animal or thing within the caption, from 0; arguments that share one are the same.
            None where it is not known, and for what is none (times, image regions).
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
    reason: UndepictedReason | None = None
    entity: int | None = None

    @property
    def depicted(self) -> bool:
        """Whether it is no frame, judgement, guess or fancy of the writer's; scores leave out what is not depicted."""
        return self.reason is None

    @property
    def present(self) -> bool:
        """Whether the caption says that it is in the picture: depicted, and not absent."""
        return self.reason is None and not self.negated


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticTuple:
    """One predicate with its agents, patients and locatives, each in the order of the text.

    Attributes:
        predicate: What happens or holds.
        agents: Who or what does it.
        patients: Who or what it is done to.
        locatives: Where and when.
        reason: Why the picture does not show it; None where it does.
    """

    predicate: Predicate
    agents: tuple[Argument, ...] = ()
    patients: tuple[Argument, ...] = ()
    locatives: tuple[Argument, ...] = ()
    reason: UndepictedReason | None = None

    @property
    def depicted(self) -> bool:
        """Whether the picture shows it, as far as the caption says; scores leave out what it does not show."""
        return self.reason is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One mention of an entity: its head word, or a pronoun.

    Attributes:
        text: The word as written.
        start: First code point.
        end: Code point behind the last.
    """

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A person, an animal or a thing that a caption speaks of, once or many times.

    Attributes:
        id: Its number within the caption, as arguments carry it (``Argument.entity``).
        lemma: Base form of the head of its first mention.
        mentions: All mentions, in the order of the text.
        attributes: What the caption says that it is: adjectives, numbers and nouns in front of it, adjectives behind
            ``is``, what it is made of; in lower case, each once.
    """

    id: int
    lemma: str
    mentions: tuple[Mention, ...]
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """The tuples of one caption and the model that found them.

    Attributes:
        caption: The caption.
        model: ``name@version``.
        tuples: In the order of the text.
        entities: What is depicted, in the order of the first mentions; empty where it is not known.
        language: Of a caption that is surely not English, which has no tuples: an ISO 639 code, ``und`` where only the
            script tells; None of all others.
    """

    caption: Caption
    model: str
    tuples: tuple[SemanticTuple, ...]
    entities: tuple[Entity, ...] = ()
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionEntry:
    """One caption with what is known of it.

    Attributes:
        caption: The caption with its ids; its text may be empty where complete tuples are given.
        tuples: Its tuples where they are given; None where they are to be extracted.
        model: The model that found the given tuples; None for human annotation and where there are none.
        entities: Its entities where its tuples came with them.
        where: Its place for messages: ``file:line``, ``file: [index]`` or a request's field path.
        file: The file that it stands in, as it was named; empty where there is none.
        line: Of the file, from 1; None where there is none.
    """

    caption: Caption
    tuples: tuple[SemanticTuple, ...] | None = None
    model: str | None = None
    entities: tuple[Entity, ...] = ()
    where: str = ""
    file: str = ""
    line: int | None = None

    def fault(self, problem: str, *, field: str = "", index: int | None = None) -> Fault:
        """What is wrong with the caption or a field of it, at its place."""
        where = f"{self.where}.{field}" if field and self.where else self.where or field
        return Fault(where=where, problem=problem, index=index, field=field, file=self.file, line=self.line)
