"""The components of a BAST: the paper's seven, and ours beside them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.conventions import Conventions

COMPONENTS = ("PA", "PR", "LO", "PA-PR", "PA-LO", "PR-LO", "PA-PR-LO")
"""The paper's components: participants, predicates, locatives, pairs and triplets, in the order of every report."""

ROLE_COMPONENTS = ("AG", "PT", "AG-PR", "PR-PT", "AG-PT", "AG-PR-PT")
"""Under ``roles: split``: agents, patients, and their pairs and triplets with the predicate and with each other."""

MODIFIER_COMPONENTS = ("MOD",)
"""Under ``modifiers: on``: arguments with what describes or counts them."""

MODIFIER_KINDS = ("colour", "material", "size", "state", "count")
MODIFIER_KIND_COMPONENTS = tuple(f"MOD:{kind}" for kind in MODIFIER_KINDS)
"""Shares of MOD by what the modifier says. They are no part of the overall F1, which has MOD already."""

ALL_COMPONENTS = (*COMPONENTS, *ROLE_COMPONENTS, *MODIFIER_COMPONENTS, *MODIFIER_KIND_COMPONENTS)

PARTS_BY_COMPONENT = MappingProxyType(
    {
        name: ("argument", "modifier") if name.startswith("MOD") else tuple(name.split("-"))
        for name in ALL_COMPONENTS
    }
)
"""What a value of each component is made of, in order."""


def components_of(conventions: Conventions) -> tuple[str, ...]:
    """The components that the options of a score ask for, in the order of every report."""
    return (
        *COMPONENTS,
        *(ROLE_COMPONENTS if conventions.roles == "split" else ()),
        *((*MODIFIER_COMPONENTS, *MODIFIER_KIND_COMPONENTS) if conventions.modifiers == "on" else ()),
    )


def is_counted(component: str) -> bool:
    """Whether the overall F1 has a component: all have their part but the shares of MOD."""
    return component not in MODIFIER_KIND_COMPONENTS
