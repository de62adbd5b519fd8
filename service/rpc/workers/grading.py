"""Graded scores in a worker, which has the model's bundle: an image's captions and tuples in, its summands out."""

from __future__ import annotations

import traceback
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import msgspec
from captuple.v1 import captuple_pb2 as pb
from captuple.wire.convert import entities_from_proto, tuples_from_proto

from scoring.conventions import MissingCandidates
from scoring.graded.score import GradedImage, GradedReport, GradedSummand, GradedVersion, grade_images
from scoring.graded.similarity import Similarity
from scoring.graded.words import DescribedCaption
from scoring.interfaces.extraction import in_halves
from service.rpc.workers.batcher import Outcome
from service.similarities import load_similarity


class GradeTask(msgspec.Struct, frozen=True, array_like=True):
    """One image to grade, as it goes to a worker.

    Attributes:
        similarity: Registered name.
        version: Of the graded score.
        missing_candidates: For the signature.
        captions: The candidate, then the references: each text with its tuples, a serialized ``SemanticTupleList``.
    """

    similarity: str
    version: GradedVersion
    missing_candidates: MissingCandidates
    captions: list[tuple[str, bytes]]

    def encode(self) -> bytes:
        """The payload of a job."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, payload: bytes) -> GradeTask:
        """The task of a payload that `encode` made."""
        return msgspec.msgpack.decode(payload, type=cls)


class Grader:
    """Grades images with the similarities of one bundle, each loaded when it is first asked for.

    Args:
        folder: Of the bundle.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._similarities: dict[str, Similarity] = {}

    def run(self, payloads: Sequence[bytes]) -> list[Outcome]:
        """The outcome of each payload, in order: a serialized ``GradedSummary`` of one image."""
        tasks = [GradeTask.decode(payload) for payload in payloads]
        indices: dict[tuple[str, GradedVersion, MissingCandidates], list[int]] = defaultdict(list)
        for i, task in enumerate(tasks):
            indices[task.similarity, task.version, task.missing_candidates].append(i)
        outcomes: dict[int, Outcome] = {}
        for like in indices.values():
            found = in_halves(self._grade, [tasks[i] for i in like])
            outcomes |= zip(like, map(_outcome, found), strict=True)
        return [outcomes[i] for i in range(len(tasks))]

    def _grade(self, tasks: Sequence[GradeTask]) -> list[pb.GradedSummary]:
        first = tasks[0]
        if first.similarity not in self._similarities:
            self._similarities[first.similarity] = load_similarity(first.similarity, self._folder)
        described = [
            [_described(text, pb.SemanticTupleList.FromString(data)) for text, data in task.captions]
            for task in tasks
        ]
        report = grade_images(
            {i: captions[0] for i, captions in enumerate(described)},
            {i: captions[1:] for i, captions in enumerate(described)},
            similarity=self._similarities[first.similarity],
            version=first.version,
            missing_candidates=first.missing_candidates,
        )
        return [
            pb.GradedSummary(
                signature=report.signature,
                overall=agreement(image),
                wordless_image_count=int(i in report.wordless),
            )
            for i, image in enumerate(report.images.values())
        ]


def _described(text: str, said: pb.SemanticTupleList) -> DescribedCaption:
    return DescribedCaption(
        text=text, tuples=tuples_from_proto(said.tuples), entities=entities_from_proto(said.entities)
    )


def agreement(graded: GradedImage | GradedReport) -> pb.GradedAgreement:
    """A graded score as a message."""
    return pb.GradedAgreement(score=graded.score, summands=map(_summand, graded.summands))


def _summand(summand: GradedSummand) -> pb.GradedSummand:
    return pb.GradedSummand(name=summand.name, value=summand.value)


def _outcome(found: pb.GradedSummary | Exception) -> Outcome:
    if isinstance(found, Exception):
        return Outcome(data=None, trace="".join(traceback.format_exception(found)))
    return Outcome(data=found.SerializeToString())
