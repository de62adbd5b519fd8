"""What holds of every score, and agreement with the slow implementation."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    COMPONENTS,
    BastStatistics,
    Conventions,
    Counts,
    ScoreReport,
    build_bast,
    build_basts,
    get_grounding,
    prf,
    score_images,
    value_sources,
)
from tests import strategies
from tests.slow_scoring import slow_bast, slow_overall, slow_scores

if TYPE_CHECKING:
    from extractor.types import SemanticTuple
    from tests.strategies import ImageTuples

NULLS = st.sampled_from(("exclude", "locative"))
LEMMA = get_grounding("lemma.v1")


@given(strategies.captions(), NULLS)
def test_bast_equals_the_slow_one(tuples: list[SemanticTuple], null: str) -> None:
    bast = build_bast(tuples, ground=LEMMA, null=null)
    slow = slow_bast(tuples, null)
    assert {name: {tuple(value) for value in slow[name]} for name in slow} == {
        name: set(bast[name]) for name in COMPONENTS
    }


@given(strategies.images(), strategies.conventions())
def test_scores_equal_the_slow_ones(images: dict[str | int, ImageTuples], conventions: Conventions) -> None:
    report = _score(images, conventions)
    slow = slow_scores(list(images.values()), conventions.null, conventions.empty, conventions.average)
    for component in COMPONENTS:
        fast = report.scores[component]
        assert (fast.precision, fast.recall, fast.f1) == pytest.approx(slow[component], abs=1e-12)
    overall, n_components = slow_overall(
        list(images.values()), conventions.null, conventions.empty, conventions.average
    )
    assert report.overall_f1 == pytest.approx(overall, abs=1e-12)
    assert report.scores.n_components == pytest.approx(n_components, abs=1e-12)


@given(strategies.captions(), NULLS)
def test_sources_name_exactly_the_values(tuples: list[SemanticTuple], null: str) -> None:
    bast = build_bast(tuples, ground=LEMMA, null=null)
    sources = value_sources(tuples, ground=LEMMA, null=null)
    assert {component: frozenset(values) for component, values in sources.items()} == {
        component: bast[component] for component in COMPONENTS
    }
    for values in sources.values():
        for value, listed in values.items():
            assert len(set(listed)) == len(listed) > 0
            for source in listed:
                item = tuples[source.tuple_index]
                if source.argument_index is not None:
                    filler = getattr(item, source.slot)[source.argument_index]
                    assert LEMMA.ground_arguments([filler])[0] in value
                elif source.slot == "predicate":
                    assert LEMMA.ground_predicates([item.predicate])[0] in value
                else:
                    assert item.locatives == ()
                    assert "NULL" in value


@given(strategies.captions(), NULLS, st.randoms(use_true_random=False))
def test_order_of_tuples_and_fillers_is_irrelevant(
    tuples: list[SemanticTuple], null: str, rng: random.Random
) -> None:
    shuffled = rng.sample(tuples, len(tuples))
    assert build_bast(tuples, ground=LEMMA, null=null) == build_bast(shuffled, ground=LEMMA, null=null)


@given(strategies.images(), strategies.conventions())
def test_order_of_references_and_images_is_irrelevant(
    images: dict[str | int, ImageTuples], conventions: Conventions
) -> None:
    turned = {
        image_id: (candidate, references[::-1])
        for image_id, (candidate, references) in reversed(images.items())
    }
    assert _score(images, conventions).scores == _score(turned, conventions).scores


@given(strategies.images(), strategies.conventions())
def test_scores_lie_between_0_and_1(images: dict[str | int, ImageTuples], conventions: Conventions) -> None:
    report = _score(images, conventions)
    numbers = [report.overall_f1]
    for component in COMPONENTS:
        scores = report.scores[component]
        numbers += [scores.precision, scores.recall, scores.f1]
    assert all(0 <= number <= 1 for number in numbers)


@given(st.lists(strategies.captions(), min_size=1, max_size=3), NULLS, st.sampled_from(("macro", "micro")))
def test_identity_gives_1(captions: list[list[SemanticTuple]], null: str, average: str) -> None:
    images = {index: (tuples, [tuples]) for index, tuples in enumerate(captions)}
    report = _score(images, Conventions(null=null, average=average))
    assert report.overall_f1 == 1
    assert all(report.scores[component].f1 == 1 for component in COMPONENTS)


@given(st.lists(strategies.captions(), max_size=4), NULLS)
def test_batch_equals_single(captions: list[list[SemanticTuple]], null: str) -> None:
    singles = [build_bast(tuples, ground=LEMMA, null=null) for tuples in captions]
    assert build_basts(captions, ground=LEMMA, null=null) == singles


@given(
    st.lists(strategies.counts_by_component(), min_size=1, max_size=12),
    strategies.conventions(),
    st.randoms(use_true_random=False),
)
def test_merged_shards_equal_the_whole_exactly(
    images: list[dict[str, Counts]], conventions: Conventions, rng: random.Random
) -> None:
    whole = BastStatistics()
    shards = [BastStatistics() for _ in range(4)]
    for image in images:
        whole.add(image)
        rng.choice(shards).add(image)
    rng.shuffle(shards)
    merged = BastStatistics()
    for shard in shards:
        merged = merged.merge(BastStatistics.from_record(shard.as_record()))
    assert merged == whole
    assert merged.as_record() == whole.as_record()
    assert merged.scores(conventions) == whole.scores(conventions)  # no tolerance: every bit


@given(strategies.counts(), st.sampled_from(("one", "zero")))
def test_f1_is_the_harmonic_mean_of_what_is_reported(counts: Counts, empty: str) -> None:
    scores = prf(counts, empty=empty)
    total = scores.precision + scores.recall
    assert scores.f1 == pytest.approx(2 * scores.precision * scores.recall / total if total else 0, abs=1e-12)


@given(strategies.images())
def test_matched_missed_and_spurious_partition_both_sides(images: dict[str | int, ImageTuples]) -> None:
    for image in _score(images, Conventions()).images.values():
        for component in COMPONENTS:
            matched, missed, spurious = (
                image.matched(component),
                image.missed(component),
                image.spurious(component),
            )
            assert matched | missed == image.reference[component]
            assert matched | spurious == image.candidate[component]
            assert not (matched & missed or matched & spurious or missed & spurious)
            counts = image.counts_by_component[component]
            assert (len(matched), len(missed), len(spurious)) == (
                counts.matched,
                counts.n_reference - counts.matched,
                counts.n_candidate - counts.matched,
            )


def _score(images: dict[str | int, ImageTuples], conventions: Conventions) -> ScoreReport:
    return score_images(
        {image_id: candidate for image_id, (candidate, _) in images.items()},
        {image_id: references for image_id, (_, references) in images.items()},
        conventions=conventions,
    )
