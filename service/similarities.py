"""The similarity of a name for the words of a model."""

from __future__ import annotations

from extractor.bundle import file_sha256, find_bundle
from scoring.graded.similarity import Similarity, ThesaurusSimilarity, get_similarity
from scoring.graded.thesaurus import THESAURUS_FILE, Thesaurus


def load_similarity(name: str, model: str) -> Similarity:
    """The similarity of a name; ``thesaurus.v1`` with the thesaurus of the model's bundle.

    Args:
        name: A registered name.
        model: ``NAME``, ``NAME@VERSION`` or the folder of a bundle.

    Raises:
        UnknownNameError: There is no such similarity or model.
        BundleError: The bundle has no thesaurus, or that of another bundle.
    """
    if name != ThesaurusSimilarity.name:
        return get_similarity(name)
    folder = find_bundle(model)
    lexicon = file_sha256(folder / "lexicon.json.gz")
    return get_similarity(name, thesaurus=Thesaurus.load(folder / THESAURUS_FILE, lexicon_sha256=lexicon))
