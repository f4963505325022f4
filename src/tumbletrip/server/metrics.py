"""What an operator can watch: counts and times for Prometheus."""

from prometheus_client import Counter, Gauge

from tumbletrip.host.live import Accepted, Refused

SOCKETS = Gauge("tumbletrip_sockets", "Open sockets")
COMMANDS = Counter("tumbletrip_commands_total", "Commands by answer", ["answer"])
CLOSED = Counter("tumbletrip_sockets_closed_total", "Sockets we closed, by close code", ["code"])


def count_answer(answer: Accepted | Refused) -> None:
    """Count a command by its answer."""
    COMMANDS.labels("accepted" if isinstance(answer, Accepted) else answer.reason.value).inc()


def count_closed(code: int) -> None:
    """Count a socket that we closed."""
    CLOSED.labels(str(code)).inc()
