"""How fast the bots' kernels are, entry by entry: compiled by Numba, and as WebAssembly in Node.

    python bench/bench_dicetrip_kernels.py [--games 4] [--rounds 5]

The questions of some champions' games are asked of both machines in turn; the shortest of some rounds counts.
Only the processor's time inside kernels is measured; what is asked around them is the same code for both.
"""

import argparse
import gzip
import json
import sys
from collections import defaultdict
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.kit.dicetrip.bot_games import play_game
from tests.kit.dicetrip.node_machine import node_instance
from tumbletrip.bots.dicetrip.levels import bot_by_name
from tumbletrip.bots.dicetrip.machine.native import NativeMachine
from tumbletrip.bots.dicetrip.machine.running import Machine, using
from tumbletrip.bots.dicetrip.machine.wasm import WasmMachine, wasm_code
from tumbletrip.dicetrip.editions import builtin_edition

Question = tuple[
    str, int, bytes, int
]  # an entry, the number of a mind, what is asked, the size of the answer


class Watched:
    """A machine that remembers what it was given and asked."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.minds: dict[int, bytes] = {}
        self.steps: list[Question] = []
        self.asked: dict[str, list[Question]] = defaultdict(list)

    def keep(self, block: bytes) -> int:
        address = self._machine.keep(block)
        self.minds[address] = block
        return address

    def forget(self, address: int) -> None:
        """What was asked is asked again later, so all stays."""

    def answer(self, entry: str, mind: int, question: bytes, size: int) -> bytes:
        kept = self.steps if entry == "take_steps" else self.asked[entry]
        kept.append((entry, mind, question, size))
        return self._machine.answer(entry, mind, question, size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    watched = Watched(NativeMachine())
    with using(watched):
        for game in range(arguments.games):
            edition = builtin_edition(("france", "germany")[game % 2])
            play_game(edition, [bot_by_name("champion"), bot_by_name("expert")], game, tens_variant=game > 1)
    native = NativeMachine()
    with node_instance() as instance:
        page = WasmMachine(instance)
        addresses = [placed(machine, watched) for machine in (native, page)]
        rows = []
        print(f"{'entry':<22}{'asked':>6}{'native ms':>11}{'wasm ms':>9}{'native/wasm':>13}")
        for entry, asked in sorted(watched.asked.items()):
            here = there = float("inf")
            for _ in range(arguments.rounds):
                began = process_time()
                for _, mind, question, size in asked:
                    native.answer(entry, addresses[0][mind], question, size)
                here = min(here, process_time() - began)
                before = instance.seconds
                for _, mind, question, size in asked:
                    page.answer(entry, addresses[1][mind], question, size)
                there = min(there, instance.seconds - before)
            rows.append({"entry": entry, "asked": len(asked), "native": here, "wasm": there})
            each = 1e3 / len(asked)
            print(f"{entry:<22}{len(asked):>6}{here * each:>11.3f}{there * each:>9.3f}{here / there:>13.2f}")
    print_size()
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")


def placed(machine: Machine, watched: Watched) -> dict[int, int]:
    """Lay the same minds into a machine; where each lies there, by where it lay first."""
    addresses = {first: machine.keep(block) for first, block in watched.minds.items()}
    for entry, mind, question, size in watched.steps:
        machine.answer(entry, addresses[mind], question, size)
    return addresses


def print_size() -> None:
    code = wasm_code()
    print(f"kernels.wasm: {len(code)} bytes, {len(gzip.compress(code, 9))} gz, {brotli_size(code)} br")


def brotli_size(code: bytes) -> str:
    try:
        import brotli  # type: ignore[import-not-found]  # measured where it is installed
    except ImportError:
        return "?"
    return str(len(brotli.compress(code)))


if __name__ == "__main__":
    main()
