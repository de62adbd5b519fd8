"""Features of predicate candidates and of (predicate, argument) pairs: sets of strings, ``name=value``.

``FEATURE_SCHEMA`` changes with every change that makes a model of before unusable.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence

from extractor.candidates import PLACE_ADVERBS, PredicateCandidate
from extractor.coreference import antecedents
from extractor.graph import Graph
from extractor.lexicon import Lexicon

FEATURE_SCHEMA = 1

_RELATIVE_PRONOUNS = frozenset({"who", "which", "that", "whom"})
_ATTIRE = frozenset({"clothing", "headdress", "uniform", "footwear", "color"})
_VERBAL = frozenset({"VERB", "AUX"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
MAX_ARGUMENT_DISTANCE = 40
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
        self.verb_lemmas = [lexicon.lemma(form, "verb") for form in graph.lowered]
        self.supersenses = [self._supersense(i) for i in range(n_words)]
        # A pronoun has the value of its noun.
        self.antecedents = antecedents(graph, self.noun_lemmas, self.supersenses)
        for pronoun, noun in self.antecedents.items():
            self.noun_lemmas[pronoun] = self.noun_lemmas[noun]
        self.chunks = [self._chunk(i) for i in range(n_words)]
        self.noun_classes = [self._noun_class(i) for i in range(n_words)]
        self.verbs = [i for i in range(n_words) if graph.words[i].upos == "VERB"]
        self.nouns = [i for i in range(n_words) if graph.words[i].upos in ("NOUN", "PROPN")]

    def _supersense(self, i: int) -> str:
        word = self.graph.words[i]
        if word.upos == "PRON":
            return "pronoun"
        if word.upos == "NUM":
            return "number"
        if self.graph.lowered[i] in PLACE_ADVERBS and word.upos not in ("NOUN", "PROPN"):
            return "place-adverb"
        names = self.lexicon.supersenses(self.noun_lemmas[i], "noun")
        return names[0] if names else "unknown"

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
        return self.lexicon.noun_class(self.noun_lemmas[i]) or "unknown"

    def is_attire(self, i: int) -> bool:
        """Whether a word says what somebody wears: ``in a red coat``, ``with a straw hat``, ``in blue``."""
        return self.noun_classes[i] in _ATTIRE and self.graph.prepositions[i] in ("in", "with")

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
            graph.lowered[c] in ("has", "have", "had") for c in graph.dependents(i, "aux")
        )

    def subject(self, i: int) -> tuple[int, str]:
        """The noun that the structure gives a predicate as its subject, and the way to it; (-1, "none") without one."""
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
            elif (
                relation in ("compound", "amod", "nmod", "obl", "obj") and graph.words[i].upos not in _VERBAL
            ):
                break
            else:
                break
        if i < len(graph.words) and graph.words[i].upos not in _VERBAL:
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


def predicate_features(features: CaptionFeatures, candidate: PredicateCandidate) -> list[str]:
    """The features of *is a predicate*."""
    graph, i = features.graph, candidate.index
    word, lowered = graph.words[i], graph.lowered
    head = graph.heads[i]
    relation = graph.relations[i]
    head_upos = graph.words[head].upos if head >= 0 else "ROOT"
    head_relation = graph.relation(head) if head >= 0 else "ROOT"
    children = sorted({graph.relation(c) for c in graph.children[i]})
    before = graph.words[i - 1] if i > 0 else None
    after = graph.words[i + 1] if i + 1 < len(graph.words) else None
    before_upos, before_form = (before.upos, lowered[i - 1]) if before else ("START", "START")
    after_upos, after_form = (after.upos, lowered[i + 1]) if after else ("END", "END")
    n_verbs = min(len(features.verbs) - (word.upos == "VERB"), 3)
    if candidate.tacit:
        lemma = features.noun_lemmas[i]
        sense = features.supersenses[i]
        preposition = graph.prepositions[i] or "none"
        verbal_child = any(graph.words[c].upos == "VERB" for c in graph.children[i])
        nmods = [graph.prepositions[c] or "none" for c in graph.dependents(i, "nmod", "obl")]
        governor = _verbal_governor(graph, i)
        names = [
            f"lemma={lemma}",
            f"sense={sense}",
            f"relation={relation}",
            f"relation={relation}|head={head_upos}|head_relation={head_relation}",
            f"relation={relation}|verbs={n_verbs}",
            f"relation={relation}|verbal_child={verbal_child}",
            f"preposition={preposition}",
            f"preposition={preposition}|governed={governor}",
            f"preposition={preposition}|sense={sense}",
            f"governed={governor}|relation={relation}",
            f"n_nmod={min(len(nmods), 2)}|verbs={n_verbs}",
            f"n_nmod={min(len(nmods), 2)}|governed={governor}|relation={relation}|verbal_child={verbal_child}",
            f"verbs={n_verbs}|before={before_form}",
            f"after={after_form}|relation={relation}",
            f"before={before_form}",
            f"first_noun={bool(features.nouns) and features.nouns[0] == i}|verbs={n_verbs}",
            f"comma_before={',' in lowered[max(0, i - 3) : i]}|preposition={preposition}|verbal_child={verbal_child}",
        ]
        names += [f"nmod={name}|governed={governor}" for name in nmods]
        names += [
            f"nmod_sense={features.supersenses[c]}|preposition={preposition}"
            for c in graph.dependents(i, "nmod")
        ]
        names += [f"nmod_lemma={features.noun_lemmas[c]}" for c in graph.dependents(i, "nmod", "obl")]
        names += [f"child={c}|governed={governor}" for c in children]
        return ["t." + name for name in names]
    lemma = features.verb_lemmas[i]
    subject, way = features.subject(i)
    preference = features.lexicon.verb_preference(lowered[i])
    names = [
        f"lemma={lemma}",
        f"upos={word.upos}",
        f"xpos={word.xpos}",
        f"relation={relation}",
        f"sense={features.verb_supersense(i)}|xpos={word.xpos}",
        f"xpos={word.xpos}|relation={relation}",
        f"xpos={word.xpos}|relation={relation}|head={head_upos}",
        f"lemma={lemma}|relation={relation}",
        f"lemma={lemma}|xpos={word.xpos}",
        f"lemma={lemma}|before={before_form}",
        f"lemma={lemma}|after={after_form}",
        f"relation={relation}|head={head_upos}|head_relation={head_relation}",
        f"relation={relation}|head_lemma={features.verb_lemmas[head] if head >= 0 else 'ROOT'}",
        f"before={before_upos}|after={after_upos}|upos={word.upos}",
        f"before={before_form}|upos={word.upos}",
        f"after={after_form}|upos={word.upos}",
        f"before={before_form}|xpos={word.xpos}",
        f"after={after_form}|xpos={word.xpos}",
        f"suffix={lowered[i][-3:]}|upos={word.upos}",
        f"suffix={lowered[i][-2:]}|upos={word.upos}|after={after_upos}",
        f"verbs={n_verbs}|upos={word.upos}",
        f"verbs={n_verbs}|upos={word.upos}|suffix={lowered[i][-1:]}|before={before_upos}|after={after_upos}",
        f"verbs={n_verbs}|upos={word.upos}|suffix={lowered[i][-3:]}|before={before_upos}",
        f"verbs={n_verbs}|relation={relation}|upos={word.upos}",
        f"way={way}|upos={word.upos}",
        f"way={way}|xpos={word.xpos}|relation={relation}",
        f"passive={features.is_passive(i)}|relation={relation}",
        f"subject_sense={features.supersenses[subject] if subject >= 0 else 'none'}|upos={word.upos}",
        f"preference={preference}|upos={word.upos}",
        f"preference={preference}|xpos={word.xpos}",
        f"preference={preference}|suffix={lowered[i][-1:]}|before={before_upos}",
        f"preference={preference}|verbs={n_verbs}|upos={word.upos}",
        f"preference={preference}|xpos={word.xpos}|relation={relation}",
        f"chunks={' '.join(features.chunks[max(0, i - 4) : i])}|xpos={word.xpos}",
        f"chunks={' '.join(features.chunks[max(0, i - 2) : i + 3])}|xpos={word.xpos}",
        f"is_noun={features.lexicon.knows(lowered[i], 'noun')}|upos={word.upos}|verbs={n_verbs}",
        f"is_adjective={features.lexicon.is_adjective(lowered[i])}|xpos={word.xpos}|relation={relation}",
        f"first={i == 0}|last={i >= len(graph.words) - 2}|upos={word.upos}|verbs={n_verbs}",
    ]
    if word.upos == "AUX":
        names += [
            f"aux|head={head_upos}|head_preposition={graph.prepositions[head] if head >= 0 else ''}|lemma={lemma}"
        ]
        names += [f"aux|relation={relation}|expl={bool(graph.dependents(i, 'expl'))}|lemma={lemma}"]
    names += [f"child={c}|upos={word.upos}" for c in children]
    names += [f"child={c}|xpos={word.xpos}|relation={relation}" for c in children]
    for child in graph.dependents(i, "xcomp", "advcl", "ccomp"):
        names.append(f"complement={graph.relation(child)}|lemma={lemma}")
    return ["p." + name for name in names]


def pair_features(features: CaptionFeatures, candidate: PredicateCandidate, argument: int) -> list[str]:
    """The features of *fills a slot of*."""
    graph, p = features.graph, candidate.index
    words = graph.words
    first = graph.first_conjunct(argument) if graph.relation(argument) == "conj" else argument
    coordinated = first != argument
    path = features.path(p, first)
    own_path = features.path(p, argument) if coordinated else path
    kind = "tacit" if candidate.tacit else ("be" if features.verb_lemmas[p] == "be" else "verb")
    verb_lemma = "TACIT" if candidate.tacit else features.verb_lemmas[p]
    verb_sense = "TACIT" if candidate.tacit else features.verb_supersense(p)
    xpos = "TACIT" if candidate.tacit else words[p].xpos
    voice = not candidate.tacit and features.is_passive(p)
    lemma = features.noun_lemmas[argument]
    sense = features.supersenses[argument]
    preposition = graph.prepositions[argument] or "none"
    subject, way = features.subject(p)
    is_subject = subject >= 0 and subject in (first, argument)
    side = "self" if argument == p else ("before" if argument < p else "after")
    distance = abs(argument - p)
    bucket = "1" if distance <= 1 else "3" if distance <= 3 else "6" if distance <= 6 else "far"
    low, high = sorted((p, argument))
    verbs_between = min(_count_between(features.verbs, low, high), 2)
    nouns_between = min(_count_between(features.nouns, low, high), 3)
    comma_between = "," in graph.lowered[low:high]
    case_between = any(words[k].upos == "ADP" for k in range(low + 1, high))
    head = graph.heads[first]
    governor = f"{words[head].upos}" if head >= 0 else "ROOT"
    governed_by_p = head == p
    relation = graph.relation(first)
    governor_lemma = "ROOT"
    if head >= 0:
        is_verb = words[head].upos in _VERBAL
        governor_lemma = features.verb_lemmas[head] if is_verb else features.supersenses[head]
    of_children = any(graph.prepositions[c] == "of" for c in graph.dependents(argument, "nmod"))
    has_det = bool(graph.dependents(argument, "det", "nummod"))
    has_relative = bool(graph.dependents(argument, "acl"))
    names = [
        f"path={path}",
        f"path={path}|{coordinated}",
        f"own_path={own_path}",
        f"path={path}|preposition={preposition}",
        f"path={path}|sense={sense}",
        f"path={path}|xpos={xpos}",
        f"path={path}|xpos={xpos}|voice={voice}",
        f"path={path}|preposition={preposition}|sense={sense}",
        f"path={path}|verb_sense={verb_sense}",
        f"path={path}|lemma={verb_lemma}",
        f"path={path}|preposition={preposition}|lemma={verb_lemma}",
        f"upos={words[argument].upos}|relation={relation}",
        f"noun={lemma}",
        f"noun={lemma}|preposition={preposition}",
        f"noun={lemma}|lemma={verb_lemma}",
        f"noun={lemma}|side={side}|preposition={preposition}",
        f"sense={sense}|preposition={preposition}",
        f"sense={sense}|preposition={preposition}|verb_sense={verb_sense}",
        f"sense={sense}|preposition={preposition}|lemma={verb_lemma}",
        f"sense={sense}|side={side}",
        f"preposition={preposition}",
        f"preposition={preposition}|lemma={verb_lemma}",
        f"preposition={preposition}|governed={governed_by_p}|governor={governor}",
        f"preposition={preposition}|governor_lemma={governor_lemma}|governed={governed_by_p}",
        f"preposition={preposition}|sense={sense}|governor_lemma={governor_lemma}|governed={governed_by_p}",
        f"lemma={verb_lemma}|side={side}|relation={relation}",
        f"kind={kind}|relation={relation}|side={side}|governed={governed_by_p}",
        f"subject={is_subject}|way={way}",
        f"subject={is_subject}|way={way}|voice={voice}",
        f"subject={is_subject}|way={way}|sense={sense}",
        f"subject={is_subject}|coordinated={coordinated}|way={way}",
        f"subject={is_subject}|of={of_children}|noun={lemma}",
        f"subject_found={subject >= 0}|side={side}|relation={relation}|nouns={nouns_between}|{kind}",
        f"side={side}|distance={bucket}|verbs={verbs_between}|{kind}",
        f"side={side}|nouns={nouns_between}|verbs={verbs_between}|{kind}",
        f"side={side}|nouns={nouns_between}|case={case_between}|verbs={verbs_between}|xpos={xpos}",
        f"side={side}|verbs={verbs_between}|preposition={preposition}",
        f"side={side}|verbs={verbs_between}|preposition={preposition}|sense={sense}",
        f"side={side}|verbs={verbs_between}|preposition={preposition}|noun={lemma}",
        f"comma={comma_between}|side={side}|preposition={preposition}",
        f"comma={comma_between}|path={path}",
        f"of={of_children}|path={path}",
        f"of={of_children}|path={path}|noun={lemma}",
        f"has_det={has_det}|path={path}",
        f"relative={has_relative}|path={path}",
        f"number={words[argument].xpos}|path={path}",
        f"{kind}|first_noun={bool(features.nouns) and features.nouns[0] == argument}|verbs={verbs_between}",
    ]
    shallow = features.shallow_path(p, argument)
    surface = features.surface_preposition(argument) or "none"
    tail = shallow.split(" ")[-1]
    noun_class = features.noun_classes[argument]
    governor_class = "ROOT"
    if head >= 0:
        governor_class = verb_sense if words[head].upos in _VERBAL else features.noun_classes[head]
    names += [
        f"shallow={shallow}|{kind}",
        f"shallow={shallow}|surface={surface}|{kind}",
        f"shallow={shallow}|sense={sense}|{kind}",
        f"shallow={shallow}|lemma={verb_lemma}",
        f"shallow={shallow}|path={path}",
        f"surface={surface}|preposition={preposition}",
        f"surface={surface}|side={side}|verbs={verbs_between}",
        f"surface={surface}|sense={sense}|verbs={verbs_between}|side={side}",
        f"surface={surface}|lemma={verb_lemma}|verbs={verbs_between}",
        f"surface={surface}|noun={lemma}|verbs={verbs_between}|side={side}",
        f"surface={surface}|noun={lemma}|lemma={verb_lemma}",
        f"class={noun_class}|preposition={preposition}",
        f"class={noun_class}|surface={surface}|side={side}|verbs={verbs_between}",
        f"class={noun_class}|path={path}",
        f"class={noun_class}|path={path}|preposition={preposition}",
        f"class={noun_class}|preposition={preposition}|verb_sense={verb_sense}",
        f"class={noun_class}|preposition={preposition}|lemma={verb_lemma}",
        f"class={noun_class}|shallow={shallow}|{kind}",
        f"class={noun_class}|preposition={preposition}|governor_class={governor_class}|governed={governed_by_p}",
        f"tail={tail}|side={side}|verbs={verbs_between}",
    ]
    if preposition == "of" and head >= 0:
        inner = features.path(p, graph.first_conjunct(head))
        names.append(f"of_head={features.noun_lemmas[head]}|path={inner}")
        names.append(f"of_path={inner}|of_sense={features.supersenses[head]}|sense={sense}")
    if words[p].upos not in _VERBAL and not candidate.tacit:
        names.append(f"noun_predicate|path={path}|side={side}|nouns={nouns_between}|case={case_between}")
    if candidate.tacit:
        names.append(f"tacit|path={path}|relation={graph.relation(p)}|preposition={preposition}")
        names.append(f"tacit|path={path}|sense={sense}|anchor_preposition={graph.prepositions[p]}")
    return names


def argument_window(
    features: CaptionFeatures, candidate: PredicateCandidate, arguments: Sequence[int]
) -> list[int]:
    """The arguments that may belong to a predicate: near it, in its own sentence.

    The bound keeps the cost of a caption linear in its length; no gold argument of Flickr-ST lies as far away.
    """
    sentences, i = features.graph.sentences, candidate.index
    low = bisect.bisect_left(arguments, i - MAX_ARGUMENT_DISTANCE)
    high = bisect.bisect_right(arguments, i + MAX_ARGUMENT_DISTANCE)
    return [a for a in arguments[low:high] if sentences[a] == sentences[i]]


def _count_between(indices: Sequence[int], low: int, high: int) -> int:
    """How many of some ascending indices lie between two others, both excluded."""
    return max(bisect.bisect_left(indices, high) - bisect.bisect_right(indices, low), 0)


def _verbal_governor(graph: Graph, i: int) -> str:
    """How a noun stands to the nearest verb above it: ``none``, or the relation by which that verb holds it."""
    node = i
    for _ in range(_MAX_PATH):
        head = graph.heads[node]
        if head < 0:
            return "none"
        if graph.words[head].upos == "VERB":
            return graph.relation(node)
        node = head
    return "none"
