"""The named options that a score depends on.

Every option has one list of allowed values and one default, here and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from captuple.errors import Fault, InvalidInputError, shorten

if TYPE_CHECKING:
    from collections.abc import Mapping

NullConvention = Literal["exclude", "locative"]
EmptyConvention = Literal["one", "zero"]
AverageConvention = Literal["macro", "micro"]
ImageRegionsConvention = Literal["use", "leave"]
MissingCandidates = Literal["error", "empty"]
RolesConvention = Literal["pooled", "split"]
ModifiersConvention = Literal["off", "on"]

ALLOWED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "null": ("exclude", "locative"),
        "empty": ("one", "zero"),
        "average": ("macro", "micro"),
        "image_regions": ("use", "leave"),
        "roles": ("pooled", "split"),
        "modifiers": ("off", "on"),
        "missing_candidates": ("error", "empty"),
    }
)
"""The values of each option, the default first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """The options that the paper leaves open, with our defaults.

    Attributes:
        null: What an empty locative slot is: no value (``exclude``), or the value NULL (``locative``).
        empty: Precision where nothing was predicted and recall where there is no gold: 1 (``one``) or 0
            (``zero``).
        average: Over images: the mean of the images' scores (``macro``), or the score of the summed counts
            (``micro``).
        image_regions: Whether places in the picture (``on the left``) are locatives like others (``use``), or left out
            (``leave``).
        roles: Whether agents and patients are participants alone, as the paper has it (``pooled``), or also apart
            (``split``): AG, PT and their pairs and triplets, beside the seven components.
        modifiers: Whether MOD, arguments with what describes or counts them, stands beside the others (``on``).

    Raises:
        InvalidInputError: An option has a value that is not allowed; all such options are named.

    References:
        Ellebracht et al. 2015, the BAST metric: scores of images are averaged; in Figure 3 an empty locative
        is the value NULL.
    """

    null: NullConvention = "exclude"
    empty: EmptyConvention = "one"
    average: AverageConvention = "macro"
    image_regions: ImageRegionsConvention = "use"
    roles: RolesConvention = "pooled"
    modifiers: ModifiersConvention = "off"

    def __post_init__(self) -> None:
        check_options(
            null=self.null,
            empty=self.empty,
            average=self.average,
            image_regions=self.image_regions,
            roles=self.roles,
            modifiers=self.modifiers,
        )


def check_options(**value_by_option: str) -> None:
    """Check options against their allowed values.

    Raises:
        InvalidInputError: An option has a value that is not allowed; all such options are named.
    """
    faults = [
        Fault(where=option, problem=f"{shorten(value)} is not allowed; allowed: {', '.join(ALLOWED[option])}")
        for option, value in value_by_option.items()
        if value not in ALLOWED[option]
    ]
    if faults:
        raise InvalidInputError(faults)


DEFAULT_CONVENTIONS = Conventions()
