"""A whole game is checked, and whoever changes any part of it is found out."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.kit.fair_games import FairDealer, fair_trip, fair_tumble
from tumbletrip.core.errors import InputError
from tumbletrip.core.lines import IMPORTED
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import named_edition
from tumbletrip.dicetrip.notation.records import Record, RecordedEvent, format_record, parse_record
from tumbletrip.dicetrip.rules import Rolled
from tumbletrip.fairness.chains import Chain
from tumbletrip.fairness.checking import Checked, Claim, Fault, Wrong, check
from tumbletrip.fairness.draws import MISSING, setup_hash
from tumbletrip.fairness.proofs import Draw, Proof, Seal, proof_from, proof_tags
from tumbletrip.games.dicetrip.drawn import claims, setup_text
from tumbletrip.games.tumblin import drawn as tumblin_drawn
from tumbletrip.tables.play import NeedDice
from tumbletrip.tumblin.hands import HandSize
from tumbletrip.tumblin.notation import record_reader
from tumbletrip.tumblin.notation import records as tumblin_records

GAME = fair_trip()
OTHER = Chain(b"\x07" * 32, 64)  # nobody's chain at this table


def proof_of(record: Record) -> Proof:
    proof = proof_from(record.tags)
    assert proof
    return proof


def checked(record: Record) -> Checked:
    return check(proof_of(record), setup_text(record), claims(record))


def with_proof(change: Callable[[Proof], Proof]) -> Record:
    return replace(GAME, tags=tuple(proof_tags(change(proof_of(GAME)))))


def with_draw(number: int, change: Callable[[Draw], Draw]) -> Record:
    def changed(proof: Proof) -> Proof:
        draws = [change(draw) if draw.number == number else draw for draw in proof.draws]
        return replace(proof, draws=tuple(draws))

    return with_proof(changed)


def test_an_honest_game_fits_also_after_it_was_written_and_read() -> None:
    found = checked(parse_record(format_record(GAME)))
    assert found.faults == ()
    assert found.draws == 14
    assert found.given == {0: 14, 1: 14}
    assert found.missed == {}


def changed_die() -> Record:
    first = GAME.events[0].event
    assert isinstance(first, Rolled)
    roll = Roll(first.roll.red % 6 + 1, *first.roll[1:])
    return replace(GAME, events=(RecordedEvent(Rolled(first.seat, roll), 0), *GAME.events[1:]))


def swapped_server_link() -> Record:
    return with_draw(3, lambda draw: replace(draw, server=OTHER.link(3).hex()))


def swapped_seat_link() -> Record:
    return with_draw(3, lambda draw: replace(draw, links=(OTHER.link(3).hex(), draw.links[1])))


def hidden_contribution() -> Record:
    return with_draw(14, lambda draw: replace(draw, links=(MISSING, draw.links[1]), reasons=("late", "")))


def dropped_draw() -> Record:
    return with_proof(lambda proof: replace(proof, draws=proof.draws[:4] + proof.draws[5:]))


def repeated_draw() -> Record:
    return with_draw(5, lambda draw: replace(proof_of(GAME).draws[3], number=draw.number))


def other_edition() -> Record:
    return replace(GAME, edition=named_edition("germany"))


@pytest.mark.parametrize(
    ("tampered", "found"),
    [
        (changed_die, Fault(Wrong.DICE, 1)),
        (swapped_server_link, Fault(Wrong.SERVER_LINK, 3)),
        (swapped_seat_link, Fault(Wrong.SEAT_LINK, 3, 0)),
        (hidden_contribution, Fault(Wrong.DICE, 14)),
        (dropped_draw, Fault(Wrong.NUMBER, 5)),
        (repeated_draw, Fault(Wrong.SERVER_LINK, 5)),
        (other_edition, Fault(Wrong.SETUP)),
    ],
)
def test_tampering_of_seven_kinds_is_found(tampered: Callable[[], Record], found: Fault) -> None:
    assert found in checked(tampered()).faults


MATCH = fair_tumble()
FLICK = 3  # the first draw after the rolls for the order


def checked_match(record: tumblin_records.Record) -> Checked:
    proof = proof_from(record.tags)
    assert proof
    return check(proof, tumblin_drawn.setup_text(record), tumblin_drawn.claims(record))


def match_with(change: Callable[[Proof], Proof]) -> tumblin_records.Record:
    proof = proof_from(MATCH.tags)
    assert proof
    return replace(MATCH, tags=tuple(proof_tags(change(proof))))


def match_with_draw(number: int, **changes: Any) -> tumblin_records.Record:
    def changed(proof: Proof) -> Proof:
        told = [replace(draw, **changes) if draw.number == number else draw for draw in proof.draws]
        return replace(proof, draws=tuple(told))

    return match_with(changed)


def match_with_event(place: int, change: Callable[[Any], Any]) -> tumblin_records.Record:
    item = MATCH.items[place]
    assert isinstance(item, tumblin_records.RecordedEvent)
    items = (*MATCH.items[:place], replace(item, event=change(item.event)), *MATCH.items[place + 1 :])
    return replace(MATCH, items=items)


def with_other_launch(event: Any) -> Any:
    return replace(event, launch=replace(event.launch, speed_mps=1.5))


def with_other_aim(event: Any) -> Any:
    return replace(event, aim=replace(event.aim, launch=replace(event.aim.launch, azimuth=0.1)))


def test_an_honest_match_fits() -> None:
    text = tumblin_records.format_record(MATCH)
    found = checked_match(record_reader.parse_record(text))
    assert found.faults == ()
    assert found.draws == 10


@pytest.mark.parametrize(
    ("tampered", "found"),
    [
        (match_with_event(0, lambda event: replace(event, face=6)), Fault(Wrong.DICE, 1)),
        (match_with_event(3, with_other_launch), Fault(Wrong.DICE, FLICK)),
        (match_with_event(3, with_other_aim), Fault(Wrong.DICE, FLICK)),
        (match_with_draw(4, server=OTHER.link(4).hex()), Fault(Wrong.SERVER_LINK, 4)),
        (match_with_draw(4, links=(OTHER.link(4).hex(),) * 2), Fault(Wrong.SEAT_LINK, 4, 0)),
        (match_with_draw(10, links=(MISSING,) * 2, reasons=("late",) * 2), Fault(Wrong.DICE, 10)),
        (match_with(lambda it: replace(it, draws=it.draws[:4] + it.draws[5:])), Fault(Wrong.NUMBER, 5)),
        (match_with(lambda proof: replace(proof, draws=proof.draws[:-1])), Fault(Wrong.UNDRAWN, 10)),
        (replace(MATCH, setup=replace(MATCH.setup, hand=HandSize.WILD)), Fault(Wrong.SETUP)),
    ],
    ids=["die", "flick", "aim", "server", "seat", "hidden", "dropped", "last", "hand"],
)  # fmt: skip
def test_tampering_with_a_match_is_found(tampered: tumblin_records.Record, found: Fault) -> None:
    assert found in checked_match(tampered).faults


def test_links_that_fit_a_chain_but_not_the_dice_are_found() -> None:
    """Another edition together with its hash, another table, and another kind: all are in the message."""
    bound = with_proof(lambda proof: replace(proof, setup=setup_hash("{}")))
    assert Fault(Wrong.DICE, 1) in check(proof_of(bound), "{}", claims(bound)).faults
    assert Fault(Wrong.DICE, 1) in checked(with_proof(lambda proof: replace(proof, table="T2"))).faults
    assert Fault(Wrong.KIND, 2) in checked(with_draw(2, lambda draw: replace(draw, kind="reroll:R"))).faults


def test_a_last_draw_or_last_dice_left_out_are_found() -> None:
    short = with_proof(lambda proof: replace(proof, draws=proof.draws[:-1]))
    assert checked(short).faults == (Fault(Wrong.UNDRAWN, 14),)
    shorter = replace(GAME, events=GAME.events[:3])
    assert Fault(Wrong.UNPLAYED, 3) in checked(shorter).faults


def test_who_misses_a_link_is_out_until_a_new_anchor_is_sealed() -> None:
    dealer = FairDealer("{}", 1)
    faces = [dealer.draw(NeedDice(4)) for _ in range(3)]
    told = [Claim("roll", 4, one.__eq__) for one in faces]
    missed = replace(dealer.proof.draws[1], links=(MISSING,), reasons=("late",))
    draws = (dealer.proof.draws[0], missed, dealer.proof.draws[2])
    found = check(replace(dealer.proof, draws=draws), "{}", told)
    assert Fault(Wrong.SEAT_LINK, 3, 0) in found.faults
    assert found.missed == {0: 1}
    again = Chain(b"\x09" * 32, 8)
    seals = (*dealer.proof.seals, Seal(0, 3, again.anchor.hex()))
    third = replace(draws[2], links=(again.link(1).hex(),))
    resealed = check(replace(dealer.proof, seals=seals, draws=(*draws[:2], third)), "{}", told)
    assert Fault(Wrong.SEAT_LINK, 3, 0) not in resealed.faults


def test_a_chain_is_begun_anew_twice_at_most() -> None:
    seals = tuple(Seal(1, first, OTHER.anchor.hex()) for first in (1, 40, 50, 60))
    assert Fault(Wrong.SEALS, 0, 1) in checked(with_proof(lambda proof: replace(proof, seals=seals))).faults


def test_the_first_dice_of_a_game_that_began_elsewhere_are_not_judged_and_said_to_be_unproven() -> None:
    dealer = FairDealer("{}", 1)
    drawn = [Claim("roll", 4, dealer.draw(NeedDice(4)).__eq__) for _ in range(2)]
    told = [Claim("roll", 4, (1, 1, 1, 1).__eq__), *drawn]
    tags = [*proof_tags(dealer.proof), IMPORTED]
    proof = proof_from(tags)
    assert proof
    found = check(proof, "{}", told)
    assert (found.faults, found.brought, found.draws) == ((), 1, 2)
    assert Fault(Wrong.DICE, 1) in check(dealer.proof, "{}", told).faults  # one that began here
    assert check(proof, "{}", [*drawn, told[0]]).faults  # only the first ones


def test_a_draw_that_came_to_nothing_is_named_and_the_chains_go_on() -> None:
    dealer = FairDealer("{}", 1)
    faces = [dealer.draw(NeedDice(4)) for _ in range(2)]
    draws = (Draw(1, "roll", ""), dealer.proof.draws[1])
    found = check(replace(dealer.proof, draws=draws), "{}", [Claim("roll", 4, faces[1].__eq__)])
    assert found.faults == ()
    assert found.voids == (1,)


@pytest.mark.parametrize(
    "tag",
    [
        ("Fair", "tumbletrip-fair-1 T1 00"),
        ("Fair", "tumbletrip-fair-2 T1"),
        ("FairSeat1", "1"),
        ("FairSeat1", "one " + "0" * 64),
        ("Draw1", "roll"),
        ("Draw1", "roll -"),
        ("Draw1", "ro|ll " + "0" * 64),
        ("Draw1", "roll " + "0" * 63),
    ],
)
def test_a_broken_tag_is_refused(tag: tuple[str, str]) -> None:
    with pytest.raises(InputError):
        proof_from([*(one for one in GAME.tags if one[0] != tag[0]), tag])


def test_a_record_without_a_proof_has_none() -> None:
    assert proof_from([("Date", "2026-11-16")]) is None
