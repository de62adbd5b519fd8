"""From the text of captions to entities, against annotated ones: phrases found, types given, entities made."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from extractor.extractor import Extractor
from extractor.links.caption_features import CaptionFeatures
from extractor.tuples.noun_phrases import noun_phrases
from extractor.types import Argument, Caption
from formats.corpora.annotated_mentions import AnnotatedMention, MentionedImage, token_starts, with_slots
from scoring.entities.mention import Mention, make_mention
from scoring.entities.metrics import CoreferenceFigures, coreference_figures, partition_of
from training.entities.phrase_figures import MentionFigures, TypedSpan, compare_mentions


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMention:
    """A noun phrase that was found in a caption.

    Attributes:
        caption: Index of the caption in its image.
        span: Its place and type.
        mention: What its words say.
    """

    caption: int
    span: TypedSpan
    mention: Mention


def find_mentions(images: Sequence[MentionedImage], extractor: Extractor) -> list[list[FoundMention]]:
    """The noun phrases of each image's captions whose text is there, captions in order."""
    places = [(g, c) for g, image in enumerate(images) for c in sorted(image.text_by_caption)]
    parses = extractor.parse([images[g].text_by_caption[c] for g, c in places])
    result: list[list[FoundMention]] = [[] for _ in images]
    for (g, c), parse in zip(places, parses, strict=True):
        phrases = noun_phrases(CaptionFeatures.of(parse, extractor.lexicon))
        result[g] += [
            _found(phrase, images[g].text_by_caption[c], caption=c, place=place)
            for place, phrase in enumerate(phrases)
        ]
    return result


def mention_figures(
    images: Sequence[MentionedImage], found: Sequence[Sequence[FoundMention]]
) -> MentionFigures:
    """How well the phrases of captions whose text is there were found."""
    ours, theirs = [], []
    for image, mentions in zip(images, found, strict=True):
        for c in image.text_by_caption:
            ours.append([item.span for item in mentions if item.caption == c])
            theirs.append(
                [TypedSpan(start=item.start, end=item.end, types=item.types) for item in image.captions[c]]
            )
    return compare_mentions(ours, theirs)


def end_to_end_figures(
    images: Sequence[MentionedImage],
    found: Sequence[Sequence[FoundMention]],
    entities: Sequence[Sequence[int]],
) -> CoreferenceFigures:
    """The figures of entities that were made of found mentions, in captions whose text is there.

    A found mention stands for the annotated phrase that holds its head; a second one in the same phrase, and one in
    none, for itself: it is wrong.

    Args:
        images: The gold.
        found: Mentions by image.
        entities: The number of each found mention's entity.
    """
    pairs = []
    for image, mentions, numbers in zip(images, found, entities, strict=True):
        gold: dict[Hashable, Hashable] = {
            (c, item.start): item.entity for c in image.text_by_caption for item in image.captions[c]
        }
        response: dict[Hashable, Hashable] = {}
        for mention, number in zip(mentions, numbers, strict=True):
            key: Hashable = _annotated_key(image.captions[mention.caption], mention)
            if key is None or key in response:
                key = (mention.caption, "found", mention.span.head)
            response[key] = number
        pairs.append((partition_of(gold), partition_of(response)))
    return coreference_figures(pairs)


def fill_slots(images: Sequence[MentionedImage], extractor: Extractor) -> list[MentionedImage]:
    """The images with the slots of mentions in captions whose text is there."""
    places = [(g, c) for g, image in enumerate(images) for c in sorted(image.text_by_caption)]
    extractions = extractor.extract([images[g].text_by_caption[c] for g, c in places])
    tuples_by_place = {place: e.tuples for place, e in zip(places, extractions, strict=True)}
    return [
        with_slots(image, {c: tuples_by_place[g, c] for c in image.text_by_caption})
        for g, image in enumerate(images)
    ]


def _found(phrase: Argument, text: Caption, *, caption: int, place: int) -> FoundMention:
    index_by_start = token_starts(text)
    head = index_by_start[phrase.start or 0]
    mention = make_mention(
        phrase.lemma or "", form=phrase.text, modifiers=phrase.modifiers, caption=caption, place=place
    )
    first = index_by_start[phrase.phrase_start or 0]
    span = TypedSpan(start=first, end=head + 1, head=head, types=mention.types)
    return FoundMention(caption=caption, span=span, mention=mention)


def _annotated_key(annotated: Sequence[AnnotatedMention], found: FoundMention) -> tuple[int, int] | None:
    head = found.span.head
    return next(
        (
            (found.caption, item.start)
            for item in annotated
            if head is not None and item.start <= head < item.end
        ),
        None,
    )
