"""How the command line speaks: the person's language, colours only where they belong."""

import io
import locale
import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rich.console import Console

from tumbletrip.core.errors import InputError, Problem, problem, reason_of
from tumbletrip.core.texts import LANGUAGES, language_of

BAD_INPUT = 2  # the exit code for input we refuse, as for options that do not exist
FAILED = 1
INTERRUPTED = 130


@cache
def language() -> str:
    """The person's language: TUMBLETRIP_LANG, else the locale's."""
    for name in ("TUMBLETRIP_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return language_of(os.environ[name])
    return language_of(locale.getlocale()[0] or "en")


def speak(wanted: str) -> None:
    """Use this language from now on."""
    if wanted not in LANGUAGES:
        raise InputError(problem("language.unknown", word=wanted, known=", ".join(LANGUAGES)))
    os.environ["TUMBLETRIP_LANG"] = wanted
    language.cache_clear()


@cache
def console() -> Console:
    """Standard output, with colours only on a terminal and never under NO_COLOR."""
    return Console(highlight=False, soft_wrap=True, markup=False, emoji=False)  # a name may hold any sign


def forgive_encodings() -> None:
    """Signs that a stream cannot carry are replaced: an odd locale never ends a command."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def complain(error: InputError) -> None:
    """One sentence on standard error."""
    print(f"tumbletrip: {error.sentence(language())}", file=sys.stderr)


def complain_of_all(error: InputError, problems: Sequence[Problem]) -> None:
    """The error, which names the first problem, and every other problem on a line of its own."""
    complain(error)
    for found in problems[1:]:
        print(f"  {found.sentence(language())}", file=sys.stderr)


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(problem("file.unreadable", path=path, reason=reason_of(error))) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(problem("file.not_text", path=path)) from error
