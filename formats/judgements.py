"""Files of human judgements to judged captions, all faults of a set at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

import msgspec
import numpy as np

from extractor.errors import Fault, InvalidInputError, shorten
from formats.captions import read_captions
from formats.json_values import checked, parse_json
from formats.text import numbered_lines, read_plain
from scoring.inference.judgement import (
    ALL,
    PASCAL_CATEGORIES,
    JudgedCaption,
    Judgements,
    crowd_judgements,
    expert_judgements,
    pair_judgements,
    rubric_judgements,
    twin_judgements,
)

N_REFERENCES = 5
N_DRAWS = 5
SUGAR_CREPE_KINDS = (
    "swap_obj",
    "swap_att",
    "replace_obj",
    "replace_att",
    "replace_rel",
    "add_obj",
    "add_att",
)
NOCAPS_DOMAINS = ("in-domain", "near-domain", "out-domain")
_SUGAR_CREPE_REFERENCES = ("captions_val2017.json", "captions_val2017.json.gz")

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
    """THumB 1.0: judgements and references (with ``refs``), joined on ``set_id``, as JSON Lines or as JSON lists.

    Raises:
        InvalidInputError: Files are missing or faulty, or a set has no references; all faults are named.
    """
    del seed
    faults: list[Fault] = []
    references: dict[str, tuple[str, ...]] = {}
    judged: list[tuple[str, _Rubric]] = []
    files = sorted(path for path in folder.glob("*") if {".json", ".jsonl", ".ndjson"} & set(path.suffixes))
    for path in files:
        for where, value in _list_or_lines(path, faults):
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


class _Twin(msgspec.Struct, kw_only=True):
    caption: str
    negative_caption: str
    kind: str | None = None
    image_id: int | None = None
    filename: str | None = None


def read_sugar_crepe(folder: Path, *, seed: int = 0, references: Path | None = None) -> Judgements:
    """SugarCrepe: a caption against one that is wrong in one way, by the ways.

    Args:
        folder: Holds ``swap_obj.json``, ``add_att.json``, ... as published, or ``pairs*.jsonl[.gz]`` with ``kind`` and
            ``image_id``.
        seed: Nothing is drawn.
        references: COCO's ``captions_val2017.json``, also as .gz; looked for in the folder and in ``../coco`` where
            it is not given. The caption itself is left out of its image's references.

    Raises:
        InvalidInputError: Files are missing or faulty, or images have no other caption; all faults are named.
    """
    del seed
    faults: list[Fault] = []
    twins: list[tuple[str, _Twin]] = []
    for kind in SUGAR_CREPE_KINDS:
        for where, twin in _keyed_records(folder / f"{kind}.json", _Twin, faults):
            twin.kind = kind
            twins.append((where, twin))
    for path in sorted([*folder.glob("pairs*.jsonl"), *folder.glob("pairs*.jsonl.gz")]):
        for where, value in _values(path, faults):
            try:
                twins.append((where, checked(value, _Twin)))
            except ValueError as e:
                faults.append(Fault(where=where, problem=str(e)))
    captions_by_image = _coco_captions(folder, references, faults) if twins else {}
    items: list[JudgedCaption] = []
    images: list[str] = []
    kinds: list[str] = []
    for number, (where, twin) in enumerate(twins):
        image = str(_image_number(twin.filename) if twin.image_id is None else twin.image_id)
        if twin.kind not in SUGAR_CREPE_KINDS:
            allowed = ", ".join(SUGAR_CREPE_KINDS)
            faults.append(Fault(where=where, problem=f"kind {shorten(twin.kind)}; allowed: {allowed}"))
            continue
        others = _others(captions_by_image.get(image, ()), twin.caption)
        if not others:
            if captions_by_image:
                problem = f"image {shorten(image)} has no other caption in COCO's file"
                faults.append(Fault(where=where, problem=problem))
            continue
        items += _twin_items(f"{twin.kind}|{number}", twin.caption, twin.negative_caption, others)
        images.append(image)
        kinds.append(twin.kind)
    _raise(faults, items, folder)
    return twin_judgements("sugar-crepe", items, images=images, categories=kinds, order=SUGAR_CREPE_KINDS)


class _Foil(msgspec.Struct, kw_only=True):
    image_path: str
    references: list[str]
    baseline: str
    foil: str
    domain: str


def read_nocaps_foil(folder: Path, *, seed: int = 0) -> Judgements:
    """nocaps-FOIL: a caption against the same with one object replaced, by domain: ``pairs*.jsonl[.gz]``.

    Raises:
        InvalidInputError: Files are missing or faulty; all faults are named.
    """
    del seed
    faults: list[Fault] = []
    foils: list[tuple[str, _Foil]] = []
    for path in sorted([*folder.glob("pairs*.jsonl"), *folder.glob("pairs*.jsonl.gz")]):
        for where, value in _values(path, faults):
            try:
                foil = checked(value, _Foil)
            except ValueError as e:
                faults.append(Fault(where=where, problem=str(e)))
                continue
            if foil.domain not in NOCAPS_DOMAINS:
                allowed = ", ".join(NOCAPS_DOMAINS)
                faults.append(
                    Fault(where=where, problem=f"domain {shorten(foil.domain)}; allowed: {allowed}")
                )
            elif not _others(foil.references, foil.baseline):
                faults.append(Fault(where=where, problem="has no reference beside the caption itself"))
            else:
                foils.append((where, foil))
    _raise(faults, foils, folder)
    items = [
        item
        for number, (_, foil) in enumerate(foils)
        for item in _twin_items(
            str(number), foil.baseline, foil.foil, _others(foil.references, foil.baseline)
        )
    ]
    return twin_judgements(
        "nocaps-foil",
        items,
        images=[foil.image_path for _, foil in foils],
        categories=[foil.domain for _, foil in foils],
        order=NOCAPS_DOMAINS,
        decisive=ALL,
    )


_CLOTHO_PAIRS = ("HC", "HI", "HM", "MM_1", "MM_2", "MM_3", "MM_4", "MM_5")


def read_clotho(folder: Path, *, seed: int = 0) -> Judgements:
    """Clotho-Eval (FENSE): two captions of a sound with votes, ``clotho_eval.json[.gz]``.

    The two captions are taken out of the references; pairs without a majority are left out.

    Raises:
        InvalidInputError: The file is missing or faulty; all faults are named.
    """
    del seed
    faults: list[Fault] = []
    path = next(
        (p for p in sorted(folder.glob("clotho_eval.json*")) if p.is_file()), folder / "clotho_eval.json"
    )
    items: list[JudgedCaption] = []
    images: list[str] = []
    categories: list[str] = []
    for number, sound in enumerate(_json_list(path, faults)):
        for name in _CLOTHO_PAIRS:
            if not isinstance(sound, dict) or name not in sound:
                continue
            pair = sound[name]
            where = f"{path}: [{number}].{name}"
            try:
                first, second, _, _, votes = checked(pair, tuple[str, str, str, str, list[float]])
                references = checked(sound.get("references"), list[str])
            except ValueError as e:
                faults.append(Fault(where=where, problem=str(e)))
                continue
            if sum(votes) == 0:
                continue
            better, worse = (first, second) if sum(votes) > 0 else (second, first)
            others = tuple(text for text in references if text.strip() not in (better.strip(), worse.strip()))
            if not others:
                faults.append(Fault(where=where, problem="no reference is left beside the two captions"))
                continue
            items += _twin_items(f"{number}|{name}", better, worse, others)
            images.append(str(number))
            categories.append(name[:2])
    _raise(faults, items, folder)
    return twin_judgements(
        "clotho", items, images=images, categories=categories, order=PASCAL_CATEGORIES, decisive=ALL
    )


DATASETS: Mapping[str, Callable[..., Judgements]] = MappingProxyType(
    {
        "clotho": read_clotho,
        "flickr8k-cf": read_flickr8k_cf,
        "flickr8k-expert": read_flickr8k_expert,
        "nocaps-foil": read_nocaps_foil,
        "pascal-50s": read_pascal_50s,
        "sugar-crepe": read_sugar_crepe,
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


def _keyed_records(path: Path, kind: type[_T], faults: list[Fault]) -> Iterator[tuple[str, _T]]:
    """The records of one JSON object by key, as some sets are published; none where there is no file."""
    if not path.is_file():
        return
    try:
        values = parse_json(read_plain(path).decode())
        if not isinstance(values, dict):
            raise ValueError("is no JSON object of records by key")
    except InvalidInputError as e:
        faults.extend(e.faults)
        return
    except ValueError as e:
        faults.append(Fault(where=str(path), problem=str(e)))
        return
    for key, value in values.items():
        try:
            yield f"{path}: [{key}]", checked(value, kind)
        except ValueError as e:
            faults.append(Fault(where=f"{path}: [{key}]", problem=str(e)))


def _list_or_lines(path: Path, faults: list[Fault]) -> Iterator[tuple[str, object]]:
    """The records of JSON Lines, or of a ``.json`` that is one list."""
    if ".json" in path.suffixes:
        try:
            values = parse_json(read_plain(path).decode())
        except (InvalidInputError, ValueError):
            values = None  # lines under another name, whose faults are named line by line
        if isinstance(values, list):
            yield from ((f"{path}: [{number}]", value) for number, value in enumerate(values))
            return
    yield from _values(path, faults)


def _json_list(path: Path, faults: list[Fault]) -> list[object]:
    try:
        values = parse_json(read_plain(path).decode())
    except InvalidInputError as e:
        faults.extend(e.faults)
        return []
    except ValueError as e:
        faults.append(Fault(where=str(path), problem=str(e)))
        return []
    if not isinstance(values, list):
        faults.append(Fault(where=str(path), problem="is no JSON list"))
        return []
    return values


def _coco_captions(folder: Path, references: Path | None, faults: list[Fault]) -> dict[str, list[str]]:
    """Captions by image id of COCO's file."""
    places = [place / name for place in (folder, folder.parent / "coco") for name in _SUGAR_CREPE_REFERENCES]
    path = references or next((place for place in places if place.is_file()), None)
    if path is None:
        problem = (
            "no captions_val2017.json of COCO, nor as .gz, here or in ../coco: give it with --references"
        )
        faults.append(Fault(where=str(folder), problem=problem))
        return {}
    captions_by_image: dict[str, list[str]] = defaultdict(list)
    try:
        for entry in read_captions(path):
            captions_by_image[str(entry.caption.image_id)].append(entry.caption.text)
    except InvalidInputError as e:
        faults.extend(e.faults)
    return captions_by_image


def _image_number(filename: str | None) -> str:
    """The image id of COCO's file name: ``000000085329.jpg`` is 85329."""
    return (filename or "").partition(".")[0].lstrip("0")


def _others(references: Iterable[str], caption: str) -> tuple[str, ...]:
    """The references but the caption itself."""
    return tuple(text for text in references if text.strip() and text.strip() != caption.strip())


def _twin_items(key: str, better: str, worse: str, references: tuple[str, ...]) -> list[JudgedCaption]:
    return [
        JudgedCaption(key=f"{key}|{side}", candidate=caption, references=references)
        for side, caption in (("a", better), ("b", worse))
    ]


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
