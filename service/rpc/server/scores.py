"""Images with their tuples to agreements: scoring, and the messages that say what came of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from captuple.v1 import captuple_pb2 as pb
from captuple.wire.convert import COMPONENT_FROM_PROTO, image_key, set_image_key, tuples_to_proto

from extractor.types import Argument, Predicate, SemanticTuple
from scoring import (
    PRF,
    Bast,
    BastStatistics,
    Counts,
    GroundingFunction,
    ImageScore,
    Value,
    score_images,
)
from scoring.bast.bag import value_sources
from scoring.bast.components import components_of
from scoring.graded.score import signature_with_model
from scoring.grounding import caption_groundings
from scoring.grounding.tuples import ValueSource
from service.rpc.server.requests import ImageEntries, ScoreOptions

_COMPONENT_TO_PROTO = {name: number for number, name in COMPONENT_FROM_PROTO.items()}
_SLOT_TO_PROTO = {
    "predicate": pb.SLOT_PREDICATE,
    "agents": pb.SLOT_AGENTS,
    "patients": pb.SLOT_PATIENTS,
    "locatives": pb.SLOT_LOCATIVES,
}

_SourcesByValue = Mapping[Value, Sequence[pb.ValueSource]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageTuples:
    """One image with the tuples of all its captions.

    Attributes:
        entries: The image.
        index: Its place in the request, for field paths.
        candidate: Tuples of the caption under test.
        references: Tuples of each gold caption.
    """

    entries: ImageEntries
    index: int
    candidate: tuple[SemanticTuple, ...]
    references: tuple[tuple[SemanticTuple, ...], ...]


def score_chunk(
    images: Sequence[ImageTuples], options: ScoreOptions, ground: GroundingFunction
) -> tuple[list[pb.ImageAgreement], BastStatistics]:
    """The agreement of each image, in order, and the statistics of all.

    Args:
        images: The images.
        options: Of the request.
        ground: The grounding that the options name, with the model of the call.

    Raises:
        InvalidInputError: Tuples cannot be grounded; all are named by their field paths.
    """
    report = score_images(
        {image.index: image.candidate for image in images},
        {image.index: image.references for image in images},
        grounding=ground,
        conventions=options.conventions,
        where=_field_path,
    )
    agreements = [_image_agreement(image, report.images[image.index], options, ground) for image in images]
    return agreements, report.statistics


def fill_overall(
    message: pb.ScoreCaptionsResponse | pb.ScoreSummary, statistics: BastStatistics, options: ScoreOptions
) -> None:
    """Put all components over all images, and the overall F1, into a message."""
    scores = statistics.scores(options.conventions)
    message.components.extend(
        _agreement(name, counts, scores[name]) for name, counts in statistics.counts_by_component.items()
    )
    message.overall_f1 = scores.overall_f1
    message.overall_component_count = scores.n_components


def mean_grades(grades: Sequence[pb.GradedSummary], model: str) -> pb.GradedSummary:
    """The graded score over images.

    Args:
        grades: Of each image; at least one.
        model: That found the tuples, for the signature.
    """
    n = len(grades)
    return pb.GradedSummary(
        signature=signature_with_model(grades[0].signature, model),
        overall=pb.GradedAgreement(
            score=math.fsum(grade.overall.score for grade in grades) / n,
            summands=[
                pb.GradedSummand(
                    name=summand.name,
                    value=math.fsum(grade.overall.summands[i].value for grade in grades) / n,
                )
                for i, summand in enumerate(grades[0].overall.summands)
            ],
        ),
        wordless_image_count=sum(grade.wordless_image_count for grade in grades),
    )


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
    set_image_key(agreement, image_key(image.entries.message))
    sources_by_component = _sources(image, options, ground) if options.return_spans else {}
    for name in score.counts_by_component:
        sources = sources_by_component.get(name, {})
        component = _agreement(name, score.counts_by_component[name], scores[name])
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


def _agreement(name: str, counts: Counts, scores: PRF) -> pb.ComponentAgreement:
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
