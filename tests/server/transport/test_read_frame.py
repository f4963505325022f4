"""Frames as they are read, without a socket."""

import json

import msgspec
import pytest

from tumbletrip.server.transport.frames import CommandFrame, cost_of, read_frame


def command(name: str) -> str:
    return json.dumps({"type": "command", "id": name, "seat": 0, "round": 1, "action": {}})


@pytest.mark.parametrize("name", ["a\n", "\na", "a\nb", "a\r", "", "x" * 65, "a b", "ä"])
def test_F35_the_id_of_a_command_is_one_visible_word_without_a_line_end(name: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_frame(command(name))


def test_F35_other_ids_are_taken() -> None:
    frame = read_frame(command("x" * 64))
    assert isinstance(frame, CommandFrame)
    assert frame.id == "x" * 64


def test_the_links_of_one_draw_cost_as_much_as_one_message_however_many_sit_at_a_device() -> None:
    link = read_frame(json.dumps({"type": "link", "seat": 0, "number": 1, "link": "ab" * 32}))
    assert sum(cost_of(link, seats=16) for _ in range(16)) == 1.0
    assert cost_of(link, seats=0) == 1.0  # who holds no seat has no link to give
    assert cost_of(read_frame(command("roll")), seats=16) == 1.0
