"""The relations of captions, as ``captuple extract --relations`` shows them."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec

from extractor.errors import InvalidInputError
from extractor.tuples.relations import Relation
from extractor.types import Argument, CaptionEntry, CaptionId
from scoring.entities.mention import make_mention
from scoring.entries import entry_faults
from service.cli.output.tables import printable
from service.process import load_extractor

RELATIONS_SCHEMA = "captuple.relations/1"


class EntityRecord(msgspec.Struct, kw_only=True):
    """An entity, as a JSON object; ``type`` is one of the eight of Flickr30k Entities."""

    text: str
    lemma: str | None
    type: str
    start: int | None
    end: int | None
    phrase_start: int | None
    phrase_end: int | None


class RelationRecord(msgspec.Struct, kw_only=True):
    """A relation, as a JSON object."""

    subject: EntityRecord
    relation: str
    object: EntityRecord


class RelationsRecord(msgspec.Struct, kw_only=True):
    """The relations of a caption: one line."""

    schema: str = RELATIONS_SCHEMA
    image_id: CaptionId
    caption_id: CaptionId
    caption: str
    model: str
    relations: list[RelationRecord]


def echo_relations(
    entries: Sequence[CaptionEntry], *, model: str, min_confidence: float, output_format: str
) -> None:
    """Find and print the relations of captions, as a table or as JSON Lines.

    Raises:
        InvalidInputError: Captions are faulty; all faults are named.
    """
    faults = entry_faults(entries)
    if faults:
        raise InvalidInputError(faults)
    extractor = load_extractor(model)
    captions = [entry.caption for entry in entries]
    for caption, found in zip(
        captions, extractor.relations(captions, min_confidence=min_confidence), strict=True
    ):
        if output_format == "table":
            click.echo(printable(caption.text))
            for line in map(_line, found) if found else ("(no relations)",):
                click.echo(f"  {line}")
        else:
            record = RelationsRecord(
                image_id=caption.image_id,
                caption_id=caption.caption_id,
                caption=caption.text,
                model=extractor.model,
                relations=[
                    RelationRecord(
                        subject=_entity(item.subject), relation=item.name, object=_entity(item.object)
                    )
                    for item in found
                ],
            )
            click.echo(msgspec.json.encode(record))


def _line(relation: Relation) -> str:
    return printable(f"({relation.subject.lemma}, {relation.name}, {relation.object.lemma})")


def _entity(argument: Argument) -> EntityRecord:
    mention = make_mention(argument.lemma or "", form=argument.text, modifiers=argument.modifiers)
    return EntityRecord(
        text=argument.text,
        lemma=argument.lemma,
        type=min(mention.types),
        start=argument.start,
        end=argument.end,
        phrase_start=argument.phrase_start,
        phrase_end=argument.phrase_end,
    )
