"""The kernels of a page decide as those of this machine do, and are made of the same sources."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.kit.dicetrip.bot_games import play_game
from tests.kit.dicetrip.node_machine import SCRIPT as NODE_MACHINE
from tests.kit.dicetrip.node_machine import node_machine
from tools.kernels.manifest import MANIFEST, TOOLS, WASM, source_hash
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.bots.dicetrip.machine.running import machine, using
from tumbletrip.bots.dicetrip.machine.wasm import WasmMachine
from tumbletrip.bots.dicetrip.protocol import Bot, Budget, Choice, Position
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition
from tumbletrip.dicetrip.notation.sheet_line import format_sheet
from tumbletrip.games.dicetrip.bots import BotQuestion, choose

ROOT = Path(__file__).parents[3]
TOLD = json.loads((ROOT / MANIFEST).read_text())


@pytest.fixture(scope="module")
def page() -> Iterator[WasmMachine]:
    with node_machine() as running:
        yield running


@dataclass
class Watched:
    """A bot whose questions are kept."""

    bot: Bot
    seen: list[Position]

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:
        self.seen.append(position)
        return self.bot.choose(position, budget, rng)


def positions(name: str, tens: bool, seed: int, count: int) -> list[Position]:
    """Some questions of games between players of different levels."""
    seen: list[Position] = []
    bots = [Watched(bot_by_name(level), seen) for level in ("good", "casual", "beginner")[: 1 + seed % 3]]
    play_game(builtin_edition(name), bots, seed, tens_variant=tens)
    return Random(seed).sample(seen, count)


def decisions(level: str, asked: list[Position]) -> list[Choice]:
    """What a level chooses, with a generator that begins alike for each question."""
    bot = bot_by_name(level)
    return [bot.choose(position, Budget(), Random(at)) for at, position in enumerate(asked)]


def assert_equal_decisions(page: WasmMachine, asked: list[Position]) -> None:
    for level in LEVELS:
        here = decisions(level, asked)
        with using(page):
            assert machine() is page
            assert decisions(level, asked) == here, level


@pytest.mark.parametrize(("name", "tens"), list(product(("france", "germany"), (False, True))))
def test_every_level_decides_in_a_page_as_it_does_here(page: WasmMachine, name: str, tens: bool) -> None:
    assert_equal_decisions(page, positions(name, tens, seed=1, count=8))


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITION_NAMES)
def test_every_level_decides_alike_on_every_map(page: WasmMachine, name: str) -> None:
    for tens, seed in ((False, 6), (True, 7)):
        assert_equal_decisions(page, positions(name, tens, seed, count=10))


WITHOUT = """
import sys
for name in ("numpy", "numba", "llvmlite"):
    sys.modules[name] = None  # an import of it fails
from tests.kit.dicetrip.node_machine import node_machine
from tumbletrip.bots.dicetrip.levels import LEVELS
from tumbletrip.bots.dicetrip.machine.running import use
from tumbletrip.games.dicetrip.bots import warm_up
with node_machine() as page:
    use(page)
    for level in LEVELS:
        warm_up(level, tell=print)
        print(level)
"""


def test_all_levels_think_where_numpy_and_numba_are_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == list(LEVELS), done.stderr


IN_A_PAGE = """
import json, sys
sys.dont_write_bytecode = True  # the sources are those of this folder
sys.path.insert(0, "/src")
from tumbletrip.bots.dicetrip.machine.running import use
from tumbletrip.bots.dicetrip.machine.wasm import page_machine
from tumbletrip.games.dicetrip.bots import BotQuestion, choose
use(page_machine())
asked = json.loads({asked!r})
json.dumps([choose(BotQuestion(**question), level, "1") for question in asked for level in {levels!r}])
"""


@pytest.mark.slow
def test_python_in_a_page_decides_as_python_here(tmp_path: Path) -> None:
    pyodide = ROOT / "frontend" / "node_modules" / "pyodide"
    asked = [question_of(position) for position in positions("france", tens=False, seed=2, count=6)]
    script = tmp_path / "script.py"
    script.write_text(
        IN_A_PAGE.format(asked=json.dumps([asdict(each) for each in asked]), levels=list(LEVELS))
    )
    node = ["node", str(NODE_MACHINE.with_name("pyodide_page.mjs"))]
    done = subprocess.run(
        [*node, str(pyodide), str(ROOT / "src"), str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    here = [choose(question, level, "1") for question in asked for level in LEVELS]
    assert json.loads(done.stdout) == json.loads(json.dumps(here))


def question_of(position: Position) -> BotQuestion:
    """A position as it is sent to those who think."""
    return BotQuestion(
        position.seat,
        tuple(format_sheet(sheet) for sheet in position.sheets),
        position.round,
        position.roller,
        tuple(position.roll),
        position.may_reroll_now,
    )


def test_the_committed_kernels_are_made_of_todays_sources() -> None:
    assert TOLD["sources"] == source_hash(), (
        "the kernels changed: run `make kernels` and commit what it wrote"
    )
    assert TOLD["wasm"] == sha256((ROOT / WASM).read_bytes()).hexdigest()


@pytest.mark.slow
def test_the_committed_kernels_can_be_made_again(tmp_path: Path) -> None:
    if find_spec("ziglang") is None:
        pytest.skip("ziglang, which links WebAssembly, is not installed: `make kernels` installs it")
    here = {tool: _version(tool) for tool in TOOLS}
    if here != TOLD["tools"]:
        pytest.skip(f"the committed kernels were made with {TOLD['tools']}; here are {here}")
    command = [sys.executable, "-m", "tools.kernels", "--out", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert (tmp_path / WASM.name).read_bytes() == (ROOT / WASM).read_bytes()
    assert (tmp_path / MANIFEST.name).read_bytes() == (ROOT / MANIFEST).read_bytes()


def _version(tool: str) -> str | None:
    try:
        return version(tool)
    except PackageNotFoundError:
        return None
