"""What a bot knows about a board as one block of memory: a head that says where all is, tables, weights."""

from array import array

from tumbletrip.bots.dicetrip.learning.value_weights import Layout
from tumbletrip.bots.dicetrip.machine.board_tables import BoardTables
from tumbletrip.bots.dicetrip.machine.places import TABLES, WEIGHTS_AT, WORD

assert len(BoardTables._fields) == TABLES


def mind_block(layout: Layout, board: BoardTables, weights: "array[float]") -> bytes:
    """The block of a mind."""
    head = [*layout]
    at = (WEIGHTS_AT + 1) * WORD
    for table in board:
        head.append(at)
        at += len(table) * WORD
    head.append(at)
    return array("q", [*head, *(number for table in board for number in table)]).tobytes() + weights.tobytes()
