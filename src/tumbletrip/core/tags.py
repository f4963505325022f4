"""The tags before a record, `[Name "value"]`, each with the place where it stands."""

import re
from collections.abc import Container, Iterable
from typing import Final

from tumbletrip.core.errors import Unreadable, problem
from tumbletrip.core.words import Word, unquote

_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) ("(?:[^"\\]|\\.)*")\]')


class Tags(dict[str, Word]):
    """The values of tags, still quoted, by their names."""

    def __init__(self, lines: Iterable[tuple[int, str]]) -> None:
        """Read numbered lines; raises Unreadable for a line that is no tag, or a name that came before."""
        super().__init__()
        for number, line in lines:
            name, value = _read(number, line)
            if name in self:
                raise Word(name, number, 1).unreadable("record.tag_twice")
            self[name] = value

    def needed(self, name: str) -> Word:
        """The value of a tag that must be there."""
        if name not in self:
            raise Unreadable(problem("record.tag_missing", tag=name))
        return self[name]

    def expect(self, name: str, value: str) -> None:
        """A tag must be there and have this value."""
        word = self.needed(name)
        if unquote(word) != value:
            raise word.unreadable("record.tag_value", tag=name, right=value)

    def besides(self, known: Container[str]) -> tuple[tuple[str, str], ...]:
        """Names and texts of all tags that are none of these, in their order."""
        return tuple((name, unquote(value)) for name, value in self.items() if name not in known)


def _read(number: int, line: str) -> tuple[str, Word]:
    indent = len(line) - len(line.lstrip())
    match = _TAG.fullmatch(line.strip())
    if match is None:
        raise Word(line.strip()[:40], number, indent + 1).unreadable("record.bad_tag")
    return match.group(1), Word(match.group(2), number, indent + match.start(2) + 1)
