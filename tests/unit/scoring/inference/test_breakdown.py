"""Scores by a label of the images, labels from files, and novel objects."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import click.testing
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import InvalidInputError
from formats.labels import read_labels
from scoring import score_images
from scoring.graded.score import grade_images
from scoring.graded.words import DescribedCaption
from scoring.inference.breakdown import group_by_label, subset_grades, subset_scores
from scoring.selection.novel_objects import NOVEL_CLASSES, score_objects, subset_objects
from service.cli.group import cli
from tests.scoring_cases import tuples
from tests.strategies import ImageTuples, images

SAMPLE = Path(__file__).parents[3] / "data" / "sample"


def run(*arguments: str | Path) -> click.testing.Result:
    return click.testing.CliRunner().invoke(cli, [*map(str, arguments)])


@given(images(), st.data())
def test_a_part_is_as_if_scored_alone(items: dict[str | int, ImageTuples], data: st.DataObject) -> None:
    candidates = {image_id: candidate for image_id, (candidate, _) in items.items()}
    references = {image_id: references for image_id, (_, references) in items.items()}
    part = data.draw(st.lists(st.sampled_from(list(items)), min_size=1, unique=True))
    whole = score_images(candidates, references)
    alone = score_images({i: candidates[i] for i in part}, {i: references[i] for i in part})
    assert subset_scores(whole, part) == alone


def test_a_part_of_graded_images() -> None:
    captions = [
        DescribedCaption(tuples=tuples("run; dog; -; park"), text=""),
        DescribedCaption(tuples=tuples("sit; cat; -; -"), text=""),
        DescribedCaption(tuples=(), text=""),
    ]
    candidates = dict(enumerate(captions))
    references = {0: [captions[0]], 1: [captions[0]], 2: [captions[0]]}
    whole = grade_images(candidates, references)
    alone = grade_images({2: captions[2], 0: captions[0]}, {2: references[2], 0: references[0]})
    part = subset_grades(whole, [2, 0])
    assert (part.score, part.precision, part.wordless) == (alone.score, alone.precision, (2,))


def test_all_images_without_a_label_are_named() -> None:
    with pytest.raises(InvalidInputError, match=r"no label for 24 images: 1, 2, .*, 20, and 4 more"):
        group_by_label(range(25), {"0": "in"})
    assert group_by_label(["b", 7], {"7": "in", "b": "in", "other": "out"}) == {"in": ["b", 7]}


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("1\tin\n\n2\tnear domain \r\n1\tin\n", {"1": "in", "2": "near domain"}),
        (
            '{"image_id": 1, "label": "in", "caption": "x"}\n{"image_id": "b", "label": 3}\n',
            {"1": "in", "b": "3"},
        ),
    ],
)
def test_label_files(text: str, labels: dict[str, str], tmp_path: Path) -> None:
    plain, packed = tmp_path / "labels", tmp_path / "labels.gz"
    plain.write_text(text, newline="")
    packed.write_bytes(gzip.compress(text.encode()))
    assert read_labels(plain) == read_labels(packed) == labels


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", ["holds no label"]),
        ("1\tin\n1\tout\nx\n\tin\n", ["2: image '1' is labelled 'out', and 'in' before", "3: an id", "4: an id"]),
        ('{"image_id": 1}\n{"label": "in"}\n{"image_id": 1, "label": []}\n[\n',
         ["1: no field 'label'; there are: image_id", "2: an object with an image_id", "3: label: a text",
          "4: not JSON"]),
    ],
)  # fmt: skip
def test_all_faults_of_labels_at_once(text: str, problems: list[str], tmp_path: Path) -> None:
    path = tmp_path / "labels"
    path.write_text(text)
    with pytest.raises(InvalidInputError) as caught:
        read_labels(path)
    assert len(caught.value.faults) == len(problems)
    assert all(problem in str(fault) for problem, fault in zip(problems, caught.value.faults, strict=True))


@pytest.fixture
def one_each(tmp_path: Path) -> Path:
    """The first reference of each image of the sample, as a candidate."""
    path = tmp_path / "candidates.jsonl"
    lines = (SAMPLE / "references.jsonl").read_text().splitlines()
    path.write_text("\n".join(x for x in lines if json.loads(x)["caption_id"].endswith("-1")) + "\n")
    return path


def test_score_by_label(one_each: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels.tsv"
    labels.write_text("".join(f"sample-{i:02}\t{'even_' if i % 2 == 0 else 'odd'}\n" for i in range(1, 15)))
    arguments = (
        "score",
        "--candidates",
        one_each,
        "--references",
        SAMPLE / "references.jsonl",
        "--by",
        labels,
    )
    more = ("--graded", "exact.v1", "--grounding", "lemma.v1", "--grounding", "entity_type.v1")
    result = run(*arguments, *more, "--format", "json")
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert list(record["by"]) == ["even_", "odd"]
    # Macro averages: the whole is the mean of two halves of the same size.
    for part in ("even_", "odd"):
        assert record["by"][part]["n_images"] == 7
        low, high = record["by"][part]["intervals"]["PA"]["f1"]
        assert low < record["by"][part]["components"]["PA"]["f1"] < high
    mean = sum(record["by"][part]["graded"]["score"] for part in ("even_", "odd")) / 2
    assert mean == pytest.approx(record["graded"]["score"])
    text = run(*arguments, *more).stdout
    assert "F1 by label, entity_type.v1; images in brackets" in text and "odd (7)" in text
    assert "graded score by label" in text
    latex = run(*arguments, *more, "--format", "latex").stdout
    assert latex.count("\\begin{tabular}") == 3 and "even\\_ (7)" in latex
    labels.write_text("sample-01\tin\n")
    refused = run(*arguments)
    assert refused.exit_code == 2 and "no label for 13 images" in refused.output


def test_hand_worked_objects() -> None:
    novel = {"tank", "tortoise", "swan"}
    named = {1: {"tank", "person"}, 2: {"swan"}, 3: {"person", "tortoise"}}
    known = {1: [{"tank"}, {"person", "tortoise"}], 2: [{"tortoise"}], 3: [{"tortoise", "person"}]}
    report = score_objects(named, known, novel=novel, n_resamples=50)
    # tank: named 1, known 1, both 1: F1 1. tortoise: named in 3; known in 1, 2, 3: 2 * 1 / (1 + 3) = 1/2.
    # swan is known nowhere: no class of the mean.
    assert report.figures["novel_class_f1"] == pytest.approx(0.75)
    # Novel: both tank 1, tortoise 3; named 3; known 4. All: both 4, named 5, known 6. Hallucinated: swan.
    assert report.figures["novel_precision"] == pytest.approx(2 / 3)
    assert report.figures["novel_recall"] == pytest.approx(2 / 4)
    assert report.figures["novel_f1"] == pytest.approx(4 / 7)
    assert report.figures["object_f1"] == pytest.approx(8 / 11)
    assert report.figures["hallucinated_objects"] == pytest.approx(1 / 5)
    assert report.figures["hallucinating_captions"] == pytest.approx(1 / 3)
    assert report.images[2].hallucinated == {"swan"}
    interval = report.intervals["object_f1"]
    assert interval is not None and interval.low <= 8 / 11 <= interval.high
    alone = subset_objects(report, [1])
    assert (alone.figures["novel_recall"], alone.figures["hallucinated_objects"]) == (0.5, 0)


def test_figures_without_anything_to_divide_by() -> None:
    report = score_objects({1: set()}, {1: [{"person"}]})
    assert report.figures["novel_class_f1"] is report.figures["novel_f1"] is None
    assert report.figures["hallucinated_objects"] is None
    assert report.figures["object_recall"] == report.figures["hallucinating_captions"] == 0
    with pytest.raises(InvalidInputError, match="no class is novel"):
        score_objects({1: set()}, {1: [{"person"}]}, novel=set())
    with pytest.raises(InvalidInputError, match="no candidate for 1 image: 1"):
        score_objects({}, {1: [{"person"}]})


CLASSES = ("person", "dog", "tank", "swan")


@given(
    st.lists(
        st.tuples(st.frozensets(st.sampled_from(CLASSES)), st.frozensets(st.sampled_from(CLASSES))),
        min_size=1,
    )
)
def test_objects_as_an_independent_count(items: list[tuple[frozenset[str], frozenset[str]]]) -> None:
    report = score_objects(
        {i: named for i, (named, _) in enumerate(items)},
        {i: [known] for i, (_, known) in enumerate(items)},
        novel={"tank", "swan"},
    )
    scores = []
    for name in ("tank", "swan"):
        hits = sum(name in named and name in known for named, known in items)
        n_named = sum(name in named for named, _ in items)
        n_known = sum(name in known for _, known in items)
        if n_known:
            precision, recall = hits / n_named if n_named else 0, hits / n_known
            scores.append(2 * precision * recall / (precision + recall) if hits else 0)
    expected = sum(scores) / len(scores) if scores else None
    assert report.figures["novel_class_f1"] == (None if expected is None else pytest.approx(expected))


def test_novel_objects_command(tmp_path: Path) -> None:
    candidates, references, classes = tmp_path / "c.jsonl", tmp_path / "r.jsonl", tmp_path / "novel.csv"

    def line(image_id: int, noun: str) -> str:
        predicate = {"text": "", "lemma": None, "start": None, "end": None, "tacit": True, "confidence": 1.0}
        argument = {
            "text": noun,
            "lemma": noun,
            "start": 2,
            "end": 2 + len(noun),
            "tacit": False,
            "confidence": 1.0,
        }
        item = {"predicate": predicate, "agents": [argument], "patients": [], "locatives": []}
        record = {"schema": "captuple.extraction/1", "image_id": image_id, "caption_id": f"{image_id}",
                  "caption": f"a {noun}", "model": "m@1", "tuples": [item]}  # fmt: skip
        return json.dumps(record) + "\n"

    candidates.write_text(line(1, "tortoise") + line(2, "dog"))
    references.write_text(line(1, "tortoise") + line(2, "swan"))
    arguments = ("novel-objects", "--candidates", candidates, "--references", references)
    labels = tmp_path / "labels.tsv"
    labels.write_text("1\tnear\n2\tout\n")
    result = run(*arguments, "--by", labels, "--format", "json")
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert record["figures"]["novel_class_f1"] == 0.5  # tortoise 1, swan 0
    assert record["by"]["out"]["figures"]["hallucinating_captions"] == 1
    assert f"novel:{len(NOVEL_CLASSES)}" in record["signature"]
    classes.write_text("OpenImages,Status,COCO_Class\ntortoise,OUT,\nmouse,OUT,\nswan,IN,bird\n")
    result = run(*arguments, "--novel", classes)
    assert "novel:2|" in result.stdout and "hallucinated objects" in result.stdout
    classes.write_text("tortoise\nunicorn\ngriffin\n")
    refused = run(*arguments, "--novel", classes)
    assert refused.exit_code == 2
    assert "'griffin' is no class of object_class.v1" in refused.output and "'unicorn'" in refused.output
    classes.write_text("\n")
    assert "names no novel class" in run(*arguments, "--novel", classes).output
