"""What a bare import may load: the rules need the standard library only, and the commands answer at once."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tumbletrip

SOURCE = Path(tumbletrip.__file__).parent
GOLDEN = Path(__file__).parents[1] / "golden" / "published_france.trip"
HEAVY = {
    "numpy",
    "numba",
    "mujoco",
    "matplotlib",
    "fastapi",
    "joblib",
    "gymnasium",
    "pettingzoo",
    "pyarrow",
    "distributed",
}
OUTSIDE = HEAVY | {"typer", "rich", "pydantic", "starlette", "msgspec"}
RULES = ("core", "dicetrip", "dicetrip.notation", "tumblin", "tumblin.notation", "tumblin.score_pad")
PURE = sorted(
    f"tumbletrip.{room}.{file.stem}"
    for room in RULES
    for file in SOURCE.joinpath(*room.split(".")).glob("*.py")
    if file.stem != "__init__"
)


def loaded_by(code: str) -> set[str]:
    """The top-level modules that a fresh process has loaded after running some code."""
    report = "import json, sys; print(json.dumps(sorted({name.split('.')[0] for name in sys.modules})))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, check=True, text=True
    )
    return set(json.loads(done.stdout.split("\n")[-2]))


def test_importing_tumbletrip_loads_nothing_from_outside() -> None:
    assert loaded_by("import tumbletrip") & OUTSIDE == set()


def test_the_rules_need_the_standard_library_only() -> None:
    assert len(PURE) > 40
    loaded = loaded_by("\n".join(f"import {module}" for module in PURE))
    outside = (
        {name for name in loaded if not name.startswith("_")} - set(sys.stdlib_module_names) - {"tumbletrip"}
    )
    bare = loaded_by("pass")
    assert outside - bare == set()


QUICK = ["--help", "--version", "editions", "editions france", f"score {GOLDEN}", f"replay {GOLDEN}"]
RUN = """
from tumbletrip.cli.main import run
try:
    run()
except SystemExit:
    pass
"""


@pytest.mark.parametrize("arguments", QUICK)
def test_quick_commands_load_nothing_heavy(arguments: str) -> None:
    assert loaded_by(f"import sys; sys.argv[1:] = {arguments.split()!r}\n{RUN}") & HEAVY == set()


def test_help_costs_little_more_than_the_libraries_it_is_printed_with() -> None:
    """A generous factor: numpy or numba in the way would show, a busy machine does not."""
    from bench.bench_startup import best_seconds

    libraries = best_seconds(["-c", "import typer, rich.console, rich.table"], runs=3)
    assert best_seconds(["-m", "tumbletrip", "--help"], runs=3) < 6 * libraries
