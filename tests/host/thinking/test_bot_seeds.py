"""What bots will write cannot be computed from what everybody sees (F50)."""

from pathlib import Path

import pytest

from tests.kit.server.hosts import ScriptedJobs, accepted, host_on, until
from tests.kit.server.tables import person, setup
from tests.kit.storage.shared import Shared
from tumbletrip.games.dicetrip.bots import BotQuestion
from tumbletrip.host.thinking.bot_seeds import SECRET, BotSeeds
from tumbletrip.tables.play import Action
from tumbletrip.tables.seats import Occupant, Seat

pytestmark = pytest.mark.anyio

TABLE = "the-same-table"


class SeedsSeen(ScriptedJobs):
    """Bots that keep the seeds they are given."""

    def __init__(self) -> None:
        super().__init__()
        self.seeds: list[str] = []

    async def _write(self, question: BotQuestion, level: str, seed: str) -> Action:
        self.seeds.append(seed)
        return await super()._write(question, level, seed)


async def seeds_on(url: str, secret: str = "") -> list[str]:
    """The seeds of two bots' first writing, at a table whose id everybody knows."""
    jobs = SeedsSeen()
    async with host_on(url, jobs) as host:
        if secret:
            await host.store.note(SECRET, secret)
        bots = [Seat(Occupant.BOT, name, level="good") for name in ("Bo", "Bea")]
        live = await host.open(setup(person("Ada"), *bots), {}, table_id=TABLE)
        await accepted(host, live, "0:roll", 0, do="roll")
        await accepted(host, live, "0:keep", 0, do="keep")
        await until(lambda: len(jobs.seeds) >= 2)
    return sorted(jobs.seeds[:2])


async def test_F50_bots_at_two_servers_have_other_seeds_for_the_same_public_words(tmp_path: Path) -> None:
    here, there = [await seeds_on(f"sqlite:///{tmp_path}/{name}.db") for name in ("here", "there")]
    assert not set(here) & set(there)


async def test_F50_with_the_same_secret_bots_can_be_repeated(tmp_path: Path) -> None:
    urls = [f"sqlite:///{tmp_path}/{name}.db" for name in ("here", "there")]
    here, there = [await seeds_on(url, secret="5e" * 32) for url in urls]
    assert here == there
    assert len(set(here)) == 2  # each decision has its own


async def test_F50_all_processes_on_a_store_have_the_same_seeds(shared: Shared) -> None:
    stores = [await shared.open(), await shared.open()]
    first, second = [await BotSeeds(store).seed("a/bot:1:2") for store in stores]
    other = await BotSeeds(stores[1]).seed("a/bot:1:3")
    for store in stores:
        await store.close()
    assert first == second != other
