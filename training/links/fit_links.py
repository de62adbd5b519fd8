"""Train the link models on annotated captions.

Everything that is chosen (weights of the SVMs' errors, thresholds, calibration) is chosen on margins from
cross-validation over images inside the training data, so that a figure measured on other images is honest.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import GroupKFold

from extractor.errors import Fault, InvalidInputError
from extractor.extractor import lemmatized
from extractor.lexicon import Lexicon
from extractor.linear.model import LinearModel, Margins
from extractor.links.candidates import PredicateCandidate, argument_candidates, predicate_candidates
from extractor.links.caption_features import CaptionFeatures
from extractor.links.context import ContextWeights, word_vectors
from extractor.links.decisions import SLOTS, LinkModel, kind_features, slot_thresholds
from extractor.links.pair_features import argument_window, pair_features
from extractor.links.particles import particle_candidate, particle_features
from extractor.links.predicate_features import predicate_features
from extractor.links.roles import role_names
from extractor.syntax.graph import Graph
from extractor.syntax.parser import Parser, has_vectors, parse_for_links
from extractor.syntax.tokenization import Tokenizer
from extractor.types import Caption, SemanticTuple
from formats.corpora.annotated import AnnotatedCaption, image_keys
from training.links.context import Axes, Vectors, folded
from training.links.fit import Labels, calibrate, fit_linear, fit_with_dense
from training.links.weak import WeakExamples
from training.progress import Report, silent

KINDS = ("scene", "object", "event")
N_FOLDS = 5
N_BLOCKS = 8
_BLOCK = "block="
MIN_IMAGES = 10
_DECISIONS = ("predicate", "tacit", "agent", "patient", "locative")
_THRESHOLD_GRID = (-0.5, -0.4, -0.3, -0.2, -0.1, 0.0, 0.1, 0.2)
_LEAST_GAIN = 5e-4
_PAIR_MARGIN_FLOOR = -1.2


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkOptions:
    """What the training may choose from.

    Attributes:
        predicate_c: Weights of the errors of *is a predicate*.
        slot_c: Weights of the errors of the slots.
        weak: Examples of *is a predicate* to learn from beside the annotated ones.
        weak_weight: Weight of the error of a weak example, against 1 of an annotated one.
        seed: Of the solvers.
    """

    predicate_c: tuple[float, ...] = (0.04, 0.08)
    slot_c: tuple[float, ...] = (0.01,)
    weak: WeakExamples | None = None
    weak_weight: float = 0.05
    seed: int = 0


DEFAULT_OPTIONS = LinkOptions()


@dataclass(slots=True, kw_only=True)
class TrainingCaption:
    """A caption with its candidates, their features and what people say of them.

    Attributes:
        caption: The caption.
        features: Its features.
        tuples: The gold tuples with lemmas.
        candidates: Its predicate candidates.
        candidate_rows: Their features.
        is_predicate: Whether each is one in the gold.
        pairs: For each candidate its argument candidates.
        attire: For each candidate and argument candidate whether it says what somebody wears.
        slots: For each candidate and argument candidate whether it fills each slot; of gold predicates only.
        pair_rows: Features of the pairs of a candidate, made when they are needed.
        particles: (features, belongs to the predicate) of the gold verbs that have a word behind them.
        kinds: (features, kind) of the gold locatives.
        block: What its annotators' habits are known by: its file and the eighth of its images that it stands in.
    """

    caption: Caption
    features: CaptionFeatures
    tuples: tuple[SemanticTuple, ...]
    candidates: list[PredicateCandidate]
    candidate_rows: list[list[str]]
    is_predicate: list[bool]
    pairs: list[list[int]]
    slots: list[Labels]
    attire: list[list[bool]]
    pair_rows: dict[int, list[list[str]]] = field(default_factory=dict)
    particles: list[tuple[list[str], bool]] = field(default_factory=list)
    kinds: list[tuple[list[str], str]] = field(default_factory=list)
    block: str = ""


def prepare(
    annotated: Sequence[AnnotatedCaption], *, parser: Parser, lexicon: Lexicon, vectors: bool = True
) -> list[TrainingCaption]:
    """Parse annotated captions and lay the gold over the candidates, with contextual vectors if the parser has any."""
    captions = [item.caption for item in annotated]
    tokens = Tokenizer().tokenize(captions)
    parses = parse_for_links(parser, captions, tokens, vectors=vectors and has_vectors(parser))
    blocks = _blocks(annotated)
    return [
        dataclasses.replace(_training_caption(item, CaptionFeatures.of(parse, lexicon), lexicon), block=block)
        for item, parse, block in zip(annotated, parses, blocks, strict=True)
    ]


def _blocks(annotated: Sequence[AnnotatedCaption]) -> list[str]:
    """The block of each caption: people annotate image by image, and their habits change along the way."""
    keys = image_keys([item.caption for item in annotated])
    files = [item.where.rpartition(":")[0] for item in annotated]
    numbers: dict[str, dict[str, int]] = {}
    for file, key in zip(files, keys, strict=True):
        of_file = numbers.setdefault(file, {})
        of_file.setdefault(key, len(of_file))
    return [
        f"{list(numbers).index(file)}.{N_BLOCKS * numbers[file][key] // len(numbers[file])}"
        for file, key in zip(files, keys, strict=True)
    ]


def train_links(
    data: Sequence[TrainingCaption],
    roles: LinearModel,
    *,
    options: LinkOptions = DEFAULT_OPTIONS,
    report: Report = silent,
) -> LinkModel:
    """Choose, fit and calibrate the link models.

    Args:
        data: Annotated captions of at least ``MIN_IMAGES`` images.
        roles: The role model.
        options: What to choose from.
        report: Called with a line about each choice.

    Raises:
        InvalidInputError: There are too few images, or a slot has too few examples for the folds.
    """
    _check_data(data)
    groups = image_keys([item.caption for item in data])
    folds = list(GroupKFold(min(N_FOLDS, len(set(groups)))).split(data, groups=groups))
    best_predicate = _choose_predicate_c(data, folds, options)
    best: tuple[float, float, _Margins, dict[str, float]] | None = None
    for slot_c in options.slot_c:
        margins = _cross_validated_margins(data, folds, roles, best_predicate, slot_c, options)
        thresholds, score = _choose_thresholds(data, margins)
        report(f"links: C {slot_c}, thresholds {thresholds}: mean F1 {100 * score:.2f} in cross-validation")
        if best is None or score > best[0]:
            best = (score, slot_c, margins, thresholds)
    if best is None:
        raise InvalidInputError("options.slot_c is empty")
    _, slot_c, margins, thresholds = best
    model = _fit(data, roles, predicate_c=best_predicate, slot_c=slot_c, options=options)
    return _calibrated(model, data, margins, thresholds)


def _training_caption(item: AnnotatedCaption, features: CaptionFeatures, lexicon: Lexicon) -> TrainingCaption:
    graph = features.graph
    index_by_start = {token.start: i for i, token in enumerate(graph.parse.tokens)}
    candidates = predicate_candidates(graph, lexicon)
    arguments = argument_candidates(graph)
    tuples = tuple(lemmatized(gold, lexicon) for gold in item.tuples)
    gold_slots: dict[PredicateCandidate, list[set[int]]] = {}
    particles: list[tuple[list[str], bool]] = []
    kinds: list[tuple[list[str], str]] = []
    for gold in tuples:
        places = [
            {index_by_start[a.start] for a in fillers if a.start in index_by_start}
            for fillers in (gold.agents, gold.patients, gold.locatives)
        ]
        if gold.predicate.tacit:
            anchor = _tacit_anchor(graph, places[0])
            if anchor is None:
                continue
            candidate = PredicateCandidate(anchor, tacit=True)
        else:
            if gold.predicate.start not in index_by_start:
                continue
            candidate = PredicateCandidate(index_by_start[gold.predicate.start])
            word = particle_candidate(features, candidate)
            if word >= 0:
                belongs = (
                    " " in gold.predicate.text
                    and graph.lowered[word] in gold.predicate.text.lower().split()[1:]
                )
                particles.append((particle_features(features, candidate, word), belongs))
        slots = gold_slots.setdefault(candidate, [set(), set(), set()])
        for slot, indices in zip(slots, places, strict=True):
            slot |= indices
        kinds += [
            (kind_features(features, candidate, index_by_start[locative.start]), locative.kind)
            for locative in gold.locatives
            if locative.kind in KINDS and locative.start in index_by_start
        ]
    # Annotators write a pronoun's noun about as often as the pronoun: either makes the pronoun right.
    for slots in gold_slots.values():
        for slot in slots:
            slot |= {
                pronoun
                for pronoun, noun in features.antecedents.items()
                if noun in slot and pronoun not in slot
            }
    pairs = [argument_window(features, candidate, arguments) for candidate in candidates]
    labels = [
        np.array(
            [[a in slot for slot in gold_slots.get(candidate, ((), (), ()))] for a in window], dtype=bool
        ).reshape(len(window), len(SLOTS))
        for candidate, window in zip(candidates, pairs, strict=True)
    ]
    return TrainingCaption(
        caption=item.caption,
        features=features,
        tuples=tuples,
        candidates=candidates,
        candidate_rows=[predicate_features(features, candidate) for candidate in candidates],
        is_predicate=[candidate in gold_slots for candidate in candidates],
        pairs=pairs,
        slots=labels,
        attire=[[features.is_attire(a) for a in window] for window in pairs],
        particles=particles,
        kinds=kinds,
    )


def _tacit_anchor(graph: Graph, agents: set[int]) -> int | None:
    """The noun that a tacit predicate stands at: its first agent, or the head of that one's coordination."""
    if not agents:
        return None
    first = min(agents)
    head = graph.first_conjunct(first)
    return head if head in agents else first


def _check_data(data: Sequence[TrainingCaption]) -> None:
    faults = []
    n_images = len(set(image_keys([item.caption for item in data])))
    if n_images < MIN_IMAGES:
        faults.append(
            Fault(where="images", problem=f"{n_images} annotated images, at least {MIN_IMAGES} are needed")
        )
    totals = (
        np.sum([slots.sum(axis=0) for item in data for slots in item.slots], axis=0) if data else np.zeros(3)
    )
    for slot, total in zip(SLOTS, np.atleast_1d(totals), strict=False):
        if total < N_FOLDS:
            faults.append(Fault(where=slot, problem=f"{int(total)} examples, at least {N_FOLDS} are needed"))
    if faults:
        raise InvalidInputError(faults)


def _rows_of(item: TrainingCaption, k: int, roles: LinearModel) -> list[list[str]]:
    """Features of the pairs of candidate ``k``, with roles; kept, since every fold needs them."""
    if k not in item.pair_rows:
        rows = [pair_features(item.features, item.candidates[k], argument) for argument in item.pairs[k]]
        names = role_names(roles, roles.margins(rows)) if rows else []
        item.pair_rows[k] = [row + extra for row, extra in zip(rows, names, strict=True)]
    return item.pair_rows[k]


def _fit_predicate(data: Sequence[TrainingCaption], c: float, options: LinkOptions) -> LinearModel:
    rows = [row for item in data for row in item.candidate_rows]
    labels = [label for item in data for label in item.is_predicate]
    weights = None
    if options.weak is not None:
        weights = np.repeat([1.0, options.weak_weight], [len(rows), len(options.weak.rows)])
        rows, labels = [*rows, *options.weak.rows], [*labels, *options.weak.labels]
    column = np.array(labels, dtype=bool)[:, None]
    return fit_linear(rows, column, ("predicate",), c=c, seed=options.seed, weights=weights)


def _fit_slots(
    data: Sequence[TrainingCaption], roles: LinearModel, c: float, seed: int
) -> tuple[LinearModel, ContextWeights | None]:
    """The slots' model, with its weights over contextual vectors where the parses have any.

    The block of a caption is a nuisance: it is known in the training, and never asked for later.
    """
    rows: list[list[str]] = []
    labels: list[Labels] = []
    vectors: list[tuple[Vectors, Vectors]] = []
    for item in data:
        for k, holds in enumerate(item.is_predicate):
            window = item.pairs[k]
            if holds and window:
                prepositions = [item.features.graph.prepositions[a] for a in window]
                rows.extend(
                    [*row, f"{_BLOCK}{item.block}", f"{_BLOCK}{item.block}|preposition={preposition}"]
                    for row, preposition in zip(_rows_of(item, k, roles), prepositions, strict=True)
                )
                labels.append(item.slots[k])
                if item.features.graph.parse.scores is not None:
                    of_words = word_vectors(item.features)
                    predicate = np.repeat(of_words[[item.candidates[k].index]], len(window), axis=0)
                    vectors.append((predicate, of_words[window]))
    dense = predicate_axes = argument_axes = None
    if vectors:
        predicates, arguments = (np.concatenate(side) for side in zip(*vectors, strict=True))
        predicate_axes, argument_axes = Axes.of(predicates), Axes.of(arguments)
        dense = np.hstack([predicate_axes.project(predicates), argument_axes.project(arguments)])
    model, of_dense = fit_with_dense(rows, dense, np.concatenate(labels), SLOTS, c=c, seed=seed)
    if predicate_axes is None or argument_axes is None:
        return model.without(_BLOCK), None
    return model.without(_BLOCK), folded(predicate_axes, argument_axes, of_dense)


def _fit(
    data: Sequence[TrainingCaption],
    roles: LinearModel,
    *,
    predicate_c: float,
    slot_c: float,
    options: LinkOptions,
) -> LinkModel:
    seed = options.seed
    particle_rows = [row for item in data for row, _ in item.particles]
    particle_labels = np.array([label for item in data for _, label in item.particles], dtype=bool)[:, None]
    kind_rows = [row for item in data for row, _ in item.kinds]
    kind_labels = np.array(
        [[kind == name for name in KINDS] for item in data for _, kind in item.kinds], dtype=bool
    )
    slots, context = _fit_slots(data, roles, slot_c, seed)
    return LinkModel(
        predicate=_fit_predicate(data, predicate_c, options),
        particle=fit_linear(particle_rows, particle_labels, ("particle",), c=0.1, min_count=1, seed=seed),
        slots=slots,
        context=context,
        kind=fit_linear(kind_rows, kind_labels.reshape(-1, len(KINDS)), KINDS, c=0.1, seed=seed),
        roles=roles,
        thresholds={
            "predicate": 0.0,
            "tacit": 0.0,
            "particle": 0.0,
            **dict.fromkeys(SLOTS, 0.0),
        },
    )


@dataclass(slots=True)
class _Margins:
    """Margins from models that have not seen the caption, for each training caption.

    Attributes:
        predicates: Of its candidates.
        slots: By candidate, shape (arguments, slots); only of candidates that may pass some threshold.
    """

    predicates: list[Margins]
    slots: list[dict[int, Margins]]


def _choose_predicate_c(
    data: Sequence[TrainingCaption], folds: Sequence[tuple[np.ndarray, np.ndarray]], options: LinkOptions
) -> float:
    if len(options.predicate_c) == 1:
        return options.predicate_c[0]
    best = (-1.0, options.predicate_c[0])
    for c in options.predicate_c:
        margins, labels = [], []
        for train, test in folds:
            model = _fit_predicate([data[i] for i in train], c, options)
            margins.append(model.margins([row for i in test for row in data[i].candidate_rows])[:, 0])
            labels.append(np.array([label for i in test for label in data[i].is_predicate], dtype=bool))
        margin, label = np.concatenate(margins), np.concatenate(labels)
        found = margin > 0
        best = max(best, (2 * float((found & label).sum()) / float(found.sum() + label.sum()), c))
    return best[1]


def _cross_validated_margins(
    data: Sequence[TrainingCaption],
    folds: Sequence[tuple[np.ndarray, np.ndarray]],
    roles: LinearModel,
    predicate_c: float,
    slot_c: float,
    options: LinkOptions,
) -> _Margins:
    result = _Margins([np.zeros(0)] * len(data), [{} for _ in data])
    for train, test in folds:
        fitted = [data[i] for i in train]
        predicate = _fit_predicate(fitted, predicate_c, options)
        slots, context = _fit_slots(fitted, roles, slot_c, options.seed)
        for i, margin in zip(
            test, _margins_by(predicate, [data[i].candidate_rows for i in test]), strict=True
        ):
            result.predicates[i] = margin[:, 0]
        pairs = [
            (i, k)
            for i in test
            for k, margin in enumerate(result.predicates[i])
            if data[i].pairs[k] and (margin > _PAIR_MARGIN_FLOOR or data[i].is_predicate[k])
        ]
        blocks = _margins_by(slots, [_rows_of(data[i], k, roles) for i, k in pairs])
        for (i, k), block in zip(pairs, blocks, strict=True):
            result.slots[i][k] = block
            if context is not None:
                predicate = data[i].candidates[k].index
                owners = [(0, predicate, argument) for argument in data[i].pairs[k]]
                result.slots[i][k] = block + context.margins([data[i].features], owners)
    return result


def _margins_by(model: LinearModel, blocks: Sequence[Sequence[Sequence[str]]]) -> list[Margins]:
    """The margins of blocks of rows, one array a block, through one product."""
    margins = model.margins([row for block in blocks for row in block])
    return np.split(margins, np.cumsum([len(block) for block in blocks])[:-1])


def _choose_thresholds(data: Sequence[TrainingCaption], margins: _Margins) -> tuple[dict[str, float], float]:
    """Thresholds that give the best mean of the seven components' micro and macro F1, one by one, twice round.

    A threshold moves for a gain that is more than noise alone.
    """
    trial = _ThresholdTrial(data, margins)
    thresholds = dict.fromkeys(_DECISIONS, 0.0)
    score = trial.adopt(thresholds)
    for _ in range(2):
        for name in _DECISIONS:
            for value in _THRESHOLD_GRID:
                tried = {**thresholds, name: value}
                if trial.score(tried) > score + _LEAST_GAIN:
                    thresholds, score = tried, trial.adopt(tried)
    return {**thresholds, "particle": 0.0}, score


class _ThresholdTrial:
    """Scores thresholds: the decisions of all captions at once, and the values only of captions that they change."""

    def __init__(self, data: Sequence[TrainingCaption], margins: _Margins) -> None:
        self._data = data
        self._gold = [_gold_values(item) for item in data]
        self._candidate_margins = np.concatenate([*margins.predicates, np.zeros(0)])
        self._is_tacit = np.array([c.tacit for item in data for c in item.candidates], dtype=bool)
        n_candidates = np.array([len(item.candidates) for item in data])
        self._first_candidate = np.cumsum(n_candidates) - n_candidates
        self._caption_of_candidate = np.repeat(np.arange(len(data)), n_candidates)
        self._first_pair: dict[tuple[int, int], int] = {}
        blocks, attire, owners, n_pairs = [], [], [], 0
        for i, by_candidate in enumerate(margins.slots):
            for k, block in by_candidate.items():
                self._first_pair[i, k] = n_pairs
                n_pairs += len(block)
                blocks.append(block)
                attire.extend(data[i].attire[k])
                owners.extend([i] * len(block))
        self._pair_margins = np.concatenate([*blocks, np.zeros((0, len(SLOTS)))])
        self._is_attire = attire
        self._caption_of_pair = np.array(owners, dtype=np.intp)
        self._holds = np.zeros(len(self._candidate_margins), dtype=bool)
        self._slots = np.full(n_pairs, -1)
        self._counts = np.array([self._count(i, self._holds, self._slots) for i in range(len(data))])

    def score(self, thresholds: Mapping[str, float]) -> float:
        """Mean of micro and macro F1 over the seven components."""
        counts = self._tried(thresholds)[2]
        micro, macro = _f1(counts.sum(axis=0)), _f1(counts).mean(axis=0)
        return float((micro.mean() + macro.mean()) / 2)

    def adopt(self, thresholds: Mapping[str, float]) -> float:
        """Go on from these thresholds; returns their score."""
        self._holds, self._slots, self._counts = self._tried(thresholds)
        return self.score(thresholds)

    def _tried(
        self, thresholds: Mapping[str, float]
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.intp], npt.NDArray[np.float64]]:
        limits = np.where(self._is_tacit, thresholds["tacit"], thresholds["predicate"])
        holds = self._candidate_margins > limits
        excess = self._pair_margins - slot_thresholds(thresholds, self._is_attire)
        slots = np.where(excess.max(axis=1, initial=-np.inf) > 0, excess.argmax(axis=1), -1)
        changed = np.union1d(
            self._caption_of_candidate[holds != self._holds], self._caption_of_pair[slots != self._slots]
        )
        counts = self._counts.copy()
        for i in changed:
            counts[i] = self._count(int(i), holds, slots)
        return holds, slots, counts

    def _count(
        self, i: int, holds: npt.NDArray[np.bool_], slots: npt.NDArray[np.intp]
    ) -> list[tuple[int, int, int]]:
        """Matched, ours and gold of the seven components of caption ``i``."""
        item = self._data[i]
        tuples = []
        for k, candidate in enumerate(item.candidates):
            if not holds[self._first_candidate[i] + k]:
                continue
            participants: list[str] = []
            locatives: list[str] = []
            start = self._first_pair.get((i, k))
            if start is not None:
                for argument, slot in zip(item.pairs[k], slots[start:], strict=False):
                    if slot >= 0:
                        filled = locatives if slot == SLOTS.index("locative") else participants
                        filled.append(item.features.noun_lemmas[argument])
            verb = None if candidate.tacit else item.features.verb_lemmas[candidate.index]
            tuples.append((verb, participants, locatives))
        return [
            (len(ours & theirs), len(ours), len(theirs))
            for ours, theirs in zip(_values(tuples), self._gold[i], strict=True)
        ]


_Values = tuple[frozenset[tuple[str, ...]], ...]


def _values(tuples: Sequence[tuple[str | None, Sequence[str], Sequence[str]]]) -> _Values:
    """The seven sets of values, as ``scoring.bast.bag`` has them for lemmas; a small twin, since it is called often."""
    pa, pr, lo, pa_pr, pa_lo, pr_lo, pa_pr_lo = (set() for _ in range(7))  # type: ignore[var-annotated]  # strings
    for predicate, participants, locatives in tuples:
        pa.update((a,) for a in participants)
        lo.update((place,) for place in locatives)
        pa_lo.update((a, place) for a in participants for place in locatives)
        if predicate is not None:
            pr.add((predicate,))
            pa_pr.update((a, predicate) for a in participants)
            pr_lo.update((predicate, place) for place in locatives)
            pa_pr_lo.update((a, predicate, place) for a in participants for place in locatives)
    return tuple(frozenset(values) for values in (pa, pr, lo, pa_pr, pa_lo, pr_lo, pa_pr_lo))


def _gold_values(item: TrainingCaption) -> _Values:
    return _values(
        [
            (
                gold.predicate.lemma,
                [a.lemma or "" for a in (*gold.agents, *gold.patients)],
                [a.lemma or "" for a in gold.locatives],
            )
            for gold in item.tuples
        ]
    )


def _f1(counts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """F1 of counts of shape (..., 3); 1 where neither side has a value, as the score has it."""
    total = counts[..., 1] + counts[..., 2]
    return np.asarray(np.where(total > 0, 2 * counts[..., 0] / np.maximum(total, 1), 1.0))


def _calibrated(
    model: LinkModel, data: Sequence[TrainingCaption], margins: _Margins, thresholds: Mapping[str, float]
) -> LinkModel:
    """The model with thresholds and probabilities learned from margins of captions that it had not seen.

    A link's confidence says how often such a link stands in the gold, so pairs of wrong predicates count as wrong.
    """
    predicate_margins = np.concatenate(margins.predicates)[:, None]
    predicate_labels = np.array([label for item in data for label in item.is_predicate], dtype=bool)[:, None]
    slot_margins, slot_labels = [], []
    for item, by_candidate, candidate_margins in zip(data, margins.slots, margins.predicates, strict=True):
        for k, values in by_candidate.items():
            if candidate_margins[k] > thresholds["tacit" if item.candidates[k].tacit else "predicate"]:
                slot_margins.append(values)
                slot_labels.append(item.slots[k])
    return dataclasses.replace(
        model,
        predicate=calibrate(model.predicate, predicate_margins, predicate_labels),
        slots=calibrate(model.slots, np.concatenate(slot_margins), np.concatenate(slot_labels)),
        thresholds=thresholds,
    )
