"""`tumbletrip forget`: tables, or a person's name at all tables, are taken out of a database."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

import typer

from tumbletrip.analysis.extras import needs_extra
from tumbletrip.cli.terminal.console import console, language
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.texts import say


def command(
    database: Annotated[str, typer.Argument(help="help.forget.database")],
    table: Annotated[list[str] | None, typer.Option("--table", help="help.forget.table")] = None,
    name: Annotated[list[str] | None, typer.Option("--name", help="help.forget.name")] = None,
) -> None:
    """Take tables, or a person's name, out of a database for good."""
    if not table and not name:
        raise InputError(problem("forget.nothing"))
    with needs_extra("server"):
        tables, places = asyncio.run(_forget(database, table or (), name or ()))
    if table:
        console().print(say("forget.tables", language(), count=tables), markup=False)
    if name:
        console().print(say("forget.names", language(), count=places), markup=False)


async def _forget(database: str, words: Sequence[str], names: Sequence[str]) -> tuple[int, int]:
    """How many tables are gone, and at how many a name was replaced; raises InputError."""
    from tumbletrip.games.registry import house_games
    from tumbletrip.storage.opening import open_store
    from tumbletrip.tables.forgetting import forget_name
    from tumbletrip.tables.ports import StoreDown

    store = await open_store(database)
    try:
        ids = [await store.find_code(word.strip().upper()) or word for word in words]
        tables = await store.forget(ids)
        games = house_games()
        return tables, sum([await forget_name(store, games, name) for name in names])
    except StoreDown as error:
        raise InputError(problem("storage.unreachable", reason=error)) from error
    finally:
        await store.close()
