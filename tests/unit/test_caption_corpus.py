"""The caption corpus: what is committed is what the source says, and every phenomenon is there several times."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from extractor import Extractor
from service.cli.gold import read_gold
from tests.data.captions import build
from training.links.validation import annotation_faults

DERIVED_PHENOMENA = {
    "adverb-locative",
    "compound-preposition",
    "event-locative",
    "negation",
    "object-locative",
    "particle",
    "scene-locative",
    "tacit-predicate",
    "tacit-value",
    "temporal-locative",
}


def compiled() -> build.Compiled:
    return build.compile_corpus(build.CAPTIONS)


@pytest.mark.parametrize("corpus", build.CORPORA, ids=lambda corpus: corpus.source.name)
def test_committed_files_are_what_the_source_compiles_to(corpus: build.Corpus) -> None:
    result = build.compile_corpus(corpus)
    assert result.faults == []
    assert corpus.records.read_text(encoding="utf-8") == build.json_lines(result.records)
    if corpus.marks is not None:
        assert corpus.marks.read_text(encoding="utf-8") == build.marks_json(result.marks)


def test_size() -> None:
    records = compiled().records
    n_images = len({record["image_id"] for record in records})
    assert len(records) >= 320
    assert n_images >= 90
    readme = (build.FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"{len(records)} captions of {n_images} imagined pictures" in readme
    assert len({str(record["caption"]).lower() for record in records}) == len(records)
    captions_by_image = Counter(record["image_id"] for record in records)
    assert set(captions_by_image.values()) <= {3, 4, 5}


def test_kinds_are_halved() -> None:
    train, held_out = (build.compile_corpus(corpus) for corpus in (build.KINDS_TRAIN, build.KINDS_HELD_OUT))
    counts = [Counter(kind for kinds in half.marks.values() for kind in kinds) for half in (train, held_out)]
    assert counts[0] == counts[1]
    assert counts[0].keys() == build.CAPTION_KINDS
    captions = [str(record["caption"]).lower() for half in (train, held_out) for record in half.records]
    assert len(set(captions)) == len(captions) == 300
    readme = (build.KINDS_FOLDER / "README.md").read_text(encoding="utf-8")
    assert "300 captions with gold tuples, 150 in `train.txt` and 150 in `held_out.txt`" in readme


def test_every_phenomenon_has_at_least_five_captions() -> None:
    assert build.CAPTIONS.marks is not None
    phenomena = json.loads(build.CAPTIONS.marks.read_text(encoding="utf-8"))
    counts = Counter(name for names in phenomena.values() for name in names)
    assert counts.keys() == build.WRITTEN_PHENOMENA | DERIVED_PHENOMENA
    assert {name: n for name, n in counts.items() if n < 5} == {}


@pytest.mark.parametrize("corpus", build.CORPORA, ids=lambda corpus: corpus.source.name)
def test_the_corpus_is_fit_for_training(corpus: build.Corpus, extractor: Extractor) -> None:
    annotated = read_gold([corpus.records], None)
    assert len(annotated) == len(build.compile_corpus(corpus).records)
    assert annotation_faults(annotated, extractor.lexicon) == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("  sits | man", ""),
        ("  sits | man | | on bench:object", ""),
        ("  sits | woman", "'woman' is no word of the caption"),
        ("  sits | man#2", "'man#2' is no word of the caption"),
        ("  sits | ma", "'ma' is no word of the caption"),
        ("  sits bench | man", "neither one word nor a word with its particle"),
        ("  sits | man | | at bench:object", "the caption has no 'at'"),
        ("  sits | man | | on bench:place", "a kind of scene, object, event, temporal"),
        ("  sits | | |", "at least one argument"),
        ("  sits", "expected: predicate | agents | patients | locatives"),
        ("A dog. {stakced}", "unknown marks: stakced"),
        ("@ image", "image image stands here a second time"),
    ],
)
def test_faults_of_the_source_name_the_line(line: str, problem: str) -> None:
    faults = build.compile_source(f"@ image\nA man sits on a bench.\n{line}\n").faults
    if problem:
        (fault,) = faults
        assert fault.startswith("source.txt:3: ")
        assert problem in fault
    else:
        assert faults == []


def test_a_caption_of_a_kind_has_one() -> None:
    source = "@ image\nA man sits. {coco}\nA man stands.\nA man lies. {coco video}\nA man runs. {passive}\n"
    assert build.compile_source(source, build.KINDS_TRAIN).faults == [
        "train.txt:3: a caption has one kind, this one 0",
        "train.txt:4: a caption has one kind, this one 2",
        "train.txt:5: unknown marks: passive",
    ]


def test_notation_of_the_source() -> None:
    source = (
        "@ i\n% comment\nNo dog picks up a dog outside. {possessive}\n"
        "  picks up | !dog | dog#2 | outside:scene\n  ~hold | dog |\n"
    )
    (record,) = build.compile_source(source).records
    assert record["caption_id"] == "i-1"
    tuples = record["tuples"]
    assert isinstance(tuples, list)
    first, second = tuples
    assert first == {
        "predicate": {"text": "picks up", "start": 7, "end": 15},
        "agents": [{"text": "dog", "start": 3, "end": 6, "negated": True}],
        "patients": [{"text": "dog", "start": 18, "end": 21}],
        "locatives": [{"text": "outside", "start": 22, "end": 29, "kind": "scene"}],
    }
    assert second["predicate"] == {"tacit": True, "value": "hold"}
    assert build.compile_source(source).marks == {
        "i-1": [
            "adverb-locative",
            "negation",
            "particle",
            "possessive",
            "scene-locative",
            "tacit-predicate",
            "tacit-value",
        ]
    }
