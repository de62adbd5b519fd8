"""Word classes and heads that the rest of the tree rules out, mended before anything is read off it.

A parser decides word by word. Where number, or the place in the tree, says that a word cannot be what it was taken for,
and the lexicon knows it as something else, it becomes that: `sandals` behind a participle is no finite verb, `sneezing`
is no adjective, one dog does not `race` without an s. So it is with heads: of two clauses each has its own subject, and
a participle right behind somebody says what that somebody does.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.types import Parse, Word

_THIRD_PERSON = "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"
_PLURAL_PRESENT = "Mood=Ind|Tense=Pres|VerbForm=Fin"
_SINGULAR = frozenset({"a", "an", "one", "another", "each", "every"})
# Of one form for one and many as subjects: `a couple sit on a bench`.
_COLLECTIVE = frozenset(
    """audience band cast class committee couple crew crowd family group herd pack pair panel party people police squad
    staff team trio""".split()
)
_BE = frozenset({"is", "are", "was", "were", "'s", "be", "being", "been"})
_DEGREES = frozenset({"very", "so", "too", "quite", "more", "most", "rather", "really"})
_THINGS = frozenset({"NOUN", "PROPN"})
_FINITE = frozenset({"VBZ", "VBP", "VBD"})
_LIVING = frozenset({"person", "animal"})
# Participles that say how the thing right before them is, never how somebody does something.
_STATES = frozenset(
    """close coat cover decorate embroider fill fold knot line load lower open paint pile print raise shut spread stack
    switch top tuck turn wrap""".split()
)
# Verbs whose object may stand before their particle, and behind it: `throws the lemon away`, `rolls up a carpet`.
SEPARABLE = {
    "away": "blow clear fold give hide lock pack push put send take throw tuck wash".split(),
    "back": "give hand hold pay pull push put send take throw".split(),
    "down": "break cut knock lay let pull put set take tear turn write".split(),
    "in": "bring haul pull reel".split(),
    "off": "brush cut dry dust kick peel pull put rinse rip shake switch take tear turn wash wipe".split(),
    "on": "pull put slip switch try turn".split(),
    "out": "blow bring cut give hand hang hold lay point pour pull put reach rinse spread stretch take throw".split(),
    "over": "flip hand knock tip turn".split(),
    "together": "join press put sew stick tie".split(),
    "up": (
        "blow break build bundle chop clean cover cut dig dress fold fill hang heat hold lift line load mix mop open "
        "pack pick pile prop pull push put raise roll scoop set split stack tear tie throw wake warm wipe wrap zip"
    ).split(),
}
# What things do, and hardly anybody else: `cross a bridge hanging above a gorge`.
_ACTS_OF_THINGS = frozenset(
    """bear billow burn contain dangle depict display drip feature flap flow flutter glow grow hang lead leak melt patter
    overflow overlook portray pour protrude rise span spill""".split()
)
# What is moved to or past may lie there, and who moves does not: `swims toward a wreck lying on the sand`.
_RESTING = frozenset("hang lean lie rest sit stand".split())
_MOVING = frozenset("approach climb cross pass".split())
_WAYS = frozenset("across into onto over past through toward towards".split())
# And such as say how somebody stands or is dressed: `a man with a beard seated on a bench`.
_STANDING = frozenset(
    "cross-leg crouch dress gather lean line lose park perch pose prepare seat sit squat stand style surround".split()
)
# What somebody does to things: of a thing without an object behind it they say how it is.
_DONE_TO_THINGS = _STATES | frozenset(
    """arrange attach clutter crown display dress drizzle equip garnish mount park pitch place seat set stuff surround tie
    trim""".split()
)
_COLORS = frozenset({"color", "colors", "colour", "colours"})
_WORN = frozenset({"clothing", "footwear", "headdress"})
_VEHICLES = frozenset(
    "bicycle bike boat car cart motorbike motorcycle plane scooter taxi truck van vehicle".split()
)
# Classes of things whose names are those of acts, too.
_SOLID = frozenset(
    "clothing container device furniture hair musical_instrument plant seat shape substance toy".split()
)
# Who looks at a picture, and does so: `we can see`.
_READERS = frozenset({"i", "one", "we", "you"})
_SEEING = frozenset({"find", "notice", "observe", "see"})
_SAYING = frozenset({"read", "reads", "reading", "say", "says", "saying", "spell", "spells", "spelling"})
_SOUNDS = frozenset("footage noise noises sound sounds video".split())
_CLOTHES = frozenset({"clothing", "footwear", "headdress", "uniform"})
_LIVING_CLASSES = frozenset({"person", "animal"})
_PRONOUNS = frozenset({"he", "him", "it", "she", "them", "they"})
# Said of what stands before, in a list that is none: `a fork, not a knife`.
_CONTRASTS = frozenset({"not", "only", "just"})
# Prepositions of places that may stand before the verb of their clause.
_PLACING = frozenset(
    """above across along at behind below beneath beside between by down from in inside near on over through to under
    up""".split()
)
_PARTICLES = frozenset("back down in off on out over through up".split())
# Verbs whose `up` stands before a preposition: `lined up on a shelf`.
_UP = frozenset("curl fold gather hang hook line lock pile prop roll set stack stand tie wrap".split())


def mended(parse: Parse, lexicon: Lexicon) -> Parse:
    """The parse with word classes that fit the tree; the same object where nothing is to be mended.

    Args:
        parse: Of a caption.
        lexicon: Base forms, and what class a word is likelier of.
    """
    words = _Tree(parse.words)
    changed = False
    for i, word in enumerate(parse.words):
        if word.text == "-" and 0 < i < len(parse.words) - 1:
            joined = parse.tokens[i - 1].end == parse.tokens[i].start == parse.tokens[i + 1].start - 1
            changed |= joined and (_hyphenated(words, i) or _preposition_of_adjective(words, i))
        else:
            changed |= _heads(words, i, lexicon)
            changed |= _subjects(words, i)
            changed |= _classes(words, i, word, lexicon)
    return replace(parse, words=words.words()) if changed and words.is_tree() else parse


def _subjects(words: _Tree, i: int) -> bool:
    word = words[i]
    if word.deprel == "nsubj:pass" and _subject_of_perfect(words, i):
        return True
    if word.text.lower() == "which" and word.deprel in ("det", "obl") and _which_of_verb(words, i):
        return True
    if word.xpos == "WDT":
        return _clause_behind(words, i) or _subject_of_relative(words, i) or _noun_of_which(words, i)
    if _relation(word) == "obl":
        return _agent_of_passive(words, i)
    return word.deprel == "obj" and _subject_behind(words, i)


def _classes(words: _Tree, i: int, word: Word, lexicon: Lexicon) -> bool:
    """Mend the class of a word, as it was read."""
    form = word.text.lower()
    if word.upos != "PRON" and form in _PRONOUNS:
        words[i] = replace(words[i], upos="PRON", xpos="PRP")
        return True
    if form == "up" and _close_up(words, i):
        return True
    if word.deprel == "case" and form in SEPARABLE:
        return (form == "up" and _particle(words, i, lexicon)) or _particle_before_object(words, i, lexicon)
    if word.xpos in ("NNS", "VBZ") and (
        _compound_of_object(words, i, lexicon)
        or (word.deprel == "nsubj" and _first_clause_in_subject(words, i, lexicon))
    ):
        return True
    if word.xpos == "VBZ":
        return (
            _subject_behind_mark(words, i, lexicon)
            or (word.deprel == "root" and _at_the_top(words, i, lexicon))
            or _list_member(words, i, lexicon)
            or _second_of_participle(words, i)
            or _verb_of_first(words, i, lexicon)
            or _subject_of_object(words, i, lexicon)
        )
    if word.xpos in ("NNS", "NN") and word.deprel == "root":
        return _verb_before_object(words, i, lexicon) or _verb_of_root(words, i, lexicon)
    if word.xpos == "NN" and word.deprel == "conj" and _second_behind_plural(words, i, lexicon):
        return True
    if word.xpos == "NNS" and word.deprel == "conj":
        if _verb_with_object(words, i, lexicon) or _verb_of_list(words, i, lexicon):
            return True
        if word.upos == "VERB" and words[word.head].upos in _THINGS:
            words[i] = replace(words[i], upos="NOUN")
            return True
        return _act_behind_things(words, i, lexicon) or _clause_behind_things(words, i, lexicon)
    if word.xpos == "VBG" and _noun_before_of(words, i):
        return True
    if word.xpos in ("VBG", "VBN") and _adjective(words, i, lexicon):
        return True
    if word.xpos == "VBN" and word.deprel == "acl:relcl":
        return _past_of_relative(words, i)
    if word.xpos in ("VBP", "VB"):
        return _bare_form(words, i, lexicon)
    if word.xpos == "VBD" or (word.upos == "ADJ" and form.endswith("ed")):
        return _participle_at_the_top(words, i, lexicon)
    return word.upos == "ADJ" and form.endswith("ing") and _participle(words, i, lexicon)


class _Tree:
    """The words of a parse, to be replaced one by one, with the children of each at hand."""

    def __init__(self, words: Sequence[Word]) -> None:
        self._words = list(words)
        self._children: list[list[int]] = [[] for _ in words]
        for i, word in enumerate(words):
            if word.head >= 0:
                self._children[word.head].append(i)

    def __len__(self) -> int:
        return len(self._words)

    def __getitem__(self, i: int) -> Word:
        return self._words[i]

    def __setitem__(self, i: int, word: Word) -> None:
        old = self._words[i].head
        if old != word.head:
            if old >= 0:
                self._children[old].remove(i)
            if word.head >= 0:
                insort(self._children[word.head], i)
        self._words[i] = word

    def children(self, i: int) -> list[int]:
        """The words that hang on a word, in the order of the text."""
        return list(self._children[i])

    def is_tree(self) -> bool:
        """Whether every word still leads to a top: of odd trees two rules can make a circle."""
        reached = [i for i, word in enumerate(self._words) if word.head < 0]
        for i in reached:
            reached.extend(self._children[i])
        return len(reached) == len(self._words)

    def words(self) -> tuple[Word, ...]:
        return tuple(self._words)


def _relation(word: Word) -> str:
    return word.deprel.partition(":")[0]


def _at_the_top(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    if _is_title(words, i, lexicon):
        _name(words, i, i - 1, lexicon)
        return True
    return _verb_before_object(words, i, lexicon)


def _verb_before_object(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``Two goats butt heads``: of two subjects in a row the second is the verb, and the verb its object."""
    verb, form = i - 1, words[i].text.lower()
    subjects = [k for k in words.children(i) if words[k].deprel == "nsubj"]
    if len(subjects) != 2 or subjects != [verb - 1, verb] or words[verb].xpos not in ("NN", "VB", "VBP"):
        return False
    if words[verb - 1].xpos != "NNS" or words.children(verb) or not form.endswith("s"):
        return False
    base = words[verb].text.lower()
    if not lexicon.knows(base, "verb") or not lexicon.knows(lexicon.lemma(form, "noun"), "noun"):
        return False
    words[verb] = replace(
        words[verb],
        upos="VERB",
        xpos="VBP",
        lemma=base,
        features=_PLURAL_PRESENT,
        head=words[i].head,
        deprel=words[i].deprel,
    )
    for k in words.children(i):
        if k < verb or words[k].deprel not in ("det", "amod", "nmod", "compound"):
            words[k] = replace(words[k], head=verb)
    words[i] = replace(
        words[i],
        upos="NOUN",
        xpos="NNS",
        lemma=lexicon.lemma(form, "noun"),
        features="Number=Plur",
        head=verb,
        deprel="obj",
    )
    return True


def _compound_of_object(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``wearing roller skates``: right behind an object, with no preposition between, stands the rest of its name."""
    first, form = i - 1, words[i].text.lower()
    if first < 1 or words[first].xpos != "NN" or words[first].deprel not in ("conj", "obj", "obl"):
        return False
    if any(words[k].deprel in ("case", "det", "cc", "nsubj") for k in words.children(i)):
        return False
    verb = words[i].head
    of_first = words[i].deprel in ("nmod", "acl") and verb <= first
    doubled = words[i].deprel == "nsubj" and any(
        words[k].deprel == "nsubj" and k < i for k in words.children(verb)
    )
    if not (of_first or doubled) or not lexicon.knows(lexicon.lemma(form, "noun"), "noun"):
        return False
    for k in words.children(first):
        if k != i:
            words[k] = replace(words[k], head=i)
    words[i] = replace(
        words[i],
        upos="NOUN",
        xpos="NNS",
        lemma=lexicon.lemma(form, "noun"),
        features="Number=Plur",
        head=words[first].head,
        deprel=words[first].deprel,
    )
    words[first] = replace(words[first], head=i, deprel="compound")
    return True


def _list_member(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``wearing a coat and sandals``, ``dries dishes and boxes``: a bare verb behind a noun and `and`."""
    word = words[i]
    lemma = lexicon.lemma(word.text, "noun")
    if not word.text.lower().endswith("s") or not lexicon.knows(lemma, "noun"):
        return False
    relation = _relation(word)
    if relation in ("obj", "obl", "nmod"):
        words[i] = replace(word, upos="NOUN", xpos="NNS", lemma=lemma, features="Number=Plur")
        return True
    if relation != "conj" or i < 2:
        return False
    children = words.children(i)
    conjunctions = [k for k in children if _relation(words[k]) == "cc"]
    if not conjunctions or any(
        _relation(words[k]) not in ("cc", "punct", "amod", "compound") for k in children
    ):
        return False
    before = conjunctions[0] - 1
    if before >= 0 and words[before].text == ",":
        before -= 1
    if before < 0 or not (words[before].upos in _THINGS or _relation(words[before]) == "obj"):
        return False
    head = words[word.head]
    finite = head.xpos in _FINITE or any(words[k].xpos in _FINITE for k in words.children(word.head))
    if finite and lexicon.verb_preference(word.text.lower()) >= 0:
        return False
    words[i] = replace(
        word, upos="NOUN", xpos="NNS", lemma=lemma, features="Number=Plur", head=before, deprel="conj"
    )
    return True


def _close_up(words: _Tree, i: int) -> bool:
    """``Close-up of a bee``: at the start of a caption it was taken for a verb and its particle."""
    close = i - 2 if i > 1 and words[i - 1].text == "-" else i - 1
    if (
        close < 0
        or words[close].text.lower() != "close"
        or words[close].upos != "VERB"
        or words[i].head != close
    ):
        return False
    shown = [k for k in words.children(i) if _relation(words[k]) in ("nmod", "obl")]
    if not shown or i + 1 >= len(words) or words[i + 1].text.lower() != "of":
        return False
    words[i] = replace(
        words[i], upos="NOUN", xpos="NN", features="", head=words[close].head, deprel=words[close].deprel
    )
    for k in words.children(close):
        of_thing = k > shown[0] and words[k].upos == "VERB"
        words[k] = replace(
            words[k], head=shown[0] if of_thing else i, deprel="acl" if of_thing else words[k].deprel
        )
    words[close] = replace(words[close], upos="ADJ", xpos="JJ", features="Degree=Pos", head=i, deprel="amod")
    return True


def _place_before(words: _Tree, noun: int, end: int) -> bool:
    """Whether a place of a noun's own stands between it and another word."""
    return any(
        noun < k < end
        and _relation(words[k]) == "nmod"
        and any(words[c].deprel == "case" and words[c].text.lower() in _PLACING for c in words.children(k))
        for k in words.children(noun)
    )


def _place_of_second(words: _Tree, i: int) -> bool:
    """``a cat on a mat and a dog under a table``: each has a place of its own."""
    cases = [k for k in words.children(i) if words[k].deprel == "case" and words[k].text.lower() in _PLACING]
    second = min(cases) - 1 if cases else -1
    if second < 0 or words[second].deprel != "conj" or words[second].upos not in _THINGS:
        return False
    first = words[second].head
    if words[i].head != first or not _place_before(words, first, second):
        return False
    words[i] = replace(words[i], head=second)
    return True


def _second_with_place(words: _Tree, i: int) -> bool:
    """``shows a ring on a finger and a crack in a wrist``: what is somewhere else is no second finger."""
    place = words[i].head
    if not 0 <= place < i or _relation(words[place]) not in ("nmod", "obl"):
        return False
    cases = [k for k in words.children(place) if words[k].deprel == "case"]
    first = min(cases) - 1 if cases else -1
    children = words.children(i)
    if first < 0 or words[first].upos not in _THINGS or any(words[k].deprel == "case" for k in children):
        return False
    own = any(words[k].deprel == "det" and words[k].text.lower() in _SINGULAR for k in children)
    of = any(
        words[k].deprel == "nmod" and any(words[c].text.lower() == "of" for c in words.children(k))
        for k in children
    )
    if words[place].head not in (first, words[first].head) or not (own or of):
        return False
    if not (_place_before(words, i, len(words)) or of):
        return False
    words[i] = replace(words[i], head=first)
    return True


def _member_of_list(words: _Tree, i: int) -> bool:
    """``bottles of soap, a plant and a radio``: the second and the third of a list are of one list."""
    first = words[i].head
    for k in range(i - 1, first, -1):
        head = words[k].head
        if (
            words[k].deprel == "conj"
            and head < first
            and words[k].upos in _THINGS
            and words[first].head == head
        ):
            words[i] = replace(words[i], head=head)
            return True
    return False


def _verb_of_list(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``digs, waters and weeds the beds``: between two verbs of one subject stands a third."""
    verb = words[i].head
    if (
        verb != i - 2
        or words[verb].xpos != "VBZ"
        or words[i - 1].text != ","
        or words.children(i) not in ([], [i - 1])
    ):
        return False
    behind = i + 2
    if (
        behind >= len(words)
        or words[i + 1].deprel != "cc"
        or words[behind].xpos != "VBZ"
        or words[behind].head != verb
    ):
        return False
    lemma = lexicon.lemma(words[i].text.lower(), "verb")
    if not lexicon.knows(lemma, "verb"):
        return False
    words[i] = replace(words[i], upos="VERB", xpos="VBZ", lemma=lemma, features="Tense=Pres|VerbForm=Fin")
    return True


def _verb_with_object(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``A baker with flour on his hands kneads dough``: what has an object is no thing of a list."""
    first, word = words[i].head, words[i]
    if first < 0 or words[first].deprel != "root" or words[first].xpos != "NN" or first > i:
        return False
    lemma = lexicon.lemma(word.text.lower(), "verb")
    if not lexicon.knows(lemma, "verb") or not any(words[k].deprel == "obj" for k in words.children(i)):
        return False
    words[i] = replace(
        word, upos="VERB", xpos="VBZ", lemma=lemma, features="Tense=Pres|VerbForm=Fin", head=-1, deprel="root"
    )
    words[first] = replace(words[first], head=i, deprel="nsubj")
    return True


def _subject_behind_mark(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``while leaves rustle``, ``as bats hit balls``: between `while` and a verb stands the verb's subject."""
    mark, verb = i - 1, i + 1
    lemma = lexicon.lemma(words[i].text, "noun")
    if mark < 0 or verb >= len(words) or words[mark].deprel != "mark" or not lexicon.knows(lemma, "noun"):
        return False
    if words[verb].xpos not in ("VBP", "VB", "VBD") or words[mark].head not in (i, verb):
        return False
    if any(_relation(words[k]) in ("nsubj", "aux", "cop", "expl") and k != i for k in words.children(verb)):
        return False
    if words[verb].head == i or words[i].head != verb:
        words[verb] = replace(words[verb], head=words[i].head, deprel=words[i].deprel)
    for k in words.children(i):
        words[k] = replace(words[k], head=verb)
    words[i] = replace(
        words[i], upos="NOUN", xpos="NNS", lemma=lemma, features="Number=Plur", head=verb, deprel="nsubj"
    )
    return True


def _bare_form(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``a dog race in a park``: one dog races, so the race is a dog race."""
    form = words[i].text.lower()
    children = words.children(i)
    if _is_title(words, i, lexicon):
        _name(words, i, i - 1, lexicon)
        return True
    if words[i].deprel == "conj" and words[words[i].head].deprel in ("nmod", "obl", "obj"):
        return _compound_of_second(words, i, lexicon)
    relations = {_relation(words[k]) for k in children}
    if relations & {"aux", "obj", "xcomp", "ccomp", "expl", "cop", "conj"} or _relation(words[i]) not in (
        "root",
        "parataxis",
    ):
        return False
    subject = i - 1
    if subject < 1 or subject not in children or words[subject].deprel != "nsubj":
        return False
    noun = words[subject]
    determiners = {words[k].text.lower() for k in words.children(subject)}
    if noun.xpos != "NN" or not determiners & _SINGULAR or noun.text.lower() in _COLLECTIVE:
        return False
    if any(_relation(words[k]) in ("nmod", "conj", "acl") for k in words.children(subject)):
        return False
    if not lexicon.knows(lexicon.lemma(form, "noun"), "noun") or lexicon.verb_preference(form) > 0:
        return False
    _name(words, i, subject, lexicon)
    return True


def _name(words: _Tree, i: int, first: int, lexicon: Lexicon) -> None:
    """Turn a verb and its subject round: they are one name, of which the verb is the head."""
    form = words[i].text.lower()
    one = lexicon.lemma(form, "noun") == form
    words[i] = replace(
        words[i],
        upos="NOUN",
        xpos="NN" if one else "NNS",
        lemma=lexicon.lemma(form, "noun"),
        features="Number=Sing" if one else "Number=Plur",
    )
    words[first] = replace(words[first], deprel="compound")
    for k in words.children(first):
        words[k] = replace(words[k], head=i)
    for k in words.children(i):
        if _relation(words[k]) == "obl":
            words[k] = replace(words[k], deprel="nmod")


def _is_title(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``Cushion cover with tassels``: a bare name of a thing that does nothing to anything."""
    first, behind, form = i - 1, i + 1, words[i].text.lower()
    if words[i].deprel != "root" or first < 0 or words[first].head != i or behind >= len(words):
        return False
    if words[first].deprel != "nsubj" or words[first].xpos != "NN" or words[behind].text.lower() != "with":
        return False
    if any(words[k].deprel == "det" for k in words.children(first)) or _is_living(words[first], lexicon):
        return False
    if any(
        _relation(words[k]) in ("obj", "aux", "expl", "xcomp", "advcl")
        or (words[k].deprel == "conj" and words[k].upos not in _THINGS)
        for k in words.children(i)
    ):
        return False
    return lexicon.supersenses(lexicon.lemma(form, "noun"), "noun")[:1] == ["artifact"]


def _compound_of_second(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``with a stand collar and snap buttons``: a bare verb is coordinated with no noun."""
    noun, first = i + 1, words[i].head
    if words[first].upos not in _THINGS or noun >= len(words) or words[noun].xpos not in ("NN", "NNS"):
        return False
    listed = words[noun].head == i or (words[noun].head == first and words[noun].deprel == "conj")
    if not listed or not lexicon.knows(words[i].text.lower(), "noun"):
        return False
    for k in words.children(i):
        words[k] = replace(words[k], head=noun)
    words[noun] = replace(words[noun], head=first, deprel="conj")
    words[i] = replace(
        words[i], upos="NOUN", xpos="NN", lemma=words[i].text.lower(), head=noun, deprel="compound"
    )
    return True


def _participle(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``it is sneezing``: no adjective that the lexicon knows, and a verb that it knows."""
    form = words[i].text.lower()
    lemma = lexicon.lemma(form, "verb")
    if lexicon.is_adjective(form) or lemma == form or not lexicon.knows(lemma, "verb"):
        return False
    children = words.children(i)
    copulas = [k for k in children if _relation(words[k]) == "cop" and words[k].text.lower() in _BE]
    if not copulas or any(words[k].text.lower() in _DEGREES for k in children):
        return False
    words[i] = replace(words[i], upos="VERB", xpos="VBG", lemma=lemma, features="Tense=Pres|VerbForm=Part")
    for k in copulas:
        words[k] = replace(words[k], deprel="aux")
    return True


def _heads(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    word = words[i]
    if word.deprel == "cc":
        return _first_of_two_clauses(words, i, lexicon)
    if word.text.lower() == "there" and _there_behind_pronoun(words, i):
        return True
    if word.deprel in ("obl", "nmod"):
        if _place_of_there(words, i):
            return True
        if word.upos == "PRON":
            return _place_of_thing(words, i) or _thing_of_neighbour(words, i, lexicon)
        if word.deprel == "nmod" and (_with_of_the_last(words, i, lexicon) or _place_of_second(words, i)):
            return True
    if word.deprel == "acl" and word.upos == "PRON" and _place_of_clause_that_is_none(words, i):
        return True
    if word.deprel == "obl":
        return (
            _with_behind_there(words, i)
            or _object_without_preposition(words, i)
            or _thing_of_stuff(words, i, lexicon)
        )
    if word.deprel == "compound":
        return _subject_before_verb(words, i)
    if word.deprel == "nsubj":
        return _place_before_there(words, i) or _first_part_of_subject(words, i)
    if word.deprel == "amod":
        return _side_before_there(words, i) or _noun_before_participle(words, i, lexicon)
    if word.deprel in ("parataxis", "appos"):
        return _contrasted(words, i)
    if word.deprel in ("obj", "obl") and word.text.lower() in ("away", "off", "on"):
        return _particle_apart(words, i)
    if word.deprel == "conj" and word.upos in _THINGS:
        return (
            _place_of_second_there(words, i)
            or _member_of_list(words, i)
            or _second_with_place(words, i)
            or _second_part(words, i, lexicon)
            or _second_of_act(words, i, lexicon)
            or _subject_of_second(words, i)
            or _second_with_participle(words, i, lexicon)
        )
    if word.text.lower() == "writing" and words[i - 1].text.lower() == "with" and word.xpos == "VBG":
        return _noun_behind_with(words, i)
    if word.deprel in ("advcl", "acl"):
        if _small_clause(words, i):
            _thing_of_neighbour(words, i, lexicon)
            return True
        return (
            _participle_of_neighbour(words, i, lexicon)
            or _verb_behind_plural(words, i, lexicon)
            or _clause_of_which(words, i)
        )
    return word.deprel == "advcl:relcl" and _clause_of_which(words, i)


def _subject_before_verb(words: _Tree, i: int) -> bool:
    """``Food sizzles``: nothing is a compound's first part before a finite verb."""
    head = words[i].head
    if head != i + 1 or words[head].xpos not in _FINITE or words[i].upos not in _THINGS:
        return False
    if any(_relation(words[k]) == "nsubj" for k in words.children(head)):
        return False
    words[i] = replace(words[i], deprel="nsubj")
    return True


def _place_before_there(words: _Tree, i: int) -> bool:
    """``at the top there is sky``: a noun with a preposition is no subject."""
    siblings = [words[k] for k in words.children(words[i].head)] if words[i].head >= 0 else []
    if not any(word.deprel == "expl" for word in siblings):
        return False
    if not any(words[k].deprel == "case" and words[k].xpos == "IN" for k in words.children(i)):
        return False
    words[i] = replace(words[i], deprel="obl")
    return True


def _first_part_of_subject(words: _Tree, i: int) -> bool:
    """``a pleural effusion is seen``: of two subjects in a row the first is a part of the second's name."""
    second = i + 1
    if second >= len(words) or words[i].upos not in _THINGS or words[second].upos not in _THINGS:
        return False
    if words[second].deprel != "nsubj" or words[second].head != words[i].head or words.children(i):
        return False
    words[i] = replace(words[i], head=second, deprel="compound")
    return True


def _side_before_there(words: _Tree, i: int) -> bool:
    """``at the right there is a hut``: `there` is no noun that the right could describe."""
    there, verb = i + 1, words[i].head
    if words[i].text.lower() not in ("left", "right", "top", "bottom") or verb != there:
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


def _contrasted(words: _Tree, i: int) -> bool:
    """``holds a fork, not a knife``, ``no boats, only gulls``: coordinated with what it is held against."""
    verb = words[i].head
    if words[i].upos not in _THINGS or not 0 <= verb < i:
        return False
    children = words.children(i)
    if not any(words[k].deprel == "advmod" and words[k].text.lower() in _CONTRASTS for k in children):
        return False
    if any(words[k].deprel in ("nsubj", "cop") for k in children):
        return False
    before = [
        k
        for k in ([verb] if words[i].deprel == "appos" else words.children(verb))
        if k < i and words[k].deprel in ("obj", "nsubj") and words[k].upos in _THINGS
    ]
    if not before:
        return False
    words[i] = replace(words[i], head=before[-1], deprel="conj")
    return True


def _thing_before(words: _Tree, i: int) -> int:
    """What stands before the preposition of a word, and before `all` in ``all over it``; -1 where it has none."""
    cases = [k for k in words.children(i) if words[k].deprel == "case"]
    adverbs = {k for k in words.children(i) if words[k].deprel == "advmod"}
    thing = cases[0] - 1 if cases else -1
    return thing - 1 if thing in adverbs else thing


def _particle_apart(words: _Tree, i: int) -> bool:
    """``throws the orange away``, ``has a scarf on``: behind an object, with nothing behind it, it is nothing else."""
    verb = words[i].head
    if verb < 0 or words[verb].upos not in ("VERB", "AUX"):
        return False
    things = [k for k in words.children(verb) if words[k].deprel == "obj" and verb < k < i]
    if not things or any(words[k].deprel != "det" or k > things[-1] for k in words.children(i)):
        return False
    for k in words.children(i):
        words[k] = replace(words[k], head=things[-1])
    words[i] = replace(words[i], upos="ADP", xpos="RP", deprel="compound:prt")
    return True


def _first_of_two_clauses(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``A horse fishes and a swan swims``, ``Water splashes and people talk``: two nouns, each with its verb."""
    first, second = i - 1, words[i].head
    verb = second + 1
    if first < 1 or second <= i or verb >= len(words) or words[verb].xpos not in ("VBZ", "VBP"):
        return False
    noun, form = first - 1, words[first].text.lower()
    one = words[verb].xpos == "VBZ"
    if _relation(words[verb]) in ("aux", "cop"):
        verb = words[verb].head  # `Glass clinks and liquid is poured into a cup`
        if verb < second:
            return False
    if words[noun].upos not in _THINGS or words[second].upos not in _THINGS:
        return False
    if words[first].xpos != "VBZ" and not (
        words[first].xpos == "NNS" and words[noun].xpos == "NN" and lexicon.verb_preference(form) >= -1
    ):
        return False
    if words[first].upos == "VERB" and noun in words.children(first) and second not in words.children(first):
        return False  # all is well
    if words[second].head not in (first, noun) or not lexicon.knows(lexicon.lemma(form, "verb"), "verb"):
        return False
    if one != (words[second].xpos in ("NN", "NNP")):
        return False
    head, relation = (
        (words[verb].head, words[verb].deprel)
        if words[verb].head != first
        else (
            words[first].head,
            words[first].deprel,
        )
    )
    if head in (noun, second, first, verb):
        return False
    words[first] = replace(
        words[first],
        upos="VERB",
        xpos="VBZ",
        lemma=lexicon.lemma(form, "verb"),
        features=_THIRD_PERSON,
        head=head,
        deprel=relation,
    )
    for k in words.children(first):
        if words[k].deprel in ("det", "amod", "nummod", "compound") and k < noun:
            words[k] = replace(words[k], head=noun)
    _second_clause(words, first, noun, second, verb)
    return True


def _second_clause(words: _Tree, first: int, noun: int, second: int, verb: int) -> None:
    """Make two clauses of one: each noun the subject of its verb, and the second verb coordinated with the first."""
    passive = any(words[k].deprel == "aux:pass" for k in words.children(verb))
    words[verb] = replace(words[verb], head=first, deprel="conj")
    words[noun] = replace(words[noun], head=first, deprel="nsubj")
    for k in (*words.children(second), *words.children(first)):
        if words[k].deprel in ("cc", "punct") and first < k < second:
            words[k] = replace(words[k], head=verb)
    words[second] = replace(words[second], head=verb, deprel="nsubj:pass" if passive else "nsubj")


def _first_clause_in_subject(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``Metal scrapes against stone and a hammer strikes it``: two that are named together do not `strikes`."""
    verb, form = words[i].head, words[i].text.lower()
    if verb <= i or words[verb].xpos != "VBZ" or not form.endswith("s"):
        return False
    nouns = [k for k in words.children(i) if k < i and words[k].deprel in ("compound", "amod", "nsubj")]
    seconds = [k for k in words.children(i) if i < k < verb and words[k].deprel == "conj"]
    if len(nouns) != 1 or nouns[0] != i - 1 or len(seconds) != 1 or not lexicon.knows(form[:-1], "verb"):
        return False
    if words[i].xpos != "VBZ" and (words[i - 1].xpos == "JJ" or lexicon.verb_preference(form) < -1):
        return False
    if words[seconds[0]].xpos not in ("NN", "NNP") or not lexicon.knows(words[i - 1].text.lower(), "noun"):
        return False
    head, relation = words[verb].head, words[verb].deprel
    for k in words.children(i):
        if k > i and words[k].deprel == "nmod":
            words[k] = replace(words[k], deprel="obl")
        elif k < i - 1:
            words[k] = replace(words[k], head=i - 1)
    words[i - 1] = replace(words[i - 1], upos="NOUN", xpos="NN")
    words[i] = replace(
        words[i],
        upos="VERB",
        xpos="VBZ",
        lemma=lexicon.lemma(form, "verb"),
        features=_THIRD_PERSON,
        head=head,
        deprel=relation,
    )
    _second_clause(words, i, i - 1, seconds[0], verb)
    return True


def _place_of_second_there(words: _Tree, i: int) -> bool:
    """``is a chair and on the chair there is a bag``: the place before `there`, or `we can see`, is its clause's."""
    subject = i + 1
    if subject >= len(words) or words[subject].head <= subject:
        return False
    verb = words[subject].head
    seen = words[subject].text.lower() in _READERS and words[verb].text.lower() in _SEEING
    if not seen and words[subject].deprel != "expl":
        return False
    children = words.children(i)
    if not any(words[k].deprel == "case" for k in children):
        return False
    for k in children:
        if words[k].deprel == "cc":
            words[k] = replace(words[k], head=verb)
    top = words[i].head
    if seen and words[verb].head in (i, top):  # no relative clause, but the second of two
        words[verb] = replace(
            words[verb], head=words[top].head if words[top].head >= 0 else top, deprel="conj"
        )
    words[i] = replace(words[i], head=verb, deprel="obl")
    return True


def _subject_of_second(words: _Tree, i: int) -> bool:
    """``Frogs croak and crickets chirp``: a noun between two verbs of one list is the subject of the second."""
    first, second = words[i].head, i + 1
    if first >= 0 and words[first].deprel == "nsubj" and first < words[first].head < i:
        first = words[first].head  # a list does not go on behind its verb
    elif first >= 0 and words[first].deprel in ("obj", "obl"):
        first = words[
            first
        ].head  # nothing joins `footprints` and `lead`: `covers the ground, and footprints lead`
    if first < 0 or words[first].upos != "VERB" or not _is_finite_conjunct(words, second, first):
        return False
    if any(_relation(words[k]) == "nsubj" for k in words.children(second)):
        return False
    for k in words.children(i):
        if words[k].deprel == "cc":
            words[k] = replace(words[k], head=second)
    words[i] = replace(words[i], head=second, deprel="nsubj")
    return True


def _second_with_participle(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``birds chirping and insects buzzing``: a noun is coordinated with the noun, and its participle is its own."""
    first = words[i].head
    if first < 0 or words[first].xpos != "VBG":
        return False
    noun = words[first].head
    if noun < 0 or words[noun].upos not in _THINGS or not noun < first < i:
        return False
    act = i + 1
    if act < len(words) and words[act].xpos == "VBG" and words[act].head in (noun, first):
        words[i] = replace(words[i], head=noun, deprel="conj")
        words[act] = replace(words[act], head=i, deprel="acl")
        return True
    # `tires screeching and glass breaking`: the second act was taken for a thing.
    form, second = words[i].text.lower(), i - 1
    lemma = lexicon.lemma(form, "verb")
    if not form.endswith("ing") or not lexicon.knows(lemma, "verb") or words[second].head != i:
        return False
    if words[second].upos not in _THINGS or words[second].deprel != "compound":
        return False
    words[second] = replace(words[second], head=noun, deprel="conj")
    for k in words.children(i):
        if k < second:
            words[k] = replace(words[k], head=second)
    words[i] = replace(
        words[i], upos="VERB", xpos="VBG", lemma=lemma, features="VerbForm=Ger", head=second, deprel="acl"
    )
    return True


def _with_of_the_last(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``a kitchen with cabinets and a stove with four burners``: a second with-phrase is of the noun before it."""
    cases = [k for k in words.children(i) if words[k].deprel == "case" and words[k].text.lower() == "with"]
    last = min(cases) - 1 if cases else -1
    if last < 0 or words[last].upos not in _THINGS or words[last].deprel != "conj":
        return False
    first = words[last].head
    if words[first].head != words[i].head or words[first].deprel != "nmod" or _is_living(words[i], lexicon):
        return False
    if not any(words[k].text.lower() == "with" for k in words.children(first)):
        return False
    words[i] = replace(words[i], head=last)
    return True


def _place_of_clause_that_is_none(words: _Tree, i: int) -> bool:
    """``a table with flowers on it``: a pronoun with a preposition is no clause, but the place of the noun before."""
    children = words.children(i)
    cases = [k for k in children if words[k].deprel == "case" and k < i]
    noun = min(cases) - 1 if cases else -1
    if noun < 0 or words[noun].upos not in _THINGS:
        return False
    if any(_relation(words[k]) in ("mark", "nsubj") for k in children):
        return False
    words[i] = replace(words[i], head=noun, deprel="nmod")
    return True


def _second_part(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``a jacket with pockets and a zipper``, ``a man in a hat and boots``: the zipper is as little beside the jacket as the pockets are."""
    owner = words[i].head
    if not 0 <= owner < i:
        return False
    parts = [
        k
        for k in words.children(owner)
        if owner < k < i
        and words[k].deprel == "nmod"
        and words[k].upos in _THINGS
        and any(
            words[c].deprel == "case" and words[c].text.lower() in ("in", "with") for c in words.children(k)
        )
    ]
    if not parts:
        return False
    within = any(words[c].text.lower() == "in" for c in words.children(parts[-1]))
    of_owner, of_part, of_second = (
        lexicon.noun_class(lexicon.lemma(words[k].text.lower(), "noun")) for k in (owner, parts[-1], i)
    )
    if of_second in _LIVING_CLASSES or (of_second and of_owner == of_second and of_owner != of_part):
        return False  # `a table with a dog and a chair`
    if within and (of_part not in _CLOTHES or of_owner != "person"):
        return False  # `a cup in a sink and a plate`, but `a man in a hat and sunglasses`
    if any(words[k].xpos in _FINITE for k in range(parts[-1] + 1, i)):
        return False
    words[i] = replace(words[i], head=parts[-1])
    return True


def _second_of_act(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``a person wearing jeans and sneakers``: what is of one class with what is worn is worn, too."""
    owner = words[i].head
    conjunctions = [k for k in words.children(i) if words[k].deprel == "cc"]
    thing = conjunctions[0] - 1 if conjunctions else -1
    if not 0 <= owner < thing or words[thing].upos not in _THINGS or words[thing].deprel != "obj":
        return False
    verb = words[thing].head
    if words[verb].head != owner or words[verb].deprel != "acl":
        return False
    of_owner, of_thing, of_second = (
        lexicon.noun_class(lexicon.lemma(words[k].text.lower(), "noun")) for k in (owner, thing, i)
    )
    worn = words[verb].text.lower() == "wearing" and of_second in _WORN
    if not worn and (not of_second or of_second != of_thing or of_owner == of_second):
        return False
    if any(words[k].deprel in ("nsubj", "acl", "nmod") for k in words.children(i)):
        return False
    words[i] = replace(words[i], head=thing)
    return True


def _participle_of_neighbour(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``pets a dog wearing a hat``, ``with its ladder raised``: what stands right before it does it, or is so."""
    word, noun = words[i], i - 1
    if noun < 0 or word.head == noun or word.upos != "VERB" or words[noun].upos not in _THINGS:
        return False
    if any(_relation(words[k]) in ("mark", "nsubj", "cc", "aux") for k in words.children(i)):
        return False
    top = word.head
    if words[top].deprel == "nsubj" and words[top].head < noun:
        top = words[top].head  # `march down a street lined with trees`
    if noun not in _below(words, top):
        return False
    if _relation(words[noun]) == "conj" and words[noun].head == word.head and word.xpos == "VBG":
        # `a nurse holding a cup and a dancer laughing`: each with a participle of its own.
        if not any(_relation(words[k]) == "acl" and k < noun for k in words.children(word.head)):
            return False
        if _is_living(words[word.head], lexicon) and not _is_living(words[noun], lexicon):
            return False
        words[i] = replace(word, head=noun, deprel="acl")
        return True
    if _is_absolute(words, noun, i):
        words[i] = replace(word, head=noun, deprel="acl")
        return True
    if _relation(words[noun]) not in ("obj", "obl", "nmod"):
        return False
    living = _is_living(words[noun], lexicon)
    lemma = lexicon.lemma(word.text.lower(), "verb")
    state = word.xpos == "VBN" and lemma in _STATES
    had = any(words[k].deprel == "case" and words[k].text.lower() == "with" for k in words.children(noun))
    # Where no person and no animal has it, what is said behind it is said of it.
    done = (
        had and word.xpos == "VBN" and not living and (lemma not in _STANDING or _is_parked(words, noun, i))
    )
    done = done and not _is_living(words[words[noun].head], lexicon)
    people = had and words[noun].text.lower() in {"people", *_COLLECTIVE}
    heard = words[words[noun].head].text.lower() in _SOUNDS  # `the sound of rain falling`
    passed = lemma in _RESTING and (
        any(words[k].deprel == "case" and words[k].text.lower() in _WAYS for k in words.children(noun))
        or lexicon.lemma(words[words[noun].head].text.lower(), "verb") in _MOVING
    )
    agent = words[words[noun].head].xpos == "VBN" and any(
        words[k].deprel == "case" and words[k].text.lower() == "by" for k in words.children(noun)
    )
    acts = word.xpos == "VBG" and (living or people or heard or passed or agent or lemma in _ACTS_OF_THINGS)
    # `hovers near a feeder hung from a branch`: right behind what another act is about.
    behind = (
        top == word.head
        and word.xpos == "VBN"
        and lemma not in _STANDING
        and words[words[noun].head].upos == "VERB"
    )
    if not (state or done or acts or behind):
        return False
    words[i] = replace(word, head=noun, deprel="acl")
    return True


def _is_absolute(words: _Tree, noun: int, i: int) -> bool:
    """``a cook, an apron tied around his waist``: behind a comma, and joined by nothing, the noun has its participle."""
    if words[noun].head != words[i].head or words[noun].deprel not in ("appos", "conj"):
        return False
    relations = {words[k].deprel for k in words.children(noun)}
    return "cc" not in relations and "punct" in relations


def _is_parked(words: _Tree, noun: int, i: int) -> bool:
    """``a road with cars parked on it``: no road is parked."""
    return words[i].text.lower() == "parked" and words[noun].text.lower().removesuffix("s") in _VEHICLES


def _is_living(word: Word, lexicon: Lexicon) -> bool:
    form = word.text.lower()
    return bool(_LIVING & set(lexicon.supersenses(lexicon.lemma(form, "noun"), "noun")[:1]))


def _below(words: _Tree, i: int) -> set[int]:
    """What hangs on a word, directly or on something that does."""
    below = set(words.children(i)) if i >= 0 else set()
    below |= {k for child in below for k in words.children(child)}
    return below | {k for child in below for k in words.children(child)}


def _clause_of_which(words: _Tree, i: int) -> bool:
    """``faces a fireplace in which logs burn``: the clause is that of the noun before the preposition."""
    for which in words.children(i):
        of_noun = 0 < which < i and words[which - 1].upos in _THINGS
        if words[which].text.lower() == "where" and of_noun and words[i].deprel == "advcl":
            words[i] = replace(words[i], head=which - 1, deprel="acl:relcl")
            return True
        if words[which].text.lower() not in ("which", "whom") or words[which].deprel not in ("obl", "nmod"):
            continue
        cases = [k for k in words.children(which) if words[k].deprel == "case"]
        noun = min(cases) - 1 if cases else -1
        if noun >= 0 and words[noun].upos in _THINGS and which < i and words[i].head != noun:
            words[i] = replace(words[i], head=noun, deprel="acl:relcl")
            return True
    return False


def _noun_before_participle(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``around a woman juggling lemons``: what has an article of its own describes no verb."""
    verb, form = i + 1, words[i].text.lower()
    if verb >= len(words) or not lexicon.knows(form, "noun"):
        return False
    if words[verb].xpos in _FINITE:
        return _subject_before_finite(words, i)
    if words[verb].xpos != "VBG" or words[verb].head < 0 or words[verb].deprel not in ("advcl", "acl"):
        return False
    if not any(words[k].deprel == "det" for k in words.children(i)):
        return False
    thing = words[i].head
    if thing != verb:
        if thing < verb or words[thing].head != verb or words[thing].deprel != "obj":
            return False
        for k in words.children(thing):
            if words[k].deprel == "case" and k < i:
                words[k] = replace(words[k], head=i)  # `around a farmer juggling pears`
    placed = any(words[k].deprel == "case" for k in words.children(i))
    words[i] = replace(
        words[i], upos="NOUN", xpos="NN", head=words[verb].head, deprel="obl" if placed else "obj"
    )
    words[verb] = replace(words[verb], head=i, deprel="acl")
    return True


def _subject_before_finite(words: _Tree, i: int) -> bool:
    """``while a dog pants``, ``an orange stands``: what has an article and describes no noun is a noun."""
    verb = i + 1
    if words[i].head != verb or any(_relation(words[k]) in ("nsubj", "expl") for k in words.children(verb)):
        return False
    articles = [k for k in (*words.children(i), *words.children(verb)) if words[k].deprel == "det" and k < i]
    if not articles:
        return False
    for k in words.children(verb):
        if k < i and words[k].deprel in ("det", "amod", "compound", "nummod"):
            words[k] = replace(words[k], head=i)
    words[i] = replace(words[i], upos="NOUN", xpos="NN", deprel="nsubj")
    return True


def _subject_of_relative(words: _Tree, i: int) -> bool:
    """``seeds that someone scattered``: the clause behind `that` is that of the noun, and has its own subject."""
    verb, noun = words[i].head, i - 1
    if verb <= i or noun < 0 or words[noun].upos not in _THINGS or words[verb].upos != "VERB":
        return False
    subject = words[verb].head
    if _relation(words[verb]) != "acl" or not i < subject < verb or words[subject].head == noun:
        return False
    for k in words.children(subject):
        if k > verb:
            words[k] = replace(words[k], head=verb)
    words[subject] = replace(words[subject], head=verb, deprel="nsubj")
    words[verb] = replace(words[verb], head=noun, deprel="acl:relcl")
    words[i] = replace(words[i], deprel="obj")
    return True


def _clause_behind(words: _Tree, i: int) -> bool:
    """``touches the horse that is beside him``: a clause of `that` is of the noun before it, and of no verb."""
    clause, noun = words[i].head, i - 1
    if clause <= i or noun < 0 or words[noun].upos not in _THINGS or words[i].deprel != "nsubj":
        return False
    said = (
        words[clause].text.lower() in _SAYING and words[clause].deprel == "acl:relcl"
    )  # by a label, not by its bottle
    said = said and any(words[k].text.lower() == "with" for k in words.children(noun))
    if not said and (words[clause].deprel != "advcl" or words[clause].head >= i):
        return False
    words[clause] = replace(words[clause], head=noun, deprel="acl:relcl")
    return True


def _noun_of_which(words: _Tree, i: int) -> bool:
    """``The stadium, next to which a road runs``: the clause is that of the noun, and `which` a word of the clause."""
    cases = [k for k in words.children(i) if words[k].deprel == "case"]
    verbs = [k for k in words.children(i) if k > i and words[k].deprel == "acl:relcl"]
    noun = min(cases) - 1 if cases else -1
    if noun > 0 and words[noun].text == ",":
        noun -= 1
    if not verbs or noun < 0 or words[noun].upos not in _THINGS:
        return False
    words[i] = replace(words[i], head=verbs[0], deprel="obl")
    words[verbs[0]] = replace(words[verbs[0]], head=noun)
    return True


def _subject_of_perfect(words: _Tree, i: int) -> bool:
    """``Goats have climbed``: without `been` nothing is done to them."""
    auxiliaries = {
        words[k].text.lower() for k in words.children(words[i].head) if _relation(words[k]) == "aux"
    }
    if not auxiliaries & {"have", "has", "had", "'ve"} or auxiliaries & (_BE | {"get", "got", "gets"}):
        return False
    words[i] = replace(words[i], deprel="nsubj")
    return True


def _agent_of_passive(words: _Tree, i: int) -> bool:
    """``is taught to roll over by its trainer``: who is behind `by` is the agent of the passive before it."""
    act = words[i].head
    if act < 0 or words[act].xpos != "VB" or words[act].deprel != "xcomp":
        return False
    passive = words[act].head
    if not any(
        _relation(words[k]) == "aux" and words[k].text.lower() in _BE for k in words.children(passive)
    ):
        return False
    if words[passive].xpos != "VBN" or not any(
        words[k].deprel == "case" and words[k].text.lower() == "by" for k in words.children(i)
    ):
        return False
    words[i] = replace(words[i], head=passive, deprel="obl:agent")
    return True


def _subject_behind(words: _Tree, i: int) -> bool:
    """``Beside the stove stands a basket``: behind a place and a finite verb without a subject stands its subject."""
    verb = words[i].head
    if not 0 < verb < i or words[verb].xpos not in ("VBZ", "VBP") or words[i].upos not in _THINGS:
        return False
    before = [
        k for k in words.children(verb) if k < verb and words[k].deprel not in ("punct", "cc", "advmod")
    ]
    if not before or any(words[k].deprel != "obl" for k in before):
        return False
    if words[verb].deprel not in ("root", "acl:relcl"):  # `branches between which lies an island`
        return False
    if not any(
        words[c].deprel == "case" and words[c].text.lower() in _PLACING for c in words.children(before[-1])
    ):
        return False
    words[i] = replace(words[i], deprel="nsubj")
    return True


def _which_of_verb(words: _Tree, i: int) -> bool:
    """``The cabin behind which cows graze``: the preposition is that of `which`, not of who grazes."""
    noun = words[i].head if words[i].deprel == "det" else i + 1
    if not 0 <= noun < len(words):
        return False
    cases = [k for k in words.children(noun) if words[k].deprel == "case" and k < i]
    verb = words[noun].head
    if not cases or cases[-1] != i - 1 or verb <= noun or words[noun].deprel != "nsubj":
        return False
    words[i] = replace(words[i], upos="PRON", head=verb, deprel="obl")
    words[cases[-1]] = replace(words[cases[-1]], head=i)
    return True


def _place_of_there(words: _Tree, i: int) -> bool:
    """``plays and behind him there is a dog``: what stands right before `there` is a place of its clause."""
    there = i + 1
    if there >= len(words) or words[there].deprel != "expl" or words[there].head in (i, words[i].head):
        return False
    if words[there].head < there or not any(words[k].deprel == "case" for k in words.children(i)):
        return False
    words[i] = replace(words[i], head=words[there].head, deprel="obl")
    return True


def _place_of_thing(words: _Tree, i: int) -> bool:
    """``a nest with eggs in it``: the eggs are in it, not the nest."""
    thing = _thing_before(words, i)
    if thing < 0 or words[thing].deprel not in ("nmod", "obl") or words[i].head == thing:
        return False
    if thing not in _below(words, words[i].head):
        return False
    if not any(words[k].deprel == "case" and words[k].text.lower() == "with" for k in words.children(thing)):
        return False
    words[i] = replace(words[i], head=thing, deprel="nmod")
    return True


def _thing_of_neighbour(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``a river with ships on it``, ``roads with cars parked along them``: what stands right before `with` has them."""
    thing = words[i].head
    if thing >= 0 and words[thing].upos == "VERB" and words[thing].deprel == "acl":
        thing = words[thing].head
    if words[i].text.lower() not in ("it", "them") or not 0 < thing < i or words[thing].upos not in _THINGS:
        return False
    withs = [
        k for k in words.children(thing) if words[k].deprel == "case" and words[k].text.lower() == "with"
    ]
    owner = withs[0] - 1 if withs else -1
    if owner < 0 or words[thing].head == owner or words[thing].deprel not in ("obl", "nmod"):
        return False
    if words[owner].xpos != ("NN" if words[i].text.lower() == "it" else "NNS") or _is_living(
        words[owner], lexicon
    ):
        return False
    if words[owner].head != words[thing].head or words[owner].deprel not in ("obj", "obl:agent"):
        return False
    words[thing] = replace(words[thing], head=owner, deprel="nmod")
    return True


def _past_of_relative(words: _Tree, i: int) -> bool:
    """``a bus that a farmer painted``: who has a subject of its own acts."""
    relations = {words[k].deprel for k in words.children(i)}
    if "nsubj" not in relations or relations & {"aux", "aux:pass", "nsubj:pass"}:
        return False
    if any(words[k].deprel == "nsubj" and words[k].xpos in ("WDT", "WP") for k in words.children(i)):
        return False
    words[i] = replace(words[i], xpos="VBD", features="Mood=Ind|Tense=Past|VerbForm=Fin")
    return True


def _participle_at_the_top(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``A plate topped with eggs``: without an object it is how the plate is, and not what it did."""
    noun, lemma = i - 1, lexicon.lemma(words[i].text.lower(), "verb")
    if noun < 0 or words[noun].head != i or words[noun].deprel != "nsubj" or lemma not in _DONE_TO_THINGS:
        return False
    children = words.children(i)
    if words[i].deprel != "root" or any(
        _relation(words[k]) in ("obj", "aux", "cop", "conj", "expl", "ccomp", "xcomp") for k in children
    ):
        return False
    for k in children:
        if words[k].deprel in ("punct", "parataxis") and k > i:
            words[k] = replace(words[k], head=noun)
    words[noun] = replace(words[noun], head=-1, deprel="root")
    words[i] = replace(
        words[i],
        upos="VERB",
        xpos="VBN",
        lemma=lemma,
        features="Tense=Past|VerbForm=Part",
        head=noun,
        deprel="acl",
    )
    return True


def _with_behind_there(words: _Tree, i: int) -> bool:
    """``there is a stroller with a blanket on it``: the stroller has it."""
    siblings = words.children(words[i].head) if words[i].head >= 0 else []
    if words[i].upos not in _THINGS or not any(words[k].deprel == "expl" for k in siblings):
        return False
    cases = [k for k in words.children(i) if words[k].deprel == "case" and words[k].text.lower() == "with"]
    if not cases or cases[0] - 1 not in siblings or words[cases[0] - 1].deprel != "nsubj":
        return False
    words[i] = replace(words[i], head=cases[0] - 1, deprel="nmod")
    return True


def _thing_of_stuff(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``a belt made of leather with a buckle``: the belt has the buckle, and not what it is made of."""
    act = words[i].head
    if act < 0 or words[act].xpos != "VBN" or words[act].deprel != "acl" or words[i].upos not in _THINGS:
        return False
    if _preposition(words, i) != "with" or _is_living(words[i], lexicon):
        return False
    before = [k for k in words.children(act) if act < k < i and words[k].deprel == "obl"]
    if not before or not (
        _preposition(words, before[-1]) in ("from", "of")
        or (_preposition(words, before[-1]) == "in" and words[before[-1]].text.lower() in _COLORS)
    ):
        return False
    words[i] = replace(words[i], head=words[act].head, deprel="nmod")
    return True


def _preposition(words: _Tree, i: int) -> str:
    return next((words[k].text.lower() for k in words.children(i) if words[k].deprel == "case"), "")


def _object_without_preposition(words: _Tree, i: int) -> bool:
    """``pulls out a slice``: right behind a verb and its particle, and no preposition: what is acted upon."""
    verb = words[i].head
    if words[i].upos not in _THINGS or not 0 <= verb < i or words[verb].upos != "VERB":
        return False
    if any(words[k].deprel == "case" or words[k].deprel == "mark" for k in words.children(i)):
        return False
    particles = [k for k in words.children(verb) if words[k].deprel == "compound:prt"]
    first = min((k for k in words.children(i) if k < i), default=i)
    if not particles or first != particles[-1] + 1:
        return False
    words[i] = replace(words[i], deprel="obj")
    return True


def _particle_before_object(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``rolls up a carpet``: what one verb does up, and not where."""
    verb, thing = i - 1, words[i].head
    if verb < 0 or words[verb].upos != "VERB" or words[thing].head != verb or thing < i:
        return False
    lemma = lexicon.lemma(words[verb].text.lower(), "verb")
    senses = lexicon.supersenses(lexicon.lemma(words[thing].text.lower(), "noun"), "noun")
    form = words[i].text.lower()
    separable = lemma in SEPARABLE[form] and form in ("back", "in", "out", "up")
    if not separable or set(senses[:1]) & {"location", "object"}:
        return False
    if any(words[k].deprel in ("aux:pass", "nsubj:pass", "obj") for k in words.children(verb)):
        return False
    words[i] = replace(words[i], head=verb, deprel="compound:prt")
    words[thing] = replace(words[thing], deprel="obj")
    return True


def _small_clause(words: _Tree, i: int) -> bool:
    """``with a blanket on it``: a with-phrase of what has the blanket, however much it looks like a clause."""
    if words[i].upos != "PRON":
        return False
    children = words.children(i)
    marks = [k for k in children if words[k].deprel == "mark" and words[k].text.lower() == "with"]
    thing = _thing_before(words, i)
    if not marks or thing <= marks[0] or words[thing].upos not in _THINGS:
        return False
    if words[thing].head not in (i, words[i].head):
        return False
    words[thing] = replace(words[thing], head=words[i].head, deprel="nmod")
    words[marks[0]] = replace(words[marks[0]], head=thing, deprel="case")
    words[i] = replace(words[i], head=thing, deprel="nmod")
    return True


def _there_behind_pronoun(words: _Tree, i: int) -> bool:
    """``beside her there is a stroller``: `there` is nobody's."""
    if i < 2 or i + 1 >= len(words) or words[i + 1].text.lower() not in _BE:
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


def _verb_behind_plural(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``Leaves rustle in a yard``: the first part of a compound is no plural."""
    noun = i - 1
    if words[i].xpos not in ("NN", "VB") or words[i].head != noun or noun < 0:
        return False
    if words[noun].xpos != "NNS" or words[noun].deprel != "root":
        return False
    if lexicon.verb_preference(words[i].text.lower()) <= 0:
        return False
    _make_root(words, i, noun, xpos="VBP", lexicon=lexicon)
    return True


def _second_behind_plural(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``A register rings, coins jingle``: the same in a list of clauses."""
    noun, first = i - 1, words[i].head
    if noun < 1 or words[noun].xpos != "NNS" or words[first].xpos not in _FINITE or not first < noun:
        return False
    listed = words[noun].head == i or (words[noun].head == first and words[noun].deprel == "conj")
    form = words[i].text.lower()
    if not listed or lexicon.verb_preference(form) < 0 or not lexicon.knows(form, "verb"):
        return False
    if _relation(words[noun - 1]) not in ("punct", "cc"):
        return False
    words[noun] = replace(words[noun], head=i)
    _make_finite(words, i, noun, one=False, lexicon=lexicon)
    return True


def _make_root(words: _Tree, i: int, noun: int, *, xpos: str, lexicon: Lexicon) -> None:
    """Turn a noun at the top with a verb under it round: the verb is at the top, and the noun its subject."""
    for k in words.children(noun):
        if words[k].deprel not in ("det", "amod", "nummod", "compound", "case", "nmod:poss") and k != i:
            words[k] = replace(words[k], head=i)
    words[i] = replace(
        words[i],
        upos="VERB",
        xpos=xpos,
        lemma=lexicon.lemma(words[i].text.lower(), "verb"),
        features=_PLURAL_PRESENT,
        head=words[noun].head,
        deprel=words[noun].deprel,
    )
    words[noun] = replace(words[noun], head=i, deprel="nsubj")


def _particle(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``lined up on a shelf``, ``curled up asleep``: a preposition before another, or before no noun, is the verb's."""
    verb, behind = i - 1, i + 1
    if verb < 0 or words[verb].upos != "VERB" or behind >= len(words):
        return False
    asleep = words[i].head == behind and not lexicon.knows(words[behind].text.lower(), "noun")
    if not asleep and (words[behind].deprel != "case" or words[behind].head != words[i].head):
        return False
    if lexicon.lemma(words[verb].text.lower(), "verb") not in _UP:
        return False
    words[i] = replace(words[i], head=verb, deprel="compound:prt")
    return True


def _hyphenated(words: _Tree, i: int) -> bool:
    """``a button-down collar``, ``lace-up boots``: verb and particle describe the noun behind them."""
    first, particle = i - 1, i + 1
    if words[particle].text.lower() not in _PARTICLES or not words[first].text.isalpha():
        return False
    noun = words[particle].head
    if (
        words[particle].deprel != "case"
        or not particle < noun <= particle + 2
        or words[noun].upos not in _THINGS
    ):
        return False
    if any(words[k].upos != "ADJ" and k not in words.children(noun) for k in range(particle + 1, noun)):
        return False
    for k in words.children(first):
        if k not in (i, particle, noun):
            words[k] = replace(words[k], head=noun)
    if words[first].head != noun:
        words[noun] = replace(words[noun], head=words[first].head, deprel=words[first].deprel)
    words[first] = replace(words[first], upos="ADJ", xpos="JJ", head=noun, deprel="amod")
    words[particle] = replace(words[particle], upos="ADP", xpos="RP", head=first, deprel="compound:prt")
    words[i] = replace(words[i], head=first, deprel="punct")
    return True


def _preposition_of_adjective(words: _Tree, i: int) -> bool:
    """``an off-the-shoulder blouse``: the preposition is a part of the adjective."""
    if words[i - 1].deprel != "case" or words[i + 1].deprel == "case" or words[i - 1].head <= i + 1:
        return False
    words[i - 1] = replace(words[i - 1], deprel="compound")
    return True


def _second_of_participle(words: _Tree, i: int) -> bool:
    """``A tray holding cupcakes and a candle stands``: one stands, so the candle is not beside the tray."""
    for subject in words.children(i):
        if words[subject].deprel != "nsubj" or words[subject].xpos != "NN":
            continue
        for second in words.children(subject):
            if (
                words[second].deprel != "conj"
                or words[second].upos not in _THINGS
                or not subject < second < i
            ):
                continue
            before = [
                k
                for verb in words.children(subject)
                if subject < verb < second and _relation(words[verb]) == "acl" and words[verb].xpos == "VBG"
                for k in words.children(verb)
                if verb < k < second and words[k].deprel in ("obj", "obl") and words[k].upos in _THINGS
            ]
            if before:
                words[second] = replace(words[second], head=before[-1])
                return True
    return False


def _subject_of_object(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``Wind blows and leaves rustle``: behind `and` a noun in s and a bare word that is a verb's form."""
    verb = i + 1
    if words[i].deprel != "conj" or verb >= len(words) or words[i - 1].deprel != "cc":
        return False
    behind = words[verb]
    noun = behind.deprel == "obj" and behind.head == i and behind.xpos == "NN" and not words.children(verb)
    second = behind.deprel == "conj" and behind.head == words[i].head and behind.xpos == "VBP"
    if not (noun or second):
        return False
    lemma, form = lexicon.lemma(words[i].text.lower(), "noun"), words[verb].text.lower()
    if not lexicon.knows(lemma, "noun") or lexicon.verb_preference(form) <= 0:
        return False
    head = words[i].head
    for k in words.children(i):
        if k != verb:
            words[k] = replace(words[k], head=verb)
    words[verb] = replace(
        words[verb],
        upos="VERB",
        xpos="VBP",
        lemma=form,
        features=_PLURAL_PRESENT,
        head=head,
        deprel="conj",
    )
    words[i] = replace(
        words[i], upos="NOUN", xpos="NNS", lemma=lemma, features="Number=Plur", head=verb, deprel="nsubj"
    )
    return True


def _verb_of_first(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``A tray holding cups and an orange stands``: the tray has no other verb, so the orange is held."""
    first = words[i].head
    if words[i].deprel != "conj" or first < 0 or words[first].deprel != "root" or words[first].xpos != "NN":
        return False
    seconds = [k for k in words.children(i) if words[k].deprel == "nsubj" and first < k < i]
    verbs = [k for k in words.children(first) if words[k].deprel == "acl" and words[k].xpos == "VBG"]
    things = [o for k in verbs for o in words.children(k) if words[o].deprel == "obj" and k < o < i]
    if (
        not seconds
        or not things
        or things[-1] > seconds[0]
        or any(words[k].deprel == "nsubj" for k in things)
    ):
        return False
    if any(_is_living(words[k], lexicon) for k in (seconds[0], things[-1])):
        return False
    second, thing = seconds[0], things[-1]
    for k in words.children(i):
        if k < second and words[k].deprel == "cc":
            words[k] = replace(words[k], head=second)
    words[second] = replace(words[second], upos="NOUN", xpos="NN", head=thing, deprel="conj")
    words[i] = replace(words[i], upos="VERB", head=-1, deprel="root")
    for k in words.children(first):
        if words[k].deprel == "punct" and k > i:
            words[k] = replace(words[k], head=i)
    words[first] = replace(words[first], head=i, deprel="nsubj")
    return True


def _is_finite_conjunct(words: _Tree, verb: int, of: int) -> bool:
    """Whether a word is a finite verb that is coordinated with another word."""
    if verb >= len(words):
        return False
    return words[verb].head == of and words[verb].deprel == "conj" and words[verb].xpos in _FINITE


def _verb_of_root(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``Laundry flaps on a line``, ``Ducks quack``: a root with a subject, or with what hangs on verbs, is no noun."""
    noun = i - 1
    one = words[i].xpos == "NNS"
    if noun < 0 or words[noun].head != i or words[noun].xpos not in (("NN", "NNP") if one else ("NNS",)):
        return False
    form = words[i].text.lower()
    if not lexicon.knows(lexicon.lemma(form, "verb"), "verb"):
        return False
    if _is_title(words, i, lexicon):
        _name(words, i, noun, lexicon)
        return True
    relations = {words[k].deprel for k in words.children(i) if k > i}
    placed = (
        one
        and words[noun].deprel == "compound"
        and ("obl" in relations or (not words.children(noun) and noun == 0 and _is_act(form, lexicon)))
    )
    if (words[noun].deprel != "nsubj" and not placed) or any(
        words[k].deprel == "cop" for k in words.children(i)
    ):
        return False
    for k in words.children(i):
        if k > i and words[k].deprel == "nmod":
            words[k] = replace(words[k], deprel="obl")
        elif _is_finite_conjunct(words, k + 1, i) and words[k].deprel == "conj" and words[k].upos in _THINGS:
            words[k] = replace(words[k], head=k + 1, deprel="nsubj")
        elif placed and words[k].deprel == "conj" and _is_bare_pair(words, k, lexicon):
            _make_finite(words, k, k - 1, one=one, lexicon=lexicon)
    _make_finite(words, i, noun, one=one, lexicon=lexicon)
    return True


def _is_bare_pair(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether a word is a form in s behind a bare noun: ``and distant thunder rolls``."""
    noun = words[i - 1]
    bare = noun.head == i and noun.deprel == "compound" and noun.xpos == "NN" and words[i].xpos == "NNS"
    return bare and not words.children(i - 1) and _is_act(words[i].text.lower(), lexicon)


def _make_finite(words: _Tree, i: int, noun: int, *, one: bool, lexicon: Lexicon) -> None:
    """Turn a noun into the finite verb of the noun right before it."""
    for k in words.children(i):
        if k < noun and words[k].deprel in ("det", "amod", "nummod", "compound", "nmod:poss"):
            words[k] = replace(words[k], head=noun)
        elif k > i and words[k].deprel == "acl":
            words[k] = replace(words[k], deprel="advcl")  # `A toilet flushes, followed by a bang`
    words[noun] = replace(words[noun], deprel="nsubj")
    words[i] = replace(
        words[i],
        upos="VERB",
        xpos="VBZ" if one else "VBP",
        lemma=lexicon.lemma(words[i].text.lower(), "verb"),
        features=_THIRD_PERSON if one else _PLURAL_PRESENT,
    )


def _act_behind_things(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``spits out pages and beeps``: a happening is not listed with things; the one who acts does it, too."""
    thing, form = words[i].head, words[i].text.lower()
    if thing >= 0 and words[thing].upos == "VERB":  # a tree that cannot say what it is listed with
        thing = max((k for k in words.children(thing) if words[k].deprel == "obj" and k < i), default=-1)
    if thing < 0 or words[thing].deprel != "obj" or [words[k].deprel for k in words.children(i)] != ["cc"]:
        return False
    verb = words[thing].head
    if words[verb].xpos != "VBZ" or any(words[k].deprel == "conj" for k in words.children(thing) if k != i):
        return False
    happenings = {"event", "act", "communication"}
    if _happens(words[thing].text.lower(), lexicon) or not lexicon.knows(lexicon.lemma(form, "verb"), "verb"):
        return False
    senses = lexicon.supersenses(lexicon.lemma(form, "noun"), "noun")
    if not set(senses[:1]) & happenings or lexicon.verb_preference(form) < 0:
        return False
    words[i] = replace(
        words[i],
        upos="VERB",
        xpos="VBZ",
        lemma=lexicon.lemma(form, "verb"),
        features=_THIRD_PERSON,
        head=verb,
    )
    return True


def _clause_behind_things(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``Cubes clink in a glass and soda fizzes``: a bare noun and a form in s behind it that is an act's."""
    thing = words[i].head
    verb = words[thing].head if thing >= 0 else -1
    if verb < 0 or words[verb].xpos not in _FINITE or words[thing].deprel not in ("obj", "obl"):
        return False
    joined = any(words[k].deprel == "cc" for k in words.children(i))
    if not joined or not _is_bare_pair(words, i, lexicon):
        return False
    words[i] = replace(words[i], head=verb)
    _make_finite(words, i, i - 1, one=True, lexicon=lexicon)
    return True


def _is_act(form: str, lexicon: Lexicon) -> bool:
    """Whether a form in s behind a bare noun says what that does: ``Rain patters``, and not ``Ski pants``."""
    if lexicon.lemma(form, "verb") in _ACTS_OF_THINGS:
        return True
    solid = lexicon.noun_class(lexicon.lemma(form, "noun")) in _SOLID
    return _happens(form, lexicon) and lexicon.verb_preference(form) > 0 and not solid


def _happens(form: str, lexicon: Lexicon) -> bool:
    """Whether a word read as a noun is a happening first."""
    return bool(set(lexicon.supersenses(lexicon.lemma(form, "noun"), "noun")[:1]) & {"event", "act"})


def _adjective(words: _Tree, i: int, lexicon: Lexicon) -> bool:
    """``with a man asleep on it``, ``unchanged from before``: what is no form of a verb tells how something is."""
    form = words[i].text.lower()
    if (
        not lexicon.is_adjective(form)
        or form.endswith("ing")
        or lexicon.knows(lexicon.lemma(form, "verb"), "verb")
    ):
        return False
    copulas = [k for k in words.children(i) if _relation(words[k]) == "aux" and words[k].text.lower() in _BE]
    if copulas:  # `the dog is asleep`
        words[i] = replace(words[i], upos="ADJ", xpos="JJ", lemma=form)
        for k in words.children(i):
            if k == copulas[-1]:
                words[k] = replace(words[k], deprel="cop")
            elif words[k].deprel == "nsubj:pass":
                words[k] = replace(words[k], deprel="nsubj")
        return True
    if words[i].deprel != "acl":
        return False
    owner = words[i].head
    subjects = [k for k in words.children(i) if words[k].deprel == "nsubj" and words[k].upos in _THINGS]
    marks = [k for k in words.children(i) if words[k].deprel == "mark" and words[k].text.lower() == "with"]
    thing = subjects[0] if subjects and marks else owner
    for k in words.children(i):
        if k in marks:
            words[k] = replace(words[k], head=thing, deprel="case")
        elif k != thing:
            moved = "nmod" if words[k].deprel == "obl" else words[k].deprel
            words[k] = replace(words[k], head=thing, deprel=moved)
    if thing != owner:
        words[thing] = replace(words[thing], head=owner, deprel="nmod")
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", lemma=form, head=thing, deprel="amod")
    return True


def _noun_before_of(words: _Tree, i: int) -> bool:
    """``There is blunting of the angle``: an act of nobody with an `of` behind it is a thing."""
    of = i + 1
    if of >= len(words) or words[of].text.lower() != "of" or words[words[of].head].head != i:
        return False
    if words[i].deprel not in ("csubj", "xcomp", "ccomp", "root") or any(
        _relation(words[k]) in ("nsubj", "obj", "aux", "cop", "mark") for k in words.children(i)
    ):
        return False
    relation = words[i].deprel if words[i].deprel == "root" else "nsubj"
    words[i] = replace(words[i], upos="NOUN", xpos="NN", lemma=words[i].text.lower(), deprel=relation)
    words[words[of].head] = replace(words[words[of].head], deprel="nmod")
    return True


def _noun_behind_with(words: _Tree, i: int) -> bool:
    """``a sign with writing on it``: what is written, and nobody writes."""
    thing = i - 2
    if thing < 0 or words[thing].upos not in _THINGS:
        return False
    for k in words.children(i):
        if words[k].deprel == "mark":
            words[k] = replace(words[k], deprel="case")
        elif words[k].deprel == "obl":
            words[k] = replace(words[k], deprel="nmod")
    words[i] = replace(words[i], upos="NOUN", xpos="NN", lemma="writing", head=thing, deprel="nmod")
    return True
