"""NLTK's WordNet reader over our compressed files, made safe for threads.

Import it through `scoring.grounding.wordnet.loaded` only: it imports nltk.
"""

from __future__ import annotations

import gzip
import io
import threading
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from nltk.corpus.reader.wordnet import WordNetCorpusReader
from nltk.data import PathPointer

from extractor.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).resolve().parents[3] / "models" / "wordnet"
"""Where the files lie, beside the packages, in a checkout as in an installation."""

_DATA_FILE_BY_POS = {"n": "data.noun", "v": "data.verb", "a": "data.adj", "s": "data.adj", "r": "data.adv"}


class WordNetReader(WordNetCorpusReader):  # type: ignore[misc]  # nltk has no types
    """NLTK's reader with the four places replaced that share an open file or look for other corpora.

    NLTK keeps one open file for each part of speech, moves it and then reads: two threads would read each
    other's lines. Here every look-up reads a stream of its own over shared bytes. What NLTK caches (synsets
    by offset) is complete before it is stored, so a race costs a second reading and nothing else.
    Inheritance is NLTK's way of changing these places; there is no other.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._lock = threading.RLock()
        self._content_by_file = {file: _read(folder, file) for file in set(_DATA_FILE_BY_POS.values())}
        # No reader for other languages. An empty one, because NLTK warns where it is None.
        super().__init__(_PackagedFiles(folder), omw_reader=())

    def open(self, file: str) -> AsciiStream:
        """A new stream over one of the files."""
        content = self._content_by_file.get(file)
        return AsciiStream(_read(self._folder, file) if content is None else content)

    def _data_file(self, pos: str) -> AsciiStream:
        return self.open(_DATA_FILE_BY_POS[pos])

    def get_version(self) -> str:
        """The version, without NLTK's search for it in a data file at every question about a noun's root."""
        return "3.0"

    def map_wn(self, version: str = "wordnet") -> None:
        """No mapping to other versions, for which NLTK would search its corpora."""

    def lemma_from_key(self, key: str) -> object:
        """The lemma of a sense key such as ``dog%1:05:00::``."""
        with self._lock:  # NLTK keeps one stream over index.sense
            return super().lemma_from_key(key)

    def lemma_count(self, lemma: object) -> int:
        """How often the lemma's sense occurs in WordNet's own tagged texts."""
        with self._lock:  # NLTK keeps one stream over cntlist.rev
            count: int = super().lemma_count(lemma)
            return count


class AsciiStream:
    """The part of a text file that NLTK's reader uses, over bytes that many streams share."""

    def __init__(self, content: bytes) -> None:
        self._bytes = io.BytesIO(content)

    def __enter__(self) -> AsciiStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[str]:
        return iter(self.readline, "")

    def close(self) -> None:
        """Let go of the bytes."""
        self._bytes.close()

    def readline(self) -> str:
        """The next line with its end; empty at the end of the file."""
        return self._bytes.readline().decode("ascii")

    def discard_line(self) -> None:
        """Skip the rest of a line."""
        self._bytes.readline()

    def read(self) -> str:
        """The rest of the file."""
        return self._bytes.read().decode("ascii")

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Move to a byte."""
        return self._bytes.seek(offset, whence)

    def tell(self) -> int:
        """The byte that is read next."""
        return self._bytes.tell()


class _PackagedFiles(PathPointer):  # type: ignore[misc]  # nltk has no types
    """What NLTK asks for as the root of a corpus; files are opened by the reader itself.

    NLTK refuses folders that are not on its own search path, which is everybody's and stays untouched.
    """

    def __init__(self, folder: Path) -> None:
        self.path = str(folder)  # NLTK shows it in the reader's repr

    def open(self, encoding: str | None = None) -> object:
        raise IsADirectoryError(self.path)

    def file_size(self) -> int:
        raise IsADirectoryError(self.path)

    def join(self, fileid: str) -> object:
        raise NotADirectoryError(fileid)


def _read(folder: Path, file: str) -> bytes:
    path = folder / file if file == "LICENSE" else folder / f"{file}.gz"
    try:
        content = path.read_bytes()
        return content if file == "LICENSE" else gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as e:
        raise ResourceError(f"WordNet file {path.name} cannot be read: {e}; reinstall captuple") from e
