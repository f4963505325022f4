"""The practice board: one flick to try among dice that lie there; nothing is kept."""

import math
from collections.abc import Sequence
from functools import partial
from random import SystemRandom
from typing import Any, Final, TypedDict

from tumbletrip.answers.refusing import CONFLICT, UNAVAILABLE, Refuse
from tumbletrip.games.tumblin.play import contact_json, launch_json, read_launch, rest_json, trajectory_text
from tumbletrip.games.tumblin.settling import FlickAnswer, FlickQuestion, to_be_settled
from tumbletrip.host.host import Host
from tumbletrip.host.ports import JobFailed
from tumbletrip.tables.play import Body
from tumbletrip.tumblin.board import USUAL_BOARD, Board, builtin_board
from tumbletrip.tumblin.dice import COLOURS, KINDS
from tumbletrip.tumblin.hands import HandSize, MadeBy, hand_of
from tumbletrip.tumblin.launches import on_the_track, refuse_launch
from tumbletrip.tumblin.ports import Die, Launch, Pose, Rest
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.scoring import score_die
from tumbletrip.tumblin.setup import Seat, Setup

FARTHEST_M: Final = 2.0  # from the board's origin; dice that fell off the board lie well within


class LyingDie(TypedDict):
    """A die that lies on the practice board."""

    kind: str
    pose: list[float]


class PracticeWish(TypedDict):
    """A flick to try, and the dice in its way."""

    dice: list[LyingDie]
    kind: str
    hand: str
    by: str
    launch: dict[str, Any]


async def practise(host: Host, wish: PracticeWish, address: str) -> Body:
    """All dice at rest after a flick, those that lay there first; the film and its sounds."""
    question = _question(builtin_board(USUAL_BOARD), wish)
    if isinstance(question, No):
        raise Refuse(CONFLICT, question.value)
    try:
        answer: FlickAnswer = await host.work_out(to_be_settled(question), address)
    except JobFailed:
        raise Refuse(UNAVAILABLE, "http/busy") from None
    return {
        "launch": launch_json(question.launch),
        "rests": [
            {**rest_json(rest), "points": score_die(question.setup.house, rest).points}
            for rest in answer.settled.rests
        ],
        "trajectory": trajectory_text(answer.settled.trajectory),
        "contacts": [contact_json(contact) for contact in answer.settled.contacts],
    }


def _question(found: Board, wish: PracticeWish) -> FlickQuestion | No:
    """The question for physics, or why the flick is refused; the same bounds hold as at a table."""
    resting = [_rest(found, number, lying) for number, lying in enumerate(wish["dice"])]
    if not all(_is_near(rest.pose) for rest in resting):
        return No.IMPOSSIBLE_POSE
    flicked = _die(len(resting), wish["kind"])
    dice = (*(rest.die for rest in resting), flicked)
    setup = Setup((Seat("practice", dice),), ((0,),), board=found)
    launch = read_launch(setup, {**wish["launch"], "die": flicked.key})
    if launch is None:
        return No.NOT_A_NUMBER
    launch = on_the_track(found, launch)
    refusal = refuse_launch(found, launch, resting)
    return refusal or FlickQuestion(setup, tuple(resting), _shaken(found, wish, launch, resting))


def _shaken(found: Board, wish: PracticeWish, launch: Launch, resting: Sequence[Rest]) -> Launch:
    """What the hand asked for makes of a launch; nothing is kept, so nothing has to be drawn again."""
    hand = hand_of(HandSize(wish["hand"]), MadeBy(wish["by"]))
    chance = partial(SystemRandom().gauss, 0.0, 1.0)
    return hand.flick(found, resting, launch, chance) if hand else launch


def _rest(found: Board, number: int, lying: LyingDie) -> Rest:
    return read(found, _die(number, lying["kind"]), Pose(*lying["pose"]))


def _die(number: int, kind: str) -> Die:
    return Die(f"a{number + 1}", 0, COLOURS[number % len(COLOURS)], KINDS[kind])


def _is_near(pose: Pose) -> bool:
    """Whether a die could lie there; false for NaN, as every comparison with it is."""
    norm = math.sqrt(sum(part * part for part in pose.orientation))
    return all(abs(value) <= FARTHEST_M for value in (pose.x, pose.y, pose.z)) and abs(norm - 1) < 1e-3
