"""What bots ask the kernels, in plain values: questions become blocks of memory, answers lists again."""

import struct
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from weakref import finalize

from tumbletrip.bots.dicetrip.machine.places import COUNTS, MOST_THROWS, NOTHING, PLAY_SLOTS, WORD
from tumbletrip.bots.dicetrip.machine.running import Machine
from tumbletrip.bots.dicetrip.machine.sheet_block import Play, sheet_block
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

Faces = Sequence[int]  # of the four dice, from 0 to 5
Future = Sequence[Faces]  # the rolls of some rounds
SETS = 16  # of dice that may be thrown again, as masks; 0 keeps all

_HEAD = struct.Struct(f"<{COUNTS + 4}q")
_NO_ROLL = Roll(1, 1, 1, 1)


@dataclass(frozen=True)
class Mind:
    """What a bot knows about a board, in the memory of a machine."""

    machine: Machine
    address: int

    def ask(
        self,
        entry: str,
        size: int,
        sheets: Iterable[Sheet],
        roll: Roll = _NO_ROLL,
        counts: Sequence[int] = (),
        lists: bytes = b"",
    ) -> bytes:
        """What an entry of the kernels answers, `size` words long."""
        head = _HEAD.pack(*counts, *[0] * (COUNTS - len(counts)), *(face - 1 for face in roll))
        question = b"".join((head, *map(sheet_block, sheets), lists))
        return self.machine.answer(entry, self.address, question, size * WORD)


def mind_in_memory(machine: Machine, block: bytes) -> Mind:
    """A mind that lies in the memory of a machine as long as anybody knows it."""
    mind = Mind(machine, machine.keep(block))
    finalize(mind, machine.forget, mind.address)
    return mind


def candidates(mind: Mind, sheet: Sheet, roll: Roll, count: int) -> tuple[list[float], list[Play]]:
    """The values of the best plays for a roll and the plays themselves, best first; at most so many."""
    told = mind.ask("candidates", count * (1 + PLAY_SLOTS), [sheet], roll, [count])
    values = _floats(told[: count * WORD])
    plays = _rows(told[count * WORD :], PLAY_SLOTS)
    known = sum(value > NOTHING for value in values)
    return values[:known], plays[:known]


def next_round_values(
    mind: Mind, sheet: Sheet, roll: Roll, plays: Sequence[Play], rolls: Future
) -> list[list[float]]:
    """For each play, the values of the best answers to some rolls of the next round."""
    counts, size = (len(plays), len(rolls)), len(plays) * len(rolls)
    told = mind.ask("next_round_values", size, [sheet], roll, counts, _words(plays) + _words(rolls))
    return _table(told, len(plays))


def values_ahead(
    mind: Mind, sheet: Sheet, roll: Roll, plays: Sequence[Play], futures: Sequence[Future]
) -> list[list[float]]:
    """For each play, the values of the sheets to which it leads in some futures."""
    counts = (len(plays), len(futures), len(futures[0]))
    lists = _words(plays) + _words(chain.from_iterable(futures))
    told = mind.ask("values_ahead", len(plays) * len(futures), [sheet], roll, counts, lists)
    return _table(told, len(plays))


def reroll_means(
    mind: Mind, sheet: Sheet, roll: Roll, quick: int, careful: int, finalists: int, random: int
) -> list[float]:
    """For each set of dice, the mean value of throwing them again; `random` is a word of 64 random bits."""
    assert max(quick, careful) <= MOST_THROWS
    (signed,) = struct.unpack("<q", struct.pack("<Q", random))
    return _floats(mind.ask("reroll_means", SETS, [sheet], roll, (quick, careful, finalists, signed)))


def last_reroll_means(mind: Mind, sheet: Sheet, roll: Roll) -> list[float]:
    """Round 13: the exact mean score of throwing each set of dice again."""
    return _floats(mind.ask("last_reroll_means", SETS, [sheet], roll))


def last_reroll_chances(mind: Mind, sheets: Sequence[Sheet], roll: Roll) -> list[float]:
    """Round 13: the exact chance to win of throwing each set of dice again; the first sheet is our own."""
    return _floats(mind.ask("last_reroll_chances", SETS, sheets, roll, [len(sheets)]))


def final_scores(
    mind: Mind, sheet: Sheet, roll: Roll, plays: Sequence[Play], futures: Sequence[Future], rolls_last: bool
) -> list[list[float]]:
    """For each play, the mean final scores in some futures."""
    counts = (len(plays), len(futures), len(futures[0]), int(rolls_last))
    lists = _words(plays) + _words(chain.from_iterable(futures))
    told = mind.ask("final_scores", len(plays) * len(futures), [sheet], roll, counts, lists)
    return _table(told, len(plays))


def final_chances(
    mind: Mind,
    sheets: Sequence[Sheet],
    roll: Roll,
    plays: Sequence[Play],
    futures: Sequence[Future],
    last_roller: int,
) -> list[list[float]]:
    """For each play, the chances to win in some futures; the rivals have played this round, we have not."""
    counts = (len(plays), len(futures), len(futures[0]), last_roller, len(sheets))
    lists = _words(plays) + _words(chain.from_iterable(futures))
    told = mind.ask("final_chances", len(plays) * len(futures), sheets, roll, counts, lists)
    return _table(told, len(plays))


def last_play(mind: Mind, sheet: Sheet, roll: Roll) -> Play:
    """Round 13: the number, or the cross, that scores most."""
    pair, city, _ = _ints(mind.ask("last_play", 3, [sheet], roll))
    return pair, city, -1, -1, 0


def value_of_sheet(mind: Mind, sheet: Sheet) -> float:
    """The final score expected from a sheet between two rounds."""
    return _floats(mind.ask("value_of_sheet", 1, [sheet]))[0]


def play_on(mind: Mind, sheet: Sheet, rolls_in: Sequence[bool], games: int, throws: bytes) -> list[float]:
    """The final scores expected of games played on; `throws` are faces, a roll and a second one per round."""
    assert len(throws) == games * LAST_ROUND * 2 * 4 * WORD
    return _floats(mind.ask("play_on", games, [sheet], counts=[games], lists=_words([rolls_in]) + throws))


def take_steps(mind: Mind, steps: bytes, per_point: int) -> None:
    """Move the weights by whole steps, two bytes each; so many steps are a point."""
    mind.ask("take_steps", 1, [], counts=(len(steps) // 2, per_point), lists=steps)


def _words(rows: Iterable[Sequence[int]]) -> bytes:
    return array("q", chain.from_iterable(rows)).tobytes()


def _floats(told: bytes) -> list[float]:
    return array("d", told).tolist()


def _ints(told: bytes) -> list[int]:
    return array("q", told).tolist()


def _rows(told: bytes, width: int) -> list[Play]:
    numbers = _ints(told)
    return [tuple(numbers[at : at + width]) for at in range(0, len(numbers), width)]


def _table(told: bytes, rows: int) -> list[list[float]]:
    numbers = _floats(told)
    width = len(numbers) // rows
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]
