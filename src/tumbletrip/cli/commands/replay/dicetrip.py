"""Replaying a Dice Trip record: every round in a line for each player, the maps, and the count."""

import typer

from tumbletrip.cli.terminal.console import BAD_INPUT, console, language, print_error
from tumbletrip.cli.terminal.drawing import draw_roll, draw_sheet
from tumbletrip.cli.terminal.score_table import comparison_table, score_table
from tumbletrip.core.errors import InputError, printable
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.notation.records import Record, parse_record
from tumbletrip.dicetrip.notation.replays import Replay, replay
from tumbletrip.dicetrip.rules import Entry, Event, Game, Kept, Phase, Rerolled, Rolled, Wrote, outcome


def show(text: str, *, sheets: bool) -> None:
    """Tell a game as far as the record is good, then the first error, if there is one."""
    record = parse_record(text, find_edition)
    played = replay(record)
    names = tuple(map(printable, record.names))
    _print_title(record, names)
    for before, event, after in zip(played.games, played.events, played.games[1:], strict=False):
        print_event(names, before, event)
        if sheets and after.round > before.round:
            print_sheets(names, after)
    print_end(names, played.final)
    _print_error(played)


def _print_title(record: Record, names: tuple[str, ...]) -> None:
    title = f"Dice Trip · {record.edition.name(language())} · {', '.join(names)}"
    console().print(title, style="bold", markup=False)
    for name, value in record.tags:
        console().print(f"{name}: {printable(value)}", style="dim", markup=False)


def print_event(names: tuple[str, ...], game: Game, event: Event) -> None:
    """What happened, in a line."""
    match event:
        case Rolled(seat, roll):
            title = say("play.round", language(), round=game.round, name=names[seat])
            console().print()
            console().print(title, style="bold", markup=False)
            console().print(draw_roll(roll))
        case Kept():
            pass
        case Rerolled(seat, _, roll):
            console().print(say("play.rerolled", language(), name=names[seat]), markup=False)
            console().print(draw_roll(roll))
        case Wrote():
            console().print(_turn_text(names, game, event), markup=False)


def _turn_text(names: tuple[str, ...], game: Game, event: Wrote) -> str:
    parts = [_entry_text(game, entry) for entry in event.entries]
    if event.doubled:
        parts.append(say("play.doubled", language(), die=say(f"colour.{event.doubled}", language())))
    if event.tens_bonus is not None:
        parts.append(say("play.tens", language(), count=event.tens_bonus))
    return f"  {names[event.seat]}: {', '.join(parts)}"


def _entry_text(game: Game, entry: Entry) -> str:
    assert game.roll is not None
    name = game.edition.by_id[entry.city].name
    return f"{name} ╳" if entry.pair is None else f"{name} {entry.pair.number(game.roll)}"


def print_sheets(names: tuple[str, ...], game: Game) -> None:
    """Every player's map."""
    for name, sheet in zip(names, game.sheets, strict=True):
        console().print()
        console().print(name, style="bold", markup=False)
        console().print(draw_sheet(sheet))


def print_end(names: tuple[str, ...], game: Game) -> None:
    """The sheets, the count, and who won if the game is over."""
    for name, sheet in zip(names, game.sheets, strict=True):
        console().print()
        console().print(name, style="bold", markup=False)
        console().print(draw_sheet(sheet))
        console().print(score_table(sheet))
    if len(names) > 1:
        console().print()
        console().print(comparison_table(names, game.sheets))
    console().print()
    console().print(_end_text(names, game), style="bold", markup=False)


def _end_text(names: tuple[str, ...], game: Game) -> str:
    ended = outcome(game)
    if ended is None:
        waiting = say(f"phase.{game.phase}", language()) if game.phase is not Phase.OVER else ""
        return say("play.unfinished", language(), round=game.round, waiting=waiting)
    if len(names) == 1:
        return say("play.solo_end", language())
    winners = ", ".join(names[seat] for seat in ended.winners)
    key = "play.winner" if len(ended.winners) == 1 else "play.shared_win"
    return say(key, language(), names=winners)


def _print_error(played: Replay) -> None:
    if played.error:
        print_error(InputError(played.error.as_problem()))
        raise typer.Exit(BAD_INPUT)
