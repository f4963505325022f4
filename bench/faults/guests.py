"""Greedy, slow, broken and lying guests, seeded, each with an address of its own on loopback.

They live in a process of their own, as they would on machines of their own: what they cost themselves
must not be taken for what they cost others. The process is given a port, a number of guests and a seed; it
reads `go` and `rest` from its input, line by line, and writes a line for each deed.
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TypeAlias

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

HOST = "127.0.0.1"
GOLDEN = Path(__file__).parents[2] / "tests" / "golden"
GONE = (OSError, httpx.HTTPError, WebSocketException, TimeoutError)
NICENESS = 10  # other machines would take nothing of this one's processor
RESTING = "resting"  # is written when all have stopped
PAUSE_SECONDS = 0.05  # between two deeds of a guest, at most


@dataclass
class Guest:
    """One hostile guest, with an address of its own on loopback."""

    port: int  # of the server
    address: str
    rng: Random

    def client(self) -> httpx.AsyncClient:
        """HTTP from the guest's own address; without TLS, whose context would cost more than the deed."""
        transport = httpx.AsyncHTTPTransport(local_address=self.address, verify=False)
        return httpx.AsyncClient(
            base_url=f"http://{HOST}:{self.port}", transport=transport, timeout=30, trust_env=False
        )


Deed: TypeAlias = Callable[[Guest], Awaitable[str]]


async def opens_tables_of_champions(guest: Guest) -> str:
    """Greedy: three champions think at every new table."""
    bots = [{"occupant": "bot", "level": "champion"}] * 3
    seats = [{"occupant": "person", "name": "Mal"}, *bots]
    async with guest.client() as client:
        answer = await client.post("/api/tables", json={"game": "dicetrip", "seats": seats})
        if answer.status_code != 201:
            return str(answer.status_code)
        opened = answer.json()
        secret = opened["seats"][0]["secret"]
        body = {"id": "r", "seat": 0, "round": 1, "action": {"do": "roll"}}
        headers = {"Authorization": f"Seat {secret}"}
        rolled = await client.post(f"/api/tables/{opened['table']}/commands", json=body, headers=headers)
        return str(rolled.status_code)


async def prints(guest: Guest) -> str:
    """Greedy: another pad every time."""
    async with guest.client() as client:
        answer = await client.get(f"/api/sheets/dicetrip?copies={guest.rng.randint(20, 200)}")
        return str(answer.status_code)


async def reads_replays(guest: Guest) -> str:
    """Greedy: brings a match in and reads it over and over."""
    text = (GOLDEN / "duel_mujoco.tumble").read_bytes()
    async with guest.client() as client:
        answer = await client.post("/api/records", content=text)
        if answer.status_code != 201:
            return str(answer.status_code)
        path = f"/api/tables/{answer.json()['table']}/replay"
        return str([(await client.get(path)).status_code for _ in range(5)][-1])


async def sends_half(guest: Guest) -> str:
    """Slow: the beginning of a request, and then nothing."""
    reader, writer = await asyncio.open_connection(HOST, guest.port, local_addr=(guest.address, 0))
    try:
        writer.write(
            guest.rng.choice([b"GET / HT", b"POST /api/tables HTTP/1.1\r\nContent-Length: 99\r\n\r\n{"])
        )
        await writer.drain()
        await reader.read()  # until the server has had enough
    finally:
        writer.close()
    return "closed"


async def never_reads(guest: Guest) -> str:
    """Slow: asks for much, and takes nothing."""
    reader, writer = await asyncio.open_connection(
        HOST, guest.port, local_addr=(guest.address, 0), limit=1024
    )
    try:
        writer.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 30)
        await writer.drain()
        while not reader.at_eof() and not writer.transport.is_closing():
            await asyncio.sleep(0.2)
    finally:
        writer.transport.abort()
    return "closed"


async def floods_a_socket(guest: Guest) -> str:
    """Broken: frames that are no messages, and pings without end."""
    async with guest.client() as client:
        seats = [{"occupant": "person", "name": "Mal"}]
        answer = await client.post("/api/tables", json={"game": "dicetrip", "seats": seats})
        if answer.status_code != 201:
            return str(answer.status_code)
    url = f"ws://{HOST}:{guest.port}/api/tables/{answer.json()['table']}/socket"
    async with connect(url, local_addr=(guest.address, 0), ping_interval=None) as line:
        if guest.rng.random() < 0.5:
            await line.send("x" * guest.rng.randint(1, 20_000))
        await line.send(json.dumps({"type": "hello"}))
        for _ in range(500):
            await line.ping()
        await line.wait_closed()
        return f"socket {line.close_code}"


async def lies(guest: Guest) -> str:
    """Lying: codes that are guessed, secrets that are made up, records that are none."""
    async with guest.client() as client:
        code = "".join(guest.rng.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=5))
        made_up = {"Authorization": f"Seat {guest.rng.getrandbits(128):032x}"}
        answers = [
            await client.get(f"/api/codes/{code}"),
            await client.get(f"/api/tables/{guest.rng.getrandbits(96):024x}", headers=made_up),
            await client.post("/api/records", content=guest.rng.randbytes(guest.rng.randint(0, 300_000))),
        ]
        return " ".join(str(answer.status_code) for answer in answers)


DEEDS: tuple[Deed, ...] = (
    opens_tables_of_champions,
    prints,
    reads_replays,
    sends_half,
    never_reads,
    floods_a_socket,
    lies,
)


async def _misbehave(guest: Guest, deed: Deed) -> None:
    """Do the same deed over and over, whatever comes of it."""
    while True:
        try:
            async with asyncio.timeout(60):
                ended = await deed(guest)
        except GONE as error:
            ended = type(error).__name__
        print(f"{deed.__name__}: {ended}", flush=True)
        await asyncio.sleep(guest.rng.uniform(0, PAUSE_SECONDS))


async def misbehave_when_told(port: int, guests: int, seed: int) -> None:
    """Begin and rest as the lines of standard input say."""
    crowd = [Guest(port, f"127.0.1.{1 + number}", Random(seed + number)) for number in range(guests)]
    busy: list[asyncio.Task[None]] = []
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line.strip() == "go":
            deeds = zip(crowd, cycle(DEEDS), strict=False)
            busy = [asyncio.create_task(_misbehave(guest, deed)) for guest, deed in deeds]
        else:
            for task in busy:
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)
            print(RESTING, flush=True)


if __name__ == "__main__":
    os.nice(NICENESS)
    asyncio.run(misbehave_when_told(*map(int, sys.argv[1:4])))
