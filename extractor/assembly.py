"""From link decisions to semantic tuples: spans, lemmas, phrases, negation, confidences."""

from __future__ import annotations

from collections.abc import Sequence

from extractor.features import CaptionFeatures
from extractor.links import ArgumentDecision, PredicateDecision
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
        kept = sorted(
            (argument for argument in decision.arguments if argument.confidence >= min_confidence),
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
