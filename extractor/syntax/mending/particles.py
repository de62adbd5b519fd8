"""Which small words are their verb's, or an adjective's, and which govern a noun."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, is_garment, is_living
from extractor.syntax.mending.vocabulary import LEFT, PARTICLES, SEPARABLE, THINGS, UP

# Without a noun of their own how something goes; and where, of a noun behind these.
_GOING = frozenset({"along", "around", "by", "past"})
_STANDING = frozenset("above below beneath beside behind between near under underneath".split())
# Before a place how far, or how surely: `somewhere in the trees`.
_SOMEWHERE = frozenset(
    "anywhere back deep down halfway high just low out over right somewhere straight up".split()
)
# Of hardly any class to the lexicon, and no things.
_ADVERBS = frozenset(
    "afloat ajar aloft apart aside askew crosswise lengthwise sideways skyward upright".split()
)
# `stirs in the cream`: what is done with stuff in what there is already.
_STIRRED = frozenset("add beat blend fold mix pour stir whisk".split())
# What they do on, or in, and to what: `hangs on to a rail`, `gives in to a child`.
_CLINGING = {
    "in": frozenset("give listen sing sign tune".split()),
    "on": frozenset(
        "carry catch cling drive go grab hand hang hold latch log look move pass read sign".split()
    ),
}
# `drops off a guest`: one does so with somebody, and nobody is on somebody.
_LEFT = frozenset("buck drop see send shake show shrug throw".split())


def particle_apart(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``throws the orange away``, ``has a scarf on``: behind an object, with nothing behind it, it is nothing else."""
    if words[i].text.lower() not in ("away", "off", "on"):
        return False
    verb = words[i].head
    if words[verb].deprel == "obj" and verb == i - 1 and is_garment(words[verb], lexicon):
        verb = words[verb].head
    if verb < 0 or words[verb].upos not in ("VERB", "AUX"):
        return False
    things = [k for k in words.children(verb) if words[k].deprel == "obj" and verb < k < i]
    if not things or any(words[k].deprel != "det" or k > things[-1] for k in words.children(i)):
        return False
    for k in words.children(i):
        words[k] = replace(words[k], head=things[-1])
    words[i] = replace(words[i], upos="ADP", xpos="RP", head=verb, deprel="compound:prt")
    return True


def object_without_preposition(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``pulls out a slice``: right behind a verb and its particle, and no preposition: what is acted upon."""
    verb = words[i].head
    if words[i].upos not in THINGS or not 0 <= verb < i or words[verb].upos != "VERB":
        return False
    if any(words[k].deprel == "case" or words[k].deprel == "mark" for k in words.children(i)):
        return False
    lemma = lexicon.lemma(words[verb].text.lower(), "verb")
    particles = [
        k
        for k in words.children(verb)
        if words[k].deprel == "compound:prt"
        or (words[k].deprel == "advmod" and lemma in {"bring", *SEPARABLE.get(words[k].text.lower(), ())})
    ]
    first = min((k for k in words.children(i) if k < i), default=i)
    if not particles or first != particles[-1] + 1:
        return False
    words[i] = replace(words[i], deprel="obj")
    return True


def object_before_particle(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``blows a candle out``: what has an article and stands before a particle describes it not, but is acted upon."""
    verb, thing = words[i].head, i - 1
    if not 0 <= verb < thing or words[i].text.lower() not in SEPARABLE or words[thing].head != i:
        return False
    if words[thing].deprel not in ("amod", "compound") or not lexicon.knows(
        words[thing].text.lower(), "noun"
    ):
        return False
    if not any(words[k].deprel in ("det", "nmod:poss") for k in (*words.children(i), *words.children(thing))):
        return False
    for k in words.children(i):
        words[k] = replace(words[k], head=thing)
    words[thing] = replace(words[thing], upos="NOUN", xpos="NN", head=verb, deprel="obj")
    words[i] = replace(words[i], upos="ADP", xpos="RP", features="", lemma=words[i].text.lower())
    return True


def bare_back(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``leans back in a chair``: without an article it is nobody's back."""
    verb = i - 1
    if words[i].text.lower() != "back" or words[i].head != verb or words[verb].upos != "VERB":
        return False
    if words.children(i):
        return False
    words[i] = replace(words[i], upos="ADV", xpos="RB", features="", deprel="advmod")
    return True


def particle_of_relative(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``the box a nun picks up stands``: what she does with what stands before the clause."""
    particle = i + 1
    if particle >= len(words) or words[particle].head != i or words[particle].deprel != "advmod":
        return False
    lemma = lexicon.lemma(words[i].text.lower(), "verb")
    if lemma not in SEPARABLE.get(words[particle].text.lower(), ()) or words.children(particle):
        return False
    subjects = [k for k in words.children(i) if words[k].deprel == "nsubj" and words[k].upos in THINGS]
    if not subjects or any(words[k].deprel in ("obj", "obl", "xcomp") for k in words.children(i)):
        return False
    words[particle] = replace(words[particle], upos="ADP", xpos="RP", deprel="compound:prt")
    return True


def object_with_preposition(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``squeezes lime over it``: what has a preposition is no object beside one."""
    verb = words[i].head
    if words[i].upos not in (*THINGS, "PRON") or not 0 <= verb < i or words[verb].upos != "VERB":
        return False
    if not any(words[k].deprel == "obj" and k < i for k in words.children(verb)) or not any(
        words[k].deprel == "case" and words[k].upos == "ADP" and k < i for k in words.children(i)
    ):
        return False
    words[i] = replace(words[i], deprel="obl")
    return True


def particle_before_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``rolls up a carpet``: what one verb does up, and not where."""
    if words[i].text.lower() not in SEPARABLE:
        return False
    verb, thing = i - 1, words[i].head
    if verb < 0 or words[verb].upos != "VERB" or words[thing].head != verb or thing < i:
        return False
    if words[verb].xpos == "VBN" and words[verb].deprel in ("acl", "advcl"):
        return False  # `a thumb tucked in his mouth`
    lemma = lexicon.lemma(words[verb].text.lower(), "verb")
    name = lexicon.lemma(words[thing].text.lower(), "noun")
    senses = lexicon.supersenses(name, "noun")
    form = words[i].text.lower()
    separable = lemma in SEPARABLE[form]
    separable = separable and not set(senses[:1]) & {"location", "object"}
    stirred = form == "in" and lemma in _STIRRED and bool({"food", "substance"} & set(senses))
    stirred = stirred and senses[0] != "artifact"  # `stirs in a pot`
    left = form == "off" and lemma in _LEFT and is_living(words[thing], lexicon)
    if not (separable or stirred or left):
        return False
    if form == "off" and lexicon.noun_class(name) in LEFT:
        return False  # `kicks off a wall`
    if any(k != thing and words[k].deprel in ("aux:pass", "nsubj:pass", "obj") for k in words.children(verb)):
        return False
    words[i] = replace(words[i], head=verb, deprel="compound:prt")
    words[thing] = replace(words[thing], deprel="obj")
    return True


def particle_of_verb(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``lined up on a shelf``, ``curled up asleep``: a preposition before another, or before no noun, is the verb's."""
    if words[i].text.lower() != "up":
        return False
    verb, behind = i - 1, i + 1
    if verb < 0 or words[verb].upos != "VERB" or behind >= len(words):
        return False
    asleep = words[i].head == behind and not lexicon.knows(words[behind].text.lower(), "noun")
    if not asleep and (words[behind].deprel != "case" or words[behind].head != words[i].head):
        return False
    if lexicon.lemma(words[verb].text.lower(), "verb") not in UP:
        return False
    words[i] = replace(words[i], head=verb, deprel="compound:prt")
    return True


def past_before_preposition(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``speeds by on a road``, ``juts out above a wall``: how it goes, and the noun has one preposition alone."""
    verb, behind = i - 1, i + 1
    if verb < 0 or words[verb].upos != "VERB" or words[i].head <= behind:
        return False
    form = words[i].text.lower()
    if form not in PARTICLES | _GOING:
        return False
    if words[behind].deprel != "case" or words[behind].head != words[i].head:
        return False
    if words[behind].text.lower() not in _ways_behind(form):
        return False  # `rolls in from the sea`
    words[i] = replace(words[i], upos="ADP", xpos="RP", head=verb, deprel="compound:prt")
    return True


def direction_before_to(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``drags a sled down to a lake``: to the lake, and down on the way there."""
    behind, place = i + 1, words[i].head
    if words[i].text.lower() not in ("back", "down", "out", "over") or not behind < place:
        return False
    if words[behind].text.lower() != "to" or words[behind].deprel != "case" or words[behind].head != place:
        return False
    verb = words[place].head
    if not 0 <= verb < i or words[verb].upos != "VERB":
        return False
    words[i] = replace(words[i], upos="ADV", xpos="RB", head=verb, deprel="advmod")
    return True


def onto_in_two_words(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``hops on to a branch``, ``pours it in to a jug``: onto and into them; but one holds on, to a rope."""
    to, form = i + 1, words[i].text.lower()
    if form not in ("in", "on") or to >= len(words) or words[to].text.lower() != "to":
        return False
    place, verb = words[to].head, words[i].head
    if words[to].deprel != "case" or not 0 <= verb < i < to < place or words[place].head != verb:
        return False
    if words[place].upos not in THINGS or words[verb].upos != "VERB" or words.children(i):
        return False
    if lexicon.lemma(words[verb].text.lower(), "verb") in _CLINGING[form]:
        return False
    words[i] = replace(words[i], upos="ADP", xpos="IN", head=place, deprel="case")
    words[place] = replace(words[place], deprel="obl")
    return True


def _ways_behind(form: str) -> frozenset[str]:
    """The prepositions that make no compound with the one before them."""
    if form in _GOING:
        return _STANDING | {"in", "on", "through", "at", "along", "over"}
    return _STANDING | {"from", "over"} if form in ("back", "off", "out") else frozenset({"from"})


def place_behind_somewhere(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``somewhere in the distance a dog barks``: in the distance it barks, and not somewhere in a place alone."""
    adverb = words[i].head
    first = min(words.children(i), default=i)
    if (
        adverb != first - 1
        or words[adverb].deprel != "advmod"
        or words[adverb].text.lower() not in _SOMEWHERE
    ):
        return False
    if words[first].deprel != "case" or words[words[adverb].head].upos not in ("VERB", *THINGS):
        return False
    words[i] = replace(words[i], head=words[adverb].head)
    return True


def hyphenated(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a button-down collar``, ``lace-up boots``: verb and particle describe the noun behind them."""
    first, particle = i - 1, i + 1
    if words[particle].text.lower() not in PARTICLES | {"around"} or not words[first].text.isalpha():
        return False
    if words[particle].deprel == "compound:prt":
        return _describes(words, first, particle)
    noun = words[particle].head
    if (
        words[particle].deprel != "case"
        or not particle < noun <= particle + 2
        or words[noun].upos not in THINGS
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


def _describes(words: Tree, first: int, particle: int) -> bool:
    """``trousers with turn-up hems``: what stands right behind verb and particle is not acted upon, but described."""
    noun = particle + 1
    if noun >= len(words) or words[noun].upos not in THINGS or words[particle].head != first:
        return False
    if words[noun].head != first or words[noun].deprel not in ("obj", "obl"):
        return False
    if words[first].deprel == "root" and first == 0:  # `Lace-up shoes with a sole`
        words[noun] = replace(words[noun], head=-1, deprel="root")
        for k in words.children(first):
            if k > noun:
                words[k] = replace(
                    words[k], head=noun, deprel="nmod" if words[k].deprel == "obl" else words[k].deprel
                )
        words[first] = replace(words[first], upos="ADJ", xpos="JJ", head=noun, deprel="amod")
        return True
    if words[first].deprel != "acl":
        return False
    marks = [k for k in words.children(first) if words[k].deprel == "mark" and k == first - 1]
    if not marks or words[marks[0]].text.lower() != "with":
        return False
    words[marks[0]] = replace(words[marks[0]], head=noun, deprel="case")
    words[noun] = replace(words[noun], head=words[first].head, deprel="nmod")
    words[first] = replace(words[first], upos="ADJ", xpos="JJ", head=noun, deprel="amod")
    return True


def adverb_for_object(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``held aloft``: how, and not what."""
    if words[i].text.lower() not in _ADVERBS or words.children(i) or words[words[i].head].upos != "VERB":
        return False
    words[i] = replace(words[i], upos="ADV", xpos="RB", features="", deprel="advmod")
    return True


def preposition_of_adjective(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``an off-the-shoulder blouse``: the preposition is a part of the adjective."""
    if words[i - 1].deprel != "case" or words[i + 1].deprel == "case" or words[i - 1].head <= i + 1:
        return False
    words[i - 1] = replace(words[i - 1], deprel="compound")
    return True


def quantity(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``holds up to thirty cups``: so many are held, and nothing is done up to them."""
    verb = words[i].head
    count = next((k for k in words.children(i) if words[k].deprel == "nummod"), -1)
    up, to = count - 2, count - 1
    if not 0 <= verb < up or words[to].text.lower() != "to" or words[up].text.lower() != "up":
        return False
    if words[verb].upos != "VERB" or any(words[k].deprel == "case" and k < up for k in words.children(i)):
        return False
    if any(words[k].deprel == "obj" and k != i for k in words.children(verb)):
        return False
    if "motion" in lexicon.supersenses(lexicon.lemma(words[verb].text.lower(), "verb"), "verb")[:1]:
        return False  # `walks up to two nuns`
    words[up] = replace(words[up], upos="ADV", xpos="RB", head=count, deprel="advmod")
    words[to] = replace(words[to], head=up, deprel="fixed")
    words[i] = replace(words[i], deprel="obj")
    return True
