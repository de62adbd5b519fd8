"""Files of human judgements to judged captions, all faults of a set at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

import msgspec
import numpy as np

from extractor.errors import Fault, InvalidInputError, shorten
from formats.json_values import checked, parse_json
from formats.text import numbered_lines, read_plain
from scoring.inference.judgement import (
    PASCAL_CATEGORIES,
    JudgedCaption,
    Judgements,
    crowd_judgements,
    expert_judgements,
    pair_judgements,
    rubric_judgements,
)

N_REFERENCES = 5
N_DRAWS = 5

_T = TypeVar("_T", bound=msgspec.Struct)


def read_flickr8k_cf(folder: Path, *, seed: int = 0) -> Judgements:
    """Flickr8k-CF: ``CrowdFlowerAnnotations.txt`` (image, caption id, share of yes, counts) and ``captions.tsv``.

    Raises:
        InvalidInputError: Files are missing or faulty; all faults are named.
    """
    del seed
    faults: list[Fault] = []
    text_by_id, ids_by_image = _captions(folder, faults)
    items, images, shares = [], [], []
    for where, fields in _rows(folder / "CrowdFlowerAnnotations.txt", (5,), faults):
        image, caption_id = fields[:2]
        share = _number(fields[2], where, faults, low=0, high=1)
        item = _flickr_item(image, caption_id, where, text_by_id, ids_by_image, faults)
        if item is not None and share is not None:
            items.append(item)
            images.append(image)
            shares.append(share)
    _raise(faults, items, folder)
    return crowd_judgements("flickr8k-cf", items, images, shares)


def read_flickr8k_expert(folder: Path, *, seed: int = 0) -> Judgements:
    """Flickr8k-Expert: ``ExpertAnnotations.txt`` (image, caption id, three scores 1-4) and ``captions.tsv``.

    Pairs whose caption belongs to the image are left out, as the protocol says.

    Raises:
        InvalidInputError: Files are missing or faulty; all faults are named.
    """
    del seed
    faults: list[Fault] = []
    text_by_id, ids_by_image = _captions(folder, faults)
    items, images, ratings = [], [], []
    for where, fields in _rows(folder / "ExpertAnnotations.txt", (5,), faults):
        image, caption_id = fields[:2]
        scores = [_number(field, where, faults, low=1, high=4) for field in fields[2:]]
        item = _flickr_item(image, caption_id, where, text_by_id, ids_by_image, faults)
        if item is None or None in scores or caption_id.partition("#")[0] == image:
            continue
        items.append(item)
        images.append(image)
        ratings.append([int(score) for score in scores if score is not None])
    _raise(faults, items, folder)
    return expert_judgements("flickr8k-expert", items, images, ratings)


class _Pair(msgspec.Struct, kw_only=True):
    image: str
    category: str
    caption_a: str
    caption_b: str
    votes_a: int
    votes_b: int


class _References(msgspec.Struct, kw_only=True):
    image: str
    captions: list[str]


def read_pascal_50s(folder: Path, *, seed: int = 0) -> Judgements:
    """PASCAL-50S: ``pairs.jsonl[.gz]`` with votes and ``references.jsonl[.gz]``; 5 references drawn, 5 times.

    Pairs with as many votes for the one as for the other have no winner and are left out.

    Args:
        folder: Of the files.
        seed: Draws the references, and decides between equal scores.

    Raises:
        InvalidInputError: Files are missing or faulty; all faults are named.
    """
    faults: list[Fault] = []
    references = {
        record.image: record.captions for _, record in _records(folder, "references", _References, faults)
    }
    pairs = []
    for where, pair in _records(folder, "pairs", _Pair, faults):
        if pair.category not in PASCAL_CATEGORIES:
            allowed = ", ".join(PASCAL_CATEGORIES)
            faults.append(
                Fault(where=where, problem=f"category {shorten(pair.category)}; allowed: {allowed}")
            )
        elif len(references.get(pair.image, ())) < N_REFERENCES:
            problem = f"image {shorten(pair.image)} has fewer than {N_REFERENCES} references"
            faults.append(Fault(where=where, problem=problem))
        elif pair.votes_a != pair.votes_b:
            pairs.append((where.rpartition(":")[2], pair))
    _raise(faults, pairs, folder)
    rng = np.random.default_rng(seed)
    items = []
    for _ in range(N_DRAWS):
        for line, pair in pairs:
            captions = references[pair.image]
            drawn = tuple(captions[i] for i in rng.choice(len(captions), N_REFERENCES, replace=False))
            for side, caption in (("a", pair.caption_a), ("b", pair.caption_b)):
                items.append(JudgedCaption(key=f"{line}{side}", candidate=caption, references=drawn))
    return pair_judgements(
        "pascal-50s",
        items,
        images=[pair.image for _, pair in pairs],
        categories=[pair.category for _, pair in pairs],
        first_wins=[pair.votes_a > pair.votes_b for _, pair in pairs],
        n_draws=N_DRAWS,
        seed=seed,
    )


class _Rubric(msgspec.Struct, kw_only=True):
    system: str = msgspec.field(name="SYS")
    seg_id: str | int
    set_id: str | int
    hyp: str
    image: str
    precision: float = msgspec.field(name="P")
    recall: float = msgspec.field(name="R")
    human_score: float


class _RubricReferences(msgspec.Struct, kw_only=True):
    set_id: str | int
    refs: list[str]


def read_thumb(folder: Path, *, seed: int = 0) -> Judgements:
    """THumB 1.0: JSON Lines of judgements and JSON Lines of references (with ``refs``), joined on ``set_id``.

    Raises:
        InvalidInputError: Files are missing or faulty, or a set has no references; all faults are named.
    """
    del seed
    faults: list[Fault] = []
    references: dict[str, tuple[str, ...]] = {}
    judged: list[tuple[str, _Rubric]] = []
    files = sorted(path for path in folder.glob("*") if {".jsonl", ".ndjson"} & set(path.suffixes))
    for path in files:
        for where, value in _values(path, faults):
            try:
                if isinstance(value, dict) and "refs" in value:
                    record = checked(value, _RubricReferences)
                    references[str(record.set_id)] = tuple(record.refs)
                else:
                    judged.append((where, checked(value, _Rubric)))
            except ValueError as e:
                faults.append(Fault(where=where, problem=str(e)))
    for where, rubric in judged:
        if not references.get(str(rubric.set_id)):
            faults.append(Fault(where=where, problem=f"set_id {shorten(rubric.set_id)} has no references"))
    _raise(faults, judged, folder)
    rubrics = [rubric for _, rubric in judged]
    return rubric_judgements(
        "thumb",
        [
            JudgedCaption(key=f"{r.system}|{r.seg_id}", candidate=r.hyp, references=references[str(r.set_id)])
            for r in rubrics
        ],
        images=[r.image for r in rubrics],
        by_human=[r.system == "Human" for r in rubrics],
        judgements={
            "P": [r.precision for r in rubrics],
            "R": [r.recall for r in rubrics],
            "human_score": [r.human_score for r in rubrics],
        },
    )


DATASETS: Mapping[str, Callable[..., Judgements]] = MappingProxyType(
    {
        "flickr8k-cf": read_flickr8k_cf,
        "flickr8k-expert": read_flickr8k_expert,
        "pascal-50s": read_pascal_50s,
        "thumb": read_thumb,
    }
)
"""The sets of judgements by name."""


class _Score(msgspec.Struct, kw_only=True):
    key: str
    score: float


def read_scores(path: Path, judgements: Judgements) -> list[float]:
    """Another metric's scores: JSON Lines of ``{"key": ..., "score": ...}``, one for each key of the set.

    Raises:
        InvalidInputError: The file is faulty, or keys are missing or unknown; all faults are named.
    """
    faults: list[Fault] = []
    score_by_key: dict[str, float] = {}
    keys = {item.key for item in judgements.items}
    for where, value in _values(path, faults):
        try:
            record = checked(value, _Score)
        except ValueError as e:
            faults.append(Fault(where=where, problem=str(e)))
            continue
        if record.key not in keys:
            faults.append(Fault(where=where, problem=f"key {shorten(record.key)} is none of the set"))
        score_by_key[record.key] = record.score
    missing = sorted(keys - score_by_key.keys())
    if missing and not faults:
        named = ", ".join(map(shorten, missing[:20]))
        faults.append(Fault(where=str(path), problem=f"no score for {len(missing)} keys: {named}"))
    if faults:
        raise InvalidInputError(faults)
    return [score_by_key[item.key] for item in judgements.items]


def _captions(folder: Path, faults: list[Fault]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Texts by caption id (``image#n``), and the ids of each image."""
    text_by_id: dict[str, str] = {}
    ids_by_image: dict[str, list[str]] = defaultdict(list)
    for where, (caption_id, text) in _rows(folder / "captions.tsv", (2,), faults):
        if caption_id in text_by_id:
            faults.append(Fault(where=where, problem=f"caption id {shorten(caption_id)} stands there twice"))
        text_by_id[caption_id] = text
        ids_by_image[caption_id.partition("#")[0]].append(caption_id)
    return text_by_id, ids_by_image


def _flickr_item(
    image: str,
    caption_id: str,
    where: str,
    text_by_id: Mapping[str, str],
    ids_by_image: Mapping[str, list[str]],
    faults: list[Fault],
) -> JudgedCaption | None:
    if caption_id not in text_by_id:
        faults.append(Fault(where=where, problem=f"caption {shorten(caption_id)} is not in captions.tsv"))
        return None
    references = tuple(text_by_id[i] for i in ids_by_image.get(image, ()) if i != caption_id)
    if not references:
        faults.append(Fault(where=where, problem=f"image {shorten(image)} has no references in captions.tsv"))
        return None
    return JudgedCaption(key=f"{image}|{caption_id}", candidate=text_by_id[caption_id], references=references)


def _rows(path: Path, n_fields: tuple[int, ...], faults: list[Fault]) -> Iterator[tuple[str, list[str]]]:
    try:
        data = read_plain(path)
    except InvalidInputError as e:
        faults.extend(e.faults)
        return
    for number, line in numbered_lines(data, where=str(path), faults=faults):
        fields = line.split("\t")
        if len(fields) not in n_fields:
            problem = f"{len(fields)} fields between tabs; {n_fields[0]} are needed"
            faults.append(Fault(where=f"{path}:{number}", problem=problem))
        else:
            yield f"{path}:{number}", fields


def _records(folder: Path, stem: str, kind: type[_T], faults: list[Fault]) -> Iterator[tuple[str, _T]]:
    path = next((p for p in (folder / f"{stem}.jsonl", folder / f"{stem}.jsonl.gz") if p.is_file()), None)
    if path is None:
        faults.append(Fault(where=str(folder / f"{stem}.jsonl"), problem="no such file, nor as .gz"))
        return
    for where, value in _values(path, faults):
        try:
            yield where, checked(value, kind)
        except ValueError as e:
            faults.append(Fault(where=where, problem=str(e)))


def _values(path: Path, faults: list[Fault]) -> Iterator[tuple[str, object]]:
    try:
        data = read_plain(path)
    except InvalidInputError as e:
        faults.extend(e.faults)
        return
    for number, line in numbered_lines(data, where=str(path), faults=faults):
        if not line.strip():
            continue
        try:
            yield f"{path}:{number}", parse_json(line)
        except ValueError as e:
            faults.append(Fault(where=f"{path}:{number}", problem=str(e)))


def _number(text: str, where: str, faults: list[Fault], *, low: float, high: float) -> float | None:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        faults.append(Fault(where=where, problem=f"{shorten(text)} is no number from {low} to {high}"))
        return None
    return value


def _raise(
    faults: list[Fault], items: list[_T] | list[JudgedCaption] | list[tuple[str, _T]], folder: Path
) -> None:
    if not faults and not items:
        faults = [Fault(where=str(folder), problem="holds no judgements")]
    if faults:
        raise InvalidInputError(faults)
