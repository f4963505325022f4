"""The drawing of the house shows the imports as they are."""

import grimp

from tools.house_map import DRAWING, PAGE, arrows, drawing


def test_the_drawing_is_that_of_the_imports_today() -> None:
    drawings = DRAWING.findall(PAGE.read_text("utf-8"))
    assert drawings == [drawing()], "renew it with: python -m tools.house_map"


def test_an_arrow_is_left_out_where_a_longer_way_says_the_same() -> None:
    graph = grimp.ImportGraph()
    for room in ("cli", "games", "core", "fairness"):
        graph.add_module(f"tumbletrip.{room}")
    for importer, imported in (("cli", "games"), ("games", "core"), ("cli", "core"), ("cli", "fairness")):
        graph.add_import(importer=f"tumbletrip.{importer}.a", imported=f"tumbletrip.{imported}.b")
    found = arrows(graph, ["cli", "games", "core", "fairness"])
    assert found == {("cli", "games"), ("games", "core"), ("cli", "fairness")}
