"""What was measured of one contestant under one load, and the table of all of it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

HEADINGS = (
    "contestant",
    "tables",
    "moves/s",
    "p50 ms",
    "p99 ms",
    "memory MB",
    "moves/CPU s",
    "bytes/move",
    "server CPU",
    "load CPU",
    "others' CPU",
    "opened/s",
)


@dataclass(frozen=True)
class Result:
    """One contestant under one load."""

    contestant: str
    tables: int
    pace: float | None
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    memory_mb: float
    moves_per_cpu_second: float
    bytes_per_move: float  # that both players get
    server_cpu: float  # cores kept busy by the server
    load_cpu: float  # and by the one process that makes the load: near 1, it is the limit
    others_cpu: float  # and by all else on the machine: above a few hundredths, the hour was not calm
    database_cpu: float | None
    database_memory_mb: float | None
    silent_tables: int  # tables without a single answer while it was measured
    opened_per_second: float  # tables with both their players, before the games began

    def as_json(self) -> dict[str, Any]:
        """For `--json`."""
        return asdict(self)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of them does not exceed; values in order."""
    return values[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def markdown(results: Sequence[Result]) -> str:
    """One table, in the order of the run."""
    rows = [_row(result) for result in results]
    lines = [_line(HEADINGS), _line(["---", *["---:"] * (len(HEADINGS) - 1)]), *map(_line, rows)]
    return "\n".join([*lines, *_notes(results)])


def _row(result: Result) -> list[str]:
    pace = f" at {result.pace:g}/s" if result.pace else ""
    return [
        result.contestant,
        f"{result.tables:,}{pace}",
        f"{result.moves_per_second:,.0f}",
        f"{result.p50_ms:.1f}",
        f"{result.p99_ms:.1f}",
        f"{result.memory_mb:.0f}",
        f"{result.moves_per_cpu_second:,.0f}",
        f"{result.bytes_per_move:,.0f}",
        f"{result.server_cpu:.2f}",
        f"{result.load_cpu:.2f}",
        f"{result.others_cpu:.2f}",
        f"{result.opened_per_second:.0f}",
    ]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _notes(results: Sequence[Result]) -> list[str]:
    notes = []
    for result in results:
        if result.database_cpu is not None:
            notes.append(
                f"{result.contestant}, {result.tables:,} tables: the database itself kept "
                f"{result.database_cpu:.2f} cores busy in {result.database_memory_mb:.0f} MB more."
            )
        if result.silent_tables:
            notes.append(
                f"{result.contestant}, {result.tables:,} tables: {result.silent_tables} had no answer at all."
            )
    return ["", *notes] if notes else []
