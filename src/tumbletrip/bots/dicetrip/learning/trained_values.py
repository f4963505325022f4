"""Weights learned by self-play, shipped with the package for the boards that were trained."""

from functools import cache

import numpy as np

from tumbletrip.bots.dicetrip.city_order import city_order
from tumbletrip.bots.dicetrip.kernels.board_arrays import board_arrays
from tumbletrip.bots.dicetrip.learning.known_boards import is_trained, stored_weights
from tumbletrip.bots.dicetrip.learning.starting_values import starting_mind, starting_weights
from tumbletrip.bots.dicetrip.learning.value_weights import Mind, layout
from tumbletrip.dicetrip.editions import Edition


@cache
def mind_for(edition: Edition) -> Mind:
    """The trained mind of a board, or the one made by hand if it was never trained there."""
    return load(edition) if is_trained(edition) else starting_mind(edition)


def load(edition: Edition) -> Mind:
    """Read a board's weights: steps away from the starting weights, in small whole numbers."""
    board = board_arrays(edition, city_order(edition))
    lay = layout(board)
    with stored_weights(edition) as stored:
        weights = starting_weights(lay, board) + stored["steps"].astype(np.float32) * stored["step"]
    return Mind(lay, board, weights.astype(np.float32))
