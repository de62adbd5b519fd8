"""Grounding: from arguments and predicates to values."""

from scoring.grounding.protocol import (
    GroundingFunction,
    ImageGrounding,
    ModelGrounding,
    UngroundableError,
    caption_groundings,
    grounding_label,
)
from scoring.grounding.registry import GroundingInfo, get_grounding, list_groundings

__all__ = [
    "GroundingFunction",
    "GroundingInfo",
    "ImageGrounding",
    "ModelGrounding",
    "UngroundableError",
    "caption_groundings",
    "get_grounding",
    "grounding_label",
    "list_groundings",
]
