"""Write a trained network as the files that the parser ``encoder`` reads: ONNX graphs, vocabulary, labels.

How graphs are put together, and what precisions there are: ``training.syntax.encoder.onnx_graph``.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

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
from training.syntax.encoder.onnx_graph import Graph, Matrix, Weights, transformer
from training.syntax.encoder.ranges import measured_ranges, sentence_feeds

_RELATION, _ROLE = "rel", "role"


def export_encoder(
    weights: Weights,
    config: EncoderConfig,
    vocabulary: Sequence[str],
    folder: Path,
    *,
    sentences: Sequence[Sequence[str]] | None,
) -> None:
    """Write the parser's files.

    Args:
        weights: Of an ``EncoderNetwork``, by its names.
        config: What the network is like, and its labels.
        vocabulary: The word pieces, in the order of their numbers.
        folder: Gets the files; made where it is not there.
        sentences: What the ranges of products over integers are measured on; None for single precision.
    """
    import onnx

    folder.mkdir(parents=True, exist_ok=True)
    pad = vocabulary.index(PAD)
    ranges = None
    if sentences is not None:
        feeds = sentence_feeds(sentences, vocabulary, positions=config.positions)
        build = functools.partial(encoder_graph, weights, config, pad)
        ranges = measured_ranges(build, feeds, output="vectors")
    identity = {"schema": config.schema, "fingerprint": fingerprint(config, vocabulary)}
    for file, graph in (
        (ENCODER_FILE, encoder_graph(weights, config, pad, Graph(ranges))),
        (RELATIONS_FILE, relations_graph(weights, config, Graph(ranges))),
        (ROLES_FILE, roles_graph(weights, config, Graph(ranges))),
    ):
        model = graph.model(Path(file).stem)
        onnx.helper.set_model_props(model, identity)
        (folder / file).write_bytes(model.SerializeToString(deterministic=True))
    (folder / VOCABULARY_FILE).write_text("".join(f"{piece}\n" for piece in vocabulary), encoding="utf-8")
    text = json.dumps(msgspec.to_builtins(config), indent=1, ensure_ascii=False)
    (folder / CONFIG_FILE).write_text(text + "\n", encoding="utf-8")


def encoder_graph(weights: Weights, config: EncoderConfig, pad: int, graph: Graph) -> Graph:
    """Word pieces to tags, scores of heads, and the vectors that the other graphs take, added to an empty graph."""
    pieces = graph.input("pieces", "int", ["sentences", "pieces"])
    firsts = graph.input("firsts", "int", ["sentences", "words"])
    states = transformer(graph, weights, config, pieces, pad=pad)
    places = graph.op("Unsqueeze", firsts, graph.constant([2]))
    at_words = [graph.op("GatherND", state, places, batch_dims=1) for state in states]
    mix = np.exp(weights["mix"] - weights["mix"].max(axis=1, keepdims=True))
    mix /= mix.sum(axis=1, keepdims=True)
    tag, tree = (_weighted_sum(graph, at_words, shares) for shares in mix)
    words = ["sentences", "words"]
    sizes = [len(config.labels[name]) for name in TAGS]
    scores = _joint(graph, weights, "tags", [f"tags.{name}" for name in TAGS], tag)
    for name, part in zip(TAGS, graph.split(scores, sizes), strict=True):
        graph.output(name, graph.op("ArgMax", part, axis=2, keepdims=0), "int", words)
    layers = {
        "arc_dep": config.arc,
        "arc_head": config.arc,
        "rel_dep": config.relation,
        "rel_head": config.relation,
    }
    projected = graph.op("Relu", _joint(graph, weights, "trees", list(layers), tree))
    arc_dep, arc_head, rel_dep, rel_head = graph.split(projected, list(layers.values()))
    heads = _with_root(graph, weights, "arc_head", arc_head)
    graph.output("arcs", _arcs(graph, weights, arc_dep, heads), "float", [*words, "words + 1"])
    graph.output("dependents", rel_dep, "float", [*words, config.relation])
    governors = _with_root(graph, weights, "rel_head", rel_head)
    graph.output("governors", governors, "float", ["sentences", "words + 1", config.relation])
    roles = ["role_predicate", "role_argument"]
    projected = graph.op("Relu", _joint(graph, weights, "roles", roles, tree))
    predicates, arguments = graph.split(projected, [config.role] * 2)
    graph.output("predicates", predicates, "float", [*words, config.role])
    graph.output("arguments", arguments, "float", [*words, config.role])
    graph.taken |= {_RELATION: rel_dep, _ROLE: predicates}  # the other graphs' products take these
    graph.output("vectors", tree, "float", [*words, config.width])
    return graph


def _weighted_sum(graph: Graph, states: Sequence[str], shares: Matrix) -> str:
    parts = [
        graph.op("Mul", state, graph.constant(share, np.float32))
        for state, share in zip(states, shares, strict=True)
    ]
    return str(graph.op("Sum", *parts))


def _joint(graph: Graph, weights: Weights, name: str, layers: Sequence[str], x: str) -> str:
    """What several layers make of ``x``, one behind the other along the last axis: one product for all."""
    weight = np.concatenate([weights[f"{layer}.weight"] for layer in layers])
    bias = np.concatenate([weights[f"{layer}.bias"] for layer in layers])
    return graph.product(name, x, weight, bias)


def _with_root(graph: Graph, weights: Weights, layer: str, projected: str) -> str:
    """What a layer made of the words, with what it makes of the root before the first; a second axis longer by one."""
    weight, bias = weights[f"{layer}.weight"], weights[f"{layer}.bias"]
    root = np.maximum(weights["root"] @ weight.T + bias, 0.0)[None, None]
    n_sentences = graph.op("Shape", projected, start=0, end=1)
    shape = graph.op("Concat", n_sentences, graph.constant(root.shape[1:]), axis=0)
    roots = graph.op("Expand", graph.weight(root), shape)
    return str(graph.op("Concat", roots, projected, axis=1))


def _arcs(graph: Graph, weights: Weights, dependents: str, heads: str) -> str:
    """Scores of words under heads, shape (sentences, words, words + 1): a biaffine product."""
    weight = weights["arc.weight"][0]
    left = graph.product("arc", dependents, weight[:-1, :-1].T, weight[-1, :-1])
    alone = graph.linear(dependents, weight[:-1, -1:].T, weight[-1, -1:])
    product = graph.op("MatMul", left, graph.op("Transpose", heads, perm=[0, 2, 1]))
    return str(graph.op("Add", product, alone))


def _biaffine_left(graph: Graph, name: str, x: str, weight: Matrix) -> tuple[str, str]:
    """The share of the left side in biaffine products, one a label.

    Args:
        graph: Gets the nodes.
        name: Of the product.
        x: Shape (rows, width).
        weight: Shape (labels, width + 1, width + 1): the last of both axes belong to the biases.

    Returns:
        What to multiply with the right side, shape (rows, labels, width), and what to add, shape (rows, labels).
    """
    n_labels, width = weight.shape[0], weight.shape[1] - 1
    factors = weight[:, :-1, :-1].transpose(0, 2, 1).reshape(n_labels * width, width)
    left = graph.product(name, x, factors, weight[:, -1, :-1].reshape(-1))
    left = graph.op("Reshape", left, graph.constant([-1, n_labels, width]))
    return str(left), graph.linear(x, weight[:, :-1, -1], weight[:, -1, -1])


def relations_graph(weights: Weights, config: EncoderConfig, graph: Graph) -> Graph:
    """Words and their heads to scores of relations, row by row, added to an empty graph."""
    dependents = graph.input("dependents", "float", ["words", config.relation])
    governors = graph.input("governors", "float", ["words", config.relation])
    left, alone = _biaffine_left(graph, _RELATION, dependents, weights["rel.weight"])
    product = graph.op("MatMul", left, graph.op("Unsqueeze", governors, graph.constant([2])))
    scores = graph.op("Add", graph.op("Squeeze", product, graph.constant([2])), alone)
    graph.output("scores", scores, "float", ["words", len(config.labels["deprel"])])
    return graph


def roles_graph(weights: Weights, config: EncoderConfig, graph: Graph) -> Graph:
    """Predicates and words to probabilities of roles, every predicate with every word, added to an empty graph."""
    predicates = graph.input("predicates", "float", ["predicates", config.role])
    arguments = graph.input("arguments", "float", ["words", config.role])
    left, alone = _biaffine_left(graph, _ROLE, predicates, weights["role.weight"])
    product = graph.op("MatMul", left, graph.op("Transpose", arguments, perm=[1, 0]))
    scores = graph.op("Add", product, graph.op("Unsqueeze", alone, graph.constant([2])))
    probabilities = graph.op("Softmax", graph.op("Transpose", scores, perm=[0, 2, 1]), axis=2)
    graph.output("probabilities", probabilities, "float", ["predicates", "words", len(config.labels["role"])])
    return graph
