"""The calls of both clients: what is sent, and what the answer is read as."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from captuple.agreement import (
    CaptionAgreement,
    ComponentAgreement,
    GradedScores,
    ImageAgreement,
    ImageId,
    Value,
)
from captuple.conventions import DEFAULT_CONVENTIONS, Conventions, MissingCandidates, check_options
from captuple.errors import (
    CaptupleError,
    Fault,
    InvalidInputError,
    NotEnglishWarning,
    ResourceError,
    shorten,
)
from captuple.types import Caption, CaptionEntry, Extraction
from captuple.v1 import captuple_pb2 as pb
from captuple.wire.convert import (
    COMPONENT_FROM_PROTO,
    caption_to_proto,
    entities_from_proto,
    entities_to_proto,
    set_image_key,
    tuples_from_proto,
    tuples_to_proto,
    unsendable,
)
from captuple.wire.errors import error_from_status

CaptionInput = str | Caption | CaptionEntry
"""A caption by its text, with its ids and tokens, or with its tuples."""

CandidateId = TypeVar("CandidateId", bound=ImageId)
ReferenceId = TypeVar("ReferenceId", bound=ImageId)
"""A mapping of one type of key is none of a wider one: so callers' mappings of numbers, or of names, are both right."""

Result = TypeVar("Result")

_N_NAMED = 5
_OF_IMAGE = re.compile(r"images\[(\d+)\]\.(candidate|references)")
_PLURAL = {"candidate": "candidates", "references": "references"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[Result]):
    """One call with one answer.

    Attributes:
        method: Of the service.
        request: Its message.
        read: Gives what the caller gets for the response.
        place: The caller's own place of a request's field path.
    """

    method: str
    request: object
    read: Callable[[Any], Result]
    place: Callable[[str], str] = str

    def own(self, error: CaptupleError) -> CaptupleError:
        """An error of the server's, its faults at the places that the caller knows."""
        if not isinstance(error, InvalidInputError):
            return error
        return InvalidInputError([Fault(where=self.place(f.where), problem=f.problem) for f in error.faults])


def extract_call(
    captions: Sequence[str | Caption], *, min_confidence: float, strict_language: bool
) -> Call[list[Extraction | CaptupleError]]:
    """The call of ``extract``.

    Raises:
        InvalidInputError: Captions cannot be sent; all faults are named.
    """
    checked = sendable_captions(captions)
    request = pb.ExtractTuplesRequest(
        captions=[caption_to_proto(caption) for caption in checked],
        min_confidence=min_confidence,
        strict_language=strict_language,
    )

    def read(response: pb.ExtractTuplesResponse) -> list[Extraction | CaptupleError]:
        return extractions(checked, response.results, response.model)

    return Call(method="ExtractTuples", request=request, read=read)


def score_call(
    candidates: Mapping[CandidateId, CaptionInput],
    references: Mapping[ReferenceId, Sequence[CaptionInput]],
    *,
    grounding: str,
    conventions: Conventions,
    missing_candidates: MissingCandidates,
    strict_language: bool,
) -> Call[CaptionAgreement]:
    """The call of ``score``.

    Raises:
        InvalidInputError: An image has two candidates, or captions cannot be sent; all faults are named.
    """
    request, image_ids = score_request(
        candidates,
        references,
        grounding=grounding,
        conventions=conventions,
        missing_candidates=missing_candidates,
        strict_language=strict_language,
    )

    def read(response: pb.ScoreCaptionsResponse) -> CaptionAgreement:
        _warn(response)
        return CaptionAgreement(
            signature=response.signature,
            model=response.model,
            conventions=conventions,
            images={
                image_id: _image_agreement(image_id, image)
                for image_id, image in zip(image_ids, response.images, strict=True)
            },
            components=_components(response.components),
            overall_f1=response.overall_f1,
            n_components=response.overall_component_count,
        )

    return Call(method="ScoreCaptions", request=request, read=read, place=_placing(image_ids))


def grade_call(
    candidates: Mapping[CandidateId, CaptionInput],
    references: Mapping[ReferenceId, Sequence[CaptionInput]],
    *,
    similarity: str,
    version: str,
    missing_candidates: MissingCandidates,
) -> Call[GradedScores]:
    """The call of ``grade``.

    Raises:
        InvalidInputError: As ``score_call``.
    """
    request, image_ids = score_request(
        candidates, references, missing_candidates=missing_candidates, return_basts=False
    )
    request.similarity, request.graded_version = similarity, version

    def read(response: pb.ScoreCaptionsResponse) -> GradedScores:
        _warn(response)
        overall = response.graded.overall
        scored = zip(image_ids, response.images, strict=True)
        return GradedScores(
            signature=response.graded.signature,
            score=overall.score,
            summands={summand.name: summand.value for summand in overall.summands},
            score_by_image={image_id: image.graded.score for image_id, image in scored},
            n_wordless=response.graded.wordless_image_count,
        )

    return Call(method="ScoreCaptions", request=request, read=read, place=_placing(image_ids))


def groundings_call() -> Call[list[str]]:
    """The call of ``groundings``."""

    def read(response: pb.ListGroundingsResponse) -> list[str]:
        return [grounding.name for grounding in response.groundings if grounding.usable]

    return Call(method="ListGroundings", request=pb.ListGroundingsRequest(page_size=1000), read=read)


def model_call() -> Call[str]:
    """The call of ``model``."""

    def read(response: pb.GetModelResponse) -> str:
        return response.model.model

    return Call(method="GetModel", request=pb.GetModelRequest(), read=read)


def score_request(
    candidates: Mapping[CandidateId, CaptionInput],
    references: Mapping[ReferenceId, Sequence[CaptionInput]],
    *,
    grounding: str = "lemma.v1",
    conventions: Conventions = DEFAULT_CONVENTIONS,
    missing_candidates: MissingCandidates = "error",
    strict_language: bool = False,
    return_basts: bool = True,
) -> tuple[pb.ScoreCaptionsRequest, list[ImageId]]:
    """The request of ``score``, and its images in their order; what is wrong with them is the server's to say.

    Raises:
        InvalidInputError: An image has two candidates, or captions cannot be sent; all faults are named.
    """
    check_options(missing_candidates=missing_candidates)
    request = pb.ScoreCaptionsRequest(
        grounding=grounding,
        null_convention=f"NULL_CONVENTION_{conventions.null.upper()}",
        empty_convention=f"EMPTY_CONVENTION_{conventions.empty.upper()}",
        average_convention=f"AVERAGE_CONVENTION_{conventions.average.upper()}",
        image_regions_convention=f"IMAGE_REGIONS_CONVENTION_{conventions.image_regions.upper()}",
        roles_convention=f"ROLES_CONVENTION_{conventions.roles.upper()}",
        modifiers_convention=f"MODIFIERS_CONVENTION_{conventions.modifiers.upper()}",
        allow_empty_candidates=missing_candidates == "empty",
        strict_language=strict_language,
        return_basts=return_basts,
    )
    images: dict[str, tuple[ImageId, list[CaptionEntry], list[CaptionEntry]]] = {}
    faults: list[Fault] = []
    for image_id, captions in references.items():  # ids compare as text
        image = images.setdefault(str(image_id), (image_id, [], []))
        image[2].extend(_entries(captions, f"references[{shorten(image_id)}]", faults))
    for candidate_id, caption in candidates.items():
        image = images.setdefault(str(candidate_id), (candidate_id, [], []))
        if image[1]:
            problem = "the image has another candidate, whose id is the same as text; one is allowed"
            faults.append(Fault(where=f"candidates[{shorten(candidate_id)}]", problem=problem))
        image[1].append(_entry(caption, f"candidates[{shorten(candidate_id)}]", faults))
    if faults:
        raise InvalidInputError(faults)
    for key, of_image, gold in images.values():
        message = request.images.add(references=[score_input(entry) for entry in gold])
        if of_image:
            message.candidate.CopyFrom(score_input(of_image[0]))
        elif missing_candidates == "empty":
            message.candidate.caption.text = ""
        set_image_key(message, key)
    return request, [key for key, _, _ in images.values()]


def score_input(entry: CaptionEntry) -> pb.ScoreInput:
    """The message of a caption that is to be scored."""
    caption = caption_to_proto(entry.caption)
    if entry.tuples is None:
        return pb.ScoreInput(caption=caption)
    return pb.ScoreInput(
        tuples=pb.CaptionTuples(
            caption=caption if entry.caption.text else None,
            tuples=tuples_to_proto(entry.tuples),
            model=entry.model or "",
            entities=entities_to_proto(entry.entities),
        )
    )


def sendable_captions(captions: Iterable[str | Caption], *, first: int = 0) -> list[Caption]:
    """Captions that can be sent.

    Args:
        captions: By text, or with ids and tokens.
        first: The place of the first, for messages.

    Raises:
        InvalidInputError: Captions cannot be sent; all faults are named.
    """
    if isinstance(captions, str):
        raise InvalidInputError("captions: is one text; allowed is a sequence of captions")
    checked = [caption if isinstance(caption, Caption) else Caption(text=caption) for caption in captions]
    faults = [f for i, c in enumerate(checked, first) for f in unsendable(c, where=f"captions[{i}]")]
    if faults:
        raise InvalidInputError(faults)
    return checked


def extractions(
    captions: Sequence[Caption], results: Sequence[pb.ExtractTuplesResult], model: str
) -> list[Extraction | CaptupleError]:
    """The tuples of each caption, or its error.

    Raises:
        ResourceError: There is not one result for each caption.
    """
    if len(results) != len(captions):
        raise ResourceError(f"the server answered {len(captions)} captions with {len(results)} results")
    return [
        error_from_status(result.error)
        if result.WhichOneof("outcome") == "error"
        else Extraction(
            caption=caption,
            model=model,
            tuples=tuples_from_proto(result.tuples.tuples),
            entities=entities_from_proto(result.tuples.entities),
            language=result.language or None,
        )
        for caption, result in zip(captions, results, strict=True)
    ]


def _entries(captions: Sequence[CaptionInput], where: str, faults: list[Fault]) -> list[CaptionEntry]:
    if isinstance(captions, str):
        faults.append(Fault(where=where, problem="is one text; allowed is a sequence of captions"))
        return []
    return [_entry(caption, f"{where}[{i}]", faults) for i, caption in enumerate(captions)]


def _entry(caption: CaptionInput, where: str, faults: list[Fault]) -> CaptionEntry:
    if isinstance(caption, str):
        caption = Caption(text=caption)
    entry = caption if isinstance(caption, CaptionEntry) else CaptionEntry(caption=caption)
    faults += unsendable(entry.caption, where=where)
    return entry


def _placing(image_ids: Sequence[ImageId]) -> Callable[[str], str]:
    """The caller's places of field paths: ``images[0].candidate`` is ``candidates[7]``."""

    def place(path: str) -> str:
        found = _OF_IMAGE.match(path)
        if found is None:
            return path
        image_id = image_ids[int(found[1])]
        return f"{_PLURAL[found[2]]}[{shorten(image_id)}]{path[found.end() :]}"

    return place


def _warn(response: pb.ScoreCaptionsResponse) -> None:
    if response.warnings:
        warnings.warn("; ".join(response.warnings[:_N_NAMED]), NotEnglishWarning, stacklevel=5)


def _image_agreement(image_id: ImageId, image: pb.ImageAgreement) -> ImageAgreement:
    return ImageAgreement(
        image_id=image_id,
        components=_components(image.components),
        overall_f1=image.overall_f1,
        n_components=image.overall_component_count,
        candidate=_values(image.candidate_bast),
        reference=_values(image.reference_bast),
    )


def _components(messages: Iterable[pb.ComponentAgreement]) -> dict[str, ComponentAgreement]:
    return {
        COMPONENT_FROM_PROTO[message.component]: ComponentAgreement(
            n_matched=message.matched_count,
            n_candidate=message.candidate_count,
            n_reference=message.reference_count,
            precision=message.precision,
            recall=message.recall,
            f1=message.f1,
        )
        for message in messages
    }


def _values(bast: pb.Bast) -> dict[str, frozenset[Value]]:
    return {
        COMPONENT_FROM_PROTO[component.component]: frozenset(tuple(v.parts) for v in component.values)
        for component in bast.components
    }
