"""Train an encoder: a pre-trained transformer and its heads together, on treebanks, PropBank and the caption grammar.

A sentence is seen in two forms: as it stands, and as captions are read, without the marks that no caption's parse hangs
on and with a full stop. After every epoch the state is kept, and a training that was stopped goes on from there.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from extractor.errors import BundleError, InvalidInputError
from extractor.lexicon import Lexicon
from extractor.syntax.encoder.files import ENCODER_FILE, TAGS, EncoderConfig
from extractor.syntax.encoder.parser import EncoderParser
from extractor.syntax.encoder.pieces import WordPieces
from formats.corpora.conllu import read_conllu
from formats.corpora.propbank import read_propbank
from training.bundles.writer import LEXICON_FILE, add_training_data
from training.progress import Report, silent
from training.syntax.caption_sentences import caption_sentences
from training.syntax.encoder.data import TreeSentence, as_read, label_sets, read_treebank, tree_sentence
from training.syntax.encoder.export import export_encoder
from training.syntax.encoder.figures import evaluate_encoder_roles, evaluate_trees
from training.syntax.encoder.network import EncoderNetwork, Vectors
from training.syntax.encoder.onnx_graph import Precision
from training.syntax.encoder.start import NETWORK_FILE, Start, Weights, load_start, write_network
from training.syntax.lexicon import WORDNET_FOLDER, build_lexicon, write_lexicon

MAX_SENTENCE_TOKENS = 60
EVALUATION_FILE = "syntax.eval.json"
CHECKPOINT_FILE = "checkpoint.pt"
# Shares of the losses. Relations and heads decide what becomes of a caption; tags are nearly learned as it is.
_TAG_SHARES = {"upos": 0.3, "xpos": 0.3, "feats": 0.15, "lemma": 0.1}
_ROLE_SHARE = 1.5
_AS_READ_SHARE = 0.4
_MASKED_SHARE = 0.05
_WARM_UP = 0.05
_LEAST_RATE = 0.01
_HEADS_RATE = 5.0
_WEIGHT_DECAY = 0.01
_MAX_GRADIENT = 1.0
_UNLABELLED = -100
_JITTER = 3.0
_REPORT_STEPS = 100
_MEASURED_SENTENCES = 4_000
_SAMPLE_SEED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderTraining:
    """What one training reads, and how long it may take.

    Attributes:
        start: See ``training.syntax.encoder.start.load_start``.
        train_files: CoNLL-U files to learn from, ``.gz`` or plain.
        dev_file: CoNLL-U file of the figures after each epoch.
        test_file: CoNLL-U file of the reported figures.
        output: Working folder; gets ``syntax/``, the lexicon, the network and the figures.
        start_name: What ``start`` is called in the card, with its licence and what it has read.
        propbank: Folder with ``train``, ``dev`` and ``test`` as ``.conllup.gz``; None for an encoder without roles.
        caption_files: JSON Lines of raw captions, from which the caption grammar takes its words.
        taught_files: CoNLL-U of captions that a teacher parsed (``training.syntax.teacher``): trees and tags alone are
            learned from them.
        layers: Layers of the start that are taken, from the first; None for all.
        epochs: Passes over the data.
        minutes: Wall-clock bound; the learning rate falls to its least by then.
        batch_words: Words of a batch, with padding.
        n_caption_sentences: Sentences of the caption grammar.
        learning_rate: Of the transformer; its heads learn five times as fast.
        threads: Of torch.
        precision: Of the files in ``syntax/``.
        seed: Of everything that is drawn.
    """

    start: Path
    train_files: Sequence[Path]
    dev_file: Path
    test_file: Path
    output: Path
    start_name: str | None = None
    propbank: Path | None = None
    caption_files: Sequence[Path] = ()
    taught_files: Sequence[Path] = ()
    layers: int | None = None
    epochs: int = 6
    minutes: float = 240.0
    batch_words: int = 1_600
    n_caption_sentences: int = 6_000
    learning_rate: float = 1.5e-4
    threads: int = 1
    precision: Precision = "int8"
    seed: int = 1


def train_encoder(training: EncoderTraining, *, report: Report = silent) -> dict[str, Any]:
    """Train an encoder and write it as the parser of a bundle to be.

    Args:
        training: The files and the bounds.
        report: Called with lines of progress.

    Returns:
        The figures on the test file, as they stand in ``syntax.eval.json``.

    Raises:
        InvalidInputError: A file is missing.
        BundleError: There is nothing to start from, or the checkpoint in the output is of another training.
    """
    _check(training)
    torch.set_num_threads(training.threads)
    training.output.mkdir(parents=True, exist_ok=True)
    write_lexicon(build_lexicon(WORDNET_FOLDER, training.train_files), training.output / LEXICON_FILE)
    sentences = _sentences(training)
    start = load_start(training.start, layers=training.layers)
    config = start.config
    if not config.labels:
        config = msgspec.structs.replace(config, labels=label_sets(sentences))
    for path in training.taught_files:
        sentences += [s for s in read_treebank(path) if 1 < len(s.forms) <= MAX_SENTENCE_TOKENS]
    report(f"encoder: {len(sentences)} sentences, {sum(len(s.forms) for s in sentences)} words")
    run = _Run(training=training, start=start, config=config, report=report)
    run.resume()
    for epoch in range(run.epoch, training.epochs):
        if run.seconds > training.minutes * 60:
            report(f"encoder: time is up after {epoch} epochs")
            break
        run.learn(sentences)
        run.keep()
        parser = run.written()
        report(
            f"encoder: epoch {run.epoch}: {evaluate_trees(parser, list(read_treebank(training.dev_file)))}"
        )
    measured = _sample(sentences) if training.precision == "int8" else None
    figures = _figures(training, run.written(measured))
    write_network(run.weights(), training.output / NETWORK_FILE)
    (training.output / EVALUATION_FILE).write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    files = [*training.train_files, *training.caption_files, *training.taught_files]
    if training.propbank is not None:
        files.append(training.propbank / "train.conllup.gz")
    started = [path for path in sorted(training.start.iterdir()) if path.suffix == ".safetensors"]
    started = started or [training.start / "syntax" / ENCODER_FILE]
    names = dict.fromkeys(started, training.start_name) if training.start_name else {}
    add_training_data(training.output, "syntax", [*files, *started], names=names)
    (training.output / CHECKPOINT_FILE).unlink(missing_ok=True)
    return figures


def _check(training: EncoderTraining) -> None:
    files = [*training.train_files, training.dev_file, training.test_file]
    files += [*training.caption_files, *training.taught_files]
    if training.propbank is not None:
        files += [training.propbank / f"{name}.conllup.gz" for name in ("train", "test")]
    missing = [str(path) for path in files if not path.is_file()]
    if missing:
        raise InvalidInputError("; ".join(f"no such file: {path}" for path in missing))


def _sentences(training: EncoderTraining) -> list[TreeSentence]:
    """All that is learned from: a sentence that PropBank has too is taken from there, with its roles."""
    found: list[TreeSentence] = []
    if training.propbank is not None:
        found += read_treebank(training.propbank / "train.conllup.gz")
    known = {sentence.forms for sentence in found}
    for path in training.train_files:
        found += [sentence for sentence in read_treebank(path) if sentence.forms not in known]
    grammatical = caption_sentences(
        training.caption_files,
        (rows for path in training.train_files for rows in read_conllu(path)),
        lexicon=Lexicon.load(training.output / LEXICON_FILE),
        n=training.n_caption_sentences,
        seed=training.seed,
    )
    found += [tree_sentence([row.split("\t") for row in rows]) for rows in grammatical]
    return [sentence for sentence in found if 1 < len(sentence.forms) <= MAX_SENTENCE_TOKENS]


def _figures(training: EncoderTraining, parser: EncoderParser) -> dict[str, Any]:
    figures: dict[str, Any] = evaluate_trees(parser, list(read_treebank(training.test_file)))
    if training.propbank is not None:
        held_out = list(read_propbank(training.propbank / "test.conllup.gz"))
        roles = evaluate_encoder_roles(parser, held_out)
        figures["roles"] = round(100 * roles["all"]["f1"], 2)
        figures["nominal roles"] = round(100 * roles["nominal"]["f1"], 2)
    return figures


@dataclass(slots=True, kw_only=True)
class _Run:
    """A training under way."""

    training: EncoderTraining
    start: Start
    config: EncoderConfig
    report: Report
    epoch: int = 0
    seconds: float = 0.0
    pieces: WordPieces = field(init=False)
    network: EncoderNetwork = field(init=False)
    optimizer: torch.optim.Optimizer = field(init=False)
    numbers: dict[str, dict[str, int]] = field(init=False)

    def __post_init__(self) -> None:
        torch.manual_seed(self.training.seed)
        self.pieces = WordPieces(self.start.vocabulary)
        self.network = EncoderNetwork(self.config, pad=self.pieces.pad)
        state = self.network.state_dict()
        for name, value in self.start.weights.items():
            if name not in state or state[name].shape != value.shape:
                raise BundleError(f"{self.training.start}: {name} of shape {value.shape} fits no layer")
            state[name] = torch.from_numpy(value)
        self.network.load_state_dict(state)
        transformer = ("words", "positions", "norm", "layers")
        slow: list[nn.Parameter] = []
        fast: list[nn.Parameter] = []
        for name, parameter in self.network.named_parameters():
            (slow if name.split(".")[0] in transformer else fast).append(parameter)
        rate = self.training.learning_rate
        self.optimizer = torch.optim.AdamW(
            [{"params": slow, "base": rate}, {"params": fast, "base": _HEADS_RATE * rate}],
            lr=rate,
            weight_decay=_WEIGHT_DECAY,
            fused=True,  # a fifth of the time otherwise
        )
        self.numbers = {
            name: {label: k for k, label in enumerate(labels)} for name, labels in self.config.labels.items()
        }

    def resume(self) -> None:
        """Go on from the checkpoint in the output, where there is one."""
        path = self.training.output / CHECKPOINT_FILE
        if not path.is_file():
            return
        try:
            state = torch.load(path, weights_only=True)
            if state["settings"] != self._settings():
                raise BundleError(
                    f"{path} is of another training: remove it, or choose another output folder"
                )
            self.network.load_state_dict(state["network"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.epoch, self.seconds = state["epoch"], state["seconds"]
        except (RuntimeError, KeyError, ValueError, EOFError) as error:
            raise BundleError(f"{path} is no readable checkpoint: {error}") from error
        self.report(f"encoder: goes on after epoch {self.epoch}")

    def keep(self) -> None:
        """Write the checkpoint; one that is being written takes the old one's place when it is whole."""
        path = self.training.output / CHECKPOINT_FILE
        state = {
            "settings": self._settings(),
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "epoch": self.epoch,
            "seconds": self.seconds,
        }
        torch.save(state, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)

    def _settings(self) -> dict[str, Any]:
        training = self.training
        return {
            "seed": training.seed,
            "learning_rate": training.learning_rate,
            "batch_words": training.batch_words,
            "labels": {name: len(labels) for name, labels in self.config.labels.items()},
        }

    def learn(self, sentences: Sequence[TreeSentence]) -> None:
        """One epoch."""
        random_ = random.Random(self.training.seed * 1_000 + self.epoch)
        torch.manual_seed(self.training.seed * 1_000 + self.epoch)
        seen = [as_read(s) if random_.random() < _AS_READ_SHARE else s for s in sentences]
        batches = _batches(seen, self.training.batch_words, random_)
        has_bfloat16 = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
        self.network.train()
        losses = []
        before, began = self.seconds, time.monotonic()
        for k, batch in enumerate(batches):
            self._set_rate(max(0.0, self.epoch + k / len(batches)))
            with torch.autocast("cpu", torch.bfloat16, enabled=has_bfloat16):
                tag, tree = self.network.encode(*self._inputs(batch, random_))
            loss = self._loss(batch, tag, tree)
            self.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it so
            nn.utils.clip_grad_norm_(self.network.parameters(), _MAX_GRADIENT)
            self.optimizer.step()
            losses.append(loss.item())
            self.seconds = before + time.monotonic() - began
            if (k + 1) % _REPORT_STEPS == 0:
                mean = float(np.mean(losses[-_REPORT_STEPS:]))
                self.report(
                    f"encoder: epoch {self.epoch + 1}, batch {k + 1} of {len(batches)}, loss {mean:.3f}, "
                    f"{self.seconds:.0f} s"
                )
            if self.seconds > self.training.minutes * 60:
                break
        self.epoch += 1

    def _set_rate(self, epochs: float) -> None:
        """A short warm-up, then a linear fall, by epochs or by time, whichever is further."""
        done = max(epochs / self.training.epochs, self.seconds / (60 * self.training.minutes))
        share = min(1.0, (done + 1e-3) / _WARM_UP) * max(_LEAST_RATE, 1.0 - done)
        for group in self.optimizer.param_groups:
            group["lr"] = group["base"] * share

    def _inputs(self, batch: Sequence[TreeSentence], random_: random.Random) -> tuple[Tensor, Tensor]:
        """Word pieces and the places of first ones; some words are masked, so that the others must tell."""
        rows = []
        for sentence in batch:
            words = [
                (self.pieces.mask,) if random_.random() < _MASKED_SHARE else self.pieces.word(form)
                for form in sentence.forms
            ]
            rows.append(self.pieces.sentence(words, positions=self.config.positions))
        pieces = _padded([numbers for numbers, _ in rows], self.pieces.pad)
        return pieces, _padded([places for _, places in rows], 0)

    def _loss(self, batch: Sequence[TreeSentence], tag: Tensor, tree: Tensor) -> Tensor:
        lengths = torch.tensor([len(sentence.forms) for sentence in batch])
        targets = {
            name: _padded(
                [[self.numbers[name].get(label, _UNLABELLED) for label in s.labels[name]] for s in batch],
                _UNLABELLED,
            )
            for name in (*TAGS, "deprel")
        }
        heads = _padded([sentence.heads for sentence in batch], _UNLABELLED)
        scores = self.network.tag_scores(tag)
        loss = torch.stack(
            [share * _cross_entropy(scores[name], targets[name]) for name, share in _TAG_SHARES.items()]
        ).sum()
        arcs = self.network.arc_scores(tree)
        outside = torch.arange(arcs.shape[2])[None, :] > lengths[:, None]
        loss = loss + _cross_entropy(arcs.masked_fill(outside[:, None, :], -1e9), heads)
        vectors = self.network.vectors(tree)
        relations = self.network.relation_scores(vectors, heads.clamp(min=0))
        return loss + _cross_entropy(relations, targets["deprel"]) + self._role_loss(batch, vectors)

    def _role_loss(self, batch: Sequence[TreeSentence], vectors: Vectors) -> Tensor:
        """The loss of the roles of every annotated predicate; a batch with few of them weighs less."""
        owners = [(k, predicate) for k, sentence in enumerate(batch) for predicate in sentence.roles or {}]
        if not owners:
            return torch.zeros(())
        sentences, predicates = (torch.tensor(column) for column in zip(*owners, strict=True))
        scores = self.network.role_scores(
            vectors.predicates[sentences, predicates], vectors.arguments[sentences]
        )
        targets = torch.full(scores.shape[:2], _UNLABELLED)
        for row, (k, predicate) in enumerate(owners):
            targets[row, : len(batch[k].forms)] = 0
            for word, role in (batch[k].roles or {})[predicate].items():
                targets[row, word] = self.numbers["role"][role]
        return _ROLE_SHARE * min(1.0, len(owners) / len(batch)) * _cross_entropy(scores, targets)

    def weights(self) -> Weights:
        """The network's weights as arrays."""
        return {name: value.detach().float().numpy() for name, value in self.network.state_dict().items()}

    def written(self, measured: Sequence[Sequence[str]] | None = None) -> EncoderParser:
        """The network so far as a parser, from its files in the output; see ``export_encoder`` for what is measured."""
        folder = self.training.output / "syntax"
        export_encoder(self.weights(), self.config, self.start.vocabulary, folder, sentences=measured)
        return EncoderParser(folder)


def _sample(sentences: Sequence[TreeSentence]) -> list[Sequence[str]]:
    """Sentences to measure ranges on, as captions are read; the same of the same."""
    drawn = random.Random(_SAMPLE_SEED).sample(sentences, min(_MEASURED_SENTENCES, len(sentences)))
    return [as_read(sentence).forms for sentence in drawn]


def _batches(
    sentences: Sequence[TreeSentence], n_words: int, random_: random.Random
) -> list[list[TreeSentence]]:
    """Sentences of about one length together, in a random order."""
    order = sorted(sentences, key=lambda s: len(s.forms) + random_.random() * _JITTER)
    batches = list(_filled(order, n_words))
    random_.shuffle(batches)
    return batches


def _filled(sentences: Sequence[TreeSentence], n_words: int) -> Iterator[list[TreeSentence]]:
    batch: list[TreeSentence] = []
    longest = 0
    for sentence in sentences:
        longest = max(longest, len(sentence.forms))
        if batch and longest * (len(batch) + 1) > n_words:
            yield batch
            batch, longest = [], len(sentence.forms)
        batch.append(sentence)
    if batch:
        yield batch


def _padded(rows: Sequence[Sequence[int]], padding: int) -> Tensor:
    result = np.full((len(rows), max(map(len, rows))), padding, dtype=np.int64)
    for k, row in enumerate(rows):
        result[k, : len(row)] = row
    return torch.from_numpy(result)


def _cross_entropy(scores: Tensor, targets: Tensor) -> Tensor:
    """The mean over labelled places; 0 where there are none."""
    labelled = targets != _UNLABELLED
    if not labelled.any():
        return scores.sum() * 0.0
    return functional.cross_entropy(scores[labelled], targets[labelled])
