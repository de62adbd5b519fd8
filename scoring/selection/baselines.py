"""Baselines of content selection: which instances of an image to mention, from boxes and from earlier mentions.

A baseline ranks the instances of an image; the first k are selected. Where k is beyond the number of instances, all of
them are.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from extractor.errors import Fault, InvalidInputError, shorten
from scoring.images import ImageId


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle of an image in pixels: left, top, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """In square pixels."""
        return self.width * self.height

    @property
    def centre(self) -> tuple[float, float]:
        """In pixels from the left and the top."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """One thing of an image.

    Attributes:
        name: Tells it from the other instances of the image.
        concept: What it is called (``dog``); several instances may share one.
        box: Where it is.
    """

    name: str
    concept: str
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedImage:
    """The instances of an image, and which of them each description mentions.

    Attributes:
        image_id: As given.
        width: Of the image in pixels.
        height: Of the image in pixels.
        instances: At least one; their names are all different.
        descriptions: Of each description the names of the instances it mentions, in the order of the text.

    Raises:
        InvalidInputError: There is no instance with a box, a name is taken twice, or a description mentions an instance
            that is not there; all faults are named.
    """

    image_id: ImageId
    width: float
    height: float
    instances: tuple[Instance, ...]
    descriptions: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        where = f"image {shorten(self.image_id)}"
        names = Counter(instance.name for instance in self.instances)
        faults = [
            Fault(where=where, problem=f"instance {shorten(name)} is given {n} times")
            for name, n in names.items()
            if n > 1
        ]
        if not self.instances:
            faults.append(Fault(where=where, problem="has no box: there is nothing to select from"))
        faults += [
            Fault(where=where, problem=f"descriptions[{m}] mentions {shorten(name)}, which has no box")
            for m, mentioned in enumerate(self.descriptions)
            for name in dict.fromkeys(mentioned)
            if self.instances and name not in names
        ]
        if faults:
            raise InvalidInputError(faults)


class MentionPriors:
    """What people mention: how often each concept, which first, and which after which.

    Args:
        images: Other images than those that are to be scored.
    """

    def __init__(self, images: Sequence[AnnotatedImage]) -> None:
        self.mentions: Counter[str] = Counter()
        self.first: Counter[str] = Counter()
        self.successors: dict[str, Counter[str]] = defaultdict(Counter)
        for image in images:
            concepts = {instance.name: instance.concept for instance in image.instances}
            for mentioned in image.descriptions:
                sequence = [concepts[name] for name in dict.fromkeys(mentioned)]
                self.mentions.update(sequence)
                self.first.update(sequence[:1])
                for before, after in pairwise(sequence):
                    self.successors[before][after] += 1


Ranking = Callable[[AnnotatedImage, MentionPriors, random.Random], list[str]]
"""From an image to the names of its instances, the first to select in front; what is never selected is left out."""


def rank_random(image: AnnotatedImage, priors: MentionPriors, rng: random.Random) -> list[str]:
    """In any order."""
    del priors
    return [instance.name for instance in _shuffled(image, rng)]


def rank_by_position(image: AnnotatedImage, priors: MentionPriors, rng: random.Random) -> list[str]:
    """The nearer the centre of the box is to the centre of the image the earlier."""
    del priors
    middle = (image.width / 2, image.height / 2)
    return [i.name for i in sorted(_shuffled(image, rng), key=lambda i: math.dist(i.box.centre, middle))]


def rank_by_size(image: AnnotatedImage, priors: MentionPriors, rng: random.Random) -> list[str]:
    """The larger the box the earlier."""
    del priors
    return [i.name for i in sorted(_shuffled(image, rng), key=lambda i: -i.box.area)]


def rank_by_unigram(image: AnnotatedImage, priors: MentionPriors, rng: random.Random) -> list[str]:
    """The more often the concept is mentioned elsewhere the earlier."""
    return [i.name for i in sorted(_shuffled(image, rng), key=lambda i: -priors.mentions[i.concept])]


def rank_by_bigram(image: AnnotatedImage, priors: MentionPriors, rng: random.Random) -> list[str]:
    """Greedily: the likeliest first concept, then always the likeliest successor; it ends when none follows.

    Of concepts that nobody mentioned first, and of equally likely ones, the one mentioned more often comes first.
    """
    remaining = _shuffled(image, rng)
    counts, ranked = priors.first, list[str]()
    while remaining:
        following = counts
        best = max(remaining, key=lambda i: (following[i.concept], priors.mentions[i.concept]))
        if ranked and not following[best.concept]:
            break
        remaining.remove(best)
        ranked.append(best.name)
        counts = priors.successors.get(best.concept, Counter())
    return ranked


def rank_by_oracle(image: AnnotatedImage, priors: MentionPriors, rng: random.Random) -> list[str]:
    """The more of the image's own descriptions mention it the earlier.

    It knows the answer, and so is no baseline: it shows how far a ranking can get.
    """
    del priors
    mentions = Counter(name for mentioned in image.descriptions for name in dict.fromkeys(mentioned))
    return [i.name for i in sorted(_shuffled(image, rng), key=lambda i: -mentions[i.name])]


def combine(*rankings: Ranking) -> Ranking:
    """The order of the average rank; what a ranking leaves out shares the mean of the ranks that are left.

    With N instances of which a ranking has Ns, the others get 0.5 x ((N + 1) - Ns) + Ns.

    References:
        Wang and Gaizauskas 2015, section 5 (combinations of the priors).
    """

    def combined(image: AnnotatedImage, priors: MentionPriors, rng: random.Random) -> list[str]:
        n = len(image.instances)
        total: dict[str, float] = defaultdict(float)
        for ranking in rankings:
            rank_by_name = {name: rank for rank, name in enumerate(ranking(image, priors, rng), start=1)}
            unselected = 0.5 * ((n + 1) - len(rank_by_name)) + len(rank_by_name)
            for instance in image.instances:
                total[instance.name] += rank_by_name.get(instance.name, unselected)
        return [i.name for i in sorted(_shuffled(image, rng), key=lambda i: total[i.name])]

    return combined


BASELINES: Mapping[str, Ranking] = {
    "random": rank_random,
    "box position": rank_by_position,
    "box size": rank_by_size,
    "unigram": rank_by_unigram,
    "bigram": rank_by_bigram,
    "unigram + box size": combine(rank_by_unigram, rank_by_size),
    "bigram + box size": combine(rank_by_bigram, rank_by_size),
    "bigram + box position": combine(rank_by_bigram, rank_by_position),
    "oracle": rank_by_oracle,
}
"""The rankings by the names that tables use, and the oracle for scale.

Equal ranks are in random order: the order of an annotation tells too much.
"""


def rank_images(
    images: Sequence[AnnotatedImage], ranking: Ranking, priors: MentionPriors, *, seed: int = 0
) -> dict[ImageId, list[str]]:
    """The ranking of every image; the first k names are what a baseline selects.

    Args:
        images: Their ids are all different.
        ranking: One of `BASELINES`, or another.
        priors: Of other images.
        seed: Of the random order among equals.
    """
    rng = random.Random(seed)  # noqa: S311  # breaks ties, guards no secret
    return {image.image_id: ranking(image, priors, rng) for image in images}


_ARTICLES = ("a", "the")
_CONNECTIVES = ("and", "with", "in", "on", "near", "of", "at")


def write_sentence(concepts: Sequence[str], *, rng: random.Random) -> str:
    """A sentence of these concepts in this order, with random function words between: what n-gram metrics can score.

    Returns:
        The sentence with a full stop; of no concepts the empty text.

    Examples:
        >>> write_sentence(["man", "dog"], rng=random.Random(1))
        'A man near a dog.'

    References:
        Wang and Gaizauskas 2015, section 5 (the generator of function words).
    """
    if not concepts:
        return ""
    words: list[str] = []
    for i, concept in enumerate(concepts):
        if i:
            words.append(rng.choice(_CONNECTIVES))
        words += [rng.choice(_ARTICLES), concept]
    text = " ".join(words)
    return f"{text[:1].upper()}{text[1:]}."


def _shuffled(image: AnnotatedImage, rng: random.Random) -> list[Instance]:
    instances = list(image.instances)
    rng.shuffle(instances)
    return instances
