"""The sentence encoder of a bundle: one vector of a caption and one of each of its words, in their context.

::

    sentences/encoder.json    the network's measures, and what it has read
              vocab.txt       the word pieces, one a line, in the order of their numbers
              encoder.onnx    word pieces -> the vectors of pieces

It is no parser: it says what is alike. A text alone has the vectors that it has in a batch, to the last bit.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from extractor.errors import BundleError
from extractor.syntax.encoder.files import (
    CONFIG_FILE,
    ENCODER_FILE,
    VOCABULARY_FILE,
    TransformerConfig,
    fingerprint,
    load_session,
    load_vocabulary,
)
from extractor.syntax.encoder.pieces import WordPieces

SENTENCES_FOLDER = "sentences"
SENTENCE_FILES = (CONFIG_FILE, VOCABULARY_FILE, ENCODER_FILE)
SENTENCES_SCHEMA = "captuple.sentences/1"
MAX_WORDS = 254
"""Words of a text that are read; later ones have no vector."""

# Word pieces of a batch, with padding: larger ones run no faster, and their memory grows.
_MAX_BATCH_PIECES = 600
_LEAST_POSITIONS = MAX_WORDS + 2
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")

Vectors = npt.NDArray[np.float32]


class SentencesConfig(TransformerConfig, kw_only=True, frozen=True):
    """What a sentence encoder is like, beyond its transformer.

    Attributes:
        read: What it has learned from, its start among it, for people.
        schema: Of this record.
    """

    read: list[str]
    schema: str = SENTENCES_SCHEMA


@dataclass(frozen=True, slots=True, eq=False)
class EncodedText:
    """A text as vectors of length 1.

    Attributes:
        vector: Of the whole, shape (width,); zeros for a text without words.
        spans: First code point of each word and the one behind its last.
        words: Of each word, shape (words, width).
    """

    vector: Vectors
    spans: tuple[tuple[int, int], ...]
    words: Vectors


class SentenceEncoder:
    """Texts to vectors. Safe to share between threads.

    Args:
        folder: Holds ``encoder.json``, ``vocab.txt`` and ``encoder.onnx``.

    Raises:
        BundleError: A file is missing, damaged, of another version or of another encoder.
    """

    def __init__(self, folder: Path) -> None:
        missing = [name for name in SENTENCE_FILES if not (folder / name).is_file()]
        if missing:
            raise BundleError(
                f"{folder} lacks {', '.join(missing)}: a sentence encoder needs {', '.join(SENTENCE_FILES)}"
            )
        self.config, vocabulary = read_config(folder)
        expected = fingerprint(self.config, vocabulary)
        self._pieces = WordPieces(vocabulary)
        self._session = load_session(folder / ENCODER_FILE, schema=SENTENCES_SCHEMA, expected=expected)
        self.digest = hashlib.sha256((folder / ENCODER_FILE).read_bytes()).hexdigest()[:8]
        """Eight hexadecimal digits that tell one encoder from another, for signatures."""

    def encode(self, texts: Sequence[str]) -> list[EncodedText]:
        """The vectors of texts, in order; like texts are read once.

        Args:
            texts: Captions; marks and letter case make no difference.
        """
        rows = {text: self._row(text) for text in dict.fromkeys(texts)}
        encoded = {
            text: EncodedText(
                np.zeros(self.config.width, np.float32), (), np.zeros((0, self.config.width), np.float32)
            )
            for text, row in rows.items()
            if not row.spans
        }
        read = sorted(
            (text for text in rows if text not in encoded), key=lambda text: len(rows[text].numbers)
        )
        for batch in _batches(read, rows):
            encoded.update(zip(batch, self._run([rows[text] for text in batch]), strict=True))
        return [encoded[text] for text in texts]

    def _row(self, text: str) -> _Row:
        matches = [match for _, match in zip(range(MAX_WORDS), _WORD.finditer(text), strict=False)]
        numbers, firsts = self._pieces.sentence(
            [self._pieces.word(match.group()) for match in matches], positions=_LEAST_POSITIONS
        )
        return _Row(tuple(match.span() for match in matches), numbers, firsts)

    def _run(self, rows: Sequence[_Row]) -> list[EncodedText]:
        pieces = np.full((len(rows), max(len(row.numbers) for row in rows)), self._pieces.pad, dtype=np.int64)
        for k, row in enumerate(rows):
            pieces[k, : len(row.numbers)] = row.numbers
        (states,) = self._session.run(["states"], {"pieces": pieces})
        return [_encoded(row, states[k, : len(row.numbers)]) for k, row in enumerate(rows)]


@dataclass(frozen=True, slots=True)
class _Row:
    """A text as word pieces: the spans of its words, the numbers of pieces, and the place of each word's first."""

    spans: tuple[tuple[int, int], ...]
    numbers: list[int]
    firsts: list[int]


def _batches(texts: Sequence[str], rows: dict[str, _Row]) -> Iterator[Sequence[str]]:
    """Neighbours, as many as the padded pieces of a batch allow; texts stand by their length."""
    start = 0
    for end, text in enumerate(texts):
        if end > start and len(rows[text].numbers) * (end + 1 - start) > _MAX_BATCH_PIECES:
            yield texts[start:end]
            start = end
    if start < len(texts):
        yield texts[start:]


def _encoded(row: _Row, states: Any) -> EncodedText:
    # Summed row by row, without padding: numbers do not depend on the batch.
    return EncodedText(_unit(states.sum(axis=0)), row.spans, _unit(states[row.firsts]))


def _unit(vectors: Any) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    result: Vectors = vectors / np.maximum(lengths, 1e-9)
    return result


def read_config(folder: Path) -> tuple[SentencesConfig, tuple[str, ...]]:
    """What the encoder in a folder is like, and its word pieces.

    Raises:
        BundleError: Files are missing, of another version, or do not belong together.
    """
    config = _config(folder / CONFIG_FILE)
    return config, load_vocabulary(folder / VOCABULARY_FILE, config)


def _config(path: Path) -> SentencesConfig:
    try:
        config = msgspec.json.decode(path.read_bytes(), type=SentencesConfig)
    except (OSError, msgspec.MsgspecError) as error:
        raise BundleError(f"{path} is no description of {SENTENCES_SCHEMA}: {error}") from error
    if config.schema != SENTENCES_SCHEMA:
        raise BundleError(f"{path} has the schema {config.schema!r}, this version reads {SENTENCES_SCHEMA!r}")
    if config.positions < _LEAST_POSITIONS:
        raise BundleError(
            f"{path} cannot be used: {config.positions} positions, needed are at least {_LEAST_POSITIONS}"
        )
    return config
