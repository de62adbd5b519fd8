"""What clients and the probe refuse before anything is sent; no server is needed."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from captuple import AsyncCaptupleClient, CaptupleClient
from captuple.client.connection import Connection
from captuple.client.retries import Resumption, Tries
from captuple.errors import DeadlineError, DrainingError, NotReadyError, OverloadedError
from captuple.wire.address import stays_on_this_machine
from captuple.wire.errors import DETAILS_TRAILER

from extractor.errors import InvalidInputError, ResourceError
from extractor.types import Caption
from service.rpc.probe import main as probe
from tests.certificates import Authority

ADDRESS = "127.0.0.1:1"
TOKEN = "a-token-for-tests-1"
DOG = [Caption(text="run dog")]


def both(address: str, **options: Any) -> list[CaptupleClient | AsyncCaptupleClient]:
    """A client of either kind."""

    async def make() -> AsyncCaptupleClient:
        return AsyncCaptupleClient(address, **options)

    return [CaptupleClient(address, **options), asyncio.run(make())]


@pytest.mark.parametrize("kind", [CaptupleClient, AsyncCaptupleClient])
@pytest.mark.parametrize("address", ["captuple.example:50051", "dns:///captuple:50051", "10.0.0.1:1"])
def test_a_token_does_not_travel_in_clear_text(kind: Any, address: str) -> None:
    with pytest.raises(
        InvalidInputError, match=r"token: would go to .* in clear text.*allow_plaintext_token"
    ):
        kind(address, token=TOKEN)


@pytest.mark.parametrize(
    "options",
    [{}, {"token": TOKEN, "tls": True}, {"token": TOKEN, "allow_plaintext_token": True}],
    ids=["no token", "TLS", "told to"],
)
def test_other_hosts_are_reached_without_a_token_over_tls_or_where_told(options: dict[str, Any]) -> None:
    assert len(both("captuple.example:50051", **options)) == 2


def test_a_token_stays_on_this_machine() -> None:
    assert len(both("localhost:50051", token=TOKEN)) == 2


@pytest.mark.parametrize(
    ("target", "stays"),
    [
        ("127.0.0.1:50051", True),
        ("127.9.9.9:1", True),
        ("localhost:1", True),
        ("localhost", True),
        ("[::1]:1", True),
        ("dns:localhost:1", True),
        ("dns:///localhost:1", True),
        ("dns://8.8.8.8/localhost:1", True),
        ("ipv4:127.0.0.1:1,127.0.0.2:1", True),
        ("ipv6:[::1]:1", True),
        ("ipv6:%5B::1%5D:1", True),
        ("unix:/run/captuple.sock", True),
        ("unix-abstract:captuple", True),
        ("ipv4:127.0.0.1:1,10.0.0.1:1", False),
        ("0.0.0.0:1", False),
        ("10.0.0.1:1", False),
        ("captuple:50051", False),
        ("dns:///captuple:50051", False),
        ("dns://127.0.0.1/captuple:50051", False),
        ("localhost.example:1", False),
        ("xds:///localhost:1", False),
        ("", False),
    ],
)
def test_which_targets_stay_on_this_machine(target: str, stays: bool) -> None:  # noqa: FBT001
    assert stays_on_this_machine(target) is stays


@pytest.mark.parametrize("kind", [CaptupleClient, AsyncCaptupleClient])
@pytest.mark.parametrize("given", ["cert", "key"])
@pytest.mark.parametrize("with_ca", [True, False])
def test_certificate_and_key_come_together(tmp_path: Path, kind: Any, given: str, with_ca: bool) -> None:  # noqa: FBT001
    authority = Authority(tmp_path, "authority")
    pair = authority.issue("client")
    files: dict[str, Path] = {given: getattr(pair, given)}
    if with_ca:
        files["ca"] = authority.cert
    missing = {"cert": "key", "key": "cert"}[given]
    problem = f"{given}: .* is given without {missing}; both are needed, or none"
    with pytest.raises(InvalidInputError, match=problem):
        kind(ADDRESS, **files)
    arguments = [part for name, file in files.items() for part in (f"--{name}", str(file))]
    assert probe(ADDRESS, *arguments) == 2


def test_all_faults_of_a_client_are_named_together() -> None:
    with pytest.raises(InvalidInputError) as raised:
        CaptupleClient("captuple:1", token=TOKEN, key=Path("key.pem"), n_channels=0, timeout_s=0)
    assert [fault.where for fault in raised.value.faults] == ["timeout_s", "key", "n_channels", "token"]


@pytest.mark.parametrize("timeout_s", [0, 0.0, -1.0, float("nan")])
def test_no_time_is_no_timeout(timeout_s: float) -> None:
    for kind in (CaptupleClient, AsyncCaptupleClient):
        with pytest.raises(InvalidInputError, match=r"timeout_s: is .*; allowed are more than 0 seconds"):
            kind(ADDRESS, timeout_s=timeout_s)
    with CaptupleClient(ADDRESS) as client:
        for call in (
            client.model,
            client.groundings,
            lambda timeout_s: client.extract(DOG, timeout_s=timeout_s),
        ):
            with pytest.raises(InvalidInputError, match="timeout_s"):
                call(timeout_s=timeout_s)

    async def call_async() -> None:
        async with AsyncCaptupleClient(ADDRESS) as client:
            await client.extract(DOG, timeout_s=timeout_s)

    with pytest.raises(InvalidInputError, match="timeout_s"):
        asyncio.run(call_async())


def test_a_closed_client_says_so() -> None:
    client = CaptupleClient(ADDRESS)
    client.close()
    client.close()
    for call in (
        client.model,
        client.groundings,
        lambda: client.extract(DOG),
        lambda: list(client.extract_stream(DOG)),
    ):
        with pytest.raises(InvalidInputError, match="the client is closed"):
            call()


def test_a_closed_async_client_says_so() -> None:
    async def call(method: str) -> None:
        client = AsyncCaptupleClient(ADDRESS)
        await client.close()
        if method == "extract":
            await client.extract(DOG)
        else:
            [_ async for _ in client.extract_stream(DOG)]

    for method in ("extract", "extract_stream"):
        with pytest.raises(InvalidInputError, match="the client is closed"):
            asyncio.run(call(method))


def failure(code: grpc.StatusCode) -> grpc.aio.AioRpcError:
    """What gRPC says of a connection that it cannot make."""
    nothing = grpc.aio.Metadata()
    return grpc.aio.AioRpcError(code, nothing, nothing, details="connection refused")


def refusal() -> grpc.aio.AioRpcError:
    """What our server says, with details."""
    trailers = grpc.aio.Metadata((DETAILS_TRAILER, b""))
    return grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, grpc.aio.Metadata(), trailers)


def test_a_stream_outlasts_the_start_of_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("captuple.client.retries.time.monotonic", lambda: clock[0])
    away = failure(grpc.StatusCode.UNAVAILABLE)

    def outlasted_s(resumption: Resumption) -> float:
        began = clock[0]
        with contextlib.suppress(ResourceError):
            while True:
                clock[0] += resumption.pause_s(away)
        return clock[0] - began

    by_default = Connection(address=ADDRESS, timeout_s=60.0)
    resumption = Resumption(by_default.timeout_s)
    assert 60 <= outlasted_s(resumption) <= 66
    resumption.answered()
    assert 60 <= outlasted_s(resumption) <= 66
    assert Resumption(None).pause_s(away) <= 5.0
    with pytest.raises(InvalidInputError, match="connection refused"):
        Resumption(60.0).pause_s(failure(grpc.StatusCode.INVALID_ARGUMENT))


def test_a_call_without_time_for_another_try_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("captuple.client.retries.time.monotonic", lambda: 0.0)
    broken = failure(grpc.StatusCode.CANCELLED)  # what gRPC says of a connection that ends
    error = ResourceError("CANCELLED: connection refused")
    assert Tries(60.0).pause_s(broken, error) == pytest.approx(0.1)
    assert Tries(None).pause_s(broken, error) == pytest.approx(0.1)
    with pytest.raises(DeadlineError, match="time is over before another try: CANCELLED: connection refused"):
        Tries(0.05).pause_s(broken, error)
    tries = Tries(60.0)
    tries.pause_s(broken, error)
    with pytest.raises(ResourceError) as raised:
        tries.pause_s(broken, error)
    assert raised.value is error


@pytest.mark.parametrize("error", [DrainingError("it ends"), NotReadyError("it starts")])
def test_calls_that_no_server_began_are_made_again(error: ResourceError) -> None:
    refused = refusal()
    tries = Tries(60.0)
    assert [tries.pause_s(refused, error) for _ in range(4)] == pytest.approx([0.1, 0.2, 0.4, 0.8])
    with pytest.raises(type(error)):
        tries.pause_s(refused, error)


def test_a_full_queue_is_an_answer() -> None:
    with pytest.raises(OverloadedError):
        Tries(60.0).pause_s(refusal(), OverloadedError("the queue is full"))
