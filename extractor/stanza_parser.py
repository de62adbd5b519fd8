"""The parser ``stanza``: tagger, lemmatizer and dependency parser from a folder of checkpoints, offline.

The one file of the extractor that knows stanza and torch.
"""

from __future__ import annotations

import logging
import tempfile
import threading
import unicodedata
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from extractor.errors import BundleError
from extractor.tokenization import MAX_SENTENCE_TOKENS
from extractor.types import Caption, Parse, Token, Word

SYNTAX_FILES = ("pretrain.pt", "pos.pt", "lemma.pt", "depparse.pt")
_BATCH_SENTENCES = 2000
_FULL_STOP = "."
# Every word of a batch is padded to the longest: one endless token must not make all others dear.
_MAX_FORM_CHARS = 40
# Marks that part what they stand between; all others tell a reader nothing about who does what.
_READ_MARKS = frozenset({",", ";", ":", "(", ")", "&", "'s", "\u2019s", "/"})


class StanzaParser:
    """Parse tokenized captions with stanza.

    Words are read in lower case and in Unicode's composed form, so that ``A DOG``, ``A Dog`` and ``a dog`` get
    one parse. A sentence of more than ``MAX_SENTENCE_TOKENS`` tokens is parsed in pieces of that length, which
    keeps the cost of a caption linear in its length.

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
        """Parse captions whose tokens are known.

        Args:
            captions: The captions.
            tokens: Their tokens, one tuple a caption.

        Returns:
            One parse a caption, in order; a caption without tokens has a parse without words.
        """
        pieces: list[tuple[int, int, int]] = []  # caption, first token, token behind the last
        for c, caption_tokens in enumerate(tokens):
            start = 0
            for i in range(1, len(caption_tokens) + 1):
                at_end = i == len(caption_tokens)
                if (
                    at_end
                    or caption_tokens[i].sentence != caption_tokens[start].sentence
                    or i - start == MAX_SENTENCE_TOKENS
                ):
                    pieces.append((c, start, i))
                    start = i
        words: list[list[Word]] = [[] for _ in captions]
        read = [[i for i in range(start, end) if is_read(tokens[c][i].text)] for c, start, end in pieces]
        # Every sentence is read with a full stop, so that a parse does not hang on whether one was written.
        forms = [
            [*(_form(tokens[c][i].text) for i in places), _FULL_STOP] if places else []
            for (c, _, _), places in zip(pieces, read, strict=True)
        ]
        # Like texts share a parse; captions of one image, and of one model, often are alike.
        distinct = list(dict.fromkeys(tuple(form) for form in forms if form))
        distinct.sort(key=len)
        parsed = dict(zip(distinct, self._parse_sentences(distinct), strict=True))
        for (c, start, end), places, form in zip(pieces, read, forms, strict=True):
            words[c].extend(_words(tokens[c], start, end, places, parsed[tuple(form)] if form else []))
        return [
            Parse(caption=caption, tokens=caption_tokens, words=tuple(caption_words))
            for caption, caption_tokens, caption_words in zip(captions, tokens, words, strict=True)
        ]

    def _parse_sentences(self, sentences: Sequence[tuple[str, ...]]) -> list[list[Any]]:
        result: list[list[Any]] = []
        for start in range(0, len(sentences), _BATCH_SENTENCES):
            batch = [list(sentence) for sentence in sentences[start : start + _BATCH_SENTENCES]]
            with self._lock:
                document = self._pipeline(batch)
            result.extend(sentence.words for sentence in document.sentences)
        return result


def is_read(text: str) -> bool:
    """Whether the parser reads a token: quotes, full stops, dashes and emoji change no parse."""
    return any(c.isalnum() for c in text) or text in _READ_MARKS


def _words(
    tokens: Sequence[Token], start: int, end: int, places: Sequence[int], parsed: Sequence[Any]
) -> list[Word]:
    """The words of one piece: those that were read as parsed, the others as punctuation of the root."""
    words = {}
    n_read = len(places)
    # The full stop at the end was added for the parser: should it be a root, its dependents are.
    heads = [word.head - 1 if 0 < word.head <= n_read else -1 for word in parsed[:n_read]]
    root = next((place for place, head in zip(places, heads, strict=True) if head < 0), -1)
    for place, word, head in zip(places, parsed, heads, strict=False):
        words[place] = Word(
            text=tokens[place].text,
            lemma=word.lemma or word.text,
            upos=word.upos or "X",
            xpos=word.xpos or "",
            features=word.feats or "",
            head=places[head] if head >= 0 else -1,
            deprel=word.deprel,
        )
    for i in range(start, end):
        if i not in words:
            text = tokens[i].text
            words[i] = Word(
                text=text, lemma=text, upos="PUNCT", xpos=".", features="", head=root, deprel="punct"
            )
    return [words[i] for i in range(start, end)]


def _form(text: str) -> str:
    """What the parser reads for a token: lower case, composed, no spaces or control characters, at most 40 long."""
    form = unicodedata.normalize("NFKC", text[: 2 * _MAX_FORM_CHARS]).lower()
    form = "".join(c for c in form[:_MAX_FORM_CHARS] if not c.isspace() and unicodedata.category(c)[0] != "C")
    return form or "_"


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
