"""The graded score over the wire: as in this process, and what is wrong with a request is named."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from captuple import AsyncCaptupleClient, CaptupleClient

from extractor.errors import InvalidInputError, UnknownNameError
from extractor.types import Caption, CaptionEntry
from scoring import score
from service.similarities import load_similarity

if TYPE_CHECKING:
    from extractor import Extractor
    from tests.serving import RunningServer

CANDIDATES = {
    1: "A cat runs after a dog.",
    2: "Two goats climb a wall.",
    3: "Oh!",
    4: "A dog sits on a wall. The animal is brown.",  # what is said of it gathers
}
REFERENCES = {
    1: ["A dog runs after a cat.", "A dog chases a cat."],
    2: ["Goats climb a stone wall."],
    3: ["A wall."],
    4: ["A black dog sits on a wall."],
}


def entries(text: str) -> CaptionEntry:
    return CaptionEntry(caption=Caption(text=text))


CANDIDATE_ENTRIES = {image: entries(text) for image, text in CANDIDATES.items()}
REFERENCE_ENTRIES = {image: [entries(text) for text in texts] for image, texts in REFERENCES.items()}


def test_given_tuples_come_with_their_entities(real_server: RunningServer, extractor: Extractor) -> None:
    [own], [theirs] = (
        extractor.extract([Caption(text=texts)]) for texts in (CANDIDATES[4], REFERENCES[4][0])
    )
    expected = score([own], [[theirs]], graded="exact.v1", extractor=extractor).graded
    assert expected is not None
    given = [
        CaptionEntry(caption=item.caption, tuples=item.tuples, entities=item.entities)
        for item in (own, theirs)
    ]
    with CaptupleClient(real_server.address) as client:
        found = client.grade({0: given[0]}, {0: given[1:]}, similarity="exact.v1")
    assert found.score == pytest.approx(expected.score, abs=1e-12)
    assert found.summands["contradiction"] < 0  # brown, which the caption says of "the animal"


@pytest.mark.parametrize(
    ("similarity", "version"), [("thesaurus.v1", "v2"), ("thesaurus.v1", "v1"), ("exact.v1", "v2")]
)
def test_grades_are_those_of_this_process(
    real_server: RunningServer, extractor: Extractor, similarity: str, version: str
) -> None:
    expected = score(
        CANDIDATES,
        REFERENCES,
        graded=load_similarity(similarity, extractor.folder),
        graded_version=version,
        extractor=extractor,
    ).graded
    assert expected is not None
    with CaptupleClient(real_server.address) as client:
        found = client.grade(CANDIDATE_ENTRIES, REFERENCE_ENTRIES, similarity=similarity, version=version)
    assert found.signature == expected.signature
    assert found.score == pytest.approx(expected.score, abs=1e-12)
    assert found.summands == pytest.approx({s.name: s.value for s in expected.summands}, abs=1e-12)
    assert found.score_by_image == {i: image.score for i, image in expected.images.items()}
    assert found.n_wordless == len(expected.wordless) == 1

    async def again() -> object:
        async with AsyncCaptupleClient(real_server.address) as client:
            return await client.grade(
                CANDIDATE_ENTRIES, REFERENCE_ENTRIES, similarity=similarity, version=version
            )

    assert asyncio.run(again()) == found


def test_what_is_wrong_is_named(real_server: RunningServer) -> None:
    with CaptupleClient(real_server.address) as client:
        with pytest.raises(UnknownNameError, match=r"thesaurs\.v1"):
            client.grade(CANDIDATE_ENTRIES, REFERENCE_ENTRIES, similarity="thesaurs.v1")
        with pytest.raises(InvalidInputError, match="graded_version: 'v3' is not allowed; allowed: v2, v1"):
            client.grade(CANDIDATE_ENTRIES, REFERENCE_ENTRIES, similarity="exact.v1", version="v3")
        with pytest.raises(
            InvalidInputError, match=r"similarity: cannot be used here: .* has no sentence encoder"
        ):
            client.grade(CANDIDATE_ENTRIES, REFERENCE_ENTRIES, similarity="encoder.v1")
