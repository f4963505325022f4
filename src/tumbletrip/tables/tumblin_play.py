"""Tumblin-Dice at a table: order rolls and flicks as JSON, and the board as everybody sees it."""

import base64
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tumbletrip.core.outcomes import Outcome
from tumbletrip.core.refusals import Refusal
from tumbletrip.tables.play import (
    Action,
    Answer,
    Body,
    DiceAnswer,
    FlickAnswer,
    Need,
    NeedDice,
    NeedFlick,
    changed,
)
from tumbletrip.tables.refusals import No
from tumbletrip.tumblin.ports import Contact, Die, Launch, Pose, Rest
from tumbletrip.tumblin.refusals import No as RuleNo
from tumbletrip.tumblin.rules import (
    Event,
    Flick,
    Flicked,
    Match,
    Phase,
    RolledForOrder,
    RollForOrder,
    decide,
    evolve,
    outcome,
    refuse_flick,
)
from tumbletrip.tumblin.scoring import RoundSheet, score_die
from tumbletrip.tumblin.setup import Setup

NUMBERS = ("x", "y", "yaw", "azimuth", "speed_mps", "hit_side", "hit_height")
ANY_FACE = 1  # to ask whether a roll would be allowed before chance is asked


@dataclass(frozen=True, slots=True)
class TumblinPlay:
    """A match of Tumblin-Dice; nothing in it is hidden from anybody."""

    match: Match
    last_flick: Body | None = None

    @property
    def round(self) -> int:
        """The round being played."""
        return self.match.round

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Those who roll for the order, or the one who flicks."""
        if self.match.phase is Phase.ORDER:
            return self.match.rolling
        return () if self.match.turn is None else (self.match.turn,)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.match.phase is Phase.OVER

    @property
    def outcome(self) -> Outcome | None:
        """The ranking of the sides, once the match is over."""
        return outcome(self.match)

    def decide(self, seat: int, action: Action, answer: Answer | None) -> Body | Need | Refusal:
        """Turn an action into an event by the rules."""
        match action.get("do"):
            case "order":
                return self._decide_order(seat, answer)
            case "flick":
                return self._decide_flick(seat, action, answer)
            case _:
                return No.UNKNOWN_ACTION

    def _decide_order(self, seat: int, answer: Answer | None) -> Body | Need | Refusal:
        face = answer.faces[0] if isinstance(answer, DiceAnswer) else ANY_FACE
        decided = decide(self.match, RollForOrder(seat, face))
        if isinstance(decided, RuleNo):
            return decided
        return event_json(decided) if isinstance(answer, DiceAnswer) else NeedDice(1)

    def _decide_flick(self, seat: int, action: Action, answer: Answer | None) -> Body | Need | Refusal:
        launch = read_launch(self.match.setup, action)
        if launch is None:
            return No.MALFORMED
        refusal = refuse_flick(self.match, seat, launch)
        if refusal:
            return refusal
        if not isinstance(answer, FlickAnswer):
            return NeedFlick(self.match.setup, self.match.rests, launch)
        settled = answer.settled
        flick = Flick(seat, launch, settled.rests, answer.fingerprint, settled.trajectory)
        decided = decide(self.match, flick)
        if isinstance(decided, RuleNo):
            return decided
        return {**event_json(decided), "contacts": [contact_json(contact) for contact in settled.contacts]}

    def without_hands(self) -> "TumblinPlay":
        """The same: all dice are the app's."""
        return self

    def evolve(self, body: Body) -> "TumblinPlay":
        """The match after an event; the last flick stays at hand to be shown again."""
        after = evolve(self.match, event_from_json(self.match.setup, body))
        return TumblinPlay(after, body if body["kind"] == "flicked" else self.last_flick)

    def shown(self, body: Body, seats: Collection[int]) -> Body:  # noqa: ARG002  # the protocol names them
        """Everybody sees everything."""
        return body

    def public_view(self) -> Body:
        """The match: dice in hand and at rest, sheets, totals."""
        match = self.match
        ended = self.outcome
        return {
            "game": "tumblin",
            "board": match.setup.board.id,
            "house": list(match.setup.house.words),
            "sides": [list(side) for side in match.setup.sides],
            "dice": [die_json(die) for die in match.setup.dice.values()],
            "round": match.round,
            "phase": match.phase.value,
            "rolls": [list(own) for own in match.rolls],
            "order": list(match.round_order),
            "turn": match.turn,
            "waiting_for": list(self.waiting_for),
            "in_hand": [[die.key for die in match.dice_in_hand(seat)] for seat in range(len(match.rolls))],
            "rests": [{**rest_json(rest), "points": self._points(rest)} for rest in match.rests],
            "sheets": [sheet_json(sheet) for sheet in match.sheets],
            "totals": list(match.totals),
            "rounds_won": list(match.rounds_won),
            "target": match.setup.house.points_to_reach,
            "rounds_to_win": match.setup.house.rounds_to_win,
            "ranking": [list(place) for place in ended.ranking] if ended else None,
        }

    def public_changes(self, before: "TumblinPlay") -> Body:
        """The entries of the public view that are others than before."""
        return changed(before.public_view(), self.public_view())

    def _points(self, rest: Rest) -> int:
        return score_die(self.match.setup.house, rest).points

    def private_view(self, seat: int) -> Body:
        """A seat's own place; what it may flick is in the public view."""
        return {"seat": seat}

    def private_changes(self, before: "TumblinPlay", seat: int) -> Body:  # noqa: ARG002  # the protocol names them
        """A seat's own place never changes."""
        return {}


# Events as JSON


def event_json(event: Event) -> dict[str, Any]:
    """A rules event as it is stored and sent."""
    if isinstance(event, RolledForOrder):
        return {"kind": "rolled_for_order", "seat": event.seat, "face": event.face}
    return {
        "kind": "flicked",
        "seat": event.seat,
        "launch": launch_json(event.launch),
        "rests": [rest_json(rest) for rest in event.rests],
        "fingerprint": event.fingerprint,
        "trajectory": trajectory_text(event.trajectory),
    }


def trajectory_text(trajectory: bytes) -> str:
    """A coded trajectory for JSON."""
    return base64.b64encode(trajectory).decode()


def event_from_json(setup: Setup, body: Body) -> Event:
    """The rules event that was stored."""
    if body["kind"] == "rolled_for_order":
        return RolledForOrder(body["seat"], body["face"])
    launch = body["launch"]
    numbers = {name: launch[name] for name in NUMBERS}
    return Flicked(
        seat=body["seat"],
        launch=Launch(setup.dice[launch["die"]], face_up=launch["face_up"], **numbers),
        rests=tuple(_rest(setup, value) for value in body["rests"]),
        fingerprint=body["fingerprint"],
        trajectory=base64.b64decode(body["trajectory"]),
    )


def launch_json(launch: Launch) -> dict[str, Any]:
    """A launch for JSON, as actions and events carry it."""
    numbers = {name: getattr(launch, name) for name in NUMBERS}
    return {"die": launch.die.key, "face_up": launch.face_up, **numbers}


def rest_json(rest: Rest) -> dict[str, Any]:
    """A die at rest: where, how, and what the rules read there."""
    pose = rest.pose
    place = [pose.x, pose.y, pose.z, *pose.orientation]
    return {"die": rest.die.key, "pose": place, "tier": rest.tier, "zone": rest.zone, "face": rest.face}


def _rest(setup: Setup, value: Body) -> Rest:
    die = setup.dice[value["die"]]
    return Rest(die, Pose(*value["pose"]), value["tier"], value["zone"], value["face"])


def contact_json(contact: Contact) -> list[Any]:
    """What hit what, when and how hard."""
    return [round(contact.time_s, 4), contact.one, contact.other, round(contact.strength, 6)]


def die_json(die: Die) -> dict[str, Any]:
    """A die of the match: whose it is and how it looks."""
    kind = die.kind.name
    return {"key": die.key, "seat": die.seat, "colour": die.colour, "kind": kind, "bonus": die.is_bonus}


def sheet_json(sheet: RoundSheet) -> dict[str, Any]:
    """The sheet of a round for JSON."""
    dice = [[score.die.key, score.face, score.zone, score.why.value, score.points] for score in sheet.dice]
    return {"dice": dice, "aboard": sheet.aboard, "seats": sheet.seats, "sides": sheet.sides}


# Actions from JSON, which may hold anything


def read_launch(setup: Setup, action: Mapping[str, Any]) -> Launch | None:
    """A launch from a stranger's JSON; None if it is not one. Its bounds are for the rules to judge."""
    die = setup.dice.get(action["die"]) if isinstance(action.get("die"), str) else None
    face_up = action.get("face_up")
    values = {name: action.get(name, 0.0) for name in NUMBERS}
    if die is None or type(face_up) is not int:
        return None
    if not all(isinstance(value, int | float) and not isinstance(value, bool) for value in values.values()):
        return None
    try:
        return Launch(die, face_up=face_up, **{name: float(value) for name, value in values.items()})
    except OverflowError:  # an integer too large for any board
        return None
