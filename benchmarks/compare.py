"""Two figures files of one benchmark side by side, as ratios.

    python benchmarks/compare.py OLD.json NEW.json

Prints every number that both files hold, by its path, with new / old; says so where machines or versions differ, as
ratios then compare more than the code. Exit code 2 where a file is no benchmark's, or the two have nothing in common.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

_CONTEXT = ("machine", "versions")


def main(argv: Sequence[str] | None = None) -> None:
    """Read, compare, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    arguments = parser.parse_args(argv)
    old, new = _read(arguments.old, parser), _read(arguments.new, parser)
    for line in lines(old, new):
        print(line)
    if not set(dict(_numbers(old))) & set(dict(_numbers(new))):
        parser.error(f"{arguments.old} and {arguments.new} have no figure in common")


def lines(old: dict[str, object], new: dict[str, object]) -> Iterator[str]:
    """What is printed, line by line."""
    for key in _CONTEXT:
        if old.get(key) != new.get(key):
            yield f"# {key} differ: {json.dumps(old.get(key))} / {json.dumps(new.get(key))}"
    before, after = dict(_numbers(old)), dict(_numbers(new))
    for path in [path for path in before if path in after]:
        ratio = f"{after[path] / before[path]:.3f}" if before[path] else "-"
        yield f"{ratio}\t{before[path]:g}\t{after[path]:g}\t{path}"
    for name, only in (("old", before.keys() - after.keys()), ("new", after.keys() - before.keys())):
        for path in sorted(only):
            yield f"# only {name}: {path}"


def _numbers(value: object, path: str = "") -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if path or key not in _CONTEXT:
                yield from _numbers(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _numbers(item, f"{path}[{index}]")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, float(value)


def _read(path: Path, parser: argparse.ArgumentParser) -> dict[str, object]:
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        parser.error(f"{path}: {error}")
    if not isinstance(record, dict) or not str(record.get("schema", "")).startswith("captuple.benchmark"):
        parser.error(f"{path} is no record of a benchmark (schema captuple.benchmark...)")
    return record


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(1)
