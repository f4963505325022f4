"""Replays: the public view of a finished game after each event."""

from collections.abc import Iterable, Iterator

from tumbletrip.tables.play import Body
from tumbletrip.tables.table import Table, evolve, opened


def moments(bodies: Iterable[Body], finished: Table) -> Iterator[Body]:
    """The public view of the game at its start and after every event that changed it.

    Drafts in logs of earlier versions change nothing, and are left out.
    """
    table = opened(finished.setup, finished.games)
    for body in bodies:
        if body["kind"] == "opened":
            continue
        before, table = table, evolve(table, body)
        if table.play and table.play is not before.play:
            yield {"event": body.get("play"), "play": table.play.public_view()}
