"""Facts of captions, what supports and what contradicts them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.types import Argument, Predicate, SemanticTuple
from scoring.graded.fact_matching import match_facts
from scoring.graded.facts import Fact, FactMatch, caption_facts
from scoring.graded.opposites import label_likeness
from scoring.graded.score import DOUBT, INVENTED, GradedImage, grade_images
from scoring.graded.similarity import ContentWord, ExactSimilarity, Similarity, ThesaurusSimilarity
from scoring.graded.thesaurus import Thesaurus
from scoring.graded.weights import WORD_WEIGHTS
from scoring.graded.words import DescribedCaption
from tests import strategies
from tests.scoring_cases import tuples

EXACT = ExactSimilarity()


def noun(lemma: str, *modifiers: str, preposition: str | None = None, negated: bool = False) -> Argument:
    return Argument(text=lemma, lemma=lemma, modifiers=modifiers, preposition=preposition, negated=negated)


def item(
    verb: str | None,
    agents: Sequence[Argument] = (),
    patients: Sequence[Argument] = (),
    locatives: Sequence[Argument] = (),
) -> SemanticTuple:
    predicate = Predicate(text=verb or "", lemma=verb, tacit=verb is None)
    return SemanticTuple(
        predicate=predicate, agents=tuple(agents), patients=tuple(patients), locatives=tuple(locatives)
    )


def n(lemma: str) -> ContentWord:
    return ContentWord(lemma, "n")


def m(form: str) -> ContentWord:
    return ContentWord(form, "m")


def test_facts_of_a_caption() -> None:
    chase = item("chase", [noun("dog", "two", "brown")], [noun("cat")], [noun("snow", preposition="in")])
    verb = ContentWord("chase", "v")
    assert caption_facts([chase, chase], EXACT.content_word) == [
        Fact("agent", n("dog"), verb),
        Fact("patient", n("cat"), verb),
        Fact("order", n("dog"), n("cat")),
        Fact("place", n("dog"), n("snow"), "in"),
        Fact("count", n("dog"), m("2"), "count"),
        Fact("attribute", n("dog"), m("brown"), "colour"),
    ]


def test_whom_a_verb_with_its_preposition_is_done_to() -> None:
    run = item("run-after", [noun("dog")], [], [noun("cat", preposition="after")])
    facts = caption_facts([run], EXACT.content_word)
    assert Fact("order", n("dog"), n("cat")) in facts
    assert all(fact.kind != "place" for fact in facts)


def matched(
    candidate: Sequence[SemanticTuple], *references: Sequence[SemanticTuple]
) -> dict[Fact, FactMatch]:
    image = graded(DescribedCaption(tuples=candidate), *(DescribedCaption(tuples=r) for r in references))
    return {match.fact: match for match in image.facts}


def graded(
    candidate: DescribedCaption, *references: DescribedCaption, similarity: Similarity = EXACT
) -> GradedImage:
    return grade_images({1: candidate}, {1: references}, similarity=similarity).images[1]


def test_exchanged_roles() -> None:
    right = [item("chase", [noun("dog")], [noun("cat")])]
    wrong = [item("chase", [noun("cat")], [noun("dog")])]
    order = matched(wrong, right)[Fact("order", n("cat"), n("dog"))]
    assert (order.support, order.contradiction) == (0, 1)
    assert order.opponent == Fact("order", n("dog"), n("cat"))
    order = matched(right, right)[Fact("order", n("dog"), n("cat"))]
    assert (order.support, order.contradiction) == (1, 0)
    # Where one reference says it so and another the other way round, nothing speaks against either.
    assert matched(wrong, right, wrong)[Fact("order", n("cat"), n("dog"))].contradiction == 0


@pytest.mark.parametrize(
    ("said", "there", "contradiction"),
    [
        (("brown",), ("black",), 1),
        (("brown",), ("brown",), 0),
        (("brown",), ("wet",), 0),  # of another kind: both may hold
        (("wet",), ("dry",), 0),  # states may go together
        (("two",), ("3",), 1),
        (("two",), ("2",), 0),
        (("two",), ("several",), 0),  # no number
        (("white",), ("black", "white"), 0),
        (("small",), ("large",), 1),
        (("wooden",), ("metal",), 1),
        (("brown",), (), 0),
    ],
)
def test_modifiers_that_exclude_each_other(
    said: tuple[str, ...], there: tuple[str, ...], contradiction: float
) -> None:
    found = matched([item(None, [noun("dog", *said)])], [item(None, [noun("dog", *there)])])
    [match] = found.values()
    assert match.contradiction == contradiction


@pytest.mark.parametrize(
    ("said", "there", "likeness", "contradiction"),
    [
        ("in", "in", 1, 0),
        ("in", "inside", 1, 0),
        ("on", "under", 0, 1),
        ("behind", "in-front-of", 0, 1),
        ("in", "outside", 0, 1),
        ("in", "on", 0.5, 0),
        ("in", "past", 0.5, 0),
        ("", "in", 0.5, 0),
    ],
)
def test_places(said: str, there: str, likeness: float, contradiction: float) -> None:
    candidate = [item(None, [noun("dog")], [], [noun("table", preposition=said or None)])]
    reference = [item(None, [noun("dog")], [], [noun("table", preposition=there)])]
    [match] = matched(candidate, reference).values()
    assert (match.support, match.contradiction) == (likeness, contradiction)
    assert label_likeness(said, there) == label_likeness(there, said) == likeness


def test_what_is_denied() -> None:
    there, absent = (
        [item("see", [noun("dog")], [noun("cat")])],
        [item("see", [noun("dog")], [noun("cat", negated=True)])],
    )
    fact = Fact("denied", n("cat"), n("cat"))
    assert matched(absent, there)[fact].contradiction == 1
    assert matched(absent, absent)[fact].support == 1
    match = matched(there, absent)[fact]
    assert match.contradiction == 1
    assert match.is_denied_by_references


def test_score_is_the_sum_of_its_summands() -> None:
    # Wrong colour on a dog that stands alone: one fact of weight 1, contradicted in full.
    image = graded(
        DescribedCaption(tuples=[item(None, [noun("dog", "brown")])]),
        DescribedCaption(tuples=[item(None, [noun("dog", "black")])]),
    )
    values = {summand.name: (summand.measure, summand.value) for summand in image.summands}
    assert DOUBT == 1.0
    assert values["contradiction"][0] == pytest.approx(1 / 2)
    assert values["structure"][0] == 0
    # Words: dog and brown against dog and black: 1 of 2, and of 2 + 2 in precision.
    assert values["recall"][0] == pytest.approx(1 / 2)
    assert values["precision"][0] == pytest.approx(1 / 4)
    assert values["theme"][0] == pytest.approx(1 / 2)
    # Brown is an invention: one word of which no reference says anything.
    assert INVENTED == 8.0
    assert values["invention"][0] == pytest.approx(1 / 9)
    assert image.score == pytest.approx(
        sum(weight * values[name][0] for name, weight in WORD_WEIGHTS.items())
    )
    assert image.score == pytest.approx(sum(value for _, value in values.values()))


def test_what_is_invented_adds_up() -> None:
    """Precision is a mean: a long caption may invent two things and keep it; invention counts them."""

    def invention(*nouns: str) -> float:
        image = graded(
            DescribedCaption(tuples=[item(None, [noun(name)]) for name in nouns]),
            DescribedCaption(tuples=[item(None, [noun("dog")]), item(None, [noun("ball")])]),
        )
        return next(s.measure for s in image.summands if s.name == "invention")

    assert invention("dog") == invention("dog", "ball") == 0
    assert invention("dog", "cat") == invention("cat") == pytest.approx(1 / 9)
    assert invention("dog", "ball", "cat", "cow") == invention("cat", "cow") == pytest.approx(2 / 10)
    assert invention(*(f"x{k}" for k in range(500))) < 1


def test_contradictions_alone_leave_nothing_below_zero() -> None:
    image = graded(
        DescribedCaption(tuples=[item(None, [noun("dog", negated=True)])], text=""),
        DescribedCaption(tuples=[item(None, [noun("dog")])]),
    )
    assert image.score == 0
    assert image.n_candidate_words == 0
    image = graded(
        DescribedCaption(tuples=[item("run", [noun(f"x{k}", negated=True) for k in range(30)])]),
        DescribedCaption(tuples=[item("sit", [noun(f"x{k}") for k in range(30)])]),
    )
    assert image.score == pytest.approx(0, abs=1e-12)
    assert sum(summand.value for summand in image.summands) == pytest.approx(image.score, abs=1e-12)


NOUNS = Thesaurus.of(
    [f"{word.lower()}/n" for word in strategies.NOUNS[:5]] + ["slide/v", "eat/v"],
    np.random.default_rng(0).standard_normal((7, 3)),
    np.random.default_rng(1).random(7) + 0.1,
)
captions = strategies.captions().map(lambda items: DescribedCaption(tuples=items))


def slow_matches(
    candidate: DescribedCaption, references: Sequence[DescribedCaption], similarity: Similarity
) -> list[tuple[float, float, float]]:
    """Weight, support and contradiction of agents, patients and orders, pair by pair."""

    def alike(a: ContentWord, b: ContentWord) -> float:
        return float(similarity.similarities([a, b])[0, 1])

    def weight(a: ContentWord) -> float:
        return float(similarity.weights([a])[0])

    theirs = [f for r in references for f in caption_facts(r.tuples, similarity.content_word)]
    rows = []
    for fact in caption_facts(candidate.tuples, similarity.content_word):
        if fact.kind not in ("agent", "patient", "order"):
            continue
        support = opposed = 0.0
        for other in theirs:
            if other.kind != fact.kind:
                continue
            support = max(support, alike(fact.first, other.first) * alike(fact.second, other.second))
            if fact.kind == "order":
                opposed = max(opposed, alike(fact.first, other.second) * alike(fact.second, other.first))
        rows.append(((weight(fact.first) + weight(fact.second)) / 2, support, max(0.0, opposed - support)))
    return rows


@settings(max_examples=60, deadline=None)
@given(candidate=captions, references=st.lists(captions, min_size=1, max_size=3))
def test_against_the_slow_implementation(
    candidate: DescribedCaption, references: list[DescribedCaption]
) -> None:
    similarity = ThesaurusSimilarity(NOUNS)
    image = graded(candidate, *references, similarity=similarity)
    if not image.n_candidate_words or not image.n_reference_words:
        assert image.facts == ()
        return
    found = [
        (f.weight, f.support, f.contradiction)
        for f in image.facts
        if f.fact.kind in ("agent", "patient", "order")
    ]
    assert np.array(found) == pytest.approx(
        np.array(slow_matches(candidate, references, similarity)), abs=1e-6
    )


@settings(max_examples=80, deadline=None)
@given(candidate=captions, references=st.lists(captions, min_size=1, max_size=3), data=st.data())
def test_range_and_order_of_references(
    candidate: DescribedCaption, references: list[DescribedCaption], data: st.DataObject
) -> None:
    similarity = ThesaurusSimilarity(NOUNS)
    image = graded(candidate, *references, similarity=similarity)
    assert 0 <= image.score <= 1 + 1e-9
    assert image.score == pytest.approx(sum(summand.value for summand in image.summands))
    for match in image.facts:
        assert 0 <= match.support <= 1 + 1e-9
        assert 0 <= match.contradiction <= 1 + 1e-9
    shuffled = graded(candidate, *data.draw(st.permutations(references)), similarity=similarity)
    assert shuffled.score == pytest.approx(image.score)
    same = graded(candidate, candidate, similarity=similarity)
    structure = next(summand for summand in same.summands if summand.name == "structure")
    assert structure.measure >= next(s for s in image.summands if s.name == "structure").measure - 1e-9


def test_no_facts_at_all() -> None:
    assert (
        match_facts(
            [],
            [],
            alike=np.zeros((0, 0)),
            weights=np.zeros(0),
            row_by_word={},
            said=[],
            said_by_candidate=[],
        )
        == []
    )
    image = graded(
        DescribedCaption(tuples=tuples("(); dog; -; -")), DescribedCaption(tuples=tuples("(); dog; -; -"))
    )
    assert image.facts == ()


def test_a_man_with_a_dog_is_a_dog_with_a_man() -> None:
    one, other = (
        [item(None, [noun(who)], [], [noun(whom, preposition="with")])]
        for who, whom in (("man", "dog"), ("dog", "man"))
    )
    assert all(match.contradiction == 0 for match in matched(one, other).values())
    # It says as much as having or holding: who is with whom stands in the order of things, too.
    held = [item("hold", [noun("man")], [noun("dog")])]
    assert matched(one, held)[Fact("order", n("man"), n("dog"), "with")].support == 1
