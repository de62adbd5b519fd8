"""Features of predicate candidates: is this word, or what stands unwritten at this noun, a predicate?"""

from __future__ import annotations

from extractor.linear.templates import Row, Templates
from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.syntax.graph import Graph

_MAX_CLIMB = 6

OVERT = Templates(
    "p",
    (
        "lemma={lemma}",
        "upos={upos}",
        "xpos={xpos}",
        "relation={relation}",
        "sense={verb_sense}|xpos={xpos}",
        "xpos={xpos}|relation={relation}",
        "xpos={xpos}|relation={relation}|head={head_upos}",
        "lemma={lemma}|relation={relation}",
        "lemma={lemma}|xpos={xpos}",
        "lemma={lemma}|before={before_form}",
        "lemma={lemma}|after={after_form}",
        "relation={relation}|head={head_upos}|head_relation={head_relation}",
        "relation={relation}|head_lemma={head_lemma}",
        "before={before_upos}|after={after_upos}|upos={upos}",
        "before={before_form}|upos={upos}",
        "after={after_form}|upos={upos}",
        "before={before_form}|xpos={xpos}",
        "after={after_form}|xpos={xpos}",
        "suffix={suffix_3}|upos={upos}",
        "suffix={suffix_2}|upos={upos}|after={after_upos}",
        "verbs={verbs}|upos={upos}",
        "verbs={verbs}|upos={upos}|suffix={suffix_1}|before={before_upos}|after={after_upos}",
        "verbs={verbs}|upos={upos}|suffix={suffix_3}|before={before_upos}",
        "verbs={verbs}|relation={relation}|upos={upos}",
        "way={way}|upos={upos}",
        "way={way}|xpos={xpos}|relation={relation}",
        "passive={passive}|relation={relation}",
        "subject_sense={subject_sense}|upos={upos}",
        "preference={preference}|upos={upos}",
        "preference={preference}|xpos={xpos}",
        "preference={preference}|suffix={suffix_1}|before={before_upos}",
        "preference={preference}|verbs={verbs}|upos={upos}",
        "preference={preference}|xpos={xpos}|relation={relation}",
        "chunks_before={chunks_before}|xpos={xpos}",
        "chunks_around={chunks_around}|xpos={xpos}",
        "is_noun={is_noun}|upos={upos}|verbs={verbs}",
        "is_adjective={is_adjective}|xpos={xpos}|relation={relation}",
        "first={first}|last={last}|upos={upos}|verbs={verbs}",
        "auxiliary of head={aux_head}|head_preposition={aux_preposition}|lemma={lemma}",
        "auxiliary|relation={aux_relation}|expletive={aux_expletive}|lemma={lemma}",
    ),
)

TACIT = Templates(
    "t",
    (
        "lemma={lemma}",
        "sense={sense}",
        "relation={relation}",
        "relation={relation}|head={head_upos}|head_relation={head_relation}",
        "relation={relation}|verbs={verbs}",
        "relation={relation}|verbal_child={verbal_child}",
        "preposition={preposition}",
        "preposition={preposition}|governed={governor}",
        "preposition={preposition}|sense={sense}",
        "governed={governor}|relation={relation}",
        "modifiers={modifiers}|verbs={verbs}",
        "modifiers={modifiers}|governed={governor}|relation={relation}|verbal_child={verbal_child}",
        "verbs={verbs}|before={before_form}",
        "after={after_form}|relation={relation}",
        "before={before_form}",
        "first_noun={first_noun}|verbs={verbs}",
        "comma_before={comma_before}|preposition={preposition}|verbal_child={verbal_child}",
    ),
)


def predicate_row(features: CaptionFeatures, candidate: PredicateCandidate) -> Row:
    """The features of a candidate: a row of ``TACIT`` or of ``OVERT``."""
    return _tacit_row(features, candidate.index) if candidate.tacit else _overt_row(features, candidate.index)


def templates_of(candidate: PredicateCandidate) -> Templates:
    """The templates of a candidate's row."""
    return TACIT if candidate.tacit else OVERT


def predicate_features(features: CaptionFeatures, candidate: PredicateCandidate) -> list[str]:
    """The features of a candidate as strings."""
    return templates_of(candidate).names(predicate_row(features, candidate))


def _surroundings(features: CaptionFeatures, i: int) -> dict[str, str | None]:
    """What overt and tacit candidates share: the words around, the head, the number of other verbs."""
    graph = features.graph
    head = graph.heads[i]
    last = len(graph.words) - 1
    return {
        "relation": graph.relations[i],
        "head_upos": graph.words[head].upos if head >= 0 else "ROOT",
        "head_relation": graph.relation(head) if head >= 0 else "ROOT",
        "before_form": graph.lowered[i - 1] if i > 0 else "START",
        "after_form": graph.lowered[i + 1] if i < last else "END",
        "verbs": str(min(len(features.verbs) - (graph.words[i].upos == "VERB"), 3)),
    }


def _tacit_row(features: CaptionFeatures, i: int) -> Row:
    graph = features.graph
    modifiers = graph.dependents(i, "nmod", "obl")
    preposition = graph.prepositions[i] or "none"
    governor = _verbal_governor(graph, i)
    components = {
        **_surroundings(features, i),
        "lemma": features.noun_lemmas[i],
        "sense": features.supersenses[i],
        "preposition": preposition,
        "governor": governor,
        "verbal_child": str(any(graph.words[c].upos == "VERB" for c in graph.children[i])),
        "modifiers": str(min(len(modifiers), 2)),
        "first_noun": str(bool(features.nouns) and features.nouns[0] == i),
        "comma_before": str("," in graph.lowered[max(0, i - 3) : i]),
    }
    loose = [f"nmod={graph.prepositions[c] or 'none'}|governed={governor}" for c in modifiers]
    loose += [
        f"nmod_sense={features.supersenses[c]}|preposition={preposition}" for c in graph.dependents(i, "nmod")
    ]
    loose += [f"nmod_lemma={features.noun_lemmas[c]}" for c in modifiers]
    loose += [f"child={graph.relation(c)}|governed={governor}" for c in graph.children[i]]
    return components, loose


def _overt_row(features: CaptionFeatures, i: int) -> Row:
    graph = features.graph
    word, form, last = graph.words[i], graph.lowered[i], len(graph.words) - 1
    head = graph.heads[i]
    subject, way = features.subject(i)
    lemma = features.verb_lemmas[i]
    is_auxiliary = word.upos == "AUX"
    components: dict[str, str | None] = {
        **_surroundings(features, i),
        "lemma": lemma,
        "upos": word.upos,
        "xpos": word.xpos,
        "verb_sense": features.verb_supersense(i),
        "head_lemma": features.verb_lemmas[head] if head >= 0 else "ROOT",
        "before_upos": graph.words[i - 1].upos if i > 0 else "START",
        "after_upos": graph.words[i + 1].upos if i < last else "END",
        "suffix_1": form[-1:],
        "suffix_2": form[-2:],
        "suffix_3": form[-3:],
        "way": way,
        "passive": str(features.is_passive(i)),
        "subject_sense": features.supersenses[subject] if subject >= 0 else "none",
        "preference": str(features.lexicon.verb_preference(form)),
        "chunks_before": " ".join(features.chunks[max(0, i - 4) : i]),
        "chunks_around": " ".join(features.chunks[max(0, i - 2) : i + 3]),
        "is_noun": str(features.lexicon.knows(form, "noun")),
        "is_adjective": str(features.lexicon.is_adjective(form)),
        "first": str(i == 0),
        "last": str(i >= last - 1),
        "aux_head": None,
        "aux_preposition": None,
        "aux_relation": None,
        "aux_expletive": None,
    }
    if is_auxiliary:
        components["aux_head"] = components["head_upos"]
        components["aux_preposition"] = graph.prepositions[head] if head >= 0 else ""
        components["aux_relation"] = components["relation"]
        components["aux_expletive"] = str(bool(graph.dependents(i, "expl")))
    children = sorted({graph.relation(c) for c in graph.children[i]})
    loose = [f"child={c}|upos={word.upos}" for c in children]
    loose += [f"child={c}|xpos={word.xpos}|relation={graph.relations[i]}" for c in children]
    loose += [
        f"complement={graph.relation(c)}|lemma={lemma}"
        for c in graph.dependents(i, "xcomp", "advcl", "ccomp")
    ]
    return components, loose


def _verbal_governor(graph: Graph, i: int) -> str:
    """How a noun stands to the nearest verb above it: ``none``, or the relation by which that verb holds it."""
    node = i
    for _ in range(_MAX_CLIMB):
        head = graph.heads[node]
        if head < 0:
            return "none"
        if graph.words[head].upos == "VERB":
            return graph.relation(node)
        node = head
    return "none"
