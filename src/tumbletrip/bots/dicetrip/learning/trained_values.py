"""Weights learned by self-play, shipped with the package for the boards that were trained."""

from tumbletrip.bots.dicetrip.learning.known_boards import is_trained, learned_on
from tumbletrip.bots.dicetrip.learning.starting_values import (
    board_and_layout,
    starting_mind,
    starting_weights,
)
from tumbletrip.bots.dicetrip.machine.mind_block import mind_block
from tumbletrip.bots.dicetrip.machine.questions import Mind, take_steps
from tumbletrip.bots.dicetrip.machine.running import Machine, once_per_machine
from tumbletrip.dicetrip.editions import Edition


@once_per_machine
def mind_for(edition: Edition, machine: Machine) -> Mind:
    """The trained mind of a board, or the one made by hand if it was never trained there."""
    return load(edition, machine) if is_trained(edition) else starting_mind(edition)


def load(edition: Edition, machine: Machine) -> Mind:
    """Read a board's weights: steps away from the starting weights, in small whole numbers."""
    board, lay = board_and_layout(edition)
    mind = Mind(machine, machine.keep(mind_block(lay, board, starting_weights(lay, board))))
    learned = learned_on(edition)
    take_steps(mind, learned.steps, learned.per_point)
    return mind
