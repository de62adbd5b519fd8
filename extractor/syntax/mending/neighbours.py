"""Whose act a participle tells, and what a second noun is coordinated with: mostly it is what stands right before."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.constructions import MEASURES
from extractor.syntax.mending.tree import (
    Tree,
    bare_relation,
    is_garment,
    is_living,
    preposition_of,
    words_below,
)
from extractor.syntax.mending.vocabulary import (
    ACTS_OF_THINGS,
    ADVERTISEMENTS,
    COLLECTIVE,
    CONTRASTS,
    DEPICTIONS,
    DRAWN,
    FINITE,
    FRAMES,
    HEARD,
    LIVING_CLASSES,
    MOVING,
    PLACING,
    RESTING,
    SHOWING,
    SOUNDS,
    SPREADING,
    STANDING,
    STATES,
    THINGS,
    VEHICLES,
    WAYS,
)
from extractor.types import Word

# `dressed in a coat`: what stands behind `in` is worn.
_DRESSED = frozenset({"clad", "clothed", "dressed"})
_MADE = frozenset({"built", "constructed", "made"})


def contrasted(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``holds a fork, not a knife``, ``no boats, only gulls``: coordinated with what it is held against."""
    verb = words[i].head
    if words[i].upos not in THINGS or not 0 <= verb < i:
        return False
    children = words.children(i)
    if not any(words[k].deprel == "advmod" and words[k].text.lower() in CONTRASTS for k in children):
        return False
    if any(words[k].deprel in ("nsubj", "cop") for k in children):
        return False
    before = [
        k
        for k in ([verb] if words[i].deprel == "appos" else words.children(verb))
        if k < i and words[k].deprel in ("obj", "nsubj") and words[k].upos in THINGS
    ]
    if not before:
        return False
    words[i] = replace(words[i], head=before[-1], deprel="conj")
    return True


def second_with_participle(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``birds chirping and insects buzzing``: a noun is coordinated with the noun, and its participle is its own."""
    first = words[i].head
    if words[i].upos not in THINGS or first < 0 or words[first].xpos != "VBG":
        return False
    noun, act = words[first].head, i + 1
    if noun < 0 or words[noun].upos not in THINGS or not noun < first < i:
        return False
    if act < len(words) and words[act].xpos == "VBG" and words[act].head in (noun, first):
        words[i] = replace(words[i], head=noun, deprel="conj")
        words[act] = replace(words[act], head=i, deprel="acl")
        return True
    return _second_act(words, i, noun, lexicon)


def _second_act(words: Tree, i: int, noun: int, lexicon: Lexicon) -> bool:
    """``tires screeching and glass breaking``: the second act was taken for a thing."""
    form, second = words[i].text.lower(), i - 1
    lemma = lexicon.lemma(form, "verb")
    if not form.endswith("ing") or not lexicon.knows(lemma, "verb") or words[second].head != i:
        return False
    if words[second].upos not in THINGS or words[second].deprel != "compound":
        return False
    words[second] = replace(words[second], head=noun, deprel="conj")
    for k in words.children(i):
        if k < second:
            words[k] = replace(words[k], head=second)
    words[i] = replace(
        words[i], upos="VERB", xpos="VBG", lemma=lemma, features="VerbForm=Ger", head=second, deprel="acl"
    )
    return True


def second_part(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a jacket with pockets and a zipper``, ``a man in a hat and boots``: the second is a part as the first is."""
    if words[i].upos not in THINGS:
        return False
    owner = words[i].head
    if not 0 <= owner < i or any(words[k].deprel == "obj" for k in words.children(i)):
        return False
    parts = [
        k
        for k in words.children(owner)
        if owner < k < i
        and words[k].deprel == "nmod"
        and words[k].upos in THINGS
        and preposition_of(words, k) in ("in", "with")
    ]
    if (
        i + 1 < len(words) and words[i + 1].xpos == "VBG"
    ):  # `with a fountain in the center and cars circling it`
        parts = [k for k in parts if preposition_of(words, k) == "with"] or parts
    if not parts:
        return False
    between = [k for k in words.children(parts[-1]) if words[k].deprel == "conj" and parts[-1] < k < i]
    ends = any(words[k].deprel == "cc" for k in words.children(i))
    if (
        between and ends and preposition_of(words, parts[-1]) == "with"
    ):  # `with rugs, chairs and people dancing`
        words[i] = replace(words[i], head=parts[-1])
        return True
    if preposition_of(words, parts[-1]) == "with" and _is_in_the_middle(words, i, lexicon):
        words[i] = replace(words[i], head=parts[-1])
        return True
    of_owner, of_part, of_second = (
        lexicon.noun_class(lexicon.lemma(words[k].text.lower(), "noun")) for k in (owner, parts[-1], i)
    )
    worn = is_garment(words[parts[-1]], lexicon)
    dressed = worn and is_garment(words[i], lexicon)
    if not dressed and (
        of_second in LIVING_CLASSES or (of_second and of_owner == of_second and of_owner != of_part)
    ):
        return False  # `a table with a dog and a chair`
    if preposition_of(words, parts[-1]) == "in" and (not worn or not is_living(words[owner], lexicon)):
        return False  # `a cup in a sink and a plate`
    if any(words[k].xpos in FINITE for k in range(parts[-1] + 1, i)):
        return False
    words[i] = replace(words[i], head=parts[-1])
    return True


def _is_in_the_middle(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a desk with a lamp, a mug and a pen``: whatever is between two of a list is of it."""
    children = words.children(i)
    listed = any(words[k].deprel == "punct" and k < i for k in children)
    later = any(words[k].deprel == "conj" and k > i for k in words.children(words[i].head))
    plain = all(words[k].deprel in ("punct", "det", "amod", "compound", "nummod") for k in children)
    return listed and later and plain and not is_living(words[i], lexicon)


def second_of_act(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a person wearing jeans and sneakers``: what is of one class with what is worn is worn, too."""
    if words[i].upos not in THINGS:
        return False
    owner = words[i].head
    conjunctions = [k for k in words.children(i) if words[k].deprel == "cc"]
    thing = conjunctions[0] - 1 if conjunctions else -1
    if not 0 <= owner < thing or words[thing].upos not in THINGS:
        return False
    verb = words[thing].head
    dressed = words[thing].deprel == "obl" and words[verb].text.lower() in _DRESSED
    if words[thing].deprel != "obj" and not dressed:
        return False
    if words[verb].head != owner or words[verb].deprel != "acl":
        return False
    of_owner, of_thing, of_second = (
        lexicon.noun_class(lexicon.lemma(words[k].text.lower(), "noun")) for k in (owner, thing, i)
    )
    worn = (dressed or words[verb].text.lower() == "wearing") and is_garment(words[i], lexicon)
    if not worn and (not of_second or of_second != of_thing or of_owner == of_second):
        return False
    if any(words[k].deprel in ("nsubj", "acl", "nmod") for k in words.children(i)):
        return False
    words[i] = replace(words[i], head=thing)
    return True


def stuff_of_neighbour(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a cow in a barn made of brick``: what is made of something is what stands right before it."""
    of, thing = i + 1, i - 1
    if (
        words[i].text.lower() not in _MADE
        or of >= len(words)
        or words[of].text.lower() not in ("of", "from", "out")
    ):
        return False
    if thing < 0 or words[thing].head != words[i].head or words[thing].deprel not in ("nmod", "obl"):
        return False
    if preposition_of(words, thing) in ("of", "with"):
        return False
    words[i] = replace(words[i], head=thing)
    return True


def participle_of_neighbour(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``pets a dog wearing a hat``, ``with its ladder raised``: what stands right before it does it, or is so."""
    word, noun = words[i], i - 1
    if noun < 0 or word.head == noun or word.upos != "VERB" or words[noun].upos not in THINGS:
        return False
    if any(bare_relation(words[k]) in ("mark", "nsubj", "cc", "aux") for k in words.children(i)):
        return False
    top = word.head
    if words[top].deprel == "nsubj" and words[top].head < noun:
        top = words[top].head  # `march down a street lined with trees`
    if noun not in words_below(words, top) or _is_imagined(words, noun, i, lexicon):
        return False
    if bare_relation(words[noun]) == "conj" and words[noun].head == word.head and word.xpos == "VBG":
        # `a nurse holding a cup and a dancer laughing`: each with a participle of its own.
        if not any(bare_relation(words[k]) == "acl" and k < noun for k in words.children(word.head)):
            return False
        if is_living(words[word.head], lexicon) and not is_living(words[noun], lexicon):
            return False
        words[i] = replace(word, head=noun, deprel="acl")
        return True
    if is_absolute(words, noun, i):
        words[i] = replace(word, head=noun, deprel="acl")
        return True
    counted = words[noun].head if is_of_measure(words, noun) else noun
    listed = words[counted].head if words[counted].deprel == "conj" else counted  # what its list is of
    if bare_relation(words[listed]) not in ("obj", "obl", "nmod"):
        return False
    if listed != counted and (words[listed].head != top or preposition_of(words, listed) != "with"):
        return False
    living = is_living(words[noun], lexicon)
    lemma = lexicon.lemma(word.text.lower(), "verb")
    state = word.xpos == "VBN" and lemma in STATES
    had = preposition_of(words, listed) == "with"
    # Where no person and no animal has it, what is said behind it is said of it.
    done = had and word.xpos == "VBN" and not living and (lemma not in STANDING or is_parked(words, noun, i))
    done = done and lemma != "hold"  # `a remote with gray buttons held up`
    own = had and any(words[k].xpos == "PRP$" for k in words.children(noun))
    # `with its ears pinned back`: what is somebody's own is told of for its own sake.
    done = (done and not is_living(words[words[listed].head], lexicon)) or (own and word.xpos == "VBN")
    people = had and words[noun].text.lower() in {"people", *COLLECTIVE}
    # `with a fountain and cars circling it`: nothing circles itself
    about = had and any(
        bare_relation(words[k]) in ("obj", "obl") and words[k].text.lower() in ("it", "them")
        for k in words.children(i)
    )
    driven = had and not living and words[noun].text.lower().removesuffix("s") in VEHICLES
    owner = words[words[listed].head]
    driven = driven and not is_living(owner, lexicon) and owner.text.lower().removesuffix("s") not in VEHICLES
    driven = driven and all(words[k].text.lower() != "no" for k in words.children(noun))
    # `a scan with a disc pressing on a nerve`: no scan does
    shown = had and words[words[listed].head].text.lower() in FRAMES
    heard = words[words[noun].head].text.lower() in SOUNDS  # `the sound of rain falling`
    heard = heard or (had and is_heard(words[noun], lexicon))  # `with thunder rolling`
    pointing = had and lemma == "point" and not is_living(words[top], lexicon)
    passed = lemma in RESTING and (
        any(words[k].deprel == "case" and words[k].text.lower() in WAYS for k in words.children(noun))
        or lexicon.lemma(words[words[noun].head].text.lower(), "verb") in MOVING
    )
    agent = words[words[noun].head].xpos == "VBN" and preposition_of(words, noun) == "by"
    # `creeps over pebbles covering a path`, but not `his face`.
    covers = lemma in SPREADING and not any(
        words[k].xpos == "PRP$" for k in range(i + 1, min(i + 3, len(words)))
    )
    one = had and any(words[k].text.lower() in ("both", "one") for k in words.children(noun))
    limb = one and lexicon.noun_class(words[noun].text.lower().removesuffix("s")) == "body_part"
    # `a poster featuring a ship passing a bridge`
    above = lexicon.lemma(words[words[noun].head].text.lower(), "verb")
    featured = words[noun].deprel == "obj" and above in SHOWING and (living or lemma not in RESTING)
    owned = had and listed == noun and is_of_owner(words, i, top, lexicon)
    acts = word.xpos == "VBG" and (
        living
        or people
        or heard
        or passed
        or agent
        or about
        or driven
        or shown
        or covers
        or owned
        or pointing
        or limb
        or featured
        or lemma in ACTS_OF_THINGS
    )
    # `hovers near a feeder hung from a branch`: right behind what another act is about.
    behind = (
        top == word.head
        and word.xpos == "VBN"
        and lemma not in STANDING
        and words[words[noun].head].upos == "VERB"
        and words[noun].deprel != "obl:unmarked"
    )
    if not (state or done or acts or behind or is_enclosed(words, i, noun, lexicon)) or is_counted(
        words, noun, word
    ):
        return False
    words[i] = replace(word, head=noun, deprel="acl")
    return True


def is_of_measure(words: Tree, noun: int) -> bool:
    """``dozens of boats``, ``rows of cars``: what stands before `of` counts what stands behind it."""
    head = words[noun].head
    return (
        words[noun].deprel == "nmod"
        and words[head].text.lower() in MEASURES
        and preposition_of(words, noun) == "of"
    )


def is_enclosed(words: Tree, i: int, noun: int, lexicon: Lexicon) -> bool:
    """``The boats lie in a bay surrounded by hills``: the place is, where nobody is in it."""
    top = words[i].head
    if words[i].xpos != "VBN" or lexicon.lemma(words[i].text.lower(), "verb") not in SPREADING:
        return False
    near = words[noun].head
    if top not in (near, words[near].head) or preposition_of(words, noun) not in PLACING:
        return False
    place = lexicon.supersenses(lexicon.lemma(words[noun].text.lower(), "noun"), "noun")[:1]
    subjects = [k for k in words.children(top) if bare_relation(words[k]) == "nsubj"]
    by = any(preposition_of(words, k) == "by" for k in words.children(i))
    return (
        by and place in (["location"], ["object"]) and not any(is_living(words[k], lexicon) for k in subjects)
    )


def _is_imagined(words: Tree, noun: int, i: int, lexicon: Lexicon) -> bool:
    """``a boy dressed as a pirate waving a sword``, ``a poster of a singer hanging on a wall``: not he does it."""
    hangs = words[i].text.lower() == "hanging" and _is_shown(words, noun, lexicon)
    return hangs or preposition_of(words, noun) == "as"


def is_counted(words: Tree, noun: int, participle: Word) -> bool:
    """``cans of beans lined up on a shelf``, ``a mural of a cat painted on a wall``: it is the cans, and the mural."""
    head = words[participle.head]
    of = words[noun].deprel == "nmod" and preposition_of(words, noun) == "of"
    return (
        of
        and participle.head == words[noun].head
        and (head.xpos == "NNS" or (participle.xpos == "VBN" and head.text.lower() in DRAWN))
    )


def is_heard(word: Word, lexicon: Lexicon) -> bool:
    """``with thunder rolling``, ``with music playing``: what nobody rolls or plays with."""
    if word.text.lower() in HEARD:
        return True
    senses = lexicon.supersenses(word.text.lower(), "noun") if word.xpos == "NN" else ()
    return bool(set(senses[:1]) & {"event", "phenomenon"})


def is_of_owner(words: Tree, i: int, owner: int, lexicon: Lexicon) -> bool:
    """``a toaster with two slices popping out of it``: nothing pops out of itself, so that the slices do."""
    places = [k for k in words.children(i) if words[k].deprel == "obl" and k > i]
    places += [d for k in places for d in words.children(k) if words[d].deprel == "nmod"]  # `on top of it`
    pronouns = [k for k in places if words[k].text.lower() in ("it", "them")]
    if not pronouns:
        return False
    if words[pronouns[0]].text.lower() == "them":
        return words[owner].xpos == "NNS" and not is_living(words[owner], lexicon)
    return words[owner].xpos == "NN" and (words[i - 1].xpos == "NNS" or not is_living(words[owner], lexicon))


def participle_behind_with(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``shaped like a hut with tassels hanging from it``: what stands between `with` and a participle hangs."""
    noun, owner = i - 1, words[i].head
    if words[i].xpos not in ("VBG", "VBN") or noun < 1 or words[noun].upos not in THINGS or owner < 0:
        return False
    marks = [k for k in words.children(i) if words[k].deprel == "mark" and words[k].text.lower() == "with"]
    if not marks or not marks[0] < noun or words[noun].head == i or words[noun].deprel not in ("obl", "nmod"):
        return False
    if any(words[k].deprel in ("case", "nsubj") for k in (*words.children(noun), *words.children(i))):
        return False
    relation = "nmod" if words[owner].upos in THINGS else "obl"
    words[marks[0]] = replace(words[marks[0]], head=noun, deprel="case")
    words[noun] = replace(words[noun], head=owner, deprel=relation)
    words[i] = replace(words[i], head=noun, deprel="acl")
    return True


def is_absolute(words: Tree, noun: int, i: int) -> bool:
    """``a cook, an apron tied around his waist``: behind a comma the noun has its own participle."""
    if words[noun].head != words[i].head or words[noun].deprel not in ("appos", "conj"):
        return False
    relations = {words[k].deprel for k in words.children(noun)}
    return "cc" not in relations and "punct" in relations


def is_parked(words: Tree, noun: int, i: int) -> bool:
    """``a road with cars parked on it``: no road is parked."""
    return words[i].text.lower() == "parked" and words[noun].text.lower().removesuffix("s") in VEHICLES


def act_in_a_picture(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a painting of a woman with a parasol standing on a hill``: what is painted stands there."""
    work = words[i].head
    if not 0 <= work < i or words[i].xpos != "VBG":
        return False
    shown = [k for k in words.children(work) if work < k < i and _is_shown(words, k, lexicon)]
    if not shown and words[i - 1].upos in THINGS and _is_shown(words, i - 1, lexicon):
        shown = [i - 1]  # `a brochure with a photo of a couple walking`
    if not shown or is_living(words[work], lexicon):
        return False
    lemma = lexicon.lemma(words[i].text.lower(), "verb")
    moves = set(lexicon.supersenses(lemma, "verb")[:1]) == {"motion"}
    drawn = words[work].text.lower() in DEPICTIONS
    if lemma == "hang" or not (drawn or moves or is_living(words[shown[0]], lexicon)):
        return False
    words[i] = replace(words[i], head=shown[0])
    return True


def _is_shown(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether a noun is what a picture is of, or what is advertised."""
    work, preposition = words[i].head, preposition_of(words, i)
    if words[i].deprel != "nmod" or preposition not in ("of", "for"):
        return False
    name = lexicon.lemma(words[work].text.lower(), "noun")
    if preposition == "for":
        return name in ADVERTISEMENTS
    told = set(lexicon.supersenses(name, "noun")[:1]) == {"communication"}
    return told or name in DEPICTIONS | DRAWN | FRAMES
