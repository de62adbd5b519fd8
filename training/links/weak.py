"""Weak supervision of *is a predicate*: captions whose verbs are known only by their lemmas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from extractor.lexicon import Lexicon
from extractor.links.candidates import predicate_candidates
from extractor.links.caption_features import CaptionFeatures
from extractor.links.predicate_features import predicate_features
from extractor.syntax.parser import Parser
from extractor.syntax.tokenization import Tokenizer, caption_faults
from formats.corpora.factual import GraphCaption

# Of these a scene graph does not say whether the caption has them as predicates.
_UNCLEAR_VERBS = frozenset({"be", "have"})


@dataclass(frozen=True, slots=True, kw_only=True)
class WeakExamples:
    """Predicate candidates with labels that are right more often than not.

    Attributes:
        rows: Their features.
        labels: Whether each is a predicate.
    """

    rows: list[list[str]]
    labels: list[bool]


def weak_examples(captions: Sequence[GraphCaption], *, parser: Parser, lexicon: Lexicon) -> WeakExamples:
    """The overt predicate candidates of captions with graphs; candidates that the graph leaves unclear are left out."""
    usable = [item for item in captions if not caption_faults([item.caption])]
    texts = [item.caption for item in usable]
    rows, labels = [], []
    for item, parse in zip(usable, parser.parse(texts, Tokenizer().tokenize(texts)), strict=True):
        features = CaptionFeatures.of(parse, lexicon)
        for candidate in predicate_candidates(features.graph, lexicon):
            lemma = features.verb_lemmas[candidate.index]
            described = features.graph.lowered[candidate.index] in item.attributes
            if candidate.tacit or described or lemma in _UNCLEAR_VERBS:
                continue
            rows.append(predicate_features(features, candidate))
            labels.append(lemma in item.verbs)
    return WeakExamples(rows=rows, labels=labels)
