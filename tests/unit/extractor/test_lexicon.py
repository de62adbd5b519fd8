from __future__ import annotations

import tracemalloc

import pytest

from extractor.bundle import find_bundle
from extractor.errors import BundleError
from extractor.lexicon import Lexicon
from extractor.syntax.reading import read_form


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load(find_bundle("en-captions") / "lexicon.json.gz")


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("Dogs", "dog"),
        ("men", "man"),
        ("geese", "goose"),
        ("people", "people"),
        ("buses", "bus"),
        ("grass", "grass"),
        ("ladies", "lady"),
        ("benches", "bench"),
        ("snowwomen", "snowwoman"),
        ("golden-retrievers", "golden-retriever"),
        ("cows", "cow"),  # of which WordNet has an entry of its own
        ("bowls", "bowl"),
        ("darts", "dart"),
        ("jeans", "jean"),
        ("sunglasses", "sunglasses"),
        ("woods", "woods"),
        ("blorps", "blorp"),  # no such word: it loses its plural all the same
    ],
)
def test_nouns(lexicon: Lexicon, word: str, lemma: str) -> None:
    assert lexicon.lemma(word, "noun") == lemma


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("kitesurfing", "kitesurf"),  # in no list
        ("paddleboarding", "paddleboard"),
        ("texting", "text"),
        ("RIDING", "ride"),
        ("sits", "sit"),
        ("sitting", "sit"),
        ("ran", "run"),
        ("held", "hold"),
        ("saw", "see"),
        ("carries", "carry"),
        ("hopping", "hop"),
        ("hoping", "hope"),
        ("taped", "tape"),
        ("tapped", "tap"),
        ("dressed", "dress"),
        ("skateboarding", "skateboard"),
    ],
)
def test_verbs(lexicon: Lexicon, word: str, lemma: str) -> None:
    assert lexicon.lemma(word, "verb") == lemma


def test_supersenses(lexicon: Lexicon) -> None:
    assert lexicon.supersenses("man", "noun")[0] == "person"
    assert lexicon.supersenses("night", "noun")[0] == "time"
    assert lexicon.supersenses("run", "verb")[0] == "motion"
    assert list(lexicon.supersenses("blorp", "noun")) == []


def test_a_damaged_file_is_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("lexicon") / "lexicon.json.gz"
    path.write_bytes(b"\x1f\x8b not gzip")
    with pytest.raises(BundleError, match=r"lexicon\.json\.gz is no readable lexicon"):
        Lexicon.load(path)


def test_what_is_no_word_is_not_kept(lexicon: Lexicon) -> None:
    """Callers may give tokens as long as a caption: kept by thousands they would take gigabytes."""
    tracemalloc.start()
    try:
        for k in range(10, 60):
            word = f"{k}" * 45_000
            assert lexicon.lemma(word, "noun") == word
            assert lexicon.verb_preference(word) == 0
            assert len(read_form(word)) == 40
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 500_000
