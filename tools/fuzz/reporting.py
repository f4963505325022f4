"""What is said while readers are fed, and at the end."""

from typing import Final

from tools.fuzz.feeding import Findings
from tools.fuzz.readers import Reader
from tools.fuzz.stretching import stretch

STEPS: Final = 10
STRETCHES: Final = 100


def show_progress(name: str, inputs: int, found: Findings) -> None:
    """Print a line at every tenth of the way."""
    if found.inputs % max(1, inputs // STEPS) == 0:
        print(f"  {found.line(name)}", flush=True)


def finish(name: str, reader: Reader, found: Findings, seed: int) -> int:
    """Stretch the slowest texts, print what was found, and return the exit code: 1 with a fault."""
    stretch(reader, found, STRETCHES, seed)
    print(found.line(name), flush=True)
    for fault, text in found.faults.items():
        print(f"{fault}caused by {text!r}\n")
    return int(bool(found.faults))
