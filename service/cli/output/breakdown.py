"""Scores by a label of the images, as text, JSON and LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.inference.intervals import OVERALL
from service.cli.output.scores import escaped, f1_text, graded_text, latex_value
from service.cli.output.tables import name_width, printable
from service.pipeline.scores import Group


def text_breakdown(groups: Sequence[Group]) -> Iterator[str]:
    """A table of F1 for each grounding: components down, labels across."""
    heads = [f"{printable(group.label)} ({_n_images(group)})" for group in groups]
    widths = [max(23, len(head)) for head in heads]
    for i, column in enumerate(groups[0].columns):
        yield f"F1 by label, {column.grounding}; images in brackets"
        width = name_width(column.components)
        yield _row(width, "", heads, widths)
        for name in (*column.components, OVERALL):
            yield _row(width, name, [f1_text(group.columns[i], name) for group in groups], widths)
    grades = [graded_text(group.graded, "score") for group in groups if group.graded is not None]
    if grades:
        yield "graded score by label"
        yield _row(9, "", heads, widths)
        yield _row(9, "score", grades, widths)


def latex_breakdown(groups: Sequence[Group]) -> Iterator[str]:
    """A ``tabular`` of F1 in percent for each grounding: components down, labels across."""
    for i, column in enumerate(groups[0].columns):
        yield f"\\begin{{tabular}}{{l{'r' * len(groups)}}}"
        yield "\\hline"
        heads = (f"{escaped(group.label)} ({_n_images(group)})" for group in groups)
        yield " & ".join([f"F1 (\\%), {escaped(column.grounding)}", *heads]) + " \\\\"
        yield "\\hline"
        for name in (*groups[0].columns[i].components, OVERALL):
            yield " & ".join([name, *(latex_value(group.columns[i], name) for group in groups)]) + " \\\\"
        if i == 0 and groups[0].graded is not None:
            scores = (f"{100 * group.graded.report.score:.2f}" for group in groups if group.graded)
            yield " & ".join(["graded", *scores]) + " \\\\"
        yield "\\hline"
        yield "\\end{tabular}"


def _n_images(group: Group) -> int:
    return group.columns[0].report.statistics.n_images


def _row(width: int, head: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{head:<{width}}  {'  '.join(padded)}".rstrip()
