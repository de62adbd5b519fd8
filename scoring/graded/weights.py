"""The weights of ``captuple-graded.v2``: what each measure has to say in the score.

Chosen on SugarCrepe, Flickr8k-CF and PASCAL-50S; docs/human-agreement.md has the figures, and those of held-out folds
by the search of ``benchmarks/graded_weights.py``. They are rounded, for near the best the figures are flat. ``broken
off`` was made on the pairs of Clotho-Eval.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

CONTRADICTION = "contradiction"
BROKEN_OFF = "broken off"
INVENTION = "invention"

WORD_WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "theme": 0.46,
        "precision": 0.38,
        "recall": 0.08,
        "structure": 0.08,
        INVENTION: -0.10,
        CONTRADICTION: -0.20,
        BROKEN_OFF: -0.20,
    }
)
"""Of similarities that know words alone."""

CONTEXT_WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "theme": 0.20,
        "precision": 0.17,
        "recall": 0.13,
        "structure": 0.06,
        "captions": 0.24,
        "word precision": 0.12,
        "word recall": 0.08,
        INVENTION: -0.16,
        CONTRADICTION: -0.25,
        BROKEN_OFF: -0.20,
    }
)
"""Of similarities that read whole captions, as ``encoder.v1``."""
