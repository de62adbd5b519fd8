"""What a caption says of its words together: who does what to whom, where, what is like what, and how many.

A fact joins two words: a noun and the predicate whose agent or patient it is, the doer and what it is done to, what is
somewhere and the place, a noun and what describes or counts it. Facts of a candidate find their likes among those of
the references (support), or their opposites (contradiction): exchanged roles, another colour or number on the same
noun, the other side of a place, what is denied here and said there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from extractor.types import Argument, Predicate, SemanticTuple
from scoring.bast.modifiers import modifier_kind, modifier_value
from scoring.graded.opposites import REGION
from scoring.graded.similarity import ContentWord

FactKind = Literal["agent", "patient", "order", "place", "attribute", "count", "denied"]

_SAYING_NOTHING = frozenset({"be", "have"})

WITH = "with"
"""The label of an order that is none: a man with a dog."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Two words that a caption joins.

    Attributes:
        kind: How.
        first: The agent, the patient, what is somewhere, or the noun that is described.
        second: The predicate, what it is done to, the place, or the modifier; of a denied noun the noun itself.
        label: The preposition of a place (``image-region`` of a part of the picture), the kind of a modifier, ``with``
            of an order of things that are only together; else empty.
        first_entity: Number of the entity that ``first`` is, within its caption; None where it is none.
        second_entity: Of ``second``, as above.
    """

    kind: FactKind
    first: ContentWord
    second: ContentWord
    label: str = ""
    first_entity: int | None = None
    second_entity: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactMatch:
    """How a fact of the candidate fares.

    Attributes:
        fact: The fact.
        weight: How much it counts.
        support: Of the likest fact of the references, from 0 to 1.
        supporter: That fact; None where nothing is alike.
        contradiction: How much more the references say the opposite, from 0 to 1.
        opponent: What they say instead; None where they do not.
        is_denied_by_references: Of a denied fact: the references deny what the candidate says, and not the other way.
    """

    fact: Fact
    weight: float
    support: float
    supporter: Fact | None
    contradiction: float
    opponent: Fact | None
    is_denied_by_references: bool = False


def caption_facts(
    tuples: Sequence[SemanticTuple],
    content_word: Callable[[str], ContentWord | None],
    *,
    borne: Sequence[tuple[Argument, Argument]] = (),
) -> list[Fact]:
    """The facts of a caption, each once, in the order of its tuples.

    Args:
        tuples: Of the caption.
        content_word: What a modifier's form is, as `scoring.graded.similarity.Similarity` has it.
        borne: Who has what that describes them, as `scoring.graded.gathering.borne` finds it.
    """
    facts = [fact for item in tuples if item.depicted for fact in _tuple_facts(item, content_word)]
    for bearer, thing in borne:
        facts.append(_together(bearer, thing))
        facts += _modifier_facts((bearer, thing), content_word)
    return list(dict.fromkeys(facts))


def verb_of(predicate: Predicate, *, every_word: bool = False) -> ContentWord | None:
    """The word of a predicate; None where it is tacit, or says no more than a tacit one would.

    ``There is a dog`` and ``A dog``, ``A room has a sink`` and ``A room with a sink`` say the same.

    Args:
        predicate: Of a tuple.
        every_word: Whether ``be`` and ``have`` are words, too; see ``content_words``.
    """
    lemma = (predicate.lemma or "").lower()
    if predicate.tacit or not lemma or (lemma in _SAYING_NOTHING and not every_word):
        return None
    return ContentWord(lemma, "v")


def _together(thing: Argument, held: Argument) -> Fact:
    return Fact("order", noun(thing), noun(held), WITH, thing.entity, held.entity)


def _tuple_facts(item: SemanticTuple, content_word: Callable[[str], ContentWord | None]) -> Iterator[Fact]:
    agents, patients, locatives = (_written(slot) for slot in (item.agents, item.patients, item.locatives))
    verb = verb_of(item.predicate)
    if verb is not None:
        yield from (Fact("agent", noun(agent), verb, "", agent.entity) for agent in agents)
        yield from (Fact("patient", noun(patient), verb, "", patient.entity) for patient in patients)
    # ``runs after a cat``: what is pursued stands where a place does.
    pursued = [place for place in locatives if _is_object(place, item.predicate.lemma or "")]
    locatives = [place for place in locatives if place not in pursued]
    yield from (
        Fact("order", noun(agent), noun(other), "", agent.entity, other.entity)
        for agent in agents
        for other in (*patients, *pursued)
    )
    if not (agents and patients):
        yield from (
            _together(thing, held)
            for held in locatives
            if (held.preposition or "").lower() == WITH and held.kind != "temporal"
            for thing in agents or patients
        )
    for place in locatives:
        label = REGION if place.kind == REGION else (place.preposition or "").lower()
        there = agents or patients
        yield from (
            Fact("place", noun(thing), noun(place), label, thing.entity, place.entity) for thing in there
        )
        if verb is not None and not there:
            yield Fact("place", verb, noun(place), label, None, place.entity)
    yield from _modifier_facts((*agents, *patients, *pursued, *locatives), content_word)
    for argument in (*item.agents, *item.patients, *item.locatives):
        if argument.negated and argument.lemma:
            yield Fact("denied", noun(argument), noun(argument))


def _modifier_facts(
    arguments: Sequence[Argument], content_word: Callable[[str], ContentWord | None]
) -> Iterator[Fact]:
    for argument in arguments:
        for form in argument.modifiers:
            value = modifier_value(form)
            kind = modifier_kind(value)
            word = content_word(form.lower()) or ContentWord(form.lower(), "m")
            if kind == "count" and value.isdigit():
                word = ContentWord(value, "m")
            fact_kind: FactKind = "count" if kind == "count" else "attribute"
            yield Fact(fact_kind, noun(argument), word, kind, argument.entity)


def _is_object(place: Argument, predicate: str) -> bool:
    """Whether a locative is rather what the predicate is done to: its preposition belongs to the verb."""
    preposition = (place.preposition or "").lower()
    return bool(preposition) and place.kind != "temporal" and predicate.lower().endswith(f"-{preposition}")


def _written(arguments: Sequence[Argument]) -> list[Argument]:
    return [argument for argument in arguments if argument.lemma and argument.present]


def noun(argument: Argument) -> ContentWord:
    """The word of an argument that has a lemma."""
    return ContentWord((argument.lemma or "").lower(), "n")
