"""Tuples of captions on disk, so that no caption is extracted twice: by commands, batch jobs or the server.

One lmdb database; the key is the caption, its tokens, the least confidence, the bundle (the hash of its manifest) and
the code of the extractor (the hash of its files), so an entry can never be of another caption, model or code. What is
kept are the tuples, one level below the BASTs: every grounding and the graded score are made from them in microseconds.

The cache is bounded: the oldest entries go first. Any number of processes of one machine may read and write it. Files
that are damaged or cut off are set aside (``data.mdb.damaged``), those of other programs too (``data.mdb.foreign``),
and the cache starts anew. A cache that cannot go on, because the disk is full, is given up: that is logged once, and
the work goes on without it.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import functools
import hashlib
import importlib
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import lmdb
import msgspec

from extractor.bundle import MANIFEST, file_sha256, find_bundle, read_manifest
from extractor.errors import Fault, ResourceError
from extractor.syntax.tokenization import caption_faults
from extractor.types import Caption, CaptionEntry, Extraction, SemanticTuple
from formats.records import ExtractionRecord, extraction_from_record, extraction_record

if TYPE_CHECKING:
    from extractor import Extractor

DEFAULT_MAX_BYTES = 4 << 30
"""The most that entries may take; the file grows to about as much."""

# Their versions are part of an entry's key: with another tokenizer or parser the same caption has other tuples.
_LIBRARIES = ("numpy", "spacy", "stanza", "torch")
_SCHEMA_NAME = b"captuple.tuples/"
_SCHEMA = _SCHEMA_NAME + b"2"
_DATA, _LOCK = "data.mdb", "lock.mdb"
_MARK = ".captuple-cache"
"""Stands beside the database and says that it is ours, also where that cannot be read any more."""
_log = logging.getLogger(__name__)
_CHECKSUM_BYTES = 8
# What is left where the cache was full, and how many entries go in one transaction (the most that come in one, too).
_KEPT_SHARE = 0.75
_EVICTED_AT_ONCE = 500
_ORDER_BYTES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheInfo:
    """What a cache holds.

    Attributes:
        n_entries: Captions with their tuples.
        used_bytes: Of entries.
        file_bytes: Of the file.
        max_bytes: The most that entries may take.
    """

    n_entries: int
    used_bytes: int
    file_bytes: int
    max_bytes: int


@functools.cache
def code_version() -> str:
    """What else, beside the bundle, decides which tuples a caption has, as a SHA-256.

    The extractor's files in all its folders, and the versions of the libraries that part and parse a text.
    """
    libraries = "".join(f"{name} {version(name)}\0" for name in _LIBRARIES)
    return hashlib.sha256(f"{code_sha256('extractor')} {libraries}".encode()).hexdigest()


@functools.cache
def code_sha256(package: str) -> str:
    """The SHA-256 of all files of a package's code, in all its folders."""
    digest = hashlib.sha256()
    for folder in map(Path, importlib.import_module(package).__path__):
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()


class TupleCache:
    """Tuples of captions by one model, on disk. Several processes may use one folder.

    Args:
        folder: Made where it is not there.
        model: ``NAME``, ``NAME@VERSION`` or the folder of the bundle.
        max_bytes: The most that entries may take, at least 1 MiB.

    A disk that is full when the cache is opened, and whatever keeps it from being read or written later, ends the cache
    and not the work: it then knows nothing and keeps nothing, which is logged once, as a warning.

    Attributes:
        rebuilt: Why the cache was started anew; empty where it was not.
        lost: Why the cache was given up; empty while it was not.

    Raises:
        ResourceError: The folder cannot be used.
    """

    def __init__(self, folder: Path, model: str, *, max_bytes: int = DEFAULT_MAX_BYTES) -> None:
        self._bundle = bundle = find_bundle(model)
        manifest = read_manifest(bundle)
        self._model = f"{manifest.name}@{manifest.version}"
        self._prefix = [_SCHEMA.decode(), code_version(), file_sha256(bundle / MANIFEST)]
        self._folder = folder
        self.lost = ""
        self._store: _Store | None = None
        try:
            self._store = _Store(folder, max_bytes=max_bytes)
        except ResourceError as error:
            if not _is_full(error):
                raise
            self._give_up(error)

    @property
    def model(self) -> str:
        """``name@version``."""
        return self._model

    @property
    def bundle(self) -> Path:
        """The bundle's folder."""
        return self._bundle

    @property
    def rebuilt(self) -> str:
        """Why the cache was started anew; empty where it was not."""
        return "" if self._store is None else self._store.rebuilt

    def __enter__(self) -> TupleCache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the files."""
        if self._store is not None:
            self._store.close()

    def _give_up(self, error: ResourceError) -> None:
        self.lost = str(error)
        _log.warning("%s; the cache is given up, and the work goes on without it", error)
        if self._store is not None:
            self._store.close()
        self._store = None

    def get(self, captions: Sequence[Caption], *, min_confidence: float = 0.0) -> list[Extraction | None]:
        """What captions say; None for those that are not known."""
        if self._store is None:
            return [None] * len(captions)
        try:
            found = self._store.get([self._key(caption, min_confidence) for caption in captions])
        except ResourceError as error:
            self._give_up(error)
            return [None] * len(captions)
        return [
            None if data is None else _decoded(data, caption)
            for data, caption in zip(found, captions, strict=True)
        ]

    def put(self, extractions: Sequence[Extraction], *, min_confidence: float = 0.0) -> None:
        """Keep extractions, dropping the oldest entries where the cache is full."""
        if self._store is None:
            return
        items = []
        for extraction in extractions:
            if extraction.language is not None:
                continue  # what is wrong with it is to be said each time
            bare = replace(extraction, caption=replace(extraction.caption, image_id=None, caption_id=None))
            data = msgspec.json.encode(extraction_record(bare))
            items.append((self._key(extraction.caption, min_confidence), data))
        try:
            self._store.put(items)
        except ResourceError as error:
            self._give_up(error)

    def fill(self, entries: Sequence[CaptionEntry], *, min_confidence: float = 0.0) -> list[CaptionEntry]:
        """The entries; those that came without tuples and are known have them, and the model's name."""
        missing = [i for i, entry in enumerate(entries) if entry.tuples is None]
        found = self.get([entries[i].caption for i in missing], min_confidence=min_confidence)
        filled = list(entries)
        for i, known in zip(missing, found, strict=True):
            if known is not None:
                filled[i] = replace(
                    entries[i], tuples=known.tuples, entities=known.entities, model=self._model
                )
        return filled

    def keep(
        self,
        entries: Sequence[CaptionEntry],
        read: Sequence[Extraction],
        *,
        min_confidence: float = 0.0,
    ) -> None:
        """Keep what the entries say that came without tuples; captions in other languages are not kept."""
        extractions = [found for entry, found in zip(entries, read, strict=True) if entry.tuples is None]
        self.put(extractions, min_confidence=min_confidence)

    def _key(self, caption: Caption, min_confidence: float) -> bytes:
        # By their code points, as JSON knows no lone surrogates (which no extractor takes, but a look-up must).
        texts = [text.encode("utf-8", "surrogatepass") for text in (caption.text, *(caption.tokens or ()))]
        parts = [*self._prefix, min_confidence, caption.tokens is None, texts]
        return hashlib.sha256(msgspec.msgpack.encode(parts)).digest()


class CachingExtractor:
    """An extractor that looks into a cache first, and is loaded when the cache lacks something.

    Args:
        load: Loads what finds the rest.
        cache: Of the same model.
    """

    def __init__(self, load: Callable[[], Extractor], cache: TupleCache) -> None:
        self._load = load
        self._cache = cache
        self._extractor: Extractor | None = None

    @property
    def model(self) -> str:
        """``name@version``."""
        return self._cache.model

    @property
    def folder(self) -> Path:
        """The bundle's folder."""
        return self._cache.bundle

    @property
    def cache_lost(self) -> str:
        """Why the cache was given up; empty while it was not."""
        return self._cache.lost

    def validate(self, captions: Sequence[Caption]) -> list[Fault]:
        """Everything wrong with some captions, as ``Extractor.validate`` says it."""
        return caption_faults(captions)

    def extract(self, captions: Sequence[Caption], *, min_confidence: float = 0.0) -> list[Extraction]:
        """The tuples of captions, in order, as ``Extractor.extract`` gives them."""
        known = self._cache.get(captions, min_confidence=min_confidence)
        missing = [c for c, item in zip(captions, known, strict=True) if item is None]
        extracted: list[Extraction] = []
        if missing:
            self._extractor = self._extractor or self._load()
            extracted = self._extractor.extract(missing, min_confidence=min_confidence)
            self._cache.put(extracted, min_confidence=min_confidence)
        new = iter(extracted)
        return [
            next(new) if item is None else replace(item, caption=caption, model=self.model)
            for caption, item in zip(captions, known, strict=True)
        ]

    def lemmatize(self, tuple_lists: Sequence[Sequence[SemanticTuple]]) -> list[tuple[SemanticTuple, ...]]:
        """The lemmas that given tuples lack, as ``Extractor.lemmatize`` fills them in."""
        self._extractor = self._extractor or self._load()
        return self._extractor.lemmatize(tuple_lists)


def cache_info(folder: Path) -> CacheInfo:
    """What the cache in a folder holds.

    Raises:
        ResourceError: There is none, or it cannot be read.
    """
    if not (folder / _DATA).is_file():
        raise ResourceError(f"{folder} holds no cache")
    store = _Store(folder, max_bytes=None, rebuild=False)
    try:
        return store.info()
    finally:
        store.close()


def clear_cache(folder: Path) -> int:
    """Drop all entries of the cache in a folder, and what was set aside as damaged; other programs' files stay.

    Returns:
        How many bytes the files had.

    Raises:
        ResourceError: There is none, what is there is another program's, or it cannot be removed.
    """
    files = [folder / name for name in (_DATA, _LOCK, f"{_DATA}.damaged", _MARK)]
    if not any(file.is_file() for file in (files[0], files[2])):
        raise ResourceError(f"{folder} holds no cache")
    try:
        with _alone(folder):
            if files[0].is_file() and not _is_ours(folder):
                raise ResourceError(f"{files[0]} is no cache of captuple's; nothing was removed")
            size = sum(file.stat().st_size for file in files if file.is_file())
            for file in files:
                file.unlink(missing_ok=True)
    except OSError as error:
        raise ResourceError(f"{folder}: the cache cannot be cleared: {error.strerror}") from error
    return size


class _Store:
    """Bytes by key, bounded, in the order in which they came."""

    def __init__(self, folder: Path, *, max_bytes: int | None, rebuild: bool = True) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._rebuild = rebuild
        self.rebuilt = ""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with _alone(folder):
                self._open()
        except (lmdb.Error, OSError) as error:
            raise ResourceError(f"{folder}: the cache cannot be opened: {error}") from error

    def close(self) -> None:
        self._environment.close()

    def get(self, keys: Sequence[bytes]) -> list[bytes | None]:
        try:
            with self._environment.begin(db=self._entries) as transaction:
                return [_verified(transaction.get(key)) for key in keys]
        except lmdb.Error as error:
            self._restart(str(error))
            return [None] * len(keys)

    def put(self, items: Sequence[tuple[bytes, bytes]]) -> None:
        try:
            for start in range(0, len(items), _EVICTED_AT_ONCE):
                self._put(items[start : start + _EVICTED_AT_ONCE])
        except (lmdb.CorruptedError, lmdb.PageNotFoundError, lmdb.PanicError, lmdb.InvalidError) as error:
            self._restart(str(error))
        except lmdb.MapFullError:
            # Deleting needs room of its own: where there is none, only an empty cache helps.
            self._restart("it was full")
        except (lmdb.Error, OSError) as error:
            raise ResourceError(f"{self._folder}: the cache cannot be written: {error}") from error

    def info(self) -> CacheInfo:
        try:
            with self._environment.begin() as transaction:
                return CacheInfo(
                    n_entries=transaction.stat(self._entries)["entries"],
                    used_bytes=self._used_bytes(transaction),
                    file_bytes=(self._folder / _DATA).stat().st_size,
                    max_bytes=int(transaction.get(b"max_bytes", db=self._meta) or 0),
                )
        except (lmdb.Error, OSError) as error:
            raise ResourceError(f"{self._folder}: the cache cannot be read: {error}") from error

    def _put(self, items: Sequence[tuple[bytes, bytes]]) -> None:
        if self._max_bytes is None:
            raise ValueError("opened for reading")
        with self._environment.begin(write=True) as transaction:
            with transaction.cursor(db=self._order) as cursor:
                number = int.from_bytes(cursor.key(), "big") if cursor.last() else 0
            for key, data in items:
                if transaction.put(key, _checksum(data) + data, db=self._entries, overwrite=False):
                    number += 1
                    transaction.put(number.to_bytes(_ORDER_BYTES, "big"), key, db=self._order, append=True)
                elif _verified(transaction.get(key, db=self._entries)) is None:  # damaged: mend it in place
                    transaction.put(key, _checksum(data) + data, db=self._entries)
            full = self._used_bytes(transaction) > self._max_bytes
        if full:
            self._evict(int(_KEPT_SHARE * self._max_bytes))

    def _evict(self, target_bytes: int) -> None:
        """Drop the oldest until there is room: keys are hashes, so pages become free only when many are gone."""
        while True:
            with self._environment.begin(write=True) as transaction:
                if self._used_bytes(transaction) <= target_bytes:
                    return
                n_oldest = min(transaction.stat(self._order)["entries"] // 8 + 1, _EVICTED_AT_ONCE)
                with transaction.cursor(db=self._order) as cursor:
                    oldest = list(_first(cursor, n_oldest))
                for number, key in oldest:
                    transaction.delete(number, db=self._order)
                    transaction.delete(key, db=self._entries)
                if not oldest:
                    return

    def _used_bytes(self, transaction: Any) -> int:
        pages = 0
        page_bytes = 0
        for database in (self._entries, self._order):
            stat = transaction.stat(database)
            page_bytes = stat["psize"]
            pages += stat["branch_pages"] + stat["leaf_pages"] + stat["overflow_pages"]
        return int(pages * page_bytes)

    def _open(self) -> None:
        problem = _file_problem(self._folder)
        is_foreign = bool(problem) and not _is_marked(self._folder)
        if not problem:
            try:
                self._open_files()
            except (
                lmdb.CorruptedError,
                lmdb.InvalidError,
                lmdb.VersionMismatchError,
                lmdb.PageNotFoundError,
                lmdb.PanicError,
            ) as error:
                problem = str(error)
            except _ForeignError as error:
                self._environment.close()
                problem = str(error)
                is_foreign = True
        if problem:
            if not self._rebuild:
                raise OSError(f"{problem}; it is started anew when it is next used")
            self._set_aside(problem, name="foreign" if is_foreign else "damaged")
            self._open_files()

    def _open_files(self) -> None:
        # Freed pages are used again, but not those of the running transaction: room for them, too.
        size = 2 * (self._max_bytes or 0) + (64 << 20)
        data = self._folder / _DATA
        if self._max_bytes is None:
            size = max(size, data.stat().st_size + (1 << 20))
        is_new = not data.is_file() or data.stat().st_size == 0
        self._environment = lmdb.open(
            str(self._folder),
            map_size=max(size, data.stat().st_size if not is_new else 0),
            max_dbs=3,
            max_readers=512,
            metasync=False,
        )
        if self._environment.stat()["entries"] not in (0, 3):
            raise _ForeignError("it is a database of something else")
        self._environment.reader_check()
        try:
            self._meta = self._environment.open_db(b"meta", create=self._max_bytes is not None)
            self._entries = self._environment.open_db(b"entries", create=self._max_bytes is not None)
            self._order = self._environment.open_db(b"order", create=self._max_bytes is not None)
        except (lmdb.NotFoundError, lmdb.IncompatibleError, lmdb.ReadonlyError) as error:
            raise _ForeignError("it is a database of something else") from error
        if self._max_bytes is not None:
            with self._environment.begin(write=True) as transaction:
                if is_new or transaction.stat(self._meta)["entries"] == 0:
                    transaction.put(b"schema", _SCHEMA, db=self._meta)
                transaction.put(b"max_bytes", str(self._max_bytes).encode(), db=self._meta)
        with self._environment.begin() as transaction:
            schema = transaction.get(b"schema", db=self._meta)
        if schema != _SCHEMA:
            raise _ForeignError("it is of another schema")
        if self._max_bytes is not None and not _is_marked(self._folder):
            (self._folder / _MARK).write_bytes(_SCHEMA + b"\n")

    def _restart(self, problem: str) -> None:
        self._environment.close()
        try:
            with _alone(self._folder):
                self._set_aside(problem, name="damaged")
                self._open_files()
        except (lmdb.Error, OSError) as error:
            raise ResourceError(f"{self._folder}: the cache cannot be opened: {error}") from error

    def _set_aside(self, problem: str, *, name: str) -> None:
        self.rebuilt = f"{self._folder}: the cache was damaged or not ours ({problem}) and starts anew"
        with contextlib.suppress(FileNotFoundError):
            (self._folder / _DATA).replace(self._folder / f"{_DATA}.{name}")
        (self._folder / _LOCK).unlink(missing_ok=True)


def _is_marked(folder: Path) -> bool:
    """Whether a cache of ours was made in a folder."""
    try:
        return (folder / _MARK).read_bytes().startswith(_SCHEMA_NAME)
    except OSError:
        return False


def _is_ours(folder: Path) -> bool:
    """Whether the database in a folder is ours: by its schema, or, where it cannot be read, by the mark beside it."""
    if _file_problem(folder):
        return _is_marked(folder)
    try:
        with (
            lmdb.open(str(folder), readonly=True, lock=False, max_dbs=3) as environment,
            environment.begin() as transaction,
        ):
            meta = environment.open_db(b"meta", txn=transaction, create=False)
            schema = transaction.get(b"schema", db=meta)
    except (lmdb.NotFoundError, lmdb.IncompatibleError):
        return False
    except lmdb.Error:
        return _is_marked(folder)
    return schema is not None and bytes(schema).startswith(_SCHEMA_NAME)


def _is_full(error: BaseException) -> bool:
    """Whether a full disk is behind an error."""
    cause = error.__cause__
    if isinstance(cause, OSError) and cause.errno in (errno.ENOSPC, errno.EDQUOT):
        return True
    return isinstance(cause, lmdb.Error) and os.strerror(errno.ENOSPC) in str(cause)


class _ForeignError(Exception):
    """The database is none of ours."""


def _file_problem(folder: Path) -> str:
    """Whether the file is shorter than its own header says: reading on would kill the process (SIGBUS)."""
    path = folder / _DATA
    if not path.exists():
        return ""
    size = path.stat().st_size
    if size == 0:
        return ""
    with path.open("rb") as file:
        # Two meta pages; magic, version, address, map size, two roots of 48 bytes, last page, transaction.
        header = file.read(2 * (1 << 16))
    if header[16:20] != (0xBEEFC0DE).to_bytes(4, "little"):
        return "its header is none of lmdb"
    page_bytes = int.from_bytes(header[40:44], "little")
    if not 512 <= page_bytes <= 1 << 16:
        return "its header is damaged"
    for start in (0, page_bytes):
        last_page = int.from_bytes(header[start + 136 : start + 144], "little")
        if len(header) < start + 152:
            return "it is cut off"
        if last_page >= size // page_bytes:
            # The older of the two may name pages that a crash never wrote; the newer is what counts.
            other = page_bytes - start
            own_turn = int.from_bytes(header[start + 144 : start + 152], "little")
            if own_turn >= int.from_bytes(header[other + 144 : other + 152], "little"):
                return "it is cut off"
    return ""


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder: opening and starting anew are not to meet each other."""
    descriptor = os.open(folder / ".captuple-cache.lock", os.O_CREAT | os.O_RDWR, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _first(cursor: Any, n: int) -> Iterator[tuple[bytes, bytes]]:
    there = cursor.first()
    while there and n > 0:
        yield cursor.key(), cursor.value()
        n -= 1
        there = cursor.next()


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_CHECKSUM_BYTES).digest()


def _verified(stored: bytes | None) -> bytes | None:
    """The data of a stored value; None where it is damaged."""
    if stored is None:
        return None
    data = stored[_CHECKSUM_BYTES:]
    return data if _checksum(data) == stored[:_CHECKSUM_BYTES] else None


def _decoded(data: bytes, caption: Caption) -> Extraction | None:
    """None for an entry that cannot be read, which is then extracted anew."""
    try:
        record = msgspec.json.decode(data, type=ExtractionRecord)
        if record.caption != caption.text:
            return None
        return replace(extraction_from_record(record, where="cache"), caption=caption)
    except (msgspec.MsgspecError, ValueError):
        return None
