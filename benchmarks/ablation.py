r"""What each part of the extractor brings, in cross-validation on Flickr-ST; ``train links --ablation`` takes it up.

    python -m benchmarks.ablation --flickr-st DIR --base MODEL --factual CSV --other "en-captions-large=DIR" \\
        --extra-gold tests/data/captions/captions.jsonl --output ablation.json

Every figure of a table is measured in the same way: 5-fold by image, everything chosen inside the folds.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.model_selection import GroupKFold
from sklearn.svm import SVC, LinearSVC

from extractor.bundle import read_state
from extractor.lexicon import Lexicon
from extractor.linear.model import LinearModel, feature_matrix
from extractor.links.pair_features import PAIRS, pair_features
from extractor.links.predicate_features import OVERT, TACIT
from extractor.syntax.guest import use_threads
from extractor.syntax.parser import load_parser, parser_of
from formats.corpora.factual import read_factual
from formats.corpora.flickr_st import read_flickr_st
from scoring.bast.bag import COMPONENTS
from service.cli.gold import read_gold
from training.links.evaluate import cross_validate
from training.links.fit_links import DEFAULT_OPTIONS, LinkOptions, TrainingCaption, prepare
from training.links.weak import weak_examples

_LEXICAL = re.compile(r"lemma|noun=|sense|preference|is_noun|is_adjective|of_head|class")
_CLASS = re.compile(r"class")
_WEAK_CAPTIONS = 8_000
_RBF_WIDTHS = (0.3, 1.0, 3.0)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """Captions to cross-validate on, captions that are always trained on, and the roles of their parser."""

    data: list[TrainingCaption]
    extra: list[TrainingCaption]
    roles: LinearModel

    def restricted(self, keep: Callable[[str], bool]) -> _Prepared:
        """Without roles and with fewer features; a model does not read features that it never saw in training."""
        data, extra = ([_restricted(item, keep) for item in items] for items in (self.data, self.extra))
        return _Prepared(data, extra, self.roles)


def _restricted(item: TrainingCaption, keep: Callable[[str], bool]) -> TrainingCaption:
    return dataclasses.replace(
        item,
        candidate_rows=[
            [name for name in row if keep(OVERT.readable(TACIT.readable(name)))]
            for row in item.candidate_rows
        ],
        pair_rows={
            k: [
                [n for n in pair_features(item.features, candidate, argument) if keep(PAIRS.readable(n))]
                for argument in item.pairs[k]
            ]
            for k, candidate in enumerate(item.candidates)
        },
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and write the tables."""
    arguments = _arguments(argv)
    use_threads(1)
    annotated, _ = read_flickr_st(
        arguments.flickr_st / "annotations.train.txt", arguments.flickr_st / "captions.train.tsv"
    )
    own = read_gold([arguments.extra_gold], None)
    lexicon = Lexicon.load(arguments.base / "lexicon.json.gz")

    def prepared(folder: Path, *, vectors: bool = True) -> _Prepared:
        parser = load_parser(parser_of(folder / "syntax"), folder / "syntax")
        roles = LinearModel.from_state(read_state(folder / "roles.npz"), where=str(folder))
        data, extra = (
            prepare(items, parser=parser, lexicon=lexicon, vectors=vectors) for items in (annotated, own)
        )
        return _Prepared(data, extra, roles)

    rows: dict[str, list[float]] = {}

    def measure(name: str, items: _Prepared, options: LinkOptions = DEFAULT_OPTIONS) -> None:
        micro = cross_validate(items.data, items.roles, extra=items.extra, options=options).figures().micro
        f1 = [micro[component][2] for component in COMPONENTS]
        rows[name] = [round(value, 4) for value in (*f1, float(np.mean(f1)))]
        sys.stderr.write(f"{name} {rows[name]}\n")

    named = prepared(arguments.base, vectors=False)
    parser = load_parser(parser_of(arguments.base / "syntax"), arguments.base / "syntax")
    graphs = list(itertools.islice(read_factual(arguments.factual), _WEAK_CAPTIONS))
    weak = weak_examples(graphs, parser=parser, lexicon=lexicon)
    measure("syntax only", named.restricted(lambda name: not _LEXICAL.search(name)))
    measure("+ lexical (lemmas, supersenses)", named.restricted(lambda name: not _CLASS.search(name)))
    measure("+ noun classes", named.restricted(lambda _: True))
    measure("+ PropBank roles", named)
    full = prepared(arguments.base)
    measure("+ contextual vectors (what is shipped)", full)
    measure("the same + weak supervision (FACTUAL)", full, dataclasses.replace(DEFAULT_OPTIONS, weak=weak))
    measure("the same, without our own captions", dataclasses.replace(full, extra=[]))
    for name, folder in arguments.other:
        measure(f"the same, on the parse of {name}", prepared(folder))
    head = ["links learned from", *COMPONENTS, "mean"]
    tables = [
        {
            "title": "Ablation",
            "note": (
                "5-fold cross-validation by image on Flickr-ST, our own captions always in the training, micro F1, "
                "everything chosen inside the folds."
            ),
            "head": head,
            "rows": rows,
        },
        {
            "title": "Linear SVM against RBF",
            "note": (
                "F1 of the links of gold predicates in 5-fold cross-validation by image, best options of each kernel: "
                "an upper bound for both."
            ),
            "head": ["kernel", "agent", "patient", "locative", "mean"],
            "rows": _kernels(full.data),
        },
    ]
    arguments.output.write_text(json.dumps({"tables": tables}, indent=1) + "\n", encoding="utf-8")


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--flickr-st", type=Path, required=True, help="the corpus")
    parser.add_argument("--base", type=Path, required=True, help="a bundle, or a working folder with roles")
    parser.add_argument(
        "--other",
        type=_named_folder,
        action="append",
        default=[],
        help="NAME=DIR of another parser: a bundle, or a working folder of `train spacy` and `train roles`",
    )
    parser.add_argument(
        "--extra-gold", type=Path, required=True, help="annotated captions that are always trained on"
    )
    parser.add_argument("--factual", type=Path, required=True, help="FACTUAL's training CSV")
    parser.add_argument("--output", type=Path, required=True)
    return parser.parse_args(argv)


def _named_folder(text: str) -> tuple[str, Path]:
    name, _, folder = text.partition("=")
    if not name or not (Path(folder) / "syntax").is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=DIR with a folder that holds syntax")
    return name, Path(folder)


def _kernels(data: Sequence[TrainingCaption]) -> dict[str, list[float]]:
    """F1 of agent, patient and locative with a linear and with an RBF kernel, over the pairs of gold predicates."""
    rows: list[list[str]] = []
    labels, groups = [], []
    for item in data:
        for k, holds in enumerate(item.is_predicate):
            if holds and item.pairs[k]:
                rows.extend(item.pair_rows[k])
                labels.append(item.slots[k])
                groups.extend([item.caption.image_id] * len(item.pairs[k]))
    truth = np.concatenate(labels)
    folds = list(GroupKFold(5).split(rows, groups=groups))

    def f1(make: Callable[[], Any]) -> list[float]:
        found = np.zeros_like(truth)
        for train, test in folds:
            names: dict[str, int] = {}
            for i in train:
                for name in rows[i]:
                    names[name] = names.get(name, 0) + 1
            kept = sorted(name for name, n in names.items() if n > 1)
            vocabulary = {name: i for i, name in enumerate(kept)}
            x, y = (feature_matrix([rows[i] for i in part], vocabulary) for part in (train, test))
            for slot in range(truth.shape[1]):
                found[test, slot] = make().fit(x, truth[train, slot]).predict(y)
        both = (found & truth).sum(axis=0)
        scores = 2 * both / (found.sum(axis=0) + truth.sum(axis=0))
        return [round(float(value), 4) for value in (*scores, scores.mean())]

    width = float(np.mean([len(row) for row in rows]))
    results = {
        f"linear, C {c}": f1(partial(LinearSVC, C=c, dual=True, random_state=0, max_iter=5000))
        for c in (0.008, 0.015)
    }
    for scale, c in itertools.product(_RBF_WIDTHS, (1.0, 5.0)):
        gamma = scale / width / 2
        results[f"RBF, gamma {gamma:.4f}, C {c}"] = f1(partial(SVC, C=c, gamma=gamma))
        sys.stderr.write(f"{list(results.items())[-1]}\n")
    best = {
        name: max((n for n in results if n.startswith(name)), key=lambda n: results[n][-1])
        for name in ("linear", "RBF")
    }
    return {best[name]: results[best[name]] for name in best}


if __name__ == "__main__":
    main()
