"""What is heard doing something, behind a preposition: `followed by a toilet flushing`, `over an engine humming`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, bare_relation, is_living
from extractor.syntax.mending.vocabulary import BEFORE_NOUN, SOUNDS, THINGS

_AMID = frozenset({"amid", "amidst"})
# By what happens next, or at the same time, something is followed.
_FOLLOWED = frozenset({"accompany", "follow", "interrupt", "join", "precede"})
# What is heard of who sounds so: `the voices of men talking`.
_SOUNDED = frozenset(
    """bark buzz buzzing chatter chirp chirping clang clatter cries cry hiss howl hum humming murmur roar rumble shriek
    shrieks song squeal vibration vibrations voice voices whine whir whirring""".split()
)
# Of a name in -ing that is no act.
_NO_ACTS = frozenset({"artifact", "body", "food", "location", "person", "quantity", "substance"})
_BEFORE = frozenset({"amod", "case", "cc", "compound", "det", "mark", "nmod:poss", "nummod", "punct"})
# What is said or sung over something that is heard, too.
_SOUNDING = frozenset({"communication", "perception"})


def act_behind_preposition(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``followed by a toilet flushing``, ``the sound of a door closing``: a thing is heard, and what it does."""
    thing, above = i - 1, words[i].head
    if thing < 2 or words[thing].upos not in THINGS or not _is_act(words, i, lexicon):
        return False
    preposition = _preposition_before(words, thing, i)
    if not 0 <= above < preposition or not _brings_in(words, preposition, above, lexicon):
        return False
    own = words[thing].head == i and words[thing].deprel in ("compound", "nsubj")
    beside = (
        words[thing].head == above and bare_relation(words[thing]) == "obl" and words[i].deprel == "advcl"
    )
    marked = words[preposition].head == i
    if not own and not (beside and marked):
        return False
    for k in words.children(i):
        if k < thing and words[k].deprel in _BEFORE:
            words[k] = replace(words[k], head=thing)
    words[preposition] = replace(words[preposition], head=thing, upos="ADP", deprel="case")
    relation = "nmod" if words[above].upos in THINGS else "obl"
    by = words[preposition].text.lower() == "by"
    words[thing] = replace(words[thing], head=above, deprel="obl:agent" if by else relation)
    _let_act(words, i, thing, lexicon)
    return True


def act_that_is_heard(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``speaks over an engine humming``, ``sounds of people laughing``: it hums, they laugh, and nobody else."""
    thing, above = i - 1, words[i].head
    if words[i].xpos != "VBG" or thing < 1 or words[thing].upos not in THINGS or words[thing].head != above:
        return False
    preposition = words.case_of(thing)
    if not 0 <= above < preposition < thing or words[i].deprel not in ("acl", "advcl"):
        return False
    if any(bare_relation(words[k]) in ("aux", "mark", "nsubj", "obj") for k in words.children(i)):
        return False
    if words[preposition].text.lower() == "over":
        verb = lexicon.lemma(words[above].text.lower(), "verb")
        sounds = set(lexicon.supersenses(verb, "verb")[:1]) & _SOUNDING
        if not sounds or is_living(words[thing], lexicon) or not _is_heard(words, i, lexicon):
            return False
    elif not _brings_in(words, preposition, above, lexicon):
        return False
    words[i] = replace(words[i], head=thing, deprel="acl")
    return True


def act_of_who_follows(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``seagulls cawing followed by paper crumpling``: what follows crumples, and not what is followed."""
    thing = i - 1
    verb = words[thing].head if thing > 0 else -1
    if words[i].xpos != "VBG" or not 0 <= verb < thing or words[i].head == thing or words[i].head > i:
        return False
    if words[thing].upos not in THINGS or lexicon.lemma(words[verb].text.lower(), "verb") not in _FOLLOWED:
        return False
    if words[words.case_of(thing)].text.lower() != "by" or words.case_of(thing) < 0:
        return False
    if any(bare_relation(words[k]) in ("aux", "cc", "mark", "nsubj") for k in words.children(i)):
        return False
    words[i] = replace(words[i], head=thing, deprel="acl")
    return True


def _is_act(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether a word is what something does, and no name of a thing: not `a brick building`, `ice skating`."""
    form = words[i].text.lower()
    if not form.endswith("ing") or words[i].deprel in ("amod", "compound") or words[i].upos == "ADJ":
        return False
    if not lexicon.knows(lexicon.lemma(form, "verb"), "verb"):
        return False
    if any(bare_relation(words[k]) in ("aux", "cop") for k in words.children(i)):
        return False
    return words[i].upos == "VERB" or not set(lexicon.supersenses(form, "noun")[:1]) & _NO_ACTS


def _preposition_before(words: Tree, thing: int, i: int) -> int:
    """The preposition before a thing, or before the name that was made of it and of its act; -1 where none is."""
    first = thing
    while first > 0 and words[first - 1].deprel in BEFORE_NOUN and words[first - 1].head in (thing, i):
        first -= 1
    before = first - 1
    is_own = before >= 0 and words[before].head in (thing, i) and words[before].deprel in ("case", "mark")
    return before if is_own else -1


def _brings_in(words: Tree, preposition: int, above: int, lexicon: Lexicon) -> bool:
    """Whether behind a preposition stands what is heard."""
    form = words[preposition].text.lower()
    if form == "by":
        return lexicon.lemma(words[above].text.lower(), "verb") in _FOLLOWED
    name = words[above].text.lower()
    return form in _AMID or (form == "of" and (name in SOUNDS - {"footage", "video"} or name in _SOUNDED))


def _is_heard(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``over music playing``, and not ``over a loudspeaker standing on a stage`` or ``over a fence smiling``."""
    bare = i + 1 >= len(words) or words[i + 1].upos in ("ADV", "CCONJ", "PUNCT")
    verb = lexicon.lemma(words[i].text.lower(), "verb")
    return bare and not set(lexicon.supersenses(verb, "verb")[:1]) & {"body", "contact"}


def _let_act(words: Tree, i: int, thing: int, lexicon: Lexicon) -> None:
    """Let a word be what the thing before it does."""
    for k in words.children(i):
        if words[k].deprel == "nmod":
            words[k] = replace(words[k], deprel="obl")
    words[i] = replace(
        words[i],
        upos="VERB",
        xpos="VBG",
        lemma=lexicon.lemma(words[i].text.lower(), "verb"),
        features="Tense=Pres|VerbForm=Part",
        head=thing,
        deprel="acl",
    )


def second_of_sounds(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``The sounds of birds singing and a stream flowing are heard``: the sounds are, and both are what they are of.

    ``i`` is the `and` between the two.
    """
    first, sound = _heard_before(words, i)
    second = _noun_before_act(words, i + 1, lexicon) if sound >= 0 else -1
    if second < 0:
        return False
    act = second + 1
    subject = next((k for k in (second, act) if bare_relation(words[k]) == "nsubj"), -1)
    verb = words[subject].head if subject >= 0 else -1
    if verb > act and words[verb].upos == "VERB" and words[sound].head < 0:
        # The second was taken for the subject of what is told of the sounds.
        words[verb] = replace(words[verb], head=-1, deprel="root")
        words[sound] = replace(words[sound], head=verb, deprel=words[subject].deprel)
    for k in (*words.children(act), *words.children(words[second].head)):
        if i <= k < second:
            words[k] = replace(words[k], head=second)
    if first == i - 2:
        words[i - 1] = replace(words[i - 1], head=first, deprel="acl")
    words[i] = replace(words[i], head=second)
    words[second] = replace(words[second], head=first, deprel="conj")
    _let_act(words, act, second, lexicon)
    return True


def _heard_before(words: Tree, i: int) -> tuple[int, int]:
    """What sounds are of, alone or with its act, right before a word, and the sounds; -1 for none of both."""
    first = i - 2 if words[i - 1].xpos == "VBG" else i - 1
    above = words[first].head
    if first < 2 or words[first].upos not in THINGS or not 0 <= above < first:
        return -1, -1
    is_of = words[above + 1].text.lower() == "of" and words[above].text.lower() in SOUNDS - {
        "footage",
        "video",
    }
    if not is_of or any(words[k].deprel == "conj" for k in words.children(first)):
        return -1, -1
    return first, above


def _noun_before_act(words: Tree, start: int, lexicon: Lexicon) -> int:
    """The noun of a phrase that begins at a word, with what it does right behind it; -1 where there is none."""
    second = start
    while (
        second + 1 < len(words) and words[second].deprel in BEFORE_NOUN and words[second + 1].upos in THINGS
    ):
        if words[second + 1].text.lower().endswith("ing"):
            break
        second += 1
    act = second + 1
    if act >= len(words) or words[second].upos not in THINGS or words[act].upos not in ("NOUN", "VERB"):
        return -1
    return second if _is_act(words, act, lexicon) else -1
