"""Captuple as a module of Hugging Face's `evaluate`: ``evaluate.load("examples/evaluate/captuple_score")``."""

from collections.abc import Sequence

import datasets
import evaluate

from scoring import Conventions
from scoring import score as captuple_score
from scoring.conventions import AverageConvention, MissingCandidates

_DESCRIPTION = """\
How well captions agree with reference captions in what they say: participants, predicates, places, and their pairs and
triplets, as precision, recall and F1 of semantic tuples (BAST, Ellebracht et al. 2015).
"""
_INPUTS = """\
Args:
    predictions: A caption for each image.
    references: For each image a list of captions.
    grounding: What makes two words one value; `captuple groundings` lists them.
    graded: A similarity such as "wordnet_path.v1": the graded score, too. None leaves it out.
    average: "macro" over images, or "micro".
    missing_candidates: Whether an empty prediction is an "error", or has no tuples ("empty").
Returns:
    "overall_f1", "PA_f1", "PA_precision", ... of each component, "graded" where it was asked for, "signature".
"""
_CITATION = """\
@inproceedings{ellebracht2015semantic,
  title={Semantic Tuples for Evaluation of Image to Sentence Generation},
  author={Ellebracht, Lily D. and Ramisa, Arnau and Madhyastha, Pranava Swaroop and Cordero-Rama, Jose and
          Moreno-Noguer, Francesc and Quattoni, Ariadna},
  booktitle={Proceedings of the Fourth Workshop on Vision and Language},
  year={2015}
}
"""


class CaptupleScore(evaluate.Metric):  # type: ignore[misc]  # ships no types
    """BAST, and the graded score beside it."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
        )

    def _compute(
        self,
        predictions: Sequence[str],
        references: Sequence[str | Sequence[str]],
        *,
        grounding: str = "lemma.v1",
        graded: str | None = None,
        average: AverageConvention = "macro",
        missing_candidates: MissingCandidates = "error",
    ) -> dict[str, float | str]:
        scores = captuple_score(
            list(predictions),
            [[given] if isinstance(given, str) else list(given) for given in references],
            grounding=grounding,
            conventions=Conventions(average=average),
            graded=graded,
            missing_candidates=missing_candidates,
        )
        figures = scores.bast.scores
        result: dict[str, float | str] = {"overall_f1": figures.overall_f1}
        for component, prf in figures.by_component.items():
            result[f"{component}_precision"] = prf.precision
            result[f"{component}_recall"] = prf.recall
            result[f"{component}_f1"] = prf.f1
        if scores.graded is not None:
            result["graded"] = scores.graded.score
        result["signature"] = scores.bast.signature
        return result
