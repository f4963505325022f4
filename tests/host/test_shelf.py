"""New tables get ids that suit whoever runs the host; ids that are given stay as they are."""

from pathlib import Path

import pytest

from tests.kit.tables import person, setup
from tumbletrip.host.shelf import Shelf
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.games import Library

pytestmark = pytest.mark.anyio


async def test_new_tables_get_ids_that_suit_and_given_ids_are_kept(tmp_path: Path) -> None:
    opening = [{"kind": "opened", "setup": setup(person("Ada"), person("Ben")).as_json()}]
    store = await open_store(f"sqlite:///{tmp_path}/tables.db")
    try:
        shelf = Shelf(store, Library(), suits=lambda table_id: table_id[-1] in "abc")
        new = [(await shelf.create(opening, {})).id for _ in range(10)]
        assert {name[-1] for name in new} <= set("abc")
        assert len(set(new)) == len(new)
        assert (await shelf.create(opening, {}, "given-xyz")).id == "given-xyz"
    finally:
        await store.close()
