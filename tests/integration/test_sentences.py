"""The sentence encoder, from its training on captions of our own to a bundle and the similarity ``encoder.v1``."""

from __future__ import annotations

import itertools
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from extractor import BundleError, Extractor
from extractor.bundle import find_bundle, load_bundle, read_manifest
from extractor.errors import InvalidInputError
from extractor.syntax.encoder.sentences import MAX_WORDS, SENTENCE_FILES, SentenceEncoder
from scoring import DescribedCaption, grade_images
from scoring.graded.contextual import EncoderSimilarity, contextual_agreement
from scoring.graded.score import INVENTED
from service.similarities import check_similarity, load_similarity
from tests.processes import ROOT
from tests.tiny_encoder import WIDTH, write_start
from training.sentences.bundle import add_sentences
from training.sentences.data import parse_images, read_images
from training.sentences.train import CHECKPOINT_FILE
from training.sentences.wrong import WrongCaptions

NOUNS = ("dog", "cat", "goat", "heron")
TEXTS = (
    "The goat chases the heron.",
    "a dog in the pond",
    "Oh!",
    "",
    "the cat sees the dog in the barn " * 9,
)


@pytest.fixture(scope="module")
def captions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sentences")
    write_start(folder / "start")
    lines = []
    for number, (one, other) in enumerate(itertools.permutations(NOUNS, 2)):
        texts = [f"A brown {one} chases a black {other}.", f"The {one} sees two {other}s in the barn."]
        lines.append(json.dumps({"image_id": f"ours/{number}", "captions": texts}))
    (folder / "captions.jsonl").write_text("\n".join(lines) + "\n")
    (folder / "without.jsonl").write_text(json.dumps({"image_id": 3, "captions": ["A pond."]}) + "\n")
    return folder


def train(folder: Path, output: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            *(sys.executable, "-m", "service.cli", "train", "sentences", "--start", str(folder / "start")),
            *("--captions", str(folder / "captions.jsonl"), "--without", str(folder / "without.jsonl")),
            *("--images", "4", "--output", str(output), *options),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


@pytest.fixture(scope="module")
def trained(captions: Path) -> Path:
    output = captions / "work"
    done = train(captions, output, "--steps", "6", "--start-name", "ours, drawn at random")
    assert done.returncode == 0, done.stderr
    assert "11 captions" not in done.stderr
    figures = json.loads(done.stdout)
    assert set(figures) == {"start", "trained"}
    return output


@pytest.fixture(scope="module")
def encoder(trained: Path) -> SentenceEncoder:
    return SentenceEncoder(trained / "sentences")


@pytest.fixture(scope="module")
def bundles(trained: Path) -> Path:
    output = trained / "bundles"
    add_sentences(trained, base="en-captions", name=None, bundle_version="9.0.0", output=output)
    return output


def test_a_text_alone_has_the_vectors_that_it_has_in_a_batch(encoder: SentenceEncoder) -> None:
    together = encoder.encode(TEXTS)
    for text, expected in zip(TEXTS, together, strict=True):
        [alone] = encoder.encode([text])
        assert np.array_equal(alone.vector, expected.vector)
        assert np.array_equal(alone.words, expected.words)
        assert alone.spans == expected.spans


def test_vectors(encoder: SentenceEncoder) -> None:
    found = dict(zip(TEXTS, encoder.encode(TEXTS), strict=True))
    first = found[TEXTS[0]]
    assert [TEXTS[0][start:end] for start, end in first.spans] == ["The", "goat", "chases", "the", "heron"]
    assert first.words.shape == (5, WIDTH)
    assert np.linalg.norm(first.words, axis=1) == pytest.approx(1, abs=1e-5)
    assert np.linalg.norm(first.vector) == pytest.approx(1, abs=1e-5)
    assert found[""].words.shape == (0, WIDTH)
    assert not found[""].vector.any()
    long = encoder.encode(["dog " * 400])[0]
    assert len(long.spans) == MAX_WORDS
    # Marks and letter case make no difference.
    same, other = encoder.encode(["The goat", "the goat!"])
    assert np.array_equal(same.vector, other.vector)


def test_captions_made_wrong(captions: Path, extractor: Extractor) -> None:
    images = parse_images(read_images([captions / "captions.jsonl"], without=[]), extractor)
    wrong = WrongCaptions((parse for image in images for parse in image.parses), extractor.lexicon)
    kinds = set()
    for number, image in enumerate(images):
        for parse in image.parses:
            draws = random.Random(number)  # noqa: S311  # draws words, guards nothing
            right = [word.text for word in parse.words]
            for kind, words in wrong(parse, image.said, draws, n=7):
                kinds.add(kind)
                assert words != right
                if kind.startswith("exchange"):
                    assert sorted(words) == sorted(right)
                if kind.startswith("replace"):
                    [(old, new)] = [pair for pair in zip(right, words, strict=True) if pair[0] != pair[1]]
                    assert new not in image.said, (old, new)
    assert {"exchange things", "exchange attributes", "replace thing"} <= kinds


def test_images_are_left_out_by_the_end_of_their_id(captions: Path) -> None:
    files = [captions / "captions.jsonl"]
    every, left = read_images(files, without=[]), read_images(files, without=[captions / "without.jsonl"])
    assert len(every) == len(left) + 1
    assert {image[0].image_id for image in every} - {image[0].image_id for image in left} == {"ours/3"}


def test_what_is_wrong_with_captions_is_named(captions: Path, tmp_path: Path) -> None:
    (tmp_path / "bare.jsonl").write_text('{"caption": "A dog."}\n{"caption": "A cat."}\n')
    with pytest.raises(InvalidInputError, match=r"bare.jsonl:1: has no image_id(.|\n)*bare.jsonl:2"):
        read_images([tmp_path / "bare.jsonl"], without=[])
    done = train(captions, tmp_path / "out", "--captions", str(tmp_path / "bare.jsonl"), "--steps", "1")
    assert done.returncode == 2
    assert "bare.jsonl:1" in done.stderr


def test_a_training_of_other_settings_is_not_gone_on_with(
    captions: Path, trained: Path, tmp_path: Path
) -> None:
    output = tmp_path / "other"
    shutil.copytree(trained, output, ignore=shutil.ignore_patterns("bundles"))
    (output / CHECKPOINT_FILE).write_bytes(b"nothing")
    done = train(captions, output, "--steps", "1")
    assert done.returncode == 1
    assert "no readable checkpoint" in done.stderr


def test_bundle(bundles: Path, trained: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = bundles / "en-captions" / "9.0.0"
    manifest = read_manifest(folder)
    assert {f"sentences/{file}" for file in SENTENCE_FILES} <= set(manifest.files)
    assert [entry.name for entry in manifest.training_data if entry.name.startswith("sentences: ")]
    assert "ours, drawn at random" in (folder / "README.md").read_text()
    load_bundle(folder)
    with pytest.raises(InvalidInputError, match="exists"):
        add_sentences(trained, base="en-captions", name=None, bundle_version="9.0.0", output=bundles)
    with pytest.raises(InvalidInputError, match="three numbers"):
        add_sentences(trained, base="en-captions", name=None, bundle_version="9", output=bundles)
    with pytest.raises(InvalidInputError, match="no such file"):
        add_sentences(
            trained / "bundles", base="en-captions", name=None, bundle_version="9.0.1", output=bundles
        )
    # A bundle made over it keeps the encoder; one that lacks it is an error that names who has it.
    plain = f"en-captions@{find_bundle('en-captions').name}"
    monkeypatch.setenv("CAPTUPLE_MODELS", str(bundles))
    assert isinstance(load_similarity("encoder.v1", "en-captions@9.0.0"), EncoderSimilarity)
    check_similarity("encoder.v1", "en-captions@9.0.0")
    for ask in (load_similarity, check_similarity):
        with pytest.raises(
            BundleError, match=rf"{plain} has no sentence encoder; choose .*en-captions@9.0.0"
        ):
            ask("encoder.v1", plain)


def test_damaged_files_are_refused(bundles: Path, tmp_path: Path) -> None:
    folder = tmp_path / "en-captions" / "9.0.0"
    shutil.copytree(bundles / "en-captions" / "9.0.0", folder)
    (folder / "sentences" / "vocab.txt").write_text("dog\n")
    with pytest.raises(BundleError, match=r"sentences/vocab\.txt"):
        load_similarity("encoder.v1", str(folder))
    for file in SENTENCE_FILES:
        broken = tmp_path / f"without-{file}"
        shutil.copytree(bundles / "en-captions" / "9.0.0" / "sentences", broken)
        (broken / file).unlink()
        with pytest.raises(BundleError, match=file):
            SentenceEncoder(broken)
        (broken / file).write_bytes(b"{}")
        with pytest.raises(BundleError):
            SentenceEncoder(broken)


def test_similarity(bundles: Path) -> None:
    similarity = load_similarity("encoder.v1", str(bundles / "en-captions" / "9.0.0"))
    assert isinstance(similarity, EncoderSimilarity)
    candidate = DescribedCaption(tuples=(), text="the dog sees the cat")
    references = [
        DescribedCaption(tuples=(), text=text) for text in ("a dog in the barn", "the cat sees the dog")
    ]
    report = grade_images({1: candidate}, {1: references}, similarity=similarity)
    image = report.images[1]
    values = {summand.name: summand.measure for summand in image.summands}
    own, *theirs = similarity.encode([candidate.text, *(reference.text for reference in references)])
    # The definitions, word by word.
    cosines = [float(own.vector @ other.vector) for other in theirs]
    assert values["captions"] == pytest.approx((max(cosines) + np.mean(cosines)) / 2, abs=1e-6)
    best = [max(float(word @ other) for their in theirs for other in their.words) for word in own.words]
    assert values["word precision"] == pytest.approx(np.mean(best), abs=1e-6)
    lacking = sum(1 - likeness for likeness in best)
    assert values["invention"] == pytest.approx(lacking / (lacking + INVENTED), abs=1e-6)
    recalls = [np.mean([max(float(w @ o) for w in own.words) for o in their.words]) for their in theirs]
    assert values["word recall"] == pytest.approx(np.mean(recalls), abs=1e-6)
    agreement = contextual_agreement(own, theirs)
    for word, (k, j), likeness in zip(
        own.words, agreement.word_matches, agreement.word_precision, strict=True
    ):
        assert float(word @ theirs[k].words[j]) == pytest.approx(likeness, abs=1e-6)
    assert f"|encoder:{similarity.encoder.digest}|" in report.signature
    # Tuples without a text are read by their lemmas; a caption without words is like nothing.
    nothing = grade_images({1: DescribedCaption(tuples=(), text="?")}, {1: references}, similarity=similarity)
    assert nothing.score == 0
    assert nothing.wordless == (1,)
