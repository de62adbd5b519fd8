"""One reader: what a command reads whole is what a job reads row by row, in every format."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import InvalidInputError
from formats import caption_files, read_captions, read_rows, read_stream

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufeff\n\r"), max_size=30)


def both(path: Path) -> list[object]:
    """The entries of a file; both ways to read it give the same."""
    [file] = caption_files(str(path), needs_references=False)
    rows = list(read_rows(file))
    faults = [fault for row in rows for fault in row.faults]
    if not faults:
        entries = read_captions(path)
        assert [row.entry for row in rows] == entries
        return list(entries)
    with pytest.raises(InvalidInputError) as caught:
        read_captions(path)
    assert list(caught.value.faults) == faults
    return list(faults)


@pytest.mark.parametrize("pack", ["", ".gz", ".zst"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "A fox.\n\nTwo owls.\r\n"),
        ("a.tsv", "7\tA fox.\nno tab\n"),
        ("a.csv", 'image_id,caption\n7,"A fox, a den"\n8,"two\nlines"\n9\n'),
        ("a.jsonl", '{"image_id": 7, "captions": ["A", "B"]}\n{"caption": 1, "image_id": 3}\n[]\n'),
        ("a.json", '[{"image_id": 7, "caption": "A"}, {"image_id": 8}]'),
    ],
)
def test_both_ways_to_read_give_the_same(tmp_path: Path, name: str, text: str, pack: str) -> None:
    data = text.encode()
    packed = {"": data, ".gz": gzip.compress(data), ".zst": pa.Codec("zstd").compress(data, asbytes=True)}
    path = tmp_path / f"{name}{pack}"
    path.write_bytes(packed[pack])
    plain = tmp_path / name
    plain.write_bytes(data)
    assert len(both(path)) == len(both(plain)) > 0


@given(st.lists(TEXTS, min_size=1, max_size=5))
def test_every_format_brings_the_text_unchanged(lines: list[str]) -> None:
    quoted = "\n".join('"' + line.replace('"', '""') + '"' for line in lines)
    by_format = {
        "text": "\n".join(lines) + "\n",
        "tsv": "\n".join(f"1\t{line}" for line in lines),
        "csv": f"caption\n{quoted}\n",
        "jsonl": "\n".join(json.dumps({"caption": line}) for line in lines),
        "json": json.dumps([{"image_id": 1, "caption": line} for line in lines]),
    }
    for name, content in by_format.items():
        entries = read_stream(io.BytesIO(content.encode()), format_name=name)  # type: ignore[arg-type]
        assert [entry.caption.text for entry in entries] == lines, name
    table = io.BytesIO()
    pq.write_table(pa.table({"caption": lines}), table)
    assert [e.caption.text for e in read_stream(io.BytesIO(table.getvalue()))] == lines


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("title\nA fox.\n", "the first line must name the columns: either 'caption' (a string) or"),
        ("image_id,caption\n7\n", "a.csv:2: 1 fields, the header has 2"),
        ('caption\n"A fox\n', "no CSV: unexpected end of data"),
        ("caption\n", "holds no caption"),
    ],
)
def test_faults_of_csv(tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "a.csv").write_text(content)
    with pytest.raises(InvalidInputError) as caught:
        read_captions(tmp_path / "a.csv")
    assert problem in str(caught.value)
    assert all(fault.file == str(tmp_path / "a.csv") for fault in caught.value.faults)


def test_parquet_brings_tokens_tuples_and_references(tmp_path: Path) -> None:
    rows = [
        {"image_id": "7", "caption": "A fox.", "tokens": ["A", "fox", "."], "references": ["A fox naps."]},
        {"image_id": "8", "caption": "Two owls.", "tokens": None, "references": None},
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    [file] = caption_files(str(tmp_path), needs_references=True)
    first, second = read_rows(file)
    assert first.entry is not None
    assert first.entry.caption.tokens == ("A", "fox", ".")
    assert [entry.caption.text for entry in first.references or ()] == ["A fox naps."]
    assert (second.references, second.faults) == (None, ())


def test_references_may_have_tokens_and_tuples(tmp_path: Path) -> None:
    predicate = {"text": "naps", "lemma": "nap", "start": 6, "end": 10}
    extraction = {"schema": "captuple.extraction/1", "caption": "A fox naps.", "model": "m@1"}
    references = [
        "A fox.",
        {"caption": "A fox.", "tokens": ["A", "fox", "."]},
        {**extraction, "tuples": [{"predicate": predicate}]},
    ]
    (tmp_path / "a.jsonl").write_text(json.dumps({"caption": "A fox.", "references": references}))
    [row] = read_rows(caption_files(str(tmp_path), needs_references=True)[0])
    text, tokens, tuples = row.references or ()
    assert (text.caption.text, tokens.caption.tokens) == ("A fox.", ("A", "fox", "."))
    assert tuples.tuples is not None
    assert (tuples.model, tuples.where) == ("m@1", f"{tmp_path / 'a.jsonl'}:1: references[2]")
