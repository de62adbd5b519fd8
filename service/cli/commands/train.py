"""``captuple train``: make the models of a bundle, and bundles, from annotated data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import click

from formats.fields import FieldNames
from service.cli.options import with_fields

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_OUTPUT = click.Path(file_okay=False, path_type=Path)


def _report(line: str) -> None:
    click.echo(line, err=True)


@click.group()
def train() -> None:
    """Make models from annotated data.

    From nothing: train syntax, then train roles and train links with the syntax folder as --base.
    Over a pre-trained transformer: train encoder in place of train syntax.
    Over a spaCy pipeline: train spacy in place of train syntax.
    On new annotations: train links with an installed model as --base.
    """


@train.command()
@click.option("--treebank", type=_FILE, multiple=True, required=True, help="CoNLL-U to learn from; .gz too.")
@click.option("--dev", type=_FILE, required=True, help="CoNLL-U on which the best model is picked.")
@click.option("--test", type=_FILE, required=True, help="CoNLL-U of the reported figures.")
@click.option(
    "--captions", type=_FILE, multiple=True, help="JSON Lines of raw captions, {image_id, captions}."
)
@click.option("--taught", type=_FILE, multiple=True, help="Trees of captions by a teacher: train teacher.")
@click.option("--start", help="A model with the parser stanza, whose weights tagger and parser start from.")
@click.option("--stage", "stages", multiple=True, help="Run these stages alone (default: all, in order).")
@click.option("--tagger-minutes", type=click.FloatRange(min=0.1), default=40.0, show_default=True)
@click.option("--parser-minutes", type=click.FloatRange(min=0.1), default=60.0, show_default=True)
@click.option("--seed", type=int, default=1234, show_default=True)
@click.option(
    "--output", type=_OUTPUT, required=True, help="Working folder; later the --base of roles and links."
)
def syntax(
    treebank: tuple[Path, ...],
    dev: Path,
    test: Path,
    captions: tuple[Path, ...],
    taught: tuple[Path, ...],
    start: str | None,
    stages: tuple[str, ...],
    tagger_minutes: float,
    parser_minutes: float,
    seed: int,
    output: Path,
) -> None:
    """Train lexicon, word vectors, lemmatizer, tagger and dependency parser."""
    from training.syntax.stanza_models import STAGES, SyntaxTraining, train_syntax

    training = SyntaxTraining(
        train_files=treebank,
        dev_file=dev,
        test_file=test,
        work_dir=output,
        caption_files=captions,
        taught_files=taught,
        start=start,
        tagger_minutes=tagger_minutes,
        parser_minutes=parser_minutes,
        seed=seed,
    )
    train_syntax(training, stages=stages or STAGES, report=_report)
    evaluation = output / "syntax.eval.json"
    if evaluation.is_file():
        click.echo(evaluation.read_text(encoding="utf-8").strip())


@train.command()
@click.option(
    "--model", default="en-captions-large", show_default=True, help="The teacher: its parser is encoder."
)
@click.option(
    "--captions",
    type=_FILE,
    multiple=True,
    required=True,
    help="Captions in any format; no trees, no tuples.",
)
@click.option(
    "--without",
    type=_FILE,
    multiple=True,
    help="CoNLL-U whose sentences are left out: it judges what is learned.",
)
@click.option("--least-confidence", type=click.FloatRange(0, 1), default=0.6, show_default=True)
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="CoNLL-U; .gz too."
)
def teacher(
    model: str, captions: tuple[Path, ...], without: tuple[Path, ...], least_confidence: float, output: Path
) -> None:
    """Parse captions by an accurate model, for --taught of train encoder and train syntax."""
    from training.syntax.teacher import write_taught

    n = write_taught(
        model, captions, output, without=without, least_confidence=least_confidence, report=_report
    )
    click.echo(f"{n} sentences: {output}")


@train.command()
@click.option(
    "--start",
    type=_FOLDER,
    required=True,
    help="Holds model.safetensors, config.json and tokenizer.json or vocab.txt of an uncased BERT; an --output; "
    "or a bundle, to teach its parser more.",
)
@click.option(
    "--start-name", help="What --start is called in manifest and card, with licence and what it has read."
)
@click.option("--treebank", type=_FILE, multiple=True, required=True, help="CoNLL-U to learn from; .gz too.")
@click.option("--dev", type=_FILE, required=True, help="CoNLL-U of the figures after each epoch.")
@click.option("--test", type=_FILE, required=True, help="CoNLL-U of the reported figures.")
@click.option(
    "--propbank", type=_FOLDER, help="Roles too: holds train and test .conllup.gz over a treebank of UD."
)
@click.option(
    "--captions", type=_FILE, multiple=True, help="JSON Lines of raw captions, {image_id, captions}."
)
@click.option("--taught", type=_FILE, multiple=True, help="Trees of captions by a teacher: train teacher.")
@click.option("--layers", type=click.IntRange(min=1), help="Layers of --start to take (default: all).")
@click.option("--epochs", type=click.IntRange(min=1), default=6, show_default=True)
@click.option(
    "--minutes", type=click.FloatRange(min=0.01), default=240.0, show_default=True, help="Stop by then."
)
@click.option("--learning-rate", type=click.FloatRange(min=1e-7), default=1.5e-4, show_default=True)
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True)
@click.option(
    "--precision",
    type=click.Choice(["int8", "float"]),
    default="int8",
    show_default=True,
    help="Of the parser's large products: int8 is twice as fast.",
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--output",
    type=_OUTPUT,
    required=True,
    help="Working folder; later the --base of roles and links. A training that was stopped goes on.",
)
def encoder(
    start: Path,
    start_name: str | None,
    treebank: tuple[Path, ...],
    dev: Path,
    test: Path,
    propbank: Path | None,
    captions: tuple[Path, ...],
    taught: tuple[Path, ...],
    layers: int | None,
    epochs: int,
    minutes: float,
    learning_rate: float,
    threads: int,
    precision: Literal["int8", "float"],
    seed: int,
    output: Path,
) -> None:
    """Train the parser encoder, instead of train syntax: a small transformer with tags, trees and roles."""
    from training.syntax.encoder.train import EncoderTraining, train_encoder

    training = EncoderTraining(
        start=start,
        start_name=start_name,
        train_files=treebank,
        dev_file=dev,
        test_file=test,
        output=output,
        propbank=propbank,
        caption_files=captions,
        taught_files=taught,
        layers=layers,
        epochs=epochs,
        minutes=minutes,
        learning_rate=learning_rate,
        threads=threads,
        precision=precision,
        seed=seed,
    )
    click.echo(json.dumps(train_encoder(training, report=_report)))


@train.command()
@click.option(
    "--pipeline", required=True, help="An installed spaCy pipeline with tagger and parser, or its folder."
)
@click.option("--base", required=True, help="A model, whose lexicon is taken over.")
@click.option(
    "--output", type=_OUTPUT, required=True, help="Working folder; later the --base of roles and links."
)
def spacy(pipeline: str, base: str, output: Path) -> None:
    """Take a spaCy pipeline as the parser, instead of train syntax; train roles and train links come next."""
    from training.syntax.spacy_pipeline import take_spacy_pipeline

    take_spacy_pipeline(pipeline, base=base, output=output)
    click.echo(str(output))


@train.command()
@click.option("--propbank", type=_FOLDER, required=True, help="Holds train, dev and test .conllup.gz.")
@click.option(
    "--base", type=_FOLDER, required=True, help="Folder with syntax/ and lexicon.json.gz; gets the roles."
)
@click.option("--seed", type=int, default=0, show_default=True)
def roles(propbank: Path, base: Path, seed: int) -> None:
    """Train the PropBank role model and print its figures on dev and test."""
    from extractor.lexicon import Lexicon
    from extractor.syntax.guest import use_threads
    from extractor.syntax.parser import load_parser, parser_of
    from formats.corpora.propbank import read_propbank
    from training.bundles.writer import (
        LEXICON_FILE,
        ROLES_EVALUATION_FILE,
        ROLES_FILE,
        add_training_data,
        write_state,
    )
    from training.links.roles import evaluate_roles, train_roles

    use_threads(1)
    parser = load_parser(parser_of(base / "syntax"), base / "syntax")
    lexicon = Lexicon.load(base / LEXICON_FILE)
    sentences = list(read_propbank(propbank / "train.conllup.gz"))
    model = train_roles(sentences, parser=parser, lexicon=lexicon, seed=seed, report=_report)
    write_state(model.to_state(), base / ROLES_FILE)
    add_training_data(base, "roles", [propbank / "train.conllup.gz"])
    record = {}
    for name in ("dev", "test"):
        held_out = list(read_propbank(propbank / f"{name}.conllup.gz"))
        figures = evaluate_roles(model, held_out, parser=parser, lexicon=lexicon)
        record[name] = figures.as_record()
    (base / ROLES_EVALUATION_FILE).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    click.echo(json.dumps(record))


@train.command()
@click.option(
    "--gold", type=_FILE, multiple=True, required=True, help="Human tuples: .jsonl, or Flickr-ST rows."
)
@click.option("--captions", type=_FILE, help="The tokenized captions of Flickr-ST rows.")
@click.option(
    "--base", required=True, help="A model, or a folder with syntax/, lexicon.json.gz and roles.npz."
)
@click.option("--name", default="en-captions", show_default=True, help="Of the new model.")
@click.option("--version", "bundle_version", required=True, help="Of the new model: three numbers.")
@click.option(
    "--data-name",
    "names",
    multiple=True,
    help="What --gold is called in the manifest and card: for the first file, the second, ...",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--factual", type=_FILE, help="FACTUAL's CSV: weak supervision of what is a predicate.")
@click.option("--ablation", type=_FILE, help="What benchmarks/ablation.py wrote, for the card.")
@click.option("--force", is_flag=True, help="Write the new model even when it is worse than its base.")
@click.option("--output", type=_OUTPUT, required=True, help="Folder of bundles: gets NAME/VERSION.")
def links(
    gold: tuple[Path, ...],
    captions: Path | None,
    base: str,
    name: str,
    bundle_version: str,
    names: tuple[str, ...],
    seed: int,
    factual: Path | None,
    ablation: Path | None,
    force: bool,  # noqa: FBT001  # click passes flags so
    output: Path,
) -> None:
    """Train the link models and write a new bundle with its figures and card."""
    from extractor.syntax.guest import use_threads
    from service.cli.gold import data_names, read_gold
    from training.links.retrain import retrain_links

    use_threads(1)
    name_by_file = data_names([*gold, *([captions] if captions else [])], names)
    folder = retrain_links(
        {name_by_file[file]: read_gold([file], captions) for file in gold},
        base=base,
        name=name,
        bundle_version=bundle_version,
        output=output,
        data_files={file: f"links: {name}" for file, name in name_by_file.items()},
        seed=seed,
        force=force,
        factual=factual,
        ablation=json.loads(ablation.read_text(encoding="utf-8")) if ablation else None,
        report=_report,
    )
    click.echo(str(folder))


@train.command()
@click.option(
    "--captions",
    type=_FILE,
    multiple=True,
    required=True,
    help="Captions with image ids; several of an image.",
)
@click.option(
    "--data-name",
    "names",
    multiple=True,
    help="What --captions is called in manifest and card, with licence: the first file, the second, ...",
)
@click.option("--base", required=True, help="A model: gets the thesaurus in a new version.")
@click.option("--name", help="Of the new model (default: the base's).")
@click.option("--version", "bundle_version", required=True, help="Of the new model: three numbers.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--output", type=_OUTPUT, required=True, help="Folder of bundles: gets NAME/VERSION.")
@with_fields
def thesaurus(
    captions: tuple[Path, ...],
    fields: FieldNames,
    names: tuple[str, ...],
    base: str,
    name: str | None,
    bundle_version: str,
    seed: int,
    output: Path,
) -> None:
    """Learn a thesaurus from captions of the same images and write a new bundle with it."""
    from extractor.syntax.guest import use_threads
    from formats import read_captions
    from service.cli.gold import data_names
    from training.thesaurus.bundle import train_thesaurus
    from training.thesaurus.learn import ThesaurusOptions

    use_threads(1)
    name_by_file = data_names(captions, names)
    folder = train_thesaurus(
        [entry.caption for path in captions for entry in read_captions(path, fields=fields)],
        base=base,
        name=name,
        bundle_version=bundle_version,
        output=output,
        data_files=name_by_file,
        options=ThesaurusOptions(seed=seed),
        report=_report,
    )
    click.echo(str(folder))


@train.command()
@click.option(
    "--start",
    type=_FOLDER,
    required=True,
    help="Holds model.safetensors, config.json and tokenizer.json or vocab.txt of an uncased BERT; or an --output.",
)
@click.option("--start-name", help="What --start is called, with licence and what it has read.")
@click.option(
    "--captions",
    type=_FILE,
    multiple=True,
    required=True,
    help="Captions with image ids; several of an image.",
)
@click.option(
    "--without", type=_FILE, multiple=True, help="Captions whose images are not to be learned from."
)
@click.option("--model", default="en-captions", show_default=True, help="Parses the captions.")
@click.option("--steps", type=click.IntRange(min=1), default=600, show_default=True)
@click.option(
    "--minutes", type=click.FloatRange(min=0.01), default=30.0, show_default=True, help="Stop by then."
)
@click.option(
    "--images", "n_images", type=click.IntRange(min=2), default=40, show_default=True, help="Of a step."
)
@click.option(
    "--wrong",
    "n_wrong",
    type=click.IntRange(min=0),
    default=2,
    show_default=True,
    help="Captions made wrong of each image, at most.",
)
@click.option("--learning-rate", type=click.FloatRange(min=1e-7), default=6e-5, show_default=True)
@click.option(
    "--kept-share",
    type=click.FloatRange(min=0, max=1),
    default=0.0,
    show_default=True,
    help="How much of the start's weights the result keeps.",
)
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--output",
    type=_OUTPUT,
    required=True,
    help="Working folder, gets sentences/. A training that was stopped goes on.",
)
def sentences(
    start: Path,
    start_name: str | None,
    captions: tuple[Path, ...],
    without: tuple[Path, ...],
    model: str,
    steps: int,
    minutes: float,
    n_images: int,
    n_wrong: int,
    learning_rate: float,
    kept_share: float,
    threads: int,
    seed: int,
    output: Path,
) -> None:
    """Train a sentence encoder, the similarity encoder.v1, on captions of the same images."""
    from training.sentences.train import SentencesTraining, train_sentences

    training = SentencesTraining(
        start=start,
        start_name=start_name,
        captions=captions,
        without=without,
        model=model,
        steps=steps,
        minutes=minutes,
        n_images=n_images,
        n_wrong=n_wrong,
        learning_rate=learning_rate,
        kept_share=kept_share,
        threads=threads,
        seed=seed,
        output=output,
    )
    click.echo(json.dumps(train_sentences(training, report=_report)))


@train.command("add-sentences")
@click.option("--sentences", "trained", type=_FOLDER, required=True, help="The --output of train sentences.")
@click.option("--base", required=True, help="A model: gets the sentence encoder in a new version.")
@click.option("--name", help="Of the new model (default: the base's).")
@click.option("--version", "bundle_version", required=True, help="Of the new model: three numbers.")
@click.option("--output", type=_OUTPUT, required=True, help="Folder of bundles: gets NAME/VERSION.")
def add_sentences(trained: Path, base: str, name: str | None, bundle_version: str, output: Path) -> None:
    """Write a new bundle with a trained sentence encoder."""
    from training.sentences.bundle import add_sentences as write

    click.echo(str(write(trained, base=base, name=name, bundle_version=bundle_version, output=output)))


@train.command()
@click.option(
    "--entities", type=_FILE, required=True, help="Phrases with entity ids, as Flickr30k Entities has them."
)
@click.option("--data-name", help="What --entities is called in manifest and card, with licence.")
@click.option(
    "--types",
    type=click.Choice(["predicted", "annotated"]),
    default="predicted",
    show_default=True,
    help="The mentions' types: of entity_type.v1, as in scoring, or those of the file.",
)
@click.option(
    "--base", required=True, help="A model with a thesaurus: gets the coreference in a new version."
)
@click.option("--name", help="Of the new model (default: the base's).")
@click.option("--version", "bundle_version", required=True, help="Of the new model: three numbers.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--output", type=_OUTPUT, required=True, help="Folder of bundles: gets NAME/VERSION.")
def coreference(
    entities: Path,
    data_name: str | None,
    types: str,
    base: str,
    name: str | None,
    bundle_version: str,
    seed: int,
    output: Path,
) -> None:
    """Learn which mentions of an image's captions are one entity; writes a new bundle."""
    from extractor.bundle import find_bundle
    from extractor.lexicon import Lexicon
    from formats.corpora.entity_mentions import read_mentions
    from training.bundles.writer import LEXICON_FILE
    from training.entities.bundle import train_coreference_bundle
    from training.entities.coreference import CoreferenceOptions

    lexicon = Lexicon.load((Path(base) if Path(base).is_dir() else find_bundle(base)) / LEXICON_FILE)
    images = read_mentions(
        entities,
        lemma=lambda word: lexicon.lemma(word, "noun"),
        types="annotated" if types == "annotated" else "predicted",
    )
    folder = train_coreference_bundle(
        [image.entities() for image in images],
        base=base,
        name=name,
        bundle_version=bundle_version,
        output=output,
        data_files={entities: data_name or entities.name},
        types=types,
        options=CoreferenceOptions(seed=seed),
        report=_report,
    )
    click.echo(str(folder))
