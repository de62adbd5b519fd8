"""What the page shows, as calls to copy: of its own API by ``curl``, of captuple.v1 by ``grpcurl``."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping

import msgspec

from service.play.reading import CompareRequest, ReadRequest

GRPC_ADDRESS = "127.0.0.1:50051"
"""Where `captuple serve` listens by default; it needs ``--reflection`` for ``grpcurl``."""
_CONVENTIONS = ("null", "empty", "image_regions", "roles", "modifiers")


def curl_call(request: ReadRequest | CompareRequest, *, url: str) -> str:
    """The call that the page has made, for a shell."""
    body = msgspec.json.encode(request).decode()
    return f"curl -H 'Content-Type: application/json' -d {shlex.quote(body)} {shlex.quote(url)}"


def grpc_call(request: ReadRequest | CompareRequest) -> str:
    """The same question to a server of captuple.v1, for a shell."""
    if isinstance(request, ReadRequest):
        tokens = {} if request.tokens is None else {"tokens": list(request.tokens)}
        return _grpcurl({"captions": [{"text": request.caption, **tokens}]}, "ExtractTuples")
    options = request.options
    message = {
        "images": [
            {
                "candidate": {"caption": {"text": request.candidate}},
                "references": [{"caption": {"text": text}} for text in request.references],
            }
        ],
        "grounding": options.grounding,
        "similarity": options.graded,
        **{
            f"{name}_convention": f"{name}_convention_{getattr(options, name)}".upper()
            for name in _CONVENTIONS
        },
        **{f"return_{what}": True for what in ("tuples", "matched", "missed", "spurious")},
    }
    return _grpcurl(message, "ScoreCaptions")


def _grpcurl(message: Mapping[str, object], method: str) -> str:
    body = shlex.quote(json.dumps(message, ensure_ascii=False))
    return f"grpcurl -plaintext -d {body} {GRPC_ADDRESS} captuple.v1.SemanticTupleService/{method}"
