"""Clauses whose verb is that of the clause before: ``A nun sits on a bench and a monk on a wall``."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_noun, bare_relation, is_living, preposition_of
from extractor.syntax.mending.vocabulary import FRONTED, SHOWING, SURROUNDING, THINGS

_SURROUNDINGS = frozenset("body_of_water geological_formation land location room way".split())
_SIDES = frozenset("corner edge end half hand part side".split())
# Where nothing is but what is told of beside something: no boat floats on the mountains in the background.
_ASIDE = frozenset("background distance side sides".split())


_OBJECTS = THINGS | {"DET", "NUM", "PRON"}
_WHO = _OBJECTS | {"ADJ"}
_DESCRIBED = frozenset({"ADJ", "DET", "NOUN", "NUM", "PRON", "PROPN"})
_PLACED = FRONTED | {"at", "into", "next", "onto"}
# What somebody has something on, or in.
_OF_BODY = frozenset({"body_part", "clothing", "hair"})
_OTHERS = frozenset("another fourth last other others rest second third".split())
# What is done to something tells what it has.
_HAVING = SURROUNDING | {"heap", "pile", "stack"}
_MAX_STEPS = 4
_LISTED = frozenset({"appos", "conj", "list", "parataxis"})
_BEFORE_NOUN = frozenset({"advmod", "amod", "compound", "det", "nmod:poss", "nummod"})


def objects_without_verb(words: Tree) -> bool:
    """``One twin wears braces, the other glasses``: two phrases side by side are a clause without its verb.

    The first hangs on the verb that is left out as what is told beside it (``parataxis``), the second on the first
    (``orphan``), whatever the parser made of them.
    """
    changed = False
    for i, word in enumerate(words.words()):
        if word.deprel == "orphan" and words.case_of(i) == word.head + 1:
            words[i] = replace(word, deprel="nmod")  # `and the other in the yard`
            changed |= words.keep()
        if word.upos not in _OBJECTS or preposition_of(words, i):
            continue
        who = _who_before(words, i)
        verb = _verb_of_gap(words, who, i) if who >= 0 else -1
        if verb < 0:
            continue
        changed |= _tell_beside(words, who, verb, i, "orphan", before=who)
    return changed


def _tell_beside(words: Tree, who: int, clause: int, other: int, relation: str, *, before: int) -> bool:
    """Let a phrase be told beside a clause, with another as its own, and the comma or `and` in front of both."""
    for k in words.children(other):
        if k < before and words[k].deprel in ("cc", "punct"):
            words[k] = replace(words[k], head=who)
    words[who] = replace(words[who], head=clause, deprel="parataxis")
    words[other] = replace(words[other], head=who, deprel=relation)
    return words.keep()


def _who_before(words: Tree, i: int) -> int:
    """Who a noun phrase is said of that stands right in front of it, behind a comma or `and`; -1 for nobody."""
    first = i
    while first > 0 and words[first - 1].deprel in _BEFORE_NOUN and first <= words[first - 1].head <= i:
        first -= 1
    who = first - 1
    for _ in range(_MAX_STEPS):  # `the one behind her white ones`
        if who > 0 and words.case_of(who) >= 0 and 0 <= words[who].head < who:
            who = words[who].head
    if who <= 0 or words[who].upos not in _WHO:
        return -1
    is_left_out = words[i].head == who and (
        words[i].deprel == "orphan" or (words[i].deprel == "nmod" and first < i)
    )
    is_subject = words[who].head == i and words[who].deprel == "nsubj"
    is_listed = words[who].deprel == "conj" and words[i].deprel in _LISTED and first < i
    if not (is_left_out or is_subject or is_listed):
        return -1
    own = words.children(i)
    if any(words[k].deprel in ("cop", "aux", "expl", "mark", "case") for k in own):
        return -1
    before = [k for k in (*words.children(who), *own) if k < who and words[k].deprel in ("cc", "punct")]
    return who if before else -1


def _verb_of_gap(words: Tree, who: int, i: int) -> int:
    """The verb, with a subject and an object, that a clause without one goes on from; -1 where there is none."""
    verb = words[i].head if words[who].head == i else words[who].head
    for _ in range(3):
        if verb < 0:
            return -1
        relations = {bare_relation(words[k]) for k in words.children(verb) if k < who}
        if words[verb].upos == "VERB" and "nsubj" in relations:
            return verb if "obj" in relations and "iobj" not in relations and verb < who else -1
        verb = words[verb].head
    return -1


def things_behind_places(words: Tree) -> bool:
    """``On the left is a bakery, on the right a shop``: what stands right behind its place, and no verb, is there.

    The thing is told beside the clause (``parataxis``), and the place is its own.
    """
    changed = False
    for place in range(3, len(words) - 1):
        case = words.case_of(place)
        if not 0 < case < place or words[case - 1].deprel not in ("cc", "punct"):
            continue
        if words[case].text.lower() not in FRONTED and words[case].text.lower() not in ("next", "to"):
            continue
        thing = _thing_behind(words, place)
        clause = _inverted_clause(words, (place, thing), case) if thing > 0 else -1
        if clause < 0:
            continue
        changed |= _tell_beside(words, thing, clause, place, "nmod", before=case)
    return changed


def _thing_behind(words: Tree, place: int) -> int:
    """The noun whose phrase begins right behind that of a place, and that is no subject of a verb; -1 for none."""
    last = max((k for k in words.children(place) if preposition_of(words, k) == "of"), default=place)
    first = max(place, last) + 1
    if first >= len(words):
        return -1
    thing = words[first].head if words[first].deprel in _BEFORE_NOUN else first
    between = range(first, thing)
    if thing < first or any(words[k].deprel not in _BEFORE_NOUN for k in between):
        return -1
    if words[thing].upos not in THINGS and words[thing].text.lower() not in ("nobody", "none", "nothing"):
        return -1
    if words.case_of(thing) >= 0 or any(words[k].deprel == "cop" for k in words.children(place)):
        return -1
    is_subject = bare_relation(words[thing]) == "nsubj" and words[thing].head != place
    return -1 if is_subject else thing


def _inverted_clause(words: Tree, below: tuple[int, int], case: int) -> int:
    """The clause, above two words and before a third, that has a place in front and its subject behind the verb."""
    for i in below:
        for _ in range(_MAX_STEPS):
            i = words[i].head
            if i < 0:
                break
            children = words.children(i)
            subjects = [k for k in children if bare_relation(words[k]) == "nsubj" and k < case]
            if i >= case or not subjects:
                continue
            copulas = [k for k in children if words[k].deprel == "cop" and i < k < subjects[0]]
            if words.case_of(i) >= 0 and copulas:
                return i
            fronted = any(words[k].deprel == "obl" and words.case_of(k) >= 0 and k < i for k in children)
            if words[i].upos == "VERB" and fronted and i < subjects[0]:
                return i
    return -1


def second_without_verb(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A nun sits on a bench and a monk on a wall``: who is in a place of his own is no second bench."""
    clause = _clause_before(words, i)
    place = _place_behind(words, i)
    if clause < 0 or place < 0 or preposition_of(words, i):
        return False
    first = _place_of(words, clause, i)
    if first < 0:
        return False
    named = words[i].upos in THINGS or words[i].xpos == "NNS"
    beside = words[i].head == clause and words[clause].upos == "VERB" and _is_thing(words, i, lexicon)
    if not _is_other(words, first, place) and not (
        named and (beside or _is_of_another_sort(words, first, i, place, lexicon))
    ):
        return False
    if words[i].upos not in THINGS:
        words[i] = as_noun(words[i], lexicon)
    words[i] = replace(words[i], head=clause, deprel="parataxis")
    words[place] = replace(words[place], head=i, deprel="nmod")
    return True


def _is_thing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether a noun is whole, and no place: ``parked in a lot and street near a wood``."""
    whole = words[i].xpos == "NNS" or any(words[k].deprel in ("det", "nummod") for k in words.children(i))
    return whole and lexicon.noun_class(lexicon.lemma(words[i].text.lower(), "noun")) not in _SURROUNDINGS


def _clause_before(words: Tree, i: int) -> int:
    """The verb, or what `is` says, of the clause that a noun behind `and` is listed with something of."""
    children = words.children(i)
    before = max(min((i, *children)) - 1, 0)
    if not any(words[k].deprel == "cc" for k in (*children, before)):
        return -1
    if any(bare_relation(words[k]) in ("nsubj", "cop", "acl", "expl", "obj") for k in children):
        return -1
    top = words[i].head
    for _ in range(2):
        subjects = [k for k in words.children(top) if bare_relation(words[k]) == "nsubj"] if top >= 0 else []
        if top >= 0 and not subjects and words[top].deprel == "acl" and words[top].xpos == "VBG":
            subjects = [words[top].head]  # `A dog sitting on a couch and a cat on the floor`
        if subjects:
            if any(words[k].deprel == "obj" for k in words.children(top)):
                return -1  # `puts a cup on a tray and a spoon on a plate`
            return top if subjects[0] < top < i and words[subjects[0]].upos in THINGS else -1
        top = words[top].head if top >= 0 else -1
    return -1


def _place_behind(words: Tree, i: int) -> int:
    """The place right behind a noun, which hangs on it or on what it is listed with; -1 where none stands there."""
    case = i + 1
    if case >= len(words) or words[case].deprel != "case" or words[case].text.lower() not in FRONTED:
        return -1
    place = words[case].head
    return place if place > case and words[place].head in (i, words[i].head) else -1


def _place_of(words: Tree, clause: int, i: int) -> int:
    """The last place of the clause before a noun; -1 where it has none."""
    places = [k for k in words.children(clause) if k < i and words[k].deprel == "obl"]
    if any(words[k].deprel == "cop" for k in words.children(clause)):
        places.append(clause)
    return max((k for k in places if preposition_of(words, k) in FRONTED), default=-1)


def _is_other(words: Tree, first: int, place: int) -> bool:
    """``on one side of a road and a hut on the other``."""
    one = any(words[k].text.lower() == "one" for k in words.children(first))
    sides = {words[first].text.lower(), words[place].text.lower()}
    other = [place, *words.children(place)]
    return one and bool(sides & _SIDES) and any(words[k].text.lower() == "other" for k in other)


def _is_of_another_sort(words: Tree, first: int, i: int, place: int, lexicon: Lexicon) -> bool:
    """Whether one lives who is listed with a place that does not."""
    lives = [is_living(words[k], lexicon) for k in (first, i, place)]
    aside = words[place].text.lower() in _ASIDE and words[first].text.lower() not in _ASIDE
    had = preposition_of(words, words[i].head) == "with"  # `with people and cars in the distance`
    return lives == [False, True, False] or (aside and not had and not lives[0])


def second_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``carries a ladder under his arm and a bucket in his hand``: the bucket is carried, too, and no second arm.

    Both are objects of the verb, and both places its own; ``i`` is the `and`.
    """
    if words[i].text.lower() != "and" or i < 4:
        return False
    second, last = _thing_with_place(words, i + 1)
    first, where = _object_with_place(words, i) if second > 0 else (-1, -1)
    if first < 0:
        return False
    verb = words[first].head
    if not _may_have_second(words, first, second, lexicon) or not _is_place_alike(
        words, where, last, lexicon
    ):
        return False
    for k in (*words.children(last), *words.children(second)):
        if words[k].deprel in ("obl", "nmod") and k > last:
            words[k] = replace(words[k], head=last, deprel="nmod")
        elif k < second and words[k].head == last and words[k].deprel not in ("cc", "punct"):
            words[k] = replace(words[k], head=second)
    if words[second].upos not in THINGS:
        words[second] = as_noun(words[second], lexicon, one=True)
    words[i] = replace(words[i], head=second)
    words[second] = replace(words[second], head=first, deprel="conj")
    words[where] = replace(words[where], head=verb, deprel="obl")
    if words[last].upos == "PRON":  # `sets a cup on a tray and a fork next to it`
        words[last] = replace(words[last], head=second, deprel="nmod")
    elif words[last].upos in THINGS:
        words[last] = replace(words[last], head=verb, deprel="obl")
    else:  # `in one hand and a bag in the other`
        words[last] = replace(words[last], head=where, deprel="conj")
    return True


def _may_have_second(words: Tree, first: int, second: int, lexicon: Lexicon) -> bool:
    """Whether the verb of an object may have another, which is no person, unless both are, and is no verb."""
    verb = words[first].head
    one = any(bare_relation(words[k]) == "nsubj" and words[k].xpos == "NN" for k in words.children(verb))
    if words[second].upos == "VERB" and not (one and _is_bare_noun(words[second].text.lower(), lexicon)):
        return False
    if lexicon.lemma(words[verb].text.lower(), "verb") in SHOWING | {"be", "have"}:
        return False
    return is_living(words[first], lexicon) or not is_living(words[second], lexicon)


def _thing_with_place(words: Tree, start: int) -> tuple[int, int]:
    """The noun whose phrase begins at a word, and the place right behind it; -1 where there is none of both."""
    if start + 2 >= len(words):
        return -1, -1
    thing = start
    while thing + 2 < len(words) and words[thing].upos in _DESCRIBED and words[thing + 1].upos in _DESCRIBED:
        thing += 1
    if words[thing].upos == "VERB" and thing > start:
        return -1, -1
    if thing + 2 >= len(words) or words[thing].upos not in THINGS | {"VERB"}:
        return -1, -1
    case = thing + 1
    if words[case].text.lower() not in _PLACED or words[case].deprel not in ("advmod", "case"):
        return -1, -1
    place = words[case].head
    is_subject = bare_relation(words[thing]) == "nsubj" and words[words[thing].head].upos == "VERB"
    if not case < place or words[place].upos not in _OBJECTS | {"ADJ"} or is_subject:
        return -1, -1
    return thing, place


def _object_with_place(words: Tree, end: int) -> tuple[int, int]:
    """The object of a verb, and the place right behind it that ends before a word; -1 where there is none of both."""
    where = end - 1
    if preposition_of(words, where) == "of":
        where = words[where].head
    case = words.case_of(where) if where > 0 else -1
    if case < 2 or words[where].upos not in THINGS or words[case].text.lower() not in _PLACED:
        return -1, -1
    verb = words[where].head
    first = (
        max((k for k in words.children(verb) if words[k].deprel == "obj"), default=-1) if verb >= 0 else -1
    )
    if first < 0 or first > case:
        first = case - 1  # `wearing scarves around their necks`: whatever the necks hang on
        verb = words[first].head
        if words[where].head not in (first, words[verb].head):
            return -1, -1
    if words[first].deprel != "obj" or words[first].upos not in THINGS or not 0 <= verb < first:
        return -1, -1
    if words[verb].upos != "VERB" or any(
        words[k].deprel == "obj" and k > first for k in words.children(verb)
    ):
        return -1, -1
    return first, where


def _is_bare_noun(form: str, lexicon: Lexicon) -> bool:
    """``pours milk into one glass and juice into another``: what somebody alone does has an s."""
    return not form.endswith("s") and lexicon.knows(form, "noun")


def _is_place_alike(words: Tree, where: int, last: int, lexicon: Lexicon) -> bool:
    """Whether a second place is one of the same sort as the first, so that it is none of a thing that is a place."""
    case = preposition_of(words, last)
    if case in ("into", "onto") or case == preposition_of(words, where):
        return True  # no thing is into anything
    if words[last].text.lower() in ("another", "it", "other", "them"):
        return True
    if all(any(words[c].xpos == "PRP$" for c in words.children(k)) for k in (where, last)):
        return True  # `behind his ear and a key in his pocket`
    return all(
        lexicon.noun_class(lexicon.lemma(words[k].text.lower(), "noun")) in _OF_BODY for k in (where, last)
    )


def second_of_passive(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``one filled with tea, the other with coffee``: what is in the other, or around it, is told as of the one.

    The other is told beside the participle (``parataxis``), with what it has as its own, and who does it as its
    ``orphan``.
    """
    case = words.case_of(i)
    second = case - 1
    if second < 3 or words[i].head != second or words[case].text.lower() not in ("by", "with"):
        return False
    start = min([k for k in words.children(second) if words[k].deprel in _BEFORE_NOUN], default=second)
    if words[start - 1].text.lower() not in (",", "and"):
        return False
    verb = _passive_before(words, second, words[case].text.lower())
    if verb < 0 or lexicon.lemma(words[verb].text.lower(), "verb") not in _HAVING:
        return False
    if not _is_second(words, verb, second, start):
        return False
    for k in words.children(words[second].head):
        if start - 3 < k < start and words[k].deprel in ("cc", "punct"):
            words[k] = replace(words[k], head=second)
    by = words[case].text.lower() == "by"
    upos = "NOUN" if words[second].upos == "ADJ" else words[second].upos
    words[second] = replace(words[second], upos=upos, head=verb, deprel="parataxis")
    words[i] = replace(words[i], deprel="orphan" if by else "nmod")
    return True


def _passive_before(words: Tree, second: int, case: str) -> int:
    """The participle, with a subject, that a phrase with a preposition belongs to as one before a word does; or -1."""
    above = words[second].head
    if above >= 0 and words[above].upos in THINGS and preposition_of(words, above) == case:
        above = words[above].head
    if 0 <= above < second and words[above].upos in THINGS:
        above = max((k for k in words.children(above) if words[k].deprel == "acl" and k < second), default=-1)
    if not 0 <= above < second or words[above].xpos != "VBN":
        return -1
    children = words.children(above)
    told = [k for k in children if above < k < second and preposition_of(words, k) == case]
    return above if told and _passive_subject(words, above) >= 0 else -1


def _passive_subject(words: Tree, verb: int) -> int:
    subjects = [k for k in words.children(verb) if words[k].deprel == "nsubj:pass" and k < verb]
    above = words[verb].head
    if not subjects and words[verb].deprel == "acl" and words[above].deprel == "appos":
        subjects = [above]  # `the top filled with books`, as one of two rows
    return subjects[0] if subjects else -1


def _is_second(words: Tree, verb: int, second: int, start: int) -> bool:
    """Whether a word is the second of two that something is told of, and no second of what is told."""
    first, name = _passive_subject(words, verb), words[second].text.lower()
    if name in _OTHERS:
        return name == "another" or start < second
    definite = [any(words[k].text.lower() == "the" for k in words.children(j)) for j in (first, second)]
    return all(definite) and words[second].upos in THINGS
