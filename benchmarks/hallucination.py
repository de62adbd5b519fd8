"""The graded score on paragraphs with hallucinations: how often the paragraph stands above the same with one.

    python benchmarks/hallucination.py [--part held_out] [--model en-captions] [--joined 3] [--show]

Our own paragraphs (``tests/data/paragraphs``), each against references by other hands, and the same with one object,
attribute, count, relation, role or written word changed, or one thing invented. Told apart is what scores lower; a tie
is not. ``--joined 3`` sets each paragraph before two others, and its references before theirs: long texts, in which
what is wrong of one thing is right of another. ``--show`` prints the pairs that are not told apart, save those held
back, which are looked at in sums.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
from collections.abc import Sequence

from extractor import Extractor
from extractor.types import Caption
from scoring.graded.score import GradedImage, grade_images
from scoring.graded.words import DescribedCaption
from service.similarities import best_similarity, load_similarity
from tests.data.paragraphs.pairs import KINDS, PARTS, Pair, all_pairs


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", choices=PARTS, default="held_out")
    parser.add_argument("--model", default="en-captions")
    parser.add_argument("--graded", help="The similarity; by default the best that the model has.")
    parser.add_argument("--joined", type=int, default=1, help="Paragraphs of one text.")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    if options.show and options.part == "held_out":
        parser.error("what is held back is not shown")
    pairs = joined(all_pairs(options.part), options.joined)
    graded = grade_pairs(Extractor.load(options.model), pairs, similarity=options.graded)
    told = [right.score > wrong.score for right, wrong in graded]
    if options.show:
        for pair, (right, wrong), is_told in zip(pairs, graded, told, strict=True):
            if not is_told:
                _show(pair, right, wrong)
    for kind in KINDS:
        found = [is_told for pair, is_told in zip(pairs, told, strict=True) if pair.kind == kind]
        if found:
            print(f"{kind:<10} {100 * sum(found) / len(found):5.1f}  of {len(found)}")
    print(f"{'all':<10} {100 * sum(told) / len(told):5.1f}  of {len(told)}")


def joined(pairs: Sequence[Pair], n_paragraphs: int) -> list[Pair]:
    """The pairs with the paragraphs that follow, and their references, behind what each says."""
    by_name = {pair.name: pair for pair in pairs}
    names = list(by_name)
    result = []
    for pair in pairs:
        place = names.index(pair.name)
        others = [by_name[names[(place + k) % len(names)]] for k in range(1, n_paragraphs)]
        right = "\n\n".join(other.right for other in others)
        result.append(
            dataclasses.replace(
                pair,
                references=tuple(
                    "\n\n".join(texts)
                    for texts in zip(
                        pair.references,
                        *(itertools.cycle(other.references) for other in others),
                        strict=False,
                    )
                ),
                right=f"{pair.right}\n\n{right}".strip(),
                wrong=f"{pair.wrong}\n\n{right}".strip(),
            )
        )
    return result


def grade_pairs(
    extractor: Extractor, pairs: Sequence[Pair], *, similarity: str | None = None
) -> list[tuple[GradedImage, GradedImage]]:
    """Of each pair the paragraph, and the one with the hallucination, against the reference.

    Args:
        extractor: The model.
        pairs: Any number.
        similarity: Of the graded score; None takes the best that the model has.
    """
    texts = list(dict.fromkeys(text for pair in pairs for text in (pair.right, pair.wrong, *pair.references)))
    described = {
        item.caption.text: DescribedCaption(
            text=item.caption.text, tuples=item.tuples, entities=item.entities
        )
        for item in extractor.extract([Caption(text=text) for text in texts])
    }
    report = grade_images(
        {f"{i}{side}": described[text] for i, pair in enumerate(pairs) for side, text in _sides(pair)},
        {
            f"{i}{side}": [described[text] for text in pair.references]
            for i, pair in enumerate(pairs)
            for side, _ in _sides(pair)
        },
        similarity=load_similarity(similarity or best_similarity(extractor.folder), extractor.folder),
        model=extractor.model,
    )
    return [(report.images[f"{i}+"], report.images[f"{i}-"]) for i in range(len(pairs))]


def _sides(pair: Pair) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("+", pair.right), ("-", pair.wrong)


def _show(pair: Pair, right: GradedImage, wrong: GradedImage) -> None:
    print(f"--- {pair.name} {pair.kind}\n{pair.wrong}")
    for reference in pair.references:
        print(f"  reference: {reference}")
    for ours, other in zip(right.summands, wrong.summands, strict=True):
        if ours.value != other.value:
            print(f"  {ours.name:<15} {ours.value:+.4f} {other.value:+.4f} {other.value - ours.value:+.4f}")


if __name__ == "__main__":
    main()
