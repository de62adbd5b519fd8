"""What a word costs in the graded score of paragraphs, beside a word of captions.

    OMP_NUM_THREADS=1 python benchmarks/paragraph_scoring.py [--model en-captions-large] [--graded encoder.v1]

Our own paragraphs, set one behind the other to texts of 300 and 2,000 words, each scored against the references by
other hands that belong to them; and the same sentences as captions. Extraction is not timed (``benchmarks/speed.py``);
vectors of sentences are, each text being read anew. Best of five.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable, Sequence

from extractor import Extractor
from extractor.types import Caption
from scoring.graded.prose import sentence_spans
from scoring.graded.score import grade_images
from scoring.graded.similarity import Similarity
from scoring.graded.words import DescribedCaption
from service.similarities import best_similarity, load_similarity
from tests.data.paragraphs.pairs import FILE, read_pairs

LENGTHS = (300, 2_000)
N_TRIES = 5


def main() -> None:
    """Print a line for each length."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default="en-captions-large")
    parser.add_argument("--graded", help="The similarity; by default the best that the model has.")
    options = parser.parse_args()
    extractor = Extractor.load(options.model)
    name = options.graded or best_similarity(extractor.folder)

    def similarity() -> Similarity:
        return load_similarity(name, extractor.folder)

    by_name = {pair.name: (pair.right, pair.references[0]) for pair in read_pairs(FILE.read_text("utf-8"))}
    texts = list(by_name.values())
    sentences = [
        (own, theirs)
        for right, reference in texts
        for own, theirs in zip(_sentences(right), itertools.cycle(_sentences(reference)), strict=False)
    ]
    short = _seconds_a_word(extractor, sentences, similarity)
    print(f"captions of {_mean(sentences):.0f} words: {1e6 * short:.0f} us a word")
    for length in LENGTHS:
        long = _seconds_a_word(extractor, _joined(texts, length), similarity)
        print(f"texts of {length} words: {1e6 * long:.0f} us a word, {long / short:.2f} of a caption's")


def _sentences(text: str) -> list[str]:
    return [text[start:end].strip() for start, end in sentence_spans(text)]


def _joined(texts: Sequence[tuple[str, str]], n_words: int) -> list[tuple[str, str]]:
    """Texts of at least so many words, each with their references."""
    result: list[tuple[str, str]] = []
    own: list[str] = []
    theirs: list[str] = []
    for right, reference in itertools.islice(itertools.cycle(texts), max(len(texts), n_words // 20)):
        own.append(right)
        theirs.append(reference)
        if len(" ".join(own).split()) >= n_words:
            result.append(("\n".join(own), "\n".join(theirs)))
            own, theirs = [], []
    return result


def _mean(pairs: Sequence[tuple[str, str]]) -> float:
    return sum(len(own.split()) for own, _ in pairs) / len(pairs)


def _seconds_a_word(
    extractor: Extractor, pairs: Sequence[tuple[str, str]], similarity: Callable[[], Similarity]
) -> float:
    read = extractor.extract([Caption(text=text) for pair in pairs for text in pair])
    described = [
        DescribedCaption(text=item.caption.text, tuples=item.tuples, entities=item.entities) for item in read
    ]
    candidates = dict(enumerate(described[::2]))
    references = {i: [caption] for i, caption in enumerate(described[1::2])}
    times = []
    for _ in range(N_TRIES):
        fresh = similarity()
        begin = time.perf_counter()
        grade_images(candidates, references, similarity=fresh)
        times.append(time.perf_counter() - begin)
    return min(times) / sum(len(own.split()) + len(theirs.split()) for own, theirs in pairs)


if __name__ == "__main__":
    main()
