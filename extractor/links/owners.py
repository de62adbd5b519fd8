"""Whom a pronoun of a place stands for: who has what is there, was put somewhere before, or has its like beside it."""

from __future__ import annotations

from extractor.syntax.graph import Graph
from extractor.syntax.mending.vocabulary import BE, RESTING

_BESIDE = frozenset("alongside behind beside by close-to in-front-of near next-to".split())
# And where what is there surrounds one.
AROUND = _BESIDE | {"above", "around", "from-behind"}
# Where somebody or something is who is told of, and what is around is around him.
_RESTING_ON = frozenset("along at down for in in-the-middle-of on on-top-of upon".split())
_SEATS = frozenset({"bench", "chair", "seat", "stool"})
_TABLES = frozenset({"bar", "counter", "desk", "island", "table"})
_OTHERS = frozenset({"another", "others"})
# Verbs above a place that are asked for their subject: time stays linear in long texts.
_CLIMBED = 8
# Words before a verb that are looked at: time stays linear in long texts.
_LOOKED_BACK = 200
_HAVING = frozenset({"has", "have", "having", "had"})


def owner_of(graph: Graph, i: int) -> int | None:
    """Who has what is on it: ``a wall that has a clock on it``, ``a river with a bridge over it``."""
    thing = graph.heads[i]
    if thing >= 0 and graph.relation(thing) == "acl":
        marks = graph.dependents(thing, "mark") if graph.dependents(thing, "nsubj") else []
        if any(graph.lowered[c] == "with" for c in marks):
            return graph.heads[thing]  # `a bench with a person sleeping on it`
        thing = graph.heads[thing]  # `roads with cars parked along them`
    first = graph.first_conjunct(thing) if thing >= 0 else -1
    if first >= 0 and graph.prepositions[first] == "with" and graph.relation(first) == "nmod":
        return graph.heads[first]
    surrounding = _surrounding(graph, thing) if thing >= 0 else None
    if surrounding is not None:
        return surrounding
    verb = graph.heads[i]
    if verb >= 0 and graph.words[verb].upos in ("NOUN", "PROPN") and graph.relation(i) == "nmod":
        verb = graph.heads[graph.first_conjunct(verb)]
    if verb < 0 or graph.lowered[verb] not in _HAVING or not graph.prepositions[i]:
        return None
    for subject in graph.dependents(verb, "nsubj"):
        relative = graph.lowered[subject] in ("that", "which", "who")
        return graph.heads[verb] if relative else subject
    return graph.heads[verb] if graph.relation(verb) == "acl" else None


def center_of(graph: Graph, i: int, owner: int, fitting: list[int], lemmas: list[str]) -> int:
    """``A truck is on a road with a car behind it``: behind the truck, of which that is told, and not behind the road.

    Args:
        graph: The caption.
        i: The pronoun.
        owner: What has what is there, by the tree.
        fitting: The nouns that the pronoun may stand for.
        lemmas: Each word's lemma, read as a noun.
    """
    if graph.prepositions[i] not in AROUND or not is_resting_place(graph, owner):
        return owner
    there = graph.heads[i]
    things = [there] if graph.words[there].upos in ("NOUN", "PROPN") else graph.dependents(there, "nsubj")
    if lemmas[owner] in _TABLES and any(lemmas[k] in _SEATS for k in things):
        return owner  # `a vase on a table with chairs around it`
    above = owner
    if not graph.dependents(owner, "cop"):
        above = graph.heads[owner]
    elif graph.dependents(owner, "nsubj"):
        above = graph.dependents(owner, "nsubj")[0]
    for _ in range(_CLIMBED):
        if above < 0 or graph.words[above].upos in ("NOUN", "PROPN"):
            break
        subjects = graph.dependents(above, "nsubj")
        above = subjects[0] if subjects else graph.heads[above]
    return above if above in fitting else owner


def is_resting_place(graph: Graph, i: int) -> bool:
    """Whether a noun is where something is or goes: ``on a road``, ``in the dirt``."""
    if graph.prepositions[i] not in _RESTING_ON:
        return False
    if graph.heads[i] < 0:
        return bool(graph.dependents(i, "cop"))
    return graph.prepositions[graph.heads[i]] != "with"  # not `a table with a mug on a saucer`


def _surrounding(graph: Graph, thing: int) -> int | None:
    """``a yard is framed by a hedge with sparrows chirping in it``: who by `by` has what stands right behind it."""
    things = graph.dependents(thing, "nsubj") or [thing]  # `with a cat asleep on it`
    first = graph.phrase(things[0])[0]
    before = (first if graph.lowered[first] == "with" else first - 1) - 1
    is_by = (
        before > 0
        and graph.lowered[before + 1] == "with"
        and graph.prepositions[before] == "by"
        and graph.relation(before) == "obl"
    )
    return before if is_by and graph.words[graph.heads[before]].xpos == "VBN" else None


def told_before(graph: Graph, i: int) -> int | None:
    """``A desk is in a hall and on it is a vase``: a place before `is` is that of what the clause before is about.

    The clause before may be a sentence of its own: ``A lamp stands on a table. Behind it is a mirror``.
    """
    verb = graph.heads[i]
    if verb >= 0 and graph.words[verb].upos == "NOUN" and graph.prepositions[i] == "of":
        verb = graph.heads[verb]  # `in front of it`
    if verb < i or (graph.lowered[verb] not in BE and graph.words[verb].lemma not in RESTING):
        return None
    if not any(s > verb for s in graph.dependents(verb, "nsubj")):
        return None
    above = graph.heads[verb] if graph.relation(verb) == "conj" else _clause_before(graph, verb)
    before = graph.dependents(above, "nsubj") if above >= 0 else []
    return before[0] if len(before) == 1 else None


def _clause_before(graph: Graph, verb: int) -> int:
    """The top of the sentence right before that of a verb at the top of its own; -1 where there is none."""
    sentence = graph.sentences[verb]
    if graph.heads[verb] >= 0 or not sentence:
        return -1
    for k in range(verb - 1, max(verb - _LOOKED_BACK, 0) - 1, -1):
        if graph.sentences[k] < sentence - 1:
            break
        if graph.sentences[k] == sentence - 1 and graph.heads[k] < 0:
            return k
    return -1


def beside_whom(graph: Graph, i: int, fitting: list[int], senses: list[str]) -> list[int]:
    """``A cow stands on a hill with its calf beside it``: the animals beside whom somebody is, or what is their own."""
    if graph.prepositions[i] not in _BESIDE or graph.heads[i] < 0:
        return []
    head = graph.heads[i]
    others = [head] if graph.words[head].upos != "VERB" else graph.dependents(head, "nsubj")
    if not others and graph.relation(head) == "acl":
        others = [graph.heads[head]]
    is_alike = any(
        senses[n] == "animal"
        or (senses[n] == "person" and _is_brought_in(graph, n))
        or graph.lowered[n] in _OTHERS
        or any(graph.lowered[c] == "its" for c in graph.children[n])
        for n in others
    )
    told = ("nsubj", "root")  # of whom the clause is
    return [
        n
        for n in fitting
        if is_alike and senses[n] == "animal" and n not in others and graph.relation(n) in told
    ]


def _is_brought_in(graph: Graph, i: int) -> bool:
    """Whether `with` brings a noun in, as a preposition or before the clause whose subject it is."""
    marks = [c for c in graph.children[max(graph.heads[i], 0)] if c < i]
    return graph.prepositions[i] == "with" or any(graph.lowered[c] == "with" for c in marks)
