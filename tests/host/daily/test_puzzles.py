"""The puzzle of a day on a host: the same for all, one flick a device, par from the champion."""

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import time_machine

from tests.kit.server.hosts import PATIENCE, DailyHost, ScriptedJobs, daily_on
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.fairness.days import day_after, share
from tumbletrip.games.tumblin import puzzle
from tumbletrip.games.tumblin.play import TumblinPlay, read_launch
from tumbletrip.games.tumblin.puzzle import die_in_hand
from tumbletrip.host.daily.puzzles import PuzzleStanding, Solved, may_be_solved, solver_of
from tumbletrip.host.ports import JobFailed
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.ports import Launch, Rest, Settled
from tumbletrip.tumblin.puzzles import SOLVER, lay_puzzle, lead
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.rules import Flick, Flicked, decide
from tumbletrip.tumblin.scoring import score_round

pytestmark = pytest.mark.anyio
DAY = "2026-11-16"
LAUNCH = {"face_up": 6, "x": -0.06, "y": 0.0, "yaw": 0.0, "azimuth": 0.1, "speed_mps": 1.2}


async def flick(daily: DailyHost, device: str, **change: float) -> Solved:
    solved = await daily.guest.puzzles.solve(DAY, device, {**LAUNCH, **change})
    assert isinstance(solved, Solved), solved
    return solved


async def until_par(daily: DailyHost, device: str | None = None) -> PuzzleStanding:
    async with asyncio.timeout(PATIENCE):
        while (stands := await daily.guest.puzzles.standing(DAY, device)).par is None:
            await asyncio.sleep(0.005)
    return stands


async def test_the_puzzle_is_the_one_of_the_seed_and_the_points_are_those_of_the_round(
    store_url: str,
) -> None:
    async with daily_on(store_url) as daily:
        laid = await daily.guest.puzzles.laid(DAY)
        assert laid.match == lay_puzzle(partial(share, await daily.guest.days.seed(DAY)))
        solved = await flick(daily, "ada")
        assert solved.event["launch"]["die"] == die_in_hand(laid)
        after = laid.evolve(solved.event).match
        (sheet,) = after.sheets
        assert after == solved.after.match
        assert solved.total == lead(sheet) == sheet.seats[0] - sheet.seats[1]


async def test_a_second_flick_gets_the_answer_of_the_first_also_from_another_process(tmp_path: Path) -> None:
    url = str(tmp_path / "tables.db")
    players = ScriptedJobs()
    async with daily_on(url, players) as daily:
        first = await flick(daily, "ada")
        assert await flick(daily, "ada", azimuth=-0.2) == first
        assert players.settled == 1
    async with daily_on(url, players) as daily:  # another process, the same store
        assert await flick(daily, "ada", speed_mps=0.9) == first
        assert (await daily.guest.puzzles.standing(DAY, "ada")).own == first
        assert players.settled == 1
        assert len(await daily.guest.puzzles.results.of(DAY)) == 1


async def test_of_flicks_at_the_same_time_one_holds_for_all(store_url: str) -> None:
    players = ScriptedJobs()
    players.gate.clear()
    async with daily_on(store_url, players) as daily:
        flicks = [asyncio.create_task(flick(daily, "ada", azimuth=n / 100)) for n in range(8)]
        while players.settled < 8:  # all of them are in the air
            await asyncio.sleep(0.005)
        players.gate.set()
        solved = await asyncio.gather(*flicks)
        assert all(one == solved[0] for one in solved)
        assert len(await daily.guest.puzzles.results.of(DAY)) == 1
        assert (await daily.guest.puzzles.results.of(DAY)).totals() == [solved[0].total]


async def test_a_crash_between_flick_and_result_loses_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = str(tmp_path / "tables.db")

    async def crash(*_: object) -> None:
        raise StoreDown("scripted")

    async with daily_on(url) as daily:
        with monkeypatch.context() as patch:
            patch.setattr(daily.guest.puzzles.results, "note", crash)
            with pytest.raises(StoreDown):
                await flick(daily, "ada")
    async with daily_on(url) as daily:
        assert len(await daily.guest.puzzles.results.of(DAY)) == 0
        stands = await daily.guest.puzzles.standing(DAY, "ada")
        assert stands.own is not None
        assert (await daily.guest.puzzles.results.of(DAY)).totals() == [stands.own.total]


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"speed_mps": 50.0}, No.TOO_FAST),
        ({"x": 0.3}, No.OFF_THE_TRACK),
        ({"azimuth": 2.0}, No.NOT_FORWARD),
        ({"y": float("nan")}, No.NOT_A_NUMBER),
    ],
)
async def test_what_no_table_allows_is_refused_and_costs_nothing(
    store_url: str, change: dict[str, float], refusal: No
) -> None:
    players = ScriptedJobs()
    async with daily_on(store_url, players) as daily:
        assert await daily.guest.puzzles.solve(DAY, "ada", {**LAUNCH, **change}) is refusal
        assert players.settled == 0
        assert (await daily.guest.puzzles.standing(DAY, "ada")).own is None
        await flick(daily, "ada")


async def test_a_die_of_somebody_else_cannot_be_smuggled_in(store_url: str) -> None:
    async with daily_on(store_url) as daily:
        solved = await daily.guest.puzzles.solve(DAY, "ada", {**LAUNCH, "die": "b1", "do": "order"})
        assert isinstance(solved, Solved)
        assert solved.event["launch"]["die"] == die_in_hand(await daily.guest.puzzles.laid(DAY))


async def test_without_physics_nothing_was_flicked(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    players = ScriptedJobs()

    async def too_late(*_: object) -> None:
        raise JobFailed("scripted")

    async with daily_on(store_url, players) as daily:
        with monkeypatch.context() as patch:
            patch.setattr(players, "_settle", too_late)
            with pytest.raises(JobFailed):
                await flick(daily, "ada")
        assert (await daily.guest.puzzles.standing(DAY, "ada")).own is None


async def test_flicks_of_others_are_for_those_who_have_flicked(store_url: str) -> None:
    async with daily_on(store_url) as daily:
        fresh = await until_par(daily)
        assert (fresh.own, fresh.best, fresh.champion, fresh.better_than, fresh.players) == (
            None,
            None,
            None,
            None,
            0,
        )
        totals = {name: (await flick(daily, name, azimuth=n / 50)).total for n, name in enumerate("abcdef")}
        assert (await daily.guest.puzzles.standing(DAY, "stranger")).best is None
        stands = await daily.guest.puzzles.standing(DAY, "a")
        assert stands.players == 6
        assert stands.champion is not None
        assert stands.champion.total == stands.par
        best = max(totals.values())
        others = [totals[name] for name in "bcdef"]
        beaten = sum(1 if other < totals["a"] else 0.5 if other == totals["a"] else 0 for other in others)
        assert stands.better_than == round(100 * beaten / 5)
        assert stands.best is None or stands.best.total == best
        leaders = [
            name for name in totals if (await daily.guest.puzzles.standing(DAY, name)).best is None
        ]  # nobody is shown their own flick as somebody else's
        assert [totals[name] for name in leaders] == [best]


async def test_par_is_thought_out_once_and_again_if_that_failed(tmp_path: Path) -> None:
    url = str(tmp_path / "tables.db")
    players = ScriptedJobs()
    failures: list[str] = []

    def fails_twice(level: str) -> bool:
        failures.append(level)
        return len(failures) <= 2

    players.fails = fails_twice
    async with daily_on(url, players) as daily:
        par = (await until_par(daily)).par
        assert failures == ["champion"] * 3
    async with daily_on(url, players) as daily:
        assert (await daily.guest.puzzles.standing(DAY, None)).par == par
        assert len(failures) == 3


def test_a_puzzle_is_open_on_its_day_and_an_hour_longer() -> None:
    with time_machine.travel(datetime(2026, 11, 16, 23, 59, tzinfo=UTC), tick=False) as clock:
        assert may_be_solved(DAY)
        assert not may_be_solved(day_after(DAY))  # nobody may look ahead
        assert not may_be_solved(day_after(DAY, -1))
        clock.shift(timedelta(minutes=60))
        assert may_be_solved(DAY)  # whoever had it on the screen at midnight
        assert may_be_solved(day_after(DAY))
        clock.shift(timedelta(minutes=1))
        assert not may_be_solved(DAY)


def test_a_solver_is_known_by_another_name_every_day() -> None:
    names = {solver_of(day, device) for day in (DAY, day_after(DAY)) for device in ("ada", "ben")}
    assert len(names) == 4
    assert not any("ada" in name for name in names)


def test_par_is_the_middle_one_of_nine_flicks_and_the_same_for_the_same_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzle, "THINKING", Budget(0.05, lessons=8))  # how well it aims is tested elsewhere
    match = lay_puzzle(partial(share, bytes(32)))
    usual = puzzle.usual_flick(TumblinPlay(match), "seed")
    physics = WatchedPhysics()
    monkeypatch.setattr(puzzle, "physics_of", lambda _board: physics)
    action, answer = puzzle.usual_flick(TumblinPlay(match), "seed")
    assert (action, answer) == usual
    settled = answer.settled
    house, sides = match.setup.house, match.setup.sides
    leads = [lead(score_round(house, sides, one.rests)) for one in physics.seen]
    assert len(leads) == 9
    assert lead(score_round(house, sides, settled.rests)) == sorted(leads)[4]
    launch = read_launch(match.setup, action)
    assert launch is not None
    flick = Flick(SOLVER, launch, settled.rests, answer.fingerprint, settled.trajectory)
    assert isinstance(decide(match, flick), Flicked)


class WatchedPhysics(MujocoPhysics):
    """The physics of play, with all that it answered."""

    def __init__(self) -> None:
        super().__init__(builtin_board("classic"))
        self.seen: list[Settled] = []

    def settle(self, resting: tuple[Rest, ...], launch: Launch) -> Settled:
        self.seen.append(super().settle(resting, launch))
        return self.seen[-1]
