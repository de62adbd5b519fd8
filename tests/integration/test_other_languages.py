"""A caption that is not English: a named warning and no tuples, or a fault where that is asked for, in every door."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from captuple import CaptupleClient

import scoring
from extractor import Caption, Extraction, Extractor, InvalidInputError
from extractor.errors import NotEnglishWarning
from extractor.types import CaptionEntry
from scoring import CaptupleMetric
from scoring.coco import Captuple
from service.batch import JobOptions, run_job
from service.batch.shard import ExtractOptions, ScoreOptions
from tests.serving import RunningServer

GERMAN = "Zwei Hunde spielen im Schnee."
ENGLISH = "Two dogs play in the snow."
PROBLEM = "the caption is not English (language de): it has no tuples"


def cli(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "service.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_extractor_names_the_language(extractor: Extractor) -> None:
    german, english = extractor.extract([Caption(text=GERMAN), Caption(text=ENGLISH)])
    assert (german.tuples, german.language) == ((), "de")
    assert english.tuples
    assert english.language is None


def test_python(extractor: Extractor) -> None:
    with pytest.warns(NotEnglishWarning, match="language de"):
        scores = scoring.score([ENGLISH, GERMAN], [[ENGLISH], [ENGLISH]], extractor=extractor)
    assert scores.bast.images[0].scores().overall_f1 == 1.0
    with pytest.raises(InvalidInputError) as caught:
        scoring.score([GERMAN, ENGLISH], [[ENGLISH], [GERMAN]], extractor=extractor, strict_language=True)
    assert [fault.problem for fault in caught.value.faults] == [PROBLEM, PROBLEM]
    metric = CaptupleMetric(extractor=extractor, strict_language=True)
    with pytest.raises(InvalidInputError, match="language de"):
        metric.update([GERMAN], [[ENGLISH]])
    scorer = Captuple(extractor=extractor, strict_language=True)
    with pytest.raises(InvalidInputError, match="language de"):
        scorer.compute_score({1: [ENGLISH]}, {1: [GERMAN]})


def test_the_command_line(tmp_path: Path) -> None:
    plain = cli("extract", "--format", "jsonl", GERMAN, ENGLISH)
    assert plain.returncode == 0
    assert plain.stderr.strip() == "warning: not English, so without tuples: caption 1 (de)"
    german, english = map(json.loads, plain.stdout.splitlines())
    assert (german["tuples"], german["language"]) == ([], "de")
    assert "language" not in english
    strict = cli("extract", "--strict-language", GERMAN, ENGLISH)
    assert strict.returncode == 2
    assert f"caption 1: {PROBLEM}" in strict.stderr
    # What a cache keeps does not silence the warning.
    for _ in range(2):
        cached = cli("extract", "--cache", tmp_path / "cache", GERMAN, ENGLISH)
        assert "(de)" in cached.stderr


def test_scores_on_the_command_line(tmp_path: Path) -> None:
    candidates, references = tmp_path / "candidates.tsv", tmp_path / "references.tsv"
    candidates.write_text(f"1\t{ENGLISH}\n2\t{GERMAN}\n")
    references.write_text(f"1\t{ENGLISH}\n2\t{ENGLISH}\n")
    files = ("--candidates", candidates, "--references", references)
    scored = cli("score", *files, "--resamples", 0)
    assert scored.returncode == 0
    assert f"{candidates}:2 (de)" in scored.stderr
    strict = cli("score", *files, "--strict-language")
    assert strict.returncode == 2
    assert f"{candidates}:2: {PROBLEM}" in strict.stderr


def test_jobs(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text(
        "".join(
            json.dumps({"image_id": i, "caption": text, "references": [ENGLISH]}) + "\n"
            for i, text in enumerate((GERMAN, ENGLISH))
        )
    )
    options = JobOptions(workers=1, max_failure_rate=1.0)

    def lines(task: ExtractOptions | ScoreOptions, name: str) -> list[dict[str, object]]:
        run_job(task, input_pattern=str(rows), output=tmp_path / name, options=options)
        [part] = (tmp_path / name).glob("part-*")
        return [json.loads(line) for line in part.read_text().splitlines()]

    german, english = lines(ExtractOptions(), "extracted")
    assert (german["tuples"], german["language"]) == ([], "de")
    assert "language" not in english
    strict, _ = lines(ExtractOptions(strict_language=True), "strict")
    assert strict["tuples"] is None
    assert PROBLEM in str(strict["error"])
    german, english = lines(ScoreOptions(), "scored")
    assert PROBLEM in str(german["warnings"])
    assert english["warnings"] == []


def test_the_server(real_server: RunningServer) -> None:
    with CaptupleClient(real_server.address) as client:
        german, english = client.extract([Caption(text=GERMAN), Caption(text=ENGLISH)])
        assert isinstance(german, Extraction)
        assert isinstance(english, Extraction)
        assert (german.tuples, german.language) == ((), "de")
        assert english.language is None
        refused, english = client.extract([Caption(text=GERMAN), Caption(text=ENGLISH)], strict_language=True)
        assert isinstance(refused, InvalidInputError)
        assert [fault.where for fault in refused.faults] == ["captions[0]"]
        assert isinstance(english, Extraction)
        candidates = {1: CaptionEntry(caption=Caption(text=GERMAN))}
        references = {1: [CaptionEntry(caption=Caption(text=ENGLISH))]}
        with pytest.warns(NotEnglishWarning, match=r"images\[0\]\.candidate\.caption"):
            client.score(candidates, references)
        with pytest.raises(InvalidInputError) as caught:
            client.score(candidates, references, strict_language=True)
    assert [fault.problem for fault in caught.value.faults] == [PROBLEM]
