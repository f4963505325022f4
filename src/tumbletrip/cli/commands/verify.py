"""`tumbletrip verify`: the dice of a recorded game worked out again from the links that everybody gave."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from tumbletrip.cli.terminal.console import FAILED, console, language, print_json, read_text
from tumbletrip.core.errors import InputError, printable, problem, reason_of
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.fairness.check_page import check_page
from tumbletrip.fairness.checking import Checked, Fault, check
from tumbletrip.fairness.proofs import proof_from
from tumbletrip.games.kit import FairRecords, Record
from tumbletrip.games.registry import house_games


def command(
    file: Annotated[str, typer.Argument(help="help.record")],
    page: Annotated[Path | None, typer.Option("--page", help="help.verify.page")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
) -> None:
    """Check the dice of a recorded game: every link against its chain, every die against its draw."""
    text = read_text(file)
    records = house_games(find_edition).of_record(text, file).records
    record = records.parse(text)
    names = records.replay(record).names
    checked = _checked(records.fair, record) if records.fair else None
    if page:
        _write(page, check_page(text, language()))
    if as_json:
        print_json(_as_json(checked, names))
    else:
        _print(checked, names)
    if checked is None or checked.faults:
        raise typer.Exit(FAILED)


def _write(path: Path, page: str) -> None:
    try:
        path.write_text(page, "utf-8")
    except OSError as error:
        raise InputError(problem("file.unwritable", path=str(path), reason=reason_of(error))) from error


def _checked(fair: FairRecords, record: Record) -> Checked | None:
    """What comes of a record's proof; None if it has none."""
    proof = proof_from(fair.tags(record))
    return check(proof, fair.setup(record), fair.claims(record)) if proof else None


def _print(checked: Checked | None, names: tuple[str, ...]) -> None:
    if checked is None:
        console().print(say("fair.not_verifiable", language()))
        return
    for fault in checked.faults:
        console().print(_sentence(fault, names))
    if not checked.faults:
        console().print(say("fair.fits", language(), count=checked.draws), style="bold")
    if checked.brought:
        console().print(say("fair.brought", language(), count=checked.brought))
    for player, name in enumerate(names):
        given, missed = checked.given.get(player, 0), checked.missed.get(player, 0)
        key = "fair.links" if given or missed else "fair.no_links"
        console().print(say(key, language(), name=printable(name), given=given, missed=missed))
    console().print(say("fair.mark", language(), mark=checked.mark))
    for number in checked.voids:
        console().print(say("fair.void", language(), draw=number))
    if not any(checked.given.values()):
        console().print(say("fair.server_alone", language()))


def _sentence(fault: Fault, names: tuple[str, ...]) -> str:
    known = fault.player is not None and fault.player < len(names)
    name = printable(names[fault.player or 0]) if known else "?"
    return say(f"fair.wrong.{fault.wrong}", language(), draw=fault.draw, name=name)


def _as_json(checked: Checked | None, names: tuple[str, ...]) -> dict[str, Any]:
    if checked is None:
        return {"verifiable": False}
    return {
        "verifiable": True,
        "mark": checked.mark,
        "fits": not checked.faults,
        "draws": checked.draws,
        "faults": [asdict(fault) for fault in checked.faults],
        "voids": list(checked.voids),
        "brought": checked.brought,
        "players": [
            {"name": name, "given": checked.given.get(player, 0), "missed": checked.missed.get(player, 0)}
            for player, name in enumerate(names)
        ],
    }
