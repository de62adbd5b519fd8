"""Write a trained sentence encoder as the files that a bundle holds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec

from extractor.syntax.encoder.files import CONFIG_FILE, ENCODER_FILE, VOCABULARY_FILE, fingerprint
from extractor.syntax.encoder.pieces import PAD
from extractor.syntax.encoder.sentences import SentencesConfig
from training.syntax.encoder.onnx_graph import Graph, Precision, Weights, transformer


def export_sentences(
    weights: Weights,
    config: SentencesConfig,
    vocabulary: Sequence[str],
    folder: Path,
    *,
    precision: Precision = "int8",
) -> None:
    """Write ``encoder.json``, ``vocab.txt`` and ``encoder.onnx``.

    Args:
        weights: Of a ``SentenceNetwork``, by its names.
        config: What the network is like.
        vocabulary: The word pieces, in the order of their numbers.
        folder: Gets the files; made where it is not there.
        precision: Of the large products.
    """
    import onnx

    graph = Graph()
    pieces = graph.input("pieces", "int", ["sentences", "pieces"])
    states = transformer(graph, weights, config, pieces, pad=vocabulary.index(PAD), precision=precision)
    graph.output("states", states[-1], "float", ["sentences", "pieces", config.width])
    model = graph.model(Path(ENCODER_FILE).stem)
    identity = {"schema": config.schema, "fingerprint": fingerprint(config, vocabulary)}
    onnx.helper.set_model_props(model, identity)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ENCODER_FILE).write_bytes(model.SerializeToString(deterministic=True))
    (folder / VOCABULARY_FILE).write_text("".join(f"{piece}\n" for piece in vocabulary), encoding="utf-8")
    text = json.dumps(msgspec.to_builtins(config), indent=1, ensure_ascii=False)
    (folder / CONFIG_FILE).write_text(text + "\n", encoding="utf-8")
