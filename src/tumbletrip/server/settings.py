"""Operator settings; every limit has a safe default."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tumbletrip.core.errors import InputError, problem


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one client may ask of the server."""

    frame_bytes: int = 8192
    body_bytes: int = 256 * 1024  # a record to import is the largest thing people send
    queue: int = 64  # messages queued for a slow client before it is disconnected
    socket_rate: float = 30.0  # messages a second, per socket
    socket_burst: int = 90
    sockets_per_address: int = 400
    requests_rate: float = 20.0  # cost of HTTP requests (guards/costs.py) a second, per address
    requests_burst: int = 120
    connections_each: int = 200  # HTTP connections of one address, sockets not counted
    head_seconds: float = 15.0  # for the head of a request, from its connection or first byte on
    body_seconds: float = 60.0  # for its body
    write_seconds: float = 30.0  # in which a reader must take some of its response
    hello_seconds: float = 10.0  # for a client's first message
    analysis_games: int = 384  # simulated games (or flicks) for each option of an analysed decision
    analysis_queue: int = 8  # analyses that may wait
    analysis_each: int = 2  # analyses of one address that may wait or run
    training_games: int = 20_000  # that a champion of a board of one's own learns from


def limits_from(assignments: Iterable[str]) -> Limits:
    """The default limits with changes such as `socket_rate=100`; raises InputError for any other text."""
    kinds: dict[str, type] = {name: type(value) for name, value in asdict(Limits()).items()}
    changed: dict[str, Any] = {}
    for assignment in assignments:
        name, _, value = assignment.partition("=")
        try:
            changed[name] = kinds[name](value)
        except (KeyError, ValueError):
            raise InputError(problem("serve.limit", wish=assignment, known=", ".join(kinds))) from None
    return Limits(**changed)


@dataclass(frozen=True, slots=True)
class Settings:
    """What one server process needs to know."""

    database: str
    origins: frozenset[str] = frozenset()  # allowed beside our own, as browsers send them
    public_hosts: frozenset[str] = frozenset()  # names that visitors reach us by, in lower case
    on_loopback: bool = False  # serves this machine only: answers to no other name, except public ones
    editions: tuple[Path, ...] = ()  # own edition files that tables may use
    games: tuple[str, ...] = ()  # kits of additional games, as module:NAME
    thinkers: int = 2  # processes for bots and physics
    bot_delay: float = 0.4
    away_after: float = 45.0
    forget_finished_days: int | None = None  # without a visitor; None: they are kept
    forget_abandoned_days: int | None = None
    champions: Path | None = None  # where those of people's own boards are kept; None: none are trained
    limits: Limits = field(default_factory=Limits)
