"""Captuple's API for those who call a server: clients, what goes in, what comes out, and the errors.

The package stands alone: it needs gRPC and protobuf, and neither the models nor anything else of Captuple.
``captuple.v1`` holds the generated stubs, for those who want the bare messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from captuple.agreement import CaptionAgreement, ComponentAgreement, GradedScores, ImageAgreement, Value
from captuple.conventions import Conventions
from captuple.errors import (
    BundleError,
    CallQuotaError,
    CaptupleError,
    DeadlineError,
    DrainingError,
    Fault,
    InvalidInputError,
    NotEnglishWarning,
    NotReadyError,
    NoWorkersError,
    OverloadedError,
    QuotaError,
    ResourceError,
    UnauthenticatedError,
    UnknownNameError,
)
from captuple.types import (
    Argument,
    Caption,
    CaptionEntry,
    Entity,
    Extraction,
    Mention,
    Predicate,
    SemanticTuple,
)

if TYPE_CHECKING:
    from captuple.client import AsyncCaptupleClient as AsyncCaptupleClient
    from captuple.client import CaptupleClient as CaptupleClient

__all__ = [
    "Argument",
    "AsyncCaptupleClient",
    "BundleError",
    "CallQuotaError",
    "Caption",
    "CaptionAgreement",
    "CaptionEntry",
    "CaptupleClient",
    "CaptupleError",
    "ComponentAgreement",
    "Conventions",
    "DeadlineError",
    "DrainingError",
    "Entity",
    "Extraction",
    "Fault",
    "GradedScores",
    "ImageAgreement",
    "InvalidInputError",
    "Mention",
    "NoWorkersError",
    "NotEnglishWarning",
    "NotReadyError",
    "OverloadedError",
    "Predicate",
    "QuotaError",
    "ResourceError",
    "SemanticTuple",
    "UnauthenticatedError",
    "UnknownNameError",
    "Value",
]


def __getattr__(name: str) -> object:
    # Values and errors are used without gRPC, too.
    if name in {"AsyncCaptupleClient", "CaptupleClient"}:
        from captuple import client

        return getattr(client, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
