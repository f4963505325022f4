"""The kit of Dice Trip."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Any, Final

from tumbletrip.analysis.analysis_jobs import Work
from tumbletrip.analysis.dicetrip.solo_ranks import relaxed_par
from tumbletrip.bots.dicetrip.learning.known_boards import is_trained
from tumbletrip.dicetrip.editions import EDITION_NAMES, named_edition
from tumbletrip.dicetrip.notation.records import GAME, Record
from tumbletrip.games.dicetrip.beginning import PLAYERS, FindEdition, begin, understood
from tumbletrip.games.dicetrip.bots import SEATS, load_kernels
from tumbletrip.games.dicetrip.inviting import invitation
from tumbletrip.games.dicetrip.records import record_format
from tumbletrip.games.kit import DAILY, DailyKit, GameKit
from tumbletrip.tables.play import Options

# The boards of the daily challenge, used in turn from a day on. A board is added by a new line with its first
# day, so that the boards of past days never change.
DAILY_BOARDS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (("2000-01-01", ("france", "germany")),)


def dicetrip_kit(
    find_edition: FindEdition = named_edition, editions: Sequence[str] = EDITION_NAMES
) -> GameKit:
    """Dice Trip on the boards that `find_edition` knows; new tables are offered `editions`."""
    return GameKit(
        key=GAME,
        players=PLAYERS,
        begin=partial(begin, find_edition),
        understood=partial(understood, find_edition),
        records=record_format(find_edition),
        bots=SEATS,
        choices=partial(_choices, find_edition, tuple(editions)),
        reserved=frozenset({DAILY}),
        from_middle=frozenset({"position"}),
        prepare=load_kernels,
        analyse=_analyse,
        keepsake=_keepsake,
        daily=DailyKit(options=_daily_options, par_level="champion", relaxed_par=_relaxed_par),
        invitation=invitation(find_edition),
    )


def edition_of(day: str) -> str:
    """The board of a day's challenge; days before the first line use its boards too."""
    boards = [boards for since, boards in DAILY_BOARDS if since <= day or since == DAILY_BOARDS[0][0]][-1]
    return boards[date.fromisoformat(day).toordinal() % len(boards)]


def _daily_options(day: str) -> Options:
    return {"edition": edition_of(day), DAILY: day}


def _relaxed_par(day: str) -> int | None:
    return relaxed_par(edition_of(day))


def _choices(find_edition: FindEdition, names: tuple[str, ...]) -> dict[str, Any]:
    """The boards, with their names by language and whether bots have practised on them."""
    editions = [find_edition(name) for name in names]
    return {
        "editions": [
            {"id": edition.source, "name": dict(edition.names), "trained": is_trained(edition)}
            for edition in editions
        ]
    }


def _analyse(record: Record, games: int) -> Work:
    from tumbletrip.analysis.dicetrip.work import trip_work  # a second to import

    return trip_work(record, games)


def _keepsake(record: Record, paper: str, language: str) -> Any:
    from tumbletrip.sheets.keepsakes import keepsake

    return keepsake(record, paper=paper, language=language)
