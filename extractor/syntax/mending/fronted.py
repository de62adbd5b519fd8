"""What stands before its verb where a subject is looked for: places, and verbs with their subject behind them."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_verb, bare_relation, preposition_of
from extractor.syntax.mending.vocabulary import FINITE, FRONTED, PARTS, RESTING, SEEING, SIDES, THINGS

# Words that stand for a thing that was named, and describe what stands behind them.
_ONE_OF_TWO = frozenset({"other", "first", "second", "third", "latter", "former"})


def place_before_subject(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a wall of brick and in the corner a cat sleeps``: a place between `and` and a subject is of its clause."""
    cases = [k for k in words.children(i) if words[k].deprel == "case" and k < i]
    if words[i].upos not in (*THINGS, "PRON") or not cases or cases[0] == 0:
        return False
    listed = words[cases[0] - 1].deprel == "cc" or words[cases[0] - 1].text == ";"
    if not (listed or words[cases[0] - 1].text == ",") or preposition_of(words, i) not in FRONTED:
        return False
    verb = _clause_behind(words, i, comma=listed)
    if verb < 0 or words[i].head in (-1, verb):
        return False
    for k in words.children(i):
        if words[k].deprel in ("cc", "punct") or k > verb:
            words[k] = replace(words[k], head=verb)
    top = words[i].head
    if words[verb].head in (i, top) and (words[verb].head == i or words[verb].deprel.startswith("acl")):
        while words[top].head >= 0 and words[top].upos not in ("VERB", "AUX"):
            top = words[top].head
        words[verb] = replace(
            words[verb], head=top, deprel="conj"
        )  # no relative clause, but the second of two
    words[i] = replace(words[i], head=verb, deprel="obl")
    return True


def _clause_behind(words: Tree, i: int, *, comma: bool) -> int:
    """The verb of which the subject stands right behind a place, or behind its comma; -1 where none does."""
    last = max((k for k in words.children(i) if words[k].deprel == "nmod"), default=i)
    start = last + 1
    if comma and start < len(words) and words[start].text == ",":
        start += 1
    for subject in range(start, min(start + 6, len(words))):
        if not words[subject].deprel.startswith("nsubj"):
            continue
        verb = words[subject].head
        begins = min([k for k in words.children(subject) if k < subject], default=subject) == start
        finite = [verb, *(k for k in words.children(verb) if bare_relation(words[k]) in ("aux", "cop"))]
        told = verb > subject and any(words[k].xpos in FINITE or words[k].xpos == "MD" for k in finite)
        return verb if begins and told and words[verb].upos in ("VERB", "AUX") else -1
    return -1


def place_before_verb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``and in the corner stands a lamp``: no subject has a preposition; it stands behind the verb."""
    verb = words[i].head
    if verb <= i or words[verb].xpos not in FINITE or preposition_of(words, i) not in FRONTED:
        return False
    things = [k for k in words.children(verb) if k > verb and words[k].deprel == "obj"]
    subjects = [k for k in words.children(verb) if words[k].deprel.startswith("nsubj")]
    if len(subjects) == 2 and i < subjects[1] < verb and words[subjects[1]].upos in THINGS:
        words[i] = replace(words[i], deprel="obl")  # `and at the back a kiln glows`
        return True
    if len(things) != 1 or words[things[0]].upos not in THINGS or subjects != [i]:
        return False
    words[i] = replace(words[i], deprel="obl")
    words[things[0]] = replace(words[things[0]], deprel="nsubj")
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
    if words[verb].deprel not in ("root", "acl:relcl", "conj"):  # `branches between which lies an island`
        return False
    if words[verb].deprel == "conj" and words[before[0]].head == verb and before[0] < words[verb].head:
        return False
    if not any(
        words[c].deprel == "case" and (words[c].text.lower() in FRONTED or words[k].head != verb)
        for k in before
        for c in words.children(k)
    ):
        return False
    words[i] = replace(words[i], deprel="nsubj")
    return True


def subject_behind_second(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``To the left is a chair, and to the right are two stools``: nobody else is where the second verb says."""
    verb = min([k for k in words.children(i) if k < i], default=i) - 1
    if (
        verb < 1
        or words[verb].deprel != "conj"
        or words[verb].xpos not in FINITE
        or words[i].upos not in THINGS
    ):
        return False
    if words[i].head not in (verb, words[verb].head) or any(
        bare_relation(words[k]) in ("nsubj", "obj") for k in words.children(verb)
    ):
        return False
    places = [k for k in words.children(verb) if k < verb and words[k].deprel == "obl"]
    if not places or preposition_of(words, places[0]) not in FRONTED:
        return False
    words[verb] = replace(words[verb], upos="VERB")
    words[i] = replace(words[i], head=verb, deprel="nsubj")
    return True


def subject_behind_her(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``and in front of her students are listening``: who listens is behind `her`, and not hers."""
    front, verb, her = words[i].head, i + 1, i - 1
    if words[i].xpos != "NNS" or verb >= len(words) or words[verb].xpos != "VBP" or front < 0:
        return False
    if words[her].text.lower() != "her" or words[her].head != i or words[front].deprel != "nsubj":
        return False
    clause = words[front].head
    if clause not in (verb, words[verb].head) or not preposition_of(words, front):
        return False
    for k in words.children(i):
        if words[k].deprel == "case":
            words[k] = replace(words[k], head=her)
    words[her] = replace(words[her], upos="PRON", xpos="PRP", head=front, deprel="nmod")
    words[front] = replace(words[front], deprel="obl")
    words[i] = replace(words[i], head=clause, deprel="nsubj")
    return True


def subject_behind_as(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``leaves as the children, some of whom cry, wave``: a verb without a subject is that of who is behind `as`."""
    verb = words[i].head
    cases = [k for k in words.children(i) if words[k].deprel == "case"]
    if len(cases) != 1 or words[cases[0]].text.lower() != "as" or not 0 <= verb < i:
        return False
    form = "VBP" if words[i].xpos == "NNS" else "VBZ"
    acts = [
        k
        for k in words.children(verb)
        if k > i and words[k].deprel in ("parataxis", "conj") and words[k].xpos == form
    ]
    if not acts or any(bare_relation(words[k]) in ("nsubj", "cc") for k in words.children(acts[0])):
        return False
    words[cases[0]] = replace(words[cases[0]], upos="SCONJ", head=acts[0], deprel="mark")
    words[i] = replace(words[i], head=acts[0], deprel="nsubj")
    words[acts[0]] = replace(words[acts[0]], deprel="advcl")
    return True


def subject_without_preposition(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``In the middle of the hall two men dance``: without a preposition men are no part of the hall."""
    behind = i + 1
    if words[i].upos not in THINGS or behind >= len(words) or words[behind].xpos not in ("VBZ", "VBP"):
        return False
    if words[i].head > i or any(words[k].deprel in ("case", "punct", "cc") for k in words.children(i)):
        return False
    verb = words[behind].head if bare_relation(words[behind]) in ("aux", "cop") else behind
    if (words[i].xpos == "NNS") is not (words[behind].xpos == "VBP") or words[verb].upos not in (
        "VERB",
        "AUX",
    ):
        return False
    if any(bare_relation(words[k]) in ("nsubj", "expl") for k in words.children(verb)):
        return False
    passive = any(words[k].deprel == "aux:pass" for k in words.children(verb))
    words[i] = replace(words[i], head=verb, deprel="nsubj:pass" if passive else "nsubj")
    return True


def subject_behind_place(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``through one of them a man is seen``: who is seen is no subject of the place."""
    place = words[i].head
    if not 0 <= place < i or words[place].deprel != "obl" or not preposition_of(words, place):
        return False
    verb = words[place].head
    if verb <= i or any(bare_relation(words[k]) in ("cop", "aux") for k in words.children(place)):
        return False
    if any(bare_relation(words[k]) == "nsubj" for k in words.children(verb)):
        return False
    passive = any(words[k].deprel == "aux:pass" for k in words.children(verb))
    words[i] = replace(words[i], head=verb, deprel="nsubj:pass" if passive else "nsubj")
    return True


def second_fronted(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``On a sill, between two pots, sleeps a cat``: of two places before a verb both are of the verb."""
    first = words[i].head
    verb = words[first].head if 0 <= first < i and words[first].deprel == "obl" else -1
    if verb <= i or words[verb].upos != "VERB" or preposition_of(words, i) not in FRONTED:
        return False
    if not any(words[k].text == "," and k < i for k in words.children(i)):
        return False
    words[i] = replace(words[i], head=verb, deprel="obl")
    return True


def where_before_subject(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``while outside snow falls``: where it falls, and not what snow it is."""
    subject = i + 1
    if words[i].text.lower() not in ("inside", "nearby", "outside") or words[i].head != subject:
        return False
    if words[subject].deprel != "nsubj" or any(k < i for k in words.children(subject)):
        return False
    words[i] = replace(words[i], upos="ADV", xpos="RB", head=words[subject].head, deprel="advmod")
    return True


def object_behind_there(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``there are two boys roasting corn``: what stands behind the participle of what there is is its object."""
    act, verb = i - 1, words[i].head
    if not 0 <= verb < act or words[act].xpos != "VBG" or words[i].upos not in THINGS:
        return False
    thing = act - 1
    if words[thing].head != verb or words[thing].deprel != "nsubj" or words[act].head == i:
        return False
    if not any(words[k].deprel == "expl" for k in words.children(verb)):
        return False
    words[act] = replace(words[act], head=thing, deprel="acl")
    words[i] = replace(words[i], head=act, deprel="obj")
    return True


def seen_before_act(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``we can see people raising hands``: people are seen, and nobody raises them."""
    act = words[i].head
    if act <= i or words[act].xpos != "VBG" or words[act].deprel not in ("xcomp", "ccomp"):
        return False
    seeing = words[act].head
    if not 0 <= seeing < i or lexicon.lemma(words[seeing].text.lower(), "verb") not in SEEING:
        return False
    words[i] = replace(words[i], head=seeing)
    words[act] = replace(words[act], head=i, deprel="acl")
    return True


def part_before_verb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``One shelf holds cups, another holds plates``: no verb stands between an article and its noun."""
    verb, thing = i + 1, words[i].head
    if words[i].text.lower() not in PARTS or not verb < thing or words[verb].xpos not in ("VBZ", "VBP"):
        return False
    if any(bare_relation(words[k]) == "nsubj" for k in words.children(verb)):
        return False
    words[i] = replace(words[i], upos="PRON", head=verb, deprel="nsubj")
    if not any(words[k].deprel in ("case", "cc") for k in words.children(thing)):
        words[thing] = replace(words[thing], head=verb, deprel="obj")
    return True


def second_subject(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a cap and a pair of gloves have been left``: of two subjects with `and` between them both are left."""
    first = min([k for k in words.children(i) if k < i], default=i)
    conjunction, before = first - 1, first - 2
    if before < 0 or words[conjunction].deprel != "cc" or words[conjunction].head != words[i].head:
        return False
    if words[before].deprel != words[i].deprel or words[before].head != words[i].head:
        return False
    words[conjunction] = replace(words[conjunction], head=i)
    words[i] = replace(words[i], head=before, deprel="conj")
    return True


def posture_before_subject(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``On the desk stand two lamps``: behind a place and before things that nothing governs stands their verb."""
    form = words[i].text.lower()
    if lexicon.lemma(form, "verb") not in RESTING or i + 1 >= len(words):
        return False
    children = words.children(i)
    places = [k for k in children if k < i and words[k].deprel in ("obl", "nmod")]
    things = [k for k in children if k > i and words[k].deprel in ("obj", "nsubj")]
    if not places or len(things) != 1 or words[things[0]].upos not in THINGS:
        return False
    if preposition_of(words, places[0]) not in FRONTED:
        return False
    if any(words[k].deprel in ("det", "cop", "amod", "case") or (k < i and k in things) for k in children):
        return False
    words[i] = as_verb(words[i], lexicon, one=words[i].xpos == "NNS")
    for k in places:
        words[k] = replace(words[k], deprel="obl")
    words[things[0]] = replace(words[things[0]], deprel="nsubj")
    return True


def one_before_there(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``and in the other there are pens``: `there` is no noun that the other could describe."""
    there, thing = i + 1, words[i].head
    if words[i].text.lower() not in _ONE_OF_TWO or i < 2 or there >= len(words):
        return False
    if words[there].deprel != "expl":
        return False
    verb = words[there].head
    if words[i - 1].text.lower() != "the" or words[i - 2].xpos != "IN" or thing < verb:
        return False
    words[i] = replace(words[i], upos="NOUN", xpos="NN", head=verb, deprel="obl")
    words[i - 1] = replace(words[i - 1], head=i)
    words[i - 2] = replace(words[i - 2], head=i, deprel="case")
    return True


def two_sides(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``at the bottom right we see a bag``: of two words for sides the first describes the second."""
    second = i + 1
    if words[i].text.lower() not in SIDES or second >= len(words) or words[second].text.lower() not in SIDES:
        return False
    there = second + 1
    before_there = words[second].head == there and words[there].text.lower() == "there"
    if not (words[second].head == words[i].head or before_there) or words[second].deprel != "advmod":
        return False
    if not any(words[k].deprel == "case" for k in words.children(i)):
        return False
    if before_there:
        words[there] = replace(words[there], upos="PRON", xpos="EX", deprel="expl")
    words[second] = replace(words[second], upos="NOUN", xpos="NN", head=words[i].head, deprel="obl")
    for k in words.children(i):
        words[k] = replace(words[k], head=second)
    if words[i - 1].deprel == "det":
        words[i - 1] = replace(words[i - 1], head=second)
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", head=second, deprel="amod")
    return True


def appositive_participle(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``the boy, curled up on a rug, reads``: no comma parts a subject from its verb, so the verb is the next one."""
    noun = i - 2
    if noun < 0 or words[i - 1].text != "," or words[noun].head != i or words[noun].deprel != "nsubj":
        return False
    children = words.children(i)
    if any(bare_relation(words[k]) in ("aux", "obj") for k in children):
        return False
    verbs = [
        k
        for k in range(i + 1, len(words))
        if words[k].deprel in ("conj", "parataxis")
        and words[k].head <= i
        and words[k].xpos in ("VBZ", "VBP")
        and words[k - 1].text == ","
    ]
    if not verbs or any(bare_relation(words[k]) == "nsubj" for k in words.children(verbs[0])):
        return False
    verb = verbs[0]
    if words[verb].head == i or words[i].deprel == "conj":
        words[verb] = replace(words[verb], head=words[i].head, deprel=words[i].deprel)
    for k in children:
        if k < noun and k != noun:
            words[k] = replace(words[k], head=verb)
    words[noun] = replace(words[noun], head=verb)
    words[i] = replace(words[i], head=noun, deprel="acl")
    if words[i].xpos != "VBG":
        words[i] = replace(words[i], upos="VERB", xpos="VBN", features="Tense=Past|VerbForm=Part")
    return True


def listed_before_clause(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``wears a cap, but no gloves, and kids run``: of two subjects before `and` the first is of the list."""
    verb = words[i].head
    if words[i].upos not in THINGS or verb <= i:
        return False
    others = [k for k in words.children(verb) if words[k].deprel == "nsubj" and i < k < verb]
    if len(others) != 1 or not any(words[k].deprel == "cc" for k in words.children(others[0])):
        return False
    first = min(words.children(i), default=i)
    conjunctions = [k for k in words.children(verb) if words[k].deprel == "cc" and k < i]
    thing = _thing_before(words, (conjunctions or [first])[0])
    if thing < 0 or words[thing].deprel not in ("obj", "obl"):
        return False
    for k in words.children(verb):
        if words[k].deprel in ("cc", "punct") and k < i:
            words[k] = replace(words[k], head=i)
    for k in words.children(others[0]):
        if words[k].deprel == "cc":
            words[k] = replace(words[k], head=verb)
    words[i] = replace(words[i], head=thing, deprel="conj")
    return True


def many_before_one(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``There is a boy wearing a cap and gloves is waving``: gloves are not one, so the cap's owner waves."""
    verb = words[i].head
    if words[i].xpos != "NNS" or verb <= i or words[i].upos not in THINGS:
        return False
    finite = [verb, *(k for k in words.children(verb) if bare_relation(words[k]) in ("aux", "cop"))]
    if not any(words[k].xpos == "VBZ" for k in finite) or any(
        words[k].deprel == "conj" for k in words.children(i)
    ):
        return False
    first = min(words.children(i), default=i)
    thing = _thing_before(words, first - 1 if words[first - 1].deprel == "cc" else first)
    act = words[thing].head if thing >= 0 else -1
    if act < 0 or words[thing].deprel != "obj" or words[act].deprel != "acl" or words[act].head == verb:
        return False
    for k in words.children(verb):
        if words[k].deprel == "cc" and k < i:
            words[k] = replace(words[k], head=i)
    words[i] = replace(words[i], head=thing, deprel="conj")
    words[verb] = replace(words[verb], head=act, deprel="conj")
    return True


def subject_of_participle(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Some stand, others sitting on mats``: what stands behind a verb and before a participle is whose that is."""
    act = max((k for k in words.children(i) if words[k].deprel == "nmod"), default=i) + 1
    verb = words[i].head
    if not 0 <= verb < i or act >= len(words) or words[act].xpos != "VBG" or words[act].upos != "VERB":
        return False
    if words[min([*words.children(i), i]) - 1].text != "," and "," not in (
        words[k].text for k in words.children(i)
    ):
        return False
    if words[act].head in (-1, i) or any(
        bare_relation(words[k]) in ("nsubj", "mark", "aux") and words[k].head == act and k != i
        for k in words.children(act)
        if k < act
    ):
        return False
    words[i] = replace(words[i], head=act)
    return True


def _thing_before(words: Tree, i: int) -> int:
    """The noun right before a word, and before a comma; -1 where none is."""
    thing = i - 1
    if thing > 0 and words[thing].text == ",":
        thing -= 1
    return thing if thing >= 0 and words[thing].upos in THINGS else -1
