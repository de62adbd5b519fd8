"""Infinitives that were taken for things: what somebody is let do, watched doing, or wants to do."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, bare_relation, is_living, preposition_of
from extractor.syntax.mending.vocabulary import COLLECTIVE, RESTING, THINGS

# Verbs that have a bare infinitive behind whom they are about, and how much likelier a verb than a noun the word behind
# a noun must be that may be a first part of its name: `makes a dog house`, `watches a boy stand`.
_LETTING = {"hear": 1, "help": 0, "let": -9, "make": 2, "observe": 1, "see": 1, "watch": 1}
# Whose names are hardly ever the first part of another.
_PEOPLE = frozenset("boy child daughter father friend girl kid lady man mother nun person son woman".split())
# What animals are shown at: `watches a dog show`.
_SHOWS = frozenset("call dance fight parade race ride show walk".split())
# What a noun that is an infinitive hangs on its verb, or noun, by.
_CLAUSE_OF = {"nmod": "acl", "obj": "xcomp", "obl": "advcl"}
# Verbs behind which `to` brings in what is done sooner than where.
_WANTING = frozenset(
    """attempt begin decide hope learn like love need pause plan prefer prepare refuse start stop struggle try wait
    want""".split()
)
_AWAITING = frozenset("ask beg call cheer long look plead pray shout signal wait".split())
_TELLING = frozenset(
    "allow ask command encourage force help invite order persuade teach tell urge warn".split()
)


def accustomed(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``The kids are used to playing in the mud``: nobody uses them, and they play."""
    if words[i].text.lower() != "used" or i + 1 >= len(words) or words[i + 1].text.lower() != "to":
        return False
    own = words.children(i)
    acts = [k for k in own if k > i and words[k].xpos == "VBG" and words[i + 1].head == k]
    if not acts or not any(words[k].deprel == "aux:pass" for k in own):
        return False
    for k in own:
        relation = {"aux:pass": "cop", "nsubj:pass": "nsubj"}.get(words[k].deprel, words[k].deprel)
        words[k] = replace(words[k], deprel="xcomp" if k == acts[0] else relation)
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", features="Degree=Pos")
    return True


def verb_behind_let(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``lets it dry``, ``lets her pony drink``, ``watches a nun row``: what something is let do, or seen doing."""
    form, verb = words[i].text.lower(), words[i].head
    lemma = lexicon.lemma(words[verb].text.lower(), "verb") if verb >= 0 else ""
    if lemma not in _LETTING or verb >= i or not lexicon.knows(form, "verb"):
        return False
    if (words[i].upos, words[i].xpos, words[i].deprel) == ("VERB", "VB", "xcomp"):
        return False
    least = _LETTING[lemma]
    if words[i].upos in ("ADJ", "ADV"):
        named = lemma == "let" and any(words[k].deprel == "obj" and k < i for k in words.children(verb))
        own = named and words[i].deprel == "xcomp"
    elif words[i - 1].head == i and words[i - 1].deprel == "nsubj":
        own = form == lexicon.lemma(form, "verb") and all(
            words[k].deprel not in ("aux", "cop", "mark") for k in words.children(i)
        )
        if own:
            words[i - 1] = replace(words[i - 1], head=verb, deprel="obj")
    elif words[i - 1].head == i:
        own = _has_doer(words, i, verb, least, lexicon)
    else:
        behind = words[i - 1].deprel == "obj" and words[i - 1].head == verb
        sure = lemma != "make" or words[i].upos == "VERB" or lexicon.verb_preference(form) >= least
        own = behind and sure and all(k > i for k in words.children(i))
    if not own:
        return False
    words[i] = replace(words[i], upos="VERB", xpos="VB", lemma=form, features="VerbForm=Inf", deprel="xcomp")
    for k in words.children(verb):
        if k > i and words[k].deprel == "obl":
            words[k] = replace(words[k], head=i)
    for k in words.children(i):
        if words[k].deprel == "nmod":
            words[k] = replace(words[k], deprel="obl")
    return True


def past_of_watched(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``watches a cook put down a pan``: who is watched does it, where a past has the form of the base."""
    doer, form = words[i].head, words[i].text.lower()
    if (
        words[i].xpos != "VBN"
        or doer != i - 1
        or words[doer].deprel != "obj"
        or not is_living(words[doer], lexicon)
    ):
        return False
    verb = words[doer].head
    if lexicon.lemma(words[verb].text.lower(), "verb") not in _LETTING or lexicon.lemma(form, "verb") != form:
        return False
    things = [k for k in words.children(i) if k > i and words[k].deprel in ("obj", "obl")]
    if not things or min(words.children(things[0])) != i + 1 or not _is_acted_upon(words, things[0], i):
        return False
    words[i] = replace(words[i], xpos="VB", lemma=form, features="VerbForm=Inf", head=verb, deprel="xcomp")
    return True


def _is_acted_upon(words: Tree, thing: int, i: int) -> bool:
    """Whether an article, or a particle that may stand before one, is right behind a verb."""
    first = words[i + 1]
    return words[thing].deprel == "obj" or first.text.lower() in ("away", "back", "down", "off", "out", "up")


def _has_doer(words: Tree, i: int, verb: int, least: int, lexicon: Lexicon) -> bool:
    """Whether the first part of a name is who does what it is said to be the name of: ``watches a boy stand``."""
    doer, form = i - 1, words[i].text.lower()
    first = words[doer].deprel in ("amod", "compound")
    owner = words[doer].deprel == "nmod:poss" and words[doer].xpos == "NNS" and not words.children(doer)
    if not (first or owner) or words[i].xpos not in ("NN", "VB", "VBP"):
        return False
    many = words[doer].text.lower() in {"people", *COLLECTIVE}
    if not (many or is_living(words[doer], lexicon)):
        return False
    if lexicon.lemma(words[doer].text.lower(), "noun") in _PEOPLE and not _is_somebody(form, lexicon):
        least = min(least - 2, -3 if least < 2 else 0)  # `watches a boy ski`: of hardly anything a first part
    if lexicon.verb_preference(form) < least:
        return False
    if least < 2 and form in _SHOWS and "animal" in lexicon.supersenses(words[doer].text.lower(), "noun")[:1]:
        return False
    for k in words.children(i):
        if k < doer:
            words[k] = replace(words[k], head=doer)
    many = words[doer].text.lower() != lexicon.lemma(words[doer].text.lower(), "noun")
    words[doer] = replace(words[doer], upos="NOUN", xpos="NNS" if many else "NN", head=verb, deprel="obj")
    return True


def act_that_is_watched(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A nun watching a pianist play a song``: she is one, and does not `play`; whom she watches does."""
    watched = i - 1
    if words[i].deprel == "xcomp" and words[watched].deprel == "obj" and words[watched].head == words[i].head:
        words[i] = replace(words[i], xpos="VB", features="VerbForm=Inf")  # `nuns watch a pianist play`
        return True
    if words[i].deprel != "root" or watched < 0 or words[watched].deprel != "obj":
        return False
    act = words[watched].head
    noun = words[act].head
    if words[act].deprel != "acl" or words[noun].head != i or words[noun].deprel != "nsubj":
        return False
    lemma = lexicon.lemma(words[act].text.lower(), "verb")
    if words[noun].xpos != "NN" and not _may_be_watched(words, i, lemma, lexicon):
        return False
    if lemma not in _LETTING:
        return False
    words[noun] = replace(words[noun], head=-1, deprel="root")
    for k in words.children(i):
        if words[k].deprel == "punct":
            words[k] = replace(words[k], head=noun)
    words[i] = replace(words[i], xpos="VB", features="VerbForm=Inf", head=act, deprel="xcomp")
    return True


def _is_somebody(form: str, lexicon: Lexicon) -> bool:
    """``a boy scout``, ``a girl band``."""
    return bool(set(lexicon.supersenses(form, "noun")[:1]) & {"animal", "group", "person"})


def _may_be_watched(words: Tree, i: int, lemma: str, lexicon: Lexicon) -> bool:
    """``Two nuns watching a band play``: who is watched acts; but `watching a clown sit` may say that they sit."""
    resting = lexicon.lemma(words[i].text.lower(), "verb") in RESTING
    several = words[i - 1].text.lower() in COLLECTIVE
    acts_on = any(words[k].deprel == "obj" for k in words.children(i))  # `watching a batter take his swings`
    several |= acts_on and words[i - 1].xpos == "NN" and is_living(words[i - 1], lexicon)
    return several and not resting and lemma in ("hear", "see", "watch") and words[i].xpos == "VBP"


def verb_behind_to(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``tells a boy to sneeze``: what `to` marks as an infinitive is one."""
    to, form = i - 1, words[i].text.lower()
    if to < 0 or words[to].head != i or words[to].deprel != "mark" or words[to].xpos != "TO":
        return False
    if words[i].upos == "VERB" and words[i].xpos == "VB":
        return False
    if not lexicon.knows(form, "verb"):
        return False
    words[i] = replace(
        words[i],
        upos="VERB",
        xpos="VB",
        lemma=form,
        features="VerbForm=Inf",
        deprel=_CLAUSE_OF.get(words[i].deprel, words[i].deprel),
    )
    return True


def infinitive_behind_wants(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``stops to march``, ``tells a boy to skate``: behind such a verb `to` brings in no place."""
    to, verb, form = i - 1, words[i].head, words[i].text.lower()
    if (
        words[i].deprel != "obl"
        or not 0 <= verb < to
        or words[to].text.lower() != "to"
        or words[to].head != i
    ):
        return False
    if (
        words[to].deprel != "case"
        or any(k < to for k in words.children(i))
        or not lexicon.knows(form, "verb")
    ):
        return False
    lemma = lexicon.lemma(words[verb].text.lower(), "verb")
    told = any(
        words[k].deprel in ("iobj", "obj") and is_living(words[k], lexicon) for k in words.children(verb)
    )
    if lemma not in _WANTING and not (told and lemma in _TELLING):
        return False
    if form != lexicon.lemma(form, "verb") or words[verb].upos != "VERB":
        return False
    words[to] = replace(words[to], upos="PART", xpos="TO", deprel="mark")
    words[i] = replace(words[i], upos="VERB", xpos="VB", lemma=form, features="VerbForm=Inf", deprel="xcomp")
    for k in words.children(verb):
        if k > i and words[k].deprel == "obl":
            words[k] = replace(words[k], head=i)
    return True


def actor_before_infinitive(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``makes a donkey walk``, ``watches a boy swim``: a noun before a bare verb is no adjective, but who does it."""
    act = i + 1
    if words[i].upos not in THINGS or words[i].head != act or words[act].xpos != "VB":
        return False
    verb = words[act].head
    if words[act].deprel not in ("xcomp", "ccomp") or not 0 <= verb < i or words[verb].upos != "VERB":
        return False
    if lexicon.lemma(words[verb].text.lower(), "verb") not in _LETTING:
        return False
    if any(bare_relation(words[k]) in ("obj", "mark") for k in (*words.children(verb), *words.children(act))):
        return False
    words[i] = replace(words[i], head=verb, deprel="obj")
    return True


def awaited(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``waits for a girl to laugh``: she is waited for, whatever she is to do."""
    act = words[i].head
    if words[i].upos not in THINGS or act < i or words[act].deprel not in ("advcl", "xcomp"):
        return False
    asking = words[act].head
    if not 0 <= asking < i or lexicon.lemma(words[asking].text.lower(), "verb") not in _AWAITING:
        return False
    marks = [words[k].text.lower() for k in words.children(act) if words[k].deprel == "mark"]
    if marks != ["for", "to"]:
        return False
    words[i] = replace(words[i], head=asking, deprel="obl")
    return True


def go_of_let(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``lets go of a rope``: nobody goes, and `go` is a particle of what is done to the rope."""
    verb = words[i].head
    if (
        words[i].text.lower() != "go"
        or verb != i - 1
        or lexicon.lemma(words[verb].text.lower(), "verb") != "let"
    ):
        return False
    for k in words.children(i):
        words[k] = replace(
            words[k], head=verb, deprel="obj" if preposition_of(words, k) == "of" else words[k].deprel
        )
    words[i] = replace(words[i], upos="ADP", xpos="RP", deprel="compound:prt")
    return True
