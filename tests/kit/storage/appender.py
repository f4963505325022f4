"""A process that appends for ever and prints what the store acknowledged; tests kill it.

python -m tests.kit.storage.appender URL TABLES [FOLDER PREFIX]
"""

import asyncio
import sys

from tests.kit.storage.logs import linked_append, linked_table
from tests.kit.storage.shared import Shared, from_words
from tumbletrip.tables.ports import Append, Appended, EventStore


async def main(database: Shared, tables: int, prefix: str) -> None:
    """Append one event to every table at a time, each batch in one commit."""
    store = await database.open()
    heads = {name: await _head(store, name) for name in (f"{prefix}{number}" for number in range(tables))}
    while True:
        batch = [_next(name, *head) for name, head in heads.items()]
        answers = await store.append(batch)
        assert answers == [Appended.STORED] * tables
        for added in batch:
            heads[added.table] = (added.events[-1].seq, added.events[-1].hash)
        print("\n".join(f"{name} {seq}" for name, (seq, _) in heads.items()), flush=True)


def _next(name: str, head: int, previous: str) -> Append:
    return linked_append(name, head + 1, previous, f"event {head + 1}", command=f"c{head + 1}")


async def _head(store: EventStore, name: str) -> tuple[int, str]:
    await store.create(linked_table(name))
    table = await store.load(name)
    assert table is not None
    return table.head, table.head_hash


if __name__ == "__main__":
    url, count, folder, first = [*sys.argv[1:], "", "t"][:4]
    asyncio.run(main(from_words(url, folder), int(count), first))
