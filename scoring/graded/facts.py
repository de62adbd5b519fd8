"""What a caption says of its words together: who does what to whom, where, what is like what, and how many.

A fact joins two words: a noun and the predicate whose agent or patient it is, the doer and what it is done to, what is
somewhere and the place, a noun and what describes or counts it. Facts of a candidate find their likes among those of
the references (support), or their opposites (contradiction): exchanged roles, another colour or number on the same
noun, the other side of a place, what is denied here and said there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from extractor.types import Argument, SemanticTuple
from scoring.bast.modifiers import modifier_kind, modifier_value
from scoring.graded.similarity import ContentWord, Floats

FactKind = Literal["agent", "patient", "order", "place", "attribute", "count", "denied"]
FACT_KINDS: tuple[FactKind, ...] = ("agent", "patient", "order", "place", "attribute", "count", "denied")

_PLACES = (
    "in inside within into among amid amidst throughout between",
    "on on-top-of atop upon onto across along over aboard",
    "near by beside next-to close-to alongside with around against at",
    "under below beneath underneath",
    "above over",
    "behind in-back-of after",
    "in-front-of before ahead-of",
    "outside outside-of out-of off from away-from",
    "through past",
    "to toward towards",
)
_GROUPS_BY_PREPOSITION = MappingProxyType(
    {
        word: frozenset(number for number, words in enumerate(_PLACES) if word in words.split())
        for words in _PLACES
        for word in words.split()
    }
)
# Sides of a place of which only one can hold: in and out, on and under, above and below, behind and in front.
_OPPOSITE_GROUPS = ((0, 7), (1, 3), (4, 3), (5, 6))
_OPPOSITES = frozenset(
    pair
    for first, second in _OPPOSITE_GROUPS
    for one in _PLACES[first].split()
    for other in _PLACES[second].split()
    if not (_GROUPS_BY_PREPOSITION[one] & _GROUPS_BY_PREPOSITION[other])
    for pair in ((one, other), (other, one))
)
_OTHER_PLACE = 0.5
# Kinds of modifiers of which a noun has one: another one speaks against it.
_EXCLUSIVE = frozenset({"colour", "material", "size", "count"})
# From which likeness on two modifiers say the same.
_SAME = 0.9


@dataclass(frozen=True, slots=True)
class Fact:
    """Two words that a caption joins.

    Attributes:
        kind: How.
        first: The agent, the patient, what is somewhere, or the noun that is described.
        second: The predicate, what it is done to, the place, or the modifier; of a denied noun the noun itself.
        label: The preposition of a place, the kind of a modifier; else empty.
    """

    kind: FactKind
    first: ContentWord
    second: ContentWord
    label: str = ""


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
    tuples: Sequence[SemanticTuple], content_word: Callable[[str], ContentWord | None]
) -> list[Fact]:
    """The facts of a caption, each once, in the order of its tuples.

    Args:
        tuples: Of the caption.
        content_word: What a modifier's form is, as `scoring.graded.similarity.Similarity` has it.
    """
    return list(
        dict.fromkeys(fact for item in tuples if item.depicted for fact in _tuple_facts(item, content_word))
    )


def _tuple_facts(item: SemanticTuple, content_word: Callable[[str], ContentWord | None]) -> Iterator[Fact]:
    agents, patients, locatives = (_written(slot) for slot in (item.agents, item.patients, item.locatives))
    verb = None
    if item.predicate.lemma and not item.predicate.tacit:
        verb = ContentWord(item.predicate.lemma.lower(), "v")
        yield from (Fact("agent", noun(agent), verb) for agent in agents)
        yield from (Fact("patient", noun(patient), verb) for patient in patients)
    # ``runs after a cat``: what is pursued stands where a place does.
    pursued = [place for place in locatives if _is_object(place, item.predicate.lemma or "")]
    locatives = [place for place in locatives if place not in pursued]
    yield from (
        Fact("order", noun(agent), noun(other)) for agent in agents for other in (*patients, *pursued)
    )
    for place in locatives:
        label = (place.preposition or "").lower()
        there = agents or patients
        yield from (Fact("place", noun(thing), noun(place), label) for thing in there)
        if verb is not None and not there:
            yield Fact("place", verb, noun(place), label)
    for argument in (*agents, *patients, *pursued, *locatives):
        for form in argument.modifiers:
            value = modifier_value(form)
            kind = modifier_kind(value)
            word = content_word(form.lower()) or ContentWord(form.lower(), "m")
            if kind == "count" and value.isdigit():
                word = ContentWord(value, "m")
            yield Fact("count" if kind == "count" else "attribute", noun(argument), word, kind)
    for argument in (*item.agents, *item.patients, *item.locatives):
        if argument.negated and argument.lemma:
            yield Fact("denied", noun(argument), noun(argument))


def _is_object(place: Argument, predicate: str) -> bool:
    """Whether a locative is rather what the predicate is done to: its preposition belongs to the verb."""
    preposition = (place.preposition or "").lower()
    return bool(preposition) and place.kind != "temporal" and predicate.lower().endswith(f"-{preposition}")


def _written(arguments: Sequence[Argument]) -> list[Argument]:
    return [argument for argument in arguments if argument.lemma and argument.present]


def noun(argument: Argument) -> ContentWord:
    """The word of an argument that has a lemma."""
    return ContentWord((argument.lemma or "").lower(), "n")


def match_facts(
    candidate: Sequence[Fact],
    references: Sequence[Fact],
    *,
    alike: Floats,
    weights: Floats,
    row_by_word: dict[ContentWord, int],
    said: Sequence[ContentWord],
    said_by_candidate: Sequence[ContentWord],
) -> list[FactMatch]:
    """How each fact of the candidate fares against those of all references together.

    Args:
        candidate: Its facts.
        references: Theirs.
        alike: The similarity of each pair of words, in the order of ``row_by_word``.
        weights: Of each word.
        row_by_word: The place of each word of a fact, and of what is said.
        said: The nouns that the references say are there.
        said_by_candidate: The nouns that the candidate says are there.
    """
    matches = [
        _match(fact, [other for other in references if other.kind == fact.kind], alike, weights, row_by_word)
        if fact.kind != "denied"
        else _denied(fact, said, references, alike, weights, row_by_word)
        for fact in candidate
    ]
    # What the references deny and the candidate says is there.
    denied = [fact for fact in references if fact.kind == "denied"]
    for word in said_by_candidate if denied else ():
        row = row_by_word[word]
        opponent = max(denied, key=lambda fact: float(alike[row, row_by_word[fact.first]]))
        degree = float(alike[row, row_by_word[opponent.first]])
        likest = max((float(alike[row, row_by_word[other]]) for other in said), default=0.0)
        if degree > likest:
            matches.append(
                FactMatch(
                    fact=Fact("denied", word, word),
                    weight=float(weights[row]),
                    support=0.0,
                    supporter=None,
                    contradiction=degree - likest,
                    opponent=opponent,
                    is_denied_by_references=True,
                )
            )
    return matches


def _match(
    fact: Fact,
    others: Sequence[Fact],
    alike: Floats,
    weights: Floats,
    row_by_word: dict[ContentWord, int],
) -> FactMatch:
    i, j = row_by_word[fact.first], row_by_word[fact.second]
    weight = float(weights[i] + weights[j]) / 2
    if not others:
        return FactMatch(
            fact=fact, weight=weight, support=0.0, supporter=None, contradiction=0.0, opponent=None
        )
    firsts = np.array([row_by_word[other.first] for other in others])
    seconds = np.array([row_by_word[other.second] for other in others])
    labels = np.array([label_likeness(fact, other) for other in others])
    support = alike[i, firsts] * alike[j, seconds] * labels
    agreed = support
    if fact.kind == "order":
        opposed = alike[i, seconds] * alike[j, firsts]
    elif fact.kind == "place":
        turned = alike[i, seconds] * alike[j, firsts] * (labels == 1.0)
        sides = np.array([(fact.label, other.label) in _OPPOSITES for other in others])
        opposed = np.maximum(turned, alike[i, firsts] * alike[j, seconds] * sides)
    elif fact.kind in ("attribute", "count"):
        # Colours are alike in what they are used of, but a thing has one: only the same speaks for it here.
        rival = np.array([_excludes(fact, other) for other in others])
        is_same = alike[j, seconds] >= _SAME
        opposed = alike[i, firsts] * (rival & ~is_same)
        agreed = alike[i, firsts] * is_same
    else:
        opposed = np.zeros(len(others))
    best, worst = int(support.argmax()), int(opposed.argmax())
    contradiction = max(0.0, float(opposed[worst] - agreed.max()))
    return FactMatch(
        fact=fact,
        weight=weight,
        support=float(support[best]),
        supporter=others[best] if support[best] > 0 else None,
        contradiction=contradiction,
        opponent=others[worst] if contradiction > 0 else None,
    )


def _denied(
    fact: Fact,
    said: Sequence[ContentWord],
    references: Sequence[Fact],
    alike: Floats,
    weights: Floats,
    row_by_word: dict[ContentWord, int],
) -> FactMatch:
    """A noun that the candidate denies: a reference supports it that denies it, and one contradicts it that says it."""
    row = row_by_word[fact.first]
    agreeing = [other for other in references if other.kind == "denied"]
    supports = [float(alike[row, row_by_word[other.first]]) for other in agreeing]
    support = max(supports, default=0.0)
    opposed = [float(alike[row, row_by_word[word]]) for word in said]
    contradiction = max(0.0, max(opposed, default=0.0) - support)
    opponent = said[int(np.argmax(opposed))] if opposed and contradiction > 0 else None
    return FactMatch(
        fact=fact,
        weight=float(weights[row]),
        support=support,
        supporter=agreeing[int(np.argmax(supports))] if support > 0 else None,
        contradiction=contradiction,
        opponent=None if opponent is None else Fact("denied", opponent, opponent),
    )


def _excludes(fact: Fact, other: Fact) -> bool:
    """Whether a noun cannot have both modifiers: two of one kind, numbers with numbers."""
    if fact.label != other.label or fact.label not in _EXCLUSIVE:
        return False
    return fact.kind != "count" or (fact.second.lemma.isdigit() and other.second.lemma.isdigit())


def label_likeness(fact: Fact, other: Fact) -> float:
    """How like the prepositions of two places are: 1 for like ones, half for others, 0 for opposite sides."""
    if fact.kind != "place" or fact.label == other.label:
        return 1.0
    if (fact.label, other.label) in _OPPOSITES:
        return 0.0
    both = (_GROUPS_BY_PREPOSITION.get(label, frozenset()) for label in (fact.label, other.label))
    first, second = both
    return 1.0 if first & second else _OTHER_PLACE
