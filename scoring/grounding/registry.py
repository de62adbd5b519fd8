"""The grounding functions by name: our own, and those of installed packages.

A package adds one through the entry-point group ``captuple.groundings``: the entry point's name is the
grounding's versioned name, its target a callable without arguments (a class, most often) that returns a
`GroundingFunction`.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import threading
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from extractor.bundle import DEFAULT_MODEL, find_bundle
from extractor.errors import CaptupleError, UnknownNameError, shorten
from scoring.grounding.protocol import NAME_PATTERN, GroundingFunction, ModelGrounding

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ENTRY_POINT_GROUP = "captuple.groundings"
BUILT_IN_SOURCE = "captuple"

BUILT_IN_TARGETS: Mapping[str, str] = MappingProxyType(
    {
        "coreference.v1": "scoring.grounding.coreference:CoreferenceGrounding",
        "entity_type.v1": "scoring.grounding.entity_type:EntityTypeGrounding",
        "lemma.v1": "scoring.grounding.lemma:LemmaGrounding",
        "object_class.v1": "scoring.grounding.object_class:ObjectClassGrounding",
        "wordnet_hypernym.v1": "scoring.grounding.wordnet.hypernym:WordNetHypernymGrounding",
        "wordnet_synset.v1": "scoring.grounding.wordnet.synset:WordNetSynsetGrounding",
    }
)
"""Our own groundings, found without installed metadata too. No plug-in can take their names."""

_grounding_by_name: dict[str, GroundingFunction] = {}
_grounding_by_model: dict[tuple[str, Path], GroundingFunction] = {}
_lock = threading.RLock()  # re-entrant: a plug-in may ask for another grounding while it is made


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundingInfo:
    """What is known of one registered grounding.

    Attributes:
        name: Versioned name.
        description: One line; empty where the grounding could not be loaded.
        source: The distribution it comes from, with its version for plug-ins: ``captuple``, ``acme-grounding
            1.2``.
        error: Why it cannot be used; None where it can.
    """

    name: str
    description: str
    source: str
    error: str | None = None


@dataclass(frozen=True, slots=True)
class _Registration:
    """One claim to a name, not loaded yet."""

    name: str
    source: str
    target: str
    load: Callable[[], object]

    @property
    def identity(self) -> tuple[str, str]:
        return self.source, self.target

    @property
    def place(self) -> str:
        return f"grounding {shorten(self.name)} of {self.source} ({self.target})"


def get_grounding(name: str, *, model: str | Path | None = None) -> GroundingFunction:
    """The grounding function of a name; the same object at every call with the same model, made at the first.

    Args:
        name: A registered name, such as ``lemma.v1``.
        model: The bundle that a score uses, by name, ``name@version`` or folder: what a `ModelGrounding` takes its
            values from, and others do not look at. None is the newest installed one.

    Raises:
        UnknownNameError: No such name; the message lists those that exist. Or there is no such model.
        BundleError: The bundle lacks what the grounding needs.
        CaptupleError: The plug-in behind the name cannot be loaded, or several plug-ins claim it.
    """
    grounding = _registered(name)
    if not isinstance(grounding, ModelGrounding):
        return grounding
    folder = find_bundle(DEFAULT_MODEL if model is None else model).resolve()
    with _lock:
        if (name, folder) not in _grounding_by_model:
            _grounding_by_model[name, folder] = grounding.with_model(folder)
        return _grounding_by_model[name, folder]


def check_name(name: str) -> None:
    """Check that a grounding can be had, without the model that it may need.

    Raises:
        UnknownNameError: No such name; the message lists those that exist.
        CaptupleError: The plug-in behind the name cannot be loaded, or several plug-ins claim it.
    """
    _registered(name)


def grounding_source(name: str) -> str:
    """The distribution that a grounding comes from, as in `GroundingInfo`.

    Raises:
        UnknownNameError: No such name.
    """
    registrations_by_name = _registrations_by_name()
    if name not in registrations_by_name:
        raise UnknownNameError("grounding", name, registrations_by_name)
    return registrations_by_name[name][0].source


def _registered(name: str) -> GroundingFunction:
    with _lock:
        grounding = _grounding_by_name.get(name)
        if grounding is None:
            registrations_by_name = _registrations_by_name()
            if name not in registrations_by_name:
                raise UnknownNameError("grounding", name, registrations_by_name)
            grounding = _grounding_by_name[name] = _load_first(registrations_by_name[name])
        return grounding


def list_groundings() -> tuple[GroundingInfo, ...]:
    """Every registered grounding, sorted by name; one that cannot be used is listed with its error."""
    infos = []
    for name, registrations in sorted(_registrations_by_name().items()):
        for registration in registrations:
            description, error = "", _refusal(registration, registrations)
            if error is None:
                try:
                    description = _registered(name).description
                except CaptupleError as e:
                    error = str(e)
            infos.append(
                GroundingInfo(name=name, description=description, source=registration.source, error=error)
            )
    return tuple(infos)


def _registrations_by_name() -> dict[str, list[_Registration]]:
    found = {
        name: [_Registration(name, BUILT_IN_SOURCE, target, functools.partial(_import_target, target))]
        for name, target in BUILT_IN_TARGETS.items()
    }
    for entry_point in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP):
        if entry_point.value == BUILT_IN_TARGETS.get(entry_point.name):
            continue  # our own installed metadata
        claims = found.setdefault(entry_point.name, [])
        source = _source(entry_point)
        registration = _Registration(entry_point.name, source, entry_point.value, entry_point.load)
        if registration.identity not in [claim.identity for claim in claims]:
            claims.append(registration)  # unless one distribution is seen twice, as an editable one can be
    return found


def _refusal(registration: _Registration, claims: list[_Registration]) -> str | None:
    """Why a registration is not even loaded: the name is ill-formed, ours, or claimed by others too."""
    if not NAME_PATTERN.fullmatch(registration.name):
        return f"{registration.place}: a name is lower case and ends in its version: 'colour.v1'"
    if registration.name in BUILT_IN_TARGETS:
        return None if registration is claims[0] else f"{registration.place}: the name is Captuple's own"
    if len(claims) > 1:
        sources = ", ".join(claim.source for claim in claims)
        return f"{registration.place}: claimed by several packages: {sources}"
    return None


def _load_first(claims: list[_Registration]) -> GroundingFunction:
    registration = claims[0]
    refusal = _refusal(registration, claims)
    if refusal is not None:
        raise CaptupleError(refusal)
    try:
        factory = registration.load()
        grounding = factory() if callable(factory) else None
    except (Exception, SystemExit) as e:  # foreign code, which may fail in any way at import
        reason = f"{type(e).__name__}: {shorten(str(e), max_length=200)}"
        raise CaptupleError(f"{registration.place} cannot be loaded: {reason}") from e
    if not isinstance(grounding, GroundingFunction):
        raise CaptupleError(
            f"{registration.place}: its target must be a callable that returns a GroundingFunction"
        )
    if grounding.name != registration.name:
        raise CaptupleError(f"{registration.place} calls itself {shorten(grounding.name)}; names must agree")
    return grounding


def _source(entry_point: importlib.metadata.EntryPoint) -> str:
    distribution = entry_point.dist
    return f"{distribution.name} {distribution.version}" if distribution is not None else entry_point.value


def _import_target(target: str) -> object:
    module_name, _, attribute = target.partition(":")
    return getattr(importlib.import_module(module_name), attribute)
