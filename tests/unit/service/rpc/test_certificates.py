"""What is said of certificates, keys, tokens and extras that are no good, before a server starts and while it runs."""

from __future__ import annotations

import datetime as dt
import logging
import sys
import time
from pathlib import Path

import pytest
from captuple import CaptupleClient
from captuple.errors import UnauthenticatedError
from cryptography.hazmat.primitives import serialization

from extractor.errors import InvalidInputError, ResourceError
from extractor.types import Caption, Extraction
from service.rpc.security.certificates import read_server_pem
from service.rpc.server.checks import named_faults
from service.rpc.server.server import Server
from service.rpc.server.settings import load_settings
from tests.certificates import Authority
from tests.fakes import FakeExtractor
from tests.metrics import samples_at, samples_once
from tests.serving import free_port, serving

DOG = [Caption(text="run dog")]
EXPIRY = ("captuple_certificate_expiry_timestamp_seconds", ("setting", "tls_cert"))


def test_a_good_pair_has_no_faults(tmp_path: Path) -> None:
    authority = Authority(tmp_path, "authority")
    pair = authority.issue("server")
    pem = read_server_pem(pair.cert, pair.key, authority.cert)
    assert pem.time_fault(pair.cert) is None
    assert dt.timedelta(hours=23) < pem.expires_at - dt.datetime.now(dt.UTC) < dt.timedelta(hours=25)


def test_a_chain_holds_as_long_as_its_first_to_expire(tmp_path: Path) -> None:
    authority = Authority(tmp_path, "authority")
    pair = authority.issue("server")
    short = authority.issue("short", holds=dt.timedelta(hours=2))
    pair.cert.write_bytes(pair.cert.read_bytes() + short.cert.read_bytes())
    pem = read_server_pem(pair.cert, pair.key, None)
    assert pem.expires_at - dt.datetime.now(dt.UTC) < dt.timedelta(hours=3)


@pytest.mark.parametrize(
    ("which", "where", "problem"),
    [
        ("mismatch", "tls_cert, tls_key", "is not the key of"),
        ("junk cert", "tls_cert", "holds no certificate in PEM, or a damaged one"),
        ("cut cert", "tls_cert", "holds no certificate in PEM, or a damaged one"),
        ("junk key", "tls_key", "holds no private key in PEM, or a damaged one"),
        ("key in cert", "tls_cert", "holds no certificate in PEM"),
        ("encrypted key", "tls_key", "is encrypted; the key must be without a passphrase"),
        ("missing key", "tls_key", "cannot be read: No such file"),
        ("junk ca", "tls_client_ca", "holds no certificate in PEM"),
    ],
)
def test_bad_files_of_tls(tmp_path: Path, which: str, where: str, problem: str) -> None:
    authority = Authority(tmp_path, "authority")
    pair, other = authority.issue("server"), authority.issue("other")
    cert, key, client_ca = pair.cert, pair.key, authority.cert
    match which:
        case "mismatch":
            key = other.key
        case "junk cert":
            cert.write_text("junk")
        case "cut cert":
            cert.write_text(cert.read_text()[:200] + "\n-----END CERTIFICATE-----\n")
        case "junk key":
            key.write_text("-----BEGIN PRIVATE KEY-----\njunk\n-----END PRIVATE KEY-----\n")
        case "key in cert":
            cert = key
        case "encrypted key":
            private = serialization.load_pem_private_key(key.read_bytes(), None)
            key.write_bytes(
                private.private_bytes(
                    serialization.Encoding.PEM,
                    serialization.PrivateFormat.PKCS8,
                    serialization.BestAvailableEncryption(b"secret"),
                )
            )
        case "missing key":
            key.unlink()
        case "junk ca":
            client_ca.write_text("junk")
    with pytest.raises(InvalidInputError) as raised:
        read_server_pem(cert, key, client_ca)
    [fault] = raised.value.faults
    assert fault.where == where
    assert problem in fault.problem


def test_all_that_settings_name_is_checked_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens, junk, key = tmp_path / "tokens", tmp_path / "junk", tmp_path / "key"
    tokens.write_text("short\n")
    junk.write_text("junk")
    key.write_text("junk")
    for name in [name for name in sys.modules if name.startswith("opentelemetry")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    settings = load_settings(
        {
            "token_file": tokens,
            "tls_cert": junk,
            "tls_key": key,
            "tls_client_ca": junk,
            "otlp_endpoint": "http://127.0.0.1:1",
        }
    )
    wheres = ["token_file", "tls_cert", "tls_key", "tls_client_ca", "otlp_endpoint"]
    assert [fault.where for fault in named_faults(settings, with_times=True)] == wheres
    with pytest.raises(InvalidInputError) as raised:
        Server(settings)
    assert [fault.where for fault in raised.value.faults] == wheres


@pytest.mark.parametrize("hours", [-1, 1])
def test_only_a_check_minds_an_expired_certificate(tmp_path: Path, hours: int) -> None:
    pair = Authority(tmp_path, "authority").issue("server", holds=dt.timedelta(hours=hours))
    settings = load_settings({"tls_cert": pair.cert, "tls_key": pair.key})
    assert named_faults(settings, with_times=False) == []
    assert len(named_faults(settings, with_times=True)) == (hours < 0)


def test_a_pair_that_does_not_match_is_no_port_in_use(tmp_path: Path) -> None:
    authority = Authority(tmp_path, "authority")
    cert, key = authority.issue("server").cert, authority.issue("other").key
    with (
        pytest.raises(InvalidInputError, match="is not the key of"),
        serving(FakeExtractor(), tls_cert=cert, tls_key=key),
    ):
        pass


def test_a_renewed_pair_that_is_no_good_is_logged_once_and_the_old_one_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("service.rpc.server.server._CERTIFICATE_LOOK_S", 0.02)
    authority = Authority(tmp_path, "authority")
    pair = authority.issue("server")
    with serving(FakeExtractor(), tls_cert=pair.cert, tls_key=pair.key) as server:
        authority.issue("other").key.replace(pair.key)
        wait_for_log(caplog, "is not the key of")
        with CaptupleClient(server.address, ca=authority.cert) as client:
            assert isinstance(client.extract(DOG)[0], Extraction)
    assert sum("the certificate of before goes on" in r.getMessage() for r in caplog.records) == 1


def test_a_certificate_that_expires_is_logged_once_and_a_metric_says_when(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("service.rpc.server.server._CERTIFICATE_LOOK_S", 0.02)
    authority = Authority(tmp_path, "authority")
    pair = authority.issue("server")
    port = free_port()
    settings = {"tls_cert": pair.cert, "tls_key": pair.key, "metrics_address": f"127.0.0.1:{port}"}
    with serving(FakeExtractor(), **settings) as server:
        assert samples_at(port)[EXPIRY] == pytest.approx(time.time() + 86_400, abs=600)
        authority.issue("server", holds=dt.timedelta(hours=-1))
        samples_once(port, lambda samples: samples[EXPIRY] < time.time())
        wait_for_log(caplog, "clients will refuse the certificate")
        with (
            CaptupleClient(server.address, ca=authority.cert, timeout_s=5) as client,
            pytest.raises(ResourceError),
        ):
            client.extract(DOG)
    assert sum("clients will refuse" in r.getMessage() for r in caplog.records) == 1


def test_a_server_without_tls_has_no_time_of_a_certificate() -> None:
    port = free_port()
    with serving(FakeExtractor(), metrics_address=f"127.0.0.1:{port}"):
        assert EXPIRY not in samples_at(port)


def test_tokens_are_read_again_without_a_signal(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "tokens"
    old, new = "the-token-of-today-1", "the-token-of-tomorrow"

    def write(text: str) -> None:  # whole at once
        (tmp_path / "new").write_text(text)
        (tmp_path / "new").replace(file)

    write(f"{old}\n")
    with (
        serving(FakeExtractor(), token_file=file, reload_interval_s=0.02) as server,
        CaptupleClient(server.address, token=new) as client,
    ):
        with pytest.raises(UnauthenticatedError):
            client.extract(DOG)
        write("short\n")
        wait_for_log(caplog, "the tokens of before go on")
        with CaptupleClient(server.address, token=old) as former:
            former.extract(DOG)
        write(f"{new}\n")
        until = time.monotonic() + 20
        while True:
            try:
                client.extract(DOG)
                break
            except UnauthenticatedError:
                assert time.monotonic() < until
        with CaptupleClient(server.address, token=old) as former, pytest.raises(UnauthenticatedError):
            former.extract(DOG)
    assert sum("the tokens of before go on" in r.getMessage() for r in caplog.records) == 1


def wait_for_log(caplog: pytest.LogCaptureFixture, text: str) -> None:
    until = time.monotonic() + 20
    while not any(text in record.getMessage() for record in caplog.records):
        assert time.monotonic() < until, caplog.text
        time.sleep(0.01)
    assert any(record.levelno >= logging.ERROR for record in caplog.records)
