"""Our values to the messages of ``captuple.v1`` and back."""

from __future__ import annotations

from collections.abc import Iterable

from captuple.errors import Fault, InvalidInputError, shorten
from captuple.types import (
    Argument,
    Caption,
    CaptionId,
    Entity,
    LocativeKind,
    Mention,
    Predicate,
    SemanticTuple,
    UndepictedReason,
)
from captuple.v1 import captuple_pb2 as pb

_KIND_TO_PROTO: dict[LocativeKind, pb.LocativeKind] = {
    "scene": pb.LOCATIVE_KIND_SCENE,
    "object": pb.LOCATIVE_KIND_OBJECT,
    "event": pb.LOCATIVE_KIND_EVENT,
    "temporal": pb.LOCATIVE_KIND_TEMPORAL,
    "image-region": pb.LOCATIVE_KIND_IMAGE_REGION,
}
_REASON_TO_PROTO: dict[UndepictedReason, pb.UndepictedReason] = {
    "frame": pb.UNDEPICTED_REASON_FRAME,
    "judgement": pb.UNDEPICTED_REASON_JUDGEMENT,
    "hedged": pb.UNDEPICTED_REASON_HEDGED,
    "negated": pb.UNDEPICTED_REASON_NEGATED,
    "imagined": pb.UNDEPICTED_REASON_IMAGINED,
}
REASON_FROM_PROTO = {number: reason for reason, number in _REASON_TO_PROTO.items()}
KIND_FROM_PROTO = {number: kind for kind, number in _KIND_TO_PROTO.items()}
COMPONENT_FROM_PROTO = {
    pb.COMPONENT_PARTICIPANTS: "PA",
    pb.COMPONENT_PREDICATES: "PR",
    pb.COMPONENT_LOCATIVES: "LO",
    pb.COMPONENT_PARTICIPANTS_PREDICATES: "PA-PR",
    pb.COMPONENT_PARTICIPANTS_LOCATIVES: "PA-LO",
    pb.COMPONENT_PREDICATES_LOCATIVES: "PR-LO",
    pb.COMPONENT_PARTICIPANTS_PREDICATES_LOCATIVES: "PA-PR-LO",
    pb.COMPONENT_AGENTS: "AG",
    pb.COMPONENT_PATIENTS: "PT",
    pb.COMPONENT_AGENTS_PREDICATES: "AG-PR",
    pb.COMPONENT_PREDICATES_PATIENTS: "PR-PT",
    pb.COMPONENT_AGENTS_PATIENTS: "AG-PT",
    pb.COMPONENT_AGENTS_PREDICATES_PATIENTS: "AG-PR-PT",
    pb.COMPONENT_MODIFIERS: "MOD",
    pb.COMPONENT_MODIFIERS_COLOUR: "MOD:colour",
    pb.COMPONENT_MODIFIERS_MATERIAL: "MOD:material",
    pb.COMPONENT_MODIFIERS_SIZE: "MOD:size",
    pb.COMPONENT_MODIFIERS_STATE: "MOD:state",
    pb.COMPONENT_MODIFIERS_COUNT: "MOD:count",
}
_MAX_INT64 = 2**63 - 1


def caption_to_proto(caption: Caption) -> pb.Caption:
    """The message of a caption; see ``unsendable`` for captions that have none."""
    message = pb.Caption(text=caption.text, tokens=caption.tokens or ())
    set_image_key(message, caption.image_id)
    if isinstance(caption.caption_id, int):
        message.caption_number = caption.caption_id
    elif caption.caption_id is not None:
        message.caption_id = caption.caption_id
    return message


def caption_from_proto(message: pb.Caption) -> Caption:
    """The caption of a message."""
    caption_id: CaptionId = None
    match message.WhichOneof("caption_key"):
        case "caption_id":
            caption_id = message.caption_id
        case "caption_number":
            caption_id = message.caption_number
    return Caption(
        text=message.text,
        image_id=image_key(message),
        caption_id=caption_id,
        tokens=tuple(message.tokens) or None,
    )


def set_image_key(message: pb.Caption | pb.ImageInput | pb.ImageAgreement, image_id: CaptionId) -> None:
    """Put an image's name or number into a message; None leaves it unset."""
    if isinstance(image_id, int):
        message.image_number = image_id
    elif image_id is not None:
        message.image_id = image_id


def image_key(message: pb.Caption | pb.ImageInput | pb.ImageAgreement) -> CaptionId:
    """The image's name or number, None where it is unset."""
    match message.WhichOneof("image_key"):
        case "image_id":
            return message.image_id
        case "image_number":
            return message.image_number
    return None


def unsendable(caption: Caption, *, where: str) -> list[Fault]:
    """What keeps a caption from being a message: text that is not Unicode, numbers beyond 64 bits."""
    faults = []
    texts: list[tuple[str, CaptionId]] = [
        (where, caption.text),
        (f"{where}.image_id", caption.image_id),
        (f"{where}.caption_id", caption.caption_id),
        *((f"{where}.tokens[{i}]", token) for i, token in enumerate(caption.tokens or ())),
    ]
    for place, value in texts:
        if isinstance(value, str) and any("\ud800" <= c <= "\udfff" for c in value):
            problem = f"{shorten(value)} holds a lone surrogate: half of a character, not text"
            faults.append(Fault(where=place, problem=problem))
        elif isinstance(value, int) and not -_MAX_INT64 - 1 <= value <= _MAX_INT64:
            faults.append(Fault(where=place, problem=f"{shorten(value)} is no 64-bit integer"))
    return faults


def tuples_to_proto(tuples: Iterable[SemanticTuple]) -> list[pb.SemanticTuple]:
    """The messages of tuples.

    Raises:
        InvalidInputError: A text holds a lone surrogate.
    """
    try:
        return [_tuple_to_proto(item) for item in tuples]
    except UnicodeEncodeError as e:
        raise InvalidInputError(f"tuples hold a lone surrogate, not text: {shorten(e.object)}") from e


def tuples_from_proto(messages: Iterable[pb.SemanticTuple]) -> tuple[SemanticTuple, ...]:
    """The tuples of messages that ``tuple_faults`` finds nothing wrong with."""
    return tuple(
        SemanticTuple(
            predicate=_predicate_from_proto(message.predicate),
            agents=tuple(_argument_from_proto(argument) for argument in message.agents),
            patients=tuple(_argument_from_proto(argument) for argument in message.patients),
            locatives=tuple(_argument_from_proto(argument) for argument in message.locatives),
            reason=REASON_FROM_PROTO.get(message.undepicted_reason),
        )
        for message in messages
    )


def entities_to_proto(entities: Iterable[Entity]) -> list[pb.Entity]:
    """The messages of entities."""
    return [
        pb.Entity(
            id=entity.id,
            lemma=entity.lemma,
            mentions=[pb.Mention(text=m.text, start=m.start, end=m.end) for m in entity.mentions],
            attributes=entity.attributes,
        )
        for entity in entities
    ]


def entities_from_proto(messages: Iterable[pb.Entity]) -> tuple[Entity, ...]:
    """The entities of messages."""
    return tuple(
        Entity(
            id=message.id,
            lemma=message.lemma,
            mentions=tuple(Mention(text=m.text, start=m.start, end=m.end) for m in message.mentions),
            attributes=tuple(message.attributes),
        )
        for message in messages
    )


def _tuple_to_proto(item: SemanticTuple) -> pb.SemanticTuple:
    predicate = item.predicate
    return pb.SemanticTuple(
        predicate=pb.Predicate(
            text=predicate.text,
            lemma=predicate.lemma,
            start=predicate.start,
            end=predicate.end,
            tacit=predicate.tacit,
            confidence=predicate.confidence,
        ),
        agents=[_argument_to_proto(argument) for argument in item.agents],
        patients=[_argument_to_proto(argument) for argument in item.patients],
        locatives=[_argument_to_proto(argument) for argument in item.locatives],
        undepicted_reason=_reason_to_proto(item.reason),
    )


def _argument_to_proto(argument: Argument) -> pb.Argument:
    return pb.Argument(
        text=argument.text,
        lemma=argument.lemma,
        start=argument.start,
        end=argument.end,
        phrase_start=argument.phrase_start,
        phrase_end=argument.phrase_end,
        upos=argument.upos,
        preposition=argument.preposition,
        kind=pb.LOCATIVE_KIND_UNSPECIFIED if argument.kind is None else _KIND_TO_PROTO[argument.kind],
        tacit=argument.tacit,
        negated=argument.negated,
        modifiers=argument.modifiers,
        modifier_spans=[pb.TextSpan(start=start, end=end) for start, end in argument.modifier_spans],
        confidence=argument.confidence,
        undepicted_reason=_reason_to_proto(argument.reason),
        entity=argument.entity,
    )


def _reason_to_proto(reason: UndepictedReason | None) -> pb.UndepictedReason:
    return pb.UNDEPICTED_REASON_UNSPECIFIED if reason is None else _REASON_TO_PROTO[reason]


def _predicate_from_proto(message: pb.Predicate) -> Predicate:
    return Predicate(
        text=message.text,
        lemma=message.lemma if message.HasField("lemma") else None,
        start=message.start if message.HasField("start") else None,
        end=message.end if message.HasField("end") else None,
        tacit=message.tacit,
        confidence=message.confidence if message.HasField("confidence") else None,
    )


def _argument_from_proto(message: pb.Argument) -> Argument:
    return Argument(
        text=message.text,
        lemma=message.lemma if message.HasField("lemma") else None,
        start=message.start if message.HasField("start") else None,
        end=message.end if message.HasField("end") else None,
        phrase_start=message.phrase_start if message.HasField("phrase_start") else None,
        phrase_end=message.phrase_end if message.HasField("phrase_end") else None,
        upos=message.upos if message.HasField("upos") else None,
        preposition=message.preposition if message.HasField("preposition") else None,
        kind=KIND_FROM_PROTO.get(message.kind),
        tacit=message.tacit,
        negated=message.negated,
        modifiers=tuple(message.modifiers),
        modifier_spans=tuple((span.start, span.end) for span in message.modifier_spans),
        confidence=message.confidence if message.HasField("confidence") else None,
        reason=REASON_FROM_PROTO.get(message.undepicted_reason),
        entity=message.entity if message.HasField("entity") else None,
    )
