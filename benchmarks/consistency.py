"""Whether captions are read alike in whatever form: behind a frame, joined with another, in capitals, in another tense.

    python -m benchmarks.consistency --captions captions.txt [--model en-captions] [--n 500] [--shown 3]

No annotation is needed: the tuples of a caption as it stands are what each of its forms is to have, too. Captions come
in any format that ``captuple extract --input`` reads. Printed is, for each form, how many of the captions that it fits
have other tuples in it, and some of them. Tuples are compared by lemma of the predicate, words and prepositions.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from extractor import Extractor
from extractor.lexicon import Lexicon
from extractor.types import Argument, Caption, SemanticTuple
from formats import read_captions

SEED = 7
_MAX_WORDS = 14
_OPENING = re.compile(r"(?:A|An|The|Two|Three) ")
_PROGRESSIVE = re.compile(r"(A|An|The) ((?:\w+ )?\w+) is (\w+ing)\b(.*)")
# What takes up something else, or is no plain clause.
_TAKEN_UP = re.compile(r"[:;\"()]|\b(?:that|who|which|while|as|it|they|her|his|its|their|them|him|he|she)\b")
_JOINED = {"while": "{} while {}.", "as": "{} as {}.", ", and": "{}, and {}.", "a full stop": "{}. {}."}
_FRAMES = ("This is a picture of {}.", "The image shows {}.", "In this image we can see {}.")

Tuples = Counter[tuple[str | None, ...]]


def main() -> None:
    """Read the arguments, and print what differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--captions", type=Path, required=True)
    parser.add_argument("--model", default="en-captions")
    parser.add_argument("--n", type=int, default=500, help="captions, drawn at random")
    parser.add_argument("--shown", type=int, default=0, help="captions printed of each form")
    options = parser.parse_args()
    extractor = Extractor.load(options.model)
    captions = [entry.caption.text.strip().rstrip(".").strip() for entry in read_captions(options.captions)]
    for name, (n, differing) in inconsistencies(extractor, captions, n=options.n).items():
        print(f"{name:<14} {len(differing):>5} of {n:>5} read otherwise")
        for form in differing[: options.shown]:
            print(f"    {form}")


def inconsistencies(
    extractor: Extractor, captions: Sequence[str], *, n: int, seed: int = SEED
) -> dict[str, tuple[int, list[str]]]:
    """By form: how many captions it was tried on, and the forms that have other tuples than their captions.

    Args:
        extractor: The model.
        captions: Without a full stop at the end.
        n: How many of them are drawn, at most, for each form.
        seed: Of what is drawn.
    """
    source = random.Random(seed)
    plain = sorted({c for c in captions if _OPENING.match(c) and 4 < len(c.split()) <= _MAX_WORDS})
    source.shuffle(plain)
    phrases = _phrases(extractor, plain, n)
    clauses = [c for c in plain if _PROGRESSIVE.match(c) and not _TAKEN_UP.search(c)][:n]
    forms: dict[str, list[tuple[list[str], str]]] = {
        "capitals": [([c], c.upper()) for c in plain[:n]],
        "definite": [([c], _definite(c)) for c in plain[:n]],
    }
    for frame in _FRAMES:
        forms[frame.format("").split(".")[0].strip()] = [([c], frame.format(_lowered(c))) for c in phrases]
    for name, template in _JOINED.items():
        pairs = [source.sample(clauses, 2) for _ in clauses] if len(clauses) > 1 else []
        second: Callable[[str], str] = str if name == "a full stop" else _lowered
        forms[name] = [(pair, template.format(pair[0], second(pair[1]))) for pair in pairs]
    forms["without is"] = [([c], _without_is(c)) for c in clauses]
    forms["third person"] = [([c], _third_person(c, extractor.lexicon)) for c in clauses]
    return {name: _differing(extractor, tried) for name, tried in forms.items()}


def _differing(extractor: Extractor, tried: Sequence[tuple[list[str], str]]) -> tuple[int, list[str]]:
    alone = dict.fromkeys(part for parts, _ in tried for part in parts)
    expected = dict(zip(alone, _tuples(extractor, [f"{part}." for part in alone]), strict=True))
    found = _tuples(extractor, [form for _, form in tried])
    differing = [
        form
        for (parts, form), tuples in zip(tried, found, strict=True)
        if tuples != sum((expected[part] for part in parts), Counter())
    ]
    return len(tried), differing


def _tuples(extractor: Extractor, texts: Sequence[str]) -> list[Tuples]:
    extractions = extractor.extract([Caption(text=text) for text in texts])
    return [Counter(_key(item) for item in e.tuples if item.depicted) for e in extractions]


def _key(item: SemanticTuple) -> tuple[str | None, ...]:
    return item.predicate.lemma, _slot(item.agents), _slot(item.patients), _slot(item.locatives)


def _slot(arguments: Sequence[Argument]) -> str:
    return ", ".join(sorted(f"{a.preposition or ''} {a.text.lower()}" for a in arguments))


def _phrases(extractor: Extractor, captions: Sequence[str], n: int) -> list[str]:
    """Captions without a finite verb, as what a frame can stand before."""
    drawn = list(captions[: 4 * n])
    parses = extractor.parse([Caption(text=f"{caption}.") for caption in drawn])
    return [
        caption
        for caption, parse in zip(drawn, parses, strict=True)
        if not any(word.xpos in ("VBZ", "VBP", "VBD", "MD") for word in parse.words)
    ][:n]


def _lowered(caption: str) -> str:
    return caption[0].lower() + caption[1:]


def _definite(caption: str) -> str:
    return re.sub(
        r"\b([Aa])n? (?!(?:few|lot|couple|bunch|group|pair|number|little)\b)",
        lambda match: "The " if match[1] == "A" else "the ",
        caption,
    )


def _without_is(caption: str) -> str:
    match = _PROGRESSIVE.match(caption)
    return f"{match[1]} {match[2]} {match[3]}{match[4]}." if match else caption


def _third_person(caption: str, lexicon: Lexicon) -> str:
    match = _PROGRESSIVE.match(caption)
    if match is None:
        return caption
    verb = lexicon.lemma(match[3].lower(), "verb")
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb = f"{verb[:-1]}ie"
    elif verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        verb += "e"
    return f"{match[1]} {match[2]} {verb}s{match[4]}."


if __name__ == "__main__":
    main()
