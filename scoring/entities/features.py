"""What speaks for and against two mentions of one image being one entity: names of features of a pair.

Heads (the same, synonyms and hypernyms of WordNet, likeness in the thesaurus, the pair of lemmas itself), modifiers
(shared, colours, sex, number), slots of tuples where they are known, and the other mentions of the image: two heads
that stand together in one caption are hardly one entity, and a mention has at most one partner in a caption.
"""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from scoring.entities.clustering import may_corefer
from scoring.entities.mention import Mention
from scoring.graded.thesaurus import TermClass, Thesaurus
from scoring.grounding.wordnet.senses import CACHE_SIZE, Noun, noun_synset

FEATURE_SCHEMA = 1
"""Of the names below: another meaning of a name is another number."""

_COLOURS = frozenset(
    "red blue green yellow black white brown gray grey orange pink purple tan beige blond blonde dark light golden "
    "silver".split()
)
_SEX_BY_WORD = {
    **dict.fromkeys(
        "man boy guy gentleman father dad son brother husband groom grandfather king male he him himself".split(),
        "male",
    ),
    **dict.fromkeys(
        "woman girl lady mother mom daughter sister wife bride grandmother queen actress waitress female she her "
        "herself".split(),
        "female",
    ),
}
_AGE_BY_WORD = {
    **dict.fromkeys("boy girl child kid toddler baby infant youngster".split(), "child"),
    **dict.fromkeys("man woman guy lady gentleman adult".split(), "adult"),
}
_COSINE_STEPS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
_SHARE_STEPS = (0.0, 0.2, 0.34, 0.5, 0.75, 0.99)
_MARGIN_STEPS = (-0.6, -0.3, -0.1, 0.0, 0.1, 0.3, 0.6)
_MAX_COUNT = 3
_UNKNOWN_COSINE = 0.1

Pair = tuple[int, int]


class PairFeatures:
    """Makes the features of pairs. Safe to share between threads.

    Args:
        thesaurus: Says how alike two words are.
    """

    def __init__(self, thesaurus: Thesaurus) -> None:
        self._thesaurus = thesaurus
        self.cosine = functools.lru_cache(maxsize=CACHE_SIZE)(self._cosine)

    def rows(self, mentions: Sequence[Mention]) -> Iterator[tuple[Pair, list[str]]]:
        """The features of every two mentions of an image that may be one entity.

        Args:
            mentions: Of all captions of one image, those of a caption in the order of their places.

        Returns:
            Indices of the mentions, the smaller first, and names of features; the same whatever the order.
        """
        image = _Image(mentions, self)
        for i, j in combinations(range(len(mentions)), 2):
            if may_corefer(mentions[i], mentions[j]):
                yield (i, j), list(self._pair(image, i, j))

    def _cosine(self, one: str, other: str, term_class: TermClass) -> float | None:
        if one == other:
            return 1.0
        vectors = [self._vector(word, term_class) for word in (one, other)]
        if vectors[0] is None or vectors[1] is None:
            return None
        return float(vectors[0] @ vectors[1])

    def _vector(self, word: str, term_class: TermClass) -> npt.NDArray[np.float32] | None:
        term = self._thesaurus.find(word, term_class)
        return None if term is None else self._thesaurus.vectors[self._thesaurus.index_by_term[term]]

    def _pair(self, image: _Image, i: int, j: int) -> Iterator[str]:
        one, other = sorted((image.mentions[i], image.mentions[j]), key=lambda m: (m.head, m.is_plural))
        kind = min(one.types & other.types)
        yield f"type:{kind}"
        yield from _with(kind, self._heads(one, other))
        yield from _lemmas(one, other)
        yield from _with(kind, _numbers(one, other))
        yield from _with(kind, self._modifiers(one, other))
        yield from _slots(one, other)
        yield from _with(kind, image.context(i, j))

    def _heads(self, one: Mention, other: Mention) -> Iterator[str]:
        if one.head == other.head:
            yield "head="
            return
        yield "head!"
        cosine = self.cosine(one.head, other.head, "n")
        yield "cosine:none" if cosine is None else f"cosine:{_step(cosine, _COSINE_STEPS)}"
        yield from _wordnet(one.noun, other.noun)
        if one.head in other.modifiers or other.head in one.modifiers:
            yield "head in modifiers"

    def _modifiers(self, one: Mention, other: Mention) -> Iterator[str]:
        mine, theirs = set(one.modifiers), set(other.modifiers)
        words, their_words = {*mine, one.head}, {*theirs, other.head}
        yield f"share:{_step(len(words & their_words) / len(words | their_words), _SHARE_STEPS)}"
        shared = len(mine & theirs)
        if shared:
            yield f"modifiers={min(shared, _MAX_COUNT)}"
        elif mine and theirs:
            yield "modifiers!"
            cosines = [self.cosine(a, b, "m") for a in sorted(mine) for b in sorted(theirs)]
            known = [cosine for cosine in cosines if cosine is not None]
            if known:
                yield f"modifier cosine:{_step(max(known), _COSINE_STEPS)}"
        for name, marks in (("colour", _COLOURS), ("sex", _SEX_BY_WORD), ("age", _AGE_BY_WORD)):
            found, theirs_found = (
                {marks[word] if isinstance(marks, dict) else word for word in side if word in marks}
                for side in (words, their_words)
            )
            if found and theirs_found:
                yield f"{name}{'=' if found & theirs_found else '!'}"
        if ("other" in mine) != ("other" in theirs):
            yield "other!"

    def likeness(self, one: Mention, other: Mention) -> float:
        """A rough likeness of two mentions, by which they compete for partners."""
        cosine = self.cosine(one.head, other.head, "n")
        total = _UNKNOWN_COSINE if cosine is None else cosine
        total += 0.5 * (one.head == other.head) + 0.2 * (one.is_plural == other.is_plural)
        mine, theirs = set(one.modifiers), set(other.modifiers)
        total += 0.2 * bool(mine & theirs) + 0.3 * bool(mine & theirs & _COLOURS)
        sexes = [
            {_SEX_BY_WORD[word] for word in (*m.modifiers, m.head) if word in _SEX_BY_WORD}
            for m in (one, other)
        ]
        return total - 0.6 * bool(sexes[0] and sexes[1] and not sexes[0] & sexes[1])


class _Image:
    """The mentions of an image, counted once for all pairs."""

    def __init__(self, mentions: Sequence[Mention], features: PairFeatures) -> None:
        self.mentions = mentions
        self._indices_by_caption: dict[int, list[int]] = defaultdict(list)
        self._n_by_type: Counter[tuple[int, str]] = Counter()
        self._captions_by_head: dict[str, set[int]] = defaultdict(set)
        self._n_by_head: Counter[tuple[int, str]] = Counter()
        self._ranks: list[int] = []
        for i, mention in enumerate(mentions):
            self._indices_by_caption[mention.caption].append(i)
            self._ranks.append(max(self._n_by_type[mention.caption, kind] for kind in mention.types))
            self._n_by_type.update((mention.caption, kind) for kind in mention.types)
            self._captions_by_head[mention.head].add(mention.caption)
            self._n_by_head[mention.caption, mention.head] += 1
        self._most_by_type: Counter[str] = Counter()
        for (_, kind), n in self._n_by_type.items():
            self._most_by_type[kind] = max(self._most_by_type[kind], n)
        n_mentions = len(mentions)
        self._likeness = np.zeros((n_mentions, n_mentions))
        for i, j in combinations(range(n_mentions), 2):
            if mentions[i].caption != mentions[j].caption:
                value = features.likeness(mentions[i], mentions[j])
                self._likeness[i, j] = self._likeness[j, i] = value

    def context(self, i: int, j: int) -> Iterator[str]:
        """What the other mentions say of two: how many of their type there are, and rivals."""
        one, other = self.mentions[i], self.mentions[j]
        kinds = one.types & other.types
        counts = sorted(
            min(max(self._n_by_type[m.caption, kind] for kind in kinds), _MAX_COUNT) for m in (one, other)
        )
        yield f"of type:{counts[0]},{counts[1]}"
        most = min(max(self._most_by_type[kind] for kind in kinds), _MAX_COUNT + 1)
        same = one.head == other.head
        yield f"most of type{'=' if same else '!'}:{most}"
        if same:
            n_twice = sum(self._n_by_head[m.caption, m.head] > 1 for m in (one, other))
            yield f"head twice:{n_twice}"
        else:
            captions, other_captions = self._captions_by_head[one.head], self._captions_by_head[other.head]
            if other.caption in captions or one.caption in other_captions:
                yield "taken"
            if captions & other_captions:
                yield "together"
        ranks = sorted((self._ranks[i], self._ranks[j]))
        yield f"rank:{min(ranks[1] - ranks[0], _MAX_COUNT)}"
        if not ranks[1]:
            yield "both first"
        margins = [self._margin(i, j), self._margin(j, i)]
        yield f"margin:{_step(min(margins), _MARGIN_STEPS)}"
        yield f"best:{sum(margin >= 0 for margin in margins)}"

    def _margin(self, i: int, j: int) -> float:
        """By how much ``j`` is liker to ``i`` than any other mention of its caption."""
        rivals = [k for k in self._indices_by_caption[self.mentions[j].caption] if k != j]
        if not rivals:
            return float(self._likeness[i, j])
        return float(self._likeness[i, j] - self._likeness[i, rivals].max())


def _lemmas(one: Mention, other: Mention) -> Iterator[str]:
    """The words themselves: what the annotators call one entity, word by word."""
    if one.head == other.head:
        yield f"both {one.head}"
        return
    yield f"pair {one.head} {other.head}"
    yield f"one {one.head}"
    yield f"one {other.head}"


def _numbers(one: Mention, other: Mention) -> Iterator[str]:
    yield f"plural:{one.is_plural + other.is_plural}"
    if one.number and other.number:
        yield f"number{'=' if one.number == other.number else '!'}"


def _slots(one: Mention, other: Mention) -> Iterator[str]:
    for slot in sorted(one.slots & other.slots):
        yield f"slot {slot}" if " " not in slot else f"slot of one {slot.partition(' ')[0]}"
    if one.slots and other.slots and not one.slots & other.slots:
        yield "slot!"


def _with(kind: str, names: Iterable[str]) -> Iterator[str]:
    """Each name alone and with the type: what tells people apart does not tell places apart."""
    for name in names:
        yield name
        yield f"{name} {kind}"


@functools.lru_cache(maxsize=CACHE_SIZE)
def _wordnet(one: Noun, other: Noun) -> tuple[str, ...]:
    """Where two different nouns stand in WordNet to each other."""
    synsets = [noun_synset(noun) for noun in (one, other)]
    if synsets[0] is None or synsets[1] is None:
        return ("wordnet:none",)
    if synsets[0] == synsets[1]:
        return ("wordnet:synonyms",)
    distance = synsets[0].shortest_path_distance(synsets[1])
    names = [f"wordnet:{'none' if distance is None else min(distance, 8)}"]
    above = [{s for path in synset.hypernym_paths() for s in path} for synset in synsets]
    if synsets[0] in above[1] or synsets[1] in above[0]:
        names.append("wordnet:above")
    return tuple(names)


def _step(value: float, steps: Sequence[float]) -> int:
    return sum(value > step for step in steps)
