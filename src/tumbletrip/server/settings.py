"""What whoever runs a server may choose; every limit has a safe default."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tumbletrip.core.errors import InputError, problem


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one visitor may ask of us."""

    frame_bytes: int = 8192
    body_bytes: int = 256 * 1024  # a record to import is the largest thing people send
    queue: int = 64  # messages waiting for a slow reader before it is sent away
    socket_rate: float = 30.0  # messages a second, per socket
    socket_burst: int = 90
    sockets_per_address: int = 400
    requests_rate: float = 20.0  # HTTP requests that change something, a second, per address
    requests_burst: int = 120
    hello_seconds: float = 10.0  # to say who one is
    analysis_games: int = 384  # games, or flicks, imagined for each choice of an analysed game
    analysis_queue: int = 8  # analyses that may wait for their turn


def limits_from(wishes: Iterable[str]) -> Limits:
    """The default limits with some changed by words such as `socket_rate=100`."""
    kinds: dict[str, type] = {name: type(value) for name, value in asdict(Limits()).items()}
    changed: dict[str, Any] = {}
    for wish in wishes:
        name, _, value = wish.partition("=")
        try:
            changed[name] = kinds[name](value)
        except (KeyError, ValueError):
            raise InputError(problem("serve.limit", wish=wish, known=", ".join(kinds))) from None
    return Limits(**changed)


@dataclass(frozen=True, slots=True)
class Settings:
    """One server process."""

    database: str
    origins: frozenset[str] = frozenset()  # beside our own; scheme, host and port as browsers send them
    editions: tuple[Path, ...] = ()  # own edition files that tables may use
    thinkers: int = 2  # processes for bots and physics
    bot_delay: float = 0.4
    away_after: float = 45.0
    limits: Limits = field(default_factory=Limits)
