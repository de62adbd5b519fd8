"""``captuple explain``: what one candidate has, lacks, invents, exchanges or contradicts."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import click
import msgspec

from extractor.types import Caption, CaptionEntry
from scoring.entries import pair_by_image
from scoring.graded.explain import LEAST_LIKENESS, Difference, Explanation, MatchedWord, explain, sum_text
from scoring.graded.score import grade_images
from scoring.graded.words import DescribedCaption
from service.cli.options import captions_themselves, say, strict_language_option
from service.cli.output.tables import printable, tuple_line
from service.pipeline.extraction import extracted
from service.similarities import load_similarity

EXPLANATION_SCHEMA = "captuple.explanation/1"
_COLOURS = {"invented": "yellow", "missing": "cyan"}


@click.command("explain")
@click.argument("candidate", callback=captions_themselves)
@click.option(
    "--reference",
    "references",
    multiple=True,
    required=True,
    callback=captions_themselves,
    help="A gold caption; several are allowed.",
)
@click.option("--graded", default="thesaurus.v1", show_default=True, help="Similarity of the graded score.")
@click.option(
    "--model", default="en-captions", show_default=True, help="A bundle: NAME, NAME@VERSION or a folder."
)
@click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@strict_language_option
def explain_command(
    candidate: str,
    references: tuple[str, ...],
    graded: str,
    model: str,
    output_format: str,
    strict_language: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Say how a caption differs from its references.

    What matches, what is missing, invented, exchanged or contradicted, by the facts and words of captuple-graded.
    """
    similarity = load_similarity(graded, model)
    entries = [
        CaptionEntry(caption=Caption(text=text, image_id=0), where=where)
        for text, where in (
            (candidate, "CANDIDATE"),
            *((text, f"--reference {number}") for number, text in enumerate(references, start=1)),
        )
    ]
    pair_by_image(entries[:1], entries[1:])
    found = extracted(entries, model=model, strict_language=strict_language, say=say)
    described = found.described()
    report = grade_images(
        {0: described[0]}, {0: described[1:]}, similarity=similarity, model=found.extractor_model or "none"
    )
    explanation = explain(report.images[0])
    if output_format == "json":
        record = _record(candidate, references, explanation, report.signature)
        click.echo(msgspec.json.format(msgspec.json.encode(record), indent=2))
        return
    for line in _lines(described, explanation):
        click.echo(line)
    click.echo(report.signature)


def _record(
    candidate: str,
    references: tuple[str, ...],
    explanation: Explanation,
    signature: str,
) -> dict[str, object]:
    return {
        "schema": EXPLANATION_SCHEMA,
        "signature": signature,
        "candidate": candidate,
        "references": list(references),
        **dataclasses.asdict(explanation),
    }


def _lines(described: list[DescribedCaption], explanation: Explanation) -> Iterator[str]:
    yield printable(described[0].text)
    yield from (f"  {tuple_line(item)}" for item in described[0].tuples)
    yield from (f"reference: {printable(reference.text)}" for reference in described[1:])
    yield f"score {sum_text(explanation)}"
    matched = [word for word in explanation.words if word.likeness >= LEAST_LIKENESS]
    others = [printable(word.word) for word in explanation.words if word.likeness < LEAST_LIKENESS]
    yield "words: " + (", ".join(map(_word, matched)) or "none matched")
    if others:
        yield "no match: " + click.style(", ".join(others), fg=_COLOURS["invented"])
    if explanation.facts:
        yield "agreed: " + ", ".join(map(_word, explanation.facts))
    yield from map(_difference, explanation.differences)
    if not explanation.differences:
        yield "no difference found"


def _word(word: MatchedWord) -> str:
    text = printable(word.word)
    if word.match is not None and word.match != word.word:
        text += f" ~ {printable(word.match)} {word.likeness:.2f}"
    return click.style(text, fg="green")


def _difference(difference: Difference) -> str:
    said, meant = printable(difference.said), printable(difference.meant)
    both = f"{said} for {meant}" if said and meant else said or meant
    kind = click.style(difference.kind, fg=_COLOURS.get(difference.kind, "red"), bold=True)
    return f"{kind}: {both} ({difference.degree:.2f})"
