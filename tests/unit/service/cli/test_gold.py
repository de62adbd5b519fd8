"""Gold of several files: none of it is dropped, whatever files and captions are called."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from extractor.errors import InvalidInputError
from extractor.types import Argument, Caption, Extraction, Predicate, SemanticTuple
from formats.corpora.annotated import image_keys
from service.cli.commands.train import train
from service.cli.gold import data_names, read_gold
from training.links import evaluate
from training.links.evaluate import evaluate_extractor

if TYPE_CHECKING:
    from collections.abc import Sequence


def gold_file(folder: Path, *captions: str) -> Path:
    """Every caption is "A NOUN VERBs." and has one tuple; ids are the same in every file."""
    folder.mkdir(exist_ok=True)
    path = folder / "ann.jsonl"
    lines = []
    for number, caption in enumerate(captions):
        _, noun, verb = caption.rstrip(".").split()
        start = caption.index(verb)
        record: dict[str, Any] = {
            "schema": "captuple.annotation/1",
            "image_id": number,
            "caption_id": 0,
            "caption": caption,
            "tuples": [
                {
                    "predicate": {"text": verb, "start": start, "end": start + len(verb)},
                    "agents": [{"text": noun, "start": 2, "end": 2 + len(noun)}],
                    "patients": [],
                    "locatives": [],
                }
            ],
        }
        lines.append(json.dumps(record))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_two_files_of_one_base_name_are_both_trained_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, Any] = {}

    def retrain(gold: dict[str, Any], **options: Any) -> Path:
        seen.update(options, gold=gold)
        return tmp_path

    monkeypatch.setattr("training.links.retrain.retrain_links", retrain)
    first = gold_file(tmp_path / "a", "A dog runs.", "A cat sleeps.")
    second = gold_file(tmp_path / "b", "A bird flies.")
    arguments = ["links", "--gold", str(first), "--gold", str(second), "--base", "x", "--version", "1.0.0"]
    done = CliRunner().invoke(train, [*arguments, "--output", str(tmp_path)], catch_exceptions=False)
    assert done.exit_code == 0
    assert {name: len(items) for name, items in seen["gold"].items()} == {"a/ann.jsonl": 2, "b/ann.jsonl": 1}
    assert seen["data_files"] == {first: "links: a/ann.jsonl", second: "links: b/ann.jsonl"}


def test_names_tell_files_apart(tmp_path: Path) -> None:
    a, b, c = (tmp_path / name for name in ("x/1/ann.jsonl", "y/1/ann.jsonl", "y/1/other.jsonl"))
    assert data_names([a, b, c]) == {a: "x/1/ann.jsonl", b: "y/1/ann.jsonl", c: "other.jsonl"}
    assert data_names([a, b], ["ours"]) == {a: "ours", b: "ann.jsonl"}
    assert data_names([c, a], ["ann.jsonl"]) == {c: "ann.jsonl", a: "1/ann.jsonl"}
    assert data_names([]) == {}


@pytest.mark.parametrize(
    ("names", "given", "problem"),
    [
        (["a", "b"], ["same", "same"], "given twice: same"),
        (["a"], ["one", "two"], "2 names for 1 files: two"),
        (["a", "b/../a"], [], "the same file is given twice"),
    ],
)
def test_names_that_hide_files_are_refused(
    names: list[str], given: list[str], problem: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidInputError, match=problem):
        data_names([tmp_path / name for name in names], given)


def test_a_file_given_twice_is_refused(tmp_path: Path) -> None:
    path = gold_file(tmp_path / "a", "A dog runs.")
    with pytest.raises(InvalidInputError, match="given twice"):
        read_gold([path, tmp_path / "a" / ".." / "a" / "ann.jsonl"], None)


class _Lexicon:
    def lemma(self, word: str, part: str) -> str:
        del part
        return word


class _Extractor:
    """Finds the subject of "A NOUN VERBs." and calls every verb ``see``."""

    lexicon = _Lexicon()

    def extract(self, captions: Sequence[Caption]) -> list[Extraction]:
        return [
            Extraction(
                caption=caption,
                model="m@1",
                tuples=(
                    SemanticTuple(
                        predicate=Predicate(text="see", lemma="see"),
                        agents=(Argument(text="x", lemma=caption.text.split()[1]),),
                    ),
                ),
            )
            for caption in captions
        ]


@pytest.mark.parametrize("with_ids", [True, False])
def test_captions_of_the_same_ids_all_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, with_ids: bool
) -> None:
    monkeypatch.setattr(evaluate, "lemmatized", _lemmatized)
    files = [
        gold_file(tmp_path / "a", "A dog runs.", "A cat sleeps."),
        gold_file(tmp_path / "b", "A bird flies."),
    ]
    gold = read_gold(files, None)
    if not with_ids:
        bare = dataclasses.replace
        gold = [bare(item, caption=bare(item.caption, image_id=None, caption_id=None)) for item in gold]
    figures = evaluate_extractor(_Extractor(), gold)  # type: ignore[arg-type]
    assert figures.n_captions == 3
    assert figures.micro["PA"] == (1.0, 1.0, 1.0)
    assert figures.micro["PR"] == (0.0, 0.0, 0.0)
    n_agents = sum(counts["PA"].matched for counts in figures.counts_by_image.values())
    assert n_agents == 3
    assert len(figures.counts_by_image) == (2 if with_ids else 3)


def _lemmatized(item: SemanticTuple, lexicon: object) -> SemanticTuple:
    del lexicon
    return SemanticTuple(
        predicate=Predicate(text=item.predicate.text, lemma=item.predicate.text),
        agents=tuple(Argument(text=a.text, lemma=a.text) for a in item.agents),
    )


def test_images_compare_as_text_and_captions_without_one_are_alone() -> None:
    captions = [Caption(text="x", image_id=image) for image in (7, "7", None, None)]
    keys = image_keys(captions)
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3
