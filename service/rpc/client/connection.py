"""What the clients share: channels with retries, requests from our values, our values from responses."""

from __future__ import annotations

import itertools
import json
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import grpc
from captuple.v1 import captuple_pb2 as pb

from extractor.errors import (
    CaptupleError,
    Fault,
    InvalidInputError,
    NotEnglishWarning,
    ResourceError,
    shorten,
)
from extractor.types import Caption, CaptionEntry, Extraction
from scoring import PRF, Bast, BastScores, BastStatistics, Conventions, ImageScore, ScoreReport
from scoring.bast.components import components_of
from scoring.conventions import MissingCandidates
from scoring.entries import all_entries, pair_by_image
from scoring.images import ImageId
from service.rpc.security.credentials import channel_credentials, client_pair_faults
from service.rpc.wire.address import stays_on_this_machine
from service.rpc.wire.convert import (
    caption_to_proto,
    entities_from_proto,
    set_image_key,
    tuples_from_proto,
    tuples_to_proto,
    unsendable,
)
from service.rpc.wire.errors import DrainingError, OverloadedError, QuotaError, error_from_status

_N_NAMED = 5
MAX_ATTEMPTS = 5
"""How often a call is tried, with ever longer pauses, while the server is UNAVAILABLE."""

_FIRST_PAUSE_S = 0.1
_LAST_PAUSE_S = 5.0
_FIRST_RECONNECT_MS = 100
_LAST_RECONNECT_MS = 1_000
_MAX_UNREACHED = 2
_RETRY_BUFFER_BYTES = 64 * 1024 * 1024
_SERVICE_CONFIG = {
    "loadBalancingConfig": [{"round_robin": {}}],
    "methodConfig": [
        {
            "name": [{"service": "captuple.v1.SemanticTupleService"}],
            "retryPolicy": {
                "maxAttempts": MAX_ATTEMPTS,
                "initialBackoff": f"{_FIRST_PAUSE_S}s",
                "maxBackoff": f"{_LAST_PAUSE_S}s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """How to reach a server.

    Attributes:
        address: ``HOST:PORT``, or any name that gRPC resolves, such as ``dns:///captuple:50051``.
        n_channels: Connections to keep: one is enough for most, many threads gain by more.
        timeout_s: How long a call may take where it does not say, in seconds; None is for ever.
        token: Bearer token; None sends none. It is sent over TLS, and to this machine's loopback without.
        allow_plaintext_token: Send the token without TLS to other hosts, too, where whoever listens on the way can read
            it.
        tls: Whether to speak TLS; implied by ``ca`` and ``cert``.
        ca: Authorities that signed the server's certificate, PEM; None takes the system's.
        cert: The client's certificate for mutual TLS, PEM.
        key: Its private key, PEM.
    """

    address: str
    n_channels: int = 1
    timeout_s: float | None = None
    token: str | None = None
    allow_plaintext_token: bool = False
    tls: bool = False
    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None

    def __post_init__(self) -> None:
        faults = [*_timeout_faults(self.timeout_s), *client_pair_faults(self.cert, self.key)]
        if self.n_channels < 1:
            faults.append(Fault(where="n_channels", problem=f"is {self.n_channels}; at least 1 is needed"))
        is_open = self.token is not None and not self._speaks_tls
        if is_open and not self.allow_plaintext_token and not stays_on_this_machine(self.address):
            problem = (
                f"would go to {shorten(self.address)} in clear text; allowed are TLS (tls, ca) and this machine's "
                "loopback, and other hosts with allow_plaintext_token"
            )
            faults.append(Fault(where="token", problem=problem))
        if faults:
            raise InvalidInputError(faults)

    @property
    def _speaks_tls(self) -> bool:
        return self.tls or self.ca is not None or self.cert is not None

    def timeout_of_call_s(self, timeout_s: float | None) -> float | None:
        """The time of a call that says ``timeout_s``, where None says nothing.

        Raises:
            InvalidInputError: It is no time.
        """
        faults = _timeout_faults(timeout_s)
        if faults:
            raise InvalidInputError(faults)
        return self.timeout_s if timeout_s is None else timeout_s

    @property
    def credentials(self) -> grpc.ChannelCredentials | None:
        """Of the channels; None where there is no TLS."""
        if not self._speaks_tls:
            return None
        return channel_credentials(self.ca, self.cert, self.key)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Headers of every call."""
        return () if self.token is None else (("authorization", f"Bearer {self.token}"),)

    @property
    def options(self) -> list[tuple[str, str | int]]:
        """Of the channels."""
        return [
            ("grpc.max_send_message_length", -1),
            ("grpc.max_receive_message_length", -1),
            ("grpc.service_config", json.dumps(_SERVICE_CONFIG)),
            ("grpc.enable_retries", 1),
            ("grpc.per_rpc_retry_buffer_size", _RETRY_BUFFER_BYTES),
            # A server that is back after a restart is found before the one that is restarted next has gone.
            ("grpc.initial_reconnect_backoff_ms", _FIRST_RECONNECT_MS),
            ("grpc.max_reconnect_backoff_ms", _LAST_RECONNECT_MS),
            ("grpc.keepalive_time_ms", 60_000),
            ("grpc.keepalive_timeout_ms", 20_000),
            # Channels of the same address would else share one connection.
            ("grpc.use_local_subchannel_pool", 1),
        ]


def _timeout_faults(timeout_s: float | None) -> list[Fault]:
    if timeout_s is None or timeout_s > 0:
        return []
    return [Fault(where="timeout_s", problem=f"is {timeout_s}; allowed are more than 0 seconds, and None")]


def closed_error() -> InvalidInputError:
    """A call on a client that is closed."""
    return InvalidInputError("the client is closed; make another one")


def extract_request(
    captions: Sequence[Caption], *, min_confidence: float, strict_language: bool
) -> pb.ExtractTuplesRequest:
    """The request of ``extract``.

    Raises:
        InvalidInputError: Captions cannot be sent; all faults are named.
    """
    check_sendable((caption, f"captions[{i}]") for i, caption in enumerate(captions))
    messages = [caption_to_proto(caption) for caption in captions]
    return pb.ExtractTuplesRequest(
        captions=messages, min_confidence=min_confidence, strict_language=strict_language
    )


def check_sendable(captions: Iterable[tuple[Caption, str]]) -> None:
    """Raise what keeps captions, each with its place, from being sent."""
    faults = [fault for caption, where in captions for fault in unsendable(caption, where=where)]
    if faults:
        raise InvalidInputError(faults)


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


def score_request(
    candidates: Mapping[ImageId, CaptionEntry],
    references: Mapping[ImageId, Sequence[CaptionEntry]],
    *,
    grounding: str,
    conventions: Conventions,
    missing_candidates: MissingCandidates = "error",
    strict_language: bool = False,
    similarity: str = "",
    graded_version: str = "",
) -> pb.ScoreCaptionsRequest:
    """The request of ``score``, and with a similarity of ``grade``.

    Raises:
        InvalidInputError: The sides name different images, captions are empty or cannot be sent; all faults are named.
    """
    candidates, references = pair_by_image(
        [_of_image(entry, image_id) for image_id, entry in candidates.items()],
        [_of_image(entry, image_id) for image_id, entries in references.items() for entry in entries],
        missing_candidates=missing_candidates,
    )
    check_sendable((entry.caption, entry.where) for entry in all_entries(candidates, references))
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
        similarity=similarity,
        graded_version=graded_version,
        return_basts=True,
    )
    no_candidate = CaptionEntry(caption=Caption(text=""))
    for image_id, entries in references.items():
        image = request.images.add(
            candidate=_score_input(candidates.get(image_id, no_candidate)),
            references=[_score_input(entry) for entry in entries],
        )
        set_image_key(image, image_id)
    return request


def _of_image(entry: CaptionEntry, image_id: ImageId) -> CaptionEntry:
    return replace(entry, caption=replace(entry.caption, image_id=image_id))


def score_report(
    response: pb.ScoreCaptionsResponse, image_ids: Sequence[ImageId], conventions: Conventions
) -> ScoreReport:
    """The report of a response to ``score_request``; what the server warns of is a ``NotEnglishWarning``."""
    if response.warnings:
        warnings.warn("; ".join(response.warnings[:_N_NAMED]), NotEnglishWarning, stacklevel=3)
    components = components_of(conventions)
    statistics = BastStatistics(components)
    images: dict[ImageId, ImageScore] = {}
    for image_id, agreement in zip(image_ids, response.images, strict=True):
        image = ImageScore.of(
            image_id,
            candidate=_bast(agreement.candidate_bast, components),
            reference=_bast(agreement.reference_bast, components),
            components=components,
        )
        statistics.add(image.counts_by_component)
        images[image_id] = image
    scores = BastScores(
        by_component={
            name: PRF(precision=component.precision, recall=component.recall, f1=component.f1)
            for name, component in zip(components, response.components, strict=True)
        },
        overall_f1=response.overall_f1,
        n_components=response.overall_component_count,
    )
    return ScoreReport(
        signature=response.signature,
        conventions=conventions,
        images=images,
        statistics=statistics,
        scores=scores,
    )


def pause_before_retry_s(error: CaptupleError, *, n_failures: int, is_unreached: bool) -> float | None:
    """How long to wait before a unary call is made again that gRPC's own retries did not help; None: not again.

    A server that shuts down did not begin the call, and another one will; nor did one that was not reached, or whose
    connection broke. What a server answers otherwise is its answer.

    Args:
        error: What the call ended with.
        n_failures: How often it has failed, with this time.
        is_unreached: Whether no server answered.
    """
    most = MAX_ATTEMPTS if isinstance(error, DrainingError) else _MAX_UNREACHED if is_unreached else 0
    return None if n_failures >= most else _FIRST_PAUSE_S * 2.0 ** (n_failures - 1)


class Resumption:
    """When a broken stream is opened again: as long as every few tries bring an answer.

    A stream is opened again, and what was not answered is sent again, where the connection broke or the server is
    overloaded or shuts down; after ``MAX_ATTEMPTS`` in a row without an answer the error is raised.
    """

    def __init__(self) -> None:
        self._n_failures = 0

    def answered(self) -> None:
        """An answer came."""
        self._n_failures = 0

    def pause_s(self, error: CaptupleError, *, is_unavailable: bool) -> float:
        """How long to wait before the stream is opened again, in seconds.

        Raises:
            CaptupleError: ``error``, where trying again is of no use or has been tried enough.
        """
        self._n_failures += 1
        if not (is_unavailable or isinstance(error, QuotaError)) or self._n_failures >= MAX_ATTEMPTS:
            raise error
        if isinstance(error, DrainingError) and self._n_failures == 1:
            return 0.0
        pause_s = min(_FIRST_PAUSE_S * 2.0**self._n_failures, _LAST_PAUSE_S)
        asked_s = error.retry_after_s if isinstance(error, OverloadedError) else None
        return max(pause_s, asked_s or 0.0)


def chunks_of(captions: Iterable[Caption], size: int) -> Iterator[list[Caption]]:
    """The captions in chunks, checked as they are taken.

    Raises:
        InvalidInputError: Captions cannot be sent; all faults of a chunk are named, by their place in ``captions``.
    """
    if size < 1:
        raise InvalidInputError(f"chunk_size is {size}; at least 1 is needed")
    numbered = enumerate(captions)
    while chunk := list(itertools.islice(numbered, size)):
        check_sendable((caption, f"captions[{i}]") for i, caption in chunk)
        yield [caption for _, caption in chunk]


def stream_request(captions: Sequence[Caption], *, min_confidence: float) -> pb.StreamExtractTuplesRequest:
    """One message of a stream."""
    messages = [caption_to_proto(caption) for caption in captions]
    return pb.StreamExtractTuplesRequest(captions=messages, min_confidence=min_confidence)


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


def _bast(message: pb.Bast, components: Sequence[str]) -> Bast:
    return Bast.of(
        {
            name: [tuple(value.parts) for value in component.values]
            for name, component in zip(components, message.components, strict=True)
        }
    )
