"""Readers of caption files: every format, every fault with its place."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

from extractor.errors import InvalidInputError
from extractor.types import CaptionEntry
from formats import FormatName, read_captions, read_stream


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def values(entries: list[CaptionEntry]) -> list[tuple[object, object, str]]:
    return [(e.caption.image_id, e.caption.caption_id, e.caption.text) for e in entries]


def faults(path: Path) -> list[str]:
    with pytest.raises(InvalidInputError) as raised:
        read_captions(path)
    return [str(fault).replace(str(path), path.name) for fault in raised.value.faults]


ANNOTATION = {
    "schema": "captuple.annotation/1",
    "image_id": "i1",
    "caption_id": 3,
    "caption": "A fox naps.",
    "tokens": ["A", "fox", "naps", "."],
    "tuples": [
        {
            "predicate": {"text": "naps", "start": 6, "end": 10},
            "agents": [{"text": "fox", "start": 2, "end": 5}],
            "locatives": [{"tacit": True, "value": "den", "kind": "scene"}],
        }
    ],
}
EXTRACTION = {
    "schema": "captuple.extraction/1",
    "image_id": None,
    "caption_id": "7",
    "caption": "A fox naps.",
    "model": "en-captions@0.1.0",
    "tuples": [{"predicate": {"text": "naps", "lemma": "nap", "start": 6, "end": 10}}],
}


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.txt", "A fox.\nTwo owls.\n", [(None, None, "A fox."), (None, None, "Two owls.")]),
        ("crlf.txt", "A fox.\r\nTwo owls.", [(None, None, "A fox."), (None, None, "Two owls.")]),
        ("odd.txt", "a\u2028b\x0bc\x85d\x00e\rf\n", [(None, None, "a\u2028b\x0bc\x85d\x00e\rf")]),
        ("bom.txt", b"\xef\xbb\xbfA fox.\n", [(None, None, "A fox.")]),
        (
            "blank.txt",
            "A fox.\n\nTwo owls.\n",
            [(None, None, "A fox."), (None, None, ""), (None, None, "Two owls.")],
        ),
        ("json-like.txt", "[a fox]\n", [(None, None, "[a fox]")]),
        ("a.tsv", "7\tA fox.\n8\tTabs\tinside\n", [("7", None, "A fox."), ("8", None, "Tabs\tinside")]),
        (
            "no-extension",
            "7\tA fox.\n\n8\tTwo owls.\n".replace("\n\n", "\n"),
            [("7", None, "A fox."), ("8", None, "Two owls.")],
        ),
        ("some.captions", "A fox.\n7\tTwo owls.\n", [(None, None, "A fox."), (None, None, "7\tTwo owls.")]),
        (
            "a.jsonl",
            '{"image_id": 7, "caption_id": "c", "caption": "A\\nfox\\u2028\\u0000", "w": 6}\n\n'
            '{"caption": ""}',
            [(7, "c", "A\nfox\u2028\x00"), (None, None, "")],
        ),
        (
            "several.ndjson",
            '{"image_id": 7, "captions": ["A fox.", "Two owls."]}',
            [(7, None, "A fox."), (7, None, "Two owls.")],
        ),
        (
            "results.json",
            '[{"image_id": 7, "caption": "A fox."},\n {"image_id": "8", "caption": "Two owls."}]',
            [(7, None, "A fox."), ("8", None, "Two owls.")],
        ),
        (
            "annotations.json",
            json.dumps(
                {
                    "info": {},
                    "images": [{"id": 7}, {"id": 8}],
                    "annotations": [{"id": 1, "image_id": 7, "caption": "A fox."}],
                },
                indent=1,
            ),
            [(7, 1, "A fox.")],
        ),
        ("one-line.json", '{"annotations": [{"id": 1, "image_id": 7, "caption": "A"}]}', [(7, 1, "A")]),
        (
            "lines.json",
            '{"caption": "A fox."}\n{"caption": "Two owls."}\n',
            [(None, None, "A fox."), (None, None, "Two owls.")],
        ),
        ("emoji.jsonl", '{"caption": "\\ud83e\\udd8a"}', [(None, None, "\U0001f98a")]),
    ],
)
def test_formats(
    tmp_path: Path, name: str, content: str | bytes, expected: list[tuple[object, object, str]]
) -> None:
    plain = write(tmp_path, name, content)
    packed = write(tmp_path, f"{name}.gz", gzip.compress(plain.read_bytes()))
    assert values(read_captions(plain)) == expected
    assert values(read_captions(packed)) == expected


def test_annotations_bring_their_tuples(tmp_path: Path) -> None:
    [entry] = read_captions(write(tmp_path, "gold.jsonl", json.dumps(ANNOTATION)))
    assert (entry.caption.image_id, entry.caption.caption_id) == ("i1", 3)
    assert entry.caption.tokens == ("A", "fox", "naps", ".")
    assert entry.model is None
    assert entry.tuples is not None
    assert entry.tuples[0].agents[0].text == "fox"
    assert entry.tuples[0].locatives[0].lemma == "den"


def test_extractions_bring_their_tuples_and_model(tmp_path: Path) -> None:
    [entry] = read_captions(write(tmp_path, "tuples.jsonl", json.dumps(EXTRACTION)))
    assert entry.model == "en-captions@0.1.0"
    assert entry.tuples is not None
    assert entry.tuples[0].predicate.lemma == "nap"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("empty.txt", "", ["empty.txt: holds no caption"]),
        ("empty.json", "[]", ["empty.json: holds no caption"]),
        (
            "latin.txt",
            b"A fox.\nCaf\xe9\nb\xff\n",
            [
                "latin.txt:2: not UTF-8: byte 0xe9 at position 4 of the line",
                "latin.txt:3: not UTF-8: byte 0xff at position 2 of the line",
            ],
        ),
        (
            "a.tsv",
            "7\tA fox.\nno tab\n\tno id\n",
            ["a.tsv:2: no tab between id and caption in 'no tab'", "a.tsv:3: the id before the tab is empty"],
        ),
        (
            "a.jsonl",
            "\n".join(
                [
                    '{"caption": 1}',
                    '{"caption": "A"',
                    "[1]",
                    '{"image_id": 1.5, "caption": "A"}',
                    '{"image_id": true, "caption": "A"}',
                    '{"caption": "\\ud800"}',
                    '{"caption": "\\udc00 \\ud83e\\udd8a"}',
                    '{"captions": 8}',
                    '{"captions": []}',
                    '{"image_id": 1}',
                    '{"caption": "A", "tokens": "A"}',
                    '{"caption": "A", "schema": "captuple.extraction/9"}',
                    '{"caption": NaN}',
                    "[" * 100_000,
                    '{"image_id": ' + "1" * 5000 + ', "caption": "A"}',
                ]
            ),
            [
                "a.jsonl:1: caption: expected `str | array`, got `int`",
                "a.jsonl:2: not JSON: Expecting ',' delimiter at column 16",
                "a.jsonl:3: a JSON object is needed, not [1]",
                "a.jsonl:4: image_id: expected `int | str`, got `float`",
                "a.jsonl:5: image_id: expected `int | str`, got `bool`",
                "a.jsonl:6: not readable: lone surrogate \\ud800: half of a character, not text",
                "a.jsonl:7: not readable: lone surrogate \\udc00: half of a character, not text",
                "a.jsonl:8: captions: expected `str | array`, got `int`",
                "a.jsonl:9: captions: empty; at least one is needed",
                "a.jsonl:10: either 'caption' (a string) or 'captions' (a list of strings) is needed; there are"
                " 'image_id'; --caption-field names another",
                "a.jsonl:11: tokens: expected `array | null`, got `str`",
                "a.jsonl:12: schema: unknown 'captuple.extraction/9'; allowed: 'captuple.extraction/1',"
                " 'captuple.annotation/1' or no schema",
                "a.jsonl:13: not readable: NaN is no JSON value",
                "a.jsonl:14: not readable: JSON nested too deeply",
                "a.jsonl:15: not readable: Exceeds the limit (4300 digits) for integer string conversion:"
                " value has 5000 digits; use sys.set_int_max_str_digits() to increase the limit",
            ],
        ),
        (
            "results.json",
            '[{"image_id": 7, "caption": 5}, {"caption": "A"}, 7, {"image_id": true, "caption": "A"}]',
            [
                "results.json: [0]: caption: expected `str | array`, got `int`",
                "results.json: [2]: a JSON object is needed, not 7",
                "results.json: [3]: image_id: expected `int | str`, got `bool`",
            ],
        ),
        (
            "annotations.json",
            '{"images": [],\n"annotations": "A fox."}',
            [
                "annotations.json: needed are a list of objects with image_id and caption (COCO results), an"
                " object with such a list as 'annotations', 'results', 'predictions', 'captions' or 'data', or one with"
                " the captions of each image by its id, not 'A fox.'"
            ],
        ),
        (
            "cut.json",
            '[{"image_id": 7,\n "caption": "A',
            ["cut.json: not JSON: Unterminated string starting at at line 2, column 13"],
        ),
        ("bytes.json", b'[{"image_id": 7,\n "caption": "\xff"}]', ["bytes.json:2: not UTF-8: byte 0xff"]),
        (
            "twice.jsonl",
            '{"image_id": 1, "caption_id": 7, "caption": "A"}\n'
            '{"image_id": 2, "caption_id": 7, "caption": "A"}\n'
            '{"image_id": "1", "caption_id": "7", "caption": "A"}',
            ["twice.jsonl:3: caption_id '7' is taken by twice.jsonl:1"],
        ),
    ],
)
def test_every_fault_is_named(tmp_path: Path, name: str, content: str | bytes, expected: list[str]) -> None:
    path = write(tmp_path, name, content)
    found = [line.replace(str(tmp_path) + "/", "") for line in faults(path)]
    assert found == expected


def test_faults_inside_tuples_are_named(tmp_path: Path) -> None:
    wrong_span = {**ANNOTATION, "tuples": [{"predicate": {"text": "nap", "start": 6, "end": 10}}]}
    unknown_field = {
        **ANNOTATION,
        "tuples": [{"predicate": {"text": "naps", "start": 6, "end": 10, "lemma": "nap"}}],
    }
    outside = {
        **EXTRACTION,
        "tuples": [{"predicate": {"text": "naps", "lemma": "nap", "start": 6, "end": 99}}],
    }
    path = write(tmp_path, "gold.jsonl", "\n".join(map(json.dumps, [wrong_span, unknown_field, outside])))
    first, second, third = faults(path)
    assert first.startswith("gold.jsonl:1: tuples[0].predicate: text 'nap' differs")
    assert second.startswith("gold.jsonl:2: tuples[0].predicate: object contains unknown field `lemma`")
    assert third.startswith("gold.jsonl:3: tuples[0].predicate: span 6-99 lies outside")


@pytest.mark.parametrize("n_bytes", [3, 15, 40])
def test_truncated_gzip(tmp_path: Path, n_bytes: int) -> None:
    path = write(tmp_path, "a.txt.gz", gzip.compress(b"A fox naps in its den.\n" * 50)[:n_bytes])
    [fault] = faults(path)
    assert fault == "a.txt.gz: the gzip data ends early: the file is truncated"


def test_damaged_gzip(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(b"A fox naps in its den.\n" * 50))
    data[15:20] = b"\x00\xff\x00\xff\x00"
    assert "the gzip data is damaged" in faults(write(tmp_path, "a.txt.gz", bytes(data)))[0]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert faults(tmp_path / "missing.txt") == ["missing.txt: no such file"]
    assert faults(tmp_path) == [f"{tmp_path.name}: is a folder; a file is needed"]


@pytest.mark.parametrize(
    ("format_name", "text"), [("text", '{"caption": "A fox."}'), ("jsonl", "A fox."), (None, "A fox.")]
)
def test_streams_and_chosen_formats(format_name: FormatName | None, text: str) -> None:
    stream = io.BytesIO(b'{"caption": "A fox."}' if text != "A fox." or format_name else b"A fox.")
    [entry] = read_stream(stream, format_name=format_name)
    assert entry.caption.text == text
    assert entry.where.startswith("-:1")
