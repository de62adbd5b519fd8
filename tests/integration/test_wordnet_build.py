"""The script that makes the WordNet files, on a small WordNet of our own."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "models" / "build_wordnet.py"
NOTICE = ["  1 A notice  ", "  2   "]


def _write(folder: Path, file: str, lines: list[str]) -> None:
    (folder / file).write_bytes(("\n".join(lines) + "\n").encode("ascii"))


@pytest.fixture
def dict_folder(tmp_path: Path) -> Path:
    """One synset a part of speech; the noun and the verb point to each other."""
    folder = tmp_path / "dict"
    folder.mkdir()
    start = sum(len(line) + 1 for line in NOTICE)
    at = f"{start:08d}"
    noun = f'{at} 05 n 02 dog 0 hound 0 001 + {at} v 0101 | a pet; "it barks"  '
    second = f"{start + len(noun) + 1:08d}"
    noun_2 = f"{second} 05 n 01 puppy 0 001 @ {at} n 0000 | a young dog  "
    verb = f"{at} 38 v 01 dog 0 001 + {at} n 0101 02 + 08 00 + 09 01 | follow  "
    _write(folder, "data.noun", [*NOTICE, noun, noun_2])
    _write(folder, "data.verb", [*NOTICE, verb])
    _write(folder, "data.adj", [*NOTICE, f"{at} 00 a 01 doggy 0 000 | like a dog  "])
    _write(folder, "data.adv", [*NOTICE, f"{at} 02 r 01 doggedly 0 000 | as a dog  "])
    _write(folder, "index.noun", [*NOTICE, f"dog n 1 1 + 1 1 {at}  ", f"puppy n 1 1 @ 1 0 {second}  "])
    _write(folder, "index.verb", [*NOTICE, f"dog v 1 1 + 1 0 {at}  "])
    _write(folder, "index.adj", [*NOTICE, f"doggy a 1 0 1 0 {at}  "])
    _write(folder, "index.adv", [*NOTICE, f"doggedly r 1 0 1 0 {at}  "])
    _write(folder, "index.sense", [f"dog%1:05:00:: {at} 1 7", f"puppy%1:05:00:: {second} 1 0"])
    _write(folder, "cntlist.rev", ["dog%1:05:00:: 1 7"])
    for pos in ("noun", "verb", "adj", "adv"):
        _write(folder, f"{pos}.exc", ["dogges dog"])
    return folder


def _build(dict_folder: Path, output: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", str(SCRIPT), str(dict_folder), str(output)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _lines(folder: Path, file: str) -> list[str]:
    return gzip.decompress((folder / f"{file}.gz").read_bytes()).decode().splitlines()


def test_glosses_go_and_offsets_follow(dict_folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    done = _build(dict_folder, output)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    # offsets count every byte before the line: the notice, then the lines without their glosses
    first, second = _lines(output, "data.noun")[2:]
    start = sum(len(line) + 1 for line in NOTICE)
    assert first == f"{start:08d} 05 n 02 dog 0 hound 0 001 + {start:08d} v 0101 |"
    assert second == f"{start + len(first) + 1:08d} 05 n 01 puppy 0 001 @ {start:08d} n 0000 |"
    assert (
        _lines(output, "data.verb")[2]
        == f"{start:08d} 38 v 01 dog 0 001 + {start:08d} n 0101 02 + 08 00 + 09 01 |"
    )
    assert _lines(output, "index.noun") == [
        *NOTICE,
        f"dog n 1 1 + 1 1 {start:08d}",
        f"puppy n 1 1 @ 1 0 {second[:8]}",
    ]
    assert _lines(output, "index.sense") == [
        f"dog%1:05:00:: {start:08d} 1 7",
        f"puppy%1:05:00:: {second[:8]} 1 0",
    ]
    assert _lines(output, "lexnames")[5] == "05\tnoun.animal\t1"
    assert len(_lines(output, "lexnames")) == 45
    assert (output / "LICENSE").read_text() == "A notice\n\n"


def test_the_same_input_gives_the_same_bytes(dict_folder: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert _build(dict_folder, tmp_path / name).returncode == 0
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two")
    )
    assert one == two


@pytest.mark.parametrize(
    ("file", "line", "message"),
    [
        (
            "data.adj",
            "00000022 00 a 01 doggy 0 001 & 00000099 a 0000 | x",
            "data.adj: offset 00000099 is no synset",
        ),
        ("data.adj", "00000022 00 a 01 doggy 0 002 & 00000022 a 0000 | x", "not a line of a data file"),
        ("data.adj", "00000022 00 a 01 doggy 0 000 1 2 3 | x", "fields where"),
        ("data.adj", "nonsense", "not a line of a data file"),
        ("index.adj", "doggy a 1 0 1 0 00000099  ", "index.adj: offset 00000099 is no synset"),
        ("index.sense", "dog%1:05:00:: 00000099 1 7", "index.sense: offset 00000099 is no synset"),
    ],
)
def test_damaged_input_is_refused(
    dict_folder: Path, tmp_path: Path, file: str, line: str, message: str
) -> None:
    _write(dict_folder, file, [line] if file == "index.sense" else [*NOTICE, line])
    done = _build(dict_folder, tmp_path / "out")
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_missing_input_is_named(dict_folder: Path, tmp_path: Path) -> None:
    (dict_folder / "cntlist.rev").unlink()
    done = _build(dict_folder, tmp_path / "out")
    assert done.returncode == 1
    assert "cntlist.rev" in done.stderr
