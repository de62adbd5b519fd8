"""The component: a document gets the tuples of its text, as data that is saved with it, and spans for its arguments."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import msgspec
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from extractor import Extractor
from extractor.bundle import DEFAULT_MODEL, find_bundle, load_bundle, read_manifest
from extractor.errors import BundleError, InvalidInputError, shorten
from extractor.syntax.parser import load_parser
from extractor.syntax.spacy_docs import DocParser
from extractor.types import Argument, Caption, Extraction, SemanticTuple, depicted
from formats.records import ExtractionRecord, extraction_from_record, extraction_record
from scoring import Bast, build_bast, get_grounding
from scoring.interfaces.extraction import in_halves

ParseSource = Literal["bundle", "pipeline"]
SPANS_KEY = "captuple"
LABELS = ("PREDICATE", "AGENT", "PATIENT", "LOCATIVE")
_DATA_KEY = "captuple"
_STATE_FILE = "captuple.json"
_ErrorHandler = Callable[[str, Any, list[Doc], Exception], Any]


class CaptupleComponent:
    """Extracts the tuples of documents, batch by batch; the model is loaded when it is needed, in each process.

    Args:
        name: Of the component.
        model: ``name``, ``name@version`` or the folder of a bundle.
        parse: Whose tree the links are decided over: the ``bundle``'s parser, as everywhere else, or that of the
            ``pipeline``, which must have tags and a tree.
        min_confidence: Predicates and arguments below it are left out, from 0 to 1.
        grounding: Registered name of the grounding of ``doc._.bast``.
        spans_key: Under which ``doc.spans`` has predicates and arguments; empty for no spans.
        nlp: The pipeline, whose labels tell the scheme of its parser; None where it has none.

    Raises:
        InvalidInputError: ``parse`` or ``min_confidence`` is not allowed.
        UnknownNameError: There is no such model or grounding.
    """

    def __init__(
        self,
        name: str,
        *,
        model: str = DEFAULT_MODEL,
        parse: ParseSource = "bundle",
        min_confidence: float = 0.0,
        grounding: str = "lemma.v1",
        spans_key: str = SPANS_KEY,
        nlp: Language | None = None,
    ) -> None:
        if parse not in ("bundle", "pipeline"):
            raise InvalidInputError(f"parse: {shorten(parse)} is not allowed; allowed: bundle, pipeline")
        if not 0.0 <= min_confidence <= 1.0:
            raise InvalidInputError(f"min_confidence: {min_confidence} is not from 0 to 1")
        get_grounding(grounding, model=find_bundle(model))
        self.name = name
        self.model = model
        self.parse = parse
        self.min_confidence = min_confidence
        self.grounding = grounding
        self.spans_key = spans_key
        self._nlp = nlp
        self._loaded: tuple[int, Extractor, DocParser | None] | None = None
        self._on_error: _ErrorHandler = _raise

    def __call__(self, doc: Doc) -> Doc:
        """A document with its tuples.

        Raises:
            InvalidInputError: No extractor takes its text, or it lacks the tree that ``parse`` asks for.
        """
        try:
            [extraction] = self._extract([doc])
            self._put(doc, extraction)
        except Exception as e:  # noqa: BLE001  # spaCy's handler decides what becomes of it
            self._on_error(self.name, self, [doc], e)
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """The documents with their tuples, in order; what fails fails alone, as spaCy's error handler has it."""
        documents = iter(stream)
        while docs := list(itertools.islice(documents, batch_size)):
            for doc, found in zip(docs, in_halves(self._extract, docs), strict=True):
                if isinstance(found, Exception):
                    self._on_error(self.name, self, [doc], found)
                    continue
                self._put(doc, found)
                yield doc

    def set_error_handler(self, handler: _ErrorHandler) -> None:
        """What becomes of documents that fail; see ``Language.set_error_handler``."""
        self._on_error = handler

    def get_error_handler(self) -> _ErrorHandler:
        """What becomes of documents that fail."""
        return self._on_error

    def to_bytes(self, *, exclude: Sequence[str] = ()) -> bytes:
        """Which model it is, by name and version: the model itself lies where bundles lie."""
        manifest = read_manifest(find_bundle(self.model))
        return msgspec.json.encode({"model": f"{manifest.name}@{manifest.version}"})

    def from_bytes(self, data: bytes, *, exclude: Sequence[str] = ()) -> CaptupleComponent:
        """Take the model that was written.

        Raises:
            BundleError: It is not installed here, or the data is damaged.
        """
        try:
            model = msgspec.json.decode(data, type=dict[str, str])["model"]
        except (msgspec.MsgspecError, KeyError, UnicodeDecodeError, RecursionError) as e:
            raise BundleError(f"no state of the component captuple: {shorten(data)}") from e
        manifest = read_manifest(find_bundle(self.model))
        if f"{manifest.name}@{manifest.version}" != model:
            find_bundle(model)  # says what there is, where it is not
            self.model, self._loaded = model, None
        return self

    def to_disk(self, path: str | Path, *, exclude: Sequence[str] = ()) -> None:
        """Write what ``to_bytes`` gives into a folder."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _STATE_FILE).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Sequence[str] = ()) -> CaptupleComponent:
        """Take what ``to_disk`` wrote."""
        return self.from_bytes((Path(path) / _STATE_FILE).read_bytes())

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_loaded": None}

    def _load(self) -> tuple[Extractor, DocParser | None]:
        """The extractor of this process: what was loaded before a fork is not used behind it."""
        if self._loaded is None or self._loaded[0] != os.getpid():
            extractor, parser = self._new()
            self._loaded = os.getpid(), extractor, parser
        return self._loaded[1:]

    def _new(self) -> tuple[Extractor, DocParser | None]:
        if self.parse == "bundle":
            return Extractor.load(self.model), None
        bundle = load_bundle(find_bundle(self.model))
        needs_vectors = bundle.links.context is not None
        vectors = load_parser(bundle.manifest.parser, bundle.folder / "syntax") if needs_vectors else None
        parser = DocParser(vectors)
        return Extractor(bundle, parser=parser), parser

    def _extract(self, docs: Sequence[Doc]) -> list[Extraction]:
        extractor, parser = self._load()
        if parser is None:
            captions = [Caption(text=doc.text) for doc in docs]
            return extractor.extract(captions, min_confidence=self.min_confidence)
        with parser.given(docs, _labels(self._nlp)) as captions:
            found = extractor.extract(captions, min_confidence=self.min_confidence)
        return [replace(item, caption=Caption(text=item.caption.text)) for item in found]

    def _put(self, doc: Doc, extraction: Extraction) -> None:
        record = msgspec.to_builtins(extraction_record(extraction))
        doc.user_data[_DATA_KEY] = msgspec.json.encode({**record, "grounding": self.grounding}).decode()
        if self.spans_key:
            doc.spans[self.spans_key] = tuple_spans(doc, extraction.tuples)


def _labels(nlp: Language | None) -> tuple[str, ...]:
    if nlp is None:
        return ()
    return tuple(label for pipe in nlp.pipe_names for label in nlp.pipe_labels.get(pipe, ()))


def _raise(_name: str, _component: object, _docs: list[Doc], error: Exception) -> None:
    raise error


def tuple_spans(doc: Doc, tuples: Iterable[SemanticTuple]) -> list[Span]:
    """Predicates, and the phrases of arguments, of what is depicted: each stretch once with each of its labels."""
    spans = []
    for item in depicted(tuples):
        slots = (item.agents, item.patients, item.locatives)
        places = [(LABELS[0], item.predicate.start, item.predicate.end)]
        places += [(label, *_phrase(a)) for label, slot in zip(LABELS[1:], slots, strict=True) for a in slot]
        for label, start, end in places:
            if start is not None and end is not None:
                span = doc.char_span(start, end, label=label, alignment_mode="expand")
                spans.append(span)
    by_label = {label: [s for s in spans if s is not None and s.label_ == label] for label in LABELS}
    return sorted(
        (s for found in by_label.values() for s in filter_spans(found)), key=lambda s: (s.start, s.end)
    )


def _phrase(argument: Argument) -> tuple[int | None, int | None]:
    if argument.phrase_start is None or argument.phrase_end is None:
        return argument.start, argument.end
    return argument.phrase_start, argument.phrase_end


@functools.lru_cache(maxsize=1024)
def _read(data: str) -> tuple[Extraction, str]:
    """What a document's data holds, and the grounding of its BAST."""
    record = msgspec.json.decode(data)
    grounding = str(record.pop("grounding"))
    return extraction_from_record(msgspec.convert(record, ExtractionRecord), where="doc"), grounding


def extraction_of(doc: Doc) -> Extraction | None:
    """What was found in a document; None where no component has read it."""
    data = doc.user_data.get(_DATA_KEY)
    return None if data is None else _read(data)[0]


def tuples_of(doc: Doc) -> tuple[SemanticTuple, ...]:
    """The tuples of a document; none where no component has read it."""
    extraction = extraction_of(doc)
    return () if extraction is None else extraction.tuples


def bast_of(doc: Doc) -> Bast:
    """The BAST of a document's tuples, with the grounding of the component that read it."""
    data = doc.user_data.get(_DATA_KEY)
    extraction, grounding = (None, "lemma.v1") if data is None else _read(data)
    tuples = () if extraction is None else extraction.tuples
    model = None if extraction is None else extraction.model
    return build_bast(depicted(tuples), ground=get_grounding(grounding, model=model))
