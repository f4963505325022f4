"""What a server offers for a new table, with an edition of the operator's own."""

from pathlib import Path

import pytest

from tests.kit.dicetrip.boards import grid_document, save_board
from tests.kit.server.servers import Server
from tumbletrip.dicetrip.editions import EDITION_NAMES

pytestmark = pytest.mark.slow


def test_an_own_edition_is_offered_as_one_that_bots_were_not_trained_on(tmp_path: Path) -> None:
    own = save_board(tmp_path, grid_document())
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", "--thinkers", "1", "--edition", str(own))
    server.start()
    try:
        games = {game["key"]: game["options"] for game in server.ask("GET", "/api/choices")["games"]}
    finally:
        server.kill()
    offered = {edition["id"]: edition["trained"] for edition in games["dicetrip"]["editions"]}
    assert list(offered) == [*EDITION_NAMES, "grid"]
    assert (offered["france"], offered["germany"], offered["grid"]) == (True, True, False)
