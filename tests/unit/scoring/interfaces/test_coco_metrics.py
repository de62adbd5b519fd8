"""Metrics of the COCO evaluation beside BAST: pycocoevalcap's own figures, tokens, what is absent, the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click.testing
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring.interfaces.coco_metrics
import scoring.interfaces.coco_tokens
from extractor.errors import InvalidInputError, ResourceError
from scoring.interfaces.coco_metrics import BLEU, METRICS, CocoCaptions, score_coco_metrics, tokenize_captions
from scoring.interfaces.coco_tokens import coco_module, find_java, plain_tokens, tokenize
from service.cli.group import cli

SAMPLE = Path(__file__).parents[3] / "data" / "sample"

needs_coco = pytest.mark.usefixtures("_coco")
needs_java = pytest.mark.skipif(find_java() is None, reason="Java is not on the path")


@pytest.fixture
def _coco() -> None:
    pytest.importorskip(
        "pycocoevalcap", reason="pycocoevalcap is not installed: pip install 'captuple[coco]'"
    )


@pytest.fixture
def no_java(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (scoring.interfaces.coco_tokens, scoring.interfaces.coco_metrics):
        monkeypatch.setattr(module, "find_java", lambda: None)


CANDIDATES = {"a": "A dog runs over the sand.", 7: "Two goats climb a wall", "b": "A boat."}
REFERENCES = {
    "a": ["The dog runs along the beach.", "A brown dog is running over the sand!"],
    7: ["Two goats are climbing a stone wall."],
    "b": ["A boat lies at the shore.", "A small boat", "The boat is on the shore."],
}


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("It's a man\u2019s dog.", "it 's a man 's dog ."),
        ("They don't, and they can't!", "they do n't , and they ca n't !"),
        ("A black-and-white cat at 10:25, 1,000 birds", "a black-and-white cat at 10:25 , 1,000 birds"),
        ("red,green", "red , green"),
        ("They cannot", "they can not"),
        ("a \U0001f600 dog", "a \U0001f600 dog"),
        ("", ""),
    ],
)
def test_plain_tokens(text: str, tokens: str) -> None:
    assert " ".join(plain_tokens(text)) == tokens


@needs_coco
@needs_java
def test_plain_tokens_are_those_of_java(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [*(SAMPLE.parent / "captions" / "captions.jsonl").read_text().splitlines()]
    texts = [json.loads(line)["caption"] for line in lines]
    texts += ["", "It's\na dog's\u2028bone, isn't it?", 'A sign says "no dogs" in red.', "Red, 2 of 10:25?"]
    by_java, name = tokenize(texts)
    monkeypatch.setattr(scoring.interfaces.coco_tokens, "find_java", lambda: None)
    by_rules, other_name = tokenize(texts)
    assert (name, other_name) == ("ptb", "plain")
    differing = [(a, b) for a, b in zip(by_java, by_rules, strict=True) if a != b]
    assert not differing


@needs_coco
def test_as_pycocoevalcap_itself(no_java: None) -> None:
    captions = tokenize_captions(CANDIDATES, REFERENCES)
    report = score_coco_metrics(captions)
    gts = {str(i): list(texts) for i, texts in captions.references.items()}
    res = {str(i): [text] for i, text in captions.candidates.items()}
    bleu, _ = coco_module("bleu.bleu").Bleu(4).compute_score(gts, res, verbose=0)
    expected = dict(zip(BLEU, bleu, strict=True))
    expected["ROUGE-L"], _ = coco_module("rouge.rouge").Rouge().compute_score(gts, res)
    expected["CIDEr"], _ = coco_module("cider.cider").Cider().compute_score(gts, res)
    assert report.figures == {name: pytest.approx(value) for name, value in expected.items()}
    assert list(report.figures) == [name for name in METRICS if name in report.figures]
    assert report.absent == {"METEOR": "Java is not on the path", "SPICE": "Java is not on the path"}
    assert "|tokens:plain|pycocoevalcap:" in report.signature and not report.intervals


words = st.lists(st.sampled_from(["a", "dog", "cat", "runs", "sits"]), max_size=7).map(" ".join)


@needs_coco
@given(st.lists(st.tuples(words, st.lists(words, min_size=1, max_size=3)), min_size=1, max_size=4))
def test_bleu_of_sums_is_that_of_pycocoevalcap(items: list[tuple[str, list[str]]]) -> None:
    captions = CocoCaptions(
        candidates={i: candidate for i, (candidate, _) in enumerate(items)},
        references={i: references for i, (_, references) in enumerate(items)},
        tokenizer="plain",
    )
    scorer = coco_module("bleu.bleu_scorer").BleuScorer(n=4)
    for candidate, references in items:
        scorer += (candidate, references)
    expected, _ = scorer.compute_score(option="closest")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoring.interfaces.coco_metrics, "find_java", lambda: None)
        figures = score_coco_metrics(captions).figures
    assert [figures[name] for name in BLEU] == pytest.approx(expected, abs=1e-9)


@needs_coco
def test_parts_are_as_if_scored_alone(no_java: None) -> None:
    captions = tokenize_captions(CANDIDATES, REFERENCES)
    part = score_coco_metrics(captions, ["b", "a"], n_resamples=20, seed=1)
    ids = ("b", "a")
    alone = tokenize_captions({i: CANDIDATES[i] for i in ids}, {i: REFERENCES[i] for i in ids})
    assert part == score_coco_metrics(alone, n_resamples=20, seed=1)
    assert set(part.intervals) == set(part.figures)
    assert all(
        part.intervals[name].low <= value <= part.intervals[name].high for name, value in part.figures.items()
    )
    single = score_coco_metrics(captions, ["b"], n_resamples=20)
    assert single.figures["CIDEr"] == 0 and not single.intervals


@needs_coco
def test_captions_without_a_word(no_java: None) -> None:
    report = score_coco_metrics(tokenize_captions({1: "...", 2: ""}, {1: ["!"], 2: [""]}))
    assert report.figures["CIDEr"] == 0
    with pytest.raises(InvalidInputError, match="no candidate for 1 image: 2"):
        tokenize_captions({1: "x"}, {1: ["x"], 2: ["x"]})


@needs_coco
@needs_java
def test_meteor_where_there_is_java() -> None:
    captions = tokenize_captions(CANDIDATES, REFERENCES | {"b": ["A boat ||| lies."]})
    report = score_coco_metrics(captions, n_resamples=5)
    assert 0 < report.figures["METEOR"] < 1 and "METEOR" not in report.intervals


@needs_coco
@pytest.mark.parametrize("fails", [False, True])
def test_spice_where_its_parser_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, fails: bool
) -> None:
    """The real one needs a download of 400 MB; here stands what it answers with."""
    (tmp_path / "lib").mkdir()
    for name in ("stanford-corenlp-3.6.0.jar", "stanford-corenlp-3.6.0-models.jar"):
        (tmp_path / "lib" / name).touch()

    class Spice:
        def compute_score(
            self, gts: dict[int, list[str]], res: dict[int, list[str]]
        ) -> tuple[float, list[Any]]:
            if fails:
                raise subprocess.CalledProcessError(1, "java")
            return 0.0, [{"All": {"f": i / 10}} for i in gts]

    fake = SimpleNamespace(Spice=Spice, __file__=str(tmp_path / "spice.py"))
    real = coco_module
    monkeypatch.setattr(
        scoring.interfaces.coco_metrics,
        "coco_module",
        lambda name: fake if name == "spice.spice" else real(name),
    )
    monkeypatch.setattr(scoring.interfaces.coco_metrics, "find_java", lambda: "java")
    monkeypatch.setattr(scoring.interfaces.coco_metrics, "_meteor", lambda *_: (0.5, []))
    monkeypatch.setattr(scoring.interfaces.coco_tokens, "find_java", lambda: None)
    report = score_coco_metrics(tokenize_captions(CANDIDATES, REFERENCES))
    if fails:
        assert report.absent["SPICE"].startswith("its Java program failed: ")
    else:
        assert report.figures["SPICE"] == pytest.approx(0.1)  # (0 + 0.1 + 0.2) / 3


@needs_coco
def test_java_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\nexit 3\n")
    java.chmod(0o755)
    monkeypatch.setattr(scoring.interfaces.coco_tokens, "find_java", lambda: str(java))
    with pytest.raises(ResourceError, match="Java cannot run the tokenizer"):
        tokenize(["a dog"])
    java.write_text("#!/bin/sh\ncat > /dev/null\n")
    with pytest.raises(ResourceError, match="gave 1 lines for 2 captions"):
        tokenize(["a dog", "a cat"])


def run(*arguments: str) -> click.testing.Result:
    files = (
        "--candidates",
        str(SAMPLE / "candidates.jsonl"),
        "--references",
        str(SAMPLE / "references.jsonl"),
    )
    return click.testing.CliRunner().invoke(cli, ["score", *files, "--with-metrics", *arguments])


@needs_coco
def test_the_command(no_java: None) -> None:
    labels = ("--by", str(SAMPLE / "labels.tsv"))
    result = run(*labels, "--format", "json", "--resamples", "10")
    assert result.exit_code == 0, result.output
    metrics = json.loads(result.stdout)["metrics"]
    assert metrics["n_images"] == 14 and metrics["by"]["first"]["n_images"] == 7
    low, high = metrics["intervals"]["CIDEr"]
    assert low <= metrics["figures"]["CIDEr"] <= high
    text = run(*labels).stdout
    assert "captions were cut without Java" in text and "SPICE is absent: Java is not on the path" in text
    assert f"CIDEr      {metrics['figures']['CIDEr']:.4f}" in text and "first (7)" in text
    latex = run(*labels, "--format", "latex", "--resamples", "0").stdout
    assert f"CIDEr & {100 * metrics['figures']['CIDEr']:.2f} & " in latex and "SPICE" not in latex


def test_without_pycocoevalcap_nothing_is_extracted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycocoevalcap", None)
    for name in [name for name in sys.modules if name.startswith("pycocoevalcap.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(
        "service.cli.commands.score.read_systems", lambda *_, **__: pytest.fail("captions were read")
    )
    result = run()
    assert result.exit_code == 1
    assert "pip install 'captuple[coco]'" in result.output
