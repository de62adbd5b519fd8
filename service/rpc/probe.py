"""``python -m service.rpc.probe HOST:PORT``: exit code 0 where a server there serves, 1 elsewhere."""

from __future__ import annotations

import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc


def main(address: str) -> int:
    """The exit code."""
    with grpc.insecure_channel(address) as channel:
        try:
            stub = health_pb2_grpc.HealthStub(channel)
            answer = stub.Check(  # type: ignore[attr-defined]  # the types of grpc_health lack the calls
                health_pb2.HealthCheckRequest(), timeout=3.0
            )
        except grpc.RpcError as e:
            sys.stderr.write(f"{e}\n")
            return 1
    return 0 if answer.status == health_pb2.HealthCheckResponse.SERVING else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
