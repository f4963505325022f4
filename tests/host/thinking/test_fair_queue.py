"""F37: who sends many jobs waits for them alone; what is urgent comes first, nothing waits for ever."""

import pytest

from tumbletrip.host.ports import Ticket, Urgency
from tumbletrip.host.thinking.fair_queue import OUT_OF_ORDER_EVERY, FairQueue, QueueFull

GREEDY, HONEST = "192.0.2.66", "192.0.2.7"


def taken(queue: FairQueue[str], count: int) -> list[str]:
    found = [queue.take() for _ in range(count)]
    return [job for _, job in (one for one in found if one)]


def test_F37_jobs_run_by_urgency_and_among_equals_in_the_order_they_came() -> None:
    queue: FairQueue[str] = FairQueue(10, 10)
    for urgency in (Urgency.ANALYSIS, Urgency.PRINT, Urgency.BOT):
        queue.add(urgency.name, Ticket(urgency, HONEST))
    for name in ("first flick", "second flick"):
        queue.add(name, Ticket(Urgency.FLICK, HONEST))
    assert taken(queue, 9) == ["first flick", "second flick", "BOT", "PRINT", "ANALYSIS"]
    assert len(queue) == 0


def test_F37_addresses_take_turns_however_many_jobs_one_of_them_has() -> None:
    queue: FairQueue[str] = FairQueue(100, 50)
    for number in range(40):
        queue.add(f"greedy {number}", Ticket(Urgency.BOT, GREEDY))
    for number in range(3):
        queue.add(f"honest {number}", Ticket(Urgency.BOT, HONEST))
    assert taken(queue, 6) == ["greedy 0", "honest 0", "greedy 1", "honest 1", "greedy 2", "honest 2"]


def test_F37_a_flick_passes_all_bots_of_everybody() -> None:
    queue: FairQueue[str] = FairQueue(100, 50)
    for number in range(40):
        queue.add(f"bot {number}", Ticket(Urgency.BOT, GREEDY))
    queue.add("flick", Ticket(Urgency.FLICK, HONEST))
    assert taken(queue, 1) == ["flick"]


def test_F37_a_flood_of_flicks_does_not_stop_a_bot_of_another_address() -> None:
    queue: FairQueue[str] = FairQueue(100, 50)
    queue.add("bot", Ticket(Urgency.BOT, HONEST))
    for number in range(40):
        queue.add(f"flick {number}", Ticket(Urgency.FLICK, GREEDY))
    assert "bot" in taken(queue, OUT_OF_ORDER_EVERY)


def test_F37_one_address_cannot_fill_the_queue_and_all_together_have_a_limit() -> None:
    queue: FairQueue[str] = FairQueue(5, 3)
    for number in range(3):
        queue.add(f"greedy {number}", Ticket(Urgency.FLICK, GREEDY))
    with pytest.raises(QueueFull):
        queue.add("greedy", Ticket(Urgency.FLICK, GREEDY))
    queue.add("one", Ticket(Urgency.BOT, HONEST))
    queue.add("two", Ticket(Urgency.BOT, "192.0.2.8"))
    with pytest.raises(QueueFull):
        queue.add("three", Ticket(Urgency.BOT, "192.0.2.9"))
    assert taken(queue, 1) == ["greedy 0"]
    queue.add("three", Ticket(Urgency.BOT, "192.0.2.9"))


def test_F37_only_what_is_urgent_enough_is_taken() -> None:
    queue: FairQueue[str] = FairQueue(10, 10)
    queue.add("bot", Ticket(Urgency.BOT, HONEST))
    assert queue.take(Urgency.FLICK) is None
    queue.add("flick", Ticket(Urgency.FLICK, HONEST))
    assert queue.take(Urgency.FLICK) == (Urgency.FLICK, "flick")
    assert len(queue) == 1


def test_F37_a_job_that_nobody_waits_for_any_more_is_removed() -> None:
    queue: FairQueue[str] = FairQueue(10, 10)
    for name in ("one", "two"):
        queue.add(name, Ticket(Urgency.BOT, HONEST))
    queue.remove("one")
    queue.remove("never there")
    assert queue.clear() == ["two"]
    assert queue.take() is None
