"""Names of things that were taken for acts, and acts that were taken for things."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import (
    Tree,
    as_noun,
    as_verb,
    bare_relation,
    is_finite_conjunct,
    is_living,
    places_of_noun,
)
from extractor.syntax.mending.vocabulary import (
    ACTS_OF_THINGS,
    BE,
    COLLECTIVE,
    DEGREES,
    FINITE,
    MARKS,
    SINGULAR,
    SOLID,
    THINGS,
)

# Classes of what is made, which forms in -ing are names of, too: `piping`, `lining`, `clothing`.
_MADE = frozenset({"artifact", "clothing", "equipment", "structure"})
_CLAUSES = frozenset({"conj", "parataxis", "root"})


def title(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Cushion cover with tassels``: a bare name of a thing that does nothing to anything."""
    if not is_title(words, i, lexicon):
        return False
    turn_to_name(words, i, i - 1, lexicon)
    return True


def listed_noun(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """A plural beside nouns that is called a verb: its own tags contradict each other."""
    if words[i].xpos != "NNS" or words[i].upos != "VERB" or words[i].deprel != "conj":
        return False
    if words[words[i].head].upos not in THINGS:
        return False
    words[i] = replace(words[i], upos="NOUN")
    return True


def noun_by_its_place(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``with a bear patch on the bib``: behind a preposition, what is called a noun and a verb is a noun."""
    if words[i].upos != "VERB" or not any(words[k].deprel == "case" for k in words.children(i)):
        return False
    words[i] = replace(words[i], upos="NOUN")
    places_of_noun(words, i)
    return True


def verb_before_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Two goats butt heads``: of two subjects in a row the second is the verb, and the verb its object."""
    if words[i].deprel != "root":
        return False
    verb, form = i - 1, words[i].text.lower()
    subjects = [k for k in words.children(i) if words[k].deprel == "nsubj"]
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
            words[k] = replace(words[k], head=verb)
    words[i] = as_noun(words[i], lexicon, head=verb, deprel="obj")
    return True


def compound_of_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``wearing roller skates``: right behind an object, with no preposition between, stands the rest of its name."""
    first, form = i - 1, words[i].text.lower()
    eye_drops = words[i].deprel == "advcl" and words[first].deprel == "nmod"
    listed = words[first].deprel in ("conj", "obj", "obl") or eye_drops
    if first < 1 or words[first].xpos != "NN" or not listed:
        return False
    if any(words[k].deprel in ("case", "det", "cc", "nsubj", "mark", "obj") for k in words.children(i)):
        return False
    verb = words[i].head
    if eye_drops:
        for k in words.children(i):
            words[k] = replace(words[k], head=verb)
    of_first = words[i].deprel in ("nmod", "acl", "advcl") and verb <= first
    doubled = words[i].deprel == "nsubj" and any(
        words[k].deprel == "nsubj" and k < i for k in words.children(verb)
    )
    if not (of_first or doubled) or not lexicon.knows(lexicon.lemma(form, "noun"), "noun"):
        return False
    for k in words.children(first):
        if k != i:
            words[k] = replace(words[k], head=i)
    words[i] = as_noun(words[i], lexicon, head=words[first].head, deprel=words[first].deprel)
    words[first] = replace(words[first], head=i, deprel="compound")
    return True


def list_member(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``wearing a coat and sandals``, ``dries dishes and boxes``: a bare verb behind a noun and `and`."""
    word = words[i]
    lemma = lexicon.lemma(word.text, "noun")
    if not word.text.lower().endswith("s") or not lexicon.knows(lemma, "noun"):
        return False
    relation = bare_relation(word)
    if relation in ("obj", "obl", "nmod"):
        words[i] = as_noun(word, lexicon)
        return True
    if relation != "conj" or i < 2:
        return False
    children = words.children(i)
    conjunctions = [k for k in children if bare_relation(words[k]) == "cc"]
    if not conjunctions or any(
        bare_relation(words[k]) not in ("cc", "punct", "amod", "compound") for k in children
    ):
        return False
    before = conjunctions[0] - 1
    if before >= 0 and words[before].text == ",":
        before -= 1
    if before < 0 or not (words[before].upos in THINGS or bare_relation(words[before]) == "obj"):
        return False
    top = words[word.head].head if words[word.head].deprel == "obj" else word.head
    finite = words[top].xpos in FINITE or any(words[k].xpos in FINITE for k in words.children(top) if k != i)
    if finite and lexicon.verb_preference(word.text.lower()) >= 0:
        return False
    words[i] = as_noun(word, lexicon, head=before, deprel="conj")
    return True


def listed_form(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``with a tub, toilet and sink under a window``: a bare form behind nouns, and nobody is its subject."""
    word, before = words[i], i - 1
    if word.deprel != "conj" or word.head < 0 or words[word.head].upos not in THINGS:
        return False
    children = words.children(i)
    if any(bare_relation(words[k]) not in ("cc", "punct", "obl", "advmod", "conj", "amod") for k in children):
        return False
    while before > word.head and words[before].deprel in ("cc", "punct"):
        before -= 1
    if before == i - 1 or before < word.head or words[before].upos not in THINGS:
        return False
    if before == word.head and words[before].xpos != "NN":
        return False  # `dogs and run`: of many it may be said
    form = word.text.lower()
    if not lexicon.knows(lexicon.lemma(form, "noun"), "noun"):
        return False
    if word.xpos == "VBZ" and (before == word.head or lexicon.verb_preference(form) >= 0):
        return False  # `a strip of sand and rocks`, but not `barks`
    first = before
    while words[first].deprel == "conj" and words[first].head > word.head:
        first = words[first].head
    words[i] = as_noun(word, lexicon, one=word.xpos != "VBZ", head=first, deprel="conj")
    places_of_noun(words, i)
    return True


def second_thing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a hill with cows grazing by a stream and ruins on a ridge``: many do not `ruins`, and no act is beside it."""
    act, form = words[i].head, words[i].text.lower()
    if words[i].deprel != "conj" or act < 0 or words[act].xpos != "VBG" or words[act].deprel != "acl":
        return False
    thing = words[act].head
    if words[thing].xpos != "NNS" or not form.endswith("s") or lexicon.verb_preference(form) > 0:
        return False
    if any(bare_relation(words[k]) in ("nsubj", "obj", "aux") for k in words.children(i)):
        return False
    if not lexicon.knows(lexicon.lemma(form, "noun"), "noun"):
        return False
    places_of_noun(words, i)
    words[i] = as_noun(words[i], lexicon, head=thing, deprel="conj")
    return True


def bare_form(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a dog race in a park``: one dog races, so the race is a dog race."""
    form = words[i].text.lower()
    children = words.children(i)
    relations = {bare_relation(words[k]) for k in children}
    if relations & {"aux", "obj", "xcomp", "ccomp", "expl", "cop", "conj"} or bare_relation(words[i]) not in (
        "root",
        "parataxis",
    ):
        return False
    subject = i - 1
    if subject < 1 or subject not in children or words[subject].deprel != "nsubj":
        return False
    noun = words[subject]
    determiners = {words[k].text.lower() for k in words.children(subject)}
    if noun.xpos != "NN" or not determiners & SINGULAR or noun.text.lower() in COLLECTIVE:
        return False
    if any(bare_relation(words[k]) in ("nmod", "conj", "acl") for k in words.children(subject)):
        return False
    if not lexicon.knows(lexicon.lemma(form, "noun"), "noun") or lexicon.verb_preference(form) > 0:
        return False
    turn_to_name(words, i, subject, lexicon)
    return True


def turn_to_name(words: Tree, i: int, first: int, lexicon: Lexicon) -> None:
    """Turn a verb and its subject round: they are one name, of which the verb is the head."""
    form = words[i].text.lower()
    one = lexicon.lemma(form, "noun") == form
    words[i] = as_noun(words[i], lexicon, one=one)
    words[first] = replace(words[first], deprel="compound")
    for k in words.children(first):
        words[k] = replace(words[k], head=i)
    for k in words.children(i):
        if bare_relation(words[k]) == "obl":
            words[k] = replace(words[k], deprel="nmod")


def is_title(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Cushion cover with tassels``: a bare name of a thing that does nothing to anything."""
    first, behind, form = i - 1, i + 1, words[i].text.lower()
    if words[i].deprel != "root" or first < 0 or words[first].head != i or behind >= len(words):
        return False
    if words[first].deprel != "nsubj" or words[first].xpos != "NN" or words[behind].text.lower() != "with":
        return False
    act = lexicon.knows(lexicon.lemma(form, "verb"), "verb")  # a toddler does not `overalls`
    if any(words[k].deprel == "det" for k in words.children(first)) or (
        act and is_living(words[first], lexicon)
    ):
        return False
    if any(
        bare_relation(words[k]) in ("obj", "aux", "expl", "xcomp", "advcl")
        or (words[k].deprel == "conj" and words[k].upos not in THINGS)
        for k in words.children(i)
    ):
        return False
    return lexicon.supersenses(lexicon.lemma(form, "noun"), "noun")[:1] == ["artifact"]


def compound_of_second(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``with a stand collar and snap buttons``: a bare verb is coordinated with no noun."""
    if words[i].deprel != "conj" or words[words[i].head].deprel not in ("nmod", "obl", "obj"):
        return False
    noun, first = i + 1, words[i].head
    if words[first].upos not in THINGS or noun >= len(words) or words[noun].xpos not in ("NN", "NNS"):
        return False
    listed = words[noun].head == i or (words[noun].head == first and words[noun].deprel == "conj")
    if not listed or not lexicon.knows(words[i].text.lower(), "noun"):
        return False
    for k in words.children(i):
        words[k] = replace(words[k], head=noun)
    words[noun] = replace(words[noun], head=first, deprel="conj")
    words[i] = replace(
        words[i], upos="NOUN", xpos="NN", lemma=words[i].text.lower(), head=noun, deprel="compound"
    )
    return True


def progressive(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``it is sneezing``: no adjective that the lexicon knows, and a verb that it knows."""
    if not words[i].text.lower().endswith("ing"):
        return False
    form = words[i].text.lower()
    lemma = lexicon.lemma(form, "verb")
    if lexicon.is_adjective(form) or lemma == form or not lexicon.knows(lemma, "verb"):
        return False
    children = words.children(i)
    copulas = [k for k in children if bare_relation(words[k]) == "cop" and words[k].text.lower() in BE]
    if not copulas or any(words[k].text.lower() in DEGREES for k in children):
        return False
    words[i] = replace(words[i], upos="VERB", xpos="VBG", lemma=lemma, features="Tense=Pres|VerbForm=Part")
    for k in copulas:
        words[k] = replace(words[k], deprel="aux")
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


def name_at_the_top(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A marble bust of a poet``: a noun right behind the first is no clause of it, but the head of the name."""
    first = i - 1
    if first < 0 or words[i].head != first or words[first].xpos not in ("NN", "NNP"):
        return False
    if words[i].upos not in THINGS or any(
        words[k].deprel in ("case", "det", "nsubj", "cop") for k in words.children(i)
    ):
        return False
    if words[first].deprel != "root" or not lexicon.knows(words[i].text.lower(), "noun"):
        return False
    if is_living(words[first], lexicon):
        return False
    for k in words.children(first):
        if k != i:
            words[k] = replace(words[k], head=i)
    words[i] = replace(words[i], head=-1, deprel="root")
    words[first] = replace(words[first], head=i, deprel="compound")
    return True


def thing_of_a_color(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``paints a wall blue``: the wall is painted, and what describes things is not."""
    thing, form = i - 1, words[i].text.lower()
    if words[i].deprel != "obj" or words[thing].head != i or words[thing].deprel not in ("amod", "compound"):
        return False
    name = words[thing].text.lower()
    if not lexicon.is_adjective(form) or lexicon.supersenses(form, "noun")[:1] != ["attribute"]:
        return False
    if lexicon.is_adjective(name) or not lexicon.knows(name, "noun"):
        return False
    for k in words.children(i):
        if k < thing:
            words[k] = replace(words[k], head=thing)
    words[thing] = replace(words[thing], upos="NOUN", xpos="NN", head=words[i].head, deprel="obj")
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", head=words[i].head, deprel="xcomp")
    return True


def verb_of_mark(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``while a goat pants``: behind `while` stands a clause, and a clause has a verb."""
    noun = i - 1
    marks = [k for k in words.children(i) if words[k].deprel == "mark" and words[k].text.lower() in MARKS]
    if not marks or words[noun].head != i or words[noun].deprel not in ("amod", "compound"):
        return False
    form = words[i].text.lower()
    if not lexicon.knows(lexicon.lemma(form, "verb"), "verb") or not lexicon.knows(
        words[noun].text.lower(), "noun"
    ):
        return False
    make_finite(words, i, noun, one=True, lexicon=lexicon)
    words[noun] = replace(words[noun], upos="NOUN", xpos="NN")
    words[i] = replace(words[i], deprel="advcl")
    return True


def second_behind_plural(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A register rings, coins jingle``: the same in a list of clauses."""
    if words[i].deprel != "conj":
        return False
    noun, first = i - 1, words[i].head
    if noun < 1 or words[noun].xpos != "NNS" or words[first].xpos not in FINITE or not first < noun:
        return False
    listed = words[noun].head == i or (words[noun].head == first and words[noun].deprel == "conj")
    form = words[i].text.lower()
    if not listed or lexicon.verb_preference(form) < 0 or not lexicon.knows(form, "verb"):
        return False
    if bare_relation(words[noun - 1]) not in ("punct", "cc"):
        return False
    words[noun] = replace(words[noun], head=i)
    make_finite(words, i, noun, one=False, lexicon=lexicon)
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
    placed = (
        one
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


def verb_with_clause(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Rain drums on a roof while a dog barks``: a clause hangs on a clause, so the first has a verb, too."""
    noun, form = i - 1, words[i].text.lower()
    if noun != 0 or words[i].deprel != "root" or words[noun].head != i or words.children(noun):
        return False
    if words[noun].deprel not in ("amod", "compound") or not lexicon.knows(words[noun].text.lower(), "noun"):
        return False
    clauses = [
        k
        for k in words.children(i)
        if words[k].xpos in FINITE
        and (words[k].deprel == "conj" or has_mark(words, k))
        and any(words[c].deprel == "nsubj" and c > i for c in words.children(k))
    ]
    lemma = lexicon.lemma(form, "verb")
    if not clauses or not lexicon.knows(lemma, "verb") or lexicon.verb_preference(form) < -1:
        return False
    for k in words.children(i):
        if k > i and words[k].deprel == "nmod":
            words[k] = replace(words[k], deprel="obl")
    words[noun] = replace(words[noun], upos="NOUN", xpos="NN")
    make_finite(words, i, noun, one=True, lexicon=lexicon)
    return True


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


def verb_behind_let(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``lets it dry``: what something is let do."""
    form, let = words[i].text.lower(), words[i].head
    if words[i].upos != "ADJ" or words[let].text.lower() not in ("let", "lets", "letting"):
        return False
    if not any(words[k].deprel == "obj" and k < i for k in words.children(let)):
        return False
    if not lexicon.knows(form, "verb"):
        return False
    words[i] = replace(words[i], upos="VERB", xpos="VB", lemma=form, features="VerbForm=Inf")
    return True


def has_mark(words: Tree, i: int) -> bool:
    """Whether a verb is that of a clause of time: ``while a dog barks``."""
    return words[i].deprel == "advcl" and any(
        words[k].deprel == "mark" and words[k].text.lower() in MARKS for k in words.children(i)
    )


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


def is_bare_pair(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether a word is a form in s behind a bare noun: ``and distant thunder rolls``."""
    noun = words[i - 1]
    bare = noun.head == i and noun.deprel == "compound" and noun.xpos == "NN" and words[i].xpos == "NNS"
    return bare and not words.children(i - 1) and is_act(words[i].text.lower(), lexicon)


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
    if not set(senses[:1]) & happenings or lexicon.verb_preference(form) < 0:
        return False
    words[i] = as_verb(words[i], lexicon, head=verb)
    return True


def clause_behind_things(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Cubes clink in a glass and thunder rolls``: a bare noun and a form in s behind it that is an act's."""
    if words[i].deprel != "conj":
        return False
    thing = words[i].head
    verb = words[thing].head if thing >= 0 else -1
    if verb < 0 or words[verb].xpos not in FINITE or words[thing].deprel not in ("obj", "obl"):
        return False
    joined = any(words[k].deprel == "cc" for k in words.children(i))
    if not joined or not is_bare_pair(words, i, lexicon):
        return False
    words[i] = replace(words[i], head=verb)
    make_finite(words, i, i - 1, one=True, lexicon=lexicon)
    return True


def is_act(form: str, lexicon: Lexicon) -> bool:
    """Whether a form in s behind a bare noun says what that does: ``Rain patters``, and not ``Ski pants``."""
    if lexicon.lemma(form, "verb") in ACTS_OF_THINGS:
        return True
    solid = lexicon.noun_class(lexicon.lemma(form, "noun")) in SOLID
    return is_happening(form, lexicon) and lexicon.verb_preference(form) > 0 and not solid


def is_happening(form: str, lexicon: Lexicon) -> bool:
    """Whether a word read as a noun is a happening first."""
    return bool(set(lexicon.supersenses(lexicon.lemma(form, "noun"), "noun")[:1]) & {"event", "act"})


def adjective_of_participle(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``with a man asleep on it``, ``unchanged from before``: what is no form of a verb tells how something is."""
    form = words[i].text.lower()
    if (
        not lexicon.is_adjective(form)
        or form.endswith("ing")
        or lexicon.knows(lexicon.lemma(form, "verb"), "verb")
    ):
        return False
    copulas = [
        k for k in words.children(i) if bare_relation(words[k]) == "aux" and words[k].text.lower() in BE
    ]
    if copulas:  # `the dog is asleep`
        words[i] = replace(words[i], upos="ADJ", xpos="JJ", lemma=form)
        for k in words.children(i):
            if k == copulas[-1]:
                words[k] = replace(words[k], deprel="cop")
            elif words[k].deprel == "nsubj:pass":
                words[k] = replace(words[k], deprel="nsubj")
        return True
    if words[i].deprel != "acl":
        return False
    owner = words[i].head
    subjects = [k for k in words.children(i) if words[k].deprel == "nsubj" and words[k].upos in THINGS]
    marks = [k for k in words.children(i) if words[k].deprel == "mark" and words[k].text.lower() == "with"]
    thing = subjects[0] if subjects and marks else owner
    for k in words.children(i):
        if k in marks:
            words[k] = replace(words[k], head=thing, deprel="case")
        elif k != thing:
            moved = "nmod" if words[k].deprel == "obl" else words[k].deprel
            words[k] = replace(words[k], head=thing, deprel=moved)
    if thing != owner:
        words[thing] = replace(words[thing], head=owner, deprel="nmod")
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", lemma=form, head=thing, deprel="amod")
    return True


def noun_before_of(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``There is blunting of the angle``: an act of nobody with an `of` behind it is a thing."""
    of = i + 1
    if of >= len(words) or words[of].text.lower() != "of" or words[words[of].head].head != i:
        return False
    if words[i].deprel not in ("csubj", "xcomp", "ccomp", "root") or any(
        bare_relation(words[k]) in ("nsubj", "obj", "aux", "cop", "mark") for k in words.children(i)
    ):
        return False
    relation = words[i].deprel if words[i].deprel == "root" else "nsubj"
    words[i] = replace(words[i], upos="NOUN", xpos="NN", lemma=words[i].text.lower(), deprel=relation)
    words[words[of].head] = replace(words[words[of].head], deprel="nmod")
    return True


def noun_behind_with(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a sign with writing on it``: what is written, and nobody writes."""
    if words[i].text.lower() != "writing" or words[i - 1].text.lower() != "with" or words[i].xpos != "VBG":
        return False
    thing = i - 2
    if thing < 0 or words[thing].upos not in THINGS:
        return False
    for k in words.children(i):
        if words[k].deprel == "mark":
            words[k] = replace(words[k], deprel="case")
        elif words[k].deprel == "obl":
            words[k] = replace(words[k], deprel="nmod")
    words[i] = replace(words[i], upos="NOUN", xpos="NN", lemma="writing", head=thing, deprel="nmod")
    return True


def name_of_verb(words: Tree, i: int, lexicon: Lexicon) -> int:
    """``Boys' swim trunks``: behind an apostrophe stands no verb; the noun of which it is the first part."""
    thing = next((k for k in words.children(i) if k > i and words[k].deprel == "obj"), -1)
    if thing < 0 or words[thing].upos not in THINGS:
        return i
    words[thing] = replace(words[thing], head=words[i].head, deprel=words[i].deprel)
    for k in words.children(i):
        moved = "nmod" if words[k].deprel == "obl" else words[k].deprel
        words[k] = replace(words[k], head=thing, deprel=moved)
    words[i] = as_noun(words[i], lexicon, one=True, head=thing, deprel="compound")
    return thing


def possessor(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Kids' raincoat``: an apostrophe behind a plural, and a noun behind it, is no quotation mark."""
    owner, thing = i - 1, i + 1
    if owner < 0 or words[owner].xpos not in ("NNS", "NNPS") or not words[owner].text.endswith("s"):
        return False
    if any(words[k].text == "'" for k in range(owner)):
        return False
    if thing < len(words) and words[thing].xpos in ("VB", "VBP") and words[owner].head == thing:
        thing = name_of_verb(words, thing, lexicon)
    while thing < len(words) - 1 and words[thing].deprel in ("amod", "compound", "nummod"):
        thing += 1
    if thing >= len(words) or words[thing].upos not in THINGS:
        return False
    if words[thing].head == owner:
        words[thing] = replace(words[thing], head=words[owner].head, deprel=words[owner].deprel)
    for k in words.children(owner):
        if k > i and k != thing:
            words[k] = replace(words[k], head=thing)
    words[owner] = replace(words[owner], head=thing, deprel="nmod:poss")
    words[i] = replace(words[i], upos="PART", xpos="POS", head=owner, deprel="case")
    return True


def first_part_in_ing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``parking lots``: the first part of a name is no act of anybody."""
    if words[i].deprel != "compound" or words[i].head <= i or words[words[i].head].upos not in THINGS:
        return False
    words[i] = as_noun(words[i], lexicon, one=True)
    return True


def stuff_in_ing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a shirt with contrast piping``: what is a thing first, right behind a bare noun, is named after it."""
    first, form = i - 1, words[i].text.lower()
    if words[i].deprel != "acl" or first < 1 or words[first].xpos != "NN" or words[first].upos not in THINGS:
        return False
    if words[first].deprel not in ("nmod", "obj", "obl", "conj") or is_living(words[first], lexicon):
        return False
    if any(bare_relation(words[k]) not in ("cc", "conj", "punct", "nmod") for k in words.children(i)):
        return False
    if not lexicon.knows(form, "noun"):
        return False
    bare = all(words[k].deprel in ("case", "amod", "cc", "punct") for k in words.children(first))
    rarely = bare and lexicon.verb_preference(form) <= 1 and not is_living(words[words[i].head], lexicon)
    if lexicon.noun_class(form) not in _MADE and not rarely:
        return False
    for k in words.children(first):
        words[k] = replace(words[k], head=i)
    words[i] = as_noun(words[i], lexicon, one=True, head=words[first].head, deprel=words[first].deprel)
    words[first] = replace(words[first], head=i, deprel="compound")
    return True


def second_in_ing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``shows plaque and bleeding``: what no finite verb is coordinated with is beside its object."""
    verb, thing, form = words[i].head, i - 2, words[i].text.lower()
    if words[i].deprel != "conj" or words[i - 1].deprel != "cc" or verb < 0 or verb >= thing:
        return False
    if words[verb].xpos not in ("VBZ", "VBP") or words[thing].deprel != "obj" or words[thing].head != verb:
        return False
    if any(bare_relation(words[k]) in ("obj", "nsubj", "aux", "xcomp") for k in words.children(i)):
        return False
    subjects = [k for k in words.children(verb) if words[k].deprel == "nsubj"]
    if not subjects or is_living(words[subjects[0]], lexicon) or not lexicon.knows(form, "noun"):
        return False
    places_of_noun(words, i)
    words[i] = as_noun(words[i], lexicon, one=True, head=thing)
    return True


def close_up(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Close-up of a bee``: at the start of a caption it was taken for a verb and its particle."""
    if words[i].text.lower() != "up":
        return False
    close = i - 2 if i > 1 and words[i - 1].text == "-" else i - 1
    if (
        close < 0
        or words[close].text.lower() != "close"
        or words[close].upos != "VERB"
        or words[i].head != close
    ):
        return False
    shown = [k for k in words.children(i) if bare_relation(words[k]) in ("nmod", "obl")]
    if not shown or i + 1 >= len(words) or words[i + 1].text.lower() != "of":
        return False
    words[i] = replace(
        words[i], upos="NOUN", xpos="NN", features="", head=words[close].head, deprel=words[close].deprel
    )
    for k in words.children(close):
        of_thing = k > shown[0] and words[k].upos == "VERB"
        words[k] = replace(
            words[k], head=shown[0] if of_thing else i, deprel="acl" if of_thing else words[k].deprel
        )
    words[close] = replace(words[close], upos="ADJ", xpos="JJ", features="Degree=Pos", head=i, deprel="amod")
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
    if "cc" not in children or children & {"det", "amod", "compound", "nummod", "case", "nmod"}:
        return False
    words[i] = as_verb(word, lexicon)
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
