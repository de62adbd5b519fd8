"""Lists: of two things with a place each, the second place is the second thing's, and a list of three is one."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import (
    Tree,
    bare_relation,
    is_garment,
    is_living,
    preposition_of,
    thing_before,
)
from extractor.syntax.mending.vocabulary import (
    PARTS,
    PARTS_OF_CLOTHES,
    PARTS_OF_THINGS,
    PLACING,
    SINGULAR,
    THINGS,
)

_NUMBERS = frozenset("one two three four five six".split())
_MAX_STEPS = 6
_PARTS = PARTS_OF_CLOTHES | PARTS_OF_THINGS | {"ankle", "chest", "heel", "shoulder", "toe", "waist"}
# Where things are that stand in a list.
_NEAR = PLACING | {"against", "around"}


def has_place_before(words: Tree, noun: int, end: int) -> bool:
    """Whether a place of a noun's own stands between it and another word."""
    return any(
        noun < k < end and bare_relation(words[k]) == "nmod" and preposition_of(words, k) in _NEAR
        for k in words.children(noun)
    )


def place_on_part(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A jug with a crack on the rim stands``: on its rim is what it has, and not where it stands."""
    owner, thing = words[i].head, thing_before(words, i)
    if not 0 <= owner < thing or words[thing].head != owner or words[thing].deprel != "nmod":
        return False
    if preposition_of(words, thing) != "with" or preposition_of(words, i) not in PLACING:
        return False
    its = any(words[k].text.lower() == "its" for k in words.children(i))  # `with a fountain at its center`
    part = its or lexicon.lemma(words[i].text.lower(), "noun") in _PARTS
    worn = words[owner].deprel == "root" and is_garment(
        words[owner], lexicon
    )  # `A dress with a bow at the back`
    if not part or not (worn or words[owner].deprel.startswith("nsubj")):
        return False
    words[i] = replace(words[i], head=thing)
    return True


def place_of_second(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a cat on a mat and a dog under a table``: each has a place of its own."""
    second = thing_before(words, i)
    if second < 0 or words[second].deprel != "conj" or words[second].upos not in THINGS:
        return False
    first = words[second].head
    placed = preposition_of(words, i) in PLACING and has_place_before(words, first, second)
    act = words[i].head
    other = 0 <= act < second and words[act].deprel == "acl"
    other = other and (words[act].head == first or words[words[act].head].head in (first, -1))
    if (
        other
        and words[second].head != act
        and preposition_of(words, i) in PLACING
        and is_last_of(words, second)
    ):
        words[i] = replace(
            words[i], head=second, deprel="nmod"
        )  # `a girl walking a dog and two boys on scooters`
        return True
    if words[i].head != first or not placed:
        return False
    words[i] = replace(words[i], head=second)
    return True


def place_of_first(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a hall with shoes by the door and coats on hooks``: the first has a place as the second has."""
    owner, first = words[i].head, thing_before(words, i)
    if not 0 <= owner < first or words[first].head != owner or words[first].deprel != "nmod":
        return False
    if preposition_of(words, first) != "with" or preposition_of(words, i) not in PLACING:
        return False
    seconds = [k for holder in (owner, first, i) for k in words.children(holder) if words[k].deprel == "conj"]
    if not any(k > i and words[k].upos in THINGS and has_place_before(words, k, len(words)) for k in seconds):
        return False
    words[i] = replace(words[i], head=first)
    return True


def is_last_of(words: Tree, i: int) -> bool:
    """Whether `and` stands before a word of a list, and a number or an article."""
    relations = {words[k].deprel for k in words.children(i)}
    return "cc" in relations and bool(relations & {"nummod", "det"})


def second_with_place(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``shows a ring on a finger and a crack in a wrist``: what is somewhere else is no second finger."""
    place = words[i].head
    named = words[i].upos in THINGS or words[i].xpos == "NNS"
    if not named or not 0 <= place < i or preposition_of(words, i):
        return False
    it = min(words.children(i), default=0) - 1
    had = words[it].head if it > 0 and words[it].text.lower() == "it" and words[it].deprel == "nmod" else -1
    if had >= 0 and words[had].head == place and preposition_of(words, had) == "with":
        if not has_place_before(words, i, len(words)):
            return False
        words[i] = replace(words[i], head=had)  # `a bowl with corn in it and chopsticks on the side`
        return True
    if bare_relation(words[place]) not in ("nmod", "obl") or preposition_of(words, place) not in _NEAR:
        return False
    first, children = thing_before(words, place), words.children(i)
    if words[place].text.lower() == "it" and first >= 0 and preposition_of(words, first) == "with":
        words[i] = replace(words[i], head=first)  # `a field with a mare in it and larks rising`
        act = i + 1
        if act < len(words) and words[act].xpos == "VBG" and words[act].head < i:
            words[act] = replace(words[act], head=i, deprel="acl")
        return True
    above, worn = first, words[first] if first >= 0 else words[i]
    its = any(words[k].text.lower() == "its" for k in words.children(place))
    if its and worn.deprel == "acl" and worn.xpos == "VBN" and words[place].head == first:
        first = worn.head  # `a scarf wrapped around its neck and mittens on its paws`
    if first < 0 or words[first].upos not in THINGS or any(words[k].upos == "PRON" for k in children):
        return False
    of = any(words[k].deprel == "nmod" and preposition_of(words, k) == "of" for k in children)
    one = any(words[k].deprel == "det" and words[k].text.lower() in SINGULAR for k in children)
    many = words[i].xpos == "NNS"
    own = of or ((one or many) and has_place_before(words, i, len(words)))
    if any(words[k].deprel == "conj" and k < i for k in words.children(place)):
        return False  # `near trees, a well and a hut in the distance`
    if not own or words[place].head not in (above, words[above].head):
        return False
    words[i] = replace(words[i], head=first)
    return True


def place_of_list(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``is a shelf with a phone, a bucket and a melon on it``: the place of what the shelf has."""
    thing = thing_before(words, i)
    if (
        words[i].upos != "PRON"
        or thing < 0
        or words[thing].upos not in THINGS
        or words[thing].deprel != "conj"
    ):
        return False
    first = words[thing].head
    if (
        words[first].deprel not in ("nmod", "obl")
        or preposition_of(words, first) != "with"
        or words[i].head == thing
    ):
        return False
    words[i] = replace(words[i], head=thing, deprel="nmod")
    for k in words.children(i):
        if words[k].deprel == "cc" and k < thing:  # `a desk with a jar on it and a hen under it`
            words[k] = replace(words[k], head=thing)
    return True


def place_of_member(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a harp, a score on a stand, and a stool``: what stands between the commas of a list is said of that one."""
    member = words.case_of(i) - 1
    if member < 0 or words[member].deprel != "conj" or words[member].upos not in THINGS:
        return False
    first, place = words[member].head, preposition_of(words, i)
    if place not in PLACING | {"against", "over", "with"} or words[i].head not in (first, words[first].head):
        return False
    if words[first].upos not in THINGS or not is_in_list(words, member, i):
        return False
    words[i] = replace(words[i], head=member, deprel="nmod")
    return True


def place_on_body(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a nun with a veil and freckles on both cheeks``: on a body is what she has, and not herself."""
    thing, owner = thing_before(words, i), words[i].head
    if not 0 <= owner < thing or words[thing].upos not in THINGS:
        return False
    first = words[thing].head if words[thing].deprel == "conj" else thing
    if words[first].head != owner or preposition_of(words, first) != "with":
        return False
    if preposition_of(words, i) not in PLACING:
        return False
    if lexicon.noun_class(lexicon.lemma(words[i].text.lower(), "noun")) != "body_part":
        return False
    if not is_living(words[owner], lexicon):
        return False
    if any(preposition_of(words, k) == "of" for k in words.children(i)):
        return False  # `with melons on the back of a van`
    words[i] = replace(words[i], head=thing, deprel="nmod")
    return True


def is_in_list(words: Tree, member: int, end: int) -> bool:
    """Whether a noun between commas is of a list that goes on behind a word, another comma and `and`."""
    if any(words[k].deprel == "cc" for k in words.children(member)):
        return False
    first = words[member].head
    holders = (first, words[first].head) if words[first].deprel == "nmod" else (first,)
    last = [
        k
        for holder in holders
        for k in words.children(holder)
        if k > end and words[k].deprel == "conj" and words[k].upos in THINGS
    ]
    if not last or not any(words[k].deprel == "cc" for k in words.children(last[0])):
        return False
    return words[min(words.children(last[0]))].text == "," and words[min(words.children(member))].text == ","


def place_behind_list(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``There are beds, a desk and a lamp in a room``, ``holds a fork and a knife in her hands``: all are there."""
    last = words[i].head
    if not 0 <= last < i or words[last].deprel != "conj" or preposition_of(words, i) not in PLACING:
        return False
    first = words[last].head
    members = [first, *(k for k in words.children(first) if words[k].deprel == "conj" and k < i)]
    verb = words[first].head
    if members[-1] != last or verb < 0 or all(words[k].deprel != "cc" for k in words.children(last)):
        return False
    said = ("nmod", "acl", "acl:relcl")
    if any(words[c].deprel in said and c != i for k in members for c in words.children(k)):
        return False
    if words[first].deprel == "nsubj" and any(words[k].deprel == "expl" for k in words.children(verb)):
        words[i] = replace(words[i], head=first)
        return True
    own = any(words[k].xpos == "PRP$" for k in words.children(i))
    hand = own and lexicon.noun_class(lexicon.lemma(words[i].text.lower(), "noun")) == "body_part"
    if words[first].deprel != "obj" or not hand:
        return False
    words[i] = replace(words[i], head=verb, deprel="obl")
    return True


def second_of_body(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``with pads on her knees and elbows``: on both of them."""
    first = i - 2
    if first < 0 or words[i - 1].deprel != "cc" or words[i].head == first or words[first].upos not in THINGS:
        return False
    if not any(words[k].xpos == "PRP$" for k in words.children(first)) or not preposition_of(words, first):
        return False
    if [k for k in words.children(i) if k != i - 1 and words[k].deprel != "punct"]:
        return False
    classes = {lexicon.noun_class(lexicon.lemma(words[k].text.lower(), "noun")) for k in (first, i)}
    if classes != {"body_part"}:
        return False
    words[i] = replace(words[i], head=first)
    return True


def in_other_hand(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``holds a map in one hand and a bag in the other``: both are held, each in a hand."""
    second = words[i].head
    if second < 1 or words[second].deprel != "conj" or preposition_of(words, i) != "in" or second > i:
        return False
    other = words[i].text.lower() == "other" or lexicon.lemma(words[i].text.lower(), "noun") == "hand"
    hand = next((k for k in range(second - 1, 0, -1) if words[k].text.lower() == "hand"), -1)
    if not other or hand < 0 or preposition_of(words, hand) != "in" or words[hand].deprel != "obl":
        return False
    verb = words[hand].head
    things = [k for k in words.children(verb) if words[k].deprel == "obj" and verb < k < hand]
    if not things or words[second].upos not in THINGS:
        return False
    words[second] = replace(words[second], head=things[0])
    if words[i].upos in THINGS:
        words[i] = replace(words[i], head=verb, deprel="obl")
    else:
        words[i] = replace(words[i], head=hand, deprel="conj")
    return True


def member_of_list(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``bottles of soap, a plant and a radio``: the second and the third of a list are of one list."""
    first = words[i].head
    if words[i].upos not in THINGS:
        return False
    for k in range(i - 1, first, -1):
        head = words[k].head
        if (
            words[k].deprel == "conj"
            and head < first
            and words[k].upos in THINGS
            and words[first].head == head
        ):
            words[i] = replace(words[i], head=head)
            return True
    return False


def with_of_the_last(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a kitchen with cabinets and a stove with four burners``: a second with-phrase is of the noun before it."""
    last = thing_before(words, i)
    if last < 0 or words[last].upos not in THINGS or words[last].deprel != "conj":
        return False
    first = words[last].head
    if words[first].head != words[i].head or words[first].deprel != "nmod" or is_living(words[i], lexicon):
        return False
    if preposition_of(words, i) != "with" or preposition_of(words, first) != "with":
        return False
    words[i] = replace(words[i], head=last)
    return True


def worn_behind_part(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``wears a vest with a zip and a pair of clogs``: clothes behind a part of clothes are worn as these are."""
    part = words[i].head
    thing = thing_before(words, part) if 0 <= part < i and preposition_of(words, part) == "with" else -1
    pair = [k for k in words.children(i) if words[k].deprel == "nmod" and preposition_of(words, k) == "of"]
    if thing < 0 or preposition_of(words, i) or not is_garment(words[pair[0] if pair else i], lexicon):
        return False
    if words[thing].deprel not in ("obj", "obl") or not is_garment(words[thing], lexicon):
        return False
    act = words[thing].head
    if words[part].head not in (thing, act, words[act].head) or is_garment(words[part], lexicon):
        return False
    words[i] = replace(words[i], head=thing)
    return True


def member_of_number(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``has a lamp hanging over it, and no rug``: what is listed behind a comma is so with no pronoun or number."""
    above = words[i].head
    start = min(words.children(i), default=i)
    apart = any(words[k].text == "," for k in (start, start - 1) if k > 0)
    if words[i].upos not in THINGS or not apart or above < 0:
        return False
    act = words[above].upos == "VERB" and words[above].deprel == "acl"
    if not act and (words[above].upos not in ("NUM", "PRON") or words[above].deprel not in ("nmod", "obl")):
        return False
    if words[above].text.lower() in PARTS - _NUMBERS:
        return False
    if not any(words[k].deprel in ("det", "nummod") for k in words.children(i)):
        return False
    for _ in range(_MAX_STEPS):
        above = words[above].head
        if above < 0:
            return False
        if words[above].deprel == "obj" and words[above].upos in THINGS:
            for k in words.children(above):
                if words[k].deprel == "appos" and k < i:
                    words[k] = replace(words[k], deprel="conj")
            words[i] = replace(words[i], head=above)
            return True
    return False


def member_behind_participle(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Crates, rolled up mats and a lamp``: what is done to things has no object, but says how one of a list is."""
    particle = words[i - 1].deprel == "compound:prt"
    act = i - 1 - particle
    if act < 1 or words[act].xpos not in ("VBN", "VBD") or words[act].deprel not in ("acl", "amod", "conj"):
        return False
    first = words[act].head
    beside = words[act].deprel == "conj" and words[i].head == first
    if not (words[i].head == act or beside) or (particle and words[i - 1].head != act):
        return False
    own = [k for k in words.children(i) if k < act]
    if own or words[i].upos not in THINGS or not 0 <= first < act:
        return False
    joined = words[act - 1].text == "," or words[act - 1].deprel == "cc"
    if not joined or words[first].upos not in THINGS:
        return False
    listed = [k for k in words.children(first) if words[k].deprel == "conj" and words[k].upos in THINGS]
    if not (any(k > i for k in listed) if words[act - 1].text == "," else words[first].xpos == words[i].xpos):
        return False
    words[i] = replace(words[i], head=first, deprel="conj")
    words[act - 1] = replace(words[act - 1], head=i)
    words[act] = replace(words[act], upos="ADJ", xpos="JJ", features="Degree=Pos", head=i, deprel="amod")
    return True


def second_name(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A man, a violinist, bows``: two between commas, without `and`, who are one by their verb."""
    first, children = words[i].head, words.children(i)
    if words[i].xpos != "NN" or words[first].xpos != "NN" or words[first].deprel != "nsubj":
        return False
    verb, behind = words[first].head, i + 1
    finite = [verb, *(k for k in words.children(verb) if bare_relation(words[k]) in ("aux", "cop"))]
    if behind >= len(words) or words[behind].text != "," or not any(words[k].xpos == "VBZ" for k in finite):
        return False
    if any(words[k].deprel not in ("det", "amod", "compound", "punct") for k in children):
        return False
    if sum(words[k].deprel == "conj" for k in words.children(first)) > 1 or (
        words[min(children, default=i) - 1].text != "," and not any(words[k].text == "," for k in children)
    ):
        return False
    words[i] = replace(words[i], deprel="appos")
    return True


def place_of_part(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Three gulls: two on a roof, one on a pole``: each part of them is where it stands right before."""
    part = thing_before(words, i)
    if part > 0 and words[part].deprel == "nmod" and preposition_of(words, part) == "of":
        part = words[part].head  # `two of them on a roof`
    if part < 0 or words[part].text.lower() not in PARTS or words[part].upos == "NOUN":
        return False
    group = words[part].head
    if words[part].deprel not in ("appos", "conj") or not 0 <= group < part:
        return False
    if not preposition_of(words, i) or words[i].head not in (part, group, words[group].head):
        return False
    if words[group].xpos == "NN" and words[part].deprel == "appos":
        words[part] = replace(words[part], deprel="conj")  # `a cup on a shelf, another on the floor`
    if words[i].head == part and words[i].deprel == "nmod":
        return False
    words[i] = replace(words[i], head=part, deprel="nmod")
    return True


def middle_of_list(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A radio, a pair of glasses and a vase``: things that are listed, and not the same by another name."""
    first = words[i].head
    if words[i].upos not in THINGS or not 0 <= first < i or words[first].upos not in THINGS:
        return False
    if is_living(words[i], lexicon) or is_living(words[first], lexicon):
        return False
    if not any(words[k].text == "," and k < i for k in words.children(i)):
        return False
    last = [
        k
        for k in words.children(first)
        if k > i and words[k].deprel == "conj" and any(words[c].deprel == "cc" for c in words.children(k))
    ]
    if not last or words[min(words.children(last[0])) - 1].text == ",":
        return False
    words[i] = replace(words[i], deprel="conj")
    return True
