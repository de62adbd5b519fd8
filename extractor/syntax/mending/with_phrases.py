"""What `with` brings in: who has it, and that it is no clause."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.neighbours import second_part
from extractor.syntax.mending.tree import (
    Tree,
    as_noun,
    bare_relation,
    is_garment,
    is_living,
    places_of_noun,
    preposition_of,
    thing_before,
)
from extractor.syntax.mending.vocabulary import (
    FRONTED,
    PLACING,
    RESTING,
    STANDING,
    SURROUNDING,
    THINGS,
    VEHICLES,
    WITHOUT_TOOLS,
    WORN,
)

# Of one for whom something is made, and of what holds others, there is no more than is said of the thing itself.
_CONTAINERS = frozenset("bag basket book box cage crate frame stack tray".split())
# What a vehicle or an animal has, with which nobody rides or drives it.
_OF_MOUNTS = frozenset(
    """bar basket bumper door engine fender handlebar headlight hoof horn hump light mane marking mirror roof saddle
    seat sidecar spot stripe tail tire trunk wheel window windshield""".split()
)
# Classes of what something is held and carried with.
_HOLDING = frozenset({"body_part", "clothing", "tool"})
# Classes of what stands somewhere, and goes nowhere with anybody.
_STANDING = frozenset({"body_of_water", "building", "geological_formation", "structure", "way"})
# Classes of what one carries, spills and grows without an article.
_WRITTEN = frozenset("letter letters name number numbers slogan text title word words".split())
_MAX_WRITTEN = 6  # words
_UNCOUNTED = frozenset({"food", "person", "plant", "substance"})
# What is done to a thing with what comes to be on it, or in it.
_COVERING = frozenset(
    "coat cover decorate drizzle dust fill frost garnish glaze line season smear spread sprinkle stuff top".split()
)


def with_at_the_top(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Jeans with a button fly``: what `with` stands before says nothing of a subject, but belongs to it."""
    if words[i].deprel != "root" or words[i].upos not in THINGS or preposition_of(words, i) != "with":
        return False
    owner = thing_before(words, i)
    if owner < 0 or words[owner].head != i or words[owner].deprel != "nsubj":
        return False
    if any(bare_relation(words[k]) in ("cop", "aux", "expl", "obj") for k in words.children(i)):
        return False
    for k in words.children(i):
        if k < owner or words[k].deprel == "punct":
            words[k] = replace(words[k], head=owner)
    words[owner] = replace(words[owner], head=-1, deprel="root")
    words[i] = replace(words[i], head=owner, deprel="nmod")
    return True


def with_of_subject(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``The sign with two cows on it means danger``: what has a preposition is no second subject."""
    verb, owner = words[i].head, thing_before(words, i)
    if preposition_of(words, i) != "with" or owner < 0 or words[i].upos not in THINGS or verb <= i:
        return False
    if words[owner].head != verb or words[owner].deprel != words[i].deprel:
        return False
    words[i] = replace(words[i], head=owner, deprel="nmod")
    return True


def part_with_preposition(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a bag with its corner torn off``: what `with` brings in is no subject of a participle of its owner."""
    act = i + 1
    if act >= len(words) or words[i].head != act or words[act].deprel != "acl" or words[act].head < 0:
        return False
    if preposition_of(words, i) != "with" or _is_bodily(words, i, lexicon):
        return False
    if words[act].xpos not in ("VBN", "VBG") or words[i].xpos not in ("NN", "NNS"):
        return False
    words[i] = replace(words[i], upos="NOUN", head=words[act].head, deprel="nmod")
    words[act] = replace(words[act], head=i)
    return True


def place_of_held(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``naps with a magazine on his chest``: where something lies on somebody, and not where he naps."""
    verb, thing = words[i].head, thing_before(words, i)
    if not 0 <= verb < thing or words[thing].head != verb or preposition_of(words, thing) != "with":
        return False
    its = any(
        words[k].text.lower() == "its" for k in words.children(i)
    )  # `parked with chains around its wheels`
    if words[thing].deprel != "obl" or preposition_of(words, i) not in PLACING | {"around"}:
        return False
    if not its and not _is_bodily(words, i, lexicon):
        return False
    own = any(words[k].xpos == "PRP$" for k in words.children(i))
    if not own or any(words[k].deprel == "obj" for k in words.children(verb)):
        return False  # `hits a boy with a stick on his head`
    words[i] = replace(words[i], head=thing, deprel="nmod")
    return True


def place_of_part(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A nun with her hands in her lap prays``: where a part of somebody is, and not where she is."""
    owner, part = words[i].head, thing_before(words, i)
    if not 0 <= owner < part or words[part].head != owner or words[part].deprel != "nmod":
        return False
    if preposition_of(words, part) != "with" or preposition_of(words, i) not in FRONTED:
        return False
    if not _is_bodily(words, part, lexicon) or all(words[k].xpos != "PRP$" for k in words.children(part)):
        return False
    words[i] = replace(words[i], head=part)
    return True


def place_of_writing(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A jersey with the number seven on the back``: where the number is, and not the jersey."""
    owner, last = words[i].head, thing_before(words, i)
    if not 0 <= owner < last:
        return False
    first = max(owner, last - _MAX_WRITTEN)
    noun = next((k for k in range(last, first, -1) if words[k].text.lower() in _WRITTEN), -1)
    case = noun - 1
    while case > owner and words[case].upos in ("ADJ", "DET"):
        case -= 1
    if not owner < case < noun < last or words[case].text.lower() != "with":
        return False
    if words[noun].head != owner or preposition_of(words, i) not in PLACING:
        return False
    named = range(noun + 1, last + 1)
    if any(words[k].upos in ("ADP", "CCONJ", "PUNCT") and words[k].text.lower() != "of" for k in named):
        return False
    for k in named:
        if words[k].head != noun and words[k].head not in named:
            words[k] = replace(words[k], head=noun, deprel="flat")
    words[case] = replace(words[case], head=noun)
    if words[owner].upos == "VERB":
        owner = case - 1  # `wears a shirt with the word love on it`
    if words[owner].upos in THINGS:
        words[noun] = replace(words[noun], head=owner, deprel="nmod")
    words[i] = replace(words[i], head=noun, deprel="nmod")
    return True


def _is_bodily(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``an owl with its wings spread``: how the owl is."""
    return lexicon.noun_class(lexicon.lemma(words[i].text.lower(), "noun")) in ("body_part", "hair")


def past_at_the_top(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A coat with its collar turned up``: without `is` nothing is said of the coat, but of what it has."""
    part = i - 1
    if part >= 0 and words[part].upos == "PRON" and preposition_of(words, part) == "of":
        part = words[part].head  # `boxes with one of them opened`
    owner = words[part].head
    if (
        words[i].deprel != "root"
        or words[i].upos != "VERB"
        or part < 1
        or owner < 0
        or words[owner].head != i
    ):
        return False
    if words[part].deprel != "nmod" or preposition_of(words, part) != "with":
        return False
    if _is_bodily(words, part, lexicon):
        return False
    if bare_relation(words[owner]) != "nsubj" or any(
        bare_relation(words[k]) in ("aux", "cop", "obj", "expl", "xcomp", "conj") for k in words.children(i)
    ):
        return False
    own = any(words[k].xpos == "PRP$" for k in words.children(part))
    standing = lexicon.lemma(words[i].text.lower(), "verb") in STANDING
    whose = part if own or not (standing and is_living(words[owner], lexicon)) else owner
    for k in words.children(i):
        if k < owner or words[k].deprel == "punct":
            words[k] = replace(words[k], head=owner)
    words[owner] = replace(words[owner], head=-1, deprel="root")
    words[i] = replace(words[i], head=whose, deprel="acl")
    return True


def worn_on(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a nun with a bonnet on``: the hat is on, which says that he wears it."""
    if words[i].text.lower() != "on" or i == 0 or words.children(i):
        return False
    worn = i - 1
    if preposition_of(words, worn) != "with" or words[worn].head < 0:
        return False
    own = any(words[k].xpos == "PRP$" for k in words.children(worn))  # `a van with its lights on`
    if not own and not is_garment(words[worn], lexicon):
        return False
    words[i] = replace(words[i], upos="ADV", xpos="RB", head=worn, deprel="advmod")
    return True


def with_of_somebody(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``the ticket of a passenger with a suitcase``: the passenger has it, and not the ticket."""
    owner = words[i].head
    if owner < 0 or words[i].upos not in THINGS or preposition_of(words, i) != "with":
        return False
    somebody = thing_before(words, i)
    if somebody <= owner or words[somebody].head != owner or preposition_of(words, somebody) != "of":
        return False
    if words[owner].text.lower() in _CONTAINERS or is_living(words[owner], lexicon):
        return False
    if words[somebody].deprel != "nmod" or not is_living(words[somebody], lexicon):
        return False
    words[i] = replace(words[i], head=somebody)
    return True


def name_behind_with(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A raincoat with a frog face``, ``Jeans with a button fly``: one does not `face`, and clothes do not fly."""
    first, form = i - 1, words[i].text.lower()
    if first < 2 or words[first].upos not in THINGS or words[first].xpos == "NNS":
        return False
    if words[first].deprel not in ("nmod", "obl"):
        return False
    owner = words[first].head
    if preposition_of(words, first) != "with" or owner < 0 or words[owner].head != i:
        return False
    if words[owner].deprel != "nsubj" or not lexicon.knows(form, "noun"):
        return False
    worn = lexicon.noun_class(lexicon.lemma(words[owner].text.lower(), "noun")) in WORN
    if words[owner].xpos != "NN" and not worn:
        return False
    if is_living(words[owner], lexicon) or any(words[k].deprel == "conj" for k in words.children(owner)):
        return False  # `a nun and a boy with a kite walk`
    if any(bare_relation(words[k]) in ("aux", "cop", "obj", "expl", "xcomp") for k in words.children(i)):
        return False
    words[owner] = replace(words[owner], head=words[i].head, deprel=words[i].deprel)
    for k in words.children(i):
        if k < owner or words[k].deprel == "punct":
            words[k] = replace(words[k], head=owner)
        elif words[k].deprel == "obl":
            words[k] = replace(words[k], deprel="nmod")
    for k in words.children(first):
        words[k] = replace(words[k], head=i)
    words[i] = as_noun(words[i], lexicon, one=True, head=owner, deprel="nmod")
    words[first] = replace(words[first], head=i, deprel="compound")
    return True


def second_name(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a chair with a cup holder and carrying case``: a thing that one could count has an article behind a verb."""
    thing, first = i + 1, i - 2
    if words[i].deprel != "conj" or first < 0 or words[i - 1].deprel != "cc" or thing >= len(words):
        return False
    forms = ("NN",) if words[i].xpos == "VBG" else ("NN", "NNS")  # `and pull handles`
    if words[thing].head != i or words[thing].xpos not in forms or words[thing].deprel != "obj":
        return False
    owner = words[first].head
    if words[i].head not in (first, owner) or preposition_of(words, first) != "with" or words.children(thing):
        return False
    if is_living(words[owner], lexicon) or lexicon.noun_class(words[thing].text.lower()) in _UNCOUNTED:
        return False
    for k in words.children(i):
        words[k] = replace(words[k], head=thing)
    words[thing] = replace(words[thing], head=first, deprel="conj")
    words[i] = as_noun(words[i], lexicon, one=True, head=thing, deprel="compound")
    return True


def with_of_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``holds a phone with a cracked screen``, ``surrounds a clearing with cabins``: nobody does so with a thing."""
    verb, thing = words[i].head, thing_before(words, i)
    if words[i].upos not in THINGS or not 0 <= verb < thing or preposition_of(words, i) != "with":
        return False
    if preposition_of(words, thing) == "of" and words[words[thing].head].head == verb:
        thing = words[thing].head  # `a can of soup with a label`
    if words[thing].head == verb and words[thing].deprel == "obl:agent" and words[verb].xpos == "VBN":
        words[i] = replace(words[i], head=thing, deprel="nmod")
        return True  # `covered by a sheet with letters on it`
    if words[thing].head != verb or words[thing].deprel != "obj":
        return False
    name = lexicon.lemma(words[i].text.lower(), "noun")
    mount = lexicon.lemma(words[thing].text.lower(), "noun")
    of_mount = name in _OF_MOUNTS and (mount in VEHICLES or lexicon.noun_class(mount) == "animal")
    if lexicon.lemma(words[verb].text.lower(), "verb") not in WITHOUT_TOOLS and not of_mount:
        return False
    if lexicon.noun_class(name) in _HOLDING and not of_mount:
        return False
    if is_living(words[i], lexicon) or any(words[k].xpos == "PRP$" for k in words.children(i)):
        return False
    behind = [k for k in words.children(verb) if k > i and words[k].deprel == "obl"]
    if any(words[k].upos != "PRON" or thing_before(words, k) != i for k in behind):
        return False  # `holds a phone with a dog on the screen`
    if _is_under_subject(words, i, verb, lexicon):
        return False
    words[i] = replace(words[i], head=thing, deprel="nmod")
    return True


def second_made(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``with a drawstring waist and mesh lining``: what has the first part of a name is the rest of it."""
    first = i - 1
    if words[i].deprel != "conj" or words[first].head != i or words[first].deprel != "compound":
        return False
    worn = is_garment(words[words[i].head], lexicon)
    if not worn and lexicon.noun_class(words[i].text.lower()) != "artifact":
        return False
    if any(words[k].deprel not in ("cc", "punct", "compound", "amod") for k in words.children(i)):
        return False
    words[i] = as_noun(words[i], lexicon, one=True)
    second_part(words, i, lexicon)
    return True


def second_before_of(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``with low volumes and crowding of the vessels``: what an `of` stands behind is a thing of the list."""
    of = i + 1
    if words[i].deprel != "conj" or of >= len(words) or words[of].text.lower() != "of":
        return False
    if words[words[of].head].head != i or words[words[i].head].upos not in THINGS:
        return False
    places_of_noun(words, i)
    words[i] = as_noun(words[i], lexicon, one=True)
    second_part(words, i, lexicon)
    return True


def noun_with_article(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a molar with a canal filling``: what has a preposition and an article is a thing."""
    if words[i].deprel != "acl":
        return False
    relations = {words[k].deprel for k in words.children(i)}
    owner = thing_before(words, i)
    if not {"case", "det"} <= relations or relations & {"obj", "nsubj", "aux", "mark"}:
        return False
    if owner < 0 or words[owner].upos not in THINGS:
        return False
    words[i] = as_noun(words[i], lexicon, one=True, head=owner, deprel="nmod")
    return True


def _is_under_subject(words: Tree, i: int, verb: int, lexicon: Lexicon) -> bool:
    """``A bench stands by a path with leaves scattered under it``: under what stands there, and not under the path."""
    subjects = [k for k in words.children(verb) if words[k].deprel == "nsubj" and k < verb]
    acts = [k for k in words.children(i) if words[k].deprel == "acl"]
    under = [
        k
        for act in (i, *acts)
        for k in words.children(act)
        if words[k].text.lower() == "it"
        and preposition_of(words, k) in ("below", "beneath", "under", "underneath")
    ]
    return (
        bool(under and subjects)
        and words[subjects[0]].xpos == "NN"
        and not is_living(words[subjects[0]], lexicon)
    )


def with_of_place(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``drive along a highway with bridges``: nobody takes along what stands there."""
    verb, place = words[i].head, thing_before(words, i)
    if words[i].upos not in THINGS or not 0 <= verb < place or preposition_of(words, i) != "with":
        return False
    whole = place
    while preposition_of(words, whole) == "of" and words[whole].head > verb:
        whole = words[whole].head  # `in the corner of a yard with palms`
    if words[whole].head != verb or preposition_of(words, whole) not in PLACING | {"to"}:
        return False
    if _is_under_subject(words, i, verb, lexicon):
        return False
    stands = lexicon.noun_class(lexicon.lemma(words[i].text.lower(), "noun")) in _STANDING
    if not stands and not lies_with(words, i, verb, lexicon):
        return False
    for k in words.children(verb):
        own = min((c for c in words.children(k) if words[c].deprel == "case"), default=-1) == i + 1
        if own and words[k].deprel == "obl" and preposition_of(words, k) in PLACING:
            words[k] = replace(words[k], head=i, deprel="nmod")  # `with a road on one side`
    words[i] = replace(words[i], head=place, deprel="nmod")
    return True


def first_part_of_member(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``with cranes, conveyor belts and trucks``: of two nouns in a row the first is a part of the second's name."""
    second = i + 1
    if words[i].xpos != "NN" or second >= len(words) or words[second].xpos not in ("NN", "NNS"):
        return False
    if words[second].head != words[i].head or words[second].deprel != "conj":
        return False
    if any(words[k].deprel == "nmod" or k > second for k in words.children(i)):
        return False
    for k in words.children(i):
        words[k] = replace(words[k], head=second)
    words[i] = replace(words[i], head=second, deprel="compound")
    return True


def lies_with(words: Tree, i: int, verb: int, lexicon: Lexicon) -> bool:
    """``A mold sits on a tray with wax``: what lies somewhere has no company."""
    subjects = [k for k in words.children(verb) if words[k].deprel == "nsubj"]
    if not subjects or lexicon.lemma(words[verb].text.lower(), "verb") not in RESTING:
        return False
    if any(words[k].xpos == "PRP$" for k in words.children(i)):
        return False
    return words[subjects[0]].upos in THINGS and not is_living(words[subjects[0]], lexicon)


def participle_behind_with(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a lesion with surrounding edema``: between `with` and a bare noun a participle describes."""
    if i < 2 or words[i - 1].deprel != "mark":
        return False
    by = words[i - 1].text.lower() == "by" and words[i - 2].xpos == "VBN"  # `framed by climbing roses`
    by = by and lexicon.lemma(words[i - 2].text.lower(), "verb") in SURROUNDING | {"frame"}
    if not by and words[i - 1].text.lower() != "with":
        return False
    thing = next((k for k in words.children(i) if k > i and words[k].deprel == "obj"), -1)
    owner = words[i].head
    if thing < 0 or words[i].deprel not in ("acl", "advcl") or words[thing].upos not in THINGS:
        return False
    if owner != i - 2 or not (by or words[owner].upos in THINGS):
        return False
    if any(words[k].deprel in ("det", "nmod:poss", "case") for k in words.children(thing)):
        return False
    for k in words.children(i):
        words[k] = replace(words[k], head=thing)
    words[i - 1] = replace(words[i - 1], deprel="case")
    words[thing] = replace(words[thing], head=owner, deprel="obl:agent" if by else "nmod")
    words[i] = replace(words[i], head=thing, deprel="amod")
    return True


def with_of_garment(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A coat for toddlers with a hood``: it is the coat's, whoever wears it."""
    wearer = words[i].head
    if words[i].deprel != "nmod" or not 0 < wearer < i or preposition_of(words, i) != "with":
        return False
    garment = words[wearer].head
    if preposition_of(words, wearer) != "for" or garment < 0 or not is_garment(words[garment], lexicon):
        return False
    if not is_living(words[wearer], lexicon):
        return False
    words[i] = replace(words[i], head=garment)
    return True


def with_of_covering(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``dusts a loaf with flour``, ``tops a pizza with olives``: with what it is done, and not what the loaf has."""
    thing = words[i].head
    act = words[thing].head if thing >= 0 else -1
    if (
        words[i].deprel != "nmod"
        or preposition_of(words, i) != "with"
        or act < 0
        or thing_before(words, i) != thing
    ):
        return False
    if words[thing].deprel != "obj" or words[act].upos != "VERB" or act > thing:
        return False
    if lexicon.lemma(words[act].text.lower(), "verb") not in _COVERING:
        return False
    if any(words[k].deprel in ("acl", "nmod", "acl:relcl") and k > i for k in words.children(i)):
        return False  # `decorates a cake with candles on it`
    subjects = [k for k in words.children(act) if words[k].deprel == "nsubj"]
    if subjects and not any(is_living(words[k], lexicon) or words[k].upos == "PRON" for k in subjects):
        return False  # `A cloth covers a table with a vase`
    words[i] = replace(words[i], head=act, deprel="obl")
    return True
