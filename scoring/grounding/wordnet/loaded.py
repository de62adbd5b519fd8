"""WordNet 3.0, as it is shipped with Captuple: loaded at the first use, once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.grounding.wordnet.reader import WordNetReader

_lock = threading.Lock()
_loaded: list[WordNetReader] = []


def wordnet() -> WordNetReader:
    """The WordNet reader; the same object at every call, from every thread.

    It is NLTK's ``WordNetCorpusReader`` over the files of ``models/wordnet``: nothing is downloaded, no
    environment variable is read, and the folders of NLTK's own corpora are neither searched nor changed.
    Many threads may use it at once. There are no glosses, and offsets are not those of the release: a
    synset's identity is its name.

    NLTK keeps relations in sets: the order of ``hypernyms()`` and its like changes from one process to the
    next. Sort by name wherever one of several is chosen.

    Returns:
        The reader; English only.

    Raises:
        ResourceError: Files are missing or damaged.
    """
    if not _loaded:
        with _lock:
            if not _loaded:
                from scoring.grounding.wordnet.reader import (
                    WordNetReader,
                )  # here, because nltk costs a second

                _loaded.append(WordNetReader())
    return _loaded[0]
