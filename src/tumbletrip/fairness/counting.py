"""Dice counted in the open, and a test that may be looked at at any time.

The evidence is a Bayes factor: how much better the counts were foretold by a die that may be loaded in any
way (all ways alike likely) than by a fair one. For fair dice its mean is 1 after every single die, so it ever
reaches a million with a chance of one in a million at most (Ville's inequality), however often one looks.
Rows without a die yet are in the mean of all rows with their 1: a row that began later would shift it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log
from typing import Final

from tumbletrip.fairness.draws import SIDES
from tumbletrip.fairness.proofs import Draw

ALARM_CHANCE: Final = 1e-6
COLOURS: Final = "RBGY"
_MOST_LOG: Final = 700.0  # what a float can hold

ROWS: Final = (
    *(f"{kind}/{colour}" for kind in ("roll", "reroll") for colour in COLOURS),
    *("roll", "noise"),
)  # every row that dice are counted in

Counts = dict[str, list[int]]  # by kind and die, such as `roll/R`: how often each face fell


@dataclass(frozen=True, slots=True)
class Misser:
    """Who missed links: a player of the game with this mark, and of how many that were waited for."""

    mark: str
    player: int
    missed: int
    awaited: int


def log_evidence(faces: Sequence[int]) -> float:
    """The logarithm of the evidence against a fair die, given how often each of its faces fell."""
    sides, dice = len(faces), sum(faces)
    foretold = lgamma(sides) - lgamma(sides + dice) + sum(lgamma(1 + count) for count in faces)
    return foretold + dice * log(sides)


def evidence(counts: Mapping[str, Sequence[int]]) -> float:
    """The evidence of several dice: the mean of theirs, which for fair dice has the mean 1 as well."""
    each = [exp(min(log_evidence(faces), _MOST_LOG)) for faces in counts.values()]
    unthrown = len(set(ROWS) - counts.keys())
    return (sum(each) + unthrown) / (len(each) + unthrown)


def is_alarming(found: float) -> bool:
    """Whether fair dice would ever give such evidence with a chance below one in a million only."""
    return found >= 1 / ALARM_CHANCE


def counted(draws: Iterable[tuple[Draw, Sequence[int]]]) -> Counts:
    """Draws with their dice, counted by kind and die."""
    counts: Counts = {}
    for draw, dice in draws:
        for name, face in zip(names_of(draw.kind, len(dice)), dice, strict=True):
            counts.setdefault(name, [0] * SIDES)[face - 1] += 1
    return counts


def names_of(kind: str, dice: int) -> list[str]:
    """What the dice of a draw are counted as."""
    word, _, letters = kind.partition(":")
    if letters:
        return [f"{word}/{letter}" for letter in letters.split(",")]
    if word == "roll" and dice == len(COLOURS):
        return [f"{word}/{letter}" for letter in COLOURS]
    return [word] * dice


def added(all_counts: Iterable[Mapping[str, Sequence[int]]]) -> Counts:
    """Counts of several tables together."""
    total: Counts = {}
    for counts in all_counts:
        for name, faces in counts.items():
            known = total.setdefault(name, [0] * len(faces))
            total[name] = [one + other for one, other in zip(known, faces, strict=True)]
    return dict(sorted(total.items()))
