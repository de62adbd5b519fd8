"""The rules that hold in every door: the same input gives the same figures, to the last digit, or the same faults.

Doors: the command line, the unary and the streaming call, batch jobs (in this process, in processes of their own, on
Ray), `scoring.score`, `CaptupleMetric`, and the COCO scorer. All run the bundled model.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import msgspec
import pytest
from captuple.client.calls import score_request
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from captuple.wire.errors import error_from_call, error_from_status
from click.testing import CliRunner

import scoring
from extractor.errors import InvalidInputError
from extractor.types import Argument, Caption, CaptionEntry, Extraction, Predicate, SemanticTuple
from formats.records import extraction_record
from scoring import CaptupleMetric, Conventions
from scoring.bast.components import components_of
from scoring.coco import Captuple
from scoring.conventions import MissingCandidates
from service.batch import JobOptions, ScoreOptions, run_job
from service.batch.engines import local
from service.batch.shard import Shard, ShardResult, ShardWorker, WorkerOptions
from service.cli.group import cli
from service.similarities import load_similarity

if TYPE_CHECKING:
    from extractor import Extractor
    from tests.serving import RunningServer


@dataclass(frozen=True)
class Given:
    """A caption as somebody may give it: text alone, with tokens, or with tuples."""

    text: str
    tokens: tuple[str, ...] | None = None
    tuples: tuple[SemanticTuple, ...] | None = None
    model: str = ""

    def python(self) -> str | Caption | Extraction:
        if self.tuples is not None:
            return Extraction(caption=Caption(text=self.text), model=self.model, tuples=self.tuples)
        return self.text if self.tokens is None else Caption(text=self.text, tokens=self.tokens)

    def entry(self) -> CaptionEntry:
        return CaptionEntry(
            caption=Caption(text=self.text, tokens=self.tokens), tuples=self.tuples, model=self.model or None
        )

    def record(self) -> dict[str, Any]:
        if self.tuples is not None:
            given = Extraction(caption=Caption(text=self.text), model=self.model, tuples=self.tuples)
            return dict(msgspec.to_builtins(extraction_record(given)))
        return {"caption": self.text} | ({} if self.tokens is None else {"tokens": list(self.tokens)})


@dataclass(frozen=True)
class Image:
    """One image; its id is a number in one file and a text in the other."""

    number: int
    candidate: Given
    references: tuple[Given, ...]


@dataclass(frozen=True)
class Figures:
    """What a door says of captions."""

    signature: str
    overall: float
    components: dict[str, tuple[float, ...]] = field(default_factory=dict)
    images: tuple[float, ...] = ()
    graded: tuple[str, float] | None = None


SIMILARITY = "thesaurus.v1"
Outcome = Figures | list[str]
Door = Callable[[Sequence[Image], MissingCandidates], Outcome]


def plain(*texts: str) -> tuple[Given, ...]:
    return tuple(Given(text) for text in texts)


WADE = SemanticTuple(
    predicate=Predicate(text="wades", lemma=None, start=8, end=13),
    agents=(Argument(text="heron", lemma="bird", start=2, end=7),),
    locatives=(Argument(text="reeds", lemma=None, start=17, end=22, preposition="in"),),
)
HUES = ("red", "blue", "green", "black", "white")
CASES: dict[str, tuple[Image, ...]] = {
    "plain": (
        Image(
            7, Given("A heron wades in a pond."), plain("A bird wades in a pond.", "A heron stands in water.")
        ),
        Image(8, Given("Two goats climb a wall."), plain("Goats climb on a stone wall.")),
        Image(9, Given("A heron wades in a pond."), plain("A red kite hangs in a tree.")),
    ),
    # As one token each, `sea-saw` and `saw horse` have other tuples than the words that they are made of.
    "tokens": (
        Image(
            7,
            Given("A man ropes off a dogrun.", tokens=("A", "man", "ropes", "off", "a", "dog", "run", ".")),
            plain("A man ropes off a dog run."),
        ),
        Image(
            8,
            Given("A girl holds a kite."),
            (Given("A girlholds a kite", tokens=("A", "girl", "holds", "a", "kite")), Given("A kite.")),
        ),
    ),
    "tuples": (
        Image(
            7,
            Given("A heron wades in reeds.", tuples=(WADE,)),
            (Given("", tuples=(), model="other@1.0.0"), Given("A heron wades in the reeds.")),
        ),
        Image(8, Given("A dog runs.", tuples=()), plain("A dog runs.")),
    ),
    # Nothing on one side, nothing on both, modifiers alone, what is denied alone, fifty references, one.
    "odd": (
        Image(7, Given("Brown and very wet."), plain("Brown.")),
        Image(8, Given("Oh!"), plain("A heron wades in a pond.", "Yes.")),
        Image(9, Given("Two goats climb a wall."), plain("Oh!")),
        Image(10, Given("There are no people."), plain("There are no people.", "Nobody is there.")),
        Image(
            11, Given("A red kite."), plain(*(f"A {w} kite near {k} trees." for w in HUES for k in range(10)))
        ),
        Image(12, Given("Two goats climb a wall."), plain("Two brown goats climb a stone wall.")),
    ),
    "empty": (
        Image(7, Given("A heron wades in a pond."), plain("A bird wades in a pond.")),
        Image(8, Given(" \t"), plain("Two goats climb a wall.")),
        Image(9, Given(""), plain("A wall.")),
    ),
    "faulty": (
        Image(7, Given("A heron wades.", tokens=("A", "crane")), plain("A heron wades.", " ")),
        Image(8, Given("A dog."), plain("A dog.")),
        Image(9, Given("x" * 100_001), plain("A dog.")),
    ),
}
EMPTY = "the caption is empty: there is nothing to score"


@pytest.fixture(scope="module")
def doors(
    extractor: Extractor, real_server: RunningServer, tmp_path_factory: pytest.TempPathFactory
) -> Doors:
    return Doors(extractor, real_server.address, tmp_path_factory.mktemp("conformance"))


class Doors:
    """Every way to a score, each giving figures or the problems that it names."""

    def __init__(self, extractor: Extractor, address: str, folder: Path) -> None:
        self.extractor = extractor
        self.address = address
        self.folder = folder
        self.n_jobs = 0
        self.conventions = scoring.DEFAULT_CONVENTIONS
        self.similarity = load_similarity(SIMILARITY, extractor.folder)

    def command_line(self, images: Sequence[Image], missing: MissingCandidates) -> Outcome:
        candidates, references = self.folder / "candidates.jsonl", self.folder / "references.jsonl"
        details = self.folder / "details.jsonl"
        write(candidates, [{**image.candidate.record(), "image_id": image.number} for image in images])
        write(
            references,
            [{**r.record(), "image_id": str(image.number)} for image in images for r in image.references],
        )
        arguments = ["score", "--candidates", candidates, "--references", references, "--missing", missing]
        arguments += ["--graded", SIMILARITY, *self._conventions()]
        options = ["--format", "json", "--resamples", "0", "--details", details]
        result = CliRunner().invoke(cli, [str(a) for a in (*arguments, *options)])
        if result.exit_code == 2:
            return problems(result.stderr)
        assert result.exit_code == 0, result.output
        record = json.loads(result.stdout)
        lines = [json.loads(line) for line in details.read_text().splitlines()]
        return Figures(
            signature=record["signature"],
            overall=record["overall_f1"],
            components={
                name: (item["precision"], item["recall"], item["f1"])
                for name, item in record["components"].items()
            },
            images=tuple(line["overall_f1"] for line in lines),
            graded=(record["graded"]["signature"], record["graded"]["score"]),
        )

    def _conventions(self) -> list[str]:
        return ["--roles", self.conventions.roles, "--modifiers", self.conventions.modifiers]

    def function(self, images: Sequence[Image], missing: MissingCandidates) -> Outcome:
        try:
            scores = scoring.score(
                {image.number: image.candidate.python() for image in images},
                {str(image.number): [r.python() for r in image.references] for image in images},
                missing_candidates=missing,
                conventions=self.conventions,
                graded=self.similarity,
                extractor=self.extractor,
            )
        except InvalidInputError as e:
            return [fault.problem for fault in e.faults]
        report, graded = scores.bast, scores.graded
        assert graded is not None
        return Figures(
            signature=report.signature,
            overall=report.overall_f1,
            components={name: prf(report.scores[name]) for name in components_of(self.conventions)},
            images=tuple(image.scores().overall_f1 for image in report.images.values()),
            graded=(graded.signature, graded.score),
        )

    def metric(self, images: Sequence[Image], missing: MissingCandidates) -> Outcome:
        metric = self._metric(missing)
        found: list[str] = []
        alone = []
        for image in images:  # one batch an image: the order and the sizes of batches change nothing
            try:
                figures = metric(
                    [image.candidate.python()], [[reference.python() for reference in image.references]]
                )
                alone.append(figures["overall_f1"])
            except InvalidInputError as e:
                found += [fault.problem for fault in e.faults]
        if found:
            return found
        figures = metric.compute()
        whole = self._metric(missing)
        whole.update(
            [image.candidate.python() for image in images],
            [[reference.python() for reference in image.references] for image in images],
        )
        return Figures(
            signature=whole.signatures[0],  # of one batch: a metric keeps that of its first
            overall=figures["overall_f1"],
            components={
                name: tuple(figures[f"{name}_{measure}"] for measure in ("precision", "recall", "f1"))
                for name in components_of(self.conventions)
            },
            images=tuple(alone),
            graded=(whole.signatures[1], figures["graded"]),
        )

    def _metric(self, missing: MissingCandidates) -> CaptupleMetric:
        return CaptupleMetric(
            missing_candidates=missing,
            conventions=self.conventions,
            graded=self.similarity,
            extractor=self.extractor,
        )

    def coco(self, images: Sequence[Image], missing: MissingCandidates) -> Outcome:
        scorer = Captuple(missing_candidates=missing, conventions=self.conventions, extractor=self.extractor)
        try:
            overall, alone = scorer.compute_score(
                {image.number: [r.python() for r in image.references] for image in images},
                {str(image.number): [image.candidate.python()] for image in images},
            )
        except InvalidInputError as e:
            return [fault.problem for fault in e.faults]
        return Figures(signature=scorer.signature, overall=overall, images=tuple(alone))

    def unary_call(self, images: Sequence[Image], missing: MissingCandidates) -> Outcome:
        with grpc.insecure_channel(self.address) as channel:
            stub = pb_grpc.SemanticTupleServiceStub(channel)
            try:
                response = stub.ScoreCaptions(self._request(images, missing), timeout=60)
            except grpc.RpcError as e:
                error = error_from_call(e)
                assert isinstance(error, InvalidInputError)
                return [fault.problem for fault in error.faults]
        return Figures(
            signature=response.signature,
            overall=response.overall_f1,
            components=of_messages(response.components, self.conventions),
            images=tuple(image.overall_f1 for image in response.images),
            graded=(response.graded.signature, response.graded.overall.score),
        )

    def _request(self, images: Sequence[Image], missing: MissingCandidates) -> pb.ScoreCaptionsRequest:
        return request(images, missing, self.conventions)

    def stream(self, images: Sequence[Image], missing: MissingCandidates) -> Outcome:
        def messages() -> Iterator[pb.StreamScoreCaptionsRequest]:
            for image in images:  # one message an image
                yield pb.StreamScoreCaptionsRequest.FromString(
                    self._request([image], missing).SerializeToString()
                )

        with grpc.insecure_channel(self.address) as channel:
            stub = pb_grpc.SemanticTupleServiceStub(channel)
            *parts, last = stub.StreamScoreCaptions(messages(), timeout=60)
        results = [result for part in parts for result in part.results]
        errors = [result.error for result in results if result.WhichOneof("outcome") == "error"]
        if errors:
            return [problem for error in errors for problem in violations(error)]
        return Figures(
            signature=last.summary.signature,
            overall=last.summary.overall_f1,
            components=of_messages(last.summary.components, self.conventions),
            images=tuple(result.agreement.overall_f1 for result in results),
            graded=(last.summary.graded.signature, last.summary.graded.overall.score),
        )

    def job(self, images: Sequence[Image], missing: MissingCandidates, **options: Any) -> Outcome:
        rows, output = self._rows(images)
        run_job(
            ScoreOptions(missing_candidates=missing, conventions=self.conventions),
            input_pattern=str(rows),
            output=output,
            options=JobOptions(workers=1, max_failure_rate=1.0, **options),
        )
        return of_job(output)

    def job_on_ray(self, images: Sequence[Image], missing: MissingCandidates) -> Outcome:
        """In a process of its own, as Ray leaves threads and warnings behind."""
        rows, output = self._rows(images)
        command = ["batch", "score", "--input", rows, "--output", output, "--missing", missing]
        options = ["--engine", "ray", "--workers", "1", "--max-failure-rate", "1"]
        subprocess.run(
            [sys.executable, "-m", "service.cli", *map(str, (*command, *options))], check=True, timeout=300
        )
        return of_job(output)

    def _rows(self, images: Sequence[Image]) -> tuple[Path, Path]:
        """The input of a job, and a folder for its output."""
        self.n_jobs += 1
        rows, output = self.folder / f"rows-{self.n_jobs}.jsonl", self.folder / f"job-{self.n_jobs}"
        write(
            rows,
            [
                {
                    **image.candidate.record(),
                    "image_id": image.number,
                    "references": [reference.record() for reference in image.references],
                }
                for image in images
            ],
        )
        return rows, output


def of_job(output: Path) -> Outcome:
    """What the parts and the summary of a job say."""
    lines = [
        json.loads(line) for part in sorted(output.glob("part-*")) for line in part.read_text().splitlines()
    ]
    errors = [line["error"] for line in lines if line["error"] is not None]
    if errors:
        return problems("\n".join(errors))
    summary = json.loads((output / "summary.json").read_text())
    return Figures(
        signature=summary["signature"],
        overall=summary["overall_f1"],
        components={
            name: (item["precision"], item["recall"], item["f1"])
            for name, item in summary["components"].items()
        },
        images=tuple(line["overall_f1"] for line in lines),
    )


DOORS = ("command_line", "function", "metric", "coco", "unary_call", "stream", "job")


def write(path: Path, records: Sequence[dict[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))


def prf(scores: Any) -> tuple[float, float, float]:
    return scores.precision, scores.recall, scores.f1


def of_messages(
    components: Sequence[pb.ComponentAgreement], conventions: Conventions
) -> dict[str, tuple[float, ...]]:
    names = components_of(conventions)
    return {name: prf(item) for name, item in zip(names, components, strict=True)}


def problems(text: str) -> list[str]:
    """The problems of messages ``place: problem``, one a line."""
    known = re.compile(rf"{re.escape(EMPTY)}|token .* does not follow .*|\d+ code points, allowed .*")
    found = [known.search(line) for line in text.splitlines()]
    assert all(found), text
    return [match[0] for match in found if match]


def violations(error: Any) -> list[str]:
    raised = error_from_status(error)
    assert isinstance(raised, InvalidInputError)
    return [fault.problem for fault in raised.faults]


def request(
    images: Sequence[Image], missing: MissingCandidates, conventions: Conventions
) -> pb.ScoreCaptionsRequest:
    """As the client writes it."""
    message, _ = score_request(
        {image.number: image.candidate.entry() for image in images},
        {image.number: [reference.entry() for reference in image.references] for image in images},
        conventions=conventions,
        missing_candidates=missing,
    )
    message.similarity = SIMILARITY
    return message


@pytest.fixture
def one_model(monkeypatch: pytest.MonkeyPatch, extractor: Extractor) -> None:
    """Commands and jobs of this process take the extractor that is loaded."""
    from extractor import Extractor as Loaded

    monkeypatch.setattr(Loaded, "load", classmethod(lambda *_: extractor))

    def run_here(options: WorkerOptions, shards: Iterator[Shard], **_: object) -> Iterator[ShardResult]:
        worker = ShardWorker(options, extractor=extractor)
        yield from (worker.run(shard) for shard in shards)

    monkeypatch.setattr(local, "run_locally", run_here)


@pytest.mark.usefixtures("one_model")
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("missing", ["error", "empty"])
@pytest.mark.parametrize("conventions", [Conventions(), Conventions(roles="split", modifiers="on")])
def test_every_door_says_the_same(
    doors: Doors, name: str, missing: MissingCandidates, conventions: Conventions
) -> None:
    images = CASES[name]
    doors.conventions = conventions
    outcomes: dict[str, Outcome] = {door: getattr(doors, door)(images, missing) for door in DOORS}
    expected = outcomes["function"]
    if isinstance(expected, list):
        assert {door: sorted(found) for door, found in outcomes.items()} == dict.fromkeys(
            DOORS, sorted(expected)
        )
        return
    for door, found in outcomes.items():
        assert isinstance(found, Figures), (door, found)
        assert (found.signature, found.overall) == (expected.signature, expected.overall), door
        assert found.images == expected.images, door
        assert found.components in ({}, expected.components), door
        if found.graded is not None and expected.graded is not None:
            assert found.graded[0] == expected.graded[0], door
            assert found.graded[1] == pytest.approx(expected.graded[1], abs=1e-12), door
    assert sum(isinstance(found, Figures) and found.graded is not None for found in outcomes.values()) == 5


def test_what_is_given_is_used(doors: Doors) -> None:
    bare = [
        Image(i.number, Given(i.candidate.text), tuple(Given(r.text or "x") for r in i.references))
        for name in ("tokens", "tuples")
        for i in CASES[name]
    ]
    given = [image for name in ("tokens", "tuples") for image in CASES[name]]
    for with_it, without in zip(given, bare, strict=True):
        one, other = (doors.function([image], "error") for image in (with_it, without))
        assert isinstance(one, Figures)
        assert isinstance(other, Figures)
        assert one.images != other.images


def test_faults_are_those_that_a_reader_expects(doors: Doors) -> None:
    assert doors.function(CASES["empty"], "error") == [EMPTY, EMPTY]
    found = doors.function(CASES["faulty"], "error")
    assert isinstance(found, list)
    assert EMPTY in found


def test_jobs_in_processes_of_their_own(doors: Doors) -> None:
    images = [image for name in ("plain", "tuples") for image in CASES[name]]
    images = [Image(number, image.candidate, image.references) for number, image in enumerate(images)]
    doors.conventions = Conventions()
    assert doors.job(images, "error") == replace(doors.function(images, "error"), graded=None)


def test_jobs_on_ray(doors: Doors) -> None:
    pytest.importorskip("ray", reason="the extra captuple[ray] is not installed")
    images = [image for name in ("plain", "tuples") for image in CASES[name]]
    images = [Image(number, image.candidate, image.references) for number, image in enumerate(images)]
    doors.conventions = Conventions()
    assert doors.job_on_ray(images, "error") == replace(doors.function(images, "error"), graded=None)
