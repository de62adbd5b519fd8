"""Scores in a worker, where groundings may take what they need: an image's tuples in, its agreement out."""

from __future__ import annotations

import functools
import traceback
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from captuple.v1 import captuple_pb2 as pb
from captuple.wire.convert import (
    COMPONENT_FROM_PROTO,
    image_key,
    set_image_key,
    tuples_from_proto,
    tuples_to_proto,
)

from extractor.errors import InvalidInputError
from extractor.types import Argument, Predicate, SemanticTuple
from scoring import (
    PRF,
    Bast,
    Conventions,
    Counts,
    GroundingFunction,
    ImageScore,
    Value,
    get_grounding,
    score_images,
)
from scoring.bast.bag import value_sources
from scoring.bast.components import components_of
from scoring.conventions import MissingCandidates
from scoring.graded.score import GRADED_VERSIONS, GradedVersion
from scoring.grounding import caption_groundings
from scoring.grounding.tuples import ValueSource
from scoring.interfaces.extraction import in_halves
from service.rpc.workers.batcher import Outcome

_COMPONENT_TO_PROTO = {name: number for number, name in COMPONENT_FROM_PROTO.items()}
_SLOT_TO_PROTO = {
    "predicate": pb.SLOT_PREDICATE,
    "agents": pb.SLOT_AGENTS,
    "patients": pb.SLOT_PATIENTS,
    "locatives": pb.SLOT_LOCATIVES,
}

_SourcesByValue = Mapping[Value, Sequence[pb.ValueSource]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreOptions:
    """What a scoring request asks for.

    Attributes:
        grounding: Registered name.
        similarity: Of the graded score; empty where none is asked for.
        graded_version: Of the graded score.
        conventions: The options of the score.
        missing_candidates: What an empty candidate is: a fault, or a candidate without tuples.
        strict_language: Whether a caption that is surely not English is a fault.
        return_basts: See ``ScoreCaptionsRequest``, also for the following.
    """

    grounding: str
    conventions: Conventions
    missing_candidates: MissingCandidates
    strict_language: bool
    return_basts: bool
    return_matched: bool
    return_missed: bool
    return_spurious: bool
    return_tuples: bool
    return_spans: bool
    similarity: str = ""
    graded_version: GradedVersion = GRADED_VERSIONS[0]


class ScoreTask(msgspec.Struct, frozen=True, array_like=True):
    """One image to score, as it goes to a worker.

    Attributes:
        options: `ScoreOptions`, encoded: once for all images of a request.
        index: The image's place in the request, for field paths.
        key: An ``ImageInput`` with its name or number alone.
        captions: The candidate's tuples, then those of the references, each a ``SemanticTupleList``.
    """

    options: bytes
    index: int
    key: bytes
    captions: list[bytes]

    def encode(self) -> bytes:
        """The payload of a job."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, payload: bytes) -> ScoreTask:
        """The task of a payload that `encode` made."""
        return msgspec.msgpack.decode(payload, type=cls)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageTuples:
    """One image with the tuples of all its captions.

    Attributes:
        key: The image as the request names it, without captions.
        candidate: Tuples of the caption under test.
        references: Tuples of each gold caption.
    """

    key: pb.ImageInput
    candidate: tuple[SemanticTuple, ...]
    references: tuple[tuple[SemanticTuple, ...], ...]


class Scorer:
    """Scores images with the groundings of one bundle.

    Args:
        folder: Of the bundle; None for the newest installed one.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def run(self, payloads: Sequence[bytes]) -> list[Outcome]:
        """The outcome of each payload, in order: a serialized ``ImageAgreement``."""
        tasks = [ScoreTask.decode(payload) for payload in payloads]
        indices: dict[bytes, list[int]] = defaultdict(list)
        for i, task in enumerate(tasks):
            indices[task.options].append(i)
        outcomes: dict[int, Outcome] = {}
        for encoded, like in indices.items():
            options = msgspec.msgpack.decode(encoded, type=ScoreOptions)
            score = functools.partial(self._score, options=options)
            outcomes |= zip(like, map(_outcome, in_halves(score, [tasks[i] for i in like])), strict=True)
        return [outcomes[i] for i in range(len(tasks))]

    def _score(self, tasks: Sequence[ScoreTask], options: ScoreOptions) -> list[pb.ImageAgreement]:
        """The agreement of each image, in order.

        Raises:
            InvalidInputError: Tuples cannot be grounded; all are named by their field paths.
        """
        ground = get_grounding(options.grounding, model=self._folder)
        images = [_image_tuples(task) for task in tasks]
        # Images of several requests may have one place in theirs: here each has its own.
        report = score_images(
            {i: image.candidate for i, image in enumerate(images)},
            {i: image.references for i, image in enumerate(images)},
            grounding=ground,
            conventions=options.conventions,
            where=lambda i, reference: _field_path(tasks[i].index, reference),
        )
        return [_image_agreement(image, report.images[i], options, ground) for i, image in enumerate(images)]


def _image_tuples(task: ScoreTask) -> ImageTuples:
    candidate, *references = (
        tuples_from_proto(pb.SemanticTupleList.FromString(data).tuples) for data in task.captions
    )
    return ImageTuples(
        key=pb.ImageInput.FromString(task.key), candidate=candidate, references=tuple(references)
    )


def _outcome(found: pb.ImageAgreement | Exception) -> Outcome:
    if isinstance(found, InvalidInputError):
        return Outcome(data=None, faults=found.faults)
    if isinstance(found, Exception):
        return Outcome(data=None, trace="".join(traceback.format_exception(found)))
    return Outcome(data=found.SerializeToString())


def _field_path(image: int, reference: int | None) -> str:
    """The field that holds the tuples of a candidate (None) or of a reference."""
    side = "candidate" if reference is None else f"references[{reference}]"
    return f"images[{image}].{side}.tuples.tuples"


def _image_agreement(
    image: ImageTuples, score: ImageScore, options: ScoreOptions, ground: GroundingFunction
) -> pb.ImageAgreement:
    scores = score.scores(options.conventions.empty)
    agreement = pb.ImageAgreement(
        overall_f1=scores.overall_f1, overall_component_count=int(scores.n_components)
    )
    set_image_key(agreement, image_key(image.key))
    sources_by_component = _sources(image, options, ground) if options.return_spans else {}
    for name in score.counts_by_component:
        sources = sources_by_component.get(name, {})
        component = component_agreement(name, score.counts_by_component[name], scores[name])
        if options.return_matched:
            component.matched.extend(_values(score.matched(name), sources))
        if options.return_missed:
            component.missed.extend(_values(score.missed(name), sources))
        if options.return_spurious:
            component.spurious.extend(_values(score.spurious(name), sources))
        agreement.components.append(component)
    if options.return_basts:
        agreement.candidate_bast.CopyFrom(_bast(score.candidate, score.counts_by_component))
        agreement.reference_bast.CopyFrom(_bast(score.reference, score.counts_by_component))
    if options.return_tuples:
        agreement.candidate_tuples.tuples.extend(tuples_to_proto(image.candidate))
        for tuples in image.references:
            agreement.reference_tuples.add(tuples=tuples_to_proto(tuples))
    return agreement


def _sources(
    image: ImageTuples, options: ScoreOptions, ground: GroundingFunction
) -> dict[str, dict[Value, list[pb.ValueSource]]]:
    """What stands behind each value of each component: the candidate's sources, then those of each reference."""
    sources: dict[str, dict[Value, list[pb.ValueSource]]] = {
        name: {} for name in components_of(options.conventions)
    }
    captions = [image.candidate, *image.references]
    grounds = caption_groundings(ground, captions)
    for reference_index, tuples, within in zip(
        (None, *range(len(image.references))), captions, grounds, strict=True
    ):
        found = value_sources(
            tuples,
            ground=within,
            null=options.conventions.null,
            roles=options.conventions.roles,
            modifiers=options.conventions.modifiers,
        )
        for name, sources_by_value in found.items():
            for value, items in sources_by_value.items():
                messages = (_source(item, tuples, reference_index) for item in items)
                sources[name].setdefault(value, []).extend(messages)
    return sources


def _source(
    source: ValueSource, tuples: Sequence[SemanticTuple], reference_index: int | None
) -> pb.ValueSource:
    item = _filler(source, tuples[source.tuple_index])
    start, end = (None, None) if item is None else (item.start, item.end)
    if source.modifier_index is not None and isinstance(item, Argument):
        spans = item.modifier_spans
        start, end = spans[source.modifier_index] if spans else (None, None)
    return pb.ValueSource(
        reference_index=reference_index,
        tuple_index=source.tuple_index,
        slot=_SLOT_TO_PROTO[source.slot],
        argument_index=source.argument_index,
        start=start,
        end=end,
        modifier_index=source.modifier_index,
    )


def _filler(source: ValueSource, item: SemanticTuple) -> Predicate | Argument | None:
    if source.slot == "predicate":
        return item.predicate
    if source.argument_index is None:
        return None
    arguments: tuple[Argument, ...] = getattr(item, source.slot)
    return arguments[source.argument_index]


def component_agreement(name: str, counts: Counts, scores: PRF) -> pb.ComponentAgreement:
    """How well one component agrees, as a message."""
    return pb.ComponentAgreement(
        component=_COMPONENT_TO_PROTO[name],
        matched_count=counts.matched,
        candidate_count=counts.n_candidate,
        reference_count=counts.n_reference,
        precision=scores.precision,
        recall=scores.recall,
        f1=scores.f1,
    )


def _bast(bast: Bast, components: Iterable[str]) -> pb.Bast:
    return pb.Bast(
        components=[
            pb.BastComponent(component=_COMPONENT_TO_PROTO[name], values=_values(bast[name], {}))
            for name in components
        ]
    )


def _values(values: Iterable[Value], sources: _SourcesByValue) -> Iterator[pb.BastValue]:
    return (pb.BastValue(parts=value, sources=sources.get(value, ())) for value in sorted(values))
