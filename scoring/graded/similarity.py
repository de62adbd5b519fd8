"""Similarities: how alike two words of captions are, from 0 to 1, and how much a word tells.

They are registered under versioned names; a package adds one through the entry-point group
``captuple.similarities``, its target a callable without arguments that returns a `Similarity`.
"""

from __future__ import annotations

import functools
import importlib.metadata
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast, runtime_checkable

import numpy as np
import numpy.typing as npt

from extractor.errors import CaptupleError, InvalidInputError, UnknownNameError, shorten
from scoring.graded.thesaurus import TermClass, Thesaurus

if TYPE_CHECKING:
    from scoring.graded.contextual import TextEncoder

ENTRY_POINT_GROUP = "captuple.similarities"
ENCODER_SIMILARITY = "encoder.v1"
Floats = npt.NDArray[np.floating[Any]]

_TOLERANCE = 1e-6


class ContentWord(NamedTuple):
    """A word that is compared.

    Attributes:
        lemma: In lower case; a verb with its particle (``pick-up``).
        word_class: ``n`` noun, ``v`` verb, ``m`` a word that describes or counts.
    """

    lemma: str
    word_class: TermClass


@runtime_checkable
class Similarity(Protocol):
    """How alike words are. Pure; called by several threads at once."""

    @property
    def name(self) -> str:
        """The registered, versioned name: ``thesaurus.v1``."""

    @property
    def description(self) -> str:
        """One line for people."""

    def similarities(self, words: Sequence[ContentWord]) -> Floats:
        """The similarity of each pair of words: symmetric, 1 on the diagonal, from 0 to 1."""

    def relations(self, words: Sequence[ContentWord]) -> Floats:
        """Which words are used of like pictures: symmetric, 1 on the diagonal, from -1 (of unlike ones) to 1."""

    def weights(self, words: Sequence[ContentWord]) -> Floats:
        """How much each word tells, above 0; an ordinary word weighs about 1."""

    def content_word(self, form: str) -> ContentWord | None:
        """What a word of a caption that stands outside all tuples is; None where that is not known.

        Args:
            form: As written, in lower case.
        """


class ExactSimilarity:
    """1 for the same lemma and class, 0 for any other; every word weighs the same."""

    name = "exact.v1"
    description = "1 for the same lemma, else 0"

    def similarities(self, words: Sequence[ContentWord]) -> Floats:
        """1 where the words are the same."""
        return _same(words)

    def relations(self, words: Sequence[ContentWord]) -> Floats:
        """The same as the similarities."""
        return _same(words)

    def weights(self, words: Sequence[ContentWord]) -> Floats:
        """1 for each word."""
        return np.ones(len(words))

    def content_word(self, form: str) -> ContentWord | None:
        """Not known."""
        return None


class WordNetPathSimilarity:
    """1 / (1 + steps of the shortest way in WordNet's hypernym tree) of the chosen senses; every word weighs the same.

    Words that WordNet lacks, and words of different classes, are only like themselves.

    References:
        WordNet 3.0, as shipped; the senses are those of ``wordnet_synset.v1``.
    """

    name = "wordnet_path.v1"
    description = "1 / (1 + steps between the two synsets in WordNet 3.0)"

    def similarities(self, words: Sequence[ContentWord]) -> Floats:
        """The path similarity of each pair."""
        result = _same(words)
        for i, first in enumerate(words):
            for j in range(i):
                if result[i, j] == 0 and first.word_class == words[j].word_class:
                    result[i, j] = result[j, i] = _path_similarity(*sorted((first, words[j])))
        return result

    def relations(self, words: Sequence[ContentWord]) -> Floats:
        """The same as the similarities."""
        return self.similarities(words)

    def weights(self, words: Sequence[ContentWord]) -> Floats:
        """1 for each word."""
        return np.ones(len(words))

    def content_word(self, form: str) -> ContentWord | None:
        """Not known."""
        return None


class ThesaurusSimilarity:
    """The cosine of the words' vectors in the bundle's thesaurus, negative ones as 0; weights are the thesaurus' own.

    A word that the thesaurus does not know is only like itself, and weighs half an ordinary word.

    Args:
        thesaurus: Of the bundle that extracted the tuples.
    """

    name = "thesaurus.v1"
    description = "the cosine of the words in a thesaurus learned from captions of the same images"

    def __init__(self, thesaurus: Thesaurus) -> None:
        self.thesaurus = thesaurus

    def similarities(self, words: Sequence[ContentWord]) -> Floats:
        """The cosine of each pair, negative ones as 0."""
        return np.maximum(self.relations(words), 0)

    def relations(self, words: Sequence[ContentWord]) -> Floats:
        """The cosine of each pair."""
        rows = self._rows(words)
        vectors = np.where((rows >= 0)[:, None], self.thesaurus.vectors[rows], 0)
        result: Floats = np.clip(vectors @ vectors.T, -1, 1)
        result[_same(words) > 0] = 1
        return result

    def weights(self, words: Sequence[ContentWord]) -> Floats:
        """The thesaurus' weight of each word."""
        rows = self._rows(words)
        weights: Floats = np.where(rows >= 0, self.thesaurus.weights[rows], self.thesaurus.default_weight)
        return weights

    def content_word(self, form: str) -> ContentWord | None:
        """What the word usually is in captions."""
        term = self.thesaurus.term_by_form.get(form)
        if term is None:
            return None
        lemma, _, word_class = term.rpartition("/")
        return ContentWord(lemma, cast("TermClass", word_class))

    def _rows(self, words: Sequence[ContentWord]) -> npt.NDArray[np.int64]:
        return np.array([self._row(word) for word in words], dtype=np.int64)

    def _row(self, word: ContentWord) -> int:
        term = self.thesaurus.find(word.lemma, word.word_class)
        return -1 if term is None else self.thesaurus.index_by_term[term]


def get_similarity(
    name: str, *, thesaurus: Thesaurus | None = None, encoder: TextEncoder | None = None
) -> Similarity:
    """The similarity of a name.

    Args:
        name: ``exact.v1``, ``wordnet_path.v1``, ``thesaurus.v1``, ``encoder.v1`` or one of an installed package.
        thesaurus: For ``thesaurus.v1`` and ``encoder.v1``: that of the bundle.
        encoder: For ``encoder.v1``: that of the bundle.

    Raises:
        UnknownNameError: No such name; the message lists those that exist.
        InvalidInputError: ``thesaurus.v1`` without a thesaurus, ``encoder.v1`` without that and an encoder.
        CaptupleError: The plug-in behind the name cannot be loaded.
    """
    if name == ThesaurusSimilarity.name:
        if thesaurus is None:
            raise InvalidInputError("similarity thesaurus.v1 needs the thesaurus of a model bundle")
        return ThesaurusSimilarity(thesaurus)
    if name == ENCODER_SIMILARITY:
        from scoring.graded.contextual import EncoderSimilarity  # which is a similarity, of this module

        if thesaurus is None or encoder is None:
            raise InvalidInputError(
                f"similarity {name} needs the thesaurus and the sentence encoder of a model bundle"
            )
        return EncoderSimilarity(thesaurus, encoder)
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    plug_ins = {entry.name: entry for entry in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP)}
    if name not in plug_ins:
        raise UnknownNameError("similarity", name, similarity_names())
    try:
        similarity = plug_ins[name].load()()
    except Exception as e:  # foreign code, which may fail in any way at import
        raise CaptupleError(f"similarity {name!r} cannot be loaded: {type(e).__name__}: {e}") from e
    if not isinstance(similarity, Similarity) or similarity.name != name:
        raise CaptupleError(f"similarity {name!r}: its target must return a Similarity of this name")
    return similarity


def similarity_names() -> tuple[str, ...]:
    """The names that `get_similarity` knows, sorted."""
    plug_ins = {entry.name for entry in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP)}
    return tuple(sorted({*_BUILT_IN, ThesaurusSimilarity.name, ENCODER_SIMILARITY, *plug_ins}))


def checked_similarities(similarity: Similarity, words: Sequence[ContentWord]) -> Floats:
    """The similarities of words, checked.

    Raises:
        CaptupleError: They have another shape, or lie outside [0, 1]; the message names the two words.
    """
    return _checked_pairs(similarity, similarity.similarities(words), words, lowest=0)


def checked_relations(similarity: Similarity, words: Sequence[ContentWord]) -> Floats:
    """The relations of words, checked.

    Raises:
        CaptupleError: They have another shape, or lie outside [-1, 1]; the message names the two words.
    """
    return _checked_pairs(similarity, similarity.relations(words), words, lowest=-1)


def _checked_pairs(
    similarity: Similarity, values: Floats, words: Sequence[ContentWord], *, lowest: int
) -> Floats:
    values = np.asarray(values, dtype=np.float64)
    if values.shape != (len(words), len(words)):
        raise CaptupleError(
            f"similarity {similarity.name!r} returned shape {values.shape} for {len(words)} words"
        )
    wrong = ~((values >= lowest - _TOLERANCE) & (values <= 1 + _TOLERANCE))
    if wrong.any():
        i, j = np.argwhere(wrong)[0]
        raise CaptupleError(
            f"similarity {similarity.name!r} returned {values[i, j]} for {shorten(words[i].lemma)} and "
            f"{shorten(words[j].lemma)}; allowed is {lowest} to 1"
        )
    return values


def checked_weights(similarity: Similarity, words: Sequence[ContentWord]) -> Floats:
    """The weights of words, checked.

    Raises:
        CaptupleError: They have another shape, or are not above 0 and finite; the message names the word.
    """
    values = np.asarray(similarity.weights(words), dtype=np.float64)
    if values.shape != (len(words),):
        raise CaptupleError(
            f"similarity {similarity.name!r} returned {values.shape} weights for {len(words)} words"
        )
    wrong = ~((values > 0) & np.isfinite(values))
    if wrong.any():
        i = int(np.argmax(wrong))
        raise CaptupleError(
            f"similarity {similarity.name!r} gave {shorten(words[i].lemma)} the weight {values[i]}; "
            "allowed is a number above 0"
        )
    return values


def _same(words: Sequence[ContentWord]) -> Floats:
    row_by_word = {word: row for row, word in enumerate(dict.fromkeys(words))}
    rows = np.array([row_by_word[word] for word in words])
    return (rows[:, None] == rows[None, :]).astype(np.float64) if len(words) else np.zeros((0, 0))


@functools.lru_cache(maxsize=262_144)
def _path_similarity(first: ContentWord, second: ContentWord) -> float:
    from scoring.grounding.wordnet.senses import Noun, noun_synset, verb_synset

    if first.word_class == "m":
        return 0.0
    synsets = [
        noun_synset(Noun(word.lemma)) if word.word_class == "n" else verb_synset(word.lemma)
        for word in (first, second)
    ]
    if None in synsets:
        return 0.0
    similarity: float | None = synsets[0].path_similarity(synsets[1])
    return similarity or 0.0


_BUILT_IN: Mapping[str, Similarity] = MappingProxyType(
    {similarity.name: similarity for similarity in (ExactSimilarity(), WordNetPathSimilarity())}
)
