"""What is in somebody's hand or mouth, as in ``cup in hand`` and ``with a stick in its mouth``: it is held.

No verb says so, and the parser hangs such phrases on whatever is near, so they are read from the words themselves, and
who holds the thing from the tree where somebody is there, else from what is near.
"""

from __future__ import annotations

from dataclasses import dataclass

from extractor.links.caption_features import CaptionFeatures
from extractor.links.pronouns import may_own
from extractor.tuples.clauses.words import is_somebody

HOLD = "hold"
# Three images of COCO and nocaps have a caption with such a phrase; of the five verbs by which their other captions say
# what is done with the thing, four are hold. Too few to be more than a prior.
HOLD_CONFIDENCE = 0.8
_HANDS = frozenset({"arm", "beak", "bill", "claw", "fist", "hand", "jaw", "mouth", "paw", "talon"})
# Between them.
_JAWS = frozenset({"lip", "tooth"})
# What a dog may have in its mouth, though it is a part of a body.
_FOUND = frozenset({"bone", "feather", "hair", "tail"})
_OWNERS = frozenset({"her", "his", "its", "their"})
_EACH = frozenset({"both", "each", "one"})
_ARTICLES = frozenset({"a", "an", "the"})
_DESCRIBING = frozenset({"ADJ", "NOUN", "NUM", "PROPN"})
_THINGS = frozenset({"NOUN", "PROPN"})
_OPENINGS = frozenset({",", ";", "with", "-", "\u2013", "\u2014"})


@dataclass(frozen=True, slots=True)
class HeldThing:
    """Somebody with something in hand, as indices of words.

    Attributes:
        holder: Who has the hand.
        things: What is held.
        hand: The word ``hand``, or ``mouth``.
    """

    holder: int
    things: tuple[int, ...]
    hand: int


def held_things(features: CaptionFeatures) -> list[HeldThing]:
    """What is in somebody's hand or mouth though no verb says so, in the order of the text."""
    graph = features.graph
    result: list[HeldThing] = []
    for hand in range(2, len(graph.words)):
        other = graph.lowered[hand - 1 : hand + 1] == ["the", "other"]
        if features.noun_lemmas[hand] not in _HANDS | _JAWS and not other:
            continue
        into = _in(features, hand, other=other)
        if into < 1 or graph.sentences[into - 1] != graph.sentences[hand]:
            continue
        things = _things(features, into - 1)
        if not things or any(_is_own(features, t) for t in things):
            continue  # `with his head in his hands`
        first = _first(features, things[0])
        # `with a cup in one hand and a fork in the other`
        second = bool(result) and first - 2 == result[-1].hand and graph.lowered[first - 1] == "and"
        holder = result[-1].holder if second else None
        if not second and not other:
            if _is_opened(features, first, bare=hand == into + 1):
                holder = _holder(features, things, first, into, hand)
            else:
                holder = _holder_of_list(features, things[0], first, into)
        if holder is not None and not _is_chair(features, holder, hand):
            result.append(HeldThing(holder, things, hand))
    return result


def _in(features: CaptionFeatures, hand: int, *, other: bool) -> int:
    """The `in` of ``in hand``, ``in each hand``, ``between her lips``; -1 where there is none, or it is another's."""
    graph = features.graph
    into = hand - 1
    while into > 0 and graph.words[into].upos in ("ADJ", "DET", "NUM", "PRON"):
        into -= 1
    if graph.lowered[into] != ("between" if features.noun_lemmas[hand] in _JAWS else "in"):
        return -1
    own = into == hand - 1 or other or graph.lowered[into + 1] in _OWNERS | _EACH
    return into if own else -1


def _things(features: CaptionFeatures, last: int) -> tuple[int, ...]:
    """The noun at a word, of a list all nouns: ``a rope and a hook in his hand``; what an `of` counts or fills."""
    graph = features.graph
    if graph.words[last].upos not in _THINGS and graph.words[last].xpos != "NN":
        return ()
    while graph.prepositions[last] == "of" and graph.words[graph.heads[last]].upos in _THINGS:
        last = graph.heads[last]  # `a bag of bread`
    first = graph.first_conjunct(last)
    listed = [first, *graph.dependents(first, "conj")]
    between = range(first, last)
    joined = last in listed and bool(graph.dependents(last, "cc"))
    if not joined or any(graph.words[k].upos in ("ADP", "VERB", "AUX") for k in between):
        return (last,)
    return tuple(k for k in listed if k <= last)


def _is_own(features: CaptionFeatures, thing: int) -> bool:
    """Whether what is in a hand is a part of who has it: ``with his head in his hands``."""
    graph = features.graph
    own = any(graph.words[c].xpos == "PRP$" for c in graph.children[thing])
    return features.noun_classes[thing] == "body_part" and (own or features.noun_lemmas[thing] not in _FOUND)


def _is_chair(features: CaptionFeatures, holder: int, hand: int) -> bool:
    """``a couch with a tear in its arm``."""
    named = features.graph.words[holder].upos in _THINGS
    return features.noun_lemmas[hand] == "arm" and named and not is_somebody(features, holder)


def _first(features: CaptionFeatures, thing: int) -> int:
    """The first word of a noun's phrase."""
    graph = features.graph
    first = thing
    while first > 0 and graph.sentences[first - 1] == graph.sentences[thing]:
        before = first - 1
        own = graph.heads[before] in (thing, first) and graph.relation(before) in ("amod", "compound")
        if graph.words[before].upos in _DESCRIBING or own:
            first = before
            continue
        return before if graph.lowered[before] in _ARTICLES | _OWNERS else first
    return first


def _is_opened(features: CaptionFeatures, first: int, *, bare: bool) -> bool:
    """Whether a phrase begins where no verb has it as its object; ``a cup in hand`` alone says where the cup is."""
    graph = features.graph
    had = first > 0 and graph.lowered[first - 1] == "with"  # `a man with a cup in hand`
    if bare and graph.lowered[first] in _ARTICLES and not had:
        return False
    if first == 0 or graph.sentences[first - 1] != graph.sentences[first]:
        return bare
    return graph.lowered[first - 1] in _OPENINGS


def _holder(
    features: CaptionFeatures, things: tuple[int, ...], first: int, into: int, hand: int
) -> int | None:
    """Who has the hand: who stands right before the phrase, who the tree says has the thing, or who is near."""
    graph = features.graph
    owner = graph.lowered[into + 1]

    def fits(n: int) -> bool:
        return is_somebody(features, n) and may_own(features.noun_lemmas[n], owner)

    before = first - 2
    if before >= 0 and graph.lowered[first - 1] == "with" and graph.words[before].upos in _THINGS:
        human = features.supersenses[before] == "person" or owner in ("its", "their")
        if fits(before) and human:
            return before
    above = graph.heads[graph.first_conjunct(things[0])]
    if above >= 0 and graph.words[above].upos == "VERB":
        above = features.subject(above)[0]
    if above >= 0 and above not in things and owner in _OWNERS and _is_owner(features, above, owner):
        return above
    return _nearest([n for n in features.nouns if not first <= n <= hand and fits(n)], features, first, hand)


def _holder_of_list(features: CaptionFeatures, thing: int, first: int, into: int) -> int | None:
    """``with a cat on his lap and a remote in his hand``: who has the first of a list has what is in hand, too."""
    graph = features.graph
    top = graph.first_conjunct(thing)
    if (
        top == thing
        or graph.lowered[first - 1] not in ("and", ",")
        or graph.written_prepositions[top] != "with"
    ):
        return None
    owner, above = graph.lowered[into + 1], graph.heads[top]
    if above >= 0 and graph.words[above].upos == "VERB":
        above = features.subject(above)[0]
    is_one = above >= 0 and (owner in _OWNERS or is_somebody(features, above))
    return above if is_one and _is_owner(features, above, owner) else None


def _is_owner(features: CaptionFeatures, i: int, owner: str) -> bool:
    """Whether somebody may be meant by `his`, or something by `its`: a doll may have a cup in its hand."""
    if features.graph.words[i].upos == "PRON" and i not in features.antecedents:
        return True
    if features.graph.words[i].upos not in (*_THINGS, "PRON"):
        return False
    somebody = is_somebody(features, i) and may_own(features.noun_lemmas[i], owner)
    return somebody or (owner == "its" and features.graph.words[i].xpos == "NN")


def _nearest(people: list[int], features: CaptionFeatures, first: int, hand: int) -> int | None:
    """The person nearest before the phrase, else the first behind it; one in a prepositional phrase only if need be."""
    sentences = features.graph.sentences
    people = [n for n in people if sentences[n] == sentences[hand]]
    people = [n for n in people if features.supersenses[n] == "person"] or people
    free = [n for n in people if not features.graph.prepositions[n]] or people
    before = [n for n in free if n < first]
    behind = [n for n in free if n > hand]
    if before:
        return before[-1]
    return behind[0] if behind else None
