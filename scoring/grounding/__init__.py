"""Grounding: from arguments and predicates to values."""

from scoring.grounding.protocol import (
    GroundingFunction,
    ImageGrounding,
    UngroundableError,
    caption_groundings,
)
from scoring.grounding.registry import GroundingInfo, get_grounding, list_groundings

__all__ = [
    "GroundingFunction",
    "GroundingInfo",
    "ImageGrounding",
    "UngroundableError",
    "caption_groundings",
    "get_grounding",
    "list_groundings",
]
