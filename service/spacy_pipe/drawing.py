"""Tuples as displaCy draws: spans under the text, or arcs from predicates to what fills their slots."""

from __future__ import annotations

import warnings
from typing import Any, Literal

from spacy import displacy
from spacy.tokens import Doc

from extractor.errors import InvalidInputError, shorten
from extractor.types import depicted
from service.spacy_pipe.component import LABELS, SPANS_KEY

# Of Okabe and Ito, which people tell apart whatever colours they see, lightened for black text.
COLOURS = dict(zip(LABELS, ("#f2cf7a", "#8fcbee", "#8fd9bf", "#e6b3cf"), strict=True))


def span_options(*, spans_key: str = SPANS_KEY) -> dict[str, Any]:
    """Options of ``displacy.render(doc, style="span", options=...)``."""
    return {"spans_key": spans_key, "colors": COLOURS}


def tuple_arcs(doc: Doc) -> dict[str, Any]:
    """The words of a document and arcs of its tuples, for ``displacy.render(..., style="dep", manual=True)``.

    Tacit predicates and arguments have no word, and no arc. Words have their slots as tags.
    """
    arcs = []
    tags: dict[int, list[str]] = {}
    for item in depicted(doc._.tuples):
        predicate = _token(doc, item.predicate.start)
        slots = zip(LABELS[1:], (item.agents, item.patients, item.locatives), strict=True)
        found = [(label, _token(doc, a.start), a.preposition) for label, slot in slots for a in slot]
        if predicate is not None:
            tags.setdefault(predicate, []).append(LABELS[0])
        for label, argument, preposition in found:
            if argument is None:
                continue
            tags.setdefault(argument, []).append(label)
            if predicate is not None and argument != predicate:
                text = f"{label.lower()}: {preposition}" if preposition else label.lower()
                arcs.append(
                    {
                        "start": min(predicate, argument),
                        "end": max(predicate, argument),
                        "label": text,
                        "dir": "left" if argument < predicate else "right",
                    }
                )
    words = [
        {"text": token.text, "tag": " ".join(dict.fromkeys(tags.get(token.i, ()))).lower()} for token in doc
    ]
    distinct = {tuple(arc.items()): arc for arc in arcs}
    return {"words": words, "arcs": list(distinct.values())}


def render(doc: Doc, *, style: Literal["span", "dep"] = "span", page: bool = False) -> str:
    """The HTML or SVG of a document's tuples, as displaCy makes it.

    Args:
        doc: With tuples.
        style: ``span``: predicates and phrases under the text. ``dep``: arcs from predicates to arguments.
        page: A whole page of HTML instead of a part of one.

    Raises:
        InvalidInputError: ``style`` is another.
    """
    if style == "span":
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=r"\[W117\]")  # nothing to mark is no mistake
            drawn = displacy.render(doc, style="span", options=span_options(), page=page, jupyter=False)
    elif style == "dep":
        options = {"compact": True, "distance": 110}
        drawn = displacy.render(
            tuple_arcs(doc), style="dep", manual=True, options=options, page=page, jupyter=False
        )
    else:
        raise InvalidInputError(f"style: {shorten(style)} is not allowed; allowed: span, dep")
    return str(drawn)


def _token(doc: Doc, start: int | None) -> int | None:
    """The token in which a code point stands."""
    if start is None:
        return None
    span = doc.char_span(start, start + 1, alignment_mode="expand")
    return None if span is None else int(span.start)
