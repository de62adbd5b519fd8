"""From files of candidates and references to tuples by image: what score, compare, report and benchmarks start from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from extractor.errors import Fault, InvalidInputError
from extractor.types import CaptionEntry, Entity
from formats import FieldNames, read_captions
from scoring.conventions import MissingCandidates
from scoring.entries import Tuples, all_entries, by_image, model_name, pair_by_image
from scoring.graded.words import DescribedCaption
from scoring.images import ImageId
from scoring.matching import MatchIds
from service.pipeline.extraction import Progress, extracted

Entities = tuple[Entity, ...]
_ANY_NAMES = FieldNames()
# From when on captions are paragraphs, and how much longer than what they are compared with is much longer.
_PARAGRAPH_WORDS = 40
_MUCH_LONGER = 2.5


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemInput:
    """One system's candidates with their tuples, and the references of their images.

    Attributes:
        candidates: By image.
        candidate_tuples: By image.
        references: By image.
        reference_tuples: By image.
        model: What a signature says.
        candidate_entities: By image; what its candidate speaks of. Empty where that is not known.
        reference_entities: By image, as above.
    """

    candidates: Mapping[ImageId, CaptionEntry]
    candidate_tuples: Mapping[ImageId, Tuples]
    references: Mapping[ImageId, Sequence[CaptionEntry]]
    reference_tuples: Mapping[ImageId, Sequence[Tuples]]
    model: str
    candidate_entities: Mapping[ImageId, Entities] = field(default_factory=dict)
    reference_entities: Mapping[ImageId, Sequence[Entities]] = field(default_factory=dict)

    def described(
        self,
    ) -> tuple[dict[ImageId, DescribedCaption], dict[ImageId, list[DescribedCaption]]]:
        """Candidates and references for the graded score."""
        candidates = {
            image_id: DescribedCaption(
                text=entry.caption.text,
                tuples=self.candidate_tuples[image_id],
                entities=self.candidate_entities.get(image_id, ()),
            )
            for image_id, entry in self.candidates.items()
        }
        references = {
            image_id: [
                DescribedCaption(text=entry.caption.text, tuples=tuples, entities=entities)
                for entry, tuples, entities in zip(
                    entries,
                    self.reference_tuples[image_id],
                    self.reference_entities.get(image_id, [()] * len(entries)),
                    strict=True,
                )
            ]
            for image_id, entries in self.references.items()
        }
        return candidates, references

    def length_note(self) -> str | None:
        """What to mind where candidates are much longer than their references; None where they are not."""
        ours = [len(entry.caption.text.split()) for entry in self.candidates.values()]
        theirs = [
            len(entry.caption.text.split()) for entries in self.references.values() for entry in entries
        ]
        if not ours or not theirs:
            return None
        own, gold = (sum(lengths) / len(lengths) for lengths in (ours, theirs))
        if own < _PARAGRAPH_WORDS or own < _MUCH_LONGER * gold:
            return None
        return (
            f"candidates have {own:.0f} words on average, references {gold:.0f}: precision and F1 count detail that "
            "short references leave out against a caption; recall, and the contradiction of the graded score, do not"
        )


def read_systems(
    systems: Sequence[Path],
    references: Path,
    *,
    model: str,
    progress: Progress | None = None,
    missing_candidates: MissingCandidates = "error",
    match_ids: MatchIds = "exact",
    fields: FieldNames = _ANY_NAMES,
    cache: Path | None = None,
    strict_language: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> list[SystemInput]:
    """Read, pair and extract the captions of systems and of their references; references are extracted once.

    Args:
        systems: A file of candidates each.
        references: The file of references.
        model: Extracts what comes without tuples.
        progress: Shows how far the extraction is.
        missing_candidates: Whether images may lack a candidate, or have an empty one.
        match_ids: What must be equal for two ids to be one image's.
        fields: How the fields of the files are called, where it is not by our names.
        cache: Folder that keeps the tuples of captions; None keeps none.
        strict_language: Whether a caption that is surely not English is a fault, instead of having no tuples.
        say: Told which captions are not English, and what becomes of the cache.

    Raises:
        InvalidInputError: Files are faulty, images do not pair, or captions are empty; all faults are named.
    """
    *system_entries, reference_entries = _read_all([*systems, references], fields)
    faults: list[Fault] = []
    paired = []
    for entries in system_entries:
        try:
            paired.append(
                pair_by_image(
                    entries,
                    reference_entries,
                    missing_candidates=missing_candidates,
                    match_ids=match_ids,
                )
            )
        except InvalidInputError as e:
            faults += [fault for fault in e.faults if fault not in faults]
    if faults:
        raise InvalidInputError(faults)
    references_by_image = paired[0][1]
    candidates = [one_by_image for one_by_image, _ in paired]
    n_candidates = [len(one_by_image) for one_by_image in candidates]
    flat = [entry for one_by_image in candidates for entry in one_by_image.values()]
    n_flat = len(flat)
    flat += all_entries({}, references_by_image)
    found = extracted(
        flat, model=model, progress=progress, cache=cache, strict_language=strict_language, say=say
    )
    reference_tuples = by_image({}, references_by_image, found.tuples[n_flat:])[1]
    reference_entities = by_image({}, references_by_image, found.entities[n_flat:])[1]
    result = []
    start = 0
    for own_candidates, n in zip(candidates, n_candidates, strict=True):
        own = slice(start, start + n)
        start += n
        result.append(
            SystemInput(
                candidates=own_candidates,
                candidate_tuples=dict(zip(own_candidates, found.tuples[own], strict=True)),
                candidate_entities=dict(zip(own_candidates, found.entities[own], strict=True)),
                references=references_by_image,
                reference_tuples=reference_tuples,
                reference_entities=reference_entities,
                model=model_name([*found.entries[own], *found.entries[n_flat:]], found.extractor_model),
            )
        )
    return result


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


def _read_all(paths: Iterable[Path], fields: FieldNames) -> list[list[CaptionEntry]]:
    """All files' captions; their faults come together."""
    read: list[list[CaptionEntry]] = []
    faults: list[Fault] = []
    for path in paths:
        try:
            read.append(read_captions(path, fields=fields))
        except InvalidInputError as e:
            faults += e.faults
    if faults:
        raise InvalidInputError(faults)
    return read
