"""Contextual vectors in the slots' margins: what is learned over projections holds of the vectors themselves."""

from __future__ import annotations

import numpy as np
import pytest

from extractor.errors import BundleError
from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.caption_features import CaptionFeatures
from extractor.links.context import ContextWeights
from extractor.syntax.graph import Graph
from extractor.syntax.parser import parse_for_links
from extractor.types import Parse
from extractor.word_scores import SentenceScores, WordScores
from tests.parses import parse_of
from training.links.context import Axes, folded

LEXICON = Lexicon(
    LexiconTable(noun={}, verb={}, noun_classes={}, adjective=[], adverb=[], noun_forms={}, verb_forms={})
)
ROWS = "dog NOUN 2 nsubj\nchases VERB 0 root\ncat NOUN 2 obj"


def features_with(vectors: np.ndarray) -> CaptionFeatures:
    parse = parse_of(ROWS)
    scores = WordScores(
        sentences=[SentenceScores(roles=None, vectors=vectors)], places={i: (0, i) for i in range(3)}
    )
    scored = Parse(caption=parse.caption, tokens=parse.tokens, words=parse.words, scores=scores)
    return CaptionFeatures(Graph(scored), LEXICON)


def test_folded_weights_are_those_over_the_projections() -> None:
    random = np.random.default_rng(0)
    predicates = random.normal(size=(200, 6)).astype(np.float32) + 3
    arguments = random.normal(size=(200, 6)).astype(np.float32) * [1, 2, 3, 4, 5, 6]
    arguments = arguments.astype(np.float32)
    of_predicates, of_arguments = Axes.of(predicates, 4), Axes.of(arguments, 4)
    coefficients = random.normal(size=(8, 3))
    expected = np.hstack([of_predicates.project(predicates), of_arguments.project(arguments)]) @ coefficients
    weights = folded(of_predicates, of_arguments, coefficients)
    caption = features_with(np.stack([arguments[0], predicates[0], arguments[1]]))
    margins = weights.margins([caption], [(0, 1, 0)])
    assert margins == pytest.approx(expected[[0]], abs=1e-4)


def test_axes_have_one_spread_and_none_where_nothing_differs() -> None:
    random = np.random.default_rng(1)
    vectors = np.hstack([random.normal(size=(500, 3)) * [1, 10, 100], np.ones((500, 2))]).astype(np.float32)
    projected = Axes.of(vectors).project(vectors)
    assert projected.shape == (500, 3)
    assert projected.std(axis=0) == pytest.approx([0.15] * 3, rel=0.01)


def test_state_and_what_is_wrong_with_it() -> None:
    weights = ContextWeights(
        predicate=np.ones((4, 3), np.float32), argument=np.ones((4, 3), np.float32), offsets=np.zeros(3)
    )
    again = ContextWeights.from_state(weights.to_state(), n_slots=3, where="links.npz")
    assert np.array_equal(again.predicate, weights.predicate)
    with pytest.raises(BundleError, match=r"links\.npz: contextual weights lack offsets"):
        ContextWeights.from_state(
            {"predicate": weights.predicate, "argument": weights.argument}, n_slots=3, where="links.npz"
        )
    with pytest.raises(BundleError, match="do not fit 2 slots"):
        ContextWeights.from_state(weights.to_state(), n_slots=2, where="links.npz")


def test_a_parse_without_vectors_is_named() -> None:
    weights = ContextWeights(
        predicate=np.ones((4, 3), np.float32), argument=np.ones((4, 3), np.float32), offsets=np.zeros(3)
    )
    with pytest.raises(BundleError, match="parser with vectors"):
        weights.margins([CaptionFeatures(Graph(parse_of(ROWS)), LEXICON)], [(0, 1, 0)])


def test_vectors_of_another_width_are_named() -> None:
    weights = ContextWeights(
        predicate=np.ones((4, 3), np.float32), argument=np.ones((4, 3), np.float32), offsets=np.zeros(3)
    )
    with pytest.raises(BundleError, match="width 4, the parser's have 6"):
        weights.margins([features_with(np.zeros((3, 6), np.float32))], [(0, 1, 0)])


def test_a_parser_without_vectors_is_named() -> None:
    class Plain:
        name = "plain"

        def parse(self, captions: object, tokens: object) -> list[Parse]:
            return []

    assert parse_for_links(Plain(), [], [], vectors=False) == []
    with pytest.raises(BundleError, match="the parser plain has not"):
        parse_for_links(Plain(), [], [], vectors=True)
