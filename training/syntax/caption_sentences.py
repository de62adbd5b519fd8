"""Sentences of the caption grammar for the training of parsers, with the words of raw captions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from extractor.lexicon import Lexicon
from formats import read_captions
from training.syntax.caption_grammar import CaptionGrammar, count_captions


def read_raw_captions(paths: Sequence[Path]) -> Iterator[str]:
    """The texts of files of captions."""
    for path in paths:
        yield from (entry.caption.text for entry in read_captions(path))


def caption_sentences(
    paths: Sequence[Path], sentences: Iterable[Sequence[str]], *, lexicon: Lexicon, n: int, seed: int
) -> list[list[str]]:
    """Sentences of the caption grammar as lines of CoNLL-U; none where there are no captions.

    Args:
        paths: Raw captions, from which the grammar takes its words.
        sentences: The treebank's, as lines of CoNLL-U: they know past participles.
        lexicon: Base forms.
        n: How many.
        seed: Of the choice.
    """
    captions = list(read_raw_captions(paths))
    if not captions:
        return []
    counts = count_captions(captions, lexicon)
    grammar = CaptionGrammar(counts, lexicon, _past_participles(sentences), seed=seed)
    return list(grammar.sentences(n))


def _past_participles(sentences: Iterable[Sequence[str]]) -> dict[str, str]:
    """The past participle of each verb of a treebank, the commonest where there are several."""
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for rows in sentences:
        for row in rows:
            _, form, lemma, _, xpos, *_ = row.split("\t")
            if xpos == "VBN":
                forms[lemma.lower()][form.lower()] += 1
    return {lemma: counter.most_common(1)[0][0] for lemma, counter in forms.items()}
