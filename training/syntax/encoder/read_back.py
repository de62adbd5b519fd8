"""The weights of an encoder out of its files: a training goes on from what a bundle ships.

The files are put together once more from weights that only say where each number belongs, and what the shipped files
hold in each place goes there. What the export rounded stays rounded.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from extractor.errors import BundleError
from extractor.syntax.encoder.files import ENCODER_FILE, RELATIONS_FILE, ROLES_FILE, EncoderConfig
from extractor.syntax.encoder.pieces import PAD
from training.syntax.encoder.export import encoder_graph, relations_graph, roles_graph
from training.syntax.encoder.onnx_graph import Graph, Matrix, Range

Places = npt.NDArray[np.float64]
_LEAST_SHARE = 1e-9
_ROUNDS = 20


def read_back(folder: Path, config: EncoderConfig, vocabulary: tuple[str, ...]) -> dict[str, Matrix]:
    """The weights of the encoder whose files are in a folder, by the names of ``EncoderNetwork``.

    Args:
        folder: Holds the graphs.
        config: What the encoder is like.
        vocabulary: Its word pieces.

    Raises:
        BundleError: A graph is missing, or is not what ``export_encoder`` makes of such an encoder.
    """
    import onnx

    places, n_places = _places(config)
    values = np.zeros(n_places, np.float64)
    shares: list[float] = []
    roots: list[Matrix] = []
    graphs: dict[str, Callable[[Graph], Graph]] = {
        ENCODER_FILE: lambda graph: encoder_graph(places, config, vocabulary.index(PAD), graph),
        RELATIONS_FILE: lambda graph: relations_graph(places, config, graph),
        ROLES_FILE: lambda graph: roles_graph(places, config, graph),
    }
    for file, build in graphs.items():
        try:
            onnx.checker.check_model(folder / file)
        except onnx.checker.ValidationError as error:
            raise BundleError(f"{folder / file} is no readable graph: {error}") from error
        model = onnx.load(folder / file)
        stored = [onnx.numpy_helper.to_array(array) for array in model.graph.initializer]
        is_int8 = any(node.op_type == "MatMulIntegerToFloat" for node in model.graph.node)
        try:
            build(_Reader(stored, values, shares, roots, is_int8=is_int8))
        except (IndexError, ValueError) as error:
            raise BundleError(f"{folder / file} is no graph of such an encoder: {error}") from error
    weights = {name: values[place.astype(np.int64)].astype(np.float32) for name, place in places.items()}
    weights["mix"] = np.log(np.maximum(np.array(shares).reshape(2, -1), _LEAST_SHARE)).astype(np.float32)
    weights["root"] = _root(weights, ("arc_head", "rel_head"), roots)
    return weights


class _Reader(Graph):
    """A graph that is put together of places, and reads what stands in each of them.

    Args:
        stored: The constants of the shipped graph, in the order in which they were added.
        values: Gets what is found, by place.
        shares: Gets the shares of the layers.
        roots: Gets what layers make of the root.
        is_int8: Whether its products run over integers.
    """

    def __init__(
        self,
        stored: list[npt.NDArray[Any]],
        values: Places,
        shares: list[float],
        roots: list[Matrix],
        *,
        is_int8: bool,
    ) -> None:
        super().__init__(_AnyRanges() if is_int8 else None)
        self._stored = stored
        self._values = values
        self._shares = shares
        self._roots = roots
        self._weight: Matrix = np.zeros((0, 0), np.float32)  # of the product that is being read
        self._factors: npt.NDArray[np.float64] = np.ones(0)

    def constant(self, value: Any, dtype: Any = np.int64) -> str:
        """Read what the shipped graph has here, where it is weights."""
        found = self._stored[self.n_constants]
        shape = np.atleast_1d(value).shape
        if found.shape != shape:
            raise ValueError(f"constant {self.n_constants} has the shape {found.shape}, not {shape}")
        if isinstance(value, np.floating):
            self._shares.append(float(found[0]))
        elif isinstance(value, np.ndarray) and value.dtype == np.float64:
            if value.ndim == 3:  # what a layer made of the root
                self._roots.append(found.astype(np.float32)[0, 0])
            else:
                self._values[value.astype(np.int64)] = found
        return super().constant(found, found.dtype)

    def product(self, name: str, x: str, weight: Matrix, bias: Matrix, *, even: bool = False) -> str:
        """Read what the inputs are divided by."""
        number = self.n_constants
        is_read = even and self._ranges is not None
        self._factors = 1 / self._stored[number].astype(np.float64) if is_read else np.ones(weight.shape[1])
        self._weight = weight
        return super().product(name, x, weight, bias, even=even)

    def _product_int8(self, steps: str, scale: str, zero: str, weight: Matrix, bias: Matrix) -> str:
        """Read steps and scales."""
        number = self.n_constants
        product = super()._product_int8(steps, scale, zero, np.zeros(weight.shape, np.float32), bias)
        read = self._stored[number].T * self._stored[number + 1][:, None].astype(np.float64)
        self._values[self._weight.astype(np.int64)] = read / self._factors
        return product

    def rows_of(self, table: Matrix, numbers: str) -> str:
        """Read steps and scales, or the rows."""
        if self._ranges is None:
            return super().rows_of(table, numbers)
        number = self.n_constants
        rows = super().rows_of(np.zeros(table.shape, np.float32), numbers)
        self._values[table.astype(np.int64)] = self._stored[number] * self._stored[number + 1].astype(
            np.float64
        )
        return rows


class _AnyRanges(dict[str, Range]):
    """A range for every product: what the shipped graph has takes its place."""

    def get(self, name: str, default: object = None) -> Range:
        return Range(-np.ones(1, np.float32), np.ones(1, np.float32))


def _places(config: EncoderConfig) -> tuple[dict[str, Any], int]:
    """Arrays of the network's shapes whose elements are all different whole numbers."""
    from training.syntax.encoder.network import EncoderNetwork

    n = 0
    places: dict[str, Any] = {}
    for name, value in EncoderNetwork(config, pad=0).state_dict().items():
        places[name] = np.arange(n, n + value.numel(), dtype=np.float64).reshape(tuple(value.shape))
        n += value.numel()
    return places, n


def _root(weights: dict[str, Matrix], layers: tuple[str, ...], made: list[Matrix]) -> Matrix:
    """A root of which the layers make what they made: the least one, where there are many.

    Where a layer gives 0, all that is known is that the root does not pass it.
    """
    weight = np.concatenate([weights[f"{layer}.weight"] for layer in layers]).astype(np.float64)
    bias = np.concatenate([weights[f"{layer}.bias"] for layer in layers])
    target = np.concatenate(made)
    bound = target > 0
    root = np.zeros(weight.shape[1])
    for _ in range(_ROUNDS):
        root = np.linalg.lstsq(weight[bound], (target - bias)[bound], rcond=None)[0]
        passed = (weight @ root + bias > 1e-6) & ~bound
        if not passed.any():
            break
        bound |= passed
    return root.astype(np.float32)
