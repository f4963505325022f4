"""What a run of the kill harness has shown: all that people were told, held against the log that is left."""

import json
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.kit.server.clients import Person, matches
from tumbletrip.fairness.checking import check
from tumbletrip.games.registry import house_games
from tumbletrip.host.core.fair import FairTable
from tumbletrip.tables.chain import broken_at
from tumbletrip.tables.ports import Status, StoredTable
from tumbletrip.tables.table import evolve, fold

CHANCE = ("rolled", "rerolled", "rolled_for_order", "flicked")  # what dice or physics answered


@dataclass
class Figures:
    """What a run has shown; those from `lost` on must be 0."""

    games: Counter[str] = field(default_factory=Counter)
    games_hit: int = 0  # games during which a server was killed
    kills: int = 0
    seconds: float = 0.0
    acknowledged: int = 0
    sent_again: int = 0  # commands without an answer when the line broke
    stored_unanswered: int = 0  # of these, the ones that were stored already and got their old answer
    events: int = 0
    draws: int = 0  # rolls and flicks
    checked: int = 0  # draws that were worked out again from their links
    links: int = 0  # that devices gave for them
    lost: int = 0  # acknowledged, and not in the log where it was said to be
    doubled: int = 0  # commands that are in the log twice
    drawn_again: int = 0  # rolls and flicks that are in the log twice
    changed: int = 0  # events that somebody saw otherwise than they are stored
    contradictions: int = 0  # one client told two things
    misdrawn: int = 0  # what does not fit the chains of a game: wrong dice, a number drawn twice or never
    broken: int = 0  # tables whose chain of hashes does not hold
    unfinished: int = 0  # tables whose log does not end with the end of the game
    findings: list[str] = field(default_factory=list)  # what is misdrawn, in words, with the events around it

    @property
    def faults(self) -> int:
        """How much went wrong."""
        return (
            self.lost + self.doubled + self.drawn_again + self.misdrawn + self.changed
            + self.contradictions + self.broken + self.unfinished
        )  # fmt: skip


def judge(people: Sequence[Person], stored: StoredTable, figures: Figures) -> None:
    """Add what one table shows to the figures."""
    bodies = [json.loads(event.body) for event in stored.events]
    commands = [event.command for event in stored.events if event.command]
    draws = list(_draws(bodies))
    figures.events += len(bodies)
    figures.draws += sum(body["play"]["kind"] in CHANCE for body in bodies if body["kind"] == "played")
    figures.doubled += len(commands) - len({*commands})
    figures.drawn_again += len(draws) - len({*draws})
    _judge_draws(stored.id, bodies, figures)
    figures.broken += broken_at(stored) is not None
    figures.unfinished += fold(bodies, house_games()).status is not Status.OVER
    for person in people:
        _judge_person(person, stored, bodies, figures)


def _judge_person(person: Person, stored: StoredTable, bodies: Sequence[Any], figures: Figures) -> None:
    commands = {event.seq: event.command for event in stored.events}
    figures.acknowledged += len(person.told)
    figures.sent_again += person.sent_again
    figures.stored_unanswered += person.stored_unanswered
    figures.contradictions += len(person.contradictions)
    figures.lost += sum(commands.get(seq) != f"{person.seat}:{name}" for name, seq in person.told.items())
    figures.changed += sum(
        seq > len(bodies) or not matches(seen, bodies[seq - 1]) for seq, seen in person.seen.items()
    )


def _judge_draws(table_id: str, bodies: Sequence[Any], figures: Figures) -> None:
    """Work out the dice of a whole game again, if they were drawn from chains."""
    games, fair = house_games(), FairTable()
    table = fold(bodies[:1], games)
    for body in bodies[1:]:
        table = evolve(table, body)
        fair.note(body, table.players)
    records = games.kit(table.setup.game).records
    proof = fair.proof(table_id, table.players)
    if proof is None or records.fair is None:
        return
    names = [table.seats[seat].called(seat) for seat in table.players]
    played = [body["play"] for body in bodies if body["kind"] == "played"]
    record = records.of_play(table.play, names, played)
    found = check(proof, records.fair.setup(record), records.fair.claims(record))
    figures.checked += found.draws
    figures.links += sum(found.given.values())
    findings = [f"{fault.wrong.value} of {fault.player} at draw {fault.draw}" for fault in found.faults]
    if fair.request:
        findings.append(f"draw {fair.request.number} was asked for and never made")
    figures.misdrawn += len(findings)
    figures.findings += [f"table {table_id}: {finding}" for finding in findings]
    if findings:
        figures.findings += _told_of_draws(bodies)


def _told_of_draws(bodies: Sequence[Any]) -> list[str]:
    """The events of a table, shortly: whoever reads of a fault sees how it came."""
    return [f"{seq}: {_shortly(body)}" for seq, body in enumerate(bodies, start=1)]


def _shortly(body: Any) -> str:
    if body["kind"] != "played":
        return " ".join(str(value)[:24] for value in body.values())
    told = f"{body['play']['kind']} by {body['play']['seat']}"
    draw = body.get("draw")
    if not draw:
        return told
    links = [f"{link[:8]}{reason}" for link, reason in zip(draw["links"], draw["reasons"], strict=True)]
    return f"{told}, draw {draw['number']} from {links}"


def _draws(bodies: Sequence[Any]) -> Iterator[Hashable]:
    """The draws that the rules allow once: a roll in a round, a flick of a die in a round."""
    table = fold(bodies[:1], house_games())
    for body in bodies[1:]:
        play = body.get("play", {})
        if play.get("kind") == "rolled":
            yield table.round
        elif play.get("kind") == "flicked":
            yield table.round, play["launch"]["die"]
        table = evolve(table, body)
