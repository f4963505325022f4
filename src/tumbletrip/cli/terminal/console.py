"""Input and output of the command line: the user's language, colours on terminals only, errors."""

import io
import json
import locale
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from tumbletrip.core.errors import InputError, Problem, escaped, is_showable, problem, reason_of
from tumbletrip.core.texts import LANGUAGES, language_of

BAD_INPUT = 2  # the exit code for input we refuse, as for options that do not exist
FAILED = 1
INTERRUPTED = 130
MOST_BYTES = 64 * 1024**2  # of a file that a command reads


@cache
def language() -> str:
    """The user's language: TUMBLETRIP_LANG, else the locale's."""
    for name in ("TUMBLETRIP_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return language_of(os.environ[name])
    return language_of(locale.getlocale()[0] or "en")


def use_language(wanted: str) -> None:
    """Use this language from now on."""
    if wanted not in LANGUAGES:
        raise InputError(problem("language.unknown", word=wanted, known=", ".join(LANGUAGES)))
    os.environ["TUMBLETRIP_LANG"] = wanted
    language.cache_clear()


class PrintableConsole(Console):
    """A console that shows whatever it is given and obeys none of it (F29).

    Names, tags and remarks come from files of strangers: a sequence in them could colour, move, retitle or
    answer for the terminal, or fill the clipboard. All that is drawn passes here; what the console itself
    says to the terminal (colours, a bar that moves) is no text and stays.
    """

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """What is to be drawn, with every character that cannot be shown made visible."""
        for segment in super().render(renderable, options):
            text, style, control = segment
            yield segment if control else Segment("\n".join(map(escaped, text.split("\n"))), style)


@cache
def console() -> Console:
    """Standard output, with colours only on a terminal and never under NO_COLOR."""
    # No markup and no emoji: a name may hold any character.
    return PrintableConsole(highlight=False, soft_wrap=True, markup=False, emoji=False)


def replace_unencodable() -> None:
    """Let output replace characters that its encoding lacks, so that no locale makes a command fail."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_json(document: object) -> None:
    """Print a document for programs, with controls escaped: a person may see it in a terminal (F29)."""
    text = json.dumps(document, ensure_ascii=False)
    print("".join(one if is_showable(one) else _json_escape(one) for one in text))


def _json_escape(character: str) -> str:
    return json.dumps(character)[1:-1].replace("\x7f", "\\u007f")


def print_warning(text: str) -> None:
    """Print a line on standard error, with controls escaped (F29)."""
    print(escaped(text), file=sys.stderr)


def print_error(error: InputError) -> None:
    """Print an error on standard error, in one sentence."""
    print_warning(f"tumbletrip: {error.sentence(language())}")


def print_errors(error: InputError, problems: Sequence[Problem]) -> None:
    """Print an error, which names the first problem, and every other problem on a line of its own."""
    print_error(error)
    for found in problems[1:]:
        print_warning(f"  {found.sentence(language())}")


def _read_bytes(path: str) -> bytes:
    """All that a file holds, and one byte more than anything we read: a device may never end."""
    if path == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(path).open("rb") as file:
        return file.read(MOST_BYTES + 1)


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        data = _read_bytes(path)
    except OSError as error:
        raise InputError(problem("file.unreadable", path=path, reason=reason_of(error))) from error
    if len(data) > MOST_BYTES:
        raise InputError(problem("file.too_large", path=path, most=MOST_BYTES // 1024**2))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(problem("file.not_text", path=path)) from error


def write_text(path: Path, text: str) -> None:
    """Write a text into a file; raises InputError if that cannot be done."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise InputError(problem("file.unwritable", path=str(path), reason=reason_of(error))) from error
