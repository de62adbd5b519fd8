"""What was read as the sentence's own, and belongs to a clause of its subject, or names it."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_noun, as_verb, bare_relation, preposition_of
from extractor.syntax.mending.vocabulary import FRONTED, NAMING, THINGS

# Classes of what has no article: `drinking water`, `playing tennis`.
_UNCOUNTED = frozenset("act beverage communication food game game_equipment sport substance".split())
_CLAUSES = frozenset({"acl", "acl:relcl"})


def name_at_the_top(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A girl wearing roller skates``: nobody wears a roller without an article, and `practices his board skills`."""
    first, form = i - 1, words[i].text.lower()
    if words[i].deprel != "root" or first < 2 or words[first].deprel != "obj" or words[first].xpos != "NN":
        return False
    act = words[first].head
    subject = _subject_above(words, i, act)
    if subject < 0 or not lexicon.knows(lexicon.lemma(form, "noun"), "noun"):
        return False
    bare = all(words[k].deprel not in ("det", "nmod:poss", "nummod", "amod") for k in words.children(first))
    counted = bare and lexicon.noun_class(words[first].text.lower()) not in _UNCOUNTED
    if lexicon.verb_preference(form) > (0 if counted else -2):
        return False
    for k in words.children(i):
        if words[k].deprel in ("obl", "advmod"):
            words[k] = replace(words[k], head=act)
        elif words[k].deprel == "punct" and k > i:
            words[k] = replace(words[k], head=subject)
    for k in words.children(first):
        words[k] = replace(words[k], head=i)
    words[i] = as_noun(words[i], lexicon, one=False, head=act, deprel="obj")
    words[first] = replace(words[first], head=i, deprel="compound")
    words[subject] = replace(words[subject], head=-1, deprel="root")
    return True


def name_behind_participle(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A jar labelled tea``: tea is what the jar is called, and not a tea that is labelled."""
    thing, name = i - 1, words[i].head
    if words[i].xpos not in ("VBN", "VBD") or thing < 0 or words[thing].upos not in THINGS or name <= i:
        return False
    if lexicon.lemma(words[i].text.lower(), "verb") not in NAMING or words[name].head != thing:
        return False
    if any(words[k].deprel in ("case", "det", "cc") for k in words.children(name)):
        return False
    words[i] = replace(words[i], upos="VERB", xpos="VBN", head=thing, deprel="acl")
    words[name] = replace(words[name], head=i, deprel="xcomp")
    return True


def verb_behind_number(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A table set for two stands on a terrace``: it is set for so many, and no two stands are anything."""
    number = i - 1
    if number < 0 or words[i].deprel != "root" or words[i].xpos != "NNS" or words[number].upos != "NUM":
        return False
    act = words[number].head
    subject = _subject_above(words, i, act)
    if subject < 0 or words[subject].xpos != "NN" or words[act].xpos != "VBN" or words.case_of(number) < 0:
        return False
    lemma = lexicon.lemma(words[i].text.lower(), "verb")
    if lemma == words[i].text.lower() or not lexicon.knows(lemma, "verb"):
        return False
    words[i] = as_verb(words[i], lexicon)
    return True


def object_at_the_top(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A cat that is sniffing a mug``: no cat is a mug without an `is`, but there is one that it sniffs."""
    if words[i].deprel != "root" or words[i].upos not in THINGS:
        return False
    if any(bare_relation(words[k]) in ("aux", "cop", "expl") for k in words.children(i)):
        return False
    subject = next((k for k in words.children(i) if words[k].deprel == "nsubj" and k < i), -1)
    if subject < 0 or words[subject].upos not in THINGS:
        return False
    acts = [k for k in words.children(subject) if words[k].deprel in _CLAUSES and subject < k < i]
    if not acts or words[acts[-1]].upos != "VERB":
        return False
    placed = any(words[k].deprel == "case" for k in words.children(i))
    if not placed and any(words[k].deprel in ("obj", "ccomp") for k in words.children(acts[-1])):
        return False
    for k in words.children(i):
        if words[k].deprel == "punct" and k > i:
            words[k] = replace(words[k], head=subject)
    words[i] = replace(words[i], head=acts[-1], deprel="obl" if placed else "obj")
    words[subject] = replace(words[subject], head=-1, deprel="root")
    return True


def _subject_above(words: Tree, i: int, act: int) -> int:
    """The subject of a verb at the top that has an act as a clause of its own before it; -1 where it has none."""
    if not 0 < act < i or words[act].deprel not in _CLAUSES:
        return -1
    subject = words[act].head
    is_subject = subject >= 0 and words[subject].head == i and words[subject].deprel == "nsubj"
    if not is_subject or any(bare_relation(words[k]) in ("aux", "cop", "obj") for k in words.children(i)):
        return -1
    return subject


def act_of_bare_subject(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Tailor sewing trousers.``: three words and a stop are a sentence, in which somebody does something."""
    act, subject = i - 1, i - 2
    if (
        subject < 0
        or words[i].deprel != "root"
        or words[act].head != i
        or words[subject].head not in (act, i)
    ):
        return False
    first = subject == 0 or words[subject - 1].text in (".", "!", "?")
    if not first or i + 1 >= len(words) or words[i + 1].text != "." or words[i].upos not in THINGS:
        return False
    if words[act].xpos not in ("VBG", "NN") or not words[act].text.lower().endswith("ing"):
        return False
    if (
        words[subject].xpos not in ("NN", "NNP")
        or lexicon.noun_class(words[subject].text.lower()) != "person"
    ):
        return False
    if not lexicon.knows(lexicon.lemma(words[act].text.lower(), "verb"), "verb"):
        return False
    for k in words.children(i):
        if k > i:
            words[k] = replace(words[k], head=subject)
    words[subject] = replace(words[subject], head=-1, deprel="root")
    words[act] = replace(
        words[act], upos="VERB", xpos="VBG", features="Tense=Pres|VerbForm=Part", head=subject, deprel="acl"
    )
    words[i] = replace(words[i], head=act, deprel="obj")
    return True


def place_behind_adverb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``and one is up on the roof``: `is` puts it on the roof, and `up` says no more than that."""
    adverb = words[i].head
    if adverb < 0 or words[adverb].upos != "ADV" or words.case_of(i) != adverb + 1:
        return False
    if preposition_of(words, i) not in FRONTED:
        return False  # `is outdoors with a child near her`
    children = [*words.children(adverb), *words.children(i)]
    copulas = [k for k in children if words[k].deprel == "cop" and k < adverb]
    if len(copulas) != 1 or not any(bare_relation(words[k]) == "nsubj" for k in children):
        return False
    for k in words.children(adverb):
        if k != i:
            words[k] = replace(words[k], head=i)
    words[i] = replace(words[i], head=words[adverb].head, deprel=words[adverb].deprel)
    words[adverb] = replace(words[adverb], head=i, deprel="advmod")
    return True
