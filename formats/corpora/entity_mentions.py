"""Flickr30k Entities as annotated mentions: phrases with type and entity, by caption; all faults at once."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from extractor.errors import Fault, InvalidInputError, shorten
from formats.corpora.annotated_mentions import AnnotatedMention, MentionedImage
from formats.corpora.flickr30k_entities import Phrase, phrase_head, read_phrases
from scoring.entities.mention import make_mention
from scoring.grounding.entity_type import ENTITY_TYPES

TypeSource = Literal["annotated", "predicted"]
_DESCRIBING_TAGS = ("J", "N", "V", "CD")


def read_mentions(
    path: Path, *, lemma: Callable[[str], str], types: TypeSource = "annotated"
) -> list[MentionedImage]:
    """The mentions of a file of phrases, images in its order.

    Args:
        path: A JSON list of phrases, plain or gzip; see `formats.corpora.flickr30k_entities`.
        lemma: From a noun in lower case to its base form.
        types: What the mentions' types are: those of the file (``categories``), or the one of ``entity_type.v1``.

    Raises:
        InvalidInputError: The file is missing or faulty, a phrase has an unknown type, or phrases of one caption
            overlap; all faults are named.
        ResourceError: The machine failed while reading.
    """
    where = str(path)
    faults: list[Fault] = []
    images = []
    for image_id, phrases in read_phrases(path, faults=faults).items():
        by_caption: dict[str, list[Phrase]] = defaultdict(list)
        for phrase in phrases:
            by_caption[phrase.image].append(phrase)
        for name, items in by_caption.items():
            items.sort(key=lambda phrase: phrase.start)
            faults += [
                Fault(where=f"{where}: {shorten(name)}", problem=problem)
                for problem in _problems(items, types)
            ]
        if not faults:
            images.append(
                MentionedImage(
                    image_id=image_id,
                    captions=tuple(
                        tuple(
                            _annotated(phrase, lemma, types, caption=c, place=place)
                            for place, phrase in enumerate(by_caption[name])
                        )
                        for c, name in enumerate(sorted(by_caption))
                    ),
                )
            )
    if faults:
        raise InvalidInputError(faults)
    return images


def _annotated(
    phrase: Phrase, lemma: Callable[[str], str], types: TypeSource, *, caption: int, place: int
) -> AnnotatedMention:
    words = [word.lower() for word in phrase.phrase]
    head, _ = phrase_head(words, phrase.pos)
    before = words.index(head)
    modifiers = [
        word
        for word, tag in zip(words[:before], phrase.pos, strict=False)
        if tag.startswith(_DESCRIBING_TAGS)
    ]
    return AnnotatedMention(
        start=phrase.start,
        end=phrase.start + len(words),
        words=tuple(words),
        entity=str(phrase.entity),
        types=frozenset(phrase.categories),
        mention=make_mention(
            lemma(head),
            form=head,
            modifiers=modifiers,
            caption=caption,
            place=place,
            types=phrase.categories if types == "annotated" else (),
        ),
    )


def _problems(phrases: Sequence[Phrase], types: TypeSource) -> list[str]:
    """What is wrong with the phrases of one caption, in the order of their tokens."""
    problems = [
        f"{shorten(' '.join(later.phrase))} at token {later.start} overlaps {shorten(' '.join(phrase.phrase))}"
        for phrase, later in itertools.pairwise(phrases)
        if later.start < phrase.start + len(phrase.phrase)
    ]
    for phrase in phrases:
        unknown = sorted(set(phrase.categories) - set(ENTITY_TYPES))
        if unknown or (types == "annotated" and not phrase.categories):
            problems.append(
                f"{shorten(' '.join(phrase.phrase))} has the types {shorten(phrase.categories)}; allowed are one or "
                f"more of {', '.join(ENTITY_TYPES)}"
            )
    return problems
