"""What a contextual parser knows of words beyond the tree: roles of pairs, vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

ROLES = ("A0", "A1", "A2", "AM-LOC", "AM-TMP", "AM-DIR", "AM-MNR")
"""The PropBank-style roles that say something of a caption's slots."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SentenceScores:
    """The scores of the words of one sentence, as a parser read it.

    Attributes:
        roles: Probability of each of ``ROLES`` (last axis) of a word (second axis) for a predicate (first axis), shape
            (words, words, roles); where they do not add up to 1, the rest is another role or none. None where they were
            not asked for.
        vectors: Contextual vector of each word, shape (words, width).
    """

    roles: Floats | None
    vectors: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WordScores:
    """The scores of the words of a caption, by their indices in its parse.

    Attributes:
        sentences: Of each sentence, in order.
        places: Of each word that the parser read, its sentence and its place therein.
    """

    sentences: Sequence[SentenceScores]
    places: Mapping[int, tuple[int, int]]

    def roles(self, predicate: int, arguments: Sequence[int]) -> Floats:
        """Probabilities of the roles of words for a predicate, shape (arguments, roles).

        Args:
            predicate: Any word.
            arguments: Any words.

        Returns:
            The columns are ``ROLES``. Words of another sentence, and marks that no parser reads, have 0; so have all
            where nobody asked for roles.
        """
        sentence, row = self.places.get(predicate, (-1, 0))
        result = np.zeros((len(arguments), len(ROLES)), dtype=np.float32)
        roles = self.sentences[sentence].roles if sentence >= 0 else None
        if roles is None:
            return result
        for k, argument in enumerate(arguments):
            other, column = self.places.get(argument, (-2, 0))
            if other == sentence:
                result[k] = roles[row, column]
        return result

    def vectors(self, words: Sequence[int]) -> Floats:
        """Vectors of words, shape (words, width); 0 for marks that no parser reads."""
        result = np.zeros((len(words), self._width), dtype=np.float32)
        for k, word in enumerate(words):
            if word in self.places:
                sentence, row = self.places[word]
                result[k] = self.sentences[sentence].vectors[row]
        return result

    @property
    def _width(self) -> int:
        return self.sentences[0].vectors.shape[1] if self.sentences else 0
