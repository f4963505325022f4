"""Words of a notation and the places where they stand, so that every error can point at one."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tumbletrip.core.errors import Unreadable, problem

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text and the place where it stands."""

    text: str
    line: int
    column: int

    def unreadable(self, key: str, **values: object) -> Unreadable:
        """The error that points at this word."""
        return Unreadable(problem(key, word=self.text, **values), self.line, self.column)


def words_of(text: str, line: int = 1) -> list[Word]:
    """The words of one line; a quoted string is one word."""
    return [Word(match.group(), line, match.start() + 1) for match in _WORD.finditer(text)]


class Words:
    """Words read one after the other, with an error that points past the end when there are none left."""

    def __init__(self, text: str, line: int = 1) -> None:
        """Split a line into words."""
        self._words = words_of(text, line)
        self._end = Word("", line, len(text.rstrip()) + 1)
        self._next = 0

    def __iter__(self) -> Iterator[Word]:
        """The words that are left."""
        while self.has_more():
            yield self.take("word")

    def has_more(self) -> bool:
        """Whether a word is left."""
        return self._next < len(self._words)

    def starts_with(self, text: str) -> bool:
        """Whether the next word is this one; it is not taken."""
        return self.has_more() and self._words[self._next].text == text

    def take(self, expected: str) -> Word:
        """The next word; `expected` names what is missing if the line ends here."""
        if not self.has_more():
            raise self._end.unreadable("notation.missing", expected=problem(f"notation.part.{expected}"))
        self._next += 1
        return self._words[self._next - 1]

    def take_if(self, text: str) -> bool:
        """Take the next word if it is this one."""
        if not self.starts_with(text):
            return False
        self._next += 1
        return True

    def expect(self, text: str) -> None:
        """Take the next word, which must be this one."""
        word = self.take("word")
        if word.text != text:
            raise word.unreadable("notation.expected", expected=text)

    def end(self) -> None:
        """Nothing may follow."""
        if self.has_more():
            raise self.take("word").unreadable("notation.extra")


def quote_if_needed(word: str) -> str:
    """The word itself, or a quoted string if it would fall apart."""
    return word if _WORD.fullmatch(word) and '"' not in word else json.dumps(word, ensure_ascii=False)


def unquote(word: Word) -> str:
    """The text of a word that may be quoted."""
    if not word.text.startswith('"'):
        return word.text
    try:
        text = str(json.loads(word.text))
        text.encode()  # half a surrogate pair is no text: it could never be shown or saved
    except (json.JSONDecodeError, UnicodeEncodeError) as error:
        raise word.unreadable("notation.bad_string") from error
    return text
