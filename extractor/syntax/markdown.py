"""What Markdown parts in a caption: labels that name no thing of the picture, and places where a sentence ends.

Vision-language models write headings, lists, tables and ``**Subject:** a dog``. A label of words like *subject* or
*details* is blanked, since it says nothing of the picture; any other stays, as a sentence of its own. The text keeps
its length, so every offset stays what it was. Time is linear in the text.
"""

from __future__ import annotations

import re

_LABEL_WORDS = frozenset(
    """
    overview detail details description scene people person persons mood atmosphere background foreground subject
    subjects setting settings color colors colour colours palette composition lighting light object objects element
    elements key main overall impression impressions text image images photo picture style summary conclusion emotion
    emotions emotional weather action actions left right center centre side top bottom middle ground animal animals
    title caption visible additional notable feature features appearance clothing location environment context
    activity activities interaction interactions position positions visual content contents note notes observation
    observations focus focal point points theme tone item items thing things time day season pose expression facial
    other information central primary secondary analysis breakdown perspective angle camera area areas corner upper
    lower far near step answer response here is are following what seen shown landscape architecture
    """.split()
)
_FUNCTION_WORDS = frozenset("a an the of in on at and or & to for with this that".split())
_MARKED = re.compile(r"[\n|#]|\*\*|__")
_ITEM = r"[-+*\u2022\u25e6\u25aa\u25cf\u2023\u2013\u2014]|\(?(?:\d{1,3}|[a-zA-Z])[.)]"
_LINE = re.compile(
    r"(?P<indent>[ \t>]*)(?P<heading>\#{1,6}[ \t]+)?(?P<item>(?:" + _ITEM + r")[ \t]+)?(?P<rest>[^\n]*)"
)
# At most six words, then a colon that no digit follows (10:30), perhaps within marks of emphasis.
_KEY = re.compile(
    r"(?P<mark>\*{1,3}|_{2,3})?(?P<words>[^\W\d_][\w'&/-]*(?:[ ][\w'&/-]+){0,5})[ ]?"
    r"(?:(?P=mark)?:(?!\d)(?(mark)\*{0,3}_{0,3})|(?(mark)(?P=mark)[ \t]*(?=$|[-\u2013\u2014][ ])|(?!)))"
)
# The same within a line: in marks of emphasis, and without them at the start of a sentence.
_BOLD = re.compile(
    r"(?P<mark>\*\*|__)(?P<words>[^\W\d_][\w'&/-]*(?:[ ][\w'&/-]+){0,5})(?P<colon>:)?(?P=mark)(?(colon)|(?P<behind>:)?)"
)
_PLAIN = re.compile(r"(?:^|(?<=[.!?] ))(?P<words>[A-Z][\w'&/-]*(?:[ ][\w'&/-]+){0,3}):(?= )", re.MULTILINE)
_STARTS = re.compile(r"(?:^|[.!?:])[ \t\"')]*\Z")
_WORD = re.compile(r"[\w&]+")
_RULE = re.compile(r"[ \t]*\|?[ \t:|-]*-{2,}[ \t:|-]*")
_ODD_BULLETS = re.compile(r"[\u25e6\u25aa\u25cf\u2023\u2013\u2014*]")


def structured(text: str) -> tuple[str, list[int]]:
    """The text with its labels and table rules blanked, and where Markdown ends a sentence.

    Args:
        text: Of a caption.

    Returns:
        A text of the same length, and offsets in ascending order: what stands from one on is a new sentence.

    Examples:
        >>> structured("**Subject:** a dog")
        ('             a dog', [0, 12])
    """
    plain = [key for key in _PLAIN.finditer(text) if _is_label(key["words"])]
    if _MARKED.search(text) is None and len(plain) < 2:
        return text, []
    breaks: list[int] = []
    pieces: list[str] = []
    lines = text.split("\n")
    keyed = [_key_of(line) for line in lines]
    many = sum(match is not None for _, match in keyed) > 1
    position = 0
    for number, (line, (parts, key)) in enumerate(zip(lines, keyed, strict=True)):
        is_row = line.lstrip().startswith("|")
        if is_row or (line.count("|") and number and _RULE.fullmatch(lines[number - 1])):
            pieces.append(_row(line, lines[number + 1] if number + 1 < len(lines) else "", position, breaks))
        elif parts["heading"] or parts["item"] or key is not None:
            breaks.append(position)
            pieces.append(_labelled(line, parts, key, position, breaks, many=many))
        else:
            pieces.append(line)
        pieces[-1] = _without_labels(pieces[-1], position, breaks, plain=len(plain) > 1)
        position += len(line) + 1
    return "\n".join(pieces), sorted(breaks)


def _key_of(line: str) -> tuple[re.Match[str], re.Match[str] | None]:
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise ValueError(f"a line break within a line: {line!r}")
    return parts, _KEY.match(parts["rest"])


def _labelled(
    line: str,
    parts: re.Match[str],
    key: re.Match[str] | None,
    position: int,
    breaks: list[int],
    *,
    many: bool,
) -> str:
    """A heading, an item of a list or a line with a key."""
    start = parts.start("rest")
    marker = line[:start]
    if parts["item"]:
        marker = _ODD_BULLETS.sub(" ", marker)
    if parts["heading"]:
        breaks.append(position + len(line))
        if _is_label(parts["rest"]):
            return " " * len(line)
    if key is not None and (
        many or key["mark"] or parts["item"] or parts["heading"] or key.end() == len(parts["rest"])
    ):
        end = start + key.end()
        breaks.append(position + end)
        if _is_label(key["words"]):
            return " " * end + line[end:]
    return marker + line[start:]


def _without_labels(line: str, position: int, breaks: list[int], *, plain: bool) -> str:
    """Labels within a line: ``... a dog. **Background:** Trees ...``, as of texts whose lines were joined."""
    keys = [
        key
        for key in _BOLD.finditer(line)
        if key["colon"] or key["behind"] or (_is_label(key["words"]) and _is_at_start(line, key.start()))
    ]
    keys += [key for key in _PLAIN.finditer(line) if plain and _is_label(key["words"])]
    for key in keys:
        breaks += [position + key.start(), position + key.end()]
        if _is_label(key["words"]):
            line = line[: key.start()] + " " * (key.end() - key.start()) + line[key.end() :]
    return line


def _is_at_start(line: str, i: int) -> bool:
    """Whether a sentence may begin at an offset."""
    return _STARTS.search(line[max(0, i - 8) : i]) is not None


def _row(line: str, following: str, position: int, breaks: list[int]) -> str:
    """A row of a table: every cell is a sentence, names of columns and labels are blanked."""
    breaks.append(position)
    if _RULE.fullmatch(line) or (_RULE.fullmatch(following) and "|" in following and _is_label(line)):
        return " " * len(line)
    result = []
    for cell in line.split("|"):
        result.append(" " * len(cell) if _is_label(cell) else cell)
        position += len(cell) + 1
        breaks.append(position)
    return " ".join(result)


def _is_label(text: str) -> bool:
    """Whether a piece of text names a part of a description, and no thing."""
    words = [word.lower() for word in _WORD.findall(text[:200])]
    return bool(words) and len(words) <= 8 and all(w in _LABEL_WORDS or w in _FUNCTION_WORDS for w in words)
