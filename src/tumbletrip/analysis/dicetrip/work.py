"""The analysis of a Dice Trip game as work for several processes."""

from functools import partial

from tumbletrip.analysis.analysis_jobs import Work
from tumbletrip.analysis.dicetrip.analysis import do_task, put_together, tasks_of
from tumbletrip.analysis.dicetrip.document import document_of
from tumbletrip.analysis.dicetrip.study import Effort, Plan
from tumbletrip.dicetrip.notation.records import Record


def trip_work(record: Record, games: int) -> Work:
    """How a recorded game is analysed with so many games played on for each choice."""
    plan = Plan(record, Effort.of(games))
    return Work(
        list(tasks_of(plan)), partial(do_task, plan), lambda parts: document_of(put_together(plan, parts))
    )
