"""The noun phrases of a caption that name people, animals and things: short ones, none inside another.

``A man in a red hat`` holds two, ``a man`` and ``a red hat``; ``a group of people`` is one, with the head ``people``.
"""

from __future__ import annotations

from extractor.links.caption_features import CaptionFeatures
from extractor.syntax.graph import Graph
from extractor.types import Argument

_GROUPS = frozenset(
    "group crowd couple pair bunch number lot row set flock herd pack pile bit piece slice stream team line rest "
    "field body side "
    "collection variety".split()
)
_INDEFINITE = frozenset("someone somebody anyone anybody everyone everybody".split())
_NOMINAL = frozenset({"NOUN", "PROPN"})
_DESCRIBING = frozenset({"ADJ", "NUM", "NOUN", "PROPN", "VERB"})
_WITHIN = frozenset({"DET", "ADJ", "NUM", "NOUN", "PROPN"})


def noun_phrases(features: CaptionFeatures) -> tuple[Argument, ...]:
    """The noun phrases of one caption, in the order of the text.

    Personal pronouns are left out, and so are nouns that only belong to a preposition (``in front of``) or to the noun
    behind them (``tree trunk``).

    Args:
        features: The caption.

    Returns:
        One argument for each phrase: its head, and from ``phrase_start`` to ``phrase_end`` the phrase; none overlap.
    """
    graph = features.graph
    phrases: list[Argument] = []
    first_free = 0
    for i, word in enumerate(graph.words):
        if not (word.upos in _NOMINAL or graph.lowered[i] in _INDEFINITE) or not _is_head(graph, i):
            continue
        first = _first(graph, i, first_free)
        phrases.append(_phrase(features, first, i))
        first_free = i + 1
    return tuple(phrases)


def _is_head(graph: Graph, i: int) -> bool:
    if graph.relation(i) in ("case", "fixed") or counted_noun(graph, i) is not None:
        return False
    following = i + 1
    if following == len(graph.words) or graph.sentences[following] != graph.sentences[i]:
        return True
    # Whatever the tree says, of two nouns side by side the second is the head.
    return graph.words[following].upos not in _NOMINAL or graph.relation(following) == "case"


def counted_noun(graph: Graph, i: int) -> int | None:
    """The noun that a group noun counts: of ``group`` in ``a group of people``, ``people``."""
    if i in graph.folded and graph.relation(i) == "det":
        return graph.heads[i]
    if graph.lowered[i] not in _GROUPS:
        return None
    return next((c for c in graph.dependents(i, "nmod") if c > i and graph.prepositions[c] == "of"), None)


def _first(graph: Graph, i: int, first_free: int) -> int:
    """The first word of the phrase that ends with noun ``i``: not before ``first_free``, nor in another sentence."""
    first = i
    while first > first_free and _continues(graph, i, first - 1):
        first -= 1
    while first < i and graph.lowered[first] in ("and", "or", ","):
        first += 1
    if (
        graph.lowered[first - 1 : first] == ["of"]
        and first - 2 >= first_free
        and counted_noun(graph, first - 2) is not None
    ):
        return _first(graph, first - 2, first_free)
    return first


def _continues(graph: Graph, i: int, j: int) -> bool:
    """Whether word ``j``, whose right neighbour is in the phrase of noun ``i``, is in it, too."""
    word = graph.words[j]
    if graph.sentences[j] != graph.sentences[i] or graph.relation(j) == "case":
        return False
    if word.upos in _WITHIN or word.xpos == "PRP$":
        return True
    inside = i in (graph.heads[j], graph.heads[graph.heads[j]] if graph.heads[j] >= 0 else -1)
    if word.upos in ("VERB", "ADV", "PUNCT", "AUX"):
        return inside and graph.relation(j) in ("amod", "compound", "advmod", "punct", "conj")
    # ``a black and white dog``: the conjunction of two words that describe one noun.
    return (
        word.upos == "CCONJ"
        and j > 0
        and graph.words[j - 1].upos == "ADJ"
        and graph.words[j + 1].upos == "ADJ"
    )


def _phrase(features: CaptionFeatures, first: int, i: int) -> Argument:
    graph = features.graph
    token = graph.parse.tokens[i]
    described = [c for c in range(first, i) if graph.words[c].upos in _DESCRIBING]
    return Argument(
        text=token.text,
        lemma=features.noun_lemmas[i],
        start=token.start,
        end=token.end,
        phrase_start=graph.parse.tokens[first].start,
        phrase_end=token.end,
        upos=graph.words[i].upos,
        modifiers=tuple(graph.lowered[c] for c in described),
        modifier_spans=tuple((graph.parse.tokens[c].start, graph.parse.tokens[c].end) for c in described),
    )
