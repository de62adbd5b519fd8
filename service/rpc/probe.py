"""``python -m service.rpc.probe HOST:PORT``: exit code 0 where a server there serves, 1 elsewhere, 2 for wrong options.

Over TLS with ``--ca FILE``, or ``--cert FILE --key FILE`` for mutual TLS; ``--server-name NAME`` is the certificate's
name, where that is not the host's.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import grpc
from captuple.client.connection import channel_credentials
from grpc_health.v1 import health_pb2, health_pb2_grpc

from extractor.errors import CaptupleError, InvalidInputError


def main(*arguments: str) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="probe", description="Whether a server serves.")
    parser.add_argument("address", metavar="HOST:PORT")
    for name in ("--ca", "--cert", "--key"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--server-name")
    options = parser.parse_args(arguments)
    try:
        with _channel(options) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            answer = stub.Check(  # type: ignore[attr-defined]  # the types of grpc_health lack the calls
                health_pb2.HealthCheckRequest(), timeout=3.0
            )
    except (grpc.RpcError, CaptupleError) as e:
        sys.stderr.write(f"{e}\n")
        return 2 if isinstance(e, InvalidInputError) else 1
    return 0 if answer.status == health_pb2.HealthCheckResponse.SERVING else 1


def _channel(options: argparse.Namespace) -> grpc.Channel:
    if options.ca is None and options.cert is None and options.key is None:
        return grpc.insecure_channel(options.address)
    names = [] if options.server_name is None else [("grpc.ssl_target_name_override", options.server_name)]
    credentials = channel_credentials(options.ca, options.cert, options.key)
    return grpc.secure_channel(options.address, credentials, options=names)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
