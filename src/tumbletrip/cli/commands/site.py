"""`tumbletrip site`: the whole app as a folder that any file host can serve."""

from pathlib import Path
from typing import Annotated

import typer

from tumbletrip.cli.terminal.console import console, language
from tumbletrip.core.errors import InputError, problem, reason_of
from tumbletrip.core.texts import say


def command(
    out: Annotated[Path, typer.Argument(help="help.site.out")],
    base: Annotated[str, typer.Option("--base", help="help.site.base")] = "/",
) -> None:
    """Write the whole app as static files: every device that opens it plays by itself."""
    from tumbletrip.local.site import is_built, is_path, write_site

    if not is_path(base):
        raise InputError(problem("site.base", base=base))
    if not is_built():
        raise InputError(problem("site.not_built"))
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(problem("site.not_empty", path=str(out)))
    try:
        count = write_site(out, base)
    except OSError as error:
        raise InputError(problem("file.unwritable", path=str(out), reason=reason_of(error))) from error
    console().print(say("site.written", language(), path=out, count=count), markup=False)
