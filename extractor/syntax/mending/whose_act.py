"""Whose act a participle tells: mostly that of what stands right before it, where the parser has hung it farther up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from extractor.lexicon import Lexicon
from extractor.syntax.constructions import MEASURES
from extractor.syntax.mending.members import has_own_act
from extractor.syntax.mending.speakers import is_talk_of_animal
from extractor.syntax.mending.tree import (
    Tree,
    bare_relation,
    is_color,
    is_garment,
    is_living,
    is_somebody,
    preposition_of,
    words_below,
)
from extractor.syntax.mending.vocabulary import (
    ACTS_OF_THINGS,
    ADVERTISEMENTS,
    ALONG,
    COLLECTIVE,
    DEPICTIONS,
    DRAWN,
    FRAMES,
    HEARD,
    MOVING,
    PARTS_OF_THINGS,
    PLACING,
    RESTING,
    SHOWING,
    SOUNDS,
    SPREADING,
    STANDING,
    STATES,
    THINGS,
    VEHICLES,
    WAYS,
)
from extractor.types import Word

_OTHERS = frozenset({"another", "others"})
_SOMEBODY = frozenset({"somebody", "someone"}) | _OTHERS
# Of what somebody sees or finds, and of nobody who does, it is told how it is.
_FINDING = frozenset("discover film find hear notice observe photograph record see spot".split())
_MADE_OF = frozenset("bust carving doll figure figurine model sculpture statue statuette".split())
_MACHINES = frozenset("bulldozer crane digger excavator forklift locomotive machine".split())
_SHOWING_SOMETHING = frozenset(
    """banner billboard board book card clock computer display laptop magazine map monitor page phone photo photograph
    picture poster scoreboard screen sign smartphone tablet television tv""".split()
)
_HAULING = frozenset("dig dump haul hoist lift lower pull tow".split())
_ACCOMPANYING = frozenset("accompany chase escort flank follow lead pursue trail".split())
# What is done to who moves along a way, and never to the way.
_MOVING_ALONG = frozenset("draw pull push tow".split())
_AMONG_VEHICLES = frozenset("chase escort follow lead pursue trail".split())
_SOME = frozenset("few many most several some".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pair:
    """A participle and the noun right before it.

    Attributes:
        words: The tree.
        lexicon: Classes and base forms.
        i: The participle.
        noun: Right before it.
        counted: What is counted of it: ``one of its engines``.
        listed: The first of the list that the noun is of.
        top: What the participle hangs on; where that is a subject, its verb.
        lemma: Of the participle.
        living: Whether the noun is somebody or an animal.
        had: Whether `with` brings the noun in.
    """

    words: Tree
    lexicon: Lexicon
    i: int
    noun: int
    counted: int
    listed: int
    top: int
    lemma: str
    living: bool
    had: bool

    @property
    def owner(self) -> Word:
        """What the noun, or its list, hangs on."""
        return self.words[self.words[self.listed].head]

    @property
    def above(self) -> Word:
        """What the noun itself hangs on."""
        return self.words[self.words[self.noun].head]

    def has(self, *forms: str) -> bool:
        """Whether one of some words hangs on the noun."""
        return any(self.words[k].text.lower() in forms for k in self.words.children(self.noun))


def participle_of_neighbour(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``pets a dog wearing a hat``, ``with its ladder raised``: what stands right before it does it, or is so."""
    word = words[i]
    if word.upos != "VERB":
        return False
    noun = _neighbour_of(words, i)
    counted = words[noun].xpos == "CD" and preposition_of(words, noun) == "with"  # `with two missing`
    somebody = counted or words[noun].upos in THINGS or words[noun].text.lower() in _SOMEBODY
    if noun < 0 or word.head == noun or not somebody:
        return False
    if any(
        bare_relation(words[k]) in ("mark", "nsubj", "cc", "aux")
        and words[k].text.lower() != "being"
        and not (words[k].deprel == "cc" and k < noun)  # `and a boy waving`
        for k in words.children(i)
    ):
        return False
    top = word.head
    if words[top].deprel == "nsubj" and words[top].head < noun:
        top = words[top].head  # `march down a street lined with trees`
    if words[top].deprel == "conj" and words[top].head == words[noun].head:
        top = words[top].head
    if noun not in words_below(words, top) or _is_imagined(words, noun, i, lexicon):
        return False
    if is_talk_of_animal(words, i, noun, lexicon):
        return False
    first = words[noun].head
    if bare_relation(words[noun]) == "conj" and first == word.head and word.xpos == "VBG":
        own = has_own_act(words, i, noun, lexicon)
    elif word.deprel == "acl" and words[noun].deprel == words[word.head].deprel == "conj":
        own = (
            first == words[word.head].head and word.head < noun
        )  # `a bow, a lid that lifts, and a cup hanging`
    elif _is_listed_with_place(words, i, noun, lexicon):
        own = True
        words[noun] = replace(words[noun], head=word.head)
    else:
        own = is_absolute(words, noun, i) or _is_of_noun(words, i, noun, top, lexicon)
    if own:
        one = words[words[noun].head].upos == "NUM" and is_of_measure(words, noun)
        all_of_them = one or _are_all_there(words, i, noun, lexicon)
        words[i] = replace(word, head=words[noun].head if all_of_them else noun, deprel="acl")
    return own


def _are_all_there(words: Tree, i: int, last: int, lexicon: Lexicon) -> bool:
    """``A van with a farmer and a goat standing on it``: both are on the van, as both are its own."""
    first = words[last].head
    if words[last].deprel != "conj" or preposition_of(words, first) != "with":
        return False
    if words[first].text.lower() in PARTS_OF_THINGS:
        return False
    if is_living(words[first], lexicon) is not is_living(words[last], lexicon):
        return False
    own = _own_and_beside(words, i)
    return any(words[k].deprel == "obl" and words[k].text.lower() in ("it", "them") for k in own)


def _neighbour_of(words: Tree, i: int) -> int:
    """The noun before a participle, before `being`, and before where it is on its owner: ``a cat on it wearing``."""
    near = i - 1
    if near > 0 and words[near].text.lower() in ("also", "still") and words[near].head == i:
        near -= 1
    if near > 0 and words[near].text.lower() == "being" and words[near].head == i:
        return near - 1 if preposition_of(words, near - 1) == "with" else near
    if words[i].xpos != "VBG":
        return near
    above = words[near].head if near >= 0 else -1
    on_owner = (
        near > 0 and words[near].text.lower() == "it" and words[near].deprel == "nmod" and 0 <= above < near
    )
    return above if on_owner and preposition_of(words, above) == "with" else near


def _is_listed_with_place(words: Tree, i: int, noun: int, lexicon: Lexicon) -> bool:
    """``a cow tied to a tree and a calf drinking milk``: nobody is tied to the calf."""
    place = words[noun].head
    if words[i].xpos != "VBG" or words[noun].deprel != "conj" or words[place].deprel != "obl":
        return False
    act = words[place].head
    told = words[act].deprel == "acl" and words[act].head == words[i].head
    return told and is_living(words[noun], lexicon) and not is_living(words[place], lexicon)


def _is_of_noun(words: Tree, i: int, noun: int, top: int, lexicon: Lexicon) -> bool:
    """Whether the noun right before a participle does it, or is so."""
    counted = words[noun].head if is_of_measure(words, noun) else noun
    listed = words[counted].head if words[counted].deprel == "conj" else counted  # what its list is of
    had = preposition_of(words, listed) == "with"
    if (
        preposition_of(words, listed) == "from"
        and words[listed].deprel == "nmod"
        and not is_living(words[noun], lexicon)
    ):
        return False  # `a letter from a bank lying on a desk`
    if bare_relation(words[listed]) not in ("obj", "obl", "nmod") and not _is_there(words, listed):
        return False
    if listed != counted and (words[listed].head not in (top, words[i].head) or not had):
        return False
    pair = _Pair(
        words=words,
        lexicon=lexicon,
        i=i,
        noun=noun,
        counted=counted,
        listed=listed,
        top=top,
        lemma=lexicon.lemma(words[i].text.lower(), "verb"),
        living=is_living(words[noun], lexicon),
        had=had,
    )
    rules = _DOES if words[i].xpos == "VBG" else _IS_SO if words[i].xpos == "VBN" else ()
    return any(rule(pair) for rule in rules) and not is_counted(words, noun, words[i])


def _is_there(words: Tree, noun: int) -> bool:
    """``on which there is a pie cut into slices``: what there is may be so, as what is seen."""
    verb = words[noun].head
    return words[noun].deprel == "nsubj" and any(words[k].deprel == "expl" for k in words.children(verb))


def _lives(pair: _Pair) -> bool:
    if is_color(pair.words, pair.noun, pair.lexicon):
        return False  # `a man in white hugging a woman`
    many = pair.words[pair.noun].text.lower() in {"people", *COLLECTIVE}
    made = preposition_of(pair.words, pair.noun) == "of" and pair.above.text.lower() in _MADE_OF
    return pair.living or (many and (pair.had or made)) or _is_another(pair)


def _is_another(pair: _Pair) -> bool:
    """``stands near others eating``: others of the kind of whoever stands there; `one another` are the same."""
    words = pair.words
    if words[pair.noun].text.lower() not in _OTHERS or words[max(pair.noun - 1, 0)].text.lower() == "one":
        return False
    subjects = [k for k in words.children(pair.top) if bare_relation(words[k]) == "nsubj"]
    return any(is_living(words[k], pair.lexicon) for k in (subjects or [pair.top]))


def _sounds(pair: _Pair) -> bool:
    """``the sound of rain falling``, ``with thunder rolling``."""
    heard = pair.had and is_heard(pair.words[pair.noun], pair.lexicon)
    return heard or pair.above.text.lower() in SOUNDS


def _lies_where_one_goes(pair: _Pair) -> bool:
    """``swims toward a wreck lying on the sand``."""
    if pair.lemma not in RESTING:
        return False
    cases = [k for k in pair.words.children(pair.noun) if pair.words[k].deprel == "case"]
    if any(pair.words[k].text.lower() in WAYS | {"from"} for k in cases):
        return True
    return pair.lexicon.lemma(pair.above.text.lower(), "verb") in MOVING


def _acts_in_passive(pair: _Pair) -> bool:
    """``is chased by a dog barking``."""
    return pair.above.xpos == "VBN" and preposition_of(pair.words, pair.noun) == "by"


def _is_about_owner(pair: _Pair) -> bool:
    """``with a fountain and cars circling it``: nothing circles itself."""
    words = pair.words
    return pair.had and any(
        bare_relation(words[k]) in ("obj", "obl") and words[k].text.lower() in ("it", "them")
        for k in _own_and_beside(words, pair.i)
    )


def _own_and_beside(words: Tree, i: int) -> list[int]:
    """The words that hang on a word, and on the `next` of ``next to it``."""
    own = words.children(i)
    return own + [c for k in own if words[k].text.lower() == "next" for c in words.children(k)]


def _drives(pair: _Pair) -> bool:
    """``a street with cars driving``: no street does, but who drives a car may have one."""
    if not pair.had or pair.living or not _is_vehicle(pair.words[pair.noun]) or pair.has("no"):
        return False
    return not is_living(pair.owner, pair.lexicon) and not _is_vehicle(pair.owner)


def _is_seen_in_frame(pair: _Pair) -> bool:
    """``a scan with a disc pressing on a nerve``: no scan does."""
    return pair.had and pair.owner.text.lower() in FRAMES


def _covers(pair: _Pair) -> bool:
    """``creeps over pebbles covering a path``, but not ``covering his face``."""
    behind = range(pair.i + 1, min(pair.i + 3, len(pair.words)))
    return pair.lemma in SPREADING and not any(pair.words[k].xpos == "PRP$" for k in behind)


def _comes_out_of_owner(pair: _Pair) -> bool:
    return pair.had and pair.listed == pair.noun and is_of_owner(pair.words, pair.i, pair.top, pair.lexicon)


def _points(pair: _Pair) -> bool:
    return pair.had and pair.lemma == "point" and not is_living(pair.words[pair.top], pair.lexicon)


def _hauls(pair: _Pair) -> bool:
    """``drives a tractor pulling a plow``, ``the wheels of a car coming to a stop``: the tractor, and the car."""
    machine = _is_vehicle(pair.words[pair.noun]) or pair.words[pair.noun].text.lower() in _MACHINES
    moves = pair.lexicon.supersenses(pair.lemma, "verb")[:1] == ["motion"]
    of = preposition_of(pair.words, pair.noun) == "of"
    return machine and (pair.lemma in _HAULING or (of and moves))


def _leans_on_owner(pair: _Pair) -> bool:
    """``a bottle with its brush resting on it``: what is a thing's own rests there."""
    own = any(pair.words[k].xpos == "PRP$" for k in pair.words.children(pair.noun))
    return own and pair.had and pair.lemma in RESTING and not is_living(pair.owner, pair.lexicon)


def _bends_alone(pair: _Pair) -> bool:
    """``A balloon floats over children crouched on a lawn``: no balloon crouches."""
    subjects = [k for k in pair.words.children(pair.top) if pair.words[k].deprel == "nsubj"]
    if not subjects or not pair.living or pair.lemma not in STANDING | {"bend", "huddle", "hunch"}:
        return False
    return not is_living(pair.words[subjects[0]], pair.lexicon)


def _is_one_of_them(pair: _Pair) -> bool:
    """``a box of tissues with one sticking out``: of several, so many do."""
    return pair.words[pair.noun].xpos == "CD" and pair.had


def _is_found(pair: _Pair) -> bool:
    """``leaves a rake lying in the grass``, ``spots a shoe floating in a pond``: so it is left, and found."""
    if pair.words[pair.listed].deprel != "obj" or pair.words[pair.listed].head != pair.top:
        return False
    above = pair.lexicon.lemma(pair.owner.text.lower(), "verb")
    return above in _FINDING or (above == "leave" and pair.lemma in RESTING)


def _is_missing(pair: _Pair) -> bool:
    """``a puzzle with pieces missing``: what one has, and has not."""
    objects = any(bare_relation(pair.words[k]) == "obj" for k in pair.words.children(pair.i))
    return pair.had and pair.lemma == "miss" and not objects


def _is_limb(pair: _Pair) -> bool:
    """``with one hand resting on a table``."""
    if not pair.had or not pair.has("both", "one"):
        return False
    return pair.lexicon.noun_class(pair.words[pair.noun].text.lower().removesuffix("s")) == "body_part"


def _is_featured(pair: _Pair) -> bool:
    """``a poster featuring a ship passing a bridge``."""
    above = pair.lexicon.lemma(pair.above.text.lower(), "verb")
    featured = pair.words[pair.noun].deprel == "obj" and above in SHOWING
    return featured and (pair.living or pair.lemma not in RESTING)


def _shows(pair: _Pair) -> bool:
    """``shake hands in front of a screen showing a map``: the screen does."""
    if pair.lemma not in SHOWING or pair.living:
        return False
    lemma = pair.lexicon.lemma(pair.words[pair.noun].text.lower(), "noun")
    told = pair.lexicon.supersenses(lemma, "noun")[:1] == ["communication"]
    return told or lemma in _SHOWING_SOMETHING


def _does_what_things_do(pair: _Pair) -> bool:
    return pair.lemma in ACTS_OF_THINGS


def _is_in_state(pair: _Pair) -> bool:
    return pair.lemma in STATES


def _is_done_to_what_is_had(pair: _Pair) -> bool:
    """``with its ears pinned back``: what is one's own is told of for its own sake, and what no living thing has."""
    if not pair.had:
        return False
    if any(pair.words[k].xpos == "PRP$" for k in pair.words.children(pair.noun)):
        return True
    if pair.living or pair.lemma == "hold":  # `a remote with gray buttons held up`
        return False
    by = any(preposition_of(pair.words, k) == "by" for k in pair.words.children(pair.i))
    if by and pair.lemma in _HAULING and _is_vehicle(pair.words[pair.noun]):
        return True  # `a man with a cart pulled by a horse`
    several = pair.words[pair.noun].xpos == "NNS" and pair.owner.xpos == "NN"
    if several and pair.lemma in ("gather", "perch") and not is_living(pair.owner, pair.lexicon):
        return True  # `a blouse with sleeves gathered at the cuffs`
    done = pair.lemma not in STANDING or is_parked(pair.words, pair.noun, pair.i)
    return done and not is_living(pair.owner, pair.lexicon)


def _is_behind_act(pair: _Pair) -> bool:
    """``hovers near a feeder hung from a branch``: right behind what another act is about."""
    return (
        (pair.top == pair.words[pair.i].head or _is_there(pair.words, pair.noun))
        and pair.lemma not in STANDING
        and pair.above.upos == "VERB"
        and pair.words[pair.noun].deprel != "obl:unmarked"
    )


def _is_worn(pair: _Pair) -> bool:
    """``the hem of a skirt worn by a woman``: clothes are worn, and no part of them."""
    return pair.lemma == "wear" and is_garment(pair.words[pair.noun], pair.lexicon)


def _is_dressed(pair: _Pair) -> bool:
    """``on the shoulder of a man dressed as a pirate``: no shoulder is."""
    return pair.lemma in ("dress", "seat") and pair.living and not is_living(pair.owner, pair.lexicon)


def _is_on_owner(pair: _Pair) -> bool:
    """``Children with balloons tied to their wrists``: what is somewhere on its owner."""
    if not pair.had or pair.living:
        return False
    return any(
        pair.words[c].xpos == "PRP$"
        for k in pair.words.children(pair.i)
        if pair.words[k].deprel == "obl"
        for c in pair.words.children(k)
    )


def _is_one_of_its_own(pair: _Pair) -> bool:
    """``with one of its engines smoking``."""
    return pair.had and pair.counted != pair.noun and pair.has("her", "his", "its", "their")


def _is_surrounded(pair: _Pair) -> bool:
    return is_enclosed(pair.words, pair.i, pair.noun, pair.lexicon)


_DOES = (
    _lives,
    _does_what_things_do,
    _shows,
    _sounds,
    _lies_where_one_goes,
    _acts_in_passive,
    _is_about_owner,
    _drives,
    _is_seen_in_frame,
    _covers,
    _comes_out_of_owner,
    _points,
    _hauls,
    _is_one_of_them,
    _leans_on_owner,
    _is_found,
    _is_missing,
    _is_limb,
    _is_featured,
    _is_one_of_its_own,
)
_IS_SO = (
    _bends_alone,
    _is_in_state,
    _is_done_to_what_is_had,
    _is_behind_act,
    _is_surrounded,
    _is_worn,
    _is_dressed,
    _is_on_owner,
    _is_one_of_its_own,
)


def _is_vehicle(word: Word) -> bool:
    return word.text.lower().removesuffix("s") in VEHICLES


def is_of_measure(words: Tree, noun: int) -> bool:
    """``dozens of boats``, ``several of its teeth``: what stands before `of` counts what stands behind it."""
    head = words[noun].head
    return (
        words[noun].deprel == "nmod"
        and (words[head].text.lower() in MEASURES | _SOME or words[head].upos == "NUM")
        and preposition_of(words, noun) == "of"
    )


def is_enclosed(words: Tree, i: int, noun: int, lexicon: Lexicon) -> bool:
    """``The boats lie in a bay surrounded by hills``: the place is, where nobody is in it."""
    top = words[i].head
    if words[i].xpos != "VBN" or lexicon.lemma(words[i].text.lower(), "verb") not in SPREADING:
        return False
    near = words[noun].head
    if top not in (near, words[near].head) or preposition_of(words, noun) not in PLACING:
        return False
    place = lexicon.supersenses(lexicon.lemma(words[noun].text.lower(), "noun"), "noun")[:1]
    subjects = [k for k in words.children(top) if bare_relation(words[k]) == "nsubj"]
    by = any(preposition_of(words, k) == "by" for k in words.children(i))
    return (
        by and place in (["location"], ["object"]) and not any(is_living(words[k], lexicon) for k in subjects)
    )


def _is_imagined(words: Tree, noun: int, i: int, lexicon: Lexicon) -> bool:
    """``a boy dressed as a pirate waving a sword``, ``a poster of a singer hanging on a wall``: not he does it."""
    hangs = words[i].text.lower() == "hanging" and _is_shown(words, noun, lexicon)
    return hangs or preposition_of(words, noun) == "as"


def is_counted(words: Tree, noun: int, participle: Word) -> bool:
    """``cans of beans lined up on a shelf``, ``a mural of a cat painted on a wall``: it is the cans, and the mural."""
    head = words[participle.head]
    of = words[noun].deprel == "nmod" and preposition_of(words, noun) == "of"
    return (
        of
        and participle.head == words[noun].head
        and (head.xpos == "NNS" or (participle.xpos == "VBN" and head.text.lower() in DRAWN))
    )


def is_heard(word: Word, lexicon: Lexicon) -> bool:
    """``with thunder rolling``, ``with music playing``: what nobody rolls or plays with."""
    if word.text.lower() in HEARD:
        return True
    senses = lexicon.supersenses(word.text.lower(), "noun") if word.xpos == "NN" else ()
    return bool(set(senses[:1]) & {"event", "phenomenon"})


def is_of_owner(words: Tree, i: int, owner: int, lexicon: Lexicon) -> bool:
    """``a toaster with two slices popping out of it``: nothing pops out of itself, so that the slices do."""
    places = [k for k in words.children(i) if words[k].deprel == "obl" and k > i]
    places += [d for k in places for d in words.children(k) if words[d].deprel == "nmod"]  # `on top of it`
    pronouns = [k for k in places if words[k].text.lower() in ("it", "them")]
    if not pronouns:
        return False
    if words[pronouns[0]].text.lower() == "them":
        return words[owner].xpos == "NNS" and not is_living(words[owner], lexicon)
    return words[owner].xpos == "NN" and (words[i - 1].xpos == "NNS" or not is_living(words[owner], lexicon))


def is_absolute(words: Tree, noun: int, i: int) -> bool:
    """``a cook, an apron tied around his waist``: behind a comma the noun has its own participle."""
    if words[noun].head != words[i].head or words[noun].deprel not in ("appos", "conj"):
        return False
    relations = {words[k].deprel for k in words.children(noun)}
    return "cc" not in relations and "punct" in relations


def is_parked(words: Tree, noun: int, i: int) -> bool:
    """``a road with cars parked on it``: no road is parked."""
    return words[i].text.lower() == "parked" and words[noun].text.lower().removesuffix("s") in VEHICLES


def companion_of_subject(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``walks across a field accompanied by a friend``, ``moves along a street pulled by oxen``: who moves."""
    place, lemma = words[i].head, lexicon.lemma(words[i].text.lower(), "verb")
    if words[i].xpos != "VBN" or not (lemma in _ACCOMPANYING or lemma in _MOVING_ALONG) or place < 0:
        return False
    crossed = words[place].deprel == "obj" and _lemma_above(words, place, lexicon) in ("climb", "cross")
    ways = ALONG if lemma in _MOVING_ALONG else PLACING | WAYS
    if not crossed and (words[place].deprel != "obl" or preposition_of(words, place) not in ways):
        return False
    if is_living(words[place], lexicon) or _is_vehicle(words[place]):
        return False
    companions = [k for k in words.children(i) if preposition_of(words, k) == "by"]
    if not companions or not all(_moves(words, k, lemma, lexicon) for k in companions):
        return False  # `huts flanked by trees`
    words[i] = replace(words[i], head=words[place].head, deprel="advcl")
    return True


def _lemma_above(words: Tree, i: int, lexicon: Lexicon) -> str:
    return lexicon.lemma(words[words[i].head].text.lower(), "verb")


def _moves(words: Tree, i: int, lemma: str, lexicon: Lexicon) -> bool:
    """Whether a noun goes with others: somebody, some of them, or, where one follows, a vehicle."""
    counted = words[i].text.lower() in MEASURES
    names = [words[k] for k in (i, *(words.children(i) if counted else ())) if words[k].upos in THINGS]
    if any(is_somebody(name, lexicon) for name in names):
        return True
    return lemma in _AMONG_VEHICLES and any(_is_vehicle(name) for name in names)


def participle_behind_with(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``shaped like a hut with tassels hanging from it``: what stands between `with` and a participle hangs."""
    last, owner = i - 1, words[i].head
    if words[i].xpos not in ("VBG", "VBN") or last < 1 or words[last].upos not in THINGS or owner < 0:
        return False
    noun = words[last].head if words[last].deprel == "conj" else last  # `with a nun and her dog walking`
    marks = [k for k in words.children(i) if words[k].deprel == "mark" and words[k].text.lower() == "with"]
    if (
        not marks
        or not marks[0] < noun
        or words[noun].head == i
        or bare_relation(words[noun]) not in ("obl", "nmod")
    ):
        return False
    if any(words[k].deprel in ("case", "nsubj") for k in (*words.children(noun), *words.children(i))):
        return False
    relation = "nmod" if words[owner].upos in THINGS else "obl"
    words[marks[0]] = replace(words[marks[0]], head=noun, deprel="case")
    words[noun] = replace(words[noun], head=owner, deprel=relation)
    alone = is_living(words[last], lexicon) and not is_living(
        words[noun], lexicon
    )  # `a pool and guests sitting`
    words[i] = replace(words[i], head=last if alone else noun, deprel="acl")
    return True


def act_in_a_picture(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a painting of a woman with a parasol standing on a hill``: what is painted stands there."""
    work = words[i].head
    if not 0 <= work < i or words[i].xpos != "VBG":
        return False
    shown = [k for k in words.children(work) if work < k < i and _is_shown(words, k, lexicon)]
    if not shown and words[i - 1].upos in THINGS and _is_shown(words, i - 1, lexicon):
        shown = [i - 1]  # `a brochure with a photo of a couple walking`
    if not shown or is_living(words[work], lexicon):
        return False
    lemma = lexicon.lemma(words[i].text.lower(), "verb")
    moves = set(lexicon.supersenses(lemma, "verb")[:1]) == {"motion"}
    drawn = words[work].text.lower() in DEPICTIONS
    worn = lemma == "wear" and shown == [i - 1]  # `a bottle with a picture of a lemon wearing sunglasses`
    if lemma == "hang" or not (drawn or moves or worn or is_living(words[shown[0]], lexicon)):
        return False
    words[i] = replace(words[i], head=shown[0])
    return True


def _is_shown(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether a noun is what a picture is of, or what is advertised."""
    work, preposition = words[i].head, preposition_of(words, i)
    if words[i].deprel != "nmod" or preposition not in ("of", "for"):
        return False
    name = lexicon.lemma(words[work].text.lower(), "noun")
    if preposition == "for":
        return name in ADVERTISEMENTS
    told = set(lexicon.supersenses(name, "noun")[:1]) == {"communication"}
    return told or name in DEPICTIONS | DRAWN | FRAMES
