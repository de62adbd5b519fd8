"""ONNX graphs put together node by node, and the transformer's part of them.

The same weights give the same bytes, and no exporter of a framework is needed.

Precisions:

``float``
    Weights are stored in half precision and computed with in single precision.
``int8``
    The transformer's products run over integers. Weights have one scale an output, activations one a word piece: no
    scale spans two word pieces, so what stands beside a sentence in a batch changes none of its numbers. The usual
    dynamic quantization has one scale for a whole batch, and other numbers for every batch. Weights have seven bits of
    the eight: two products of eight by eight bits overflow the sixteen that processors without VNNI add them in.
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
_ACTIVATION_STEPS = 127
# GELU's least value is -0.17: what it gives is shifted to start at 0 and fills the whole of eight bits.
_GELU_SHIFT = 0.17
_SHIFTED_STEPS = 255
_ZERO = 128
_LEAST_SCALE = 1e-9


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of activations in eight bits, in a graph.

    Attributes:
        steps: Whole numbers, shape (rows, width).
        scales: Of each row, shape (rows, 1).
        zero: The whole number that stands for 0.
        shift: What was added before.
    """

    steps: str
    scales: str
    zero: int
    shift: float


class Graph:
    """An ONNX graph under construction: every method adds nodes and returns the name of their output."""

    def __init__(self) -> None:
        from onnx import TensorProto

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

    def linear(self, x: str, weight: Matrix, bias: Matrix, *, precision: Precision = "float") -> str:
        """``x`` times a matrix of shape (outputs, inputs), as torch has them, plus a bias.

        Args:
            x: Shape (..., inputs).
            weight: The matrix.
            bias: Shape (outputs,).
            precision: Of the product.
        """
        if precision == "float":
            return str(self.op("Add", self.op("MatMul", x, self.weight(weight.T)), self.weight(bias)))
        product, missing = self.product_int8(self.rows_int8(x, width=weight.shape[1]), weight)
        total = self.op("Add", product, self.constant(bias + missing, np.float32))
        axes = self.op("Shape", x, end=-1)
        return str(self.op("Reshape", total, self.op("Concat", axes, self.constant([-1]), axis=0)))

    def split(self, x: str, sizes: Sequence[int]) -> list[str]:
        """``x`` in parts along its last axis."""
        parts = self.op("Split", x, self.constant(list(sizes)), n_outputs=len(sizes), axis=-1)
        return [parts] if len(sizes) == 1 else list(parts)

    def rows_int8(self, x: str, *, width: int, gelu: bool = False) -> Rows:
        """The rows of ``x`` in eight bits, with a scale each.

        Args:
            x: Its last axis is that of a row.
            width: Of a row.
            gelu: Whether ``x`` comes from GELU.
        """
        rows = self.op("Reshape", x, self.constant([-1, width]))
        greatest = self.op("ReduceMax", rows, self.constant([1]), keepdims=1)
        if gelu:
            rows = self.op("Add", rows, self.constant(_GELU_SHIFT, np.float32))
            range_ = self.op("Add", greatest, self.constant(_GELU_SHIFT, np.float32))
            zero, n_steps, shift = 0, _SHIFTED_STEPS, _GELU_SHIFT
        else:
            least = self.op("ReduceMin", rows, self.constant([1]), keepdims=1)
            range_ = self.op("Max", greatest, self.op("Neg", least))
            zero, n_steps, shift = _ZERO, _ACTIVATION_STEPS, 0.0
        scales = self.op("Mul", range_, self.constant(1 / n_steps, np.float32))
        scales = self.op("Max", scales, self.constant(_LEAST_SCALE, np.float32))
        row_scales = self.op("Squeeze", scales, self.constant([1]))
        zeros = self.op("Expand", self.constant(zero, np.uint8), self.op("Shape", row_scales))
        steps = self.op("QuantizeLinear", rows, row_scales, zeros, axis=0)
        return Rows(steps=steps, scales=scales, zero=zero, shift=shift)

    def product_int8(self, rows: Rows, weight: Matrix) -> tuple[str, Matrix]:
        """Rows times a matrix of shape (outputs, inputs), over integers.

        Returns:
            The product, shape (rows, outputs), and what is yet to be added to each row of it, shape (outputs,).
        """
        steps, weight_scales = _quantized(weight)
        product = self.op(
            "MatMulIntegerToFloat",
            rows.steps,
            self.constant(steps.T, np.int8),
            self.constant(1.0, np.float32),
            self.constant(weight_scales, np.float32),
            self.constant(rows.zero, np.uint8),
            domain=_CONTRIB,
        )
        missing = -rows.shift * (steps * weight_scales[:, None]).sum(axis=1)
        return self.op("Mul", product, rows.scales), missing

    def norm(self, x: str, scale: Matrix, shift: Matrix) -> str:
        """Layer normalization over the last axis."""
        scale_name, shift_name = self.weight(scale), self.weight(shift)
        return str(self.op("LayerNormalization", x, scale_name, shift_name, axis=-1, epsilon=_EPSILON))

    def rows_of(self, table: Matrix, numbers: str, precision: Precision) -> str:
        """Rows of a large table, stored in eight bits with a scale each, or in half precision."""
        if precision == "float":
            rows = self.op("Gather", self.constant(table, np.float16), numbers)
            return str(self.op("Cast", rows, to=self._types["float"]))
        steps, scales = _quantized(table, _ACTIVATION_STEPS)
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
    graph: Graph, weights: Weights, config: TransformerConfig, pieces: str, *, pad: int, precision: Precision
) -> list[str]:
    """The states of all layers, the embeddings first, each of shape (sentences, pieces, width)."""
    shape = graph.op("Shape", pieces)
    length = graph.op("Shape", pieces, start=1, end=2)
    is_piece = graph.op("Not", graph.op("Equal", pieces, graph.constant(pad)))
    mask = graph.op("Cast", is_piece, to=graph.int32)
    positions = graph.op("Slice", graph.weight(weights["positions.weight"]), graph.constant([0]), length)
    state = graph.op("Add", graph.rows_of(weights["words.weight"], pieces, precision), positions)
    state = graph.norm(state, weights["norm.weight"], weights["norm.bias"])
    states = [state]

    def parts(x: str, name: str, n_parts: int = 1, *, gelu: bool = False) -> tuple[list[str], str]:
        """A product, in parts, and the bias to add: the operators that take it add it on their way."""
        weight, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
        matrices = np.split(weight, n_parts)
        if precision == "float":
            return [graph.op("MatMul", x, graph.weight(part.T)) for part in matrices], graph.weight(bias)
        rows = graph.rows_int8(x, width=weight.shape[1], gelu=gelu)
        products = [graph.product_int8(rows, part) for part in matrices]
        axes = graph.op("Concat", shape, graph.constant([-1]), axis=0)
        values = [graph.op("Reshape", value, axes) for value, _ in products]
        missing = np.concatenate([rest for _, rest in products])
        return values, graph.constant(bias + missing, np.float32)

    def added(x: str, bias: str, skipped: str, norm: str) -> str:
        total = graph.op("Add", graph.op("Add", x, bias), skipped)
        return graph.norm(total, weights[f"{norm}.weight"], weights[f"{norm}.bias"])

    for number in range(config.n_layers):
        layer = f"layers.{number}"
        # Three products over the same rows cost less than one and a copy of its parts.
        joined, bias = parts(state, f"{layer}.qkv", 3)
        attended = graph.op(
            "MultiHeadAttention", *joined, bias, mask, domain=_CONTRIB, num_heads=config.n_heads
        )
        (value,), bias = parts(attended, f"{layer}.out")
        state = added(value, bias, state, f"{layer}.norm1")
        (value,), bias = parts(state, f"{layer}.up")
        inner = graph.op("BiasGelu", value, bias, domain=_CONTRIB)
        (value,), bias = parts(inner, f"{layer}.down", gelu=True)
        state = added(value, bias, state, f"{layer}.norm2")
        states.append(state)
    return states
