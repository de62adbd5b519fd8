"""Clauses behind `with` that have no finite verb: `with bells ringing and a flag being raised`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, bare_relation, is_living, preposition_of
from extractor.syntax.mending.vocabulary import COLLECTIVE, THINGS

_PLACES = frozenset({"NOUN", "PRON", "PROPN"})
_MARKS = frozenset({"case", "mark"})
_BEFORE = _MARKS | {"cc", "punct"}
_VERBAL = frozenset({"aux", "cop", "expl"})
_PHRASE = frozenset({"amod", "case", "cc", "compound", "conj", "det", "nmod", "nmod:poss", "nummod", "punct"})


def without_verb(words: Tree) -> bool:
    """``with a basket on her arm``, ``one hand on his hip``: where no verb is, the place is the thing's own.

    Parsers make a clause of it, whose head is the place. All that reads trees behind this takes the thing for the head,
    as in `a basket on her arm` alone.
    """
    changed = False
    thing_by_place: dict[int, int] = {}
    for place, word in enumerate(words.words()):
        thing = _thing_of_place(words, place)
        if thing < 0:
            continue
        mark = words.case_of(thing)
        for k in words.children(place):
            if k < thing and words[k].deprel in _BEFORE:
                mark = k if words[k].deprel in _MARKS else mark
                words[k] = replace(words[k], head=thing)
        if mark >= 0:
            words[mark] = replace(words[mark], upos="ADP", deprel="case")
        head = thing_by_place.get(word.head, word.head)
        if word.deprel == "conj":
            relation = "conj"
        elif mark < 0:
            relation = "parataxis"
        else:
            relation = "obl" if words[head].upos in ("ADJ", "AUX", "VERB") else "nmod"
        words[thing] = replace(words[thing], head=head, deprel=relation)
        words[place] = replace(words[place], head=thing, deprel="advmod" if word.upos == "ADV" else "nmod")
        thing_by_place[place] = thing
        changed = True
    return changed


def _thing_of_place(words: Tree, place: int) -> int:
    """What a place, the head of a clause without a verb, is said of; -1 where it is none.

    What is `with a thing on it` is told behind the words that it stands for: ``places.small_clause``.
    """
    word = words[place]
    if word.head < 0 or bare_relation(word) not in ("acl", "advcl", "conj", "parataxis"):
        return -1
    children = words.children(place)
    things = [k for k in children if bare_relation(words[k]) == "nsubj"]
    if len(things) != 1 or not things[0] < place or any(words[k].deprel in _VERBAL for k in children):
        return -1
    thing = things[0]
    around = [*children, *words.children(thing)]
    marks = [words[k].text.lower() for k in around if k < thing and words[k].deprel in _MARKS]
    is_placed = any(words[k].deprel == "case" and k > thing for k in children)
    if not (word.upos in _PLACES and is_placed) and not (word.xpos == "RB" and not is_placed):
        return -1
    if marks not in ([], ["with"], ["without"]) or (marks and word.upos == "PRON"):
        return -1
    return thing if words[thing].xpos not in ("WDT", "WP") else -1


def subject_of_second(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``with bells ringing and a flag being raised``: a noun beside an act is the subject of the act behind it."""
    first, being, act = words[i].head, i + 1, i + 2
    if act >= len(words) or words[being].text.lower() != "being" or words[being].head != act:
        return False
    if words[i].upos not in THINGS or not 0 <= first < i or words[first].upos != "VERB":
        return False
    if words[act].head not in (first, i) or words[act].xpos != "VBN":
        return False
    if any(bare_relation(words[k]) == "nsubj" for k in words.children(act)):
        return False
    words[act] = replace(words[act], head=first, deprel="conj")
    words[i] = replace(words[i], head=act, deprel="nsubj:pass")
    return True


def passive_of_noun(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a stall with plums, and crates of fish being unloaded``: it is done to what stands before `being`."""
    being = next((k for k in words.children(i) if words[k].text.lower() == "being"), -1)
    if words[i].xpos != "VBN" or being < 1 or words[words[i].head].upos not in THINGS:
        return False
    if (
        any(bare_relation(words[k]) == "nsubj" for k in words.children(i))
        or words[being - 1].upos not in THINGS
    ):
        return False
    noun = being - 1
    if preposition_of(words, noun) == "of" and words[noun].deprel == "nmod":
        noun = words[noun].head
    if noun == words[i].head:
        return False
    words[i] = replace(words[i], head=noun, deprel="acl")
    return True


def act_of_all(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``, with a map and a pen lying under it``: behind a comma and `with` all that are listed do what stands last."""
    last = i - 1
    if words[i].xpos not in ("VBG", "VBN") or last < 0 or words[last].deprel != "conj":
        return False
    first = words[last].head
    verb = words[first].head
    if words[i].head not in (first, last, verb) or words[first].deprel not in ("nmod", "obl"):
        return False
    start = words.case_of(first)
    if start < 1 or words[start].text.lower() != "with" or words[start - 1].text != ",":
        return False
    if verb < 0 or words[verb].upos != "VERB":
        return False
    named = [first, *(k for k in words.children(first) if words[k].deprel == "conj" and k < i)]
    if len({_lives(words, k, lexicon) for k in named}) > 1:
        return False
    if any(words[c].deprel not in _PHRASE and c != i for k in named for c in words.children(k)):
        return False
    words[start] = replace(words[start], head=i, deprel="mark")
    words[first] = replace(words[first], head=i, deprel="nsubj:pass" if words[i].xpos == "VBN" else "nsubj")
    words[i] = replace(words[i], head=verb, deprel="advcl")
    return True


def act_of_thing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A hut in a field, with a ladder leaning on it``: behind a comma and `with` that does it, and no other thing."""
    noun, above = i - 1, words[i].head
    start = words.case_of(noun) if noun > 0 else -1
    if words[i].xpos != "VBG" or start < 1 or not 0 <= above < start or words[noun].upos not in THINGS:
        return False
    if words[start].text.lower() != "with" or words[start - 1].text != ",":
        return False
    if words[noun].deprel not in ("nmod", "obl") or words[noun].head < 0:
        return False
    if any(bare_relation(words[k]) in ("nsubj", "aux", "mark", "cc") for k in words.children(i)):
        return False
    actors = [above] if words[above].upos in THINGS else []
    actors += [k for k in words.children(above) if words[k].deprel == "nsubj"]
    if not actors or any(words[k].upos == "PRON" or _lives(words, k, lexicon) for k in actors):
        return False
    words[i] = replace(words[i], head=noun, deprel="acl")
    return True


def _lives(words: Tree, i: int, lexicon: Lexicon) -> bool:
    many = words[i].text.lower() in {"people", *COLLECTIVE}
    return many or is_living(words[i], lexicon)


def thing_aside(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``mends a net, old ropes piled around him``: behind a comma and a list that has ended it is told aside."""
    act, above = i + 1, words[i].head
    start = min((k for k in words.children(i) if k < i and words[k].deprel != "punct"), default=i)
    if act >= len(words) or words[act].head != i or words[act].deprel != "acl" or not 0 <= above < start:
        return False
    if words[act].xpos not in ("VBG", "VBN") or words[start - 1].text != "," or words[i].upos not in THINGS:
        return False
    if any(words[k].deprel in ("case", "cc", "conj") for k in words.children(i)):
        return False
    others = [k for k in words.children(above) if words[k].deprel == words[i].deprel]
    if words[i].deprel == "obj":
        ended = any(k < i for k in others)
    else:
        ended = any(words[c].deprel == "cc" for k in others if k < i for c in words.children(k))
    if not ended or any(k > i for k in others):
        return False
    told = [k for k in words.children(above) if words[k].deprel == "acl" and k < i]
    words[act] = replace(words[act], head=told[-1] if told else above, deprel="advcl")
    words[i] = replace(words[i], head=act, deprel="nsubj:pass" if words[act].xpos == "VBN" else "nsubj")
    return True
