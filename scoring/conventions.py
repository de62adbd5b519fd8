"""The options that a score depends on, and the signature that carries them.

The options themselves are of the package ``captuple``, as clients of the server name them, too.
"""

from __future__ import annotations

import importlib.metadata
import re

from captuple.conventions import (
    ALLOWED,
    DEFAULT_CONVENTIONS,
    AverageConvention,
    Conventions,
    EmptyConvention,
    ImageRegionsConvention,
    MissingCandidates,
    ModifiersConvention,
    NullConvention,
    RolesConvention,
    check_options,
)

from extractor.errors import Fault, InvalidInputError, shorten

__all__ = [
    "ALLOWED",
    "DEFAULT_CONVENTIONS",
    "NO_MODEL",
    "OVERALL_DEFINITION",
    "UNKNOWN_VERSION",
    "AverageConvention",
    "Conventions",
    "EmptyConvention",
    "ImageRegionsConvention",
    "MissingCandidates",
    "ModifiersConvention",
    "NullConvention",
    "RolesConvention",
    "captuple_version",
    "check_options",
    "signature",
    "signature_part",
]

NO_MODEL = "none"
"""What a signature says where no model took part because tuples were scored as given."""

OVERALL_DEFINITION = "present"
"""What the overall F1 of an image is the mean of: the components that the candidate or a reference has.

It was once the mean of all seven, those that both lack counted as 1, and signatures had no such field.
"""

UNKNOWN_VERSION = "0+unknown"
"""What a signature says where the distribution ``captuple`` is not installed (a bare checkout)."""

_SIGNATURE_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+\-]*(@[A-Za-z0-9][A-Za-z0-9._+\-]*)?")


def captuple_version() -> str:
    """The installed version of Captuple, or ``0+unknown`` in a checkout that is not installed."""
    try:
        return importlib.metadata.version("captuple")
    except importlib.metadata.PackageNotFoundError:
        return UNKNOWN_VERSION


def signature(
    conventions: Conventions = DEFAULT_CONVENTIONS,
    *,
    grounding: str,
    model: str = NO_MODEL,
    missing_candidates: MissingCandidates = "error",
) -> str:
    """One line that says how a score was made; two scores compare only where their signatures are the same.

    ``empty``, ``missing``, ``regions``, ``roles`` and ``modifiers`` stand in it only where they differ from the
    default: the line of an ordinary run stays short, and two runs with different options still never share a signature.

    Args:
        conventions: The options of the score.
        grounding: What `scoring.grounding.grounding_label` says: the registered name of the grounding function, and
            behind an ``@`` the bundle that its values come from, where they come from one.
        model: The model bundle that extracted the tuples (``name@version`` or ``name-version``); ``none``
            where tuples were scored as given.
        missing_candidates: What was done with images without a candidate.

    Returns:
        The signature, fields joined by ``|``.

    Raises:
        InvalidInputError: An option is not allowed, or a name holds characters that the signature's form
            needs.

    Examples:
        >>> signature(grounding="lemma.v1", model="en-captions@1.0.0").rpartition("|")[0]
        'captuple|bast|ground:lemma.v1|null:exclude|avg:macro|overall:present|model:en-captions-1.0.0'
    """
    check_options(missing_candidates=missing_candidates)
    model = model.replace("@", "-")
    faults = [
        fault
        for where, name in (("grounding", grounding), ("model", model))
        if (fault := _part_fault(where, name)) is not None
    ]
    if faults:
        raise InvalidInputError(faults)
    fields = ["captuple", "bast", f"ground:{grounding}", f"null:{conventions.null}"]
    if conventions.empty != ALLOWED["empty"][0]:
        fields.append(f"empty:{conventions.empty}")
    if conventions.image_regions != ALLOWED["image_regions"][0]:
        fields.append(f"regions:{conventions.image_regions}")
    if missing_candidates != ALLOWED["missing_candidates"][0]:
        fields.append(f"missing:{missing_candidates}")
    for option, value in (("roles", conventions.roles), ("modifiers", conventions.modifiers)):
        if value != ALLOWED[option][0]:
            fields.append(f"{option}:{value}")
    fields += [
        f"avg:{conventions.average}",
        f"overall:{OVERALL_DEFINITION}",
        f"model:{model}",
        f"v:{captuple_version()}",
    ]
    return "|".join(fields)


def signature_part(where: str, name: str) -> str:
    """A name that may stand in a signature.

    Raises:
        InvalidInputError: It holds characters that the signature's form needs.
    """
    fault = _part_fault(where, name)
    if fault is not None:
        raise InvalidInputError([fault])
    return name


def _part_fault(where: str, name: str) -> Fault | None:
    if _SIGNATURE_PART.fullmatch(name):
        return None
    return Fault(
        where=where,
        problem=f"{shorten(name)} cannot stand in a signature; allowed: letters, digits, . _ + -",
    )
