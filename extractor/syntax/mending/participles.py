"""Forms in -ing and -ed that are acts, things, or how something is: `parking lots`, `asleep`, `it is sneezing`."""

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
    BE,
    DEGREES,
    PARTS,
    SINGULAR,
    SURROUNDING,
    THINGS,
)
from extractor.syntax.mending.whose_act import participle_of_neighbour

# How things stand to others: `next to a hut`.
_ADVERBS = frozenset({"close", "near", "next"})
# Verbs whose participles have the form of their base, and of what they make several.
_OF_ONE_FORM = frozenset({"cut", "split"})
_IN_PIECES = frozenset(
    [
        (p, noun)
        for p in ("in", "into")
        for noun in (
            "chunks cubes half halves pieces quarters rings rounds slices squares strips thirds triangles two wedges"
        ).split()
    ]
)
_COLORS = frozenset(
    "black blue brown gold gray green grey orange pink purple red silver white yellow".split()
)
# Classes of what is made, which forms in -ing are names of, too: `piping`, `lining`, `clothing`.
# And of places: `a railway crossing`, `a forest clearing`.
_PLACES = frozenset({"body_of_water", "building", "location", "structure"})
_MADE = frozenset({"artifact", "clothing", "equipment", "structure"})


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


def adjective_of_participle(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``with a man asleep on it``, ``unchanged from before``: what is no form of a verb tells how something is."""
    form = words[i].text.lower()
    more = words[i].xpos in ("JJR", "JJS")  # `a boy taller than a hedge`
    if not more and (
        not lexicon.is_adjective(form)
        or form.endswith("ing")
        or lexicon.knows(lexicon.lemma(form, "verb"), "verb")
    ):
        return False
    if _is_said_by_is(words, i):
        return True
    if words[i].deprel == "root":
        return _is_title_with_adjective(words, i)
    if words[i].deprel in ("xcomp", "advcl") and words[i].upos == "VERB" and words[i - 1].upos in THINGS:
        words[i] = replace(words[i], head=i - 1, deprel="acl")  # `surround a man asleep at a desk`
    if words[i].deprel != "acl":
        return False
    if words[i].xpos != "VBN" and (not _has_place(words, i) or form in _ADVERBS):
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


def attribute_behind_of(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a vase of wilting tulips``: between a preposition and its noun stands how that is."""
    case, owner = i - 1, words[i].head
    thing = words[case].head if case >= 0 else -1
    if thing <= i or words[case].deprel != "case" or words[case].text.lower() != "of":
        return False
    if words[thing].head != i or words[thing].deprel != "obj" or words[i].deprel != "acl" or owner >= case:
        return False
    if any(words[k].deprel not in ("amod", "compound", "case") for k in words.children(thing) if k < thing):
        return False
    for k in words.children(i):
        if k != thing:
            words[k] = replace(words[k], head=owner)
    words[thing] = replace(words[thing], head=owner, deprel="nmod")
    words[i] = replace(words[i], head=thing, deprel="amod")
    return True


def past_of_one_form(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a plum cut in half``: what is done in halves is no name, and no plum does it."""
    noun = i - 1
    if words[i].text.lower() in _OF_ONE_FORM and words[i].deprel == "acl" and words[i].head == noun:
        words[i] = replace(words[i], upos="VERB", xpos="VBN", features="Tense=Past|VerbForm=Part")
        return True  # a verb that was tagged as a noun
    if noun >= 0 and words[noun].text == "," and words[i].xpos == "VBP":  # `A plum on a plate, cut in half`
        noun = next(
            (k for k in words.children(i) if words[k].deprel == "nsubj" and words[k].xpos == "NN"), -1
        )
    if words[i].text.lower() not in _OF_ONE_FORM or noun < 0 or words[noun].head != i:
        return False
    if words[i].deprel != "root" or words[noun].xpos not in ("NN", "NNS", "NNP"):
        return False
    if words[noun].deprel not in ("nsubj", "compound") or is_living(words[noun], lexicon):
        return False
    behind = [k for k in words.children(i) if k > i and bare_relation(words[k]) in ("obl", "nmod")]
    if not any((preposition_of(words, k), words[k].text.lower()) in _IN_PIECES for k in behind):
        return False
    for k in words.children(i):
        if k < noun or words[k].deprel == "punct":
            words[k] = replace(words[k], head=noun)
        elif words[k].deprel == "nmod":
            words[k] = replace(words[k], deprel="obl")
    words[noun] = replace(words[noun], head=-1, deprel="root")
    words[i] = replace(
        words[i],
        upos="VERB",
        xpos="VBN",
        lemma=lexicon.lemma(words[i].text.lower(), "verb"),
        features="Tense=Past|VerbForm=Part",
        head=noun,
        deprel="acl",
    )
    return True


def past_behind_noun(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A dresser painted green``: behind its noun, with how it has become, a form in -ed tells what was done."""
    noun, color, form = i - 1, i + 1, words[i].text.lower()
    lemma = lexicon.lemma(form, "verb")
    if noun < 0 or color >= len(words) or words[i].deprel != "amod":
        return False
    if not form.endswith("ed") or lemma == form or not lexicon.knows(lemma, "verb"):
        return False
    if _is_named_by_color(words, i, lexicon):
        for k in words.children(color):
            if k < noun:
                words[k] = replace(words[k], head=noun)
        words[noun] = as_noun(
            words[noun], lexicon, one=True, head=words[color].head, deprel=words[color].deprel
        )
        words[color] = replace(words[color], upos="ADJ", xpos="JJ", head=noun, deprel="amod")
    if words[noun].upos not in THINGS:
        return False
    if words[i].head not in (noun, color) or (words[i].head == color and words[color].head != noun):
        return False
    words[i] = replace(
        words[i],
        upos="VERB",
        xpos="VBN",
        lemma=lemma,
        features="Tense=Past|VerbForm=Part",
        head=noun,
        deprel="acl",
    )
    for k in words.children(noun):
        if k > i and words[k].upos == "ADJ":
            words[k] = replace(words[k], head=i, deprel="xcomp")
    return True


def _is_named_by_color(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A bench painted red stands``: no red stands, but a bench, which stands right before what was done to it."""
    noun, color = i - 1, i + 1
    if words[color].text.lower() not in _COLORS or words[noun].deprel not in ("amod", "compound"):
        return False
    if words[i].head != color or words[noun].head != color or words[color].upos not in THINGS:
        return False
    return lexicon.knows(words[noun].text.lower(), "noun")


def passive_of_adjective(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``The counter is cluttered with dishes``: what fills or covers it does so."""
    form = words[i].text.lower()
    lemma = lexicon.lemma(form, "verb")
    if lemma == form or lemma not in SURROUNDING or not lexicon.knows(lemma, "verb"):
        return False
    children = words.children(i)
    copulas = [k for k in children if bare_relation(words[k]) == "cop" and words[k].text.lower() in BE]
    if not copulas or not any(preposition_of(words, k) in ("by", "with") for k in children if k > i):
        return False
    for k in children:
        if bare_relation(words[k]) in ("cop", "nsubj"):
            relation = "aux:pass" if k in copulas else "nsubj:pass"
            words[k] = replace(words[k], deprel=relation)
    words[i] = replace(words[i], upos="VERB", xpos="VBN", lemma=lemma, features="Tense=Past|VerbForm=Part")
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


def first_part_in_ing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``parking lots``: the first part of a name is no act of anybody."""
    if words[i].deprel != "compound" or words[i].head <= i or words[words[i].head].upos not in THINGS:
        return False
    words[i] = as_noun(words[i], lexicon, one=True)
    return True


def stuff_in_ing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a shirt with contrast piping``: what is a thing first, right behind a bare noun, is named after it."""
    first, form = i - 1, words[i].text.lower()
    listed = (
        words[i].deprel in ("conj", "nmod") and words[first].deprel == "conj"
    )  # `with a heel and zip fastening`
    if not (words[i].deprel == "acl" or listed) or first < 1:
        return False
    if words[first].xpos != "NN" or words[first].upos not in THINGS:
        return False
    if listed and (
        words[words[i].head].upos not in THINGS or any(words[k].deprel == "cc" for k in words.children(i))
    ):
        return False
    if words[first].deprel not in ("nmod", "obj", "obl", "conj") or is_living(words[first], lexicon):
        return False
    if any(bare_relation(words[k]) not in ("cc", "conj", "punct", "nmod") for k in words.children(i)):
        return False
    if not lexicon.knows(form, "noun"):
        return False
    bare = all(words[k].deprel in ("case", "amod", "cc", "punct") for k in words.children(first))
    rarely = bare and lexicon.verb_preference(form) <= 1 and not is_living(words[words[i].head], lexicon)
    if lexicon.noun_class(form) not in _MADE and not (
        rarely or (listed and not is_living(words[words[i].head], lexicon))
    ):
        return False
    name_by_last(words, first, i, lexicon, one=True)
    return True


def named_in_ing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a shirt with contrast piping and two buttons``: what is told beside a thing, behind a first part, is no act."""
    first, form = i - 1, words[i].text.lower()
    if words[i].deprel != "acl" or words[first].head != i or is_living(words[first], lexicon):
        return False
    if not lexicon.knows(form, "noun") or lexicon.verb_preference(form) > 1:
        return False
    children = words.children(i)
    signs = [k for k in children if k < first and words[k].deprel in ("case", "mark")]
    if words[first].deprel == "nsubj":  # of a clause behind `with`, were it one
        counted = any(
            words[k].deprel == "conj" and {"det", "nummod"} & {words[c].deprel for c in words.children(k)}
            for k in children
        )
        if not counted or words.children(first) or [words[k].text.lower() for k in signs] != ["with"]:
            return False
    elif words[first].deprel != "compound" or not signs:
        return False
    known = ("amod", "case", "cc", "compound", "conj", "mark", "nmod", "punct")
    if any(bare_relation(words[k]) not in known for k in children if k != first):
        return False
    for k in signs:
        words[k] = replace(words[k], upos="ADP", deprel="case")
    words[first] = replace(words[first], deprel="compound")
    words[i] = as_noun(words[i], lexicon, one=True, deprel="nmod")
    return True


def thing_in_ing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a brick building behind a bus``: bricks build nothing, and what they are named for is a thing."""
    first, form = i - 1, words[i].text.lower()
    below = words[i].deprel == "acl" and words[i].head == first
    above = words[i].deprel == "root" and words[first].head == i and words[first].deprel == "compound"
    if not (below or above) or words[first].xpos != "NN":
        return False
    if not lexicon.knows(form, "noun") or lexicon.verb_preference(form) > 1:
        return False
    if "artifact" not in lexicon.supersenses(form, "noun")[:2] or is_living(words[first], lexicon):
        return False
    if any(
        bare_relation(words[k]) not in ("obl", "nmod", "punct", "amod", "det", "compound")
        for k in words.children(i)
    ):
        return False
    places_of_noun(words, i)
    if above:  # `a tower building`
        words[i] = as_noun(words[i], lexicon, one=True)
        return True
    name_by_last(words, first, i, lexicon, one=True)
    return True


def place_in_ing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``waits at a river crossing``: what crosses nothing is where one waits."""
    first, form = i - 1, words[i].text.lower()
    if words[i].deprel not in ("acl", "advcl", "xcomp", "ccomp", "obl") or words[first].upos not in THINGS:
        return False
    if lexicon.noun_class(form) not in _PLACES or bare_relation(words[first]) not in ("obl", "nmod", "obj"):
        return False
    before = [words[k].deprel for k in words.children(first) if k < first]
    if words[i].head not in (first, words[first].head) or not {"case", "det"} <= set(before):
        return False
    own = [k for k in words.children(i) if words[k].deprel not in ("punct", "advcl")]
    if own or preposition_of(words, first) == "of":
        return False
    for k in words.children(i):
        words[k] = replace(words[k], head=words[first].head)
    name_by_last(words, first, i, lexicon, one=True)
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


def act_in_ing(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``her legs dangling over the edge``: what ends so is no passive."""
    if not words[i].text.lower().endswith("ing") or words[i].upos != "VERB":
        return False
    if any(words[k].deprel in ("aux:pass", "amod") for k in words.children(i)):
        return False
    for k in words.children(i):
        if words[k].deprel == "nsubj:pass":
            words[k] = replace(words[k], deprel="nsubj")
    words[i] = replace(words[i], xpos="VBG", features="VerbForm=Ger")
    return True


def _is_said_by_is(words: Tree, i: int) -> bool:
    """``the dog is asleep``."""
    copulas = [
        k for k in words.children(i) if bare_relation(words[k]) == "aux" and words[k].text.lower() in BE
    ]
    if not copulas:
        return False
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", lemma=words[i].text.lower())
    for k in words.children(i):
        if k == copulas[-1]:
            words[k] = replace(words[k], deprel="cop")
        elif words[k].deprel == "nsubj:pass":
            words[k] = replace(words[k], deprel="nsubj")
    return True


def _is_title_with_adjective(words: Tree, i: int) -> bool:
    """``one cat asleep in a chair``: without a verb the noun is at the top; it becomes so."""
    children = words.children(i)
    noun = next((k for k in children if words[k].deprel == "nsubj"), -1)
    if noun < 0 or noun > i or words[noun].upos not in (*THINGS, "NUM"):
        return False
    if any(words[k].deprel not in ("nsubj", "obl", "nmod", "conj", "punct", "advmod") for k in children):
        return False
    words[noun] = replace(words[noun], head=-1, deprel="root")
    for k in children:
        if k != noun:
            moved = "nmod" if words[k].deprel == "obl" else words[k].deprel
            words[k] = replace(words[k], head=noun, deprel=moved)
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", lemma=words[i].text.lower(), head=noun, deprel="amod")
    return True


def attribute_of_list(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a room with sheets and hanging lights``: of what hangs in a list of things nobody tells an act."""
    owner, thing = words[i].head, i + 1
    if (
        words[i].deprel != "conj"
        or owner < 0
        or words[owner].upos not in THINGS
        or words[i - 1].deprel != "cc"
    ):
        return False
    parts = [k for k in words.children(owner) if owner < k < i and preposition_of(words, k) == "with"]
    if not parts or is_living(words[owner], lexicon):
        return False
    if words[i - 1].head not in (i, thing) or any(
        bare_relation(words[k]) not in ("cc", "punct", "obj") for k in words.children(i)
    ):
        return False
    bare = thing < len(words) and all(words[k].deprel in ("cc", "punct") for k in words.children(thing))
    if bare and words[thing].upos in THINGS:
        if words[thing].head not in (i, owner, parts[-1]) or is_living(words[thing], lexicon):
            return False
        words[thing] = replace(words[thing], head=parts[-1], deprel="conj")
        for k in words.children(i):
            words[k] = replace(words[k], head=thing)
        words[i] = replace(words[i], head=thing, deprel="amod")
        return True
    form = words[i].text.lower()
    if words[i - 1].head != i or len(words.children(i)) > 1 or not lexicon.knows(form, "noun"):
        return False
    words[i] = as_noun(
        words[i], lexicon, one=True, head=parts[-1], deprel="conj"
    )  # `with cherries and filling`
    return True


def _has_place(words: Tree, i: int) -> bool:
    """Whether a word has a place and nothing else: ``a boat visible behind the trees``."""
    children = words.children(i)
    return any(words[k].deprel == "obl" for k in children) and all(
        words[k].deprel in ("obl", "advmod", "punct") for k in children
    )


def past_of_noun(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``steam off a cup of cocoa topped with cream``: of a noun without an object it is how that is, and no past."""
    if words[i].xpos != "VBD" or words[i].upos != "VERB":
        return False
    if any(bare_relation(words[k]) in ("nsubj", "obj", "aux", "mark", "cc") for k in words.children(i)):
        return False
    words[i] = replace(words[i], xpos="VBN", features="Tense=Past|VerbForm=Part")
    participle_of_neighbour(words, i, lexicon)
    return True


def past_in_en(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``one of them broken``: what ends so is no past, but how something is."""
    form = words[i].text.lower()
    part = any(words[k].deprel == "nsubj" and words[k].text.lower() in PARTS for k in words.children(i))
    if words[i].xpos == "VBN" and not (part and words[i].deprel == "parataxis"):
        return False
    ends = ("en", "wn", "ed") if part else ("en", "wn")
    if (words[i].xpos == "VBD" and not form.endswith(ends)) or lexicon.lemma(form, "verb") == form:
        return False
    if words[i].upos != "VERB":
        return False
    if any(bare_relation(words[k]) in ("aux", "obj") for k in words.children(i)):
        return False
    words[i] = replace(words[i], xpos="VBN", features="Tense=Past|VerbForm=Part")
    for k in words.children(i):
        if words[k].deprel == "nsubj":
            words[k] = replace(words[k], deprel="nsubj:pass")
    return True


def noun_before_ing(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a cook and a boy peeling carrots``: there is no `a carrots`, so that the article is that of who peels them."""
    act, thing = i + 1, words[i].head
    if thing <= act or words[act].head != thing or not words[act].text.lower().endswith("ing"):
        return False
    own = [k for k in (*words.children(i), *words.children(thing)) if k < i and words[k].deprel == "det"]
    if words[thing].xpos != "NNS" or not own or words[own[-1]].text.lower() not in SINGULAR:
        return False
    for k in words.children(thing):
        if k < i:
            words[k] = replace(words[k], head=i)
    words[i] = replace(words[i], head=words[thing].head, deprel=words[thing].deprel)
    words[act] = replace(
        words[act], upos="VERB", xpos="VBG", features="Tense=Pres|VerbForm=Part", head=i, deprel="acl"
    )
    words[thing] = replace(words[thing], head=act, deprel="obj")
    return True


def perfect(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Having washed a pan, a cook rests``: it is said of the participle behind it, and nobody has anything."""
    act = i + 1
    if words[i].text.lower() != "having" or act >= len(words) or words[act].xpos not in ("VBN", "VBD"):
        return False
    if words[i].deprel == "aux":
        if words[i].head == act or words[act].head < 0:
            return False
        words[i] = replace(words[i], upos="AUX", head=act)
        return True
    if words[act].head != i or words[act].deprel not in ("xcomp", "ccomp", "obj"):
        return False
    for k in words.children(i):
        if k != act:
            words[k] = replace(words[k], head=act)
    words[act] = replace(words[act], head=words[i].head, deprel=words[i].deprel)
    words[i] = replace(words[i], upos="AUX", head=act, deprel="aux")
    return True


def _noun_behind_is(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``The dice are on green felt``: behind a preposition stands what they are on."""
    if not lexicon.knows(words[i].text.lower(), "noun"):
        return False
    for k in words.children(i):
        if words[k].deprel == "nsubj:pass":
            words[k] = replace(words[k], deprel="nsubj")
    places_of_noun(words, i)
    words[i] = as_noun(words[i], lexicon, one=True)
    return True


def passive_of_is(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``on which a poster is stuck``: what is so by what was done to it is passive."""
    children = words.children(i)
    copulas = [k for k in children if words[k].deprel == "cop" and words[k].text.lower() in BE]
    if words[i].upos != "VERB" or len(copulas) != 1 or any(words[k].deprel == "aux:pass" for k in children):
        return False
    if any(words[k].deprel == "case" and k == copulas[0] + 1 for k in children):
        return _noun_behind_is(words, i, lexicon)
    if not lexicon.knows(lexicon.lemma(words[i].text.lower(), "verb"), "verb"):
        return False
    words[copulas[0]] = replace(words[copulas[0]], upos="AUX", deprel="aux:pass")
    for k in children:
        if words[k].deprel == "nsubj":
            words[k] = replace(words[k], deprel="nsubj:pass")
    return True


def adjective_of_passive(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``The table is cluttered with cups``: what has a passive subject and a passive `is` is a participle."""
    relations = {words[k].deprel for k in words.children(i)}
    form = words[i].text.lower()
    if not {"nsubj:pass", "aux:pass"} <= relations or not form.endswith("ed"):
        return False
    words[i] = replace(words[i], upos="VERB", xpos="VBN", lemma=lexicon.lemma(form, "verb"))
    return True
