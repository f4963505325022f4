"""Tables learned by self-play, shipped with the package for the boards that were trained."""

from functools import cache

import numpy as np

from tumbletrip.bots.dicetrip.boardarrays import board_arrays
from tumbletrip.bots.dicetrip.cityorder import city_order
from tumbletrip.bots.dicetrip.known_boards import is_trained, tables_of
from tumbletrip.bots.dicetrip.starting import starting_mind, starting_weights
from tumbletrip.bots.dicetrip.tables import Mind, layout
from tumbletrip.dicetrip.editions import Edition


@cache
def mind_for(edition: Edition) -> Mind:
    """The trained mind of a board, or the one made by hand if it was never trained there."""
    return load(edition) if is_trained(edition) else starting_mind(edition)


def load(edition: Edition) -> Mind:
    """Read a board's tables: steps away from the starting weights, in small whole numbers."""
    board = board_arrays(edition, city_order(edition))
    lay = layout(board)
    with tables_of(edition) as stored:
        weights = starting_weights(lay, board) + stored["steps"].astype(np.float32) * stored["step"]
    return Mind(lay, board, weights.astype(np.float32))
