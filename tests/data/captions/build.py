"""Build the annotated captions of this repository from their sources.

``captions.jsonl`` and ``phenomena.json`` come from ``source.txt``, in ``../kinds`` ``train.jsonl`` and
``train.kinds.json`` from ``train.txt``, and so with ``held_out.txt``; in ``../training`` ``captions.jsonl`` from
``captions.txt``, without marks. A source is what people edit and review::

    @ bench                                                               an image
    A man sits on a bench next to a dog. {stacked}                        a caption with its marks
      sits | man | | on bench:object, next-to dog:object                  a tuple: predicate and three slots

Slots hold words of the caption, separated by commas: ``dog#2`` is the second ``dog``, ``!people`` are absent people,
``shirt`` may be a part of ``T-shirt``, and the verb of ``there's`` is ``'s``;
``pick up`` is a predicate with its particle. ``~`` is a tacit predicate, ``~hold`` one whose value is understood.
A locative has its preposition in front (words of the caption), none where it is an adverb, and its kind behind;
``in corner=top-left:image-region`` is a place in the picture with its normal name.
The marks are phenomena, or in ``../kinds`` the kind. Lines starting with ``%`` are comments.
``python -m tests.data.captions.build`` in the repository's root writes all these files.
"""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
KINDS_FOLDER = FOLDER.parent / "kinds"
TRAINING_FOLDER = FOLDER.parent / "training"

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

CAPTION_KINDS = frozenset(
    {
        "aerial",
        "assistive",
        "audio",
        "coco",
        "lists",
        "medical",
        "narrative",
        "negation",
        "paragraph",
        "product",
        "short",
        "spatial",
        "video",
    }
)
LOCATIVE_KINDS = ("scene", "object", "event", "temporal", "image-region")
_WORD = re.compile(r"\w+(?:-\w+)*|'\w+")
_PART = re.compile(r"\w+")
_CAPTION = re.compile(r"(?P<text>[^{}]*[^{}\s])\s*(?:\{(?P<marks>[^{}]*)\})?")
_LOCATIVE = re.compile(
    r"(?:(?P<preposition>[a-z]+(?:-[a-z]+)*) )?(?P<word>[^\s=]+)(?:=(?P<value>[a-z-]+))?:(?P<kind>[a-z-]+)"
)


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """A source and what it compiles to.

    Attributes:
        source: What people edit.
        records: The captions in ``captuple.annotation/1``.
        marks: The marks of each caption by its id; None where nobody asks.
        names: The marks that may stand in the source.
        one_kind: The mark is the caption's kind: each has one, and nothing is added that the tuples show.
    """

    source: Path
    records: Path
    marks: Path | None
    names: frozenset[str]
    one_kind: bool = False


def _for_training(name: str) -> Corpus:
    folder = TRAINING_FOLDER
    return Corpus(
        source=folder / f"{name}.txt", records=folder / f"{name}.jsonl", marks=None, names=frozenset()
    )


def _of_kinds(name: str) -> Corpus:
    return Corpus(
        source=KINDS_FOLDER / f"{name}.txt",
        records=KINDS_FOLDER / f"{name}.jsonl",
        marks=KINDS_FOLDER / f"{name}.kinds.json",
        names=CAPTION_KINDS,
        one_kind=True,
    )


CAPTIONS = Corpus(
    source=FOLDER / "source.txt",
    records=FOLDER / "captions.jsonl",
    marks=FOLDER / "phenomena.json",
    names=WRITTEN_PHENOMENA,
)
KINDS_TRAIN, KINDS_HELD_OUT = _of_kinds("train"), _of_kinds("held_out")
FRESH_TRAIN, FRESH_HELD_OUT = _of_kinds("fresh_train"), _of_kinds("fresh_held_out")
TRAINING, TRAINING_DEV = _for_training("captions"), _for_training("captions_dev")
CORPORA = (CAPTIONS, KINDS_TRAIN, KINDS_HELD_OUT, FRESH_TRAIN, FRESH_HELD_OUT, TRAINING, TRAINING_DEV)


@dataclass
class Compiled:
    """The annotated captions, the marks by caption, and the faults of the source."""

    records: list[dict[str, object]] = field(default_factory=list)
    marks: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def compile_corpus(corpus: Corpus) -> Compiled:
    """Compile the source that is committed."""
    return compile_source(corpus.source.read_text(encoding="utf-8"), corpus)


def compile_source(source: str, corpus: Corpus = CAPTIONS) -> Compiled:
    """Compile the text of a source; faults name their lines."""
    compiled = Compiled()
    image, n_captions, images = "", 0, set()
    text, marks, tuples = "", set[str](), list[dict[str, object]]()

    def finish() -> None:
        if not text:
            return
        caption_id = f"{image}-{n_captions}"
        record = {"schema": "captuple.annotation/1", "image_id": image, "caption_id": caption_id}
        compiled.records.append({**record, "caption": text, "tuples": list(tuples)})
        compiled.marks[caption_id] = sorted(marks if corpus.one_kind else marks | derived_phenomena(tuples))

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
                text, marks, tuples = "", set(), []
                n_captions += 1
                text, marks = read_caption(line, corpus)
        except ValueError as error:
            compiled.faults.append(f"{corpus.source.name}:{number}: {error}")
    finish()
    return compiled


def read_caption(line: str, corpus: Corpus) -> tuple[str, set[str]]:
    """The text and the marks of a caption's line."""
    match = _CAPTION.fullmatch(line)
    if match is None:
        raise ValueError(f"not a caption with its marks: {line!r}")
    marks = set((match["marks"] or "").split())
    if unknown := marks - corpus.names:
        raise ValueError(f"unknown marks: {', '.join(sorted(unknown))}")
    if corpus.one_kind and len(marks) != 1:
        raise ValueError(f"a caption has one kind, this one {len(marks)}")
    return match["text"], marks


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
    if match is None or match["kind"] not in LOCATIVE_KINDS:
        raise ValueError(
            f"{text!r} is not [preposition] word:kind with a kind of {', '.join(LOCATIVE_KINDS)}"
        )
    result = argument(match["word"], caption)
    if match["preposition"] is not None:
        words = match["preposition"].split("-")
        # Not always in front of the place: a pronoun may take it up behind its preposition.
        written = [word.lower() for word in _WORD.findall(caption)]
        if not any(written[i : i + len(words)] == words for i in range(len(written))):
            raise ValueError(f"the caption has no {' '.join(words)!r}")
        result["preposition"] = match["preposition"]
    result["kind"] = match["kind"]
    if match["value"] is not None:
        result["value"] = match["value"]
    return result


def find(word: str, caption: str, *, after: int = 0) -> tuple[int, int]:
    """The span of a word; ``word#2`` is its second occurrence. What is no word may be a part of one: ``T-shirt``."""
    form, _, nth = word.partition("#")
    for words in (_WORD, _PART):
        places = [m.span() for m in words.finditer(caption) if m.group() == form and m.start() >= after]
        if places:
            break
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
    """The text of a file of records."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def marks_json(marks: dict[str, list[str]]) -> str:
    """The text of a file of marks: one caption a line."""
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in marks.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write the files, or say what is wrong with the sources."""
    compiled = [compile_corpus(corpus) for corpus in CORPORA]
    if faults := [fault for item in compiled for fault in item.faults]:
        raise SystemExit("\n".join(faults))
    for corpus, item in zip(CORPORA, compiled, strict=True):
        corpus.records.write_text(json_lines(item.records), encoding="utf-8")
        if corpus.marks is not None:
            corpus.marks.write_text(marks_json(item.marks), encoding="utf-8")


if __name__ == "__main__":
    main()
