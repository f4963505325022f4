from dataclasses import replace
from functools import partial
from random import Random

import numpy as np
import pytest

from tests.kit.tumblin.flicks import crowded_board, die, possible_launches
from tumbletrip.bots.tumblin.levels import LEVELS, Player, bot_by_name
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.bots.tumblin.shots import emergency, knocks, library, possible, straight
from tumbletrip.bots.tumblin.simple import Straight
from tumbletrip.bots.tumblin.thinking import Idea, Thinker
from tumbletrip.bots.tumblin.valuing import worth
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import D6, face_up
from tumbletrip.tumblin.hands import PRACTISED, Hand
from tumbletrip.tumblin.house_rules import CLASSIC, FALLING_COSTS, YOUNG_PLAYERS, HouseRules
from tumbletrip.tumblin.launches import MAX_SPEED_MPS, refuse_launch
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.imagining import Endings, Imagination
from tumbletrip.tumblin.physics.reading_many import faces, zones
from tumbletrip.tumblin.ports import Pose, Rest
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.rules import Match, RolledForOrder, evolve, new_match, refuse_flick
from tumbletrip.tumblin.setup import PRESETS, from_preset

BOARD = builtin_board("classic")
PHYSICS = MujocoPhysics(BOARD)
HASTE = Budget(0.1)
NO_SHAKE = Hand(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def duel(*lying: tuple[int, float, float, int], preset: str = "duel", house: HouseRules = CLASSIC) -> Match:
    """A duel on the first player's turn; dice lie as (seat, x, y, face), each seat's in their order."""
    setup = from_preset(PRESETS[preset], ("Ada", "Bo"), house=house)
    match = new_match(setup)
    for event in (RolledForOrder(0, 6), RolledForOrder(1, 1)):
        match = evolve(match, event)
    hands = [iter(seat.dice) for seat in setup.seats]
    return replace(match, rests=tuple(lay(next(hands[seat]), x, y, face) for seat, x, y, face in lying))


def lay(owned: object, x: float, y: float, face: int) -> Rest:
    tier = BOARD.tier_at(x, y)
    assert tier is not None
    return read(BOARD, owned, Pose(x, y, tier.top + 0.008, *face_up(D6, face)))  # type: ignore[arg-type]  # a Die


def ending_of(match: Match, flicked: Rest) -> Endings:
    """An ending in which nothing moved but the flicked die."""
    rests = (*(rest for rest in match.rests if rest.on_board), flicked)
    poses = [[r.pose.x, r.pose.y, r.pose.z, *r.pose.orientation] for r in rests]
    out = [not rest.on_board for rest in rests]
    return Endings([poses], [out], [0])


def test_many_dice_are_read_as_the_rules_read_each() -> None:
    rng = Random(6)
    crowd = crowded_board(rng, PHYSICS, 10)
    thrown = die(10)
    launches = [next(possible_launches(rng, BOARD, crowd, thrown)) for _ in range(60)]
    endings = Imagination(BOARD).fly(crowd, launches)
    dice = [*(rest.die for rest in crowd), thrown]
    kinds = tuple(one.kind for one in dice)
    counted, shown = zones(BOARD, kinds, endings), faces(kinds, endings)
    for flick, poses in enumerate(endings.poses):
        for place, pose in enumerate(poses):
            if not endings.out[flick][place]:
                rest = read(BOARD, dice[place], Pose(*map(float, pose)))
                assert (counted[flick, place], shown[flick, place]) == (rest.zone, rest.face)
            else:
                assert counted[flick, place] == 0


def test_a_hand_shakes_about_what_was_meant_and_never_leaves_the_rules() -> None:
    meant = straight(BOARD, die(), 1.2)
    rng = Random(1)
    draw = partial(rng.gauss, 0.0, 1.0)
    speeds = [PRACTISED.flick(BOARD, (), meant, draw).speed_mps for _ in range(2000)]
    assert np.mean(speeds) == pytest.approx(1.2, abs=0.01)
    assert np.std(speeds) == pytest.approx(0.06 * 1.2, rel=0.1)
    wild = PRACTISED.times(30)
    flicks = [wild.flick(BOARD, (), replace(meant, speed_mps=MAX_SPEED_MPS), draw) for _ in range(300)]
    assert all(refuse_launch(BOARD, flick) is None for flick in flicks)
    assert NO_SHAKE.flick(BOARD, (), meant, draw) == meant


def test_all_shots_of_the_library_are_possible_on_an_empty_board() -> None:
    shots = list(library(BOARD, die()))
    assert 30 <= len(shots) <= 80
    assert possible(BOARD, shots, ()) == shots


def test_a_knock_is_aimed_at_its_target() -> None:
    target = duel((1, 0.24, 0.05, 6)).rests
    for shot in knocks(BOARD, die(), target):
        reach = (0.24 - shot.x) * np.tan(shot.azimuth) + shot.y
        assert reach == pytest.approx(0.05, abs=1e-5)


def test_when_the_front_of_the_track_is_taken_a_bot_starts_further_back() -> None:
    wall = [(0, -0.012, -0.042 + 0.0165 * n, 1) for n in range(5)] + [(1, -0.012, 0.041, 1)]
    match = duel(*wall, preset="duel-nine")
    assert not possible(BOARD, library(BOARD, die()), match.rests)
    (shot,) = emergency(BOARD, die(), match.rests)
    assert refuse_launch(BOARD, shot, match.rests) is None
    assert refuse_flick(match, 0, Player(Straight(), NO_SHAKE).choose(match, HASTE, Random(1))) is None


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_makes_a_flick_the_rules_allow_and_the_same_one_for_the_same_seed(level: str) -> None:
    match = duel((0, 0.24, 0.0, 5), (1, 0.35, 0.03, 6))
    first, second = (bot_by_name(level).choose(match, HASTE, Random(3)) for _ in range(2))
    assert first == second
    assert refuse_flick(match, 0, first) is None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_and_a_description(level: str, language: str) -> None:
    assert say(f"bots.tumblin.{level}.title", language)
    assert say(f"bots.tumblin.{level}.description", language)


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="grandmaster"):
        bot_by_name("grandmaster")


def worth_of(match: Match, x: float, y: float) -> float:
    own = match.dice_in_hand(0)[0]
    return float(worth(match, own, ending_of(match, lay(own, x, y, 1))).position[0])


def test_own_points_count_for_and_rival_points_against() -> None:
    own, rival = duel((0, 0.24, 0.1, 6), (1, 0.1, 0.1, 1)), duel((0, 0.1, 0.1, 1), (1, 0.24, 0.1, 6))
    assert worth_of(own, 0.35, 0.0) > worth_of(rival, 0.35, 0.0) + 15


def test_TD08_a_deeper_zone_is_worth_more_and_before_the_line_nothing() -> None:
    match = duel()
    values = [worth_of(match, x, 0.0) for x in (0.03, 0.12, 0.24, 0.36, 0.46)]
    assert values[0] == 0
    assert values == sorted(values)


def test_TD12_young_players_add() -> None:
    match = duel(house=YOUNG_PLAYERS)
    gap = worth_of(match, 0.24, 0.0) - worth_of(match, 0.12, 0.0)
    assert 0 < gap < 1.5  # one zone, one point


def test_TD13_a_die_off_the_board_costs() -> None:
    match = duel(house=FALLING_COSTS)
    own = match.dice_in_hand(0)[0]
    fallen = read(BOARD, own, Pose(0.7, 0.0, 0.008))
    assert worth(match, own, ending_of(match, fallen)).position[0] == pytest.approx(-3.5)


@pytest.mark.parametrize(("promised", "is_used"), [(5.0, False), (12.0, True)])
def test_TD09_the_bonus_die_waits_for_a_shot_that_promises_much(
    promised: float, is_used: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = duel(preset="duel-bonus")
    shot = straight(BOARD, match.dice_in_hand(0)[0])
    monkeypatch.setattr(Thinker, "_best_idea", lambda *_: Idea(shot, 0.0, promised))
    assert Thinker(PRACTISED).aim(match, HASTE, Random(1)).die.is_bonus == is_used


def test_TD09_the_bonus_die_is_flicked_when_it_is_the_last() -> None:
    spent = [(seat, 0.1, -0.18 + 0.02 * place + 0.2 * seat, 1) for place in range(5) for seat in (0, 1)]
    match = duel(*spent, preset="duel-bonus")
    assert match.turn == 0
    assert Thinker(PRACTISED).aim(match, HASTE, Random(1)).die.is_bonus


@pytest.mark.slow
def test_a_thinker_pushes_its_own_dice_on_and_leaves_its_rivals_where_they_are() -> None:
    """Four ones lie in the middle of 2x, near the edge to 3x: first they are its own, then its rival's."""
    places = [(0.285, y, 1) for y in (-0.036, -0.012, 0.012, 0.036)]
    own, rival = (duel(*((seat, *place) for place in places)) for seat in (0, 1))
    assert points_after(own) > points_after(rival) + 3


def points_after(match: Match) -> float:
    """The mean points of the four dice after the flick a thinker chooses; 8 if none is touched."""
    shot = Thinker(PRACTISED).aim(match, Budget(0.3), Random(2))
    draw = partial(Random(2).gauss, 0.0, 1.0)
    flicks = [PRACTISED.flick(BOARD, match.rests, shot, draw) for _ in range(60)]
    endings = Imagination(BOARD).fly(match.rests, flicks)
    kinds = (D6,) * 5
    return float((zones(BOARD, kinds, endings) * faces(kinds, endings))[:, :-1].sum(1).mean())
