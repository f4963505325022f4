"""Tumblin-Dice at a table: order rolls and flicks as JSON, and the board as everybody sees it."""

import base64
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tumbletrip.core.outcomes import Outcome
from tumbletrip.core.refusals import Refusal
from tumbletrip.games.tumblin.settling import FlickAnswer, FlickQuestion, to_be_settled
from tumbletrip.tables.play import Action, Asked, Body, Decided, Draft, NeedDice, changed
from tumbletrip.tables.refusals import No
from tumbletrip.tumblin.hands import DICE_TO_SHAKE, Aim, MadeBy, draw_from, hand_of
from tumbletrip.tumblin.launches import on_the_track
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
    decide_settled,
    evolve,
    outcome,
    refuse_flick,
)
from tumbletrip.tumblin.scoring import RoundSheet, score_die
from tumbletrip.tumblin.setup import Setup

LAUNCH_NUMBERS = ("x", "y", "yaw", "azimuth", "speed_mps", "hit_side", "hit_height")
ANY_FACE = 1  # to check that a roll is allowed before dice are rolled


@dataclass(frozen=True, slots=True)
class TumblinPlay:
    """A match of Tumblin-Dice; nothing in it is hidden from anybody."""

    match: Match
    last_flick: Body | None = None
    has_hands: bool = True  # people's flicks are shaken; bots shake their own

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

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side now."""
        return tuple(self.match.totals)

    def decide(self, seat: int, action: Action) -> Decided:
        """Decide an action by the rules."""
        match action.get("do"):
            case "order":
                return self._decide_order(seat)
            case "flick":
                return self._decide_flick(seat, action)
            case _:
                return No.UNKNOWN_ACTION

    def _decide_order(self, seat: int) -> Decided:
        trial = decide(self.match, RollForOrder(seat, ANY_FACE))
        if isinstance(trial, RuleNo):
            return trial
        if seat not in self.match.rolling:
            return RuleNo.ALREADY_ROLLED  # TD03: a tie waits until everybody has rolled
        return Asked(NeedDice(1), lambda faces: event_json(RolledForOrder(seat, faces[0])))

    def _decide_flick(self, seat: int, action: Action) -> Decided:
        launch = read_launch(self.match.setup, action)
        made_by = read_made_by(action)
        if launch is None or made_by is None:
            return No.MALFORMED
        launch = on_the_track(self.match.setup.board, launch)
        refusal = refuse_flick(self.match, seat, launch)
        if refusal:
            return refusal
        return self._shaken(seat, Aim(launch, made_by)) if self.has_hands else self._settled(seat, launch)

    def _shaken(self, seat: int, aim: Aim) -> Asked:
        """A person's flick: dice of the table say what the hand makes of the aim."""
        match = self.match
        hand = hand_of(match.setup.hand, aim.made_by)
        if hand is None:
            return self._settled(seat, aim.launch, aim)

        def shake(faces: tuple[int, ...]) -> Asked:
            launch = hand.flick(match.setup.board, match.rests, aim.launch, draw_from(faces))
            return self._settled(seat, launch, aim)

        return Asked(NeedDice(DICE_TO_SHAKE, is_noise=True), shake)

    def _settled(self, seat: int, launch: Launch, aim: Aim | None = None) -> Asked:
        """A launch that the rules allow: physics says what comes of it."""
        question = FlickQuestion(self.match.setup, self.match.rests, launch)
        return Asked(to_be_settled(question), lambda answer: self._flicked(seat, launch, aim, answer))

    def _flicked(self, seat: int, launch: Launch, aim: Aim | None, answer: FlickAnswer) -> Body | Refusal:
        """The event of a flick, from the result of physics."""
        settled = answer.settled
        flick = Flick(seat, launch, settled.rests, answer.fingerprint, settled.trajectory, aim)
        decided = decide_settled(self.match, flick)
        if isinstance(decided, RuleNo):
            return decided
        contacts = [contact_json(contact) for contact in settled.contacts]
        return {**event_json(decided), "contacts": contacts}

    def without_hands(self) -> "TumblinPlay":
        """The same match; what a bot flicks is shaken by its own hand already."""
        return replace(self, has_hands=False)

    def evolve(self, body: Body) -> "TumblinPlay":
        """The match after an event."""
        after = evolve(self.match, event_from_json(self.match.setup, body))
        return replace(self, match=after, last_flick=body if body["kind"] == "flicked" else self.last_flick)

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
            "hand": match.setup.hand.value,
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
        """The entries of the public view that changed."""
        return changed(before.public_view(), self.public_view())

    def _points(self, rest: Rest) -> int:
        return score_die(self.match.setup.house, rest).points

    def private_view(self, seat: int, draft: Draft) -> Body:  # noqa: ARG002  # the protocol names them
        """Only the seat's number; what it may flick is in the public view."""
        return {"seat": seat}

    def private_changes(self, before: "TumblinPlay", seat: int, drafts: tuple[Draft, Draft]) -> Body:  # noqa: ARG002  # the protocol names them
        """Nothing: a seat's number never changes."""
        return {}

    def hint(self, seat: int, draft: Draft, about: str) -> Body:  # noqa: ARG002  # the protocol names them
        """There are no hints in this game."""
        return {}


# Events as JSON


def event_json(event: Event) -> dict[str, Any]:
    """A rules event as it is stored and sent."""
    if isinstance(event, RolledForOrder):
        return {"kind": "rolled_for_order", "seat": event.seat, "face": event.face}
    aimed = {"by": event.aim.made_by.value, "asked": launch_json(event.aim.launch)} if event.aim else {}
    return {
        "kind": "flicked",
        "seat": event.seat,
        "launch": launch_json(event.launch),
        "rests": [rest_json(rest) for rest in event.rests],
        "fingerprint": event.fingerprint,
        "trajectory": trajectory_text(event.trajectory),
        **aimed,
    }


def trajectory_text(trajectory: bytes) -> str:
    """A coded trajectory for JSON."""
    return base64.b64encode(trajectory).decode()


def event_from_json(setup: Setup, body: Body) -> Event:
    """The rules event that was stored."""
    if body["kind"] == "rolled_for_order":
        return RolledForOrder(body["seat"], body["face"])
    return Flicked(
        seat=body["seat"],
        launch=_launch(setup, body["launch"]),
        rests=tuple(_rest(setup, value) for value in body["rests"]),
        fingerprint=body["fingerprint"],
        trajectory=base64.b64decode(body["trajectory"]),
        aim=Aim(_launch(setup, body["asked"]), MadeBy(body["by"])) if "asked" in body else None,
    )


def _launch(setup: Setup, stored: Body) -> Launch:
    numbers = {name: stored[name] for name in LAUNCH_NUMBERS}
    return Launch(setup.dice[stored["die"]], face_up=stored["face_up"], **numbers)


def launch_json(launch: Launch) -> dict[str, Any]:
    """A launch for JSON, as actions and events carry it."""
    numbers = {name: getattr(launch, name) for name in LAUNCH_NUMBERS}
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


# Actions from unchecked JSON


def read_launch(setup: Setup, action: Mapping[str, Any]) -> Launch | None:
    """A launch from unchecked JSON; None if it is malformed. The rules check its bounds."""
    die = setup.dice.get(action["die"]) if isinstance(action.get("die"), str) else None
    face_up = action.get("face_up")
    values = {name: action.get(name, 0.0) for name in LAUNCH_NUMBERS}
    if die is None or type(face_up) is not int:
        return None
    if not all(isinstance(value, int | float) and not isinstance(value, bool) for value in values.values()):
        return None
    try:
        return Launch(die, face_up=face_up, **{name: float(value) for name, value in values.items()})
    except OverflowError:  # an integer too large for any board
        return None


def read_made_by(action: Mapping[str, Any]) -> MadeBy | None:
    """How a person made a flick, from unchecked JSON; with the meter unless it says so. None: malformed."""
    word = action.get("by", MadeBy.METER.value)
    return MadeBy(word) if isinstance(word, str) and word in tuple(MadeBy) else None
