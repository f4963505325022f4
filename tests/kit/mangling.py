"""Slips of the pen: a good text with a few characters lost, doubled, swapped or replaced."""

from random import Random

CHARACTERS = 'abgrxy.=|*[]"\\:0123456789-# \n\t\r\x00é｟𝟙\u2028'


def mangled(text: str, rng: Random) -> str:
    """The text after one to three slips."""
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(text) + 1)
        length = rng.choice((0, 1, 1, 2, 8))
        other = rng.choice(["", rng.choice(CHARACTERS), text[place : place + length] * 2, _piece(text, rng)])
        text = text[:place] + other + text[place + length :]
    return text


def _piece(text: str, rng: Random) -> str:
    start = rng.randrange(len(text) + 1)
    return text[start : start + rng.randint(1, 12)]
