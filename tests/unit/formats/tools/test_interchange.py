"""What people do in an annotation tool is honoured; what cannot be understood is refused, with its place."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from extractor.errors import InvalidInputError
from formats.records import AnnotationArgument, AnnotationLocative, AnnotationRecord, AnnotationTuple
from formats.tools import brat, doccano, label_studio
from formats.tools.regions import ALL_LABELS

TEXT = "A man sits on a bench and feeds the birds."
MAN = AnnotationArgument(text="man", start=2, end=5)
BENCH = AnnotationLocative(text="bench", start=16, end=21, preposition="on", kind="object")
BIRDS = AnnotationArgument(text="birds", start=36, end=41)
SITS = AnnotationTuple(
    predicate=AnnotationArgument(text="sits", start=6, end=10), agents=[MAN], locatives=[BENCH]
)
FEEDS = AnnotationTuple(
    predicate=AnnotationArgument(text="feeds", start=26, end=31),
    agents=[MAN],
    patients=[BIRDS],
    locatives=[BENCH],
)
HOLD = AnnotationTuple(predicate=AnnotationArgument(tacit=True, value="hold"), agents=[MAN])
RECORD = AnnotationRecord(image_id="i", caption_id=7, caption=TEXT, tuples=[SITS, FEEDS, HOLD])


def faults_of(error: pytest.ExceptionInfo[InvalidInputError]) -> list[str]:
    return [str(fault) for fault in error.value.faults]


# --- Label Studio


def task(record: AnnotationRecord = RECORD) -> dict[str, Any]:
    """A task as Label Studio exports it, with what it adds."""
    (found,) = json.loads(label_studio.export_files([record])[label_studio.TASKS_FILE])
    found |= {"id": 12, "project": 3, "created_at": "2026-01-01T00:00:00Z", "predictions": []}
    found["annotations"][0] |= {"id": 5, "completed_by": 1, "was_cancelled": False, "lead_time": 2.5}
    for result in found["annotations"][0]["result"]:
        result["origin"] = "manual"
    return dict(found)


def results(found: dict[str, Any]) -> list[dict[str, Any]]:
    return list(found["annotations"][0]["result"])


def from_label_studio(*tasks: dict[str, Any]) -> list[AnnotationRecord]:
    return label_studio.import_files({"export.json": json.dumps(tasks).encode()}).records


def region_of(found: dict[str, Any], label: str, text: str) -> dict[str, Any]:
    for result in results(found):
        if (
            result["type"] == "labels"
            and result["value"]["labels"] == [label]
            and result["value"]["text"] == text
        ):
            return result
    raise LookupError(label)


def test_label_studio_config_has_every_label() -> None:
    root = ET.fromstring(label_studio.LABELING_CONFIG)  # noqa: S314  # our own text
    assert [label.get("value") for label in root.iter("Label")] == list(ALL_LABELS)
    names = {element.get("name") for element in root.iter() if element.get("name")}
    assert names == {"slot", "caption", "kind", "preposition", "value", "negated"}
    (text,) = root.iter("Text")
    assert text.get("value") == "$caption"


def test_label_studio_shares_regions() -> None:
    regions = [result for result in results(task()) if result["type"] == "labels"]
    assert len([r for r in regions if r["value"]["labels"] == ["agent"]]) == 1
    assert len([r for r in regions if r["value"]["labels"] == ["locative"]]) == 1
    assert len([result for result in results(task()) if result["type"] == "relation"]) == 6


def test_label_studio_moved_region() -> None:
    found = task()
    man = region_of(found, "agent", "man")["id"]
    for result in results(found):
        if result.get("id") == man:
            result["value"] |= {"start": 0, "end": 5, "text": "A man"}
    (record,) = from_label_studio(found)
    assert [item.agents[0].text for item in record.tuples] == ["A man"] * 3


def test_label_studio_new_region_with_everything() -> None:
    found = task()
    place = {"start": 32, "end": 35, "text": "the"}
    for name, type_, value in (
        ("slot", "labels", {"labels": ["locative"]}),
        ("kind", "choices", {"choices": ["scene"]}),
        ("preposition", "textarea", {"text": ["next-to"]}),
        ("negated", "choices", {"choices": ["negated"]}),
    ):
        result = {"id": "new", "from_name": name, "to_name": "caption", "type": type_, "value": place | value}
        found["annotations"][0]["result"].append(result)
    sits = region_of(found, "predicate", "sits")["id"]
    relation = {"type": "relation", "from_id": "new", "to_id": sits, "direction": "left"}
    found["annotations"][0]["result"].append(relation)
    (record,) = from_label_studio(found)
    assert record.tuples[0].locatives == [
        BENCH,
        AnnotationLocative(text="the", start=32, end=35, preposition="next-to", kind="scene", negated=True),
    ]
    assert record.tuples[1:] == RECORD.tuples[1:]


def test_label_studio_deleted_relation_and_region() -> None:
    found = task()
    feeds = region_of(found, "predicate", "feeds")["id"]
    birds = region_of(found, "patient", "birds")["id"]
    kept = [r for r in results(found) if r.get("id") != birds and r.get("to_id") != birds]
    found["annotations"][0]["result"] = kept
    (record,) = from_label_studio(found)
    assert record.tuples[1].patients == []
    assert record.tuples[1].agents == [MAN]
    found["annotations"][0]["result"] = [r for r in kept if feeds not in (r.get("id"), r.get("from_id"))]
    (record,) = from_label_studio(found)
    assert record.tuples == [SITS, HOLD]


def test_label_studio_changed_label_moves_between_slots() -> None:
    found = task()
    region_of(found, "patient", "birds")["value"]["labels"] = ["agent"]
    (record,) = from_label_studio(found)
    assert record.tuples[1].agents == [MAN, BIRDS]


def test_label_studio_offsets_in_utf16_units() -> None:
    record = AnnotationRecord(
        image_id=1,
        caption_id=1,
        caption="\U0001f436 dogs run",
        tuples=[
            AnnotationTuple(
                predicate=AnnotationArgument(text="run", start=7, end=10),
                agents=[AnnotationArgument(text="dogs", start=2, end=6)],
            )
        ],
    )
    found = task(record)
    for result in results(found):
        if "value" in result:
            result["value"]["start"] += 1
            result["value"]["end"] += 1
    assert from_label_studio(found) == [record]


def test_label_studio_takes_the_ground_truth_of_several_annotations() -> None:
    found = task()
    other = {"id": 6, "result": [], "ground_truth": True}
    found["annotations"].append(other)
    assert from_label_studio(found)[0].tuples == []
    other["ground_truth"] = False
    with pytest.raises(
        InvalidInputError, match=r"export.json: \[0\] \(task 12\): annotations: there are several"
    ):
        from_label_studio(found)
    other["was_cancelled"] = True
    assert from_label_studio(found) == [RECORD]


def test_label_studio_tasks_of_people_have_the_ids_of_the_tool() -> None:
    (record,) = from_label_studio({"id": 4, "data": {"caption": "A dog."}, "annotations": [{"result": []}]})
    assert (record.image_id, record.caption_id, record.tuples) == (4, 4, [])


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (
            {"type": "labels", "id": "x", "value": {"start": 0, "end": 1, "text": "A", "labels": ["agnet"]}},
            ["region x: label 'agnet' is unknown; allowed: predicate, agent"],
        ),
        (
            {"type": "labels", "id": "x", "value": {"start": 0, "end": 1, "text": "A", "labels": ["agent"]}},
            ["region x: agent 'A' belongs to no predicate"],
        ),
        (
            {"type": "labels", "id": "x", "value": {"start": 0, "end": 1, "text": "B", "labels": ["agent"]}},
            ["region x: text 'B' differs from the caption's 'A' at 0-1"],
        ),
        (
            {"type": "labels", "id": "x", "value": {"start": 40, "end": 99, "labels": ["predicate"]}},
            ["tuples[3].predicate: span 40-99 "],
        ),
        (
            {"type": "relation", "from_id": "r1", "to_id": "r99"},
            ["a link names the region r99, which does not exist"],
        ),
        ({"type": "relation", "from_id": "r1"}, ["result[15]: a relation needs from_id and to_id"]),
        (
            {"type": "relation", "from_id": "r2", "to_id": "r3"},
            ["a link joins agent 'man' with locative 'bench'; allowed are a predicate and an argument"],
        ),
        (
            {"type": "choices", "id": "r3", "from_name": "kind", "value": {"choices": ["place"]}},
            ["region r3: kind 'place' is unknown; allowed: scene, object, event, temporal"],
        ),
        (
            {"type": "choices", "id": "r2", "from_name": "kind", "value": {"choices": ["scene"]}},
            ["region r2: only a locative has a preposition or a kind, no agent"],
        ),
        (
            {"type": "choices", "id": "r9", "from_name": "mood", "value": {}},
            ["region r9: from_name: unknown 'mood'"],
        ),
        ({"type": "rating", "id": "r9"}, ["[0]"]),
    ],
)
def test_label_studio_faults(change: dict[str, Any], faults: list[str]) -> None:
    found = task()
    found["annotations"][0]["result"].append(change)
    with pytest.raises(InvalidInputError) as caught:
        from_label_studio(found)
    said = faults_of(caught)
    assert len(said) == len(faults)
    for fault, expected in zip(said, faults, strict=True):
        assert fault.startswith("export.json: [0]")
        assert expected in fault


def test_label_studio_names_the_faults_of_all_tasks() -> None:
    data = [{"data": {}}, 3, {"data": {"caption": "x", "caption_id": True}, "annotations": []}]
    with pytest.raises(InvalidInputError) as caught:
        label_studio.import_files({"a.json": json.dumps(data).encode(), "b.json": b"{", "c.json": b"{}"})
    assert [fault.split(": ")[:2] for fault in faults_of(caught)] == [
        ["a.json", "[0]"],
        ["a.json", "[1]"],
        ["a.json", "[2]"],
        ["b.json", "no JSON export of Label Studio"],
        ["c.json", "no JSON export of Label Studio"],
    ]


# --- doccano


def line(record: AnnotationRecord = RECORD) -> dict[str, Any]:
    """A line as doccano exports it: with its own ids."""
    found: dict[str, Any] = json.loads(doccano.export_files([record])[doccano.CAPTIONS_FILE])
    for entity in found["entities"]:
        entity["id"] += 500
    for relation in found["relations"]:
        relation |= {
            "id": relation["id"] + 900,
            "from_id": relation["from_id"] + 500,
            "to_id": relation["to_id"] + 500,
        }
    return {"id": 33, **found, "Comments": []}


def from_doccano(*lines: dict[str, Any]) -> list[AnnotationRecord]:
    text = "\n".join(json.dumps(value) for value in lines)
    return doccano.import_files({"all.jsonl": text.encode()}).records


def test_doccano_says_everything_in_labels() -> None:
    found = line()
    labels = [entity["label"] for entity in found["entities"]]
    assert labels == ["predicate", "agent", "locative:object", "predicate", "patient", "tacit-predicate=hold"]
    types = [relation["type"] for relation in found["relations"]]
    assert types == ["agent", "locative:on", "agent", "patient", "locative:on", "agent"]
    assert from_doccano(found) == [RECORD]


def test_doccano_label_types_hold_every_label_in_use() -> None:
    files = doccano.export_files([RECORD])
    spans = {entry["text"] for entry in json.loads(files[doccano.SPAN_TYPES_FILE])}
    relations = {entry["text"] for entry in json.loads(files[doccano.RELATION_TYPES_FILE])}
    assert {"tacit-predicate=hold", "locative:scene", "agent:negated"} <= spans
    assert {"agent", "locative:in-front-of"} <= relations


def test_doccano_edits() -> None:
    found = line()
    entities, relations = found["entities"], found["relations"]
    entities[1] |= {"start_offset": 0}  # moved
    entities[2]["label"] = "locative:scene:negated"  # relabelled
    entities.append({"id": 600, "label": "patient", "start_offset": 16, "end_offset": 21})  # new
    relations.append(
        {"id": 990, "from_id": 600, "to_id": 500, "type": "patient"}
    )  # drawn the other way round
    del relations[2]  # deleted
    relations[1]["type"] = "locative:next-to"
    (record,) = from_doccano(found)
    man = AnnotationArgument(text="A man", start=0, end=5)
    bench = {"text": "bench", "start": 16, "end": 21, "kind": "scene", "negated": True}
    assert record.tuples[0].agents == [man]
    assert record.tuples[0].patients == [AnnotationArgument(text="bench", start=16, end=21)]
    assert record.tuples[0].locatives == [AnnotationLocative(**bench, preposition="next-to")]
    assert record.tuples[1].agents == []
    assert record.tuples[1].locatives == [AnnotationLocative(**bench, preposition="on")]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"entities": None}, "all.jsonl:2: entities: a list is needed, as projects with relations export it"),
        ({"text": 3}, "all.jsonl:2: text: a text is needed, not 3"),
        ({"tokens": "a b"}, "all.jsonl:2: tokens: expected a list of str"),
        (
            {"entities": [{"id": 1, "label": "agent"}]},
            "all.jsonl:2: entities[0]: Object missing required field",
        ),
        (
            {"entities": [{"id": 1, "label": "x", "start_offset": 0, "end_offset": 1}]},
            "all.jsonl:2: entities[0]: label 'x' is unknown",
        ),
        (
            {"entities": [{"id": 1, "label": "agent:a:b", "start_offset": 0, "end_offset": 1}]},
            "all.jsonl:2: entities[0]: label 'agent:a:b' is unknown; allowed: LABEL[:KIND][:negated][=VALUE]",
        ),
        (
            {"entities": [{"id": 1, "label": "agent", "start_offset": 0, "end_offset": 1}]},
            "all.jsonl:2: region 1: agent 'A' belongs to no predicate",
        ),
        (
            {"entities": [{"id": 1, "label": "predicate", "start_offset": 4, "end_offset": 4}]},
            "all.jsonl:2: tuples[0].predicate: span 4-4 ",
        ),
        (
            {"relations": [{"from_id": 1, "to_id": 2, "type": "agent"}]},
            "all.jsonl:2: relations[0]: type 'agent' needs a region of this slot at one end",
        ),
    ],
)
def test_doccano_faults(change: dict[str, Any], expected: str) -> None:
    bad = {"text": TEXT, "entities": [], "relations": [], **change}
    with pytest.raises(InvalidInputError) as caught:
        from_doccano(line(), bad)
    assert faults_of(caught)[0].startswith(expected)


def test_doccano_lines_that_are_no_json() -> None:
    with pytest.raises(InvalidInputError) as caught:
        doccano.import_files({"a.jsonl": b'{"text"\n\n[]\n\xff'})
    assert [fault.split(": ")[0] for fault in faults_of(caught)] == ["a.jsonl:1", "a.jsonl:3", "a.jsonl:4"]


# --- brat


def folder(record: AnnotationRecord = RECORD) -> dict[str, bytes]:
    return brat.export_files([record])


def from_brat(files: dict[str, bytes]) -> list[AnnotationRecord]:
    return brat.import_files(files).records


def edited(old: str, new: str) -> dict[str, bytes]:
    files = folder()
    text = files["1.ann"].decode()
    assert text.count(old) == 1
    return {**files, "1.ann": text.replace(old, new).encode()}


ANN = """\
T1\tpredicate 6 10\tsits
T2\tagent 2 5\tman
T3\tlocative 16 21\tbench
T4\tpredicate 26 31\tfeeds
T5\tpatient 36 41\tbirds
T6\ttacit-predicate 2 5\tman
E1\tpredicate:T1 agent:T2 locative:T3
E2\tpredicate:T4 agent:T2 patient:T5 locative:T3
E3\ttacit-predicate:T6 agent:T2
A1\tkind T3 object
A2\tpreposition T3 on
#1\tAnnotatorNotes E3\tvalue: hold
"""


def test_brat_files() -> None:
    files = folder()
    assert files["1.ann"].decode() == ANN
    assert files["1.txt"].decode() == TEXT
    assert json.loads(files[brat.INDEX_FILE]) == {"file": "1", "image_id": "i", "caption_id": 7}
    config = files[brat.CONFIG_FILE].decode()
    assert [section for section in config.split("\n") if section.startswith("[")] == [
        "[entities]",
        "[relations]",
        "[events]",
        "[attributes]",
    ]


def test_brat_edits() -> None:
    (record,) = from_brat(edited("T2\tagent 2 5\tman", "T2\tagent 0 5\tA man"))
    assert [item.agents[0].text for item in record.tuples] == ["A man"] * 3
    (record,) = from_brat(edited(" patient:T5 locative:T3\nE3", " patient:T5\nE3"))
    assert record.tuples[1].locatives == []
    (record,) = from_brat(
        edited("A1\tkind T3 object\n", "A1\tnegated T3\n#2\tAnnotatorNotes T3\tis it there?\n")
    )
    assert record.tuples[0].locatives == [
        AnnotationLocative(text="bench", start=16, end=21, preposition="on", negated=True)
    ]
    event = "E3\ttacit-predicate:T6 agent:T2"
    (record,) = from_brat(edited(event, f"{event} patient:T7\nT7\tpatient 16 21\tbench"))
    assert record.tuples[2].patients == [AnnotationArgument(text="bench", start=16, end=21)]
    (record,) = from_brat(edited("value: hold", "value: carry"))
    assert record.tuples[2].predicate.value == "carry"


def test_brat_captions_of_people_have_their_file_names_as_ids() -> None:
    files = {"b.txt": b"Dogs run", "b.ann": b"T1\tpredicate 5 8\trun\nE1\tpredicate:T1\n", "c.txt": b"A cat"}
    imported = brat.import_files(files)
    (record,) = imported.records
    assert (record.image_id, record.caption_id) == ("b", "b")
    assert imported.n_unannotated == 1


def test_brat_line_breaks_make_discontinuous_spans() -> None:
    record = AnnotationRecord(
        image_id=1,
        caption_id=1,
        caption="A man picks\nup a ball",
        tuples=[AnnotationTuple(predicate=AnnotationArgument(text="picks\nup", start=6, end=14))],
    )
    files = folder(record)
    assert files["1.ann"].decode().startswith("T1\tpredicate 6 11;12 14\tpicks up\n")
    assert from_brat(files) == [record]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "T1\tpredicate 6 10\tsits",
            "T1\tpredicate 6 10\tsist",
            "1.ann:1: T1: text 'sist' differs from the caption's",
        ),
        (
            "T1\tpredicate 6 10\tsits",
            "T1\tpredicate 6 99\tsits",
            "1.ann:1: T1: span 6-99 lies outside the caption",
        ),
        ("T1\tpredicate 6 10\tsits", "T1\tpredicate 6\tsits", "1.ann:1: T1: offsets '6': START END"),
        ("T1\tpredicate 6 10\tsits", "T1 predicate 6 10 sits", "1.ann:1: a T line has an id"),
        ("T1\tpredicate 6 10", "T1\tpredicate 6 8;9 10", "1.ann:1: T1: 6 8;9 10: a discontinuous span"),
        ("T1\tpredicate 6", "T1\tverb 6", "1.ann:1: label 'verb' is unknown"),
        ("E1\tpredicate:T1 agent:T2", "E1\tpredicate:T1 actor:T2", "1.ann:7: E1: role 'actor:T2'"),
        ("E1\tpredicate:T1 agent:T2", "E1\tpredicate:T1 agent:T77", "1.ann: a link names the region T77"),
        (
            "E1\tpredicate:T1 agent:T2",
            "E1\tpredicate:T1 patient:T2",
            "1.ann:7: E1 has T2 as its patient, but T2 is",
        ),
        ("E3\ttacit-predicate:T6 agent:T2\n", "", "1.ann:11: E3 does not exist"),
        (
            "E3\ttacit-predicate:T6",
            "E2\ttacit-predicate:T6",
            "1.ann:9: E2 or its trigger T6 stands here a second",
        ),
        ("T5\tpatient", "T4\tpatient", "1.ann:5: T4 stands here a second time"),
        ("A1\tkind T3 object", "A1\tkind T3 place", "1.ann:10: kind 'place' is unknown"),
        (
            "A1\tkind T3 object",
            "A1\tmood T3 good",
            "1.ann:10: A1: attribute 'mood': allowed are negated, kind",
        ),
        (
            "A1\tkind T3 object",
            "R1\targ Arg1:T1 Arg2:T2",
            "1.ann:10: 'R1\\targ Arg1:T1 Arg2:T2': T, E, A and # lines",
        ),
    ],
)
def test_brat_faults(old: str, new: str, expected: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        from_brat(edited(old, new))
    assert any(fault.startswith(expected) for fault in faults_of(caught)), faults_of(caught)


def test_brat_folder_faults() -> None:
    index = b'{"file": "1"}\n{"file": "1"}\n{}\n{"file": "2", "image_id": 1.5}\n'
    with pytest.raises(InvalidInputError) as caught:
        brat.import_files({"a.ann": b"", brat.INDEX_FILE: index, "b.txt": b"\xff", "b.ann": b""})
    assert [fault.split(": ")[0] for fault in faults_of(caught)] == [
        "a.ann",
        "captions.jsonl:2",
        "captions.jsonl:3",
        "captions.jsonl:4",
        "b",
    ]
    with pytest.raises(InvalidInputError, match=r"the folder holds no \.txt file"):
        brat.import_files({})


@pytest.mark.parametrize("tool", [label_studio, doccano, brat])
def test_json_that_is_nested_too_deeply_is_named(tool: Any) -> None:
    data = b'{"a": ' * 100_000
    with pytest.raises(InvalidInputError, match="recursion"):
        tool.import_files({brat.INDEX_FILE: data})
