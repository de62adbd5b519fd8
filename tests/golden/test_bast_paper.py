"""The worked examples of Ellebracht et al. 2015."""

from __future__ import annotations

import pytest

from scoring import COMPONENTS, Bast, Conventions, build_bast, get_grounding, score_images, value_sources
from scoring.grounding.tuples import ValueSource
from tests.scoring_cases import tuples

LEMMA = get_grounding("lemma.v1")

# Figure 2: "A man sliding down a huge sand dune on a sunny day"
FIGURE_2_TUPLES = tuples("slide; man; -; dune", "slide; man; -; day")
FIGURE_2 = {
    "PA": {("man",)},
    "PR": {("slide",)},
    "LO": {("dune",), ("day",)},
    "PA-PR": {("man", "slide")},
    "PA-LO": {("man", "dune"), ("man", "day")},
    "PR-LO": {("slide", "dune"), ("slide", "day")},
    "PA-PR-LO": {("man", "slide", "dune"), ("man", "slide", "day")},
}

# Figure 3: two tuples without a locative
FIGURE_3_TUPLES = tuples("eat; dinosaur; sand; -", "remember; dinosaur; day; -")
FIGURE_3_WITHOUT_NULL = {
    "PA": {("dinosaur",), ("sand",), ("day",)},
    "PR": {("eat",), ("remember",)},
    "LO": set(),
    "PA-PR": {("dinosaur", "eat"), ("sand", "eat"), ("dinosaur", "remember"), ("day", "remember")},
    "PA-LO": set(),
    "PR-LO": set(),
    "PA-PR-LO": set(),
}
FIGURE_3 = FIGURE_3_WITHOUT_NULL | {
    "LO": {("NULL",)},
    "PA-LO": {("dinosaur", "NULL"), ("sand", "NULL"), ("day", "NULL")},
    "PR-LO": {("eat", "NULL"), ("remember", "NULL")},
    "PA-PR-LO": {
        ("dinosaur", "eat", "NULL"),
        ("sand", "eat", "NULL"),
        ("dinosaur", "remember", "NULL"),
        ("day", "remember", "NULL"),
    },
}


@pytest.mark.parametrize("null", ["exclude", "locative"])
def test_figure_2(null: str) -> None:
    bast = build_bast(FIGURE_2_TUPLES, ground=LEMMA, null=null)
    assert {component: set(bast[component]) for component in COMPONENTS} == FIGURE_2
    assert bast == Bast.of(FIGURE_2)


@pytest.mark.parametrize(("null", "expected"), [("exclude", FIGURE_3_WITHOUT_NULL), ("locative", FIGURE_3)])
def test_figure_3(null: str, expected: dict[str, set[tuple[str, ...]]]) -> None:
    bast = build_bast(FIGURE_3_TUPLES, ground=LEMMA, null=null)
    assert {component: set(bast[component]) for component in COMPONENTS} == expected


def test_sources_of_figure_2() -> None:
    sources = value_sources(FIGURE_2_TUPLES, ground=LEMMA)
    man_0 = ValueSource(tuple_index=0, slot="agents", argument_index=0)
    man_1 = ValueSource(tuple_index=1, slot="agents", argument_index=0)
    slide_1 = ValueSource(tuple_index=1, slot="predicate", argument_index=None)
    day_1 = ValueSource(tuple_index=1, slot="locatives", argument_index=0)
    assert sources["PA"] == {("man",): [man_0, man_1]}
    assert sources["PA-PR-LO"]["man", "slide", "day"] == [man_1, slide_1, day_1]


def test_the_source_of_null_is_the_empty_slot() -> None:
    sources = value_sources(FIGURE_3_TUPLES, ground=LEMMA, null="locative")
    empty = [ValueSource(tuple_index=index, slot="locatives", argument_index=None) for index in (0, 1)]
    assert sources["LO"] == {("NULL",): empty}


# Candidate: the tuples of Figure 3. Gold: those of Figure 2. They share nothing but the conventions:
#                    null:exclude                             null:locative
#   candidate counts  PA 3 PR 2 LO 0  4 0 0 0                  PA 3 PR 2 LO 1  4 3 2 4
#   gold counts       PA 1 PR 1 LO 2  1 2 2 2                  the same
#   precision         0 0 1  0 1 1 1  (1: nothing predicted)   0 everywhere
#   recall, F1        0 everywhere                             0 everywhere
@pytest.mark.parametrize(("null", "precisions"), [("exclude", [0, 0, 1, 0, 1, 1, 1]), ("locative", [0] * 7)])
def test_figure_3_against_figure_2(null: str, precisions: list[int]) -> None:
    report = score_images({7: FIGURE_3_TUPLES}, {7: [FIGURE_2_TUPLES]}, conventions=Conventions(null=null))
    assert [report.scores[component].precision for component in COMPONENTS] == precisions
    assert [report.scores[component].recall for component in COMPONENTS] == [0] * 7
    assert [report.scores[component].f1 for component in COMPONENTS] == [0] * 7
    assert report.overall_f1 == 0


# Candidate <slide; man; -; hill>, gold Figure 2:
#   PA 1/1 1/1; PR 1/1 1/1; LO 0/1 0/2; PA-PR 1/1 1/1; the rest 0 -> F1 1 1 0 1 0 0 0, mean 3/7
def test_a_candidate_that_is_right_but_for_the_place() -> None:
    report = score_images({7: tuples("slide; man; -; hill")}, {7: [FIGURE_2_TUPLES]})
    assert [report.scores[component].f1 for component in COMPONENTS] == [1, 1, 0, 1, 0, 0, 0]
    assert report.overall_f1 == 3 / 7
    image = report.images[7]
    assert image.matched("PA-PR") == {("man", "slide")}
    assert image.missed("PA-LO") == {("man", "dune"), ("man", "day")}
    assert image.spurious("PR-LO") == {("slide", "hill")}
