"""The methods of ``SemanticTupleService``: they read requests, put captions to work, and answer or raise.

The event loop does no long work: captions go to the workers, and so do images, with the tuples of their captions, to be
scored. Tuples pass through as bytes: as our values they would take many times the memory.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import grpc.aio
import msgspec
from captuple.errors import DeadlineError, NoWorkersError, OverloadedError, QuotaError
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from captuple.wire.convert import image_key, set_image_key
from captuple.wire.errors import fault_status, is_expected, status_of
from google.rpc import status_pb2

from extractor.errors import CaptupleError, Fault, InvalidInputError
from extractor.types import Caption, CaptionEntry
from scoring import BastStatistics, GroundingFunction, get_grounding, list_groundings, signature
from scoring.bast.components import components_of
from scoring.conventions import captuple_version
from scoring.entries import model_name
from scoring.grounding import grounding_label
from scoring.interfaces.extraction import not_english
from service.rpc.server.calls import current_request_id
from service.rpc.server.requests import (
    ImageEntries,
    RequestLimits,
    caption_message_faults,
    check_names,
    confidence_faults,
    count_faults,
    image_entries,
    image_faults,
    n_captions_of,
    score_options,
)
from service.rpc.server.scores import add_image, fill_overall, mean_grades
from service.rpc.server.streams import Finish, Place, Places, Slots, answer_in_order
from service.rpc.workers.batcher import SMALL_CALL_CAPTIONS, BatchCall, Job, Outcome
from service.rpc.workers.grading import GradeTask
from service.rpc.workers.scoring import ScoreOptions, ScoreTask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.rpc.server.settings import ServeSettings
    from service.rpc.workers.pool import Generation, Pool

_TUPLE_BYTES_PER_CODE_POINT = 32  # to score so many takes less time than to extract from a code point
_DEFAULT_PAGE_SIZE = 100
_MAX_PAGE_SIZE = 1_000
_FOR_EVER = float("inf")

_Pending = asyncio.Future[Outcome] | status_pb2.Status
_Tuples = asyncio.Future[Outcome] | bytes
_Context = grpc.aio.ServicerContext[Any, Any]
_log = logging.getLogger(__name__)


class ModelFailureError(Exception):
    """The model failed over a caption; a fault of ours, whose trace stands in the message for the log."""


class SemanticTupleServicer(pb_grpc.SemanticTupleServiceServicer):
    """Answers calls.

    Args:
        pool: The workers.
        settings: Limits.
        draining: Set when the server shuts down.
    """

    def __init__(self, pool: Pool, settings: ServeSettings, *, draining: asyncio.Event) -> None:
        self._pool = pool
        self._draining = draining
        self._stream_idle_s = settings.stream_idle_s
        self._streams = Slots(settings.max_streams, "streams", QuotaError)
        self._large_calls = Slots(settings.max_streams, "large calls", OverloadedError)
        self._limits = RequestLimits(
            max_captions_per_request=settings.max_captions_per_request,
            max_captions_per_message=settings.max_captions_per_message,
            max_caption_code_points=settings.max_caption_code_points,
        )

    async def ExtractTuples(  # noqa: N802  the method's name in the proto file
        self, request: pb.ExtractTuplesRequest, context: _Context
    ) -> pb.ExtractTuplesResponse:
        """See ``captuple.proto``."""
        n_captions = len(request.captions)
        most = self._limits.max_captions_per_request
        faults = count_faults("captions", n_captions, least=1, most=most)
        faults += confidence_faults(request.min_confidence)
        if faults:
            raise InvalidInputError(faults)
        with self._call(n_captions) as (generation, call):
            pending = await self._begin_extract(call, request, expires_at=_expiry(context))
            response = pb.ExtractTuplesResponse(model=generation.source.model)
            await _add_results(response, pending, request)
            return response

    async def StreamExtractTuples(  # noqa: N802
        self, request_iterator: AsyncIterator[pb.StreamExtractTuplesRequest], context: _Context
    ) -> AsyncIterator[pb.StreamExtractTuplesResponse]:
        """See ``captuple.proto``."""
        places = Places(self._pool)
        expires_at = _expiry(context)
        n_read = 0

        async def begin(request: pb.StreamExtractTuplesRequest) -> Finish[pb.StreamExtractTuplesResponse]:
            nonlocal n_read
            most = self._limits.max_captions_per_message
            faults = count_faults("captions", len(request.captions), least=0, most=most)
            faults += confidence_faults(request.min_confidence)
            if faults:
                raise InvalidInputError(faults)
            place = places.take()
            first_index, n_read = n_read, n_read + len(request.captions)
            pending = await self._begin_extract(place.call, request, expires_at=expires_at)
            return functools.partial(finish, place, pending, request, first_index)

        async def finish(
            place: Place,
            pending: Sequence[_Pending],
            request: pb.StreamExtractTuplesRequest,
            first_index: int,
        ) -> pb.StreamExtractTuplesResponse:
            model = place.generation.source.model
            response = pb.StreamExtractTuplesResponse(model=model, first_index=first_index)
            await _add_results(response, pending, request)
            places.give_back(place)
            return response

        with self._stream(places):
            async for response in answer_in_order(
                request_iterator, begin, draining=self._draining, idle_s=self._stream_idle_s
            ):
                yield response

    async def ScoreCaptions(  # noqa: N802
        self, request: pb.ScoreCaptionsRequest, context: _Context
    ) -> pb.ScoreCaptionsResponse:
        """See ``captuple.proto``."""
        images, options = await asyncio.to_thread(self._read_score, request)
        entries = [entry for image in images for entry in image.entries]
        response = pb.ScoreCaptionsResponse()
        statistics = BastStatistics(components_of(options.conventions))
        faults: list[Fault] = []
        grades: list[pb.GradedSummary] = []
        with self._call(len(entries)) as (generation, call):
            expires_at = _expiry(context)
            ground = await asyncio.to_thread(get_grounding, options.grounding, model=generation.source.folder)
            pending = await _begin_tuples(call, images, expires_at=expires_at)
            tuples, warnings = await _all_tuples(entries, pending, strict_language=options.strict_language)
            response.warnings.extend(warnings)
            if any(work for image in images for work in image.work):
                response.model = generation.source.model
            of_images = _by_image(images, tuples)
            scored = await _begin_scores(call, images, of_images, options, expires_at=expires_at)
            graded = await _begin_grades(call, images, of_images, options, expires_at=expires_at)
            for outcome in scored:
                message = await _scored(outcome, faults)
                if message is not None:
                    response.images.append(message)
                    add_image(statistics, message)
            if faults:
                raise InvalidInputError(faults)
            for message, outcome in zip(response.images, graded, strict=bool(graded)):
                grades.append(_graded(await outcome))
                message.graded.CopyFrom(grades[-1].overall)
        fill_overall(response, statistics, options)
        model = model_name(entries, response.model or None)
        response.signature = signature(
            options.conventions,
            grounding=grounding_label(ground),
            model=model,
            missing_candidates=options.missing_candidates,
        )
        if grades:
            response.graded.CopyFrom(mean_grades(grades, model))
        return response

    async def StreamScoreCaptions(  # noqa: N802
        self, request_iterator: AsyncIterator[pb.StreamScoreCaptionsRequest], context: _Context
    ) -> AsyncIterator[pb.StreamScoreCaptionsResponse]:
        """See ``captuple.proto``."""
        stream = _ScoreStream(places=Places(self._pool), limits=self._limits, expires_at=_expiry(context))
        with self._stream(stream.places):
            async for response in answer_in_order(
                request_iterator, stream.begin, draining=self._draining, idle_s=self._stream_idle_s
            ):
                yield response
            yield stream.summary()

    async def ListGroundings(  # noqa: N802
        self, request: pb.ListGroundingsRequest, context: _Context
    ) -> pb.ListGroundingsResponse:
        """See ``captuple.proto``."""
        infos = await asyncio.to_thread(list_groundings)
        faults = []
        if not 0 <= request.page_size <= _MAX_PAGE_SIZE:
            problem = f"{request.page_size} is not allowed; allowed: 0 to {_MAX_PAGE_SIZE}"
            faults.append(Fault(where="page_size", problem=problem))
        token = request.page_token
        if token and not (
            token.isascii() and token.isdecimal() and len(token) < 6 and int(token) <= len(infos)
        ):
            faults.append(Fault(where="page_token", problem="is none that this server gave"))
        if faults:
            raise InvalidInputError(faults)
        start = int(token or 0)
        end = start + (request.page_size or _DEFAULT_PAGE_SIZE)
        return pb.ListGroundingsResponse(
            groundings=[
                pb.Grounding(
                    name=info.name,
                    description=info.description,
                    source=info.source,
                    usable=info.error is None,
                )
                for info in infos[start:end]
            ],
            next_page_token=str(end) if end < len(infos) else "",
        )

    async def GetModel(  # noqa: N802
        self, request: pb.GetModelRequest, context: _Context
    ) -> pb.GetModelResponse:
        """See ``captuple.proto``."""
        source = self._pool.current.source
        name, _, version = source.model.partition("@")
        model = pb.Model(
            model=source.model,
            name=name,
            version=version,
            parser=source.parser,
            feature_schema=source.feature_schema,
            library_versions=source.library_versions,
            training_data=source.training_data,
        )
        return pb.GetModelResponse(model=model, captuple_version=captuple_version())

    @contextmanager
    def _call(self, n_captions: int) -> Iterator[tuple[Generation, BatchCall]]:
        """A unary call's generation and its place in the queue."""
        is_large = n_captions > SMALL_CALL_CAPTIONS
        slots = self._large_calls if is_large else _NO_SLOTS
        with (
            slots.take(),
            self._pool.current.lease() as generation,
            generation.batcher.open_call(is_large=is_large, n_captions=n_captions) as call,
        ):
            yield generation, call

    @contextmanager
    def _stream(self, places: Places) -> Iterator[None]:
        with self._streams.take():
            try:
                yield
            finally:
                places.close()

    async def _begin_extract(
        self,
        call: BatchCall,
        request: pb.ExtractTuplesRequest | pb.StreamExtractTuplesRequest,
        *,
        expires_at: float,
    ) -> list[_Pending]:
        """Put the captions of a request to work, the short ones first, so that like lengths share a batch."""
        pending: dict[int, _Pending] = {}
        for i, message in sorted(enumerate(request.captions), key=lambda item: len(item[1].text)):
            faults = caption_message_faults(message, where=f"captions[{i}]", limits=self._limits)
            if faults:
                pending[i] = fault_status(faults)
                continue
            job = Job(
                kind="extract",
                payload=message.SerializeToString(),
                length=len(message.text),
                min_confidence=request.min_confidence,
                expires_at=expires_at,
                content="\0".join((message.text, *message.tokens)) if message.tokens else message.text,
            )
            pending[i] = await call.submit(job)
        return [pending[i] for i in range(len(pending))]

    def _read_score(self, request: pb.ScoreCaptionsRequest) -> tuple[list[ImageEntries], ScoreOptions]:
        """The images and options of a request in which all is well.

        Raises:
            InvalidInputError: Anything is wrong; everything is named.
            UnknownNameError: All is well but the grounding's name.
        """
        options, faults = score_options(request)
        most = self._limits.max_captions_per_request
        count = count_faults("images", n_captions_of(request.images), least=1, most=most)
        faults += count
        if not count:
            for i, image in enumerate(request.images):
                faults += image_faults(image, where=f"images[{i}]", limits=self._limits, options=options)
        check_names(options, faults, folder=self._pool.folder)
        images = [image_entries(image, where=f"images[{i}]") for i, image in enumerate(request.images)]
        return images, options


@dataclass(slots=True)
class _ScoreStream:
    """What a scoring stream gathers on its way.

    Attributes:
        places: Its places in the queues.
        limits: What the server allows.
        expires_at: Monotonic time of its end.
    """

    places: Places
    limits: RequestLimits
    expires_at: float
    options: ScoreOptions | None = None
    statistics: BastStatistics | None = None
    models: set[str] = field(default_factory=set)
    grounds: list[GroundingFunction] = field(default_factory=list)
    grades: list[pb.GradedSummary] = field(default_factory=list)
    n_read: int = 0
    n_failed: int = 0

    async def begin(self, request: pb.StreamScoreCaptionsRequest) -> Finish[pb.StreamScoreCaptionsResponse]:
        """Put a message's images to work."""
        faults: list[Fault] = []
        options = self.options
        if options is None:
            options, faults = score_options(request)
        most = self.limits.max_captions_per_message
        faults += count_faults("images", n_captions_of(request.images), least=0, most=most)
        place = self.places.take()
        folder = place.generation.source.folder
        await asyncio.to_thread(check_names, options, faults, folder=folder)
        self.options = options
        ground = get_grounding(options.grounding, model=folder)
        self.grounds.append(ground)
        first_index, self.n_read = self.n_read, self.n_read + len(request.images)
        outcomes: list[status_pb2.Status | tuple[ImageEntries, list[_Tuples]]] = []
        for i, message in enumerate(request.images):
            where = f"images[{i}]"
            image_problems = image_faults(message, where=where, limits=self.limits, options=options)
            if image_problems:
                outcomes.append(fault_status(image_problems))
                continue
            image = image_entries(message, where=where)
            pending = await _begin_tuples(place.call, [image], expires_at=self.expires_at)
            outcomes.append((image, pending))
        return functools.partial(self._finish, place, outcomes, first_index, options)

    async def _finish(
        self,
        place: Place,
        outcomes: Sequence[status_pb2.Status | tuple[ImageEntries, list[_Tuples]]],
        first_index: int,
        options: ScoreOptions,
    ) -> pb.StreamScoreCaptionsResponse:
        response = pb.StreamScoreCaptionsResponse(first_index=first_index)
        for i, outcome in enumerate(outcomes):
            if isinstance(outcome, status_pb2.Status):
                self.n_failed += 1
                response.results.add(error=outcome)
                continue
            image, pending = outcome
            try:
                tuples, warnings = await _all_tuples(
                    image.entries, pending, strict_language=options.strict_language
                )
                response.warnings.extend(warnings)
                agreement = await self._agreement(place, i, image, tuples, options)
            except (DeadlineError, NoWorkersError):
                raise
            except Exception as e:  # noqa: BLE001  an image that fails alone fails alone
                self.n_failed += 1
                response.results.add(error=_logged_status(e))
                continue
            if any(image.work):
                response.model = place.generation.source.model
                self.models.add(response.model)
            self.models |= {entry.model for entry in image.entries if entry.model}
            if self.statistics is None:
                self.statistics = BastStatistics(components_of(options.conventions))
            add_image(self.statistics, agreement)
            response.results.add(agreement=agreement)
        self.places.give_back(place)
        return response

    async def _agreement(
        self, place: Place, index: int, image: ImageEntries, tuples: list[bytes], options: ScoreOptions
    ) -> pb.ImageAgreement:
        """The agreement of one image of a message.

        Raises:
            InvalidInputError: Its tuples cannot be grounded.
        """
        within = (place.call, [image], [tuples], options)
        [scored] = await _begin_scores(*within, first_index=index, expires_at=self.expires_at)
        graded = await _begin_grades(*within, expires_at=self.expires_at)
        faults: list[Fault] = []
        agreement = await _scored(scored, faults)
        if agreement is None:
            raise InvalidInputError(faults)
        for outcome in graded:
            summary = _graded(await outcome)
            agreement.graded.CopyFrom(summary.overall)
            self.grades.append(summary)
        return agreement

    def summary(self) -> pb.StreamScoreCaptionsResponse:
        """The agreement over all images; without numbers where there are none."""
        n_images = 0 if self.statistics is None else self.statistics.n_images
        summary = pb.ScoreSummary(image_count=n_images, failed_image_count=self.n_failed)
        if self.options is not None:
            stand_ins = [CaptionEntry(caption=Caption(text=""), model=model) for model in self.models]
            if self.grades:
                summary.graded.CopyFrom(mean_grades(self.grades, model_name(stand_ins)))
            summary.signature = signature(
                self.options.conventions,
                grounding=grounding_label(*self.grounds),
                model=model_name(stand_ins),
                missing_candidates=self.options.missing_candidates,
            )
        if self.options is not None and self.statistics is not None:
            fill_overall(summary, self.statistics, self.options)
        return pb.StreamScoreCaptionsResponse(first_index=self.n_read, summary=summary)


_NO_SLOTS = Slots(2**62, "calls", OverloadedError)


def _expiry(context: _Context) -> float:
    """Monotonic time of a call's deadline."""
    remaining_s = context.time_remaining()
    return _FOR_EVER if remaining_s is None else time.monotonic() + remaining_s


async def _begin_tuples(
    call: BatchCall, images: Iterable[ImageEntries], *, expires_at: float
) -> list[_Tuples]:
    """For each caption its tuples, where they are given and complete, or what they will come by."""
    pending: list[_Tuples] = []
    for image in images:
        for entry, message, work in zip(image.entries, image.inputs, image.work, strict=True):
            if work is None:
                pending.append(_given(message.tuples).SerializeToString())
                await asyncio.sleep(0)  # others' turn: nothing here waits
                continue
            is_bare = work == "extract"
            job = Job(
                kind=work,
                payload=(message.caption if is_bare else message.tuples).SerializeToString(),
                length=len(entry.caption.text),
                min_confidence=0.0,
                expires_at=expires_at,
                content="\0".join((entry.caption.text, *(entry.caption.tokens or ()))) if is_bare else "",
            )
            pending.append(await call.submit(job))
    return pending


async def _add_results(
    response: pb.ExtractTuplesResponse | pb.StreamExtractTuplesResponse,
    pending: Sequence[_Pending],
    request: pb.ExtractTuplesRequest | pb.StreamExtractTuplesRequest,
) -> None:
    """Put what came of each caption of a request in its place: no message is copied."""
    for i, item in enumerate(pending):
        await _fill(response.results.add(), item, where=f"captions[{i}]")
    if request.strict_language:
        for i, result in enumerate(response.results):
            if result.language:
                fault = Fault(where=f"captions[{i}]", problem=not_english(result.language))
                result.CopyFrom(pb.ExtractTuplesResult(error=fault_status([fault])))


def _given(message: pb.CaptionTuples) -> pb.SemanticTupleList:
    return pb.SemanticTupleList(tuples=message.tuples, entities=message.entities)


async def _begin_scores(
    call: BatchCall,
    images: Sequence[ImageEntries],
    tuples: Sequence[list[bytes]],
    options: ScoreOptions,
    *,
    first_index: int = 0,
    expires_at: float,
) -> list[asyncio.Future[Outcome]]:
    """What the agreements of images will come by."""
    encoded = msgspec.msgpack.encode(options)
    pending = []
    for index, (image, captions) in enumerate(zip(images, tuples, strict=True), first_index):
        key = pb.ImageInput()
        set_image_key(key, image_key(image.message))
        task = ScoreTask(options=encoded, index=index, key=key.SerializeToString(), captions=captions)
        job = Job(
            kind="score",
            payload=task.encode(),
            length=sum(map(len, captions)) // _TUPLE_BYTES_PER_CODE_POINT,
            min_confidence=0.0,
            expires_at=expires_at,
        )
        pending.append(await call.submit(job))
    return pending


async def _begin_grades(
    call: BatchCall,
    images: Sequence[ImageEntries],
    tuples: Sequence[list[bytes]],
    options: ScoreOptions,
    *,
    expires_at: float,
) -> list[asyncio.Future[Outcome]]:
    """What the grades of images will come by; empty where none are asked for."""
    if not options.similarity:
        return []
    pending = []
    for image, captions in zip(images, tuples, strict=True):
        texts = [entry.caption.text for entry in image.entries]
        task = GradeTask(
            similarity=options.similarity,
            version=options.graded_version,
            missing_candidates=options.missing_candidates,
            captions=list(zip(texts, captions, strict=True)),
        )
        job = Job(
            kind="grade",
            payload=task.encode(),
            length=sum(map(len, texts)),
            min_confidence=0.0,
            expires_at=expires_at,
        )
        pending.append(await call.submit(job))
    return pending


async def _scored(pending: asyncio.Future[Outcome], faults: list[Fault]) -> pb.ImageAgreement | None:
    """The agreement of an image; where its tuples cannot be grounded None, and ``faults`` has the reasons."""
    outcome = await pending
    if outcome.data is not None:
        return pb.ImageAgreement.FromString(outcome.data)
    if not outcome.faults:
        raise ModelFailureError(outcome.trace)
    faults += outcome.faults
    return None


def _graded(outcome: Outcome) -> pb.GradedSummary:
    if outcome.data is None:
        raise ModelFailureError(outcome.trace)
    return pb.GradedSummary.FromString(outcome.data)


async def _fill(result: pb.ExtractTuplesResult, pending: _Pending, *, where: str) -> None:
    if isinstance(pending, status_pb2.Status):
        result.error.CopyFrom(pending)
        return
    try:
        outcome = await pending
    except (DeadlineError, NoWorkersError):
        raise
    except InvalidInputError as e:
        result.error.CopyFrom(fault_status([Fault(where=where, problem=str(e))]))
        return
    except CaptupleError as e:
        result.error.CopyFrom(_logged_status(e))
        return
    if outcome.data is None:
        result.error.CopyFrom(_logged_status(ModelFailureError(outcome.trace)))
        return
    result.language = outcome.language
    result.tuples.SetInParent()
    result.tuples.MergeFromString(outcome.data)


async def _all_tuples(
    entries: Sequence[CaptionEntry], pending: Sequence[_Tuples], *, strict_language: bool
) -> tuple[list[bytes], list[str]]:
    """The tuples of each entry, each a ``SemanticTupleList``, and which of them are not English.

    Raises:
        InvalidInputError: Workers ended over some, or some are not English and that is a fault; all are named.
    """
    tuples: list[bytes] = []
    faults: list[Fault] = []
    refused: list[Fault] = []
    for entry, item in zip(entries, pending, strict=True):
        if isinstance(item, bytes):
            tuples.append(item)
            continue
        try:
            outcome = await item
        except InvalidInputError as e:
            refused.append(entry.fault(str(e)))
            continue
        if outcome.data is None:
            raise ModelFailureError(outcome.trace)
        if outcome.language:
            faults.append(entry.fault(not_english(outcome.language)))
        tuples.append(outcome.data)
    if refused or (faults and strict_language):
        raise InvalidInputError([*refused, *(faults if strict_language else ())])
    return tuples, [f"{fault.where}: {fault.problem}" for fault in faults]


def _by_image(images: Iterable[ImageEntries], tuples: Iterable[bytes]) -> list[list[bytes]]:
    """The tuples of all captions, image by image."""
    remaining = iter(tuples)
    return [[next(remaining) for _ in image.entries] for image in images]


def _logged_status(error: Exception) -> status_pb2.Status:
    """The status of one caption or image that failed alone."""
    if not is_expected(error):
        _log.error("a caption failed", exc_info=error)
    return status_of(error, request_id=current_request_id())
