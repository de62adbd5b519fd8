from __future__ import annotations

import time

import pytest

from extractor import MAX_CAPTION_CHARS, Caption, InvalidInputError
from extractor.syntax.tokenization import Tokenizer, caption_faults

TOKENIZER = Tokenizer()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", []),
        ("   \n ", []),
        ("A", ["A"]),
        ("A dog isn't here.", ["A", "dog", "is", "n't", "here", "."]),
        ("A man's hat", ["A", "man", "'s", "hat"]),
        ("dog\u2028cat", ["dog", "cat"]),
        ("\x00dog", ["\x00dog"]),
        ("a red cup\u00ac", ["a", "red", "cup"]),  # as annotators' keyboards leave it
        ("cup^, mat\u00ae| and", ["cup", ",", "mat", "and"]),
        ("cat|dog, 30\u00b0", ["cat|dog", ",", "30", "\u00b0"]),
        ("a <unk> *big* dog", ["a", "big", "dog"]),
    ],
)
def test_tokens_point_into_the_text_as_given(text: str, tokens: list[str]) -> None:
    (found,) = TOKENIZER.tokenize([Caption(text=text)])
    assert [token.text for token in found] == tokens
    assert all(text[token.start : token.end] == token.text for token in found)


def test_sentences_are_numbered_and_a_line_break_ends_one() -> None:
    (found,) = TOKENIZER.tokenize([Caption(text="A man stands. He waves\nTwo dogs")])
    assert [token.sentence for token in found] == [0, 0, 0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("A man sits\non a bench", [0, 0, 0, 0, 0, 0]),  # a soft one
        ("A man sits\n\non a bench", [0, 0, 0, 1, 1, 1]),
        ("a man sits\na dog runs", [0, 0, 0, 1, 1, 1]),  # no text of capitals
        ("A man sits\\nA dog runs", [0, 0, 0, 1, 1, 1]),  # written out
        ("A man sits.\\n\\nA dog runs", [0, 0, 0, 0, 1, 1, 1]),
        ("a path C:\\new is no break", [0] * 6),
    ],
)
def test_line_breaks(text: str, sentences: list[int]) -> None:
    (found,) = TOKENIZER.tokenize([Caption(text=text)])
    assert [token.sentence for token in found] == sentences
    assert all(text[token.start : token.end] == token.text for token in found)


def test_given_tokens_are_kept_and_found_in_the_text() -> None:
    (found,) = TOKENIZER.tokenize([Caption(text="a  hot-dog . He", tokens=("a", "hot-dog", ".", "He"))])
    assert [(token.start, token.end, token.sentence) for token in found] == [
        (0, 1, 0),
        (3, 10, 0),
        (11, 12, 0),
        (13, 15, 1),
    ]


def test_all_faults_are_named_at_once() -> None:
    captions = [
        Caption(text="good"),
        Caption(text="bad \ud800 half"),
        Caption(text="x" * (MAX_CAPTION_CHARS + 1)),
        Caption(text="two dogs", tokens=("two", "cats")),
        Caption(text=["a", "list"]),  # type: ignore[arg-type]  # what a careless caller gives
    ]
    faults = caption_faults(captions)
    assert [fault.where for fault in faults] == [
        "captions[1]",
        "captions[2]",
        "captions[3].tokens[1]",
        "captions[4]",
    ]
    assert "code point 4" in faults[0].problem
    with pytest.raises(InvalidInputError, match=r"captions\[1\].*\n.*captions\[2\]"):
        TOKENIZER.tokenize(captions)


@pytest.mark.parametrize(
    "space", [" ", "\t", "\n", "\r", "\x0b", "\x1c", "\x85", "\xa0", "\u2003", "\u2028", "\u3000"]
)
@pytest.mark.parametrize("form", ["hot{}dog", "{}dog", "dog{}", "{}"])
def test_no_token_holds_white_space(space: str, form: str) -> None:
    token = form.format(space)
    [fault] = caption_faults([Caption(text=f"a {token} .", tokens=("a", token, "."))])
    assert fault.where == "captions[0].tokens[1]"
    assert "holds white space" in fault.problem


def test_every_token_that_is_none_is_named() -> None:
    tokens = ("a", "", "hot dog", 7)
    faults = caption_faults([Caption(text="a hot dog 7", tokens=tokens)])  # type: ignore[arg-type]
    assert [(fault.where, fault.problem.partition(",")[0]) for fault in faults] == [
        ("captions[0].tokens[1]", "token is empty"),
        ("captions[0].tokens[2]", "token 'hot dog' holds white space (' '); a token is a word or a mark"),
        ("captions[0].tokens[3]", "token is int"),
    ]


def test_a_run_without_spaces_takes_linear_time_and_stays_one_sentence() -> None:
    tokenizer = Tokenizer()
    tokenizer.tokenize([Caption(text="warm up")])

    def seconds(n: int) -> float:
        began = time.process_time()
        (tokens,) = tokenizer.tokenize([Caption(text="\U0001f600" * n)])
        assert [token.start for token in tokens] == list(range(n))
        assert {token.sentence for token in tokens} == {0}
        return time.process_time() - began

    short, long = (min(seconds(n) for _ in range(5)) for n in (2_000, 20_000))
    assert long < 40 * short  # ten times the length; the square would be a hundred


def test_tokens_lie_where_they_stand_behind_a_cut() -> None:
    text = f"A sign says {'ab-' * 60}end. It is red."
    (tokens,) = Tokenizer().tokenize([Caption(text=text)])
    assert all(text[token.start : token.end] == token.text for token in tokens)
    assert [token.text for token in tokens if token.sentence == 1] == ["It", "is", "red", "."]
