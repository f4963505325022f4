"""Databases that something went wrong with: pages overwritten as by a failing disk."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.kit.storage.logs import linked_append, linked_table
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.ports import Appended

GAMES, EVENTS_EACH = 30, 12
NOISE = bytes(range(256))


async def full_database(path: Path) -> None:
    """Many games with linked logs, small and large events, a secret each, and a note; nobody serves it."""
    store = await open_store(str(path))
    for game in range(GAMES):
        name = f"game{game:03}"
        table = linked_table(name, *(f'{{"n": {n}, "of": "{"x" * 200}"}}' for n in range(EVENTS_EACH - 1)))
        assert await store.create(table)
        last = table.events[-1]
        large = linked_append(name, last.seq + 1, last.hash, '{"large": "' + "é" * 6000 + '"}', command="c")
        assert await store.append([large]) == [Appended.STORED]
        await store.put_secret(name, 0, f"hash of {name}")
    await store.note("daily/secret", "hidden")
    await store.close()


def overwrite_root(path: Path, table: str) -> None:
    """Lose the page at the top of a table's tree."""
    with closing(sqlite3.connect(path)) as database:
        (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    overwrite_page(path, root)


def overwrite_page(path: Path, page: int) -> None:
    """Replace a page, counted from 1, by noise."""
    size = page_size(path)
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(NOISE * (size // len(NOISE)))


def page_size(path: Path) -> int:
    """How many bytes a page has."""
    with path.open("rb") as file:
        return int.from_bytes(file.read(18)[16:18])


def leaf_with(path: Path, *texts: bytes) -> int:
    """A page of rows on which some texts stand."""
    size, data = page_size(path), path.read_bytes()
    pages = range(len(data) // size)
    return next(
        page + 1
        for page in pages
        if page and data[page * size] == 0x0D
        if all(text in data[page * size : (page + 1) * size] for text in texts)
    )
