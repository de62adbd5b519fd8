from google.rpc import status_pb2 as _status_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LocativeKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LOCATIVE_KIND_UNSPECIFIED: _ClassVar[LocativeKind]
    LOCATIVE_KIND_SCENE: _ClassVar[LocativeKind]
    LOCATIVE_KIND_OBJECT: _ClassVar[LocativeKind]
    LOCATIVE_KIND_EVENT: _ClassVar[LocativeKind]
    LOCATIVE_KIND_TEMPORAL: _ClassVar[LocativeKind]
    LOCATIVE_KIND_IMAGE_REGION: _ClassVar[LocativeKind]

class UndepictedReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNDEPICTED_REASON_UNSPECIFIED: _ClassVar[UndepictedReason]
    UNDEPICTED_REASON_FRAME: _ClassVar[UndepictedReason]
    UNDEPICTED_REASON_JUDGEMENT: _ClassVar[UndepictedReason]
    UNDEPICTED_REASON_HEDGED: _ClassVar[UndepictedReason]
    UNDEPICTED_REASON_NEGATED: _ClassVar[UndepictedReason]
    UNDEPICTED_REASON_IMAGINED: _ClassVar[UndepictedReason]

class NullConvention(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NULL_CONVENTION_UNSPECIFIED: _ClassVar[NullConvention]
    NULL_CONVENTION_EXCLUDE: _ClassVar[NullConvention]
    NULL_CONVENTION_LOCATIVE: _ClassVar[NullConvention]

class EmptyConvention(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EMPTY_CONVENTION_UNSPECIFIED: _ClassVar[EmptyConvention]
    EMPTY_CONVENTION_ONE: _ClassVar[EmptyConvention]
    EMPTY_CONVENTION_ZERO: _ClassVar[EmptyConvention]

class AverageConvention(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AVERAGE_CONVENTION_UNSPECIFIED: _ClassVar[AverageConvention]
    AVERAGE_CONVENTION_MACRO: _ClassVar[AverageConvention]
    AVERAGE_CONVENTION_MICRO: _ClassVar[AverageConvention]

class ImageRegionsConvention(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    IMAGE_REGIONS_CONVENTION_UNSPECIFIED: _ClassVar[ImageRegionsConvention]
    IMAGE_REGIONS_CONVENTION_USE: _ClassVar[ImageRegionsConvention]
    IMAGE_REGIONS_CONVENTION_LEAVE: _ClassVar[ImageRegionsConvention]

class RolesConvention(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLES_CONVENTION_UNSPECIFIED: _ClassVar[RolesConvention]
    ROLES_CONVENTION_POOLED: _ClassVar[RolesConvention]
    ROLES_CONVENTION_SPLIT: _ClassVar[RolesConvention]

class ModifiersConvention(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MODIFIERS_CONVENTION_UNSPECIFIED: _ClassVar[ModifiersConvention]
    MODIFIERS_CONVENTION_OFF: _ClassVar[ModifiersConvention]
    MODIFIERS_CONVENTION_ON: _ClassVar[ModifiersConvention]

class Component(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COMPONENT_UNSPECIFIED: _ClassVar[Component]
    COMPONENT_PARTICIPANTS: _ClassVar[Component]
    COMPONENT_PREDICATES: _ClassVar[Component]
    COMPONENT_LOCATIVES: _ClassVar[Component]
    COMPONENT_PARTICIPANTS_PREDICATES: _ClassVar[Component]
    COMPONENT_PARTICIPANTS_LOCATIVES: _ClassVar[Component]
    COMPONENT_PREDICATES_LOCATIVES: _ClassVar[Component]
    COMPONENT_PARTICIPANTS_PREDICATES_LOCATIVES: _ClassVar[Component]
    COMPONENT_AGENTS: _ClassVar[Component]
    COMPONENT_PATIENTS: _ClassVar[Component]
    COMPONENT_AGENTS_PREDICATES: _ClassVar[Component]
    COMPONENT_PREDICATES_PATIENTS: _ClassVar[Component]
    COMPONENT_AGENTS_PATIENTS: _ClassVar[Component]
    COMPONENT_AGENTS_PREDICATES_PATIENTS: _ClassVar[Component]
    COMPONENT_MODIFIERS: _ClassVar[Component]
    COMPONENT_MODIFIERS_COLOUR: _ClassVar[Component]
    COMPONENT_MODIFIERS_MATERIAL: _ClassVar[Component]
    COMPONENT_MODIFIERS_SIZE: _ClassVar[Component]
    COMPONENT_MODIFIERS_STATE: _ClassVar[Component]
    COMPONENT_MODIFIERS_COUNT: _ClassVar[Component]

class Slot(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SLOT_UNSPECIFIED: _ClassVar[Slot]
    SLOT_PREDICATE: _ClassVar[Slot]
    SLOT_AGENTS: _ClassVar[Slot]
    SLOT_PATIENTS: _ClassVar[Slot]
    SLOT_LOCATIVES: _ClassVar[Slot]
LOCATIVE_KIND_UNSPECIFIED: LocativeKind
LOCATIVE_KIND_SCENE: LocativeKind
LOCATIVE_KIND_OBJECT: LocativeKind
LOCATIVE_KIND_EVENT: LocativeKind
LOCATIVE_KIND_TEMPORAL: LocativeKind
LOCATIVE_KIND_IMAGE_REGION: LocativeKind
UNDEPICTED_REASON_UNSPECIFIED: UndepictedReason
UNDEPICTED_REASON_FRAME: UndepictedReason
UNDEPICTED_REASON_JUDGEMENT: UndepictedReason
UNDEPICTED_REASON_HEDGED: UndepictedReason
UNDEPICTED_REASON_NEGATED: UndepictedReason
UNDEPICTED_REASON_IMAGINED: UndepictedReason
NULL_CONVENTION_UNSPECIFIED: NullConvention
NULL_CONVENTION_EXCLUDE: NullConvention
NULL_CONVENTION_LOCATIVE: NullConvention
EMPTY_CONVENTION_UNSPECIFIED: EmptyConvention
EMPTY_CONVENTION_ONE: EmptyConvention
EMPTY_CONVENTION_ZERO: EmptyConvention
AVERAGE_CONVENTION_UNSPECIFIED: AverageConvention
AVERAGE_CONVENTION_MACRO: AverageConvention
AVERAGE_CONVENTION_MICRO: AverageConvention
IMAGE_REGIONS_CONVENTION_UNSPECIFIED: ImageRegionsConvention
IMAGE_REGIONS_CONVENTION_USE: ImageRegionsConvention
IMAGE_REGIONS_CONVENTION_LEAVE: ImageRegionsConvention
ROLES_CONVENTION_UNSPECIFIED: RolesConvention
ROLES_CONVENTION_POOLED: RolesConvention
ROLES_CONVENTION_SPLIT: RolesConvention
MODIFIERS_CONVENTION_UNSPECIFIED: ModifiersConvention
MODIFIERS_CONVENTION_OFF: ModifiersConvention
MODIFIERS_CONVENTION_ON: ModifiersConvention
COMPONENT_UNSPECIFIED: Component
COMPONENT_PARTICIPANTS: Component
COMPONENT_PREDICATES: Component
COMPONENT_LOCATIVES: Component
COMPONENT_PARTICIPANTS_PREDICATES: Component
COMPONENT_PARTICIPANTS_LOCATIVES: Component
COMPONENT_PREDICATES_LOCATIVES: Component
COMPONENT_PARTICIPANTS_PREDICATES_LOCATIVES: Component
COMPONENT_AGENTS: Component
COMPONENT_PATIENTS: Component
COMPONENT_AGENTS_PREDICATES: Component
COMPONENT_PREDICATES_PATIENTS: Component
COMPONENT_AGENTS_PATIENTS: Component
COMPONENT_AGENTS_PREDICATES_PATIENTS: Component
COMPONENT_MODIFIERS: Component
COMPONENT_MODIFIERS_COLOUR: Component
COMPONENT_MODIFIERS_MATERIAL: Component
COMPONENT_MODIFIERS_SIZE: Component
COMPONENT_MODIFIERS_STATE: Component
COMPONENT_MODIFIERS_COUNT: Component
SLOT_UNSPECIFIED: Slot
SLOT_PREDICATE: Slot
SLOT_AGENTS: Slot
SLOT_PATIENTS: Slot
SLOT_LOCATIVES: Slot

class Caption(_message.Message):
    __slots__ = ("text", "image_id", "image_number", "caption_id", "caption_number", "tokens")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    IMAGE_ID_FIELD_NUMBER: _ClassVar[int]
    IMAGE_NUMBER_FIELD_NUMBER: _ClassVar[int]
    CAPTION_ID_FIELD_NUMBER: _ClassVar[int]
    CAPTION_NUMBER_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    text: str
    image_id: str
    image_number: int
    caption_id: str
    caption_number: int
    tokens: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, text: _Optional[str] = ..., image_id: _Optional[str] = ..., image_number: _Optional[int] = ..., caption_id: _Optional[str] = ..., caption_number: _Optional[int] = ..., tokens: _Optional[_Iterable[str]] = ...) -> None: ...

class Predicate(_message.Message):
    __slots__ = ("text", "lemma", "start", "end", "tacit", "confidence")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    LEMMA_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    TACIT_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    text: str
    lemma: str
    start: int
    end: int
    tacit: bool
    confidence: float
    def __init__(self, text: _Optional[str] = ..., lemma: _Optional[str] = ..., start: _Optional[int] = ..., end: _Optional[int] = ..., tacit: _Optional[bool] = ..., confidence: _Optional[float] = ...) -> None: ...

class Argument(_message.Message):
    __slots__ = ("text", "lemma", "start", "end", "phrase_start", "phrase_end", "upos", "preposition", "kind", "tacit", "negated", "confidence", "modifiers", "undepicted_reason", "entity", "modifier_spans")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    LEMMA_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    PHRASE_START_FIELD_NUMBER: _ClassVar[int]
    PHRASE_END_FIELD_NUMBER: _ClassVar[int]
    UPOS_FIELD_NUMBER: _ClassVar[int]
    PREPOSITION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TACIT_FIELD_NUMBER: _ClassVar[int]
    NEGATED_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    MODIFIERS_FIELD_NUMBER: _ClassVar[int]
    UNDEPICTED_REASON_FIELD_NUMBER: _ClassVar[int]
    ENTITY_FIELD_NUMBER: _ClassVar[int]
    MODIFIER_SPANS_FIELD_NUMBER: _ClassVar[int]
    text: str
    lemma: str
    start: int
    end: int
    phrase_start: int
    phrase_end: int
    upos: str
    preposition: str
    kind: LocativeKind
    tacit: bool
    negated: bool
    confidence: float
    modifiers: _containers.RepeatedScalarFieldContainer[str]
    undepicted_reason: UndepictedReason
    entity: int
    modifier_spans: _containers.RepeatedCompositeFieldContainer[TextSpan]
    def __init__(self, text: _Optional[str] = ..., lemma: _Optional[str] = ..., start: _Optional[int] = ..., end: _Optional[int] = ..., phrase_start: _Optional[int] = ..., phrase_end: _Optional[int] = ..., upos: _Optional[str] = ..., preposition: _Optional[str] = ..., kind: _Optional[_Union[LocativeKind, str]] = ..., tacit: _Optional[bool] = ..., negated: _Optional[bool] = ..., confidence: _Optional[float] = ..., modifiers: _Optional[_Iterable[str]] = ..., undepicted_reason: _Optional[_Union[UndepictedReason, str]] = ..., entity: _Optional[int] = ..., modifier_spans: _Optional[_Iterable[_Union[TextSpan, _Mapping]]] = ...) -> None: ...

class TextSpan(_message.Message):
    __slots__ = ("start", "end")
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    start: int
    end: int
    def __init__(self, start: _Optional[int] = ..., end: _Optional[int] = ...) -> None: ...

class SemanticTuple(_message.Message):
    __slots__ = ("predicate", "agents", "patients", "locatives", "undepicted_reason")
    PREDICATE_FIELD_NUMBER: _ClassVar[int]
    AGENTS_FIELD_NUMBER: _ClassVar[int]
    PATIENTS_FIELD_NUMBER: _ClassVar[int]
    LOCATIVES_FIELD_NUMBER: _ClassVar[int]
    UNDEPICTED_REASON_FIELD_NUMBER: _ClassVar[int]
    predicate: Predicate
    agents: _containers.RepeatedCompositeFieldContainer[Argument]
    patients: _containers.RepeatedCompositeFieldContainer[Argument]
    locatives: _containers.RepeatedCompositeFieldContainer[Argument]
    undepicted_reason: UndepictedReason
    def __init__(self, predicate: _Optional[_Union[Predicate, _Mapping]] = ..., agents: _Optional[_Iterable[_Union[Argument, _Mapping]]] = ..., patients: _Optional[_Iterable[_Union[Argument, _Mapping]]] = ..., locatives: _Optional[_Iterable[_Union[Argument, _Mapping]]] = ..., undepicted_reason: _Optional[_Union[UndepictedReason, str]] = ...) -> None: ...

class SemanticTupleList(_message.Message):
    __slots__ = ("tuples", "entities")
    TUPLES_FIELD_NUMBER: _ClassVar[int]
    ENTITIES_FIELD_NUMBER: _ClassVar[int]
    tuples: _containers.RepeatedCompositeFieldContainer[SemanticTuple]
    entities: _containers.RepeatedCompositeFieldContainer[Entity]
    def __init__(self, tuples: _Optional[_Iterable[_Union[SemanticTuple, _Mapping]]] = ..., entities: _Optional[_Iterable[_Union[Entity, _Mapping]]] = ...) -> None: ...

class Entity(_message.Message):
    __slots__ = ("id", "lemma", "mentions", "attributes")
    ID_FIELD_NUMBER: _ClassVar[int]
    LEMMA_FIELD_NUMBER: _ClassVar[int]
    MENTIONS_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    id: int
    lemma: str
    mentions: _containers.RepeatedCompositeFieldContainer[Mention]
    attributes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[int] = ..., lemma: _Optional[str] = ..., mentions: _Optional[_Iterable[_Union[Mention, _Mapping]]] = ..., attributes: _Optional[_Iterable[str]] = ...) -> None: ...

class Mention(_message.Message):
    __slots__ = ("text", "start", "end")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    text: str
    start: int
    end: int
    def __init__(self, text: _Optional[str] = ..., start: _Optional[int] = ..., end: _Optional[int] = ...) -> None: ...

class ExtractTuplesRequest(_message.Message):
    __slots__ = ("captions", "min_confidence", "strict_language")
    CAPTIONS_FIELD_NUMBER: _ClassVar[int]
    MIN_CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    STRICT_LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    captions: _containers.RepeatedCompositeFieldContainer[Caption]
    min_confidence: float
    strict_language: bool
    def __init__(self, captions: _Optional[_Iterable[_Union[Caption, _Mapping]]] = ..., min_confidence: _Optional[float] = ..., strict_language: _Optional[bool] = ...) -> None: ...

class ExtractTuplesResponse(_message.Message):
    __slots__ = ("results", "model")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[ExtractTuplesResult]
    model: str
    def __init__(self, results: _Optional[_Iterable[_Union[ExtractTuplesResult, _Mapping]]] = ..., model: _Optional[str] = ...) -> None: ...

class ExtractTuplesResult(_message.Message):
    __slots__ = ("tuples", "error", "language")
    TUPLES_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    tuples: SemanticTupleList
    error: _status_pb2.Status
    language: str
    def __init__(self, tuples: _Optional[_Union[SemanticTupleList, _Mapping]] = ..., error: _Optional[_Union[_status_pb2.Status, _Mapping]] = ..., language: _Optional[str] = ...) -> None: ...

class StreamExtractTuplesRequest(_message.Message):
    __slots__ = ("captions", "min_confidence", "strict_language")
    CAPTIONS_FIELD_NUMBER: _ClassVar[int]
    MIN_CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    STRICT_LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    captions: _containers.RepeatedCompositeFieldContainer[Caption]
    min_confidence: float
    strict_language: bool
    def __init__(self, captions: _Optional[_Iterable[_Union[Caption, _Mapping]]] = ..., min_confidence: _Optional[float] = ..., strict_language: _Optional[bool] = ...) -> None: ...

class StreamExtractTuplesResponse(_message.Message):
    __slots__ = ("results", "model", "first_index")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    FIRST_INDEX_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[ExtractTuplesResult]
    model: str
    first_index: int
    def __init__(self, results: _Optional[_Iterable[_Union[ExtractTuplesResult, _Mapping]]] = ..., model: _Optional[str] = ..., first_index: _Optional[int] = ...) -> None: ...

class CaptionTuples(_message.Message):
    __slots__ = ("caption", "tuples", "model", "entities")
    CAPTION_FIELD_NUMBER: _ClassVar[int]
    TUPLES_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    ENTITIES_FIELD_NUMBER: _ClassVar[int]
    caption: Caption
    tuples: _containers.RepeatedCompositeFieldContainer[SemanticTuple]
    model: str
    entities: _containers.RepeatedCompositeFieldContainer[Entity]
    def __init__(self, caption: _Optional[_Union[Caption, _Mapping]] = ..., tuples: _Optional[_Iterable[_Union[SemanticTuple, _Mapping]]] = ..., model: _Optional[str] = ..., entities: _Optional[_Iterable[_Union[Entity, _Mapping]]] = ...) -> None: ...

class ScoreInput(_message.Message):
    __slots__ = ("caption", "tuples")
    CAPTION_FIELD_NUMBER: _ClassVar[int]
    TUPLES_FIELD_NUMBER: _ClassVar[int]
    caption: Caption
    tuples: CaptionTuples
    def __init__(self, caption: _Optional[_Union[Caption, _Mapping]] = ..., tuples: _Optional[_Union[CaptionTuples, _Mapping]] = ...) -> None: ...

class ImageInput(_message.Message):
    __slots__ = ("image_id", "image_number", "candidate", "references")
    IMAGE_ID_FIELD_NUMBER: _ClassVar[int]
    IMAGE_NUMBER_FIELD_NUMBER: _ClassVar[int]
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    REFERENCES_FIELD_NUMBER: _ClassVar[int]
    image_id: str
    image_number: int
    candidate: ScoreInput
    references: _containers.RepeatedCompositeFieldContainer[ScoreInput]
    def __init__(self, image_id: _Optional[str] = ..., image_number: _Optional[int] = ..., candidate: _Optional[_Union[ScoreInput, _Mapping]] = ..., references: _Optional[_Iterable[_Union[ScoreInput, _Mapping]]] = ...) -> None: ...

class ScoreCaptionsRequest(_message.Message):
    __slots__ = ("images", "grounding", "null_convention", "empty_convention", "average_convention", "return_basts", "return_matched", "return_missed", "return_spurious", "return_tuples", "return_spans", "allow_empty_candidates", "roles_convention", "modifiers_convention", "similarity", "graded_version", "image_regions_convention", "strict_language")
    IMAGES_FIELD_NUMBER: _ClassVar[int]
    GROUNDING_FIELD_NUMBER: _ClassVar[int]
    NULL_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    EMPTY_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    AVERAGE_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    RETURN_BASTS_FIELD_NUMBER: _ClassVar[int]
    RETURN_MATCHED_FIELD_NUMBER: _ClassVar[int]
    RETURN_MISSED_FIELD_NUMBER: _ClassVar[int]
    RETURN_SPURIOUS_FIELD_NUMBER: _ClassVar[int]
    RETURN_TUPLES_FIELD_NUMBER: _ClassVar[int]
    RETURN_SPANS_FIELD_NUMBER: _ClassVar[int]
    ALLOW_EMPTY_CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    ROLES_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    MODIFIERS_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    SIMILARITY_FIELD_NUMBER: _ClassVar[int]
    GRADED_VERSION_FIELD_NUMBER: _ClassVar[int]
    IMAGE_REGIONS_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    STRICT_LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    images: _containers.RepeatedCompositeFieldContainer[ImageInput]
    grounding: str
    null_convention: NullConvention
    empty_convention: EmptyConvention
    average_convention: AverageConvention
    return_basts: bool
    return_matched: bool
    return_missed: bool
    return_spurious: bool
    return_tuples: bool
    return_spans: bool
    allow_empty_candidates: bool
    roles_convention: RolesConvention
    modifiers_convention: ModifiersConvention
    similarity: str
    graded_version: str
    image_regions_convention: ImageRegionsConvention
    strict_language: bool
    def __init__(self, images: _Optional[_Iterable[_Union[ImageInput, _Mapping]]] = ..., grounding: _Optional[str] = ..., null_convention: _Optional[_Union[NullConvention, str]] = ..., empty_convention: _Optional[_Union[EmptyConvention, str]] = ..., average_convention: _Optional[_Union[AverageConvention, str]] = ..., return_basts: _Optional[bool] = ..., return_matched: _Optional[bool] = ..., return_missed: _Optional[bool] = ..., return_spurious: _Optional[bool] = ..., return_tuples: _Optional[bool] = ..., return_spans: _Optional[bool] = ..., allow_empty_candidates: _Optional[bool] = ..., roles_convention: _Optional[_Union[RolesConvention, str]] = ..., modifiers_convention: _Optional[_Union[ModifiersConvention, str]] = ..., similarity: _Optional[str] = ..., graded_version: _Optional[str] = ..., image_regions_convention: _Optional[_Union[ImageRegionsConvention, str]] = ..., strict_language: _Optional[bool] = ...) -> None: ...

class ValueSource(_message.Message):
    __slots__ = ("reference_index", "tuple_index", "slot", "argument_index", "start", "end", "modifier_index")
    REFERENCE_INDEX_FIELD_NUMBER: _ClassVar[int]
    TUPLE_INDEX_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    ARGUMENT_INDEX_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    MODIFIER_INDEX_FIELD_NUMBER: _ClassVar[int]
    reference_index: int
    tuple_index: int
    slot: Slot
    argument_index: int
    start: int
    end: int
    modifier_index: int
    def __init__(self, reference_index: _Optional[int] = ..., tuple_index: _Optional[int] = ..., slot: _Optional[_Union[Slot, str]] = ..., argument_index: _Optional[int] = ..., start: _Optional[int] = ..., end: _Optional[int] = ..., modifier_index: _Optional[int] = ...) -> None: ...

class BastValue(_message.Message):
    __slots__ = ("parts", "sources")
    PARTS_FIELD_NUMBER: _ClassVar[int]
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    parts: _containers.RepeatedScalarFieldContainer[str]
    sources: _containers.RepeatedCompositeFieldContainer[ValueSource]
    def __init__(self, parts: _Optional[_Iterable[str]] = ..., sources: _Optional[_Iterable[_Union[ValueSource, _Mapping]]] = ...) -> None: ...

class BastComponent(_message.Message):
    __slots__ = ("component", "values")
    COMPONENT_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    component: Component
    values: _containers.RepeatedCompositeFieldContainer[BastValue]
    def __init__(self, component: _Optional[_Union[Component, str]] = ..., values: _Optional[_Iterable[_Union[BastValue, _Mapping]]] = ...) -> None: ...

class Bast(_message.Message):
    __slots__ = ("components",)
    COMPONENTS_FIELD_NUMBER: _ClassVar[int]
    components: _containers.RepeatedCompositeFieldContainer[BastComponent]
    def __init__(self, components: _Optional[_Iterable[_Union[BastComponent, _Mapping]]] = ...) -> None: ...

class ComponentAgreement(_message.Message):
    __slots__ = ("component", "matched_count", "candidate_count", "reference_count", "precision", "recall", "f1", "matched", "missed", "spurious")
    COMPONENT_FIELD_NUMBER: _ClassVar[int]
    MATCHED_COUNT_FIELD_NUMBER: _ClassVar[int]
    CANDIDATE_COUNT_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_COUNT_FIELD_NUMBER: _ClassVar[int]
    PRECISION_FIELD_NUMBER: _ClassVar[int]
    RECALL_FIELD_NUMBER: _ClassVar[int]
    F1_FIELD_NUMBER: _ClassVar[int]
    MATCHED_FIELD_NUMBER: _ClassVar[int]
    MISSED_FIELD_NUMBER: _ClassVar[int]
    SPURIOUS_FIELD_NUMBER: _ClassVar[int]
    component: Component
    matched_count: int
    candidate_count: int
    reference_count: int
    precision: float
    recall: float
    f1: float
    matched: _containers.RepeatedCompositeFieldContainer[BastValue]
    missed: _containers.RepeatedCompositeFieldContainer[BastValue]
    spurious: _containers.RepeatedCompositeFieldContainer[BastValue]
    def __init__(self, component: _Optional[_Union[Component, str]] = ..., matched_count: _Optional[int] = ..., candidate_count: _Optional[int] = ..., reference_count: _Optional[int] = ..., precision: _Optional[float] = ..., recall: _Optional[float] = ..., f1: _Optional[float] = ..., matched: _Optional[_Iterable[_Union[BastValue, _Mapping]]] = ..., missed: _Optional[_Iterable[_Union[BastValue, _Mapping]]] = ..., spurious: _Optional[_Iterable[_Union[BastValue, _Mapping]]] = ...) -> None: ...

class ImageAgreement(_message.Message):
    __slots__ = ("image_id", "image_number", "components", "overall_f1", "candidate_bast", "reference_bast", "candidate_tuples", "reference_tuples", "overall_component_count", "graded")
    IMAGE_ID_FIELD_NUMBER: _ClassVar[int]
    IMAGE_NUMBER_FIELD_NUMBER: _ClassVar[int]
    COMPONENTS_FIELD_NUMBER: _ClassVar[int]
    OVERALL_F1_FIELD_NUMBER: _ClassVar[int]
    CANDIDATE_BAST_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_BAST_FIELD_NUMBER: _ClassVar[int]
    CANDIDATE_TUPLES_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_TUPLES_FIELD_NUMBER: _ClassVar[int]
    OVERALL_COMPONENT_COUNT_FIELD_NUMBER: _ClassVar[int]
    GRADED_FIELD_NUMBER: _ClassVar[int]
    image_id: str
    image_number: int
    components: _containers.RepeatedCompositeFieldContainer[ComponentAgreement]
    overall_f1: float
    candidate_bast: Bast
    reference_bast: Bast
    candidate_tuples: SemanticTupleList
    reference_tuples: _containers.RepeatedCompositeFieldContainer[SemanticTupleList]
    overall_component_count: int
    graded: GradedAgreement
    def __init__(self, image_id: _Optional[str] = ..., image_number: _Optional[int] = ..., components: _Optional[_Iterable[_Union[ComponentAgreement, _Mapping]]] = ..., overall_f1: _Optional[float] = ..., candidate_bast: _Optional[_Union[Bast, _Mapping]] = ..., reference_bast: _Optional[_Union[Bast, _Mapping]] = ..., candidate_tuples: _Optional[_Union[SemanticTupleList, _Mapping]] = ..., reference_tuples: _Optional[_Iterable[_Union[SemanticTupleList, _Mapping]]] = ..., overall_component_count: _Optional[int] = ..., graded: _Optional[_Union[GradedAgreement, _Mapping]] = ...) -> None: ...

class GradedAgreement(_message.Message):
    __slots__ = ("score", "summands")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    SUMMANDS_FIELD_NUMBER: _ClassVar[int]
    score: float
    summands: _containers.RepeatedCompositeFieldContainer[GradedSummand]
    def __init__(self, score: _Optional[float] = ..., summands: _Optional[_Iterable[_Union[GradedSummand, _Mapping]]] = ...) -> None: ...

class GradedSummand(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: float
    def __init__(self, name: _Optional[str] = ..., value: _Optional[float] = ...) -> None: ...

class GradedSummary(_message.Message):
    __slots__ = ("signature", "overall", "wordless_image_count")
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    OVERALL_FIELD_NUMBER: _ClassVar[int]
    WORDLESS_IMAGE_COUNT_FIELD_NUMBER: _ClassVar[int]
    signature: str
    overall: GradedAgreement
    wordless_image_count: int
    def __init__(self, signature: _Optional[str] = ..., overall: _Optional[_Union[GradedAgreement, _Mapping]] = ..., wordless_image_count: _Optional[int] = ...) -> None: ...

class ScoreCaptionsResponse(_message.Message):
    __slots__ = ("signature", "model", "images", "components", "overall_f1", "overall_component_count", "graded", "warnings")
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    IMAGES_FIELD_NUMBER: _ClassVar[int]
    COMPONENTS_FIELD_NUMBER: _ClassVar[int]
    OVERALL_F1_FIELD_NUMBER: _ClassVar[int]
    OVERALL_COMPONENT_COUNT_FIELD_NUMBER: _ClassVar[int]
    GRADED_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    signature: str
    model: str
    images: _containers.RepeatedCompositeFieldContainer[ImageAgreement]
    components: _containers.RepeatedCompositeFieldContainer[ComponentAgreement]
    overall_f1: float
    overall_component_count: float
    graded: GradedSummary
    warnings: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, signature: _Optional[str] = ..., model: _Optional[str] = ..., images: _Optional[_Iterable[_Union[ImageAgreement, _Mapping]]] = ..., components: _Optional[_Iterable[_Union[ComponentAgreement, _Mapping]]] = ..., overall_f1: _Optional[float] = ..., overall_component_count: _Optional[float] = ..., graded: _Optional[_Union[GradedSummary, _Mapping]] = ..., warnings: _Optional[_Iterable[str]] = ...) -> None: ...

class StreamScoreCaptionsRequest(_message.Message):
    __slots__ = ("images", "grounding", "null_convention", "empty_convention", "average_convention", "return_basts", "return_matched", "return_missed", "return_spurious", "return_tuples", "return_spans", "allow_empty_candidates", "roles_convention", "modifiers_convention", "similarity", "graded_version", "image_regions_convention", "strict_language")
    IMAGES_FIELD_NUMBER: _ClassVar[int]
    GROUNDING_FIELD_NUMBER: _ClassVar[int]
    NULL_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    EMPTY_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    AVERAGE_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    RETURN_BASTS_FIELD_NUMBER: _ClassVar[int]
    RETURN_MATCHED_FIELD_NUMBER: _ClassVar[int]
    RETURN_MISSED_FIELD_NUMBER: _ClassVar[int]
    RETURN_SPURIOUS_FIELD_NUMBER: _ClassVar[int]
    RETURN_TUPLES_FIELD_NUMBER: _ClassVar[int]
    RETURN_SPANS_FIELD_NUMBER: _ClassVar[int]
    ALLOW_EMPTY_CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    ROLES_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    MODIFIERS_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    SIMILARITY_FIELD_NUMBER: _ClassVar[int]
    GRADED_VERSION_FIELD_NUMBER: _ClassVar[int]
    IMAGE_REGIONS_CONVENTION_FIELD_NUMBER: _ClassVar[int]
    STRICT_LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    images: _containers.RepeatedCompositeFieldContainer[ImageInput]
    grounding: str
    null_convention: NullConvention
    empty_convention: EmptyConvention
    average_convention: AverageConvention
    return_basts: bool
    return_matched: bool
    return_missed: bool
    return_spurious: bool
    return_tuples: bool
    return_spans: bool
    allow_empty_candidates: bool
    roles_convention: RolesConvention
    modifiers_convention: ModifiersConvention
    similarity: str
    graded_version: str
    image_regions_convention: ImageRegionsConvention
    strict_language: bool
    def __init__(self, images: _Optional[_Iterable[_Union[ImageInput, _Mapping]]] = ..., grounding: _Optional[str] = ..., null_convention: _Optional[_Union[NullConvention, str]] = ..., empty_convention: _Optional[_Union[EmptyConvention, str]] = ..., average_convention: _Optional[_Union[AverageConvention, str]] = ..., return_basts: _Optional[bool] = ..., return_matched: _Optional[bool] = ..., return_missed: _Optional[bool] = ..., return_spurious: _Optional[bool] = ..., return_tuples: _Optional[bool] = ..., return_spans: _Optional[bool] = ..., allow_empty_candidates: _Optional[bool] = ..., roles_convention: _Optional[_Union[RolesConvention, str]] = ..., modifiers_convention: _Optional[_Union[ModifiersConvention, str]] = ..., similarity: _Optional[str] = ..., graded_version: _Optional[str] = ..., image_regions_convention: _Optional[_Union[ImageRegionsConvention, str]] = ..., strict_language: _Optional[bool] = ...) -> None: ...

class StreamScoreCaptionsResult(_message.Message):
    __slots__ = ("agreement", "error")
    AGREEMENT_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    agreement: ImageAgreement
    error: _status_pb2.Status
    def __init__(self, agreement: _Optional[_Union[ImageAgreement, _Mapping]] = ..., error: _Optional[_Union[_status_pb2.Status, _Mapping]] = ...) -> None: ...

class ScoreSummary(_message.Message):
    __slots__ = ("signature", "image_count", "failed_image_count", "components", "overall_f1", "overall_component_count", "graded")
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    IMAGE_COUNT_FIELD_NUMBER: _ClassVar[int]
    FAILED_IMAGE_COUNT_FIELD_NUMBER: _ClassVar[int]
    COMPONENTS_FIELD_NUMBER: _ClassVar[int]
    OVERALL_F1_FIELD_NUMBER: _ClassVar[int]
    OVERALL_COMPONENT_COUNT_FIELD_NUMBER: _ClassVar[int]
    GRADED_FIELD_NUMBER: _ClassVar[int]
    signature: str
    image_count: int
    failed_image_count: int
    components: _containers.RepeatedCompositeFieldContainer[ComponentAgreement]
    overall_f1: float
    overall_component_count: float
    graded: GradedSummary
    def __init__(self, signature: _Optional[str] = ..., image_count: _Optional[int] = ..., failed_image_count: _Optional[int] = ..., components: _Optional[_Iterable[_Union[ComponentAgreement, _Mapping]]] = ..., overall_f1: _Optional[float] = ..., overall_component_count: _Optional[float] = ..., graded: _Optional[_Union[GradedSummary, _Mapping]] = ...) -> None: ...

class StreamScoreCaptionsResponse(_message.Message):
    __slots__ = ("results", "model", "first_index", "summary", "warnings")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    FIRST_INDEX_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[StreamScoreCaptionsResult]
    model: str
    first_index: int
    summary: ScoreSummary
    warnings: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, results: _Optional[_Iterable[_Union[StreamScoreCaptionsResult, _Mapping]]] = ..., model: _Optional[str] = ..., first_index: _Optional[int] = ..., summary: _Optional[_Union[ScoreSummary, _Mapping]] = ..., warnings: _Optional[_Iterable[str]] = ...) -> None: ...

class ListGroundingsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class Grounding(_message.Message):
    __slots__ = ("name", "description", "source", "usable")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    USABLE_FIELD_NUMBER: _ClassVar[int]
    name: str
    description: str
    source: str
    usable: bool
    def __init__(self, name: _Optional[str] = ..., description: _Optional[str] = ..., source: _Optional[str] = ..., usable: _Optional[bool] = ...) -> None: ...

class ListGroundingsResponse(_message.Message):
    __slots__ = ("groundings", "next_page_token")
    GROUNDINGS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    groundings: _containers.RepeatedCompositeFieldContainer[Grounding]
    next_page_token: str
    def __init__(self, groundings: _Optional[_Iterable[_Union[Grounding, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetModelRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Model(_message.Message):
    __slots__ = ("model", "name", "version", "parser", "feature_schema", "library_versions", "training_data")
    class LibraryVersionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MODEL_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    PARSER_FIELD_NUMBER: _ClassVar[int]
    FEATURE_SCHEMA_FIELD_NUMBER: _ClassVar[int]
    LIBRARY_VERSIONS_FIELD_NUMBER: _ClassVar[int]
    TRAINING_DATA_FIELD_NUMBER: _ClassVar[int]
    model: str
    name: str
    version: str
    parser: str
    feature_schema: int
    library_versions: _containers.ScalarMap[str, str]
    training_data: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, model: _Optional[str] = ..., name: _Optional[str] = ..., version: _Optional[str] = ..., parser: _Optional[str] = ..., feature_schema: _Optional[int] = ..., library_versions: _Optional[_Mapping[str, str]] = ..., training_data: _Optional[_Iterable[str]] = ...) -> None: ...

class GetModelResponse(_message.Message):
    __slots__ = ("model", "captuple_version")
    MODEL_FIELD_NUMBER: _ClassVar[int]
    CAPTUPLE_VERSION_FIELD_NUMBER: _ClassVar[int]
    model: Model
    captuple_version: str
    def __init__(self, model: _Optional[_Union[Model, _Mapping]] = ..., captuple_version: _Optional[str] = ...) -> None: ...
