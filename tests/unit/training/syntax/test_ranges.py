"""Ranges of products over integers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from training.syntax.encoder.onnx_graph import LAYER, Graph, Range
from training.syntax.encoder.ranges import measured_ranges

NAME = f"{LAYER}0.up"


def test_a_step_by_hand() -> None:
    range_ = Range(np.array([-1.0, -0.5], np.float32), np.array([4.1, 2.0], np.float32))
    assert range_.over(np.ones(2, np.float32)) == pytest.approx((0.02, 50))
    # Half of what is above 0 is cut off; the other input is brought to twice its size.
    halved = Range(range_.least, range_.greatest, kept=(1.0, 0.5))
    scale, zero = halved.over(np.array([1.0, 0.5], np.float32))
    assert (scale, zero) == pytest.approx(((2.05 + 1.0) / 255, 84))


def test_inputs_come_to_like_sizes_and_weights_make_up_for_it() -> None:
    range_ = Range(np.array([-100.0, -1.0], np.float32), np.array([3.0, 1.0], np.float32))
    factors = range_.factors(np.array([[1.0, 1.0], [-0.5, 0.2]], np.float32))
    assert factors[0] / factors[1] == pytest.approx(100**0.7, rel=1e-5)
    assert factors.prod() == pytest.approx(1.0, rel=1e-5)


def _built(graph: Graph, weight: npt.NDArray[np.float32]) -> Graph:
    x = graph.input("pieces", "int", ["sentences", "pieces"])
    values = graph.op("Cast", x, to=1)
    bias = np.zeros(len(weight), np.float32)
    graph.output("vectors", graph.product(NAME, values, weight, bias), "float", None)
    return graph


def test_what_is_far_out_and_changes_little_is_cut_off() -> None:
    rng = np.random.default_rng(0)
    weight = rng.normal(size=(4, 64)).astype(np.float32)
    feeds = [{"pieces": rng.integers(-10, 11, (50, 64))} for _ in range(8)]
    whole = measured_ranges(lambda graph: _built(graph, weight), feeds, output="vectors")[NAME]
    assert whole.kept == (1.0, 1.0)
    feeds[3]["pieces"][7, 5] = 20
    weight[:, 5] = 0.0
    cut = measured_ranges(lambda graph: _built(graph, weight), feeds, output="vectors")[NAME]
    assert cut.greatest.max() == 20
    assert cut.kept == (1.0, 0.5)


def test_without_sentences_nothing_is_measured() -> None:
    with pytest.raises(ValueError, match="there are none"):
        measured_ranges(lambda graph: graph, [], output="vectors")
