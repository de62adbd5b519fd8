"""Typed clients of ``SemanticTupleService``: one for threads, one for asyncio.

Both retry calls that the server is UNAVAILABLE for, with growing pauses, keep to deadlines, and may keep several
connections. Their streams resume after a broken connection without losing or doubling an item.
"""

from __future__ import annotations

import asyncio
import itertools
import queue
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import grpc
import grpc.aio
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc

from extractor.errors import CaptupleError, ResourceError
from extractor.types import Caption, CaptionEntry, Extraction
from scoring import DEFAULT_CONVENTIONS, Conventions, ScoreReport
from scoring.conventions import MissingCandidates
from scoring.graded.score import GRADED_VERSIONS, GradedVersion
from scoring.images import ImageId
from service.rpc.client.connection import (
    Connection,
    Resumption,
    chunks_of,
    closed_error,
    extract_request,
    extractions,
    pause_before_retry_s,
    score_report,
    score_request,
    stream_request,
)
from service.rpc.client.graded import GradedScores, graded_scores
from service.rpc.wire.errors import error_from_call

__all__ = ["AsyncCaptupleClient", "CaptupleClient"]

_CHUNK_SIZE = 64
_OF_CONNECTIONS = frozenset(
    {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL, grpc.StatusCode.CANCELLED}
)
_WINDOW_CHUNKS = 8


class CaptupleClient:
    """Connections to a server; a context manager, and safe to share between threads.

    Args:
        address: The server's ``HOST:PORT``, or any name that gRPC resolves; several addresses behind one name take
            turns.
        timeout_s: How long a call may take, with its retries, in seconds, where the call does not say; None waits for
            ever.
        wait_for_ready: Whether calls wait, within their time, for a server that cannot be reached yet.
        n_channels: Connections to keep, which calls take in turn.
        token: Bearer token; None sends none.
        allow_plaintext_token: Send the token without TLS to other machines, too, where whoever listens on the way can
            read it.
        tls: Whether to speak TLS; ``ca`` and ``cert`` imply it.
        ca: Authorities that signed the server's certificate, PEM; None takes the system's.
        cert: The client's certificate for mutual TLS, PEM; needs ``key``.
        key: Its private key, PEM.

    Raises:
        InvalidInputError: The arguments are wrong, or a token would go to another machine in clear text; every fault is
            named. Methods raise it, too, once the client is closed.
        ResourceError: A PEM file cannot be read.

    ::

        with CaptupleClient("127.0.0.1:50051") as client:
            client.extract([Caption(text="A cat sleeps on a red sofa.")])
    """

    def __init__(
        self,
        address: str,
        *,
        timeout_s: float | None = 60.0,
        wait_for_ready: bool = False,
        n_channels: int = 1,
        token: str | None = None,
        allow_plaintext_token: bool = False,
        tls: bool = False,
        ca: Path | None = None,
        cert: Path | None = None,
        key: Path | None = None,
    ) -> None:
        self._wait_for_ready = wait_for_ready
        self._connection = Connection(
            address=address,
            n_channels=n_channels,
            timeout_s=timeout_s,
            token=token,
            allow_plaintext_token=allow_plaintext_token,
            tls=tls,
            ca=ca,
            cert=cert,
            key=key,
        )
        self._is_closed = False
        self._channels = [_channel(self._connection) for _ in range(n_channels)]
        self._stubs = itertools.cycle([pb_grpc.SemanticTupleServiceStub(c) for c in self._channels])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connections; calls raise an ``InvalidInputError`` from now on."""
        self._is_closed = True
        for channel in self._channels:
            channel.close()

    def extract(
        self,
        captions: Sequence[Caption],
        *,
        min_confidence: float = 0.0,
        strict_language: bool = False,
        timeout_s: float | None = None,
    ) -> list[Extraction | CaptupleError]:
        """The tuples of each caption, in order, or the error of a caption that failed alone.

        Args:
            captions: 1 to 10,000.
            min_confidence: Links less sure than this are left out, from 0 to 1.
            strict_language: Whether a caption that is surely not English is an error; else it has no tuples, and its
                extraction names the language.
            timeout_s: How long this call may take, in seconds.

        Raises:
            InvalidInputError: The request is wrong; every fault is named.
            BundleError: The server's model cannot be used.
            UnauthenticatedError: The server does not know the token.
            DeadlineError: The call took too long.
            OverloadedError: The server has too much to do, after all retries.
            ResourceError: The server cannot be reached, or failed.
        """
        request = extract_request(captions, min_confidence=min_confidence, strict_language=strict_language)
        response: pb.ExtractTuplesResponse = self._call("ExtractTuples", request, timeout_s)
        return extractions(captions, response.results, response.model)

    def extract_stream(
        self,
        captions: Iterable[Caption],
        *,
        min_confidence: float = 0.0,
        chunk_size: int = _CHUNK_SIZE,
    ) -> Iterator[Extraction | CaptupleError]:
        """The tuples of any number of captions, in order, taken from ``captions`` as the server keeps up.

        Where the connection breaks or the server is exchanged, the stream is opened again and what was not answered is
        sent again: no item is lost, none comes twice.

        Args:
            captions: Any number.
            min_confidence: Links less sure than this are left out, from 0 to 1.
            chunk_size: Captions in one message, from 1 to 1,000; eight messages are under way at a time.

        Yields:
            One extraction or error for each caption.

        Raises:
            CaptupleError: As ``extract``, after all that was answered has been yielded.
        """
        chunks = chunks_of(captions, chunk_size)
        unanswered: deque[list[Caption]] = deque()
        resumption = Resumption()
        while True:
            # The queue ends with the stream: gRPC takes from it in a thread of its own.
            messages: queue.SimpleQueue[pb.StreamExtractTuplesRequest | None] = queue.SimpleQueue()
            for chunk in unanswered:
                messages.put(stream_request(chunk, min_confidence=min_confidence))
            call = self._stub().StreamExtractTuples(
                iter(messages.get, None),
                wait_for_ready=self._wait_for_ready,
                metadata=self._connection.metadata,
            )
            try:
                while _fill(unanswered, chunks, messages, min_confidence):
                    response = next(call, None)
                    if response is None:
                        raise ResourceError("the server ended the stream before it was done")
                    resumption.answered()
                    chunk = unanswered.popleft()
                    yield from extractions(chunk, response.results, response.model)
                messages.put(None)
                next(call, None)
                return  # noqa: TRY300  the loop goes on after an error alone
            except grpc.RpcError as e:
                pause_s = resumption.pause_s(error_from_call(e), is_unavailable=_is_unavailable(e))
            finally:
                messages.put(None)
                call.cancel()
            time.sleep(pause_s)

    def score(
        self,
        candidates: Mapping[ImageId, CaptionEntry],
        references: Mapping[ImageId, Sequence[CaptionEntry]],
        *,
        grounding: str = "lemma.v1",
        conventions: Conventions = DEFAULT_CONVENTIONS,
        missing_candidates: MissingCandidates = "error",
        strict_language: bool = False,
        timeout_s: float | None = None,
    ) -> ScoreReport:
        """The agreement of candidates with their images' references, as ``scoring.score_images`` gives it.

        Args:
            candidates: The caption under test of each image, with tuples or to be extracted.
            references: The gold captions of the same images, with tuples or to be extracted.
            grounding: A grounding function that the server knows.
            conventions: The options of the score.
            missing_candidates: What an image without a candidate, or with an empty one, is: an error, or a candidate
                without tuples (``empty``).
            strict_language: Whether a caption that is surely not English is a fault; else it has no tuples, and a
                ``NotEnglishWarning`` names it.
            timeout_s: How long this call may take, in seconds.

        Returns:
            The report: images in the order of ``references``.

        Raises:
            InvalidInputError: An input is wrong, or the sides name different images; every fault is named.
            UnknownNameError: The server knows no such grounding.
            CaptupleError: As ``extract``.
        """
        request = score_request(
            candidates,
            references,
            grounding=grounding,
            conventions=conventions,
            missing_candidates=missing_candidates,
            strict_language=strict_language,
        )
        response: pb.ScoreCaptionsResponse = self._call("ScoreCaptions", request, timeout_s)
        return score_report(response, list(references), conventions)

    def grade(
        self,
        candidates: Mapping[ImageId, CaptionEntry],
        references: Mapping[ImageId, Sequence[CaptionEntry]],
        *,
        similarity: str = "encoder.v1",
        version: GradedVersion = GRADED_VERSIONS[0],
        missing_candidates: MissingCandidates = "error",
        timeout_s: float | None = None,
    ) -> GradedScores:
        """The graded score of candidates, as ``scoring.grade_images`` gives it.

        Args:
            candidates: As of ``score``.
            references: As of ``score``.
            similarity: One that the server's model has what it needs for.
            version: Of the graded score.
            missing_candidates: As of ``score``.
            timeout_s: How long this call may take, in seconds.

        Raises:
            InvalidInputError: An input is wrong, or the server's model lacks what the similarity needs.
            UnknownNameError: The server knows no such similarity.
            CaptupleError: As ``extract``.
        """
        request = score_request(
            candidates,
            references,
            grounding="lemma.v1",
            conventions=DEFAULT_CONVENTIONS,
            missing_candidates=missing_candidates,
            similarity=similarity,
            graded_version=version,
        )
        response: pb.ScoreCaptionsResponse = self._call("ScoreCaptions", request, timeout_s)
        return graded_scores(response, list(references))

    def groundings(self, *, timeout_s: float | None = None) -> list[str]:
        """The names of the grounding functions that the server can use."""
        request = pb.ListGroundingsRequest(page_size=1000)
        response: pb.ListGroundingsResponse = self._call("ListGroundings", request, timeout_s)
        return [grounding.name for grounding in response.groundings if grounding.usable]

    def model(self, *, timeout_s: float | None = None) -> str:
        """``name@version`` of the model that answers."""
        response: pb.GetModelResponse = self._call("GetModel", pb.GetModelRequest(), timeout_s)
        return response.model.model

    def _call(self, method: str, request: object, timeout_s: float | None) -> Any:
        stub, seconds = self._stub(), self._connection.timeout_of_call_s(timeout_s)
        until = _until(seconds)
        for n_failures in itertools.count(1):
            try:
                return getattr(stub, method)(
                    request,
                    timeout=_left_s(until),
                    wait_for_ready=self._wait_for_ready,
                    metadata=self._connection.metadata,
                )
            except grpc.RpcError as e:
                error = closed_error() if self._is_closed else error_from_call(e)
                pause_s = pause_before_retry_s(error, n_failures=n_failures, is_unreached=_is_unreached(e))
                if pause_s is None or time.monotonic() + pause_s >= until:
                    raise error from e
            except ValueError as e:
                if self._is_closed:  # by another thread, since the call began
                    raise closed_error() from e
                raise
            time.sleep(pause_s)
            stub = self._stub()
        raise AssertionError  # the loop has no end

    def _stub(self) -> Any:
        if self._is_closed:
            raise closed_error()
        return next(self._stubs)


class AsyncCaptupleClient:
    """``CaptupleClient`` for asyncio: the same arguments, the same methods; an async context manager.

    ::

        async with AsyncCaptupleClient("127.0.0.1:50051") as client:
            await client.extract([Caption(text="A cat sleeps on a red sofa.")])
    """

    def __init__(
        self,
        address: str,
        *,
        timeout_s: float | None = 60.0,
        wait_for_ready: bool = False,
        n_channels: int = 1,
        token: str | None = None,
        allow_plaintext_token: bool = False,
        tls: bool = False,
        ca: Path | None = None,
        cert: Path | None = None,
        key: Path | None = None,
    ) -> None:
        self._wait_for_ready = wait_for_ready
        self._connection = Connection(
            address=address,
            n_channels=n_channels,
            timeout_s=timeout_s,
            token=token,
            allow_plaintext_token=allow_plaintext_token,
            tls=tls,
            ca=ca,
            cert=cert,
            key=key,
        )
        self._is_closed = False
        self._channels = [_async_channel(self._connection) for _ in range(n_channels)]
        self._stubs = itertools.cycle([pb_grpc.SemanticTupleServiceStub(c) for c in self._channels])

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connections; calls raise an ``InvalidInputError`` from now on."""
        self._is_closed = True
        for channel in self._channels:
            await channel.close()

    async def extract(
        self,
        captions: Sequence[Caption],
        *,
        min_confidence: float = 0.0,
        strict_language: bool = False,
        timeout_s: float | None = None,
    ) -> list[Extraction | CaptupleError]:
        """See ``CaptupleClient.extract``."""
        request = extract_request(captions, min_confidence=min_confidence, strict_language=strict_language)
        response: pb.ExtractTuplesResponse = await self._call("ExtractTuples", request, timeout_s)
        return extractions(captions, response.results, response.model)

    async def extract_stream(
        self,
        captions: Iterable[Caption],
        *,
        min_confidence: float = 0.0,
        chunk_size: int = _CHUNK_SIZE,
    ) -> AsyncIterator[Extraction | CaptupleError]:
        """See ``CaptupleClient.extract_stream``."""
        chunks = chunks_of(captions, chunk_size)
        unanswered: deque[list[Caption]] = deque()
        resumption = Resumption()
        while True:
            messages: asyncio.Queue[pb.StreamExtractTuplesRequest | None] = asyncio.Queue()
            for chunk in unanswered:
                messages.put_nowait(stream_request(chunk, min_confidence=min_confidence))
            call = self._stub().StreamExtractTuples(
                _until_none(messages),
                wait_for_ready=self._wait_for_ready,
                metadata=self._connection.metadata,
            )
            try:
                while _fill(unanswered, chunks, messages, min_confidence):
                    response = await call.read()
                    if response is grpc.aio.EOF:
                        raise ResourceError("the server ended the stream before it was done")
                    resumption.answered()
                    for item in extractions(unanswered.popleft(), response.results, response.model):
                        yield item
                messages.put_nowait(None)
                await call.read()
                return  # noqa: TRY300
            except grpc.aio.AioRpcError as e:
                pause_s = resumption.pause_s(error_from_call(e), is_unavailable=_is_unavailable(e))
            finally:
                messages.put_nowait(None)
                call.cancel()
            await asyncio.sleep(pause_s)

    async def score(
        self,
        candidates: Mapping[ImageId, CaptionEntry],
        references: Mapping[ImageId, Sequence[CaptionEntry]],
        *,
        grounding: str = "lemma.v1",
        conventions: Conventions = DEFAULT_CONVENTIONS,
        missing_candidates: MissingCandidates = "error",
        strict_language: bool = False,
        timeout_s: float | None = None,
    ) -> ScoreReport:
        """See ``CaptupleClient.score``."""
        request = score_request(
            candidates,
            references,
            grounding=grounding,
            conventions=conventions,
            missing_candidates=missing_candidates,
            strict_language=strict_language,
        )
        response: pb.ScoreCaptionsResponse = await self._call("ScoreCaptions", request, timeout_s)
        return score_report(response, list(references), conventions)

    async def grade(
        self,
        candidates: Mapping[ImageId, CaptionEntry],
        references: Mapping[ImageId, Sequence[CaptionEntry]],
        *,
        similarity: str = "encoder.v1",
        version: GradedVersion = GRADED_VERSIONS[0],
        missing_candidates: MissingCandidates = "error",
        timeout_s: float | None = None,
    ) -> GradedScores:
        """See ``CaptupleClient.grade``."""
        request = score_request(
            candidates,
            references,
            grounding="lemma.v1",
            conventions=DEFAULT_CONVENTIONS,
            missing_candidates=missing_candidates,
            similarity=similarity,
            graded_version=version,
        )
        response: pb.ScoreCaptionsResponse = await self._call("ScoreCaptions", request, timeout_s)
        return graded_scores(response, list(references))

    async def groundings(self, *, timeout_s: float | None = None) -> list[str]:
        """See ``CaptupleClient.groundings``."""
        request = pb.ListGroundingsRequest(page_size=1000)
        response: pb.ListGroundingsResponse = await self._call("ListGroundings", request, timeout_s)
        return [grounding.name for grounding in response.groundings if grounding.usable]

    async def model(self, *, timeout_s: float | None = None) -> str:
        """See ``CaptupleClient.model``."""
        response: pb.GetModelResponse = await self._call("GetModel", pb.GetModelRequest(), timeout_s)
        return response.model.model

    async def _call(self, method: str, request: object, timeout_s: float | None) -> Any:
        stub, seconds = self._stub(), self._connection.timeout_of_call_s(timeout_s)
        until = _until(seconds)
        for n_failures in itertools.count(1):
            try:
                return await getattr(stub, method)(
                    request,
                    timeout=_left_s(until),
                    wait_for_ready=self._wait_for_ready,
                    metadata=self._connection.metadata,
                )
            except grpc.aio.AioRpcError as e:
                error = closed_error() if self._is_closed else error_from_call(e)
                pause_s = pause_before_retry_s(error, n_failures=n_failures, is_unreached=_is_unreached(e))
                if pause_s is None or time.monotonic() + pause_s >= until:
                    raise error from e
            await asyncio.sleep(pause_s)
            stub = self._stub()
        raise AssertionError  # the loop has no end

    def _stub(self) -> Any:
        if self._is_closed:
            raise closed_error()
        return next(self._stubs)


def _channel(connection: Connection) -> grpc.Channel:
    credentials = connection.credentials
    if credentials is None:
        return grpc.insecure_channel(connection.address, options=connection.options)
    return grpc.secure_channel(connection.address, credentials, options=connection.options)


def _async_channel(connection: Connection) -> grpc.aio.Channel:
    credentials = connection.credentials
    if credentials is None:
        return grpc.aio.insecure_channel(connection.address, options=connection.options)
    return grpc.aio.secure_channel(connection.address, credentials, options=connection.options)


def _fill(
    unanswered: deque[list[Caption]],
    chunks: Iterator[list[Caption]],
    messages: queue.SimpleQueue[Any] | asyncio.Queue[Any],
    min_confidence: float,
) -> bool:
    """Send as many chunks as may be under way; gives whether any is."""
    for chunk in itertools.islice(chunks, max(0, _WINDOW_CHUNKS - len(unanswered))):
        unanswered.append(chunk)
        messages.put_nowait(stream_request(chunk, min_confidence=min_confidence))
    return bool(unanswered)


async def _until_none(messages: asyncio.Queue[pb.StreamExtractTuplesRequest | None]) -> AsyncIterator[Any]:
    while (message := await messages.get()) is not None:
        yield message


def _is_unavailable(error: grpc.RpcError) -> bool:
    """Whether another try may find a server that answers: it was not reached, or says that it is UNAVAILABLE."""
    return _is_unreached(error) or (
        isinstance(error, grpc.Call | grpc.aio.AioRpcError) and error.code() is grpc.StatusCode.UNAVAILABLE
    )


def _is_unreached(error: grpc.RpcError) -> bool:
    """Whether no server answered: what gRPC itself says of connections that fail, break or end under a call.

    What our server says always has details.
    """
    if not isinstance(error, grpc.Call | grpc.aio.AioRpcError):
        return False
    if any(key == "grpc-status-details-bin" for key, _ in error.trailing_metadata() or ()):
        return False
    return error.code() in _OF_CONNECTIONS


def _until(timeout_s: float | None) -> float:
    return float("inf") if timeout_s is None else time.monotonic() + timeout_s


def _left_s(until: float) -> float | None:
    """What is left of a call's time; never nothing, which would be no time at all."""
    return None if until == float("inf") else max(0.001, until - time.monotonic())
