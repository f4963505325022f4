"""A rehearsal of all that a device does: whatever Python it loads belongs into the pack."""

import importlib
import json
import sys

from tumbletrip.analysis.analysis_jobs import Order, do_piece, join_pieces, pieces_of
from tumbletrip.local.device import games_here
from tumbletrip.local.page import Page

ENCODINGS = ("ascii", "latin_1", "cp437")  # the last one is that of names in archives


class Memory:
    """A journal that forgets."""

    async def read(self):
        """Nothing is there."""
        return "{}"

    async def write(self, _rows, _gone):
        """Nothing is kept."""
        return "written"


async def offline(_board):
    """Nothing that bots have learned can be fetched."""


def think():
    """Let bots of all levels decide, early and late in a game."""
    kit = games_here().kit("dicetrip")
    for crossed in (0, 20, 22, 24):
        marks = " ".join(["xx"] * crossed + [".."] * (25 - crossed))
        sheet = f"france {marks} | reroll double | {crossed // 2 + 1}"
        position = {"sheet": sheet, "roll": [4, 2, 6, 1], "may_reroll": True}
        play = kit.begin({"position": position}, ["Ada", "Ben"])
        question = kit.bots.ask(play, play.waiting_for[0])
        for level in kit.bots.levels:
            assert kit.bots.choose(question, level, "seed")["do"]


async def tumble(ask):
    """Flick at a table and on the practice board, and let bots of all levels decide."""
    seats = [{"occupant": "person", "name": "Ada"}, {"occupant": "person", "name": "Ben"}]
    wish = {"game": "tumblin", "options": {}, "seats": seats}
    status, _, text = await ask("POST", "/tables", wish)
    assert status == 201, text
    opened = json.loads(text)
    kit = games_here().kit("tumblin")
    table, secrets = opened["table"], [seat["secret"] for seat in opened["seats"]]

    async def command(number, seat, action):
        body = {"id": f"tumble{number}", "seat": seat, "round": 1, "action": action}
        return await ask("POST", f"/tables/{table}/commands", body, secrets[seat])

    async def now():
        return json.loads((await ask("GET", f"/tables/{table}"))[2])["view"]["play"]

    number = 0
    while (view := await now())["phase"] == "order":
        for seat in view["waiting_for"]:
            await command(number := number + 1, seat, {"do": "order"})
    launch = {"x": -0.02, "y": 0.0, "face_up": 6, "speed_mps": 1.3}
    launch |= {"yaw": 0.0, "azimuth": 0.0, "hit_side": 0.0, "hit_height": 0.0}
    flick = {"do": "flick", "by": "meter", "die": view["in_hand"][view["turn"]][0], **launch}
    status, _, text = await command("-flick", view["turn"], flick)
    assert status == 200, text
    await analyse(ask, kit, table, secrets[0])
    lying = {"dice": [], "kind": "d20", "hand": "human", "by": "gesture", "launch": launch}
    assert (await ask("POST", "/practice", lying))[0] == 200
    play = kit.begin({}, ["Ada", "Ben"])
    for seat, face in ((0, 6), (1, 1)):
        play = play.evolve({"kind": "rolled_for_order", "seat": seat, "face": face})
    for level in kit.bots.levels:
        assert kit.bots.choose(kit.bots.ask(play, 0), level, "seed")["do"] == "flick"


async def analyse(ask, kit, table, secret):
    """Judge what was played so far at a table."""
    status, _, record = await ask("GET", f"/tables/{table}/so-far", who=secret)
    assert status == 200, record
    order = Order(kit.analyse, kit.records.parse(record), 1)
    done = [do_piece(order, piece) for piece in pieces_of(order)]
    assert len(done) > 0
    assert join_pieces(order, done)["game"] == kit.key


async def rehearse():
    """Play, count, record, replay; the modules that were loaded."""
    for name in ENCODINGS:
        importlib.import_module(f"encodings.{name}")
    page = Page(Memory(), lambda *_: None, lambda *_: None, load_physics, offline)  # noqa: F821  # given by build.mjs
    assert await page.open() == "open"

    async def ask(method, path, body="", who=""):
        headers = {"Accept-Language": "fr"} | ({"Authorization": f"Seat {who}"} if who else {})
        text = body if isinstance(body, str) else json.dumps(body)
        return json.loads(await page.request(method, path, json.dumps(headers), text))

    seats = [{"occupant": "person", "name": "Ada"}]
    wish = {"game": "dicetrip", "options": {"edition": "france"}, "seats": seats}
    opened = json.loads((await ask("POST", "/tables", wish))[2])
    table, secret = opened["table"], opened["seats"][0]["secret"]
    page.dial(1)
    await page.hear(1, table, json.dumps({"type": "hello", "secrets": [secret], "changes": True}))
    crosses = [{"city": city, "dice": None} for city in ("paris", "lyon")]
    for number, action in enumerate(({"do": "roll"}, {"do": "keep"}, {"do": "write", "entries": crosses})):
        body = {"id": f"rehearsal{number}", "seat": 0, "round": 1, "action": action}
        assert (await ask("POST", f"/tables/{table}/commands", body, secret))[0] == 200
    await analyse(ask, games_here().kit("dicetrip"), table, secret)
    think()
    await tumble(ask)
    for path in ("/choices", "/editions/germany", "/dicetrip/points", "/boards/usual", f"/tables/{table}"):
        assert (await ask("GET", path))[0] == 200, path
    assert (await ask("GET", "/editions/france/solo-rank?total=30&tens=false"))[0] == 200
    assert (await ask("POST", "/editions/spain/champion"))[0] == 200
    assert (await ask("GET", "/daily"))[0] == 503
    assert (await ask("POST", "/records", "[nonsense"))[0] == 422
    paper = {"edition": "france", "sheets": [{"marks": {"lille": "15", "brest": "x"}}]}
    assert (await ask("POST", "/companion/sheets/count", paper))[0] == 200
    dice = [["5x3", "off", "off", "off"], ["1x1", "off", "off", "off"]]
    pad = {"players": ["Ada", "Ben"], "rounds": [dice]}
    assert (await ask("POST", "/companion/score-pad/count", pad))[0] == 200
    assert (await ask("POST", "/companion/score-pad/export", {"pad": pad, "form": "csv"}))[0] == 200
    return json.dumps(sorted({name for name, module in sys.modules.items() if module is not None}))
