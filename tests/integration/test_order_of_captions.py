"""Eight captions of one picture, from right to wrong: who leads, who loses to whom, who is last."""

from __future__ import annotations

import pytest

from extractor import Extractor
from scoring import score
from service.similarities import load_similarity

RIGHT, PLAIN, OTHER_WORDS, COLOURS, ROLES, PART, DENIED, FOREIGN = range(8)
PICTURES = {
    "goat": (
        [
            "A white goat pulls a red cart along the beach.",
            "A goat draws a cart on a beach.",
            "A lamb tows a wagon.",
            "A red goat pulls a white cart along the beach.",
            "A cart pulls a goat on a beach.",
            "A goat is on the beach.",
            "A goat pulls no cart on the beach.",
            "A woman cooks rice.",
        ],
        [
            "The white goat is pulling a red cart on the sand.",
            "A goat draws a red cart along a beach.",
            "White goat pulling a small red cart across the sand.",
        ],
    ),
    "bear": (
        [
            "A black bear follows a brown fox across the river.",
            "A bear walks after a fox in a river.",
            "A cub pursues a small animal.",
            "A brown bear follows a black fox across the river.",
            "A fox walks after a bear in a river.",
            "A bear is in the river.",
            "A bear follows no fox in the river.",
            "A girl plays the piano.",
        ],
        [
            "The black bear walks behind a brown fox through the river.",
            "A black bear is following a fox across a stream.",
            "A bear goes after a brown fox in the water.",
        ],
    ),
}


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize(
    ("model", "similarity"), [("en-captions", "thesaurus.v1"), ("en-captions-large", "encoder.v1")]
)
def test_order(name: str, model: str, similarity: str) -> None:
    candidates, references = PICTURES[name]
    report = score(
        candidates,
        [references] * len(candidates),
        graded=load_similarity(similarity, model),
        extractor=Extractor.load(model),
    ).graded
    assert report is not None
    scores = [image.score for image in report.images.values()]
    ranked = sorted(range(len(scores)), key=lambda i: -scores[i])
    assert ranked[:2] == [RIGHT, PLAIN], scores
    assert ranked[-1] == FOREIGN, scores
    assert scores[COLOURS] < scores[RIGHT]
    assert scores[ROLES] < scores[PLAIN]
    assert scores[DENIED] < scores[PLAIN]


def test_the_former_version_does_not_see_it() -> None:
    candidates, references = PICTURES["goat"]
    report = score(
        candidates,
        [references] * len(candidates),
        graded=load_similarity("thesaurus.v1", "en-captions"),
        graded_version="v1",
        extractor=Extractor.load("en-captions"),
    ).graded
    assert report is not None
    scores = [image.score for image in report.images.values()]
    assert scores[COLOURS] == pytest.approx(scores[RIGHT])
    assert report.signature.startswith("captuple-graded|")
