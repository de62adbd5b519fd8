"""The captions for training, their trees and tuples: sound, and nothing of them in what judges."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from formats.corpora.conllu import read_trees
from tests.data.captions import build
from tests.unit.test_caption_trees import RELATIONS, SUBTYPES, UPOS

DATA = Path(__file__).parents[1] / "data"
HARD = read_trees(build.TRAINING_FOLDER / "trees.conllu")  # one root, no circles, heads in range
PLAIN = read_trees(build.TRAINING_FOLDER / "trees_plain.conllu")
TREES = [*HARD, *PLAIN]
DEV_TREES = read_trees(build.TRAINING_FOLDER / "trees_dev.conllu")
JUDGES = (
    *("captions/captions.jsonl", "kinds/held_out.jsonl", "kinds/fresh_held_out.jsonl"),
    *("paragraphs/held_out.jsonl", "paragraphs/train.jsonl"),
)


def words(text: str) -> str:
    """What a text says, without marks and letter case."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def captions(path: Path) -> list[str]:
    return [words(json.loads(line)["caption"]) for line in path.read_text(encoding="utf-8").splitlines()]


def test_counts_stand_in_the_readme() -> None:
    readme = (build.TRAINING_FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"{len(HARD):,} trees of hard captions and {len(PLAIN):,} of plain ones" in readme
    assert f"{len(DEV_TREES)} for choosing" in readme
    n_captions = len(captions(build.TRAINING.records))
    n_dev = len(captions(build.TRAINING_DEV.records))
    assert f"{n_captions:,} captions with tuples" in readme and f"{n_dev} for choosing by" in readme


def test_rows() -> None:
    ids = Counter(sentence.comments["sent_id"] for sentence in (*TREES, *DEV_TREES))
    assert [name for name, n in ids.items() if n > 1] == []
    for sentence in (*TREES, *DEV_TREES):
        where = sentence.comments["sent_id"]
        assert " ".join(row[1] for row in sentence.rows) == sentence.comments["text"], where
        for row in sentence.rows:
            assert row[3] in UPOS, where
            assert row[7].partition(":")[0] in RELATIONS | SUBTYPES, where
            assert (row[7] == "root") == (row[6] == "0"), where


def test_nothing_of_what_judges() -> None:
    learned = {words(sentence.comments["text"]) for sentence in TREES}
    chosen_by = {words(sentence.comments["text"]) for sentence in DEV_TREES}
    assert learned.isdisjoint(chosen_by)
    judging = {
        words(" ".join(row[1] for row in sentence.rows))
        for sentence in read_trees(DATA / "captions" / "trees.conllu")
    }
    assert learned.isdisjoint(judging) and chosen_by.isdisjoint(judging)
    train, dev = (set(captions(corpus.records)) for corpus in (build.TRAINING, build.TRAINING_DEV))
    assert train.isdisjoint(dev)
    for name in JUDGES:
        held = set(captions(DATA / name))
        assert held.isdisjoint(train | dev | learned | chosen_by), name
