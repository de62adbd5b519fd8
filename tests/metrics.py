"""What a server's metrics say, read as Prometheus reads them."""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Callable

from prometheus_client.parser import text_string_to_metric_families

Samples = dict[tuple[object, ...], float]
"""Value by name and sorted labels."""


def samples_at(port: int) -> Samples:
    """The samples of the moment."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as page:
        text = page.read().decode()
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def samples_once(port: int, condition: Callable[[Samples], bool]) -> Samples:
    """The samples as soon as a condition holds: a call is counted a moment after its answer has gone."""
    until = time.monotonic() + 20
    while not condition(samples := samples_at(port)):
        assert time.monotonic() < until, samples
    return samples
