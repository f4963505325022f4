"""The browser reads films as Python writes them: both are tested against the same file."""

import json

from tools.wire.film_vectors import FILE, vectors


def test_the_vectors_of_the_browser_are_those_of_python() -> None:
    assert json.loads(FILE.read_text("utf-8")) == json.loads(json.dumps(vectors()))
