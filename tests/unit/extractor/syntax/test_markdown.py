"""What Markdown parts: labels are not read, lists and tables are sentences, offsets stay."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from extractor.syntax.markdown import structured
from extractor.syntax.tokenization import Tokenizer
from extractor.types import Caption

TOKENIZER = Tokenizer()


def sentences(text: str) -> list[str]:
    [tokens] = TOKENIZER.tokenize([Caption(text=text)])
    groups = itertools.groupby(tokens, key=lambda token: token.sentence)
    return [" ".join(token.text for token in group) for _, group in groups]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**Subject:** A dog on a rug.\n\n**Details:**\n- It holds a toy.", ["A dog on a rug .", "It holds a toy ."]),
        ("1. **Left side:** A boy digs.\n2. **Center:** A woman", ["A boy digs .", "A woman"]),
        ("Key elements:\n\n1) a guitar on a chair\n2) a lamp", ["a guitar on a chair", "a lamp"]),
        ("### Scene\n\nA blue train.\n\n### Mood\n\nCalm.", ["A blue train .", "Calm ."]),
        ("# Golden Retriever\nIt sleeps", ["Golden Retriever", "It sleeps"]),  # a heading that says what is there
        ("| Element | Description |\n|---|---|\n| Person | A woman rides |", ["A woman rides"]),
        ("**Breed:** A poodle\n**Background:** A wall", ["Breed :", "A poodle", "A wall"]),
        ("A **yellow taxi** drives.", ["A yellow taxi drives ."]),
        ("A train leaves\nat 10:30", ["A train leaves at 10:30"]),
        ("A sign says: stop", ["A sign says : stop"]),  # no label without Markdown
        ("A dog\n\u25e6 a cat", ["A dog", "a cat"]),
        ("**Setting:** A hall. **Subject:** A boy digs.", ["A hall .", "A boy digs ."]),  # lines that were joined
        ("**Setting** A hall. **Light** It glows.", ["A hall .", "It glows ."]),
        ("A **light** glows in a **hall**.", ["A light glows in a hall ."]),
        ("Setting: A hall. Subject: A boy digs.", ["A hall .", "A boy digs ."]),
        ("A boy digs. Subject: he", ["A boy digs .", "Subject : he"]),  # one alone is no list of them
    ],
)  # fmt: skip
def test_sentences_of_markdown(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


_MARKS = ["**", "#", "\n", "|", "---", "- ", "1. ", ":", "\u2022 ", "`"]
_PIECES = st.sampled_from([*_MARKS, "Subject", " a dog", "Mood", "caf\u00e9", "\U0001f600", "x" * 30])


@settings(deadline=None)  # the first loads the tokenizer
@given(st.lists(_PIECES, max_size=25).map("".join))
@example("# a dog:**")
def test_every_token_is_what_stands_at_its_place(text: str) -> None:
    marked, breaks = structured(text)
    assert len(marked) == len(text)
    assert breaks == sorted(breaks)
    assert all(new in (old, " ") for new, old in zip(marked, text, strict=True))
    [tokens] = TOKENIZER.tokenize([Caption(text=text)])
    assert [text[token.start : token.end] for token in tokens] == [token.text for token in tokens]
    numbers = [token.sentence for token in tokens]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("piece", ["|", "- a\n", "# ", "**a** ", "a:\n", "| - ", "*", "a a a a a a: "])
def test_time_is_linear(piece: str) -> None:
    def seconds(n: int) -> float:
        times = []
        for _ in range(3):  # whatever else the machine does
            began = time.process_time()
            structured(piece * n + "\n")
            times.append(time.process_time() - began)
        return max(min(times), 1e-4)

    assert seconds(10_000) < 60 * seconds(1_000)  # ten times the length; the square would be a hundred
