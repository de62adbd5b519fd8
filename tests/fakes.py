"""A stand-in for the extractor, for what the real one cannot be made to do on demand: block, fail."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from extractor.errors import Fault
from extractor.syntax.tokenization import caption_faults
from extractor.types import Argument, Caption, Extraction, Predicate, SemanticTuple

FAILING_WORD = "explode"


@dataclass
class FakeExtractor:
    """Reads the words of a caption as predicate, agent and locative; blocks while ``gate`` is closed."""

    model: str = "fake@1"
    gate: threading.Event = field(default_factory=threading.Event)
    entered: threading.Event = field(default_factory=threading.Event)
    n_extracted: int = 0

    def __post_init__(self) -> None:
        self.gate.set()

    def validate(self, captions: Sequence[Caption]) -> list[Fault]:
        return caption_faults(captions)

    def extract(self, captions: Sequence[Caption], *, min_confidence: float = 0.0) -> list[Extraction]:
        self.entered.set()
        if not self.gate.wait(timeout=30):
            raise TimeoutError("the gate stayed closed")
        if any(FAILING_WORD in caption.text for caption in captions):
            raise RuntimeError("secret of the inside")
        self.n_extracted += len(captions)
        return [
            Extraction(caption=caption, model=self.model, tuples=tuple(_tuples(caption.text)))
            for caption in captions
        ]

    def lemmatize(self, tuple_lists: Sequence[Sequence[SemanticTuple]]) -> list[tuple[SemanticTuple, ...]]:
        return [tuple(_with_lemmas(item) for item in tuples) for tuples in tuple_lists]


def _tuples(text: str) -> list[SemanticTuple]:
    words = text.lower().split()
    if len(words) < 2:
        return []
    predicate, agent, *places = words
    return [
        SemanticTuple(
            predicate=Predicate(text=predicate, lemma=predicate),
            agents=(Argument(text=agent, lemma=agent),),
            locatives=tuple(Argument(text=place, lemma=place) for place in places),
        )
    ]


def _with_lemmas(item: SemanticTuple) -> SemanticTuple:
    def lemmatized(arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
        return tuple(replace(a, lemma=a.lemma or a.text.lower() or None) for a in arguments)

    return SemanticTuple(
        predicate=replace(item.predicate, lemma=item.predicate.lemma or item.predicate.text.lower() or None),
        agents=lemmatized(item.agents),
        patients=lemmatized(item.patients),
        locatives=lemmatized(item.locatives),
    )
