"""What every grounding function owes, and the inventory of ours: one suite for all of them."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.types import Argument, Predicate, SemanticTuple
from scoring import COMPONENTS, GroundingFunction, build_bast, get_grounding, list_groundings, score_images
from scoring.grounding.entity_type import ENTITY_TYPES
from scoring.grounding.object_class import OBJECT_CLASSES
from scoring.grounding.object_classes import COCO_CLASS_BY_OPEN_IMAGES, COCO_CLASSES, OPEN_IMAGES_CLASSES
from scoring.grounding.tuples import NULL
from tests.scoring_cases import argument

ROOT = Path(__file__).resolve().parents[4]
NAMES = [
    "coreference.v1",
    "entity_type.v1",
    "lemma.v1",
    "object_class.v1",
    "wordnet_hypernym.v1",
    "wordnet_synset.v1",
]
GROUNDINGS = [get_grounding(name) for name in NAMES]
LEMMAS = (
    "dog kid man heron pond x-ray pick-up qwzx t-shirt it he zebra bench hydrant glass café idea NULL".split()
)

each = pytest.mark.parametrize("ground", GROUNDINGS, ids=NAMES)


def predicate(lemma: str) -> Predicate:
    return Predicate(text=lemma, lemma=lemma)


def arguments(lemmas: list[str] = LEMMAS) -> list[Argument]:
    return [argument(lemma) for lemma in lemmas]


def test_inventory() -> None:
    built_in = [info for info in list_groundings() if info.source == "captuple"]
    assert [(info.name, info.error) for info in built_in] == [(name, None) for name in NAMES]
    assert all(info.description for info in built_in)


@pytest.mark.parametrize("name", NAMES)
def test_every_grounding_has_a_card(name: str) -> None:
    cards = (ROOT / "docs" / "groundings.md").read_text(encoding="utf-8")
    _, _, rest = cards.partition(f"## `{name}`\n")
    card = rest.partition("\n## ")[0]
    for heading in ("**Does.**", "**Source.**", "**Limits.**"):
        assert heading in card, f"{name}: {heading}"


@each
def test_empty_input(ground: GroundingFunction) -> None:
    assert ground.ground_arguments([]) == []
    assert ground.ground_predicates([]) == []


@each
def test_values_are_values(ground: GroundingFunction) -> None:
    for values in (
        ground.ground_arguments(arguments()),
        ground.ground_predicates([predicate(lemma) for lemma in LEMMAS]),
    ):
        assert len(values) == len(LEMMAS)
        assert all(value is None or (isinstance(value, str) and value not in ("", NULL)) for value in values)


@each
def test_unknown_words_and_tacit_ones(ground: GroundingFunction) -> None:
    assert ground.ground_arguments([Argument(text="", lemma=None, tacit=True)]) == [None]
    assert ground.ground_predicates([Predicate(text="", lemma=None, tacit=True)]) == [None]
    odd = ["qwzx", "Ünïcode", "a b", "-", "--", "_", "'s", "dog\u0301", "\U0001f415", "x" * 300, "entity"]
    assert len(ground.ground_arguments(arguments(odd))) == len(odd)
    assert len(ground.ground_predicates([predicate(lemma) for lemma in odd])) == len(odd)


@each
@settings(max_examples=50, deadline=None)
@given(words=st.lists(st.sampled_from(LEMMAS), max_size=8))
def test_a_batch_is_its_items(ground: GroundingFunction, words: list[str]) -> None:
    assert ground.ground_arguments(arguments(words)) == [
        ground.ground_arguments([item])[0] for item in arguments(words)
    ]
    verbs = [predicate(word) for word in words]
    assert ground.ground_predicates(verbs) == [ground.ground_predicates([verb])[0] for verb in verbs]


@each
def test_letter_case_and_composition_do_not_matter(ground: GroundingFunction) -> None:
    first, second, third, fourth = ground.ground_arguments(arguments(["Dog", "dog", "cafe\u0301", "café"]))
    assert first == second and third == fourth


@each
def test_pickle(ground: GroundingFunction) -> None:
    copy = pickle.loads(pickle.dumps(ground))  # noqa: S301  # our own object
    assert copy.name == ground.name
    assert copy.ground_arguments(arguments()) == ground.ground_arguments(arguments())


def test_many_threads_and_processes_agree() -> None:
    # A new process each time: another hash seed, WordNet not loaded, eight first calls at once.
    code = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from extractor.types import Argument\n"
        "from scoring import get_grounding\n"
        f"names, lemmas = {NAMES!r}, {LEMMAS!r}\n"
        "items = [Argument(text=lemma, lemma=lemma) for lemma in lemmas]\n"
        "def ground(i):\n"
        "    return [(name, get_grounding(name).ground_arguments(items)) for name in names]\n"
        "with ThreadPoolExecutor(8) as pool:\n"
        "    results = list(pool.map(ground, range(8)))\n"
        "assert all(result == results[0] for result in results)\n"
        "print(results[0])\n"
    )
    outputs = {
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT).stdout
        for _ in range(2)
    }
    here = [(ground.name, ground.ground_arguments(arguments())) for ground in GROUNDINGS]
    assert outputs == {f"{here}\n".encode()}


@each
def test_threads_share_a_grounding(ground: GroundingFunction) -> None:
    expected = dict(zip(LEMMAS, ground.ground_arguments(arguments()), strict=True))

    def work(seed: int) -> bool:
        words = random.Random(seed).choices(LEMMAS, k=200)  # noqa: S311  # guards no secret
        return ground.ground_arguments(arguments(words)) == [expected[word] for word in words]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))


# --- What each of them says

VALUES = [
    # word, the word before it, synset, kind, entity type, object class
    ("kid", "", "child.n.01", "person", "people", "person"),
    ("child", "", "child.n.01", "person", "people", "person"),
    ("man", "", "man.n.01", "person", "people", "person"),
    ("person", "", "person.n.01", "person", "people", "person"),
    ("dog", "", "dog.n.01", "animal", "animals", "dog"),
    ("poodle", "", "poodle.n.01", "animal", "animals", "dog"),
    ("hydrant", "fire", "fireplug.n.01", "device", "scene", "fire hydrant"),
    ("ball", "soccer", "soccer_ball.n.01", "sports_equipment", "other", "sports ball"),
    ("bear", "teddy", "teddy.n.01", "sports_equipment", "other", "teddy bear"),
    ("mouse", "computer", "mouse.n.04", "electronic_device", "other", "mouse"),
    ("mouse", "", "mouse.n.01", "animal", "animals", "mouse (animal)"),
    ("canoe", "red", "canoe.n.01", "vehicle", "vehicles", "boat"),
    ("violin", "", "violin.n.01", "musical_instrument", "instruments", "violin"),
    ("sofa", "", "sofa.n.01", "furniture", "other", "couch"),
    ("shirt", "red", "shirt.n.01", "clothing", "clothing", "shirt"),  # no redshirt
    ("glass", "", "glass.n.02", "container", "other", "container"),  # no material
    ("hand", "", "hand.n.01", "body_part", "bodyparts", "human hand"),
    ("beach", "", "beach.n.01", "land", "scene", None),
    ("he", "", "helium.n.01", "person", "people", "person"),
    ("qwzx", "", "qwzx", "qwzx", "other", None),
]


@pytest.mark.parametrize(("word", "before", "synset", "kind", "entity", "object_class"), VALUES)
def test_values(
    word: str, before: str, synset: str, kind: str, entity: str, object_class: str | None
) -> None:
    item = Argument(text=word, lemma=word, modifiers=(before,) if before else ())
    values = {ground.name: ground.ground_arguments([item])[0] for ground in GROUNDINGS}
    if word != "he":
        assert values["wordnet_synset.v1"] == synset
    assert values["wordnet_hypernym.v1"] == kind
    assert values["entity_type.v1"] == entity
    assert values["object_class.v1"] == object_class


def test_types_and_classes_are_those_of_their_sources() -> None:
    assert len(ENTITY_TYPES) == 8
    words = [argument(word) for word in "dog man knee shirt car drum beach ball".split()]
    assert set(get_grounding("entity_type.v1").ground_arguments(words)) <= set(ENTITY_TYPES)
    assert len(set(COCO_CLASSES)) == 80 and len(set(OPEN_IMAGES_CLASSES)) == 601
    assert set(COCO_CLASS_BY_OPEN_IMAGES) <= set(OPEN_IMAGES_CLASSES)
    assert set(COCO_CLASS_BY_OPEN_IMAGES.values()) <= set(COCO_CLASSES)


def test_every_class_grounds_to_itself_or_its_coco_class() -> None:
    # One word, two things: there WordNet's choice decides, see VALUES.
    names = sorted(
        OBJECT_CLASSES - {"mouse", "mouse (animal)", "pitcher", "horn", "organ", "nail", "scale", "bat"}
    )
    words = [name.split() for name in names]
    items = [Argument(text=head, lemma=head, modifiers=tuple(before)) for *before, head in words]
    wrong = {
        name: value
        for name, value in zip(names, get_grounding("object_class.v1").ground_arguments(items), strict=True)
        if len(name.split()) < 3 and value != COCO_CLASS_BY_OPEN_IMAGES.get(name, name)
    }
    assert wrong == {}


def test_a_place_is_asked_for_where_the_slot_says_so() -> None:
    synset = get_grounding("wordnet_synset.v1")
    scene = Argument(text="stand", lemma="stand", kind="scene", preposition="in")
    assert synset.ground_arguments([scene, argument("stand")]) == ["stand.n.02", "base.n.08"]


@pytest.mark.parametrize("name", ["wordnet_hypernym.v1", "entity_type.v1", "object_class.v1"])
def test_a_person_is_nearer_to_a_kid_than_a_dog_is(name: str) -> None:
    """The paper's point, with captions of our own: Two kids race over the sand."""

    def caption(noun: str) -> tuple[SemanticTuple, ...]:
        return (SemanticTuple(predicate=predicate("race"), agents=(argument(noun),)),)

    scores = {
        candidate: score_images({1: caption(candidate)}, {1: [caption("kid")]}, grounding=name).overall_f1
        for candidate in ("person", "dog")
    }
    assert scores["person"] > scores["dog"]
    lemma = {
        candidate: score_images({1: caption(candidate)}, {1: [caption("kid")]}).overall_f1
        for candidate in ("person", "dog")
    }
    assert lemma["person"] == lemma["dog"]  # words alone do not tell


@each
def test_basts_of_every_grounding(ground: GroundingFunction) -> None:
    tuples = [
        SemanticTuple(predicate=predicate("race"), agents=(argument("kid"),), locatives=(argument("street"),))
    ]
    bast = build_bast(tuples, ground=ground)
    assert all(len(bast[component]) <= 1 for component in COMPONENTS)
    assert len(bast["PR"]) == 1
