"""How good a parser is: tags, lemmas and trees against a treebank, whichever parser it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extractor.syntax.parser import Parser
from extractor.syntax.reading import ParsedWord
from extractor.types import Caption, Parse, Token
from formats.corpora.conllu import TreebankSentence
from training.syntax.encoder.data import NO_FEATURES, TreeSentence, tree_sentence

_BATCH = 500


def evaluate_parser(parser: Parser, sentences: Sequence[TreebankSentence]) -> dict[str, float]:
    """Accuracy of a parser on gold tokens, read as captions are.

    Returns:
        See ``tree_figures``.
    """
    gold = [tree_sentence(sentence.rows) for sentence in sentences]
    parsed: list[list[ParsedWord]] = []
    for start in range(0, len(sentences), _BATCH):
        read = [_tokens(sentence) for sentence in sentences[start : start + _BATCH]]
        captions = [Caption(text=" ".join(token.text for token in tokens)) for tokens in read]
        parsed += [_words(parse) for parse in parser.parse(captions, read)]
    return tree_figures(gold, parsed)


def tree_figures(gold: Iterable[TreeSentence], parsed: Iterable[Sequence[ParsedWord]]) -> dict[str, float]:
    """Accuracy of parsed sentences, word by word, relation subtypes ignored, lemmas compared in lower case.

    Returns:
        Percentages from 0 to 100 by ``upos``, ``xpos``, ``feats`` (where the treebank has any), ``lemma``, ``uas``,
        ``las``; ``words``, a count. No words give 0.
    """
    n_right: Counter[str] = Counter()
    n_words = n_features = 0
    for sentence, words in zip(gold, parsed, strict=True):
        n_words += len(words)
        n_features += sum(feats not in ("", NO_FEATURES) for feats in sentence.labels["feats"])
        for i, word in enumerate(words):
            same_head = sentence.heads[i] == word.head
            n_right["upos"] += sentence.labels["upos"][i] == word.upos
            n_right["xpos"] += sentence.labels["xpos"][i] == word.xpos
            n_right["feats"] += sentence.labels["feats"][i] == word.feats
            n_right["lemma"] += sentence.lemmas[i] == (word.lemma or "").lower()
            n_right["uas"] += same_head
            n_right["las"] += same_head and _plain(sentence.labels["deprel"][i]) == _plain(word.deprel)
    names = ("upos", "xpos", *(("feats",) if n_features else ()), "lemma", "uas", "las")
    return {"words": n_words, **{name: round(100 * n_right[name] / max(n_words, 1), 2) for name in names}}


@dataclass(slots=True)
class _Word:
    """See ``extractor.syntax.reading.ParsedWord``."""

    lemma: str | None
    upos: str | None
    xpos: str | None
    feats: str | None
    head: int
    deprel: str


def _words(parse: Parse) -> list[ParsedWord]:
    return [
        _Word(word.lemma, word.upos, word.xpos, word.features, word.head + 1, word.deprel)
        for word in parse.words
    ]


def _tokens(sentence: TreebankSentence) -> tuple[Token, ...]:
    """The words as tokens of one sentence, whatever stands between them."""
    tokens: list[Token] = []
    start = 0
    for row in sentence.rows:
        tokens.append(Token(text=row[1], start=start, end=start + len(row[1]), sentence=0))
        start += len(row[1]) + 1
    return tuple(tokens)


def _plain(relation: str) -> str:
    return relation.partition(":")[0]
