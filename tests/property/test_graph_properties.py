from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.candidates import argument_candidates, predicate_candidates
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.links.pair_features import pair_features
from extractor.links.predicate_features import predicate_features
from extractor.syntax.graph import Graph
from extractor.tuples.assembly import assemble
from tests.parses import parse_of

LEXICON = Lexicon(
    LexiconTable(
        noun={"dog": ("animal", 3), "park": ("location", 2)},
        verb={"run": ("motion", 9)},
        noun_classes={},
        adjective=[],
        adverb=[],
        noun_forms={},
        verb_forms={},
    )
)
FORMS = ("dog", "park", "runs", "in", "front", "of", "next", "to", ",", "and", "who", "the", "9", "é")
TAGS = ("NOUN", "VERB", "AUX", "ADP", "PRON", "PUNCT", "CCONJ", "DET", "ADJ", "NUM", "X")
RELATIONS = (
    "root",
    "nsubj",
    "obj",
    "obl",
    "nmod",
    "conj",
    "acl",
    "acl:relcl",
    "xcomp",
    "cop",
    "case",
    "compound:prt",
)


@st.composite
def wild_parses(draw: st.DrawFn) -> str:
    """Any words under any heads: circles, several roots, heads outside the caption, several sentences."""
    n_words = draw(st.integers(1, 12))
    rows = []
    for i in range(n_words):
        head = draw(st.integers(-2, n_words + 2))
        form, tag, relation = (draw(st.sampled_from(values)) for values in (FORMS, TAGS, RELATIONS))
        rows.append(f"{form} {tag} {head} {relation}")
        if i < n_words - 1 and draw(st.integers(0, 5)) == 0:
            rows.append("")
    return "\n".join(rows)


@given(wild_parses())
def test_no_walk_hangs_or_fails_on_any_tree(rows: str) -> None:
    graph = Graph(parse_of(rows))
    n_words = len(graph.words)
    for i in range(n_words):
        ancestors = graph.ancestors(i)
        assert len(set(ancestors)) == len(ancestors) < n_words
        assert i not in ancestors
        first, last = graph.phrase(i)
        assert 0 <= first <= i <= last < n_words
    # Children and heads say the same.
    assert sorted((head, i) for i, head in enumerate(graph.heads) if head >= 0) == sorted(
        (head, child) for head, children in enumerate(graph.children) for child in children
    )


@given(wild_parses())
def test_features_and_assembly_work_on_any_tree(rows: str) -> None:
    features = CaptionFeatures(Graph(parse_of(rows)), LEXICON)
    decisions = []
    arguments = argument_candidates(features.graph)
    for candidate in predicate_candidates(features.graph, LEXICON):
        assert predicate_features(features, candidate)
        for argument in arguments:
            assert pair_features(features, candidate, argument)
        decisions.append(
            PredicateDecision(
                candidate=candidate,
                particle=-1,
                confidence=0.5,
                arguments=tuple(
                    ArgumentDecision(index=a, slot="agent", kind=None, confidence=0.5) for a in arguments
                ),
            )
        )
    for item in assemble(features, decisions):
        for agent in item.agents:
            assert agent.start is not None and agent.end is not None
            assert features.graph.parse.caption.text[agent.start : agent.end] == agent.text
