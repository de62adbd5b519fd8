"""How long scoring takes after extraction: 5,000 images with 5 references each, on one core.

    OMP_NUM_THREADS=1 python benchmarks/scoring_speed.py

Tuples are made up, of the size of real ones: one or two a caption, with participants, a locative and modifiers.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np

from extractor.types import Argument, Predicate, SemanticTuple
from scoring import DescribedCaption, get_grounding, grade_images, list_groundings, score_images
from scoring.graded.similarity import ThesaurusSimilarity
from scoring.graded.thesaurus import Thesaurus
from scoring.grounding.wordnet.loaded import wordnet
from scoring.grounding.wordnet.senses import noun_synset
from scoring.inference.intervals import bast_table, bootstrap_intervals

N_IMAGES, N_REFERENCES, N_LEMMAS = 5_000, 5, 3_000


def timed(name: str, work: Callable[[], object]) -> object:
    """Run it and print its seconds."""
    start = time.perf_counter()
    result = work()
    print(f"{name:<55} {time.perf_counter() - start:6.2f} s")
    return result


def main() -> None:
    """Print a line a step."""
    rng = random.Random(0)
    nouns = sorted(
        {lemma for s in wordnet().all_synsets("n") for lemma in s.lemma_names() if "_" not in lemma}
    )
    verbs = sorted(
        {lemma for s in wordnet().all_synsets("v") for lemma in s.lemma_names() if "_" not in lemma}
    )
    nouns, verbs = rng.sample(nouns, N_LEMMAS), rng.sample(verbs, N_LEMMAS // 5)

    def argument() -> Argument:
        noun = nouns[min(int(rng.expovariate(1 / 300)), N_LEMMAS - 1)]
        return Argument(text=noun, lemma=noun, modifiers=(rng.choice(("red", "two", "young")),))

    def caption() -> list[SemanticTuple]:
        verb = rng.choice(verbs)
        return [
            SemanticTuple(
                predicate=Predicate(text=verb, lemma=verb),
                agents=(argument(),),
                patients=(argument(),) if rng.random() < 0.5 else (),
                locatives=(argument(),) if rng.random() < 0.7 else (),
            )
            for _ in range(rng.choice((1, 1, 2)))
        ]

    candidates = {i: caption() for i in range(N_IMAGES)}
    references = {i: [caption() for _ in range(N_REFERENCES)] for i in range(N_IMAGES)}
    report = None
    for info in list_groundings():
        timed(
            f"BAST, {info.name}, first time",
            lambda name=info.name: score_images(candidates, references, grounding=name),
        )
        report = score_images(candidates, references, grounding=info.name)
        timed(
            f"BAST, {info.name}, words known",
            lambda name=info.name: score_images(candidates, references, grounding=name),
        )
    if report is not None:
        counts = [image.counts_by_component for image in report.images.values()]
        timed("bootstrap intervals, 1,000 resamples", lambda: bootstrap_intervals(bast_table(counts)))
    terms = [f"{noun}/n" for noun in nouns] + [f"{verb}/v" for verb in verbs]
    vectors = np.random.default_rng(0).standard_normal((len(terms), 200))
    similarity = ThesaurusSimilarity(Thesaurus.of(terms, vectors, np.ones(len(terms))))
    described = {i: DescribedCaption(tuples=item) for i, item in candidates.items()}
    gold = {i: [DescribedCaption(tuples=item) for item in items] for i, items in references.items()}
    timed("captuple-graded, thesaurus.v1", lambda: grade_images(described, gold, similarity=similarity))
    million = [argument() for _ in range(1_000_000)]
    noun_synset.cache_clear()
    for info in list_groundings():
        timed(
            f"a million arguments, {info.name}",
            lambda name=info.name: get_grounding(name).ground_arguments(million),
        )


if __name__ == "__main__":
    main()
