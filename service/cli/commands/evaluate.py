"""``captuple evaluate``: the extractor against human tuples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor import Extractor
    from formats.corpora.annotated import AnnotatedCaption
    from training.links.evaluate import ExactFigures, TupleFigures

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.option("--gold", type=_FILE, multiple=True, help="Human tuples: .jsonl, or Flickr-ST rows.")
@click.option("--captions", type=_FILE, help="The tokenized captions of Flickr-ST rows.")
@click.option(
    "--by",
    type=_FILE,
    multiple=True,
    help="With --gold: groups of captions (JSON, a name or names by caption id) to count exact tuples by.",
)
@click.option("--flickr-st", type=_FOLDER, help="The corpus: cross-validation and the paper's Table 1.")
@click.option("--cross-validation/--no-cross-validation", default=True, show_default=True)
@click.option(
    "--extra-gold", type=_FILE, multiple=True, help="More human tuples to train on in the cross-validation."
)
@click.option(
    "--figure5", is_flag=True, help="With --flickr-st: do both kinds of tuples order the systems alike?"
)
@click.option(
    "--coreference",
    type=_FILE,
    help="Phrases with entity ids, as Flickr30k Entities has them: entities across captions, cross-validated.",
)
@click.option(
    "--coreference-captions",
    type=_FILE,
    multiple=True,
    help="With --coreference: captions of its images; phrases, slots and entities from their text.",
)
@click.option(
    "--trees",
    type=_FILE,
    help="A treebank in CoNLL-U: tags, lemmas and trees of the model's parser, by the source that sent_id begins with.",
)
@click.option("--model", default="en-captions", show_default=True, help="NAME, NAME@VERSION or a folder.")
@click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def evaluate(
    gold: tuple[Path, ...],
    captions: Path | None,
    by: tuple[Path, ...],
    flickr_st: Path | None,
    cross_validation: bool,  # noqa: FBT001  # click passes flags so
    extra_gold: tuple[Path, ...],
    figure5: bool,  # noqa: FBT001  # as above
    coreference: Path | None,
    coreference_captions: tuple[Path, ...],
    trees: Path | None,
    model: str,
    output_format: str,
) -> None:
    """Compare automatic tuples with human ones.

    With --gold, the model's tuples against those of the files; exact tuples are those that are right whole, with
    all fillers of all slots. With --flickr-st, the link models are trained
    anew in 5-fold cross-validation by image, and the model is compared on the captions of two systems (Table 1
    of Ellebracht et al. 2015). With --coreference, entities across the captions of an image, in 5-fold
    cross-validation by image. With --trees, the model's parser against a treebank.
    """
    if not gold and flickr_st is None and coreference is None and trees is None:
        raise click.UsageError(
            "Give --gold FILE, --flickr-st DIR, --coreference FILE, --trees FILE, or several of them."
        )
    if by and not gold:
        raise click.UsageError("--by goes with --gold.")
    if coreference_captions and coreference is None:
        raise click.UsageError("--coreference-captions goes with --coreference.")

    from service.cli.gold import data_names, read_gold, read_groups
    from service.process import load_extractor
    from training.links.evaluate import TABLE_1, evaluate_extractor

    annotated_gold = read_gold(gold, captions)
    groups = read_groups(by, annotated_gold) if by else None
    extractor = load_extractor(model)
    record: dict[str, Any] = {"schema": "captuple.evaluation/1", "model": extractor.model}
    if gold:
        record["gold"] = _shown(
            f"{extractor.model} on {', '.join(data_names(gold).values())}",
            evaluate_extractor(extractor, annotated_gold, groups=groups),
            output_format,
        )
    if flickr_st is not None:
        if cross_validation:
            record["cross_validation"] = _cross_validation(extractor, flickr_st, extra_gold, output_format)
        for column, system in enumerate(("model1", "model2")):
            annotated = read_gold([flickr_st / f"{system}.gold.txt"], flickr_st / f"{system}.captions.tsv")
            paper = {component: values[column] for component, values in TABLE_1.items()}
            figures = evaluate_extractor(extractor, annotated)
            record[system] = _shown(
                f"{extractor.model} on {system} (Table 1)", figures, output_format, paper=paper
            )
        if figure5:
            record["figure5"] = _figure5(extractor, flickr_st, output_format)
    if coreference is not None:
        from service.cli.output.coreference import evaluate_coreference

        record["coreference"] = evaluate_coreference(
            coreference, coreference_captions, extractor=extractor, model=model, output_format=output_format
        )
    if trees is not None:
        from service.cli.output.trees import evaluate_trees_of

        record["trees"] = evaluate_trees_of(trees, extractor=extractor, output_format=output_format)
    if output_format == "json":
        click.echo(json.dumps(record))


def _figure5(extractor: Extractor, folder: Path, output_format: str) -> dict[str, object]:
    from service.cli.gold import read_gold
    from training.links.evaluate import order_systems

    def annotated(name: str, captions: str) -> list[AnnotatedCaption]:
        return read_gold([folder / name], folder / captions)

    order = order_systems(
        extractor,
        (
            annotated("model1.gold.txt", "model1.captions.tsv"),
            annotated("model2.gold.txt", "model2.captions.tsv"),
        ),
        annotated("annotations.train.txt", "captions.train.tsv"),
        (folder / "figure5_images.txt").read_text(encoding="utf-8").split(),
    )
    agreeing = [component for component in order.human if order.agrees(component)]
    if output_format == "text":
        click.echo("Figure 5: macro F1 of two systems against human references")
        click.echo("component  human 1  human 2   auto 1   auto 2  same order")
        for component, human in order.human.items():
            numbers = "  ".join(f"{value:7.4f}" for value in (*human, *order.automatic[component]))
            click.echo(f"{component:<9}  {numbers}  {'yes' if component in agreeing else 'no'}")
    return {"human": order.human, "automatic": order.automatic, "same_order": agreeing}


def _cross_validation(
    extractor: Extractor, folder: Path, extra_gold: Sequence[Path], output_format: str
) -> dict[str, object]:
    from service.cli.gold import read_gold
    from training.links.evaluate import cross_validate
    from training.links.fit_links import prepare

    annotated = read_gold([folder / "annotations.train.txt"], folder / "captions.train.tsv")
    data, extra = (
        prepare(items, parser=extractor.parser, lexicon=extractor.lexicon)
        for items in (annotated, read_gold(extra_gold, None))
    )
    validation = cross_validate(
        data, extractor.links.roles, extra=extra, report=lambda line: click.echo(line, err=True)
    )
    record = _shown("5-fold cross-validation by image on Flickr-ST", validation.figures(), output_format)
    error = validation.calibration_error
    if output_format == "text":
        click.echo(f"expected calibration error of the links' confidences: {error:.4f}\n")
    return {**record, "expected_calibration_error": round(error, 4)}


def _shown(
    title: str, figures: TupleFigures, output_format: str, *, paper: dict[str, float] | None = None
) -> dict[str, object]:
    """Print a table of figures, or nothing where the whole record is printed at the end; returns the record."""
    if output_format == "text":
        click.echo(f"{title}: {figures.n_captions} captions")
        head = "  paper F1" if paper else ""
        click.echo(f"component  micro P       R      F1   macro P       R      F1   image F1{head}")
        for component, micro in figures.micro.items():
            macro, image = figures.macro[component], figures.macro_images[component]
            numbers = f"{component:<9}  {micro[0]:7.4f} {micro[1]:7.4f} {micro[2]:7.4f}"
            numbers += f"   {macro[0]:7.4f} {macro[1]:7.4f} {macro[2]:7.4f}    {image[2]:7.4f}"
            click.echo(numbers + (f"  {paper[component]:8.3f}" if paper else ""))
        means = [sum(values[2] for values in f.values()) / len(f) for f in (figures.micro, figures.macro)]
        click.echo(f"{'mean':<9}  {'':15} {means[0]:7.4f}   {'':15} {means[1]:7.4f}")
        kinds = figures.kinds
        by_kind = "; ".join(
            f"{kind} P {p:.3f} R {r:.3f} F1 {f1:.3f}" for kind, (p, r, f1) in kinds.by_kind.items()
        )
        click.echo(
            f"kinds of {kinds.n_locatives} locatives found: accuracy {kinds.accuracy:.3f} (the most frequent kind "
            f"alone {kinds.majority:.3f}); {by_kind}"
        )
        _show_exact(figures.exact)
    return figures.as_record()


def _show_exact(exact: ExactFigures) -> None:
    from scoring.bast.agreement import prf

    head = "exact tuples"
    width = max(map(len, (head, *exact.by_group)))
    click.echo(f"{head:<{width}}       P       R  right  ours  gold")
    for name, counts in (("all", exact.overall), *exact.by_group.items()):
        found = prf(counts)
        click.echo(
            f"{name:<{width}}  {found.precision:6.4f}  {found.recall:6.4f}  {counts.matched:5} "
            f"{counts.n_candidate:5} {counts.n_reference:5}"
        )
    click.echo()
