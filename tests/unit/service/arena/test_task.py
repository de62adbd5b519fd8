"""A task's folder: what it may hold, and that everything wrong with it is named at once."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="pip install 'captuple[arena]'")
from extractor.errors import InvalidInputError
from service.arena.task import (
    ConventionSettings,
    Quota,
    ScoreSettings,
    Shown,
    TaskSettings,
    parse_settings,
    read_task,
)
from tests.arena import EXAMPLES, N_IMAGES, SCENES, lines, write_lines, write_task
from tests.processes import ROOT


def faults(folder: Path) -> list[str]:
    with pytest.raises(InvalidInputError) as caught:
        read_task(folder)
    return [str(fault).replace(f"{folder}/", "") for fault in caught.value.faults]


def test_the_example_is_a_task() -> None:
    task = read_task(SCENES)
    assert len(task.references) == 40 and all(len(captions) == 2 for captions in task.references.values())
    assert {label: len(ids) for label, ids in task.ids_by_label.items()} == {"indoors": 20, "outdoors": 20}
    assert set(task.sha256_by_file) == {"task.json", "references.jsonl"}
    assert (
        task.settings.scores.figures[:2] == ("overall", "PA") and task.settings.scores.figures[-1] == "graded"
    )
    assert [len(lines(EXAMPLES / f"system-{name}.jsonl")) for name in "ab"] == [40, 40]


def test_settings_have_defaults_and_all_of_them_can_be_given(tmp_path: Path) -> None:
    bare = write_task(tmp_path / "bare")
    (bare / "task.json").write_text(
        json.dumps({"schema": "captuple.task/1", "name": "n", "title": "t", "references": "references.jsonl"})
    )
    settings = read_task(bare).settings
    assert settings.scores == ScoreSettings() and settings.labels is None and settings.quota.per_day == 5
    full = read_task(
        write_task(
            tmp_path / "full",
            match_ids="stem",
            model="en-captions",
            scores={
                "groundings": ["lemma.v1", "entity_type.v1"],
                "graded": "exact.v1",
                "graded_version": "v1",
                "conventions": {"roles": "split", "average": "micro"},
                "missing": "empty",
                "rank_by": "AG-PR@entity_type.v1",
                "resamples": 100,
                "seed": 3,
            },
            quota={"per_day": 1, "total": 2, "min_interval_s": 3},
            shown={"before_closing": False, "decimals": 2, "per_image": True},
            opens="2026-01-01T00:00:00Z",
            closes="2026-02-01T00:00:00+01:00",
            max_bytes=1000,
        )
    )
    assert full.settings.scores.conventions == ConventionSettings(roles="split", average="micro")
    assert full.settings.closes is not None and full.model.startswith("en-captions@")


def test_the_tasks_of_the_documents_are_tasks() -> None:
    text = (ROOT / "docs" / "arena.md").read_text()
    [block] = re.findall(r"^```json\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    shown = parse_settings(block.encode())
    given = parse_settings((SCENES / "task.json").read_bytes())
    assert (shown.name, shown.title, shown.scores) == (given.name, given.title, given.scores)
    nocaps = parse_settings((EXAMPLES / "nocaps" / "task.json").read_bytes())
    assert nocaps.label_field == "domain" and nocaps.references == nocaps.labels == "references.jsonl.gz"
    fields = {
        name for struct in (TaskSettings, ScoreSettings, Quota, Shown) for name in struct.__struct_fields__
    }
    assert [name for name in fields - {"schema", "scores", "quota", "shown"} if name not in text] == []


def test_every_fault_of_the_settings_is_named(tmp_path: Path) -> None:
    found = faults(
        write_task(
            tmp_path / "task",
            schema="captuple.task/2",
            name="Not A Name",
            title="",
            speed=3,
            quota={"per_day": 0, "per_week": 1},
            shown={"decimals": 9},
            opens="2026-01-01T00:00:00",
            closes="tomorrow",
            max_bytes=(1 << 30) + 1,
            scores={"groundings": [], "resamples": "many"},
        )
    )
    expected = [
        "task.json: speed: no such field; allowed: schema, name, title",
        "task.json: schema: Invalid enum value 'captuple.task/2'",
        "task.json: name: Expected `str` matching regex",
        "task.json: title: Expected `str` of length >= 1",
        "task.json: scores.groundings: Expected `array` of length >= 1",
        "task.json: scores.resamples: Expected `int`, got `str`",
        "task.json: quota.per_week: no such field",
        "task.json: quota.per_day: Expected `int` >= 1",
        "task.json: shown.decimals: Expected `int` <= 6",
        "task.json: opens: Expected `datetime` with a timezone component",
        "task.json: closes: Invalid RFC3339 encoded datetime",
        "task.json: max_bytes: Expected `int` <= 1073741824",
    ]
    assert len(found) == len(expected), found
    for fault, start in zip(found, expected, strict=True):
        assert fault.startswith(start)


def test_names_and_dates_that_do_not_go_together_are_named_with_the_files(tmp_path: Path) -> None:
    folder = write_task(
        tmp_path / "task",
        references="no.jsonl",
        labels="../labels.tsv",
        opens="2026-01-02T00:00:00Z",
        closes="2026-01-01T00:00:00Z",
        scores={
            "groundings": ["lemma.v1", "lema.v1", "lemma.v1"],
            "graded": "nothing.v1",
            "rank_by": "speed",
        },
    )
    found = "\n".join(faults(folder))
    for part in (
        "closes: 2026-01-01T00:00:00+00:00 is not after opens",
        "scores.rank_by: 'speed' is not allowed; allowed: overall, PA",
        "scores.groundings: names one twice",
        "scores.groundings[1]: unknown grounding 'lema.v1'",
        "scores.graded: unknown similarity 'nothing.v1'",
        "references: there is no file 'no.jsonl' in ",
        "labels: '../labels.tsv' is no name of a file in the task's folder",
    ):
        assert part in found
    assert "unknown model 'none-such'" in "\n".join(faults(write_task(tmp_path / "m", model="none-such")))


@pytest.mark.parametrize("content", ["", "[]", '{"a": ', "\x00"])
def test_what_is_no_object_is_named(tmp_path: Path, content: str) -> None:
    folder = write_task(tmp_path / "task")
    (folder / "task.json").write_text(content)
    assert faults(folder)[0].startswith("task.json: ")
    (folder / "task.json").unlink()
    assert faults(folder) == ["task.json: no such file"]


def test_a_field_that_is_there_twice_is_named(tmp_path: Path) -> None:
    folder = write_task(tmp_path / "task")
    text = (folder / "task.json").read_text()
    (folder / "task.json").write_text(f'{{"quota": {{"per_day": 1, "per_day": 100}}, {text.lstrip()[1:]}')
    assert faults(folder)[0].startswith("task.json: not readable: 'per_day' twice in one object")


def edit(folder: Path, **changes: Any) -> Path:
    """References of which the first record is changed."""
    records = lines(folder / "references.jsonl")
    records[0].update(changes)
    write_lines(folder / "references.jsonl", [{k: v for k, v in r.items() if v is not None} for r in records])
    return folder


def test_faulty_references_are_named(tmp_path: Path) -> None:
    assert faults(edit(write_task(tmp_path / "a"), captions=[])) == [
        "references.jsonl:1: captions: empty; at least one is needed"
    ]
    assert (
        "references.jsonl:1: captions[0]: has no image_id"
        in faults(edit(write_task(tmp_path / "b"), image_id=None))[0]
    )
    assert "the caption is empty" in faults(edit(write_task(tmp_path / "c"), captions=["A dog.", " "]))[0]
    folder = write_task(tmp_path / "d")
    write_lines(
        folder / "references.jsonl",
        [{"image_id": i, "caption_id": 7, "caption": "A dog.", "label": "a"} for i in (1, 1)],
    )
    assert faults(folder) == ["references.jsonl:2: caption_id 7 is taken by references.jsonl:1"]
    (folder / "references.jsonl").write_text("")
    assert faults(folder)[0] == "references.jsonl: holds no caption"


def test_labels_and_references_are_of_the_same_images(tmp_path: Path) -> None:
    folder = write_task(tmp_path / "task", labels="labels.tsv")
    ids = [record["image_id"] for record in lines(folder / "references.jsonl")]
    (folder / "labels.tsv").write_text("".join(f"{i}\tin-domain\n" for i in [*ids[1:], "nowhere"]))
    assert faults(folder) == [
        "labels: image 'nowhere' has a label and no reference",
        f"labels: no label for 1 image: {ids[0]!r}",
    ]
    (folder / "labels.tsv").write_text("".join(f"{i}\tin-domain\n" for i in [*ids, *range(30)]))
    assert faults(folder)[-1] == "labels: 10 more images have a label and no reference, 30 in all"
    (folder / "labels.tsv").write_text("".join(f"{i}\t{label}\n" for i in ids for label in "ab"))
    assert len(faults(folder)) == N_IMAGES  # each is labelled twice
