"""What the features of a caption's predicates and pairs are made of: lemmas, senses, subjects, paths, all kept once.

``FEATURE_SCHEMA`` changes with every change that makes a model of before unusable.
"""

from __future__ import annotations

from extractor.lexicon import Lexicon
from extractor.linear.templates import Components
from extractor.links.candidates import PLACE_ADVERBS
from extractor.links.pronouns import antecedents, pairs
from extractor.syntax.graph import Graph
from extractor.syntax.mending import mended
from extractor.types import Parse

FEATURE_SCHEMA = 4

_RELATIVE_PRONOUNS = frozenset({"who", "which", "that", "whom"})
_CLOTHES = frozenset({"clothing", "footwear", "headdress", "uniform"})
_ATTIRE = _CLOTHES | {"color"}
# Classes of what is sold by its stuff and its look, and these: `a dress in floral print`.
_WORN = _CLOTHES | {"jewelry", "container"}
_NAMED_CLOTHES = ("alls", "coat", "dress", "gear", "hat", "jacket", "pants", "shirt", "suit", "wear")
# Of which one alone is no clothes: `a nurse in scrubs`.
_PLURAL_CLOTHES = frozenset({"fatigues", "leathers", "scrubs"})
_STUFFS = frozenset({"substance", "fabric", "material"})
_WEARABLES = frozenset(
    """armor armour bikini cast crown gear glasses glove goggles handcuff headband headphone headphones heel heels
    helmet hoodie jersey jewelry loafer makeup mitten onesie scarf shackle skirt sunglasses tunic veil
    visor""".split()
)
STAGES = frozenset({"stage"})
_HUES = frozenset({"finish", "hue", "pattern", "shade", "tone"})
_LOOKS = frozenset("canvas finish mesh pattern print shade size stripe style wash".split())
VERBAL = frozenset({"VERB", "AUX"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_MAX_PATH = 6
_MAX_CHUNKS = 8
_CHUNK_BY_UPOS = {
    "NOUN": "N",
    "PROPN": "N",
    "PRON": "N",
    "NUM": "N",
    "VERB": "V",
    "AUX": "X",
    "CCONJ": "C",
    "PUNCT": ",",
    "PART": "T",
}


class CaptionFeatures:
    """What the features of one caption share: lemmas, supersenses, subjects, all computed once.

    Args:
        graph: The caption's graph.
        lexicon: Base forms and supersenses.
    """

    def __init__(self, graph: Graph, lexicon: Lexicon) -> None:
        self.graph = graph
        self.lexicon = lexicon
        n_words = len(graph.words)
        self.noun_lemmas = [lexicon.lemma(form, "noun") for form in graph.lowered]
        self.verb_lemmas = [self._verb_lemma(i) for i in range(n_words)]
        self.supersenses = [self._supersense(i) for i in range(n_words)]
        self.noun_classes = [self._noun_class(i) for i in range(n_words)]
        # The first sense of `donkey` is a party's: what is meant in captions is the class.
        senses = [
            "animal" if noun_class == "animal" else sense
            for noun_class, sense in zip(self.noun_classes, self.supersenses, strict=True)
        ]
        # A pronoun has the value of its noun.
        self.antecedents = antecedents(graph, self.noun_lemmas, senses)
        together = pairs(graph, self.noun_lemmas, senses, self.antecedents)
        self.antecedents |= {pronoun: first for pronoun, (first, _) in together.items()}
        self.seconds = {pronoun: second for pronoun, (_, second) in together.items()}
        for pronoun, noun in self.antecedents.items():
            self.noun_lemmas[pronoun] = self.noun_lemmas[noun]
        self.chunks = [self._chunk(i) for i in range(n_words)]
        self.verbs = [i for i in range(n_words) if graph.words[i].upos == "VERB"]
        self.nouns = [i for i in range(n_words) if graph.words[i].upos in ("NOUN", "PROPN")]
        self.own_components: dict[int, Components] = {}  # of arguments, see ``extractor.links.pair_features``
        self._subjects: dict[int, tuple[int, str]] = {}

    @classmethod
    def of(cls, parse: Parse, lexicon: Lexicon) -> CaptionFeatures:
        """What the features of a parsed caption share, with word classes mended where the tree rules them out."""
        return cls(Graph(mended(parse, lexicon)), lexicon)

    def _verb_lemma(self, i: int) -> str:
        """The base form of a word read as a verb; what the parser calls one is one: to saw a plank is not to see it."""
        form, word = self.graph.lowered[i], self.graph.words[i]
        if form in ("'s", "'re", "'m"):
            return "be"
        if word.xpos == "VB" and self.lexicon.knows(form, "verb"):
            return form
        return self.lexicon.lemma(form, "verb")

    def _supersense(self, i: int) -> str:
        word = self.graph.words[i]
        if word.upos == "PRON":
            return "pronoun"
        if word.upos == "NUM":
            return "number"
        if self.graph.lowered[i] in PLACE_ADVERBS and word.upos not in ("NOUN", "PROPN"):
            return "place-adverb"
        names = self.lexicon.supersenses(self.noun_lemmas[i], "noun")
        if names[:1] == ["person"] and self.lexicon.supersenses(self.graph.lowered[i], "noun")[:1] == [
            "food"
        ]:
            return "food"  # `fries` are no small fish
        return names[0] if names else "unknown"

    def is_time(self, i: int) -> bool:
        """Whether a noun says when: a stage is sooner a place in captions, whatever WordNet's first sense is."""
        return self.supersenses[i] == "time" and self.noun_lemmas[i] not in STAGES

    def _chunk(self, i: int) -> str:
        """What a word is in a shallow reading of the caption: robust where the tree is wrong."""
        upos, form = self.graph.words[i].upos, self.graph.lowered[i]
        if upos in ("ADP", "SCONJ") or form in _RELATIVE_PRONOUNS:
            return form
        return _CHUNK_BY_UPOS.get(upos, "")

    def surface_preposition(self, i: int) -> str:
        """The preposition in front of the noun's phrase as it is written; "" where a verb or the start stands there."""
        for j in range(i - 1, max(i - 7, -1), -1):
            word = self.graph.words[j]
            if word.upos in ("ADP", "SCONJ"):
                return self.graph.lowered[j]
            if word.upos not in ("DET", "ADJ", "NOUN", "PROPN", "NUM", "PRON", "ADV") and word.xpos not in (
                "VBN",
                "POS",
            ):
                break
            if word.upos == "PRON" and word.xpos != "PRP$":
                break
        return ""

    def shallow_path(self, start: int, end: int) -> str:
        """The chunks between two words, in the order of the text, nouns in a row as one; ``long`` beyond eight."""
        low, high = sorted((start, end))
        chunks: list[str] = []
        for j in range(low + 1, high):
            chunk = self.chunks[j]
            if chunk and not (chunk == "N" and chunks and chunks[-1] == "N"):
                chunks.append(chunk)
        if chunks and chunks[-1] == "N" and self.chunks[high] == "N":
            chunks.pop()
        if self.chunks[low] == "N" and chunks and chunks[0] == "N":
            chunks.pop(0)
        side = "<" if end < start else ">"
        return side + (" ".join(chunks) if len(chunks) <= _MAX_CHUNKS else "long")

    def _noun_class(self, i: int) -> str:
        if self.supersenses[i] in ("pronoun", "number", "place-adverb"):
            return self.supersenses[i]
        lemma = self.noun_lemmas[i]
        if self.graph.lowered[i] in _PLURAL_CLOTHES:
            return "clothing"
        worn = self.supersenses[i] == "unknown" and lemma.endswith(_NAMED_CLOTHES)  # `wetsuit`, `undershirt`
        return self.lexicon.noun_class(lemma) or ("clothing" if worn else "unknown")

    def is_attire(self, i: int) -> bool:
        """Whether a word says what somebody wears, or what it is made of: ``in a red coat``, ``boots in leather``."""
        preposition = self.graph.prepositions[i]
        if preposition not in ("in", "with"):
            return False
        head = self.graph.heads[i]
        own = any(self.graph.words[c].xpos == "PRP$" for c in self.graph.children[i])
        if own and i < head and self.graph.relation(i) == "obl" and self.verb_lemmas[head] == "have":
            return False  # `In her shoes she has pebbles`
        thing = head >= 0 and self.graph.words[head].upos not in VERBAL  # `wraps bread in paper`
        made = preposition == "in" and thing and (self.noun_classes[head] in _WORN or self.is_worn(head))
        if made and self.lexicon.is_adjective(self.graph.lowered[i]):
            return True  # `a backpack in orange`
        bare = self.graph.words[i].xpos == "NN" and not self.graph.dependents(i, "det", "nmod")
        color = preposition == "in" and (
            self.noun_lemmas[i] in ("color", "colour")
            or (self.noun_lemmas[i] in ("shape", "size", "style") and self.graph.relation(i) == "nmod")
            or (self.noun_lemmas[i] in _HUES and self._is_one_of_many(i))
        )
        first = self.graph.first_conjunct(i)  # `in a hat and sunglasses`
        return (
            color
            or self.noun_classes[i] in _ATTIRE
            or self.noun_classes[first] in _ATTIRE
            or (preposition == "in" and (self.noun_lemmas[i] in _WEARABLES or self._is_top(i)))
            or (preposition == "in" and self.noun_classes[first] == "jewelry" and self._is_on_somebody(first))
            or (
                made
                and (
                    (bare and self.noun_classes[head] != "container")
                    or self.noun_classes[i] in _STUFFS
                    or self.noun_lemmas[i] in _LOOKS
                )
            )
        )

    def _is_on_somebody(self, i: int) -> bool:
        """``a woman in pearls``, and not a pearl in a ring: whether somebody stands before the preposition."""
        before = min(self.graph.dependents(i, "case"), default=0) - 1
        return before >= 0 and self.supersenses[before] in ("person", "animal")

    def _is_one_of_many(self, i: int) -> bool:
        """``a lipstick in a red shade``, and not in the shade."""
        articles = {self.graph.lowered[c] for c in self.graph.dependents(i, "det")}
        return self.graph.relation(i) == "nmod" and bool(articles & {"a", "an", "two", "several"})

    def is_worn(self, i: int) -> bool:
        """Whether a word is the name of clothes, or of what goes with clothes: ``boots``, ``a hat and sunglasses``."""
        return self.noun_classes[i] in _CLOTHES or self.noun_lemmas[i] in _WEARABLES

    def _is_top(self, i: int) -> bool:
        """``in a tank top``, ``in striped tops``: clothes; ``in the top of a tree`` is a place."""
        graph = self.graph
        one = any(graph.lowered[c] in ("a", "an") for c in graph.dependents(i, "det"))
        one |= bool(graph.dependents(i, "amod")) and not graph.dependents(i, "det")  # `in white top`
        plain = graph.prepositions[i] == "in" and not graph.dependents(i, "nmod")
        return plain and (graph.lowered[i] == "tops" or (one and graph.lowered[i] == "top"))

    def verb_supersense(self, i: int) -> str:
        """The likeliest supersense of a word read as a verb."""
        names = self.lexicon.supersenses(self.verb_lemmas[i], "verb")
        return names[0] if names else "unknown"

    def is_passive(self, i: int) -> bool:
        """Whether the verb is in the passive, or a past participle that describes a noun."""
        graph = self.graph
        if any(graph.relations[c] in ("aux:pass", "nsubj:pass") for c in graph.children[i]):
            return True
        return graph.words[i].xpos == "VBN" and not any(
            graph.lowered[c] in ("has", "have", "had", "having") for c in graph.dependents(i, "aux")
        )

    def subject(self, i: int) -> tuple[int, str]:
        """The noun that the structure gives a predicate as its subject, and the way to it; (-1, "none") without one."""
        if i not in self._subjects:
            self._subjects[i] = self._find_subject(i)
        return self._subjects[i]

    def _find_subject(self, i: int) -> tuple[int, str]:
        graph = self.graph
        way = ""
        for _ in range(8):
            for child in graph.children[i]:
                if graph.relation(child) in ("nsubj", "csubj"):
                    if graph.lowered[child] in _RELATIVE_PRONOUNS:
                        antecedent = graph.heads[i]
                        if graph.relation(i) == "acl" and antecedent >= 0:
                            return antecedent, way + "relative"
                        break
                    return child, way + ("passive" if graph.relations[child] == "nsubj:pass" else "direct")
            relation, head = graph.relation(i), graph.heads[i]
            if head < 0:
                break
            if relation == "cop":
                i, way = head, way + "cop."
            elif relation == "acl" and graph.words[head].upos in _NOMINAL:
                return head, way + ("relative" if graph.relations[i] == "acl:relcl" else "acl")
            elif relation in ("conj", "xcomp", "advcl", "ccomp", "parataxis", "aux", "dep", "acl"):
                i, way = head, way + relation + "."
                if graph.words[i].upos in _NOMINAL and not graph.dependents(i, "nsubj", "cop"):
                    return i, way + "noun"
            elif relation in ("compound", "amod", "nmod", "obl", "obj") and graph.words[i].upos not in VERBAL:
                break
            else:
                break
        if i < len(graph.words) and graph.words[i].upos not in VERBAL:
            # A verb read as a noun has its subject as a compound or adjective in front of it.
            for child in reversed(graph.children[i]):
                if child < i and graph.words[child].upos in ("NOUN", "PROPN"):
                    return child, way + "compound"
        return -1, "none"

    def path(self, start: int, end: int) -> str:
        """Relations from one word to another: up with ``<``, down with ``>``; ``far`` where no short path is."""
        graph = self.graph
        up = [start, *graph.ancestors(start)[:_MAX_PATH]]
        down = [end, *graph.ancestors(end)[:_MAX_PATH]]
        place_in_up = {node: k for k, node in enumerate(up)}
        for depth, node in enumerate(down):
            if node in place_in_up:
                climbs = ["<" + graph.relation(j) for j in up[: place_in_up[node]]]
                descents = [">" + graph.relation(j) for j in reversed(down[:depth])]
                return "".join(climbs + descents) or "self"
        return "far"
