"""``captuple-graded``: agreement of captions where kid against boy is less than 1 and more than 0.

It stands beside BAST and is an extension of ours. Every score is a sum of named summands (`GradedImage.summands`), and
every measure behind them is a sum over words or facts with a weight and a best match, which `GradedImage.matches` and
`GradedImage.facts` list.

For a candidate with words i of weight w_i, and the references k with words j:

- precision: the sum of w_i times the likeness of i's best match in any reference, over the sum of w_i plus
  `SILENCE`. The constant is a doubt: a caption of one true word proves little.
- recall of k: the sum of w_j times the likeness of j's best match in the candidate, over the sum of w_j.
- theme of k: the soft cosine of the two bags of words. It sees words that are used of the same pictures without meaning
  the same (snow and ski), and words that are used of others speak against it.

Version ``v1`` is half theme (the mean of the best reference and of all) and half agreement (the mean of precision and
of the mean recall over references). Version ``v2`` sees who does what to whom (`scoring.graded.facts`), over entities:
an argument has what the caption says of its entity anywhere (`scoring.graded.gathering`), and two of one noun stay two
(`scoring.graded.alignment`):

- structure: as precision, over the facts of the candidate: two words count in full where references join them alike.
- contradiction, which counts against: as structure, over how much more the references say the opposite of a fact, or
  say it of another thing. Of more than `MANY` facts only the square root counts in the divisor.
- invention, which counts against: what all words of the candidate together lack to their best match in any reference,
  over the same plus `INVENTED`. Precision is a mean, which one invented thing in a long caption hardly moves.
- broken off, which counts against: 1 where the candidate ends on a word that nothing ends on (``a dog and the``).

Where the similarity reads whole captions (``encoder.v1``), invention is over words in their context, and there are
three more measures:

- captions: the cosine of the two captions, half of the best reference, half the mean; of several sentences, that of
  each with the likest of the other caption, over the sentences of both.
- word precision, word recall: of words in their context, the mean of the best matches in any reference; and of each
  reference's words in the candidate, the mean over references.

Weights: `scoring.graded.weights`. All measures lie in [0, 1], and so does the score: where what counts against
outweighs all else, it is cut so that the score is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar, cast

import numpy as np
import numpy.typing as npt

from extractor.errors import Fault, InvalidInputError, shorten
from scoring.conventions import NO_MODEL, MissingCandidates, captuple_version, signature_part
from scoring.graded.contextual import ContextualAgreement, EncoderSimilarity, contextual_agreement
from scoring.graded.fact_matching import match_facts
from scoring.graded.facts import Fact, FactMatch, caption_facts
from scoring.graded.gathering import Heads, borne, gathered
from scoring.graded.prose import sentence_spans
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
from scoring.graded.weights import (
    BROKEN_OFF,
    CONTEXT_WEIGHTS,
    CONTRADICTION,
    INVENTION,
    WORD_WEIGHTS,
)
from scoring.graded.words import (
    DescribedCaption,
    PlacedWord,
    WordSlot,
    caption_text,
    content_words,
    is_broken_off,
)
from scoring.images import ImageId, check_images

SCORE_NAME = "captuple-graded"
SILENCE = 2.0
"""What is added to the candidate's weight in precision: that of two ordinary words."""
DOUBT = 1.0
"""What is added to the weight of the candidate's facts in structure and contradiction: that of one."""
INVENTED = 8.0
"""What makes half of an invention: eight ordinary words of which no reference says anything like it."""
MANY = 12.0
"""From which weight of its facts on a caption is a long text: one contradiction among forty facts is no small fault."""

GradedVersion = Literal["v1", "v2"]
GRADED_VERSIONS: tuple[GradedVersion, ...] = ("v2", "v1")
"""The default first."""
Matching = Literal["best", "one-to-one"]
MATCHINGS: tuple[Matching, ...] = ("best", "one-to-one")

_V1_WEIGHTS: Mapping[str, float] = {"theme": 0.5, "precision": 0.25, "recall": 0.25}
# Texts that an encoder reads at once.
_TEXTS_A_BATCH = 2_000
_Id = TypeVar("_Id", bound=ImageId)


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
class GradedSummand:
    """One summand of a graded score.

    Attributes:
        name: Of the measure.
        measure: From 0 to 1.
        weight: What it is multiplied with; below 0 where it counts against the candidate.
        value: What it adds to the score.
    """

    name: str
    measure: float
    weight: float
    value: float


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
        score: The sum of the summands' values, from 0 to 1.
        summands: What the score is made of.
        references: Agreement with each reference.
        matches: Every summand of precision and recall.
        facts: Every summand of structure and contradiction; empty under ``v1``.
        n_candidate_words: Words of content of the candidate; 0 gives the score 0, see `GradedReport.wordless`.
        n_reference_words: Those of all references together; as above.
    """

    image_id: ImageId
    precision: float
    recall: float
    theme: float
    score: float
    summands: tuple[GradedSummand, ...]
    references: tuple[GradedReference, ...]
    matches: Callable[[], list[WordMatch]] = field(repr=False, compare=False)
    facts: tuple[FactMatch, ...] = field(repr=False)
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
        summands: Means over images.
        wordless: Images whose candidate, or whose references altogether, hold no word of content: they score 0 for want
            of anything to compare, and people should know.
    """

    signature: str
    images: Mapping[ImageId, GradedImage] = field(repr=False)
    precision: float
    recall: float
    theme: float
    score: float
    summands: tuple[GradedSummand, ...]
    wordless: tuple[ImageId, ...]


def grade_images(
    candidates: Mapping[_Id, DescribedCaption],
    references: Mapping[_Id, Sequence[DescribedCaption]],
    *,
    similarity: Similarity | str = "exact.v1",
    version: GradedVersion = GRADED_VERSIONS[0],
    matching: Matching = "best",
    missing_candidates: MissingCandidates = "error",
    model: str = NO_MODEL,
) -> GradedReport:
    """Grade one candidate for each image against the references of the image.

    Args:
        candidates: By image.
        references: By image, at least one caption each.
        similarity: A similarity, or the registered name of one that needs no thesaurus.
        version: Of the score; see above.
        matching: ``best``: several words may match one; ``one-to-one``: each word is matched once, the best way
            altogether.
        missing_candidates: What an image without a candidate is: an error, or a candidate without words (``empty``).
        model: The model that extracted the tuples, for the signature.

    Returns:
        The report, with at least one image.

    Raises:
        InvalidInputError: Candidates without references, references without a candidate, images without references, no
            images, an unknown version or matching; all faults are named.
        UnknownNameError: ``similarity`` is not registered.
        CaptupleError: The similarity broke its contract.

    References:
        Sidorov et al. 2014, Soft similarity and soft cosine measure: the theme. The score is ours.
    """
    check_graded_options(version=version, matching=matching)
    if isinstance(similarity, str):
        similarity = get_similarity(similarity)
    line = graded_signature(
        similarity, version=version, matching=matching, missing_candidates=missing_candidates, model=model
    )
    check_images(candidates, references, missing_candidates=missing_candidates)
    nothing = DescribedCaption(tuples=())
    grade = _Grader(similarity, matching, version)
    images: dict[ImageId, GradedImage] = {}
    for batch in _image_batches(references):
        grade.read([c for i in batch for c in (candidates.get(i, nothing), *references[i])])
        for image_id in batch:
            images[image_id] = grade(image_id, candidates.get(image_id, nothing), references[image_id])
    return report_of(line, images)


def report_of(signature: str, images: Mapping[ImageId, GradedImage]) -> GradedReport:
    """The report over graded images.

    Args:
        signature: How they were graded.
        images: At least one.
    """
    graded = list(images.values())
    figures = np.array([[i.precision, i.recall, i.theme, i.score] for i in graded]).mean(axis=0)
    values = np.array([[(s.measure, s.value) for s in image.summands] for image in graded]).mean(axis=0)
    return GradedReport(
        signature=signature,
        images=images,
        precision=float(figures[0]),
        recall=float(figures[1]),
        theme=float(figures[2]),
        score=float(figures[3]),
        summands=tuple(
            GradedSummand(name=s.name, measure=float(measure), weight=s.weight, value=float(value))
            for s, (measure, value) in zip(graded[0].summands, values, strict=True)
        ),
        wordless=tuple(
            image_id
            for image_id, image in images.items()
            if not image.n_candidate_words or not image.n_reference_words
        ),
    )


def check_graded_options(*, version: str, matching: str = MATCHINGS[0]) -> None:
    """Check a version and a matching.

    Raises:
        InvalidInputError: One is not allowed; both are named.
    """
    faults = [
        Fault(where=where, problem=f"{shorten(value)} is not allowed; allowed: {', '.join(allowed)}")
        for where, value, allowed in (
            ("graded version", version, GRADED_VERSIONS),
            ("matching", matching, MATCHINGS),
        )
        if value not in allowed
    ]
    if faults:
        raise InvalidInputError(faults)


def signature_with_model(line: str, model: str) -> str:
    """The signature of `graded_signature`, made without a model, with the model that found the tuples."""
    return line.replace(f"|model:{NO_MODEL}|", f"|model:{signature_part('model', model.replace('@', '-'))}|")


def _image_batches(references: Mapping[_Id, Sequence[DescribedCaption]]) -> Iterator[list[_Id]]:
    batch: list[_Id] = []
    n_texts = 0
    for image_id, captions in references.items():
        batch.append(image_id)
        n_texts += 1 + len(captions)
        if n_texts >= _TEXTS_A_BATCH:
            yield batch
            batch, n_texts = [], 0
    if batch:
        yield batch


def graded_signature(
    similarity: Similarity,
    *,
    version: GradedVersion = GRADED_VERSIONS[0],
    matching: Matching = "best",
    missing_candidates: MissingCandidates = "error",
    model: str = NO_MODEL,
) -> str:
    """One line that says how a graded score was made.

    Examples:
        >>> from scoring.graded.similarity import ExactSimilarity
        >>> graded_signature(ExactSimilarity()).rpartition("|")[0]
        'captuple-graded.v2|sim:exact.v1|match:best|model:none'
    """
    name = SCORE_NAME if version == "v1" else f"{SCORE_NAME}.{version}"
    fields = [name, f"sim:{signature_part('similarity', similarity.name)}"]
    if isinstance(similarity, ThesaurusSimilarity):
        fields.append(f"thesaurus:{similarity.thesaurus.digest}")
    if isinstance(similarity, EncoderSimilarity):
        fields.append(f"encoder:{similarity.encoder.digest}")
    fields.append(f"match:{matching}")
    if missing_candidates != "error":
        fields.append(f"missing:{missing_candidates}")
    fields += [
        f"model:{signature_part('model', model.replace('@', '-'))}",
        f"v:{captuple_version()}",
    ]
    return "|".join(fields)


class _Grader:
    """Grades images with one similarity."""

    def __init__(self, similarity: Similarity, matching: Matching, version: GradedVersion) -> None:
        self._similarity = similarity
        self._matching = matching
        self._is_structured = version != "v1"
        self._encoder = (
            similarity if self._is_structured and isinstance(similarity, EncoderSimilarity) else None
        )

    def read(self, captions: Sequence[DescribedCaption]) -> None:
        """Let an encoder read captions that are graded next, all at once."""
        if self._encoder is not None:
            self._encoder.encode([caption_text(caption) for caption in captions])

    def __call__(
        self, image_id: ImageId, candidate: DescribedCaption, references: Sequence[DescribedCaption]
    ) -> GradedImage:
        own, *theirs = (
            content_words(
                _over_entities(caption, heads="general") if self._is_structured else caption,
                self._similarity,
                every_word=not self._is_structured,
            )
            for caption in (candidate, *references)
        )
        facts, their_facts = self._facts(candidate, references)
        words = list(
            dict.fromkeys(
                (
                    *(placed.word for placed in (*own, *(p for words in theirs for p in words))),
                    *(
                        word
                        for some in (facts, *their_facts)
                        for fact in some
                        for word in (fact.first, fact.second)
                    ),
                )
            )
        )
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
        fact_matches: list[FactMatch] = []
        is_wordless = not own or not any(theirs)
        if self._is_structured and not is_wordless:
            fact_matches = match_facts(
                facts,
                their_facts,
                alike=alike,
                weights=weights,
                row_by_word=row_by_word,
                said=_nouns(p for placed in theirs for p in placed),
                said_by_candidate=_nouns(own),
            )
        measures = {"theme": theme, "precision": precision, "recall": recall}
        if self._is_structured:
            measures |= _fact_measures(fact_matches)
            measures[INVENTION] = _invention(weighed[0] @ (1 - candidate_best))
            measures |= self._context_measures(candidate, references)
            measures[BROKEN_OFF] = float(is_broken_off(candidate.text))
        summands = _summands(measures, self._weights, is_wordless=is_wordless)
        return GradedImage(
            image_id=image_id,
            precision=precision,
            recall=recall,
            theme=theme,
            score=max(0.0, sum(summand.value for summand in summands)),
            summands=summands,
            facts=tuple(fact_matches),
            references=tuple(
                GradedReference(precision=p, recall=r, theme=float(t))
                for p, r, t in zip(precisions, recalls, themes, strict=True)
            ),
            matches=lambda: list(self._matches(own, theirs)),
            n_candidate_words=len(own),
            n_reference_words=sum(map(len, theirs)),
        )

    @property
    def _weights(self) -> Mapping[str, float]:
        if not self._is_structured:
            return _V1_WEIGHTS
        return WORD_WEIGHTS if self._encoder is None else CONTEXT_WEIGHTS

    def _facts(
        self, candidate: DescribedCaption, references: Sequence[DescribedCaption]
    ) -> tuple[list[Fact], list[list[Fact]]]:
        """The facts of the candidate, and those of each reference."""
        if not self._is_structured:
            return [], [[] for _ in references]
        content_word = self._similarity.content_word
        own, *theirs = (
            caption_facts(
                _over_entities(caption, heads="all").tuples,
                content_word,
                borne=borne(caption.text, caption.tuples, caption.entities),
            )
            for caption in (candidate, *references)
        )
        return own, theirs

    def _context_measures(
        self, candidate: DescribedCaption, references: Sequence[DescribedCaption]
    ) -> dict[str, float]:
        if self._encoder is None:
            return {}
        own, *theirs = self._encoder.encode([caption_text(caption) for caption in (candidate, *references)])
        agreement: ContextualAgreement = contextual_agreement(own, theirs)
        word_precision = agreement.word_precision
        return {
            "captions": (float(agreement.captions.max()) + float(agreement.captions.mean())) / 2,
            INVENTION: _invention((1 - word_precision).sum()),
            "word precision": float(word_precision.mean()) if len(word_precision) else 0.0,
            "word recall": float(agreement.recalls.mean()),
        }

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


def _over_entities(caption: DescribedCaption, *, heads: Heads) -> DescribedCaption:
    """The caption with what it says of each entity brought together."""
    if not caption.entities:
        return caption
    if len(sentence_spans(caption.text)) < 2:
        heads = "none"
    return replace(caption, tuples=gathered(caption.tuples, caption.entities, heads=heads))


def _nouns(placed_words: Iterable[PlacedWord]) -> list[ContentWord]:
    return list(dict.fromkeys(placed.word for placed in placed_words if placed.word.word_class == "n"))


def _invention(unsupported: float) -> float:
    return float(unsupported / (unsupported + INVENTED))


def _fact_measures(matches: Sequence[FactMatch]) -> dict[str, float]:
    """Structure and contradiction."""
    total = sum(match.weight for match in matches) + DOUBT
    weighed = total if total <= MANY else (MANY * total) ** 0.5
    return {
        "structure": sum(match.weight * match.support for match in matches) / total,
        CONTRADICTION: sum(match.weight * match.contradiction for match in matches) / weighed,
    }


def _summands(
    measures: Mapping[str, float], weights: Mapping[str, float], *, is_wordless: bool
) -> tuple[GradedSummand, ...]:
    """Measures times weights; all 0 where there was nothing to compare."""
    values = {name: 0.0 if is_wordless else weight * measures[name] for name, weight in weights.items()}
    against = sum(value for value in values.values() if value < 0)
    in_favour = sum(value for value in values.values() if value > 0)
    if in_favour < -against:
        values = {
            name: value if value > 0 else value * in_favour / -against for name, value in values.items()
        }
    return tuple(
        GradedSummand(
            name=name, measure=0.0 if is_wordless else measures[name], weight=weight, value=values[name]
        )
        for name, weight in weights.items()
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
