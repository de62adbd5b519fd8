"""Files of other people's tools: what is caption and id is told or guessed, and wrong files are named."""

from __future__ import annotations

import io
import json
import warnings
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from extractor.errors import GuessedFieldsWarning, InvalidInputError
from formats import FieldNames, caption_files, read_captions, read_rows, read_stream, survey
from formats import text as text_files
from formats.sources import dataset_files

OURS = FieldNames()
EXPECTED = [("a.jpg", None, "A fox; it naps"), ("b.jpg", None, 'An owl, "awake"')]
CAPTIONED = [("7", None, "A fox."), ("8", None, "An owl.")]


def read(path: Path, fields: FieldNames = OURS) -> tuple[list[Any], list[str]]:
    """Captions with their ids, and what was guessed."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        entries = read_captions(path, fields=fields)
    said = [str(w.message).removeprefix(f"{path}: ").partition(", by guess")[0] for w in caught]
    assert all(w.category is GuessedFieldsWarning for w in caught)
    found = [(e.caption.image_id, e.caption.caption_id, e.caption.text) for e in entries]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        files = dataset_files(path, fields=fields) or caption_files(
            str(path), needs_references=False, fields=fields
        )
        rows = [row for file in files for row in read_rows(file)]
    assert [row.entry and row.entry.caption for row in rows] == [e.caption for e in entries], (
        "jobs read the same"
    )
    return found, said


def problem(path: Path, fields: FieldNames = OURS) -> str:
    with pytest.raises(InvalidInputError) as caught:
        read_captions(path, fields=fields)
    return str(caught.value).replace(f"{path.parent}/", "")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'file,caption\na.jpg,A fox; it naps\nb.jpg,"An owl, ""awake"""\n'),
        (
            "a.csv",
            ',file,caption\n0,a.jpg,A fox; it naps\n1,b.jpg,"An owl, ""awake"""\n',
        ),  # pandas' row numbers
        ("a.csv", 'file;caption\na.jpg;"A fox; it naps"\nb.jpg;"An owl, ""awake"""\n'),
        ("a.csv", 'file|caption\na.jpg|A fox; it naps\nb.jpg|"An owl, ""awake"""\n'),
        ("a.csv", 'file| n| caption\na.jpg| 0| A fox; it naps\nb.jpg| 0| "An owl, ""awake"""\n'),
        ("a.tsv", 'file\tcaption\na.jpg\tA fox; it naps\nb.jpg\t"An owl, ""awake"""\n'),
        ("a.csv", '\ufeff"file","caption"\r\n"a.jpg","A fox; it naps"\r\n"b.jpg","An owl, ""awake"""\r\n'),
        ("captions.txt", 'file,caption\na.jpg,A fox; it naps\nb.jpg,"An owl, ""awake"""\n'),
    ],
)
def test_tables_in_the_dialects_of_pandas(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_bytes(content.encode())
    assert read(tmp_path / name) == (EXPECTED, ["the image id is taken from 'file'"])


@pytest.mark.parametrize(
    ("value", "expected", "said"),
    [
        ({"results": [{"image_id": 7, "caption": "A fox."}]}, [(7, None, "A fox.")], []),
        ({"predictions": [{"image_id": 7, "id": 3, "caption": "A fox."}]}, [(7, 3, "A fox.")], []),
        ({"7": "A fox.", "8": "An owl."}, CAPTIONED, []),
        ({"7": ["A fox."], "8": ["An owl."]}, CAPTIONED, []),
        (
            {"7": [{"image_id": 7, "id": 1, "caption": "A fox."}], "8": [{"caption": "An owl."}]},
            [("7", 1, "A fox."), ("8", None, "An owl.")],
            [],
        ),
        ({"results": {"7": ["A fox.", "An owl."]}}, [("7", None, "A fox."), ("7", None, "An owl.")], []),
        (["A fox.", "An owl."], [(None, None, "A fox."), (None, None, "An owl.")], []),
        *(
            (
                [{"id": "7", field: "A fox."}, {"id": "8", field: "An owl."}],
                CAPTIONED,
                [f"the caption is taken from '{field}' and the image id is taken from 'id'"],
            )
            for field in ("text", "sentence", "prediction")
        ),
        ([{"id": "7", "caption": "A fox."}], [("7", None, "A fox.")], ["the image id is taken from 'id'"]),
        (
            [{"image": {"path": "x"}, "img_id": "7", "caption": ["A fox.", "An owl."]}],
            [("7", None, "A fox."), ("7", None, "An owl.")],
            ["the image id is taken from 'img_id'"],
        ),
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_json_files(
    tmp_path: Path, value: object, expected: list[Any], said: list[str], indent: int | None
) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(value, indent=indent))
    assert read(path) == (expected, said)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        piped = read_stream(io.BytesIO(path.read_bytes()))
    assert [e.caption.text for e in piped] == [item[-1] for item in expected]


@pytest.mark.parametrize("name", ["Flickr8k.token.txt", "results.token", "captions.train.tsv", "no-ending"])
def test_token_files_have_image_and_number(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("a.jpg#0\tA fox .\na.jpg#1\tA red fox .\nb.jpg#0\tAn owl .\n")
    entries = read_captions(path)
    assert [(e.caption.image_id, e.caption.caption_id) for e in entries] == [
        ("a.jpg", "a.jpg#0"),
        ("a.jpg", "a.jpg#1"),
        ("b.jpg", "b.jpg#0"),
    ]
    if name.endswith(".token"):
        path.write_text("a.jpg\tA fox .\n")
        assert "results.token:1: the id must be an image and a number" in problem(path)


def test_tables_with_lists_and_images(tmp_path: Path) -> None:
    table = pa.table(
        {
            "image": pa.array([{"bytes": b"\xff\xd8", "path": "a"}] * 2),
            "filename": ["a.jpg", "b.jpg"],
            "caption": [["A fox.", "A red fox."], ["An owl."]],
        }
    )
    expected = [("a.jpg", None, "A fox."), ("a.jpg", None, "A red fox."), ("b.jpg", None, "An owl.")]
    said = ["the image id is taken from 'filename'"]
    pq.write_table(table, tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet") == (expected, said)
    for new in (pa.ipc.new_stream, pa.ipc.new_file):
        with new(str(tmp_path / "a.arrow"), table.schema) as writer:
            writer.write_table(table)
        assert read(tmp_path / "a.arrow") == (expected, said)


def saved(folder: Path, *shards: list[str]) -> Path:
    """A data set as ``save_to_disk`` of ``datasets`` lays it out."""
    folder.mkdir(parents=True)
    names = [f"data-{i:05d}-of-{len(shards):05d}.arrow" for i in range(len(shards))]
    for name, texts in zip(names, shards, strict=True):
        table = pa.table({"image_id": pa.array(range(len(texts))), "text": texts})
        with pa.ipc.new_stream(str(folder / name), table.schema) as writer:
            writer.write_table(table)
    (folder / "dataset_info.json").write_text("{}")
    (folder / "state.json").write_text(json.dumps({"_data_files": [{"filename": name} for name in names]}))
    return folder


def test_data_sets_saved_to_disk(tmp_path: Path) -> None:
    folder = saved(tmp_path / "one", ["A fox."], ["An owl."])
    assert read(folder) == (
        [(0, None, "A fox."), (0, None, "An owl.")],
        ["the caption is taken from 'text'"],
    )
    with pytest.warns(GuessedFieldsWarning):
        assert survey(caption_files(str(folder), needs_references=False)) == 2
    (folder / "data-00001-of-00002.arrow").unlink()
    assert "that are not there: 'data-00001-of-00002.arrow'" in problem(folder)
    (folder / "state.json").write_text(json.dumps({"_data_files": [{"filename": "../secret.arrow"}]}))
    assert "that are not there: '../secret.arrow'" in problem(folder)
    (folder / "state.json").write_text("{}")
    assert "no list of a data set's files" in problem(folder)


def test_data_sets_that_datasets_itself_saves(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="pip install 'captuple[integrations]'")
    rows = {"filename": ["a.jpg", "b.jpg"], "captions": [["A fox.", "A red fox."], ["An owl."]]}
    datasets.Dataset.from_dict(rows).save_to_disk(tmp_path / "one", num_shards=2)
    datasets.DatasetDict({"test": datasets.Dataset.from_dict(rows)}).save_to_disk(tmp_path / "splits")
    expected = [("a.jpg", None, "A fox."), ("a.jpg", None, "A red fox."), ("b.jpg", None, "An owl.")]
    for name in ("one", "splits"):
        assert read(tmp_path / name) == (expected, ["the image id is taken from 'filename'"])
    datasets.Dataset.from_dict(rows).to_parquet(tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet")[0] == expected


def test_a_data_set_in_splits_asks_for_one(tmp_path: Path) -> None:
    splits = tmp_path / "splits"
    saved(splits / "train", ["A fox."])
    (splits / "dataset_dict.json").write_text('{"splits": ["train"]}')
    assert read(splits)[0] == [(0, None, "A fox.")]
    saved(splits / "test", ["An owl."])
    assert "a data set in splits (test, train); name the folder of one of them" in problem(splits)


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.json", "a.parquet"])
def test_named_fields(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    row = {"key": "x", "frame": 7, "caption": "gold", "said": "A fox."}
    if name == "a.csv":
        path.write_text("key,frame,caption,said\nx,7,gold,A fox.\n")
    elif name == "a.parquet":
        pq.write_table(pa.Table.from_pylist([row]), path)
    else:
        path.write_text(json.dumps(row if name.endswith("l") else [row]))
    fields = FieldNames(captions=("other", "said"), image_ids=("frame",))
    [(image_id, _, text)], said = read(path, fields)
    assert (str(image_id), text, said) == ("7", "A fox.", [])
    assert "no field 'sayed' (--caption-field); there are" in problem(path, FieldNames(captions=("sayed",)))
    assert "no field 'no' (--id-field); there are" in problem(path, FieldNames(image_ids=("no",)))


def test_what_could_be_two_things_is_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": 7, "text": "gold", "prediction": "A fox."}')
    assert "'text', 'prediction' could each be the caption: --caption-field says which" in problem(path)


def test_references_are_captions_where_they_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"image_id": 7, "caption": "A fox.", "references": ["A fox naps.", "An animal."]}')
    found, _ = read(path, FieldNames(captions=("references",)))
    assert found == [(7, None, "A fox naps."), (7, None, "An animal.")]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.csv", b"PK\x03\x04....", "a.csv: holds no captions but a ZIP archive, such as an Excel table"),
        ("a.txt", b"\x89PNG\r\n\x1a\n\x00\x00\n\x00\n", "a.txt: holds no captions but a PNG image"),
        ("a.pkl", b"\x80\x04\x95\x00\x00", "a.pkl: holds no captions but a pickle"),
        ("a.csv", "caption\nA fox\n".encode("utf-16"), "a.csv: holds no captions but UTF-16 text"),
        ("a.json", b'{"7": {"tokens": []}}', "a.json: needed are a list of objects"),
        ("a.json", b'{"7": [], "8": [3]}', "a.json: ['7']: no caption; at least one is needed"),
        (
            "a.json",
            b'{"7": [], "8": [3]}',
            "a.json: ['8'][0]: a caption or an object with one is needed, not 3",
        ),
        (
            "a.json",
            b'{"7": "A fox.", "8": "A dog.", "7": ["A cat."]}',
            "a.json: not readable: '7' twice in one object: which one counts is not known",
        ),
        ("a.arrow", b"not Arrow at all", "a.arrow: cut off or damaged behind row 0"),
    ],
)
def test_wrong_files_are_named(tmp_path: Path, name: str, content: bytes, expected: str) -> None:
    (tmp_path / name).write_bytes(content)
    assert expected in problem(tmp_path / name)


@pytest.mark.parametrize("size", [3_000, 200_000])
@pytest.mark.parametrize("start", ['{"image_id": 7, "caption": "A fox.", "more": ', "", '{"a": {"b": '])
@pytest.mark.parametrize("name", ["a", "a.json", "a.jsonl"])
def test_json_that_is_nested_too_deeply_is_named(tmp_path: Path, name: str, start: str, size: int) -> None:
    (tmp_path / name).write_text(start + "[" * size)
    assert name in problem(tmp_path / name)


@pytest.mark.parametrize("twice", ["caption", "text", "image_id", "tokens"])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_column_that_is_there_twice_is_named(tmp_path: Path, twice: str, ending: str) -> None:
    names = [*dict.fromkeys(["image_id", "caption" if twice != "text" else twice, twice]), twice]
    path = tmp_path / f"a.{ending}"
    if ending == "csv":
        path.write_text(f"{','.join(names)}\n{','.join('A fox.' for _ in names)}\n")
    else:
        pq.write_table(pa.Table.from_arrays([pa.array(["A fox."])] * len(names), names=names), path)
    assert f"'{twice}' twice: which one is meant is not known" in problem(path)


def test_a_cut_off_arrow_file_is_named_with_its_place(tmp_path: Path) -> None:
    path = saved(tmp_path / "one", ["A fox."] * 5_000) / "data-00000-of-00001.arrow"
    path.write_bytes(path.read_bytes()[:-5_000])
    assert "cut off or damaged behind row 0" in problem(path)
    with pytest.raises(InvalidInputError, match="cut off or damaged"):
        survey(caption_files(str(path), needs_references=False))


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with path.open("wb") as file:
        file.write(b"[")
        file.truncate(text_files.MAX_WHOLE_BYTES + 1)  # a hole: takes no disk
    assert "more than 2147483648 bytes in one piece" in problem(path)

    class NeverRead(io.FileIO):
        def read(self, size: int | None = -1) -> bytes:
            raise AssertionError("it is read")

    with NeverRead(path) as stream, pytest.raises(InvalidInputError, match="in one piece"):
        text_files.read_whole(stream, where="a.json")
