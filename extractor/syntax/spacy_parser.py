"""The parser ``spacy``: a spaCy pipeline's tagger, lemmatizer and parser, for people who have one.

The relations of spaCy's own English pipelines (ClearNLP's) are turned into Universal Dependencies; a pipeline that
was trained on Universal Dependencies is taken as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractor.errors import BundleError
from extractor.syntax.guest import unnoticed
from extractor.syntax.reading import ParsedWord, Sentence, parse_by_sentences
from extractor.types import Caption, Parse, Token

_NEEDED_PIPES = ("tagger", "parser")
_UNUSED_PIPES = ("ner", "entity_linker", "textcat")

# ClearNLP's relations that have another name in Universal Dependencies, and need no other tree.
_UD_NAMES = {
    "ROOT": "root",
    "acomp": "xcomp",
    "agent": "obl",
    "auxpass": "aux:pass",
    "csubjpass": "csubj:pass",
    "dative": "iobj",
    "dobj": "obj",
    "intj": "discourse",
    "meta": "dep",
    "neg": "advmod",
    "npadvmod": "obl:npmod",
    "nsubjpass": "nsubj:pass",
    "oprd": "xcomp",
    "poss": "nmod:poss",
    "preconj": "cc:preconj",
    "predet": "det:predet",
    "prt": "compound:prt",
    "quantmod": "advmod",
    "relcl": "acl:relcl",
}
_CLEAR_ONLY = frozenset({"dobj", "pobj", "prep", "auxpass", "nsubjpass"})
_PREPOSITIONS = frozenset({"prep", "agent", "dative"})
_OBJECTS = frozenset({"pobj", "pcomp"})
_VERBAL = frozenset({"VERB", "AUX", "ADJ", "ADV"})


@dataclass(slots=True)
class _ParsedWord:
    """See ``extractor.syntax.reading.ParsedWord``."""

    lemma: str | None
    upos: str | None
    xpos: str | None
    feats: str | None
    head: int
    deprel: str


class SpacyParser:
    """Parse tokenized captions with a spaCy pipeline.

    Args:
        folder: The pipeline's folder, as ``nlp.to_disk`` writes it.

    Raises:
        BundleError: The folder holds no pipeline that this spaCy reads, or one without a tagger or a parser.
    """

    name = "spacy"

    def __init__(self, folder: Path) -> None:
        try:
            with unnoticed():  # a pipeline of another minor version warns, and mostly works
                import spacy

                self._pipeline: Any = spacy.load(folder, exclude=list(_UNUSED_PIPES))
        except Exception as error:  # spaCy lets errors of its readers and of registered functions through
            raise BundleError(
                f"{folder} holds no readable spaCy pipeline: {type(error).__name__}: {error}"
            ) from error
        missing = [name for name in _NEEDED_PIPES if name not in self._pipeline.pipe_names]
        if missing:
            raise BundleError(f"the spaCy pipeline in {folder} has no {' and no '.join(missing)}")
        parser: Any = self._pipeline.get_pipe("parser")
        self._is_clear = is_clear(parser.labels)

    def parse(self, captions: Sequence[Caption], tokens: Sequence[tuple[Token, ...]]) -> list[Parse]:
        """Parse captions whose tokens are known; see ``extractor.syntax.reading.parse_by_sentences``."""
        return parse_by_sentences(captions, tokens, self._parse_sentences)

    def _parse_sentences(self, sentences: list[Sentence]) -> list[list[ParsedWord]]:
        from spacy.tokens import Doc

        documents = (Doc(self._pipeline.vocab, words=list(sentence)) for sentence in sentences)
        return [
            parsed_words(document, is_clear=self._is_clear) for document in self._pipeline.pipe(documents)
        ]


def is_clear(labels: Iterable[str]) -> bool:
    """Whether relations are ClearNLP's, and not those of Universal Dependencies."""
    return not _CLEAR_ONLY.isdisjoint(labels)


def parsed_words(document: Any, *, is_clear: bool) -> list[ParsedWord]:
    """The words of a document that a spaCy pipeline has parsed, with UD relations.

    Args:
        document: A ``Doc`` with tags and a tree.
        is_clear: Whether its relations are ClearNLP's.
    """
    heads = [token.head.i if token.head.i != token.i else -1 for token in document]
    relations = [token.dep_ for token in document]
    if is_clear:
        heads, relations = to_universal(
            heads, relations, [token.pos_ for token in document], [token.lemma_ for token in document]
        )
    return [
        _ParsedWord(
            lemma=token.lemma_ or token.text,
            upos=token.pos_ or "X",
            xpos=token.tag_,
            feats=str(token.morph),
            head=head + 1,
            deprel="root" if head < 0 else relation,
        )
        for token, head, relation in zip(document, heads, relations, strict=True)
    ]


def to_universal(
    heads: Sequence[int], relations: Sequence[str], upos: Sequence[str], lemmas: Sequence[str]
) -> tuple[list[int], list[str]]:
    """A ClearNLP tree as Universal Dependencies, as far as captions need it.

    Nouns take the place of their prepositions, complements that of their copula, and conjuncts hang on the first.

    Args:
        heads: Index of each word's head, -1 for a root.
        relations: ClearNLP's relations.
        upos: Universal parts of speech.
        lemmas: Base forms.

    Returns:
        Heads and relations of the new tree.
    """
    tree = _Tree(list(heads), list(relations), upos)
    for i in range(len(heads)):
        tree.raise_object(i)
    for i, lemma in enumerate(lemmas):
        if lemma == "be":
            tree.raise_complement(i)
    tree.flatten_coordination()
    return tree.heads, [
        "root" if head < 0 else _UD_NAMES.get(relation, relation)
        for head, relation in zip(tree.heads, tree.relations, strict=True)
    ]


@dataclass(slots=True)
class _Tree:
    """A tree under conversion: each step is a local change that keeps it a tree."""

    heads: list[int]
    relations: list[str]
    upos: Sequence[str]

    def children(self, i: int) -> list[int]:
        return [c for c, head in enumerate(self.heads) if head == i]

    def _swap(self, child: int, relation: str, marker: str) -> None:
        """``child`` takes the place of its head, which becomes its ``marker``."""
        head = self.heads[child]
        self.heads[child], self.relations[child] = self.heads[head], relation
        self.heads[head], self.relations[head] = child, marker

    def raise_object(self, i: int) -> None:
        """The object of preposition ``i`` takes its place: ``in the air`` hangs by ``air``."""
        if self.relations[i] not in _PREPOSITIONS or self.upos[i] not in ("ADP", "SCONJ"):
            return
        objects = [c for c in self.children(i) if self.relations[c] in _OBJECTS]
        if not objects:
            # ``out of the water``: the outer preposition stands before the inner one's noun.
            inner = [c for c in self.children(i) if self.relations[c] == "prep"]
            objects = [c for p in inner for c in self.children(p) if self.relations[c] in _OBJECTS]
            if not objects:
                self.relations[i] = "advmod"
                return
            self.heads[inner[0]], self.relations[inner[0]] = objects[0], "case"
            self.heads[objects[0]] = i
        governor = self.heads[i]
        clause = self.relations[objects[0]] == "pcomp" and self.upos[objects[0]] in ("VERB", "AUX")
        verbal = governor >= 0 and self.upos[governor] in _VERBAL
        if clause:
            self._swap(objects[0], "advcl" if verbal else "acl", "mark")
        else:
            self._swap(objects[0], "obl" if verbal else "nmod", "case")

    def raise_complement(self, i: int) -> None:
        """What a form of ``be`` says takes its place: ``is in the air`` hangs by ``air``."""
        if self.relations[i] in ("aux", "auxpass", "cop"):
            return
        children = self.children(i)
        said = [c for c in children if self.relations[c] in ("attr", "acomp")]
        if any(self.relations[c] == "expl" for c in children):
            for c in said:
                self.relations[c] = "nsubj"  # there is a dog: the dog is the subject
            return
        said = said or [c for c in children if self.relations[c] == "obl" and c > i]
        if not said:
            return
        self._swap(said[0], self.relations[i], "cop")
        for c in children:
            if c != said[0] and self.relations[c] != "punct":
                self.heads[c] = said[0]

    def flatten_coordination(self) -> None:
        """All conjuncts hang on the first, each conjunction on the conjunct behind it."""
        for i, relation in enumerate(self.relations):
            if relation == "cc":
                behind = [c for c in self.children(self.heads[i]) if self.relations[c] == "conj" and c > i]
                if behind and self.heads[i] >= 0:
                    self.heads[i] = behind[0]
        for i, relation in enumerate(self.relations):
            if relation == "conj":
                self.heads[i] = self._first_conjunct(self.heads[i])

    def _first_conjunct(self, i: int) -> int:
        while i >= 0 and self.relations[i] == "conj" and self.heads[i] >= 0:
            i = self.heads[i]
        return i
