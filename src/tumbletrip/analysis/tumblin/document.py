"""An analysed match of Tumblin-Dice as plain values, for `--json` and the browser (docs/analysing.md)."""

from typing import Any

from tumbletrip.analysis.estimates import DECIMALS
from tumbletrip.analysis.tumblin.analysis import JudgedFlick, JudgedHand, MatchAnalysis
from tumbletrip.analysis.tumblin.flicks import Spread
from tumbletrip.analysis.tumblin.results import PLACES

Document = dict[str, Any]


def match_document(analysis: MatchAnalysis, language: str = "en") -> Document:
    """Everything an analysis found."""
    plan = analysis.plan
    return {
        "game": "tumblin",
        "board": plan.record.setup.board.id,
        "seed": plan.seed,
        "flights": plan.flights,
        "is_over": analysis.is_over,
        "problem": analysis.error.as_problem().sentence(language) if analysis.error else None,
        "players": [_hand(hand) for hand in analysis.hands],
    }


def _hand(hand: JudgedHand) -> Document:
    return {
        "name": hand.name,
        "spread": _spread(hand.spread),
        "brought": round(hand.brought, DECIMALS),
        "expected": hand.expected.document(),
        "luck": round(hand.luck, DECIMALS),
        "places": {place: hand.places[place] for place in PLACES},
        "best_place": hand.best_place,
        "flicks": [_flick(flick) for flick in hand.flicks],
    }


def _spread(spread: Spread) -> Document:
    hand = spread.hand
    return {
        "known_by": spread.known_by.value,
        "speed": round(hand.speed, DECIMALS),
        "azimuth": round(hand.azimuth, DECIMALS),
        "hit_height": round(hand.hit_height, DECIMALS),
        "hit_side": round(hand.hit_side, DECIMALS),
    }


def _flick(flick: JudgedFlick) -> Document:
    seen = flick.seen
    return {
        "number": seen.number,
        "round": seen.round,
        "die": seen.launch.die.key,
        "place": seen.rest.tier,
        "face": seen.rest.face,
        "x": round(seen.rest.pose.x, DECIMALS),
        "y": round(seen.rest.pose.y, DECIMALS),
        "points": seen.points,
        "own": seen.swing.own,
        "others": round(seen.swing.others, DECIMALS),
        "brought": round(seen.swing.lead, DECIMALS),
        "expected": flick.expected.document(),
        "luck": round(flick.luck, DECIMALS),
    }
