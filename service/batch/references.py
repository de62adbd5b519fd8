"""References of a scoring job that stand in a file of their own, by image id, instead of in the rows."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import CaptionEntry
from formats import CaptionFile, CaptionRow, FieldNames, read_captions, read_rows
from scoring.matching import MatchIds, better_rule, check_rule, id_key

_N_LOOKED_AT = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class References:
    """The references of every image, which are held in memory.

    Attributes:
        path: Their file, or the folder of a saved data set.
        rule: What must be equal for two ids to be one image's.
        entries_by_key: The references by ``scoring.matching.id_key``.
    """

    path: Path
    rule: MatchIds
    entries_by_key: dict[str, tuple[CaptionEntry, ...]]

    @classmethod
    def read(cls, path: Path, *, fields: FieldNames, rule: MatchIds) -> References:
        """Read references.

        Raises:
            InvalidInputError: The file is faulty, references lack an id, or the rule takes two images for one; all
                faults are named.
        """
        check_rule(rule)
        faults: list[Fault] = []
        id_by_key: dict[str, str] = {}
        entries_by_key: dict[str, list[CaptionEntry]] = defaultdict(list)
        for entry in read_captions(path, fields=fields):
            image_id = entry.caption.image_id
            key = None if image_id is None else id_key(image_id, rule)
            if image_id is None:
                faults.append(entry.fault("has no image_id, by which candidates and references are paired"))
            elif key is None:
                faults.append(entry.fault(f"image_id {shorten(image_id)} ends in no number"))
            elif id_by_key.setdefault(key, str(image_id)) != str(image_id):
                problem = f"image_id {shorten(image_id)} is one with {id_by_key[key]!r} where ids are matched by {rule}"
                faults.append(entry.fault(problem))
            else:
                entries_by_key[key].append(entry)
        if faults:
            raise InvalidInputError(faults)
        grouped = {key: tuple(entries) for key, entries in entries_by_key.items()}
        return cls(path=path, rule=rule, entries_by_key=grouped)

    def join(self, row: CaptionRow) -> CaptionRow:
        """A row with its references; faulty where it has none."""
        if row.entry is None:
            return row
        key = None if row.image_id is None else id_key(row.image_id, self.rule)
        references = None if key is None else self.entries_by_key.get(key)
        if references is not None:
            return replace(row, references=references)
        problem = f"image_id {shorten(row.image_id)} has no reference in {self.path}"
        if row.image_id is None:
            problem = f"has no image_id, by which references are found in {self.path}"
        return replace(row, entry=None, faults=(row.entry.fault(problem),))

    def check(self, files: Sequence[CaptionFile]) -> None:
        """See whether the ids of a job's first rows match as well as they could, before any work.

        Raises:
            InvalidInputError: They do not, and another rule would match more of them.
        """
        rows = itertools.chain.from_iterable(map(read_rows, files))
        ids = [row.image_id for row in itertools.islice(rows, _N_LOOKED_AT) if row.image_id is not None]
        unknown = [i for i in dict.fromkeys(ids) if id_key(i, self.rule) not in self.entries_by_key]
        ours = [entries[0].caption.image_id for entries in self.entries_by_key.values()]
        better = better_rule(unknown, ours, rule=self.rule)
        if better is not None:
            shown = ", ".join(map(shorten, unknown[:5]))
            theirs = ", ".join(map(shorten, ours[:5]))
            raise InvalidInputError(
                f"{len(unknown)} of the first {len(ids)} rows' ids ({shown}, ...) are not those of {self.path}"
                f" ({theirs}, ...); {better[1]} of them would match by {better[0]}: --match-ids {better[0]}"
            )
