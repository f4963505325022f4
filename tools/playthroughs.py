"""Readable transcripts of whole games, every question with its answer; `make playthroughs` rewrites them.

A change of rules shows up in review as a difference one can read.
"""

from collections.abc import Iterator
from pathlib import Path

from tests.kit.dicetrip.play import random_game
from tools.tumblin_playthroughs import tumblin_transcripts
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.notation.records import format_entry
from tumbletrip.dicetrip.notation.sheet_line import format_roll, format_sheet
from tumbletrip.dicetrip.options import Options, options_of
from tumbletrip.dicetrip.rules import (
    Corrected,
    Event,
    Game,
    Kept,
    Rerolled,
    Rolled,
    Wrote,
    evolve,
    new_game,
    outcome,
)
from tumbletrip.dicetrip.scoring import Score, score

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
SEEDS = {"france": 4, "germany": 8}  # games in which both powers are used and a tens bonus is scored
PLAYERS = 2


def transcripts() -> dict[str, str]:
    """The text of every transcript by file name."""
    return {f"dicetrip-{name}.txt": "\n".join(_transcript(name)) + "\n" for name in SEEDS}


def _transcript(name: str) -> Iterator[str]:
    game = new_game(builtin_edition(name), PLAYERS, tens_variant=True)
    events, _ = random_game(SEEDS[name], game.edition, PLAYERS, tens=True)
    title = f"Dice Trip, {game.edition.name()}, {PLAYERS} players, variant tens"
    yield f"{title}, by chance from seed {SEEDS[name]}"
    for event in events:
        yield from _question(game, event)
        before, game = game, evolve(game, event)
        yield f"  {type(event).__name__}: {_told(before, event)}"
        if game.round > before.round:
            yield from _standings(game)
    yield from _standings(game)
    ended = outcome(game)
    assert ended is not None
    yield f"Outcome: {ended.reason}, ranking {ended.ranking}"


def _question(game: Game, event: Event) -> Iterator[str]:
    if isinstance(event, Rolled):
        yield ""
        yield f"Round {game.round}, seat {game.roller} rolls"
        return
    choice = options_of(game, event.seat)
    assert choice is not None
    yield f"  Seat {event.seat}, {game.phase}: {_offered(choice)}"


def _offered(choice: Options) -> str:
    free = sorted({single.number for single in choice.singles if single.is_free})
    writable = sum(split.may_write_both for split in choice.splits)
    powers = [name for name, has in (("reroll", choice.may_reroll), ("double", choice.may_double)) if has]
    return (
        f"{choice.cities_to_fill} of {len(choice.open_cities)} cities, "
        f"{writable} of {len(choice.splits)} splits, "
        f"numbers {' '.join(map(str, free)) or '-'}, powers {' '.join(powers) or '-'}"
    )


def _told(game: Game, event: Event) -> str:
    match event:
        case Rolled(_, roll) | Corrected(_, roll):
            return format_roll(roll)
        case Kept():
            return "the dice stay"
        case Rerolled(_, dice, roll):
            return f"{' '.join(die.letter for die in dice)} again, now {format_roll(roll)}"
        case Wrote(_, entries, doubled, tens_bonus):
            assert game.roll is not None
            parts = [format_entry(entry, game.roll) for entry in entries]
            parts += [f"double {doubled.letter}"] if doubled else []
            parts += [] if tens_bonus is None else [f"tens {tens_bonus}"]
            return " ".join(parts)


def _standings(game: Game) -> Iterator[str]:
    for seat, sheet in enumerate(game.sheets):
        yield f"  {seat}: {format_sheet(sheet)}"
        yield f"     {_points(score(sheet))}"


def _points(counted: Score) -> str:
    lines = {
        "bonus": counted.bonus,
        "crossed": counted.crossed,
        "road": counted.road_points,
        "series": counted.series_points,
        "zones": counted.zones,
        "tens": counted.tens,
    }
    parts = " ".join(f"{name} {points:+d}" for name, points in lines.items())
    return f"{parts} = {counted.total}; road {'-'.join(counted.road) or 'none'}"


def main() -> None:
    """Write all transcripts."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in (transcripts() | tumblin_transcripts()).items():
        (FOLDER / name).write_text(text, "utf-8")
        print(FOLDER / name)


if __name__ == "__main__":
    main()
