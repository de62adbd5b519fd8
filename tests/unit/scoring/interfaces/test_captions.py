"""Scores from Python: the function, the metric object, the COCO scorer."""

from __future__ import annotations

import json
import os
import pickle
import shutil
from pathlib import Path

import pytest

import scoring
from extractor.bundle import MANIFEST, find_bundle
from extractor.errors import CaptupleError, InvalidInputError, UnknownNameError
from extractor.types import Caption, Extraction
from scoring import COMPONENTS, CaptupleMetric
from scoring.coco import Captuple
from tests.fakes import FakeExtractor

# The stand-in reads words as predicate, agent and locatives.
CANDIDATES = ["run dog park", "sit owl", "eat fox den"]
REFERENCES = [["run dog street", "run dog park"], ["sit owl tree"], ["eat hen yard"]]
FAKE = FakeExtractor()


def test_score_is_a_function_of_captions() -> None:
    scores = scoring.score(CANDIDATES, REFERENCES, extractor=FAKE)
    assert scores.graded is None
    # PA: dog of dog, owl of owl, fox of hen: 1, 1, 0.
    assert scores.bast.scores["PA"].f1 == pytest.approx(2 / 3)
    assert list(scores.bast.images) == [0, 1, 2]
    assert "|model:fake-1|" in scores.bast.signature
    by_id = scoring.score(
        dict(zip("abc", CANDIDATES, strict=True)), dict(zip("abc", REFERENCES, strict=True)), extractor=FAKE
    )
    assert by_id.bast.scores == scores.bast.scores


def test_score_with_the_graded_score_beside() -> None:
    scores = scoring.score(CANDIDATES, REFERENCES, graded="exact.v1", extractor=FAKE)
    assert scores.graded is not None
    assert scores.graded.images[0].score > scores.graded.images[1].score > scores.graded.images[2].score > 0
    assert scores.graded.signature.startswith("captuple-graded.v2|sim:exact.v1|")
    assert scores.bast.signature.startswith("captuple|bast|")


def test_score_with_the_installed_model() -> None:
    scores = scoring.score(["A heron wades in the pond."], [["A heron wades in the pond."]])
    assert scores.bast.overall_f1 == 1


@pytest.mark.parametrize(
    ("candidates", "references", "faults"),
    [
        (
            {1: "run dog", 2: " ", 4: "sit owl"},
            {1: ["run dog", ""], 2: ["sit owl"], 3: []},
            [
                "references[3]: empty; at least one is needed",
                "candidates[2]: the caption is empty: there is nothing to score",
                "references[1][1]: the caption is empty: there is nothing to score",
                "candidates[4]: image_id 4 has no reference",
                "references[3][0]: image_id 3 has no candidate",
            ],
        ),
        ([], [], ["references: there are no images to score"]),
        ([None], [["run dog"]], ["candidates[0]: None is no caption, which is a string"]),
        (
            ["run dog", "sit owl"],
            ["run dog", ["sit owl"]],
            [
                "references[0]: 'run dog' is one string where a list of captions belongs, such as ['A dog runs.']"
            ],
        ),
        (
            {1: "dog"},
            {1: None},
            ["references[1]: None is NoneType where a list of captions belongs, such as ['A dog runs.']"],
        ),
        ("run dog", ["run dog"], ["candidates: a sequence or a mapping by image is needed, not 'run dog'"]),
    ],
)
def test_bad_input(candidates: object, references: object, faults: list[str]) -> None:
    with pytest.raises(InvalidInputError) as caught:
        scoring.score(candidates, references, extractor=FAKE)
    assert [str(fault) for fault in caught.value.faults] == faults


def test_unknown_grounding() -> None:
    with pytest.raises(UnknownNameError, match=r"Did you mean 'wordnet_synset\.v1'"):
        CaptupleMetric(grounding="wordnet_sinset.v1")


# --- The metric object


def metric(**options: object) -> CaptupleMetric:
    return CaptupleMetric(extractor=FAKE, graded="exact.v1", **options)


def test_batches_and_shards_give_what_the_whole_gives() -> None:
    whole = metric()
    whole.update(CANDIDATES, REFERENCES)
    batches = metric()
    for candidate, references in zip(CANDIDATES, REFERENCES, strict=True):
        batches.update([candidate], [references])
    shards = [metric(), metric()]
    shards[0].update(CANDIDATES[:2], REFERENCES[:2])
    shards[1].update(CANDIDATES[2:], REFERENCES[2:])
    merged = metric()
    for shard in shards:
        merged.merge_state(pickle.loads(pickle.dumps(shard)))  # noqa: S301  # our own object
    one_shot = scoring.score(CANDIDATES, REFERENCES, graded="exact.v1", extractor=FAKE)
    assert one_shot.graded is not None
    assert whole.compute() == batches.compute() == merged.compute()
    assert whole.compute()["overall_f1"] == one_shot.bast.overall_f1
    assert whole.compute()["graded"] == pytest.approx(one_shot.graded.score)
    assert whole.signatures == merged.signatures == (one_shot.bast.signature, one_shot.graded.signature)
    assert set(whole.compute()) == {
        *(f"{name}_{measure}" for name in COMPONENTS for measure in ("precision", "recall", "f1")),
        "overall_f1",
        "overall_n_components",
        "graded",
    }


def test_calling_gives_the_batch_and_adds_it() -> None:
    running = metric()
    assert running(CANDIDATES[:1], REFERENCES[:1])["PA_f1"] == 1
    assert running(CANDIDATES[2:], REFERENCES[2:])["PA_f1"] == 0
    assert running.compute()["PA_f1"] == 0.5
    running.reset()
    with pytest.raises(InvalidInputError, match="no images"):
        running.compute()


def test_a_faulty_batch_adds_nothing() -> None:
    running = metric()
    running.update(CANDIDATES[:1], REFERENCES[:1])
    before = running.compute()
    with pytest.raises(InvalidInputError, match="at least one is needed"):
        running.update(CANDIDATES[1:], [["sit owl"], []])
    assert running.compute() == before
    with pytest.raises(InvalidInputError, match="different options do not merge"):
        running.merge_state(metric(grounding="entity_type.v1"))


def test_a_list_of_strings_where_a_list_of_lists_belongs_is_said_everywhere() -> None:
    """A string is a sequence of its letters: ["dog"] gave the references d, o and g."""
    calls = {
        "references": [
            lambda: scoring.score(["run dog"], ["run dog"], extractor=FAKE),  # type: ignore[list-item]
            lambda: metric().update(["run dog"], ["run dog"]),
            lambda: metric()(["run dog"], ["run dog"]),
        ],
        "gts": [lambda: Captuple(extractor=FAKE).compute_score({0: "run dog"}, {0: ["run dog"]})],
        "res": [lambda: Captuple(extractor=FAKE).compute_score({0: ["x"]}, {0: "x"})],
    }
    for name, callers in calls.items():
        for call in callers:
            with pytest.raises(InvalidInputError, match=rf"{name}\[0\]: '.*' is one string where a list"):
                call()


# --- pickles


class Portable:
    model = "portable@1"

    def extract(self, captions: list[Caption]) -> list[Extraction]:
        return [Extraction(caption=caption, model=self.model, tuples=()) for caption in captions]


@pytest.fixture
def other_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The installed bundle under another name, found by it."""
    folder = tmp_path / "models" / "other" / "1.0.0"
    shutil.copytree(find_bundle("en-captions"), folder)
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps({**manifest, "name": "other", "version": "1.0.0"}))
    monkeypatch.setenv("CAPTUPLE_MODELS", str(tmp_path / "models"))
    return folder


def test_a_copy_loads_the_same_model_and_no_other(
    other_bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = CaptupleMetric(model="other")
    original.update(["A dog runs."], [["A dog runs."]])
    assert "model:other-1.0.0" in original.signatures[0]
    data = pickle.dumps(original)
    assert len(data) < 10_000  # the model itself stays
    copy = pickle.loads(data)  # noqa: S301  # our own object
    assert copy.compute() == original.compute()
    copy.update(["A cat sleeps."], [["A cat sleeps."]])
    assert copy.extractor.model == "other@1.0.0"
    copy.merge_state(original)
    by_folder = CaptupleMetric(model=other_bundle)
    by_folder.update(["A dog runs."], [["A dog runs."]])
    monkeypatch.delenv("CAPTUPLE_MODELS")
    again = pickle.loads(pickle.dumps(by_folder))  # noqa: S301  # our own object
    again.update(["A dog runs."], [["A dog runs."]])
    assert again.extractor.model == "other@1.0.0"
    late = pickle.loads(data)  # noqa: S301  # our own object
    with pytest.raises(UnknownNameError, match=r"'other@1\.0\.0'"):
        late.update(["A dog runs."], [["A dog runs."]])


def test_an_extractor_of_one_s_own_goes_along_or_the_pickle_says_why_not() -> None:
    copy = pickle.loads(pickle.dumps(CaptupleMetric(extractor=Portable())))  # noqa: S301  # our own object
    copy.update(["run dog"], [["run dog"]])
    assert copy.extractor.model == "portable@1"
    left = pickle.loads(pickle.dumps(metric()))  # noqa: S301  # our own object
    with pytest.raises(
        CaptupleError, match=r"FakeExtractor of fake@1, could not be pickled.*set the attribute"
    ):
        left.update(["run dog"], [["run dog"]])
    left.extractor = FAKE
    left.update(["run dog"], [["run dog"]])
    assert left.compute()["PA_f1"] == 1
    with pytest.raises(InvalidInputError, match="give one of the two"):
        CaptupleMetric(extractor=FAKE, model="en-captions")


def test_graded_scores_are_a_sum_and_no_list_that_is_copied() -> None:
    """A thousand updates of a list that is copied are half a million copies; the state stays as small as it is."""
    running = metric()
    running.update(CANDIDATES, REFERENCES)
    small = len(pickle.dumps(running))
    for _ in range(50):
        running.update(CANDIDATES, REFERENCES)
    assert len(pickle.dumps(running)) < small + 200
    # In any order of adding: the sum is exact.
    single = [metric() for _ in CANDIDATES]
    for one, candidate, references in zip(single, CANDIDATES, REFERENCES, strict=True):
        one.update([candidate], [references])
    forwards, backwards = metric(), metric()
    for one in single:
        forwards.merge_state(one)
    for one in reversed(single):
        backwards.merge_state(one)
    assert forwards.compute() == backwards.compute()


# --- COCO


def test_compute_score() -> None:
    gts = {7: REFERENCES[0], 8: REFERENCES[1], 9: REFERENCES[2]}
    res = {9: [CANDIDATES[2]], 7: [CANDIDATES[0]], 8: [CANDIDATES[1]]}
    scorer = Captuple(extractor=FAKE)
    total, each = scorer.compute_score(gts, res)
    assert total == pytest.approx(scoring.score(CANDIDATES, REFERENCES, extractor=FAKE).bast.overall_f1)
    assert sum(each) / 3 == pytest.approx(total)
    assert each[0] == max(each)  # in the order of gts
    assert (scorer.method(), scorer.signature[:13]) == ("Captuple", "captuple|bast")
    untokenized = {i: [{"caption": text} for text in captions] for i, captions in gts.items()}
    assert scorer.compute_score(untokenized, res) == (total, each)
    graded = Captuple(extractor=FAKE, graded="exact.v1")
    assert graded.compute_score(gts, res)[0] != total
    assert graded.method() == "Captuple-graded"


def test_compute_score_names_duplicate_and_missing_candidates() -> None:
    with pytest.raises(InvalidInputError) as caught:
        Captuple(extractor=FAKE).compute_score({1: ["run dog"]}, {1: ["run dog", "sit owl"], 2: []})
    assert [str(fault) for fault in caught.value.faults] == [
        "res[1]: 2 candidates; one per image is allowed",
        "res[2]: 0 candidates; one per image is allowed",
    ]


def coco_folder() -> Path:
    folder = Path(os.environ.get("CAPTUPLE_DATA", "../shared/data")) / "coco"
    if not (folder / "captions_val2017.json.gz").is_file():
        pytest.skip(f"no COCO files in {folder} (CAPTUPLE_DATA)")
    return folder


def write_coco(folder: Path) -> tuple[Path, Path]:
    annotations = [
        {"id": 10 * i + k, "image_id": i, "caption": text}
        for i, captions in enumerate(REFERENCES)
        for k, text in enumerate(captions)
    ]
    truth, results = folder / "annotations.json", folder / "results.json"
    truth.write_text(
        json.dumps({"images": [{"id": i} for i in range(3)], "annotations": annotations, "info": {},
                    "type": "captions", "licenses": []})
    )  # fmt: skip
    results.write_text(
        json.dumps([{"image_id": i, "caption": caption} for i, caption in enumerate(CANDIDATES)])
    )
    return truth, results


def evaluate_as_coco_does(truth: Path, results: Path, scorer: Captuple) -> tuple[float, dict[int, float]]:
    """What COCOEvalCap.evaluate does with each scorer, without its Java tokenizer."""
    pytest.importorskip("pycocoevalcap", reason="the extra 'coco' is not installed")
    from pycocoevalcap.eval import COCOEvalCap
    from pycocotools.coco import COCO

    coco = COCO(str(truth))
    found = coco.loadRes(str(results))
    evaluation = COCOEvalCap(coco, found)
    ids = found.getImgIds()
    gts, res = {i: coco.imgToAnns[i] for i in ids}, {i: found.imgToAnns[i] for i in ids}
    total, each = scorer.compute_score(gts, res)
    evaluation.setEval(total, scorer.method())
    evaluation.setImgToEvalImgs(each, gts.keys(), scorer.method())
    evaluation.setEvalImgs()
    return evaluation.eval["Captuple"], {
        image["image_id"]: image["Captuple"] for image in evaluation.evalImgs
    }


def test_it_drops_into_pycocoevalcap(tmp_path: Path) -> None:
    total, each = evaluate_as_coco_does(*write_coco(tmp_path), Captuple(extractor=FAKE))
    assert total == pytest.approx(scoring.score(CANDIDATES, REFERENCES, extractor=FAKE).bast.overall_f1)
    assert each[0] == max(each.values())


def test_it_drops_into_pycocoevalcap_on_coco_s_own_files(tmp_path: Path) -> None:
    import gzip

    folder = coco_folder()
    truth = tmp_path / "captions_val2017.json"
    truth.write_bytes(gzip.decompress((folder / "captions_val2017.json.gz").read_bytes()))
    total, each = evaluate_as_coco_does(
        truth, folder / "captions_val2017_fakecap_results.json", Captuple(extractor=FAKE)
    )
    assert 0 <= total <= 1
    assert len(each) > 100
