"""What is known of a mention of an entity, whether it comes from a tuple's argument or from an annotated phrase."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from extractor.types import Argument, SemanticTuple
from scoring.grounding.entity_type import entity_type
from scoring.grounding.wordnet.hypernym import PERSON_PRONOUNS
from scoring.grounding.wordnet.senses import Noun

PRONOUNS = PERSON_PRONOUNS | frozenset("it its itself this that these those one ones other others".split())
"""Heads that name nothing: such mentions may stand beside another mention of their entity in one caption."""

GROUP_NOUNS = frozenset("group crowd couple pair bunch number lot row set bunch flock herd".split())

_MANY = "many"
_ONE = "one"
_NUMBER_BY_WORD: Mapping[str, str] = MappingProxyType(
    {
        **{word: word for word in "two three four five six seven eight nine ten".split()},
        **dict.fromkeys("several many some few numerous multiple various dozen crowd group".split(), _MANY),
        "one": _ONE,
        "single": _ONE,
        "lone": _ONE,
        "both": "two",
        "couple": "two",
        "pair": "two",
        **{str(n): word for n, word in enumerate("two three four five six seven eight nine ten".split(), 2)},
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One mention of an entity.

    Attributes:
        caption: Index of its caption among those of the image.
        place: Where it stands in the caption; mentions of one caption are in the order of their places.
        head: Lemma of the head, in lower case and composed.
        modifiers: Words that describe or count the head, in lower case, in order.
        types: Of `ENTITY_TYPES`; an annotated phrase may have two.
        number: How many there are: ``one``, ``two``, ..., ``many``; "" for one that is not counted.
        is_plural: Whether the head is a plural.
        slots: The slots of tuples that it fills, such as ``agent`` and ``agent of ride``; empty where not known.
    """

    caption: int
    place: int
    head: str
    modifiers: tuple[str, ...] = ()
    types: frozenset[str] = frozenset()
    number: str = ""
    is_plural: bool = False
    slots: frozenset[str] = frozenset()

    @property
    def noun(self) -> Noun:
        """The head with the word before it, which may be part of its name."""
        return Noun(self.head, self.modifiers[-1] if self.modifiers else "")

    @property
    def is_pronoun(self) -> bool:
        """Whether the head is a pronoun."""
        return self.head in PRONOUNS


def make_mention(
    head: str,
    *,
    form: str,
    modifiers: Sequence[str] = (),
    caption: int = 0,
    place: int = 0,
    types: Iterable[str] = (),
    slots: Iterable[str] = (),
) -> Mention:
    """A mention of its words.

    Args:
        head: Lemma of the head.
        form: The head as written.
        modifiers: Words before the head; articles and pronouns among them tell nothing here.
        caption: As in `Mention`.
        place: As in `Mention`.
        types: Where they are known; by default the one that ``entity_type.v1`` gives.
        slots: As in `Mention`.

    Examples:
        >>> kites = make_mention("kite", form="kites", modifiers=["two", "red"])
        >>> kites.number, kites.is_plural, sorted(kites.types)
        ('two', True, ['other'])
    """
    head, form = _normal(head), _normal(form)
    words = tuple(_normal(word) for word in modifiers)
    number = next((_NUMBER_BY_WORD[word] for word in (*words, head) if word in _NUMBER_BY_WORD), "")
    kinds = frozenset(types) or {entity_type(Noun(head, words[-1] if words else ""))}
    return Mention(
        caption=caption,
        place=place,
        head=head,
        modifiers=tuple(word for word in words if word not in GROUP_NOUNS),
        types=frozenset(kinds),
        number=number,
        is_plural=head != form or head in GROUP_NOUNS or head == "people",
        slots=frozenset(slots),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityImage:
    """The annotated mentions of one image.

    Attributes:
        image_id: The image, as given.
        mentions: Of all its captions, those of a caption in the order of their places.
        entities: The name of each mention's entity.
    """

    image_id: str | int
    mentions: tuple[Mention, ...]
    entities: tuple[Hashable, ...]


MentionKey = tuple[int | None, str]
"""What tells the mentions of one caption apart: the head's first code point, and its lemma where there is none."""


def mention_key(argument: Argument) -> MentionKey | None:
    """The key of an argument's mention; None where its head has no lemma, is not depicted or is said to be absent."""
    if not argument.present or not argument.lemma:
        return None
    return (argument.start, _normal(argument.lemma) if argument.start is None else "")


def mentions_of_tuples(tuples: Sequence[SemanticTuple], *, caption: int = 0) -> dict[MentionKey, Mention]:
    """The mentions of one caption's tuples.

    The same word in several slots or tuples is one mention. Of ``a group of people``, where both nouns fill slots, the
    two are one mention with the head ``people``.

    Args:
        tuples: Of one caption.
        caption: Index of the caption.

    Returns:
        The mention of every key that an argument has, in the order of the text; keys may share one.
    """
    slots_by_key: dict[MentionKey, set[str]] = {}
    argument_by_key: dict[MentionKey, Argument] = {}
    for item in tuples:
        if not item.depicted:
            continue
        for slot, arguments in (
            ("agent", item.agents),
            ("patient", item.patients),
            ("locative", item.locatives),
        ):
            for argument in arguments:
                key = mention_key(argument)
                if key is None:
                    continue
                argument_by_key.setdefault(key, argument)
                slots_by_key.setdefault(key, set()).update(_slots(slot, argument, item))
    ordered = sorted(argument_by_key, key=lambda key: (key[0] is None, key))
    members = {key: _member(key, argument_by_key) for key in ordered}
    groups: dict[MentionKey, list[MentionKey]] = {}
    for key in ordered:
        groups.setdefault(members[key], []).append(key)
    result: dict[MentionKey, Mention] = {}
    made: dict[MentionKey, Mention] = {}
    for key in ordered:
        member = members[key]
        if member not in made:
            group = groups[member]
            words = [
                w
                for k in group
                if k != member
                for w in (*argument_by_key[k].modifiers, argument_by_key[k].lemma)
            ]
            argument = argument_by_key[member]
            made[member] = make_mention(
                argument.lemma or "",
                form=argument.text or argument.lemma or "",
                modifiers=[*(w for w in words if w), *argument.modifiers],
                caption=caption,
                place=len(made),
                slots={slot for k in group for slot in slots_by_key[k]},
            )
        result[key] = made[member]
    return result


def _slots(slot: str, argument: Argument, item: SemanticTuple) -> set[str]:
    predicate = item.predicate.lemma or ("" if item.predicate.tacit else item.predicate.text.lower())
    names = {slot}
    if predicate:
        names.add(f"{slot} of {_normal(predicate)}")
    if argument.preposition:
        names.add(f"{slot} {argument.preposition}")
    return names


def _member(key: MentionKey, argument_by_key: Mapping[MentionKey, Argument]) -> MentionKey:
    """The key of the noun whose mention this is: of ``group`` in ``a group of people``, that of ``people``."""
    argument = argument_by_key[key]
    if (
        _normal(argument.lemma or "") not in GROUP_NOUNS
        or argument.end is None
        or argument.phrase_end is None
    ):
        return key
    inside = [
        other
        for other, noun in argument_by_key.items()
        if noun.start is not None
        and argument.end <= noun.start < argument.phrase_end
        and noun.phrase_end == argument.phrase_end
    ]
    return min(inside, key=lambda other: other[0] or 0, default=key)


def _normal(text: str) -> str:
    return unicodedata.normalize("NFC", text.lower())
