"""Run inside Pyodide by `page.mjs`: flicks of one die and among eight, and a choice of each level."""

import sys
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from typing import Any

sys.dont_write_bytecode = True
sys.path.insert(0, "/src")

# ruff: noqa: E402  # a page finds the package only now
from tumbletrip.games.kit import GameKit
from tumbletrip.local.device import games_here
from tumbletrip.tumblin.board import USUAL_BOARD, builtin_board
from tumbletrip.tumblin.dice import D6, Colour
from tumbletrip.tumblin.physics import stepping
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.engines.page import PageEngine
from tumbletrip.tumblin.ports import Die, Launch, Rest

FLICKS = 30
GIVEN: dict[str, Any] = globals()  # by page.mjs: the physics, and a clock
stepping.use(PageEngine(GIVEN["physics"]))


def took(job: Callable[[], Any]) -> tuple[float, Any]:
    began = GIVEN["cpu_ms"]()
    result = job()
    return GIVEN["cpu_ms"]() - began, result


def launch(number: int, rng: Random) -> Launch:
    die = Die(f"a{number}", 0, Colour.RED, D6)
    y, azimuth, speed_mps = rng.uniform(-0.03, 0.03), rng.gauss(0, 0.05), rng.uniform(0.8, 1.6)
    return Launch(die, -0.02, y, 6, azimuth=azimuth, speed_mps=speed_mps)


def flicks(dice: int) -> None:
    """Flicks among so many dice; the first one compiles the world and is told apart."""
    rng, settling = Random(dice), MujocoPhysics(builtin_board(USUAL_BOARD))
    resting: tuple[Rest, ...] = ()
    while len(resting) < dice:
        settled = settling.settle(resting, launch(len(resting), rng))
        resting = tuple(rest for rest in settled.rests if rest.on_board and rest.tier != "track")
    times = [took(lambda: settling.settle(resting, launch(dice, rng)))[0] for _ in range(FLICKS)]
    print(
        f"a flick among {dice} dice: median {median(times[1:]):.0f} ms, slowest {max(times[1:]):.0f} ms,"
        f" the first {times[0]:.0f} ms"
    )


def bots(kit: GameKit, name: str) -> None:
    """The first choice of each level, and the next one."""
    play = kit.begin({}, ["Ada", "Ben"])
    for seat, face in ((0, 6), (1, 1)):
        play = play.evolve({"kind": "rolled_for_order", "seat": seat, "face": face})
    for level in kit.bots.levels:
        first, second = (
            took(partial(kit.bots.choose, kit.bots.ask(play, 0), level, seed))[0] for seed in "ab"
        )
        print(f"{level} {name}: {first:.0f} ms, then {second:.0f} ms")


for crowd in (0, 8):
    flicks(crowd)
bots(games_here().kit("tumblin"), "on a device")
