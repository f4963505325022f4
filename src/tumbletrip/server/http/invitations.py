"""Links to tables in other apps: who invites to which game, as tags that messengers read (Open Graph)."""

from html import escape

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tumbletrip.core.texts import say
from tumbletrip.games.kit import DAILY, Invitation
from tumbletrip.host.host import Host
from tumbletrip.server.http.problems import (
    NOT_FOUND,
    UNAVAILABLE,
    Refuse,
    documented,
    language_of_request,
)
from tumbletrip.server.http.schemas import InvitationCard
from tumbletrip.server.http.sheets import Language
from tumbletrip.server.http.static_files import app_page, named_ahead
from tumbletrip.server.http.tables import PublicTable, public_table
from tumbletrip.tables.ports import Status
from tumbletrip.tables.seats import Occupant
from tumbletrip.tables.table import Table

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api")
SITE = "Tumbletrip"
WIDTH, HEIGHT = 1200, 630  # of the pictures; what messengers show without cutting


@router.api_route("/t/{table}", methods=["GET", "HEAD"])
async def table_page(request: Request, table: str) -> HTMLResponse:
    """The app's page for a table, with tags that tell what any visitor with the link may see."""
    tags = await _tags(request, table)
    page = app_page().replace("</head>", f"{tags}</head>", 1)
    return HTMLResponse(page, headers={"Cache-Control": "private, no-cache"})


@api.get("/tables/{table}/invitation", responses=documented(NOT_FOUND, UNAVAILABLE))
async def invitation(request: Request, live: PublicTable, lang: Language = "en") -> InvitationCard:
    """Who invites to which game with which rules, and a picture: what a guest reads before sitting down."""
    table = live.durable.table
    host: Host = request.app.state.host
    found = host.games.kit(table.setup.game).invitation
    if found is None:
        raise Refuse(NOT_FOUND, "table/not_found")
    return InvitationCard(
        title=_title(found, table, lang),
        text=_description(found, table, lang),
        picture=f"/{found.picture(table.setup.options)}",
    )


async def _tags(request: Request, table_id: str) -> str:
    """The tags of a table; none if there is no such table, or it must not be shown yet."""
    try:
        table = (await public_table(request, table_id)).durable.table
    except Refuse:
        return ""  # the app itself says why there is nothing to see
    host: Host = request.app.state.host
    language = language_of_request(request)
    ahead = named_ahead(table.setup.game, language)
    invitation = host.games.kit(table.setup.game).invitation
    if invitation is None:
        return ahead
    site = f"{request.url.scheme}://{request.url.netloc}"
    said = {
        "og:type": "website",
        "og:site_name": SITE,
        "og:locale": language,
        "og:url": f"{site}/t/{table_id}",
        "og:title": _title(invitation, table, language),
        "og:description": _description(invitation, table, language),
        "og:image": f"{site}/{invitation.picture(table.setup.options)}",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": invitation.title,
        "twitter:card": "summary_large_image",
    }
    return ahead + "".join(
        f'<meta property="{name}" content="{escape(text)}" />\n' for name, text in said.items()
    )


def _title(invitation: Invitation, table: Table, language: str) -> str:
    game = invitation.title
    if DAILY in table.setup.options:
        return f"{game} · {say('app.daily', language)}"
    if table.status is Status.OPEN:
        host = next((table.seats[seat].name for seat in table.openers), "")
        key = "invitation.from" if host else "invitation.from_somebody"
        return say(key, language, name=host, game=game)
    return f"{game} · {', '.join(seat.name for seat in table.seats if seat.name)}".rstrip(" ·")


def _description(invitation: Invitation, table: Table, language: str) -> str:
    said = [*invitation.rules(table.setup.options, language)]
    open_seats = sum(seat.occupant is Occupant.OPEN for seat in table.seats)
    if open_seats and table.status is Status.OPEN:
        said.append(say("invitation.open_seats", language, count=open_seats))
    return (
        f"{' · '.join(said)}. {say(invitation.claim, language)}" if said else say(invitation.claim, language)
    )
