"""What the real extractor finds goes to every annotation tool and back."""

from __future__ import annotations

import pytest

from extractor import Extractor
from formats.records import AnnotationRecord, annotation_tuples
from formats.tools import brat, doccano, label_studio
from service.cli.gold import read_gold
from service.pipeline.annotating import annotation_record
from tests.data.captions import build


@pytest.fixture(scope="module")
def records(extractor: Extractor) -> list[AnnotationRecord]:
    captions = [item.caption for item in read_gold([build.CAPTIONS.records], None)]
    return [
        annotation_record(extraction.caption, extraction.tuples, number=number)
        for number, extraction in enumerate(extractor.extract(captions))
    ]


def test_pre_annotations_are_valid_records(records: list[AnnotationRecord]) -> None:
    assert len(records) > 300
    for record in records:
        annotation_tuples(record, where=str(record.caption_id))


@pytest.mark.parametrize(
    ("tool", "suffixes"),
    [(label_studio, (".json",)), (doccano, (".jsonl",)), (brat, (".txt", ".ann", ".jsonl"))],
    ids=["label_studio", "doccano", "brat"],
)
def test_pre_annotations_survive_every_tool(
    records: list[AnnotationRecord], tool: object, suffixes: tuple[str, ...]
) -> None:
    files = {name: data for name, data in tool.export_files(records).items() if name.endswith(suffixes)}
    assert tool.import_files(files).records == records
