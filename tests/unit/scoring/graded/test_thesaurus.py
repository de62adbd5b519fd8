from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from extractor.bundle import file_sha256, find_bundle, load_bundle
from extractor.errors import BundleError, InvalidInputError
from extractor.types import Caption
from scoring.graded.similarity import ContentWord, ThesaurusSimilarity
from scoring.graded.thesaurus import THESAURUS_FILE, Thesaurus
from service.similarities import load_similarity
from training.thesaurus.bundle import add_thesaurus, train_thesaurus
from training.thesaurus.learn import ThesaurusOptions, learn_thesaurus, word_term

if TYPE_CHECKING:
    from extractor import Extractor

SMALL = ThesaurusOptions(n_dimensions=3, min_images=2, n_epochs=3, batch_size=32)
SCENES = (
    (("kid", "child", "boy"), ("ride", "push"), ("bike", "bicycle"), ("street", "road")),
    (("heron", "bird", "crane"), ("wade", "stand"), ("fish", "frog"), ("pond", "lake")),
    (("cook", "chef"), ("stir", "taste"), ("soup", "stew"), ("kitchen", "restaurant")),
)


def images(n: int = 150, seed: int = 0) -> list[list[list[tuple[str, str]]]]:
    """Captions of our own, two for each image, from three kinds of scenes."""
    rng = random.Random(seed)  # noqa: S311  # guards no secret
    result = []
    for i in range(n):
        who, does, what, place = SCENES[i % 3]
        result.append(
            [
                [
                    ("A", "DET"),
                    (rng.choice(who), "NOUN"),
                    (rng.choice(does) + "s", "VERB"),
                    (rng.choice(what), "NOUN"),
                    (rng.choice(place), "NOUN"),
                ]
                for _ in range(2)
            ]
        )
    return result


@pytest.fixture(scope="module")
def thesaurus() -> Thesaurus:
    bundle = load_bundle(find_bundle("en-captions"))
    return learn_thesaurus(
        images(),
        lexicon=bundle.lexicon,
        options=SMALL,
        lexicon_sha256=file_sha256(bundle.folder / "lexicon.json.gz"),
        meta={"data": ["our own scenes (Apache-2.0)"]},
    )


def test_words_of_like_images_are_alike(thesaurus: Thesaurus) -> None:
    words = [ContentWord(w, "n") for w in ("kid", "child", "heron", "soup")]
    values = ThesaurusSimilarity(thesaurus).similarities(words)
    assert values[0, 1] > 0.5 > max(values[0, 2], values[0, 3])
    assert (values >= 0).all() and (values <= 1).all()
    assert thesaurus.weights.min() > 0


def test_the_same_data_gives_the_same_bytes(thesaurus: Thesaurus) -> None:
    lexicon = load_bundle(find_bundle("en-captions")).lexicon
    again = learn_thesaurus(
        images(),
        lexicon=lexicon,
        options=SMALL,
        lexicon_sha256=thesaurus.lexicon_sha256,
        meta=thesaurus.meta,
    )
    assert again.to_bytes() == thesaurus.to_bytes()
    other = learn_thesaurus(images(seed=1), lexicon=lexicon, options=SMALL)
    assert other.digest != thesaurus.digest


def test_round_trip(thesaurus: Thesaurus, tmp_path: Path) -> None:
    path = tmp_path / THESAURUS_FILE
    path.write_bytes(thesaurus.to_bytes())
    read = Thesaurus.load(path, lexicon_sha256=thesaurus.lexicon_sha256)
    assert read.index_by_term == thesaurus.index_by_term
    assert read.term_by_form == thesaurus.term_by_form
    assert np.abs(read.vectors - thesaurus.vectors).max() < 0.02  # one byte a number
    assert Thesaurus.load(path).digest == read.digest
    with pytest.raises(BundleError, match="belongs to another bundle: it was made with the lexicon"):
        Thesaurus.load(path, lexicon_sha256="0" * 64)
    path.write_bytes(thesaurus.to_bytes()[:100])
    with pytest.raises(BundleError, match="is no readable thesaurus"):
        Thesaurus.load(path)
    np.savez(path, terms=np.arange(3))
    with pytest.raises(BundleError, match="lacks form_terms, forms, meta, vectors, weights"):
        Thesaurus.load(path)
    np.savez(
        path,
        **{name: np.array([{}]) for name in ("meta", "terms", "forms", "form_terms", "vectors", "weights")},
    )
    with pytest.raises(BundleError, match="no readable thesaurus"):
        Thesaurus.load(path)  # pickled objects are never read
    with pytest.raises(BundleError, match="train thesaurus"):
        Thesaurus.load(tmp_path / "missing.npz")


def test_terms() -> None:
    lexicon = load_bundle(find_bundle("en-captions")).lexicon
    cases = {
        ("Dogs", "NOUN"): "dog/n",
        ("ran", "VERB"): "run/v",
        ("Red", "ADJ"): "red/m",
        ("two", "NUM"): "two/m",
        ("the", "DET"): None,
        ("--", "NOUN"): None,
    }
    assert {case: word_term(*case, lexicon) for case in cases} == cases


def test_lookup_falls_back(thesaurus: Thesaurus) -> None:
    assert thesaurus.find("ride", "v") == "ride/v"
    assert thesaurus.find("ride-on", "v") == "ride/v"
    assert thesaurus.find("snow-bike", "n") == "bike/n"
    assert thesaurus.find("kid", "m") == "kid/n"  # what the word usually is
    assert thesaurus.find("qwzx", "n") is None
    similarity = ThesaurusSimilarity(thesaurus)
    unknown = [ContentWord("qwzx", "n"), ContentWord("qwzy", "n")]
    assert similarity.similarities(unknown).tolist() == [[1, 0], [0, 1]]
    assert similarity.weights(unknown).tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("n", "options", "message"),
    [
        (20, SMALL, "at least 100 images with two captions; got 20"),
        (120, ThesaurusOptions(), "26 words occur with 3 images or more; 200 dimensions need more"),
    ],
)
def test_too_little_data(n: int, options: ThesaurusOptions, message: str) -> None:
    lexicon = load_bundle(find_bundle("en-captions")).lexicon
    with pytest.raises(InvalidInputError, match=message):
        learn_thesaurus(images(n), lexicon=lexicon, options=options)


def test_parts_that_do_not_fit() -> None:
    with pytest.raises(BundleError, match=r"1 terms has vectors of shape \(2, 2\)"):
        Thesaurus.of(["a/n"], np.eye(2), np.ones(2))
    with pytest.raises(BundleError, match="weights above 0"):
        Thesaurus.of(["a/n", "b/n"], np.eye(2), np.zeros(2))


@pytest.fixture(scope="module")
def bundle(thesaurus: Thesaurus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundles")
    data = folder / "scenes.jsonl"
    data.write_text("{}")
    return add_thesaurus(
        thesaurus.to_bytes(),
        base=find_bundle("en-captions"),
        target=folder / "mine" / "1.0.0",
        data_files={data: "scenes.jsonl (our own)"},
    )


def test_a_bundle_with_a_thesaurus(bundle: Path, thesaurus: Thesaurus) -> None:
    loaded = load_bundle(bundle)  # verifies every hash
    assert loaded.model == "mine@1.0.0"
    assert THESAURUS_FILE in loaded.manifest.files
    assert loaded.manifest.training_data[-1].name == "thesaurus: scenes.jsonl (our own)"
    card = (bundle / "README.md").read_text(encoding="utf-8")
    assert "## Thesaurus" in card and "our own scenes (Apache-2.0)" in card and "# mine 1.0.0" in card
    similarity = load_similarity("thesaurus.v1", str(bundle))
    assert isinstance(similarity, ThesaurusSimilarity)
    assert len(similarity.thesaurus.index_by_term) == len(thesaurus.index_by_term)
    with pytest.raises(InvalidInputError, match="exists: bundles are immutable"):
        add_thesaurus(thesaurus.to_bytes(), base=bundle, target=bundle, data_files={})


def test_a_thesaurus_of_another_bundle_is_refused(bundle: Path, tmp_path: Path) -> None:
    copy = tmp_path / "mine" / "1.0.0"
    shutil.copytree(bundle, copy)
    foreign = Thesaurus.of(["a/n", "b/n"], np.eye(2), np.ones(2), lexicon_sha256="f" * 64)
    (copy / THESAURUS_FILE).write_bytes(foreign.to_bytes())
    with pytest.raises(BundleError, match="belongs to another bundle"):
        load_similarity("thesaurus.v1", str(copy))
    with pytest.raises(BundleError, match=r"thesaurus\.npz belongs to another bundle"):
        add_thesaurus(foreign.to_bytes(), base=bundle, target=tmp_path / "x" / "1.0.0", data_files={})


def test_a_bundle_without_a_thesaurus_says_so(bundle: Path, tmp_path: Path) -> None:
    copy = tmp_path / "bare" / "1.0.0"
    shutil.copytree(bundle, copy)
    (copy / THESAURUS_FILE).unlink()
    with pytest.raises(BundleError, match="has no thesaurus: make one with 'captuple train thesaurus'"):
        load_similarity("thesaurus.v1", str(copy))
    assert load_similarity("exact.v1", "no-such-model").name == "exact.v1"


def test_from_captions_to_a_bundle(extractor: Extractor, tmp_path: Path) -> None:
    captions = [
        Caption(text=" ".join(word for word, _ in caption) + ".", image_id=i)
        for i, image in enumerate(images(120))
        for caption in image
    ]
    data = tmp_path / "captions.jsonl"
    data.write_text(json.dumps([c.text for c in captions]))
    folder = train_thesaurus(
        captions,
        base="en-captions",
        name=None,
        bundle_version="9.0.0",
        output=tmp_path,
        data_files={data: "captions"},
        options=SMALL,
    )
    assert folder == tmp_path / "en-captions" / "9.0.0"
    assert load_similarity("thesaurus.v1", str(folder)).name == "thesaurus.v1"
    with pytest.raises(InvalidInputError) as caught:
        train_thesaurus(
            [Caption(text="A heron."), Caption(text="A kid.")],
            base="en-captions",
            name=None,
            bundle_version="nine",
            output=tmp_path,
            data_files={},
        )
    assert [fault.where for fault in caught.value.faults] == ["version", "captions[0]", "captions[1]"]
