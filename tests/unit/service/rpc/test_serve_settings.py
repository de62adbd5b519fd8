"""Settings of the server: where they come from, what is refused, and that they are documented."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
from pathlib import Path

import pytest
from captuple.wire.address import is_loopback

from extractor.bundle import find_bundle
from extractor.errors import InvalidInputError
from service.rpc.server.settings import ServeSettings, load_settings
from tests.certificates import Authority

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("CAPTUPLE_SERVE_"):
            monkeypatch.delenv(name)


def test_flags_win_over_the_environment_and_that_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "serve.toml"
    file.write_text("workers = 2\nmax_batch_size = 2\nmax_queue_size = 2\n")
    monkeypatch.setenv("CAPTUPLE_SERVE_WORKERS", "3")
    monkeypatch.setenv("CAPTUPLE_SERVE_MAX_BATCH_SIZE", "3")
    settings = load_settings({"workers": "4"}, file=file)
    assert (settings.workers, settings.max_batch_size, settings.max_queue_size) == (4, 3, 2)
    assert settings.grace_s == ServeSettings.model_fields["grace_s"].default


def test_all_faults_are_named_with_their_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "serve.toml"
    file.write_text("max_queue_size = 0\nno_such = 1\n")
    monkeypatch.setenv("CAPTUPLE_SERVE_WORKERS", "many")
    monkeypatch.setenv("CAPTUPLE_SERVE_WORKER", "1")
    with pytest.raises(InvalidInputError) as raised:
        load_settings({"log_format": "xml"}, file=file)
    places = {fault.where for fault in raised.value.faults}
    assert places == {
        "CAPTUPLE_SERVE_WORKER",
        "CAPTUPLE_SERVE_WORKERS",
        f"{file}: max_queue_size",
        f"{file}: no_such",
        "--log-format",
    }


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"address": "0.0.0.0:0"}, "0.0.0.0 is not this machine's loopback"),
        ({"address": "captuple.example:50051"}, "not this machine's loopback"),
        ({"address": "nowhere"}, "allowed is HOST:PORT"),
        ({"metrics_address": "nowhere"}, "allowed is HOST:PORT"),
        ({"tls_cert": "README.md"}, "are given together or not at all"),
        ({"tls_client_ca": "README.md"}, "needs tls_cert and tls_key"),
        ({"cache": "somewhere", "workers": 0}, "cache: needs workers"),
        ({"token_file": "no-such-file"}, "no-such-file is no readable file"),
    ],
)
def test_settings_that_do_not_go_together(settings: dict[str, str], problem: str) -> None:
    with pytest.raises(InvalidInputError, match=problem):
        load_settings(settings)


def test_insecure_beyond_loopback_must_be_said() -> None:
    assert load_settings({"address": "0.0.0.0:0", "insecure": True}).insecure
    assert [is_loopback(host) for host in ("127.0.0.1", "127.9.9.9", "[::1]", "localhost")] == [True] * 4
    assert [is_loopback(host) for host in ("0.0.0.0", "[::]", "10.0.0.1", "localhost.example")] == [False] * 4  # noqa: S104


@pytest.mark.parametrize("content", ["workers = ", "\xff"])
def test_a_file_that_is_no_toml(tmp_path: Path, content: str) -> None:
    file = tmp_path / "serve.toml"
    file.write_bytes(content.encode("latin-1"))
    with pytest.raises(InvalidInputError, match="is no readable file of settings"):
        load_settings({}, file=file)


def test_every_setting_is_documented() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    for name, field in ServeSettings.model_fields.items():
        default = "" if field.default in (None, "") else f"`{str(field.default).lower()}`"
        assert f"| `{name}` | {default} | {field.description} |" in text


def serve(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "service.cli", "serve", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=ROOT)


def test_check_names_the_faults_of_files_together(tmp_path: Path) -> None:
    authority = Authority(tmp_path, "authority")
    old = authority.issue("old", holds=dt.timedelta(days=-1))
    tokens = tmp_path / "tokens"
    tokens.write_text("short\n")
    files = ["--tls-cert", str(old.cert), "--tls-key", str(authority.issue("other").key)]
    result = serve("--check", *files, "--token-file", str(tokens), "--model", "no-such-model")
    assert result.returncode == 2
    for problem in ("is not the key of", "a token has 16 characters", "model: unknown model 'no-such-model'"):
        assert problem in result.stderr
    result = serve("--check", "--tls-cert", str(old.cert), "--tls-key", str(old.key))
    assert result.returncode == 2
    assert f"tls_cert: {old.cert} has expired: it held until " in result.stderr
    assert "Traceback" not in result.stderr


def test_wrong_values_hide_no_other_faults(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text("short\n")
    others = ["--address", "10.0.0.1:1", "--tls-client-ca", "README.md", "--token-file", str(tokens)]
    result = serve("--check", "--workers", "many", *others, "--model", "no-such-model")
    assert result.returncode == 2
    for problem in (
        "--workers: 'many'",
        "10.0.0.1 is not this machine's loopback",
        "tls_client_ca: needs tls_cert and tls_key",
        "a token has 16 characters",
        "unknown model 'no-such-model'",
    ):
        assert problem in result.stderr
    assert result.stderr.count("\n") == 5, result.stderr


def test_a_default_in_the_place_of_a_wrong_value_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAPTUPLE_SERVE_INSECURE", "perhaps")
    with pytest.raises(InvalidInputError) as raised:
        load_settings({"address": "0.0.0.0:0", "metrics_address": "nowhere"})
    assert [fault.where for fault in raised.value.faults] == ["CAPTUPLE_SERVE_INSECURE", "metrics_address"]


def test_check_loads_the_model_and_exits() -> None:
    result = serve("--check", "--workers", "2")
    assert (result.returncode, result.stdout) == (
        0,
        f"all is well: en-captions@{find_bundle('en-captions').name} on 127.0.0.1:50051\n",
    )


@pytest.mark.parametrize(
    ("options", "code", "problem"),
    [
        (("--check", "--workers", "-1", "--max-batch-size", "x"), 2, "--max-batch-size: 'x': "),
        (("--check", "--model", "no-such-model"), 2, "unknown model 'no-such-model'"),
        (("--check", "--token-file", "README.md"), 2, "README.md: a token has 16 characters or more"),
        (
            ("--check", "--tls-cert", "README.md", "--tls-key", "README.md"),
            2,
            "README.md holds no certificate in PEM",
        ),
    ],
)
def test_check_names_what_is_wrong(options: tuple[str, ...], code: int, problem: str) -> None:
    result = serve(*options)
    assert result.returncode == code
    assert problem in result.stderr
    assert "Traceback" not in result.stderr
