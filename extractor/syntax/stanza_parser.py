"""The parser ``stanza``: tagger, lemmatizer and dependency parser from a folder of checkpoints, offline.

Beside ``extractor.syntax.stanza_inference``, the one file of the extractor that knows stanza and torch.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from extractor.errors import BundleError
from extractor.syntax.guest import unnoticed_by_torch
from extractor.syntax.reading import ParsedWord, Sentence, parse_by_sentences
from extractor.types import Caption, Parse, Token

SYNTAX_FILES = ("pretrain.pt", "pos.pt", "lemma.pt", "depparse.pt")
_BATCH_SENTENCES = 2000
_loading = threading.Lock()


class StanzaParser:
    """Parse tokenized captions with stanza.

    Attributes:
        name: Its registered name.
        pipeline: The ``stanza.Pipeline`` that holds the models.

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
        self.pipeline = _load_pipeline(folder)
        from extractor.syntax.stanza_inference import PlainInference

        self._inference = PlainInference(self.pipeline) if PlainInference.is_plain(self.pipeline) else None

    def parse(self, captions: Sequence[Caption], tokens: Sequence[tuple[Token, ...]]) -> list[Parse]:
        """Parse captions whose tokens are known; see ``extractor.syntax.reading.parse_by_sentences``."""
        return parse_by_sentences(captions, tokens, self.parse_sentences)

    def parse_sentences(self, sentences: list[Sentence]) -> list[list[ParsedWord]]:
        """The words of distinct sentences, in order."""
        if self._inference is not None:
            with self._lock:
                return self._inference.parse(sentences)
        return self.parse_by_pipeline(sentences)

    def parse_by_pipeline(self, sentences: list[Sentence]) -> list[list[ParsedWord]]:
        """The words by stanza's own pipeline, which runs every kind of model."""
        result: list[list[ParsedWord]] = []
        for start in range(0, len(sentences), _BATCH_SENTENCES):
            batch = [list(sentence) for sentence in sentences[start : start + _BATCH_SENTENCES]]
            with self._lock:
                document = self.pipeline(batch)
            result.extend(sentence.words for sentence in document.sentences)
        return result


def _load_pipeline(folder: Path) -> Any:
    with unnoticed_by_torch(), tempfile.TemporaryDirectory() as resources:
        import stanza
        from stanza.models.common import utils

        Path(resources, "resources.json").write_text("{}", encoding="utf-8")
        try:
            # A model that only predicts needs no optimizer; to make one brings in torch's compiler, for a second.
            with _loading, mock.patch.object(utils, "get_split_optimizer", return_value={}):
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
