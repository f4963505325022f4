"""Texts cut to a length without breaking what people see as one character."""

import unicodedata

JOINER = "\u200d"  # makes one picture of two: a family of its members
AS_PICTURE = "\ufe0f"  # asks for the coloured form of what stands before it


def shortened(text: str, most: int) -> str:
    """The first code points of a text; what people see as one character stays or goes as a whole."""
    if len(text) <= most:
        return text
    end = most
    while end > 0 and _is_inside(text, end):
        end -= 1
    return text[:end].rstrip()


def _is_inside(text: str, place: int) -> bool:
    """Whether a cut here would part what belongs together."""
    after, before = text[place], text[place - 1]
    if before == JOINER or after in (JOINER, AS_PICTURE) or unicodedata.combining(after):
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff":  # the colour of the skin of what stands before
        return True
    return _is_flag_half(after) and _half_flags_before(text, place) % 2 == 1


def _is_flag_half(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _half_flags_before(text: str, place: int) -> int:
    start = place
    while start > 0 and _is_flag_half(text[start - 1]):
        start -= 1
    return place - start
