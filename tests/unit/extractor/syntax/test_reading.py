"""What parsers read of captions."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from extractor.syntax.reading import Sentence, parse_by_sentences
from extractor.syntax.tokenization import Tokenizer
from extractor.types import Caption


class Flat:
    """Every word hangs on the first."""

    def __init__(self) -> None:
        self.read: list[Sentence] = []

    def __call__(self, sentences: list[Sentence]) -> list[list[object]]:
        self.read += sentences
        return [
            [
                SimpleNamespace(lemma=None, upos="X", xpos="", feats="", head=min(i, 1), deprel="dep")
                for i in range(len(sentence))
            ]
            for sentence in sentences
        ]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A cat with it's mouth open", "a cat with its mouth open ."),
        ("A lamp holding it\u2019s shade", "a lamp holding its shade ."),
        ("A tower, with IT'S clock.", "a tower , with its clock ."),
        ("It's a cat", "it 's a cat ."),
        ("A kite flies when it's windy", "a kite flies when it 's windy ."),
        ("A house that says it's old", "a house that says it 's old ."),
        ("What a horse looks at it's", "what a horse looks at it 's ."),
    ],
)
def test_its_is_its_however_it_is_spelt(tokenizer: Tokenizer, text: str, expected: str) -> None:
    parser = Flat()
    caption = Caption(text=text)
    (tokens,) = tokenizer.tokenize([caption])
    (parse,) = parse_by_sentences([caption], [tokens], parser)  # type: ignore[arg-type]
    assert " ".join(parser.read[0]) == expected
    assert [word.text for word in parse.words] == [token.text for token in tokens]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In this image, we can see a goat.", "a goat ."),
        ("We can also see two goats", "two goats ."),
        ("The picture shows a goat on a hill.", "a goat on a hill ."),
        ("This is a black and white photo of a goat", "a goat ."),
        ("In the photo there is a goat.", "there is a goat ."),
        # What is no frame, and frames of which more is told.
        ("The picture hangs on a wall.", "the picture hangs on a wall ."),
        ("In the photo on a wall a goat sits.", "in the photo on a wall a goat sits ."),
        ("The image shows that a goat runs.", "the image shows that a goat runs ."),
        ("We can see", "we can see ."),
        ("A nun shows a picture of a goat.", "a nun shows a picture of a goat ."),
        (
            "We can see a goat and behind it there is a hut.",
            "we can see a goat and behind it there is a hut .",
        ),
    ],
)
def test_what_a_picture_shows_is_read_without_its_frame(
    tokenizer: Tokenizer, text: str, expected: str
) -> None:
    parser = Flat()
    caption = Caption(text=text)
    (tokens,) = tokenizer.tokenize([caption])
    (parse,) = parse_by_sentences([caption], [tokens], parser)  # type: ignore[arg-type]
    assert " ".join(parser.read[0]) == expected
    assert [word.text for word in parse.words] == [token.text for token in tokens]


def test_every_sentence_has_its_own_frame(tokenizer: Tokenizer) -> None:
    parser = Flat()
    caption = Caption(text="The image shows a goat. In it a hut is seen. We can see a lamp.")
    (tokens,) = tokenizer.tokenize([caption])
    parse_by_sentences([caption], [tokens], parser)  # type: ignore[arg-type]
    assert sorted(map(" ".join, parser.read)) == ["a goat .", "a lamp .", "in it a hut is seen ."]
