"""``captuple-graded``: agreement of captions where kid against boy is less than 1 and more than 0.

It stands beside BAST and is an extension of ours. Every figure is a sum over words with a weight and a best match,
and `GradedImage.matches` lists them all.

For a candidate with words i of weight w_i, and the references k with words j:

- precision: the sum of w_i times the likeness of i's best match in any reference, over the sum of w_i plus
  `SILENCE`. The constant is a doubt: a caption of one true word proves little.
- recall of k: the sum of w_j times the likeness of j's best match in the candidate, over the sum of w_j.
- theme of k: the soft cosine of the two bags of words. It sees words that are used of the same pictures without meaning
  the same (snow and ski), and words that are used of others speak against it.

The score is half theme (the mean of the best reference and of all) and half agreement (the mean of precision and of the
mean recall over references). All of them lie in [0, 1].
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar, cast

import numpy as np
import numpy.typing as npt

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import SemanticTuple
from scoring.conventions import NO_MODEL, MissingCandidates, captuple_version, signature_part
from scoring.graded.similarity import (
    ContentWord,
    Floats,
    Similarity,
    ThesaurusSimilarity,
    checked_relations,
    checked_similarities,
    checked_weights,
    get_similarity,
)
from scoring.images import ImageId, check_images

SCORE_NAME = "captuple-graded"
SILENCE = 2.0
"""What is added to the candidate's weight in precision: that of two ordinary words."""

Matching = Literal["best", "one-to-one"]
MATCHINGS: tuple[Matching, ...] = ("best", "one-to-one")
WordSlot = Literal["predicate", "participant", "locative", "modifier", "mention"]

_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_Id = TypeVar("_Id", bound=ImageId)


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedCaption:
    """A caption with its tuples.

    Attributes:
        tuples: What it says.
        text: As written; words of it that no tuple holds count as mentions. Empty where only tuples are known.
    """

    tuples: Sequence[SemanticTuple]
    text: str = ""


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word of a caption with the first slot that it fills."""

    word: ContentWord
    slot: WordSlot


@dataclass(frozen=True, slots=True, kw_only=True)
class WordMatch:
    """One summand of precision or recall.

    Attributes:
        side: ``candidate``: a summand of precision; ``reference``: of the recall of one reference.
        reference_index: Which reference's recall; None for the candidate's words, whose match may be in any.
        word: The word.
        slot: Where it stands.
        weight: How much it counts.
        match: The word that it matches best; None where nothing is alike.
        similarity: Of the two, from 0 to 1.
    """

    side: Literal["candidate", "reference"]
    reference_index: int | None
    word: str
    slot: WordSlot
    weight: float
    match: str | None
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedReference:
    """Agreement with one reference, each from 0 to 1; ``precision`` is against this reference alone."""

    precision: float
    recall: float
    theme: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedImage:
    """The graded score of one image, with all that it was made of.

    Attributes:
        image_id: As given.
        precision: Against all references together, from 0 to 1.
        recall: The mean over references, from 0 to 1.
        theme: Half the best reference's, half the mean, from 0 to 1.
        score: ``(theme + (precision + recall) / 2) / 2``.
        references: Agreement with each reference.
        matches: Every summand of precision and recall.
        n_candidate_words: Words of content of the candidate; 0 gives the score 0, see `GradedReport.wordless`.
        n_reference_words: Those of all references together; as above.
    """

    image_id: ImageId
    precision: float
    recall: float
    theme: float
    score: float
    references: tuple[GradedReference, ...]
    matches: Callable[[], list[WordMatch]] = field(repr=False, compare=False)
    n_candidate_words: int
    n_reference_words: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedReport:
    """The graded scores of many images.

    Attributes:
        signature: How the score was made.
        images: In the order of the references.
        precision: Mean over images, from 0 to 1; so are ``recall``, ``theme`` and ``score``.
        recall: Mean over images.
        theme: Mean over images.
        score: Mean over images.
        wordless: Images whose candidate, or whose references altogether, hold no word of content: they score 0 for want
            of anything to compare, and people should know.
    """

    signature: str
    images: Mapping[ImageId, GradedImage] = field(repr=False)
    precision: float
    recall: float
    theme: float
    score: float
    wordless: tuple[ImageId, ...]


def grade_images(
    candidates: Mapping[_Id, DescribedCaption],
    references: Mapping[_Id, Sequence[DescribedCaption]],
    *,
    similarity: Similarity | str = "exact.v1",
    matching: Matching = "best",
    missing_candidates: MissingCandidates = "error",
    model: str = NO_MODEL,
) -> GradedReport:
    """Grade one candidate for each image against the references of the image.

    Args:
        candidates: By image.
        references: By image, at least one caption each.
        similarity: A similarity, or the registered name of one that needs no thesaurus.
        matching: ``best``: several words may match one; ``one-to-one``: each word is matched once, the best way
            altogether.
        missing_candidates: What an image without a candidate is: an error, or a candidate without words (``empty``).
        model: The model that extracted the tuples, for the signature.

    Returns:
        The report, with at least one image.

    Raises:
        InvalidInputError: Candidates without references, references without a candidate, images without references, no
            images, or an unknown matching; all faults are named.
        UnknownNameError: ``similarity`` is not registered.
        CaptupleError: The similarity broke its contract.

    References:
        Sidorov et al. 2014, Soft similarity and soft cosine measure: the theme. The score is ours.
    """
    if matching not in MATCHINGS:
        raise InvalidInputError(
            [
                Fault(
                    where="matching",
                    problem=f"{shorten(matching)} is not allowed; allowed: {', '.join(MATCHINGS)}",
                )
            ]
        )
    if isinstance(similarity, str):
        similarity = get_similarity(similarity)
    line = graded_signature(similarity, matching=matching, missing_candidates=missing_candidates, model=model)
    check_images(candidates, references, missing_candidates=missing_candidates)
    nothing = DescribedCaption(tuples=())
    grade = _Grader(similarity, matching)
    images: dict[ImageId, GradedImage] = {
        image_id: grade(image_id, candidates.get(image_id, nothing), references[image_id])
        for image_id in references
    }
    figures = np.array([[i.precision, i.recall, i.theme, i.score] for i in images.values()]).mean(axis=0)
    return GradedReport(
        signature=line,
        images=images,
        precision=float(figures[0]),
        recall=float(figures[1]),
        theme=float(figures[2]),
        score=float(figures[3]),
        wordless=tuple(
            image_id
            for image_id, image in images.items()
            if not image.n_candidate_words or not image.n_reference_words
        ),
    )


def graded_signature(
    similarity: Similarity,
    *,
    matching: Matching = "best",
    missing_candidates: MissingCandidates = "error",
    model: str = NO_MODEL,
) -> str:
    """One line that says how a graded score was made.

    Examples:
        >>> from scoring.graded.similarity import ExactSimilarity
        >>> graded_signature(ExactSimilarity()).rpartition("|")[0]
        'captuple-graded|sim:exact.v1|match:best|model:none'
    """
    fields = [SCORE_NAME, f"sim:{signature_part('similarity', similarity.name)}"]
    if isinstance(similarity, ThesaurusSimilarity):
        fields.append(f"thesaurus:{similarity.thesaurus.digest}")
    fields.append(f"match:{matching}")
    if missing_candidates != "error":
        fields.append(f"missing:{missing_candidates}")
    fields += [
        f"model:{signature_part('model', model.replace('@', '-'))}",
        f"v:{captuple_version()}",
    ]
    return "|".join(fields)


def image_words(captions: Sequence[DescribedCaption], similarity: Similarity) -> list[list[PlacedWord]]:
    """The words of each caption; see `content_words`."""
    return [content_words(caption, similarity) for caption in captions]


def content_words(caption: DescribedCaption, similarity: Similarity) -> list[PlacedWord]:
    """The words of a caption that are compared, each once, with the first slot that it fills.

    These are predicates, arguments and their modifiers, and words of the text that no tuple holds (mentions), where
    the similarity knows what they are. What is not depicted and negated arguments are left out, with their modifiers.
    """
    slot_by_word: dict[ContentWord, WordSlot] = {}
    for item in caption.tuples:
        for word, slot in _tuple_words(item, similarity):
            slot_by_word.setdefault(word, slot)
    for word in _mentions(caption, similarity):
        slot_by_word.setdefault(word, "mention")
    return [PlacedWord(word, slot) for word, slot in slot_by_word.items()]


def _tuple_words(item: SemanticTuple, similarity: Similarity) -> Iterator[tuple[ContentWord, WordSlot]]:
    if not item.depicted:
        return
    if item.predicate.lemma and not item.predicate.tacit:
        yield ContentWord(item.predicate.lemma.lower(), "v"), "predicate"
    participants = (*item.agents, *item.patients)
    for slot, arguments in (("participant", participants), ("locative", item.locatives)):
        for argument in arguments:
            if not argument.present or not argument.lemma:
                continue
            yield ContentWord(argument.lemma.lower(), "n"), cast("WordSlot", slot)
            for modifier in argument.modifiers:
                form = modifier.lower()
                yield similarity.content_word(form) or ContentWord(form, "m"), "modifier"


def _mentions(caption: DescribedCaption, similarity: Similarity) -> Iterator[ContentWord]:
    """Words of content that stand in the text alone."""
    if not caption.text:
        return
    arguments = [
        argument for item in caption.tuples for argument in (*item.agents, *item.patients, *item.locatives)
    ]
    spans = [(argument.start, argument.end) for argument in arguments]
    spans += [(item.predicate.start, item.predicate.end) for item in caption.tuples]
    held = [(start, end) for start, end in spans if start is not None and end is not None]
    described = {modifier.lower() for argument in arguments for modifier in argument.modifiers}
    for match in _WORD.finditer(caption.text):
        form = match.group().lower()
        if form in described or any(match.start() < end and start < match.end() for start, end in held):
            continue
        word = similarity.content_word(form)
        if word is not None:
            yield word


class _Grader:
    """Grades images with one similarity."""

    def __init__(self, similarity: Similarity, matching: Matching) -> None:
        self._similarity = similarity
        self._matching = matching

    def __call__(
        self, image_id: ImageId, candidate: DescribedCaption, references: Sequence[DescribedCaption]
    ) -> GradedImage:
        own = content_words(candidate, self._similarity)
        theirs = image_words(references, self._similarity)
        words = list(dict.fromkeys(placed.word for placed in (*own, *(p for words in theirs for p in words))))
        row_by_word = {word: row for row, word in enumerate(words)}
        bags = np.zeros((1 + len(theirs), len(words)))
        for bag, placed_words in zip(bags, (own, *theirs), strict=True):
            bag[[row_by_word[placed.word] for placed in placed_words]] = 1
        if words:
            alike = checked_similarities(self._similarity, words)
            related = checked_relations(self._similarity, words)
            weights = checked_weights(self._similarity, words)
        else:
            alike, related, weights = np.zeros((0, 0)), np.zeros((0, 0)), np.zeros(0)
        weighed = bags * weights
        totals = weighed.sum(axis=1)

        candidate_best = self._best(alike, bags[0], bags[1:].max(axis=0, initial=0), weights)
        precision = float(weighed[0] @ candidate_best / (totals[0] + SILENCE))
        precisions, recalls = [], []
        for bag, total in zip(bags[1:], totals[1:], strict=True):
            matched = weighed[0] @ self._best(alike, bags[0], bag, weights)
            precisions.append(float(matched / (totals[0] + SILENCE)))
            recalls.append(
                float((bag * weights) @ self._best(alike, bag, bags[0], weights) / total) if total else 0.0
            )
        themes = _soft_cosines(weighed, related)
        recall = float(np.mean(recalls))
        theme = (float(themes.max()) + float(themes.mean())) / 2
        return GradedImage(
            image_id=image_id,
            precision=precision,
            recall=recall,
            theme=theme,
            score=(theme + (precision + recall) / 2) / 2,
            references=tuple(
                GradedReference(precision=p, recall=r, theme=float(t))
                for p, r, t in zip(precisions, recalls, themes, strict=True)
            ),
            matches=lambda: list(self._matches(own, theirs)),
            n_candidate_words=len(own),
            n_reference_words=sum(map(len, theirs)),
        )

    def _best(
        self,
        alike: Floats,
        from_bag: Floats,
        to_bag: Floats,
        weights: Floats,
    ) -> Floats:
        """For each word of ``from_bag`` the likeness of its match in ``to_bag``; 0 for words that are not in it."""
        if self._matching == "best":
            return cast("Floats", (alike * to_bag).max(axis=1, initial=0) * from_bag)
        rows, columns = np.flatnonzero(from_bag), np.flatnonzero(to_bag)
        result = np.zeros(len(from_bag))
        gain = alike[np.ix_(rows, columns)] * weights[rows, None]
        for i, j in zip(*_assignment(gain), strict=True):
            result[rows[i]] = alike[rows[i], columns[j]]
        return result

    def _matches(
        self, own: Sequence[PlacedWord], theirs: Sequence[Sequence[PlacedWord]]
    ) -> Iterator[WordMatch]:
        union = list({placed.word: placed for words in theirs for placed in words}.values())
        yield from self._side_matches("candidate", None, own, union)
        for index, words in enumerate(theirs):
            yield from self._side_matches("reference", index, words, own)

    def _side_matches(
        self,
        side: Literal["candidate", "reference"],
        index: int | None,
        words: Sequence[PlacedWord],
        others: Sequence[PlacedWord],
    ) -> Iterator[WordMatch]:
        if not words:
            return
        both = [placed.word for placed in (*words, *others)]
        alike = checked_similarities(self._similarity, both)[: len(words), len(words) :]
        weights = checked_weights(self._similarity, both)[: len(words)]
        if self._matching == "best":
            column_by_row = dict(enumerate(alike.argmax(axis=1))) if others else {}
        else:
            rows, columns = _assignment(alike * weights[:, None])
            column_by_row = dict(zip(rows.tolist(), columns.tolist(), strict=True))
        for row, placed in enumerate(words):
            column = column_by_row.get(row)
            similarity = 0.0 if column is None else float(alike[row, column])
            yield WordMatch(
                side=side,
                reference_index=index,
                word=placed.word.lemma,
                slot=placed.slot,
                weight=float(weights[row]),
                match=others[column].word.lemma if column is not None and similarity > 0 else None,
                similarity=similarity,
            )


def _assignment(gain: Floats) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Rows and columns of the one-to-one assignment with the greatest sum."""
    import scipy.optimize  # here, because it takes half a second and best matches do without

    rows, columns = scipy.optimize.linear_sum_assignment(gain, maximize=True)
    return rows, columns


def _soft_cosines(weighed: Floats, related: Floats) -> Floats:
    """Of the first bag with each of the others; 0 where one of the two is empty, and where they contradict."""
    products = weighed @ related @ weighed.T
    lengths = np.sqrt(np.maximum(np.diag(products), 0))
    denominators = lengths[0] * lengths[1:]
    cosines = np.divide(products[0, 1:], denominators, out=np.zeros(len(lengths) - 1), where=denominators > 0)
    result: Floats = np.clip(cosines, 0, 1)
    return result
