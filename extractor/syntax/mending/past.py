"""What was done is read as what is done: captions are told in the present, and tuples have no tense.

Links and rules know the present alone. A form that may be a participle, behind a noun at the top, is the past where the
noun does it by itself, has an object, or has no such participle: `A leopard sat by a tree`, `A truck drove by`.
"""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_verb, bare_relation, is_living, is_somebody, preposition_of
from extractor.syntax.mending.vocabulary import PLURAL_PRESENT, RELATIVES, THINGS, THIRD_PERSON, VEHICLES

_PAST_TAGS = ("VBD", "VBN")
_MANY = ("NNS", "NNPS")
_PLURAL = frozenset({"i", "they", "those", "we", "you"})
# Forms of the past that are no participles.
_PAST = frozenset(
    """ate became began bit blew broke came chose did drank drew drove fell flew forgot froze gave grew hid knew rang
    ran rode rose sang sank saw shook showed shrank spoke sprang stank stole swam swore swung took threw tore went woke
    wore wove wrote""".split()
)
# What is never done to somebody, or something.
_ALONE = frozenset(
    """appear arrive bark bloom bounce buzz chat chatter cheer chirp cling cough crawl creep cruise cry doze drift drip
    emerge float flow gallop gaze giggle glance gleam glide glisten glow graze growl howl hover hum idle jog kneel land
    laugh lean lie loom meow nap peek peer purr relax rest roam roar rumble sail say scream shine shout sit sleep slide
    smile sneeze soar sparkle squeak stand stare stroll swim talk taxi tower travel trot wade wait walk wander wave
    whisper yawn zoom""".split()
)
# What is done to things, but by people and animals, who may stand before it.
_DONE = frozenset(
    """bathe box climb compete cycle dance dive fish hike jump kayak leap look march paddle pedal perform play point
    pose practice race ride row run sing skate skateboard ski snowboard surf swing watch work wrestle""".split()
)
# How one moves by oneself, with a word for where, and nothing that one moves.
_PASSING = frozenset({"drive", "fly", "march", "pass", "pull", "race", "roll", "rush", "speed"})
_WHERE = frozenset("ahead along away by in off out over overhead past through up".split())
# Of whom one says it with a thing, though they do nothing: `a boy handed a cup`, `a fence painted a bright red`.
_WITH_THING = frozenset(
    """allow ask award bring call charge deny dye feed forbid give grant hand label leave lend make name offer paint pay
    promise refuse send serve show teach tell throw title""".split()
)
# And what people rather do.
_SERVING = frozenset({"feed", "offer", "serve", "teach"})
# How things were, and what no thing is used for: `The house used to have a red roof`.
_HOW_IT_WAS = frozenset("be belong grow hang have hold house lie live stand".split())


def as_present(words: Tree, lexicon: Lexicon) -> bool:
    """Whether anything was told in the past; it is told in the present then."""
    told = False
    for i, word in enumerate(words):
        if word.xpos not in _PAST_TAGS:
            continue
        top = _top_of(words, i) if word.upos == "VERB" and word.deprel == "acl" else -1
        if top >= 0 and _is_told(words, i, top, lexicon):
            _set_at_the_top(words, i, top, lexicon)
            told = True
        elif word.upos == "VERB" and _is_no_passive(words, i, lexicon):
            _as_active(words, i)
            told = True
        elif word.xpos == "VBD" and (
            word.upos == "AUX"
            or (word.upos == "VERB" and _is_clause(words, i) and _is_done(words, i, lexicon))
        ):
            clause = word.head if word.upos == "AUX" and word.head >= 0 else i
            many = _are_many(words, clause)
            if word.text.lower() in ("was", "were"):
                many = word.text.lower() == "were"
            words[i] = replace(
                word, xpos="VBP" if many else "VBZ", features=PLURAL_PRESENT if many else THIRD_PERSON
            )
            told = True
    return told


def _is_no_passive(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A boy who was ill waved``: what is never done to somebody, taken for a passive without an `is`."""
    own = [words[k].deprel for k in words.children(i)]
    if words[i].xpos != "VBN" or "nsubj:pass" not in own or {"aux", "aux:pass", "obl:agent"} & {*own}:
        return False
    form = words[i].text.lower()
    return form in _PAST or lexicon.lemma(form, "verb") in _ALONE


def _as_active(words: Tree, i: int) -> None:
    """Let a verb be of the present, and its subject do it."""
    many = _are_many(words, i)
    for k in words.children(i):
        if words[k].deprel == "nsubj:pass":
            words[k] = replace(words[k], deprel="nsubj")
    words[i] = replace(
        words[i], xpos="VBP" if many else "VBZ", features=PLURAL_PRESENT if many else THIRD_PERSON
    )


def _is_clause(words: Tree, i: int) -> bool:
    """Whether a verb has a subject, or is beside one that has."""
    while words[i].deprel == "conj" and words[i].head >= 0 and words[words[i].head].upos == "VERB":
        if any(bare_relation(words[k]) == "nsubj" for k in words.children(i)):
            return True
        i = words[i].head
    return any(bare_relation(words[k]) == "nsubj" for k in words.children(i))


def _is_done(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether a form is the past of what its subject does, and not how that is: not ``A plate topped with eggs``."""
    form, own = words[i].text.lower(), words.children(i)
    if form in _PAST or lexicon.lemma(form, "verb") in _ALONE:
        return True
    if any(words[k].deprel == "obj" and k > i and _is_thing(words, k, lexicon) for k in own):
        return True
    return any(bare_relation(words[k]) == "nsubj" and words[k].upos == "PRON" for k in own)


def _are_many(words: Tree, clause: int) -> bool:
    """Whether the subject of a clause is many, or more than one."""
    while True:
        subject = next((k for k in words.children(clause) if bare_relation(words[k]) == "nsubj"), -1)
        if subject >= 0 or words[clause].deprel != "conj" or words[clause].head < 0:
            break
        clause = words[clause].head
    if subject >= 0 and words[subject].text.lower() in RELATIVES and words[clause].head >= 0:
        subject = words[clause].head
    if subject < 0:
        return False
    listed = any(words[k].deprel == "conj" and k < clause for k in words.children(subject))
    return listed or words[subject].xpos in _MANY or words[subject].text.lower() in _PLURAL


def _is_told(words: Tree, i: int, noun: int, lexicon: Lexicon) -> bool:
    """Whether a form behind the noun at the top of its sentence tells what was done by it."""
    form = words[i].text.lower()
    if not 0 <= noun < i or words[noun].upos not in (*THINGS, "PRON"):
        return False
    between = range(noun + 1, i)
    relative = any(words[k].text.lower() in RELATIVES and words[k].upos == "PRON" for k in between)
    if any(words[k].upos in ("PUNCT", "SCONJ") or (words[k].upos == "AUX" and not relative) for k in between):
        return False
    own = words.children(i)
    if any(
        bare_relation(words[k]) in ("aux", "mark", "nsubj") or words[k].deprel == "obl:agent" for k in own
    ):
        return False
    if form == "used":
        return _is_habit(words, i, noun, lexicon)
    verb = lexicon.lemma(form, "verb")
    if form in _PAST or verb in _ALONE or (verb in _DONE and is_somebody(words[noun], lexicon)):
        return not any(preposition_of(words, k) == "by" and words[k].deprel != "obl" for k in own)
    return _is_active(words, i, noun, verb, lexicon)


def _is_habit(words: Tree, i: int, noun: int, lexicon: Lexicon) -> bool:
    """``A man used to sit here``, but not ``a knife used to cut cheese``."""
    if i + 1 >= len(words) or words[i + 1].text.lower() != "to":
        return False
    acts = [k for k in words.children(i) if words[k].deprel == "xcomp" and words[i + 1].head == k]
    living = is_somebody(words[noun], lexicon)
    return any(
        words[k].upos in ("VERB", "AUX") and (living or words[k].text.lower() in _HOW_IT_WAS) for k in acts
    )


def _top_of(words: Tree, i: int) -> int:
    """The noun at the top of what a word hangs on."""
    top = words[i].head
    while top >= 0 and words[top].head >= 0:
        top = words[top].head
    return top


def _is_active(words: Tree, i: int, noun: int, verb: str, lexicon: Lexicon) -> bool:
    """Whether a form that may be a participle has an object, or tells how somebody, or a vehicle, passes."""
    own = words.children(i)
    things = [k for k in own if words[k].deprel == "obj" and k > i and _is_thing(words, k, lexicon)]
    if things:
        counted = any(  # `Snow covered the roofs`, and not `hand woven bowls`
            words[c].deprel in ("det", "nmod:poss", "nummod")
            for k in (noun, *things)
            for c in words.children(k)
        )
        served = verb in _SERVING and _is_person(words, noun, lexicon)
        return (served or verb not in _WITH_THING) and (counted or words[noun].xpos != "NN")
    lemma = lexicon.lemma(words[noun].text.lower(), "noun")
    passes = is_living(words[noun], lexicon) or lemma in VEHICLES or lexicon.noun_class(lemma) == "vehicle"
    behind = i + 1
    where = behind in own and words[behind].text.lower() in _WHERE and words[behind].deprel != "case"
    by = any(preposition_of(words, k) == "by" for k in own)
    return verb in _PASSING and passes and where and not by


def _is_thing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether what looks like an object is one: not the `high` of ``perched high``."""
    named = words[i].upos in THINGS and not lexicon.is_adjective(words[i].text.lower())
    told = any(words[k].deprel in ("det", "nmod:poss", "nummod") for k in words.children(i))
    return named or told or words[i].upos == "PRON" or words[i].text.lower() in ("each", "one")


def _is_person(words: Tree, i: int, lexicon: Lexicon) -> bool:
    lemma = lexicon.lemma(words[i].text.lower(), "noun")
    return lexicon.noun_class(lemma) == "person" or lexicon.supersenses(lemma, "noun")[:1] == ["person"]


def _set_at_the_top(words: Tree, i: int, noun: int, lexicon: Lexicon) -> None:
    """Let a verb be what the sentence tells, and the noun that was at its top the subject."""
    listed = any(words[k].deprel == "conj" and k < i for k in words.children(noun))
    one = not listed and words[noun].xpos not in _MANY
    for k in words.children(noun):
        if k > i:
            relation = {"acl": "advcl", "nmod": "obl"}.get(words[k].deprel, words[k].deprel)
            words[k] = replace(words[k], head=i, deprel=relation)
    words[i] = as_verb(words[i], lexicon, one=one, head=-1, deprel="root")
    words[noun] = replace(words[noun], head=i, deprel="nsubj")
