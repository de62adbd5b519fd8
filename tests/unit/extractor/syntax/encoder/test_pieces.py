"""Word pieces, against the library that the pre-trained encoders come with."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from extractor.syntax.encoder.pieces import MAX_WORD_PIECES, SPECIAL, WordPieces

LETTERS = string.ascii_lowercase + string.digits
VOCABULARY = (
    *SPECIAL,
    *LETTERS,
    *(f"##{c}" for c in LETTERS if c != "q"),
    *("dog", "##s", "skate", "##board", "##ing", "snow", "'", "-", ".", "中", "é", "ß", "##ß"),
)
VOCABULARY = tuple(dict.fromkeys(VOCABULARY))
PIECES = WordPieces(VOCABULARY)


def theirs(word: str) -> list[int]:
    model = WordPiece({piece: k for k, piece in enumerate(VOCABULARY)}, unk_token="[UNK]")
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    return tokenizer.encode(word, add_special_tokens=False).ids[:MAX_WORD_PIECES] or [PIECES.unknown]


@pytest.mark.parametrize(
    "word",
    [
        "dogs",
        "skateboarding",
        "Snow-boarder's",
        "caf\u00e9",
        "a\u0301b",
        "\u4e2d\u4e2dx",
        "zq",
        "\U0001f600",
        "...",
        "",
    ],
)
def test_words_split_as_in_the_library(word: str) -> None:
    assert list(PIECES.word(word)) == theirs(word)


# The library knows an older Unicode: characters that every version has.
CHARACTERS = st.characters(max_codepoint=0x24F, exclude_categories=["C"]) | st.sampled_from(
    "\u4e2d\u6587\u2014\u2026\u201c\u201d\u2019\u2022\u2603\U0001f600\u0301"
)


@given(st.text(CHARACTERS, min_size=1, max_size=12))
def test_any_text_splits_as_in_the_library(word: str) -> None:
    assert list(PIECES.word(word)) == theirs(word)


def test_a_long_sentence_loses_the_ends_of_its_words_and_no_word() -> None:
    words = [tuple(range(10, 18))] * 101
    numbers, firsts = PIECES.sentence(words, positions=512)
    assert len(numbers) <= 512
    assert len(firsts) == 101
    assert [numbers[first] for first in firsts] == [10] * 101


def test_a_short_sentence_keeps_all() -> None:
    numbers, firsts = PIECES.sentence([(10, 11), (12,)], positions=512)
    assert numbers == [PIECES.start, 10, 11, 12, PIECES.end]
    assert firsts == [1, 3]
