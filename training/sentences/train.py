"""Train a sentence encoder: captions of one picture are alike, captions that were made wrong are less so.

Every step takes a batch of images. Of each there are two captions, and wrong forms of the second (see
``training.sentences.wrong``). The first caption must find the second among all second ones and all wrong ones of the
batch: by the vectors of sentences, and by the best matches of words. No judgement of people is in it. Now and then the
state is kept, and a training that was stopped goes on from there.
"""

from __future__ import annotations

import json
import pickle
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from extractor.bundle import find_bundle
from extractor.errors import BundleError, InvalidInputError
from extractor.extractor import Extractor
from extractor.syntax.encoder.files import TransformerConfig
from extractor.syntax.encoder.pieces import WordPieces
from extractor.syntax.encoder.sentences import MAX_WORDS, SENTENCES_FOLDER, SentencesConfig, read_config
from training.bundles.writer import add_training_data
from training.progress import Report, silent
from training.sentences.data import ParsedImage, parse_images, read_images
from training.sentences.export import export_sentences
from training.sentences.network import SentenceNetwork, SentenceVectors, word_agreement
from training.sentences.wrong import WrongCaptions
from training.syntax.encoder.onnx_graph import Precision
from training.syntax.encoder.start import (
    NETWORK_FILE,
    Weights,
    load_start,
    read_network,
    write_network,
)

CHECKPOINT_FILE = "checkpoint.pt"
EVALUATION_FILE = "sentences.eval.json"
_SENTENCE_TEMPERATURE = 0.05
_WORD_TEMPERATURE = 0.03
_WARM_UP = 0.06
_LEAST_RATE = 0.02
_WEIGHT_DECAY = 0.01
_MAX_GRADIENT = 1.0
_KEEP_STEPS = 100
_REPORT_STEPS = 20
_DEV_SHARE = 0.04
_DEV_WRONG = 4
_MEASURED_CAPTIONS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SentencesTraining:
    """What one training reads, and how long it may take.

    Attributes:
        start: See ``training.syntax.encoder.start.load_start``; or what this training wrote, to train on.
        captions: Files of captions with image ids; several captions of an image.
        output: Working folder; gets ``sentences/``, the network and the figures.
        without: Files of captions whose images are not learned from, such as those that are evaluated on.
        start_name: What ``start`` is called, with its licence and what it has read.
        model: Parses the captions.
        steps: Batches.
        minutes: Wall-clock bound of the steps; the learning rate falls to its least by then.
        n_images: Of a batch.
        n_wrong: Wrong captions of each image of a batch, at most.
        learning_rate: The highest.
        kept_share: How much of the start's weights the result keeps; the rest are the trained ones.
        threads: Of torch.
        precision: Of the files in ``sentences/``.
        seed: Of everything that is drawn.
    """

    start: Path
    captions: Sequence[Path]
    output: Path
    without: Sequence[Path] = ()
    start_name: str | None = None
    model: str = "en-captions"
    steps: int = 600
    minutes: float = 30.0
    n_images: int = 40
    n_wrong: int = 2
    learning_rate: float = 6e-5
    kept_share: float = 0.0
    threads: int = 1
    precision: Precision = "int8"
    seed: int = 1


def train_sentences(training: SentencesTraining, *, report: Report = silent) -> dict[str, Any]:
    """Train a sentence encoder and write its files.

    Args:
        training: The files and the bounds.
        report: Called with lines of progress.

    Returns:
        The figures on images that were not learned from, as they stand in ``sentences.eval.json``: by what is wrong,
        the share of wrong captions that are less like the image's other captions than the right one.

    Raises:
        InvalidInputError: Files are missing or faulty, or too few captions are left.
        BundleError: There is nothing to start from, or the checkpoint in the output is of another training.
    """
    files = [*training.captions, *training.without]
    missing = [str(path) for path in files if not path.is_file()]
    if missing:
        raise InvalidInputError("; ".join(f"no such file: {path}" for path in missing))
    torch.set_num_threads(training.threads)
    training.output.mkdir(parents=True, exist_ok=True)
    extractor = Extractor.load(find_bundle(training.model))
    images = parse_images(read_images(training.captions, without=training.without), extractor, report=report)
    wrong = WrongCaptions((parse for image in images for parse in image.parses), extractor.lexicon)
    random.Random(training.seed).shuffle(images)
    n_dev = max(1, round(_DEV_SHARE * len(images)))
    dev, learned = images[:n_dev], images[n_dev:]
    if not learned:
        raise InvalidInputError("captions of at least two images are needed")
    report(f"sentences: {len(learned)} images to learn from, {len(dev)} to measure with")
    run = _Run(training=training, start=_load_start(training), wrong=wrong, report=report)
    run.resume()
    run.learn(learned)
    figures = {"start": run.figures(dev, run.start.weights), "trained": run.figures(dev, run.weights())}
    run.write(figures, _sample(learned) if training.precision == "int8" else None)
    (training.output / CHECKPOINT_FILE).unlink(missing_ok=True)
    return figures


@dataclass(frozen=True, slots=True, kw_only=True)
class _Start:
    """Weights to start from, by the names of ``SentenceNetwork``, and what they have read."""

    config: TransformerConfig
    vocabulary: tuple[str, ...]
    weights: Weights
    read: list[str]


def _load_start(training: SentencesTraining) -> _Start:
    """See ``SentencesTraining.start``."""
    folder = training.start
    if (folder / SENTENCES_FOLDER).is_dir():
        config, vocabulary = read_config(folder / SENTENCES_FOLDER)
        read = [training.start_name] if training.start_name else config.read
        return _Start(
            config=config, vocabulary=vocabulary, weights=read_network(folder / NETWORK_FILE), read=read
        )
    start = load_start(folder)
    return _Start(
        config=start.config,
        vocabulary=start.vocabulary,
        weights=start.weights,
        read=[training.start_name or folder.name],
    )


class _Batch(NamedTuple):
    """Texts as arrays: those of wrong captions stand behind those of right ones."""

    pieces: Tensor
    firsts: Tensor


@dataclass(slots=True, kw_only=True)
class _Run:
    """A training under way."""

    training: SentencesTraining
    start: _Start
    wrong: WrongCaptions
    report: Report
    step: int = 0
    seconds: float = 0.0
    config: SentencesConfig = field(init=False)
    pieces: WordPieces = field(init=False)
    network: SentenceNetwork = field(init=False)
    optimizer: torch.optim.Optimizer = field(init=False)

    def __post_init__(self) -> None:
        torch.manual_seed(self.training.seed)
        config = self.start.config
        read = list(dict.fromkeys([*self.start.read, *(path.name for path in self.training.captions)]))
        self.config = SentencesConfig(
            vocabulary=config.vocabulary,
            positions=config.positions,
            width=config.width,
            n_layers=config.n_layers,
            n_heads=config.n_heads,
            inner=config.inner,
            read=read,
        )
        self.pieces = WordPieces(self.start.vocabulary)
        self.network = SentenceNetwork(self.config, pad=self.pieces.pad)
        self._load(self.start.weights)
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=self.training.learning_rate, weight_decay=_WEIGHT_DECAY
        )

    def _load(self, weights: Weights) -> None:
        state = self.network.state_dict()
        unfit = [name for name in state if name not in weights or weights[name].shape != state[name].shape]
        if unfit:
            raise BundleError(f"{self.training.start} lacks weights of a fitting shape: {', '.join(unfit)}")
        self.network.load_state_dict({name: torch.from_numpy(weights[name].copy()) for name in state})

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
            self.step, self.seconds = state["step"], state["seconds"]
        except (RuntimeError, KeyError, ValueError, EOFError, pickle.UnpicklingError) as error:
            raise BundleError(f"{path} is no readable checkpoint: {error}") from error
        self.report(f"sentences: goes on after step {self.step}")

    def _keep(self) -> None:
        """Write the checkpoint; one that is being written takes the old one's place when it is whole."""
        path = self.training.output / CHECKPOINT_FILE
        state = {
            "settings": self._settings(),
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "seconds": self.seconds,
        }
        torch.save(state, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)

    def _settings(self) -> dict[str, Any]:
        training = self.training
        return {
            "seed": training.seed,
            "learning_rate": training.learning_rate,
            "n_images": training.n_images,
            "n_wrong": training.n_wrong,
        }

    def learn(self, images: Sequence[ParsedImage]) -> None:
        """All steps, or as many as time allows."""
        has_bfloat16 = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
        self.network.train()
        before, began = self.seconds, time.monotonic()
        losses: list[float] = []
        while self.step < self.training.steps and self.seconds < self.training.minutes * 60:
            draws = random.Random(self.training.seed * 1_000_003 + self.step)
            torch.manual_seed(self.training.seed * 1_000_003 + self.step)
            self._set_rate()
            batch = draws.sample(images, min(self.training.n_images, len(images)))
            with torch.autocast("cpu", torch.bfloat16, enabled=has_bfloat16):
                loss = self._loss(batch, draws)
            self.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it so
            nn.utils.clip_grad_norm_(self.network.parameters(), _MAX_GRADIENT)
            self.optimizer.step()
            losses.append(loss.item())
            self.step += 1
            self.seconds = before + time.monotonic() - began
            if self.step % _REPORT_STEPS == 0:
                mean = float(np.mean(losses[-_REPORT_STEPS:]))
                self.report(f"sentences: step {self.step}, loss {mean:.3f}, {self.seconds:.0f} s")
            if self.step % _KEEP_STEPS == 0:
                self._keep()

    def _set_rate(self) -> None:
        """A short warm-up, then a linear fall, by steps or by time, whichever is further."""
        done = max(self.step / self.training.steps, self.seconds / (60 * self.training.minutes))
        share = min(1.0, (done + 1e-3) / _WARM_UP) * max(_LEAST_RATE, 1.0 - done)
        for group in self.optimizer.param_groups:
            group["lr"] = self.training.learning_rate * share

    def _loss(self, images: Sequence[ParsedImage], draws: random.Random) -> Tensor:
        firsts: list[list[str]] = []
        seconds: list[list[str]] = []
        wrongs: list[list[str]] = []
        for image in images:
            first, second = draws.sample(image.parses, 2)
            firsts.append([word.text for word in first.words])
            seconds.append([word.text for word in second.words])
            wrongs += [words for _, words in self.wrong(second, image.said, draws, n=self.training.n_wrong)]
        vectors = self.network.vectors(*self._inputs([*firsts, *seconds, *wrongs]))
        n = len(images)
        queries = SentenceVectors(*(part[:n] for part in vectors))
        choices = SentenceVectors(*(part[n:] for part in vectors))
        targets = torch.arange(n)
        with torch.autocast("cpu", enabled=False):
            sentences = queries.sentences @ choices.sentences.T / _SENTENCE_TEMPERATURE
            words = word_agreement(queries, choices) / _WORD_TEMPERATURE
            return functional.cross_entropy(sentences, targets) + functional.cross_entropy(words, targets)

    def _inputs(self, texts: Sequence[Sequence[str]]) -> _Batch:
        """Word pieces, and the places of first ones, of words that hold a letter or a digit."""
        rows = []
        for text in texts:
            words = [word for word in text if any(c.isalnum() for c in word)][:MAX_WORDS]
            rows.append(self.pieces.sentence([self.pieces.word(w) for w in words], positions=MAX_WORDS + 2))
        return _Batch(
            _padded([numbers for numbers, _ in rows], self.pieces.pad),
            _padded([places for _, places in rows], 0),
        )

    def weights(self) -> Weights:
        """The network's weights as arrays, with the start's share in them."""
        kept = self.training.kept_share
        return {
            name: (1 - kept) * value.detach().float().numpy() + kept * self.start.weights[name]
            for name, value in self.network.state_dict().items()
        }

    def figures(self, images: Sequence[ParsedImage], weights: Weights) -> dict[str, dict[str, float]]:
        """By what is wrong, the share of wrong captions less like the first caption than the right one is."""
        trained = {name: value.detach().numpy().copy() for name, value in self.network.state_dict().items()}
        self._load(weights)
        self.network.eval()
        better: dict[str, Counter[str]] = {"sentences": Counter(), "words": Counter()}
        total: Counter[str] = Counter()
        with torch.inference_mode():
            for number, image in enumerate(images):
                draws = random.Random(number)
                first, second = (parse.words for parse in image.parses[:2])
                made = self.wrong(image.parses[1], image.said, draws, n=_DEV_WRONG)
                if not made:
                    continue
                texts = [[w.text for w in first], [w.text for w in second], *(words for _, words in made)]
                vectors = self.network.vectors(*self._inputs(texts))
                query = SentenceVectors(*(part[:1] for part in vectors))
                choices = SentenceVectors(*(part[1:] for part in vectors))
                by_measure = {
                    "sentences": (query.sentences @ choices.sentences.T)[0].tolist(),
                    "words": word_agreement(query, choices)[0].tolist(),
                }
                for k, (kind, _) in enumerate(made, start=1):
                    total[kind] += 1
                    for measure, (right, *others) in by_measure.items():
                        better[measure][kind] += right > others[k - 1]
        self._load(trained)
        return {
            measure: {kind: round(100 * counter[kind] / total[kind], 1) for kind in sorted(total)}
            for measure, counter in better.items()
        }

    def write(self, figures: dict[str, Any], measured: Sequence[Sequence[str]] | None) -> None:
        """The files of the encoder, its weights, its figures, and what it has read; see ``export_sentences``."""
        training = self.training
        weights = self.weights()
        folder = training.output / SENTENCES_FOLDER
        export_sentences(weights, self.config, self.start.vocabulary, folder, sentences=measured)
        write_network(weights, training.output / NETWORK_FILE)
        record = {"steps": self.step, "read": self.config.read, **figures}
        (training.output / EVALUATION_FILE).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        started = [path for path in sorted(training.start.iterdir()) if path.suffix == ".safetensors"]
        names = dict.fromkeys(started, training.start_name) if training.start_name else {}
        add_training_data(training.output, "sentences", [*training.captions, *started], names=names)


def _sample(images: Sequence[ParsedImage]) -> list[list[str]]:
    """Captions to measure ranges on, one an image."""
    first = [image.parses[0] for image in images[:_MEASURED_CAPTIONS]]
    return [[word.text for word in parse.words if word.text.isalnum()] for parse in first]


def _padded(rows: Sequence[Sequence[int]], padding: int) -> Tensor:
    result: npt.NDArray[np.int64] = np.full((len(rows), max(1, *map(len, rows))), padding, dtype=np.int64)
    for k, row in enumerate(rows):
        result[k, : len(row)] = row
    return torch.from_numpy(result)
