"""The weights of ``captuple-graded.v2``: what each measure has to say in the score.

Chosen on SugarCrepe, Flickr8k-CF and PASCAL-50S by cross-validation with images kept together, in an earlier state of
the search of ``benchmarks/graded_weights.py``; docs/human-agreement.md has the figures of the folds. They are rounded,
for near the best the figures are flat. Contradiction has more than the search gave it, set by hand: exchanged colours
are to stand below a right caption without colours. ``broken off`` was made on the pairs of Clotho-Eval.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

CONTRADICTION = "contradiction"
BROKEN_OFF = "broken off"

WORD_WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "theme": 0.48,
        "precision": 0.38,
        "recall": 0.06,
        "structure": 0.08,
        CONTRADICTION: -0.20,
        BROKEN_OFF: -0.20,
    }
)
"""Of similarities that know words alone."""

CONTEXT_WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "theme": 0.25,
        "precision": 0.15,
        "recall": 0.07,
        "structure": 0.03,
        "captions": 0.30,
        "word precision": 0.15,
        "word recall": 0.05,
        CONTRADICTION: -0.20,
        BROKEN_OFF: -0.20,
    }
)
"""Of similarities that read whole captions, as ``encoder.v1``."""
