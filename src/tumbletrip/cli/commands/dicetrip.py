"""`tumbletrip dicetrip`: a whole game in the terminal, everybody on one keyboard."""

import re
import sys
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated

import typer

from tumbletrip.cli.commands.replay.dicetrip import print_end, print_event, print_sheets
from tumbletrip.cli.terminal.console import INTERRUPTED, console, language, read_text
from tumbletrip.cli.terminal.drawing import draw_roll, draw_sheet
from tumbletrip.cli.terminal.score_table import points_by_line
from tumbletrip.cli.terminal.typed_moves import Keyword, parse_dice, parse_keyword, parse_line
from tumbletrip.core.errors import InputError, printable, problem, reason_of
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.dice import COLOURS, Colour, Roll
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.notation.records import format_record, parse_record, record_of
from tumbletrip.dicetrip.notation.replays import replay, with_result
from tumbletrip.dicetrip.notation.typed_entries import Draft, entries_meant
from tumbletrip.dicetrip.numbers import DIGITS
from tumbletrip.dicetrip.options import options
from tumbletrip.dicetrip.rules import (
    MAX_SEATS,
    Command,
    Entries,
    Event,
    Game,
    Keep,
    No,
    Phase,
    Reroll,
    RollDice,
    Write,
    decide,
    evolve,
    fill,
    new_game,
)
from tumbletrip.dicetrip.scoring import score


def command(
    edition: Annotated[str, typer.Option(help="help.dicetrip.edition")] = "france",
    players: Annotated[str, typer.Option(help="help.dicetrip.players")] = "",
    tens: Annotated[bool, typer.Option("--tens", help="help.tens")] = False,
    seed: Annotated[int | None, typer.Option(help="help.dicetrip.seed")] = None,
    save: Annotated[Path | None, typer.Option(help="help.dicetrip.save")] = None,
    resume: Annotated[Path | None, typer.Option(help="help.dicetrip.resume")] = None,
) -> None:
    """Play Dice Trip in the terminal, one to four people on one keyboard.

    The record is saved after every step, so a game can be left at any time and resumed.
    """
    on_screen = _resumed(resume) if resume else _new_game(edition, players, tens, seed, save)
    try:
        on_screen.play()
    except (KeyboardInterrupt, EOFError) as left:
        console().print()
        console().print(say("play.left", language(), path=on_screen.path), markup=False)
        if isinstance(left, KeyboardInterrupt):
            sys.exit(INTERRUPTED)


@dataclass
class TerminalGame:
    """The game on the screen: asks, decides, shows, and saves each event before the next question."""

    game: Game
    names: tuple[str, ...]
    path: Path
    seed: int | None
    tags: tuple[tuple[str, str], ...]
    events: list[Event] = field(default_factory=list)

    def play(self) -> None:
        """Play until the game is over."""
        console().print(say("play.welcome", language(), path=self.path), markup=False)
        while self.game.phase is not Phase.OVER:
            match self.game.phase:
                case Phase.ROLL:
                    self._roll()
                case Phase.REROLL:
                    self._ask_reroll()
                case _:
                    self._ask_writers()
        print_end(self.names, self.game)

    def _roll(self) -> None:
        self._do(RollDice(self.game.roller, Roll(*self._throw(COLOURS, "roll").values())))

    def _throw(self, dice: tuple[Colour, ...], kind: str) -> dict[Colour, int]:
        """Faces for some dice: from the seed and the round, or from the operating system."""
        seeded = f"{self.seed}/{self.game.round}/{kind}"
        source = SystemRandom() if self.seed is None else Random(seeded)
        return {colour: source.choice(DIGITS) for colour in dice}

    def _ask_reroll(self) -> None:
        seat = self.game.roller
        while True:
            console().print(draw_sheet(self.game.sheets[seat]))
            answer = self._ask("play.ask_reroll", name=self.names[seat])
            keyword = parse_keyword(answer)
            if keyword and keyword is not Keyword.DONE:
                self._answered(seat, (), keyword, ())
                continue
            try:
                dice = () if keyword else parse_dice(answer)
            except InputError as error:
                self._explain(error)
                continue
            self._do(Reroll(seat, self._throw(dice, "reroll")) if dice else Keep(seat))
            return

    def _ask_writers(self) -> None:
        for seat in self.game.seats:
            if not self.game.done[seat]:
                entries = self._ask_entries(seat)
                self._do(Write(seat, entries))

    def _ask_entries(self, seat: int) -> Entries:
        """Collect drafts until they fill the round and the player says done; undo takes the last one back."""
        drafts: tuple[Draft, ...] = ()
        self._show_choice(seat)
        while True:
            wanted = options(self.game.sheets[seat], self._dice).cities_to_fill
            key = "play.ask_done" if len(drafts) == wanted else "play.ask_entry"
            answer = self._ask(key, name=self.names[seat], count=wanted - len(drafts))
            try:
                typed = parse_line(answer, self.game.edition, self._dice)
                if typed.keyword is Keyword.DONE and len(drafts) == wanted:
                    return self._meant(seat, drafts)
                drafts = self._answered(seat, drafts, typed.keyword, typed.drafts)
            except InputError as error:
                self._explain(error)

    def _answered(
        self, seat: int, drafts: tuple[Draft, ...], keyword: Keyword | None, more: tuple[Draft, ...]
    ) -> tuple[Draft, ...]:
        """The drafts after one answer."""
        match keyword:
            case Keyword.UNDO:
                drafts = drafts[:-1]
            case Keyword.SHEETS:
                print_sheets(self.names, self.game)
                return drafts
            case Keyword.HELP | Keyword.DONE:
                console().print(say("play.help", language()), markup=False)
                return drafts
            case Keyword.QUIT:
                raise EOFError
            case None:
                drafts = self._checked(seat, drafts + more)
        self._preview(seat, drafts)
        return drafts

    def _checked(self, seat: int, drafts: tuple[Draft, ...]) -> tuple[Draft, ...]:
        """The drafts, if the rules can still allow them."""
        sheet = self.game.sheets[seat]
        wanted = options(sheet, self._dice).cities_to_fill
        if len(drafts) > wanted:
            raise InputError(problem("play.too_many", count=wanted))
        self._meant(seat, drafts)
        return drafts

    def _meant(self, seat: int, drafts: tuple[Draft, ...]) -> Entries:
        """The entries that drafts stand for; cities that are still missing count as crossed out."""
        sheet = self.game.sheets[seat]
        missing = options(sheet, self._dice).cities_to_fill - len(drafts)
        others = [city for city in sheet.open_cities if city not in {draft.city for draft in drafts}]
        padding = tuple(Draft(city) for city in others[:missing])
        meant = entries_meant(sheet, self._dice, drafts + padding)
        if isinstance(meant, No):
            raise InputError(problem(meant.value))
        return meant[: len(drafts)]

    def _preview(self, seat: int, drafts: tuple[Draft, ...]) -> None:
        filled = fill(self.game.sheets[seat], self._dice, self._meant(seat, drafts))
        lines = points_by_line(score(filled))
        parts = " · ".join(f"{say(f'score.{line}', language())} {points}" for line, points in lines.items())
        console().print(draw_sheet(filled))
        console().print(parts, style="dim", markup=False)

    def _show_choice(self, seat: int) -> None:
        sheet = self.game.sheets[seat]
        choice = options(sheet, self._dice)
        console().print()
        console().print(self.names[seat], style="bold", markup=False)
        console().print(draw_sheet(sheet))
        console().print(draw_roll(self._dice))
        free = sorted({single.number for single in choice.singles if single.is_free})
        numbers = ", ".join(map(str, free)) or "–"
        console().print(say("play.numbers", language(), numbers=numbers), markup=False)
        if choice.may_double:
            console().print(say("play.may_double", language()), style="dim", markup=False)

    @property
    def _dice(self) -> Roll:
        assert self.game.roll is not None
        return self.game.roll

    def _ask(self, key: str, **values: object) -> str:
        console().print(say(key, language(), **values), style="bold", markup=False)
        return input("> ")

    def _explain(self, error: InputError) -> None:
        console().print(error.sentence(language()), style="yellow", markup=False)

    def _do(self, wanted: Command) -> None:
        """Decide a command, save the record, and show the event; raises InputError if the rules refuse."""
        event = decide(self.game, wanted)
        if isinstance(event, No):
            raise InputError(problem(event.value))
        before, self.game = self.game, evolve(self.game, event)
        self.events.append(event)
        self._save()
        print_event(self.names, before, event)

    def _save(self) -> None:
        """Write the record to a temporary file and rename it, so that a crash never leaves half a file."""
        record = with_result(record_of(self.game, self.names, self.events, tags=self.tags), self.game)
        partial = self.path.with_name(self.path.name + ".tmp")
        try:
            partial.write_text(format_record(record), "utf-8")
            partial.replace(self.path)
        except OSError as error:
            raise InputError(problem("file.unwritable", path=self.path, reason=reason_of(error))) from error


def _new_game(edition: str, players: str, tens: bool, seed: int | None, save: Path | None) -> TerminalGame:
    names = tuple(printable(name.strip()) for name in players.split(",") if name.strip()) or (
        say("play.default_name", language()),
    )
    if len(names) > MAX_SEATS:
        raise InputError(problem("play.too_many_players", count=len(names), most=MAX_SEATS))
    game = new_game(find_edition(edition), len(names), tens_variant=tens)
    now = datetime.now().astimezone()
    path = save or Path(f"dicetrip-{now:%Y%m%d-%H%M%S}.trip")
    if path.exists():
        raise InputError(problem("file.exists", path=path))
    tags = [("Date", f"{now:%Y-%m-%d}")]
    if seed is not None:
        tags.append(("Seed", str(seed)))
    return TerminalGame(game, names, path, seed, tuple(tags))


def _resumed(path: Path) -> TerminalGame:
    """The game as its record left it."""
    record = parse_record(read_text(str(path)), find_edition)
    played = replay(record)
    if played.error:
        raise InputError(played.error.as_problem())
    if played.final.phase is Phase.OVER:
        raise InputError(problem("play.already_over", path=path))
    seed = re.fullmatch(r"-?[0-9]{1,30}", dict(record.tags).get("Seed", ""))
    return TerminalGame(
        played.final,
        record.names,
        path,
        int(seed.group()) if seed else None,
        record.tags,
        list(played.events),
    )
