"""`tumbletrip doctor`: what is broken in a database of tables, or what is missing on this machine."""

from pathlib import Path
from typing import Annotated

import typer

from tumbletrip.cli.commands.doctor.checkup import check_machine
from tumbletrip.cli.commands.doctor.database import check_database
from tumbletrip.core.errors import InputError, problem


def command(
    database: Annotated[str | None, typer.Argument(help="help.doctor.database")] = None,
    save_to: Annotated[Path | None, typer.Option("--save-to", help="help.doctor.save_to")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
) -> None:
    """Say what is broken in a database file and what can be saved, and save it.

    Without a file, say what is missing on this machine.
    """
    if database is not None:
        check_database(database, save_to, as_json=as_json)
    elif save_to is not None:
        raise InputError(problem("doctor.save_what"))
    else:
        check_machine(as_json=as_json)
