"""Reading a record (`.tumble`): a text becomes a `Record`, or an error with its line and column."""

import re
from base64 import b64decode
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from tumbletrip.core.errors import InputError, Unreadable, problem
from tumbletrip.core.lines import TextLimits, numbered_lines, split_tags
from tumbletrip.core.outcomes import Reason
from tumbletrip.core.tags import Tags
from tumbletrip.core.words import Word, Words, unquote
from tumbletrip.tumblin.board import Board, named_board
from tumbletrip.tumblin.dice import KINDS, Colour, DieKind
from tumbletrip.tumblin.hands import Aim, HandSize, MadeBy
from tumbletrip.tumblin.house_rules import CLASSIC, HouseRules, house_rules
from tumbletrip.tumblin.notation.records import (
    GAME,
    LAUNCH_WORDS,
    OWN_TAGS,
    RULES_VERSION,
    Item,
    Record,
    RecordedEvent,
    ToldResult,
    ToldRound,
    ToldScore,
)
from tumbletrip.tumblin.ports import LEVEL, OFF, Die, Launch, Pose, Rest
from tumbletrip.tumblin.rules import Flicked, RolledForOrder
from tumbletrip.tumblin.setup import SEAT_LETTERS, Seat, Setup, most_rounds, name_dice, refuse_setup

FindBoard: TypeAlias = Callable[[str], Board]

# A round of 48 dice with all their paths is some 80 kB; the longest match we take has 200 rounds.
LIMITS: Final = TextLimits(characters=16_777_216, lines=300_000, tags=5_000)  # a tag for each draw
MOST_ORDER_ROLLS: Final = 20  # of one seat: to tie so often has a chance of one in six to the nineteenth
_NUMBER: Final = re.compile(r"-?[0-9]{1,4}(\.[0-9]{1,6})?")
_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_ROLL: Final = re.compile(r"([a-p])([0-9]{1,2})")


def parse_record(text: str, find: FindBoard = named_board) -> Record:
    """Read a record; raises nothing but Unreadable. `find` turns the Board tag into a board."""
    tag_lines, other_lines = split_tags(numbered_lines(text, LIMITS), LIMITS)
    agreed, tags = _read_tags(tag_lines, find)
    body = [Words(line, number) for number, line in other_lines]
    setup, rest = _read_seats(body, agreed)
    reader = _LineReader(setup)
    for words in rest:
        reader.read(words)
    reader.finish_flick()
    return Record(setup, tags, tuple(reader.items))


# Tags


class _Agreed(NamedTuple):
    """What the tags say about the table."""

    house: HouseRules
    board: Board
    hand: HandSize


def _read_tags(
    lines: Sequence[tuple[int, str]], find: FindBoard
) -> tuple[_Agreed, tuple[tuple[str, str], ...]]:
    tags = Tags(lines)
    tags.expect("Game", GAME)
    tags.expect("Rules", RULES_VERSION)
    board = _read_board(tags, find)
    house = _read_house(tags["House"]) if "House" in tags else CLASSIC
    hand = _read_hand(tags["Hand"]) if "Hand" in tags else HandSize.EXACT
    return _Agreed(house, board, hand), tags.besides(OWN_TAGS)


def _read_board(tags: Tags, find: FindBoard) -> Board:
    """The board by its name, which must still have the shape the match was played on."""
    word, shape = tags.needed("Board"), tags.needed("BoardHash")
    try:
        board = find(unquote(word))
    except Unreadable:
        raise
    except InputError as error:
        raise Unreadable(error.problem, word.line, word.column) from error
    if unquote(shape) != board.hash:
        raise shape.unreadable("tumblin.record.board_hash", board=board.id, right=board.hash)
    return board


def _read_house(word: Word) -> HouseRules:
    try:
        return house_rules(unquote(word).split())
    except Unreadable:
        raise
    except InputError as error:
        raise Unreadable(error.problem, word.line, word.column) from error


def _read_hand(word: Word) -> HandSize:
    shaking = [hand.value for hand in HandSize if hand is not HandSize.EXACT]
    if unquote(word) not in shaking:
        raise word.unreadable("record.tag_value", tag="Hand", right=", ".join(shaking))
    return HandSize(unquote(word))


# Seats


def _read_seats(body: Sequence[Words], agreed: _Agreed) -> tuple[Setup, Sequence[Words]]:
    """The seat lines, which come first, and the lines after them."""
    seats: list[Seat] = []
    sides: dict[int, list[int]] = {}
    first: Word | None = None
    for words in body:
        if not words.starts_with("seat"):
            break
        opening = words.take("word")
        first = first or opening
        side, seat = _read_seat(words, len(seats))
        sides.setdefault(side, []).append(len(seats))
        seats.append(seat)
    if first is None:
        raise Unreadable(problem("tumblin.record.no_seats"))
    if sorted(sides) != list(range(1, len(sides) + 1)):
        raise first.unreadable("tumblin.record.side_gap", count=len(sides))
    setup = Setup(tuple(seats), tuple(tuple(sides[side]) for side in sorted(sides)), *agreed)
    refusal = refuse_setup(setup)
    if refusal:
        raise Unreadable(problem(refusal), first.line, first.column)
    return setup, body[len(seats) :]


def _read_seat(words: Words, number: int) -> tuple[int, Seat]:
    letter = words.take("seat")
    if number >= len(SEAT_LETTERS) or letter.text != SEAT_LETTERS[number]:
        raise letter.unreadable("tumblin.record.seat_order")
    words.expect("side")
    side = _whole(words.take("side"))
    name = unquote(words.take("name"))
    dice = [_read_die_kind(words.take("die_kind"))]
    dice += [_read_die_kind(word) for word in words]
    return side, Seat(name, name_dice(number, dice))


def _read_die_kind(word: Word) -> tuple[Colour, DieKind, bool]:
    """A die such as `red:d6`, with a star if its points count double."""
    colour, _, kind = word.text.removesuffix("*").partition(":")
    if colour not in tuple(Colour) or kind not in KINDS:
        raise word.unreadable("tumblin.record.die_kind", kinds=", ".join(KINDS))
    return Colour(colour), KINDS[kind], word.text.endswith("*")


# What happened


class _LineReader:
    """Reads the lines below the seats in order, knowing the engines named so far and where the dice lie."""

    def __init__(self, setup: Setup) -> None:
        self.items: list[Item] = []
        self._setup = setup
        self._engines: dict[str, str] = {}
        self._lying: dict[str, Rest] = {}
        self._flick: _OpenFlick | None = None
        self._over = False
        self._rounds_left = most_rounds(setup)
        self._flicks_left = self._rounds_left * len(setup.dice)
        self._rolls_left = MOST_ORDER_ROLLS * len(setup.seats)

    def read(self, words: Words) -> None:
        first = words.take("word")
        if self._over:
            raise first.unreadable("record.after_result")
        if first.text in ("meant", "rest", "path"):
            self._read_outcome(first, words)
        else:
            self.finish_flick()
            self._read_item(first, words)
        words.end()

    def _read_item(self, first: Word, words: Words) -> None:
        match first.text:
            case "order":
                self._read_order(first, words)
            case "engine":
                self._read_engine(words)
            case "round":
                self._lying = {}
                self._rounds_left -= 1
                self._check_rounds(first, self._rounds_left)
                self.items.append(ToldRound(_whole(words.take("round")), first.line))
            case "flick":
                self._flicks_left -= 1
                self._check_rounds(first, self._flicks_left)
                launch = _read_launch(words, self._read_die(words.take("die_key")))
                self._flick = _OpenFlick(first, launch, self._read_used_engine(words))
            case "score":
                self.items.append(ToldScore(self._read_points(words), first.line))
            case "result":
                self._over = True
                reason = _read_reason(words.take("reason"))
                self.items.append(ToldResult(reason, self._read_points(words), first.line))
            case _:
                raise first.unreadable("tumblin.record.line")

    def _check_rounds(self, first: Word, left: int) -> None:
        """Refuse a match that goes on for longer than its rules can need."""
        if left < 0:
            raise first.unreadable("tumblin.record.too_many_rounds", most=most_rounds(self._setup))

    def _read_order(self, first: Word, words: Words) -> None:
        for word in words:
            self._rolls_left -= 1
            if self._rolls_left < 0:
                raise word.unreadable("tumblin.record.too_many_rolls", most=MOST_ORDER_ROLLS)
            self.items.append(RecordedEvent(self._read_roll(word), first.line))

    def _read_roll(self, word: Word) -> RolledForOrder:
        match = _ROLL.fullmatch(word.text)
        if match is None or SEAT_LETTERS.index(match.group(1)) >= len(self._setup.seats):
            raise word.unreadable("tumblin.record.roll")
        return RolledForOrder(SEAT_LETTERS.index(match.group(1)), int(match.group(2)))

    def _read_engine(self, words: Words) -> None:
        key = words.take("engine")
        if key.text in self._engines:
            raise key.unreadable("tumblin.record.engine_twice")
        self._engines[key.text] = words.take("fingerprint").text

    def _read_points(self, words: Words) -> tuple[int, ...]:
        points = []
        for side in range(1, len(self._setup.sides) + 1):
            words.expect(str(side))
            points.append(_whole(words.take("points")))
        return tuple(points)

    def _read_used_engine(self, words: Words) -> str:
        words.expect("by")
        engine = words.take("number")
        if engine.text not in self._engines:
            raise engine.unreadable("tumblin.record.engine")
        return self._engines[engine.text]

    def _read_die(self, word: Word) -> Die:
        if word.text not in self._setup.dice:
            raise word.unreadable("tumblin.record.no_such_die")
        return self._setup.dice[word.text]

    def _read_outcome(self, first: Word, words: Words) -> None:
        """A line that says what came of the flick above it."""
        if self._flick is None:
            raise first.unreadable("tumblin.record.no_flick")
        if first.text == "meant":
            made_by = _read_made_by(words.take("made_by"))
            self._flick.aim = Aim(_read_launch(words, self._flick.launch.die), made_by)
            return
        if first.text == "path":
            self._flick.trajectory = _read_path(words.take("path"))
            return
        rest = self._read_rest(words)
        self._lying[rest.die.key] = rest

    def _read_rest(self, words: Words) -> Rest:
        word = words.take("die_key")
        die = self._read_die(word)
        assert self._flick is not None
        if die.key not in self._lying and die != self._flick.launch.die:
            raise word.unreadable("tumblin.record.not_on_table")
        zone, tier = self._read_tier(words.take("tier"))
        face = _whole(words.take("face"))
        pose = Pose(*(_number(words.take("number")) for _ in range(7)))
        return Rest(die, pose, tier, zone, face)

    def _read_tier(self, word: Word) -> tuple[int, str]:
        zones = {tier.id: tier.zone for tier in self._setup.board.tiers} | {LEVEL: 0, OFF: 0}
        if word.text not in zones:
            raise word.unreadable("tumblin.record.tier", known=", ".join(zones))
        return zones[word.text], word.text

    def finish_flick(self) -> None:
        """Make the event of a flick once all lines about it are read."""
        flick, self._flick = self._flick, None
        if flick is None:
            return
        if flick.launch.die.key not in self._lying:
            raise flick.word.unreadable("tumblin.record.no_rest", die=flick.launch.die.key)
        lying = tuple(self._lying.values())
        seat = flick.launch.die.seat
        event = Flicked(seat, flick.launch, lying, flick.engine, flick.trajectory, flick.aim)
        self.items.append(RecordedEvent(event, flick.word.line))


class _OpenFlick:
    """A flick whose lines are still being read."""

    def __init__(self, word: Word, launch: Launch, engine: str) -> None:
        self.word = word
        self.launch = launch
        self.engine = engine
        self.trajectory = b""
        self.aim: Aim | None = None


def _read_launch(words: Words, die: Die) -> Launch:
    values: dict[str, Word] = {}
    for name in LAUNCH_WORDS:
        words.expect(name)
        values[name] = words.take("number")
    face = _whole(values.pop("face"))
    numbers = {name: _number(word) for name, word in values.items()}
    return Launch(
        die,
        numbers["x"],
        numbers["y"],
        face,
        yaw=numbers["yaw"],
        azimuth=numbers["azimuth"],
        speed_mps=numbers["speed"],
        hit_side=numbers["side"],
        hit_height=numbers["height"],
    )


def _read_made_by(word: Word) -> MadeBy:
    if word.text not in tuple(MadeBy):
        raise word.unreadable("tumblin.record.made_by", known=", ".join(MadeBy))
    return MadeBy(word.text)


def _read_reason(word: Word) -> Reason:
    reasons = (Reason.TARGET_REACHED, Reason.ROUNDS_WON)
    if word.text not in reasons:
        raise word.unreadable("tumblin.record.reason", known=", ".join(reasons))
    return Reason(word.text)


def _read_path(word: Word) -> bytes:
    try:
        return b64decode(word.text, validate=True)
    except ValueError as error:
        raise word.unreadable("tumblin.record.path") from error


def _number(word: Word) -> float:
    if not _NUMBER.fullmatch(word.text):
        raise word.unreadable("tumblin.record.number")
    return float(word.text)


def _whole(word: Word) -> int:
    if not _WHOLE.fullmatch(word.text):
        raise word.unreadable("tumblin.record.whole")
    return int(word.text)
