"""The verdict of a soak sees a server that grows, and one that leaves processes behind."""

import json
from dataclasses import asdict, replace

import pytest

from bench.faults.soak_judging import Sample, samples_in, verdict

LIVES = (0,) * 240 + tuple(life for life in range(1, 7) for _ in range(40))
STEADY = [
    Sample(15.0 * number, life, 100.0 + number % 3, 500.0, 30 + number % 4, 16, 0.5 * number)
    for number, life in enumerate(LIVES)
]


def test_a_server_that_only_breathes_is_flat() -> None:
    judged = verdict(STEADY)
    assert judged.is_flat
    assert (judged.lives, judged.orphans) == (7, 0)
    assert judged.cpu_share == pytest.approx(0.5 / 15, abs=0.001)


@pytest.mark.parametrize(
    ("figure", "each"),
    [("server_mb", 0.1), ("workers_mb", 0.3), ("descriptors", 0.1), ("workers_descriptors", 0.1)],
)
def test_what_grows_in_the_long_life_is_seen(figure: str, each: float) -> None:
    growing = [
        replace(sample, **{figure: getattr(sample, figure) + each * number * (sample.life == 0)})
        for number, sample in enumerate(STEADY)
    ]
    judged = verdict(growing)
    assert not judged.is_flat
    assert [growth.figure for growth in judged.growths if not growth.is_flat] == [figure]


def test_what_grows_from_life_to_life_is_seen() -> None:
    growing = [replace(sample, descriptors=sample.descriptors + 5 * sample.life) for sample in STEADY]
    judged = verdict(growing)
    assert [growth.where for growth in judged.growths if not growth.is_flat] == ["short lives"]


def test_a_process_that_outlives_its_server_is_a_fault() -> None:
    assert not verdict(STEADY, orphans=1).is_flat


def test_samples_are_read_back_from_their_lines_and_other_lines_are_passed_over() -> None:
    lines = [json.dumps({**asdict(sample), "moves": 3}) for sample in STEADY[:20]]
    assert samples_in("\n".join([*lines, '{"ended_by": "kill"}', ""])) == STEADY[:20]
