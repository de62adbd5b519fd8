from __future__ import annotations

import importlib.metadata
from collections.abc import Sequence
from importlib.metadata import EntryPoint

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.errors import CaptupleError, InvalidInputError, UnknownNameError
from extractor.types import Argument, Predicate, SemanticTuple
from scoring.graded.score import (
    SILENCE,
    GradedImage,
    grade_images,
    graded_signature,
)
from scoring.graded.similarity import (
    ContentWord,
    ExactSimilarity,
    Similarity,
    ThesaurusSimilarity,
    get_similarity,
    similarity_names,
)
from scoring.graded.thesaurus import Thesaurus
from scoring.graded.words import DescribedCaption, content_words
from tests import strategies
from tests.scoring_cases import tuples

# kid and boy are like 0.8, kid and dog 0.6, boy and dog 0; play is like nothing else; brown is unlike kid.
TERMS = ("kid/n", "boy/n", "dog/n", "play/v", "brown/m")
VECTORS = np.array([[1, 0, 0], [0.8, 0.6, 0], [0.6, -0.8, 0], [0, 0, 1], [-1, 0, 0]])
THESAURUS = Thesaurus.of(
    TERMS,
    VECTORS,
    np.array([1.0, 1.0, 2.0, 0.5, 1.0]),
    term_by_form={"kid": "kid/n", "kids": "kid/n", "brown": "brown/m", "dog": "dog/n"},
)
SIMILARITY = ThesaurusSimilarity(THESAURUS)


def caption(*lines: str, text: str = "") -> DescribedCaption:
    return DescribedCaption(tuples=tuples(*lines), text=text)


def graded(
    candidate: DescribedCaption,
    *references: DescribedCaption,
    similarity: Similarity = SIMILARITY,
    matching: str = "best",
    version: str = "v1",
) -> GradedImage:
    report = grade_images(
        {1: candidate}, {1: references}, similarity=similarity, version=version, matching=matching
    )
    return report.images[1]


def test_worked_example() -> None:
    # Candidate kid (1), play (0.5); reference boy (1), dog (2).
    image = graded(caption("play; kid; -; -"), caption("(); boy; dog; -"))
    # Precision: kid matches boy with 0.8, play nothing: 0.8 / (1 + 0.5 + 2).
    assert SILENCE == 2.0
    assert image.precision == pytest.approx(0.8 / 3.5)
    # Recall: boy matches kid with 0.8, dog with 0.6: (1 * 0.8 + 2 * 0.6) / 3.
    assert image.recall == pytest.approx(2.0 / 3)
    # Theme: c = (1, 0, 0.5); r = boy + 2 dog = (2, -1, 0): c r = 2, |c| = sqrt 1.25, |r| = sqrt 5.
    assert image.theme == pytest.approx(2 / np.sqrt(1.25 * 5), abs=1e-6)
    assert image.score == pytest.approx((image.theme + (image.precision + image.recall) / 2) / 2)


def test_several_references() -> None:
    # Against kid all is matched; against dog 0.6: recall and theme are means, precision takes the better of both.
    image = graded(caption("(); kid; -; -"), caption("(); kid; -; -"), caption("(); dog; -; -"))
    assert image.precision == pytest.approx(1 / 3)
    assert image.recall == pytest.approx(0.8)
    assert image.theme == pytest.approx((1 + 0.8) / 2)
    assert [r.recall for r in image.references] == pytest.approx([1, 0.6])
    assert [r.precision for r in image.references] == pytest.approx([1 / 3, 0.6 / 3])
    assert [r.theme for r in image.references] == pytest.approx([1, 0.6])


def test_kid_boy_dog() -> None:
    scores = {
        word: graded(caption(f"(); {word}; -; -"), caption("(); kid; -; -")).score
        for word in ("kid", "boy", "dog")
    }
    assert scores["kid"] > scores["boy"] > scores["dog"] > 0


def test_best_match_and_one_to_one() -> None:
    # Two words of the candidate are like the one word of the reference: one to one, only the better counts.
    candidate, reference = caption("(); boy, dog; -; -"), caption("(); kid; -; -")
    assert graded(candidate, reference).precision == pytest.approx((0.8 + 2 * 0.6) / 5)
    assert graded(candidate, reference, matching="one-to-one").precision == pytest.approx(2 * 0.6 / 5)
    assert graded(candidate, reference, matching="one-to-one").recall == pytest.approx(0.8)


def test_words_that_contradict_have_no_negative_theme() -> None:
    kid, brown = caption("(); kid; -; -"), DescribedCaption(tuples=(), text="Brown!")
    assert graded(brown, kid).theme == 0
    assert graded(brown, kid).score >= 0


@pytest.mark.parametrize(
    ("said", "tacit"),
    [
        ("be; dog; -; in park", "(); dog; -; in park"),  # `There is a dog in a park`
        ("have; kid; dog; -", "(); kid; dog; -"),
    ],
)
def test_what_only_is_there_or_is_had_is_no_word_more(said: str, tacit: str) -> None:
    same = graded(caption(tacit), caption(tacit), version="v2").score
    for one, other in ((said, tacit), (tacit, said)):
        assert graded(caption(one), caption(other), version="v2").score == pytest.approx(same)
        # The older version keeps its words.
        assert graded(caption(one), caption(other)).score < graded(caption(tacit), caption(tacit)).score
    acting = said.replace("be;", "play;").replace("have;", "play;")
    assert graded(caption(acting), caption(tacit), version="v2").score < same


def test_words_of_a_frame_are_no_words() -> None:
    kid, framed = caption("(); kid; -; -"), caption("(); kid; -; -", text="In this image we can see a kid")
    similarity = ExactSimilarity()
    assert [placed.word.lemma for placed in content_words(framed, similarity)] == ["kid"]
    same = graded(kid, kid, similarity=similarity, version="v2").score
    assert graded(framed, kid, similarity=similarity, version="v2").score == pytest.approx(same)


def test_words_of_a_caption() -> None:
    item = SemanticTuple(
        predicate=tuples("play; -; -; -")[0].predicate,
        agents=(
            Argument(text="kids", lemma="Kid", start=4, end=8, modifiers=("two", "brown")),
            Argument(text="people", lemma="people", start=12, end=18, negated=True),
        ),
        locatives=(Argument(text="park", lemma="park"),),
    )
    words = content_words(
        DescribedCaption(tuples=[item], text="Two kids, no people, brown dog and brown stuff"), SIMILARITY
    )
    assert [(p.word.lemma, p.word.word_class, p.slot) for p in words] == [
        ("play", "v", "predicate"),
        ("kid", "n", "participant"),
        ("two", "m", "modifier"),
        ("brown", "m", "modifier"),
        ("park", "n", "locative"),
        ("dog", "n", "mention"),
    ]


def test_without_a_verb_participants_and_mentions_still_count() -> None:
    image = graded(DescribedCaption(tuples=(), text="A dog."), caption("(); dog; -; -"))
    assert image.n_candidate_words == 1
    assert image.recall == 1


def test_images_without_words_are_named() -> None:
    report = grade_images(
        {"a": caption("(); kid; -; -"), "b": DescribedCaption(tuples=(), text="Oh!")},
        {"a": [caption("(); kid; -; -")], "b": [caption("(); kid; -; -")]},
        similarity=SIMILARITY,
    )
    assert report.wordless == ("b",)
    assert report.images["b"].score == 0


def test_every_part_is_explained() -> None:
    image = graded(caption("play; kid; -; -"), caption("(); boy; dog; -"), caption("play; -; -; -"))
    matches = image.matches()
    own = [m for m in matches if m.side == "candidate"]
    total = sum(m.weight for m in own) + SILENCE
    assert sum(m.weight * m.similarity for m in own) / total == pytest.approx(image.precision)
    for index, reference in enumerate(image.references):
        theirs = [m for m in matches if m.reference_index == index]
        share = sum(m.weight * m.similarity for m in theirs) / sum(m.weight for m in theirs)
        assert share == pytest.approx(reference.recall)
    assert [(m.word, m.match, m.slot) for m in own] == [
        ("play", "play", "predicate"),
        ("kid", "boy", "participant"),
    ]


def test_signature() -> None:
    line = graded_signature(SIMILARITY, model="m@1")
    assert line.startswith(
        f"captuple-graded.v2|sim:thesaurus.v1|thesaurus:{THESAURUS.digest}|match:best|model:m-1|v:"
    )
    other = Thesaurus.of(TERMS, VECTORS, np.ones(5))
    assert other.digest != THESAURUS.digest


# --- An independent, slow implementation


def slow_score(
    candidate: DescribedCaption, references: Sequence[DescribedCaption], similarity: Similarity
) -> float:
    def words_of(item: DescribedCaption) -> list[ContentWord]:
        return [placed.word for placed in content_words(item, similarity)]

    def alike(a: ContentWord, b: ContentWord) -> float:
        return float(similarity.similarities([a, b])[0, 1])

    def related(a: ContentWord, b: ContentWord) -> float:
        return float(similarity.relations([a, b])[0, 1])

    def weight(a: ContentWord) -> float:
        return float(similarity.weights([a])[0])

    def product(a: list[ContentWord], b: list[ContentWord]) -> float:
        return sum(weight(x) * weight(y) * related(x, y) for x in a for y in b)

    own, theirs = words_of(candidate), [words_of(reference) for reference in references]
    everything = [word for words in theirs for word in words]
    precision = 0.0
    for word in own:
        precision += weight(word) * max((alike(word, other) for other in everything), default=0)
    precision /= sum(map(weight, own)) + 2
    recalls, themes = [], []
    for words in theirs:
        matched = sum(weight(word) * max((alike(word, other) for other in own), default=0) for word in words)
        recalls.append(matched / sum(map(weight, words)) if words else 0)
        length = (product(own, own) * product(words, words)) ** 0.5
        themes.append(max(0.0, product(own, words) / length) if length > 1e-9 else 0)
    theme = (max(themes) + sum(themes) / len(themes)) / 2
    return (theme + (precision + sum(recalls) / len(recalls)) / 2) / 2


NOUNS = Thesaurus.of(
    [f"{noun.lower()}/n" for noun in strategies.NOUNS[:5]] + ["slide/v", "eat/v"],
    np.random.default_rng(0).standard_normal((7, 3)),
    np.random.default_rng(1).random(7) + 0.1,
)
captions = strategies.captions().map(lambda items: DescribedCaption(tuples=items))


@settings(max_examples=80, deadline=None)
@given(
    candidate=captions,
    references=st.lists(captions, min_size=1, max_size=3),
    name=st.sampled_from(["exact.v1", "thesaurus.v1"]),
)
def test_against_the_slow_implementation(
    candidate: DescribedCaption, references: list[DescribedCaption], name: str
) -> None:
    similarity = get_similarity(name, thesaurus=NOUNS)
    image = graded(candidate, *references, similarity=similarity)
    assert image.score == pytest.approx(slow_score(candidate, references, similarity), abs=1e-6)


@settings(max_examples=80, deadline=None)
@given(candidate=captions, references=st.lists(captions, min_size=1, max_size=3), data=st.data())
def test_range_order_of_references_and_identity(
    candidate: DescribedCaption, references: list[DescribedCaption], data: st.DataObject
) -> None:
    similarity = ThesaurusSimilarity(NOUNS)
    image = graded(candidate, *references, similarity=similarity)
    for value in (image.precision, image.recall, image.theme, image.score):
        assert 0 <= value <= 1 + 1e-9
    shuffled = graded(candidate, *data.draw(st.permutations(references)), similarity=similarity)
    assert shuffled.score == pytest.approx(image.score)
    same = graded(candidate, candidate, similarity=similarity)
    assert same.score >= image.score - 1e-9
    if same.n_candidate_words:
        assert same.recall == pytest.approx(1) and same.theme == pytest.approx(1)


# --- Similarities


def test_names() -> None:
    assert similarity_names() == ("encoder.v1", "exact.v1", "thesaurus.v1", "wordnet_path.v1")
    with pytest.raises(
        UnknownNameError, match=r"unknown similarity 'thesaurs\.v1'.*Did you mean 'thesaurus\.v1'"
    ):
        get_similarity("thesaurs.v1")
    with pytest.raises(InvalidInputError, match="needs the thesaurus of a model bundle"):
        get_similarity("thesaurus.v1")


def test_wordnet_path() -> None:
    # kid is a child; child and boy (male child) are two steps apart over their common parent: below a half, above 0.
    words = [
        ContentWord("kid", "n"),
        ContentWord("child", "n"),
        ContentWord("boy", "n"),
        ContentWord("dog", "n"),
        ContentWord("run", "v"),
        ContentWord("qwzx", "n"),
    ]
    values = get_similarity("wordnet_path.v1").similarities(words)
    assert values[0, 1] == 1
    assert values[0, 2] > values[0, 3] > 0
    assert values[0, 4] == values[0, 5] == 0
    assert (values == values.T).all() and (np.diag(values) == 1).all()


class Broken(ExactSimilarity):
    name = "broken.v1"

    def __init__(self, value: float, weight: float = 1) -> None:
        self.value = value
        self.weight = weight

    def similarities(self, words: Sequence[ContentWord]) -> np.ndarray:
        return np.full((len(words), len(words)), self.value)

    def weights(self, words: Sequence[ContentWord]) -> np.ndarray:
        return np.full(len(words), self.weight)


class Half(Broken):
    name = "half.v1"

    def __init__(self) -> None:
        super().__init__(0.5)


@pytest.mark.parametrize(
    ("similarity", "message"),
    [
        (Broken(1.5), r"'broken\.v1' returned 1\.5 for 'kid' and 'kid'; allowed is 0 to 1"),
        (Broken(-0.1), r"returned -0\.1 for 'kid'"),
        (Broken(float("nan")), r"returned nan for 'kid'"),
        (Broken(1, weight=0), r"gave 'kid' the weight 0"),
        (Broken(1, weight=float("inf")), r"gave 'kid' the weight inf"),
    ],
)
def test_a_similarity_that_breaks_its_contract(similarity: Similarity, message: str) -> None:
    with pytest.raises(CaptupleError, match=message):
        graded(caption("(); kid; -; -"), caption("(); kid; -; -"), similarity=similarity)


def test_a_similarity_of_an_installed_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def entry(name: str, target: str) -> EntryPoint:
        return EntryPoint(name=name, value=f"{__name__}:{target}", group="captuple.similarities")

    entries = [entry("half.v1", "Half"), entry("wrong.v1", "Half"), entry("missing.v1", "NoSuchClass")]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: entries)
    monkeypatch.setattr(EntryPoint, "load", lambda self: globals()[self.attr])
    half = get_similarity("half.v1")
    assert graded(caption("(); kid; -; -"), caption("(); kid; -; -"), similarity=half).recall == 0.5
    assert "half.v1" in similarity_names()
    with pytest.raises(CaptupleError, match=r"'wrong\.v1': its target must return a Similarity of this name"):
        get_similarity("wrong.v1")
    with pytest.raises(CaptupleError, match=r"'missing\.v1' cannot be loaded: KeyError"):
        get_similarity("missing.v1")


def test_faults_come_together() -> None:
    with pytest.raises(InvalidInputError) as caught:
        grade_images({1: caption(), 3: caption()}, {1: [], 2: [caption()]}, similarity="exact.v1")
    assert [str(fault) for fault in caught.value.faults] == [
        "candidates: no references for 1 image: 3",
        "references: no candidate for 1 image: 2",
        "references: no reference captions for 1 image: 1",
    ]
    with pytest.raises(
        InvalidInputError, match="matching: 'worst' is not allowed; allowed: best, one-to-one"
    ):
        grade_images({1: caption()}, {1: [caption()]}, matching="worst")


class Counted(int):
    """A place in a text that counts how often it is compared."""

    n_compared = 0

    def __lt__(self, other: int) -> bool:
        Counted.n_compared += 1
        return int(self) < int(other)

    def __gt__(self, other: int) -> bool:
        Counted.n_compared += 1
        return int(self) > int(other)


def n_compared(n_sentences: int) -> int:
    """Comparisons of places that finding the words of a text of dogs costs."""
    text = "A dog runs. " * n_sentences
    items = [
        SemanticTuple(
            predicate=Predicate(text="runs", lemma="run", start=Counted(start + 6), end=Counted(start + 10)),
            agents=(Argument(text="dog", lemma="dog", start=Counted(start + 2), end=Counted(start + 5)),),
        )
        for start in range(0, len(text), len("A dog runs. "))
    ]
    Counted.n_compared = 0
    content_words(DescribedCaption(tuples=items, text=text), ExactSimilarity())
    return Counted.n_compared


def test_the_words_of_a_long_text_are_found_in_linear_time() -> None:
    # Each word against each place would be sixteen times as many comparisons; sorting adds a little to four.
    assert 0 < n_compared(400) < 6 * n_compared(100)
