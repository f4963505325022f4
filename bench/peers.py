"""Random games in public engines, counted in decisions per second; run by bench_engines.py in their own venv.

Prints one JSON line for each measurement. Decisions are choices of players; dice and cards are not counted.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

SECONDS = 2.0


def _report(what: str, decisions: float, seconds: float) -> None:
    print(json.dumps({"what": what, "per_second": decisions / seconds}), flush=True)


def _measure(what: str, play: Callable[[], float]) -> None:
    """Play for some seconds after one game that is not timed; `play` gives the decisions it took."""
    play()
    decisions, began = 0.0, time.process_time()
    while time.process_time() - began < SECONDS:
        decisions += play()
    _report(what, decisions, time.process_time() - began)


def openspiel() -> None:
    """C++ roll-outs as its own search does them, and the same games stepped from Python."""
    pyspiel = import_module("pyspiel")
    for name in ("pig", "connect_four", "backgammon"):
        game = pyspiel.load_game(name)
        _measure(f"OpenSpiel {name}, Python loop", partial(_step_through, game))
        _measure(f"OpenSpiel {name}, in C++", _rollouts(pyspiel, game))


def _rollouts(pyspiel: Any, game: Any, count: int = 500) -> Callable[[], float]:
    """Random games played by the evaluator of its tree search, from the first decision on."""
    lengths = [_step_through(game) for _ in range(300)]
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=count, seed=1)
    searcher = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)  # one simulation a search
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def play() -> float:
        searcher.mcts_search(state)
        return count * sum(lengths) / len(lengths)

    return play


def _step_through(game: Any) -> int:
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def pgx() -> None:
    """1,024 games side by side, compiled by JAX; finished games begin anew."""
    jax, environments = import_module("jax"), import_module("pgx")
    for name in ("connect_four", "2048", "backgammon"):
        _measure(f"pgx {name}, 1,024 in JAX", _jax_loop(jax, environments, name))


def _jax_loop(
    jax: Any, environments: Any, name: str, games: int = 1024, steps: int = 50
) -> Callable[[], float]:
    env = environments.make(name)
    step = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def one_step(state: Any, key: Any) -> Any:
        choose, move = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(choose, logits, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(move, games)), None

    @jax.jit  # type: ignore[untyped-decorator]  # JAX is not installed where types are checked
    def many_steps(state: Any, key: Any) -> Any:
        return jax.lax.scan(one_step, state, jax.random.split(key, steps))[0]

    keys: Iterator[Any] = (jax.random.PRNGKey(seed) for seed in range(10**9))
    held = [jax.vmap(env.init)(jax.random.split(next(keys), games))]

    def play() -> float:
        held[0] = jax.block_until_ready(many_steps(held[0], next(keys)))
        return games * steps

    return play


def pettingzoo() -> None:
    """Its own connect four, agent by agent."""
    env = import_module("pettingzoo.classic.connect_four_v3").env()

    def play() -> float:
        decisions = 0
        env.reset()
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            done = over or cut
            env.step(None if done else env.action_space(agent).sample(seen["action_mask"]))
            decisions += not done
        return decisions

    _measure("PettingZoo connect four", play)


def catanatron() -> None:
    """Four players who move at random."""
    engine = import_module("catanatron")

    def play() -> float:
        colours = (engine.Color.RED, engine.Color.BLUE, engine.Color.WHITE, engine.Color.ORANGE)
        game = engine.Game([engine.RandomPlayer(colour) for colour in colours])
        game.play()
        state = game.state
        return len(state.action_records if hasattr(state, "action_records") else state.actions)

    _measure("catanatron, four random players", play)


if __name__ == "__main__":
    random.seed(1)
    peers = {"openspiel": openspiel, "pgx": pgx, "pettingzoo": pettingzoo, "catanatron": catanatron}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=peers)
    peers[parser.parse_args().peer]()
