"""Captions without a verb, of which a word was taken for one: `wicker basket behind the lamp`, `a boat visible`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.names import turn_to_name
from extractor.syntax.mending.tree import (
    Tree,
    as_noun,
    bare_relation,
    is_living,
    places_of_noun,
    preposition_of,
)
from extractor.syntax.mending.vocabulary import THINGS

# What tells a place and no direction: nothing is known of an act by it.
_RESTING = frozenset(
    "on in under next behind beside at near by above below inside outside between against".split()
)
# Senses of what is there, and does not happen.
_SOLID = frozenset({"artifact", "object", "substance", "shape", "body", "food"})
_OF_ACTS = frozenset("obj iobj aux cop expl xcomp ccomp nsubj csubj mark advcl compound conj".split())
# What one stops at.
_STOPS = frozenset({"light", "lights", "sign", "signs"})
# How far up or down something is.
_HEIGHTS = frozenset({"high", "higher", "low", "lower"})


def noun_of_no_verb(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``wicker basket behind the lamp``, ``the fire extinguisher hangs``: nobody baskets, so that it is a name."""
    form, first = words[i].text.lower(), i - 1
    if lexicon.knows(lexicon.lemma(form, "verb"), "verb") or lexicon.is_adjective(form):
        return False
    if form.endswith(("ing", "ed")) or not lexicon.knows(lexicon.lemma(form, "noun"), "noun"):
        return False
    if first < 0 or words[first].upos not in THINGS or words[first].xpos != "NN":
        return False
    if any(bare_relation(words[k]) in _OF_ACTS for k in words.children(i) if k != first):
        return False
    if words[first].head == i and words[first].deprel == "nsubj":
        turn_to_name(words, i, first, lexicon)
        return True
    if words[i].head != first or words[i].deprel != "acl":
        return False
    for k in words.children(first):
        if k != i:
            words[k] = replace(words[k], head=i)
    places_of_noun(words, i)
    words[i] = as_noun(words[i], lexicon, one=True, head=words[first].head, deprel=words[first].deprel)
    words[first] = replace(words[first], head=i, deprel="compound")
    return True


def solid_with_place(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``mud puddles in the road``: hardly ever an act, and where it is is all that is said."""
    form, first = words[i].text.lower(), i - 1
    if not _has_places_alone(words, i, but=first) or first < 0 or words[first].xpos != "NN":
        return False
    if words[first].head != i or words[first].deprel != "nsubj" or is_living(words[first], lexicon):
        return False
    if any(words[k].deprel not in ("amod", "compound") for k in words.children(first)):
        return False
    noun = lexicon.lemma(form, "noun")
    if lexicon.verb_preference(form) > 0 or lexicon.supersenses(noun, "noun")[:1][0] not in _SOLID:
        return False
    turn_to_name(words, i, first, lexicon)
    return True


def bare_thing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``cross on the top of a church``, ``roll of tape``: nobody is told to do anything by a caption."""
    form = words[i].text.lower()
    if words[i].upos != "VERB" or not _has_places_alone(words, i) or any(k < i for k in words.children(i)):
        return False
    of_it = words[i + 1].text.lower() == "of"
    solid = lexicon.supersenses(form, "noun")[:1] == ["artifact"]
    rarely = words[i].xpos != "VBG" or lexicon.verb_preference(form) <= 1
    if not lexicon.knows(form, "noun") or not (of_it or (solid and rarely)):
        return False
    places_of_noun(words, i)
    words[i] = as_noun(words[i], lexicon, one=True)
    return True


def adjective_behind_noun(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A clock high up on a wall``: no verb of one thing, but how the thing is."""
    form, noun = words[i].text.lower(), i - 1
    if words[i].deprel != "root" or noun < 1 or words[noun].head != i or words[noun].deprel != "nsubj":
        return False
    if (
        words[noun].xpos != "NN"
        or form not in _HEIGHTS
        or any(bare_relation(words[k]) in ("aux", "obj", "cop", "xcomp") for k in words.children(i))
    ):
        return False
    for k in words.children(i):
        if k != noun:
            relation = {"obl": "nmod", "compound:prt": "advmod"}.get(words[k].deprel, words[k].deprel)
            words[k] = replace(words[k], head=i if relation == "advmod" else noun, deprel=relation)
    words[noun] = replace(words[noun], head=-1, deprel="root")
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", lemma=form, head=noun, deprel="amod")
    return True


def height(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``perched high on a wire``, ``sits up high``: how far up, and no thing."""
    act = words[i].head
    if (
        words[i].text.lower() not in _HEIGHTS
        or words[i].xpos not in ("NN", "JJ")
        or not 0 <= act < i <= act + 2
    ):
        return False
    if words[act].upos != "VERB" or any(
        words[k].text.lower() not in ("down", "up") for k in words.children(i)
    ):
        return False
    for k in words.children(i):
        words[k] = replace(words[k], deprel="advmod")
    words[i] = replace(words[i], upos="ADV", xpos="RB", deprel="advmod")
    return True


def noun_before_adjective(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a plane high in the sky``: behind a noun with an article stands how it is, and not its name."""
    form, noun = words[i].text.lower(), i - 1
    if noun < 1 or words[noun].head != i or words[noun].deprel not in ("amod", "compound"):
        return False
    if not lexicon.is_adjective(form) or not _has_places_alone(words, i, but=noun):
        return False
    if words[noun].upos not in THINGS or words[noun].xpos != "NN":
        return False
    if lexicon.supersenses(form, "noun")[:1] not in (["attribute"], ["state"]):
        return False
    for k in words.children(i):
        if k != noun:
            words[k] = replace(words[k], head=noun)
    words[noun] = as_noun(words[noun], lexicon, one=True, head=words[i].head, deprel=words[i].deprel)
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", lemma=form, head=noun, deprel="amod")
    return True


def state_of_part(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A bus with its door open``: without `is` nothing is said of the bus, but of what it has."""
    subjects = [k for k in words.children(i) if bare_relation(words[k]) == "nsubj"]
    others = {bare_relation(words[k]) for k in words.children(i)} & _OF_ACTS - {"nsubj", "conj", "advcl"}
    if words[i].deprel != "root" or len(subjects) != 1 or others:
        return False
    if words[i].upos != "ADJ" and words[i].text.lower() != "open":
        return False
    owner, part = subjects[0], i - 1
    while part > owner and words[part].head != owner and words[part].deprel in ("conj", "nmod"):
        part = words[part].head
    if part <= owner or words[part].head != owner or preposition_of(words, part) != "with":
        return False
    for k in words.children(i):
        if k != owner:
            moved = {"obl": "nmod", "advcl": "acl"}.get(words[k].deprel, words[k].deprel)
            words[k] = replace(words[k], head=owner, deprel=moved)
    words[owner] = replace(words[owner], head=-1, deprel="root")
    form = words[i].text.lower()
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", lemma=form, features="", head=part, deprel="amod")
    return True


def named_by_stop(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Stop sign near a barn``: no command, but the name of a sign."""
    first = i - 1
    if first != 0 or words[i].text.lower() not in _STOPS or words[first].text.lower() != "stop":
        return False
    if words[i].head != first or words[first].deprel != "root":
        return False
    for k in words.children(first):
        if k != i:
            moved = "nmod" if words[k].deprel == "obl" else words[k].deprel
            words[k] = replace(words[k], head=i, deprel=moved)
    words[i] = replace(words[i], head=-1, deprel="root")
    words[first] = as_noun(words[first], lexicon, one=True, head=i, deprel="compound")
    return True


def near_by_close(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``black truck close to a wing``: nothing closes to a wing."""
    to, first = i + 1, i - 1
    if words[i].text.lower() == "close" and to < len(words) and words[to].text.lower() == "together":
        return _close_together(words, i)
    if words[i].text.lower() != "close" or to >= len(words) or words[to].text.lower() != "to" or first < 0:
        return False
    place = words[to].head
    if words[to].deprel != "case" or words[place].head not in (i, first) or words[first].upos not in THINGS:
        return False
    if words[first].head == i and words[first].deprel == "nsubj" and words[i].deprel == "root":
        words[first] = replace(words[first], head=-1, deprel="root")
        for k in words.children(i):
            words[k] = replace(words[k], head=first)
    elif words[i].head != first:
        return False
    words[place] = replace(words[place], head=first, deprel="nmod")
    words[i] = replace(words[i], upos="ADP", xpos="IN", lemma="close", head=place, deprel="case")
    return True


def _close_together(words: Tree, i: int) -> bool:
    """``Two gulls close together on a roof``: how they are, and nothing that they do."""
    subjects = [k for k in words.children(i) if words[k].deprel == "nsubj" and k < i]
    if words[i].deprel != "root" or words[i].upos != "VERB" or len(subjects) != 1:
        return False
    noun = subjects[0]
    for k in words.children(i):
        if k != noun and words[k].text.lower() != "together":
            moved = "nmod" if words[k].deprel == "obl" else words[k].deprel
            words[k] = replace(words[k], head=noun, deprel=moved)
    words[noun] = replace(words[noun], head=-1, deprel="root")
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", lemma="close", head=noun, deprel="amod")
    return True


def clause_behind_title(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a girl and a boy in a pool and the boy dives``: what stands before `and` has no part in the clause behind."""
    verb, first = words[i].head, min([k for k in words.children(i) if k < i], default=i)
    if verb <= i or words[verb].deprel != "root" or first == 0 or words[first - 1].deprel != "cc":
        return False
    if words[first - 1].head != verb or not is_living(words[i], lexicon):
        return False  # `a man with a hat and a white beard reads`
    titles = [k for k in words.children(verb) if words[k].deprel.startswith("nsubj") and k < first]
    if len(titles) != 1 or any(k < first - 1 and k != titles[0] for k in words.children(verb)):
        return False
    title = titles[0]
    words[title] = replace(words[title], head=-1, deprel="root")
    words[verb] = replace(words[verb], head=title, deprel="conj")
    return True


def _has_places_alone(words: Tree, i: int, *, but: int = -1) -> bool:
    """Whether a word at the top has places behind it, right behind it the first, and nothing that acts have."""
    behind = i + 1
    if words[i].deprel != "root" or behind >= len(words) or words[behind].deprel != "case":
        return False
    if words[behind].text.lower() not in _RESTING | {"of"}:
        return False
    return not any(bare_relation(words[k]) in _OF_ACTS for k in words.children(i) if k != but)


def first_of_two_subjects(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Sale! "NEW" dog runs``, ``dogs growling boys are singing``: of two subjects the one at the verb acts."""
    verb = words[i].head
    if words[i].upos not in THINGS or verb <= i or words[verb].upos != "VERB":
        return False
    others = [k for k in words.children(verb) if words[k].deprel == "nsubj" and i < k < verb]
    if not others or words[others[-1]].upos not in THINGS:
        return False
    signs = any(words[k].deprel == "punct" and words[k].text != "," for k in range(i + 1, others[-1]))
    acts = any(words[k].xpos == "VBG" and words[k].deprel == "acl" for k in words.children(i))
    behind = others[-1] + 1
    if not signs and not (acts and words[behind].upos == "AUX" and words[behind].head == verb):
        return False
    words[i] = replace(words[i], deprel="dislocated")
    return True
