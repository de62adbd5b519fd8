"""How often ``entity_type.v1`` gives a phrase of Flickr30k Entities its type, and what it takes for what.

    python benchmarks/entity_types.py ../shared/data/flickr30k_entities/annotation_test.json.gz

The table of words was made on one half of the images, the figures of the other half are the ones to quote.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from extractor.bundle import find_bundle
from extractor.lexicon import Lexicon
from scoring.grounding.entity_type import ENTITY_TYPES, entity_type
from scoring.grounding.senses import Noun

_GROUPS = frozenset("group crowd couple pair bunch number lot kind type row".split())
_CLOSING_TAGS = frozenset({"IN", "WDT", "WP", "TO", "VBG", "VBN"})


def head(words: Sequence[str], tags: Sequence[str]) -> tuple[str, str]:
    """The head of a phrase with the word before it: the last noun before what modifies it from behind."""
    end = len(words)
    for i, (word, tag) in enumerate(zip(words, tags, strict=True)):
        if not i:
            continue
        if word == "of" and i + 1 < len(words) and _GROUPS & set(words[:i]):
            return head(words[i + 1 :], tags[i + 1 :])
        if tag in _CLOSING_TAGS and any(before.startswith("N") for before in tags[:i]):
            end = i
            break
    place = max((i for i in range(end) if tags[i].startswith("N")), default=end - 1)
    before = words[place - 1] if place and tags[place - 1][0] in "NJV" else ""
    return words[place], before


def main(path: Path) -> None:
    """Print accuracies of both halves and the confusion table."""
    lexicon = Lexicon.load(find_bundle("en-captions") / "lexicon.json.gz")
    phrases = json.loads(gzip.decompress(path.read_bytes()))
    right: dict[str, Counter[bool]] = {}
    confusion: Counter[tuple[str, str]] = Counter()
    for phrase in phrases:
        word, before = head([word.lower() for word in phrase["phrase"]], phrase["pos"])
        found = entity_type(Noun(lexicon.lemma(word, "noun"), before))
        image = phrase["image"].partition("#")[0]
        is_held_out = int(hashlib.md5(image.encode()).hexdigest(), 16) % 2  # noqa: S324  # splits, guards nothing
        half = "held out" if is_held_out else "made on"
        right.setdefault(half, Counter())[found in phrase["categories"]] += 1
        confusion[phrase["categories"][0], found] += 1
    for half, counts in sorted(right.items()):
        print(f"{half}: {100 * counts[True] / counts.total():.2f}% of {counts.total()} phrases")
    print("| annotated | " + " | ".join(ENTITY_TYPES) + " |")
    print("|---" * (len(ENTITY_TYPES) + 1) + "|")
    for gold in ENTITY_TYPES:
        print(f"| {gold} | " + " | ".join(str(confusion[gold, found]) for found in ENTITY_TYPES) + " |")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
