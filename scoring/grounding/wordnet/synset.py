"""``wordnet_synset.v1``: the value is the WordNet synset, so that kid and child are one."""

from __future__ import annotations

from collections.abc import Sequence

from extractor.types import Argument, Predicate
from scoring.grounding.wordnet.senses import Noun, noun_synset, nouns, verb_synset, verbs


class WordNetSynsetGrounding:
    """The value is the name of the chosen synset; a word that WordNet lacks keeps its lemma.

    References:
        WordNet 3.0, as shipped; how a sense is chosen: `scoring.grounding.wordnet.senses`.
    """

    name = "wordnet_synset.v1"
    description = "the WordNet 3.0 synset: kid and child are one value; other words keep their lemma"

    def ground_arguments(self, arguments: Sequence[Argument]) -> list[str | None]:
        """The synset of each argument's head."""
        return [None if noun is None else _noun_value(noun) for noun in nouns(arguments)]

    def ground_predicates(self, predicates: Sequence[Predicate]) -> list[str | None]:
        """The synset of each predicate's verb."""
        return [None if lemma is None else _verb_value(lemma) for lemma in verbs(predicates)]


def _noun_value(noun: Noun) -> str:
    synset = noun_synset(noun)
    return noun.lemma if synset is None else str(synset.name())


def _verb_value(lemma: str) -> str:
    synset = verb_synset(lemma)
    return lemma if synset is None else str(synset.name())
