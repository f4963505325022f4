"""The lines of a stranger's text, and how much of it is read at all: every reader of text has its limits."""

from dataclasses import dataclass
from typing import Final

from tumbletrip.core.errors import InputError, Unreadable, problem

IMPORTED: Final = ("Origin", "imported")  # the tag of a game that came to its table as a record


@dataclass(frozen=True, slots=True)
class TextLimits:
    """The longest text that a reader takes; beyond it nothing is read and nothing is worked out."""

    characters: int
    lines: int = 1
    tags: int = 0


def check_length(text: str, limits: TextLimits) -> None:
    """Raise InputError for a text with more characters than its reader takes."""
    if len(text) > limits.characters:
        raise InputError(problem("text.too_long", length=len(text), most=limits.characters))


def numbered_lines(text: str, limits: TextLimits) -> list[tuple[int, str]]:
    """The lines of a text that are not blank, numbered from 1; raises Unreadable beyond the limits."""
    try:
        check_length(text, limits)
    except InputError as error:
        raise Unreadable(error.problem) from error
    lines = text.removeprefix("\ufeff").split("\n")
    if len(lines) > limits.lines + 1:  # the last line may end, too
        raise Unreadable(problem("text.too_many_lines", most=limits.lines), limits.lines + 1)
    return [(number, line.rstrip("\r")) for number, line in enumerate(lines, start=1) if line.strip()]


def split_tags(
    lines: list[tuple[int, str]], limits: TextLimits
) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The lines that hold tags, wherever they stand, and the others; raises Unreadable for too many tags."""
    tags: list[tuple[int, str]] = []
    others: list[tuple[int, str]] = []
    for number, line in lines:
        (tags if line.lstrip().startswith("[") else others).append((number, line))
    if len(tags) > limits.tags:
        raise Unreadable(problem("record.too_many_tags", most=limits.tags), tags[limits.tags][0])
    return tags, others
