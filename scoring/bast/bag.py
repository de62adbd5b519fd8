"""The BAST: a Bag of Aggregated Semantic Tuples, seven sets of values, and those that we add on demand.

One enumeration (`_occurrences`) says which values tuples hold and what stands behind them; the sets and the
sources are two readings of it.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from extractor.errors import Fault, InvalidInputError, UnknownNameError, shorten
from extractor.types import SemanticTuple
from scoring.bast.components import (
    ALL_COMPONENTS,
    COMPONENTS,
    MODIFIER_COMPONENTS,
    PARTS_BY_COMPONENT,
    ROLE_COMPONENTS,
    components_of,
)
from scoring.bast.modifiers import modifier_kind
from scoring.conventions import Conventions, ModifiersConvention, NullConvention, RolesConvention
from scoring.grounding.protocol import GroundingFunction
from scoring.grounding.tuples import GroundedFiller, GroundedTuple, ValueSource, ground_tuples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

Value = tuple[str, ...]
"""A value of a component, in the order of the component's name: (participant, locative) in PA-LO."""

_FIELD_BY_COMPONENT = MappingProxyType(
    {name: name.lower().replace("-", "_").replace(":", "_") for name in ALL_COMPONENTS}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bast:
    """Sets of values, seven of the paper's and ours; ``bast["PA-LO"]`` reads one by its component's name.

    What was not asked for is empty.

    Attributes:
        pa: Participants: agents and patients together.
        pr: Predicates.
        lo: Locatives.
        pa_pr: (participant, predicate).
        pa_lo: (participant, locative).
        pr_lo: (predicate, locative).
        pa_pr_lo: (participant, predicate, locative).
        ag: Agents.
        pt: Patients.
        ag_pr: (agent, predicate).
        pr_pt: (predicate, patient).
        ag_pt: (agent, patient).
        ag_pr_pt: (agent, predicate, patient).
        mod: (argument, what describes or counts it).
        mod_colour: Those of ``mod`` that say a colour; so the following for materials, sizes, states and counts.

    References:
        Ellebracht et al. 2015, the BAST metric and Figure 2.
    """

    pa: frozenset[Value] = frozenset()
    pr: frozenset[Value] = frozenset()
    lo: frozenset[Value] = frozenset()
    pa_pr: frozenset[Value] = frozenset()
    pa_lo: frozenset[Value] = frozenset()
    pr_lo: frozenset[Value] = frozenset()
    pa_pr_lo: frozenset[Value] = frozenset()
    ag: frozenset[Value] = frozenset()
    pt: frozenset[Value] = frozenset()
    ag_pr: frozenset[Value] = frozenset()
    pr_pt: frozenset[Value] = frozenset()
    ag_pt: frozenset[Value] = frozenset()
    ag_pr_pt: frozenset[Value] = frozenset()
    mod: frozenset[Value] = frozenset()
    mod_colour: frozenset[Value] = frozenset()
    mod_material: frozenset[Value] = frozenset()
    mod_size: frozenset[Value] = frozenset()
    mod_state: frozenset[Value] = frozenset()
    mod_count: frozenset[Value] = frozenset()

    def __getitem__(self, component: str) -> frozenset[Value]:
        """The values of one component.

        Raises:
            UnknownNameError: ``component`` is none of `scoring.bast.components.ALL_COMPONENTS`.
        """
        if component not in _FIELD_BY_COMPONENT:
            raise UnknownNameError("component", component, ALL_COMPONENTS)
        values: frozenset[Value] = getattr(self, _FIELD_BY_COMPONENT[component])
        return values

    @staticmethod
    def of(values_by_component: Mapping[str, Iterable[Value]]) -> Bast:
        """The BAST of values by component name; components that are not named are empty.

        Raises:
            InvalidInputError: Values hold another number of strings than their component has parts; all are
                named.
            UnknownNameError: A key is none of `scoring.bast.components.ALL_COMPONENTS`.
        """
        for component in values_by_component:
            if component not in _FIELD_BY_COMPONENT:
                raise UnknownNameError("component", component, ALL_COMPONENTS)
        sets = {component: frozenset(values) for component, values in values_by_component.items()}
        faults = [
            Fault(
                where=component,
                problem=f"{shorten(value)} must hold {len(PARTS_BY_COMPONENT[component])} strings",
            )
            for component, values in sets.items()
            for value in sorted(values)
            if len(value) != len(PARTS_BY_COMPONENT[component])
        ]
        if faults:
            raise InvalidInputError(faults)
        return _from_sets(sets)

    @staticmethod
    def union(basts: Iterable[Bast]) -> Bast:
        """The union, component by component; that of no BASTs is empty.

        References:
            Ellebracht et al. 2015, the BAST metric: an image's gold BAST is the union over its captions.
        """
        items = tuple(basts)
        return _from_sets(
            {name: frozenset().union(*(bast[name] for bast in items)) for name in ALL_COMPONENTS}
        )


def build_bast(
    tuples: Sequence[SemanticTuple],
    *,
    ground: GroundingFunction,
    null: NullConvention = "exclude",
    roles: RolesConvention = "pooled",
    modifiers: ModifiersConvention = "off",
) -> Bast:
    """The BAST of tuples: a batch of one; see `build_basts`.

    Examples:
        >>> from extractor.types import Argument, Predicate
        >>> from scoring.grounding.lemma import LemmaGrounding
        >>> slide = SemanticTuple(
        ...     predicate=Predicate(text="sliding", lemma="slide"),
        ...     agents=(Argument(text="man", lemma="man"),),
        ...     locatives=(Argument(text="dune", lemma="dune"),),
        ... )
        >>> build_bast([slide], ground=LemmaGrounding())["PA-LO"]
        frozenset({('man', 'dune')})
    """
    return build_basts([tuples], ground=ground, null=null, roles=roles, modifiers=modifiers)[0]


def build_basts(
    tuple_lists: Sequence[Sequence[SemanticTuple]],
    *,
    ground: GroundingFunction | Sequence[GroundingFunction],
    null: NullConvention = "exclude",
    roles: RolesConvention = "pooled",
    modifiers: ModifiersConvention = "off",
    where: Callable[[int], str] = "tuples[{}]".format,
) -> list[Bast]:
    """The BAST of each list of tuples; everything with the same grounding is grounded in one batch.

    Pairs and triplets form within one tuple, over all its values. Negated arguments and arguments without a
    value take no part; a tacit predicate is no value, but the other slots of its tuple count.

    Args:
        tuple_lists: The tuples of each caption.
        ground: The grounding function, or one for each list (see `scoring.grounding.caption_groundings`).
        null: What an empty locative slot is: no value (``exclude``) or the value NULL (``locative``). A slot
            is empty where the tuple has no locative at all; a locative that is negated or has no value is no
            NULL.
        roles: Whether there are the components of agents and patients apart; see `Conventions`.
        modifiers: Whether there are those of arguments with their modifiers.
        where: Names the place of a list by its index, for messages.

    Returns:
        One BAST for each list; that of no tuples is empty.

    Raises:
        InvalidInputError: Items cannot be grounded (a lemma is missing); all are named. Or ``null`` is not
            allowed.
        CaptupleError: The grounding function broke its contract.

    References:
        Ellebracht et al. 2015, the BAST metric, Figure 2 (one caption) and Figure 3 (NULL).
    """
    conventions = Conventions(null=null, roles=roles, modifiers=modifiers)
    grounded = ground_tuples(tuple_lists, ground=ground, null=null, where=where)
    return [_bast(tuples, conventions) for tuples in grounded]


def value_sources(
    tuples: Sequence[SemanticTuple],
    *,
    ground: GroundingFunction,
    null: NullConvention = "exclude",
    roles: RolesConvention = "pooled",
    modifiers: ModifiersConvention = "off",
) -> dict[str, dict[Value, list[ValueSource]]]:
    """What stands behind each value of `build_bast`: arguments and predicates, by component and value.

    Args:
        tuples: The tuples of one caption.
        ground: The grounding function.
        null: As in `build_basts`.
        roles: As in `build_basts`.
        modifiers: As in `build_basts`.

    Returns:
        For each component that is asked for its values, each with its sources in the order of the tuples, without
        repetition. Components without values have an empty mapping.

    Raises:
        InvalidInputError: As `build_basts`.
        CaptupleError: As `build_basts`.
    """
    conventions = Conventions(null=null, roles=roles, modifiers=modifiers)
    sources: dict[str, dict[Value, list[ValueSource]]] = {name: {} for name in components_of(conventions)}
    [grounded] = ground_tuples([tuples], ground=ground, null=null, where=lambda _: "tuples")
    for component, fillers in _occurrences(grounded, conventions):
        listed = sources[component].setdefault(tuple(filler.value for filler in fillers), [])
        listed.extend(filler.source for filler in fillers if filler.source not in listed)
    return sources


def _occurrences(
    grounded: Iterable[GroundedTuple], conventions: Conventions
) -> Iterator[tuple[str, tuple[GroundedFiller, ...]]]:
    """Every occurrence of a value: its component, and the fillers that form it."""
    products = (*COMPONENTS, *(ROLE_COMPONENTS if conventions.roles == "split" else ()))
    for item in grounded:
        fillers_by_part = {
            "PA": item.participants,
            "PR": item.predicates,
            "LO": item.locatives,
            "AG": [filler for filler in item.participants if filler.source.slot == "agents"],
            "PT": [filler for filler in item.participants if filler.source.slot == "patients"],
        }
        for component in products:
            parts = PARTS_BY_COMPONENT[component]
            for fillers in itertools.product(*(fillers_by_part[part] for part in parts)):
                yield component, fillers
        if conventions.modifiers == "on":
            yield from _described(item)


def _described(item: GroundedTuple) -> Iterator[tuple[str, tuple[GroundedFiller, ...]]]:
    """Arguments with each of their modifiers: of MOD, and of the modifier's kind."""
    for filler in (*item.participants, *item.locatives):
        for index, value in enumerate(filler.modifiers):
            modifier = GroundedFiller(value, replace(filler.source, modifier_index=index))
            for component in (*MODIFIER_COMPONENTS, f"MOD:{modifier_kind(value)}"):
                yield component, (filler, modifier)


def _bast(grounded: Iterable[GroundedTuple], conventions: Conventions) -> Bast:
    sets: dict[str, set[Value]] = {}
    for component, fillers in _occurrences(grounded, conventions):
        sets.setdefault(component, set()).add(tuple(filler.value for filler in fillers))
    return _from_sets({name: frozenset(values) for name, values in sets.items()})


def _from_sets(sets: Mapping[str, frozenset[Value]]) -> Bast:
    return Bast(**{_FIELD_BY_COMPONENT[component]: values for component, values in sets.items()})
