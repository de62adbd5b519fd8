"""What is wrong with annotations that are to be trained on, beyond what their readers refuse.

The readers (``formats``, ``formats.records``) have already refused spans outside the caption, empty ones,
texts that differ from their spans, overlaps within a slot, tuples without a predicate and unknown keys.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.lexicon import Lexicon
from extractor.types import Argument, Predicate, SemanticTuple
from formats.corpora.annotated import AnnotatedCaption, image_keys

N_FOLDS = 5
MIN_KNOWN_SHARE = 0.6
MAX_FOREIGN_SHARE = 0.1
_MIN_WORDS = 3
_N_SHOWN = 3
_WORD = re.compile(r"[^\W\d_]+")
_FUNCTION_WORDS = frozenset(
    "a an the this that these those some any no every each both all another other one two three four five six seven "
    "eight nine ten and or but nor so while as if when where who whom whose which what how than then "
    "i you he she it we they me him her us them my your his its our their himself herself itself themselves "
    "in on at by to of off up for from with without into onto over under near through across along around behind "
    "beside between above below against among during after before toward towards past inside outside about like "
    "is are was were be been being am has have had having do does did doing can could will would may might must "
    "should not s t re ve ll d m there here very too also just only".split()
)


def check_annotations(
    annotated: Sequence[AnnotatedCaption], lexicon: Lexicon, *, n_folds: int = N_FOLDS
) -> None:
    """Refuse annotations that cannot be trained on.

    Args:
        annotated: The gold.
        lexicon: Of the base model.
        n_folds: Of the cross-validation, at least 2.

    Raises:
        InvalidInputError: Something is wrong; all faults are named.
    """
    faults = annotation_faults(annotated, lexicon, n_folds=n_folds)
    if faults:
        raise InvalidInputError(faults)


def annotation_faults(
    annotated: Sequence[AnnotatedCaption], lexicon: Lexicon, *, n_folds: int = N_FOLDS
) -> list[Fault]:
    """Everything that keeps annotations from being trained on, with file, line and field.

    Args:
        annotated: The gold.
        lexicon: Of the base model.
        n_folds: Of the cross-validation, at least 2.

    Returns:
        Faults of single captions in their order, then those of whole files, then those of all data; empty where
        nothing is wrong.
    """
    faults: list[Fault] = []
    for i, item in enumerate(annotated):
        where = item.where or f"captions[{i}]"
        for t, semantic_tuple in enumerate(item.tuples):
            faults += _tuple_faults(item.caption.text, semantic_tuple, where=f"{where}: tuples[{t}]")
    faults += _language_faults(annotated, lexicon)
    faults += _fold_faults(annotated, n_folds)
    return faults


def _members(item: SemanticTuple) -> Iterator[tuple[str, Predicate | Argument]]:
    """What a tuple holds, with the names of the fields."""
    yield "predicate", item.predicate
    for slot, arguments in (
        ("agents", item.agents),
        ("patients", item.patients),
        ("locatives", item.locatives),
    ):
        for a, argument in enumerate(arguments):
            yield f"{slot}[{a}]", argument


def _tuple_faults(text: str, item: SemanticTuple, *, where: str) -> Iterator[Fault]:
    """Spans without a word, cut through a word, or over a part of another span of the tuple.

    The same word may stand in two slots: the ocean that a dog runs into is patient and locative.
    """
    earlier: list[tuple[str, int, int]] = []
    for name, member in _members(item):
        start, end = member.start, member.end
        if start is None or end is None:
            continue
        place = f"{where}.{name}"
        if not text[start:end].strip():
            yield Fault(where=place, problem=f"span {start}-{end} holds no word, only white space")
        elif _cuts(text, start) or _cuts(text, end):
            yield Fault(where=place, problem=f"span {start}-{end} cuts a word: {shorten(text[start:end])}")
        for other, other_start, other_end in earlier:
            if start < other_end and other_start < end and (start, end) != (other_start, other_end):
                yield Fault(
                    where=place, problem=f"span {start}-{end} overlaps {other} at {other_start}-{other_end}"
                )
        earlier.append((name, start, end))


def _cuts(text: str, position: int) -> bool:
    """Whether a position lies between two letters."""
    return 0 < position < len(text) and text[position - 1].isalpha() and text[position].isalpha()


def known_share(text: str, lexicon: Lexicon) -> float:
    """The share of a text's words that the lexicon or a list of function words knows; 1 for fewer than three words."""
    words = _WORD.findall(text.lower())
    if len(words) < _MIN_WORDS:
        return 1.0
    return sum(_is_known(word, lexicon) for word in words) / len(words)


def _is_known(word: str, lexicon: Lexicon) -> bool:
    if len(word) < 3 or word in _FUNCTION_WORDS:
        return word in _FUNCTION_WORDS  # WordNet has most pairs of letters: abbreviations, chemical elements
    return lexicon.is_word(word)


def _language_faults(annotated: Sequence[AnnotatedCaption], lexicon: Lexicon) -> Iterator[Fault]:
    """A fault for every file with many captions whose words are mostly unknown."""
    items_by_file: dict[str, list[AnnotatedCaption]] = defaultdict(list)
    for item in annotated:
        items_by_file[item.where.rpartition(":")[0]].append(item)
    for file, items in items_by_file.items():
        foreign = [item for item in items if known_share(item.caption.text, lexicon) < MIN_KNOWN_SHARE]
        if len(foreign) > MAX_FOREIGN_SHARE * len(items):
            shown = "; ".join(f"{item.where}: {shorten(item.caption.text)}" for item in foreign[:_N_SHOWN])
            problem = (
                f"{len(foreign)} of {len(items)} captions do not look like English (of their words, less than "
                f"{MIN_KNOWN_SHARE:.0%} are known); {MAX_FOREIGN_SHARE:.0%} are allowed; the first: {shown}"
            )
            yield Fault(where=file, problem=problem)


def _fold_faults(annotated: Sequence[AnnotatedCaption], n_folds: int) -> Iterator[Fault]:
    """A fault for every class that too few images have: each fold needs one of it."""
    images_by_class: dict[str, set[str]] = {
        name: set() for name in ("captions", "written predicates", "agents", "patients", "locatives")
    }
    for item, image in zip(annotated, image_keys([item.caption for item in annotated]), strict=True):
        images_by_class["captions"].add(image)
        for semantic_tuple in item.tuples:
            if not semantic_tuple.predicate.tacit:
                images_by_class["written predicates"].add(image)
            for slot in ("agents", "patients", "locatives"):
                if any(not argument.tacit for argument in getattr(semantic_tuple, slot)):
                    images_by_class[slot].add(image)
    for name, images in images_by_class.items():
        if len(images) < n_folds:
            problem = (
                f"{name} on {len(images)} images; {n_folds} folds by image need them on {n_folds} at least"
            )
            yield Fault(where="", problem=problem)
