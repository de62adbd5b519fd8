"""Treebanks as an encoder learns from them, with PropBank's roles where there are any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from extractor.syntax.encoder.files import NO_ROLE, ROOT, TAGS
from extractor.syntax.reading import FULL_STOP, is_read, read_form
from formats.corpora.conllu import read_columns

# Features that say how a word was written, or hang on what a caption never shows.
_UNREAD_FEATURES = frozenset(
    {"Abbr", "CorrectForm", "ExtPos", "Foreign", "Idiom", "NumForm", "Style", "Typo"}
)
_OTHER_ROLES = ("ADV", "CAU", "COM", "EXT", "GOL", "MOD", "NEG", "PRD", "PRP")
_ROLES = (
    *("A0", "A1", "A2", "A3", "A4", "AM-LOC", "AM-TMP", "AM-DIR", "AM-MNR"),
    *(f"AM-{name}" for name in _OTHER_ROLES),
    *("R-A0", "R-A1", "R-A2", "R-AM-LOC", "C-A1"),
)
_MIN_COUNT = 3
NO_LEMMA = "-"
"""In place of the lemma rule of a word whose lemma a treebank does not say: no rule, so no label."""
NO_FEATURES = "-"
"""In place of the features of the words of a sentence that has none anywhere: not annotated, so no label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeSentence:
    """A sentence of a treebank.

    Attributes:
        forms: Its words as a parser reads them.
        labels: One of each word by ``upos``, ``xpos``, ``feats``, ``lemma`` (see ``lemma_rule``) and ``deprel``.
        heads: Of each word, counted from 1; 0 for the root.
        lemmas: Of each word, in lower case.
        roles: By predicate and word, indices from 0; None where nobody annotated any.
    """

    forms: tuple[str, ...]
    labels: Mapping[str, tuple[str, ...]]
    heads: tuple[int, ...]
    lemmas: tuple[str, ...]
    roles: Mapping[int, Mapping[int, str]] | None = field(default=None)


def lemma_rule(form: str, lemma: str) -> str:
    """How the end of a form becomes that of its lemma: how many characters to cut, and what to add.

    >>> lemma_rule("flies", "fly"), lemma_rule("dog", "dog")
    ('3|y', '0|')
    """
    same = 0
    while same < min(len(form), len(lemma)) and form[same] == lemma[same]:
        same += 1
    return f"{len(form) - same}|{lemma[same:]}"


def read_treebank(path: Path) -> Iterator[TreeSentence]:
    """The sentences of a file of CoNLL-U, or of CoNLL-U Plus in the layout of Universal PropBank."""
    for rows in read_columns(path):
        yield tree_sentence(rows)


def tree_sentence(rows: Sequence[Sequence[str]]) -> TreeSentence:
    """A sentence of the columns of its words."""
    forms = tuple(read_form(row[1]) for row in rows)
    lemmas = tuple(row[2].lower() for row in rows)
    has_features = any(row[5] != "_" for row in rows)
    return TreeSentence(
        forms=forms,
        labels={
            "upos": tuple(row[3] for row in rows),
            "xpos": tuple(row[4] for row in rows),
            "feats": tuple(_features(row[5]) if has_features else NO_FEATURES for row in rows),
            # A treebank without lemmas teaches none; a word written "_" is its own lemma either way.
            "lemma": tuple(
                NO_LEMMA if lemma == "_" != form else lemma_rule(form, lemma)
                for form, lemma in zip(forms, lemmas, strict=True)
            ),
            "deprel": tuple(row[7] for row in rows),
        },
        heads=tuple(int(row[6]) for row in rows),
        lemmas=lemmas,
        roles=_roles(rows) if any(len(row) > 10 for row in rows) else None,
    )


def as_read(sentence: TreeSentence) -> TreeSentence:
    """The sentence in the form in which captions are read: marks that are not read dropped, a full stop at the end."""
    governed = Counter(sentence.heads)
    kept = [i for i, form in enumerate(sentence.forms) if is_read(form) or governed[i + 1]]
    if not kept:
        return sentence
    new = {old: k for k, old in enumerate(kept)}
    heads = [0 if sentence.heads[i] == 0 else new[sentence.heads[i] - 1] + 1 for i in kept]
    stop = {"upos": "PUNCT", "xpos": ".", "feats": "", "lemma": "0|", "deprel": "punct"}
    roles = sentence.roles
    if roles is not None:
        roles = {
            new[predicate]: {new[i]: role for i, role in arguments.items() if i in new}
            for predicate, arguments in roles.items()
            if predicate in new
        }
    return replace(
        sentence,
        forms=(*(sentence.forms[i] for i in kept), FULL_STOP),
        labels={name: (*(values[i] for i in kept), stop[name]) for name, values in sentence.labels.items()},
        heads=(*heads, heads.index(0) + 1),
        lemmas=(*(sentence.lemmas[i] for i in kept), FULL_STOP),
        roles=roles,
    )


def label_sets(sentences: Iterable[TreeSentence]) -> dict[str, list[str]]:
    """The labels of each kind that an encoder is to know: the seldom features and lemma rules are left out."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in (*TAGS, "deprel")}
    for sentence in sentences:
        for name, counter in counts.items():
            counter.update(sentence.labels[name])
    least = {"feats": _MIN_COUNT, "lemma": _MIN_COUNT}
    labels = {
        name: sorted(label for label, n in counter.items() if n >= least.get(name, 1))
        for name, counter in counts.items()
    }
    # A treebank of a few sentences may have nothing that is frequent.
    labels["feats"] = sorted({*labels["feats"]} - {NO_FEATURES}) or [""]
    labels["lemma"] = sorted({*labels["lemma"], "0|"} - {NO_LEMMA})
    labels["deprel"] = sorted({*labels["deprel"], ROOT})
    return {**labels, "role": [NO_ROLE, *_ROLES]}


def _features(column: str) -> str:
    if column == "_":
        return ""
    return "|".join(part for part in column.split("|") if part.split("=")[0] not in _UNREAD_FEATURES)


def _roles(rows: Sequence[Sequence[str]]) -> dict[int, dict[int, str]]:
    predicates = [i for i, row in enumerate(rows) if len(row) > 10 and row[10] != "_"]
    return {
        predicate: {
            i: role
            for i, row in enumerate(rows)
            if i != predicate and len(row) > 11 + k and (role := _role(row[11 + k])) in _ROLES
        }
        for k, predicate in enumerate(predicates)
    }


def _role(label: str) -> str:
    """PropBank's label in the short form: ARG0 is A0, ARGM-LOC is AM-LOC."""
    return label.replace("ARGM-", "AM-").replace("ARG", "A")
