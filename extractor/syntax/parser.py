"""Parsers by name: what the extractor asks of one, and which there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeGuard

from extractor.errors import BundleError, UnknownNameError
from extractor.types import Caption, Parse, Token


class Parser(Protocol):
    """Turns tokens into parses, batch first. Safe to share between threads."""

    name: str

    def parse(self, captions: Sequence[Caption], tokens: Sequence[tuple[Token, ...]]) -> list[Parse]:
        """One parse a caption, in order; a caption without tokens has a parse without words."""
        ...


class ScoringParser(Parser, Protocol):
    """A parser that knows more of words than the tree: contextual vectors."""

    def parse_scored(
        self, captions: Sequence[Caption], tokens: Sequence[tuple[Token, ...]], *, roles: bool = True
    ) -> list[Parse]:
        """As ``parse``, and every parse has ``scores``."""
        ...


def parse_for_links(
    parser: Parser,
    captions: Sequence[Caption],
    tokens: Sequence[tuple[Token, ...]],
    *,
    vectors: bool,
) -> list[Parse]:
    """The parses that links are decided over: with contextual vectors where they are asked for.

    Raises:
        BundleError: The parser has no vectors.
    """
    if not vectors:
        return parser.parse(captions, tokens)
    if not has_vectors(parser):
        raise BundleError(f"the links need contextual vectors, which the parser {parser.name} has not")
    return parser.parse_scored(captions, tokens, roles=False)


def has_vectors(parser: Parser) -> TypeGuard[ScoringParser]:
    """Whether a parser knows contextual vectors."""
    return hasattr(parser, "parse_scored")


def _stanza(folder: Path) -> Parser:
    from extractor.syntax.stanza_parser import StanzaParser

    return StanzaParser(folder)


def _spacy(folder: Path) -> Parser:
    from extractor.syntax.spacy_parser import SpacyParser

    return SpacyParser(folder)


def _encoder(folder: Path) -> Parser:
    from extractor.syntax.encoder.parser import EncoderParser

    return EncoderParser(folder)


_PARSERS: dict[str, Callable[[Path], Parser]] = {"encoder": _encoder, "spacy": _spacy, "stanza": _stanza}
PACKAGE_BY_PARSER = {"encoder": "onnxruntime"}
"""The package that runs a parser's models, where it is not called as the parser is."""
_MARKS = {"encoder.json": "encoder", "meta.json": "spacy"}


def parser_of(folder: Path) -> str:
    """The name of the parser whose models lie in a folder, told by the files that it alone has."""
    return next((name for file, name in _MARKS.items() if (folder / file).is_file()), "stanza")


def load_parser(name: str, folder: Path) -> Parser:
    """The parser of a name over its models.

    Args:
        name: A registered name.
        folder: Where its models lie.

    Raises:
        UnknownNameError: No parser has that name.
        BundleError: The models cannot be read.
    """
    if name not in _PARSERS:
        raise UnknownNameError("parser", name, _PARSERS)
    return _PARSERS[name](folder)
