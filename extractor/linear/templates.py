"""Features made of templates over components, and linear models over them without building a single string.

A template such as ``path={path}|sense={sense}`` names the components whose values make up a feature. Models are trained
on features as strings; to apply one, its vocabulary is compiled into keys, sums of products of the components'
numbers, and all features of all rows of a batch are looked up in one table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from operator import itemgetter
from string import Formatter

import numpy as np
import numpy.typing as npt

from extractor.linear.model import LinearModel, Margins

Components = Mapping[str, str | None]
"""Values by component; a template with a component that is None gives no feature."""

Row = tuple[Components, Sequence[str]]
"""The components of a row, and its loose features: those of which a row may have any number."""

# No word holds a tab: tokens have no white space.
_SEPARATOR = "\t"
_SEED = 20151


class Templates:
    """A list of templates.

    Args:
        prefix: Marks the features of this list, so that lists may share a vocabulary.
        templates: Component names in braces between other text, which only people read.

    Attributes:
        number_by_head: Place of each template by the first part of its features' names.
    """

    def __init__(self, prefix: str, templates: Sequence[str]) -> None:
        self.prefix = prefix
        self.templates = tuple(templates)
        self.fields = tuple(
            tuple(field for _, field, _, _ in Formatter().parse(template) if field) for template in templates
        )
        self.components = tuple(dict.fromkeys(field for fields in self.fields for field in fields))
        self.number_by_head = {f"{prefix}{k}": k for k in range(len(templates))}

    def names(self, row: Row) -> list[str]:
        """The features of a row as strings, as models are trained on them."""
        components, loose = row
        result = []
        for k, fields in enumerate(self.fields):
            values = [components[field] for field in fields]
            if None not in values:
                result.append(_SEPARATOR.join([f"{self.prefix}{k}", *values]))  # type: ignore[list-item]  # none is None
        return [*result, *(self.loose_name(name) for name in loose)]

    def loose_name(self, name: str) -> str:
        """The name of a loose feature in a vocabulary."""
        return f"{self.prefix}.{name}"

    def parse(self, name: str) -> tuple[int, list[str]] | None:
        """Template and values of a feature; None for one that is loose or of another list."""
        head, *values = name.split(_SEPARATOR)
        k = self.number_by_head.get(head)
        return None if k is None else (k, values)

    def readable(self, name: str) -> str:
        """A feature as people read it: ``path=>obl|sense=place``."""
        parsed = self.parse(name)
        if parsed is None:
            return name
        k, values = parsed
        return self.templates[k].format(**dict(zip(self.fields[k], values, strict=True)))


class CompiledModel:
    """Linear models over one list of templates, ready to be applied to batches.

    Args:
        templates: The templates.
        models: The models; their margins stand side by side in the result, in this order.
    """

    def __init__(self, templates: Templates, models: Sequence[LinearModel]) -> None:
        self._templates = templates
        self._intercepts = np.concatenate([model.intercepts for model in models])
        n_labels = len(self._intercepts)
        names = dict.fromkeys(name for model in models for name in model.index_by_feature)
        weights = np.zeros((len(names) + 1, n_labels), dtype=np.float32)  # the last row is that of no feature
        row_by_name = {name: i for i, name in enumerate(names)}
        start = 0
        for model in models:
            end = start + len(model.labels)
            rows = [row_by_name[name] for name in model.index_by_feature]
            weights[rows, start:end] = model.coefficients[list(model.index_by_feature.values())]
            start = end
        self._weights = weights
        self._no_feature = len(names)
        self._loose: dict[str, int] = {}
        place = {component: c for c, component in enumerate(templates.components)}
        first, *others = templates.components
        self._values = itemgetter(first, *others, first)  # of a single name it would give no tuple
        # Number 0 is a value that the models have never seen.
        self._numbers: list[dict[str | None, int]] = [{} for _ in templates.components]
        fields = templates.fields
        width = max(len(template) for template in fields)
        # Templates of fewer components are filled up with one that is always 1.
        self._fields = np.full((len(fields), width), len(self._numbers))
        for k, template in enumerate(fields):
            self._fields[k, : len(template)] = [place[name] for name in template]
        rng = np.random.default_rng(_SEED)
        odd = rng.integers(1, 2**63, size=(len(fields), width), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
        self._factors = odd
        self._table = _Table(*self._compiled(row_by_name), missing=self._no_feature)

    def _compiled(
        self, row_by_name: Mapping[str, int]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.intp]]:
        """Keys of the features and their rows; loose features are put aside."""
        values_by_head: dict[str, list[str]] = {}
        rows_by_head: dict[str, list[int]] = {}
        for name, i in row_by_name.items():
            head, separator, values = name.partition(_SEPARATOR)
            if separator and head in self._templates.number_by_head:
                values_by_head.setdefault(head, []).append(values)
                rows_by_head.setdefault(head, []).append(i)
            else:
                self._loose[name] = i
        keys: list[npt.NDArray[np.uint64]] = [np.zeros(0, dtype=np.uint64)]
        places: list[int] = []
        for head, joined_values in values_by_head.items():
            k = self._templates.number_by_head[head]
            width = len(self._templates.fields[k])
            flat = _SEPARATOR.join(joined_values).split(_SEPARATOR)
            key = self._factors[k, width:].sum(dtype=np.uint64)
            for at in range(width):
                numbered = self._numbers[self._fields[k, at]]
                numbers = [numbered.setdefault(value, len(numbered) + 1) for value in flat[at::width]]
                key = key + np.array(numbers, dtype=np.uint64) * self._factors[k, at]
            keys.append(key)
            places.extend(rows_by_head[head])
        return np.concatenate(keys), np.array(places, dtype=np.intp)

    def margins(self, rows: Sequence[Row]) -> Margins:
        """Signed distances to the hyperplanes, shape (rows, labels of all models)."""
        n_rows = len(rows)
        if not n_rows:
            return np.zeros((0, len(self._intercepts)))
        numbers = np.ones((len(self._numbers) + 1, n_rows), dtype=np.uint64)
        columns = zip(*(self._values(components) for components, _ in rows), strict=True)
        for c, (known, column) in enumerate(zip(self._numbers, columns, strict=False)):
            numbers[c] = np.fromiter(map(known.get, column, repeat(0)), dtype=np.uint64, count=n_rows)
        found = self._find(numbers)
        margins = self._weights[found].sum(axis=0, dtype=np.float64) + self._intercepts
        prefix = self._templates.loose_name("")
        for i, (_, loose) in enumerate(rows):
            indices = [self._loose[prefix + name] for name in set(loose) if prefix + name in self._loose]
            if indices:
                margins[i] += self._weights[indices].sum(axis=0, dtype=np.float64)
        return np.asarray(margins)

    def _find(self, numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.int32]:
        """Rows of the weights by template and row, shape (templates, rows)."""
        keys = np.zeros((len(self._fields), numbers.shape[1]), dtype=np.uint64)
        for fields, factors in zip(self._fields.T, self._factors.T, strict=True):
            # A value that was never seen is number 0, with which no key was made.
            keys += numbers[fields] * factors[:, None]
        return self._table.find(keys)


class _Table:
    """Numbers by keys, which are evenly spread: the first bits of a key say where it stands, or the places behind.

    Args:
        keys: All different.
        values: The number of each.
        missing: The number of every other key; none of the values.
    """

    def __init__(self, keys: npt.NDArray[np.uint64], values: npt.NDArray[np.intp], *, missing: int) -> None:
        n_bits = max(4, (2 * len(keys)).bit_length())
        self._shift = np.uint64(64 - n_bits)
        self._missing = missing  # also of every place that is free
        order = np.argsort(keys)
        numbers = np.arange(len(keys))
        # Each in its own place, or in the next behind the key before it.
        places = numbers + np.maximum.accumulate(self._first_places(keys[order]) - numbers)
        n_places = max(2**n_bits, *places[-1:].tolist(), 0) + 2  # the last is free
        self._keys = np.zeros(n_places, dtype=np.uint64)
        self._values = np.full(n_places, missing, dtype=np.int32)
        self._keys[places], self._values[places] = keys[order], values[order]

    def find(self, keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.int32]:
        """The numbers of keys, same shape."""
        places = self._first_places(keys)
        found = self._values[places]
        others = (self._keys[places] != keys) & (found != self._missing)
        left = np.flatnonzero(others)
        places, wanted = places[others], keys[others]
        while len(left):
            places = places + 1
            values = self._values[places]
            is_found = (self._keys[places] == wanted) | (values == self._missing)
            found.ravel()[left[is_found]] = values[is_found]
            left, places, wanted = left[~is_found], places[~is_found], wanted[~is_found]
        return found

    def _first_places(self, keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.intp]:
        return (keys >> self._shift).astype(np.intp)
