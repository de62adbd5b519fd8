"""What a caption says of each person, animal or thing, brought together: tuples over entities in place of words.

``The dog is brown. ... The animal sits.`` says that a brown dog sits: an argument has the head of its entity, and all
that the caption says of it, wherever it says so.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from extractor.types import Argument, Entity, Mention, Predicate, SemanticTuple

Heads = Literal["all", "general", "none"]
# What takes up something that has a name of its own; members of sets among them.
_GENERAL = frozenset(
    """animal creature pet person individual figure object item thing vehicle structure
    one other others another each both all some first second third fourth two three it they he she""".split()
)
_PRONOUNS = frozenset("it he she they him her them this that one other others".split())
# What stands between a noun and a thing that describes it.
_BEARS = re.compile(r"\s+(?:with|in|wearing)\s+(?:[\w-]+,?\s+){0,4}", re.IGNORECASE)
_BEARS_TOO = re.compile(r"\s*(?:,|,?\s*and)\s+(?:(?:with|in)\s+)?(?:[\w-]+,?\s+){0,4}", re.IGNORECASE)


def gathered(
    tuples: Sequence[SemanticTuple], entities: Sequence[Entity], *, heads: Heads = "all"
) -> tuple[SemanticTuple, ...]:
    """The tuples of a caption, each argument with the head and the attributes of its entity.

    Args:
        tuples: Of the caption.
        entities: Its entities; empty where they are not known, and then the tuples stay as they are.
        heads: Which arguments have the head of their entity: all; pronouns and general words alone (``the animal``),
            where it counts which words are said; or none, and nothing follows, which is for a caption of one sentence,
            that takes nothing up again.

    Returns:
        In the order of the text; entities that have attributes and stand in no tuple that is depicted follow in tacit
        ones.

    Examples:
        >>> sits = SemanticTuple(
        ...     predicate=Predicate(text="sits", lemma="sit"),
        ...     agents=(Argument(text="animal", lemma="animal", entity=0),),
        ... )
        >>> dog = Entity(id=0, lemma="dog", mentions=(), attributes=("brown",))
        >>> [agent.lemma for agent in gathered([sits], [dog])[0].agents]
        ['dog']
    """
    if not entities:
        return tuple(tuples)
    by_number = {entity.id: entity for entity in entities}

    def whole(slot: tuple[Argument, ...]) -> tuple[Argument, ...]:
        return tuple(_whole(argument, by_number, heads) for argument in slot)

    found = [
        replace(
            item, agents=whole(item.agents), patients=whole(item.patients), locatives=whole(item.locatives)
        )
        for item in tuples
    ]
    if heads == "none":
        return tuple(found)
    held = {
        argument.entity
        for item in tuples
        if item.depicted
        for argument in (*item.agents, *item.patients, *item.locatives)
        if argument.present
    }
    return (*found, *(_named(entity) for entity in entities if entity.attributes and entity.id not in held))


def _whole(argument: Argument, by_number: dict[int, Entity], heads: Heads) -> Argument:
    entity = None if argument.entity is None else by_number.get(argument.entity)
    if entity is None or not argument.present:
        return argument
    modifiers = tuple(dict.fromkeys((*argument.modifiers, *entity.attributes)))
    takes_head = heads == "all" or (heads == "general" and argument.lemma in _GENERAL)
    lemma = entity.lemma if takes_head else argument.lemma
    if argument.lemma == lemma and modifiers == argument.modifiers:
        return argument
    return replace(argument, lemma=lemma, modifiers=modifiers, modifier_spans=())


def _named(entity: Entity) -> SemanticTuple:
    """A tuple that says no more than that there is such a thing."""
    mention = entity.mentions[0] if entity.mentions else None
    thing = Argument(
        text=entity.lemma if mention is None else mention.text,
        lemma=entity.lemma,
        start=None if mention is None else mention.start,
        end=None if mention is None else mention.end,
        modifiers=entity.attributes,
        entity=entity.id,
    )
    return SemanticTuple(predicate=Predicate(text="", lemma=None, tacit=True), agents=(thing,))


def borne(
    caption_text: str, tuples: Sequence[SemanticTuple], entities: Sequence[Entity]
) -> list[tuple[Argument, Argument]]:
    """What describes a noun by a thing of its own: ``a man in a red coat``, ``with a beard``, which no tuple holds.

    Args:
        caption_text: The caption.
        tuples: Of it.
        entities: Of it.

    Returns:
        Who has what.
    """
    held = {a.start for t in tuples for a in (*t.agents, *t.patients, *t.locatives)}
    mentions = sorted(
        ((mention, entity) for entity in entities for mention in entity.mentions),
        key=lambda mention: (mention[0].start, mention[0].end),
    )
    found: list[tuple[Argument, Argument]] = []
    bearer: tuple[Mention, Entity] | None = None
    for before, (mention, thing) in itertools.pairwise(mentions):
        between = caption_text[before[0].end : mention.start]
        if bearer is None or _BEARS_TOO.fullmatch(between) is None:
            bearer = before if _BEARS.fullmatch(between) else None
        if bearer is None or mention.start in held or mention.text.lower() in _PRONOUNS:
            bearer = None
        elif bearer[1].id != thing.id:
            found.append((_mentioned(*bearer), _mentioned(mention, thing)))
    return found


def _mentioned(mention: Mention, entity: Entity) -> Argument:
    return Argument(
        text=mention.text,
        lemma=entity.lemma,
        start=mention.start,
        end=mention.end,
        modifiers=entity.attributes,
        entity=entity.id,
    )
