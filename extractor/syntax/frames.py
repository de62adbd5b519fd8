"""Frames of the picture: ``the image shows``, ``a photo of``, ``I can see``. What is shown stands in their place.

They say that there is a picture, and nothing of what is in it; see ``extractor.syntax.constructions``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractor.syntax.graph import Graph

_PICTURES = frozenset(
    """
    photo photos photograph photographs picture pictures image images pic snapshot shot close-up closeup footage video
    screenshot screenshots portrait silhouette selfie selfies headshot
    clip x-ray xray radiograph scan mri ultrasound recording
    """.split()
)
# And such as are of a part of a body.
_SCANS = frozenset({"mri", "radiograph", "ray", "scan", "ultrasound", "x-ray", "xray"})
_PLANES = frozenset({"axial", "coronal", "ct", "lateral", "mr", "sagittal", "transverse", "ultrasound"})
# Which are no things of the picture: `in the image`.
_OWN_PICTURE = frozenset({"photo", "photograph", "picture", "image", "pic", "snapshot", "video", "clip"})
_SIDES = frozenset("background bottom center centre corner foreground front left middle right top".split())
_PARTS = _SIDES | {"area", "end", "part", "portion", "section", "side"}
_TAKEN = frozenset({"captured", "clicked", "shot", "taken"})
_VIEWS = frozenset({"view", "scene", "up"})
_SHOWING = frozenset(
    """
    show shows showing depict depicts depicting feature features capture captures display displays portray portrays
    present presents showcase showcases contain contains reveal reveals consists consist demonstrate demonstrates
    demonstrating depicting revealing
    """.split()
)
_CONSISTING = frozenset({"consists", "consist"})
# What a video does with what it shows: `starts with a man waving`.
_STARTING = frozenset("begin begins conclude concludes end ends open opens start starts".split())
# And what else shows what it is a picture of: `The drawing shows a cat`.
_SHOWN_ON = frozenset(
    "cartoon ct drawing engraving illustration mural painting scene sketch view views watercolor".split()
)
_WHOLES = frozenset({"scene", "setting"})
_ONLOOKERS = frozenset({"i", "we", "you", "one"})
_SEEING = frozenset({"see", "notice", "observe", "spot"})
_SEEN = frozenset({"seen", "shown", "pictured", "depicted"})
_VERBAL = frozenset({"VERB", "AUX"})
_CLAUSES = ("xcomp", "ccomp", "advcl")


def fold_frame(graph: Graph, i: int) -> None:
    """Fold the frame whose verb, or whose picture, is word ``i``, if it is one."""
    _fold_seen(graph, i)
    _fold_starting(graph, i)
    _fold_showing(graph, i)
    _fold_picture(graph, i)


def _fold_seen(graph: Graph, i: int) -> None:
    """``can be seen running``: runs."""
    if graph.lowered[i] not in _SEEN or not graph.dependents(i, "aux"):
        return
    act = next((c for c in graph.dependents(i, *_CLAUSES) if c > i and graph.words[c].upos == "VERB"), None)
    if act is None or not graph.dependents(i, "nsubj"):
        return
    graph.give_place(i, act, keep=("aux",))
    graph.move(i, act, "aux")
    graph.folded.add(i)


def _fold_starting(graph: Graph, i: int) -> None:
    """``The video starts with a man waving``: a man waves."""
    if graph.lowered[i] not in _STARTING or graph.words[i].upos not in _VERBAL:
        return
    subjects = [
        c
        for c in graph.dependents(i, "nsubj")
        if c < i and (_is_picture(graph, c) or graph.lowered[c] == "scene")
    ]
    told = [c for c in graph.dependents(i, "obl", "advcl") if c > i + 1]
    if not subjects or not told or graph.lowered[i + 1] != "with" or graph.dependents(i, "obj"):
        return
    shown = told[0]
    for c in told[1:]:
        if graph.relation(shown) == "obl" and graph.relation(c) == "advcl" and i + 1 in graph.children[c]:
            graph.move(c, shown, "acl")  # `starts with a boat being painted`
    graph.move(i + 1, i, "fixed")
    graph.give_place(i, shown, keep=("nsubj", "aux", "advmod", "fixed"))
    graph.move(i, shown, "dep")
    graph.folded |= {i, *subjects}


def _fold_showing(graph: Graph, i: int) -> None:
    """``the image shows a dog``, ``I can see a dog``: a dog."""
    if graph.lowered[i] not in _SHOWING and graph.lowered[i] not in _SEEING:
        return  # as of most words
    subject = next(iter(graph.dependents(i, "nsubj")), None)
    if subject is None:
        _fold_showing_behind(graph, i)
        return
    if subject > i or graph.words[i].upos not in _VERBAL:
        return
    shows = graph.lowered[i] in _SHOWING and (
        _is_picture(graph, subject)
        or graph.lowered[subject] in _SHOWN_ON
        or _is_part_of_picture(graph, subject)
    )
    if shows:
        _fold_taken(graph, subject, subject)  # `A photo taken at night shows a hut`
    sees = graph.lowered[i] in _SEEING and graph.lowered[subject] in _ONLOOKERS
    if sees and any(graph.lowered[c] == "as" for c in graph.dependents(i, "mark")):
        graph.folded |= {i, subject}  # `As we can see in the picture, a man rows`
        return
    if not (shows or sees):
        return
    relations = ("obl",) if graph.lowered[i] in _CONSISTING else ("obj", "ccomp")
    shown = next((c for c in graph.dependents(i, *relations) if c > i), None)
    if shown is None:
        return
    for case in graph.dependents(shown, "case"):
        if relations == ("obl",) and graph.lowered[case] == "of":
            graph.move(case, i, "fixed")
    coordinated = graph.relation(i) in ("conj", "parataxis") and graph.words[shown].upos in ("NOUN", "PROPN")
    # `a hall, where we can see chairs`
    coordinated |= sees and any(graph.lowered[c] == "where" for c in graph.dependents(i, "advmod"))
    graph.give_place(i, shown, keep=("nsubj", "aux", "advmod"))
    if coordinated:  # `cars wait and I can see shops`: a sentence of its own
        graph.move(shown, -1, "root")
    graph.move(i, shown, "dep")
    graph.folded |= {i, subject}


def _fold_showing_behind(graph: Graph, i: int) -> None:
    """``a scan showing a cyst``, ``an x-ray of a hand showing a crack``: a cyst, a crack."""
    frame = graph.heads[i]
    if graph.relation(i) != "acl" or graph.words[i].xpos != "VBG" or graph.lowered[i] in _SEEING:
        return
    if frame < 0 or graph.heads[frame] >= 0 or not (_is_picture(graph, frame) or _is_scan(graph, frame)):
        return
    if not _is_scan(graph, frame) and graph.dependents(frame, "nmod"):
        return  # `a photo of a screen showing a map`
    shown = next((c for c in graph.dependents(i, "obj") if c > i), None)
    if shown is None or graph.dependents(frame, "conj", "nsubj"):
        return
    graph.give_place(i, shown, keep=("advmod",))
    graph.give_place(frame, shown, keep=("det", "amod", "compound", "nummod", "nmod"))
    graph.move(frame, shown, "dep")
    graph.move(i, frame, "dep")
    graph.folded |= {i, frame}


def _fold_picture(graph: Graph, i: int) -> None:
    """``a photo of a bus``, ``this image is of a hut``, ``in this image``: the frame is no part of the picture."""
    if graph.lowered[i] in _WHOLES and _is_whole(graph, i):
        graph.folded.add(i)
    elif _is_picture(graph, i) or (graph.lowered[i] in _VIEWS and _is_view(graph, i)):
        head = graph.heads[i]
        if head < 0 and not (_is_scan(graph, i) and _shows_behind(graph, i)):
            noun = _fold_taken(graph, i, graph.of_phrase(i))
            subjects = graph.dependents(i, "nsubj")
            if noun is not None and all(graph.lowered[s] in ("this", "it", "here", "that") for s in subjects):
                graph.give_place(i, noun, keep=("det", "amod", "compound", "nummod", "nsubj", "cop", "punct"))
                graph.move(i, noun, "dep")
                graph.move(i + 1, i, "fixed")
                graph.folded |= {i, *subjects, *graph.dependents(i, "cop")}
        elif graph.relation(i) == "nsubj" and graph.dependents(head, "cop"):
            of = [c for c in graph.dependents(head, "case") if graph.lowered[c] == "of"]
            if of:
                copulas = graph.dependents(head, "cop")
                for word in (*of, *copulas):
                    graph.move(word, i, "dep")
                graph.move(i, head, "dep")
                graph.folded |= {i, *of, *copulas}
        elif graph.relations[i] == "nsubj:pass" and graph.lowered[head] in _TAKEN:
            graph.folded |= {
                i,
                head,
                *graph.dependents(head, "obl"),
            }  # `This picture is clicked outside a city`
        elif graph.lowered[i] in _OWN_PICTURE and _is_own_picture(graph, i):
            graph.folded.add(i)
            for side in graph.dependents(i, "nmod"):  # `In the picture in the middle we see a goat`
                graph.move(side, head, "obl")


def _fold_taken(graph: Graph, i: int, shown: int | None) -> int | None:
    """``a photo taken at night of a hut``, ``a photo of a hut taken at night``: what picture ``i`` shows, then."""
    told = [*graph.dependents(i, "acl"), *(graph.dependents(shown, "acl") if shown not in (None, i) else ())]
    taken = next((c for c in told if c > i and graph.lowered[c] in _TAKEN), None)
    if taken is None:
        return shown
    if shown is None:
        of = next((k for k in range(taken + 1, len(graph.words)) if graph.lowered[k] == "of"), i)
        if graph.relation(of) != "case" or taken not in graph.ancestors(of):
            return None
        shown = graph.heads[of]
        graph.move(shown, i, "nmod")
        for c in [c for c in graph.children[taken] if c > shown]:
            graph.move(c, shown, "nmod" if graph.relation(c) == "obl" else graph.relations[c])
    places = graph.dependents(taken, "obl")
    if not any(
        graph.lowered[c] in ("into", "to") for place in places for c in graph.dependents(place, "case")
    ):
        graph.folded |= {taken, *places}  # not `food taken to a table`
    return shown


def _is_picture(graph: Graph, i: int) -> bool:
    if graph.lowered[i] == "ray":
        return i >= 2 and graph.lowered[i - 2 : i] == ["x", "-"]
    return graph.lowered[i] in _PICTURES and graph.words[i].upos in ("NOUN", "PROPN")


def _is_part_of_picture(graph: Graph, i: int) -> bool:
    """``the upper part of the picture``, ``the background``."""
    whole = graph.of_phrase(i)
    if whole is None:
        return graph.lowered[i] in ("background", "foreground")
    return graph.lowered[i] in _PARTS and _is_picture(graph, whole)


def _is_scan(graph: Graph, i: int) -> bool:
    """``an x-ray``, ``a sagittal view``."""
    planes = any(graph.lowered[c] in _PLANES for c in graph.dependents(i, "amod", "compound"))
    return graph.lowered[i] in _SCANS or (
        planes and graph.lowered[i] in ("image", "section", "slice", "view")
    )


def _shows_behind(graph: Graph, i: int) -> bool:
    """Whether a participle says what a scan shows, of what part it ever is."""
    return any(
        graph.lowered[c] in _SHOWING and graph.dependents(c, "obj") for c in graph.dependents(i, "acl")
    )


def _is_view(graph: Graph, i: int) -> bool:
    if graph.lowered[i] == "up":  # close - up
        return "close" in graph.lowered[max(0, i - 2) : i]
    return True


def _is_whole(graph: Graph, i: int) -> bool:
    """``In this quiet scene, a cat sleeps``: the whole of what is shown, before the clause that tells it."""
    cases = graph.dependents(i, "case")
    if (
        [graph.lowered[c] for c in cases] != ["in"]
        or graph.dependents(i, "acl", "nmod")
        or graph.heads[i] < i
    ):
        return False
    first = cases[0] == 0 or graph.sentences[cases[0] - 1] != graph.sentences[i]
    determiners = [graph.lowered[c] for c in graph.dependents(i, "det")]
    return first and (determiners == ["this"] or (determiners == ["a"] and bool(graph.dependents(i, "amod"))))


def _is_own_picture(graph: Graph, i: int) -> bool:
    """``in the image``, ``in this picture``: not one that hangs on a wall of it."""
    cases = [graph.lowered[c] for c in graph.dependents(i, "case")]
    determiners = [graph.lowered[c] for c in graph.dependents(i, "det")]
    others = [c for c in graph.dependents(i, "acl", "nmod") if graph.lowered[c] not in _SIDES]
    return cases == ["in"] and determiners in (["the"], ["this"]) and not others
