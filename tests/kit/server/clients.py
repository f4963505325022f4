"""People who play over the real socket, come back after every cut, and remember all that they were told."""

import asyncio
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import websockets
from websockets.asyncio.client import connect

from tumbletrip.fairness.chains import Chain

WAIT_SECONDS = 0.01
LOST = (OSError, TimeoutError, websockets.WebSocketException)


def next_action(view: dict[str, Any], seat: int, rng: Random) -> dict[str, Any]:
    """Something a seat may do now, from its view alone."""
    play = view["play"]
    if play["game"] == "tumblin":
        if play["phase"] == "order":
            return {"do": "order"}
        die = rng.choice(play["in_hand"][view["players"].index(seat)])
        place = {"x": round(rng.uniform(-0.09, -0.015), 3), "y": round(rng.uniform(-0.03, 0.03), 3)}
        return {
            "do": "flick",
            "die": die,
            "face_up": 6,
            "speed_mps": round(rng.uniform(0.9, 1.6), 2),
            **place,
        }
    if play["phase"] == "roll":
        return {"do": "roll"}
    if play["phase"] == "reroll":
        return {"do": "keep"} if rng.random() < 0.9 else {"do": "reroll", "dice": ["red", "blue"]}
    options = view["you"][str(seat)]["options"]
    cities = rng.sample(options["open_cities"], options["cities_to_fill"])
    return {"do": "write", "entries": [{"city": city, "dice": None} for city in cities]}


@dataclass
class Person:
    """One seat's player; what they were told is the evidence."""

    url: Callable[[], str]
    seat: int
    secret: str
    rng: Random
    pause: float = 0.0  # the longest they think
    must_wait: Callable[[], bool] = lambda: False  # whether something has to happen before their next move
    told: dict[str, int] = field(default_factory=dict)  # command -> the sequence number it was taken with
    seen: dict[int, Any] = field(default_factory=dict)  # sequence number -> the event
    contradictions: list[str] = field(default_factory=list)
    sent_again: int = 0  # commands that had no answer when the line broke
    stored_unanswered: int = 0  # of these, the ones that had been taken: only the answer was lost
    view: dict[str, Any] = field(default_factory=dict)
    _ids: Any = field(default_factory=itertools.count)
    _chain: Chain | None = None  # of this device, once the server has told its own anchor
    _open: dict[str, Any] | None = None  # the command that has no answer yet
    _head: int = 0  # of the log when they came back

    async def play(self) -> None:
        """Play until the game is over, whatever happens to the line."""
        while self.view.get("status") != "over":
            try:
                async with connect(self.url(), max_size=None, open_timeout=120, ping_interval=None) as line:
                    await self._talk(line)
            except LOST:
                await asyncio.sleep(self.rng.uniform(0.02, 0.2))

    async def _talk(self, line: Any) -> None:
        since = max(self.seen, default=0)
        hello = {"type": "hello", "secrets": [self.secret], "since": since, "fair": True}
        await line.send(json.dumps(hello))
        while self.view.get("status") != "over":
            message = json.loads(await asyncio.wait_for(line.recv(), 120))
            is_welcome = message["type"] == "welcome"
            self._hear(message)
            await self._draw_along(line, is_welcome=is_welcome)
            if is_welcome and self._open:
                self.sent_again += 1
                self._head = message["seq"]
                await line.send(json.dumps(self._open))  # the same id again
            elif self._open is None and self.seat in self.view.get("waiting_for", ()):
                await asyncio.sleep(self.rng.uniform(0, self.pause))
                while self.must_wait():
                    await asyncio.sleep(WAIT_SECONDS)
                action = next_action(self.view, self.seat, self.rng)
                name = f"c{next(self._ids)}"
                self._open = {"type": "command", "id": name, "seat": self.seat, "round": self.view["round"]}
                self._open["action"] = action
                await line.send(json.dumps(self._open))

    async def _draw_along(self, line: Any, *, is_welcome: bool) -> None:
        """Tell an anchor, and give a link for the draw under way: again after every cut."""
        events = [self.seen[seq] for seq in sorted(self.seen)]
        begun = next((event for event in events if event["kind"] == "fair_begun"), None)
        if begun is None:
            return
        is_new = self._chain is None
        chain = self._chain = self._chain or Chain(self.rng.randbytes(32), begun["links"])
        if is_new or (is_welcome and not any(event["kind"] == "sealed" for event in events)):
            action = {"do": "anchor", "anchor": chain.anchor.hex()}
            command = {"type": "command", "id": "anchor", "seat": self.seat, "round": 0, "action": action}
            await line.send(json.dumps(command))
        last = next((event for event in reversed(events) if "draw" in event), None)
        if last and last["kind"] == "draw_requested":
            link = chain.link(last["number"]).hex()
            given = {"type": "link", "seat": self.seat, "number": last["number"], "link": link}
            await line.send(json.dumps(given))

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "answer":
            self._hear_answer(message)
        elif message["type"] in ("welcome", "update"):
            self.view = message["view"]
            for event in message["events"]:
                known = self.seen.setdefault(event["seq"], event["event"])
                if known != event["event"] and not _is_hidden(known) and not _is_hidden(event["event"]):
                    self.contradictions.append(f"event {event['seq']} was {known} and is {event['event']}")

    def _hear_answer(self, message: dict[str, Any]) -> None:
        if message["ok"] and self.told.setdefault(message["id"], message["seq"]) != message["seq"]:
            self.contradictions.append(f"{message['id']} was taken twice")
        self.stored_unanswered += message["ok"] and message["seq"] <= self._head
        if self._open and message["id"] == self._open["id"]:
            self._open = None


def _is_hidden(event: Any) -> bool:
    return event["kind"] == "played" and set(event["play"]) == {"kind", "seat"}


def matches(seen: Any, stored: Any) -> bool:
    """Whether what somebody saw is the stored event, or its hidden form."""
    if seen == stored:
        return True
    move = stored.get("play", {})  # in its place there may be no move at all
    return _is_hidden(seen) and all(move.get(key) == seen["play"][key] for key in ("kind", "seat"))
