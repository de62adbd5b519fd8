"""What is said aside, between commas: `sweat on his forehead`, `two of them smoking pipes`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_noun, bare_relation, preposition_of, thing_before
from extractor.syntax.mending.vocabulary import FRONTED, PARTS, THINGS


def noun_of_aside(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A smith, sweat on his brow, hammers``: what is bare between commas, and on somebody's own, does nothing."""
    owner, form = words[i].head, words[i].text.lower()
    if words[i].deprel not in ("parataxis", "acl", "appos", "conj") or not 0 <= owner < i:
        return False
    if words[i].xpos in ("VBG", "VBN"):
        return False
    if words[owner].upos not in THINGS or words[i - 1].text != "," or not lexicon.knows(form, "noun"):
        return False
    children = words.children(i)
    places = [k for k in children if k > i and words[k].deprel == "obl"]
    if len(places) != 1 or preposition_of(words, places[0]) not in FRONTED:
        return False
    own = any(words[k].xpos == "PRP$" for k in words.children(places[0]))
    if not own or any(words[k].deprel != "punct" for k in children if k not in places):
        return False
    words[i] = as_noun(words[i], lexicon, one=True, deprel="appos")
    words[places[0]] = replace(words[places[0]], deprel="nmod")
    return True


def part_with_act(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``guests sit, two of them smoking pipes``: without a preposition pipes are not the two's, but what they smoke."""
    part, act = words[i].head, i - 1
    if words[i].upos not in THINGS or not 0 <= part < act or words[part].text.lower() not in PARTS:
        return False
    if preposition_of(words, i) or words[act].head != i or not words[act].text.lower().endswith("ing"):
        return False
    of = [k for k in words.children(part) if preposition_of(words, k) == "of"]
    if not of or of[-1] != act - 1:
        return False
    verb = words[part].head
    for k in words.children(i):
        if k < act:
            words[k] = replace(words[k], head=act)
    words[act] = replace(
        words[act], upos="VERB", xpos="VBG", features="Tense=Pres|VerbForm=Part", head=verb, deprel="advcl"
    )
    words[i] = replace(words[i], head=act, deprel="obj")
    words[part] = replace(words[part], head=act, deprel="nsubj")
    return True


def part_with_place(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``One boot lies on a mat, the other on a rug``: it has no verb of its own, and is no second subject."""
    verb = words[i].head
    if words[i].text.lower() not in PARTS or not 0 <= verb < i or words[verb].upos != "VERB":
        return False
    children = words.children(i)
    places = [k for k in children if words[k].deprel == "nmod" and preposition_of(words, k) in FRONTED]
    if len(places) != 1 or places[0] < i or any(words[k].upos == "VERB" for k in children):
        return False
    first = min(k for k in (*children, i) if words[k].deprel not in ("punct", "cc"))
    before = words[first - 1]
    doubled = words[i].deprel == "nsubj" and before.text == ","
    listed = words[i].deprel == "conj" and before.deprel == "cc"
    subjects = [k for k in words.children(verb) if words[k].deprel == "nsubj" and k < verb]
    if not (doubled or listed) or not subjects or words[subjects[0]].xpos not in ("CD", "NN"):
        return False
    words[i] = replace(words[i], deprel="parataxis")
    return True


def participle_of_part(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Two nuns, one reading a map``: what stands right behind one of them is what that one does."""
    part = i - 1
    if part < 0 or words[part].text.lower() not in PARTS:
        return False
    second = any(words[k].deprel == "cc" for k in words.children(part))  # `and the other dozing`
    listed = words[part].deprel == "conj" and (words[part - 1].text == "," or second)
    if words[part].deprel != "appos" and not listed:
        return False
    act = words[i].head
    if second and act >= 0 and words[i].deprel == "conj" and words[act].deprel in ("acl", "parataxis"):
        act = words[act].head
    if words[part].upos == "NOUN" or act != words[part].head or words[i].xpos not in ("VBG", "VBN"):
        return False
    if any(bare_relation(words[k]) in ("nsubj", "aux", "mark") for k in words.children(i)):
        return False
    words[part] = replace(words[part], head=i, deprel="nsubj")
    for k in words.children(part):
        if words[k].deprel == "punct":
            words[k] = replace(words[k], head=i)
    return True


def thing_of_aside(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``The boy, a towel tied around his waist, sweeps``: one alone sweeps, and the towel is told aside.

    So with a place alone: ``A man, a scarf around his neck, reads``.
    """
    subject, act = words[i].head, i + 1
    verb = words[subject].head if subject >= 0 else -1
    if words[i].upos not in THINGS or not words[subject].deprel.startswith("nsubj") or verb <= act:
        return False
    before = min([k for k in words.children(i) if words[k].deprel != "punct"] + [i]) - 1
    place = words[act].head if words[act].deprel == "case" else -1
    told = words[act].xpos in ("VBG", "VBN") and words[act].head in (i, subject)
    told |= place > act and words[place].head in (i, subject)
    if not told or words[before].text != "," or any(words[k].deprel == "cc" for k in words.children(i)):
        return False
    number = next((k for k in words.children(verb) if words[k].deprel in ("aux", "cop") and k > act), verb)
    if words[number].xpos != "VBZ" or words[number - 1].text != ",":
        return False
    words[i] = replace(words[i], deprel="appos")
    if place > act:
        words[place] = replace(words[place], head=i, deprel="nmod")
    else:
        words[act] = replace(words[act], head=i, deprel="acl")
    return True


def noun_before_participle(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``plays on a stage lit from below``: what has an article or a preposition is no part of a participle."""
    act = i + 1
    if words[i].head != act or words[act].upos != "VERB":
        return False
    if words[act].xpos == "VBG":
        return _is_own_before_participle(words, i, act)
    if words[act].xpos != "VBN":
        return False
    own = [k for k in words.children(i) if words[k].deprel in ("case", "det")]
    if not own or words[act].head < 0 or any(bare_relation(words[k]) == "nsubj" for k in words.children(act)):
        return False
    placed = any(words[k].deprel == "case" for k in own)
    words[i] = replace(words[i], head=words[act].head, deprel="obl" if placed else "obj")
    words[act] = replace(words[act], head=i, deprel="acl")
    return True


def participle_of_subject(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``and its owner, drenched to the skin, waits``: what stands between commas behind a subject is said of it."""
    noun = i - 2
    if words[i].xpos not in ("VBN", "VBG") or noun < 0 or words[i - 1].text != "," or words[i].head == noun:
        return False
    verb = words[noun].head
    if words[noun].deprel not in ("nsubj", "nsubj:pass") or verb <= i or words[noun].upos not in THINGS:
        return False
    if words[i].head > noun and words[i].head != verb:
        return False
    if any(bare_relation(words[k]) in ("nsubj", "aux", "cop", "mark", "cc") for k in words.children(i)):
        return False
    words[i] = replace(words[i], head=noun, deprel="acl")
    return True


def subject_of_second(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``and the boy, turning round, stares``: what is coordinated with a verb is the subject of the verb behind."""
    first, comma = words[i].head, i + 1
    before = min([k for k in words.children(i) if words[k].deprel == "cc"], default=0) - 1
    if 0 <= first < i and words[first].deprel in ("obl", "obj") and before > 0 and words[before].text == ",":
        first = words[first].head  # `is filled with jars, and a ladder, which is old, leans`
    if words[i].upos not in THINGS or not 0 <= first < i or words[first].upos != "VERB":
        return False
    if comma >= len(words) or words[comma].text != "," or preposition_of(words, i):
        return False
    form = "VBP" if words[i].xpos == "NNS" else "VBZ"
    verbs = [
        k for k in words.children(first) if k > i and words[k].deprel == "conj" and _is_apart(words, k, form)
    ]
    if not verbs or any(
        bare_relation(words[k]) in ("nsubj", "cc") and k > i for k in words.children(verbs[0])
    ):
        return False
    start = min([k for k in words.children(i) if k < i and words[k].deprel not in ("cc", "punct")], default=i)
    if words[start - 1].deprel != "cc":
        return False
    passive = any(words[k].deprel == "aux:pass" for k in words.children(verbs[0]))
    words[i] = replace(words[i], head=verbs[0], deprel="nsubj:pass" if passive else "nsubj")
    for k in words.children(first):
        if i < k < verbs[0] and words[k].xpos in ("VBG", "VBN"):
            words[k] = replace(words[k], head=i, deprel="acl")
    return True


def _is_apart(words: Tree, verb: int, form: str) -> bool:
    """Whether a verb is finite by a form, itself or by its auxiliary, and begins behind a comma."""
    group = [k for k in words.children(verb) if k < verb and bare_relation(words[k]) in ("aux", "cop")]
    start = min([verb, *group])
    return words[start].xpos == form and words[start - 1].text == ","


def act_of_part(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Pedestrians, most of them carrying bags``, ``with one of its tires missing``: the part does it, not all."""
    whole = i - 1
    part = words[whole].head if whole > 0 and preposition_of(words, whole) == "of" else -1
    if words[i].xpos != "VBG" or part < 0 or words[part].text.lower() not in PARTS:
        return False
    own = (
        words[part].text.lower() == "one"
        and preposition_of(words, part) == "with"
        and (words[i].head == whole or words[i].head < part)
    )
    if not own and (words[part].deprel != "appos" or words[part].head != words[i].head):
        return False
    words[part] = replace(words[part], upos="NUM")
    words[i] = replace(words[i], head=part)
    return True


def number_before_noun(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``waits, one boot on the ground``: a number right before a noun that no verb is about counts it."""
    noun = i + 1
    if words[i].upos != "NUM" or words[i].head != noun or words[noun].upos not in THINGS:
        return False
    if any(words[k].deprel in ("cop", "aux") for k in words.children(noun)):
        return False
    words[i] = replace(words[i], deprel="nummod")
    for k in words.children(noun):
        if words[k].deprel == "obl":
            words[k] = replace(words[k], deprel="nmod")
    return True


def second_of_own(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``its head resting on a rug and one ear hanging``: the ear is not what the head rests on."""
    place, act = words[i].head, i + 1
    if (
        not 0 <= place < i
        or act >= len(words)
        or words[act].xpos not in ("VBG", "VBN")
        or words[act].head != i
    ):
        return False
    verb = words[place].head
    if words[place].deprel != "obl" or verb < 0 or words[verb].xpos not in ("VBG", "VBN"):
        return False
    subjects = [k for k in words.children(verb) if bare_relation(words[k]) == "nsubj" and k < verb]
    if not subjects:
        return False
    classes = {lexicon.noun_class(lexicon.lemma(words[k].text.lower(), "noun")) for k in (i, subjects[0])}
    of_place = lexicon.noun_class(lexicon.lemma(words[place].text.lower(), "noun"))
    if classes != {"body_part"} or (of_place == "body_part" and words[i].xpos == words[place].xpos):
        return False
    for k in words.children(i):
        if words[k].deprel == "cc":
            words[k] = replace(words[k], head=act)
    words[act] = replace(words[act], head=verb, deprel="conj")
    words[i] = replace(words[i], head=act, deprel="nsubj")
    return True


def noun_before_past(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``wipes it on a rag handed to him``: the preposition is that of the rag, and not of the participle."""
    noun = i - 1
    if words[i].xpos != "VBN" or words[i].upos != "VERB" or noun < 0 or words[noun].head != i:
        return False
    own = [k for k in (*words.children(i), *words.children(noun)) if k < noun]
    if words[noun].upos not in THINGS or not any(words[k].deprel == "case" for k in own):
        return False
    if not any(words[k].deprel == "det" for k in own) or words[i].head < 0:
        return False
    for k in own:
        words[k] = replace(words[k], head=noun)
    for k in words.children(words[i].head):
        if k > i and preposition_of(words, k) == "by":
            words[k] = replace(words[k], head=i)
    words[noun] = replace(words[noun], head=words[i].head, deprel=words[i].deprel)
    words[i] = replace(words[i], head=noun, deprel="acl")
    return True


def place_of_aside(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A boy, a scarf around his neck, reads``: what is aside is on somebody's own, and not somebody."""
    aside, owner = thing_before(words, i), words[i].head
    if not 0 <= owner < aside or words[aside].head != owner or words[aside].deprel not in ("appos", "conj"):
        return False
    if preposition_of(words, i) not in FRONTED or words[owner].upos not in THINGS:
        return False
    if not any(words[k].xpos == "PRP$" for k in words.children(i)):
        return False
    if any(words[k].deprel == "cc" for k in words.children(aside)) or not any(
        words[k].text == "," for k in words.children(aside)
    ):
        return False
    words[i] = replace(words[i], head=aside, deprel="nmod")
    return True


def part_behind_there(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``There are four cups, two of them on a tray``: the second of two subjects is a part of the first."""
    verb = words[i].head
    if words[i].text.lower() not in PARTS or not 0 <= verb < i:
        return False
    things = [k for k in words.children(verb) if verb < k < i and words[k].deprel == "nsubj"]
    if not things or words[things[0]].xpos != "NNS":
        return False
    if not any(words[k].deprel == "expl" for k in words.children(verb)):
        return False
    words[i] = replace(words[i], head=things[0], deprel="appos")
    return True


def place_of_back(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``stands with his back to the shelf``: to what the back is turned."""
    back = thing_before(words, i)
    if back < 0 or words[back].text.lower() not in ("back", "backs") or preposition_of(words, i) != "to":
        return False
    if words[back].head != words[i].head or preposition_of(words, back) != "with":
        return False
    words[i] = replace(words[i], head=back, deprel="nmod")
    return True


def subject_of_aside(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``lies under a sink, water spraying at him``: without a preposition it is no place, but what sprays."""
    verb, act = words[i].head, i + 1
    if (
        words[i].upos not in THINGS
        or act >= len(words)
        or words[act].xpos != "VBG"
        or words[act].upos != "VERB"
    ):
        return False
    first = min([k for k in words.children(i) if words[k].deprel != "punct"], default=i)
    if (
        not 0 <= verb < i
        or words[act].head != verb
        or words[first - 1].text != ","
        or preposition_of(words, i)
    ):
        return False
    if any(bare_relation(words[k]) in ("nsubj", "mark", "aux") for k in words.children(act)):
        return False
    words[i] = replace(words[i], head=act, deprel="nsubj")
    return True


def second_of_small_clause(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``with a cherry on it and a fork kept beside it``: a pronoun with a preposition has no subject."""
    place = words[i].head
    if not 0 <= place < i or words[place].upos != "PRON" or words[place].deprel != "nmod":
        return False
    if not preposition_of(words, place) or not any(words[k].deprel == "cc" for k in words.children(i)):
        return False
    words[i] = replace(words[i], head=words[place].head, deprel="conj")
    return True


def own_before_verb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A hawk, its wings spread wide, swoops``: between commas stands how its wings are, and no verb of the hawk."""
    own, after = i - 1, [k for k in words.children(i) if k > i and words[k].deprel == "conj"]
    if words[i].deprel != "root" or own < 2 or words[own].deprel not in ("conj", "appos") or not after:
        return False
    subject, verb = words[own].head, after[0]
    if words[subject].head != i or words[subject].deprel != "nsubj" or words[verb].xpos not in ("VBZ", "VBP"):
        return False
    first = min(words.children(own), default=own)
    if words[first].text != "," or not any(words[k].xpos == "PRP$" for k in words.children(own)):
        return False
    if words[verb - 1].text != "," or any(bare_relation(words[k]) == "nsubj" for k in words.children(verb)):
        return False
    for k in words.children(i):
        if k > verb or words[k].deprel == "punct":
            words[k] = replace(words[k], head=verb)
    words[verb] = replace(words[verb], head=-1, deprel="root")
    words[subject] = replace(words[subject], head=verb)
    words[own] = replace(words[own], head=i, deprel="nsubj:pass")
    words[i] = replace(
        words[i], upos="VERB", xpos="VBN", features="Tense=Past|VerbForm=Part", head=verb, deprel="advcl"
    )
    return True


def _is_own_before_participle(words: Tree, i: int, act: int) -> bool:
    """``The boat, its paint peeling, drifts``: what is the boat's own peels, and is no part of a name."""
    own = [k for k in words.children(act) if k < i and words[k].xpos == "PRP$"]
    if not own or words[act].deprel not in ("appos", "conj") or words[own[0] - 1].text != ",":
        return False
    words[own[0]] = replace(words[own[0]], head=i)
    words[i] = replace(words[i], head=act, deprel="nsubj")
    words[act] = replace(words[act], deprel="acl")
    return True


def part_for_subject(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``and both have hats``, ``and the other is eating``: what stands for somebody named before is a subject."""
    behind = i + 1
    if words[i].text.lower() not in PARTS or behind >= len(words):
        return False
    if words[i].deprel.startswith("nsubj"):
        if words[i].upos != "ADJ" or not any(words[k].deprel == "det" for k in words.children(i)):
            return False
        words[i] = replace(words[i], upos="NOUN", xpos="NN")
        return True
    verb = words[i].head
    if words[behind].xpos != "VBP" or verb not in (behind, words[behind].head) or i == 0:
        return False
    if words[i - 1].deprel not in ("cc", "punct") or any(
        bare_relation(words[k]) == "nsubj" for k in words.children(verb)
    ):
        return False
    words[i] = replace(words[i], upos="PRON", deprel="nsubj")
    return True
