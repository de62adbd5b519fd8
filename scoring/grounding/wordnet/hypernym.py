"""``wordnet_hypernym.v1``: the value is one coarse kind above the word: kid and man are persons."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from extractor.types import Argument, Predicate
from scoring.grounding.wordnet.senses import CACHE_SIZE, Noun, nearest, noun_synset, nouns, verb_synset, verbs

_SYNSETS_BY_KIND = {
    "person": "person.n.01 people.n.01 social_group.n.01 gathering.n.01 couple.n.01 crowd.n.01 body.n.03 "
    "group.n.01",
    "animal": "animal.n.01 animal_group.n.01",
    "plant": "plant.n.02 vegetation.n.01 plant_part.n.01 plant_organ.n.01",
    "food": "food.n.01 food.n.02 edible_fruit.n.01 foodstuff.n.02 meal.n.01",
    "beverage": "beverage.n.01",
    "body_part": "body_part.n.01 body_covering.n.01 body_substance.n.01 hair.n.01",
    "clothing": "clothing.n.01 garment.n.01 footwear.n.02 headdress.n.01 attire.n.01 consumer_goods.n.01 "
    "protective_garment.n.01 jewelry.n.01 helmet.n.02 spectacles.n.01 belt.n.02 uniform.n.01 handwear.n.01",
    "fabric": "fabric.n.01",
    "vehicle": "vehicle.n.01 wheeled_vehicle.n.01 conveyance.n.03",
    "furniture": "furniture.n.01 furnishing.n.02",
    "building": "building.n.01 house.n.01 place_of_business.n.01 shelter.n.01 housing.n.01",
    "room": "room.n.01 area.n.05 stadium.n.01",
    "structure": "structure.n.01",
    "way": "way.n.06 road.n.01 path.n.02 path.n.04 surface.n.01",
    "container": "container.n.01 tableware.n.01 crockery.n.01 bag.n.04",
    "musical_instrument": "musical_instrument.n.01",
    "sports_equipment": "sports_equipment.n.01 game_equipment.n.01 plaything.n.01 ski.n.01 skate.n.01 bat.n.05 "
    "skateboard.n.01 "
    "surfboard.n.01 snowboard.n.01",
    "electronic_device": "electronic_equipment.n.01 computer.n.01 telephone.n.01 camera.n.01 electronic_device.n.01",
    "appliance": "appliance.n.02 home_appliance.n.01",
    "tool": "tool.n.01 utensil.n.01 cutlery.n.02",
    "weapon": "weapon.n.01",
    "sign": "signboard.n.01 sign.n.02 poster.n.01",
    "picture": "picture.n.01 representation.n.02 painting.n.01 art.n.01",
    "text": "publication.n.01 document.n.01 written_communication.n.01 book.n.02 paper.n.01",
    "device": "instrumentality.n.03 hydrant.n.01 fireplug.n.01",
    "artifact": "artifact.n.01",
    "water": "body_of_water.n.01 water.n.01 liquid.n.01",
    "precipitation": "precipitation.n.03 snow.n.02",
    "sky": "sky.n.01 atmosphere.n.05 cloud.n.02 air.n.01",
    "land": "land.n.04 geological_formation.n.01 field.n.01 tract.n.01 soil.n.02 rock.n.01 sand.n.01",
    "place": "location.n.01 region.n.03 facility.n.01",
    "light": "light.n.01 light.n.02",
    "substance": "substance.n.01 substance.n.07 matter.n.03",
    "natural_object": "natural_object.n.01",
    "time": "time_period.n.01 time.n.01 time_unit.n.01",
    "event": "event.n.01 activity.n.01 contest.n.01",
    "thing": "object.n.01",
}

KIND_BY_SYNSET: Mapping[str, str] = MappingProxyType(
    {synset: kind for kind, synsets in _SYNSETS_BY_KIND.items() for synset in synsets.split()}
)
"""The coarse level: about forty kinds of things that pictures show."""


class WordNetHypernymGrounding:
    """The value is the nearest of about forty kinds at or above the noun's synset; one level for all words.

    A fixed number of steps up would stop at *male* for one word and at *entity* for the next; the level is a list
    of kinds instead, about as fine as people sort things in a picture. A verb's kind is its WordNet file
    (``motion``, ``contact``), because verbs have hundreds of roots. A word above all kinds keeps its lemma.

    References:
        Ellebracht et al. 2015: against a reference about a kid, a candidate about a person must score higher than
        one about a dog. WordNet 3.0, as shipped.
    """

    name = "wordnet_hypernym.v1"
    description = (
        "one coarse kind of WordNet 3.0: kid and man are person, dog is animal; verbs by their class"
    )

    def ground_arguments(self, arguments: Sequence[Argument]) -> list[str | None]:
        """The kind of each argument's head."""
        return [None if noun is None else _noun_kind(noun) for noun in nouns(arguments)]

    def ground_predicates(self, predicates: Sequence[Predicate]) -> list[str | None]:
        """The WordNet class of each predicate's verb."""
        return [None if lemma is None else _verb_kind(lemma) for lemma in verbs(predicates)]


@functools.lru_cache(maxsize=CACHE_SIZE)
def _noun_kind(noun: Noun) -> str:
    if noun.lemma in PERSON_PRONOUNS:
        return "person"
    synset = noun_synset(noun)
    anchor = None if synset is None else nearest(synset, KIND_BY_SYNSET)
    return noun.lemma if anchor is None else KIND_BY_SYNSET[anchor]


@functools.lru_cache(maxsize=CACHE_SIZE)
def _verb_kind(lemma: str) -> str:
    synset = verb_synset(lemma)
    return lemma if synset is None else str(synset.lexname()).removeprefix("verb.")


PERSON_PRONOUNS = frozenset(
    "he him his she her hers they them i me you we us who whom someone somebody anyone anybody "
    "everyone everybody "
    "himself herself themselves".split()
)
"""Pronouns that mean people; which noun one stands for is the extractor's to find."""
