"""Steps per second of the environments on one core, random legal actions, beside CartPole in the same run.

The yardstick is what Gymnasium brings along: its own CartPole, one by one and as arrays of NumPy. OpenSpiel
and pgx play other games yet: `bench_engines.py --peers DIR` measures them in an environment of their own.
`--greedy GAMES` plays Dice Trip alone by what is worth most right now, the yardstick of docs/research.md.
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import mean, median, stdev

import gymnasium
import numpy as np

from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition
from tumbletrip.dicetrip.fast import bridge, chance
from tumbletrip.dicetrip.fast.chance import Random
from tumbletrip.dicetrip.fast.compiling import kernel
from tumbletrip.dicetrip.fast.fields import NUMBERS
from tumbletrip.dicetrip.fast.kernels import (
    DOUBLE,
    FIELDS,
    REROLL,
    TENS_OFF,
    Board,
    Ints,
    clear,
    fill,
    list_moves,
    score,
)
from tumbletrip.envs.dicetrip.simultaneous import DiceTripParallel
from tumbletrip.envs.dicetrip.solo import DiceTripEnv
from tumbletrip.envs.dicetrip.vector import DiceTripVectorEnv

SEED = 20
ROUNDS = 13


def main() -> None:
    arguments = _arguments()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if arguments.greedy:
        _print_greedy(arguments.greedy)
        return
    print(f"{'random legal actions, one core':<44}{'steps /s':>12}{'× CartPole':>12}")
    contestants = dict(_contestants())
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for play in contestants.values():
        play()  # compile, build
    for _ in range(arguments.repetitions):  # in turns, so that a busy machine hurts all alike
        for name, play in contestants.items():
            rates[name].append(_rate(play))
    yardstick = median(rates["CartPole, one by one"])
    for name, found in rates.items():
        print(f"{name:<44}{median(found):>12,.0f}{median(found) / yardstick:>12.2f}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--greedy", type=int, metavar="GAMES")
    return parser.parse_args()


def _rate(play: Callable[[], int]) -> float:
    began = time.process_time()
    steps = play()
    return steps / (time.process_time() - began)


def _contestants() -> Iterator[tuple[str, Callable[[], int]]]:
    """Each plays some steps and gives their number."""
    yield "CartPole, one by one", partial(_cart_pole, gymnasium.make("CartPole-v1"))
    yield "CartPole, 1,024 as arrays", partial(_cart_poles, gymnasium.make_vec("CartPole-v1", 1024))
    yield "Dice Trip, readable rules", partial(_solo, DiceTripEnv())
    yield "Dice Trip, four players at once (PettingZoo)", partial(_table, DiceTripParallel(4))
    for games in (256, 1024, 4096):
        yield f"Dice Trip, {games:,} compiled", partial(_vector, DiceTripVectorEnv(games))


def _cart_pole(env: gymnasium.Env[object, int], steps: int = 5000) -> int:
    env.reset(seed=SEED)
    for _ in range(steps):
        _, _, over, cut, _ = env.step(env.action_space.sample())
        if over or cut:
            env.reset()
    return steps


def _cart_poles(env: gymnasium.vector.VectorEnv, rounds: int = 100) -> int:
    env.reset(seed=SEED)
    for _ in range(rounds):
        env.step(env.action_space.sample())
    return rounds * env.num_envs


def _solo(env: DiceTripEnv, games: int = 10) -> int:
    steps, random = 0, np.random.default_rng(SEED)
    for seed in range(games):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
            steps += 1
    return steps


def _table(env: DiceTripParallel) -> int:
    """The actions of four players; those who wait are not counted."""
    steps, random = 0, np.random.default_rng(SEED)
    seen, _ = env.reset(seed=SEED)
    while env.agents:
        steps += len(env.table.asked)
        masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
        seen, *_ = env.step({agent: random.choice(np.flatnonzero(mask)) for agent, mask in masks.items()})
    return steps


def _vector(env: DiceTripVectorEnv) -> int:
    env.reset(seed=SEED)
    rounds = 400_000 // env.num_envs
    for _ in range(rounds):
        env.step(env.random_actions())
    return rounds * env.num_envs


@kernel
def _greedy_games(board: Board, random: Random, scores: Ints) -> None:
    """Games in which every round is filled by what is worth most right now, and no die is thrown again."""
    pos, state = np.empty(NUMBERS, dtype=np.int8), np.empty(FIELDS, dtype=np.int64)
    tried, after = pos.copy(), state.copy()
    for game in range(len(scores)):
        clear(pos, state, REROLL | DOUBLE, TENS_OFF)
        for _ in range(ROUNDS):
            roll = chance.random_roll(random[game : game + 1])
            moves = list_moves(state, roll)
            best, found = 0, -1000
            for row, move in enumerate(moves):
                tried[:] = pos
                after[:] = state
                fill(board, tried, after, roll, move)
                worth = score(board, tried, after)
                if worth > found:
                    best, found = row, worth
            fill(board, pos, state, roll, moves[best])
        scores[game] = score(board, pos, state)


def _print_greedy(games: int) -> None:
    for name in EDITION_NAMES:
        scores = np.empty(games, dtype=np.int64)
        board = bridge.board_arrays(builtin_edition(name))
        _greedy_games(board, chance.game_seeds(np.uint64(SEED), games), scores)
        points = scores.tolist()
        print(f"greedy, {name}: {mean(points):.2f} ± {stdev(points) / games**0.5:.2f} points")


if __name__ == "__main__":
    main()
