"""Names are plain text: composed, trimmed, of bounded length, and nothing in them turns the page around."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tumbletrip.core.errors import InputError
from tumbletrip.core.shortening import JOINER
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import MAX_NAME, clean_name, required_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("Zoe\u0308", "Zoë"),  # two characters become the one that everybody else's keyboard makes
        ("Zoe\u200b\u0308", "Zoë"),
        ("\u202eadA\u202c", "adA"),  # direction overrides
        ("\u2066Ada\u2069", "Ada"),  # isolates
        ("A\u200bd\u200da", "Ada"),  # characters without width
        ("A\u0000da\u0007", "Ada"),
        ("Ada\ufeff", "Ada"),
        ("Ada\u00a0L.", "Ada L."),
        ("<b>Ada</b>", "<b>Ada</b>"),  # plain text is shown as text
        ("عائشة", "عائشة"),
        ("李雷", "李雷"),
        (FAMILY, FAMILY),  # three people in one picture stay together
        ("\u2764\ufe0f\u200d\U0001f525 Zoe", "\u2764\ufe0f\u200d\U0001f525 Zoe"),
        (f"\u200d{FAMILY}\u200d", FAMILY),
        ("Ada\ufe0f", "Ada"),
        ("\u2764\ufe0f\ufe0f Ada", "\u2764\ufe0f Ada"),  # a picture is made one once
        ("\u2764\ufe0fa\ufe0f", "\u2764\ufe0fa"),
        (
            "\U0001f44b\U0001f3fd\u200d\U0001f525",
            "\U0001f44b\U0001f3fd\u200d\U0001f525",
        ),  # … of a colour of skin
        ("x" * MAX_NAME, "x" * MAX_NAME),
    ],
)
def test_a_name_is_kept_as_plain_text(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u202e", "\u200b\u200b", "x" * (MAX_NAME + 1), "\ud800", "\ue000", None, 7, ["Ada"]]
)
def test_what_cannot_be_shown_is_no_name(typed: object) -> None:
    assert clean_name(typed) is None


def test_a_name_may_be_one_sign_long_and_is_not_read_at_any_length() -> None:
    assert clean_name("A") == "A"
    assert clean_name("A" + " " * (8 * MAX_NAME - 1)) == "A"
    assert clean_name("A" + " " * 8 * MAX_NAME) is None


@given(st.text(max_size=60))
def test_a_clean_name_is_composed_visible_short_and_stays_as_it_is(typed: str) -> None:
    name = clean_name(typed)
    if name is not None:
        assert 1 <= len(name) <= MAX_NAME
        kinds = {unicodedata.category(one) for one in name.replace(JOINER, "")}
        assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn"}
        assert unicodedata.is_normalized("NFC", name)
        assert "  " not in name
        assert name == name.strip()
        assert clean_name(name) == name


def test_a_name_from_a_file_is_cleaned_or_refused_by_its_rule() -> None:
    assert required_name("  Ada \u200b") == "Ada"
    with pytest.raises(InputError) as refused:
        required_name("\u200b")
    assert refused.value.problem.key == No.BAD_NAME
