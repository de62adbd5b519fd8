"""Which WordNet sense a noun or verb of a caption has, and what stands above it.

A caption tells what a picture shows. The first sense of a word in WordNet is the most frequent one of edited prose,
where a plant is a factory and glass a material; here the order of WordNet is kept, but senses of what no picture
shows (acts, feelings, relations, ...) come last, a scene slot asks for a place, and some hundred and twenty words
have the sense that captions use them in (`CAPTION_SENSES`).
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from extractor.types import Argument, Predicate
from scoring.grounding.lemma import lemma_values
from scoring.grounding.wordnet.loaded import wordnet

CACHE_SIZE = 65_536
"""How many different words with their context are remembered."""

_HIDDEN = frozenset(
    f"noun.{name}"
    for name in "act attribute cognition communication event feeling motive phenomenon possession process quantity "
    "relation shape state time".split()
)
"""Lexicographer files whose senses can hardly be seen."""

_PLACES = frozenset({"scene"})

CAPTION_SENSES: Mapping[str, str] = MappingProxyType(
    {
        "air": "air.n.01",
        "alpaca": "alpaca.n.03",
        "baby": "baby.n.01",
        "bag": "bag.n.01",
        "ball": "ball.n.01",
        "banana": "banana.n.02",
        "band": "band.n.02",
        "bank": "bank.n.01",
        "bar": "barroom.n.01",
        "basketball": "basketball.n.02",
        "bat": "bat.n.05",
        "batter": "batter.n.01",
        "beach": "beach.n.01",
        "bike": "bicycle.n.01",
        "bow": "bow.n.04",
        "bust": "bust.n.03",
        "cake": "cake.n.03",
        "calculator": "calculator.n.02",
        "canary": "canary.n.04",
        "cap": "cap.n.01",
        "castle": "castle.n.02",
        "chicken": "chicken.n.02",
        "coach": "coach.n.01",
        "couple": "couple.n.01",
        "court": "court.n.04",
        "crane": "crane.n.04",
        "cream": "cream.n.02",
        "dish": "dish.n.01",
        "dolphin": "dolphin.n.02",
        "drink": "beverage.n.01",
        "fan": "fan.n.01",
        "female": "female.n.02",
        "field": "field.n.01",
        "fly": "fly.n.01",
        "football": "football.n.02",
        "frisbee": "frisbee.n.01",
        "girl": "girl.n.01",
        "glass": "glass.n.02",
        "glasses": "spectacles.n.01",
        "glove": "glove.n.02",
        "gondola": "gondola.n.02",
        "ground": "land.n.04",
        "guy": "guy.n.01",
        "hammer": "hammer.n.02",
        "hedgehog": "hedgehog.n.02",
        "helmet": "helmet.n.02",
        "horse": "horse.n.01",
        "hot_dog": "frank.n.02",
        "hotdog": "frank.n.02",
        "house": "house.n.01",
        "jellyfish": "jellyfish.n.02",
        "kid": "child.n.01",
        "lady": "lady.n.01",
        "lead": "leash.n.01",
        "leopard": "leopard.n.02",
        "light": "light.n.02",
        "male": "male.n.02",
        "mango": "mango.n.02",
        "match": "match.n.02",
        "mixer": "mixer.n.04",
        "mouse": "mouse.n.01",
        "mug": "mug.n.04",
        "orange": "orange.n.01",
        "ostrich": "ostrich.n.02",
        "otter": "otter.n.02",
        "park": "park.n.01",
        "peach": "peach.n.03",
        "people": "people.n.01",
        "person": "person.n.01",
        "pitcher": "pitcher.n.01",
        "plane": "airplane.n.01",
        "plant": "plant.n.02",
        "plate": "plate.n.04",
        "player": "player.n.01",
        "pomegranate": "pomegranate.n.02",
        "pool": "pool.n.01",
        "poster": "poster.n.01",
        "printer": "printer.n.02",
        "punching_bag": "punching_bag.n.02",
        "raccoon": "raccoon.n.02",
        "rock": "rock.n.01",
        "ruler": "rule.n.12",
        "sand": "sand.n.01",
        "saw": "saw.n.02",
        "scorpion": "scorpion.n.03",
        "seahorse": "seahorse.n.02",
        "seal": "seal.n.09",
        "short": "shorts.n.01",
        "shrimp": "shrimp.n.03",
        "sign": "signboard.n.01",
        "ski": "ski.n.01",
        "skirt": "skirt.n.02",
        "skunk": "skunk.n.04",
        "slide": "slide.n.05",
        "soccer": "soccer.n.01",
        "squash": "squash.n.02",
        "squid": "squid.n.02",
        "street": "street.n.01",
        "suit": "suit.n.01",
        "table": "table.n.02",
        "taco": "taco.n.02",
        "tart": "tart.n.02",
        "team": "team.n.01",
        "teddy": "teddy.n.01",
        "television": "television_receiver.n.01",
        "tennis": "tennis.n.01",
        "tie": "necktie.n.01",
        "tiger": "tiger.n.02",
        "tin_can": "can.n.01",
        "toaster": "toaster.n.02",
        "toilet": "toilet.n.02",
        "top": "top.n.10",
        "train": "train.n.01",
        "trunk": "trunk.n.01",
        "turtle": "turtle.n.02",
        "tv": "television_receiver.n.01",
        "van": "van.n.05",
        "volleyball": "volleyball.n.02",
        "watch": "watch.n.01",
        "watermelon": "watermelon.n.02",
        "wave": "wave.n.01",
        "whale": "whale.n.02",
    }
)
"""Words whose sense in captions is none of the first visible ones in WordNet's order, or might not be."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun with what of its context helps to tell its sense.

    Attributes:
        lemma: In lower case, composed.
        before: The word right before it in the phrase, which may be part of its name (``fire hydrant``); "" for none.
        place: Whether it names where something happens.
    """

    lemma: str
    before: str = ""
    place: bool = False


def nouns(arguments: Sequence[Argument]) -> list[Noun | None]:
    """The nouns of arguments, in order; None for a tacit one without a lemma.

    Raises:
        UngroundableError: As `lemma_values`.
    """
    return [
        None
        if lemma is None
        else Noun(
            lemma,
            unicodedata.normalize("NFC", argument.modifiers[-1].lower()) if argument.modifiers else "",
            argument.kind in _PLACES,
        )
        for argument, lemma in zip(arguments, lemma_values(arguments), strict=True)
    ]


def verbs(predicates: Sequence[Predicate]) -> list[str | None]:
    """The lemmas of predicates; see `lemma_values`."""
    return lemma_values(predicates)


@functools.lru_cache(maxsize=CACHE_SIZE)
def noun_synset(noun: Noun) -> Any:
    """The WordNet synset of a noun; None where WordNet does not have it.

    Args:
        noun: The noun. A name of two words (its modifier and itself) is looked up first.
    """
    if noun.before:
        name = f"{noun.before}_{noun.lemma}"
        fixed = CAPTION_SENSES.get(name)
        compound = wordnet().synset(fixed) if fixed else _best(_senses(name), place=noun.place)
        if compound is not None:
            return compound
    fixed = CAPTION_SENSES.get(noun.lemma)
    if fixed is not None:
        return wordnet().synset(fixed)
    return _best(
        _senses(noun.lemma.replace("-", "_")) or _senses(noun.lemma.replace("-", "")), place=noun.place
    )


@functools.lru_cache(maxsize=CACHE_SIZE)
def verb_synset(lemma: str) -> Any:
    """The first WordNet synset of a verb, with its particle or else without; None where there is none."""
    for name in (lemma.replace("-", "_"), lemma.partition("-")[0]):
        found = wordnet().synsets(name, pos="v") if name else []
        exact = [synset for synset in found if name in _names(synset)]
        if exact:
            return exact[0]
    return None


def nearest(synset: Any, anchors: Mapping[str, str] | frozenset[str]) -> str | None:
    """The nearest synset at or above ``synset`` that is one of ``anchors``.

    Args:
        synset: Where to start.
        anchors: Names of synsets.

    Returns:
        The name of the anchor; of several at the same distance the one first in the alphabet. None without any.
    """
    level, seen = [synset], {synset}
    while level:
        for item in sorted(level, key=_name):
            if item.name() in anchors:
                return _name(item)
        above = {parent for item in level for parent in (*item.hypernyms(), *item.instance_hypernyms())}
        level = sorted(above - seen, key=_name)
        seen |= above
    return None


def _senses(name: str) -> list[Any]:
    """The noun senses of exactly this name: NLTK would try other base forms, too."""
    if not name or not name.isascii():
        return []
    return [synset for synset in wordnet().synsets(name, pos="n") if name in _names(synset)]


def _names(synset: Any) -> set[str]:
    return {name.lower() for name in synset.lemma_names()}


def _best(senses: Sequence[Any], *, place: bool) -> Any:
    """The first sense that a picture can show; of a place, the first that is one."""
    if not senses:
        return None
    visible = [synset for synset in senses if synset.lexname() not in _HIDDEN] or list(senses)
    if place:
        places = [synset for synset in visible if nearest(synset, _PLACE_ANCHORS) is not None]
        return (places or visible)[0]
    return visible[0]


_PLACE_ANCHORS = frozenset(
    "location.n.01 structure.n.01 geological_formation.n.01 body_of_water.n.01 way.n.06 land.n.04 room.n.01 "
    "vegetation.n.01 atmosphere.n.05 facility.n.01".split()
)


def _name(synset: Any) -> str:
    name: str = synset.name()
    return name
