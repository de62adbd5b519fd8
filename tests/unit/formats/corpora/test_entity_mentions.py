from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.errors import InvalidInputError
from extractor.types import Argument, Caption, Predicate, SemanticTuple
from formats.corpora.annotated_mentions import with_slots, with_texts
from formats.corpora.entity_mentions import read_mentions


def phrase(image: str, start: int, words: str, tags: str, entity: str, *types: str) -> dict[str, object]:
    return {
        "image": image,
        "start": start,
        "phrase": words.split(),
        "pos": tags.split(),
        "entity": entity,
        "categories": types,
    }


PHRASES = [
    phrase("7#1", 6, "red kites", "JJ NNS", "e2", "other"),
    phrase("7#1", 0, "A group of Boys", "DT NN IN NNS", "e1", "people"),
    phrase("7#0", 0, "Kids", "NNS", "e1", "people"),
    phrase("8#0", 3, "the harbor boat", "DT NN NN", "e3", "vehicles", "scene"),
]


def written(folder: Path, phrases: list[dict[str, object]]) -> Path:
    path = folder / "phrases.json"
    path.write_text(json.dumps(phrases))
    return path


def singular(word: str) -> str:
    return word.removesuffix("s")


def test_mentions_of_a_file(tmp_path: Path) -> None:
    one, other = read_mentions(written(tmp_path, PHRASES), lemma=singular)
    assert [[(m.start, m.end, m.words[-1], m.entity) for m in caption] for caption in one.captions] == [
        [(0, 1, "kids", "e1")],
        [(0, 4, "boys", "e1"), (6, 8, "kites", "e2")],
    ]
    entities = one.entities()
    assert entities.entities == ("e1", "e1", "e2")
    assert [(m.caption, m.place, m.head, m.modifiers, m.number) for m in entities.mentions] == [
        (0, 0, "kid", (), ""),
        (1, 0, "boy", (), "many"),
        (1, 1, "kite", ("red",), ""),
    ]
    assert other.captions[0][0].mention.types == {"vehicles", "scene"}
    assert read_mentions(written(tmp_path, PHRASES), lemma=singular, types="predicted")[1].captions[0][
        0
    ].mention.types == {"vehicles"}


def test_all_faults_at_once(tmp_path: Path) -> None:
    faulty = [
        phrase("7#0", 0, "a boy", "DT NN", "e1", "people"),
        phrase("7#0", 1, "boy on a pier", "NN IN DT NN", "e2", "people"),
        phrase("7#1", 0, "a boy", "DT NN", "e1", "robots"),
        phrase("7#2", 0, "a boy", "DT NN", "e1"),
        phrase("7", 0, "a boy", "DT NN", "e1", "people"),
    ]
    path = written(tmp_path, faulty)
    with pytest.raises(InvalidInputError) as caught:
        read_mentions(path, lemma=singular)
    problems = [str(fault).removeprefix(f"{path}: ") for fault in caught.value.faults]
    allowed = "people, bodyparts, animals, clothing, instruments, vehicles, scene, other"
    assert problems == [
        "[4]: image: '7' is not 'image#description'",
        "'7#0': 'boy on a pier' at token 1 overlaps 'a boy'",
        f"'7#1': 'a boy' has the types ['robots']; allowed are one or more of {allowed}",
        f"'7#2': 'a boy' has the types []; allowed are one or more of {allowed}",
    ]
    with pytest.raises(InvalidInputError, match="holds no phrase"):
        read_mentions(written(tmp_path, []), lemma=singular)
    # A type that is not annotated is no fault where types are predicted.
    assert read_mentions(written(tmp_path, faulty[3:4]), lemma=singular, types="predicted")


def test_texts_and_slots(tmp_path: Path) -> None:
    images = read_mentions(written(tmp_path, PHRASES), lemma=singular)
    captions = [
        Caption(text='"Kids" play outside .', caption_id="7_f00.jpg#3"),
        Caption(text="A group of boys fly red kites .", caption_id="7_f00.jpg#4"),  # kites at another token
        Caption(text="A group of boys fly their red kites .", image_id="7"),
        Caption(text="Kids play .", caption_id="77.jpg#0"),
    ]
    one, other = with_texts(images, captions)
    assert {c: caption.text for c, caption in one.text_by_caption.items()} == {
        0: "Kids play outside .",
        1: "A group of boys fly their red kites .",
    }
    assert not other.text_by_caption
    fly = SemanticTuple(
        predicate=Predicate(text="fly", lemma="fly", start=16, end=19),
        agents=(Argument(text="boys", lemma="boy", start=11, end=15),),
        patients=(Argument(text="kites", lemma="kite", start=30, end=35),),
    )
    filled = with_slots(one, {1: [fly]}).entities().mentions
    assert [sorted(mention.slots) for mention in filled] == [
        [],
        ["agent", "agent of fly"],
        ["patient", "patient of fly"],
    ]
