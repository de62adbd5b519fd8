"""The blocks of annotators: known in the training, unknown to the model that comes of it."""

from __future__ import annotations

import numpy as np

from extractor.types import Caption
from formats.corpora.annotated import AnnotatedCaption
from training.links.fit import fit_linear
from training.links.fit_links import N_BLOCKS, _blocks


def item(file: str, image: int) -> AnnotatedCaption:
    return AnnotatedCaption(caption=Caption(text="x", image_id=image), tuples=(), where=f"{file}:{image + 1}")


def test_a_block_is_an_eighth_of_a_file_s_images() -> None:
    blocks = _blocks(
        [*(item("a", image) for image in range(16) for _ in range(2)), *(item("b", i) for i in range(3))]
    )
    assert blocks[:6] == ["0.0"] * 4 + ["0.1"] * 2
    assert blocks[31] == f"0.{N_BLOCKS - 1}"
    assert {block[0] for block in blocks[32:]} == {"1"}


def test_a_model_without_some_features_has_the_others_as_they_were() -> None:
    rows = [["a", "block=1"], ["b", "block=2"]] * 20
    model = fit_linear(rows, np.array([[True], [False]] * 20), ("x",), c=1.0)
    less = model.without("block=")
    assert set(less.index_by_feature) == {"a", "b"}
    for name, column in less.index_by_feature.items():
        assert less.coefficients[column] == model.coefficients[model.index_by_feature[name]]
    assert np.array_equal(less.intercepts, model.intercepts)
