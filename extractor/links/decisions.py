"""Link decisions: which candidates are predicates, and which arguments fill which of their slots.

Linear SVMs over the features of a caption, with thresholds and calibrated confidences that were learned by
cross-validation over images. Everything is decided for a batch of captions at once: one sparse product a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from extractor.errors import BundleError
from extractor.linear.model import LinearModel, Margins
from extractor.linear.templates import CompiledModel
from extractor.links.candidates import PredicateCandidate, argument_candidates, predicate_candidates
from extractor.links.caption_features import CaptionFeatures
from extractor.links.context import ContextWeights
from extractor.links.pair_features import PAIRS, argument_window, pair_rows
from extractor.links.particles import particle_candidate, particle_features
from extractor.links.predicate_features import OVERT, TACIT, predicate_row
from extractor.links.roles import RoleWeights
from extractor.types import LocativeKind

Slot = Literal["agent", "patient", "locative"]
SLOTS: tuple[Slot, ...] = ("agent", "patient", "locative")
LINKS_SCHEMA = "captuple.links/1"
_MODELS = ("predicate", "particle", "slots", "kind")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentDecision:
    """A word that fills a slot.

    Attributes:
        index: The word.
        slot: The slot.
        kind: Of a locative; None for the other slots.
        confidence: From 0 to 1.
    """

    index: int
    slot: Slot
    kind: LocativeKind | None
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PredicateDecision:
    """A predicate and its arguments, in the order of the text.

    Attributes:
        candidate: The predicate.
        particle: The word that belongs to it, -1 for none.
        confidence: From 0 to 1.
        arguments: What fills its slots.
    """

    candidate: PredicateCandidate
    particle: int
    confidence: float
    arguments: tuple[ArgumentDecision, ...]

    def having(self, arguments: Iterable[ArgumentDecision]) -> PredicateDecision:
        """The decision with other arguments; itself where they are the same. ``replace`` takes four times as long."""
        arguments = tuple(arguments)
        if arguments == self.arguments:
            return self
        return PredicateDecision(
            candidate=self.candidate, particle=self.particle, confidence=self.confidence, arguments=arguments
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkModel:
    """The models of the link decisions.

    Attributes:
        predicate: Label ``predicate``: is a candidate one? Overt and tacit candidates have features of their own.
        particle: Label ``particle``: does the word behind a verb belong to it (``pick up``)?
        slots: The labels of ``SLOTS``.
        kind: The kinds of a locative: scene, object, event.
        roles: PropBank-style roles, see ``extractor.links.roles``.
        context: Weights over contextual vectors, added to the slots' margins; None where the parser has none.
        thresholds: Margin above which each decision holds, by ``predicate``, ``tacit``, ``particle`` and slot.
    """

    predicate: LinearModel
    particle: LinearModel
    slots: LinearModel
    kind: LinearModel
    roles: LinearModel
    thresholds: Mapping[str, float]
    context: ContextWeights | None = None
    _overt: CompiledModel = field(init=False, repr=False, compare=False)
    _tacit: CompiledModel = field(init=False, repr=False, compare=False)
    _pairs: CompiledModel = field(init=False, repr=False, compare=False)
    _roles: RoleWeights = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_overt", CompiledModel(OVERT, [self.predicate]))
        object.__setattr__(self, "_tacit", CompiledModel(TACIT, [self.predicate]))
        object.__setattr__(self, "_pairs", CompiledModel(PAIRS, [self.roles, self.slots]))
        object.__setattr__(self, "_roles", RoleWeights(self.slots, self.roles.labels))

    def decide(self, captions: Sequence[CaptionFeatures]) -> list[list[PredicateDecision]]:
        """Decide for a batch of captions.

        Returns:
            For each caption its predicates in the order of the text; empty where there are none.
        """
        found = self._predicates(captions)
        windows = [
            (c, candidate, argument_window(captions[c], candidate, arguments))
            for c, predicates in enumerate(found)
            if predicates
            for arguments in (argument_candidates(captions[c].graph),)
            for candidate, _ in predicates
        ]
        slot_by_pair = self._slots(captions, windows)
        particle_by_predicate = self._particles(captions, found)
        kind_by_word = self._kinds(captions, slot_by_pair)
        result: list[list[PredicateDecision]] = [[] for _ in captions]
        arguments_by_predicate: dict[tuple[int, PredicateCandidate], list[ArgumentDecision]] = {}
        for (c, candidate, argument), (slot, confidence) in slot_by_pair.items():
            decision = ArgumentDecision(
                index=argument,
                slot=slot,
                kind=kind_by_word[c, candidate, argument] if slot == "locative" else None,
                confidence=confidence,
            )
            arguments_by_predicate.setdefault((c, candidate), []).append(decision)
        for c, predicates in enumerate(found):
            for candidate, confidence in predicates:
                result[c].append(
                    PredicateDecision(
                        candidate=candidate,
                        particle=particle_by_predicate.get((c, candidate), -1),
                        confidence=confidence,
                        arguments=tuple(arguments_by_predicate.get((c, candidate), ())),
                    )
                )
        return result

    def _predicates(
        self, captions: Sequence[CaptionFeatures]
    ) -> list[list[tuple[PredicateCandidate, float]]]:
        owners = [
            (c, candidate)
            for c, features in enumerate(captions)
            for candidate in predicate_candidates(features.graph, features.lexicon)
        ]
        margins = np.zeros((len(owners), 1))
        for model, tacit in ((self._overt, False), (self._tacit, True)):
            chosen = [k for k, (_, candidate) in enumerate(owners) if candidate.tacit is tacit]
            rows = [predicate_row(captions[owners[k][0]], owners[k][1]) for k in chosen]
            margins[chosen] = model.margins(rows)
        confidences = self.predicate.probabilities(margins)
        found: list[list[tuple[PredicateCandidate, float]]] = [[] for _ in captions]
        for (c, candidate), margin, confidence in zip(owners, margins[:, 0], confidences[:, 0], strict=True):
            if margin > self.thresholds["tacit" if candidate.tacit else "predicate"]:
                found[c].append((candidate, float(confidence)))
        return found

    def _slots(
        self,
        captions: Sequence[CaptionFeatures],
        windows: Sequence[tuple[int, PredicateCandidate, Sequence[int]]],
    ) -> dict[tuple[int, PredicateCandidate, int], tuple[Slot, float]]:
        pairs = [(c, candidate, a) for c, candidate, arguments in windows for a in arguments]
        rows = [row for c, candidate, window in windows for row in pair_rows(captions[c], candidate, window)]
        roles, margins = np.split(self._pairs.margins(rows), [len(self.roles.labels)], axis=1)
        margins += self._roles.margins(roles)
        if self.context is not None:
            margins += self.context.margins(captions, [(c, p.index, a) for c, p, a in pairs])
        confidences = self.slots.probabilities(margins)
        attire = [captions[c].is_attire(argument) for c, _, argument in pairs]
        excess = margins - slot_thresholds(self.thresholds, attire)
        best = excess.argmax(axis=1) if pairs else np.zeros(0, dtype=np.intp)
        return {
            pairs[k]: (SLOTS[best[k]], float(confidences[k, best[k]]))
            for k in np.flatnonzero(excess.max(axis=1, initial=-np.inf) > 0)
        }

    def _particles(
        self, captions: Sequence[CaptionFeatures], found: Sequence[Sequence[tuple[PredicateCandidate, float]]]
    ) -> dict[tuple[int, PredicateCandidate], int]:
        owners = []
        for c, predicates in enumerate(found):
            for candidate, _ in predicates:
                word = particle_candidate(captions[c], candidate)
                if word >= 0:
                    owners.append((c, candidate, word))
        margins = self.particle.margins([particle_features(captions[c], p, word) for c, p, word in owners])
        return {
            (c, candidate): word
            for (c, candidate, word), margin in zip(owners, margins[:, 0], strict=True)
            if margin > self.thresholds["particle"]
        }

    def _kinds(
        self,
        captions: Sequence[CaptionFeatures],
        slot_by_pair: Mapping[tuple[int, PredicateCandidate, int], tuple[Slot, float]],
    ) -> dict[tuple[int, PredicateCandidate, int], LocativeKind]:
        owners = [pair for pair, (slot, _) in slot_by_pair.items() if slot == "locative"]
        margins = self.kind.margins([kind_features(captions[c], candidate, a) for c, candidate, a in owners])
        kinds: dict[tuple[int, PredicateCandidate, int], LocativeKind] = {}
        for pair, row in zip(owners, margins, strict=True):
            c, _, argument = pair
            # Flickr-ST has no temporal locatives; WordNet knows which nouns are times.
            if captions[c].is_time(argument):
                kinds[pair] = "temporal"
            else:
                kinds[pair] = self.kind.labels[int(np.argmax(row))]  # type: ignore[assignment]  # labels are kinds
        return kinds

    def to_state(self) -> dict[str, Any]:
        """The models without the roles, as a dictionary of strings, numbers and arrays."""
        state: dict[str, Any] = {name: getattr(self, name).to_state() for name in _MODELS}
        if self.context is not None:
            state["context"] = self.context.to_state()
        return {"schema": LINKS_SCHEMA, "thresholds": dict(self.thresholds), **state}

    @classmethod
    def from_state(cls, state: Mapping[str, Any], *, roles: LinearModel, where: str) -> LinkModel:
        """The models of a dictionary made by ``to_state``.

        Raises:
            BundleError: The schema is another one or a part is missing.
        """
        missing = [name for name in (*_MODELS, "thresholds") if name not in state]
        if state.get("schema") != LINKS_SCHEMA or missing:
            problem = f"schema {state.get('schema')!r}, missing {', '.join(missing) or 'nothing'}"
            raise BundleError(f"{where}: expected links of schema {LINKS_SCHEMA}, found {problem}")
        models = {name: LinearModel.from_state(state[name], where=f"{where}: {name}") for name in _MODELS}
        context = None
        if "context" in state:
            context = ContextWeights.from_state(
                state["context"], n_slots=len(models["slots"].labels), where=f"{where}: context"
            )
        return cls(**models, roles=roles, thresholds=dict(state["thresholds"]), context=context)


def slot_thresholds(thresholds: Mapping[str, float], attire: Sequence[bool]) -> Margins:
    """The thresholds of pairs, shape (pairs, slots).

    What somebody wears (``in a red coat``) describes the noun and is no place: it never becomes a locative. The
    annotators of Flickr-ST call it one in every second case, those of the systems' captions hardly ever.
    """
    result = np.tile([thresholds[slot] for slot in SLOTS], (len(attire), 1)).astype(np.float64)
    result[np.array(attire, dtype=bool), SLOTS.index("locative")] = np.inf
    return result


def kind_features(features: CaptionFeatures, candidate: PredicateCandidate, argument: int) -> list[str]:
    """The features of a locative's kind."""
    lemma, sense = features.noun_lemmas[argument], features.supersenses[argument]
    preposition = features.graph.prepositions[argument] or "none"
    verb = "TACIT" if candidate.tacit else features.verb_lemmas[candidate.index]
    return [
        f"noun={lemma}",
        f"sense={sense}",
        f"preposition={preposition}",
        f"sense={sense}|preposition={preposition}",
        f"noun={lemma}|preposition={preposition}",
        f"verb={verb}",
        f"suffix={lemma[-3:]}",
        *(f"any_sense={name}" for name in features.lexicon.supersenses(lemma, "noun")),
    ]
