"""Captions as the COCO metrics want them: words in lower case, without punctuation.

COCO cuts captions with the Penn Treebank tokenizer of Stanford, a Java program that pycocoevalcap brings along. Where
there is no Java, the rules here do nearly the same.
"""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from extractor.errors import ResourceError

TokenizerName = Literal["ptb", "plain"]
_PTB_CLASS = "edu.stanford.nlp.process.PTBTokenizer"
_CLITICS = r"(?:n't|'s|'m|'d|'re|'ve|'ll)"
_TOKEN = re.compile(
    rf"\w+(?=n't\b)|{_CLITICS}\b|\d+(?:[.,:/]\d+)+|(?:[^\W\d_]\.){{2,}}|\w+(?:[-/.&]\w+)*|[^\w\s]"
)
_QUOTES = frozenset('"\u201c\u201d\u2018()[]{}')
_JOINED = re.compile(r"\b(can|gon|wan|got)(not|na|ta)\b")


def find_java() -> str | None:
    """The path of Java; None where it is not on the path."""
    return shutil.which("java")


def tokenize(texts: Sequence[str]) -> tuple[list[str], TokenizerName]:
    """Texts as words joined by single spaces, and what cut them: ``ptb`` with Java, ``plain`` without.

    Raises:
        ResourceError: pycocoevalcap is not installed, or Java fails.
    """
    tokenizer = coco_module("tokenizer.ptbtokenizer")
    lines = [" ".join(text.split()) for text in texts]
    java = find_java()
    if java is None:
        return [_without(plain_tokens(line), tokenizer.PUNCTUATIONS) for line in lines], "plain"
    jar = Path(tokenizer.__file__).with_name(tokenizer.STANFORD_CORENLP_3_4_1_JAR)
    try:
        done = subprocess.run(  # noqa: S603  # Java, over a file of an installed package
            [java, "-cp", str(jar), _PTB_CLASS, "-preserveLines", "-lowerCase"],
            input="".join(f"{line}\n" for line in lines).encode("utf-8", "replace"),
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as e:
        raise ResourceError(f"Java cannot run the tokenizer of pycocoevalcap: {e}") from e
    cut = done.stdout.decode("utf-8", "replace").split("\n")[: len(lines)]
    if len(cut) != len(lines):
        raise ResourceError(f"the tokenizer of pycocoevalcap gave {len(cut)} lines for {len(lines)} captions")
    return [_without(line.split(), tokenizer.PUNCTUATIONS) for line in cut], "ptb"


def plain_tokens(text: str) -> list[str]:
    """The tokens of a text in lower case, nearly as the Penn Treebank has them; punctuation is still there.

    Clitics are cut off (``it 's``, ``do n't``), hyphenated words and numbers stay whole.

    Examples:
        >>> plain_tokens("It's a black-and-white dog; don't touch!")
        ['it', "'s", 'a', 'black-and-white', 'dog', ';', 'do', "n't", 'touch', '!']
    """
    lowered = _JOINED.sub(r"\1 \2", text.lower().replace("\u2019", "'"))
    return _TOKEN.findall(lowered)


def coco_module(name: str) -> Any:
    """A module of pycocoevalcap.

    Raises:
        ResourceError: It is not installed.
    """
    try:
        return importlib.import_module(f"pycocoevalcap.{name}")
    except ImportError as e:
        raise ResourceError(f"these metrics need pycocoevalcap: pip install 'captuple[coco]' ({e})") from e


def _without(tokens: Sequence[str], punctuation: Sequence[str]) -> str:
    return " ".join(token for token in tokens if token not in punctuation and token not in _QUOTES)
