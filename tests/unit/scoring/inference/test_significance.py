from __future__ import annotations

import pytest

from extractor import InvalidInputError
from scoring import COMPONENTS, Counts
from scoring.inference.significance import paired_bootstrap


def image(matched: int, candidate: int, reference: int) -> dict[str, Counts]:
    return dict.fromkeys(COMPONENTS, Counts(matched, candidate, reference))


def test_a_system_against_itself_differs_by_nothing() -> None:
    images = [image(1, 2, 2), image(0, 1, 1), image(3, 3, 4)]
    found = paired_bootstrap(images, images)
    # Micro F1 = 2 * 4 / (6 + 7).
    assert found.first == found.second == pytest.approx(8 / 13)
    assert (found.low, found.high, found.p_value) == (0.0, 0.0, 1.0)


def test_a_system_that_is_better_on_every_image_is_better() -> None:
    worse, better = [image(1, 2, 2)] * 30, [image(2, 2, 2)] * 30
    found = paired_bootstrap(worse, better)
    assert (found.first, found.second) == (0.5, 1.0)
    assert (found.low, found.high) == (0.5, 0.5)
    assert found.p_value == 0.0
    assert paired_bootstrap(better, worse).high == -0.5


def test_a_difference_on_one_image_of_many_may_be_chance() -> None:
    first = [image(1, 1, 1)] * 40
    second = [*first[:-1], image(0, 1, 1)]
    found = paired_bootstrap(first, second)
    assert found.low < 0.0 == found.high
    assert found.p_value > 0.05


def test_the_seed_decides_the_interval() -> None:
    first = [image(k % 3, 2, 2) for k in range(20)]
    second = [image((k + 1) % 3, 2, 2) for k in range(20)]
    assert paired_bootstrap(first, second, seed=4) == paired_bootstrap(first, second, seed=4)


def test_different_images_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="1 and 2 images"):
        paired_bootstrap([image(1, 1, 1)], [image(1, 1, 1)] * 2)
