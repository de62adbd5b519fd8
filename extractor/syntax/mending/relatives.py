"""Relative clauses: whose they are, without a pronoun and with one, and `the sofa the cat sleeps on`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import (
    Tree,
    as_noun,
    as_verb,
    bare_relation,
    is_color,
    is_living,
    preposition_of,
)
from extractor.syntax.mending.vocabulary import (
    BE,
    FINITE,
    FRONTED,
    LEFT_OPEN,
    MARKS,
    SAYING,
    SEPARABLE,
    SIDES,
    THINGS,
    WITH_OBJECTS,
)

_PRONOUNS = frozenset({"that", "which", "who"})
_RELATIVE = "acl:relcl"


def clause_of_noun(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``the coat the girl is wearing``: of two bare subjects in a row the first is what the clause is about."""
    verb = words[i].head
    if verb <= i or not _begins_clause(words, i):
        return False
    nouns = [k for k in words.children(verb) if words[k].deprel.startswith("nsubj") and k < i]
    if len(nouns) != 1:
        return False
    if words[verb].upos in ("ADP", "ADV") and _left_by_is(words, verb):
        verb = words[i].head  # `the shelf the books are on`
    return _turn_round(words, nouns[0], i, verb)


def clause_of_apposition(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``the road the truck drives down``: no other name of the road, and no part of it, but who drives there."""
    noun = words[i].head
    if noun < 0 or noun > i or not _begins_clause(words, i):
        return False
    if any(words[k].deprel in ("case", "cc", "punct") and k < i for k in words.children(i)):
        return False
    clauses = [k for k in words.children(noun) if k > i and words[k].deprel in ("acl", _RELATIVE)]
    if any(words[k].text.lower() == "whose" for k in words.children(noun)) and words[noun].deprel == "obj":
        clauses = [words[noun].head]  # `the boy whose kite a dog chases`
    if words[noun].deprel.startswith("nsubj") and not clauses:
        verb = words[noun].head
        if words[verb].upos in ("ADP", "ADV") and _left_by_is(words, verb):
            verb = words[noun].head
        return _turn_round(words, noun, i, verb)
    if len(clauses) != 1:
        return False
    verb = clauses[0]
    past = words[verb].xpos == "VBN" and verb == i + 1 and words[i].deprel == "appos"  # `a cup a nun dropped`
    if past and any(preposition_of(words, k) == "by" for k in words.children(verb)):
        return False
    if not (past or _is_finite(words, verb)):
        return False
    if any(words[k].deprel.startswith("nsubj") for k in words.children(verb)):
        return False
    words[i] = replace(words[i], head=verb, deprel="nsubj")
    words[verb] = replace(words[verb], xpos="VBD" if past else words[verb].xpos, deprel=_RELATIVE)
    return True


def noun_behind_which(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``the shelf on which jars are stored``: the jars are stored, and no part of the shelf."""
    thing = i + 1
    if words[i].deprel not in ("det", "nmod") or words[i].head != thing:
        return False
    if words[thing].deprel not in ("nmod", "obl"):
        return False
    noun = words[thing].head
    cases = [k for k in (i - 1,) if k > 0 and words[k].deprel == "case" and words[k].head in (i, thing)]
    verbs = (
        [k for k in words.children(noun) if k > thing and words[k].deprel == _RELATIVE] if noun >= 0 else []
    )
    if noun > thing and words[noun].deprel == _RELATIVE:  # `on which cups are kept`
        verbs, noun = [noun], words[noun].head
    if not cases or len(verbs) != 1 or noun > i:
        return False
    if any(bare_relation(words[k]) == "nsubj" for k in words.children(verbs[0])):
        return False
    verb, case = verbs[0], cases[0]
    passive = any(words[k].deprel == "aux:pass" for k in words.children(verb))
    words[thing] = replace(words[thing], head=verb, deprel="nsubj:pass" if passive else "nsubj")
    words[i] = replace(words[i], upos="PRON", head=verb, deprel="obl")
    words[case] = replace(words[case], head=i)
    return True


def clause_of_neighbour(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``stands behind a woman he talks to``: with a subject of its own a clause is about the noun right before it."""
    subjects = [k for k in words.children(i) if words[k].deprel.startswith("nsubj") and k < i]
    if len(subjects) != 1 or words[subjects[0]].text.lower() in _PRONOUNS:
        return False
    noun = min([*words.children(subjects[0]), subjects[0]]) - 1
    own = any(words[k].xpos == "PRP$" for k in words.children(subjects[0]))
    if own and words[noun + 1].deprel == "punct":
        return False  # `a bed of roses, its fence painted`
    if noun > 0 and words[noun].head == i and words[noun].text.lower() in _PRONOUNS:
        noun -= 1  # `that`
    if noun < 0 or words[noun].upos not in THINGS or not -1 < words[i].head < noun:
        return False
    if words[noun].deprel not in ("nmod", "obl", "obj") or noun in words.children(i):
        return False
    if any(words[k].deprel == "cc" or words[k].text.lower() == "which" for k in words.children(i)):
        return False
    if words[i].deprel != _RELATIVE and _left_behind(words, i) < 0 and not _lacks_object(words, i, lexicon):
        return False
    words[i] = replace(words[i], head=noun, deprel=_RELATIVE)
    left_preposition(words, i, lexicon)
    return True


def left_preposition(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``the sofa that the cat is sleeping on``: what stands before the clause is what it sleeps on."""
    if words[i].upos in ("ADP", "ADV"):
        return _left_by_is(words, i)
    left = _left_behind(words, i)
    subjects = [k for k in words.children(i) if words[k].deprel.startswith("nsubj")]
    if left < 0 or not subjects or words[subjects[0]].text.lower() in _PRONOUNS:
        return False
    lemma = lexicon.lemma(words[i].text.lower(), "verb")
    if lemma in SEPARABLE.get(words[left].text.lower(), ()):
        return False
    objects = [words[k].text.lower() for k in words.children(i) if words[k].deprel == "obj"]
    if lemma in WITH_OBJECTS and objects and set(objects) <= _PRONOUNS:
        # `a sofa that two boys carry in`
        words[left] = replace(words[left], upos="ADP", xpos="RP", head=i, deprel="compound:prt")
        return True
    for k in words.children(left):
        words[k] = replace(words[k], head=i)
    words[left] = replace(words[left], upos="ADP", xpos="IN", head=i, deprel="obl")
    return True


def noun_before_subject(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``blue sofa cat is sleeping on``: with what a clause leaves open, the first part of its subject stands before."""
    verb, noun = words[i].head, i - 1
    if verb <= i or words[verb].deprel != "root" or noun < 0 or words[noun].head != i:
        return False
    if words[noun].deprel not in ("compound", "amod") or not _is_finite(words, verb):
        return False
    name = words[noun].text.lower()
    if words[i].xpos not in ("NN", "NNS") or lexicon.is_adjective(name) or not lexicon.knows(name, "noun"):
        return False
    form = words[verb].text.lower()
    left = _left_behind(words, verb)
    if left < 0 or lexicon.lemma(form, "verb") in SEPARABLE.get(words[left].text.lower(), ()):
        return False
    if lexicon.supersenses(lexicon.lemma(name, "noun"), "noun")[:1] == ("person",):
        return False
    for k in words.children(i):
        if k < noun:
            words[k] = replace(words[k], head=noun)
    words[noun] = as_noun(words[noun], lexicon, one=True, head=verb, deprel="nsubj")
    return _turn_round(words, noun, i, verb)


def _begins_clause(words: Tree, i: int) -> bool:
    """Whether a noun phrase stands right behind a noun, with an article or a number of its own or as a pronoun."""
    first = min([k for k in words.children(i) if k < i], default=i)
    if first == 0 or words[first - 1].upos not in THINGS:
        return False
    counted = words[first].upos == "NUM" and first < i
    return words[i].upos == "PRON" or counted or words[first].upos == "DET" or words[first].xpos == "PRP$"


def _turn_round(words: Tree, noun: int, subject: int, verb: int) -> bool:
    """Put a noun in the place of the verb of which it was taken for the subject, and the verb's clause beneath it."""
    below = words.children(verb)
    if verb < subject or words[verb].upos != "VERB" or any(k > verb and _is_object(words, k) for k in below):
        return False
    if any(words[k].deprel in ("expl", "mark", "cc") for k in below):
        return False
    if any(words[k].deprel == "punct" for k in below if noun < k < subject):
        return False
    top, relation = words[verb].head, words[verb].deprel
    for k in below:
        if k < noun or words[k].deprel == "punct":
            words[k] = replace(words[k], head=noun)
    words[noun] = replace(words[noun], head=top, deprel=relation)
    passive = words[subject].deprel == "nsubj:pass" or any(words[k].deprel == "aux:pass" for k in below)
    words[subject] = replace(words[subject], head=verb, deprel="nsubj:pass" if passive else "nsubj")
    words[verb] = replace(words[verb], head=noun, deprel=_RELATIVE)
    return True


def _left_by_is(words: Tree, i: int) -> bool:
    """``the shelf the books are on``: the same of what only is there."""
    verbs = [k for k in words.children(i) if words[k].deprel == "cop" and words[k].text.lower() in BE]
    if any(words[k].text.lower() in _PRONOUNS for k in words.children(i) if words[k].deprel == "nsubj"):
        return False  # `a bird that is on a branch`
    if verbs != [i - 1] or words[i].text.lower() not in LEFT_OPEN or not _ends(words, i + 1):
        return False
    verb = verbs[0]
    for k in words.children(i):
        words[k] = replace(words[k], head=verb)
    words[verb] = replace(words[verb], upos="VERB", head=words[i].head, deprel=words[i].deprel)
    words[i] = replace(words[i], upos="ADP", xpos="IN", head=verb, deprel="obl")
    return True


def _left_behind(words: Tree, verb: int) -> int:
    """The preposition right behind a verb with nothing behind it; -1 where there is none."""
    left = verb + 1
    if left >= len(words) or words[left].text.lower() not in LEFT_OPEN or not _ends(words, left + 1):
        return -1
    return left if all(words[k].deprel in ("mark", "advmod", "case") for k in words.children(left)) else -1


def _ends(words: Tree, i: int) -> bool:
    """Whether a clause ends before a word: at the end, at a sign, at the verb of the clause around it."""
    if i >= len(words) or words[i].upos == "PUNCT" or words[i].xpos in FINITE | {"MD"}:
        return True
    return words[i].deprel == "mark" and words[i].text.lower() in MARKS


def _is_finite(words: Tree, verb: int) -> bool:
    return words[verb].xpos in FINITE or any(
        words[k].deprel in ("aux", "aux:pass", "cop") for k in words.children(verb)
    )


def _lacks_object(words: Tree, verb: int, lexicon: Lexicon) -> bool:
    """``a lamp a woman is holding``: nobody holds nothing."""
    if lexicon.lemma(words[verb].text.lower(), "verb") not in WITH_OBJECTS:
        return False
    return all(not _is_object(words, k) for k in words.children(verb)) and _ends(words, verb + 1)


def _is_object(words: Tree, k: int) -> bool:
    return words[k].deprel in ("obj", "xcomp", "ccomp")


def clause_of_which(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``faces a fireplace in which logs burn``: the clause is that of the noun before the preposition."""
    for which in words.children(i):
        of_noun = 0 < which < i and words[which - 1].upos in THINGS
        aside = words[i].deprel == "advcl" or (words[i].deprel == _RELATIVE and words[i].head != which - 1)
        if words[which].text.lower() == "where" and of_noun and aside:
            words[i] = replace(words[i], head=which - 1, deprel="acl:relcl")
            return True
        if words[which].text.lower() not in ("which", "whom") or words[which].deprel not in ("obl", "nmod"):
            continue
        cases = [k for k in words.children(which) if words[k].deprel == "case"]
        if not cases and words[which - 1].xpos == "IN" and words[which - 1].head == i:
            cases = [which - 1]  # a mark, as if a clause stood behind it
            words[which - 1] = replace(words[which - 1], head=which, deprel="case")
        noun = min(cases) - 1 if cases else -1
        if noun > 0 and words[noun].text.lower() == "next" and not words.children(noun):
            words[noun] = replace(words[noun], upos="ADP", head=which, deprel="case")
            noun -= 1  # `a bench, next to which boots stand`
        if noun > 0 and words[noun].text == ",":
            noun = _before_comma(words, noun)  # `in front of a table, on which there are cups`
        if noun < 0 or words[noun].upos not in THINGS or which > i or words[i].head == noun:
            continue
        if words[i].deprel != _RELATIVE or not _is_aside(words, noun, words[i].head):
            words[i] = replace(words[i], head=noun, deprel="acl:relcl")
            return True
    return False


def _is_aside(words: Tree, noun: int, owner: int) -> bool:
    """``a tower in the middle, around which``, ``a shelf filled with books, next to which``, ``saws a box in half``."""
    if words[noun].text.lower() in SIDES | {"half"}:
        return True
    act = words[noun].head
    if preposition_of(words, noun) == "of" and words[act].text.lower() in SIDES:
        return True  # `a table in the middle of a hall, on which`
    return words[act].deprel == "acl" and words[act].head == owner


def _before_comma(words: Tree, comma: int) -> int:
    """The noun before a comma; where a verb with nothing behind it stands there, its subject: ``burns, over which``."""
    if words[comma - 1].upos != "VERB":
        return comma - 1
    subjects = [k for k in words.children(comma - 1) if words[k].deprel == "nsubj"]
    return subjects[0] if subjects else -1


def subject_of_relative(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``seeds that someone scattered``: the clause behind `that` is that of the noun, and has its own subject."""
    verb, noun = words[i].head, i - 1
    if verb <= i or noun < 0 or words[noun].upos not in THINGS or words[verb].upos != "VERB":
        return False
    subject = words[verb].head
    if bare_relation(words[verb]) != "acl" or not i < subject < verb or words[subject].head == noun:
        return False
    for k in words.children(subject):
        if k > verb:
            words[k] = replace(words[k], head=verb)
    words[subject] = replace(words[subject], head=verb, deprel="nsubj")
    words[verb] = replace(words[verb], head=noun, deprel="acl:relcl")
    words[i] = replace(words[i], deprel="obj")
    return True


def clause_of_somebody(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``sits next to a photographer who wears a hat``: who stands right before `who` does it."""
    clause, noun = words[i].head, i - 1
    if (
        words[i].text.lower() != "who"
        or words[i].deprel not in ("nsubj", "nsubj:pass")
        or clause <= i
        or noun < 0
    ):
        return False
    owner = words[clause].head
    if not 0 <= owner < noun or words[noun].upos not in THINGS or not is_living(words[noun], lexicon):
        return False
    if words[noun].head == owner and (words[noun].deprel == "conj" or preposition_of(words, noun) == "of"):
        return False  # `a nun and a boy who`, `a group of men who`
    if is_color(words, noun, lexicon):
        return False  # `a man in white who`
    words[clause] = replace(words[clause], head=noun, deprel="acl:relcl")
    return True


def clause_behind(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``touches the horse that is beside him``: a clause of `that` is of the noun before it, and of no verb."""
    clause, noun = words[i].head, i - 1
    if noun > 0 and words[noun].text == "," and words[i].text.lower() in ("which", "who"):
        noun -= 1
    if clause <= i or noun < 0 or words[noun].upos not in THINGS or words[i].deprel != "nsubj":
        return False
    said = words[clause].text.lower() in SAYING and words[clause].deprel == "acl:relcl"
    # A label says it, and not its bottle; straps cross, and not their shoes.
    of_part = (said or _is_of_parts(words, clause, noun, lexicon)) and preposition_of(words, noun) == "with"
    if not of_part and (words[clause].deprel != "advcl" or words[clause].head >= i):
        return False
    words[clause] = replace(words[clause], head=noun, deprel="acl:relcl")
    return True


def _is_of_parts(words: Tree, clause: int, noun: int, lexicon: Lexicon) -> bool:
    """Whether a clause of many, behind many parts of many things, may be of the parts."""
    owner = words[clause].head
    if words[clause].deprel != _RELATIVE or words[clause].xpos != "VBP" or words[noun].head != owner:
        return False
    many = words[noun].xpos == "NNS" == words[owner].xpos
    return many and not is_living(words[noun], lexicon) and not is_living(words[owner], lexicon)


def noun_of_which(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``The stadium, next to which a road runs``: the clause is that of the noun, and `which` a word of the clause."""
    if words[i].text.lower() == "what":
        return False  # `a photo of what looks like a lamp`
    cases = [k for k in words.children(i) if words[k].deprel == "case"]
    # `a wall to which posters are pinned`: the clause of the wall, of which it was taken for a part
    aside = words[i].deprel == "nmod" and words[i].head == i - 2 and preposition_of(words, i) != "of"
    own = words[i].head if aside else i
    verbs = [k for k in words.children(own) if k > i and words[k].deprel == "acl:relcl"]
    noun = min(cases) - 1 if cases else -1
    if noun > 0 and words[noun].text == ",":
        noun -= 1
    if not verbs or noun < 0 or words[noun].upos not in THINGS:
        return False
    words[i] = replace(words[i], head=verbs[0], deprel="obl")
    words[verbs[0]] = replace(words[verbs[0]], head=noun)
    return True


def one_of_whom(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Five nuns, one of whom holds a flag``: the one does, and not the five."""
    one = i - 2
    if words[i].text.lower() not in ("whom", "which") or one < 1 or words[i - 1].text.lower() != "of":
        return False
    noun = words[one].head
    clauses = (
        [k for k in words.children(noun) if k > i and bare_relation(words[k]) == "acl"] if noun >= 0 else []
    )
    if words[i].head != one or words[one].upos not in ("DET", "NUM", "PRON", "ADJ") or not 0 <= noun < one:
        return False
    verb = words[noun].head
    if not clauses and words[one].deprel == "appos" and words[noun].deprel == "nsubj" and verb > i:
        # A caption that ends with its clause: the five were taken for the subject.
        words[noun] = replace(words[noun], head=words[verb].head, deprel=words[verb].deprel)
        words[verb] = replace(words[verb], head=noun, deprel="acl:relcl")
        clauses = [verb]
    if not clauses or any(bare_relation(words[k]) == "nsubj" for k in words.children(clauses[0])):
        return False
    words[one] = replace(words[one], upos="NUM", head=clauses[0], deprel="nsubj")
    return True


def which_of_verb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``The cabin behind which cows graze``: the preposition is that of `which`, not of who grazes."""
    if words[i].text.lower() != "which" or words[i].deprel not in ("det", "obl", "nsubj"):
        return False
    noun = words[i].head if words[i].deprel == "det" else i + 1
    if words[i].deprel == "nsubj" and not preposition_of(words, i):
        return False
    if not 0 <= noun < len(words):
        return False
    cases = [k for k in (*words.children(noun), *words.children(i)) if words[k].deprel == "case" and k < i]
    verb = words[noun].head
    if not cases or cases[-1] != i - 1 or verb <= noun or bare_relation(words[noun]) != "nsubj":
        return False
    if words[i].head == verb and words[i].deprel == "obl" and words[cases[-1]].head == i:
        return False
    words[i] = replace(words[i], upos="PRON", head=verb, deprel="obl")
    words[cases[-1]] = replace(words[cases[-1]], head=i)
    return True


def past_of_relative(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a bus that a farmer painted``: who has a subject of its own acts."""
    if words[i].deprel != "acl:relcl":
        return False
    relations = {words[k].deprel for k in words.children(i)}
    if "nsubj" not in relations or relations & {"aux", "aux:pass", "cop", "nsubj:pass"}:
        return False
    if any(words[k].deprel == "nsubj" and words[k].xpos in ("WDT", "WP") for k in words.children(i)):
        return False
    words[i] = replace(words[i], xpos="VBD", features="Mood=Ind|Tense=Past|VerbForm=Fin")
    return True


def clause_of_whose(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``with his back to a crowd, whose flags wave``: the clause is that of what stands right before `whose`."""
    owners = [
        c
        for k in words.children(i)
        if words[k].deprel.startswith("nsubj") and k < i
        for c in words.children(k)
        if words[c].text.lower() == "whose"
    ]
    noun = owners[0] - 1 if owners else -1
    if noun > 0 and words[noun].text == ",":
        noun -= 1
    if noun < 0 or words[noun].upos not in THINGS or words[i].head == noun:
        return False
    if words[i].deprel == _RELATIVE and preposition_of(words, noun) in ("", "of"):
        return False
    words[i] = replace(words[i], head=noun, deprel=_RELATIVE)
    return True


def quality_of_whose(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A cook whose boots are dirty slices plums``: the boots are dirty, and it is the cook who slices."""
    quality, copula = i - 1, i - 2
    noun = words[i].head
    if not 0 <= noun < copula or words[i].deprel != _RELATIVE or words[quality].upos != "ADJ":
        return False
    thing, form = words[quality].head, words[i].text.lower()
    if (
        words[copula].head != i
        or words[copula].text.lower() not in ("are", "is", "was", "were")
        or thing != copula - 1
    ):
        return False
    whose = any(words[k].text.lower() == "whose" for k in words.children(thing))
    lemma = lexicon.lemma(form, "verb")
    if not whose or words[thing].head != i or lemma == form or not lexicon.knows(lemma, "verb"):
        return False
    top = replace(words[noun], head=i, deprel="nsubj")
    words[i] = as_verb(words[i], lexicon, one=True, head=words[noun].head, deprel=words[noun].deprel)
    for k in words.children(noun):
        if k > i:
            words[k] = replace(
                words[k], head=i, deprel="obj" if words[k].deprel == "appos" else words[k].deprel
            )
    words[noun] = top
    words[quality] = replace(words[quality], head=noun, deprel=_RELATIVE)
    words[thing] = replace(words[thing], head=quality, deprel="nsubj")
    words[copula] = replace(words[copula], head=quality, deprel="cop")
    return True


def front_of_which(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a shop in front of which people wait``: the front is where they wait, and the clause the shop's."""
    front = words[i].head
    if words[i].text.lower() != "which" or words[i].deprel != "nmod" or preposition_of(words, i) != "of":
        return False
    cases = [k for k in words.children(front) if words[k].deprel == "case" and k < front]
    if not cases or front != i - 2 or words[front].upos not in THINGS:
        return False
    noun = cases[0] - 1
    if noun > 0 and words[noun].text == ",":
        noun -= 1
    above = words[front].head
    verbs = [
        k
        for k in range(i + 1, len(words))
        if words[k].deprel == _RELATIVE and words[k].head in (noun, above, words[noun].head)
    ]
    if noun < 0 or words[noun].upos not in THINGS or not verbs or above == verbs[0]:
        return False
    words[front] = replace(words[front], head=verbs[0], deprel="obl")
    words[verbs[0]] = replace(words[verbs[0]], head=noun)
    return True


def preposition_of_which(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a slide down which a leaf slips``: what stands right before `which` is its preposition."""
    before = i - 1
    if words[i].text.lower() not in ("which", "whom") or before < 1 or preposition_of(words, i):
        return False
    if words[before].text.lower() not in FRONTED or words[before].head > i or words.children(before):
        return False
    if words[before].deprel not in ("advmod", "compound:prt") or words[i].deprel not in (
        "obl",
        "obj",
        "nsubj",
    ):
        return False
    words[before] = replace(words[before], upos="ADP", xpos="IN", head=i, deprel="case")
    words[i] = replace(words[i], deprel="obl")
    return True
