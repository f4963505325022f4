"""`tumbletrip flick`: one flick of a die, told in words, as JSON or as a picture."""

import base64
import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from tumbletrip.cli.commands.flick.lying_dice import dice_in, dice_json
from tumbletrip.cli.terminal.console import console, language, print_json
from tumbletrip.core.errors import InputError, problem, reason_of
from tumbletrip.core.texts import say
from tumbletrip.tumblin.board import USUAL_BOARD, Board, find_board
from tumbletrip.tumblin.dice import KINDS, Colour
from tumbletrip.tumblin.launches import refuse_launch
from tumbletrip.tumblin.ports import Die, Launch, Rest, Settled

if TYPE_CHECKING:
    from tumbletrip.tumblin.physics.engine import MujocoPhysics

TABLE_SPEEDS = (0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0)
COLUMNS = ("track", "level", "1x", "2x", "3x", "4x", "off")


def command(
    speed: Annotated[float, typer.Option("--speed", help="help.flick.speed")] = 1.2,
    angle: Annotated[float, typer.Option("--angle", help="help.flick.angle")] = 0.0,
    across: Annotated[float, typer.Option("--across", help="help.flick.across")] = 0,
    back: Annotated[float, typer.Option("--back", help="help.flick.back")] = 4,
    face: Annotated[int, typer.Option("--face", help="help.flick.face")] = 1,
    turn: Annotated[float, typer.Option("--turn", help="help.flick.turn")] = 0,
    hit_side: Annotated[float, typer.Option("--hit-side", help="help.flick.hit_side")] = 0,
    hit_height: Annotated[float, typer.Option("--hit-height", help="help.flick.hit_height")] = 0,
    kind: Annotated[str, typer.Option("--kind", help="help.flick.kind")] = "d6",
    board: Annotated[str, typer.Option("--board", help="help.board_or_file")] = USUAL_BOARD,
    dice: Annotated[str | None, typer.Option("--dice", help="help.flick.dice")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
    png: Annotated[Path | None, typer.Option("--png", help="help.flick.png")] = None,
    table: Annotated[bool, typer.Option("--table", help="help.flick.table")] = False,
    flicks: Annotated[int, typer.Option("--flicks", help="help.flick.flicks")] = 200,
    seed: Annotated[int, typer.Option("--seed", help="help.flick.seed")] = 1,
) -> None:
    """Flick one die on an empty board, or among dice that lie there, and see where it comes to rest."""
    on_board = find_board(board)
    if table:
        _show_table(on_board, flicks, seed, as_json)
        return
    if kind not in KINDS:
        raise InputError(problem("flick.kind", kind=kind, known=", ".join(KINDS)))
    die = Die("flicked", 0, Colour.RED, KINDS[kind])
    front = on_board.track.boxes[0].x[1] - die.kind.inradius
    launch = Launch(
        die=die,
        x=front - back / 1000,
        y=across / 1000,
        face_up=face,
        yaw=math.radians(turn),
        azimuth=math.radians(angle),
        speed_mps=speed,
        hit_side=hit_side,
        hit_height=hit_height,
    )
    resting = dice_in(dice, on_board) if dice else ()
    refusal = refuse_launch(on_board, launch, resting)
    if refusal:
        raise InputError(problem(refusal.value))
    physics = _physics(on_board)
    settled = physics.settle(resting, launch)
    _show(resting, settled, physics.fingerprint, as_json)
    if png:
        _take_picture(on_board, settled, png)


def _physics(board: Board) -> "MujocoPhysics":
    """The engine; where there is no screen, MuJoCo must be told so before it is loaded."""
    if sys.platform == "linux":
        os.environ.setdefault("MUJOCO_GL", "egl")
    try:
        from tumbletrip.tumblin.physics.engine import MujocoPhysics
    except ModuleNotFoundError as error:
        raise InputError(problem("extra.missing", package=error.name, extra="physics")) from error
    return MujocoPhysics(board)


def _show(resting: tuple[Rest, ...], settled: Settled, fingerprint: str, as_json: bool) -> None:
    if as_json:
        print_json(_document(settled, fingerprint))
        return
    flicked = settled.rests[-1]
    console().print(_sentence("flick.rests", flicked), markup=False)
    for before, after in zip(resting, settled.rests, strict=False):
        if before != after:
            console().print(_sentence("flick.moved", after), markup=False)


def _sentence(key: str, rest: Rest) -> str:
    place = say(f"flick.place.{rest.tier}", language())
    values = {"die": rest.die.key, "kind": rest.die.kind.name, "place": place, "face": rest.face}
    return say(key, language(), count=rest.zone * rest.face, **values)


def _document(settled: Settled, fingerprint: str) -> dict[str, Any]:
    return {
        "dice": dice_json(settled.rests),
        "contacts": [
            [round(contact.time_s, 3), contact.one, contact.other, round(contact.strength, 6)]
            for contact in settled.contacts
        ],
        "trajectory": base64.b64encode(settled.trajectory).decode(),
        "engine": fingerprint,
    }


def _take_picture(board: Board, settled: Settled, path: Path) -> None:
    """A photograph; where MuJoCo cannot draw (no EGL), a plan of the board drawn with matplotlib."""
    try:
        from tumbletrip.tumblin.physics.picture import photograph

        image = photograph(board, settled)
    except (ImportError, AttributeError, RuntimeError):  # what MuJoCo raises without a usable OpenGL
        from tumbletrip.cli.commands.flick.plan import plan

        image = plan(board, settled)
    try:
        path.write_bytes(image)
    except OSError as error:
        raise InputError(problem("series.unwritable", path=path, reason=reason_of(error))) from error


def _show_table(board: Board, flicks: int, seed: int, as_json: bool) -> None:
    """Speed against the tier the die comes to rest on."""
    if flicks < 1:
        raise InputError(problem("series.too_small", option="--flicks", value=flicks, least=1))
    _physics(board)
    from tumbletrip.analysis.tumblin.speeds import tiers_by_speed

    found = {speed: tiers_by_speed(board, speed, flicks, seed) for speed in TABLE_SPEEDS}
    if as_json:
        print_json({"flicks": flicks, "seed": seed, "speeds": {str(s): dict(c) for s, c in found.items()}})
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("m/s", *(say(f"flick.place.{tier}", language()) for tier in COLUMNS)):
        table.add_column(heading, justify="right")
    for speed, count in found.items():
        shares = (100 * count[tier] / flicks for tier in COLUMNS)
        table.add_row(f"{speed:.1f}", *(f"{share:.0f} %" if share else "·" for share in shares))
    console().print(table)
