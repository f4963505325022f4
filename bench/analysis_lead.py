"""Learn the lead: how much the best choices found still gain over the guide, a straight line for each round.

`python -m bench.analysis_lead --games 100 --jobs 2 --rows rows.pkl`

Solo games of all levels are looked at with no lead at all, then the lines are fitted from round 12 back to
round 1. What is fitted is how far the best answer to a roll is beyond the guide's answer to it: in the mean
over rolls this is also how far it is beyond what the guide expected before the roll, and it strays much less.
Slopes and what the power adds are the same on all boards, the leads themselves are each board's own.

`--rows` keeps what was looked at, so that fitting again costs nothing. `--judge --first 1000` tells how even
luck is on other games with the lines that the program has.
"""

import argparse
import json
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple, TypeAlias

import numpy as np

from tests.kit.dicetrip.bot_games import play_game
from tumbletrip.analysis.dicetrip.lead import FOLDER, NO_LEAD, Lead, Line, load
from tumbletrip.analysis.dicetrip.outlook import Oracle, Outlook
from tumbletrip.analysis.dicetrip.study import (
    Effort,
    Looks,
    Plan,
    certain_lead,
    judged_writing,
    reroll_proposals,
    turns_in,
)
from tumbletrip.analysis.dicetrip.turns import Turn
from tumbletrip.analysis.estimates import standard_error
from tumbletrip.analysis.executor import executor_for
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.bots.dicetrip.protocol import RerollDice
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.notation.records import record_of
from tumbletrip.dicetrip.rules import new_game
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

FIRST_SEED = {"france": 20_000, "germany": 20_500}
AGAIN = 4  # times a line is fitted: what throwing again is worth has the line of the same round in it
HELD_BACK = (100.0, 2.0)  # how firmly slope and power stay at those of the round after
IMAGINED = 12  # further rolls in round 12 of each game
RESAMPLED = 50
PARTS = 5  # of the games: each is judged by lines that the others taught


@dataclass(frozen=True, slots=True)
class Second:
    """The dice thrown again: which of the ways was taken, and what the player and the guide made of it."""

    way: int
    wrote: Outlook
    guide: Outlook


@dataclass(frozen=True, slots=True)
class Row:
    """What games played on by the guide say of one turn, without any lead."""

    board: str
    game: int
    level: str
    round: int
    power: bool  # to throw again, before the roll
    before: Outlook
    guide: Outlook  # the guide answers the roll
    keep: Outlook  # the best writing found
    ways: tuple[Outlook, ...]  # to throw again
    second: Second | None
    imagined: bool = False  # other dice than those that fell


def rows_of(effort: Effort, game: tuple[str, int]) -> list[Row]:
    """The rows of one game of a board, on dice of its own."""
    board, number = game
    level, seed = list(LEVELS)[number % len(LEVELS)], FIRST_SEED[board] + number
    edition = builtin_edition(board)
    _, events = play_game(edition, [bot_by_name(level)], seed)
    plan = Plan(record_of(new_game(edition), [level], events), effort, seed)
    looks = Looks(plan, 0, NO_LEAD)
    turns = [turn for turn in turns_in(plan.record).values() if turn.round < LAST_ROUND]
    rows = [_row(board, number, level, looks, turn) for turn in turns]
    return [*rows, *_imagined(looks, rows[-1], turns[-1].before)]


def _row(board: str, number: int, level: str, looks: Looks, turn: Turn) -> Row:
    """A turn: which writing is the best is told by the whole second look, for all else half of it will do."""
    throws = looks.second.throws
    half = replace(looks.second, throws=throws.of_games(range(0, throws.games, 2)))
    writing = judged_writing(looks, turn)
    wrote = Outlook([end + writing.lost.mean for end in writing.played.outlook.ends[::2]])
    keep = half.after(looks.proposals(turn.before, turn.first_roll)[0].sheet) if turn.rerolled else wrote
    guide = guide_answers(half, turn.before, turn.first_roll)
    ways = _ways(turn) if turn.may_reroll else []
    outlooks = tuple(half.after_reroll(turn.before, turn.first_roll, way.dice) for way in ways)
    second = _second(half, turn, ways, wrote) if turn.rerolled else None
    before = half.after(turn.before)
    return Row(board, number, level, turn.round, turn.may_reroll, before, guide, keep, outlooks, second)


def _imagined(looks: Looks, row: Row, sheet: Sheet) -> list[Row]:
    """Round 12 with other dice: only the last round, which is counted, comes after it, so they cost little.

    Without the power the guide's games differ in nothing but the dice of this round: each tells of one roll.
    """
    before = looks.second_look_at(replace(sheet, may_reroll=False))
    rolls = list(looks.second.throws.of_games(range(IMAGINED)).rolls_of(row.round))
    answers = [looks.best(replace(sheet, may_reroll=False), roll).outlook for roll in rolls]
    guides = [Outlook(before.ends[at : at + 1]) for at in range(IMAGINED)]
    plain = replace(row, power=False, before=before, ways=(), second=None, imagined=True)
    return [replace(plain, guide=guide, keep=keep) for guide, keep in zip(guides, answers, strict=True)]


def _ways(turn: Turn) -> list[RerollDice]:
    """The ways to throw again that are looked at, and the one that was taken."""
    ways, taken = list(reroll_proposals(turn.before, turn.first_roll)), _taken(turn)
    return [*ways, taken] if turn.rerolled and taken not in ways else ways


def _taken(turn: Turn) -> RerollDice:
    return RerollDice(frozenset(turn.thrown_again))


def _second(oracle: Oracle, turn: Turn, ways: list[RerollDice], wrote: Outlook) -> Second:
    guide = guide_answers(oracle, replace(turn.before, may_reroll=False), turn.roll)
    return Second(ways.index(_taken(turn)), wrote, guide)


def guide_answers(oracle: Oracle, sheet: Sheet, roll: Roll) -> Outlook:
    """What to expect when the guide answers a roll; the mean over rolls is what it expected before."""
    return oracle.answered_by_guide(sheet, dict(enumerate(roll)))


class Point(NamedTuple):
    """One throw of the dice: what the guide expected before it, and how far the best answer beat its own."""

    expected: float
    power: bool  # whether it could be thrown again
    beyond: float


def fitted(rows: Sequence[Row]) -> dict[str, Lead]:
    """The lines that make luck even for weak and strong sheets alike, from the last round back."""
    lines = {board: {LAST_ROUND: Line(0.0, 0.0, 0.0, 0.0)} for board in sorted({row.board for row in rows})}
    for at in range(LAST_ROUND - 1, 0, -1):
        later = next(iter(lines.values()))[at + 1]
        for known in lines.values():
            known[at] = known[at + 1]
        for _ in range(AGAIN):
            points = {board: _points(rows, board, at, Lead(known)) for board, known in lines.items()}
            for board, line in _lines(points, later).items():
                lines[board][at] = line
    return {board: Lead({at: known[at] for at in range(1, LAST_ROUND)}) for board, known in lines.items()}


def _points(rows: Sequence[Row], board: str, at: int, lead: Lead) -> list[Point]:
    here = (row for row in rows if row.board == board and row.round == at)
    return [point for row in here for point in points_of(row, lead)]


def points_of(row: Row, lead: Lead) -> list[Point]:
    """Each throw of a turn."""
    points = [Point(_mean(row.before), row.power, _mean(_best(row, lead)) - _mean(row.guide))]
    if second := row.second:
        wrote = _with(lead, row.round + 1, False, second.wrote)
        points.append(Point(_mean(row.ways[second.way]), False, _mean(wrote) - _mean(second.guide)))
    return points


def _best(row: Row, lead: Lead) -> Outlook:
    """The best answer to the first roll: to write with it, or to throw again."""
    keep = _with(lead, row.round + 1, row.power, row.keep)
    ways = [_with(lead, row.round, False, way) for way in row.ways]
    played = ways[row.second.way] if row.second else keep
    best = max((keep, *ways), key=_mean)
    return best if certain_lead(best, played) else played


def _with(lead: Lead, round_number: int, power: bool, outlook: Outlook) -> Outlook:
    throws = LAST_ROUND + 1 - round_number if power else 0
    return Outlook(lead.added(round_number, throws, outlook.ends))


def _mean(outlook: Outlook) -> float:
    return outlook.estimate.mean


def _lines(points: Mapping[str, Sequence[Point]], later: Line) -> dict[str, Line]:
    """Least squares, held back by the lines of the round after: early sheets differ too little to tell."""
    boards = list(points)
    centres = {board: fmean(one.expected for one in some) for board, some in points.items()}
    flat = [(board, one) for board, some in points.items() for one in some]
    features = np.array(
        [
            (one.expected - centres[board], one.power, *(board == other for other in boards))
            for board, one in flat
        ],
        float,
    )
    held = np.diag((*HELD_BACK, *(0.0 for _ in boards)))
    known = np.array((later.slope, later.power, *(0.0 for _ in boards)))
    wanted = features.T @ np.array([one.beyond for _, one in flat]) + held @ known
    slope, power, *leads = map(float, np.linalg.solve(features.T @ features + held, wanted))
    return {
        board: Line(centres[board], lead, slope, power) for board, lead in zip(boards, leads, strict=True)
    }


def resampled(rows: Sequence[Row]) -> list[dict[str, Lead]]:
    """The lines of other games that might have been played: the same ones, drawn with replacement."""
    games: dict[tuple[str, int], list[Row]] = {}
    for one in rows:
        games.setdefault((one.board, one.game), []).append(one)
    rng = Random(1)
    drawn = (rng.choices(list(games.values()), k=len(games)) for _ in range(RESAMPLED))
    return [fitted([one for game in some for one in game]) for some in drawn]


def left_over(lead: Lead, row: Row) -> list[float]:
    """How far the best answers of a turn were beyond the guide's and the lead; even luck leaves nought."""
    line = lead.lines[row.round]
    return [one.beyond - line.at(one.expected) - line.power * one.power for one in points_of(row, lead)]


def print_lines(leads: Mapping[str, Lead], others: Sequence[Mapping[str, Lead]]) -> None:
    """The lines, and how far those of other games stray from them."""
    print_row("board", "round", "centre", "lead", "slope", "power", "lead and power")
    print_row(*["---"] * 7)
    for board, lead in leads.items():
        for at, line in sorted(lead.lines.items()):
            strayed = [other[board].lines[at] for other in others]
            figures = (
                (line.lead, [other.at(line.centre) for other in strayed]),
                (line.slope, [other.slope for other in strayed]),
                (line.power, [other.power for other in strayed]),
                (line.lead + line.power, [other.at(line.centre) + other.power for other in strayed]),
            )
            print_row(
                board, at, f"{line.centre:.1f}", *(f"{one:.2f} ± {stdev(some):.2f}" for one, some in figures)
            )


Left: TypeAlias = dict[tuple[str, str, int], list[float]]  # board, level and number of a game: its rounds


def left_by_game(leads: Mapping[str, Lead], rows: Sequence[Row]) -> Left:
    """What is left over in each round of each game."""
    left: Left = {}
    for one in (one for one in rows if not one.imagined):
        left.setdefault((one.board, one.level, one.game), []).append(sum(left_over(leads[one.board], one)))
    return left


def judged_by_others(rows: Sequence[Row]) -> Left:
    """What is left over when no game has taught the lines that judge it."""
    left: Left = {}
    for part in range(PARTS):
        taught = fitted([one for one in rows if one.game // len(LEVELS) % PARTS != part])
        left |= left_by_game(taught, [one for one in rows if one.game // len(LEVELS) % PARTS == part])
    return left


def print_left_over(left: Left) -> None:
    """What remains of luck beyond the guide's, a game: by level and for all, and in the farthest round."""
    print_row("board", *LEVELS, "all", "farthest round")
    print_row(*["---"] * (len(LEVELS) + 3))
    for board in sorted({board for board, _, _ in left}):
        games = {(level, number): rounds for (here, level, number), rounds in left.items() if here == board}
        levels = (
            [sum(rounds) for (played, _), rounds in games.items() if played == level] for level in LEVELS
        )
        rounds = [list(one) for one in zip(*games.values(), strict=True)]
        farthest = max(rounds, key=lambda some: abs(fmean(some)))
        print_row(board, *map(_told, levels), _told([sum(one) for one in games.values()]), _told(farthest))


def print_row(*cells: object) -> None:
    """Print one row of a Markdown table."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def _told(values: Sequence[float]) -> str:
    return f"{fmean(values):+.2f} ± {standard_error(values) or 0.0:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="on each board")
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first game; each has its own dice"
    )
    parser.add_argument(
        "--effort", type=int, nargs=2, default=[96, 384], help="games at first and second look"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rows", type=Path, help="kept here, and read from here if it is there")
    parser.add_argument("--judge", action="store_true", help="fit nothing: judge the program's lines")
    parser.add_argument("--write", action="store_true", help="make the fitted lines the program's")
    given = parser.parse_args()
    rows = _rows(given)
    if given.judge:
        print_left_over(left_by_game({board: load(board) for board in FIRST_SEED}, rows))
        return
    leads = fitted(rows)
    print_lines(leads, resampled(rows))
    print_left_over(judged_by_others(rows))
    if given.write:
        for board, lead in leads.items():
            games = len({row.game for row in rows if row.board == board})
            _write(
                board, lead, f"bench/analysis_lead.py, from {games} solo games of all levels on this board"
            )


def _write(board: str, lead: Lead, made: str) -> None:
    lines = [{"round": at, **_rounded(line)} for at, line in sorted(lead.lines.items())]
    path = Path(str(files("tumbletrip.analysis.dicetrip").joinpath(FOLDER, f"{board}.json")))
    path.write_text(json.dumps({"made": made, "lines": lines}, indent=1) + "\n", "utf-8")


def _rows(given: argparse.Namespace) -> list[Row]:
    if given.rows and given.rows.exists():
        kept: list[Row] = pickle.loads(given.rows.read_bytes())
        return kept
    numbers = range(given.first, given.first + given.games)
    games = [(board, number) for number in numbers for board in FIRST_SEED]
    task = partial(rows_of, Effort(*given.effort))
    rows = [row for game in executor_for(given.jobs).map(task, games) for row in game]
    if given.rows:
        given.rows.write_bytes(pickle.dumps(rows))
    return rows


def _rounded(line: Line) -> dict[str, float]:
    return {key: round(value, 4) for key, value in line._asdict().items()}


if __name__ == "__main__":
    main()
