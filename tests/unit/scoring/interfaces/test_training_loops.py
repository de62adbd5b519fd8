"""What training loops and other harnesses expect: torchmetrics' contract, COCO's ids, evaluate, CaptionEvalKit."""

from __future__ import annotations

import io
import json
import multiprocessing
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click.testing
import pytest

import extractor
from extractor.errors import InvalidInputError
from scoring import CaptupleMetric
from scoring.coco import Captuple
from service.cli.group import cli
from tests.fakes import FakeExtractor

ROOT = Path(__file__).resolve().parents[4]
FAKE = FakeExtractor()
CANDIDATES = ["run dog park", "sit owl", "eat cat", "run dog"]
REFERENCES = [["run dog street", "run dog park"], ["sit cat"], ["eat cat"], ["walk dog park"]]


def ours(**options: Any) -> CaptupleMetric:
    return CaptupleMetric(extractor=FAKE, graded="exact.v1", **options)


def theirs() -> Any:
    return pytest.importorskip("torchmetrics").text.ROUGEScore(rouge_keys="rouge1")


METRICS = pytest.mark.parametrize("make", [ours, theirs])


def plain(scores: dict[str, Any]) -> dict[str, float]:
    return {name: float(value) for name, value in scores.items()}


# --- The contract: what holds for a metric of torchmetrics holds for ours


@METRICS
def test_a_call_gives_the_batch_and_adds_it(make: Callable[[], Any]) -> None:
    whole, running = make(), make()
    for part in (slice(0, 2), slice(2, 4)):
        alone = make()
        alone.update(preds=CANDIDATES[part], target=REFERENCES[part])
        batch = running(CANDIDATES[part], REFERENCES[part])
        assert plain(batch) == plain(alone.compute())
    whole.update(CANDIDATES, REFERENCES)
    assert plain(running.compute()) == pytest.approx(plain(whole.compute()))
    assert plain(make().forward(preds=CANDIDATES, target=REFERENCES)) == plain(whole.compute())


@METRICS
def test_copies_are_independent_and_whole(make: Callable[[], Any]) -> None:
    metric = make()
    metric.update(CANDIDATES[:2], REFERENCES[:2])
    before = plain(metric.compute())
    copies = [metric.clone(), pickle.loads(pickle.dumps(metric))]  # noqa: S301  # our own object
    for copy in copies:
        assert plain(copy.compute()) == before
        copy.extractor = FAKE  # whose lock does not pickle
        copy.update(CANDIDATES[2:], REFERENCES[2:])
    assert plain(metric.compute()) == before
    metric.update(CANDIDATES[2:], REFERENCES[2:])
    for copy in copies:
        assert plain(copy.compute()) == plain(metric.compute()) != before


@METRICS
def test_it_is_where_it_is_sent(make: Callable[[], Any]) -> None:
    metric = make()
    assert metric.to("cpu") is metric
    metric.update(CANDIDATES, REFERENCES)
    assert metric.update_called
    scores = plain(metric.compute())
    assert plain(metric.to("cpu").compute()) == scores
    metric.reset()
    assert not metric.update_called
    metric.update(CANDIDATES, REFERENCES)
    assert plain(metric.compute()) == scores


def test_states_of_shards_merge() -> None:
    """As torchmetrics' ``merge_state``, which its own metrics of texts refuse."""
    whole, first, second = ours(), ours(), ours()
    whole.update(CANDIDATES, REFERENCES)
    first.update(CANDIDATES[:1], REFERENCES[:1])
    second.update(CANDIDATES[1:], REFERENCES[1:])
    first.merge_state(second)
    assert first.compute() == whole.compute()


@METRICS
def test_constants(make: Callable[[], Any]) -> None:
    metric = make()
    assert (metric.higher_is_better, metric.is_differentiable) == (True, False)


# --- State


def test_states_go_through_files_and_torch() -> None:
    metric = ours()
    metric.update(CANDIDATES, REFERENCES)
    state = json.loads(json.dumps(metric.state_dict()))
    torch = pytest.importorskip("torch")
    file = io.BytesIO()
    torch.save(metric.state_dict(), file)
    file.seek(0)
    for given in (state, torch.load(file, weights_only=True)):
        other = ours()
        other.update(["sit fox"], [["sit owl"]])
        other.load_state_dict(given)
        assert other.compute() == metric.compute()
        assert other.signatures == metric.signatures
        other.merge_state(given)
        twice = ours()
        twice.update(CANDIDATES * 2, REFERENCES * 2)
        assert other.compute() == twice.compute()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"schema": "other"}, "no state of a metric"),
        ({"graded_sum": ["1", "0"]}, "state: is damaged"),
        ({"statistics": {}}, "statistics"),
        ({"signatures": None}, "state: is damaged"),
        ({"options": {}}, "metrics of different options do not merge"),
    ],
)
def test_what_is_no_state_of_it_changes_nothing(change: dict[str, Any], problem: str) -> None:
    metric = ours()
    metric.update(CANDIDATES, REFERENCES)
    before = metric.compute()
    for take in (metric.load_state_dict, metric.merge_state):
        with pytest.raises(InvalidInputError, match=problem):
            take({**metric.state_dict(), **change})
    with pytest.raises(InvalidInputError, match="different options"):
        metric.load_state_dict(CaptupleMetric(extractor=FAKE).state_dict())
    assert metric.compute() == before


# --- Many processes


def test_sync_and_unsync() -> None:
    shards = [ours() for _ in range(2)]
    for i, shard in enumerate(shards):
        shard.update(CANDIDATES[i::2], REFERENCES[i::2])
    whole = ours()
    whole.update(CANDIDATES, REFERENCES)
    own = shards[0].compute()

    def all_gather(state: Any) -> list[Any]:
        assert state == shards[0].state_dict()
        return [state, shards[1].state_dict()]

    shards[0].sync(all_gather)
    assert shards[0].compute() == whole.compute() != own
    for added in (shards[0].update, shards[0].forward):
        with pytest.raises(InvalidInputError, match="the metric is synced"):
            added(CANDIDATES, REFERENCES)
    with pytest.raises(InvalidInputError, match="the metric is synced"):
        shards[0].sync(all_gather)
    shards[0].unsync()
    assert shards[0].compute() == own
    with pytest.raises(InvalidInputError, match="is not synced"):
        shards[0].unsync()
    with pytest.raises(InvalidInputError, match=r"torch\.distributed does not run"):
        shards[0].sync()
    shards[0].all_gather = all_gather
    assert shards[0].compute() == whole.compute(), "compute is over all, without being told"
    shards[0].sync_on_compute = False
    assert shards[0].compute() == own


def _rank(rank: int, store: str, results: Any) -> None:
    import torch.distributed as dist

    dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=2)
    metric = ours()
    if rank == 0:  # the other has seen nothing
        metric.update(CANDIDATES, REFERENCES)
    results.put((rank, metric.compute()))
    dist.barrier()
    dist.destroy_process_group()


def test_torch_distributed_is_asked_where_it_runs(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    processes = [
        context.Process(target=_rank, args=(rank, str(tmp_path / "store"), results)) for rank in (0, 1)
    ]
    for process in processes:
        process.start()
    found = dict(results.get(timeout=120) for _ in processes)
    for process in processes:
        process.join(timeout=60)
    whole = ours()
    whole.update(CANDIDATES, REFERENCES)
    assert found == {0: whole.compute(), 1: whole.compute()}


# --- Empty captions


def test_empty_captions_need_not_end_an_evaluation() -> None:
    candidates = ["run dog", "", "sit owl", "eat cat"]
    references = [["", "run dog"], ["sit cat"], [" "], ["eat cat"]]
    with pytest.raises(InvalidInputError) as caught:
        ours().update(candidates, references)
    assert len(caught.value.faults) == 3
    metric = ours(missing_candidates="empty", empty_references="skip")
    metric.update(candidates, references)
    expected = ours(missing_candidates="empty", empty_references="skip")
    expected.update(["run dog", "", "eat cat"], [["run dog"], ["sit cat"], ["eat cat"]])
    assert metric.compute() == expected.compute()
    assert (metric.n_skipped, expected.n_skipped) == (1, 0)
    assert metric(["run dog"], [[""]]) == {}
    assert metric.n_skipped == 2
    assert metric.compute() == expected.compute()
    with pytest.raises(InvalidInputError, match="at least one is needed"):
        metric.update(["run dog"], [[]])  # none is not the same as an empty one
    with pytest.raises(InvalidInputError, match="allowed: error, skip"):
        ours(empty_references="ignore")


@pytest.mark.parametrize(
    "arguments", [{}, {"preds": CANDIDATES}, {"candidates": CANDIDATES, "preds": CANDIDATES, "target": []}]
)
def test_a_batch_has_two_sides(arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError, match="give candidates and references"):
        ours().update(**arguments)


# --- COCO, evaluate, CaptionEvalKit


def test_coco_ids_may_be_numbers_and_texts() -> None:
    gts = dict(enumerate(REFERENCES))
    res = {str(i): [caption] for i, caption in reversed(list(enumerate(CANDIDATES)))}
    scorer = Captuple(extractor=FAKE)
    expected = scorer.compute_score(gts, {i: [caption] for i, caption in enumerate(CANDIDATES)})
    assert scorer.compute_score(gts, res) == expected
    assert scorer.compute_score({str(i): captions for i, captions in gts.items()}, res) == expected
    with pytest.raises(InvalidInputError, match="has a candidate at"):
        scorer.compute_score({7: ["run dog"]}, {7: ["run dog"], "7": ["run dog"]})


def test_the_module_of_evaluate(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_EVALUATE_OFFLINE", "1")
    evaluate = pytest.importorskip("evaluate")
    monkeypatch.setattr(extractor.Extractor, "load", lambda *_: FAKE)
    metric = evaluate.load(
        str(ROOT / "examples" / "evaluate" / "captuple_score"), cache_dir=str(tmp_path / "cache")
    )
    metric.add_batch(predictions=CANDIDATES[:3], references=REFERENCES[:3])
    metric.add(prediction=CANDIDATES[3], reference=REFERENCES[3])
    found = metric.compute(graded="exact.v1")
    expected = ours()
    expected.update(CANDIDATES, REFERENCES)
    for name, value in found.items():
        assert value == (
            expected.signatures[0] if name == "signature" else pytest.approx(expected.compute()[name])
        )
    assert set(expected.compute()) - set(found) == {"overall_n_components"}


def test_capevalkit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(extractor.Extractor, "load", lambda *_: FAKE)
    predictions, references, output = (tmp_path / name for name in ("p.jsonl", "r.jsonl", "scores.json"))
    texts = [*CANDIDATES, ""]
    golds = [*REFERENCES, ["run dog"]]
    predictions.write_text(
        "".join(
            json.dumps({"id": f"{i:04}", "caption": text, "image": f"{i}.jpg"}) + "\n"
            for i, text in enumerate(texts)
        )
    )
    references.write_text(
        "".join(json.dumps({"id": f"{i:04}", "references": gold}) + "\n" for i, gold in enumerate(golds))
    )
    arguments = [
        "capevalkit",
        "--predictions",
        predictions,
        "--references",
        references,
        "--graded",
        "exact.v1",
    ]

    def run(*more: str | Path) -> click.testing.Result:
        return click.testing.CliRunner().invoke(cli, [str(word) for word in (*arguments, *more)])

    result = run("--output", output, "--image-dir", tmp_path)
    assert result.exit_code == 0, result.output
    found = json.loads(output.read_text())
    metric = ours(missing_candidates="empty")
    metric.update(texts, golds)
    assert found["Captuple"]["score"] == metric.compute()["overall_f1"]
    assert found["Captuple-graded"]["score"] == pytest.approx(metric.compute()["graded"])
    for scores in found.values():
        assert list(scores["per_item"]) == ["0000", "0001", "0002", "0003", "0004"]
        assert scores["per_item"]["0004"] == 0
    output.unlink()
    strict = run("--output", output, "--missing", "error")
    assert (strict.exit_code, output.exists()) == (2, False)
    assert "p.jsonl:5: the caption is empty" in strict.output
    assert "is no folder" in run("--output", tmp_path / "none" / "scores.json").output
