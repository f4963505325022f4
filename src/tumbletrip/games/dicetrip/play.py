"""Dice Trip at a table: actions, events and drafts as JSON, and what each seat may see."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from tumbletrip.core.outcomes import Outcome
from tumbletrip.core.refusals import Refusal
from tumbletrip.dicetrip.dice import BY_NAME, COLOURS, PAIRS, Colour, Pair, Roll
from tumbletrip.dicetrip.fitting import fits, placings
from tumbletrip.dicetrip.numbers import DIGITS
from tumbletrip.dicetrip.rules import (
    Command,
    Correct,
    Corrected,
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
from tumbletrip.games.dicetrip.options_view import options_json
from tumbletrip.tables.play import Action, Asked, Body, Decided, Draft, NeedDice, Thought
from tumbletrip.tables.refusals import No

ANY_DICE = Roll(1, 1, 1, 1)  # to check that a roll is allowed before dice are rolled
DRAFTED = "drafted"  # logs of version 0.1 hold drafts as events; they change nothing
MAX_VIEWS_KEPT = 4096  # of a few kilobytes
_PAIR_BY_NAME = {f"{pair.tens}+{pair.units}": pair for pair in PAIRS}  # no city's id has a plus

Dice: TypeAlias = tuple[Colour, ...]
Faces: TypeAlias = tuple[int, ...]

_Sources: TypeAlias = tuple[Any, ...]  # the values that the entries of a view are built from
_Entries: TypeAlias = tuple[tuple[str, Callable[[Any], Any]], ...]  # name and JSON encoder of each entry


@dataclass(frozen=True, slots=True)
class DiceTripPlay:
    """A game of Dice Trip, and what was written in its open round and in the one before."""

    game: Game
    own_dice: bool
    last_round: tuple[Body, ...] = ()  # what was written in the last closed round, seat by seat
    this_round: tuple[Body, ...] = ()
    gives_hints: bool = True  # whether players may ask what numbers would bring, and which fit

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

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player now."""
        return tuple([score(sheet).total for sheet in self.game.sheets])

    def decide(self, seat: int, action: Action) -> Decided:
        """Decide an action by the rules."""
        match action.get("do"):
            case "roll":
                return self._decide_roll(seat, action)
            case "reroll":
                return self._decide_reroll(seat, action)
            case "keep":
                return self._decide_by_rules(Keep(seat))
            case "correct":
                return self._decide_correct(seat, action)
            case "write":
                entries = read_entries(action.get("entries"))
                return self._decide_by_rules(Write(seat, entries)) if entries is not None else No.MALFORMED
            case "draft":
                return self._decide_draft(seat, action)
            case _:
                return No.UNKNOWN_ACTION

    def _decide_roll(self, seat: int, action: Action) -> Decided:
        trial = RollDice(seat, ANY_DICE)
        return self._with_faces(action, COLOURS, trial, lambda faces: RollDice(seat, Roll(*faces)))

    def _decide_reroll(self, seat: int, action: Action) -> Decided:
        dice = _read_colours(action.get("dice"))
        if dice is None:
            return No.MALFORMED
        if not self.own_dice:  # drawn in the order of colours, whichever was touched first
            dice = tuple(colour for colour in COLOURS if colour in dice)
        trial = Reroll(seat, dict.fromkeys(dice, 1))
        return self._with_faces(
            action, dice, trial, lambda faces: Reroll(seat, dict(zip(dice, faces, strict=True)))
        )

    def _decide_correct(self, seat: int, action: Action) -> Decided:
        """Only dice that a person has typed can have been typed wrongly."""
        if not self.own_dice:
            return No.DICE_FROM_APP
        faces = _read_faces(action.get("faces"), len(COLOURS))
        return faces if isinstance(faces, Refusal) else self._decide_by_rules(Correct(seat, Roll(*faces)))

    def _with_faces(
        self, action: Action, dice: Dice, trial: Command, command: Callable[[Faces], Command]
    ) -> Decided:
        """Decide a throw that the rules allow, with faces typed by the roller or dice of the app."""
        refused = decide(self.game, trial)
        if isinstance(refused, RuleNo):
            return refused
        typed = action.get("faces")
        if self.own_dice:
            faces = _read_faces(typed, len(dice)) if typed is not None else No.DICE_FROM_TABLE
            return faces if isinstance(faces, Refusal) else self._decide_by_rules(command(faces))
        if typed is not None:
            return No.DICE_FROM_APP
        throw = 1 if self.game.phase is Phase.REROLL else 0
        return Asked(NeedDice(len(dice), dice, throw), lambda faces: self._decide_by_rules(command(faces)))

    def _decide_draft(self, seat: int, action: Action) -> Thought | Refusal:
        """Keep a draft if its entries would be possible; it is not binding."""
        entries = read_entries(action.get("entries"))
        if entries is None:
            return No.MALFORMED
        if self.game.phase is not Phase.WRITE or self.game.roll is None:
            return RuleNo.ROLLER_DECIDES_FIRST if self.game.phase is Phase.REROLL else RuleNo.ROLL_FIRST
        if self.game.done[seat]:
            return RuleNo.ALREADY_WROTE
        refusal = refuse_draft(self.game.sheets[seat], self.game.roll, entries)
        return refusal or Thought(entries_json(entries))

    def _decide_by_rules(self, command: Command) -> Body | Refusal:
        decided = decide(self.game, command)
        return decided if isinstance(decided, RuleNo) else event_json(decided)

    def without_hands(self) -> "DiceTripPlay":
        """The same game with the app's dice: a bot cannot roll dice on a real table."""
        return replace(self, own_dice=False) if self.own_dice else self

    def evolve(self, body: Body) -> "DiceTripPlay":
        """The game after an event."""
        if body["kind"] == DRAFTED:
            return self
        event = event_from_json(body)
        after = evolve(self.game, event)
        if not isinstance(event, Wrote):
            return self._with(after, self.last_round, self.this_round)
        if after.round == self.game.round and after.phase is not Phase.OVER:
            return self._with(after, self.last_round, (*self.this_round, body))
        closed = tuple(sorted((*self.this_round, body), key=lambda wrote: int(wrote["seat"])))
        return self._with(after, closed, ())

    def _with(self, game: Game, last: tuple[Body, ...], this: tuple[Body, ...]) -> "DiceTripPlay":
        """The same table at another moment."""
        return DiceTripPlay(game, self.own_dice, last, this, self.gives_hints)

    def shown(self, body: Body, seats: Collection[int]) -> Body:
        """An event as these seats may see it: what others write stays hidden until the round is over."""
        is_secret = body["kind"] == DRAFTED or body in self.this_round
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
            **_view(_PUBLIC, self._public_sources()),
        }

    def public_changes(self, before: "DiceTripPlay") -> Body:
        """The entries of the public view that changed; only those are built."""
        return _changes(_PUBLIC, before._public_sources(), self._public_sources())

    def _public_sources(self) -> _Sources:
        """The values behind the public entries that moves can change, in the order of `_PUBLIC`."""
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

    def private_view(self, seat: int, draft: Draft) -> Body:
        """A seat's sheet and score including its draft, the draft, and its options."""
        return {"seat": seat, **_view(_PRIVATE, self._private_sources(seat, draft))}

    def private_changes(self, before: "DiceTripPlay", seat: int, drafts: tuple[Draft, Draft]) -> Body:
        """The entries of a seat's own view that changed; only those are built."""
        was, now = before._private_sources(seat, drafts[0]), self._private_sources(seat, drafts[1])
        return _changes(_PRIVATE, was, now)

    def _private_sources(self, seat: int, draft: Draft) -> _Sources:
        """The values behind the entries of a seat's own view, in the order of `_PRIVATE`."""
        game = self.game
        sheet, roll, thought = game.sheets[seat], game.roll, self._drafted(seat, draft)
        may_reroll = game.phase is Phase.REROLL and seat == game.roller
        options = (sheet, roll, may_reroll) if roll and not game.done[seat] else None
        drawn = _with_draft(sheet, roll, thought)
        # Equal sheets may differ in the write that completed the tens: a draft's order is told.
        return (drawn, drawn.tens_city), thought, options

    def _drafted(self, seat: int, draft: Draft) -> Entries:
        """The entries of a draft; none if it is outdated."""
        game = self.game
        if not draft or game.phase is not Phase.WRITE or game.roll is None or game.done[seat]:
            return ()
        entries = _entries(draft)
        # Corrected dice can make a number of what stands on the sheet already.
        return () if refuse_draft(game.sheets[seat], game.roll, entries) else entries

    def hint(self, seat: int, draft: Draft, about: str) -> Body:
        """Which numbers fit into a city beside a seat's draft; about two dice, what they bring where."""
        pair = _PAIR_BY_NAME.get(about)
        if not self.gives_hints:
            return {"placings" if pair else "fits": []}
        entries = self._drafted(seat, draft)
        if pair:
            return {"placings": self._placings(seat, entries, pair)}
        sheet = _with_draft(self.game.sheets[seat], self.game.roll, entries)
        found = fits(sheet, about) if about in sheet.open_cities else ()
        return {"fits": [{"lowest": fit.lowest, "highest": fit.highest, "road": fit.road} for fit in found]}

    def _placings(self, seat: int, draft: Entries, pair: Pair) -> list[Body]:
        """What a number of the roll would bring in each empty city; nothing if it may not be written."""
        sheet, roll = self.game.sheets[seat], self.game.roll
        if roll is None or self.game.done[seat]:
            return []
        drafted = _with_draft(sheet, roll, draft)
        if any(refuse_draft(sheet, roll, (*draft, Entry(city, pair))) for city in drafted.open_cities[:1]):
            return []
        return [{**asdict(found), "total": found.total} for found in placings(drafted, roll, pair)]


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
        case Corrected(seat, roll):
            return {"kind": "corrected", "seat": seat, "roll": list(roll)}
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
        case "corrected":
            return Corrected(body["seat"], Roll(*body["roll"]))
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


# Actions from unchecked JSON


def read_entries(values: object) -> Entries | None:
    """At most two entries from unchecked JSON; None if it is malformed."""
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


def _with_draft(sheet: Sheet, roll: Roll | None, draft: Entries) -> Sheet:
    """A sheet with a draft filled in."""
    return fill(sheet, roll, draft) if roll and draft else sheet


def _view(entries: _Entries, sources: _Sources) -> Body:
    """All entries of a view, encoded."""
    return {
        name: None if source is None else tell(source)
        for (name, tell), source in zip(entries, sources, strict=True)
    }


def _changes(entries: _Entries, before: _Sources, after: _Sources) -> Body:
    """The entries of a view whose values changed, encoded."""
    return {
        name: None if source is None else tell(source)
        for (name, tell), old, source in zip(entries, before, after, strict=True)
        if source is not old and source != old
    }


def sheet_json(sheet: Sheet) -> Body:
    """A sheet as JSON: marks, powers, and the score with the cities behind it."""
    return _sheet_json(sheet, sheet.tens_city)


# Cached, since every event of a table needs all sheets, but a sheet changes only when its own seat acts.
@lru_cache(maxsize=MAX_VIEWS_KEPT)
def _sheet_json(sheet: Sheet, _tens_city: str | None) -> Body:
    """A sheet as JSON, kept by all that it tells: sheets are equal whichever write completed the tens."""
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
            "tens_cities": counted.tens_cities,
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
    ("sheet", lambda drawn: sheet_json(drawn[0])),
    ("draft", entries_json),
    ("options", lambda sources: options_json(*sources)),
)
