"""A metric object with ``update`` and ``compute``, as torchmetrics has them, without torch."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from extractor.bundle import installed_bundles, read_manifest
from extractor.errors import CaptupleError, InvalidInputError
from scoring.bast.components import components_of
from scoring.bast.statistics import BastStatistics
from scoring.conventions import DEFAULT_CONVENTIONS, Conventions, MissingCandidates, check_options
from scoring.graded.score import GRADED_VERSIONS, GradedVersion, check_graded_options
from scoring.graded.similarity import Similarity
from scoring.grounding.registry import check_name
from scoring.interfaces.captions import CaptionLike, score
from scoring.interfaces.extraction import CaptionExtractor, load_extractor


class CaptupleMetric:
    """Adds up the agreement of captions batch by batch.

    State merges: the metrics of two shards give, merged, what one metric over both would.

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

    Raises:
        InvalidInputError: Both an extractor and a model are given.
        UnknownNameError: There is no such grounding.

    Examples:
        >>> metric = CaptupleMetric()
        >>> metric.update(["A dog runs."], [["A dog runs.", "A brown dog."]])  # doctest: +SKIP
        >>> metric.compute()["overall_f1"]  # doctest: +SKIP
        1.0
    """

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
    ) -> None:
        if extractor is not None and model is not None:
            raise InvalidInputError("an extractor has its model: give one of the two")
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
        self.model = model
        self._left_behind = ""
        self.signatures: tuple[str, ...] = ()
        self.reset()

    def reset(self) -> None:
        """Forget all batches."""
        self._statistics = BastStatistics(components_of(self.conventions))
        self._graded_sum = Fraction()
        self.signatures = ()

    def update(self, candidates: Sequence[CaptionLike], references: Sequence[Sequence[CaptionLike]]) -> None:
        """Add a batch of images.

        Args:
            candidates: One caption an image.
            references: For each image its captions, at least one.

        Raises:
            InvalidInputError: See `scoring.score`; nothing is added then.
        """
        self._add(self._of_batch(candidates, references))

    def compute(self) -> dict[str, float]:
        """The scores of everything since the last reset.

        Returns:
            ``PA_precision``, ``PA_recall``, ``PA_f1``, ... of every component, ``overall_f1``, and ``graded``
            where it was asked for; each from 0 to 1. And ``overall_n_components``, from 0 to 7, more with roles or
            modifiers: how many components the overall F1 is the mean of; see `BastScores`.

        Raises:
            InvalidInputError: Nothing was added.
        """
        scores = self._statistics.scores(self.conventions)
        result = {
            f"{name}_{measure}": getattr(scores[name], measure)
            for name in self._statistics.components
            for measure in ("precision", "recall", "f1")
        }
        result["overall_f1"] = scores.overall_f1
        result["overall_n_components"] = scores.n_components
        if self.graded is not None:
            result["graded"] = float(self._graded_sum) / self._statistics.n_images
        return result

    def __call__(
        self, candidates: Sequence[CaptionLike], references: Sequence[Sequence[CaptionLike]]
    ) -> dict[str, float]:
        """Add a batch and return the scores of this batch alone, as torchmetrics' ``forward`` does."""
        batch = self._of_batch(candidates, references)
        self._add(batch)
        return batch.compute()

    def merge_state(self, other: CaptupleMetric) -> None:
        """Add what another metric, of a disjoint shard, has seen.

        Raises:
            InvalidInputError: The other was made with other options.
        """
        ours, theirs = (
            (
                m.grounding,
                m.conventions,
                m.missing_candidates,
                getattr(m.graded, "name", m.graded),
                m.graded_version,
            )
            for m in (self, other)
        )
        if ours != theirs:
            raise InvalidInputError(f"metrics of different options do not merge: {ours} and {theirs}")
        if self.signatures and other.signatures and self.signatures != other.signatures:
            raise InvalidInputError(
                f"metrics of different signatures do not merge: {self.signatures} and {other.signatures}"
            )
        self._add(other)

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
        return state

    def _of_batch(
        self, candidates: Sequence[CaptionLike], references: Sequence[Sequence[CaptionLike]]
    ) -> CaptupleMetric:
        if self.extractor is None and self._left_behind:
            raise CaptupleError(
                f"the extractor of this metric, {self._left_behind}, could not be pickled and was left behind: what "
                f"was added counts and merges; set the attribute 'extractor' to add more"
            )
        if self.extractor is None:
            self.extractor = load_extractor(self.model)
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
        batch = CaptupleMetric(
            grounding=self.grounding,
            conventions=self.conventions,
            missing_candidates=self.missing_candidates,
            graded=self.graded,
            graded_version=self.graded_version,
            extractor=self.extractor,
            strict_language=self.strict_language,
        )
        batch._statistics = scores.bast.statistics
        batch.signatures = (scores.bast.signature,)
        if scores.graded is not None:
            batch._graded_sum = sum((Fraction(i.score) for i in scores.graded.images.values()), Fraction())
            batch.signatures += (scores.graded.signature,)
        return batch

    def _add(self, other: CaptupleMetric) -> None:
        self._statistics = self._statistics.merge(other._statistics)
        self._graded_sum += other._graded_sum
        self.signatures = self.signatures or other.signatures
