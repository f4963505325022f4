"""Measures the laws that take thousands of flicks, and keeps what is seen: `python -m tools.laws`.

To be done after a change of the physics or of the classic board: about 6 minutes. `tests/laws` judges.
"""

from tests.kit.tumblin.laws import LAWS
from tests.kit.tumblin.measuring import write


def main() -> None:
    """Measure all of them."""
    write(LAWS)


if __name__ == "__main__":
    main()
