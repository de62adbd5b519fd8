"""Clauses without a sign between them, as sounds are told: `crickets chirping birds singing a dog barking`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_noun, as_verb, bare_relation, is_living, is_somebody
from extractor.syntax.mending.vocabulary import BEFORE_NOUN, SOUNDING, THINGS

# What one does to a song, but to nobody who lives.
_SUNG = frozenset({"cry", "play", "scream", "sing", "whistle"})
_LIQUIDS = frozenset({"rain", "sweat", "water"})
_BEHIND_VERB = ("advcl", "conj", "xcomp")
# Which pronoun takes up what was just named.
_IT = {"it": ("NN", "NNP"), "them": ("NNS", "NNPS")}


def subject_for_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``crickets chirping birds singing``, ``birds are chirping cars pass``: nobody chirps birds; these sing."""
    p, start = words[i].head, i + 1
    while start + 1 < len(words) and words[start].upos == "ADV":
        start += 1
    if not 0 <= p < i or start >= len(words) or words[i].upos not in THINGS or words.case_of(i) >= 0:
        return False
    verb = lexicon.lemma(words[p].text.lower(), "verb")
    if verb not in SOUNDING and not (verb in _SUNG and is_somebody(words[i], lexicon)):
        return False
    first = min([i, *(k for k in words.children(i) if words[k].deprel in BEFORE_NOUN)])
    if words[p].upos != "VERB" or any(words[k].upos != "ADV" for k in range(p + 1, first)):
        return False
    act = _act(words, i, start)
    if act < 0 or act == p or any(words[k].deprel == "mark" for k in words.children(act)):
        return False
    subjects = [k for k in words.children(act) if bare_relation(words[k]) == "nsubj"]
    if subjects == [words[p].head] and words[p].deprel == "acl" and act > start:
        # `dogs growling boys are singing`: the dogs growl, and do not sing.
        words[subjects[0]] = replace(words[subjects[0]], deprel="dislocated")
        words[i] = replace(words[i], head=act, deprel="nsubj")
        return True
    if subjects:
        return False
    finite = words[act].xpos != "VBG" or act > start
    for k in words.children(i):
        if k > act and words[k].deprel in ("conj", "nmod"):
            words[k] = replace(words[k], head=act, deprel="obl" if words[k].deprel == "nmod" else "conj")
    if words[act].xpos == "VB":
        words[act] = replace(words[act], xpos="VBP")
    words[i] = replace(words[i], head=act, deprel="nsubj")
    words[act] = replace(words[act], head=p, deprel="conj" if finite else "advcl")
    return True


def _act(words: Tree, i: int, start: int) -> int:
    """What a noun does by the verb right behind it, ``singing``, ``sing`` or ``are singing``; -1 for nothing."""
    many = words[i].xpos in ("NNS", "NNPS")
    if words[start].upos == "AUX":
        main = words[start].head
        agrees = words[start].text.lower() in (("are", "were") if many else ("is", "was"))
        return main if agrees and main > start and words[main].upos == "VERB" else -1
    forms = ("VBG", "VBP", "VB") if many else ("VBG", "VBZ")
    bare = not any(bare_relation(words[k]) == "aux" for k in words.children(start))
    return start if words[start].upos == "VERB" and words[start].xpos in forms and bare else -1


def subject_before_auxiliary(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``birds chirping people are talking``: what stands before its `are` is no object of the verb behind it."""
    verb = words[i].head
    if not i + 1 < verb or words[i + 1].upos != "AUX" or words[i + 1].head != verb:
        return False
    if words[i].upos not in THINGS or words[verb].xpos != "VBG" or words.case_of(i) >= 0:
        return False
    if any(bare_relation(words[k]) in ("nsubj", "mark") for k in words.children(verb)):
        return False
    words[i] = replace(words[i], deprel="nsubj")
    return True


def drops_that_fall(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``rain drops fall onto the ground``, ``water drops falling``: two names of a thing, and then what it does."""
    verb, liquid = i + 1, i - 1
    if liquid < 0 or verb >= len(words) or words[i].text.lower() != "drops":
        return False
    if words[liquid].text.lower() not in _LIQUIDS or words[liquid].head != i or words.children(liquid):
        return False
    if words[verb].head != i or words[verb].upos != "VERB" or words[verb].deprel not in _BEHIND_VERB:
        return False
    if words[verb].xpos == "VBG":
        for k in words.children(i):
            if k > verb:
                words[k] = replace(words[k], head=verb)
        words[i] = as_noun(words[i], lexicon)
        words[verb] = replace(words[verb], deprel="acl")
    else:
        for k in words.children(i):
            if k != liquid:
                words[k] = replace(words[k], head=verb)
        words[verb] = as_verb(words[verb], lexicon, one=False, head=words[i].head, deprel=words[i].deprel)
        words[i] = as_noun(words[i], lexicon, head=verb, deprel="nsubj")
    words[liquid] = replace(words[liquid], deprel="compound")
    return True


def second_with_its_act(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``machinery running and railroad cars going down tracks``: the cars go, and are not beside the running."""
    p, act = words[i].head, i + 1
    if not 0 <= p < i or act >= len(words) or words[i].upos not in THINGS or words[p].upos != "VERB":
        return False
    if words[act].xpos != "VBG" or words[act].head not in (p, i) or words[act].deprel == "conj":
        return False
    if words.case_of(i) >= 0 or any(
        bare_relation(words[k]) in ("aux", "mark", "nsubj", "cop") for k in words.children(act)
    ):
        return False
    has_subject = any(bare_relation(words[k]) == "nsubj" for k in words.children(p))
    links = [k for k in (*words.children(i), *words.children(act)) if words[k].deprel == "cc" and k < i]
    if not has_subject or words[p].xpos != "VBG" or not links:
        return False
    for k in links:
        words[k] = replace(words[k], head=act)
    words[i] = replace(words[i], head=act, deprel="nsubj")
    words[act] = replace(words[act], head=p, deprel="conj")
    return True


def subject_behind_participle(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``using a hammer someone pounds a nail``: who stands before the finite verb is its subject."""
    participle = words[i].head
    verb = words[participle].head if participle >= 0 else -1
    if not participle < i < verb or words[participle].xpos not in ("VBG", "VBN"):
        return False
    if words[participle].deprel != "advcl" or words[verb].xpos not in ("VBZ", "VBP", "VBD"):
        return False
    if any(words[k].upos != "ADV" for k in range(i + 1, verb)):
        return False
    if any(bare_relation(words[k]) in ("nsubj", "expl") for k in words.children(verb)):
        return False
    words[i] = replace(words[i], head=verb)
    return True


def act_on_what_is_named(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``pours milk into jars filling them up``: the jars, which `them` takes up, are filled, and fill nothing."""
    thing, taken_up = words[i].head, [k for k in words.children(i) if words[k].deprel == "obj"]
    if thing != i - 1 or words[i].xpos != "VBG" or words[thing].deprel != "obl" or len(taken_up) != 1:
        return False
    verb = words[thing].head
    if words[thing].xpos not in _IT.get(words[taken_up[0]].text.lower(), ()) or words[verb].upos != "VERB":
        return False
    if is_living(words[thing], lexicon):
        return False
    words[i] = replace(words[i], head=verb, deprel="advcl")
    return True


def way_up_and_down(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``walks up and down the stairs``: two prepositions of one place, and no second of something."""
    case = words.case_of(i)
    verb = words[i].head
    if not 0 <= verb < case < i or words[verb].upos != "VERB" or words[i].upos not in THINGS:
        return False
    if not any(words[k].deprel == "conj" and words[k].upos == "ADP" for k in words.children(case)):
        return False
    if any(words[k].deprel == "cc" for k in words.children(i)):
        return False
    words[i] = replace(words[i], deprel="obl")
    return True
