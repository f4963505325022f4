"""The catalogue: every sentence people read, once per language, shared with the browser."""

import json
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

LANGUAGES = ("en", "fr", "de", "nl")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All texts of one language by key, gathered from its files (one per room; the app's own in `app/`)."""
    folder = files("tumbletrip.core").joinpath("catalogue", language)
    own = folder.joinpath("app")  # inside a page, only the app itself has these
    return _texts_in(folder) | (_texts_in(own) if own.is_dir() else {})


def _texts_in(folder: Traversable) -> dict[str, str]:
    texts: dict[str, str] = {}
    for room in folder.iterdir():
        if room.is_file():
            texts |= json.loads(room.read_text("utf-8"))
    return texts


def say(key: str, language: str = "en", **values: Any) -> str:
    """The text of a key in a language, its values filled in.

    A key with a plural has the forms `key.one` and `key.other`, chosen by the value `count`.
    """
    texts = catalogue(language)
    if key not in texts and "count" in values:
        key = f"{key}.one" if _is_singular(values["count"], language) else f"{key}.other"
    return texts[key].format(**values)


def _is_singular(count: int, language: str) -> bool:
    return abs(count) < 2 if language == "fr" else abs(count) == 1


def language_of(locale: str) -> str:
    """Our language for a locale such as `de_CH.UTF-8`; English when it is not one of ours."""
    code = locale.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else "en"
