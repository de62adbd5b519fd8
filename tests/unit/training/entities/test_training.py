from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path
from typing import Any

import click.testing
import numpy as np
import pytest

from extractor.bundle import file_sha256, find_bundle, load_bundle, read_manifest
from extractor.errors import InvalidInputError
from scoring.entities.files import COREFERENCE_FILE
from scoring.entities.mention import EntityImage, make_mention
from scoring.entities.model import CoreferenceModel
from scoring.graded.thesaurus import THESAURUS_FILE, Thesaurus
from service.cli.group import cli
from training.entities.coreference import (
    BASELINES,
    CoreferenceOptions,
    cross_validate_coreference,
    figures_of,
    train_coreference,
)
from training.thesaurus.bundle import add_thesaurus

OPTIONS = CoreferenceOptions(c=(0.1,), thresholds=(-0.3, 0.0, 0.3))
# What people of our own call the same things; two of a scene are never called alike.
SCENES = (
    (("boy", "kid", "child"), ("bike", "bicycle"), ("street", "road")),
    (("heron", "bird"), ("fish", "catch"), ("pond", "lake")),
    (("woman", "lady"), ("man", "guy"), ("kitchen", "room")),
)
CORPUS = (
    Path(os.environ.get("CAPTUPLE_DATA", "../shared/data")) / "flickr30k_entities" / "annotation_test.json.gz"
)


def phrases(n_images: int = 30, seed: int = 0) -> list[dict[str, Any]]:
    """Four captions for each image, in the form of Flickr30k Entities."""
    rng = random.Random(seed)  # noqa: S311  # guards no secret
    result: list[dict[str, Any]] = []
    for image in range(n_images):
        for caption in range(4):
            for place, words in enumerate(SCENES[image % 3]):
                result.append(
                    {
                        "image": f"{image}#{caption}",
                        "entity": f"{image}-{place}",
                        "phrase": ["a", rng.choice(words)],
                        "pos": ["DT", "NN"],
                        "start": 4 * place,
                        "categories": ["people"],
                    }
                )
    return result


def images(n_images: int = 30) -> list[EntityImage]:
    by_image: dict[str, list[dict[str, Any]]] = {}
    for item in phrases(n_images):
        by_image.setdefault(str(item["image"]).partition("#")[0], []).append(item)
    return [
        EntityImage(
            image_id=image_id,
            mentions=tuple(
                make_mention(
                    item["phrase"][1],
                    form=item["phrase"][1],
                    caption=int(item["image"][-1]),
                    place=item["start"] // 4,
                    types=["other"],
                )
                for item in items
            ),
            entities=tuple(item["entity"] for item in items),
        )
        for image_id, items in by_image.items()
    ]


@pytest.fixture(scope="module")
def thesaurus() -> Thesaurus:
    return Thesaurus.load(find_bundle("en-captions") / THESAURUS_FILE)


def test_it_learns_what_baselines_cannot_know(thesaurus: Thesaurus) -> None:
    found = figures_of(images(), cross_validate_coreference(images(), thesaurus=thesaurus, options=OPTIONS))
    assert found["b3"].f1 > 0.95
    for name, baseline in BASELINES.items():
        assert figures_of(images(), [baseline(i) for i in images()])["b3"].f1 < found["b3"].f1, name


def test_the_same_data_gives_the_same_bytes(thesaurus: Thesaurus) -> None:
    one, other = (train_coreference(images(), thesaurus=thesaurus, options=OPTIONS) for _ in range(2))
    assert one.to_bytes() == other.to_bytes()
    assert one.threshold in OPTIONS.thresholds
    # One caption: every mention is an entity of its own.
    assert one.entities([m for m in images()[0].mentions if m.caption == 0]) == [0, 1, 2]
    assert one.entities([]) == []


def test_too_little_to_learn_from(thesaurus: Thesaurus) -> None:
    with pytest.raises(InvalidInputError, match="at least 20 images; got 3"):
        train_coreference(images(3), thesaurus=thesaurus)
    alone = [
        EntityImage(
            image_id=k,
            mentions=(make_mention("man", form="man"), make_mention("man", form="man", place=1)),
            entities=(1, 2),
        )
        for k in range(30)
    ]
    with pytest.raises(InvalidInputError, match="got 0 pairs, 0 of them one entity"):
        train_coreference(alone, thesaurus=thesaurus)


def invoke(*arguments: str | Path) -> click.testing.Result:
    return click.testing.CliRunner().invoke(cli, [str(a) for a in arguments])


def test_train_and_evaluate_by_command(tmp_path: Path, thesaurus: Thesaurus) -> None:
    path = tmp_path / "phrases.json"
    path.write_text(json.dumps(phrases()))
    command = ("train", "coreference", "--entities", path, "--base", "en-captions", "--output", tmp_path)
    result = invoke(*command, "--version", "9.0.0", "--name", "mine", "--data-name", "scenes of our own")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "mine" / "9.0.0"
    assert result.stdout.strip().endswith(str(folder))
    bundle = load_bundle(folder)  # verifies every hash
    assert bundle.manifest.training_data[-1].name == "coreference: scenes of our own"
    assert bundle.manifest.files[COREFERENCE_FILE] == file_sha256(folder / COREFERENCE_FILE)
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "## Entities across captions" in card and "scenes of our own: 30 images, 360 mentions" in card
    assert (
        CoreferenceModel.load(folder).digest
        == json.loads((folder / "eval.json").read_text())["coreference"]["digest"]
    )
    for more, message in (
        (("--version", "9.0.0", "--name", "mine"), "exists: bundles are immutable"),
        (("--version", "nine"), "'nine' is not three numbers"),
    ):
        refused = click.testing.CliRunner().invoke(cli, [*map(str, command), *more])
        assert refused.exit_code == 2 and message in refused.output

    # Another thesaurus: the model that was learned with this one is left out; the same one keeps it.
    other = Thesaurus.of(
        ["boy/n", "kid/n"],
        np.eye(2),
        np.ones(2),
        lexicon_sha256=thesaurus.lexicon_sha256,
        meta={"data": ["x"]},
        term_by_form={"boys": "boy/n"},
    )
    lost = add_thesaurus(other.to_bytes(), base=folder, target=tmp_path / "lost" / "1.0.0", data_files={})
    assert COREFERENCE_FILE not in read_manifest(lost).files
    kept = add_thesaurus(
        (folder / THESAURUS_FILE).read_bytes(), base=folder, target=tmp_path / "kept" / "1.0.0", data_files={}
    )
    assert COREFERENCE_FILE in read_manifest(kept).files
    shutil.rmtree(tmp_path)


def test_evaluate_by_command(tmp_path: Path) -> None:
    path = tmp_path / "phrases.json"
    path.write_text(json.dumps(phrases()))
    captions = tmp_path / "captions.tsv"
    words = phrases()[:3]
    who, what, place = (item["phrase"][1] for item in words)
    captions.write_text(f"0.jpg#0\ta {who} with only a {what} near just a {place} .\n")
    result = invoke("evaluate", "--coreference", path, "--coreference-captions", captions, "--format", "json")
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)["coreference"]
    assert set(record) == {"types_annotated", "types_predicted", "texts"}
    assert record["types_annotated"]["linear SVM and clustering"]["b3"][2] > 0.9
    assert record["texts"]["n_captions"] == 1
    assert record["texts"]["mentions"]["heads"]["n_annotated"] == 3
    refused = invoke("evaluate", "--gold", path, "--coreference-captions", captions)
    assert refused.exit_code == 2 and "goes with --coreference" in refused.output


@pytest.mark.skipif(not CORPUS.is_file(), reason=f"no Flickr30k Entities in {CORPUS.parent} (CAPTUPLE_DATA)")
def test_the_counting_is_that_of_the_baselines_that_we_were_given(thesaurus: Thesaurus) -> None:
    from extractor.lexicon import Lexicon
    from formats.corpora.entity_mentions import read_mentions

    lexicon = Lexicon.load(find_bundle("en-captions") / "lexicon.json.gz")
    annotated = [i.entities() for i in read_mentions(CORPUS, lemma=lambda word: lexicon.lemma(word, "noun"))]
    by_type = figures_of(annotated, [BASELINES["same type"](image) for image in annotated])
    assert (round(by_type["b3"].f1, 3), round(by_type["pairwise"].f1, 3)) == (0.794, 0.662)
