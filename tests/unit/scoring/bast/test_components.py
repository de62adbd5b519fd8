"""Components beside the paper's: roles apart, and what describes or counts arguments."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import InvalidInputError
from extractor.types import Argument, Predicate, SemanticTuple
from scoring import (
    COMPONENTS,
    BastStatistics,
    Conventions,
    build_bast,
    get_grounding,
    score_images,
    value_sources,
)
from scoring.bast.components import ALL_COMPONENTS, MODIFIER_KINDS, ROLE_COMPONENTS, components_of
from scoring.bast.modifiers import modifier_kind, modifier_value
from tests import strategies
from tests.scoring_cases import tuples

LEMMA = get_grounding("lemma.v1")
BOTH = Conventions(roles="split", modifiers="on")


def described(lemma: str, *modifiers: str) -> Argument:
    return Argument(text=lemma, lemma=lemma, modifiers=modifiers)


def chase(agent: Argument, patient: Argument) -> list[SemanticTuple]:
    return [
        SemanticTuple(predicate=Predicate(text="chases", lemma="chase"), agents=(agent,), patients=(patient,))
    ]


def test_roles_apart() -> None:
    # Two agents and a patient: pairs and triplets form within the tuple.
    bast = build_bast(tuples("chase; dog, fox; cat; snow"), ground=LEMMA, roles="split")
    assert {name: sorted(bast[name]) for name in ROLE_COMPONENTS} == {
        "AG": [("dog",), ("fox",)],
        "PT": [("cat",)],
        "AG-PR": [("dog", "chase"), ("fox", "chase")],
        "PR-PT": [("chase", "cat")],
        "AG-PT": [("dog", "cat"), ("fox", "cat")],
        "AG-PR-PT": [("dog", "chase", "cat"), ("fox", "chase", "cat")],
    }
    pooled = build_bast(tuples("chase; dog, fox; cat; snow"), ground=LEMMA)
    assert all(bast[name] == pooled[name] for name in COMPONENTS)
    assert not any(pooled[name] for name in ALL_COMPONENTS if name not in COMPONENTS)


def test_exchanged_roles_show_where_they_are_split() -> None:
    right, wrong = tuples("chase; dog; cat; -"), tuples("chase; cat; dog; -")
    assert score_images({1: wrong}, {1: [right]}).overall_f1 == 1.0
    report = score_images({1: wrong}, {1: [right]}, conventions=Conventions(roles="split"))
    # PA, PR and PA-PR agree, all six of the roles do not: 3 of 9.
    assert report.overall_f1 == pytest.approx(3 / 9)
    assert report.scores.n_components == 9
    assert "|roles:split|" in report.signature


def test_modifiers() -> None:
    candidate = chase(described("dog", "two", "Brown"), described("cat", "black"))
    reference = chase(described("dog", "2", "grey"), described("cat", "black", "wet"))
    report = score_images({1: candidate}, {1: [reference]}, conventions=Conventions(modifiers="on"))
    counts = report.statistics.counts_by_component
    # dog-2, dog-brown, cat-black against dog-2, dog-gray, cat-black, cat-wet.
    assert (counts["MOD"].matched, counts["MOD"].n_candidate, counts["MOD"].n_reference) == (2, 3, 4)
    by_kind = {kind: counts[f"MOD:{kind}"] for kind in MODIFIER_KINDS}
    assert {kind: (c.matched, c.n_candidate, c.n_reference) for kind, c in by_kind.items()} == {
        "colour": (1, 2, 2),
        "material": (0, 0, 0),
        "size": (0, 0, 0),
        "state": (0, 0, 1),
        "count": (1, 1, 1),
    }
    # The shares of MOD have no part in the overall: PA, PR, PA-PR at 1 and MOD at 2 * 2 / 7.
    assert report.overall_f1 == pytest.approx((3 + 4 / 7) / 4)
    assert report.scores.n_components == 4
    assert "|modifiers:on|" in report.signature


def test_sources_of_modifiers() -> None:
    sources = value_sources(
        chase(described("dog", "two", "brown"), described("cat")), ground=LEMMA, modifiers="on"
    )
    [argument, modifier] = sources["MOD"]["dog", "brown"]
    assert (argument.slot, argument.argument_index, argument.modifier_index) == ("agents", 0, None)
    assert (modifier.slot, modifier.argument_index, modifier.modifier_index) == ("agents", 0, 1)


@pytest.mark.parametrize(
    ("word", "value", "kind"),
    [
        ("Two", "2", "count"),
        ("2", "2", "count"),
        ("thirty", "30", "count"),
        ("1,000", "1,000", "count"),
        ("several", "several", "count"),
        ("GREY", "gray", "colour"),
        ("dark-red", "dark-red", "colour"),
        ("wood", "wooden", "material"),
        ("tiny", "tiny", "size"),
        ("striped", "striped", "state"),
        ("", "", "state"),
    ],
)
def test_what_modifiers_say(word: str, value: str, kind: str) -> None:
    assert modifier_value(word) == value
    assert modifier_kind(value) == kind


def test_odd_cases() -> None:
    nothing = Argument(text="", lemma=None, tacit=True, modifiers=("red",))
    only_modifiers = [SemanticTuple(predicate=Predicate(text="", lemma=None, tacit=True), agents=(nothing,))]
    denied = tuples("see; !people; -; -")
    sides: tuple[list[SemanticTuple], ...] = ([], only_modifiers, denied)
    golds: tuple[list[list[SemanticTuple]], ...] = ([[]], [only_modifiers], [denied], [[]] * 50)
    for candidate, references in itertools.product(sides, golds):
        for conventions in (Conventions(), BOTH):
            report = score_images({1: candidate}, {1: references}, conventions=conventions)
            assert 0 <= report.overall_f1 <= 1
            assert 0 <= report.scores.n_components <= len(components_of(conventions))
    # Nothing on both sides: the convention says what that is.
    for empty, expected in (("one", 1.0), ("zero", 0.0)):
        report = score_images({1: []}, {1: [[]]}, conventions=Conventions(empty=empty))
        assert (report.overall_f1, report.scores.n_components) == (expected, 0)
    # Nothing on one side.
    assert score_images({1: []}, {1: [tuples("run; dog; -; -")]}, conventions=BOTH).overall_f1 == 0


def slow_roles(items: list[SemanticTuple]) -> dict[str, set[tuple[str, ...]]]:
    def plain(lemma: str) -> str:
        return unicodedata.normalize("NFC", lemma.lower())

    found: dict[str, set[tuple[str, ...]]] = {name: set() for name in ROLE_COMPONENTS}
    for item in items:
        slots = [
            [plain(a.lemma) for a in slot if a.lemma is not None and not a.negated]
            for slot in (item.agents, item.patients)
        ]
        verbs = [] if item.predicate.tacit or item.predicate.lemma is None else [plain(item.predicate.lemma)]
        for agent in slots[0]:
            found["AG"].add((agent,))
            for verb in verbs:
                found["AG-PR"].add((agent, verb))
                for patient in slots[1]:
                    found["AG-PR-PT"].add((agent, verb, patient))
            for patient in slots[1]:
                found["AG-PT"].add((agent, patient))
        for patient in slots[1]:
            found["PT"].add((patient,))
            for verb in verbs:
                found["PR-PT"].add((verb, patient))
    return found


@given(strategies.captions())
def test_roles_equal_the_slow_ones(items: list[SemanticTuple]) -> None:
    bast = build_bast(items, ground=LEMMA, roles="split")
    assert {name: set(bast[name]) for name in ROLE_COMPONENTS} == slow_roles(items)


@given(
    st.dictionaries(st.integers(0, 9), st.tuples(strategies.captions(), strategies.captions()), min_size=2)
)
def test_statistics_merge_and_come_back(
    images: dict[int, tuple[list[SemanticTuple], list[SemanticTuple]]],
) -> None:
    def statistics(ids: list[int]) -> BastStatistics:
        return score_images(
            {i: images[i][0] for i in ids}, {i: [images[i][1]] for i in ids}, conventions=BOTH
        ).statistics

    ids = list(images)
    whole = statistics(ids)
    assert statistics(ids[:1]).merge(statistics(ids[1:])) == whole
    assert BastStatistics.from_record(whole.as_record()) == whole


def test_statistics_of_other_components_do_not_merge() -> None:
    with pytest.raises(InvalidInputError, match="do not merge"):
        BastStatistics().merge(BastStatistics(components_of(BOTH)))


def test_unknown_options_are_named() -> None:
    with pytest.raises(InvalidInputError) as caught:
        Conventions(roles="mixed", modifiers="some")
    assert [str(fault) for fault in caught.value.faults] == [
        "roles: 'mixed' is not allowed; allowed: pooled, split",
        "modifiers: 'some' is not allowed; allowed: off, on",
    ]
