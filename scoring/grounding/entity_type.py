"""``entity_type.v1``: the value is one of the eight entity types of Flickr30k Entities."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from extractor.types import Argument, Predicate
from scoring.grounding.lemma import lemma_values
from scoring.grounding.wordnet.hypernym import PERSON_PRONOUNS
from scoring.grounding.wordnet.senses import CACHE_SIZE, Noun, nearest, noun_synset, nouns

ENTITY_TYPES = ("people", "bodyparts", "animals", "clothing", "instruments", "vehicles", "scene", "other")
"""The types, with the names of Flickr30k Entities."""

_SYNSETS_BY_TYPE = {
    "people": "person.n.01 people.n.01 social_group.n.01 gathering.n.01 couple.n.01 crowd.n.01 pair.n.03 "
    "musical_organization.n.01 crew.n.01",
    "bodyparts": "body_part.n.01 body_covering.n.01 hair.n.01 facial_hair.n.01 hair.n.04 beard.n.01",
    "animals": "animal.n.01 animal_group.n.01",
    "clothing": "clothing.n.01 garment.n.01 footwear.n.02 footwear.n.01 headdress.n.01 attire.n.01 jewelry.n.01 "
    "helmet.n.02 spectacles.n.01 belt.n.02 uniform.n.01 handwear.n.01 hosiery.n.01 apron.n.01 "
    "backpack.n.01 mask.n.04 "
    "protective_garment.n.01 goggles.n.01 sunglasses.n.01 neckwear.n.01 life_jacket.n.01 watch.n.01 bag.n.04 "
    "glove.n.02 mask.n.01 earphone.n.01",
    "instruments": "musical_instrument.n.01",
    "vehicles": "vehicle.n.01 public_transport.n.01",
    "scene": "location.n.01 geological_formation.n.01 body_of_water.n.01 way.n.06 land.n.04 building.n.01 "
    "room.n.01 "
    "vegetation.n.01 atmosphere.n.05 facility.n.01 field.n.01 tract.n.01 area.n.05 structure.n.01 sky.n.01 "
    "stadium.n.01 place_of_business.n.01 snow.n.02 snow.n.01 soil.n.02 grass.n.01 housing.n.01 "
    "shelter.n.01 stage.n.03 floor.n.01 "
    "pavement.n.01 water.n.06 curb.n.01 outdoors.n.01 wilderness.n.01 excavation.n.03 urban_area.n.01",
    "other": "signboard.n.01 bench.n.01 plaything.n.01 sculpture.n.01 swing.n.02 obstacle.n.02 "
    "obstruction.n.01 cross.n.01 "
    "column.n.07 door.n.01 establishment.n.04 projection.n.04 skateboard.n.01 water_system.n.02 sled.n.01",
}

TYPE_BY_SYNSET: Mapping[str, str] = MappingProxyType(
    {synset: kind for kind, synsets in _SYNSETS_BY_TYPE.items() for synset in synsets.split()}
)

TYPE_BY_WORD: Mapping[str, str] = MappingProxyType(
    {
        word: kind
        for kind, words in {
            "people": "audience biker bmx'er boarder bystander climber couple crew crowd duo family group "
            "hiker kayaker "
            "onlooker pedestrian person player rollerblader skateboarder snowboarder surfer team "
            "trio twosome "
            "wakeboarder class band choir both one-year-old toddler youth",
            "bodyparts": "tattoo mohawk ponytail dreadlock pigtail mustache moustache goatee",
            "clothing": "red pink black white green blue yellow purple orange brown gray grey short flip-flop "
            "coverall attire bikini costume dress gear gi hoodie jean jeans jersey khaki khakis "
            "outfit pants "
            "shorts suit sunglass sunglasses sweatshirt tee t-shirt tank tank-top top trunk trunks "
            "tutu uniform vest "
            "wetsuit overall overalls sari headscarf bandanna bandana hardhat lei",
            "vehicles": "plane atv bike bmx dirtbike kayak canoe motorbike motorcycle raft scooter segway "
            "tricycle cart",
            "scene": "mud lane slope tent ramp fountain fence ledge track racetrack wave beach city desert "
            "dirt field forest grass ground ice lake lawn ocean outdoors park pool rink river "
            "road sand sidewalk sky snow street water wood woods yard store shop market restaurant",
            "other": "wall window stroller mannequin newspaper silhouette hood",
        }.items()
        for word in words.split()
    }
)
"""Words that WordNet lacks, or whose type is not that of their synset."""


class EntityTypeGrounding:
    """The value of an argument is one of `ENTITY_TYPES`; predicates keep their lemma, for they have no type.

    References:
        Plummer et al. 2015, Flickr30k Entities: the types. WordNet 3.0, as shipped: what is above a noun.
    """

    name = "entity_type.v1"
    description = (
        "the eight types of Flickr30k Entities: people, animals, scene, ...; predicates keep their lemma"
    )

    def ground_arguments(self, arguments: Sequence[Argument]) -> list[str | None]:
        """The entity type of each argument."""
        return [None if noun is None else entity_type(noun) for noun in nouns(arguments)]

    def ground_predicates(self, predicates: Sequence[Predicate]) -> list[str | None]:
        """The lemma of each predicate."""
        return lemma_values(predicates)


@functools.lru_cache(maxsize=CACHE_SIZE)
def entity_type(noun: Noun) -> str:
    """The type of a noun: by a table of words, then by the nearest marked synset above; ``other`` without any."""
    if noun.lemma in PERSON_PRONOUNS:
        return "people"
    by_word = TYPE_BY_WORD.get(noun.lemma)
    if by_word is not None:
        return by_word
    synset = noun_synset(noun)
    anchor = None if synset is None else nearest(synset, TYPE_BY_SYNSET)
    return "other" if anchor is None else TYPE_BY_SYNSET[anchor]
