"""The file of corrections: whole or not at all, no caption twice, whoever writes."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import msgspec
import pytest

from extractor.errors import InvalidInputError, ResourceError
from formats import read_captions
from formats.records import AnnotationArgument, AnnotationRecord, AnnotationTuple
from service.play.annotations import AnnotationFile

TEXT = "A goat sleeps."


def record(number: int, *, text: str = TEXT, start: int = 7, end: int = 13) -> AnnotationRecord:
    predicate = AnnotationArgument(text=text[start:end], start=start, end=end)
    agent = AnnotationArgument(text=text[2:6], start=2, end=6)
    item = AnnotationTuple(predicate=predicate, agents=[agent])
    return AnnotationRecord(image_id=number, caption_id=f"c{number}", caption=text, tuples=[item])


def test_corrections_are_appended_and_read_by_the_one_reader(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    file = AnnotationFile(path)
    assert file.records() == {}
    assert [file.save(record(n)).line for n in (1, 2, 3)] == [1, 2, 3]
    entries = read_captions(path)
    assert [entry.caption.caption_id for entry in entries] == ["c1", "c2", "c3"]
    assert entries[0].tuples is not None and entries[0].tuples[0].agents[0].text == "goat"
    assert os.listdir(tmp_path) == ["annotations.jsonl"]  # noqa: PTH208  # nothing is left beside it


def test_a_caption_takes_its_earlier_place(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    file = AnnotationFile(path)
    for number in (1, 2, 3):
        file.save(record(number))
    before = path.read_bytes().splitlines()
    changed = record(2)
    changed.tuples = []
    saved = file.save(changed)
    assert (saved.line, saved.replaced, saved.n_lines) == (2, True, 3)
    after = path.read_bytes().splitlines()
    assert [after[0], after[2]] == [before[0], before[2]]  # byte for byte
    assert msgspec.json.decode(after[1])["tuples"] == []


def test_a_line_without_its_end_is_ended_and_empty_ones_go(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    path.write_bytes(msgspec.json.encode(record(1)) + b"\n\n" + msgspec.json.encode(record(2)))
    assert AnnotationFile(path).save(record(3)).line == 3
    assert len(path.read_bytes().splitlines()) == 3


def test_faults_are_all_named_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    file = AnnotationFile(path)
    file.save(record(1))
    before = path.read_bytes()
    bad = record(2)
    bad.tuples[0].agents[0].end = 99
    bad.tuples.append(AnnotationTuple(predicate=AnnotationArgument()))
    with pytest.raises(InvalidInputError) as caught:
        file.save(bad)
    assert [fault.where for fault in caught.value.faults] == [
        "annotation: tuples[0].agents[0]",
        "annotation: tuples[1].predicate",
    ]
    with pytest.raises(
        InvalidInputError, match=r"caption_id: image 1, caption c1 is taken by another, 'A goat sl"
    ):
        file.save(record(1, text="A goat sleeps here."))
    assert path.read_bytes() == before


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(f'{{"caption": 3}}\n{msgspec.json.encode(record(1)).decode()}\n' * 2)
    with pytest.raises(InvalidInputError) as caught:
        AnnotationFile(path)
    places = [fault.where.rpartition(":")[2] for fault in caught.value.faults]
    assert places == ["1", "3", "4"]  # no annotations, and a caption twice
    with pytest.raises(InvalidInputError, match="is a folder"):
        AnnotationFile(tmp_path)
    with pytest.raises(InvalidInputError, match="is no folder"):
        AnnotationFile(tmp_path / "nowhere" / "a.jsonl")


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "annotations.jsonl"
    file = AnnotationFile(path)
    file.save(record(1))
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("formats.files.os.fsync", full)
    with pytest.raises(ResourceError, match="No space left"):
        file.save(record(2))
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1


def _save_many(path: Path, first: int) -> None:
    file = AnnotationFile(path)
    for number in range(first, first + 15):
        file.save(record(number))


def test_two_writers_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_save_many, args=(path, first)) for first in (0, 10)]  # five in common
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert len(AnnotationFile(path).records()) == 25
