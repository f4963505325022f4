"""Records of a series: one `.trip` file for each game, which `tumbletrip replay` reads."""

from pathlib import Path

from tumbletrip.analysis.dicetrip.simulation import Played, Setup
from tumbletrip.core.errors import InputError, problem, reason_of
from tumbletrip.dicetrip.notation.records import Record, RecordedEvent, format_record


class RecordFolder:
    """A folder that fills with records, numbered in the order of play."""

    def __init__(self, folder: Path) -> None:
        """Make the folder if it is not there."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unwritable(folder, error) from error
        self._folder = folder
        self._written = 0

    def add(self, setup: Setup, played: Played) -> Path:
        """Write the next game."""
        self._written += 1
        path = self._folder / f"game-{self._written:05}.trip"
        try:
            path.write_text(format_record(record_of_played(setup, played)), "utf-8")
        except OSError as error:
            raise unwritable(path, error) from error
        return path


def record_of_played(setup: Setup, played: Played) -> Record:
    """A game of a series as a record; its tags say how to play it again."""
    return Record(
        setup.edition,
        tuple(setup.bots[bot] for bot in played.pairing.seats),
        setup.tens_variant,
        (("Seed", str(setup.seed)), ("Deal", str(played.pairing.deal))),
        tuple(RecordedEvent(event, 0) for event in played.events),
        played.totals,
    )


def unwritable(path: Path, error: OSError) -> InputError:
    """What people read when a file of a series cannot be written."""
    return InputError(problem("series.unwritable", path=path, reason=reason_of(error)))
