"""A treebank of a few sentences, and a transformer of random weights to start from: an encoder trains in seconds."""

from __future__ import annotations

import itertools
import json
import string
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from extractor.syntax.encoder.pieces import SPECIAL

WIDTH, N_LAYERS, INNER, POSITIONS = 32, 2, 64, 512
_NOUNS = ("dog", "cat", "goat", "heron")
_VERBS = (("sees", "see"), ("chases", "chase"), ("feeds", "feed"))
_PLACES = ("pond", "barn")
_LETTERS = string.ascii_lowercase + string.digits
VOCABULARY = (
    *SPECIAL,
    *dict.fromkeys(
        [*_LETTERS, *(f"##{c}" for c in _LETTERS), *string.punctuation, *_NOUNS, *_PLACES, "the", "in"]
        + [form for form, _ in _VERBS]
    ),
)


def rows(agent: str, verb: tuple[str, str], patient: str, place: str) -> list[list[str]]:
    """``the dog sees the cat in the pond .`` with its tree and roles, in the layout of PropBank over UD."""
    form, lemma = verb
    words = [
        ("the", "the", "DET", "DT", "Definite=Def", 2, "det", "_", "_"),
        (agent, agent, "NOUN", "NN", "Number=Sing", 3, "nsubj", "_", "ARG0"),
        (form, lemma, "VERB", "VBZ", "Tense=Pres", 0, "root", f"{lemma}.01", "_"),
        ("the", "the", "DET", "DT", "Definite=Def", 5, "det", "_", "_"),
        (patient, patient, "NOUN", "NN", "Number=Sing", 3, "obj", "_", "ARG1"),
        ("in", "in", "ADP", "IN", "_", 8, "case", "_", "_"),
        ("the", "the", "DET", "DT", "Definite=Def", 8, "det", "_", "_"),
        (place, place, "NOUN", "NN", "Number=Sing", 3, "obl", "_", "ARGM-LOC"),
        (".", ".", "PUNCT", ".", "_", 3, "punct", "_", "_"),
    ]
    return [
        [str(k), *map(str, word[:7]), "_", "_", word[7], word[8]] for k, word in enumerate(words, start=1)
    ]


def write_data(folder: Path) -> None:
    """``treebank.conllu`` and ``propbank`` in a folder."""
    import gzip

    sentences = [
        rows(agent, verb, patient, place)
        for (agent, patient), verb, place in itertools.product(
            itertools.permutations(_NOUNS, 2), _VERBS, _PLACES
        )
    ]
    folder.mkdir(parents=True, exist_ok=True)
    plain = "\n".join("".join("\t".join(row[:10]) + "\n" for row in sentence) for sentence in sentences)
    (folder / "treebank.conllu").write_text(plain + "\n", encoding="utf-8")
    full = "\n".join("".join("\t".join(row) + "\n" for row in sentence) for sentence in sentences) + "\n"
    (folder / "propbank").mkdir(exist_ok=True)
    for name in ("train", "dev", "test"):
        with gzip.open(folder / "propbank" / f"{name}.conllup.gz", "wt", encoding="utf-8") as file:
            file.write(full)


def write_start(folder: Path) -> None:
    """A BERT of random weights, in the files in which such are found."""
    random = np.random.default_rng(0)

    def drawn(*shape: int) -> np.ndarray:
        return random.normal(0.0, 0.05, shape).astype(np.float32)

    weights = {
        "embeddings.word_embeddings.weight": drawn(len(VOCABULARY), WIDTH),
        "embeddings.position_embeddings.weight": drawn(POSITIONS, WIDTH),
        "embeddings.token_type_embeddings.weight": drawn(2, WIDTH),
    }
    shapes = {
        **{f"attention.self.{name}": (WIDTH, WIDTH) for name in ("query", "key", "value")},
        "attention.output.dense": (WIDTH, WIDTH),
        "intermediate.dense": (INNER, WIDTH),
        "output.dense": (WIDTH, INNER),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(N_LAYERS):
        for name, shape in shapes.items():
            weights[f"encoder.layer.{layer}.{name}.weight"] = drawn(*shape)
            weights[f"encoder.layer.{layer}.{name}.bias"] = drawn(shape[0])
        norms += [f"encoder.layer.{layer}.{name}.LayerNorm" for name in ("attention.output", "output")]
    for name in norms:
        weights[f"{name}.weight"], weights[f"{name}.bias"] = np.ones(WIDTH, np.float32), drawn(WIDTH)
    folder.mkdir(parents=True, exist_ok=True)
    save_file(weights, folder / "model.safetensors")
    config = {
        "vocab_size": len(VOCABULARY),
        "max_position_embeddings": POSITIONS,
        "hidden_size": WIDTH,
        "num_hidden_layers": N_LAYERS,
        "num_attention_heads": 4,
        "intermediate_size": INNER,
    }
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "vocab.txt").write_text("".join(f"{piece}\n" for piece in VOCABULARY), encoding="utf-8")
