"""What the analysis of a whole match takes: one to 301 points, played by the constant shot on both sides."""

from random import Random
from time import process_time
from typing import Final

from bench.tumblin.contests import FIELD
from tumbletrip.analysis.executor import Serial
from tumbletrip.analysis.tumblin.analysis import FlickPlan, flick_tasks, flick_worths, match_judged
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.notation.records import Record, record_of
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.rules import Event, Flick, Phase, RollForOrder, decide, evolve, new_match
from tumbletrip.tumblin.setup import PRESETS, from_preset

TURNS: Final = 3


def analysed(board: Board, seed: int) -> None:
    """Print how long a match is, and the CPU seconds of each turn; the first one warms up."""
    record = _match(board, Random(seed))
    for turn in range(TURNS):
        plan = FlickPlan(record, seed=turn)
        began = process_time()
        judged = match_judged(plan, list(flick_worths(plan, Serial())))
        took = process_time() - began
        luck = ", ".join(f"{hand.name} {hand.luck:+.1f}" for hand in judged.hands)
        print(f"{len(flick_tasks(plan))} flicks, {plan.flights} flights each: {took:.1f} s CPU; luck: {luck}")


def _match(board: Board, rng: Random) -> Record:
    setup = from_preset(PRESETS["duel"], ("one", "other"), board=board)
    match, physics = new_match(setup), MujocoPhysics(board)
    events: list[Event] = []
    while match.phase is not Phase.OVER:
        if match.phase is Phase.ORDER:
            event = decide(match, RollForOrder(match.rolling[0], rng.randint(1, 6)))
        else:
            assert match.turn is not None
            launch = FIELD.choose(match, Budget(0.0), rng)
            settled = physics.settle(match.rests, launch)
            command = Flick(match.turn, launch, settled.rests, physics.fingerprint, settled.trajectory)
            event = decide(match, command)
        assert not isinstance(event, str), event
        match = evolve(match, event)
        events.append(event)
    return record_of(setup, events)
