"""Subjects and their verbs: what stands right before a finite verb, and what behind it."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import (
    Tree,
    as_noun,
    as_verb,
    bare_relation,
    is_living,
    is_somebody,
    preposition_of,
)
from extractor.syntax.mending.vocabulary import (
    BE,
    COLLECTIVE,
    FINITE,
    PLACING,
    SIDES,
    THINGS,
)
from extractor.syntax.mending.whose_act import participle_of_neighbour

_WHO = frozenset({"he", "she", "they"})
_WITH_CASE = frozenset({"nmod", "obl", "obl:agent"})


def subject_before_verb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Food sizzles``: nothing is a compound's first part before a finite verb."""
    head = words[i].head
    if head != i + 1 or words[head].xpos not in FINITE or words[i].upos not in THINGS:
        return False
    if any(bare_relation(words[k]) == "nsubj" for k in words.children(head)):
        return False
    words[i] = replace(words[i], deprel="nsubj")
    return True


def place_before_verb(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A reed bent by the wind sways``, ``A girl in a hat twirls``: a finite verb has no preposition."""
    verb, owner = i + 1, words[words[i].head].head
    if (
        words[i].head != verb
        or words[verb].xpos != "VBZ"
        or words[verb].deprel not in _WITH_CASE
        or owner < 0
    ):
        return False
    if not lexicon.knows(lexicon.lemma(words[i].text.lower(), "noun"), "noun"):
        return False
    subject = words[owner].head if words[owner].deprel == "acl" else owner
    own = [k for k in words.children(verb) if k < i]
    cases = [k for k in (*own, *words.children(i)) if words[k].deprel == "case"]
    if not cases or not _is_title(words, subject):
        return False
    for k in own:
        words[k] = replace(words[k], head=i)
    by = words[owner].xpos == "VBN" and any(words[k].text.lower() == "by" for k in cases)
    relation = "nmod" if owner == subject else "obl:agent" if by else "obl"
    words[i] = replace(words[i], upos="NOUN", xpos="NN", head=owner, deprel=relation)
    _turn_finite(words, verb, owner, subject, lexicon=lexicon)
    return True


def side_of_subject(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``the one on the right mends a net``: no verb has an article, so that the side is that of its subject."""
    verb, subject = i + 1, i - 3
    if words[i].text.lower() not in SIDES or words[i].head < verb or subject < 0:
        return False
    if words[i].head > verb and words[verb].xpos not in FINITE:
        return False
    if (
        words[i - 2].deprel != "case"
        or words[i - 1].text.lower() != "the"
        or words[subject].deprel != "nsubj"
    ):
        return False
    form = words[verb].text.lower()
    if not form.endswith("s") or not lexicon.knows(lexicon.lemma(form, "verb"), "verb"):
        return False
    act, top = words[subject].head, words[verb].head
    if act == verb:
        if top >= 0 and words[top].upos in THINGS and words[top].head >= 0:
            top = words[top].head  # a clause of the verb, and no part of its subject
        marked = any(words[k].deprel == "mark" for k in words.children(verb))
        relation = words[verb].deprel if words[verb].upos == "VERB" else "advcl" if marked else "conj"
        for k in words.children(top) if top >= 0 else ():
            if k > verb and words[k].deprel in ("obj", "obl") and words[verb].upos != "VERB":
                words[k] = replace(words[k], head=verb)
    elif (
        act == verb + 1 and top == subject and words[act].xpos != "VBZ"
    ):  # `the one on the right drinks milk`
        top, relation = words[act].head, words[act].deprel
        for k in words.children(act):
            words[k] = replace(words[k], head=verb)
        words[act] = as_noun(words[act], lexicon, one=True, head=verb, deprel="obj")
    else:
        return False
    words[i] = replace(words[i], upos="NOUN", xpos="NN", head=subject, deprel="nmod")
    for k in (i - 2, i - 1):
        words[k] = replace(words[k], head=i)
    words[verb] = as_verb(words[verb], lexicon, head=top, deprel=relation)
    return True


def verb_for_particle(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A car with its lights flashing blocks a road``: what ends in s belongs to no verb, but is one."""
    act, form = i - 1, words[i].text.lower()
    thing = words[i].head if words[i].deprel == "case" else -1
    if act < 0 or words[i].xpos != "VBZ" or not form.endswith("s") or words[act].deprel != "acl":
        return False
    if (words[thing] if thing >= 0 else words[i]).head != act:
        return False
    subject = words[act].head
    if subject >= 0 and words[subject].deprel == "nmod":
        subject = words[subject].head
    if not _is_title(words, subject) or not lexicon.knows(lexicon.lemma(form, "verb"), "verb"):
        return False
    _turn_finite(words, i, act, subject, lexicon=lexicon)
    if thing >= 0:
        words[thing] = replace(words[thing], deprel="obj")  # what stood behind the preposition that it is not
    participle_of_neighbour(words, act, lexicon)
    return True


def finite_behind_noun(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A maid sprinkles feed``: one maid does not `feed`; what ends in s is the verb, and its object stands behind."""
    subject, thing = words[i].head, i + 1
    if words[i].deprel != "acl" or subject != i - 1 or not words[i].text.lower().endswith("s"):
        return False
    if words[subject].head != thing or words[subject].deprel != "nsubj" or words[subject].xpos != "NN":
        return False
    if words[thing].xpos not in ("VBP", "VB") or not lexicon.knows(words[thing].text.lower(), "noun"):
        return False
    words[i] = replace(words[i], head=words[thing].head, deprel=words[thing].deprel)
    for k in words.children(thing):
        words[k] = replace(words[k], head=i)
    words[thing] = as_noun(words[thing], lexicon, one=True, head=i, deprel="obj")
    return True


def clause_before_clause(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Rain drums on a roof and a bell rings``: two would ring, and one rings; the other has its own verb."""
    verb, noun, form = words[i].head, i - 1, words[i].text.lower()
    if words[i].xpos != "NNS" or verb < 0 or words[verb].xpos != "VBZ" or noun < 0 or words[noun].head != i:
        return False
    falls = lexicon.supersenses(words[noun].text.lower(), "noun")[:1] == ["phenomenon"]
    if words[noun].deprel != "compound" or not falls or lexicon.verb_preference(form) < -1:
        return False
    seconds = [k for k in words.children(i) if words[k].deprel == "conj" and i < k < verb]
    if len(seconds) != 1 or words[seconds[0]].xpos != "NN":
        return False
    second = seconds[0]
    for k in words.children(second):
        if words[k].deprel == "cc":
            words[k] = replace(words[k], head=verb)
    words[second] = replace(words[second], head=verb, deprel="nsubj")
    for k in words.children(i):
        if words[k].deprel == "nmod":
            words[k] = replace(words[k], deprel="obl")
    words[i] = as_verb(words[i], lexicon, head=words[verb].head, deprel=words[verb].deprel)
    words[noun] = replace(words[noun], deprel="nsubj")
    words[verb] = replace(words[verb], head=i, deprel="conj")
    return True


def _is_title(words: Tree, i: int) -> bool:
    """Whether one thing at the top of a tree lacks its verb."""
    if i < 0 or words[i].deprel != "root" or words[i].xpos != "NN":
        return False
    return not any(bare_relation(words[k]) in ("nsubj", "cop", "expl") for k in words.children(i))


def _turn_finite(words: Tree, verb: int, before: int, subject: int, *, lexicon: Lexicon) -> None:
    """Make a word the finite verb at the top, of the noun that stood there, with all that stands behind it."""
    for k in (*words.children(verb), *words.children(before), *words.children(subject)):
        if k > verb:
            relation = "obl" if words[k].deprel == "nmod" else words[k].deprel
            words[k] = replace(words[k], head=verb, deprel=relation)
    words[verb] = as_verb(words[verb], lexicon, head=-1, deprel="root")
    words[subject] = replace(words[subject], head=verb, deprel="nsubj")


def subject_of_many(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A plate filled with ribs and a bowl sit``: one does not `sit`, so that the bowl is listed with the plate."""
    verb = words[i].head
    finite = [k for k in words.children(verb) if k > i and bare_relation(words[k]) in ("aux", "cop")] or [
        verb
    ]
    if verb <= i or words[i].xpos != "NN" or words[finite[0]].xpos != "VBP":
        return False
    if words[i].text.lower() in COLLECTIVE or lexicon.noun_class(words[i].text.lower()) == "group":
        return False
    children = words.children(i)
    if any(words[k].deprel == "conj" or preposition_of(words, k) == "of" for k in children):
        return False
    if any(words[k].text.lower() in ("each", "every") for k in children):
        return False  # `Every part - the hat, the coat and the veil - gleam`
    for k in range(finite[0] - 1, i, -1):
        if words[k].deprel != "conj" or words[k].xpos != "NN" or words[k].head <= i:
            continue
        relations = {words[c].deprel for c in words.children(k) if c < k}
        if {"cc", "det"} <= relations:
            words[k] = replace(words[k], head=i)
            return True
    return False


def subject_of_one(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A boy with two dogs and a cat sits``: two do not `sits`, so that the cat is with him as the dogs are."""
    verb = words[i].head
    finite = [k for k in words.children(verb) if k > i and bare_relation(words[k]) in ("aux", "cop")] or [
        verb
    ]
    if verb <= i or words[i].xpos != "NN" or words[finite[0]].xpos != "VBZ":
        return False
    children = words.children(i)
    seconds = [k for k in children if words[k].deprel == "conj" and words[k].upos in THINGS and k < verb]
    if len(seconds) != 1 or not any(words[k].deprel == "cc" for k in words.children(seconds[0])):
        return False
    had = [k for k in children if words[k].deprel == "nmod" and i < k < seconds[0]]
    if not had or preposition_of(words, had[-1]) != "with":
        return False
    if is_living(words[had[-1]], lexicon) is not is_living(words[seconds[0]], lexicon):
        return False  # `A monk with a veil and nun is here`
    words[seconds[0]] = replace(words[seconds[0]], head=had[-1])
    return True


def first_part_of_subject(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a pleural effusion is seen``: of two subjects in a row the first is a part of the second's name."""
    second = i + 1
    if second >= len(words) or words[i].upos not in THINGS or words[i].xpos != "NN":
        return False
    if words[second].deprel != "nsubj" or words[second].head != words[i].head:
        return False
    own = words.children(i)
    if words[second].xpos in ("VB", "VBP") and not words.children(second):  # `a catheter tip ends`: no verb
        if any(words[k].deprel not in ("det", "amod", "compound") for k in own):
            return False
        words[second] = as_noun(words[second], lexicon, one=True)
    elif own or words[second].upos not in THINGS:
        return False
    for k in own:
        words[k] = replace(words[k], head=second)
    words[i] = replace(words[i], head=second, deprel="compound")
    return True


def verb_before_thing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A man mops sweat``: between a subject and a word that does not agree with it stands the verb."""
    thing = i + 1
    if (
        words[i].deprel != "nsubj"
        or words[i].head != thing
        or words[thing].xpos not in ("NN", "NNS", "VBP", "VB")
    ):
        return False
    own = words.children(i)
    subjects = [k for k in (*own, *words.children(thing)) if words[k].deprel == "nsubj" and k < i]
    if not subjects or words[subjects[-1]].xpos not in ("NN", "NNP", "PRP"):
        return False
    if not lexicon.knows(lexicon.lemma(words[thing].text.lower(), "noun"), "noun"):
        return False
    for k in words.children(thing):
        if k != i and (k < i or words[k].deprel not in ("amod", "compound", "nmod")):
            words[k] = replace(words[k], head=i)
    words[i] = as_verb(words[i], lexicon, head=words[thing].head, deprel=words[thing].deprel)
    one = words[thing].xpos != "NNS"
    words[thing] = as_noun(words[thing], lexicon, one=one, head=i, deprel="obj")
    return True


def subject_of_perfect(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Goats have climbed``: without `been` nothing is done to them."""
    auxiliaries = {
        words[k].text.lower() for k in words.children(words[i].head) if bare_relation(words[k]) == "aux"
    }
    if not auxiliaries & {"have", "has", "had", "'ve"} or auxiliaries & (BE | {"get", "got", "gets"}):
        return False
    words[i] = replace(words[i], deprel="nsubj")
    return True


def subject_behind(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Beside the stove stands a basket``: behind a place and a finite verb without a subject stands its subject."""
    verb = words[i].head
    if not 0 < verb < i or words[verb].xpos not in ("VBZ", "VBP") or words[i].upos not in THINGS:
        return False
    before = [
        k for k in words.children(verb) if k < verb and words[k].deprel not in ("punct", "cc", "advmod")
    ]
    if not before:  # `Next to the stove stands a basket`
        nexts = [k for k in words.children(verb) if k < verb and words[k].deprel == "advmod"]
        before = [k for n in nexts for k in words.children(n)]
    if not before or any(words[k].deprel != "obl" for k in before):
        return False
    if words[verb].deprel not in ("root", "acl:relcl"):  # `branches between which lies an island`
        return False
    if not any(
        words[c].deprel == "case" and (words[c].text.lower() in PLACING or words[before[-1]].head != verb)
        for c in words.children(before[-1])
    ):
        return False
    words[i] = replace(words[i], deprel="nsubj")
    return True


def subject_of_first_part(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Two girls are roller skating``: whose subject they are is what they do, and not the first part of its name."""
    part = words[i].head
    act = words[part].head if part > i and words[part].deprel == "compound" else -1
    if (
        act <= part
        or words[act].xpos != "VBG"
        or not any(words[k].deprel == "aux" for k in words.children(act))
    ):
        return False
    if any(bare_relation(words[k]) == "nsubj" for k in words.children(act)):
        return False
    words[i] = replace(words[i], head=act)
    return True


def act_with_first_part(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A couple is horseback riding``: they ride, and are no horseback."""
    part = i - 1
    if words[i].xpos != "VBG" or part < 1 or words[i].head != part or words[part].xpos != "NN":
        return False
    own = words.children(part)
    if words[part].deprel != "root" or words[part - 1].deprel != "cop":
        return False
    if lexicon.supersenses(words[part].text.lower(), "noun")[:1] == ["person"]:
        return False
    own += words.children(part - 1)
    subjects = [k for k in own if words[k].deprel == "nsubj"]
    if not any(is_somebody(words[k], lexicon) or words[k].text.lower() in _WHO for k in subjects):
        return False  # `This is food cooking in a pan`
    for k in own:
        if k != i:
            words[k] = replace(
                words[k], head=i, deprel="aux" if words[k].deprel == "cop" else words[k].deprel
            )
    words[i] = replace(words[i], head=-1, deprel="root")
    words[part] = replace(words[part], head=i, deprel="compound")
    return True
