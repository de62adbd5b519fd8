"""The files of an encoder: what they say of themselves, and that they belong together.

::

    encoder.json     the network's measures and its labels
    vocab.txt        the word pieces, one a line, in the order of their numbers
    encoder.onnx     word pieces -> tags, scores of heads, vectors
    relations.onnx   dependents and their heads -> relations
    roles.onnx       predicates and words -> probabilities of roles

The graphs carry the fingerprint of labels and vocabulary that they were made for. Reading them runs no code of theirs:
ONNX Runtime has its own operators, and none are registered here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from extractor.errors import BundleError
from extractor.syntax.encoder.pieces import SPECIAL
from extractor.syntax.tokenization import MAX_SENTENCE_TOKENS

CONFIG_FILE = "encoder.json"
VOCABULARY_FILE = "vocab.txt"
ENCODER_FILE = "encoder.onnx"
RELATIONS_FILE = "relations.onnx"
ROLES_FILE = "roles.onnx"
ENCODER_FILES = (CONFIG_FILE, VOCABULARY_FILE, ENCODER_FILE, RELATIONS_FILE, ROLES_FILE)
ENCODER_SCHEMA = "captuple.encoder/1"
TAGS = ("upos", "xpos", "feats", "lemma")
ROOT = "root"
NO_ROLE = "-"
# What the longest sentence needs: its words, the full stop that reading adds, and the pieces at both ends.
_LEAST_POSITIONS = MAX_SENTENCE_TOKENS + 3


class TransformerConfig(msgspec.Struct, kw_only=True, frozen=True):
    """What a transformer is like.

    Attributes:
        vocabulary: Word pieces.
        positions: Word pieces of the longest sentence, with those at both ends.
        width: Of a word's vector.
        n_layers: Of the transformer.
        n_heads: Of the attention.
        inner: Width inside a layer.
    """

    vocabulary: int
    positions: int
    width: int
    n_layers: int
    n_heads: int
    inner: int


class EncoderConfig(TransformerConfig, kw_only=True, frozen=True):
    """What an encoder is like, beyond its transformer.

    Attributes:
        arc: Width of the scorer of heads.
        relation: Width of the scorer of relations.
        role: Width of the scorer of roles.
        labels: By ``upos``, ``xpos``, ``feats``, ``lemma`` (rules such as ``2|y``), ``deprel`` and ``role``.
        schema: Of this record.
    """

    arc: int
    relation: int
    role: int
    labels: dict[str, list[str]]
    schema: str = ENCODER_SCHEMA


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderFiles:
    """An encoder in memory.

    Attributes:
        config: Its measures and labels.
        vocabulary: Its word pieces.
        encoder: The graph of the file of that name, ready to run.
        relations: As above.
        roles: As above.
    """

    config: EncoderConfig
    vocabulary: tuple[str, ...]
    encoder: Any
    relations: Any
    roles: Any


def fingerprint(config: TransformerConfig, vocabulary: Sequence[str]) -> str:
    """A hash of what graphs, labels and vocabulary must agree on."""
    digest = hashlib.sha256(msgspec.json.encode(config, order="sorted"))
    digest.update("\n".join(vocabulary).encode())
    return digest.hexdigest()


def load_files(folder: Path) -> EncoderFiles:
    """Read and verify an encoder.

    Raises:
        BundleError: A file is missing, truncated, of another version, or belongs to another encoder.
    """
    missing = [name for name in ENCODER_FILES if not (folder / name).is_file()]
    if missing:
        raise BundleError(f"{folder} lacks {', '.join(missing)}: an encoder needs {', '.join(ENCODER_FILES)}")
    config = _config(folder / CONFIG_FILE)
    vocabulary = load_vocabulary(folder / VOCABULARY_FILE, config)
    expected = fingerprint(config, vocabulary)
    encoder, relations, roles = (
        load_session(folder / name, schema=ENCODER_SCHEMA, expected=expected)
        for name in (ENCODER_FILE, RELATIONS_FILE, ROLES_FILE)
    )
    return EncoderFiles(
        config=config, vocabulary=vocabulary, encoder=encoder, relations=relations, roles=roles
    )


def _config(path: Path) -> EncoderConfig:
    try:
        config = msgspec.json.decode(path.read_bytes(), type=EncoderConfig)
    except (OSError, msgspec.MsgspecError) as error:
        raise BundleError(f"{path} is no description of {ENCODER_SCHEMA}: {error}") from error
    problems = []
    if config.schema != ENCODER_SCHEMA:
        problems.append(f"schema {config.schema!r}, this version reads {ENCODER_SCHEMA!r}")
    if config.positions < _LEAST_POSITIONS:
        problems.append(f"{config.positions} positions, needed are at least {_LEAST_POSITIONS}")
    unlabelled = [name for name in (*TAGS, "deprel", "role") if not config.labels.get(name)]
    if unlabelled:
        problems.append(f"no labels for {', '.join(unlabelled)}")
    problems += [
        f"{name} without the label {label!r}"
        for name, label in (("deprel", ROOT), ("role", NO_ROLE))
        if label not in config.labels.get(name, [label])
    ]
    if problems:
        raise BundleError(f"{path} cannot be used: " + "; ".join(problems))
    return config


def load_vocabulary(path: Path, config: TransformerConfig) -> tuple[str, ...]:
    """The word pieces of a file, as many as the configuration says.

    Raises:
        BundleError: It is missing, truncated or of another encoder.
    """
    try:
        pieces = tuple(path.read_text(encoding="utf-8").removesuffix("\n").split("\n"))
    except (OSError, UnicodeDecodeError) as error:
        raise BundleError(f"{path} is no readable vocabulary: {error}") from error
    if len(pieces) != config.vocabulary:
        raise BundleError(
            f"{path} has {len(pieces)} word pieces, {CONFIG_FILE} says {config.vocabulary}: it is truncated or "
            "belongs to another encoder"
        )
    without = [piece for piece in SPECIAL if piece not in pieces]
    if without:
        raise BundleError(f"{path} lacks the pieces {', '.join(without)}")
    return pieces


def load_session(path: Path, *, schema: str, expected: str) -> Any:
    """A graph, ready to run on one thread.

    Args:
        path: The file.
        schema: What it must say that it is of.
        expected: The fingerprint that it must carry.

    Raises:
        BundleError: It is no graph, or one of another version or encoder.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # Two one-thread processes beat one process of two threads; the caller decides how many processes.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4  # what goes wrong is raised
    # Batches have many shapes: plans of memory for each would grow without end. The pool they share does not.
    options.enable_mem_pattern = False
    # A graph may name other files as its weights. Told that they lie in a folder that is none, it finds none.
    options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(path))
    try:
        session = onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime raises a class of its own for each kind of failure
        raise BundleError(f"{path} is no readable ONNX graph: {type(error).__name__}: {error}") from error
    properties = session.get_modelmeta().custom_metadata_map
    if properties.get("schema") != schema:
        raise BundleError(
            f"{path} has the schema {properties.get('schema')!r}, this version reads {schema!r}"
        )
    if properties.get("fingerprint") != expected:
        raise BundleError(
            f"{path} was made for other labels than {CONFIG_FILE} has, or for another vocabulary than {VOCABULARY_FILE}"
        )
    if session.get_modelmeta().graph_name != path.stem:
        raise BundleError(
            f"{path} holds the graph {session.get_modelmeta().graph_name!r}, expected {path.stem!r}"
        )
    return session
