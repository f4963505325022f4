"""What the documentation shows is true: its examples run, its links lead somewhere, its picture is fresh."""

import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from tumbletrip import __version__
from tumbletrip.dicetrip.edition_checks import problems_of
from tumbletrip.dicetrip.editions import builtin_edition

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
# Only these two kinds of blocks are examples that run; `sh` blocks are for people.
PYTHON, SHELL = "pycon", "console"
SCREEN = 4_500  # characters: half of them are links, and what stands for pictures


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, kind: str) -> Iterator[str]:
    return (body for name, body in FENCE.findall(page.read_text("utf-8")) if name == kind)


def pages_with(kind: str) -> list[Path]:
    return [page for page in PAGES if any(True for _ in blocks(page, kind))]


def shell_examples() -> list[tuple[str, str]]:
    """Every command after `$`, its lines after `>`, and what should be printed, up to the next `$`."""
    examples = []
    for page in pages_with(SHELL):
        for block in blocks(page, SHELL):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                first, *lines = example.splitlines()
                more = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
                shown = [line for line in lines if not line.startswith("> ")]
                examples.append(("\n".join([first, *more]), "\n".join(shown)))
    return examples


def run_in_shell(command: str) -> str:
    """What a person sees: standard output and error, eighty columns wide, in English."""
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "TUMBLETRIP_LANG": ""}
    script = f'tumbletrip() {{ "{sys.executable}" -m tumbletrip "$@"; }}\n{command}\n'
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return "\n".join(line.rstrip() for line in done.stdout.splitlines())


@pytest.mark.parametrize("page", pages_with(PYTHON), ids=page_name)
def test_python_examples_run(page: Path) -> None:
    text = "\n".join(blocks(page, PYTHON))
    example = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=report.append)
    assert results.attempted > 0
    assert results.failed == 0, "".join(report)


@pytest.mark.parametrize(("command", "shown"), shell_examples())
def test_shell_examples_print_what_the_page_shows(command: str, shown: str) -> None:
    printed = run_in_shell(command)
    pattern = ".*".join(re.escape(part) for part in shown.rstrip().split("..."))
    assert re.fullmatch(pattern, printed.rstrip(), re.DOTALL), printed


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_to_files_that_exist(page: Path) -> None:
    targets = [target for target in LINK.findall(page.read_text("utf-8")) if "://" not in target]
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []


@pytest.mark.parametrize(
    ("record", "picture"),
    [("published_france.trip", "dicetrip.svg"), ("published_germany.trip", "dicetrip-germany.svg")],
)
def test_the_pictures_are_what_our_code_draws(record: str, picture: str) -> None:
    command: list[str | Path] = [
        sys.executable,
        ROOT / "docs/pictures/make_map.py",
        ROOT / "tests/golden" / record,
    ]
    drawn = subprocess.run(command, capture_output=True, check=True, timeout=120)
    assert drawn.stdout.decode("utf-8") == (ROOT / "docs/pictures" / picture).read_text("utf-8")


def test_the_pages_for_terminals_and_programs_have_examples_that_run() -> None:
    assert ROOT / "docs/using/python.md" in pages_with(PYTHON)
    assert ROOT / "docs/using/command-line.md" in pages_with(SHELL)


def test_the_readme_is_one_screen_of_words_with_a_moving_picture_of_each_game_first() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(readme) < SCREEN
    moving = re.findall(r'src="([^"]+)"', readme)
    assert [Path(picture).stem for picture in moving] == ["dice-trip-moving", "tumblin-dice-moving"]
    assert readme.index(moving[-1]) < readme.index("make play")
    for picture in moving:
        with Image.open(ROOT / picture) as film:
            assert getattr(film, "n_frames", 1) > 10
        assert (ROOT / picture).stat().st_size <= 1_000_000


# docs/adding-an-edition.md: its mistakes, made on the board of France, and the messages in its table.


def made_wrong(mistake: str) -> list[str]:
    board = json.loads(json.dumps(dict(builtin_edition("france").document)))
    cities, zones, roads = board["cities"], board["zones"], board["roads"]
    match mistake:
        case "a space or capitals in an id":
            board["id"] = "My Map"
        case "a city forgotten":
            cities.pop()
        case "two cities with one id":
            cities[1]["id"] = "lille"
        case "a place given as text":
            cities[0]["x"] = "12"
        case "a colour no die has":
            cities[1]["colour"] = "purple"
        case "a third red city":
            cities[1]["colour"] = "red"
        case "city and zone disagree":
            cities[2]["zone"] = "W"
        case "a zone too large":
            zones[2]["cities"].append("lyon")
        case "a road to nowhere":
            roads.append(["paris", "lyons"])
        case "a road to itself":
            roads.append(["paris", "paris"])
        case "a road given twice":
            roads.append(["amiens", "lille"])
        case "an island":
            board["roads"] = [road for road in roads if "ajaccio" not in road]
        case "two roads that cross":
            roads.append(["paris", "nancy"])
    return [problem.sentence() for problem in problems_of(board)]


def listed_mistakes() -> list[tuple[str, str]]:
    page = (ROOT / "docs/adding-an-edition.md").read_text("utf-8")
    return re.findall(r"^\| ([^|]+) \| ([^|]+right would be[^|]+) \|$", page, re.MULTILINE)


@pytest.mark.parametrize(("mistake", "message"), listed_mistakes())
def test_the_page_on_editions_quotes_the_real_messages(mistake: str, message: str) -> None:
    assert made_wrong(mistake)[0] == message


def test_the_page_on_editions_lists_mistakes() -> None:
    assert len(listed_mistakes()) == 13


# Pages that list what exists elsewhere.


def test_the_page_on_python_names_every_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    page = (ROOT / "docs/using/python.md").read_text("utf-8")
    assert [extra for extra in extras if f"`{extra}`" not in page] == []


def test_contributing_introduces_every_room() -> None:
    rooms = [path.parent.name for path in ROOT.glob("src/tumbletrip/*/__init__.py")]
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert [room for room in rooms if f"`{room}`" not in page] == []


def test_the_lab_notebook_names_every_page_of_the_lab() -> None:
    notebook = (ROOT / "docs/lab-notebook.md").read_text("utf-8")
    assert [page.name for page in ROOT.glob("docs/lab/*.md") if page.name not in notebook] == []


@pytest.mark.parametrize("language", ["", ".fr", ".de", ".nl"])
def test_every_rule_stands_on_the_page_of_every_language(language: str) -> None:
    page = (ROOT / f"docs/rules/dice-trip{language}.md").read_text("utf-8")
    assert re.findall(r"^\*\*(DT\d\d) · ", page, re.MULTILINE) == [f"DT{rule:02}" for rule in range(1, 16)]


def test_the_changelog_names_the_version() -> None:
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")
