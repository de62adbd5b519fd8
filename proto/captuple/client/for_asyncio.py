"""The client for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import grpc
import grpc.aio

from captuple.agreement import CaptionAgreement, GradedScores
from captuple.client.calls import (
    Call,
    CandidateId,
    CaptionInput,
    ReferenceId,
    Result,
    extract_call,
    grade_call,
    groundings_call,
    model_call,
    score_call,
)
from captuple.client.connection import Connection
from captuple.client.core import Core
from captuple.client.streams import CHUNK_SIZE, CaptionStream
from captuple.conventions import DEFAULT_CONVENTIONS, Conventions, MissingCandidates
from captuple.errors import CaptupleError
from captuple.types import Caption, Extraction
from captuple.v1 import captuple_pb2 as pb


class AsyncCaptupleClient:
    """``CaptupleClient`` for asyncio: the same arguments, the same methods; an async context manager.

    ::

        async with AsyncCaptupleClient("127.0.0.1:50051") as client:
            await client.extract(["A cat sleeps on a red sofa."])
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
        connection = Connection(
            address=address,
            n_channels=n_channels,
            timeout_s=timeout_s,
            wait_for_ready=wait_for_ready,
            token=token,
            allow_plaintext_token=allow_plaintext_token,
            tls=tls,
            ca=ca,
            cert=cert,
            key=key,
        )
        self._channels = [connection.async_channel() for _ in range(n_channels)]
        self._core = Core(connection, self._channels)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connections; calls raise an ``InvalidInputError`` from now on."""
        self._core.is_closed = True
        for channel in self._channels:
            await channel.close()

    async def extract(
        self,
        captions: Sequence[str | Caption],
        *,
        min_confidence: float = 0.0,
        strict_language: bool = False,
        timeout_s: float | None = None,
    ) -> list[Extraction | CaptupleError]:
        """See ``CaptupleClient.extract``."""
        call = extract_call(captions, min_confidence=min_confidence, strict_language=strict_language)
        return await self._call(call, timeout_s)

    async def extract_stream(
        self,
        captions: Iterable[str | Caption],
        *,
        min_confidence: float = 0.0,
        strict_language: bool = False,
        chunk_size: int = CHUNK_SIZE,
    ) -> AsyncIterator[Extraction | CaptupleError]:
        """See ``CaptupleClient.extract_stream``."""
        stream = CaptionStream(
            captions,
            min_confidence=min_confidence,
            strict_language=strict_language,
            chunk_size=chunk_size,
            patience_s=self._core.connection.timeout_s,
        )
        while True:
            messages: asyncio.Queue[pb.StreamExtractTuplesRequest | None] = asyncio.Queue()
            for message in stream.again():
                messages.put_nowait(message)
            call = self._core.stream(_until_none(messages))
            try:
                while True:
                    for message in stream.more():
                        messages.put_nowait(message)
                    if stream.is_done:
                        break
                    response = await call.read()
                    for item in stream.answers(None if response is grpc.aio.EOF else response):
                        yield item
                messages.put_nowait(None)
                await call.read()
                return  # noqa: TRY300  the loop goes on after an error alone
            except grpc.aio.AioRpcError as e:
                pause_s = stream.pause_s(e)
            finally:
                messages.put_nowait(None)
                call.cancel()
            await asyncio.sleep(pause_s)

    async def score(
        self,
        candidates: Mapping[CandidateId, CaptionInput],
        references: Mapping[ReferenceId, Sequence[CaptionInput]],
        *,
        grounding: str = "lemma.v1",
        conventions: Conventions = DEFAULT_CONVENTIONS,
        missing_candidates: MissingCandidates = "error",
        strict_language: bool = False,
        timeout_s: float | None = None,
    ) -> CaptionAgreement:
        """See ``CaptupleClient.score``."""
        call = score_call(
            candidates,
            references,
            grounding=grounding,
            conventions=conventions,
            missing_candidates=missing_candidates,
            strict_language=strict_language,
        )
        return await self._call(call, timeout_s)

    async def grade(
        self,
        candidates: Mapping[CandidateId, CaptionInput],
        references: Mapping[ReferenceId, Sequence[CaptionInput]],
        *,
        similarity: str = "encoder.v1",
        version: str = "",
        missing_candidates: MissingCandidates = "error",
        timeout_s: float | None = None,
    ) -> GradedScores:
        """See ``CaptupleClient.grade``."""
        call = grade_call(
            candidates,
            references,
            similarity=similarity,
            version=version,
            missing_candidates=missing_candidates,
        )
        return await self._call(call, timeout_s)

    async def groundings(self, *, timeout_s: float | None = None) -> list[str]:
        """See ``CaptupleClient.groundings``."""
        return await self._call(groundings_call(), timeout_s)

    async def model(self, *, timeout_s: float | None = None) -> str:
        """See ``CaptupleClient.model``."""
        return await self._call(model_call(), timeout_s)

    async def _call(self, call: Call[Result], timeout_s: float | None) -> Result:
        tries = self._core.tries(timeout_s)
        while True:
            try:
                response = await self._core.begin(call, tries)
                break
            except grpc.aio.AioRpcError as e:
                pause_s = self._core.pause_s(call, tries, e)
            await asyncio.sleep(pause_s)
        return call.read(response)


async def _until_none(
    messages: asyncio.Queue[pb.StreamExtractTuplesRequest | None],
) -> AsyncIterator[pb.StreamExtractTuplesRequest]:
    while (message := await messages.get()) is not None:
        yield message
