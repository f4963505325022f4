"""`tumbletrip boards`: list the boards of Tumblin-Dice, or describe and check one."""

from typing import Annotated

import typer

from tumbletrip.cli.terminal.console import BAD_INPUT, console, language, print_errors, print_json
from tumbletrip.core.texts import say
from tumbletrip.tumblin.board import BOARD_NAMES, BadBoard, Board, Box, find_board


def command(
    board: Annotated[str | None, typer.Argument(help="help.boards.board")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
) -> None:
    """List the boards of Tumblin-Dice, or describe and check one."""
    if board is None:
        _list([find_board(name) for name in BOARD_NAMES], as_json)
    else:
        _describe(_checked(board), as_json)


def _checked(word: str) -> Board:
    """The board, or every problem of its file on a line of its own and exit code 2."""
    try:
        return find_board(word)
    except BadBoard as bad:
        print_errors(bad, bad.problems)
        raise typer.Exit(BAD_INPUT) from bad


def _summary(board: Board) -> dict[str, object]:
    return {
        "id": board.id,
        "name": board.name(language()),
        "hash": board.hash,
        "tiers": {tier.id: {"top": tier.top, "boxes": len(tier.boxes)} for tier in board.tiers},
        "line": board.line,
        "pegs": len(board.pegs.at),
    }


def _list(boards: list[Board], as_json: bool) -> None:
    if as_json:
        print_json([_summary(board) for board in boards])
        return
    for board in boards:
        console().print(_headline(board))


def _headline(board: Board) -> str:
    return say(
        "boards.headline",
        language(),
        id=board.id,
        name=board.name(language()),
        hash=board.hash,
        pegs=len(board.pegs.at),
    )


def _describe(board: Board, as_json: bool) -> None:
    if as_json:
        print_json(_summary(board))
        return
    console().print(_headline(board), style="bold")
    for tier in board.tiers:
        sizes = ", ".join(_size(box) for box in tier.boxes)
        console().print(
            say("boards.tier", language(), tier=tier.id, height=_millimetres(tier.top), sizes=sizes)
        )
    line = board.line - board.track.boxes[0].x[1]
    console().print(say("boards.line", language(), distance=_millimetres(line)))
    console().print(say("boards.checked", language()))


def _size(box: Box) -> str:
    return f"{_millimetres(box.x[1] - box.x[0])} × {_millimetres(box.y[1] - box.y[0])} mm"


def _millimetres(metres: float) -> str:
    return f"{1000 * metres:.4g}"
