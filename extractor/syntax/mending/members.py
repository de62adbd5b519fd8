"""Which participles are of one of a list alone: `a nurse holding a cup and a dancer laughing`."""

from __future__ import annotations

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, bare_relation, is_living, preposition_of
from extractor.syntax.mending.vocabulary import COLLECTIVE, THINGS


def has_own_act(words: Tree, i: int, noun: int, lexicon: Lexicon) -> bool:
    """``a nurse holding a cup and a dancer laughing``: each with a participle of its own."""
    if _is_of_one(words, i, noun, lexicon):
        return True
    first = words[i].head
    thing = words[first].upos in THINGS and words[first].text.lower() not in {"people", *COLLECTIVE}
    thing = thing and not (
        is_living(words[first], lexicon) or lexicon.is_adjective(words[first].text.lower())
    )
    one = any(words[k].deprel in ("det", "nummod") for k in words.children(noun))
    if thing and one and is_living(words[noun], lexicon):
        return True  # `A cart with bales and a boy resting`
    many = words[noun].text.lower() in COLLECTIVE
    act = any(words[k].deprel == "obj" and (many or words[k].xpos == "NN") for k in words.children(i))
    if act and one and (many or is_living(words[noun], lexicon)) and _is_described(words, first, noun):
        return True
    listed = [first, *(k for k in words.children(first) if words[k].deprel == "conj" and k < noun)]
    if not any(bare_relation(words[c]) == "acl" and c < noun for k in listed for c in words.children(k)):
        return _is_between_commas(words, i, noun)
    return is_living(words[noun], lexicon) or not is_living(words[first], lexicon)


def _is_described(words: Tree, first: int, noun: int) -> bool:
    """``a monk with a lamp and a girl combing a mule``: of each of two it is told apart how he is."""
    return any(
        first < k < noun and words[k].deprel == "nmod" and preposition_of(words, k) not in ("", "of")
        for k in words.children(first)
    )


def _is_of_one(words: Tree, i: int, noun: int, lexicon: Lexicon) -> bool:
    """``a monk, two boys and a girl combing her hair``: what is one's own is that of one, and not of many."""
    objects = [k for k in words.children(i) if words[k].deprel == "obj" and k > i]
    own = any(words[c].text.lower() in ("her", "his") for k in objects for c in words.children(k))
    return own and words[noun].xpos == "NN" and is_living(words[noun], lexicon)


def _is_between_commas(words: Tree, i: int, noun: int) -> bool:
    """``a monk, a boy ringing a bell and two nuns``: behind a comma one of a list that goes on behind the act."""
    if any(words[k].deprel == "cc" for k in words.children(noun)):
        return False
    later = [k for k in words.children(words[noun].head) if words[k].deprel == "conj" and k > i]
    return any(words[c].deprel == "cc" for k in later for c in words.children(k))
