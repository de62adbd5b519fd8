"""Grounding: from arguments and predicates to values."""

from scoring.grounding.protocol import GroundingFunction, UngroundableError
from scoring.grounding.registry import GroundingInfo, get_grounding, list_groundings

__all__ = ["GroundingFunction", "GroundingInfo", "UngroundableError", "get_grounding", "list_groundings"]
