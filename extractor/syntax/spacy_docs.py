"""A parser that gives the parses which spaCy's documents already have, for those whose pipeline has a parser."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from extractor.errors import Fault, InvalidInputError
from extractor.syntax.parser import Parser, has_vectors
from extractor.syntax.spacy_parser import is_clear, parsed_words
from extractor.types import Caption, Parse, Token, Word


class DocParser:
    """Trees of documents; contextual vectors, where links need them, of another parser over the same tokens.

    Args:
        vectors: Knows contextual vectors; None where the links need none.
    """

    name = "spacy-doc"

    def __init__(self, vectors: Parser | None) -> None:
        self._vectors = vectors
        self._given = threading.local()

    @contextmanager
    def given(self, documents: Sequence[Any], labels: Iterable[str]) -> Iterator[list[Caption]]:
        """Make documents into captions, which this parser can parse in the block, in this thread.

        Args:
            documents: Each a ``Doc`` with tags, a tree and sentences.
            labels: Of the pipeline's parser, by which its scheme is told.

        Yields:
            A caption for each; its ``caption_id`` is the document's number.

        Raises:
            InvalidInputError: Documents have no tree or no tags; all are named.
        """
        faults = [
            Fault(
                where=f"document {number}",
                problem="has no tags or no tree: the pipeline needs both",
                index=number,
            )
            for number, doc in enumerate(documents)
            if len(doc) and not (doc.has_annotation("DEP") and doc.has_annotation("TAG"))
        ]
        if faults:
            raise InvalidInputError(faults)
        self._given.parses = [_parse(doc, number, is_clear(labels)) for number, doc in enumerate(documents)]
        try:
            yield [parse.caption for parse in self._given.parses]
        finally:
            del self._given.parses

    def parse(self, captions: Sequence[Caption], tokens: Sequence[tuple[Token, ...]]) -> list[Parse]:
        """The parses of the given documents; ``tokens`` are the documents' own."""
        return [self._given.parses[int(caption.caption_id or 0)] for caption in captions]

    def parse_scored(
        self, captions: Sequence[Caption], tokens: Sequence[tuple[Token, ...]], *, roles: bool = True
    ) -> list[Parse]:
        """As ``parse``, with the other parser's vectors of the same tokens."""
        parses = self.parse(captions, tokens)
        if self._vectors is None or not has_vectors(self._vectors):
            raise TypeError("the links need vectors, and no parser that knows them was given")
        scored = self._vectors.parse_scored(captions, [parse.tokens for parse in parses], roles=roles)
        return [replace(parse, scores=other.scores) for parse, other in zip(parses, scored, strict=True)]


def _parse(doc: Any, number: int, clear: bool) -> Parse:  # noqa: FBT001  # as the parser has it
    """The parse of a document, without its tokens of white space, whose dependents hang on their heads."""
    words = parsed_words(doc, is_clear=clear)
    sentence_by_token = {
        token.i: index for index, sentence in enumerate(doc.sents if len(doc) else ()) for token in sentence
    }
    kept = [token.i for token in doc if not token.is_space]
    place = {i: n for n, i in enumerate(kept)}

    def head_of(i: int) -> int:
        head = words[i].head - 1
        while head >= 0 and head not in place:
            head = words[head].head - 1
        return place.get(head, -1)

    tokens = tuple(
        Token(
            text=doc[i].text,
            start=doc[i].idx,
            end=doc[i].idx + len(doc[i].text),
            sentence=sentence_by_token.get(i, 0),
        )
        for i in kept
    )
    return Parse(
        caption=Caption(text=doc.text, caption_id=number, tokens=tuple(token.text for token in tokens)),
        tokens=tokens,
        words=tuple(
            Word(
                text=doc[i].text,
                lemma=_lemma(doc[i]),
                upos=words[i].upos or "X",
                xpos=words[i].xpos or "",
                features=words[i].feats or "",
                head=head_of(i),
                deprel=words[i].deprel if head_of(i) >= 0 else "root",
            )
            for i in kept
        ),
    )


def _lemma(token: Any) -> str:
    """As our parsers give lemmas: in lower case, but of proper nouns."""
    lemma = str(token.lemma_ or token.text)
    return lemma if token.pos_ == "PROPN" else lemma.lower()
