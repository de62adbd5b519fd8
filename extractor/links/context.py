"""What the contextual vectors of predicate and argument say of a link: a share of the slots' margins.

The vectors are those of the parser ``encoder`` (`Parse.scores`). They are projected on their principal axes when the
links are trained; axes and weights are one matrix here, so that a caption costs one small product.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from extractor.errors import BundleError
from extractor.linear.model import Margins
from extractor.links.caption_features import CaptionFeatures

Pair = tuple[int, int, int]
"""A caption of a batch, and the words of its predicate and its argument."""

_FIELDS = ("predicate", "argument", "offsets")


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextWeights:
    """Weights over contextual vectors, one column a slot.

    Attributes:
        predicate: Of the predicate's vector, shape (width, slots).
        argument: Of the argument's vector, shape (width, slots).
        offsets: Shape (slots,).
    """

    predicate: npt.NDArray[np.float32]
    argument: npt.NDArray[np.float32]
    offsets: npt.NDArray[np.float64]
    _weights: npt.NDArray[np.float64] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        joined = np.hstack([self.predicate, self.argument]).astype(np.float64)
        object.__setattr__(self, "_weights", joined)

    def margins(self, captions: Sequence[CaptionFeatures], pairs: Sequence[Pair]) -> Margins:
        """What to add to the margins of pairs, shape (pairs, slots).

        Args:
            captions: A batch whose parses have scores.
            pairs: Of the batch, those of one caption one behind the other.

        Raises:
            BundleError: The parses have no vectors, or some of another width.
        """
        n_slots = len(self.offsets)
        result = np.tile(self.offsets, (len(pairs), 1))
        end = 0
        for c, of_caption in itertools.groupby(pairs, key=operator.itemgetter(0)):
            vectors = word_vectors(captions[c])
            if vectors.shape[1] != len(self._weights):
                raise BundleError(
                    f"the links know contextual vectors of width {len(self._weights)}, the parser's have "
                    f"{vectors.shape[1]}: train the links over this parser"
                )
            shares = vectors.astype(np.float64) @ self._weights
            words = np.array([pair[1:] for pair in of_caption])
            start, end = end, end + len(words)
            result[start:end] += shares[words[:, 0], :n_slots] + shares[words[:, 1], n_slots:]
        return result

    def to_state(self) -> dict[str, Any]:
        """The weights as a dictionary of arrays."""
        return {name: getattr(self, name) for name in _FIELDS}

    @classmethod
    def from_state(cls, state: Mapping[str, Any], *, n_slots: int, where: str) -> ContextWeights:
        """The weights of a dictionary made by ``to_state``.

        Raises:
            BundleError: A field is missing or the shapes do not fit.
        """
        missing = [name for name in _FIELDS if name not in state]
        if missing:
            raise BundleError(f"{where}: contextual weights lack {', '.join(missing)}")
        shapes = [state[name].shape for name in _FIELDS]
        width = shapes[0][0]
        if shapes != [(width, n_slots), (width, n_slots), (n_slots,)]:
            raise BundleError(f"{where}: contextual weights of shapes {shapes} do not fit {n_slots} slots")
        return cls(**{name: state[name] for name in _FIELDS})


def word_vectors(features: CaptionFeatures) -> npt.NDArray[np.float32]:
    """The contextual vectors of all words of a caption, shape (words, width); 0 for what no parser reads.

    Raises:
        BundleError: The parser gave none.
    """
    scores = features.graph.parse.scores
    if scores is None:
        raise BundleError("links with contextual weights need a parser with vectors: encoder")
    return scores.vectors(range(len(features.graph.words)))
