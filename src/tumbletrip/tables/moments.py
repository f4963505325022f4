"""A finished game moment by moment, for replays: what everybody could see after each event."""

from collections.abc import Iterable

from tumbletrip.tables.play import Body
from tumbletrip.tables.table import Table, evolve, opened


def moments(bodies: Iterable[Body], finished: Table) -> list[Body]:
    """The public view of the game at its start and after every event that everybody saw.

    Drafts are thoughts and no part of the story.
    """
    table = opened(finished.setup, finished.library)
    story: list[Body] = []
    for body in bodies:
        if body["kind"] == "opened":
            continue
        table = evolve(table, body)
        if table.play and is_told(body):
            story.append({"event": body.get("play"), "play": table.play.public_view()})
    return story


def is_told(body: Body) -> bool:
    """Whether an event of the log belongs to the story of the game."""
    if body["kind"] == "played":
        return bool(body["play"]["kind"] != "drafted")
    return bool(body["kind"] == "started")
