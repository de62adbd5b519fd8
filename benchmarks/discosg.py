"""Paragraphs against scene graphs that people made of them (DiscoSG, 300 paragraphs of vision-language models).

    python benchmarks/discosg.py [--data ../shared/data/discosg] [--model en-captions]

The mapping. A graph is a list of triples; ``( water , is , calm )`` says an attribute, any other triple links two
entities. Of a graph we take, each once a paragraph, by the base forms of the last words of its names:

- *entities*: every name that is the subject of a triple or the object of one that links;
- *pairs*: the two entities of a triple that links, in no order;
- *attributes*: an entity with the last word of what it is said to be, numbers as digits.

Of a caption we take the same: the heads of its entities (``Extraction.entities``), the two ends of its relations
(``Extractor.relations``) where both are entities, and the attributes of its entities. *before* is what the tuples gave
without depiction and entities: the nouns of all tuples, all relations, the modifiers of arguments.

The data have no stated licence: they are for evaluation alone, and nothing is learned from them. This development
file was in view, as counts of the words that we have too many and too few, when it was decided what is no thing
(colours, positions, acts) and which attributes are read: the figures flatter.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Sequence
from pathlib import Path

from extractor import Extractor
from extractor.lexicon import Lexicon
from extractor.tuples.relations import Relation
from extractor.types import Caption, Extraction
from scoring.bast.agreement import Counts, prf

KINDS = ("entities", "pairs", "attributes")
_NUMBERS = {
    name: str(n) for n, name in enumerate("one two three four five six seven eight nine ten".split(), start=1)
}
Items = dict[str, set[tuple[str, ...]]]


def head(name: str, lexicon: Lexicon) -> str:
    """The base form of the last word of a name."""
    words = name.lower().split()
    return lexicon.lemma(words[-1], "noun") if words else ""


def _attribute(text: str) -> str:
    """The last word of an attribute, numbers as digits."""
    word = text.lower().split()[-1] if text.split() else ""
    return _NUMBERS.get(word, word)


def graph_items(graph: str, lexicon: Lexicon) -> Items:
    """The items of a graph ``( a , rel , b ) , ( ... )``."""
    items: Items = {kind: set() for kind in KINDS}
    for part in graph.split(") , ("):
        fields = [field.strip() for field in part.strip(" ()").split(" , ")]
        if len(fields) != 3:
            continue
        subject, relation, thing = head(fields[0], lexicon), fields[1], fields[2]
        items["entities"].add((subject,))
        if relation == "is":
            items["attributes"].add((subject, _attribute(thing)))
        else:
            other = head(thing, lexicon)
            items["entities"].add((other,))
            if subject != other:
                items["pairs"].add(tuple(sorted((subject, other))))
    return items


def caption_items(extraction: Extraction, relations: Sequence[Relation]) -> Items:
    """The items of a caption."""
    names = {entity.lemma for entity in extraction.entities}
    return {
        "entities": {(name,) for name in names},
        "pairs": {
            tuple(sorted((r.subject.lemma or "", r.object.lemma or "")))
            for r in relations
            if r.subject.lemma in names and r.object.lemma in names and r.subject.lemma != r.object.lemma
        },
        "attributes": {
            (entity.lemma, _attribute(word)) for entity in extraction.entities for word in entity.attributes
        },
    }


def items_before(extraction: Extraction) -> Items:
    """The items of a caption by its tuples alone, whatever is depicted."""
    items: Items = {kind: set() for kind in KINDS}
    for item in extraction.tuples:
        if item.reason == "negated":
            continue
        participants = [a for a in (*item.agents, *item.patients) if a.lemma and not a.negated]
        places = [a for a in item.locatives if a.lemma and not a.negated]
        for a in (*participants, *places):
            items["entities"].add((a.lemma or "",))
            items["attributes"] |= {(a.lemma or "", _attribute(word)) for word in a.modifiers}
        subjects = [a for a in item.agents if a.lemma and not a.negated] or participants
        for a in subjects:
            for b in (*participants, *places):
                if a.lemma != b.lemma:
                    items["pairs"].add(tuple(sorted((a.lemma or "", b.lemma or ""))))
    return items


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data/discosg"))
    parser.add_argument("--model", default="en-captions")
    options = parser.parse_args()
    with gzip.open(options.data / "human_graphs.dev.json.gz", "rt", encoding="utf-8") as file:
        rows = json.load(file)
    extractor = Extractor.load(options.model)
    captions = [Caption(text=row["caption"]) for row in rows]
    now, before = ({kind: Counts() for kind in KINDS} for _ in range(2))
    read = zip(rows, extractor.extract(captions), extractor.relations(captions), strict=True)
    for row, extraction, relations in read:
        gold = graph_items(row["scene_graph"], extractor.lexicon)
        found = ((now, caption_items(extraction, relations)), (before, items_before(extraction)))
        for counts, ours in found:
            for kind in KINDS:
                counts[kind] += Counts(len(ours[kind] & gold[kind]), len(ours[kind]), len(gold[kind]))
    print(f"{'':<12}{'now':>21}{'before':>25}")
    for kind in KINDS:
        line = f"{kind:<12}"
        for counts in (now, before):
            f = prf(counts[kind])
            line += f"  P {f.precision:.3f} R {f.recall:.3f} F {f.f1:.3f}"
        print(line)


if __name__ == "__main__":
    main()
