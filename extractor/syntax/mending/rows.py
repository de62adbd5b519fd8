"""Clauses in a row, each with its noun right before its verb: `Mules bray, hinges creak and a gate slams`.

A parser takes a rare verb for a noun, and makes of two clauses one with two subjects. The row itself shows where a
clause begins, and number says what is a verb: two that are named together do not `slams`, and no plural stands before
the rest of a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.names import is_act, is_happening
from extractor.syntax.mending.tree import Tree, as_noun, as_verb, bare_relation
from extractor.syntax.mending.vocabulary import BE, BEFORE_NOUN, FINITE, MARKS, SINGULAR, SOLID, THINGS

_MANY = ("NNS", "NNPS")
_JOINS = MARKS | {",", "and"}
_BEFORE_NOUNS = frozenset({"ADJ", "DET", "NOUN", "NUM", "PROPN"})
_AUXILIARIES = BE | {"do", "does", "get", "gets", "has", "have", "'ve"}
# Behind an article, of many: `a few plastic forks`.
_SEVERAL = frozenset({"couple", "dozen", "few", "hundred", "thousand"})
# Animals of whom one and many are called alike.
_ALIKE = frozenset({"cattle", "deer", "reindeer", "sheep"})
# Classes of things of which one rather speaks than of the acts that are called like them.
_OBJECTS = (SOLID - {"shape"}) | frozenset(
    {"artifact", "building", "color", "room", "structure", "tool", "vehicle", "way"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Clause:
    """A noun and its verb.

    Attributes:
        start: Where the clause begins.
        noun: Its subject.
        verb: What has the subject: of `is opened` the participle.
        finite: The verb that is of the subject's number: of `is opened` the first word.
        many: Whether the subject is a plural.
        sure: Whether the verb is one beyond doubt.
        well_read: Whether the tree has the two as subject and verb.
    """

    start: int
    noun: int
    verb: int
    finite: int
    many: bool
    sure: bool
    well_read: bool


def clauses_in_a_row(words: Tree, lexicon: Lexicon) -> bool:
    """``Sheep bleat and a bell clangs``, ``Scissors snip paper and a man hums``: mend the clauses of each sentence."""
    mended = False
    for start, end in _sentences(words):
        if any(words[k].text.lower() in _JOINS for k in range(start, end)):
            row = _row(words, start, end, lexicon)
            mended |= len(row) > 1 and _mend(words, row, end, lexicon)
    return mended


def _sentences(words: Tree) -> Iterator[tuple[int, int]]:
    start = 0
    for k in range(len(words)):
        if words[k].text in (".", "!", "?") or k == len(words) - 1:
            yield start, k + (words[k].deprel != "punct")
            start = k + 1


def _row(words: Tree, start: int, end: int, lexicon: Lexicon) -> list[_Clause]:
    """The clauses from a word on; none where one that must be mended has nothing that proves it."""
    first = _clause(words, start, end, None, lexicon)
    row = [first] if first else []
    k = row[0].verb + 1 if row else end
    while k < end - 1:
        word, k = words[k].text.lower(), k + 1
        if word in _JOINS:
            begin = k + 1 if words[k].text.lower() in ("and", *MARKS) else k
            clause = _clause(words, begin, end, row[-1], lexicon)
            if clause:
                row.append(clause)
                k = clause.verb + 1
    one = any(clause.sure and not clause.many for clause in row)
    if all(clause.well_read for clause in row) or not any(clause.sure for clause in row):
        return []
    if any(not (one or clause.sure or _is_act_of(words, clause, lexicon)) for clause in row):
        return []
    return row


def _clause(words: Tree, start: int, end: int, before: _Clause | None, lexicon: Lexicon) -> _Clause | None:
    """The clause that begins at a word; None where a noun and a verb do not follow one another."""
    possible = None
    for noun in range(start, min(start + 4, end - 1)):
        verb = noun + 1
        if words[verb].upos == "ADV" and words[verb].xpos == "RB" and verb + 1 < end:
            verb += 1
        sure = _sure_clause(words, start, noun, verb, lexicon)
        if sure:
            return sure
        possible = possible or _possible_clause(words, start, noun, before, lexicon)
        if words[noun].upos not in _BEFORE_NOUNS and words[noun].xpos != "PRP$":
            break
    return possible


def _sure_clause(words: Tree, start: int, noun: int, verb: int, lexicon: Lexicon) -> _Clause | None:
    """A noun and a finite verb of its number."""
    named = words[noun].upos in THINGS or (words[noun].upos == "PRON" and words[noun].xpos in ("NN", "PRP"))
    if words[noun].upos == "VERB" and words[noun].xpos in ("NN", *_MANY):
        named = not lexicon.knows(
            lexicon.lemma(words[noun].text.lower(), "verb"), "verb"
        )  # two tags, and no verb
    many = words[noun].xpos in _MANY
    if not named or words[verb].xpos != ("VBP" if many else "VBZ") or words[verb].upos == "PRON":
        return None
    main = verb
    if bare_relation(words[verb]) in ("aux", "cop"):
        main = words[verb].head
        if words[verb].text.lower() not in _AUXILIARIES:
            main = verb  # `bangs closed`
        elif main < verb:
            return None
    well_read = words[noun].head == main and bare_relation(words[noun]) == "nsubj"
    well_read &= main != verb or words[verb].upos == "VERB"
    return _Clause(start=start, noun=noun, verb=main, finite=verb, many=many, sure=True, well_read=well_read)


def _possible_clause(
    words: Tree, start: int, noun: int, before: _Clause | None, lexicon: Lexicon
) -> _Clause | None:
    """A noun and what is a form of a verb, too: that of many behind a plural, and that of one behind a singular."""
    verb = noun + 1
    form, name = words[verb].text.lower(), words[noun].text.lower()
    lemma = lexicon.lemma(form, "verb")
    one = lemma != form and form.endswith("s")
    if (
        not (one or lemma == form)
        or not lexicon.knows(lemma, "verb")
        or words[verb].xpos in ("VBN", "VBD", "RB", "IN")
    ):
        return None
    if verb + 1 < len(words) and words[verb + 1].text.lower() in ("of", "'s", "'", "-", *BE):
        return None
    if words[verb].upos not in (*THINGS, "ADJ", "INTJ", "VERB"):
        return None
    if one:
        article = any(
            words[k].text.lower() in SINGULAR and words[k + 1].text.lower() not in _SEVERAL
            for k in range(start, noun)
        )
        article |= before is None and start == noun and _bears_clause(words, verb)
        named = words[noun].xpos in ("NN", "NNP", "JJ") and lexicon.knows(name, "noun")
        named &= lexicon.noun_class(name) not in ("color", "attribute")
        likely = is_act(form, lexicon) or lexicon.verb_preference(form) >= (-1 if article else 0)
        if not article and before is not None:
            likely = (
                likely and is_act(form, lexicon) and words[start - 1].text != ","
            )  # `balloons, teddy bears`
    else:
        article = False
        listed = before is not None and (before.many or words[noun].upos in THINGS)
        listed = listed and words[noun].xpos == "VBZ"
        named = words[noun].xpos in _MANY or listed or name in _ALIKE
        named &= lexicon.knows(lexicon.lemma(name, "noun"), "noun")
        if before is not None and not before.many and lexicon.knows(lexicon.lemma(name, "verb"), "verb"):
            named &= (
                is_happening(form, lexicon) and lexicon.verb_preference(form) >= 0
            )  # `slices bread and butters toast`
        likely = lexicon.verb_preference(form) >= -3
    acts = is_act(form, lexicon) or lexicon.verb_preference(form) >= 2
    sure = article or (acts and words[noun].head == verb and words[noun].deprel == "nsubj")
    solid = lexicon.noun_class(lexicon.lemma(form, "noun")) in _OBJECTS and lexicon.verb_preference(form) <= 0
    if not named or not likely or (solid and not article):
        return None
    return _Clause(start=start, noun=noun, verb=verb, finite=verb, many=not one, sure=sure, well_read=False)


def _bears_clause(words: Tree, verb: int) -> bool:
    """``Rain drums on a roof while a dog barks``: a clause hangs on a clause, so that the first has a verb, too."""
    return any(
        words[k].deprel == "advcl"
        and any(words[c].deprel == "mark" and words[c].text.lower() in MARKS for c in words.children(k))
        for k in words.children(verb)
    )


def _is_act_of(words: Tree, clause: _Clause, lexicon: Lexicon) -> bool:
    """Whether a verb is hardly ever a thing."""
    return is_act(words[clause.verb].text.lower(), lexicon)


def _mend(words: Tree, row: list[_Clause], end: int, lexicon: Lexicon) -> bool:
    """Let each noun be the subject of its verb, and each verb but the first beside, or under, the first."""
    first = row[0]
    for clause, behind in zip(row, [c.start for c in row[1:]] + [end], strict=True):
        joins = _joins(words, clause.start) if clause is not first else ()
        mark = any(words[k].text.lower() in MARKS for k in joins)
        if clause is first:
            words[clause.verb] = replace(words[clause.verb], head=-1, deprel="root")
        elif not clause.well_read or words[clause.verb].head not in [c.verb for c in row]:
            words[clause.verb] = replace(
                words[clause.verb], head=first.verb, deprel="advcl" if mark else "conj"
            )
        if not clause.well_read:
            _mend_clause(words, clause, behind, lexicon)
        for k in joins:
            relation = {",": "punct", "and": "cc"}.get(words[k].text.lower(), "mark")
            words[k] = replace(words[k], head=clause.verb, deprel=relation)
    for k in range(first.start, end):  # what hung on the old top
        if words[k].head < 0 and k != first.verb:
            words[k] = replace(words[k], head=first.verb, deprel="dep")
    return True


def _joins(words: Tree, start: int) -> list[int]:
    """The comma, the conjunction and the mark before a clause."""
    return [k for k in (start - 2, start - 1) if k > 0 and words[k].text.lower() in _JOINS]


def _mend_clause(words: Tree, clause: _Clause, end: int, lexicon: Lexicon) -> None:
    """Make the noun and the verb of one clause what they are, and hang on them what stands beside them."""
    noun, verb = clause.noun, clause.verb
    passive = any(words[k].deprel == "aux:pass" for k in words.children(verb))
    for k in range(clause.start, end):
        if k in (noun, verb):
            continue
        head, relation = words[k].head, words[k].deprel
        if clause.start <= head < end and head not in (noun, verb):
            continue
        if k == verb + 1 and words[k].upos == "VERB" and lexicon.is_adjective(words[k].text.lower()):
            words[k] = replace(  # `slides shut`
                words[k], upos="ADJ", xpos="JJ", features="Degree=Pos", head=verb, deprel="xcomp"
            )
            continue
        if k < noun:
            words[k] = replace(
                words[k], head=noun, deprel=relation if relation in BEFORE_NOUN else "compound"
            )
        elif head != verb or words[verb].upos in (*THINGS, "ADJ", "INTJ"):
            words[k] = replace(words[k], head=verb, deprel=_relation_to_verb(words, k, verb))
    if words[noun].upos not in THINGS and words[noun].upos != "PRON":
        words[noun] = as_noun(words[noun], lexicon, one=not clause.many)
    words[noun] = replace(words[noun], head=verb, deprel="nsubj:pass" if passive else "nsubj")
    if verb == clause.finite and (words[verb].xpos not in FINITE or words[verb].upos != "VERB"):
        words[verb] = as_verb(words[verb], lexicon, one=not clause.many)


def _relation_to_verb(words: Tree, k: int, verb: int) -> str:
    """What a word that hung on a noun is to the verb that this noun was."""
    relation = words[k].deprel
    if words[k].upos in THINGS and relation not in ("obl", "obl:unmarked"):
        placed = any(words[c].deprel == "case" for c in words.children(k))
        return "obl" if placed else "obj" if k > verb else relation
    if words[k].upos == "ADV":
        return "advmod"
    return "advcl" if relation == "acl" else relation
