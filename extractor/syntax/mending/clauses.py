"""Which clause a noun or a verb is of: subjects, objects, participles and whose they are."""

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
    DONE_TO_THINGS,
    FINITE,
    STATES,
    THINGS,
)

# Who is given something may stand before it: `feeds pigeons crumbs`.
_GIVING = frozenset("feed give hand offer serve show teach".split())
_MOVING_TO = frozenset("bring deliver lend pass sell throw".split())
_SAYING = frozenset("announce explain mention mutter say shout whisper yell".split())
# What one has done to one's body.
_TENDING = frozenset("braid brush check clean comb cut dry examine measure paint shave trim wash".split())
# What one takes, or has, doing something.
_TURNS = frozenset({"difficulty", "time", "trouble", "turn", "turns"})
# Verbs whose participles have the form of their base.
_OF_ONE_FORM = frozenset({"set", "spread"})
# Participles behind which `as` tells what somebody looks like, or is called.
_LOOKING = frozenset({"depict", "describe", "disguise", "dress", "know"})
_MAX_STEPS = 8


def object_of_second(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``wave flags and chant slogans``: what stands right behind the second of two verbs is its object."""
    first = words[i].head
    if words[i].deprel == "conj":
        first = words[first].head if words[first].deprel == "obj" else -1
    second = min((k for k in words.children(i) if k < i and words[k].deprel != "cc"), default=i) - 1
    if words[i].upos not in THINGS or not 0 <= first < second or words[second].upos != "VERB":
        return False
    if words[second].head != first or words[second].deprel != "conj" or words[second].xpos[:2] != "VB":
        return False
    if not any(words[k].deprel == "obj" and first < k < second for k in words.children(first)):
        return False
    if any(words[k].deprel == "obj" for k in words.children(second)):
        return False
    for k in words.children(i):
        if k < second:
            words[k] = replace(words[k], head=second)
    words[i] = replace(words[i], head=second, deprel="obj")
    return True


def participle_before_clause(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Lying on a bed, a dog sleeps``: the clause with a subject is the sentence's, and not what stands before it."""
    if words[i].head >= 0 or (i and words[i - 1].deprel != "punct"):
        return False
    children = words.children(i)
    clauses = [k for k in children if words[k].deprel == "parataxis" and words[k].xpos in FINITE]
    if not clauses or any(bare_relation(words[k]) in ("nsubj", "aux", "cop") for k in children):
        return False
    if not any(i < k and words[k].deprel == "nsubj" for k in words.children(clauses[0])):
        return False
    words[clauses[0]] = replace(words[clauses[0]], head=-1, deprel="root")
    words[i] = replace(words[i], head=clauses[0], deprel="advcl")
    return True


def clause_of_turns(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``take turns hitting a ball``, ``has trouble starting``: who takes them hits it, who has it starts."""
    turns = words[i].head
    if words[i].xpos != "VBG" or words[turns].text.lower() not in _TURNS:
        return False
    if words[turns].deprel != "obj" or words[turns].head > turns:
        return False
    words[i] = replace(words[i], head=words[turns].head, deprel="advcl")
    return True


def participle_of_thing(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``rises from a building hit by a bomb``: a participle right behind a noun is no place."""
    noun = i - 1
    if words[i].xpos != "VBN" or words[i].upos != "VERB" or noun < 0 or words[noun].upos not in THINGS:
        return False
    if any(words[k].deprel in ("case", "det") for k in words.children(i)) or words[noun].head == i:
        return False
    words[i] = replace(words[i], head=noun, deprel="acl")
    return True


def noun_before_participle(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``around a woman juggling lemons``: what has an article of its own describes no verb."""
    verb, form = i + 1, words[i].text.lower()
    if verb >= len(words) or not lexicon.knows(form, "noun"):
        return False
    if words[verb].xpos in FINITE:
        return subject_before_finite(words, i, lexicon)
    if words[verb].xpos != "VBG" or words[verb].head < 0:
        return False
    if words[verb].deprel in ("obj", "obl", "nmod"):
        return noun_in_place_of_participle(words, i, verb, lexicon)
    if words[verb].deprel not in ("advcl", "acl"):
        return False
    if not any(words[k].deprel == "det" for k in words.children(i)):
        return False
    thing = words[i].head
    if thing != verb:
        if thing < verb or words[thing].head != verb or words[thing].deprel != "obj":
            return False
        for k in words.children(thing):
            if words[k].deprel == "case" and k < i:
                words[k] = replace(words[k], head=i)  # `around a farmer juggling pears`
    placed = any(words[k].deprel == "case" for k in words.children(i))
    words[i] = replace(
        words[i], upos="NOUN", xpos="NN", head=words[verb].head, deprel="obl" if placed else "obj"
    )
    words[verb] = replace(words[verb], head=i, deprel="acl")
    return True


def noun_in_place_of_participle(words: Tree, i: int, verb: int, lexicon: Lexicon) -> bool:
    """``around a juggler tossing knives``: what has an object acts, so that the article is of somebody before it."""
    things = [k for k in words.children(verb) if words[k].deprel == "obj" and k > verb]
    if not things or words[i].head not in (verb, things[0]) or not is_living(words[i], lexicon):
        return False
    own = [k for k in (*words.children(verb), *words.children(things[0])) if k < i]
    if not any(words[k].deprel == "det" for k in own):
        return False
    for k in own:
        words[k] = replace(words[k], head=i)
    words[i] = replace(words[i], upos="NOUN", xpos="NN", head=words[verb].head, deprel=words[verb].deprel)
    words[verb] = replace(words[verb], head=i, deprel="acl")
    return True


def subject_before_finite(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``while a dog pants``, ``an orange stands``: what has an article and describes no noun is a noun."""
    verb = i + 1
    if words[i].head != verb or any(
        bare_relation(words[k]) in ("nsubj", "expl") for k in words.children(verb)
    ):
        return False
    articles = [k for k in (*words.children(i), *words.children(verb)) if words[k].deprel == "det" and k < i]
    if not articles and (i > 0 or words[verb].xpos != "VBZ"):  # `Static hisses`
        return False
    for k in words.children(verb):
        if k < i and words[k].deprel in ("det", "amod", "compound", "nummod"):
            words[k] = replace(words[k], head=i)
    words[i] = replace(words[i], upos="NOUN", xpos="NN", deprel="nsubj")
    return True


def caused(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``gets his hair cut by a barber``: what another does to it is a clause of its own, of which it is the subject."""
    thing = i - 1 if words[i].deprel == "acl" else -1
    if thing >= 0 and not _is_done_by_another(words, i, thing, lexicon):
        return False
    verb = words[thing].head if thing >= 0 else words[i].head
    if words[i].xpos != "VBN" or not 0 <= verb < i:
        return False
    if lexicon.lemma(words[verb].text.lower(), "verb") not in ("get", "have"):
        return False
    things = [k for k in words.children(verb) if verb < k < i and words[k].deprel == "obj"]
    if len(things) != 1 or any(
        bare_relation(words[k]) in ("nsubj", "obj", "mark") for k in words.children(i)
    ):
        return False
    words[i] = replace(words[i], head=verb, deprel="ccomp")
    words[things[0]] = replace(words[things[0]], head=i, deprel="nsubj:pass")
    return True


def _is_done_by_another(words: Tree, i: int, thing: int, lexicon: Lexicon) -> bool:
    """``has her bag checked by a guard``, and not ``has its tail tucked``, which it does itself."""
    verb = words[thing].head
    if thing != i - 1 or words[thing].deprel != "obj" or verb < 0:
        return False
    if not any(words[k].xpos == "PRP$" for k in words.children(thing)):
        return False
    owners = [k for k in words.children(verb) if words[k].deprel == "nsubj"]
    owners += [words[verb].head] if words[verb].deprel == "acl" else []  # `a man having his beard trimmed`
    somebody = any(is_living(words[k], lexicon) for k in owners)
    by = any(preposition_of(words, k) == "by" for k in words.children(i))
    lemma = lexicon.lemma(words[i].text.lower(), "verb")
    bodily = lexicon.noun_class(lexicon.lemma(words[thing].text.lower(), "noun")) in ("body_part", "hair")
    return somebody and (by or lemma in _TENDING or not (bodily or lemma in STATES))


def absolute_of_own(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A horse gallops, its mane flying``: behind a comma what is somebody's own has its own participle."""
    act = i + 1
    if act >= len(words) or words[act].xpos not in ("VBG", "VBN") or words[act].upos != "VERB":
        return False
    verb = words[i].head
    if words[i].deprel == "conj" and 0 <= verb < i:  # `in a pond covered with lilies, its neck drawn in`
        if any(words[k].deprel in ("cc", "conj") for k in words.children(i)):
            return False
        while words[verb].head >= 0 and (words[verb].upos != "VERB" or words[verb].deprel == "acl"):
            verb = words[verb].head
    if not 0 <= verb < i or words[act].head not in (words[i].head, i):
        return False
    if words[verb].upos not in ("VERB", "AUX"):
        return False
    children = words.children(i)
    first = min(children, default=i)
    own = any(words[k].xpos == "PRP$" for k in children) and not any(
        words[k].deprel == "case" for k in children
    )
    if not own or words[min(k for k in children if words[k].deprel != "punct") - 1].text != "," or first > i:
        return False
    if any(bare_relation(words[k]) == "nsubj" for k in words.children(act)):
        return False
    passive = words[act].xpos == "VBN" and not words[act].text.lower().endswith("ing")
    words[act] = replace(words[act], head=verb, deprel="advcl")
    words[i] = replace(words[i], head=act, deprel="nsubj:pass" if passive else "nsubj")
    return True


def behind_finite_verb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A nun holding a toy stands next to a wall``: what stands behind the verb of a clause is not of its subject."""
    head = above = words[i].head
    for _ in range(_MAX_STEPS):  # while a tree is mended the way up may be a circle
        if above < 0 or head < above < i:
            break
        above = words[above].head
    if not 0 <= head < above < i or words[above].xpos not in FINITE:
        return False
    children = words.children(above)
    if not any(words[k].deprel == "nsubj" and k < head for k in children):
        return False
    relation = "obj" if words[i].deprel == "obj" else "obl"
    if relation == "obj" and any(words[k].deprel in ("obj", "ccomp", "xcomp") for k in children):
        return False
    words[i] = replace(words[i], head=above, deprel=relation)
    return True


def participle_of_last_clause(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A cow rests while a man walks along a road eating a bun``: who walks eats it."""
    head = words[i].head
    if words[i].xpos != "VBG" or not 0 <= head < i or words[i - 1].text == ",":
        return False
    if any(bare_relation(words[k]) in ("aux", "cc", "mark", "nsubj") for k in words.children(i)):
        return False
    clauses = [k for k in words.children(head) if head < k < i and words[k].deprel == "advcl"]
    if not clauses or not {"mark", "nsubj"} <= {words[k].deprel for k in words.children(clauses[-1])}:
        return False
    words[i] = replace(words[i], head=clauses[-1])
    return True


def agent_of_passive(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``is taught to roll over by its trainer``: who is behind `by` is the agent of the passive before it."""
    act = words[i].head
    if act < 0 or words[act].xpos != "VB" or words[act].deprel != "xcomp":
        return False
    passive = words[act].head
    if not any(
        bare_relation(words[k]) == "aux" and words[k].text.lower() in BE for k in words.children(passive)
    ):
        return False
    if words[passive].xpos != "VBN" or not any(
        words[k].deprel == "case" and words[k].text.lower() == "by" for k in words.children(i)
    ):
        return False
    words[i] = replace(words[i], head=passive, deprel="obl:agent")
    return True


def each_other(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``throw each other ropes``: many are not `each`, so that each other is to whom they are thrown."""
    each, thing = i - 1, words[i].head
    if words[i].text.lower() != "other" or each < 1 or words[each].text.lower() != "each" or thing <= i:
        return False
    verb = words[thing].head
    if verb != each - 1 or words[verb].upos != "VERB" or words[thing].deprel != "obj":
        return False
    if words[thing].xpos == "NN" and words[verb].xpos == "VBZ":
        return False  # `greets each other guest`
    words[i] = replace(words[i], upos="NOUN", xpos="NN", head=verb, deprel="iobj")
    words[each] = replace(words[each], head=i, deprel="det")
    return True


def receiver(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``feeds pigeons crumbs``: who is given something stands before it, and is no part of its name."""
    verb, thing = i - 1, words[i].head
    if words[i].xpos != "NNS" or verb < 0 or thing != i + 1 or words[thing].head != verb:
        return False
    if words[thing].deprel != "obj" or words.children(i) or words[verb].upos != "VERB":
        return False
    if lexicon.lemma(words[verb].text.lower(), "verb") not in _GIVING or not is_living(words[i], lexicon):
        return False
    words[i] = replace(words[i], head=verb, deprel="iobj")
    return True


def recipient(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``hands a pile of towels to a doctor, who waits``: to whom one gives something is of the giving."""
    thing = words[i].head
    if words[i].upos not in THINGS or not 0 <= thing < i:
        return False
    if words[thing].xpos == "VBN" and words[thing].deprel == "acl":  # `a box wrapped in foil to a doctor`
        told = any(thing < k < i and words[k].deprel.startswith("obl") for k in words.children(thing))
        thing = words[thing].head if told else -1
    if thing >= 0 and words[thing].deprel == "conj":  # `hands maps and a pen to a nun`
        thing = words[thing].head
    if thing < 0 or words[thing].deprel != "obj":
        return False
    verb = words[thing].head
    counted = [k for k in words.children(i) if words[k].deprel == "nmod" and preposition_of(words, k) == "of"]
    lives = any(is_somebody(words[k], lexicon) for k in (i, *counted))  # `to a group of nuns`
    if preposition_of(words, i) != "to" or verb < 0 or not lives:
        return False
    if lexicon.lemma(words[verb].text.lower(), "verb") not in _GIVING | _MOVING_TO | _SAYING:
        return False
    words[i] = replace(words[i], head=verb, deprel="obl")
    return True


def participle_at_the_top(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A plate topped with eggs``: without an object it is how the plate is, and not what it did."""
    if words[i].upos == "ADJ" and not words[i].text.lower().endswith("ed"):
        return False
    if words[i].xpos == "VBN" and words[i].deprel != "root":
        return False
    if words[i].xpos == "NN" and (words[i].upos != "VERB" or words[i].text.lower() not in _OF_ONE_FORM):
        return False
    if words[i].deprel == "acl" and words[i].head == i - 1:
        lemma = lexicon.lemma(words[i].text.lower(), "verb")
        if not lexicon.knows(lemma, "verb"):
            return False  # `a suitcase unattended`
        words[i] = replace(
            words[i], upos="VERB", xpos="VBN", lemma=lemma, features="Tense=Past|VerbForm=Part"
        )
        return True
    noun, lemma = i - 1, lexicon.lemma(words[i].text.lower(), "verb")
    if noun >= 0 and words[noun].deprel == "nmod" and preposition_of(words, noun) == "of":
        noun = words[noun].head  # `a bowl of oats topped with berries`
    if noun < 0 or words[noun].head != i or words[noun].deprel != "nsubj":
        return False
    passive = words[i].xpos == "VBN" and not is_living(words[noun], lexicon)  # `A loaf sliced and buttered`
    if lemma not in DONE_TO_THINGS and not passive:
        return False
    children = words.children(i)
    if words[i].deprel != "root" or any(
        bare_relation(words[k]) in ("obj", "aux", "cop", "conj", "expl", "ccomp", "xcomp")
        and words[k].text.lower() != "upside"
        for k in children
    ):
        return False
    for k in children:
        if words[k].deprel in ("punct", "parataxis") and k > i:
            words[k] = replace(words[k], head=noun)
    words[noun] = replace(words[noun], head=-1, deprel="root")
    words[i] = replace(
        words[i],
        upos="VERB",
        xpos="VBN",
        lemma=lemma,
        features="Tense=Past|VerbForm=Part",
        head=noun,
        deprel="acl",
    )
    return True


def second_of_participle(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A tray holding cupcakes, jam and a candle stands``: one stands, so the others are not beside the tray."""
    verb = words[i].head if bare_relation(words[i]) in ("aux", "cop") else i
    for subject in words.children(verb):
        if bare_relation(words[subject]) != "nsubj" or words[subject].xpos != "NN":
            continue
        behind = [
            k
            for k in words.children(subject)
            if words[k].deprel == "conj" and words[k].upos in THINGS and subject < k < i
        ]
        held = [
            k
            for act in words.children(subject)
            if bare_relation(words[act]) == "acl" and words[act].xpos == "VBG"
            for k in words.children(act)
            if behind and subject < act < k < behind[0]
            if words[k].deprel in ("obj", "obl") and words[k].upos in THINGS
        ]
        if not held:
            continue
        for k in behind:
            words[k] = replace(words[k], head=held[-1])
        return True
    return False


def subject_of_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Wind blows and leaves rustle``: behind `and` a noun in s and a bare word that is a verb's form."""
    verb = i + 1
    if words[i].deprel != "conj" or verb >= len(words):
        return False
    insects = is_living(words[i], lexicon) or words[i].text.lower() == "flies"
    listed = words[i - 1].text == "," and insects  # `A cow moos, flies buzz`
    if words[i - 1].deprel != "cc" and not listed:
        return False
    behind = words[verb]
    noun = behind.deprel == "obj" and behind.head == i and behind.xpos == "NN" and not words.children(verb)
    second = behind.deprel == "conj" and behind.head == words[i].head and behind.xpos == "VBP"
    if not (noun or second):
        return False
    lemma, form = lexicon.lemma(words[i].text.lower(), "noun"), words[verb].text.lower()
    if not lexicon.knows(lemma, "noun") or lexicon.verb_preference(form) <= 0:
        return False
    head = words[i].head
    for k in words.children(i):
        if k != verb:
            words[k] = replace(words[k], head=verb)
    words[verb] = as_verb(words[verb], lexicon, one=False, head=head, deprel="conj")
    words[i] = as_noun(words[i], lexicon, head=verb, deprel="nsubj")
    return True


def verb_of_first(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A tray holding cups and an orange stands``: the tray has no other verb, so the orange is held."""
    first = words[i].head
    if words[i].deprel != "conj" or first < 0 or words[first].deprel != "root" or words[first].xpos != "NN":
        return False
    seconds = [k for k in words.children(i) if words[k].deprel == "nsubj" and first < k < i]
    verbs = [k for k in words.children(first) if words[k].deprel == "acl" and words[k].xpos == "VBG"]
    things = [o for k in verbs for o in words.children(k) if words[o].deprel == "obj" and k < o < i]
    if (
        not seconds
        or not things
        or things[-1] > seconds[0]
        or any(words[k].deprel == "nsubj" for k in things)
    ):
        return False
    if any(is_living(words[k], lexicon) for k in (seconds[0], things[-1])):
        return False
    second, thing = seconds[0], things[-1]
    for k in words.children(i):
        if k < second and words[k].deprel == "cc":
            words[k] = replace(words[k], head=second)
    words[second] = replace(words[second], upos="NOUN", xpos="NN", head=thing, deprel="conj")
    words[i] = replace(words[i], upos="VERB", head=-1, deprel="root")
    for k in words.children(first):
        if words[k].deprel == "punct" and k > i:
            words[k] = replace(words[k], head=i)
    words[first] = replace(words[first], head=i, deprel="nsubj")
    return True


def verb_of_described(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A girl dressed as a witch dances``: nobody dances in it but the girl, since one witch is no `witch dances`."""
    participle, last = _participle_before(words, i), i - 1
    if participle < 0 or words[last].upos not in THINGS:
        return False
    first = words[participle].head
    one = any(words[k].text.lower() in ("a", "an") for k in words.children(last))
    if not (one or is_living(words[last], lexicon) or words[last].text[:1].isupper()):
        return False
    relations = {bare_relation(words[k]): k for k in words.children(i) if k < i}
    marks = [relations.get("mark", -1), *(k for k in words.children(last) if words[k].text.lower() == "as")]
    looks = lexicon.lemma(words[participle].text.lower(), "verb") in _LOOKING and participle + 1 in marks
    if relations.keys() & ({"aux", "cop", "case"} if looks else {"aux", "cop", "case", "nsubj", "mark"}):
        return False
    if looks:  # `as`, which begins no clause here
        words[participle + 1] = replace(words[participle + 1], upos="ADP", head=last, deprel="case")
        words[last] = replace(words[last], head=participle, deprel="obl")
    words[i] = replace(words[i], head=-1, deprel="root")
    for k in words.children(first):
        if words[k].deprel == "punct" and k > i:
            words[k] = replace(words[k], head=i)
    words[first] = replace(words[first], head=i, deprel="nsubj")
    return True


def _participle_before(words: Tree, i: int) -> int:
    """The participle of one thing at the top that a finite verb hangs on, or hangs beside; -1 where there is none."""
    head = words[i].head
    if words[i].deprel not in ("advcl", "acl", "obl") or head < 0:
        return -1
    if words[head].deprel == "root":
        head = next((k for k in words.children(head) if k < i - 1 and words[k].xpos == "VBN"), -1)
    if not 0 <= head < i - 1 or words[head].deprel != "acl":
        return -1
    first = words[head].head
    return head if words[first].deprel == "root" and words[first].xpos == "NN" else -1
