"""The kit of Tumblin-Dice."""

from typing import Any

from tumbletrip.analysis.analysis_jobs import Work
from tumbletrip.games.kit import GameKit
from tumbletrip.games.tumblin.beginning import HANDS, PLAYERS, agreed, begin, understood
from tumbletrip.games.tumblin.bots import SEATS
from tumbletrip.games.tumblin.inviting import INVITATION
from tumbletrip.games.tumblin.puzzle import PUZZLE
from tumbletrip.games.tumblin.records import RECORDS
from tumbletrip.games.tumblin.settling import get_ready
from tumbletrip.tumblin.board import BOARD_NAMES
from tumbletrip.tumblin.dice import KINDS
from tumbletrip.tumblin.house_rules import VARIANTS
from tumbletrip.tumblin.notation.records import GAME, Record
from tumbletrip.tumblin.setup import PRESETS, usual_preset


def tumblin_kit() -> GameKit:
    """Tumblin-Dice on the boards of the package."""
    return GameKit(
        key=GAME,
        players=PLAYERS,
        begin=begin,
        understood=understood,
        agreed=agreed,
        records=RECORDS,
        bots=SEATS,
        choices=_choices,
        prepare=get_ready,
        analyse=_analyse,
        puzzle=PUZZLE,
        invitation=INVITATION,
    )


def _choices() -> dict[str, Any]:
    """Boards, ways to share out the dice, variants with the word for each, hands and kinds of dice."""
    sizes = range(PLAYERS[0], PLAYERS[1] + 1)
    return {
        "boards": list(BOARD_NAMES),
        "presets": [
            {
                "key": preset.key,
                "rule": preset.rule,
                "players": list(preset.players),
                "dice": preset.dice,
                "teams": preset.teams,
                "bonus": preset.has_bonus,
                "usual": [size for size in sizes if usual_preset(size) is preset],
            }
            for preset in PRESETS.values()
        ],
        "variants": [
            {"key": variant.key, "rule": variant.rule, "example": variant.example} for variant in VARIANTS
        ],
        "hands": list(HANDS),
        "kinds": list(KINDS),
    }


def _analyse(record: Record, games: int) -> Work:
    from tumbletrip.analysis.tumblin.work import tumble_work  # a second to import

    return tumble_work(record, games)
