"""Which captions are surely not English."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from extractor.bundle import find_bundle
from extractor.lexicon import Lexicon
from extractor.syntax import language
from extractor.syntax.language import foreign_language

DATA = Path(__file__).parents[3] / "data"
FOREIGN = [
    tuple(line.split("\t", 1)) for line in (DATA / "languages" / "foreign.tsv").read_text().splitlines()
]
# Too short, or every word of it is an English word as well.
UNSURE = {"Kissa sohvalla", "Um gato no sofá", "Un chat sur le canapé"}


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load(find_bundle("en-captions") / "lexicon.json.gz")


def test_captions_in_other_languages_are_found(lexicon: Lexicon) -> None:
    found = {text: foreign_language(text, lexicon.is_word) for _, text in FOREIGN}
    assert {text for text, code in found.items() if code is None} == UNSURE
    named = [found[text] == code for code, text in FOREIGN if text not in UNSURE]
    assert sum(named) >= 0.9 * len(named)  # of neighbours such as Croatian and Bosnian either may be named


def test_no_english_caption_is_taken_for_foreign(lexicon: Lexicon) -> None:
    files = [*(DATA / "captions").glob("*.jsonl"), *(DATA / "kinds").glob("*.jsonl")]
    captions = [json.loads(line)["caption"] for file in files for line in file.read_text().splitlines()]
    assert len(captions) > 800
    assert [text for text in captions if foreign_language(text, lexicon.is_word)] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4:30 pm, 12/24",
        "dog",
        "Barack Obama",
        "Pablo Picasso, Museo Reina Sofia, Madrid",
        "Ronaldo Messi Neymar Mbappe",
        "Taj Mahal Agra Uttar Pradesh India",
        "Spaghetti carbonara con panna",
        "xkcd qwrt zzpl",
        "A dog barks.",
        "Boy throws frisbee",
        "\U0001f600\U0001f680 \U0001f600",
        "A café with jalapeños, crème brûlée and a piñata",
    ],
)
def test_names_and_few_words_are_not_refused(lexicon: Lexicon, text: str) -> None:
    assert foreign_language(text, lexicon.is_word) is None


def test_a_script_alone_tells(lexicon: Lexicon) -> None:
    assert foreign_language("沙发上的猫", lexicon.is_word) == "zh"
    assert foreign_language("Кошка", lexicon.is_word) is not None


def test_english_captions_load_nothing(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> tuple[str, float]:
        raise AssertionError

    monkeypatch.setattr(language, "_identified", fail)
    assert foreign_language("A dog barks.", lexicon.is_word) is None
    assert foreign_language("Red double decker bus parked outside.", lexicon.is_word) is None


def test_a_long_text_costs_no_more_than_its_beginning(lexicon: Lexicon) -> None:
    text = "Ein Hund läuft über die Wiese. " * 3_000
    foreign_language(text, lexicon.is_word)
    began = time.perf_counter()
    assert foreign_language(text, lexicon.is_word) == "de"
    assert time.perf_counter() - began < 0.5
