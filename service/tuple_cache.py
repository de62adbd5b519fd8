"""Tuples of captions on disk, so that references are extracted once.

One lmdb database; the key is the caption, its tokens and the bundle (the hash of its manifest), so an entry can never
be of another caption or model. What is kept are the tuples, one level below the BASTs: every grounding and the graded
score are made from them in microseconds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType

import lmdb
import msgspec

from extractor.bundle import MANIFEST, file_sha256, find_bundle, read_manifest
from extractor.errors import ResourceError
from extractor.records import ExtractionRecord, extraction_from_record, extraction_record
from extractor.types import Caption, Extraction, SemanticTuple
from service.entries import CaptionEntry

MAX_BYTES = 1 << 36
"""The most that the database may grow to; lmdb reserves addresses, not space."""

_SCHEMA = "captuple.tuples/1"


class TupleCache:
    """Tuples of captions by one model, on disk. Several processes may use one folder.

    Args:
        folder: Made where it is not there.
        model: ``NAME``, ``NAME@VERSION`` or the folder of the bundle.

    Raises:
        ResourceError: The folder cannot be used.
    """

    def __init__(self, folder: Path, model: str) -> None:
        self._place = folder
        bundle = find_bundle(model)
        manifest = read_manifest(bundle)
        self._model = f"{manifest.name}@{manifest.version}"
        self._bundle = file_sha256(bundle / MANIFEST)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._environment = lmdb.open(str(folder), map_size=MAX_BYTES)
        except (lmdb.Error, OSError) as e:
            raise ResourceError(f"{folder}: the cache cannot be opened: {e}") from e

    def __enter__(self) -> TupleCache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._environment.close()

    def fill(self, entries: Sequence[CaptionEntry]) -> list[CaptionEntry]:
        """The entries; those that came without tuples and are known have them, and the model's name."""
        filled = []
        with self._environment.begin() as transaction:
            for entry in entries:
                data = None if entry.tuples is not None else transaction.get(self._key(entry.caption))
                tuples = None if data is None else _decoded(data)
                filled.append(entry if tuples is None else replace(entry, tuples=tuples, model=self._model))
        return filled

    def put(
        self, entries: Sequence[CaptionEntry], tuples: Sequence[tuple[SemanticTuple, ...]], *, model: str
    ) -> None:
        """Keep the tuples of the entries that came without.

        Raises:
            ResourceError: The cache cannot be written.
        """
        try:
            with self._environment.begin(write=True) as transaction:
                for entry, found in zip(entries, tuples, strict=True):
                    if entry.tuples is None:
                        extraction = Extraction(
                            caption=replace(entry.caption, image_id=None, caption_id=None),
                            model=model,
                            tuples=found,
                        )
                        data = msgspec.json.encode(extraction_record(extraction))
                        transaction.put(self._key(entry.caption), data)
        except lmdb.Error as e:
            raise ResourceError(f"{self._place}: the cache cannot be written: {e}") from e

    def _key(self, caption: Caption) -> bytes:
        parts = [_SCHEMA, self._bundle, caption.text, caption.tokens]
        return hashlib.sha256(msgspec.json.encode(parts)).digest()


def _decoded(data: bytes) -> tuple[SemanticTuple, ...] | None:
    """None for an entry that cannot be read, which is then extracted anew."""
    try:
        record = msgspec.json.decode(data, type=ExtractionRecord)
        return extraction_from_record(record, where="cache").tuples
    except (msgspec.MsgspecError, ValueError):
        return None
