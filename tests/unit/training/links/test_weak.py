from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import numpy as np
import pytest

from extractor import InvalidInputError
from extractor.links.predicate_features import OVERT
from formats.corpora.factual import read_factual
from training.links.fit import fit_linear
from training.links.weak import weak_examples

if TYPE_CHECKING:
    from pathlib import Path

    from extractor import Extractor

CSV = """image_id,region_id,caption,scene_graph
1,1,a parked bike leans on a tall wall,"( bike , lean on , wall ) , ( bike , is , parked ) , ( wall , is , tall )"
1,2,a bird that sings,"( bird )"
"""


def test_graphs_name_verbs_and_attributes(tmp_path: Path) -> None:
    for path in (tmp_path / "a.csv", tmp_path / "a.csv.gz"):
        path.write_bytes(gzip.compress(CSV.encode()) if path.suffix == ".gz" else CSV.encode())
        first, second = read_factual(path)
        assert first.caption.text == "a parked bike leans on a tall wall"
        assert (first.verbs, first.attributes) == ({"lean"}, {"parked", "tall"})
        assert (second.verbs, second.attributes) == (frozenset(), frozenset())


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("caption\nx\n")
    with pytest.raises(InvalidInputError, match="no column scene_graph"):
        list(read_factual(tmp_path / "b.csv"))


def test_a_weak_label_is_the_graph_s(extractor: Extractor, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(CSV)
    examples = weak_examples(
        list(read_factual(tmp_path / "a.csv")), parser=extractor.parser, lexicon=extractor.lexicon
    )
    label_by_lemma = {
        next(r for name in row if (r := OVERT.readable(name)).startswith("lemma=") and "|" not in r): label
        for row, label in zip(examples.rows, examples.labels, strict=True)
    }
    assert label_by_lemma["lemma=lean"] is True
    assert label_by_lemma["lemma=sing"] is False  # the graph leaves it out
    assert "lemma=park" not in label_by_lemma  # an attribute: nothing is known of it


def test_weights_of_rows_count() -> None:
    rows, labels = [["x"]] * 10, np.array([[True]] * 4 + [[False]] * 6)
    for weight, holds in ((1.0, False), (0.1, True)):
        weights = np.array([1.0] * 4 + [weight] * 6)
        model = fit_linear(rows, labels, ("y",), c=1.0, weights=weights)
        assert bool(model.margins([["x"]])[0, 0] > 0) is holds
