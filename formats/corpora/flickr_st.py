"""Flickr-ST in its authors' text format.

An annotation row is ``id;FNAME;image.jpg#n;PRED;X;A0;X;A1;X;LOC_HEAD;X;LOC_PREP;X;LOC_TYPE;X``, where X is the
text of a Python pair: indices into the tokenized caption (counted from 1, or a range ``7-9``) and the words there.
A captions row is ``image.jpg#n<TAB>tokens separated by spaces``.

References:
    Ellebracht et al., 2015: Semantic Tuples for Evaluation of Image to Sentence Generation.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path

from extractor.errors import Fault, InvalidInputError, ResourceError, shorten
from extractor.types import Argument, Caption, LocativeKind, Predicate, SemanticTuple
from formats.corpora.annotated import AnnotatedCaption, ReadReport

AUXILIARIES = frozenset(
    [
        "am",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "has",
        "have",
        "had",
        "having",
        "do",
        "does",
        "did",
        "will",
        "would",
        "can",
        "could",
    ]
)
_FIELDS = ("FNAME", "PRED", "A0", "A1", "LOC_HEAD", "LOC_PREP", "LOC_TYPE")
_KINDS: dict[str, LocativeKind] = {"Scene": "scene", "Object": "object", "Event": "event"}


def read_flickr_st(annotations: Path, captions: Path) -> tuple[list[AnnotatedCaption], ReadReport]:
    """Read annotated captions.

    Captions without a row are left out: the release does not say whether they have no tuples or no annotation.

    Args:
        annotations: File of annotation rows.
        captions: File of tokenized captions.

    Returns:
        The annotated captions in the order of the captions file, and the report, which names every skipped row.

    Raises:
        InvalidInputError: The captions file is not ``id<TAB>caption``; all faulty lines are named.
        ResourceError: A file cannot be read.
    """
    caption_by_id = _read_captions(captions)
    report = ReadReport()
    tuples_by_id: dict[str, list[SemanticTuple]] = {}
    where_by_id: dict[str, str] = {}
    for number, line in enumerate(_lines(annotations), 1):
        if not line:
            continue
        report.n_rows += 1
        where = f"{annotations.name}:{number}"
        try:
            fields = _row_fields(line)
            caption = caption_by_id.get(fields["FNAME"])
            if caption is None:
                raise ValueError(f"caption {shorten(fields['FNAME'])} is not in {captions.name}")
            item = _tuple_of_row(fields, caption, report)
        except ValueError as error:
            report.skipped.append(Fault(where=where, problem=str(error)))
            continue
        tuples_by_id.setdefault(fields["FNAME"], []).append(item)
        where_by_id.setdefault(fields["FNAME"], where)
    annotated = [
        AnnotatedCaption(
            caption=caption, tuples=tuple(tuples_by_id[caption_id]), where=where_by_id[caption_id]
        )
        for caption_id, caption in caption_by_id.items()
        if caption_id in tuples_by_id
    ]
    return annotated, report


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ResourceError(f"cannot read {path}: {error}") from error


def _read_captions(path: Path) -> dict[str, Caption]:
    faults = []
    result = {}
    for number, line in enumerate(_lines(path), 1):
        if not line:
            continue
        caption_id, tab, text = line.partition("\t")
        if not tab or not text.split():
            faults.append(
                Fault(where=f"{path.name}:{number}", problem="expected id<TAB>tokens separated by spaces")
            )
            continue
        image_id = caption_id.partition("#")[0]
        result[caption_id] = Caption(
            text=text, image_id=image_id, caption_id=caption_id, tokens=tuple(text.split())
        )
    if faults:
        raise InvalidInputError(faults)
    return result


def _row_fields(line: str) -> dict[str, str]:
    pattern = ";".join(["[^;]*", *(f"{name};(.*)" for name in _FIELDS)])
    match = re.fullmatch(pattern, line)
    if match is None:
        raise ValueError(f"not a row of the fields {', '.join(_FIELDS)}")
    return dict(zip(_FIELDS, match.groups(), strict=True))


def _pair(field: str, text: str) -> tuple[list[str], list[str]]:
    """The indices and words of a field; equally many of both."""
    try:
        indices, words = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError) as error:
        raise ValueError(f"{field} is malformed: {shorten(text)}") from error
    words = [] if words is None else words
    if not all(isinstance(value, str) for value in [*indices, *words]):
        raise ValueError(f"{field} is malformed: {shorten(text)}")
    return list(indices), list(words)


def _tuple_of_row(fields: dict[str, str], caption: Caption, report: ReadReport) -> SemanticTuple:
    spans = _token_spans(caption)
    resolved: dict[str, list[tuple[int, int]]] = {}
    predicate = Predicate(text="", lemma=None, tacit=True)
    for field in ("PRED", "A0", "A1", "LOC_HEAD"):
        indices, words = _pair(field, fields[field])
        if len(indices) != len(words):
            raise ValueError(f"{field} has {len(indices)} indices and {len(words)} words")
        if field == "PRED" and words == ["TACIT"]:
            continue
        resolved[field] = [
            _resolve(caption, i, w, field, report) for i, w in zip(indices, words, strict=True)
        ]
    if "PRED" in resolved:
        if len(resolved["PRED"]) != 1:
            raise ValueError(f"PRED has {len(resolved['PRED'])} predicates, allowed is one")
        first, last = _without_auxiliaries(caption, *resolved["PRED"][0], report)
        start, end = spans[first][0], spans[last][1]
        predicate = Predicate(text=caption.text[start:end], lemma=None, start=start, end=end)
    kinds = _kinds(fields["LOC_TYPE"])
    prepositions = _prepositions(fields["LOC_PREP"])
    locatives = []
    for k, (_, last) in enumerate(resolved["LOC_HEAD"]):
        start, end = spans[last]
        locatives.append(
            Argument(
                text=caption.text[start:end],
                lemma=None,
                start=start,
                end=end,
                preposition=prepositions[k] if k < len(prepositions) else None,
                kind=kinds[k] if k < len(kinds) else None,
            )
        )
    return SemanticTuple(
        predicate=predicate,
        agents=_arguments(caption, resolved["A0"]),
        patients=_arguments(caption, resolved["A1"]),
        locatives=tuple(locatives),
    )


def _arguments(caption: Caption, places: Sequence[tuple[int, int]]) -> tuple[Argument, ...]:
    """Arguments at their heads: of several words, English has the head last."""
    spans = _token_spans(caption)
    return tuple(
        Argument(
            text=caption.text[spans[last][0] : spans[last][1]],
            lemma=None,
            start=spans[last][0],
            end=spans[last][1],
        )
        for _, last in places
    )


def _kinds(text: str) -> list[LocativeKind | None]:
    try:
        _, names = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError) as error:
        raise ValueError(f"LOC_TYPE is malformed: {shorten(text)}") from error
    return [_KINDS.get(name) for name in names or []]


def _prepositions(text: str) -> list[str | None]:
    _, words = _pair("LOC_PREP", text)
    return [word.lower().replace("_", "-") for word in words]


def _token_spans(caption: Caption) -> list[tuple[int, int]]:
    spans = []
    position = 0
    for token in caption.tokens or ():
        start = caption.text.index(token, position)
        position = start + len(token)
        spans.append((start, position))
    return spans


def _resolve(caption: Caption, index: str, word: str, field: str, report: ReadReport) -> tuple[int, int]:
    """First and last token (from 0) of a word; where the index points at another word, the nearest such word counts."""
    tokens = caption.tokens or ()
    parts = word.split("_") if "_" in word else None
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", index)
    if match is None:
        raise ValueError(f"{field} has the index {shorten(index)}, allowed are N and N-M")
    first = int(match[1]) - 1
    last = int(match[2]) - 1 if match[2] else first
    if parts is None and last > first:
        parts = word.split("-")
    if parts is None:
        parts = [word]
    lowered = [token.lower() for token in tokens]
    wanted = [part.lower() for part in parts]
    if lowered[first : last + 1] == wanted or (
        0 <= first <= last < len(tokens) and "-".join(lowered[first : last + 1]) == word.lower()
    ):
        return first, last
    if lowered[first : first + len(wanted)] == wanted:
        return first, first + len(wanted) - 1
    for pattern in (wanted, [word.lower()]):
        places = [i for i in range(len(tokens)) if lowered[i : i + len(pattern)] == pattern]
        if places:
            report.n_shifted += 1
            nearest = min(places, key=lambda place: (abs(place - first), place))
            return nearest, nearest + len(pattern) - 1
    raise ValueError(f"{field} names {shorten(word)} at {index}, a word that the caption does not have")


def _without_auxiliaries(caption: Caption, first: int, last: int, report: ReadReport) -> tuple[int, int]:
    tokens = caption.tokens or ()
    start = first
    while start < last and tokens[start].lower() in AUXILIARIES:
        start += 1
    if start > first:
        report.stripped_auxiliaries.append("-".join(tokens[first : last + 1]))
    return start, last
