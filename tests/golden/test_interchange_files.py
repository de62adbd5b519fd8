"""The files that annotation tools get, as golden files: reviewed when they change."""

from __future__ import annotations

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from formats.records import AnnotationRecord
from formats.tools import brat, doccano, label_studio
from tests.data.captions import build

CAPTION_IDS = ("bench-2", "frisbee-3", "tram-4", "snowman-3")
"""Pigeons around a man, a tacit hold, nobody at a tram stop, a locative with one predicate of two."""


@pytest.mark.parametrize("tool", [label_studio, doccano, brat], ids=["label_studio", "doccano", "brat"])
def test_files(tool: object, snapshot: SnapshotAssertion) -> None:
    lines = build.CAPTIONS.records.read_bytes().splitlines()
    records = [msgspec.json.decode(line, type=AnnotationRecord) for line in lines]
    chosen = [record for record in records if record.caption_id in CAPTION_IDS]
    files = tool.export_files(chosen, model="en-captions@0.0.0")
    assert {name: content.decode() for name, content in files.items()} == snapshot
