"""The network of a sentence encoder: a transformer, read as one vector of the sentence and one of each word."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from training.syntax.encoder.network import Transformer


class SentenceVectors(NamedTuple):
    """Vectors of sentences, all of length 1.

    Attributes:
        sentences: Shape (sentences, width): the mean of all pieces.
        words: Shape (sentences, words, width): the first piece of each word.
        is_word: Shape (sentences, words): false where a row is padding.
    """

    sentences: Tensor
    words: Tensor
    is_word: Tensor


class SentenceNetwork(Transformer):
    """Word pieces to vectors of sentences and of their words."""

    def vectors(self, pieces: Tensor, firsts: Tensor) -> SentenceVectors:
        """The vectors of sentences.

        Args:
            pieces: Numbers of word pieces, shape (sentences, pieces).
            firsts: The place of each word's first piece, shape (sentences, words); 0 where a row is padding.
        """
        state = self.states(pieces)[-1].float()
        is_piece = (pieces != self._pad).unsqueeze(-1)
        means = (state * is_piece).sum(dim=1) / is_piece.sum(dim=1)
        places = firsts.unsqueeze(-1).expand(-1, -1, state.shape[-1])
        words = torch.gather(state, 1, places)
        return SentenceVectors(
            functional.normalize(means, dim=-1), functional.normalize(words, dim=-1), firsts > 0
        )


def word_agreement(first: SentenceVectors, second: SentenceVectors) -> Tensor:
    """How well the words of sentences match, shape (first sentences, second sentences), from -1 to 1.

    The mean of two means: of each word of the one sentence and its best match in the other, and the other way round.
    """
    cosines = torch.einsum("iad,jbd->ijab", first.words, second.words)
    best_of_first = cosines.masked_fill(~second.is_word[None, :, None, :], -1.0).amax(dim=3)
    best_of_second = cosines.masked_fill(~first.is_word[:, None, :, None], -1.0).amax(dim=2)
    return (
        _mean(best_of_first, first.is_word[:, None, :]) + _mean(best_of_second, second.is_word[None, :, :])
    ) / 2


def _mean(values: Tensor, is_word: Tensor) -> Tensor:
    return (values * is_word).sum(dim=-1) / is_word.sum(dim=-1).clamp(min=1)
