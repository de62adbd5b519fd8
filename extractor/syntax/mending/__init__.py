"""Word classes and heads that the rest of the tree rules out, mended before anything is read off it.

A parser decides word by word. Where number, or the place in the tree, says that a word cannot be what it was taken for,
and the lexicon knows it as something else, it becomes that: `sandals` behind a participle is no finite verb, `sneezing`
is no adjective, one dog does not `race` without an s. So it is with heads: of two clauses each has its own subject, and
a participle right behind somebody says what that somebody does.

A rule looks at one word, by its relation or by its class, and says whether it has mended something. Of the rules of a
relation, or of a class, the first that has is the last.
"""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending import absolutes, gaps, names, past, places, rows, shares
from extractor.syntax.mending.tables import (
    ADJECTIVES,
    BY_RELATION,
    CASES,
    HEADS,
    HYPHENS,
    RELATIVES,
    SUBJECTS,
    VERBS,
    Rule,
)
from extractor.syntax.mending.tree import Tree
from extractor.types import Parse, Word

_THERE = frozenset({"there", "There"})
_PRONOUNS = frozenset({"he", "him", "it", "she", "them", "they"})


def mended(parse: Parse, lexicon: Lexicon) -> Parse:
    """The parse with word classes and heads that fit the tree; the same object where nothing is to be mended.

    Args:
        parse: Of a caption.
        lexicon: Base forms, and what class a word is likelier of.
    """
    words = Tree(parse.words)
    changed = past.as_present(words, lexicon) and words.keep()
    changed |= absolutes.without_verb(words)
    changed |= names.by_last_names(words)
    changed |= gaps.objects_without_verb(words)
    changed |= gaps.things_behind_places(words)
    changed |= rows.clauses_in_a_row(words, lexicon) and words.keep()
    for i, word in enumerate(words.words() if changed else parse.words):
        if word.text == "-" and 0 < i < len(parse.words) - 1:
            joined = parse.tokens[i - 1].end == parse.tokens[i].start == parse.tokens[i + 1].start - 1
            changed |= joined and _is_mended(HYPHENS, words, i, lexicon)
            continue
        if word.text == "'" and word.deprel == "punct":
            changed |= names.possessor(words, i, lexicon) and words.keep()
            continue
        if word.text in _THERE and places.there_behind_pronoun(words, i, lexicon):
            changed |= words.keep()
        else:
            changed |= _is_mended(HEADS.get(words[i].deprel), words, i, lexicon)
        if word.xpos in ("WDT", "WP"):
            changed |= _is_mended(RELATIVES, words, i, lexicon)
        changed |= _is_mended(SUBJECTS.get(words[i].deprel), words, i, lexicon)
        if word.upos != "PRON" and word.text.lower() in _PRONOUNS:
            words[i] = replace(words[i], upos="PRON", xpos="PRP")
            changed |= words.keep()
        else:
            changed |= _is_mended(_rules_of_class(word, words[i].deprel), words, i, lexicon)
    changed |= shares.acts_of_parts(words, lexicon) and words.keep()
    return replace(parse, words=words.words()) if changed else parse


def _is_mended(rules: tuple[Rule, ...] | None, words: Tree, i: int, lexicon: Lexicon) -> bool:
    for rule in rules or ():
        if rule(words, i, lexicon):
            return words.keep()
    return False


def _rules_of_class(word: Word, relation: str) -> tuple[Rule, ...] | None:
    """The rules for the class of a word, as it was read."""
    if word.deprel == "case":
        return CASES
    if word.upos == "ADJ" or word.xpos in ("JJ", "JJR", "JJS"):
        return ADJECTIVES
    return VERBS.get(word.xpos) or BY_RELATION.get((word.xpos, relation))
