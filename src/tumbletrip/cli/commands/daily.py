"""`tumbletrip daily`: the dice and the puzzle of a past day again, compared with what was promised."""

from functools import partial
from typing import Annotated

import typer

from tumbletrip.cli.terminal.console import FAILED, console, language, print_json, read_text
from tumbletrip.cli.terminal.drawing import draw_roll
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.dice import COLOURS, Roll
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.notation.records import parse_record
from tumbletrip.dicetrip.notation.replays import replay
from tumbletrip.dicetrip.notation.sheet_line import format_roll
from tumbletrip.dicetrip.rules import Rerolled, Rolled
from tumbletrip.dicetrip.sheet import LAST_ROUND
from tumbletrip.fairness.days import SEED_BYTES, commitment, face, is_day, share
from tumbletrip.games.tumblin.play import rest_json
from tumbletrip.tumblin.puzzles import lay_puzzle, lead, sheet_now
from tumbletrip.tumblin.rules import Match


def command(
    verify: Annotated[str, typer.Option("--verify", help="help.daily.verify")],
    seed: Annotated[str, typer.Option("--seed", help="help.daily.seed")],
    promised: Annotated[str | None, typer.Option("--commitment", help="help.daily.promised")] = None,
    game: Annotated[str | None, typer.Option("--game", help="help.daily.game")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
) -> None:
    """Recompute the dice and the puzzle of a day from its seed, and say whether they are those promised."""
    if not is_day(verify):
        raise InputError(problem("daily.day", word=verify))
    key = _seed(seed)
    fits = promised is None or promised.strip().lower() == commitment(key)
    wrong = _differences(key, game) if game else []
    if as_json:
        print_json(_summary(verify, key) | {"fits": fits, "dice_fit": not wrong})
    else:
        _print(verify, key, promised, fits)
        _print_puzzle(_puzzle(key))
        _print_game(game, wrong)
    if not fits or wrong:
        raise typer.Exit(FAILED)


def _seed(text: str) -> bytes:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != SEED_BYTES:
        raise InputError(problem("daily.seed", word=text))
    return key


def _roll(key: bytes, round_: int, throw: int = 0) -> Roll:
    return Roll(*(face(key, round_, die, throw) for die in COLOURS))


def _puzzle(key: bytes) -> Match:
    return lay_puzzle(partial(share, key))


def _summary(day: str, key: bytes) -> dict[str, object]:
    rounds = range(1, LAST_ROUND + 1)
    return {
        "day": day,
        "commitment": commitment(key),
        "dice": [list(_roll(key, number)) for number in rounds],
        "again": [list(_roll(key, number, 1)) for number in rounds],
        "puzzle": [rest_json(rest) for rest in _puzzle(key).rests],
    }


def _print(day: str, key: bytes, promised: str | None, fits: bool) -> None:
    console().print(say("daily.title", language(), day=day), style="bold", markup=False)
    console().print(say("daily.commitment", language(), commitment=commitment(key)), markup=False)
    if promised is not None:
        console().print(say("daily.fits" if fits else "daily.differs", language()), markup=False)
    for number in range(1, LAST_ROUND + 1):
        console().print(say("daily.round", language(), round=number), style="bold", markup=False)
        console().print(draw_roll(_roll(key, number)))
        again = f"{say('daily.again', language())} {format_roll(_roll(key, number, 1))}"
        console().print(again, style="dim", markup=False)


def _print_puzzle(match: Match) -> None:
    """Every die with its zone, its number and its place on the board."""
    console().print(say("daily.puzzle", language()), style="bold", markup=False)
    for rest in match.rests:
        place = {"down": f"{rest.pose.x * 1000:.1f}", "across": f"{rest.pose.y * 1000:.1f}"}
        line = say("daily.puzzle_die", language(), die=rest.die.key, zone=rest.tier, face=rest.face, **place)
        console().print(line, markup=False)
    console().print(say("daily.puzzle_lead", language(), lead=lead(sheet_now(match))), markup=False)


def _print_game(game: str | None, wrong: list[tuple[int, Roll, Roll]]) -> None:
    if game and not wrong:
        console().print(say("daily.dice_fit", language(), path=game), markup=False)
    for number, told, true in wrong:
        values = {"round": number, "told": format_roll(told), "true": format_roll(true)}
        console().print(say("daily.dice_differ", language(), **values), markup=False)


def _differences(key: bytes, file: str) -> list[tuple[int, Roll, Roll]]:
    """The rolls of a record that differ from the day's: round, the record's roll, the day's."""
    played = replay(parse_record(read_text(file), find_edition))
    found = []
    for before, event in zip(played.games, played.events, strict=False):
        if isinstance(event, Rolled):
            true = _roll(key, before.round)
        elif isinstance(event, Rerolled) and before.roll is not None:
            true = before.roll.with_faces({die: face(key, before.round, die, 1) for die in event.dice})
        else:
            continue
        if event.roll != true:
            found.append((before.round, event.roll, true))
    return found
