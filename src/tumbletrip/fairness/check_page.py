"""*Check this game*: one file to keep, with the game in it, that works its dice out again by itself."""

import html
import json
from importlib.resources import files
from typing import Final

from tumbletrip.core.texts import say

# What the page can say of a record; the sentences are those of `tumbletrip verify`.
_WRONG: Final = ("setup", "number", "server_link", "kind", "dice", "unplayed", "undrawn")
_KINDS: Final = ("roll", "reroll", "noise")
_PLACE: Final = "{draw}"


def check_page(record: str, language: str) -> str:
    """The page of a record, in a language."""
    words: dict[str, str | dict[str, str]] = {
        wrong: say(f"fair.wrong.{wrong}", language, draw=_PLACE, name="") for wrong in _WRONG
    }
    words |= {
        "kinds": {kind: say(f"fair.stats.kind.{kind}", language) for kind in _KINDS},
        "seat_link": say("fair.page.seat_link", language, draw=_PLACE),
        "seals": say("fair.page.seals", language),
        "not_verifiable": say("fair.not_verifiable", language),
        "brought": say("fair.brought.other", language, count="{count}"),
        "fits": say("fair.fits.other", language, count="{count}"),
    }
    filled = {
        "language": language,
        "title": say("fair.page.title", language),
        "explained": say("fair.page.explained", language),
        "record_label": say("fair.page.record", language),
        "button": say("fair.page.button", language),
        "record": html.escape(record),
        "words": json.dumps(words, ensure_ascii=False).replace("<", "\\u003c"),
    }
    page = files("tumbletrip.fairness").joinpath("page", "check.html").read_text("utf-8")
    for name, value in filled.items():
        if name != "record":
            page = page.replace(f"{{{name}}}", value)
    return page.replace("{record}", filled["record"])
