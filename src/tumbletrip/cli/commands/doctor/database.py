"""What is broken in a database of tables, what can be saved, and saving it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tumbletrip.analysis.extras import needs_extra
from tumbletrip.cli.terminal.console import FAILED, console, language, print_json
from tumbletrip.core.texts import say

if TYPE_CHECKING:
    from tumbletrip.storage.sqlite.examining import Findings


def check_database(database: str, save_to: Path | None, *, as_json: bool) -> None:
    """Say what is broken in a database file and what can be saved, and save it; the file is not touched."""
    with needs_extra("server"):
        from tumbletrip.storage.opening import file_to_examine
        from tumbletrip.storage.sqlite.examining import examine, save
    path = file_to_examine(database)
    found = examine(path)
    if save_to:
        save(found, save_to)
    if as_json:
        print_json(_document(path, found, save_to))
    else:
        _print(path, found, save_to)
    if not found.is_healthy:
        raise typer.Exit(FAILED)


def _document(path: Path, found: "Findings", saved_to: Path | None) -> dict[str, Any]:
    return {
        "database": str(path),
        "healthy": found.is_healthy,
        "faults": found.faults,
        "unreadable": found.unreadable,
        "games": {"whole": len(found.tables) - found.cut, "cut": found.cut, "lost": len(found.gone)},
        "events": {"good": found.events, "lost": found.lost_events},
        "seat_secrets": len(found.secrets),
        "notes": len(found.notes),
        "saved_to": str(saved_to) if saved_to else None,
    }


def _print(path: Path, found: "Findings", saved_to: Path | None) -> None:
    verdict = "doctor.healthy" if found.is_healthy else "doctor.broken"
    console().print(say(verdict, language(), path=path), style="bold", markup=False)
    for fault in found.faults:
        console().print(say("doctor.fault", language(), fault=fault), markup=False)
    for name in found.unreadable:
        console().print(say("doctor.unreadable", language(), name=name), markup=False)
    counts = {
        "doctor.whole": len(found.tables) - found.cut,
        "doctor.cut": found.cut,
        "doctor.lost": len(found.gone),
        "doctor.events": found.events,
        "doctor.lost_events": found.lost_events,
        "doctor.secrets": len(found.secrets),
        "doctor.notes": len(found.notes),
    }
    for key, number in counts.items():
        console().print(say(key, language(), number=number), markup=False)
    if saved_to:
        console().print(say("doctor.saved", language(), path=saved_to), style="bold", markup=False)
    elif not found.is_healthy:
        console().print(say("doctor.advice", language()), markup=False)
