"""The dice of a day: the same for everybody, unknown before, and to be recomputed by anyone afterwards.

A server has one secret. The seed of a day is an HMAC of the secret and the day; its SHA-256, the commitment,
is shown before the day begins, the seed itself after it has ended. Each die is an HMAC of the seed, so that
one may be shown without telling anything about the next. docs/daily-challenge.md says it step by step.
"""

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta
from typing import Final

FACES: Final = 6
FAIR_BYTES: Final = 252  # 42 × 6: bytes from here on would favour the low faces, and are skipped
SEED_BYTES: Final = 32
SHARE_BYTES: Final = 6  # a float holds 53 bits exactly


def day_at(at_ms: int) -> str:
    """The day, by the clock of Greenwich, of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()


def day_after(day: str, days: int = 1) -> str:
    """The day so many days later."""
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def end_of(day: str) -> int:
    """When a day ends, in milliseconds since 1970."""
    midnight = datetime.combine(date.fromisoformat(day_after(day)), datetime.min.time(), UTC)
    return int(midnight.timestamp()) * 1000


def is_day(text: str) -> bool:
    """Whether a text is a day, written as 2026-11-16; the calendar's last one has no day after it (F31)."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return False
    return found.isoformat() == text and found < date.max


def seed_of(secret: bytes, day: str) -> bytes:
    """The seed of a day, which only the server can know in advance."""
    return _hmac(secret, f"tumbletrip/day/{day}")


def commitment(seed: bytes) -> str:
    """What is shown before the day: it fits this seed only, and tells nothing about it."""
    return hashlib.sha256(seed).hexdigest()


def face(seed: bytes, round_: int, die: str, throw: int = 0) -> int:
    """What a die shows in a round: at the first throw (0), or when it is rolled again (1)."""
    name = f"dicetrip/{round_}/{die}/{throw}"
    attempt = 0
    while True:
        for byte in _hmac(seed, f"{name}/{attempt}"):
            if byte < FAIR_BYTES:
                return 1 + byte % FACES
        attempt += 1


def share(seed: bytes, name: str) -> float:
    """A number from 0 to below 1 for a part of the day's puzzle: 48 bits, which every machine reads alike."""
    return int.from_bytes(_hmac(seed, f"tumblin/{name}")[:SHARE_BYTES]) / 256**SHARE_BYTES


def name_from(seed: bytes, purpose: str) -> str:
    """A name that nobody can guess who does not know the seed."""
    return _hmac(seed, f"name/{purpose}").hex()[:24]


def _hmac(key: bytes, message: str) -> bytes:
    return hmac.new(key, message.encode(), hashlib.sha256).digest()
