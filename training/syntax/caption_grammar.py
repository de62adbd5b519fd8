"""Caption-like sentences with their dependency trees, made by a small grammar.

Treebanks of English hold web texts and news, hardly any captions: a parser trained on them alone takes the verb of
``A man skateboards down a ramp`` for a noun and has seen few sentences that are one noun phrase. The grammar writes
the sentence patterns of captions, with trees and tags in the UD English style, and fills them with words by how often
raw captions use them in a place where plain patterns say what they are (``is riding a horse``: ride takes horse).
No sentence of a corpus is kept: only the counts of words and pairs of words are learned.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from extractor.lexicon import Lexicon

_Choice = TypeVar("_Choice", bound=Hashable)

_ARTICLES = frozenset({"a", "an", "the"})
_DETERMINERS = _ARTICLES | frozenset(
    ["his", "her", "their", "its", "some", "two", "three", "four", "several", "many"]
)
_PREPOSITIONS = frozenset(
    [
        "in",
        "on",
        "at",
        "through",
        "down",
        "near",
        "into",
        "over",
        "by",
        "behind",
        "along",
        "off",
        "around",
        "across",
        "under",
        "from",
        "above",
        "against",
        "onto",
        "up",
        "to",
        "toward",
        "towards",
        "between",
        "alongside",
        "past",
        "among",
        "inside",
        "underneath",
        "beside",
        "beneath",
        "below",
        "with",
        "for",
        "outside",
    ]
)
_STOPS = frozenset(["and", "while", "as", "who", "that", "which", "is", "are", ".", ","]) | _PREPOSITIONS
_NUMBERS = ("two", "three", "four", "five", "six")
_QUANTIFIERS = frozenset(
    ["two", "three", "four", "five", "six", "few", "many", "several", "single", "other", "set"]
)
_GROUPS = ("group", "bunch", "crowd", "pair", "couple", "herd", "line", "row")
_CLOTHING = [
    "shirt",
    "jacket",
    "hat",
    "dress",
    "coat",
    "uniform",
    "suit",
    "helmet",
    "cap",
    "sweater",
    "outfit",
    "costume",
    "vest",
    "shorts",
    "jeans",
    "pants",
]
_PLURAL_ONLY = frozenset(
    ["shorts", "jeans", "pants", "clothes", "people", "children", "men", "women", "glasses", "sunglasses"]
)

_TAGS = {
    "DT": "DET",
    "JJ": "ADJ",
    "NN": "NOUN",
    "NNS": "NOUN",
    "VBG": "VERB",
    "VBZ": "VERB",
    "VBP": "VERB",
    "VBN": "VERB",
    "IN": "ADP",
    "CD": "NUM",
    "CC": "CCONJ",
    "EX": "PRON",
    "WP": "PRON",
    "WDT": "PRON",
    "PRP$": "PRON",
    "RP": "ADP",
    "RB": "ADV",
    ".": "PUNCT",
    ",": "PUNCT",
}
_FEATURES = {
    "JJ": "Degree=Pos",
    "NN": "Number=Sing",
    "NNS": "Number=Plur",
    "VBG": "Tense=Pres|VerbForm=Part",
    "VBZ": "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin",
    "VBP": "Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin",
    "VBN": "Tense=Past|VerbForm=Part|Voice=Pass",
    "CD": "NumForm=Word|NumType=Card",
    "WP": "PronType=Rel",
    "WDT": "PronType=Rel",
}


@dataclass(slots=True)
class CaptionCounts:
    """What the grammar knows of captions.

    Attributes:
        verbs: Lemma of each verb in ``is V-ing`` to its count.
        participles: Lemma to the ``-ing`` form that was seen.
        objects: Lemma to the nouns that follow it with a determiner.
        verb_prepositions: Lemma to the prepositions that follow it.
        places: Preposition to the nouns behind it with a determiner.
        adjectives: Noun to the adjectives between it and an article.
        subjects: Nouns for people and animals in front of ``is`` or ``are``.
        plurals: Noun to the plural that was seen.
    """

    verbs: Counter[str] = field(default_factory=Counter)
    participles: dict[str, str] = field(default_factory=dict)
    objects: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    verb_prepositions: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    places: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    adjectives: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    subjects: Counter[str] = field(default_factory=Counter)
    plurals: dict[str, str] = field(default_factory=dict)


def count_captions(captions: Iterable[str], lexicon: Lexicon) -> CaptionCounts:
    """Count words and pairs of words of raw captions in places where plain patterns tell what they are."""
    counts = CaptionCounts()
    for caption in captions:
        tokens = [*re.findall(r"[a-z]+(?:-[a-z]+)*|[.,]", caption.lower()), "."]
        for i in range(len(tokens) - 1):
            if tokens[i] in ("is", "are") and tokens[i + 1].endswith("ing"):
                _count_verb(counts, lexicon, tokens, i)
            if tokens[i] in _PREPOSITIONS and tokens[i + 1] in _ARTICLES:
                noun, _ = _noun_at(counts, lexicon, tokens, i + 2)
                if noun:
                    counts.places[tokens[i]][noun] += 1
    return counts


def _count_verb(counts: CaptionCounts, lexicon: Lexicon, tokens: Sequence[str], i: int) -> None:
    participle = tokens[i + 1]
    lemma = lexicon.lemma(participle, "verb")
    if lemma == participle or not lexicon.knows(lemma, "verb") or lemma in ("be", "go", "do"):
        return
    counts.verbs[lemma] += 1
    counts.participles[lemma] = participle
    following = tokens[i + 2] if i + 2 < len(tokens) else "."
    if following in _PREPOSITIONS:
        counts.verb_prepositions[lemma][following] += 1
    elif following in _DETERMINERS:
        noun, _ = _noun_at(counts, lexicon, tokens, i + 3)
        if noun:
            counts.objects[lemma][noun] += 1
    if i > 0 and lexicon.knows(lexicon.lemma(tokens[i - 1], "noun"), "noun"):
        noun = lexicon.lemma(tokens[i - 1], "noun")
        if set(lexicon.supersenses(noun, "noun")[:1]) & {"person", "animal"}:
            counts.subjects[noun] += 1


def _noun_at(counts: CaptionCounts, lexicon: Lexicon, tokens: Sequence[str], i: int) -> tuple[str, int]:
    """The lemma of a noun phrase's head when the phrase is (adjective)* noun and something else follows."""
    start = i
    while i < len(tokens) - 1 and tokens[i] not in _STOPS and tokens[i + 1] not in _STOPS and i - start < 2:
        i += 1
    if (
        i >= len(tokens) - 1
        or tokens[i] in _STOPS
        or tokens[i + 1] not in _STOPS
        or tokens[i].endswith("ing")
    ):
        return "", i
    noun = lexicon.lemma(tokens[i], "noun")
    if not lexicon.knows(noun, "noun"):
        return "", i
    if noun != tokens[i]:
        counts.plurals[noun] = tokens[i]
    for word in tokens[start:i]:
        if lexicon.is_adjective(word) and not word.endswith("ing") and word not in _QUANTIFIERS:
            counts.adjectives[noun][word] += 1
    return noun, i


class _Sentence:
    """Rows of a sentence under construction; heads count from 0, -1 is the root."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str, int, str, str]] = []  # form, lemma, xpos, head, relation, upos

    def add(
        self, form: str, lemma: str, xpos: str, head: int, relation: str, *, upos: str | None = None
    ) -> int:
        self.rows.append((form, lemma, xpos, head, relation, upos or _TAGS[xpos]))
        return len(self.rows) - 1

    def attach(self, i: int, head: int, relation: str) -> None:
        form, lemma, xpos, _, _, upos = self.rows[i]
        self.rows[i] = (form, lemma, xpos, head, relation, upos)

    def conllu(self) -> list[str]:
        lines = []
        for i, (form, lemma, xpos, head, relation, upos) in enumerate(self.rows):
            features = _FEATURES.get(xpos, "_")
            if xpos == "DT":
                definite = "Def" if lemma == "the" else "Ind"
                features = f"Definite={definite}|PronType=Art"
            if xpos == "VBN" and relation not in ("acl", "root", "conj"):
                features = "Tense=Past|VerbForm=Part"
            lines.append(
                "\t".join((str(i + 1), form, lemma, upos, xpos, features, str(head + 1), relation, "_", "_"))
            )
        return lines


class CaptionGrammar:
    """Write sentences of captions' patterns.

    Args:
        counts: The words to fill them with.
        lexicon: For inflection and supersenses.
        past_participles: Lemma of irregular verbs to their past participle.
        seed: The same seed gives the same sentences.
    """

    def __init__(
        self, counts: CaptionCounts, lexicon: Lexicon, past_participles: dict[str, str], *, seed: int
    ) -> None:
        self._counts = counts
        self._past_participles = past_participles
        self._random = random.Random(seed)
        self._verbs = [verb for verb, count in sorted(counts.verbs.items()) if count >= 2]
        # The square root evens the counts out: rare verbs are the ones that the treebank leaves unknown.
        self._verb_weights = [counts.verbs[verb] ** 0.5 for verb in self._verbs]
        self._subjects = [noun for noun, count in sorted(counts.subjects.items()) if count >= 2]
        self._subject_weights = [counts.subjects[noun] ** 0.7 for noun in self._subjects]

    def sentences(self, n_sentences: int) -> Iterator[list[str]]:
        """Yield CoNLL-U rows of sentences."""
        for _ in range(n_sentences):
            sentence = _Sentence()
            self._caption(sentence)
            if self._random.random() < 0.6:
                root = next(i for i, row in enumerate(sentence.rows) if row[3] == -1)
                sentence.add(".", ".", ".", root, "punct")
            rows = sentence.rows
            if self._random.random() < 0.5:
                form, *rest = rows[0]
                rows[0] = (form[0].upper() + form[1:], *rest)  # type: ignore[assignment]
            yield sentence.conllu()

    def _caption(self, s: _Sentence) -> None:
        pattern = self._choose(
            {
                "finite": 30,
                "progressive": 22,
                "participle": 24,
                "nominal": 8,
                "copula": 6,
                "there": 4,
                "passive": 6,
            }
        )
        if pattern == "there":
            s.add("there", "there", "EX", 1, "expl")
            be = s.add("is", "be", "VBZ", -1, "root")
            subject, plural = self._noun_phrase(s, be, "nsubj", agent=True)
            if plural:
                s.rows[be] = ("are", "be", "VBP", -1, "root", "VERB")
            if self._chance(0.7):
                self._participle(s, subject, "acl")
            else:
                self._place(s, subject, "nmod")
            return
        subject, plural = self._noun_phrase(s, -1, "root", agent=True)
        if self._chance(0.12):
            s.add("and", "and", "CC", len(s.rows) + 1, "cc")
            start = len(s.rows)
            conjunct, _ = self._noun_phrase(s, subject, "conj", agent=True)
            s.attach(start - 1, conjunct, "cc")
            plural = True
        if self._chance(0.22):
            self._clothing(s, subject)
        elif self._chance(0.08):
            self._place(s, subject, "nmod")
        if pattern == "nominal":
            self._place(s, subject, "nmod")
            if self._chance(0.3):
                self._place(s, subject, "nmod")
            return
        if pattern == "participle":
            verb = self._participle(s, subject, "acl")
            if self._chance(0.15):
                self._while(s, verb)
            return
        if pattern == "copula":
            be = self._be(s, plural, subject, "cop")
            place = self._place(s, subject, "root")
            s.attach(place, -1, "root")
            s.attach(be, place, "cop")
            s.attach(subject, place, "nsubj")
            return
        if pattern == "passive":
            self._passive(s, subject, plural)
            return
        if self._chance(0.1):
            self._relative(s, subject, plural)
        verb = self._clause(s, subject, plural, progressive=pattern == "progressive")
        if self._chance(0.18):
            conjunction = s.add("and", "and", "CC", 0, "cc")
            second = self._verb_phrase(
                s, "VBG" if pattern == "progressive" else ("VBP" if plural else "VBZ"), verb, "conj"
            )
            s.attach(conjunction, second, "cc")
        elif self._chance(0.16):
            self._while(s, verb)
        elif self._chance(0.12):
            marker = s.add(self._random.choice(("as", "while")), "as", "IN", 0, "mark", upos="SCONJ")
            s.rows[marker] = (s.rows[marker][0], s.rows[marker][0], *s.rows[marker][2:])
            other, other_plural = self._noun_phrase(s, 0, "nsubj", agent=True)
            second = self._clause(s, other, other_plural, progressive=self._chance(0.4))
            s.attach(second, verb, "advcl")
            s.attach(marker, second, "mark")
        elif self._chance(0.1):
            comma = s.add(",", ",", ",", 0, "punct")
            second = self._participle(s, verb, "advcl")
            s.attach(comma, second, "punct")
        elif self._chance(0.1):
            case = s.add("with", "with", "IN", 0, "case")
            noun, _ = self._noun_phrase(s, verb, "obl", agent=self._chance(0.4))
            s.attach(case, noun, "case")
            self._place(
                s,
                noun,
                "nmod",
                preposition="in",
                noun=self._random.choice(("background", "distance", "foreground")),
            )

    def _clause(self, s: _Sentence, subject: int, plural: bool, *, progressive: bool) -> int:
        """A finite verb phrase behind its subject; returns the verb."""
        if progressive:
            be = self._be(s, plural, 0, "aux")
            verb = self._verb_phrase(s, "VBG", -1, "root")
            s.attach(be, verb, "aux")
        else:
            verb = self._verb_phrase(s, "VBP" if plural else "VBZ", -1, "root")
        s.attach(subject, verb, "nsubj")
        return verb

    def _while(self, s: _Sentence, head: int) -> None:
        marker = s.add("while", "while", "IN", 0, "mark", upos="SCONJ")
        verb = self._participle(s, head, "advcl")
        s.attach(marker, verb, "mark")

    def _relative(self, s: _Sentence, noun: int, plural: bool) -> None:
        pronoun = s.add("who", "who", "WP", 0, "nsubj")
        verb = self._clause(s, pronoun, plural, progressive=self._chance(0.6))
        s.attach(verb, noun, "acl:relcl")

    def _passive(self, s: _Sentence, subject: int, plural: bool) -> None:
        lemma = self._transitive_verb()
        form = self._past_participle(lemma)
        if self._chance(0.6):
            be = self._be(s, plural, 0, "aux:pass")
            being = s.add("being", "be", "VBG", 0, "aux:pass", upos="AUX") if self._chance(0.6) else -1
            verb = s.add(form, lemma, "VBN", -1, "root")
            for auxiliary in (be, being):
                if auxiliary >= 0:
                    s.attach(auxiliary, verb, "aux:pass")
            if being >= 0:
                s.attach(be, verb, "aux")
            s.attach(subject, verb, "nsubj:pass")
        else:
            verb = s.add(form, lemma, "VBN", subject, "acl")
        if self._chance(0.6):
            case = s.add("by", "by", "IN", 0, "case")
            agent, _ = self._noun_phrase(s, verb, "obl:agent", agent=True)
            s.attach(case, agent, "case")
        if self._chance(0.4):
            self._place(s, verb, "obl")

    def _participle(self, s: _Sentence, head: int, relation: str) -> int:
        return self._verb_phrase(s, "VBG", head, relation)

    def _verb_phrase(self, s: _Sentence, xpos: str, head: int, relation: str) -> int:
        lemma = self._random.choices(self._verbs, self._verb_weights)[0]
        form = {
            "VBG": self._counts.participles[lemma],
            "VBZ": _third_person(lemma),
            "VBP": lemma,
        }[xpos]
        verb = s.add(form, lemma, xpos, head, relation)
        objects, prepositions = self._counts.objects[lemma], self._counts.verb_prepositions[lemma]
        n_objects, n_prepositions = sum(objects.values()), sum(prepositions.values())
        if objects and self._random.random() < n_objects / (n_objects + n_prepositions + 1):
            self._noun_phrase(s, verb, "obj", noun=self._sample(objects))
            if self._chance(0.45):
                self._place(s, verb, "obl")
        elif prepositions and self._chance(0.9):
            self._place(s, verb, "obl", preposition=self._sample(prepositions))
            if self._chance(0.2):
                self._place(s, verb, "obl")
        elif self._chance(0.1):
            s.add("outside", "outside", "RB", verb, "advmod")
        return verb

    def _place(
        self,
        s: _Sentence,
        head: int,
        relation: str,
        *,
        preposition: str | None = None,
        noun: str | None = None,
    ) -> int:
        """A preposition with its noun phrase; returns the noun."""
        if preposition is None or not self._counts.places[preposition]:
            totals = {
                name: sum(nouns.values()) for name, nouns in self._counts.places.items() if name != "with"
            }
            preposition = preposition if preposition and noun else self._choose(totals)
        case = s.add(preposition, preposition, "IN", 0, "case")
        place, _ = self._noun_phrase(
            s, head, relation, noun=noun or self._sample(self._counts.places[preposition])
        )
        s.attach(case, place, "case")
        return place

    def _clothing(self, s: _Sentence, head: int) -> None:
        case = s.add(self._random.choice(("in", "in", "with", "wearing")), "in", "IN", 0, "case")
        noun = self._random.choice(_CLOTHING)
        if s.rows[case][0] == "wearing":
            s.rows[case] = ("wearing", "wear", "VBG", head, "acl", "VERB")
            self._noun_phrase(s, case, "obj", noun=noun)
            return
        s.rows[case] = (s.rows[case][0], s.rows[case][0], *s.rows[case][2:])
        clothing, _ = self._noun_phrase(s, head, "nmod", noun=noun)
        s.attach(case, clothing, "case")

    def _noun_phrase(
        self, s: _Sentence, head: int, relation: str, *, agent: bool = False, noun: str | None = None
    ) -> tuple[int, bool]:
        """Determiner, adjectives, noun; returns the noun's place and whether it is plural."""
        if noun is None:
            if agent:
                noun = self._random.choices(self._subjects, self._subject_weights)[0]
            else:
                noun = self._sample(self._counts.objects[self._transitive_verb()])
        number = noun in _PLURAL_ONLY or (
            noun in self._counts.plurals and self._chance(0.3 if agent else 0.12)
        )
        start = len(s.rows)
        if agent and number and self._chance(0.12):
            s.add("a", "a", "DT", start + 1, "det")
            group = s.add(self._random.choice(_GROUPS), "group", "NN", head, relation)
            s.rows[group] = (s.rows[group][0], s.rows[group][0], *s.rows[group][2:])
            case = s.add("of", "of", "IN", 0, "case")
            inner = s.add(self._counts.plurals.get(noun, noun), noun, "NNS", group, "nmod")
            s.attach(case, inner, "case")
            return group, self._chance(0.5)
        pieces: list[tuple[str, str, str, str]] = []
        if number:
            if agent and self._chance(0.6):
                word = self._random.choice(_NUMBERS)
                pieces.append((word, word, "CD", "nummod"))
            elif self._chance(0.4):
                pieces.append(("the", "the", "DT", "det"))
        elif not (agent and self._chance(0.08)):
            pieces.append((self._choose({"a": 60, "the": 35}), "a", "DT", "det"))
        adjectives = self._counts.adjectives[noun]
        for _ in range(self._choose({0: 60, 1: 32, 2: 8})):
            if adjectives:
                word = self._sample(adjectives)
                pieces.append((word, word, "JJ", "amod"))
        place = start + len(pieces)
        form = self._counts.plurals.get(noun, noun) if number else noun
        for k, (word, lemma, xpos, piece_relation) in enumerate(pieces):
            if xpos == "DT":
                following = pieces[k + 1][0] if k + 1 < len(pieces) else form
                word = "an" if word == "a" and following[0] in "aeiou" else word
                lemma = "the" if word == "the" else "a"
            s.add(word, lemma, xpos, place, piece_relation)
        return s.add(form, noun, "NNS" if number else "NN", head, relation), number

    def _be(self, s: _Sentence, plural: bool, head: int, relation: str) -> int:
        form = "are" if plural else "is"
        return s.add(form, "be", "VBP" if plural else "VBZ", head, relation, upos="AUX")

    def _transitive_verb(self) -> str:
        while True:
            lemma = self._random.choices(self._verbs, self._verb_weights)[0]
            if self._counts.objects[lemma]:
                return lemma

    def _past_participle(self, lemma: str) -> str:
        if lemma in self._past_participles:
            return self._past_participles[lemma]
        if lemma.endswith("e"):
            return lemma + "d"
        if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
            return lemma[:-1] + "ied"
        doubled = self._counts.participles[lemma] == lemma + lemma[-1] + "ing"
        return lemma + (lemma[-1] if doubled else "") + "ed"

    def _sample(self, counter: Counter[str]) -> str:
        words = sorted(counter)
        return self._random.choices(words, [counter[word] ** 0.7 for word in words])[0]

    def _choose(self, weights: Mapping[_Choice, int]) -> _Choice:
        return self._random.choices(list(weights), list(weights.values()))[0]

    def _chance(self, probability: float) -> bool:
        return self._random.random() < probability


def _third_person(lemma: str) -> str:
    if lemma.endswith(("s", "x", "z", "ch", "sh", "o")):
        return lemma + "es"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + "ies"
    return lemma + "s"
