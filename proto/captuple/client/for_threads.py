"""The client for threads."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import grpc

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
from captuple.client.core import Core, closed_error
from captuple.client.streams import CHUNK_SIZE, CaptionStream
from captuple.conventions import DEFAULT_CONVENTIONS, Conventions, MissingCandidates
from captuple.errors import CaptupleError
from captuple.types import Caption, Extraction
from captuple.v1 import captuple_pb2 as pb


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
            client.extract(["A cat sleeps on a red sofa."])
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
        self._channels = [connection.channel() for _ in range(n_channels)]
        self._core = Core(connection, self._channels)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connections; calls raise an ``InvalidInputError`` from now on."""
        self._core.is_closed = True
        for channel in self._channels:
            channel.close()

    def extract(
        self,
        captions: Sequence[str | Caption],
        *,
        min_confidence: float = 0.0,
        strict_language: bool = False,
        timeout_s: float | None = None,
    ) -> list[Extraction | CaptupleError]:
        """The tuples of each caption, in order, or the error of a caption that failed alone.

        Args:
            captions: 1 to 10,000, by text or with ids and tokens.
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
        call = extract_call(captions, min_confidence=min_confidence, strict_language=strict_language)
        return self._call(call, timeout_s)

    def extract_stream(
        self,
        captions: Iterable[str | Caption],
        *,
        min_confidence: float = 0.0,
        strict_language: bool = False,
        chunk_size: int = CHUNK_SIZE,
    ) -> Iterator[Extraction | CaptupleError]:
        """The tuples of any number of captions, in order, taken from ``captions`` as the server keeps up.

        Where the connection breaks or the server is exchanged, the stream is opened again and what was not answered is
        sent again: no item is lost, none comes twice.

        Args:
            captions: Any number.
            min_confidence: Links less sure than this are left out, from 0 to 1.
            strict_language: As of ``extract``.
            chunk_size: Captions in one message, from 1 to 1,000; eight messages are under way at a time.

        Yields:
            One extraction or error for each caption.

        Raises:
            CaptupleError: As ``extract``, after all that was answered has been yielded; for a server that stays away,
                or refuses, after the client's ``timeout_s`` without an answer.
        """
        stream = CaptionStream(
            captions,
            min_confidence=min_confidence,
            strict_language=strict_language,
            chunk_size=chunk_size,
            patience_s=self._core.connection.timeout_s,
        )
        while True:
            # The queue ends with the stream: gRPC takes from it in a thread of its own.
            messages: queue.SimpleQueue[pb.StreamExtractTuplesRequest | None] = queue.SimpleQueue()
            for message in stream.again():
                messages.put(message)
            call = self._core.stream(iter(messages.get, None))
            try:
                while True:
                    for message in stream.more():
                        messages.put(message)
                    if stream.is_done:
                        break
                    yield from stream.answers(next(call, None))
                messages.put(None)
                next(call, None)
                return  # noqa: TRY300  the loop goes on after an error alone
            except grpc.RpcError as e:
                pause_s = stream.pause_s(e)
            finally:
                messages.put(None)
                call.cancel()
            time.sleep(pause_s)

    def score(
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
        """The agreement of candidates with their images' references.

        Args:
            candidates: The caption under test of each image: its text, or with ids, tokens or tuples.
            references: The gold captions of the same images, likewise.
            grounding: A grounding function that the server knows.
            conventions: The options of the score.
            missing_candidates: What an image without a candidate, or with an empty one, is: an error, or a candidate
                without tuples (``empty``).
            strict_language: Whether a caption that is surely not English is a fault; else it has no tuples, and a
                ``NotEnglishWarning`` names it.
            timeout_s: How long this call may take, in seconds.

        Returns:
            Precision, recall and F1 of every component, overall and of each image, and the BASTs; images in the order
            of ``references``.

        Raises:
            InvalidInputError: An input is wrong, or the sides name different images; every fault is named.
            UnknownNameError: The server knows no such grounding.
            CaptupleError: As ``extract``.
        """
        call = score_call(
            candidates,
            references,
            grounding=grounding,
            conventions=conventions,
            missing_candidates=missing_candidates,
            strict_language=strict_language,
        )
        return self._call(call, timeout_s)

    def grade(
        self,
        candidates: Mapping[CandidateId, CaptionInput],
        references: Mapping[ReferenceId, Sequence[CaptionInput]],
        *,
        similarity: str = "encoder.v1",
        version: str = "",
        missing_candidates: MissingCandidates = "error",
        timeout_s: float | None = None,
    ) -> GradedScores:
        """The graded score of candidates.

        Args:
            candidates: As of ``score``.
            references: As of ``score``.
            similarity: One that the server's model has what it needs for.
            version: Of the graded score; empty takes the newest that the server has.
            missing_candidates: As of ``score``.
            timeout_s: How long this call may take, in seconds.

        Raises:
            InvalidInputError: An input is wrong, or the server's model lacks what the similarity needs.
            UnknownNameError: The server knows no such similarity.
            CaptupleError: As ``extract``.
        """
        call = grade_call(
            candidates,
            references,
            similarity=similarity,
            version=version,
            missing_candidates=missing_candidates,
        )
        return self._call(call, timeout_s)

    def groundings(self, *, timeout_s: float | None = None) -> list[str]:
        """The names of the grounding functions that the server can use."""
        return self._call(groundings_call(), timeout_s)

    def model(self, *, timeout_s: float | None = None) -> str:
        """``name@version`` of the model that answers."""
        return self._call(model_call(), timeout_s)

    def _call(self, call: Call[Result], timeout_s: float | None) -> Result:
        tries = self._core.tries(timeout_s)
        while True:
            try:
                response = self._core.begin(call, tries)
                break
            except grpc.RpcError as e:
                pause_s = self._core.pause_s(call, tries, e)
            except ValueError as e:
                if self._core.is_closed:  # by another thread, since the call began
                    raise closed_error() from e
                raise
            time.sleep(pause_s)
        return call.read(response)
