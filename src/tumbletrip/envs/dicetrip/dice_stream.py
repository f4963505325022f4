"""The dice of an environment: SplitMix64 from a seed, the same in plain Python and in compiled code."""

from dataclasses import dataclass

from tumbletrip.dicetrip.fast.bridge import roll_of
from tumbletrip.dicetrip.fast.fields import ROLLS
from tumbletrip.dicetrip.fast.wanderer import Words, mixed
from tumbletrip.envs.dicetrip.moment import Moment, landed

_WORD = (1 << 64) - 1


@dataclass
class DiceStream:
    """One roll after the other."""

    words: Words

    @classmethod
    def seeded(cls, seed: int) -> "DiceStream":
        """The stream of a seed."""
        return cls(Words(first_word(seed)))

    def let_fall(self, moment: Moment) -> Moment:
        """Let the dice in the air fall, if there are any: four are thrown, and those in the air count."""
        air = moment.in_the_air
        if not air:
            return moment
        fallen = roll_of(self.words.two_below(ROLLS, 1)[0])
        return landed(moment, moment.roll.with_faces({colour: fallen.shows(colour) for colour in air}))


def first_word(seed: int) -> int:
    """Where the generator of a seed begins: neighbouring seeds must not roll alike."""
    return mixed(seed & _WORD)
