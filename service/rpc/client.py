"""A typed, synchronous client of ``SemanticTupleService``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

import grpc
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc

from extractor.errors import CaptupleError, InvalidInputError, ResourceError
from extractor.types import Caption, Extraction
from scoring import (
    COMPONENTS,
    DEFAULT_CONVENTIONS,
    PRF,
    Bast,
    BastScores,
    BastStatistics,
    Conventions,
    ImageScore,
    ScoreReport,
)
from service.entries import CaptionEntry, ImageId, all_entries
from service.rpc.convert import (
    caption_to_proto,
    set_image_key,
    tuples_from_proto,
    tuples_to_proto,
    unsendable,
)
from service.rpc.errors import error_from_call, error_from_status


class CaptupleClient:
    """One connection to a server; a context manager, and safe to share between threads.

    Args:
        address: The server's ``HOST:PORT``.
        timeout_s: How long a call may take, in seconds, where the call does not say; None waits for ever.
        wait_for_ready: Whether calls wait, within their time, for a server that is still starting.

    ::

        with CaptupleClient("127.0.0.1:50051") as client:
            client.extract([Caption(text="A cat sleeps on a red sofa.")])
    """

    def __init__(self, address: str, *, timeout_s: float | None = 60.0, wait_for_ready: bool = False) -> None:
        self._timeout_s = timeout_s
        self._wait_for_ready = wait_for_ready
        self._channel = grpc.insecure_channel(
            address,
            options=[("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1)],
        )
        self._stub = pb_grpc.SemanticTupleServiceStub(self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self._channel.close()

    def extract(
        self, captions: Sequence[Caption], *, min_confidence: float = 0.0, timeout_s: float | None = None
    ) -> list[Extraction | CaptupleError]:
        """The tuples of each caption, in order, or the error of a caption that failed alone.

        Args:
            captions: 1 to 10,000.
            min_confidence: Links less sure than this are left out, from 0 to 1.
            timeout_s: How long this call may take, in seconds.

        Raises:
            InvalidInputError: The request is wrong; every fault is named.
            BundleError: The server's model cannot be used.
            ResourceError: The server cannot be reached, took too long, or failed.
        """
        faults = [
            fault
            for i, caption in enumerate(captions)
            for fault in unsendable(caption, where=f"captions[{i}]")
        ]
        if faults:
            raise InvalidInputError(faults)
        request = pb.ExtractTuplesRequest(
            captions=[caption_to_proto(caption) for caption in captions], min_confidence=min_confidence
        )
        try:
            response: pb.ExtractTuplesResponse = self._stub.ExtractTuples(
                request, timeout=timeout_s or self._timeout_s, wait_for_ready=self._wait_for_ready
            )
        except grpc.RpcError as e:
            raise error_from_call(e) from e
        if len(response.results) != len(captions):
            n_results = len(response.results)
            raise ResourceError(f"the server answered {len(captions)} captions with {n_results} results")
        return [
            error_from_status(result.error)
            if result.WhichOneof("outcome") == "error"
            else Extraction(
                caption=caption, model=response.model, tuples=tuples_from_proto(result.tuples.tuples)
            )
            for caption, result in zip(captions, response.results, strict=True)
        ]

    def score(
        self,
        candidates: Mapping[ImageId, CaptionEntry],
        references: Mapping[ImageId, Sequence[CaptionEntry]],
        *,
        grounding: str = "lemma.v1",
        conventions: Conventions = DEFAULT_CONVENTIONS,
        timeout_s: float | None = None,
    ) -> ScoreReport:
        """The agreement of candidates with their images' references, as ``scoring.score_images`` gives it.

        Args:
            candidates: The caption under test of each image, with tuples or to be extracted.
            references: The gold captions of the same images, with tuples or to be extracted.
            grounding: A grounding function that the server knows.
            conventions: The options of the score.
            timeout_s: How long this call may take, in seconds.

        Returns:
            The report: images in the order of ``references``.

        Raises:
            InvalidInputError: An input is wrong, or the sides name different images; every fault is named.
            UnknownNameError: The server knows no such grounding.
            BundleError: The server's model cannot be used.
            ResourceError: The server cannot be reached, took too long, or failed.
        """
        different = sorted(map(str, candidates.keys() ^ references.keys()))
        if different:
            raise InvalidInputError(f"images on one side only: {', '.join(different)}")
        faults = [
            fault
            for entry in all_entries(candidates, references)
            for fault in unsendable(entry.caption, where=entry.where)
        ]
        if faults:
            raise InvalidInputError(faults)
        request = pb.ScoreCaptionsRequest(
            grounding=grounding,
            null_convention=f"NULL_CONVENTION_{conventions.null.upper()}",
            empty_convention=f"EMPTY_CONVENTION_{conventions.empty.upper()}",
            average_convention=f"AVERAGE_CONVENTION_{conventions.average.upper()}",
            return_basts=True,
        )
        for image_id, entries in references.items():
            image = request.images.add(
                candidate=_score_input(candidates[image_id]),
                references=[_score_input(entry) for entry in entries],
            )
            set_image_key(image, image_id)
        try:
            response: pb.ScoreCaptionsResponse = self._stub.ScoreCaptions(
                request, timeout=timeout_s or self._timeout_s, wait_for_ready=self._wait_for_ready
            )
        except grpc.RpcError as e:
            raise error_from_call(e) from e
        return _report(response, list(references), conventions)


def _score_input(entry: CaptionEntry) -> pb.ScoreInput:
    caption = caption_to_proto(entry.caption)
    if entry.tuples is None:
        return pb.ScoreInput(caption=caption)
    return pb.ScoreInput(
        tuples=pb.CaptionTuples(
            caption=caption if entry.caption.text else None,
            tuples=tuples_to_proto(entry.tuples),
            model=entry.model or "",
        )
    )


def _report(
    response: pb.ScoreCaptionsResponse, image_ids: Sequence[ImageId], conventions: Conventions
) -> ScoreReport:
    statistics = BastStatistics()
    images: dict[ImageId, ImageScore] = {}
    for image_id, agreement in zip(image_ids, response.images, strict=True):
        image = ImageScore.of(
            image_id,
            candidate=_bast(agreement.candidate_bast),
            reference=_bast(agreement.reference_bast),
        )
        statistics.add(image.counts_by_component)
        images[image_id] = image
    scores = BastScores(
        by_component={
            name: PRF(precision=component.precision, recall=component.recall, f1=component.f1)
            for name, component in zip(COMPONENTS, response.components, strict=True)
        },
        overall_f1=response.overall_f1,
    )
    return ScoreReport(
        signature=response.signature,
        conventions=conventions,
        images=images,
        statistics=statistics,
        scores=scores,
    )


def _bast(message: pb.Bast) -> Bast:
    return Bast.of(
        {
            name: [tuple(value.parts) for value in component.values]
            for name, component in zip(COMPONENTS, message.components, strict=True)
        }
    )
