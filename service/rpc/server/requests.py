"""What is wrong with requests, and what they ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from captuple.v1 import captuple_pb2 as pb
from captuple.wire.convert import KIND_FROM_PROTO, REASON_FROM_PROTO, caption_from_proto

from extractor.bundle import DEFAULT_MODEL
from extractor.errors import CaptupleError, Fault, InvalidInputError, UnknownNameError, shorten
from extractor.syntax.tokenization import caption_faults
from extractor.types import CaptionEntry
from scoring import DEFAULT_CONVENTIONS, Conventions, get_grounding
from scoring.conventions import (
    AverageConvention,
    EmptyConvention,
    ImageRegionsConvention,
    ModifiersConvention,
    NullConvention,
    RolesConvention,
)
from scoring.entries import NO_REFERENCES, empty_faults
from scoring.graded.score import GRADED_VERSIONS, GradedVersion
from service.rpc.workers.batcher import JobKind
from service.rpc.workers.scoring import ScoreOptions
from service.similarities import check_similarity

DEFAULT_GROUNDING = "lemma.v1"
MAX_ID_CODE_POINTS = 1_000
MAX_TOKENS = 100_000
MAX_REFERENCES = 1_000
MAX_TUPLES = 1_000
MAX_ARGUMENTS = 1_000
MAX_MODIFIERS = 100
MAX_ENTITY = 1_000_000
MAX_ENTITIES = 100_000
MAX_MODEL_CODE_POINTS = 100
MAX_TRIPLETS = 10_000
"""Participants times locatives, summed over one caption's tuples: what a BAST's triplets cost."""

_NULL_FROM_PROTO: dict[int, NullConvention] = {
    pb.NULL_CONVENTION_UNSPECIFIED: DEFAULT_CONVENTIONS.null,
    pb.NULL_CONVENTION_EXCLUDE: "exclude",
    pb.NULL_CONVENTION_LOCATIVE: "locative",
}
_EMPTY_FROM_PROTO: dict[int, EmptyConvention] = {
    pb.EMPTY_CONVENTION_UNSPECIFIED: DEFAULT_CONVENTIONS.empty,
    pb.EMPTY_CONVENTION_ONE: "one",
    pb.EMPTY_CONVENTION_ZERO: "zero",
}
_IMAGE_REGIONS_FROM_PROTO: dict[int, ImageRegionsConvention] = {
    pb.IMAGE_REGIONS_CONVENTION_UNSPECIFIED: DEFAULT_CONVENTIONS.image_regions,
    pb.IMAGE_REGIONS_CONVENTION_USE: "use",
    pb.IMAGE_REGIONS_CONVENTION_LEAVE: "leave",
}
_AVERAGE_FROM_PROTO: dict[int, AverageConvention] = {
    pb.AVERAGE_CONVENTION_UNSPECIFIED: DEFAULT_CONVENTIONS.average,
    pb.AVERAGE_CONVENTION_MACRO: "macro",
    pb.AVERAGE_CONVENTION_MICRO: "micro",
}
_ROLES_FROM_PROTO: dict[int, RolesConvention] = {
    pb.ROLES_CONVENTION_UNSPECIFIED: DEFAULT_CONVENTIONS.roles,
    pb.ROLES_CONVENTION_POOLED: "pooled",
    pb.ROLES_CONVENTION_SPLIT: "split",
}
_MODIFIERS_FROM_PROTO: dict[int, ModifiersConvention] = {
    pb.MODIFIERS_CONVENTION_UNSPECIFIED: DEFAULT_CONVENTIONS.modifiers,
    pb.MODIFIERS_CONVENTION_OFF: "off",
    pb.MODIFIERS_CONVENTION_ON: "on",
}

ScoreRequest = pb.ScoreCaptionsRequest | pb.StreamScoreCaptionsRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLimits:
    """See ``ServeSettings``."""

    max_captions_per_request: int
    max_captions_per_message: int
    max_caption_code_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageEntries:
    """One image of a scoring request.

    Given tuples stay in the message: as our values they would take many times the memory. Entries that come with tuples
    have none here, which is not the same as None.

    Attributes:
        message: As it came.
        candidate: The caption under test.
        references: The gold captions.
        work: How each entry gets its tuples, the candidate first; None where they are given and complete.
    """

    message: pb.ImageInput
    candidate: CaptionEntry
    references: tuple[CaptionEntry, ...]
    work: tuple[JobKind | None, ...]

    @property
    def entries(self) -> tuple[CaptionEntry, ...]:
        """The candidate, then the references."""
        return (self.candidate, *self.references)

    @property
    def inputs(self) -> tuple[pb.ScoreInput, ...]:
        """The messages of the entries."""
        return (self.message.candidate, *self.message.references)


def confidence_faults(min_confidence: float) -> list[Fault]:
    """What is wrong with the field ``min_confidence``."""
    if 0.0 <= min_confidence <= 1.0:
        return []
    return [Fault(where="min_confidence", problem=f"{min_confidence} is no probability; allowed: 0 to 1")]


def count_faults(field: str, n_captions: int, *, least: int, most: int) -> list[Fault]:
    """What is wrong with a number of captions."""
    if least <= n_captions <= most:
        return []
    return [Fault(where=field, problem=f"{n_captions} captions; allowed: {least} to {most} in one message")]


def caption_message_faults(message: pb.Caption, *, where: str, limits: RequestLimits) -> list[Fault]:
    """What is wrong with a caption: its length, its names, its tokens.

    Args:
        message: The caption.
        where: Its field path.
        limits: What the server allows.
    """
    faults = []
    if len(message.text) > limits.max_caption_code_points:
        problem = f"{len(message.text)} code points, allowed are at most {limits.max_caption_code_points}"
        faults.append(Fault(where=where, problem=problem))
    for field in ("image_id", "caption_id"):
        faults += _length_faults(getattr(message, field), where=f"{where}.{field}")
    if len(message.tokens) > MAX_TOKENS:
        faults.append(_too_many("tokens", len(message.tokens), MAX_TOKENS, where=f"{where}.tokens"))
    if not faults and message.tokens:
        faults += (
            replace(fault, where=f"{where}.{fault.field}" if fault.field else where)
            for fault in caption_faults([caption_from_proto(message)])
        )
    return faults


def score_options(request: ScoreRequest) -> tuple[ScoreOptions, list[Fault]]:
    """The options of a scoring request, and what is wrong with its conventions."""
    conventions, faults = _conventions(request)
    version: GradedVersion = GRADED_VERSIONS[0]
    if request.graded_version in GRADED_VERSIONS:
        version = request.graded_version
    elif request.graded_version:
        problem = f"{shorten(request.graded_version)} is not allowed; allowed: {', '.join(GRADED_VERSIONS)}"
        faults.append(Fault(where="graded_version", problem=problem))
    options = ScoreOptions(
        grounding=request.grounding or DEFAULT_GROUNDING,
        similarity=request.similarity,
        graded_version=version,
        conventions=conventions,
        missing_candidates="empty" if request.allow_empty_candidates else "error",
        strict_language=request.strict_language,
        return_basts=request.return_basts,
        return_matched=request.return_matched,
        return_missed=request.return_missed,
        return_spurious=request.return_spurious,
        return_tuples=request.return_tuples,
        return_spans=request.return_spans,
    )
    return options, faults


def check_names(options: ScoreOptions, faults: Sequence[Fault], *, folder: Path | None) -> None:
    """Raise what is wrong with a request: the names of grounding and similarity, or other faults and these.

    Args:
        options: What the request asks for.
        faults: What else is wrong.
        folder: Of the model bundle that they are to work with; None for the newest installed one.

    Raises:
        InvalidInputError: There are faults.
        UnknownNameError: All is well but one name.
    """
    all_faults = list(faults)
    unknown: list[UnknownNameError] = []
    checks: list[tuple[str, Callable[[], object]]] = [
        ("grounding", lambda: get_grounding(options.grounding, model=folder))
    ]
    if options.similarity:
        checks.append(("similarity", lambda: check_similarity(options.similarity, folder or DEFAULT_MODEL)))
    for field, check in checks:
        try:
            check()
        except UnknownNameError as e:
            unknown.append(e)
            all_faults.append(Fault(where=field, problem=str(e)))
        except CaptupleError as e:
            all_faults.append(Fault(where=field, problem=f"cannot be used here: {e}"))
    if len(all_faults) == 1 and unknown:
        raise unknown[0]
    if all_faults:
        raise InvalidInputError(all_faults)


def image_faults(
    message: pb.ImageInput, *, where: str, limits: RequestLimits, options: ScoreOptions
) -> list[Fault]:
    """What is wrong with one image of a scoring request.

    Args:
        message: The image.
        where: Its field path.
        limits: What the server allows.
        options: What the request asks for.
    """
    faults = _length_faults(message.image_id, where=f"{where}.image_id")
    faults += _input_faults(message.candidate, where=f"{where}.candidate", limits=limits)
    if not message.references:
        faults.append(Fault(where=f"{where}.references", problem=NO_REFERENCES))
    elif len(message.references) > MAX_REFERENCES:
        n = len(message.references)
        faults.append(_too_many("references", n, MAX_REFERENCES, where=f"{where}.references"))
    else:
        for j, reference in enumerate(message.references):
            faults += _input_faults(reference, where=f"{where}.references[{j}]", limits=limits)
    image = image_entries(message, where=where)
    given = [
        entry
        for entry, part in zip(image.references, message.references, strict=True)
        if part.WhichOneof("content")
    ]
    candidate = [image.candidate] if message.candidate.WhichOneof("content") else []
    return [*faults, *empty_faults(candidate, given, missing_candidates=options.missing_candidates)]


def image_entries(message: pb.ImageInput, *, where: str) -> ImageEntries:
    """The captions of an image that ``image_faults`` finds nothing wrong with."""
    return ImageEntries(
        message=message,
        candidate=_entry(message.candidate, where=f"{where}.candidate"),
        references=tuple(
            _entry(reference, where=f"{where}.references[{j}]")
            for j, reference in enumerate(message.references)
        ),
        work=tuple(map(_work, (message.candidate, *message.references))),
    )


def _work(message: pb.ScoreInput) -> JobKind | None:
    if message.WhichOneof("content") == "caption":
        return "extract"
    for item in message.tuples.tuples:
        predicate = item.predicate
        if not (predicate.tacit or predicate.HasField("lemma")):
            return "lemmatize"
        for slot in (item.agents, item.patients, item.locatives):
            if any(not (argument.tacit or argument.HasField("lemma")) for argument in slot):
                return "lemmatize"
    return None


def n_captions_of(images: Iterable[pb.ImageInput]) -> int:
    """Captions of a scoring request: candidates and references."""
    return sum(1 + len(image.references) for image in images)


def tuple_faults(message: pb.CaptionTuples, *, where: str) -> list[Fault]:
    """What is wrong with given tuples: no predicate, no text, a span outside the caption, no way to a lemma, too many.

    Args:
        message: The tuples with their caption.
        where: The field path of ``message``.
    """
    faults = []
    has_caption = message.HasField("caption")
    length = len(message.caption.text)
    if len(message.model) > MAX_MODEL_CODE_POINTS:
        problem = f"{len(message.model)} code points, allowed are at most {MAX_MODEL_CODE_POINTS}"
        faults.append(Fault(where=f"{where}.model", problem=problem))
    if len(message.tuples) > MAX_TUPLES:
        return [*faults, _too_many("tuples", len(message.tuples), MAX_TUPLES, where=f"{where}.tuples")]
    n_triplets = sum((len(t.agents) + len(t.patients)) * max(1, len(t.locatives)) for t in message.tuples)
    if n_triplets > MAX_TRIPLETS:
        problem = f"{n_triplets} pairs of participant and locative, allowed are at most {MAX_TRIPLETS}"
        faults.append(Fault(where=f"{where}.tuples", problem=problem))
    if len(message.entities) > MAX_ENTITIES:
        n = len(message.entities)
        return [*faults, _too_many("entities", n, MAX_ENTITIES, where=f"{where}.entities")]
    for e, entity in enumerate(message.entities):
        if not entity.lemma:
            faults.append(Fault(where=f"{where}.entities[{e}].lemma", problem="is required"))
        if not 0 <= entity.id <= MAX_ENTITY:
            problem = f"{entity.id} is not from 0 to {MAX_ENTITY}"
            faults.append(Fault(where=f"{where}.entities[{e}].id", problem=problem))
    for t, item in enumerate(message.tuples):
        faults += _one_tuple_faults(
            item, where=f"{where}.tuples[{t}]", has_caption=has_caption, length=length
        )
    return faults


def _one_tuple_faults(item: pb.SemanticTuple, *, where: str, has_caption: bool, length: int) -> list[Fault]:
    faults = []
    spans: list[tuple[str, pb.Predicate | pb.Argument]] = []
    if item.HasField("predicate"):
        spans.append((f"{where}.predicate", item.predicate))
    else:
        faults.append(Fault(where=f"{where}.predicate", problem="is required"))
    slots = (("agents", item.agents), ("patients", item.patients), ("locatives", item.locatives))
    for slot, arguments in slots:
        if len(arguments) > MAX_ARGUMENTS:
            faults.append(_too_many(slot, len(arguments), MAX_ARGUMENTS, where=f"{where}.{slot}"))
            continue
        spans += ((f"{where}.{slot}[{a}]", argument) for a, argument in enumerate(arguments))
    faults += _reason_faults(item, where=where)
    for place, span in spans:
        faults += _span_faults(span, where=place, has_caption=has_caption, length=length)
        if isinstance(span, pb.Argument):
            if span.kind not in (0, *KIND_FROM_PROTO):
                problem = f"unknown number {span.kind}; allowed: 0 to {max(KIND_FROM_PROTO)}"
                faults.append(Fault(where=f"{place}.kind", problem=problem))
            faults += _reason_faults(span, where=place)
            if span.HasField("entity") and not 0 <= span.entity <= MAX_ENTITY:
                problem = f"{span.entity} is not from 0 to {MAX_ENTITY}"
                faults.append(Fault(where=f"{place}.entity", problem=problem))
            if len(span.modifiers) > MAX_MODIFIERS:
                n = len(span.modifiers)
                faults.append(_too_many("modifiers", n, MAX_MODIFIERS, where=f"{place}.modifiers"))
            faults += _modifier_faults(span, where=place, length=length if has_caption else None)
    return faults


def _reason_faults(message: pb.SemanticTuple | pb.Argument, *, where: str) -> list[Fault]:
    number = message.undepicted_reason
    if number in (0, *REASON_FROM_PROTO):
        return []
    problem = f"unknown number {number}; allowed: 0 to {max(REASON_FROM_PROTO)}"
    return [Fault(where=f"{where}.undepicted_reason", problem=problem)]


def _modifier_faults(argument: pb.Argument, *, where: str, length: int | None) -> list[Fault]:
    """What is wrong with the spans of modifiers, in a caption of ``length`` code points where it is given."""
    spans, n = argument.modifier_spans, len(argument.modifiers)
    if spans and len(spans) != n:
        return [
            Fault(
                where=f"{where}.modifier_spans",
                problem=f"{len(spans)} spans for {n} modifiers; allowed: 0 or {n}",
            )
        ]
    return [
        Fault(
            where=f"{where}.modifier_spans[{m}]",
            problem=f"span {span.start}-{span.end} lies outside the caption, or is empty",
        )
        for m, span in enumerate(spans)
        if not 0 <= span.start < span.end or (length is not None and span.end > length)
    ]


def _input_faults(message: pb.ScoreInput, *, where: str, limits: RequestLimits) -> list[Fault]:
    match message.WhichOneof("content"):
        case "caption":
            return caption_message_faults(message.caption, where=f"{where}.caption", limits=limits)
        case "tuples":
            faults = tuple_faults(message.tuples, where=f"{where}.tuples")
            place = f"{where}.tuples.caption"
            return [*faults, *caption_message_faults(message.tuples.caption, where=place, limits=limits)]
    return [Fault(where=where, problem="is required: a caption or tuples")]


def _entry(message: pb.ScoreInput, *, where: str) -> CaptionEntry:
    if message.WhichOneof("content") == "caption":
        return CaptionEntry(caption=caption_from_proto(message.caption), where=f"{where}.caption")
    return CaptionEntry(
        caption=caption_from_proto(message.tuples.caption),
        tuples=(),
        model=message.tuples.model or None,
        where=f"{where}.tuples.caption",
    )


def _length_faults(name: str, *, where: str) -> list[Fault]:
    if len(name) <= MAX_ID_CODE_POINTS:
        return []
    return [Fault(where=where, problem=f"{len(name)} code points, allowed are at most {MAX_ID_CODE_POINTS}")]


def _too_many(noun: str, n: int, most: int, *, where: str) -> Fault:
    return Fault(where=where, problem=f"{n} {noun}, allowed are at most {most}")


def _span_faults(
    span: pb.Predicate | pb.Argument, *, where: str, has_caption: bool, length: int
) -> list[Fault]:
    faults = []
    if not span.tacit and not span.text.strip():
        faults.append(Fault(where=f"{where}.text", problem="is required where tacit is not true"))
    if span.HasField("start") != span.HasField("end"):
        faults.append(Fault(where=where, problem="start and end are given together or not at all"))
    elif span.HasField("start"):
        outside = span.end > length if has_caption else False
        if not 0 <= span.start < span.end or outside:
            of = f" of {length} code points" if has_caption else ""
            problem = f"span {span.start}-{span.end} lies outside the caption{of}, or is empty"
            faults.append(Fault(where=where, problem=problem))
    if not span.tacit and not span.HasField("lemma"):
        if not has_caption:
            problem = "is required where the caption is not given"
            faults.append(Fault(where=f"{where}.lemma", problem=problem))
        elif not span.HasField("start"):
            problem = "lemma, or start and end to read it off the caption, are required"
            faults.append(Fault(where=where, problem=problem))
    return faults


def _conventions(request: ScoreRequest) -> tuple[Conventions, list[Fault]]:
    faults = [
        Fault(where=field, problem=f"unknown number {number}; allowed: 0 to {max(known)}")
        for field, number, known in (
            ("null_convention", request.null_convention, _NULL_FROM_PROTO.keys()),
            ("empty_convention", request.empty_convention, _EMPTY_FROM_PROTO.keys()),
            ("average_convention", request.average_convention, _AVERAGE_FROM_PROTO.keys()),
            (
                "image_regions_convention",
                request.image_regions_convention,
                _IMAGE_REGIONS_FROM_PROTO.keys(),
            ),
            ("roles_convention", request.roles_convention, _ROLES_FROM_PROTO.keys()),
            ("modifiers_convention", request.modifiers_convention, _MODIFIERS_FROM_PROTO.keys()),
        )
        if number not in known
    ]
    if faults:
        return DEFAULT_CONVENTIONS, faults
    conventions = Conventions(
        null=_NULL_FROM_PROTO[request.null_convention],
        empty=_EMPTY_FROM_PROTO[request.empty_convention],
        average=_AVERAGE_FROM_PROTO[request.average_convention],
        image_regions=_IMAGE_REGIONS_FROM_PROTO[request.image_regions_convention],
        roles=_ROLES_FROM_PROTO[request.roles_convention],
        modifiers=_MODIFIERS_FROM_PROTO[request.modifiers_convention],
    )
    return conventions, []
