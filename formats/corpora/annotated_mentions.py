"""Annotated mentions of entities: phrases of captions, with the text of the captions where that is at hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from extractor.types import Caption, SemanticTuple
from scoring.entities.mention import EntityImage, Mention, mentions_of_tuples


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedMention:
    """One annotated phrase.

    Attributes:
        start: Its first token in the caption.
        end: The token behind its last.
        words: Its tokens, in lower case.
        entity: The name of its entity.
        types: The annotated types.
        mention: What its words say.
    """

    start: int
    end: int
    words: tuple[str, ...]
    entity: str
    types: frozenset[str]
    mention: Mention


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionedImage:
    """The annotated mentions of one image.

    Attributes:
        image_id: The image.
        captions: The mentions of each caption that has some, in the order of the text; captions sorted by name.
        text_by_caption: The caption itself, with its tokens, by its index in ``captions``; of some or of none.
    """

    image_id: str
    captions: tuple[tuple[AnnotatedMention, ...], ...]
    text_by_caption: Mapping[int, Caption] = field(default_factory=dict)

    def entities(self) -> EntityImage:
        """The image without the places of its phrases."""
        mentions = [item for caption in self.captions for item in caption]
        return EntityImage(
            image_id=self.image_id,
            mentions=tuple(item.mention for item in mentions),
            entities=tuple(item.entity for item in mentions),
        )


def with_texts(images: Sequence[MentionedImage], captions: Sequence[Caption]) -> list[MentionedImage]:
    """The images with the text of the captions that their phrases stand in.

    A caption is of an image when its image id, or else the part of its caption id before ``#``, is the image's, alone
    or with a part from ``_`` or ``.`` on behind it; it is the one that phrases stand in when all of them are at their
    tokens.

    Args:
        images: The annotation.
        captions: In any order, of these and of other images; tokens are parted by spaces, and ``"`` is no token.
    """
    captions_by_image: dict[str, list[Caption]] = {}
    for caption in captions:
        name = str(caption.caption_id if caption.image_id is None else caption.image_id)
        image_id = name.partition("#")[0].partition("_")[0].partition(".")[0]
        captions_by_image.setdefault(image_id, []).append(caption)
    return [
        dataclasses.replace(
            image, text_by_caption=dict(_texts(image, captions_by_image.get(image.image_id, [])))
        )
        for image in images
    ]


def with_slots(
    image: MentionedImage, tuples_by_caption: Mapping[int, Sequence[SemanticTuple]]
) -> MentionedImage:
    """The image with the slots that its mentions fill in tuples.

    Args:
        image: Its captions have texts where they have tuples.
        tuples_by_caption: The tuples of the captions' texts.
    """
    captions = []
    for c, items in enumerate(image.captions):
        slots_by_token = (
            _slots_by_token(image.text_by_caption[c], tuples_by_caption[c]) if c in tuples_by_caption else {}
        )
        captions.append(
            tuple(
                dataclasses.replace(
                    item,
                    mention=dataclasses.replace(
                        item.mention,
                        slots=frozenset().union(
                            *(slots_by_token.get(token, ()) for token in range(item.start, item.end))
                        ),
                    ),
                )
                for item in items
            )
        )
    return dataclasses.replace(image, captions=tuple(captions))


def token_starts(caption: Caption) -> dict[int, int]:
    """The token by the code point that it starts at, of a caption whose text is its tokens parted by spaces."""
    starts, position = {}, 0
    for index, token in enumerate(caption.tokens or ()):
        starts[position] = index
        position += len(token) + 1
    return starts


def _texts(image: MentionedImage, captions: Sequence[Caption]) -> Iterator[tuple[int, Caption]]:
    tokenized = [
        (caption, tuple(caption.text.replace('"', " ").split()))
        for caption in sorted(captions, key=lambda caption: str(caption.caption_id))
    ]
    for c, mentions in enumerate(image.captions):
        for caption, tokens in tokenized:
            lowered = tuple(token.lower() for token in tokens)
            if all(lowered[item.start : item.end] == item.words for item in mentions):
                yield (
                    c,
                    Caption(
                        text=" ".join(tokens),
                        image_id=image.image_id,
                        caption_id=caption.caption_id,
                        tokens=tokens,
                    ),
                )
                break


def _slots_by_token(caption: Caption, tuples: Sequence[SemanticTuple]) -> dict[int, frozenset[str]]:
    starts = token_starts(caption)
    return {
        starts[start]: mention.slots
        for (start, _), mention in mentions_of_tuples(tuples).items()
        if start is not None and start in starts
    }
