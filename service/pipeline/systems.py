"""From files of candidates and references to tuples by image: what score and compare have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from extractor.errors import Fault, InvalidInputError
from extractor.types import SemanticTuple
from formats import read_captions
from formats.entries import (
    CaptionEntry,
    ImageId,
    complete_tuples,
    entry_faults,
    model_name,
    needs_extractor,
    pair_by_image,
)
from scoring.graded.score import DescribedCaption
from service.pipeline.tuple_cache import TupleCache
from service.process import loading

Tuples = tuple[SemanticTuple, ...]
Gather = Callable[..., list[Tuples]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemInput:
    """One system's candidates with their tuples, and the references of their images.

    Attributes:
        candidates: By image.
        candidate_tuples: By image.
        references: By image.
        reference_tuples: By image.
        model: What a signature says.
    """

    candidates: Mapping[ImageId, CaptionEntry]
    candidate_tuples: Mapping[ImageId, Tuples]
    references: Mapping[ImageId, Sequence[CaptionEntry]]
    reference_tuples: Mapping[ImageId, Sequence[Tuples]]
    model: str

    def described(
        self,
    ) -> tuple[dict[ImageId, DescribedCaption], dict[ImageId, list[DescribedCaption]]]:
        """Candidates and references for the graded score."""
        candidates = {
            image_id: DescribedCaption(tuples=self.candidate_tuples[image_id], text=entry.caption.text)
            for image_id, entry in self.candidates.items()
        }
        references = {
            image_id: [
                DescribedCaption(tuples=tuples, text=entry.caption.text)
                for entry, tuples in zip(entries, self.reference_tuples[image_id], strict=True)
            ]
            for image_id, entries in self.references.items()
        }
        return candidates, references


def read_systems(
    systems: Sequence[Path],
    references: Path,
    *,
    model: str,
    gather: Gather,
    allow_missing_candidates: bool = False,
    cache: Path | None = None,
) -> list[SystemInput]:
    """Read, pair and extract the captions of systems and of their references; references are extracted once.

    Args:
        systems: A file of candidates each.
        references: The file of references.
        model: Extracts what comes without tuples.
        gather: Puts chunks of tuples together, and shows progress.
        allow_missing_candidates: Whether images may lack a candidate.
        cache: Folder that keeps the tuples of captions; None keeps none.

    Raises:
        InvalidInputError: Files are faulty, images do not pair, or captions are empty; all faults are named.
    """
    *system_entries, reference_entries = _read_all([*systems, references])
    faults = _empty_captions(reference_entries)
    if not allow_missing_candidates:
        faults = [*_empty_captions([e for entries in system_entries for e in entries]), *faults]
    paired = []
    for entries in system_entries:
        try:
            paired.append(
                pair_by_image(entries, reference_entries, allow_missing_candidates=allow_missing_candidates)
            )
        except InvalidInputError as e:
            faults += [fault for fault in e.faults if fault not in faults]
    if faults:
        raise InvalidInputError(faults)
    candidates = [pairs[0] for pairs in paired]
    reference_list = [entry for entries in paired[0][1].values() for entry in entries]
    candidate_list = [entry for by_image in candidates for entry in by_image.values()]
    with nullcontext() if cache is None else TupleCache(cache, model) as store:
        entries = [*candidate_list, *reference_list]
        if store is not None:
            entries = store.fill(entries)
        extractor = None
        if needs_extractor(entries):
            with loading():
                from extractor import Extractor

                extractor = Extractor.load(model)
            refused = [fault for _, fault in entry_faults(entries, extractor)]
            if refused:
                raise InvalidInputError(refused)
        chunks = complete_tuples(entries, extractor)
        if store is not None:
            chunks = store.keeping(entries, chunks)
        tuples = gather(chunks, n_captions=len(entries))
    filled = iter(entries)
    filled_candidates = [[next(filled) for _ in by_image] for by_image in candidates]
    filled_references = list(filled)
    remaining = iter(tuples)
    candidate_tuples = [{image_id: next(remaining) for image_id in by_image} for by_image in candidates]
    references_by_image = paired[0][1]
    reference_tuples = {
        image_id: [next(remaining) for _ in entries] for image_id, entries in references_by_image.items()
    }
    return [
        SystemInput(
            candidates=by_image,
            candidate_tuples=own,
            references=references_by_image,
            reference_tuples=reference_tuples,
            model=model_name([*own_entries, *filled_references], extractor),
        )
        for by_image, own, own_entries in zip(candidates, candidate_tuples, filled_candidates, strict=True)
    ]


def system_names(paths: Sequence[Path]) -> list[str]:
    """What each system is called: what tells its file's name from the others', or its path.

    Raises:
        InvalidInputError: A path is given twice.
    """
    parts = [path.name.split(".") for path in paths]
    while min(map(len, parts)) > 1 and len({part[-1] for part in parts}) == 1:
        parts = [part[:-1] for part in parts]
    while min(map(len, parts)) > 1 and len({part[0] for part in parts}) == 1:
        parts = [part[1:] for part in parts]
    for names in ([".".join(part) for part in parts], [str(path) for path in paths]):
        if len(set(names)) == len(names) and all(names):
            return names
    raise InvalidInputError("the same file is given twice: nothing to compare")


def _read_all(paths: Iterable[Path]) -> list[list[CaptionEntry]]:
    """All files' captions; their faults come together."""
    read: list[list[CaptionEntry]] = []
    faults: list[Fault] = []
    for path in paths:
        try:
            read.append(read_captions(path))
        except InvalidInputError as e:
            faults += e.faults
    if faults:
        raise InvalidInputError(faults)
    return read


def _empty_captions(entries: Iterable[CaptionEntry]) -> list[Fault]:
    return [
        Fault(where=entry.where, problem="the caption is empty: there is nothing to score")
        for entry in entries
        if entry.tuples is None and not entry.caption.text.strip()
    ]
