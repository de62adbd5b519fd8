"""What is the head of a name of several words, and what its first parts are: `roller skates`, `a marble bust`."""

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
from extractor.syntax.mending.vocabulary import BE, COLLECTIVE, COLORS_OF_THINGS, RESTING, SINGULAR, THINGS

# Ends of participles of what was done.
_PAST = frozenset({"ed", "en", "wn"})
_GEMS = frozenset(
    "amethyst crystal diamond emerald garnet gem gemstone jewel opal pearl ruby sapphire topaz turquoise".split()
)


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
    name_by_last(words, first, i, lexicon, one=False)
    return True


def head_of_name(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``with face piercings``: its own tags contradict each other, and what stands before it is not all the name."""
    first = i - 1
    if words[i].upos != "VERB" or words[first].head != words[i].head or words[first].deprel != "nmod":
        return False
    if words[first].xpos != "NN" or words.children(i):
        return False
    for k in words.children(first):
        words[k] = replace(words[k], head=i)
    words[i] = as_noun(words[i], lexicon)
    words[first] = replace(words[first], head=i, deprel="compound")
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


def head_behind_participle(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A horse drawn sleigh glides``: without a preposition the sleigh is no part of the horse that draws it."""
    act, first = i - 1, i - 2
    if first < 0 or words[act].head != i or words[act].deprel != "amod" or words[first].xpos != "NN":
        return False
    below = words[i].deprel == "nmod" and words[i].head == first
    doubled = words[i].deprel == words[first].deprel == "nsubj" and words[i].head == words[first].head
    if not (below or doubled) or words[act].text.lower()[-2:] not in _PAST or preposition_of(words, i):
        return False
    words[i] = replace(words[i], head=words[first].head, deprel=words[first].deprel)
    for k in words.children(first):
        words[k] = replace(words[k], head=i)
    words[first] = replace(words[first], head=i, deprel="compound")
    return True


def head_of_list_member(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A man wearing a jacket and a bow tie``: one does not `tie`, and what stands before it is no subject."""
    first, form = i - 1, words[i].text.lower()
    subjects = [k for k in words.children(i) if words[k].deprel == "nsubj"]
    if words[i].deprel != "root" or len(subjects) != 1 or not subjects[0] < first:
        return False
    subject = subjects[0]
    if words[subject].xpos != "NN" or words[subject].text.lower() in COLLECTIVE or words[first].xpos != "NN":
        return False
    if words[first].deprel not in ("conj", "obj", "obl") or words[first].head == subject:
        return False
    if any(words[k].deprel == "conj" and is_living(words[k], lexicon) for k in words.children(subject)):
        return False  # `A boy and a girl holding an umbrella walk`
    if lexicon.lemma(words[words[first].head].text.lower(), "verb") in ("hear", "see", "watch"):
        return False  # `watching water drip`
    if not lexicon.knows(form, "noun"):
        return False
    if any(bare_relation(words[k]) in ("obj", "aux", "xcomp", "ccomp", "conj") for k in words.children(i)):
        return False
    for k in words.children(i):
        if k != subject:
            words[k] = replace(words[k], head=subject)
    words[subject] = replace(words[subject], head=-1, deprel="root")
    name_by_last(words, first, i, lexicon, one=True)
    return True


def color_before_color(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``The grey and white cat stares``, ``a creaky and wet floor``: two words for one, and no grey beside a cat."""
    colored = words[i].text.lower() in COLORS_OF_THINGS and words[i].upos in THINGS
    if not colored and words[i].upos != "ADJ":
        return False
    thing = next((k for k in words.children(i) if k > i and words[k].deprel == "conj"), -1)
    if thing < 0:
        return False
    own = words.children(thing)
    if words[i + 1].deprel != "cc" or any(words[k].deprel in ("det", "nummod", "nmod:poss") for k in own):
        return False
    between = [k for k in own if i < k < thing]
    if colored and not any(words[k].text.lower() in COLORS_OF_THINGS for k in between):
        return False
    if not colored and not (
        words[thing].upos in THINGS
        and any(words[k].upos == "ADJ" for k in between)
        and words[i + 2].upos == "ADJ"
    ):
        return False
    words[thing] = replace(words[thing], head=words[i].head, deprel=words[i].deprel)
    for k in words.children(i):
        words[k] = replace(words[k], head=thing)
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", head=thing, deprel="amod")
    return True


def words_before_adjective(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``on a creaky and wet floor``: the preposition and the article before an adjective are its noun's."""
    thing = words[i].head
    moved = [k for k in words.children(i) if words[k].deprel in ("case", "det") and k < i]
    if not moved or words[i].upos != "ADJ" or thing < i or words[thing].upos not in THINGS:
        return False
    if words.case_of(thing) >= 0 or any(words[k].deprel == "det" for k in words.children(thing)):
        return False
    for k in moved:
        words[k] = replace(words[k], head=thing)
    return True


def name_of_animal(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Two panda bears``: pandas bear nothing."""
    first = i - 1
    if first < 0 or words[first].head != i or words[first].deprel != "nsubj" or words[first].xpos != "NN":
        return False
    kinds = [lexicon.noun_class(lexicon.lemma(words[k].text.lower(), "noun")) for k in (first, i)]
    if kinds != ["animal", "animal"] or any(bare_relation(words[k]) == "obj" for k in words.children(i)):
        return False
    words[first] = replace(words[first], deprel="compound")
    for k in words.children(first):
        words[k] = replace(words[k], head=i)
    places_of_noun(words, i)
    words[i] = as_noun(words[i], lexicon)
    return True


def clause_of_first_part(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A white and blue soccer ball sitting on a mat``: what describes a ball does not sit there."""
    first = words[i].head
    if not 0 <= first < i or words[first].deprel not in ("amod", "compound") or words[first].head < 0:
        return False
    if not first < words[first].head < i:
        return False
    words[i] = replace(words[i], head=words[first].head)
    return True


def second_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``feeds a goat apple slices``: of two bare objects in a row the first is a part of the second's name."""
    first = i - 1
    if (
        first < 0
        or words[first].deprel != "obj"
        or words[first].head != words[i].head
        or words[i].head > first
    ):
        return False
    if words[first].xpos != "NN" or words[i].xpos not in ("NN", "NNS") or words.children(i):
        return False
    if words.children(first) or is_living(words[first], lexicon):
        return False
    words[first] = replace(words[first], head=i, deprel="compound")
    return True


def back_of_mount(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``on horse back``: on a horse."""
    mount = i - 1
    if words[i].text.lower() != "back" or words[mount].head != i or words[mount - 1].text.lower() != "on":
        return False
    if not is_living(words[mount], lexicon):
        return False
    words[mount] = as_noun(words[mount], lexicon, one=True, head=words[i].head, deprel=words[i].deprel)
    for k in words.children(i):
        words[k] = replace(words[k], head=mount)
    words[i] = replace(words[i], head=mount, deprel="compound")
    return True


def complete_with(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a kitchen complete with an oven``: what it has."""
    whole = words[i].head
    noun = words[whole].head if whole >= 0 else -1
    if (
        words[whole].text.lower() != "complete"
        or words[whole].deprel not in ("acl", "amod")
        or not 0 <= noun < whole < i
    ):
        return False
    if preposition_of(words, i) != "with":
        return False
    words[i] = replace(words[i], head=noun, deprel="nmod")
    words[whole] = replace(words[whole], deprel="amod")
    return True


def second_first_part(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a slate and pebble path``: what is listed with a first part of a name is one, too."""
    first = words[i].head
    if not 0 <= first < i or words[first].deprel not in ("amod", "compound") or words[first].head <= i:
        return False
    if words[i].upos not in THINGS or any(words[k].deprel != "cc" for k in words.children(i)):
        return False
    words[i] = replace(words[i], head=words[first].head, deprel="compound")
    return True


def preposition_of_name(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``over the rotator cuff``: a preposition is that of the whole name, and of no first part of it."""
    first = words[i].head
    name = words[first].head
    part = words[first].deprel == "compound" or (
        words[first].deprel == "amod" and words[first].upos in THINGS
    )
    if not part or not i < first < name or words[name].upos not in THINGS:
        return False
    if preposition_of(words, name):
        return False  # `with an On Sale sticker`
    words[i] = replace(words[i], head=name)
    return True


def set_behind_thing(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a table set for eight``: for a number of people it is set, and no set of tables."""
    thing, behind = i - 1, i + 1
    if words[i].text.lower() != "set" or thing < 0 or behind >= len(words) or words[i].xpos != "NN":
        return False
    if words[thing].head != i or words[thing].deprel != "compound" or words[behind].text.lower() != "for":
        return False
    many = words[behind].head
    if many <= behind or words[many].upos != "NUM":
        return False
    for k in words.children(i):
        if k not in (thing, many):
            words[k] = replace(words[k], head=thing)
    words[thing] = replace(words[thing], head=words[i].head, deprel=words[i].deprel)
    words[many] = replace(words[many], head=i, deprel="obl")
    words[i] = replace(
        words[i], upos="VERB", xpos="VBN", features="Tense=Past|VerbForm=Part", head=thing, deprel="acl"
    )
    return True


def thing_in_act(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``is fly fishing``, ``are line dancing``: a bare noun between `is` and an act is a part of its name."""
    thing, be = i - 1, i - 2
    if be < 1 or words[be].text.lower() not in BE or words[thing].upos not in THINGS or words.children(be):
        return False
    if words[thing].xpos == "NNS" or not _is_called_by_thing(words, i, lexicon):
        return False
    below = words[i].head == thing and words[i].deprel == "acl"
    doubled = words[thing].head == i and bare_relation(words[thing]) in ("nsubj", "obl", "obj")
    if not (below or doubled):
        return False
    clause = thing if below else i
    children = words.children(clause)
    subject = [k for k in children if bare_relation(words[k]) == "nsubj" and k < be]
    relative = [k for k in children if words[k].xpos in ("WDT", "WP") and k < be]
    if (
        words[be].head not in (thing, i)
        or not (subject or relative)
        or any(words[k].deprel == "expl" for k in children)
    ):
        return False
    if any(be < k < thing for k in words.children(thing)):
        return False
    if below:
        for k in children:
            words[k] = replace(words[k], head=i)
        words[i] = replace(words[i], head=words[thing].head, deprel=words[thing].deprel)
    words[be] = replace(words[be], head=i, deprel="aux")
    words[thing] = replace(words[thing], head=i, deprel="compound")
    return True


def _is_called_by_thing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether an act may be called by a noun before it: not `is nun praying`, where an article is left out."""
    thing, lemma = words[i - 1], lexicon.lemma(words[i].text.lower(), "verb")
    if words[i].xpos != "VBG" or lemma in RESTING | {"be", "lay"}:
        return False
    if not is_living(thing, lexicon):
        return True
    animal = lexicon.noun_class(lexicon.lemma(thing.text.lower(), "noun")) == "animal"
    return animal and lexicon.knows(words[i].text.lower(), "noun")  # `horse riding`


def gem_that_is_set(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a ring with a ruby set between two pearls``: no set of rubies, but one that is set somewhere."""
    act = words[i].head
    if act != i + 1 or words[act].text.lower() != "set" or act + 1 >= len(words):
        return False
    if words[act + 1].deprel != "case" or lexicon.lemma(words[i].text.lower(), "noun") not in _GEMS:
        return False
    place = words[act + 1].head  # wherever it hangs
    if words[place].deprel in ("nmod", "obl"):
        words[place] = replace(words[place], head=act, deprel="obl")
    for k in words.children(act):
        if k < act and k != i:
            words[k] = replace(
                words[k], head=i, deprel="case" if words[k].deprel == "mark" else words[k].deprel
            )
    relation = words[act].deprel
    words[i] = replace(words[i], head=words[act].head, deprel="nmod" if relation == "acl" else relation)
    words[act] = replace(
        words[act],
        upos="VERB",
        xpos="VBN",
        lemma="set",
        features="Tense=Past|VerbForm=Part",
        head=i,
        deprel="acl",
    )
    return True


def noun_of_two_classes(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A dog race in a park``: a verb by one mark and a noun by the other is no act of one dog, which has an -s."""
    first = i - 1
    if words[i].upos != "VERB" or words[i].xpos != "NN" or first < 1 or words[first].xpos != "NN":
        return False
    if words[i].text.lower().endswith("ing"):
        return False
    if any(bare_relation(words[k]) in ("aux", "cop", "mark", "obj") for k in words.children(i)):
        return False
    if lexicon.supersenses(words[first].text.lower(), "noun")[:1] == ["person"]:
        return False  # who is told of, whatever the form: `a girl dance on a stage`
    single = [k for k in (*words.children(i), *words.children(first)) if words[k].text.lower() in SINGULAR]
    if not single or min(single) > first or not lexicon.knows(words[i].text.lower(), "noun"):
        return False
    if words[first].head == i and words[first].deprel in ("compound", "nsubj"):
        words[first] = replace(words[first], deprel="compound")
        for k in words.children(first):
            words[k] = replace(words[k], head=i)
        words[i] = as_noun(words[i], lexicon, one=True)
    elif words[i].head == first:
        name_by_last(words, first, i, lexicon, one=True)
    else:
        return False
    places_of_noun(words, i)
    return True
