from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.caption_features import CaptionFeatures
from extractor.syntax.graph import Graph
from extractor.tuples.noun_phrases import noun_phrases
from extractor.tuples.relations import relations
from extractor.types import Argument, Predicate, SemanticTuple
from tests.parses import parse_of
from training.entities.phrase_figures import TypedSpan, compare_mentions

LEXICON = Lexicon(
    LexiconTable(
        noun={"man": ("person", 9), "hat": ("artifact", 9), "dog": ("animal", 9), "people": ("group", 9)},
        verb={"hold": ("stative", 9)},
        noun_classes={},
        adjective=[],
        adverb=[],
        noun_forms={"kites": "kite"},
        verb_forms={},
    )
)
HAT = (
    "A DET 2 det\nman NOUN 6 nsubj\nin ADP 5 case\nred ADJ 5 amod\nhat NOUN 2 nmod\nholds VERB 0 root\n"
    "a DET 8 det\ndog NOUN 6 obj"
)


def features_of(rows: str) -> CaptionFeatures:
    return CaptionFeatures(Graph(parse_of(rows)), LEXICON)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (HAT, ["A man", "red hat", "a dog"]),
        # one phrase, with the head `people`
        ("A DET 2 det\ngroup NOUN 0 root\nof ADP 4 case\npeople NOUN 2 nmod", ["A group of people"]),
        ("A DET 2 det\nphoto NOUN 0 root\nof ADP 4 case\npeople NOUN 2 nmod", ["A photo", "people"]),
        # of two nouns side by side the second is the head, whatever the tree says
        ("tree NOUN 0 root\ntrunk NOUN 1 dep", ["tree trunk"]),
        ("my PRON 3 nmod:poss PRP$\ntwo NUM 3 nummod\nkites NOUN 0 root", ["my two kites"]),
        ("a DET 5 det\nblack ADJ 5 amod\nand CCONJ 4 cc\nwhite ADJ 2 conj\ndog NOUN 0 root", ["a black and white dog"]),
        ("a DET 2 det\nman NOUN 0 root\nand CCONJ 5 cc\na DET 5 det\ndog NOUN 2 conj", ["a man", "a dog"]),
        # a pronoun is none, somebody is
        ("He PRON 2 nsubj\nsees VERB 0 root\nsomeone PRON 2 obj", ["someone"]),
        # nothing goes on into the next sentence
        ("a DET 2 det\nman NOUN 0 root\n\ndog NOUN 0 root", ["a man", "dog"]),
        ("Run VERB 0 root", []),
    ],
)  # fmt: skip
def test_phrases(rows: str, expected: list[str]) -> None:
    features = features_of(rows)
    text = features.graph.parse.caption.text
    found = noun_phrases(features)
    assert [text[phrase.phrase_start : phrase.phrase_end] for phrase in found] == expected
    assert all(phrase.end == phrase.phrase_end for phrase in found)


def test_a_phrase_is_an_argument_of_no_slot_yet() -> None:
    _, hat, _ = noun_phrases(features_of(HAT))
    assert (hat.text, hat.lemma, hat.modifiers, hat.preposition) == ("hat", "hat", ("red",), None)


def named(rows: str, items: list[SemanticTuple]) -> list[tuple[str | None, str, str | None]]:
    return [(r.subject.lemma, r.name, r.object.lemma) for r in relations(features_of(rows), items)]


def at(lemma: str, start: int, **fields: object) -> Argument:
    return Argument(text=lemma, lemma=lemma, start=start, end=start + len(lemma), **fields)


def test_relations_of_tuples_and_of_nouns() -> None:
    hold = SemanticTuple(
        predicate=Predicate(text="holds", lemma="hold"), agents=(at("man", 2),), patients=(at("dog", 27),)
    )
    assert named(HAT, [hold, hold]) == [("man", "hold", "dog"), ("man", "in", "hat")]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        # without an agent, what is acted upon is somewhere
        (
            SemanticTuple(
                predicate=Predicate(text="parked", lemma="park"),
                patients=(at("car", 0),),
                locatives=(at("street", 9, preposition="on"),),
            ),
            [("car", "park-on", "street")],
        ),
        # tacit: the preposition alone, or nothing
        (
            SemanticTuple(
                predicate=Predicate(text="", lemma=None, tacit=True),
                agents=(at("dog", 0), at("cat", 5)),
                locatives=(at("snow", 9, preposition="in"), at("outside", 15)),
            ),
            [("dog", "in", "snow"), ("cat", "in", "snow")],
        ),
        # what is absent is related to nothing, and nobody to himself
        (
            SemanticTuple(
                predicate=Predicate(text="see", lemma="see"),
                agents=(at("man", 0),),
                patients=(at("man", 0), at("people", 9, negated=True), Argument(text="", lemma=None, tacit=True)),
            ),
            [],
        ),
        (SemanticTuple(predicate=Predicate(text="run", lemma="run"), agents=(at("dog", 0),)), []),
    ],
)  # fmt: skip
def test_relations_of_odd_tuples(item: SemanticTuple, expected: list[tuple[str, str, str]]) -> None:
    assert named("Run VERB 0 root", [item]) == expected


def test_a_group_is_not_related_to_its_members() -> None:
    rows = (
        "A DET 2 det\ngroup NOUN 0 root\nof ADP 4 case\npeople NOUN 2 nmod\n"
        "with ADP 6 case\nkites NOUN 2 nmod\nand CCONJ 8 cc\nhats NOUN 6 conj"
    )
    assert named(rows, []) == [("people", "with", "kite"), ("people", "with", "hat")]


def test_figures_of_phrases() -> None:
    def span(start: int, end: int, head: int | None, *types: str) -> TypedSpan:
        return TypedSpan(start=start, end=end, head=head, types=frozenset(types))

    annotated = [
        span(0, 2, None, "people"),
        span(4, 7, None, "clothing"),
        span(9, 10, None, "scene", "vehicles"),
    ]
    found = [
        span(0, 2, 1, "people"),  # right
        span(5, 7, 6, "other"),  # the head is right, its tokens and type are not
        span(9, 10, 9, "vehicles"),  # one of the two types
        span(12, 13, 12, "scene"),  # made up, or not annotated because it has no box
    ]
    figures = compare_mentions([found, []], [annotated, []])
    assert (figures.spans.matched, figures.spans.n_candidate, figures.spans.n_reference) == (2, 4, 3)
    assert (figures.heads.matched, figures.heads.n_candidate, figures.heads.n_reference) == (3, 4, 3)
    assert figures.right_types == pytest.approx(2 / 3)
    typed = {
        kind: (c.matched, c.n_candidate, c.n_reference) for kind, c in figures.typed.items() if c.n_candidate
    }
    assert typed == {"people": (1, 1, 1), "vehicles": (1, 1, 1), "scene": (0, 1, 0), "other": (0, 1, 0)}
    assert compare_mentions([], []).right_types == 1.0
