"""Somebody at the browser: does what people do, with the words that people see."""

import json
import re
import secrets
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, CDPSession, Locator, Page, ViewportSize, expect

from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.sheet import LAST_ROUND

PHONE = ViewportSize(width=390, height=844)
DESKTOP = ViewportSize(width=1440, height=900)
ABOVE_FINGER_PX = 52  # how far a dragged number flies above the finger
PATIENCE_MS = 120_000  # machines are busy; nobody is hurried
BOT_PATIENCE_MS = 180_000  # a bot's first thought may have to be compiled
FETCHED_MS = 120_000  # the pack of a device, and Python's first start on a busy machine

MOTION = """window.moved = new Set();
addEventListener('animationstart', event => window.moved.add(event.animationName), true);
addEventListener('transitionrun', event => window.moved.add(event.propertyName), true);"""


@dataclass
class Taps:
    """How often a finger touched the screen, once it has been counted."""

    taps: int = 0


@dataclass
class Visitor:
    """One page in a context of its own: its storage, its language, its colours."""

    page: Page
    url: str
    language: str = "en"
    complaints: list[str] = field(default_factory=list)
    _session: CDPSession | None = None  # fingers belong to the session that put them down

    def says(self, key: str, **values: object) -> str:
        """A text of the app in the visitor's language."""
        return say(f"app.{key}", self.language, **values)

    def edition_name(self, edition: str) -> str:
        """The name of a board in the visitor's language."""
        return find_edition(edition).names[self.language]

    def visit(self, path: str = "/") -> None:
        """Open an address."""
        self.page.goto(self.url + path)

    def press(self, key: str, **values: object) -> None:
        """Press the button with this text."""
        self.page.get_by_role("button", name=self.says(key, **values), exact=True).click()

    def usable(self, key: str) -> Locator:
        """The button with this text, while it can be used."""
        return self.page.get_by_role("button", name=self.says(key), exact=True, disabled=False)

    def expect_to_fit(self) -> None:
        """Nothing is wider than the screen; innerWidth would not tell, on a phone it grows with the page."""
        too_wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.page.evaluate(too_wide) == 0

    # Keys and fingers

    def tab_to(self, target: Locator) -> None:
        """Press Tab until the target has the focus."""
        found = target.element_handle()  # looked for once: finding a button by its name costs more than a Tab
        for _ in range(80):
            has_focus = found.evaluate("one => one.isConnected ? one === document.activeElement : null")
            if has_focus:
                return
            if has_focus is None:  # drawn anew meanwhile
                found = target.element_handle()
            else:
                self.page.keyboard.press("Tab")
        raise AssertionError("Tab never gets there")

    def reach(self, key: str) -> None:
        """Press Tab until the button with this text has the focus."""
        button = self.page.get_by_role("button", name=self.says(key), exact=True)
        expect(button).to_be_enabled()
        self.tab_to(button)

    def hold(self, target: Locator, until: Locator) -> None:
        """Press a finger on something until something else appears."""
        box = target.bounding_box()
        assert box
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self._fingers("touchStart", [point])
        expect(until).to_be_visible()
        self._fingers("touchEnd", [])

    def drag(self, target: Locator, onto: Locator) -> None:
        """Drag something with a finger until it hovers over something else, and let go."""
        start, end = target.bounding_box(), onto.bounding_box()
        assert start
        assert end
        x, y = start["x"] + 24, start["y"] + start["height"] / 2
        to_x, to_y = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2 + ABOVE_FINGER_PX
        for step in range(7):
            point = {"x": x + (to_x - x) * step / 6, "y": y + (to_y - y) * step / 6}
            self._fingers("touchMove" if step else "touchStart", [point])
        self._fingers("touchEnd", [])

    def spread(self, target: Locator, factor: float) -> None:
        """Spread two fingers on something."""
        box = target.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for step in range(9):
            apart = 40 * (1 + (factor - 1) * step / 8)
            points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
            self._fingers("touchMove" if step else "touchStart", points)
        self._fingers("touchEnd", [])

    def _fingers(self, kind: str, points: list[dict[str, float]]) -> None:
        self._session = self._session or self.page.context.new_cdp_session(self.page)
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    @contextmanager
    def counting_taps(self) -> "Iterator[Taps]":
        """Count what is tapped or clicked meanwhile."""
        self.page.evaluate("() => { taps = 0; onpointerdown = () => (taps += 1) }")
        counted = Taps()
        yield counted
        counted.taps = self.page.evaluate("() => { onpointerdown = null; return taps }")

    def watch_motion(self) -> None:
        """Note from now on what the style sheets move, page after page."""
        self.page.add_init_script(MOTION)

    def moved(self) -> set[str]:
        """What has moved on this page: names of animations, and properties in transition."""
        return {name.split("-")[-1] for name in self.page.evaluate("[...window.moved]")}

    # Opening tables

    def open_table(
        self,
        *people: str,
        edition: str | None = None,
        own_dice: bool = False,
        tens: bool = False,
        hides: bool = False,
    ) -> None:
        """Open a table for people on this device, who let each other look unless it `hides` their sheets."""
        self.visit("/new?mode=device")
        self.page.get_by_role("radio", name=edition or self.edition_name("france")).check()
        for _ in range(2, len(people)):
            self.press("add_seat")
        if len(people) == 1:
            self.press("remove_seat", number=2)
        for number, name in enumerate(people, start=1):
            self.page.get_by_label(self.says("name_of", number=number)).fill(name)
        for wanted, key in ((own_dice, "own_dice"), (tens, "variant_tens")):
            if wanted:
                self.page.get_by_role("checkbox", name=self.says(key)).check()
        if len(people) > 1:
            hiding = self.page.get_by_role("checkbox", name=self.says("hide_at_hand_over"))
            hiding.set_checked(hides)
        self.press("open_table")
        self.expect_round(1)

    def open_full_table(self) -> None:
        """A table of four people on this device, in the middle of its game, with dice to be used."""
        self.open_table("Ada", "Bob", "Cleo", "Dan")
        self.play_without_looking(until_round=8)
        assert self.until_writing()

    def expect_round(self, number: int) -> None:
        """Wait for a round."""
        expect(self.page.get_by_role("heading", name=self.says("round_of", round=number))).to_be_visible()

    @property
    def over(self) -> Locator:
        """The heading that tells the end of the game."""
        return self.page.get_by_role("heading", name=self.says("game_over"))

    # A round

    @property
    def _done(self) -> Locator:
        """The button that finishes a round, whether or not it can be used."""
        return self.page.get_by_role("button", name=self.says("done"), exact=True)

    def until_writing(self) -> bool:
        """Roll and keep whenever it is asked for; False when the game is over instead."""
        done = self._done.and_(self.page.locator("[aria-busy=false]"))  # not that of a round being sent
        steps = (self.usable("roll"), self.usable("keep"))
        while True:
            something = done.or_(self.over).or_(steps[0]).or_(steps[1]).first
            expect(something).to_be_visible(timeout=BOT_PATIENCE_MS)
            if self.over.is_visible():
                return False
            if done.is_visible():
                return True
            for step in steps:
                if step.is_visible():
                    step.click()
                    expect(step).to_have_count(0)

    def type_dice(self, **faces: int) -> None:
        """Tap what the dice on the table show: `type_dice(red=3, green=4)`."""
        for colour, face in faces.items():
            word = say(f"colour.{colour}", self.language)
            group = self.page.get_by_role("group", name=word, exact=True)
            if not group.is_visible():  # another die is being typed
                self.die(colour).click()
            group.get_by_role("button", name=str(face)).click()

    def roll_own(self, **faces: int) -> None:
        """Roll with one's own dice, and keep them."""
        self.type_dice(**faces)
        self.press("that_is_the_roll")
        self.keep()

    def keep(self) -> None:
        """Keep the dice, and wait until that is seen."""
        self.press("keep")
        expect(self.page.get_by_role("button", name=self.says("keep"), exact=True)).to_have_count(0)

    def make_numbers(self, tens: str = "red", units: str = "green") -> None:
        """Tap two dice, and see that each has been taken."""
        for colour in (tens, units):
            self.die(colour).click()
            expect(self.die(colour)).to_have_accessible_name(re.compile(f", {self.says('die_used')}$"))

    def open_all_ways(self) -> None:
        """See all combinations; where there is room they are always there."""
        ways = self.page.locator(".ways")
        if not ways.is_visible():
            self.press("all_ways")
        expect(ways).to_be_visible()

    def close_all_ways(self) -> None:
        """Put the combinations away, where they stand before the dice."""
        button = self.page.get_by_role("button", name=self.says("all_ways"), exact=True)
        if button.is_visible():
            button.click()
            expect(self.page.locator(".ways")).to_have_count(0)

    def die(self, colour: str) -> Locator:
        """A die of the tray."""
        word = say(f"colour.{colour}", self.language)
        name = re.escape(self.says("die", colour=word, face="?")).replace(r"\?", r"[\d–]")
        return self.page.get_by_role("button", name=re.compile(f"^{name}"))

    def empty_cities(self) -> list[str]:
        """The ids of cities with nothing in them."""
        empty = self.says("city_empty")
        return list(
            self.page.eval_on_selector_all(
                ".board [data-city]",
                "(all, empty) => all.filter(one => one.ariaLabel.split('.')[0].endsWith(', ' + empty))"
                ".map(one => one.dataset.city)",
                empty,
            )
        )

    def tap_city(self, city: str) -> None:
        """Tap a city on the map."""
        self.page.locator(f".board [data-city={city}] .disc").click(force=True)

    def cross_out(self, city: str) -> None:
        """Use the cross tool on a city."""
        self.press("cross_out")
        self.tap_city(city)

    def until_rolled(self) -> bool:
        """Wait until the dice are thrown, by this visitor (True) or somebody else."""
        roll = self.page.get_by_role("button", name=self.says("roll"), exact=True)
        waiting = self.page.locator(".prompt")
        expect(waiting).to_be_visible()
        return roll.is_visible()

    def write_round(self) -> None:
        """Fill this round's cities with whatever is possible, and finish it."""
        self.make_numbers()
        self.fill_and_finish()

    def fill_and_finish(self) -> None:
        """Put the numbers made into cities, cross out what cannot be written, and finish the round."""
        while not self._done.is_enabled():
            city = self.empty_cities()[0]
            hand = self.page.locator(".slot.in-hand .digits:not(.struck)")
            before = self.page.locator(".board .draft").count()
            if hand.count():
                self.tap_city(city)
            else:
                self.cross_out(city)
            expect(self.page.locator(".board .draft")).to_have_count(before + 1)
        self.press("done")
        self.expect_taken()

    def expect_taken(self) -> None:
        """Wait until the server has taken the round."""
        expect(self.page.locator(".done:enabled, .done[aria-busy=true]")).to_have_count(0)

    def expect_to_explain(
        self, line: str, *, points: str, cities: set[str] | None = None, row: str = ""
    ) -> None:
        """Ask why a line of the score is what it is: its points, its cities on the map, its row."""
        name = say(f"score.{line}", self.language)
        self.page.get_by_role("button", name=self.says("why", line=name, points=points)).click()
        dialog = self.page.get_by_role("dialog", name=f"{name} {points}")
        expect(dialog.get_by_text(say(f"score.rule.{line}", self.language))).to_be_visible()
        if cities is not None:
            lit = self.page.locator(".board [data-city]:has(.lit)")
            expect(lit).to_have_count(len(cities))
            assert set(lit.evaluate_all("all => all.map(one => one.dataset.city)")) == cities
        if row:
            expect(dialog.locator(".now").first).to_have_text(row)
        self.press("close")
        expect(dialog).to_have_count(0)

    def play_to_the_end(self) -> None:
        """Play every round that is left, for all people of this device."""
        while self.until_writing():
            self.write_round()

    def play_without_looking(self, until_round: int) -> None:
        """Let all people of this device play past the screen, up to a round."""
        people = self.people()
        while people[0].round < until_round:
            for person in people:
                person.move()
        # The screen follows; whoever acts on an older one is refused.
        if until_round > LAST_ROUND:
            expect(self.over).to_be_visible()
        else:
            self.expect_round(until_round)

    def people(self) -> "list[Fast]":
        """The people of this device at the table shown, to be played past the screen."""
        table = self.page.url.rsplit("/", 1)[1]
        seats = self.page.evaluate(
            "table => JSON.parse(localStorage['tumbletrip.tables']).find(one => one.table === table).seats",
            table,
        )
        return [Fast(self.url, table, seat["seat"], seat["secret"]) for seat in seats]

    def score(self) -> int:
        """The total of the sheet shown."""
        total = self.page.locator(".end .total b")
        expect(total).to_have_text(re.compile(r"\d"))  # once it is counted
        return int(total.inner_text())


@dataclass
class Fast:
    """A seat played over HTTP, for the parts of a game that a journey is not about."""

    url: str
    table: str
    seat: int
    secret: str

    @property
    def round(self) -> int:
        """The round being played; one more than the last when the game is over."""
        view = self._ask("GET", "")["view"]
        return LAST_ROUND + 1 if view["status"] == "over" else int(view["round"])

    @property
    def waiting_for(self) -> list[int]:
        """The seats that the table waits for."""
        seats: list[int] = self._ask("GET", "")["view"]["waiting_for"]
        return seats

    def move(self) -> None:
        """Roll, keep or write if it is this seat's turn for it."""
        view = self._ask("GET", "")["view"]
        play, own = view["play"], view["you"][str(self.seat)]
        if self.seat not in view["waiting_for"]:
            return
        action: dict[str, Any] = {"do": {"roll": "roll", "reroll": "keep"}.get(play["phase"], "write")}
        if action["do"] == "write":
            action["entries"] = self._entries(own["options"])
        if action["do"] == "roll" and play["own_dice"]:
            action["faces"] = [1 + (view["round"] + step) % 6 for step in (0, 1, 3, 5)]
        self.send(action)

    def send(self, action: dict[str, Any]) -> None:
        """Send an action for the round being played."""
        body = {"id": secrets.token_hex(8), "seat": self.seat, "round": self.round, "action": action}
        self._ask("POST", "/commands", body)

    def _entries(self, options: dict[str, Any]) -> list[dict[str, Any]]:
        """Numbers into the first open cities, crosses where no number is free."""
        names = {"r": "red", "b": "blue", "g": "green", "y": "yellow"}
        cities = options["open_cities"][: options["cities_to_fill"]]
        pairs: list[str] = []
        for split in options["splits"]:
            if not split.endswith("-") and len(set(split)) == 4:  # both fit, and no die is used twice
                pairs = [split[:2], split[2:]]
                break
        pairs += [""] * (2 - len(pairs))
        return [
            {"city": city, "dice": [names[letter] for letter in pair] if pair else None}
            for city, pair in zip(cities, pairs, strict=False)
        ]

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self.url}/api/tables/{self.table}{path}",
            method=method,
            data=json.dumps(body).encode() if body else None,
            headers={"Authorization": f"Seat {self.secret}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            found: dict[str, Any] = json.load(answer)
        return found


def play_rounds(guest: Visitor, rounds: int) -> None:
    """Roll and write, so many times."""
    for _ in range(rounds):
        assert guest.until_writing()
        guest.write_round()


def visitor(
    browser: Browser,
    url: str,
    *,
    phone: bool = True,
    dark: bool = False,
    language: str = "en",
    is_still: bool = True,
    keeps_app: bool = True,
) -> Visitor:
    """A new visitor; what the browser complains about is noted.

    One who `keeps_app` has a service worker, which fetches every file of the app for the time offline.
    """
    context = browser.new_context(
        viewport=PHONE if phone else DESKTOP,
        locale=language,
        color_scheme="dark" if dark else "light",
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=2 if phone else 1,
        reduced_motion="reduce" if is_still else "no-preference",
        service_workers="allow" if keeps_app else "block",
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    found = Visitor(page, url, language)
    page.on("pageerror", lambda error: found.complaints.append(str(error)))
    page.on("console", lambda line: _note(found, line.type, line.text))
    return found


def _note(found: Visitor, kind: str, text: str) -> None:
    """A broken connection is part of some journeys; anything else that the browser calls an error is not."""
    if kind == "error" and "WebSocket" not in text and "Failed to load resource" not in text:
        found.complaints.append(text)
