"""What is wrong with the things that settings name: files of tokens, certificates and keys, extras not installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.errors import Fault, InvalidInputError
from service.rpc.observe.tracing import check_otel
from service.rpc.security.certificates import read_server_pem
from service.rpc.security.tokens import Tokens

if TYPE_CHECKING:
    from service.rpc.server.settings import ServeSettings


def named_faults(settings: ServeSettings, *, with_times: bool) -> list[Fault]:
    """Everything that keeps a server with these settings from serving, but for its port and its model.

    Args:
        settings: Valid by themselves.
        with_times: Whether a certificate that has expired, or does not hold yet, is a fault, too.
    """
    faults: list[Fault] = []
    if settings.token_file is not None:
        try:
            Tokens(settings.token_file)
        except InvalidInputError as e:
            faults += (Fault(where="token_file", problem=fault.problem) for fault in e.faults)
    if settings.tls_cert is not None and settings.tls_key is not None:
        try:
            pem = read_server_pem(settings.tls_cert, settings.tls_key, settings.tls_client_ca)
        except InvalidInputError as e:
            faults += e.faults
        else:
            fault = pem.time_fault(settings.tls_cert)
            if fault is not None and with_times:
                faults.append(fault)
    if settings.otlp_endpoint:
        try:
            check_otel()
        except InvalidInputError as e:
            faults += e.faults
    return faults
