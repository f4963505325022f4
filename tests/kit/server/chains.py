"""Devices with chains of their own, which give their links by themselves as the app does."""

from collections.abc import Iterable

from tests.kit.server.hosts import Seen, accepted, until
from tumbletrip.fairness.chains import Chain
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.core.log import Update
from tumbletrip.host.host import Host
from tumbletrip.tables.play import Body


class ChainedDevice(Seen):
    """A watcher that gives the link of its seat as soon as a draw is asked for, unless it is silent."""

    brings_chains = True

    def __init__(self, host: Host, live: LiveTable, seat: int, mark: int = 1) -> None:
        super().__init__(seat)
        self.host, self.live, self.seat = host, live, seat
        self._secret = bytes([seat, mark]) * 16
        self.first = 1
        self.is_silent = False

    def show(self, update: Update) -> None:
        super().show(update)
        for shown in update.events:
            if shown.body["kind"] == "draw_requested" and not self.is_silent:
                self.give(shown.body["number"])

    def give(self, number: int) -> None:
        """Give the link of a draw, if the chain has begun."""
        if number >= self.first:
            link = self.chain.link(number - self.first + 1).hex()
            self.host.give_link(self.live, self.seat, number, link)

    async def anchor(self) -> None:
        """Tell the anchor, at first or anew, as soon as the server has told its own."""
        await until(lambda: self.live.fair.server)
        self.chain = Chain(self._secret, self.live.fair.length)
        name, anchor = f"{self.seat}:anchor{self.live.durable.seq}", self.chain.anchor.hex()
        seq = await accepted(self.host, self.live, name, self.seat, do="anchor", anchor=anchor)
        self.first = next(shown.body["first"] for shown in self.live.log.since(seq - 1))


async def chained(
    host: Host,
    live: LiveTable,
    seats: Iterable[int],
    mark: int = 1,
    kind: type[ChainedDevice] = ChainedDevice,
) -> list[ChainedDevice]:
    """Devices on these seats whose anchors are told."""
    devices = [kind(host, live, seat, mark) for seat in seats]
    for device in devices:
        host.watch(live, device)
        await device.anchor()
    return devices


def draws_of(live: LiveTable) -> list[Body]:
    """All draws of a table, as its events keep them."""
    return [
        shown.body["draw"] for shown in live.events if shown.body["kind"] == "played" and "draw" in shown.body
    ]
