"""Names of things that were taken for acts: `Cushion cover`, `a dog race`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import (
    Tree,
    as_noun,
    bare_relation,
    is_living,
    name_by_last,
    places_of_noun,
    preposition_of,
)
from extractor.syntax.mending.vocabulary import (
    ACTS_OF_THINGS,
    COLLECTIVE,
    COLORS,
    FINITE,
    PAINTING,
    SINGULAR,
    SOLID,
    THINGS,
    VEHICLES,
)

# In which something may be what was done to it: `lies folded`.
_POSTURES = frozenset({"hang", "hangs", "lie", "lies", "rest", "rests", "sit", "sits", "stand", "stands"})


# Up from a clause of a clause.
_MAX_STEPS = 4


def by_last_names(words: Tree) -> bool:
    """``Ray Cole and Amy Cole``: let every name of several words be its last one, as in compounds."""
    changed = False
    for i in range(1, len(words)):
        first = words[i].head
        if words[i].deprel != "flat" or words[i].upos != "PROPN" or words[first].upos != "PROPN":
            continue
        if any(words[k].deprel == "flat" and k > i for k in words.children(first)):
            continue
        if words[first].text[:1].isupper() and not words[i].text[:1].isupper():
            continue
        for k in words.children(first):
            if k != i:
                relation = "compound" if words[k].deprel == "flat" else words[k].deprel
                words[k] = replace(words[k], head=i, deprel=relation)
        words[i] = replace(words[i], head=words[first].head, deprel=words[first].deprel)
        words[first] = replace(words[first], head=i, deprel="compound")
        changed |= words.keep()
    return changed


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


def setting(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``in a stable setting``: who sets nothing is in a setting."""
    noun = i - 1
    if words[i].text.lower() != "setting" or noun < 1 or words[noun].upos not in THINGS:
        return False
    if words[i].head not in (noun, words[noun].head) or words[noun].deprel not in ("nmod", "obl"):
        return False
    if preposition_of(words, noun) != "in" or any(words[k].deprel == "obj" for k in words.children(i)):
        return False  # `with cups setting on a tray`
    name_by_last(words, noun, i, lexicon, one=True)
    places_of_noun(words, i)
    return True


def writing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a kiosk with Greek lettering on it``: an adjective has no preposition, so that the noun stands behind it."""
    first, form = i - 1, words[i].text.lower()
    if first < 1 or words[first].deprel not in ("nmod", "obj", "obl"):
        return False
    name = words[first].text.lower()
    described = lexicon.is_adjective(name) and not lexicon.knows(name, "noun")
    if words[first].xpos != "JJ" and not described:
        return False
    if words[i].head not in (first, words[first].head) or not lexicon.knows(form, "noun"):
        return False
    own = [k for k in words.children(first) if words[k].deprel in ("case", "det")]
    if not own or words[own[0]].text.lower() not in ("a", "an", "with"):
        return False
    if any(words[k].deprel == "obj" for k in words.children(i)):
        return False
    name_by_last(words, first, i, lexicon, one=True, relation="amod")
    places_of_noun(words, i)
    return True


def noun_by_its_place(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``with a bear patch on the bib``: behind a preposition, what is called a noun and a verb is a noun."""
    if words[i].upos != "VERB" or not any(words[k].deprel == "case" for k in words.children(i)):
        return False
    words[i] = replace(words[i], upos="NOUN")
    places_of_noun(words, i)
    return True


def object_form(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``squirts water at a boy``: what hangs on a verb as its object, and hardly ever is an act, is a thing."""
    form, verb = words[i].text.lower(), words[i].head
    if words[i].deprel != "obj" or not 0 <= verb < i or words[verb].upos != "VERB":
        return False
    if lexicon.verb_preference(form) >= 0 or not lexicon.knows(form, "noun"):
        return False
    if any(
        bare_relation(words[k]) not in ("det", "amod", "compound", "obl", "nmod") for k in words.children(i)
    ):
        return False
    words[i] = as_noun(words[i], lexicon, one=True)
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
        for k in words.children(i):
            if relation == "obj" and words[k].deprel == "obl" and word.head >= 0:
                words[k] = replace(words[k], head=word.head)  # `opens oysters with a knife`
        return True
    if relation != "conj" or i < 2:
        return False
    children = words.children(i)
    conjunctions = [k for k in children if bare_relation(words[k]) == "cc"]
    one = _is_of_many(words, i)
    allowed = ("cc", "punct", "amod", "compound", *(("obl",) if one else ()))
    if not conjunctions or any(bare_relation(words[k]) not in allowed for k in children):
        return False
    before = conjunctions[0] - 1
    if before >= 0 and words[before].text == ",":
        before -= 1
    if before < 0 or not (words[before].upos in THINGS or bare_relation(words[before]) == "obj"):
        return False
    top = words[word.head].head if words[word.head].deprel == "obj" else word.head
    finite = words[top].xpos in FINITE or any(words[k].xpos in FINITE for k in words.children(top) if k != i)
    if finite and lexicon.verb_preference(word.text.lower()) >= 0 and not one:
        return False
    for k in children:
        if words[k].deprel == "obl":
            words[k] = replace(words[k], head=top)
    words[i] = as_noun(word, lexicon, head=before, deprel="conj")
    return True


def _is_of_many(words: Tree, i: int) -> bool:
    """``Two men work with hammers and drills``: one drills, and they are two."""
    verb = words[i].head
    if words[i].xpos != "VBZ" or words[verb].xpos != "VBP":
        return False
    return any(words[k].deprel == "nsubj" and words[k].xpos == "NNS" for k in words.children(verb))


def listed_form(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``with a tub, toilet and sink under a window``: a bare form behind nouns, and nobody is its subject."""
    word, before = words[i], i - 1
    if word.deprel != "conj" or word.head < 0 or words[word.head].upos not in THINGS or word.upos in THINGS:
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


def noun_behind_and(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``waits with the nurse and cook behind her``: one does not `cook`, who is listed with the nurse."""
    noun, verb, form = i - 2, words[i].head, words[i].text.lower()
    if words[i].deprel != "conj" or words[i].upos != "VERB" or not 0 <= verb < noun:
        return False
    if words[i - 1].deprel != "cc" or words[noun].upos not in THINGS or words[verb].upos != "VERB":
        return False
    worn = lexicon.lemma(words[verb].text.lower(), "verb") == "wear"
    told = ("cc", "obl", "punct", "advmod") if worn else ("cc", "obl", "punct")
    if any(bare_relation(words[k]) not in told for k in words.children(i)):
        return False
    if not lexicon.knows(form, "noun"):
        return False
    if lexicon.knows(lexicon.lemma(form, "verb"), "verb") and not worn:  # `wearing a suit and tie`
        likely = 1 if _is_of_one(words, verb) else -1
        if words[verb].xpos in ("VB", "VBP") or lexicon.verb_preference(form) > likely:
            return False  # `play in the sand and surf`
    for k in words.children(i):
        near = preposition_of(words, noun) == "with" and words[k].upos == "PRON"
        if words[k].deprel in ("obl", "advmod") and not near:
            words[k] = replace(words[k], head=verb)  # `is parked in the lot and alley near a shop`
    places_of_noun(words, i)
    words[i] = as_noun(words[i], lexicon, one=True, head=noun)
    return True


def _is_of_one(words: Tree, verb: int) -> bool:
    """Whether one acts, of whom no bare form is said."""
    for _ in range(_MAX_STEPS):
        if words[verb].deprel == "advcl" and words[verb].head >= 0:
            verb = words[verb].head
    subjects = [k for k in words.children(verb) if words[k].deprel.startswith("nsubj")]
    subject = subjects[0] if subjects else words[verb].head
    return (
        subject >= 0
        and words[subject].xpos in ("NN", "NNP")
        and words[subject].text.lower() not in COLLECTIVE
    )


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
    moving = is_living(noun, lexicon) or noun.text.lower() in VEHICLES
    if not lexicon.knows(lexicon.lemma(form, "noun"), "noun"):
        return False
    if moving and lexicon.verb_preference(form) > 0:
        return False  # `a dog run on a beach`: a slip
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
        elif words[k].deprel == "advcl" and not any(words[c].deprel == "mark" for c in words.children(k)):
            words[k] = replace(words[k], deprel="acl")


def is_title(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Cushion cover with tassels``: a bare name of a thing that does nothing to anything."""
    first, behind, form = i - 1, i + 1, words[i].text.lower()
    if words[i].deprel != "root" or first < 0 or words[first].head != i or behind >= len(words):
        return False
    if words[first].deprel != "nsubj" or words[first].xpos != "NN":
        return False
    # `Cushion covers embroidered with stars`
    done = words[behind].xpos == "VBN" and words[behind].head == i and words[behind].deprel == "advcl"
    if not (done and form not in _POSTURES) and words[behind].text.lower() != "with":
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
        if not (done and k == behind)
    ):
        return False
    return lexicon.supersenses(lexicon.lemma(form, "noun"), "noun")[:1] == ["artifact"]


def noun_behind_keep(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``keeps watch``: without `to` what is kept is a thing, however much it looks like a verb."""
    verb = words[i].head
    if words[i].xpos != "VB" or verb != i - 1 or words.children(i):
        return False
    form = words[i].text.lower()
    if lexicon.lemma(words[verb].text.lower(), "verb") not in ("keep", "stand") or not lexicon.knows(
        form, "noun"
    ):
        return False
    words[i] = as_noun(words[i], lexicon, one=True, deprel="obj")
    return True


def thing_of_a_color(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``paints a wall blue``, ``pushes a door open``: the wall is painted, and what describes things is not."""
    thing, form = i - 1, words[i].text.lower()
    bare = words[i].upos == "ADJ" and not words.children(i) and words[thing].upos in THINGS
    if (
        bare
        and words[i].deprel == words[thing].deprel == "obj"
        and words[thing].head == words[i].head < thing
    ):
        words[i] = replace(words[i], deprel="xcomp")
        return True
    if words[i].deprel != "obj" or words[thing].head != i or words[thing].deprel not in ("amod", "compound"):
        return False
    name = words[thing].text.lower()
    painted = lexicon.lemma(words[words[i].head].text.lower(), "verb") in PAINTING
    if (
        not lexicon.is_adjective(form)
        or "attribute" not in lexicon.supersenses(form, "noun")[: 4 if painted else 1]
    ):
        return False
    if form in COLORS:
        return False  # `has a cream color`
    if lexicon.is_adjective(name) or not lexicon.knows(name, "noun"):
        return False
    for k in words.children(i):
        if k < thing:
            words[k] = replace(words[k], head=thing)
    words[thing] = replace(words[thing], upos="NOUN", xpos="NN", head=words[i].head, deprel="obj")
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", head=words[i].head, deprel="xcomp")
    return True


def is_bare_pair(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether a word is a form in s behind a bare noun: ``and distant thunder rolls``."""
    noun = words[i - 1]
    bare = noun.head == i and noun.deprel == "compound" and noun.xpos == "NN" and words[i].xpos == "NNS"
    return bare and not words.children(i - 1) and is_act(words[i].text.lower(), lexicon)


def is_act(form: str, lexicon: Lexicon) -> bool:
    """Whether a form in s behind a bare noun says what that does: ``Rain patters``, and not ``Ski pants``."""
    if lexicon.lemma(form, "verb") in ACTS_OF_THINGS:
        return True
    solid = lexicon.noun_class(lexicon.lemma(form, "noun")) in SOLID
    return is_happening(form, lexicon) and lexicon.verb_preference(form) > 0 and not solid


def is_happening(form: str, lexicon: Lexicon) -> bool:
    """Whether a word read as a noun is a happening first."""
    return bool(set(lexicon.supersenses(lexicon.lemma(form, "noun"), "noun")[:1]) & {"event", "act"})


def name_of_verb(words: Tree, i: int, lexicon: Lexicon) -> int:
    """``Boys' swim trunks``: behind an apostrophe stands no verb; the noun of which it is the first part."""
    thing = next((k for k in words.children(i) if k > i and words[k].deprel == "obj"), -1)
    if thing < 0 and lexicon.knows(words[i].text.lower(), "noun"):  # `a hikers' hut`
        words[i] = as_noun(words[i], lexicon, one=True)
        places_of_noun(words, i)
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
    if thing < len(words) and words[thing].upos == "VERB" and words[thing].xpos == "NN":
        thing = name_of_verb(words, thing, lexicon)  # two tags that contradict each other
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
    shown = [
        k
        for k in (*words.children(i), *words.children(close))
        if bare_relation(words[k]) in ("nmod", "obl") and preposition_of(words, k) == "of"
    ]
    if not shown or i + 1 >= len(words) or words[i + 1].text.lower() != "of":
        return False
    words[i] = replace(
        words[i], upos="NOUN", xpos="NN", features="", head=words[close].head, deprel=words[close].deprel
    )
    words[shown[0]] = replace(words[shown[0]], head=i, deprel="nmod")
    for k in words.children(close):
        of_thing = k > shown[0] and words[k].upos == "VERB"
        words[k] = replace(
            words[k], head=shown[0] if of_thing else i, deprel="acl" if of_thing else words[k].deprel
        )
    words[close] = replace(words[close], upos="ADJ", xpos="JJ", features="Degree=Pos", head=i, deprel="amod")
    return True
