"""Acts that were taken for things: `Laundry flaps`, `A crowd murmurs, a gavel bangs`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.names import is_act, is_bare_pair, is_happening, is_title, turn_to_name
from extractor.syntax.mending.tree import (
    Tree,
    as_noun,
    as_verb,
    bare_relation,
    is_finite_conjunct,
    is_living,
    preposition_of,
)
from extractor.syntax.mending.vocabulary import (
    FINITE,
    PLURAL_PRESENT,
    SINGULAR,
    THINGS,
    WITH_OBJECTS,
)

_SUBJECTS = frozenset({"csubj", "nsubj", "nsubj:pass"})
_CLAUSES = frozenset({"conj", "parataxis", "root"})
# With a bare verb behind their object.
_WAYS_OF_STUFF = frozenset({"down", "from", "into", "off", "out", "through"})


def verb_before_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Two goats butt heads``: of two subjects in a row the second is the verb, and the verb its object."""
    if words[i].deprel != "root":
        return False
    verb, form = i - 1, words[i].text.lower()
    subjects = [
        k
        for k in words.children(i)
        if words[k].deprel == "nsubj" or (words[k].deprel == "nmod:poss" and words[k].xpos == "NNS")
    ]
    if any(words[c].deprel == "case" for k in subjects for c in words.children(k)):
        return False  # `goats' heads`
    if words[verb].deprel == "compound" and words[verb].head == i:
        subjects.append(verb)  # no plural stands before a name without a verb between
    if len(subjects) != 2 or subjects != [verb - 1, verb] or words[verb].xpos not in ("NN", "VB", "VBP"):
        return False
    if any(words[k].deprel in ("cop", "expl") for k in words.children(i)):
        return False
    if words[verb - 1].xpos != "NNS" or words.children(verb) or not form.endswith("s"):
        return False
    base = words[verb].text.lower()
    if not lexicon.knows(base, "verb") or not lexicon.knows(lexicon.lemma(form, "noun"), "noun"):
        return False
    words[verb] = as_verb(words[verb], lexicon, one=False, head=words[i].head, deprel=words[i].deprel)
    for k in words.children(i):
        if k < verb or words[k].deprel not in ("det", "amod", "nmod", "compound"):
            words[k] = replace(words[k], head=verb, deprel="nsubj" if k in subjects else words[k].deprel)
    words[i] = as_noun(words[i], lexicon, head=verb, deprel="obj")
    return True


def verb_behind_plural(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Leaves rustle in a yard``: the first part of a compound is no plural."""
    noun = i - 1
    if words[i].xpos not in ("NN", "VB") or words[i].head != noun or noun < 0:
        return False
    if words[noun].xpos != "NNS" or words[noun].deprel != "root":
        return False
    if lexicon.verb_preference(words[i].text.lower()) <= 0:
        return False
    make_root(words, i, noun, lexicon=lexicon)
    return True


def make_root(words: Tree, i: int, noun: int, *, lexicon: Lexicon) -> None:
    """Turn a noun at the top with a verb under it round: the verb is at the top, and the noun its subject."""
    for k in words.children(noun):
        if words[k].deprel not in ("det", "amod", "nummod", "compound", "case", "nmod:poss") and k != i:
            words[k] = replace(words[k], head=i)
    words[i] = as_verb(words[i], lexicon, one=False, head=words[noun].head, deprel=words[noun].deprel)
    words[noun] = replace(words[noun], head=i, deprel="nsubj")


def verb_of_root(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Laundry flaps on a line``, ``Ducks quack``: a root with a subject, or with what hangs on verbs, is no noun."""
    if words[i].deprel != "root":
        return False
    noun = i - 1
    one = words[i].xpos == "NNS"
    if noun < 0 or words[noun].head != i or words[noun].xpos not in (("NN", "NNP") if one else ("NNS",)):
        return False
    form = words[i].text.lower()
    if not lexicon.knows(lexicon.lemma(form, "verb"), "verb"):
        return False
    if is_title(words, i, lexicon):
        turn_to_name(words, i, noun, lexicon)
        return True
    relations = {words[k].deprel for k in words.children(i) if k > i}
    if _flows(words, i, noun, lexicon):
        relations.add("obl")
    told = any(k == i + 1 and words[k].xpos == "VBN" for k in words.children(i))  # `Egg rolls fried in a pan`
    placed = (
        one
        and not told
        and words[noun].deprel == "compound"
        and ("obl" in relations or (not words.children(noun) and noun == 0 and is_act(form, lexicon)))
    )
    if (words[noun].deprel != "nsubj" and not placed) or any(
        words[k].deprel == "cop" for k in words.children(i)
    ):
        return False
    for k in words.children(i):
        if k > i and words[k].deprel == "nmod":
            words[k] = replace(words[k], deprel="obl")
        elif is_finite_conjunct(words, k + 1, i) and words[k].deprel == "conj" and words[k].upos in THINGS:
            words[k] = replace(words[k], head=k + 1, deprel="nsubj")
        elif placed and words[k].deprel == "conj" and is_bare_pair(words, k, lexicon):
            make_finite(words, k, k - 1, one=one, lexicon=lexicon)
    make_finite(words, i, noun, one=one, lexicon=lexicon)
    return True


def _flows(words: Tree, i: int, noun: int, lexicon: Lexicon) -> bool:
    """``Steam hisses out of a valve``: by a way that a stuff takes one knows an act."""
    stuff = lexicon.supersenses(words[noun].text.lower(), "noun")[:1]
    ways = [k for k in words.children(i) if k > i and preposition_of(words, k) in _WAYS_OF_STUFF]
    acts = lexicon.verb_preference(words[i].text.lower()) >= 0
    return bool(ways) and acts and stuff in (["substance"], ["phenomenon"])


def verb_of_one(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A crowd murmurs, a gavel bangs``: there is no `a bangs`, so that the gavel does."""
    noun, form, first = i - 1, words[i].text.lower(), words[i].head
    if not form.endswith("s") or noun < 1 or words[noun].head != i or words[i].deprel not in _CLAUSES:
        return False
    named = words[noun].deprel == "nsubj" if first < 0 else words[first].xpos in FINITE
    if not named or words[noun].deprel not in ("amod", "compound", "nsubj"):
        return False
    own = (*words.children(i), *words.children(noun))
    if not any(words[k].deprel == "det" and words[k].text.lower() in SINGULAR for k in own):
        return False
    if not lexicon.knows(words[noun].text.lower(), "noun"):
        return False
    if any(words[k].deprel in ("cop", "case") for k in words.children(i)):
        return False
    lemma = lexicon.lemma(form, "verb")
    if lemma == form or not lexicon.knows(lemma, "verb") or lexicon.verb_preference(form) < -1:
        return False
    words[noun] = replace(words[noun], upos="NOUN", xpos="NN")
    make_finite(words, i, noun, one=True, lexicon=lexicon)
    return True


def tagged_verb(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``sneezes twice, sniffles, and blows``: of two tags that contradict each other that of a verb beside a verb."""
    first = words[i].head
    if words[i].deprel != "conj" or words[first].xpos != "VBZ":
        return False
    if words[i].upos != "VERB" and not (
        words[i - 1].text == ","
        and words[i - 2].upos == "ADV"
        and words[i].xpos == "NNS"
        and any(words[k].deprel == "conj" for k in words.children(first) if k > i)
    ):
        return False
    others = {words[k].deprel for k in words.children(i)} - {"punct", "cc"}
    if words[first].upos != "VERB" or (others and (words[i].upos != "VERB" or others - {"obl", "advmod"})):
        return False
    if not lexicon.knows(lexicon.lemma(words[i].text.lower(), "verb"), "verb"):
        return False
    words[i] = as_verb(words[i], lexicon)
    return True


def thing_of_participle(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A man riding skis across the snow``: nobody rides nothing, so that the skis are a thing."""
    act, form = i - 1, words[i].text.lower()
    if words[i].deprel != "root" or act < 1 or words[act].xpos != "VBG" or words[act].deprel != "acl":
        return False
    noun = words[act].head
    if words[noun].head != i or words[noun].deprel != "nsubj" or words.children(act):
        return False
    if lexicon.lemma(words[act].text.lower(), "verb") not in WITH_OBJECTS or not lexicon.knows(
        lexicon.lemma(form, "noun"), "noun"
    ):
        return False
    for k in words.children(i):
        if k != noun:
            words[k] = replace(words[k], head=act if bare_relation(words[k]) == "obl" else noun)
    words[noun] = replace(words[noun], head=-1, deprel="root")
    words[i] = as_noun(words[i], lexicon, head=act, deprel="obj")
    return True


def verb_of_subject(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``its brakes hiss``: what has a subject in a list of clauses is a verb, whatever its class is called."""
    if words[i].upos != "NOUN" or words[i].deprel not in _CLAUSES:
        return False
    subject, one = i - 1, words[i].xpos == "VBZ"
    if subject < 0 or words[subject].deprel != "nsubj" or words[subject].head != i:
        return False
    if words[subject].xpos not in (("NN", "NNP") if one else ("NNS",)):
        return False
    if not lexicon.knows(lexicon.lemma(words[i].text.lower(), "verb"), "verb") or is_title(words, i, lexicon):
        return False
    words[i] = as_verb(words[i], lexicon, one=one)
    return True


def verb_in_s(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A toddler smears cake``: what ends in s is finite, and what stands before it no part of its object's name."""
    form, noun = words[i].text.lower(), i - 1
    if not form.endswith("s") or words[i].deprel != "root" or noun < 0 or words[noun].upos not in THINGS:
        return False
    if any(bare_relation(words[k]) in ("nsubj", "aux") for k in words.children(i)):
        return False
    if words[noun].deprel not in ("compound", "amod") or words[noun].head < i or words[noun].xpos != "NN":
        return False
    words[noun] = replace(words[noun], head=i, deprel="nsubj")
    words[i] = as_verb(words[i], lexicon)
    return True


def noun_before_finite(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A paint can rolls``: nothing `can` in front of an -s, so that it is a can that does."""
    verb, first = i + 1, i - 1
    if words[i].head != verb or words[verb].xpos != "VBZ" or not words[verb].text.lower().endswith("s"):
        return False
    if bare_relation(words[i]) != "aux" or not lexicon.knows(words[i].text.lower(), "noun"):
        return False
    if first >= 0 and words[first].head == verb and words[first].deprel == "nsubj":
        for k in words.children(first):
            words[k] = replace(words[k], head=i)
        words[first] = replace(words[first], head=i, deprel="compound")
    words[i] = as_noun(words[i], lexicon, one=True, deprel="nsubj")
    return True


def make_finite(words: Tree, i: int, noun: int, *, one: bool, lexicon: Lexicon) -> None:
    """Turn a noun into the finite verb of the noun right before it."""
    for k in words.children(i):
        if k < noun and words[k].deprel in ("det", "amod", "nummod", "compound", "nmod:poss"):
            words[k] = replace(words[k], head=noun)
        elif k > i and words[k].deprel == "acl":
            words[k] = replace(words[k], deprel="advcl")  # `A toilet flushes, followed by a bang`
    words[noun] = replace(words[noun], deprel="nsubj")
    words[i] = as_verb(words[i], lexicon, one=one)


def act_behind_things(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``spits out pages and beeps``: a happening is not listed with things; the one who acts does it, too."""
    if words[i].deprel != "conj":
        return False
    thing, form = words[i].head, words[i].text.lower()
    if thing >= 0 and words[thing].upos == "VERB":  # a tree that cannot say what it is listed with
        thing = max((k for k in words.children(thing) if words[k].deprel == "obj" and k < i), default=-1)
    if thing < 0 or words[thing].deprel != "obj" or [words[k].deprel for k in words.children(i)] != ["cc"]:
        return False
    verb = words[thing].head
    if words[verb].xpos != "VBZ" or any(words[k].deprel == "conj" for k in words.children(thing) if k != i):
        return False
    happenings = {"event", "act", "communication"}
    if is_happening(words[thing].text.lower(), lexicon) or not lexicon.knows(
        lexicon.lemma(form, "verb"), "verb"
    ):
        return False
    senses = lexicon.supersenses(lexicon.lemma(form, "noun"), "noun")
    preference = lexicon.verb_preference(form)
    if preference < 0 or (preference < 2 and not set(senses[:1]) & happenings):
        return False
    words[i] = as_verb(words[i], lexicon, head=verb)
    return True


def second_verb(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``peels pears and sneezes``: what is coordinated with a verb, and hardly ever a thing, is one."""
    word, verb = words[i], words[i].head
    if word.deprel != "conj" or verb < 0 or words[verb].xpos != "VBZ" or words[verb].upos != "VERB":
        return False
    children = {bare_relation(words[k]) for k in words.children(i)}
    lemma = lexicon.lemma(word.text.lower(), "verb")
    if not lexicon.knows(lemma, "verb") or lexicon.verb_preference(word.text.lower()) < 0:
        return False
    if lemma == word.text.lower() or not word.text.lower().endswith("s"):
        return False
    if "cc" not in children or children & {"det", "amod", "nummod", "case", "nmod"}:
        return False
    own = [k for k in words.children(i) if words[k].deprel == "compound"]
    if own and (own != [i - 1] or words[i - 1].xpos != "NN" or words[i - 2].deprel != "cc"):
        return False
    words[i] = as_verb(word, lexicon)
    if own:  # `and water gurgles down a drain`
        words[i - 1] = replace(words[i - 1], deprel="nsubj")
        for k in words.children(verb):
            if k > i and words[k].deprel == "obl":
                words[k] = replace(words[k], head=i)
    return True


def verb_of_list(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``digs, waters and weeds the beds``: between two verbs of one subject stands a third."""
    verb, behind = i - 2, i + 2
    if words[i].deprel != "conj" or words[i].head != verb or behind >= len(words):
        return False
    if words[i - 1].text != "," or words[i + 1].deprel != "cc" or words[behind].head != verb:
        return False
    if words[verb].xpos != "VBZ" or words[behind].xpos != "VBZ" or words.children(i) not in ([], [i - 1]):
        return False
    if not lexicon.knows(lexicon.lemma(words[i].text.lower(), "verb"), "verb"):
        return False
    words[i] = as_verb(words[i], lexicon)
    return True


def verb_with_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A baker with flour on his hands kneads dough``: what has an object is no thing of a list."""
    first, word = words[i].head, words[i]
    if word.deprel != "conj":
        return False
    if first < 0 or words[first].deprel != "root" or words[first].xpos != "NN" or first > i:
        return False
    lemma = lexicon.lemma(word.text.lower(), "verb")
    if not lexicon.knows(lemma, "verb") or not any(words[k].deprel == "obj" for k in words.children(i)):
        return False
    words[i] = as_verb(word, lexicon, head=-1, deprel="root")
    words[first] = replace(words[first], head=i, deprel="nsubj")
    return True


def verb_of_all(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A boy riding a mule and a girl carrying a lamb walk in a field``: bare behind an object, it is what all do."""
    thing, form = i - 1, words[i].text.lower()
    if words[i].deprel not in ("nmod", "obj") or thing < 0 or i + 1 >= len(words):
        return False
    if words[i + 1].upos != "ADP" or words[thing].upos not in THINGS:
        return False
    own = [
        k for k in words.children(i) if k != thing and bare_relation(words[k]) not in ("det", "nmod", "obl")
    ]
    if (
        own
        or preposition_of(words, i)
        or lexicon.verb_preference(form) < 0
        or form != lexicon.lemma(form, "verb")
    ):
        return False
    act = words[i].head if words[thing].head == i else words[thing].head
    if act < 0 or words[act].xpos != "VBG" or words[act].deprel != "acl":
        return False
    last = words[act].head
    first = words[last].head
    if words[last].deprel != "conj" or words[first].deprel != "root" or words[first].upos not in THINGS:
        return False
    if not is_living(words[first], lexicon) or all(words[k].deprel != "cc" for k in words.children(last)):
        return False
    for k in (*words.children(i), *words.children(act)):
        if k > i:
            words[k] = replace(
                words[k], head=i, deprel="obl" if words[k].deprel == "nmod" else words[k].deprel
            )
        elif k < thing and words[k].head == i:
            words[k] = replace(words[k], head=thing)
    for k in words.children(first):
        if words[k].deprel == "punct" and k > i:
            words[k] = replace(words[k], head=i)
    words[i] = as_verb(words[i], lexicon, one=False, head=-1, deprel="root")
    words[thing] = replace(words[thing], head=act, deprel="obj")
    words[first] = replace(words[first], head=i, deprel="nsubj")
    return True


def bare_form_of_many(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Nuns read, write and hum``: beside what many do stands what they do, too, and no infinitive."""
    first = words[i].head
    if words[i].deprel != "conj" or first < 0 or words[first].xpos != "VBP" or words[i].upos != "VERB":
        return False
    if any(bare_relation(words[k]) in ("aux", "mark", "nsubj") for k in words.children(i)):
        return False
    if any(bare_relation(words[k]) in ("aux", "mark") for k in words.children(first)):
        return False
    words[i] = replace(words[i], xpos="VBP", features=PLURAL_PRESENT)
    return True


def subject_behind_mark(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``while leaves rustle``, ``as bats hit balls``: between `while` and a verb stands the verb's subject."""
    mark, verb = i - 1, i + 1
    if mark < 0 or verb >= len(words) or words[mark].deprel != "mark" or words[mark].head not in (i, verb):
        return False
    if not lexicon.knows(lexicon.lemma(words[i].text, "noun"), "noun"):
        return False
    form, xpos = words[verb].text.lower(), words[verb].xpos
    thing = xpos == "NN" and words[verb].deprel == "obj" and words[verb].head == i
    bare = thing and lexicon.knows(lexicon.lemma(form, "verb"), "verb")
    finite = xpos in ("VBP", "VB", "VBD") or (xpos == "VBZ" and not form.endswith("s"))
    others = {bare_relation(words[k]) for k in words.children(verb) if k != i}
    if not (bare or finite) or others & {"nsubj", "aux", "cop", "expl"}:
        return False
    if bare:
        words[verb] = as_verb(words[verb], lexicon, one=False)
    if words[verb].head == i or words[i].head != verb:
        words[verb] = replace(words[verb], head=words[i].head, deprel=words[i].deprel)
    for k in words.children(i):
        words[k] = replace(words[k], head=verb)
    words[i] = as_noun(words[i], lexicon, head=verb, deprel="nsubj")
    return True


def sound_before_verb(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Hammering echoes through a hall``: what was taken for a verb, and for its object, is the act of a sound."""
    verb, act = i + 1, words[i].text.lower()
    if verb + 1 >= len(words) or (i > 0 and words[i - 1].text not in (".", "!", "?")):
        return False
    if words[i].deprel in _SUBJECTS and words[i].head == verb and not words.children(i):
        words[i] = as_noun(words[i], lexicon, one=True)  # `Hammering resounds`, read as what it is
        return True
    form = words[verb].text.lower()
    read = words[verb].upos == "VERB" or words[verb].xpos == "VBZ"
    if words[verb].head != i or words[verb].deprel != "obj" or not read or not form.endswith("s"):
        return False
    if not lexicon.knows(lexicon.lemma(form, "verb"), "verb") or not act.endswith("ing"):
        return False
    if any(words[k].deprel in ("det", "amod", "nummod") for k in words.children(verb)):
        return False
    clause = words[i].head
    for k in words.children(i):
        if k != verb:
            words[k] = replace(words[k], head=verb)
    words[verb] = as_verb(words[verb], lexicon, head=-1, deprel="root")
    words[i] = as_noun(words[i], lexicon, one=True, head=verb, deprel="nsubj")
    if clause > verb:
        words[clause] = replace(words[clause], head=verb, deprel="parataxis")
    return True


def verb_before_last(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Two nuns wearing hats ladle soup into cups``: without `and` nothing is listed, but something is done to it."""
    verb, first = i - 1, words[i].head
    if verb < 1 or words[verb].head != i or words[verb].deprel != "compound" or words[i].deprel != "conj":
        return False
    if not 0 <= first < verb or words[first].deprel != "root" or words[first].xpos != "NNS":
        return False
    form = words[verb].text.lower()
    bare = words[verb].xpos == "NN" and not words.children(verb) and form == lexicon.lemma(form, "verb")
    if not bare or not lexicon.knows(form, "verb") or [k for k in words.children(i) if k < verb]:
        return False
    if not any(words[k].deprel == "acl" and k < verb for k in words.children(first)):
        return False
    for k in (*words.children(i), *words.children(first)):
        if k > i:
            relation = {"nmod": "obl"}.get(words[k].deprel, words[k].deprel)
            words[k] = replace(words[k], head=verb, deprel=relation)
    words[verb] = as_verb(words[verb], lexicon, one=False, head=-1, deprel="root")
    words[i] = replace(words[i], head=verb, deprel="obj")
    words[first] = replace(words[first], head=verb, deprel="nsubj")
    return True
