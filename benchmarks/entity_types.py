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
from pathlib import Path

from extractor.bundle import find_bundle
from extractor.lexicon import Lexicon
from formats.corpora.flickr30k_entities import phrase_head
from scoring.grounding.entity_type import ENTITY_TYPES, entity_type
from scoring.grounding.wordnet.senses import Noun


def main(path: Path) -> None:
    """Print accuracies of both halves and the confusion table."""
    lexicon = Lexicon.load(find_bundle("en-captions") / "lexicon.json.gz")
    phrases = json.loads(gzip.decompress(path.read_bytes()))
    right: dict[str, Counter[bool]] = {}
    confusion: Counter[tuple[str, str]] = Counter()
    for phrase in phrases:
        word, before = phrase_head([word.lower() for word in phrase["phrase"]], phrase["pos"])
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
