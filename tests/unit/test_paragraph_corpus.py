"""The annotated paragraphs: the files are those of their source, in our own format, and the halves stay apart."""

from __future__ import annotations

import json

import msgspec
import pytest

from formats.records import AnnotationRecord, annotation_tuples
from tests.data.paragraphs.build import FOLDER, SOURCE, compiled, paragraphs


def test_the_files_are_what_the_source_says() -> None:
    for name, text in compiled().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name


@pytest.mark.parametrize("part", ["train", "held_out"])
def test_every_record_is_a_valid_annotation(part: str) -> None:
    for line in (FOLDER / f"{part}.jsonl").read_text(encoding="utf-8").splitlines():
        record = msgspec.json.decode(line, type=AnnotationRecord)
        tuples = annotation_tuples(record, where=str(record.caption_id))
        assert tuples
        regions = [a for item in tuples for a in item.locatives if a.kind == "image-region"]
        assert all(a.lemma for a in regions)
    numbers = {
        int(name[1:]) % 2 for name in json.loads((FOLDER / f"{part}.entities.json").read_text("utf-8"))
    }
    assert numbers == ({0} if part == "held_out" else {1})


def test_half_is_held_back() -> None:
    found = paragraphs(SOURCE.read_text(encoding="utf-8"))
    assert len(found) == 120
    assert sum(p.held_out for p in found) == 60


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("@ 1\nA dog runs.\n  runs | cat | |", "line 3: 'cat' is no word of the paragraph"),
        ("@ 1\nA dog runs.\n  runs | dog | | {guess}", "line 3: no tuple"),
        ("@ 1\nA dog runs on grass.\n  runs | dog | | on grass:field", "line 3: 'on grass:field' is not"),
        ("@ 1\nA dog runs.\n  * dog, cat", "line 3: 'cat#1' is no word"),
    ],
)
def test_faults_name_their_lines(lines: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        paragraphs(lines)
