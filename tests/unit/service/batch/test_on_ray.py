"""What a job on Ray says where there is no cluster; the jobs themselves are in tests/integration/test_batch.py."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from extractor.errors import ResourceError
from service.batch.engines import on_ray


class RayError(Exception):
    pass


@pytest.mark.parametrize("error", [ConnectionError, RuntimeError, ValueError, RayError])
@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("10.0.0.1:6379", r"the Ray cluster '10.0.0.1:6379' \(RAY_ADDRESS\) cannot be joined: no token"),
        ("", "Ray does not start: no token"),
    ],
)
def test_a_cluster_that_cannot_be_joined_or_started(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], address: str, message: str
) -> None:
    def init(**options: Any) -> None:
        raise error("many words\n\nno token\n")

    fake = SimpleNamespace(init=init, exceptions=SimpleNamespace(RayError=RayError))
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.setitem(sys.modules, "ray.exceptions", fake.exceptions)
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(ResourceError, match=message):
        on_ray._start(2)
