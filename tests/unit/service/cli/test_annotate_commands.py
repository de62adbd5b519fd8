"""``annotate-export`` and ``annotate-import``: from captions to a tool's files and back, whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click.testing
import pytest

import extractor
from extractor.types import Argument, Caption, Extraction, Predicate, SemanticTuple
from formats.files import write_file, write_folder
from formats.records import AnnotationArgument
from service.cli.commands.annotate_export import TOOLS
from service.cli.group import cli
from service.pipeline.annotating import annotation_record, least_confidence
from tests.fakes import FakeExtractor

Run = Callable[..., click.testing.Result]


class SpannedExtractor(FakeExtractor):
    """As the fake, with spans, and with a confidence that the caption's last word gives: ``play dog park 0.7``."""

    def extract(self, captions: Sequence[Caption], *, min_confidence: float = 0.0) -> list[Extraction]:
        return [
            replace(
                extraction, tuples=tuple(self._spanned(extraction.caption.text, t) for t in extraction.tuples)
            )
            for extraction in super().extract(captions, min_confidence=min_confidence)
        ]

    @staticmethod
    def _spanned(text: str, item: SemanticTuple) -> SemanticTuple:
        confidence = float(text.rsplit(maxsplit=1)[-1])

        def place(word: str) -> dict[str, Any]:
            start = text.index(word)
            return {"start": start, "end": start + len(word), "confidence": 0.99}

        return SemanticTuple(
            predicate=replace(item.predicate, **place(item.predicate.text)),
            agents=tuple(replace(a, **place(a.text) | {"confidence": confidence}) for a in item.agents),
            locatives=tuple(
                replace(a, **place(a.text), preposition="in", kind="scene") for a in item.locatives[:-1]
            ),
        )


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    class Loader:
        @staticmethod
        def load(model: str) -> SpannedExtractor:
            return SpannedExtractor(model=f"{model}@1")

    monkeypatch.setattr(extractor, "Extractor", Loader, raising=False)

    def invoke(*arguments: str | Path, stdin: bytes = b"") -> click.testing.Result:
        return click.testing.CliRunner().invoke(cli, [str(a) for a in arguments], input=stdin)

    return invoke


CAPTIONS = b"play dog park 0.7\nword\nrun cat tree 0.3\n\nsing man stage 0.9\neat girl shop 0.3\n"


def export(run: Run, tmp_path: Path, *options: str, stdin: bytes = CAPTIONS) -> list[dict[str, Any]]:
    output = tmp_path / "out.jsonl"
    result = run(
        "annotate-export", "--input", "-", "--to", "jsonl", "--output", output, *options, stdin=stdin
    )
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in output.read_text().splitlines()]


def test_pre_annotation(run: Run, tmp_path: Path) -> None:
    records = export(run, tmp_path)
    assert [record["caption_id"] for record in records] == [1, 2, 3, 5, 6]
    assert records[0] == {
        "schema": "captuple.annotation/1",
        "image_id": 1,
        "caption_id": 1,
        "caption": "play dog park 0.7",
        "tokens": None,
        "tuples": [
            {
                "predicate": {"text": "play", "start": 0, "end": 4},
                "agents": [{"text": "dog", "start": 5, "end": 8}],
                "patients": [],
                "locatives": [{"text": "park", "start": 9, "end": 13, "preposition": "in", "kind": "scene"}],
            }
        ],
    }


@pytest.mark.parametrize(
    ("options", "order"),
    [
        ([], [1, 2, 3, 5, 6]),
        (["--limit", "2"], [1, 2]),
        (["--select", "uncertain"], [2, 3, 6, 1, 5]),
        (["--select", "uncertain", "--limit", "3"], [2, 3, 6]),
    ],
)
def test_selection(run: Run, tmp_path: Path, options: list[str], order: list[int]) -> None:
    assert [record["caption_id"] for record in export(run, tmp_path, *options)] == order


def test_least_confidence() -> None:
    predicate = Predicate(text="a", lemma="a", confidence=0.8)
    argument = Argument(text="b", lemma="b", confidence=0.6)
    assert least_confidence([]) == -1.0
    assert least_confidence([SemanticTuple(predicate=predicate)]) == 0.8
    tuples = [SemanticTuple(predicate=predicate, locatives=(argument,)), SemanticTuple(predicate=predicate)]
    assert least_confidence(tuples) == 0.6


def test_records_of_what_models_find() -> None:
    caption = Caption(text="He picks the ball up; he smiles", caption_id="c", tokens=("He",))
    picks = Predicate(text="picks up", lemma="pick-up", start=3, end=8)
    he = Argument(text="He", lemma="he", start=0, end=2, confidence=0.5)
    hidden = Argument(text="", lemma="hand", tacit=True)
    found = SemanticTuple(predicate=picks, agents=(he, he), patients=(hidden, hidden))
    record = annotation_record(caption, [found], number=9)
    assert (record.image_id, record.caption_id, record.tokens) == ("c", "c", ["He"])
    (item,) = record.tuples
    assert item.predicate == AnnotationArgument(text="picks", start=3, end=8)
    assert item.agents == [AnnotationArgument(text="He", start=0, end=2)]
    assert item.patients == [AnnotationArgument(tacit=True, value="hand")] * 2


@pytest.mark.parametrize("tool", TOOLS)
def test_to_a_tool_and_back(run: Run, tmp_path: Path, tool: str) -> None:
    records = export(run, tmp_path)
    # Annotated captions go as they are, so that Label Studio has annotations and not predictions.
    result = run(
        "annotate-export", "--input", tmp_path / "out.jsonl", "--to", tool, "--output", tmp_path / "tool"
    )
    assert result.exit_code == 0, result.output
    result = run(
        "annotate-import", "--from", tool, "--input", tmp_path / "tool", "--output", tmp_path / "back.jsonl"
    )
    assert result.exit_code == 0, result.output
    assert [json.loads(line) for line in (tmp_path / "back.jsonl").read_text().splitlines()] == records


def test_predictions_name_their_model_and_are_not_imported(run: Run, tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    run("annotate-export", "--input", "-", "--to", "label-studio", "--output", tool, stdin=CAPTIONS)
    (task, *_) = json.loads((tool / "tasks.json").read_text())
    assert task["predictions"][0]["model_version"] == "en-captions@1"
    result = run(
        "annotate-import", "--from", "label-studio", "--input", tool, "--output", tmp_path / "back.jsonl"
    )
    assert result.exit_code == 2
    assert "5 captions without annotation left out" in result.output
    assert "holds no annotated caption" in result.output
    assert not (tmp_path / "back.jsonl").exists()


def test_mixed_input_is_refused(run: Run, tmp_path: Path) -> None:
    record = export(run, tmp_path)[0]
    path = tmp_path / "mixed.jsonl"
    path.write_text(json.dumps(record) + "\n" + json.dumps({"caption": "word"}) + "\n")
    result = run("annotate-export", "--input", path, "--to", "jsonl", "--output", tmp_path / "x.jsonl")
    assert result.exit_code == 2
    assert "mixed.jsonl:2: has no tuples of people, and others have" in result.output
    result = run(
        "annotate-export", "--input", tmp_path / "out.jsonl", "--to", "brat", "--output", tmp_path / "x",
        "--select", "uncertain",
    )  # fmt: skip
    assert result.exit_code == 2
    assert "people's have no confidence" in result.output
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["annotate-export", "--input", "in.txt", "--to", "word"], "Invalid value for '--to'"),
        (["annotate-export", "--input", "none.txt", "--to", "brat"], "none.txt: no such file"),
        (["annotate-export", "--input", "in.txt", "--to", "brat", "--limit", "0"], "x>=1"),
        (["annotate-export", "--input", "empty.txt", "--to", "brat"], "holds no caption to annotate"),
        (["annotate-import", "--from", "jsonl", "--input", "in.txt"], "Invalid value for '--from'"),
        (["annotate-import", "--from", "brat", "--input", "in.txt"], "in.txt is no folder"),
        (["annotate-import", "--from", "doccano", "--input", "in.txt"], "in.txt:1: "),
        (
            ["annotate-import", "--from", "doccano", "--input", "folder"],
            "folder holds no file of doccano: .jsonl",
        ),
        (
            ["annotate-import", "--from", "label-studio", "--input", "in.txt"],
            "no JSON export of Label Studio",
        ),
    ],
)
def test_bad_input(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_bytes(CAPTIONS)
    (tmp_path / "empty.txt").write_bytes(b"\n \n")
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.iterdir())
    result = run(*arguments, "--output", "output")
    assert result.exit_code == 2, result.output
    assert problem in result.output
    assert sorted(tmp_path.iterdir()) == before


def test_captions_with_the_same_ids_are_refused(run: Run, tmp_path: Path) -> None:
    line = json.dumps({"text": "x", "image_id": 1, "caption_id": 2, "entities": [], "relations": []})
    other = line.replace('"caption_id": 2', '"caption_id": "2"')
    (tmp_path / "a.jsonl").write_text(f"{line}\n{other}\n")
    result = run(
        "annotate-import",
        "--from",
        "doccano",
        "--input",
        tmp_path / "a.jsonl",
        "--output",
        tmp_path / "b.jsonl",
    )
    assert result.exit_code == 2
    assert "caption_id '2' of image 1 stands here twice" in result.output


def test_output_is_whole_or_not_there(tmp_path: Path) -> None:
    write_file(tmp_path / "a", b"old")
    write_file(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
    write_folder(tmp_path / "b", {"x": b"1", "y": b"2"})
    assert {path.name: path.read_bytes() for path in (tmp_path / "b").iterdir()} == {"x": b"1", "y": b"2"}
    with pytest.raises(ValueError, match="exists; a new folder is written"):
        write_folder(tmp_path / "b", {})
    with pytest.raises(ValueError, match="is a folder; a file is written"):
        write_file(tmp_path / "b", b"")
    with pytest.raises(ValueError, match="is no folder"):
        write_file(tmp_path / "none" / "a", b"")
    with pytest.raises(extractor.CaptupleError, match="cannot be written"):
        write_folder(tmp_path / "c", {"x": b"1", "no/such/folder": b"2"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_heads_with_punctuation_are_warned_of(run: Run, tmp_path: Path) -> None:
    entities = [
        {"id": 1, "label": "predicate", "start_offset": 6, "end_offset": 12},
        {"id": 2, "label": "agent", "start_offset": 2, "end_offset": 5},
        {"id": 3, "label": "patient", "start_offset": 15, "end_offset": 20},
    ]
    links = [{"id": n, "from_id": 1, "to_id": n, "type": slot} for n, slot in ((2, "agent"), (3, "patient"))]
    line = {"text": "A boy throws a ball.", "image_id": 1, "caption_id": 2, "entities": entities}
    line["relations"] = links
    (tmp_path / "a.jsonl").write_text(json.dumps(line))
    output = tmp_path / "b.jsonl"
    result = run("annotate-import", "--from", "doccano", "--input", tmp_path / "a.jsonl", "--output", output)
    assert result.exit_code == 0, result.output
    assert (
        "caption 2: tuples[0].patients: 'ball.' has punctuation at its end; mark the word alone"
        in result.stderr
    )
    assert "'boy'" not in result.stderr
