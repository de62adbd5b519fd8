"""Our inference against stanza's own pipeline: every field of every word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractor import Caption, Extractor
from extractor.bundle import find_bundle, load_bundle
from extractor.syntax.stanza_inference import PlainInference
from extractor.syntax.stanza_parser import StanzaParser
from service.cli.gold import read_gold
from tests.integration.test_training import CORPUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.syntax.reading import ParsedWord, Sentence

FIELDS = ("lemma", "upos", "xpos", "feats", "head", "deprel")
WORDS = (
    "a dog dogs runs running park in of that who is , and the he gave her wooden zqxj ünlü 2 's not there ."
).split()


def fields(words: Sequence[Sequence[ParsedWord]]) -> list[list[tuple[object, ...]]]:
    return [[tuple(getattr(word, f) or "" for f in FIELDS) for word in sentence] for sentence in words]


@pytest.fixture(scope="module")
def stanza_parser() -> StanzaParser:
    return StanzaParser(find_bundle("en-captions-stanza") / "syntax")


def test_the_corpus_is_parsed_as_by_the_pipeline(extractor: Extractor, stanza_parser: StanzaParser) -> None:
    parser = stanza_parser
    captions = [item.caption for item in read_gold([CORPUS], None)]
    tokens = [[word.text.lower() for word in parse.words] for parse in extractor.parse(captions)]
    sentences = sorted({tuple(words) for words in tokens}, key=len)
    assert PlainInference.is_plain(parser.pipeline)
    ours = PlainInference(parser.pipeline).parse(sentences)
    assert fields(ours) == fields(parser.parse_by_pipeline(list(sentences)))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sentences=st.lists(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(tuple), min_size=1, max_size=8
    )
)
def test_so_is_nonsense(stanza_parser: StanzaParser, sentences: list[Sentence]) -> None:
    """Words in any order: hardly ever do the best heads form a tree, and many have two subjects."""
    parser = stanza_parser
    ours = parser.parse_sentences(list(sentences))
    assert fields(ours) == fields(parser.parse_by_pipeline(list(sentences)))


def test_a_sentence_does_not_depend_on_its_batch(stanza_parser: StanzaParser) -> None:
    extractor = Extractor(load_bundle(find_bundle("en-captions-stanza")), parser=stanza_parser)
    texts = [
        "A cat sleeps.",
        "Two men in hats carry a long ladder across a busy road.",
        "Snow",
        "A dog, a cat and a bird",
    ]
    together = extractor.parse([Caption(text=text) for text in texts])
    assert together == [extractor.parse([Caption(text=text)])[0] for text in texts]


def test_forgetting_vectors_changes_nothing(
    stanza_parser: StanzaParser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More forms than are kept: rows are forgotten between batches, and a batch that needs more has them all."""
    parser = stanza_parser
    sentences = [tuple(f"{word}{i}" for word in ("cat", "sees", "kite")) for i in range(40)]
    expected = fields(PlainInference(parser.pipeline).parse(sentences))
    monkeypatch.setattr("extractor.syntax.stanza_inference._MAX_KEPT", 9)
    small = PlainInference(parser.pipeline)
    assert [fields(small.parse([sentence]))[0] for sentence in sentences] == expected
    assert fields(small.parse(sentences)) == expected
