"""Twenty, a toy game: throw a die or stop in turn; the highest sum up to twenty wins, more is nothing.

It shows all that a third game needs. Nothing else in the house knows it: `serve --game
tests.contracts.toy_game:KIT` plays it at tables, with bots, records, replays and in the browser.
"""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from random import Random

from tumbletrip.core.errors import InputError, Unreadable, problem
from tumbletrip.core.outcomes import Outcome, Reason, rank
from tumbletrip.games.kit import BotSeats, GameKit, Recorded, RecordFormat
from tumbletrip.games.option_values import only_known, seat_count
from tumbletrip.tables.play import Action, Asked, Body, Decided, Draft, NeedDice, Options, changed
from tumbletrip.tables.refusals import No

PLAYERS = (2, 6)
MOST = 20


@dataclass(frozen=True, slots=True)
class TwentyPlay:
    """What each seat has thrown, who has stopped, and whose turn it is."""

    throws: tuple[tuple[int, ...], ...]
    stopped: frozenset[int] = frozenset()
    turn: int = 0
    round: int = 1

    @property
    def waiting_for(self) -> tuple[int, ...]:
        return () if self.is_over else (self.turn,)

    @property
    def is_over(self) -> bool:
        return len(self.stopped) == len(self.throws)

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(Reason.ALL_ROUNDS_PLAYED, rank(self.totals)) if self.is_over else None

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(sum(own) if sum(own) <= MOST else 0 for own in self.throws)

    def decide(self, seat: int, action: Action) -> Decided:
        if self.waiting_for != (seat,):
            return No.WRONG_ROUND
        if action.get("do") == "stop":
            return {"kind": "stopped", "seat": seat}
        if action.get("do") != "throw":
            return No.UNKNOWN_ACTION
        return Asked(NeedDice(1), lambda faces: {"kind": "thrown", "seat": seat, "face": faces[0]})

    def without_hands(self) -> "TwentyPlay":
        return self

    def evolve(self, body: Body) -> "TwentyPlay":
        seat, stopped, throws = body["seat"], self.stopped, list(self.throws)
        if body["kind"] == "thrown":
            throws[seat] = (*throws[seat], body["face"])
        if body["kind"] == "stopped" or sum(throws[seat]) > MOST:
            stopped = stopped | {seat}
        after = replace(self, throws=tuple(throws), stopped=stopped)
        later = [other % len(throws) for other in range(seat + 1, seat + 1 + len(throws))]
        turn = next((other for other in later if other not in stopped), seat)
        return replace(after, turn=turn, round=self.round + (turn <= seat))

    def shown(self, body: Body, seats: Collection[int]) -> Body:
        del seats
        return body

    def public_view(self) -> Body:
        ended = self.outcome
        ranking = [list(place) for place in ended.ranking] if ended else None
        throws = [list(own) for own in self.throws]
        stopped = sorted(self.stopped)
        return {"game": "twenty", "throws": throws, "stopped": stopped, "turn": self.turn, "ranking": ranking}

    def public_changes(self, before: "TwentyPlay") -> Body:
        return changed(before.public_view(), self.public_view())

    def private_view(self, seat: int, draft: Draft) -> Body:
        del draft
        actions = [{"do": "throw"}, {"do": "stop"}] if self.waiting_for == (seat,) else []
        return {"seat": seat, "actions": actions}

    def private_changes(self, before: "TwentyPlay", seat: int, drafts: tuple[Draft, Draft]) -> Body:
        return changed(before.private_view(seat, drafts[0]), self.private_view(seat, drafts[1]))

    def hint(self, seat: int, draft: Draft, about: str) -> Body:
        del seat, draft, about
        return {}


def begin(options: Options, names: Sequence[str]) -> TwentyPlay:
    only_known(options)
    seat_count(names, *PLAYERS)
    return TwentyPlay(((),) * len(names))


# A record: tags with the names, then a line for each throw or stop.


@dataclass(frozen=True, slots=True)
class TwentyRecord:
    names: tuple[str, ...]
    bodies: tuple[Body, ...]


def parse(text: str) -> TwentyRecord:
    names, bodies = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        tag = re.fullmatch(r'\[(Game|Name) ("(?:[^"\\]|\\.)*")\]', line)
        move = re.fullmatch(r"([0-5]) (stop|[1-6])", line)
        if tag and tag[1] == "Name":
            names.append(str(json.loads(tag[2])))
        elif move:
            kind = {"kind": "stopped"} if move[2] == "stop" else {"kind": "thrown", "face": int(move[2])}
            bodies.append({**kind, "seat": int(move[1])})
        elif line and not tag:
            raise Unreadable(problem("notation.extra", word=line[:20]), line=number, column=1)
    return TwentyRecord(tuple(names), tuple(bodies))


def write(record: TwentyRecord) -> str:
    tags = ['[Game "twenty"]', *(f"[Name {json.dumps(name, ensure_ascii=False)}]" for name in record.names)]
    return (
        "\n".join([*tags, *(f"{body['seat']} {body.get('face', 'stop')}" for body in record.bodies)]) + "\n"
    )


def of_play(play: TwentyPlay, names: Sequence[str], bodies: Sequence[Body]) -> TwentyRecord:
    del play
    return TwentyRecord(tuple(names), tuple(bodies))


def replay(record: TwentyRecord) -> Recorded:
    play = begin({}, record.names)
    for body in record.bodies:
        if play.waiting_for != (body["seat"],):
            raise InputError(problem(No.WRONG_ROUND))
        play = play.evolve(body)
    return Recorded({}, record.names, record.bodies, play.is_over)


# Bots


def ask(play: TwentyPlay, seat: int) -> int:
    return sum(play.throws[seat])


def forced(play: TwentyPlay, seat: int) -> Action:
    raise AssertionError(f"seat {seat} always has a choice in {play}")


def choose(points: int, level: str, seed: str) -> Action:
    """The bold one throws up to sixteen, the random one as it likes."""
    throws = points < 17 if level == "bold" else Random(seed).random() < 0.8
    return {"do": "throw" if throws else "stop"}


KIT = GameKit(
    key="twenty",
    players=PLAYERS,
    begin=begin,
    records=RecordFormat(extension="twenty", parse=parse, format=write, of_play=of_play, replay=replay),
    bots=BotSeats(
        levels=("random", "bold"), stand_in="random", ask=ask, forced=forced, choose=choose, seconds=5.0
    ),
)
