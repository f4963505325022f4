"""docs/fair-dice.md: its commands, run as they stand there, on its own example."""

import re
import subprocess

from tests.kit.command_line import ROOT
from tumbletrip.dicetrip.notation.records import parse_record

PAGE = (ROOT / "docs" / "fair-dice.md").read_text("utf-8")
CHAIN, DRAW = re.findall(r"```sh\n(.*?)\n```", PAGE, re.DOTALL)
ROWS = re.findall(r"^\| ([^|]+)\| (.+) \|$", PAGE, re.MULTILINE)
CELLS = {name.strip(): value.strip(" `") for name, value in ROWS}
MESSAGE = next(value for name, value in CELLS.items() if name.startswith("message")).replace("\\|", "|")


def said(command: str, **values: str) -> str:
    """What a shell says to a command."""
    known = {"PATH": "/usr/bin:/bin", **values}
    done = subprocess.run(["sh", "-c", command], env=known, capture_output=True, check=True)
    return done.stdout.decode()


def test_a_link_leads_to_its_anchor_by_hand() -> None:
    assert said(CHAIN, LINK=CELLS["server's link 1"]).split()[0] == CELLS["server's anchor"]


def test_a_recorded_roll_by_hand() -> None:
    """The first roll of a game, with nothing but its record: anchors, links, message and dice."""
    text = (ROOT / "tests" / "golden" / "fair.trip").read_text("utf-8")
    tags = dict(parse_record(text).tags)
    _, table, setup, anchor = tags["Fair"].split(" ")
    kind, server, *links = tags["Draw1"].split(" ")
    assert said(CHAIN, LINK=server).split()[0] == anchor
    for player, link in enumerate(links, start=1):
        assert said(CHAIN, LINK=link).split()[0] == tags[f"FairSeat{player}"].split(" ")[1]
    message = "|".join(("tumbletrip-fair-1|draw", table, setup, "1", kind, *links))
    drawn = bytes.fromhex(said(DRAW, MESSAGE=message, SERVER_LINK=server).split()[-1])
    dice = [byte % 6 + 1 for byte in drawn if byte < 252][:4]
    assert "\n1. r{} b{} g{} y{}".format(*dice) in text


def test_the_bytes_and_dice_of_a_draw_by_hand() -> None:
    told = said(DRAW, MESSAGE=MESSAGE, SERVER_LINK=CELLS["server's link 1"]).split()[-1]
    assert told.startswith(CELLS["bytes"].rstrip("… ").replace(" ", ""))
    dice = [byte % 6 + 1 for byte in bytes.fromhex(told) if byte < 252][:4]
    assert " ".join(map(str, dice)) == CELLS["dice"]
