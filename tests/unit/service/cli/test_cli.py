"""The command line: as a subprocess, and in this process with a stand-in extractor."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest

import extractor
from service.cli.group import COMMANDS, cli
from tests.fakes import FakeExtractor

ROOT = Path(__file__).resolve().parents[4]
CAPTUPLE = [sys.executable, "-m", "service.cli"]
Run = Callable[..., click.testing.Result]


def captuple(
    *arguments: str | Path, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*CAPTUPLE, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment},
    )


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    class Loader:
        @staticmethod
        def load(model: str) -> FakeExtractor:
            return FakeExtractor(model=f"{model}@1")

    monkeypatch.setattr(extractor, "Extractor", Loader, raising=False)

    def invoke(*arguments: str | Path, stdin: bytes = b"") -> click.testing.Result:
        return click.testing.CliRunner().invoke(cli, [str(a) for a in arguments], input=stdin)

    return invoke


def given_tuples(folder: Path, name: str, lines: list[dict[str, object]]) -> Path:
    """A file of ``captuple.extraction/1``, which needs no model."""
    path = folder / name
    with path.open("w") as file:
        for line in lines:
            slots = {
                slot: [{"text": lemma, "lemma": lemma} for lemma in line.get(slot, [])]  # type: ignore[attr-defined]
                for slot in ("agents", "patients", "locatives")
            }
            predicate = {"text": line["predicate"], "lemma": line["predicate"]}
            record = {
                "schema": "captuple.extraction/1",
                "image_id": line["image_id"],
                "caption": "given",
                "model": line.get("model", ""),
                "tuples": [{"predicate": predicate, **slots}],
            }
            file.write(json.dumps(record) + "\n")
    return path


# --- The group


def test_help_loads_none_of_the_heavy_libraries() -> None:
    code = (
        "import sys\n"
        "from service.cli import main\n"
        "sys.argv = ['captuple', '--help']\n"
        "try:\n    main()\n"
        "finally:\n"
        "    heavy = {'torch', 'stanza', 'spacy', 'sklearn', 'scipy', 'numpy', 'nltk', 'grpc', 'google'}\n"
        "    print(sorted(heavy & sys.modules.keys()), file=sys.stderr)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, cwd=ROOT)
    assert (result.returncode, result.stderr) == (0, b"[]\n")
    assert all(name.encode() in result.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_says_what_the_list_says(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert COMMANDS[name][1] in result.output


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["no-such-command"], "No such command"),
        (["extract"], "Give captions as arguments"),
        (["extract", "A fox.", "--input", "-"], "one of the two"),
        (["extract", "A fox.", "--min-confidence", "2"], "not in the range 0.0<=x<=1.0"),
        (["extract", "A fox.", "--model", "en-capitons"], "unknown model 'en-capitons'"),
        (["extract", "--input", "missing.txt"], "missing.txt: no such file"),
        (["extract", "A fox.", "README.md"], "README.md: the name of a file, not a caption"),
        (["explain", "A fox.", "--reference", "README.md"], "README.md: the name of a file, not a caption"),
        (["score", "--candidates", "a.tsv"], "Give --candidates and --references, or --boxes, or all three."),
        (["score", "--candidates", "a.tsv", "--references", "b.tsv", "--null", "x"], "'exclude', 'locative'"),
        (
            ["score", "--candidates", "a", "--references", "b", "--grounding", "lema.v1"],
            "Did you mean 'lemma.v1'?",
        ),
        (["score", "--candidates", "a", "--references", "b"], "a: no such file\nb: no such file"),
        (["serve", "--address", "localhost"], "address 'localhost': allowed is HOST:PORT"),
        (["serve", "--address", "localhost:port"], "the port is a number from 0 to 65535"),
    ],
)
def test_wrong_usage_and_bad_input_end_with_2(arguments: list[str], problem: str) -> None:
    result = captuple(*arguments)
    assert result.returncode == 2
    assert result.stdout == b""
    assert problem in result.stderr.decode()


def test_groundings() -> None:
    result = captuple("groundings")
    assert result.returncode == 0
    assert b"\nlemma.v1\tcaptuple\t" in result.stdout


# --- extract


def test_extract_table(run: Run) -> None:
    result = run("extract", "play dog park forest", "word", "")
    assert result.exit_code == 0
    assert result.stdout == (
        "play dog park forest\n  <play; dog; -; park, forest>\nword\n  (no tuples)\n\n  (no tuples)\n"
    )
    assert result.stderr == ""


def test_extract_table_keeps_the_terminal_safe(run: Run) -> None:
    result = run("extract", "play \x1b[31mdog\n\u2028\x00")
    assert result.stdout == "play \\x1b[31mdog\\n\\u2028\\x00\n  <play; \\x1b[31mdog; -; \\x00>\n"


def test_extract_jsonl_from_standard_input(run: Run) -> None:
    result = run(
        "extract",
        "--input",
        "-",
        "--format",
        "jsonl",
        stdin=b'{"image_id": 7, "caption": "run dog\\u2028"}\n',
    )
    [line] = result.stdout.rstrip("\n").split("\n")
    assert json.loads(line) == {
        "schema": "captuple.extraction/1",
        "image_id": 7,
        "caption_id": None,
        "caption": "run dog\u2028",
        "model": "en-captions@1",
        "tuples": [
            {
                "predicate": {
                    "text": "run",
                    "lemma": "run",
                    "start": None,
                    "end": None,
                    "tacit": False,
                    "confidence": None,
                },
                "agents": [json.loads(line)["tuples"][0]["agents"][0]],
                "patients": [],
                "locatives": [],
                "depicted": True,
                "reason": None,
            }
        ],
        "entities": [],
    }


def test_extract_can_be_told_the_format(run: Run) -> None:
    result = run("extract", "--input", "-", "--input-format", "text", stdin=b"[unk dog\n")
    assert result.stdout.startswith("[unk dog\n  <[unk; dog; -; ->")


def test_extract_names_every_faulty_caption_of_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "captions.jsonl"
    path.write_text(
        '{"caption": "run dog"}\n{"caption": "run dog", "tokens": ["cat"]}\n'
        + json.dumps({"caption": "a" * 100_001})
        + "\n"
    )
    result = run("extract", "--input", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert f"{path}:2.tokens[0]: token 'cat'" in result.stderr
    assert f"{path}:3: 100001 code points" in result.stderr


def test_extract_reads_words_that_name_no_file(run: Run) -> None:
    for text in ("LICENSE", "missing.txt", "README.md is read", "a" * 5_000 + ".txt"):
        assert run("extract", text).exit_code == 0, text[:40]


def test_extract_names_a_faulty_argument(run: Run) -> None:
    result = run("extract", "run dog", "run \udcff")
    assert result.exit_code == 2
    assert "caption 2: lone surrogate" in result.stderr


# --- score


def test_score_of_given_tuples_needs_no_model_and_is_worked_out_by_hand(tmp_path: Path) -> None:
    # Image 1: PA {dog} of {dog, cat}: P 1, R 1/2, F1 2/3. PR equal. LO {park} of {}: P 0, R 1 (no gold),
    # F1 0.
    # Image b: all equal; no locatives, so LO, PA-LO, PR-LO and PA-PR-LO are 1 by convention.
    candidates = given_tuples(
        tmp_path,
        "candidates.jsonl",
        [
            {"image_id": 1, "predicate": "run", "agents": ["dog"], "locatives": ["park"], "model": "m@1"},
            {"image_id": "b", "predicate": "sit", "agents": ["owl"]},
        ],
    )
    references = given_tuples(
        tmp_path,
        "references.jsonl",
        [
            {"image_id": "1", "predicate": "run", "agents": ["dog"]},
            {"image_id": "b", "predicate": "sit", "agents": ["owl"]},
            {"image_id": "1", "predicate": "run", "agents": ["cat"]},
        ],
    )
    details = tmp_path / "details.jsonl"
    result = captuple(
        "score",
        "--candidates",
        candidates,
        "--references",
        references,
        "--details",
        details,
        "--resamples",
        "0",
    )
    assert result.stderr == b""
    assert result.returncode == 0
    *table, summary, meaning, signature = result.stdout.decode().rstrip("\n").split("\n")
    assert table == [
        "component       P       R      F1   matched  candidate  reference",
        "PA         1.0000  0.7500  0.8333         2          2          3",
        "PR         1.0000  1.0000  1.0000         2          2          2",
        "LO         0.5000  1.0000  0.5000         0          1          0",
        "PA-PR      1.0000  0.7500  0.8333         2          2          3",
        "PA-LO      0.5000  1.0000  0.5000         0          1          0",
        "PR-LO      0.5000  1.0000  0.5000         0          1          0",
        "PA-PR-LO   0.5000  1.0000  0.5000         0          1          0",
        "overall                    0.6667  (mean F1 of the components that one side has: 5 of 7)",
    ]
    assert summary == "2 images, macro average"
    assert meaning.startswith(
        "precision: of what candidates say, how much references say too; recall: the other way round"
    )
    assert signature.startswith(
        "captuple|bast|ground:lemma.v1|null:exclude|avg:macro|overall:present|model:m-1|v:"
    )
    first, second = map(json.loads, details.read_text().splitlines())
    assert (first["schema"], first["image_id"], second["image_id"]) == ("captuple.score-details/2", "1", "b")
    assert first["components"]["PA"]["missed"] == [["cat"]]
    assert first["components"]["LO"]["spurious"] == [["park"]]
    assert first["components"]["PA-PR"]["matched"] == [["dog", "run"]]
    assert sorted(tmp_path.iterdir()) == sorted([candidates, references, details])


def test_score_json_has_every_convention_in_its_signature(tmp_path: Path) -> None:
    candidates = given_tuples(tmp_path, "c.jsonl", [{"image_id": 1, "predicate": "run", "agents": ["dog"]}])
    result = captuple(
        "score", "--candidates", candidates, "--references", candidates, "--format", "json",
        "--null", "locative", "--empty", "zero", "--average", "micro",
    )  # fmt: skip
    record = json.loads(result.stdout)
    assert record["schema"] == "captuple.score/2"
    assert record["signature"].startswith(
        "captuple|bast|ground:lemma.v1|null:locative|empty:zero|avg:micro|overall:present|model:none|v:"
    )
    assert record["n_images"] == 1
    assert record["components"]["LO"] == {
        "precision": 1.0,
        "recall": 1.0,
        "f1": 1.0,
        "matched": 1,
        "n_candidate": 1,
        "n_reference": 1,
    }
    assert (record["overall_f1"], record["overall_n_components"]) == (1.0, 7)


def test_score_of_captions_in_mixed_formats(run: Run, tmp_path: Path) -> None:
    candidates = tmp_path / "results.json"
    candidates.write_text(
        '[{"image_id": 7, "caption": "run dog park"}, {"image_id": 8, "caption": "sit owl"}]'
    )
    references = tmp_path / "references.tsv.gz"
    references.write_bytes(gzip.compress(b"8\tsit owl\n7\trun dog street\n7\trun dog park\n"))
    result = run("score", "--candidates", candidates, "--references", references, "--format", "json")
    record = json.loads(result.stdout)
    assert record["components"]["PA-PR-LO"]["matched"] == 1
    assert record["components"]["LO"]["n_reference"] == 2
    assert "|model:en-captions-1|" in record["signature"]


def test_score_names_every_id_that_does_not_pair(tmp_path: Path) -> None:
    candidates = tmp_path / "c.tsv"
    candidates.write_text("1\tA fox.\n2\tA fox.\n1\tAn owl.\n3\tA fox.\n")
    references = tmp_path / "r.jsonl"
    references.write_text(
        '{"image_id": 1, "caption": "A fox."}\n{"caption": "A fox."}\n{"image_id": 9, "caption": "A"}\n'
    )
    result = captuple("score", "--candidates", candidates, "--references", references)
    assert result.returncode == 2
    assert result.stderr.decode().removeprefix("Error: ").replace(f"{tmp_path}/", "") == (
        "r.jsonl:2: has no image_id, by which candidates and references are paired\n"
        "c.tsv:3: image_id '1' has a candidate at c.tsv:1; one per image is allowed\n"
        "c.tsv:2: image_id '2' has no reference\n"
        "c.tsv:4: image_id '3' has no reference\n"
        "r.jsonl:3: image_id 9 has no candidate\n"
    )


def test_score_can_take_missing_candidates_as_empty(tmp_path: Path) -> None:
    lines: list[dict[str, object]] = [
        {"image_id": 1, "predicate": "run", "agents": ["dog"]},
        {"image_id": 2, "predicate": "run", "agents": ["dog"]},
    ]
    candidates = given_tuples(tmp_path, "c.jsonl", lines[:1])
    references = given_tuples(tmp_path, "r.jsonl", lines)
    arguments = ("score", "--candidates", candidates, "--references", references, "--format", "json")
    record = json.loads(captuple(*arguments, "--missing", "empty").stdout)
    assert record["components"]["PA"]["recall"] == 0.5
    assert "|missing:empty|" in record["signature"]


def test_details_that_cannot_be_written_leave_nothing_behind(tmp_path: Path) -> None:
    candidates = given_tuples(tmp_path, "c.jsonl", [{"image_id": 1, "predicate": "run"}])
    folder = tmp_path / "folder"
    folder.mkdir()
    result = captuple("score", "--candidates", candidates, "--references", candidates, "--details", folder)
    assert result.returncode == 1
    assert b"folder cannot be written" in result.stderr
    assert sorted(tmp_path.iterdir()) == sorted([candidates, folder])


# --- The edges of the process


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    candidates = given_tuples(tmp_path, "c.jsonl", [{"image_id": 1, "predicate": "run"}])
    command = [*CAPTUPLE, "score", "--candidates", candidates, "--references", candidates]
    read_end, write_end = os.pipe()
    os.close(read_end)
    result = subprocess.run(command, stdout=write_end, stderr=subprocess.PIPE, check=False, cwd=ROOT)
    os.close(write_end)
    assert result.stderr == b""


def test_an_error_of_a_library_without_a_file_says_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object, **__: object) -> None:
        raise ConnectionError("nobody is there")

    monkeypatch.setattr(extractor.Extractor, "load", load)
    result = click.testing.CliRunner().invoke(cli, ["extract", "A fox sits."])
    assert (result.exit_code, result.stderr) == (1, "Error: nobody is there\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
def test_a_full_disk_is_a_run_time_failure(tmp_path: Path) -> None:
    candidates = given_tuples(tmp_path, "c.jsonl", [{"image_id": 1, "predicate": "run"}])
    command = [*CAPTUPLE, "score", "--candidates", candidates, "--references", candidates]
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, cwd=ROOT)
    assert result.returncode == 1
    assert b"No space left on device" in result.stderr
