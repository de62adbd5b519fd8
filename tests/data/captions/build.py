"""Build ``captions.jsonl`` and ``phenomena.json`` from ``source.txt``.

``source.txt`` is what people edit and review::

    @ bench                                                               an image
    A man sits on a bench next to a dog. {stacked}                        a caption with its phenomena
      sits | man | | on bench:object, next-to dog:object                  a tuple: predicate and three slots

Slots hold words of the caption, separated by commas: ``dog#2`` is the second ``dog``, ``!people`` are absent people,
``pick up`` is a predicate with its particle. ``~`` is a tacit predicate, ``~hold`` one whose value is understood.
A locative has its preposition in front (words of the caption), none where it is an adverb, and its kind behind.
Lines starting with ``%`` are comments. ``python -m tests.data.captions.build`` in the repository's root writes the
two files.
"""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SOURCE = FOLDER / "source.txt"
CAPTIONS = FOLDER / "captions.jsonl"
PHENOMENA = FOLDER / "phenomena.json"

WRITTEN_PHENOMENA = frozenset(
    {
        "absolute",
        "adjectival-participle",
        "agentless-passive",
        "aspect-verb",
        "background",
        "be-of-state",
        "by-phrase",
        "clothing-phrase",
        "companion-or-instrument",
        "control",
        "coordinated-agents",
        "coordinated-locatives",
        "coordinated-patients",
        "coordinated-verbs",
        "definite-repeat",
        "descriptive-with",
        "directional",
        "dressed",
        "each-other",
        "group-head",
        "indirect-object",
        "light-verb",
        "noun-like-verb",
        "picture-frame",
        "possessive",
        "pronoun",
        "proper-noun",
        "quantifier-head",
        "reduced-relative",
        "relative",
        "several-sentences",
        "shared-locative",
        "stacked-locatives",
        "surrounded",
        "there-is",
        "unannotated",
    }
)
"""The phenomena that stand in the source; the others follow from the tuples."""

KINDS = ("scene", "object", "event", "temporal")
_WORD = re.compile(r"\w+(?:-\w+)*")
_CAPTION = re.compile(r"(?P<text>[^{}]*[^{}\s])\s*(?:\{(?P<phenomena>[^{}]*)\})?")
_LOCATIVE = re.compile(r"(?:(?P<preposition>[a-z]+(?:-[a-z]+)*) )?(?P<word>\S+):(?P<kind>[a-z]+)")


@dataclass
class Compiled:
    """The lines of ``captions.jsonl``, the phenomena by caption, and the faults of the source."""

    records: list[dict[str, object]] = field(default_factory=list)
    phenomena: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def compile_source(source: str) -> Compiled:
    """Compile the source; faults name their lines."""
    compiled = Compiled()
    image, n_captions, images = "", 0, set()
    text, phenomena, tuples = "", set[str](), list[dict[str, object]]()

    def finish() -> None:
        if not text:
            return
        caption_id = f"{image}-{n_captions}"
        record = {"schema": "captuple.annotation/1", "image_id": image, "caption_id": caption_id}
        compiled.records.append({**record, "caption": text, "tuples": list(tuples)})
        compiled.phenomena[caption_id] = sorted(phenomena | derived_phenomena(tuples))

    for number, line in enumerate(source.splitlines(), start=1):
        try:
            if line.startswith("@ "):
                finish()
                image, n_captions, text = line[2:].strip(), 0, ""
                if image in images:
                    raise ValueError(f"image {image} stands here a second time")
                images.add(image)
            elif line.startswith("  "):
                tuples.append(read_tuple(line, text))
            elif line.strip() and not line.startswith("%"):
                finish()
                text, phenomena, tuples = "", set(), []
                n_captions += 1
                text, phenomena = read_caption(line)
        except ValueError as error:
            compiled.faults.append(f"{SOURCE.name}:{number}: {error}")
    finish()
    return compiled


def read_caption(line: str) -> tuple[str, set[str]]:
    """The text and the written phenomena of a caption's line."""
    match = _CAPTION.fullmatch(line)
    if match is None:
        raise ValueError(f"not a caption with its phenomena: {line!r}")
    phenomena = set((match["phenomena"] or "").split())
    if unknown := phenomena - WRITTEN_PHENOMENA:
        raise ValueError(f"unknown phenomena: {', '.join(sorted(unknown))}")
    return match["text"], phenomena


def read_tuple(line: str, caption: str) -> dict[str, object]:
    """The tuple of a line."""
    parts = [part.strip() for part in line.split("|")]
    if not 1 < len(parts) <= 4 or not parts[0]:
        raise ValueError("expected: predicate | agents | patients | locatives")
    predicate, agents, patients, locatives = [*parts, "", ""][:4]
    item: dict[str, object] = {"predicate": read_predicate(predicate, caption)}
    item["agents"] = [argument(word, caption) for word in split(agents)]
    item["patients"] = [argument(word, caption) for word in split(patients)]
    item["locatives"] = [read_locative(word, caption) for word in split(locatives)]
    if not any(item[slot] for slot in ("agents", "patients", "locatives")):
        raise ValueError("a tuple has at least one argument")
    return item


def split(text: str) -> list[str]:
    """The members of a slot."""
    return [part.strip() for part in text.split(",") if part.strip()]


def read_predicate(text: str, caption: str) -> dict[str, object]:
    """A predicate: tacit, a word, or a word with its particle behind it."""
    if text.startswith("~"):
        return {"tacit": True, "value": text[1:]} if len(text) > 1 else {"tacit": True}
    spans: list[tuple[int, int]] = []
    for word in text.split():
        spans.append(find(word, caption, after=spans[-1][1] if spans else 0))
    if any(caption[a[1] : b[0]] != " " for a, b in itertools.pairwise(spans)) or len(spans) > 2:
        raise ValueError(f"{text!r} is neither one word nor a word with its particle behind it")
    return span(spans[0][0], spans[-1][1], caption)


def argument(text: str, caption: str) -> dict[str, object]:
    """An agent or a patient."""
    if text.startswith("!"):
        return {**argument(text[1:], caption), "negated": True}
    return span(*find(text, caption), caption)


def read_locative(text: str, caption: str) -> dict[str, object]:
    """A locative with its preposition, whose words stand before it in the caption, and its kind."""
    match = _LOCATIVE.fullmatch(text)
    if match is None or match["kind"] not in KINDS:
        raise ValueError(f"{text!r} is not [preposition] word:kind with a kind of {', '.join(KINDS)}")
    result = argument(match["word"], caption)
    if match["preposition"] is not None:
        words = match["preposition"].split("-")
        # Not always in front of the place: a pronoun may take it up behind its preposition.
        written = [word.lower() for word in _WORD.findall(caption)]
        if not any(written[i : i + len(words)] == words for i in range(len(written))):
            raise ValueError(f"the caption has no {' '.join(words)!r}")
        result["preposition"] = match["preposition"]
    result["kind"] = match["kind"]
    return result


def find(word: str, caption: str, *, after: int = 0) -> tuple[int, int]:
    """The span of a word; ``word#2`` is its second occurrence."""
    form, _, nth = word.partition("#")
    places = [
        match.span() for match in _WORD.finditer(caption) if match.group() == form and match.start() >= after
    ]
    index = int(nth or 1) - 1
    if index >= len(places):
        raise ValueError(f"{word!r} is no word of the caption")
    return places[index]


def span(start: int, end: int, caption: str) -> dict[str, object]:
    """The fields of a written predicate or argument."""
    return {"text": caption[start:end], "start": start, "end": end}


def derived_phenomena(tuples: list[dict[str, object]]) -> set[str]:
    """What the tuples themselves show."""
    found = set()
    for item in tuples:
        predicate, locatives = item["predicate"], item["locatives"]
        assert isinstance(predicate, dict) and isinstance(locatives, list)
        found |= {"tacit-predicate"} if predicate.get("tacit") else set()
        found |= {"tacit-value"} if predicate.get("value") else set()
        found |= {"particle"} if " " in predicate.get("text", "") else set()
        for locative in locatives:
            found |= {"adverb-locative"} if "preposition" not in locative else set()
            found |= {"compound-preposition"} if "-" in locative.get("preposition", "") else set()
            found |= {f"{locative['kind']}-locative"}
        if "negated" in json.dumps(item):
            found.add("negation")
    return found


def json_lines(records: list[dict[str, object]]) -> str:
    """The text of ``captions.jsonl``."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def phenomena_json(phenomena: dict[str, list[str]]) -> str:
    """The text of ``phenomena.json``: one caption a line."""
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in phenomena.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write both files, or say what is wrong with the source."""
    compiled = compile_source(SOURCE.read_text(encoding="utf-8"))
    if compiled.faults:
        raise SystemExit("\n".join(compiled.faults))
    CAPTIONS.write_text(json_lines(compiled.records), encoding="utf-8")
    PHENOMENA.write_text(phenomena_json(compiled.phenomena), encoding="utf-8")


if __name__ == "__main__":
    main()
