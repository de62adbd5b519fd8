"""The COCO metrics as text, JSON and LaTeX, of all images and of each label's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scoring import ImageId
from scoring.interfaces.coco_metrics import METRICS, CocoReport, score_coco_metrics, tokenize_captions
from service.cli.output.scores import escaped
from service.cli.output.tables import printable
from service.pipeline.systems import SystemInput

ALL_IMAGES = "all images"
PLAIN_TOKENS = (
    "captions were cut without Java, by rules near those of the Penn Treebank (lower case, punctuation removed): "
    "figures differ a little from those of the COCO server"
)


def coco_reports(
    system: SystemInput, ids_by_label: Mapping[str, Sequence[ImageId]], *, n_resamples: int, seed: int
) -> dict[str, CocoReport]:
    """The metrics of all images, and of each label's; an image without a candidate has an empty one."""
    captions = tokenize_captions(
        {
            image_id: system.candidates[image_id].caption.text if image_id in system.candidates else ""
            for image_id in system.references
        },
        {
            image_id: [entry.caption.text for entry in entries]
            for image_id, entries in system.references.items()
        },
    )
    return {
        label: score_coco_metrics(captions, image_ids, n_resamples=n_resamples, seed=seed)
        for label, image_ids in {ALL_IMAGES: list(system.references), **ids_by_label}.items()
    }


def text_coco_metrics(reports: Mapping[str, CocoReport]) -> Iterator[str]:
    """A table: metrics down, labels across; then what is absent, and why."""
    heads = [f"{printable(label)} ({report.n_images})" for label, report in reports.items()]
    widths = [max(23, len(head)) for head in heads]
    yield "metrics of the COCO evaluation; images in brackets"
    yield _row("", heads, widths)
    for name in METRICS:
        yield _row(name, [_cell(report, name) for report in reports.values()], widths)
    whole = reports[ALL_IMAGES]
    for name, reason in whole.absent.items():
        yield f"{name} is absent: {reason}"
    if "METEOR" in whole.figures and whole.intervals:
        yield "METEOR has no interval: its program makes one figure of all images"
    if "tokens:plain" in whole.signature:
        yield PLAIN_TOKENS
    yield whole.signature


def latex_coco_metrics(reports: Mapping[str, CocoReport]) -> Iterator[str]:
    """A ``tabular`` in percent: metrics down, labels across; what is absent has no row."""
    yield f"\\begin{{tabular}}{{l{'r' * len(reports)}}}"
    yield "\\hline"
    heads = (f"{escaped(label)} ({report.n_images})" for label, report in reports.items())
    yield " & ".join(["(\\%)", *heads]) + " \\\\"
    yield "\\hline"
    for name in METRICS:
        values = [report.figures.get(name) for report in reports.values()]
        if any(value is not None for value in values):
            cells = ("-" if value is None else f"{100 * value:.2f}" for value in values)
            yield " & ".join([name, *cells]) + " \\\\"
    yield "\\hline"
    yield "\\end{tabular}"
    yield f"% {reports[ALL_IMAGES].signature}"


def coco_record(reports: Mapping[str, CocoReport]) -> dict[str, object]:
    """For JSON: the metrics of all images, and by label what they are of its images."""
    by_label = {label: _record(report) for label, report in reports.items() if label != ALL_IMAGES}
    return {**_record(reports[ALL_IMAGES]), "by": by_label or None}


def _record(report: CocoReport) -> dict[str, object]:
    return {
        "signature": report.signature,
        "n_images": report.n_images,
        "figures": dict(report.figures),
        "intervals": {name: [interval.low, interval.high] for name, interval in report.intervals.items()}
        or None,
        "absent": dict(report.absent),
    }


def _cell(report: CocoReport, name: str) -> str:
    if name not in report.figures:
        return "-"
    interval = report.intervals.get(name)
    return f"{report.figures[name]:.4f}" + (f"  {interval.low:.4f}-{interval.high:.4f}" if interval else "")


def _row(head: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{head:<9}  {'  '.join(padded)}".rstrip()
