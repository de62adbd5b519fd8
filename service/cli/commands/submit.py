"""``captuple submit``: a team's side of an evaluation server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from extractor.errors import ResourceError
from formats import FORMATS, FieldNames, FormatName, read_captions
from service.cli.options import say, with_fields


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--task", required=True, metavar="NAME", help="Of the server's board.")
@click.option("--server", required=True, metavar="URL", help="https://HOST; http on this machine.")
@click.option(
    "--token-file",
    required=True,
    type=click.Path(path_type=Path),
    help="Holds the team's token, which whoever runs the server gave you.",
)
@click.option("--description", default="", help="A line about the system, which the board shows.")
@click.option("--wait", is_flag=True, help="Wait for the scores, and print them.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Of what is printed.",
)
@click.option(
    "--input-format",
    type=click.Choice(FORMATS),
    help="What the file is, where its name and content do not say.",
)
@click.option(
    "--ca", type=click.Path(path_type=Path), help="Authorities that sign the server's certificate, PEM."
)
@click.option(
    "--allow-plaintext-token",
    is_flag=True,
    help="Send the token to another machine without TLS, where whoever listens on the way can read it.",
)
@with_fields
def submit(
    file: Path,
    task: str,
    server: str,
    token_file: Path,
    description: str,
    wait: bool,  # noqa: FBT001  # click passes flags so
    output_format: str,
    input_format: FormatName | None,
    ca: Path | None,
    allow_plaintext_token: bool,  # noqa: FBT001  # as above
    fields: FieldNames,
) -> None:
    """Submit captions to an evaluation server.

    FILE may be any file of captions, one for each image of the task; captions and ids are sent, tuples are not. A file
    that is sent again, because the answer was lost, counts once.
    """
    from service.arena.client import ArenaClient, as_json_lines, read_token

    token = read_token(token_file)
    entries = read_captions(file, format_name=input_format, fields=fields)
    if any(entry.tuples is not None for entry in entries):
        say(f"{file}: its tuples are not sent; the server finds its own, for all teams alike")
    client = ArenaClient(server, token, ca=ca, is_plaintext_allowed=allow_plaintext_token)
    answer = client.submit(task, as_json_lines(entries), description=description)
    record: Mapping[str, Any] = answer.record
    submission_id = str(record.get("id") or record["submission"])
    if answer.status != 201:
        say(f"this file was submitted before, as {submission_id}; it is not counted again")
    if wait:
        record = client.wait(task, submission_id)
    elif answer.status != 201:
        record = client.submission(task, submission_id)
    if output_format == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(record), indent=2))
    else:
        for line in _lines(record):
            click.echo(line)
    if record["state"] == "failed":
        raise ResourceError(f"submission {submission_id} {record['failure']}")


def _lines(record: Mapping[str, Any]) -> Iterator[str]:
    yield f"submission {record['id']}: {record['state']}"
    results = record["results"]
    if results is None:
        if record["state"] == "scored":
            yield "figures are shown when the task has closed"
        return
    yield from _score_lines("all images", results["score"])
    for label, score in results["by"].items():
        yield from _score_lines(label, score)
    for name, test in results["tests"].items():
        of = "the best of the board" if name == "best" else "your last"
        for item in test["figures"]:
            if item["figure"] not in {"overall", "graded"}:
                continue
            low, high = item["interval"]
            better = {"own": "better", "other": "worse", None: "no difference that is no chance"}[
                item["better"]
            ]
            yield (
                f"against {of} ({test['against']}), {item['figure']}: {item['difference']:+.3f} "
                f"({low:+.3f} to {high:+.3f}), p {item['p_randomization_corrected']:.3f}: {better}"
            )
    yield from results["notes"]


def _score_lines(name: str, score: Mapping[str, Any]) -> Iterator[str]:
    by_grounding = score.get("groundings") or {"overall F1": score}
    for grounding, part in by_grounding.items():
        yield f"{name}, {grounding}: {_figure(part['overall_f1'], part['intervals'], 'overall_f1')}"
    if "graded" in score:
        graded = score["graded"]
        yield f"{name}, graded: {_figure(graded['score'], graded['intervals'], 'score')}"


def _figure(value: float, intervals: Mapping[str, Any] | None, name: str) -> str:
    if intervals is None:
        return f"{value}"
    low, high = intervals[name]
    return f"{value} ({low} to {high})"
