"""A parse as a graph that is safe and easy to walk.

Compound prepositions (``in front of``, ``next to``) become one preposition of their noun, whatever the parser made of
them, and every walk ends: a head that would close a circle is cut when the graph is built.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.syntax.constructions import fold_constructions
from extractor.types import Parse, Word

# Longest first. The noun behind the last word takes the place of the words in the tree.
COMPOUND_PREPOSITIONS: tuple[tuple[str, ...], ...] = (
    ("in", "between", "of"),
    ("in", "addition", "to"),
    ("far", "away", "from"),
    ("as", "far", "as"),
    ("in", "front", "of"),
    ("infront", "of"),
    ("ontop", "of"),
    ("in", "back", "of"),
    ("on", "top", "of"),
    ("off", "of"),
    ("out", "of"),
    ("away", "from"),
    ("ahead", "of"),
    ("outside", "of"),
    ("inside", "of"),
    ("next", "to"),
    ("close", "to"),
    ("near", "to"),
    ("along", "with"),
    ("across", "from"),
    ("apart", "from"),
    ("short", "of"),
    ("up", "to"),
    ("in", "between"),
    ("because", "of"),
    ("instead", "of"),
    ("rather", "than"),
    ("such", "as"),
    ("adjacent", "to"),
    ("parallel", "to"),
    ("perpendicular", "to"),
    ("opposite", "to"),
    ("opposite", "of"),
    ("far", "from"),
    ("left", "of"),
    ("right", "of"),
    ("north", "of"),
    ("south", "of"),
    ("east", "of"),
    ("west", "of"),
)
_FOLDED_BY_FIRST = {
    first: [pattern for pattern in COMPOUND_PREPOSITIONS if pattern[0] == first]
    for first, *_ in COMPOUND_PREPOSITIONS
}
# What a place has: `on the left side of a road` is on a road. The models read the first word alone.
_BEFORE_PARTS = frozenset(
    """in on at to along from off over by near around towards toward through down up against onto into inside behind
    below above beneath under""".split()
)
_DETERMINERS = frozenset("a all an both each either four one opposite the three two".split())
_OF_PARTS = frozenset(
    """either left right far front back other opposite very upper lower near northern southern eastern western left-hand
    right-hand top bottom outer inner hand""".split()
)
_PARTS = frozenset(
    """middle center centre side sides edge edges end ends top bottom back front rear corner corners left right foot
    base tip outskirts beginning heart midst""".split()
)
# Parts behind these prepositions alone: `at the head of a line`, and not `on the head of a statue`.
_PARTS_BY_PREPOSITION = {
    "at": frozenset({"head", "level"}),
    "down": frozenset({"length"}),
    "in": frozenset({"palm"}),
    "inside": frozenset({"bend"}),
    "to": frozenset({"east", "north", "south", "west"}),
}
# Adverbs in front of a preposition that say no more than it, and one in two words: `up on a roof`, `on to a roof`.
_SAID_BY = {"up-on": "on", "on-up": "on", "off-to": "to", "on-to": "onto", "in-to": "into"}
# The models know these by what is alike; all others by themselves.
_READ_AS = {
    "near-to": "near",
    "far-away-from": "away-from",
    "adjacent-to": "next-to",
    "parallel-to": "next-to",
    "perpendicular-to": "next-to",
    "opposite-to": "next-to",
    "opposite-of": "next-to",
    "far-from": "away-from",
    "apart-from": "away-from",
    "short-of": "near",
    "as-far-as": "to",
    "left-of": "next-to",
    "right-of": "next-to",
    "north-of": "next-to",
    "south-of": "next-to",
    "east-of": "next-to",
    "west-of": "next-to",
}
# What they bring in is said of nothing in the picture, or only names what is said already.
_EXCEPT = frozenset({"despite", "except", "unlike"})
_BRING_NOTHING = frozenset({"in-addition-to", "such-as", "instead-of", "rather-than", "because-of"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
# As captions write them, too.
_SPELLED = {"infront": "in-front", "ontop": "on-top"}
_RECIPROCAL = frozenset({("each", "other"), ("one", "another")})
# `is left of` is no passive.
_ACTIVE = {"nsubj:pass": "nsubj", "aux:pass": "cop"}


class Graph:
    """Heads, children and prepositions of one parse.

    Attributes:
        words: The words of the parse.
        lowered: Their texts in lower case.
        heads: Index of each word's head, -1 for a root. No walk along the heads meets a word twice.
        relations: UD relation of each word to its head, with its subtype.
        children: Indices of each word's dependents, ascending.
        prepositions: Each word's preposition as models read it (``in-front-of``, ``on`` for ``on the back of``), or ""
            where it has none.
        written_prepositions: The same in full (``on-the-back-of``).
        folded: Words that only introduce others: neither arguments nor predicates.
        sentences: Index of each word's sentence.
    """

    __slots__ = (
        "_bare",
        "children",
        "folded",
        "heads",
        "lowered",
        "parse",
        "prepositions",
        "relations",
        "sentences",
        "words",
        "written_prepositions",
    )

    def __init__(self, parse: Parse) -> None:
        self.parse = parse
        self.words: Sequence[Word] = parse.words
        self.lowered = [word.text.lower() for word in parse.words]
        self.heads = _acyclic([word.head for word in parse.words])
        self.relations = [word.deprel for word in parse.words]
        self._bare = [relation.partition(":")[0] for relation in self.relations]
        self.sentences = [token.sentence for token in parse.tokens]
        self.children: list[list[int]] = [[] for _ in self.words]
        for i, head in enumerate(self.heads):
            if head >= 0:
                self.children[head].append(i)
        self.prepositions = [""] * len(self.words)
        self.written_prepositions = [""] * len(self.words)
        self.folded: set[int] = set()
        self._join_each_other()
        self._fold_compound_prepositions()
        fold_constructions(self)
        self._find_prepositions()

    def relation(self, i: int) -> str:
        """The relation of word ``i`` without its subtype."""
        return self._bare[i]

    def ancestors(self, i: int) -> list[int]:
        """Heads of word ``i`` from the nearest to the root."""
        result = []
        i = self.heads[i]
        while i >= 0:
            result.append(i)
            i = self.heads[i]
        return result

    def dependents(self, i: int, *relations: str) -> list[int]:
        """Children of word ``i`` with one of the relations (named without subtype)."""
        children = self.children[i]
        if not children:  # as most words have none, and this is asked all the time
            return []
        bare = self._bare
        if len(children) == 1:
            return [*children] if bare[children[0]] in relations else []
        return [child for child in children if bare[child] in relations]

    def first_conjunct(self, i: int) -> int:
        """The word at the head of the coordination that word ``i`` stands in, or ``i`` itself."""
        while self.heads[i] >= 0 and self.relation(i) == "conj":
            i = self.heads[i]
        return i

    def is_left(self, i: int) -> bool:
        """Whether a word is a preposition at the end of a clause whose noun it governs: ``she sits on``.

        That is a relative clause, or one such as ``a hoop for a dog to jump through``.
        """
        if self.words[i].upos != "ADP" or self._bare[i] != "obl" or self.children[i]:
            return False
        verb = self.heads[i]
        meant = self._bare[verb] == "acl" and any(
            self.lowered[c] == "for" for c in self.dependents(verb, "mark")
        )
        related = meant or self.relations[verb].startswith("acl:relcl")
        subjects = self.dependents(verb, "nsubj") if related else []
        return bool(subjects) and self.lowered[subjects[0]] not in ("that", "which", "who")

    def phrase(self, i: int) -> tuple[int, int]:
        """First and last word of the noun phrase of word ``i``: no preposition, clause, apposition or coordination."""
        first = last = i
        stack = [i]
        while stack:
            node = stack.pop()
            for child in self.children[node]:
                relation = self.relation(child)
                if relation in (
                    "det",
                    "amod",
                    "nummod",
                    "compound",
                    "flat",
                    "nmod",
                    "advmod",
                    "fixed",
                    "case",
                ):
                    if relation == "case" and node == i:
                        continue
                    if relation == "nmod" and node == i and child > i and self.prepositions[child] != "of":
                        continue
                    if abs(child - node) > 12:
                        continue
                    first, last = min(first, child), max(last, child)
                    stack.append(child)
        return first, last

    def move(self, i: int, head: int, relation: str) -> None:
        """Give word ``i`` another head, unless that would close a circle."""
        if head == i or (head >= 0 and i in self.ancestors(head)):
            return
        if self.heads[i] >= 0:
            self.children[self.heads[i]].remove(i)
        self.heads[i] = head
        self.relations[i] = relation
        self._bare[i] = relation.partition(":")[0]
        if head >= 0:
            self.children[head] = sorted([*self.children[head], i])

    def of_phrase(self, i: int) -> int | None:
        """The noun of the ``of`` right behind word ``i``, where the tree has it."""
        if i + 1 >= len(self.words) or self.lowered[i + 1] != "of":
            return None
        for child in self.dependents(i, "nmod"):
            if child > i + 1 and i + 1 in self.dependents(child, "case"):
                return child
        return None

    def give_place(self, i: int, other: int, *, keep: tuple[str, ...]) -> None:
        """Give word ``other`` below ``i`` the place of ``i`` in the tree, with its dependents but those to keep."""
        self.move(other, self.heads[i], self.relations[i])
        own_subject = bool(self.dependents(other, "nsubj"))
        for child in list(self.children[i]):
            bare = self.relation(child)
            if child == other or bare in keep or (bare == "nsubj" and own_subject):
                continue
            nominal = bare == "obl" and self.words[other].upos in ("NOUN", "PROPN")
            self.move(child, other, "nmod" if nominal else self.relations[child])

    def is_reciprocal(self, i: int) -> bool:
        """Whether word ``i`` is the last of ``each other`` or ``one another``."""
        return tuple(self.lowered[max(i - 1, 0) : i + 1]) in _RECIPROCAL

    def _join_each_other(self) -> None:
        """``each other``, ``one another`` are one word for a tree: the last."""
        for i in range(len(self.words) - 1):
            if self.is_reciprocal(i + 1) and self.heads[i + 1] in (i, self.heads[i]):
                self.move(i + 1, self.heads[i], self.relations[i])
                for child in list(self.children[i]):
                    if child != i + 1:
                        self.move(child, i + 1, self.relations[child])
                self.move(i, i + 1, "det")

    def _fold_compound_prepositions(self) -> None:
        i = 0
        while i < len(self.words):
            pattern = self._part_of_place(i)
            read = self.lowered[i] if pattern else ""
            if read == "to":
                read = "next-to"
            if not pattern:
                pattern = next(
                    (
                        p
                        for p in _FOLDED_BY_FIRST.get(self.lowered[i], ())
                        if tuple(self.lowered[i : i + len(p)]) == p
                    ),
                    (),
                )
            members = range(i, i + len(pattern))
            if pattern == ("up", "to") and self.relations[i] == "compound:prt":
                pattern = ()  # `held up to the light`
            noun = self._noun_behind(members) if pattern else None
            i += max(len(pattern), 1)
            if noun is None:
                continue
            self._fold_preposition(members, noun)
            written = "-".join(_SPELLED.get(word, word) for word in pattern)
            self.written_prepositions[noun] = written
            self.prepositions[noun] = read or _READ_AS.get(written, written)
            if written in _BRING_NOTHING:
                self._fold_noun(noun)

    def _part_of_place(self, i: int) -> tuple[str, ...]:
        """The words ``on the left side of`` from word ``i`` on; empty where there are none."""
        if self.lowered[i] not in _BEFORE_PARTS:
            return ()
        j = i + 1
        if j < len(self.lowered) and self.lowered[j] in _DETERMINERS:
            j += 1
        while j + 1 < len(self.lowered) and self.lowered[j] in _OF_PARTS and self.lowered[j + 1] != "of":
            j += 1
        parts = _PARTS | _PARTS_BY_PREPOSITION.get(self.lowered[i], frozenset())
        if j + 1 >= len(self.lowered) or self.lowered[j] not in parts or self.lowered[j + 1] != "of":
            return ()
        words = tuple(self.lowered[i : j + 2])
        return () if words in COMPOUND_PREPOSITIONS else words

    def _fold_preposition(self, members: range, noun: int) -> None:
        outside = [self.heads[m] for m in members if self.heads[m] not in members and self.heads[m] != noun]
        if self.heads[noun] in members or not outside:
            top = outside[0] if outside else self.heads[noun]
            if top in members:
                top = -1
            if top != self.heads[noun]:
                verbal = top >= 0 and self.words[top].upos in ("VERB", "AUX")
                # `a cup, which is in front of a jug`: the clause is that of the jug
                said = [
                    self.relations[m] for m in members if self.heads[m] == top and self.dependents(m, "cop")
                ]
                self.move(noun, top, said[0] if said else "root" if top < 0 else "obl" if verbal else "nmod")
        for m in members:
            for child in list(self.children[m]):
                if child not in members and child != noun:
                    self.move(child, noun, _ACTIVE.get(self.relations[child], self.relations[child]))
            self.move(m, noun, "case")
            if self.words[m].upos == "VERB":
                self.folded.add(m)  # `left of`: no act

    def _fold_noun(self, noun: int) -> None:
        """Take a noun, and what is coordinated with it, out of the arguments; its places are those of its head."""
        self.folded |= {noun, *self.dependents(noun, "conj")}
        head = self.heads[noun]
        for child in self.dependents(noun, "nmod") if head >= 0 else ():
            if child > noun and any(self.lowered[c] != "of" for c in self.dependents(child, "case")):
                self.move(child, head, self.relations[child])

    def _noun_behind(self, members: range) -> int | None:
        """The noun that a compound preposition governs: the head of its last word's phrase to the right."""
        last = members[-1]
        head = self.heads[last]
        if self.is_reciprocal(last + 2):
            return last + 2
        if head > last and self.words[head].upos in _NOMINAL and self.sentences[head] == self.sentences[last]:
            return head
        for j in range(last + 1, min(last + 8, len(self.words))):
            if self.sentences[j] != self.sentences[last] or self.words[j].upos in (
                "VERB",
                "AUX",
                "PUNCT",
                "SCONJ",
            ):
                return None
            if self.is_reciprocal(j):
                return j
            if self.words[j].upos in _NOMINAL:
                while (
                    self.heads[j] > j and self.words[self.heads[j]].upos in _NOMINAL and self.heads[j] - j < 4
                ):
                    j = self.heads[j]
                return j
        return None

    def _find_prepositions(self) -> None:
        for i in range(len(self.words)):
            if self.prepositions[i]:
                continue
            if not self.children[i]:
                if not self.is_left(i):
                    continue
                self.prepositions[i] = self.written_prepositions[i] = self.lowered[i]
                continue
            cases = [
                c
                for c in self.dependents(i, "case")
                if c < i and self.words[c].upos in ("ADP", "SCONJ", "ADV", "PART")
            ]
            # A possessive 's stands behind its noun and is no preposition.
            written = "-".join(self.lowered[c] for c in cases[:3])
            self.prepositions[i] = _SAID_BY.get(written, written)
            self.written_prepositions[i] = self.prepositions[i]
            acts = self.prepositions[i] == "except" and self.dependents(
                i, "acl"
            )  # `except a goat that bleats`
            if self.prepositions[i] in _EXCEPT and not acts:
                self._fold_noun(i)
        for i in range(len(self.words)):
            if not self.prepositions[i] and self.relation(i) == "conj":
                first = self.heads[i]  # what stands before it has that of the first by now
                if self.words[first].upos in _NOMINAL and self.words[i].upos in _NOMINAL:
                    self.prepositions[i] = self.prepositions[first]
                    self.written_prepositions[i] = self.written_prepositions[first]


def _acyclic(heads: Sequence[int]) -> list[int]:
    """Heads of a forest: out-of-range heads and the arc that closes a circle become roots."""
    n_words = len(heads)
    result = [head if 0 <= head < n_words and head != i else -1 for i, head in enumerate(heads)]
    state = [0] * n_words  # 0 not seen, 1 on the present walk, 2 known to end
    for i in range(n_words):
        walk = []
        j = i
        while j >= 0 and state[j] == 0:
            state[j] = 1
            walk.append(j)
            j = result[j]
        if j >= 0 and state[j] == 1:
            result[walk[-1]] = -1
        for k in walk:
            state[k] = 2
    return result
