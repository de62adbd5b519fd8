from __future__ import annotations

import pickle

import pytest

from extractor.errors import CaptupleError, InvalidInputError, UnknownNameError
from extractor.types import Argument, Predicate, SemanticTuple
from scoring import COMPONENTS, Bast, build_bast, build_basts, get_grounding, value_sources
from tests.scoring_cases import tuples

LEMMA = get_grounding("lemma.v1")


class ByTable:
    """A grounding that gives what a table says."""

    name = "table.v1"
    description = "for tests"

    def __init__(self, table: dict[str, object]) -> None:
        self.table = table

    def ground_arguments(self, arguments: list[Argument]) -> list[object]:
        return [self.table.get(argument.text) for argument in arguments]

    def ground_predicates(self, predicates: list[Predicate]) -> list[object]:
        return [self.table.get(predicate.text) for predicate in predicates]


def _values(line: str, null: str = "exclude") -> dict[str, set[str]]:
    bast = build_bast(tuples(line), ground=LEMMA, null=null)
    return {
        component: {"-".join(value) for value in bast[component]}
        for component in COMPONENTS
        if bast[component]
    }


# One tuple, its BAST; components that are not named are empty.
CASES = [
    ("run; -; -; -", "exclude", {"PR": {"run"}}),
    ("run; dog; -; -", "exclude", {"PA": {"dog"}, "PR": {"run"}, "PA-PR": {"dog-run"}}),
    # agents and patients are participants alike, and an agent that is its own patient is one value
    ("see; dog; dog; -", "exclude", {"PA": {"dog"}, "PR": {"see"}, "PA-PR": {"dog-see"}}),
    # two participants, two places: 2 x 2 pairs
    (
        "run; dog, cat; -; park, day",
        "exclude",
        {
            "PA": {"dog", "cat"},
            "PR": {"run"},
            "LO": {"park", "day"},
            "PA-PR": {"dog-run", "cat-run"},
            "PA-LO": {"dog-park", "dog-day", "cat-park", "cat-day"},
            "PR-LO": {"run-park", "run-day"},
            "PA-PR-LO": {"dog-run-park", "dog-run-day", "cat-run-park", "cat-run-day"},
        },
    ),
    # a tacit predicate is no value, with or without a lemma; the other slots count
    ("(); dog; -; snow", "exclude", {"PA": {"dog"}, "LO": {"snow"}, "PA-LO": {"dog-snow"}}),
    ("(be); dog; -; snow", "exclude", {"PA": {"dog"}, "LO": {"snow"}, "PA-LO": {"dog-snow"}}),
    ("(be); dog; -; -", "locative", {"PA": {"dog"}, "LO": {"NULL"}, "PA-LO": {"dog-NULL"}}),
    # tacit arguments count where their value is known
    (
        "ride; man; (vehicle); -",
        "exclude",
        {"PA": {"man", "vehicle"}, "PR": {"ride"}, "PA-PR": {"man-ride", "vehicle-ride"}},
    ),
    ("ride; man; (); -", "exclude", {"PA": {"man"}, "PR": {"ride"}, "PA-PR": {"man-ride"}}),
    # stated absence is no presence
    ("sit; !people; -; bench", "exclude", {"PR": {"sit"}, "LO": {"bench"}, "PR-LO": {"sit-bench"}}),
    # NULL stands for an empty slot, not for a place that is denied or has no value
    ("sit; -; -; -", "locative", {"PR": {"sit"}, "LO": {"NULL"}, "PR-LO": {"sit-NULL"}}),
    ("sit; -; -; !bench", "locative", {"PR": {"sit"}}),
    ("sit; -; -; ()", "locative", {"PR": {"sit"}}),
    ("sit; -; -; bench", "locative", {"PR": {"sit"}, "LO": {"bench"}, "PR-LO": {"sit-bench"}}),
]


@pytest.mark.parametrize(("line", "null", "expected"), CASES)
def test_bast_of_one_tuple(line: str, null: str, expected: dict[str, set[str]]) -> None:
    assert _values(line, null) == expected


def test_pairs_do_not_cross_tuples() -> None:
    bast = build_bast(tuples("run; dog; -; -", "sit; cat; -; mat"), ground=LEMMA)
    assert bast["PA-LO"] == {("cat", "mat")}
    assert bast["PA-PR"] == {("dog", "run"), ("cat", "sit")}


def test_no_tuples_give_an_empty_bast_under_both_conventions() -> None:
    assert build_bast([], ground=LEMMA) == build_bast([], ground=LEMMA, null="locative") == Bast()
    assert build_basts([], ground=LEMMA) == []
    assert value_sources([], ground=LEMMA) == {component: {} for component in COMPONENTS}


def test_union_is_component_by_component() -> None:
    one = build_bast(tuples("run; dog; -; -"), ground=LEMMA)
    two = build_bast(tuples("run; cat; -; park"), ground=LEMMA)
    union = Bast.union([one, two])
    assert union["PA"] == {("dog",), ("cat",)}
    assert union["PA-LO"] == {("cat", "park")}  # no new pair of dog and park
    assert Bast.union([]) == Bast()


def test_values_without_grounding_take_no_part() -> None:
    ground = ByTable({"run": "move", "dog": "animal", "park": None})
    bast = build_bast(tuples("run; dog, cat; -; park"), ground=ground, null="locative")
    assert bast == Bast.of({"PA": {("animal",)}, "PR": {("move",)}, "PA-PR": {("animal", "move")}})


def test_two_fillers_with_one_value_are_one_value_with_two_sources() -> None:
    ground = ByTable({"kid": "child", "child": "child"})
    sources = value_sources(tuples("run; kid, child; -; -"), ground=ground)
    assert [source.argument_index for source in sources["PA"]["child",]] == [0, 1]


@pytest.mark.parametrize("value", ["", "NULL", 7])
def test_a_grounding_that_returns_no_value_is_named(value: object) -> None:
    with pytest.raises(CaptupleError, match=r"grounding 'table.v1' returned .*, which is no value"):
        build_bast(tuples("run; dog; -; -"), ground=ByTable({"dog": value}))


def test_a_grounding_that_loses_items_is_named() -> None:
    class Short(ByTable):
        def ground_arguments(self, arguments: list[Argument]) -> list[object]:
            return []

    with pytest.raises(CaptupleError, match="returned 0 values for 1 items"):
        build_bast(tuples("run; dog; -; -"), ground=Short({}))


def test_grounding_sees_neither_negated_arguments_nor_tacit_predicates() -> None:
    seen: list[str] = []

    class Recording(ByTable):
        def ground_arguments(self, arguments: list[Argument]) -> list[object]:
            seen.extend(argument.text for argument in arguments)
            return super().ground_arguments(arguments)

        def ground_predicates(self, predicates: list[Predicate]) -> list[object]:
            seen.extend(predicate.text for predicate in predicates)
            return super().ground_predicates(predicates)

    build_bast(tuples("(be); !people; dog; -", "run; -; -; park"), ground=Recording({}))
    assert seen == ["dog", "park", "run"]


def test_every_missing_lemma_is_named_with_its_place() -> None:
    bare = SemanticTuple(
        predicate=Predicate(text="running", lemma=None),
        agents=(Argument(text="dog", lemma="dog"), Argument(text="cats", lemma=None)),
        locatives=(Argument(text="parks", lemma=None),),
    )
    with pytest.raises(InvalidInputError) as caught:
        build_basts([[], [*tuples("run; dog; -; -"), bare]], ground=LEMMA, where="captions[{}]".format)
    assert [fault.where for fault in caught.value.faults] == [
        "captions[1][1].agents[1]",
        "captions[1][1].locatives[0]",
        "captions[1][1].predicate",
    ]
    assert "'cats' has no lemma; lemmatize the tuples" in caught.value.faults[0].problem


def test_a_negated_argument_needs_no_lemma() -> None:
    item = SemanticTuple(
        predicate=Predicate(text="sit", lemma="sit"),
        agents=(Argument(text="people", lemma=None, negated=True),),
    )
    assert build_bast([item], ground=LEMMA) == Bast.of({"PR": {("sit",)}})


def test_unknown_null_convention() -> None:
    with pytest.raises(InvalidInputError, match="null: 'zero' is not allowed; allowed: exclude, locative"):
        build_bast([], ground=LEMMA, null="zero")


def test_unknown_component_suggests_a_known_one() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown component 'PA-LOC'; .* Did you mean 'PA-LO'"):
        Bast()["PA-LOC"]
    with pytest.raises(UnknownNameError, match="unknown component 'AGG'"):
        Bast.of({"AGG": {("dog",)}})


def test_of_names_every_value_of_the_wrong_length() -> None:
    with pytest.raises(InvalidInputError) as caught:
        Bast.of({"PA": {("dog", "run")}, "PA-LO": {("dog",), ("dog", "park")}})
    assert [fault.where for fault in caught.value.faults] == ["PA", "PA-LO"]


def test_basts_travel_between_processes() -> None:
    bast = build_bast(tuples("run; dog; -; park"), ground=LEMMA)
    assert pickle.loads(pickle.dumps(bast)) == bast  # noqa: S301  # our own bytes
    assert hash(bast) == hash(build_bast(tuples("run; dog; -; park"), ground=LEMMA))
