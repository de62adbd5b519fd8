"""A parse as a graph that is safe and easy to walk.

Compound prepositions (``in front of``, ``next to``) become one preposition of their noun, whatever the parser made of
them, and every walk ends: a head that would close a circle is cut when the graph is built.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.types import Parse, Word

# Longest first. The noun behind the last word takes the place of the words in the tree.
COMPOUND_PREPOSITIONS: tuple[tuple[str, ...], ...] = (
    ("in", "the", "middle", "of"),
    ("on", "the", "side", "of"),
    ("on", "the", "edge", "of"),
    ("at", "the", "edge", "of"),
    ("to", "the", "left", "of"),
    ("to", "the", "right", "of"),
    ("in", "front", "of"),
    ("in", "back", "of"),
    ("in", "between", "of"),
    ("on", "top", "of"),
    ("off", "of"),
    ("out", "of"),
    ("away", "from"),
    ("ahead", "of"),
    ("outside", "of"),
    ("inside", "of"),
    ("next", "to"),
    ("close", "to"),
    ("along", "with"),
    ("across", "from"),
    ("up", "to"),
    ("in", "between"),
    ("because", "of"),
    ("instead", "of"),
)
# Of these the noun inside (middle, side, edge, left, right) may also be meant as the place itself: they stay in the
# tree, and the link model decides; only the others are folded into a preposition.
_FOLDED_BY_FIRST = {
    first: [pattern for pattern in COMPOUND_PREPOSITIONS if pattern[0] == first and "the" not in pattern]
    for first, *_ in COMPOUND_PREPOSITIONS
}
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})


class Graph:
    """Heads, children and prepositions of one parse.

    Attributes:
        words: The words of the parse.
        lowered: Their texts in lower case.
        heads: Index of each word's head, -1 for a root. No walk along the heads meets a word twice.
        relations: UD relation of each word to its head, with its subtype.
        children: Indices of each word's dependents, ascending.
        prepositions: Each word's preposition (``in-front-of``) or "" where it has none.
        sentences: Index of each word's sentence.
    """

    __slots__ = (
        "_bare",
        "children",
        "heads",
        "lowered",
        "parse",
        "prepositions",
        "relations",
        "sentences",
        "words",
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
        self._fold_compound_prepositions()
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
        return [child for child in self.children[i] if self._bare[child] in relations]

    def first_conjunct(self, i: int) -> int:
        """The word at the head of the coordination that word ``i`` stands in, or ``i`` itself."""
        while self.heads[i] >= 0 and self.relation(i) == "conj":
            i = self.heads[i]
        return i

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

    def _move(self, i: int, head: int, relation: str) -> None:
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

    def _fold_compound_prepositions(self) -> None:
        i = 0
        n_words = len(self.words)
        while i < n_words:
            pattern = next(
                (
                    p
                    for p in _FOLDED_BY_FIRST.get(self.lowered[i], ())
                    if tuple(self.lowered[i : i + len(p)]) == p
                ),
                None,
            )
            if pattern is None:
                i += 1
                continue
            members = range(i, i + len(pattern))
            noun = self._noun_behind(members)
            i += len(pattern)
            if noun is None:
                continue
            outside = [
                self.heads[m] for m in members if self.heads[m] not in members and self.heads[m] != noun
            ]
            if self.heads[noun] in members or not outside:
                top = outside[0] if outside else self.heads[noun]
                if top in members:
                    top = -1
                if top != self.heads[noun]:
                    verbal = top >= 0 and self.words[top].upos in ("VERB", "AUX")
                    self._move(noun, top, "obl" if verbal else "nmod")
            for m in members:
                for child in list(self.children[m]):
                    if child not in members and child != noun:
                        self._move(child, noun, self.relations[child])
                self._move(m, noun, "case")
            self.prepositions[noun] = "-".join(pattern)

    def _noun_behind(self, members: range) -> int | None:
        """The noun that a compound preposition governs: the head of its last word's phrase to the right."""
        last = members[-1]
        head = self.heads[last]
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
            cases = [
                c
                for c in self.dependents(i, "case")
                if c < i and self.words[c].upos in ("ADP", "SCONJ", "ADV", "PART")
            ]
            # A possessive 's stands behind its noun and is no preposition.
            self.prepositions[i] = "-".join(self.lowered[c] for c in cases[:3])
        for i in range(len(self.words)):
            if not self.prepositions[i] and self.relation(i) == "conj":
                first = self.first_conjunct(i)
                if self.words[first].upos in _NOMINAL and self.words[i].upos in _NOMINAL:
                    self.prepositions[i] = self.prepositions[first]


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
