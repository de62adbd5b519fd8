from __future__ import annotations

import json
from dataclasses import replace

import pytest

from extractor.errors import InvalidInputError, UnknownNameError
from extractor.types import Argument, Predicate, SemanticTuple, UndepictedReason
from scoring import COMPONENTS, Bast, BastStatistics, Conventions, Counts, ImageScore, score_images
from tests.scoring_cases import tuples

# Two images, one reference each.
#   image 1: candidate <run; dog; -; ->          gold <run; dog; -; park>
#   image 2: candidate <sit; cat, man; -; mat>   gold <lie; cat; -; mat>
# PA:    image 1: 1 of 1, 1   image 2: 1 of 2, 1          micro 2 of 3, 2
#        P 1, 1/2 -> 3/4      R 1, 1 -> 1                 P 2/3  R 1
#        F1 1, 2/3 -> 5/6                                 F1 2*2/(3+2) = 4/5
# PR:    1 of 1, 1 and 0 of 1, 1                          micro 1 of 2, 2
#        P 1/2  R 1/2  F1 1/2                             P 1/2  R 1/2  F1 1/2
# LO:    0 of 0, 1 and 1 of 1, 1                          micro 1 of 1, 2
#        P 1 (empty:one) or 0, and 1 -> 1 or 1/2          P 1
#        R 0, 1 -> 1/2   F1 0, 1 -> 1/2                   R 1/2  F1 2/3
# PA-LO: 0 of 0, 1 and 1 of 2, 1                          micro 1 of 2, 2
#        P 1 or 0, and 1/2 -> 3/4 or 1/4                  P 1/2
#        R 0, 1 -> 1/2   F1 0, 2/3 -> 1/3                 R 1/2  F1 1/2
CANDIDATES = {1: tuples("run; dog; -; -"), 2: tuples("sit; cat, man; -; mat")}
REFERENCES = {1: [tuples("run; dog; -; park")], 2: [tuples("lie; cat; -; mat")]}


@pytest.mark.parametrize(
    ("component", "empty", "average", "expected"),
    [
        ("PA", "one", "macro", (3 / 4, 1, 5 / 6)),
        ("PA", "one", "micro", (2 / 3, 1, 4 / 5)),
        ("PR", "one", "macro", (1 / 2, 1 / 2, 1 / 2)),
        ("PR", "one", "micro", (1 / 2, 1 / 2, 1 / 2)),
        ("LO", "one", "macro", (1, 1 / 2, 1 / 2)),
        ("LO", "zero", "macro", (1 / 2, 1 / 2, 1 / 2)),
        ("LO", "one", "micro", (1, 1 / 2, 2 / 3)),
        ("PA-LO", "one", "macro", (3 / 4, 1 / 2, 1 / 3)),
        ("PA-LO", "zero", "macro", (1 / 4, 1 / 2, 1 / 3)),
        ("PA-LO", "zero", "micro", (1 / 2, 1 / 2, 1 / 2)),
    ],
)
def test_hand_worked_table(
    component: str, empty: str, average: str, expected: tuple[float, float, float]
) -> None:
    report = score_images(CANDIDATES, REFERENCES, conventions=Conventions(empty=empty, average=average))
    scores = report.scores[component]
    assert (scores.precision, scores.recall, scores.f1) == expected


def test_what_both_lack_says_nothing() -> None:
    """`A car.` against `A cat.` has nothing right: six empty components of each side made it .857."""
    score = score_images({1: tuples("(); car; -; -")}, {1: [tuples("(); cat; -; -")]})
    assert (score.overall_f1, score.scores.n_components) == (0, 1)
    assert score.images[1].scores().n_components == 1
    assert [score.scores[component].f1 for component in COMPONENTS] == [0, 1, 1, 1, 1, 1, 1]


# Three images: of one component (F1 0), of three (F1 1, 1, 1), and of none, which counts by convention.
#   macro, empty:one   (0 + 1 + 1) / 3    components (1 + 3 + 0) / 3
#   macro, empty:zero  (0 + 1 + 0) / 3    the same
#   micro              PA 2*1/(2+2) = 1/2, PR 1, PA-PR 1 -> (1/2 + 1 + 1) / 3, of three components
@pytest.mark.parametrize(
    ("empty", "average", "overall", "n_components"),
    [
        ("one", "macro", 2 / 3, 4 / 3),
        ("zero", "macro", 1 / 3, 4 / 3),
        ("one", "micro", 5 / 6, 3),
        ("zero", "micro", 5 / 6, 3),
    ],
)
def test_overall_by_hand(empty: str, average: str, overall: float, n_components: float) -> None:
    report = score_images(
        {1: tuples("(); car; -; -"), 2: tuples("run; dog; -; -"), 3: []},
        {1: [tuples("(); cat; -; -")], 2: [tuples("run; dog; -; -")], 3: [[]]},
        conventions=Conventions(empty=empty, average=average),
    )
    assert report.overall_f1 == pytest.approx(overall, abs=1e-15)
    assert report.scores.n_components == pytest.approx(n_components, abs=1e-15)


@pytest.mark.parametrize(("empty", "overall"), [("one", 1), ("zero", 0)])
@pytest.mark.parametrize("average", ["macro", "micro"])
def test_images_of_no_component_count_by_convention(empty: str, average: str, overall: int) -> None:
    report = score_images({1: []}, {1: [[]]}, conventions=Conventions(empty=empty, average=average))
    assert (report.overall_f1, report.scores.n_components) == (overall, 0)


def test_overall_of_images_with_all_components() -> None:
    report = score_images(CANDIDATES, REFERENCES)
    # PA 5/6, PR 1/2, LO 1/2, PA-PR (1 + 0)/2, PA-LO 1/3, PR-LO 0, PA-PR-LO 0
    assert [report.scores[component].f1 for component in COMPONENTS] == [
        5 / 6,
        1 / 2,
        1 / 2,
        1 / 2,
        1 / 3,
        0,
        0,
    ]
    assert report.overall_f1 == pytest.approx(8 / 21, abs=1e-15)  # (5/6 + 3/2 + 1/3) / 7


def test_macro_f1_is_not_the_harmonic_mean_of_macro_p_and_r() -> None:
    scores = score_images(CANDIDATES, REFERENCES).scores["PA"]
    assert scores.f1 == 5 / 6 != 2 * scores.precision * scores.recall / (scores.precision + scores.recall)


def test_gold_is_the_union_over_references() -> None:
    references = {7: [tuples("run; dog; -; -"), [], tuples("play; dog; -; park")]}
    image = score_images({7: tuples("play; dog; -; -")}, references).images[7]
    assert image.reference["PR"] == {("run",), ("play",)}
    assert image.counts_by_component["PA-PR"] == Counts(1, 1, 2)
    assert image.scores()["PA-PR"].recall == 1 / 2


def test_report_keeps_order_and_ids() -> None:
    report = score_images(
        {"7": tuples("run; dog; -; -"), 7: tuples("run; cat; -; -")},
        {7: [tuples("run; cat; -; -")], "7": [tuples("run; dog; -; -")]},
    )
    assert list(report.images) == [7, "7"]
    assert report.overall_f1 == 1
    assert report.statistics.n_images == 2
    assert report.signature.startswith(
        "captuple|bast|ground:lemma.v1|null:exclude|avg:macro|overall:present|model:none|v:"
    )


def test_int_and_str_ids_are_different_images() -> None:
    with pytest.raises(InvalidInputError) as caught:
        score_images({"7": []}, {7: [[]]})
    assert (
        str(caught.value)
        == "candidates: no references for 1 image: '7'\nreferences: no candidate for 1 image: 7"
    )


def test_all_images_that_do_not_fit_are_reported_at_once_and_shortened() -> None:
    with pytest.raises(InvalidInputError) as caught:
        score_images(dict.fromkeys(range(25), ()), {30: [()], 31: []})
    assert [str(fault) for fault in caught.value.faults] == [
        f"candidates: no references for 25 images: {', '.join(map(str, range(20)))}, and 5 more",
        "references: no candidate for 2 images: 30, 31",
        "references: no reference captions for 1 image: 31",
    ]


def test_missing_candidates_can_count_as_empty_and_the_signature_says_so() -> None:
    report = score_images({1: CANDIDATES[1]}, REFERENCES, missing_candidates="empty")
    assert report.images[2].candidate == Bast()
    assert report.scores["PA"].recall == 1 / 2
    assert "|missing:empty|" in report.signature
    with pytest.raises(
        InvalidInputError, match="missing_candidates: 'skip' is not allowed; allowed: error, empty"
    ):
        score_images(CANDIDATES, REFERENCES, missing_candidates="skip")


def test_no_images_have_no_score() -> None:
    with pytest.raises(InvalidInputError, match="there are no images to score"):
        score_images({}, {})
    with pytest.raises(InvalidInputError, match="there are no images to score"):
        BastStatistics().scores()


def test_missing_lemmas_are_named_by_image_and_caption() -> None:
    bare = SemanticTuple(
        predicate=Predicate(text="run", lemma="run"), agents=(Argument(text="dogs", lemma=None),)
    )
    with pytest.raises(InvalidInputError, match=r"candidates\['a'\]\[0\].agents\[0\]: 'dogs' has no lemma"):
        score_images({"a": [bare]}, {"a": [[]]})
    with pytest.raises(
        InvalidInputError, match=r"references\['a'\]\[1\]\[0\].agents\[0\]: 'dogs' has no lemma"
    ):
        score_images({"a": []}, {"a": [[], [bare]]})


def test_unknown_grounding() -> None:
    with pytest.raises(
        UnknownNameError, match=r"unknown grounding 'lema.v1'; known: .*Did you mean 'lemma.v1'"
    ):
        score_images(CANDIDATES, REFERENCES, grounding="lema.v1")


def _statistics() -> BastStatistics:
    statistics = BastStatistics()
    for image_id, candidate in CANDIDATES.items():
        single = score_images({image_id: candidate}, {image_id: REFERENCES[image_id]})
        statistics = statistics.merge(single.statistics)
    return statistics


def test_shards_merge_to_the_whole_and_stay_as_they_are() -> None:
    whole = score_images(CANDIDATES, REFERENCES)
    merged = _statistics()
    assert merged == whole.statistics
    assert merged.scores() == whole.scores
    merged.merge(merged)
    assert merged == whole.statistics
    assert merged != BastStatistics()
    assert merged.counts_by_component["PA"] == Counts(2, 3, 2)


def test_statistics_survive_json() -> None:
    record = json.loads(json.dumps(_statistics().as_record()))
    assert record["schema"] == "captuple.statistics/2"
    assert record["components"]["PA"] == [[7, 1, 1, 1, 1], [7, 1, 2, 1, 1]]
    assert BastStatistics.from_record(record) == _statistics()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("schema", "captuple.statistics/1", "not a record of captuple.statistics/2"),
        ("components", {"PA": []}, "components must be exactly PA, PR, LO"),
        (
            "PA",
            [[7, 2, 1, 1, 1]],
            r"components.PA: \[7, 2, 1, 1, 1\] is not \[n_components, matched, n_candidate, n_reference, n_images\]",
        ),
        ("PA", [[1, 1, 1, 1]], r"components.PA: \[1, 1, 1, 1\] is not"),
        ("PA", [[7, 0, 1.0, 1, 1]], r"components.PA: \[7, 0, 1.0, 1, 1\] is not"),
        ("PA", [[7, 0, 1, 1, 0]], r"components.PA: \[7, 0, 1, 1, 0\] is not"),
        ("PA", [[8, 0, 1, 1, 1]], r"components.PA: \[8, 0, 1, 1, 1\] is not"),
        ("PA", [[6, 1, 1, 1, 1], [6, 1, 2, 1, 1]], "numbers of components do not fit the counts"),
        ("PA", "x", "components.PA: 'x' is not"),
        ("PA", [], r"numbers of images differ: \[0, 2\]"),
    ],
)
def test_damaged_statistics_are_refused(path: str, value: object, message: str) -> None:
    record = json.loads(json.dumps(_statistics().as_record()))
    (record["components"] if path == "PA" else record)[path] = value
    with pytest.raises(InvalidInputError, match=message):
        BastStatistics.from_record(record)


def test_an_image_needs_all_seven_components() -> None:
    with pytest.raises(InvalidInputError, match="counts are needed for exactly PA, PR"):
        BastStatistics().add({"PA": Counts()})


def test_one_image_alone() -> None:
    image = ImageScore.of(
        "7", candidate=Bast.of({"PA": {("dog",)}}), reference=Bast.of({"PA": {("dog",), ("man",)}})
    )
    assert image.scores()["PA"].recall == 1 / 2
    assert image.scores()["LO"].f1 == 1
    assert image.scores("zero")["LO"].f1 == 0


def test_image_regions_count_or_are_left_out_and_the_signature_says_so() -> None:
    def sitting(*places: Argument) -> list[SemanticTuple]:
        agent = Argument(text="man", lemma="man")
        return [
            SemanticTuple(predicate=Predicate(text="sits", lemma="sit"), agents=(agent,), locatives=places)
        ]

    left = Argument(text="left", lemma="left", preposition="on", kind="image-region")
    bench = Argument(text="bench", lemma="bench", preposition="on", kind="object")
    candidates, references = {1: sitting(left, bench)}, {1: [sitting(bench)]}
    used = score_images(candidates, references)
    left_out = score_images(candidates, references, conventions=Conventions(image_regions="leave"))
    assert used.scores["LO"].precision == 0.5  # left is spurious: 1 of 2
    assert left_out.scores["LO"].precision == 1.0
    assert "regions" not in used.signature
    assert "|regions:leave|" in left_out.signature


@pytest.mark.parametrize("reason", ["frame", "judgement", "hedged", "negated", "imagined"])
def test_what_is_not_depicted_has_no_value(reason: UndepictedReason) -> None:
    dog, cat = (Argument(text=name, lemma=name) for name in ("dog", "cat"))
    run = Predicate(text="runs", lemma="run")
    plain = [SemanticTuple(predicate=run, agents=(dog,))]
    beside = SemanticTuple(predicate=Predicate(text="adds", lemma="add"), agents=(cat,), reason=reason)
    within = SemanticTuple(predicate=run, agents=(dog, replace(cat, reason=reason)))
    report = score_images({1: [*plain, beside], 2: [within]}, {1: [plain], 2: [plain]})
    assert [image.scores("one").overall_f1 for image in report.images.values()] == [1.0, 1.0]
    null = score_images({1: [*plain, beside]}, {1: [plain]}, conventions=Conventions(null="locative"))
    assert null.scores.overall_f1 == 1.0
