"""Which words may be predicates and which may be arguments.

The candidates are generous: the link model decides. A predicate candidate is a verb-like word, or, for captions and
clauses without a verb, the noun that a tacit predicate would have as its agent.
"""

from __future__ import annotations

from dataclasses import dataclass

from extractor.lexicon import Lexicon
from extractor.syntax.graph import Graph

_NOMINAL = frozenset({"NOUN", "PROPN", "NUM", "PRON"})
_NOMINAL_RELATIONS = frozenset(
    {"nsubj", "obj", "iobj", "obl", "nmod", "conj", "root", "appos", "dep", "parataxis"}
)
_NO_ARGUMENTS = frozenset(
    [
        "there",
        "who",
        "which",
        "that",
        "what",
        "whom",
        "whose",
        "this",
        "these",
        "those",
        "how",
        "where",
        "when",
        "it's",
        "of",
        "a",
        "an",
        "the",
        "is",
        "are",
    ]
)
PLACE_ADVERBS = frozenset(
    [
        "outside",
        "outdoors",
        "inside",
        "indoors",
        "nearby",
        "upside-down",
        "onstage",
        "offroad",
        "off-road",
        "upstairs",
        "downstairs",
        "downhill",
        "uphill",
        "underwater",
        "overhead",
        "ashore",
        "together",
        "away",
        "upside",
        "downtown",
        "midair",
        "mid-air",
        "backwards",
        "forward",
        "airborne",
        "aside",
        "behind",
        "above",
        "below",
        "underneath",
        "around",
        "beside",
        "here",
        "there",
        "somewhere",
        "abroad",
        "offshore",
        "overboard",
        "indoor",
        "outdoor",
        "high",
    ]
)


@dataclass(frozen=True, slots=True)
class PredicateCandidate:
    """A word that may be a predicate.

    Attributes:
        index: The word; of a tacit candidate the noun that it would say something of.
        tacit: No word of the caption is the predicate.
    """

    index: int
    tacit: bool = False


def predicate_candidates(graph: Graph, lexicon: Lexicon) -> list[PredicateCandidate]:
    """The predicate candidates of a caption in the order of the text, the overt one of a word before the tacit one."""
    result = []
    for i, word in enumerate(graph.words):
        if i in graph.folded:
            continue
        if _may_be_predicate(graph, lexicon, i):
            result.append(PredicateCandidate(i))
        if (
            word.upos in _NOMINAL
            and graph.relation(i) in _NOMINAL_RELATIONS
            and graph.lowered[i] not in _NO_ARGUMENTS
        ):
            result.append(PredicateCandidate(i, tacit=True))
    return result


def argument_candidates(graph: Graph) -> list[int]:
    """The words that may be the head of an argument, in the order of the text."""
    return [i for i in range(len(graph.words)) if i not in graph.folded and _may_be_argument(graph, i)]


def _may_be_predicate(graph: Graph, lexicon: Lexicon, i: int) -> bool:
    word, form = graph.words[i], graph.lowered[i]
    if not form[0].isalpha():
        return False
    if word.upos == "VERB":
        return True
    if word.upos == "AUX":
        of_verb = graph.relation(i) == "aux" and graph.words[graph.heads[i]].upos == "VERB"
        # `Parked by a wall is a van`: before it, too
        return not (of_verb and (graph.heads[i] > i or form in ("is", "are", "was", "were")))
    if word.upos in ("NOUN", "PROPN", "ADJ", "ADP", "X"):
        if graph.prepositions[i] and word.upos == "NOUN" and graph.dependents(i, "det"):
            return False
        lemma = lexicon.lemma(form, "verb")
        return lexicon.knows(lemma, "verb") or (form.endswith("ing") and len(form) > 5)
    return False


def _may_be_argument(graph: Graph, i: int) -> bool:
    word, form = graph.words[i], graph.lowered[i]
    if form in _NO_ARGUMENTS or not any(c.isalnum() for c in form):
        return False
    if word.upos in ("NOUN", "PROPN"):
        return True
    relation = graph.relation(i)
    if word.upos == "PRON":
        return relation != "expl" and word.xpos != "PRP$"
    if word.upos in ("NUM", "ADJ", "DET", "X", "SYM", "INTJ"):
        return relation in _NOMINAL_RELATIONS or bool(graph.prepositions[i])
    if word.upos == "VERB":
        return relation in ("obj", "obl", "nmod", "nsubj", "compound") or bool(graph.dependents(i, "det"))
    if word.upos in ("ADV", "ADP"):
        return form in PLACE_ADVERBS and relation != "case"
    return False
