"""How parsers read captions: sentence by sentence, in a form that letter case, quotes and markup do not change.

Shared by all parsers: a parser itself only analyses distinct sentences of plain lower-case words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from extractor.syntax.tokenization import MAX_SENTENCE_TOKENS
from extractor.types import Caption, Parse, Token, Word
from extractor.word_scores import SentenceScores, WordScores

FULL_STOP = "."
# Every word of a batch is padded to the longest: one endless token must not make all others dear.
_MAX_FORM_CHARS = 40
_MAX_KEPT = 16_384
# Marks that part what they stand between; all others tell a reader nothing about who does what.
_READ_MARKS = frozenset({",", ";", ":", "(", ")", "&", "'s", "\u2019s", "/"})

# Behind these nothing is; what stands there has something: `with it's mouth open`.
_BEFORE_ITS = frozenset(
    """about above across around at behind beside by from in inside into near of off on onto over through to under
    with""".split()
)

# How captions begin that are told of a picture; what it shows is read as it would be without.
_PICTURE = "(?:image|photo|photograph|picture|video|clip)"
_IN_PICTURE = f"(?:in|on) (?:this|the) {_PICTURE} (?:, )?"
_WE_SEE = "(?:i|we|you|one) (?:can )?(?:also |clearly )?(?:see|observe|notice) "
_IT_SHOWS = f"(?:this|the) {_PICTURE} (?:depicts|displays|features|shows) "
_IT_IS_OF = f"(?:it|this) is an? (?:[a-z]+ ){{0,3}}{_PICTURE} of "
_SHOWN = "(?:an?|the|there|some|many|several|few|two|three|four|five|six|one|his|her|its|their) "
_FRAME = re.compile(f"(?:(?:{_IN_PICTURE})?{_WE_SEE}|{_IT_SHOWS}|{_IT_IS_OF}|{_IN_PICTURE})(?={_SHOWN})")
_FRAME_STARTS = frozenset({"i", "in", "it", "on", "one", "the", "this", "we", "you"})
_MAX_FRAME_TOKENS = 12

Sentence = tuple[str, ...]


class ParsedWord(Protocol):
    """A word as a parser gives it, with stanza's names.

    Attributes:
        lemma: Base form; None where the parser has none.
        upos: Universal part of speech.
        xpos: Penn tag.
        feats: UD features.
        head: Number of the head, counted from 1; 0 is the root.
        deprel: UD relation to the head.
    """

    lemma: str | None
    upos: str | None
    xpos: str | None
    feats: str | None
    head: int
    deprel: str


def parse_by_sentences(
    captions: Sequence[Caption],
    tokens: Sequence[tuple[Token, ...]],
    parse_sentences: Callable[[list[Sentence]], Sequence[Sequence[ParsedWord]]],
    *,
    scores: Mapping[Sentence, SentenceScores] | None = None,
) -> list[Parse]:
    """Parse captions through a function that parses distinct sentences.

    Words are read in lower case and in Unicode's composed form, so that ``A DOG``, ``A Dog`` and ``a dog`` get
    one parse. A sentence of more than ``MAX_SENTENCE_TOKENS`` tokens is parsed in pieces of that length, which
    keeps the cost of a caption linear in its length.

    Args:
        captions: The captions.
        tokens: Their tokens, one tuple a caption.
        parse_sentences: Given sentences, none twice, sorted by length; returns the words of each, one a form.
        scores: What ``parse_sentences`` fills in beside, for the ``scores`` of the parses.

    Returns:
        One parse a caption, in order; a caption without tokens has a parse without words.
    """
    pieces: list[tuple[int, int, int]] = []  # caption, first token, token behind the last
    for c, caption_tokens in enumerate(tokens):
        start = 0
        for i in range(1, len(caption_tokens) + 1):
            at_end = i == len(caption_tokens)
            if (
                at_end
                or caption_tokens[i].sentence != caption_tokens[start].sentence
                or i - start == MAX_SENTENCE_TOKENS
            ):
                pieces.append((c, start, i))
                start = i
    words: list[list[Word]] = [[] for _ in captions]
    its = [_misspelt_its(caption_tokens) for caption_tokens in tokens]
    read = [
        [
            i
            for i in range(_behind_frame(tokens[c], start, end), end)
            if is_read(tokens[c][i].text) and i - 1 not in its[c]
        ]
        for c, start, end in pieces
    ]
    # Every sentence is read with a full stop, so that a parse does not hang on whether one was written.
    forms = [
        [*("its" if i in its[c] else read_form(tokens[c][i].text) for i in places), FULL_STOP]
        if places
        else []
        for (c, _, _), places in zip(pieces, read, strict=True)
    ]
    # Like texts share a parse; captions of one image, and of one model, often are alike.
    distinct = list(dict.fromkeys(tuple(form) for form in forms if form))
    distinct.sort(key=len)
    parsed = dict(zip(distinct, parse_sentences(distinct), strict=True))
    for (c, start, end), places, form in zip(pieces, read, forms, strict=True):
        words[c].extend(_words(tokens[c], start, end, places, parsed[tuple(form)] if form else []))
    if scores is None:
        scored: list[WordScores | None] = [None] * len(captions)
    else:
        read_pieces: list[list[tuple[list[int], SentenceScores]]] = [[] for _ in captions]
        for (c, _, _), places, form in zip(pieces, read, forms, strict=True):
            if form:
                read_pieces[c].append((places, scores[tuple(form)]))
        scored = [_placed(caption_pieces) for caption_pieces in read_pieces]
    return [
        Parse(caption=caption, tokens=caption_tokens, words=tuple(caption_words), scores=caption_scores)
        for caption, caption_tokens, caption_words, caption_scores in zip(
            captions, tokens, words, scored, strict=True
        )
    ]


def _placed(pieces: Sequence[tuple[Sequence[int], SentenceScores]]) -> WordScores:
    """The scores of a caption, from those of its sentences and the places of their words."""
    return WordScores(
        sentences=[scores for _, scores in pieces],
        places={
            place: (sentence, row)
            for sentence, (places, _) in enumerate(pieces)
            for row, place in enumerate(places)
        },
    )


def _misspelt_its(tokens: Sequence[Token]) -> frozenset[int]:
    """Each ``it`` of an ``it's`` that means ``its``: ``a frisbee in it's mouth``, ``holding it's tail``.

    Those between a preposition, or a form in -ing, and another word of the sentence.
    """
    return frozenset(
        i
        for i in range(1, len(tokens) - 2)
        if tokens[i].text.lower() == "it"
        and tokens[i + 1].text.lower() in ("'s", "\u2019s")
        and tokens[i].end == tokens[i + 1].start
        and (before := tokens[i - 1].text.lower())
        and (before in _BEFORE_ITS or before.endswith("ing"))
        and tokens[i - 1].sentence == tokens[i + 2].sentence
        and is_read(tokens[i + 2].text)
    )


def _behind_frame(tokens: Sequence[Token], start: int, end: int) -> int:
    """Where a sentence begins behind its frame (``In this image we can see``); ``start`` where it has none.

    The frame of what goes on with ``and behind it there is`` is read: without it the clause would be the only one.
    """
    further_piece = start > 0 and tokens[start - 1].sentence == tokens[start].sentence
    if further_piece or tokens[start].text.lower() not in _FRAME_STARTS:
        return start
    first = [token.text.lower() for token in tokens[start : min(end, start + _MAX_FRAME_TOKENS)]]
    frame = _FRAME.match("".join(f"{form} " for form in first))
    if frame is None:
        return start
    behind = start + frame.group().count(" ")
    further = any(tokens[i].text.lower() == "there" for i in range(behind + 1, end))
    return start if further else behind


def is_read(text: str) -> bool:
    """Whether the parser reads a token: quotes, full stops, dashes and emoji change no parse."""
    return text.isalnum() or any(c.isalnum() for c in text) or text in _READ_MARKS


def _words(
    tokens: Sequence[Token], start: int, end: int, places: Sequence[int], parsed: Sequence[ParsedWord]
) -> list[Word]:
    """The words of one piece: those that were read as parsed, the others as punctuation of the root."""
    words = {}
    n_read = len(places)
    # The full stop at the end was added for the parser: should it be a root, its dependents are.
    heads = [word.head - 1 if 0 < word.head <= n_read else -1 for word in parsed[:n_read]]
    root = next((place for place, head in zip(places, heads, strict=True) if head < 0), -1)
    for place, word, head in zip(places, parsed, heads, strict=False):
        words[place] = Word(
            text=tokens[place].text,
            lemma=word.lemma or tokens[place].text.lower(),
            upos=word.upos or "X",
            xpos=word.xpos or "",
            features=word.feats or "",
            head=places[head] if head >= 0 else -1,
            deprel=word.deprel,
        )
    for i in range(start, end):
        if i not in words:
            text = tokens[i].text
            words[i] = Word(
                text=text, lemma=text, upos="PUNCT", xpos=".", features="", head=root, deprel="punct"
            )
    return [words[i] for i in range(start, end)]


def read_form(text: str) -> str:
    """What the parser reads for a token: lower case, composed, no spaces or control characters, at most 40 long."""
    return _form_of(text[: 2 * _MAX_FORM_CHARS])


@lru_cache(_MAX_KEPT)
def _form_of(text: str) -> str:
    form = unicodedata.normalize("NFKC", text).lower()
    form = "".join(c for c in form[:_MAX_FORM_CHARS] if not c.isspace() and unicodedata.category(c)[0] != "C")
    return form or "_"
