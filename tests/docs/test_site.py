"""The documentation as a site has every page, and links that lead somewhere; `make docs` builds it."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tumbletrip
import tumbletrip.tumblin
from tools.docs.http_reference import http_reference
from tools.docs.pages import CONFIG, REFERENCES, ROOT, anchors, lay_out, linked, links, settings, written
from tools.docs.python_reference import python_reference
from tumbletrip.server.app import openapi


def named(entries: list[dict[str, Any]]) -> Iterator[str]:
    """The pages of a navigation, chapter by chapter."""
    for entry in entries:
        for page in entry.values():
            if isinstance(page, str):
                yield page
            else:
                yield from named(page)


def test_the_navigation_names_every_page_once() -> None:
    pages = [*named(tomllib.loads(CONFIG.read_text("utf-8"))["project"]["nav"])]
    assert sorted(pages) == sorted([*(page.as_posix() for page in written()), *REFERENCES])


@pytest.mark.parametrize("page", written(), ids=str)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    assert [target for target in linked(page) if not (ROOT / target).exists()] == []
    named = [(target, heading) for target, heading in links(page) if heading]
    assert [(target, heading) for target, heading in named if heading not in anchors(target)] == []


def test_links_are_found_and_code_is_not_taken_for_one() -> None:
    assert Path("docs/decisions/0001-the-house-and-its-floors.md") in {*linked(Path("docs/architecture.md"))}
    assert Path("docs/architecture.md") in {*linked(Path("CONTRIBUTING.md"))}
    faults = Path("docs/lab/server-faults.md")
    assert (faults, "where-each-fault-is-tested") in {*links(Path("SECURITY.md"))}
    assert "where-each-fault-is-tested" in anchors(faults)


def test_the_site_says_which_version_it_describes() -> None:
    name = tomllib.loads(settings())["project"]["site_name"]
    assert name == f"Tumbletrip {tumbletrip.__version__}"


def test_the_references_name_all_that_is_public_and_every_address() -> None:
    headings = set(python_reference().split("\n"))
    public = {*tumbletrip.__all__, *tumbletrip.tumblin.__all__} - {"__version__"}
    assert {f"### {name}" for name in public} <= headings
    asked = {
        f"## {method.upper()} `{path}`" for path, methods in openapi()["paths"].items() for method in methods
    }
    assert len(asked) > 20
    assert asked <= set(http_reference().split("\n"))


def test_pages_lie_as_in_the_repository_with_what_they_show(tmp_path: Path) -> None:
    lay_out(tmp_path / "pages")
    for page in written():
        assert (tmp_path / "pages" / page).read_text("utf-8") == (ROOT / page).read_text("utf-8")
    assert (tmp_path / "pages" / "docs/pictures/dicetrip.svg").is_file()
    assert (tmp_path / "pages" / "deploy/nginx.conf").is_file()
