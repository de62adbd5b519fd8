"""The part of ``captuple evaluate`` about trees."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from extractor import Extractor
from formats.corpora.conllu import TreebankSentence, read_trees
from training.syntax.figures import evaluate_parser

_TITLES = {"upos": "UPOS", "xpos": "XPOS", "lemma": "lemma", "uas": "UAS", "las": "LAS"}


def evaluate_trees_of(path: Path, *, extractor: Extractor, output_format: str) -> dict[str, Any]:
    """Measure the extractor's parser and, as text, print; returns the record.

    A sentence's source is what its ``sent_id`` has before the first ``-``.

    Raises:
        InvalidInputError: See ``read_trees``.
    """
    sentences = read_trees(path)
    by_source: defaultdict[str, list[TreebankSentence]] = defaultdict(list)
    for sentence in sentences:
        by_source[sentence.comments.get("sent_id", "").partition("-")[0] or "no sent_id"].append(sentence)
    figures = {"all": {"sentences": len(sentences), **evaluate_parser(extractor.parser, sentences)}}
    # One source is all there is, and would be said twice.
    sources = {
        source: {"sentences": len(found), **evaluate_parser(extractor.parser, found)}
        for source, found in sorted(by_source.items())
        if len(found) < len(sentences)
    }
    if output_format == "text":
        click.echo(f"trees of {extractor.model} on {path.name}, gold tokens, relation subtypes ignored")
        for line in _table({**figures, **sources}):
            click.echo(line)
    return {**figures["all"], "by_source": sources}


def _table(figures: Mapping[str, Mapping[str, float]]) -> list[str]:
    width = max(len("source"), *(len(name) for name in figures))
    head = "".join(f"{title:>8}" for title in _TITLES.values())
    lines = [f"{'source':<{width}}  sentences    words{head}"]
    for name, values in figures.items():
        numbers = "".join(f"{values[key]:8.2f}" for key in _TITLES)
        lines.append(f"{name:<{width}}  {values['sentences']:9}  {values['words']:7}{numbers}")
    return lines
