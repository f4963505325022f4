"""The cheap part of `make budget` for the board in space; script time and memory are for calmer machines."""

import pytest
from playwright.sync_api import Browser

from hatch_build import static_folder
from tests.kit.browser.browser import ROOT, AppServer
from tools.app.scene_budget import (
    CHUNK_BYTES,
    DRAW_CALLS,
    TRIANGLES,
    frame_cost,
    scene_weight,
    small_visitor,
)

pytestmark = pytest.mark.slow


def test_the_script_of_the_board_in_space_is_light() -> None:
    assert 50_000 < scene_weight(static_folder(ROOT)) <= CHUNK_BYTES


def test_eighteen_dice_of_all_kinds_in_the_finest_light_need_few_calls_and_triangles(
    server: AppServer, browser: Browser
) -> None:
    guest = small_visitor(browser, server.url, "fine")
    cost = frame_cost(guest, frames=2)
    guest.page.context.close()
    assert cost["level"] == 0
    assert 5 < cost["calls"] <= DRAW_CALLS
    assert 10_000 < cost["triangles"] <= TRIANGLES
