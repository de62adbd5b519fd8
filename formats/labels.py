"""Labels of images, such as domains: TSV ``id<TAB>label``, or JSON Lines with ``image_id`` and a field."""

from __future__ import annotations

from pathlib import Path

from extractor.errors import Fault, InvalidInputError, shorten
from formats.json_values import parse_json
from formats.text import numbered_lines, read_plain

DEFAULT_FIELD = "label"


def read_labels(path: Path, *, field: str = DEFAULT_FIELD) -> dict[str, str]:
    """The label of each image, by the text of its id.

    An image may occur several times (a file may have a line a caption) as long as its label is the same.

    Args:
        path: TSV or JSON Lines, plain or gzip.
        field: Of a JSON line: a string, a number or a truth value.

    Raises:
        InvalidInputError: The file is missing or empty, lines are faulty, an image has two labels; all are named.
        ResourceError: The machine failed while reading.
    """
    name = str(path)
    data = read_plain(path)
    faults: list[Fault] = []
    labels: dict[str, str] = {}
    is_json = data.lstrip()[:1] == b"{"
    for number, line in numbered_lines(data, where=name, faults=faults):
        if not line.strip():
            continue
        where = f"{name}:{number}"
        try:
            image_id, label = _json_pair(line, field) if is_json else _tab_pair(line)
        except ValueError as e:
            faults.append(Fault(where=where, problem=str(e)))
            continue
        first = labels.setdefault(image_id, label)
        if first != label:
            problem = f"image {shorten(image_id)} is labelled {shorten(label)}, and {shorten(first)} before"
            faults.append(Fault(where=where, problem=problem))
    if not labels and not faults:
        faults.append(Fault(where=name, problem="holds no label"))
    if faults:
        raise InvalidInputError(faults)
    return labels


def _tab_pair(line: str) -> tuple[str, str]:
    image_id, tab, label = line.partition("\t")
    if not tab or not image_id.strip() or not label.strip():
        raise ValueError(f"an id, a tab and a label are needed, not {shorten(line)}")
    return image_id, label.strip()


def _json_pair(line: str, field: str) -> tuple[str, str]:
    value = parse_json(line)
    if not isinstance(value, dict) or not isinstance(value.get("image_id"), str | int):
        raise ValueError(f"an object with an image_id is needed, not {shorten(line)}")
    if field not in value:
        raise ValueError(f"no field {shorten(field)}; there are: {', '.join(sorted(value))}")
    label = value[field]
    if not isinstance(label, str | int | float) or (isinstance(label, str) and not label.strip()):
        raise ValueError(f"{field}: a text, a number or a truth value is needed, not {shorten(label)}")
    return str(value["image_id"]), label.strip() if isinstance(label, str) else str(label)
