"""What checked dice cost: the time of a roll at a host, with and without chains, near and far away.

python -m bench.fair.draws [--rolls 200] [--delay-ms 80]
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from tests.kit.server.chains import ChainedDevice, chained
from tests.kit.server.hosts import ScriptedJobs, accepted, host_on
from tests.kit.server.tables import person, setup
from tumbletrip.host.host import Host, Pace

SEATS = 4
PACE = Pace(bot_delay=0.0)


class FarDevice(ChainedDevice):
    """A device whose link takes a while there and back."""

    delay_s = 0.0

    def give(self, number: int) -> None:
        """Give the link of a draw after a round trip."""
        asyncio.get_running_loop().call_later(self.delay_s, super().give, number)


async def rolls(host: Host, count: int, delay_s: float | None) -> list[float]:
    """Seconds of the first rolls of so many tables; `delay_s` None: nobody brings a chain."""
    taken = []
    for _ in range(count):
        live = await host.open(setup(*(person(name) for name in ("Ada", "Ben", "Cleo", "Dora"))), {})
        if delay_s is not None:
            devices = await chained(host, live, range(SEATS), kind=FarDevice if delay_s else ChainedDevice)
            for device in devices:
                if isinstance(device, FarDevice):
                    device.delay_s = delay_s
        await accepted(host, live, "0:roll", 0, do="roll")  # seals as well
        begun = time.perf_counter()
        await accepted(host, live, "0:again", 0, do="reroll", dice=["red", "green"])
        taken.append(time.perf_counter() - begun)
    return taken


async def measured(name: str, count: int, delay_s: float | None, *, draws_fairly: bool) -> None:
    """Print the median and the slowest hundredth."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder)}/tables.db"
        async with host_on(url, ScriptedJobs(), pace=PACE, draws_fairly=draws_fairly) as host:
            cuts = quantiles(await rolls(host, count, delay_s), n=100)
    print(f"{name:34} median {1000 * cuts[49]:7.2f} ms   p99 {1000 * cuts[98]:7.2f} ms")


async def main() -> None:
    """All of them in one run, so that their ratios can be trusted."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rolls", type=int, default=200)
    options.add_argument("--delay-ms", type=float, default=80.0)
    asked = options.parse_args()
    await measured("without chains", asked.rolls, None, draws_fairly=False)
    await measured("the server's chain alone", asked.rolls, None, draws_fairly=True)
    await measured("four devices, at once", asked.rolls, 0.0, draws_fairly=True)
    await measured(
        f"four devices, {asked.delay_ms:.0f} ms away", asked.rolls, asked.delay_ms / 1000, draws_fairly=True
    )


if __name__ == "__main__":
    asyncio.run(main())
