"""Captions to tokens: spaCy's rule tokenizer and sentence splitter, or the caller's own tokens.

The caption's text is never altered, so every offset points into what the caller gave.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.syntax.guest import unnoticed
from extractor.syntax.markdown import structured
from extractor.types import MAX_CAPTION_CHARS, Caption, Token

if TYPE_CHECKING:
    from spacy.language import Language

MAX_SENTENCE_TOKENS = 100
# Marks of captioning models and of the web that no reader reads: blanked before tokens are made, at their places.
_NOISE = re.compile(
    r"</?[A-Za-z_|][\w|/-]{0,20}/?>"  # <unk>, <s>, </s>, <|endoftext|>, <br/>
    r"|\[(?:UNK|CLS|SEP|PAD|MASK)\]"
    r"|\\n(?![a-z])"  # a line break written out
    r"|\*{1,3}|_{2,3}|`+|~~"  # emphasis of Markdown
    r"|(?<=[^\W\d_])[\u00a7\u00a9\u00ac\u00ae\u00b6\u2020\u2021\u2122^|~\\]+(?!\w)"  # stuck to a word
    r"|(?m:^[ \t]*(?:[-+\u2022]|\#{1,6}|\d{1,2}[.)])[ \t])"  # bullets, headings, numbers of lists
)
_ENTITIES = {
    "&amp;": "&",
    "&quot;": '"',
    "&#34;": '"',
    "&#39;": "'",
    "&apos;": "'",
    "&nbsp;": " ",
    "&lt;": " ",
    "&gt;": " ",
}
_ENTITY = re.compile("|".join(map(re.escape, _ENTITIES)))
# spaCy's time grows with the square of a run without spaces: a longer one is cut.
_LONG_RUN = re.compile(r"\S{60}(?=\S)")
# And marks or emoji in a row are peeled off one by one, each time over the whole run: here each is a token.
_MARKS = re.compile(r"[^\w\s]{12,}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SENTENCE_ENDS = frozenset({".", "!", "?", "…", "。"})


def caption_faults(captions: Sequence[Caption]) -> list[Fault]:
    """Everything wrong with some captions, without looking at what they say.

    A caption of no words ("", emoji only) is no fault: it has no tuples.

    Returns:
        Faults whose ``where`` is ``captions[i]`` or ``captions[i].tokens[j]``, with index and field as attributes;
        empty where all is well. Given tokens are strings of at least one character, without white space, and follow
        each other in the text.
    """
    faults: list[Fault] = []
    for i, caption in enumerate(captions):
        where = f"captions[{i}]"
        if not isinstance(caption.text, str):
            faults.append(
                Fault(
                    where=where,
                    problem=f"text is {type(caption.text).__name__}, allowed is a string",
                    index=i,
                )
            )
            continue
        if len(caption.text) > MAX_CAPTION_CHARS:
            problem = f"{len(caption.text)} code points, allowed are at most {MAX_CAPTION_CHARS}"
            faults.append(Fault(where=where, problem=problem, index=i))
        surrogate = _SURROGATE.search(caption.text)
        if surrogate is not None:
            problem = f"lone surrogate {surrogate[0]!a} at code point {surrogate.start()}: not valid Unicode"
            faults.append(Fault(where=where, problem=problem, index=i))
        if caption.tokens is not None:
            faults += _token_faults(caption.text, caption.tokens, index=i)
    return faults


def _token_faults(text: str, tokens: Sequence[str], *, index: int) -> list[Fault]:
    """Tokens that are none, or, where all are, the first that does not follow in the text."""
    faults = []
    for j, token in enumerate(tokens):
        problem = _token_problem(token)
        if problem:
            faults.append(_token_fault(index, j, problem))
    if faults:
        return faults
    position = 0
    for j, token in enumerate(tokens):
        found = text.find(token, position)
        if found < 0:
            problem = f"token {shorten(token)} does not follow in the text at or behind code point {position}"
            return [_token_fault(index, j, problem)]
        position = found + len(token)
    return []


def _token_fault(index: int, token: int, problem: str) -> Fault:
    field = f"tokens[{token}]"
    return Fault(where=f"captions[{index}].{field}", problem=problem, index=index, field=field)


def _token_problem(token: object) -> str:
    if not isinstance(token, str):
        return f"token is {type(token).__name__}, allowed is a string"
    if not token:
        return "token is empty"
    # Of any kind: models and their files hold words parted by spaces, tabs and line breaks.
    space = next((c for c in token if c.isspace()), None)
    if space is None:
        return ""
    return (
        f"token {shorten(token)} holds white space ({space!a}); a token is a word or a mark, without spaces"
    )


def readable(text: str) -> str:
    """The text with everything blanked that is markup and no language; every other character keeps its place.

    >>> readable("A <unk> dog &amp; a *big* cat")
    'A       dog &     a  big  cat'
    """
    text = _ENTITY.sub(lambda match: _ENTITIES[match[0]].ljust(len(match[0])), text)
    return _NOISE.sub(lambda match: " " * len(match[0]), text)


class Tokenizer:
    """Split captions into tokens with offsets and sentence numbers. Safe to share between threads."""

    def __init__(self) -> None:
        self._language: Language | None = None
        self._lock = threading.Lock()

    def tokenize(self, captions: Sequence[Caption]) -> list[tuple[Token, ...]]:
        """The tokens of each caption; empty where a caption has none.

        Raises:
            InvalidInputError: See ``caption_faults``.
        """
        faults = caption_faults(captions)
        if faults:
            raise InvalidInputError(faults)
        return [
            self._split(caption.text) if caption.tokens is None else _locate(caption.text, caption.tokens)
            for caption in captions
        ]

    def _split(self, text: str) -> tuple[Token, ...]:
        if self._language is None:
            with self._lock:
                if self._language is None:
                    with unnoticed():
                        import spacy

                    language = spacy.blank("en")
                    language.max_length = MAX_CAPTION_CHARS + 1
                    language.add_pipe("sentencizer")
                    self._language = language
        tokens: list[Token] = []
        sentence = -1
        previous_end = 0
        marked, breaks = structured(text)
        breaks.reverse()
        for offset, part in _parts(readable(marked)):
            for start, length, starts_sentence in self._tokens(part):
                # A part behind a cut goes on with the sentence.
                begins = starts_sentence and (start > 0 or offset == 0)
                start += offset
                line_break = _ends_sentence(text, previous_end, start)
                while breaks and breaks[-1] <= start:
                    line_break = True
                    breaks.pop()
                if begins or sentence < 0 or line_break:
                    sentence += 1
                previous_end = start + length
                written = text[start:previous_end]
                tokens.append(Token(text=written, start=start, end=previous_end, sentence=sentence))
        return tuple(tokens)

    def _tokens(self, part: str) -> list[tuple[int, int, bool]]:
        """First code point and length of each token of a part, and whether it starts a sentence."""
        if _MARKS.fullmatch(part):
            return [(i, 1, i == 0) for i in range(len(part))]
        if self._language is None:
            return []
        with self._lock:
            document = self._language(part)
        return [
            (token.idx, len(token.text), bool(token.is_sent_start))
            for token in document
            if not token.is_space
        ]


def _ends_sentence(text: str, end: int, start: int) -> bool:
    """Whether a line break between two tokens ends a sentence: lists seldom carry a full stop in every line.

    A soft one does not: a single break in front of a lower-case word, where the text writes sentences with capitals.
    """
    gap = text[end:start]
    if "\\n" in gap:
        return True
    if "\n" not in gap:
        return False
    return gap.count("\n") > 1 or not (text[start].islower() and text.lstrip()[:1].isupper())


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The text, cut at rows of marks and within its longest runs without spaces, and where each part starts."""
    start = 0
    for marks in [*_MARKS.finditer(text), None]:
        end = len(text) if marks is None else marks.start()
        for run in _LONG_RUN.finditer(text, start, end):
            yield start, text[start : run.end()]
            start = run.end()
        if start < end:
            yield start, text[start:end]
        if marks is not None:
            yield marks.start(), marks[0]
            start = marks.end()


def _locate(text: str, words: Sequence[str]) -> tuple[Token, ...]:
    tokens = []
    position = 0
    sentence = 0
    ended = False
    for word in words:
        start = text.index(word, position)
        position = start + len(word)
        if ended and word not in _SENTENCE_ENDS:
            sentence += 1
            ended = False
        tokens.append(Token(text=word, start=start, end=position, sentence=sentence))
        ended = ended or word in _SENTENCE_ENDS
    return tuple(tokens)
