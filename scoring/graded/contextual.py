"""``encoder.v1``: captions and their words as vectors in context, beside the thesaurus.

The thesaurus says how alike words are, whatever stands around them. A sentence encoder reads a whole caption: the
vector of ``dog`` in ``a brown dog chases a cat`` knows of brown and of the chase.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from scoring.graded.prose import part_spans
from scoring.graded.similarity import ENCODER_SIMILARITY, ThesaurusSimilarity
from scoring.graded.thesaurus import Thesaurus

# Texts whose vectors are kept: some tens of megabytes.
_MAX_KEPT = 8_192
Vectors = npt.NDArray[np.float32]


class EncodedText(Protocol):
    """A text as vectors of length 1; see ``extractor.syntax.encoder.sentences.EncodedText``."""

    @property
    def vector(self) -> Vectors:
        """Of the whole, shape (width,)."""

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """First code point of each word and the one behind its last."""

    @property
    def words(self) -> Vectors:
        """Of each word, shape (words, width)."""


class TextEncoder(Protocol):
    """Texts to vectors."""

    @property
    def digest(self) -> str:
        """Tells one encoder from another, for signatures."""

    def encode(self, texts: Sequence[str]) -> Sequence[EncodedText]:
        """The vectors of texts, in order."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadText:
    """A text as an encoder read it, sentence by sentence.

    Attributes:
        vectors: Of each part, shape (parts, width).
        sizes: Words of each part, shape (parts,).
        spans: Of each word, in the text.
        words: The vector of each word, shape (words, width).
    """

    vectors: Vectors
    sizes: npt.NDArray[np.int64]
    spans: tuple[tuple[int, int], ...]
    words: Vectors

    @staticmethod
    def of(parts: Sequence[EncodedText], spans: Sequence[tuple[int, int]]) -> ReadText:
        """A text of its parts.

        Args:
            parts: At least one.
            spans: Where they stand.
        """
        return ReadText(
            vectors=np.stack([part.vector for part in parts]),
            sizes=np.array([len(part.spans) for part in parts]),
            spans=tuple(
                (begin + start, begin + end)
                for part, (begin, _) in zip(parts, spans, strict=True)
                for start, end in part.spans
            ),
            words=parts[0].words if len(parts) == 1 else np.concatenate([part.words for part in parts]),
        )

    @property
    def vector(self) -> Vectors:
        """Of the whole: that of its only part, or the mean over words, of length 1."""
        if len(self.vectors) == 1:
            only: Vectors = self.vectors[0]
            return only
        mean: Vectors = (self.vectors * self.sizes[:, None]).sum(axis=0).astype(np.float32)
        unit: Vectors = mean / np.float32(max(float(np.linalg.norm(mean)), 1e-9))
        return unit


@dataclass(frozen=True, slots=True)
class ContextualAgreement:
    """How like a candidate is to its references, by their vectors; cosines, negative ones as 0.

    Attributes:
        captions: Of the candidate with each reference, shape (references,); see `_cosine`.
        word_precision: Of each word of the candidate the likest word of any reference, shape (words,).
        word_matches: Which that is: the reference and the word, shape (words, 2).
        precisions: The mean over the candidate's words of their likest in each reference, shape (references,).
        recalls: The mean over each reference's words of their likest in the candidate, shape (references,).
    """

    captions: npt.NDArray[np.float64]
    word_precision: npt.NDArray[np.float64]
    word_matches: npt.NDArray[np.int64]
    precisions: npt.NDArray[np.float64]
    recalls: npt.NDArray[np.float64]


class EncoderSimilarity(ThesaurusSimilarity):
    """The thesaurus' similarity of words, and an encoder's of captions and of words in them. Safe to share.

    Args:
        thesaurus: Of the bundle that extracted the tuples.
        encoder: Of a bundle that has one.
    """

    name = ENCODER_SIMILARITY
    description = (
        "thesaurus.v1, and the cosines of captions and of their words in context, by a sentence encoder"
    )

    def __init__(self, thesaurus: Thesaurus, encoder: TextEncoder) -> None:
        super().__init__(thesaurus)
        self.encoder = encoder
        self._kept: OrderedDict[str, EncodedText] = OrderedDict()
        self._lock = threading.Lock()

    def encode(self, texts: Sequence[str]) -> list[ReadText]:
        """The vectors of texts, in order; those of the last some thousand parts are kept."""
        spans_by_text = {text: part_spans(text) for text in texts}
        parts = [text[start:end] for text, spans in spans_by_text.items() for start, end in spans]
        found = self._encoded(parts)
        return [
            ReadText.of([found[text[start:end]] for start, end in spans_by_text[text]], spans_by_text[text])
            for text in texts
        ]

    def _encoded(self, parts: Sequence[str]) -> dict[str, EncodedText]:
        found: dict[str, EncodedText] = {}
        with self._lock:
            for part in dict.fromkeys(parts):
                kept = self._kept.get(part)
                if kept is not None:
                    self._kept.move_to_end(part)
                    found[part] = kept
        missing = [part for part in dict.fromkeys(parts) if part not in found]
        if missing:
            made = dict(zip(missing, self.encoder.encode(missing), strict=True))
            found |= made
            with self._lock:
                self._kept |= made
                while len(self._kept) > _MAX_KEPT:
                    self._kept.popitem(last=False)
        return found

    def __getstate__(self) -> dict[str, object]:
        return {"thesaurus": self.thesaurus, "encoder": self.encoder}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__init__(**state)  # type: ignore[misc]  # what is kept is not carried along


def contextual_agreement(candidate: ReadText, references: Sequence[ReadText]) -> ContextualAgreement:
    """How like a candidate is to its references.

    Args:
        candidate: Its vectors.
        references: Theirs, at least one.
    """
    captions = np.array([_cosine(candidate, reference) for reference in references])
    n_words, n_references = len(candidate.words), len(references)
    own = candidate.words.astype(np.float64)
    best = np.zeros((n_references, n_words))
    places = np.zeros((n_references, n_words), dtype=np.int64)
    recalls = np.zeros(n_references)
    for k, reference in enumerate(references):
        if n_words and len(reference.words):
            cosines = np.maximum(own @ reference.words.T.astype(np.float64), 0)
            places[k] = cosines.argmax(axis=1)
            best[k] = cosines.max(axis=1)
            recalls[k] = cosines.max(axis=0).mean()
    which = best.argmax(axis=0) if n_words else np.zeros(0, dtype=np.int64)
    columns = np.arange(n_words)
    return ContextualAgreement(
        captions=captions,
        word_precision=best[which, columns],
        word_matches=np.stack([which, places[which, columns]], axis=1),
        precisions=best.mean(axis=1) if n_words else np.zeros(n_references),
        recalls=recalls,
    )


def _cosine(candidate: ReadText, reference: ReadText) -> float:
    """Of two sentences their cosine; else that of each part with the likest of the other.

    The mean over the words of the candidate and that over the words of the reference count half each.
    """
    cosines = np.maximum(candidate.vectors.astype(np.float64) @ reference.vectors.T, 0)
    if cosines.size == 1:
        return float(cosines[0, 0])
    own, theirs = np.maximum(candidate.sizes, 1e-9), np.maximum(reference.sizes, 1e-9)
    precision = float(cosines.max(axis=1) @ own / own.sum())
    recall = float(cosines.max(axis=0) @ theirs / theirs.sum())
    return (precision + recall) / 2
