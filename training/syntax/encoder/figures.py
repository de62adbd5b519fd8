"""How good an encoder is: tags, trees and roles against treebanks, all through the parser that reads its files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from extractor.syntax.encoder.parser import EncoderParser
from extractor.syntax.encoder.roles import argument_roles
from extractor.syntax.tokenization import Tokenizer
from formats.corpora.propbank import PropBankSentence
from training.syntax.encoder.data import TreeSentence
from training.syntax.figures import tree_figures

_BATCH = 1_000
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})


def evaluate_trees(parser: EncoderParser, sentences: Sequence[TreeSentence]) -> dict[str, float]:
    """Accuracy on gold tokens, in lower case, all else predicted, relation subtypes ignored.

    Returns:
        See ``tree_figures``.
    """
    ordered = sorted(sentences, key=lambda sentence: len(sentence.forms))
    return tree_figures(ordered, parser.parse_sentences([sentence.forms for sentence in ordered]))


def evaluate_encoder_roles(
    parser: EncoderParser, sentences: Sequence[PropBankSentence]
) -> dict[str, dict[str, float]]:
    """Roles of gold verbs, all else predicted: the same verbs and roles as ``training.links.roles.evaluate_roles``.

    Returns:
        ``all`` and ``nominal``, each with ``precision``, ``recall`` and ``f1`` from 0 to 1. ``nominal`` counts gold
        arguments that are nouns, pronouns or numbers in the treebank, and predicted ones that the parser tags so.
    """
    matched, predicted, gold = Counter[str](), Counter[str](), Counter[str]()
    tokenizer = Tokenizer()
    for start in range(0, len(sentences), _BATCH):
        batch = sentences[start : start + _BATCH]
        captions = [sentence.caption for sentence in batch]
        parses = parser.parse_scored(captions, tokenizer.tokenize(captions))
        for sentence, parse in zip(batch, parses, strict=True):
            if parse.scores is None:
                continue
            gold["all"] += len(sentence.roles)
            gold["nominal"] += len(sentence.nominal)
            for verb in sorted({verb for verb, _ in sentence.roles}):
                for i, role in argument_roles(parse, verb).items():
                    right = sentence.roles.get((verb, i)) == role
                    predicted["all"] += 1
                    matched["all"] += right
                    if parse.words[i].upos in _NOMINAL:
                        predicted["nominal"] += 1
                        matched["nominal"] += right and (verb, i) in sentence.nominal
    result = {}
    for kind in ("all", "nominal"):
        precision = matched[kind] / max(predicted[kind], 1)
        recall = matched[kind] / max(gold[kind], 1)
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        values = {"precision": precision, "recall": recall, "f1": f1}
        result[kind] = {name: round(value, 4) for name, value in values.items()}
    return result
