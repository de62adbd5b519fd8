"""Clauses behind `with` that have no finite verb: `with bells ringing and a flag being raised`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_noun, bare_relation, is_living, preposition_of
from extractor.syntax.mending.vocabulary import COLLECTIVE, PARTS, THINGS

_PLACES = frozenset({"NOUN", "PRON", "PROPN"})
_THINGS = THINGS | {"DET", "NUM"}
_CLAUSES = frozenset({"acl", "advcl", "conj", "parataxis"})
_HALF_CLAUSES = frozenset({"acl", "advcl", "conj", "orphan"})
_MARKS = frozenset({"case", "mark"})
_BEFORE = _MARKS | {"cc", "punct"}
_VERBAL = frozenset({"aux", "cop", "expl"})
_BARE = frozenset({"VB", "VBP", "VBZ"})
# What somebody does with all of his body.
_POSTURES = frozenset(
    "crouch float hang kneel lay lie perch ride run seat sit sleep stand swim walk wear".split()
)
_PHRASE = frozenset({"amod", "case", "cc", "compound", "conj", "det", "nmod", "nmod:poss", "nummod", "punct"})


def without_verb(words: Tree) -> bool:
    """``with a basket on her arm``, ``one hand on his hip``: where no verb is, the place is the thing's own.

    Parsers make a clause of it, whose head is the place, or half a clause. All that reads trees behind this takes the
    thing for the head, as in `a basket on her arm` alone.
    """
    changed = False
    thing_by_place: dict[int, int] = {}
    for place, word in enumerate(words.words()):
        if word.upos in _PLACES and word.deprel in _HALF_CLAUSES and _is_place_alone(words, place):
            thing = _hang_place(words, place, thing_by_place)
        else:
            thing = _thing_of_place(words, place)
            if thing >= 0:
                _hang_clause(words, place, thing, thing_by_place)
        if words.is_changed and words.keep():
            changed = True
            if thing >= 0:
                thing_by_place[place] = thing
    return changed


def _hang_clause(words: Tree, place: int, thing: int, thing_by_place: dict[int, int]) -> None:
    """Let a thing take the place of the clause that was made of it and of where it is."""
    head, relation = _where_it_hangs(words, place, thing, thing_by_place)
    part = _part_of_place(words, place)
    if part >= 0:
        for k in words.children(place):
            if k < part and words[k].deprel == "punct":
                words[k] = replace(words[k], head=part)
        words[part] = replace(words[part], head=head, deprel="appos")
        head, relation = part, "nmod"
    _take_along(words, place, thing)
    if head < 0:
        for k in words.children(place):
            if words[k].deprel in ("punct", "parataxis", "advcl"):
                words[k] = replace(words[k], head=thing)
    words[thing] = replace(words[thing], head=head, deprel=relation)
    adverb = words[place].upos == "ADV"
    words[place] = replace(words[place], head=thing, deprel="advmod" if adverb else "nmod")


def _take_along(words: Tree, place: int, thing: int) -> None:
    """Hang what stands before a thing on it, `with` as its preposition."""
    for k in words.children(place):
        if k < thing and words[k].deprel == "mark":
            words[k] = replace(words[k], head=thing, upos="ADP", deprel="case")
        elif k < thing and words[k].deprel in _BEFORE:
            words[k] = replace(words[k], head=thing)


def _where_it_hangs(words: Tree, place: int, thing: int, thing_by_place: dict[int, int]) -> tuple[int, str]:
    """The head and the relation of a thing that takes the place of the clause which was made of it."""
    word = words[place]
    head = thing_by_place.get(word.head, word.head)
    if word.deprel in ("conj", "root"):
        return head, word.deprel
    children = words.children(place)
    if any(words[k].deprel == "cc" and k < thing for k in (*children, *words.children(thing))):
        before = _thing_before(words, place, thing, thing_by_place)
        return (head, "conj") if before < 0 else (before, "conj")
    if words.case_of(thing) >= 0 or any(words[k].deprel == "mark" for k in children):
        return head, _of(words, head)
    if words[thing].upos in ("DET", "NUM"):  # `there are cups on the desk, two of them on a tray`
        there = any(words[k].deprel == "expl" for k in words.children(head))
        subject = next((k for k in words.children(head) if words[k].deprel == "nsubj" and there), head)
        if words[subject].upos in THINGS:
            return subject, "appos"
    return head, "parataxis"


def _thing_before(words: Tree, place: int, thing: int, thing_by_place: dict[int, int]) -> int:
    """The last thing before one that is somewhere, too, and hangs where it does; -1 where there is none."""
    above = words[place].head
    for k in reversed(words.children(above)):
        if k < thing and _has_place(words, k, thing_by_place):
            return k
        if k < place and words[k].deprel in ("acl", "advcl"):
            subjects = [c for c in words.children(k) if bare_relation(words[c]) == "nsubj"]
            if subjects:
                return subjects[0]
    return -1


def _has_place(words: Tree, thing: int, thing_by_place: dict[int, int]) -> bool:
    return any(thing_by_place.get(k) == thing for k in words.children(thing))


def _of(words: Tree, head: int) -> str:
    return "obl" if words[head].upos in ("ADJ", "AUX", "VERB") else "nmod"


def _thing_of_place(words: Tree, place: int) -> int:
    """What a place, the head of a clause without a verb, is said of; -1 where it is none.

    What is `with a thing on it` is told behind the words that it stands for: ``places.small_clause``.
    """
    word = words[place]
    children = words.children(place)
    if not children:  # as most words have none
        return -1
    things = [k for k in children if bare_relation(words[k]) == "nsubj"]
    if _part_of_place(words, place) >= 0:
        things = [_thing_right_before(words, place)]
    if len(things) != 1 or not things[0] < place or any(words[k].deprel in _VERBAL for k in children):
        return -1
    thing = things[0]
    around = [*children, *words.children(thing)]
    marks = [words[k].text.lower() for k in around if k < thing and words[k].deprel in _MARKS]
    is_placed = any(words[k].deprel == "case" and k > thing for k in children)
    if not (word.upos in _PLACES and is_placed):
        is_adverb = word.xpos == "RB" and not is_placed and bare_relation(word) in _CLAUSES
        if not is_adverb:
            return -1
    if marks not in ([], ["with"], ["without"]) or (marks and (word.upos == "PRON" or word.head < 0)):
        return -1
    if word.head < 0 and any(words[k].deprel == "acl:relcl" for k in words.children(thing)):
        return -1  # of whose act it is
    return thing if words[thing].xpos not in ("WDT", "WP") else -1


def _part_of_place(words: Tree, place: int) -> int:
    """``Two horses, one with a rider on its back``: of which of them it is told; -1 where it is told of none alone."""
    part = next((k for k in words.children(place) if bare_relation(words[k]) == "nsubj"), place)
    thing, head = _thing_right_before(words, place), words[place].head
    if not part + 1 < thing or words[part].text.lower() not in PARTS | {"each"}:
        return -1
    told = words[part + 1].text.lower() == "with" and words[part + 1].head in (place, thing)
    return part if told and 0 <= head < part and words[head].upos in THINGS else -1


def _thing_right_before(words: Tree, place: int) -> int:
    """The noun right before the preposition of a place, or the one that it is `of`; -1 where there is none."""
    thing = words.case_of(place) - 1
    if thing >= 0 and preposition_of(words, thing) == "of" and words[thing].deprel == "nmod":
        thing = words[thing].head
    return thing if thing >= 0 and words[thing].upos in THINGS else -1


def _is_place_alone(words: Tree, place: int) -> bool:
    """Whether a noun with a preposition, and no more, was taken for a clause: half of one that has no verb."""
    children = words.children(place)
    if words.case_of(place) <= 0 or words[place].head < 0:
        return False
    return all(words[k].deprel in _PHRASE or words[k].text.lower() == "with" for k in children)


def _hang_place(words: Tree, place: int, thing_by_place: dict[int, int]) -> int:
    """Hang such a place on the thing right before its preposition, and that on one before it that has a place, too.

    Returns:
        The thing; -1 where the place is none of a thing.
    """
    above = words[place].head
    thing = words.case_of(place) - 1
    if preposition_of(words, thing) == "of" and words[thing].deprel == "nmod":
        thing = words[thing].head
    is_counted = words[thing].upos in ("DET", "NUM")
    if words[place].deprel == "orphan":
        if thing != above or words[above].deprel != "conj" or words[above].upos not in _THINGS:
            return -1
    elif words[place].deprel == "conj":
        linked = any(words[k].deprel == "cc" and k < thing for k in words.children(place))
        is_second = words[thing].upos in THINGS and words[thing].deprel == "conj" and linked
        if words[thing].head != above or above not in thing_by_place or not (is_counted or is_second):
            return -1  # but `a mirror above a sink and a towel on a rack`
    elif words[thing].head != above or words[thing].upos not in THINGS:
        words[place] = replace(words[place], deprel=_of(words, above))
        return -1
    _take_along(words, place, thing)
    if words[thing].deprel == "conj":
        of_all = words[thing].head
        before = [k for k in words.children(of_all) if k < thing and _has_place(words, k, thing_by_place)]
        first = thing_by_place.get(of_all, before[-1] if before else of_all)
        words[thing] = replace(words[thing], head=first)
    words[place] = replace(words[place], head=thing, deprel="nmod")
    return thing


def second_who_acts(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A boy holding a lamp and a dancer dancing``: whoever stands right before an act does it, and is not held."""
    first, second = words[i].head, i - 1
    if words[i].xpos != "VBG" or not 0 <= first < second or words[second].deprel != "conj":
        return False
    held = words[second].head
    act = words[held].head
    if words[held].deprel != "obj" or words[act].head != first or words[act].deprel != "acl":
        return False
    living = [is_living(words[k], lexicon) for k in (first, held, second)]
    if living != [True, False, True] or any(bare_relation(words[k]) == "obj" for k in words.children(i)):
        return False
    words[second] = replace(words[second], head=first)
    words[i] = replace(words[i], head=second)
    return True


def noun_behind_with(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``with a cow face on it``: behind `with` no verb is finite, and a noun is named after the one before it."""
    head, first, form = words[i].head, i - 1, words[i].text.lower()
    if words[i].xpos not in _BARE or head < 0 or not lexicon.knows(lexicon.lemma(form, "noun"), "noun"):
        return False
    children = words.children(i)
    marks = [k for k in children if words[k].deprel in _MARKS and words[k].text.lower() == "with"]
    if len(marks) != 1 or words[first].upos not in THINGS or words[first].xpos == "NNS":
        return False
    if words[first].head != i or words[first].deprel not in ("compound", "nsubj"):
        return False
    for k in words.children(first):
        words[k] = replace(words[k], head=i)
    words[marks[0]] = replace(words[marks[0]], upos="ADP", deprel="case")
    for k in children:
        if bare_relation(words[k]) == "obl":
            words[k] = replace(words[k], deprel="nmod")
    words[first] = replace(words[first], deprel="compound")
    words[i] = as_noun(words[i], lexicon, one=words[i].xpos != "VBZ", head=head, deprel=_of(words, head))
    return True


def noun_of_clause(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``followed by footsteps and a door closing``: beside a noun it is the noun that is one more, not its act."""
    first = words[i].head
    if words[i].xpos not in ("VBG", "VBN") or words[first].upos not in THINGS:
        return False
    is_further = words[i].deprel == "conj" or any(words[k].deprel == "cc" for k in words.children(i))
    if not is_further or words[first].deprel not in ("nmod", "obj", "obl", "obl:agent"):
        return False
    subjects = [k for k in words.children(i) if bare_relation(words[k]) == "nsubj"]
    if len(subjects) != 1 or not first < subjects[0] < i or words[subjects[0]].upos not in THINGS:
        return False
    if any(words[k].deprel in ("aux", "mark") for k in words.children(i)):
        return False
    for k in words.children(i):
        if k < subjects[0] and words[k].deprel in ("cc", "punct"):
            words[k] = replace(words[k], head=subjects[0])
    thing, relation = words[first].head, "conj"
    of_one = words[first].deprel == "nmod" and any(
        words[k].text.lower() == "one" for k in words.children(thing)
    )
    if of_one and words[subjects[0]].text.lower() == "other":
        # `with one hand on a wheel and the other holding a cup`: the other hand, and no other wheel
        first, relation = thing, "parataxis"
    words[subjects[0]] = replace(words[subjects[0]], head=first, deprel=relation)
    words[i] = replace(words[i], head=subjects[0], deprel="acl")
    return True


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


def posture_of_owner(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A cat with its mouth open and sitting on a rug``: the cat sits, and no mouth of anybody's."""
    first = words[i].head
    if words[i].xpos not in ("VBG", "VBN") or not 0 <= first < i:
        return False
    if lexicon.lemma(words[i].text.lower(), "verb") not in _POSTURES:
        return False
    part, owner = _part_with_owner(words, first)
    if owner < 0 or words[owner].upos not in THINGS:
        return False
    if lexicon.noun_class(lexicon.lemma(words[part].text.lower(), "noun")) != "body_part":
        return False
    for k in words.children(i):
        if words[k].deprel == "cc":
            words[k] = replace(words[k], deprel="mark")
    words[i] = replace(words[i], head=owner, deprel="acl")
    return True


def _part_with_owner(words: Tree, first: int) -> tuple[int, int]:
    """The subject of a clause behind `with`, or of an adverb there, and whose it is; -1 where there is none."""
    above, own = words[first].head, words.children(first)
    if words[first].deprel == "advmod" and above >= 0 and preposition_of(words, above) == "with":
        return above, words[above].head if words[above].deprel == "nmod" else -1
    parts = [k for k in own if bare_relation(words[k]) == "nsubj"]
    marked = any(words[k].deprel == "mark" and words[k].text.lower() == "with" for k in own)
    if not parts or not marked or words[first].deprel not in ("acl", "advcl"):
        return -1, -1
    return parts[0], above
