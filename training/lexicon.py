"""Make the bundle's lexicon from WordNet's sense index and exception lists, and a treebank.

Facts only: which words have which supersense how often, and which forms have which lemma.
"""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import msgspec

from extractor.lexicon import LexicalClass, Lexicon, LexiconTable
from training.corpora.conllu import read_conllu

# WordNet's lexicographer files by number (lexnames(5WN)); nouns are 3 to 28, verbs 29 to 43.
_SUPERSENSES = [
    "all",
    "pert",
    "all",
    "tops",
    "act",
    "animal",
    "artifact",
    "attribute",
    "body",
    "cognition",
    "communication",
    "event",
    "feeling",
    "food",
    "group",
    "location",
    "motive",
    "object",
    "person",
    "phenomenon",
    "plant",
    "possession",
    "process",
    "quantity",
    "relation",
    "shape",
    "state",
    "substance",
    "time",
    "body",
    "change",
    "cognition",
    "communication",
    "competition",
    "consumption",
    "contact",
    "creation",
    "emotion",
    "motion",
    "perception",
    "possession",
    "social",
    "stative",
    "weather",
    "ppl",
]
_MIN_TREEBANK_COUNT = 3
_N_SUPERSENSES = 3


def build_lexicon(wordnet: Path, treebanks: Sequence[Path]) -> LexiconTable:
    """Count supersenses and collect irregular forms.

    Args:
        wordnet: Folder with ``index.sense.gz``, ``noun.exc.gz`` and ``verb.exc.gz``.
        treebanks: CoNLL-U files whose frequent irregular lemmas are kept too (``saw`` is ``see`` there).
    """
    weights: dict[str, dict[str, dict[str, float]]] = {"1": {}, "2": {}}
    counts: dict[str, Counter[str]] = {"1": Counter(), "2": Counter()}
    words_by_class: dict[str, set[str]] = {"3": set(), "4": set(), "5": set()}
    for line in _lines(wordnet / "index.sense.gz"):
        key, _, rank, count = line.split()
        lemma, _, rest = key.partition("%")
        word_class, file_number = rest.split(":")[:2]
        if "_" in lemma:
            continue
        if word_class in weights:
            names = weights[word_class].setdefault(lemma, {})
            name = _SUPERSENSES[int(file_number)]
            names[name] = names.get(name, 0.0) + int(count) + 1 / int(rank)
            counts[word_class][lemma] += int(count)
        else:
            words_by_class[word_class].add(lemma)
    entries = {
        word_class: {
            lemma: (
                " ".join(sorted(names, key=names.__getitem__, reverse=True)[:_N_SUPERSENSES]),
                counts[word_class][lemma],
            )
            for lemma, names in sorted(weights[word_class].items())
        }
        for word_class in weights
    }
    table = LexiconTable(
        noun=entries["1"],
        verb=entries["2"],
        adjective=sorted(words_by_class["3"] | words_by_class["5"]),
        adverb=sorted(words_by_class["4"]),
        noun_forms=_exceptions(wordnet / "noun.exc.gz"),
        verb_forms=_exceptions(wordnet / "verb.exc.gz"),
    )
    _add_treebank_forms(table, treebanks)
    return table


def write_lexicon(table: LexiconTable, path: Path) -> None:
    """Write the table as gzipped JSON, the same bytes for the same table."""
    path.write_bytes(gzip.compress(msgspec.json.encode(table, order="sorted"), mtime=0))


def _lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()


def _exceptions(path: Path) -> dict[str, str]:
    forms = {}
    for line in _lines(path):
        form, *lemmas = line.split()
        if "_" not in form and form != lemmas[0]:
            forms[form] = lemmas[0]
    return forms


def _add_treebank_forms(table: LexiconTable, treebanks: Sequence[Path]) -> None:
    lemmas: dict[LexicalClass, dict[str, Counter[str]]] = {
        "noun": defaultdict(Counter),
        "verb": defaultdict(Counter),
    }
    class_by_upos: dict[str, LexicalClass] = {"NOUN": "noun", "VERB": "verb"}
    for path in treebanks:
        for rows in read_conllu(path):
            for row in rows:
                _, form, lemma, upos, *_ = row.split("\t")
                if upos in class_by_upos and form.isalpha():
                    lemmas[class_by_upos[upos]][form.lower()][lemma.lower()] += 1
    forms_by_class: dict[LexicalClass, dict[str, str]] = {"noun": table.noun_forms, "verb": table.verb_forms}
    for lexical_class, counters in lemmas.items():
        lexicon = Lexicon(table)
        entries = table.noun if lexical_class == "noun" else table.verb
        for form, counter in sorted(counters.items()):
            lemma, count = counter.most_common(1)[0]
            if (
                count >= _MIN_TREEBANK_COUNT
                and lemma in entries
                and lexicon.lemma(form, lexical_class) != lemma
            ):
                forms_by_class[lexical_class][form] = lemma
