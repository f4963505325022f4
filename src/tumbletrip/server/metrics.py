"""Prometheus metrics for operators."""

from prometheus_client import Counter, Gauge

from tumbletrip.host.core.effects import Accepted, Refused

SOCKETS = Gauge("tumbletrip_sockets", "Open sockets")
COMMANDS = Counter("tumbletrip_commands_total", "Commands by answer", ["answer"])
HANDED_OVER = Counter("tumbletrip_sockets_handed_over_total", "Sockets given to the process of their table")
CLOSED = Counter("tumbletrip_sockets_closed_total", "Sockets we closed, by close code", ["code"])


_ACCEPTED = COMMANDS.labels("accepted")  # resolved once: looking up a label takes longer than counting


def count_answer(answer: Accepted | Refused) -> None:
    """Count a command by its answer."""
    if isinstance(answer, Accepted):
        _ACCEPTED.inc()
    else:
        COMMANDS.labels(answer.reason.value).inc()


def count_closed(code: int) -> None:
    """Count a socket that we closed."""
    CLOSED.labels(str(code)).inc()
