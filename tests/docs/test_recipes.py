"""CONTRIBUTING's recipes name every file: what they name exists, and what speaks of an example is named."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPE = re.compile(r"^### … (.+?)\n(.*?)(?=^##)", re.MULTILINE | re.DOTALL)
ITEM = re.compile(r"^- \[ \] .*?(?=^\S|^$|\Z)", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`([^`\s]+\.(?:py|json|steps|md|txt|perft|toml|lock|ts|svelte)|[^`\s]+/)`")
TEXTS = {".py", ".ts", ".svelte", ".json", ".md", ".toml", ".lock"}
NOT_WRITTEN = {"node_modules", "static", "__pycache__", Path(__file__).name}  # made elsewhere, or this test


@dataclass(frozen=True)
class Example:
    """Something that is there already: its name, how files speak of it, and where to look for them."""

    name: str
    mention: str = ""
    places: tuple[str, ...] = ()


EXAMPLES = {
    "a language": Example(
        "nl",
        r"\bnl\b",
        ("README.md", "docs/decisions", "docs/rules", "src", "tests", "frontend/src", "frontend/tests"),
    ),
    "an edition": Example("germany", r"\bgermany\b", ("src", "tools", "frontend/src")),
    "a level": Example(
        "expert",
        r"\bexpert\b",
        ("src", "docs/using/command-line.md", "docs/simulating.md", "docs/analysing.md", "frontend/src"),
    ),
    "a store": Example(
        "postgres",
        "PostgresStore|postgresql://|asyncpg",
        (
            "src",
            "docs/using/command-line.md",
            "docs/serving.md",
            "tests/contracts",
            "tests/conftest.py",
            "bench/bench_storage.py",
        ),
    ),
    "a game": Example("tumblin"),
    "a rule or a variant": Example("", "DT14|TD16", ("src", "docs/rules")),
    "a command": Example(
        "perft",
        r"\bperft\b",
        ("src/tumbletrip/cli", "tests/cli", "src/tumbletrip/core/catalogue/en/help.json"),
    ),
    "a dependency": Example("typst", r"\btypst\b", ("pyproject.toml", "requirements", "docs/decisions")),
}


def recipes() -> dict[str, list[str]]:
    """The paths that each recipe names, by what it is for."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return {
        title: [path for item in ITEM.findall(text) for path in NAMED.findall(item)]
        for title, text in RECIPE.findall(page)
    }


RECIPES = recipes()


def pattern(path: str, example: str) -> re.Pattern[str]:
    """A path of a recipe as an expression: its name filled in, `*` within one step, a folder as a whole."""
    steps = re.escape(re.sub(r"<\w+>", example, path)).replace(r"\*", "[^/]*")
    return re.compile(f"{steps}.*" if path.endswith("/") else steps)


def files_in(place: str) -> Iterator[str]:
    """The text files of a place that people write, from the root."""
    found = sorted((ROOT / place).rglob("*")) if (ROOT / place).is_dir() else [ROOT / place]
    for path in found:
        if path.suffix in TEXTS and path.is_file() and not NOT_WRITTEN & set(path.parts):
            yield path.relative_to(ROOT).as_posix()


FILES = [
    path
    for place in ("src", "tests", "docs", "tools", "bench", "requirements", "frontend/src", "frontend/tests")
    for path in files_in(place)
] + [path.name for path in ROOT.iterdir() if path.is_file()]
STORED = [
    path.relative_to(ROOT).as_posix() for place in ("src", "tests") for path in (ROOT / place).rglob("*")
]


def test_every_recipe_has_a_list_and_an_example() -> None:
    assert RECIPES.keys() == EXAMPLES.keys()
    assert all(len(paths) > 3 for paths in RECIPES.values())


@pytest.mark.parametrize("title", RECIPES)
def test_every_file_that_a_recipe_names_is_there(title: str) -> None:
    known = [*FILES, *STORED]
    wanted = {path: pattern(path, EXAMPLES[title].name) for path in RECIPES[title]}
    assert [path for path, one in wanted.items() if not any(map(one.fullmatch, known))] == []


@pytest.mark.parametrize("title", [title for title, example in EXAMPLES.items() if example.mention])
def test_every_file_that_speaks_of_an_example_is_named(title: str) -> None:
    example = EXAMPLES[title]
    named = [pattern(path, example.name) for path in RECIPES[title]]
    speaking = [
        path
        for place in example.places
        for path in files_in(place)
        if re.search(example.mention, (ROOT / path).read_text("utf-8"))
    ]
    assert speaking
    assert [path for path in speaking if not any(one.fullmatch(path) for one in named)] == []
