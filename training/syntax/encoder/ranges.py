"""Between which values the large products of a graph take what they take, measured on sentences.

Few values lie far out. A range that holds them all has coarse steps for all others, so either end may be cut: the range
of a product is the one with which the graph's output comes nearest to what it is in single precision, while all other
products run in that.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from extractor.syntax.encoder.pieces import WordPieces
from training.syntax.encoder.onnx_graph import LAYER, Graph, Range

Feed = dict[str, npt.NDArray[np.int64]]
_KEPT = (1.0, 0.85, 0.7, 0.5, 0.35)  # shares of either side
_N_COMPARED = 60


def sentence_feeds(
    sentences: Sequence[Sequence[str]], vocabulary: Sequence[str], *, positions: int
) -> list[Feed]:
    """What an encoder's graph takes for each sentence, alone: padding is no part of what is measured."""
    pieces = WordPieces(vocabulary)
    feeds = []
    for words in sentences:
        numbers, firsts = pieces.sentence([pieces.word(word) for word in words], positions=positions)
        feeds.append({"pieces": np.array([numbers]), "firsts": np.array([firsts])})
    return feeds


def measured_ranges(
    build: Callable[[Graph], Graph], feeds: Sequence[Feed], *, output: str
) -> dict[str, Range]:
    """The ranges of a graph's products, by their names.

    Args:
        build: Puts the graph together.
        feeds: Its inputs, one sentence each; the first of them are those on which cuts are compared.
        output: What is to be near: vectors that the transformer gives. Products behind them have their whole range.

    Raises:
        ValueError: There are no sentences.
    """
    if not feeds:
        raise ValueError("ranges are measured on sentences: there are none")
    whole = _whole_ranges(build(Graph()), feeds)
    compared = feeds[:_N_COMPARED]
    wanted = _outputs(build(Graph()), compared, output)
    return {
        name: _best_cut(build, name, range_, compared, wanted, output) if name.startswith(LAYER) else range_
        for name, range_ in whole.items()
    }


def _whole_ranges(graph: Graph, feeds: Sequence[Feed]) -> dict[str, Range]:
    """From the least value of each product to the greatest."""
    values = list(dict.fromkeys(graph.taken.values()))
    session = _session(graph, values)
    ranges: dict[str, Range] = {}
    for feed in feeds:
        for value, found in zip(values, session.run(values, feed), strict=True):
            rows = found.reshape(-1, found.shape[-1])
            least, greatest = np.minimum(rows.min(axis=0), 0.0), np.maximum(rows.max(axis=0), 0.0)
            if value in ranges:
                least = np.minimum(least, ranges[value].least)
                greatest = np.maximum(greatest, ranges[value].greatest)
            ranges[value] = Range(least, greatest)
    return {name: ranges[value] for name, value in graph.taken.items()}


def _best_cut(
    build: Callable[[Graph], Graph],
    name: str,
    whole: Range,
    feeds: Sequence[Feed],
    wanted: Sequence[npt.NDArray[Any]],
    output: str,
) -> Range:
    def error(range_: Range) -> float:
        found = _outputs(build(Graph({name: range_})), feeds, output)
        return sum(float(((ours - theirs) ** 2).sum()) for ours, theirs in zip(found, wanted, strict=True))

    cuts = (
        replace(whole, kept=(low, high))
        for low, high in itertools.product(_KEPT, repeat=2)
        if low == high or max(low, high) == 1.0
    )
    return min(cuts, key=error)


def _outputs(graph: Graph, feeds: Sequence[Feed], output: str) -> list[npt.NDArray[Any]]:
    session = _session(graph)
    return [session.run([output], feed)[0] for feed in feeds]


def _session(graph: Graph, values: Sequence[str] = ()) -> Any:
    """The graph, ready to run; with some of its values as outputs."""
    import onnx
    import onnxruntime

    model = graph.model("measured")
    known = {given.name for given in model.graph.output}
    model.graph.output.extend(
        onnx.helper.make_tensor_value_info(value, onnx.TensorProto.FLOAT, None)
        for value in values
        if value not in known
    )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
