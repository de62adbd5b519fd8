"""Annotations go to the tools that people annotate with and come back: nothing is lost."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.records import AnnotationRecord
from formats.tools import brat, doccano, label_studio
from formats.tools.regions import mark, unmark
from tests.strategies import annotation_records

EXPORTED = {
    "label-studio": (label_studio, [label_studio.TASKS_FILE]),
    "doccano": (doccano, [doccano.CAPTIONS_FILE]),
    "brat": (brat, None),
}


@given(annotation_records())
def test_marks(record: AnnotationRecord) -> None:
    assert unmark(mark(record, where="record"), where="record") == record


@pytest.mark.parametrize("tool", EXPORTED)
@given(records=st.lists(annotation_records(), min_size=1, max_size=3))
def test_round_trip(tool: str, records: list[AnnotationRecord]) -> None:
    module, names = EXPORTED[tool]
    files = module.export_files(records)
    imported = module.import_files({name: files[name] for name in names or files})
    assert imported.records == records
    assert imported.n_unannotated == 0


@given(records=st.lists(annotation_records(), min_size=1, max_size=3))
def test_predictions_are_no_annotations(records: list[AnnotationRecord]) -> None:
    files = label_studio.export_files(records, model="m@1")
    imported = label_studio.import_files({"export.json": files[label_studio.TASKS_FILE]})
    assert imported.records == []
    assert imported.n_unannotated == len(records)
    # A person who submits a prediction as it is makes it an annotation.
    tasks = json.loads(files[label_studio.TASKS_FILE])
    for task in tasks:
        task["annotations"] = [{"result": task["predictions"][0]["result"]}]
    submitted = label_studio.import_files({"export.json": json.dumps(tasks).encode()})
    assert submitted.records == records
