"""Who is somewhere of a thing and what is in it, on it or with it: `a vase with flowers on a table`, the vase."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, is_garment, is_living, preposition_of
from extractor.syntax.mending.vocabulary import FRAMES, THINGS, VEHICLES

_VESSELS = frozenset(
    """backpack bag basket bottle bowl box bucket can carton case crate cup dish glass jar jug kettle mug pan pitcher
    plate platter pot purse saucer skillet suitcase teacup teapot tin tray tub vase""".split()
)
# Of these, such as stand on others of these.
_TABLEWARE = frozenset("bottle bowl can cup glass jar jug kettle mug pitcher pot teacup teapot vase".split())
_FLAT = frozenset("board dish pan plate platter saucer tray".split())
_DISHES = frozenset({"cake", "cupcake", "pie"})
# What furniture stands on, and what else things do.
_GROUNDS = frozenset("carpet floor grass ground lawn mat rug".split())
_SURFACES = _GROUNDS | frozenset(
    """blanket cloth counter countertop napkin placemat rack shelf sill stand stove tablecloth towel
    windowsill""".split()
)
# Where things and those who have them are together.
_SCENES = frozenset("body_of_water geological_formation land location way".split())
_PLACES = frozenset(
    """balcony deck driveway field ocean park patio pier porch river runway sand sea snow street terrace track water
    yard""".split()
)
_INDOORS = frozenset({"building", "room"})
# What is told of a picture, and parts of what stands before.
_REGIONS = frozenset(
    """back background base bottom center centre corner distance edge end foreground front left middle outside right
    side sky top""".split()
)
_DEVICES = frozenset({"device", "equipment", "musical_instrument"})
_SEATS = frozenset({"furniture", "seat"})
_NO_PLACES = frozenset({"", "of", "with"})
_BESIDE = frozenset({"behind", "beside", "by", "near", "next"})
# What is somewhere by itself, whoever is said to be with it.
_BY_ITSELF = _SCENES | _INDOORS | {"plant", "structure", "vehicle"}


def place_of_whole(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A vase with flowers on a table``, ``A man with a dog on a beach``: where the first is, of which no verb tells.

    Not where the place is a part of it, or where only the other can be there: `a table with a cup on a saucer`.
    """
    thing = words[i].head
    if thing > 0 and words[thing].deprel == "conj":
        thing = words[thing].head
    whole = words[thing].head if 0 <= thing < i else -1
    if not 0 <= whole < thing or words[thing].deprel != "nmod" or preposition_of(words, thing) != "with":
        return False
    whole = _what_is_shown(words, whole, thing)
    if words[whole].upos not in THINGS or not _is_told_without_verb(words, whole):
        return False
    if any(
        words[k].deprel == "nmod" and preposition_of(words, k) not in _NO_PLACES
        for k in words.children(whole)
    ):
        return False  # `A woman on a stool with a donkey in a field`
    case, place = words[max(words.case_of(i), 0)].text.lower(), _place_of_part(words, i)
    own = any(words[k].xpos == "PRP$" or words[k].text.lower() == "each" for k in words.children(place))
    if own or words[place].upos != "NOUN" or lexicon.lemma(words[place].text.lower(), "noun") in _REGIONS:
        return False
    if case not in _BESIDE | {"at", "in", "on"}:
        return False
    if not _is_of_whole(words, whole, thing, place, case, lexicon):
        return False
    words[i] = replace(words[i], head=whole)
    return True


def _what_is_shown(words: Tree, whole: int, thing: int) -> int:
    """``a photo of a vase with roses``: the vase, on whichever of them the roses hang."""
    if words[whole].text.lower() not in FRAMES:
        return whole
    shown = [k for k in words.children(whole) if k < thing and preposition_of(words, k) == "of"]
    return shown[-1] if shown else whole


def _place_of_part(words: Tree, i: int) -> int:
    """``on top of a table``: the table."""
    behind = i + 1 < len(words) and words[i].text.lower() == "top" and words[i + 1].text.lower() == "of"
    return next((k for k in words.children(i) if k > i and words[k].deprel == "nmod" and behind), i)


def _is_told_without_verb(words: Tree, whole: int) -> bool:
    """Whether a noun stands at the top, is what is shown, or what there is."""
    head = words[whole].head
    if words[whole].deprel == "nsubj":
        return any(words[k].deprel == "expl" for k in words.children(head))
    shown = words[whole].deprel == "nmod" and words[head].text.lower() in FRAMES
    if shown or (words[whole].deprel == "conj" and words[head].upos in THINGS):
        whole, head = head, words[head].head
    return head < 0 and not any(
        words[k].deprel in ("acl", "acl:relcl", "nsubj") for k in words.children(whole)
    )


def _is_of_whole(words: Tree, whole: int, thing: int, place: int, case: str, lexicon: Lexicon) -> bool:
    """Whether the first of two is at a place, by what kinds of things they are."""
    lemmas = [lexicon.lemma(words[k].text.lower(), "noun") for k in (whole, thing, place)]
    first, what, where = (lexicon.noun_class(lemma) for lemma in lemmas)
    is_scene = where in _SCENES or lemmas[2] in _PLACES or _is_of_nature(lemmas[2], lexicon)
    is_surface = lemmas[2] in _SURFACES
    with_living = is_living(words[thing], lexicon)
    is_dish = _is_food(words[whole].text.lower(), lexicon) or _is_hot_dog(words, whole)
    if is_living(words[whole], lexicon) and not is_dish:
        if is_garment(words[thing], lexicon):
            return where != "body_part"
        if what in _BY_ITSELF or lemmas[1] in VEHICLES:
            return False
        on_seat = where == "seat" or (is_surface and first == "animal")
        return (is_scene and not is_surface) or where in _INDOORS or (on_seat and not with_living)
    if lemmas[0] in VEHICLES:
        return (is_scene and case not in _BESIDE) or (case in _BESIDE and not with_living)
    if with_living or _is_food(words[place].text.lower(), lexicon):
        return False
    if lemmas[0] in _VESSELS or is_dish:
        is_ground = is_scene or is_surface or where in _SEATS
        return case in _BESIDE or is_ground or _stands_on(lemmas[0], lemmas[2])
    if first in _SEATS:
        return is_scene or lemmas[2] in _GROUNDS or where in _INDOORS
    return first in _DEVICES and (where == "furniture" or where in _INDOORS or is_surface)


def _stands_on(thing: str, ware: str) -> bool:
    """Whether a vessel or a dish may be on or in a vessel, rather than what is in it."""
    if thing in _VESSELS:
        return thing in _TABLEWARE and ware in _FLAT
    return ware in _FLAT | _VESSELS


def _is_food(form: str, lexicon: Lexicon) -> bool:
    forms = (form, lexicon.lemma(form, "noun"))  # `fries` are no small fish
    return forms[1] in _DISHES or any(lexicon.supersenses(f, "noun")[:1] == ["food"] for f in forms)


def _is_of_nature(lemma: str, lexicon: Lexicon) -> bool:
    """``a meadow``, ``a hill``."""
    return lexicon.supersenses(lemma, "noun")[:1] in (["location"], ["object"])


def _is_hot_dog(words: Tree, i: int) -> bool:
    return words[i].text.lower() in ("dog", "dogs") and words[max(i - 1, 0)].text.lower() == "hot"
