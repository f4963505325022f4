"""The desk for analyses: one at a time, in order, a short queue, and nothing done twice."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from tests.kit.dicetrip.studies import record_with
from tumbletrip.analysis.analysis_jobs import Order, do_piece, join_pieces, pieces_of
from tumbletrip.analysis.dicetrip.work import trip_work
from tumbletrip.answers.analysis_desk import (
    MAX_RESULTS,
    AnalysisDesk,
    AnalysisLimits,
    DeskFull,
    ShareUsed,
    State,
)
from tumbletrip.host.ports import HOUSE, JobFailed, Ticket, Urgency

RECORD = record_with(["Ada"], [])
ADDRESS = "192.0.2.1"
PIECES = [(0, 0), (0, 1), (0, 2)]


def order() -> Order:
    return Order(trip_work, RECORD, 16)


class Pool:
    """Answers at once, or waits until it is told to go on; remembers what it was asked."""

    def __init__(self) -> None:
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.pieces: list[Any] = []
        self.at_once = 0
        self.most_at_once = 0
        self.fails = False

    async def run(self, job: Any, /, *values: Any, seconds: float, ticket: Ticket = HOUSE) -> Any:
        assert ticket.urgency is Urgency.ANALYSIS
        assert seconds > 0
        assert isinstance(values[0], Order)
        if job is pieces_of:
            return PIECES
        if job is join_pieces:
            return {"pieces": values[1]}
        assert job is do_piece
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await self.may_go_on.wait()
        finally:
            self.at_once -= 1
        if self.fails:
            raise JobFailed("tired")
        self.pieces.append(values[1])
        return repr(values[1]).encode()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 120))


async def until(desk: AnalysisDesk, key: str, state: State) -> None:
    while (asked := desk.find(key)) is None or asked.state is not state:
        await asyncio.sleep(0.001)


def test_an_analysis_goes_piece_by_piece_and_its_result_is_kept() -> None:
    async def story() -> None:
        pool = Pool()
        desk = AnalysisDesk(pool.run)
        assert desk.find("one") is None
        assert desk.ask("one", ADDRESS, order).state is State.WAITING
        await until(desk, "one", State.READY)
        asked = desk.ask("one", ADDRESS, order)
        assert (asked.done, asked.total) == (3, 3)
        assert asked.result == {"pieces": [repr(piece).encode() for piece in PIECES]}
        assert pool.pieces == PIECES
        await desk.close()

    run(story())


def test_only_one_piece_is_under_way_and_the_first_asked_comes_first() -> None:
    async def story() -> None:
        pool = Pool()
        desk = AnalysisDesk(pool.run, AnalysisLimits(each=3))
        pool.may_go_on.clear()
        for key in ("one", "two", "three"):
            desk.ask(key, ADDRESS, order)
        await until(desk, "one", State.RUNNING)
        assert [desk.ahead_of(key) for key in ("one", "two", "three")] == [0, 1, 2]
        pool.may_go_on.set()
        await until(desk, "three", State.READY)
        assert pool.most_at_once == 1
        await desk.close()

    run(story())


def test_the_queue_is_bounded() -> None:
    async def story() -> None:
        pool = Pool()
        desk = AnalysisDesk(pool.run, AnalysisLimits(queue=2, each=9))
        pool.may_go_on.clear()
        for key in ("running", "one", "two"):
            desk.ask(key, ADDRESS, order)
        with pytest.raises(DeskFull):
            desk.ask("three", ADDRESS, order)
        desk.ask("two", ADDRESS, order)  # it waits already, so this asks for nothing new
        await desk.close()

    run(story())


def test_F38_one_address_has_a_share_of_the_queue_and_others_the_rest() -> None:
    async def story() -> None:
        pool = Pool()
        desk = AnalysisDesk(pool.run, AnalysisLimits(each=2))
        pool.may_go_on.clear()
        for key in ("one", "two"):
            desk.ask(key, ADDRESS, order)
        with pytest.raises(ShareUsed):
            desk.ask("three", ADDRESS, order)
        desk.ask("three", "192.0.2.2", order)
        pool.may_go_on.set()
        await until(desk, "two", State.READY)
        desk.ask("four", ADDRESS, order)
        await desk.close()

    run(story())


@pytest.mark.parametrize("which", ["running", "waiting"])
def test_whoever_changes_their_mind_stops_only_their_own(which: str) -> None:
    async def story() -> None:
        pool = Pool()
        desk = AnalysisDesk(pool.run)
        pool.may_go_on.clear()
        for key in ("running", "waiting"):
            desk.ask(key, ADDRESS, order)
        await until(desk, "running", State.RUNNING)
        while not pool.at_once:
            await asyncio.sleep(0.001)
        desk.cancel(which)
        assert desk.find(which) is None
        pool.may_go_on.set()
        other = {"running": "waiting", "waiting": "running"}[which]
        await until(desk, other, State.READY)
        assert len(pool.pieces) == len(PIECES)
        assert desk.ask(which, ADDRESS, order).state is State.WAITING
        await until(desk, which, State.READY)
        desk.cancel(which)
        assert desk.find(which) is not None  # what is there stays
        await desk.close()

    run(story())


def test_what_failed_is_tried_again_when_somebody_asks() -> None:
    async def story() -> None:
        pool = Pool()
        pool.fails = True
        desk = AnalysisDesk(pool.run)
        desk.ask("one", ADDRESS, order)
        await until(desk, "one", State.FAILED)
        pool.fails = False
        desk.ask("one", ADDRESS, order)
        await until(desk, "one", State.READY)
        await desk.close()

    run(story())


def test_only_so_many_results_are_kept() -> None:
    async def story() -> None:
        desk = AnalysisDesk(Pool().run)
        for number in range(MAX_RESULTS + 2):
            desk.ask(str(number), ADDRESS, order)
            await until(desk, str(number), State.READY)
        assert desk.find("0") is None
        assert desk.find(str(MAX_RESULTS + 1)) is not None
        await desk.close()

    run(story())
