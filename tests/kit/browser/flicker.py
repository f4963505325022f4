"""Somebody at a board of Tumblin-Dice: sits down, rolls for the order, and flicks as people do."""

import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Locator, expect

from tests.kit.browser.visitor import BOT_PATIENCE_MS, PATIENCE_MS, Visitor
from tumbletrip.core.texts import say

THUMB_MS = 120  # how long a natural flick of a thumb takes
SWIPE_PX = 110
PULL_PX = 100
STEPS = 8
MOST_TRIES = 5
HAND = {"face_up": 6, "x": -0.06, "y": 0.0, "yaw": 0.0, "azimuth": 0.0, "speed_mps": 1.2, "hit_side": 0.0}


@dataclass
class Flicker:
    """A visitor with a die in the hand."""

    guest: Visitor
    _session: CDPSession | None = None

    # Sitting down

    def choose_board(self, *, flat: bool, effects: str = "auto") -> None:
        """See the board flat or in space, from the next page on."""
        look = "flat" if flat else "space"
        chosen = f"JSON.stringify({{board: '{look}', effects: '{effects}'}})"
        self.guest.page.add_init_script(
            f"localStorage['tumbletrip.settings'] ??= {chosen}"  # later choices of the journey hold
        )

    def set_up(
        self, *people: str, preset: str = "", house: Sequence[str] = (), mode: str = "device", bots: int = 0
    ) -> None:
        """Fill in the setup screen; words such as `target=1` choose variants."""
        guest = self.guest
        guest.visit(f"/new?game=tumblin&mode={mode}")
        for _ in range(2, len(people) + bots):
            guest.press("add_seat")
        for number, name in enumerate(people, start=1):
            if number > 1:  # the first one always sits here
                guest.page.locator(f"#who-{number - 1}").select_option("person")
            guest.page.get_by_label(guest.says("name_of", number=number), exact=True).fill(name)
        for number in range(len(people), len(people) + bots):
            guest.page.locator(f"#who-{number}").select_option("bot")
        if preset:
            title = say(f"tumblin.preset.{preset}.title", guest.language)
            guest.page.get_by_role("radio", name=title, exact=True).check()
        for word in house:
            self.choose_variant(*word.split("="))

    def choose_variant(self, key: str, number: str = "") -> None:
        """Tick a variant, and give it its number."""
        title = say(f"tumblin.variant.{key}.title", self.guest.language)
        self.guest.page.get_by_role("checkbox", name=title).check()
        if number:
            self.guest.page.get_by_role("textbox", name=title).fill(number)

    def sit_down(self, *people: str, **wishes: Any) -> None:
        """Open a table on this device and roll for the order."""
        self.set_up(*people, **wishes)
        self.guest.press("open_table")
        self.roll_for_order()

    def roll_for_order(self) -> None:
        """Roll as often as this device is asked to; tied players roll again."""
        page = self.guest.page
        expect(page.locator(".rolls, .hand, .quietly").first).to_be_visible()
        while page.locator(".rolls").is_visible():
            self.roll_if_asked()

    def roll_if_asked(self) -> None:
        """Roll for the first of this device's players who has to, and wait until that roll is seen."""
        page = self.guest.page
        place, rolled = page.evaluate(
            """() => {
              const rows = [...document.querySelectorAll('.rolls li')];
              const place = rows.findIndex(row => row.querySelector('button'));
              return [place, rows[place]?.querySelectorAll('svg').length];
            }"""
        )
        if place < 0:
            page.wait_for_timeout(50)
            return
        page.locator(".rolls li").nth(place).get_by_role("button").click()
        self.until(  # others roll meanwhile, which says nothing about ours
            """([place, rolled]) => {
              const row = document.querySelectorAll('.rolls li')[place];
              return !row || row.querySelectorAll('svg').length > rolled;
            }""",
            arg=[place, rolled],
        )

    # The board

    @property
    def board(self) -> Locator:
        """What takes gestures and keys."""
        return self.guest.page.get_by_role("application")

    @property
    def hand(self) -> Locator:
        """The panel of a die that may be flicked now."""
        return self.guest.page.locator(".hand[aria-busy=false]")

    @property
    def flick_button(self) -> Locator:
        """It lies under the fine aim."""
        return self.guest.page.get_by_role("button", name=self.guest.says("td_flick"), exact=True)

    def press_flick(self) -> None:
        """Flick by the button: start the meter, and stop it."""
        page = self.guest.page
        fine = page.get_by_role("button", name=self.guest.says("td_fine"))
        if fine.get_attribute("aria-expanded") == "false":
            fine.click()
        self.flick_button.click()
        page.get_by_role("button", name=self.guest.says("td_stop"), exact=True).click()

    def choose_view(self, text: str) -> None:
        """Look from elsewhere; on small screens the views are behind a button."""
        views = self.guest.page.locator("button.views[aria-expanded=false]")
        if views.is_visible():
            views.click()
        self.guest.press(text)

    def expect_turn(self) -> None:
        """Wait until a die is in the hand, however long others think."""
        expect(self.hand).to_be_visible(timeout=BOT_PATIENCE_MS)

    def dice(self) -> dict[str, tuple[float, float]]:
        """Where the dice in the picture are on the board, in metres, by their keys: in space or flat."""
        found = self.guest.page.evaluate(
            """() => {
              const canvas = document.querySelector('[role=application] canvas');
              if (canvas) return (canvas.stage?.shown ?? []).map(({key, pose}) => [key, pose[0], pose[1]]);
              return [...document.querySelectorAll('[data-die]')].map(one => {
                const [across, down] = one.getAttribute('transform').match(/[-.e\\d]+(?=[ )])/g);
                return [one.dataset.die, -down / 1000, -across / 1000];
              });
            }"""
        )
        return {key: (round(x, 6), round(y, 6)) for key, x, y in found}

    def until(self, script: str, arg: object = None) -> None:
        """Ask the page until it says yes, for as long as a server may need to compile its code.

        `wait_for_function` would be against the page's content security policy.
        """
        page = self.guest.page
        end = time.monotonic() + BOT_PATIENCE_MS / 1000
        while not page.evaluate(script, arg):
            assert time.monotonic() < end, f"never true for {arg}: {script}"
            page.wait_for_timeout(40)

    def expect_board(self) -> None:
        """Wait until the board in space is there."""
        self.until("() => Boolean(document.querySelector('[role=application] canvas')?.stage)")

    def expect_dice(self, count: int) -> dict[str, tuple[float, float]]:
        """Wait until so many dice are in the picture; where they are."""
        self.until(
            """count => {
              const canvas = document.querySelector('[role=application] canvas');
              const shown = canvas?.stage?.shown ?? document.querySelectorAll('[data-die]');
              return shown.length === count;
            }""",
            count,
        )
        return self.dice()

    def expect_places(self, places: dict[str, tuple[float, float]]) -> None:
        """Wait until these dice lie exactly there; one in the hand may be in the picture as well."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while not places.items() <= self.dice().items():
            assert time.monotonic() < end, (places, self.dice())
            self.guest.page.wait_for_timeout(40)

    def grip(self) -> tuple[float, float]:
        """Where the die in the hand is on the screen."""
        x, y = self.guest.page.evaluate(
            """() => {
              const canvas = document.querySelector('[role=application] canvas');
              if (canvas) return canvas.stage.screen(...canvas.stage.shown.at(-1).pose.slice(0, 3));
              const box = [...document.querySelectorAll('[data-die]')].at(-1).getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            }"""
        )
        return float(x), float(y)

    def flick_without_looking(self, launches: Sequence[Mapping[str, float]]) -> None:
        """Flick over HTTP for whoever's turn it is, for the parts of a match that a journey is not about."""
        table = self.guest.page.url.rsplit("/", 1)[1]
        seats = self.guest.page.evaluate(
            "table => JSON.parse(localStorage['tumbletrip.tables']).find(one => one.table === table).seats",
            table,
        )
        secrets_of = {seat["seat"]: seat["secret"] for seat in seats}
        for launch in launches:
            play = _ask(self.guest.url, table, "", next(iter(secrets_of.values())))["view"]["play"]
            seat = play["turn"]  # on one device, players sit in the order of their seats
            die = play["in_hand"][seat][0]
            action = {"do": "flick", "die": die, **HAND, **launch}
            command = {"id": secrets.token_hex(8), "seat": seat, "round": play["round"], "action": action}
            _command(self.guest.url, table, secrets_of[seat], command)

    # Gestures, with the times that the gesture is to have, however busy the machine is

    def swipe(self, sideways: float = 0.0, pixels: float = SWIPE_PX, duration_ms: float = THUMB_MS) -> None:
        """Flick forward with a thumb."""
        x, y = self.grip()
        path = [(x + sideways * pixels * t, y - pixels * t**1.4) for t in _shares()]
        self._touch(path, duration_ms)

    def pull(self, sideways: float = 0.0, pixels: float = PULL_PX, duration_ms: float = 400) -> None:
        """Pull the die back with a mouse, and let go."""
        x, y = self.grip()
        path = [(x + sideways * pixels * t, y + pixels * t) for t in _shares()]
        self._mouse(path, duration_ms)

    def _touch(self, path: Sequence[tuple[float, float]], duration_ms: float) -> None:
        start = time.time()
        for number, (x, y) in enumerate(path):
            kind = "touchMove" if number else "touchStart"
            self._send(
                "Touch", type=kind, touchPoints=[{"x": x, "y": y}], timestamp=_at(start, number, duration_ms)
            )
        self._send("Touch", type="touchEnd", touchPoints=[], timestamp=start + duration_ms / 1000)

    def _mouse(self, path: Sequence[tuple[float, float]], duration_ms: float) -> None:
        start = time.time()
        for number, (x, y) in enumerate([path[0], *path]):
            kind = ("mouseMoved", "mousePressed", *("mouseMoved",) * STEPS)[number]
            at = _at(start, max(number - 1, 0), duration_ms)
            self._send("Mouse", type=kind, x=x, y=y, timestamp=at, **_pressed(number))
        x, y = path[-1]
        self._send(
            "Mouse", type="mouseReleased", x=x, y=y, timestamp=start + duration_ms / 1000, **_pressed(1)
        )

    def touch(self, **event: Any) -> None:
        """One event of the touch screen, as the browser's protocol has it."""
        self._send("Touch", **event)

    def _send(self, what: str, **event: Any) -> None:
        page = self.guest.page
        self._session = self._session or page.context.new_cdp_session(page)
        self._session.send(f"Input.dispatch{what}Event", event)


def meet_online(host: Flicker, guest: Flicker, **wishes: Any) -> None:
    """Ada opens a table, Bob comes by its address, and both roll for the order."""
    host.set_up("Ada", mode="friends", **wishes)
    host.guest.press("open_table")
    expect(host.guest.page.locator(".code")).to_be_visible()
    guest.guest.page.goto(host.guest.page.url)
    guest.guest.page.get_by_label(guest.guest.says("your_name")).fill("Bob")
    guest.guest.press("sit_down")
    pages = [one.guest.page for one in (host, guest)]
    for page in pages:
        expect(page.locator(".rolls, .hand, .quietly").first).to_be_visible()
    while any(page.locator(".rolls").is_visible() for page in pages):
        host.roll_if_asked()
        guest.roll_if_asked()


def whose_turn(players: Sequence[Flicker]) -> Flicker:
    """Whoever has a die in the hand, once somebody has."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < end:
        for one in players:
            if one.hand.is_visible():
                return one
        players[0].guest.page.wait_for_timeout(50)
    raise AssertionError("nobody may flick")


def _ask(
    url: str, table: str, path: str, secret: str, body: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    request = urllib.request.Request(
        f"{url}/api/tables/{table}{path}",
        data=json.dumps(body).encode() if body else None,
        headers={"Authorization": f"Seat {secret}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            found: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as refusal:
        raise AssertionError(refusal.read().decode()) from refusal
    return found


def _command(url: str, table: str, secret: str, command: Mapping[str, Any]) -> None:
    """Send a command; told to try again, because physics had no time, one does so with the same id."""
    for _ in range(MOST_TRIES):
        try:
            _ask(url, table, "/commands", secret, command)
        except AssertionError as refusal:
            if "table/retry" not in str(refusal):
                raise
        else:
            return
    raise AssertionError(f"refused {MOST_TRIES} times: {command}")


def _shares() -> list[float]:
    return [step / STEPS for step in range(STEPS + 1)]


def _at(start: float, step: int, duration_ms: float) -> float:
    return start + duration_ms / 1000 * step / STEPS


def _pressed(number: int) -> dict[str, Any]:
    return {"button": "left", "buttons": 1, "clickCount": 1} if number else {}
