"""Arrays to the bytes of an ``.npz`` file, the same bytes for the same arrays; text as an array of bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

_EPOCH = (1980, 1, 1, 0, 0, 0)


def array_bytes(arrays: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """What ``numpy.load`` reads, without the time that ``numpy.savez`` writes; never pickled objects."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, np.asarray(array), allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy", _EPOCH)
            target.writestr(entry, content.getvalue(), zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def text_array(text: str) -> npt.NDArray[np.uint8]:
    """A text as an array; ``array.tobytes().decode()`` reads it."""
    return np.frombuffer(text.encode(), dtype=np.uint8)
