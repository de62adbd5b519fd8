"""With what and with whom somebody acts: tools, companions, and what is given or played with."""

from __future__ import annotations

import dataclasses

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision
from extractor.syntax.mending.vocabulary import PARTS, SURROUNDING
from extractor.tuples.clauses.manner import is_manner
from extractor.tuples.clauses.subjects import is_command
from extractor.tuples.clauses.words import GIVING, argument_of, in_place, is_somebody

# With what and with whom somebody acts.
_TOOLS = frozenset({"artifact", "communication", "person", "animal"})
# Words behind a noun that say where it is.
_WHERE = frozenset(
    "above away behind below beneath close far inside near nearby next outside underneath".split()
)
# `plays with a dog`: with whom or what somebody does it, a patient.
PLAYING = frozenset("argue bargain chat fight haggle play quarrel struggle talk wrestle".split())
# `greases a tin with butter`: what is not over what it is done to, but on it.
_RUBBING = frozenset("baste brush clean grease massage polish rub scrub season soak wash wipe".split())
# Parts of a body that something is done with.
_LIMBS = frozenset(
    """arm beak claw elbow finger fingertip fist foot forehead hand head heel hoof horn jaw knee leg lip mouth nose palm
    paw shoulder snout tail talon thumb toe tongue tooth trunk""".split()
)
# What is full of things does this with them: `a basket overflowing with flowers`.
_OVERFLOWING = frozenset({"brim", "burst", "drip", "overflow", "swarm", "teem"})
_STRIKING = frozenset("hit pelt poke prod slap smack stab strike tap whack".split())
_SHOWN = frozenset("find notice photograph picture see set show spot".split())
# And such as are no tools to WordNet first.
_TOOLS_OF_WORK = frozenset(
    "belt brush chain cord fork ladle ribbon rope saw screw spatula spoon strap string tape twine whisk wire".split()
)
_AWAY = frozenset({"around", "away", "back", "off", "up"})
_REACHING = frozenset({"point", "reach", "wave"})


def tools_of(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``tightens a pipe with a wrench``, ``runs with a dog``: with what or whom somebody acts, a place of a kind."""
    graph, lemma = features.graph, features.verb_lemmas[p]
    acts_on = bool(graph.dependents(p, "obj"))
    if features.is_passive(p):
        return _tools_of_passive(features, p)
    if lemma == "wear" or (lemma in SURROUNDING | GIVING and not acts_on):
        return []
    is_patient = lemma in GIVING or (lemma in PLAYING and not acts_on) or shakes_hands(features, p)
    return [
        argument_of(c, "patient") if is_patient and not _is_own_limb(features, c, p) else in_place(c)
        for c in graph.dependents(p, "obl")
        if c > p
        and graph.written_prepositions[c] == "with"
        and all(
            graph.relations[k] in ("acl:relcl", "nmod:poss")
            for k in graph.dependents(c, "nmod", "acl", "nsubj")
        )
        and not any(
            _is_near_owner(features, k, p) for d in graph.dependents(c, "conj") for k in graph.children[d]
        )
        and (
            all(_is_sure_tool(features, k, p) for k in (c, *graph.dependents(c, "conj")))
            or _is_taken_along(features, c, p)
            or _is_other_hand(features, c)
        )
        and not _is_behind_part(features, c, p)
        and not _is_placed_behind(features, c)
    ]


def shakes_hands(features: CaptionFeatures, p: int) -> bool:
    """``shakes hands with a guest``: what is done to somebody, as it is by talking to him."""
    hands = any(features.noun_lemmas[c] == "hand" for c in features.graph.dependents(p, "obj"))
    return hands and features.verb_lemmas[p] == "shake"


def _is_near_owner(features: CaptionFeatures, i: int, p: int) -> bool:
    """``turns with a nun and a boy behind her``: where they are about whom it is told, and no company."""
    return i in features.antecedents and features.antecedents[i] == features.subject(p)[0]


def _tools_of_passive(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``is fed with a spoon by her father``: who does it, does it with something."""
    graph = features.graph
    phrases = [c for c in graph.dependents(p, "obl") if c > p]
    # `with a round cutter by a boy`: whatever the tree has hung him on
    by = [k for c in phrases for k in (c, *graph.dependents(c, "nmod")) if graph.prepositions[k] == "by"]
    struck = features.verb_lemmas[p] in _STRIKING
    lemma = features.verb_lemmas[p]
    worked = lemma not in SURROUNDING | GIVING | _SHOWN and bool(graph.dependents(p, "nsubj"))
    return [
        in_place(c)
        for c in phrases
        if graph.prepositions[c] == "with"
        and (
            struck
            or lemma == "wear"  # `a dress worn with boots`
            or (worked and _is_tool(features, c))  # `is cut with a knife`
            or any(c < k and is_somebody(features, k) for k in by)
        )
        and not graph.dependents(c, "acl", "nsubj")
    ]


def _is_tool(features: CaptionFeatures, i: int) -> bool:
    return features.noun_classes[i] in ("tool", "device") or features.noun_lemmas[i] in _TOOLS_OF_WORK


def _is_sure_tool(features: CaptionFeatures, i: int, p: int) -> bool:
    """Whether somebody acts with a thing, or beside somebody: no looks, no clothes, and no part of a body."""
    graph, noun_class = features.graph, features.noun_classes[i]
    if noun_class == "body_part" or features.noun_lemmas[i] in _LIMBS:
        return _is_own_limb(features, i, p)
    if features.is_attire(i):
        return False
    acts_on = bool(graph.dependents(p, "obj"))
    if graph.is_reciprocal(i):
        return acts_on or features.verb_lemmas[p] in PLAYING  # `plays chess with one another`
    spread = features.verb_lemmas[p] in SURROUNDING | GIVING | _RUBBING
    full = not acts_on and features.verb_lemmas[p] in _OVERFLOWING
    if full or (acts_on and (noun_class in ("tool", "device") or spread)):
        return True
    subject = features.subject(p)[0]
    nobody = subject < 0 and is_command(features, p)
    living = subject >= 0 and (is_somebody(features, subject) or graph.lowered[subject] in PARTS)
    if graph.dependents(p, "expl") or not (nobody or living):
        return False
    # Who stands or walks with an umbrella has it, and does nothing with it.
    concrete = (acts_on or features.verb_lemmas[p] == "play") and (
        features.supersenses[i] in _TOOLS
        or "artifact" in features.lexicon.supersenses(features.noun_lemmas[i], "noun")
    )
    if nobody:
        return concrete
    return (concrete or is_somebody(features, i)) and not _is_behind_somebody(features, i, subject)


def _is_taken_along(features: CaptionFeatures, i: int, p: int) -> bool:
    """``walks off with a chip``, ``comes up with a fish``: what somebody has as he comes or goes."""
    graph = features.graph
    before = min(graph.dependents(i, "case"), default=0) - 1
    away = before == p + 1 and graph.heads[before] == p and graph.lowered[before] in _AWAY
    thing = graph.words[i].upos in ("NOUN", "PRON") and features.noun_classes[i] not in (
        "body_part",
        "clothing",
    )
    return away and thing and not features.is_attire(i) and not is_manner(features, i)


def _is_other_hand(features: CaptionFeatures, i: int) -> bool:
    """``holds a rail with one hand and waves with the other``."""
    graph = features.graph
    return graph.lowered[i] == "other" and any(graph.lowered[c] == "the" for c in graph.children[i])


def _is_own_limb(features: CaptionFeatures, i: int, p: int) -> bool:
    """``hits a bell with his fist``, and nothing behind it that says how he holds it: ``with his mouth open``."""
    graph = features.graph
    own = any(graph.words[c].xpos == "PRP$" or graph.lowered[c] in ("both", "one") for c in graph.children[i])
    acts = bool(graph.dependents(p, "obj")) or features.verb_lemmas[p] in _REACHING
    behind = graph.words[i + 1].upos if i + 1 < len(graph.words) else "PUNCT"
    return own and acts and features.noun_lemmas[i] in _LIMBS and behind in ("PUNCT", "CCONJ", "SCONJ")


def _is_behind_somebody(features: CaptionFeatures, i: int, subject: int) -> bool:
    """``gives change to a woman with a basket``: it may be hers, but not ``stirs them with a spoon``."""
    before = min(features.graph.dependents(i, "case"), default=0) - 1
    if features.verb_lemmas[features.graph.heads[i]] == "help":
        return False  # `helps a boy with a kite`
    if before < 0 or before == subject or features.graph.words[before].upos == "PRON":
        return False
    return is_somebody(features, before)


def _is_behind_part(features: CaptionFeatures, i: int, p: int) -> bool:
    """``paints portraits of a village with boys``: what stands before `with` is within what is painted."""
    graph = features.graph
    before = min(graph.dependents(i, "case"), default=0) - 1
    if features.verb_lemmas[p] in PLAYING:
        return False  # `plays a game of darts with a friend`
    within = before > p and graph.relation(before) == "nmod" and graph.prepositions[before] == "of"
    return within and features.noun_classes[i] not in ("tool", "device")


def _is_placed_behind(features: CaptionFeatures, i: int) -> bool:
    """``with a train in front``, ``with a man nearby``: what stands right behind a noun is said of it."""
    if features.graph.is_reciprocal(i):
        return False
    behind = features.graph.words[i + 1 : i + 2]
    placed = bool(behind) and behind[0].upos == "ADP" and not is_somebody(features, i)
    return placed or (bool(behind) and (behind[0].upos == "VERB" or behind[0].text.lower() in _WHERE))


def with_instrument(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``stirs a pot with a spoon``: beside an object, what `with` brings in is companion or tool, a locative."""
    graph = features.graph
    acted_upon = graph.dependents(p, "obj") or features.is_passive(p)
    wears = features.verb_lemmas[p] == "wear" and not features.is_passive(p)
    if (
        wears
        or features.verb_lemmas[p] in SURROUNDING | GIVING
        or not acted_upon
        or shakes_hands(features, p)
    ):
        return arguments
    tools = {
        a.index
        for a in arguments
        if a.slot == "patient" and graph.written_prepositions[a.index] == "with" and a.index > p
    }
    return [
        dataclasses.replace(a, slot="locative", kind="object") if a.index in tools else a for a in arguments
    ]
