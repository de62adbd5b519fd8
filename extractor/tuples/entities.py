"""Which mentions of one caption are one person, animal or thing, and what the caption says of each.

Mentions are taken in the order of the text: an indefinite one (``a man``, ``another man``, ``two men``) is a new one,
a definite one, or a pronoun, takes up the last that fits in noun, number, colour, side and owner. Two men of a caption
stay two. Each mention looks at a bounded number of entities before it, so time is linear.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence, Set

from extractor.links.caption_features import CaptionFeatures
from extractor.tuples import cues
from extractor.tuples.depiction import is_prose
from extractor.tuples.regions import region_of
from extractor.types import Entity, Mention, SemanticTuple

_LOOKED_AT = 8
"""Entities of one noun that a mention is compared with, the last ones."""
_INDEFINITE = frozenset(
    "a an another some several many few each every any no various numerous multiple additional".split()
)
_OTHERS = frozenset("another other second third fourth fifth different additional extra new".split())
_DEFINITE = frozenset("the this that these those both".split())
_POSSESSIVES = frozenset("his her its their my our your".split())
_COLOURS = frozenset(
    """white black red blue green yellow brown grey gray pink orange purple silver golden gold beige tan navy maroon
    turquoise teal violet blond blonde dark light bright""".split()
)
_SIDES = frozenset("left right top bottom upper lower front rear far near".split())
_ALIASES: dict[str, frozenset[str]] = {
    "man": frozenset("gentleman guy father husband groom grandfather seller vendor performer individual male".split()),
    "woman": frozenset("lady mother wife bride grandmother individual female".split()),
    "boy": frozenset("son child kid grandson brother toddler teenager".split()),
    "girl": frozenset("daughter child kid granddaughter sister toddler teenager".split()),
    "mother": frozenset({"woman", "cow", "parent"}),
    "father": frozenset({"man", "parent"}),
    "son": frozenset({"boy", "child"}),
    "daughter": frozenset({"girl", "child"}),
    "child": frozenset("boy girl kid toddler baby".split()),
    "person": frozenset("man woman individual figure".split()),
    "individual": frozenset("man woman person figure".split()),
    "dog": frozenset("retriever puppy terrier shepherd labrador bulldog husky poodle beagle corgi dachshund".split()),
    "cat": frozenset("kitten tabby".split()),
    "animal": frozenset("dog cat horse cow elephant giraffe bear sheep goat deer lion tiger zebra fox".split()),
    "bird": frozenset("parrot pigeon gull seagull owl eagle duck swan heron pelican sparrow robin".split()),
    "flower": frozenset("rose sunflower tulip daisy lily orchid daffodil".split()),
    "vehicle": frozenset("car truck bus van taxi suv".split()),
    "car": frozenset("sedan taxi vehicle convertible suv".split()),
    "boat": frozenset("sailboat rowboat vessel canoe ship".split()),
    "building": frozenset("house church tower skyscraper structure".split()),
    "structure": frozenset("building house tower bridge".split()),
    "sculpture": frozenset({"statue"}),
    "statue": frozenset({"sculpture"}),
    "dish": frozenset("pasta salad soup meal pizza".split()),
    "dessert": frozenset("cake pie tart".split()),
    "airplane": frozenset({"plane", "aircraft", "jet"}),
    "aircraft": frozenset({"plane", "airplane", "jet", "helicopter"}),
    "bike": frozenset({"bicycle", "motorcycle"}),
    "bicycle": frozenset({"bike"}),
    "tree": frozenset({"oak", "birch", "pine", "palm"}),
}  # fmt: skip
# Adjectives that say how much, which or how sure, and nothing of the thing.
_NO_ATTRIBUTES = frozenset(
    """few several many numerous multiple other others another same different own such certain entire whole main
    central primary overall additional visible possible likely apparent first second third last
    next more most much half single only""".split()
)
_HEADS = frozenset({"NOUN", "PROPN"})
_PARTS_OF_SETS = frozenset(
    "one other others another both each some first second third fourth two three most".split()
)
_MANY_PARTS = frozenset("others both some two three most".split())
_NO_HEADS = frozenset({"compound", "flat", "fixed", "case", "det"})
_LINKING = frozenset("look seem appear remain be stay become feel stand lie sit hang rest".split())
_RELATIVES = frozenset("which that who".split())
_SHADES = frozenset("color colors colour colours hue hues shade shades tone tones tint tints mix".split())
_MAX_CLIMB = 6


@dataclasses.dataclass(slots=True)
class _Known:
    """What is known of an entity while the text is read."""

    number: int
    lemma: str
    plural: bool
    mentions: list[int]
    colours: set[str]
    sides: set[str]
    owner: str
    attributes: dict[str, None]


class EntityReader:
    """Reads the mentions of one caption.

    Attributes:
        number_by_word: The entity of each word that is a mention.
    """

    def __init__(self, features: CaptionFeatures) -> None:
        self.features = features
        self.graph = features.graph
        self.entities: list[_Known] = []
        self.by_word: dict[int, _Known] = {}
        self.number_by_word: dict[int, int] = {}
        self._by_lemma: dict[str, list[_Known]] = {}

    def read(self) -> None:
        """Read the caption, once."""
        graph, features = self.graph, self.features
        for i, word in enumerate(graph.words):
            if word.upos == "PRON" and i in features.antecedents:
                known = self.by_word.get(features.antecedents[i])
                if known is not None:
                    self._add(known, i)
            elif i in graph.folded:
                continue
            elif graph.lowered[i] in _PARTS_OF_SETS and word.upos not in ("ADP", "ADV", "VERB"):
                if graph.relation(i) in cues.ARGUMENT_RELATIONS:
                    plural = graph.lowered[i] in _MANY_PARTS
                    self._new(i, self._member_lemma(i), plural=plural, modifiers=())
            elif word.upos in _HEADS and graph.relation(i) not in _NO_HEADS:
                self._read_noun(i)

    def _member_lemma(self, i: int) -> str:
        """The noun that ``one of the men``, ``another`` and ``the other`` are of."""
        graph = self.graph
        for c in graph.dependents(i, "nmod"):
            if graph.prepositions[c] == "of":
                return self.features.noun_lemmas[c]
        sets = [
            known
            for known in reversed(self.entities[-_LOOKED_AT:])
            if known.plural or graph.lowered[known.mentions[0]] in _PARTS_OF_SETS
        ]
        # ``two dancers spin with their arms raised, while one ...``: of the dancers, who do something.
        acting = (k for k in sets if any(graph.relation(m) == "nsubj" for m in k.mentions))
        return next(acting, next(iter(sets))).lemma if sets else graph.lowered[i]

    def _read_noun(self, i: int) -> None:
        graph, features = self.graph, self.features
        lemma = features.noun_lemmas[i]
        determiners, modifiers, owner, counted = [], [], "", False
        for c in graph.children[i]:
            relation = graph.relation(c)
            if relation == "det":
                determiners.append(graph.lowered[c])
            elif graph.relations[c] == "nmod:poss" or graph.words[c].xpos == "PRP$":
                owner = features.noun_lemmas[c] if graph.words[c].upos in _HEADS else graph.lowered[c]
            elif relation == "nummod":
                counted = True
                modifiers.append(graph.lowered[c])
            elif relation in ("amod", "compound", "nmod", "advmod") and abs(c - i) < 8:
                modifiers.append(graph.lowered[c])
        plural = graph.words[i].xpos in ("NNS", "NNPS")
        same = self._same_by_grammar(i)
        if same is None and not (
            _INDEFINITE.intersection(determiners)
            or _OTHERS.intersection(modifiers)
            or (counted and not _DEFINITE.intersection(determiners))
            or (plural and not determiners and not owner)
        ):
            same = self._earlier(
                i,
                lemma,
                plural=plural,
                modifiers=modifiers,
                owner=owner,
                definite=bool(determiners or owner),
            )
        if same is None:
            self._new(i, lemma, plural=plural, modifiers=modifiers, owner=owner)
        else:
            self._add(same, i)
            same.colours.update(_COLOURS.intersection(modifiers))
            same.sides.update(_SIDES.intersection(modifiers))

    def _same_by_grammar(self, i: int) -> _Known | None:
        """The entity of what a noun stands beside: an apposition, or the subject that it is said of."""
        graph = self.graph
        if graph.relation(i) == "appos":
            return self.by_word.get(graph.heads[i])
        guessed = any(
            graph.lowered[c] in cues.MODALS or graph.lowered[c] in cues.HEDGES
            for c in graph.dependents(i, "aux", "advmod")
        )
        if graph.dependents(i, "cop") and not graph.dependents(i, "case") and not guessed:
            for subject in graph.dependents(i, "nsubj"):
                known = self.by_word.get(subject)
                if known is not None:
                    known.attributes.setdefault(self.features.noun_lemmas[i])
                return known
        return None

    def _earlier(
        self, i: int, lemma: str, *, plural: bool, modifiers: Sequence[str], owner: str, definite: bool
    ) -> _Known | None:
        """The last entity that a mention without a word of newness fits."""
        colours, sides = _COLOURS.intersection(modifiers), _SIDES.intersection(modifiers)
        sides |= self._sides(i)
        names = [lemma]
        if definite:
            names += [name for name in _ALIASES.get(lemma, ()) if name in self._by_lemma]
            names += [name for name in self._suffixed(lemma) if name not in names]
        best: _Known | None = None
        for name in names:
            for known in reversed(self._by_lemma.get(name, [])[-_LOOKED_AT:]):
                if known.plural != plural or self._differs(known, i, lemma, colours, sides, owner):
                    continue
                if best is None or known.mentions[-1] > best.mentions[-1]:
                    best = known
                break
            if best is not None and name == lemma:
                break
        return best

    def _differs(
        self, known: _Known, i: int, lemma: str, colours: Set[str], sides: Set[str], owner: str
    ) -> bool:
        """Whether what is said of a mention speaks against an entity: another colour, side or owner, or both named."""
        if known.colours and colours and not known.colours & colours:
            return True
        if sides and known.sides != sides and not self._may_be_at_a_side(known, lemma):
            return True
        if owner and known.owner and owner != known.owner:
            return True
        return self._is_coordinated(i, known.mentions[-1])

    def _may_be_at_a_side(self, known: _Known, lemma: str) -> bool:
        """Whether ``the man on the left`` may be a man who was named once, last, and without a side."""
        last = self._by_lemma.get(lemma, [])[-1:]
        return not known.sides and last == [known] and len(known.mentions) == 1

    def _suffixed(self, lemma: str) -> list[str]:
        """Nouns before whose end the noun is, or that are its end: watch and wristwatch."""
        if len(lemma) < 3 or len(self._by_lemma) > 200:
            return []
        return [
            name
            for name in self._by_lemma
            if name != lemma and len(name) > 4 and name.endswith(lemma) and len(name) - len(lemma) > 2
        ]

    def _sides(self, i: int) -> set[str]:
        graph = self.graph
        return {graph.lowered[c] for c in graph.dependents(i, "nmod") if graph.lowered[c] in _SIDES and c > i}

    def _is_coordinated(self, i: int, j: int) -> bool:
        graph = self.graph
        if graph.sentences[i] != graph.sentences[j]:
            return False
        return graph.first_conjunct(i) == graph.first_conjunct(j)

    def _new(self, i: int, lemma: str, *, plural: bool, modifiers: Sequence[str], owner: str = "") -> None:
        known = _Known(
            number=len(self.entities),
            lemma=lemma,
            plural=plural,
            mentions=[],
            colours=set(_COLOURS.intersection(modifiers)),
            sides=set(_SIDES.intersection(modifiers)) | self._sides(i),
            owner=owner,
            attributes={},
        )
        self.entities.append(known)
        self._by_lemma.setdefault(lemma, []).append(known)
        self._add(known, i)

    def _add(self, known: _Known, i: int) -> None:
        known.mentions.append(i)
        self.by_word[i] = known
        self.number_by_word[i] = known.number


def read_entities(features: CaptionFeatures) -> EntityReader:
    """The entities of a caption, before its tuples are known."""
    reader = EntityReader(features)
    reader.read()
    return reader


def described(
    features: CaptionFeatures, reader: EntityReader, tuples: Sequence[SemanticTuple]
) -> tuple[Entity, ...]:
    """The entities that are depicted, with what the caption says of them.

    Args:
        features: The caption.
        reader: Its entities.
        tuples: Its tuples, which say what is not depicted.

    Returns:
        In the order of their first mentions; their numbers are those of the arguments.
    """
    graph = features.graph
    tokens = graph.parse.tokens
    undepicted = {t.predicate.start for t in tuples if t.reason not in (None, "negated")}
    absent = {a.start for t in tuples for a in (*t.agents, *t.patients, *t.locatives) if a.negated}
    prose = is_prose(features)
    _gather_attributes(features, reader)
    result = []
    for known in reader.entities:
        shown = [
            i
            for i in known.mentions
            if tokens[i].start not in absent
            and not _is_beside_the_picture(features, i, undepicted, prose=prose)
        ]
        if not shown:
            continue
        head = next((i for i in shown if graph.words[i].upos != "PRON"), shown[0])
        result.append(
            Entity(
                id=known.number,
                lemma=known.lemma if graph.words[head].upos != "PRON" else features.noun_lemmas[head],
                mentions=tuple(
                    Mention(text=tokens[i].text, start=tokens[i].start, end=tokens[i].end) for i in shown
                ),
                attributes=tuple(known.attributes),
            )
        )
    return tuple(result)


def _is_thingless(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun, by its likeliest sense, names no thing: a colour, a quality, an act."""
    if features.graph.lowered[i] in _COLOURS:
        return True
    finer = features.noun_classes[i]
    sense = features.supersenses[i]
    return (
        sense in cues.THINGLESS_SENSES
        and finer in (sense, "unknown", "act", "event", "location")
        and features.noun_lemmas[i] not in cues.CONCRETE
    )


def _is_region(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun names a part of the picture; its background is a thing to many."""
    return features.noun_lemmas[i] != "background" and region_of(features, i) is not None


def _is_beside_the_picture(
    features: CaptionFeatures, i: int, undepicted: set[int | None], *, prose: bool
) -> bool:
    """Whether a noun names nothing that can be seen, or stands in what is not depicted, other than as its subject."""
    graph = features.graph
    lemma = features.noun_lemmas[i]
    if features.graph.lowered[i] in _PARTS_OF_SETS:
        return False
    if lemma in cues.PICTURES or lemma in cues.ABSTRACT or features.supersenses[i] == "time":
        return True
    if prose and (lemma in cues.NO_THINGS or _is_thingless(features, i) or _is_region(features, i)):
        return True
    word, head = i, graph.heads[i]
    for _ in range(_MAX_CLIMB):
        if head < 0:
            return False
        if graph.parse.tokens[head].start in undepicted:
            return graph.relation(word) != "nsubj"
        word, head = head, graph.heads[head]
    return False


def _gather_attributes(features: CaptionFeatures, reader: EntityReader) -> None:
    """What is said of each entity: by words in front of it, by adjectives behind ``is``, by what it is made of."""
    for i, known in reader.by_word.items():
        _gather_beside(features, known, i)
    words = features.graph.words
    for i, form in enumerate(features.graph.lowered):
        word = words[i]
        if form in _SHADES or ((word.upos == "ADJ" or word.xpos == "VBN") and i not in reader.by_word):
            _gather_behind(features, reader, i)


def _gather_beside(features: CaptionFeatures, known: _Known, i: int) -> None:
    """What stands beside the noun: adjectives, numbers, nouns, what it is made of."""
    graph = features.graph
    for c in graph.children[i]:
        relation = graph.relation(c)
        if relation in ("amod", "nummod") or (relation == "compound" and c < i and _is_material(features, c)):
            _add_attribute(features, known, c)
        elif relation == "acl" and graph.lowered[c] == "made":
            for material in graph.dependents(c, "obl"):
                if graph.prepositions[material] in ("of", "from", "out-of"):
                    known.attributes.setdefault(features.noun_lemmas[material])
        elif relation == "acl" and not graph.children[c] and features.lexicon.is_adjective(graph.lowered[c]):
            known.attributes.setdefault(graph.lowered[c])


def _is_material(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun in front of another says what it is like: ``brick wall``, no ``traffic light``."""
    form = features.graph.lowered[i]
    return (
        form in _COLOURS
        or features.lexicon.is_adjective(form)
        or "substance" in features.lexicon.supersenses(features.noun_lemmas[i], "noun")
    )


def _gather_behind(features: CaptionFeatures, reader: EntityReader, i: int) -> None:
    """What is said of a noun by a clause: adjectives, participles that are adjectives, materials, colours."""
    graph = features.graph
    word, form = graph.words[i], graph.lowered[i]
    if word.upos == "ADJ":
        for subject in _subjects_of(features, i):
            _add_attribute_of(features, reader, subject, i)
    elif form == "made":
        materials = [c for c in graph.dependents(i, "obl") if graph.prepositions[c] == "of"]
        for subject in graph.dependents(i, "nsubj"):
            for c in materials if subject in reader.by_word else ():
                reader.by_word[subject].attributes.setdefault(features.noun_lemmas[c])
    elif form in _SHADES:
        _add_shades(features, reader, i)
    elif word.xpos == "VBN" and features.lexicon.is_adjective(form) and not graph.dependents(i, "obl", "obj"):
        for subject in graph.dependents(i, "nsubj"):
            _add_attribute_of(features, reader, subject, i)


def _subjects_of(features: CaptionFeatures, i: int) -> Sequence[int]:
    """What an adjective is said of: ``the car is red``, ``the tree stands tall``, ``a fence which is white``."""
    graph = features.graph
    head = graph.heads[i]
    if graph.dependents(i, "cop"):
        return _resolved(features, i, graph.dependents(i, "nsubj"))
    if head < 0 or features.verb_lemmas[head] not in _LINKING:
        return ()
    linked = graph.relation(i) == "xcomp" or (graph.relation(i) == "advmod" and i == head + 1)
    return _resolved(features, head, graph.dependents(head, "nsubj")) if linked else ()


def _resolved(features: CaptionFeatures, i: int, subjects: Sequence[int]) -> list[int]:
    """The subjects of a clause; of a relative clause its noun in place of ``which``."""
    graph = features.graph
    head = graph.heads[i]
    is_relative = head >= 0 and graph.relation(i) == "acl"
    return [head if is_relative and graph.lowered[s] in _RELATIVES else s for s in subjects]


def _add_attribute_of(features: CaptionFeatures, reader: EntityReader, subject: int, i: int) -> None:
    graph = features.graph
    if any(graph.lowered[c] in ("not", "n't", "never", "no") for c in graph.dependents(i, "advmod")):
        return
    if any(graph.lowered[c] in cues.MODALS for c in graph.dependents(i, "aux")):
        return
    for noun in (subject, *graph.dependents(subject, "conj")):
        known = reader.by_word.get(noun)
        if known is not None:
            _add_attribute(features, known, i)


def _add_attribute(features: CaptionFeatures, known: _Known, i: int) -> None:
    """A word that describes, and those that are coordinated with it."""
    graph = features.graph
    described = [
        c
        for c in graph.dependents(i, "conj")
        if graph.words[c].upos in ("ADJ", "NUM") or graph.words[c].xpos in ("VBN", "VBG")
    ]
    for word in (i, *(c for c in described if not graph.dependents(c, "nsubj", "obj"))):
        if graph.lowered[word] not in _NO_ATTRIBUTES:
            known.attributes.setdefault(graph.lowered[word])


def _add_shades(features: CaptionFeatures, reader: EntityReader, i: int) -> None:
    """``painted in shades of blue``: the colours are what is painted."""
    graph = features.graph
    colours = [c for c in graph.dependents(i, "amod", "compound") if graph.lowered[c] in _COLOURS]
    for c in graph.dependents(i, "nmod"):
        colours += [w for w in (c, *graph.dependents(c, "conj")) if graph.lowered[w] in _COLOURS]
    head = graph.heads[i]
    if not colours or head < 0:
        return
    subject = head if graph.words[head].upos in _HEADS else features.subject(head)[0]
    known = reader.by_word.get(subject)
    if known is not None:
        for c in colours:
            known.attributes.setdefault(graph.lowered[c])
