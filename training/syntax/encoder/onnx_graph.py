"""ONNX graphs put together node by node, and the transformer's part of them.

The same weights give the same bytes, and no exporter of a framework is needed.

Precisions:

``float``
    Weights are stored in half precision and computed with in single precision.
``int8``
    The large products run over integers. Weights have one scale an output, and what a product takes has one that was
    measured once (``training.syntax.encoder.ranges``), so what stands beside a sentence in a batch changes none of its
    numbers. A scale for each batch, as dynamic quantization has it, would; one for each word piece, found while the
    graph runs, takes as long as the products. Weights have seven bits of the eight: two products of eight by eight bits
    overflow the sixteen that processors without VNNI add them in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from extractor.syntax.encoder.files import TransformerConfig

if TYPE_CHECKING:
    import onnx

Precision = Literal["float", "int8"]
Matrix = npt.NDArray[np.float32]
Weights = Mapping[str, Matrix]

_OPSET = 20
_CONTRIB = "com.microsoft"
_IR_VERSION = 10
_EPSILON = 1e-12
_WEIGHT_STEPS = 63
_TABLE_STEPS = 127
_ACTIVATION_STEPS = 255
_LEAST_SCALE = 1e-9
_LEAST_SIZE = 1e-4
_INPUT_SHARE = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class Range:
    """What values a product takes.

    Attributes:
        least: Of each input, shape (inputs,), not above 0.
        greatest: Of each input, not below 0.
        kept: Shares of the range's two sides; what lies beyond is cut off.
    """

    least: Matrix
    greatest: Matrix
    kept: tuple[float, float] = (1.0, 1.0)

    def over(self, factors: Matrix) -> tuple[float, int]:
        """The scale of one step of eight bits, and the step that stands for 0, of inputs divided by factors."""
        low = self.kept[0] * float((self.least / factors).min())
        high = self.kept[1] * float((self.greatest / factors).max())
        scale = max((high - low) / _ACTIVATION_STEPS, _LEAST_SCALE)
        return scale, round(-low / scale)

    def factors(self, weight: Matrix) -> Matrix:
        """What to divide the inputs of a product by, and to multiply its weights with, so that both lose least.

        A few inputs of a transformer are ten times as large as all others, which one scale leaves few steps.
        """
        inputs = np.maximum(np.maximum(self.greatest, -self.least), _LEAST_SIZE)
        weights = np.maximum(np.abs(weight).max(axis=0), _LEAST_SIZE)
        factors = inputs**_INPUT_SHARE / weights ** (1 - _INPUT_SHARE)
        return np.asarray(factors / np.exp(np.log(factors).mean()), dtype=np.float32)


LAYER = "layers."
"""How the names of the transformer's products begin."""

Ranges = Mapping[str, Range]
"""By the names of products."""


class Graph:
    """An ONNX graph under construction: every method adds nodes and returns the name of their output.

    Args:
        ranges: Of what large products take, which then run over integers; one without a range runs in single precision.
            None for a graph without integers.

    Attributes:
        taken: What products take, by their names.
    """

    def __init__(self, ranges: Ranges | None = None) -> None:
        from onnx import TensorProto

        self.taken: dict[str, str] = {}
        self._ranges = ranges
        self._steps: dict[str, str] = {}
        self._nodes: list[onnx.NodeProto] = []
        self._initializers: list[onnx.TensorProto] = []
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []
        self._types = {"float": TensorProto.FLOAT, "int": TensorProto.INT64}
        self.int32 = TensorProto.INT32

    @property
    def n_constants(self) -> int:
        """How many constants the graph has."""
        return len(self._initializers)

    def input(self, name: str, kind: str, shape: Sequence[str | int]) -> str:
        """An input of the graph: ``float`` or ``int``."""
        import onnx

        self._inputs.append(onnx.helper.make_tensor_value_info(name, self._types[kind], shape))
        return name

    def output(self, name: str, value: str, kind: str, shape: Sequence[str | int]) -> None:
        """Give a value out under a name."""
        import onnx

        self._nodes.append(onnx.helper.make_node("Identity", [value], [name]))
        self._outputs.append(onnx.helper.make_tensor_value_info(name, self._types[kind], shape))

    def op(self, kind: str, *inputs: str, domain: str = "", n_outputs: int = 1, **attributes: Any) -> Any:
        """The output of a node; a list where it has several."""
        import onnx

        names = [f"{kind.lower()}{len(self._nodes)}.{k}" for k in range(n_outputs)]
        self._nodes.append(
            onnx.helper.make_node(kind, list(inputs), names, name=names[0], domain=domain, **attributes)
        )
        return names[0] if n_outputs == 1 else names

    def constant(self, value: Any, dtype: Any = np.int64) -> str:
        """A value that the graph holds."""
        import onnx

        name = f"constant{len(self._initializers)}"
        self._initializers.append(
            onnx.numpy_helper.from_array(np.ascontiguousarray(value, dtype=dtype), name)
        )
        return name

    def weight(self, value: Matrix) -> str:
        """Weights that are stored in half precision."""
        return str(self.op("Cast", self.constant(value, np.float16), to=self._types["float"]))

    def linear(self, x: str, weight: Matrix, bias: Matrix) -> str:
        """``x`` times a matrix of shape (outputs, inputs), as torch has them, plus a bias, in single precision."""
        return str(self.op("Add", self.op("MatMul", x, self.weight(weight.T)), self.weight(bias)))

    def product(self, name: str, x: str, weight: Matrix, bias: Matrix, *, even: bool = False) -> str:
        """As `linear`, over integers where there is a range.

        Args:
            name: By which the range of ``x`` is found; products over one ``x`` may share it.
            x: Shape (..., inputs).
            weight: The matrix.
            bias: Shape (outputs,).
            even: Whether inputs are first brought to like sizes; of one product over ``x`` alone.
        """
        self.taken[name] = x
        range_ = None if self._ranges is None else self._ranges.get(name)
        if range_ is None:
            return self.linear(x, weight, bias)
        factors = np.ones(weight.shape[1], np.float32)
        if even:
            factors = range_.factors(weight)
            x = self.op("Mul", x, self.constant(1 / factors, np.float32))
        step, zero_step = range_.over(factors)
        scale, zero = self.constant(step, np.float32), self.constant(zero_step, np.uint8)
        if x not in self._steps:
            self._steps[x] = self.op("QuantizeLinear", x, scale, zero)
        return self._product_int8(self._steps[x], scale, zero, weight * factors, bias)

    def _product_int8(self, steps: str, scale: str, zero: str, weight: Matrix, bias: Matrix) -> str:
        weight_steps, weight_scales = _quantized(weight)
        return str(
            self.op(
                "MatMulIntegerToFloat",
                steps,
                self.constant(weight_steps.T, np.int8),
                scale,
                self.constant(weight_scales, np.float32),
                zero,
                "",  # weights are symmetrical: their zero is 0
                self.constant(bias, np.float32),
                domain=_CONTRIB,
            )
        )

    def split(self, x: str, sizes: Sequence[int]) -> list[str]:
        """``x`` in parts along its last axis."""
        parts = self.op("Split", x, self.constant(list(sizes)), n_outputs=len(sizes), axis=-1)
        return [parts] if len(sizes) == 1 else list(parts)

    def norm(self, x: str, scale: Matrix, shift: Matrix) -> str:
        """Layer normalization over the last axis."""
        scale_name, shift_name = self.weight(scale), self.weight(shift)
        return str(self.op("LayerNormalization", x, scale_name, shift_name, axis=-1, epsilon=_EPSILON))

    def rows_of(self, table: Matrix, numbers: str) -> str:
        """Rows of a large table, stored in eight bits with a scale each, or in half precision."""
        if self._ranges is None:
            rows = self.op("Gather", self.constant(table, np.float16), numbers)
            return str(self.op("Cast", rows, to=self._types["float"]))
        steps, scales = _quantized(table, _TABLE_STEPS)
        rows = self.op(
            "Cast", self.op("Gather", self.constant(steps, np.int8), numbers), to=self._types["float"]
        )
        row_scales = self.op("Gather", self.constant(scales[:, None], np.float32), numbers)
        return str(self.op("Mul", rows, row_scales))

    def model(self, name: str) -> onnx.ModelProto:
        """The graph as a model."""
        import onnx

        graph = onnx.helper.make_graph(
            self._nodes, name, self._inputs, self._outputs, initializer=self._initializers
        )
        opsets = [onnx.helper.make_opsetid("", _OPSET), onnx.helper.make_opsetid(_CONTRIB, 1)]
        model = onnx.helper.make_model(graph, opset_imports=opsets, producer_name="captuple")
        model.ir_version = _IR_VERSION
        return model


def _quantized(weight: Matrix, n_steps: int = _WEIGHT_STEPS) -> tuple[npt.NDArray[np.int8], Matrix]:
    """Rows as whole numbers from ``-n_steps`` to ``n_steps``, and the scale of each row."""
    scales = np.maximum(np.abs(weight).max(axis=1) / n_steps, _LEAST_SCALE).astype(np.float32)
    return np.round(weight / scales[:, None]).astype(np.int8), scales


def transformer(
    graph: Graph, weights: Weights, config: TransformerConfig, pieces: str, *, pad: int
) -> list[str]:
    """The states of all layers, the embeddings first, each of shape (sentences, pieces, width)."""
    length = graph.op("Shape", pieces, start=1, end=2)
    is_piece = graph.op("Not", graph.op("Equal", pieces, graph.constant(pad)))
    mask = graph.op("Cast", is_piece, to=graph.int32)
    positions = graph.op("Slice", graph.weight(weights["positions.weight"]), graph.constant([0]), length)
    state = graph.op("Add", graph.rows_of(weights["words.weight"], pieces), positions)
    state = graph.norm(state, weights["norm.weight"], weights["norm.bias"])
    states = [state]

    def parts(x: str, name: str, n_parts: int = 1, *, even: bool = False) -> list[str]:
        # Several products over the same steps cost less than one and a copy of its parts.
        weight, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
        of_parts = zip(np.split(weight, n_parts), np.split(bias, n_parts), strict=True)
        return [graph.product(name, x, part, of_part, even=even) for part, of_part in of_parts]

    def added(x: str, skipped: str, norm: str) -> str:
        # ONNX Runtime has one operator for both, which takes five times as long on processors.
        total = graph.op("Add", x, skipped)
        return graph.norm(total, weights[f"{norm}.weight"], weights[f"{norm}.bias"])

    for number in range(config.n_layers):
        layer = f"{LAYER}{number}"
        joined = parts(state, f"{layer}.qkv", 3)
        attended = graph.op(
            "MultiHeadAttention", *joined, "", mask, domain=_CONTRIB, num_heads=config.n_heads
        )
        (value,) = parts(attended, f"{layer}.out")
        state = added(value, state, f"{layer}.norm1")
        (value,) = parts(state, f"{layer}.up", even=True)
        (value,) = parts(graph.op("Gelu", value, domain=_CONTRIB), f"{layer}.down")
        state = added(value, state, f"{layer}.norm2")
        states.append(state)
    return states
