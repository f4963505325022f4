"""How long the command line takes to answer, as multiples of a bare `python -c pass` in the same run."""

import subprocess
import sys
import time
from pathlib import Path

RUNS = 7
RECORD = Path(__file__).parents[1] / "tests" / "golden" / "published_france.trip"
COMMANDS = {
    "import typer and rich": ["-c", "import typer, rich.console, rich.table"],
    "import tumbletrip.dicetrip.rules": ["-c", "import tumbletrip.dicetrip.rules"],
    "tumbletrip --help": ["-m", "tumbletrip", "--help"],
    "tumbletrip editions": ["-m", "tumbletrip", "editions"],
    "tumbletrip score": ["-m", "tumbletrip", "score", str(RECORD)],
    "tumbletrip replay": ["-m", "tumbletrip", "replay", str(RECORD)],
}


def best_seconds(arguments: list[str], runs: int = RUNS) -> float:
    """The best of several runs: the one that was disturbed least."""
    return min(_seconds(arguments) for _ in range(runs))


def _seconds(arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    bare = best_seconds(["-c", "pass"])
    print(f"{'python -c pass':34} {bare * 1000:6.0f} ms   1.0 x")
    for name, arguments in COMMANDS.items():
        seconds = best_seconds(arguments)
        print(f"{name:34} {seconds * 1000:6.0f} ms {seconds / bare:5.1f} x")


if __name__ == "__main__":
    main()
