"""New tables get ids that suit the host, and codes as long as need be; given ids stay as they are."""

from pathlib import Path

import pytest

from tests.kit.server.hosts import ScriptedJobs, host_on
from tests.kit.server.tables import person, setup
from tumbletrip.games.registry import house_games
from tumbletrip.host import loaded_tables
from tumbletrip.host.loaded_tables import CODE_LENGTH, CODE_TRIES, LoadedTables
from tumbletrip.host.records import import_record
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.ports import Status, StoreDown

pytestmark = pytest.mark.anyio

TWO = setup(person("Ada"), person("Ben"))
GOLDEN = Path(__file__).parents[1] / "golden"


async def test_new_tables_get_ids_that_suit_and_given_ids_are_kept(tmp_path: Path) -> None:
    opening = [{"kind": "opened", "setup": setup(person("Ada"), person("Ben")).as_json()}]
    store = await open_store(f"sqlite:///{tmp_path}/tables.db")
    try:
        tables = LoadedTables(store, house_games(), lambda table_id: table_id[-1] in "abc", lambda _: None)
        new = [(await tables.create(opening, {})).id for _ in range(10)]
        assert {name[-1] for name in new} <= set("abc")
        assert len(set(new)) == len(new)
        assert (await tables.create(opening, {}, "given-xyz")).id == "given-xyz"
    finally:
        await store.close()


async def test_F53_a_code_that_is_taken_makes_the_next_longer_until_there_is_none(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded_tables, "CODE_LETTERS", "A")  # so that there is one code of each length
    async with host_on(store_url) as host:
        lives = [await host.open(TWO, {}) for _ in range(CODE_TRIES)]
        assert [live.code for live in lives] == ["A" * (CODE_LENGTH + longer) for longer in range(CODE_TRIES)]
        with pytest.raises(StoreDown):
            await host.open(TWO, {})
        await host.store.set_status(lives[1].id, Status.ABANDONED)
        assert (await host.open(TWO, {})).code == "AAAAAA"


async def test_F53_a_table_that_was_over_when_it_was_opened_has_no_code(store_url: str) -> None:
    async with host_on(store_url) as host:
        table = await import_record(
            host, ScriptedJobs(), (GOLDEN / "published_france.trip").read_text("utf-8")
        )
        assert (await host.live(table)).code == ""
