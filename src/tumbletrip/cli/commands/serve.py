"""`tumbletrip serve`: a server for others; `tumbletrip` alone: one for this machine only."""

import os
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from tumbletrip.analysis.extras import needs_extra
from tumbletrip.cli.terminal.console import console, language
from tumbletrip.core.texts import say

HERE = "127.0.0.1"
PORT = 8765
OPEN_SECONDS = 0.1  # between two looks whether the server listens


def command(
    host: Annotated[str, typer.Option(help="help.serve.host")] = HERE,
    port: Annotated[int, typer.Option(help="help.serve.port", min=1, max=65535)] = PORT,
    database: Annotated[
        str | None,
        typer.Option(help="help.serve.database"),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            help="help.serve.workers",
            min=1,
            max=64,
        ),
    ] = 1,
    thinkers: Annotated[int, typer.Option(help="help.serve.thinkers", min=1, max=64)] = 2,
    edition: Annotated[list[Path] | None, typer.Option(help="help.serve.edition")] = None,
    game: Annotated[list[str] | None, typer.Option(help="help.serve.game")] = None,
    origin: Annotated[list[str] | None, typer.Option(help="help.serve.origin")] = None,
    public_host: Annotated[list[str] | None, typer.Option(help="help.serve.public_host")] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(help="help.serve.limit"),
    ] = None,
    bot_delay: Annotated[float, typer.Option(help="help.serve.bot_delay", min=0)] = 0.4,
    away_after: Annotated[float, typer.Option(help="help.serve.away_after", min=0)] = 45.0,
    forget_finished: Annotated[int | None, typer.Option(help="help.serve.forget_finished", min=1)] = None,
    forget_abandoned: Annotated[int | None, typer.Option(help="help.serve.forget_abandoned", min=1)] = None,
    champions: Annotated[Path | None, typer.Option(help="help.serve.champions")] = None,
) -> None:
    """Serve tables to browsers and bots."""
    with needs_extra("server"):
        from tumbletrip.bots.dicetrip.learning.known_boards import OWN_FOLDER
        from tumbletrip.games.registry import kit_named
        from tumbletrip.server.guards.origins import is_loopback, public_names
        from tumbletrip.server.running import run_servers
        from tumbletrip.server.settings import Settings, limits_from
    for where in game or ():
        kit_named(where)  # a kit that is not there is refused before anything starts
    is_private = is_loopback(host) and not public_host
    kept = champions or (_data_folder() / "tumbletrip" / "champions" if is_private else None)
    if kept:
        os.environ[OWN_FOLDER] = str(kept)  # for the processes where bots think
    settings = Settings(
        database=database or default_database(),
        origins=frozenset(origin or ()),
        public_hosts=public_names(public_host or ()),
        on_loopback=is_loopback(host),
        editions=tuple(edition or ()),
        games=tuple(game or ()),
        thinkers=thinkers,
        bot_delay=bot_delay,
        away_after=away_after,
        forget_finished_days=forget_finished,
        forget_abandoned_days=forget_abandoned,
        champions=kept,
        limits=limits_from(limit or ()),
    )
    run_servers(settings, host, port, workers)


def serve_here() -> None:
    """Serve on this machine only, and open the browser."""
    url = f"http://{HERE}:{PORT}/"
    console().print(say("serve.opening", language(), url=url), markup=False)
    threading.Thread(target=_open_when_there, args=[url], daemon=True).start()
    command()


def _open_when_there(url: str) -> None:
    """Open the browser as soon as somebody listens; on a slow machine that takes some seconds."""
    while True:
        try:
            socket.create_connection((HERE, PORT), timeout=OPEN_SECONDS).close()
        except OSError:
            time.sleep(OPEN_SECONDS)
        else:
            webbrowser.open(url)
            return


def default_database() -> str:
    """The file in the user's data folder."""
    return str(_data_folder() / "tumbletrip" / "tables.sqlite")


def _data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
