"""Rows of batch input: every format, what is wrong with files and with rows."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from extractor.errors import InvalidInputError
from formats import CaptionRow, caption_files, read_rows, survey
from formats import text as text_files


def all_rows(pattern: Path | str, *, needs_references: bool = False) -> list[CaptionRow]:
    return [
        row
        for file in caption_files(str(pattern), needs_references=needs_references)
        for row in read_rows(file)
    ]


def text_of(row: CaptionRow) -> str | None:
    return None if row.entry is None else row.entry.caption.text


def problem_of(row: CaptionRow) -> str:
    return "; ".join(map(str, row.faults))


def write(path: Path, text: str) -> Path:
    data = text.encode()
    if path.suffix == ".gz":
        half = len(data) // 2
        data = gzip.compress(data[:half]) + gzip.compress(data[half:])  # members, as `cat a.gz b.gz` makes
    elif path.suffix == ".zst":
        data = pa.Codec("zstd").compress(data, asbytes=True)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("ending", ["", ".gz", ".zst"])
@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.txt", "A fox.\r\nAn owl.", [(None, "A fox."), (None, "An owl.")]),
        ("a.tsv", "\ufeff7\tA fox.\n8\tAn\towl.\n", [("7", "A fox."), ("8", "An\towl.")]),
        (
            "a.jsonl",
            '\ufeff{"image_id": 7, "caption": "A fox.", "more": []}\n\n{"caption": "An owl."}',
            [(7, "A fox."), (None, "An owl.")],
        ),
        (
            "a.ndjson",
            '{"image_id": 7, "captions": ["A fox.", "An owl."]}\n',
            [(7, "A fox."), (7, "An owl.")],
        ),
        ("a.json", '[{"image_id": 7, "caption": "A fox."}]', [(7, "A fox.")]),
        (
            "b.json",
            '{"images": [], "annotations": [{"image_id": 7, "id": 1, "caption": "A"}]}',
            [(7, "A")],
        ),
    ],
)
def test_formats(
    tmp_path: Path, name: str, text: str, expected: list[tuple[object, str]], ending: str
) -> None:
    path = write(tmp_path / f"{name}{ending}", text)
    found = all_rows(path)
    assert [(row.image_id, text_of(row)) for row in found] == expected
    assert not any(row.faults for row in found)
    assert survey(caption_files(str(path), needs_references=False)) >= 1


def test_parquet_with_null_and_failed_rows(tmp_path: Path) -> None:
    table = {
        "image_id": [1, 2, 3],
        "caption": ["A fox.", None, ""],
        "references": [["A fox runs."], None, ["x", None]],
        "error": [None, None, "the extractor failed"],
    }
    pq.write_table(pa.table(table), tmp_path / "a.parquet")
    first, second, third = all_rows(tmp_path, needs_references=True)
    assert (first.image_id, text_of(first)) == (1, "A fox.")
    assert [entry.caption.text for entry in first.references or ()] == ["A fox runs."]
    assert (text_of(second), problem_of(second)) == (
        None,
        f"{tmp_path / 'a.parquet'}: row 2: the caption is null",
    )
    assert (text_of(third), "failed extraction" in problem_of(third)) == (None, True)


def test_a_folder_and_a_glob_give_files_by_name(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", ".hidden.txt", "_SUCCESS"):
        (tmp_path / name).write_text(f"{name}\n")
    assert [text_of(row) for row in all_rows(tmp_path)] == ["a.txt", "b.txt"]
    assert [text_of(row) for row in all_rows(f"{tmp_path}/[b-z]*.txt")] == ["b.txt"]


def test_every_bad_line_is_a_row_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_files, "MAX_LINE_BYTES", 100)
    lines = [
        b'{"image_id": 1.5, "caption_id": 3, "caption": "x"}',
        b'{"image_id": 2, "caption": 5}',
        b"[]",
        b"\xff",
        b'{"caption": "' + b"a" * 300 + b'"}',
        b'{"image_id": 3, "captions": []}',
        b'{"caption": "a", "captions": ["b"]}',
        b'{"caption": "a", "error": "it failed"}',
        b'{"caption": "\\ud800"}',
        b'{"caption": "good"}',
    ]
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(lines))
    *bad, good = all_rows(tmp_path)
    path = str(tmp_path / "a.jsonl")
    assert [row.where for row in bad] == [f"{path}:{n}" for n in range(1, 10)]
    assert [[(fault.file, fault.line) for fault in row.faults] for row in bad] == [
        [(path, n)] for n in range(1, 10)
    ]
    assert all(row.entry is None for row in bad)
    assert bad[1].image_id == 2
    assert "more than 100 bytes" in problem_of(bad[4])
    assert "failed extraction" in problem_of(bad[7])
    assert text_of(good) == "good"
    (tmp_path / "a.jsonl").rename(tmp_path / "a.tsv")
    assert len(all_rows(tmp_path)) == 10


def test_all_faults_of_files_are_told_together(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("A fox.\n")
    (tmp_path / "b.xml").write_text("A fox.\n")
    (tmp_path / "c.parquet").write_bytes(b"PAR1 not really")
    pq.write_table(pa.table({"title": ["x"], "image_id": [1.5]}), tmp_path / "d.parquet")
    pq.write_table(pa.table({"caption": [1], "image_id": [1.5]}), tmp_path / "e.parquet")
    pq.write_table(pa.table({"caption": ["x"] * 1000}), tmp_path / "f.parquet")
    whole = (tmp_path / "f.parquet").read_bytes()
    (tmp_path / "f.parquet").write_bytes(whole[:-20])
    with pytest.raises(InvalidInputError) as caught:
        caption_files(str(tmp_path), needs_references=False)
    message = str(caught.value)
    for part in (
        "b.xml: unknown format; allowed are .txt, .tsv, .csv, .token, .jsonl",
        "files of different formats: c.parquet (parquet), a.txt (text)",
        "c.parquet: no readable Parquet file",
        "d.parquet: columns: either 'caption' (a string) or 'captions' (a list of strings) is needed; there are"
        " 'title', 'image_id'",
        "column caption: is int64, must be string or a list of strings",
        "column image_id: is double, must be string or integer",
        "f.parquet: no readable Parquet file (cut off or damaged)",
    ):
        assert part in message


@pytest.mark.parametrize("ending", [".gz", ".zst"])
@pytest.mark.parametrize("damage", ["cut", "flipped", "other"])
def test_damaged_compressed_files_are_found_before_any_work(tmp_path: Path, ending: str, damage: str) -> None:
    good = write(tmp_path / f"a.txt{ending}", "A fox.\n" * 1000)
    captions = "".join(f"A fox runs {i * i * 7919 % 10007} times.\n" for i in range(50_000))
    bad = write(tmp_path / f"b.txt{ending}", captions)
    data = bad.read_bytes()
    middle = len(data) // 2
    flipped = data[:middle] + bytes(byte ^ 0xFF for byte in data[middle : middle + 64]) + data[middle + 64 :]
    bad.write_bytes({"cut": data[:-100], "flipped": flipped, "other": b"A fox.\n"}[damage])
    with pytest.raises(InvalidInputError, match=r"cut off|ends early|damaged") as caught:
        survey(caption_files(str(tmp_path), needs_references=False))
    assert str(bad) in str(caught.value)
    assert str(good) not in str(caught.value)


@pytest.mark.parametrize(("name", "text"), [("a.txt", ""), ("a.jsonl", "\n \n"), ("a.json", "[]")])
def test_no_rows(tmp_path: Path, name: str, text: str) -> None:
    path = write(tmp_path / name, text)
    with pytest.raises(InvalidInputError, match="no rows to work on"):
        survey(caption_files(str(path), needs_references=False))


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [("", "holds no file"), ("missing*", "no such file or folder, and no file matches it as a glob")],
)
def test_no_files(tmp_path: Path, pattern: str, problem: str) -> None:
    with pytest.raises(InvalidInputError, match=problem):
        caption_files(str(tmp_path / pattern), needs_references=False)


def test_scores_need_references(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("7\tA fox.\n")
    with pytest.raises(InvalidInputError, match="a tsv file has no references"):
        caption_files(str(tmp_path), needs_references=True)
    pq.write_table(pa.table({"caption": ["x"], "references": ["y"]}), tmp_path / "b.parquet")
    with pytest.raises(InvalidInputError, match="references: is string, must be a list of strings"):
        caption_files(str(tmp_path / "b.parquet"), needs_references=True)


def test_a_coco_file_that_is_none(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", json.dumps({"info": {"year": 2020}}, indent=1))
    with pytest.raises(InvalidInputError, match="needed are a list of objects"):
        all_rows(path)
    assert len(all_rows(write(path, '[{"caption": "x"}, 3, {"image_id": 1, "caption": "A"}]'))) == 3
