from __future__ import annotations

import dataclasses
import io
import json
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.bundle import MANIFEST, file_sha256, find_bundle
from extractor.errors import BundleError, CaptupleError, InvalidInputError
from extractor.types import Argument, Caption, Extraction, Predicate, SemanticTuple
from scoring import GroundingFunction, get_grounding, score, score_images
from scoring.entities.files import COREFERENCE_FILE
from scoring.entities.mention import make_mention
from scoring.entities.model import CoreferenceModel
from scoring.graded.thesaurus import THESAURUS_FILE, Thesaurus
from scoring.grounding import ImageGrounding, caption_groundings
from scoring.grounding.coreference import CoreferenceGrounding, entity_names
from tests import strategies
from tests.scoring_cases import argument, tuples


def array_bytes(arrays: dict[str, object]) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def text_array(text: str) -> np.ndarray[Any, Any]:
    return np.frombuffer(text.encode(), dtype=np.uint8)


ROOT = Path(__file__).resolve().parents[4]
NAME = "coreference.v1"
GROUND = get_grounding(NAME)


def values(*captions: list[SemanticTuple]) -> list[list[str | None]]:
    """The values of the arguments of each caption of one image."""
    return [
        ground.ground_arguments([a for t in items for a in (*t.agents, *t.patients, *t.locatives)])
        for ground, items in zip(caption_groundings(GROUND, captions), captions, strict=True)
    ]


def test_kid_and_boy_of_one_image_are_one_value() -> None:
    [candidate], [first], [second] = (
        items
        for items in values(tuples("run; kid; -; -"), tuples("run; boy; -; -"), tuples("play; boy; -; -"))
    )
    assert candidate == first == second == "boy"
    report = score_images(
        {1: tuples("run; kid; -; street")},
        {1: [tuples("run; boy; -; road"), tuples("play; boy; ball; -")]},
        grounding=NAME,
    )
    assert report.images[1].matched("PA") == {("boy",)}
    assert "ground:coreference.v1" in report.signature
    by_lemma = score_images({1: tuples("run; kid; -; -")}, {1: [tuples("run; boy; -; -")]})
    assert not by_lemma.images[1].matched("PA")


def test_two_of_one_caption_stay_two() -> None:
    found = values(tuples("see; man; woman; -"), tuples("see; guy; lady; -"))
    assert len(set(found[0])) == len(set(found[1])) == 2
    [(first, second)] = values(
        [
            SemanticTuple(
                predicate=Predicate(text="sees", lemma="see"),
                agents=(Argument(text="man", lemma="man", start=2, end=5),),
                patients=(Argument(text="man", lemma="man", start=20, end=23),),
            )
        ]
    )
    assert {first, second} == {"man", "man#2"}


def test_one_caption_and_none() -> None:
    assert values() == []
    assert values([]) == [[]]
    assert values(tuples("see; man; dog; park")) == [["man", "dog", "park"]]
    assert values([], tuples("see; !man; (); -")) == [[], ["man", None]]  # said to be absent, and tacit
    assert GROUND.ground_arguments([argument("Kid")]) == ["kid"]  # an argument alone
    assert GROUND.ground_predicates([Predicate(text="ran", lemma="Run")]) == ["run"]


def test_names_of_entities() -> None:
    heads = ["boy", "kid", "boy", "he", "kid", "boy"]
    mentions = [make_mention(head, form=head, caption=c) for c, head in enumerate(heads)]
    assert entity_names(mentions, [0, 0, 0, 0, 1, 2]) == ["boy", "boy", "boy", "boy", "kid", "boy#2"]
    assert entity_names(mentions[3:4], [0]) == ["he"]
    assert entity_names([], []) == []


captions_of_one_image = st.lists(strategies.captions(), min_size=1, max_size=4)


@settings(deadline=None)
@given(candidate=strategies.captions(), references=captions_of_one_image, seed=st.randoms())
def test_the_order_of_references_does_not_matter(
    candidate: list[SemanticTuple], references: list[list[SemanticTuple]], seed: object
) -> None:
    shuffled = list(references)
    seed.shuffle(shuffled)
    one, other = (
        score_images({1: candidate}, {1: items}, grounding=NAME).images[1] for items in (references, shuffled)
    )
    assert (one.candidate, one.reference) == (other.candidate, other.reference)


@settings(deadline=None)
@given(references=captions_of_one_image)
def test_a_caption_matches_itself(references: list[list[SemanticTuple]]) -> None:
    image = score_images({1: references[-1]}, {1: references}, grounding=NAME).images[1]
    assert not any(image.spurious(component) for component in ("PA", "LO", "PA-PR", "PA-LO", "PA-PR-LO"))


@settings(deadline=None)
@given(images=strategies.images())
def test_images_do_not_see_each_other(images: dict[str | int, strategies.ImageTuples]) -> None:
    together = score_images(
        {k: candidate for k, (candidate, _) in images.items()},
        {k: references for k, (_, references) in images.items()},
        grounding=NAME,
    )
    for image_id, (candidate, references) in images.items():
        alone = score_images({image_id: candidate}, {image_id: references}, grounding=NAME)
        assert alone.images[image_id] == together.images[image_id]


def test_missing_lemmas_are_named_where_they_are() -> None:
    bare = [
        SemanticTuple(
            predicate=Predicate(text="runs", lemma="run"), agents=(Argument(text="man", lemma=None),)
        )
    ]
    with pytest.raises(
        InvalidInputError, match=r"references\[1\]\[1\]\[0\]\.agents\[0\]: 'man' has no lemma"
    ):
        score_images({1: tuples("run; man; -; -")}, {1: [[], bare]}, grounding=NAME)


class Careless(CoreferenceGrounding):
    def within_image(self, captions: object) -> list[GroundingFunction]:
        return []


def test_the_contract_of_groundings_that_see_an_image() -> None:
    assert isinstance(GROUND, ImageGrounding)
    lemma = get_grounding("lemma.v1")
    assert not isinstance(lemma, ImageGrounding)
    assert caption_groundings(lemma, [[], []]) == [lemma, lemma]
    with pytest.raises(CaptupleError, match=r"'coreference\.v1' returned 0 groundings for 2 captions"):
        score_images({1: []}, {1: [[]]}, grounding=Careless())


def test_every_road_to_a_score_sees_the_image(tmp_path: Path) -> None:
    import msgspec
    from captuple.v1 import captuple_pb2 as pb
    from captuple.wire.convert import tuples_to_proto

    from extractor.types import CaptionEntry
    from formats import CaptionRow
    from scoring import Conventions
    from service.batch.shard import ScoreOptions as BatchOptions
    from service.batch.shard import Shard, ShardWorker, WorkerOptions
    from service.rpc.workers.scoring import ScoreOptions, Scorer, ScoreTask
    from tests.fakes import FakeExtractor

    expected = score_images(
        {1: tuples("run; kid; -; street")}, {1: [tuples("run; boy; -; road")]}, grounding=NAME
    ).overall_f1
    assert expected > 0.9

    options = ScoreOptions(
        grounding=NAME,
        conventions=Conventions(),
        missing_candidates="error",
        strict_language=False,
        return_basts=False,
        return_matched=True,
        return_missed=False,
        return_spurious=False,
        return_tuples=False,
        return_spans=True,
    )
    captions = [tuples("run; kid; -; street"), tuples("run; boy; -; road")]
    task = ScoreTask(
        options=msgspec.msgpack.encode(options),
        index=0,
        key=pb.ImageInput(image_id="a").SerializeToString(),
        captions=[pb.SemanticTupleList(tuples=tuples_to_proto(c)).SerializeToString() for c in captions],
    )
    [outcome] = Scorer(None).run([task.encode()])
    assert outcome.data is not None
    agreement = pb.ImageAgreement.FromString(outcome.data)
    assert agreement.image_id == "a"
    assert agreement.overall_f1 == pytest.approx(expected)
    [participant] = agreement.components[0].matched
    assert [source.HasField("reference_index") for source in participant.sources] == [False, True]

    worker = ShardWorker(
        WorkerOptions(task=BatchOptions(grounding=NAME), output=tmp_path, output_format="jsonl"),
        extractor=FakeExtractor(),
    )
    entry, reference = (
        CaptionEntry(caption=Caption(text=text)) for text in ("run kid street", "run boy road")
    )
    row = CaptionRow(where="rows:1", image_id="a", entry=entry, references=(reference,))
    worker.run(Shard(file=0, number=0, rows=[row]))
    [part] = tmp_path.glob("part-*")
    assert json.loads(part.read_text())["overall_f1"] == pytest.approx(expected)


def test_content_selection_and_judgements_see_the_image() -> None:
    from scoring.inference.judgement import JudgedCaption
    from scoring.selection.content_selection import mentioned_instances
    from service.cli.commands.benchmark import _bast_scores

    captions = [tuples("run; kid; -; -"), tuples("run; boy; -; -"), tuples("see; boy; dog; -")]
    selected = mentioned_instances(captions, grounding=caption_groundings(GROUND, captions))
    assert selected == [{"boy"}, {"boy"}, {"boy", "dog"}]
    assert mentioned_instances(captions, grounding=NAME)[0] == {"kid"}  # of no image: alone

    by_text = {"one": tuple(captions[0]), "other": tuple(captions[1])}
    items = [JudgedCaption(key="a", candidate="one", references=("other",))]
    assert _bast_scores(items, by_text, get_grounding(NAME)) == [1.0]
    assert _bast_scores(items, by_text, get_grounding("lemma.v1")) != [1.0]


def test_scoring_with_it_loads_neither_torch_nor_stanza() -> None:
    code = (
        "import sys\n"
        "from scoring import score_images\n"
        "from tests.scoring_cases import tuples\n"
        f"score_images({{1: tuples('run; kid; -; -')}}, {{1: [tuples('run; boy; -; -')]}}, grounding={NAME!r})\n"
        "assert not {'torch', 'stanza', 'spacy'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


# --- The model's file


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle with what the model needs alone."""
    source, folder = find_bundle("en-captions"), tmp_path / "mine" / "1.0.0"
    folder.mkdir(parents=True)
    for name in (MANIFEST, COREFERENCE_FILE, THESAURUS_FILE):
        shutil.copyfile(source / name, folder / name)
    return folder


def rewritten(folder: Path, **changes: object) -> None:
    """Change fields of the model's header, and note the new hash."""
    path = folder / COREFERENCE_FILE
    with np.load(path) as file:
        arrays = dict(file)
    header = {**json.loads(arrays["meta"].tobytes()), **changes}
    path.write_bytes(array_bytes({**arrays, "meta": text_array(json.dumps(header))}))
    noted(folder, COREFERENCE_FILE)


def noted(folder: Path, name: str) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"][name] = file_sha256(folder / name)
    (folder / MANIFEST).write_text(json.dumps(manifest))


def test_round_trip(bundle: Path) -> None:
    model = CoreferenceModel.load(bundle)
    rewritten(bundle)
    again = CoreferenceModel.load(bundle)
    assert again.digest == model.digest and again.threshold == model.threshold
    grounding = pickle.loads(pickle.dumps(CoreferenceGrounding(bundle)))  # noqa: S301  # our own object
    [kid, _] = (
        g.ground_arguments([argument(w)])
        for g, w in zip(
            grounding.within_image([tuples("run; kid; -; -"), tuples("run; boy; -; -")]),
            ("kid", "boy"),
            strict=True,
        )
    )
    assert kid == ["boy"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"schema": "other/1"}, "is no coreference model of captuple.coreference/1"),
        ({"feature_schema": 99}, "has the features 99, this version has 1"),
        ({"thesaurus": "0" * 8}, "was learned with the thesaurus 00000000"),
    ],
)
def test_models_that_do_not_fit(bundle: Path, changes: dict[str, object], message: str) -> None:
    rewritten(bundle, **changes)
    with pytest.raises(BundleError, match=message):
        CoreferenceModel.load(bundle)


def test_bytes_that_are_no_model(bundle: Path) -> None:
    thesaurus = Thesaurus.load(bundle / THESAURUS_FILE)
    with np.load(bundle / COREFERENCE_FILE) as file:
        arrays = dict(file)

    def read(**changes: object) -> CoreferenceModel:
        data = array_bytes({name: a for name, a in {**arrays, **changes}.items() if a is not None})
        return CoreferenceModel.from_bytes(data, thesaurus=thesaurus, where="x")

    assert read().threshold == CoreferenceModel.load(bundle).threshold
    with pytest.raises(BundleError, match="x is no coreference model: it lacks coefficients"):
        read(coefficients=None)
    with pytest.raises(BundleError, match="x lacks feature_schema, intercept, threshold, thesaurus"):
        read(meta=text_array(json.dumps({"schema": "captuple.coreference/1"})))
    with pytest.raises(BundleError, match=r"x is damaged: \d+ features have weights of shape \(3,\)"):
        read(coefficients=np.ones(3, dtype=np.float32))
    with pytest.raises(BundleError, match="x is no readable coreference model"):
        read(meta=text_array("{"))


def test_damaged_and_missing_files(bundle: Path) -> None:
    path = bundle / COREFERENCE_FILE
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(BundleError, match=r"coreference\.npz differs from its SHA-256 in the manifest"):
        CoreferenceModel.load(bundle)
    path.write_bytes(b"x")
    noted(bundle, COREFERENCE_FILE)
    with pytest.raises(BundleError, match="is no readable coreference model"):
        CoreferenceModel.load(bundle)
    path.unlink()
    with pytest.raises(
        BundleError, match=r"has no coreference\.npz: make one with 'captuple train coreference'"
    ):
        CoreferenceGrounding(bundle).within_image([tuples("run; kid; -; -")])


# --- which bundle


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed bundle whose model joins nothing: kid and boy of one image are two."""
    folder = tmp_path / "models" / "other" / "1.0.0"
    shutil.copytree(find_bundle("en-captions"), folder)
    rewritten(folder, threshold=1e9)
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps({**manifest, "name": "other", "version": "1.0.0"}))
    monkeypatch.setenv("CAPTUPLE_MODELS", str(tmp_path / "models"))
    return folder


IMAGES = ({1: tuples("run; kid; -; -")}, {1: [tuples("run; boy; -; -")]})


def test_the_model_that_is_asked_for_is_the_one_that_is_used(other: Path) -> None:
    chosen = {name: get_grounding(NAME, model=name) for name in ("en-captions", "other")}
    chosen["folder"] = get_grounding(NAME, model=other)
    reports = {name: score_images(*IMAGES, grounding=ground) for name, ground in chosen.items()}
    assert {name: report.scores["PA"].f1 for name, report in reports.items()} == {
        "en-captions": 1.0,
        "other": 0.0,
        "folder": 0.0,
    }
    assert "|ground:coreference.v1@other-1.0.0|" in reports["other"].signature
    assert reports["folder"].signature == reports["other"].signature != reports["en-captions"].signature
    assert get_grounding(NAME, model="other") is get_grounding(NAME, model=other)
    assert get_grounding("lemma.v1", model="other") is get_grounding("lemma.v1")
    assert get_grounding(NAME).name == NAME


def test_the_extractor_s_bundle_is_the_grounding_s(other: Path) -> None:
    class Reader:
        model = "other@1.0.0"
        folder = other

        def extract(self, captions: list[Caption]) -> list[Extraction]:
            return [
                Extraction(caption=c, model=self.model, tuples=tuple(tuples(f"run; {c.text}; -; -")))
                for c in captions
            ]

    scores = score(["kid"], [["boy"]], grounding=NAME, extractor=Reader())  # type: ignore[arg-type]
    assert scores.bast.scores["PA"].f1 == 0.0
    assert "coreference.v1@other-1.0.0" in scores.bast.signature


def test_a_job_takes_its_own_model_and_says_so(other: Path, tmp_path: Path) -> None:
    from service.batch.job import JobOptions, run_job
    from service.batch.shard import ScoreOptions

    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"image_id": 1, "caption": "A kid runs.", "references": ["A boy runs."]}\n')
    for model in ("en-captions", "other"):
        task = ScoreOptions(model=model, grounding=NAME)
        options = JobOptions(workers=1)
        result = run_job(task, input_pattern=str(rows), output=tmp_path / model, options=options)
        identity = json.loads((tmp_path / model / "job.json").read_bytes())
        name = "coreference.v1@" + ("other-1.0.0" if model == "other" else "en-captions-")
        assert identity["grounding"].startswith(name)
        assert identity["scoring_sha256"] and identity["grounding_source"] == "captuple"
        assert f"|ground:{name}" in result.summary["signature"]
        assert result.summary["components"]["PA"]["f1"] == (0.0 if model == "other" else 1.0)


def test_a_bundle_without_the_model_is_refused_at_once(other: Path) -> None:
    (other / COREFERENCE_FILE).unlink()
    with pytest.raises(BundleError, match=r"has no coreference\.npz: make one with 'captuple train"):
        get_grounding(NAME, model=other)


def test_the_installed_model_belongs_to_its_thesaurus() -> None:
    model = CoreferenceModel.load(find_bundle("en-captions"))
    assert model.meta["types"] == "predicted"
    assert dataclasses.is_dataclass(model) and len(model.linear.index_by_feature) > 100
