"""What the page shows: a caption read, or a candidate compared with its references, as records of JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from extractor import Extractor
from extractor.errors import Fault, InvalidInputError
from extractor.types import Caption, CaptionEntry, Extraction, SemanticTuple
from formats.records import AnnotationRecord, ExtractionRecord, extraction_record
from scoring import GroundingFunction, build_bast, get_grounding, grade_images, score_images
from scoring.bast.components import components_of
from scoring.conventions import (
    Conventions,
    EmptyConvention,
    ImageRegionsConvention,
    ModifiersConvention,
    NullConvention,
    RolesConvention,
)
from scoring.entries import is_empty
from scoring.graded.explain import Explanation, explain, sum_text
from scoring.graded.similarity import Similarity
from scoring.grounding.protocol import caption_groundings
from scoring.image_regions import without_image_regions
from scoring.interfaces.captions import described
from scoring.interfaces.extraction import read_entries, surely
from service.pipeline.annotating import annotation_record
from service.report.analysis import SLOTS, Piece, difference_text, pieces
from service.report.trees import tree_svg, tree_text
from service.similarities import load_similarity

MAX_CAPTION_CHARS = 5_000
"""Code points of the longest caption: what is read anew at every key must be read at once."""
MAX_REFERENCES = 20


class Options(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What one can switch; see `scoring.conventions` and `scoring.grounding`."""

    grounding: str = "lemma.v1"
    null: NullConvention = "exclude"
    empty: EmptyConvention = "one"
    image_regions: ImageRegionsConvention = "use"
    roles: RolesConvention = "pooled"
    modifiers: ModifiersConvention = "off"
    graded: str = "thesaurus.v1"


class ReadRequest(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A caption to be read; ``tokens`` are those of a pretokenized one."""

    caption: str
    tokens: tuple[str, ...] | None = None
    options: Options = Options()


class CompareRequest(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A candidate to be compared with references."""

    candidate: str
    references: list[str]
    options: Options = Options()


class WordRecord(msgspec.Struct, kw_only=True):
    """A word of the tree; ``head`` is the index of its head, -1 for a root."""

    text: str
    start: int
    end: int
    upos: str
    head: int
    deprel: str


class Reading(msgspec.Struct, kw_only=True):
    """All that there is to see of one caption.

    Attributes:
        extraction: Its tuples.
        bast: By component the values, sorted.
        words: Of its tree.
        tree_svg: None where there are no words, or too many.
        tree_text: The tree in words.
        annotation: The tuples as a person would correct them.
    """

    extraction: ExtractionRecord
    bast: dict[str, list[tuple[str, ...]]]
    words: list[WordRecord]
    tree_svg: str | None
    tree_text: str
    annotation: AnnotationRecord


class ComponentRecord(msgspec.Struct, kw_only=True):
    """The agreement in one component: values that both have, and that one side alone has."""

    name: str
    matched: list[tuple[str, ...]]
    spurious: list[tuple[str, ...]]
    missed: list[tuple[str, ...]]
    n_candidate: int
    n_reference: int
    precision: float
    recall: float
    f1: float


class Comparison(msgspec.Struct, kw_only=True):
    """A candidate against its references.

    Attributes:
        candidate: As read.
        references: As read.
        pieces: The candidate and then each reference, cut at the words of its tuples, each with its status.
        signature: Of the score.
        overall_f1: The mean F1 of the components that one side has.
        components: In the order of every report.
        graded_signature: Of the graded score.
        explanation: What the graded score is made of.
        sum: The graded score as the sum that it is.
        differences: In words.
    """

    candidate: Reading
    references: list[Reading]
    pieces: list[list[Piece]]
    signature: str
    overall_f1: float
    components: list[ComponentRecord]
    graded_signature: str
    explanation: Explanation
    sum: str
    differences: list[str]


class Reader:
    """Reads and compares with one model.

    Args:
        extractor: The loaded model.
    """

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor
        self._similarity_by_name: dict[str, Similarity] = {}

    @property
    def model(self) -> str:
        """``name@version`` of the model."""
        return self._extractor.model

    @property
    def folder(self) -> Path:
        """The model's folder."""
        return self._extractor.folder

    def read(self, caption: Caption, options: Options) -> Reading:
        """Read one caption.

        Args:
            caption: Of at most `MAX_CAPTION_CHARS` code points.
            options: Of the BAST.

        Raises:
            InvalidInputError: The caption is empty, too long, or nothing that an extractor takes.
            UnknownNameError: There is no such grounding.
        """
        ground = self._grounding(options)
        [read] = self._extract([CaptionEntry(caption=caption, where="caption")])
        bounded = caption_groundings(ground, [_counted(read.tuples, options)])[0]
        return self._reading(read, options, ground=bounded)

    def compare(self, request: CompareRequest) -> Comparison:
        """Compare a candidate with its references.

        Raises:
            InvalidInputError: A caption is empty, too long, or nothing that an extractor takes, or there are no
                references, or more than `MAX_REFERENCES`; all faults are named.
            UnknownNameError: There is no such grounding or similarity.
            BundleError: The model lacks what the grounding or the similarity needs.
        """
        n_references = len(request.references)
        if not 1 <= n_references <= MAX_REFERENCES:
            problem = f"{n_references} captions; allowed: 1 to {MAX_REFERENCES}"
            raise InvalidInputError([Fault(where="references", problem=problem)])
        options = request.options
        ground, similarity = self._grounding(options), self._similarity(options.graded)
        candidate, *references = read = self._extract(
            [
                CaptionEntry(caption=Caption(text=text), where=where)
                for text, where in (
                    (request.candidate, "candidate"),
                    *((text, f"references[{i}]") for i, text in enumerate(request.references)),
                )
            ]
        )
        tuples = [_counted(item.tuples, options) for item in read]
        grounds = caption_groundings(ground, tuples)
        conventions = Conventions(
            null=options.null,
            empty=options.empty,
            image_regions=options.image_regions,
            roles=options.roles,
            modifiers=options.modifiers,
        )
        report = score_images(
            {0: candidate.tuples},
            {0: [item.tuples for item in references]},
            grounding=ground,
            conventions=conventions,
            model=self.model,
        )
        image = report.images[0]
        captions = list(map(described, read))
        grades = grade_images({0: captions[0]}, {0: captions[1:]}, similarity=similarity, model=self.model)
        explanation = explain(grades.images[0])
        matched = {name: image.matched(name) for name in SLOTS}
        readings = [
            self._reading(item, options, ground=bounded) for item, bounded in zip(read, grounds, strict=True)
        ]
        return Comparison(
            candidate=readings[0],
            references=readings[1:],
            pieces=[
                pieces(
                    item.caption.text,
                    counted,
                    matched,
                    ground=bounded,
                    otherwise="missed" if i else "spurious",
                )
                for i, (item, counted, bounded) in enumerate(zip(read, tuples, grounds, strict=True))
            ],
            signature=report.signature,
            overall_f1=report.overall_f1,
            components=[
                ComponentRecord(
                    name=name,
                    matched=sorted(image.matched(name)),
                    spurious=sorted(image.spurious(name)),
                    missed=sorted(image.missed(name)),
                    n_candidate=counts.n_candidate,
                    n_reference=counts.n_reference,
                    precision=report.scores[name].precision,
                    recall=report.scores[name].recall,
                    f1=report.scores[name].f1,
                )
                for name, counts in image.counts_by_component.items()
            ],
            graded_signature=grades.signature,
            explanation=explanation,
            sum=sum_text(explanation),
            differences=[difference_text(item) for item in explanation.differences],
        )

    def _grounding(self, options: Options) -> GroundingFunction:
        return get_grounding(options.grounding, model=self.folder)

    def _similarity(self, name: str) -> Similarity:
        if name not in self._similarity_by_name:
            self._similarity_by_name[name] = load_similarity(name, self.folder)
        return self._similarity_by_name[name]

    def _extract(self, entries: Sequence[CaptionEntry]) -> list[Extraction]:
        faults = [fault for entry in entries if (fault := _fault(entry)) is not None]
        if faults:
            raise InvalidInputError(faults)
        return surely(read_entries(entries, self._extractor))

    def _reading(self, read: Extraction, options: Options, *, ground: GroundingFunction) -> Reading:
        [parse] = self._extractor.parse([read.caption])
        bast = build_bast(
            _counted(read.tuples, options),
            ground=ground,
            null=options.null,
            roles=options.roles,
            modifiers=options.modifiers,
        )
        components = Conventions(roles=options.roles, modifiers=options.modifiers)
        return Reading(
            extraction=extraction_record(read),
            bast={name: sorted(bast[name]) for name in components_of(components)},
            words=[
                WordRecord(
                    text=word.text,
                    start=token.start,
                    end=token.end,
                    upos=word.upos,
                    head=word.head,
                    deprel=word.deprel,
                )
                for token, word in zip(parse.tokens, parse.words, strict=True)
            ],
            tree_svg=tree_svg(parse),
            tree_text=tree_text(parse),
            annotation=annotation_record(_named(read.caption), read.tuples, number=0),
        )


def _named(caption: Caption) -> Caption:
    """The caption with ids, which a typed one gets from its text: the same text is the same caption."""
    name = f"typed-{hashlib.sha256(caption.text.encode()).hexdigest()[:12]}"
    return replace(
        caption,
        image_id=name if caption.image_id is None else caption.image_id,
        caption_id=name if caption.caption_id is None else caption.caption_id,
    )


def _counted(tuples: Sequence[SemanticTuple], options: Options) -> Sequence[SemanticTuple]:
    return without_image_regions(tuples) if options.image_regions == "leave" else tuples


def _fault(entry: CaptionEntry) -> Fault | None:
    if is_empty(entry):
        return entry.fault("the caption is empty")
    n_chars = len(entry.caption.text)
    if n_chars > MAX_CAPTION_CHARS:
        return entry.fault(f"{n_chars} code points; the page takes {MAX_CAPTION_CHARS} at most")
    return None
