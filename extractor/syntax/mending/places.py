"""Which noun, act or clause a place belongs to."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.graph import COMPOUND_PREPOSITIONS
from extractor.syntax.mending.tree import (
    Tree,
    bare_relation,
    is_finite_conjunct,
    is_living,
    preposition_of,
    thing_before,
    words_below,
)
from extractor.syntax.mending.vocabulary import (
    ALONG,
    BE,
    COLORS,
    FINITE,
    HELD,
    PLACING,
    READERS,
    SEEING,
    SIDES,
    THINGS,
)

_BEFORE_SUBJECTS = frozenset({"background", "center", "distance", "foreground", "left", "middle", "right"})
# Ways, and who goes them with something.
# What stands behind these is the owner's, and so is what is listed with it.
_OWN_ALONE = frozenset({"", "of", "with"})
_PAST = frozenset("across along down into past through toward towards up".split())
_CARRYING = frozenset(
    "bring carry drag drive haul lead lug move pull push ride roll throw toss tow walk wheel".split()
)

_PARTS_OF_PLACES = frozenset("corner edge end half part portion side".split())


def place_before_there(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``at the top there is sky``: a noun with a preposition is no subject."""
    siblings = [words[k] for k in words.children(words[i].head)] if words[i].head >= 0 else []
    if not any(word.deprel == "expl" for word in siblings):
        return False
    if not any(words[k].deprel == "case" and words[k].xpos == "IN" for k in words.children(i)):
        return False
    words[i] = replace(words[i], deprel="obl")
    return True


def side_before_there(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``at the right there is a hut``: `there` is no noun that the right could describe."""
    there, verb = i + 1, words[i].head
    if words[i].text.lower() not in SIDES or verb != there:
        return False
    if words[there].text.lower() != "there" or words[there].head < 0:
        return False
    verb = words[there].head
    for k in words.children(there):
        if k != i and k < i:
            words[k] = replace(words[k], head=verb if words[k].deprel == "cc" else i)
    words[i] = replace(words[i], upos="NOUN", xpos="NN", head=verb, deprel="obl")
    words[there] = replace(words[there], upos="PRON", xpos="EX", deprel="expl")
    return True


def side_with_article(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``to the right there is a hut``, ``in the other``: what has a preposition and an article is a noun."""
    if words[i].upos != "ADJ" or words[i].text.lower() not in ("left", "other", "right"):
        return False
    children = words.children(i)
    if not any(words[k].deprel == "case" for k in children):
        return False
    article = i > 0 and words[i - 1].text.lower() == "the"
    if not article and not any(words[k].deprel == "det" or words[k].xpos == "PRP$" for k in children):
        return False  # `on the left`, `to her left`
    if any(words[k].text.lower() == "each" for k in children):
        return False  # `with each other`
    words[i] = replace(words[i], upos="NOUN", xpos="NN")
    return True


def side_before_subject(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``On the left two dogs sleep``: a subject has no preposition, so that the left is a place of its own."""
    subject = words[i].head
    if words[subject].text.lower() in _PARTS_OF_PLACES:
        return False  # `on the right side there are trees`
    if words[i].text.lower() not in _BEFORE_SUBJECTS or subject <= i or words[subject].deprel != "nsubj":
        return False
    if (
        i < 2
        or words[i - 2].deprel != "case"
        or words[i - 1].text.lower() != "the"
        or words[subject].head < subject
    ):
        return False
    words[i - 2] = replace(words[i - 2], head=i)
    words[i - 1] = replace(words[i - 1], head=i)
    words[i] = replace(words[i], upos="NOUN", xpos="NN", head=words[subject].head, deprel="obl")
    return True


def place_of_second_there(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``is a chair and on the chair there is a bag``: the place before `there`, or `we can see`, is its clause's."""
    subject = i + 1
    if words[i].upos not in (*THINGS, "PRON") or subject >= len(words) or words[subject].head <= subject:
        return False
    verb = words[subject].head
    seen = words[subject].text.lower() in READERS and words[verb].text.lower() in SEEING
    if not seen and words[subject].deprel != "expl":
        return False
    children = words.children(i)
    if not any(words[k].deprel == "case" for k in children):
        return False
    for k in children:
        if words[k].deprel == "cc":
            words[k] = replace(words[k], head=verb)
    top = words[i].head
    if words[verb].head in ((i, top) if seen else (i,)):  # no relative clause, but the second of two
        first = words[top].head if words[top].head >= 0 else top
        words[verb] = replace(words[verb], head=first, deprel="conj")
    words[i] = replace(words[i], head=verb, deprel="obl")
    return True


def place_that_is_no_clause(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a table with flowers on it``: a pronoun with a preposition is the place of the noun before."""
    children = words.children(i)
    noun = thing_before(words, i)
    if words[i].upos != "PRON" or noun < 0 or words[noun].upos not in THINGS:
        return False
    if any(bare_relation(words[k]) in ("mark", "nsubj") for k in children):
        return False
    words[i] = replace(words[i], head=noun, deprel="nmod")
    return True


def place_of_there(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``plays and behind him there is a dog``: what stands right before `there` is a place of its clause."""
    there = i + 1
    if there >= len(words) or words[there].deprel != "expl" or words[there].head in (i, words[i].head):
        return False
    if words[there].head < there or not any(words[k].deprel == "case" for k in words.children(i)):
        return False
    if words[i].deprel == "nmod" and preposition_of(words, i) == "of":
        return place_with_part(words, i, there)
    words[i] = replace(words[i], head=words[there].head, deprel="obl")
    return True


def place_of_relative(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a stove that is next to a window``: the window is where it is, and `next to` one preposition."""
    second = i + 1
    if (
        second >= len(words)
        or (words[i].text.lower(), words[second].text.lower()) not in COMPOUND_PREPOSITIONS
    ):
        return False
    place = words[second].head
    if (
        words[place].head != i
        or words[place].deprel not in ("obl", "nmod")
        or words[place].upos not in THINGS
    ):
        return False
    if not any(words[k].deprel == "cop" for k in words.children(i)):
        return False
    words[place] = replace(words[place], head=words[i].head, deprel=words[i].deprel)
    for k in words.children(i):
        words[k] = replace(words[k], head=place)
    words[i] = replace(words[i], head=place, deprel="case")
    return True


def second_way(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``hits a ball out of a bunker and onto the grass``: listed with a place, and no second act."""
    verb = words[i].head
    if words[i].upos not in THINGS or not 0 <= verb < i or words[verb].upos != "VERB":
        return False
    if not preposition_of(words, i) or any(
        bare_relation(words[k]) in ("nsubj", "cop", "expl", "aux") for k in words.children(i)
    ):
        return False
    before = [k for k in words.children(verb) if verb < k < i and words[k].deprel == "obl"]
    if not before or not preposition_of(words, before[-1]):
        return False
    first = [words[k].deprel for k in words.children(i) if words[k].deprel in ("case", "cc")]
    if first[:2] != ["cc", "case"]:
        return False
    words[i] = replace(words[i], deprel="obl")
    return True


def place_of_last_clause(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A toilet flushes and water gurgles down a drain``: behind two clauses stands a place of the second."""
    first = words[i].head
    if words[i].upos not in THINGS or not 0 <= first < i or words[first].xpos not in FINITE:
        return False
    seconds = [
        k
        for k in words.children(first)
        if first < k < i
        and is_finite_conjunct(words, k, first)
        and any(words[c].deprel == "nsubj" for c in words.children(k))
    ]
    if not seconds or not any(words[k].deprel == "case" for k in words.children(i)):
        return False
    if any(k > seconds[-1] and words[k].deprel in ("advcl", "punct") for k in words.children(first) if k < i):
        return False
    words[i] = replace(words[i], head=seconds[-1])
    return True


def place_with_part(words: Tree, i: int, there: int) -> bool:
    """``cars and on the side of the road there are poles``: the side goes with its road."""
    part, verb = words[i].head, words[there].head
    if words[part].upos not in THINGS or not any(words[k].deprel == "case" for k in words.children(part)):
        return False
    if words[part].head == verb:
        return False
    for k in words.children(part):
        if words[k].deprel == "cc":
            words[k] = replace(words[k], head=verb)
    words[part] = replace(words[part], head=verb, deprel="obl")
    return True


def place_of_pronoun(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``eggs in it``, ``ships at the end of it``: what a pronoun says of the place of a thing."""
    part = words[i].text.lower() in _PARTS_OF_PLACES | SIDES and any(
        words[k].upos == "PRON" and k == i + 2 and words[k].deprel == "nmod" for k in words.children(i)
    )
    if words[i].upos != "PRON" and not part:
        return False
    found = place_of_thing(words, i, lexicon) or thing_of_neighbour(words, i, lexicon)
    return found or _place_of_last(words, i)


def _place_of_last(words: Tree, i: int) -> bool:
    """``trees behind a house and a car in front of it``: the car is there, and no second house."""
    member, owner = thing_before(words, i), words[i].head
    if not 0 <= owner < member or words[member].deprel != "conj":
        return False
    if words[member].upos not in THINGS or words[owner].upos not in THINGS:
        return False
    if not any(words[k].deprel == "cc" and k < member for k in words.children(member)):
        return False
    first = words[member].head
    own = [k for k in words.children(owner) if owner < k < member and words[k].deprel == "nmod"]
    place = first if first != owner else own[-1] if own else owner
    if words[place].head != owner or preposition_of(words, place) in _OWN_ALONE:
        return False
    words[member] = replace(words[member], head=owner)
    words[i] = replace(words[i], head=member, deprel="nmod")
    return True


def place_of_thing(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a nest with eggs in it``: the eggs are in it, not the nest."""
    thing = thing_before(words, i)
    if thing < 0 or words[thing].deprel not in ("nmod", "obl") or words[i].head == thing:
        return False
    if thing not in words_below(words, words[i].head):
        return False
    if not any(words[k].deprel == "case" and words[k].text.lower() == "with" for k in words.children(thing)):
        return False
    words[i] = replace(words[i], head=thing, deprel="nmod")
    return True


def thing_of_neighbour(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a river with ships on it``, ``roads with cars parked along them``: what stands right before `with` has them."""
    thing = words[i].head
    if thing >= 0 and words[thing].upos == "VERB" and words[thing].deprel == "acl":
        thing = words[thing].head
    if words[i].text.lower() not in ("it", "them") or not 0 < thing < i or words[thing].upos not in THINGS:
        return False
    withs = [
        k for k in words.children(thing) if words[k].deprel == "case" and words[k].text.lower() == "with"
    ]
    owner = withs[0] - 1 if withs else -1
    if owner < 0 or words[thing].head == owner or words[thing].deprel not in ("obl", "nmod"):
        return False
    if words[owner].xpos != ("NN" if words[i].text.lower() == "it" else "NNS") or is_living(
        words[owner], lexicon
    ):
        return False
    first = words[owner].head if words[owner].deprel == "conj" else owner  # `with a rug and a table with`
    if words[first].head != words[thing].head or (
        first == owner and words[owner].deprel not in ("obj", "obl:agent")
    ):
        return False
    words[thing] = replace(words[thing], head=owner, deprel="nmod")
    return True


def with_behind_there(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``there is a stroller with a blanket on it``: the stroller has it."""
    siblings = words.children(words[i].head) if words[i].head >= 0 else []
    if words[i].upos not in THINGS or not any(words[k].deprel == "expl" for k in siblings):
        return False
    cases = [k for k in words.children(i) if words[k].deprel == "case" and words[k].text.lower() == "with"]
    if not cases or cases[0] - 1 not in siblings or words[cases[0] - 1].deprel != "nsubj":
        return False
    words[i] = replace(words[i], head=cases[0] - 1, deprel="nmod")
    return True


_WHEN = frozenset({"at", "during", "in", "on"})
_MAX_STEPS = 8


def time_of_all(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A horse with a cart on a sunny day``: when it is holds of the whole clause, and not of the cart."""
    thing = words[i].head
    if not 0 <= thing < i or words[thing].upos not in THINGS or preposition_of(words, i) not in _WHEN:
        return False
    if lexicon.supersenses(lexicon.lemma(words[i].text.lower(), "noun"), "noun")[:1] != ["time"]:
        return False
    top = thing
    for _ in range(_MAX_STEPS):
        if words[top].upos not in THINGS or words[top].head < 0:
            break
        top = words[top].head
    if top == thing or words[top].upos not in (*THINGS, "VERB") or top > i:
        return False
    words[i] = replace(words[i], head=top, deprel="obl" if words[top].upos == "VERB" else "nmod")
    return True


def second_place(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``is worn over a blouse and jeans``: a thing is coordinated with no verb, but with what stands before `and`."""
    if lexicon.verb_preference(words[i].text.lower()) >= 0 and words[i].xpos == "NNS":
        return False  # `peels pears and sneezes`
    verb, children = words[i].head, words.children(i)
    conjunctions = [k for k in children if words[k].deprel == "cc"]
    before = conjunctions[0] - 1 if conjunctions else -1
    if words[i].upos not in THINGS or not 0 <= verb < before or words[verb].upos != "VERB":
        return False
    if words[before].head != verb or words[before].deprel not in ("obl", "obj"):
        return False
    if words[before].upos not in THINGS or any(
        bare_relation(words[k]) in ("nsubj", "obj", "cop", "acl", "case", "advmod", "obl") for k in children
    ):
        return False
    if i + 1 < len(words) and words[i + 1].upos in ("VERB", "AUX"):
        return False
    words[i] = replace(words[i], head=before)
    return True


def thing_of_stuff(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a belt made of leather with a buckle``: the belt has the buckle, and not what it is made of."""
    act = words[i].head
    if act < 0 or words[act].xpos != "VBN" or words[act].deprel != "acl" or words[i].upos not in THINGS:
        return False
    if preposition_of(words, i) != "with" or is_living(words[i], lexicon):
        return False
    before = [k for k in words.children(act) if act < k < i and words[k].deprel == "obl"]
    if not before or not (
        preposition_of(words, before[-1]) in ("from", "of")
        or (preposition_of(words, before[-1]) == "in" and words[before[-1]].text.lower() in COLORS)
    ):
        return False
    words[i] = replace(words[i], head=words[act].head, deprel="nmod")
    return True


def small_clause(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``with a blanket on it``: a with-phrase of what has the blanket, however much it looks like a clause."""
    if words[i].upos != "PRON":
        return False
    children = words.children(i)
    thing = next((k for k in children if words[k].deprel == "nsubj"), thing_before(words, i))
    if thing >= 0 and words[thing].head == i and words[thing].deprel == "nsubj":
        children += words.children(thing)  # `a table with lilies on it`
    marks = [k for k in children if words[k].deprel in ("mark", "case") and words[k].text.lower() == "with"]
    if not marks or thing <= marks[0] or words[thing].upos not in THINGS:
        return False
    if words[thing].head not in (i, words[i].head):
        return False
    words[thing] = replace(words[thing], head=words[i].head, deprel="nmod")
    words[marks[0]] = replace(words[marks[0]], head=thing, deprel="case")
    owner = words[i].head
    act = owner if owner < 0 or words[owner].upos == "VERB" else words[owner].head
    for k in words.children(i):
        if k > i and words[k].deprel == "obl" and preposition_of(words, k) in _PAST and act >= 0:
            # `pushes a bed with a man in it down a hall`: who pushes it goes there
            words[k] = replace(words[k], head=act if words[act].upos == "VERB" else owner)
    words[i] = replace(words[i], head=thing, deprel="nmod")
    thing_of_neighbour(words, i, lexicon)
    return True


def way_of_act(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``pulls a cart loaded with hay along a lane``: what is loaded goes nowhere by that, who pulls it does."""
    state = words[i].head
    if state < 0 or words[state].xpos != "VBN" or words[state].deprel != "acl":
        return False
    if preposition_of(words, i) not in ALONG or lexicon.lemma(words[state].text.lower(), "verb") not in HELD:
        return False
    thing = words[state].head
    act = words[thing].head
    if words[thing].deprel != "obj" or words[act].upos != "VERB":
        return False
    words[i] = replace(words[i], head=act)
    return True


def way_of_carrier(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``carrying a basket and a map past a tower``: it is not the map that goes past something, but who carries it."""
    thing = words[i].head
    first = words[thing].head if words[thing].deprel == "conj" else thing
    act = words[first].head
    if not 0 <= act < thing < i or words[first].deprel != "obj" or words[act].upos != "VERB":
        return False
    if (
        preposition_of(words, i) not in _PAST
        or lexicon.lemma(words[act].text.lower(), "verb") not in _CARRYING
    ):
        return False
    words[i] = replace(words[i], head=act, deprel="obl")
    return True


def with_of_thing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``stands by a canal with barns behind it``: a `with` of a place whose thing hangs on what stands before."""
    if words[i].text.lower() != "with":
        return False
    clause, noun = words[i].head, i + 1
    if words[clause].upos == "VERB":
        return False  # see `participle_behind_with`
    while noun < clause and words[noun].deprel in (
        "amod",
        "compound",
        "det",
        "nmod:poss",
        "nummod",
        "advmod",
    ):
        noun += 1
    if noun >= clause or words[noun].upos not in THINGS or not 0 <= words[noun].head < i:
        return False
    before = words[noun].head
    if words[noun].deprel not in ("nmod", "obl") or preposition_of(words, noun):
        return False
    words[i] = replace(words[i], head=noun, deprel="case")
    if words[clause].upos == "PRON" and words[clause].head in (before, noun):
        words[clause] = replace(words[clause], head=noun, deprel="nmod")
        thing_of_neighbour(words, clause, lexicon)
    return True


def there_behind_pronoun(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``beside her there is a stroller``: `there` is nobody's."""
    if i < 2 or i + 1 >= len(words) or words[i + 1].text.lower() not in BE:
        return False
    owner, verb = i - 1, i + 1
    if words[i].deprel == "expl":
        # `behind her there are windows`
        if words[owner].xpos != "PRP$" or words[verb].head == owner or words[i].head != verb:
            return False
        for k in words.children(verb):
            if k < owner and words[k].deprel == "case":
                words[k] = replace(words[k], head=owner)
        for k in words.children(words[owner].head):
            if k < owner and words[k].deprel == "case":
                words[k] = replace(words[k], head=owner)
        words[owner] = replace(words[owner], upos="PRON", xpos="PRP", head=verb, deprel="obl")
        return True
    if (
        words[owner].xpos not in ("PRP$", "PRP")
        or words[owner].head != i
        or words[verb].upos not in ("VERB", "AUX")
    ):
        return False
    verb = words[verb].head if words[verb].deprel in ("cop", "aux") else verb
    for k in words.children(i):
        if k < owner:
            words[k] = replace(words[k], head=owner)
    words[owner] = replace(words[owner], upos="PRON", xpos="PRP", head=verb, deprel="obl")
    words[i] = replace(words[i], upos="PRON", xpos="EX", head=verb, deprel="expl")
    return True


def second_of_is(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``is outside the house, at the right of the door``: behind a comma stands another place of what is there."""
    first = words[i].head
    if not 0 <= first < i or preposition_of(words, i) not in PLACING:
        return False
    children = words.children(first)
    if not any(words[k].deprel == "cop" for k in children) or not preposition_of(words, first):
        return False
    if not any(words[k].text == "," for k in words.children(i)) or not any(
        words[k].deprel == "nsubj" for k in children
    ):
        return False
    words[i] = replace(words[i], deprel="conj")
    return True
