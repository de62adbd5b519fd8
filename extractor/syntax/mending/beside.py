"""Who does what stands behind him, where another stands before: `a monk beside a nun praying` twice told."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, is_garment, is_living, preposition_of
from extractor.syntax.mending.vocabulary import FRONTED, SIDES, THINGS
from extractor.syntax.mending.wholes import agrees_with

# What people do, and what they have on them does not.
_PERSONAL = frozenset("carry drink eat hold read ride wear".split())
_WITH_FACES = frozenset("chat frown grin laugh pose smile".split())
_HOLDING = frozenset("arm beak claw finger fist hand jaw mouth paw teeth tooth trunk".split())
_WEARING_NOTHING = frozenset(
    "body_of_water building furniture land location room seat structure surface vehicle way".split()
)
_ON_BODIES = frozenset({"body_part", "hair"})
_RELATIVE = "acl:relcl"


def same_act_twice(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A nun praying on a bench next to a monk praying``: nobody does one act twice, so that the monk does it."""
    owner, noun = words[i].head, i - 1
    if words[i].xpos != "VBG" or noun <= owner or owner < 0 or words[noun].upos not in THINGS:
        return False
    acts = [k for k in words.children(owner) if owner < k < i and words[k].xpos == "VBG"]
    if not acts or not is_living(words[noun], lexicon):
        return False
    lemma = lexicon.lemma(words[i].text.lower(), "verb")
    if not any(lexicon.lemma(words[k].text.lower(), "verb") == lemma for k in acts):
        return False
    words[i] = replace(words[i], head=noun)
    return True


def subject_behind_participle(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a nun sitting beside a well and a monk drinking``: who stands behind a participle is none of its subjects."""
    act, behind = words[i].head, i + 1
    if not 0 <= act < i or words[act].xpos != "VBG" or behind >= len(words) or words[behind].xpos != "VBG":
        return False
    if words[i].upos not in THINGS or not any(words[k].deprel == "cc" for k in words.children(i)):
        return False
    owner = words[act].head
    while words[owner].upos == "VERB" and words[act].deprel == "conj":
        act, owner = owner, words[owner].head
    if (
        words[act].deprel != "acl"
        or words[owner].upos not in THINGS
        or words[behind].head not in (owner, i, act)
    ):
        return False
    words[i] = replace(words[i], head=owner, deprel="conj")
    words[behind] = replace(words[behind], head=i, deprel="acl")
    return True


def act_of_wearer(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a nun with grey hair and glasses holding a book``: what she has on her holds nothing, but she does."""
    thing = words[i].head
    if words[i].xpos != "VBG" or not 0 <= thing < i or words[thing].upos not in THINGS:
        return False
    if lexicon.lemma(words[i].text.lower(), "verb") not in _PERSONAL or preposition_of(words, i):
        return False
    first = words[thing].head if words[thing].deprel == "conj" else thing
    owner = words[first].head
    if _is_no_wearer(words, i, thing, lexicon) and owner >= 0:
        actors = [k for k in words.children(owner) if words[k].deprel == "nsubj"]
        if any(is_living(words[k], lexicon) for k in actors):
            words[i] = replace(words[i], head=owner, deprel="advcl")
            return True
    if (
        preposition_of(words, first) not in ("in", "with")
        or owner < 0
        or not is_living(words[owner], lexicon)
    ):
        return False
    lemma = lexicon.lemma(words[thing].text.lower(), "noun")
    if lemma in _HOLDING or not (
        is_garment(words[thing], lexicon) or lexicon.noun_class(lemma) in _ON_BODIES
    ):
        return False
    words[i] = replace(words[i], head=owner)
    return True


def _is_no_wearer(words: Tree, i: int, thing: int, lexicon: Lexicon) -> bool:
    """``sits in front of a wall wearing a dress``: no wall wears anything."""
    name = lexicon.lemma(words[thing].text.lower(), "noun")
    return (
        lexicon.lemma(words[i].text.lower(), "verb") == "wear"
        and lexicon.noun_class(name) in _WEARING_NOTHING
    )


def clause_of_handled(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a nun pointing a ladle at a pot that has a lid``: of what somebody has to do with, and not of her."""
    clause, thing = words[i].head, i - 1
    if (
        words[i].text.lower() not in ("that", "which")
        or words[i].deprel != "nsubj"
        or clause <= i
        or thing < 0
    ):
        return False
    owner = words[clause].head
    if words[clause].deprel != _RELATIVE or not 0 <= owner < thing or words[thing].upos not in THINGS:
        return False
    act = words[thing].head
    if words[thing].deprel == "obl" and not is_living(words[owner], lexicon):
        return False  # `a mixer standing on a counter that has a bowl in it`
    worn = is_garment(words[thing], lexicon) and words[clause].xpos == "VBG"  # `a coat that is posing`
    personal = lexicon.lemma(words[clause].text.lower(), "verb") in _WITH_FACES
    if worn or personal or not agrees_with(words, clause, thing):
        return False
    if words[thing].deprel not in ("obj", "obl") or words[act].deprel != "acl" or words[act].head != owner:
        return False
    words[clause] = replace(words[clause], head=thing)
    return True


def clause_of_place(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``There is a cup on a tray which is on a bed``: what stands right before `which` is there, with what is on it."""
    thing, clause = i - 1, words[i].head
    if words[i].text.lower() not in ("that", "which") or words[i].deprel != "nsubj" or thing < 1:
        return False
    owner = words[clause].head
    if words[clause].deprel != _RELATIVE or not 0 <= owner < thing < clause or words[thing].head != owner:
        return False
    where = preposition_of(words, clause) and any(words[k].deprel == "cop" for k in words.children(clause))
    if not where or words[thing].deprel != "nmod" or words[thing].upos not in THINGS:
        return False
    around = {words[k].deprel for k in words.children(clause)}
    if words[clause].xpos == "NN" and not around & {"amod", "compound", "det", "nmod", "nmod:poss", "nummod"}:
        return False  # `a boat in the water that is on fire`
    placed = preposition_of(words, thing) in FRONTED - {"over"} and not _is_of_picture(words, thing)
    lemma = lexicon.lemma(words[thing].text.lower(), "noun")
    on_body = is_garment(words[thing], lexicon) or lexicon.noun_class(lemma) in _ON_BODIES
    if not placed or on_body or not agrees_with(words, clause, thing):
        return False
    words[clause] = replace(words[clause], head=thing)
    return True


def _is_of_picture(words: Tree, i: int) -> bool:
    """``in the background``, ``on the left side of the image``: no thing that is somewhere itself."""
    return words[i].text.lower() in SIDES | {"background", "corner", "foreground", "image", "picture", "side"}


def clause_of_second(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``lamps that glow and clocks that tick``: where the first of a list has a clause, the second has its own."""
    thing, clause = i - 1, words[i].head
    if words[i].xpos not in ("WDT", "WP") or words[i].deprel != "nsubj" or not 0 < thing < i < clause:
        return False
    first = words[clause].head
    if words[clause].deprel != _RELATIVE or not 0 <= first < thing or words[thing].upos not in THINGS:
        return False
    told = [k for k in words.children(first) if words[k].deprel == _RELATIVE and first < k < thing]
    listed = any(words[k].deprel == "cc" and k > max(told, default=k) for k in words.children(thing))
    if not listed or words[thing].deprel != "conj" or words[thing].head not in (first, *told):
        return False
    words[thing] = replace(words[thing], head=first)
    words[clause] = replace(words[clause], head=thing)
    return True
