"""Scores over entities: attributes gather, general words have the head of what they take up, two of a noun stay two."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from extractor.types import Argument, Entity, Mention, Predicate, SemanticTuple
from scoring.graded.explain import explain
from scoring.graded.gathering import borne, gathered
from scoring.graded.score import GradedImage, grade_images
from scoring.graded.words import DescribedCaption


def noun(lemma: str, entity: int | None = None, *modifiers: str) -> Argument:
    return Argument(text=lemma, lemma=lemma, modifiers=modifiers, entity=entity)


def does(verb: str | None, agent: Argument, *patients: Argument) -> SemanticTuple:
    return SemanticTuple(
        predicate=Predicate(text=verb or "", lemma=verb, tacit=verb is None),
        agents=(agent,),
        patients=patients,
    )


def entity(number: int, lemma: str, *attributes: str) -> Entity:
    return Entity(
        id=number, lemma=lemma, mentions=(Mention(text=lemma, start=4, end=7),), attributes=attributes
    )


def caption(text: str, tuples: Sequence[SemanticTuple], entities: Sequence[Entity] = ()) -> DescribedCaption:
    return DescribedCaption(text=text, tuples=tuples, entities=entities)


def graded(candidate: DescribedCaption, *references: DescribedCaption) -> GradedImage:
    return grade_images({1: candidate}, {1: references}).images[1]


def differences(candidate: DescribedCaption, *references: DescribedCaption) -> list[tuple[str, str, str]]:
    found = explain(graded(candidate, *references)).differences
    return [(d.kind, d.said, d.meant) for d in found if d.kind not in ("invented", "missing")]


# "The dog is brown. The animal sits." and the same of a black dog, in one sentence.
BROWN = caption(
    "The dog is brown. The animal sits.", [does("sit", noun("animal", 0))], [entity(0, "dog", "brown")]
)
BLACK = caption("A black dog sits.", [does("sit", noun("dog", 0, "black"))], [entity(0, "dog", "black")])


def test_an_argument_has_the_head_and_the_attributes_of_its_entity() -> None:
    [item] = gathered(BROWN.tuples, BROWN.entities)
    assert [(a.lemma, a.modifiers) for a in item.agents] == [("dog", ("brown",))]


def test_each_attribute_stands_once() -> None:
    [item] = gathered([does("sit", noun("dog", 0, "big", "brown"))], [entity(0, "dog", "brown", "wet")])
    assert item.agents[0].modifiers == ("big", "brown", "wet")


@pytest.mark.parametrize(
    ("heads", "lemmas"),
    [("all", ["dog", "dog"]), ("general", ["puppy", "dog"]), ("none", ["puppy", "it"])],
)
def test_which_arguments_have_the_head_of_their_entity(heads: str, lemmas: list[str]) -> None:
    tuples = [does("sit", noun("puppy", 0)), does("bark", noun("it", 0))]
    found = gathered(tuples, [entity(0, "dog")], heads=heads)  # type: ignore[arg-type]
    assert [item.agents[0].lemma for item in found] == lemmas


def test_what_no_tuple_holds_follows() -> None:
    found = gathered(BROWN.tuples, [*BROWN.entities, entity(1, "boat", "old"), entity(2, "pier")])
    assert [(a.lemma, a.modifiers) for a in found[-1].agents] == [("boat", ("old",))]
    assert len(found) == 2
    assert len(gathered(BROWN.tuples, [entity(1, "boat", "old")], heads="none")) == 1


def test_what_is_absent_or_guessed_gathers_nothing() -> None:
    absent = Argument(text="dog", lemma="dog", negated=True, entity=0)
    guessed = Argument(text="dog", lemma="dog", reason="hedged", entity=0)
    found = gathered([does("see", absent, guessed)], [entity(0, "cat", "brown")])
    assert [a.lemma for a in (*found[0].agents, *found[0].patients)] == ["dog", "dog"]


def test_tuples_without_entities_stay_as_they_are() -> None:
    assert gathered(BROWN.tuples, ()) == tuple(BROWN.tuples)


def test_a_wrong_colour_that_is_said_elsewhere_is_found() -> None:
    assert differences(BROWN, BLACK) == [("wrong colour", "brown dog", "black dog")]
    assert differences(BLACK, BROWN) == [("wrong colour", "black dog", "brown dog")]
    assert differences(BROWN, BROWN) == []


def test_ten_mentions_count_once() -> None:
    once = caption(
        "A red flower. It grows.", [does("grow", noun("flower", 0, "red"))], [entity(0, "flower", "red")]
    )
    often = caption(
        "A red flower. " + "The flower grows. " * 9,
        [does("grow", noun("flower", 0))] * 9,
        [entity(0, "flower", "red")],
    )
    assert graded(often, once).n_candidate_words == graded(once, once).n_candidate_words
    assert graded(often, once).score == pytest.approx(graded(once, once).score)


def two_dogs(runner: str, sleeper: str) -> DescribedCaption:
    return caption(
        f"A {runner} dog runs. A {sleeper} dog sleeps.",
        [does("run", noun("dog", 0, runner)), does("sleep", noun("dog", 1, sleeper))],
        [entity(0, "dog", runner), entity(1, "dog", sleeper)],
    )


def test_two_of_one_noun_stay_two() -> None:
    right, wrong = two_dogs("black", "white"), two_dogs("white", "black")
    assert graded(right, right).score > graded(wrong, right).score
    assert differences(right, right) == []
    # Which dog is which is a matter of taste where only the colours or only the acts can be right: half goes.
    structure = {s.name: s.measure for s in graded(wrong, right).summands}["structure"]
    assert structure == pytest.approx(2 / 5)
    assert {s.name: s.measure for s in graded(right, right).summands}["structure"] == pytest.approx(4 / 5)


def test_a_third_dog_takes_nothing_from_the_others() -> None:
    right = two_dogs("black", "white")
    more = caption(
        right.text + " A brown dog eats.",
        [*right.tuples, does("eat", noun("dog", 2, "brown"))],
        [*right.entities, entity(2, "dog", "brown")],
    )
    assert all(match.support == 1 for match in graded(right, more).facts)
    assert differences(right, more) == []


def test_the_former_version_knows_no_entities() -> None:
    images = [
        grade_images({1: given}, {1: [BLACK]}, version="v1").images[1]
        for given in (BROWN, caption(BROWN.text, BROWN.tuples))
    ]
    assert images[0].score == images[1].score


def told(text: str, *facts: tuple[str, str, str]) -> DescribedCaption:
    """A caption of facts: who, does what, to whom; each noun is one entity."""
    numbers: dict[str, int] = {}
    for who, _, whom in facts:
        for lemma in (who, whom):
            numbers.setdefault(lemma, len(numbers))
    return caption(
        text,
        [does(verb, noun(who, numbers[who]), noun(whom, numbers[whom])) for who, verb, whom in facts],
        [entity(number, lemma) for lemma, number in numbers.items()],
    )


RIGHT = told("Two people. They work.", ("nurse", "hold", "clipboard"), ("doctor", "push", "bed"))


def contradictions(candidate: DescribedCaption, *references: DescribedCaption) -> dict[str, float]:
    return {
        f"{m.fact.first.lemma} {m.fact.second.lemma}": m.contradiction
        for m in graded(candidate, *references).facts
        if m.contradiction
    }


def test_what_two_have_exchanged_speaks_against_it_in_full() -> None:
    wrong = told("Two people. They work.", ("doctor", "hold", "clipboard"), ("nurse", "push", "bed"))
    assert contradictions(RIGHT, RIGHT) == {}
    assert contradictions(wrong, RIGHT) == dict.fromkeys(
        ("doctor hold", "doctor clipboard", "nurse push", "nurse bed"), 1
    )
    assert graded(wrong, RIGHT).score < graded(RIGHT, RIGHT).score


def test_what_one_took_from_another_speaks_half_against_it() -> None:
    wrong = told("Two people. They work.", ("doctor", "hold", "clipboard"), ("nurse", "read", "book"))
    found = contradictions(wrong, RIGHT)
    assert found["doctor clipboard"] == found["doctor hold"] == 0.5


def test_what_both_do_or_a_reference_tells_of_this_one_too_is_nobodys() -> None:
    both = told("Two people. They work.", ("nurse", "hold", "clipboard"), ("doctor", "hold", "clipboard"))
    assert contradictions(both, RIGHT) == {}
    wrong = told("Two people. They work.", ("doctor", "hold", "clipboard"), ("nurse", "read", "book"))
    assert contradictions(wrong, RIGHT, both) == {}


def test_without_its_own_counterpart_nothing_is_taken() -> None:
    # The reference knows no nurse: the nurse of the caption may be its doctor.
    other = told("One works. She pushes.", ("doctor", "push", "bed"))
    assert contradictions(told("One works. She pushes.", ("nurse", "push", "bed")), other) == {}


def test_one_contradiction_among_many_facts_is_no_small_fault() -> None:
    # 40 facts of weight 1, one of them contradicted: over the root of 12 times 41, not over 41.
    def colours(first: str) -> DescribedCaption:
        things = [f"thing{k}" for k in range(40)]
        return caption(
            "Things. Things.",
            [does(None, noun(lemma, k, "red" if k else first)) for k, lemma in enumerate(things)],
            [entity(k, lemma, "red" if k else first) for k, lemma in enumerate(things)],
        )

    [measure] = [
        s.measure for s in graded(colours("blue"), colours("red")).summands if s.name == "contradiction"
    ]
    assert measure == pytest.approx(1 / (12 * 41) ** 0.5)


def mentioned(text: str, *lemmas: str) -> list[Entity]:
    """An entity for each noun, at its place."""
    return [
        Entity(
            id=k,
            lemma=lemma,
            mentions=(Mention(text=lemma, start=text.index(lemma), end=text.index(lemma) + len(lemma)),),
            attributes=("red",) if lemma == "coat" else (),
        )
        for k, lemma in enumerate(lemmas)
    ]


@pytest.mark.parametrize(
    ("text", "lemmas", "expected"),
    [
        ("A man in a long red coat waits.", ["man", "coat"], [("man", "coat")]),
        (
            "A man with a beard and a red coat waits.",
            ["man", "beard", "coat"],
            [("man", "beard"), ("man", "coat")],
        ),
        (
            "A man in a coat, with a beard, waits.",
            ["man", "coat", "beard"],
            [("man", "coat"), ("man", "beard")],
        ),
        ("A man waits with a bag.", ["man", "bag"], []),
        ("A man in a coat with her.", ["man", "coat", "her"], [("man", "coat")]),
        ("A man near a coat.", ["man", "coat"], []),
    ],
)
def test_what_describes_by_a_thing_of_its_own(
    text: str, lemmas: list[str], expected: list[tuple[str, str]]
) -> None:
    found = borne(text, [], mentioned(text, *lemmas))
    assert [(who.lemma, what.lemma) for who, what in found] == expected
    assert all(what.modifiers == ("red",) for _, what in found if what.lemma == "coat")


def test_what_a_tuple_holds_describes_nothing() -> None:
    text = "A man in a coat."
    entities = mentioned(text, "man", "coat")
    place = Argument(text="coat", lemma="coat", start=text.index("coat"), entity=1)
    assert borne(text, [does("sit", noun("man", 0), place)], entities) == []


def test_the_wrong_coat_is_found() -> None:
    def two(his: str, hers: str) -> DescribedCaption:
        text = f"A man with a {his}. A woman with a {hers}."
        return caption(text, [], mentioned(text, "man", his, "woman", hers))

    right, wrong = two("coat", "scarf"), two("scarf", "coat")
    assert contradictions(right, right) == {}
    assert contradictions(wrong, right) == {"man scarf": 1, "woman coat": 1}
