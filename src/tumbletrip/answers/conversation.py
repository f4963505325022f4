"""The conversation on a table's socket: a hello first, then commands in and updates out.

Who carries the messages is another's: `server.transport.socket` over the network, `local` inside a page.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol, TypeAlias

from tumbletrip.answers.secrecy import LONGEST_SECRET, hash_of
from tumbletrip.answers.wire import PROTOCOL, answer_message, draft_message, events_json, update_message
from tumbletrip.host.codec import encode
from tumbletrip.host.core.effects import Refused, Reply
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.core.log import Shown, Update
from tumbletrip.host.host import Host, TableGone
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import Table
from tumbletrip.tables.views import changes_nothing_seen, view

# Close codes of RFC 6455 and its registry.
NOT_TEXT, POLICY, TRY_LATER = 1003, 1008, 1013
NOT_FOUND, RELOAD, OLD_CLIENT, SEALED = 4404, 4001, 4002, 4003  # our own
MAX_SECRETS = 16  # a device may hold every seat of a table (TD18)
PONG = b'{"type":"pong"}'

IsSealed: TypeAlias = Callable[[Table], bool]  # whether only those who sit at a table may see it yet


class HelloFrame(Protocol):
    """The first frame: who one is, and what one has already."""

    secrets: list[str]
    since: int
    protocol: int
    changes: bool
    fair: bool


class WantedFrame(Protocol):
    """Something a seat wants."""

    id: str
    seat: int
    round: int
    action: dict[str, Any]


class GivenLink(Protocol):
    """A link of the chain of a seat's device, for the draw under way."""

    seat: int
    number: int
    link: str


class CloseSocket(Exception):
    """The connection is to be closed with this code and reason."""

    def __init__(self, code: int, reason: str = "") -> None:
        """The code tells the client whether to reconnect, reload or give up."""
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Guest(ABC):
    """One client of a table: the host's Watcher; those who carry its messages fill in `send` and `close`."""

    def __init__(self, address: str) -> None:
        """A guest without seats; nothing is sent yet."""
        self.address = address
        self.seats: tuple[int, ...] = ()
        self.takes_changes = False
        self.brings_chains = False  # takes part in drawing dice, and is told how they are drawn
        self.unanswered = 0  # commands without an answer
        self._sent_head = 0
        self._withheld: list[Shown] = []  # events of draws that are told with the next move

    @abstractmethod
    def send(self, message: bytes) -> None:
        """Send a message."""

    @abstractmethod
    def close(self, closing: CloseSocket) -> None:
        """Close the connection with a code and reason; the first call decides."""

    def show(self, update: Update) -> None:
        """Send an update unless the client has it; the host calls this in order."""
        if update.head is None:
            self._send_draft(update)
        elif update.head > self._sent_head:
            self._sent_head = update.head
            if not self.brings_chains:
                self._withheld += update.events
                if all(changes_nothing_seen(shown.body) for shown in update.events):
                    return  # told with the next move: nothing to see, and nothing to do about it
                if len(self._withheld) > len(update.events):
                    update = Update(tuple(self._withheld), update.before, update.tables, update.drafts)
                self._withheld = []
            self.send(update_message(update, self.seats, changes=self.takes_changes))

    def _send_draft(self, update: Update) -> None:
        """Send what a new draft changed, but only to its own seat."""
        message = draft_message(update, self.seats, changes=self.takes_changes)
        if message:
            self.send(message)

    def presence_changed(self, seats: Sequence[bool], until_stand_in_ms: Sequence[int]) -> None:
        """Send which seats are connected, and when a bot may stand in for those that are not."""
        self.send(encode({"type": "presence", "seats": seats, "until_stand_in_ms": until_stand_in_ms}))

    def bots_warmed(self, percents: Sequence[int]) -> None:
        """Send how ready the bot of each seat is."""
        self.send(encode({"type": "bots", "ready": percents}))

    def go_away(self, reason: str) -> None:
        """Close the connection; the client reconnects and asks for what it missed."""
        self.close(CloseSocket(RELOAD if reason == "reload" else NOT_FOUND, reason))

    def send_welcome(self, live: LiveTable, since: int, away_after: float) -> None:
        """Answer the hello: the events after `since`, and the table as it is now."""
        table, head = live.durable.table, live.durable.seq
        missed = live.log.since(since if 0 <= since <= head else 0)
        self._sent_head = head
        self.send(
            encode(
                {
                    "type": "welcome",
                    "protocol": PROTOCOL,
                    "code": live.code,
                    "seats": self.seats,
                    "seq": head,
                    "events": events_json(missed, table, self.seats),
                    "view": view(table, self.seats, live.thoughts()),
                    "presence": live.connected(),
                    "until_stand_in_ms": live.until_stand_in_ms(time.monotonic(), away_after),
                }
            )
        )

    def answer(self, command: str, reply: Reply) -> None:
        """Send the answer to a command."""
        self.unanswered -= 1
        self.send(answer_message(command, reply))


async def greet(
    host: Host, guest: Guest, table_id: str, hello: HelloFrame, is_sealed: IsSealed = lambda _: False
) -> LiveTable:
    """Answer a hello with a welcome; raises CloseSocket. A wrong secret looks like a missing table."""
    if hello.protocol != PROTOCOL:
        raise CloseSocket(OLD_CLIENT, "reload the page")
    try:
        live = await host.live(table_id)
        seats = await _seats_opened_by(host, live, hello.secrets)
    except TableGone:
        raise CloseSocket(NOT_FOUND, "not found") from None
    except StoreDown:
        raise CloseSocket(TRY_LATER, "try again") from None
    if not seats and is_sealed(live.durable.table):
        raise CloseSocket(SEALED, "play this day first")
    guest.seats, guest.takes_changes, guest.brings_chains = seats, hello.changes, hello.fair
    guest.send_welcome(live, hello.since, host.pace.away_after)
    return live


async def _seats_opened_by(host: Host, live: LiveTable, secrets: list[str]) -> tuple[int, ...]:
    if len(secrets) > MAX_SECRETS or any(len(secret) > LONGEST_SECRET for secret in secrets):
        raise CloseSocket(NOT_FOUND, "not found")
    seats: set[int] = set()
    for secret in secrets:
        found = await host.seats_of(live, hash_of(secret))
        if not found:
            raise CloseSocket(NOT_FOUND, "not found")
        seats.update(found)
    return tuple(sorted(seats))


def run_command(host: Host, live: LiveTable, guest: Guest, frame: WantedFrame) -> None:
    """Hand a command to the host; refused unless the guest holds the seat it names. Raises CloseSocket."""
    if frame.seat not in guest.seats:
        guest.send(answer_message(frame.id, Refused(No.NOT_YOUR_SEAT, 0)))
        return
    # The id is prefixed with the seat, so that no client can use up the ids of another.
    command = Command(f"{frame.seat}:{frame.id}", frame.seat, frame.round, frame.action)
    guest.unanswered += 1
    live.last_address = guest.address
    try:
        host.begin(live, command, partial(guest.answer, frame.id))
    except TableGone:
        raise CloseSocket(TRY_LATER, "try again") from None


def give_link(host: Host, live: LiveTable, guest: Guest, frame: GivenLink) -> None:
    """Hand a link to the host; ignored unless the guest holds the seat it names."""
    if frame.seat in guest.seats:
        host.give_link(live, frame.seat, frame.number, frame.link)
