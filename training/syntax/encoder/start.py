"""What an encoder's training starts from: a BERT-like encoder, or an encoder of ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from extractor.errors import BundleError
from extractor.syntax.encoder.files import CONFIG_FILE, ENCODER_FILE, VOCABULARY_FILE, EncoderConfig
from extractor.syntax.encoder.pieces import SPECIAL
from training.syntax.encoder.read_back import read_back

NETWORK_FILE = "network.safetensors"
BERT_FILE = "model.safetensors"
_TOKENIZER_FILE = "tokenizer.json"
_BERT_CONFIG_FILE = "config.json"
_ARC, _RELATION, _ROLE = 256, 96, 128
_PREFIXES = ("", "bert.", "model.")

Weights = dict[str, npt.NDArray[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Weights to start from.

    Attributes:
        config: What the network will be like; without labels where nothing was learned of them yet.
        vocabulary: The word pieces.
        weights: By the names of ``EncoderNetwork``; heads that are missing start at random.
    """

    config: EncoderConfig
    vocabulary: tuple[str, ...]
    weights: Weights


def load_start(folder: Path, *, layers: int | None = None) -> Start:
    """The weights in a folder.

    Args:
        folder: Holds ``model.safetensors``, ``config.json`` and ``tokenizer.json`` or ``vocab.txt`` of an uncased
            encoder with BERT's layers; or what ``train_encoder`` wrote; or is a bundle with the parser ``encoder``.
        layers: How many layers are taken, from the first; None for all.

    Raises:
        BundleError: A file is missing or is none of these, or there are fewer layers.
    """
    is_own = (folder / NETWORK_FILE).is_file() or (folder / "syntax" / ENCODER_FILE).is_file()
    start = _own(folder) if is_own else _bert(folder)
    return start if layers is None else _first_layers(start, layers, folder)


def _first_layers(start: Start, layers: int, folder: Path) -> Start:
    """The start without its upper layers, and without a mix of layers that are no longer there."""
    if layers > start.config.n_layers:
        raise BundleError(f"{folder} has {start.config.n_layers} layers, asked for are {layers}")
    kept = {
        name: value
        for name, value in start.weights.items()
        if name != "mix" and not (name.startswith("layers.") and int(name.split(".")[1]) >= layers)
    }
    return Start(
        config=msgspec.structs.replace(start.config, n_layers=layers),
        vocabulary=start.vocabulary,
        weights=kept,
    )


def _bert(folder: Path) -> Start:
    config = _bert_config(folder / _BERT_CONFIG_FILE)
    vocabulary = _bert_vocabulary(folder)
    if len(vocabulary) != config.vocabulary:
        raise BundleError(
            f"{folder}: {len(vocabulary)} word pieces, {_BERT_CONFIG_FILE} says {config.vocabulary}"
        )
    return Start(config=config, vocabulary=vocabulary, weights=_bert_weights(folder / BERT_FILE, config))


def read_network(path: Path) -> Weights:
    """The arrays of a safetensors file in single precision.

    Raises:
        BundleError: It is none.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        return {name: value.astype(np.float32) for name, value in load_file(path).items()}
    except (OSError, SafetensorError) as error:
        raise BundleError(f"{path} is no readable safetensors file: {error}") from error


def write_network(weights: Mapping[str, npt.NDArray[np.float32]], path: Path) -> None:
    """Write arrays in half precision."""
    from safetensors.numpy import save_file

    save_file({name: np.ascontiguousarray(value, np.float16) for name, value in weights.items()}, path)


def _own(folder: Path) -> Start:
    syntax = folder / "syntax"
    try:
        config = msgspec.json.decode((syntax / CONFIG_FILE).read_bytes(), type=EncoderConfig)
        vocabulary = (syntax / VOCABULARY_FILE).read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except (OSError, msgspec.MsgspecError) as error:
        raise BundleError(f"{folder} has no readable encoder: {error}") from error
    if (folder / NETWORK_FILE).is_file():
        weights = read_network(folder / NETWORK_FILE)
    else:
        weights = read_back(syntax, config, tuple(vocabulary))
    return Start(config=config, vocabulary=tuple(vocabulary), weights=weights)


def _bert_config(path: Path) -> EncoderConfig:
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        return EncoderConfig(
            vocabulary=record["vocab_size"],
            positions=record["max_position_embeddings"],
            width=record["hidden_size"],
            n_layers=record["num_hidden_layers"],
            n_heads=record["num_attention_heads"],
            inner=record["intermediate_size"],
            arc=_ARC,
            relation=_RELATION,
            role=_ROLE,
            labels={},
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BundleError(
            f"{path} is no configuration of a BERT-like encoder: {type(error).__name__}: {error}"
        ) from error


def _bert_vocabulary(folder: Path) -> tuple[str, ...]:
    if (folder / VOCABULARY_FILE).is_file():
        pieces = (folder / VOCABULARY_FILE).read_text(encoding="utf-8").removesuffix("\n").split("\n")
    else:
        try:
            record = json.loads((folder / _TOKENIZER_FILE).read_text(encoding="utf-8"))
            numbers: dict[str, int] = record["model"]["vocab"]
            pieces = sorted(numbers, key=numbers.__getitem__)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BundleError(
                f"{folder} has no {VOCABULARY_FILE} and no {_TOKENIZER_FILE} of word pieces: {error}"
            ) from error
    without = [piece for piece in SPECIAL if piece not in pieces]
    if without:
        raise BundleError(f"{folder}: the vocabulary lacks the pieces {', '.join(without)}")
    return tuple(pieces)


def _bert_weights(path: Path, config: EncoderConfig) -> Weights:
    """BERT's weights by our names: queries, keys and values are one matrix, and a sentence is of the first type."""
    stored: dict[str, Any] = read_network(path)
    prefix = next((p for p in _PREFIXES if f"{p}embeddings.word_embeddings.weight" in stored), None)
    if prefix is None:
        raise BundleError(f"{path} holds no encoder with BERT's names")

    def get(name: str) -> Any:
        if prefix + name not in stored:
            raise BundleError(f"{path} lacks {prefix}{name}")
        return stored[prefix + name]

    embeddings = "embeddings."
    weights: Weights = {
        "words.weight": get(f"{embeddings}word_embeddings.weight"),
        "positions.weight": get(f"{embeddings}position_embeddings.weight")
        + get(f"{embeddings}token_type_embeddings.weight")[0],
        "norm.weight": get(f"{embeddings}LayerNorm.weight"),
        "norm.bias": get(f"{embeddings}LayerNorm.bias"),
    }
    names = {
        "out": "attention.output.dense",
        "norm1": "attention.output.LayerNorm",
        "up": "intermediate.dense",
        "down": "output.dense",
        "norm2": "output.LayerNorm",
    }
    for number in range(config.n_layers):
        theirs, ours = f"encoder.layer.{number}.", f"layers.{number}."
        for part in ("weight", "bias"):
            heads = [get(f"{theirs}attention.self.{name}.{part}") for name in ("query", "key", "value")]
            weights[f"{ours}qkv.{part}"] = np.concatenate(heads)
            for name, their_name in names.items():
                weights[f"{ours}{name}.{part}"] = get(f"{theirs}{their_name}.{part}")
    return weights
