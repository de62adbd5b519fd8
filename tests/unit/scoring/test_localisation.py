"""Recall of located phrases: worked by hand, and the files that it is read from."""

from __future__ import annotations

import json
from pathlib import Path

import click.testing
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import InvalidInputError
from formats.boxes import read_gold_boxes, read_predicted_boxes
from scoring.localisation import ALL, LocatedPhrase, enclosing, iou, score_boxes
from scoring.selection.baselines import Box
from service.cli.group import cli


def box(*numbers: float) -> Box:
    x, y, width, height = numbers
    return Box(x=x, y=y, width=width, height=height)


BOXES = st.builds(box, *[st.integers(-20, 20)] * 2, *[st.integers(0, 20)] * 2)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (box(0, 0, 10, 10), box(0, 0, 10, 10), 1),
        (box(0, 0, 10, 10), box(5, 0, 10, 10), 50 / 150),  # 5 x 10 shared of 100 + 100 - 50
        (box(0, 0, 10, 10), box(0, 0, 10, 5), 50 / 100),  # just enough
        (box(0, 0, 10, 10), box(2, 2, 6, 6), 36 / 100),
        (box(0, 0, 10, 10), box(10, 0, 10, 10), 0),  # they touch
        (box(0, 0, 10, 10), box(20, 20, 1, 1), 0),
        (box(3, 3, 0, 0), box(3, 3, 0, 0), 0),
    ],
)
def test_iou(one: Box, other: Box, expected: float) -> None:
    assert iou(one, other) == iou(other, one) == pytest.approx(expected)


@given(BOXES, BOXES)
def test_iou_is_a_share(one: Box, other: Box) -> None:
    """As counting the unit squares of both says."""

    def squares(b: Box) -> set[tuple[int, int]]:
        return {
            (i, j) for i in range(int(b.x), int(b.x + b.width)) for j in range(int(b.y), int(b.y + b.height))
        }

    both, either = squares(one) & squares(other), squares(one) | squares(other)
    assert iou(one, other) == pytest.approx(len(both) / len(either) if either else 0)


def test_several_boxes_are_one_that_encloses_them() -> None:
    assert enclosing([box(0, 0, 2, 2), box(6, 1, 2, 3)]) == box(0, 0, 8, 4)


GOLD = {
    ("1", "a"): LocatedPhrase(boxes=(box(0, 0, 10, 10),), types=("people",)),
    ("1", "b"): LocatedPhrase(boxes=(box(0, 0, 4, 10), box(16, 0, 4, 10)), types=("people",)),  # 0 to 20
    ("2", "a"): LocatedPhrase(boxes=(box(0, 0, 10, 10),), types=("animals", "other")),
    ("2", "b"): LocatedPhrase(boxes=(box(50, 50, 10, 10),), types=("scene",)),
    ("2", "c"): LocatedPhrase(boxes=(), types=("notvisual",)),
}
PREDICTED = {
    ("1", "a"): (box(0, 0, 10, 5),),  # IoU .5: found by the first
    ("1", "b"): (box(0, 0, 4, 10), box(0, 0, 20, 9)),  # the first is one of the two alone, .2; the second .9
    ("2", "a"): (*(box(90, 90, 1, 1),) * 9, box(0, 0, 10, 10)),  # the tenth
    ("2", "b"): (*(box(90, 90, 1, 1),) * 10, box(50, 50, 10, 10)),  # the eleventh, which nobody looks at
}


def test_recall() -> None:
    report = score_boxes(PREDICTED, GOLD, n_resamples=0, seed=0)
    assert {name: (row.n_phrases, *row.recall.values()) for name, row in report.rows.items()} == {
        ALL: (4, 1 / 4, 2 / 4, 3 / 4),
        "animals": (1, 0, 0, 1),
        "other": (1, 0, 0, 1),
        "people": (2, 1 / 2, 1, 1),
        "scene": (1, 0, 0, 0),
    }
    assert (report.n_images, report.n_unseen) == (2, 1)
    assert report.rows[ALL].intervals is None
    assert report.signature.startswith("captuple|phrase-recall|iou:0.5|boxes:enclosing|v:")


def test_intervals_are_over_images() -> None:
    rows = score_boxes(PREDICTED, GOLD, n_resamples=200, seed=0).rows
    intervals = rows[ALL].intervals
    assert intervals is not None
    # Of two images, with 1 of 2 and 0 of 2 phrases found by the first box: 0, .25 or .5.
    assert (intervals[1].low, intervals[1].high) == (0, 0.5)
    assert rows["people"].intervals is None  # one image


def test_what_is_not_predicted_is_not_found_and_nothing_to_score_is_said() -> None:
    assert score_boxes({}, GOLD, n_resamples=0, seed=0).rows[ALL].recall == {1: 0, 5: 0, 10: 0}
    with pytest.raises(InvalidInputError, match="no phrase has a box"):
        score_boxes({}, {("1", "a"): LocatedPhrase(boxes=())}, n_resamples=0, seed=0)


# --- Files


def lines(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def phrase(
    image: str, start: int, numbers: list[float] | None, category: str = "people"
) -> dict[str, object]:
    given = {"image": image, "entity": "1", "phrase": ["a", "man"], "pos": ["DT", "NN"], "start": start}
    return {**given, "categories": [category], "box": numbers}


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    gold = tmp_path / "gold.json"
    # Two records of one phrase are its two boxes.
    phrases = [
        phrase("7#0", 0, [0, 0, 4, 10]),
        phrase("7#0", 0, [16, 0, 4, 10]),
        phrase("8#1", 3, None, "scene"),
    ]
    gold.write_text(json.dumps([*phrases, phrase("8#1", 5, [0, 0, 10, 10], "animals")]))
    predicted = lines(
        tmp_path / "predicted.jsonl",
        {"image_id": 7, "phrase_id": "0:0", "boxes": [[0, 0, 20, 9.5]]},
        {"image_id": "8", "phrase_id": "1:5", "boxes": []},
    )
    return predicted, gold


def test_both_kinds_of_gold(files: tuple[Path, Path], tmp_path: Path) -> None:
    predicted, gold = files
    found = read_gold_boxes(gold)
    assert found == {
        ("7", "0:0"): LocatedPhrase(boxes=(box(0, 0, 4, 10), box(16, 0, 4, 10)), types=("people",)),
        ("8", "1:3"): LocatedPhrase(boxes=(), types=("scene",)),
        ("8", "1:5"): LocatedPhrase(boxes=(box(0, 0, 10, 10),), types=("animals",)),
    }
    ours = lines(
        tmp_path / "gold.jsonl",
        {"image_id": 7, "phrase_id": "0:0", "boxes": [[0, 0, 4, 10], [16, 0, 4, 10]], "types": ["people"]},
        {"image_id": 8, "phrase_id": "1:3", "boxes": [], "types": ["scene"]},
        {"image_id": 8, "phrase_id": "1:5", "boxes": [[0, 0, 10, 10]], "types": ["animals"]},
    )
    assert read_gold_boxes(ours) == found
    assert set(read_predicted_boxes(predicted, found)) == {("7", "0:0"), ("8", "1:5")}


def run(*arguments: str | Path) -> click.testing.Result:
    return click.testing.CliRunner().invoke(cli, ["score", *map(str, arguments)])


def test_the_command(files: tuple[Path, Path]) -> None:
    alone = run("--boxes", *files)
    assert alone.exit_code == 0, alone.output
    head, every, animals, people, told, signature = alone.stdout.splitlines()
    assert head.split() == [
        "phrases",
        "found",
        "phrases",
        "of",
        "1",
        "box",
        "of",
        "5",
        "boxes",
        "of",
        "10",
        "boxes",
    ]
    assert every.split()[:4] == ["all", "2", "0.5000", "0.0000-1.0000"]
    assert animals.split() == ["animals", "1", "0.0000", "0.0000", "0.0000"]
    assert people.split() == ["people", "1", "1.0000", "1.0000", "1.0000"]
    assert "2 images, 1 phrases without a box left out" in told
    record = json.loads(run("--boxes", *files, "--format", "json", "--resamples", "0").stdout)
    assert record["types"]["all"] == {
        "n_phrases": 2,
        "recall": {"1": 0.5, "5": 0.5, "10": 0.5},
        "intervals": None,
    }
    assert signature == record["signature"]
    assert "people & 1 & 100.00 & 100.00 & 100.00" in run("--boxes", *files, "--format", "latex").stdout


def test_beside_captions(files: tuple[Path, Path], tmp_path: Path) -> None:
    predicate = {"text": "run", "lemma": "run"}
    captions = lines(
        tmp_path / "c.jsonl",
        {"schema": "captuple.extraction/1", "image_id": 7, "caption": "x", "model": "m@1",
         "tuples": [{"predicate": predicate}]},
    )  # fmt: skip
    arguments = ("--candidates", captions, "--references", captions, "--boxes", *files)
    text = run(*arguments)
    assert text.exit_code == 0, text.output
    assert "phrases found" in text.stdout and "precision: of what candidates say" in text.stdout
    assert json.loads(run(*arguments, "--format", "json").stdout)["boxes"]["types"]["all"]["n_phrases"] == 2
    for wrong in (("--candidates", captions), (), ("--boxes", *files, "--by", captions)):
        assert run(*wrong).exit_code == 2


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (
            {"image_id": 7, "phrase_id": "9:9", "boxes": []},
            "phrase '9:9' of image '7' is no phrase of the gold",
        ),
        ({"image_id": 7, "phrase_id": "0:0"}, "predicted.jsonl:1: object missing required field `boxes`"),
        ({"image_id": 7, "phrase_id": "0:0", "boxes": [[1, 2, 3]]}, "predicted.jsonl:1: boxes[0]"),
        (
            {"image_id": 7, "phrase_id": "0:0", "boxes": [[0, 0, -1, 2]]},
            "predicted.jsonl:1: boxes: left, top, width and height are needed, not [0.0, 0.0, -1.0, 2.0]",
        ),
        ([], "predicted.jsonl:1: expected `object`, got `array`"),
        ({"image_id": 8, "phrase_id": "1:5", "boxes": []}, "phrase '0:0' of image '7' has no line"),
    ],
)
def test_faults_of_predictions(files: tuple[Path, Path], record: object, problem: str) -> None:
    lines(files[0], record)
    result = run("--boxes", *files)
    assert result.exit_code == 2
    assert problem in result.output


def test_thousands_of_phrases_that_are_none_take_a_few_lines(files: tuple[Path, Path]) -> None:
    records = [{"image_id": i, "phrase_id": "x", "boxes": []} for i in range(3000)]
    result = run("--boxes", lines(files[0], *records, records[0]), files[1])
    assert "predicted.jsonl:3001: phrase 'x' of image '0' stands here twice" in result.output
    result = run("--boxes", lines(files[0], *records), files[1])
    assert "2995 more such phrases, 3000 in all" in result.output
    assert len(result.output.splitlines()) == 8
