"""BLEU, METEOR, ROUGE-L, CIDEr and SPICE of the COCO evaluation beside BAST, computed by pycocoevalcap."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scoring.conventions import captuple_version
from scoring.images import ImageId, check_images
from scoring.inference.intervals import Floats, Interval, Resamplable, bootstrap_intervals, mean_table
from scoring.interfaces.coco_tokens import TokenizerName, coco_module, find_java, tokenize

BLEU = ("BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4")
METRICS = (*BLEU, "METEOR", "ROUGE-L", "CIDEr", "SPICE")
"""In the order of tables."""

_NO_JAVA = "Java is not on the path"
_SPICE_DATA = ("stanford-corenlp-3.6.0.jar", "stanford-corenlp-3.6.0-models.jar")
_N_GRAMS = len(BLEU)
_TINY, _SMALL = 1e-15, 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class CocoCaptions:
    """Tokenized captions.

    Attributes:
        candidates: By image.
        references: By image, at least one each.
        tokenizer: What cut them.
    """

    candidates: Mapping[ImageId, str]
    references: Mapping[ImageId, Sequence[str]]
    tokenizer: TokenizerName


@dataclass(frozen=True, slots=True, kw_only=True)
class CocoReport:
    """The metrics of many images.

    Attributes:
        signature: How they were made.
        n_images: How many images there are.
        figures: By name, in the order of `METRICS`; without those that are absent. CIDEr is from 0 to 10, the
            others from 0 to 1.
        intervals: By name, 95%, of a bootstrap over images; none of METEOR, whose figure Java makes of all images.
        absent: By name of a metric the reason why it could not be computed.
    """

    signature: str
    n_images: int
    figures: Mapping[str, float]
    intervals: Mapping[str, Interval]
    absent: Mapping[str, str]


def tokenize_captions(
    candidates: Mapping[ImageId, str], references: Mapping[ImageId, Sequence[str]]
) -> CocoCaptions:
    """Cut captions as COCO does; see `scoring.interfaces.coco_tokens`.

    Args:
        candidates: One caption for each image of ``references``.
        references: By image.

    Raises:
        InvalidInputError: Images do not match; all faults are named.
        ResourceError: pycocoevalcap is not installed, or Java fails.
    """
    check_images(candidates, references, missing_candidates="error")
    texts = [candidates[image_id] for image_id in references]
    texts += [text for group in references.values() for text in group]
    cut, tokenizer = tokenize(texts)
    remaining = iter(cut)
    return CocoCaptions(
        candidates={image_id: next(remaining) for image_id in references},
        references={image_id: [next(remaining) for _ in group] for image_id, group in references.items()},
        tokenizer=tokenizer,
    )


def score_coco_metrics(
    captions: CocoCaptions,
    image_ids: Collection[ImageId] | None = None,
    *,
    n_resamples: int = 0,
    seed: int = 0,
) -> CocoReport:
    """The metrics of some images, as if there were no others.

    CIDEr weighs words by the references of these images alone, so the figures of parts do not average to the whole; of
    one image CIDEr is 0.

    Args:
        captions: See `tokenize_captions`.
        image_ids: At least one; None takes all.
        n_resamples: Of the bootstrap over images; 0 for no intervals.
        seed: Of the bootstrap.

    Raises:
        ResourceError: pycocoevalcap is not installed.
    """
    ids = list(captions.references if image_ids is None else image_ids)
    # pycocoevalcap sorts ids, which may be of mixed types.
    candidates = {i: [captions.candidates[image_id]] for i, image_id in enumerate(ids)}
    references = {i: list(captions.references[image_id]) for i, image_id in enumerate(ids)}
    tables: dict[str, Resamplable] = {
        "ROUGE-L": _mean_of(coco_module("rouge.rouge").Rouge(), candidates, references),
        "CIDEr": _cider(candidates, references),
    }
    figures: dict[str, float] = {}
    intervals: dict[str, Interval] = {}
    absent: dict[str, str] = {}
    try:
        tables["SPICE"] = _spice(candidates, references)
    except _AbsentError as e:
        absent["SPICE"] = str(e)
    try:
        figures["METEOR"] = _meteor(candidates, references)[0]
    except _AbsentError as e:
        absent["METEOR"] = str(e)
    named = [(BLEU, _bleu(candidates, references)), *(((name,), table) for name, table in tables.items())]
    for names, table in named:
        figures.update(zip(names, map(float, table.figures), strict=True))
        if n_resamples and len(ids) > 1:
            found = bootstrap_intervals(table, n_resamples=n_resamples, seed=seed)
            intervals.update(zip(names, found, strict=True))
    return CocoReport(
        signature=_signature(captions.tokenizer),
        n_images=len(ids),
        figures={name: figures[name] for name in METRICS if name in figures},
        intervals=intervals,
        absent={name: absent[name] for name in METRICS if name in absent},
    )


def coco_scores_by_item(captions: CocoCaptions) -> tuple[dict[str, Floats], dict[str, str]]:
    """The metrics of each image alone, in the order of the references; CIDEr weighs words by all references.

    Args:
        captions: See `tokenize_captions`.

    Returns:
        By name one score an image; and by name of an absent metric the reason why it could not be computed.

    Raises:
        ResourceError: pycocoevalcap is not installed.
    """
    candidates = {i: [text] for i, text in enumerate(captions.candidates.values())}
    references = {i: list(texts) for i, texts in enumerate(captions.references.values())}
    bleu = _bleu(candidates, references)
    scores: dict[str, Floats] = {
        "BLEU-4": np.array([float(bleu.figures_of(row, 1)[-1]) for row in bleu.table]),
        "ROUGE-L": _mean_of(coco_module("rouge.rouge").Rouge(), candidates, references).table[:, 0],
        "CIDEr": _cider(candidates, references).table[:, 0],
    }
    absent: dict[str, str] = {}
    try:
        scores["METEOR"] = np.array(_meteor(candidates, references)[1])
    except _AbsentError as e:
        absent["METEOR"] = str(e)
    try:
        scores["SPICE"] = _spice(candidates, references).table[:, 0]
    except _AbsentError as e:
        absent["SPICE"] = str(e)
    return {name: scores[name] for name in METRICS if name in scores}, absent


class _AbsentError(Exception):
    """A metric cannot be computed here; the message says why."""


def _bleu(candidates: Mapping[int, list[str]], references: Mapping[int, list[str]]) -> Resamplable:
    """BLEU of sums: of each image both lengths, the n-grams that match, and all n-grams."""
    scorer = coco_module("bleu.bleu_scorer").BleuScorer(n=_N_GRAMS)
    for i, [candidate] in candidates.items():
        scorer += (candidate, references[i])
    rows = [
        (
            item["testlen"],
            min((abs(length - item["testlen"]), length) for length in item["reflen"])[1],
            *item["correct"],
            *item["guess"],
        )
        for item in scorer.ctest
    ]

    def figures(sums: Floats, n_images: int) -> Floats:
        del n_images
        matched, there = sums[..., 2 : 2 + _N_GRAMS], sums[..., 2 + _N_GRAMS :]
        logs = np.log((matched + _TINY) / (there + _SMALL))
        means = np.cumsum(logs, axis=-1) / np.arange(1, _N_GRAMS + 1)
        ratio = (sums[..., :1] + _TINY) / (sums[..., 1:2] + _SMALL)
        shown: Floats = np.exp(means + np.minimum(0.0, 1 - 1 / ratio))
        return shown

    return Resamplable(np.array(rows, dtype=np.float64), figures)


def _cider(candidates: Mapping[int, list[str]], references: Mapping[int, list[str]]) -> Resamplable:
    if not any(text for group in references.values() for text in group):
        return mean_table(np.zeros((len(candidates), 1)))  # without a word there is no document frequency
    return _mean_of(coco_module("cider.cider").Cider(), candidates, references)


def _mean_of(
    scorer: Any, candidates: Mapping[int, list[str]], references: Mapping[int, list[str]]
) -> Resamplable:
    _, by_image = scorer.compute_score(references, candidates)
    return mean_table(np.array(by_image, dtype=np.float64)[:, np.newaxis])


def _meteor(
    candidates: Mapping[int, list[str]], references: Mapping[int, list[str]]
) -> tuple[float, list[float]]:
    """METEOR of all images, and of each."""
    package = coco_module("meteor.meteor")
    if find_java() is None:
        raise _AbsentError(_NO_JAVA)
    if not Path(package.__file__).with_name("data").joinpath("paraphrase-en.gz").is_file():
        raise _AbsentError("its paraphrases (meteor/data/paraphrase-en.gz) are not there")
    scorer = package.Meteor()
    try:
        # Its program takes ||| for the end of a caption.
        bare = {i: [text.replace("|||", "") for text in group] for i, group in references.items()}
        figure, by_image = scorer.compute_score(bare, candidates)
    except (OSError, ValueError) as e:
        scorer.lock.release()
        raise _AbsentError(f"its Java program failed: {e}") from e
    finally:
        scorer.meteor_p.kill()
        for stream in (scorer.meteor_p.stdout, scorer.meteor_p.stderr):
            stream.close()
    return float(figure), list(map(float, by_image))


def _spice(candidates: Mapping[int, list[str]], references: Mapping[int, list[str]]) -> Resamplable:
    package = coco_module("spice.spice")
    if find_java() is None:
        raise _AbsentError(_NO_JAVA)
    library = Path(package.__file__).with_name("lib")
    if not all((library / name).is_file() for name in _SPICE_DATA):
        raise _AbsentError(f"its parser (spice/lib/{_SPICE_DATA[0]} with its models) is not there")
    try:
        _, by_image = package.Spice().compute_score(references, candidates)
    except Exception as e:  # whatever fails in a foreign program: the metric is absent, and says why
        raise _AbsentError(f"its Java program failed: {e}") from e
    return mean_table(np.array([[item["All"]["f"]] for item in by_image], dtype=np.float64))


def _signature(tokenizer: TokenizerName) -> str:
    library = importlib.metadata.version("pycocoevalcap")
    return f"captuple|coco-metrics|tokens:{tokenizer}|pycocoevalcap:{library}|v:{captuple_version()}"
