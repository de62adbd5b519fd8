from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.bundle import find_bundle
from extractor.types import Argument, Predicate, SemanticTuple
from scoring.entities.features import PairFeatures
from scoring.entities.mention import Mention, make_mention, mentions_of_tuples
from scoring.graded.thesaurus import THESAURUS_FILE, Thesaurus
from tests.scoring_cases import tuples


@pytest.fixture(scope="module")
def features() -> PairFeatures:
    return PairFeatures(Thesaurus.load(find_bundle("en-captions") / THESAURUS_FILE))


def written(text: str, start: int, *, lemma: str | None = None, phrase_end: int | None = None) -> Argument:
    end = start + len(text)
    return Argument(
        text=text,
        lemma=lemma or text,
        start=start,
        end=end,
        phrase_start=start,
        phrase_end=phrase_end or end,
    )


@pytest.mark.parametrize(
    ("head", "form", "modifiers", "number", "is_plural", "types"),
    [
        ("kite", "kites", ["two", "red"], "two", True, {"other"}),
        ("Boy", "Boy", ["young"], "", False, {"people"}),
        ("people", "people", ["several"], "many", True, {"people"}),
        ("guitar", "guitar", ["old"], "", False, {"instruments"}),
        ("group", "group", [], "many", True, {"people"}),
        ("dog", "dog", ["one"], "one", False, {"animals"}),
    ],
)
def test_what_words_say(
    head: str,
    form: str,
    modifiers: list[str],
    number: str,
    is_plural: bool,  # noqa: FBT001  # a fact
    types: set[str],
) -> None:
    mention = make_mention(head, form=form, modifiers=modifiers)
    assert (mention.number, mention.is_plural, set(mention.types)) == (number, is_plural, types)
    assert mention.head == head.lower()


def test_a_word_in_several_slots_is_one_mention() -> None:
    man, dog = written("man", 2), written("dogs", 20, lemma="dog")
    items = [
        SemanticTuple(predicate=Predicate(text="holds", lemma="hold"), agents=(man,), patients=(dog,)),
        SemanticTuple(
            predicate=Predicate(text="sits", lemma="sit"),
            agents=(man,),
            locatives=(dataclasses.replace(written("bench", 40), preposition="on"),),
        ),
    ]
    found = mentions_of_tuples(items, caption=3)
    assert [(key[0], m.head, m.place, m.caption) for key, m in found.items()] == [
        (2, "man", 0, 3),
        (20, "dog", 1, 3),
        (40, "bench", 2, 3),
    ]
    assert found[2, ""].slots == {"agent", "agent of hold", "agent of sit"}
    assert found[40, ""].slots == {"locative", "locative of sit", "locative on"}


def test_the_two_nouns_of_a_group_are_one_mention() -> None:
    group, people = written("group", 2, phrase_end=17), written("people", 11)
    chef = written("chef", 30)
    found = mentions_of_tuples(
        [
            SemanticTuple(
                predicate=Predicate(text="see", lemma="see"), agents=(group, people), patients=(chef,)
            )
        ]
    )
    assert found[2, ""] is found[11, ""]
    assert found[2, ""].head == "people" and found[2, ""].number == "many"
    assert found[30, ""].place == 1


def test_what_is_no_mention() -> None:
    assert mentions_of_tuples([]) == {}
    assert mentions_of_tuples(tuples("see; !people; (); -")) == {}
    # Without offsets, as people's tuples may be: the lemma tells mentions apart.
    assert [
        m.head for m in mentions_of_tuples(tuples("see; man; dog; -", "hold; man; (leash); -")).values()
    ] == [
        "dog",
        "leash",
        "man",
    ]


KINDS = [
    make_mention(head, form=form, modifiers=modifiers)
    for head, form, modifiers in [
        ("man", "man", ["old"]),
        ("man", "men", ["two"]),
        ("boy", "boy", ["little"]),
        ("woman", "woman", ["blonde"]),
        ("dog", "dog", ["brown"]),
        ("puppy", "puppy", []),
        ("shirt", "shirt", ["red"]),
        ("jacket", "jacket", ["red"]),
        ("park", "park", []),
        ("he", "he", []),
        ("qwzx", "qwzx", []),
    ]
]


def image_of(heads: list[tuple[int, Mention]]) -> list[Mention]:
    places: dict[int, int] = {}
    result = []
    for caption, mention in sorted(heads, key=lambda item: item[0]):
        place = places[caption] = places.get(caption, -1) + 1
        result.append(dataclasses.replace(mention, caption=caption, place=place))
    return result


images = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(KINDS)), max_size=8).map(image_of)


@given(mentions=images, seed=st.integers(0, 99))
def test_features_do_not_hang_on_the_order(
    features: PairFeatures, mentions: list[Mention], seed: int
) -> None:
    def named(items: list[Mention]) -> dict[frozenset[tuple[int, int]], list[str]]:
        return {
            frozenset({(items[i].caption, items[i].place), (items[j].caption, items[j].place)}): sorted(row)
            for (i, j), row in features.rows(items)
        }

    captions = sorted({m.caption for m in mentions})
    random.Random(seed).shuffle(captions)  # noqa: S311  # guards no secret
    turned = [m for caption in captions for m in mentions if m.caption == caption]
    assert named(mentions) == named(turned)


def test_what_speaks_for_one_entity(features: PairFeatures) -> None:
    mentions = image_of([(0, KINDS[2]), (0, KINDS[6]), (1, KINDS[0]), (1, KINDS[7]), (2, KINDS[2])])
    rows = dict(features.rows(mentions))
    assert set(rows) == {(0, 2), (0, 4), (1, 3), (2, 4)}
    assert {"head!", "pair boy man", "sex=", "age!", "both first people"} <= set(rows[0, 2])
    assert {"head=", "both boy", "share:6", "type:people", "both first people"} <= set(rows[0, 4])
    assert {"colour=", "modifiers=1", "head! clothing"} <= set(rows[1, 3])
    assert not any(name.startswith("slot") for row in rows.values() for name in row)


def test_slots_are_features_where_they_are_known(features: PairFeatures) -> None:
    one, other, third = (
        dataclasses.replace(KINDS[0], caption=c, slots=frozenset(slots))
        for c, slots in enumerate((["agent", "agent of ride"], ["agent", "agent of ride"], ["patient"]))
    )
    rows = dict(features.rows([one, other, third]))
    assert {"slot agent", "slot of one agent"} <= set(rows[0, 1])
    assert "slot!" in rows[0, 2]
