"""A cluster gives what one process gives, also when its workers die, and says what is wrong in a sentence."""

import json
import os
import pickle
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.kit.dicetrip.bots import Cheat, Crosser, Scribbler, word
from tumbletrip.analysis.cluster import (
    MOST_PER_TASK,
    Cluster,
    ClusterError,
    done_by_a_worker,
    next_size,
    opened_cluster,
)
from tumbletrip.analysis.dicetrip.bot_game import BotError
from tumbletrip.analysis.dicetrip.simulation import Played, Setup, around_the_table, play_all
from tumbletrip.analysis.executor import Executor, Serial, opened_executor
from tumbletrip.analysis.extras import MissingExtra
from tumbletrip.analysis.software import first_difference, software_here
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.envs.datasets.rows import all_rows

FRANCE = builtin_edition("france")
SETUP = Setup(FRANCE, (word(Scribbler), word(Crosser)), seed=9)
GAMES = 24


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two processes."""
    with opened_cluster("local:2") as opened:
        opened.per_task = 2
        yield opened


def games(executor: Executor) -> Iterator[Played]:
    """Games without what depends on the clock."""
    played = play_all(SETUP, around_the_table(2, GAMES), executor)
    return (replace(one, microseconds=()) for one in played)


@pytest.mark.slow
def test_the_result_is_the_same_to_the_byte_though_a_worker_is_killed_in_mid_run(cluster: Cluster) -> None:
    """The one that has something to do, or to give, when the first result has arrived."""
    coming = games(cluster)
    found = [next(coming)]
    processes = cluster.client.run(os.getpid)
    busy = cluster.client.processing() | cluster.client.has_what()
    victim = next(worker for worker in processes if busy.get(worker))
    os.kill(processes[victim], signal.SIGKILL)
    found.extend(coming)
    cluster.client.wait_for_workers(2)
    assert processes[victim] not in cluster.client.run(os.getpid).values()
    assert [pickle.dumps(one) for one in found] == [pickle.dumps(one) for one in games(Serial())]


@pytest.mark.slow
def test_rows_of_a_dataset_and_faults_of_a_bot_come_from_workers_as_from_here(cluster: Cluster) -> None:
    there, here = (
        list(all_rows(SETUP, around_the_table(2, 2), 0, executor)) for executor in (cluster, Serial())
    )
    assert there == here
    cheats = replace(SETUP, bots=(word(Cheat),))
    with pytest.raises(BotError, match="already"):
        list(play_all(cheats, around_the_table(1, 1), cluster))


def test_tasks_grow_until_they_take_two_seconds() -> None:
    assert next_size(1, 0.01) == 4  # not at once: the first item may have been a short one
    assert next_size(100, 0.01) == 200
    assert next_size(200, 0.5) == 4
    assert next_size(1, 60.0) == 1
    assert next_size(900, 0.0) == MOST_PER_TASK


def test_other_software_is_refused_by_its_name_and_the_task_is_not_begun() -> None:
    wanted = software_here() | {"numba": "0.1"}
    with pytest.raises(ClusterError, match=rf"numba {software_here()['numba']}.*here it is 0\.1"):
        done_by_a_worker(wanted, pytest.fail, ["a task that was begun"])
    assert done_by_a_worker(software_here(), len, [(1, 2), ()])[1] == [2, 0]
    assert first_difference(software_here(), software_here()) is None


@pytest.mark.parametrize("told", ["nonsense", "local:", "local:0", "local:two"])
def test_a_word_that_means_no_cluster_is_refused(told: str) -> None:
    with pytest.raises(ClusterError, match="is no cluster"), opened_cluster(told):
        pass


def test_processes_and_a_cluster_are_not_asked_for_together() -> None:
    with pytest.raises(InputError, match="--jobs"), opened_executor(2, "local:2"):
        pass


@pytest.mark.parametrize("text", ["{}", "[]", "no JSON at all"])
def test_a_file_without_the_address_of_a_scheduler_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(text)
    with pytest.raises(ClusterError, match="is no cluster"), opened_cluster(str(file)):
        pass


@pytest.mark.slow
def test_a_scheduler_is_found_by_the_address_in_its_file(cluster: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(json.dumps({"type": "Scheduler", "address": cluster.client.scheduler.address}))
    with opened_cluster(str(file)) as found:
        assert found.client.scheduler.address == cluster.client.scheduler.address


def test_what_is_missing_on_a_worker_is_named_here() -> None:
    arrived = pickle.loads(pickle.dumps(MissingExtra("numba", "fast")))
    assert str(arrived) == str(MissingExtra("numba", "fast"))
