"""The browser's types are held against what the server says; see frontend/tests/messages.test.ts."""

from tests.kit.message_vectors import FILE, text


def test_the_messages_that_the_browser_is_checked_with_are_those_of_today() -> None:
    assert FILE.read_text("utf-8") == text(), "run `python -m tests.kit.message_vectors`"
