"""Build the annotated paragraphs of this repository from their source.

``source.txt`` is what people edit and review::

    @ 7                                                                   a paragraph's number
    A dog sleeps. It might dream.¶**Mood:** calm.                         its text in one line; ¶ two line breaks, ↵ one
      sleeps | dog | |                                                    a tuple, as in ../captions
      dream | dog | | {hedged}                                            one that is not depicted, with the reason
      * dog, It                                                           an entity of several mentions

Slots hold words as in ``../captions``. A predicate is the first such word behind the predicate of the tuple before, an
argument the one nearest to its predicate (of a pronoun, its entity's noun before it); ``dog#2`` is the second ``dog``
of the text in either. An image region has its normal name behind its word where that is another:
``in corner=top-left:image-region``. ``python -m tests.data.paragraphs.build`` in the repository's root
writes the files.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from tests.data.captions.build import json_lines, span, split

FOLDER = Path(__file__).resolve().parent
SOURCE = FOLDER / "source.txt"
KINDS = ("scene", "object", "event", "temporal", "image-region")
REASONS = ("frame", "judgement", "hedged", "negated", "imagined")
_PRONOUNS = frozenset("he she it they him her them".split())
_WORD = re.compile(r"\w+(?:-\w+)*")
_TUPLE = re.compile(r"  (?P<slots>[^{}]*?)(?:\s*\{(?P<reason>[a-z]+)\})?")
_LOCATIVE = re.compile(
    r"(?:(?P<preposition>[a-z]+(?:-[a-z]+)*) )?(?P<word>[\w#-]+)(?:=(?P<value>[a-z-]+))?:(?P<kind>[a-z-]+)"
)


@dataclass(kw_only=True)
class Paragraph:
    """One paragraph with its gold.

    Attributes:
        number: From 1.
        text: As a model would write it.
        tuples: As in ``captuple.annotation/1``.
        entities: The spans of each entity's mentions, of entities with several.
    """

    number: int
    text: str
    tuples: list[dict[str, object]] = field(default_factory=list)
    entities: list[list[tuple[int, int]]] = field(default_factory=list)

    @property
    def held_out(self) -> bool:
        """Whether it is held back."""
        return self.number % 2 == 0

    def find(self, word: str, *, near: int = 0, behind: int = -1) -> tuple[int, int]:
        """The span of a word: the given occurrence, the first behind a place, or the nearest to one."""
        form, _, nth = word.partition("#")
        places = [m.span() for m in _WORD.finditer(self.text) if m.group().lower() == form.lower()]
        if not places or (nth and int(nth) > len(places)):
            raise ValueError(f"{word!r} is no word of the paragraph")
        if nth:
            return places[int(nth) - 1]
        if behind >= 0:
            later = [place for place in places if place[0] >= behind]
            if not later:
                raise ValueError(f"{word!r} does not follow")
            return later[0]
        return min(places, key=lambda place: abs(place[0] - near))


def paragraphs(source: str) -> list[Paragraph]:
    """The paragraphs of a source.

    Raises:
        ValueError: Lines are wrong; all are named.
    """
    result: list[Paragraph] = []
    faults = []
    position = 0
    for number, line in enumerate(source.splitlines(), start=1):
        try:
            if line.startswith("%") or not line.strip():
                continue
            if line.startswith("@ "):
                result.append(Paragraph(number=int(line[2:]), text=""))
                position = 0
            elif line.startswith("  * "):
                paragraph = result[-1]
                paragraph.entities.append([_mention(paragraph, word) for word in split(line[4:])])
            elif line.startswith("  "):
                position = _add_tuple(result[-1], line, position)
            else:
                result[-1].text = line.replace("¶", "\n\n").replace("↵", "\n")
        except ValueError as error:
            faults.append(f"line {number}: {error}")
    if faults:
        raise ValueError("\n".join(faults))
    return result


def _mention(paragraph: Paragraph, word: str) -> tuple[int, int]:
    return paragraph.find(word if "#" in word else f"{word}#1")


def _add_tuple(paragraph: Paragraph, line: str, position: int) -> int:
    """Add the tuple of a line; returns where the next predicate may start."""
    match = _TUPLE.fullmatch(line)
    if match is None or match["reason"] not in (None, *REASONS):
        raise ValueError(f"no tuple: {line!r}")
    predicate, agents, patients, locatives = [
        *(part.strip() for part in match["slots"].split("|")),
        "",
        "",
        "",
    ][:4]
    text = paragraph.text
    item: dict[str, object]
    if predicate.startswith("~"):
        item = {"predicate": {"tacit": True, **({"value": predicate[1:]} if predicate[1:] else {})}}
        near = paragraph.find(split(agents)[0].lstrip("!"), behind=-1 if "#" in agents else position)[0]
    else:
        first, *rest = predicate.split()
        start, end = paragraph.find(first, behind=position)
        near = start
        for word in rest:
            following = paragraph.find(word, behind=end)
            end = following[1] if following[0] == end + 1 else end
        item = {"predicate": span(start, end, text)}
        position = end if not first.endswith("#1") else position
    item["agents"] = [_argument(paragraph, word, near) for word in split(agents)]
    item["patients"] = [_argument(paragraph, word, near) for word in split(patients)]
    item["locatives"] = [_locative(paragraph, word, near) for word in split(locatives)]
    if match["reason"]:
        item["reason"] = match["reason"]
    paragraph.tuples.append(item)
    return position


def _argument(paragraph: Paragraph, word: str, near: int) -> dict[str, object]:
    negated = {"negated": True} if word.startswith("!") else {}
    return {**span(*paragraph.find(word.lstrip("!"), near=near), paragraph.text), **negated}


def _locative(paragraph: Paragraph, text: str, near: int) -> dict[str, object]:
    match = _LOCATIVE.fullmatch(text)
    if match is None or match["kind"] not in KINDS:
        raise ValueError(f"{text!r} is not [preposition] word[=name]:kind")
    item = _argument(paragraph, match["word"], near)
    if match["kind"] == "image-region":
        item["value"] = match["value"] or match["word"]
    if match["preposition"]:
        item["preposition"] = match["preposition"]
    return {**item, "kind": match["kind"]}


def records(found: list[Paragraph]) -> list[dict[str, object]]:
    """The records in ``captuple.annotation/1``; mentions of entities with several have their numbers."""
    result: list[dict[str, object]] = []
    for paragraph in found:
        number_by_start = {s: n for n, spans in enumerate(paragraph.entities) for s, _ in spans}
        written = [[(paragraph.text[s:e].lower(), s, e) for s, e in spans] for spans in paragraph.entities]
        for item in paragraph.tuples:
            for slot in ("agents", "patients", "locatives"):
                arguments = item[slot]
                assert isinstance(arguments, list)
                for argument in arguments:
                    _resolve(argument, written, paragraph.text)
                    if argument["start"] in number_by_start:
                        argument["entity"] = number_by_start[argument["start"]]
        key = f"p{paragraph.number}"
        result.append(
            {
                "schema": "captuple.annotation/1",
                "image_id": key,
                "caption_id": key,
                "caption": paragraph.text,
                "tuples": paragraph.tuples,
            }
        )
    return result


def _resolve(argument: dict[str, object], entities: list[list[tuple[str, int, int]]], text: str) -> None:
    """Put the noun before it in place of a pronoun, as the guide has it."""
    if str(argument["text"]).lower() not in _PRONOUNS:
        return
    for mentions in entities:
        if any(start == argument["start"] for _, start, _ in mentions):
            nouns = [m for m in mentions if m[0] not in _PRONOUNS]
            before = [m for m in nouns if m[1] < int(str(argument["start"]))] or nouns
            argument.update(span(before[-1][1], before[-1][2], text))
            return


def entities_json(found: list[Paragraph]) -> str:
    """The spans of the mentions of entities with several, by paragraph."""
    lines = [f'"p{p.number}": {json.dumps(p.entities)}' for p in found]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def compiled() -> dict[str, str]:
    """The text of each file by its name."""
    found = paragraphs(SOURCE.read_text(encoding="utf-8"))
    files = {}
    for name, held_out in (("train", False), ("held_out", True)):
        part = [p for p in found if p.held_out == held_out]
        files[f"{name}.jsonl"] = json_lines(records(part))
        files[f"{name}.entities.json"] = entities_json(part)
    return files


def main() -> None:
    """Write the files, or say what is wrong with the source."""
    for name, text in compiled().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
