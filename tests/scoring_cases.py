"""Short ways to write tuples in tests."""

from __future__ import annotations

from extractor.types import Argument, Predicate, SemanticTuple


def argument(lemma: str) -> Argument:
    """A written argument; ``!people`` is negated, ``(vehicle)`` tacit with a value, ``()`` tacit without."""
    if lemma.startswith("("):
        return Argument(text="", lemma=lemma.strip("()") or None, tacit=True)
    return Argument(text=lemma.strip("!"), lemma=lemma.strip("!"), negated=lemma.startswith("!"))


def semantic_tuple(text: str) -> SemanticTuple:
    """The tuple of a line ``predicate; agents; patients; locatives``: ``eat; dinosaur; sand, grass; -``."""
    predicate, *slots = ([] if slot.strip() == "-" else slot.split(",") for slot in text.split(";"))
    agents, patients, locatives = (tuple(argument(lemma.strip()) for lemma in slot) for slot in slots)
    verb = argument(predicate[0].strip())
    return SemanticTuple(
        predicate=Predicate(text=verb.text, lemma=verb.lemma, tacit=verb.tacit),
        agents=agents,
        patients=patients,
        locatives=locatives,
    )


def tuples(*lines: str) -> list[SemanticTuple]:
    """The tuples of several lines."""
    return [semantic_tuple(line) for line in lines]
