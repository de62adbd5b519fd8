"""All Hypothesis strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from extractor.types import (
    LOCATIVE_KINDS,
    UNDEPICTED_REASONS,
    Argument,
    Caption,
    Entity,
    Extraction,
    Mention,
    Predicate,
    SemanticTuple,
)
from formats.records import AnnotationArgument, AnnotationLocative, AnnotationRecord, AnnotationTuple
from scoring import COMPONENTS, Conventions, Counts

if TYPE_CHECKING:
    from collections.abc import Sequence

NOUNS = ("man", "dog", "Ball", "dune", "day", "café", "cafe\u0301")
VERBS = ("slide", "Eat", "pick-up")

ImageTuples = tuple["Sequence[SemanticTuple]", "Sequence[Sequence[SemanticTuple]]"]
"""The candidate's tuples and those of each reference."""


def predicates() -> st.SearchStrategy[Predicate]:
    """Written predicates with a lemma, and tacit ones with and without."""
    written = st.builds(Predicate, text=st.just("word"), lemma=st.sampled_from(VERBS))
    tacit = st.builds(
        Predicate, text=st.just(""), lemma=st.none() | st.sampled_from(VERBS), tacit=st.just(value=True)
    )
    return written | tacit


def arguments() -> st.SearchStrategy[Argument]:
    """Few lemmas, so that values meet; some arguments negated, some tacit, some without a value."""
    written = st.builds(
        Argument,
        text=st.just("word"),
        lemma=st.sampled_from(NOUNS),
        negated=st.integers(0, 5).map(lambda n: n == 0),
    )
    tacit = st.builds(
        Argument, text=st.just(""), lemma=st.none() | st.sampled_from(NOUNS), tacit=st.just(value=True)
    )
    return written | tacit


def semantic_tuples() -> st.SearchStrategy[SemanticTuple]:
    """Tuples with up to three fillers in each slot."""
    slots = st.lists(arguments(), max_size=3).map(tuple)
    return st.builds(SemanticTuple, predicate=predicates(), agents=slots, patients=slots, locatives=slots)


def captions() -> st.SearchStrategy[list[SemanticTuple]]:
    """The tuples of one caption, none among them."""
    return st.lists(semantic_tuples(), max_size=3)


def images() -> st.SearchStrategy[dict[str | int, ImageTuples]]:
    """A candidate and one to three references for each of up to four images."""
    ids = st.integers(0, 99) | st.integers(0, 99).map(str)
    image = st.tuples(captions(), st.lists(captions(), min_size=1, max_size=3))
    return st.dictionaries(ids, image, min_size=1, max_size=4)


def conventions() -> st.SearchStrategy[Conventions]:
    """Every combination of options."""
    return st.builds(
        Conventions,
        null=st.sampled_from(("exclude", "locative")),
        empty=st.sampled_from(("one", "zero")),
        average=st.sampled_from(("macro", "micro")),
        image_regions=st.sampled_from(("use", "leave")),
    )


def counts() -> st.SearchStrategy[Counts]:
    """Counts that can be."""
    sizes = st.tuples(st.integers(0, 50), st.integers(0, 50))
    return sizes.flatmap(lambda n: st.integers(0, min(n)).map(lambda matched: Counts(matched, n[0], n[1])))


def counts_by_component() -> st.SearchStrategy[dict[str, Counts]]:
    """The counts of one image."""
    return st.fixed_dictionaries({component: counts() for component in COMPONENTS})


# What crosses a wire: any Unicode, spans inside their caption, every optional field.

unicode_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
unicode_words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
written_texts = unicode_words.filter(
    lambda text: bool(text.strip())
)  # a written span of nothing but spaces is refused
caption_ids = st.none() | unicode_texts | st.integers(-(2**63), 2**63 - 1)
undepicted_reasons = st.none() | st.sampled_from(UNDEPICTED_REASONS)
unit_floats = st.none() | st.floats(0, 1)


@st.composite
def sendable_captions(draw: st.DrawFn) -> Caption:
    """Captions with every sort of id; tokens, where there are any, occur in the text."""
    tokens = draw(st.none() | st.lists(unicode_words, min_size=1, max_size=5))
    text = draw(unicode_texts) if tokens is None else " ".join(tokens)
    return Caption(
        text=text,
        image_id=draw(caption_ids),
        caption_id=draw(caption_ids),
        tokens=None if tokens is None else tuple(tokens),
    )


@st.composite
def _spanned_arguments(draw: st.DrawFn, length: int, *, locative: bool) -> Argument:
    tacit = length == 0 or draw(st.booleans())
    start = None if tacit else draw(st.integers(0, length - 1))
    modifiers = tuple(draw(st.lists(unicode_words, max_size=3)))
    places = st.integers(0, max(length - 1, 0)).map(lambda place: (place, place + 1))
    spans = draw(st.just([]) | st.lists(places, min_size=len(modifiers), max_size=len(modifiers)))
    return Argument(
        text="" if tacit else draw(written_texts),
        lemma=draw(st.none() | unicode_words) if tacit else draw(unicode_words),
        start=start,
        end=None if start is None else draw(st.integers(start + 1, length)),
        phrase_start=draw(st.none() | st.integers(0, 100)),
        phrase_end=draw(st.none() | st.integers(0, 100)),
        upos=draw(st.none() | st.sampled_from(["NOUN", "PROPN", "PRON"])),
        preposition=draw(st.none() | unicode_words) if locative else None,
        kind=draw(st.none() | st.sampled_from(LOCATIVE_KINDS)) if locative else None,
        tacit=tacit,
        negated=draw(st.booleans()),
        modifiers=modifiers,
        modifier_spans=tuple(spans) if length else (),
        confidence=draw(unit_floats),
        reason=draw(undepicted_reasons),
        entity=draw(st.none() | st.integers(0, 1_000_000)),
    )


@st.composite
def _entities(draw: st.DrawFn, length: int) -> Entity:
    starts = draw(st.lists(st.integers(0, length - 1), max_size=3))
    return Entity(
        id=draw(st.integers(0, 1_000_000)),
        lemma=draw(unicode_words),
        mentions=tuple(
            Mention(text=draw(written_texts), start=start, end=draw(st.integers(start + 1, length)))
            for start in starts
        ),
        attributes=tuple(draw(st.lists(unicode_words, max_size=3))),
    )


@st.composite
def spanned_tuples(draw: st.DrawFn, length: int = 40) -> SemanticTuple:
    """Tuples of a caption of ``length`` code points."""
    tacit = length == 0 or draw(st.booleans())
    start = None if tacit else draw(st.integers(0, length - 1))
    slot = st.lists(_spanned_arguments(length, locative=False), max_size=3).map(tuple)
    return SemanticTuple(
        predicate=Predicate(
            text="" if tacit else draw(written_texts),
            lemma=draw(st.none() | unicode_words) if tacit else draw(unicode_words),
            start=start,
            end=None if start is None else draw(st.integers(start + 1, length)),
            tacit=tacit,
            confidence=draw(unit_floats),
        ),
        agents=draw(slot),
        patients=draw(slot),
        locatives=draw(st.lists(_spanned_arguments(length, locative=True), max_size=3).map(tuple)),
        reason=draw(undepicted_reasons),
    )


@st.composite
def extractions(draw: st.DrawFn) -> Extraction:
    """Extractions whose spans lie inside their captions."""
    caption = draw(sendable_captions())
    tuples = draw(st.lists(spanned_tuples(length=len(caption.text)), max_size=3).map(tuple))
    entities = draw(st.lists(_entities(len(caption.text)), max_size=2)) if caption.text else []
    return Extraction(caption=caption, model=draw(unicode_words), tuples=tuples, entities=tuple(entities))


# What people annotate: spans of the caption, shared by tuples and slots, or tacit.

annotated_texts = st.text(
    st.sampled_from("abc .\n\r\t\u2028é\u0301😀中%:=|") | st.characters(exclude_categories=["Cs"]),
    max_size=25,
)
annotation_ids = st.integers(-(2**63), 2**63 - 1) | unicode_words


@st.composite
def _annotation_arguments(draw: st.DrawFn, caption: str, spans: list[tuple[int, int]]) -> dict[str, object]:
    fields: dict[str, object] = {
        "value": draw(st.none() | st.just("hold") | unicode_texts),
        "negated": draw(st.booleans()),
    }
    if not spans or draw(st.integers(0, 4)) == 0:
        return {**fields, "tacit": True}
    start, end = draw(st.sampled_from(spans))
    return {**fields, "text": caption[start:end], "start": start, "end": end}


@st.composite
def _annotation_slots(
    draw: st.DrawFn, caption: str, spans: list[tuple[int, int]], *, locative: bool
) -> list[AnnotationArgument]:
    """Arguments that do not overlap."""
    arguments: list[AnnotationArgument] = []
    for fields in draw(st.lists(_annotation_arguments(caption, spans), max_size=3)):
        start, end = fields.get("start"), fields.get("end")
        if start is not None and any(
            a.start is not None and a.start < end and start < a.end for a in arguments
        ):
            continue
        if locative:
            preposition = draw(st.none() | st.sampled_from(["in", "next-to"]) | unicode_texts)
            kind = draw(st.none() | st.sampled_from(LOCATIVE_KINDS))
            arguments.append(AnnotationLocative(**fields, preposition=preposition, kind=kind))
        else:
            arguments.append(AnnotationArgument(**fields))
    return arguments


@st.composite
def annotation_records(draw: st.DrawFn) -> AnnotationRecord:
    """Annotations with every optional field, over few spans, so that tuples and slots share them."""
    caption = draw(annotated_texts)
    starts = st.integers(0, max(0, len(caption) - 1))
    pairs = st.tuples(starts, st.integers(1, 8)).map(lambda p: (p[0], min(p[0] + p[1], len(caption))))
    spans = draw(st.lists(pairs, min_size=1, max_size=4)) if caption else []
    slots = _annotation_slots(caption, spans, locative=False)
    tuples = st.builds(
        AnnotationTuple,
        predicate=_annotation_arguments(caption, spans).map(lambda fields: AnnotationArgument(**fields)),
        agents=slots,
        patients=slots,
        locatives=_annotation_slots(caption, spans, locative=True),
    )
    return AnnotationRecord(
        image_id=draw(annotation_ids),
        caption_id=draw(annotation_ids),
        caption=caption,
        tokens=draw(st.none() | st.lists(unicode_words, max_size=3)),
        tuples=draw(st.lists(tuples, max_size=3)),
    )
