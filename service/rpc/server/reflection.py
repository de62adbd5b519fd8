"""Reflection, by which tools learn the API from the server: ``grpc.reflection.v1``, and ``v1alpha`` of older tools.

grpcio-reflection has v1alpha alone. The messages of v1 are the same but for the name of their package.
"""

from __future__ import annotations

import grpc
import grpc.aio
from google.protobuf import descriptor_pb2, descriptor_pool, text_format
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from grpc_reflection.v1alpha.reflection import aio

_ALPHA = "grpc.reflection.v1alpha"
_STABLE = "grpc.reflection.v1"
_SERVICE = "ServerReflection"


def add_reflection(server: grpc.aio.Server, services: tuple[str, ...]) -> None:
    """Let a server describe these services, and itself."""
    _describe_v1()
    servicer = aio.ReflectionServicer([*services, f"{_STABLE}.{_SERVICE}", f"{_ALPHA}.{_SERVICE}"])
    reflection_pb2_grpc.add_ServerReflectionServicer_to_server(servicer, server)
    handler = grpc.stream_stream_rpc_method_handler(
        servicer.ServerReflectionInfo,
        request_deserializer=reflection_pb2.ServerReflectionRequest.FromString,
        response_serializer=reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    handlers = {"ServerReflectionInfo": handler}
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(f"{_STABLE}.{_SERVICE}", handlers),)
    )


def _describe_v1() -> None:
    """Make the file of v1 known to this process, where it is not."""
    pool = descriptor_pool.Default()
    try:
        pool.FindServiceByName(f"{_STABLE}.{_SERVICE}")
    except KeyError:
        alpha = descriptor_pb2.FileDescriptorProto()
        reflection_pb2.DESCRIPTOR.CopyToProto(alpha)
        text = text_format.MessageToString(alpha).replace("v1alpha", "v1")
        pool.Add(text_format.Parse(text, descriptor_pb2.FileDescriptorProto()))
