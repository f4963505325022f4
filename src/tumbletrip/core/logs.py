"""The log for operators: structlog where it is installed, and plain lines where it is not, as in a page."""

import sys
from typing import Any, Protocol


class Log(Protocol):
    """What a module tells operators: an event by its name, and values by theirs."""

    def info(self, event: str, **values: Any) -> None:
        """Something worth knowing."""

    def warning(self, event: str, **values: Any) -> None:
        """Something that helps itself."""

    def error(self, event: str, **values: Any) -> None:
        """Something that somebody should look at."""


class PlainLog:
    """Writes events as lines to standard error, which a page shows in its console."""

    def info(self, event: str, **values: Any) -> None:
        """Something worth knowing."""
        self._write("info", event, values)

    def warning(self, event: str, **values: Any) -> None:
        """Something that helps itself."""
        self._write("warning", event, values)

    def error(self, event: str, **values: Any) -> None:
        """Something that somebody should look at."""
        self._write("error", event, values)

    def _write(self, level: str, event: str, values: dict[str, Any]) -> None:
        words = " ".join(f"{name}={value!r}" for name, value in values.items())
        print(f"{level} {event} {words}".rstrip(), file=sys.stderr)


def get_logger(name: str) -> Log:
    """The log of a module."""
    try:
        import structlog
    except ModuleNotFoundError:
        return PlainLog()
    found: Log = structlog.get_logger(name)
    return found
