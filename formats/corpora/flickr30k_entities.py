"""Flickr30k Entities as a JSON list of phrases to images with instances, boxes and descriptions; all faults at once.

An instance is an entity of an image, its concept the most frequent head lemma of the phrases that mention it. Phrases
of a description count in the order of their first token, those that overlap each for themselves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from extractor.errors import Fault, InvalidInputError, shorten
from formats.json_values import checked, parse_json
from formats.text import read_plain
from scoring.selection.baselines import AnnotatedImage, Box, Instance

_GROUPS = frozenset("group crowd couple pair bunch number lot kind type row".split())
_CLOSING_TAGS = frozenset({"IN", "WDT", "WP", "TO", "VBG", "VBN"})


class Phrase(msgspec.Struct, kw_only=True):
    """A noun phrase; ``image`` is ``image#description``, ``box`` left, top, width, height; other fields are skipped."""

    image: str
    entity: str | int
    phrase: list[str]
    pos: list[str]
    start: int
    categories: list[str] = []
    box: tuple[float, float, float, float] | None = None
    width: float | None = None
    height: float | None = None


def read_entities(path: Path, *, lemma: Callable[[str], str]) -> list[AnnotatedImage]:
    """The images of a file of phrases, in its order.

    Phrases without a box are skipped. Where the file does not say how large an image is (``width``, ``height``), it is
    taken to reach as far as its boxes do.

    Args:
        path: A JSON list of phrases, plain or gzip.
        lemma: From a noun in lower case to its base form.

    Raises:
        InvalidInputError: The file is missing or faulty, or images have no box; all faults are named.
        ResourceError: The machine failed while reading.
    """
    where = str(path)
    faults: list[Fault] = []
    images = []
    for image_id, phrases in read_phrases(path, faults=faults).items():
        try:
            images.append(_image(image_id, phrases, lemma))
        except InvalidInputError as e:
            faults += [Fault(where=f"{where}: {fault.where}", problem=fault.problem) for fault in e.faults]
    if faults:
        raise InvalidInputError(faults)
    return images


def read_phrases(path: Path, *, faults: list[Fault]) -> dict[str, list[Phrase]]:
    """The sound phrases of a file by image, in its order.

    Args:
        path: A JSON list of phrases, plain or gzip.
        faults: Gets what is wrong with the others.

    Raises:
        InvalidInputError: The file is missing, or no JSON list.
        ResourceError: The machine failed while reading.
    """
    where = str(path)
    try:
        items = parse_json(read_plain(path).decode())
    except UnicodeDecodeError as e:
        raise InvalidInputError([Fault(where=where, problem="not UTF-8")]) from e
    except InvalidInputError:
        raise
    except ValueError as e:
        raise InvalidInputError([Fault(where=where, problem=str(e))]) from e
    if not isinstance(items, list):
        raise InvalidInputError(
            [Fault(where=where, problem=f"a JSON list of phrases is needed, not {shorten(items)}")]
        )
    phrases_by_image: dict[str, list[Phrase]] = defaultdict(list)
    for i, item in enumerate(items):
        try:
            phrase = _checked_phrase(item)
        except ValueError as e:
            faults.append(Fault(where=f"{where}: [{i}]", problem=str(e)))
        else:
            phrases_by_image[phrase.image.partition("#")[0]].append(phrase)
    if not items:
        faults.append(Fault(where=where, problem="holds no phrase"))
    return dict(phrases_by_image)


def phrase_head(words: Sequence[str], tags: Sequence[str]) -> tuple[str, str]:
    """The head of a phrase with the word before it: the last noun before what modifies it from behind.

    Args:
        words: In lower case, at least one.
        tags: Penn Treebank tags, as many.

    Examples:
        >>> phrase_head(["a", "group", "of", "red", "kites"], ["DT", "NN", "IN", "JJ", "NNS"])
        ('kites', 'red')
    """
    end = len(words)
    for i, (word, tag) in enumerate(zip(words, tags, strict=True)):
        if not i:
            continue
        if word == "of" and i + 1 < len(words) and _GROUPS & set(words[:i]):
            return phrase_head(words[i + 1 :], tags[i + 1 :])
        if tag in _CLOSING_TAGS and any(before.startswith("N") for before in tags[:i]):
            end = i
            break
    place = max((i for i in range(end) if tags[i].startswith("N")), default=end - 1)
    before = words[place - 1] if place and tags[place - 1][0] in "NJV" else ""
    return words[place], before


def _checked_phrase(item: object) -> Phrase:
    phrase = checked(item, Phrase)
    if not phrase.phrase or len(phrase.phrase) != len(phrase.pos):
        raise ValueError(f"pos: {len(phrase.pos)} tags for {len(phrase.phrase)} words of the phrase")
    image_id, mark, description = phrase.image.partition("#")
    if not (image_id and mark and description):
        raise ValueError(f"image: {shorten(phrase.image)} is not 'image#description'")
    if phrase.box is not None and min(phrase.box[2:]) < 0:
        raise ValueError(f"box: left, top, width and height are needed, not {shorten(phrase.box)}")
    return phrase


def _image(image_id: str, phrases: Sequence[Phrase], lemma: Callable[[str], str]) -> AnnotatedImage:
    boxes: dict[str, Box] = {}
    heads: dict[str, Counter[str]] = defaultdict(Counter)
    mentions: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for phrase in phrases:
        description = mentions[phrase.image.partition("#")[2]]
        if phrase.box is None:
            continue
        name = str(phrase.entity)
        x, y, width, height = phrase.box
        boxes.setdefault(name, Box(x=x, y=y, width=width, height=height))
        head, _ = phrase_head([word.lower() for word in phrase.phrase], phrase.pos)
        heads[name][lemma(head)] += 1
        description.append((phrase.start, name))
    return AnnotatedImage(
        image_id=image_id,
        width=next((p.width for p in phrases if p.width), None)
        or max((box.x + box.width for box in boxes.values()), default=0.0),
        height=next((p.height for p in phrases if p.height), None)
        or max((box.y + box.height for box in boxes.values()), default=0.0),
        instances=tuple(
            Instance(name=name, concept=heads[name].most_common(1)[0][0], box=box)
            for name, box in boxes.items()
        ),
        descriptions=tuple(
            tuple(dict.fromkeys(name for _, name in sorted(mentions[key]))) for key in sorted(mentions)
        ),
    )
