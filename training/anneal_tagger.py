"""Finish the tagger's training with a learning rate that falls to zero.

stanza's tagger trains at one learning rate until it no longer improves, which takes a day on one core. A linear fall
over a few thousand steps takes the noise of that rate out of the weights in minutes. Run in a process of its own:
``python -m training.anneal_tagger WORK_DIR N_STEPS``.
"""

from __future__ import annotations

import itertools
import logging
import random
import sys
from pathlib import Path
from typing import Any

import torch
from stanza.models.common.pretrain import Pretrain
from stanza.models.pos.data import Dataset, ShuffledDataset
from stanza.models.pos.tag_columns import tag_columns_from_args
from stanza.models.pos.trainer import Trainer
from stanza.utils.conll import CoNLL

START_RATE = 0.002
SEED = 1234

_logger = logging.getLogger("captuple.training")


def anneal(work_dir: Path, n_steps: int) -> None:
    """Read ``pos.pt`` of the folder, train on its ``train.conllu``, write ``pos.annealed.pt``."""
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    random.seed(SEED)
    pretrain = Pretrain(str(work_dir / "pretrain.pt"))
    trainer: Any = Trainer(pretrain=pretrain, model_file=str(work_dir / "pos.pt"), device="cpu")
    arguments = trainer.args
    dataset = Dataset(
        CoNLL.conll2doc(input_file=str(work_dir / "train.conllu")),
        arguments,
        pretrain,
        vocab=trainer.vocab,
        evaluation=False,
        tag_columns=tag_columns_from_args(arguments),
    )
    batches = itertools.chain.from_iterable(itertools.repeat(ShuffledDataset([dataset], arguments["batch_size"])))
    total = 0.0
    for step, batch in enumerate(itertools.islice(batches, n_steps)):
        for optimizer in trainer.optimizers.values():
            for group in optimizer.param_groups:
                group["lr"] = START_RATE * (1 - step / n_steps)
        total += float(trainer.update(batch))
        if (step + 1) % 200 == 0:
            _logger.info("anneal: step %d of %d, mean loss %.4f", step + 1, n_steps, total / 200)
            total = 0.0
        if (step + 1) % 1000 == 0 or step + 1 == n_steps:
            trainer.save(str(work_dir / "pos.annealed.pt"))


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    anneal(Path(sys.argv[1]), int(sys.argv[2]))
