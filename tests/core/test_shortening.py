"""What people see as one character is never cut in two, however many code points it has."""

import pytest

from tumbletrip.core.shortening import shortened

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
HEART_ON_FIRE = "\u2764\ufe0f\u200d\U0001f525"
THUMB = "\U0001f44d\U0001f3fd"
FRANCE, GERMANY = "\U0001f1eb\U0001f1f7", "\U0001f1e9\U0001f1ea"


@pytest.mark.parametrize("sign", [FAMILY, HEART_ON_FIRE, THUMB, FRANCE, "e\u0301"])
def test_a_sign_stays_or_goes_as_a_whole(sign: str) -> None:
    for most in range(1, len(sign)):
        assert shortened(f"A{sign}", 1 + most) == "A"
    assert shortened(f"A{sign}B", 1 + len(sign)) == f"A{sign}"


def test_of_two_flags_the_first_stays() -> None:
    assert shortened(FRANCE + GERMANY, 3) == FRANCE


def test_names_of_any_direction_keep_their_beginning() -> None:
    assert shortened("שלום עולם", 5) == "שלום"
    assert shortened("short", 5) == "short"
