"""The table of a caption of several sentences: entities first, tuples under their sentences."""

from __future__ import annotations

from extractor.syntax.tokenization import Tokenizer
from extractor.types import Argument, Caption, Entity, Extraction, Mention, Predicate, SemanticTuple
from service.cli.output.long_captions import extraction_lines

TEXT = "A dog sleeps. It may dream. The light adds charm."
DOG = Argument(text="dog", lemma="dog", start=2, end=5, entity=0)
EXTRACTION = Extraction(
    caption=Caption(text=TEXT),
    model="m",
    tuples=(
        SemanticTuple(predicate=Predicate(text="sleeps", lemma="sleep", start=6, end=12), agents=(DOG,)),
        SemanticTuple(
            predicate=Predicate(text="dream", lemma="dream", start=21, end=26), agents=(DOG,), reason="hedged"
        ),
        SemanticTuple(
            predicate=Predicate(text="adds", lemma="add", start=38, end=42),
            agents=(Argument(text="light", lemma="light", start=32, end=37),),
            reason="judgement",
        ),
    ),
    entities=(
        Entity(
            id=0,
            lemma="dog",
            mentions=(Mention(text="dog", start=2, end=5), Mention(text="It", start=14, end=16)),
            attributes=("brown", "small"),
        ),
        Entity(id=1, lemma="light", mentions=(Mention(text="light", start=32, end=37),)),
    ),
)


def test_entities_come_first_and_what_is_not_depicted_stays_away() -> None:
    assert list(extraction_lines(EXTRACTION, Tokenizer())) == [
        EXTRACTION.caption.text,
        "  Entities:",
        "    dog: brown, small (dog, It)",
        "    light",
        "  A dog sleeps.",
        "  <sleep; dog; -; ->",
        "  It may dream.",
        "  The light adds charm.",
    ]


def test_all_has_the_rest_with_its_reason() -> None:
    lines = list(extraction_lines(EXTRACTION, Tokenizer(), show_all=True))
    assert lines[6:] == [
        "  It may dream.",
        "  <dream; dog; -; -> [hedged]",
        "  The light adds charm.",
        "  <add; light; -; -> [judgement]",
    ]


def test_a_short_caption_has_its_tuples_alone() -> None:
    short = Extraction(caption=Caption(text="A dog sleeps."), model="m", tuples=EXTRACTION.tuples[:1])
    assert list(extraction_lines(short, Tokenizer())) == ["A dog sleeps.", "  <sleep; dog; -; ->"]
