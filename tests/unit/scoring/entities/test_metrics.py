from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import InvalidInputError
from scoring.entities.metrics import (
    METRICS,
    Tally,
    b_cubed,
    ceaf_e,
    coreference_figures,
    muc,
    pairwise,
    partition_of,
)
from tests.slow_coreference import slow_b_cubed, slow_ceaf_e, slow_muc, slow_pairwise

GOLD = [{1, 2, 3, 4, 5}, {6, 7}, {8, 9, 10, 11, 12}]
TWO_JOINED = [{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11, 12}]
LARGE_JOINED = [{1, 2, 3, 4, 5, 8, 9, 10, 11, 12}, {6, 7}]

# response, metric, precision, recall; the gold has 12 mentions in 3 entities
CASES = [
    # links: the response has 4 + 6, of which one joins two entities; none of the gold's 4 + 1 + 4 is missing
    (TWO_JOINED, "muc", 9 / 10, 1.0),
    # 5 mentions at 1, two at 2/7, five at 5/7
    (TWO_JOINED, "b3", (5 + 2 * 2 / 7 + 5 * 5 / 7) / 12, 1.0),
    # 5 of 5 with 5 of 5: 1; 5 of 5 with 5 of 7: 10/12; two response entities, three of the gold
    (TWO_JOINED, "ceaf_e", (1 + 10 / 12) / 2, (1 + 10 / 12) / 3),
    # pairs: 10 + 21 in the response, 10 + 1 + 10 in the gold, all of these found
    (TWO_JOINED, "pairwise", 21 / 31, 1.0),
    (LARGE_JOINED, "muc", 9 / 10, 1.0),
    # ten mentions at 5/10, two at 1
    (LARGE_JOINED, "b3", 7 / 12, 1.0),
    # {6, 7}: 1; ten with five of them: 2 * 5 / 15
    (LARGE_JOINED, "ceaf_e", (1 + 10 / 15) / 2, (1 + 10 / 15) / 3),
    (LARGE_JOINED, "pairwise", 21 / 46, 1.0),
    # every mention alone: no link, no pair; each is 1/5, 1/2 or 1/5 of its entity
    ([{m} for m in range(1, 13)], "muc", 1.0, 0.0),
    ([{m} for m in range(1, 13)], "b3", 1.0, (1 + 1 + 1) / 12),
    # three of twelve are aligned: 2/6 + 2/3 + 2/6
    ([{m} for m in range(1, 13)], "ceaf_e", (4 / 3) / 12, (4 / 3) / 3),
    ([{m} for m in range(1, 13)], "pairwise", 1.0, 0.0),
    # mentions 11, 12 not found, 13 made up
    ([{1, 2, 3, 4, 5}, {6, 7}, {8, 9, 10, 13}], "muc", (4 + 1 + 2) / 8, (4 + 1 + 2) / 9),
    # precision: 7 at 1, three at 3/4, one at 0; recall: 7 at 1, three at 3/5, two at 0
    ([{1, 2, 3, 4, 5}, {6, 7}, {8, 9, 10, 13}], "b3", (7 + 9 / 4) / 11, (7 + 9 / 5) / 12),
    ([{1, 2, 3, 4, 5}, {6, 7}, {8, 9, 10, 13}], "ceaf_e", (2 + 6 / 9) / 3, (2 + 6 / 9) / 3),
    ([{1, 2, 3, 4, 5}, {6, 7}, {8, 9, 10, 13}], "pairwise", 14 / 17, 14 / 21),
]


@pytest.mark.parametrize(("response", "metric", "precision", "recall"), CASES)
def test_hand_worked_cases(response: list[set[int]], metric: str, precision: float, recall: float) -> None:
    figures = coreference_figures([(GOLD, response)])[metric]
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    assert (figures.precision, figures.recall, figures.f1) == pytest.approx((precision, recall, f1))


def test_conll_is_the_mean_of_three() -> None:
    figures = coreference_figures([(GOLD, TWO_JOINED)])
    f1 = [2 * 0.9 / 1.9, 2 * 16 / 21 / (1 + 16 / 21), 2 * 11 / 12 * 11 / 18 / (11 / 12 + 11 / 18)]
    assert figures.conll_f1 == pytest.approx(sum(f1) / 3)


def test_images_without_mentions_count_for_nothing_and_nothing_at_all_is_right() -> None:
    assert coreference_figures([(GOLD, TWO_JOINED), ([], [])]) == coreference_figures([(GOLD, TWO_JOINED)])
    figures = coreference_figures([])
    assert {figures[name].f1 for name in METRICS} == {1.0} and figures.conll_f1 == 1.0
    nothing_found = coreference_figures([(GOLD, [])])
    assert all(nothing_found[name].recall == 0.0 and nothing_found[name].f1 == 0.0 for name in METRICS)


def test_a_mention_in_two_clusters_is_refused() -> None:
    with pytest.raises(InvalidInputError) as caught:
        coreference_figures([(GOLD, GOLD), ([{1, 2}, {2}], [{1}, set()])])
    assert [str(fault) for fault in caught.value.faults] == [
        "images[1].gold[1]: in another cluster, too: 2",
        "images[1].response[1]: a cluster holds at least one mention",
    ]


partitions = st.dictionaries(st.integers(0, 9), st.integers(0, 4), max_size=7).map(partition_of)


@given(gold=partitions, response=partitions)
def test_as_the_slow_way(gold: list[set[int]], response: list[set[int]]) -> None:
    for fast, slow in (
        (muc, slow_muc),
        (b_cubed, slow_b_cubed),
        (ceaf_e, slow_ceaf_e),
        (pairwise, slow_pairwise),
    ):
        tally = fast(gold, response)
        found = (tally.right_response, tally.n_response, tally.right_gold, tally.n_gold)
        assert found == pytest.approx(slow(gold, response)), fast.__name__


@given(gold=partitions, response=partitions, more=st.tuples(partitions, partitions))
def test_properties(
    gold: list[set[int]], response: list[set[int]], more: tuple[list[set[int]], list[set[int]]]
) -> None:
    figures = coreference_figures([(gold, response)])
    swapped = coreference_figures([(response, gold)])
    same = coreference_figures([(gold, gold)])
    turned = coreference_figures([(gold[::-1], response[::-1])])
    for name in METRICS:
        assert 0.0 <= figures[name].precision <= 1.0 and 0.0 <= figures[name].recall <= 1.0
        assert figures[name].precision == pytest.approx(swapped[name].recall)
        assert same[name].f1 == pytest.approx(1.0)
        assert turned[name].f1 == pytest.approx(figures[name].f1)
    both = b_cubed(gold, response) + b_cubed(*more)
    assert both == sum([b_cubed(*more), b_cubed(gold, response)], Tally())
