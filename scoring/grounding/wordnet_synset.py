"""``wordnet_synset.v1``: the value is the WordNet synset, so that kid and child are one."""

from __future__ import annotations

from collections.abc import Sequence

from extractor.types import Argument, Predicate
from scoring.grounding.senses import noun_synset, nouns, verb_synset, verbs


class WordNetSynsetGrounding:
    """The value is the name of the chosen synset; a word that WordNet lacks keeps its lemma.

    References:
        WordNet 3.0, as shipped; how a sense is chosen: `scoring.grounding.senses`.
    """

    name = "wordnet_synset.v1"
    description = "the WordNet 3.0 synset: kid and child are one value; other words keep their lemma"

    def ground_arguments(self, arguments: Sequence[Argument]) -> list[str | None]:
        """The synset of each argument's head."""
        values: list[str | None] = []
        for noun in nouns(arguments):
            synset = None if noun is None else noun_synset(noun)
            values.append(synset.name() if synset is not None else noun and noun.lemma)
        return values

    def ground_predicates(self, predicates: Sequence[Predicate]) -> list[str | None]:
        """The synset of each predicate's verb."""
        values: list[str | None] = []
        for lemma in verbs(predicates):
            synset = None if lemma is None else verb_synset(lemma)
            values.append(synset.name() if synset is not None else lemma)
        return values
