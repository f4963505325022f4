"""What playing needs on this machine, and what of it is missing."""

import os
import socket
import webbrowser
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import typer

from tumbletrip.analysis.extras import MissingExtra
from tumbletrip.analysis.warming import compiled_code
from tumbletrip.cli.commands.serve import HERE, PORT, default_database
from tumbletrip.cli.terminal.console import FAILED, console, language, print_json
from tumbletrip.core.texts import say

# The package by which each extra is known, and whether one cannot play in the browser without it.
EXTRAS: Final = {
    "server": ("fastapi", True),
    "fast": ("numba", True),
    "physics": ("mujoco", True),
    "print": ("typst", False),
    "plots": ("matplotlib", False),
    "maps": ("shapely", False),
    "rl": ("pettingzoo", False),
    "cluster": ("distributed", False),
}
STATIC: Final = Path(__file__).parents[3] / "server" / "static" / "index.html"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `key` is its sentence."""

    check: str
    key: str
    is_well: bool
    is_needed: bool = False  # to play in the browser
    values: dict[str, object] = field(default_factory=dict)


def check_machine(*, as_json: bool) -> None:
    """Say what is there and what is missing; fails if that keeps people from playing in the browser."""
    found = [*_extras(), _app(), _port(), _tables(), _compiled(), _browser()]
    can_play = all(finding.is_well or not finding.is_needed for finding in found)
    if as_json:
        print_json({"can_play": can_play, "checks": {finding.check: finding.is_well for finding in found}})
    else:
        _print(found, can_play=can_play)
    if not can_play:
        raise typer.Exit(FAILED)


def _print(found: list[Finding], *, can_play: bool) -> None:
    for finding in found:
        mark = "✓" if finding.is_well else "✗" if finding.is_needed else "–"
        console().print(f"{mark} {say(finding.key, language(), **finding.values)}", markup=False)
    is_all_well = all(finding.is_well for finding in found)
    verdict = "checkup.all" if is_all_well else "checkup.enough" if can_play else "checkup.lacking"
    console().print(say(verdict, language()), style="bold", markup=False)


def _extras() -> Iterator[Finding]:
    for extra, (package, is_needed) in EXTRAS.items():
        is_there = find_spec(package) is not None
        purpose = say(f"checkup.extra.{extra}", language())
        key = "checkup.extra_there" if is_there else "checkup.extra_missing"
        yield Finding(f"extra_{extra}", key, is_there, is_needed, {"extra": extra, "purpose": purpose})


def _app() -> Finding:
    is_built = STATIC.is_file()
    return Finding("app", "checkup.app_there" if is_built else "checkup.app_missing", is_built, True)


def _port() -> Finding:
    try:
        socket.create_server((HERE, PORT)).close()
    except OSError:
        return Finding("port", "checkup.port_taken", False, True, {"port": PORT, "other": PORT + 1})
    return Finding("port", "checkup.port_free", True, True, {"port": PORT})


def _tables() -> Finding:
    """Whether the database can be written, or the nearest folder above it that exists."""
    path = Path(default_database())
    place = next(above for above in (path, *path.parents) if above.exists())
    is_writable = os.access(place, os.W_OK)
    key = "checkup.tables_kept" if is_writable else "checkup.tables_not_kept"
    return Finding("tables", key, is_writable, True, {"path": path})


def _compiled() -> Finding:
    try:
        state: str = compiled_code()
    except MissingExtra:
        state = "none"
    return Finding("compiled", f"checkup.compiled.{state}", state == "kept")


def _browser() -> Finding:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return Finding("browser", "checkup.browser_missing", False)
    return Finding("browser", "checkup.browser_there", True)
