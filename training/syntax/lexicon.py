"""Make the bundle's lexicon from WordNet's sense index and exception lists, and a treebank.

Facts only: which words have which supersense how often, and which forms have which lemma.
"""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from extractor.lexicon import LexicalClass, Lexicon, LexiconTable
from formats.corpora.conllu import read_conllu
from scoring.grounding.wordnet.loaded import wordnet

WORDNET_FOLDER = Path(__file__).resolve().parents[2] / "models" / "wordnet"

# WordNet's lexicographer files by number (lexnames(5WN)); nouns are 3 to 28, verbs 29 to 43.
_SUPERSENSES = [
    "all",
    "pert",
    "all",
    "tops",
    "act",
    "animal",
    "artifact",
    "attribute",
    "body",
    "cognition",
    "communication",
    "event",
    "feeling",
    "food",
    "group",
    "location",
    "motive",
    "object",
    "person",
    "phenomenon",
    "plant",
    "possession",
    "process",
    "quantity",
    "relation",
    "shape",
    "state",
    "substance",
    "time",
    "body",
    "change",
    "cognition",
    "communication",
    "competition",
    "consumption",
    "contact",
    "creation",
    "emotion",
    "motion",
    "perception",
    "possession",
    "social",
    "stative",
    "weather",
    "ppl",
]
# The kinds of things that captions tell apart: what is worn, ridden, sat on, played with, and what one is in.
_CLASS_SYNSETS = (
    "clothing.n.01 footwear.n.02 headdress.n.01 jewelry.n.01 uniform.n.01 vehicle.n.01 seat.n.03 "
    "furniture.n.01 musical_instrument.n.01 sports_equipment.n.01 game_equipment.n.01 toy.n.01 tool.n.01 "
    "weapon.n.01 container.n.01 building.n.01 room.n.01 way.n.06 structure.n.01 device.n.01 "
    "equipment.n.01 fabric.n.01 surface.n.01 body_of_water.n.01 geological_formation.n.01 land.n.04 "
    "location.n.01 area.n.05 body_part.n.01 hair.n.01 color.n.01 person.n.01 animal.n.01 food.n.01 "
    "food.n.02 beverage.n.01 plant.n.02 weather.n.01 social_group.n.01 group.n.01 time_period.n.01 "
    "sport.n.01 game.n.01 event.n.01 act.n.02 picture.n.01 sign.n.02"
).split()
_CONCRETE = frozenset(
    f"noun.{name}"
    for name in ("artifact", "person", "animal", "food", "plant", "object", "location", "body", "substance")
)
# What captions mean by nouns whose first sense in WordNet is somebody (`toaster`) or an animal (`bat`), or is said of
# nothing that is seen.
_CAPTION_SENSES: Mapping[str, Sequence[str]] = {
    "artifact": """antique bat blimp calculator camper carrier charger choker coaster cog comforter conditioner
        controller conveyer conveyor crane decker digger divider excavator feeder garland hanger harvester hood
        juicer jumper knocker lasso loader lodge maker mug organizer ottoman pacifier peeler pillar planner
        planter plunger preserver printer processor puck quad quarry rake roaster ruler sax scanner shaker
        skimmer slicer stroller target tier toaster trailer trimmer tutu washer""".split(),
    "food": """beef brownie burger crumb egg hotdog macaroni oyster quiche salmon shrimp smoothie sweet taco tart
        wiener""".split(),
    "communication": "flyer letter page poster".split(),
    "cognition": "angle sort type".split(),
    "act": "catch stunt".split(),
}
# Of these the first sense of a thing is a ship or a garment, too.
_CAPTION_CLASSES: Mapping[str, str] = {
    "cutter": "tool",
    "mantle": "structure",
    "monitor": "device",
    "topper": "artifact",
    "walker": "device",
}
_MIN_TREEBANK_COUNT = 3
_N_SUPERSENSES = 3


def build_lexicon(wordnet_folder: Path, treebanks: Sequence[Path]) -> LexiconTable:
    """Count supersenses and collect irregular forms.

    Args:
        wordnet_folder: Folder with ``index.sense.gz``, ``noun.exc.gz`` and ``verb.exc.gz``.
        treebanks: CoNLL-U files whose frequent irregular lemmas are kept too (``saw`` is ``see`` there).
    """
    weights: dict[str, dict[str, dict[str, float]]] = {"1": {}, "2": {}}
    counts: dict[str, Counter[str]] = {"1": Counter(), "2": Counter()}
    words_by_class: dict[str, set[str]] = {"3": set(), "4": set(), "5": set()}
    for line in _lines(wordnet_folder / "index.sense.gz"):
        key, _, rank, count = line.split()
        lemma, _, rest = key.partition("%")
        word_class, file_number = rest.split(":")[:2]
        if "_" in lemma:
            continue
        if word_class in weights:
            names = weights[word_class].setdefault(lemma, {})
            name = _SUPERSENSES[int(file_number)]
            names[name] = names.get(name, 0.0) + int(count) + 1 / int(rank)
            counts[word_class][lemma] += int(count)
        else:
            words_by_class[word_class].add(lemma)
    entries = {
        word_class: {
            lemma: (
                " ".join(sorted(names, key=names.__getitem__, reverse=True)[:_N_SUPERSENSES]),
                counts[word_class][lemma],
            )
            for lemma, names in sorted(weights[word_class].items())
        }
        for word_class in weights
    }
    for lemma, sense in _caption_senses():
        senses, times = entries["1"][lemma]
        others = [other for other in senses.split() if other != sense]
        entries["1"][lemma] = (" ".join([sense, *others]), times)
    table = LexiconTable(
        noun=entries["1"],
        verb=entries["2"],
        noun_classes=_noun_classes(entries["1"]),
        adjective=sorted(words_by_class["3"] | words_by_class["5"]),
        adverb=sorted(words_by_class["4"]),
        noun_forms=_exceptions(wordnet_folder / "noun.exc.gz"),
        verb_forms=_exceptions(wordnet_folder / "verb.exc.gz"),
    )
    _add_treebank_forms(table, treebanks)
    return table


def _noun_classes(nouns: Iterable[str]) -> dict[str, str]:
    """The nearest of ``_CLASS_SYNSETS`` above the likeliest sense of each noun; nouns below none are left out."""
    reader = wordnet()
    class_by_synset = {reader.synset(name): name.partition(".")[0] for name in _CLASS_SYNSETS}
    classes = {}
    wanted = {lemma: f"noun.{sense}" for lemma, sense in _caption_senses()}
    for lemma in nouns:
        senses = reader.synsets(lemma, "n")
        if lemma in wanted:
            senses = [sense for sense in senses if sense.lexname() == wanted[lemma]]
        # What captions name are things: an abstract first sense gives way to a concrete one.
        things = [sense for sense in senses[:3] if sense.lexname() in _CONCRETE] or senses[:1]
        for synset in _upward(things[0]) if things else ():
            if synset in class_by_synset:
                classes[lemma] = class_by_synset[synset]
                break
    return {**classes, **_CAPTION_CLASSES}


def _caption_senses() -> Iterator[tuple[str, str]]:
    """Each noun that has another sense in captions, with that."""
    for sense, lemmas in _CAPTION_SENSES.items():
        yield from ((lemma, sense) for lemma in lemmas)
    yield from ((lemma, "artifact") for lemma in _CAPTION_CLASSES)


def _upward(synset: Any) -> Iterator[Any]:
    """A synset and what lies above it, the nearest first; ties by name, since NLTK keeps relations in sets."""
    level, seen = [synset], {synset}
    while level:
        yield from level
        above = {h for s in level for h in (*s.hypernyms(), *s.instance_hypernyms())} - seen
        level = sorted(above, key=lambda s: str(s.name()))
        seen |= above


def write_lexicon(table: LexiconTable, path: Path) -> None:
    """Write the table as gzipped JSON, the same bytes for the same table."""
    path.write_bytes(gzip.compress(msgspec.json.encode(table, order="sorted"), mtime=0))


def _lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()


def _exceptions(path: Path) -> dict[str, str]:
    forms = {}
    for line in _lines(path):
        form, *lemmas = line.split()
        if "_" not in form and form != lemmas[0]:
            forms[form] = lemmas[0]
    return forms


def _add_treebank_forms(table: LexiconTable, treebanks: Sequence[Path]) -> None:
    lemmas: dict[LexicalClass, dict[str, Counter[str]]] = {
        "noun": defaultdict(Counter),
        "verb": defaultdict(Counter),
    }
    class_by_upos: dict[str, LexicalClass] = {"NOUN": "noun", "VERB": "verb"}
    for path in treebanks:
        for rows in read_conllu(path):
            for row in rows:
                _, form, lemma, upos, *_ = row.split("\t")
                if upos in class_by_upos and form.isalpha():
                    lemmas[class_by_upos[upos]][form.lower()][lemma.lower()] += 1
    forms_by_class: dict[LexicalClass, dict[str, str]] = {"noun": table.noun_forms, "verb": table.verb_forms}
    for lexical_class, counters in lemmas.items():
        lexicon = Lexicon(table)
        entries = table.noun if lexical_class == "noun" else table.verb
        for form, counter in sorted(counters.items()):
            lemma, count = counter.most_common(1)[0]
            if (
                count >= _MIN_TREEBANK_COUNT
                and lemma in entries
                and lexicon.lemma(form, lexical_class) != lemma
            ):
                forms_by_class[lexical_class][form] = lemma
