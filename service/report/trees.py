"""Dependency trees of captions, drawn by displaCy and packed until somebody opens them."""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
from spacy import displacy

from extractor.types import Parse

MAX_WORDS = 60
"""Captions of more words get no tree: it would be wider than anybody reads."""

_OPTIONS = {
    "compact": True,
    "distance": 85,
    "word_spacing": 30,
    "arrow_spacing": 12,
    "offset_x": 40,
    "bg": "#ffffff",
    "color": "#000000",
    "font": "sans-serif",
}
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ID = re.compile(r'<svg [^>]*\bid="([0-9a-f]{32})-0"')


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionTree:
    """What there is to see of one caption: ``name`` says whose it is, ``tuples`` are lines for people."""

    name: str
    parse: Parse
    tuples: Sequence[str]


def packed_trees(captions: Iterable[CaptionTree]) -> str:
    """The trees and tuples of captions as JSON, compressed by gzip, in base64; the page's script opens them."""
    trees = [
        {
            "name": item.name,
            "caption": item.parse.caption.text,
            "tuples": item.tuples,
            "svg": tree_svg(item.parse),
            "text": tree_text(item.parse),
        }
        for item in captions
    ]
    return base64.b64encode(gzip.compress(msgspec.json.encode(trees), mtime=0)).decode()


def tree_svg(parse: Parse) -> str | None:
    """The tree as an SVG of its own; None for a caption without words, or with more than `MAX_WORDS`."""
    if not 0 < len(parse.words) <= MAX_WORDS:
        return None
    words = [{"text": _NOT_IN_XML.sub("\ufffd", word.text), "tag": word.upos} for word in parse.words]
    arcs = [
        {
            "start": min(i, word.head),
            "end": max(i, word.head),
            "label": word.deprel,
            "dir": "left" if i < word.head else "right",
        }
        for i, word in enumerate(parse.words)
        if word.head >= 0
    ]
    drawing = displacy.render(
        {"words": words, "arcs": arcs}, style="dep", manual=True, jupyter=False, options=_OPTIONS
    )
    # displaCy draws a random id; the same report is to have the same bytes.
    found = _ID.search(drawing)
    return (drawing.replace(found[1], "tree") if found else drawing).strip()


def tree_text(parse: Parse) -> str:
    """The tree in words, for those who do not see it: each word, its relation, its head; or why there is none."""
    if len(parse.words) > MAX_WORDS:
        return f"{len(parse.words)} words: too many to be drawn"
    relations = (
        f"{word.text}: {word.deprel}" + (f" of {parse.words[word.head].text}" if word.head >= 0 else "")
        for word in parse.words
    )
    return "; ".join(relations)
