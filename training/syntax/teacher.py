"""Trees of a teacher: captions parsed by an accurate parser, for another parser to learn from.

What is written is a treebank in CoNLL-U, one distinct sentence of the captions after the other, in the form in which
parsers read captions. Sentences of which the teacher is not sure are left out. Lemmas are not its strength: the
column is empty, and nothing learns lemmas from it.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from extractor.bundle import find_bundle, read_manifest
from extractor.errors import InvalidInputError
from extractor.syntax.encoder.parser import EncoderParser
from extractor.syntax.parser import load_parser
from extractor.syntax.reading import FULL_STOP, Sentence, is_read, read_form
from extractor.syntax.tokenization import Tokenizer
from extractor.types import Caption
from formats import read_captions
from formats.corpora.conllu import read_columns
from training.progress import Report, silent

LEAST_CONFIDENCE = 0.6
MAX_WORDS = 40
_BATCH = 2_000
_REPORT_SENTENCES = 20_000


def write_taught(
    teacher: str,
    caption_files: Sequence[Path],
    output: Path,
    *,
    without: Sequence[Path] = (),
    least_confidence: float = LEAST_CONFIDENCE,
    report: Report = silent,
) -> int:
    """Parse captions by a model and write the trees of which it is sure.

    Args:
        teacher: A model with the parser ``encoder``: a name, or a folder.
        caption_files: Captions in any format that ``formats.read_captions`` reads.
        output: A file of CoNLL-U; compressed where it ends in ``.gz``.
        without: Treebanks whose sentences are left out, since they are to judge what was learned.
        least_confidence: Of the least sure arc of a sentence, from 0 to 1.
        report: Called with lines of progress.

    Returns:
        How many sentences were written.

    Raises:
        InvalidInputError: A file cannot be read, or the model has another parser.
        BundleError: The model is damaged.
    """
    folder = Path(teacher) if Path(teacher).is_dir() else find_bundle(teacher)
    parser = load_parser(read_manifest(folder).parser, folder / "syntax")
    if not isinstance(parser, EncoderParser):
        raise InvalidInputError(
            f"the teacher {teacher} has the parser {parser.name}; one that says how sure it is, encoder, is needed"
        )
    left_out = {as_caption(tuple(row[1] for row in rows)) for path in without for rows in read_columns(path)}
    captions = (entry.caption for path in caption_files for entry in read_captions(path))
    sentences = sorted(
        {s for s in _distinct_sentences(captions) if 2 < len(s) <= MAX_WORDS and s not in left_out},
        key=lambda sentence: (len(sentence), sentence),
    )
    report(f"teacher: {len(sentences)} distinct sentences")
    n_written = 0
    opener = gzip.open if output.suffix == ".gz" else open
    with opener(output, "wt", encoding="utf-8") as file:
        for start in range(0, len(sentences), _BATCH):
            batch = sentences[start : start + _BATCH]
            parsed, confidences = parser.parse_surely(batch)
            for form, words, confidence in zip(batch, parsed, confidences, strict=True):
                if confidence < least_confidence:
                    continue
                n_written += 1
                for i, (text, word) in enumerate(zip(form, words, strict=True), 1):
                    columns = (
                        i,
                        text,
                        "_",
                        word.upos,
                        word.xpos,
                        word.feats or "_",
                        word.head,
                        word.deprel,
                        "_",
                        "_",
                    )
                    file.write("\t".join(map(str, columns)) + "\n")
                file.write("\n")
            if start % _REPORT_SENTENCES == 0:
                report(f"teacher: {start + len(batch)} read, {n_written} written")
    return n_written


def as_caption(words: Iterable[str]) -> Sentence:
    """The form in which a parser reads words as a sentence of a caption."""
    return (*(read_form(word) for word in words if is_read(word)), FULL_STOP)


def _distinct_sentences(captions: Iterable[Caption]) -> Iterator[Sentence]:
    tokenizer = Tokenizer()
    batch: list[Caption] = []

    def sentences() -> Iterator[Sentence]:
        for tokens in tokenizer.tokenize(batch):
            words: list[str] = []
            for i, token in enumerate(tokens):
                if i and token.sentence != tokens[i - 1].sentence:
                    yield as_caption(words)
                    words = []
                words.append(token.text)
            yield as_caption(words)

    for caption in captions:
        batch.append(caption)
        if len(batch) == _BATCH:
            yield from sentences()
            batch = []
    yield from sentences()
