"""A metric object as those of torchmetrics are, without torch: ``update``, ``compute``, ``sync``, ``state_dict``."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from extractor.bundle import installed_bundles, read_manifest
from extractor.errors import CaptupleError, Fault, InvalidInputError, shorten
from scoring.bast.components import components_of
from scoring.bast.statistics import BastStatistics
from scoring.conventions import DEFAULT_CONVENTIONS, Conventions, MissingCandidates, check_options
from scoring.graded.score import GRADED_VERSIONS, GradedVersion, check_graded_options
from scoring.graded.similarity import Similarity
from scoring.grounding.registry import check_name
from scoring.interfaces.captions import CaptionLike, says_nothing, score
from scoring.interfaces.extraction import CaptionExtractor, load_extractor

STATE_SCHEMA = "captuple.metric-state/1"
EmptyReferences = Literal["error", "skip"]
MetricState = Mapping[str, Any]
"""What `CaptupleMetric.state_dict` gives: texts and whole numbers, for JSON or ``torch.save``."""

_NO_BATCH = "give candidates and references (or preds and target, as torchmetrics calls them)"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Added:
    """What a metric has seen: the sums of some images, which add.

    Attributes:
        statistics: Of BAST.
        graded_sum: Of the images' graded scores, exact.
        n_skipped: Images that were left out.
        signatures: Of the scores; empty where nothing was scored.
    """

    statistics: BastStatistics
    graded_sum: Fraction = Fraction()
    n_skipped: int = 0
    signatures: tuple[str, ...] = ()

    def plus(self, other: _Added) -> _Added:
        """The sums of both, with the signatures of the first: batches of given tuples may name other models."""
        return _Added(
            statistics=self.statistics.merge(other.statistics),
            graded_sum=self.graded_sum + other.graded_sum,
            n_skipped=self.n_skipped + other.n_skipped,
            signatures=self.signatures or other.signatures,
        )

    def merged_with(self, other: _Added) -> _Added:
        """As ``plus``, of two metrics.

        Raises:
            InvalidInputError: Their signatures differ.
        """
        if self.signatures and other.signatures and self.signatures != other.signatures:
            raise InvalidInputError(
                f"metrics of different signatures do not merge: {self.signatures} and {other.signatures}"
            )
        return self.plus(other)


class CaptupleMetric:
    """Adds up the agreement of captions batch by batch.

    State merges: the metrics of two shards give, merged, what one metric over both would. Where torch.distributed runs,
    ``compute`` is over the captions of all processes, as that of torchmetrics is (``sync_on_compute``).

    A pickled metric takes its state and options along, and of its extractor the model: the copy loads the same model
    when it is next updated, where the bundle lies on that machine too, and never another one. An extractor that is no
    loaded bundle is pickled itself, if it can be; if not, the copy computes and merges, and an update says so.

    Args:
        grounding: Registered name of a grounding.
        conventions: The options of the score.
        missing_candidates: What an empty candidate is: an error, or a candidate without tuples (``empty``).
        graded: A similarity, for the graded score beside BAST; None for BAST alone.
        graded_version: Of the graded score; see `scoring.graded.score`.
        extractor: Finds the tuples; None loads ``model`` when it is needed.
        model: ``name``, ``name@version`` or the folder of a bundle, where there is no extractor; None is the installed
            model.
        strict_language: Whether a caption that is surely not English is a fault; see `scoring.score`.
        empty_references: What an empty reference is: an error, or left out (``skip``), with its image where that has no
            other; ``n_skipped`` counts such images.
        all_gather: Takes this process's ``state_dict()`` and gives those of all processes; None asks torch.distributed,
            where it runs.
        sync_on_compute: Whether ``compute`` is over all processes.

    Raises:
        InvalidInputError: Both an extractor and a model are given.
        UnknownNameError: There is no such grounding.

    References:
        Detlefsen et al. 2022, TorchMetrics: what users of its metrics have in their hands.

    Examples:
        >>> metric = CaptupleMetric()
        >>> metric.update(["A dog runs."], [["A dog runs.", "A brown dog."]])  # doctest: +SKIP
        >>> metric.compute()["overall_f1"]  # doctest: +SKIP
        1.0
    """

    higher_is_better = True
    is_differentiable = False
    full_state_update = False

    def __init__(
        self,
        *,
        grounding: str = "lemma.v1",
        conventions: Conventions = DEFAULT_CONVENTIONS,
        missing_candidates: MissingCandidates = "error",
        graded: Similarity | str | None = None,
        graded_version: GradedVersion = GRADED_VERSIONS[0],
        extractor: CaptionExtractor | None = None,
        model: str | Path | None = None,
        strict_language: bool = False,
        empty_references: EmptyReferences = "error",
        all_gather: Callable[[MetricState], Sequence[MetricState]] | None = None,
        sync_on_compute: bool = True,
    ) -> None:
        if extractor is not None and model is not None:
            raise InvalidInputError("an extractor has its model: give one of the two")
        if empty_references not in ("error", "skip"):
            raise InvalidInputError(
                f"empty_references: {shorten(empty_references)} is not allowed; allowed: error, skip"
            )
        check_name(grounding)
        check_options(missing_candidates=missing_candidates)
        check_graded_options(version=graded_version)
        self.grounding = grounding
        self.conventions = conventions
        self.missing_candidates = missing_candidates
        self.graded = graded
        self.graded_version = graded_version
        self.extractor = extractor
        self.strict_language = strict_language
        self.empty_references = empty_references
        self.all_gather = all_gather
        self.sync_on_compute = sync_on_compute
        self.model = model
        self._left_behind = ""
        self.reset()

    def reset(self) -> None:
        """Forget all batches."""
        self._added = self._nothing()
        self._local: _Added | None = None

    @property
    def signatures(self) -> tuple[str, ...]:
        """The signatures of the scores; empty where nothing was added."""
        return self._added.signatures

    @property
    def n_skipped(self) -> int:
        """Images without a reference that says anything, which were left out."""
        return self._added.n_skipped

    @property
    def update_called(self) -> bool:
        """Whether anything was added since the last reset."""
        return bool(self._added.statistics.n_images or self._added.n_skipped)

    def update(
        self,
        candidates: Sequence[CaptionLike] | None = None,
        references: Sequence[Sequence[CaptionLike]] | None = None,
        *,
        preds: Sequence[CaptionLike] | None = None,
        target: Sequence[Sequence[CaptionLike]] | None = None,
    ) -> None:
        """Add a batch of images.

        Args:
            candidates: One caption an image.
            references: For each image its captions, at least one.
            preds: Another name of ``candidates``, as torchmetrics has it.
            target: Another name of ``references``.

        Raises:
            InvalidInputError: See `scoring.score`; nothing is added then. Or the metric is synced.
        """
        self._check_not_synced()
        self._added = self._added.plus(self._of_batch(*_batch(candidates, references, preds, target)))

    def forward(
        self,
        candidates: Sequence[CaptionLike] | None = None,
        references: Sequence[Sequence[CaptionLike]] | None = None,
        *,
        preds: Sequence[CaptionLike] | None = None,
        target: Sequence[Sequence[CaptionLike]] | None = None,
    ) -> dict[str, float]:
        """Add a batch, as ``update`` does, and return the scores of this batch alone.

        Returns:
            As ``compute``; empty where every image of the batch was left out.
        """
        self._check_not_synced()
        batch = self._of_batch(*_batch(candidates, references, preds, target))
        self._added = self._added.plus(batch)
        return self._scores(batch) if batch.statistics.n_images else {}

    __call__ = forward

    def compute(self) -> dict[str, float]:
        """The scores of everything since the last reset, of all processes where they are many.

        Returns:
            ``PA_precision``, ``PA_recall``, ``PA_f1``, ... of every component, ``overall_f1``, and ``graded``
            where it was asked for; each from 0 to 1. And ``overall_n_components``, from 0 to 7, more with roles or
            modifiers: how many components the overall F1 is the mean of; see `BastScores`.

        Raises:
            InvalidInputError: Nothing was added.
        """
        gather = self._gather()
        if self._local is not None or not self.sync_on_compute or gather is None:
            return self._scores(self._added)
        self.sync(gather)
        try:
            return self._scores(self._added)
        finally:
            self.unsync()

    def _scores(self, added: _Added) -> dict[str, float]:
        scores = added.statistics.scores(self.conventions)
        result = {
            f"{name}_{measure}": getattr(scores[name], measure)
            for name in added.statistics.components
            for measure in ("precision", "recall", "f1")
        }
        result["overall_f1"] = scores.overall_f1
        result["overall_n_components"] = scores.n_components
        if self.graded is not None:
            result["graded"] = float(added.graded_sum) / added.statistics.n_images
        return result

    def sync(self, all_gather: Callable[[MetricState], Sequence[MetricState]] | None = None) -> None:
        """Take the merged state of all processes, until ``unsync``; ``compute`` does this by itself.

        Args:
            all_gather: As that of the constructor, instead of it.

        Raises:
            InvalidInputError: The metric is synced already, the processes have other options, or there are none to ask.
        """
        self._check_not_synced()
        gather = all_gather or self._gather()
        if gather is None:
            raise InvalidInputError("torch.distributed does not run, and no all_gather is given")
        merged = self._nothing()
        for state in gather(self.state_dict()):
            merged = merged.merged_with(self._of_state(state))
        self._local, self._added = self._added, merged

    def unsync(self) -> None:
        """Go back to this process's own state.

        Raises:
            InvalidInputError: The metric is not synced.
        """
        if self._local is None:
            raise InvalidInputError("the metric is not synced")
        self._added, self._local = self._local, None

    def state_dict(self) -> dict[str, Any]:
        """What was added since the last reset, with the options that it holds for."""
        return {
            "schema": STATE_SCHEMA,
            "options": _options(self),
            "statistics": self._added.statistics.as_record(),
            "graded_sum": [str(self._added.graded_sum.numerator), str(self._added.graded_sum.denominator)],
            "n_skipped": self._added.n_skipped,
            "signatures": list(self._added.signatures),
        }

    def load_state_dict(self, state: MetricState) -> None:
        """Take a state in place of one's own.

        Raises:
            InvalidInputError: It is no state of a metric, or of one with other options; the metric stays as it is.
        """
        self._added, self._local = self._of_state(state), None

    def to(self, *_: object, **__: object) -> CaptupleMetric:
        """The metric itself: it is on no device, and its numbers are exact, of no dtype."""
        return self

    def clone(self) -> CaptupleMetric:
        """A copy with the same state, options and extractor."""
        copy = object.__new__(CaptupleMetric)
        copy.__dict__.update(self.__dict__)  # its values are never changed, but replaced
        return copy

    def merge_state(self, other: CaptupleMetric | MetricState) -> None:
        """Add what another metric, of a disjoint shard, has seen.

        Args:
            other: The metric, or its ``state_dict()``.

        Raises:
            InvalidInputError: The other was made with other options.
        """
        self._check_not_synced()
        added = self._of_state(other.state_dict() if isinstance(other, CaptupleMetric) else other)
        self._added = self._added.merged_with(added)

    def __getstate__(self) -> dict[str, object]:
        state = dict(self.__dict__)
        folder = getattr(self.extractor, "folder", None)
        if folder is not None:
            manifest = read_manifest(folder)
            # By name where that means the same bundle, so that the copy may be on a machine with other folders.
            name = f"{manifest.name}@{manifest.version}"
            installed = installed_bundles().get(name)
            same = installed is not None and installed.resolve() == Path(folder).resolve()
            state["model"] = name if same else Path(folder)
            state["extractor"] = None
        elif self.extractor is not None:
            try:
                pickle.dumps(self.extractor)
            except Exception:  # noqa: BLE001  # whatever a stranger's object raises
                state["extractor"] = None
                state["_left_behind"] = f"{type(self.extractor).__name__} of {self.extractor.model}"
        if self.all_gather is not None:
            try:
                pickle.dumps(self.all_gather)
            except Exception:  # noqa: BLE001  # as above; the copy asks torch.distributed
                state["all_gather"] = None
        return state

    def _nothing(self) -> _Added:
        return _Added(statistics=BastStatistics(components_of(self.conventions)))

    def _of_state(self, state: MetricState) -> _Added:
        """What a state holds.

        Raises:
            InvalidInputError: It is no such state.
        """
        if not isinstance(state, Mapping) or state.get("schema") != STATE_SCHEMA:
            raise InvalidInputError(f"no state of a metric ({STATE_SCHEMA}): {shorten(state)}")
        if state.get("options") != _options(self):
            raise InvalidInputError(
                f"metrics of different options do not merge: {_options(self)} and {state.get('options')}"
            )
        try:
            numerator, denominator = map(int, state["graded_sum"])
            return _Added(
                statistics=BastStatistics.from_record(state["statistics"]),
                graded_sum=Fraction(numerator, denominator),
                n_skipped=int(state["n_skipped"]),
                signatures=tuple(map(str, state["signatures"])),
            )
        except InvalidInputError:
            raise
        except (KeyError, TypeError, ValueError, ZeroDivisionError) as e:
            raise InvalidInputError([Fault(where="state", problem=f"is damaged: {e!r}")]) from e

    def _check_not_synced(self) -> None:
        if self._local is not None:
            raise InvalidInputError("the metric is synced: nothing is added to it before unsync()")

    def _gather(self) -> Callable[[MetricState], Sequence[MetricState]] | None:
        """How to ask all processes; None where there is but one."""
        return self.all_gather or _distributed_gather()

    def _of_batch(
        self, candidates: Sequence[CaptionLike], references: Sequence[Sequence[CaptionLike]]
    ) -> _Added:
        if self.extractor is None and self._left_behind:
            raise CaptupleError(
                f"the extractor of this metric, {self._left_behind}, could not be pickled and was left behind: what "
                f"was added counts and merges; set the attribute 'extractor' to add more"
            )
        if self.extractor is None:
            self.extractor = load_extractor(self.model)
        n_skipped = 0
        if self.empty_references == "skip":
            candidates, references, n_skipped = _without_empty(candidates, references)
            if n_skipped and not candidates:
                return replace(self._nothing(), n_skipped=n_skipped)
        scores = score(
            candidates,
            references,
            grounding=self.grounding,
            conventions=self.conventions,
            missing_candidates=self.missing_candidates,
            graded=self.graded,
            graded_version=self.graded_version,
            extractor=self.extractor,
            strict_language=self.strict_language,
        )
        graded = scores.graded
        return _Added(
            statistics=scores.bast.statistics,
            graded_sum=sum((Fraction(i.score) for i in graded.images.values()), Fraction())
            if graded is not None
            else Fraction(),
            n_skipped=n_skipped,
            signatures=(scores.bast.signature, *([graded.signature] if graded is not None else [])),
        )


def _batch(
    candidates: Sequence[CaptionLike] | None,
    references: Sequence[Sequence[CaptionLike]] | None,
    preds: Sequence[CaptionLike] | None,
    target: Sequence[Sequence[CaptionLike]] | None,
) -> tuple[Sequence[CaptionLike], Sequence[Sequence[CaptionLike]]]:
    """The batch under whichever names it was given.

    Raises:
        InvalidInputError: A side is missing, or given twice.
    """
    if (candidates is None) == (preds is None) or (references is None) == (target is None):
        raise InvalidInputError(_NO_BATCH)
    return (
        candidates if candidates is not None else preds or (),
        references if references is not None else target or (),
    )


def _without_empty(
    candidates: Sequence[CaptionLike], references: Sequence[Sequence[CaptionLike]]
) -> tuple[Sequence[CaptionLike], Sequence[Sequence[CaptionLike]], int]:
    """The batch without empty references and without the images that have no other; and how many these are."""
    if len(candidates) != len(references) or any(isinstance(captions, str) for captions in references):
        return candidates, references, 0  # which is a fault, and is said to be one
    said = [[caption for caption in captions if not says_nothing(caption)] for captions in references]
    kept = [i for i, captions in enumerate(said) if captions or not references[i]]
    return [candidates[i] for i in kept], [said[i] for i in kept], len(candidates) - len(kept)


def _options(metric: CaptupleMetric) -> dict[str, Any]:
    """What two metrics must have in common to merge."""
    conventions = metric.conventions
    graded = getattr(metric.graded, "name", metric.graded)
    return {
        "grounding": metric.grounding,
        "conventions": {name: getattr(conventions, name) for name in conventions.__dataclass_fields__},
        "missing_candidates": metric.missing_candidates,
        "empty_references": metric.empty_references,
        "graded": None if graded is None else str(graded),
        "graded_version": metric.graded_version,
    }


def _distributed_gather() -> Callable[[MetricState], Sequence[MetricState]] | None:
    """That of torch.distributed, where somebody has loaded and started it: it is asked, never loaded."""
    distributed: Any = sys.modules.get("torch.distributed")
    if distributed is None or not distributed.is_available() or not distributed.is_initialized():
        return None

    def gather(state: MetricState) -> Sequence[MetricState]:
        states: list[Any] = [None] * distributed.get_world_size()
        distributed.all_gather_object(states, state)
        return states

    return gather
