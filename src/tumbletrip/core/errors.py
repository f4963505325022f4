"""What can be wrong with texts and files people give us: a sentence in their language, with the place."""

import errno
import unicodedata
from dataclasses import dataclass
from typing import Any

from tumbletrip.core.texts import say

# Unicode's categories for controls, half surrogate pairs, line ends, paragraph ends, and characters that are
# not seen but change what is: they turn the direction of writing (bidirectional controls), hide or join.
UNSHOWABLE = ("Cc", "Cs", "Zl", "Zp", "Cf")
JOINERS = "\u200c\u200d"  # … except those that many scripts and emoji need
LONGEST_QUOTE = 300  # characters of an input that an error repeats


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with an input: a catalogue key and the values its sentence needs."""

    key: str
    values: tuple[tuple[str, Any], ...] = ()

    def sentence(self, language: str = "en") -> str:
        """The problem as one sentence."""
        return say(self.key, language, **{name: _spoken(value, language) for name, value in self.values})


def _spoken(value: object, language: str) -> object:
    """A value as it stands in a sentence: a problem within a problem is spoken in the same language."""
    if isinstance(value, Problem):
        return value.sentence(language)
    return value if isinstance(value, int) else printable(str(value))


def printable(text: str) -> str:
    """A stranger's text on one line: what cannot be shown is escaped, and what is long is cut."""
    return escaped(text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…")


def escaped(text: str) -> str:
    """A text of any length on one line, with what cannot be shown as `\\x1b` or `\\u202e`."""
    if is_showable(text):
        return text
    return "".join(one if is_showable(one) else one.encode("unicode_escape").decode() for one in text)


def is_showable(text: str) -> bool:
    """Whether a text fits on one line, steers no terminal and can be written to any file."""
    if text.isascii():
        return text.isprintable()
    return not any(unicodedata.category(one) in UNSHOWABLE and one not in JOINERS for one in text)


def problem(key: str, **values: Any) -> Problem:
    """A problem by its catalogue key, its values given by name."""
    return Problem(key, tuple(values.items()))


# What the system most often says about a file, in people's languages; the rest stays in its own words.
REASONS = {
    errno.ENOENT: "file.missing",
    errno.ENOTDIR: "file.missing",
    errno.EACCES: "file.denied",
    errno.EPERM: "file.denied",
    errno.EROFS: "file.denied",
    errno.EISDIR: "file.folder",
    errno.ENOSPC: "file.full",
}


def reason_of(error: OSError) -> Problem | str:
    """Why a file could not be read or written, to stand in a sentence about it."""
    key = REASONS.get(error.errno or 0)
    return problem(key) if key else error.strerror or str(error)


class InputError(ValueError):
    """An input we refuse; nothing was changed. The only exception that readers of files and texts raise."""

    def __init__(self, cause: Problem) -> None:
        """Keep the problem; the English sentence is the exception's text."""
        super().__init__(cause.sentence())
        self.problem = cause

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes with their problem, not with its English sentence."""
        return type(self), (self.problem,)

    def sentence(self, language: str = "en") -> str:
        """What is wrong, as one sentence in the given language."""
        return self.problem.sentence(language)


class Unreadable(InputError):
    """A text that does not follow its grammar, with the place where it stops making sense."""

    def __init__(self, cause: Problem, line: int = 1, column: int = 1) -> None:
        """Remember the place; lines and columns count from 1."""
        super().__init__(cause)
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[Any, ...]:
        """The place travels too."""
        return type(self), (self.problem, self.line, self.column)

    def sentence(self, language: str = "en") -> str:
        """The problem with its place in front."""
        return say("unreadable.place", language, line=self.line, column=self.column) + self.problem.sentence(
            language
        )

    def __str__(self) -> str:
        """The English sentence with its place."""
        return self.sentence()


class Ambiguous(InputError):
    """A move that is clear to a person at the table but could mean two different things here."""
