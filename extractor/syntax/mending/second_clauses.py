"""Which clause a second verb goes on, and what is no verb of it: `a bell rings, a nun answers it and speaks`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_noun, as_verb, bare_relation, is_living, preposition_of
from extractor.syntax.mending.vocabulary import FRONTED, PARTICLES, PARTS, RESTING, THINGS

_PRESENT = ("VBZ", "VBP")
_MAX_CLAUSE = 30
_BEFORE_NOUNS = frozenset({"ADJ", "DET", "NUM"})


def verb_beside_verb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``folds napkins, lays them out and hums``: a finite verb is listed with the verb, and with no noun of it."""
    noun = words[i].head
    if words[i].xpos not in _PRESENT or words[i].upos != "VERB" or not 0 <= noun < i:
        return False
    if words[noun].upos not in THINGS or words[noun].deprel not in ("obj", "obl", "nmod"):
        return False
    if any(bare_relation(words[k]) in ("nsubj", "expl", "mark") for k in words.children(i)):
        return False
    clauses = [k for k in words.children(noun) if words[k].xpos == words[i].xpos and noun < k < i]
    first = clauses[-1] if clauses else words[noun].head
    while first >= 0 and words[first].xpos != words[i].xpos:
        first = words[first].head
    if first < 0 or words[first].upos != "VERB":
        return False
    words[i] = replace(words[i], head=first)
    return True


def verb_behind_command(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Carry it in this bag, which folds flat, holds tools and``: what has an s is listed with no command."""
    first = words[i].head
    if words[i].xpos != "VBZ" or words[i].upos != "VERB" or not 0 <= first < i:
        return False
    if words[first].deprel != "root" or words[first].xpos not in ("VB", "VBP"):
        return False
    if any(
        bare_relation(words[k]) in ("nsubj", "expl", "aux")
        for k in (*words.children(i), *words.children(first))
    ):
        return False
    near = range(i - 1, max(first, i - _MAX_CLAUSE), -1)
    clause = next((k for k in near if words[k].deprel == "acl:relcl" and words[k].xpos == "VBZ"), -1)
    if clause < 0:
        return False
    words[i] = replace(words[i], head=clause, deprel="conj")
    return True


def second_of_last_clause(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a bell rings, a nun answers it and speaks``: without a comma before `and` the clause right before goes on."""
    first = words[i].head
    if words[i].xpos not in _PRESENT or not 0 <= first < i or words[i - 1].deprel != "cc":
        return False
    if words[i - 2].text == "," or any(
        bare_relation(words[k]) in ("nsubj", "expl") for k in words.children(i)
    ):
        return False
    clauses = [
        k
        for k in words.children(first)
        if first < k < i and words[k].deprel == "conj" and words[k].xpos == words[i].xpos
    ]
    if not clauses or not any(words[k].deprel == "nsubj" for k in words.children(clauses[-1])):
        return False
    words[i] = replace(words[i], head=clauses[-1])
    return True


def clause_of_there(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a nun riding a mule, behind her there are palms``, ``folds maps, a boy sings``: no clauses of a noun."""
    noun = words[i].head
    children = words.children(i)
    if not 0 <= noun < i or not any(words[k].deprel == "expl" or _is_named(words, k, i) for k in children):
        return False
    below = [k for c in children for k in (c, *words.children(c))]
    if any(words[k].xpos in ("WDT", "WP", "WRB") or words[k].text.lower() == "whose" for k in below):
        return False
    first = min(below, default=i)
    if not any(words[k].text == "," for k in (first, first - 1)):
        return False
    top = noun
    while words[top].head >= 0:
        top = words[top].head
    words[i] = replace(words[i], head=top, deprel="parataxis")
    return True


def _is_named(words: Tree, i: int, verb: int) -> bool:
    """Whether a word is the subject of a finite verb, and neither a pronoun nor a part of what stands before."""
    subject = words[i].deprel == "nsubj" and words[i].upos in THINGS and words[i].text.lower() not in PARTS
    return subject and words[verb].xpos in _PRESENT and words[verb].deprel == "acl:relcl"


def thing_before_act(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``welds a pipe, sparks flying around him``: behind a comma and before a participle it is what flies."""
    act, form = i + 1, words[i].text.lower()
    if words[i].deprel not in ("conj", "parataxis", "advcl") or act >= len(words):
        return False
    if words[i].xpos != "VBZ" and not (words[i].xpos == "VBG" and form.endswith("ings")):
        return False  # `clippings covering the ground`
    if words[act].xpos != "VBG" or words[i - 1].text != "," or words[i].head < 0:
        return False
    if words[act].head not in (i, words[i].head) or not lexicon.knows(lexicon.lemma(form, "noun"), "noun"):
        return False
    if any(words[k].deprel != "punct" and k != act for k in words.children(i)):
        return False
    for k in words.children(i):
        if k != act:
            words[k] = replace(words[k], head=act)
    words[act] = replace(words[act], head=words[i].head, deprel="advcl")
    words[i] = as_noun(words[i], lexicon, head=act, deprel="nsubj")
    return True


def verb_before_its_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``from which nuns lean and wave scarves``: before an object stands a verb, as the first is one."""
    thing, verb = words[i].head, i - 2
    if verb < 0 or words[i - 1].deprel != "cc" or thing <= i or words[thing].head != verb:
        return False
    if words[thing].deprel != "obj" or words[verb].xpos not in _PRESENT or words[verb].upos != "VERB":
        return False
    form = words[i].text.lower()
    lemma, one = lexicon.lemma(form, "verb"), words[verb].xpos == "VBZ"
    if not lexicon.knows(lemma, "verb") or (form != lemma and form.endswith("s")) is not one:
        return False
    for k in (*words.children(i), *words.children(thing)):
        if k < i and words[k].deprel == "cc":
            words[k] = replace(words[k], head=i)
    words[i] = as_verb(words[i], lexicon, one=one, head=verb, deprel="conj")
    words[thing] = replace(words[thing], head=i)
    return True


def place_of_last_verb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``holds a jug, spins on its heels``: right behind a finite verb stands a place of that one."""
    verb, above = words.case_of(i) - 1, words[i].head
    if not 0 <= above < verb or words[verb].upos != "VERB" or words[verb].xpos not in _PRESENT:
        return False
    if words[above].upos != "VERB" or words[verb].deprel != "conj":
        return False
    words[i] = replace(words[i], head=verb)
    return True


def verbs_of_one_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``chops, salts and fries leeks``: in a row behind a verb, before what is all their object, stand verbs."""
    last = i + 2
    row = _row_behind_verb(words, i) if last + 1 < len(words) and words[i + 1].deprel == "cc" else []
    if not row:
        return False
    verb, *others = row
    thing, one = _thing_behind(words, last), words[verb].xpos == "VBZ"
    if thing < 0 or not all(_is_form_of_verb(words, k, lexicon, one=one) for k in (*others, last)):
        return False
    if all(words[k].upos == "VERB" for k in others) and words[thing].head == last:
        return False
    for k in (*others, last):
        word = words[k]
        read = word.upos == "VERB" and word.xpos == words[verb].xpos
        word = word if read else as_verb(word, lexicon, one=one)
        words[k] = replace(word, head=verb, deprel="conj")
    for k in words.children(thing):
        if k < last:
            words[k] = replace(words[k], head=last)
    words[i + 1] = replace(words[i + 1], head=last)
    words[thing] = replace(words[thing], head=last, deprel="obj")
    return True


def _row_behind_verb(words: Tree, i: int) -> list[int]:
    """The verb and, each behind a comma, the words between it and the last of a row; none where there is no row."""
    row = [i]
    while row[0] > 2 and words[row[0] - 1].text == ",":
        before = row[0] - 2
        particle = before > 0 and words[before].text.lower() in PARTICLES and not words.children(before)
        row.insert(0, before - particle)  # `digs up, washes and bundles carrots`
        if words[row[0]].upos == "VERB" and any(words[k].deprel == "nsubj" for k in words.children(row[0])):
            return row if words[row[0]].xpos in _PRESENT else []
    return []


def _thing_behind(words: Tree, i: int) -> int:
    """The noun of the phrase right behind a word; -1 where none stands there."""
    noun = i + 1
    while noun < len(words) and (words[noun].upos in _BEFORE_NOUNS or words[noun].xpos == "PRP$"):
        noun += 1
    while noun + 1 < len(words) and words[noun].upos in THINGS and words[noun + 1].upos in THINGS:
        noun += 1
    return noun if noun < len(words) and words[noun].upos in THINGS else -1


def _is_form_of_verb(words: Tree, i: int, lexicon: Lexicon, *, one: bool) -> bool:
    """Whether a bare word has the form of a verb of one subject or of many."""
    form = words[i].text.lower()
    lemma = lexicon.lemma(form, "verb")
    own = [k for k in words.children(i) if k < i and words[k].deprel not in ("cc", "punct")]
    return lexicon.knows(lemma, "verb") and (form != lemma and form.endswith("s")) is one and not own


def adverb_of_last_verb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``neighs, trots away, and stops``: a particle is the verb's right before it."""
    verb = i - 1
    if words[i].text.lower() not in PARTICLES | {"away"} or verb < 0 or words[i].head >= verb:
        return False
    if words[verb].upos != "VERB" or words[verb].xpos not in _PRESENT or words.children(i):
        return False
    words[i] = replace(words[i], head=verb)
    return True


def participle_behind_comma(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``sits in a hall crammed with chairs, watching a nun``: behind a comma it is the act of who sits there."""
    past = words[i].head
    start = min((k for k in words.children(i) if k < i), default=i)
    if (
        words[i].xpos != "VBG"
        or not 0 <= past < i
        or words[past].deprel != "acl"
        or words[past].xpos != "VBN"
    ):
        return False
    if not any(words[k].text == "," for k in (start, i - 1)):
        return False
    place = words[past].head
    verb = words[place].head
    if words[place].deprel != "obl" or words[verb].upos != "VERB" or is_living(words[place], lexicon):
        return False
    words[i] = replace(words[i], head=verb)
    return True


def past_behind_comma(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``rests on its side, half covered by weeds``: behind a comma it is said of who rests there."""
    place = words[i].head
    if words[i].xpos != "VBN" or not 0 <= place < i or words[place].deprel != "obl":
        return False
    verb = words[place].head
    if (
        lexicon.lemma(words[verb].text.lower(), "verb") not in RESTING
        or preposition_of(words, place) not in FRONTED
    ):
        return False
    start = min((k for k in words.children(i) if k < i and words[k].text != ","), default=i)
    if words[start - 1].text != "," or place < verb or is_living(words[place], lexicon):
        return False
    words[i] = replace(words[i], head=verb, deprel="advcl")
    return True


def participle_of_act(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Drumming on a barrel followed by a cheer``: a participle of a verb at the top is a clause of it."""
    top = words[i].head
    if words[i].xpos != "VBN" or top < 0 or words[top].xpos != "VBG" or words[top].deprel != "root":
        return False
    if words[top].upos != "VERB":
        return False
    words[i] = replace(words[i], deprel="advcl")
    return True
