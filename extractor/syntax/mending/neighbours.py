"""What a second noun, or a participle of stuff, belongs to: mostly it is what stands right before."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import (
    Tree,
    bare_relation,
    is_garment,
    is_living,
    preposition_of,
)
from extractor.syntax.mending.vocabulary import (
    CONTRASTS,
    FINITE,
    LIVING_CLASSES,
    PARTS_OF_CLOTHES,
    PLACING,
    RESTING,
    SOUNDS,
    STANDING,
    THINGS,
    TOYS,
    WAYS,
)
from extractor.types import Word

# `dressed in a coat`: what stands behind `in` is worn.
_DRESSED = frozenset({"clad", "clothed", "dressed"})
_WORN_BY = frozenset((participle, "obl") for participle in _DRESSED)
# What is so is near two things as well as near one.
_BESIDE = frozenset("behind beside between by near next".split())
# What such a preposition brings in does not part two of one list: `a map past a house`.
_GONE_ON = WAYS | {"of"}
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
    if act < len(words) and words[act].xpos == "VBG" and words[act].head <= i:
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
    worn = is_garment(words[parts[-1]], lexicon) or _is_top(words, parts[-1])
    dressed = worn and is_garment(words[i], lexicon)
    part = lexicon.lemma(words[i].text.lower(), "noun") in PARTS_OF_CLOTHES
    if not (dressed or part or _is_on_owner(words, i, owner) or _have_acts(words, parts[-1], i)) and (
        of_second in LIVING_CLASSES or (of_second and of_owner == of_second and of_owner != of_part)
    ):
        return False  # `a table with a dog and a chair`
    if preposition_of(words, parts[-1]) == "in" and (not worn or not is_living(words[owner], lexicon)):
        return False  # `a cup in a sink and a plate`
    if any(words[k].xpos in FINITE for k in range(parts[-1] + 1, i)):
        return False
    words[i] = replace(words[i], head=parts[-1])
    return True


def second_worn(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a nun with red hair wearing a veil, a coat and boots``: clothes are listed with what is worn."""
    owner = words[i].head
    if not 0 <= owner < i or words[i].upos not in THINGS or preposition_of(words, i):
        return False
    acts = [k for k in words.children(owner) if words[k].deprel == "acl" and k < i]
    if not acts or not is_garment(words[i], lexicon):
        return False
    if is_garment(words[owner], lexicon) or not is_living(words[owner], lexicon):
        return False
    acts += [c for k in acts for c in words.children(k) if words[c].deprel == "advcl" and c < i]
    worn = [
        o
        for k in acts
        for o in words.children(k)
        if o < i
        and is_garment(words[o], lexicon)
        and (words[k].text.lower(), words[o].deprel) in _WORN_BY | {("wearing", "obj")}
    ]
    between = range(worn[-1] + 1, i) if worn else ()
    apart = any(
        words[k].upos == "VERB" or (words[k].deprel == "case" and words[k].text.lower() != "with")
        for k in between
    )
    if not worn or apart:
        return False
    words[i] = replace(words[i], head=worn[-1])
    return True


def _is_top(words: Tree, i: int) -> bool:
    """``in a red top and jeans``: clothes, and no place."""
    the = any(words[k].text.lower() == "the" for k in words.children(i))
    return words[i].text.lower() in ("top", "tops") and preposition_of(words, i) == "in" and not the


def _have_acts(words: Tree, first: int, second: int) -> bool:
    """``a lawn with a girl flying a kite and a boy riding a mule``: each has a participle of its own."""
    act = second + 1
    told = act < len(words) and words[act].xpos == "VBG" and words[act].deprel in ("acl", "advcl")
    return told and any(words[k].deprel == "acl" and words[k].xpos == "VBG" for k in words.children(first))


def _is_on_owner(words: Tree, i: int, owner: int) -> bool:
    """``a rug with a suitcase and a map on it``: what is on the rug is no second rug."""
    return any(
        words[k].upos == "PRON" and words[k].xpos == "PRP" and k > i and preposition_of(words, k) in PLACING
        for k in (*words.children(i), *words.children(owner))
    )


def participle_of_second(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A nun opening a box and a boy opening a bag``: each does it to one, without another `and`."""
    first, noun = words[i].head, i - 1
    if words[i].xpos not in ("VBG", "VBN") or not 0 <= first < noun or words[first].deprel != "acl":
        return False
    if (
        words[noun].deprel != "conj"
        or words[noun].head not in (words[first].head, words[words[first].head].head)
        or words[noun].upos not in THINGS
    ):
        return False
    if any(bare_relation(words[k]) in ("cc", "nsubj", "aux", "punct") for k in words.children(i)):
        return False
    words[i] = replace(words[i], head=noun, deprel="acl")
    return True


def second_neighbour(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A nun next to a towel and a bucket``: listed with the thing that stands there, and not with her."""
    owner = words[i].head
    conjunctions = [k for k in words.children(i) if words[k].deprel == "cc"]
    thing = conjunctions[0] - 1 if conjunctions else -1
    if not 0 <= owner < thing or words[thing].upos not in THINGS or words[i].upos not in THINGS:
        return False
    above = words[thing].head  # `next` may hang on her, and the towel on that
    aside = above != owner and words[above].head == owner and words[above].text.lower() == "next"
    if above != owner and not aside:
        return False
    near = preposition_of(words, thing)
    beside = aside or near in _BESIDE or (near == "to" and words[thing - 1].head == thing)
    if words[thing].deprel not in ("nmod", "obl") or not beside:
        return False
    if any(words[k].deprel in ("nsubj", "acl", "nmod", "case") for k in words.children(i)):
        return False
    lives = [is_living(words[k], lexicon) and not _is_toy(words, k) for k in (owner, thing, i)]
    if lives[1:] != [False, False]:
        return False
    words[i] = replace(words[i], head=thing)
    return True


def _is_in_the_middle(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a desk with a lamp, a mug and a pen``: whatever is between two of a list is of it."""
    children = words.children(i)
    listed = any(words[k].deprel == "punct" and k < i for k in children)
    later = any(words[k].deprel == "conj" and k > i for k in words.children(words[i].head))
    plain = all(words[k].deprel in ("punct", "det", "amod", "compound", "nummod") for k in children)
    return listed and later and plain and not is_living(words[i], lexicon)


def second_of_act(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a person wearing jeans and sneakers``, ``a bowl filled with rice and a slice of lemon``: of what is done to."""
    if words[i].upos not in THINGS:
        return False
    top = words[i].head
    conjunctions = [k for k in words.children(i) if words[k].deprel == "cc"]
    thing = conjunctions[0] - 1 if conjunctions else -1
    if not 0 <= top < thing or words[thing].upos not in THINGS:
        return False
    verb = words[top].head if words[top].deprel == "nsubj" and words[top].xpos == "NN" else -1
    named = verb == i + 1 and lexicon.knows(words[verb].text.lower(), "noun")  # `a hat and a bow tie`
    if verb >= 0 and words[verb].xpos == "VBP" and not named:
        return False  # `A plate filled with ribs and a bowl sit`: two do
    if any(
        words[k].deprel in ("nsubj", "acl")
        or (words[k].deprel == "nmod" and preposition_of(words, k) not in _GONE_ON)
        for k in words.children(i)
    ):
        return False
    verb = words[thing].head
    owner = words[verb].head
    within = words[owner].head == top and words[owner].deprel == "nmod"  # `a statue of a nun wearing a veil`
    if words[verb].deprel != "acl" or not (owner == top or within):
        return False
    dressed = words[thing].deprel == "obl" and words[verb].text.lower() in _DRESSED
    filled = (
        words[thing].deprel == "obl" and words[verb].xpos == "VBN" and preposition_of(words, thing) == "with"
    )
    if words[thing].deprel != "obj" and not dressed and not filled:
        return False
    of_owner, of_thing, of_second = (
        lexicon.noun_class(lexicon.lemma(words[k].text.lower(), "noun")) for k in (top, thing, i)
    )
    worn = (dressed or words[verb].text.lower() == "wearing") and is_garment(words[i], lexicon)
    alike = bool(of_second) and of_second == of_thing and of_owner != of_second
    lives = [is_living(words[k], lexicon) and not _is_toy(words, k) for k in (owner, thing, i)]
    held = lives == [True, False, False]
    counted = any(preposition_of(words, k) == "of" for k in words.children(i))  # `and a slice of lemon`
    put = filled and not any(lives) and bool(counted or of_second) and of_owner != of_second
    if not (worn or alike or held or put):
        return False
    words[i] = replace(words[i], head=thing)
    return True


def _is_toy(words: Tree, i: int) -> bool:
    """``a teddy bear``: a thing that has the name of an animal."""
    return any(words[k].text.lower() in TOYS for k in words.children(i))


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


def passive_of_neighbour(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``watches a piano being lifted``: what stands right before `being` is acted upon."""
    noun, owner = i - 2, words[i].head
    if noun < 0 or words[i - 1].text.lower() != "being" or words[i - 1].head != i or words[i].xpos != "VBN":
        return False
    heard = preposition_of(words, noun) == "of" and _is_heard(words, owner)
    follows = words[noun].deprel == "obl:agent" and words[owner].text.lower() == "followed"
    if (
        not (heard or follows or words[noun].deprel == "obj")
        or not 0 <= owner < noun
        or owner != words[noun].head
    ):
        return False  # `sits on a table being watched`
    if any(bare_relation(words[k]) in ("mark", "nsubj") for k in words.children(i)):
        return False
    words[i] = replace(words[i], head=noun, deprel="acl")
    return True


def _is_heard(words: Tree, i: int) -> bool:
    """``the noise of a crate being dragged``: nobody does anything to a noise."""
    return words[i].text.lower() in SOUNDS or words[i].text.lower().removesuffix("s") in SOUNDS


def act_behind_noun(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``followed by a faucet dripping``: what has an article and a preposition is no verb, but the noun before it."""
    noun, owner = i - 1, words[i].head
    if noun < 0 or not words[i].text.lower().endswith("ing") or owner < 0:
        return False
    heard = words[owner].text.lower() == "followed" and words[i].deprel != "conj"
    if words[i].upos != "VERB" and not (heard and lexicon.knows(_verb_of(words[i], lexicon), "verb")):
        return False
    if words[noun].head != i or words[noun].deprel != "compound" or words[noun].upos not in THINGS:
        return False
    own = [k for k in (*words.children(i), *words.children(noun)) if k < noun]
    relations = {words[k].deprel for k in own}
    if words[i].deprel == "conj" and {"cc", "det"} <= relations:
        return _second_of_followers(words, i, noun, own)
    if not {"case", "det"} <= relations and not (heard and "case" in relations):
        return False
    relation = "nmod" if words[owner].upos in THINGS else "obl"
    by = any(words[k].text.lower() == "by" for k in own)
    for k in own:
        words[k] = replace(words[k], head=noun)
    words[noun] = replace(words[noun], head=owner, deprel="obl:agent" if by else relation)
    words[i] = replace(
        words[i],
        upos="VERB",
        xpos="VBG",
        lemma=_verb_of(words[i], lexicon),
        features="VerbForm=Ger",
        head=noun,
        deprel="acl",
    )
    return True


def _verb_of(word: Word, lexicon: Lexicon) -> str:
    return lexicon.lemma(word.text.lower(), "verb")


def _second_of_followers(words: Tree, i: int, noun: int, own: list[int]) -> bool:
    """``followed by footsteps and a door closing``: the door is heard as the footsteps are."""
    verb, first = words[i].head, min(own) - 1
    if (
        verb not in (first, words[first].head)
        or not words[first].deprel.startswith("obl")
        or words[first].upos not in THINGS
    ):
        return False
    for k in own:
        words[k] = replace(words[k], head=noun)
    words[noun] = replace(words[noun], head=first, deprel="conj")
    words[i] = replace(words[i], xpos="VBG", head=noun, deprel="acl")
    return True


def second_of_while(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``stands there, while a girl sits down and reads``: without a comma before `and` the last clause goes on."""
    first = words[i].head
    if (
        words[i].xpos not in ("VBZ", "VBP")
        or first < 0
        or words[i - 1].deprel != "cc"
        or words[i - 2].text == ","
    ):
        return False
    if any(bare_relation(words[k]) == "nsubj" for k in words.children(i)):
        return False
    clauses = [
        k
        for k in words.children(first)
        if first < k < i and words[k].deprel == "advcl" and words[k].xpos == words[i].xpos
    ]
    if not clauses or not any(words[k].deprel == "nsubj" for k in words.children(clauses[-1])):
        return False
    words[i] = replace(words[i], head=clauses[-1])
    return True


def act_of_full(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A cart full of melons parked in a lane``: the cart is parked, and no melons."""
    stuff = words[i].head
    full = words[stuff].head if stuff >= 0 else -1
    if full < 0 or words[full].text.lower() != "full" or words[full].deprel != "amod" or words[full].head < 0:
        return False
    if (
        words[i].xpos not in ("VBG", "VBN")
        or lexicon.lemma(words[i].text.lower(), "verb") not in STANDING | RESTING
    ):
        return False
    words[i] = replace(words[i], head=words[full].head)
    return True


def act_of_second_there(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``There are kites in the air and people standing in a field``: who stands is right before, and is there, too."""
    first, noun = words[i].head, i - 1
    if words[i].xpos not in ("VBG", "VBN") or not 0 <= first < noun or words[noun].deprel != "nsubj":
        return False
    verb = words[first].head
    if words[first].deprel != "nsubj" or words[noun].upos not in THINGS or words[noun].head not in (verb, i):
        return False
    if not any(words[k].deprel == "expl" for k in words.children(verb)) or preposition_of(words, noun):
        return False
    if not any(
        words[k].deprel == "cc" and first < k < noun for k in (*words.children(i), *words.children(noun))
    ):
        return False
    for k in words.children(i):
        if words[k].deprel == "cc" and k < noun:
            words[k] = replace(words[k], head=noun)
    words[noun] = replace(words[noun], head=first, deprel="conj")
    words[i] = replace(words[i], head=noun, deprel="acl")
    return True
