"""Captions by image as a sentence encoder learns from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractor.errors import Fault, InvalidInputError
from extractor.extractor import Extractor
from extractor.types import Caption, Parse
from formats import read_captions
from training.progress import Report, silent

_CHUNK_CAPTIONS = 2_000


@dataclass(frozen=True, slots=True)
class ParsedImage:
    """The captions of one image: at least two.

    Attributes:
        parses: Of its captions.
        said: Words and lemmas of all of them, in lower case.
    """

    parses: tuple[Parse, ...]
    said: frozenset[str]


def read_images(files: Sequence[Path], *, without: Sequence[Path]) -> list[list[Caption]]:
    """The captions of each image that has at least two, in the order of the files.

    Args:
        files: Captions with image ids.
        without: Captions whose images are not to be learned from. Ids compare by what follows their last slash, so
            ``coco/139`` and the 139 of COCO's own files are one image.

    Raises:
        InvalidInputError: A file is faulty, captions lack image ids, or nothing is left.
    """
    left_out = {_short(entry.caption.image_id) for file in without for entry in read_captions(file)}
    captions_by_image: dict[str, list[Caption]] = defaultdict(list)
    faults = []
    for file in files:
        for entry in read_captions(file):
            if entry.caption.image_id is None:
                faults.append(entry.fault("has no image_id; captions of one image are what is learned from"))
            elif _short(entry.caption.image_id) not in left_out:
                captions_by_image[str(entry.caption.image_id)].append(entry.caption)
    images = [captions for captions in captions_by_image.values() if len(captions) > 1]
    if not images and not faults:
        faults = [Fault(where="captions", problem="no image with two captions is left to learn from")]
    if faults:
        raise InvalidInputError(faults)
    return images


def parse_images(
    images: Sequence[Sequence[Caption]], extractor: Extractor, *, report: Report = silent
) -> list[ParsedImage]:
    """The parses of all captions, by image."""
    captions = [caption for image in images for caption in image]
    parses: list[Parse] = []
    for start in range(0, len(captions), _CHUNK_CAPTIONS):
        parses += extractor.parse(captions[start : start + _CHUNK_CAPTIONS])
        report(f"sentences: {len(parses)} of {len(captions)} captions parsed")
    remaining = iter(parses)
    return [_image([next(remaining) for _ in image]) for image in images]


def _image(parses: Iterable[Parse]) -> ParsedImage:
    kept = tuple(parses)
    words = [word for parse in kept for word in parse.words]
    return ParsedImage(kept, frozenset(form.lower() for word in words for form in (word.text, word.lemma)))


def _short(image_id: object) -> str:
    return str(image_id).rpartition("/")[2]
