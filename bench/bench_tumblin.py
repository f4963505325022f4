"""Tumblin-Dice: flicks per second against a plain loop, and what thinking is worth.

    python bench/bench_tumblin.py            all, about five minutes
    python bench/bench_tumblin.py speed      flicks per second only
    python bench/bench_tumblin.py bots 60    points per die, with 60 flicks of each bot
    python bench/bench_tumblin.py depths     how deep dice at rest stand in the wood; not part of all

Ratios are taken within one run, by CPU time: the machine may be busy.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

import mujoco

from tests.kit.tumblin.flicks import (
    crowded_board,
    depth,
    die,
    moved_dice,
    native,
    possible_launches,
    random_launch,
)
from tumbletrip.bots.tumblin.levels import Player
from tumbletrip.bots.tumblin.protocol import Budget, Head
from tumbletrip.bots.tumblin.simple import Hopeful, Straight
from tumbletrip.bots.tumblin.thinking import Thinker
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import D6, D8, D10, D12, D20
from tumbletrip.tumblin.hands import PRACTISED
from tumbletrip.tumblin.launches import refuse_launch
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.physics.launching import numbers, start
from tumbletrip.tumblin.physics.stepping import MOTION, POSE
from tumbletrip.tumblin.physics.world import COARSE, World
from tumbletrip.tumblin.ports import Launch, Rest
from tumbletrip.tumblin.rules import Flick, Match, RollForOrder, decide, evolve, new_match
from tumbletrip.tumblin.scoring import score_die
from tumbletrip.tumblin.setup import PRESETS, from_preset

BOARD = builtin_board("classic")
PHYSICS = MujocoPhysics(BOARD)
TURNS = 5
FIXED_S = 1.5  # what a plain loop simulates, since it does not know when dice are at rest


def some_launches(resting: tuple[Rest, ...], count: int) -> list[Launch]:
    rng = Random(5)
    wild = (random_launch(rng, die(17), 0.5, 1.8, 0.3) for _ in iter(int, 1))
    return list(islice((one for one in wild if refuse_launch(BOARD, one, resting) is None), count))


def plain_loop(resting: tuple[Rest, ...], launches: list[Launch]) -> None:
    """What one would write first: no sleeping, no early end, step by step."""
    world = World(BOARD, [*(rest.die.kind for rest in resting), launches[0].die.kind])
    model = native(world).model
    model.opt.enableflags &= ~int(mujoco.mjtEnableBit.mjENBL_SLEEP)
    data = mujoco.MjData(model)
    for launch in launches:
        mujoco.mj_resetData(model, data)
        for place, rest in enumerate(resting):
            data.qpos[place * POSE : (place + 1) * POSE] = numbers(rest.pose)
        data.qpos[-POSE:], data.qvel[-MOTION:] = start(BOARD, launch)
        for _ in range(round(FIXED_S / world.grain.timestep_s)):
            mujoco.mj_step(model, data)


def per_second(work: Callable[[], object], count: int, clock: Callable[[], float] = process_time) -> float:
    began = clock()
    work()
    return count / (clock() - began)


def bench_speed() -> None:
    """Everybody flies the same launches, in turns; the median of the turns counts."""
    print("flicks per CPU second, one core      plain  settle  imagine  coarse   imagine/plain  bar")
    for dice, count, bar in ((0, 200, 3), (17, 30, 12)):
        resting = crowded_board(Random(1), PHYSICS, dice)
        launches = some_launches(resting, count)
        fine, coarse = warm(Imagination(BOARD), resting), warm(Imagination(BOARD, COARSE), resting)
        ways: tuple[Callable[[], object], ...] = (
            partial(plain_loop, resting, launches),
            partial(settle_all, resting, launches),
            partial(fine.fly, resting, launches),
            partial(coarse.fly, resting, launches),
        )
        turns = [[per_second(way, count) for way in ways] for _ in range(TURNS)]
        shown = " ".join(f"{median(rates):7.1f}" for rates in zip(*turns, strict=True))
        ratio = median(rates[2] / rates[0] for rates in turns)
        print(f"  {dice:2} dice on the board            {shown} {ratio:13.1f}x  >= {bar}x")


def settle_all(resting: tuple[Rest, ...], launches: list[Launch]) -> None:
    for launch in launches:
        PHYSICS.settle(resting, launch)


def warm(imagination: Imagination, resting: tuple[Rest, ...]) -> Imagination:
    imagination.fly(resting, some_launches(resting, 2))
    return imagination


def position(dice: int, seed: int) -> Match:
    """A duel in which that many dice lie on the board, and the first player is on turn."""
    rng = Random(seed)
    match = new_match(from_preset(PRESETS["duel"], ("Ada", "Bo")))
    for command in (RollForOrder(0, 6), RollForOrder(1, 1)):
        match = after(match, command)
    while len(match.rests) < dice:
        launch = Player(Hopeful(), PRACTISED).choose(match, Budget(), rng)
        rests = PHYSICS.settle(match.rests, launch).rests
        if all(rest.on_board for rest in rests):
            match = after(match, Flick(match.turn or 0, launch, rests, PHYSICS.fingerprint))
    return match


def after(match: Match, command: RollForOrder | Flick) -> Match:
    event = decide(match, command)
    assert not isinstance(event, str), event
    return evolve(match, event)


def balance(match: Match, rests: tuple[Rest, ...]) -> int:
    """The first player's points less the second's."""
    signed = ((1, -1)[rest.die.seat] * score_die(match.setup.house, rest).points for rest in rests)
    return sum(signed)


def bench_bots(flicks: int) -> None:
    """Each head with the same steady hand: its die's zone times 3.5, and the change of the balance."""
    heads: dict[str, Head] = {
        "random aim": Hopeful(),
        "straight, medium (1.0 m/s)": Straight(),
        "one good shot (1.28 m/s)": Straight(1.28),
        "champion, budget 1 s": Thinker(PRACTISED),
    }
    for dice in (0, 8):
        positions = [position(dice, seed) for seed in range(flicks if dice else 1)]
        print(
            f"{dice} dice on the board, {flicks} flicks each  own die  balance   ratios to random   thinking"
        )
        base = None
        for name, head in heads.items():
            own, gain, seconds = [], [], []
            for number in range(flicks):
                match = positions[number % len(positions)]
                began = perf_counter()
                launch = Player(head, PRACTISED).choose(match, Budget(1.0), Random(number))
                seconds.append(perf_counter() - began)
                rests = PHYSICS.settle(match.rests, launch).rests
                own.append(rests[-1].zone * 3.5)
                gain.append(float(balance(match, rests) - balance(match, match.rests)))
            base = base or (fmean(own), fmean(gain))
            error = stdev(own) / len(own) ** 0.5
            print(
                f"  {name:28} {fmean(own):6.2f} ±{error:.2f} {fmean(gain):7.2f}"
                f"   {fmean(own) / base[0]:6.2f}x {fmean(gain) / base[1]:6.2f}x"
                f"   {fmean(seconds):6.2f} s, at most {max(seconds):.2f} s"
            )


def bench_depths(flicks: int) -> None:
    """How far corners of dice at rest are inside the wood, after wild flicks into crowds."""
    print("deepest corner of dice at rest, in mm   dice   median   99 %   99.9 %   deepest")
    for name, kinds in (("d6 among 17 d6", (D6,)), ("odd dice among 8", (D20, D6, D8, D10, D12))):
        rng, depths = Random(9), []
        for _ in range(4):
            crowd = crowded_board(rng, PHYSICS, 17 if kinds == (D6,) else 8, kinds)
            thrown = die(len(crowd), kinds[0])
            launches = list(islice(possible_launches(rng, BOARD, crowd, thrown), flicks // 4))
            endings = Imagination(BOARD).fly(crowd, launches)
            depths += [1000 * depth(BOARD, one, pose) for one, pose in moved_dice(crowd, thrown, endings)]
        depths.sort()
        marks = (depths[int(share * (len(depths) - 1))] for share in (0.5, 0.99, 0.999, 1.0))
        print(f"  {name:32} {len(depths):9}   " + "   ".join(f"{mark:6.3f}" for mark in marks))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", default="all", choices=("all", "speed", "bots", "depths"))
    parser.add_argument("count", nargs="?", type=int, help="flicks of each bot (40), or for depths (4000)")
    asked = parser.parse_args()
    if asked.what in ("all", "speed"):
        bench_speed()
    if asked.what in ("all", "bots"):
        bench_bots(asked.count or 40)
    if asked.what == "depths":
        bench_depths(asked.count or 4_000)


if __name__ == "__main__":
    main()
