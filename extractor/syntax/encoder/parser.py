"""The parser ``encoder``: one pass of a transformer gives tags, lemmas, trees, roles and vectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from extractor.syntax.encoder.files import ROOT, TAGS, load_files
from extractor.syntax.encoder.pieces import WordPieces
from extractor.syntax.encoder.trees import best_tree
from extractor.syntax.reading import ParsedWord, Sentence, parse_by_sentences
from extractor.types import Caption, Parse, Token
from extractor.word_scores import ROLES, SentenceScores

# Word pieces of a batch, with padding: larger ones run no faster, and their memory grows.
_MAX_BATCH_PIECES = 200
# A run costs as much as so many more pieces: .3 ms beside .023 ms a piece, on one core.
_RUN_PIECES = 12
# Words whose relations are scored at once: every one takes a row for each relation.
_MAX_RELATION_WORDS = 512
# Cells of predicates by words whose roles are scored at once.
_MAX_ROLE_CELLS = 4_096
_OUTPUTS = (*TAGS, "arcs", "dependents", "governors")
_VECTORS = "vectors"
_SCORE_OUTPUTS = ("predicates", "arguments", _VECTORS)

Array = npt.NDArray[Any]


@dataclass(slots=True)
class _Word:
    """See ``extractor.syntax.reading.ParsedWord``."""

    lemma: str | None
    upos: str | None
    xpos: str | None
    feats: str | None
    head: int
    deprel: str


class EncoderParser:
    """Parse tokenized captions with an encoder. Safe to share between threads.

    Attributes:
        name: Its registered name.

    Args:
        folder: Holds the files of ``extractor.syntax.encoder.files``.

    Raises:
        BundleError: A file is missing, damaged, of another version or of another encoder.
    """

    name = "encoder"

    def __init__(self, folder: Path) -> None:
        self._files = load_files(folder)
        self._config = self._files.config
        self._pieces = WordPieces(self._files.vocabulary)
        labels = self._config.labels
        self._rules = [_rule(label) for label in labels["lemma"]]
        self._relations = labels["deprel"]
        self._root = self._relations.index(ROOT)
        # An encoder that was trained without a role has none of it anywhere.
        self._role_labels = [labels["role"].index(role) if role in labels["role"] else None for role in ROLES]

    def parse(self, captions: Sequence[Caption], tokens: Sequence[tuple[Token, ...]]) -> list[Parse]:
        """Parse captions whose tokens are known; see ``extractor.syntax.reading.parse_by_sentences``."""
        return parse_by_sentences(captions, tokens, self.parse_sentences)

    def parse_scored(
        self, captions: Sequence[Caption], tokens: Sequence[tuple[Token, ...]], *, roles: bool = True
    ) -> list[Parse]:
        """As `parse`, and every parse has the scores of its words: vectors, and roles unless they are not asked for."""
        names = (*_OUTPUTS, *_SCORE_OUTPUTS) if roles else (*_OUTPUTS, _VECTORS)
        scores: dict[Sentence, SentenceScores] = {}

        def parse_sentences(sentences: list[Sentence]) -> list[list[ParsedWord]]:
            words: list[list[ParsedWord]] = []
            for batch in self._batches(sentences):
                outputs = self._run(batch, names)
                words.extend(self._words(batch, outputs))
                of_batch = self._scores(batch, outputs) if roles else _vectors(batch, outputs)
                scores.update(zip(batch.sentences, of_batch, strict=True))
            return words

        return parse_by_sentences(captions, tokens, parse_sentences, scores=scores)

    def parse_sentences(self, sentences: Sequence[Sentence]) -> list[list[ParsedWord]]:
        """The words of sentences, in order; fastest when they are sorted by length."""
        return [words for batch in self._batches(sentences) for words in self._words(batch, self._run(batch))]

    def parse_surely(self, sentences: Sequence[Sentence]) -> tuple[list[list[ParsedWord]], list[float]]:
        """As `parse_sentences`, and how sure the tree of each sentence is: the probability of its least sure head."""
        words: list[list[ParsedWord]] = []
        confidences: list[float] = []
        for batch in self._batches(sentences):
            outputs = self._run(batch)
            words.extend(self._words(batch, outputs))
            for k, n in enumerate(batch.lengths):
                arcs = outputs["arcs"][k, :n, : n + 1].astype(np.float64)
                shares = np.exp(arcs - arcs.max(axis=1, keepdims=True))
                heads = [word.head for word in words[len(confidences)]]
                chosen = shares[np.arange(n), heads] / shares.sum(axis=1)
                confidences.append(float(chosen.min()))
        return words, confidences

    def _batches(self, sentences: Sequence[Sentence]) -> Iterator[_Batch]:
        """Neighbours, so parted that padding and the runs themselves cost least."""
        rows = [
            self._pieces.sentence(
                [self._pieces.word(word) for word in sentence], positions=self._config.positions
            )
            for sentence in sentences
        ]
        start = 0
        for end in _ends([len(numbers) for numbers, _ in rows]):
            yield _Batch.of(sentences[start:end], rows[start:end], self._pieces.pad)
            start = end

    def _run(self, batch: _Batch, names: Sequence[str] = _OUTPUTS) -> dict[str, Array]:
        """The encoder's outputs for a batch, by their names."""
        values = self._files.encoder.run(list(names), {"pieces": batch.pieces, "firsts": batch.firsts})
        return dict(zip(names, values, strict=True))

    def _words(self, batch: _Batch, outputs: dict[str, Array]) -> list[list[ParsedWord]]:
        heads = [best_tree(outputs["arcs"][k, :n, : n + 1]) for k, n in enumerate(batch.lengths)]
        relations = self._relations_of(batch, outputs, heads)
        tags = {name: outputs[name].tolist() for name in TAGS}
        labels = self._config.labels
        result: list[list[ParsedWord]] = []
        for k, sentence in enumerate(batch.sentences):
            upos, xpos, feats, lemma = (tags[name][k] for name in TAGS)
            result.append(
                [
                    _Word(
                        lemma=_lemma(form, self._rules[lemma[i]]),
                        upos=labels["upos"][upos[i]],
                        xpos=labels["xpos"][xpos[i]],
                        feats=labels["feats"][feats[i]],
                        head=int(heads[k][i]),
                        deprel=self._relations[relations[k][i]],
                    )
                    for i, form in enumerate(sentence)
                ]
            )
        return result

    def _relations_of(
        self, batch: _Batch, outputs: dict[str, Array], heads: Sequence[Array]
    ) -> list[list[int]]:
        """The relation of each word to its head; that of the root alone is ``root``."""
        dependents = _flat(outputs["dependents"], batch.lengths)
        governors = np.concatenate([outputs["governors"][k][tree] for k, tree in enumerate(heads)])
        is_root = np.concatenate(heads) == 0
        found: list[int] = []
        for start in range(0, len(dependents), _MAX_RELATION_WORDS):
            end = start + _MAX_RELATION_WORDS
            feed = {"dependents": dependents[start:end], "governors": governors[start:end]}
            (scores,) = self._files.relations.run(["scores"], feed)
            scores[:, self._root] = -np.inf
            found.extend(scores.argmax(axis=1).tolist())
        found = [self._root if root else label for label, root in zip(found, is_root.tolist(), strict=True)]
        ends = np.cumsum(batch.lengths).tolist()
        return [found[end - n : end] for end, n in zip(ends, batch.lengths, strict=True)]

    def _scores(self, batch: _Batch, outputs: dict[str, Array]) -> list[SentenceScores]:
        result = []
        for k, n in enumerate(batch.lengths):
            predicates, arguments = outputs["predicates"][k, :n], outputs["arguments"][k, :n]
            step = max(1, _MAX_ROLE_CELLS // n)
            parts = [
                self._files.roles.run(
                    ["probabilities"],
                    {"predicates": predicates[start : start + step], "arguments": arguments},
                )[0]
                for start in range(0, n, step)
            ]
            every = np.concatenate(parts)
            roles = np.zeros((n, n, len(ROLES)), dtype=np.float32)
            for column, label in enumerate(self._role_labels):
                if label is not None:
                    roles[:, :, column] = every[:, :, label]
            result.append(SentenceScores(roles=roles, vectors=outputs[_VECTORS][k, :n]))
        return result


@dataclass(frozen=True, slots=True)
class _Batch:
    """Sentences as arrays.

    Attributes:
        sentences: Their words.
        lengths: Words of each.
        pieces: Numbers of word pieces, shape (sentences, pieces), padded.
        firsts: The place of each word's first piece, shape (sentences, words), padded with 0.
    """

    sentences: Sequence[Sentence]
    lengths: list[int]
    pieces: npt.NDArray[np.int64]
    firsts: npt.NDArray[np.int64]

    @classmethod
    def of(
        cls, sentences: Sequence[Sentence], rows: Sequence[tuple[list[int], list[int]]], pad: int
    ) -> _Batch:
        lengths = [len(sentence) for sentence in sentences]
        pieces = np.full((len(rows), max(len(numbers) for numbers, _ in rows)), pad, dtype=np.int64)
        firsts = np.zeros((len(rows), max(lengths)), dtype=np.int64)
        for k, (numbers, places) in enumerate(rows):
            pieces[k, : len(numbers)] = numbers
            firsts[k, : len(places)] = places
        return cls(sentences, lengths, pieces, firsts)


def _ends(widths: Sequence[int]) -> list[int]:
    """Where batches of neighbours end, so that their pieces are fewest, with padding and what runs cost.

    Args:
        widths: Word pieces of each sentence.
    """
    costs = [0]  # of the first so many sentences, and where the last batch of them begins
    starts = [0]
    for end in range(1, len(widths) + 1):
        width, best, best_start = 0, -1, end - 1
        for start in range(end - 1, -1, -1):
            width = max(width, widths[start])
            padded = width * (end - start)
            if padded > _MAX_BATCH_PIECES and best >= 0:
                break
            cost = costs[start] + padded + _RUN_PIECES
            if best < 0 or cost < best:
                best, best_start = cost, start
        costs.append(best)
        starts.append(best_start)
    ends = []
    end = len(widths)
    while end:
        ends.append(end)
        end = starts[end]
    return ends[::-1]


def _vectors(batch: _Batch, outputs: dict[str, Array]) -> list[SentenceScores]:
    """The vectors of a batch's words alone; copies, lest a slice keep the whole batch."""
    return [
        SentenceScores(roles=None, vectors=outputs[_VECTORS][k, :n].copy())
        for k, n in enumerate(batch.lengths)
    ]


def _flat(values: Array, lengths: Sequence[int]) -> Array:
    """The rows of all sentences one behind the other, without padding."""
    return np.concatenate([values[k, :n] for k, n in enumerate(lengths)])


def _rule(label: str) -> tuple[int, str]:
    """A lemma rule, ``2|y``: cut so many characters of the word's end and add these."""
    cut, _, ending = label.partition("|")
    return int(cut), ending


def _lemma(form: str, rule: tuple[int, str]) -> str:
    cut, ending = rule
    return (form[: len(form) - cut] + ending if cut <= len(form) else "") or form
