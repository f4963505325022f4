"""Dice Trip at a table: actions and events as JSON, drafts until *done*, and what each seat may see."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from tumbletrip.core.outcomes import Outcome
from tumbletrip.core.refusals import Refusal
from tumbletrip.dicetrip.dice import BY_NAME, COLOURS, Colour, Pair, Roll
from tumbletrip.dicetrip.fitting import Fit, fits
from tumbletrip.dicetrip.numbers import DIGITS
from tumbletrip.dicetrip.rules import (
    Command,
    Entries,
    Entry,
    Event,
    Game,
    Keep,
    Kept,
    Phase,
    Reroll,
    Rerolled,
    RollDice,
    Rolled,
    Write,
    Wrote,
    decide,
    evolve,
    fill,
    outcome,
    refuse_draft,
)
from tumbletrip.dicetrip.rules import No as RuleNo
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import Sheet, Written
from tumbletrip.tables.dicetrip_options import options_json
from tumbletrip.tables.play import Action, Answer, Body, DiceAnswer, Need, NeedDice
from tumbletrip.tables.refusals import No

ANY_DICE = Roll(1, 1, 1, 1)  # to ask whether a roll would be allowed before chance is asked
MAX_VIEWS_KEPT = 4096  # of a few kilobytes

_Grounds: TypeAlias = tuple[Any, ...]  # what the entries of a view are made of
_Entries: TypeAlias = tuple[tuple[str, Callable[[Any], Any]], ...]  # their names, and how each is told


@dataclass(frozen=True, slots=True)
class DiceTripPlay:
    """A game of Dice Trip with the drafts of those who are still writing."""

    game: Game
    own_dice: bool
    drafts: tuple[Entries, ...]
    last_round: tuple[Body, ...] = ()  # what was written in the last closed round, seat by seat
    this_round: tuple[Body, ...] = ()

    @property
    def round(self) -> int:
        """The round being played."""
        return self.game.round

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The roller, or all who have not written."""
        game = self.game
        if game.phase is Phase.WRITE:
            return tuple([seat for seat, is_done in enumerate(game.done) if not is_done])
        return () if game.phase is Phase.OVER else (game.roller,)

    @property
    def is_over(self) -> bool:
        """Whether all rounds are played."""
        return self.game.phase is Phase.OVER

    @property
    def outcome(self) -> Outcome | None:
        """The ranking, once all rounds are played."""
        return outcome(self.game)

    def decide(self, seat: int, action: Action, answer: Answer | None) -> Body | Need | Refusal:
        """Turn an action into an event by the rules."""
        match action.get("do"):
            case "roll":
                return self._decide_roll(seat, action, answer)
            case "reroll":
                return self._decide_reroll(seat, action, answer)
            case "keep":
                return self._ruled(Keep(seat))
            case "write":
                entries = read_entries(action.get("entries"))
                return self._ruled(Write(seat, entries)) if entries is not None else No.MALFORMED
            case "draft":
                return self._decide_draft(seat, action)
            case _:
                return No.UNKNOWN_ACTION

    def _decide_roll(self, seat: int, action: Action, answer: Answer | None) -> Body | Need | Refusal:
        faces = self._faces(action, COLOURS, answer, RollDice(seat, ANY_DICE))
        if not isinstance(faces, tuple):
            return faces
        return self._ruled(RollDice(seat, Roll(*faces)))

    def _decide_reroll(self, seat: int, action: Action, answer: Answer | None) -> Body | Need | Refusal:
        dice = _read_colours(action.get("dice"))
        if dice is None:
            return No.MALFORMED
        faces = self._faces(action, dice, answer, Reroll(seat, dict.fromkeys(dice, 1)))
        if not isinstance(faces, tuple):
            return faces
        return self._ruled(Reroll(seat, dict(zip(dice, faces, strict=True))))

    def _faces(
        self, action: Action, dice: tuple[Colour, ...], answer: Answer | None, trial: Command
    ) -> tuple[int, ...] | NeedDice | Refusal:
        """The faces, typed by the roller or from chance, which is asked only if the rules would take them."""
        refusal = decide(self.game, trial)
        if isinstance(refusal, RuleNo):
            return refusal
        typed = action.get("faces")
        if self.own_dice:
            return _read_faces(typed, len(dice)) if typed is not None else No.DICE_FROM_TABLE
        if typed is not None:
            return No.DICE_FROM_APP
        return answer.faces if isinstance(answer, DiceAnswer) else NeedDice(len(dice), dice)

    def _decide_draft(self, seat: int, action: Action) -> Body | Refusal:
        """Keep what a player is thinking of; it binds nobody, but must be possible."""
        entries = read_entries(action.get("entries"))
        if entries is None:
            return No.MALFORMED
        if self.game.phase is not Phase.WRITE or self.game.roll is None:
            return RuleNo.ROLLER_DECIDES_FIRST if self.game.phase is Phase.REROLL else RuleNo.ROLL_FIRST
        if self.game.done[seat]:
            return RuleNo.ALREADY_WROTE
        refusal = refuse_draft(self.game.sheets[seat], self.game.roll, entries)
        return refusal or {"kind": "drafted", "seat": seat, "entries": entries_json(entries)}

    def _ruled(self, command: Command) -> Body | Refusal:
        decided = decide(self.game, command)
        return decided if isinstance(decided, RuleNo) else event_json(decided)

    def without_hands(self) -> "DiceTripPlay":
        """A bot cannot roll the dice that lie on a real table: the app rolls for it, and the game goes on."""
        return replace(self, own_dice=False) if self.own_dice else self

    def evolve(self, body: Body) -> "DiceTripPlay":
        """The game after an event, and the drafts it made void."""
        if body["kind"] == "drafted":
            return replace(self, drafts=_with(self.drafts, body["seat"], _entries(body["entries"])))
        event = event_from_json(body)
        after = evolve(self.game, event)
        if not isinstance(event, Wrote):
            return self._with_game(after, self.drafts, self.last_round, self.this_round)
        drafts = _with(self.drafts, event.seat, ())
        if after.round == self.game.round and after.phase is not Phase.OVER:
            return self._with_game(after, drafts, self.last_round, (*self.this_round, body))
        closed = tuple(sorted((*self.this_round, body), key=lambda wrote: int(wrote["seat"])))
        return self._with_game(after, drafts, closed, ())

    def _with_game(
        self, game: Game, drafts: tuple[Entries, ...], last: tuple[Body, ...], this: tuple[Body, ...]
    ) -> "DiceTripPlay":
        """Not `replace`, which takes several times as long: this happens with every move."""
        return DiceTripPlay(game, self.own_dice, drafts, last, this)

    def shown(self, body: Body, seats: Collection[int]) -> Body:
        """What others wrote in the open round stays hidden until all are done."""
        is_secret = body["kind"] == "drafted" or body in self.this_round
        if is_secret and body["seat"] not in seats:
            return {"kind": body["kind"], "seat": body["seat"]}
        return body

    def public_view(self) -> Body:
        """The table as everybody sees it, sheets counted."""
        game = self.game
        return {
            "game": "dicetrip",
            "edition": game.edition.source,
            "tens": game.sheets[0].tens_variant,
            "own_dice": self.own_dice,
            **_view(_PUBLIC, self._public_grounds()),
        }

    def public_changes(self, before: "DiceTripPlay") -> Body:
        """The entries of the public view that are others than before; only those are built."""
        return _changes(_PUBLIC, before._public_grounds(), self._public_grounds())

    def _public_grounds(self) -> _Grounds:
        """What the entries of the public view are made of that moves can change; in `_PUBLIC`'s order."""
        game = self.game
        return (
            game.round,
            game.phase,
            game.roller,
            game.roll,
            game.done,
            self.waiting_for,
            game.shown,
            self.last_round,
            self.outcome,
        )

    def private_view(self, seat: int) -> Body:
        """A seat's own sheet with its draft, what that would count now, and its options."""
        return {"seat": seat, **_view(_PRIVATE, self._private_grounds(seat))}

    def private_changes(self, before: "DiceTripPlay", seat: int) -> Body:
        """The entries of a seat's own view that are others than before; only those are built."""
        return _changes(_PRIVATE, before._private_grounds(seat), self._private_grounds(seat))

    def _private_grounds(self, seat: int) -> _Grounds:
        """What the entries of a seat's own view are made of, in `_PRIVATE`'s order."""
        game = self.game
        sheet, roll, draft = game.sheets[seat], game.roll, self.drafts[seat]
        may_reroll = game.phase is Phase.REROLL and seat == game.roller
        options = (sheet, roll, may_reroll) if roll and not game.done[seat] else None
        return _thought(sheet, roll, draft), draft, options

    def fits(self, seat: int, city: str) -> tuple[Fit, ...]:
        """Which numbers fit into a city of a seat's sheet, its draft included; none if it is full."""
        sheet = _thought(self.game.sheets[seat], self.game.roll, self.drafts[seat])
        return fits(sheet, city) if city in sheet.open_cities else ()


def _with(drafts: tuple[Entries, ...], seat: int, draft: Entries) -> tuple[Entries, ...]:
    return (*drafts[:seat], draft, *drafts[seat + 1 :])


# Events as JSON


def event_json(event: Event) -> Body:
    """A rules event as it is stored and sent."""
    match event:
        case Rolled(seat, roll):
            return {"kind": "rolled", "seat": seat, "roll": list(roll)}
        case Rerolled(seat, dice, roll):
            return {"kind": "rerolled", "seat": seat, "dice": list(dice), "roll": list(roll)}
        case Kept(seat):
            return {"kind": "kept", "seat": seat}
        case Wrote(seat, entries, doubled, tens_bonus):
            body = {"kind": "wrote", "seat": seat, "entries": entries_json(entries)}
            return {**body, "doubled": doubled, "tens_bonus": tens_bonus}


def event_from_json(body: Body) -> Event:
    """The rules event that was stored."""
    match body["kind"]:
        case "rolled":
            return Rolled(body["seat"], Roll(*body["roll"]))
        case "rerolled":
            return Rerolled(body["seat"], tuple(map(BY_NAME.__getitem__, body["dice"])), Roll(*body["roll"]))
        case "kept":
            return Kept(body["seat"])
        case "wrote":
            doubled = BY_NAME[body["doubled"]] if body["doubled"] else None
            return Wrote(body["seat"], _entries(body["entries"]), doubled, body["tens_bonus"])
        case kind:
            raise ValueError(f"no event of Dice Trip: {kind!r}")


def entries_json(entries: Entries) -> list[dict[str, Any]]:
    """Entries for JSON: a city, and the dice of its number unless it is crossed out."""
    return [{"city": entry.city, "dice": list(entry.pair) if entry.pair else None} for entry in entries]


def _entries(values: Any) -> Entries:
    """Entries from our own stored JSON."""
    return tuple(
        Entry(value["city"], Pair(*map(BY_NAME.__getitem__, value["dice"])) if value["dice"] else None)
        for value in values
    )


# Actions from JSON, which may hold anything


def read_entries(values: object) -> Entries | None:
    """At most two entries from a stranger's JSON; None if it is not that."""
    if not isinstance(values, list) or len(values) > 2:
        return None
    entries = [_read_entry(value) for value in values]
    return None if None in entries else tuple(entry for entry in entries if entry)


def _read_entry(value: object) -> Entry | None:
    if not isinstance(value, Mapping) or not isinstance(value.get("city"), str):
        return None
    dice = value.get("dice")
    if dice is None:
        return Entry(value["city"])
    colours = _read_colours(dice, unique=False)
    return Entry(value["city"], Pair(*colours)) if colours and len(colours) == 2 else None


def _read_colours(values: object, *, unique: bool = True) -> tuple[Colour, ...] | None:
    if not isinstance(values, list) or len(values) > len(COLOURS):
        return None
    colours = [BY_NAME.get(value) if isinstance(value, str) else None for value in values]
    known = tuple(colour for colour in colours if colour)
    if len(known) < len(values) or (unique and len(set(known)) < len(known)):
        return None
    return known


def _read_faces(values: object, count: int) -> tuple[int, ...] | Refusal:
    if not isinstance(values, list) or len(values) != count:
        return No.MALFORMED
    if not all(type(value) is int and value in DIGITS for value in values):
        return RuleNo.IMPOSSIBLE_FACE
    return tuple(values)


# Views


def _thought(sheet: Sheet, roll: Roll | None, draft: Entries) -> Sheet:
    """A sheet with what its player is thinking of."""
    return fill(sheet, roll, draft) if roll and draft else sheet


def _view(entries: _Entries, grounds: _Grounds) -> Body:
    """All entries of a view from what they are made of."""
    return {
        name: None if ground is None else tell(ground)
        for (name, tell), ground in zip(entries, grounds, strict=True)
    }


def _changes(entries: _Entries, before: _Grounds, after: _Grounds) -> Body:
    """The entries of a view whose grounds have changed."""
    return {
        name: None if ground is None else tell(ground)
        for (name, tell), old, ground in zip(entries, before, after, strict=True)
        if ground is not old and ground != old
    }


# Sheets are asked for with every event of a table, but a seat's own changes only when it acts. A seat needs
# the one before and the one after.
@lru_cache(maxsize=MAX_VIEWS_KEPT)
def sheet_json(sheet: Sheet) -> Body:
    """A sheet for the screen: marks, powers, and the score column with its evidence."""
    counted = score(sheet)
    return {
        "marks": {
            city: mark.number if isinstance(mark, Written) else "x" for city, mark in sheet.marks.items()
        },
        "may_reroll": sheet.may_reroll,
        "may_double": sheet.may_double,
        "score": {
            "bonus": counted.bonus,
            "crossed": counted.crossed,
            "road": counted.road_points,
            "series": counted.series_points,
            "zones": counted.zones,
            "tens": counted.tens_bonus,
            "tens_city": counted.tens_city,
            "total": counted.total,
            "bonus_cities": {bonus.city: bonus.reason.value for bonus in counted.bonus_cities},
            "road_path": counted.road,
            "series_path": counted.series,
            "clean_zones": counted.clean_zones,
        },
    }


_PUBLIC: _Entries = (
    ("round", int),
    ("phase", lambda phase: phase.value),
    ("roller", int),
    ("roll", list),
    ("done", list),
    ("waiting_for", list),
    ("sheets", lambda sheets: [sheet_json(sheet) for sheet in sheets]),
    ("last_round", list),
    ("ranking", lambda ended: [list(place) for place in ended.ranking]),
)
_PRIVATE: _Entries = (
    ("sheet", sheet_json),
    ("draft", entries_json),
    ("options", lambda grounds: options_json(*grounds)),
)
