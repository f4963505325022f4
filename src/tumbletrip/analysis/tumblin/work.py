"""The analysis of a Tumblin-Dice match as work for several processes."""

from functools import partial

from tumbletrip.analysis.analysis_jobs import Work
from tumbletrip.analysis.tumblin.analysis import FlickPlan, flick_tasks, judge_flick, match_judged
from tumbletrip.analysis.tumblin.document import match_document
from tumbletrip.tumblin.notation.records import Record

GAMES_PER_FLIGHT = 6  # a flight of a die takes about as long as so many games of Dice Trip played on
FEWEST_FLIGHTS = 8


def tumble_work(record: Record, games: int) -> Work:
    """How a recorded match is analysed, as carefully as so many games of Dice Trip would be."""
    plan = FlickPlan(record, max(FEWEST_FLIGHTS, games // GAMES_PER_FLIGHT))
    return Work(
        list(flick_tasks(plan)),
        partial(judge_flick, plan),
        lambda parts: match_document(match_judged(plan, parts)),
    )
