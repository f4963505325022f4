"""Links to tables: what messengers read from them, and what they never do."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from tests.kit.server.servers import Server
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.games.kit import GameKit
from tumbletrip.games.registry import house_games
from tumbletrip.server.http.invitations import HEIGHT, WIDTH

pytestmark = pytest.mark.slow
HOSTILE = '"><script>alert(1)</script>'
PUBLIC = Path(__file__).parents[3] / "frontend" / "public"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("invitations")
    options = ("--thinkers", "1", "--limit", "requests_burst=5000")
    server = Server(str(folder / "tables.db"), folder / "log", *options).start()
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=120) as found:
        yield found
    server.kill()


def opened(client: httpx.Client, game: str, name: str, seats: int = 2, **options: Any) -> Any:
    people = [{"occupant": "person", "name": name}, *[{"occupant": "open"}] * (seats - 1)]
    body = {"game": game, "seats": people, "options": options}
    return client.post("/api/tables", json=body).raise_for_status().json()


def tags(client: httpx.Client, table: str, language: str = "en") -> dict[str, str]:
    page = client.get(f"/t/{table}", headers={"accept-language": language}).raise_for_status()
    assert page.headers["content-type"].startswith("text/html")
    found = re.findall(r'<meta property="([^"]*)" content="([^"]*)" />', page.text)
    return {name: unescape(text) for name, text in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_names_who_invites_the_game_and_its_rules(client: httpx.Client, language: str) -> None:
    table = opened(client, "dicetrip", "Ada", 3, edition="germany", tens=True)["table"]
    told = tags(client, table, language)
    assert told["og:title"] == say("invitation.from", language, name="Ada", game="Dice Trip")
    seats = say("invitation.open_seats", language, count=2)
    tens = say("app.variant_tens", language)
    country = {"en": "Germany", "fr": "Allemagne", "de": "Deutschland", "nl": "Duitsland"}[language]
    claim = say("app.claim", language)
    assert told["og:description"] == f"{country} · {tens} · {seats}. {claim}"
    assert told["og:url"] == f"{client.base_url}/t/{table}"


def test_a_guest_reads_in_the_app_what_the_link_said(client: httpx.Client) -> None:
    table = opened(client, "dicetrip", "Ada", 3, edition="germany", tens=True)["table"]
    told = tags(client, table, "fr")
    card = client.get(f"/api/tables/{table}/invitation?lang=fr").raise_for_status().json()
    assert (card["title"], card["text"]) == (told["og:title"], told["og:description"])
    assert told["og:image"].endswith(card["picture"])
    assert client.get("/api/tables/none/invitation").status_code == 404


def test_a_link_to_tumblin_dice_names_its_house_rules(client: httpx.Client) -> None:
    table = opened(client, "tumblin", "Ada", 2, preset="duel", house=["target=501", "falling"])["table"]
    words = ("preset.duel", "variant.target", "variant.falling")
    rules = " · ".join(say(f"tumblin.{word}.title") for word in words)
    assert tags(client, table)["og:description"].startswith(f"{rules} · 1 open seat. ")


def test_the_page_of_a_table_names_what_its_screen_needs(client: httpx.Client) -> None:
    named: dict[tuple[str, str], set[str]] = {}
    for game, language in (("dicetrip", "fr"), ("tumblin", "fr"), ("dicetrip", "nl")):
        table = opened(client, game, "Ada")["table"]
        page = client.get(f"/t/{table}", headers={"accept-language": language}).text
        files = re.findall(r'<link rel="(?:modulepreload|preload" as="style)".* href="(.*)" />', page)
        assert all(client.get(file).is_success for file in files)
        named[game, language] = {Path(file).name.split("-")[0] for file in files}
    assert named["dicetrip", "fr"] ^ named["dicetrip", "nl"] == {"fr", "nl"}
    assert "trip" in named["dicetrip", "fr"]
    assert "HandPanel" in named["tumblin", "fr"] - named["dicetrip", "fr"]


def test_who_told_no_name_is_not_named(client: httpx.Client) -> None:
    table = opened(client, "dicetrip", "")["table"]
    assert tags(client, table)["og:title"] == say("invitation.from_somebody", game="Dice Trip")


def test_a_table_in_play_tells_who_sits_there_and_nothing_of_the_game(client: httpx.Client) -> None:
    table = opened(client, "dicetrip", "Ada", 1)["table"]
    told = tags(client, table)
    assert told["og:title"] == "Dice Trip · Ada"
    assert told["og:description"] == f"France. {say('app.claim')}"


def test_a_name_stays_text_and_a_secret_stays_secret(client: httpx.Client) -> None:
    table = opened(client, "dicetrip", HOSTILE)
    page = client.get(f"/t/{table['table']}").text
    assert "<script>alert" not in page
    assert tags(client, table["table"])["og:title"].startswith(HOSTILE)
    assert table["seats"][0]["secret"] not in page


def test_the_table_of_today_is_as_sealed_here_as_everywhere(client: httpx.Client) -> None:
    begun = client.post("/api/daily", json={"id": "d" * 32, "name": "Ada"})
    table = begun.raise_for_status().json()["table"]
    assert client.get(f"/api/tables/{table}").status_code == 409
    assert tags(client, table) == {}


def test_a_table_that_does_not_exist_has_the_app_s_page_which_says_so(client: httpx.Client) -> None:
    page = client.get("/t/nowhere")
    assert (page.status_code, "og:title" in page.text) == (200, False)
    assert '<div id="app">' in page.text


@pytest.mark.parametrize("kit", [*house_games()], ids=lambda kit: str(kit.key))
def test_every_picture_is_there_and_as_large_as_it_says(kit: GameKit) -> None:
    assert kit.invitation
    boards = [board["id"] for board in kit.choices().get("editions", ())]
    for options in [{"edition": board} for board in boards] or [{}]:
        with Image.open(PUBLIC / kit.invitation.picture(options)) as picture:
            assert picture.size == (WIDTH, HEIGHT)
