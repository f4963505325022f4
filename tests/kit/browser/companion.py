"""People with real dice and paper: copying a sheet on the phone, and reading dice into the score pad."""

import json
from dataclasses import dataclass, field

from playwright.sync_api import Locator, expect

from tests.kit.browser.browser import ROOT
from tests.kit.browser.visitor import Visitor


def published_marks(board: str) -> dict[str, str]:
    """A published example sheet as one copies it: 34, 34* with the city's own colour, x."""
    found = json.loads((ROOT / "tests" / "golden" / f"example_{board}.json").read_text("utf-8"))
    coloured = found["bonus"]["coloured"]
    return {
        city: "x" if text == "X" else text + "*" * (city in coloured)
        for city, text in found["assignment"].items()
    }


@dataclass
class Copyist:
    """Somebody who copies paper sheets."""

    guest: Visitor

    def begin(self, edition: str) -> None:
        """Open an empty sheet."""
        self.guest.visit("/companion")
        self.guest.page.get_by_role("radio", name=edition).check()
        self.guest.press("companion_begin")
        expect(self.keypad).to_be_visible()

    @property
    def keypad(self) -> Locator:
        """The keys under the thumb."""
        return self.guest.page.locator(".keypad")

    def tap_city(self, city: str) -> None:
        """Choose a city on the map."""
        self.guest.page.locator(f".board [data-city={city}] .disc").click(force=True)

    def type(self, text: str) -> None:
        """Enter what stands in the chosen city with the keys on the screen."""
        if text == "x":
            self.guest.press("cross_out")
            return
        for digit in text.rstrip("*"):
            self.keypad.get_by_role("button", name=digit, exact=True).click()
        ask = self.keypad.locator(".ask button")
        if ask.count():
            ask.nth(0 if text.endswith("*") else 1).click()

    def expect_total(self, points: int) -> None:
        """Wait until the server has counted this total."""
        expect(self.guest.page.locator("[data-state]")).to_have_attribute("data-state", "counted")
        expect(self.guest.page.locator(".bar .total dd")).to_have_text(str(points))

    def wrong_cities(self) -> set[str]:
        """The cities that wear the mark of a mistake on the map."""
        marked = "all => all.filter(one => one.querySelector('.wrong')).map(one => one.dataset.city)"
        return set(self.guest.page.eval_on_selector_all(".board [data-city]", marked))


@dataclass
class Scorer:
    """Somebody who keeps the score of a real board; every tap is counted."""

    guest: Visitor
    taps: int = field(default=0)

    def begin(self, *players: str, variants: tuple[str, ...] = ()) -> None:
        """Start a game with the usual dice."""
        self.set_up(*players)
        for variant in variants:
            self.guest.page.get_by_role("checkbox", name=variant).check()
        self.start()

    def set_up(self, *players: str) -> None:
        """Fill in who plays."""
        self.guest.visit("/scorepad#new")
        for number in range(3, len(players) + 1):
            self.guest.press("scorepad_add_player")
            expect(self._name_field(number)).to_be_visible()
        for number, name in enumerate(players, start=1):
            self._name_field(number).fill(name)

    def share_out(self, *, dice: int, teams: int, kinds: tuple[str, ...]) -> None:
        """Choose one's own way: so many dice for each and a bonus die, in teams, of these kinds."""
        page = self.guest.page
        page.get_by_role("radio", name=self.guest.says("scorepad_own_dice")).check()
        page.get_by_label(self.guest.says("scorepad_dice_each")).select_option(str(dice))
        page.get_by_role("combobox", name=self.guest.says("scorepad_teams")).select_option(str(teams))
        page.get_by_role("checkbox", name=self.guest.says("scorepad_bonus_die")).check()
        for kind in kinds:
            page.get_by_role("checkbox", name=kind, exact=True).check()

    def start(self) -> None:
        """Begin the game that is set up."""
        page = self.guest.page
        begin = page.get_by_role("button", name=self.guest.says("scorepad_begin"), exact=True)
        expect(begin).to_be_enabled()
        begin.click()
        expect(self.reading_button(1)).to_be_visible()

    def _name_field(self, number: int) -> Locator:
        name = self.guest.says("scorepad_player", number=number)
        return self.guest.page.get_by_role("textbox", name=name, exact=True)

    def reading_button(self, number: int) -> Locator:
        """The button that begins to read a round."""
        return self.guest.page.get_by_role(
            "button", name=self.guest.says("scorepad_read_round", round=number)
        )

    def read_round(self, number: int, *rows: str) -> None:
        """Read a round, a row of dice for each player in their order."""
        self.reading_button(number).click()
        for row in rows:
            self.read(row)

    def read(self, row: str) -> None:
        """Tap dice: `5x3 x0 off`, one tap each; `rest:off` is one tap for all that are left.

        Dice with more than six faces have a tap more, for a zone that is not the last one's.
        """
        for word in row.split():
            self._choose_zone(word.partition("x")[2])
            self._button(word).click()
            self.taps += 1

    def _choose_zone(self, zone: str) -> None:
        """Tap the zone first, where the die has so many faces that the screen asks for it."""
        zones = self.guest.page.get_by_role("group", name=self.guest.says("scorepad_zone"))
        button = zones.get_by_role("button", name=f"{zone}×", exact=True)
        if button.count() and button.get_attribute("aria-pressed") == "false":
            button.click()
            self.taps += 1

    def _button(self, word: str) -> Locator:
        face, _, zone = word.partition("x")
        names = {"off": "scorepad_off", "x0": "scorepad_before_line", "rest:off": "scorepad_rest_off"}
        name = (
            self.guest.says(names[word])
            if word in names
            else self.guest.says("scorepad_cell", face=face, zone=zone)
        )
        return self.guest.page.get_by_role("button", name=name, exact=True)

    @property
    def state(self) -> Locator:
        """Whether all is counted."""
        return self.guest.page.locator("[data-state]")

    def expect_totals(self, **totals: int) -> None:
        """Wait until everything is counted and these are the totals."""
        expect(self.state).to_have_attribute("data-state", "counted")
        for name, points in totals.items():
            row = self.guest.page.locator(".totals tr", has_text=name)
            expect(row.locator("td").first).to_have_text(str(points))
