"""A whole game and a flick on a device in Firefox: `python -m tools.app.second_engine /path/to/firefox`.

Playwright drives a Firefox of its own only; any other is spoken to by its own protocol, Marionette.
"""

import json
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from tests.kit.browser.file_host import site_host
from tumbletrip.core.texts import say

PATIENCE_SECONDS: Final = 240.0
PREFERENCES: Final = 'user_pref("marionette.port", 0);\nuser_pref("intl.accept_languages", "en");\n'
ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"  # how WebDriver names a reference
# The button that a screen reader calls so; nothing if it cannot be pressed.
FIND: Final = """const nameOf = one => {
  if (one.ariaLabel) return one.ariaLabel;
  const told = one.cloneNode(true);
  for (const sign of told.querySelectorAll('[aria-hidden=true]')) sign.remove();
  return told.textContent.trim();
};
const find = name => [...document.querySelectorAll('button')]
  .find(one => !one.disabled && one.checkVisibility() && nameOf(one) === name) ?? null;
"""
BUTTON: Final = FIND + "return find(arguments[0])"
DIE: Final = """return [...document.querySelectorAll('.tray button')]
  .find(one => one.ariaLabel?.toLowerCase().startsWith(arguments[0])) ?? null"""
CITY: Final = """return [...document.querySelectorAll('.board [data-city]')]
  .find(one => one.ariaLabel.split('.')[0].endsWith(', ' + arguments[0]))?.querySelector('.disc') ?? null"""
HAS_HAND: Final = "return !!document.querySelector('.slot.in-hand .digits:not(.struck)')"
# Whether the round can be finished, a number be placed, or a city be crossed out.
CAN_GO_ON: Final = (
    FIND
    + """return [...arguments].some(find)
  || !!document.querySelector('.slot.in-hand .digits:not(.struck)')"""
)
IS_TAKEN: Final = "return !document.querySelector('.done:enabled, .done[aria-busy=true]')"
FLAT_BOARD: Final = "localStorage['tumbletrip.settings'] = JSON.stringify({ board: 'flat' })"
IN_HAND: Final = "return !!document.querySelector('.hand[aria-busy=false]')"
FINE_AIM: Final = "return document.querySelector('.hand button[aria-expanded=false]')"
DICE: Final = "return [...document.querySelectorAll('[data-die]')].map(one => one.getAttribute('transform'))"
HEADLINE: Final = "return document.querySelector('.end h2')?.innerText ?? ''"
DRAFTS: Final = "return document.querySelectorAll('.board .draft').length"


class Replaced(Exception):
    """What was found has been drawn anew meanwhile."""


class Firefox:
    """A running Firefox without a window."""

    def __init__(self, program: str, profile: Path) -> None:
        """Start it, and wait until it listens."""
        (profile / "user.js").write_text(PREFERENCES, "utf-8")
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        active = profile / "MarionetteActivePort"
        self.until(active.exists)
        self._line = socket.create_connection(("127.0.0.1", int(active.read_text("utf-8"))))
        self._hear()
        self._number = 0
        self.ask("WebDriver:NewSession", strictFileInteractability=False)

    def _hear(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._line.recv(1)
        text = b""
        while len(text) < int(length[:-1]):
            text += self._line.recv(int(length[:-1]) - len(text))
        return json.loads(text)

    def ask(self, command: str, **values: Any) -> Any:
        """What a command answers; raises RuntimeError or Replaced."""
        self._number += 1
        text = json.dumps([0, self._number, command, values]).encode()
        self._line.sendall(b"%d:%b" % (len(text), text))
        _, _, error, result = self._hear()
        if error and error["error"] == "stale element reference":
            raise Replaced
        if error:
            raise RuntimeError(error["message"])
        return result

    def find(self, script: str, *values: str) -> Any:
        """What a script returns."""
        return self.ask("WebDriver:ExecuteScript", script=script, args=list(values))["value"]

    def press(self, script: str, *values: str) -> None:
        """Click what a script finds, once it is there."""
        self.until(lambda: self._has_clicked(self.find(script, *values)))

    def _has_clicked(self, found: Any) -> bool:
        try:
            if found:
                self.ask("WebDriver:ElementClick", id=found[ELEMENT])
        except Replaced:
            return False
        return bool(found)

    def until(self, condition: Any) -> None:
        """Wait for something."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError
            time.sleep(0.05)

    def quit(self) -> None:
        """End it."""
        self._line.close()
        self._process.terminate()
        self._process.wait()


def word(key: str) -> str:
    """A text of the app."""
    return say(f"app.{key}", "en")


def write_round(firefox: Firefox) -> None:
    """Make two numbers, put them where there is room, cross out what cannot be written."""
    for colour in ("red", "green"):
        firefox.press(DIE, colour)
    while True:
        firefox.until(lambda: firefox.find(CAN_GO_ON, word("done"), word("cross_out")))
        if firefox.find(BUTTON, word("done")):
            break
        if not firefox.find(HAS_HAND):
            firefox.press(BUTTON, word("cross_out"))
        before = firefox.find(DRAFTS)
        firefox.press(CITY, word("city_empty"))
        firefox.until(lambda before=before: firefox.find(DRAFTS) > before)
    firefox.press(BUTTON, word("done"))
    firefox.until(lambda: firefox.find(IS_TAKEN))


def play(firefox: Firefox, url: str) -> str:
    """Play one game to its end: what the screen says then."""
    firefox.ask("WebDriver:Navigate", url=url)
    firefox.press(BUTTON, word("play_now"))
    steps = [word("roll"), word("keep")]
    is_over = f"return document.body.innerText.includes({json.dumps(word('game_over'))})"
    while not firefox.find(is_over):
        step = next((one for one in steps if firefox.find(BUTTON, one)), None)
        if step:
            firefox.press(BUTTON, step)
        elif firefox.find("return !!document.querySelector('.tray .slot')"):
            write_round(firefox)
        time.sleep(0.05)
    firefox.until(lambda: firefox.find(HEADLINE))  # it is told once the points are counted
    return str(firefox.find(HEADLINE))


def flick(firefox: Firefox, url: str) -> tuple[str, float]:
    """Flick once on the practice board: where the die lies, and how long it was until one was in the hand."""
    firefox.find(FLAT_BOARD)
    began = time.monotonic()
    firefox.ask("WebDriver:Navigate", url=f"{url}practice")
    firefox.until(lambda: firefox.find(IN_HAND))
    started = time.monotonic() - began
    firefox.press(FINE_AIM)
    firefox.press(BUTTON, word("td_flick"))
    firefox.press(BUTTON, word("td_stop"))
    firefox.until(lambda: len(firefox.find(DICE)) > 1)  # and the next one in the hand
    return firefox.find(DICE)[0], started


def main() -> None:
    """Print how the game ended, and where the die lies."""
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as profile,
        site_host(Path(folder)) as host,
    ):
        firefox = Firefox(sys.argv[1], Path(profile))
        began = time.monotonic()
        try:
            total = play(firefox, host.url + "/")
            seconds = time.monotonic() - began
            lying, started = flick(firefox, host.url + "/")
            agent = firefox.find("return navigator.userAgent")
        except TimeoutError:
            sys.stderr.write(f"stuck at {firefox.find('return document.body.innerText')}\n")
            raise
        finally:
            firefox.quit()
    print(f"{agent}: a whole game, {total!r}, in {seconds:.0f} s")
    print(f"a later start, with the physics: {started:.1f} s; a flicked die lies at {lying}")


if __name__ == "__main__":
    main()
