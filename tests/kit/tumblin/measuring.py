"""Laws of physics that take thousands of flicks: measured once for every state of the physics, and kept.

What was kept counts while sources, board and engine are those of then, and while a part of it that is flown
again, another one each time, ends in the very same poses. Else everything is measured at once: nothing is
believed that this machine does not find. `python -m tools.laws` measures all and keeps it.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, Generic, TypeVar

import numpy as np

from tumbletrip.tumblin.physics.imagining import Endings
from tumbletrip.tumblin.physics.stepping import engine

ROOT = Path(__file__).parents[3]
KEPT = ROOT / "tests" / "laws" / "measured.json"
TUMBLIN = ROOT / "src" / "tumbletrip" / "tumblin"
DECIDES = ("physics/**/*.py", "board.py", "dice.py", "launches.py", "reading.py", "boards/classic.json")


@dataclass(frozen=True)
class Part:
    """What is seen of a part of a law."""

    ends: str  # a digest of all poses, to their last bit


SomePart = TypeVar("SomePart", bound=Part)


@dataclass(frozen=True)
class Law(Generic[SomePart]):
    """What is measured in parts, each with chance of its own."""

    name: str
    parts: int
    measure: Callable[[int], SomePart]
    kind: type[SomePart]


def state() -> str:
    """A digest of all that decides where a die comes to rest."""
    digest = hashlib.sha256(engine().version.encode())
    for path in sorted(path for pattern in DECIDES for path in TUMBLIN.glob(pattern)):
        digest.update(path.relative_to(TUMBLIN).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def digest_of(endings: Endings) -> str:
    """A digest of how flicks ended."""
    bits = np.array(endings.poses, np.float64).tobytes() + np.array(endings.out).tobytes()
    return hashlib.sha256(bits).hexdigest()[:16]


def measured(law: Law[SomePart], kept: Path = KEPT) -> list[SomePart]:
    """All parts of a law: those that were kept, if they may be believed, or new ones."""
    old = read(law, kept)
    sample = Random().randrange(law.parts)
    if len(old) == law.parts and law.measure(sample) == old[sample]:
        return old
    return measure(law)


def measure(law: Law[SomePart]) -> list[SomePart]:
    """All parts, flown now."""
    return [law.measure(part) for part in range(law.parts)]


def read(law: Law[SomePart], kept: Path) -> list[SomePart]:
    """The parts that were kept of a law; none if the physics have changed since."""
    document = json.loads(kept.read_text("utf-8"))
    return [law.kind(**part) for part in document["laws"].get(law.name, [])] if is_fresh(kept) else []


def is_fresh(kept: Path = KEPT) -> bool:
    """Whether the physics are those that were measured."""
    return bool(json.loads(kept.read_text("utf-8"))["state"] == state())


def write(laws: Iterable[Law[Any]], kept: Path = KEPT) -> None:
    """Measure laws and keep what is seen, a line for each part."""
    lines = [
        f' "{law.name}": [\n' + ",\n".join(f"  {json.dumps(asdict(part))}" for part in measure(law)) + "\n ]"
        for law in laws
    ]
    kept.write_text(f'{{"state": "{state()}",\n"laws": {{\n' + ",\n".join(lines) + "\n}}\n", "utf-8")
