"""The paths of the HTTP API that a device answers itself, with the same answers as a server's."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl, unquote

from tumbletrip.answers import (
    analyses,
    continuing,
    counting,
    games,
    opening,
    own_boards,
    practice,
    tables,
)
from tumbletrip.answers.desk import Desk
from tumbletrip.answers.refusing import UNAVAILABLE, Refuse, language_of, problem_of
from tumbletrip.core.errors import InputError
from tumbletrip.host.codec import encode
from tumbletrip.host.ports import JobFailed
from tumbletrip.local.learning import Learn
from tumbletrip.tumblin.notation.records import GAME as TUMBLIN

OK, CREATED, ACCEPTED = 200, 201, 202
JSON, TEXT = "application/json", "text/plain; charset=utf-8"
READY_SECONDS: Final = 60.0  # jobs of a device end when they end
HERE: Final = "here"  # the address of who asks: there is one device


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: what the path names, and who asks what."""

    parts: tuple[str, ...]
    query: Mapping[str, str]
    body: str
    authorization: str | None
    language: str

    @property
    def wish(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Answer:
    """A response."""

    status: int
    media_type: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceDesk(Desk):
    """The desk of a device, which may have to fetch what bots know of a board."""

    learn: Learn


Found: TypeAlias = Awaitable[Any]


async def _choices(desk: Desk, _: Asked) -> Any:
    return tables.choices(desk)


async def _edition(desk: Desk, asked: Asked) -> Any:
    return dict(games.found_edition(desk.find_edition, asked.parts[0]).document)


async def _rank(_: Desk, asked: Asked) -> Any:
    return games.rank(asked.parts[0], int(asked.query["total"]), tens=asked.query.get("tens") == "true")


async def _champion(desk: DeviceDesk, asked: Asked) -> Any:
    return {"trained": await desk.learn(asked.parts[0])}


async def _check_board(_: Desk, asked: Asked) -> Any:
    wish = asked.wish
    return own_boards.checked(wish["document"], asked.language, wish.get("places_names", False))


async def _points(_: Desk, __: Asked) -> Any:
    return games.POINTS


async def _board(_: Desk, asked: Asked) -> Any:
    return games.board_picture(asked.parts[0])


async def _open(desk: Desk, asked: Asked) -> Any:
    wish = asked.wish
    await get_ready(desk, wish["game"])
    if wish.get("record"):
        return await continuing.continue_table(desk, wish["game"], wish["record"], wish["seats"], HERE)
    return await opening.open_table(desk, wish, HERE)


async def get_ready(desk: Desk, game: str) -> None:
    """Load what a game needs beside the rules, so that nobody sits at a table that cannot be played."""
    kit = desk.host.games.kit(game)
    try:
        if kit.prepare:
            await desk.read(kit.prepare, seconds=READY_SECONDS)
    except JobFailed:
        raise Refuse(UNAVAILABLE, "http/needs_line") from None


async def _practise(desk: Desk, asked: Asked) -> Any:
    await get_ready(desk, TUMBLIN)
    return await practice.practise(desk.host, asked.wish, HERE)


async def _find_code(desk: Desk, asked: Asked) -> Any:
    return await tables.find_code(desk, asked.parts[0])


async def _see(desk: Desk, asked: Asked) -> Any:
    since = int(asked.query.get("since", "0"))
    return await tables.see_table(desk, asked.parts[0], asked.authorization, since)


async def _sit(desk: Desk, asked: Asked) -> Any:
    wish = asked.wish
    return await tables.sit_down(desk, asked.parts[0], wish["seat"], wish["id"], wish["name"])


async def _change_key(desk: Desk, asked: Asked) -> Any:
    table, seat = asked.parts
    return await tables.change_key(desk, table, int(seat), asked.wish["id"], asked.authorization)


async def _command(desk: Desk, asked: Asked) -> Any:
    return await tables.command(desk, asked.parts[0], asked.wish, asked.authorization, HERE)


async def _fits(desk: Desk, asked: Asked) -> Any:
    table, seat, city = asked.parts
    return {"fits": [], **await tables.hint(desk, table, int(seat), city, asked.authorization)}


async def _placings(desk: Desk, asked: Asked) -> Any:
    table, seat, dice = asked.parts
    return {"placings": [], **await tables.hint(desk, table, int(seat), dice, asked.authorization)}


async def _rematch(desk: Desk, asked: Asked) -> Any:
    return await tables.rematch(desk, asked.parts[0], asked.authorization)


async def _record(desk: Desk, asked: Asked) -> str:
    live = await tables.public_table(desk, asked.parts[0], asked.authorization)
    return tables.record(desk, live)[0]


async def _so_far(desk: Desk, asked: Asked) -> str:
    return await continuing.so_far(desk, asked.parts[0], asked.authorization)


async def _replay(desk: Desk, asked: Asked) -> Any:
    told = tables.replay(await tables.public_table(desk, asked.parts[0], asked.authorization))
    return {**told.about, "moments": list(told.moments)}


async def _ask_for_analysis(desk: Desk, asked: Asked) -> Any:
    return await analyses.ask(desk, asked.parts[0], asked.authorization, HERE)


async def _see_analysis(desk: Desk, asked: Asked) -> Any:
    return await analyses.see(desk, asked.parts[0], asked.authorization)


async def _cancel_analysis(desk: Desk, asked: Asked) -> Any:
    return await analyses.cancel(desk, asked.parts[0], asked.authorization, HERE)


async def _import(desk: Desk, asked: Asked) -> Any:
    return await tables.import_table(desk, asked.body, HERE)


async def _count_paper(desk: Desk, asked: Asked) -> Any:
    game: counting.PaperGame = asked.wish
    return counting.counted_paper(desk.find_edition(game["edition"]), game, asked.language)


async def _count_pad(_: Desk, asked: Asked) -> Any:
    pad: counting.PadWish = asked.wish
    return counting.counted_pad(counting.pad_setup(pad), pad, asked.language)


async def _export_pad(_: Desk, asked: Asked) -> str:
    pad: counting.PadWish = asked.wish["pad"]
    return counting.exported_pad(counting.pad_setup(pad), pad, asked.wish["form"])


# Method and path, with a star for each part that differs; the status if all is well; who answers.
ROUTES: Final[tuple[tuple[str, str, int, Callable[[DeviceDesk, Asked], Found]], ...]] = (
    ("GET", "/choices", OK, _choices),
    ("GET", "/editions/*", OK, _edition),
    ("GET", "/editions/*/solo-rank", OK, _rank),
    ("POST", "/editions/*/champion", OK, _champion),
    ("GET", "/dicetrip/points", OK, _points),
    ("POST", "/own-boards/check", OK, _check_board),
    ("GET", "/boards/*", OK, _board),
    ("POST", "/practice", OK, _practise),
    ("POST", "/tables", CREATED, _open),
    ("GET", "/codes/*", OK, _find_code),
    ("GET", "/tables/*", OK, _see),
    ("POST", "/tables/*/seats", CREATED, _sit),
    ("POST", "/tables/*/seats/*/secret", CREATED, _change_key),
    ("POST", "/tables/*/commands", OK, _command),
    ("GET", "/tables/*/fits/*/*", OK, _fits),
    ("GET", "/tables/*/placings/*/*", OK, _placings),
    ("POST", "/tables/*/rematch", CREATED, _rematch),
    ("GET", "/tables/*/record", OK, _record),
    ("GET", "/tables/*/so-far", OK, _so_far),
    ("GET", "/tables/*/replay", OK, _replay),
    ("POST", "/tables/*/analysis", ACCEPTED, _ask_for_analysis),
    ("GET", "/tables/*/analysis", OK, _see_analysis),
    ("DELETE", "/tables/*/analysis", OK, _cancel_analysis),
    ("POST", "/records", CREATED, _import),
    ("POST", "/companion/sheets/count", OK, _count_paper),
    ("POST", "/companion/score-pad/count", OK, _count_pad),
    ("POST", "/companion/score-pad/export", OK, _export_pad),
)
_PATTERNS: Final = tuple(
    (method, re.compile(path.replace("*", "([^/]+)")), status, answer)
    for method, path, status, answer in ROUTES
)


async def answer_request(
    desk: DeviceDesk, method: str, path: str, headers: Mapping[str, str], body: str = ""
) -> Answer:
    """The answer to a request; what only a server can do is refused with a sentence."""
    language = language_of(headers.get("Accept-Language", ""))
    try:
        return await _answered(desk, method, path, headers, body, language)
    except (Refuse, InputError) as error:
        status, problem = problem_of(error, language)
        return Answer(status, JSON, encode(problem).decode())


async def _answered(
    desk: DeviceDesk, method: str, path: str, headers: Mapping[str, str], body: str, language: str
) -> Answer:
    place, _, query = path.partition("?")
    for known, pattern, status, answer in _PATTERNS:
        found = pattern.fullmatch(place)
        if known == method and found:
            parts = tuple(map(unquote, found.groups()))
            values = dict(parse_qsl(query))
            asked = Asked(parts, values, body, headers.get("Authorization"), language)
            told = await answer(desk, asked)
            if isinstance(told, str):
                return Answer(status, TEXT, told)
            return Answer(status, JSON, encode(told).decode())
    raise Refuse(UNAVAILABLE, "http/needs_server")
