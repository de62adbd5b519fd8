"""The model card of a bundle, in the layout that Hugging Face reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from extractor.bundle import TrainingData

_HEAD = """---
language: en
license: cc-by-sa-4.0
library_name: captuple
tags: [semantic-tuples, image-captions, bast]
---

# {name} {version}

Finds semantic tuples (predicate; agents; patients; locatives) in English image captions. A bundle of Captuple:
{parser}, a PropBank role model, linear SVMs for the links, a lexicon.

Meant for: captions of one to a few sentences, by people or captioning systems, about everyday scenes.
Not meant for: other languages, other text genres, or any decision about the people whom captions describe.
"""


_PARSERS = {
    "encoder": "a small pre-trained transformer that tags, lemmatizes and parses",
    "spacy": "a spaCy pipeline that tags, lemmatizes and parses",
    "stanza": "stanza tagger, lemmatizer and dependency parser",
}


def write_card(
    *,
    name: str,
    bundle_version: str,
    parser: str,
    evaluation: Mapping[str, Any],
    training_data: Sequence[TrainingData],
) -> str:
    """The card as Markdown.

    Args:
        name: Of the model.
        bundle_version: Of the model.
        parser: Registered name of its parser.
        evaluation: The contents of ``eval.json``.
        training_data: What the models learned from.
    """
    parts = [_HEAD.format(name=name, version=bundle_version, parser=_PARSERS.get(parser, parser))]
    syntax = evaluation.get("syntax")
    if syntax:
        parts.append(
            "## Syntax\n\nUD English-EWT test, gold tokens, all else predicted, relation subtypes ignored, percent:\n\n"
            + _table(list(syntax), [[str(value) for value in syntax.values()]])
        )
    roles = evaluation.get("roles")
    if roles:
        parts.append("## Roles\n\nPropBank over EWT, arguments of gold verbs.\n")
        for split, figures in roles.items():
            rows = [
                [
                    role,
                    *(f"{figures[kind][role]:.3f}" for kind in ("precision", "recall", "f1", "nominal_f1")),
                ]
                for role in figures["f1"]
            ]
            parts.append(f"{split}:\n\n" + _table(["role", "P", "R", "F1", "F1 of nominal arguments"], rows))
    validation = evaluation["cross_validation"]
    parts.append(
        "## Tuples\n\n5-fold cross-validation by image over all of the gold, everything chosen inside the folds, "
        "lemma.v1, null: exclude. Expected calibration error of the links' confidences: "
        f"{validation['expected_calibration_error']:.4f}.\n"
    )
    parts += [_gold_figures(name, figures) for name, figures in validation["by_gold"].items()]
    for table in (evaluation.get("ablation") or {}).get("tables", []):
        rows = [[name, *(f"{value:.4f}" for value in f1)] for name, f1 in table["rows"].items()]
        parts.append(f"## {table['title']}\n\n{table['note']}\n\n" + _table(table["head"], rows))
    thesaurus = evaluation.get("thesaurus")
    if thesaurus:
        parts.append(
            f"## Thesaurus\n\n{thesaurus['terms']} terms (words with their part of speech) in "
            f"{thesaurus['dimensions']} dimensions, with a weight each, learned from captions of the same images: "
            + ", ".join(thesaurus["data"])
            + ". No caption is in it. It serves `captuple-graded`, the graded score. Words that are used of like "
            "pictures lie near each other, so snow is near ski; it knows no opposites, and what the authors of these "
            "captions often say of people it repeats.\n"
        )
    sentences = evaluation.get("sentences")
    if sentences:
        parts.append(_sentences(sentences))
    coreference = evaluation.get("coreference")
    if coreference:
        parts.append(_coreference(coreference))
    data = "\n".join(f"- {entry.name} (SHA-256 {entry.sha256[:16]}...)" for entry in training_data)
    parts.append(
        f"## Training data\n\n{data}\n\nOnly weights and counts learned from them are in the bundle.\n"
    )
    return "\n".join(parts)


def _sentences(figures: Mapping[str, Any]) -> str:
    rows = [
        [f"{state}, by {measure}", *(f"{value:.1f}" for value in values.values())]
        for state in ("start", "trained")
        for measure, values in figures[state].items()
    ]
    kinds: Mapping[str, float] = next(iter(figures["trained"].values()), {})
    return (
        "## Sentences\n\nA sentence encoder, the similarity `encoder.v1` of `captuple-graded`: a small transformer "
        "that learned to find another caption of the same picture among captions of other pictures and captions that "
        f"were made wrong, in {figures['steps']} steps. It has read: {'; '.join(figures['read'])}. No judgement of "
        "people is in it. On images that were left out, the share of wrong captions that are less like another caption "
        "than the right one is, percent:\n\n" + _table(["", *kinds], rows)
    )


def _coreference(figures: Mapping[str, Any]) -> str:
    rows = [
        [name, *(f"{value:.4f}" for value in (*row["b3"], *row["pairwise"], row["conll_f1"]))]
        for name, row in figures["figures"].items()
    ]
    return (
        "## Entities across captions\n\n"
        f"A linear SVM over pairs of mentions and a clustering under constraints, for the grounding `coreference.v1`. "
        f"Learned from {', '.join(figures['data'])}: {figures['n_images']} images, {figures['n_mentions']} mentions, "
        f"types {figures['types']}. No caption is in it. Annotated mentions, {figures['n_folds']} folds by image, "
        "everything chosen inside the folds:\n\n"
        + _table(["", "B3 P", "R", "F1", "pairwise P", "R", "F1", "CoNLL F1"], rows)
    )


def _gold_figures(name: str, figures: Mapping[str, Any]) -> str:
    rows = [
        [
            component,
            *(f"{value:.4f}" for value in [*figures["micro"][component], figures["macro"][component][2]]),
        ]
        for component in figures["micro"]
    ]
    kinds = figures["locative_kinds"]
    return (
        f"### {name}, {figures['n_captions']} captions\n\n"
        + _table(["component", "micro P", "micro R", "micro F1", "macro F1"], rows)
        + f"\nKinds of the {kinds['n_locatives']} locatives found: accuracy {kinds['accuracy']:.3f}, the most frequent "
        f"kind alone {kinds['majority']:.3f}.\n\n"
        + _table(
            ["kind", "P", "R", "F1"],
            [[kind, *(f"{value:.3f}" for value in values)] for kind, values in kinds["by_kind"].items()],
        )
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)
