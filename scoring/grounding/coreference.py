"""``coreference.v1``: the value is an entity of the image: kid and boy of one image's captions may be one value."""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from extractor.bundle import DEFAULT_MODEL, find_bundle, read_manifest
from extractor.types import Argument, Predicate, SemanticTuple
from scoring.entities.files import check_has_coreference
from scoring.entities.mention import Mention, MentionKey, mention_key, mentions_of_tuples
from scoring.grounding.lemma import lemma_values
from scoring.grounding.protocol import GroundingFunction

if TYPE_CHECKING:
    from scoring.entities.model import CoreferenceModel

_CaptionMentions = tuple[Mention, ...]


class CoreferenceGrounding:
    """The value of an argument is its entity among all captions of the image, the candidate's and the references'.

    Mentions of one caption are different entities, mentions of different captions may be one. An entity is named after
    the head that most of its mentions have; a second one of that name is ``man#2``. An argument without the captions
    of its image keeps its lemma, and so do predicates.

    Args:
        folder: A bundle with a coreference model; None takes the newest installed one.

    References:
        Plummer et al. 2015, Flickr30k Entities: what an entity is, and the annotation that the model learned from.
    """

    name = "coreference.v1"
    description = (
        "the entity among the captions of the image: kid and boy may be one; predicates keep their lemma"
    )

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @property
    def model(self) -> str:
        """``name@version`` of the bundle."""
        manifest = read_manifest(self._bundle())
        return f"{manifest.name}@{manifest.version}"

    def with_model(self, folder: Path) -> CoreferenceGrounding:
        """The grounding with the coreference model of another bundle.

        Raises:
            BundleError: The bundle has none.
        """
        check_has_coreference(folder)
        return type(self)(folder)

    def _bundle(self) -> Path:
        return find_bundle(DEFAULT_MODEL) if self._folder is None else self._folder

    def ground_arguments(self, arguments: Sequence[Argument]) -> list[str | None]:
        """The lemma of each argument: nothing is known of other captions."""
        return lemma_values(arguments)

    def ground_predicates(self, predicates: Sequence[Predicate]) -> list[str | None]:
        """The lemma of each predicate."""
        return lemma_values(predicates)

    def within_image(self, captions: Sequence[Sequence[SemanticTuple]]) -> list[GroundingFunction]:
        """The grounding of each caption of an image; captions that say the same have the same values.

        Raises:
            BundleError: The model is missing or damaged.
        """
        by_caption = [mentions_of_tuples(tuples) for tuples in captions]
        contents = [tuple(dict.fromkeys(mentions.values())) for mentions in by_caption]
        # Sorted, and none twice: the order of the captions must not matter, and a caption matches itself.
        distinct = sorted(set(contents), key=_order)
        mentions = [
            dataclasses.replace(mention, caption=c)
            for c, content in enumerate(distinct)
            for mention in content
        ]
        names = entity_names(mentions, _model(self._bundle()).entities(mentions)) if mentions else []
        name_by_place = {(m.caption, m.place): name for m, name in zip(mentions, names, strict=True)}
        index_by_content = {content: c for c, content in enumerate(distinct)}
        return [
            _WithinImage(
                {
                    key: name_by_place[index_by_content[content], mention.place]
                    for key, mention in mentions_by_key.items()
                }
            )
            for mentions_by_key, content in zip(by_caption, contents, strict=True)
        ]


def entity_names(mentions: Sequence[Mention], entities: Sequence[int]) -> list[str]:
    """A name for the entity of each mention: its most frequent head, no pronoun if it can be helped.

    Args:
        mentions: Of one image.
        entities: The number of each mention's entity.

    Returns:
        Names, the same for the same entity; of several entities of one name, the one with most mentions has it, the
        others have ``#2``, ``#3``, ... behind it.
    """
    heads: dict[int, Counter[str]] = {}
    for mention, entity in zip(mentions, entities, strict=True):
        heads.setdefault(entity, Counter())[mention.head] += 0 if mention.is_pronoun else 1
    n_by_name: Counter[str] = Counter()
    name_by_entity = {}
    for entity, counts in sorted(heads.items(), key=lambda item: (-item[1].total(), item[0])):
        head = min(counts, key=lambda name: (-counts[name], name))
        n_by_name[head] += 1
        name_by_entity[entity] = head if n_by_name[head] == 1 else f"{head}#{n_by_name[head]}"
    return [name_by_entity[entity] for entity in entities]


class _WithinImage:
    """The grounding of one caption among the captions of its image."""

    name = CoreferenceGrounding.name
    description = CoreferenceGrounding.description

    def __init__(self, name_by_key: Mapping[MentionKey, str]) -> None:
        self._name_by_key = name_by_key

    def ground_arguments(self, arguments: Sequence[Argument]) -> list[str | None]:
        """The entity of each argument."""
        values = lemma_values(arguments)
        keys = [mention_key(argument) for argument in arguments]
        return [
            value if key is None else self._name_by_key.get(key, value)
            for key, value in zip(keys, values, strict=True)
        ]

    def ground_predicates(self, predicates: Sequence[Predicate]) -> list[str | None]:
        """The lemma of each predicate."""
        return lemma_values(predicates)


def _order(content: _CaptionMentions) -> list[tuple[object, ...]]:
    return [
        (
            mention.head,
            mention.modifiers,
            sorted(mention.types),
            mention.number,
            mention.is_plural,
            sorted(mention.slots),
        )
        for mention in content
    ]


@functools.lru_cache(maxsize=4)
def _model(folder: Path) -> CoreferenceModel:
    from scoring.entities.model import CoreferenceModel

    return CoreferenceModel.load(folder)
