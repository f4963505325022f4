"""Puzzles: laid by numbers alone, lying still, and ended by one flick that the rules allow."""

import math
from functools import partial

import pytest

from tumbletrip.fairness.days import seed_of, share
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.puzzles import FEWEST_DICE, MOST_DICE, RIVAL, SOLVER, lay_puzzle, lead, sheet_now
from tumbletrip.tumblin.rules import Flick, Flicked, Match, Phase, decide, evolve, new_match
from tumbletrip.tumblin.scoring import score_die

SEEDS = [seed_of(bytes(range(32)), f"day {number}") for number in range(60)]


def puzzle(seed: bytes) -> Match:
    return lay_puzzle(partial(share, seed))


def test_a_known_seed_lays_a_known_puzzle() -> None:
    """Anybody can write this again in another language; docs/daily-challenge.md has the same numbers."""
    match = puzzle(seed_of(bytes(range(32)), "2026-11-16"))
    told = [(rest.die.key, rest.tier, rest.face, rest.pose.x, rest.pose.y) for rest in match.rests]
    assert told == [
        ("b1", "4x", 1, 0.48222, -0.007144),
        ("a1", "1x", 1, 0.101585, -0.135085),
        ("b2", "1x", 1, 0.100689, 0.112017),
        ("a2", "1x", 6, 0.121165, -0.111975),
        ("b3", "3x", 6, 0.369433, 0.14559),
    ]
    assert lead(sheet_now(match)) == -16  # 1 × 1 + 6 × 1 less 1 × 4 + 1 × 1 + 6 × 3


def test_the_same_seed_lays_the_same_puzzle_and_another_seed_another() -> None:
    assert puzzle(SEEDS[0]) == puzzle(SEEDS[0])
    assert len({puzzle(seed).rests for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("seed", SEEDS[:20], ids=range(20))
def test_it_is_the_solvers_last_flick_of_a_round_by_the_rules(seed: bytes) -> None:
    match = puzzle(seed)
    new_match(match.setup)  # a setup that the rules take
    each = len(match.setup.seats[SOLVER].dice)
    assert FEWEST_DICE <= each <= MOST_DICE
    assert match.turn == SOLVER
    assert [die.key for die in match.dice_in_hand(SOLVER)] == [f"a{each}"]
    assert match.dice_in_hand(RIVAL) == ()
    counts = [score_die(match.setup.house, rest) for rest in match.rests]
    own = sum(score.points for score in counts if score.die.seat == SOLVER)
    assert lead(sheet_now(match)) == own - sum(score.points for score in counts if score.die.seat == RIVAL)


@pytest.mark.parametrize("seed", SEEDS, ids=range(len(SEEDS)))
def test_all_dice_lie_flat_in_their_zone_and_touch_nothing(seed: bytes) -> None:
    match = puzzle(seed)
    board = match.setup.board
    for number, rest in enumerate(match.rests):
        kind, pose = rest.die.kind, rest.pose
        tier = next(tier for tier in board.tiers if tier.id == rest.tier)
        assert rest.zone == tier.zone > 0
        assert pose.z == pytest.approx(tier.top + kind.inradius, abs=1e-6)
        assert tier.holds(pose.x, pose.y, kind.circumradius)
        others = [(other.pose.x, other.pose.y, kind.circumradius) for other in match.rests[:number]]
        pegs = [(x, y, board.pegs.radius) for x, y in board.pegs.at]
        for x, y, wide in (*others, *pegs):
            assert math.hypot(pose.x - x, pose.y - y) > kind.circumradius + wide


def test_all_zones_numbers_and_sizes_come_up() -> None:
    rests = [rest for seed in SEEDS for rest in puzzle(seed).rests]
    assert {rest.zone for rest in rests} == {1, 2, 3, 4}
    assert {rest.face for rest in rests} == set(range(1, 7))
    assert {len(puzzle(seed).rests) for seed in SEEDS} == {3, 5, 7}


@pytest.mark.parametrize("seed", SEEDS[:6], ids=range(6))
def test_dice_that_the_flick_does_not_reach_stay_where_they_were_laid(seed: bytes) -> None:
    match = puzzle(seed)
    (die,) = match.dice_in_hand(SOLVER)
    physics = MujocoPhysics(match.setup.board)
    launch = Launch(die, x=-0.06, y=0.0, face_up=6, speed_mps=0.2)
    settled = physics.settle(match.rests, launch)
    assert settled.rests[:-1] == match.rests
    event = decide(match, Flick(SOLVER, launch, settled.rests, physics.fingerprint, settled.trajectory))
    assert isinstance(event, Flicked)
    after = evolve(match, event)
    assert (after.phase, len(after.sheets)) == (Phase.FLICK, 1)
    assert lead(sheet_now(after)) == lead(sheet_now(match))  # the die on the track counts nothing (TD07)
