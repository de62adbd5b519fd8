"""The weights of ``captuple-graded.v2``: what each measure has to say in the score.

Chosen by ``benchmarks/graded_weights.py`` on SugarCrepe, Flickr8k-CF and PASCAL-50S, by cross-validation with images
kept together; docs/human-agreement.md has the figures of the folds. They are rounded, for near the best the figures are
flat.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

CONTRADICTION = "contradiction"

WORD_WEIGHTS: Mapping[str, float] = MappingProxyType(
    {"theme": 0.40, "precision": 0.25, "recall": 0.15, "structure": 0.20, CONTRADICTION: -0.20}
)
"""Of similarities that know words alone."""

CONTEXT_WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "theme": 0.15,
        "precision": 0.10,
        "recall": 0.05,
        "structure": 0.10,
        "captions": 0.25,
        "word precision": 0.20,
        "word recall": 0.15,
        CONTRADICTION: -0.20,
    }
)
"""Of similarities that read whole captions, as ``encoder.v1``."""
