"""Recall of located phrases as text, JSON and LaTeX."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.localisation import MIN_IOU, RANKS, LocalisationReport, RecallRow
from service.cli.output.scores import escaped
from service.cli.output.tables import printable

BOXES_SCHEMA = "captuple.phrase-recall/1"


def text_boxes(report: LocalisationReport) -> Iterator[str]:
    """A table: types of phrases down, numbers of boxes across."""
    width = max(len("phrases found"), *(len(printable(name)) for name in report.rows))
    heads = "  ".join(f"{f'of {rank} box' + ('es' if rank > 1 else ''):<22}" for rank in RANKS)
    yield f"{'phrases found':<{width}}  {'phrases':>7}  {heads.rstrip()}"
    for name, row in report.rows.items():
        cells = "  ".join(f"{_text(row, rank):<22}" for rank in RANKS)
        yield f"{printable(name):<{width}}  {row.n_phrases:>7}  {cells.rstrip()}"
    yield (
        f"recall at IoU {MIN_IOU}: phrases that one of the first boxes covers; {report.n_images} images,"
        f" {report.n_unseen} phrases without a box left out"
    )
    yield report.signature


def latex_boxes(report: LocalisationReport) -> Iterator[str]:
    """A ``tabular`` of recall in percent."""
    yield f"\\begin{{tabular}}{{lr{'r' * len(RANKS)}}}"
    yield "\\hline"
    yield " & ".join(["phrases", "$n$", *(f"R@{rank} (\\%)" for rank in RANKS)]) + " \\\\"
    yield "\\hline"
    for name, row in report.rows.items():
        values = [f"{100 * row.recall[rank]:.2f}" for rank in RANKS]
        yield " & ".join([escaped(name), str(row.n_phrases), *values]) + " \\\\"
    yield "\\hline"
    yield "\\end{tabular}"
    yield f"% {report.signature}"


def boxes_record(report: LocalisationReport) -> dict[str, object]:
    """The JSON record."""
    return {
        "schema": BOXES_SCHEMA,
        "signature": report.signature,
        "n_images": report.n_images,
        "n_unseen_phrases": report.n_unseen,
        "types": {
            name: {
                "n_phrases": row.n_phrases,
                "recall": {str(rank): row.recall[rank] for rank in RANKS},
                "intervals": None
                if row.intervals is None
                else {str(rank): [i.low, i.high] for rank, i in row.intervals.items()},
            }
            for name, row in report.rows.items()
        },
    }


def _text(row: RecallRow, rank: int) -> str:
    text = f"{row.recall[rank]:.4f}"
    if row.intervals is None:
        return text
    return f"{text}  {row.intervals[rank].low:.4f}-{row.intervals[rank].high:.4f}"
