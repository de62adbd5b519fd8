from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from extractor.linear.templates import CompiledModel, Components, Row, Templates, _Table
from training.links.fit import fit_linear

TEMPLATES = Templates(
    "x", ("path={path}", "path={path}|noun={noun}", "seen|noun={noun}", "{a}{path}{noun}{b}")
)
VALUES = st.sampled_from(["", "obl", "obj", "dog", "a|b", "None", "é"])
ROWS = st.lists(
    st.tuples(
        st.fixed_dictionaries({"path": VALUES, "noun": st.none() | VALUES, "a": VALUES, "b": VALUES}),
        st.lists(st.sampled_from(["child=obj", "child=nsubj"]), max_size=3),
    ),
    min_size=1,
    max_size=12,
)


def test_features_by_hand() -> None:
    components: Components = {"path": "obl", "noun": None, "a": "1", "b": "2"}
    names = TEMPLATES.names((components, ["child=obj"]))
    # Three of the four templates have a noun, and there is none.
    assert names == ["x0\tobl", "x.child=obj"]
    assert [TEMPLATES.readable(name) for name in names] == ["path=obl", "x.child=obj"]
    (readable,) = {
        TEMPLATES.readable(n)
        for n in TEMPLATES.names(({**components, "noun": "dog"}, []))
        if n.startswith("x1")
    }
    assert readable == "path=obl|noun=dog"


@given(ROWS, ROWS, st.integers(1, 3))
def test_a_compiled_model_is_the_model(training: list[Row], rows: list[Row], n_labels: int) -> None:
    """Against the models themselves, which look features up as strings."""
    rng = np.random.default_rng(len(training))
    models = [
        fit_linear(
            [TEMPLATES.names(row) for row in training],
            rng.random((len(training), n)) < 0.5,
            tuple(f"label {k}" for k in range(n)),
            c=1.0,
            min_count=1,
        )
        for n in (n_labels, 2)
    ]
    expected = np.concatenate(
        [model.margins([TEMPLATES.names(row) for row in [*training, *rows]]) for model in models], axis=1
    )
    found = CompiledModel(TEMPLATES, models).margins([*training, *rows])
    np.testing.assert_allclose(found, expected, atol=1e-5)


def test_templates_of_one_component() -> None:
    templates = Templates("y", ("noun={noun}",))
    rows: list[Row] = [({"noun": "dog"}, []), ({"noun": "cat"}, []), ({"noun": None}, [])]
    model = fit_linear(
        [templates.names(row) for row in rows], np.eye(3, 1, dtype=bool), ("dog",), c=1.0, min_count=1
    )
    expected = model.margins([templates.names(row) for row in rows])
    np.testing.assert_allclose(CompiledModel(templates, [model]).margins(rows), expected, atol=1e-5)


@given(
    # Many begin alike, and some at the very end of what there is.
    st.lists(
        st.sampled_from([0, 1, 5, 2**15, 2**16 - 1]).flatmap(
            lambda first: st.integers(1, 40).map(lambda rest: (first << 48) | rest)
        ),
        unique=True,
        max_size=60,
    ),
    st.lists(st.integers(1, 2**64 - 1), max_size=20),
)
def test_a_table_is_a_dictionary(keys: list[int], others: list[int]) -> None:
    table = _Table(np.array(keys, dtype=np.uint64), np.arange(len(keys)), missing=-1)
    asked = [*keys, *others, *(key + 1 for key in keys)]
    expected = dict(zip(keys, range(len(keys)), strict=True))
    found = table.find(np.array([asked, asked[::-1]], dtype=np.uint64))
    assert found.tolist() == [[expected.get(key, -1) for key in row] for row in (asked, asked[::-1])]


def test_no_rows_have_margins_of_the_right_shape() -> None:
    model = fit_linear([["x0\tobl"]], np.array([[True, False]]), ("a", "b"), c=1.0)
    assert CompiledModel(TEMPLATES, [model, model]).margins([]).shape == (0, 4)
