"""Chains: the vectors of the protocol, and links that fit only where they belong."""

import pytest

from tumbletrip.fairness.chains import Chain, leads_to, link_before, read_link

SERVER = Chain(bytes(range(32)), 4)
SEAT = Chain(b"\x01" * 32, 4)


def test_the_vectors_of_the_protocol() -> None:
    """docs/fair-dice.md and frontend/tests/fair.test.ts have the same numbers."""
    assert SERVER.anchor.hex() == "e6591f9a0a0e7d2b21cc1c0c79bcf15a8c9730378574083d64737057f0b1245e"
    assert SERVER.link(1).hex() == "a05a26bbb837e7e1b7313b3afa8d09f25a959825270e16caac063dc1e00e7b54"
    assert SEAT.link(1).hex() == "a648d0782bc11b92b71dc1b468758efca0e221c1671f3ee6ad54e7a9c69e475a"


@pytest.mark.parametrize("length", [1, 4, 63, 64, 65, 200])
def test_every_link_leads_to_the_one_before_and_to_the_anchor(length: int) -> None:
    chain = Chain(bytes(range(32)), length)
    assert chain.link(length) == bytes(range(32))
    links = [chain.anchor, *(chain.link(number) for number in range(1, length + 1))]
    for number in range(1, length + 1):
        assert link_before(links[number]) == links[number - 1]
        assert leads_to(links[number], chain.anchor, number)
        assert not leads_to(links[number], chain.anchor, number - 1)


@pytest.mark.parametrize("number", [0, -1, 5])
def test_there_is_no_link_outside_a_chain(number: int) -> None:
    with pytest.raises(IndexError):
        SERVER.link(number)


@pytest.mark.parametrize("value", [None, 7, "", "ab", "A" * 64, "g" * 64, "a" * 63 + "\n", "a" * 66])
def test_what_is_no_link_is_not_read(value: object) -> None:
    assert read_link(value) is None
    assert read_link("0a" * 32) == b"\n" * 32
