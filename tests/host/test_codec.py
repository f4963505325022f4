"""Values as JSON, by msgspec on servers and without it in a page: what is read from both is the same."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tumbletrip.host.codec import encode, plain_encode
from tumbletrip.tables.ports import Status

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text()
    | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


@given(VALUES)
def test_both_ways_to_write_are_read_alike(value: Any) -> None:
    assert json.loads(plain_encode(value)) == json.loads(encode(value)) == value


def test_both_write_compactly_with_words_of_enumerations_and_numbers_as_names() -> None:
    value = {"état": Status.OVER, 1: (1, 2)}
    assert plain_encode(value) == encode(value) == '{"état":"over","1":[1,2]}'.encode()


def test_what_json_cannot_write_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        plain_encode(float("nan"))
