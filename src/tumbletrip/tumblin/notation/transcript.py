"""A match told in words, round by round: who flicked what where, how the dice lie, and what they count."""

from collections.abc import Iterator, Sequence

from tumbletrip.core.outcomes import Outcome
from tumbletrip.core.texts import say
from tumbletrip.tumblin.house_rules import VARIANTS, Count, HouseRules
from tumbletrip.tumblin.notation.replays import Replay
from tumbletrip.tumblin.ports import LEVEL, OFF, TRACK, Rest
from tumbletrip.tumblin.rules import Event, Flicked, Match, Phase, RolledForOrder, outcome
from tumbletrip.tumblin.scoring import DieScore, RoundSheet, Why, rounds_won, totals
from tumbletrip.tumblin.setup import Setup


def transcript(played: Replay, language: str = "en") -> Iterator[str]:
    """All lines of a replay, as far as the record is good."""
    yield from title(played.record.setup, played.record.tags, language)
    for before, event, after in zip(played.matches, played.events, played.matches[1:], strict=False):
        yield from event_lines(before, event, after, language)
    yield ""
    final = played.final
    yield end_line(final.setup, outcome(final), len(final.sheets), language)


def title(setup: Setup, tags: Sequence[tuple[str, str]], language: str) -> Iterator[str]:
    """The game, the board and the table's rules, then who plays with whom."""
    yield f"Tumblin-Dice · {setup.board.name(language)} · {house_text(setup.house, language)}"
    yield " – ".join(setup.side_name(side) for side in range(len(setup.sides)))
    yield from (f"{name}: {value}" for name, value in tags)


def house_text(house: HouseRules, language: str) -> str:
    """A table's variants by their titles, with their numbers: `Another target: 501, Falling costs`."""
    chosen = {word.partition("=")[0]: word.partition("=")[2] for word in house.words}
    told = [
        f"{variant.title(language)}{f': {chosen[variant.key]}' if chosen[variant.key] else ''}"
        for variant in VARIANTS
        if variant.key in chosen
    ]
    return ", ".join(told) or say("tumblin.tell.classic", language)


def event_lines(before: Match, event: Event, after: Match, language: str) -> Iterator[str]:
    """What happened, and the round's sheet if it ended a round."""
    if isinstance(event, RolledForOrder):
        name = before.setup.seats[event.seat].name
        yield say("tumblin.tell.order", language, name=name, face=event.face)
        if after.phase is Phase.FLICK:
            names = ", ".join(after.setup.seats[seat].name for seat in after.order)
            yield say("tumblin.tell.order_is", language, names=names)
        return
    if not before.rests:
        yield ""
        yield say("tumblin.tell.round", language, round=before.round)
    yield flick_line(before, event, language)
    if len(after.sheets) > len(before.sheets):
        yield "  " + zone_strip(after.setup, event.rests, language)
        yield from sheet_lines(after.setup, after.sheets[-1], language)
        yield totals_line(after.setup, after.sheets, language)


def flick_line(before: Match, event: Flicked, language: str) -> str:
    """One flick: the die and where it came to rest, then every other die it moved to another tier."""
    *others, own = event.rests
    told = say(
        "tumblin.tell.flick",
        language,
        name=before.setup.seats[event.seat].name,
        die=own.die.key,
        speed=f"{event.launch.speed_mps:.2f}",
        place=place_name(own.tier, language),
        face=own.face,
    )
    moved = [
        say(
            "tumblin.tell.moved",
            language,
            die=now.die.key,
            before=place_name(was.tier, language),
            place=place_name(now.tier, language),
            face=now.face,
        )
        for was, now in zip(before.rests, others, strict=True)
        if (was.tier, was.face) != (now.tier, now.face)
    ]
    return "  " + "; ".join([told, *moved])


def place_name(tier: str, language: str) -> str:
    """A tier as people say it: the zones as they are printed, the others in words."""
    return tier if tier[0].isdigit() else say(f"tumblin.place.{tier}", language)


def zone_strip(setup: Setup, rests: Sequence[Rest], language: str) -> str:
    """The board in a line: every tier with the dice on it and what they show, `3x a1:5 b2:6`."""
    tiers = [TRACK, LEVEL, *(tier.id for tier in setup.board.tiers[1:]), OFF]
    lying = {tier: [f"{rest.die.key}:{rest.face}" for rest in rests if rest.tier == tier] for tier in tiers}
    return " | ".join(
        f"{place_name(tier, language)} {' '.join(dice)}" for tier, dice in lying.items() if dice
    )


def sheet_lines(setup: Setup, sheet: RoundSheet, language: str) -> Iterator[str]:
    """The evidence of a round: each player's dice and points."""
    for number, seat in enumerate(setup.seats):
        dice = ", ".join(
            die_text(setup.house, score, language) for score in sheet.dice if score.die.seat == number
        )
        if sheet.aboard[number]:
            dice += ", " + say("tumblin.tell.aboard", language, points=f"{sheet.aboard[number]:+d}")
        yield f"  {seat.name}: {dice} = {sheet.seats[number]}"


def die_text(house: HouseRules, score: DieScore, language: str) -> str:
    """A die's points and why: `a1 5·3x +15`."""
    bonus = say("tumblin.tell.doubled", language) if score.die.is_bonus and score.points else ""
    if score.why is Why.COUNTS:
        return f"{score.die.key} {_sum(house, score)}{bonus} {score.points:+d}"
    return f"{score.die.key} {say(score.why, language)}{bonus} {score.points:+d}"


def _sum(house: HouseRules, score: DieScore) -> str:
    """Face and zone: multiplied, or added for young players (TD12)."""
    return f"{score.face}{'·' if house.count is Count.TIMES else '+'}{score.zone}x"


def totals_line(setup: Setup, sheets: Sequence[RoundSheet], language: str) -> str:
    """Where everybody stands after these rounds; the rounds won in brackets if they decide (TD15)."""
    points, won = totals(sheets, len(setup.sides)), rounds_won(sheets, len(setup.sides))
    counts_rounds = setup.house.rounds_to_win is not None
    parts = [
        f"{setup.side_name(side)} {points[side]}" + (f" ({won[side]})" if counts_rounds else "")
        for side in range(len(setup.sides))
    ]
    return say("tumblin.tell.totals", language, totals=" · ".join(parts))


def end_line(setup: Setup, ended: Outcome | None, rounds: int, language: str) -> str:
    """Who won and why, or how far the match has come."""
    if ended is None:
        return say("tumblin.tell.unfinished", language, count=rounds)
    names = ", ".join(setup.side_name(side) for side in ended.winners)
    key = "tumblin.tell.winner" if len(ended.winners) == 1 else "tumblin.tell.shared_win"
    return say(key, language, names=names, reason=say(f"tumblin.end.{ended.reason}", language))
