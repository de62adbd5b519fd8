"""Make the WordNet relations that Captuple ships from the files of WordNet 3.0.

    python models/build_wordnet.py DICT_FOLDER OUTPUT_FOLDER

DICT_FOLDER holds ``data.*``, ``index.*``, ``index.sense``, ``*.exc`` and ``cntlist.rev`` as Princeton
released them (Debian packs them as ``wordnet-base`` and ``wordnet-sense-index``). The output holds the same
facts without the glosses: words, relations, frames, counts and irregular forms. Dropping the glosses moves
every synset to another byte, and WordNet names a synset by its first byte; so all offsets are counted anew,
in the data files, their pointers and the indices. Sense keys (``dog%1:05:00::``) and the order of senses
stay.

Each output file is compressed with gzip, without a time stamp: the same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE_BY_POS = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
POS_BY_SENSE_TYPE = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "s"}
FILES = ("noun", "verb", "adj", "adv")

NOUN_CATEGORIES = (
    "Tops act animal artifact attribute body cognition communication event feeling food group location "
    "motive object person phenomenon plant possession process quantity relation shape state substance time"
)
VERB_CATEGORIES = (
    "body change cognition communication competition consumption contact creation emotion motion perception "
    "possession social stative weather"
)
LEXNAMES = (
    "adj.all",
    "adj.pert",
    "adv.all",
    *(f"noun.{name}" for name in NOUN_CATEGORIES.split()),
    *(f"verb.{name}" for name in VERB_CATEGORIES.split()),
    "adj.ppl",
)
"""The lexicographer files by number, from the manual page lexnames(5): no package has the file itself."""

NUMBER_BY_CATEGORY = {"noun": 1, "verb": 2, "adj": 3, "adv": 4}

END = " |"
"""What is left of a gloss: the reader looks for the bar."""


class FormatError(Exception):
    """An input file is not what WordNet 3.0 looks like."""


@dataclass(frozen=True)
class Synset:
    """One line of a data file: its fields without the gloss, and which of them point to other synsets."""

    fields: list[str]
    n_words: int

    @property
    def pointers(self) -> Iterator[tuple[int, str]]:
        """Position of each pointer's offset among the fields, and the file it points into."""
        first = 4 + 2 * self.n_words
        for i in range(int(self.fields[first])):
            position = first + 2 + 4 * i
            yield position, FILE_BY_POS[self.fields[position + 1]]


def main() -> int:
    """Read the arguments and build."""
    parser = argparse.ArgumentParser(description="Make WordNet relations without glosses.")
    parser.add_argument("dict_folder", type=Path, help="folder with the files of WordNet 3.0")
    parser.add_argument(
        "output_folder", type=Path, help="folder to write into; it is made where it is missing"
    )
    arguments = parser.parse_args()
    try:
        build(arguments.dict_folder, arguments.output_folder)
    except (FormatError, OSError) as e:
        sys.stderr.write(f"{e}\n")
        return 1
    return 0


def build(dict_folder: Path, output_folder: Path) -> None:
    """Write every output file.

    Raises:
        FormatError: An input file is damaged, or an offset points nowhere.
        OSError: A file cannot be read or written.
    """
    lines_by_file = {name: read_lines(dict_folder / f"data.{name}") for name in FILES}
    headers = {
        name: [line for line in lines if line.startswith("  ")] for name, lines in lines_by_file.items()
    }
    synsets = {
        name: [parse_synset(line) for line in lines if not line.startswith("  ")]
        for name, lines in lines_by_file.items()
    }
    offsets = {name: renumber(headers[name], synsets[name]) for name in FILES}

    output_folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        linked = [relink(synset, name, offsets) for synset in synsets[name]]
        write_lines(output_folder / f"data.{name}", headers[name] + linked)
        index = read_lines(dict_folder / f"index.{name}")
        write_lines(output_folder / f"index.{name}", [reindex(line, name, offsets[name]) for line in index])
        write_lines(output_folder / f"{name}.exc", read_lines(dict_folder / f"{name}.exc"))
    senses = read_lines(dict_folder / "index.sense")
    write_lines(output_folder / "index.sense", [relocate_sense(line, offsets) for line in senses])
    write_lines(output_folder / "cntlist.rev", read_lines(dict_folder / "cntlist.rev"))
    write_lines(output_folder / "lexnames", lexname_lines())
    notice = [line.strip().partition(" ")[2].rstrip() for line in headers["noun"]]  # without line numbers
    (output_folder / "LICENSE").write_bytes(("\n".join(notice) + "\n").encode("ascii"))


def parse_synset(line: str) -> Synset:
    """Split a data line, without its gloss."""
    fields = line.partition("|")[0].split()
    try:
        synset = Synset(fields=fields, n_words=int(fields[3], 16))
        n_fields = 5 + 2 * synset.n_words + 4 * sum(1 for _ in synset.pointers)
        if len(fields) > n_fields:  # a verb's frames: their number, and three fields each
            n_fields += 1 + 3 * int(fields[n_fields])
    except (IndexError, KeyError, ValueError) as e:
        raise FormatError(f"not a line of a data file: {line[:80]!r}") from e
    if len(fields) != n_fields:
        raise FormatError(
            f"a data line of {len(fields)} fields where {n_fields} were announced: {line[:80]!r}"
        )
    return synset


def renumber(header: list[str], synsets: list[Synset]) -> dict[str, str]:
    """The new offset of each old one: offsets keep their eight digits, so the lengths of lines are known."""
    offsets = {}
    position = sum(len(line) + 1 for line in header)
    for synset in synsets:
        offsets[synset.fields[0]] = f"{position:08d}"
        position += len(" ".join(synset.fields)) + len(END) + 1
    return offsets


def relink(synset: Synset, name: str, offsets: dict[str, dict[str, str]]) -> str:
    """The data line with new offsets."""
    fields = list(synset.fields)
    fields[0] = offsets[name][fields[0]]
    for position, target in synset.pointers:
        fields[position] = lookup(offsets[target], fields[position], f"data.{name}")
    return " ".join(fields) + END


def reindex(line: str, name: str, offsets: dict[str, str]) -> str:
    """The line of an index file with new offsets; the licence at its top stays as it is."""
    if line.startswith("  "):
        return line
    fields = line.split()
    n_synsets = int(fields[2])
    return " ".join(
        fields[:-n_synsets] + [lookup(offsets, old, f"index.{name}") for old in fields[-n_synsets:]]
    )


def relocate_sense(line: str, offsets: dict[str, dict[str, str]]) -> str:
    """The line of ``index.sense`` with its new offset."""
    key, old, *rest = line.split()
    sense_type = key.rpartition("%")[2][:1]
    return " ".join(
        [key, lookup(offsets[FILE_BY_POS[POS_BY_SENSE_TYPE[sense_type]]], old, "index.sense"), *rest]
    )


def lookup(offsets: dict[str, str], old: str, where: str) -> str:
    """The new offset of an old one."""
    if old not in offsets:
        raise FormatError(f"{where}: offset {old} is no synset")
    return offsets[old]


def lexname_lines() -> list[str]:
    """The lines of ``lexnames``: number, name, number of the category."""
    return [
        f"{number:02d}\t{name}\t{NUMBER_BY_CATEGORY[name.partition('.')[0]]}"
        for number, name in enumerate(LEXNAMES)
    ]


def read_lines(path: Path) -> list[str]:
    """The lines of an ASCII file."""
    return path.read_bytes().decode("ascii").removesuffix("\n").split("\n")


def write_lines(path: Path, lines: list[str]) -> None:
    """Write lines, compressed, as PATH.gz."""
    content = ("\n".join(lines) + "\n").encode("ascii")
    path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(content, compresslevel=9, mtime=0))


if __name__ == "__main__":
    sys.exit(main())
