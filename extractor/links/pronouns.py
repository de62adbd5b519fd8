"""Which earlier noun of the caption a pronoun stands for.

Captions name few people and things, so number, gender and grammar decide most cases: a subject is taken up by a
subject, a reflexive by the subject of its own verb, ``it`` by a thing or an animal.
"""

from __future__ import annotations

from collections.abc import Collection

from extractor.links.owners import AROUND, beside_whom, center_of, is_resting_place, owner_of, told_before
from extractor.syntax.graph import Graph

_SINGULAR_PERSON = frozenset("he him himself she her herself".split())
_MALE = frozenset("he him himself".split())
_THING = frozenset("it itself".split())
_PLURAL = frozenset("they them themselves".split())
REFLEXIVE_PRONOUNS = frozenset("himself herself itself themselves".split())
RESOLVED_PRONOUNS = _SINGULAR_PERSON | _THING | _PLURAL
_POSSESSIVES = {
    **dict.fromkeys(("he", "him", "himself"), "his"),
    **dict.fromkeys(("she", "her", "herself"), "her"),
    **dict.fromkeys(_THING, "its"),
    **dict.fromkeys(_PLURAL, "their"),
}
_FEMALE_NOUNS = frozenset(
    """woman girl lady mother mom daughter sister wife bride grandmother aunt queen actress waitress female
    bridesmaid businesswoman cow ewe goddess granddaughter grandma hen heroine hostess lioness mare mermaid niece nun
    policewoman princess saleswoman schoolgirl stewardess tigress widow""".split()
)
_MALE_NOUNS = frozenset(
    """man boy guy gentleman father dad son brother husband groom grandfather uncle king male
    businessman bull cowboy fireman fisherman grandpa grandson monk nephew policeman prince rooster salesman schoolboy
    stallion waiter widower""".split()
)
# Whom English calls `it`, too.
_BABIES = frozenset({"baby", "infant", "newborn"})
_RELATIVE = frozenset({"that", "which", "who"})
_FINITE = frozenset({"VBZ", "VBP", "VBD"})
# What `it` does that is nothing.
_WEATHER = frozenset(
    "drizzles drizzling hails hailing rain rained rains raining snow snowed snows snowing".split()
)
_QUANTIFIERS = frozenset({"ADJ", "DET", "NUM", "PRON"})
# Verbs whose object says what is done, and the senses of such objects.
_LIGHT = frozenset("do does doing give gives giving make makes making take takes taking".split())
# Behind these stands who or what an act is about: `shouts at it`.
_NO_PLACES = frozenset({"", "at", "to"})
# Where what is acted upon is, or was; and what something is taken from, and then done something with.
_WHERE_OBJECTS_ARE = frozenset("across along down from in off on out-of over through under up".split())
_TAKEN_FROM = frozenset("from off out-of".split())
_DOGS = frozenset({"dog", "dogs"})
_SWINGING = frozenset({"swing", "swings", "swinging", "swung"})
_DONE = frozenset({"act", "event", "state"})
# Whose object does what stands behind.
_ASKING = frozenset(
    """ask asks asking asked beg begs begging begged help helps helping helped invite invites inviting invited let lets
    letting order orders ordering ordered teach teaches teaching taught tell tells telling told""".split()
)
# Senses of what nobody can touch.
_ABSTRACT = frozenset(
    "act attribute cognition communication event feeling motive process relation state time".split()
)
# Nouns before a pronoun that are looked at: time stays linear in long texts.
_LOOKED_BACK = 60
# From which sentence on, counted from 0, what was named long ago is no longer meant.
_FAR_SENTENCES = 2
_BUNCHES = frozenset("batch bunch bundle cluster handful heap mound pile row set stack string".split())
_GROUP_NOUNS = frozenset(
    "people group crowd couple family pair team band class herd flock bunch cattle poultry police audience".split()
)
_ONE = frozenset("a an another each every this that".split())
# The same for one and for many, and many where no article says otherwise.
_OF_ONE_FORM = frozenset({"bison", "deer", "fish", "sheep"})


def antecedents(graph: Graph, noun_lemmas: list[str], supersenses: list[str]) -> dict[int, int]:
    """The noun that each personal pronoun stands for.

    Args:
        graph: The caption.
        noun_lemmas: Each word's lemma, read as a noun.
        supersenses: Each word's likeliest noun supersense.

    Returns:
        Index of the antecedent by index of the pronoun; pronouns without a fitting noun before them are left out.
    """
    result: dict[int, int] = {}
    noun_lemmas, supersenses = _with_names(graph, noun_lemmas, supersenses)
    nouns = [
        i for i, word in enumerate(graph.words) if word.upos in ("NOUN", "PROPN") and i not in graph.folded
    ]
    following = 0
    for i, word in enumerate(graph.words):
        form = graph.lowered[i]
        relative = (form in ("which", "whom") and graph.prepositions[i]) or (
            form == "where" and word.xpos == "WRB"
        )
        if relative or graph.is_left(i):
            noun = _relative_noun(graph, i)
            if noun is not None and noun not in graph.folded:  # `tolls three times, after which`
                result[i] = noun
            continue
        if form not in RESOLVED_PRONOUNS or word.xpos == "PRP$" or word.upos != "PRON":
            continue
        if form == "it" and _is_weather(graph, i):
            continue
        while following < len(nouns) and nouns[following] < i:
            following += 1
        near = nouns[max(0, following - _LOOKED_BACK) : following]
        fitting = [n for n in near if _fits(graph, noun_lemmas[n], supersenses[n], n, form)]
        if not fitting:
            fitting = _named_behind(graph, i, noun_lemmas, supersenses)
        if form in _SINGULAR_PERSON:
            # `a woman with a dog, and behind her`: people before animals.
            fitting = [n for n in fitting if supersenses[n] == "person"] or fitting
        own = _own_subjects(graph, i)
        fitting = _not_ruled_out(graph, i, near, fitting, own)
        if not fitting and form in _PLURAL:
            fitting = _anybody(graph, near, noun_lemmas, supersenses)
        fitting = [n for n in fitting if not _is_state(graph, n, supersenses[n])] or fitting
        beside = beside_whom(graph, i, fitting, supersenses) if form in _THING else []
        fitting = beside or _likelier(graph, i, fitting, own, noun_lemmas, supersenses)
        owner = None if beside else owner_of(graph, i)
        if owner is not None and form in _THING:
            owner = center_of(graph, i, owner, fitting, noun_lemmas)
        sure = owner is not None and form in _THING and _may_be_it(graph, owner, noun_lemmas[owner])
        chosen = owner if owner in fitting or sure else _taken_up(graph, i, result, fitting)
        told = told_before(graph, i)
        chosen = told if told in fitting else chosen
        if chosen is not None:
            result[i] = chosen
    return result


def _likelier(
    graph: Graph, i: int, fitting: list[int], own: list[int], lemmas: list[str], senses: list[str]
) -> list[int]:
    """The nouns but for those that a pronoun seldom stands for where it is, if there are others."""
    form = graph.lowered[i]
    if graph.sentences[i] >= _FAR_SENTENCES:
        # In prose the subjects of the last sentences say who is meant.
        last = [n for n in fitting if graph.sentences[i] - graph.sentences[n] <= 1 and n not in own]
        fitting = [n for n in last if graph.relation(n) in ("nsubj", "root")] or fitting
    elif form in _THING and graph.prepositions[i] not in _NO_PLACES:
        # What something is behind, or on, is sooner a thing than an animal.
        fitting = _without_places_of_objects(graph, i, _without_tools(graph, i, fitting))
        fitting = _without_stuff(graph, fitting)
        # `a cup and a pen lying under it`: under neither of them
        listed = {*own, *(c for subject in own for c in graph.dependents(subject, "conj"))}
        things = [n for n in fitting if senses[n] != "animal" and n not in listed]
        if graph.prepositions[i] in AROUND:
            # `A camel sits on the ground and a dog watches from behind it`
            same = graph.sentences[i]
            things = [n for n in things if graph.sentences[n] != same or not is_resting_place(graph, n)]
            placed = min(graph.dependents(i, "case"), default=0) - 1
            # nothing is around itself
            things = [n for n in things if n != placed or graph.sentences[n] != same]
        fitting = things or fitting
    elif form in _THING and graph.relation(i) == "obj":
        # `opens a can, takes a sip and puts it back`: what is done is not put.
        fitting = [n for n in fitting if not _is_done(graph, n, senses[n])] or fitting
        fitting = [n for n in fitting if not _is_swung(graph, n)] or fitting
    if form in _SINGULAR_PERSON:
        # A woman with a dog is `she` before the dog is, and a lioness before a lion.
        gendered = _FEMALE_NOUNS | _MALE_NOUNS
        fitting = [n for n in fitting if senses[n] != "animal" or lemmas[n] in gendered] or fitting
    return fitting


def _is_weather(graph: Graph, i: int) -> bool:
    """``when it rains``: whether a pronoun stands for nothing."""
    return graph.relation(i) == "nsubj" and graph.heads[i] >= 0 and graph.lowered[graph.heads[i]] in _WEATHER


def _with_names(graph: Graph, lemmas: list[str], senses: list[str]) -> tuple[list[str], list[str]]:
    """The lemmas and senses with those of its title at a name, by which it may be meant: ``Pilot Jack Moore``."""
    titles = {
        graph.heads[i]: i
        for i in range(len(graph.words))
        if graph.relations[i] == "nmod:desc" and graph.words[graph.heads[i]].upos == "PROPN"
    }
    if titles:
        lemmas, senses = [*lemmas], [*senses]
    food = [i for i, form in enumerate(graph.lowered) if form in _DOGS and "hot" in graph.lowered[i - 1 : i]]
    if food:
        senses = [*senses]
    for i in food:
        senses[i] = "food"  # a hot dog is no animal
    for name, title in titles.items():
        known = senses[title] in ("person", "animal")
        lemmas[name], senses[name] = lemmas[title], senses[title] if known else "person"
    return lemmas, senses


def _named_behind(graph: Graph, i: int, lemmas: list[str], senses: list[str]) -> list[int]:
    """``Before she cuts the cloth, the tailor measures it``: who is named only as the subject of the clause behind."""
    clause = graph.heads[i]
    if clause < 0 or graph.relation(i) != "nsubj" or graph.relation(clause) != "advcl":
        return []
    if graph.heads[clause] < clause:
        return []
    return [
        c
        for c in graph.dependents(graph.heads[clause], "nsubj")
        if graph.words[c].upos in ("NOUN", "PROPN")
        and c > i
        and _fits(graph, lemmas[c], senses[c], c, graph.lowered[i])
    ]


def _anybody(graph: Graph, near: list[int], lemmas: list[str], senses: list[str]) -> list[int]:
    """``A person lies on a mat with a cat on top of them``: the only one there is, of whom nobody knows the gender."""
    people = [n for n in near if senses[n] == "person" or lemmas[n] == "person"]
    if len(people) != 1 or lemmas[people[0]] in _FEMALE_NOUNS | _MALE_NOUNS:
        return []
    return people if graph.relation(people[0]) in ("nsubj", "root", "obj") else []


def pairs(
    graph: Graph, noun_lemmas: list[str], supersenses: list[str], found: Collection[int]
) -> dict[int, tuple[int, int]]:
    """The two whom a plural pronoun stands for that no noun fits: ``a girl hugs her sister while they wait``.

    Args:
        graph: The caption.
        noun_lemmas: Each word's lemma, read as a noun.
        supersenses: Each word's likeliest noun supersense.
        found: Pronouns whose noun is known.

    Returns:
        By pronoun who acts in the nearest clause before it, and who is there, too, as its object or behind `with`.
    """

    def is_one(noun: int) -> bool:
        living = supersenses[noun] in ("person", "animal") or noun_lemmas[noun] in _FEMALE_NOUNS | _MALE_NOUNS
        named = graph.words[noun].upos in ("NOUN", "PROPN") and noun not in graph.folded
        return living and named and graph.words[noun].xpos not in ("NNS", "NNPS")

    result: dict[int, tuple[int, int]] = {}
    last: tuple[int, int] | None = None
    for i, form in enumerate(graph.lowered):
        if form in _PLURAL and graph.words[i].upos == "PRON" and i not in found and last is not None:
            act = graph.heads[last[0]]
            if graph.sentences[i] - graph.sentences[act] <= 1 and graph.heads[i] != act:
                result[i] = last
        if not is_one(i) or not (graph.relation(i) in ("obj", "iobj") or graph.prepositions[i] == "with"):
            continue
        head = graph.heads[i]
        if head < 0:
            continue
        subjects = [head] if graph.relation(i) == "nmod" else graph.dependents(head, "nsubj")
        acting = [n for n in subjects if n < i and is_one(n) and graph.relation(n) == "nsubj"]
        if acting:
            last = (acting[0], i)
    return result


def may_own(lemma: str, possessive: str) -> bool:
    """Whether somebody of a noun may have what is `his` or `her`, by the noun's gender; others have anything.

    >>> may_own("woman", "his"), may_own("dentist", "his")
    (False, True)
    """
    others = {"his": _FEMALE_NOUNS, "her": _MALE_NOUNS}.get(possessive, frozenset())
    return lemma not in others


def _own_subjects(graph: Graph, i: int) -> list[int]:
    """The subjects of the verb that a pronoun hangs on; an object's verb may have that of the one before it."""
    if graph.dependents(i, "cop"):
        return graph.dependents(i, "nsubj")  # `there is a bridge and cars are on it`
    verb = graph.heads[i]
    if verb < 0:
        return []
    own = graph.dependents(verb, "nsubj")
    if graph.relation(i) != "obj":
        return own
    while not own and _has_subject_of_head(graph, verb):
        if graph.relation(verb) == "acl":
            return [graph.heads[verb]]  # `a hand holding it`
        verb = graph.heads[verb]
        own = graph.dependents(verb, "nsubj")
    if graph.relations[verb] == "acl:relcl" and any(graph.lowered[c] in _RELATIVE for c in own):
        return [graph.heads[verb]]  # `the screw that holds it`
    return own


def _has_subject_of_head(graph: Graph, verb: int) -> bool:
    """Whether a verb without a subject has that of the verb above it, or the noun: ``picks it up, turning it over``."""
    relation, above = graph.relation(verb), graph.heads[verb]
    if above < 0 or relation == "conj":
        return relation == "conj"
    if graph.words[verb].xpos != "VBG":
        return False
    acts = graph.words[above].upos == "VERB" and relation in ("advcl", "xcomp")
    return acts or (graph.relations[verb] == "acl" and graph.words[above].upos in ("NOUN", "PROPN"))


def _not_ruled_out(graph: Graph, i: int, near: list[int], fitting: list[int], own: list[int]) -> list[int]:
    """The nouns but for those that the pronoun cannot stand for where it is."""
    head = graph.heads[i]
    if graph.relation(i) == "obj" and graph.lowered[i] not in REFLEXIVE_PRONOUNS:
        fitting = [n for n in fitting if n not in own]  # `workers unload crates and stack them`
    if graph.lowered[i] not in REFLEXIVE_PRONOUNS:
        asked = _who_waits(graph, head) if graph.relation(i) == "nsubj" else _asked(graph, head)
        fitting = [n for n in fitting if n not in asked]
    # `Its head rests on a shoe. Behind it`: who has the head, and not the head.
    fitting = [n for n in fitting if not _is_own_part(graph, n, graph.lowered[i])] or fitting
    if head >= 0 and graph.relations[head] == "acl:relcl" and graph.relation(i) == "nsubj":
        fitting = [n for n in fitting if n != graph.heads[head]]  # `a woman he is talking to`
    if head >= 0 and graph.relations[head] == "acl":
        if graph.prepositions[graph.heads[head]] == "with":
            fitting = [
                n for n in fitting if n != graph.heads[head]
            ] or fitting  # `with a wagon attached to it`
        if graph.words[head].xpos == "VBG" and _is_right_behind(graph, i, head):
            # `people standing behind them`: nobody stands behind himself
            fitting = [n for n in fitting if n != graph.heads[head]] or fitting
        is_person = graph.lowered[i] in _SINGULAR_PERSON - REFLEXIVE_PRONOUNS
        if is_person and graph.words[head].xpos == "VBN":
            fitting = [n for n in fitting if n != graph.heads[head]]  # `the catcher, crouched behind him`
    if graph.prepositions[i] == "by" and own:
        # `a letter for a client was posted by him`: by somebody who has not been named.
        fitting = [n for n in fitting if not set(own) & {n, *graph.ancestors(n)}]
    if near and near[-1] == graph.heads[i] and graph.relation(i) == "nmod":
        fitting = [n for n in fitting if n != near[-1]]  # `with a blanket on it`: nothing is on itself
    if graph.relation(i) == "nsubj":
        acts = [c for c in graph.dependents(head, "advcl") if c < i and not graph.dependents(c, "nsubj")]
        fitting = [
            n for n in fitting if graph.relation(n) != "obj" or graph.heads[n] not in acts
        ]  # `Holding a cat, it`
    before = min(graph.dependents(i, "case"), default=0) - 1
    if before in near and graph.relation(before) == "obj" and graph.heads[before] == head:
        fitting = [n for n in fitting if n != before]  # `squeezes lime over it`
    return fitting


def _asked(graph: Graph, verb: int) -> list[int]:
    """Who does what an infinitive says, and not to himself: ``asks a guard to hold the door for him``."""
    if verb < 0 or graph.relation(verb) not in ("xcomp", "advcl") or graph.dependents(verb, "nsubj"):
        return []
    if graph.lowered[graph.heads[verb]] not in _ASKING:
        return []
    return [c for c in graph.dependents(graph.heads[verb], "obj", "iobj") if c < verb]


def _who_waits(graph: Graph, verb: int) -> list[int]:
    """Who waits for another to do what an infinitive says: ``drops a nut and waits for it to be cracked``."""
    if verb < 0 or graph.heads[verb] < 0:
        return []
    if [graph.lowered[c] for c in graph.dependents(verb, "mark")] != ["for", "to"]:
        return []
    return graph.dependents(_with_subject(graph, graph.heads[verb]), "nsubj")


def _without_tools(graph: Graph, i: int, fitting: list[int]) -> list[int]:
    """The nouns but for tools and stuff beside an object: ``cuts a box with a knife and takes a toy out of it``.

    What somebody then does something with is the object, too: ``takes a hat off a shelf and runs out with it``.
    """
    objects = {
        graph.heads[n]: n for n in fitting if graph.relation(n) == "obj" and graph.heads[n] != graph.heads[i]
    }
    if graph.prepositions[i] == "with":
        return list(objects.values()) or fitting
    return [n for n in fitting if graph.prepositions[n] != "with" or graph.heads[n] not in objects]


def _act_before(graph: Graph, i: int) -> int:
    """The act of the same subject right before that of a pronoun: ``lifts a lid and looks under it``; -1 for none."""
    verb = graph.heads[i]
    if verb < 0 or graph.relation(verb) != "conj" or graph.dependents(verb, "nsubj"):
        return -1
    first = graph.heads[verb]
    return max((c for c in (first, *graph.dependents(first, "conj")) if c < verb), default=-1)


def _without_places_of_objects(graph: Graph, i: int, fitting: list[int]) -> list[int]:
    """The nouns but for the place of the object of the act before: ``digs a pit in the snow and lights a fire in it``.

    Where the object was brought to, others are, too: ``pours tea into a cup and stirs sugar into it``; and without an
    object of its own an act may well be there: ``reads a book on a bed and falls asleep on it``.
    """
    act = _act_before(graph, i) if graph.dependents(graph.heads[i], "obj") else -1
    objects = {n for n in fitting if graph.relation(n) == "obj" and graph.heads[n] == act}
    if not objects:
        return fitting
    holders = (act, *objects)
    return [
        n
        for n in fitting
        if graph.heads[n] not in holders or n in objects or graph.prepositions[n] not in _WHERE_OBJECTS_ARE
    ]


def _taken_up(graph: Graph, i: int, found: dict[int, int], fitting: list[int]) -> int | None:
    """What the act before was about, else the best of the fitting nouns."""
    going_on = _going_on(graph, i, found, fitting)
    if going_on is None and graph.relation(i) == "nsubj" and graph.lowered[i] in _THING | _PLURAL:
        going_on = _of_clause_above(graph, i, found, fitting)
    return _choose(graph, i, fitting) if going_on is None else going_on


def _going_on(graph: Graph, i: int, found: dict[int, int], fitting: list[int]) -> int | None:
    """The noun of the pronoun in the act before: ``opens a box, puts a coin in it and gives it away``."""
    act = _act_before(graph, i)
    if act < 0 or graph.lowered[i] not in _THING or graph.relation(i) != "obj":
        return None
    same = [
        found[k]
        for k in graph.dependents(act, "obl", "obj")
        if k in found and graph.lowered[k] in _THING and graph.prepositions[k] not in _TAKEN_FROM
    ]
    return same[-1] if same and same[-1] in fitting else None


def _with_subject(graph: Graph, verb: int) -> int:
    """The nearest verb with a subject that a verb without one goes on with, or is said beside."""
    while graph.relation(verb) in ("advcl", "conj", "xcomp") and not graph.dependents(verb, "nsubj"):
        verb = graph.heads[verb]
    return verb


def _of_clause_above(graph: Graph, i: int, found: dict[int, int], fitting: list[int]) -> int | None:
    """What a subject stands for that the clause tells on which its own hangs.

    Its subject: ``The lens fogs, and light scatters when it enters``; what is so in a way: ``laces so long that they
    trail``; what is acted upon until something happens: ``pushes a glass until it falls``; and what is `it` there, too.
    """
    verb = graph.heads[i]
    above = graph.heads[verb] if verb >= 0 else -1
    if above < 0 or graph.relation(verb) not in ("advcl", "ccomp"):
        return None
    if any(graph.lowered[c] == "so" for c in graph.dependents(above, "advmod")):
        described = graph.heads[above]
        return described if graph.relation(above) == "amod" and described in fitting else None
    act = _with_subject(graph, above)
    for verb_above in (above, act):
        same = [c for c in graph.dependents(verb_above, "obj") if graph.lowered[c] == graph.lowered[i]]
        if same and same[0] < i and found.get(same[0]) in fitting:
            return found[same[0]]  # `clamps it down before it cools`
    if graph.relation(verb) == "ccomp":
        return None
    marks = {graph.lowered[c] for c in graph.dependents(verb, "mark", "advmod") if c < i}
    handled = [c for c in graph.dependents(above, "obj") if c in fitting and c < i]
    if "until" in marks and handled:
        return handled[-1]
    if "for" in marks:
        return None
    subjects = graph.dependents(act, "nsubj")
    if any(graph.lowered[c] == "whose" for s in subjects for c in graph.children[s]):
        return None  # `boots whose tops fold down so they fit`
    return next((found.get(c, c) for c in subjects if found.get(c, c) in fitting), None)


def _is_state(graph: Graph, noun: int, sense: str) -> bool:
    """Whether a bare noun says how something is: ``a van is on display and people walk around it``."""
    if not graph.prepositions[noun] or sense not in _ABSTRACT:
        return False
    return _is_bare(graph, noun) and not graph.dependents(noun, "acl")


def _is_bare(graph: Graph, noun: int) -> bool:
    """Whether a noun is of stuff, or of no one thing: ``hay is piled to the loft, and a cat peers down from it``."""
    if graph.words[noun].xpos != "NN":
        return False
    return not graph.dependents(noun, "det", "amod", "nmod", "nummod", "compound")


def _without_stuff(graph: Graph, fitting: list[int]) -> list[int]:
    """The nouns but for bare ones, where one has an article: ``Rain drums on an awning, and two huddle beneath it``.

    What is acted upon in a clause that is told stays: ``rolls out dough and sprinkles flour on it``.
    """
    bare = {n for n in fitting if _is_bare(graph, n)}
    if len(bare) == len(fitting):
        return fitting
    return [
        n
        for n in fitting
        if n not in bare or (graph.relation(n) == "obj" and graph.relation(graph.heads[n]) != "acl")
    ]


def _is_done(graph: Graph, noun: int, sense: str) -> bool:
    """Whether a noun is what a verb like `take` says: ``takes a swing``."""
    return graph.relation(noun) == "obj" and sense in _DONE and graph.lowered[graph.heads[noun]] in _LIGHT


def _is_swung(graph: Graph, noun: int) -> bool:
    """``swings a racket at a ball and hits it``: what one swings at something is what it is hit with."""
    act = graph.heads[noun]
    swung = graph.relation(noun) == "obj" and graph.lowered[act] in _SWINGING
    return swung and any(graph.prepositions[c] == "at" for c in graph.dependents(act, "obl"))


def _is_right_behind(graph: Graph, i: int, verb: int) -> bool:
    """Whether nothing but its preposition stands between a verb and a pronoun that hangs on it."""
    own = graph.heads[i] == verb and graph.lowered[i] not in REFLEXIVE_PRONOUNS
    own = own and not graph.dependents(verb, "nsubj")
    return own and all(k in graph.dependents(i, "case") for k in range(verb + 1, i)) and i > verb + 1


def _is_own_part(graph: Graph, noun: int, pronoun: str) -> bool:
    """Whether a noun belongs to what a pronoun stands for: ``its head`` to `it`."""
    possessive = _POSSESSIVES[pronoun]
    return any(graph.lowered[c] == possessive for c in graph.dependents(noun, "nmod"))


def _may_be_it(graph: Graph, owner: int, lemma: str) -> bool:
    """Whether what has a thing may be `it`, whatever else is called so: a speaker is somebody, too, to WordNet."""
    return graph.words[owner].xpos == "NN" and lemma not in _FEMALE_NOUNS | _MALE_NOUNS | {"person"}


def _relative_noun(graph: Graph, i: int) -> int | None:
    """The noun of a relative clause whose pronoun has a preposition: ``a suitcase on which a cat sleeps``."""
    if graph.heads[i] < 0:
        return None
    clause = graph.first_conjunct(graph.heads[i])  # `at which goats drink and beside which a boy sits`
    if not graph.relations[clause].startswith("acl"):
        return None
    head = graph.heads[clause]
    return head if 0 <= head < i and graph.words[head].upos in ("NOUN", "PROPN") else None


def _fits(graph: Graph, lemma: str, sense: str, noun: int, pronoun: str) -> bool:
    if graph.relation(noun) in ("compound", "flat") or graph.relations[noun] == "nmod:desc":
        return False  # `Pilot Ann Moore` is Moore
    if graph.prepositions[noun] == "of" and graph.words[graph.heads[noun]].upos in ("NOUN", "PROPN", "X"):
        return False  # `some of the nuns` are nuns
    first = graph.first_conjunct(noun)
    listed = [c for c in graph.dependents(first, "conj") if graph.words[c].upos in ("NOUN", "PROPN")]
    # And no second clause.
    coordinated = any(not graph.dependents(c, "cop", "nsubj") and not _is_or(graph, c) for c in listed)
    plural = graph.words[noun].xpos in ("NNS", "NNPS") or lemma in _GROUP_NOUNS or coordinated
    plural |= lemma in _OF_ONE_FORM and not any(
        graph.lowered[c] in _ONE for c in graph.dependents(noun, "det")
    )
    living = (
        sense in ("person", "animal")
        or lemma == "person"
        or lemma in _GROUP_NOUNS | _FEMALE_NOUNS | _MALE_NOUNS
        or _is_somebody(graph, noun)
    )
    if pronoun in _PLURAL:
        return plural
    if pronoun in _THING:
        return (
            (graph.words[noun].xpos not in ("NNS", "NNPS") or _is_bunch(graph, noun))
            and (sense not in ("person", "time") or lemma in _BABIES)
            and lemma != "person"
            and not _is_somebody(graph, noun)
        )
    if graph.words[noun].xpos in ("NNS", "NNPS") or not living:
        return False
    return lemma not in (_FEMALE_NOUNS if pronoun in _MALE else _MALE_NOUNS)


def _is_somebody(graph: Graph, noun: int) -> bool:
    """``Ann Moore waves as she passes``: a name of several words that acts, or is at the top."""
    if graph.words[noun].upos != "PROPN" or graph.dependents(noun, "det"):
        return False
    parts = [c for c in graph.dependents(noun, "compound") if graph.words[c].upos == "PROPN"]
    return bool(parts) and graph.relation(noun) in ("nsubj", "root")


def _is_or(graph: Graph, noun: int) -> bool:
    """``a cat or a dog``: one of them."""
    return any(graph.lowered[c] in ("nor", "or") for c in graph.dependents(noun, "cc"))


def _is_bunch(graph: Graph, noun: int) -> bool:
    """``picks a bunch of grapes and eats it``: many that are one."""
    return any(graph.lowered[c] in _BUNCHES for c in graph.dependents(noun, "det"))


def _choose(graph: Graph, pronoun: int, nouns: list[int]) -> int | None:
    """The best of some fitting nouns: a subject before others, then the nearest; never one of the same verb."""
    if not nouns:
        return None
    verb = pronoun if graph.dependents(pronoun, "cop") else graph.heads[pronoun]
    subjects = set(graph.dependents(verb, "nsubj")) if verb >= 0 else set()
    if not subjects and verb >= 0 and graph.relation(verb) == "advcl" and graph.dependents(verb, "mark"):
        subjects = set(
            graph.dependents(graph.heads[verb], "nsubj")
        )  # `braids a girl's hair while sitting behind her`
    if graph.lowered[pronoun] in REFLEXIVE_PRONOUNS:
        own = [n for n in nouns if n in subjects] or [
            n for n in subjects if graph.words[n].upos in ("NOUN", "PROPN")
        ]  # `while his guest looks at himself`
        return own[-1] if own else nouns[0]
    # What something is on, in `a sign with writing on it`, is not that thing itself.
    placed = min(graph.dependents(pronoun, "case"), default=0) - 1
    others = [n for n in nouns if n not in subjects and graph.heads[n] != pronoun and n != placed] or nouns
    is_subject = graph.relation(pronoun) == "nsubj"
    # `holds a bill over a table, with keys lying under it`
    beside = verb >= 0 and any(graph.lowered[c] == "with" for c in graph.dependents(verb, "mark"))
    taken_up = not is_subject and not beside
    going_on = _act_before(graph, pronoun) >= 0

    def rank(noun: int) -> tuple[bool, bool, bool, int]:
        relation = graph.relation(noun)
        top = relation in ("nsubj", "root") and not _is_told_aside(graph, noun, pronoun)
        near = graph.sentences[noun] == graph.sentences[pronoun]
        # A subject takes up the subject that was named first; other pronouns the nearest noun of a high place, and an
        # object before a place: `lifts a frame out of the hive and inspects it`; but `naps on a bed and eats on it`.
        same = going_on and graph.prepositions[noun] in (graph.prepositions[pronoun], "into", "onto")
        acted_upon = relation == "obj" or (same and graph.prepositions[pronoun] not in _NO_PLACES)
        return (top, near, taken_up and acted_upon, -noun if is_subject else noun)

    return max(others, key=rank)


def _is_told_aside(graph: Graph, noun: int, pronoun: int) -> bool:
    """Whether a noun acts within a clause beside that the pronoun is not in: ``a cook, whose sleeves are wet``."""
    if graph.heads[noun] < 0:
        return False
    act = graph.first_conjunct(graph.heads[noun])
    aside = graph.relations[act] == "acl:relcl" or (
        graph.relation(noun) == "nsubj" and _is_absolute(graph, act)
    )
    return aside and act not in graph.ancestors(pronoun)


def _is_absolute(graph: Graph, act: int) -> bool:
    """``With a pencil stuck behind one ear, a carpenter measures a board``: a clause without a finite verb."""
    if graph.relation(act) not in ("acl", "advcl") or graph.dependents(act, "aux", "cop"):
        return False
    marks = [graph.lowered[c] for c in graph.dependents(act, "mark")]
    return marks == ["with"] or (not marks and graph.words[act].xpos not in _FINITE)
