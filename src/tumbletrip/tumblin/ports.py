"""The door between rules and physics: launches go in, dice at rest come out.

Rules and tests see only what stands here. Lengths are metres: x runs downhill, y across, z up; the table
is z = 0.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from tumbletrip.tumblin.dice import Colour, DieKind, Quaternion

DECIMALS: Final = 6  # a micrometre, a microradian


def _keep_decimals(value: object, *names: str) -> None:
    """Round some numbers of a frozen value while it is being made.

    What the notation writes is then exactly what the match holds: a record replays to the same state.
    """
    for name in names:
        rounded = round(float(getattr(value, name)), DECIMALS) + 0.0  # + 0.0: there is no minus zero
        object.__setattr__(value, name, rounded)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die is and how it is turned (unit quaternion, w first)."""

    x: float
    y: float
    z: float
    qw: float = 1.0
    qx: float = 0.0
    qy: float = 0.0
    qz: float = 0.0

    def __post_init__(self) -> None:
        """Keep six decimals."""
        _keep_decimals(self, "x", "y", "z", "qw", "qx", "qy", "qz")

    @property
    def orientation(self) -> Quaternion:
        """How the die is turned."""
        return self.qw, self.qx, self.qy, self.qz


@dataclass(frozen=True, slots=True)
class Die:
    """One die of the match: its key (`a1`), whose it is, and whether its points count double (TD09)."""

    key: str
    seat: int
    colour: Colour
    kind: DieKind
    is_bonus: bool = False


OFF: Final = "off"
TRACK: Final = "track"
LEVEL: Final = "level"  # on the tier below the track, but not yet entirely past the line (TD07)


@dataclass(frozen=True, slots=True)
class Rest:
    """A die at rest, and how the rules read it; `tumblin.reading.read` makes one from a pose."""

    die: Die
    pose: Pose
    tier: str  # what is under its centre: track, level, 1x … 4x, or off
    zone: int  # 1 to 4, or 0 if the die does not count (TD06, TD07)
    face: int

    @property
    def on_board(self) -> bool:
        """TD06: whether the die has not left the board."""
        return self.tier != OFF


@dataclass(frozen=True, slots=True)
class Launch:
    """One flick: where the die is put on the track, how it lies, and how it is hit (TD04).

    Azimuth 0 is straight downhill, positive towards +y. The hit point is given in half-widths of the die,
    off the middle of its rear: sideways (+y) and up; it is what gives spin.
    """

    die: Die
    x: float
    y: float
    face_up: int
    yaw: float = 0.0
    azimuth: float = 0.0
    speed_mps: float = 1.0
    hit_side: float = 0.0
    hit_height: float = 0.0

    def __post_init__(self) -> None:
        """Keep six decimals."""
        _keep_decimals(self, "x", "y", "yaw", "azimuth", "speed_mps", "hit_side", "hit_height")


@dataclass(frozen=True, slots=True)
class Contact:
    """Two things that hit each other during a flick, for those who make sounds of it.

    Each is a die's key, the id of a tier, or `peg`.
    """

    time_s: float
    one: str
    other: str
    strength: float  # newton seconds


@dataclass(frozen=True, slots=True)
class Settled:
    """What came of a flick: every die at rest, the way there (coded by the engine), and what hit what."""

    rests: tuple[Rest, ...]
    trajectory: bytes = b""
    contacts: tuple[Contact, ...] = ()


class Physics(Protocol):
    """Anything that turns one flick into dice at rest: MuJoCo in play, a script in tests."""

    @property
    def fingerprint(self) -> str:
        """Engine, version and board hash, one word; stored beside every result."""

    def settle(self, resting: tuple[Rest, ...], launch: Launch) -> Settled:
        """All dice at rest after a flick: those of `resting` in their order, then the one flicked.

        Dice that are off the board stay off as they lie (TD06) and are handed through unchanged.
        """
