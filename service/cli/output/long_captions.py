"""Captions of several sentences for people: who and what is there first, then what they do, sentence by sentence."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from extractor.syntax.tokenization import Tokenizer
from extractor.tuples.depiction import MIN_PROSE_SENTENCES
from extractor.types import Entity, Extraction, SemanticTuple, depicted
from service.cli.output.tables import caption_lines, printable, tuple_line


def extraction_lines(
    extraction: Extraction, tokenizer: Tokenizer, *, show_all: bool = False
) -> Iterator[str]:
    """A caption and, below it, what it says.

    Of a caption of three sentences and more: its entities with their attributes, then each sentence with its tuples. Of
    any other its tuples alone. Only the caption itself stands at the margin, and only a tuple begins with ``<``.

    Args:
        extraction: The caption with what was found.
        tokenizer: Parts it into sentences.
        show_all: Show also what is not depicted, with the reason.
    """
    text = extraction.caption.text
    starts = _sentence_starts(extraction, tokenizer)
    if len(starts) < MIN_PROSE_SENTENCES:
        yield from caption_lines(text, extraction.tuples, show_all=show_all)
        return
    yield printable(text)
    yield "  Entities:"
    yield from (f"    {entity_line(entity)}" for entity in extraction.entities)
    left = list(extraction.tuples if show_all else depicted(extraction.tuples))
    for start, end in itertools.pairwise([0, *starts[1:], len(text)]):
        yield "  " + printable(" ".join(text[start:end].split()).lstrip("-#| ").rstrip("-*#| "))
        yield from (f"  {tuple_line(item)}" for item in left if start <= _place(item) < end)


def entity_line(entity: Entity) -> str:
    """``woman: young, tall (woman, She, her)``: attributes, and the mentions where there are several."""
    line = entity.lemma
    if entity.attributes:
        line += f": {', '.join(entity.attributes)}"
    if len(entity.mentions) > 1 or not entity.mentions[0].text.lower().startswith(entity.lemma[:2]):
        line += f" ({', '.join(mention.text for mention in entity.mentions)})"
    return printable(line)


def _sentence_starts(extraction: Extraction, tokenizer: Tokenizer) -> list[int]:
    [tokens] = tokenizer.tokenize([extraction.caption])
    return [next(group).start for _, group in itertools.groupby(tokens, key=lambda token: token.sentence)]


def _place(item: SemanticTuple) -> int:
    """Where a tuple stands: at its predicate, or, of a tacit one, at its last argument."""
    if item.predicate.start is not None:
        return item.predicate.start
    starts = [a.start for a in (*item.agents, *item.patients, *item.locatives) if a.start is not None]
    return max(starts, default=0)
