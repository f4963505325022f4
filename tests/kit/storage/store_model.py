"""The simplest store there is: what any batch must do, said with lists and sets."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

from tests.kit.storage.logs import linked_append
from tumbletrip.tables.chain import START
from tumbletrip.tables.ports import Append, Appended, StoredEvent


@dataclass
class ModelStore:
    """Logs by table. Appends are taken one after another."""

    logs: dict[str, list[StoredEvent]] = field(default_factory=dict)

    def append(self, wanted: Append) -> Appended:
        """Keep the events if they follow the log and bring no command a second time."""
        log = self.logs.get(wanted.table)
        if log is None or (len(log), log[-1].hash) != (wanted.expected_head, wanted.previous_hash):
            return Appended.CONFLICT
        commands = [event.command for event in (*log, *wanted.events) if event.command is not None]
        if len(commands) > len(set(commands)):
            return Appended.CONFLICT
        log.extend(wanted.events)
        return Appended.STORED

    def play(self, batch: Sequence["Attempt"], names: Sequence[str]) -> tuple[list[Append], list[Appended]]:
        """A batch of attempts as appends, with what becomes of each when they are taken in order."""
        tries, answers = [], []
        for attempt in batch:
            tries.append(self._as_append(attempt, names[attempt.table]))
            answers.append(self.append(tries[-1]))
        return tries, answers

    def _as_append(self, attempt: "Attempt", table: str) -> Append:
        log = self.logs.get(table, [])
        first = max(1, len(log) + 1 + attempt.off_by)
        previous = log[-1].hash if log and not attempt.stranger else START
        return linked_append(table, first, previous, *attempt.bodies, command=attempt.command)


@dataclass(frozen=True)
class Attempt:
    """An append as somebody tries it who believes to know the head, and may be off by one or two."""

    table: int
    off_by: int
    stranger: bool  # follows on an event that the store never had
    bodies: tuple[str, ...]
    command: str | None


ATTEMPTS = st.builds(
    Attempt,
    table=st.integers(0, 3),  # the last one does not exist
    off_by=st.sampled_from([0, 0, 0, 0, -1, 1, 2]),
    stranger=st.sampled_from([False, False, False, True]),
    bodies=st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), min_size=1, max_size=3
    ).map(tuple),
    command=st.none() | st.sampled_from(["c1", "c2", "c3"]),
)
BATCHES = st.lists(st.lists(ATTEMPTS, max_size=8), max_size=5)
