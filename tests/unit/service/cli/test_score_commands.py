"""``captuple score`` with several groundings, the graded score, intervals and a cache; ``captuple compare``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest

import extractor
from service.cli.group import cli
from tests.fakes import FakeExtractor

Run = Callable[..., click.testing.Result]
WORDS = ("dog", "kid", "owl", "heron")


@pytest.fixture
def fake() -> FakeExtractor:
    return FakeExtractor(model="en-captions@1")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, fake: FakeExtractor) -> Run:
    class Loader:
        @staticmethod
        def load(model: str) -> FakeExtractor:
            return fake

    monkeypatch.setattr(extractor, "Extractor", Loader, raising=False)

    def invoke(*arguments: str | Path) -> click.testing.Result:
        return click.testing.CliRunner().invoke(cli, [str(a) for a in arguments])

    return invoke


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """References of 40 images, a system that is right, and one that is right every other time."""
    references, good, bad = tmp_path / "r.tsv", tmp_path / "good.tsv", tmp_path / "bad.tsv"
    lines = [f"{i}\trun {WORDS[i % 4]} park{i}" for i in range(40)]
    references.write_text("\n".join(lines) + "\n")
    good.write_text("\n".join(lines) + "\n")
    bad.write_text("\n".join(line if i % 2 else f"{i}\tsit fox den" for i, line in enumerate(lines)) + "\n")
    return references, good, bad


def test_several_groundings_stand_side_by_side(run: Run, files: tuple[Path, Path, Path]) -> None:
    references, _, bad = files
    arguments = ("score", "--candidates", bad, "--references", references, "--grounding", "lemma.v1")
    more = ("--grounding", "wordnet_hypernym.v1", "--graded", "exact.v1")
    text = run(*arguments, *more)
    assert text.exit_code == 0, text.output
    lines = text.stdout.splitlines()
    assert lines[0].split() == ["F1", "lemma.v1", "wordnet_hypernym.v1"]
    assert lines[1].startswith("PA         0.5000  0.3500-0.6500")
    assert [line.split("|")[0] for line in lines if "|" in line] == ["captuple"] * 2 + ["captuple-graded.v2"]
    record = json.loads(run(*arguments, *more, "--format", "json").stdout)
    assert record["components"] == record["groundings"]["lemma.v1"]["components"]
    low, high = record["intervals"]["PA"]["f1"]
    assert low < record["components"]["PA"]["f1"] == 0.5 < high
    # An animal for a person is half of the wrong ones: at the coarse level fox is dog.
    coarse = record["groundings"]["wordnet_hypernym.v1"]["components"]["PA"]["f1"]
    assert coarse > 0.5
    low, high = record["graded"]["intervals"]["score"]
    assert low < record["graded"]["score"] < high
    latex = run(*arguments, *more, "--format", "latex").stdout
    assert "\\begin{tabular}{lrr}" in latex and "wordnet\\_hypernym.v1" in latex and "50.00 $\\pm$" in latex
    assert run(*arguments, "--resamples", "0", "--format", "latex").stdout.count("pm") == 0


def test_details_explain_every_part(run: Run, files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    references, _, bad = files
    path = tmp_path / "details.jsonl"
    result = run(
        "score", "--candidates", bad, "--references", references, "--grounding", "lemma.v1",
        "--grounding", "entity_type.v1", "--graded", "exact.v1", "--details", path,
    )  # fmt: skip
    assert result.exit_code == 0
    first = json.loads(path.read_text().splitlines()[0])
    assert first["components"]["PA"]["candidate_values"] == [["fox"]]
    assert first["components"]["PA"]["reference_values"] == [["dog"]]
    assert first["groundings"]["entity_type.v1"]["components"]["PA"]["matched"] == [["animals"]]
    assert {match["word"] for match in first["graded"]["matches"]} == {
        "run", "dog", "park0", "sit", "fox", "den",
    }  # fmt: skip
    assert first["graded"]["references"][0]["recall"] == 0


def test_missing_candidates_and_matching_stand_in_the_graded_signature(
    run: Run, files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    some = tmp_path / "some.tsv"
    some.write_text("0\trun dog park0\n")
    result = run(
        "score", "--candidates", some, "--references", files[0], "--graded", "exact.v1", "--missing", "empty",
        "--matching", "one-to-one", "--format", "json",
    )  # fmt: skip
    assert result.exit_code == 0
    assert result.stderr.startswith("39 images hold no word of content and have the graded score 0: '1', '2'")
    graded = json.loads(result.stdout)["graded"]
    assert "|match:one-to-one|missing:empty|" in graded["signature"]
    assert len(graded["wordless_images"]) == 39


def test_captions_are_extracted_once(
    run: Run, fake: FakeExtractor, files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    references, good, bad = files
    arguments = ("--references", references, "--cache", tmp_path / "cache", "--format", "json")
    first = run("score", "--candidates", bad, *arguments)
    assert (first.exit_code, fake.n_extracted) == (0, 41)  # of 80 captions: like ones are extracted once
    again = run("score", "--candidates", bad, *arguments, "--grounding", "entity_type.v1")
    assert (again.exit_code, fake.n_extracted) == (0, 41)  # at another grounding too
    without = run("score", "--candidates", bad, *arguments[:2], "--format", "json")
    assert json.loads(without.stdout)["components"] == json.loads(first.stdout)["components"]
    fake.n_extracted = 0
    run("score", "--candidates", good, *arguments)
    assert fake.n_extracted == 0  # its candidates are references
    # A damaged cache starts anew.
    (tmp_path / "cache" / "data.mdb").write_bytes(b"x" * 10_000)
    fake.n_extracted = 0
    anew = run("score", "--candidates", good, *arguments)
    assert (anew.exit_code, fake.n_extracted) == (0, 40)


def test_empty_captions_are_named_and_never_scored(run: Run, tmp_path: Path) -> None:
    candidates, references = tmp_path / "c.tsv", tmp_path / "r.tsv"
    candidates.write_text("1\t \n2\trun dog\n3\t\n")
    references.write_text("1\trun dog\n2\t\n3\trun dog\n")
    result = run("score", "--candidates", candidates, "--references", references)
    assert result.exit_code == 2
    assert [line.rpartition("/")[2] for line in result.output.splitlines()] == [
        f"{place}: the caption is empty: there is nothing to score"
        for place in ("c.tsv:1", "c.tsv:3", "r.tsv:2")
    ]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--grounding", "lema.v1"], "Did you mean 'lemma.v1'?"),
        (["--graded", "thesaurs.v1"], "Did you mean 'thesaurus.v1'?"),
    ],
)
def test_unknown_names(run: Run, files: tuple[Path, Path, Path], arguments: list[str], problem: str) -> None:
    result = run("score", "--candidates", files[1], "--references", files[0], *arguments)
    assert result.exit_code == 2
    assert problem in result.output


# --- compare


def test_compare_finds_the_better_system(run: Run, files: tuple[Path, Path, Path]) -> None:
    references, good, bad = files
    arguments = ("compare", "--references", references, good, bad, "--graded", "exact.v1")
    record = json.loads(run(*arguments, "--format", "json").stdout)
    assert record["schema"] == "captuple.comparison/2"
    assert record["systems"] == ["good", "bad"]
    by_figure = {item["figure"]: item for item in record["comparisons"]}
    assert list(by_figure) == ["PA", "PR", "LO", "PA-PR", "PA-LO", "PR-LO", "PA-PR-LO", "overall", "graded"]
    for item in by_figure.values():
        assert item["better"] == "good"
        assert item["p_randomization"] == pytest.approx(1 / 1001)
        assert item["p_randomization_corrected"] == pytest.approx(9 / 1001)
        assert item["interval"][0] < item["difference"] < item["interval"][1] < 0
    assert by_figure["PA"]["first_f1"] == 1 and by_figure["PA"]["second_f1"] == 0.5
    text = run(*arguments).stdout.splitlines()
    assert text[1].split()[:4] == ["PA", "1.0000", "0.5000", "-0.5000"] and text[1].endswith("good")
    assert text[10].startswith("40 images, 1000 resamples, seed 0")
    latex = run(*arguments, "--format", "latex").stdout
    assert "PA & \\textbf{100.00} & 50.00 & -50.00" in latex
    assert run(*arguments).stdout == run(*arguments).stdout


def test_compare_of_many_systems_makes_enough_resamples_to_name_a_winner(
    run: Run, files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    """With 1,000 of them the smallest p-value of 80 tests was 80 / 1001 after Holm's correction."""
    references, good, bad = files
    systems = [good, bad]
    for name in ("bad2", "bad3", "bad4"):
        systems.append(tmp_path / f"{name}.tsv")
        systems[-1].write_text(bad.read_text())
    record = json.loads(run("compare", "--references", references, *systems, "--format", "json").stdout)
    assert len(record["comparisons"]) == 80
    assert record["n_resamples"] == 3200
    winners = {item["better"] for item in record["comparisons"] if "good" in (item["first"], item["second"])}
    assert winners == {"good"}


@pytest.mark.parametrize(("resamples", "code"), [(159, 2), (160, 0)])
def test_too_few_resamples_are_refused_with_the_reason(
    run: Run, files: tuple[Path, Path, Path], resamples: int, code: int
) -> None:
    references, good, bad = files
    result = run("compare", "--references", references, good, bad, "--resamples", resamples)
    assert result.exit_code == code
    assert ("over 8 tests the smallest p-value" in result.output) == (code == 2)
    assert ("at least 160 are needed" in result.output) == (code == 2)


def test_compare_of_equal_systems_has_no_winner(
    run: Run, files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    references, good, bad = files
    twin = tmp_path / "twin.tsv"
    twin.write_text(good.read_text())
    record = json.loads(
        run("compare", "--references", references, good, twin, bad, "--format", "json").stdout
    )
    better = {(i["first"], i["second"]): i["better"] for i in record["comparisons"] if i["figure"] == "PA"}
    assert better == {("good", "twin"): None, ("good", "bad"): "good", ("twin", "bad"): "twin"}


def test_compare_needs_two_systems_of_the_same_images(
    run: Run, files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    references, good, _ = files
    assert run("compare", "--references", references, good).exit_code == 2
    assert "the same file is given twice" in run("compare", "--references", references, good, good).output
    short = tmp_path / "short.tsv"
    short.write_text("0\trun dog\n99\trun dog\n")
    result = run("compare", "--references", references, good, short)
    assert result.exit_code == 2
    assert "short.tsv:2: image_id '99' has no reference" in result.output
    assert "image_id '1' has no candidate" in result.output


# --- benchmark human


def test_benchmark_human(run: Run, tmp_path: Path) -> None:
    (tmp_path / "captions.tsv").write_text(
        "".join(f"{word}.jpg#{n}\trun {word} park{n}\n" for word in WORDS for n in range(3))
    )
    (tmp_path / "CrowdFlowerAnnotations.txt").write_text(
        "".join(
            f"{image}.jpg\t{word}.jpg#{n}\t{int(image == word)}\t0\t0\n"
            for image in WORDS
            for word in WORDS
            for n in range(3)
        )
    )
    arguments = (
        "benchmark", "human", "--dataset", "flickr8k-cf", "--data", tmp_path, "--graded", "exact.v1",
        "--grounding", "lemma.v1", "--resamples", "20", "--format", "json",
    )  # fmt: skip
    scores = tmp_path / "scores.jsonl"
    record = json.loads(run(*arguments, "--write-scores", scores).stdout)
    figures = {name: metric["figures"]["tau_b"] for name, metric in record["metrics"].items()}
    assert figures["captuple-graded.v2 exact.v1"] > 0.5 and figures["BAST lemma.v1"] > 0.5
    assert record["n_judged"] == 48
    against = json.loads(run(*arguments, "--other", scores).stdout)
    assert against["metrics"]["other"]["figures"]["tau_b"] == figures["captuple-graded.v2 exact.v1"]
    assert {(p["first"], p["second"]): p["p"] for p in against["p_values"]}[
        "other", "captuple-graded.v2 exact.v1"
    ] == 1
    text = run(*arguments[:-2], "--other", scores).stdout
    assert "other against captuple-graded.v2 exact.v1 in tau_b: p = 1.0000" in text


def test_benchmark_human_says_what_the_references_leave_undecided(run: Run, tmp_path: Path) -> None:
    pairs = [
        ("run dog park", "run owl park", ["run dog lake"]),
        ("run dog park", "run owl park", ["run kid park"]),
    ]
    (tmp_path / "pairs.jsonl").write_text(
        "".join(
            json.dumps(
                {
                    "image_path": f"{i}.jpg",
                    "baseline": right,
                    "foil": wrong,
                    "references": references,
                    "domain": "near-domain",
                }
            )
            + "\n"
            for i, (right, wrong, references) in enumerate(pairs)
        )
    )
    arguments = ("benchmark", "human", "--dataset", "nocaps-foil", "--data", tmp_path, "--graded", "exact.v1",
                 "--no-bast", "--resamples", "5")  # fmt: skip
    record = json.loads(run(*arguments, "--format", "json").stdout)
    silence = record["metrics"]["captuple-graded.v2 exact.v1"]["where_silent"]
    assert silence["all"] == {"share": 0.5, "silent": 0.5, "mentioned": 1.0}
    text = run(*arguments).stdout
    assert "no reference mentions what differs, in % of the pairs: near-domain 50.0  all 50.0" in text
    assert "right there / elsewhere  near-domain 50.0 / 100.0  all 50.0 / 100.0" in text


# --- files as they come


def test_fields_and_ids_by_option(run: Run, files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    references, good, _ = files
    rows = [line.split("\t") for line in good.read_text().splitlines()]
    table = tmp_path / "good.csv"
    table.write_text("file,said\n" + "".join(f"val/{int(i):06d}.jpg,{text}\n" for i, text in rows))
    plain = run("score", "--candidates", good, "--references", references, "--format", "json")
    options = ("--references", references, "--format", "json", "--match-ids", "number")
    named = ("--caption-field", "said", "--caption-field", "caption", "--caption-field", "captions")
    result = run("score", "--candidates", table, *options, *named)
    assert result.exit_code == 0, result.output
    assert result.stdout == plain.stdout, "the rule by which ids are matched changes no figure"
    assert result.stderr == f"{table}: the image id is taken from 'file', by guess; {OTHERS}\n"
    guessed = tmp_path / "guessed.csv"
    guessed.write_text(table.read_text().replace("said", "prediction", 1))
    result = run("score", "--candidates", guessed, *options)
    assert result.stdout == plain.stdout
    assert "the caption is taken from 'prediction' and the image id is taken from 'file'" in result.stderr
    for command in ("compare", "report"):
        extra = (
            ("--output", tmp_path / "page", "--candidates", guessed)
            if command == "report"
            else (guessed, good)
        )
        result = run(command, "--references", references, *extra)
        assert result.exit_code == 2
        assert "would match by number: --match-ids number" in result.output


OTHERS = "--caption-field and --id-field name others"
