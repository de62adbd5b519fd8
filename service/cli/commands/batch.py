"""``captuple batch``: jobs over any number of captions, in shards that can be resumed."""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Literal

import click

from service.cli.conventions import with_conventions
from service.cli.options import match_ids_option, strict_language_option, with_fields

if TYPE_CHECKING:
    from formats import FieldNames
    from scoring import Conventions
    from scoring.matching import MatchIds
    from service.batch import JobProgress
    from service.batch.shard import TaskOptions

_Decorated = Callable[..., None]


@click.group()
def batch() -> None:
    """Run jobs over any number of captions, resumable.

    Input: a file, a folder or a glob of JSON Lines, TSV, CSV, plain text, JSON or Parquet, also as .gz and .zst, or a
    data set that Hugging Face's datasets saved. Output: a folder of parts, one for each shard of the input, with a log
    and a summary. The same command goes on with a job that was stopped or killed, and does nothing twice.
    """


def _options(command: _Decorated) -> _Decorated:
    options: list[Callable[[_Decorated], _Decorated]] = [
        click.option(
            "--input", "input_pattern", required=True, metavar="PATH", help="A file, a folder or a glob."
        ),
        click.option(
            "--output",
            required=True,
            type=click.Path(path_type=Path),
            help="The job's folder: a new one, or that of this job.",
        ),
        click.option(
            "--output-format",
            type=click.Choice(["jsonl", "parquet"]),
            default="jsonl",
            show_default=True,
            help="Of the parts. In Parquet, ids are text.",
        ),
        click.option(
            "--model",
            default="en-captions",
            show_default=True,
            help="A bundle: NAME, NAME@VERSION or a folder.",
        ),
        click.option(
            "--workers",
            type=click.IntRange(min=1),
            default=2,
            show_default=True,
            help="Processes, or actors of Ray; each takes a core and about 700 MB.",
        ),
        click.option(
            "--engine",
            type=click.Choice(["local", "ray"]),
            default="local",
            show_default=True,
            help="This machine, or a Ray cluster (RAY_ADDRESS; needs captuple[ray]).",
        ),
        click.option("--shard-rows", type=click.IntRange(min=1), default=2_000, show_default=True),
        click.option(
            "--max-failure-rate",
            type=click.FloatRange(0.0, 1.0),
            default=0.01,
            show_default=True,
            help="Stop where a greater share of rows has failed.",
        ),
        click.option(
            "--cache",
            type=click.Path(file_okay=False, path_type=Path),
            envvar="CAPTUPLE_CACHE",
            help="Folder that keeps the tuples of captions, so that they are extracted once.",
        ),
        with_fields,
        strict_language_option,
    ]
    for option in reversed(options):
        command = option(command)
    return command


@batch.command("extract")
@_options
@click.option(
    "--min-confidence",
    type=click.FloatRange(0.0, 1.0),
    default=0.0,
    show_default=True,
    help="Leave out links less sure than this.",
)
def batch_extract(
    *, min_confidence: float, model: str, strict_language: bool, fields: FieldNames, **options: Any
) -> None:
    """Extract the tuples of every row's caption (captuple.extraction/1)."""
    from service.batch.shard import ExtractOptions

    task = ExtractOptions(
        model=model, min_confidence=min_confidence, strict_language=strict_language, fields=fields
    )
    _run(task, **options)


@batch.command("score")
@_options
@click.option("--grounding", default="lemma.v1", show_default=True, help="See: captuple groundings.")
@with_conventions
@click.option(
    "--missing",
    "missing_candidates",
    type=click.Choice(["error", "empty"]),
    default="error",
    show_default=True,
    help="An empty caption is a fault of its row, or has no tuples.",
)
@click.option(
    "--references",
    type=click.Path(path_type=Path),
    help="The gold captions by image id, in a file of their own; without it rows have references.",
)
@match_ids_option
@click.option(
    "--graded",
    metavar="SIMILARITY",
    help="Also the graded score: encoder.v1, thesaurus.v1, wordnet_path.v1 or exact.v1.",
)
@click.option(
    "--graded-version",
    type=click.Choice(["v2", "v1"]),
    default="v2",
    show_default=True,
    help="Of the graded score: v2 sees who does what to whom, v1 is the former one.",
)
def batch_score(
    *,
    grounding: str,
    conventions: Conventions,
    missing_candidates: Literal["error", "empty"],
    strict_language: bool,
    model: str,
    fields: FieldNames,
    references: Path | None,
    match_ids: MatchIds,
    graded: str | None,
    graded_version: Literal["v1", "v2"],
    **options: Any,
) -> None:
    """Score every row's caption against the row's references (captuple.image-score/2).

    Rows are JSON, JSON Lines, Parquet or Arrow with caption and references, a list of gold captions; or captions of any
    format, with --references.
    """
    from service.batch.shard import ScoreOptions

    if references is None and match_ids != "exact":
        raise click.UsageError(
            "--match-ids goes with --references: rows have their references by themselves."
        )

    task = ScoreOptions(
        model=model,
        grounding=grounding,
        conventions=conventions,
        missing_candidates=missing_candidates,
        strict_language=strict_language,
        fields=fields,
        references=references,
        match_ids=match_ids,
        graded=graded,
        graded_version=graded_version,
    )
    _run(task, **options)


def _run(task: TaskOptions, *, input_pattern: str, output: Path, **options: Any) -> None:
    from service.batch import JobOptions, run_job

    with _stop_on_signals() as should_stop, _progress(quiet=not sys.stderr.isatty()) as progress:
        result = run_job(
            task,
            input_pattern=input_pattern,
            output=output,
            options=JobOptions(**options),
            progress=progress,
            should_stop=should_stop,
        )
    click.echo(
        f"{result.n_rows} rows, {result.n_failed} failed, {result.n_resumed} from earlier runs: {output}"
    )
    if "overall_f1" in result.summary:
        width = max(map(len, [*result.summary["components"], "overall  "]))
        for name, scores in result.summary["components"].items():
            click.echo(f"{name:<{width}}" + "".join(f"  {key} {value:.4f}" for key, value in scores.items()))
        from service.cli.output.tables import components_text

        text = components_text(result.summary["overall_n_components"], result.summary["components"])
        click.echo(f"{'overall':<{width}}  f1 {result.summary['overall_f1']:.4f}  ({text})")
        click.echo(result.summary["signature"])
        graded = result.summary.get("graded")
        if graded is not None:
            names = ("score", "precision", "recall", "theme")
            click.echo(f"{'graded':<{width}}" + "".join(f"  {name} {graded[name]:.4f}" for name in names))
            if graded["n_wordless"]:
                click.echo(
                    f"{graded['n_wordless']} images hold no word of content and have the graded score 0"
                )
            click.echo(graded["signature"])


@contextlib.contextmanager
def _stop_on_signals() -> Iterator[Callable[[], bool]]:
    """The first SIGINT or SIGTERM asks the job to stop; the second one ends it at once."""
    asked = False

    def ask(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        click.echo("stopping when the running shards are done; once more ends at once", err=True)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[JobProgress], None] | None]:
    """A bar with rows a second and the time that is left, on a terminal."""
    if quiet:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = [
        TextColumn("{task.completed}/{task.total} rows"),
        BarColumn(),
        TextColumn("{task.description}"),
    ]
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task("", total=None)
        start = time.monotonic()

        def update(state: JobProgress) -> None:
            text = progress_text(state, seconds=time.monotonic() - start)
            bar.update(shown, completed=state.n_rows, total=state.n_expected, description=text)

        yield update


def progress_text(state: JobProgress, *, seconds: float) -> str:
    """Rate, time that is left, failures: ``412 rows/s, 0:02:10 left, 3 failed``."""
    n_new = state.n_rows - state.n_resumed
    if not n_new or seconds <= 0:
        return "loading the model"
    rate = n_new / seconds
    left = round((state.n_expected - state.n_rows) / rate)
    clock = f"{left // 3600}:{left // 60 % 60:02d}:{left % 60:02d}"
    return f"{rate:.0f} rows/s, {clock} left" + (f", {state.n_failed} failed" if state.n_failed else "")
