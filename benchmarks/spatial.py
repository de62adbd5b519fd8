"""Are the places of spatial captions found? Visual Spatial Reasoning: short captions whose relation is marked.

python -m benchmarks.spatial --data captions.train.jsonl.gz --model en-captions [--sample 2000]

A caption says ``THING is RELATION THING``. The *pair* is found where both things stand in one tuple. A place
(``close to``, ``left of``) is right where the first thing has the second as a locative with that relation for its
preposition (``close-to``, a ``the`` left out); one that is a verb (``touching``, ``contains``) where the verb is the
predicate of both.
"""

from __future__ import annotations

import argparse
import collections
import gzip
import json
import random
from pathlib import Path

from extractor import Caption, Extractor
from extractor.types import SemanticTuple

_VERBAL = frozenset(
    "touching contains facing surrounding consists has attached connected enclosed detached part".split()
)


def main() -> None:
    """Print shares of all captions, of places and of verbs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", default="en-captions")
    parser.add_argument("--sample", type=int, default=2_000)
    parser.add_argument("--wrong", action="store_true", help="print the captions whose place is wrong")
    options = parser.parse_args()
    with gzip.open(options.data, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    random.Random(0).shuffle(rows)
    rows = rows[: options.sample]
    extractor = Extractor.load(options.model)
    found = extractor.extract([Caption(text=row["caption"]) for row in rows])
    counts: collections.Counter[tuple[str, str]] = collections.Counter()
    for row, extraction in zip(rows, found, strict=True):
        relation = row["relation"]
        kind = "verbs" if relation.split()[0] in _VERBAL else "places"
        first, _, second = row["caption"].rstrip(".").partition(f" {relation} ")
        things = [_head(extractor, side) for side in (first.rpartition(" is")[0] or first, second)]
        paired = any(_has_both(item, things) for item in extraction.tuples)
        if kind == "places":
            right = any(_is_placed(item, things, relation) for item in extraction.tuples)
        else:
            verb = extractor.lexicon.lemma(relation.split()[0], "verb")
            right = any(
                _has_both(item, things) and (item.predicate.lemma or "").split("-")[0] == verb
                for item in extraction.tuples
            )
        counts[kind, "all"] += 1
        counts[kind, "pair"] += paired
        counts[kind, "right"] += right
        if options.wrong and not right:
            print(f"{relation}: {row['caption']}")
    print(f"{extractor.model}, {len(rows)} captions")
    for kind in ("places", "verbs"):
        n = max(counts[kind, "all"], 1)
        pair, right = (counts[kind, name] / n for name in ("pair", "right"))
        print(f"{kind:<8} {counts[kind, 'all']:>5}   pair {pair:.3f}   relation {right:.3f}")
    pair = sum(counts[kind, "pair"] for kind in ("places", "verbs")) / len(rows)
    print(f"pair of all {pair:.3f}")


def _head(extractor: Extractor, phrase: str) -> str:
    return extractor.lexicon.lemma((phrase.split() or [""])[-1], "noun")


def _has_both(item: SemanticTuple, things: list[str]) -> bool:
    lemmas = {a.lemma for a in (*item.agents, *item.patients, *item.locatives)}
    return lemmas >= set(things)


def _is_placed(item: SemanticTuple, things: list[str], relation: str) -> bool:
    wanted = relation.replace(" ", "-")
    agents = {a.lemma for a in item.agents}
    return things[0] in agents and any(
        place.lemma == things[1]
        and (place.preposition or "").replace("the-", "") in (wanted, wanted.replace("the-", ""))
        for place in item.locatives
    )


if __name__ == "__main__":
    main()
