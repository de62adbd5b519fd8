"""What a candidate has, lacks, invents, exchanges or contradicts, in words for people; made of one graded image."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from extractor.errors import InvalidInputError
from scoring.graded.facts import Fact, FactMatch
from scoring.graded.opposites import REGION
from scoring.graded.score import GradedImage, GradedSummand

DifferenceKind = Literal[
    "roles exchanged",
    "places exchanged",
    "wrong colour",
    "wrong material",
    "wrong size",
    "wrong state",
    "wrong count",
    "wrong place",
    "denied",
    "invented",
    "missing",
]
DIFFERENCE_KINDS: tuple[DifferenceKind, ...] = get_args(DifferenceKind)
LEAST_LIKENESS = 0.5
"""From which on a word, or a fact, counts as matched."""
LEAST_CONTRADICTION = 0.3
"""From which on a contradiction is named."""
_OF_ATTRIBUTE: Mapping[str, DifferenceKind] = {
    "colour": "wrong colour",
    "material": "wrong material",
    "size": "wrong size",
}
_SLOTS = ("predicate", "participant", "locative", "modifier")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedWord:
    """A word with its best match, and how alike the two are."""

    word: str
    match: str | None
    likeness: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One way in which a candidate differs from its references.

    Attributes:
        kind: One of `DIFFERENCE_KINDS`.
        said: What the candidate says; empty where something is missing.
        meant: What the references say; empty where something is invented.
        degree: How sure that is, from 0 to 1; of something missing, the share of references that have it.
    """

    kind: DifferenceKind
    said: str
    meant: str
    degree: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What a graded image says, for people.

    Attributes:
        score: Of the image.
        summands: What it is the sum of.
        words: Of the candidate.
        facts: Of the candidate that references support, as text, with what supports them.
        differences: In the order of `DIFFERENCE_KINDS`, the surest first.
    """

    score: float
    summands: tuple[GradedSummand, ...]
    words: tuple[MatchedWord, ...]
    facts: tuple[MatchedWord, ...]
    differences: tuple[Difference, ...]


def explain(image: GradedImage) -> Explanation:
    """Say what a graded image is made of.

    Args:
        image: Graded by version ``v2``.

    Raises:
        InvalidInputError: It was graded by ``v1``, which knows no facts.
    """
    if all(summand.name != "structure" for summand in image.summands):
        raise InvalidInputError("graded version v1 knows no facts: grade by v2 to explain")
    matches = image.matches()
    own = [match for match in matches if match.side == "candidate"]
    differences = [difference for match in image.facts if (difference := _contradiction(match)) is not None]
    contradicted = {
        word.lemma
        for match in image.facts
        if match.contradiction >= LEAST_CONTRADICTION
        for word in (match.fact.first, match.fact.second)
    }
    differences += [
        Difference(kind="invented", said=match.word, meant="", degree=1 - match.similarity)
        for match in own
        if match.slot in _SLOTS and match.similarity < LEAST_LIKENESS and match.word not in contradicted
    ]
    n_references = len(image.references)
    missed = Counter(
        match.word
        for match in matches
        if match.side == "reference" and match.slot in _SLOTS and match.similarity < LEAST_LIKENESS
    )
    differences += [
        Difference(kind="missing", said="", meant=word, degree=n / n_references)
        for word, n in missed.items()
        if 2 * n >= n_references
    ]
    order = {kind: number for number, kind in enumerate(DIFFERENCE_KINDS)}
    return Explanation(
        score=image.score,
        summands=image.summands,
        words=tuple(MatchedWord(word=m.word, match=m.match, likeness=m.similarity) for m in own),
        facts=tuple(
            MatchedWord(word=fact_text(match.fact), match=fact_text(match.supporter), likeness=match.support)
            for match in image.facts
            if match.supporter is not None and match.support >= LEAST_LIKENESS
        ),
        differences=tuple(
            sorted(dict.fromkeys(differences), key=lambda d: (order[d.kind], -d.degree, d.said, d.meant))
        ),
    )


def sum_text(explanation: Explanation) -> str:
    """The score as the sum that it is: ``0.5000 = +0.3000 theme +0.2000 recall``."""
    summands = (f"{summand.value:+.4f} {summand.name}" for summand in explanation.summands)
    return f"{explanation.score:.4f} = {' '.join(summands)}"


def count_differences(explanations: Sequence[Explanation]) -> dict[DifferenceKind, int]:
    """In how many images there is a difference of each kind."""
    found = Counter(kind for item in explanations for kind in {d.kind for d in item.differences})
    return {kind: found[kind] for kind in DIFFERENCE_KINDS}


def fact_text(fact: Fact) -> str:
    """A fact in a few words: ``dog chase``, ``chase cat``, ``dog > cat``, ``dog in snow``, ``brown dog``, ``no cat``.

    Examples:
        >>> from scoring.graded.similarity import ContentWord
        >>> fact_text(Fact("place", ContentWord("dog", "n"), ContentWord("snow", "n"), "in"))
        'dog in snow'
    """
    first, second = fact.first.lemma, fact.second.lemma
    if fact.kind == "agent":
        return f"{first} {second}"
    if fact.kind == "patient":
        return f"{second} {first}"
    if fact.kind == "order":
        return f"{first} > {second}"
    if fact.kind == "place":
        return f"{first} {'at' if fact.label in ('', REGION) else fact.label} {second}"
    if fact.kind == "denied":
        return f"no {first}"
    return f"{second} {first}"


def _contradiction(match: FactMatch) -> Difference | None:
    if match.contradiction < LEAST_CONTRADICTION or match.opponent is None:
        return None
    fact, opponent = match.fact, match.opponent
    kind: DifferenceKind
    said, meant = fact_text(fact), fact_text(opponent)
    if fact.kind == "denied":
        kind = "denied"
        if match.is_denied_by_references:
            said = fact.first.lemma
        else:
            meant = opponent.first.lemma
    elif fact.kind in ("agent", "patient", "order"):
        kind = "roles exchanged"
    elif fact.kind == "place":
        is_exchanged = fact.label == opponent.label and fact.label != REGION
        kind = "places exchanged" if is_exchanged else "wrong place"
    elif fact.kind == "count":
        kind = "wrong count"
    else:
        kind = _OF_ATTRIBUTE.get(fact.label, "wrong state")
    return Difference(kind=kind, said=said, meant=meant, degree=match.contradiction)
