"""The parser ``stanza``: tagger, lemmatizer and dependency parser from a folder of checkpoints, offline.

The one file of the extractor that knows stanza and torch.
"""

from __future__ import annotations

import logging
import tempfile
import threading
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from extractor.errors import BundleError
from extractor.reading import Sentence, parse_by_sentences
from extractor.types import Caption, Parse, Token

SYNTAX_FILES = ("pretrain.pt", "pos.pt", "lemma.pt", "depparse.pt")
_BATCH_SENTENCES = 2000


class StanzaParser:
    """Parse tokenized captions with stanza.

    Args:
        folder: Holds ``pretrain.pt``, ``pos.pt``, ``lemma.pt`` and ``depparse.pt``.

    Raises:
        BundleError: A file is missing or is no stanza checkpoint.
    """

    name = "stanza"

    def __init__(self, folder: Path) -> None:
        missing = [name for name in SYNTAX_FILES if not (folder / name).is_file()]
        if missing:
            raise BundleError(
                f"{folder} lacks {', '.join(missing)}: a stanza parser needs {', '.join(SYNTAX_FILES)}"
            )
        self._lock = threading.Lock()
        self._pipeline = _load_pipeline(folder)

    def parse(self, captions: Sequence[Caption], tokens: Sequence[tuple[Token, ...]]) -> list[Parse]:
        """Parse captions whose tokens are known; see ``extractor.reading.parse_by_sentences``."""
        return parse_by_sentences(captions, tokens, self._parse_sentences)

    def _parse_sentences(self, sentences: list[Sentence]) -> list[list[Any]]:
        result: list[list[Any]] = []
        for start in range(0, len(sentences), _BATCH_SENTENCES):
            batch = [list(sentence) for sentence in sentences[start : start + _BATCH_SENTENCES]]
            with self._lock:
                document = self._pipeline(batch)
            result.extend(sentence.words for sentence in document.sentences)
        return result


def _load_pipeline(folder: Path) -> Any:
    logging.getLogger("stanza").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch and stanza warn about their own internals while loading
        import stanza
        import torch

        # Two one-thread processes beat one process of two threads; the caller decides how many processes.
        torch.set_num_threads(1)
        with tempfile.TemporaryDirectory() as resources:
            Path(resources, "resources.json").write_text("{}", encoding="utf-8")
            try:
                return stanza.Pipeline(
                    lang="en",
                    dir=resources,
                    download_method=None,
                    allow_unknown_language=True,
                    processors="tokenize,pos,lemma,depparse",
                    tokenize_pretokenized=True,
                    use_gpu=False,
                    verbose=False,
                    logging_level="ERROR",
                    pos_model_path=str(folder / "pos.pt"),
                    pos_pretrain_path=str(folder / "pretrain.pt"),
                    lemma_model_path=str(folder / "lemma.pt"),
                    depparse_model_path=str(folder / "depparse.pt"),
                    depparse_pretrain_path=str(folder / "pretrain.pt"),
                )
            except Exception as error:  # stanza and torch raise anything from KeyError to UnpicklingError
                raise BundleError(
                    f"{folder} holds no readable stanza models: {type(error).__name__}: {error}"
                ) from error
