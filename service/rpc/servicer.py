"""The two calls of ``SemanticTupleService``.

Everything that takes time runs in one worker thread, a chunk of captions at a time: the event loop stays
free for health checks, small calls get their turn between the chunks of large ones, and a call whose client
has gone stops at the next chunk.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import uuid
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

import grpc.aio
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from google.rpc import status_pb2
from grpc_status import rpc_status

from extractor.errors import Fault, InvalidInputError, UnknownNameError
from extractor.types import Caption, SemanticTuple
from scoring import (
    COMPONENTS,
    DEFAULT_CONVENTIONS,
    PRF,
    Bast,
    Conventions,
    Counts,
    ImageScore,
    ScoreReport,
    Value,
    get_grounding,
    score_images,
)
from scoring.conventions import AverageConvention, EmptyConvention, NullConvention
from service.entries import (
    CHUNK_SIZE,
    CaptionEntry,
    all_entries,
    complete_tuples,
    entry_faults,
    model_name,
    needs_extractor,
    tuples_by_image,
)
from service.rpc.convert import (
    caption_from_proto,
    image_key,
    set_image_key,
    tuple_faults,
    tuples_from_proto,
    tuples_to_proto,
)
from service.rpc.errors import fault_status, fit_trailers, status_of

if TYPE_CHECKING:
    from extractor import Extractor

MAX_CAPTIONS_PER_REQUEST = 10_000
DEFAULT_GROUNDING = "lemma.v1"
_COMPONENT_TO_PROTO = dict(zip(COMPONENTS, pb.Component.keys()[1:], strict=True))
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
_AVERAGE_FROM_PROTO: dict[int, AverageConvention] = {
    pb.AVERAGE_CONVENTION_UNSPECIFIED: DEFAULT_CONVENTIONS.average,
    pb.AVERAGE_CONVENTION_MACRO: "macro",
    pb.AVERAGE_CONVENTION_MICRO: "micro",
}

_Request = TypeVar("_Request")
_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class SemanticTupleServicer(pb_grpc.SemanticTupleServiceServicer):
    """Answers calls with one extractor."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="captuple-model")

    def close(self) -> None:
        """Let the worker end; work that has not begun is dropped."""
        self._worker.shutdown(cancel_futures=True)

    async def ExtractTuples(  # noqa: N802  the method's name in the proto file
        self,
        request: pb.ExtractTuplesRequest,
        context: grpc.aio.ServicerContext[pb.ExtractTuplesRequest, pb.ExtractTuplesResponse],
    ) -> pb.ExtractTuplesResponse:
        """See ``captuple.proto``."""
        return await _answer(self._extract(request), context)

    async def ScoreCaptions(  # noqa: N802  the method's name in the proto file
        self,
        request: pb.ScoreCaptionsRequest,
        context: grpc.aio.ServicerContext[pb.ScoreCaptionsRequest, pb.ScoreCaptionsResponse],
    ) -> pb.ScoreCaptionsResponse:
        """See ``captuple.proto``."""
        return await _answer(self._score(request), context)

    async def _extract(self, request: pb.ExtractTuplesRequest) -> pb.ExtractTuplesResponse:
        faults = _caption_count_faults("captions", len(request.captions))
        if not 0.0 <= request.min_confidence <= 1.0:
            problem = f"{request.min_confidence} is no probability; allowed: 0 to 1"
            faults.append(Fault(where="min_confidence", problem=problem))
        if faults:
            raise InvalidInputError(faults)
        response = pb.ExtractTuplesResponse(model=self._extractor.model)
        for start in range(0, len(request.captions), CHUNK_SIZE):
            messages = request.captions[start : start + CHUNK_SIZE]
            work = functools.partial(self._results, messages, start, request.min_confidence)
            results = await self._in_worker(work)
            response.results.extend(results)
        return response

    def _results(
        self, messages: Sequence[pb.Caption], start: int, min_confidence: float
    ) -> list[pb.ExtractTuplesResult]:
        entries = [
            CaptionEntry(caption=caption_from_proto(message), where=f"captions[{start + i}]")
            for i, message in enumerate(messages)
        ]
        faults_by_index: dict[int, list[Fault]] = {}
        for index, fault in entry_faults(entries, self._extractor):
            faults_by_index.setdefault(index, []).append(fault)
        good = [i for i in range(len(entries)) if i not in faults_by_index]
        outcomes = self._outcomes([entries[i].caption for i in good], min_confidence)
        outcome_by_index = dict(zip(good, outcomes, strict=True))
        results = []
        for i in range(len(entries)):
            outcome = fault_status(faults_by_index[i]) if i in faults_by_index else outcome_by_index[i]
            if isinstance(outcome, status_pb2.Status):
                results.append(pb.ExtractTuplesResult(error=outcome))
            else:
                found = pb.SemanticTupleList(tuples=tuples_to_proto(outcome))
                results.append(pb.ExtractTuplesResult(tuples=found))
        return results

    def _outcomes(
        self, captions: Sequence[Caption], min_confidence: float
    ) -> list[tuple[SemanticTuple, ...] | status_pb2.Status]:
        """Tuples or an error for each caption: where a batch fails, its captions are tried one by one."""
        if not captions:
            return []
        try:
            extractions = self._extractor.extract(captions, min_confidence=min_confidence)
        except Exception as e:  # noqa: BLE001  whatever a caption does to the model, the others go on
            if len(captions) == 1:
                return [_logged_status(e)]
            return [outcome for caption in captions for outcome in self._outcomes([caption], min_confidence)]
        return [extraction.tuples for extraction in extractions]

    async def _score(self, request: pb.ScoreCaptionsRequest) -> pb.ScoreCaptionsResponse:
        conventions, candidates, references = await self._in_worker(lambda: self._read_score(request))
        entries = all_entries(candidates, references)
        extractor = self._extractor if needs_extractor(entries) else None
        found: dict[int, tuple[SemanticTuple, ...]] = {}
        chunks = complete_tuples(entries, extractor)
        while (chunk := await self._in_worker(lambda: next(chunks, None))) is not None:
            found |= chunk
        model = model_name(entries, extractor)

        def respond() -> pb.ScoreCaptionsResponse:
            candidate_tuples, reference_tuples = tuples_by_image(
                candidates, references, [found[i] for i in range(len(entries))]
            )
            report = score_images(
                candidate_tuples,
                reference_tuples,
                grounding=request.grounding or DEFAULT_GROUNDING,
                conventions=conventions,
                model=model,
            )
            return _score_response(request, report, model="" if extractor is None else extractor.model)

        return await self._in_worker(respond)

    def _read_score(
        self, request: pb.ScoreCaptionsRequest
    ) -> tuple[Conventions, dict[int, CaptionEntry], dict[int, list[CaptionEntry]]]:
        """Conventions, candidates and references, by index of the image, of a request in which all is well.

        Raises:
            InvalidInputError: Anything is wrong; everything is named.
            UnknownNameError: All is well but the grounding's name.
        """
        conventions, faults = _conventions(request)
        candidates: dict[int, CaptionEntry] = {}
        references: dict[int, list[CaptionEntry]] = {}
        n_captions = sum(1 + len(image.references) for image in request.images)
        faults += _caption_count_faults("images", n_captions)
        if n_captions <= MAX_CAPTIONS_PER_REQUEST:
            for i, image in enumerate(request.images):
                faults += _input_faults(image.candidate, f"images[{i}].candidate")
                if not image.references:
                    faults.append(
                        Fault(where=f"images[{i}].references", problem="empty; at least one is needed")
                    )
                for j, reference in enumerate(image.references):
                    faults += _input_faults(reference, f"images[{i}].references[{j}]")
            candidates, references = _score_entries(request)
            entries = all_entries(candidates, references)
            faults += (fault for _, fault in entry_faults(entries, self._extractor))
        try:
            get_grounding(request.grounding or DEFAULT_GROUNDING)
        except UnknownNameError as e:
            if not faults:
                raise
            faults.append(Fault(where="grounding", problem=str(e)))
        if faults:
            raise InvalidInputError(faults)
        return conventions, candidates, references

    async def _in_worker(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)


async def _answer(response: Awaitable[_T], context: grpc.aio.ServicerContext[_Request, _T]) -> _T:
    """The response, or the call's end with the status of what was raised."""
    try:
        return await response
    except Exception as e:
        await context.abort_with_status(rpc_status.to_status(fit_trailers(_logged_status(e))))
        raise AssertionError("abort returned") from e


def _logged_status(error: Exception) -> status_pb2.Status:
    request_id = uuid.uuid4().hex
    if not isinstance(error, InvalidInputError | UnknownNameError):
        _log.error("request %s failed", request_id, exc_info=error)
    return status_of(error, request_id=request_id, field="grounding")


def _caption_count_faults(field: str, n_captions: int) -> list[Fault]:
    if 1 <= n_captions <= MAX_CAPTIONS_PER_REQUEST:
        return []
    problem = f"{n_captions} captions; allowed: 1 to {MAX_CAPTIONS_PER_REQUEST} in one request"
    return [Fault(where=field, problem=problem)]


def _input_faults(message: pb.ScoreInput, where: str) -> list[Fault]:
    match message.WhichOneof("content"):
        case None:
            return [Fault(where=where, problem="is required: a caption or tuples")]
        case "tuples":
            return tuple_faults(message.tuples, where=f"{where}.tuples")
    return []


def _score_entries(
    request: pb.ScoreCaptionsRequest,
) -> tuple[dict[int, CaptionEntry], dict[int, list[CaptionEntry]]]:
    """Candidates and references by index of the image."""
    candidates = {
        i: _input_entry(image.candidate, f"images[{i}].candidate") for i, image in enumerate(request.images)
    }
    references = {
        i: [
            _input_entry(reference, f"images[{i}].references[{j}]")
            for j, reference in enumerate(image.references)
        ]
        for i, image in enumerate(request.images)
    }
    return candidates, references


def _input_entry(message: pb.ScoreInput, where: str) -> CaptionEntry:
    if message.WhichOneof("content") == "caption":
        return CaptionEntry(caption=caption_from_proto(message.caption), where=f"{where}.caption")
    return CaptionEntry(
        caption=caption_from_proto(message.tuples.caption),
        tuples=tuples_from_proto(message.tuples.tuples),
        model=message.tuples.model or None,
        where=f"{where}.tuples.caption",
    )


def _conventions(request: pb.ScoreCaptionsRequest) -> tuple[Conventions, list[Fault]]:
    faults = [
        Fault(where=field, problem=f"unknown number {number}; allowed: 0 to {max(known)}")
        for field, number, known in (
            ("null_convention", request.null_convention, _NULL_FROM_PROTO.keys()),
            ("empty_convention", request.empty_convention, _EMPTY_FROM_PROTO.keys()),
            ("average_convention", request.average_convention, _AVERAGE_FROM_PROTO.keys()),
        )
        if number not in known
    ]
    if faults:
        return DEFAULT_CONVENTIONS, faults
    conventions = Conventions(
        null=_NULL_FROM_PROTO[request.null_convention],
        empty=_EMPTY_FROM_PROTO[request.empty_convention],
        average=_AVERAGE_FROM_PROTO[request.average_convention],
    )
    return conventions, []


def _score_response(
    request: pb.ScoreCaptionsRequest, report: ScoreReport, *, model: str
) -> pb.ScoreCaptionsResponse:
    response = pb.ScoreCaptionsResponse(
        signature=report.signature,
        model=model,
        overall_f1=report.overall_f1,
        components=[
            _agreement(name, counts, report.scores[name])
            for name, counts in report.statistics.counts_by_component.items()
        ],
    )
    for message, image in zip(request.images, report.images.values(), strict=True):
        response.images.append(_image_agreement(request, message, image, report.conventions))
    return response


def _image_agreement(
    request: pb.ScoreCaptionsRequest,
    message: pb.ImageInput,
    image: ImageScore,
    conventions: Conventions,
) -> pb.ImageAgreement:
    scores = image.scores(conventions.empty)
    agreement = pb.ImageAgreement(overall_f1=scores.overall_f1)
    set_image_key(agreement, image_key(message))
    for name in COMPONENTS:
        component = _agreement(name, image.counts_by_component[name], scores[name])
        if request.return_matched:
            component.matched.extend(_values(image.matched(name)))
        if request.return_missed:
            component.missed.extend(_values(image.missed(name)))
        if request.return_spurious:
            component.spurious.extend(_values(image.spurious(name)))
        agreement.components.append(component)
    if request.return_basts:
        agreement.candidate_bast.CopyFrom(_bast(image.candidate))
        agreement.reference_bast.CopyFrom(_bast(image.reference))
    return agreement


def _agreement(name: str, counts: Counts, scores: PRF) -> pb.ComponentAgreement:
    return pb.ComponentAgreement(
        component=_COMPONENT_TO_PROTO[name],
        matched_count=counts.matched,
        candidate_count=counts.n_candidate,
        reference_count=counts.n_reference,
        precision=scores.precision,
        recall=scores.recall,
        f1=scores.f1,
    )


def _bast(bast: Bast) -> pb.Bast:
    return pb.Bast(
        components=[
            pb.BastComponent(component=_COMPONENT_TO_PROTO[name], values=_values(bast[name]))
            for name in COMPONENTS
        ]
    )


def _values(values: frozenset[Value]) -> list[pb.BastValue]:
    return [pb.BastValue(parts=value) for value in sorted(values)]
