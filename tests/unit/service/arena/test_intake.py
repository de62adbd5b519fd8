"""Which files are taken as submissions, and that what is wrong is said without a path or a reference."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

pytest.importorskip("sqlalchemy", reason="pip install 'captuple[arena]'")
from extractor.errors import InvalidInputError
from service.arena.intake import MAX_FAULTS, Checked, check_submission
from service.arena.refusals import RefusedError

IMAGES = ["a.jpg", "b.jpg", 7]
GOOD = [{"image_id": i, "caption": f"A dog and {n} cats."} for n, i in enumerate(IMAGES)]


def check(path: Path, data: bytes | str | list[object], **options: object) -> Checked:
    if isinstance(data, list):
        data = "".join(f"{json.dumps(item)}\n" for item in data)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    given = {"missing": "error", "match_ids": "exact", "max_bytes": 1 << 20, **options}
    return check_submission(path, images=IMAGES, **given)


def faults(path: Path, data: bytes | str | list[object], **options: object) -> list[str]:
    with pytest.raises(InvalidInputError) as caught:
        check(path, data, **options)
    assert str(path.parent) not in str(caught.value)
    return [str(fault) for fault in caught.value.faults]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "secret-place.tmp"


def test_files_as_they_come(path: Path) -> None:
    lines = "".join(f"{json.dumps(item)}\n" for item in GOOD)
    assert check(path, GOOD).format_name == "jsonl"
    assert check(path, gzip.compress(lines.encode())).format_name == "jsonl"
    assert check(path, json.dumps(GOOD)).format_name == "json"
    assert (
        check(path, json.dumps({str(item["image_id"]): item["caption"] for item in GOOD})).format_name
        == "json"
    )
    assert check(path, "".join(f"{i['image_id']}\t{i['caption']}\n" for i in GOOD), format_name="tsv")
    table = "image_id,caption\n" + "".join(f"{i['image_id']},{i['caption']}\n" for i in GOOD)
    assert check(path, table).format_name == "csv"
    guessed = check(path, [{"id": i["image_id"], "text": i["caption"]} for i in GOOD])
    assert "the caption is taken from 'text'" in guessed.notes[0]


def test_ids_are_matched_by_the_task_s_rule(path: Path) -> None:
    stems = [{**item, "image_id": str(item["image_id"]).removesuffix(".jpg")} for item in GOOD]
    assert check(path, stems, match_ids="stem")
    found = faults(path, stems)
    assert found[-1] == (
        "image ids: 2 of these 2 candidates would match by stem; this task takes ids as it names them"
    )
    assert len(check(path, GOOD[:1], missing="empty").entries) == 1


def test_everything_wrong_is_named(path: Path) -> None:
    found = faults(
        path,
        [
            {"image_id": "a.jpg", "caption": " "},
            {"image_id": "a.jpg", "caption": "A dog."},
            {"image_id": "c.jpg", "caption": "A dog."},
            {
                "image_id": "b.jpg",
                "caption": "A dog.",
                "schema": "captuple.extraction/1",
                "model": "m",
                "tuples": [],
            },
            {"caption": "A dog."},
        ],
    )
    assert found == ["submission:4: comes with tuples; the server finds its own, for all teams alike"]
    found = faults(
        path,
        [
            {"image_id": "a.jpg", "caption": " "},
            {"image_id": "a.jpg", "caption": "A dog."},
            {"image_id": "c.jpg", "caption": "A dog."},
            {"caption": "A dog."},
        ],
    )
    assert "submission:1: the caption is empty: there is nothing to score" in found
    assert "submission:2: image_id 'a.jpg' has a candidate at submission:1; one per image is allowed" in found
    assert "submission:3: image_id 'c.jpg' has no reference" in found
    assert any(fault.startswith("submission:4: has no image_id") for fault in found)
    assert {"task: image_id 'b.jpg' has no candidate", "task: image_id 7 has no candidate"} < set(found)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "submission: is empty"),
        (b"[]", "submission: holds no caption"),
        (b"{", "submission:"),
        (b"\xff\xfe\x00", "UTF-16 text: UTF-8 is needed"),
        (b"\x80\x04\x95rest", "a pickle, which may run programs"),
        (b"PK\x03\x04rest", "a ZIP archive"),
        (b"\x1f\x8b\x08rest", "gzip data"),
        (b"A dog runs.\nA cat sits.\n", "is text; taken are json, jsonl, csv, tsv, token"),
        (b"[" * 100_000, "submission"),
        (b'[{"image_id": 1e999, "caption": "A dog."}]', "submission"),
        (b'{"image_id": "a.jpg", "caption": "\xff"}\n', "not UTF-8"),
    ],
)
def test_what_is_no_submission_is_named(path: Path, data: bytes, problem: str) -> None:
    assert problem in "\n".join(faults(path, data))


def test_an_image_that_is_there_twice_is_named(path: Path) -> None:
    data = f'{{"a.jpg": "A dog.", "b.jpg": "A cat.", "7": "A fox.", "a.jpg": {json.dumps("A cow.")}}}'
    assert faults(path, data) == [
        "submission: not readable: 'a.jpg' twice in one object: which one counts is not known"
    ]


def test_tables_that_unpack_to_anything_are_left_to_the_client(path: Path) -> None:
    table = io.BytesIO()
    pq.write_table(pa.table({"image_id": ["a.jpg"], "caption": ["A dog."]}), table)
    assert "is parquet; taken are" in faults(path, table.getvalue())[0]


def test_a_small_file_that_unpacks_to_a_huge_one_is_refused(path: Path) -> None:
    packed = gzip.compress(b" " * 3_000_000)
    assert len(packed) < 5_000
    with pytest.raises(RefusedError, match="more than 1048576 bytes when it is unpacked") as caught:
        check(path, packed)
    assert caught.value.status == 413


def test_faults_are_bounded(path: Path) -> None:
    found = faults(path, [{"image_id": f"{i}", "caption": " "} for i in range(500)])
    assert len(found) == MAX_FAULTS + 1 and "more faults," in found[-1]
    assert len("\n".join(found)) < 5_000
