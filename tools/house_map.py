"""Draws the house from import-linter's graph into docs/architecture.md: `python -m tools.house_map`."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
PACKAGE = "tumbletrip"
DRAWING = re.compile(r"```mermaid\n.*?```\n", re.DOTALL)
NO_ROOMS = {"__main__"}

Arrows = set[tuple[str, str]]


def floors() -> list[list[str]]:
    """The rooms of each floor, from the top, as import-linter's contract has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = next(one["layers"] for one in settings["contracts"] if one["type"] == "layers")
    rooms = [[room.strip(" ()") for room in layer.split("|")] for layer in layers]
    return [floor for floor in rooms if not NO_ROOMS & set(floor)]


def shelves(graph: grimp.ImportGraph, room: str) -> list[str]:
    """The packages inside a room."""
    inside = (name for name in graph.find_children(f"{PACKAGE}.{room}") if graph.find_children(name))
    return sorted(name.rpartition(".")[2] for name in inside)


def arrows(graph: grimp.ImportGraph, rooms: list[str]) -> Arrows:
    """Which room imports which, directly; what a longer way says already is left out."""
    for room in rooms:
        graph.squash_module(f"{PACKAGE}.{room}")
    found = {
        (one, other)
        for one in rooms
        for other in rooms
        if one != other
        and graph.direct_import_exists(importer=f"{PACKAGE}.{one}", imported=f"{PACKAGE}.{other}")
    }
    return {(one, other) for one, other in found if not _leads(found - {(one, other)}, one, other)}


def _leads(ways: Arrows, start: str, end: str) -> bool:
    """Whether one gets from a room to another; imports go downwards only, so this ends."""
    return any(to == end or _leads(ways, to, end) for of, to in ways if of == start)


def lines(existing: set[str]) -> Iterator[str]:
    """The drawing in Mermaid's words: floors from the top, rooms with their shelves, arrows."""
    graph = grimp.build_graph(PACKAGE, cache_dir=None)
    house = [[room for room in floor if room in existing] for floor in floors()]
    rooms = [room for floor in house for room in floor]
    yield "flowchart TD"
    for room in rooms:
        words = [f"<b>{room}</b>", *([" · ".join(inside)] if (inside := shelves(graph, room)) else [])]
        yield f'  {room}["{"<br>".join(words)}"]'
    for one, other in sorted(arrows(graph, rooms), key=lambda pair: [rooms.index(room) for room in pair]):
        yield f"  {one} --> {other}"


def drawing() -> str:
    """The drawing as a block of a page."""
    existing = {path.name for path in (ROOT / "src" / PACKAGE).iterdir() if (path / "__init__.py").is_file()}
    return "\n".join(["```mermaid", *lines(existing), "```", ""])


def main() -> None:
    """Renew the page."""
    PAGE.write_text(DRAWING.sub(lambda _: drawing(), PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
