"""What a tree says for sure of a clause, where the link decisions left it open or took another noun.

A finite verb has its own subject, a relative clause the noun that it stands at, a verb coordinated with another the
subject of the first; what a verb has as its object is a patient. The links decide all that hangs on more than the tree.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision, Slot
from extractor.syntax.mending import SEPARABLE
from extractor.tuples.joint import are_alike
from extractor.types import LocativeKind

_RELATIVE_PRONOUNS = frozenset({"who", "which", "that", "whom", "what"})
_ARGUMENTS = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_QUESTION_TAGS = frozenset({"WP", "WDT"})
_THINGS = frozenset({"NOUN", "PROPN"})
_PEOPLE = frozenset({"person", "animal", "pronoun"})
_MANY = frozenset(
    "audience band class couple crew crowd family flock group herd pack pair people team".split()
)
# Ways from a predicate to its subject, see `CaptionFeatures.subject`, on which nothing but the tree has to be right.
_SURE_WAYS = frozenset({"direct", "passive", "relative", "acl"})
# Participles that say how their subject stands, not what is done to it.
_POSTURES = frozenset(
    """anchor arrange attach bend bunch chain clothe crouch crowd curl display dock dress gather go hang hitch huddle
    lay leave left line locate moor mount park perch pile place pose position prop scatter seat set situate slump
    squat stack stick stop strand strew tether tie""".split()
)
# What one is by oneself.
_OWN = frozenset(
    """bundle costume engage focus hunch involve kneel lean lose marry prepare sprawl stretch unclothe undress""".split()
)
# Nor who fastened it.
_FASTENING = frozenset(
    "attach chain clip connect fasten glue harness hitch hook leash link moor nail pin plug strap tether tie".split()
)
_STATES = _POSTURES | (_FASTENING - {"fasten", "glue", "nail", "pin"})
# `covered with snow`: what surrounds is the agent.
_SURROUNDING = frozenset(
    """surround clutter cover crowd drizzle fill glaze layer sprinkle strew top decorate line adorn load stuff litter dot dust coat fringe cram pack paint smear
    spatter splatter stain garnish embellish stud trim crown encircle flank light""".split()
)
# Passives that tell a stuff, a shape or a name.
_TOLD_OF = frozenset({"call", "label", "make", "name", "shape", "title"})
# Verbs that take no object of a verb behind them: `stands and holds a rope`.
_WITHOUT_OBJECT = frozenset(
    """bend bow climb crawl crouch dance fall gesture jump kneel laugh lean leap lie look pose rest run sing sit skate
    sleep smile speak squat stand stop stretch surf swim talk turn wait walk wave yawn""".split()
)
# `feeds a calf with milk`: what is given is acted upon.
_GIVING = frozenset("feed fill greet present provide serve spray stock supply".split())
_NO_PLACES = frozenset(
    {"", "of", "for", "with", "like", "as", "about", "to", "than", "without", "from", "by"}
)
_PLACES = frozenset(
    """on near next-to under behind beside above below underneath beneath along through past between inside outside onto
    in-front-of on-top-of""".split()
)
_PLACES_OF_THINGS = _PLACES | frozenset("across against around at atop in over".split())
# Verbs of looking and pointing, and such as are done to somebody through a preposition.
_AIMED_AT = frozenset("aim gaze glance look peek peer point stare".split())
_FOUGHT_OVER = frozenset({"argue", "fight", "quarrel"})
_MEANT = frozenset(
    [("at", verb) for verb in "bark gesture grin growl laugh nod shout smile squint wave wink yell".split()]
    + [("to", verb) for verb in "bow cling listen nod sing speak talk wave".split()]
)
# Prepositions of places alone, and verbs that have something else behind `over`.
_SURE_PLACES = frozenset(
    """above across along behind below beneath beside down from in-front-of near next-to off on-top-of onto
    out-of past under underneath up""".split()
)
_THROWING = frozenset("fling hurl shoot splash spray throw toss".split())
# `carries it to an oven`, `leads to a cottage`
# What somebody brings to a place: `adds salt to the soup`.
_TAKING = frozenset(
    """add affix apply bring carry deliver drag drive fly haul lead lift lower move press pull push roll sew slide take
    throw tow transfer""".split()
)
_GOING = frozenset("climb come crawl descend drive extend fly go lead move return ride run swim walk".split())
_OVER_WHAT = frozenset("argue bend chat fight hunch laugh lean look pore preside quarrel talk watch".split())
# In what something may be so, see `_is_respect`.
_RESPECTS = frozenset("appearance calibre color colour length nature number shape size style width".split())
_PARTS_OF_CLOTHES = frozenset(
    """bow button collar cuff detail drawstring embroidery fringe hem hood lace lapel logo neckline pattern pocket print
    ruffle sequin sleeve slit stitching strap stripe trim zip zipper""".split()
)
_VEHICLES = frozenset(
    """bike boat bus car cart helicopter motorbike motorboat motorcycle plane ship tractor train tram truck tugboat van
    vehicle wave""".split()
)
_DONE_BY_VEHICLES = frozenset("carry chase drag follow haul hit lift lead pass pull push strike tow".split())
_PLACE_ADVERBS = frozenset(
    """aboard ashore backstage below downstairs indoors inside nearby offshore onstage outdoors outside overhead
    underneath underwater upstairs""".split()
)
# What they do `down` and `up` they do without it, too.
_DIRECTED = frozenset({"gaze", "glance", "lead", "look", "peer", "point", "stare"})
_PARTICLES = frozenset("along away back down off out over up".split())
_FINITE = frozenset({"VBZ", "VBP"})
_PARTS_OF_MANY = frozenset({"all", "both", "each", "one", "others", "some"})
# Before a participle of the subject: `while sitting`.
_MARKS = frozenset({"after", "before", "by", "when", "while", "without"})
_CONFIDENCE = 0.8


def with_clauses(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """The decisions, and each ``is`` that says where something is, which the links have left out."""
    graph = features.graph
    decisions = [
        d for d in decisions if d.candidate.tacit or not _is_listed_noun(features, d.candidate.index)
    ]
    found = {d.candidate.index for d in decisions if not d.candidate.tacit}
    added = []
    for p in range(len(graph.words)):
        place = graph.heads[p]
        if graph.relation(p) != "cop" or p in graph.folded or place < 0:
            continue
        where = _said_by_is(features, place) if features.verb_lemmas[p] == "be" else []
        subject, way = features.subject(p)
        if not where or p in found or subject < 0 or subject in graph.folded:
            continue
        if way.rpartition(".")[2] != "direct" or graph.words[subject].upos not in _ARGUMENTS:
            continue
        added.append(
            PredicateDecision(
                candidate=PredicateCandidate(p),
                particle=-1,
                confidence=_CONFIDENCE,
                arguments=(_argument(subject, "agent"), *where),
            )
        )
    for p, word in enumerate(graph.words):
        if p in found or p in graph.folded or word.upos != "VERB" or not _is_finite(features, p):
            continue
        there = bool(graph.dependents(p, "expl"))
        subjects = [c for c in graph.dependents(p, "nsubj") if c not in graph.folded and (c < p or there)]
        second = graph.relation(p) == "conj" and graph.heads[p] in found and word.xpos in _FINITE
        if not subjects and second and graph.words[p - 2].xpos != "NNS":
            subjects = [c for c in features.subject(p)[:1] if c >= 0]  # `snores, mumbles and turns over`
        clause = graph.heads[p] < 0 or graph.relation(p) in ("parataxis", "conj", "advcl", "acl", "ccomp")
        if not clause or not subjects or graph.words[subjects[0]].upos not in _ARGUMENTS:
            continue
        if not _agree(features, subjects[0], p):
            continue
        told = word.xpos == "VBN" and features.verb_lemmas[p] in ("ask", "show", "teach", "tell")
        if graph.dependents(p, "xcomp", "ccomp") and not told:
            continue
        passive = features.is_passive(p)
        if passive and features.verb_lemmas[p] in _TOLD_OF:
            continue
        slot: Slot = "patient" if passive and features.verb_lemmas[p] not in _STATES else "agent"
        places = [*(_places(features, p, before=True) if passive else ()), *_places(features, p)]
        arguments = [_argument(subjects[0], slot), *places]
        added.append(
            PredicateDecision(
                candidate=PredicateCandidate(p),
                particle=-1,
                confidence=_CONFIDENCE,
                arguments=tuple(arguments),
            )
        )
    for p, word in enumerate(graph.words):
        if p in found or p in graph.folded or word.xpos not in ("VBN", "VBG") or word.upos != "VERB":
            continue
        subjects = graph.dependents(p, "nsubj")
        marked = any(graph.lowered[c] == "with" for c in graph.dependents(p, "mark"))
        if not subjects and graph.relation(p) == "acl" and graph.prepositions[graph.heads[p]] == "with":
            subjects, marked = [graph.heads[p]], True
        bodily = bool(subjects) and features.noun_classes[subjects[0]] == "body_part"
        if marked and subjects and graph.words[subjects[0]].upos in _THINGS and not bodily:
            # `with its sleeves folded`
            added.append(
                PredicateDecision(
                    candidate=PredicateCandidate(p),
                    particle=-1,
                    confidence=_CONFIDENCE,
                    arguments=(_argument(subjects[0], "agent"), *_places(features, p)),
                )
            )
    told = {d.arguments[0].index for d in added}
    added += _shown_things(features, [*decisions, *added])
    placed = _placed_things(features, [*decisions, *added])
    told |= {a.index for d in placed for a in d.arguments if a.slot == "agent"}
    added += placed
    had = _worn_things(features, [*decisions, *added])
    worn = {d.candidate.index for d in had}
    had += [d for d in _had_things(features, [*decisions, *added]) if d.candidate.index not in worn]
    told |= {a.index for d in had for a in d.arguments}
    added += had
    kept = [d for d in decisions if not (d.candidate.tacit and d.candidate.index in told)]
    kept = [item for d in kept for item in _without_make(features, d)]
    return sorted([*kept, *added], key=lambda d: d.candidate.index)


def _is_listed_noun(features: CaptionFeatures, p: int) -> bool:
    """Whether a plural stands in a list of objects: ``dries dishes and boxes``; nobody boxes."""
    graph = features.graph
    first = graph.first_conjunct(p)
    return (
        first != p
        and graph.words[p].xpos == "NNS"
        and graph.relation(first) == "obj"
        and not graph.dependents(p, "obj", "obl")
    )


def _said_by_is(features: CaptionFeatures, i: int) -> list[ArgumentDecision]:
    """The places that an ``is`` says by what it stands at: ``is on a chair``, ``is asleep on a chair``."""
    graph = features.graph
    if graph.words[i].upos == "ADJ":
        return [
            a
            for a in _places(features, i)
            if graph.written_prepositions[a.index] in _PLACES | {"in"} and not _is_respect(features, a.index)
        ]
    if graph.written_prepositions[i] in _NO_PLACES or graph.words[i].upos not in _THINGS:
        return []
    return [ArgumentDecision(index=i, slot="locative", kind=place_kind(features, i), confidence=_CONFIDENCE)]


def _without_make(features: CaptionFeatures, decision: PredicateDecision) -> list[PredicateDecision]:
    """Where a participle tells a material or a shape (``a cake shaped like a car on a tray``), its place alone."""
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit or not _tells_stuff(features, p):
        return [decision]
    thing = graph.heads[p]
    places = [
        a
        for a in decision.arguments
        if a.slot == "locative" and graph.written_prepositions[a.index] not in _NO_PLACES
    ]
    if graph.heads[thing] >= 0 or graph.words[thing].upos not in _THINGS:
        return []
    shown = PredicateCandidate(thing, tacit=True)
    arguments = (_argument(thing, "agent"), *places)
    return [dataclasses.replace(decision, candidate=shown, particle=-1, arguments=arguments)]


def _tells_stuff(features: CaptionFeatures, p: int) -> bool:
    """Whether a participle says what its noun is made of, or shaped like."""
    graph = features.graph
    if graph.relation(p) != "acl" or graph.words[p].xpos != "VBN":
        return False
    prepositions = {graph.prepositions[c] for c in graph.dependents(p, "obl")}
    said = (features.verb_lemmas[p], *sorted(prepositions & {"from", "like", "of"}))
    return said in (("make", "of"), ("make", "from"), ("shape", "like"))


def _is_finite(features: CaptionFeatures, p: int) -> bool:
    """Whether a verb is finite, or has ``is`` as its auxiliary and an -ing, or what says that it begins."""
    graph = features.graph
    if graph.words[p].xpos in ("VBZ", "VBP"):
        return True
    if any(c in graph.folded and graph.words[c].xpos in ("VBZ", "VBP") for c in graph.dependents(p, "aux")):
        return True
    if graph.relations[p] == "acl:relcl" and graph.dependents(p, "nsubj"):
        return True
    if graph.words[p].xpos == "VBN" and any(
        graph.relations[c] == "aux:pass" and graph.words[c].xpos in ("VBZ", "VBP") for c in graph.children[p]
    ):
        return True
    progressive = any(graph.lowered[c] in ("is", "are", "'s", "'re") for c in graph.dependents(p, "aux"))
    return graph.words[p].xpos == "VBG" and progressive


def _places(
    features: CaptionFeatures, i: int, *, but: frozenset[str] = _NO_PLACES, before: bool = False
) -> list[ArgumentDecision]:
    """The places that hang on a word itself, behind it or before it, by other prepositions than some."""
    graph = features.graph
    return [
        ArgumentDecision(index=c, slot="locative", kind=place_kind(features, c), confidence=_CONFIDENCE)
        for c in graph.dependents(i, "obl", "nmod")
        if (c < i) is before
        and c not in graph.folded
        and graph.written_prepositions[c] not in but
        and (
            graph.words[c].upos in _THINGS
            or c in features.antecedents
            or (graph.words[c].upos == "NUM" and graph.dependents(c, "nmod"))  # `on one of them`
        )
        and not features.is_attire(c)
    ]


def _with_own_places(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """The places that hang on the verb itself, by prepositions that are of places alone."""
    graph = features.graph
    found = {a.index for a in arguments}
    if graph.dependents(p, "expl"):
        places = [
            ArgumentDecision(index=c, slot="locative", kind=place_kind(features, c), confidence=_CONFIDENCE)
            for c in graph.dependents(p, "obl")
            if c not in found
            and c not in graph.folded
            and (
                graph.written_prepositions[c] not in _NO_PLACES
                or (
                    graph.written_prepositions[c] == "to"
                    and features.noun_lemmas[c] in ("left", "right", "side")
                )
            )
            and (graph.words[c].upos in _THINGS or c in features.antecedents)
        ]
        return arguments + places
    if graph.words[p].upos != "VERB":
        return arguments
    arguments = arguments + [
        ArgumentDecision(index=c, slot="locative", kind="scene", confidence=_CONFIDENCE)
        for c in graph.dependents(p, "advmod")
        if c > p
        and graph.lowered[c] in _PLACE_ADVERBS
        and not graph.children[c]
        and c not in found
        and graph.lowered[c + 1 : c + 2] != ["out"]
    ]
    sure = _PLACES if features.is_passive(p) else _PLACES | {"by"}
    if features.verb_lemmas[p] in _FASTENING:
        sure = sure | {"to"}
    return arguments + [
        a
        for a in _places(features, p, but=_NO_PLACES - sure)
        if a.index not in found
        and (graph.written_prepositions[a.index] in sure or (_is_held_in(features, a.index, p)))
    ]


def _is_held_in(features: CaptionFeatures, i: int, p: int) -> bool:
    """``holding papers in their hands``: where on a body, right behind the act or what it is done to."""
    graph = features.graph
    if graph.written_prepositions[i] != "in" or features.noun_classes[i] != "body_part":
        return False
    before = min(graph.dependents(i, "case"), default=0) - 1
    return before == p or before in graph.dependents(p, "obj", "compound")


def _shown_things(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """A tacit predicate for the noun at the head of a sentence that no predicate is about, but places are."""
    graph = features.graph
    spoken = {a.index for d in decisions for a in d.arguments} | {d.candidate.index for d in decisions}
    result = []
    for i, word in enumerate(graph.words):
        if graph.heads[i] >= 0 or i in graph.folded or i in spoken or word.upos not in _THINGS:
            continue
        last = -1 if graph.dependents(i, "nmod", "acl") else max(graph.dependents(i, "conj"), default=i)
        places = (
            _places(features, i)
            or (_places(features, last) if last >= 0 else [])
            or _places(features, i, before=True)
        )
        if places and not graph.dependents(i, "cop", "nsubj", "acl", "parataxis"):
            result.append(
                PredicateDecision(
                    candidate=PredicateCandidate(i, tacit=True),
                    particle=-1,
                    confidence=_CONFIDENCE,
                    arguments=(_argument(i, "agent"), *places),
                )
            )
    return result


def _placed_things(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """A tacit predicate for what a with-phrase puts somewhere: ``There is a chair with a hat on it``."""
    graph = features.graph
    told = {a.index for d in decisions if not d.candidate.tacit for a in d.arguments if a.slot == "agent"}
    told |= {d.candidate.index for d in decisions if not d.candidate.tacit}
    shown = {d.candidate.index: d for d in decisions if d.candidate.tacit}
    result = []
    for i, word in enumerate(graph.words):
        if (
            i in told
            or i in graph.folded
            or word.upos not in _THINGS
            or graph.written_prepositions[i] != "with"
        ):
            continue
        if graph.relation(graph.first_conjunct(i)) not in ("nmod", "obl") or graph.dependents(
            i, "acl", "nsubj", "case"
        ) != graph.dependents(i, "case"):
            continue
        places = [a for a in _places(features, i) if graph.written_prepositions[a.index] in _PLACES_OF_THINGS]
        places = places or [
            # `a bird with a worm in its beak`: wherever the tree has hung the beak
            a
            for a in (_places(features, graph.heads[i]) if graph.heads[i] >= 0 else ())
            if any(graph.words[c].xpos == "PRP$" for c in graph.children[a.index])
            and i + 1 in graph.dependents(a.index, "case")
        ]
        if places:
            first = graph.first_conjunct(i)
            # `a table with a laptop and papers on it`: on what has them, so all of them
            of_all = any(features.antecedents.get(a.index) == graph.heads[first] for a in places)
            things = sorted({first, *graph.dependents(first, "conj")}) if of_all else [i]
            if i in shown and {a.index for a in shown[i].arguments if a.slot == "agent"} >= set(things):
                continue
            result.append(
                PredicateDecision(
                    candidate=PredicateCandidate(things[0], tacit=True),
                    particle=-1,
                    confidence=_CONFIDENCE,
                    arguments=(*(_argument(t, "agent") for t in things), *places),
                )
            )
    return result


def _had_things(features: CaptionFeatures, decisions: Sequence[PredicateDecision]) -> list[PredicateDecision]:
    """A tacit predicate for a noun of which nothing but with-phrases says something: ``A jacket with two pockets``."""
    graph = features.graph
    overt = {
        graph.sentences[d.candidate.index]
        for d in decisions
        if not d.candidate.tacit and not _tells_stuff(features, d.candidate.index)
    }
    result = []
    for i, word in enumerate(graph.words):
        if (
            graph.heads[i] >= 0
            or i in graph.folded
            or word.upos not in _THINGS
            or graph.sentences[i] in overt
        ):
            continue
        phrases = [
            c
            for c in graph.children[i]
            if c > i
            and graph.relation(c) not in ("punct", "conj", "cc", "amod")
            and not _tells_stuff(features, c)
        ]
        things = [
            c for c in phrases if graph.written_prepositions[c] == "with" and graph.words[c].upos in _THINGS
        ]
        plain = all(
            graph.relation(c) in ("nmod", "obl") and (c in things or features.is_attire(c))
            for c in phrases
            if c not in _of(features, i)
        )
        things = [t for c in things for t in (c, *graph.dependents(c, "conj"))]
        if not things or not plain or graph.dependents(i, "conj"):
            continue
        worn = features.noun_classes[i] == "clothing"  # a coat has a hood, which is nobody's name then
        if _places(features, i, before=True):
            continue  # `behind them a stage with lights`
        if any(_has_more(features, t) or (features.supersenses[t] in _PEOPLE and not worn) for t in things):
            continue
        result.append(
            PredicateDecision(
                candidate=PredicateCandidate(i, tacit=True),
                particle=-1,
                confidence=_CONFIDENCE,
                arguments=(_argument(i, "agent"), *(_argument(t, "patient") for t in things)),
            )
        )
    return result


def _worn_things(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """A tacit predicate for somebody of whom nothing but clothes is told: ``A boy in a blue shirt``."""
    graph = features.graph
    overt = {graph.sentences[d.candidate.index] for d in decisions if not d.candidate.tacit}
    result = []
    for i, word in enumerate(graph.words):
        if graph.heads[i] >= 0 or i in graph.folded or features.noun_classes[i] != "person":
            continue
        behind = [c for c in graph.children[i] if c > i and graph.relation(c) != "punct"]
        if word.upos not in _THINGS or graph.sentences[i] in overt or not behind:
            continue
        clothes = [
            c
            for c in behind
            if graph.relation(c) == "nmod" and graph.written_prepositions[c] == "in" and features.is_attire(c)
        ]
        others = [c for c in behind if c not in clothes and c not in _of(features, i)]
        cut = all(
            graph.written_prepositions[c] == "with" and features.noun_lemmas[c] in _PARTS_OF_CLOTHES
            for c in others
        )
        if not clothes or not cut:
            continue
        worn = [t for c in clothes for t in (c, *graph.dependents(c, "conj"))]
        result.append(
            PredicateDecision(
                candidate=PredicateCandidate(i, tacit=True),
                particle=-1,
                confidence=_CONFIDENCE,
                arguments=(_argument(i, "agent"), *(_argument(t, "patient") for t in worn)),
            )
        )
    return result


def _of(features: CaptionFeatures, i: int) -> list[int]:
    """The nouns behind ``of`` and ``for`` that belong to a noun, and what stands in front of it."""
    graph = features.graph
    return [c for c in graph.children[i] if c < i or graph.written_prepositions[c] in ("of", "for")]


def _has_more(features: CaptionFeatures, i: int) -> bool:
    """Whether a place or a clause hangs on a noun."""
    graph = features.graph
    return any(
        graph.relation(c) in ("acl", "advcl", "obl", "advmod")
        or (graph.relation(c) == "nmod" and graph.written_prepositions[c] not in ("for", "of", "with"))
        for c in graph.children[i]
        if c > i
    )


def completed(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """The decision with the subject, the object and the relative noun that the tree gives its predicate."""
    p = decision.candidate.index
    if decision.candidate.tacit:
        before = features.graph.heads[p] < 0 and all(a.slot == "agent" for a in decision.arguments)
        places = _places(features, p, before=True) if before else []  # `Behind them I can see a stage`
        return dataclasses.replace(decision, arguments=(*decision.arguments, *places))
    arguments = list(decision.arguments)
    arguments = _with_subject(features, p, arguments)
    arguments = _with_subject_above(features, p, arguments)
    arguments = _with_object(features, p, arguments)
    arguments = _with_instrument(features, p, arguments)
    arguments = _with_places_as_such(features, p, arguments)
    arguments = _with_targets(features, p, arguments)
    arguments = _with_relative_place(features, p, arguments)
    arguments = _with_own_places(features, p, arguments)
    return dataclasses.replace(
        decision, arguments=tuple(arguments), particle=_particle(features, p, decision.particle)
    )


def _particle(features: CaptionFeatures, p: int, decided: int) -> int:
    """The particle; what has on, puts on and turns off is the verb's wherever it stands."""
    graph = features.graph
    if decided >= 0 and graph.relation(decided) == "mark" and graph.heads[decided] != p:
        decided = -1  # `applauds after a man speaks`: a word of what stands behind it
    if decided >= 0 and graph.lowered[decided] == "through" and graph.relation(decided) == "case":
        decided = -1  # `passes through a nose`: a way, which is a place
    if decided >= 0:
        return decided
    for c in graph.children[p]:
        bare = c == p + 1 and graph.relation(c) in ("advmod", "compound") and not graph.children[c]
        along = features.verb_lemmas[p] in _DIRECTED and graph.lowered[c] in ("down", "up")
        if bare and graph.lowered[c] in _PARTICLES and not along:
            return c  # no noun belongs to it
        passive = c == p + 1 and features.is_passive(p)
        apart = passive or any(p < o < c for o in graph.dependents(p, "obj"))
        verbs = SEPARABLE.get(graph.lowered[c], ())
        sure = graph.lowered[c] in ("on", "off") or apart or features.verb_lemmas[p] in verbs
        if graph.relations[c] == "compound:prt" and sure:
            return c
        if (
            apart
            and features.verb_lemmas[p] in verbs
            and not graph.children[c]
            and graph.relations[c] != "case"
        ):
            return c
    return -1


def _with_subject(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    graph = features.graph
    subject, way = features.subject(p)
    steps, _, last = way.rpartition(".")
    if subject < 0 or last not in _SURE_WAYS or set(steps.split(".")) - {"", "conj", "cop"}:
        return arguments
    if subject in graph.folded or graph.words[subject].upos not in _ARGUMENTS:
        return arguments
    if graph.words[subject].xpos in _QUESTION_TAGS:
        return arguments
    passive = features.is_passive(p)
    if last == "acl" and not passive and graph.words[p].xpos != "VBG":
        return arguments
    if last == "relative" and not _agree(features, subject, p):
        return arguments
    if last == "relative" and not _is_relative_subject(features, p, steps):
        return arguments
    own = {subject, *graph.dependents(subject, "conj", "flat")}
    if last in ("direct", "passive") and not steps and _agree_as_many(features, subject, p):
        found = {a.index for a in arguments}
        slot: Slot = "patient" if passive and features.verb_lemmas[p] not in _STATES else "agent"
        arguments = [
            *arguments,
            *(_argument(c, slot) for c in _listed(features, subject, p) if c not in found),
        ]
    if passive:
        return _with_passive_subject(features, p, subject, own, arguments)
    kept = [
        a for a in arguments if a.slot != "agent" or _first(features, a.index) == subject or a.index in own
    ]
    present = {a.index: a for a in kept}
    for index in own & present.keys():
        if present[index].slot != "agent" and index == subject:
            kept = [_in_slot(a, "agent") if a.index == index else a for a in kept]
    close = subject == p - 1 and _is_somebody(features, subject)
    if last == "acl" and not close and any(a.slot == "agent" for a in arguments):
        return (
            arguments  # at which noun a participle stands is no sure thing, but for somebody right before it
        )
    if not own & present.keys():
        kept.append(_argument(subject, "agent"))
    return kept


def _agree_as_many(features: CaptionFeatures, subject: int, p: int) -> bool:
    """Whether the verb is one of several: ``wires and a pacemaker are seen``."""
    graph = features.graph
    finite = [p, *graph.dependents(p, "aux")]
    return any(graph.words[c].xpos == "VBP" for c in finite) and bool(graph.dependents(subject, "conj"))


def _listed(features: CaptionFeatures, subject: int, p: int) -> list[int]:
    """What is listed with a subject before its verb."""
    graph = features.graph
    listed = graph.dependents(subject, "conj")
    listed += [d for c in listed for d in graph.dependents(c, "conj")]
    return [
        c
        for c in listed
        if c < p
        and graph.words[c].upos in _THINGS
        and not graph.dependents(c, "case", "nsubj", "cop")
        and are_alike(features, subject, c)
    ]


def _with_subject_above(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``a man sitting on a couch with a cup in his hand watching television``: who sits watches."""
    graph = features.graph
    above = graph.heads[p]
    if graph.words[p].xpos == "VBN" and features.verb_lemmas[p] == "follow":
        # `A siren wails, followed by a bang`
        subject = features.subject(above)[0] if graph.relation(p) == "advcl" else -1
        if subject >= 0 and not any(a.slot == "patient" for a in arguments):
            return [*(a for a in arguments if a.index != subject), _argument(subject, "patient")]
    if graph.words[p].xpos != "VBG" or graph.dependents(p, "nsubj") or graph.words[above].upos != "VERB":
        return arguments
    subject, _ = features.subject(above)
    if graph.dependents(p, "mark"):  # `braids her hair while sitting`
        if graph.lowered[p - 1] not in _MARKS or any(a.slot == "agent" for a in arguments):
            return arguments
    elif graph.words[p - 1].upos in _THINGS and _is_somebody(features, p - 1):
        subject = p - 1  # `men fight with a crowd of people watching them`
    taken = {a.index for a in arguments}
    if subject < 0 or subject in graph.folded or subject in taken or features.is_passive(above):
        return arguments
    return [*arguments, _argument(subject, "agent")] if _is_somebody(features, subject) else arguments


def _is_somebody(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun is somebody, or some: a table is a group to WordNet, too."""
    return features.supersenses[i] in _PEOPLE or features.noun_lemmas[i] in _MANY


def _with_passive_subject(
    features: CaptionFeatures, p: int, subject: int, own: set[int], arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    graph = features.graph
    lemma = features.verb_lemmas[p]
    result = list(arguments)
    agents = set()
    phrases = graph.dependents(p, "obl")
    # `hit with a racket by a girl`: whatever the tree has hung her on
    phrases += [
        c for k in phrases for c in graph.dependents(k, "nmod") if features.supersenses[c] == "person"
    ]
    taken = {a.index for a in arguments if a.slot == "agent"}
    for c in phrases:
        preposition = graph.prepositions[c]
        by = preposition == "by" and (
            graph.relations[c] == "obl:agent"
            or features.supersenses[c] in _PEOPLE
            or (features.noun_lemmas[c] in _VEHICLES and lemma in _DONE_BY_VEHICLES)
            or (c in taken and lemma not in _STATES)
        )
        surrounding = preposition in ("by", "with") and lemma in _SURROUNDING
        if (by or surrounding) and graph.words[c].upos in _ARGUMENTS:
            agents |= {c, *graph.dependents(c, "conj")}
    if agents:
        found = {a.index for a in result}
        result = [_in_slot(a, "agent") if a.index in agents else a for a in result]
        result += [_argument(c, "agent") for c in sorted(agents - found)]
        result = [
            _in_slot(a, "patient") if a.index in own and a.slot == "agent" else a
            for a in result
            if a.slot != "agent" or a.index in agents | own
        ]
    elif not any(a.slot == "agent" and a.index in own for a in result):
        # Of a passive nobody far away is the agent whom no `by` brings in.
        result = [
            a
            for a in result
            if a.slot != "agent"
            or a.index == p - 1
            or (graph.heads[a.index] == p and graph.prepositions[a.index] != "with")
        ]
    if lemma in _STATES and not agents and not any(graph.lowered[c] == "being" for c in graph.children[p]):
        # How something stands; and it is the subject that stands so.
        result = [_in_slot(a, "agent") if a.index in own and a.slot == "patient" else a for a in result]
    elif (
        not agents and lemma not in _OWN and any(graph.relations[c] == "aux:pass" for c in graph.children[p])
    ):
        # `A boy is pushed down a slide`: by whom is not said.
        result = [_in_slot(a, "patient") if a.index in own and a.slot == "agent" else a for a in result]
    if not any(a.index in own for a in result):
        slot: Slot = "agent" if lemma in _STATES and not agents else "patient"
        # Another noun that the links took for the one that is acted upon, or stands so.
        result = [a for a in result if a.slot != slot or graph.heads[a.index] == p]
        result.append(_argument(subject, slot))
    said = any(graph.relations[c] == "aux:pass" for c in graph.children[p]) or (
        graph.relation(p) == "acl"
        and graph.words[p].xpos == "VBN"
        and graph.prepositions[subject] != "with"
        and not _is_somebody(features, subject)
    )
    if said and lemma not in _STATES and not agents:
        result = [_in_slot(a, "patient") if a.index in own and a.slot == "agent" else a for a in result]
    return result


def _with_object(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """The object of the verb, also of a relative clause that its noun is the object of, and of both verbs of two."""
    graph = features.graph
    found = {a.index for a in arguments}
    objects = [
        c
        for c in graph.dependents(p, "obj", "iobj")
        if graph.words[c].upos in _ARGUMENTS
        and c not in graph.folded
        and graph.lowered[c] not in _RELATIVE_PRONOUNS
        and not features.lexicon.is_adverb(graph.lowered[c])
    ]
    antecedent = _relative_object(features, p)
    if antecedent is not None and not any(a.slot == "patient" and a.index < p for a in arguments):
        objects.append(antecedent)
    if not objects and not any(a.slot == "patient" for a in arguments):
        objects = _shared_objects(features, p)
    objects += _beneficiaries(features, p)
    result = list(arguments)
    for c in objects:
        if c not in found:
            result.append(_argument(c, "patient"))
        elif c == antecedent:
            result = [_in_slot(a, "patient") if a.index == c else a for a in result]
    return result


def _beneficiaries(features: CaptionFeatures, p: int) -> list[int]:
    """Whom something is done for, where a pronoun says it: ``cleans a camera for her``."""
    graph = features.graph
    holders = [p, *graph.dependents(p, "obj")] if graph.words[p].upos == "VERB" else []
    return [
        c
        for holder in holders
        for c in graph.dependents(holder, "obl", "nmod")
        if c in features.antecedents
        and graph.written_prepositions[c] == "for"
        and features.supersenses[features.antecedents[c]] in ("person", "animal")
    ]


def _relative_object(features: CaptionFeatures, p: int) -> int | None:
    """The noun that a relative clause stands at and whose object it is: ``the cart that the man pushes``."""
    graph = features.graph
    head = graph.heads[p]
    if not graph.relations[p].startswith("acl:relcl") or head < 0 or graph.words[head].upos not in _ARGUMENTS:
        return None
    subjects = graph.dependents(p, "nsubj")
    if (
        not subjects
        or any(graph.lowered[s] in _RELATIVE_PRONOUNS for s in subjects)
        or any(graph.relations[s] == "nsubj:pass" for s in subjects)
        or any(graph.lowered[c] == "whose" for s in subjects for c in graph.children[s])
    ):
        return None
    objects = graph.dependents(p, "obj")
    if any(graph.lowered[c] not in _RELATIVE_PRONOUNS for c in objects):
        return None
    others = [c for c in graph.dependents(p, "obl") if graph.lowered[c] in _RELATIVE_PRONOUNS]
    stranded = any(graph.words[c].upos == "ADP" for c in graph.children[p])  # the table that he sits at
    return None if others or stranded else head


def _with_instrument(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``stirs a pot with a spoon``: beside an object, what `with` brings in is companion or tool, a locative."""
    graph = features.graph
    acted_upon = graph.dependents(p, "obj") or features.is_passive(p)
    wears = features.verb_lemmas[p] == "wear" and not features.is_passive(p)
    if wears or features.verb_lemmas[p] in _SURROUNDING | _GIVING or not acted_upon:
        return arguments
    tools = {
        a.index
        for a in arguments
        if a.slot == "patient" and graph.written_prepositions[a.index] == "with" and a.index > p
    }
    return [
        dataclasses.replace(a, slot="locative", kind="object") if a.index in tools else a for a in arguments
    ]


def _with_places_as_such(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``breaks over him``, ``stands behind her``: what such prepositions bring in is a place, whoever it is."""
    graph = features.graph

    def is_place(a: ArgumentDecision) -> bool:
        if a.slot != "patient" or a.index < p or graph.heads[a.index] != p:
            return False
        preposition, lemma = graph.written_prepositions[a.index], features.verb_lemmas[p]
        if lemma in SEPARABLE.get(preposition, ()):
            return False  # `picks up people`, whatever the tree says
        noun = features.antecedents.get(a.index, a.index)
        if preposition == "from":
            return features.supersenses[noun] not in _PEOPLE  # who gives it is a patient
        if preposition == "at":
            return lemma in _THROWING
        if preposition == "to":
            taken = (
                lemma in _GOING or (graph.dependents(p, "obj") and lemma in _TAKING) or lemma in _FASTENING
            )
            aside = features.noun_lemmas[noun] in ("left", "right")
            return aside or (bool(taken) and not _is_somebody(features, noun))
        return preposition in _SURE_PLACES or (preposition == "over" and lemma not in _OVER_WHAT)

    return [
        dataclasses.replace(a, slot="locative", kind=place_kind(features, a.index)) if is_place(a) else a
        for a in arguments
    ]


def _with_targets(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``points at a tower``, ``smiles at a dog``: what the act is about is a patient, and no place."""
    graph, lemma = features.graph, features.verb_lemmas[p]

    def is_target(a: ArgumentDecision) -> bool:
        if a.slot != "locative" or a.index < p or graph.heads[a.index] != p or a.kind == "temporal":
            return False
        preposition = graph.written_prepositions[a.index]
        if (preposition == "at" and lemma in _AIMED_AT) or (preposition == "over" and lemma in _FOUGHT_OVER):
            return True
        noun = features.antecedents.get(a.index, a.index)
        living = _is_somebody(features, noun) or features.noun_lemmas[noun] == "camera"
        return living and (preposition, lemma) in _MEANT

    return [_in_slot(a, "patient") if is_target(a) else a for a in arguments]


def _with_relative_place(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``a suitcase on which a cat sleeps``, ``a room where``: the pronoun stands for the place."""
    graph = features.graph
    clause = graph.heads[p] if graph.relation(p) == "cop" else p
    head = graph.heads[clause]
    if (
        not graph.relations[clause].startswith("acl:relcl")
        or head < 0
        or graph.words[head].upos not in _THINGS
    ):
        return arguments
    for c in graph.dependents(clause, "obl", "nmod", "advmod"):
        form = graph.lowered[c]
        if c not in features.antecedents:
            continue
        if form == "where" or (form in ("which", "whom") and graph.written_prepositions[c]):
            place = ArgumentDecision(
                index=c, slot="locative", kind=place_kind(features, head), confidence=_CONFIDENCE
            )
            return [*(a for a in arguments if a.index not in (c, head)), place]
    return arguments


def _shared_objects(features: CaptionFeatures, p: int) -> list[int]:
    """The object behind the second of two verbs that stand side by side: ``bakes and eats a pie``."""
    graph = features.graph
    if features.verb_lemmas[p] in _WITHOUT_OBJECT or features.is_passive(p):
        return []
    first = graph.first_conjunct(p)
    for c in graph.dependents(first, "conj"):
        between = range(p + 1, c)
        if c <= p or any(graph.words[k].upos not in ("CCONJ", "PUNCT", "ADV", "VERB") for k in between):
            continue
        if any(
            k in graph.heads for k in between if graph.words[k].upos == "VERB" and graph.dependents(k, "obl")
        ):
            continue
        if any(graph.words[k].upos == "ADV" and graph.heads[k] == p for k in between):
            continue  # `coughs twice and clears his throat`
        objects = [
            o
            for o in graph.dependents(c, "obj")
            if o > c and graph.words[o].upos in _ARGUMENTS and o not in graph.folded
        ]
        acts_on = any(
            k > o and graph.words[k].upos == "VERB" for o in objects for k in graph.dependents(first, "conj")
        )
        if objects and not acts_on:  # `coughs, clears his throat and begins to read`: of the second alone
            return [o for thing in objects for o in (thing, *graph.dependents(thing, "conj"))]
    return []


def place_kind(features: CaptionFeatures, i: int) -> LocativeKind:
    """The kind of a place that no link decision was about."""
    if features.supersenses[i] == "time":
        return "temporal"
    return "scene" if features.supersenses[i] in ("location", "object") else "object"


def _agree(features: CaptionFeatures, subject: int, p: int) -> bool:
    """Whether the noun and the finite verb of its clause are both singular or both plural, where that shows."""
    graph = features.graph
    clause = graph.heads[p] if graph.relation(p) == "cop" else p
    finite = [graph.lowered[c] for c in graph.dependents(clause, "aux", "cop")]
    plural = graph.words[subject].xpos in ("NNS", "NNPS") or graph.dependents(subject, "conj")
    if "are" in finite or "have" in finite or graph.words[p].xpos == "VBP":
        return bool(plural)
    if "is" in finite or "has" in finite or graph.words[p].xpos == "VBZ":
        return not plural or bool(graph.dependents(subject, "conj"))
    return True


def _is_relative_subject(features: CaptionFeatures, p: int, steps: str) -> bool:
    """Whether the pronoun of the relative clause is its subject."""
    graph = features.graph
    while steps and graph.relation(p) == "conj":
        p = graph.heads[p]
    subjects = graph.dependents(p, "nsubj")
    return any(graph.lowered[s] in _RELATIVE_PRONOUNS for s in subjects) or not subjects


def _first(features: CaptionFeatures, i: int) -> int:
    return features.graph.first_conjunct(i)


def _in_slot(argument: ArgumentDecision, slot: Slot) -> ArgumentDecision:
    return dataclasses.replace(argument, slot=slot, kind=argument.kind if slot == "locative" else None)


def _argument(index: int, slot: Slot) -> ArgumentDecision:
    return ArgumentDecision(index=index, slot=slot, kind=None, confidence=_CONFIDENCE)


def _is_of_another(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    """Whether a place hangs on another verb, of another subject: ``a cat sleeps and a bird sings in a tree``."""
    graph, p = features.graph, decision.candidate.index
    verb = graph.heads[graph.first_conjunct(i)]
    if (
        decision.candidate.tacit
        or verb in (-1, p)
        or graph.words[verb].upos != "VERB"
        or graph.dependents(p, "expl")
    ):
        return False
    ours, theirs = features.subject(p)[0], features.subject(verb)[0]
    if not graph.dependents(verb, "nsubj") or min(ours, theirs) < 0 or graph.lowered[ours] in _PARTS_OF_MANY:
        return False
    ours, theirs = (features.antecedents.get(i, i) for i in (ours, theirs))
    return graph.first_conjunct(ours) != graph.first_conjunct(theirs)


def _is_of_an_actor(features: CaptionFeatures, argument: ArgumentDecision, acting: set[int]) -> bool:
    """Whether a tacit predicate has an argument by what another does: ``a yard with a ball rolling on the grass``."""
    graph, i = features.graph, argument.index
    if argument.slot == "patient":
        return graph.prepositions[i] == "with" and i in acting
    verb = graph.heads[graph.first_conjunct(i)]
    if argument.slot != "locative" or verb < 0 or graph.words[verb].upos != "VERB":
        return False
    thing = graph.heads[verb]
    return graph.relation(verb) == "acl" and thing in acting and graph.prepositions[thing] == "with"


def _is_of_the_second(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    """Whether a place behind two acts, each with its object, is that of the second: ``and parks it in a field``."""
    graph, p = features.graph, decision.candidate.index
    verb = graph.heads[graph.first_conjunct(i)]
    if (
        decision.candidate.tacit
        or verb in (-1, p)
        or graph.relation(verb) != "conj"
        or graph.heads[verb] != p
    ):
        return False
    first, second = graph.dependents(p, "obj"), graph.dependents(verb, "obj")
    return bool(first and second) and p < first[0] < verb < second[0] < i


def settled(features: CaptionFeatures, decisions: Sequence[PredicateDecision]) -> list[PredicateDecision]:
    """The decisions without what another says better, and with what is absent as a patient.

    A thing that a with-phrase brings in, and that has a predicate of its own, is no companion; who acts in a passive
    is no place; a noun behind `of` is none either, and neither is the place of another `is`.
    """
    graph = features.graph
    acting = {
        a.index
        for d in decisions
        for a in d.arguments
        if a.slot == "agent" or (a.slot == "patient" and graph.heads[d.candidate.index] == a.index)
    }
    passive = {
        a.index
        for d in decisions
        for a in d.arguments
        if a.slot == "agent"
        and graph.prepositions[a.index] == "by"
        and features.is_passive(d.candidate.index)
    }
    of_is = {graph.heads[p] for p in range(len(graph.words)) if graph.relation(p) == "cop"}
    result = []
    for decision in decisions:
        kept = []
        for a in decision.arguments:
            if _is_no_argument(features, a, decision, acting):
                continue
            if a.slot == "locative" and graph.written_prepositions[a.index] == "without":
                if decision.candidate.tacit:
                    kept.append(_in_slot(a, "patient"))
                continue
            if a.slot == "locative" and _is_no_place(features, a.index, decision, acting, passive, of_is):
                continue
            accompanied = a.slot == "patient" and a.index in acting and graph.dependents(a.index, "acl")
            accompanied = accompanied and graph.heads[decision.candidate.index] != a.index
            if accompanied and graph.written_prepositions[a.index] == "with" and not decision.candidate.tacit:
                continue  # `a bell rings with traffic passing`
            kept.append(a)
        if _says_how(features, decision, placed=any(a.slot != "agent" for a in kept)):
            continue
        fewer = len(kept) < len(decision.arguments)
        named = decision.candidate.tacit and bool(graph.dependents(decision.candidate.index, "cop"))
        p = decision.candidate.index
        is_ = not decision.candidate.tacit and graph.relation(p) == "cop" and features.verb_lemmas[p] == "be"
        if (fewer or named or is_) and all(a.slot == "agent" for a in kept):
            if decision.candidate.tacit:
                continue  # others say it all
            if is_:
                continue  # `is normal in size`, `is a nurse`: a property
        result.append(dataclasses.replace(decision, arguments=tuple(kept)))
    return result


def _is_adjective_alone(features: CaptionFeatures, i: int) -> bool:
    lexicon, form = features.lexicon, features.graph.lowered[i]
    alone = features.graph.relation(i) in ("advmod", "xcomp") and lexicon.is_adjective(form)
    return alone and not lexicon.knows(features.noun_lemmas[i], "noun")


def _is_look(features: CaptionFeatures, i: int) -> bool:
    return features.noun_lemmas[i] in ("color", "colour") and features.graph.prepositions[i] == "in"


def _says_how(features: CaptionFeatures, decision: PredicateDecision, *, placed: bool) -> bool:
    """Whether a predicate is the ``is`` of a property: ``tissues are unremarkable``."""
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit or graph.relation(p) != "cop" or features.verb_lemmas[p] != "be":
        return False
    said = graph.heads[p]
    return features.is_attire(said) or (
        not placed and (graph.words[said].upos == "ADJ" or _is_respect(features, said))
    )


def _is_no_argument(
    features: CaptionFeatures, argument: ArgumentDecision, decision: PredicateDecision, acting: set[int]
) -> bool:
    graph, i = features.graph, argument.index
    if argument.slot != "locative" and graph.words[i].upos == "ADV" and i not in features.antecedents:
        return True
    if any(f in acting for f in graph.dependents(i, "flat")):
        return True
    if argument.slot != "locative" and _is_adjective_alone(features, i):
        return True  # `is curled up asleep`
    if graph.relation(i) == "case" and i not in features.antecedents:
        return True  # `on the side of a road`: a word of the preposition
    if graph.words[i].upos == "VERB" and graph.words[i].xpos in _FINITE:
        return True
    if argument.slot == "patient" and _is_object_of_later(features, i, decision.candidate.index):
        return True
    told = argument.slot == "patient" and features.is_passive(decision.candidate.index)
    if told and graph.written_prepositions[i] in ("like", "as"):
        return True  # `painted like a dalmatian`
    head = graph.heads[i]
    described = argument.slot == "locative" and graph.written_prepositions[i] == "with" and head >= 0
    if described and graph.words[head].upos in _THINGS and features.supersenses[i] not in _PEOPLE:
        return not decision.candidate.tacit  # `stands by a church with a steeple`
    if argument.slot == "patient" and _is_look(features, i):
        return True  # `painted in bright colors`
    if argument.slot == "locative" and graph.words[i].upos == "ADJ" and not graph.written_prepositions[i]:
        return True  # `the lungs are clear`
    return decision.candidate.tacit and _is_of_an_actor(features, argument, acting)


def _is_told_of_another(features: CaptionFeatures, i: int) -> bool:
    """``a woman whose bag is on a chair``: where the bag is, and not she."""
    subjects = features.graph.dependents(i, "nsubj")
    return bool(subjects) and all(features.graph.lowered[c] not in ("that", "which", "who") for c in subjects)


def _top(features: CaptionFeatures, i: int) -> int:
    """The word at the top of what a word hangs on."""
    return (features.graph.ancestors(i) or [i])[-1]


def _is_object_of_later(features: CaptionFeatures, i: int, p: int) -> bool:
    """``shows how to change a tire and tightens the bolts``: the object of a later verb, beside which this one is not."""
    graph, q = features.graph, features.graph.heads[i]
    if graph.relation(i) != "obj" or not p < q < i or graph.words[q].upos != "VERB":
        return False
    beside = graph.relation(q) == "conj" or p not in graph.ancestors(i)
    return beside and bool(graph.dependents(p, "obj"))


def _is_respect(features: CaptionFeatures, i: int) -> bool:
    """``normal in size``: in what something is so, and not where."""
    first = features.graph.first_conjunct(i)
    preposition, lemma = features.graph.written_prepositions[first], features.noun_lemmas[first]
    return (preposition == "in" and lemma in _RESPECTS) or (preposition == "within" and lemma == "limit")


def _is_no_place(
    features: CaptionFeatures,
    i: int,
    decision: PredicateDecision,
    acting: set[int],
    passive: set[int],
    of_is: set[int],
) -> bool:
    graph, p = features.graph, decision.candidate.index
    preposition = graph.written_prepositions[i]
    if _is_respect(features, i) and not decision.candidate.tacit:
        return True
    own = graph.heads[p] if not decision.candidate.tacit and graph.relation(p) == "cop" else -1
    if (preposition == "with" and i in acting) or (preposition == "by" and i in passive):
        return True
    if (
        own in (i, graph.first_conjunct(i))
        and not preposition
        and graph.words[i].upos in _THINGS
        and features.verb_lemmas[p] == "be"
    ):
        return True  # `It is a photo`: what something is, and not where
    if preposition == "with" and i < p and not decision.candidate.tacit:
        # What somebody has who is somewhere, or has in a place of its own, is neither companion nor tool.
        placed = any(graph.written_prepositions[c] in _PLACES | {"in"} for c in graph.dependents(i, "nmod"))
        if placed or features.verb_lemmas[p] == "be":
            return True
    if _is_of_another(features, i, decision) or _is_of_the_second(features, i, decision):
        return True
    if i in of_is and graph.relation(i) == "acl" and own < 0 and _is_told_of_another(features, i):
        return True
    if i > p and i not in features.antecedents and _top(features, i) != _top(features, p):
        return True  # `we can see grass, and at the top we can see the sky`: each clause has its own
    return preposition in ("of", "than") or (own >= 0 and i in of_is and i != own)
