"""Which field of a row is the caption and which the image's id: as named, as we call them, or guessed.

Files of other people's tools have other names for the same. What is guessed is said (`GuessedFieldsWarning`), and what
could be two things is a fault: a score of the wrong column looks like a score.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from extractor.errors import shorten

CAPTION_NAMES = ("caption", "captions")
IMAGE_ID_NAME = "image_id"
OTHER_CAPTION_NAMES = (
    "text",
    "sentence",
    "sentences",
    "prediction",
    "predictions",
    "generated_caption",
    "generated_text",
    "comment",
)
"""What other tools call a caption; of two of them in one row neither is guessed."""

OTHER_ID_NAMES = (
    "img_id",
    "imgid",
    "cocoid",
    "image",
    "image_name",
    "image_path",
    "filename",
    "file_name",
    "file",
    "path",
    "id",
    "key",
)
"""What other tools call an image's id; the first that a row has is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldNames:
    """How the fields of a file are called, where it is not by our names.

    A row must have one of the names that are given here: the first that it has is taken. Where none is given, a row has
    our names, or they are guessed.

    Attributes:
        captions: Of the caption, or of the list of captions.
        image_ids: Of the image's id.
    """

    captions: tuple[str, ...] = ()
    image_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenFields:
    """The fields of a row.

    Attributes:
        caption: Name of the field that holds the caption, or the captions.
        image_id: Name of the field that holds the id; None where there is none.
        guess: What was guessed, in words; empty where nothing was.
    """

    caption: str
    image_id: str | None
    guess: str = ""


def choose_fields(
    names: Collection[str],
    fields: FieldNames,
    *,
    may_be_caption: Callable[[str], bool] = lambda _: True,
    may_be_id: Callable[[str], bool] = lambda _: True,
) -> ChosenFields:
    """Which fields of a row, or columns of a table, are caption and id.

    Args:
        names: The fields that there are.
        fields: The names that people gave.
        may_be_caption: Whether a field has what a caption can be; asked of guesses alone.
        may_be_id: As ``may_be_caption``, of ids.

    Raises:
        ValueError: A given name is not there, there is no caption, or several fields could be the caption.
    """
    guesses = []
    caption = _named(names, fields.captions, "--caption-field")
    if caption is None:
        ours = [name for name in CAPTION_NAMES if name in names]
        others = [name for name in OTHER_CAPTION_NAMES if name in names and may_be_caption(name)]
        if len(ours) > 1 or (not ours and not others):
            raise ValueError(
                "either 'caption' (a string) or 'captions' (a list of strings) is needed"
                + ("" if ours else f"; there are {_listed(names)}; --caption-field names another")
            )
        if not ours and len(others) > 1:
            raise ValueError(
                f"{_listed(others)} could each be the caption: --caption-field says which of them is it"
            )
        caption = (ours or others)[0]
        if not ours:
            guesses.append(f"the caption is taken from {caption!r}")
    image_id = _named(names, fields.image_ids, "--id-field")
    if image_id is None and IMAGE_ID_NAME in names:
        image_id = IMAGE_ID_NAME
    if image_id is None:
        image_id = next(
            (name for name in OTHER_ID_NAMES if name in names and name != caption and may_be_id(name)), None
        )
        if image_id is not None:
            guesses.append(f"the image id is taken from {image_id!r}")
    guess = (
        f"{' and '.join(guesses)}, by guess; --caption-field and --id-field name others" if guesses else ""
    )
    return ChosenFields(caption=caption, image_id=image_id, guess=guess)


def known_names(fields: FieldNames) -> tuple[str, ...]:
    """Every name by which a field could be taken for the caption or the id."""
    ours = (*CAPTION_NAMES, *OTHER_CAPTION_NAMES, IMAGE_ID_NAME, *OTHER_ID_NAMES)
    return (*ours, *fields.captions, *fields.image_ids)


def is_header(cells: Sequence[str], fields: FieldNames) -> bool:
    """Whether the cells of a first line, in lower case, are names of columns: of a caption and of an id or so."""
    captions = {*CAPTION_NAMES, *OTHER_CAPTION_NAMES, *(name.lower() for name in fields.captions)}
    ids = {IMAGE_ID_NAME, "caption_id", *OTHER_ID_NAMES, *(name.lower() for name in fields.image_ids)}
    return not captions.isdisjoint(cells) and not ids.isdisjoint(cells)


def _named(names: Collection[str], given: Sequence[str], option: str) -> str | None:
    found = next((name for name in given if name in names), None)
    if given and found is None:
        raise ValueError(
            f"no field {' or '.join(map(shorten, given))} ({option}); there are {_listed(names)}"
        )
    return found


def _listed(names: Collection[str]) -> str:
    return ", ".join(map(shorten, list(names)[:20])) or "none"
