"""Write a trained network as the files that the parser ``encoder`` reads: ONNX graphs, vocabulary, labels.

Each graph is put together node by node, so that the same weights give the same bytes and no exporter of a framework
is needed. Precisions:

``float``
    Weights are stored in half precision and computed with in single precision.
``int8``
    The transformer's products run over integers. Weights have one scale an output, activations one a word piece: no
    scale spans two word pieces, so what stands beside a sentence in a batch changes none of its numbers. The usual
    dynamic quantization has one scale for a whole batch, and other numbers for every batch. Weights have seven bits of
    the eight: two products of eight by eight bits overflow the sixteen that processors without VNNI add them in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np
import numpy.typing as npt

from extractor.syntax.encoder.files import (
    CONFIG_FILE,
    ENCODER_FILE,
    RELATIONS_FILE,
    ROLES_FILE,
    TAGS,
    VOCABULARY_FILE,
    EncoderConfig,
    fingerprint,
)
from extractor.syntax.encoder.pieces import PAD

if TYPE_CHECKING:
    import onnx

Precision = Literal["float", "int8"]
PRECISIONS: tuple[Precision, ...] = ("float", "int8")
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


def export_encoder(
    weights: Weights,
    config: EncoderConfig,
    vocabulary: Sequence[str],
    folder: Path,
    *,
    precision: Precision = "int8",
) -> None:
    """Write the parser's files.

    Args:
        weights: Of an ``EncoderNetwork``, by its names.
        config: What the network is like, and its labels.
        vocabulary: The word pieces, in the order of their numbers.
        folder: Gets the files; made where it is not there.
        precision: Of the large products.
    """
    import onnx

    folder.mkdir(parents=True, exist_ok=True)
    identity = {"schema": config.schema, "fingerprint": fingerprint(config, vocabulary)}
    for file, graph in (
        (ENCODER_FILE, _encoder(weights, config, vocabulary.index(PAD), precision)),
        (RELATIONS_FILE, _relations(weights, config)),
        (ROLES_FILE, _roles(weights, config)),
    ):
        model = graph.model(Path(file).stem)
        onnx.helper.set_model_props(model, identity)
        (folder / file).write_bytes(model.SerializeToString(deterministic=True))
    (folder / VOCABULARY_FILE).write_text("".join(f"{piece}\n" for piece in vocabulary), encoding="utf-8")
    text = json.dumps(msgspec.to_builtins(config), indent=1, ensure_ascii=False)
    (folder / CONFIG_FILE).write_text(text + "\n", encoding="utf-8")


class _Graph:
    """An ONNX graph under construction: every method adds nodes and returns the name of their output."""

    def __init__(self) -> None:
        from onnx import TensorProto

        self._nodes: list[onnx.NodeProto] = []
        self._initializers: list[onnx.TensorProto] = []
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []
        self._types = {"float": TensorProto.FLOAT, "int": TensorProto.INT64}
        self.int32 = TensorProto.INT32

    def input(self, name: str, kind: str, shape: Sequence[str | int]) -> str:
        import onnx

        self._inputs.append(onnx.helper.make_tensor_value_info(name, self._types[kind], shape))
        return name

    def output(self, name: str, value: str, kind: str, shape: Sequence[str | int]) -> None:
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
        """``x`` times a matrix of shape (outputs, inputs), as torch has them, plus a bias."""
        return str(self.op("Add", self.op("MatMul", x, self.weight(weight.T)), self.weight(bias)))

    def product_int8(self, x: str, weight: Matrix, *, shape: str, gelu: bool = False) -> tuple[str, Matrix]:
        """``x`` times a matrix of shape (outputs, inputs), over integers.

        Args:
            x: Shape (sentences, pieces, inputs).
            weight: The matrix.
            shape: The name of the shape (sentences, pieces).
            gelu: Whether ``x`` comes from GELU.

        Returns:
            The product, and what is yet to be added to each row of it, shape (outputs,).
        """
        steps, weight_scales = _quantized(weight)
        rows = self.op("Reshape", x, self.constant([-1, weight.shape[1]]))
        greatest = self.op("ReduceMax", rows, self.constant([1]), keepdims=1)
        if gelu:
            rows = self.op("Add", rows, self.constant(_GELU_SHIFT, np.float32))
            range_ = self.op("Add", greatest, self.constant(_GELU_SHIFT, np.float32))
            missing = -_GELU_SHIFT * (steps * weight_scales[:, None]).sum(axis=1)
            zero, n_steps = 0, _SHIFTED_STEPS
        else:
            least = self.op("ReduceMin", rows, self.constant([1]), keepdims=1)
            range_ = self.op("Max", greatest, self.op("Neg", least))
            missing = np.zeros(len(weight), dtype=np.float32)
            zero, n_steps = _ZERO, _ACTIVATION_STEPS
        scales = self.op("Mul", range_, self.constant(1 / n_steps, np.float32))
        scales = self.op("Max", scales, self.constant(_LEAST_SCALE, np.float32))
        row_scales = self.op("Squeeze", scales, self.constant([1]))
        zeros = self.op("Expand", self.constant(zero, np.uint8), self.op("Shape", row_scales))
        product = self.op(
            "MatMulIntegerToFloat",
            self.op("QuantizeLinear", rows, row_scales, zeros, axis=0),
            self.constant(steps.T, np.int8),
            self.constant(1.0, np.float32),
            self.constant(weight_scales, np.float32),
            self.constant(zero, np.uint8),
            domain=_CONTRIB,
        )
        product = self.op("Mul", product, scales)
        return self.op("Reshape", product, self.op("Concat", shape, self.constant([-1]), axis=0)), missing

    def norm(self, x: str, scale: Matrix, shift: Matrix) -> str:
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


def _encoder(weights: Weights, config: EncoderConfig, pad: int, precision: Precision) -> _Graph:
    """Word pieces to tags, scores of heads, and the vectors that the other graphs take."""
    graph = _Graph()
    pieces = graph.input("pieces", "int", ["sentences", "pieces"])
    firsts = graph.input("firsts", "int", ["sentences", "words"])
    states = _transformer(graph, weights, config, pieces, pad=pad, precision=precision)
    places = graph.op("Unsqueeze", firsts, graph.constant([2]))
    at_words = [graph.op("GatherND", state, places, batch_dims=1) for state in states]
    mix = np.exp(weights["mix"] - weights["mix"].max(axis=1, keepdims=True))
    mix /= mix.sum(axis=1, keepdims=True)
    tag, tree = (_weighted_sum(graph, at_words, shares) for shares in mix)
    for name in TAGS:
        scores = graph.linear(tag, weights[f"tags.{name}.weight"], weights[f"tags.{name}.bias"])
        best = graph.op("ArgMax", scores, axis=2, keepdims=0)
        graph.output(name, best, "int", ["sentences", "words"])
    words = ["sentences", "words"]
    arcs = _arcs(graph, weights, tree)
    graph.output("arcs", arcs, "float", [*words, "words + 1"])
    graph.output(
        "dependents", _projected(graph, weights, "rel_dep", tree), "float", [*words, config.relation]
    )
    governors = _with_root(graph, weights, "rel_head", tree)
    graph.output("governors", governors, "float", ["sentences", "words + 1", config.relation])
    for name, layer in (("predicates", "role_predicate"), ("arguments", "role_argument")):
        graph.output(name, _projected(graph, weights, layer, tree), "float", [*words, config.role])
    graph.output("vectors", tree, "float", [*words, config.width])
    return graph


def _transformer(
    graph: _Graph, weights: Weights, config: EncoderConfig, pieces: str, *, pad: int, precision: Precision
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

    def product(x: str, name: str, *, gelu: bool = False) -> tuple[str, str]:
        """A product, and the bias to add: the operators that take it add it on their way."""
        weight, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
        if precision == "float":
            return graph.op("MatMul", x, graph.weight(weight.T)), graph.weight(bias)
        value, missing = graph.product_int8(x, weight, shape=shape, gelu=gelu)
        return value, graph.constant(bias + missing, np.float32)

    def added(x: str, bias: str, skipped: str, norm: str) -> str:
        total = graph.op("Add", graph.op("Add", x, bias), skipped)
        return graph.norm(total, weights[f"{norm}.weight"], weights[f"{norm}.bias"])

    for number in range(config.n_layers):
        layer = f"layers.{number}"
        joined, bias = product(state, f"{layer}.qkv")
        parts = graph.op("Split", joined, graph.constant([config.width] * 3), n_outputs=3, axis=2)
        attended = graph.op(
            "MultiHeadAttention", *parts, bias, mask, domain=_CONTRIB, num_heads=config.n_heads
        )
        value, bias = product(attended, f"{layer}.out")
        state = added(value, bias, state, f"{layer}.norm1")
        value, bias = product(state, f"{layer}.up")
        inner = graph.op("BiasGelu", value, bias, domain=_CONTRIB)
        value, bias = product(inner, f"{layer}.down", gelu=True)
        state = added(value, bias, state, f"{layer}.norm2")
        states.append(state)
    return states


def _weighted_sum(graph: _Graph, states: Sequence[str], shares: Matrix) -> str:
    parts = [
        graph.op("Mul", state, graph.constant(share, np.float32))
        for state, share in zip(states, shares, strict=True)
    ]
    return str(graph.op("Sum", *parts))


def _projected(graph: _Graph, weights: Weights, layer: str, x: str) -> str:
    return str(graph.op("Relu", graph.linear(x, weights[f"{layer}.weight"], weights[f"{layer}.bias"])))


def _with_root(graph: _Graph, weights: Weights, layer: str, x: str) -> str:
    """What a layer makes of the words, with what it makes of the root before the first; a second axis longer by one."""
    weight, bias = weights[f"{layer}.weight"], weights[f"{layer}.bias"]
    root = np.maximum(weights["root"] @ weight.T + bias, 0.0)[None, None]
    n_sentences = graph.op("Shape", x, start=0, end=1)
    shape = graph.op("Concat", n_sentences, graph.constant(root.shape[1:]), axis=0)
    roots = graph.op("Expand", graph.weight(root), shape)
    return str(graph.op("Concat", roots, _projected(graph, weights, layer, x), axis=1))


def _arcs(graph: _Graph, weights: Weights, tree: str) -> str:
    """Scores of words under heads, shape (sentences, words, words + 1): a biaffine product."""
    weight = weights["arc.weight"][0]
    dependents = _projected(graph, weights, "arc_dep", tree)
    heads = graph.op("Transpose", _with_root(graph, weights, "arc_head", tree), perm=[0, 2, 1])
    left = graph.linear(dependents, weight[:-1, :-1].T, weight[-1, :-1])
    alone = graph.linear(dependents, weight[:-1, -1:].T, weight[-1, -1:])
    return str(graph.op("Add", graph.op("MatMul", left, heads), alone))


def _biaffine_left(graph: _Graph, x: str, weight: Matrix) -> tuple[str, str]:
    """The share of the left side in biaffine products, one a label.

    Args:
        graph: Gets the nodes.
        x: Shape (rows, width).
        weight: Shape (labels, width + 1, width + 1): the last of both axes belong to the biases.

    Returns:
        What to multiply with the right side, shape (rows, labels, width), and what to add, shape (rows, labels).
    """
    n_labels, width = weight.shape[0], weight.shape[1] - 1
    factors = weight[:, :-1, :-1].transpose(0, 2, 1).reshape(n_labels * width, width)
    left = graph.linear(x, factors, weight[:, -1, :-1].reshape(-1))
    left = graph.op("Reshape", left, graph.constant([-1, n_labels, width]))
    return str(left), graph.linear(x, weight[:, :-1, -1], weight[:, -1, -1])


def _relations(weights: Weights, config: EncoderConfig) -> _Graph:
    """Words and their heads to scores of relations, row by row."""
    graph = _Graph()
    dependents = graph.input("dependents", "float", ["words", config.relation])
    governors = graph.input("governors", "float", ["words", config.relation])
    left, alone = _biaffine_left(graph, dependents, weights["rel.weight"])
    product = graph.op("MatMul", left, graph.op("Unsqueeze", governors, graph.constant([2])))
    scores = graph.op("Add", graph.op("Squeeze", product, graph.constant([2])), alone)
    graph.output("scores", scores, "float", ["words", len(config.labels["deprel"])])
    return graph


def _roles(weights: Weights, config: EncoderConfig) -> _Graph:
    """Predicates and words to probabilities of roles, every predicate with every word."""
    graph = _Graph()
    predicates = graph.input("predicates", "float", ["predicates", config.role])
    arguments = graph.input("arguments", "float", ["words", config.role])
    left, alone = _biaffine_left(graph, predicates, weights["role.weight"])
    product = graph.op("MatMul", left, graph.op("Transpose", arguments, perm=[1, 0]))
    scores = graph.op("Add", product, graph.op("Unsqueeze", alone, graph.constant([2])))
    probabilities = graph.op("Softmax", graph.op("Transpose", scores, perm=[0, 2, 1]), axis=2)
    graph.output("probabilities", probabilities, "float", ["predicates", "words", len(config.labels["role"])])
    return graph
