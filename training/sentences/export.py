"""Write a trained sentence encoder as the files that a bundle holds."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from pathlib import Path

import msgspec

from extractor.syntax.encoder.files import CONFIG_FILE, ENCODER_FILE, VOCABULARY_FILE, fingerprint
from extractor.syntax.encoder.pieces import PAD
from extractor.syntax.encoder.sentences import SentencesConfig
from training.syntax.encoder.onnx_graph import Graph, Weights, transformer
from training.syntax.encoder.ranges import measured_ranges, sentence_feeds


def export_sentences(
    weights: Weights,
    config: SentencesConfig,
    vocabulary: Sequence[str],
    folder: Path,
    *,
    sentences: Sequence[Sequence[str]] | None,
) -> None:
    """Write ``encoder.json``, ``vocab.txt`` and ``encoder.onnx``.

    Args:
        weights: Of a ``SentenceNetwork``, by its names.
        config: What the network is like.
        vocabulary: The word pieces, in the order of their numbers.
        folder: Gets the files; made where it is not there.
        sentences: What the ranges of products over integers are measured on; None for single precision.
    """
    import onnx

    pad = vocabulary.index(PAD)
    ranges = None
    if sentences is not None:
        feeds = sentence_feeds(sentences, vocabulary, positions=config.positions)
        build = functools.partial(_graph, weights, config, pad)
        ranges = measured_ranges(build, [{"pieces": feed["pieces"]} for feed in feeds], output="states")
    graph = _graph(weights, config, pad, Graph(ranges))
    model = graph.model(Path(ENCODER_FILE).stem)
    identity = {"schema": config.schema, "fingerprint": fingerprint(config, vocabulary)}
    onnx.helper.set_model_props(model, identity)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ENCODER_FILE).write_bytes(model.SerializeToString(deterministic=True))
    (folder / VOCABULARY_FILE).write_text("".join(f"{piece}\n" for piece in vocabulary), encoding="utf-8")
    text = json.dumps(msgspec.to_builtins(config), indent=1, ensure_ascii=False)
    (folder / CONFIG_FILE).write_text(text + "\n", encoding="utf-8")


def _graph(weights: Weights, config: SentencesConfig, pad: int, graph: Graph) -> Graph:
    pieces = graph.input("pieces", "int", ["sentences", "pieces"])
    states = transformer(graph, weights, config, pieces, pad=pad)
    graph.output("states", states[-1], "float", ["sentences", "pieces", config.width])
    return graph
