"""Words that only stand for a thing that is named behind them: ``nothing but boots``, ``what may be a hippo``.

The thing takes their place in the graph; see ``extractor.syntax.constructions``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractor.syntax.graph import Graph

_NOTHING = frozenset({"nobody", "nothing"})
# Words of a place between the two: `nothing on the walls but a clock`.
_BETWEEN = 6
_THINGS = frozenset({"NOUN", "PROPN"})


def fold_stand_in(graph: Graph, i: int) -> None:
    """Fold word ``i``, if it only stands for what is named behind it."""
    if graph.lowered[i] in _NOTHING:
        _fold_nothing(graph, i)
    elif graph.lowered[i] == "what":
        _fold_what(graph, i)


def _fold_nothing(graph: Graph, i: int) -> None:
    """``wears nothing but boots``, ``nothing in it but crumbs``: boots, crumbs."""
    but = i + 1
    while but < min(i + _BETWEEN, len(graph.words)) and graph.lowered[but] != "but":
        if graph.words[but].upos not in ("ADP", "DET", "NOUN", "PRON", "ADJ"):
            return
        but += 1
    if but >= len(graph.words) or graph.lowered[but] != "but" or graph.relation(but) not in ("case", "cc"):
        return
    thing = graph.heads[but]
    if thing < but or graph.words[thing].upos not in _THINGS or graph.heads[i] == thing:
        return
    graph.move(thing, graph.heads[i], graph.relations[i])
    graph.give_place(i, thing, keep=("advmod",))
    graph.move(but, i, "fixed")
    graph.move(i, thing, "dep")
    graph.folded.add(i)


def _fold_what(graph: Graph, i: int) -> None:
    """``a pool holds what may be hippos``, ``leads into what used to be a garden``: hippos, a garden."""
    clause = next((c for c in graph.dependents(i, "acl") if c > i), -1)
    thing = clause
    if clause >= 0 and graph.words[clause].upos == "VERB" and graph.lowered[clause] in ("turned", "used"):
        thing = next((c for c in graph.dependents(clause, "xcomp") if c > clause), -1)
    if thing < 0 or graph.words[thing].upos not in _THINGS:
        return
    said = graph.dependents(thing, "cop")
    if not said or graph.dependents(thing, "case", "nsubj") or graph.dependents(clause, "nsubj"):
        return
    graph.move(thing, graph.heads[i], graph.relations[i])
    graph.give_place(i, thing, keep=("acl",))
    for c in (*graph.dependents(thing, "cop", "aux"), *(c for c in graph.dependents(thing, "mark") if c > i)):
        graph.move(c, i, "fixed")
    graph.move(i, thing, "dep")
    graph.folded |= {i, *said}
    if clause != thing:
        graph.folded.add(clause)
