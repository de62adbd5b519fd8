"""OpenTelemetry traces, where a collector is named and the extra ``otel`` is installed."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from extractor.errors import Fault, InvalidInputError


class Span(Protocol):
    """What a call may say of itself."""

    def set_attribute(self, key: str, value: str | int | float) -> None:
        """Note a fact."""


class Tracer(Protocol):
    """Makes spans."""

    def span(self, name: str, headers: Mapping[str, str]) -> AbstractContextManager[Span]:
        """A span of a call, as part of the trace that the call's headers name."""

    def close(self) -> None:
        """Send what is left."""


class _NoSpan:
    def set_attribute(self, key: str, value: str | int | float) -> None:
        """Nobody listens."""


class NoTracer:
    """Makes no spans."""

    @contextmanager
    def span(self, name: str, headers: Mapping[str, str]) -> Iterator[Span]:
        """See ``Tracer``."""
        yield _NoSpan()

    def close(self) -> None:
        """See ``Tracer``."""


def check_otel() -> None:
    """Raise where the extra ``otel`` is not installed.

    Raises:
        InvalidInputError: So it is.
    """
    try:
        importlib.import_module("opentelemetry.exporter.otlp.proto.grpc.trace_exporter")
        importlib.import_module("opentelemetry.sdk.trace.export")
    except ImportError as e:
        problem = f"needs OpenTelemetry: pip install 'captuple[otel]' ({e})"
        raise InvalidInputError([Fault(where="otlp_endpoint", problem=problem)]) from e


class OtlpTracer:
    """Sends spans to a collector by OTLP over gRPC.

    Args:
        endpoint: URL of the collector; ``http://`` is without TLS.

    Raises:
        InvalidInputError: The extra ``otel`` is not installed.
    """

    def __init__(self, endpoint: str) -> None:
        check_otel()
        from opentelemetry import propagate, trace
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        self._provider = TracerProvider(resource=Resource.create({"service.name": "captuple"}))
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint)))
        self._tracer = self._provider.get_tracer("captuple")
        self._extract: Callable[[Mapping[str, str]], object] = propagate.extract
        self._kind = trace.SpanKind.SERVER

    @contextmanager
    def span(self, name: str, headers: Mapping[str, str]) -> Iterator[Span]:
        """See ``Tracer``."""
        context = self._extract(headers)
        # Contexts hang on tasks, and an abort ends a call by an exception that is no fault.
        with self._tracer.start_as_current_span(
            name,
            context=context,  # type: ignore[arg-type]  # what extract gave
            kind=self._kind,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            yield span

    def close(self) -> None:
        """See ``Tracer``."""
        self._provider.shutdown()
