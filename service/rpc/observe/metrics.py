"""What Prometheus sees of a server."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from captuple.v1 import captuple_pb2 as pb
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from extractor.errors import ResourceError

if TYPE_CHECKING:
    from threading import Thread
    from wsgiref.simple_server import WSGIServer

    from service.rpc.workers.batcher import Job, Outcome

_log = logging.getLogger(__name__)
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_CAPTIONS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2000)


class Metrics:
    """One server's metrics, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"captuple_{name}", text, labels, registry=self.registry)

        def gauge(name: str, text: str, *labels: str) -> Gauge:
            return Gauge(f"captuple_{name}", text, labels, registry=self.registry)

        def histogram(name: str, text: str, *labels: str, buckets: Sequence[float] = _SECONDS) -> Histogram:
            return Histogram(f"captuple_{name}", text, labels, registry=self.registry, buckets=buckets)

        self.calls = counter("calls", "Calls that ended.", "method", "code")
        self.call_seconds = histogram("call_seconds", "How long calls took.", "method")
        self.calls_in_progress = gauge("calls_in_progress", "Calls that run.", "method")
        self.queue_delay_seconds = histogram("queue_delay_seconds", "How long captions waited for a worker.")
        self.queue_captions = gauge("queue_captions", "Captions that wait for a worker.", "calls")
        self.batch_captions = histogram("batch_captions", "Captions in one batch.", buckets=_CAPTIONS)
        self.batch_seconds = histogram("batch_seconds", "How long batches took.")
        self.captions = counter("captions", "Captions by what came of them.", "outcome")
        self.tuples = counter("tuples", "Tuples that were found.")
        self.model_info = gauge("model_info", "1 for the model that answers.", "model")
        self.workers = gauge("workers", "Workers that are ready.")
        self.worker_deaths = counter("worker_deaths", "Workers that ended on their own, and were replaced.")
        self.worker_start_failures = counter("worker_start_failures", "Workers that could not be started.")
        self.caches_given_up = counter(
            "caches_given_up", "Workers that go on without their cache, as its disk is full or fails."
        )
        self.certificate_expiry = gauge(
            "certificate_expiry_timestamp_seconds",
            "Until when the server's certificates hold, in seconds of Unix time.",
            "setting",
        )
        self.reloads = counter("reloads", "Looks at a new bundle by what came of them.", "outcome")
        self._begin_at_zero()

    def _begin_at_zero(self) -> None:
        """Make the series that alerts ask for: of one that begins with its first event, Prometheus sees no increase."""
        for outcome in ("done", "refused"):
            self.reloads.labels(outcome)
        for outcome in ("done", "failed", "refused"):
            self.captions.labels(outcome)
        for method in pb.DESCRIPTOR.services_by_name["SemanticTupleService"].methods:
            for code in ("OK", "UNAVAILABLE", "DEADLINE_EXCEEDED", "INTERNAL"):
                self.calls.labels(method.name, code)

    def batch_taken(self, jobs: Sequence[Job], *, delay_s: Sequence[float]) -> None:
        """See ``BatchMeter``."""
        self.batch_captions.observe(len(jobs))
        for delay in delay_s:
            self.queue_delay_seconds.observe(delay)

    def batch_done(self, jobs: Sequence[Job], outcomes: Sequence[Outcome], *, seconds: float) -> None:
        """A worker has the outcome of each job of a batch, after so long."""
        self.batch_seconds.observe(seconds)
        failed = [outcome.data is None and not outcome.faults for outcome in outcomes]
        of_captions = [job.kind in ("extract", "lemmatize") for job in jobs]
        self.captions.labels("failed").inc(sum(failed))
        self.captions.labels("done").inc(sum(c and not f for c, f in zip(of_captions, failed, strict=True)))
        self.tuples.inc(sum(outcome.n_tuples for outcome in outcomes))

    def caption_refused(self, *, length: int) -> None:
        """See ``BatchMeter``."""
        self.captions.labels("refused").inc()
        _log.error("workers ended over a caption of %d code points: it is refused", length)

    def follow_queue(self, n_waiting: Callable[..., int]) -> None:
        """Show how many captions wait, by asking for it whenever somebody looks.

        Args:
            n_waiting: Says how many, ``is_large`` or not.
        """
        for name, is_large in (("small", False), ("large", True)):
            self.queue_captions.labels(name).set_function(functools.partial(n_waiting, is_large=is_large))

    def serve(self, host: str, port: int) -> MetricsServer:
        """Answer ``/metrics`` over HTTP, in a thread, until the server is closed.

        Raises:
            ResourceError: The port is in use or not allowed.
        """
        try:
            server, thread = start_http_server(port, addr=host.strip("[]"), registry=self.registry)
        except OSError as e:
            raise ResourceError(f"metrics cannot listen on {host}:{port}: {e.strerror}") from e
        return MetricsServer(server, thread)


class MetricsServer:
    """The HTTP server of metrics."""

    def __init__(self, server: WSGIServer, thread: Thread) -> None:
        self._server = server
        self._thread = thread

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._server.server_port

    def close(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
