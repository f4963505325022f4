"""Weights learned by self-play, shipped with the package for the boards that were trained."""

from tumbletrip.bots.dicetrip.learning.known_boards import is_trained, learned_on
from tumbletrip.bots.dicetrip.learning.starting_values import (
    board_and_layout,
    starting_mind,
    starting_weights,
)
from tumbletrip.bots.dicetrip.machine.mind_block import mind_block
from tumbletrip.bots.dicetrip.machine.questions import Mind, mind_in_memory, take_steps
from tumbletrip.bots.dicetrip.machine.running import Machine, once_per_machine
from tumbletrip.dicetrip.editions import Edition


def mind_for(edition: Edition) -> Mind:
    """The trained mind of a board, or the one made by hand as long as it was not trained there."""
    return _trained_mind(edition) if is_trained(edition) else starting_mind(edition)


def load(edition: Edition, machine: Machine) -> Mind:
    """Read a board's weights: steps away from the starting weights, in small whole numbers."""
    board, lay = board_and_layout(edition)
    mind = mind_in_memory(machine, mind_block(lay, board, starting_weights(lay, board)))
    learned = learned_on(edition)
    take_steps(mind, learned.steps, learned.per_point)
    return mind


_trained_mind = once_per_machine(load)
