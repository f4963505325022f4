"""Tumblin-Dice over HTTP beside its tables: boards to draw, and one flick to try on the practice board."""

import math
from collections.abc import Sequence
from functools import partial
from random import SystemRandom
from typing import Final

from fastapi import APIRouter, Request, Response

from tumbletrip.answers.games import board_picture
from tumbletrip.games.tumblin.play import contact_json, launch_json, read_launch, rest_json, trajectory_text
from tumbletrip.games.tumblin.settling import FlickAnswer, FlickQuestion, to_be_settled
from tumbletrip.host.host import Host
from tumbletrip.host.ports import JobFailed
from tumbletrip.server.guards.rates import Buckets, address_of
from tumbletrip.server.http.problems import CONFLICT, NOT_FOUND, TOO_MANY, UNAVAILABLE, Refuse, documented
from tumbletrip.server.http.schemas import BoardPicture, PracticeDie, PracticeFlick, PracticeResult
from tumbletrip.tumblin.board import USUAL_BOARD, Board, builtin_board
from tumbletrip.tumblin.dice import COLOURS, KINDS
from tumbletrip.tumblin.hands import HandSize, MadeBy, hand_of
from tumbletrip.tumblin.launches import on_the_track, refuse_launch
from tumbletrip.tumblin.ports import Die, Launch, Pose, Rest
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.scoring import score_die
from tumbletrip.tumblin.setup import Seat, Setup

router = APIRouter(prefix="/api")

PRACTICE_RATE: Final = 3.0  # flicks a second per address: more than a thumb can do
PRACTICE_BURST: Final = 20
FARTHEST_M: Final = 2.0  # from the board's origin; dice that fell off the board lie well within

practice_buckets = Buckets(PRACTICE_RATE, PRACTICE_BURST)


@router.get("/boards/{name}", responses=documented(NOT_FOUND))
async def board(name: str, response: Response) -> BoardPicture:
    """A board, or the `usual` one; the shapes of all dice, and the limits of a flick: to draw and to aim."""
    picture = BoardPicture.model_validate(board_picture(name))
    response.headers["Cache-Control"] = "public, max-age=3600"
    return picture


@router.post("/practice", responses=documented(CONFLICT, UNAVAILABLE))
async def practice(request: Request, body: PracticeFlick) -> PracticeResult:
    """Flick one die among some that lie on the board; nothing is kept."""
    address = address_of(request.scope)
    if not practice_buckets.take(address):
        raise Refuse(TOO_MANY, "http/too_many")
    question = _question(builtin_board(USUAL_BOARD), body)
    if isinstance(question, No):
        raise Refuse(CONFLICT, question.value)
    host: Host = request.app.state.host
    try:
        answer: FlickAnswer = await host.work_out(to_be_settled(question), address)
    except JobFailed:
        raise Refuse(UNAVAILABLE, "http/busy") from None
    return PracticeResult(
        launch=launch_json(question.launch),
        rests=[
            {**rest_json(rest), "points": score_die(question.setup.house, rest).points}
            for rest in answer.settled.rests
        ],
        trajectory=trajectory_text(answer.settled.trajectory),
        contacts=[contact_json(contact) for contact in answer.settled.contacts],
    )


def _question(found: Board, body: PracticeFlick) -> FlickQuestion | No:
    """The question for physics, or why the flick is refused; the same bounds hold as at a table."""
    resting = [_rest(found, number, lying) for number, lying in enumerate(body.dice)]
    if not all(_is_near(rest.pose) for rest in resting):
        return No.IMPOSSIBLE_POSE
    flicked = _die(len(resting), body.kind)
    dice = (*(rest.die for rest in resting), flicked)
    setup = Setup((Seat("practice", dice),), ((0,),), board=found)
    launch = read_launch(setup, {**body.launch.model_dump(), "die": flicked.key})
    if launch is None:
        return No.NOT_A_NUMBER
    launch = on_the_track(found, launch)
    refusal = refuse_launch(found, launch, resting)
    return refusal or FlickQuestion(setup, tuple(resting), _shaken(found, body, launch, resting))


def _shaken(found: Board, body: PracticeFlick, launch: Launch, resting: Sequence[Rest]) -> Launch:
    """What the hand asked for makes of a launch; nothing is kept, so nothing has to be drawn again."""
    hand = hand_of(HandSize(body.hand), MadeBy(body.by))
    chance = partial(SystemRandom().gauss, 0.0, 1.0)
    return hand.flick(found, resting, launch, chance) if hand else launch


def _rest(found: Board, number: int, lying: PracticeDie) -> Rest:
    return read(found, _die(number, lying.kind), Pose(*lying.pose))


def _die(number: int, kind: str) -> Die:
    return Die(f"a{number + 1}", 0, COLOURS[number % len(COLOURS)], KINDS[kind])


def _is_near(pose: Pose) -> bool:
    """Whether a die could lie there; false for NaN, as every comparison with it is."""
    norm = math.sqrt(sum(part * part for part in pose.orientation))
    return all(abs(value) <= FARTHEST_M for value in (pose.x, pose.y, pose.z)) and abs(norm - 1) < 1e-3
