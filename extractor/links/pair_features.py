"""Features of (predicate, argument) pairs: does this noun fill a slot of that predicate, and which role has it?"""

from __future__ import annotations

import bisect
from collections.abc import Sequence

from extractor.linear.templates import Components, Row, Templates
from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import VERBAL, CaptionFeatures

MAX_ARGUMENT_DISTANCE = 40

PAIRS = Templates(
    "a",
    (
        "path={path}",
        "path={path}|coordinated={coordinated}",
        "own_path={own_path}",
        "path={path}|preposition={preposition}",
        "path={path}|sense={sense}",
        "path={path}|xpos={xpos}",
        "path={path}|xpos={xpos}|voice={voice}",
        "path={path}|preposition={preposition}|sense={sense}",
        "path={path}|verb_sense={verb_sense}",
        "path={path}|lemma={lemma}",
        "path={path}|preposition={preposition}|lemma={lemma}",
        "upos={upos}|relation={relation}",
        "noun={noun}",
        "noun={noun}|preposition={preposition}",
        "noun={noun}|lemma={lemma}",
        "noun={noun}|side={side}|preposition={preposition}",
        "sense={sense}|preposition={preposition}",
        "sense={sense}|preposition={preposition}|verb_sense={verb_sense}",
        "sense={sense}|preposition={preposition}|lemma={lemma}",
        "sense={sense}|side={side}",
        "preposition={preposition}",
        "preposition={preposition}|lemma={lemma}",
        "preposition={preposition}|governed={governed}|governor={governor}",
        "preposition={preposition}|governor_lemma={governor_lemma}|governed={governed}",
        "preposition={preposition}|sense={sense}|governor_lemma={governor_lemma}|governed={governed}",
        "lemma={lemma}|side={side}|relation={relation}",
        "kind={kind}|relation={relation}|side={side}|governed={governed}",
        "subject={is_subject}|way={way}",
        "subject={is_subject}|way={way}|voice={voice}",
        "subject={is_subject}|way={way}|sense={sense}",
        "subject={is_subject}|coordinated={coordinated}|way={way}",
        "subject={is_subject}|of={of_children}|noun={noun}",
        "subject_found={subject_found}|side={side}|relation={relation}|nouns={nouns}|kind={kind}",
        "side={side}|distance={distance}|verbs={verbs}|kind={kind}",
        "side={side}|nouns={nouns}|verbs={verbs}|kind={kind}",
        "side={side}|nouns={nouns}|case={case}|verbs={verbs}|xpos={xpos}",
        "side={side}|verbs={verbs}|preposition={preposition}",
        "side={side}|verbs={verbs}|preposition={preposition}|sense={sense}",
        "side={side}|verbs={verbs}|preposition={preposition}|noun={noun}",
        "comma={comma}|side={side}|preposition={preposition}",
        "comma={comma}|path={path}",
        "of={of_children}|path={path}",
        "of={of_children}|path={path}|noun={noun}",
        "has_det={has_det}|path={path}",
        "relative={has_relative}|path={path}",
        "number={number}|path={path}",
        "kind={kind}|first_noun={first_noun}|verbs={verbs}",
        "shallow={shallow}|kind={kind}",
        "shallow={shallow}|surface={surface}|kind={kind}",
        "shallow={shallow}|sense={sense}|kind={kind}",
        "shallow={shallow}|lemma={lemma}",
        "shallow={shallow}|path={path}",
        "surface={surface}|preposition={preposition}",
        "surface={surface}|side={side}|verbs={verbs}",
        "surface={surface}|sense={sense}|verbs={verbs}|side={side}",
        "surface={surface}|lemma={lemma}|verbs={verbs}",
        "surface={surface}|noun={noun}|verbs={verbs}|side={side}",
        "surface={surface}|noun={noun}|lemma={lemma}",
        "class={class}|preposition={preposition}",
        "class={class}|surface={surface}|side={side}|verbs={verbs}",
        "class={class}|path={path}",
        "class={class}|path={path}|preposition={preposition}",
        "class={class}|preposition={preposition}|verb_sense={verb_sense}",
        "class={class}|preposition={preposition}|lemma={lemma}",
        "class={class}|shallow={shallow}|kind={kind}",
        "class={class}|preposition={preposition}|governor_class={governor_class}|governed={governed}",
        "tail={tail}|side={side}|verbs={verbs}",
        "of_head={of_head}|path={of_path}",
        "of_path={of_path}|of_sense={of_sense}|sense={sense}",
        "noun_predicate={noun_predicate}|path={path}|side={side}|nouns={nouns}|case={case}",
        "anchor_relation={anchor_relation}|path={path}|preposition={preposition}",
        "anchor_preposition={anchor_preposition}|path={path}|sense={sense}",
    ),
)


def pair_rows(
    features: CaptionFeatures, candidate: PredicateCandidate, arguments: Sequence[int]
) -> list[Row]:
    """The features of a predicate with each of some arguments: rows of ``PAIRS``."""
    shared = _predicate_components(features, candidate)
    return [({**shared, **_argument_components(features, candidate, a)}, ()) for a in arguments]


def pair_features(features: CaptionFeatures, candidate: PredicateCandidate, argument: int) -> list[str]:
    """The features of a pair as strings."""
    return PAIRS.names(pair_rows(features, candidate, [argument])[0])


def argument_window(
    features: CaptionFeatures, candidate: PredicateCandidate, arguments: Sequence[int]
) -> list[int]:
    """The arguments that may belong to a predicate: near it, in its own sentence.

    The bound keeps the cost of a caption linear in its length; no gold argument of Flickr-ST lies as far away.
    """
    sentences, i = features.graph.sentences, candidate.index
    low = bisect.bisect_left(arguments, i - MAX_ARGUMENT_DISTANCE)
    high = bisect.bisect_right(arguments, i + MAX_ARGUMENT_DISTANCE)
    return [a for a in arguments[low:high] if sentences[a] == sentences[i]]


def _predicate_components(features: CaptionFeatures, candidate: PredicateCandidate) -> Components:
    graph, p = features.graph, candidate.index
    subject, way = features.subject(p)
    if candidate.tacit:
        return {
            "kind": "tacit",
            "lemma": "TACIT",
            "verb_sense": "TACIT",
            "xpos": "TACIT",
            "voice": "False",
            "way": way,
            "subject_found": str(subject >= 0),
            "noun_predicate": None,
            "anchor_relation": graph.relation(p),
            "anchor_preposition": graph.prepositions[p],
        }
    lemma = features.verb_lemmas[p]
    return {
        "kind": "be" if lemma == "be" else "verb",
        "lemma": lemma,
        "verb_sense": features.verb_supersense(p),
        "xpos": graph.words[p].xpos,
        "voice": str(features.is_passive(p)),
        "way": way,
        "subject_found": str(subject >= 0),
        "noun_predicate": None if graph.words[p].upos in VERBAL else "True",
        "anchor_relation": None,
        "anchor_preposition": None,
    }


def _argument_components(
    features: CaptionFeatures, candidate: PredicateCandidate, argument: int
) -> Components:
    graph, p = features.graph, candidate.index
    own = features.own_components.get(argument)
    if own is None:
        own = features.own_components[argument] = _own_components(features, argument)
    first = graph.first_conjunct(argument)
    path = features.path(p, first)
    subject, _ = features.subject(p)
    low, high = sorted((p, argument))
    distance = high - low
    shallow = features.shallow_path(p, argument)
    head = graph.heads[first]
    return {
        **own,
        "path": path,
        "own_path": features.path(p, argument) if first != argument else path,
        "shallow": shallow,
        "tail": shallow.rpartition(" ")[2],
        "side": "self" if argument == p else ("before" if argument < p else "after"),
        "distance": "1" if distance <= 1 else "3" if distance <= 3 else "6" if distance <= 6 else "far",
        "verbs": str(min(_count_between(features.verbs, low, high), 2)),
        "nouns": str(min(_count_between(features.nouns, low, high), 3)),
        "comma": str("," in graph.lowered[low:high]),
        "case": str(any(graph.words[k].upos == "ADP" for k in range(low + 1, high))),
        "is_subject": str(subject >= 0 and subject in (first, argument)),
        "governed": str(head == p),
        "of_path": features.path(p, graph.first_conjunct(head)) if own["of_head"] is not None else None,
    }


def _own_components(features: CaptionFeatures, argument: int) -> Components:
    """What is the same of an argument for every predicate."""
    graph = features.graph
    first = graph.first_conjunct(argument)
    preposition = graph.prepositions[argument] or "none"
    head = graph.heads[first]
    governor = governor_lemma = governor_class = "ROOT"
    if head >= 0:
        governor = graph.words[head].upos
        if governor in VERBAL:
            governor_lemma = features.verb_lemmas[head]
            governor_class = features.verb_supersense(head)
        else:
            governor_lemma = features.supersenses[head]
            governor_class = features.noun_classes[head]
    of_phrase = preposition == "of" and head >= 0
    return {
        "coordinated": str(first != argument),
        "noun": features.noun_lemmas[argument],
        "sense": features.supersenses[argument],
        "class": features.noun_classes[argument],
        "upos": graph.words[argument].upos,
        "number": graph.words[argument].xpos,
        "relation": graph.relation(first),
        "preposition": preposition,
        "surface": features.surface_preposition(argument) or "none",
        "governor": governor,
        "governor_lemma": governor_lemma,
        "governor_class": governor_class,
        "of_children": str(any(graph.prepositions[c] == "of" for c in graph.dependents(argument, "nmod"))),
        "has_det": str(bool(graph.dependents(argument, "det", "nummod"))),
        "has_relative": str(bool(graph.dependents(argument, "acl"))),
        "first_noun": str(bool(features.nouns) and features.nouns[0] == argument),
        "of_head": features.noun_lemmas[head] if of_phrase else None,
        "of_sense": features.supersenses[head] if of_phrase else None,
    }


def _count_between(indices: Sequence[int], low: int, high: int) -> int:
    """How many of some ascending indices lie between two others, both excluded."""
    return max(bisect.bisect_left(indices, high) - bisect.bisect_right(indices, low), 0)
