"""From caption files and a base bundle to a new bundle with a thesaurus."""

from __future__ import annotations

import dataclasses
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from extractor.bundle import TrainingData, file_sha256, find_bundle, read_manifest
from extractor.errors import Fault, InvalidInputError
from extractor.extractor import Extractor
from extractor.types import Caption
from scoring.entities.files import COREFERENCE_FILE
from scoring.graded.thesaurus import THESAURUS_FILE, Thesaurus
from training.bundles.writer import LEXICON_FILE, rewrite_bundle
from training.progress import Report, silent
from training.thesaurus.learn import Tagged, ThesaurusOptions, learn_thesaurus

MAX_THESAURUS_BYTES = 12_000_000
_CHUNK_CAPTIONS = 2_000


def train_thesaurus(
    captions: Sequence[Caption],
    *,
    base: str,
    name: str | None,
    bundle_version: str,
    output: Path,
    data_files: Mapping[Path, str],
    options: ThesaurusOptions | None = None,
    report: Report = silent,
) -> Path:
    """Learn a thesaurus and write ``output/name/version``: the base with this thesaurus.

    Args:
        captions: With image ids; captions of one image describe the same.
        base: A model's name or folder.
        name: Of the new model; None keeps the base's.
        bundle_version: Of the new model: three numbers.
        output: Folder of bundles.
        data_files: The captions' files with the names that manifest and card give them.
        options: How to learn.
        report: Called with lines of progress.

    Returns:
        The new bundle's folder.

    Raises:
        InvalidInputError: Captions lack image ids or are faulty (all are named), are too few, or the version exists
            or is none.
        BundleError: The base is none.
        ResourceError: The bundle cannot be written.
    """
    options = options or ThesaurusOptions()
    folder = Path(base) if Path(base).is_dir() else find_bundle(base)
    manifest = read_manifest(folder)
    target = output / (name or manifest.name) / bundle_version
    _check(captions, bundle_version, target)
    extractor = Extractor.load(folder)
    faults = extractor.validate(captions)
    if faults:
        raise InvalidInputError(faults)
    thesaurus = learn_thesaurus(
        _tagged_by_image(captions, extractor, report),
        lexicon=extractor.lexicon,
        options=options,
        lexicon_sha256=file_sha256(folder / LEXICON_FILE),
        meta={"data": sorted(data_files.values()), "options": dataclasses.asdict(options)},
        report=report,
    )
    return add_thesaurus(thesaurus.to_bytes(), base=folder, target=target, data_files=data_files)


def add_thesaurus(data: bytes, *, base: Path, target: Path, data_files: Mapping[Path, str]) -> Path:
    """Write a new bundle: the base with a thesaurus, and manifest, figures and card to match.

    Args:
        data: Of ``thesaurus.npz``, made with the lexicon of the base.
        base: A bundle; one that has a thesaurus gets this one instead, and loses a coreference model that was learned
            with another thesaurus.
        target: ``.../name/version`` of the new bundle.
        data_files: What the thesaurus learned from, with the names for manifest and card.

    Returns:
        The new bundle's folder.

    Raises:
        InvalidInputError: The target exists, or the thesaurus is too large.
        BundleError: The thesaurus is damaged or belongs to another lexicon.
        ResourceError: The bundle cannot be written.
    """
    if len(data) >= MAX_THESAURUS_BYTES:
        raise InvalidInputError(f"the thesaurus has {len(data)} bytes; allowed are {MAX_THESAURUS_BYTES - 1}")
    thesaurus = Thesaurus.from_bytes(
        data, where=THESAURUS_FILE, lexicon_sha256=file_sha256(base / LEXICON_FILE)
    )
    manifest = read_manifest(base)
    evaluation = json.loads((base / "eval.json").read_text(encoding="utf-8"))
    evaluation["thesaurus"] = {
        "terms": len(thesaurus.index_by_term),
        "dimensions": int(thesaurus.vectors.shape[1]),
        "digest": thesaurus.digest,
        **thesaurus.meta,
    }
    training_data = [
        *(entry for entry in manifest.training_data if not entry.name.startswith("thesaurus: ")),
        *(
            TrainingData(name=f"thesaurus: {name}", sha256=file_sha256(path))
            for path, name in data_files.items()
        ),
    ]
    # A coreference model knows words by the thesaurus that it learned with.
    kept = evaluation.get("coreference", {}).get("thesaurus_digest") == thesaurus.digest
    if not kept:
        evaluation.pop("coreference", None)
        training_data = [entry for entry in training_data if not entry.name.startswith("coreference: ")]
    return rewrite_bundle(
        base,
        target,
        files={THESAURUS_FILE: data},
        without=() if kept else (COREFERENCE_FILE,),
        evaluation=evaluation,
        training_data=training_data,
    )


def _check(captions: Sequence[Caption], bundle_version: str, target: Path) -> None:
    faults = []
    if not re.fullmatch(r"\d+\.\d+\.\d+", bundle_version):
        faults.append(
            Fault(where="version", problem=f"{bundle_version!r} is not three numbers such as 0.2.0")
        )
    elif target.exists():
        faults.append(Fault(where=str(target), problem="exists: bundles are immutable"))
    faults += [
        Fault(
            where=f"captions[{index}]",
            problem="has no image_id; captions of one image are what is learned from",
        )
        for index, caption in enumerate(captions)
        if caption.image_id is None
    ]
    if faults:
        raise InvalidInputError(faults)


def _tagged_by_image(
    captions: Sequence[Caption], extractor: Extractor, report: Report
) -> Iterator[list[list[Tagged]]]:
    tagged_by_image: dict[str, list[list[Tagged]]] = defaultdict(list)
    for start in range(0, len(captions), _CHUNK_CAPTIONS):
        chunk = captions[start : start + _CHUNK_CAPTIONS]
        for caption, parse in zip(chunk, extractor.parse(chunk), strict=True):
            tagged_by_image[str(caption.image_id)].append([(word.text, word.upos) for word in parse.words])
        report(f"{min(start + _CHUNK_CAPTIONS, len(captions))} of {len(captions)} captions parsed")
    yield from tagged_by_image.values()
