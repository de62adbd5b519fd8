"""What a server can be told: one model of settings, read from flags, environment and file.

Flags win over the environment (``CAPTUPLE_SERVE_`` and the setting's name in capitals), that over the file (TOML, one
setting a line), that over the defaults.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

from captuple.wire.address import is_loopback, parse_address
from pydantic import Field, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from extractor import MAX_CAPTION_CHARS
from extractor.errors import Fault, InvalidInputError, shorten

ENVIRONMENT_PREFIX = "CAPTUPLE_SERVE_"


class ServeSettings(BaseSettings):
    """Every setting of ``captuple serve``; the descriptions are the command line's help."""

    model_config = SettingsConfigDict(
        env_prefix=ENVIRONMENT_PREFIX, extra="forbid", frozen=True, env_ignore_empty=True
    )

    address: str = Field("127.0.0.1:50051", description="HOST:PORT to listen on; port 0 takes a free port.")
    port_file: Path | None = Field(None, description="Write the port to this file once calls are answered.")
    model: str = Field("en-captions", description="A bundle: NAME, NAME@VERSION or a folder.")
    workers: int = Field(
        1,
        ge=0,
        le=256,
        description="Model processes, best one a core; 0 runs the model in the server's own process.",
    )
    cache: Path | None = Field(
        None, description="Folder of a tuple cache, on a local disk: no caption is extracted twice."
    )
    reload_interval_s: float = Field(
        0.0,
        ge=0,
        description="Look for a new bundle and new tokens this often, in seconds; 0: at SIGHUP only.",
    )
    grace_s: float = Field(
        30.0, ge=0, description="How long running calls may take to end after SIGTERM, in seconds."
    )
    drain_delay_s: float = Field(
        0.0,
        ge=0,
        description="How long health says NOT_SERVING before new calls are refused at SIGTERM, in seconds.",
    )

    max_message_mib: int = Field(64, ge=1, le=1024, description="Size of one request or message, in MiB.")
    max_captions_per_request: int = Field(
        10_000, ge=1, le=10_000, description="Captions in one request; in a message of a stream a tenth."
    )
    max_caption_code_points: int = Field(
        MAX_CAPTION_CHARS, ge=1, le=MAX_CAPTION_CHARS, description="Length of one caption, in code points."
    )
    max_streams: int = Field(
        256,
        ge=1,
        description="Streams at a time; as many calls of more than 16 captions may run beside them.",
    )
    max_calls: int = Field(4096, ge=1, description="Calls at a time; health checks are not counted.")
    max_batch_size: int = Field(128, ge=1, le=2000, description="Captions in one batch of a worker.")
    max_queue_delay_ms: float = Field(
        20.0,
        ge=0,
        le=1000,
        description="How long a batch waits at most for other calls, while they keep coming, in milliseconds.",
    )
    max_queue_size: int = Field(
        2048, ge=1, description="Captions of small calls (up to 16 captions) that may wait."
    )
    default_deadline_s: float = Field(
        300.0,
        gt=0,
        description="The time of a call that comes without a deadline, in seconds; not of streams.",
    )
    stream_idle_s: float = Field(
        300.0, gt=0, description="A stream that neither sends nor reads for so long is ended, in seconds."
    )
    batch_timeout_s: float = Field(
        120.0, gt=0, description="A worker that takes longer over one batch is replaced, in seconds."
    )
    max_connection_age_s: float = Field(
        0.0,
        ge=0,
        description="Connections older than this are closed, once their calls have ended, in seconds; 0: never.",
    )
    start_timeout_s: float = Field(
        300.0, gt=0, description="A worker that takes longer to load its model is replaced, in seconds."
    )
    worker_wait_s: float = Field(
        30.0,
        gt=0,
        description="How long calls wait while no worker is ready, in seconds; then they are refused until one is.",
    )

    tls_cert: Path | None = Field(None, description="Certificate chain, PEM; read again when it changes.")
    tls_key: Path | None = Field(None, description="Private key of the certificate, PEM.")
    tls_client_ca: Path | None = Field(
        None, description="Clients need a certificate that these authorities signed, PEM (mutual TLS)."
    )
    token_file: Path | None = Field(
        None, description="Calls need a bearer token, one a line in this file; read again with the bundle."
    )
    insecure: bool = Field(default=False, description="Serve without TLS beyond this machine's loopback.")
    reflection: bool = Field(
        default=False, description="Tell the API to whoever asks, for grpcurl and the like."
    )

    metrics_address: str = Field("", description="HOST:PORT of Prometheus metrics, at /metrics; empty: none.")
    otlp_endpoint: str = Field(
        "", description="URL of an OpenTelemetry collector (OTLP over gRPC) for traces; empty: none."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="What is logged.")
    log_format: Literal["json", "text"] = Field("json", description="How it is logged, to standard error.")

    @property
    def max_message_bytes(self) -> int:
        """Size of one message."""
        return self.max_message_mib * 1024 * 1024

    @property
    def max_captions_per_message(self) -> int:
        """Captions in one message of a stream: a tenth of a request's, at least one."""
        return max(1, self.max_captions_per_request // 10)

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        faults = self.faults_together()
        if faults:
            raise ValueError("\n".join(map(str, faults)))
        return self

    def faults_together(self) -> list[Fault]:
        """What is wrong with settings that are valid one by one."""
        return [*self._address_faults(), *self._file_faults()]

    def _address_faults(self) -> list[Fault]:
        faults = []
        for name in ("address", "metrics_address"):
            address: str = getattr(self, name)
            if not address and name == "metrics_address":
                continue
            try:
                host, _ = parse_address(address)
            except InvalidInputError as e:
                faults.append(Fault(where=name, problem=str(e)))
                continue
            if name == "address" and not (self.tls_cert or self.insecure or is_loopback(host)):
                problem = (
                    f"{host} is not this machine's loopback: set tls_cert and tls_key, or insecure "
                    "where something else guards the connection"
                )
                faults.append(Fault(where="address", problem=problem))
        return faults

    def _file_faults(self) -> list[Fault]:
        faults = []
        if (self.tls_cert is None) != (self.tls_key is None):
            faults.append(Fault(where="tls_cert, tls_key", problem="are given together or not at all"))
        if self.tls_client_ca is not None and self.tls_cert is None:
            faults.append(Fault(where="tls_client_ca", problem="needs tls_cert and tls_key"))
        if self.cache is not None and self.workers == 0:
            faults.append(
                Fault(where="cache", problem="needs workers, at least 1: one process opens it once")
            )
        for name in ("tls_cert", "tls_key", "tls_client_ca", "token_file"):
            path: Path | None = getattr(self, name)
            if path is not None and not (path.is_file() and os.access(path, os.R_OK)):
                faults.append(Fault(where=name, problem=f"{path} is no readable file"))
        return faults


def load_settings(flags: Mapping[str, object], *, file: Path | None = None) -> ServeSettings:
    """The settings of a server.

    Args:
        flags: What the command line says, by setting; settings that it does not name are absent.
        file: A TOML file of settings; None reads none.

    Raises:
        InvalidInputError: Anything is wrong with flags, environment or file; everything is named.
    """
    settings, faults = read_settings(flags, file=file)
    if faults:
        raise InvalidInputError(faults.all)
    return settings


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsFaults:
    """What is wrong with settings.

    Attributes:
        all: Every fault.
        left_out: Settings whose values are none; their defaults stand in for them.
    """

    all: list[Fault]
    left_out: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.all)

    def not_of_defaults(self, faults: Iterable[Fault]) -> list[Fault]:
        """The faults that no default standing in for a setting can be the cause of."""
        return [fault for fault in faults if not any(name in str(fault) for name in self.left_out)]


def read_settings(
    flags: Mapping[str, object], *, file: Path | None = None
) -> tuple[ServeSettings, SettingsFaults]:
    """The settings of a server as far as they are valid, and everything that is wrong with them.

    Args:
        flags: As of ``load_settings``.
        file: As of ``load_settings``.

    Raises:
        InvalidInputError: The file is no TOML.
    """
    from_file = _read_file(file) if file is not None else {}
    names = {f"{ENVIRONMENT_PREFIX}{name}".upper() for name in ServeSettings.model_fields}
    faults = [
        Fault(where=variable, problem="is no setting")
        for variable in sorted(os.environ)
        if variable.startswith(ENVIRONMENT_PREFIX) and variable not in names
    ]
    left_out: frozenset[str] = frozenset()
    try:
        settings = _from_sources(flags, from_file, left_out)
    except ValidationError as e:
        faults += [_fault(error, flags, file) for error in e.errors()]
        left_out = frozenset(str(error["loc"][0]) for error in e.errors())
        settings = _from_sources(flags, from_file, left_out)
    found = SettingsFaults(all=faults, left_out=left_out)
    faults += found.not_of_defaults(settings.faults_together())
    return settings, found


def _from_sources(
    flags: Mapping[str, object], from_file: Mapping[str, object], left_out: frozenset[str]
) -> ServeSettings:
    """The settings but those that are left out; each is checked by itself."""

    def kept(values: Mapping[str, object]) -> dict[str, object]:
        return {name: value for name, value in values.items() if name not in left_out}

    class Sources(ServeSettings):
        @model_validator(mode="after")
        def _check_together(self) -> Self:
            return self

        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  pydantic passes all five
            file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return (
                init_settings,
                InitSettingsSource(settings_cls, kept(env_settings())),
                InitSettingsSource(settings_cls, kept(from_file)),
            )

    return Sources(**kept(flags))  # type: ignore[arg-type]  # pydantic checks them


def _read_file(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise InvalidInputError(f"{file} is no readable file of settings (TOML): {e}") from e


def _fault(error: Mapping[str, Any], flags: Mapping[str, object], file: Path | None) -> Fault:
    name = str(error["loc"][0])
    variable = f"{ENVIRONMENT_PREFIX}{name}".upper()
    if name in flags:
        source = f"--{name.replace('_', '-')}"
    elif variable in os.environ:
        source = variable
    else:
        source = f"{file}: {name}"
    if error["type"] == "extra_forbidden":
        return Fault(where=source, problem="is no setting")
    return Fault(where=source, problem=f"{shorten(error['input'])}: {error['msg']}")
