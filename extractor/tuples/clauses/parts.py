"""What is told beside a clause, with its place: parts of a group (``three birds: two on a wire``), and asides."""

from __future__ import annotations

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision, Slot
from extractor.syntax.mending.vocabulary import PARTS
from extractor.tuples.clauses.places import places_of
from extractor.tuples.clauses.words import THINGS, argument_of, predicate_of

_BESIDE = frozenset({"appos", "conj", "parataxis"})
_MEMBERS = PARTS | {"third", "fourth", "none"}
_SOMEBODY = frozenset({"he", "she", "they"})
_ASLEEP = frozenset({"asleep", "awake"})


def is_part(features: CaptionFeatures, i: int) -> bool:
    """``three birds: two on a wire and one in a nest``: whether a word counts some of those named before it."""
    graph = features.graph
    group, relation = graph.heads[i], graph.relation(i)
    if relation not in _BESIDE:
        return False
    clause = group >= 0 and (graph.words[group].upos == "VERB" or bool(graph.dependents(group, "cop")))
    # `and a hut on the other`, as `extractor.syntax.mending.gaps` leaves it
    gapped = graph.words[i].upos in THINGS and bool(graph.dependents(i, "cc"))
    if relation == "parataxis" and clause and (gapped or graph.lowered[i] in PARTS):
        return not graph.dependents(i, "nsubj", "cop", "aux")  # `One boot lies on a mat, the other on a rug`
    if graph.words[i].upos == "NOUN" or graph.lowered[i] not in _MEMBERS:
        return False
    if relation == "conj" and _stands_alone(features, i):
        return True  # `parked on the kerb and the other in the gutter`
    if relation == "conj":
        others = [group, *graph.dependents(group, "appos")]
        if not any(graph.relation(c) == "appos" and graph.lowered[c] in PARTS for c in others):
            return False
        group = graph.heads[group] if graph.relation(group) == "appos" else group
    return relation in ("appos", "conj") and 0 <= group < i and graph.words[group].xpos == "NNS"


def _stands_alone(features: CaptionFeatures, i: int) -> bool:
    """Whether nothing is said of a word but the place right behind it."""
    graph = features.graph
    behind = [c for c in graph.children[i] if c > i and graph.relation(c) != "punct"]
    cases = [k for c in behind for k in graph.dependents(c, "case")]
    return len(behind) == 1 and graph.relation(behind[0]) in ("nmod", "orphan") and i + 1 in cases


def parts_of_groups(features: CaptionFeatures) -> list[PredicateDecision]:
    """A tacit predicate for each part of a group with its place: ``Two monks, one on a mule and one on a horse``."""
    result = []
    for i in range(len(features.graph.words)):
        is_told = is_part(features, i) or _stands_behind_place(features, i)
        places = places_of(features, i) if is_told else _where_asleep(features, i)
        if is_told:
            places = [*places_of(features, i, before=True), *places]
        if places:
            result.append(predicate_of(i, argument_of(i, "agent"), *places, tacit=True))
    return result


def _stands_behind_place(features: CaptionFeatures, i: int) -> bool:
    """``and on the right a shop``, as `extractor.syntax.mending.gaps` leaves it."""
    graph = features.graph
    if graph.relation(i) != "parataxis" or graph.heads[i] < 0:
        return False
    is_clause = graph.words[graph.heads[i]].upos == "VERB" or graph.dependents(graph.heads[i], "cop")
    return bool(is_clause) and bool(places_of(features, i, before=True))


def _where_asleep(features: CaptionFeatures, i: int) -> list[ArgumentDecision]:
    """``helps a passenger asleep in a chair``: where somebody is of whom no verb tells it."""
    graph = features.graph
    near = i + 1 < len(graph.words) and graph.lowered[i + 1] in _ASLEEP
    if not near or graph.relation(i) == "nsubj":
        return []
    of_object = graph.relation(i) == "obj" and graph.heads[i + 1] == graph.heads[i]
    return places_of(features, i + 1) if of_object or graph.heads[i + 1] == i else []


def clauses_without_verb(features: CaptionFeatures) -> list[PredicateDecision]:
    """A tacit predicate for who is said to have, or to do to something, what others do: ``and the other glasses``."""
    graph = features.graph
    result = []
    for i in range(len(graph.words)):
        if graph.relation(i) not in _BESIDE:
            continue
        things = [c for c in graph.dependents(i, "orphan") if not graph.prepositions[c]]
        if graph.relation(i) != "parataxis":
            things = []
        if graph.lowered[i] in _MEMBERS | _SOMEBODY:  # `one in a hat, the other in a cap`
            things += [
                c
                for c in graph.dependents(i, "nmod")
                if graph.written_prepositions[c] == "in" and c > i and features.is_attire(c)
            ]
        if not things and graph.relation(i) == "parataxis":
            result += _of_passive(features, i)
        if things:
            patients = (argument_of(t, "patient") for t in things)
            result.append(
                predicate_of(i, argument_of(i, "agent"), *patients, *places_of(features, i), tacit=True)
            )
    return result


def _of_passive(features: CaptionFeatures, i: int) -> list[PredicateDecision]:
    """``one filled with tea, the other with coffee``: what that has, or what surrounds it (``by``)."""
    graph = features.graph
    if graph.heads[i] < 0 or graph.words[graph.heads[i]].xpos != "VBN":
        return []
    had = [c for c in graph.dependents(i, "nmod") if c > i and graph.written_prepositions[c] == "with"]
    by = [c for c in graph.dependents(i, "orphan") if graph.written_prepositions[c] == "by"]
    if not had and not by:
        return []
    slots: tuple[Slot, Slot] = ("patient", "agent") if by else ("agent", "patient")
    others = [t for c in by or had for t in (c, *graph.dependents(c, "conj"))]
    return [
        predicate_of(i, argument_of(i, slots[0]), *(argument_of(c, slots[1]) for c in others), tacit=True)
    ]


def value_of_gap(features: CaptionFeatures, i: int) -> str | None:
    """What the tacit predicate of such a clause says, where one verb alone will do: to have, to hold or to wear."""
    lemma = features.verb_lemmas[features.graph.heads[i]]
    return lemma if lemma in ("have", "hold", "wear") else None


def places_of_member(features: CaptionFeatures, i: int) -> list[ArgumentDecision]:
    """``a harp, a score on a stand, and a stool``: where one of a list is that stands between commas."""
    graph = features.graph
    if graph.relation(i) != "conj" or graph.dependents(i, "cc"):
        return []
    places = [a for a in places_of(features, i) if a.index > i]
    if not places:
        return []
    behind = [c for c in graph.dependents(graph.heads[i], "conj") if c > places[0].index]
    if not behind or not graph.dependents(behind[0], "cc"):
        return []
    commas = [min(graph.children[k], default=k) for k in (i, behind[0])]
    return places if all(graph.lowered[k] == "," for k in commas) else []


def _first(features: CaptionFeatures, i: int) -> int:
    """The first word of what is said of a noun, of a place before it the preposition."""
    graph = features.graph
    before = [c for c in graph.children[i] if c < i and graph.relation(c) != "punct"]
    return min([*before, *(k for c in before for k in graph.children[c])], default=i)


def _is_of_pronoun(features: CaptionFeatures, i: int) -> bool:
    """Whether a place is a pronoun, or `front` and what is so of one."""
    graph = features.graph
    return i in features.antecedents or any(c in features.antecedents for c in graph.children[i])


def is_described_aside(features: CaptionFeatures, i: int) -> bool:
    """``his arms full of books``: an adjective behind somebody's own, told aside, says how it is."""
    graph = features.graph
    if graph.relation(i) != "parataxis" or not any(graph.words[c].xpos == "PRP$" for c in graph.children[i]):
        return False
    behind = i + 1
    described = behind < len(graph.words) and graph.words[behind].upos == "ADJ" and graph.heads[behind] == i
    return described and not places_of(features, i)


def asides(features: CaptionFeatures, found: set[int]) -> list[PredicateDecision]:
    """A tacit predicate for what is said aside of somebody's own: ``A smith, sweat on his brow, hammers``."""
    graph = features.graph
    result = []
    for i, word in enumerate(graph.words):
        if i in found or word.upos not in THINGS or graph.relation(i) not in ("appos", "conj", "parataxis"):
            continue
        first = _first(features, i)
        if first == 0 or graph.lowered[first - 1] != "," or graph.dependents(i, "cc", "case"):
            continue
        own = any(
            graph.lowered[c] == "one" or graph.words[c].xpos == "PRP$" for c in graph.children[i]
        )  # `one boot on the ground`, `its nose in a trough`
        places = [
            a
            for a in places_of(features, i)
            if a.index > i and (own or any(graph.words[c].xpos == "PRP$" for c in graph.children[a.index]))
        ] or places_of_member(features, i)
        if graph.relation(i) == "parataxis":  # `above it a map`
            places += [a for a in places_of(features, i, before=True) if _is_of_pronoun(features, a.index)]
        if places and not graph.dependents(i, "conj"):
            result.append(predicate_of(i, argument_of(i, "agent"), *places, tacit=True))
    return result
