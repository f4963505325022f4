"""Ids of cities, made from their names."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

SPELT_OUT: Final = {
    ord(sign): plain for sign, plain in zip("łøđıßæ", ("l", "o", "d", "i", "ss", "ae"), strict=True)
}


def ids_for(names: Sequence[str]) -> list[str]:
    """A short word for each name, all different."""
    found: list[str] = []
    for name in names:
        word = word_for(name)
        number = 2
        while word in found or word == "x":
            word = f"{word_for(name)}-{number}"
            number += 1
        found.append(word)
    return found


def word_for(name: str) -> str:
    """A name as an id: small letters, digits and hyphens."""
    swapped = name.lower().translate(SPELT_OUT)
    plain = unicodedata.normalize("NFKD", swapped).encode("ascii", "ignore").decode()
    word = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return word if word[:1].isalpha() else f"c-{word}".strip("-")
