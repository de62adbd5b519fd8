"""From link decisions to semantic tuples: spans, lemmas, phrases, negation, confidences."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from extractor.features import CaptionFeatures
from extractor.links import SLOTS, ArgumentDecision, PredicateDecision
from extractor.types import Argument, Predicate, SemanticTuple

_NEGATIONS = frozenset({"no", "without", "neither"})


def assemble(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision], *, min_confidence: float = 0.0
) -> tuple[SemanticTuple, ...]:
    """The tuples of one caption.

    Args:
        features: The caption.
        decisions: Its predicates with their arguments.
        min_confidence: Predicates and arguments below it are left out, from 0 to 1.

    Returns:
        One tuple a predicate, in the order of the text.
    """
    tuples = []
    for decision in decisions:
        if decision.confidence < min_confidence:
            continue
        held = _tacit_hold(features, decision)
        if held is not None:
            tuples.append(held)
            continue
        arguments = _in_active_voice(features, decision)
        kept = sorted(
            (argument for argument in arguments if argument.confidence >= min_confidence),
            key=lambda argument: argument.index,
        )
        slots = {
            slot: _distinct([_argument(features, argument) for argument in kept if argument.slot == slot])
            for slot in ("agent", "patient", "locative")
        }
        tuples.append(
            SemanticTuple(
                predicate=_predicate(features, decision),
                agents=slots["agent"],
                patients=slots["patient"],
                locatives=slots["locative"],
            )
        )
    return tuple(tuples)


def _in_active_voice(features: CaptionFeatures, decision: PredicateDecision) -> Sequence[ArgumentDecision]:
    """The arguments of a passive with a by-phrase, or with ``being``: its agent acts, its subject is acted upon.

    The annotators of Flickr-ST call the subject of a passive now agent, now patient, so the link model cannot know.
    ``are gathered`` and ``is dressed in`` say what people do themselves: without a by-phrase they stay as they are.
    """
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit or not features.is_passive(p):
        return decision.arguments
    by_phrases = {
        a.index
        for a in decision.arguments
        if a.slot != "locative"
        and graph.prepositions[a.index] == "by"
        and graph.first_conjunct(a.index) in graph.children[p]
    }
    being = any(graph.lowered[c] == "being" for c in graph.children[p])
    if not by_phrases and not being:
        return decision.arguments
    subject, _ = features.subject(p)
    result = []
    for argument in decision.arguments:
        slot = argument.slot
        if argument.index in by_phrases:
            slot = "agent"
        elif slot == "agent" and subject in (argument.index, graph.first_conjunct(argument.index)):
            slot = "patient"
        result.append(dataclasses.replace(argument, slot=slot))
    return result


def _tacit_hold(features: CaptionFeatures, decision: PredicateDecision) -> SemanticTuple | None:
    """The tuple of an absolute phrase such as ``cigarette in hand``: somebody named before holds the thing.

    Neither noun has an article there; ``a cigarette in his hand`` says where the cigarette is and is left as it is.
    """
    graph, i = features.graph, decision.candidate.index
    hands = [c for c in graph.dependents(i, "nmod", "obl") if features.noun_lemmas[c] == "hand"]
    if not decision.candidate.tacit or not hands or graph.prepositions[hands[0]] != "in":
        return None
    if graph.dependents(i, "det", "nummod") or graph.dependents(hands[0], "det", "nmod"):
        return None
    holders = [
        n
        for n in features.nouns
        if n < i and features.supersenses[n] == "person" and not graph.prepositions[n]
    ]
    if not holders:
        return None
    agent, patient = (
        _argument(
            features, ArgumentDecision(index=index, slot=slot, kind=None, confidence=decision.confidence)
        )
        for index, slot in ((holders[0], SLOTS[0]), (i, SLOTS[1]))
    )
    predicate = Predicate(text="", lemma="hold", tacit=True, confidence=round(decision.confidence, 4))
    return SemanticTuple(predicate=predicate, agents=(agent,), patients=(patient,))


def _distinct(arguments: Sequence[Argument]) -> tuple[Argument, ...]:
    """The arguments without those whose word is there already: a noun and the pronoun for it are one."""
    by_start: dict[int | None, Argument] = {}
    for argument in arguments:
        by_start.setdefault(argument.start, argument)
    return tuple(by_start.values())


def _predicate(features: CaptionFeatures, decision: PredicateDecision) -> Predicate:
    confidence = round(decision.confidence, 4)
    if decision.candidate.tacit:
        return Predicate(text="", lemma=None, tacit=True, confidence=confidence)
    i = decision.candidate.index
    token = features.graph.parse.tokens[i]
    text, lemma, end = token.text, features.verb_lemmas[i], token.end
    if decision.particle >= 0:
        particle = features.graph.parse.tokens[decision.particle]
        lemma = f"{lemma}-{features.graph.lowered[decision.particle]}"
        text = f"{text} {particle.text}"
        if decision.particle == i + 1:
            end = particle.end
    return Predicate(text=text, lemma=lemma, start=token.start, end=end, confidence=confidence)


def _argument(features: CaptionFeatures, decision: ArgumentDecision) -> Argument:
    graph = features.graph
    # A pronoun's argument is the noun that it stands for; what governs it stays where the pronoun is.
    i = features.antecedents.get(decision.index, decision.index)
    token = graph.parse.tokens[i]
    first, last = graph.phrase(i)
    locative = decision.slot == "locative"
    return Argument(
        text=token.text,
        lemma=features.noun_lemmas[i],
        start=token.start,
        end=token.end,
        phrase_start=graph.parse.tokens[first].start,
        phrase_end=graph.parse.tokens[last].end,
        upos=graph.words[i].upos,
        preposition=(graph.prepositions[decision.index] or None) if locative else None,
        kind=decision.kind,
        negated=is_negated(features, i),
        modifiers=_modifiers(features, i),
        confidence=round(decision.confidence, 4),
    )


def _modifiers(features: CaptionFeatures, i: int) -> tuple[str, ...]:
    """The adjectives, numbers and nouns in front of a noun."""
    graph = features.graph
    return tuple(graph.lowered[c] for c in graph.dependents(i, "amod", "nummod", "compound") if c < i)


def is_negated(features: CaptionFeatures, i: int) -> bool:
    """Whether the caption says that the noun is absent: ``no people``, ``without a hat``."""
    graph = features.graph
    first = graph.first_conjunct(i)
    return any(
        graph.lowered[c] in _NEGATIONS
        for k in {i, first}
        for c in graph.dependents(k, "det", "case", "cc", "advmod")
    )
