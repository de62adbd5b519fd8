"""Say how good an extractor is: cross-validation, agreement with human tuples, the paper's Table 1."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from sklearn.model_selection import GroupKFold

from extractor.extractor import Extractor, lemmatized
from extractor.linear.model import LinearModel
from extractor.tuples.assembly import assemble
from extractor.types import SemanticTuple, depicted
from formats.corpora.annotated import AnnotatedCaption, image_keys
from scoring.bast.agreement import Counts, prf
from scoring.bast.components import COMPONENTS
from scoring.bast.score import score_images
from scoring.conventions import Conventions
from scoring.images import ImageId
from training.links.fit_links import DEFAULT_OPTIONS, LinkOptions, TrainingCaption, train_links
from training.progress import Report, silent

N_OUTER_FOLDS = 5
_Id = TypeVar("_Id", bound=ImageId)

# Table 1 of Ellebracht et al. 2015: F1 of automatic against human tuples on the captions of two systems.
TABLE_1: Mapping[str, tuple[float, float]] = {
    "PA": (0.967, 0.865),
    "PR": (0.703, 0.808),
    "LO": (0.793, 0.819),
    "PA-PR": (0.884, 0.812),
    "PR-LO": (0.779, 0.723),
    "PA-LO": (0.849, 0.757),
    "PA-PR-LO": (0.815, 0.704),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class KindFigures:
    """How well the kinds of locatives are told apart, over the locatives that both sides have.

    Attributes:
        n_locatives: Locatives of one caption that both sides have at the same word, with a kind each.
        accuracy: Share of them with the same kind, from 0 to 1; 1 where there are none.
        majority: Share of the gold's most frequent kind: what a constant would reach.
        by_kind: (precision, recall, F1) by kind of the gold, from 0 to 1.
    """

    n_locatives: int
    accuracy: float
    majority: float
    by_kind: dict[str, tuple[float, float, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactFigures:
    """How many tuples are right as they stand; see `count_exact`.

    Attributes:
        overall: Tuples that are in both, that are ours, that are the gold's.
        by_group: The same over the captions of each group; empty where no groups were named.
    """

    overall: Counts
    by_group: Mapping[str, Counts]

    def as_record(self) -> dict[str, object]:
        """The figures as JSON values, rounded to four digits."""
        return {
            **_exact_record(self.overall),
            "by_group": {name: _exact_record(counts) for name, counts in self.by_group.items()},
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TupleFigures:
    """Agreement of automatic with human tuples.

    Attributes:
        n_captions: Captions compared.
        counts_by_image: What the captions of each image share with the gold, summed; for significance.
        micro: (precision, recall, F1) by component, from 0 to 1, from counts over all captions.
        macro: The same as means over captions.
        macro_images: The same as means over images, whose BASTs are unions over their captions.
        kinds: Of the locatives.
        exact: Of whole tuples.
    """

    n_captions: int
    counts_by_image: dict[str, Mapping[str, Counts]] = field(repr=False)
    micro: dict[str, tuple[float, float, float]]
    macro: dict[str, tuple[float, float, float]]
    macro_images: dict[str, tuple[float, float, float]]
    kinds: KindFigures
    exact: ExactFigures

    def as_record(self) -> dict[str, object]:
        """The figures as JSON values, rounded to four digits."""

        def rounded(figures: Mapping[str, tuple[float, float, float]]) -> dict[str, list[float]]:
            return {component: [round(value, 4) for value in values] for component, values in figures.items()}

        return {
            "n_captions": self.n_captions,
            "micro": rounded(self.micro),
            "macro": rounded(self.macro),
            "macro_images": rounded(self.macro_images),
            "locative_kinds": {
                "n_locatives": self.kinds.n_locatives,
                "accuracy": round(self.kinds.accuracy, 4),
                "majority": round(self.kinds.majority, 4),
                "by_kind": rounded(self.kinds.by_kind),
            },
            "exact_tuples": self.exact.as_record(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedCaption:
    """The tuples of one caption twice.

    Attributes:
        image: What its image is called; captions of one image are one image's.
        ours: The automatic tuples.
        gold: Those by people.
        groups: The groups that its tuples count in as well, such as its kind.
    """

    image: str
    ours: Sequence[SemanticTuple]
    gold: Sequence[SemanticTuple]
    groups: Sequence[str] = ()


def compare_tuples(captions: Sequence[ComparedCaption]) -> TupleFigures:
    """Compare automatic with human tuples, caption by caption; ``lemma.v1``, ``null: exclude``.

    A caption's automatic tuples are the candidate and its human ones the reference, so the counts are those of
    the score itself. Every caption counts, also where several files use the same ids.
    """
    candidates = {index: item.ours for index, item in enumerate(captions)}
    references = {index: [item.gold] for index, item in enumerate(captions)}
    ours_by_image: dict[str, list[SemanticTuple]] = defaultdict(list)
    gold_by_image: dict[str, list[Sequence[SemanticTuple]]] = defaultdict(list)
    for item in captions:
        ours_by_image[item.image].extend(item.ours)
        gold_by_image[item.image].append(item.gold)

    def figures(
        candidates: Mapping[_Id, Sequence[SemanticTuple]],
        references: Mapping[_Id, Sequence[Sequence[SemanticTuple]]],
        conventions: Conventions,
    ) -> dict[str, tuple[float, float, float]]:
        scores = score_images(candidates, references, conventions=conventions).scores
        return {
            component: (scores[component].precision, scores[component].recall, scores[component].f1)
            for component in COMPONENTS
        }

    counts_by_image: dict[str, dict[str, Counts]] = {}
    by_caption = score_images(candidates, references).images
    for index, item in enumerate(captions):
        sums = counts_by_image.setdefault(item.image, dict.fromkeys(COMPONENTS, Counts()))
        for component, counts in by_caption[index].counts_by_component.items():
            sums[component] += counts
    return TupleFigures(
        n_captions=len(captions),
        counts_by_image=dict(counts_by_image),
        micro=figures(candidates, references, Conventions(average="micro")),
        macro=figures(candidates, references, Conventions(average="macro")),
        macro_images=figures(ours_by_image, gold_by_image, Conventions(average="macro")),
        kinds=_kind_figures([(item.ours, item.gold) for item in captions]),
        exact=_exact_figures(captions),
    )


def count_exact(ours: Sequence[SemanticTuple], gold: Sequence[SemanticTuple]) -> Counts:
    """How many tuples of one caption are right whole.

    A tuple is right when the gold has one with the same predicate and the same fillers in each slot, by their
    lemmas: particles, prepositions and negation are part of it, the order in a slot and the kinds of locatives are
    not, and a tacit predicate is that of the same value or of none. Of two tuples alike each needs one of the gold.
    What is not depicted is left out.
    """
    ours_values, gold_values = (
        Counter(_tuple_value(item) for item in depicted(tuples)) for tuples in (ours, gold)
    )
    return Counts((ours_values & gold_values).total(), ours_values.total(), gold_values.total())


def _tuple_value(item: SemanticTuple) -> tuple[object, ...]:
    slots = (item.agents, item.patients, item.locatives)
    fillers = [Counter((a.lemma, a.preposition, a.negated, a.tacit) for a in slot) for slot in slots]
    return (item.predicate.tacit, item.predicate.lemma, *(frozenset(slot.items()) for slot in fillers))


def _exact_figures(captions: Sequence[ComparedCaption]) -> ExactFigures:
    overall, by_group = Counts(), defaultdict[str, Counts](Counts)
    for item in captions:
        counts = count_exact(item.ours, item.gold)
        overall += counts
        for group in item.groups:
            by_group[group] += counts
    return ExactFigures(overall=overall, by_group=dict(sorted(by_group.items())))


def _exact_record(counts: Counts) -> dict[str, float]:
    found = prf(counts)
    return {
        "precision": round(found.precision, 4),
        "recall": round(found.recall, 4),
        "n_right": counts.matched,
        "n_ours": counts.n_candidate,
        "n_gold": counts.n_reference,
    }


def _kind_figures(
    captions: Sequence[tuple[Sequence[SemanticTuple], Sequence[SemanticTuple]]],
) -> KindFigures:
    pairs = Counter(
        (kinds[0][start], kinds[1][start])
        for caption in captions
        for kinds in ([_kind_by_start(tuples) for tuples in caption],)
        for start in kinds[0].keys() & kinds[1].keys()
    )
    ours, gold, both = Counter[str](), Counter[str](), Counter[str]()
    for (our_kind, gold_kind), n in pairs.items():
        ours[our_kind] += n
        gold[gold_kind] += n
        both[gold_kind] += n * (our_kind == gold_kind)
    total = sum(gold.values())
    return KindFigures(
        n_locatives=total,
        accuracy=sum(both.values()) / total if total else 1.0,
        majority=max(gold.values()) / total if total else 1.0,
        by_kind={
            kind: (found.precision, found.recall, found.f1)
            for kind in sorted(gold)
            for found in (prf(Counts(both[kind], ours[kind], gold[kind]), empty="zero"),)
        },
    )


def _kind_by_start(tuples: Sequence[SemanticTuple]) -> dict[int, str]:
    """The kind of each locative by its first code point; of a place named by several tuples, the first one's."""
    result: dict[int, str] = {}
    for item in tuples:
        for locative in item.locatives:
            if locative.kind is not None and locative.start is not None:
                result.setdefault(locative.start, locative.kind)
    return result


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossValidation:
    """Tuples of captions by models that had not seen their images, beside the human ones.

    Attributes:
        captions: Both kinds of tuples of each caption, in the order of the data.
        calibration_error: Expected calibration error of the links' confidences.
    """

    captions: Sequence[ComparedCaption] = field(repr=False)
    calibration_error: float

    def figures(self, indices: Iterable[int] | None = None) -> TupleFigures:
        """The figures over some captions, by their place in the data; over all by default."""
        chosen = self.captions if indices is None else [self.captions[index] for index in indices]
        return compare_tuples(chosen)


def cross_validate(
    data: Sequence[TrainingCaption],
    roles: LinearModel,
    *,
    extra: Sequence[TrainingCaption] = (),
    options: LinkOptions = DEFAULT_OPTIONS,
    report: Report = silent,
) -> CrossValidation:
    """Train on four fifths of the images and extract from the last fifth, five times.

    Whatever the training chooses it chooses inside the four fifths.

    Args:
        data: The captions to train on and to extract from.
        roles: The role model.
        extra: Captions of other images to train on every time, never to extract from.
        options: What the training may choose from.
        report: Called with lines of progress.
    """
    groups = image_keys([item.caption for item in data])
    ours: dict[int, Sequence[SemanticTuple]] = {}
    confidences: list[tuple[float, bool]] = []
    for fold, (train, test) in enumerate(GroupKFold(N_OUTER_FOLDS).split(data, groups=groups), 1):
        report(f"cross-validation: fold {fold} of {N_OUTER_FOLDS}")
        model = train_links([*(data[i] for i in train), *extra], roles, options=options, report=report)
        decisions = model.decide([data[i].features for i in test])
        for i, found in zip(test, decisions, strict=True):
            item = data[i]
            ours[int(i)] = assemble(item.features, found)
            for decision in found:
                known = decision.candidate in item.candidates
                k = item.candidates.index(decision.candidate) if known else -1
                for argument in decision.arguments:
                    column = model.slots.labels.index(argument.slot)
                    right = known and bool(item.slots[k][item.pairs[k].index(argument.index), column])
                    confidences.append((argument.confidence, right))
    return CrossValidation(
        captions=[
            ComparedCaption(image=image, ours=ours[i], gold=item.tuples)
            for i, (item, image) in enumerate(zip(data, groups, strict=True))
        ],
        calibration_error=expected_calibration_error(confidences),
    )


def expected_calibration_error(confidences: Sequence[tuple[float, bool]], *, n_bins: int = 10) -> float:
    """Mean distance of confidence from accuracy over equally wide bins, weighted by their sizes; from 0 to 1.

    References:
        Guo et al., 2017: On Calibration of Modern Neural Networks, equation 3.
    """
    if not confidences:
        return 0.0
    values = np.array([confidence for confidence, _ in confidences])
    right = np.array([label for _, label in confidences], dtype=float)
    bins = np.minimum((values * n_bins).astype(int), n_bins - 1)
    error = 0.0
    for b in range(n_bins):
        inside = bins == b
        if inside.any():
            error += inside.mean() * abs(values[inside].mean() - right[inside].mean())
    return float(error)


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemOrder:
    """Macro F1 of two systems' captions against gold references, by automatic and by human tuples.

    Attributes:
        human: F1 of the first and the second system by component, their captions' tuples made by people.
        automatic: The same with tuples by the extractor.
    """

    human: dict[str, tuple[float, float]]
    automatic: dict[str, tuple[float, float]]

    def agrees(self, component: str) -> bool:
        """Whether automatic and human tuples order the two systems in the same way."""
        human, automatic = self.human[component], self.automatic[component]
        return (human[0] > human[1]) == (automatic[0] > automatic[1])


def order_systems(
    extractor: Extractor,
    systems: tuple[Sequence[AnnotatedCaption], Sequence[AnnotatedCaption]],
    references: Sequence[AnnotatedCaption],
    images: Sequence[str],
) -> SystemOrder:
    """Figure 5 of the paper: do automatic tuples order two captioning systems as human tuples do?

    Args:
        extractor: Makes the automatic tuples.
        systems: The annotated captions of the two systems.
        references: The annotated captions of people; their human tuples are the gold for both.
        images: The images to compare on.
    """

    def tuples_by_image(annotated: Sequence[AnnotatedCaption]) -> dict[str, list[tuple[SemanticTuple, ...]]]:
        result: dict[str, list[tuple[SemanticTuple, ...]]] = {image: [] for image in images}
        for item in annotated:
            if item.caption.image_id in result:
                tuples = tuple(lemmatized(gold, extractor.lexicon) for gold in item.tuples)
                result[str(item.caption.image_id)].append(tuples)
        return result

    gold = tuples_by_image(references)
    f1: dict[str, list[dict[str, float]]] = {"human": [], "automatic": []}
    for system in systems:
        extractions = extractor.extract([item.caption for item in system])
        extracted = [AnnotatedCaption(caption=e.caption, tuples=e.tuples) for e in extractions]
        for kind, annotated in (("human", system), ("automatic", extracted)):
            candidates = {
                image: [item for tuples in captions for item in tuples]
                for image, captions in tuples_by_image(annotated).items()
            }
            scores = score_images(candidates, gold).scores
            f1[kind].append({component: scores[component].f1 for component in COMPONENTS})
    return SystemOrder(
        **{kind: {c: (first[c], second[c]) for c in COMPONENTS} for kind, (first, second) in f1.items()}
    )


def evaluate_extractor(
    extractor: Extractor,
    annotated: Sequence[AnnotatedCaption],
    *,
    groups: Sequence[Sequence[str]] | None = None,
) -> TupleFigures:
    """Extract from annotated captions and compare.

    Args:
        extractor: Makes the automatic tuples.
        annotated: The captions.
        groups: The groups of each caption, for the count of exact tuples; by default none.
    """
    extractions = extractor.extract([item.caption for item in annotated])
    images = image_keys([item.caption for item in annotated])
    return compare_tuples(
        [
            ComparedCaption(
                image=image,
                ours=extraction.tuples,
                gold=tuple(lemmatized(item, extractor.lexicon) for item in human.tuples),
                groups=own_groups,
            )
            for image, extraction, human, own_groups in zip(
                images, extractions, annotated, groups or [()] * len(annotated), strict=True
            )
        ]
    )
