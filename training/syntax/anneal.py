"""Finish the training of tagger or parser with a learning rate that falls to zero.

stanza trains at one rate until nothing improves any more, which takes a day on one core. A linear fall over a few
thousand steps takes the noise of that rate out of the weights within minutes. It runs in a process of its own:
``python -m training.syntax.anneal tagger|parser WORK_DIR N_STEPS MINUTES``.
"""

from __future__ import annotations

import itertools
import logging
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from stanza.models.common.pretrain import Pretrain
from stanza.models.depparse.data import DataLoader, InfiniteBatch
from stanza.models.depparse.trainer import Trainer as ParserTrainer
from stanza.models.pos.data import Dataset, ShuffledDataset
from stanza.models.pos.tag_columns import tag_columns_from_args
from stanza.models.pos.trainer import Trainer as TaggerTrainer
from stanza.utils.conll import CoNLL

START_RATES = {"tagger": 0.002, "parser": 0.0015}
MODEL_FILES = {"tagger": "pos.pt", "parser": "depparse.pt"}
SEED = 1234
_LOG_STEPS = 200
_SAVE_STEPS = 500

_logger = logging.getLogger("captuple.training")


def annealed_file(stage: str) -> str:
    """Name of the file that annealing writes beside the one that it reads."""
    return MODEL_FILES[stage].replace(".pt", ".annealed.pt")


def anneal(stage: str, work_dir: Path, n_steps: int, minutes: float) -> None:
    """Read ``pos.pt`` or ``depparse.pt`` of a folder, train on its treebank, write the annealed file.

    The rate reaches zero with the last batch or the last minute, whichever comes first: a slow machine learns less,
    but its model is as finished.

    Args:
        stage: ``tagger`` or ``parser``.
        work_dir: The folder of ``training.syntax.stanza_models``.
        n_steps: Batches, at most.
        minutes: Of training, at most; reading the treebank comes before.
    """
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    random.seed(SEED)
    trainer, batches, optimizers = (_tagger if stage == "tagger" else _parser)(work_dir)
    total = 0.0
    start = time.monotonic()
    for step, batch in enumerate(itertools.islice(batches, n_steps)):
        passed = max(step / n_steps, (time.monotonic() - start) / (60 * minutes))
        if passed >= 1:
            break
        for optimizer in optimizers:
            for group in optimizer.param_groups:
                group["lr"] = START_RATES[stage] * (1 - passed)
        loss = trainer.update(batch)
        total += float(loss[0] if isinstance(loss, tuple) else loss)
        if (step + 1) % _LOG_STEPS == 0:
            _logger.info("%s: step %d of %d, mean loss %.4f", stage, step + 1, n_steps, total / _LOG_STEPS)
            total = 0.0
        if (step + 1) % _SAVE_STEPS == 0:
            trainer.save(str(work_dir / annealed_file(stage)))
    trainer.save(str(work_dir / annealed_file(stage)))


def _tagger(work_dir: Path) -> tuple[Any, Iterator[Any], list[Any]]:
    pretrain = Pretrain(str(work_dir / "pretrain.pt"))
    trainer: Any = TaggerTrainer(pretrain=pretrain, model_file=str(work_dir / "pos.pt"), device="cpu")
    dataset = Dataset(
        CoNLL.conll2doc(input_file=str(work_dir / "train.conllu")),
        trainer.args,
        pretrain,
        vocab=trainer.vocab,
        evaluation=False,
        tag_columns=tag_columns_from_args(trainer.args),
    )
    epochs = itertools.repeat(ShuffledDataset([dataset], trainer.args["batch_size"]))
    return trainer, itertools.chain.from_iterable(epochs), list(trainer.optimizers.values())


def _parser(work_dir: Path) -> tuple[Any, Iterator[Any], list[Any]]:
    pretrain = Pretrain(str(work_dir / "pretrain.pt"))
    trainer: Any = ParserTrainer.load(filename=str(work_dir / "depparse.pt"), pretrain=pretrain, device="cpu")
    document = CoNLL.conll2doc(input_file=str(work_dir / "train.retagged.conllu"))
    loader = DataLoader(
        document, trainer.args["batch_size"], trainer.args, pretrain, vocab=trainer.vocab, evaluation=False
    )
    loader.reshuffle()  # as it is made, its batches go from the shortest sentences to the longest
    infinite = InfiniteBatch(loader)
    return trainer, iter(infinite.next_batch, None), list(trainer.optimizer.values())


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    anneal(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
