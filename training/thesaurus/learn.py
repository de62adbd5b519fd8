"""Learn a thesaurus from captions that describe the same image.

1. The captions are parsed: nouns, verbs and describing words become terms.
2. The word-by-image matrix, weighted by positive pointwise mutual information, is factorised (truncated SVD).
3. The factors are refined: two captions of one image shall lie nearer to each other, as sums of their terms' vectors,
   than to captions of other images (a softmax over the images of a batch). The lengths of the vectors learn how much a
   term tells about an image; the directions, what may be said of like images.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse
import scipy.sparse.linalg

from extractor.errors import InvalidInputError
from extractor.lexicon import Lexicon
from extractor.syntax.guest import one_thread
from scoring.graded.thesaurus import TermClass, Thesaurus
from training.progress import Report, silent

_CLASS_BY_UPOS: Mapping[str, TermClass] = MappingProxyType(
    {"NOUN": "n", "PROPN": "n", "VERB": "v", "ADJ": "m", "NUM": "m"}
)
_MIN_IMAGES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ThesaurusOptions:
    """How a thesaurus is learned; the defaults were chosen on the judgements of Flickr8k-CF (all of its images).

    Attributes:
        n_dimensions: Of the vectors.
        min_images: Terms of fewer images are left out.
        n_epochs: Passes over the images in the refinement; 0 leaves the factors as they are.
        learning_rate: Of the refinement.
        temperature: Cosines are divided by it before the softmax; the smaller, the harder.
        dropout: Share of the words of a caption that are left out at random.
        batch_size: Images of one softmax.
        seed: Of all that is random.
    """

    n_dimensions: int = 200
    min_images: int = 3
    n_epochs: int = 40
    learning_rate: float = 2e-3
    temperature: float = 0.07
    dropout: float = 0.2
    batch_size: int = 512
    seed: int = 0


Tagged = tuple[str, str]
"""A word as written, and its universal part of speech."""


def word_term(text: str, upos: str, lexicon: Lexicon) -> str | None:
    """The term of a word; None for words of no content.

    Args:
        text: As written.
        upos: Its part of speech.
        lexicon: Gives the lemmas, as it gives those of tuples.
    """
    term_class = _CLASS_BY_UPOS.get(upos)
    word = text.lower()
    if term_class is None or not any(c.isalnum() for c in word):
        return None
    if term_class == "n":
        word = lexicon.lemma(word, "noun")
    elif term_class == "v":
        word = lexicon.lemma(word, "verb")
    return f"{word}/{term_class}"


def learn_thesaurus(
    images: Iterable[Sequence[Sequence[Tagged]]],
    *,
    lexicon: Lexicon,
    options: ThesaurusOptions | None = None,
    lexicon_sha256: str = "",
    meta: Mapping[str, Any] = MappingProxyType({}),
    report: Report = silent,
) -> Thesaurus:
    """Learn a thesaurus.

    Args:
        images: The tagged captions of each image.
        lexicon: Gives the lemmas.
        options: How to learn.
        lexicon_sha256: Of the lexicon's file, by which a bundle knows its thesaurus.
        meta: Put into the file for people.
        report: Called with lines of progress.

    Returns:
        The thesaurus; the same images and options give the same one on the same machine.

    Raises:
        InvalidInputError: There are fewer than 100 images with two captions, or hardly any words in common.
    """
    options = options or ThesaurusOptions()
    term_counts_by_form: dict[str, Counter[str | None]] = defaultdict(Counter)
    captions_by_image: list[list[list[str]]] = []
    for captions in images:
        terms_of_captions = []
        for caption in captions:
            found = [(text.lower(), word_term(text, upos, lexicon)) for text, upos in caption]
            for form, term in found:
                term_counts_by_form[form][term] += 1
            terms_of_captions.append(list(dict.fromkeys(term for _, term in found if term is not None)))
        captions_by_image.append(terms_of_captions)
    n_pairs = sum(1 for captions in captions_by_image if sum(map(bool, captions)) >= 2)
    if n_pairs < _MIN_IMAGES:
        raise InvalidInputError(
            f"a thesaurus needs at least {_MIN_IMAGES} images with two captions; got {n_pairs}"
        )
    n_images_by_term = Counter(
        term for captions in captions_by_image for term in {term for caption in captions for term in caption}
    )
    terms = sorted(term for term, n in n_images_by_term.items() if n >= options.min_images)
    if len(terms) <= options.n_dimensions:
        raise InvalidInputError(
            f"{len(terms)} words occur with {options.min_images} images or more; {options.n_dimensions} dimensions "
            "need more captions"
        )
    row_by_term = {term: row for row, term in enumerate(terms)}
    report(f"{len(captions_by_image)} images, {len(terms)} terms")
    rows_by_image = [
        [[row_by_term[term] for term in caption if term in row_by_term] for caption in captions]
        for captions in captions_by_image
    ]
    n_images = np.array([n_images_by_term[term] for term in terms])
    informativeness = np.log(len(captions_by_image) / n_images)
    factors = _factors(rows_by_image, len(terms), options)
    start = factors * np.maximum(informativeness, 0.1)[:, None] / 4
    with one_thread():  # sums in one order: the same vectors every time
        vectors = _refined(start, rows_by_image, options, report)
    weights = np.linalg.norm(vectors, axis=1)
    weights /= np.average(weights, weights=n_images)  # an ordinary word weighs 1
    usual = {
        form: term
        for form, counts in term_counts_by_form.items()
        if (term := max(counts.items(), key=lambda item: (item[1], item[0] or ""))[0]) in row_by_term
    }
    return Thesaurus.of(
        terms,
        vectors,
        np.maximum(weights, 1e-3),
        term_by_form={form: term for form, term in usual.items() if term is not None},
        lexicon_sha256=lexicon_sha256,
        meta=meta,
    )


def _factors(
    rows_by_image: Sequence[Sequence[Sequence[int]]], n_terms: int, options: ThesaurusOptions
) -> npt.NDArray[np.float64]:
    """Rows of length 1: the left factors of the weighted term-by-image matrix, times the root of their values."""
    rows, columns, shares = [], [], []
    for column, captions in enumerate(rows_by_image):
        for row, n in sorted(Counter(row for caption in captions for row in caption).items()):
            rows.append(row)
            columns.append(column)
            shares.append(n / len(captions))
    counts = scipy.sparse.coo_matrix((shares, (rows, columns)), shape=(n_terms, len(rows_by_image)))
    total, by_term, by_image = counts.sum(), counts.sum(axis=1), counts.sum(axis=0)
    expected = np.asarray(by_term).ravel()[counts.row] * np.asarray(by_image).ravel()[counts.col] / total
    information = np.log(counts.data / expected)
    keep = information > 0
    weighted = scipy.sparse.csr_matrix(
        (information[keep], (counts.row[keep], counts.col[keep])), shape=counts.shape
    )
    start = np.random.default_rng(options.seed).standard_normal(min(weighted.shape))
    left, values, _ = scipy.sparse.linalg.svds(weighted, k=options.n_dimensions, v0=start)
    factors = left * np.sqrt(values)
    return np.asarray(factors / np.maximum(np.linalg.norm(factors, axis=1, keepdims=True), 1e-9))


def _refined(
    start: npt.NDArray[np.float64],
    rows_by_image: Sequence[Sequence[Sequence[int]]],
    options: ThesaurusOptions,
    report: Report,
) -> npt.NDArray[np.float64]:
    """Vectors by which two captions of one image find each other among those of other images."""
    if not options.n_epochs:
        return start
    import torch
    from torch.nn import functional

    rng = np.random.default_rng(options.seed)
    vectors = torch.nn.Parameter(torch.tensor(start, dtype=torch.float32))
    images = [[np.array(caption) for caption in captions if caption] for captions in rows_by_image]
    images = [captions for captions in images if len(captions) >= 2]
    batch_size = min(options.batch_size, len(images))
    optimizer = torch.optim.Adam([vectors], lr=options.learning_rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer,
        options.learning_rate,
        total_steps=options.n_epochs * (len(images) // batch_size),
        pct_start=0.1,
    )

    def encoded(captions: Sequence[npt.NDArray[np.int64]]) -> torch.Tensor:
        kept = []
        for rows in captions:
            keep = rng.random(len(rows)) >= options.dropout
            kept.append(rows[keep] if keep.any() else rows)
        offsets = np.cumsum([0, *(len(rows) for rows in kept[:-1])])
        sums = functional.embedding_bag(
            torch.from_numpy(np.concatenate(kept)), vectors, torch.from_numpy(offsets), mode="sum"
        )
        return functional.normalize(sums, dim=1)

    target = torch.arange(batch_size)
    for epoch in range(options.n_epochs):
        order = rng.permutation(len(images))
        losses = []
        for begin in range(0, len(order) - batch_size + 1, batch_size):
            pairs = [
                [images[i][k] for k in rng.permutation(len(images[i]))[:2]]
                for i in order[begin : begin + batch_size]
            ]
            first, second = (encoded([pair[side] for pair in pairs]) for side in (0, 1))
            logits = first @ second.T / options.temperature
            loss = (functional.cross_entropy(logits, target) + functional.cross_entropy(logits.T, target)) / 2
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
            losses.append(float(loss.detach()))
        report(f"epoch {epoch + 1} of {options.n_epochs}: loss {np.mean(losses):.4f}")
    return np.asarray(vectors.detach().numpy(), dtype=np.float64)
