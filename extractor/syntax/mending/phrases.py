"""Which noun a place, a with-phrase, a participle or a member of a list belongs to."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import (
    Tree,
    bare_relation,
    is_finite_conjunct,
    is_garment,
    is_living,
    preposition_of,
    thing_before,
    words_below,
)
from extractor.syntax.mending.vocabulary import (
    ACTS_OF_THINGS,
    ALONG,
    BE,
    COLLECTIVE,
    COLORS,
    CONTRASTS,
    DEPICTIONS,
    DRAWN,
    FINITE,
    FRAMES,
    HEARD,
    HELD,
    LIVING_CLASSES,
    MOVING,
    PLACING,
    READERS,
    RESTING,
    SEEING,
    SIDES,
    SOUNDS,
    SPREADING,
    STANDING,
    STATES,
    THINGS,
    VEHICLES,
    WAYS,
)
from extractor.types import Word


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


def side_before_subject(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``On the left two dogs sleep``: a subject has no preposition, so that the left is a place of its own."""
    subject = words[i].head
    if words[i].text.lower() not in ("left", "right") or subject <= i or words[subject].deprel != "nsubj":
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


def contrasted(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``holds a fork, not a knife``, ``no boats, only gulls``: coordinated with what it is held against."""
    verb = words[i].head
    if words[i].upos not in THINGS or not 0 <= verb < i:
        return False
    children = words.children(i)
    if not any(words[k].deprel == "advmod" and words[k].text.lower() in CONTRASTS for k in children):
        return False
    if any(words[k].deprel in ("nsubj", "cop") for k in children):
        return False
    before = [
        k
        for k in ([verb] if words[i].deprel == "appos" else words.children(verb))
        if k < i and words[k].deprel in ("obj", "nsubj") and words[k].upos in THINGS
    ]
    if not before:
        return False
    words[i] = replace(words[i], head=before[-1], deprel="conj")
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
    if seen and words[verb].head in (i, top):  # no relative clause, but the second of two
        first = words[top].head if words[top].head >= 0 else top
        words[verb] = replace(words[verb], head=first, deprel="conj")
    words[i] = replace(words[i], head=verb, deprel="obl")
    return True


def second_with_participle(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``birds chirping and insects buzzing``: a noun is coordinated with the noun, and its participle is its own."""
    first = words[i].head
    if words[i].upos not in THINGS or first < 0 or words[first].xpos != "VBG":
        return False
    noun, act = words[first].head, i + 1
    if noun < 0 or words[noun].upos not in THINGS or not noun < first < i:
        return False
    if act < len(words) and words[act].xpos == "VBG" and words[act].head in (noun, first):
        words[i] = replace(words[i], head=noun, deprel="conj")
        words[act] = replace(words[act], head=i, deprel="acl")
        return True
    return _second_act(words, i, noun, lexicon)


def _second_act(words: Tree, i: int, noun: int, lexicon: Lexicon) -> bool:
    """``tires screeching and glass breaking``: the second act was taken for a thing."""
    form, second = words[i].text.lower(), i - 1
    lemma = lexicon.lemma(form, "verb")
    if not form.endswith("ing") or not lexicon.knows(lemma, "verb") or words[second].head != i:
        return False
    if words[second].upos not in THINGS or words[second].deprel != "compound":
        return False
    words[second] = replace(words[second], head=noun, deprel="conj")
    for k in words.children(i):
        if k < second:
            words[k] = replace(words[k], head=second)
    words[i] = replace(
        words[i], upos="VERB", xpos="VBG", lemma=lemma, features="VerbForm=Ger", head=second, deprel="acl"
    )
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


def second_part(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a jacket with pockets and a zipper``, ``a man in a hat and boots``: the second is a part as the first is."""
    if words[i].upos not in THINGS:
        return False
    owner = words[i].head
    if not 0 <= owner < i or any(words[k].deprel == "obj" for k in words.children(i)):
        return False
    parts = [
        k
        for k in words.children(owner)
        if owner < k < i
        and words[k].deprel == "nmod"
        and words[k].upos in THINGS
        and preposition_of(words, k) in ("in", "with")
    ]
    if (
        i + 1 < len(words) and words[i + 1].xpos == "VBG"
    ):  # `with a fountain in the center and cars circling it`
        parts = [k for k in parts if preposition_of(words, k) == "with"] or parts
    if not parts:
        return False
    between = [k for k in words.children(parts[-1]) if words[k].deprel == "conj" and parts[-1] < k < i]
    ends = any(words[k].deprel == "cc" for k in words.children(i))
    if (
        between and ends and preposition_of(words, parts[-1]) == "with"
    ):  # `with rugs, chairs and people dancing`
        words[i] = replace(words[i], head=parts[-1])
        return True
    of_owner, of_part, of_second = (
        lexicon.noun_class(lexicon.lemma(words[k].text.lower(), "noun")) for k in (owner, parts[-1], i)
    )
    worn = is_garment(words[parts[-1]], lexicon)
    dressed = worn and is_garment(words[i], lexicon)
    if not dressed and (
        of_second in LIVING_CLASSES or (of_second and of_owner == of_second and of_owner != of_part)
    ):
        return False  # `a table with a dog and a chair`
    if preposition_of(words, parts[-1]) == "in" and (not worn or not is_living(words[owner], lexicon)):
        return False  # `a cup in a sink and a plate`
    if any(words[k].xpos in FINITE for k in range(parts[-1] + 1, i)):
        return False
    words[i] = replace(words[i], head=parts[-1])
    return True


def second_of_act(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a person wearing jeans and sneakers``: what is of one class with what is worn is worn, too."""
    if words[i].upos not in THINGS:
        return False
    owner = words[i].head
    conjunctions = [k for k in words.children(i) if words[k].deprel == "cc"]
    thing = conjunctions[0] - 1 if conjunctions else -1
    if not 0 <= owner < thing or words[thing].upos not in THINGS or words[thing].deprel != "obj":
        return False
    verb = words[thing].head
    if words[verb].head != owner or words[verb].deprel != "acl":
        return False
    of_owner, of_thing, of_second = (
        lexicon.noun_class(lexicon.lemma(words[k].text.lower(), "noun")) for k in (owner, thing, i)
    )
    worn = words[verb].text.lower() == "wearing" and is_garment(words[i], lexicon)
    if not worn and (not of_second or of_second != of_thing or of_owner == of_second):
        return False
    if any(words[k].deprel in ("nsubj", "acl", "nmod") for k in words.children(i)):
        return False
    words[i] = replace(words[i], head=thing)
    return True


def participle_of_neighbour(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``pets a dog wearing a hat``, ``with its ladder raised``: what stands right before it does it, or is so."""
    word, noun = words[i], i - 1
    if noun < 0 or word.head == noun or word.upos != "VERB" or words[noun].upos not in THINGS:
        return False
    if any(bare_relation(words[k]) in ("mark", "nsubj", "cc", "aux") for k in words.children(i)):
        return False
    top = word.head
    if words[top].deprel == "nsubj" and words[top].head < noun:
        top = words[top].head  # `march down a street lined with trees`
    if noun not in words_below(words, top):
        return False
    if bare_relation(words[noun]) == "conj" and words[noun].head == word.head and word.xpos == "VBG":
        # `a nurse holding a cup and a dancer laughing`: each with a participle of its own.
        if not any(bare_relation(words[k]) == "acl" and k < noun for k in words.children(word.head)):
            return False
        if is_living(words[word.head], lexicon) and not is_living(words[noun], lexicon):
            return False
        words[i] = replace(word, head=noun, deprel="acl")
        return True
    if is_absolute(words, noun, i):
        words[i] = replace(word, head=noun, deprel="acl")
        return True
    listed = words[noun].head if words[noun].deprel == "conj" else noun  # what its list is of
    if bare_relation(words[listed]) not in ("obj", "obl", "nmod"):
        return False
    if listed != noun and (words[listed].head != top or preposition_of(words, listed) != "with"):
        return False
    living = is_living(words[noun], lexicon)
    lemma = lexicon.lemma(word.text.lower(), "verb")
    state = word.xpos == "VBN" and lemma in STATES
    had = preposition_of(words, listed) == "with"
    # Where no person and no animal has it, what is said behind it is said of it.
    done = had and word.xpos == "VBN" and not living and (lemma not in STANDING or is_parked(words, noun, i))
    done = done and lemma != "hold"  # `a remote with gray buttons held up`
    own = had and any(words[k].xpos == "PRP$" for k in words.children(noun))
    # `with its ears pinned back`: what is somebody's own is told of for its own sake.
    done = (done and not is_living(words[words[listed].head], lexicon)) or (own and word.xpos == "VBN")
    people = had and words[noun].text.lower() in {"people", *COLLECTIVE}
    # `with a fountain and cars circling it`: nothing circles itself
    about = had and any(
        bare_relation(words[k]) in ("obj", "obl") and words[k].text.lower() in ("it", "them")
        for k in words.children(i)
    )
    driven = had and not living and words[noun].text.lower().removesuffix("s") in VEHICLES
    owner = words[words[listed].head]
    driven = driven and not is_living(owner, lexicon) and owner.text.lower().removesuffix("s") not in VEHICLES
    driven = driven and all(words[k].text.lower() != "no" for k in words.children(noun))
    # `a scan with a disc pressing on a nerve`: no scan does
    shown = had and words[words[listed].head].text.lower() in FRAMES
    heard = words[words[noun].head].text.lower() in SOUNDS  # `the sound of rain falling`
    heard = heard or (had and is_heard(words[noun], lexicon))  # `with thunder rolling`
    pointing = had and lemma == "point" and not is_living(words[top], lexicon)
    passed = lemma in RESTING and (
        any(words[k].deprel == "case" and words[k].text.lower() in WAYS for k in words.children(noun))
        or lexicon.lemma(words[words[noun].head].text.lower(), "verb") in MOVING
    )
    agent = words[words[noun].head].xpos == "VBN" and preposition_of(words, noun) == "by"
    # `creeps over pebbles covering a path`, but not `his face`.
    covers = lemma in SPREADING and not any(
        words[k].xpos == "PRP$" for k in range(i + 1, min(i + 3, len(words)))
    )
    owned = had and listed == noun and is_of_owner(words, i, top, lexicon)
    acts = word.xpos == "VBG" and (
        living
        or people
        or heard
        or passed
        or agent
        or about
        or driven
        or shown
        or covers
        or owned
        or pointing
        or lemma in ACTS_OF_THINGS
    )
    # `hovers near a feeder hung from a branch`: right behind what another act is about.
    behind = (
        top == word.head
        and word.xpos == "VBN"
        and lemma not in STANDING
        and words[words[noun].head].upos == "VERB"
        and words[noun].deprel != "obl:unmarked"
    )
    if not (state or done or acts or behind) or is_counted(words, noun, word):
        return False
    words[i] = replace(word, head=noun, deprel="acl")
    return True


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


def participle_behind_with(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``shaped like a hut with tassels hanging from it``: what stands between `with` and a participle hangs."""
    noun, owner = i - 1, words[i].head
    if words[i].xpos not in ("VBG", "VBN") or noun < 1 or words[noun].upos not in THINGS or owner < 0:
        return False
    marks = [k for k in words.children(i) if words[k].deprel == "mark" and words[k].text.lower() == "with"]
    if not marks or not marks[0] < noun or words[noun].head == i or words[noun].deprel not in ("obl", "nmod"):
        return False
    if any(words[k].deprel in ("case", "nsubj") for k in (*words.children(noun), *words.children(i))):
        return False
    relation = "nmod" if words[owner].upos in THINGS else "obl"
    words[marks[0]] = replace(words[marks[0]], head=noun, deprel="case")
    words[noun] = replace(words[noun], head=owner, deprel=relation)
    words[i] = replace(words[i], head=noun, deprel="acl")
    return True


def is_absolute(words: Tree, noun: int, i: int) -> bool:
    """``a cook, an apron tied around his waist``: behind a comma the noun has its own participle."""
    if words[noun].head != words[i].head or words[noun].deprel not in ("appos", "conj"):
        return False
    relations = {words[k].deprel for k in words.children(noun)}
    return "cc" not in relations and "punct" in relations


def is_parked(words: Tree, noun: int, i: int) -> bool:
    """``a road with cars parked on it``: no road is parked."""
    return words[i].text.lower() == "parked" and words[noun].text.lower().removesuffix("s") in VEHICLES


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
    """``eggs in it``, ``ships on it``: what a pronoun says of the place of a thing."""
    if words[i].upos != "PRON":
        return False
    return place_of_thing(words, i, lexicon) or thing_of_neighbour(words, i, lexicon)


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


def place_in_a_picture(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a painting of a boat on a lake``: no painting is on a lake, and of one on a wall it is the painting."""
    work = words[i].head
    if work < 0 or words[work].text.lower() not in DEPICTIONS or preposition_of(words, i) not in PLACING:
        return False
    shown = thing_before(words, i)
    if shown > work and preposition_of(words, shown) in PLACING:
        shown = words[shown].head  # `an engraving of a castle on a cliff above the sea`
    if shown <= work or words[shown].head != work or preposition_of(words, shown) != "of":
        return False
    senses = lexicon.supersenses(lexicon.lemma(words[i].text.lower(), "noun"), "noun")
    if not set(senses[:1]) & {"location", "object", "plant", "time"}:
        return False
    words[i] = replace(words[i], head=shown)
    return True


def place_in_a_frame(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a mammogram with calcifications in a quadrant``: where they are, and not the picture."""
    frame, thing = words[i].head, thing_before(words, i)
    if not 0 <= frame < thing or words[frame].text.lower() not in FRAMES:
        return False
    if words[thing].head != frame or preposition_of(words, thing) != "with":
        return False
    if preposition_of(words, i) not in PLACING:
        return False
    words[i] = replace(words[i], head=thing)
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


def act_in_a_picture(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a painting of a woman with a parasol standing on a hill``: what is painted stands there."""
    work = words[i].head
    if not 0 <= work < i or words[work].text.lower() not in DEPICTIONS or words[i].xpos != "VBG":
        return False
    shown = [
        k for k in words.children(work) if words[k].deprel == "nmod" and preposition_of(words, k) == "of"
    ]
    if not shown or not work < shown[0] < i:
        return False
    words[i] = replace(words[i], head=shown[0])
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
    thing = thing_before(words, i)
    if thing >= 0 and words[thing].head == i and words[thing].deprel == "nsubj":
        children += words.children(thing)  # `a table with lilies on it`
    marks = [k for k in children if words[k].deprel in ("mark", "case") and words[k].text.lower() == "with"]
    if not marks or thing <= marks[0] or words[thing].upos not in THINGS:
        return False
    if words[thing].head not in (i, words[i].head):
        return False
    words[thing] = replace(words[thing], head=words[i].head, deprel="nmod")
    words[marks[0]] = replace(words[marks[0]], head=thing, deprel="case")
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
    before = words[noun].head
    if noun >= clause or words[noun].upos not in THINGS or not 0 <= before < i:
        return False
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
