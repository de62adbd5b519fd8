"""From link decisions to semantic tuples: spans, lemmas, phrases, negation, confidences."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType

from extractor.links.candidates import PLACE_ADVERBS
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision, Slot
from extractor.links.pronouns import REFLEXIVE_PRONOUNS
from extractor.syntax.mending.vocabulary import FRONTED
from extractor.tuples.absolutes import HOLD, HOLD_CONFIDENCE, HeldThing, held_things
from extractor.tuples.asides import with_things_aside
from extractor.tuples.clauses import completed
from extractor.tuples.clauses.parts import value_of_gap
from extractor.tuples.clauses.places import places_of
from extractor.tuples.clauses.settled import settled
from extractor.tuples.clauses.words import are_alike, is_somebody
from extractor.tuples.depiction import is_prose, with_reasons
from extractor.tuples.joint import agreed, named_after
from extractor.tuples.members import members_apart
from extractor.tuples.negation import is_denied, is_negated
from extractor.tuples.possessions import is_of_a_member
from extractor.tuples.predicates import with_clauses
from extractor.tuples.regions import with_regions
from extractor.types import Argument, LocativeKind, Predicate, SemanticTuple

# The values of tacit predicates that say nothing but clothes, and nothing but a with-phrase.
WEAR, HAVE = "wear", "have"
# Times and happenings are nobody and nothing.
_NO_ENTITIES = frozenset({"temporal", "event"})
_THEY = frozenset({"they", "them", "themselves"})


def assemble(
    features: CaptionFeatures,
    decisions: Sequence[PredicateDecision],
    *,
    min_confidence: float = 0.0,
    entities: Mapping[int, int] = MappingProxyType({}),
) -> tuple[SemanticTuple, ...]:
    """The tuples of one caption.

    Args:
        features: The caption.
        decisions: Its predicates with their arguments.
        min_confidence: Predicates and arguments below it are left out, from 0 to 1.
        entities: The entity of each word that is a mention of one.

    Returns:
        One tuple a predicate, in the order of the text.
    """
    tuples = []
    held = held_things(features) if min_confidence <= HOLD_CONFIDENCE else []
    taken = {index for item in held for index in (*item.things, item.hand)}
    told = [completed(features, d) for d in with_things_aside(features, with_clauses(features, decisions))]
    decisions = agreed(features, settled(features, told))
    acts = {d.candidate.index for d in decisions if not d.candidate.tacit}
    apart = set(members_apart(features))
    graph = features.graph
    having = {  # `A man in a suit and a woman in a dress`
        d.candidate.index
        for d in decisions
        if features.noun_classes[d.candidate.index] == "person"
        and any(a.slot == "patient" for a in d.arguments)
    }
    existing = {graph.parse.tokens[p].start for p in acts if graph.dependents(p, "expl")}
    for decision in decisions:
        while held and held[0].things[0] < decision.candidate.index:
            tuples.append(_hold(features, held.pop(0), entities))
        p, is_tacit = decision.candidate.index, decision.candidate.tacit
        if decision.confidence < min_confidence or (is_tacit and p in taken):
            continue
        active = _in_active_voice(features, decision)
        arguments = [
            a
            for a in _without_own_pronouns(
                features,
                _with_coordinated(
                    features,
                    active,
                    acts | (having - {p}) if is_tacit else acts,
                    named_after(features, p) | apart,
                    p if is_tacit else -1,
                ),
                p,
            )
            if a.index not in taken
        ]
        kept = sorted(
            (argument for argument in arguments if argument.confidence >= min_confidence),
            key=lambda argument: argument.index,
        )
        slots = {
            slot: _distinct(
                [_argument(features, argument, entities) for argument in kept if argument.slot == slot]
            )
            for slot in ("agent", "patient", "locative")
        }
        emptied = len(arguments) < len(decision.arguments) and not (slots["patient"] or slots["locative"])
        if emptied and decision.candidate.tacit:
            continue  # all that it said of the holder was what is in hand
        predicate = _predicate(features, decision)
        if is_tacit and slots["agent"] and slots["patient"] and not slots["locative"]:
            by_somebody = not any(features.is_worn(a.index) for a in kept if a.slot == "agent")
            worn = by_somebody and all(features.is_worn(a.index) for a in kept if a.slot == "patient")
            is_gap = bool(graph.dependents(p, "orphan"))
            value = value_of_gap(features, p) if is_gap else WEAR if worn else HAVE
            predicate = dataclasses.replace(predicate, lemma=value)
        tuples.append(
            SemanticTuple(
                predicate=predicate,
                agents=slots["agent"],
                patients=slots["patient"],
                locatives=slots["locative"],
                reason="negated" if not is_tacit and is_denied(features, p) else None,
            )
        )
    tuples += [_hold(features, item, entities) for item in held]
    prose = is_prose(features)
    said = [t for t in _without_repeats(tuples) if t.predicate.start in existing or not _is_bare_be(t)]
    placed = with_regions(features, said, prose=prose)
    return with_reasons(features, placed, prose=prose)


def _is_bare_be(item: SemanticTuple) -> bool:
    """``a bear as big as she is``: an `is` without a place or what it is."""
    return item.predicate.lemma == "be" and not item.patients and not item.locatives


def _without_repeats(tuples: Sequence[SemanticTuple]) -> list[SemanticTuple]:
    """The tuples but for tacit ones without a value of which another tells all (``There is a cat on the roof``)."""
    starts = [
        tuple(frozenset(a.start for a in slot) for slot in (t.agents, t.patients, t.locatives))
        for t in tuples
    ]
    by_start: dict[int | None, list[int]] = {}
    for k, slots in enumerate(starts):
        for start in frozenset().union(*slots):
            by_start.setdefault(start, []).append(k)

    def is_said_already(k: int) -> bool:
        if not tuples[k].predicate.tacit or tuples[k].predicate.lemma is not None:
            return False
        fillers = frozenset().union(*starts[k])
        others = by_start[min(fillers, key=lambda start: len(by_start[start]))] if fillers else ()
        if fillers == starts[k][0] and any(
            fillers <= starts[o][0] | starts[o][1] | starts[o][2] != starts[o][0] for o in others
        ):
            return True  # `The front of a box with a tiger on it`
        return any(
            tuples[o].depicted
            and (not tuples[o].predicate.tacit or starts[o] != starts[k] or o < k)
            and starts[k][0] <= (starts[o][0] or starts[o][1])  # `is caught in a door`
            and all(ours <= theirs for ours, theirs in zip(starts[k][1:], starts[o][1:], strict=True))
            for o in others
        )

    return [t for k, t in enumerate(tuples) if not is_said_already(k)]


def _without_own_pronouns(
    features: CaptionFeatures, arguments: Sequence[ArgumentDecision], p: int
) -> list[ArgumentDecision]:
    """The arguments without a pronoun and its noun both filling slots of one predicate; the surer one stays.

    In ``A man rides a camel and a boy walks beside it``, `it` is no second camel of the riding: only a reflexive
    pronoun stands for another argument of its own predicate.
    """
    confidence_by_index = {a.index: a.confidence for a in arguments}
    placed = {a.index for a in arguments if a.slot == "locative"}
    heads = features.graph.heads
    left_out = set()
    for a in arguments:
        noun = features.antecedents.get(a.index)
        if noun in confidence_by_index and features.graph.lowered[a.index] not in REFLEXIVE_PRONOUNS:
            ours = (
                heads[a.index] == p != heads[noun] and noun in placed
            )  # `beside a hut with milk dripping from it`
            left_out.add(noun if ours or a.confidence > confidence_by_index[noun] else a.index)
    return [a for a in arguments if a.index not in left_out]


def _with_coordinated(
    features: CaptionFeatures,
    arguments: Sequence[ArgumentDecision],
    acts: AbstractSet[int],
    others: AbstractSet[int],
    top: int,
) -> list[ArgumentDecision]:
    """The arguments with what is coordinated with them: ``a hat and sunglasses`` fill one slot of the wearing.

    The links were decided noun by noun; a noun behind the first of a list is as sure as the first. One that has a
    preposition of its own, or a verb, says something else; of two, one of another sort (``a man in a suit and tie``) is
    coordinated with another noun, whatever the parser made of it. Neither do ``acts``, nor ``others``, which stand
    behind the act.
    """
    graph = features.graph
    found = {a.index for a in arguments} | others
    result = list(arguments)
    # `On a roof we see a chimney and two crows`: all that is seen there
    shown_there = top >= 0 and graph.heads[top] < 0 and any(a.index < top for a in arguments)
    for a in arguments:
        list_of = graph.dependents(a.index, "conj")
        for c in list_of:
            own = graph.dependents(c, "case", "cop", "nsubj", "orphan")
            own += [k for k in graph.dependents(c, "advmod") if graph.lowered[k] in PLACE_ADVERBS]
            if len(list_of) == 1 and not graph.dependents(c, "cc"):
                own += graph.dependents(c, "acl")  # `a tube, its cap missing`
            if top >= 0:  # `with tables, chairs and people eating`
                own += [k for k in graph.dependents(c, "acl") if is_of_a_member(features, k)]
            shown = graph.heads[a.index] < 0 or graph.written_prepositions[a.index] == "with"
            if a.slot == "agent" and shown and _is_placed(features, a.index) and _is_placed(features, c):
                own.append(c)  # `a cat on a mat and a dog under a table`
            alike = features.supersenses[c] in (features.supersenses[a.index], "unknown")
            whole = (
                len(list_of) > 1
                or (a.index == top and graph.heads[top] < 0)
                or any(graph.lowered[k] == "or" for k in graph.children[c])
            )
            # `examines teeth with a mirror and a probe`
            whole |= (
                a.slot == "locative"
                and graph.relation(a.index) == "obl"
                and graph.prepositions[a.index] == "with"
            )
            whole |= a.slot == "locative" and graph.prepositions[a.index] == "between"
            whole |= a.slot == "patient" and graph.relation(a.index) in ("obj", "obl")
            alike |= whole and are_alike(features, a.index, c)
            alike |= shown_there and a.index == top
            alike |= any(graph.lowered[k] == "not" for k in graph.children[c])  # `a flag, not a kettle`
            if (
                c not in found
                and c not in acts
                and alike
                and graph.words[c].upos in ("NOUN", "PROPN")
                and not own
            ):
                found.add(c)
                result.append(dataclasses.replace(a, index=c))
        noun = features.antecedents.get(a.index)
        if noun is not None and a.slot != "locative" and graph.lowered[a.index] in _THEY:
            # Two that were named together, or that the clause before was about.
            second = [features.seconds[a.index]] if a.index in features.seconds else []
            for c in second or graph.dependents(noun, "conj"):
                if c not in found and c not in acts and graph.words[c].upos in ("NOUN", "PROPN"):
                    found.add(c)
                    result.append(dataclasses.replace(a, index=c))
    return result


def _is_placed(features: CaptionFeatures, i: int) -> bool:
    """Whether a place hangs on a noun: ``a mat by the door``, ``a bag over her shoulder``, too."""
    graph = features.graph
    return bool(places_of(features, i)) or any(
        graph.written_prepositions[c] in FRONTED
        and graph.words[c].upos == "NOUN"
        and not is_somebody(features, c)
        for c in graph.dependents(i, "nmod")
    )


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


def _hold(features: CaptionFeatures, held: HeldThing, entities: Mapping[int, int]) -> SemanticTuple:
    """The tuple of an absolute phrase: the predicate is understood, and its value is known."""

    def argument(index: int, slot: Slot) -> Argument:
        kind: LocativeKind | None = "object" if slot == "locative" else None
        decision = ArgumentDecision(index=index, slot=slot, kind=kind, confidence=HOLD_CONFIDENCE)
        return _argument(features, decision, entities)

    return SemanticTuple(
        predicate=Predicate(text="", lemma=HOLD, tacit=True, confidence=HOLD_CONFIDENCE),
        agents=(argument(held.holder, "agent"),),
        patients=tuple(argument(thing, "patient") for thing in held.things),
        locatives=(argument(held.hand, "locative"),),
    )


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


def _argument(features: CaptionFeatures, decision: ArgumentDecision, entities: Mapping[int, int]) -> Argument:
    # A pronoun's argument is the noun that it stands for; what governs it stays where the pronoun is.
    i = features.antecedents.get(decision.index, decision.index)
    locative = decision.slot == "locative"
    return noun_argument(
        features,
        i,
        preposition=(features.graph.written_prepositions[decision.index] or None) if locative else None,
        kind=decision.kind,
        confidence=round(decision.confidence, 4),
        negated=i == decision.index and is_negated(features, i),
        entity=None if decision.kind in _NO_ENTITIES else entities.get(i),
    )


def noun_argument(
    features: CaptionFeatures,
    i: int,
    *,
    negated: bool | None = None,
    preposition: str | None = None,
    kind: LocativeKind | None = None,
    confidence: float | None = None,
    entity: int | None = None,
) -> Argument:
    """Word ``i`` with its noun phrase as an argument; what is not given is that of no slot."""
    graph = features.graph
    token = graph.parse.tokens[i]
    first, last = graph.phrase(i)
    modifiers = _modifiers(features, i)
    return Argument(
        text=token.text,
        lemma=features.noun_lemmas[i],
        start=token.start,
        end=token.end,
        phrase_start=graph.parse.tokens[first].start,
        phrase_end=graph.parse.tokens[last].end,
        upos=graph.words[i].upos,
        negated=is_negated(features, i) if negated is None else negated,
        preposition=preposition,
        kind=kind,
        confidence=confidence,
        entity=entity,
        modifiers=tuple(graph.lowered[c] for c in modifiers),
        modifier_spans=tuple((graph.parse.tokens[c].start, graph.parse.tokens[c].end) for c in modifiers),
    )


def _modifiers(features: CaptionFeatures, i: int) -> list[int]:
    """The adjectives, numbers and nouns in front of a noun, and the adjectives that are joined to these."""
    graph = features.graph
    direct = [c for c in graph.dependents(i, "amod", "nummod", "compound") if c < i]
    joined = [
        d
        for c in direct
        for d in graph.dependents(c, "conj")
        if d < i and graph.words[d].upos in ("ADJ", "NUM")
    ]
    return sorted({*direct, *joined})
