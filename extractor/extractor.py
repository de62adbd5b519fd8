"""The extractor: captions in, semantic tuples out."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path

from extractor.bundle import DEFAULT_MODEL, Bundle, find_bundle, load_bundle
from extractor.errors import Fault, InvalidInputError
from extractor.lexicon import Lexicon
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import LinkModel
from extractor.syntax.language import foreign_language
from extractor.syntax.parser import Parser, load_parser, parse_for_links
from extractor.syntax.tokenization import Tokenizer, caption_faults
from extractor.tuples.assembly import assemble
from extractor.tuples.entities import described, read_entities
from extractor.tuples.relations import Relation, relations
from extractor.types import Argument, Caption, Entity, Extraction, Parse, Predicate, SemanticTuple

_BATCH_CAPTIONS = 500


class Extractor:
    """Extract semantic tuples from captions. Safe to share between threads; one caption is a batch of one.

    Args:
        bundle: The models.
        parser: The parser; by default the one that the bundle names.
    """

    def __init__(self, bundle: Bundle, *, parser: Parser | None = None) -> None:
        self._bundle = bundle
        self._parser = parser or load_parser(bundle.manifest.parser, bundle.folder / "syntax")
        self._tokenizer = Tokenizer()

    @classmethod
    def load(cls, model: str | Path = DEFAULT_MODEL) -> Extractor:
        """Load a model, without network.

        Args:
            model: ``name``, ``name@version`` or the folder of a bundle.

        Raises:
            UnknownNameError: No such model is installed.
            BundleError: The bundle is damaged, incomplete or of other versions.
        """
        return cls(load_bundle(find_bundle(model)))

    @property
    def model(self) -> str:
        """``name@version`` of the model."""
        return self._bundle.model

    @property
    def folder(self) -> Path:
        """The bundle's folder, for what else of it takes part in a score."""
        return self._bundle.folder

    @property
    def lexicon(self) -> Lexicon:
        """The bundle's lexicon."""
        return self._bundle.lexicon

    @property
    def parser(self) -> Parser:
        """The parser."""
        return self._parser

    @property
    def links(self) -> LinkModel:
        """The bundle's link models, with the role model."""
        return self._bundle.links

    def validate(self, captions: Sequence[Caption]) -> list[Fault]:
        """Everything wrong with some captions (see ``caption_faults`` of the tokenization); no model is run."""
        return caption_faults(captions)

    def parse(self, captions: Sequence[Caption]) -> list[Parse]:
        """The parses of captions, in order.

        Raises:
            InvalidInputError: Captions are faulty; all faults are named.
        """
        return self._parser.parse(captions, self._tokenizer.tokenize(captions))

    def extract(self, captions: Sequence[Caption], *, min_confidence: float = 0.0) -> list[Extraction]:
        """Extract the tuples of captions.

        Args:
            captions: Any number of captions; the same text always gives the same tuples, whatever stands beside it.
            min_confidence: Predicates and arguments below this confidence are left out, from 0 to 1.

        Returns:
            One extraction a caption, in order; a caption without words has no tuples. One that is surely not English
            has none either, and its language is named.

        Raises:
            InvalidInputError: Captions are faulty, or ``min_confidence`` is out of range; all faults are named.
        """
        self._check(captions, min_confidence)
        languages = [self.language(caption) for caption in captions]
        english = [c for c, language in zip(captions, languages, strict=True) if language is None]
        read = self._read(english, min_confidence)
        result = []
        for caption, language in zip(captions, languages, strict=True):
            _, _, tuples, entities = next(read) if language is None else (caption, None, (), ())
            result.append(
                Extraction(
                    caption=caption, model=self.model, tuples=tuples, entities=entities, language=language
                )
            )
        return result

    def language(self, caption: Caption) -> str | None:
        """The language of a caption that is surely not English; see ``extractor.syntax.language``."""
        return foreign_language(caption.text, self.lexicon.is_word)

    def relations(
        self, captions: Sequence[Caption], *, min_confidence: float = 0.0
    ) -> list[tuple[Relation, ...]]:
        """The relations between two entities of captions; see ``extractor.tuples.relations``.

        Args:
            captions: As in `extract`.
            min_confidence: Of the tuples, as in `extract`.

        Returns:
            Those of each caption, in order.

        Raises:
            InvalidInputError: As `extract`.
        """
        self._check(captions, min_confidence)
        return [
            relations(features, tuples) for _, features, tuples, _ in self._read(captions, min_confidence)
        ]

    def _check(self, captions: Sequence[Caption], min_confidence: float) -> None:
        """Raise everything that is wrong, before anything is read."""
        faults = self.validate(captions)
        if not 0.0 <= min_confidence <= 1.0:
            faults.append(Fault(where="min_confidence", problem=f"{min_confidence} is not from 0 to 1"))
        if faults:
            raise InvalidInputError(faults)

    def _read(
        self, captions: Sequence[Caption], min_confidence: float
    ) -> Iterator[tuple[Caption, CaptionFeatures, tuple[SemanticTuple, ...], tuple[Entity, ...]]]:
        """Each caption with its features, tuples and entities."""
        for start in range(0, len(captions), _BATCH_CAPTIONS):
            batch = captions[start : start + _BATCH_CAPTIONS]
            parses = parse_for_links(
                self._parser,
                batch,
                self._tokenizer.tokenize(batch),
                vectors=self._bundle.links.context is not None,
            )
            features = [CaptionFeatures.of(parse, self.lexicon) for parse in parses]
            decisions = self._bundle.links.decide(features)
            for caption, caption_features, caption_decisions in zip(batch, features, decisions, strict=True):
                entities = read_entities(caption_features)
                tuples = assemble(
                    caption_features,
                    caption_decisions,
                    min_confidence=min_confidence,
                    entities=entities.number_by_word,
                )
                yield caption, caption_features, tuples, described(caption_features, entities, tuples)

    def lemmatize(self, tuple_lists: Sequence[Sequence[SemanticTuple]]) -> list[tuple[SemanticTuple, ...]]:
        """Fill in the lemmas that given tuples lack, as people's annotations do.

        A predicate is lemmatized as a verb, an argument as a noun, as the extractor does with its own.
        """
        return [tuple(lemmatized(item, self.lexicon) for item in tuples) for tuples in tuple_lists]


def lemmatized(item: SemanticTuple, lexicon: Lexicon) -> SemanticTuple:
    """A tuple whose written predicate and arguments have lemmas; lemmas that are there already stay."""
    return SemanticTuple(
        predicate=_lemmatized_predicate(item.predicate, lexicon),
        agents=tuple(_lemmatized_argument(argument, lexicon) for argument in item.agents),
        patients=tuple(_lemmatized_argument(argument, lexicon) for argument in item.patients),
        locatives=tuple(_lemmatized_argument(argument, lexicon) for argument in item.locatives),
        reason=item.reason,
    )


def _lemmatized_predicate(predicate: Predicate, lexicon: Lexicon) -> Predicate:
    if predicate.tacit or predicate.lemma is not None or not predicate.text.split():
        return predicate
    verb, *particles = predicate.text.lower().split()
    return dataclasses.replace(predicate, lemma="-".join([lexicon.lemma(verb, "verb"), *particles]))


def _lemmatized_argument(argument: Argument, lexicon: Lexicon) -> Argument:
    if argument.tacit or argument.lemma is not None or not argument.text.split():
        return argument
    # The head of an English noun phrase is its last word.
    return dataclasses.replace(argument, lemma=lexicon.lemma(argument.text.split()[-1], "noun"))
