"""A player at the terminal table: it reads the record that was saved last and types a legal answer."""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.kit.dicetrip.play import random_command
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.notation.records import format_entry, parse_record
from tumbletrip.dicetrip.notation.replays import replay
from tumbletrip.dicetrip.rules import Game, Keep, Phase, Reroll, Write


@dataclass
class TerminalPlayer:
    """Answers every question in turn, by chance from a seed, and remembers all that was typed."""

    path: Path
    rng: Random
    typed: list[str] = field(default_factory=list)
    _ready: list[str] = field(default_factory=list)

    def __call__(self, _prompt: str = "") -> str:
        """The next line, as `input` would return it."""
        if not self._ready:
            self._ready = self._answers(self._saved_game())
        self.typed.append(self._ready.pop(0))
        return self.typed[-1]

    def _saved_game(self) -> Game:
        """The game as the file has it: every step must have been saved before the next question."""
        played = replay(parse_record(self.path.read_text("utf-8"), find_edition))
        assert played.error is None, played.error
        return played.final

    def _answers(self, game: Game) -> list[str]:
        assert game.phase in (Phase.REROLL, Phase.WRITE), f"asked while {game.phase}"
        while True:
            match random_command(game, self.rng):
                case Keep():
                    return [""]
                case Reroll(_, faces):
                    return [" ".join(colour.letter for colour in faces)]
                case Write(seat, entries) if seat == game.done.index(False):
                    assert game.roll is not None
                    return [*(format_entry(entry, game.roll) for entry in entries), "done"]
