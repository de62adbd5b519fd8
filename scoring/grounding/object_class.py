"""``object_class.v1``: the value is an object class of COCO, or of Open Images where COCO has none."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from extractor.types import Argument, Predicate
from scoring.grounding.lemma import lemma_values
from scoring.grounding.object_classes import (
    COCO_CLASS_BY_OPEN_IMAGES,
    COCO_CLASSES,
    OPEN_IMAGES_CLASSES,
)
from scoring.grounding.wordnet.hypernym import PERSON_PRONOUNS
from scoring.grounding.wordnet.senses import CACHE_SIZE, Noun, nearest, noun_synset, nouns

OBJECT_CLASSES = frozenset(COCO_CLASSES) | frozenset(OPEN_IMAGES_CLASSES)

_SYNSET_BY_CLASS: Mapping[str, str] = MappingProxyType(
    {
        "bat": "bat.n.01",
        "bathroom cabinet": "medicine_chest.n.01",
        "band-aid": "band_aid.n.01",
        "bowling equipment": "bowling_equipment.n.01",
        "christmas tree": "christmas_tree.n.05",
        "chopsticks": "chopstick.n.01",
        "clothing": "clothing.n.01",
        "cosmetics": "cosmetic.n.01",
        "door handle": "doorknob.n.01",
        "earrings": "earring.n.01",
        "footwear": "footwear.n.02",
        "fruit": "edible_fruit.n.01",
        "glove": "glove.n.02",
        "grinder": "mill.n.04",
        "headphones": "earphone.n.01",
        "human head": "head.n.01",
        "infant bed": "baby_bed.n.01",
        "jeans": "jean.n.01",
        "lifejacket": "life_jacket.n.01",
        "luggage and bags": "baggage.n.01",
        "maple": "maple.n.02",
        "marine mammal": "aquatic_mammal.n.01",
        "mechanical fan": "fan.n.01",
        "moths and butterflies": "lepidopterous_insect.n.01",
        "mouse": "mouse.n.04",
        "mouse (animal)": "mouse.n.01",
        "nail": "nail.n.02",
        "organ": "organ.n.05",
        "pitcher": "pitcher.n.02",
        "potted plant": "houseplant.n.01",
        "roller skates": "roller_skate.n.01",
        "scale": "scale.n.07",
        "skis": "ski.n.01",
        "street light": "streetlight.n.01",
        "swim cap": "bathing_cap.n.01",
        "taxi": "cab.n.03",
        "toilet": "toilet.n.02",
        "train": "train.n.01",
        "trousers": "trouser.n.01",
        "vehicle registration plate": "license_plate.n.01",
        "waste container": "ashcan.n.01",
        "wine glass": "wineglass.n.01",
    }
)
"""Classes whose name is no noun of WordNet in the sense of the class."""

_NO_SYNSET = frozenset({"personal care", "sports ball"})
_PARTS_OF_PEOPLE = "human "

CLASS_BY_WORD: Mapping[str, str] = MappingProxyType(
    {
        word: name
        for name, words in {
            "airplane": "jet, airliner, jetliner, plane, biplane, aeroplane, fighter jet",
            "backpack": "back pack, rucksack, knapsack",
            "baseball glove": "catcher's mitt, mitt, baseball mitt",
            "bicycle": "bike, bmx bike, mountain bike, bicyle",
            "car": "suv, sedan, automobile",
            "cell phone": "cellphone, cell phone, mobile phone, smartphone, iphone, mobile, smart phone",
            "couch": "sofa, settee",
            "cow": "calf, cattle, ox, bull, steer",
            "cup": "mug, teacup, coffee cup, coffee mug",
            "dining table": "table, dinner table, kitchen table",
            "donut": "doughnut, donuts",
            "fire hydrant": "hydrant, fireplug",
            "frisbee": "frisbie, flying disc, disc",
            "hair drier": "hair dryer, hairdryer, blow dryer, hairdrier",
            "handbag": "purse, pocketbook",
            "hot dog": "hotdog, hot dog",
            "laptop": "laptop computer, notebook computer, macbook",
            "microwave": "microwave oven",
            "motorcycle": "motorbike, dirt bike, dirtbike, moped, motor bike",
            "person": "people, crowd, biker, skateboarder, snowboarder, surfer, someone, audience, couple, "
            "family, group",
            "potted plant": "pot plant, houseplant, house plant",
            "refrigerator": "fridge",
            "remote": "remote control, wii remote, wiimote, controller",
            "sports ball": "soccer ball, basketball, baseball, football, tennis ball, volleyball, rugby ball, "
            "golf ball",
            "stop sign": "stopsign",
            "teddy bear": "teddy, teddybear",
            "tie": "necktie, bow tie",
            "traffic light": "stoplight, stop light, traffic signal, street signal",
            "tv": "television, television set, tv set, flatscreen, flat screen, tele",
            "wine glass": "wineglass, champagne glass",
            "kitchen & dining room table": "",
            "countertop": "counter, counter top, kitchen counter",
            "trousers": "pants, trouser, khakis, slacks",
            "jeans": "jean, jeans, denim",
            "swimwear": "bikini, swimsuit, bathing suit, swim trunks, wetsuit",
            "shirt": "t-shirt, tee shirt, tshirt, tee",
            "glasses": "eyeglasses, spectacles, eyeglass",
            "sunglasses": "sunglass, sun glasses",
            "goggles": "goggle",
            "street light": "streetlight, lamp post, lamppost, street lamp, streetlamp",
            "traffic sign": "road sign, street sign",
            "jet ski": "jetski",
            "skyscraper": "high rise",
            "stationary bicycle": "exercise bike",
            "tablet computer": "ipad, tablet",
            "waste container": "trash can, garbage can, trashcan, dustbin, rubbish bin",
            "nightstand": "bedside table, night stand",
            "whiteboard": "dry erase board",
            "human hand": "palm",
        }.items()
        for word in words.split(", ")
        if word
    }
)
"""Words and names of two words for classes, beside the classes' own names and what WordNet tells."""


class ObjectClassGrounding:
    """The value of an argument is the object class that it names; what is no object of a class has no value.

    A COCO class wins over Open Images: canoe is ``boat``, man is ``person``. Names of two words come first
    (``fire hydrant``), then the word, then the nearest class above the word in WordNet (poodle is ``dog``). The
    classes that Open Images has for whole kinds (``animal``, ``food``, ``vehicle``) take what no finer class takes.
    Predicates keep their lemma.

    References:
        Lin et al. 2014, Microsoft COCO; Kuznetsova et al. 2020, Open Images V4: the classes. WordNet 3.0.
    """

    name = "object_class.v1"
    description = (
        "the object class of COCO, or else of Open Images; others have no value; predicates keep their lemma"
    )

    def ground_arguments(self, arguments: Sequence[Argument]) -> list[str | None]:
        """The class of each argument; None where it is no object of a class."""
        return [None if noun is None else object_class(noun) for noun in nouns(arguments)]

    def ground_predicates(self, predicates: Sequence[Predicate]) -> list[str | None]:
        """The lemma of each predicate."""
        return lemma_values(predicates)


@functools.lru_cache(maxsize=CACHE_SIZE)
def object_class(noun: Noun) -> str | None:
    """The object class of a noun; None without any.

    Examples:
        >>> object_class(Noun("hydrant", before="fire")), object_class(Noun("poodle")), object_class(Noun("idea"))
        ('fire hydrant', 'dog', None)
    """
    if noun.lemma in PERSON_PRONOUNS:
        return "person"
    names = [f"{noun.before} {noun.lemma}"] if noun.before else []
    for name in (*names, noun.lemma):
        found = CLASS_BY_WORD.get(name) or (name if name in OBJECT_CLASSES else None)
        if found is not None and (name not in _AMBIGUOUS or name in names):
            return COCO_CLASS_BY_OPEN_IMAGES.get(found, found)
    synset = noun_synset(noun)
    class_by_synset = _class_by_synset()
    anchor = None if synset is None else nearest(synset, class_by_synset)
    return None if anchor is None else class_by_synset[anchor]


_AMBIGUOUS = frozenset(
    {"organ", "nail", "scale", "pitcher", "horn", "bat", "mouse", "orange", "drill", "remote"}
)
"""Names of classes whose word alone often means something else: WordNet's choice decides."""


@functools.cache
def _class_by_synset() -> dict[str, str]:
    """The class of each synset that names one; COCO's where both have one."""
    result: dict[str, str] = {}
    for name in (*OPEN_IMAGES_CLASSES, *COCO_CLASSES):
        anchor = _SYNSET_BY_CLASS.get(name)
        if anchor is None and name not in _NO_SYNSET:
            *before, head = name.removeprefix(_PARTS_OF_PEOPLE).split()
            synset = noun_synset(Noun("_".join((*before, head))))
            anchor = None if synset is None else synset.name()
        if anchor is not None:
            result[anchor] = COCO_CLASS_BY_OPEN_IMAGES.get(name, name)
    return result
