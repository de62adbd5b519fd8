"""What is under way in a stream of captions, over all the connections that it takes."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable, Iterator

import grpc

from captuple.client.calls import extractions, sendable_captions
from captuple.client.retries import Resumption
from captuple.errors import CaptupleError, InvalidInputError, ResourceError
from captuple.types import Caption, Extraction
from captuple.v1 import captuple_pb2 as pb
from captuple.wire.convert import caption_to_proto

CHUNK_SIZE = 64
_WINDOW_CHUNKS = 8


class CaptionStream:
    """The captions of a stream in chunks: one message each, and some of them unanswered.

    Args:
        captions: Any number, taken as answers come.
        min_confidence: Links less sure than this are left out, from 0 to 1.
        strict_language: Whether a caption that is surely not English is an error.
        chunk_size: Captions in one message.
        patience_s: See ``Resumption``.

    Raises:
        InvalidInputError: ``chunk_size`` is none.
    """

    def __init__(
        self,
        captions: Iterable[str | Caption],
        *,
        min_confidence: float,
        strict_language: bool,
        chunk_size: int,
        patience_s: float | None,
    ) -> None:
        if chunk_size < 1:
            raise InvalidInputError(f"chunk_size is {chunk_size}; at least 1 is needed")
        self._chunks = _chunks_of(captions, chunk_size)
        self._min_confidence, self._strict_language = min_confidence, strict_language
        self._unanswered: deque[list[Caption]] = deque()
        self._resumption = Resumption(patience_s)

    @property
    def is_done(self) -> bool:
        """Whether all that was sent is answered: after ``more``, whether that is all."""
        return not self._unanswered

    def again(self) -> list[pb.StreamExtractTuplesRequest]:
        """The messages that a new connection is to begin with."""
        return [self._message(chunk) for chunk in self._unanswered]

    def more(self) -> list[pb.StreamExtractTuplesRequest]:
        """As many messages as may be under way beside those that are.

        Raises:
            InvalidInputError: Captions cannot be sent; all faults of a chunk are named, by their places.
        """
        chunks = list(itertools.islice(self._chunks, max(0, _WINDOW_CHUNKS - len(self._unanswered))))
        self._unanswered += chunks
        return [self._message(chunk) for chunk in chunks]

    def answers(self, response: pb.StreamExtractTuplesResponse | None) -> list[Extraction | CaptupleError]:
        """What the next message is answered with.

        Raises:
            ResourceError: The stream has ended (None), or there is not one result for each caption.
        """
        if response is None:
            raise ResourceError("the server ended the stream before it was done")
        self._resumption.answered()
        return extractions(self._unanswered.popleft(), response.results, response.model)

    def pause_s(self, failure: grpc.RpcError) -> float:
        """See ``Resumption.pause_s``."""
        return self._resumption.pause_s(failure)

    def _message(self, chunk: list[Caption]) -> pb.StreamExtractTuplesRequest:
        return pb.StreamExtractTuplesRequest(
            captions=[caption_to_proto(caption) for caption in chunk],
            min_confidence=self._min_confidence,
            strict_language=self._strict_language,
        )


def _chunks_of(captions: Iterable[str | Caption], size: int) -> Iterator[list[Caption]]:
    if isinstance(captions, str):
        raise InvalidInputError("captions: is one text; allowed are captions")
    remaining, n_taken = iter(captions), 0
    while chunk := list(itertools.islice(remaining, size)):
        yield sendable_captions(chunk, first=n_taken)
        n_taken += len(chunk)
