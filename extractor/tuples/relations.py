"""Relations between two entities of a caption: (man, hold, dog), (man, in, hat).

They come from tuples, and from nouns that are tied to a noun by a preposition without a tuple of their own: what
somebody wears is no place, so ``in a red hat`` is in no tuple.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extractor.links.caption_features import CaptionFeatures
from extractor.tuples.assembly import noun_argument
from extractor.tuples.negation import is_negated
from extractor.tuples.noun_phrases import counted_noun
from extractor.types import Argument, SemanticTuple


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """One relation.

    Attributes:
        subject: The first entity.
        name: A predicate's lemma, with the preposition behind it where there is one (``sit-on``), or a preposition
            alone.
        object: The second entity.
    """

    subject: Argument
    name: str
    object: Argument


def relations(features: CaptionFeatures, tuples: Sequence[SemanticTuple]) -> tuple[Relation, ...]:
    """The relations of one caption.

    An agent is related to the patients and locatives of its predicate; where there is no agent, the patients are
    related to the locatives. A tacit predicate leaves the preposition. What is not depicted, what is said to be absent
    and tacit arguments without a value have no relations.

    Args:
        features: The caption.
        tuples: Its tuples.

    Returns:
        Relations in the order of the text of their objects' heads within that of the tuples, those of nouns last; none
        twice.
    """
    found: dict[tuple[int | None, str | None, str, int | None, str | None], Relation] = {}
    related: set[tuple[int | None, int | None]] = set()
    for relation in (*_of_tuples(tuples), *_of_nouns(features)):
        pair = (relation.subject.start, relation.object.start)
        if relation.name in _prepositions(features, relation.object) and pair in related:
            continue  # the tuple says more
        related.add(pair)
        key = (
            relation.subject.start,
            relation.subject.lemma,
            relation.name,
            relation.object.start,
            relation.object.lemma,
        )
        found.setdefault(key, relation)
    return tuple(found.values())


def _of_tuples(tuples: Sequence[SemanticTuple]) -> Iterator[Relation]:
    for item in tuples:
        if not item.depicted:
            continue
        verb = item.predicate.lemma or ""
        subjects = _present(item.agents or item.patients)
        if item.agents and verb:
            yield from _all(subjects, verb, _present(item.patients))
        for locative in _present(item.locatives):
            name = "-".join(part for part in (verb, locative.preposition) if part)
            if name:
                yield from _all(subjects, name, [locative])


def _of_nouns(features: CaptionFeatures) -> Iterator[Relation]:
    graph = features.graph
    for i in features.nouns:
        for child in graph.dependents(i, "nmod"):
            preposition = graph.written_prepositions[child]
            if i in graph.folded or counted_noun(graph, i) == child:
                continue  # ``a group of people`` is one entity
            if not preposition or child < i or graph.words[child].upos not in ("NOUN", "PROPN"):
                continue
            yield from _tied(features, i, preposition, child)
    for i in features.nouns:
        # ``A man stands in a red coat``: worn by the one who stands.
        head = graph.heads[i]
        if head >= 0 and graph.relation(i) == "obl" and features.is_attire(i):
            subject, _ = features.subject(head)
            if subject >= 0 and graph.words[subject].upos in ("NOUN", "PROPN"):
                yield from _tied(features, subject, graph.written_prepositions[i], i)


def _tied(features: CaptionFeatures, i: int, preposition: str, noun: int) -> Iterator[Relation]:
    """The relations of noun ``i`` to another and to what is coordinated with it."""
    graph = features.graph
    for other in (noun, *graph.dependents(noun, "conj")):
        if graph.words[other].upos in ("NOUN", "PROPN") and not is_negated(features, other):
            yield Relation(
                subject=noun_argument(features, i), name=preposition, object=noun_argument(features, other)
            )


def _prepositions(features: CaptionFeatures, argument: Argument) -> set[str]:
    tokens = features.graph.parse.tokens
    return {
        features.graph.written_prepositions[i]
        for i, token in enumerate(tokens)
        if token.start == argument.start
    }


def _present(arguments: Sequence[Argument]) -> list[Argument]:
    return [argument for argument in arguments if argument.lemma and argument.present]


def _all(subjects: Sequence[Argument], name: str, objects: Sequence[Argument]) -> Iterator[Relation]:
    for subject in subjects:
        for other in objects:
            if subject.start is None or subject.start != other.start:
                yield Relation(subject=subject, name=name, object=other)
