"""Words to word pieces, as BERT's uncased models read them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

PAD, UNKNOWN, START, END, MASK = "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"
SPECIAL = (PAD, UNKNOWN, START, END, MASK)
MAX_WORD_PIECES = 8
_CONTINUED = "##"
# Words whose pieces are kept; beyond it all are forgotten, so that memory stays flat.
_MAX_KEPT = 100_000
_CHINESE = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class WordPieces:
    """Split words into the longest pieces of a vocabulary, from left to right.

    Args:
        vocabulary: The pieces in the order of their numbers; holds those of ``SPECIAL``.
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._number_by_piece = {piece: number for number, piece in enumerate(vocabulary)}
        self._longest = max(map(len, vocabulary))
        self._kept: dict[str, tuple[int, ...]] = {}
        self.pad, self.unknown, self.start, self.end, self.mask = (
            self._number_by_piece[piece] for piece in SPECIAL
        )

    def word(self, word: str) -> tuple[int, ...]:
        """The numbers of a word's first ``MAX_WORD_PIECES`` pieces; at least one."""
        pieces = self._kept.get(word)
        if pieces is None:
            if len(self._kept) >= _MAX_KEPT:
                self._kept.clear()
            found: list[int] = []
            for part in _parts(word):
                found.extend(self._split(part))
                if len(found) >= MAX_WORD_PIECES:
                    break
            pieces = tuple(found[:MAX_WORD_PIECES]) or (self.unknown,)
            self._kept[word] = pieces
        return pieces

    def sentence(self, words: Sequence[Sequence[int]], *, positions: int) -> tuple[list[int], list[int]]:
        """The numbers of a sentence's pieces, and where each word's first one stands.

        Args:
            words: The pieces of each word.
            positions: The most pieces there may be; words lose their last ones where they are more.
        """
        most = MAX_WORD_PIECES
        while most > 1 and 2 + sum(min(len(word), most) for word in words) > positions:
            most -= 1
        numbers, firsts = [self.start], []
        for word in words:
            firsts.append(len(numbers))
            numbers.extend(word[:most])
        numbers.append(self.end)
        return numbers, firsts

    def _split(self, part: str) -> list[int]:
        """The pieces of a part of a word: the unknown one where no pieces make it up."""
        numbers = []
        start = 0
        while start < len(part):
            prefix = _CONTINUED if start else ""
            for end in range(min(len(part), start + self._longest), start, -1):
                number = self._number_by_piece.get(prefix + part[start:end])
                if number is not None:
                    break
            else:
                return [self.unknown]
            numbers.append(number)
            start = end
        return numbers


def _parts(word: str) -> Iterator[str]:
    """Runs of a word between its marks, and the marks, in lower case and without accents."""
    run = ""
    for c in unicodedata.normalize("NFD", word.lower()):
        category = unicodedata.category(c)
        if category == "Mn" or (category[0] == "C" and not c.isspace()) or c == "\ufffd":
            continue
        alone = _is_mark(c, category) or _is_chinese(c)
        if alone or c.isspace():
            if run:
                yield run
            run = ""
        if alone:
            yield c
        elif not c.isspace():
            run += c
    if run:
        yield run


def _is_mark(c: str, category: str) -> bool:
    return category[0] == "P" or (c.isascii() and c.isprintable() and not c.isalnum() and c != " ")


def _is_chinese(c: str) -> bool:
    return any(first <= ord(c) <= last for first, last in _CHINESE)
