"""Train the PropBank role model and say how good it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from extractor.lexicon import Lexicon
from extractor.linear.model import LinearModel
from extractor.links.candidates import PredicateCandidate, argument_candidates
from extractor.links.caption_features import CaptionFeatures
from extractor.links.pair_features import pair_features
from extractor.links.roles import ROLE_THRESHOLD, ROLES
from extractor.syntax.parser import Parser
from extractor.syntax.tokenization import Tokenizer
from formats.corpora.propbank import PropBankSentence
from scoring.bast.agreement import Counts, harmonic_prf, prf
from training.links.fit import fit_linear
from training.progress import Report, silent

_BATCH = 1_000
_C = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleFigures:
    """Agreement of predicted roles with PropBank's.

    Attributes:
        precision: From 0 to 1, by role; ``all`` is micro over the roles.
        recall: The same, over all gold arguments of verbs.
        nominal_recall: The same, over gold arguments that are nouns, pronouns or numbers.
        f1: Of ``precision`` and ``recall``.
        nominal_f1: Of ``precision`` and ``nominal_recall``.
        n_gold: Gold arguments.
    """

    precision: dict[str, float]
    recall: dict[str, float]
    nominal_recall: dict[str, float]
    f1: dict[str, float]
    nominal_f1: dict[str, float]
    n_gold: dict[str, int]

    def as_record(self) -> dict[str, dict[str, float]]:
        """The figures as JSON values, rounded to four digits."""
        names = ("precision", "recall", "nominal_recall", "f1", "nominal_f1")
        rounded = {name: {role: round(x, 4) for role, x in getattr(self, name).items()} for name in names}
        return {**rounded, "n_gold": {role: float(count) for role, count in self.n_gold.items()}}


def train_roles(
    sentences: Sequence[PropBankSentence],
    *,
    parser: Parser,
    lexicon: Lexicon,
    seed: int = 0,
    report: Report = silent,
) -> LinearModel:
    """Fit the role model on parses by the parser that will be used with it."""
    rows: list[list[str]] = []
    labels: list[int] = []
    for sentence, features in _with_features(sentences, parser=parser, lexicon=lexicon):
        for (verb, argument), names in _pairs(sentence, features):
            role = sentence.roles.get((verb, argument))
            rows.append(names)
            labels.append(ROLES.index(role) if role is not None else -1)
    report(f"roles: {len(rows)} pairs of {len(sentences)} sentences")
    matrix = np.array(labels)[:, None] == np.arange(len(ROLES))[None, :]
    return fit_linear(rows, matrix, ROLES, c=_C, min_count=4, seed=seed)


def evaluate_roles(
    model: LinearModel, sentences: Sequence[PropBankSentence], *, parser: Parser, lexicon: Lexicon
) -> RoleFigures:
    """Compare with gold roles; predicates are the gold verbs, all else is predicted."""
    names = (*ROLES, "all")
    matched, predicted, gold, nominal = (dict.fromkeys(names, 0) for _ in range(4))
    for sentence, features in _with_features(sentences, parser=parser, lexicon=lexicon):
        for pair, role in sentence.roles.items():
            for name in (role, "all"):
                gold[name] += 1
                nominal[name] += pair in sentence.nominal
        pairs = list(_pairs(sentence, features))
        margins = model.margins([row for _, row in pairs])
        for (pair, _), row in zip(pairs, margins, strict=True):
            best = int(np.argmax(row))
            if row[best] > ROLE_THRESHOLD:
                role = model.labels[best]
                for name in (role, "all"):
                    predicted[name] += 1
                    matched[name] += sentence.roles.get(pair) == role
    scores = {name: prf(Counts(matched[name], predicted[name], gold[name]), empty="zero") for name in names}
    precision = {name: found.precision for name, found in scores.items()}
    nominal_recall = {name: min(matched[name] / max(nominal[name], 1), 1.0) for name in names}
    return RoleFigures(
        precision=precision,
        recall={name: found.recall for name, found in scores.items()},
        nominal_recall=nominal_recall,
        f1={name: found.f1 for name, found in scores.items()},
        nominal_f1={name: harmonic_prf(precision[name], nominal_recall[name]).f1 for name in names},
        n_gold=gold,
    )


def _pairs(
    sentence: PropBankSentence, features: CaptionFeatures
) -> Iterable[tuple[tuple[int, int], list[str]]]:
    arguments = argument_candidates(features.graph)
    for verb in sorted({verb for verb, _ in sentence.roles}):
        candidate = PredicateCandidate(verb)
        for argument in arguments:
            if argument != verb:
                yield (verb, argument), pair_features(features, candidate, argument)


def _with_features(
    sentences: Sequence[PropBankSentence], *, parser: Parser, lexicon: Lexicon
) -> Iterable[tuple[PropBankSentence, CaptionFeatures]]:
    tokenizer = Tokenizer()
    for start in range(0, len(sentences), _BATCH):
        batch = sentences[start : start + _BATCH]
        captions = [sentence.caption for sentence in batch]
        parses = parser.parse(captions, tokenizer.tokenize(captions))
        for sentence, parse in zip(batch, parses, strict=True):
            yield sentence, CaptionFeatures.of(parse, lexicon)
