"""Constructions whose head says less than what hangs on it: measure words, aspect verbs, frames of the picture.

``a pair of jeans`` is about jeans, ``starts walking`` about walking, ``the image shows a dog`` about a dog
(`extractor.syntax.frames`). What counts takes the place of the construction's head in the graph, and the words that
only introduce it are *folded*: they stay in the caption, and neither fill a slot nor are predicates.
`docs/annotation-guide.md` has the law.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.syntax.frames import fold_frame
from extractor.syntax.stand_ins import fold_stand_in

if TYPE_CHECKING:
    from extractor.syntax.graph import Graph

MEASURES = frozenset(
    """
    group groups pair pairs pile piles row rows flock flocks slice slices couple couples herd herds bunch bunches crowd
    crowds number lot lots variety series set sets stack stacks line lines piece pieces swarm clove cloves school team
    teams cluster clusters collection array assortment dozen dozens hundreds thousands plenty handful heap heaps gaggle
    trio bit bits kind kinds type types sort sorts loaf loaves sheet sheets strip strips chunk chunks wedge wedges
    string strings family clump clumps patch patches selection multitude mixture caravan spoonful bite sip mouthful
    half portion pat pats knob knobs pinch dab dollop dollops lump lumps wisp wisps sliver slivers morsel
    morsels smear fleet horde litter throng
    patchwork maze jumble tangle expanse
    armful scoop scoops dash drop drops amount amounts quantity quantities abundance mound mounds pod pods colony
    colonies troop troops pride brood gang gangs
    """.split()
)
# One could touch them if what they hold were taken away.
_CONTAINERS = frozenset(
    """
    bag bags barrel barrels basket baskets bottle bottles bowl bowls box boxes bucket buckets can cans carton cartons
    crate crates cup cups glass glasses jar jars jug jugs mug mugs packet packets pail pan pans pitcher pitchers plate
    plates pot pots sack sacks tank tanks tin tins tray trays tub tubs vase vases
    """.split()
)
_ASPECT = frozenset(
    """
    try tries trying tried attempt attempts attempting attempted begin begins beginning began begun start starts
    starting started prepare prepares preparing prepared seem seems seemed appear appears appearing appeared manage
    manages managed managing proceed proceeds fail fails failing failed
    """.split()
)
# All that may have an act for its complement, see `_fold_aspect`.
_BEGINNINGS = _ASPECT | {"ready", "about", "get", "gets", "getting", "got", "used"}
_LETTING = frozenset({"let", "lets", "letting"})
_LOOKING = frozenset("appear appeared appears look looked looks seem seemed seems".split())
_RAISING = frozenset({"seem", "seems", "seemed", "appear", "appears", "appeared"})
_HAVE = frozenset({"has", "have", "having", "had"})
_DRESSING = frozenset(
    "put puts putting pull pulls pulling slip slips slipping take takes taking try tries trying".split()
)
_CLOTHES = frozenset(
    """
    apron boots cap coat dress glasses gloves goggles hat helmet jacket jeans jersey mask mittens pants sandals scarf
    shirt shoe shoes shorts skates skirt skis slippers sneakers sock socks suit sunglasses sweater tie trousers vest
    """.split()
)
# Where things go on, and which do nothing themselves.
_SCENES = frozenset(
    """alley area backyard bathroom beach bedroom building city corner court field garden hall kitchen lake lawn lot
    meadow office park path place platform playground plaza pond pool river road room sea sidewalk sky square stadium
    stage station store street table town track yard""".split()
)
# How two are to each other; no thing and no place: `hand in hand`.
_PAIRED = frozenset(
    {
        ("hand", "in", "hand"),
        ("arm", "in", "arm"),
        ("side", "by", "side"),
        ("back", "to", "back"),
        ("face", "to", "face"),
        ("one", "after", "another"),
        ("one", "by", "one"),
        ("cross", "-", "legged"),
    }
)
_OFTEN = frozenset({"several", "many", "few", "multiple", "some"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_VERBAL = frozenset({"VERB", "AUX"})
_CLAUSES = ("xcomp", "ccomp", "advcl")


# How something lies, and neither where nor what.
_HOW = frozenset({("upside", "down"), ("face", "down"), ("face", "up")})
_TIMES = frozenset({"time", "times"})
_RELATIVES = frozenset({"that", "which", "who", "whom"})
_BEGINS_ANY = (
    _TIMES
    | {first for first, *_ in _HOW | _PAIRED}
    | _CONTAINERS
    | _HAVE
    | _DRESSING
    | _BEGINNINGS
    | _LETTING
)


def fold_constructions(graph: Graph) -> None:
    """Fold the constructions of a caption, the innermost first; most words begin none, which is asked here."""
    lowered = graph.lowered
    for i, form in enumerate(lowered):
        if graph.heads[i] < 0:
            _mend_inversion(graph, i)
        if graph.relations[i] == "acl":
            _mend_participle(graph, i)
        if form in _RELATIVES:
            _mend_relative(graph, i)
        if graph.relation(i) == "conj":
            _mend_coordination(graph, i)
    for i, form in enumerate(lowered):
        if form in MEASURES:
            _fold_measure(graph, i)
    for i, form in enumerate(lowered):
        if form in _BEGINS_ANY:
            _fold_how(graph, i)
            _fold_container(graph, i)
            _fold_worn(graph, i)
            _fold_aspect(graph, i)
            _fold_letting(graph, i)
    for i in range(len(lowered)):
        _fold_likeness(graph, i)
        fold_stand_in(graph, i)
        fold_frame(graph, i)


def _fold_how(graph: Graph, i: int) -> None:
    """``two times``, ``hangs upside down``, ``hand in hand``: how often, how something lies, how two are."""
    if (
        graph.lowered[i] in _TIMES
        and any(
            graph.relation(c) == "nummod" or graph.lowered[c] in _OFTEN
            for c in graph.dependents(i, "nummod", "amod", "det")
        )
        and not graph.dependents(i, "case")
    ):
        graph.folded.add(i)
    if tuple(graph.lowered[i : i + 2]) in _HOW and not graph.dependents(i, "det", "nmod"):
        graph.move(i + 1, i, "fixed")
        for place in graph.dependents(i, "obl"):
            above = graph.heads[i]  # `dangles upside down from a trapeze`, `a bat upside down in a cave`
            named = above >= 0 and graph.words[above].upos in ("NOUN", "PROPN")
            graph.move(place, above, "nmod" if named else "obl")
        graph.folded |= {i, i + 1}  # and not where
    if tuple(graph.lowered[i : i + 3]) in _PAIRED:
        graph.folded |= {i, i + 2}


def _mend_inversion(graph: Graph, i: int) -> None:
    """``Behind it is a shelf``: the place is said of the shelf, and not the shelf of nothing."""
    if graph.words[i].upos not in ("NOUN", "PROPN") or graph.dependents(i, "expl"):
        return
    if any(not graph.dependents(c, "case") for c in graph.dependents(i, "nsubj")):
        return
    copula = next((c for c in graph.dependents(i, "cop") if c < i), None)
    if copula is None or copula == 0:
        return
    places = [
        c for c in graph.dependents(i, "nmod", "obl", "nsubj") if c < copula and graph.dependents(c, "case")
    ]
    if len(places) != 1 or graph.words[places[0]].upos not in _NOMINAL:
        return
    place = places[0]
    if any(
        c != place and c < copula for c in graph.children[i] if graph.relation(c) not in ("punct", "case")
    ):
        return
    graph.move(place, -1, "root")
    graph.move(copula, place, "cop")
    graph.move(i, place, "nsubj")


def _mend_participle(graph: Graph, i: int) -> None:
    """``a yard with a ball rolling on the grass``: the ball rolls, which stands right before it, and no yard does."""
    head = graph.heads[i]
    if graph.words[i].xpos != "VBG" or head < 0 or i < 2:
        return
    thing = i - 1
    if graph.heads[thing] != head or graph.relation(thing) != "nmod" or graph.words[thing].upos != "NOUN":
        return
    cases = [graph.lowered[c] for c in graph.dependents(thing, "case")]
    if cases == ["with"] and graph.lowered[head] in _SCENES:
        graph.move(i, thing, "acl")


def _mend_relative(graph: Graph, i: int) -> None:
    """``stands by a nurse who reads``: a relative clause that hangs on a verb, or on a noun of another number."""
    verb = graph.heads[i]
    if i == 0 or verb <= i:
        return
    if not graph.relations[verb].endswith(":relcl") or graph.heads[verb] < 0:
        return
    before = i - 2 if graph.lowered[i - 1] == "," and i > 1 else i - 1
    if graph.words[before].upos not in ("NOUN", "PROPN") or before == graph.heads[verb]:
        return
    number = {graph.lowered[c] for c in graph.dependents(verb, "aux", "cop")}
    singular = bool(number & {"is", "was", "has"}) or graph.words[verb].xpos == "VBZ"
    plural = bool(number & {"are", "were", "have"}) or graph.words[verb].xpos == "VBP"
    head = graph.heads[verb]
    disagrees = graph.relation(i) == "nsubj" and (
        (singular and _is_plural(graph, head) and not _is_plural(graph, before))
        or (plural and not _is_plural(graph, head) and _is_plural(graph, before))
    )
    if graph.words[head].upos in _VERBAL or disagrees:
        graph.move(verb, before, "acl:relcl")


def _is_plural(graph: Graph, i: int) -> bool:
    return graph.words[i].xpos in ("NNS", "NNPS") or bool(graph.dependents(i, "conj"))


def _mend_coordination(graph: Graph, i: int) -> None:
    """``above a shelf and a couch``: a noun that is coordinated with a verb belongs to the noun before it."""
    verb = graph.heads[i]
    if graph.words[i].upos not in ("NOUN", "PROPN") or verb < 0 or verb > i:
        return
    conjunctions = graph.dependents(i, "cc")
    own = graph.dependents(i, "nsubj", "cop", "aux", "case", "orphan", "expl")
    if not graph.dependents(i, "det", "nummod", "amod"):
        return  # a verb that was taken for a noun: `jumps and scores`
    if graph.words[verb].upos != "VERB" or not conjunctions or own:
        return
    nouns = [
        c
        for c in graph.dependents(verb, "obj", "obl", "iobj")
        if verb < c < conjunctions[0] and graph.words[c].upos in ("NOUN", "PROPN")
    ]
    if nouns:
        graph.move(i, nouns[-1], "conj")


def _fold_measure(graph: Graph, i: int) -> None:
    """``a pair of jeans``, ``a couple of dogs``: what is counted is the head; what described the measure stays."""
    if graph.words[i].upos != "NOUN":
        return
    named = graph.dependents(i, "compound", "amod") and any(
        graph.lowered[c] == "the" for c in graph.children[i]
    )
    if graph.lowered[i] in ("lot", "lots") and (named or graph.dependents(i, "compound")):
        return  # `the parking lot of a mall`
    noun = graph.of_phrase(i)
    if noun is None or graph.words[noun].upos not in _NOMINAL:
        return
    if graph.lowered[i] in ("half", "portion"):
        definite = any(graph.lowered[c] in ("the", "them") for c in graph.dependents(noun, "det"))
        if graph.words[noun].upos == "PRON" or (definite and graph.words[noun].xpos == "NNS"):
            return  # `half of the boats`: some of them
    graph.give_place(i, noun, keep=("amod", "nummod", "compound", "advmod"))
    graph.prepositions[noun], graph.written_prepositions[noun] = (
        graph.prepositions[i],
        graph.written_prepositions[i],
    )
    graph.move(i, noun, "det")
    graph.move(i + 1, i, "fixed")
    graph.folded.add(i)


def _fold_container(graph: Graph, i: int) -> None:
    """``a packet of gum``: a thing, and what is in it is none of its own."""
    if graph.lowered[i] not in _CONTAINERS or graph.words[i].upos != "NOUN":
        return
    noun = graph.of_phrase(i)
    if noun is not None and not graph.dependents(noun, "acl"):
        graph.folded.add(noun)


def _fold_worn(graph: Graph, i: int) -> None:
    """``has on a coat``, ``has a coat on``, ``puts on a coat``: the particle is the verb's, the coat its object."""
    has = graph.lowered[i] in _HAVE
    if not (has or graph.lowered[i] in _DRESSING) or graph.words[i].upos not in _VERBAL:
        return
    on = i + 1
    if on < len(graph.words) and graph.lowered[on] in ("on", "off") and not graph.dependents(i, "obj"):
        noun = graph.heads[on]
        if noun > on and graph.heads[noun] == i and (has or graph.lowered[noun] in _CLOTHES):
            graph.move(noun, i, "obj")
            graph.move(on, i, "compound:prt")
        return
    for child in graph.dependents(i, "advmod"):
        if graph.lowered[child] == "on" and any(i < noun < child for noun in graph.dependents(i, "obj")):
            graph.move(child, i, "compound:prt")


def _fold_aspect(graph: Graph, i: int) -> None:
    """``starts walking``, ``seems to be riding``, ``gets ready to run``: the act is what is begun or tried."""
    form = graph.lowered[i]
    if form not in _BEGINNINGS:
        return
    relations = ("xcomp", "advcl") if form == "ready" or form.startswith("prepar") else ("xcomp",)
    act = next((c for c in graph.dependents(i, *relations) if c > i), None)
    if act is None:
        # `starts to clean`, where the parser took it for a purpose.
        purposes = (c for c in graph.dependents(i, "advcl") if c > i and form in _ASPECT)
        act = next(
            (c for c in purposes if any(graph.lowered[m] == "to" for m in graph.dependents(c, "mark"))), None
        )
    if act is None:
        return
    if form in ("ready", "about"):
        is_aspect = True
    elif form == "used":  # to do, or to doing, and not for something
        is_aspect = graph.words[i].xpos in ("VBZ", "VBP", "VBD", "JJ") and graph.lowered[i + 1] == "to"
    elif form in ("get", "gets", "getting", "got"):
        is_aspect = graph.lowered[act] == "ready" and bool(graph.dependents(act, "xcomp", "advcl"))
    else:
        is_aspect = form in _ASPECT and graph.words[i].upos in _VERBAL
    if not is_aspect or _acts_on_thing(graph, i, act):
        return
    if graph.words[act].upos != "VERB" and form not in ("get", "gets", "getting", "got"):
        if form in _RAISING:
            graph.folded.add(i)  # what somebody seems to be is a property
        return
    graph.give_place(i, act, keep=("cop",))
    graph.move(i, act, "aux")
    graph.folded.add(i)


def _acts_on_thing(graph: Graph, i: int, act: int) -> bool:
    """``starts a fire to cook a meal``, ``prepares dough to bake bread``: what is begun is the thing, and no act."""
    things = [c for c in graph.dependents(i, "obj") if i < c < act and graph.words[c].upos == "NOUN"]
    return bool(things) and graph.lowered[i].startswith(("beg", "prepar", "start"))


def _fold_letting(graph: Graph, i: int) -> None:
    """``lets a girl ride``: the girl rides."""
    if graph.lowered[i] not in _LETTING or graph.words[i].upos != "VERB":
        return
    act = next((c for c in graph.dependents(i, *_CLAUSES) if c > i and graph.words[c].upos == "VERB"), None)
    objects = graph.dependents(i, "obj")
    if act is None or not objects or graph.dependents(act, "nsubj"):
        return
    graph.give_place(i, act, keep=("nsubj", "aux", "obj"))
    for noun in objects:
        graph.move(noun, act, "nsubj")
    graph.move(i, act, "aux")
    graph.folded.add(i)


def _fold_likeness(graph: Graph, i: int) -> None:
    """``filled with what looks like soup``: soup, as far as one can see."""
    if graph.lowered[i] not in _LOOKING or i == 0 or graph.lowered[i - 1] != "what":
        return
    what = i - 1
    things = [c for c in graph.children[i] if c > i and graph.words[c].upos in ("NOUN", "PROPN")]
    if not things or graph.heads[what] in things:
        return
    thing = things[0]
    if graph.heads[what] == i:  # the clause stands in the slot
        graph.give_place(i, thing, keep=("nsubj",))
    else:
        graph.move(thing, graph.heads[what], graph.relations[what])
        for c in graph.dependents(i, "obl"):
            if c > thing:
                graph.move(c, thing, "nmod")  # `what looks like a bucket on a shelf`
    for c in graph.dependents(thing, "case", "cop", "mark"):
        graph.move(c, i, "fixed")
    for c in graph.dependents(what, "case"):
        graph.move(c, thing, "case")
    graph.move(i, thing, "dep")
    graph.move(what, i, "dep")
    graph.folded |= {i, what}
